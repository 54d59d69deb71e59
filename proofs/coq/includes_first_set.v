(** The includes-first-set test, characterised by staircases.

    [HLPW] Definitions 14 and 31, Lemma 32, Figure 9.  Python: includes_first_set.py.

    A staircase from s for B is a run u0 b1 u1 … bk uk with

      (1)  dom(u0) ⊆ dom(B) and first(u0) ⊆ B;
      (2)  b_i sticks from P_(i−1) in s, where P_0 = dom(u0) and P_i = P_(i−1) ∪ dom(b_i);
      (3)  dom(u_i) ⊆ P_i;
      (4)  P_k wraps B.

    Proved here, Lemma 32: [ifs_iff_staircase].  Its halves are [staircase_includes_first_set], which extends
    the staircase to any maximal run, and [first_set_has_staircase], which takes a maximal run w with
    first(w) ⊆ B apart: from the front all that stays within dom(B); then, while P does not wrap B, an action
    that sticks from P and all that stays within the larger P. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems sleep_sets client_server pifs.

Section Staircases.
Variable C : client_server.
Local Notation S := (client_server_system C).
Implicit Types (a b c : S) (s t : state S) (u v w x : word S) (B : list S) (P : list nat) (p q r : nat).

(** Definition 31. *)
Definition sticks s P b := exists p q,
  In p (domain b) /\ In p P /\ In q (domain b) /\ ~ In q P /\ can_step s q b.

(** (2) and (3) for the steps (b1, u1), …, (bk, uk) from P. *)
Fixpoint climbs s P (steps : list (S * word S)) : Prop :=
  match steps with
  | [] => True
  | (b, u) :: rest => sticks s P b /\ incl (processes_of u) (P ++ domain b) /\ climbs s (P ++ domain b) rest
  end.

(** P_k. *)
Fixpoint top P (steps : list (S * word S)) : list nat :=
  match steps with
  | [] => P
  | (b, _) :: rest => top (P ++ domain b) rest
  end.

(** b1 u1 … bk uk. *)
Fixpoint stairs (steps : list (S * word S)) : word S :=
  match steps with
  | [] => []
  | (b, u) :: rest => b :: u ++ stairs rest
  end.

Record is_staircase s B u0 steps : Prop := {
  staircase_run : is_run s (u0 ++ stairs steps);
  staircase_ground : incl (processes_of u0) (processes_of B);
  staircase_first : incl (first u0) B;
  staircase_climbs : climbs s (processes_of u0) steps;
  staircase_wraps : wraps s (fun p => In p (top (processes_of u0) steps)) B }.

(** Right to left. *)

Lemma processes_of_cons b u p : In p (processes_of (b :: u)) <-> In p (domain b) \/ In p (processes_of u).
Proof. unfold processes_of. cbn [flat_map]. apply in_app_iff. Qed.

Lemma top_of_cons_within x b u P :
  incl P (processes_of x) -> incl (P ++ domain b) (processes_of (x ++ b :: u)).
Proof.
  intros HP r Hr. rewrite processes_of_app, in_app_iff, processes_of_cons.
  apply in_app_or in Hr as [Hr | Hr]; auto.
Qed.

(** What comes on the steps depends on something before it. *)
Lemma climbing_adds_no_first s P steps x c : climbs s P steps -> incl P (processes_of x) ->
  In c (first (x ++ stairs steps)) -> In c (first x).
Proof.
  revert P x. induction steps as [| [b u] steps IH]; intros P x Hclimbs HP Hc; cbn [stairs] in *.
  - now rewrite app_nil_r in Hc.
  - destruct Hclimbs as ((p & q & Hp & HpP & _ & _ & _) & Hu & Hclimbs).
    assert (Hc' : In c (first (x ++ b :: u))).
    { apply (IH (P ++ domain b)); [trivial | now apply top_of_cons_within |].
      rewrite <- app_assoc. exact Hc. }
    apply in_first_app in Hc' as [Hc' | [Hcx Hcu]]; [trivial | exfalso].
    pose proof (proj1 (independent_of_iff C c x) Hcx) as Houtside.
    apply in_first_cons in Hcu as [-> | [Hbc Hcu]].
    + apply (Houtside p Hp). auto.
    + assert (Hclient : In (client c) (P ++ domain b)).
      { apply Hu, in_processes_of. exists c. split; [now apply first_in in Hcu | now left]. }
      apply in_app_or in Hclient as [Hclient | Hclient].
      * apply (Houtside (client c)); [now left | auto].
      * apply (proj1 (independent_iff C b c) Hbc (client c) Hclient). now left.
Qed.

Lemma top_is_within_the_run P steps x :
  incl P (processes_of x) -> incl (top P steps) (processes_of (x ++ stairs steps)).
Proof.
  revert P x. induction steps as [| [b u] steps IH]; intros P x HP; cbn [stairs top].
  - now rewrite app_nil_r.
  - replace (x ++ b :: u ++ stairs steps) with ((x ++ b :: u) ++ stairs steps)
      by now rewrite <- app_assoc.
    apply IH. now apply top_of_cons_within.
Qed.

Theorem staircase_includes_first_set s B u0 steps : is_staircase s B u0 steps -> includes_first_set s B.
Proof.
  intros [(t & Ht) _ Hfirst Hclimbs Hwraps].
  destruct (maximal_run_exists S t) as (v & Hv).
  assert (Hmax : is_maximal_run s ((u0 ++ stairs steps) ++ v)) by now apply maximal_run_app with t.
  exists ((u0 ++ stairs steps) ++ v). split; [trivial |].
  intros c Hc. pose proof Hc as Hc0. apply in_first_app in Hc as [Hc | [Hindependent _]].
  - apply Hfirst. now apply (climbing_adds_no_first s (processes_of u0) steps u0 c Hclimbs (incl_refl _)).
  - destruct (Hwraps c) as [HB | (p & Hpc & Hp)]; [| trivial | exfalso].
    + destruct Hmax as (d & Hd & _). apply (first_is_enabled S s c _ Hc0). now exists d.
    + apply (proj1 (independent_of_iff C c _) Hindependent p Hpc).
      apply (top_is_within_the_run (processes_of u0) steps u0 (incl_refl _)), Hp.
Qed.

(** Left to right. *)

Lemma within_dec (c : S) P : {incl (domain c) P} + {~ incl (domain c) P}.
Proof.
  destruct (in_dec Nat.eq_dec (client c) P) as [H1 | H1], (in_dec Nat.eq_dec (server c) P) as [H2 | H2].
  - left. now intros r [<- | [<- | []]].
  - right. intros H. apply H2, H. now right; left.
  - right. intros H. apply H1, H. now left.
  - right. intros H. apply H1, H. now left.
Qed.

(** w ≃ u·v where u is the longest weak prefix of w with dom(u) within P. *)
Lemma split_within P w : exists u v,
  w ≃ u ++ v /\ incl (processes_of u) P /\ forall c, In c (first v) -> ~ incl (domain c) P.
Proof.
  remember (length w) as n eqn:Hn. revert w Hn. induction n as [n IH] using lt_wf_ind. intros w ->.
  destruct (Exists_dec (fun c => incl (domain c) P) (first w)) as [H | H].
  - intros c. apply within_dec.
  - apply Exists_exists in H as (c & Hc & HcP).
    pose proof (first_to_front S c w Hc) as Hfront.
    destruct (IH (length (without_first c w))) with (w := without_first c w) as (u & v & Heq & Hu & Hv).
    { pose proof (without_first_length S c w (first_in S c w Hc)). lia. }
    { trivial. }
    exists (c :: u), v. split; [| split; [| trivial]].
    + apply equivalent_trans with (1 := Hfront). now apply equivalent_cons.
    + intros r Hr. apply processes_of_cons in Hr as [Hr | Hr]; auto.
  - exists [], w. split; [apply equivalent_refl | split; [intros r [] |]].
    intros c Hc HcP. apply H, Exists_exists. now exists c.
Qed.

Lemma wraps_dec s P B : {wraps s (fun p => In p P) B} +
  {exists a, is_enabled s a /\ ~ In a B /\ forall p, In p (domain a) -> ~ In p P}.
Proof.
  destruct (Exists_dec (fun a => ~ In a B /\ forall p, In p (domain a) -> ~ In p P) (enabled s)) as [H | H].
  - intros a. destruct (in_dec action_dec a B) as [HB | HB]; [right; tauto |].
    destruct (in_dec Nat.eq_dec (client a) P) as [H1 | H1].
    { right. intros [_ H]. apply (H (client a)); [now left | trivial]. }
    destruct (in_dec Nat.eq_dec (server a) P) as [H2 | H2].
    { right. intros [_ H]. apply (H (server a)); [now right; left | trivial]. }
    left. split; [trivial |]. now intros p [<- | [<- | []]].
  - right. apply Exists_exists in H as (a & Ha & HB & HP). exists a. now apply in_enabled in Ha.
  - left. intros a Ha. destruct (in_dec action_dec a B) as [HB | HB]; [now left | right].
    destruct (in_dec Nat.eq_dec (client a) P) as [H1 | H1]; [exists (client a); split; [now left | trivial] |].
    destruct (in_dec Nat.eq_dec (server a) P) as [H2 | H2];
      [exists (server a); split; [now right; left | trivial] | exfalso].
    apply H, Exists_exists. exists a. split; [now apply in_enabled |].
    split; [trivial |]. now intros p [<- | [<- | []]].
Qed.

Section Climbing.
Variables (s : state S) (B : list S) (w u0 rest : word S).
Hypothesis w_maximal : is_maximal_run s w.
Hypothesis w_first : incl (first w) B.
Hypothesis w_split : w ≃ u0 ++ rest.
Hypothesis rest_leaves : forall c, In c (first rest) -> ~ incl (domain c) (processes_of B).

(** With what is done so far on the processes P, everything that can come first in what is left sticks from P. *)
Lemma first_of_rest_sticks P before v b : rest ≃ before ++ v ->
  (forall p, In p P <-> In p (processes_of (u0 ++ before))) ->
  In b (first v) -> ~ incl (domain b) P -> sticks s P b.
Proof.
  intros Hrest HP Hb Hleaves.
  assert (Hw : w ≃ (u0 ++ before) ++ v).
  { rewrite <- app_assoc. apply equivalent_trans with (1 := w_split). now apply equivalent_app_l. }
  assert (Htouched : exists p, In p (domain b) /\ In p P).
  { destruct (in_dec Nat.eq_dec (client b) P) as [H1 | H1]; [exists (client b); split; [now left | trivial] |].
    destruct (in_dec Nat.eq_dec (server b) P) as [H2 | H2];
      [exists (server b); split; [now right; left | trivial] | exfalso].
    assert (Hindependent : independent_of b (u0 ++ before)).
    { apply independent_of_iff. intros p Hp Hin. apply HP in Hin. now destruct Hp as [<- | [<- | []]]. }
    apply (rest_leaves b).
    - apply (first_equivalent S b (before ++ v)); [now apply equivalent_sym |].
      apply in_first_app. right. split; [| trivial]. now apply independent_of_app in Hindependent.
    - intros p Hp. apply in_processes_of. exists b. split; [| trivial].
      apply w_first, (first_equivalent S b ((u0 ++ before) ++ v)); [now apply equivalent_sym |].
      apply in_first_app. now right. }
  destruct Htouched as (p & Hp & HpP). destruct (other_process C b p Hp) as (q & Hq & Hpq).
  assert (HqP : ~ In q P).
  { intros HqP. apply Hleaves. intros r Hr. now destruct (domain_pair C b p q r Hp Hq Hpq Hr) as [-> | ->]. }
  exists p, q. repeat split; trivial.
  destruct (maximal_run_equivalent S s _ _ Hw w_maximal) as (d & Hd & _).
  apply after_word_app in Hd as (t & Ht & Hd).
  apply (can_step_unmoved C s (u0 ++ before) t q); [trivial | now rewrite <- HP |].
  apply enabled_steps; [| trivial]. apply (first_is_enabled S t b v Hb). now exists d.
Qed.

Lemma stairs_exist n P before v : length v = n -> rest ≃ before ++ v ->
  (forall p, In p P <-> In p (processes_of (u0 ++ before))) ->
  (forall c, In c (first v) -> ~ incl (domain c) P) ->
  exists steps z, climbs s P steps /\ wraps s (fun p => In p (top P steps)) B /\ v ≃ stairs steps ++ z.
Proof.
  revert P before v. induction n as [n IH] using lt_wf_ind. intros P before v Hn Hrest HP Hleaves.
  destruct (wraps_dec s P B) as [Hwraps | (a & Ha & HB & HaP)].
  { exists [], v. split; [easy | split; [trivial | apply equivalent_refl]]. }
  assert (Hv : v <> []).
  { destruct (maximal_run_touches C s w a w_maximal Ha) as (p & Hp & Hpw).
    apply (processes_of_equivalent C w (u0 ++ before ++ v)) in Hpw.
    2: { apply equivalent_trans with (1 := w_split). now apply equivalent_app_l. }
    intros ->. apply (HaP p Hp), HP. now rewrite app_nil_r in Hpw. }
  destruct (first_nonempty S v Hv) as (b & Hb).
  pose proof (first_to_front S b v Hb) as Hfront.
  destruct (split_within (P ++ domain b) (without_first b v)) as (u & v' & Hsplit & Hu & Hleaves').
  assert (Hvu : v ≃ b :: u ++ v').
  { apply equivalent_trans with (1 := Hfront). now apply equivalent_cons. }
  destruct (IH (length v')) with (P := P ++ domain b) (before := before ++ b :: u) (v := v')
    as (steps & z & Hclimbs & Hwraps & Hz); trivial.
  - pose proof (equivalent_length S _ _ Hvu) as Hlength. cbn [length] in Hlength.
    rewrite app_length, Hn in Hlength. rewrite Hlength. apply le_n_S, Nat.le_add_l.
  - rewrite <- app_assoc. apply equivalent_trans with (1 := Hrest). now apply equivalent_app_l.
  - intros p. rewrite in_app_iff, HP, app_assoc, !processes_of_app, !in_app_iff, processes_of_cons.
    split; [tauto |]. intros [H | [H | H]]; [tauto | tauto |].
    apply Hu, in_app_or in H as [H | H]; [| tauto]. left. apply HP in H.
    now rewrite processes_of_app, in_app_iff in H.
  - exists ((b, u) :: steps), z. split; [| split; [trivial |]].
    + split; [| split; trivial]. apply first_of_rest_sticks with (before := before) (v := v); auto.
    + cbn [stairs]. apply equivalent_trans with (1 := Hvu). cbn. rewrite <- app_assoc.
      now apply equivalent_cons, equivalent_app_l.
Qed.

End Climbing.

Theorem first_set_has_staircase s B : includes_first_set s B -> exists u0 steps, is_staircase s B u0 steps.
Proof.
  intros (w & Hmax & Hfirst).
  destruct (split_within (processes_of B) w) as (u0 & rest & Hw & Hu0 & Hleaves).
  destruct (stairs_exist s B w u0 rest Hmax Hfirst Hw Hleaves (length rest) (processes_of u0) [] rest)
    as (steps & z & Hclimbs & Hwraps & Hz); trivial.
  { apply equivalent_refl. }
  { intros p. now rewrite app_nil_r. }
  { intros c Hc Hwithin. apply (Hleaves c Hc). intros p Hp. auto. }
  exists u0, steps. split; trivial.
  - assert (Hrun : is_maximal_run s ((u0 ++ stairs steps) ++ z)).
    { apply (maximal_run_equivalent S s w); [| trivial]. rewrite <- app_assoc.
      apply equivalent_trans with (1 := Hw). now apply equivalent_app_l. }
    destruct Hrun as (d & Hd & _). apply after_word_app in Hd as (t & Ht & _). now exists t.
  - intros c Hc. apply Hfirst, (first_equivalent S c (u0 ++ rest)); [now apply equivalent_sym |].
    apply in_first_app. now left.
Qed.

(** Lemma 32. *)
Theorem ifs_iff_staircase s B : includes_first_set s B <-> exists u0 steps, is_staircase s B u0 steps.
Proof.
  split; [apply first_set_has_staircase |].
  intros (u0 & steps & H). now apply (staircase_includes_first_set s B u0 steps).
Qed.

End Staircases.
