(** Searches with sleep sets and subsumption lose no trace.

    [HLPW] section 6, Definitions 14 and 16, Listing 2, Lemma 17, Remark 18.  Python: sleep_sets.py, whose
    [Rules] are [rules] here, and the test of includes_first_set.py.

    At a node (s, Z) the actions chosen outside Z are treated in order.  The successor by a has asleep
    (Z ∪ those treated before a) ∖ D(a).  It is refused, or else there is an edge to a node of its state with no
    more asleep: a new one, or an older one that subsumes it.  [obeys] says this of a graph, in whatever order
    its nodes are made.  Proved here:

      - [obedient_graph_is_complete]: if the choices cover and only successors whose maximal runs can all begin
        asleep are refused, every full run has an equivalent path; Remark 18 is that the choices may be any
        covering source sets;
      - [listing_2_is_complete]: Lemma 17, second statement, with an exact test for IFS or one that answers yes
        too often;
      - [listing_2_ends_in_deadlocks]: Lemma 17, first statement in the sense of Definition 5: with an exact
        test, paths that cannot be extended end in deadlocks. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems source_sets covering.

(** The elements of a list outside Z, in order. *)
Definition outside {A : alphabet} (Z l : list A) : list A :=
  filter (fun a => if in_dec action_dec a Z then false else true) l.

Lemma in_outside {A : alphabet} (Z l : list A) a : In a (outside Z l) <-> In a l /\ ~ In a Z.
Proof.
  unfold outside. rewrite filter_In. destruct (in_dec action_dec a Z); intuition discriminate.
Qed.

(** (Z ∪ before) ∖ D(a). *)
Definition sleep_after {A : alphabet} (Z order : list A) (a : A) : list A :=
  filter (independent a) (Z ++ before a order).

Lemma in_sleep_after {A : alphabet} (Z order : list A) a b :
  In b (sleep_after Z order a) <-> independent a b = true /\ (In b Z \/ In b (before a order)).
Proof. unfold sleep_after. rewrite filter_In, in_app_iff. tauto. Qed.

Section IncludesFirstSet.
Variable S : system.
Implicit Types (a b : S) (s t : state S) (w : word S) (B Z : list S).

(** Definition 14. *)
Definition includes_first_set s B := exists w, is_maximal_run s w /\ incl (first w) B.

(** Tests for it: exact, or answering yes too often, never no. *)
Definition is_exact (test : state S -> list S -> bool) := forall s B, test s B = true <-> includes_first_set s B.

Definition is_approximation (test : state S -> list S -> bool) :=
  forall s B, includes_first_set s B -> test s B = true.

Lemma exact_is_approximation test : is_exact test -> is_approximation test.
Proof. intros H s B. apply H. Qed.

(** No first letter of w is in Z. *)
Definition avoids Z w := forall a, In a (first w) -> ~ In a Z.

Lemma avoids_dec Z w : {avoids Z w} + {exists a, In a (first w) /\ In a Z}.
Proof.
  destruct (Exists_dec (fun a => In a Z) (first w)) as [H | H].
  - intros a. apply in_dec, action_dec.
  - right. apply Exists_exists in H. trivial.
  - left. intros a Ha HZ. apply H, Exists_exists. now exists a.
Qed.

Lemma includes_more s (B C : list S) : incl B C -> includes_first_set s B -> includes_first_set s C.
Proof. intros HBC (w & Hw & HB). exists w. split; [trivial | intros a Ha; auto]. Qed.

Lemma avoiding_run_includes s Z w :
  is_maximal_run s w -> avoids Z w -> incl (first w) (outside Z (enabled s)).
Proof.
  intros (t & Ht & _) Hw a Ha. apply in_outside. split; [| now apply Hw].
  apply in_enabled, (first_is_enabled S s a w Ha). now exists t.
Qed.

Lemma failed_test_covers test s Z w : is_approximation test ->
  test s (outside Z (enabled s)) = false -> is_maximal_run s w -> exists a, In a (first w) /\ In a Z.
Proof.
  intros Htest Hno Hmax. destruct (avoids_dec Z w) as [Hw | H]; [exfalso | trivial].
  rewrite Htest in Hno; [discriminate |]. exists w. split; [trivial | now apply avoiding_run_includes].
Qed.

End IncludesFirstSet.

Arguments includes_first_set {S} _ _.
Arguments is_exact {S} _.
Arguments is_approximation {S} _.
Arguments avoids {A} _ _ : rename.

Record rules (S : system) := Rules {
  choose : state S -> list S -> list S;
  refuses : state S -> list S -> bool }.

Arguments choose {S} _ _ _.
Arguments refuses {S} _ _ _.

Section Search.
Variable S : system.
Implicit Types (a b : S) (s t : state S) (w : word S) (Z : list S) (r : rules S).

Definition treated_by r s Z : list S := outside Z (choose r s Z).

(** What a search with these rules makes of a node. *)
Record obeys_at r (g : graph S) (n : node g) : Prop := {
  obeys_treated : treated g n = treated_by r (state_of g n) (sleep g n);
  obeys_edge : forall a m, edge g n a = Some m ->
    In a (treated g n) /\ after (state_of g n) a = Some (state_of g m) /\
    refuses r (state_of g m) (sleep_after (sleep g n) (treated g n) a) = false /\
    incl (sleep g m) (sleep_after (sleep g n) (treated g n) a);
  obeys_refusal : forall a t, In a (treated g n) -> after (state_of g n) a = Some t -> edge g n a = None ->
    refuses r t (sleep_after (sleep g n) (treated g n) a) = true }.

Definition obeys r (g : graph S) :=
  state_of g (root g) = initial /\ sleep g (root g) = [] /\ forall n, is_reachable g n -> obeys_at r g n.

(** Of every maximal run that begins with nothing in Z, an action that can come first is chosen. *)
Definition choices_cover r := forall s Z w, is_maximal_run s w -> w <> [] -> avoids Z w ->
  exists a, In a (first w) /\ In a (choose r s Z).

(** From a state that is refused every maximal run can begin asleep. *)
Definition refusals_cover r := forall t Z w, refuses r t Z = true -> is_maximal_run t w ->
  exists a, In a (first w) /\ In a Z.

(** Remark 18. *)
Lemma covering_choices_cover r :
  (forall s Z, is_covering s (fun a => In a (choose r s Z))) -> choices_cover r.
Proof. intros H s Z w Hmax Hw _. now apply H. Qed.

(** (1) where the treated actions cover, and each refused one leaves runs that can all begin asleep. *)
Lemma treated_node_is_covered g n :
  (forall w, is_maximal_run (state_of g n) w -> w <> [] -> is_awake g n w ->
     exists a, In a (first w) /\ In a (treated g n)) ->
  (forall a t u, In a (treated g n) -> after (state_of g n) a = Some t -> edge g n a = None ->
     is_maximal_run t u -> exists c, In c (first u) /\ In c (sleep_after (sleep g n) (treated g n) a)) ->
  satisfies_1 g n.
Proof.
  intros Hcovers Hrefusals w Hmax Hw Hawake.
  destruct (Hcovers w Hmax Hw Hawake) as (b & Hb & Htreated).
  destruct (earliest S (fun a => In a (first w)) (treated g n)) as (a & Ha & Hfirst & Hbefore).
  - intros a. apply in_first_dec.
  - now exists b.
  - destruct (edge g n a) as [m |] eqn:Hedge; [now exists a, m | exfalso].
    (* a refused successor: some c can begin the rest and is asleep there; it could have begun w *)
    destruct (maximal_run_first S _ a w Hmax Hfirst) as (t & u & Ht & Hu & Heq & _).
    destruct (Hrefusals a t u Ha Ht Hedge Hu) as (c & Hc & Hasleep).
    apply in_sleep_after in Hasleep as [Hac Hwhen].
    assert (Hcw : In c (first w)).
    { apply (first_equivalent S c (a :: u)); [now apply equivalent_sym |]. apply in_first_cons. auto. }
    destruct Hwhen; [now apply (Hawake c) | now apply (Hbefore c)].
Qed.

Lemma obedient_node_is_covered r g n : choices_cover r -> refusals_cover r -> obeys_at r g n ->
  satisfies_0 g n /\ satisfies_1 g n /\ satisfies_2 g n.
Proof.
  intros Hchoices Hrefusals Hn. split; [| split].
  - intros a m Hedge. now apply (obeys_edge _ _ _ Hn).
  - apply treated_node_is_covered.
    + intros w Hmax Hw Hawake. destruct (Hchoices _ (sleep g n) w Hmax Hw Hawake) as (b & Hb & Hchosen).
      exists b. split; [trivial |]. rewrite (obeys_treated _ _ _ Hn). apply in_outside. auto.
    + intros a t u Ha Ht Hedge Hu. apply (Hrefusals t _ u); [| trivial].
      now apply (obeys_refusal _ _ _ Hn a t).
  - intros a m Hedge b Hb. apply in_sleep_after. now apply (obeys_edge _ _ _ Hn a m Hedge).
Qed.

Theorem obedient_graph_is_complete r g :
  choices_cover r -> refusals_cover r -> obeys r g -> is_trace_complete g.
Proof.
  intros Hchoices Hrefusals (Hroot & Hawake & Hobeys). apply covered_graph_is_complete; trivial.
  intros n Hn. apply (obedient_node_is_covered r); auto.
Qed.

Theorem obedient_graph_is_sound r g : obeys r g -> is_sound g.
Proof.
  intros (Hroot & _ & Hobeys). apply steps_are_sound; trivial.
  intros n Hn a m Hedge. now apply (obeys_edge _ _ _ (Hobeys n Hn)).
Qed.

(** Listing 2: every enabled action, and a test for IFS at the successor. *)
Definition refuses_by (test : state S -> list S -> bool) t Z := negb (test t (outside Z (enabled t))).

Definition listing_2 test : rules S := Rules S (fun s _ => enabled s) (refuses_by test).

Lemma refusals_by_test_cover test choose : is_approximation test ->
  refusals_cover (Rules S choose (refuses_by test)).
Proof.
  intros Htest t Z w Hrefused Hmax. cbn in Hrefused. apply negb_true_iff in Hrefused.
  now apply (failed_test_covers S test t Z w).
Qed.

Lemma enabled_choices_cover test : choices_cover (listing_2 test).
Proof.
  apply covering_choices_cover. intros s Z. cbn.
  apply (larger_is_covering S s (is_enabled s)); [apply in_enabled | apply enabled_is_covering].
Qed.

(** Lemma 17, second statement. *)
Theorem listing_2_is_complete test g :
  is_approximation test -> obeys (listing_2 test) g -> is_trace_complete g.
Proof.
  intros Htest. apply obedient_graph_is_complete.
  - apply enabled_choices_cover.
  - now apply refusals_by_test_cover.
Qed.

Lemma node_includes_first_set test g : is_exact test -> obeys (listing_2 test) g ->
  forall n, is_reachable g n -> includes_first_set (state_of g n) (outside (sleep g n) (enabled (state_of g n))).
Proof.
  intros Htest Hg n (v & Hv). destruct Hg as (Hroot & Hawake & Hobeys).
  assert (Hstart : includes_first_set (state_of g (root g))
                     (outside (sleep g (root g)) (enabled (state_of g (root g))))).
  { destruct (maximal_run_exists S (state_of g (root g))) as (w & Hw). exists w. split; [trivial |].
    apply avoiding_run_includes; [trivial |]. intros a _. now rewrite Hawake. }
  assert (Hhere : forall x m, walk g m x = Some n -> is_reachable g m ->
    includes_first_set (state_of g m) (outside (sleep g m) (enabled (state_of g m))) ->
    includes_first_set (state_of g n) (outside (sleep g n) (enabled (state_of g n)))).
  { induction x as [| a x IH]; intros m Hm Hreach Hinc; [now injection Hm as <- |].
    apply walk_cons in Hm as (m' & Hedge & Hm').
    apply (IH m' Hm').
    - destruct Hreach as (y & Hy). exists (y ++ [a]). apply walk_app with m; [trivial |].
      apply walk_cons. now exists m'.
    - destruct (obeys_edge _ _ _ (Hobeys m Hreach) a m' Hedge) as (_ & _ & Hkept & Hsleep).
      cbn in Hkept. apply negb_false_iff, Htest in Hkept. apply includes_more with (2 := Hkept).
      intros b Hb. apply in_outside in Hb as [Hb Hnot]. apply in_outside. auto. }
  apply (Hhere v (root g)); trivial. now exists [].
Qed.

(** Lemma 17, first statement: no path gets stuck before a deadlock. *)
Theorem listing_2_ends_in_deadlocks test g : is_exact test -> obeys (listing_2 test) g ->
  forall n, is_reachable g n -> (forall a, edge g n a = None) -> is_deadlock (state_of g n).
Proof.
  intros Htest Hg n Hn Hend.
  destruct (node_includes_first_set test g Htest Hg n Hn) as (w & Hmax & Hfirst).
  destruct (covered_node_is_complete S g n) with (w := w) as (v & m & Hv & Heq & Hdead); trivial.
  - intros x k Hx. destruct Hg as (_ & _ & Hobeys).
    apply (obedient_node_is_covered (listing_2 test)).
    + apply enabled_choices_cover.
    + apply refusals_by_test_cover. now apply exact_is_approximation.
    + apply Hobeys. destruct Hn as (y & Hy). exists (y ++ x). now apply walk_app with n.
  - intros a Ha. apply Hfirst, in_outside in Ha. tauto.
  - destruct v as [| a v]; [now injection Hv as <- | exfalso].
    apply walk_cons in Hv as (k & Hk & _). rewrite Hend in Hk. discriminate.
Qed.

End Search.

Arguments treated_by {S} _ _ _.
Arguments obeys {S} _ _.
Arguments obeys_at {S} _ _ _.
Arguments choices_cover {S} _.
Arguments refusals_cover {S} _.
Arguments refuses_by {S} _ _ _.
Arguments listing_2 {S} _.
