(** Persistent sets are covering source sets.

    [HLPW] condition (A2) and Lemma 12; [EP] conditions C0 and C1.  Python: persistent_sets.py.

    Proved here:

      - [persistent_is_covering]: Lemma 12, for sets with C0 and C1;
      - [persistent_sets_suffice]: with Proposition 7, exploring persistent sets loses no trace;
      - [a2_alone_is_not_enough]: with (A2), which is C1, alone the Lemma fails: ∅ satisfies it everywhere. *)

Require Import List Bool.
Import ListNotations.
From Mazurka Require Import traces systems source_sets.

Section PersistentSets.
Variable S : system.
Implicit Types (a b : S) (s t : state S) (w : word S) (chosen : S -> Prop).

(** The runs from s without the chosen actions on which none of these depends: (A2), or C1. *)
Definition satisfies_a2 s chosen := forall w, is_run s w -> (forall b, In b w -> ~ chosen b) ->
  forall a b, chosen a -> In b w -> independent a b = true.

Definition satisfies_c0 s chosen :=
  (forall a, chosen a -> is_enabled s a) /\ (is_deadlock s \/ exists a, chosen a).

Definition is_persistent s chosen := satisfies_c0 s chosen /\ satisfies_a2 s chosen.

Lemma earliest_chosen chosen w : (forall a, {chosen a} + {~ chosen a}) ->
  (forall b, In b w -> ~ chosen b) \/
  exists u a v, w = u ++ a :: v /\ chosen a /\ forall b, In b u -> ~ chosen b.
Proof.
  intros dec. induction w as [| a w [IH | (u & b & v & -> & Hb & Hu)]].
  - left. intros b [].
  - destruct (dec a) as [Ha | Ha].
    + right. exists [], a, w. repeat split; trivial. intros b [].
    + left. intros b [<- | Hb]; auto.
  - destruct (dec a) as [Ha | Ha].
    + right. exists [], a, (u ++ b :: v). repeat split; trivial. intros c [].
    + right. exists (a :: u), b, v. repeat split; trivial. intros c [<- | Hc]; auto.
Qed.

(** Lemma 12. *)
Theorem persistent_is_covering s chosen : (forall a, {chosen a} + {~ chosen a}) ->
  is_persistent s chosen -> is_covering s chosen.
Proof.
  intros dec [[Henabled Hc0] Ha2] w Hmax Hw.
  destruct (earliest_chosen chosen w dec) as [Hnone | (u & a & v & -> & Ha & Hu)].
  - exfalso. destruct Hc0 as [Hdead | (a & Ha)].
    + destruct Hmax as (t & Ht & _). destruct w as [| b w]; [easy |].
      apply after_word_cons in Ht as (t' & Ht' & _). rewrite Hdead in Ht'. discriminate.
    + destruct (maximal_run_depends S s a w Hmax (Henabled a Ha)) as (b & Hb & Hab).
      rewrite (Ha2 w) in Hab; trivial; [discriminate |].
      destruct Hmax as (t & Ht & _). now exists t.
  - exists a. split; [| trivial]. apply in_first_split. exists u, v. split; [trivial |].
    intros b Hb. apply (Ha2 u); trivial.
    destruct Hmax as (t & Ht & _). apply after_word_app in Ht as (t' & Ht' & _). now exists t'.
Qed.

Corollary persistent_sets_suffice source :
  (forall s a, {source s a} + {~ source s a}) -> (forall s, is_persistent s (source s)) ->
  forall s w, is_maximal_run s w -> exists v t, reduced_run source s v t /\ v ≃ w /\ is_deadlock t.
Proof. intros dec H. apply proposition_7. intros s. apply persistent_is_covering; auto. Qed.

Theorem a2_alone_is_not_enough s : ~ is_deadlock s ->
  satisfies_a2 s (fun _ => False) /\ ~ is_covering s (fun _ => False).
Proof.
  intros Hs. split.
  - intros w _ _ a b [].
  - intros Hcover. destruct (maximal_run_exists S s) as (w & Hw).
    destruct (Hcover w Hw) as (a & _ & []). intros ->. now apply Hs, maximal_run_nil.
Qed.

End PersistentSets.

Arguments is_persistent {S} _ _.
