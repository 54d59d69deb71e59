(** Traces: words up to the order of independent actions.

    [HLPW] Definition 10 and section 5; [KR] section 3.1.  Python: traces.py.

    v ≃ w when one becomes the other by swapping neighbouring independent actions.  [first w] are the actions
    with which some word equivalent to w begins; it is computed from the front of w.  Proved here:

      - [in_first_iff]: the computed set is the one of the definition;
      - [in_first_split]: an action is in it iff it is independent of everything before one of its occurrences;
      - [equivalent_without_first]: taking away the first occurrence of an action respects ≃, and so does
        taking away a common first letter ([equivalent_cancel]): the third condition on a por-equivalence;
      - [equivalent_iff_projections]: v ≃ w iff they agree on each two dependent actions. *)

Require Import List Bool Arith Lia.
Require Import Permutation.
Import ListNotations.

(** Actions with a symmetric and irreflexive independence. *)
Record alphabet := Alphabet {
  action :> Type;
  action_dec : forall a b : action, {a = b} + {a <> b};
  independent : action -> action -> bool;
  independent_sym : forall a b, independent a b = true -> independent b a = true;
  independent_irrefl : forall a, independent a a = false }.

Arguments action_dec {_} _ _.
Arguments independent {_} _ _.
Arguments independent_sym {_} _ _ _.
Arguments independent_irrefl {_} _.

Definition word (A : alphabet) := list A.

Section Traces.
Variable A : alphabet.
Implicit Types (a b c : A) (u v w : word A).

Inductive equivalent : word A -> word A -> Prop :=
| equivalent_refl w : equivalent w w
| equivalent_swap u a b v :
    independent a b = true -> equivalent (u ++ a :: b :: v) (u ++ b :: a :: v)
| equivalent_trans u v w : equivalent u v -> equivalent v w -> equivalent u w.

Local Notation "v ≃ w" := (equivalent v w) (at level 70).

(** a is independent of every letter of u. *)
Definition independent_of a u := forall b, In b u -> independent a b = true.

(** The actions that can come first. *)
Fixpoint first w : list A :=
  match w with
  | [] => []
  | a :: v => a :: filter (independent a) (first v)
  end.

(** w without the first occurrence of a. *)
Fixpoint without_first a w : word A :=
  match w with
  | [] => []
  | b :: v => if action_dec b a then v else b :: without_first a v
  end.

(** Independence. *)

Lemma independent_distinct a b : independent a b = true -> a <> b.
Proof. intros Hab ->. rewrite independent_irrefl in Hab. discriminate. Qed.

Lemma dependent_sym a b : independent a b = false -> independent b a = false.
Proof.
  intros Hab. destruct (independent b a) eqn:Hba; trivial.
  apply independent_sym in Hba. congruence.
Qed.

Lemma independent_of_nil a : independent_of a [].
Proof. intros b []. Qed.

Lemma independent_of_cons a b u :
  independent_of a (b :: u) <-> independent a b = true /\ independent_of a u.
Proof.
  split.
  - intros H. split; [apply H; now left | intros c Hc; apply H; now right].
  - intros [Hb Hu] c [<- | Hc]; auto.
Qed.

Lemma independent_of_app a u v :
  independent_of a (u ++ v) <-> independent_of a u /\ independent_of a v.
Proof.
  unfold independent_of. split.
  - intros H. split; intros b Hb; apply H, in_or_app; auto.
  - intros [Hu Hv] b Hb. apply in_app_or in Hb. destruct Hb; auto.
Qed.

Lemma independent_of_not_in a u : independent_of a u -> ~ In a u.
Proof. intros H Ha. apply H in Ha. rewrite independent_irrefl in Ha. discriminate. Qed.

Lemma independent_of_dec a u :
  {independent_of a u} + {exists b, In b u /\ independent a b = false}.
Proof.
  induction u as [| b u [IH | IH]].
  - left. apply independent_of_nil.
  - destruct (independent a b) eqn:Hab.
    + left. apply independent_of_cons. auto.
    + right. exists b. split; [now left | trivial].
  - right. destruct IH as (c & Hc & Hac). exists c. split; [now right | trivial].
Qed.

(** Equivalence is a congruence. *)

Lemma equivalent_sym v w : v ≃ w -> w ≃ v.
Proof.
  induction 1 as [w | u a b v Hab | u v w _ IHuv _ IHvw].
  - apply equivalent_refl.
  - apply equivalent_swap, independent_sym, Hab.
  - exact (equivalent_trans _ _ _ IHvw IHuv).
Qed.

Lemma equivalent_app_l u v w : v ≃ w -> u ++ v ≃ u ++ w.
Proof.
  induction 1 as [w | x a b y Hab | x y z _ IHxy _ IHyz].
  - apply equivalent_refl.
  - rewrite !app_assoc. now apply equivalent_swap.
  - exact (equivalent_trans _ _ _ IHxy IHyz).
Qed.

Lemma equivalent_cons a v w : v ≃ w -> a :: v ≃ a :: w.
Proof. exact (equivalent_app_l [a] v w). Qed.

Lemma equivalent_app_r u v w : v ≃ w -> v ++ u ≃ w ++ u.
Proof.
  induction 1 as [w | x a b y Hab | x y z _ IHxy _ IHyz].
  - apply equivalent_refl.
  - rewrite <- !app_assoc. cbn. now apply equivalent_swap.
  - exact (equivalent_trans _ _ _ IHxy IHyz).
Qed.

Lemma equivalent_permutation v w : v ≃ w -> Permutation v w.
Proof.
  induction 1 as [w | u a b v Hab | u v w _ IHuv _ IHvw].
  - apply Permutation_refl.
  - apply Permutation_app_head, perm_swap.
  - exact (perm_trans IHuv IHvw).
Qed.

(** The first condition on a por-equivalence. *)
Lemma equivalent_length v w : v ≃ w -> length v = length w.
Proof. intros H. apply Permutation_length, equivalent_permutation, H. Qed.

Lemma equivalent_in a v w : v ≃ w -> In a v -> In a w.
Proof. intros H. apply Permutation_in, equivalent_permutation, H. Qed.

Lemma equivalent_nil w : w ≃ [] -> w = [].
Proof. intros H. apply equivalent_length in H. now destruct w. Qed.

Lemma independent_of_equivalent a v w : v ≃ w -> independent_of a v -> independent_of a w.
Proof. intros Hvw Hv b Hb. apply Hv, (equivalent_in b w v); [now apply equivalent_sym | trivial]. Qed.

Lemma move_to_front a u v : independent_of a u -> u ++ a :: v ≃ a :: u ++ v.
Proof.
  induction u as [| b u IH]; intros Hu; cbn.
  - apply equivalent_refl.
  - apply independent_of_cons in Hu as [Hab Hu].
    apply equivalent_trans with (b :: a :: u ++ v).
    + now apply equivalent_cons, IH.
    + apply (equivalent_swap []). now apply independent_sym.
Qed.

(** First sets. *)

Lemma in_first_cons a b w :
  In a (first (b :: w)) <-> a = b \/ (independent b a = true /\ In a (first w)).
Proof. cbn. rewrite filter_In. intuition. Qed.

Lemma first_in a w : In a (first w) -> In a w.
Proof.
  induction w as [| b w IH]; [easy |].
  rewrite in_first_cons. intros [-> | [_ Ha]]; [now left | right; auto].
Qed.

Lemma in_first_app a u w :
  In a (first (u ++ w)) <-> In a (first u) \/ (independent_of a u /\ In a (first w)).
Proof.
  induction u as [| b u IH]; cbn [app].
  - pose proof (independent_of_nil a). cbn. tauto.
  - rewrite !in_first_cons, IH, independent_of_cons. split.
    + intros [-> | [Hba [Hu | [Hau Haw]]]]; auto. right. auto using independent_sym.
    + intros [[-> | [Hba Hu]] | [[Hab Hau] Haw]]; auto using independent_sym.
Qed.

Lemma in_first_split a w :
  In a (first w) <-> exists u v, w = u ++ a :: v /\ independent_of a u.
Proof.
  split.
  - induction w as [| b w IH]; [easy |].
    rewrite in_first_cons. intros [-> | [Hba Ha]].
    + exists [], w. split; [trivial | apply independent_of_nil].
    + destruct (IH Ha) as (u & v & -> & Hu). exists (b :: u), v. split; [trivial |].
      apply independent_of_cons. auto using independent_sym.
  - intros (u & v & -> & Hu). apply in_first_app. right. split; [trivial | now left].
Qed.

Lemma first_equivalent a v w : v ≃ w -> In a (first v) -> In a (first w).
Proof.
  induction 1 as [w | u b c v Hbc | u v w _ IHuv _ IHvw]; [trivial | | auto].
  rewrite !in_first_app, !in_first_cons.
  pose proof (independent_sym _ _ Hbc) as Hcb.
  intros [Hu | [Hu [-> | [Hba [-> | [Hca Hv]]]]]]; [now left | right; split; trivial ..]; auto 6.
Qed.

Lemma first_nonempty w : w <> [] -> exists a, In a (first w).
Proof. destruct w as [| a w]; [easy |]. exists a. now left. Qed.

(** Taking letters away. *)

Lemma without_first_here a w : without_first a (a :: w) = w.
Proof. cbn. now destruct (action_dec a a). Qed.

Lemma without_first_there a b w : b <> a -> without_first a (b :: w) = b :: without_first a w.
Proof. intros Hba. cbn. now destruct (action_dec b a). Qed.

Lemma equivalent_without_first a v w : v ≃ w -> without_first a v ≃ without_first a w.
Proof.
  induction 1 as [w | u b c v Hbc | u v w _ IHuv _ IHvw].
  - apply equivalent_refl.
  - pose proof (independent_distinct _ _ Hbc) as Hdistinct.
    induction u as [| d u IH]; cbn [app].
    + destruct (action_dec b a) as [-> | Hba]; [| destruct (action_dec c a) as [-> | Hca]].
      * rewrite without_first_here, without_first_there, without_first_here by congruence.
        apply equivalent_refl.
      * rewrite without_first_here, without_first_there, without_first_here by congruence.
        apply equivalent_refl.
      * rewrite !without_first_there by trivial. now apply (equivalent_swap []).
    + destruct (action_dec d a) as [-> | Hda].
      * rewrite !without_first_here. now apply equivalent_swap.
      * rewrite !without_first_there by trivial. now apply equivalent_cons.
  - exact (equivalent_trans _ _ _ IHuv IHvw).
Qed.

(** The third condition on a por-equivalence. *)
Lemma equivalent_cancel a v w : a :: v ≃ a :: w -> v ≃ w.
Proof.
  intros H. apply (equivalent_without_first a) in H. now rewrite !without_first_here in H.
Qed.

Lemma equivalent_cancel_app u v w : u ++ v ≃ u ++ w -> v ≃ w.
Proof. induction u as [| a u IH]; [trivial |]. intros H. apply IH, (equivalent_cancel a), H. Qed.

Lemma first_to_front a w : In a (first w) -> w ≃ a :: without_first a w.
Proof.
  intros Ha. apply in_first_split in Ha as (u & v & -> & Hu).
  pose proof (move_to_front a u v Hu) as Hfront.
  apply equivalent_trans with (1 := Hfront), equivalent_cons.
  apply (equivalent_without_first a) in Hfront. rewrite without_first_here in Hfront.
  now apply equivalent_sym.
Qed.

(** The definition of [HLPW]: a can come first iff some equivalent word begins with it. *)
Theorem in_first_iff a w : In a (first w) <-> exists v, w ≃ a :: v.
Proof.
  split.
  - intros Ha. exists (without_first a w). now apply first_to_front.
  - intros (v & Hv). apply (first_equivalent a (a :: v)); [now apply equivalent_sym | now left].
Qed.

Lemma without_first_length a w : In a w -> length w = S (length (without_first a w)).
Proof.
  induction w as [| b w IH]; [easy |]. intros Hin. cbn.
  destruct (action_dec b a) as [-> | Hba]; cbn; [trivial |].
  rewrite <- IH; [trivial |]. destruct Hin; [contradiction | trivial].
Qed.

(** Projections to pairs of dependent actions: are_equivalent. *)

Definition is_one_of a b c : bool :=
  if action_dec c a then true else if action_dec c b then true else false.

Definition projection a b w : word A := filter (is_one_of a b) w.

Definition agree v w := forall a b, independent a b = false -> projection a b v = projection a b w.

Lemma is_one_of_true a b c : is_one_of a b c = true <-> c = a \/ c = b.
Proof.
  unfold is_one_of. destruct (action_dec c a), (action_dec c b); intuition (congruence || auto).
Qed.

Lemma projection_in a b c w : In c (projection a b w) <-> In c w /\ (c = a \/ c = b).
Proof. unfold projection. rewrite filter_In, is_one_of_true. tauto. Qed.

Lemma equivalent_projections v w : v ≃ w -> agree v w.
Proof.
  induction 1 as [w | u c d v Hcd | u v w _ IHuv _ IHvw]; intros a b Hab.
  - trivial.
  - unfold projection. rewrite !filter_app. f_equal. cbn.
    destruct (is_one_of a b c) eqn:Hc, (is_one_of a b d) eqn:Hd; trivial. exfalso.
    apply is_one_of_true in Hc, Hd. pose proof (independent_distinct _ _ Hcd).
    pose proof (dependent_sym _ _ Hab). destruct Hc, Hd; congruence.
  - rewrite (IHuv a b Hab). auto.
Qed.

Lemma agree_sym v w : agree v w -> agree w v.
Proof. intros H a b Hab. symmetry. auto. Qed.

Lemma agree_in a v w : agree v w -> In a v -> In a w.
Proof.
  intros Hagree Ha. specialize (Hagree a a (independent_irrefl a)).
  apply (projection_in a a a). rewrite <- Hagree. apply projection_in. auto.
Qed.

Lemma split_at_first_occurrence a w : In a w -> exists u v, w = u ++ a :: v /\ ~ In a u.
Proof.
  induction w as [| b w IH]; [easy |]. intros Hin.
  destruct (action_dec b a) as [-> | Hba].
  - now exists [], w.
  - destruct Hin as [-> | Hin]; [contradiction |].
    destruct (IH Hin) as (u & v & -> & Hu). exists (b :: u), v. split; [trivial |].
    intros [-> | Ha]; contradiction.
Qed.

Lemma agree_head a v w : agree (a :: v) w -> In a (first w).
Proof.
  intros Hagree.
  assert (Hin : In a w) by (apply (agree_in a (a :: v)); [trivial | now left]).
  destruct (split_at_first_occurrence a w Hin) as (x & y & -> & Hx).
  apply in_first_split. exists x, y. split; [trivial |].
  intros b Hb. destruct (independent a b) eqn:Hab; trivial. exfalso.
  specialize (Hagree a b Hab). unfold projection in Hagree. rewrite filter_app in Hagree.
  cbn in Hagree. unfold is_one_of in Hagree at 1. destruct (action_dec a a) as [_ |]; [| easy].
  destruct (filter (is_one_of a b) x) as [| c z] eqn:Hz.
  - assert (Hnone : In b (filter (is_one_of a b) x)) by (apply filter_In; rewrite is_one_of_true; auto).
    rewrite Hz in Hnone. easy.
  - injection Hagree as <- _. apply Hx.
    assert (Ha : In a (filter (is_one_of a b) x)) by (rewrite Hz; now left).
    now apply filter_In in Ha.
Qed.

Theorem equivalent_iff_projections v w : v ≃ w <-> agree v w.
Proof.
  split; [apply equivalent_projections |].
  revert w. induction v as [| a v IH]; intros w Hagree.
  - destruct w as [| b w]; [apply equivalent_refl | exfalso].
    apply (agree_in b (b :: w) []); [now apply agree_sym | now left].
  - pose proof (agree_head _ _ _ Hagree) as Ha. pose proof (first_to_front _ _ Ha) as Hfront.
    apply equivalent_trans with (a :: without_first a w); [| now apply equivalent_sym].
    apply equivalent_cons, IH. intros b c Hbc.
    specialize (Hagree b c Hbc). rewrite (equivalent_projections _ _ Hfront b c Hbc) in Hagree.
    unfold projection in *. cbn in Hagree.
    destruct (is_one_of b c a); [now injection Hagree | trivial].
Qed.

End Traces.

Arguments equivalent {A} _ _.
Arguments equivalent_refl {A} _.
Arguments equivalent_sym {A} _ _ _.
Arguments equivalent_trans {A} _ _ _ _ _.
Arguments independent_of {A} _ _.
Arguments first {A} _.
Arguments without_first {A} _ _.
Notation "v ≃ w" := (equivalent v w) (at level 70).
