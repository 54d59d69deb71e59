(** The functions that are extracted.  Numbers stay unary: only pairs, lists, options and booleans become OCaml's. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Mazurka Require Import explicit checker.

Extraction Language OCaml.
Extraction "checked.ml" is_numbered is_deterministic has_diamonds is_covering is_covering_in_order check.
