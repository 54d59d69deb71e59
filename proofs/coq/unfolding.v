(** The includes-first-set test, asked again after each first step, until the questions run out.

    Ours, after [HLPW] Definition 14.  Python: unfolding.py.

    IFS(s, B) holds iff B is all that is enabled at s, or for some a ∈ B IFS holds after a of what is enabled there and
    in B ∪ D(a).  It is enough to try the actions of B in one covering source set.  Proved here:

      - [includes_first_set_unfolds], [includes_first_set_unfolds_within]: these two statements;
      - [unfolded_is_approximation]: the oracle that asks so, with any budget of questions to a test that answers
        yes whenever IFS holds, answers yes whenever IFS holds. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems source_sets sleep_sets saturation.

Section Unfolding.
Variable S : system.
Implicit Types (a b c : S) (s t : state S) (B : list S) (w u : word S) (chosen : S -> Prop).

(** What of B ∪ D(a) is enabled at t. *)
Definition unfolded_actions t B a : list S :=
  filter (fun c => mem action_dec c B || negb (independent a c)) (enabled t).

Lemma in_unfolded_actions t B a c :
  In c (unfolded_actions t B a) <-> is_enabled t c /\ (In c B \/ independent a c = false).
Proof.
  unfold unfolded_actions. rewrite filter_In, in_enabled, orb_true_iff, mem_true, negb_true_iff. reflexivity.
Qed.

Lemma first_step_includes s B a t : In a B -> after s a = Some t ->
  includes_first_set t (unfolded_actions t B a) -> includes_first_set s B.
Proof.
  intros Ha Ht (u & Hmax & Hfirst). exists (a :: u). split; [now apply maximal_run_cons with t |].
  intros c Hc. apply in_first_cons in Hc as [-> | [Hac Hc]]; [trivial |].
  apply Hfirst, in_unfolded_actions in Hc as [_ [Hc | Hc]]; [trivial | congruence].
Qed.

Lemma all_enabled_includes s B : incl (enabled s) B -> includes_first_set s B.
Proof.
  intros HB. destruct (maximal_run_exists S s) as (w & Hmax). exists w. split; [trivial |].
  intros a Ha. apply HB, in_enabled, (first_is_enabled S s a w Ha).
  destruct Hmax as (t & Ht & _). now exists t.
Qed.

(** It is enough to try the actions of a covering source set. *)
Theorem includes_first_set_unfolds_within s B chosen : is_covering s chosen ->
  includes_first_set s B -> incl (enabled s) B \/
  exists a t, chosen a /\ In a B /\ after s a = Some t /\ includes_first_set t (unfolded_actions t B a).
Proof.
  intros Hcovering (w & Hmax & Hfirst). destruct w as [| x w].
  - left. intros a Ha. apply maximal_run_nil in Hmax. apply in_enabled in Ha.
    now apply (deadlock_enables_nothing S s a) in Hmax.
  - right. destruct (Hcovering (x :: w) Hmax) as (a & Ha & Hchosen); [discriminate |].
    destruct (maximal_run_first S s a (x :: w) Hmax Ha) as (t & u & Ht & Hu & Heq & _).
    exists a, t. repeat split; auto. exists u. split; [trivial |]. intros c Hc. apply in_unfolded_actions. split.
    + apply (first_is_enabled S t c u Hc). destruct Hu as (d & Hd & _). now exists d.
    + destruct (independent a c) eqn:Hac; [left | now right].
      apply Hfirst, (first_equivalent S c (a :: u)); [now apply equivalent_sym |]. apply in_first_cons. now right.
Qed.

Theorem includes_first_set_unfolds s B : includes_first_set s B <-> incl (enabled s) B \/
  exists a t, In a B /\ after s a = Some t /\ includes_first_set t (unfolded_actions t B a).
Proof.
  split.
  - intros H. destruct (includes_first_set_unfolds_within s B _ (enabled_is_covering S s) H)
      as [Hall | (a & t & _ & Ha & Ht & Hinc)]; [now left | right]. now exists a, t.
  - intros [Hall | (a & t & Ha & Ht & Hinc)]; [now apply all_enabled_includes |].
    now apply first_step_includes with a t.
Qed.

Section Oracle.

Variable test : state S -> list S -> bool.
Hypothesis test_approximates : is_approximation test.

(** The actions of B in a covering source set. *)
Variable first_steps : state S -> list S -> list S.
Hypothesis first_steps_cover : forall s B, exists chosen : S -> Prop,
  is_covering s chosen /\ forall a, chosen a -> In a B -> In a (first_steps s B).

Variable budget : nat.

Definition after_steps s B : list (state S * list S) :=
  flat_map (fun a => match after s a with Some t => [(t, unfolded_actions t B a)] | None => [] end)
           (first_steps s B).

(** The pairs that wait are asked for in turn; no more rounds than [fuel], then the answer is yes. *)
Fixpoint unfold_waiting (fuel asked : nat) (waiting : list (state S * list S)) : bool :=
  match fuel, waiting with
  | 0, _ => true
  | _, [] => false
  | Datatypes.S fuel, (s, B) :: rest =>
      if forallb (fun a => mem action_dec a B) (enabled s) then true
      else match B with
      | [] => unfold_waiting fuel asked rest
      | _ => if negb (test s B) then unfold_waiting fuel (Datatypes.S asked) rest
             else if budget <=? Datatypes.S asked then true
             else unfold_waiting fuel (Datatypes.S asked) (after_steps s B ++ rest)
      end
  end.

Definition unfolded_test (fuel : nat) s B : bool := unfold_waiting fuel 0 [(s, B)].

Lemma no_means_no fuel asked waiting : unfold_waiting fuel asked waiting = false ->
  forall s B, In (s, B) waiting -> ~ includes_first_set s B.
Proof.
  revert asked waiting. induction fuel as [| fuel IH]; intros asked waiting Hno s B Hin; [discriminate |].
  destruct waiting as [| [s0 B0] rest]; [easy |]. cbn [unfold_waiting] in Hno.
  destruct (forallb (fun a => mem action_dec a B0) (enabled s0)) eqn:Hall; [discriminate |].
  assert (Hsome : ~ incl (enabled s0) B0).
  { intros Hincl. apply not_true_iff_false in Hall. apply Hall, forallb_forall.
    intros a Ha. apply mem_true. auto. }
  destruct B0 as [| b0 B0].
  - destruct Hin as [[= <- <-] | Hin]; [| now apply (IH asked rest)].
    intros Hinc. apply includes_first_set_unfolds in Hinc as [| (a & t & [] & _)]. contradiction.
  - destruct (negb (test s0 (b0 :: B0))) eqn:Htest.
    + destruct Hin as [[= <- <-] | Hin]; [| now apply (IH (Datatypes.S asked) rest)].
      intros Hinc. rewrite test_approximates in Htest by trivial. discriminate.
    + destruct (budget <=? Datatypes.S asked); [discriminate |].
      pose proof (IH _ _ Hno) as Hothers.
      destruct Hin as [[= <- <-] | Hin]; [| apply Hothers, in_or_app; now right].
      intros Hinc. destruct (first_steps_cover s0 (b0 :: B0)) as (chosen & Hcovering & Hsteps).
      destruct (includes_first_set_unfolds_within s0 _ chosen Hcovering Hinc)
        as [| (a & t & Ha & HaB & Ht & Hafter)]; [contradiction |].
      apply (Hothers t (unfolded_actions t (b0 :: B0) a)); [| trivial].
      apply in_or_app. left. apply in_flat_map. exists a. split; [now apply Hsteps |].
      rewrite Ht. now left.
Qed.

Theorem unfolded_is_approximation fuel : is_approximation (unfolded_test fuel).
Proof.
  intros s B Hinc. destruct (unfolded_test fuel s B) eqn:Hno; [trivial | exfalso].
  apply (no_means_no fuel 0 [(s, B)] Hno s B); [now left | trivial].
Qed.

End Oracle.

End Unfolding.
