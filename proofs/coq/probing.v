(** A checker of probings: whether finitely many vectors with probe sets are a probing, and fair.

    [KR] Definition 15.  Python: probing.py.

    A probing is given as a list of vectors, each with its probe set.  [checked_probing]: what [is_probing] accepts
    is a probing as [probe_sets.v] defines it; [checked_fairness]: what [is_fair] accepts is fair.
    [refutation]: if such a probing leads to no vector whose target is a certain deadlock of the system, then
    Theorem 16 is false. *)

From Coq Require Import Arith.
From Mazurka Require Import entity_words.

Section Probing.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).

Variable names : list A.
Hypothesis all_names : forall a : A, In a names.

(** The vectors, each with the domain and the images of its probe set. *)
Definition table := list (Entities * word * list (A * word)).
Variable given : table.
Variable numbers : Entities -> word -> A -> nat.

Implicit Types (a b : A) (v w u x : word) (q r : Entities).

Definition same_vector q w (entry : Entities * word * list (A * word)) : bool :=
  (q =? fst (fst entry)) && if list_eq_dec act_dec w (snd (fst entry)) then true else false.

Definition lookup q w : option (list (A * word)) := option_map snd (find (same_vector q w) given).

Definition is_vector q w : bool := match lookup q w with Some _ => true | None => false end.
Definition K : vectors S := fun q w => is_vector q w = true.

Fixpoint image (p : list (A * word)) a : option word :=
  match p with
  | [] => None
  | (b, v) :: p => if act_dec a b then Some v else image p a
  end.
Definition p : probes S := fun q w a => match lookup q w with Some d => image d a | None => None end.

Definition probed q w a : bool := match p q w a with Some _ => true | None => false end.
Definition is_enabled_after q w a : bool := match run q w with Some r => enabled r (sets a) | None => false end.
Definition within_cause w a v : bool :=
  existsb (fun x => is_prime_cause S w a x && is_weak_prefix S v x) (prefixes S w).

Definition has_successor q w a v (good : Entities -> word -> bool) : bool :=
  match residual S (w ++ [a]) v, run q v with
  | Some u, Some r => is_vector r u && good r u
  | _, _ => false
  end.

Definition is_probe_set q w : bool :=
  forallb (fun a => match p q w a with
    | None => true
    | Some v => is_enabled_after q w a && within_cause w a v &&
        forallb (fun b => negb (is_enabled_after q w b) || probed q w b || negb (disables b a) && within_cause w
          b v) names
    end) names.

Definition is_followed q w a v : bool :=
  match residual S w v, run q (v ++ [a]) with
  | Some x, Some r => existsb (fun u => negb (touch S u a) && is_vector r u) (prefixes S x)
  | _, _ => false
  end.

Definition is_probing strict : bool :=
  is_vector (start S) [] &&
  forallb (fun '(q, w, _) =>
    can_take S q w && is_probe_set q w &&
    forallb (fun a => match p q w a with None => true | Some v => has_successor q w a v (fun _ _ => true) end)
      names &&
    forallb (fun a => is_missed_at_all S strict q (removelast w) a ||
      forallb (is_followed q w a) (missed_pairs S strict q w a)) names) given.

Definition is_fair : bool :=
  forallb (fun '(q, w, _) => forallb (fun a =>
    negb (is_enabled_after q w a) || probed q w a ||
    existsb (fun b => match p q w b with
      | None => false
      | Some v => has_successor q w b v (fun r u => Nat.ltb (numbers r u a) (numbers q w a))
      end) names) names) given.

(** * What is accepted is one *)

Lemma vector_listed q w : K q w -> exists d, In (q, w, d) given.
Proof.
  unfold K, is_vector, lookup. destruct (find (same_vector q w) given) as [[[q' w'] d] |] eqn:Hf; [| easy]. intros _.
  apply find_some in Hf as [Hin Hs]. apply andb_true_iff in Hs as [Hq Hw]. apply N.eqb_eq in Hq.
  revert Hw. destruct (list_eq_dec act_dec w (snd (fst (q', w', d)))) as [Heq |]; [| easy].
  exists d. now rewrite Hq, Heq.
Qed.

Lemma enabled_after_iff q w a : enabled_after S q w a <-> is_enabled_after q w a = true.
Proof.
  unfold enabled_after, is_enabled_after. split.
  - now intros (r & -> & H).
  - destruct (run q w) as [r |]; [| easy]. intros H. now exists r.
Qed.

Lemma within_cause_sound w a v : within_cause w a v = true -> exists x, prime_cause S w a x /\ weak_prefix v x.
Proof.
  unfold within_cause. rewrite existsb_exists. intros (x & _ & H). apply andb_true_iff in H as [H1 H2].
  exists x. split; [now apply prime_cause_iff | now apply weak_prefix_iff].
Qed.

Lemma residual_is_difference w v u : residual S w v = Some u -> difference S w v u.
Proof. intros H. apply residual_spec. exists u. split; [trivial | apply equivalent_refl]. Qed.

Lemma successor_sound q w a v good : p q w a = Some v -> has_successor q w a v good = true ->
  exists r u, successor S K p q w a r u /\ good r u = true.
Proof.
  intros Hp. unfold has_successor. destruct (residual S (w ++ [a]) v) as [u |] eqn:Hu; [| easy].
  destruct (run q v) as [r |] eqn:Hr; [| easy]. intros H. apply andb_true_iff in H as [H1 H2]. exists r, u.
  split; [| trivial]. exists v. repeat split; trivial. now apply residual_is_difference.
Qed.

Lemma probed_iff q w a : p q w a <> None <-> probed q w a = true.
Proof. unfold probed. destruct (p q w a); split; easy. Qed.

Lemma probe_set_sound q w : is_probe_set q w = true -> probe_set S q w (p q w).
Proof.
  unfold is_probe_set. rewrite forallb_forall. intros H.
  assert (Hall : forall a v, p q w a = Some v -> is_enabled_after q w a = true /\ within_cause w a v = true /\
    forall b, is_enabled_after q w b = true ->
      probed q w b = true \/ disables b a = false /\ within_cause w b v = true).
  { intros a v Ha. specialize (H a (all_names a)). rewrite Ha in H.
    apply andb_true_iff in H as [H1 H2]. apply andb_true_iff in H1 as [H0 H1]. repeat split; trivial.
    intros b Hb. rewrite forallb_forall in H2. specialize (H2 b (all_names b)). rewrite Hb in H2. cbn in H2.
    apply orb_true_iff in H2 as [H2 | H2]; [now left | right]. apply andb_true_iff in H2 as [H2 H3].
    split; [now apply negb_true_iff | trivial]. }
  repeat split.
  - intros a v Ha. apply enabled_after_iff. now apply Hall in Ha.
  - intros a b Ha Hb Hd. destruct (p q w a) as [v |] eqn:Hp; [| now destruct Ha].
    apply enabled_after_iff in Hb. destruct (Hall a v Hp) as (_ & _ & H3).
    apply probed_iff. destruct (H3 b Hb) as [H4 | [H4 _]]; [trivial | congruence].
  - intros a v b Ha Hb. apply enabled_after_iff in Hb. destruct (Hall a v Ha) as (_ & _ & H3).
    destruct (H3 b Hb) as [H4 | [_ H4]]; [left; now apply probed_iff | right; now apply within_cause_sound].
  - intros a v Ha. apply within_cause_sound. now apply Hall in Ha.
Qed.

Lemma fresh_is_followed strict q w a v :
  (is_missed_at_all S strict q (removelast w) a || forallb (is_followed q w a) (missed_pairs S strict q w a)) =
    true ->
  fresh S strict q w a v -> is_followed q w a v = true.
Proof.
  intros H Hf. pose proof Hf as (w' & b & -> & _). rewrite removelast_last in H.
  apply fresh_listed in Hf as [Hl Hn]. rewrite Hn in H. cbn in H. rewrite forallb_forall in H. now apply H.
Qed.

Theorem checked_probing strict : is_probing strict = true -> probing S strict K p.
Proof.
  unfold is_probing. rewrite andb_true_iff, forallb_forall. intros [Hstart H].
  assert (Hall : forall q w, K q w -> can_take S q w && is_probe_set q w = true /\
    (forall a v, p q w a = Some v -> has_successor q w a v (fun _ _ => true) = true) /\
    forall a, (is_missed_at_all S strict q (removelast w) a || forallb (is_followed q w a) (missed_pairs S strict
      q w a)) = true).
  { intros q w Hk. destruct (vector_listed q w Hk) as [d Hd]. apply H in Hd. cbn in Hd.
    apply andb_true_iff in Hd as [Hd H4]. apply andb_true_iff in Hd as [Hd H3]. rewrite forallb_forall in H3, H4.
    repeat split; [trivial | |].
    - intros a v Ha. specialize (H3 a (all_names a)). now rewrite Ha in H3.
    - intros a. apply H4, all_names. }
  repeat split; trivial.
  - apply Hall, proj1, andb_true_iff in H0 as [H0 _]. now apply takes_iff.
  - apply probe_set_sound. now apply Hall, proj1, andb_true_iff in H0 as [_ H0].
  - apply probe_set_sound. now apply Hall, proj1, andb_true_iff in H0 as [_ H0].
  - apply probe_set_sound. now apply Hall, proj1, andb_true_iff in H0 as [_ H0].
  - apply probe_set_sound. now apply Hall, proj1, andb_true_iff in H0 as [_ H0].
  - intros a Ha. destruct (p q w a) as [v |] eqn:Hp; [| now destruct Ha].
    destruct (Hall q w H0) as (_ & H1 & _). destruct (successor_sound q w a v _ Hp (H1 a v Hp)) as (r & u & Hs & _).
    now exists r, u.
  - intros q w a v Hk Hf. destruct (Hall q w Hk) as (_ & _ & H3).
    apply (fresh_is_followed strict q w a v (H3 a)) in Hf.
    unfold is_followed in Hf. destruct (residual S w v) as [x |] eqn:Hx; [| easy].
    destruct (run q (v ++ [a])) as [r |] eqn:Hr; [| easy].
    apply existsb_exists in Hf as (u & Hu & Hf). apply andb_true_iff in Hf as [H4 H5]. apply negb_true_iff in H4.
    exists x, u, r. repeat split; trivial; [now apply residual_is_difference |].
    now apply (listed_prefix S).
Qed.

Theorem checked_fairness : is_fair = true -> fair S K p.
Proof.
  unfold is_fair. rewrite forallb_forall. intros H. exists numbers. intros q w a Hk Ha.
  destruct (vector_listed q w Hk) as [d Hd]. apply H in Hd. rewrite forallb_forall in Hd.
  specialize (Hd a (all_names a)). apply enabled_after_iff in Ha. rewrite Ha in Hd. cbn in Hd.
  apply orb_true_iff in Hd as [Hd | Hd]; [left; now apply probed_iff | right].
  apply existsb_exists in Hd as (b & _ & Hb). destruct (p q w b) as [v |] eqn:Hp; [| easy].
  apply (successor_sound q w b v _ Hp) in Hb as (r & u & Hs & Hn). exists b, r, u. split; [trivial |].
  now apply Nat.ltb_lt.
Qed.

(** * Theorem 16 fails where a deadlock is no target *)

Definition is_target r : bool := existsb (fun '(q, w,
  _) => match run q w with Some s => s =? r | None => false end) given.

Lemma target_sound r : target S K r -> is_target r = true.
Proof.
  intros (q & w & Hk & Hr). destruct (vector_listed q w Hk) as [d Hd]. apply existsb_exists.
  exists (q, w, d). split; [trivial |]. rewrite Hr. apply N.eqb_refl.
Qed.

Theorem refutation strict w d : is_probing strict = true -> is_fair = true ->
  run (start S) w = Some d -> forallb (fun a => negb (enabled d (sets a))) names = true -> is_target d = false ->
  ~ theorem_16 S strict.
Proof.
  intros Hp Hf Hw Hdead Hlost H16. apply checked_probing in Hp. apply checked_fairness in Hf.
  specialize (H16 K p Hp Hf).
  enough (Hd : target S K d) by (apply target_sound in Hd; congruence).
  apply (deadlocks_are_kept A Entities after (entity_systems_are_complete S) (entity_systems_are_deterministic S)
    (target S K) (start S) w d H16 Hw).
  intros a. rewrite forallb_forall in Hdead. specialize (Hdead a (all_names a)). unfold after.
  now destruct (enabled d (sets a)).
Qed.

End Probing.
