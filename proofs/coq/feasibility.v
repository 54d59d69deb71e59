(** Stimulation and disabling: feasible words, and systems that agree with the two relations.

    [KR] Definitions 1, 2, 4, 5 and 7, Propositions 3, 6 and 8.  Python: feasibility.py, traces.py.

    As printed, v·a·b·w ≃ v·b·a·w if a does not influence b, whatever b does to a ([rearranged]).  Here
    also b must not influence a ([equivalent]), as in the Python code.  Proved, for every system that is dependency
    consistent and complete:

      - [rearranged_runs_are_equivalent]: from a run, the printed ≃ leads to runs only, and it is the symmetric one;
        so Proposition 3 (1) and (2) hold for runs;
      - [weak_prefix_of_run_is_run]: Proposition 6, for the symmetric relation;
      - [deadlocks_are_kept]: Proposition 8.

    Proposition 3 (3) holds for all words ([common_prefix_cancels]).  Refuted, as printed, over all feasible
    words: Proposition 3 (1) ([proposition_3_1_refuted]): a feasible word rearranged need not be feasible. *)

Require Import List Bool Arith Lia.
Import ListNotations.

Record relations := Relations {
  act :> Type;
  act_dec : forall a b : act, {a = b} + {a <> b};
  stimulates : act -> act -> bool;
  disables : act -> act -> bool }.

Arguments act_dec {_} _ _.
Arguments stimulates {_} _ _.
Arguments disables {_} _ _.

Section Words.
Variable A : relations.
Implicit Types (a b c : A) (u v w x : list A).

(** a ⇝ b, and v ⇝ w. *)
Definition influences a b : bool := stimulates a b || disables b a.
Definition influence v w : bool := existsb (fun a => existsb (influences a) w) v.

(** Definition 1. *)
Definition reenabled w := forall u a v b x, w = u ++ a :: v ++ b :: x -> disables a b = true ->
  exists c, In c v /\ stimulates a c = true /\ stimulates c b = true.
Definition mutual w := forall u v1 v2 x, w = u ++ v1 ++ v2 ++ x ->
  influence v1 v2 = false -> influence v2 v1 = false.
Definition feasible w := reenabled w /\ mutual w.

(** Definition 2 as printed. *)
Inductive rearranged : list A -> list A -> Prop :=
| rearranged_refl w : rearranged w w
| rearranged_swap u a b v : influences a b = false -> rearranged (u ++ a :: b :: v) (u ++ b :: a :: v)
| rearranged_trans u v w : rearranged u v -> rearranged v w -> rearranged u w.

(** The symmetric relation. *)
Definition unrelated a b : bool := negb (influences a b) && negb (influences b a).

Inductive equivalent : list A -> list A -> Prop :=
| equivalent_refl w : equivalent w w
| equivalent_swap u a b v : unrelated a b = true -> equivalent (u ++ a :: b :: v) (u ++ b :: a :: v)
| equivalent_trans u v w : equivalent u v -> equivalent v w -> equivalent u w.

Definition weak_prefix v w := exists u, equivalent (v ++ u) w.

Lemma equivalent_sym v w : equivalent v w -> equivalent w v.
Proof.
  induction 1 as [w | u a b v Hab | u v w _ IHuv _ IHvw].
  - apply equivalent_refl.
  - apply equivalent_swap. unfold unrelated in *. now rewrite andb_comm.
  - exact (equivalent_trans _ _ _ IHvw IHuv).
Qed.

(** Proposition 3 (3): whatever stands first in two words that are ≃, as printed, can be taken away. *)

Fixpoint without a w : list A :=
  match w with [] => [] | b :: v => if act_dec b a then v else b :: without a v end.

Lemma without_app a u v : without a (u ++ v) = if in_dec act_dec a u then without a u ++ v else u ++ without a v.
Proof.
  induction u as [| b u IH]; cbn [without app]; [reflexivity |].
  destruct (act_dec b a) as [-> | Hne].
  - destruct (in_dec act_dec a (a :: u)) as [_ | Hn]; [reflexivity | destruct Hn; now left].
  - rewrite IH. destruct (in_dec act_dec a u) as [Hi | Hi], (in_dec act_dec a (b :: u)) as [Hj | Hj]; cbn.
    + reflexivity.
    + destruct Hj. now right.
    + destruct Hj as [-> | Hj]; [now destruct Hne | now destruct Hi].
    + reflexivity.
Qed.

Lemma rearranged_without a v w : rearranged v w -> rearranged (without a v) (without a w).
Proof.
  induction 1 as [w | u b c v Hbc | u v w _ IHuv _ IHvw].
  - apply rearranged_refl.
  - rewrite !without_app. destruct (in_dec act_dec a u).
    + now apply rearranged_swap.
    + cbn. destruct (act_dec b a) as [-> | Hb], (act_dec c a) as [-> | Hc].
      * apply rearranged_refl.
      * apply rearranged_refl.
      * apply rearranged_refl.
      * now apply rearranged_swap.
  - exact (rearranged_trans _ _ _ IHuv IHvw).
Qed.

Lemma rearranged_app v w1 w2 : rearranged w1 w2 -> rearranged (v ++ w1) (v ++ w2).
Proof.
  induction 1 as [w | u a b x Hab | u x w _ IHuv _ IHvw].
  - apply rearranged_refl.
  - rewrite !app_assoc. now apply rearranged_swap.
  - exact (rearranged_trans _ _ _ IHuv IHvw).
Qed.

Theorem common_prefix_cancels v w1 w2 : rearranged (v ++ w1) (v ++ w2) <-> rearranged w1 w2.
Proof.
  split; [| apply rearranged_app].
  induction v as [| a v IH]; cbn [app]; [trivial |]. intros H. apply IH.
  apply (rearranged_without a) in H. cbn in H. destruct (act_dec a a); [trivial | now destruct n].
Qed.

(** * Systems *)

Section Systems.
Variable state : Type.
Variable after : state -> A -> option state.
Implicit Types (q : state).

Fixpoint after_word q w : option state :=
  match w with [] => Some q | a :: v => match after q a with Some r => after_word r v | None => None end end.

Definition takes q w := after_word q w <> None.

Definition enables q a := after q a <> None.

(** Definition 5, and for (5) and (6) together: the swapped run leads to the same state (Definition 4). *)
Definition consistent := forall q a b, enables q a ->
  (stimulates a b = true -> ~ enables q b) /\ (disables a b = true -> ~ takes q [a; b]).
Definition complete := forall q a b, enables q a ->
  (takes q [a; b] -> stimulates a b = false -> enables q b) /\
  (enables q b -> disables a b = false -> takes q [a; b]).
Definition deterministic := forall q a b r r',
  after_word q [a; b] = Some r -> after_word q [b; a] = Some r' -> unrelated a b = true -> r = r'.

Lemma after_word_app q v w : after_word q (v ++ w) =
  match after_word q v with Some r => after_word r w | None => None end.
Proof.
  revert q. induction v as [| a v IH]; intros q; cbn; [reflexivity |]. now destruct (after q a).
Qed.

Lemma takes_two q a b : takes q [a; b] -> enables q a.
Proof. unfold takes, enables. cbn. now destruct (after q a). Qed.

Hypothesis Hconsistent : consistent.
Hypothesis Hcomplete : complete.

(** In a run, the printed swap is the symmetric one. *)
Lemma swap_in_run q a b : takes q [a; b] -> influences a b = false -> unrelated a b = true.
Proof.
  intros Hab Hn. unfold unrelated. rewrite Hn. cbn. unfold influences in Hn |- *.
  apply orb_false_iff in Hn as [Hs Hd]. pose proof (takes_two _ _ _ Hab) as Ha.
  pose proof (proj1 (Hcomplete q a b Ha) Hab Hs) as Hb.
  destruct (stimulates b a) eqn:Hba; [now destruct (proj1 (Hconsistent q b a Hb) Hba Ha) |].
  destruct (disables a b) eqn:Hab'; [now destruct (proj2 (Hconsistent q a b Ha) Hab' Hab) | reflexivity].
Qed.

Lemma swapped_is_run q a b : takes q [a; b] -> unrelated a b = true -> takes q [b; a].
Proof.
  intros Hab Hu. unfold unrelated, influences in Hu. rewrite andb_true_iff, !negb_true_iff, !orb_false_iff in Hu.
  destruct Hu as [[Hs1 Hd1] [Hs2 Hd2]]. pose proof (takes_two _ _ _ Hab) as Ha.
  apply Hcomplete; trivial. now apply (Hcomplete q a b).
Qed.

Hypothesis Hdeterministic : deterministic.

Lemma swap_same_state q a b r : after_word q [a; b] = Some r -> unrelated a b = true -> after_word q [b; a] = Some r.
Proof.
  intros Hab Hu. assert (Ht : takes q [b; a]) by (apply swapped_is_run; [unfold takes; now rewrite Hab | trivial]).
  unfold takes in Ht. destruct (after_word q [b; a]) as [r' |] eqn:Hba; [| now destruct Ht].
  f_equal. symmetry. exact (Hdeterministic q a b r r' Hab Hba Hu).
Qed.

Lemma equivalent_runs q v w r : equivalent v w -> after_word q v = Some r -> after_word q w = Some r.
Proof.
  induction 1 as [w | u a b v Hab | u v w _ IHuv _ IHvw]; auto.
  rewrite !after_word_app. destruct (after_word q u) as [p |]; [| easy].
  change (a :: b :: v) with ([a; b] ++ v). change (b :: a :: v) with ([b; a] ++ v). rewrite !after_word_app.
  destruct (after_word p [a; b]) as [p' |] eqn:Hp; [| easy]. now rewrite (swap_same_state p a b p' Hp Hab).
Qed.

(** Proposition 3 (1) and (2), for runs. *)
Theorem rearranged_runs_are_equivalent q v w r :
  rearranged v w -> after_word q v = Some r -> equivalent v w /\ after_word q w = Some r /\ rearranged w v.
Proof.
  intros H. revert r. induction H as [w | u a b v Hab | u v w _ IHuv _ IHvw]; intros r Hr.
  - repeat split; [apply equivalent_refl | trivial | apply rearranged_refl].
  - assert (Hu : unrelated a b = true).
    { rewrite after_word_app in Hr. destruct (after_word q u) as [p |] eqn:Hp; [| easy].
      apply (swap_in_run p); trivial. change (a :: b :: v) with ([a; b] ++ v) in Hr.
      rewrite after_word_app in Hr. unfold takes. now destruct (after_word p [a; b]). }
    assert (He : equivalent (u ++ a :: b :: v) (u ++ b :: a :: v)) by now apply equivalent_swap.
    repeat split; [trivial | now apply (equivalent_runs q _ _ r He) |].
    apply rearranged_swap. unfold unrelated in Hu. apply andb_true_iff in Hu as [_ Hu]. now apply negb_true_iff.
  - destruct (IHuv r Hr) as (H1 & H2 & H3), (IHvw r) as (H4 & H5 & H6); trivial.
    repeat split; [now apply equivalent_trans with v | trivial | now apply rearranged_trans with v].
Qed.

(** Proposition 6. *)
Theorem weak_prefix_of_run_is_run q v w : takes q w -> weak_prefix v w -> takes q v.
Proof.
  intros Hw [u Hu]. unfold takes in *. destruct (after_word q w) as [r |] eqn:Hr; [| now destruct Hw].
  pose proof (equivalent_runs q w (v ++ u) r (equivalent_sym _ _ Hu) Hr) as H.
  rewrite after_word_app in H. now destruct (after_word q v).
Qed.

(** Definition 7, for a reduction that is given by its states and has all steps between them. *)
Inductive reduced_run (kept : state -> Prop) : state -> list A -> state -> Prop :=
| reduced_nil q : kept q -> reduced_run kept q [] q
| reduced_cons q a r w s : kept q -> after q a = Some r -> reduced_run kept r w s -> reduced_run kept q (a :: w) s.

Definition reduces (kept : state -> Prop) initial := forall w, takes initial w ->
  exists v r, weak_prefix w v /\ reduced_run kept initial v r.

Lemma reduced_run_is_run kept q w r : reduced_run kept q w r -> after_word q w = Some r /\ kept r.
Proof. induction 1 as [q Hq | q a r w s Hq Ha _ [IH Hs]]; [now split |]. cbn. now rewrite Ha. Qed.

(** Proposition 8. *)
Theorem deadlocks_are_kept kept initial w d : reduces kept initial ->
  after_word initial w = Some d -> (forall a, after d a = None) -> kept d.
Proof.
  intros Hred Hw Hdead. destruct (Hred w) as (v & r & [u Hu] & Hv); [unfold takes; now rewrite Hw |].
  apply reduced_run_is_run in Hv as [Hv Hr].
  pose proof (equivalent_runs initial v (w ++ u) r (equivalent_sym _ _ Hu) Hv) as H.
  rewrite after_word_app, Hw in H. destruct u as [| a u].
  - now injection H as ->.
  - cbn in H. now rewrite Hdead in H.
Qed.

End Systems.

(** * Deciding feasibility *)

Fixpoint splits w : list (list A * list A) :=
  match w with
  | [] => [([], [])]
  | a :: v => ([], a :: v) :: map (fun p => (a :: fst p, snd p)) (splits v)
  end.

Lemma in_splits w u v : In (u, v) (splits w) <-> w = u ++ v.
Proof.
  revert u v. induction w as [| a w IH]; intros u v; cbn.
  - split; [intros [[= <- <-] | []]; trivial |]. intros H. left. symmetry in H. apply app_eq_nil in H as [-> ->].
    trivial.
  - rewrite in_map_iff. split.
    + intros [[= <- <-] | [[u' v'] [[= <- <-] H]]]; trivial. apply IH in H as ->. trivial.
    + destruct u as [| b u]; cbn; intros H; [left; now rewrite H | right].
      injection H as -> ->. exists (u, v). split; [trivial | now apply IH].
Qed.

Definition is_reenabled w : bool :=
  forallb (fun '(_, r) => match r with [] => true | a :: r => forallb (fun '(v, r) => match r with
    | [] => true
    | b :: _ => negb (disables a b) || existsb (fun c => stimulates a c && stimulates c b) v end) (splits r) end)
  (splits w).

Definition is_mutual w : bool :=
  forallb (fun '(_, r) => forallb (fun '(v1, r) => forallb (fun '(v2, _) =>
    influence v1 v2 || negb (influence v2 v1)) (splits r)) (splits r)) (splits w).

Lemma is_reenabled_sound w : is_reenabled w = true -> reenabled w.
Proof.
  unfold is_reenabled. rewrite forallb_forall. intros H u a v b x Hw Hd.
  apply in_splits, H in Hw. rewrite forallb_forall in Hw. specialize (Hw (v, b :: x)).
  rewrite in_splits in Hw. specialize (Hw eq_refl). cbn in Hw. rewrite Hd in Hw. cbn in Hw.
  apply existsb_exists in Hw as (c & Hc & Hac). apply andb_true_iff in Hac. now exists c.
Qed.

Lemma is_mutual_spec w : is_mutual w = true <-> mutual w.
Proof.
  unfold is_mutual. rewrite forallb_forall. split.
  - intros H u v1 v2 x Hw Hn. apply in_splits, H in Hw. rewrite forallb_forall in Hw.
    specialize (Hw (v1, v2 ++ x)). rewrite in_splits, forallb_forall in Hw.
    specialize (Hw eq_refl (v2, x)). rewrite in_splits, Hn in Hw. cbn in Hw. now apply negb_true_iff, Hw.
  - intros H [u r] Hr. apply in_splits in Hr. apply forallb_forall. intros [v1 r1] Hr1. apply in_splits in Hr1.
    apply forallb_forall. intros [v2 x] Hx. apply in_splits in Hx. subst.
    destruct (influence v1 v2) eqn:Hi; [trivial |]. cbn. now rewrite (H u v1 v2 x eq_refl Hi).
Qed.

End Words.

Arguments influences {_} _ _.
Arguments influence {_} _ _.
Arguments rearranged {_} _ _.
Arguments equivalent {_} _ _.
Arguments weak_prefix {_} _ _.
Arguments feasible {_} _.

(** * Proposition 3 (1) as printed *)

(** x ▷ b, a ▷ y, y ▷ x, and every action disables itself. *)
Definition four : relations := Relations nat Nat.eq_dec
  (fun m n => match m, n with 0, 2 | 1, 3 | 3, 0 => true | _, _ => false end)
  Nat.eqb.

(** x·a·b·y is feasible, a does not influence b, and x·b·a·y is not feasible: nothing of x·b influences
    anything of a·y, yet y stimulates x. *)
Theorem proposition_3_1_refuted : exists (A : relations) (v w : list A),
  (forall a b : A, stimulates a b = true -> a <> b) /\ (forall a : A, disables a a = true) /\
  feasible v /\ rearranged v w /\ ~ feasible w.
Proof.
  exists four, [0; 1; 2; 3], [0; 2; 1; 3]. repeat split.
  - intros a b H ->. destruct b as [| [| [| [|]]]]; discriminate H.
  - intros a. apply Nat.eqb_refl.
  - apply is_reenabled_sound. vm_compute. reflexivity.
  - apply is_mutual_spec. vm_compute. reflexivity.
  - now apply (rearranged_swap four [0] 1 2 [3]).
  - intros [_ H]. apply is_mutual_spec in H. vm_compute in H. discriminate H.
Qed.
