(** The search by probe sets, mended, keeps every run as a weak prefix.

    [KR] Definition 7 and Theorem 16, for the search of Python's probe_sound.py, and with the missed actions of
    missed_actions.py, fresh for each pair.

    [follows_rules] says what the search does, and nothing of how it chooses: vectors (q, w), at each of them a
    probe set with conditions (2) and (3) of [KR] Definition 14 that is empty only where nothing is enabled and
    leaves no letter twice; its successors; and for what is lost freshly along a successor (q', w'·a), (q'↑v·e, ε),
    unless e is in the same probe set and v = ↓_e w'.  Instead, q may be settled: then (q↑a, ε) for each a enabled
    at q, and vectors of q may be dropped, with what they lose.  The runs of the reduction are [path]: steps of
    probe sets, and detours from a base, which is reached by what was discharged ([joint]).

    Proved here: [every_run_is_kept], for every entity system with finitely many actions, with cycles or without;
    and [reached_deadlocks_are_kept].  Condition (1) of Definition 14 is not needed.

    The proof walks along a run x.  At (q, w) nothing lost along w belongs to x, so that x goes on with some g
    that is enabled after w.  If g is probed, take it; if not, take any action of the probe set, which can only
    discharge what belongs to x.  Where something of x is lost by that, go there.  Each step makes x shorter or,
    if nothing is discharged, w longer; and w has no letter twice. *)

From Coq Require Import Arith.
From Mazurka Require Import entity_words probe_words.
From Mazurka Require traces.
Local Open Scope nat_scope.

Section Soundness.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).
Implicit Types (a b e g : A) (v w u x y r d h : word) (q t : Entities).

Variable names : list A.
Hypothesis all_names : forall a, In a names.

(** The vectors, their probe sets with images, the detours from a base, and the bases that are settled. *)
Variable K : Entities -> word -> Prop.
Variable p : Entities -> word -> A -> option word.
Variable detour : Entities -> word -> Prop.
Variable settled : Entities -> Prop.

(** a is probed at (q, w), d is discharged, and the successor is (q', w'·a). *)
Definition probes q w a d q' w' := p q w a = Some d /\ difference S w d w' /\ run q d = Some q'.

Definition within_cause w b d := exists x, prime_cause S w b x /\ weak_prefix d x.

(** From (q, ε) a detour by u, to where the search goes on. *)
Definition started t := K t [] \/ settled t.
Definition detours q u := detour q u /\ exists t, run q u = Some t /\ started t.

Definition probed q w :=
  (forall a d, p q w a = Some d -> takes q (w ++ [a]) /\ within_cause w a d) /\
  (forall b, takes q (w ++ [b]) -> exists a d, p q w a = Some d) /\
  (forall a d b, p q w a = Some d -> takes q (w ++ [b]) -> p q w b <> None \/ within_cause w b d) /\
  (forall a d q' w', probes q w a d q' w' -> ~ In a w' /\
     (settled q' \/ (exists w2, w2 ≃ w' ++ [a] /\ K q' w2) /\
        forall v e, lost q' (w' ++ [a]) v e -> ~ lost q' w' v e ->
          detours q' (v ++ [e]) \/ p q w e <> None /\ prime_cause S w' e v)).

Definition follows_rules := K (start S) [] /\
  (forall q w, K q w -> takes q w /\ (probed q w \/ settled q)) /\
  (forall q a, settled q -> takes q [a] -> detours q [a]).

(** How a base is reached from another by what is discharged. *)
Inductive joint : Entities -> word -> Entities -> Prop :=
| joint_nil q : joint q [] q
| joint_more q D q1 w a d q2 w' : joint q D q1 -> K q1 w -> probes q1 w a d q2 w' -> joint q (D ++ d) q2.

Inductive path : Entities * word -> word -> Entities * word -> Prop :=
| path_nil n : path n [] n
| path_step q w a d q' w' w2 : K q w -> probes q w a d q' w' -> w2 ≃ w' ++ [a] -> K q' w2 ->
    path (q, w) [a] (q', w2)
| path_detour q D q' u t : joint q D q' -> detour q' u -> run q' u = Some t -> path (q, []) (D ++ u) (t, [])
| path_app n u m v k : path n u m -> path m v k -> path n (u ++ v) k.

(** * Two actions of which each is next in a run, as seen from a common part *)

Definition count w a := count_occ act_dec w a.

Lemma count_app v w a : count (v ++ w) a = count v a + count w a.
Proof. apply count_occ_app. Qed.

Lemma count_eq v w a : v ≃ w -> count v a = count w a.
Proof. intros H. apply sim_permutation in H. revert a. now apply (Permutation_count_occ act_dec). Qed.

Lemma count_independent g w : independent_of g w -> count w g = 0.
Proof. intros H. apply count_occ_not_In. now apply (traces.independent_of_not_in (letters S)). Qed.

Lemma count_projection e g a w : a = e \/ a = g -> count (traces.projection (letters S) e g w) a = count w a.
Proof.
  intros Ha. unfold count, traces.projection. induction w as [| b w IH]; [reflexivity |]. cbn [filter].
  destruct (traces.is_one_of (letters S) e g b) eqn:Hb.
  - cbn [count_occ]. now rewrite IH.
  - rewrite IH. cbn [count_occ]. destruct (act_dec b a) as [-> | Hne]; [| reflexivity].
    exfalso. apply not_true_iff_false in Hb. apply Hb. apply (traces.is_one_of_true (letters S)). tauto.
Qed.

Lemma two_continuations (e g : A) (u v s t : list A) : e <> g -> u ++ g :: s = v ++ e :: t ->
  count v e < count u e \/ count u g < count v g.
Proof.
  intros Hne. revert v. induction u as [| b u IH]; intros [| c v] H; cbn [app] in H.
  - injection H as Hge _. now destruct Hne.
  - injection H as Hgc _. subst c. right. unfold count. cbn [count_occ].
    destruct (act_dec g g) as [_ | Hn]; [lia | now destruct Hn].
  - injection H as Hbe _. subst b. left. unfold count. cbn [count_occ].
    destruct (act_dec e e) as [_ | Hn]; [lia | now destruct Hn].
  - injection H as Hbc H. subst c. apply IH in H. unfold count in *. cbn [count_occ].
    destruct (act_dec b e), (act_dec b g); lia.
Qed.

Lemma next_actions_are_independent e g w v r x1 w1 y y2 : e <> g ->
  w ≃ v ++ r -> independent_of e r -> w ≃ x1 ++ w1 -> independent_of g w1 ->
  x1 ++ g :: y ≃ v ++ e :: y2 -> letter_independent S e g = true.
Proof.
  intros Hne Hv Hr Hx1 Hw1 Hx. destruct (letter_independent S e g) eqn:Hdep; [trivial | exfalso].
  apply equivalent_same in Hx. apply (traces.equivalent_projections (letters S)) in Hx. specialize (Hx e g Hdep).
  unfold traces.projection in Hx. rewrite !filter_app in Hx. cbn [filter] in Hx.
  assert (Hg : traces.is_one_of (letters S) e g g = true) by (apply (traces.is_one_of_true (letters S)); now right).
  assert (He : traces.is_one_of (letters S) e g e = true) by (apply (traces.is_one_of_true (letters S)); now left).
  rewrite Hg, He in Hx.
  apply (two_continuations e g (traces.projection (letters S) e g x1) (traces.projection (letters S) e g v) _ _
    Hne) in Hx.
  rewrite !(count_projection e g) in Hx by auto.
  apply (count_eq _ _ e) in Hv as Hve. apply (count_eq _ _ g) in Hv as Hvg.
  apply (count_eq _ _ e) in Hx1 as Hxe. apply (count_eq _ _ g) in Hx1 as Hxg.
  rewrite count_app in Hve, Hvg, Hxe, Hxg. rewrite (count_independent e r Hr) in Hve.
  rewrite (count_independent g w1 Hw1) in Hxg. lia.
Qed.

(** Independent actions that are both enabled can be taken one after the other. *)
Lemma both_can_be_taken q w g e : letter_independent S e g = true -> takes q (w ++ [g]) -> takes q (w ++ [e]) ->
  takes q ((w ++ [g]) ++ [e]).
Proof.
  intros Hi Hg He. destruct (run q w) as [t |] eqn:Ht.
  2:{ apply takes_prefix in Hg. unfold feasibility.takes in Hg. now rewrite Ht in Hg. }
  apply (takes_app S q w [g] t Ht) in Hg. apply (takes_app S q w [e] t Ht) in He. rewrite <- app_assoc.
  apply (takes_app S q w ([g] ++ [e]) t Ht). unfold feasibility.takes in *. cbn in Hg, He |- *.
  destruct (after t g) as [tg |] eqn:Htg; [| easy]. destruct (after t e) as [te |] eqn:Hte; [| easy].
  unfold letter_independent in Hi. apply andb_true_iff in Hi as [_ Hi].
  assert (Hge : unrelated A g e = true) by (unfold unrelated in *; now rewrite andb_comm).
  destruct (proj2 (entity_independence_is_valid S t g e Hge) tg te Htg Hte) as [r Hr]. now rewrite Hr.
Qed.

(** * The walk *)

Hypothesis rules : follows_rules.

Section Walk.
Variable n : nat.
Variable q0 : Entities.
Hypothesis shorter : forall q x, length x < n -> takes q x -> started q ->
  exists u m, path (q, []) u m /\ weak_prefix x u.

(** The run D·x from q0 has its path. *)
Definition kept (D x : word) := exists u m, path (q0, []) u m /\ weak_prefix (D ++ x) u.

Lemma jump q D v e x : joint q0 D q -> detours q (v ++ [e]) -> takes q x -> weak_prefix (v ++ [e]) x ->
  length x <= n -> kept D x.
Proof.
  intros HD (Hdetour & r & Hr & HK) Hx [y Hy] Hlen.
  assert (Hry : takes r y) by (apply (takes_app S q (v ++ [e]) y r Hr), (takes_eq S q x);
    [now apply sim_sym | trivial]).
  destruct (shorter r y) as (u & m & Hu & Hyu); trivial.
  { apply sim_length in Hy. rewrite !app_length in Hy. change (length [e]) with 1 in Hy. lia. }
  exists ((D ++ (v ++ [e])) ++ u), m. split.
  - apply path_app with (r, []); [now apply path_detour with q | trivial].
  - rewrite <- app_assoc. apply prefix_under. apply (prefix_trans S) with ((v ++ [e]) ++ y).
    + exists []. rewrite app_nil_r. now apply sim_sym.
    + now apply prefix_under.
Qed.

Lemma keep_settled q D x : joint q0 D q -> settled q -> takes q x -> x <> [] -> length x <= n -> kept D x.
Proof.
  intros HD Hq Hx Hne Hlen. destruct x as [| a x]; [now destruct Hne |]. apply (jump q D [] a (a :: x)); trivial.
  - apply rules; [trivial |]. now apply (takes_prefix S q [a] x).
  - exists x. apply sim_refl.
Qed.

(** What the walk knows at (q, w): how it came there, and that nothing lost belongs to the rest x of the run. *)
Definition at_vector q w x D h :=
  K q w /\ NoDup w /\ takes q x /\ length x <= n /\
  (forall v e, lost q w v e -> ~ weak_prefix (v ++ [e]) x) /\
  joint q0 D q /\ path (q0, []) h (q, w) /\ h ≃ D ++ w.

Definition measure x w := length x * Datatypes.S (length names) + (length names - length w).

Lemma no_duplicates_fit w : NoDup w -> length w <= length names.
Proof. intros H. apply (NoDup_incl_length H). intros a _. apply all_names. Qed.

(** One step by a, where d is discharged and belongs to x: the run is kept, or the walk goes on, or something of x
    is lost that is in the same probe set. *)
Lemma step q w x D h a d x1 w1 g y : at_vector q w x D h -> probed q w -> p q w a = Some d ->
  front S q w x x1 w1 g y -> weak_prefix d x1 ->
  (forall w2 x' q' D' h', at_vector q' w2 x' D' h' -> measure x' w2 < measure x w -> kept D' x') ->
  exists x1' q', x1 ≃ d ++ x1' /\ run q d = Some q' /\
  (kept D x \/ exists v e, p q w e <> None /\ prime_cause S (x1' ++ w1) e v /\
     weak_prefix (v ++ [e]) (x1' ++ g :: y) /\ lost q' ((x1' ++ w1) ++ [a]) v e).
Proof.
  intros (HK & Hdup & Hx & Hlen & Hnone & HD & Hh & Heq) Hprobed Hp (Hw & Hxg & Hg & Hwg) [x1' Hx1] Hon.
  destruct Hprobed as (_ & _ & _ & Hsucc).
  set (w' := x1' ++ w1). set (x' := x1' ++ g :: y).
  assert (Hww' : w ≃ d ++ w').
  { apply sim_trans with (1 := Hw). unfold w'. rewrite app_assoc. apply sim_app_r. now apply sim_sym. }
  assert (Hxx' : x ≃ d ++ x').
  { apply sim_trans with (1 := Hxg). unfold x'. rewrite app_assoc. apply sim_app_r. now apply sim_sym. }
  assert (Htakes : takes q (d ++ x')) by now apply (takes_eq S q x).
  destruct (proj1 (takes_some S q d) (takes_prefix S q d x' Htakes)) as [q' Hq'].
  exists x1', q'. split; [now apply sim_sym | split; [trivial |]]. fold w' x'.
  assert (Hprobes : probes q w a d q' w') by (repeat split; [trivial | now apply sim_sym | trivial]).
  destruct (Hsucc a d q' w' Hprobes) as (Hnew & Hnext).
  assert (HD' : joint q0 (D ++ d) q') by now apply (joint_more q0 D q w a d q' w').
  assert (Hx' : takes q' x') by now apply (takes_app S q d x' q').
  assert (Hlen' : length x = length d + length x') by (apply sim_length in Hxx'; now rewrite app_length in Hxx').
  assert (Hkept : kept (D ++ d) x' -> kept D x).
  { intros (u & m & Hu & Hpre). exists u, m. split; [trivial |].
    apply (prefix_trans S) with ((D ++ d) ++ x'); [| trivial].
    exists []. rewrite app_nil_r, <- app_assoc. now apply sim_app_l. }
  destruct Hnext as [Hsettled | ((w2 & Hw2 & HK2) & Hfresh)].
  { left. apply Hkept. apply (keep_settled q'); trivial; [| lia]. unfold x'. now destruct x1'. }
  destruct (lost_or_not S q' w2 x') as [(v & e & Hlost & Hve) | Hnone'].
  - apply (lost_eq S q' w2 (w' ++ [a])) in Hlost; [| trivial].
    destruct (is_lost S q' w' v e) eqn:Hbefore.
    + apply lost_iff in Hbefore. exfalso.
      destruct (lost_before_discharge S q d q' w w' v e x' Hq' Hww' Hbefore Hve) as (v0 & Hv0 & Hpre).
      apply (Hnone v0 e Hv0). apply (prefix_eq S _ (d ++ x')); [now apply sim_sym | trivial].
    + destruct (Hfresh v e Hlost) as [Hdetour | [Hin Hcause]].
      * intros H. apply lost_iff in H. congruence.
      * left. apply Hkept. apply (jump q' (D ++ d) v e x'); trivial. lia.
      * right. exists v, e. auto.
  - left. apply Hkept.
    assert (Hdup2 : NoDup w2).
    { apply (Permutation_NoDup (l := a :: w')).
      - apply Permutation_trans with (w' ++ [a]); [apply Permutation_cons_append |].
        apply Permutation_sym. now apply sim_permutation.
      - constructor; [trivial |]. apply sim_permutation in Hww'. apply (Permutation_NoDup Hww') in Hdup.
        clear - Hdup. induction d as [| b d IH]; [trivial | inversion Hdup; auto]. }
    apply (Hon w2 x' q' (D ++ d) (h ++ [a])).
    + repeat split; trivial; [lia | |].
      * apply path_app with (q, w); [trivial |]. now apply (path_step q w a d q' w').
      * apply sim_trans with ((D ++ w) ++ [a]); [now apply sim_app_r |]. rewrite <- !app_assoc. apply sim_app_l.
        apply sim_trans with (d ++ (w' ++ [a])); [rewrite app_assoc; now apply sim_app_r |].
        apply sim_app_l. now apply sim_sym.
    + unfold measure. pose proof (no_duplicates_fit w Hdup). pose proof (no_duplicates_fit w2 Hdup2).
      assert (Hl2 : length w2 = Datatypes.S (length w')).
      { apply sim_length in Hw2. rewrite app_length in Hw2. change (length [a]) with 1 in Hw2. lia. }
      assert (Hlw : length w = length d + length w') by (apply sim_length in Hww'; now rewrite app_length in Hww').
      destruct d as [| b d].
      * change (@length A []) with 0 in Hlen', Hlw. replace (length x) with (length x') by lia. lia.
      * change (length (b :: d)) with (Datatypes.S (length d)) in Hlen', Hlw. nia.
Qed.

Lemma cause_belongs w b d x1 w1 : within_cause w b d -> w ≃ x1 ++ w1 -> independent_of b w1 -> weak_prefix d x1.
Proof.
  intros (c & [_ Hleast] & Hd) Hw Hb. apply (prefix_trans S) with c; [trivial |].
  apply (Hleast x1 w1); [now apply sim_sym | now apply independent_is_quiet].
Qed.

(** The next action of the run is probed. *)
Lemma take_it q w x D h x1 w1 g y d : at_vector q w x D h -> probed q w -> front S q w x x1 w1 g y ->
  p q w g = Some d ->
  (forall w2 x' q' D' h', at_vector q' w2 x' D' h' -> measure x' w2 < measure x w -> kept D' x') -> kept D x.
Proof.
  intros Hat Hprobed Hfront Hp Hon. pose proof Hfront as (Hw & Hxg & Hg & Hwg).
  destruct (proj1 Hprobed g d Hp) as [_ Hcause].
  pose proof (cause_belongs w g d x1 w1 Hcause Hw Hg) as Hd.
  destruct (step q w x D h g d x1 w1 g y Hat Hprobed Hp Hfront Hd Hon) as (x1' & q' & Hx1 & Hq' & [Hk | Hsame]);
    [trivial |].
  exfalso. destruct Hsame as (v & e & Hin & Hprime & Hve & Hlost).
  set (w' := x1' ++ w1) in *. destruct Hlost as (_ & _ & _ & Hnot & Hkept).
  assert (Hww' : w ≃ d ++ w').
  { apply sim_trans with (1 := Hw). unfold w'. rewrite app_assoc. now apply sim_app_r. }
  destruct (p q w e) as [de |] eqn:Hpe; [| now destruct Hin].
  destruct (proj1 Hprobed e de Hpe) as [Hwe _].
  assert (Hafter : forall c, takes q (w ++ [c]) -> takes q' (w' ++ [c])).
  { intros c Hc. apply (takes_app S q d _ q' Hq'). rewrite app_assoc.
    apply (takes_eq S q (w ++ [c])); [now apply sim_app_r | trivial]. }
  apply Hafter in Hwe. apply Hafter in Hwg.
  destruct Hprime as [(r & Hr & Hquiet) _]. unfold difference in Hr. apply sim_sym in Hr.
  destruct (last_moves S q' w' v r e Hwe Hr Hquiet) as (Hindep & Hmoved & _).
  destruct (act_dec e g) as [-> | Hne].
  - apply Hnot. exists r. rewrite <- app_assoc. now apply sim_sym.
  - destruct Hve as [y2 Hy2]. rewrite <- app_assoc in Hy2. cbn in Hy2.
    assert (Hi : letter_independent S e g = true).
    { apply (next_actions_are_independent e g w' v r x1' w1 y y2); trivial; [apply sim_refl | now apply sim_sym]. }
    apply Hkept. split; [now apply both_can_be_taken |].
    exists (r ++ [g]). apply sim_trans with ((w' ++ [e]) ++ [g]).
    + rewrite <- app_assoc. cbn. apply sim_sym. change (v ++ e :: r ++ [g]) with (v ++ (e :: r) ++ [g]).
      rewrite (app_assoc v).
      now apply sim_app_r.
    + rewrite <- !app_assoc. apply sim_app_l. cbn. apply (equivalent_swap A [] e g []).
      unfold letter_independent in Hi. now apply andb_true_iff in Hi as [_ Hi].
Qed.

Lemma walk m : forall q w x D h, measure x w <= m -> at_vector q w x D h -> kept D x.
Proof.
  induction m as [m IH] using lt_wf_ind. intros q w x D h Hm Hat.
  assert (Hon : forall w2 x' q' D' h', at_vector q' w2 x' D' h' -> measure x' w2 < measure x w -> kept D' x').
  { intros w2 x' q' D' h' H Hlt. apply (IH (measure x' w2)) with (q := q') (w := w2) (h := h');
      [lia | lia | trivial]. }
  pose proof Hat as (HK & Hdup & Hx & Hlen & Hnone & HD & Hh & Heq).
  destruct (proj1 (proj2 rules) q w HK) as [Htakes [Hprobed | Hsettled]].
  - destruct (runs_part_at_a_front S q w x Hx Htakes Hnone) as [Hdone | (x1 & w1 & g & y & Hfront)].
    + exists h, (q, w). split; [trivial |].
      apply (prefix_eq S _ (D ++ w)); [now apply sim_sym | now apply prefix_under].
    + pose proof Hfront as (Hw & Hxg & Hg & Hwg).
      destruct (p q w g) as [d |] eqn:Hpg; [now apply (take_it q w x D h x1 w1 g y d) |].
      destruct (proj1 (proj2 Hprobed) g Hwg) as (a & d & Hpa).
      assert (Hd : weak_prefix d x1).
      { destruct (proj1 (proj2 (proj2 Hprobed)) a d g Hpa Hwg) as [H | H]; [now destruct H |].
        now apply (cause_belongs w g d x1 w1). }
      destruct (step q w x D h a d x1 w1 g y Hat Hprobed Hpa Hfront Hd Hon) as
        (x1' & q' & Hx1 & Hq' & [Hk | Hsame]); [trivial |].
      (* an action e of the probe set is next in x, too: take that one *)
      destruct Hsame as (v & e & Hin & Hprime & [y2 Hy2] & _).
      destruct (p q w e) as [de |] eqn:Hpe; [| now destruct Hin].
      destruct (proj1 Hprobed e de Hpe) as [Hwe _].
      destruct Hprime as [(r & Hr & Hquiet) _]. unfold difference in Hr. apply sim_sym in Hr.
      assert (Hww' : w ≃ d ++ (x1' ++ w1)).
      { apply sim_trans with (1 := Hw). rewrite app_assoc. now apply sim_app_r. }
      assert (Hw'e : takes q' ((x1' ++ w1) ++ [e])).
      { apply (takes_app S q d _ q' Hq'). rewrite app_assoc.
        apply (takes_eq S q (w ++ [e])); [now apply sim_app_r | trivial]. }
      destruct (last_moves S q' (x1' ++ w1) v r e Hw'e Hr Hquiet) as (Hindep & _ & _).
      apply (take_it q w x D h (d ++ v) r e y2 de); trivial. repeat split; trivial.
      * apply sim_trans with (1 := Hww'). rewrite <- app_assoc. now apply sim_app_l.
      * apply sim_trans with (1 := Hxg). apply sim_trans with ((d ++ x1') ++ g :: y); [now apply sim_app_r |].
        rewrite <- !app_assoc. apply sim_app_l. apply sim_sym. now rewrite <- app_assoc in Hy2.
  - destruct x as [| a x]; [| now apply (keep_settled q)].
    exists h, (q, w). split; [trivial |]. apply (prefix_eq S _ (D ++ w)); [now apply sim_sym |].
    rewrite app_nil_r. apply prefix_app.
Qed.

End Walk.

Lemma nothing_is_lost_at_first q v e : ~ lost q [] v e.
Proof.
  intros ([u Hu] & _ & Htakes & _ & Hkept). apply sim_length in Hu. rewrite app_length in Hu.
  destruct v as [| a v]; [| discriminate Hu]. apply Hkept. split; [trivial |]. exists []. apply sim_refl.
Qed.

Theorem starts_keep_runs n : forall q x, length x < n -> takes q x -> started q ->
  exists u m, path (q, []) u m /\ weak_prefix x u.
Proof.
  induction n as [| n IH]; intros q x Hlen Hx [HK | Hsettled]; [lia | lia | |].
  - apply (walk n q IH (measure x []) q [] x [] []); [lia |].
    repeat split; trivial; try apply path_nil; try apply joint_nil; try apply sim_refl.
    + constructor.
    + lia.
    + intros v e Hlost. now apply nothing_is_lost_at_first in Hlost.
  - destruct x as [| a x].
    + exists [], (q, []). split; [apply path_nil |]. exists []. apply sim_refl.
    + apply (keep_settled n q IH q [] (a :: x)); trivial; [apply joint_nil | easy | lia].
Qed.

(** Definition 7: the reduction has every run as a weak prefix. *)
Theorem every_run_is_kept x : takes (start S) x -> exists u m, path (start S, []) u m /\ weak_prefix x u.
Proof. intros Hx. apply (starts_keep_runs (Datatypes.S (length x))); [lia | trivial | left; apply rules]. Qed.

(** * What a path is a run of *)

Lemma joint_is_run q D q' : joint q D q' -> run q D = Some q'.
Proof.
  induction 1 as [q | q D q1 w a d q2 w' _ IH _ Hp]; [reflexivity |]. rewrite after_word_app, IH. apply Hp.
Qed.

Lemma path_is_run n u m : path n u m -> forall s, run (fst n) (snd n) = Some s ->
  exists t, run (fst m) (snd m) = Some t /\ run s u = Some t.
Proof.
  induction 1 as [n | q w a d q' w' w2 HK Hp Hw2 HK2 | q D q' u t HD Hd Ht | n u m v k _ IH1 _ IH2];
    intros s Hs; cbn [fst snd] in *.
  - exists s. now split.
  - destruct Hp as (Hp & Hd & Hq'). destruct (proj1 (proj2 rules) q' w2 HK2) as [Ht _].
    apply takes_some in Ht as [t Ht].
    exists t. split; [trivial |]. unfold difference in Hd.
    assert (Hrun : run q' (w' ++ [a]) = Some t) by now apply (run_eq S q' w2).
    assert (Hall : run q (w ++ [a]) = Some t).
    { apply (run_eq S q (d ++ (w' ++ [a]))).
      - rewrite app_assoc. now apply sim_app_r.
      - now rewrite after_word_app, Hq'. }
    now rewrite after_word_app, Hs in Hall.
  - injection Hs as <-. exists t. split; [reflexivity |]. now rewrite after_word_app, (joint_is_run q D q' HD).
  - destruct (IH1 s Hs) as (t & Ht & Hu). destruct (IH2 t Ht) as (t' & Ht' & Hv). exists t'.
    split; [trivial |]. now rewrite after_word_app, Hu.
Qed.

(** A reachable deadlock is the end of a path, whose word is equivalent to any run that leads there. *)
Theorem reached_deadlocks_are_kept x s : run (start S) x = Some s -> (forall a, after s a = None) ->
  exists u m, path (start S, []) u m /\ x ≃ u /\ run (fst m) (snd m) = Some s.
Proof.
  intros Hx Hdead. destruct (every_run_is_kept x) as (u & m & Hu & y & Hy); [apply takes_some; now exists s |].
  destruct (path_is_run _ _ _ Hu (start S) eq_refl) as (t & Ht & Hrun).
  assert (Hxy : run (start S) (x ++ y) = Some t) by (apply (run_eq S _ u); [now apply sim_sym | trivial]).
  rewrite after_word_app, Hx in Hxy. destruct y as [| a y].
  - injection Hxy as ->. exists u, m. rewrite app_nil_r in Hy. auto.
  - cbn in Hxy. now rewrite Hdead in Hxy.
Qed.

End Soundness.
