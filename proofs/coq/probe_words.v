(** What two runs from one state have in common, and what is missed of one of them along the other.

    [KR] section 3.1, Definition 13, as it is mended in Python: missed_actions.py, [is_missed].

    (v, e) is *lost* along (q, w) if v ≾ w, v = ↓_e v, q ⊢ v·e, and neither v·e ≾ w, nor both q ⊢ w·e and
    v·e ≾ w·e.  Proved here, for every entity system:

      - [runs_part_at_a_front]: if nothing that is lost along w belongs to the run x, then x ≾ w, or the rest of x
        begins with an action that is enabled after w and independent of what w has besides;
      - [lost_before_discharge]: what is lost, and belongs to x, after a part of w has been discharged, was so
        before, with a smaller prefix. *)

From Mazurka Require Import entity_words.
From Mazurka Require traces.
Local Open Scope nat_scope.

Section ProbeWords.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).
Implicit Types (a b c e g : A) (v w u x y r d : word) (q p : Entities).

(** * ≃, in terms of [traces.v] *)

Lemma sim_refl w : w ≃ w.
Proof. apply equivalent_refl. Qed.

Lemma sim_sym v w : v ≃ w -> w ≃ v.
Proof. apply equivalent_sym. Qed.

Lemma sim_trans u v w : u ≃ v -> v ≃ w -> u ≃ w.
Proof. apply equivalent_trans. Qed.

Lemma sim_app_l u v w : v ≃ w -> u ++ v ≃ u ++ w.
Proof. rewrite !equivalent_same. apply (traces.equivalent_app_l (letters S)). Qed.

Lemma sim_app_r u v w : v ≃ w -> v ++ u ≃ w ++ u.
Proof. rewrite !equivalent_same. apply (traces.equivalent_app_r (letters S)). Qed.

Lemma sim_cancel u v w : u ++ v ≃ u ++ w -> v ≃ w.
Proof. rewrite !equivalent_same. apply (traces.equivalent_cancel_app (letters S)). Qed.

Lemma sim_permutation v w : v ≃ w -> Permutation v w.
Proof. rewrite equivalent_same. apply (traces.equivalent_permutation (letters S)). Qed.

Lemma sim_length v w : v ≃ w -> length v = length w.
Proof. intros H. now apply Permutation_length, sim_permutation. Qed.

(** A letter passes what it is independent of. *)
Lemma sim_pass g u w : independent_of g u -> u ++ g :: w ≃ g :: u ++ w.
Proof. intros H. apply equivalent_same. now apply (traces.move_to_front (letters S)). Qed.

Lemma in_first g w : In g (first w) <-> exists v, w ≃ g :: v.
Proof.
  rewrite (traces.in_first_iff (letters S)). split; intros [v Hv]; exists v; now apply equivalent_same.
Qed.

Lemma first_past g u w : independent_of g u -> In g (first (u ++ w)) -> In g (first w).
Proof.
  intros Hu H. apply (traces.in_first_app (letters S)) in H as [H | [_ H]]; [| exact H].
  apply (traces.first_in (letters S)) in H. now destruct (traces.independent_of_not_in (letters S) g u Hu).
Qed.

Lemma prefix_app v u : weak_prefix v (v ++ u).
Proof. exists u. apply sim_refl. Qed.

Lemma prefix_eq v w w' : w ≃ w' -> weak_prefix v w -> weak_prefix v w'.
Proof. intros H [u Hu]. exists u. now apply sim_trans with w. Qed.

Lemma prefix_trans u v w : weak_prefix u v -> weak_prefix v w -> weak_prefix u w.
Proof.
  intros [u' Hu] [v' Hv]. exists (u' ++ v'). rewrite app_assoc. apply sim_trans with (v ++ v'); [| trivial].
  now apply sim_app_r.
Qed.

Lemma prefix_under d v w : weak_prefix v w -> weak_prefix (d ++ v) (d ++ w).
Proof. intros [u Hu]. exists u. rewrite <- app_assoc. now apply sim_app_l. Qed.

Lemma prefix_length v w : weak_prefix v w -> length v <= length w.
Proof. intros [u Hu]. apply sim_length in Hu. rewrite app_length in Hu. lia. Qed.

(** v·g ≾ v·u: then g can come first in u. *)
Lemma prefix_first v g u w : w ≃ v ++ u -> weak_prefix (v ++ [g]) w -> In g (first u).
Proof.
  intros Hw [t Ht]. apply in_first. exists t. apply (sim_cancel v). apply sim_sym.
  apply sim_trans with w; [| trivial]. now rewrite <- app_assoc in Ht.
Qed.

(** * Runs *)

Lemma run_eq q v w p : v ≃ w -> run q v = Some p -> run q w = Some p.
Proof. apply equivalent_runs; [apply entity_systems_are_complete | apply entity_systems_are_deterministic]. Qed.

Lemma takes_some q w : takes q w <-> exists p, run q w = Some p.
Proof. unfold feasibility.takes. destruct (run q w) as [p |]; split; try easy. intros _. now exists p.
now intros [p H]. Qed.

Lemma takes_eq q v w : v ≃ w -> takes q v -> takes q w.
Proof. rewrite !takes_some. intros H [p Hp]. exists p. now apply (run_eq q v). Qed.

Lemma takes_app q v w p : run q v = Some p -> (takes q (v ++ w) <-> takes p w).
Proof. intros H. unfold feasibility.takes. rewrite after_word_app, H. easy. Qed.

Lemma takes_prefix q v w : takes q (v ++ w) -> takes q v.
Proof. unfold feasibility.takes. rewrite after_word_app. now destruct (run q v). Qed.

(** What does not influence the last letter of a run is independent of it. *)
Lemma quiet_is_independent q u r g : takes q (u ++ r ++ [g]) -> touch S r g = false -> independent_of g r.
Proof.
  intros Hrun Hquiet. apply takes_some in Hrun as [p Hp].
  assert (Hall : forall c, In c r -> touches S c g = false).
  { intros c Hc. apply not_true_iff_false. intros Ht. unfold touch in Hquiet.
    assert (H : existsb (fun c => touches S c g) r = true) by (apply existsb_exists; now exists c). congruence. }
  assert (Hback : influence [g] r = false).
  { apply (runs_are_mutual S q _ p Hp u r [g] []); [now rewrite app_nil_r |].
    apply not_true_iff_false. intros H. apply influence_iff in H as (c & b & Hc & [<- | []] & H).
    specialize (Hall c Hc). unfold touches in Hall. rewrite H, orb_true_r in Hall. discriminate Hall. }
  intros c Hc. cbn. unfold letter_independent, unrelated. specialize (Hall c Hc). unfold touches in Hall.
  apply orb_false_iff in Hall as [Hne Hcg].
  assert (Hgc : influences g c = false).
  { apply not_true_iff_false. intros H. apply not_true_iff_false in Hback. apply Hback, influence_iff.
    exists g, c. repeat split; [now left | trivial | trivial]. }
  rewrite Hgc, Hcg. destruct (act_dec g c) as [-> |]; [| trivial]. now destruct (act_dec c c).
Qed.

Lemma independent_is_quiet g r : independent_of g r -> touch S r g = false.
Proof.
  intros H. apply not_true_iff_false. unfold touch. rewrite existsb_exists. intros (c & Hc & Ht).
  specialize (H c Hc). cbn in H. unfold letter_independent, unrelated in H. unfold touches in Ht.
  destruct (act_dec g c) as [-> | Hne]; [discriminate H |].
  apply andb_true_iff in H as [_ H]. apply andb_true_iff in H as [_ H]. apply negb_true_iff in H. rewrite H in Ht.
  destruct (act_dec c g) as [-> |]; [now destruct Hne | discriminate Ht].
Qed.

(** * Prime causes *)

Lemma least_by_length (l : list word) : l <> [] -> exists v, In v l /\ forall v', In v' l -> length v <= length v'.
Proof.
  induction l as [| a [| b l] IH]; intros H; [easy | |].
  - exists a. split; [now left | intros v' [<- | []]; lia].
  - destruct IH as (v & Hv & Hmin); [easy |]. destruct (Compare_dec.le_lt_dec (length a) (length v)) as [Hle | Hlt].
    + exists a. split; [now left |]. intros v' [<- | Hv']; [lia |]. specialize (Hmin v' Hv'). lia.
    + exists v. split; [now right |]. intros v' [<- | Hv']; [lia | now apply Hmin].
Qed.

(** Every word has a prime cause of g, and it is its own. *)
Lemma prime_exists u g : exists v r, u ≃ v ++ r /\ touch S r g = false /\ prime_cause S v g v.
Proof.
  set (candidates := filter (untouched S u g) (prefixes S u)).
  assert (Hself : In u candidates).
  { apply filter_In. split; [apply prefix_listed; exists []; rewrite app_nil_r; apply sim_refl |].
    apply untouched_iff. exists []. split; [unfold difference; rewrite app_nil_r; apply sim_refl | trivial]. }
  destruct (least_by_length candidates) as (v & Hv & Hmin); [intros H; now rewrite H in Hself |].
  apply filter_In in Hv as [_ Hv]. apply untouched_iff in Hv as (r & Hr & Ht). unfold difference in Hr.
  exists v, r. split; [now apply sim_sym | split; [trivial |]]. split.
  - exists []. split; [unfold difference; rewrite app_nil_r; apply sim_refl | trivial].
  - intros v' u' Hd Hu'. unfold difference in Hd. assert (Hin : In v' candidates).
    { assert (Hdiff : difference S u v' (u' ++ r)).
      { unfold difference. rewrite app_assoc. apply sim_trans with (v ++ r); [now apply sim_app_r | trivial]. }
      apply filter_In. split; [apply prefix_listed; now exists (u' ++ r) |].
      apply untouched_iff. exists (u' ++ r). split; [trivial |]. unfold touch. rewrite existsb_app.
      unfold touch in Hu', Ht. now rewrite Hu', Ht. }
    specialize (Hmin v' Hin). pose proof (sim_length _ _ Hd) as Hl. rewrite app_length in Hl.
    destruct u' as [| c u']; [| change (length (c :: u')) with (Datatypes.S (length u')) in Hl; lia].
    rewrite app_nil_r in Hd. exists []. rewrite app_nil_r. now apply sim_sym.
Qed.

(** * What is lost *)

Definition lost q w v e :=
  weak_prefix v w /\ prime_cause S v e v /\ takes q (v ++ [e]) /\ ~ weak_prefix (v ++ [e]) w /\
  ~ (takes q (w ++ [e]) /\ weak_prefix (v ++ [e]) (w ++ [e])).

Definition is_lost q w v e : bool :=
  is_weak_prefix S v w && is_prime_cause S v e v && can_take S q (v ++ [e]) && negb (is_weak_prefix S (v ++ [e]) w) &&
  negb (can_take S q (w ++ [e]) && is_weak_prefix S (v ++ [e]) (w ++ [e])).

Lemma lost_iff q w v e : lost q w v e <-> is_lost q w v e = true.
Proof.
  unfold lost, is_lost. rewrite !weak_prefix_iff, prime_cause_iff, !takes_iff, !andb_true_iff, !negb_true_iff.
  rewrite andb_false_iff, <- !not_true_iff_false.
  destruct (can_take S q (w ++ [e])), (is_weak_prefix S (v ++ [e]) (w ++ [e]));
    intuition congruence.
Qed.

Lemma lost_eq q w w' v e : w ≃ w' -> lost q w v e -> lost q w' v e.
Proof.
  intros Hw (H1 & H2 & H3 & H4 & H5). assert (Hwe : w ++ [e] ≃ w' ++ [e]) by now apply sim_app_r.
  repeat split; trivial.
  - now apply (prefix_eq v w).
  - apply H2.
  - apply H2.
  - intros H. apply H4. now apply (prefix_eq _ w'); [apply sim_sym |].
  - intros [H6 H7]. apply H5. split; [now apply (takes_eq q (w' ++ [e])); [apply sim_sym |] |].
    now apply (prefix_eq _ (w' ++ [e])); [apply sim_sym |].
Qed.

(** Whether something lost along w belongs to x. *)
Lemma lost_or_not q w x : (exists v e, lost q w v e /\ weak_prefix (v ++ [e]) x) \/
  (forall v e, lost q w v e -> ~ weak_prefix (v ++ [e]) x).
Proof.
  set (test := fun u => match rev u with e :: v => is_lost q w (rev v) e | [] => false end).
  destruct (existsb test (prefixes S x)) eqn:Hfound.
  - left. apply existsb_exists in Hfound as (u & Hu & Hlost). unfold test in Hlost.
    destruct (rev u) as [| e v] eqn:Hrev; [discriminate Hlost |]. exists (rev v), e.
    split; [now apply lost_iff |]. apply listed_prefix in Hu.
    replace (rev v ++ [e]) with u; [trivial |]. rewrite <- (rev_involutive u), Hrev. reflexivity.
  - right. intros v e Hlost Hx. apply not_true_iff_false in Hfound. apply Hfound, existsb_exists.
    exists (v ++ [e]). split; [now apply prefix_listed |]. unfold test. rewrite rev_app_distr. cbn.
    rewrite rev_involutive. now apply lost_iff.
Qed.

(** q ⊢ x1·g, x1 ≃ v·r and r does not influence g: then q ⊢ v·g, and g is independent of r. *)
Lemma last_moves q x1 v r g : takes q (x1 ++ [g]) -> x1 ≃ v ++ r -> touch S r g = false ->
  independent_of g r /\ x1 ++ [g] ≃ v ++ g :: r /\ takes q (v ++ [g]).
Proof.
  intros Hrun Heq Hquiet. assert (H1 : x1 ++ [g] ≃ v ++ r ++ [g]) by (rewrite app_assoc; now apply sim_app_r).
  assert (Hindep : independent_of g r).
  { apply (quiet_is_independent q v); [now apply (takes_eq q (x1 ++ [g])) | trivial]. }
  assert (H2 : x1 ++ [g] ≃ v ++ g :: r).
  { apply sim_trans with (1 := H1). apply sim_app_l. pose proof (sim_pass g r [] Hindep) as H.
    now rewrite app_nil_r in H. }
  repeat split; trivial. apply (takes_prefix q (v ++ [g]) r). rewrite <- app_assoc.
  now apply (takes_eq q (x1 ++ [g])).
Qed.

(** An action belongs to the front of x along w. *)
Definition front q w x x1 w1 g y :=
  w ≃ x1 ++ w1 /\ x ≃ x1 ++ g :: y /\ independent_of g w1 /\ takes q (w ++ [g]).

(** The next action of x after a common part x1 belongs to w as well, or to the front. *)
Theorem next_is_front q w x x1 w1 g y : takes q x -> takes q w ->
  (forall v e, lost q w v e -> ~ weak_prefix (v ++ [e]) x) ->
  x ≃ x1 ++ g :: y -> w ≃ x1 ++ w1 -> In g (first w1) \/ front q w x x1 w1 g y.
Proof.
  intros Hx Hw Hnone Hx1 Hw1. destruct (in_dec act_dec g (first w1)) as [Hin | Hout]; [now left | right].
  destruct (prime_exists x1 g) as (v & r & Hv & Hquiet & Hprime).
  assert (Hx1g : takes q (x1 ++ [g])).
  { apply (takes_prefix q _ y). rewrite <- app_assoc. now apply (takes_eq q x). }
  destruct (last_moves q x1 v r g Hx1g Hv Hquiet) as (Hindep & Hmoved & Hvg).
  assert (Hvgx : weak_prefix (v ++ [g]) x).
  { exists (r ++ y). rewrite <- app_assoc. cbn. apply sim_sym. apply sim_trans with (1 := Hx1).
    change (g :: y) with ([g] ++ y). rewrite app_assoc. change (g :: r ++ y) with ((g :: r) ++ y).
    rewrite (app_assoc v). now apply sim_app_r. }
  assert (Hwv : w ≃ v ++ (r ++ w1)).
  { apply sim_trans with (1 := Hw1). rewrite app_assoc. now apply sim_app_r. }
  assert (Hnot : ~ weak_prefix (v ++ [g]) w).
  { intros H. apply (prefix_first v g _ w Hwv) in H. now apply (first_past g r w1 Hindep) in H. }
  assert (Hkept : takes q (w ++ [g]) /\ weak_prefix (v ++ [g]) (w ++ [g])).
  { destruct (can_take S q (w ++ [g]) && is_weak_prefix S (v ++ [g]) (w ++ [g])) eqn:Hb.
    - apply andb_true_iff in Hb as [Hb1 Hb2]. split; [now apply takes_iff | now apply weak_prefix_iff].
    - exfalso. apply (Hnone v g); [| trivial]. repeat split; trivial.
      + now exists (r ++ w1); apply sim_sym.
      + apply Hprime.
      + apply Hprime.
      + intros [H1 H2]. apply takes_iff in H1. apply weak_prefix_iff in H2. now rewrite H1, H2 in Hb. }
  destruct Hkept as [Hwg Hvgwg]. repeat split; trivial.
  assert (Hwvg : w ++ [g] ≃ v ++ ((r ++ w1) ++ [g])) by (rewrite app_assoc; now apply sim_app_r).
  apply (prefix_first v g _ _ Hwvg) in Hvgwg. rewrite <- app_assoc in Hvgwg.
  apply (first_past g r _ Hindep) in Hvgwg.
  apply (traces.in_first_app (letters S)) in Hvgwg as [H | [H _]]; [now destruct Hout | exact H].
Qed.

Theorem runs_part_at_a_front q w x : takes q x -> takes q w ->
  (forall v e, lost q w v e -> ~ weak_prefix (v ++ [e]) x) ->
  weak_prefix x w \/ exists x1 w1 g y, front q w x x1 w1 g y.
Proof.
  intros Hx Hw Hnone.
  enough (Hgrow : forall rest x1 w1, x ≃ x1 ++ rest -> w ≃ x1 ++ w1 ->
    weak_prefix x w \/ exists x1 w1 g y, front q w x x1 w1 g y).
  { apply (Hgrow x [] w); apply sim_refl. }
  induction rest as [| g y IH]; intros x1 w1 Hx1 Hw1.
  - left. rewrite app_nil_r in Hx1. exists w1. apply sim_sym, sim_trans with (1 := Hw1).
    apply sim_app_r. now apply sim_sym.
  - destruct (next_is_front q w x x1 w1 g y Hx Hw Hnone Hx1 Hw1) as [Hin | Hfront]; [| right;
      now exists x1, w1, g, y].
    apply in_first in Hin as [w2 Hw2]. apply (IH (x1 ++ [g]) w2); rewrite <- app_assoc; [trivial |].
    apply sim_trans with (1 := Hw1). now apply sim_app_l.
Qed.

Theorem lost_before_discharge q d p w w' v e x' :
  run q d = Some p -> w ≃ d ++ w' -> lost p w' v e -> weak_prefix (v ++ [e]) x' ->
  exists v0, lost q w v0 e /\ weak_prefix (v0 ++ [e]) (d ++ x').
Proof.
  intros Hd Hw (Hvw & Hprime & Htakes & Hnot & Hkept) Hx.
  assert (Hdve : takes q ((d ++ v) ++ [e])) by (rewrite <- app_assoc; now apply (takes_app q d _ p Hd)).
  destruct (prime_exists (d ++ v) e) as (v0 & r & Hv0 & Hquiet & Hprime0).
  destruct (last_moves q (d ++ v) v0 r e Hdve Hv0 Hquiet) as (Hindep & Hmoved & Hv0e).
  destruct Hvw as [w2 Hw2].
  assert (Hwv0 : w ≃ v0 ++ (r ++ w2)).
  { apply sim_trans with (1 := Hw). apply sim_trans with ((d ++ v) ++ w2).
    - rewrite <- app_assoc. apply sim_app_l. now apply sim_sym.
    - rewrite app_assoc. now apply sim_app_r. }
  (* where e can come first in w2, v·e ≾ w' *)
  assert (Hback : forall t, In e (first (w2 ++ t)) -> weak_prefix (v ++ [e]) (w' ++ t)).
  { intros t H. apply in_first in H as [w3 Hw3]. exists w3. rewrite <- app_assoc. cbn.
    apply sim_trans with (v ++ w2 ++ t); [apply sim_app_l; now apply sim_sym |].
    rewrite app_assoc. now apply sim_app_r. }
  exists v0. split; [repeat split |].
  - exists (r ++ w2). now apply sim_sym.
  - apply Hprime0.
  - apply Hprime0.
  - trivial.
  - intros H. apply Hnot. apply (prefix_first v0 e _ w Hwv0) in H. apply (first_past e r _ Hindep) in H.
    rewrite <- (app_nil_r w2) in H. apply Hback in H. now rewrite app_nil_r in H.
  - intros [H1 H2]. apply Hkept. split.
    + apply (takes_app q d (w' ++ [e]) p Hd). rewrite app_assoc.
      apply (takes_eq q (w ++ [e])); [now apply sim_app_r | trivial].
    + assert (Hwe : w ++ [e] ≃ v0 ++ ((r ++ w2) ++ [e])) by (rewrite app_assoc; now apply sim_app_r).
      apply (prefix_first v0 e _ _ Hwe) in H2. rewrite <- app_assoc in H2. apply (first_past e r _ Hindep) in H2.
      now apply Hback.
  - apply prefix_trans with ((d ++ v) ++ [e]).
    + exists r. rewrite <- app_assoc. now apply sim_sym.
    + rewrite <- app_assoc. now apply prefix_under.
Qed.

End ProbeWords.

Arguments lost {_} _ _ _ _.
