(** Approximations of the includes-first-set test: does every process, taken alone, allow the staircase?

    [HLPW] Definitions 31 and 33, Lemma 34.  Python: pifs.py.

    The sets P and A are least sets, hence inductive; that q is outside P when it is added need not be said.

      PIFS, processes   P has dom(B), and q when b = {p, q}, p ∈ P, s_q –b→, and s_p –v b→ with v ≠ ε and dom(v) ⊆ P
      PIFS, actions     A has B, and b = {p, q} when s_q –b→ and s_p –c v b→ with c ∈ A and dom(v) ⊆ dom(A)
      RPIFS             the first without the condition on dom(v)

    Each holds iff its set of processes wraps B.  Proved here, Lemma 34:

      - [ifs_implies_action_pifs], [action_pifs_implies_pifs], [pifs_implies_rpifs];
      - [pifs_of_nothing]: for B = ∅ PIFS says that nothing is enabled.

    The proof of the first does without the staircase of Lemma 32: along any run w with first(w) ⊆ B, an action
    that is the first of one of its processes is in A. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems sleep_sets client_server.

Section Pifs.
Variable C : client_server.
Local Notation S := (client_server_system C).
Implicit Types (a b c : S) (s t : state S) (v w : word S) (B : list S) (p q r : nat).

(** Every action enabled outside B has a process in P. *)
Definition wraps s (P : nat -> Prop) B := forall a, is_enabled s a -> In a B \/ exists p, In p (domain a) /\ P p.

Lemma wraps_more s (P Q : nat -> Prop) B : (forall p, P p -> Q p) -> wraps s P B -> wraps s Q B.
Proof. intros H HP a Ha. destruct (HP a Ha) as [| (p & Hp & HPp)]; [now left | right; exists p; auto]. Qed.

Inductive pifs_processes s B : nat -> Prop :=
| pifs_base a p : In a B -> In p (domain a) -> pifs_processes s B p
| pifs_grow b p q v : In p (domain b) -> In q (domain b) -> p <> q ->
    pifs_processes s B p -> can_step s q b ->
    v <> [] -> is_local_run s p (v ++ [b]) -> (forall r, In r (processes_of v) -> pifs_processes s B r) ->
    pifs_processes s B q.

Inductive rpifs_processes s B : nat -> Prop :=
| rpifs_base a p : In a B -> In p (domain a) -> rpifs_processes s B p
| rpifs_grow b p q v : In p (domain b) -> In q (domain b) -> p <> q ->
    rpifs_processes s B p -> can_step s q b -> v <> [] -> is_local_run s p (v ++ [b]) ->
    rpifs_processes s B q.

(** A, and dom(A). *)
Inductive pifs_actions s B : S -> Prop :=
| action_base a : In a B -> pifs_actions s B a
| action_grow b p q c v : In p (domain b) -> In q (domain b) -> p <> q -> can_step s q b ->
    pifs_actions s B c -> is_local_run s p (c :: v ++ [b]) ->
    (forall r, In r (processes_of v) -> pifs_action_processes s B r) -> pifs_actions s B b
with pifs_action_processes s B : nat -> Prop :=
| action_process a p : pifs_actions s B a -> In p (domain a) -> pifs_action_processes s B p.

Scheme pifs_actions_mutual := Induction for pifs_actions Sort Prop
  with pifs_action_processes_mutual := Induction for pifs_action_processes Sort Prop.

Definition pifs s B := wraps s (pifs_processes s B) B.
Definition action_pifs s B := wraps s (pifs_action_processes s B) B.
Definition rpifs s B := wraps s (rpifs_processes s B) B.

(** Along a run w with first(w) ⊆ B. *)

Lemma split_last (u v w : word S) c a : w ++ [a] = u ++ c :: v ->
  (v = [] /\ u = w /\ c = a) \/ exists v', v = v' ++ [a] /\ w = u ++ c :: v'.
Proof.
  destruct v as [| z v' _] using rev_ind; intros H.
  - left. apply app_inj_tail in H as [-> ->]. auto.
  - right. exists v'. rewrite app_comm_cons, app_assoc in H. apply app_inj_tail in H as [-> ->]. auto.
Qed.

Lemma beginners_are_in_a s w t B : after_word s w = Some t -> incl (first w) B ->
  forall u c v p, w = u ++ c :: v -> In p (domain c) -> ~ In p (processes_of u) -> pifs_actions s B c.
Proof.
  revert t. induction w as [| x w IH] using rev_ind; intros t Ht Hfirst u c v p Hw Hp Hu.
  { destruct u; discriminate. }
  apply after_word_app in Ht as (t' & Ht' & Ht).
  assert (Hfirst' : incl (first w) B).
  { intros a Ha. apply Hfirst, in_first_app. now left. }
  specialize (IH t' Ht' Hfirst').
  destruct (split_last u v w c x Hw) as [(-> & -> & ->) | (v' & -> & ->)]; [| now apply (IH u c v' p)].
  (* x is the last action; p has not moved before it *)
  assert (Hx : is_enabled t' x).
  { apply after_word_cons in Ht as (t'' & Ht'' & _). now exists t''. }
  destruct (other_process C x p Hp) as (q & Hq & Hpq).
  destruct (in_dec Nat.eq_dec q (processes_of w)) as [Hmoved | Hunmoved].
  - (* q has: what it does up to x is a local run whose first action is in A *)
    destruct (first_at_process C q w Hmoved) as (u1 & d & v1 & -> & Hu1 & Hd).
    apply action_grow with (p := q) (q := p) (c := d) (v := at_process q v1); auto.
    + apply (can_step_unmoved C s (u1 ++ d :: v1) t' p); trivial. now apply enabled_steps.
    + now apply (IH u1 d v1 q).
    + pose proof (local_run_of_prefix C s _ t' q x Ht' (enabled_steps C t' x q Hx Hq)) as Hrun.
      rewrite at_process_app, at_process_unmoved, at_process_cons in Hrun by trivial. exact Hrun.
    + intros r Hr. apply in_processes_of in Hr as (a & Ha & Hra). apply in_at_process in Ha as [Ha _].
      assert (Hmoves : In r (processes_of (u1 ++ d :: v1))).
      { apply in_processes_of. exists a. split; [| trivial]. apply in_or_app. right. now right. }
      destruct (first_at_process C r _ Hmoves) as (u2 & e & v2 & Hsplit & Hu2 & He).
      apply action_process with e; [| trivial]. now apply (IH u2 e v2 r).
  - (* neither has: x can come first *)
    apply action_base, Hfirst, in_first_app. right. split; [| now left].
    apply independent_of_iff. intros r Hr.
    destruct (domain_pair C x p q r Hp Hq Hpq Hr) as [-> | ->]; trivial.
Qed.

Lemma processes_are_in_dom_a s w t B : after_word s w = Some t -> incl (first w) B ->
  forall p, In p (processes_of w) -> pifs_action_processes s B p.
Proof.
  intros Ht Hfirst p Hp. destruct (first_at_process C p w Hp) as (u & c & v & Hw & Hu & Hc).
  apply action_process with c; [| trivial]. now apply (beginners_are_in_a s w t B Ht Hfirst u c v p).
Qed.

(** Lemma 34. *)

Theorem ifs_implies_action_pifs s B : includes_first_set s B -> action_pifs s B.
Proof.
  intros (w & Hmax & Hfirst) a Ha. right.
  destruct (maximal_run_touches C s w a Hmax Ha) as (p & Hpa & Hpw). exists p. split; [trivial |].
  destruct Hmax as (t & Ht & _). now apply (processes_are_in_dom_a s w t B).
Qed.

Lemma local_run_is_local s p c w : is_local_run s p (c :: w) -> In p (domain c).
Proof.
  intros (x & y & _ & Hy). cbn in Hy. destruct (step p x c) as [z |] eqn:Hz; [| easy].
  apply step_of_domain in Hz as [-> | ->]; cbn; auto.
Qed.

Lemma dom_a_is_in_p s B p : pifs_action_processes s B p -> pifs_processes s B p.
Proof.
  apply (pifs_action_processes_mutual s B
    (fun a _ => forall r, In r (domain a) -> pifs_processes s B r)
    (fun r _ => pifs_processes s B r)).
  - intros a Ha r Hr. now apply pifs_base with a.
  - intros b p' q c v Hp Hq Hpq Hstep _ IHc Hrun _ IHv r Hr.
    pose proof (local_run_is_local s p' c _ Hrun) as Hc.
    destruct (domain_pair C b p' q r Hp Hq Hpq Hr) as [-> | ->]; [now apply IHc |].
    apply pifs_grow with (b := b) (p := p') (v := c :: v); trivial; [now apply IHc | easy |].
    intros r' Hr'. apply in_processes_of in Hr' as (a & [<- | Ha] & Hr'); [now apply IHc |].
    apply IHv, in_processes_of. now exists a.
  - intros a r _ IH Hr. now apply IH.
Qed.

Theorem action_pifs_implies_pifs s B : action_pifs s B -> pifs s B.
Proof. apply wraps_more. intros p. apply dom_a_is_in_p. Qed.

Theorem pifs_implies_rpifs s B : pifs s B -> rpifs s B.
Proof.
  apply wraps_more. induction 1 as [a p Ha Hp | b p q v Hp Hq Hpq _ IHp Hstep Hv Hrun _ _].
  - now apply rpifs_base with a.
  - now apply rpifs_grow with b p v.
Qed.

Theorem ifs_implies_pifs s B : includes_first_set s B -> pifs s B.
Proof. intros H. now apply action_pifs_implies_pifs, ifs_implies_action_pifs. Qed.

Theorem pifs_of_nothing s : pifs s [] <-> is_deadlock s.
Proof.
  assert (Hnone : forall p, ~ pifs_processes s [] p) by (induction 1; auto).
  split.
  - intros H. destruct (deadlock_or_enabled S s) as [| (a & Ha)]; [trivial | exfalso].
    destruct (H a Ha) as [[] | (p & _ & Hp)]. now apply (Hnone p).
  - intros Hdead a Ha. exfalso. now apply (deadlock_enables_nothing S s a).
Qed.

End Pifs.

Arguments wraps {C} _ _ _.
Arguments pifs {C} _ _.
Arguments action_pifs {C} _ _.
Arguments rpifs {C} _ _.
