(** The search of Listing 6 with nothing left open: a function from a client/server system to a reduced graph.

    [HLPW] Listings 3, 4, 5 and 6, Theorem 42, Table 1.  Python: closure_search and [Parts] of
    client_server_search.py; choose_action of pifs.py; smallest_covering_set and first_covering_set of
    closure_sets.py.

    For systems whose processes have finitely many local states.  A search is made of parts: the closure (min, lex,
    none), the test (PIFS in either form, or "something is awake"), the choice (by promise, or in order), whether
    sleep sets are kept, whether nodes are shared, and the order of the frontier.  Proved here:

      - [closure_search_is_sound_and_complete]: Theorem 42 for every combination, with the test at the successor;
        among them are full+sleep, full-sleep, minclosure+sleep and apifs+sleep;
      - [listing_6_printed_is_sound_and_complete]: Theorem 42 for Listing 6 as printed, with the test at the node.

    As everything is computed, small systems can be searched inside Coq: see dead_ends.v. *)

Require Import List Bool Arith Lia.
Require Import Permutation.
Import ListNotations.
From Mazurka Require Import traces systems covering sleep_sets sleep_set_search.
From Mazurka Require Import client_server pifs closure_sets client_server_search saturation local_runs.

Inductive closure_kind := closure_min | closure_lex | closure_none.
Inductive test_kind := test_pifs | test_action_pifs | test_sleep.

Record parts := Parts {
  closure_of : closure_kind;
  test_of : test_kind;
  by_promise_of : bool;
  asleep : bool;
  shared : bool;
  breadth_first : bool }.

Section ClosureSearch.
Variable C : client_server.
Local Notation S := (client_server_system C).
Variable local_dec : forall x y : local_state C, {x = y} + {x <> y}.
Variable locals : list (local_state C).
Hypothesis locals_complete : forall x, In x locals.
Implicit Types (a b : S) (s t : state S) (Z : list S).

Local Notation entry := (state S * list S)%type.
Local Notation pifs_test := (pifs_test C local_dec locals).
Local Notation pifs_set := (pifs_set C local_dec locals).
Local Notation action_pifs_test := (action_pifs_test C local_dec locals).
Local Notation closure_set := (closure_set C local_dec locals).

(** Listing 4. *)

(** Cl(s, a) ∩ enabled(s), in the order of actions. *)
Definition covering_list s a : list S := filter (fun b => mem action_dec b (closure_set s a)) (enabled s).

Definition shorter (best l : list S) : list S := if length l <? length best then l else best.

Definition choose_closure (kind : closure_kind) s Z : list S :=
  match kind, outside Z (enabled s) with
  | _, [] => []
  | closure_none, _ => enabled s
  | closure_lex, a :: _ => covering_list s a
  | closure_min, a :: rest => fold_left shorter (map (covering_list s) rest) (covering_list s a)
  end.

Lemma in_covering_list s a b : In b (covering_list s a) <-> covering_set s a b.
Proof.
  unfold covering_list, covering_set. rewrite filter_In, in_enabled, mem_true.
  now rewrite (closure_test_iff C local_dec locals locals_complete).
Qed.

Lemma shortest_is_one_of l best : In (fold_left shorter l best) (best :: l).
Proof.
  revert best. induction l as [| x l IH]; intros best; [now left |]. cbn [fold_left].
  destruct (IH (shorter best x)) as [<- | Hin]; [| right; now right].
  unfold shorter. destruct (length x <? length best); [right; now left | now left].
Qed.

Lemma closure_is_chosen kind s Z : outside Z (enabled s) = [] \/
  exists a, is_enabled s a /\ forall b, covering_set s a b -> In b Z \/ In b (choose_closure kind s Z).
Proof.
  unfold choose_closure. destruct (outside Z (enabled s)) as [| a awake] eqn:Hawake; [now left | right].
  assert (Henabled : forall b, In b (a :: awake) -> is_enabled s b).
  { intros b Hb. rewrite <- Hawake in Hb. apply in_outside in Hb as [Hb _]. now apply in_enabled. }
  destruct kind.
  - destruct (shortest_is_one_of (map (covering_list s) awake) (covering_list s a)) as [<- | Hin].
    + exists a. split; [apply Henabled; now left |]. intros b Hb. right. now apply in_covering_list.
    + apply in_map_iff in Hin as (b & <- & Hb). exists b. split; [apply Henabled; now right |].
      intros c Hc. right. now apply in_covering_list.
  - exists a. split; [apply Henabled; now left |]. intros b Hb. right. now apply in_covering_list.
  - exists a. split; [apply Henabled; now left |]. intros b [Hb _]. right. now apply in_enabled.
Qed.

(** Enabled actions are listed once where the actions of the system are. *)
Hypothesis labels_once : NoDup (labels C).

Lemma closure_is_listed_once kind s Z : NoDup (choose_closure kind s Z).
Proof.
  assert (Henabled : NoDup (enabled s)) by now apply NoDup_filter.
  unfold choose_closure. destruct (outside Z (enabled s)) as [| a awake]; [destruct kind; constructor |].
  destruct kind; [| now apply NoDup_filter | trivial].
  destruct (shortest_is_one_of (map (covering_list s) awake) (covering_list s a)) as [<- | Hin].
  - now apply NoDup_filter.
  - apply in_map_iff in Hin as (b & <- & _). now apply NoDup_filter.
Qed.

(** Listing 5. *)

Definition larger s (best a : S) : S :=
  if length (nodup Nat.eq_dec (pifs_set s [best])) <? length (nodup Nat.eq_dec (pifs_set s [a])) then a else best.

(** The first action whose PIFS set wraps it, or the first with the largest. *)
Definition choose_action s (candidates : list S) (default : S) : S :=
  match find (fun a => pifs_test s [a]) candidates with
  | Some a => a
  | None => match candidates with [] => default | a :: rest => fold_left (larger s) rest a end
  end.

Lemma largest_is_one_of s l best : In (fold_left (larger s) l best) (best :: l).
Proof.
  revert best. induction l as [| x l IH]; intros best; [now left |]. cbn [fold_left].
  destruct (IH (larger s best x)) as [<- | Hin]; [| right; now right].
  unfold larger. destruct (_ <? _); [right; now left | now left].
Qed.

Lemma chosen_is_a_candidate s candidates default : candidates <> [] ->
  In (choose_action s candidates default) candidates.
Proof.
  intros Hsome. unfold choose_action. destruct (find _ candidates) as [a |] eqn:Hfind.
  - now apply find_some in Hfind.
  - destruct candidates as [| a rest]; [easy |]. apply largest_is_one_of.
Qed.

(** Again and again: the most promising first. *)
Fixpoint by_promise fuel s (waiting : list S) : list S :=
  match fuel, waiting with
  | Datatypes.S fuel, a :: _ =>
      let b := choose_action s waiting a in b :: by_promise fuel s (without_first b waiting)
  | _, _ => waiting
  end.

Lemma without_first_permutation (a : S) l : In a l -> Permutation l (a :: without_first a l).
Proof.
  induction l as [| b l IH]; [easy |]. intros Hin. cbn.
  destruct (label_dec C b a) as [-> | Hba]; [apply Permutation_refl |].
  destruct Hin as [-> | Hin]; [contradiction |].
  apply perm_trans with (b :: a :: without_first a l); [constructor; auto | apply perm_swap].
Qed.

Lemma by_promise_permutation fuel s l : Permutation (by_promise fuel s l) l.
Proof.
  revert l. induction fuel as [| fuel IH]; intros [| a l]; try apply Permutation_refl.
  cbn [by_promise]. set (b := choose_action s (a :: l) a).
  assert (Hb : In b (a :: l)) by now apply chosen_is_a_candidate.
  apply perm_trans with (b :: without_first b (a :: l)); [constructor; apply IH |].
  apply Permutation_sym. now apply without_first_permutation.
Qed.

Definition order_by (promise : bool) s (l : list S) : list S := if promise then by_promise (length l) s l else l.

Lemma order_keeps promise s l : Permutation (order_by promise s l) l.
Proof. destruct promise; [apply by_promise_permutation | apply Permutation_refl]. Qed.

(** The tests. *)

Definition test_by (kind : test_kind) : state S -> list S -> bool :=
  match kind with test_pifs => pifs_test | test_action_pifs => action_pifs_test | test_sleep => @sleep_test S end.

Lemma test_approximates kind : is_approximation (test_by kind).
Proof.
  destruct kind; cbn [test_by].
  - apply pifs_test_is_approximation, pifs_test_iff. exact locals_complete.
  - apply action_pifs_test_is_approximation, action_pifs_test_iff. exact locals_complete.
  - apply sleep_test_is_approximation.
Qed.

(** Subsumption: the oldest node of the state with no more asleep. *)

Definition state_dec : forall s t : state S, {s = t} + {s <> t} := list_eq_dec local_dec.

Definition subsumes t Z (x : entry) : bool :=
  (if state_dec (fst x) t then true else false) && forallb (fun a => mem action_dec a Z) (snd x).

Fixpoint oldest (nodes : list entry) t Z : option nat :=
  match nodes with
  | [] => None
  | x :: rest => if subsumes t Z x then Some 0 else option_map Datatypes.S (oldest rest t Z)
  end.

Definition link_by (shared : bool) (nodes : list entry) t Z : option nat :=
  if shared then oldest nodes t Z else None.

Lemma link_subsumes shared nodes t Z m : link_by shared nodes t Z = Some m ->
  exists Z', nth_error nodes m = Some (t, Z') /\ incl Z' Z.
Proof.
  destruct shared; [| easy]. cbn [link_by]. revert m.
  induction nodes as [| [u Zu] nodes IH]; intros m; [easy |]. cbn [oldest].
  destruct (subsumes t Z (u, Zu)) eqn:Hsubsumes.
  - intros [= <-]. unfold subsumes in Hsubsumes. cbn [fst snd] in Hsubsumes.
    destruct (state_dec u t) as [-> |]; [| easy]. exists Zu. split; [trivial |].
    intros a Ha. cbn [andb] in Hsubsumes. rewrite forallb_forall in Hsubsumes.
    apply (mem_true action_dec), Hsubsumes, Ha.
  - destruct (oldest nodes t Z) as [k |]; [| easy]. intros [= <-]. now apply IH.
Qed.

Definition insert_by (last : bool) (x : nat * entry) (l : list (nat * entry)) : list (nat * entry) :=
  if last then l ++ [x] else x :: l.

Lemma insert_keeps last x l : Permutation (insert_by last x l) (x :: l).
Proof.
  destruct last; [apply Permutation_sym, Permutation_cons_append | apply Permutation_refl].
Qed.

Definition keep_by (asleep : bool) Z : list S := if asleep then Z else [].

Lemma keep_within asleep Z : incl (keep_by asleep Z) Z.
Proof. destruct asleep; [apply incl_refl | intros a []]. Qed.

(** The search, with the test at the successor. *)

Definition rules_of (p : parts) : rules S :=
  listing_6_successor C (test_by (test_of p)) (choose_closure (closure_of p)) (order_by (by_promise_of p)).

Definition closure_search (p : parts) : graph S :=
  graph_of S (rules_of p)
    (search S (rules_of p) (link_by (shared p)) (insert_by (breadth_first p)) (keep_by (asleep p))).

Theorem closure_search_is_sound_and_complete p :
  is_sound (closure_search p) /\ is_trace_complete (closure_search p).
Proof.
  apply (listing_6_successor_search_is_sound_and_complete C).
  - apply test_approximates.
  - apply closure_is_chosen.
  - apply link_subsumes.
  - apply insert_keeps.
  - apply keep_within.
  - apply order_keeps.
  - apply closure_is_listed_once.
Qed.

(** The same, with the test at the node, as printed. *)

Variable default : S.

Definition printed_rules (p : parts) : rules S :=
  listing_6 C (test_by (test_of p)) (choose_closure (closure_of p))
    (fun s todo => if by_promise_of p then choose_action s todo default else hd default todo).

Definition printed_search (p : parts) : graph S :=
  graph_of S (printed_rules p)
    (search S (printed_rules p) (link_by (shared p)) (insert_by (breadth_first p)) (keep_by (asleep p))).

Theorem listing_6_printed_is_sound_and_complete p :
  is_sound (printed_search p) /\ is_trace_complete (printed_search p).
Proof.
  apply (listing_6_search_is_sound_and_complete C).
  - apply test_approximates.
  - apply closure_is_chosen.
  - apply link_subsumes.
  - apply insert_keeps.
  - apply keep_within.
  - intros s todo Htodo. destruct (by_promise_of p); [now apply chosen_is_a_candidate |].
    destruct todo; [easy | now left].
Qed.

End ClosureSearch.
