(** The search of Listing 6: closures, PIFS, sleep sets and subsumption.

    [HLPW] Listings 4, 5 and 6, Remark 18, Theorem 42.  Python: client_server_search.py, the reducers of Table 1 in
    client_server_reducers.py.

    Three choices are arguments: [choose_closure], which returns what is awake of Cl(s, a) ∩ enabled(s) for some
    enabled a (Listing 4; it may return more, as *none* does); [choose_action] or [order], by which the actions
    chosen are taken (Listing 5); and [test], which answers yes whenever IFS holds: PIFS in either form, RPIFS, IFS
    itself, or "something is awake".  Two searches:

      listing_6            as printed: PIFS(s, enabled ∖ Z ∖ done) is asked at the node before each action;
      listing_6_successor  as client_server_search.py has it: PIFS(t, enabled ∖ Z′) is asked of the successor.

    Proved here, Theorem 42: both lose no trace and invent none, in any graph that obeys their rules
    ([listing_6_is_complete], [listing_6_successor_is_complete]) and hence in the one that the search returns
    ([listing_6_search_is_sound_and_complete], [listing_6_successor_search_is_sound_and_complete]).  Sound
    means here that paths are runs; dead_ends.v shows what is false in the stronger sense of Definition 5, and
    closure_search.v computes all three choices. *)

Require Import List Bool Arith Lia.
Require Import Permutation.
Import ListNotations.
From Mazurka Require Import traces systems source_sets covering sleep_sets sleep_set_search.
From Mazurka Require Import client_server pifs closure_sets.

Section Tests.
Variable C : client_server.
Local Notation S := (client_server_system C).
Variable test : state S -> list S -> bool.

Lemma pifs_test_is_approximation : (forall s B, test s B = true <-> pifs s B) -> is_approximation test.
Proof. intros H s B Hifs. now apply H, ifs_implies_pifs. Qed.

Lemma action_pifs_test_is_approximation :
  (forall s B, test s B = true <-> action_pifs s B) -> is_approximation test.
Proof. intros H s B Hifs. now apply H, ifs_implies_action_pifs. Qed.

Lemma rpifs_test_is_approximation : (forall s B, test s B = true <-> rpifs s B) -> is_approximation test.
Proof. intros H s B Hifs. now apply H, pifs_implies_rpifs, ifs_implies_pifs. Qed.

End Tests.

(** The test that only refuses nodes where everything sleeps. *)
Definition sleep_test {S : system} (s : state S) (awake : list S) : bool :=
  match awake, enabled s with [], _ :: _ => false | _, _ => true end.

Lemma sleep_test_is_approximation (S : system) : is_approximation (@sleep_test S).
Proof.
  intros s [| b B] (w & Hmax & Hfirst); [| trivial]. unfold sleep_test.
  destruct (enabled s) as [| a e] eqn:He; [trivial | exfalso].
  destruct w as [| c w].
  - apply maximal_run_nil in Hmax. apply (deadlock_enables_nothing S s a Hmax), in_enabled.
    rewrite He. now left.
  - apply (Hfirst c). now left.
Qed.

Section Search.
Variable C : client_server.
Local Notation S := (client_server_system C).
Implicit Types (a b : S) (s t : state S) (Z todo done : list S).

Variable test : state S -> list S -> bool.
Hypothesis test_approximates : is_approximation test.

Variable choose_closure : state S -> list S -> list S.
Hypothesis closure_chosen : forall s Z, outside Z (enabled s) = [] \/
  exists a, is_enabled s a /\ forall b, covering_set s a b -> In b Z \/ In b (choose_closure s Z).

Lemma closure_meets_first s Z w : is_maximal_run s w -> w <> [] -> avoids Z w ->
  exists a, In a (first w) /\ In a (outside Z (choose_closure s Z)).
Proof.
  intros Hmax Hw Havoids. destruct (closure_chosen s Z) as [Hasleep | (a & Ha & Hchosen)].
  - exfalso. destruct (first_nonempty S w Hw) as (b & Hb).
    pose proof (avoiding_run_includes S s Z w Hmax Havoids b Hb) as Hin. now rewrite Hasleep in Hin.
  - destruct (closure_is_covering C s a Ha w Hmax Hw) as (b & Hb & Hcover). exists b. split; [trivial |].
    apply in_outside. destruct (Hchosen b Hcover) as [HZ | Hin]; [now destruct (Havoids b Hb) |].
    split; [trivial | now apply Havoids].
Qed.

Section Printed.

Variable choose_action : state S -> list S -> S.
Hypothesis action_chosen : forall s todo, todo <> [] -> In (choose_action s todo) todo.

(** while something of the closure is neither asleep nor done, and PIFS(s, enabled ∖ Z ∖ done). *)
Fixpoint treat_while (fuel : nat) s Z todo done : list S :=
  match fuel, todo with
  | Datatypes.S fuel, _ :: _ =>
      if test s (outside (Z ++ done) (enabled s)) then
        let a := choose_action s todo in treat_while fuel s Z (remove action_dec a todo) (done ++ [a])
      else done
  | _, _ => done
  end.

Definition listing_6 : rules S := Rules S
  (fun s Z => let todo := outside Z (choose_closure s Z) in treat_while (length todo) s Z todo [])
  (fun _ _ => false).

Lemma treat_while_more fuel s Z todo done a : In a done -> In a (treat_while fuel s Z todo done).
Proof.
  revert todo done. induction fuel as [| fuel IH]; intros [| b todo] done Ha; trivial.
  cbn [treat_while]. destruct (test s _); [| trivial]. apply IH, in_or_app. now left.
Qed.

(** The loop ends with everything done, or with a test that fails. *)
Lemma treat_while_ends fuel s Z todo done : length todo <= fuel ->
  (forall a, In a todo -> In a (treat_while fuel s Z todo done)) \/
  test s (outside (Z ++ treat_while fuel s Z todo done) (enabled s)) = false.
Proof.
  revert todo done. induction fuel as [| fuel IH]; intros [| b todo] done Hfuel; cbn in Hfuel;
    [now left | lia | now left |].
  cbn [treat_while]. destruct (test s (outside (Z ++ done) (enabled s))) eqn:Htest; [| now right].
  set (a := choose_action s (b :: todo)).
  assert (Ha : In a (b :: todo)) by now apply action_chosen.
  assert (Hless : length (remove action_dec a (b :: todo)) <= fuel).
  { apply Nat.lt_succ_r, Nat.lt_le_trans with (2 := Hfuel).
    exact (remove_length_lt action_dec (b :: todo) a Ha). }
  destruct (IH (remove action_dec a (b :: todo)) (done ++ [a]) Hless) as [Hall | Hno]; [left | now right].
  intros c Hc. destruct (action_dec c a) as [-> | Hca].
  - apply treat_while_more, in_or_app. right. now left.
  - apply Hall. apply in_in_remove; trivial.
Qed.

Lemma treat_while_once fuel s Z todo done : NoDup done -> (forall a, In a todo -> ~ In a done) ->
  NoDup (treat_while fuel s Z todo done).
Proof.
  revert todo done. induction fuel as [| fuel IH]; intros [| b todo] done Hdone Hnew; trivial.
  cbn [treat_while]. destruct (test s _); [| trivial].
  set (a := choose_action s (b :: todo)).
  assert (Ha : In a (b :: todo)) by now apply action_chosen.
  apply IH.
  - apply (Permutation_NoDup (Permutation_cons_append done a)). constructor; auto.
  - intros c Hc Hin. apply in_remove in Hc as [Hc Hca].
    apply in_app_or in Hin as [Hin | [-> | []]]; [now apply (Hnew c) | contradiction].
Qed.

Lemma listing_6_once s Z : NoDup (choose listing_6 s Z).
Proof. apply treat_while_once; [constructor | auto]. Qed.

Lemma listing_6_choices_cover : choices_cover listing_6.
Proof.
  intros s Z w Hmax Hw Havoids. cbn. set (todo := outside Z (choose_closure s Z)).
  destruct (treat_while_ends (length todo) s Z todo []) as [Hall | Hno]; [trivial | |].
  - destruct (closure_meets_first s Z w Hmax Hw Havoids) as (a & Ha & Hin). exists a. auto.
  - destruct (failed_test_covers S test s _ w test_approximates Hno Hmax) as (a & Ha & Hin).
    exists a. split; [trivial |]. apply in_app_or in Hin as [Hin | Hin]; [| trivial].
    now destruct (Havoids a Ha).
Qed.

Lemma listing_6_refusals_cover : refusals_cover listing_6.
Proof. intros t Z w H. discriminate. Qed.

(** Theorem 42, as printed. *)
Theorem listing_6_is_complete g : obeys listing_6 g -> is_trace_complete g.
Proof. apply obedient_graph_is_complete; [apply listing_6_choices_cover | apply listing_6_refusals_cover]. Qed.

End Printed.

Section Successor.

Variable order : state S -> list S -> list S.
Hypothesis order_keeps : forall s l, Permutation (order s l) l.
Hypothesis closure_once : forall s Z, NoDup (choose_closure s Z).

Definition listing_6_successor : rules S := Rules S
  (fun s Z => order s (outside Z (choose_closure s Z)))
  (refuses_by test).

Lemma listing_6_successor_once s Z : NoDup (choose listing_6_successor s Z).
Proof.
  apply (Permutation_NoDup (Permutation_sym (order_keeps s _))). apply NoDup_filter, closure_once.
Qed.

Lemma listing_6_successor_choices_cover : choices_cover listing_6_successor.
Proof.
  intros s Z w Hmax Hw Havoids. destruct (closure_meets_first s Z w Hmax Hw Havoids) as (a & Ha & Hin).
  exists a. split; [trivial |]. now apply (Permutation_in a (Permutation_sym (order_keeps s _))).
Qed.

Lemma listing_6_successor_refusals_cover : refusals_cover listing_6_successor.
Proof. now apply refusals_by_test_cover. Qed.

(** Theorem 42, as implemented. *)
Theorem listing_6_successor_is_complete g : obeys listing_6_successor g -> is_trace_complete g.
Proof.
  apply obedient_graph_is_complete;
    [apply listing_6_successor_choices_cover | apply listing_6_successor_refusals_cover].
Qed.

End Successor.

(** The searches themselves. *)

Variable link : list (state S * list S) -> state S -> list S -> option nat.
Hypothesis link_subsumes : forall nodes t Z m, link nodes t Z = Some m ->
  exists Z', nth_error nodes m = Some (t, Z') /\ incl Z' Z.
Variable insert : nat * (state S * list S) -> list (nat * (state S * list S)) -> list (nat * (state S * list S)).
Hypothesis insert_keeps : forall x l, Permutation (insert x l) (x :: l).
Variable keep : list S -> list S.
Hypothesis keep_within : forall Z, incl (keep Z) Z.

Theorem listing_6_search_is_sound_and_complete choose_action :
  (forall s todo, todo <> [] -> In (choose_action s todo) todo) ->
  let r := listing_6 choose_action in
  let found := search S r link insert keep in
  frontier S found = [] /\ is_sound (graph_of S r found) /\ is_trace_complete (graph_of S r found).
Proof.
  intros Haction r found.
  assert (Honce : forall s Z, NoDup (choose r s Z)) by now apply listing_6_once.
  split; [| split].
  - now apply search_ends.
  - now apply search_is_sound.
  - apply search_is_complete; trivial; [now apply listing_6_choices_cover | now apply listing_6_refusals_cover].
Qed.

Theorem listing_6_successor_search_is_sound_and_complete order :
  (forall s l, Permutation (order s l) l) -> (forall s Z, NoDup (choose_closure s Z)) ->
  let r := listing_6_successor order in
  let found := search S r link insert keep in
  frontier S found = [] /\ is_sound (graph_of S r found) /\ is_trace_complete (graph_of S r found).
Proof.
  intros Horder Hclosure r found.
  assert (Honce : forall s Z, NoDup (choose r s Z)) by now apply listing_6_successor_once.
  split; [| split].
  - now apply search_ends.
  - now apply search_is_sound.
  - apply search_is_complete; trivial;
      [now apply listing_6_successor_choices_cover | now apply listing_6_successor_refusals_cover].
Qed.

End Search.
