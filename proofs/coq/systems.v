(** Systems: action-deterministic, acyclic, with an independence that is valid at every state.

    [HLPW] sections 4 and 5, Proposition 11.  Python: src/mazurka/systems/protocol.py, traces.py.

    A system has finitely many actions, in a fixed order.  Acyclic: states have a height that every step
    lowers, so that all runs from a state are bounded ([acyclic.v] finds it for a finite graph without cycles).
    Valid: independent actions that are both enabled do not disable one another, they commute, and neither
    enables the other.  Proved here:

      - [trace_equivalence_is_por_equivalence]: Proposition 11;
      - [first_of_run]: what can come first in a run can be taken first;
      - [maximal_run_depends]: a maximal run has an action on which a given enabled action depends;
      - [maximal_run_exists]: every state has a maximal run. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces.

Record system := System {
  alphabet_of :> alphabet;
  state : Type;
  initial : state;
  actions : list alphabet_of;
  actions_complete : forall a, In a actions;
  after : state -> alphabet_of -> option state;
  height : state -> nat;
  height_after : forall s a t, after s a = Some t -> height t < height s;
  independent_swap : forall s t u a b,
    independent a b = true -> after s a = Some t -> after t b = Some u ->
    exists t', after s b = Some t' /\ after t' a = Some u;
  independent_both : forall s t t' a b,
    independent a b = true -> after s a = Some t -> after s b = Some t' ->
    exists u, after t b = Some u }.

Arguments initial {_}.
Arguments actions {_}.
Arguments actions_complete {_} _.
Arguments after {_} _ _.
Arguments height {_} _.
Arguments height_after {_} _ _ _ _.
Arguments independent_swap {_} _ _ _ _ _ _ _ _.
Arguments independent_both {_} _ _ _ _ _ _ _ _.

Section Runs.
Variable S : system.
Implicit Types (a b : S) (s t : state S) (w : word S).

Fixpoint after_word s w : option (state S) :=
  match w with
  | [] => Some s
  | a :: v => match after s a with Some t => after_word t v | None => None end
  end.

Definition is_run s w := exists t, after_word s w = Some t.

Definition is_enabled s a := exists t, after s a = Some t.

Definition is_deadlock s := forall a, after s a = None.

Definition is_maximal_run s w := exists t, after_word s w = Some t /\ is_deadlock t.

(** The enabled actions, in the order of the actions. *)
Definition enabled s : list S := filter (fun a => if after s a then true else false) actions.

Lemma in_enabled s a : In a (enabled s) <-> is_enabled s a.
Proof.
  unfold enabled, is_enabled. rewrite filter_In. split.
  - intros [_ H]. destruct (after s a) as [t |]; [now exists t | easy].
  - intros [t ->]. split; [apply actions_complete | trivial].
Qed.

Lemma deadlock_or_enabled s : is_deadlock s \/ exists a, is_enabled s a.
Proof.
  destruct (enabled s) as [| a e] eqn:He.
  - left. intros a. destruct (after s a) as [t |] eqn:Hat; trivial. exfalso.
    assert (Ha : In a (enabled s)) by (apply in_enabled; now exists t).
    rewrite He in Ha. easy.
  - right. exists a. apply in_enabled. rewrite He. now left.
Qed.

Lemma deadlock_enables_nothing s a : is_deadlock s -> ~ is_enabled s a.
Proof. intros Hs [t Ht]. specialize (Hs a). congruence. Qed.

(** Words and states. *)

Lemma after_word_cons s a w u :
  after_word s (a :: w) = Some u <-> exists t, after s a = Some t /\ after_word t w = Some u.
Proof.
  cbn. split.
  - destruct (after s a) as [t |]; [| easy]. intros H. now exists t.
  - now intros (t & -> & H).
Qed.

Lemma after_word_app s v w u :
  after_word s (v ++ w) = Some u <-> exists t, after_word s v = Some t /\ after_word t w = Some u.
Proof.
  revert s. induction v as [| a v IH]; intros s; cbn [app].
  - split; [intros H; now exists s | now intros (t & [= ->] & H)].
  - rewrite after_word_cons. split.
    + intros (t & Ht & H). apply IH in H as (t' & Ht' & H). exists t'. split; [| trivial].
      apply after_word_cons. now exists t.
    + intros (t' & Ht' & H). apply after_word_cons in Ht' as (t & Ht & Ht'). exists t.
      split; [trivial |]. apply IH. now exists t'.
Qed.

Lemma after_word_equivalent s v w t : v ≃ w -> after_word s v = Some t -> after_word s w = Some t.
Proof.
  induction 1 as [w | u a b v Hab | u v w _ IHuv _ IHvw]; auto.
  rewrite !after_word_app. intros (s1 & Hs1 & H). exists s1. split; [trivial |].
  apply after_word_cons in H as (s2 & Hs2 & H). apply after_word_cons in H as (s3 & Hs3 & H).
  destruct (independent_swap _ _ _ _ _ Hab Hs2 Hs3) as (s2' & Hs2' & Hs3').
  apply after_word_cons. exists s2'. split; [trivial |]. apply after_word_cons. now exists s3.
Qed.

Lemma maximal_run_equivalent s v w : v ≃ w -> is_maximal_run s v -> is_maximal_run s w.
Proof. intros Hvw (t & Ht & Hdead). exists t. split; [now apply (after_word_equivalent s v w) | trivial]. Qed.

(** Proposition 11. *)
Theorem trace_equivalence_is_por_equivalence :
  (forall v w, v ≃ w -> length v = length w) /\
  (forall s v w, v ≃ w -> is_maximal_run s v -> is_maximal_run s w) /\
  (forall a v w, a :: v ≃ a :: w -> v ≃ w).
Proof.
  split; [| split].
  - apply equivalent_length.
  - apply maximal_run_equivalent.
  - intros a v w. apply equivalent_cancel.
Qed.

Lemma first_of_run s a w u : In a (first w) -> after_word s w = Some u ->
  exists t, after s a = Some t /\ after_word t (without_first a w) = Some u.
Proof.
  intros Ha Hw. apply after_word_cons.
  apply (after_word_equivalent s w); [now apply first_to_front | trivial].
Qed.

Lemma first_is_enabled s a w : In a (first w) -> is_run s w -> is_enabled s a.
Proof. intros Ha (u & Hu). destruct (first_of_run s a w u Ha Hu) as (t & Ht & _). now exists t. Qed.

Lemma independent_stays_enabled s a w u :
  independent_of a w -> is_enabled s a -> after_word s w = Some u -> is_enabled u a.
Proof.
  revert s. induction w as [| b w IH]; intros s Hw Ha Hu.
  - injection Hu as <-. trivial.
  - apply independent_of_cons in Hw as [Hab Hw]. apply after_word_cons in Hu as (t & Ht & Hu).
    apply (IH t); trivial. destruct Ha as (t' & Ht').
    destruct (independent_both _ _ _ _ _ (independent_sym _ _ Hab) Ht Ht') as (v & Hv). now exists v.
Qed.

Lemma maximal_run_depends s a w : is_maximal_run s w -> is_enabled s a ->
  exists b, In b w /\ independent a b = false.
Proof.
  intros (t & Ht & Hdead) Ha. destruct (independent_of_dec _ a w) as [Hw | H]; [exfalso | trivial].
  apply (deadlock_enables_nothing t a Hdead). now apply (independent_stays_enabled s a w).
Qed.

Lemma maximal_run_cons s a t w : after s a = Some t -> is_maximal_run t w -> is_maximal_run s (a :: w).
Proof. intros Ha (u & Hu & Hdead). exists u. split; [apply after_word_cons; now exists t | trivial]. Qed.

Lemma maximal_run_app s v t w :
  after_word s v = Some t -> is_maximal_run t w -> is_maximal_run s (v ++ w).
Proof. intros Ha (u & Hu & Hdead). exists u. split; [apply after_word_app; now exists t | trivial]. Qed.

Lemma maximal_run_after s a w : is_maximal_run s (a :: w) ->
  exists t, after s a = Some t /\ is_maximal_run t w.
Proof.
  intros (u & Hu & Hdead). apply after_word_cons in Hu as (t & Ht & Hu). exists t.
  split; [trivial | now exists u].
Qed.

Lemma maximal_run_nil s : is_maximal_run s [] <-> is_deadlock s.
Proof. split; [now intros (t & [= ->] & H) | intros H; now exists s]. Qed.

(** A maximal run that can begin with a, seen from the state after a. *)
Lemma maximal_run_first s a w : is_maximal_run s w -> In a (first w) ->
  exists t u, after s a = Some t /\ is_maximal_run t u /\ w ≃ a :: u /\ length w = Datatypes.S (length u).
Proof.
  intros Hw Ha. pose proof (first_to_front _ _ _ Ha) as Hfront.
  destruct (maximal_run_after s a (without_first a w)) as (t & Ht & Hmax).
  { now apply (maximal_run_equivalent s w). }
  exists t, (without_first a w). repeat split; trivial. now apply without_first_length, first_in.
Qed.

Lemma maximal_run_exists s : exists w, is_maximal_run s w.
Proof.
  remember (height s) as h eqn:Hh. revert s Hh.
  induction h as [h IH] using lt_wf_ind. intros s ->.
  destruct (deadlock_or_enabled s) as [Hdead | (a & t & Ht)].
  - exists []. now apply maximal_run_nil.
  - destruct (IH (height t) (height_after _ _ _ Ht) t eq_refl) as (w & Hw).
    exists (a :: w). now apply maximal_run_cons with t.
Qed.

End Runs.

Arguments after_word {S} _ _.
Arguments is_run {S} _ _.
Arguments is_enabled {S} _ _.
Arguments is_deadlock {S} _.
Arguments is_maximal_run {S} _ _.
Arguments enabled {S} _.
