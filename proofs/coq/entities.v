(** Entity systems: actions that read, forbid, delete and create entities.

    [KR] Definitions 9 and 10, equations (7) and (8), Proposition 11.

    Entities are natural numbers, and a finite set of them is a number in binary: entity [e] is in [s] when
    bit [e] of [s] is set.  So equal sets are equal numbers, and everything can be computed.

    Proved here, for every entity system: it is dependency consistent and dependency complete (the four
    equations of Definition 5), and a step changes what [stimulates] and [disables] say it changes. *)

From Coq Require Import NArith Bool List Lia.
Import ListNotations.
Open Scope N_scope.

(** * Sets of entities *)

Definition Entities := N.

Definition union (s t : Entities) : Entities := N.lor s t.
Definition inter (s t : Entities) : Entities := N.land s t.
Definition minus (s t : Entities) : Entities := N.ldiff s t.
Definition contains (s : Entities) (e : N) : Prop := N.testbit s e = true.
Definition subset (s t : Entities) : bool := minus s t =? 0.
Definition disjoint (s t : Entities) : bool := inter s t =? 0.
Definition meets (s t : Entities) : bool := negb (disjoint s t).

Lemma zero_or_some : forall s : Entities, s = 0 \/ exists e, contains s e.
Proof.
  intros s. destruct (N.eq_dec s 0) as [-> | Hne]; [now left | right].
  exists (N.log2 s). now apply N.bit_log2.
Qed.

Lemma subset_spec : forall s t, subset s t = true <-> forall e, contains s e -> contains t e.
Proof.
  intros s t. unfold subset, minus, contains. rewrite N.eqb_eq. split.
  - intros H e He. assert (Hbit := N.ldiff_spec s t e). rewrite H, N.bits_0, He in Hbit.
    now destruct (N.testbit t e).
  - intros H. apply N.bits_inj_0. intros e. rewrite N.ldiff_spec.
    destruct (N.testbit s e) eqn:Hs; [now rewrite (H e Hs) | reflexivity].
Qed.

Lemma disjoint_spec : forall s t, disjoint s t = true <-> forall e, contains s e -> ~ contains t e.
Proof.
  intros s t. unfold disjoint, inter, contains. rewrite N.eqb_eq. split.
  - intros H e Hs Ht. assert (Hbit := N.land_spec s t e). now rewrite H, N.bits_0, Hs, Ht in Hbit.
  - intros H. apply N.bits_inj_0. intros e. rewrite N.land_spec.
    destruct (N.testbit s e) eqn:Hs; [| reflexivity].
    destruct (N.testbit t e) eqn:Ht; [now destruct (H e Hs) | reflexivity].
Qed.

Lemma meets_spec : forall s t, meets s t = true <-> exists e, contains s e /\ contains t e.
Proof.
  intros s t. unfold meets. rewrite negb_true_iff. split.
  - intros H. destruct (zero_or_some (inter s t)) as [H0 | [e He]].
    + unfold disjoint in H. now rewrite H0 in H.
    + exists e. unfold contains, inter in He. now rewrite N.land_spec, andb_true_iff in He.
  - intros [e [Hs Ht]]. destruct (disjoint s t) eqn:H; [| reflexivity].
    rewrite disjoint_spec in H. now destruct (H e).
Qed.

Lemma union_spec : forall s t e, contains (union s t) e <-> contains s e \/ contains t e.
Proof. intros s t e. unfold contains, union. now rewrite N.lor_spec, orb_true_iff. Qed.

Lemma minus_spec : forall s t e, contains (minus s t) e <-> contains s e /\ ~ contains t e.
Proof.
  intros s t e. unfold contains, minus. now rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, not_true_iff_false.
Qed.

Lemma contains_dec : forall s e, contains s e \/ ~ contains s e.
Proof. intros s e. unfold contains. destruct (N.testbit s e); [now left | now right]. Qed.

Lemma same_entities : forall s t, (forall e, contains s e <-> contains t e) -> s = t.
Proof. intros s t H. apply N.bits_inj. intros e. apply eq_true_iff_eq. exact (H e). Qed.

(** * Actions *)

(** Definition 9.  The four sets of an action are disjoint: see [well_formed]. *)
Record action := Action { reads : Entities; forbids : Entities; deletes : Entities; creates : Entities }.

Definition needed (a : action) : Entities := union (reads a) (deletes a).
Definition excluded (a : action) : Entities := union (forbids a) (creates a).

Definition well_formed (a : action) : bool :=
  disjoint (needed a) (excluded a) && disjoint (reads a) (deletes a) && disjoint (forbids a) (creates a).

(** Definition 10. *)
Definition enabled (q : Entities) (a : action) : bool := subset (needed a) q && disjoint (excluded a) q.
Definition after (q : Entities) (a : action) : Entities := union (minus q (deletes a)) (creates a).

(** Equation (7): [a ▷ b]. *)
Definition stimulates (a b : action) : bool :=
  meets (creates a) (needed b) || meets (deletes a) (excluded b).

(** Equation (8): [a ◀ b], a violates the precondition of b. *)
Definition disables (a b : action) : bool :=
  meets (deletes a) (needed b) || meets (creates a) (excluded b).

(** [a ⇝ b]: [a ▷ b] or [b ◀ a]. *)
Definition influences (a b : action) : bool := stimulates a b || disables b a.

Lemma enabled_spec : forall q a, enabled q a = true <->
  (forall e, contains (needed a) e -> contains q e) /\ (forall e, contains (excluded a) e -> ~ contains q e).
Proof. intros q a. unfold enabled. now rewrite andb_true_iff, subset_spec, disjoint_spec. Qed.

Lemma after_spec : forall q a e,
  contains (after q a) e <-> contains q e /\ ~ contains (deletes a) e \/ contains (creates a) e.
Proof. intros q a e. unfold after. now rewrite union_spec, minus_spec. Qed.

Lemma needed_spec : forall a e, contains (needed a) e <-> contains (reads a) e \/ contains (deletes a) e.
Proof. intros. apply union_spec. Qed.

Lemma excluded_spec : forall a e, contains (excluded a) e <-> contains (forbids a) e \/ contains (creates a) e.
Proof. intros. apply union_spec. Qed.

Lemma stimulates_spec : forall a b, stimulates a b = true <->
  exists e, contains (creates a) e /\ contains (needed b) e \/ contains (deletes a) e /\ contains (excluded b) e.
Proof. intros a b. unfold stimulates. rewrite orb_true_iff, !meets_spec. firstorder. Qed.

Lemma disables_spec : forall a b, disables a b = true <->
  exists e, contains (deletes a) e /\ contains (needed b) e \/ contains (creates a) e /\ contains (excluded b) e.
Proof. intros a b. unfold disables. rewrite orb_true_iff, !meets_spec. firstorder. Qed.

(** * Definition 5, at a state *)

(** (3): what [a] stimulates is not enabled where [a] is. *)
Theorem stimulated_is_not_enabled_before : forall q a b,
  enabled q a = true -> stimulates a b = true -> enabled q b = false.
Proof.
  intros q a b Ha Hab. apply not_true_iff_false. intros Hb.
  rewrite enabled_spec in Ha, Hb. destruct Ha as [Ha1 Ha2], Hb as [Hb1 Hb2].
  rewrite stimulates_spec in Hab. destruct Hab as [e [[H1 H2] | [H1 H2]]].
  - apply (Ha2 e); [apply excluded_spec; now right | now apply Hb1].
  - apply (Hb2 e H2). apply Ha1, needed_spec. now right.
Qed.

(** What an action changes, is changed: a deleted entity is gone, since no action creates what it deletes. *)
Lemma deleted_is_gone : forall q a e,
  well_formed a = true -> contains (deletes a) e -> ~ contains (after q a) e.
Proof.
  intros q a e Hw Hd. rewrite after_spec. intros [[_ H] | H]; [now apply H |].
  unfold well_formed in Hw. rewrite !andb_true_iff, disjoint_spec in Hw. destruct Hw as [[Hw _] _].
  apply (Hw e); [apply needed_spec; now right | apply excluded_spec; now right].
Qed.

(** (4): what [a] disables is not enabled after [a]. *)
Theorem disabled_is_not_enabled_after : forall q a b,
  well_formed a = true -> disables a b = true -> enabled (after q a) b = false.
Proof.
  intros q a b Hw Hab. apply not_true_iff_false. intros Hb.
  rewrite enabled_spec in Hb. destruct Hb as [Hb1 Hb2].
  rewrite disables_spec in Hab. destruct Hab as [e [[H1 H2] | [H1 H2]]].
  - now apply (deleted_is_gone q a e Hw H1), Hb1.
  - apply (Hb2 e H2). rewrite after_spec. now right.
Qed.

(** (5): what is enabled after [a] was so before, unless [a] stimulates it. *)
Theorem unstimulated_was_enabled_before : forall q a b,
  enabled q a = true -> enabled (after q a) b = true -> stimulates a b = false -> enabled q b = true.
Proof.
  intros q a b Ha Hb Hab. rewrite enabled_spec in Hb |- *. destruct Hb as [Hb1 Hb2].
  rewrite <- not_true_iff_false, stimulates_spec in Hab. split; intros e He.
  - destruct (proj1 (after_spec q a e) (Hb1 e He)) as [[Hq _] | Hc]; [exact Hq |].
    exfalso. apply Hab. exists e. now left.
  - intros Hq. apply (Hb2 e He). rewrite after_spec. left. split; [exact Hq |].
    intros Hd. apply Hab. exists e. now right.
Qed.

(** (6): what is enabled before [a] is so after it, unless [a] disables it. *)
Theorem undisabled_is_enabled_after : forall q a b,
  enabled q b = true -> disables a b = false -> enabled (after q a) b = true.
Proof.
  intros q a b Hb Hab. rewrite enabled_spec in Hb |- *. destruct Hb as [Hb1 Hb2].
  rewrite <- not_true_iff_false, disables_spec in Hab. split; intros e He.
  - rewrite after_spec. left. split; [now apply Hb1 |]. intros Hd. apply Hab. exists e. now left.
  - rewrite after_spec. intros [[Hq _] | Hc]; [now apply (Hb2 e He) |]. apply Hab. exists e. now right.
Qed.

(** Two actions one of which does not influence the other can be swapped: the state is the same. *)
Theorem same_state_after_swap : forall q a b,
  well_formed a = true -> well_formed b = true ->
  enabled q a = true -> enabled (after q a) b = true -> influences a b = false ->
  after (after q a) b = after (after q b) a.
Proof.
  intros q a b Hwa Hwb Ha Hb Hab. apply same_entities. intros e. rewrite !after_spec.
  unfold influences in Hab. rewrite orb_false_iff, <- !not_true_iff_false in Hab.
  rewrite stimulates_spec, disables_spec in Hab. destruct Hab as [Hs Hd].
  assert (H1 : ~ (contains (creates a) e /\ contains (deletes b) e)).
  { intros [H1 H2]. apply Hs. exists e. left. split; [exact H1 | apply needed_spec; now right]. }
  assert (H2 : ~ (contains (deletes a) e /\ contains (creates b) e)).
  { intros [H3 H4]. apply Hs. exists e. right. split; [exact H3 | apply excluded_spec; now right]. }
  destruct (contains_dec (deletes a) e), (contains_dec (deletes b) e); tauto.
Qed.
