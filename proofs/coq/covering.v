(** Reductions by covering source sets with sleep sets, judged node by node.

    [HLPW] Definitions 5 and 6, Proposition 7, the sleep-invariant of section 6.  Python: covering.py, whose (1)
    and (2) are [satisfies_1] and [satisfies_2]; soundness.py; trace_complete.py.

    A graph has nodes with a state, a sleep set, and the actions treated there in order; some of these are
    explored and have an edge, the others were refused.  The criterion, at each node reachable from the root:

      (1)  for every maximal run w ≠ ε from its state with nothing asleep in first(w), some treated action is
           in first(w), and the earliest such is explored;
      (2)  what sleeps at the successor by a is independent of a, and slept before or was treated before a;
      (3)  nothing sleeps at the root.

    Proved here: [covered_graph_is_complete], that is [covered_node_is_complete] (the sleep-invariant) at the
    root: every full run has an equivalent path, and it ends in the same deadlock. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems.

Record graph (S : system) := Graph {
  node : Type;
  root : node;
  state_of : node -> state S;
  sleep : node -> list S;
  treated : node -> list S;
  edge : node -> S -> option node }.

Arguments node {S} _.
Arguments root {S} _.
Arguments state_of {S} _ _.
Arguments sleep {S} _ _.
Arguments treated {S} _ _.
Arguments edge {S} _ _ _.

(** The part of a list before the first occurrence of a. *)
Fixpoint before {A : alphabet} (a : A) (order : list A) : list A :=
  match order with
  | [] => []
  | b :: rest => if action_dec b a then [] else b :: before a rest
  end.

Section Before.
Variable A : alphabet.
Implicit Types (a b : A) (order : list A).

Lemma before_in a b order : In b (before a order) -> In b order.
Proof.
  induction order as [| c order IH]; cbn; [easy |].
  destruct (action_dec c a); [easy |]. intros [<- | Hb]; auto.
Qed.

Lemma not_before_itself a order : ~ In a (before a order).
Proof.
  induction order as [| c order IH]; cbn; [easy |].
  destruct (action_dec c a) as [| Hca]; [easy |]. intros [-> | Ha]; auto.
Qed.

(** The earliest element of a list with a decidable property. *)
Lemma earliest (P : A -> Prop) order : (forall a, {P a} + {~ P a}) -> (exists a, In a order /\ P a) ->
  exists a, In a order /\ P a /\ forall b, In b (before a order) -> ~ P b.
Proof.
  intros dec. induction order as [| c order IH]; intros (a & Ha & HPa); [easy |].
  destruct (dec c) as [Hc | Hc].
  - exists c. split; [now left | split; [trivial |]]. cbn. now destruct (action_dec c c).
  - destruct IH as (d & Hd & HPd & Hbefore).
    { exists a. split; [| trivial]. now destruct Ha as [-> |]. }
    exists d. split; [now right | split; [trivial |]]. cbn.
    destruct (action_dec c d); [easy |]. intros b [<- | Hb]; auto.
Qed.

Lemma in_first_dec (w : word A) a : {In a (first w)} + {~ In a (first w)}.
Proof. apply in_dec, action_dec. Qed.

End Before.

Section Covering.
Variable S : system.
Variable g : graph S.
Implicit Types (a b c : S) (n m : node g) (w v : word S).

Fixpoint walk n w : option (node g) :=
  match w with
  | [] => Some n
  | a :: v => match edge g n a with Some m => walk m v | None => None end
  end.

Lemma walk_cons n a v m' : walk n (a :: v) = Some m' <-> exists m, edge g n a = Some m /\ walk m v = Some m'.
Proof.
  cbn. split.
  - destruct (edge g n a) as [m |]; [| easy]. intros H. now exists m.
  - now intros (m & -> & H).
Qed.

Lemma walk_app n m v w n' : walk n v = Some m -> walk m w = Some n' -> walk n (v ++ w) = Some n'.
Proof.
  revert n. induction v as [| a v IH]; intros n Hv Hw.
  - now injection Hv as ->.
  - apply walk_cons in Hv as (k & Hk & Hv). apply walk_cons. exists k. auto.
Qed.

(** Soundness: the edges are steps. *)
Definition satisfies_0 n := forall a m, edge g n a = Some m -> after (state_of g n) a = Some (state_of g m).

(** No first letter of w is asleep at n. *)
Definition is_awake n w := forall a, In a (first w) -> ~ In a (sleep g n).

Definition satisfies_1 n := forall w, is_maximal_run (state_of g n) w -> w <> [] -> is_awake n w ->
  exists a m, In a (treated g n) /\ In a (first w) /\ edge g n a = Some m /\
    forall b, In b (before a (treated g n)) -> ~ In b (first w).

Definition satisfies_2 n := forall a m, edge g n a = Some m -> forall b, In b (sleep g m) ->
  independent a b = true /\ (In b (sleep g n) \/ In b (before a (treated g n))).

Lemma walk_is_run n w m : (forall v m, walk n v = Some m -> satisfies_0 m) ->
  walk n w = Some m -> after_word (state_of g n) w = Some (state_of g m).
Proof.
  revert n. induction w as [| a w IH]; intros n Hsound Hw.
  - now injection Hw as <-.
  - apply walk_cons in Hw as (n' & Hn' & Hw). apply after_word_cons. exists (state_of g n').
    split; [now apply (Hsound [] n) |]. apply IH; [| trivial].
    intros x y Hxy. apply (Hsound (a :: x)), walk_cons. now exists n'.
Qed.

(** The sleep-invariant: every maximal run with nothing asleep in its first set has an equivalent path. *)
Theorem covered_node_is_complete n :
  (forall v m, walk n v = Some m -> satisfies_0 m /\ satisfies_1 m /\ satisfies_2 m) ->
  forall w, is_maximal_run (state_of g n) w -> is_awake n w ->
  exists v m, walk n v = Some m /\ v ≃ w /\ is_deadlock (state_of g m).
Proof.
  intros Hcover w. remember (length w) as k eqn:Hk. revert n w Hcover Hk.
  induction k as [| k IH]; intros n w Hcover Hk Hmax Hawake.
  - destruct w; [| easy]. exists [], n. apply maximal_run_nil in Hmax.
    repeat split; [apply equivalent_refl | trivial].
  - assert (Hw : w <> []) by now destruct w.
    destruct (Hcover [] n eq_refl) as (H0 & H1 & H2).
    destruct (H1 w Hmax Hw Hawake) as (a & m & _ & Ha & Hedge & Hearliest).
    destruct (maximal_run_first S _ a w Hmax Ha) as (t & u & Ht & Hu & Heq & Hlength).
    rewrite (H0 _ _ Hedge) in Ht. injection Ht as <-.
    destruct (IH m u) as (v & d & Hv & Hvu & Hdead); [| lia | trivial | |].
    + intros x y Hxy. apply (Hcover (a :: x)). apply walk_cons. now exists m.
    + (* what is asleep after a and could begin u could have begun w, and was asleep or treated earlier *)
      intros c Hc Hasleep. destruct (H2 a m Hedge c Hasleep) as [Hac Hwhen].
      assert (Hcw : In c (first w)).
      { apply (first_equivalent S c (a :: u)); [now apply equivalent_sym |]. apply in_first_cons. auto. }
      destruct Hwhen as [Hslept | Htreated]; [now apply (Hawake c) | now apply (Hearliest c)].
    + exists (a :: v), d. split; [apply walk_cons; now exists m | split; [| trivial]].
      apply equivalent_trans with (a :: u); [now apply equivalent_cons | now apply equivalent_sym].
Qed.

Definition is_reachable n := exists v, walk (root g) v = Some n.

(** Definition 5, completeness: every full run has an equivalent full run in the graph. *)
Definition is_trace_complete := forall w, is_maximal_run initial w ->
  exists v m, walk (root g) v = Some m /\ v ≃ w /\ is_deadlock (state_of g m).

(** Definition 5, soundness, for paths that end where the system does. *)
Definition is_sound := forall v m, walk (root g) v = Some m -> after_word initial v = Some (state_of g m).

Theorem steps_are_sound : state_of g (root g) = initial ->
  (forall n, is_reachable n -> satisfies_0 n) -> is_sound.
Proof.
  intros Hroot Hsteps v m Hv. rewrite <- Hroot. apply walk_is_run; [| trivial].
  intros x y Hxy. apply Hsteps. now exists x.
Qed.

Theorem covered_graph_is_complete : state_of g (root g) = initial -> sleep g (root g) = [] ->
  (forall n, is_reachable n -> satisfies_0 n /\ satisfies_1 n /\ satisfies_2 n) -> is_trace_complete.
Proof.
  intros Hroot Hawake Hcover w Hw.
  apply (covered_node_is_complete (root g)); trivial.
  - intros v m Hv. apply Hcover. now exists v.
  - now rewrite Hroot.
  - intros a _. now rewrite Hawake.
Qed.

End Covering.

Arguments walk {S} _ _ _.
Arguments is_sound {S} _.
Arguments is_awake {S} _ _ _.
Arguments is_reachable {S} _ _.
Arguments is_trace_complete {S} _.
Arguments satisfies_0 {S} _ _.
Arguments satisfies_1 {S} _ _.
Arguments satisfies_2 {S} _ _.
