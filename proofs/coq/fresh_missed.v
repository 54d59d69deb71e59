(** What is lost along w·b and was not along w is of one of two kinds, by which the code finds it.

    [KR] Definition 13, fresh for each pair.  Python: fresh_missed.py, whose (i) and (ii) these are.

    Proved here, [fresh_is_of_two_kinds], for a pair (v, e):

      (ii) v ≾ w: then v = ↓_e w, e is enabled after w and is not b, and one of b and e disables the other;
      (i)  otherwise b is in v and influences e, what e needs is in q⇑(w·b), and v takes from w·b the least ideal with
           the last position and some earlier ones whose letters influence e.

    By [close_is_union] that ideal is down(b) ∪ down(X), X those earlier positions. *)

From Mazurka Require Import entity_words probe_words ideals ideal_positions.
From Mazurka Require traces.

Section FreshMissed.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).
Implicit Types (a b c e : A) (v w u : word) (q : Entities).

(** What is ≾ w·b is ≾ w, or ends in b. *)
Lemma prefix_of_longer v w b : weak_prefix v (w ++ [b]) ->
  weak_prefix v w \/ exists v', v ≃ v' ++ [b] /\ weak_prefix v' w.
Proof.
  revert w. induction v as [| c v IH]; intros w Hv.
  - left. exists w. apply sim_refl.
  - destruct Hv as [u Hu]. assert (Hc : In c (first (w ++ [b]))) by (apply in_first; exists (v ++ u);
      now apply sim_sym).
    apply (traces.in_first_app (letters S)) in Hc as [Hc | [Hindep Hc]].
    + apply in_first in Hc as [w2 Hw2]. assert (Hrest : weak_prefix v (w2 ++ [b])).
      { exists u. apply (sim_cancel S [c]). cbn. apply sim_trans with (w ++ [b]); [trivial |].
        apply (sim_app_r S [b]) in Hw2. exact Hw2. }
      assert (Hadd : forall x, weak_prefix x w2 -> weak_prefix (c :: x) w).
      { intros x Hx. apply (prefix_eq S _ ([c] ++ w2)); [now apply sim_sym | now apply (prefix_under S [c])]. }
      destruct (IH w2 Hrest) as [H | (v' & Hv' & H)]; [left; now apply Hadd | right].
      exists (c :: v'). split; [now apply (sim_app_l S [c]) | now apply Hadd].
    + destruct Hc as [Hc | []]. subst c. right. exists v.
      assert (Hvw : weak_prefix v w).
      { exists u. apply (sim_cancel S [b]). cbn. apply sim_trans with (w ++ [b]); [trivial |].
        pose proof (sim_pass S b w [] Hindep) as H. now rewrite app_nil_r in H. }
      split; [| trivial]. assert (Hbv : independent_of b v).
      { intros a Ha. apply Hindep. destruct Hvw as [x Hx]. apply sim_permutation in Hx.
        apply (Permutation_in a Hx). apply in_or_app. now left. }
      pose proof (sim_pass S b v [] Hbv) as H. rewrite app_nil_r in H. now apply sim_sym.
Qed.

Lemma over_spec q w n : contains (over S q w) n <-> contains q n \/ exists c, In c w /\ contains (creates (sets c)) n.
Proof.
  unfold over. induction w as [| a w IH]; cbn.
  - split; [now left | intros [H | (c & [] & _)]; trivial].
  - rewrite union_spec, IH. split.
    + intros [H | [H | (c & Hc & H)]]; [right; exists a; auto | now left | right; exists c; auto].
    + intros [H | (c & [-> | Hc] & H)]; [right; now left | now left | right; right; now exists c].
Qed.

Lemma needed_has_appeared q v e w : takes q (v ++ [e]) -> (forall c, In c v -> In c w) ->
  subset (needed (sets e)) (over S q w) = true.
Proof.
  intros Hrun Hin. apply takes_some in Hrun as [t Ht]. apply run_app in Ht as (p & Hv & He).
  apply run_cons in He as [He _]. apply subset_spec. intros n Hn. apply over_spec.
  destruct (contains_dec q n) as [Hq | Hq]; [now left | right].
  destruct (appeared_was_created S q v p n Hv Hq) as (c & Hc & H); [now apply (needed_is_there S p e n He) |].
  exists c. auto.
Qed.

(** Two different actions that are enabled together and do not disable one another are independent. *)
Lemma no_conflict_is_independence q a b : enabled q (sets a) = true -> enabled q (sets b) = true -> a <> b ->
  disables a b = false -> disables b a = false -> letter_independent S a b = true.
Proof.
  intros Ha Hb Hne Hab Hba.
  assert (Hs : forall x y : A, enabled q (sets x) = true -> enabled q (sets y) = true -> stimulates x y = false).
  { intros x y Hx Hy. apply not_true_iff_false. intros H.
    now rewrite (stimulated_is_not_enabled_before q (sets x) (sets y) Hx H) in Hy. }
  unfold letter_independent, unrelated, influences. destruct (act_dec a b) as [H | _]; [now destruct Hne |].
  rewrite Hab, Hba, (Hs a b Ha Hb), (Hs b a Hb Ha). reflexivity.
Qed.

Theorem fresh_is_of_two_kinds q w b v e : takes q (w ++ [b]) ->
  lost q (w ++ [b]) v e -> ~ lost q w v e ->
  (weak_prefix v w /\ prime_cause S w e v /\ takes q (w ++ [e]) /\ e <> b /\
     disables b e || disables e b = true) \/
  (~ weak_prefix v w /\ touches S b e = true /\ subset (needed (sets e)) (over S q (w ++ [b])) = true /\
   exists P, length P = length w /\ (forall c, In c (select S P w) -> touches S c e = true) /\
     v ≃ select S (close S (P ++ [true]) (w ++ [b])) (w ++ [b])).
Proof.
  intros Hwb (Hv & Hprime & Htakes & Hnot & Hkept) Hold. destruct (is_weak_prefix S v w) eqn:Hvw.
  - left. apply weak_prefix_iff in Hvw.
    assert (Hin : takes q (w ++ [e]) /\ weak_prefix (v ++ [e]) (w ++ [e])).
    { destruct (can_take S q (w ++ [e]) && is_weak_prefix S (v ++ [e]) (w ++ [e])) eqn:Hb.
      - apply andb_true_iff in Hb as [H1 H2]. split; [now apply takes_iff | now apply weak_prefix_iff].
      - exfalso. apply Hold. repeat split; trivial; try apply Hprime.
        + intros H. apply Hnot. apply (prefix_trans S) with w; [trivial | apply prefix_app].
        + intros [H1 H2]. apply takes_iff in H1. apply weak_prefix_iff in H2. now rewrite H1, H2 in Hb. }
    destruct Hin as [Hwe Hvewe]. destruct Hvw as [r Hr]. apply sim_sym in Hr.
    (* e can come first in r·e, but not in r *)
    assert (Hr_e : independent_of e r).
    { assert (Hwre : w ++ [e] ≃ v ++ (r ++ [e])) by (rewrite app_assoc; now apply sim_app_r).
      apply (prefix_first S v e _ _ Hwre) in Hvewe.
      apply (traces.in_first_app (letters S)) in Hvewe as [H | [H _]]; [exfalso | exact H].
      apply in_first in H as [r' Hr']. apply Hnot. exists (r' ++ [b]). rewrite <- app_assoc. cbn.
      apply sim_trans with ((v ++ r) ++ [b]); [| apply sim_app_r; now apply sim_sym].
      rewrite <- app_assoc. apply sim_app_l. apply sim_sym. exact (sim_app_r S [b] _ _ Hr'). }
    assert (Hne : e <> b).
    { intros ->. apply Hnot. apply (prefix_eq S _ (v ++ ([b] ++ r))); [| rewrite app_assoc; apply prefix_app].
      apply sim_trans with ((v ++ r) ++ [b]); [| apply sim_app_r; now apply sim_sym].
      rewrite <- app_assoc. apply sim_app_l. apply sim_sym.
      pose proof (sim_pass S b r [] Hr_e) as H. now rewrite app_nil_r in H. }
    split; [now exists r; apply sim_sym |]. split; [| split; [trivial | split; [trivial |]]].
    { apply (prime_cause_of_longer S q w e v r); trivial;
        [now apply takes_prefix in Hwb | now apply independent_is_quiet]. }
    apply not_false_iff_true. intros H. apply orb_false_iff in H as [Hbe Heb]. apply Hkept.
    destruct (run q w) as [t |] eqn:Ht.
    2:{ apply takes_prefix in Hwb. unfold feasibility.takes in Hwb. now rewrite Ht in Hwb. }
    assert (Henabled : forall c, takes q (w ++ [c]) -> enabled t (sets c) = true).
    { intros c Hc. apply (takes_app S q w [c] t Ht) in Hc. apply takes_some in Hc as [t' Hc].
      now apply run_cons in Hc as [Hc _]. }
    pose proof (no_conflict_is_independence t e b (Henabled e Hwe) (Henabled b Hwb) Hne Heb Hbe) as Hi.
    assert (Hswap : (w ++ [e]) ++ [b] ≃ (w ++ [b]) ++ [e]).
    { rewrite <- !app_assoc. apply sim_app_l. cbn. apply (equivalent_swap A [] e b []).
      unfold letter_independent in Hi. now apply andb_true_iff in Hi as [_ Hi]. }
    split.
    + (* e stays enabled after b *)
      rewrite <- app_assoc. apply (takes_app S q w ([b] ++ [e]) t Ht). apply takes_two_iff.
      split; [now apply Henabled |]. apply undisabled_is_enabled_after; [now apply Henabled | exact Hbe].
    + apply (prefix_eq S _ ((w ++ [e]) ++ [b])); [trivial |].
      apply (prefix_trans S) with (w ++ [e]); [trivial | apply prefix_app].
  - right. assert (Hn : ~ weak_prefix v w) by (intros H; apply weak_prefix_iff in H; congruence).
    destruct (prefix_of_longer v w b Hv) as [H | (v' & Hv' & Hv'w)]; [now destruct Hn |].
    assert (Hb : touches S b e = true).
    { apply not_false_iff_true. intros Hquiet. apply Hn. apply (prefix_trans S) with v'; [| trivial].
      apply Hprime with (u' := [b]); [now apply sim_sym |]. unfold touch. cbn. now rewrite Hquiet. }
    split; [trivial | split; [trivial | split]].
    + apply (needed_has_appeared q v e); [trivial |]. intros c Hc. destruct Hv as [u Hu].
      apply sim_permutation in Hu. apply (Permutation_in c Hu). apply in_or_app. now left.
    + now apply (own_cause_with_last S q).
Qed.

End FreshMissed.
