(** How the proofs about probe sets write words of an entity system and its runs.

    Only notations: the system is that of the words or of the state that they are applied to. *)

From Coq Require Export NArith Bool List Lia Permutation.
Export ListNotations.
From Mazurka Require Export entities feasibility entity_systems probe_sets.
From Mazurka Require traces.

Notation run := (after_word (related _) Entities after).
Notation takes := (takes (related _) Entities after).
Notation "v ≃ w" := (equivalent v w) (at level 70).
Notation independent_of := (@traces.independent_of (letters _)).
Notation first := (@traces.first (letters _)).
