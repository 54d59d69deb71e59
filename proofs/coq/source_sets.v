(** Covering source sets: exploring only such sets loses no trace.

    [HLPW] Definition 6, Proposition 7.  Python: source_sets.py.

    A set covers at s when it meets first(w) for every maximal run w ≠ ε from s.  (As printed, w = ε counts,
    whose first set is empty: then nothing covers at a deadlock.)  Proved here:

      - [covering_source_sets_suffice]: Proposition 7, for an assignment that covers at the states explored;
      - [proposition_7]: as printed, for an assignment that covers everywhere. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems.

Section SourceSets.
Variable S : system.
Implicit Types (a b : S) (s t : state S) (w : word S) (chosen : S -> Prop).

(** Definition 6. *)
Definition is_covering s chosen :=
  forall w, is_maximal_run s w -> w <> [] -> exists a, In a (first w) /\ chosen a.

Lemma enabled_is_covering s : is_covering s (is_enabled s).
Proof.
  intros w (t & Ht & _) Hw. destruct (first_nonempty _ w Hw) as (a & Ha). exists a.
  split; [trivial |]. apply (first_is_enabled S s a w Ha). now exists t.
Qed.

Lemma larger_is_covering s (chosen more : S -> Prop) :
  (forall a, chosen a -> more a) -> is_covering s chosen -> is_covering s more.
Proof. intros H Hs w Hmax Hw. destruct (Hs w Hmax Hw) as (a & Ha & Hc). exists a. auto. Qed.

(** The runs of the reduced system: at each state only what is assigned to it. *)
Inductive reduced_run (source : state S -> S -> Prop) : state S -> word S -> state S -> Prop :=
| reduced_nil s : reduced_run source s [] s
| reduced_cons s a t w u :
    source s a -> after s a = Some t -> reduced_run source t w u -> reduced_run source s (a :: w) u.

Lemma reduced_run_is_run source s w t : reduced_run source s w t -> after_word s w = Some t.
Proof. induction 1; [trivial |]. apply after_word_cons. now exists t. Qed.

Lemma reduced_run_trans source s v t w u :
  reduced_run source s v t -> reduced_run source t w u -> reduced_run source s (v ++ w) u.
Proof. induction 1; intros Hw; cbn; [trivial |]. econstructor; eauto. Qed.

(** Proposition 7. *)
Theorem covering_source_sets_suffice source s :
  (forall v t, reduced_run source s v t -> is_covering t (source t)) ->
  forall w, is_maximal_run s w ->
  exists v t, reduced_run source s v t /\ v ≃ w /\ is_deadlock t.
Proof.
  intros Hcover w. remember (length w) as n eqn:Hn. revert s w Hcover Hn.
  induction n as [| n IH]; intros s w Hcover Hn Hmax.
  - destruct w; [| easy]. exists [], s. apply maximal_run_nil in Hmax.
    repeat split; [constructor | apply equivalent_refl | trivial].
  - assert (Hw : w <> []) by now destruct w.
    destruct (Hcover [] s (reduced_nil _ s) w Hmax Hw) as (a & Ha & Hsource).
    destruct (maximal_run_first S s a w Hmax Ha) as (t & u & Ht & Hu & Heq & Hlength).
    destruct (IH t u) as (v & d & Hv & Hvu & Hdead); [| lia | trivial |].
    + intros x y Hxy. apply (Hcover (a :: x)). now apply reduced_cons with t.
    + exists (a :: v), d. repeat split; trivial.
      * now apply reduced_cons with t.
      * apply equivalent_trans with (a :: u); [now apply equivalent_cons | now apply equivalent_sym].
Qed.

(** As printed: the assignment covers at every state. *)
Corollary proposition_7 source : (forall s, is_covering s (source s)) ->
  forall s w, is_maximal_run s w -> exists v t, reduced_run source s v t /\ v ≃ w /\ is_deadlock t.
Proof. intros Hcover s w. apply covering_source_sets_suffice. auto. Qed.

End SourceSets.

Arguments is_covering {S} _ _.
Arguments reduced_run {S} _ _ _ _.
