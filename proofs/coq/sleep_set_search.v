(** The search with sleep sets itself: it ends, and the graph it returns obeys its rules.

    [HLPW] Listings 2 and 6.  Python: search of sleep_sets.py, with its [Rules].

    A frontier holds the nodes that wait.  The node at its head is expanded whole: the treated actions are taken in
    order, and each successor is refused, linked to an older node that subsumes it, or created and put into the
    frontier.  What is left open is an argument: [link], which may find a subsuming node or not ([shared] in
    Python), [insert], which may put a new node anywhere (a stack, a queue, a ranking), and [keep], what of its
    sleep set a node keeps (all, or nothing: [asleep]).  Proved here:

      - [search_ends]: the frontier is empty in the end; the weights (k+1)^height of what waits, k the number of
        actions, decrease in sum (the bound is not computed: the loop doubles, and stops when nothing waits);
      - [search_obeys]: the graph obeys the rules;
      - [search_is_complete]: so it has an equivalent path for every full run, where choices and refusals cover. *)

Require Import List Bool Arith Lia.
Require Import Permutation.
Import ListNotations.
From Mazurka Require Import traces systems source_sets covering sleep_sets.

Section Search.
Variable S : system.
Variable r : rules S.

Local Notation entry := (state S * list S)%type.
Implicit Types (a b : S) (s t : state S) (Z done todo T : list S) (n m : nat) (nodes : list entry).

(** An older node that subsumes (t, Z), if one is wanted. *)
Variable link : list entry -> state S -> list S -> option nat.
Hypothesis link_subsumes : forall nodes t Z m, link nodes t Z = Some m ->
  exists Z', nth_error nodes m = Some (t, Z') /\ incl Z' Z.

Variable insert : nat * entry -> list (nat * entry) -> list (nat * entry).
Hypothesis insert_keeps : forall x l, Permutation (insert x l) (x :: l).

Variable keep : list S -> list S.
Hypothesis keep_within : forall Z, incl (keep Z) Z.

Hypothesis chosen_once : forall s Z, NoDup (choose r s Z).

Record progress := Progress {
  nodes : list entry;
  edges : nat -> S -> option nat;
  frontier : list (nat * entry) }.

Definition add_edge (edges : nat -> S -> option nat) n a m : nat -> S -> option nat :=
  fun n' b => if Nat.eq_dec n' n then if action_dec b a then Some m else edges n' b else edges n' b.

(** The successor of node n = (s, Z) by one of the treated actions T. *)
Definition treat n s Z T a (g : progress) : progress :=
  match after s a with
  | None => g
  | Some t =>
      let asleep := sleep_after Z T a in
      let Z' := keep asleep in
      if refuses r t asleep then g else
      match link (nodes g) t Z' with
      | Some m => Progress (nodes g) (add_edge (edges g) n a m) (frontier g)
      | None =>
          let m := length (nodes g) in
          Progress (nodes g ++ [(t, Z')]) (add_edge (edges g) n a m) (insert (m, (t, Z')) (frontier g))
      end
  end.

Fixpoint expand n s Z T todo (g : progress) : progress :=
  match todo with
  | [] => g
  | a :: rest => expand n s Z T rest (treat n s Z T a g)
  end.

Definition expand_next (g : progress) : progress :=
  match frontier g with
  | [] => g
  | (n, (s, Z)) :: rest =>
      let T := treated_by r s Z in expand n s Z T T (Progress (nodes g) (edges g) rest)
  end.

(** As long as something waits, but at most 2^fuel times. *)
Fixpoint loop fuel (g : progress) : progress :=
  match frontier g, fuel with
  | [], _ => g
  | _, 0 => expand_next g
  | _, Datatypes.S fuel => loop fuel (loop fuel g)
  end.

Definition start : progress := Progress [(initial, [])] (fun _ _ => None) [(0, (initial, []))].

Definition weight (x : nat * entry) : nat := Nat.pow (Datatypes.S (length (@actions S))) (height (fst (snd x))).

Definition total (l : list (nat * entry)) : nat := list_sum (map weight l).

Definition search : progress := loop (Datatypes.S (length (@actions S)) * height (@initial S)) start.

Definition graph_of (g : progress) : graph S := {|
  node := nat;
  root := 0;
  state_of n := match nth_error (nodes g) n with Some x => fst x | None => initial end;
  sleep n := match nth_error (nodes g) n with Some x => snd x | None => [] end;
  treated n := match nth_error (nodes g) n with Some x => treated_by r (fst x) (snd x) | None => [] end;
  edge := edges g |}.

(** The search ends. *)

Lemma total_cons x l : total (x :: l) = weight x + total l.
Proof. reflexivity. Qed.

Lemma total_permutation l l' : Permutation l l' -> total l = total l'.
Proof. induction 1; rewrite ?total_cons; lia. Qed.

Lemma weight_positive x : 0 < weight x.
Proof. unfold weight. apply Nat.neq_0_lt_0, Nat.pow_nonzero. lia. Qed.

Lemma weight_after n m s t Z Z' a : after s a = Some t ->
  Datatypes.S (length (@actions S)) * weight (m, (t, Z')) <= weight (n, (s, Z)).
Proof.
  intros Ht. apply height_after in Ht. unfold weight. cbn [fst snd].
  rewrite <- Nat.pow_succ_r'. apply Nat.pow_le_mono_r; lia.
Qed.

Lemma total_treat n s Z T a g :
  Datatypes.S (length (@actions S)) * total (frontier (treat n s Z T a g))
  <= Datatypes.S (length (@actions S)) * total (frontier g) + weight (n, (s, Z)).
Proof.
  unfold treat. destruct (after s a) as [t |] eqn:Ht; [| lia]. cbn zeta.
  destruct (refuses r t _); [lia |]. destruct (link _ _ _) as [m |]; [cbn [frontier]; lia |].
  cbn [frontier]. rewrite (total_permutation _ _ (insert_keeps _ _)).
  pose proof (weight_after n (length (nodes g)) s t Z (keep (sleep_after Z T a)) a Ht) as H.
  rewrite total_cons, Nat.mul_add_distr_l. lia.
Qed.

Lemma total_expand n s Z T todo g :
  Datatypes.S (length (@actions S)) * total (frontier (expand n s Z T todo g))
  <= Datatypes.S (length (@actions S)) * total (frontier g) + length todo * weight (n, (s, Z)).
Proof.
  revert g. induction todo as [| a todo IH]; intros g; [cbn; lia |].
  cbn [expand length]. pose proof (IH (treat n s Z T a g)). pose proof (total_treat n s Z T a g). lia.
Qed.

Lemma treated_once s Z : NoDup (treated_by r s Z).
Proof. apply NoDup_filter, chosen_once. Qed.

Lemma treated_are_few s Z : length (treated_by r s Z) <= length (@actions S).
Proof.
  apply NoDup_incl_length; [apply treated_once |]. intros a _. apply actions_complete.
Qed.

Lemma expand_next_less g : frontier g <> [] -> total (frontier (expand_next g)) < total (frontier g).
Proof.
  intros Hsome. unfold expand_next. destruct (frontier g) as [| [n [s Z]] rest]; [easy |].
  pose proof (total_expand n s Z (treated_by r s Z) (treated_by r s Z) (Progress (nodes g) (edges g) rest)) as H.
  pose proof (treated_are_few s Z) as Hfew. pose proof (weight_positive (n, (s, Z))) as Hpositive.
  cbn [frontier] in *. rewrite total_cons. cbn zeta.
  set (new := total (frontier (expand _ _ _ _ _ _))) in *. clearbody new.
  assert (Hless : length (treated_by r s Z) * weight (n, (s, Z)) <= length (@actions S) * weight (n, (s, Z))).
  { now apply Nat.mul_le_mono_r. }
  nia.
Qed.

Lemma loop_done fuel g : frontier g = [] -> loop fuel g = g.
Proof. intros H. destruct fuel; cbn [loop]; now rewrite H. Qed.

Lemma loop_ends_or_goes_down fuel g :
  frontier (loop fuel g) = [] \/ total (frontier (loop fuel g)) + 2 ^ fuel <= total (frontier g).
Proof.
  revert g. induction fuel as [| fuel IH]; intros g; cbn [loop];
    (destruct (frontier g) as [| x rest] eqn:Hfrontier; [now left |]).
  - right. pose proof (expand_next_less g) as H. rewrite Hfrontier in H. cbn [Nat.pow].
    specialize (H ltac:(discriminate)). lia.
  - rewrite <- Hfrontier. destruct (IH g) as [Hend | Hdown].
    + left. now rewrite loop_done.
    + destruct (IH (loop fuel g)) as [Hend | Hdown']; [now left | right]. cbn [Nat.pow]. lia.
Qed.

Lemma weight_of_start : total (frontier start) <= 2 ^ (Datatypes.S (length (@actions S)) * height (@initial S)).
Proof.
  unfold total, weight. cbn [start frontier map fst snd list_sum fold_right].
  rewrite Nat.add_0_r, Nat.pow_mul_r. apply Nat.pow_le_mono_l.
  apply Nat.lt_le_incl, Nat.pow_gt_lin_r. lia.
Qed.

Theorem search_ends : frontier search = [].
Proof.
  destruct (loop_ends_or_goes_down (Datatypes.S (length (@actions S)) * height (@initial S)) start) as [H | H];
    [trivial |].
  fold search in H. pose proof weight_of_start. destruct (frontier search) as [| x rest]; [trivial |].
  rewrite total_cons in H. pose proof (weight_positive x). lia.
Qed.

(** The rules are obeyed: so far, at the actions done, by the node n = (s, Z). *)

Definition obeys_so_far (g : progress) n s Z T done := forall a,
  match edges g n a with
  | Some m => In a done /\ exists t Z', after s a = Some t /\ refuses r t (sleep_after Z T a) = false /\
                nth_error (nodes g) m = Some (t, Z') /\ incl Z' (sleep_after Z T a)
  | None => forall t, In a done -> after s a = Some t -> refuses r t (sleep_after Z T a) = true
  end.

Definition is_expanded g n s Z := obeys_so_far g n s Z (treated_by r s Z) (treated_by r s Z).

(** Every node but the one that is being expanded waits, without edges, or has been expanded. *)
Definition is_settled g n s Z :=
  In (n, (s, Z)) (frontier g) \/ is_expanded g n s Z.

Record invariant (current : option nat) (g : progress) : Prop := {
  settled : forall n s Z, Some n <> current -> nth_error (nodes g) n = Some (s, Z) -> is_settled g n s Z;
  numbered : forall n x, In (n, x) (frontier g) -> Some n <> current /\ nth_error (nodes g) n = Some x;
  waiting_bare : forall n x a, In (n, x) (frontier g) -> edges g n a = None;
  waiting_once : NoDup (map fst (frontier g));
  bare : forall n a, length (nodes g) <= n -> edges g n a = None;
  rooted : nth_error (nodes g) 0 = Some (initial, []) }.

Lemma add_edge_here edges n a m : add_edge edges n a m n a = Some m.
Proof. unfold add_edge. destruct (Nat.eq_dec n n); [| easy]. now destruct (action_dec a a). Qed.

Lemma add_edge_other_node edges n a m n' b : n' <> n -> add_edge edges n a m n' b = edges n' b.
Proof. intros H. unfold add_edge. now destruct (Nat.eq_dec n' n). Qed.

Lemma add_edge_other_action edges n a m b : b <> a -> add_edge edges n a m n b = edges n b.
Proof. intros H. unfold add_edge. destruct (Nat.eq_dec n n); [| easy]. now destruct (action_dec b a). Qed.

Lemma still_there nodes more n (x : entry) : nth_error nodes n = Some x -> nth_error (nodes ++ more) n = Some x.
Proof.
  intros H. rewrite nth_error_app1; [trivial |]. apply nth_error_Some. congruence.
Qed.

Lemma expanded_stays g g' n s Z more : nodes g' = nodes g ++ more -> (forall a, edges g' n a = edges g n a) ->
  is_expanded g n s Z -> is_expanded g' n s Z.
Proof.
  intros Hnodes Hedges H a. specialize (H a). rewrite Hedges. destruct (edges g n a) as [m |]; [| trivial].
  destruct H as (Ha & t & Z' & Ht & Hkept & Hm & Hincl). split; [trivial |]. exists t, Z'.
  repeat split; trivial. rewrite Hnodes. now apply still_there.
Qed.

(** One more edge of the current node, perhaps to a new node. *)
Lemma invariant_link n a m g : invariant (Some n) g -> n < length (nodes g) ->
  invariant (Some n) (Progress (nodes g) (add_edge (edges g) n a m) (frontier g)).
Proof.
  intros Hg Hn. split; cbn [nodes edges frontier]; try exact (waiting_once _ _ Hg); try exact (rooted _ _ Hg).
  - intros n' s Z Hn' Hx. destruct (settled _ _ Hg n' s Z Hn' Hx) as [Hwait | Hdone]; [now left | right].
    apply (expanded_stays g) with (more := []); [now rewrite app_nil_r | | trivial].
    intros b. cbn. apply add_edge_other_node. congruence.
  - exact (numbered _ _ Hg).
  - intros n' x b Hx. destruct (numbered _ _ Hg n' x Hx) as [Hn' _].
    rewrite add_edge_other_node by congruence. now apply (waiting_bare _ _ Hg n' x).
  - intros n' b Hn'. rewrite add_edge_other_node; [now apply (bare _ _ Hg) | lia].
Qed.

Lemma invariant_create n x a g : invariant (Some n) g -> n < length (nodes g) ->
  invariant (Some n) (Progress (nodes g ++ [x]) (add_edge (edges g) n a (length (nodes g)))
                        (insert (length (nodes g), x) (frontier g))).
Proof.
  intros Hg Hn.
  assert (Hin : forall y, In y (insert (length (nodes g), x) (frontier g)) <->
                          y = (length (nodes g), x) \/ In y (frontier g)).
  { intros y. split; intros H.
    - apply (Permutation_in y (insert_keeps _ _)) in H. destruct H; auto.
    - apply (Permutation_in y (Permutation_sym (insert_keeps _ _))). destruct H; [left | right]; auto. }
  split; cbn [nodes edges frontier].
  - intros n' s Z Hn' Hx. destruct (Nat.lt_ge_cases n' (length (nodes g))) as [Hlt | Hge].
    + rewrite nth_error_app1 in Hx by trivial.
      destruct (settled _ _ Hg n' s Z Hn' Hx) as [Hwait | Hdone]; [left; apply Hin; now right | right].
      apply (expanded_stays g) with (more := [x]); [trivial | | trivial].
      intros b. cbn. apply add_edge_other_node. congruence.
    + assert (Hlast : n' = length (nodes g)).
      { assert (n' < length (nodes g ++ [x])) by (apply nth_error_Some; congruence).
        rewrite app_length in *. cbn in *. lia. }
      subst n'. rewrite nth_error_app2, Nat.sub_diag in Hx by lia. injection Hx as ->.
      left. apply Hin. now left.
  - intros n' y Hy. apply Hin in Hy as [[= -> ->] | Hy].
    + split; [intros [= H]; lia |]. now rewrite nth_error_app2, Nat.sub_diag by lia.
    + destruct (numbered _ _ Hg n' y Hy). split; [trivial | now apply still_there].
  - intros n' y b Hy. apply Hin in Hy as [[= -> ->] | Hy].
    + rewrite add_edge_other_node by lia. now apply (bare _ _ Hg).
    + destruct (numbered _ _ Hg n' y Hy) as [Hn' _].
      rewrite add_edge_other_node by congruence. now apply (waiting_bare _ _ Hg n' y).
  - apply (Permutation_NoDup (l := length (nodes g) :: map fst (frontier g))).
    + apply Permutation_sym. exact (Permutation_map fst (insert_keeps _ _)).
    + constructor; [| apply (waiting_once _ _ Hg)]. intros H. apply in_map_iff in H as ([m y] & Hm & Hy).
      apply (numbered _ _ Hg) in Hy as [_ Hy]. cbn in Hm. subst m.
      assert (Hsome : nth_error (nodes g) (length (nodes g)) <> None) by congruence.
      apply nth_error_Some in Hsome. lia.
  - intros n' b Hn'. rewrite app_length in Hn'. cbn in Hn'.
    rewrite add_edge_other_node by lia. apply (bare _ _ Hg). lia.
  - apply still_there. exact (rooted _ _ Hg).
Qed.

Lemma treat_keeps current s Z T a g done : invariant (Some current) g ->
  nth_error (nodes g) current = Some (s, Z) -> ~ In a done ->
  obeys_so_far g current s Z T done ->
  invariant (Some current) (treat current s Z T a g) /\
  nth_error (nodes (treat current s Z T a g)) current = Some (s, Z) /\
  obeys_so_far (treat current s Z T a g) current s Z T (done ++ [a]).
Proof.
  intros Hg Hcurrent Ha Hdone.
  assert (Hbare : edges g current a = None).
  { specialize (Hdone a). destruct (edges g current a); [| trivial]. now destruct Hdone. }
  assert (Hless : current < length (nodes g)) by (apply nth_error_Some; congruence).
  (* an edge added for a, to a node with the state after a and no more asleep *)
  assert (Hadded : forall m t Z' more, after s a = Some t -> refuses r t (sleep_after Z T a) = false ->
    nth_error (nodes g ++ more) m = Some (t, Z') -> incl Z' (sleep_after Z T a) -> forall f,
    obeys_so_far (Progress (nodes g ++ more) (add_edge (edges g) current a m) f) current s Z T (done ++ [a])).
  { intros m t Z' more Ht Hkept Hm Hincl f b. cbn [edges nodes].
    destruct (action_dec b a) as [-> | Hba].
    - rewrite add_edge_here. split; [apply in_or_app; right; now left |]. now exists t, Z'.
    - rewrite add_edge_other_action by trivial. specialize (Hdone b).
      destruct (edges g current b) as [m' |].
      + destruct Hdone as (Hb & u & Zu & Hu & Hkeptu & Hm' & Hinclu).
        split; [apply in_or_app; now left |]. exists u, Zu. repeat split; trivial. now apply still_there.
      + intros u Hb Hu. apply Hdone; [| trivial]. apply in_app_or in Hb as [Hb | [Hb | []]]; congruence. }
  (* no edge for a *)
  assert (Hsame : (forall t, after s a = Some t -> refuses r t (sleep_after Z T a) = true) ->
    obeys_so_far g current s Z T (done ++ [a])).
  { intros Hrefused b. specialize (Hdone b). destruct (edges g current b) as [m |] eqn:Hb.
    - destruct Hdone as (Hin & Hdone). split; [apply in_or_app; now left | trivial].
    - intros u Hin Hu. apply in_app_or in Hin as [Hin | [<- | []]]; auto. }
  unfold treat. destruct (after s a) as [t |] eqn:Ht.
  2: { split; [trivial | split; [trivial |]]. apply Hsame. discriminate. }
  cbn zeta. destruct (refuses r t (sleep_after Z T a)) eqn:Hkept.
  { split; [trivial | split; [trivial |]]. apply Hsame. now intros u [= <-]. }
  destruct (link (nodes g) t (keep (sleep_after Z T a))) as [m |] eqn:Hlink.
  - apply link_subsumes in Hlink as (Z' & Hm & Hincl). split; [now apply invariant_link | split; [trivial |]].
    specialize (Hadded m t Z' []). rewrite app_nil_r in Hadded. apply Hadded; trivial.
    apply (incl_tran Hincl), keep_within.
  - split; [now apply invariant_create | split; [now apply still_there |]].
    apply Hadded with (t := t) (Z' := keep (sleep_after Z T a)); trivial.
    now rewrite nth_error_app2, Nat.sub_diag by lia.
Qed.

Lemma expand_keeps current s Z T todo g done : NoDup (done ++ todo) -> invariant (Some current) g ->
  nth_error (nodes g) current = Some (s, Z) -> obeys_so_far g current s Z T done ->
  invariant (Some current) (expand current s Z T todo g) /\
  nth_error (nodes (expand current s Z T todo g)) current = Some (s, Z) /\
  obeys_so_far (expand current s Z T todo g) current s Z T (done ++ todo).
Proof.
  revert g done. induction todo as [| a todo IH]; intros g done Hnodup Hg Hcurrent Hdone.
  - rewrite app_nil_r. auto.
  - cbn [expand]. destruct (treat_keeps current s Z T a g done) as (Hg' & Hcurrent' & Hdone'); trivial.
    { apply NoDup_remove_2 in Hnodup. intros Ha. apply Hnodup, in_or_app. now left. }
    replace (done ++ a :: todo) with ((done ++ [a]) ++ todo) in * by now rewrite <- app_assoc.
    now apply IH.
Qed.

(** Between two expansions no node is current. *)

Lemma invariant_start : invariant None start.
Proof.
  split; cbn.
  - intros [| n] s Z _ Hx; [| now destruct n]. injection Hx as <- <-. left. now left.
  - intros n x [[= <- <-] | []]. now split.
  - trivial.
  - constructor; [easy | constructor].
  - trivial.
  - trivial.
Qed.

Lemma invariant_step g : invariant None g -> invariant None (expand_next g).
Proof.
  intros Hg. unfold expand_next. destruct (frontier g) as [| [n [s Z]] rest] eqn:Hfrontier; [trivial | cbn zeta].
  assert (Hwait : In (n, (s, Z)) (frontier g)) by (rewrite Hfrontier; now left).
  destruct (numbered _ _ Hg n (s, Z) Hwait) as [_ Hhere].
  pose proof (waiting_once _ _ Hg) as Honce. rewrite Hfrontier in Honce. cbn in Honce.
  apply NoDup_cons_iff in Honce as [Hn Honce].
  destruct (expand_keeps n s Z (treated_by r s Z) (treated_by r s Z) (Progress (nodes g) (edges g) rest) [])
    as (Hg' & Hhere' & Hdone); cbn [nodes edges frontier app]; trivial.
  - apply treated_once.
  - split; cbn [nodes edges frontier]; trivial; try exact (bare _ _ Hg); try exact (rooted _ _ Hg).
    + intros n' s' Z' Hn' Hx. destruct (settled _ _ Hg n' s' Z') as [Hw | Hdone]; [easy | trivial | left | now right].
      cbn. rewrite Hfrontier in Hw. destruct Hw as [[= <-] | Hw]; [now destruct Hn' | trivial].
    + intros n' x Hx. split.
      * intros [= ->]. apply Hn, in_map_iff. now exists (n, x).
      * apply (numbered _ _ Hg). rewrite Hfrontier. now right.
    + intros n' x a Hx. apply (waiting_bare _ _ Hg n' x). rewrite Hfrontier. now right.
  - intros a. cbn. rewrite (waiting_bare _ _ Hg n (s, Z) a Hwait). now intros t [].
  - split; try exact (waiting_bare _ _ Hg'); try exact (waiting_once _ _ Hg'); try exact (bare _ _ Hg');
      try exact (rooted _ _ Hg').
    + intros n' s' Z' _ Hx. destruct (Nat.eq_dec n' n) as [-> | Hn'].
      * right. rewrite Hhere' in Hx. injection Hx as <- <-. exact Hdone.
      * apply (settled _ _ Hg'); [congruence | trivial].
    + intros n' x Hx. split; [easy |]. now apply (numbered _ _ Hg').
Qed.

Lemma invariant_loop fuel g : invariant None g -> invariant None (loop fuel g).
Proof.
  revert g. induction fuel as [| fuel IH]; intros g Hg; cbn [loop]; destruct (frontier g); trivial.
  - now apply invariant_step.
  - now apply IH, IH.
Qed.

Lemma invariant_obeys g : invariant None g -> frontier g = [] -> obeys r (graph_of g).
Proof.
  intros Hg Hends. pose proof (rooted _ _ Hg) as Hroot.
  assert (Hexpanded : forall n s Z, nth_error (nodes g) n = Some (s, Z) -> is_expanded g n s Z).
  { intros n s Z Hx. destruct (settled _ _ Hg n s Z) as [Hwait | Hdone]; [easy | trivial | | trivial].
    rewrite Hends in Hwait. easy. }
  assert (Hreached : forall v n m, walk (graph_of g) n v = Some m ->
    (exists x, nth_error (nodes g) n = Some x) -> exists x, nth_error (nodes g) m = Some x).
  { induction v as [| a v IH]; intros n m Hm Hn; [now injection Hm as <- |].
    apply walk_cons in Hm as (n' & Hedge & Hm). apply (IH n' m Hm). destruct Hn as ([s Z] & Hn).
    specialize (Hexpanded n s Z Hn a). change (edges g n a = Some n') in Hedge. rewrite Hedge in Hexpanded.
    destruct Hexpanded as (_ & t & Z' & _ & _ & Hn' & _). now exists (t, Z'). }
  split; [| split]; [cbn [state_of sleep root graph_of]; now rewrite Hroot .. |].
  intros n (v & Hv). destruct (Hreached v 0 n Hv) as ([s Z] & Hn); [now exists (initial, []) |].
  specialize (Hexpanded n s Z Hn).
  split; cbn [treated state_of sleep graph_of edge]; rewrite Hn; cbn [fst snd]; trivial.
  - intros a m Hedge. specialize (Hexpanded a). change (edges g n a = Some m) in Hedge. rewrite Hedge in Hexpanded.
    destruct Hexpanded as (Ha & t & Z' & Ht & Hkept & Hm & Hincl). rewrite Hm. cbn [fst snd]. auto.
  - intros a t Ha Ht Hedge. specialize (Hexpanded a). rewrite Hedge in Hexpanded. auto.
Qed.

Theorem search_obeys : obeys r (graph_of search).
Proof. apply invariant_obeys; [apply invariant_loop, invariant_start | apply search_ends]. Qed.

Corollary search_is_complete : choices_cover r -> refusals_cover r -> is_trace_complete (graph_of search).
Proof. intros Hchoices Hrefusals. apply (obedient_graph_is_complete S r); trivial. apply search_obeys. Qed.

Corollary search_is_sound : is_sound (graph_of search).
Proof. apply (obedient_graph_is_sound S r), search_obeys. Qed.

End Search.
