(** Explicit systems, and the first sets of their maximal runs: an algorithm and its proof.

    [HLPW] Definitions 6 and 13.  Python: explicit.py, source_sets.py ([first_set_table], [prefixed], [is_covering]).

    An explicit system is a list with the steps of each state, pairs of an action and a state, and a list with the
    independent actions of each action.  States and actions are numbers; every step leads to a larger state, which
    is how an acyclic system is numbered from its initial state on.  Proved here:

      - [table_is_right]: the table of first sets, computed from the last state to the first, holds for each
        state the first sets of its maximal runs, and nothing else;
      - [is_covering_iff]: what is computed from the table is the definition of a covering source set, with a
        sleep set;
      - [run_equivalent]: where the diamonds that [has_diamonds] checks are there, what is ≃ to a run is a run. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces.

Record explicit := Explicit { steps : list (list (nat * nat)); rows : list (list nat) }.

Definition member (a : nat) (l : list nat) : bool := existsb (Nat.eqb a) l.

Lemma member_iff a l : member a l = true <-> In a l.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros (b & Hb & H). apply Nat.eqb_eq in H as ->. trivial.
  - intros H. exists a. split; [trivial | apply Nat.eqb_refl].
Qed.

Section Explicit.
Variable e : explicit.

(** * The system *)

Definition steps_of (s : nat) : list (nat * nat) := nth s (steps e) [].

(** What is not said to be independent by both actions is dependent. *)
Definition is_independent (a b : nat) : bool :=
  negb (Nat.eqb a b) && (member b (nth a (rows e) []) && member a (nth b (rows e) [])).

Definition letters : alphabet.
Proof.
  refine (Alphabet nat Nat.eq_dec is_independent _ _); unfold is_independent.
  - intros a b H. rewrite Nat.eqb_sym. now rewrite (andb_comm (member a _)).
  - intros a. now rewrite Nat.eqb_refl.
Defined.

Notation word := (word letters).
Implicit Types (s t : nat) (a b : letters) (v w : word) (f : list nat).

Inductive run : nat -> word -> nat -> Prop :=
| run_nil s : run s [] s
| run_cons s a t w u : In (a, t) (steps_of s) -> run t w u -> run s (a :: w) u.

Definition deadlock s := steps_of s = [].
Definition maximal_run s w := exists t, run s w t /\ deadlock t.

(** Definition 6, for runs in whose first set nothing sleeps.  By [in_first_iff], [first w] are the actions with
    which a word equivalent to w begins. *)
Definition covers s (chosen asleep : list nat) := forall w, maximal_run s w -> w <> [] ->
  (forall a, In a (first w) -> ~ In a asleep) -> exists a, In a (first w) /\ In a chosen.

(** The same where some actions are explored and others refused: the earliest treated action that can come first is
    explored. *)
Definition covers_in_order s (treated explored asleep : list nat) := forall w, maximal_run s w -> w <> [] ->
  (forall a, In a (first w) -> ~ In a asleep) ->
  exists before a after, treated = before ++ a :: after /\ In a (first w) /\ In a explored /\
    forall b, In b before -> ~ In b (first w).

Lemma run_app s v t w u : run s v t -> run t w u -> run s (v ++ w) u.
Proof. induction 1; intros H'; cbn; [trivial |]. econstructor; eauto. Qed.

Lemma run_split s v w u : run s (v ++ w) u -> exists t, run s v t /\ run t w u.
Proof.
  revert s. induction v as [| a v IH]; intros s H; cbn in H.
  - exists s. split; [constructor | trivial].
  - inversion H as [| ? ? t ? ? Hstep Hrest]; subst. apply IH in Hrest as (t' & H1 & H2).
    exists t'. split; [now apply run_cons with t | trivial].
Qed.

(** * What is checked of a system *)

Definition is_numbered : bool :=
  forallb (fun s => forallb (fun step => Nat.ltb s (snd step) && Nat.ltb (snd step) (length (steps e))) (steps_of s))
    (seq 0 (length (steps e))).

Definition has_step s (a t : nat) : bool := existsb (fun step => Nat.eqb a (fst step) && Nat.eqb t (snd step))
  (steps_of s).

Definition is_deterministic : bool :=
  forallb (fun s => forallb (fun step => forallb (fun other =>
    negb (Nat.eqb (fst step) (fst other)) || Nat.eqb (snd step) (snd other)) (steps_of s)) (steps_of s))
    (seq 0 (length (steps e))).

Definition has_diamonds : bool :=
  forallb (fun s => forallb (fun '(a, t) => forallb (fun '(b, u) =>
    negb (is_independent a b) || existsb (fun '(b', t') => Nat.eqb b b' && has_step t' a u) (steps_of s))
    (steps_of t)) (steps_of s)) (seq 0 (length (steps e))).

Lemma step_from_listed s a t : In (a, t) (steps_of s) -> In s (seq 0 (length (steps e))).
Proof.
  intros H. apply in_seq. split; [lia |]. destruct (Nat.lt_ge_cases s (length (steps e))) as [Hs | Hs]; [lia |].
  unfold steps_of in H. now rewrite nth_overflow in H.
Qed.

Lemma has_step_iff s a t : has_step s a t = true <-> In (a, t) (steps_of s).
Proof.
  unfold has_step. rewrite existsb_exists. split.
  - intros ([b u] & Hin & H). cbn in H. apply andb_true_iff in H as [H1 H2].
    apply Nat.eqb_eq in H1, H2. now subst.
  - intros H. exists (a, t). split; [trivial |]. cbn. now rewrite !Nat.eqb_refl.
Qed.

Lemma steps_go_up : is_numbered = true -> forall s a t, In (a, t) (steps_of s) -> s < t < length (steps e).
Proof.
  unfold is_numbered. rewrite forallb_forall. intros H s a t Hstep.
  specialize (H s (step_from_listed s a t Hstep)). rewrite forallb_forall in H. apply H in Hstep. cbn in Hstep.
  apply andb_true_iff in Hstep as [H1 H2]. apply Nat.ltb_lt in H1, H2. lia.
Qed.

Lemma same_target : is_deterministic = true -> forall s a t u,
  In (a, t) (steps_of s) -> In (a, u) (steps_of s) -> t = u.
Proof.
  unfold is_deterministic. rewrite forallb_forall. intros H s a t u Ht Hu.
  specialize (H s (step_from_listed s a t Ht)). rewrite forallb_forall in H. specialize (H (a, t) Ht).
  rewrite forallb_forall in H. specialize (H (a, u) Hu). cbn in H. rewrite Nat.eqb_refl in H. cbn in H.
  now apply Nat.eqb_eq.
Qed.

Lemma diamond : has_diamonds = true -> forall s a t b u, is_independent a b = true ->
  In (a, t) (steps_of s) -> In (b, u) (steps_of t) -> exists t', In (b, t') (steps_of s) /\ In (a, u) (steps_of t').
Proof.
  unfold has_diamonds. rewrite forallb_forall. intros H s a t b u Hab Ha Hb.
  specialize (H s (step_from_listed s a t Ha)). rewrite forallb_forall in H. specialize (H (a, t) Ha). cbn in H.
  rewrite forallb_forall in H. specialize (H (b, u) Hb). cbn in H. rewrite Hab in H. cbn in H.
  apply existsb_exists in H as ([b' t'] & Hin & H). apply andb_true_iff in H as [H1 H2].
  apply Nat.eqb_eq in H1 as <-. apply has_step_iff in H2. now exists t'.
Qed.

Theorem run_equivalent : has_diamonds = true -> forall v w, equivalent v w -> forall s t, run s v t -> run s w t.
Proof.
  intros Hd. induction 1 as [w | x a b y Hab | x y z _ IHxy _ IHyz]; intros s t H; auto.
  apply run_split in H as (r & H1 & H2). apply run_app with r; [trivial |].
  inversion H2 as [| ? ? r1 ? ? Ha H3]; subst. inversion H3 as [| ? ? r2 ? ? Hb H4]; subst.
  destruct (diamond Hd r a r1 b r2 Hab Ha Hb) as (r' & H5 & H6).
  apply run_cons with r'; [trivial |]. now apply run_cons with r2.
Qed.

(** What can come first in a maximal run can be taken, and the rest is a maximal run from there. *)
Lemma maximal_run_first : has_diamonds = true -> forall s w a, maximal_run s w -> In a (first w) ->
  exists t, In (a, t) (steps_of s) /\ maximal_run t (without_first a w).
Proof.
  intros Hd s w a (u & Hw & Hdead) Ha.
  apply (run_equivalent Hd _ _ (first_to_front letters a w Ha)) in Hw.
  inversion Hw as [| ? ? t ? ? H1 H2]; subst. exists t. split; [trivial | now exists u].
Qed.

(** * The table of first sets *)

(** Sets of actions as increasing lists, so that equal ones are found. *)
Fixpoint insert (a : nat) f : list nat :=
  match f with
  | [] => [a]
  | b :: g => if Nat.ltb a b then a :: f else if Nat.eqb a b then f else b :: insert a g
  end.

Definition prefixed (a : nat) f : list nat := insert a (filter (is_independent a) f).

Definition sets_of (table : nat -> list (list nat)) (row : list (nat * nat)) : list (list nat) :=
  match row with
  | [] => [[]]
  | _ => nodup (list_eq_dec Nat.eq_dec) (flat_map (fun '(a, t) => map (prefixed a) (table t)) row)
  end.

(** The first sets of states n, n + 1, …, given their steps. *)
Fixpoint build (n : nat) (left : list (list (nat * nat))) : list (list (list nat)) :=
  match left with
  | [] => []
  | row :: more => let after := build (S n) more in sets_of (fun t => nth (t - S n) after []) row :: after
  end.

Definition table : list (list (list nat)) := build 0 (steps e).

Definition same_set f (g : list nat) := forall a, In a f <-> In a g.

Lemma insert_iff a b f : In b (insert a f) <-> b = a \/ In b f.
Proof.
  induction f as [| c f IH]; cbn [insert].
  - cbn. intuition.
  - destruct (Nat.ltb a c); [cbn; intuition |]. destruct (Nat.eqb a c) eqn:Hac.
    + apply Nat.eqb_eq in Hac as ->. cbn. intuition.
    + cbn. rewrite IH. intuition.
Qed.

Lemma prefixed_is_first a f w : same_set f (first w) -> same_set (prefixed a f) (first (a :: w : word)).
Proof.
  intros H b. unfold prefixed. rewrite insert_iff, filter_In. cbn [first]. cbn [In]. rewrite filter_In, (H b).
  cbn. intuition.
Qed.

Definition right_for s (found : list (list nat)) :=
  (forall f, In f found -> exists w, maximal_run s w /\ same_set f (first w)) /\
  (forall w, maximal_run s w -> exists f, In f found /\ same_set f (first w)).

Lemma sets_are_right s (look : nat -> list (list nat)) :
  (forall a t, In (a, t) (steps_of s) -> right_for t (look t)) -> right_for s (sets_of look (steps_of s)).
Proof.
  intros H. unfold sets_of. destruct (steps_of s) as [| step row] eqn:Hrow.
  - split.
    + intros f [<- | []]. exists []. split; [exists s; split; [constructor | trivial] | now intros a].
    + intros w (t & Hw & _). exists []. split; [now left |]. inversion Hw as [| ? ? ? ? ? Hin]; subst.
      * now intros a.
      * now rewrite Hrow in Hin.
  - rewrite <- Hrow in *. assert (Hlive : ~ deadlock s) by (unfold deadlock; now rewrite Hrow).
    clear step row Hrow. split.
    + intros f Hf. apply nodup_In, in_flat_map in Hf as ([a t] & Hstep & Hf). apply in_map_iff in Hf as (g & <- & Hg).
      destruct (H a t Hstep) as [H1 _]. destruct (H1 g Hg) as (w & (u & Hw & Hdead) & Hsame).
      exists (a :: w : word). split; [| now apply prefixed_is_first].
      exists u. split; [now apply run_cons with t | trivial].
    + intros w (u & Hw & Hdead). inversion Hw as [| ? a t v ? Hstep Hrest]; subst; [easy |].
      destruct (H a t Hstep) as [_ H2]. destruct (H2 v) as (g & Hg & Hsame); [now exists u |].
      exists (prefixed a g). split; [| now apply prefixed_is_first].
      apply nodup_In, in_flat_map. exists (a, t). split; [trivial |]. now apply in_map.
Qed.

Lemma skipn_cons (A : Type) (d : A) n l x r : skipn n l = x :: r -> nth n l d = x /\ skipn (S n) l = r.
Proof.
  revert l. induction n as [| n IH]; intros [| y l] H; try discriminate H.
  - cbn in H. now injection H as -> ->.
  - exact (IH l H).
Qed.

Lemma build_is_right : is_numbered = true -> forall left n, left = skipn n (steps e) ->
  forall i, i < length left -> right_for (n + i) (nth i (build n left) []).
Proof.
  intros Hup. induction left as [| row more IH]; intros n Hleft i Hi; [inversion Hi |].
  symmetry in Hleft. destruct (skipn_cons _ [] n (steps e) row more Hleft) as [Hrow Hmore].
  assert (Hlength : length more = length (steps e) - S n) by (rewrite <- Hmore; apply skipn_length).
  destruct i as [| i]; cbn [build nth].
  - rewrite Nat.add_0_r, <- Hrow. apply sets_are_right. intros a t Hstep.
    apply (steps_go_up Hup) in Hstep. replace t with (S n + (t - S n)) at 1 by lia.
    apply IH; [now symmetry | lia].
  - rewrite <- plus_n_Sm. apply (IH (S n)); [now symmetry |]. cbn in Hi. lia.
Qed.

Theorem table_is_right : is_numbered = true -> forall s, s < length (steps e) -> right_for s (nth s table []).
Proof. intros Hup s Hs. exact (build_is_right Hup (steps e) 0 eq_refl s Hs). Qed.

(** * Covering, computed *)

Definition sleeps f (asleep : list nat) : bool := existsb (fun a : nat => member a asleep) f.

Definition is_covering s (chosen asleep : list nat) : bool :=
  forallb (fun f => match f with [] => true | _ => sleeps f asleep || existsb (fun a : nat => member a chosen) f end)
    (nth s table []).

(** The same for actions in order; the first sets of the state are given, so that a table is computed once. *)
Definition covered_in_order (first_sets : list (list nat)) (treated explored asleep : list nat) : bool :=
  forallb (fun f => match f with
    | [] => true
    | _ => sleeps f asleep || match find (fun a : nat => member a f) treated with
                              | Some a => member a explored
                              | None => false
                              end
    end) first_sets.

Definition is_covering_in_order s (treated explored asleep : list nat) : bool :=
  covered_in_order (nth s table []) treated explored asleep.

Lemma sleeps_iff f asleep : sleeps f asleep = true <-> exists a, In a f /\ In a asleep.
Proof.
  unfold sleeps. rewrite existsb_exists. split; intros (a & Ha & H); exists a; split; trivial; now apply member_iff.
Qed.

Lemma find_earliest (p : nat -> bool) l a : find p l = Some a <->
  exists l1 l2, l = l1 ++ a :: l2 /\ p a = true /\ forall b, In b l1 -> p b = false.
Proof.
  induction l as [| b l IH]; cbn [find].
  - split; [easy |]. intros (l1 & l2 & H & _). now destruct l1.
  - destruct (p b) eqn:Hb.
    + split.
      * intros [= <-]. now exists [], l.
      * intros (l1 & l2 & H & Ha & Hl1). destruct l1 as [| c l1]; [now injection H as -> _ |].
        injection H as <- _. rewrite (Hl1 b) in Hb; [discriminate Hb | now left].
    + rewrite IH. split; intros (l1 & l2 & H & Ha & Hl1).
      * exists (b :: l1), l2. split; [cbn; now rewrite H | split; [trivial |]]. intros c [<- | Hc]; auto.
      * destruct l1 as [| c l1]; [injection H as <- _; congruence |]. injection H as <- ->.
        exists l1, l2. repeat split; trivial. intros c Hc. apply Hl1. now right.
Qed.

Lemma first_set_nil f w : same_set f (first w) -> (f = [] <-> w = []).
Proof.
  intros Hsame. split; intros ->.
  - destruct w as [| a w]; [trivial |]. destruct (proj2 (Hsame a)). now left.
  - destruct f as [| a f]; [trivial |]. destruct (proj1 (Hsame a)). now left.
Qed.

Lemma awake_iff f w asleep : same_set f (first w) ->
  (sleeps f asleep = false <-> forall a, In a (first w) -> ~ In a asleep).
Proof.
  intros Hsame. rewrite <- not_true_iff_false, sleeps_iff. split.
  - intros H a Ha Hz. apply H. exists a. split; [now apply Hsame | trivial].
  - intros H (a & Ha & Hz). apply (H a); [now apply Hsame | trivial].
Qed.

Section Numbered.
Hypothesis Hup : is_numbered = true.

(** The shape that both forms have: a test of each first set that is not empty and in which nothing sleeps. *)
Lemma by_first_sets s asleep (test : list nat -> bool) (good : word -> Prop) : s < length (steps e) ->
  (forall f w, same_set f (first w) -> test f = true <-> good w) ->
  forallb (fun f => match f with [] => true | _ => sleeps f asleep || test f end) (nth s table []) = true <->
  (forall w, maximal_run s w -> w <> [] -> (forall a, In a (first w) -> ~ In a asleep) -> good w).
Proof.
  intros Hs Htest. destruct (table_is_right Hup s Hs) as [Hsound Hfull]. rewrite forallb_forall. split.
  - intros H w Hw Hne Hawake. destruct (Hfull w Hw) as (f & Hf & Hsame). specialize (H f Hf).
    apply (Htest f w Hsame). apply (awake_iff f w asleep Hsame) in Hawake. rewrite Hawake in H.
    destruct f; [| exact H]. destruct Hne. now apply (first_set_nil [] w Hsame).
  - intros H f Hf. destruct (Hsound f Hf) as (w & Hw & Hsame).
    destruct f as [| b g] eqn:Hfeq; [trivial |]. rewrite <- Hfeq in *.
    destruct (sleeps f asleep) eqn:Hsleep; [trivial |]. cbn. apply (Htest f w Hsame). apply H; trivial.
    + intros Hnil. apply (first_set_nil f w Hsame) in Hnil. congruence.
    + now apply (awake_iff f w asleep Hsame).
Qed.

Theorem is_covering_iff s chosen asleep : s < length (steps e) ->
  is_covering s chosen asleep = true <-> covers s chosen asleep.
Proof.
  intros Hs. apply (by_first_sets s asleep (fun f => existsb (fun a => member a chosen) f)
    (fun w => exists a, In a (first w) /\ In a chosen)); [trivial |].
  intros f w Hsame. rewrite existsb_exists. split; intros (a & Ha & H); exists a; split; try now apply Hsame.
  - now apply member_iff.
  - now apply member_iff.
Qed.

Theorem is_covering_in_order_iff s treated explored asleep : s < length (steps e) ->
  is_covering_in_order s treated explored asleep = true <-> covers_in_order s treated explored asleep.
Proof.
  intros Hs. apply (by_first_sets s asleep
    (fun f => match find (fun a : nat => member a f) treated with Some a => member a explored | None => false
      end)); [trivial |].
  intros f w Hsame. assert (Hin : forall a, member a f = true <-> In a (first w)).
  { intros a. rewrite member_iff. apply Hsame. }
  split.
  - destruct (find (fun a : nat => member a f) treated) as [a |] eqn:Hfind; [| easy]. intros Ha.
    apply find_earliest in Hfind as (l1 & l2 & -> & Haf & Hl1). exists l1, a, l2.
    repeat split; [now apply Hin | now apply member_iff |].
    intros b Hb H. apply Hin in H. now rewrite (Hl1 b Hb) in H.
  - intros (l1 & a & l2 & -> & Ha & Hexp & Hl1).
    replace (find _ _) with (Some a); [now apply member_iff |]. symmetry. apply find_earliest.
    exists l1, l2. repeat split; [now apply Hin |]. intros b Hb. apply not_true_iff_false. rewrite Hin. now apply Hl1.
Qed.

End Numbered.

End Explicit.
