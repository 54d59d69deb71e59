(** The tree of full lex-runs: sleep sets, and a test for IFS that never errs.

    [HLPW] Definition 13, Listing 1, Lemma 15; Lemma 17, third statement.
    Python: the reducer [lex-tree] of client_server_reducers.py, lex_runs in traces.py.

    Nodes are pairs of a state and a sleep set.  At a node the enabled actions that are awake are treated in
    the order of actions; the successor by one is a child unless the test refuses it.  Nothing is shared, so
    that a node is a path from the root.  Proved here, for an exact test:

      - [tree_runs_are_lex_runs]: Lemma 15 (i), a path that cannot be extended is a full run of the system and
        lexicographically the smallest of its trace;
      - [tree_has_each_trace_once]: Lemma 15 (ii), each full run has exactly one equivalent among these paths;
      - [created_nodes_are_lex_useful]: Lemma 17, third statement: in a graph of Listing 2 a node reached by
        edges that created their targets has a state on a full lex-run.

    That two paths are never equivalent needs no test at all ([tree_paths_are_lex_sequences]); that no path
    gets stuck does. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems source_sets covering sleep_sets.

Section Order.
Variable A : alphabet.
Implicit Types (a b : A) (order : list A).

Lemma before_filter (f : A -> bool) b order : f b = true -> before b (filter f order) = filter f (before b order).
Proof.
  intros Hb. induction order as [| c order IH]; cbn; [trivial |].
  destruct (action_dec c b) as [-> | Hcb].
  - rewrite Hb. cbn. now destruct (action_dec b b).
  - destruct (f c) eqn:Hc; cbn; rewrite ?Hc; [| trivial].
    destruct (action_dec c b); [contradiction | now rewrite IH].
Qed.

Lemma before_total a b order : In a order -> In b order -> a <> b ->
  In a (before b order) \/ In b (before a order).
Proof.
  intros Ha Hb Hab. induction order as [| c order IH]; [easy |]. cbn.
  destruct (action_dec c b) as [Hcb | Hcb]; [subst c |]; destruct (action_dec _ a) as [Hca | Hca]; subst;
    try contradiction.
  - right. now left.
  - left. now left.
  - destruct Ha, Hb; try contradiction. destruct IH; cbn; auto.
Qed.

Lemma before_asymmetric a b order : In a (before b order) -> In b (before a order) -> False.
Proof.
  induction order as [| c order IH]; cbn; [easy |].
  destruct (action_dec c b), (action_dec c a); try easy.
  intros [-> | Ha] [-> | Hb]; auto.
Qed.

End Order.

Section LexTree.
Variable S : system.
Variable test : state S -> list S -> bool.
Implicit Types (a b : S) (s t : state S) (v w : word S) (Z : list S).

(** The lexicographic order of words. *)
Inductive lex_le : word S -> word S -> Prop :=
| lex_nil w : lex_le [] w
| lex_less a b v w : In a (before b actions) -> lex_le (a :: v) (b :: w)
| lex_cons a v w : lex_le v w -> lex_le (a :: v) (a :: w).

Lemma lex_le_antisymmetric v w : lex_le v w -> lex_le w v -> v = w.
Proof.
  induction 1 as [w | a b v w Hab | a v w Hvw IH]; inversion 1; subst; trivial.
  - exfalso. now apply (before_asymmetric S a b actions).
  - exfalso. now apply (not_before_itself S a actions).
  - exfalso. now apply (not_before_itself S a actions).
  - f_equal. auto.
Qed.

(** Definition 13. *)
Definition is_lex_sequence v := forall w, v ≃ w -> lex_le v w.

(** Listing 1. *)
Definition lex_tree_treated (n : state S * list S) : list S := outside (snd n) (enabled (fst n)).

Definition lex_tree_edge (n : state S * list S) a : option (state S * list S) :=
  if in_dec action_dec a (lex_tree_treated n) then
    match after (fst n) a with
    | Some t => let Z := sleep_after (snd n) (lex_tree_treated n) a in
                if refuses_by test t Z then None else Some (t, Z)
    | None => None
    end
  else None.

Definition lex_tree : graph S := {|
  node := state S * list S;
  root := (initial, []);
  state_of := fst;
  sleep := snd;
  treated := lex_tree_treated;
  edge := lex_tree_edge |}.

Lemma lex_tree_edge_inversion n a m : lex_tree_edge n a = Some m ->
  In a (lex_tree_treated n) /\ after (fst n) a = Some (fst m) /\
  snd m = sleep_after (snd n) (lex_tree_treated n) a /\ refuses_by test (fst m) (snd m) = false.
Proof.
  unfold lex_tree_edge. destruct (in_dec _ _ _) as [Ha |]; [| easy].
  destruct (after (fst n) a) as [t |]; [| easy]. cbn zeta.
  destruct (refuses_by test t _) eqn:Hkept; [easy |]. intros [= <-]. auto.
Qed.

(** The tree is one of the graphs that Listing 2 may build: subsumption is never used. *)
Lemma lex_tree_obeys : obeys (listing_2 test) lex_tree.
Proof.
  split; [trivial | split; [trivial |]]. intros n _. split.
  - trivial.
  - intros a m Hedge. apply lex_tree_edge_inversion in Hedge as (Ha & Hm & Hsleep & Hkept).
    change (sleep_after (sleep lex_tree n) (treated lex_tree n) a)
      with (sleep_after (snd n) (lex_tree_treated n) a).
    rewrite <- Hsleep. repeat split; trivial. apply incl_refl.
  - intros a t Ha Ht. cbn in *. unfold lex_tree_edge.
    destruct (in_dec _ _ _) as [_ |]; [| contradiction]. rewrite Ht. cbn zeta.
    now destruct (refuses_by test t _).
Qed.

(** What sleeps at a node begins no path from it. *)
Lemma no_path_begins_asleep n v m a : walk lex_tree n v = Some m -> In a (first v) -> ~ In a (snd n).
Proof.
  revert n. induction v as [| b v IH]; intros n Hv; [easy |].
  apply walk_cons in Hv as (n' & Hedge & Hv).
  apply lex_tree_edge_inversion in Hedge as (Hb & _ & Hsleep & _).
  rewrite in_first_cons. intros [-> | [Hba Ha]].
  - apply in_outside in Hb. tauto.
  - intros Hasleep. apply (IH n' Hv Ha). rewrite Hsleep. apply in_sleep_after. auto.
Qed.

Theorem tree_paths_are_lex_sequences n v m : walk lex_tree n v = Some m -> is_lex_sequence v.
Proof.
  revert n. induction v as [| b v IH]; intros n Hv w Heq; [constructor |].
  destruct w as [| a w]; [apply equivalent_length in Heq; easy |].
  pose proof Hv as Hpath. apply walk_cons in Hv as (n' & Hedge & Hv).
  destruct (action_dec a b) as [-> | Hab].
  - apply lex_cons, (IH n' Hv). now apply (equivalent_cancel S b).
  - destruct (before_total S b a actions) as [Hba | Hbefore]; auto using actions_complete, lex_less.
    (* a is smaller, was awake and enabled, so it was treated before b and is asleep after it *)
    exfalso.
    assert (Ha : In a (first (b :: v))).
    { apply (first_equivalent S a (a :: w)); [now apply equivalent_sym | now left]. }
    pose proof (no_path_begins_asleep n (b :: v) m a Hpath Ha) as Hawake.
    apply lex_tree_edge_inversion in Hedge as (Hb & Hn' & Hsleep & Hkept).
    apply in_first_cons in Ha as [Ha | [Hind Ha]]; [contradiction |].
    apply (no_path_begins_asleep n' v m a Hv Ha). rewrite Hsleep.
    apply in_sleep_after. split; [trivial | right].
    assert (Henabled : is_enabled (fst n) a).
    { apply (first_is_enabled S _ a (b :: v)); [apply in_first_cons; auto |].
      exists (fst m). apply (walk_is_run S lex_tree n (b :: v) m); [| trivial].
      intros x k _ c k' Hc. now apply lex_tree_edge_inversion in Hc as (_ & Hc & _). }
    unfold lex_tree_treated, outside in *. apply filter_In in Hb as [Hb Hbawake].
    rewrite before_filter by trivial. apply filter_In. split.
    + unfold enabled in *. apply filter_In in Hb as [_ Hb]. rewrite before_filter by trivial.
      apply filter_In. split; [trivial |]. destruct Henabled as (t & ->). trivial.
    + now destruct (in_dec action_dec a (snd n)).
Qed.

(** A path that cannot be extended. *)
Definition is_full_path v := exists m, walk lex_tree (root lex_tree) v = Some m /\ forall a, lex_tree_edge m a = None.

(** Lemma 15 (i). *)
Theorem tree_runs_are_lex_runs : is_exact test ->
  forall v, is_full_path v -> is_maximal_run initial v /\ is_lex_sequence v.
Proof.
  intros Htest v (m & Hv & Hend). split; [exists (fst m); split |].
  - apply (obedient_graph_is_sound S (listing_2 test) lex_tree lex_tree_obeys v m Hv).
  - apply (listing_2_ends_in_deadlocks S test lex_tree Htest lex_tree_obeys m); [now exists v | trivial].
  - now apply (tree_paths_are_lex_sequences (root lex_tree) v m).
Qed.

(** Lemma 15 (ii). *)
Theorem tree_has_each_trace_once : is_exact test ->
  forall w, is_maximal_run initial w -> exists! v, is_full_path v /\ v ≃ w.
Proof.
  intros Htest w Hw.
  destruct (listing_2_is_complete S test lex_tree) with (w := w) as (v & m & Hv & Heq & Hdead); trivial.
  { now apply exact_is_approximation. }
  { apply lex_tree_obeys. }
  exists v. split; [split; [| trivial] |].
  - exists m. split; [trivial |]. intros a. destruct (lex_tree_edge m a) as [k |] eqn:Hk; trivial.
    apply lex_tree_edge_inversion in Hk as (_ & Hk & _). cbn in Hdead. rewrite Hdead in Hk. discriminate.
  - intros v' [(m' & Hv' & _) Heq']. apply lex_le_antisymmetric.
    + apply (tree_paths_are_lex_sequences _ _ _ Hv). apply equivalent_trans with w; auto using equivalent_sym.
    + apply (tree_paths_are_lex_sequences _ _ _ Hv'). apply equivalent_trans with w; auto using equivalent_sym.
Qed.

(** Without a test the tree still has each trace at most once among its paths. *)
Corollary tree_paths_are_not_equivalent v v' m m' :
  walk lex_tree (root lex_tree) v = Some m -> walk lex_tree (root lex_tree) v' = Some m' -> v ≃ v' -> v = v'.
Proof.
  intros Hv Hv' Heq. apply lex_le_antisymmetric.
  - now apply (tree_paths_are_lex_sequences _ _ _ Hv).
  - apply (tree_paths_are_lex_sequences _ _ _ Hv'). now apply equivalent_sym.
Qed.

(** Paths of a graph of Listing 2 along edges that created their target. *)
Inductive is_created (g : graph S) : node g -> word S -> Prop :=
| created_root : is_created g (root g) []
| created_step n v a m : is_created g n v -> edge g n a = Some m ->
    sleep g m = sleep_after (sleep g n) (treated g n) a -> is_created g m (v ++ [a]).

Lemma created_nodes_are_in_the_tree g n v : obeys (listing_2 test) g -> is_created g n v ->
  is_reachable g n /\ walk lex_tree (root lex_tree) v = Some (state_of g n, sleep g n).
Proof.
  intros (Hroot & Hawake & Hobeys). induction 1 as [| n v a m Hn [Hreach Hwalk] Hedge Hsleep].
  - split; [now exists [] |]. cbn. now rewrite Hroot, Hawake.
  - split.
    + destruct Hreach as (y & Hy). exists (y ++ [a]). apply walk_app with n; [trivial |].
      apply walk_cons. now exists m.
    + apply walk_app with (state_of g n, sleep g n); [trivial |]. apply walk_cons.
      exists (state_of g m, sleep g m). split; [| trivial].
      destruct (obeys_edge _ _ _ _ (Hobeys n Hreach) a m Hedge) as (Ha & Hm & Hkept & _).
      pose proof (obeys_treated _ _ _ _ (Hobeys n Hreach)) as Htreated.
      change (treated g n = lex_tree_treated (state_of g n, sleep g n)) in Htreated.
      rewrite Htreated in *. cbn. unfold lex_tree_edge. cbn [fst snd].
      destruct (in_dec _ _ _) as [_ |]; [| contradiction]. rewrite Hm. cbn zeta.
      cbn [refuses listing_2] in Hkept. now rewrite Hkept, Hsleep.
Qed.

(** Lemma 17, third statement. *)
Theorem created_nodes_are_lex_useful g n v : is_exact test -> obeys (listing_2 test) g -> is_created g n v ->
  after_word initial v = Some (state_of g n) /\
  exists u, is_maximal_run initial (v ++ u) /\ is_lex_sequence (v ++ u).
Proof.
  intros Htest Hg Hn. destruct (created_nodes_are_in_the_tree g n v Hg Hn) as [Hreach Hwalk].
  assert (Hstate : after_word initial v = Some (state_of g n)).
  { apply (obedient_graph_is_sound S (listing_2 test) lex_tree lex_tree_obeys v _ Hwalk). }
  split; [trivial |].
  destruct (node_includes_first_set S test g Htest Hg n Hreach) as (w & Hmax & Hfirst).
  destruct (covered_node_is_complete S lex_tree (state_of g n, sleep g n)) with (w := w)
    as (u & m & Hu & Heq & Hdead); trivial.
  - intros x k Hx. apply (obedient_node_is_covered S (listing_2 test)).
    + apply enabled_choices_cover.
    + apply refusals_by_test_cover. now apply exact_is_approximation.
    + apply lex_tree_obeys. exists (v ++ x). now apply walk_app with (state_of g n, sleep g n).
  - intros a Ha. apply Hfirst, in_outside in Ha. tauto.
  - exists u. split.
    + apply maximal_run_app with (state_of g n); [trivial |].
      apply (maximal_run_equivalent S _ w); [now apply equivalent_sym | trivial].
    + apply (tree_paths_are_lex_sequences (root lex_tree) _ m). now apply walk_app with (state_of g n, sleep g n).
Qed.

End LexTree.
