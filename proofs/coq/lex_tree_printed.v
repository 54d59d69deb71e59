(** The tree of full lex-runs, where an action that was refused does not count as treated before.

    [HLPW] Definition 13, Listing 1, Lemma 15.  Python: client_server_reducers.py, whose [lex-tree] counts it; the
    variant noted there says that with an exact test this makes no difference.

    In print the sleep set after b is (Z ∪ before) ∖ D(b), where "before" are the actions of the edges created before;
    lex_tree.v has all actions treated before.  Proved here, for an exact test and the printed sleep sets:

      - [printed_tree_runs_are_lex_runs]: Lemma 15 (i);
      - [printed_tree_has_each_trace_once]: Lemma 15 (ii);
      - [trees_have_the_same_full_runs]: the full runs of both trees are the same.

    Now only full runs are lexicographically smallest, and it takes the test to show it: if b·v ≃ a·u where a came
    before b and was refused, some c can begin u and sleeps after a; it can begin b·v, and slept or led to an
    edge before a, so that it sleeps after b as well. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems source_sets covering sleep_sets lex_tree.

Section PrintedTree.
Variable S : system.
Variable test : state S -> list S -> bool.
Hypothesis test_is_exact : is_exact test.
Hypothesis actions_once : NoDup (@actions S).
Implicit Types (a b c : S) (s t : state S) (v w u : word S) (Z T done : list S).

(** Of the actions in order those that lead to an edge. *)
Definition create s Z done a : list S :=
  match after s a with
  | Some t => if refuses_by test t (filter (independent a) (Z ++ done)) then done else done ++ [a]
  | None => done
  end.

Definition created s Z (prefix : list S) : list S := fold_left (create s Z) prefix [].

Definition printed_sleep (n : state S * list S) a : list S :=
  filter (independent a) (snd n ++ created (fst n) (snd n) (before a (lex_tree_treated S n))).

Definition printed_edge (n : state S * list S) a : option (state S * list S) :=
  if in_dec action_dec a (lex_tree_treated S n) then
    match after (fst n) a with
    | Some t => if refuses_by test t (printed_sleep n a) then None else Some (t, printed_sleep n a)
    | None => None
    end
  else None.

Definition printed_tree : graph S := {|
  node := state S * list S;
  root := (initial, []);
  state_of := fst;
  sleep := snd;
  treated := lex_tree_treated S;
  edge := printed_edge |}.

Lemma printed_edge_inversion n a m : printed_edge n a = Some m ->
  In a (lex_tree_treated S n) /\ after (fst n) a = Some (fst m) /\
  snd m = printed_sleep n a /\ refuses_by test (fst m) (snd m) = false.
Proof.
  unfold printed_edge. destruct (in_dec _ _ _) as [Ha |]; [| easy].
  destruct (after (fst n) a) as [t |]; [| easy].
  destruct (refuses_by test t _) eqn:Hkept; [easy |]. intros [= <-]. auto.
Qed.

Lemma printed_edge_none n a t : In a (lex_tree_treated S n) -> after (fst n) a = Some t -> printed_edge n a = None ->
  refuses_by test t (printed_sleep n a) = true.
Proof.
  intros Ha Ht. unfold printed_edge. destruct (in_dec _ _ _) as [_ |]; [| contradiction]. rewrite Ht.
  now destruct (refuses_by test t _).
Qed.

(** Before b, the actions created are those with an edge. *)
Lemma in_created n prefix rest : NoDup (prefix ++ rest) -> lex_tree_treated S n = prefix ++ rest ->
  forall c, In c (created (fst n) (snd n) prefix) <-> In c prefix /\ printed_edge n c <> None.
Proof.
  revert rest. induction prefix as [| a prefix IH] using rev_ind; intros rest Honce Htreated c; [cbn; tauto |].
  rewrite <- app_assoc in Honce, Htreated. specialize (IH ([a] ++ rest) Honce Htreated c). cbn [app] in *.
  assert (Ha : ~ In a prefix).
  { apply NoDup_remove_2 in Honce. intros H. apply Honce, in_or_app. now left. }
  assert (Hbefore : before a (lex_tree_treated S n) = prefix).
  { rewrite Htreated. clear - Ha. induction prefix as [| b prefix IHp]; cbn.
    - now destruct (action_dec a a).
    - destruct (action_dec b a) as [-> |]; [exfalso; apply Ha; now left |]. rewrite IHp; [trivial |].
      intros H. apply Ha. now right. }
  assert (Hin : In a (lex_tree_treated S n)) by (rewrite Htreated; apply in_or_app; right; now left).
  unfold created in *. rewrite fold_left_app. cbn [fold_left]. unfold create at 1.
  assert (Hedge : printed_edge n a = match after (fst n) a with
    | Some t => if refuses_by test t (filter (independent a) (snd n ++ fold_left (create (fst n) (snd n)) prefix []))
                then None else Some (t, printed_sleep n a)
    | None => None end).
  { unfold printed_edge. destruct (in_dec _ _ _) as [_ |]; [| contradiction].
    unfold printed_sleep at 1. unfold created. now rewrite Hbefore. }
  rewrite in_app_iff. cbn [In].
  assert (Hcase : c = a -> ~ In c prefix) by now intros ->.
  destruct (after (fst n) a) as [t |].
  - destruct (refuses_by test t _).
    + rewrite IH. split; [tauto |]. intros [[H | [<- | []]] He]; [tauto | now rewrite Hedge in He].
    + rewrite in_app_iff, IH. cbn [In]. split.
      * intros [[H He] | [<- | []]]; [tauto |]. split; [tauto |]. now rewrite Hedge.
      * intros [[H | [H | []]] He]; tauto.
  - rewrite IH. split; [tauto |]. intros [[H | [<- | []]] He]; [tauto | now rewrite Hedge in He].
Qed.

Lemma treated_once n : NoDup (lex_tree_treated S n).
Proof. unfold lex_tree_treated, outside, enabled. now do 2 apply NoDup_filter. Qed.

Lemma before_is_prefix a T : In a T -> exists rest, T = before a T ++ rest.
Proof.
  induction T as [| b T IH]; [easy |]. intros Ha. cbn. destruct (action_dec b a) as [-> | Hba].
  - now exists (a :: T).
  - destruct Ha as [-> | Ha]; [contradiction |]. destruct (IH Ha) as (rest & Hrest). exists rest. cbn. now f_equal.
Qed.

(** What sleeps after b: what slept, and what has an edge and is earlier; both independent of b. *)
Lemma in_printed_sleep n b c : In b (lex_tree_treated S n) -> In c (printed_sleep n b) <->
  independent b c = true /\
  (In c (snd n) \/ (In c (before b (lex_tree_treated S n)) /\ printed_edge n c <> None)).
Proof.
  intros Hb. destruct (before_is_prefix b _ Hb) as (rest & Hrest).
  unfold printed_sleep. rewrite filter_In, in_app_iff.
  rewrite (in_created n _ rest); [tauto | rewrite <- Hrest; apply treated_once | trivial].
Qed.

Lemma printed_sleep_is_less n b : In b (lex_tree_treated S n) ->
  incl (printed_sleep n b) (sleep_after (snd n) (lex_tree_treated S n) b).
Proof. intros Hb c Hc. apply in_printed_sleep in Hc; [| trivial]. apply in_sleep_after. tauto. Qed.

(** A refused successor: every maximal run from it can begin with something asleep. *)
Lemma refused_begins_asleep n a t u : In a (lex_tree_treated S n) -> after (fst n) a = Some t ->
  printed_edge n a = None -> is_maximal_run t u -> exists c, In c (first u) /\ In c (printed_sleep n a).
Proof.
  intros Ha Ht Hedge Hu. apply (printed_edge_none n a t Ha Ht) in Hedge.
  apply negb_true_iff in Hedge. apply (failed_test_covers S test t); trivial.
  now apply exact_is_approximation.
Qed.

Lemma printed_node_is_covered n :
  satisfies_0 printed_tree n /\ satisfies_1 printed_tree n /\ satisfies_2 printed_tree n.
Proof.
  split; [| split].
  - intros a m Hedge. now apply printed_edge_inversion in Hedge as (_ & Hm & _).
  - apply treated_node_is_covered.
    + intros w Hmax Hw Hawake. destruct (first_nonempty S w Hw) as (a & Ha). exists a. split; [trivial |].
      apply in_outside. split; [| now apply Hawake]. apply in_enabled, (first_is_enabled S _ a w Ha).
      destruct Hmax as (t & Ht & _). now exists t.
    + intros a t u Ha Ht Hedge Hu. destruct (refused_begins_asleep n a t u Ha Ht Hedge Hu) as (c & Hc & Hasleep).
      exists c. split; [trivial | now apply printed_sleep_is_less].
  - intros a m Hedge b Hb. apply printed_edge_inversion in Hedge as (Ha & _ & Hsleep & _).
    apply in_sleep_after, printed_sleep_is_less; [trivial |]. cbn in Hb. now rewrite <- Hsleep.
Qed.

Lemma no_printed_path_begins_asleep n v m a : walk printed_tree n v = Some m -> In a (first v) -> ~ In a (snd n).
Proof.
  revert n. induction v as [| b v IH]; intros n Hv; [easy |].
  apply walk_cons in Hv as (n' & Hedge & Hv). apply printed_edge_inversion in Hedge as (Hb & _ & Hsleep & _).
  rewrite in_first_cons. intros [-> | [Hba Ha]].
  - apply in_outside in Hb. tauto.
  - intros Hasleep. apply (IH n' Hv Ha). rewrite Hsleep. apply in_printed_sleep; auto.
Qed.

Lemma printed_walk_is_run n v m : walk printed_tree n v = Some m -> after_word (fst n) v = Some (fst m).
Proof.
  apply (walk_is_run S printed_tree n v m). intros x k _. apply printed_node_is_covered.
Qed.

(** Paths to deadlocks are lexicographically smallest. *)
Theorem printed_full_paths_are_lex_sequences n v m : walk printed_tree n v = Some m -> is_deadlock (fst m) ->
  is_lex_sequence S v.
Proof.
  intros Hv Hdead. revert n Hv. induction v as [| b v IH]; intros n Hv w Heq; [constructor |].
  destruct w as [| a w]; [apply equivalent_length in Heq; easy |].
  pose proof Hv as Hpath. apply walk_cons in Hv as (n' & Hedge & Hv).
  destruct (action_dec a b) as [-> | Hab].
  - apply lex_cons, (IH n' Hv). now apply (equivalent_cancel S b).
  - destruct (before_total S b a actions) as [Hba | Hbefore]; auto using actions_complete, lex_less.
    exfalso. pose proof (printed_walk_is_run n (b :: v) m Hpath) as Hrun.
    assert (Ha : In a (first (b :: v))).
    { apply (first_equivalent S a (a :: w)); [now apply equivalent_sym | now left]. }
    pose proof (no_printed_path_begins_asleep n (b :: v) m a Hpath Ha) as Hawake.
    apply printed_edge_inversion in Hedge as (Hb & Hn' & Hsleep & _).
    assert (Henabled : is_enabled (fst n) a).
    { apply (first_is_enabled S _ a (b :: v) Ha). now exists (fst m). }
    assert (Hearlier : In a (before b (lex_tree_treated S n))).
    { unfold lex_tree_treated, outside in *. apply filter_In in Hb as [Hb Hbawake].
      rewrite before_filter by trivial. apply filter_In. split; [| now destruct (in_dec action_dec a (snd n))].
      unfold enabled in *. apply filter_In in Hb as [_ Hb]. rewrite before_filter by trivial.
      apply filter_In. split; [trivial |]. destruct Henabled as (t & ->). trivial. }
    destruct (printed_edge n a) as [k |] eqn:Hedge.
    + (* a has an edge: it sleeps after b *)
      apply in_first_cons in Ha as [Ha | [Hind Ha]]; [contradiction |].
      apply (no_printed_path_begins_asleep n' v m a Hv Ha). rewrite Hsleep.
      apply in_printed_sleep; [trivial |]. split; [trivial | right; split; [trivial | congruence]].
    + (* a was refused: something that sleeps after a can begin the run *)
      assert (Hmax : is_maximal_run (fst n) (b :: v)) by now exists (fst m).
      destruct (maximal_run_first S _ a (b :: v) Hmax Ha) as (t & u & Ht & Hu & Heu & _).
      pose proof (before_in S b a _ Hearlier) as Hatreated.
      destruct (refused_begins_asleep n a t u Hatreated Ht Hedge Hu) as (c & Hc & Hasleep).
      apply in_printed_sleep in Hasleep as [Hac Hwhen]; [| trivial].
      assert (Hcfirst : In c (first (b :: v))).
      { apply (first_equivalent S c (a :: u)); [now apply equivalent_sym |]. apply in_first_cons. auto. }
      destruct Hwhen as [Hslept | [Hbeforea Hcedge]].
      * now apply (no_printed_path_begins_asleep n (b :: v) m c Hpath Hcfirst).
      * assert (Hcb : In c (before b (lex_tree_treated S n))).
        { clear - Hbeforea Hearlier. induction (lex_tree_treated S n) as [| d T IHT]; [easy |]. cbn in *.
          destruct (action_dec d b); [easy |]. destruct (action_dec d a) as [-> | Hda]; [easy |].
          destruct Hearlier as [-> | Hearlier]; [contradiction |].
          destruct Hbeforea as [-> | Hbeforea]; [now left | right; auto]. }
        apply in_first_cons in Hcfirst as [-> | [Hbc Hcv]].
        -- now apply (not_before_itself S b (lex_tree_treated S n)).
        -- apply (no_printed_path_begins_asleep n' v m c Hv Hcv). rewrite Hsleep.
           apply in_printed_sleep; auto.
Qed.

(** No path gets stuck before a deadlock. *)
Lemma printed_node_includes n v : walk printed_tree (root printed_tree) v = Some n ->
  includes_first_set (fst n) (outside (snd n) (enabled (fst n))).
Proof.
  destruct v as [| a v _] using rev_ind.
  - intros [= <-]. destruct (maximal_run_exists S initial) as (w & Hw). exists w. split; [trivial |].
    apply avoiding_run_includes; [trivial | now intros c _].
  - intros Hwalk.
    assert (Hlast : exists k, printed_edge k a = Some n).
    { revert Hwalk. generalize (root printed_tree). induction v as [| b v IH]; intros k Hwalk.
      - apply walk_cons in Hwalk as (m & Hm & [= <-]). now exists k.
      - apply walk_cons in Hwalk as (m & _ & Hwalk). now apply (IH m). }
    destruct Hlast as (k & Hk). apply printed_edge_inversion in Hk as (_ & _ & _ & Hkept).
    apply negb_false_iff in Hkept. now apply test_is_exact.
Qed.

Lemma printed_end_is_deadlock n v : walk printed_tree (root printed_tree) v = Some n ->
  (forall a, printed_edge n a = None) -> is_deadlock (fst n).
Proof.
  intros Hv Hend. destruct (printed_node_includes n v Hv) as (w & Hmax & Hfirst).
  destruct (covered_node_is_complete S printed_tree n) with (w := w) as (x & m & Hx & _ & Hdead); trivial.
  - intros y k _. apply printed_node_is_covered.
  - intros a Ha. apply Hfirst, in_outside in Ha. tauto.
  - destruct x as [| a x]; [now injection Hx as <- | exfalso].
    apply walk_cons in Hx as (k & Hk & _). cbn in Hk. now rewrite Hend in Hk.
Qed.

Definition is_printed_full_path v := exists m,
  walk printed_tree (root printed_tree) v = Some m /\ forall a, printed_edge m a = None.

(** Lemma 15 (i), as printed. *)
Theorem printed_tree_runs_are_lex_runs v :
  is_printed_full_path v -> is_maximal_run initial v /\ is_lex_sequence S v.
Proof.
  intros (m & Hv & Hend). pose proof (printed_end_is_deadlock m v Hv Hend) as Hdead. split.
  - exists (fst m). split; [apply (printed_walk_is_run _ v m Hv) | trivial].
  - now apply (printed_full_paths_are_lex_sequences (root printed_tree) v m).
Qed.

(** Lemma 15 (ii), as printed. *)
Theorem printed_tree_has_each_trace_once w :
  is_maximal_run initial w -> exists! v, is_printed_full_path v /\ v ≃ w.
Proof.
  intros Hw. destruct (covered_graph_is_complete S printed_tree eq_refl eq_refl) with (w := w)
    as (v & m & Hv & Heq & Hdead); trivial.
  { intros n _. apply printed_node_is_covered. }
  assert (Hfull : is_printed_full_path v).
  { exists m. split; [trivial |]. intros a. destruct (printed_edge m a) as [k |] eqn:Hk; trivial.
    apply printed_edge_inversion in Hk as (_ & Hk & _). cbn in Hdead. rewrite Hdead in Hk. discriminate. }
  exists v. split; [now split |]. intros v' [Hfull' Heq'].
  apply printed_tree_runs_are_lex_runs in Hfull as [_ Hlex], Hfull' as [_ Hlex'].
  apply (lex_le_antisymmetric S).
  - apply Hlex. apply equivalent_trans with w; auto using equivalent_sym.
  - apply Hlex'. apply equivalent_trans with w; auto using equivalent_sym.
Qed.

Theorem trees_have_the_same_full_runs v : is_printed_full_path v <-> is_full_path S test v.
Proof.
  split; intros Hv.
  - destruct (printed_tree_runs_are_lex_runs v Hv) as [Hmax Hlex].
    destruct (tree_has_each_trace_once S test test_is_exact v Hmax) as (v' & [Hv' Heq] & _).
    destruct (tree_runs_are_lex_runs S test test_is_exact v' Hv') as [_ Hlex'].
    assert (v' = v) as <-; [| trivial].
    apply (lex_le_antisymmetric S); [now apply Hlex' | apply Hlex; now apply equivalent_sym].
  - destruct (tree_runs_are_lex_runs S test test_is_exact v Hv) as [Hmax Hlex].
    destruct (printed_tree_has_each_trace_once v Hmax) as (v' & [Hv' Heq] & _).
    destruct (printed_tree_runs_are_lex_runs v' Hv') as [_ Hlex'].
    assert (v' = v) as <-; [| trivial].
    apply (lex_le_antisymmetric S); [now apply Hlex' | apply Hlex; now apply equivalent_sym].
Qed.

End PrintedTree.
