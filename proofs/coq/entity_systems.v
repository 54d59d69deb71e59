(** Entity systems as transition systems: Proposition 11 of [KR] in full.

    [KR] Definitions 4, 5 and 10, Proposition 11.  Python: src/mazurka/systems/entity.py, feasibility.py.

    An entity system gives each of its actions four disjoint sets.  Proved here, for every one of them:

      - [entity_systems_are_consistent], [entity_systems_are_complete]: Definition 5 (3) to (6);
      - [entity_systems_are_deterministic]: equivalent words lead to the same state;
      - [runs_of_entity_systems_are_feasible]: Definition 1.  With it Proposition 11 is complete;
      - [entity_independence_is_valid]: what is needed of an independence, as the code computes it. *)

From Coq Require Import NArith Bool List Lia.
Import ListNotations.
From Mazurka Require Import entities feasibility.

Record entity_system := EntitySystem {
  name :> Type;
  name_dec : forall a b : name, {a = b} + {a <> b};
  sets : name -> action;
  sets_disjoint : forall a, well_formed (sets a) = true;
  start : Entities }.

Arguments sets {_} _.

Section EntitySystems.
Variable S : entity_system.

(** Disabling is what the sets say; it is not made reflexive: an action that changes nothing can be repeated. *)
Definition related : relations := Relations S (name_dec S)
  (fun a b => entities.stimulates (sets a) (sets b)) (fun a b => entities.disables (sets a) (sets b)).

Implicit Types (a b c : related) (v w : list related) (q r : Entities).

Definition after q a : option Entities :=
  if enabled q (sets a) then Some (entities.after q (sets a)) else None.

Notation run := (after_word related Entities after).

Lemma after_some q a r : after q a = Some r <-> enabled q (sets a) = true /\ r = entities.after q (sets a).
Proof.
  unfold after. destruct (enabled q (sets a)); split; try easy.
  - now intros [= <-].
  - now intros [_ ->].
Qed.

Lemma enables_iff q a : enables related Entities after q a <-> enabled q (sets a) = true.
Proof. unfold enables, after. destruct (enabled q (sets a)); split; easy. Qed.

Lemma takes_two_iff q a b : takes related Entities after q [a; b] <->
  enabled q (sets a) = true /\ enabled (entities.after q (sets a)) (sets b) = true.
Proof.
  unfold takes. cbn. unfold after. destruct (enabled q (sets a)); [| easy].
  destruct (enabled (entities.after q (sets a)) (sets b)); easy.
Qed.

Theorem entity_systems_are_consistent : consistent related Entities after.
Proof.
  intros q a b Ha. rewrite enables_iff in *. split; intros Hab; cbn in Hab.
  - rewrite (stimulated_is_not_enabled_before q (sets a) (sets b) Ha Hab). discriminate.
  - rewrite takes_two_iff. intros [_ H].
    rewrite (disabled_is_not_enabled_after q (sets a) (sets b) (sets_disjoint S a) Hab) in H. discriminate.
Qed.

Theorem entity_systems_are_complete : complete related Entities after.
Proof.
  intros q a b Ha. rewrite enables_iff in *. rewrite takes_two_iff. cbn. split.
  - intros [_ Hb] Hs. now apply (unstimulated_was_enabled_before q (sets a)).
  - intros Hb Hd. split; [trivial |]. now apply undisabled_is_enabled_after.
Qed.

Theorem entity_systems_are_deterministic : deterministic related Entities after.
Proof.
  intros q a b r r' Hab Hba Hu. cbn in Hab, Hba.
  destruct (after q a) as [qa |] eqn:Hqa; [| easy]. destruct (after qa b) as [r1 |] eqn:Hr1; [| easy].
  destruct (after q b) as [qb |] eqn:Hqb; [| easy]. destruct (after qb a) as [r2 |] eqn:Hr2; [| easy].
  injection Hab as <-. injection Hba as <-.
  apply after_some in Hqa as [Ha ->], Hqb as [Hb ->], Hr1 as [Hab ->], Hr2 as [Hba ->].
  apply same_state_after_swap; trivial; try apply sets_disjoint.
  unfold unrelated in Hu. apply andb_true_iff in Hu as [Hu _]. now apply negb_true_iff in Hu.
Qed.

(** * What a run says of an entity *)

Lemma run_app q v w r : run q (v ++ w) = Some r -> exists p, run q v = Some p /\ run p w = Some r.
Proof.
  rewrite after_word_app. destruct (run q v) as [p |]; [| easy]. intros H. now exists p.
Qed.

Lemma run_cons q a w r : run q (a :: w) = Some r ->
  enabled q (sets a) = true /\ run (entities.after q (sets a)) w = Some r.
Proof. cbn. unfold after. now destruct (enabled q (sets a)). Qed.

Lemma vanished_was_deleted q w r e : run q w = Some r -> contains q e -> ~ contains r e ->
  exists c, In c w /\ contains (deletes (sets c)) e.
Proof.
  revert q. induction w as [| a w IH]; intros q Hw Hq Hr.
  - injection Hw as <-. now destruct Hr.
  - apply run_cons in Hw as [_ Hw]. destruct (contains_dec (deletes (sets a)) e) as [Hd | Hd].
    + exists a. split; [now left | trivial].
    + destruct (IH (entities.after q (sets a)) Hw) as (c & Hc & He); trivial.
      * apply after_spec. now left.
      * exists c. split; [now right | trivial].
Qed.

Lemma appeared_was_created q w r e : run q w = Some r -> ~ contains q e -> contains r e ->
  exists c, In c w /\ contains (creates (sets c)) e.
Proof.
  revert q. induction w as [| a w IH]; intros q Hw Hq Hr.
  - injection Hw as <-. now destruct Hq.
  - apply run_cons in Hw as [_ Hw]. destruct (contains_dec (creates (sets a)) e) as [Hc | Hc].
    + exists a. split; [now left | trivial].
    + destruct (IH (entities.after q (sets a)) Hw) as (c & Hi & He); trivial.
      * rewrite after_spec. now intros [[H _] | H].
      * exists c. split; [now right | trivial].
Qed.

Lemma needed_is_there q a e : enabled q (sets a) = true -> contains (needed (sets a)) e -> contains q e.
Proof. rewrite enabled_spec. intros [H _]. apply H. Qed.

Lemma excluded_is_absent q a e : enabled q (sets a) = true -> contains (excluded (sets a)) e -> ~ contains q e.
Proof. rewrite enabled_spec. intros [_ H]. apply H. Qed.

Lemma deleted_is_needed a e : contains (deletes (sets a)) e -> contains (needed (sets a)) e.
Proof. intros H. apply needed_spec. now right. Qed.

Lemma created_is_excluded a e : contains (creates (sets a)) e -> contains (excluded (sets a)) e.
Proof. intros H. apply excluded_spec. now right. Qed.

Lemma created_is_there q a e : contains (creates (sets a)) e -> contains (entities.after q (sets a)) e.
Proof. intros H. apply after_spec. now right. Qed.

Hint Resolve needed_is_there excluded_is_absent deleted_is_needed created_is_excluded created_is_there
  deleted_is_gone sets_disjoint : entity.

(** a ⇝ b, by the entity that says so. *)
Lemma stimulates_by a b e :
  contains (creates (sets a)) e /\ contains (needed (sets b)) e \/
  contains (deletes (sets a)) e /\ contains (excluded (sets b)) e -> influences a b = true.
Proof. intros H. unfold influences. apply orb_true_iff. left. apply stimulates_spec. now exists e. Qed.

Lemma disabled_by a b e :
  contains (deletes (sets b)) e /\ contains (needed (sets a)) e \/
  contains (creates (sets b)) e /\ contains (excluded (sets a)) e -> influences a b = true.
Proof. intros H. unfold influences. apply orb_true_iff. right. apply disables_spec. now exists e. Qed.

Lemma influence_iff v w : influence v w = true <-> exists a b, In a v /\ In b w /\ influences a b = true.
Proof.
  unfold influence. rewrite existsb_exists. split.
  - intros (a & Ha & H). apply existsb_exists in H as (b & Hb & H). now exists a, b.
  - intros (a & b & Ha & Hb & H). exists a. split; [trivial |]. apply existsb_exists. now exists b.
Qed.

(** Definition 1, first part. *)
Lemma runs_are_reenabled q w r : run q w = Some r -> reenabled related w.
Proof.
  intros Hw u a v b x -> Hd. apply run_app in Hw as (q1 & _ & Hw). apply run_cons in Hw as [Ha Hw].
  apply run_app in Hw as (q2 & Hv & Hw). apply run_cons in Hw as [Hb _].
  apply disables_spec in Hd as (e & [[H1 H2] | [H1 H2]]).
  - destruct (appeared_was_created _ _ _ e Hv) as (c & Hc & He); eauto with entity.
    exists c. split; [trivial |]. split; apply stimulates_spec; exists e; auto with entity.
  - destruct (vanished_was_deleted _ _ _ e Hv) as (c & Hc & He); eauto with entity.
    exists c. split; [trivial |]. split; apply stimulates_spec; exists e; auto with entity.
Qed.

(** Definition 1, second part: let y of v2 influence x of v1.  The entity that says so has changed between x and
    y, and what changed it is influenced by x, or influences y. *)
Lemma runs_are_mutual q w r : run q w = Some r -> mutual related w.
Proof.
  intros Hw u v1 v2 t -> Hn. apply not_true_iff_false. rewrite influence_iff. intros (y & x & Hy & Hx & Hyx).
  apply run_app in Hw as (q0 & _ & Hw). apply in_split in Hx as (u1 & u2 & ->), Hy as (t1 & t2 & ->).
  rewrite <- !app_assoc in Hw. cbn in Hw.
  apply run_app in Hw as (qx & _ & Hw). apply run_cons in Hw as [Hx Hw].
  rewrite (app_assoc u2 t1) in Hw. apply run_app in Hw as (qy & Hw & Hrest). apply run_cons in Hrest as [Hy _].
  assert (Hfalse : forall z, z = x \/ In z (u2 ++ t1) /\ influences x z = true -> influences z y = true -> False).
  { intros z Hz Hzy. apply not_true_iff_false in Hn. apply Hn, influence_iff.
    destruct Hz as [-> | [Hz Hxz]]; [| apply in_app_or in Hz as [Hz | Hz]].
    - exists x, y. repeat split; trivial; apply in_or_app; cbn; auto.
    - exists z, y. repeat split; trivial; apply in_or_app; cbn; auto.
    - exists x, z. repeat split; trivial; apply in_or_app; cbn; auto. }
  apply orb_true_iff in Hyx as [Hyx | Hyx].
  - apply stimulates_spec in Hyx as (e & [[H1 H2] | [H1 H2]]).
    + destruct (contains_dec (deletes (sets x)) e) as [Hd | Hd].
      { apply (Hfalse x); [now left |]. apply (stimulates_by x y e). auto with entity. }
      destruct (vanished_was_deleted _ _ _ e Hw) as (z & Hz & He); eauto with entity.
      { apply after_spec. left. eauto with entity. }
      apply (Hfalse z); [right; split; [trivial | apply (disabled_by x z e)] | apply (stimulates_by z y e)];
        auto with entity.
    + destruct (contains_dec (creates (sets x)) e) as [Hc | Hc].
      { apply (Hfalse x); [now left |]. apply (stimulates_by x y e). auto with entity. }
      destruct (appeared_was_created _ _ _ e Hw) as (z & Hz & He); eauto with entity.
      { rewrite after_spec. intros [[H _] | H]; [| easy]. now apply (excluded_is_absent qx x e). }
      apply (Hfalse z); [right; split; [trivial | apply (disabled_by x z e)] | apply (stimulates_by z y e)];
        auto with entity.
  - apply disables_spec in Hyx as (e & [[H1 H2] | [H1 H2]]).
    + destruct (appeared_was_created _ _ _ e Hw) as (z & Hz & He); eauto with entity.
      apply (Hfalse z); [right; split; [trivial |] |]; apply (stimulates_by _ _ e); auto with entity.
    + destruct (vanished_was_deleted _ _ _ e Hw) as (z & Hz & He); eauto with entity.
      apply (Hfalse z); [right; split; [trivial |] |]; apply (stimulates_by _ _ e); auto with entity.
Qed.

(** Proposition 11, the rest. *)
Theorem runs_of_entity_systems_are_feasible q w r : run q w = Some r -> feasible w.
Proof. intros Hw. split; [now apply runs_are_reenabled in Hw | now apply runs_are_mutual in Hw]. Qed.

(** [protocol.py]: independent actions neither disable nor enable one another, and commute. *)
Theorem entity_independence_is_valid q a b : unrelated related a b = true ->
  (forall p r, after q a = Some p -> after p b = Some r -> exists p', after q b = Some p' /\ after p' a = Some r) /\
  (forall p p', after q a = Some p -> after q b = Some p' -> exists r, after p b = Some r).
Proof.
  intros Hu. split.
  - intros p r Hp Hr. assert (Hab : run q [a; b] = Some r) by (cbn; now rewrite Hp, Hr).
    assert (Hba : run q [b; a] = Some r).
    { apply (equivalent_runs related Entities after entity_systems_are_complete
        entity_systems_are_deterministic q [a; b]); trivial. now apply (equivalent_swap related [] a b []). }
    cbn in Hba. destruct (after q b) as [p' |]; [| easy]. exists p'. split; [trivial |]. now destruct (after p' a).
  - intros p p' Hp Hp'. unfold unrelated, influences in Hu.
    rewrite andb_true_iff, !negb_true_iff, !orb_false_iff in Hu.
    apply after_some in Hp as [Ha ->], Hp' as [Hb ->]. unfold after.
    rewrite (undisabled_is_enabled_after q (sets a) (sets b) Hb); [now eexists | apply Hu].
Qed.

End EntitySystems.

Arguments after {_} _ _.
