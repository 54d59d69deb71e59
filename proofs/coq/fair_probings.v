(** Theorem 16 of [KR], mended: a fair probing keeps every run, if what is missed is what is lost.

    [KR] Definitions 7, 14 and 15, Theorem 16, refuted as printed in [probe_refutations.v].  Python: probing.py,
    missed_actions.py.

    The probe sets and the fairness are the paper's.  Other than there, missed along (q, w) are the pairs that are
    *lost*, see [probe_words.v], and fresh is a pair; and clause 3 of Definition 15 has ε for u, as the paper's
    algorithms do.  No letter need be there only once: fairness is enough.

    Proved here: [mended_theorem_16].  The walk is that of [probe_soundness.v].  While x stays as long as it is, the
    part of it that is behind grows; and while it does not grow, the number of the next action of x gets smaller. *)

From Coq Require Import Arith.
From Mazurka Require Import entity_words probe_words probe_soundness.
From Mazurka Require traces.
Local Open Scope nat_scope.

Section FairProbings.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).
Implicit Types (a b e g : A) (v w u x y d h : word) (q t : Entities).

Variable K : vectors S.
Variable p : probe_sets.probes S.

Definition mended_probing := K (start S) [] /\
  forall q w, K q w -> takes q w /\ probe_set S q w (p q w) /\
    forall a d w' q', p q w a = Some d -> difference S w d w' -> run q d = Some q' ->
      (exists w2, w2 ≃ w' ++ [a] /\ K q' w2) /\
      forall v e, lost q' (w' ++ [a]) v e -> ~ lost q' w' v e -> exists t, run q' (v ++ [e]) = Some t /\ K t [].

(** The runs of the reduction. *)
Definition started_by q u := exists t, run q u = Some t /\ K t [].
Notation path := (path S K p started_by).
Notation joint := (joint S K p).

Hypothesis rules : mended_probing.
Variable number : Entities -> word -> A -> nat.
Hypothesis fairness : forall q w a, K q w -> enabled_after S q w a ->
  p q w a <> None \/ exists b r u, successor S K p q w b r u /\ number r u a < number q w a.

Section Walk.
Variable n : nat.
Variable q0 : Entities.
Hypothesis shorter : forall q x, length x < n -> takes q x -> K q [] ->
  exists u m, path (q, []) u m /\ weak_prefix x u.

Definition kept (D x : word) := exists u m, path (q0, []) u m /\ weak_prefix (D ++ x) u.

Definition at_vector q w x D h :=
  K q w /\ takes q x /\ length x <= n /\
  (forall v e, lost q w v e -> ~ weak_prefix (v ++ [e]) x) /\
  joint q0 D q /\ path (q0, []) h (q, w) /\ h ≃ D ++ w.

Lemma jump q D v e x : joint q0 D q -> started_by q (v ++ [e]) -> takes q x -> weak_prefix (v ++ [e]) x ->
  length x <= n -> kept D x.
Proof.
  intros HD Hstart Hx [y Hy] Hlen. pose proof Hstart as (t & Ht & HK).
  assert (Hty : takes t y) by (apply (takes_app S q (v ++ [e]) y t Ht); apply (takes_eq S q x);
    [now apply sim_sym | trivial]).
  destruct (shorter t y) as (u & m & Hu & Hyu); trivial.
  { apply sim_length in Hy. rewrite !app_length in Hy. change (length [e]) with 1 in Hy. lia. }
  exists ((D ++ (v ++ [e])) ++ u), m. split.
  - apply path_app with (t, []); [now apply path_detour with q | trivial].
  - rewrite <- app_assoc. apply prefix_under. apply (prefix_trans S) with ((v ++ [e]) ++ y).
    + exists []. rewrite app_nil_r. now apply sim_sym.
    + now apply prefix_under.
Qed.

(** One step by a, where d is discharged and belongs to x. *)
Lemma step q w x D h a d x1 w1 g y r u : at_vector q w x D h -> p q w a = Some d ->
  w ≃ x1 ++ w1 -> x ≃ x1 ++ g :: y -> weak_prefix d x1 ->
  difference S (w ++ [a]) d u -> run q d = Some r -> K r u ->
  kept D x \/ exists x1', x1 ≃ d ++ x1' /\ u ≃ (x1' ++ w1) ++ [a] /\
    at_vector r u (x1' ++ g :: y) (D ++ d) (h ++ [a]) /\ (kept (D ++ d) (x1' ++ g :: y) -> kept D x).
Proof.
  intros (HK & Hx & Hlen & Hnone & HD & Hh & Heq) Hp Hw Hxg [x1' Hx1] Hu Hr HKu.
  set (w' := x1' ++ w1). set (x' := x1' ++ g :: y).
  assert (Hww' : w ≃ d ++ w').
  { apply sim_trans with (1 := Hw). unfold w'. rewrite app_assoc. apply sim_app_r. now apply sim_sym. }
  assert (Hxx' : x ≃ d ++ x').
  { apply sim_trans with (1 := Hxg). unfold x'. rewrite app_assoc. apply sim_app_r. now apply sim_sym. }
  assert (Huw : u ≃ w' ++ [a]).
  { apply (sim_cancel S d). apply sim_trans with (w ++ [a]); [exact Hu |]. rewrite app_assoc. now apply sim_app_r. }
  destruct (proj2 rules q w HK) as (Htakes & _ & Hsucc).
  destruct (Hsucc a d w' r Hp (sim_sym S _ _ Hww') Hr) as (_ & Hfresh).
  assert (Hprobes : probe_soundness.probes S p q w a d r w') by (repeat split;
    [trivial | now apply sim_sym | trivial]).
  assert (HD' : joint q0 (D ++ d) r) by now apply (joint_more S K p q0 D q w a d r w').
  assert (Htx : takes q (d ++ x')) by now apply (takes_eq S q x).
  assert (Hx' : takes r x') by now apply (takes_app S q d x' r).
  assert (Hlen' : length x = length d + length x') by (apply sim_length in Hxx'; now rewrite app_length in Hxx').
  assert (Hkept : kept (D ++ d) x' -> kept D x).
  { intros (u' & m & Hu' & Hpre). exists u', m. split; [trivial |].
    apply (prefix_trans S) with ((D ++ d) ++ x'); [| trivial].
    exists []. rewrite app_nil_r, <- app_assoc. now apply sim_app_l. }
  destruct (lost_or_not S r u x') as [(v & e & Hlost & Hve) | Hnone'].
  - left. apply (lost_eq S r u (w' ++ [a])) in Hlost; [| trivial]. destruct (is_lost S r w' v e) eqn:Hbefore.
    + apply lost_iff in Hbefore. exfalso.
      destruct (lost_before_discharge S q d r w w' v e x' Hr Hww' Hbefore Hve) as (v0 & Hv0 & Hpre).
      apply (Hnone v0 e Hv0). apply (prefix_eq S _ (d ++ x')); [now apply sim_sym | trivial].
    + apply Hkept. apply (jump r (D ++ d) v e x'); trivial; [| lia].
      apply Hfresh; [trivial |]. intros H. apply lost_iff in H. congruence.
  - right. exists x1'. split; [now apply sim_sym | split; [exact Huw | split; [| trivial]]].
    fold x'. split; [trivial | split; [trivial | split; [lia | split; [trivial | split; [trivial | split]]]]].
    + apply path_app with (q, w); [trivial |]. now apply (path_step S K p _ q w a d r w' u).
    + apply sim_trans with ((D ++ w) ++ [a]); [now apply sim_app_r |]. rewrite <- !app_assoc. apply sim_app_l.
      apply sim_sym. exact Hu.
Qed.

Lemma cause_belongs w b d x1 w1 : (exists c, prime_cause S w b c /\ weak_prefix d c) -> w ≃ x1 ++ w1 ->
  independent_of b w1 -> weak_prefix d x1.
Proof.
  intros (c & [_ Hleast] & Hd) Hw Hb. apply (prefix_trans S) with c; [trivial |].
  apply (Hleast x1 w1); [now apply sim_sym | now apply independent_is_quiet].
Qed.

Lemma front_is_enabled q w x x1 w1 g y : front S q w x x1 w1 g y -> enabled_after S q w g.
Proof.
  intros (_ & _ & _ & H). apply takes_some in H as [t Ht]. apply run_app in Ht as (s & Hs & Ht).
  apply run_cons in Ht as [Hg _]. now exists s.
Qed.

Section Level.
Variable l : nat.
(** Runs x that are shorter than l are kept, from wherever the walk is. *)
Hypothesis below : forall q w x D h, length x < l -> at_vector q w x D h -> kept D x.

(** w and x have x1 in common; y is what x has besides. *)
Lemma walk_on k : forall q w x D h x1 w1 y, length y <= k -> length x <= l -> at_vector q w x D h ->
  w ≃ x1 ++ w1 -> x ≃ x1 ++ y -> kept D x.
Proof.
  induction k as [| k IH]; intros q w x D h x1 w1 y Hy Hl Hat Hw Hx.
  - destruct y; [| inversion Hy]. destruct Hat as (_ & _ & _ & _ & _ & Hh & Heq). exists h, (q, w).
    split; [trivial |]. apply (prefix_eq S _ (D ++ w)); [now apply sim_sym |]. apply prefix_under.
    rewrite app_nil_r in Hx. exists w1. apply sim_sym, sim_trans with (1 := Hw). apply sim_app_r. now apply sim_sym.
  - destruct y as [| g y]; [apply (IH q w x D h x1 w1 []); trivial; cbn; lia |].
    change (length (g :: y)) with (Datatypes.S (length y)) in Hy.
    remember (number q w g) as m eqn:Hm. revert q w x D h x1 w1 Hl Hat Hw Hx Hm.
    induction m as [m IHm] using lt_wf_ind. intros q w x D h x1 w1 Hl Hat Hw Hx Hm.
    pose proof Hat as (HK & Htx & Hlen & Hnone & HD & Hh & Heq).
    destruct (proj2 rules q w HK) as (Htw & Hprobe & Hsucc).
    destruct (next_is_front S q w x x1 w1 g y Htx Htw Hnone Hx Hw) as [Hin | Hfront].
    { apply in_first in Hin as [w2 Hw2]. apply (IH q w x D h (x1 ++ [g]) w2 y); trivial; [lia | |].
      - rewrite <- app_assoc. apply sim_trans with (1 := Hw). now apply sim_app_l.
      - now rewrite <- app_assoc. }
    pose proof Hfront as (_ & _ & Hg & Hwg). destruct Hprobe as (_ & _ & Hclause2 & Hclause3).
    pose proof (front_is_enabled q w x x1 w1 g y Hfront) as Hen.
    (* where something is discharged, x gets shorter *)
    assert (Hshorter : forall d x1', x1 ≃ d ++ x1' -> d <> [] -> length (x1' ++ g :: y) < l).
    { intros d x1' Hx1 Hd. apply sim_length in Hx1. apply sim_length in Hx. rewrite app_length in *.
      destruct d as [| c d]; [now destruct Hd |]. change (length (c :: d)) with (Datatypes.S (length d)) in Hx1.
      lia. }
    destruct (p q w g) as [d |] eqn:Hpg.
    + pose proof (cause_belongs w g d x1 w1 (Hclause3 g d Hpg) Hw Hg) as Hd. destruct Hd as [x1' Hx1].
      assert (Hww' : w ≃ d ++ (x1' ++ w1)).
      { apply sim_trans with (1 := Hw). rewrite app_assoc. apply sim_app_r. now apply sim_sym. }
      assert (Htd : takes q (d ++ (x1' ++ w1))) by now apply (takes_eq S q w).
      apply takes_prefix, takes_some in Htd as [r Hr].
      destruct (Hsucc g d (x1' ++ w1) r Hpg (sim_sym S _ _ Hww') Hr) as ((u & Hu & HKu) & _).
      assert (Hdu : difference S (w ++ [g]) d u).
      { unfold difference. apply sim_trans with (d ++ ((x1' ++ w1) ++ [g])); [now apply sim_app_l |].
        rewrite app_assoc. apply sim_app_r. now apply sim_sym. }
      destruct (step q w x D h g d x1 w1 g y r u Hat Hpg Hw Hx) as [Hk | (x2 & Hx2 & Hu2 & Hat2 & Hback)]; trivial.
      { now exists x1'. }
      apply Hback. destruct d as [| c d].
      * apply (IH r u (x2 ++ g :: y) (D ++ []) (h ++ [g]) (x2 ++ [g]) w1 y); trivial; [lia | | |].
        -- apply sim_length in Hx2. apply sim_length in Hx. cbn [app] in Hx2. rewrite app_length in *. lia.
        -- apply sim_trans with (1 := Hu2). rewrite <- !app_assoc. apply sim_app_l.
           pose proof (sim_pass S g w1 [] Hg) as H. now rewrite app_nil_r in H.
        -- rewrite <- app_assoc. apply sim_refl.
      * apply (below r u _ _ (h ++ [g])); [now apply (Hshorter (c :: d) x2) | trivial].
    + destruct (fairness q w g HK Hen) as [Hin | (b & r & u & (d & Hp & Hu & Hr & HKu) & Hless)];
        [now destruct Hin |].
      assert (Hd : weak_prefix d x1).
      { destruct (Hclause2 b d g Hp Hen) as [H | H]; [now destruct H | now apply (cause_belongs w g d x1 w1)]. }
      destruct (step q w x D h b d x1 w1 g y r u Hat Hp Hw Hx Hd Hu Hr HKu) as [Hk | (x2 & Hx2 & Hu2 & Hat2 & Hback)];
        [trivial |].
      apply Hback. destruct d as [| c d].
      * apply (IHm (number r u g)) with (q := r) (w := u) (h := h ++ [b]) (x1 := x2) (w1 := w1 ++ [b]); trivial.
        -- now rewrite Hm.
        -- apply sim_length in Hx2. apply sim_length in Hx. cbn [app] in Hx2. rewrite app_length in *. lia.
        -- now rewrite app_assoc.
        -- apply sim_refl.
      * apply (below r u _ _ (h ++ [b])); [now apply (Hshorter (c :: d) x2) | trivial].
Qed.
End Level.

Lemma walk l : l <= n -> forall q w x D h, length x <= l -> at_vector q w x D h -> kept D x.
Proof.
  induction l as [l IH] using lt_wf_ind. intros Hl q w x D h Hx Hat.
  apply (walk_on l) with (k := length x) (q := q) (w := w) (h := h) (x1 := []) (w1 := w) (y := x); trivial;
    try apply sim_refl.
  intros q' w' x' D' h' Hlen Hat'. now apply (IH (length x')) with (q := q') (w := w') (h := h'); [| lia | |].
Qed.
End Walk.

Theorem starts_keep_runs n : forall q x, length x < n -> takes q x -> K q [] ->
  exists u m, path (q, []) u m /\ weak_prefix x u.
Proof.
  induction n as [| n IH]; intros q x Hlen Hx HK; [lia |].
  apply (walk n q IH n (le_n n) q [] x [] []); [lia |].
  repeat split; trivial; try apply path_nil; try apply joint_nil; try apply sim_refl; [lia |].
  intros v e Hlost. now apply nothing_is_lost_at_first in Hlost.
Qed.

End FairProbings.

(** Theorem 16, mended: Definition 7 for the reduction whose runs are the paths. *)
Theorem mended_theorem_16 (S : entity_system) K p : mended_probing S K p -> fair S K p ->
  forall x, takes (start S) x ->
  exists u m, path S K p (started_by S K) (start S, []) u m /\ weak_prefix x u.
Proof.
  intros Hrules [number Hfair] x Hx.
  apply (starts_keep_runs S K p Hrules number Hfair (Datatypes.S (length x))); [lia | trivial | apply Hrules].
Qed.
