(** A tempting rule that is wrong: a start is not pursued where another vector has its target already.

    [KR] Algorithms 1 and 2, line 6, as far as one would keep it.  Python: probe_sound.py, [skip_known_targets];
    the system is the model probe-circle.

    [follows_target_rules] are the rules of [probe_soundness.v], but for one: (q'↑v·e, ε) need not be a vector, if
    its state is the target of some vector.  [target_rules_refuted]: a search that follows these, on a system of
    seven actions, has no vector whose target is a certain reachable deadlock. *)

From Coq Require Import Arith.
From Mazurka Require Import entity_words probe_words probing.

Section TargetRules.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).
Implicit Types (a b e : A) (v w u d : word) (q t : Entities).

Variable K : vectors S.
Variable p : probes S.

(** Where a detour by u from q may end: a vector has this target. *)
Definition is_known q u := exists t, run q u = Some t /\ target S K t.

Definition within w b d := exists x, prime_cause S w b x /\ weak_prefix d x.

Definition follows_at q w :=
  (forall a d, p q w a = Some d -> enabled_after S q w a /\ within w a d) /\
  (forall b, enabled_after S q w b -> exists a d, p q w a = Some d) /\
  (forall a d b, p q w a = Some d -> enabled_after S q w b -> p q w b <> None \/ within w b d) /\
  (forall a d q' w', p q w a = Some d -> difference S w d w' -> run q d = Some q' -> ~ In a w' /\
     (exists w2, w2 ≃ w' ++ [a] /\ K q' w2) /\
     forall v e, lost q' (w' ++ [a]) v e -> ~ lost q' w' v e ->
       is_known q' (v ++ [e]) \/ p q w e <> None /\ prime_cause S w' e v).

Definition follows_target_rules := K (start S) [] /\
  forall q w, K q w -> takes q w /\ follows_at q w.

End TargetRules.

(** * Checking the rules on a list of vectors *)

Section Checked.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).
Implicit Types (a b e : A) (v w u d : word) (q t : Entities).
Variable names : list A.
Hypothesis all_names : forall a, In a names.
Variable given : table S.
Notation K := (K S given).
Notation p := (p S given).

Definition same_trace v w : bool := match residual S v w with Some [] => true | _ => false end.

Definition known_after q u : bool := match run q u with Some t => is_target S given t | None => false end.

Definition lost_is_followed q w w' a q' v e : bool :=
  negb (is_lost S q' (w' ++ [a]) v e) || is_lost S q' w' v e || known_after q' (v ++ [e]) ||
  probed S given q w e && is_prime_cause S w' e v.

Definition follows_for q w a d : bool :=
  is_enabled_after S q w a && within_cause S w a d &&
  forallb (fun b => negb (is_enabled_after S q w b) || probed S given q w b || within_cause S w b d) names &&
  match residual S w d, run q d with
  | Some w', Some q' =>
      negb (if in_dec act_dec a w' then true else false) &&
      existsb (fun '(q2, w2, _) => (q2 =? q')%N && is_vector S given q2 w2 && same_trace w2 (w' ++ [a])) given &&
      forallb (fun v => forallb (lost_is_followed q w w' a q' v) names) (prefixes S (w' ++ [a]))
  | _, _ => false
  end.

Definition check_vector q w : bool :=
  can_take S q w &&
  forallb (fun a => match p q w a with Some d => follows_for q w a d | None => true end) names &&
  (existsb (probed S given q w) names || forallb (fun b => negb (is_enabled_after S q w b)) names).

Definition check_rules : bool :=
  is_vector S given (start S) [] && forallb (fun '(q, w, _) => check_vector q w) given.

Lemma same_trace_sound v w : same_trace v w = true -> v ≃ w.
Proof.
  unfold same_trace. destruct (residual S v w) as [[| a u] |] eqn:Hr; try discriminate. intros _.
  apply residual_is_difference in Hr. unfold difference in Hr. rewrite app_nil_r in Hr. now apply sim_sym.
Qed.

Lemma is_target_complete t : is_target S given t = true ->
  forallb (fun '(q, w, _) => is_vector S given q w) given = true ->
  target S K t.
Proof.
  unfold is_target. rewrite existsb_exists, forallb_forall. intros ([[q w] d] & Hin & Ht) Hall. exists q, w.
  split; [exact (Hall _ Hin) |]. destruct (run q w) as [s |]; [| discriminate Ht]. apply N.eqb_eq in Ht. now subst.
Qed.

Lemma listed_are_vectors : forallb (fun '(q, w, _) => is_vector S given q w) given = true.
Proof.
  apply forallb_forall. intros [[q w] d] Hin. unfold is_vector, lookup.
  destruct (find (same_vector S q w) given) eqn:Hf; [reflexivity |].
  apply (find_none _ _ Hf) in Hin. unfold same_vector in Hin. cbn [fst snd] in Hin. rewrite N.eqb_refl in Hin.
  destruct (list_eq_dec act_dec w w) as [_ | Hn]; [discriminate Hin | now destruct Hn].
Qed.

Lemma known_after_sound q u : known_after q u = true -> is_known S K q u.
Proof.
  unfold known_after. destruct (run q u) as [t |] eqn:Ht; [| discriminate]. intros H. exists t.
  split; [trivial |]. apply is_target_complete; [trivial | apply listed_are_vectors].
Qed.

Lemma prime_cause_eq w w' e v : w ≃ w' -> prime_cause S w e v -> prime_cause S w' e v.
Proof.
  intros Hw [(u & Hu & Ht) Hleast]. split.
  - exists u. split; [| trivial]. unfold difference in *. now apply sim_trans with w.
  - intros v' u' Hu' Ht'. apply (Hleast v' u'); [| trivial]. unfold difference in *.
    apply sim_trans with w'; [trivial | now apply sim_sym].
Qed.

Theorem checked_rules : check_rules = true -> follows_target_rules S K p.
Proof.
  unfold check_rules. rewrite andb_true_iff, forallb_forall. intros [Hstart Hall]. split; [exact Hstart |].
  intros q w HK. destruct (vector_listed S given q w HK) as [entry Hin]. specialize (Hall _ Hin). cbn in Hall.
  unfold check_vector in Hall. rewrite !andb_true_iff, forallb_forall in Hall. destruct Hall as [[Htakes Hp] Hsome].
  split; [now apply takes_iff |].
  assert (Hfor : forall a d, p q w a = Some d -> follows_for q w a d = true).
  { intros a d Ha. specialize (Hp a (all_names a)). now rewrite Ha in Hp. }
  unfold follows_for in Hfor. split; [| split; [| split]].
  - intros a d Ha. specialize (Hfor a d Ha). rewrite !andb_true_iff in Hfor. destruct Hfor as [[[H1 H2] _] _].
    split; [now apply enabled_after_iff | now apply within_cause_sound].
  - intros b Hb. apply enabled_after_iff in Hb. apply orb_true_iff in Hsome as [H | H].
    + apply existsb_exists in H as (a & _ & H). exists a. unfold probed in H.
      destruct (p q w a) as [d |]; [now exists d | discriminate H].
    + rewrite forallb_forall in H. specialize (H b (all_names b)). now rewrite Hb in H.
  - intros a d b Ha Hb. apply enabled_after_iff in Hb. specialize (Hfor a d Ha).
    rewrite !andb_true_iff, forallb_forall in Hfor.
    destruct Hfor as [[_ H] _]. specialize (H b (all_names b)). rewrite Hb in H. cbn in H.
    apply orb_true_iff in H as [H | H]; [left; now apply probed_iff | right; now apply within_cause_sound].
  - intros a d q' w1 Ha Hd Hq'. specialize (Hfor a d Ha). rewrite !andb_true_iff in Hfor. destruct Hfor as [_ Hnext].
    destruct (proj1 (residual_spec S d w w1) Hd) as (w' & Hres & Hw1). rewrite Hres, Hq', !andb_true_iff in Hnext.
    destruct Hnext as [[H1 H2] H3]. split; [| split].
    + intros Hi. apply sim_permutation in Hw1. apply (Permutation.Permutation_in a Hw1) in Hi.
      destruct (in_dec act_dec a w') as [_ | Hn]; [discriminate H1 | now destruct Hn].
    + apply existsb_exists in H2 as ([[q2 w2] d2] & _ & H2). rewrite !andb_true_iff in H2.
      destruct H2 as [[Hq2 HK2] Hw2].
      apply N.eqb_eq in Hq2 as ->. exists w2. split; [| exact HK2].
      apply sim_trans with (w' ++ [a]); [now apply same_trace_sound | apply sim_app_r; now apply sim_sym].
    + intros v e Hlost Hold. rewrite forallb_forall in H3.
      apply (lost_eq S q' _ (w' ++ [a])) in Hlost; [| now apply sim_app_r].
      assert (Hv : In v (prefixes S (w' ++ [a]))) by apply prefix_listed, Hlost.
      specialize (H3 v Hv). rewrite forallb_forall in H3. specialize (H3 e (all_names e)).
      unfold lost_is_followed in H3.
      apply lost_iff in Hlost. rewrite Hlost in H3. cbn [negb orb] in H3.
      rewrite !orb_true_iff, andb_true_iff in H3. destruct H3 as [[H3 | H3] | [H3 H4]].
      * exfalso. apply Hold. apply lost_iff in H3. now apply (lost_eq S q' w'); [apply sim_sym |].
      * left. now apply known_after_sound.
      * right. split; [now apply probed_iff |]. apply prime_cause_iff in H4.
        apply (prime_cause_eq w'); [now apply sim_sym | trivial].
Qed.

End Checked.

(** * The circle *)

Inductive seven := a | b | c | d | e | f | g.

Definition seven_dec : forall x y : seven, {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition names : list seven := [a; b; c; d; e; f; g].
Lemma all_names : forall x : seven, In x names.
Proof. intros []; cbn; tauto. Qed.

Definition set_of (l : list N) : Entities := fold_right (fun n s => N.setbit s n) 0%N l.
Definition h := 0%N. Definition m := 1%N. Definition n := 2%N. Definition p := 3%N. Definition q := 4%N.

Definition act_of reads deletes creates := Action (set_of reads) 0%N (set_of deletes) (set_of creates).

Definition seven_actions (x : seven) : action :=
  match x with
  | a => act_of [h] [p] [m]
  | b => act_of [m] [] []
  | c => act_of [q] [] [n]
  | d => act_of [h] [] [p]
  | e => act_of [m] [q] []
  | f => act_of [n] [h] []
  | g => act_of [] [m] [q]
  end.

Definition circle : entity_system.
Proof. refine (EntitySystem seven seven_dec seven_actions _ (set_of [h])). intros []; reflexivity. Defined.

(** Each vector with what is probed there, and what that discharges. *)
Definition circle_vectors : table circle :=
  [ (set_of [h], [], [(d, [])]);
    (set_of [h], [d], [(a, [d])]);
    (set_of [h; p], [a], [(d, [a])]);
    (set_of [h; m], [d], [(g, [])]);
    (set_of [h; m], [d; g], [(a, [g])]);
    (set_of [h; q], [d; a], [(b, [])]);
    (set_of [h; q], [d; a; b], [(e, [])]);
    (set_of [h; q], [d; a; b; e], [(d, [d; a])]);
    (set_of [h; m; q], [b; e; d], [(g, [b])]);
    (set_of [h; m; q], [e; d; g], [(a, [e; g])]);
    (set_of [h; q], [], [(c, [])]);
    (set_of [h; q], [c], [(f, [])]);
    (set_of [h; q], [c; f], []) ].

Theorem target_rules_refuted : exists (S : entity_system) (names : list (related S)) K p x s,
  (forall y, In y names) /\ follows_target_rules S K p /\
  after_word (related S) Entities after (start S) x = Some s /\ (forall y : related S, after s y = None) /\
    ~ target S K s.
Proof.
  exists circle, names, (K circle circle_vectors), (probing.p circle circle_vectors), [d; a; d; g; c;
    f], (set_of [n; p; q]).
  split; [exact all_names | split; [| split; [| split]]].
  - apply (checked_rules circle names all_names). vm_compute. reflexivity.
  - vm_compute. reflexivity.
  - intros []; vm_compute; reflexivity.
  - intros H. apply target_sound in H. vm_compute in H. discriminate H.
Qed.
