(** Prime causes, computed: from the tail of a run to its front, keep what influences a or a letter kept.

    [KR] section 3.1.  Python: ideals.py, [closed] and [cause]; traces.py, [prime_cause].

    Proved here, for runs of entity systems: what is kept is the prime cause as it is defined, the least weak
    prefix that leaves nothing that influences a ([computed_cause_is_prime]); it is unique up to ≃
    ([prime_cause_is_unique]); and a prefix that is its own prime cause is that of every run that goes on with
    letters which do not influence a ([prime_cause_of_longer]). *)

From Mazurka Require Import entity_words probe_words.
From Mazurka Require traces.

Section Ideals.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).
Implicit Types (a c : A) (v w u k r : word) (q : Entities).

(** Whether c influences a letter of k, or a. *)
Definition matters c k a : bool := existsb (touches S c) k || touches S c a.

(** ↓_a w and what is left of w, both in the order of w. *)
Fixpoint cause_and_rest w a : word * word :=
  match w with
  | [] => ([], [])
  | c :: w => let (k, r) := cause_and_rest w a in if matters c k a then (c :: k, r) else (k, c :: r)
  end.

Definition cause w a : word := fst (cause_and_rest w a).
Definition rest w a : word := snd (cause_and_rest w a).

Lemma cause_cons c w a : cause (c :: w) a = if matters c (cause w a) a then c :: cause w a else cause w a.
Proof. unfold cause. cbn [cause_and_rest]. destruct (cause_and_rest w a) as [k r]. cbn.
now destruct (matters c k a). Qed.

Lemma rest_cons c w a : rest (c :: w) a = if matters c (cause w a) a then rest w a else c :: rest w a.
Proof. unfold rest, cause. cbn [cause_and_rest]. destruct (cause_and_rest w a) as [k r]. cbn.
now destruct (matters c k a). Qed.

Lemma takes_tail q c w : takes q (c :: w) -> exists t, takes t w /\ after q c = Some t.
Proof. unfold feasibility.takes. cbn. destruct (after q c) as [t |]; [| easy]. intros H. now exists t. Qed.

(** A letter of a run that does not influence the word right after it is independent of it. *)
Lemma harmless_is_independent q c k r : takes q (c :: k ++ r) -> existsb (touches S c) k = false ->
  independent_of c k.
Proof.
  intros Hrun Hno. apply takes_some in Hrun as [t Ht].
  assert (Hall : forall b, In b k -> touches S c b = false).
  { intros b Hb. apply not_true_iff_false. intros H. apply not_true_iff_false in Hno. apply Hno, existsb_exists.
    now exists b. }
  assert (Hback : influence k [c] = false).
  { apply (runs_are_mutual S q _ t Ht [] [c] k r eq_refl). apply not_true_iff_false. intros H.
    apply influence_iff in H as (x & b & [<- | []] & Hb & H). specialize (Hall b Hb). unfold touches in Hall.
    rewrite H, orb_true_r in Hall. discriminate Hall. }
  intros b Hb. cbn. unfold letter_independent, unrelated. specialize (Hall b Hb). unfold touches in Hall.
  apply orb_false_iff in Hall as [Hne Hcb].
  assert (Hbc : influences b c = false).
  { apply not_true_iff_false. intros H. apply not_true_iff_false in Hback. apply Hback, influence_iff.
    exists b, c. repeat split; [trivial | now left | trivial]. }
  rewrite Hbc, Hcb. now destruct (act_dec c b).
Qed.

Lemma independent_is_harmless c k : independent_of c k -> existsb (touches S c) k = false.
Proof.
  intros H. apply not_true_iff_false. rewrite existsb_exists. intros (b & Hb & Ht). specialize (H b Hb). cbn in H.
  unfold letter_independent, unrelated in H. unfold touches in Ht. destruct (act_dec c b); [discriminate H |].
  apply andb_true_iff in H as [_ H]. apply andb_true_iff in H as [H _]. apply negb_true_iff in H. rewrite H in Ht.
  discriminate Ht.
Qed.

Lemma touch_cons c u a : touch S (c :: u) a = touches S c a || touch S u a.
Proof. reflexivity. Qed.

Lemma split_by_cause q w a : takes q w -> w ≃ cause w a ++ rest w a /\ touch S (rest w a) a = false.
Proof.
  revert q. induction w as [| c w IH]; intros q Hrun.
  - split; [apply sim_refl | reflexivity].
  - destruct (takes_tail q c w Hrun) as (t & Ht & Hc). destruct (IH t Ht) as [Heq Hquiet].
    assert (Hcw : c :: w ≃ c :: cause w a ++ rest w a) by exact (sim_app_l S [c] _ _ Heq).
    rewrite cause_cons, rest_cons. destruct (matters c (cause w a) a) eqn:Hm; [now split |].
    unfold matters in Hm. apply orb_false_iff in Hm as [Hk Ha]. split.
    + assert (Hi : independent_of c (cause w a)).
      { apply (harmless_is_independent q c (cause w a) (rest w a)); [| trivial]. now apply (takes_eq S q (c :: w)). }
      apply sim_trans with (1 := Hcw). apply sim_sym. now apply sim_pass.
    + now rewrite touch_cons, Ha, Hquiet.
Qed.

Lemma cause_is_least q w a : takes q w -> forall v u, v ++ u ≃ w -> touch S u a = false -> weak_prefix (cause w a) v.
Proof.
  revert q. induction w as [| c w IH]; intros q Hrun v u Hvu Hquiet.
  - exists v. apply sim_refl.
  - destruct (takes_tail q c w Hrun) as (t & Ht & _).
    destruct (split_by_cause t w a Ht) as [Hsplit _].
    assert (Hc : In c (first (v ++ u))) by (apply in_first; now exists w).
    apply (traces.in_first_app (letters S)) in Hc as [Hc | [Hcv Hc]].
    + (* c belongs to v *)
      apply in_first in Hc as [v1 Hv1]. assert (Hrest : v1 ++ u ≃ w).
      { apply (sim_cancel S [c]). apply sim_trans with (v ++ u); [| trivial].
        apply sim_sym. exact (sim_app_r S u _ _ Hv1). }
      destruct (IH t Ht v1 u Hrest Hquiet) as [x Hx]. rewrite cause_cons.
      destruct (matters c (cause w a) a) eqn:Hm.
      * exists x. apply sim_trans with (c :: v1); [exact (sim_app_l S [c] _ _ Hx) | now apply sim_sym].
      * unfold matters in Hm. apply orb_false_iff in Hm as [Hk _].
        assert (Hi : independent_of c (cause w a)).
        { apply (harmless_is_independent q c _ (rest w a)); [| trivial].
          apply (takes_eq S q (c :: w)); [exact (sim_app_l S [c] _ _ Hsplit) | trivial]. }
        exists (c :: x). apply sim_trans with (c :: v1); [| now apply sim_sym].
        apply sim_trans with (c :: cause w a ++ x); [now apply sim_pass | exact (sim_app_l S [c] _ _ Hx)].
    + (* c is left over *)
      apply in_first in Hc as [u1 Hu1]. assert (Hrest : v ++ u1 ≃ w).
      { apply (sim_cancel S [c]). apply sim_trans with (v ++ u); [| trivial]. apply sim_sym.
        apply sim_trans with (v ++ c :: u1); [now apply sim_app_l | now apply sim_pass]. }
      rewrite (touch_equivalent S u (c :: u1) a Hu1), touch_cons in Hquiet.
      apply orb_false_iff in Hquiet as [Hca Hquiet].
      pose proof (IH t Ht v u1 Hrest Hquiet) as Hle. rewrite cause_cons. unfold matters. rewrite Hca, orb_false_r.
      assert (Hck : independent_of c (cause w a)).
      { intros b Hb. apply Hcv. destruct Hle as [x Hx]. apply sim_permutation in Hx. apply (Permutation_in b Hx).
        apply in_or_app. now left. }
      now rewrite (independent_is_harmless c _ Hck).
Qed.

Theorem computed_cause_is_prime q w a : takes q w -> prime_cause S w a (cause w a).
Proof.
  intros Hrun. destruct (split_by_cause q w a Hrun) as [Heq Hquiet]. split.
  - exists (rest w a). split; [now apply sim_sym | trivial].
  - intros v u Hvu Hu. now apply (cause_is_least q w a Hrun v u).
Qed.

Theorem prime_cause_is_unique w a v v' : prime_cause S w a v -> prime_cause S w a v' -> v ≃ v'.
Proof.
  intros [(u & Hu & Ht) Hv] [(u' & Hu' & Ht') Hv'].
  destruct (Hv v' u' Hu' Ht') as [x Hx]. pose proof (Hv' v u Hu Ht) as Hle. apply prefix_length in Hle.
  pose proof (sim_length S _ _ Hx) as Hl. rewrite app_length in Hl.
  destruct x as [| b x]; [now rewrite app_nil_r in Hx |].
  change (length (b :: x)) with (Datatypes.S (length x)) in Hl. lia.
Qed.

Theorem prime_cause_of_longer q w a v r : takes q w -> w ≃ v ++ r -> touch S r a = false -> prime_cause S v a v ->
  prime_cause S w a v.
Proof.
  intros Hrun Hw Hr [_ Hleast]. destruct (computed_cause_is_prime q w a Hrun) as [_ Hmin].
  destruct (split_by_cause q w a Hrun) as [Hsplit Hquiet].
  destruct (Hmin v r (sim_sym S _ _ Hw) Hr) as [x Hx].
  assert (Hxr : x ++ r ≃ rest w a).
  { apply (sim_cancel S (cause w a)). apply sim_trans with w; [| trivial]. apply sim_sym, sim_trans with (1 := Hw).
    rewrite app_assoc. apply sim_app_r. now apply sim_sym. }
  assert (Hxa : touch S x a = false).
  { rewrite <- (touch_equivalent S _ _ a Hxr) in Hquiet. unfold touch in Hquiet. rewrite existsb_app in Hquiet.
    now apply orb_false_iff in Hquiet as [Hquiet _]. }
  split; [exists r; split; [now apply sim_sym | trivial] |].
  intros v' u' Hu' Ht'. apply (prefix_trans S) with (cause w a); [now apply (Hleast _ x) | now apply (Hmin v' u')].
Qed.

End Ideals.
