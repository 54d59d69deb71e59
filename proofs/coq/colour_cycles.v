(** The colour proviso for liveness: every cycle of the reduced graph has a fully expanded state.

    [EP] section 5, Figure 3, Propositions 1 and 2; condition C2L′.  Python: colour_proviso.py, provisos.py.

    Of the search in colour_proviso.v, which repairs the counter of Figure 3.  Proved here:

      - [colour_proviso_expands_cycles]: when the search has ended, each cycle that can be reached in the reduced
        graph has a fully expanded state;
      - [colour_proviso_ignores_nothing]: with C1, hence, C2L: each action enabled on a cycle is explored on it.

    The branch of a state is the stack when it was pushed.  Consider a cycle of states that are not fully expanded.
    If one is green all are, and each leaves the stack before the one that leads to it.  If none is, each step leads
    to a state that it pushed, or back along the branch past a fully expanded state u.  Steps of the first kind
    alone make branches longer; so there is one of the second, and on the way from its target to its source the
    branch gets u without passing u, which is impossible. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import colour_proviso.

Section Ended.
Variables state action : Type.
Variable state_dec : forall s t : state, {s = t} + {s <> t}.
Variable after : state -> action -> option state.
Variables enabled chosen : state -> list action.
Variable initial : state.
Implicit Types (s t u : state) (a : action).

Local Notation explored := (explored enabled chosen).
Local Notation holds := (holds state action state_dec after enabled chosen initial 1 eq_refl).
Local Notation initial_seen := (initial_seen state action state_dec after enabled chosen initial 1).

(** The reduced graph in the end, and paths in it through states that are not fully expanded. *)

Variable c : config state action.
Hypothesis c_reached : search_reaches state action state_dec after enabled chosen initial 1 c.
Hypothesis c_ended : stack c = [].

Definition reduced_step s t := exists a, In a (explored c s) /\ after s a = Some t.

Inductive reduced_path : state -> state -> Prop :=
| path_here s : reduced_path s s
| path_more s t u : reduced_step s t -> reduced_path t u -> reduced_path s u.

(** A path of one step or more. *)
Inductive partial_path : state -> state -> Prop :=
| partial_one s t : reduced_step s t -> full c s = false -> full c t = false -> partial_path s t
| partial_more s t u : reduced_step s t -> full c s = false -> partial_path t u -> partial_path s u.

Let ok := holds c c_reached.

Lemma nothing_to_do s a : ~ is_to_do c s a.
Proof. intros (todo & H & _). now rewrite c_ended in H. Qed.

Lemma step_within s t : In s (popped c) -> reduced_step s t -> In t (popped c).
Proof.
  intros Hs (a & Ha & Ht). assert (Hseen : In s (seen c)) by (apply (seen_parts _ _ ok); now right).
  destruct (closed _ _ ok s a t Hseen Ha Ht) as [H | [H | []]]; [now apply nothing_to_do in H |].
  apply (seen_parts _ _ ok) in H as [H | H]; [now rewrite c_ended in H | trivial].
Qed.

Lemma path_within s t : reduced_path s t -> In s (popped c) -> In t (popped c).
Proof. induction 1 as [s | s t u Hst _ IH]; [trivial |]. intros Hs. apply IH. now apply (step_within s t). Qed.

Lemma reachable_is_popped s : reduced_path initial s -> In s (popped c).
Proof.
  intros Hpath. apply (path_within initial s Hpath).
  destruct (proj1 (seen_parts _ _ ok initial) (initial_seen c c_reached)) as [H | H]; [| trivial].
  now rewrite c_ended in H.
Qed.

Lemma path_begins_partial s t : partial_path s t -> full c s = false.
Proof. now destruct 1. Qed.

(** From a green state on all are green, and each left the stack before the one that leads to it. *)
Lemma green_path s t : partial_path s t -> In s (popped c) -> colour_of c s = green ->
  colour_of c t = green /\ pop_number c t < pop_number c s.
Proof.
  assert (Hone : forall x y, reduced_step x y -> full c x = false -> full c y = false -> In x (popped c) ->
    colour_of c x = green -> colour_of c y = green /\ pop_number c y < pop_number c x).
  { intros x y (a & Ha & Hy) Hx Hyno Hin Hg. unfold explored in Ha. rewrite Hx in Ha.
    destruct (green_before _ _ ok x a y Hin Hx Hg Ha Hy) as [Hgy [H | [_ H]]]; [congruence | now split]. }
  induction 1 as [s t Hst Hs Ht | s t u Hst Hs Htu IH]; intros Hin Hg; [now apply Hone |].
  destruct (Hone s t Hst Hs (path_begins_partial t u Htu) Hin Hg) as [Hgt Hless].
  destruct (IH (step_within s t Hin Hst) Hgt) as [Hgu Hless']. split; [trivial | lia].
Qed.

(** Steps down the tree of pushes, and back past a fully expanded state. *)
Definition tree_step s t := branch c t = t :: branch c s.

Inductive tree_path : state -> state -> Prop :=
| tree_here s : tree_path s s
| tree_more s t u : tree_step s t \/ goes_back c s t -> full c t = false -> In t (popped c) ->
    tree_path t u -> tree_path s u.

Lemma tree_path_trans s t u : tree_path s t -> tree_path t u -> tree_path s u.
Proof. induction 1; intros Hu; [trivial |]. apply tree_more with t; auto. Qed.

(** A fully expanded state is never got onto the branch without being passed. *)
Lemma branch_without s t u : tree_path s t -> full c u = true -> ~ In u (branch c s) -> ~ In u (branch c t).
Proof.
  induction 1 as [s | s t v Hst Ht Hin _ IH]; intros Hu Hno; [trivial |]. apply IH; trivial.
  destruct Hst as [Htree | (b1 & Hb1 & _)].
  - rewrite Htree. intros [-> | H]; [congruence | contradiction].
  - intros H. apply Hno. rewrite Hb1. apply in_or_app. now right.
Qed.

Lemma no_return s t : In s (popped c) -> goes_back c s t -> tree_path t s -> False.
Proof.
  intros Hs (b1 & Hb1 & u & Hu & Hfull) Hpath.
  assert (Hseen : In s (seen c)) by (apply (seen_parts _ _ ok); now right).
  destruct (branched _ _ ok s Hseen) as [Honce _].
  apply (branch_without t s u Hpath Hfull).
  - rewrite Hb1 in Honce. clear - Honce Hu. intros Hin. induction b1 as [| x b1 IH]; [easy |]. cbn in Honce.
    apply NoDup_cons_iff in Honce as [Hx Honce]. destruct Hu as [-> | Hu]; [| now apply IH].
    apply Hx, in_or_app. now right.
  - rewrite Hb1. apply in_or_app. now left.
Qed.

(** A path that is not a way down has a step back. *)
Lemma down_or_back s t : tree_path s t -> In s (popped c) -> s = t \/ length (branch c s) < length (branch c t) \/
  exists x y, tree_path s x /\ In x (popped c) /\ goes_back c x y /\ tree_path y t.
Proof.
  induction 1 as [s | s t u Hst Ht Hin Htu IH]; intros Hs; [now left |]. right.
  destruct Hst as [Htree | Hback].
  - destruct (IH Hin) as [-> | [Hlonger | (x & y & Htx & Hx & Hback & Hyu)]].
    + left. rewrite Htree. cbn. lia.
    + left. rewrite Htree in Hlonger. cbn in Hlonger. lia.
    + right. exists x, y. repeat split; trivial. apply tree_more with t; auto.
  - right. exists s, t. repeat split; trivial. constructor.
Qed.

Lemma partial_is_tree_path s t : partial_path s t -> In s (popped c) -> colour_of c t <> green ->
  exists s', (tree_step s s' \/ goes_back c s s') /\ full c s' = false /\ In s' (popped c) /\ tree_path s' t.
Proof.
  assert (Hone : forall x y, reduced_step x y -> full c x = false -> In x (popped c) -> colour_of c y <> green ->
    tree_step x y \/ goes_back c x y).
  { intros x y (a & Ha & Hy) Hx Hin Hng. unfold explored in Ha. rewrite Hx in Ha.
    assert (Hseen : In x (seen c)) by (apply (seen_parts _ _ ok); now right).
    destruct (settled _ _ ok x a y Hseen Hx Ha Hy) as [H | [[_ [H | [H | H]]] | []]]; auto.
    - now apply nothing_to_do in H.
    - contradiction. }
  induction 1 as [s t Hst Hs Ht | s t u Hst Hs Htu IH]; intros Hin Hng.
  - exists t. pose proof (step_within s t Hin Hst). repeat split; trivial; [now apply Hone | constructor].
  - pose proof (step_within s t Hin Hst) as Hint.
    destruct (IH Hint Hng) as (t' & Htt' & Hft' & Hint' & Hpath).
    assert (Hngt : colour_of c t <> green).
    { intros Hg. apply Hng. now apply (green_path t u Htu Hint Hg). }
    exists t. repeat split; trivial; [now apply Hone | now apply path_begins_partial with u |].
    now apply tree_more with t'.
Qed.

Theorem no_partial_cycle s : In s (popped c) -> ~ partial_path s s.
Proof.
  intros Hs Hcycle.
  destruct (off_stack _ _ ok s Hs) as [Hg | [Hred _]].
  - destruct (green_path s s Hcycle Hs Hg) as [_ H]. lia.
  - destruct (partial_is_tree_path s s Hcycle Hs) as (t & Hst & Ht & Hint & Hpath); [congruence |].
    destruct (down_or_back t s Hpath Hint) as [-> | [Hlonger | (x & y & Htx & Hx & Hback & Hys)]].
    + destruct Hst as [Htree | Hback].
      * apply (f_equal (@length state)) in Htree. cbn in Htree. lia.
      * apply (no_return s s Hs Hback). constructor.
    + destruct Hst as [Htree | Hback].
      * rewrite Htree in Hlonger. cbn in Hlonger. lia.
      * now apply (no_return s t Hs Hback).
    + apply (no_return x y Hx Hback). apply tree_path_trans with s; [trivial |].
      apply tree_path_trans with t; [| trivial]. apply tree_more with t; trivial. constructor.
Qed.

(** C2L′: on every cycle that can be reached some state is fully expanded. *)
Theorem colour_proviso_expands_cycles s : reduced_path initial s -> ~ partial_path s s.
Proof. intros Hs. now apply no_partial_cycle, reachable_is_popped. Qed.

(** C2L: with C1, and independence that keeps enabled, no action is ignored along a cycle. *)

Variable action_dec : forall a1 a2 : action, {a1 = a2} + {a1 <> a2}.
Variable independent : action -> action -> bool.
Hypothesis independent_enabled : forall s t a1 a2, independent a1 a2 = true ->
  In a1 (enabled s) -> In a2 (enabled s) -> after s a2 = Some t -> In a1 (enabled t).
Hypothesis chosen_enabled : forall s, incl (chosen s) (enabled s).
Hypothesis satisfies_c1 : forall s a1 a2, In a1 (enabled s) -> ~ In a1 (explored c s) -> In a2 (explored c s) ->
  independent a1 a2 = true.

(** A path with the states it leaves. *)
Inductive passes : state -> list state -> state -> Prop :=
| passes_one s t : reduced_step s t -> passes s [s] t
| passes_more s t l u : reduced_step s t -> passes t l u -> passes s (s :: l) u.

Lemma passes_begins s l t : passes s l t -> In s l.
Proof. destruct 1; now left. Qed.

Lemma ignoring_is_partial s a : In a (enabled s) -> ~ In a (explored c s) -> full c s = false.
Proof.
  intros Ha Hno. destruct (full c s) eqn:Hfull; [exfalso | trivial]. apply Hno. unfold colour_proviso.explored.
  now rewrite Hfull.
Qed.

Lemma still_enabled s t a : In a (enabled s) -> ~ In a (explored c s) -> reduced_step s t -> In a (enabled t).
Proof.
  intros Ha Hno (a2 & Ha2 & Ht). apply (independent_enabled s t a a2); trivial; [now apply satisfies_c1 with s |].
  unfold colour_proviso.explored in Ha2. destruct (full c s); [trivial | now apply chosen_enabled].
Qed.

Lemma ignored_along s l t a : passes s l t -> In a (enabled s) -> (forall u, In u l -> ~ In a (explored c u)) ->
  full c t = false -> partial_path s t.
Proof.
  induction 1 as [s t Hst | s t l u Hst Hpath IH]; intros Ha Hno Hfull.
  - apply partial_one; trivial. apply (ignoring_is_partial s a Ha), Hno. now left.
  - apply partial_more with t; trivial; [apply (ignoring_is_partial s a Ha), Hno; now left |].
    apply IH; trivial; [apply (still_enabled s t a Ha); [apply Hno; now left | trivial] |].
    intros v Hv. apply Hno. now right.
Qed.

Theorem colour_proviso_ignores_nothing s l a : reduced_path initial s -> passes s l s -> In a (enabled s) ->
  exists u, In u l /\ In a (explored c u).
Proof.
  intros Hs Hcycle Ha. destruct (Exists_dec (fun u => In a (explored c u)) l) as [H | H].
  - intros u. apply in_dec, action_dec.
  - apply Exists_exists in H. trivial.
  - exfalso. apply (colour_proviso_expands_cycles s Hs).
    assert (Hno : forall u, In u l -> ~ In a (explored c u)).
    { intros u Hu Hin. apply H, Exists_exists. now exists u. }
    apply (ignored_along s l s a); trivial. apply (ignoring_is_partial s a Ha), Hno.
    now apply passes_begins with s.
Qed.

End Ended.
