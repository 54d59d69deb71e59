(** One node a state: sleep sets of the same state are intersected, and what that wakes is treated.

    Ours, after Godefroid's combination of sleep sets with state caching.  Python: merged_nodes.py.

    A successor whose state has a node becomes an edge to it, whose sleep set Z becomes Z ∩ Z′.  A node that
    was expanded with Zs asleep is opened again when something of Zs has left its sleep set: these actions W are
    treated now, before what was treated already.  [merged_step] expands a waiting node, any of them, with
    any choice of enabled actions that covers there, which may depend on what was met so far; [keep] says what of
    its sleep set a new node keeps.  Proved here:

      - [what_sleeps_is_enabled];
      - [merged_search_is_complete]: when nothing waits any more, every full run has an equivalent path, if
        from refused successors every maximal run can begin asleep.

    What was treated earlier with Zs = Z ∪ W asleep is treated now with Z asleep and W before it: the same is
    asleep behind it.  And a maximal run that avoids Z either avoids Zs, or can begin with an action of W. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems covering sleep_sets saturation.

Section MergedNodes.
Variable S : system.
Variable state_dec : forall s t : state S, {s = t} + {s <> t}.
Variable refuses : state S -> list S -> bool.
Hypothesis refusals_do_cover : forall t Z w, refuses t Z = true -> is_maximal_run t w ->
  exists a, In a (first w) /\ In a Z.
Variable keep : list S -> list S.
Hypothesis keep_within : forall Z, incl (keep Z) Z.
Implicit Types (a b : S) (s t : state S) (Z T done todo : list S) (w u : word S).

Record config := Config {
  known : state S -> bool;
  sleep_at : state S -> list S;
  slept : state S -> option (list S);
  treated_at : state S -> list S;
  explored : state S -> S -> bool;
  waiting : state S -> bool }.

Definition update {X : Type} (m : state S -> X) s (x : X) : state S -> X := fun t => if state_dec t s then x else m t.

Definition explore (m : state S -> S -> bool) s a : state S -> S -> bool :=
  fun t b => if state_dec t s then if action_dec b a then true else m t b else m t b.

(** W: what slept when s was last expanded and does not any more. *)
Definition woken s Zs Z : list S := filter (fun a => mem action_dec a Zs && negb (mem action_dec a Z)) (enabled s).

(** A successor with state t and sleep set Z arrives. *)
Definition arrive t Z (c : config) : config :=
  if known c t then
    let Z' := filter (fun a => mem action_dec a Z) (sleep_at c t) in
    let wakes := match slept c t with
                 | Some Zs => match woken t Zs Z' with [] => false | _ => true end
                 | None => false
                 end in
    Config (known c) (update (sleep_at c) t Z') (slept c) (treated_at c) (explored c)
           (if wakes then update (waiting c) t true else waiting c)
  else Config (update (known c) t true) (update (sleep_at c) t Z) (slept c) (treated_at c) (explored c)
              (update (waiting c) t true).

Definition treat s Z T a (c : config) : config :=
  match after s a with
  | None => c
  | Some t =>
      if refuses t (sleep_after Z T a) then c
      else arrive t (keep (sleep_after Z T a))
             (Config (known c) (sleep_at c) (slept c) (treated_at c) (explore (explored c) s a) (waiting c))
  end.

Fixpoint treat_all s Z T todo (c : config) : config :=
  match todo with
  | [] => c
  | a :: rest => treat_all s Z T rest (treat s Z T a c)
  end.

(** Enabled actions that cover at (s, Z). *)
Definition is_choice s Z (chosen : list S) := (forall a, In a chosen -> is_enabled s a) /\
  forall w, is_maximal_run s w -> w <> [] -> avoids Z w -> exists a, In a (first w) /\ In a chosen.

Definition to_treat s (chosen : list S) (c : config) : list S :=
  match slept c s with
  | None => outside (sleep_at c s) chosen
  | Some Zs => woken s Zs (sleep_at c s)
  end.

Definition expand s (chosen : list S) (c : config) : config :=
  let T := to_treat s chosen c in
  let c' := treat_all s (sleep_at c s) T T c in
  Config (known c') (sleep_at c') (update (slept c') s (Some (sleep_at c s)))
         (update (treated_at c') s (T ++ treated_at c' s)) (explored c') (update (waiting c') s false).

Definition start : config :=
  Config (update (fun _ => false) initial true) (fun _ => []) (fun _ => None) (fun _ => []) (fun _ _ => false)
         (update (fun _ => false) initial true).

Inductive merged_reaches : config -> Prop :=
| merged_start : merged_reaches start
| merged_step c s chosen : merged_reaches c -> waiting c s = true -> is_choice s (sleep_at c s) chosen ->
    merged_reaches (expand s chosen c).

(** The graph: a node a state. *)
Definition merged_graph (c : config) : graph S := {|
  node := state S;
  root := initial;
  state_of s := s;
  sleep := sleep_at c;
  treated := treated_at c;
  edge s a := if explored c s a then after s a else None |}.

(** What has been done at s, with Zs asleep and the actions T treated. *)
Record is_done (c : config) s Zs T : Prop := {
  done_covers : forall w, is_maximal_run s w -> w <> [] -> avoids Zs w -> exists a, In a (first w) /\ In a T;
  done_edges : forall a, explored c s a = true -> In a T /\
    exists t, after s a = Some t /\ known c t = true /\ incl (sleep_at c t) (sleep_after Zs T a);
  done_refusals : forall a t u, In a T -> explored c s a = false -> after s a = Some t -> is_maximal_run t u ->
    exists b, In b (first u) /\ In b (sleep_after Zs T a);
  done_awake : forall a, In a T -> ~ In a Zs }.

Record is_fine (c : config) s : Prop := {
  fine_enabled : known c s = true -> forall a, In a (sleep_at c s) -> is_enabled s a;
  fine_waits : waiting c s = true -> known c s = true;
  fine_new : slept c s = None -> (known c s = true -> waiting c s = true) /\
    (forall a, explored c s a = false) /\ treated_at c s = [];
  fine_old : forall Zs, slept c s = Some Zs -> known c s = true /\
    incl (sleep_at c s) Zs /\ (forall a, In a Zs -> is_enabled s a) /\
    (waiting c s = true \/ incl Zs (sleep_at c s)) /\ is_done c s Zs (treated_at c s) }.

(** Later configurations: nodes stay, and no more sleeps at them. *)
Definition is_later (c c' : config) := forall t, known c t = true ->
  known c' t = true /\ incl (sleep_at c' t) (sleep_at c t).

Lemma later_refl c : is_later c c.
Proof. intros t Ht. split; [trivial | apply incl_refl]. Qed.

Lemma later_trans c c' c'' : is_later c c' -> is_later c' c'' -> is_later c c''.
Proof.
  intros H H' t Ht. destruct (H t Ht) as [Hk Hs]. destruct (H' t Hk) as [Hk' Hs'].
  split; [trivial | now apply incl_tran with (sleep_at c' t)].
Qed.

Lemma done_stays c c' s Zs T : is_later c c' -> (forall a, explored c' s a = explored c s a) ->
  is_done c s Zs T -> is_done c' s Zs T.
Proof.
  intros Hlater Hsame H. split; try apply H.
  - intros a Ha. rewrite Hsame in Ha. destruct (done_edges _ _ _ _ H a Ha) as (HT & t & Ht & Hk & Hincl).
    split; [trivial |]. destruct (Hlater t Hk) as [Hk' Hs]. exists t. repeat split; trivial.
    now apply incl_tran with (sleep_at c t).
  - intros a t u Ha Hno. rewrite Hsame in Hno. now apply (done_refusals _ _ _ _ H).
Qed.

Lemma update_same {X : Type} (m : state S -> X) s x : update m s x s = x.
Proof. unfold update. now destruct (state_dec s s). Qed.

Lemma update_other {X : Type} (m : state S -> X) s x t : t <> s -> update m s x t = m t.
Proof. intros H. unfold update. now destruct (state_dec t s). Qed.

Lemma in_woken s Zs Z a : In a (woken s Zs Z) <-> is_enabled s a /\ In a Zs /\ ~ In a Z.
Proof.
  unfold woken. rewrite filter_In, in_enabled, andb_true_iff, negb_true_iff, mem_true, mem_false. tauto.
Qed.

Lemma arrive_is_later t Z c : is_later c (arrive t Z c).
Proof.
  intros s Hs. unfold arrive. destruct (known c t) eqn:Ht; cbn [known sleep_at].
  - split; [trivial |]. unfold update. destruct (state_dec s t) as [-> |]; [| apply incl_refl].
    intros a Ha. now apply filter_In in Ha.
  - assert (Hst : s <> t) by congruence. rewrite !update_other by trivial. split; [trivial | apply incl_refl].
Qed.

Lemma arrived t Z c : known (arrive t Z c) t = true /\ incl (sleep_at (arrive t Z c) t) Z.
Proof.
  unfold arrive. destruct (known c t) eqn:Ht; cbn [known sleep_at]; rewrite ?update_same.
  - split; [trivial |]. intros a Ha. apply filter_In in Ha as [_ Ha]. now apply mem_true in Ha.
  - split; [trivial | apply incl_refl].
Qed.

Lemma arrive_keeps_fine t Z c s : (forall a, In a Z -> is_enabled t a) -> is_fine c s -> is_fine (arrive t Z c) s.
Proof.
  intros HZ Hs. pose proof (arrive_is_later t Z c) as Hlater.
  assert (Hexplored : forall a, explored (arrive t Z c) s a = explored c s a).
  { intros a. unfold arrive. now destruct (known c t). }
  assert (Hslept : slept (arrive t Z c) = slept c) by (unfold arrive; now destruct (known c t)).
  assert (Htreated : treated_at (arrive t Z c) = treated_at c) by (unfold arrive; now destruct (known c t)).
  split.
  - intros Hk a Ha. unfold arrive in Hk, Ha. destruct (known c t) eqn:Ht; cbn [known sleep_at] in *.
    + unfold update in Ha. destruct (state_dec s t) as [-> |]; [| now apply (fine_enabled _ _ Hs)].
      apply filter_In in Ha as [Ha _]. now apply (fine_enabled _ _ Hs).
    + unfold update in *. destruct (state_dec s t) as [-> |]; [auto | now apply (fine_enabled _ _ Hs)].
  - intros Hw. unfold arrive in *. destruct (known c t) eqn:Ht; cbn [known waiting] in *.
    + destruct (match slept c t with Some _ => _ | None => _ end); [| now apply (fine_waits _ _ Hs)].
      unfold update in Hw. destruct (state_dec s t) as [-> |]; [trivial | now apply (fine_waits _ _ Hs)].
    + unfold update in *. destruct (state_dec s t); [trivial | now apply (fine_waits _ _ Hs)].
  - rewrite Hslept, Htreated. intros Hnone. destruct (fine_new _ _ Hs Hnone) as (Hwait & Hbare & HT).
    split; [| split; [intros a; now rewrite Hexplored | trivial]].
    unfold arrive. destruct (known c t) eqn:Ht; cbn [known waiting].
    + intros Hk. specialize (Hwait Hk). destruct (match slept c t with Some _ => _ | None => _ end); [| trivial].
      unfold update. now destruct (state_dec s t).
    + unfold update. destruct (state_dec s t); auto.
  - rewrite Hslept, Htreated. intros Zs HZs.
    destruct (fine_old _ _ Hs Zs HZs) as (Hk & Hincl & Hen & Hwait & Hdone).
    destruct (Hlater s Hk) as [Hk' Hless].
    split; [trivial | split; [now apply incl_tran with (sleep_at c s) | split; [trivial | split]]].
    + unfold arrive. destruct (known c t) eqn:Ht; cbn [waiting sleep_at].
      * unfold update at 2. destruct (state_dec s t) as [-> | Hst].
        -- rewrite HZs. set (Z' := filter _ _). destruct (woken t Zs Z') as [| a W] eqn:HW.
           ++ right. intros a Ha. destruct (in_dec action_dec a Z') as [| Hno]; [trivial | exfalso].
              assert (Hin : In a (woken t Zs Z')) by (apply in_woken; auto). now rewrite HW in Hin.
           ++ left. apply update_same.
        -- destruct (match slept c t with Some _ => _ | None => _ end); [rewrite update_other by trivial |]; trivial.
      * assert (Hst : s <> t) by congruence. now rewrite !update_other by trivial.
    + apply done_stays with c; trivial.
Qed.

(** The actions todo of s are treated; those done before are in [done]. *)
Record is_treating (c c' : config) s Z T done : Prop := {
  treating_others : forall t, t <> s -> is_fine c' t;
  treating_later : is_later c c';
  treating_slept : slept c' = slept c;
  treating_treated : treated_at c' = treated_at c;
  treating_sleep : sleep_at c' s = sleep_at c s;
  treating_old : forall a, explored c s a = true -> explored c' s a = true;
  treating_edges : forall a, explored c' s a = true -> explored c s a = true \/
    (In a done /\ exists t, after s a = Some t /\ known c' t = true /\ incl (sleep_at c' t) (sleep_after Z T a));
  treating_refusals : forall a t, In a done -> explored c' s a = false -> after s a = Some t ->
    refuses t (sleep_after Z T a) = true }.

Lemma after_is_another s a t : after s a = Some t -> t <> s.
Proof. intros Ht ->. apply height_after in Ht. lia. Qed.

(** What is asleep after a stays enabled there. *)
Lemma asleep_is_enabled s Z T a t b : (forall x, In x Z -> is_enabled s x) -> (forall x, In x T -> is_enabled s x) ->
  after s a = Some t -> In b (sleep_after Z T a) -> is_enabled t b.
Proof.
  intros HZ HT Ht Hb. apply in_sleep_after in Hb as [Hab Hb].
  assert (Hen : is_enabled s b) by (destruct Hb as [Hb | Hb]; [auto | apply HT; now apply before_in in Hb]).
  apply (independent_stays_enabled S s b [a]); trivial.
  - apply independent_of_cons. split; [now apply independent_sym | apply independent_of_nil].
  - cbn. now rewrite Ht.
Qed.

Lemma treat_continues c c' s Z T a done :
  (forall x, In x Z -> is_enabled s x) -> (forall x, In x T -> is_enabled s x) ->
  is_treating c c' s Z T done -> is_treating c (treat s Z T a c') s Z T (done ++ [a]).
Proof.
  intros HZ HT H. unfold treat. destruct (after s a) as [t |] eqn:Ht.
  2: { split; try apply H.
       - intros b Hb. destruct (treating_edges _ _ _ _ _ _ H b Hb) as [| [Hin Hrest]]; [now left | right].
         split; [apply in_or_app; now left | trivial].
       - intros b t Hb Hno Hbt. apply in_app_or in Hb as [Hb | [<- | []]]; [| congruence].
         now apply (treating_refusals _ _ _ _ _ _ H). }
  destruct (refuses t (sleep_after Z T a)) eqn:Hrefused.
  - split; try apply H.
    + intros b Hb. destruct (treating_edges _ _ _ _ _ _ H b Hb) as [| [Hin Hrest]]; [now left | right].
      split; [apply in_or_app; now left | trivial].
    + intros b t' Hb Hno Hbt. apply in_app_or in Hb as [Hb | [<- | []]];
        [now apply (treating_refusals _ _ _ _ _ _ H) | congruence].
  - pose proof (after_is_another s a t Ht) as Hts.
    set (c1 := Config (known c') (sleep_at c') (slept c') (treated_at c') (explore (explored c') s a) (waiting c')).
    set (kept := keep (sleep_after Z T a)).
    assert (Hkept : forall b, In b kept -> is_enabled t b).
    { intros b Hb. apply (asleep_is_enabled s Z T a); trivial. now apply keep_within. }
    assert (Hlater1 : is_later c' (arrive t kept c1)) by exact (arrive_is_later t kept c1).
    assert (Hexplored : forall b, explored (arrive t kept c1) s b = if action_dec b a then true else explored c' s b).
    { intros b. unfold arrive. destruct (known c1 t); cbn; unfold explore; now destruct (state_dec s s). }
    split.
    + intros s' Hs'. apply arrive_keeps_fine; [trivial |].
      pose proof (treating_others _ _ _ _ _ _ H s' Hs') as Hfine.
      assert (Hsame : forall b, explored c1 s' b = explored c' s' b).
      { intros b. cbn. unfold explore. now destruct (state_dec s' s). }
      split.
      * exact (fine_enabled _ _ Hfine).
      * exact (fine_waits _ _ Hfine).
      * intros Hnone. destruct (fine_new _ _ Hfine Hnone) as (Hw & Hb & Htr).
        split; [trivial | split; [intros b; now rewrite Hsame | trivial]].
      * intros Zs HZs. destruct (fine_old _ _ Hfine Zs HZs) as (H1 & H2 & H3 & H4 & H5).
        do 4 (split; [trivial |]). apply (done_stays c' c1); trivial. exact (later_refl c').
    + apply later_trans with c'; [apply H | trivial].
    + rewrite <- (treating_slept _ _ _ _ _ _ H). unfold arrive. now destruct (known c1 t).
    + rewrite <- (treating_treated _ _ _ _ _ _ H). unfold arrive. now destruct (known c1 t).
    + rewrite <- (treating_sleep _ _ _ _ _ _ H). unfold arrive.
      destruct (known c1 t); cbn [sleep_at c1]; rewrite update_other; auto.
    + intros b Hb. rewrite Hexplored. destruct (action_dec b a); [trivial | now apply (treating_old _ _ _ _ _ _ H)].
    + intros b Hb. rewrite Hexplored in Hb. destruct (action_dec b a) as [-> |].
      * right. split; [apply in_or_app; right; now left |]. exists t. split; [trivial |].
        destruct (arrived t kept c1) as [Hk Hs]. split; [trivial |]. apply (incl_tran Hs), keep_within.
      * destruct (treating_edges _ _ _ _ _ _ H b Hb) as [| (Hin & t' & Ht' & Hk & Hs)]; [now left | right].
        split; [apply in_or_app; now left |]. exists t'. destruct (Hlater1 t' Hk) as [Hk' Hs'].
        repeat split; trivial. now apply incl_tran with (sleep_at c' t').
    + intros b t' Hb Hno Hbt. rewrite Hexplored in Hno. destruct (action_dec b a) as [| Hba]; [discriminate |].
      apply in_app_or in Hb as [Hb | [<- | []]]; [| contradiction]. now apply (treating_refusals _ _ _ _ _ _ H).
Qed.

Lemma treat_all_continues c c' s Z T todo done :
  (forall x, In x Z -> is_enabled s x) -> (forall x, In x T -> is_enabled s x) ->
  is_treating c c' s Z T done -> is_treating c (treat_all s Z T todo c') s Z T (done ++ todo).
Proof.
  intros HZ HT. revert c' done. induction todo as [| a todo IH]; intros c' done H; [now rewrite app_nil_r |].
  replace (done ++ a :: todo) with ((done ++ [a]) ++ todo) by now rewrite <- app_assoc.
  apply IH. now apply treat_continues.
Qed.

(** What sleeps with less asleep and more treated before. *)

Lemma sleep_after_more Z Z' T T' a : (forall b, In b Z \/ In b (before a T) -> In b Z' \/ In b (before a T')) ->
  incl (sleep_after Z T a) (sleep_after Z' T' a).
Proof. intros H b Hb. apply in_sleep_after in Hb as [Hab Hb]. apply in_sleep_after. auto. Qed.

Lemma before_app_in a T T' : In a T -> before a (T ++ T') = before a T.
Proof.
  induction T as [| b T IH]; [easy |]. intros Ha. cbn. destruct (action_dec b a) as [| Hba]; [trivial |].
  destruct Ha as [-> | Ha]; [contradiction | now rewrite IH].
Qed.

Lemma before_app_not_in a T T' : ~ In a T -> before a (T ++ T') = T ++ before a T'.
Proof.
  induction T as [| b T IH]; [trivial |]. intros Ha. cbn.
  destruct (action_dec b a) as [-> | Hba]; [exfalso; apply Ha; now left |].
  rewrite IH; [trivial | intros H; apply Ha; now right].
Qed.

Record invariant (c : config) : Prop := {
  initial_known : known c initial = true;
  initial_awake : sleep_at c initial = [];
  all_fine : forall s, is_fine c s }.

Lemma fine_same c c' s : known c' = known c -> sleep_at c' = sleep_at c -> explored c' = explored c ->
  slept c' s = slept c s -> treated_at c' s = treated_at c s -> waiting c' s = waiting c s ->
  is_fine c s -> is_fine c' s.
Proof.
  intros Hk Hs He Hsl Ht Hw H. split.
  - rewrite Hk, Hs. apply (fine_enabled _ _ H).
  - rewrite Hk, Hw. apply (fine_waits _ _ H).
  - rewrite Hk, Hsl, Ht, Hw, He. apply (fine_new _ _ H).
  - rewrite Hk, Hs, Hsl, Ht, Hw. intros Zs HZs. destruct (fine_old _ _ H Zs HZs) as (H1 & H2 & H3 & H4 & H5).
    do 4 (split; [trivial |]). apply (done_stays c c'); trivial.
    + intros t Hkt. rewrite Hk, Hs. split; [trivial | apply incl_refl].
    + intros a. now rewrite He.
Qed.

Lemma start_is_fine : invariant start.
Proof.
  split; [apply update_same | trivial |]. intros s. now split; cbn.
Qed.

Section Expansion.
Variables (c : config) (s : state S) (chosen : list S).
Hypothesis c_fine : invariant c.
Hypothesis s_waits : waiting c s = true.
Hypothesis chosen_well : is_choice s (sleep_at c s) chosen.

Let Z := sleep_at c s.
Let T := to_treat s chosen c.
Let c' := treat_all s Z T T c.

Lemma sleeping_are_enabled a : In a Z -> is_enabled s a.
Proof. apply (fine_enabled _ _ (all_fine _ c_fine s)), (fine_waits _ _ (all_fine _ c_fine s)), s_waits. Qed.

Lemma treated_are_enabled a : In a T -> is_enabled s a.
Proof.
  unfold T, to_treat. destruct (slept c s) as [Zs |].
  - intros Ha. now apply in_woken in Ha.
  - intros Ha. apply in_outside in Ha as [Ha _]. now apply chosen_well.
Qed.

Lemma all_treated : is_treating c c' s Z T T.
Proof.
  apply (treat_all_continues c c s Z T T []); [apply sleeping_are_enabled | apply treated_are_enabled |].
  split; try reflexivity; try easy; auto using later_refl.
  intros t _. apply (all_fine _ c_fine).
Qed.

(** The first time, and again. *)
Lemma expanded_is_done : is_done c' s Z (T ++ treated_at c s).
Proof.
  pose proof all_treated as H. pose proof (all_fine _ c_fine s) as Hs.
  destruct (slept c s) as [Zs |] eqn:Hslept.
  - destruct (fine_old _ _ Hs Zs Hslept) as (Hk & Hless & Hen & _ & Hold).
    set (T0 := treated_at c s) in *.
    assert (HT : forall a, In a T <-> is_enabled s a /\ In a Zs /\ ~ In a Z).
    { intros a. unfold T, to_treat. rewrite Hslept. apply in_woken. }
    assert (Hsplit : forall a, In a Zs -> In a Z \/ In a T).
    { intros a Ha. destruct (in_dec action_dec a Z) as [| Hno]; [now left | right]. apply HT. auto. }
    assert (HT0 : forall a, In a T0 -> ~ In a T).
    { intros a Ha HaT. apply (done_awake _ _ _ _ Hold a Ha). now apply HT in HaT. }
    assert (Hnew : forall a, In a T -> incl (sleep_after Z T a) (sleep_after Z (T ++ T0) a)).
    { intros a Ha. apply sleep_after_more. now rewrite before_app_in. }
    assert (Hsame : forall a, In a T0 -> incl (sleep_after Zs T0 a) (sleep_after Z (T ++ T0) a)).
    { intros a Ha. apply sleep_after_more. rewrite before_app_not_in by now apply HT0.
      intros b [Hb | Hb]; [| right; apply in_or_app; now right].
      destruct (Hsplit b Hb); [now left | right; apply in_or_app; now left]. }
    split.
    + intros w Hmax Hw Havoids. destruct (avoids_dec S Zs w) as [Hall | (b & Hb & HbZs)].
      * destruct (done_covers _ _ _ _ Hold w Hmax Hw Hall) as (a & Ha & HaT). exists a.
        split; [trivial | apply in_or_app; now right].
      * exists b. split; [trivial |]. apply in_or_app. left.
        destruct (Hsplit b HbZs); [now destruct (Havoids b Hb) | trivial].
    + intros a Ha. destruct (treating_edges _ _ _ _ _ _ H a Ha) as [Hbefore | (HaT & t & Ht & Hkt & Hsl)].
      * destruct (done_edges _ _ _ _ Hold a Hbefore) as (HaT & t & Ht & Hkt & Hsl).
        destruct (treating_later _ _ _ _ _ _ H t Hkt) as [Hkt' Hsl'].
        split; [apply in_or_app; now right |]. exists t. split; [trivial | split; [trivial |]].
        apply (incl_tran Hsl'), (incl_tran Hsl). now apply Hsame.
      * split; [apply in_or_app; now left |]. exists t. split; [trivial | split; [trivial |]].
        apply (incl_tran Hsl). now apply Hnew.
    + intros a t u Ha Hno Ht Hu. apply in_app_or in Ha as [Ha | Ha].
      * destruct (refusals_do_cover t _ u (treating_refusals _ _ _ _ _ _ H a t Ha Hno Ht) Hu) as (b & Hb & Hasleep).
        exists b. split; [trivial | now apply Hnew].
      * destruct (done_refusals _ _ _ _ Hold a t u Ha) as (b & Hb & Hasleep); trivial.
        -- destruct (explored c s a) eqn:He; trivial. rewrite (treating_old _ _ _ _ _ _ H a He) in Hno. easy.
        -- exists b. split; [trivial | now apply Hsame].
    + intros a Ha HaZ. apply in_app_or in Ha as [Ha | Ha]; [now apply HT in Ha |].
      apply (done_awake _ _ _ _ Hold a Ha). now apply Hless.
  - destruct (fine_new _ _ Hs Hslept) as (_ & Hbare & ->). rewrite app_nil_r.
    assert (HT : forall a, In a T <-> In a chosen /\ ~ In a Z).
    { intros a. unfold T, to_treat. rewrite Hslept. apply in_outside. }
    split.
    + intros w Hmax Hw Havoids. destruct (proj2 chosen_well w Hmax Hw Havoids) as (a & Ha & Hchosen).
      exists a. split; [trivial |]. apply HT. auto.
    + intros a Ha. destruct (treating_edges _ _ _ _ _ _ H a Ha) as [Hbefore | Hnew]; [| trivial].
      now rewrite Hbare in Hbefore.
    + intros a t u Ha Hno Ht Hu. apply (refusals_do_cover t _ u); [| trivial].
      now apply (treating_refusals _ _ _ _ _ _ H a t).
    + intros a Ha. now apply HT in Ha.
Qed.

Lemma expansion_keeps : invariant (expand s chosen c).
Proof.
  pose proof all_treated as H.
  assert (Hs : known c s = true) by apply (fine_waits _ _ (all_fine _ c_fine s)), s_waits.
  destruct (treating_later _ _ _ _ _ _ H s Hs) as [Hks _].
  destruct (treating_later _ _ _ _ _ _ H initial (initial_known _ c_fine)) as [Hki Hsi].
  split.
  - exact Hki.
  - rewrite (initial_awake _ c_fine) in Hsi. now apply incl_l_nil in Hsi.
  - intros t. destruct (state_dec t s) as [-> | Hts].
    + split; cbn [expand known sleep_at slept treated_at explored waiting]; rewrite ?update_same.
      * intros _ a Ha. apply sleeping_are_enabled. unfold Z.
        now rewrite <- (treating_sleep _ _ _ _ _ _ H).
      * discriminate.
      * discriminate.
      * intros Zs [= <-]. split; [exact Hks |]. fold Z T c'. rewrite (treating_sleep _ _ _ _ _ _ H).
        split; [apply incl_refl | split; [apply sleeping_are_enabled | split; [right; apply incl_refl |]]].
        rewrite (treating_treated _ _ _ _ _ _ H).
        apply (done_stays c'); [exact (later_refl c') | trivial | apply expanded_is_done].
    + apply (fine_same c'); try reflexivity; try (cbn; now rewrite update_other).
      apply (treating_others _ _ _ _ _ _ H t Hts).
Qed.

End Expansion.

Lemma invariant_holds c : merged_reaches c -> invariant c.
Proof. induction 1; [apply start_is_fine | now apply expansion_keeps]. Qed.

Theorem what_sleeps_is_enabled c s a : merged_reaches c -> known c s = true -> In a (sleep_at c s) -> is_enabled s a.
Proof. intros Hc Hk. apply (fine_enabled _ _ (all_fine _ (invariant_holds c Hc) s) Hk). Qed.

(** When nothing waits. *)
Section Ended.
Variable c : config.
Hypothesis c_reached : merged_reaches c.
Hypothesis nothing_waits : forall s, waiting c s = false.

Lemma known_is_done s : known c s = true -> exists Zs, (forall a, In a Zs <-> In a (sleep_at c s)) /\
  is_done c s Zs (treated_at c s).
Proof.
  intros Hk. pose proof (all_fine _ (invariant_holds c c_reached) s) as Hs.
  destruct (slept c s) as [Zs |] eqn:Hslept.
  - destruct (fine_old _ _ Hs Zs Hslept) as (_ & Hless & _ & [Hw | Hmore] & Hdone).
    + now rewrite nothing_waits in Hw.
    + exists Zs. split; [intros a; split; auto | trivial].
  - destruct (fine_new _ _ Hs Hslept) as (Hw & _). rewrite nothing_waits in Hw. now specialize (Hw Hk).
Qed.

Lemma known_is_covered s : known c s = true ->
  satisfies_0 (merged_graph c) s /\ satisfies_1 (merged_graph c) s /\ satisfies_2 (merged_graph c) s.
Proof.
  intros Hk. destruct (known_is_done s Hk) as (Zs & HZs & Hdone). split; [| split].
  - intros a t Ht. cbn in Ht. now destruct (explored c s a).
  - apply treated_node_is_covered; cbn [state_of treated edge sleep merged_graph].
    + intros w Hmax Hw Hawake. apply (done_covers _ _ _ _ Hdone w Hmax Hw).
      intros a Ha HaZ. apply (Hawake a Ha). cbn. now apply HZs.
    + intros a t u Ha Ht Hedge Hu.
      destruct (done_refusals _ _ _ _ Hdone a t u Ha) as (b & Hb & Hasleep); trivial.
      * destruct (explored c s a); [congruence | trivial].
      * exists b. split; [trivial |]. apply (sleep_after_more Zs _ (treated_at c s)); [| trivial].
        intros x [Hx | Hx]; [left; now apply HZs | now right].
  - intros a t Hedge b Hb. cbn in *. destruct (explored c s a) eqn:He; [| easy].
    destruct (done_edges _ _ _ _ Hdone a He) as (_ & t' & Ht' & _ & Hincl).
    assert (t' = t) as -> by congruence. apply Hincl, in_sleep_after in Hb as [Hab [Hb | Hb]].
    + split; [trivial | left; now apply HZs].
    + now split; [| right].
Qed.

Lemma reachable_is_known s : is_reachable (merged_graph c) s -> known c s = true.
Proof.
  intros (v & Hv). assert (H : forall n, known c n = true -> walk (merged_graph c) n v = Some s -> known c s = true).
  { clear Hv. induction v as [| a v IH]; intros n Hn Hv; [now injection Hv as <- |].
    apply walk_cons in Hv as (m & Hedge & Hv). apply (IH m); [| trivial].
    destruct (known_is_done n Hn) as (Zs & _ & Hdone). cbn in Hedge.
    destruct (explored c n a) eqn:He; [| easy].
    destruct (done_edges _ _ _ _ Hdone a He) as (_ & t & Ht & Hk & _). congruence. }
  apply (H initial); [apply (initial_known _ (invariant_holds c c_reached)) | trivial].
Qed.

Theorem merged_search_is_complete : is_sound (merged_graph c) /\ is_trace_complete (merged_graph c).
Proof.
  split.
  - apply steps_are_sound; [reflexivity |]. intros n Hn. now apply known_is_covered, reachable_is_known.
  - apply covered_graph_is_complete; [reflexivity | |].
    + exact (initial_awake _ (invariant_holds c c_reached)).
    + intros n Hn. now apply known_is_covered, reachable_is_known.
Qed.

End Ended.

End MergedNodes.
