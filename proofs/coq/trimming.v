(** Covering choices made smaller: what may be left out because the rest covers already.

    Ours, after [HLPW] Definitions 6 and 14.  Python: trimming.py.

    Let C cover at (s, Z).  Then C ∖ {a} covers too where IFS(s, enabled ∖ Z ∖ (C ∖ {a})) fails, and so does it where
    a test fails that answers yes whenever IFS holds.  Proved here:

      - [trim_one_covers], [trimmed_covers]: what is left of C covers, in whatever order actions are left out;
      - [trimmed_choices_cover]: so a search may trim all its choices. *)

Require Import List Bool.
Import ListNotations.
From Mazurka Require Import traces systems source_sets sleep_sets.

Section Trimming.
Variable S : system.
Variable test : state S -> list S -> bool.
Hypothesis test_approximates : is_approximation test.
Implicit Types (a b : S) (s : state S) (Z chosen : list S) (w : word S).

Definition covers_at s Z chosen := forall w, is_maximal_run s w -> w <> [] -> avoids Z w ->
  exists a, In a (first w) /\ In a chosen.

Definition without a chosen : list S := remove action_dec a chosen.

(** One action is left out where the test fails for what is awake and not in the rest. *)
Definition trim_one s Z chosen a : list S :=
  if test s (outside (without a chosen) (outside Z (enabled s))) then chosen else without a chosen.

Definition trimmed s Z chosen (candidates : list S) : list S := fold_left (trim_one s Z) candidates chosen.

Lemma trim_one_covers s Z chosen a : covers_at s Z chosen -> covers_at s Z (trim_one s Z chosen a).
Proof.
  intros Hcovers. unfold trim_one.
  destruct (test s (outside (without a chosen) (outside Z (enabled s)))) eqn:Htest; [trivial |].
  intros w Hmax Hw Havoids. destruct (avoids_dec S (without a chosen) w) as [Hnone | H]; [exfalso | trivial].
  rewrite test_approximates in Htest; [discriminate |]. exists w. split; [trivial |].
  intros b Hb. apply in_outside. split; [| now apply Hnone].
  now apply (avoiding_run_includes S s Z w).
Qed.

Theorem trimmed_covers s Z chosen candidates : covers_at s Z chosen -> covers_at s Z (trimmed s Z chosen candidates).
Proof.
  revert chosen. induction candidates as [| a candidates IH]; intros chosen Hcovers; [trivial |].
  apply IH. now apply trim_one_covers.
Qed.

Corollary trimmed_choices_cover (r : rules S) (candidates : state S -> list S -> list S) : choices_cover r ->
  choices_cover (Rules S (fun s Z => trimmed s Z (choose r s Z) (candidates s Z)) (refuses r)).
Proof.
  intros Hr s Z w Hmax Hw Havoids. cbn.
  apply (trimmed_covers s Z (choose r s Z) (candidates s Z)); trivial. intros v. apply Hr.
Qed.

End Trimming.
