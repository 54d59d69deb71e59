(** The closure Cl(s, a), and the persistent set around it.

    [HLPW] Definitions 36 and 38, Lemmas 37 and 40, Remark 39.  Python: closure_sets.py, process_sets.py.

    Cl(s, a) is the least set with (1) a; (2) every b dependent on a that can be taken locally, s_p –b→ at a
    process p of both; (3) for b = {p, q} in it with s_p –b→, every c with s_q –c v b→ such that no action of c v
    involves p.  pset(s, a) has the enabled actions within the least P ⊇ dom(a) such that p ∈ P and s_p –v b→
    imply dom(b) ⊆ P.  Proved here, for a enabled at s:

      - [closure_is_covering]: Lemma 37, the enabled part of Cl(s, a) covers at s;
      - [closure_is_within_pset]: Remark 39;
      - [pset_is_persistent]: Lemma 40.

    The proof of Lemma 37 is direct: a maximal run has an action that depends on a; the earliest is in Cl by (2);
    and (3) leads back along the run, from an action of Cl one of whose processes has not moved to an earlier
    such one, until one of them can come first. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems source_sets persistent_sets client_server pifs.

Section Closure.
Variable C : client_server.
Local Notation S := (client_server_system C).
Implicit Types (a b c : S) (s t : state S) (u v w : word S) (p q r : nat).

(** Definition 36, with (2). *)
Inductive closure s a : S -> Prop :=
| closure_self : closure s a a
| closure_rival b p : In p (domain a) -> In p (domain b) -> can_step s p b -> closure s a b
| closure_head b p q c v : closure s a b ->
    In p (domain b) -> In q (domain b) -> p <> q -> can_step s p b ->
    is_local_run s q (c :: v ++ [b]) -> ~ In p (processes_of (c :: v)) -> closure s a c.

Definition covering_set s a b := is_enabled s b /\ closure s a b.

Lemma closure_leads_back s a t u x v p : after_word s (u ++ x :: v) = Some t ->
  closure s a x -> In p (domain x) -> ~ In p (processes_of u) ->
  exists c, In c (first (u ++ x :: v)) /\ closure s a c.
Proof.
  remember (length u) as n eqn:Hn. revert u x v p Hn.
  induction n as [n IH] using lt_wf_ind. intros u x v p -> Ht Hx Hp Hu.
  pose proof Ht as Hrun. apply after_word_app in Hrun as (t' & Ht' & Hrun).
  assert (Hen : is_enabled t' x).
  { apply after_word_cons in Hrun as (t'' & Ht'' & _). now exists t''. }
  destruct (other_process C x p Hp) as (q & Hq & Hpq).
  destruct (in_dec Nat.eq_dec q (processes_of u)) as [Hmoved | Hunmoved].
  - destruct (first_at_process C q u Hmoved) as (u1 & c & u2 & -> & Hu1 & Hc).
    assert (Hclosure : closure s a c).
    { apply closure_head with (b := x) (p := p) (q := q) (v := at_process q u2); trivial.
      - apply (can_step_unmoved C s (u1 ++ c :: u2) t' p); trivial. now apply enabled_steps.
      - pose proof (local_run_of_prefix C s _ t' q x Ht' (enabled_steps C t' x q Hen Hq)) as Hlocal.
        rewrite at_process_app, at_process_unmoved, at_process_cons in Hlocal by trivial. exact Hlocal.
      - intros Hin. apply Hu. apply in_processes_of in Hin as (d & Hd & Hpd). apply in_processes_of.
        exists d. split; [| trivial]. apply in_or_app. right.
        destruct Hd as [-> | Hd]; [now left | right]. now apply in_at_process in Hd. }
    rewrite <- app_assoc in *. cbn [app] in *.
    apply (IH (length u1)) with (p := q); trivial. rewrite app_length. cbn. lia.
  - exists x. split; [| trivial]. apply in_first_split. exists u, v. split; [trivial |].
    apply independent_of_iff. intros r Hr. now destruct (domain_pair C x p q r Hp Hq Hpq Hr) as [-> | ->].
Qed.

(** The earliest action of w that depends on a. *)
Lemma earliest_dependent a w : (exists b, In b w /\ independent a b = false) ->
  exists u x v, w = u ++ x :: v /\ independent a x = false /\ independent_of a u.
Proof.
  induction w as [| b w IH]; intros (d & Hd & Had); [easy |].
  destruct (independent a b) eqn:Hab.
  - destruct IH as (u & x & v & -> & Hx & Hu).
    { exists d. split; [| trivial]. destruct Hd as [-> | Hd]; [congruence | trivial]. }
    exists (b :: u), x, v. repeat split; trivial. now apply independent_of_cons.
  - exists [], b, w. repeat split; trivial. apply independent_of_nil.
Qed.

(** Lemma 37. *)
Theorem closure_is_covering s a : is_enabled s a -> is_covering s (covering_set s a).
Proof.
  intros Ha w Hmax _.
  destruct (earliest_dependent a w (maximal_run_depends S s a w Hmax Ha)) as (u & x & v & -> & Hx & Hu).
  apply dependent_iff in Hx as (p & Hpa & Hpx).
  destruct Hmax as (d & Hd & _). pose proof Hd as Hrun. apply after_word_app in Hrun as (t & Ht & Hrun).
  assert (Hunmoved : ~ In p (processes_of u)) by now apply (proj1 (independent_of_iff C a u) Hu).
  destruct (closure_leads_back s a d u x v p Hd) as (c & Hc & Hclosure); trivial.
  - apply closure_rival with p; trivial. apply (can_step_unmoved C s u t p); trivial.
    apply enabled_steps; [| trivial]. apply after_word_cons in Hrun as (t' & Ht' & _). now exists t'.
  - exists c. split; [trivial | split; [| trivial]]. apply (first_is_enabled S s c _ Hc). now exists d.
Qed.

(** Definition 38. *)
Inductive pset_processes s a : nat -> Prop :=
| pset_base p : In p (domain a) -> pset_processes s a p
| pset_grow p v b r : pset_processes s a p -> is_local_run s p (v ++ [b]) -> In r (domain b) ->
    pset_processes s a r.

Definition pset s a b := is_enabled s b /\ forall r, In r (domain b) -> pset_processes s a r.

Lemma can_step_is_local_run s p b : can_step s p b -> is_local_run s p [b].
Proof.
  unfold can_step, local_step. intros (y & Hy). destruct (nth_error s p) as [x |] eqn:Hx; [| easy].
  exists x, y. split; [trivial |]. cbn. now rewrite Hy.
Qed.

Lemma local_run_prefix s p v w : is_local_run s p (v ++ w) -> is_local_run s p v.
Proof.
  intros (x & y & Hx & Hy). rewrite local_after_app in Hy.
  destruct (local_after C p x v) as [z |] eqn:Hz; [| easy]. now exists x, z.
Qed.

Lemma closure_is_within_processes s a b : closure s a b -> forall r, In r (domain b) -> pset_processes s a r.
Proof.
  induction 1 as [| b p Ha Hb Hstep | b p q c v _ IH Hp Hq Hpq Hstep Hrun _]; intros r Hr.
  - now apply pset_base.
  - apply pset_grow with p [] b; trivial; [now apply pset_base |]. now apply can_step_is_local_run.
  - apply pset_grow with q [] c; auto. now apply (local_run_prefix s q [c] (v ++ [b])).
Qed.

(** Remark 39. *)
Theorem closure_is_within_pset s a b : covering_set s a b -> pset s a b.
Proof. intros [Hb Hclosure]. split; [trivial |]. now apply closure_is_within_processes. Qed.

Lemma runs_outside_touch_nothing s a w t : after_word s w = Some t -> (forall b, In b w -> ~ pset s a b) ->
  forall r, In r (processes_of w) -> ~ pset_processes s a r.
Proof.
  revert t. induction w as [| b w IH] using rev_ind; intros t Ht Hout r Hr Hin; [easy |].
  apply after_word_app in Ht as (t' & Ht' & Ht).
  assert (Hout' : forall r, In r (processes_of w) -> ~ pset_processes s a r).
  { apply (IH t' Ht'). intros c Hc. apply Hout, in_or_app. now left. }
  rewrite processes_of_app, in_app_iff in Hr. destruct Hr as [Hr | Hr]; [now apply (Hout' r) |].
  apply in_processes_of in Hr as (c & [<- | []] & Hr).
  assert (Hb : is_enabled t' b).
  { apply after_word_cons in Ht as (t'' & Ht'' & _). now exists t''. }
  assert (Hstep : forall p, In p (domain b) -> pset_processes s a p -> can_step s p b).
  { intros p Hp HpP. apply (can_step_unmoved C s w t' p); trivial.
    - intros Hw. now apply (Hout' p).
    - now apply enabled_steps. }
  assert (Hwithin : forall p, In p (domain b) -> pset_processes s a p).
  { intros p Hp. apply pset_grow with r [] b; trivial. now apply can_step_is_local_run, Hstep. }
  apply (Hout b); [apply in_or_app; right; now left |]. split; [| trivial].
  apply (after_defined C s b). auto.
Qed.

(** Lemma 40. *)
Theorem pset_is_persistent s a : is_enabled s a -> is_persistent s (pset s a).
Proof.
  intros Ha. split; [split |].
  - now intros b [Hb _].
  - right. exists a. split; [trivial |]. intros r Hr. now apply pset_base.
  - intros w (t & Ht) Hout b c [_ Hb] Hc. apply independent_iff. intros p Hpb Hpc.
    apply (runs_outside_touch_nothing s a w t Ht Hout p); [| auto].
    apply in_processes_of. now exists c.
Qed.

Corollary pset_is_covering s a : is_enabled s a -> is_covering s (pset s a).
Proof.
  intros Ha. apply (larger_is_covering S s (covering_set s a)).
  - apply closure_is_within_pset.
  - now apply closure_is_covering.
Qed.

End Closure.

Arguments closure {C} _ _ _.
Arguments covering_set {C} _ _ _.
