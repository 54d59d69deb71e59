(** Vectors, prime causes, missed actions, probe sets and probings: the definitions.

    [KR] Definitions 12 to 18.  Python: vectors.py, ideals.py, missed_actions.py, probe_sets.py, probing.py,
    potentially_missed.py, reversing_actions.py.

    All are stated as in the paper, over any entity system, with the symmetric ≃ of [feasibility.v].  In the
    second part they are decided by computation, through the first sets of [traces.v], which is proved:
    [weak_prefix_iff], [prime_cause_iff].  Nothing about the reduction is proved here. *)

From Coq Require Import NArith Bool List Lia.
Import ListNotations.
From Mazurka Require Import entities feasibility entity_systems.
From Mazurka Require traces.

Section ProbeSets.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).
Notation run := (after_word A Entities after).
Notation takes := (takes A Entities after).
Implicit Types (a b c : A) (v w u x : word) (q r : Entities).

(** * Definitions *)

(** ⇝, with ◀ reflexive. *)
Definition touches a b : bool := (if act_dec a b then true else false) || influences a b.
Definition touch w a : bool := existsb (fun c => touches c a) w.

(** u = w − v. *)
Definition difference w v u := equivalent (v ++ u) w.

(** v = ↓_a w. *)
Definition prime_cause w a v :=
  (exists u, difference w v u /\ touch u a = false) /\
  (forall v' u', difference w v' u' -> touch u' a = false -> weak_prefix v v').

(** Definition 13.  As printed, whatever was taken and cannot be repeated is missed; [strict] leaves out what was
    taken along w after v, as Figure 4 does. *)
Definition missed (strict : bool) q w a v :=
  ~ takes q (w ++ [a]) /\ weak_prefix v w /\ takes q (v ++ [a]) /\ (strict = true -> ~ weak_prefix (v ++ [a]) w).
Definition fresh strict q w a v0 :=
  exists w' b, w = w' ++ [b] /\ (exists v, missed strict q w a v /\ prime_cause v a v0) /\
  (forall v, ~ missed strict q w' a v).

(** Definition 14, for partial functions. *)
Definition enabled_after q w a := exists r, run q w = Some r /\ enabled r (sets a) = true.
Definition probe_set q w (p : A -> option word) :=
  (forall a v, p a = Some v -> enabled_after q w a) /\
  (forall a b, p a <> None -> enabled_after q w b -> disables b a = true -> p b <> None) /\
  (forall a v b, p a = Some v -> enabled_after q w b ->
     p b <> None \/ exists x, prime_cause w b x /\ weak_prefix v x) /\
  (forall a v, p a = Some v -> exists x, prime_cause w a x /\ weak_prefix v x).

(** Definition 15. *)
Definition vectors := Entities -> word -> Prop.
Definition probes := Entities -> word -> A -> option word.

Definition successor (K : vectors) (p : probes) q w a r u :=
  exists v, p q w a = Some v /\ difference (w ++ [a]) v u /\ run q v = Some r /\ K r u.

Definition probing strict (K : vectors) (p : probes) :=
  K (start S) [] /\
  (forall q w, K q w -> takes q w /\ probe_set q w (p q w) /\
     forall a, p q w a <> None -> exists r u, successor K p q w a r u) /\
  (forall q w a v, K q w -> fresh strict q w a v ->
     exists x u r, difference w v x /\ weak_prefix u x /\ touch u a = false /\
       run q (v ++ [a]) = Some r /\ K r u).

Definition fair (K : vectors) (p : probes) := exists n : Entities -> word -> A -> nat,
  forall q w a, K q w -> enabled_after q w a ->
    p q w a <> None \/ exists b r u, successor K p q w b r u /\ (n r u a < n q w a)%nat.

Definition target (K : vectors) r := exists q w, K q w /\ run q w = Some r.

(** Theorem 16, as a statement. *)
Definition theorem_16 strict := forall K p, probing strict K p -> fair K p ->
  reduces A Entities after (target K) (start S).

(** Definition 17, with q⇑w. *)
Definition over q w : Entities := fold_right (fun c e => union (creates (sets c)) e) q w.
Definition potentially_missed q w b a :=
  disables b a = true \/
  subset (needed (sets a)) (over q w) = true /\ ~ takes q (w ++ [a]) /\
  (exists c, In c w /\ disables c a = true) /\ stimulates b a = true.

(** Definition 18. *)
Definition reversing a b : bool :=
  meets (creates (sets a)) (deletes (sets b)) || meets (deletes (sets a)) (creates (sets b)).
Definition reversing_free w := forall a b, In a w -> In b w -> reversing a b = false.

(** * Deciding them *)

Definition letter_independent a b : bool := (if act_dec a b then false else true) && unrelated A a b.

Definition letters : traces.alphabet.
Proof.
  refine (traces.Alphabet A act_dec letter_independent _ _); unfold letter_independent, unrelated.
  - intros a b. destruct (act_dec a b), (act_dec b a); cbn; try congruence. now rewrite andb_comm.
  - intros a. now destruct (act_dec a a).
Defined.

Lemma equivalent_same v w : equivalent v w <-> @traces.equivalent letters v w.
Proof.
  split.
  - induction 1 as [w | u a b v Hab | u v w _ IHuv _ IHvw].
    + apply traces.equivalent_refl.
    + destruct (act_dec a b) as [-> | Hne]; [apply traces.equivalent_refl |].
      apply (traces.equivalent_swap letters). cbn. unfold letter_independent. now destruct (act_dec a b).
    + exact (@traces.equivalent_trans letters _ _ _ IHuv IHvw).
  - induction 1 as [w | u a b v Hab | u v w _ IHuv _ IHvw].
    + apply equivalent_refl.
    + cbn in Hab. unfold letter_independent in Hab. apply andb_true_iff in Hab as [_ Hab].
      now apply (equivalent_swap A).
    + exact (equivalent_trans A _ _ _ IHuv IHvw).
Qed.

(** w − v, letter by letter, if v ≾ w. *)
Fixpoint residual w v : option word :=
  match v with
  | [] => Some w
  | a :: v => if in_dec act_dec a (@traces.first letters w) then residual (@traces.without_first letters a w) v
    else None
  end.

Lemma residual_spec v w u : difference w v u <-> exists u', residual w v = Some u' /\ equivalent u u'.
Proof.
  unfold difference. setoid_rewrite equivalent_same. revert w.
  induction v as [| a v IH]; intros w; cbn [app residual].
  - split; [intros H; now exists w | now intros (u' & [= <-] & H)].
  - split.
    + intros H. destruct (in_dec act_dec a (@traces.first letters w)) as [Hi | Hn].
      * apply IH. apply (traces.equivalent_without_first letters a) in H.
        now rewrite (traces.without_first_here letters) in H.
      * destruct Hn. apply (traces.first_equivalent letters a _ _ H). now left.
    + destruct (in_dec act_dec a (@traces.first letters w)) as [Hi | Hn]; [| now intros (u' & [=] & _)].
      intros H. apply IH in H. apply traces.equivalent_trans with (a :: @traces.without_first letters a w).
      * now apply (traces.equivalent_cons letters).
      * apply traces.equivalent_sym. now apply (traces.first_to_front letters).
Qed.

Definition is_weak_prefix v w : bool := match residual w v with Some _ => true | None => false end.

Lemma weak_prefix_iff v w : weak_prefix v w <-> is_weak_prefix v w = true.
Proof.
  unfold weak_prefix, is_weak_prefix. split.
  - intros [u Hu]. apply residual_spec in Hu as (u' & -> & _). trivial.
  - destruct (residual w v) as [u |] eqn:Hu; [| easy]. intros _. exists u.
    apply residual_spec. exists u. split; [trivial | apply equivalent_refl].
Qed.

(** All words that are weak prefixes of w. *)
Fixpoint prefixes_within n w : list word :=
  match n with
  | O => [[]]
  | Datatypes.S n => [] :: flat_map (fun a => map (cons a) (prefixes_within n (@traces.without_first letters a w)))
                             (@traces.first letters w)
  end.
Definition prefixes w := prefixes_within (length w) w.

Lemma prefix_listed v w : weak_prefix v w -> In v (prefixes w).
Proof.
  rewrite weak_prefix_iff. unfold is_weak_prefix, prefixes.
  remember (length w) as n eqn:Hn. revert w v Hn. induction n as [| n IH]; intros w v Hn; destruct v as [| a v].
  - intros _. now left.
  - destruct w; [| easy]. cbn. easy.
  - intros _. now left.
  - cbn [residual]. destruct (in_dec act_dec a (@traces.first letters w)) as [Hi | Hi]; [| easy]. intros H. right.
    apply in_flat_map. exists a. split; [exact Hi |]. apply in_map. apply IH; [| trivial].
    apply eq_add_S. rewrite Hn. exact (traces.without_first_length letters a w (traces.first_in letters a w Hi)).
Qed.

Lemma listed_prefix v w : In v (prefixes w) -> weak_prefix v w.
Proof.
  rewrite weak_prefix_iff. unfold is_weak_prefix, prefixes. generalize (length w) as n. intros n.
  revert w v. induction n as [| n IH]; intros w v.
  - intros [<- | []]. reflexivity.
  - intros [<- | H]; [reflexivity |]. apply in_flat_map in H as (a & Ha & H). apply in_map_iff in H as (v' & <- & H).
    cbn [residual]. destruct (in_dec act_dec a (@traces.first letters w)) as [_ | Hn];
      [now apply IH | now destruct Hn].
Qed.

Lemma touch_equivalent u u' a : equivalent u u' -> touch u a = touch u' a.
Proof.
  intros H. apply equivalent_same, traces.equivalent_permutation in H. apply eq_true_iff_eq. unfold touch.
  rewrite !existsb_exists. split; intros (c & Hc & Ht); exists c; split; trivial.
  - exact (Permutation.Permutation_in c H Hc).
  - exact (Permutation.Permutation_in c (Permutation.Permutation_sym H) Hc).
Qed.

Definition untouched w a v : bool := match residual w v with Some u => negb (touch u a) | None => false end.

Lemma untouched_iff w a v : (exists u, difference w v u /\ touch u a = false) <-> untouched w a v = true.
Proof.
  unfold untouched. split.
  - intros (u & Hu & Ht). apply residual_spec in Hu as (u' & -> & He).
    now rewrite <- (touch_equivalent u u' a He), Ht.
  - destruct (residual w v) as [u |] eqn:Hu; [| easy]. intros Ht. exists u. split; [| now apply negb_true_iff].
    apply residual_spec. exists u. split; [trivial | apply equivalent_refl].
Qed.

Definition is_prime_cause w a v : bool :=
  untouched w a v && forallb (fun v' => negb (untouched w a v') || is_weak_prefix v v') (prefixes w).

Lemma prime_cause_iff w a v : prime_cause w a v <-> is_prime_cause w a v = true.
Proof.
  unfold prime_cause, is_prime_cause. rewrite andb_true_iff, forallb_forall, untouched_iff.
  split; intros [Hv H]; (split; [trivial |]).
  - intros v' _. destruct (untouched w a v') eqn:Hv'; [| trivial]. apply untouched_iff in Hv' as (u' & Hu' & Ht).
    cbn. apply weak_prefix_iff. now apply (H v' u').
  - intros v' u' Hu' Ht. assert (Hl : In v' (prefixes w)) by (apply prefix_listed; now exists u').
    apply H in Hl. assert (Hv' : untouched w a v' = true) by (apply untouched_iff; now exists u').
    rewrite Hv' in Hl. now apply weak_prefix_iff.
Qed.

Lemma prime_cause_is_prefix w a v : prime_cause w a v -> weak_prefix v w.
Proof. intros [(u & Hu & _) _]. now exists u. Qed.

Definition can_take q w : bool := match run q w with Some _ => true | None => false end.

Lemma takes_iff q w : takes q w <-> can_take q w = true.
Proof. unfold takes, can_take. destruct (run q w); split; easy. Qed.

Definition is_missed (strict : bool) q w a v : bool :=
  negb (can_take q (w ++ [a])) && is_weak_prefix v w && can_take q (v ++ [a]) &&
  (negb strict || negb (is_weak_prefix (v ++ [a]) w)).

Lemma missed_iff strict q w a v : missed strict q w a v <-> is_missed strict q w a v = true.
Proof.
  unfold missed, is_missed. rewrite !takes_iff, !weak_prefix_iff.
  destruct (can_take q (w ++ [a])), (is_weak_prefix v w), (can_take q (v ++ [a])), strict,
    (is_weak_prefix (v ++ [a]) w); cbn; intuition congruence.
Qed.

(** The pairs (v0, a) that are missed along w, whether fresh or not. *)
Definition missed_pairs strict q w a : list word :=
  flat_map (fun v => filter (is_prime_cause v a) (prefixes v)) (filter (is_missed strict q w a) (prefixes w)).

Definition is_missed_at_all strict q w a : bool := existsb (is_missed strict q w a) (prefixes w).

Lemma missed_at_all_iff strict q w a : (exists v, missed strict q w a v) <-> is_missed_at_all strict q w a = true.
Proof.
  unfold is_missed_at_all. rewrite existsb_exists. split.
  - intros [v Hv]. exists v. split; [| now apply missed_iff]. apply prefix_listed. apply Hv.
  - intros (v & _ & Hv). exists v. now apply missed_iff.
Qed.

Lemma fresh_listed strict q w b a v0 : fresh strict q (w ++ [b]) a v0 ->
  In v0 (missed_pairs strict q (w ++ [b]) a) /\ is_missed_at_all strict q w a = false.
Proof.
  intros (w' & b' & He & (v & Hm & Hp) & Hn). apply app_inj_tail in He as [<- <-]. split.
  - apply in_flat_map. exists v. split.
    + apply filter_In. split; [apply prefix_listed, Hm | now apply missed_iff].
    + apply filter_In. split; [now apply prefix_listed, prime_cause_is_prefix with a | now apply prime_cause_iff].
  - apply not_true_iff_false. intros H. apply missed_at_all_iff in H as [v' Hv']. now destruct (Hn v').
Qed.

End ProbeSets.
