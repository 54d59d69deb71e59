(** A checker of reductions, proved correct: what it accepts is sound and keeps every trace and every deadlock.

    [HLPW] Definitions 5 and 6, Proposition 7, the sleep-invariant of section 6.  Python: covering.py, whose (1), (2)
    and (3) it decides, and soundness.py.

    A reduction is a list of nodes, the root first; each has a state of the explicit system, what sleeps there, the
    actions treated there in order, and its edges.  [check] asks

      of the system   that it is numbered upwards and deterministic, and that its independence has its diamonds;
      of the root     that it is at state 0, and (3) nothing sleeps there;
      of each node    that its edges are steps of the system, and are of treated actions; (2) what sleeps behind an
                      edge; (1) that the maximal runs are covered, in order.

    Proved here: [checked_reduction_is_sound], [checked_reduction_is_complete], [checked_reduction_keeps_deadlocks].
    The functions are extracted to OCaml, and their answers compared with those of the Python code. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces explicit.

Record node := Node { state : nat; sleep : list nat; treated : list nat; edges : list (nat * nat) }.

(** The part of a list before the first occurrence of a. *)
Fixpoint before (a : nat) (order : list nat) : list nat :=
  match order with
  | [] => []
  | b :: rest => if Nat.eqb b a then [] else b :: before a rest
  end.

Definition reduction := list node.

Definition check_edge (e : explicit) (g : reduction) (n : node) (edge : nat * nat) : bool :=
  match nth_error g (snd edge) with
  | None => false
  | Some m => has_step e (state n) (fst edge) (state m) && member (fst edge) (treated n) &&
      forallb (fun b => is_independent e (fst edge) b &&
                        (member b (sleep n) || member b (before (fst edge) (treated n)))) (sleep m)
  end.

Definition check_node (e : explicit) (t : list (list (list nat))) (g : reduction) (n : node) : bool :=
  Nat.ltb (state n) (length (steps e)) && forallb (check_edge e g n) (edges n) &&
  covered_in_order (nth (state n) t []) (treated n) (map fst (edges n)) (sleep n).

Definition check_root (g : reduction) : bool :=
  match g with
  | n :: _ => Nat.eqb (state n) 0 && match sleep n with [] => true | _ => false end
  | [] => false
  end.

Definition check (e : explicit) (g : reduction) : bool :=
  is_numbered e && is_deterministic e && has_diamonds e && check_root g && (let t := table e in forallb
    (check_node e t g) g).

Section Checked.
Variable e : explicit.
Variable g : reduction.
Notation word := (word (letters e)).
Implicit Types (n m : node) (v w : word).

Definition has_edge n (a : nat) m := exists k, In (a, k) (edges n) /\ nth_error g k = Some m.

Inductive path : node -> word -> node -> Prop :=
| path_nil n : path n [] n
| path_cons n a m w k : has_edge n a m -> path m w k -> path n (a :: w) k.

Definition is_root n := nth_error g 0 = Some n.

Hypothesis Hcheck : check e g = true.

Lemma checked : is_numbered e = true /\ (is_deterministic e = true /\ has_diamonds e = true) /\
  check_root g = true /\ forall n, In n g -> check_node e (table e) g n = true.
Proof.
  unfold check in Hcheck. rewrite !andb_true_iff, forallb_forall in Hcheck.
  destruct Hcheck as [[[[H1 H2] H3] H4] H5]. auto.
Qed.

Lemma checked_root : exists n, is_root n /\ In n g /\ state n = 0 /\ sleep n = [].
Proof.
  destruct checked as (_ & _ & H & _). unfold is_root. destruct g as [| n more]; [discriminate H |].
  exists n. cbn in H. apply andb_true_iff in H as [H1 H2]. apply Nat.eqb_eq in H1.
  repeat split; trivial; [now left | now destruct (sleep n)].
Qed.

Lemma checked_edge n a m : In n g -> has_edge n a m ->
  In m g /\ In (a, state m) (steps_of e (state n)) /\ In a (treated n) /\
  forall b, In b (sleep m) -> is_independent e a b = true /\ (In b (sleep n) \/ In b (before a (treated n))).
Proof.
  intros Hn (k & Hk & Hm). destruct checked as (_ & _ & _ & H). specialize (H n Hn).
  unfold check_node in H. rewrite !andb_true_iff, forallb_forall in H. destruct H as [[_ H] _].
  specialize (H (a, k) Hk). unfold check_edge in H. cbn in H. rewrite Hm in H.
  rewrite !andb_true_iff, forallb_forall in H. destruct H as [[H1 H2] H3].
  repeat split.
  - now apply nth_error_In with k.
  - now apply has_step_iff.
  - now apply member_iff.
  - specialize (H3 b H). now apply andb_true_iff in H3 as [H3 _].
  - specialize (H3 b H). apply andb_true_iff in H3 as [_ H3]. apply orb_true_iff in H3 as [H3 | H3]; [left | right];
      now apply member_iff.
Qed.

Lemma checked_cover n : In n g -> covers_in_order e (state n) (treated n) (map fst (edges n)) (sleep n).
Proof.
  intros Hn. destruct checked as (Hup & _ & _ & H). specialize (H n Hn).
  unfold check_node in H. rewrite !andb_true_iff in H. destruct H as [[H1 _] H2].
  apply Nat.ltb_lt in H1. now apply (is_covering_in_order_iff e Hup).
Qed.

(** Every edge has its node. *)
Lemma checked_target n a : In n g -> In a (map fst (edges n)) -> exists m, has_edge n a m.
Proof.
  intros Hn Ha. apply in_map_iff in Ha as ([b k] & Hb & Hk). cbn in Hb. subst b.
  destruct checked as (_ & _ & _ & H). specialize (H n Hn). unfold check_node in H.
  rewrite !andb_true_iff, forallb_forall in H. destruct H as [[_ H] _]. specialize (H (a, k) Hk).
  unfold check_edge in H. cbn in H. destruct (nth_error g k) as [m |] eqn:Hm; [| discriminate H]. now exists m, k.
Qed.

Theorem checked_reduction_is_sound n w m : is_root n -> path n w m -> run e 0 w (state m).
Proof.
  intros Hn Hpath. destruct checked_root as (r & Hr & Hin & Hstate & _). unfold is_root in *.
  assert (r = n) by congruence. subst r. rewrite <- Hstate. clear Hn Hr Hstate.
  induction Hpath as [n | n a m w k Hedge _ IH]; [constructor |].
  destruct (checked_edge n a m Hin Hedge) as (Hm & Hstep & _). apply run_cons with (state m); auto.
Qed.

Lemma before_split a l1 l2 : ~ In a l1 -> before a (l1 ++ a :: l2) = l1.
Proof.
  induction l1 as [| b l1 IH]; cbn; intros Hn.
  - now rewrite Nat.eqb_refl.
  - destruct (Nat.eqb_spec b a) as [-> | Hne]; [destruct Hn; now left |]. f_equal. apply IH. auto.
Qed.

(** The sleep-invariant: a maximal run in whose first set nothing sleeps has its path. *)
Lemma covered_node_is_complete n w : In n g -> maximal_run e (state n) w ->
  (forall a, In a (first w) -> ~ In a (sleep n)) ->
  exists v m, path n v m /\ equivalent v w /\ deadlock e (state m).
Proof.
  remember (length w) as k eqn:Hk. revert n w Hk. induction k as [| k IH]; intros n w Hk Hin Hmax Hawake.
  - destruct w; [| easy]. exists [], n. destruct Hmax as (t & Ht & Hdead). inversion Ht; subst.
    repeat split; [constructor | apply equivalent_refl | trivial].
  - assert (Hne : w <> []) by now destruct w.
    destruct (checked_cover n Hin w Hmax Hne Hawake) as (l1 & a & l2 & Htreated & Ha & Hexplored & Hbefore).
    destruct (checked_target n a Hin Hexplored) as [m Hedge].
    destruct (checked_edge n a m Hin Hedge) as (Hm & Hstep & _ & Hsleep).
    destruct checked as (_ & (Hdeterministic & Hdiamonds) & _).
    pose proof (first_to_front (letters e) a w Ha) as Hfront.
    destruct (maximal_run_first e Hdiamonds (state n) w a Hmax Ha) as (t & Ht & Hu).
    rewrite (same_target e Hdeterministic _ _ _ _ Ht Hstep) in Hu. clear t Ht.
    destruct (IH m (without_first a w)) as (v & d & Hv & Hequiv & Hdead); trivial.
    { pose proof (without_first_length (letters e) a w (first_in (letters e) a w Ha)) as Hlength. lia. }
    + (* what is asleep after a and could begin the rest could have begun w, and was asleep or treated earlier *)
      intros c Hc Hasleep. destruct (Hsleep c Hasleep) as [Hac Hwhen].
      assert (Hcw : In c (first w)).
      { apply (first_equivalent (letters e) c (a :: without_first a w)); [now apply equivalent_sym |].
        apply in_first_cons. right. split; trivial. }
      destruct Hwhen as [Hslept | Hearlier]; [now apply (Hawake c) |].
      rewrite Htreated, before_split in Hearlier; [now apply (Hbefore c) |].
      intros Hin1. now apply (Hbefore a).
    + exists (a :: v), d. split; [now apply path_cons with m | split; [| trivial]].
      apply equivalent_trans with (a :: without_first a w); [now apply (equivalent_cons (letters e)) |].
      now apply equivalent_sym.
Qed.

(** Definition 5: every full run has an equivalent full run in the reduction. *)
Theorem checked_reduction_is_complete w : maximal_run e 0 w ->
  exists n v m, is_root n /\ path n v m /\ equivalent v w /\ deadlock e (state m).
Proof.
  intros Hw. destruct checked_root as (n & Hn & Hin & Hstate & Hawake). exists n.
  destruct (covered_node_is_complete n w Hin) as (v & m & Hv & Heq & Hdead).
  - now rewrite Hstate.
  - intros a _. now rewrite Hawake.
  - now exists v, m.
Qed.

Theorem checked_reduction_keeps_deadlocks w d : run e 0 w d -> deadlock e d ->
  exists n v m, is_root n /\ path n v m /\ state m = d.
Proof.
  intros Hw Hd. destruct (checked_reduction_is_complete w) as (n & v & m & Hn & Hv & Heq & Hdead); [now exists d |].
  exists n, v, m. repeat split; trivial. destruct checked as (_ & (Hdeterministic & Hdiamonds) & _).
  pose proof (checked_reduction_is_sound n v m Hn Hv) as Hrun.
  apply (run_equivalent e Hdiamonds _ _ Heq) in Hrun.
  clear - Hw Hrun Hdeterministic. revert Hrun. induction Hw as [s | s a t w u Hstep _ IH]; intros Hrun.
  - now inversion Hrun.
  - inversion Hrun as [| ? ? t' ? ? H1 H2]; subst.
    rewrite (same_target e Hdeterministic _ _ _ _ H1 Hstep) in H2. now apply IH.
Qed.

End Checked.
