(** The proviso for safety by counting fully expanded states: no action is put off for ever.

    [EP] section 1.2, conditions C1 and C2S; Figure 2 and Lemma 1; Definition 4.
    Python: [ExpandedSafety] and [StackSafety] of stack_provisos.py; provisos.py, whose criterion is C2S.

    The depth-first search of Figure 2 gives each state, when it is pushed, the number of fully expanded states
    below it on the stack.  A state may be expanded partially only if one of its chosen actions leads to a state
    that is new, or off the stack, or on the stack with a smaller number: C2S_e.  [search_step] is that search,
    one push or pop at a time; the actions of a state are taken in any order.  Proved here:

      - [popped_reaches_full]: from each state that leaves the stack a fully expanded one can be reached;
      - [expanded_safety_is_safe]: Lemma 1, C2S_e implies C2S: with C1, each action enabled at a state of the
        reduced graph is explored at some state reachable from it there;
      - [stack_safety_is_safe]: and so does the stricter C2S_s, without the numbers.

    The argument needs no witness function.  When a state is pushed, C2S_e gives a successor that is off the stack
    and done with, or from which a fully expanded state is reached along the stack, or that is new; a new one has
    left the stack before the state itself does. *)

Require Import List Bool Arith Lia.
Import ListNotations.

Section ExpandedSafety.
Variables state action : Type.
Variable state_dec : forall s t : state, {s = t} + {s <> t}.
Variable action_dec : forall a b : action, {a = b} + {a <> b}.
Variable after : state -> action -> option state.
Variable enabled : state -> list action.

(** What is explored at a state. *)
Variable explored : state -> list action.
Hypothesis explored_enabled : forall s, incl (explored s) (enabled s).

Variable initial : state.

Definition is_full s : bool :=
  if Forall_dec (fun a => In a (explored s)) (fun a => in_dec action_dec a (explored s)) (enabled s)
  then true else false.

Lemma is_full_iff s : is_full s = true <-> incl (enabled s) (explored s).
Proof.
  unfold is_full. destruct (Forall_dec _ _ _) as [H | H]; rewrite Forall_forall in H.
  - split; [intros _ a Ha; auto | trivial].
  - split; [easy |]. intros Hincl. destruct H. intros a Ha. auto.
Qed.

(** The reduced graph. *)
Definition reduced_step s t := exists a, In a (explored s) /\ after s a = Some t.

Inductive reduced_path : state -> state -> Prop :=
| path_here s : reduced_path s s
| path_step s t u : reduced_step s t -> reduced_path t u -> reduced_path s u.

Lemma path_trans s t u : reduced_path s t -> reduced_path t u -> reduced_path s u.
Proof. induction 1; eauto using path_step. Qed.

Definition reaches_full s := exists t, reduced_path s t /\ is_full t = true.

Lemma step_reaches_full s t : reduced_step s t -> reaches_full t -> reaches_full s.
Proof. intros Hst (u & Hu & Hfull). exists u. split; [now apply path_step with t | trivial]. Qed.

(** The search.  A frame holds a state, the actions not yet taken, and s.expanded; the top comes first. *)
Record frame := Frame { frame_state : state; todo : list action; expanded : nat }.

Record config := Config { seen : list state; stack : list frame; counter : nat; popped : list state }.

(** C2S_e(s, explored s), asked with s already seen and on the stack. *)
Definition expanded_safety (seen : list state) (stack : list frame) (s : state) (number : nat) : Prop :=
  exists a t, In a (explored s) /\ after s a = Some t /\
    (~ In t seen \/ ~ In t (map frame_state stack) \/
     exists f, In f stack /\ frame_state f = t /\ expanded f < number).

(** C2S_s: the same without the last case. *)
Definition stack_safety (seen : list state) (stack : list frame) (s : state) (number : nat) : Prop :=
  exists a t, In a (explored s) /\ after s a = Some t /\ (~ In t seen \/ ~ In t (map frame_state stack)).

Section Search.
Variable proviso : list state -> list frame -> state -> nat -> Prop.

Definition push s (c : config) : config :=
  Config (s :: seen c) (Frame s (explored s) (counter c) :: stack c)
         (if is_full s then Datatypes.S (counter c) else counter c) (popped c).

(** The choice at a state that was just pushed: all that is enabled, or the proviso holds. *)
Definition choice_is_allowed s (c : config) :=
  is_full s = true \/ proviso (seen (push s c)) (stack (push s c)) s (counter c).

Inductive search_step : config -> config -> Prop :=
| visit s a rest x below t c :
    stack c = Frame s (a :: rest) x :: below -> after s a = Some t -> ~ In t (seen c) ->
    let c' := Config (seen c) (Frame s rest x :: below) (counter c) (popped c) in
    choice_is_allowed t c' -> search_step c (push t c')
| skip s a rest x below t c :
    stack c = Frame s (a :: rest) x :: below -> after s a = Some t -> In t (seen c) ->
    search_step c (Config (seen c) (Frame s rest x :: below) (counter c) (popped c))
| pop s x below c :
    stack c = Frame s [] x :: below ->
    search_step c (Config (seen c) below (if is_full s then Nat.pred (counter c) else counter c) (s :: popped c)).

Inductive search_reaches : config -> Prop :=
| search_start : let c := Config [] [] 0 [] in choice_is_allowed initial c -> search_reaches (push initial c)
| search_more c c' : search_reaches c -> search_step c c' -> search_reaches c'.

End Search.

(** What holds all along. *)

Definition states_of (frames : list frame) := map frame_state frames.

Fixpoint full_below (frames : list frame) : nat :=
  match frames with
  | [] => 0
  | f :: below => (if is_full (frame_state f) then 1 else 0) + full_below below
  end.

(** A new successor that is still to come, or seen since: above s on the stack, or popped. *)
Definition has_pending (seen : list state) (f : frame) (below : list frame) := exists a t,
  In a (explored (frame_state f)) /\ after (frame_state f) a = Some t /\
  t <> frame_state f /\ ~ In t (states_of below) /\ (In a (todo f) \/ In t seen).

Fixpoint is_sound_stack (seen : list state) (frames : list frame) : Prop :=
  match frames with
  | [] => True
  | f :: below =>
      expanded f = full_below below /\
      (reaches_full (frame_state f) \/ has_pending seen f below) /\
      (forall a t, In a (explored (frame_state f)) -> after (frame_state f) a = Some t ->
         In a (todo f) \/ In t seen) /\
      match below with [] => True | g :: _ => reduced_step (frame_state g) (frame_state f) end /\
      incl (todo f) (explored (frame_state f)) /\
      is_sound_stack seen below
  end.

(** With [known] for the states seen: those of c, or one more that is about to be pushed. *)
Record holds_with (known : list state) (c : config) : Prop := {
  stack_sound : is_sound_stack known (stack c);
  counted : counter c = full_below (stack c);
  stack_seen : incl (states_of (stack c)) (seen c);
  seen_somewhere : forall s, In s (seen c) -> In s (states_of (stack c)) \/ In s (popped c);
  popped_full : forall s, In s (popped c) -> reaches_full s;
  popped_closed : forall s a t, In s (popped c) -> In a (explored s) -> after s a = Some t -> In t (seen c);
  initial_seen : In initial known }.

Definition invariant c := holds_with (seen c) c.

Lemma sound_stack_grows seen more frames :
  incl seen more -> is_sound_stack seen frames -> is_sound_stack more frames.
Proof.
  intros Hmore. induction frames as [| f below IH]; [trivial |].
  intros (Hcount & Hfull & Hclosed & Hlink & Htodo & Hbelow). repeat split; auto.
  - destruct Hfull as [| (a & t & Ha & Ht & Hneq & Hnew & Hpending)]; [now left | right].
    exists a, t. repeat split; trivial. destruct Hpending; auto.
  - intros a t Ha Ht. destruct (Hclosed a t Ha Ht); auto.
Qed.

(** From a state on the stack those above it can be reached. *)
Lemma stack_is_a_path seen above f below : is_sound_stack seen (above ++ f :: below) ->
  forall g, In g (above ++ [f]) -> reduced_path (frame_state f) (frame_state g).
Proof.
  induction above as [| h above IH]; cbn [app]; intros Hsound g Hg.
  - destruct Hg as [-> | []]. constructor.
  - destruct Hg as [-> | Hg].
    + destruct Hsound as (_ & _ & _ & Hlink & _ & Hsound). destruct above as [| k above].
      * cbn in Hlink. apply path_step with (frame_state g); [trivial | constructor].
      * cbn [app] in Hlink. apply path_trans with (frame_state k).
        -- apply IH; [trivial | now left].
        -- apply path_step with (frame_state g); [trivial | constructor].
    + apply IH; [| trivial]. apply Hsound.
Qed.

Lemma number_below seen above f below : is_sound_stack seen (above ++ f :: below) -> expanded f = full_below below.
Proof. induction above as [| h above IH]; intros Hsound; [apply Hsound | apply IH, Hsound]. Qed.

Lemma full_in_between above below : full_below below < full_below (above ++ below) ->
  exists g, In g above /\ is_full (frame_state g) = true.
Proof.
  induction above as [| h above IH]; cbn; [lia |]. destruct (is_full (frame_state h)) eqn:Hfull.
  - intros _. exists h. auto.
  - intros H. destruct (IH H) as (g & Hg & Hgfull). exists g. auto.
Qed.

(** A smaller number on the stack: a fully expanded state lies in between. *)
Lemma smaller_number_reaches_full seen frames f : is_sound_stack seen frames -> In f frames ->
  expanded f < full_below frames -> reaches_full (frame_state f).
Proof.
  intros Hsound Hf Hless. apply in_split in Hf as (above & below & ->).
  rewrite (number_below _ _ _ _ Hsound) in Hless.
  replace (above ++ f :: below) with ((above ++ [f]) ++ below) in Hless by now rewrite <- app_assoc.
  destruct (full_in_between _ _ Hless) as (g & Hg & Hfull). exists (frame_state g).
  split; [now apply (stack_is_a_path seen above f below) | trivial].
Qed.

Notation search_reaches_e := (search_reaches expanded_safety).

Lemma push_keeps t c : holds_with (t :: seen c) c -> choice_is_allowed expanded_safety t c ->
  match stack c with [] => True | g :: _ => reduced_step (frame_state g) t end -> invariant (push t c).
Proof.
  intros Hc Hallowed Hlink. split; cbn [push seen stack counter popped].
  - cbn [is_sound_stack frame_state expanded todo]. split; [exact (counted _ _ Hc) |].
    split; [| split; [| split; [| split]]].
    + destruct Hallowed as [Hfull | (a & u & Ha & Hu & Hproviso)].
      { left. exists t. split; [constructor | trivial]. }
      cbn [push seen stack] in Hproviso.
      assert (Hstep : reduced_step t u) by now exists a.
      destruct (in_dec state_dec u (t :: seen c)) as [Hseen | Hunseen].
      * (* u has been seen: it is t, on the stack below, or popped *)
        left. destruct Hproviso as [Hno | [Hoff | (f & Hf & Hfu & Hless)]]; [contradiction | |].
        -- destruct Hseen as [<- | Hseen]; [destruct Hoff; now left |].
           apply (seen_somewhere _ _ Hc) in Hseen as [Hon | Hpopped]; [destruct Hoff; now right |].
           apply (step_reaches_full t u Hstep), (popped_full _ _ Hc), Hpopped.
        -- destruct Hf as [<- | Hf]; [cbn in Hless; lia |].
           apply (step_reaches_full t u Hstep). rewrite <- Hfu.
           apply (smaller_number_reaches_full (t :: seen c) (stack c)); trivial; [exact (stack_sound _ _ Hc) |].
           rewrite <- (counted _ _ Hc). exact Hless.
      * right. exists a, u. cbn [frame_state todo]. repeat split; trivial.
        -- intros ->. apply Hunseen. now left.
        -- intros Hon. apply Hunseen. right. now apply (stack_seen _ _ Hc).
        -- now left.
    + intros a u Ha Hu. now left.
    + exact Hlink.
    + apply incl_refl.
    + exact (stack_sound _ _ Hc).
  - cbn. destruct (is_full t); rewrite (counted _ _ Hc); lia.
  - intros s [<- | Hs]; [now left | right; now apply (stack_seen _ _ Hc)].
  - intros s [<- | Hs]; [left; now left |].
    destruct (seen_somewhere _ _ Hc s Hs); [left; now right | now right].
  - exact (popped_full _ _ Hc).
  - intros s a u Hs Ha Hu. right. now apply (popped_closed _ _ Hc s a u).
  - exact (initial_seen _ _ Hc).
Qed.

(** An action is taken whose target has been seen, or will be at once. *)
Lemma take_keeps s a rest x below t c : invariant c -> stack c = Frame s (a :: rest) x :: below ->
  after s a = Some t -> forall more, incl (seen c) more -> In t more ->
  is_sound_stack more (Frame s rest x :: below).
Proof.
  intros Hc Hstack Ht more Hmore Hseen. pose proof (stack_sound _ _ Hc) as Hsound. rewrite Hstack in Hsound.
  destruct Hsound as (Hcount & Hfull & Hclosed & Hlink & Htodo & Hbelow).
  cbn [frame_state todo expanded] in *. repeat split; cbn [frame_state todo expanded]; trivial.
  - destruct Hfull as [| (b & u & Hb & Hu & Hneq & Hnew & Hpending)]; [now left | right].
    exists b, u. cbn [frame_state todo] in *. repeat split; trivial.
    destruct Hpending as [[-> | Hin] | Hin]; auto. right. congruence.
  - intros b u Hb Hu. destruct (Hclosed b u Hb Hu) as [[-> | Hin] | Hin]; auto. right. congruence.
  - intros b Hb. apply Htodo. now right.
  - now apply sound_stack_grows with (seen c).
Qed.

Lemma step_keeps c c' : invariant c -> search_step expanded_safety c c' -> invariant c'.
Proof.
  intros Hc Hstep. destruct Hstep as [s a rest x below t c Hstack Ht Hnew c' Hallowed
    | s a rest x below t c Hstack Ht Hseen | s x below c Hstack].
  - (* a new state is pushed: its parent has taken the action *)
    pose proof (stack_sound _ _ Hc) as Hsound. rewrite Hstack in Hsound.
    apply push_keeps; [| trivial |].
    + split; cbn [c' seen stack counter popped].
      * apply (take_keeps s a rest x below t c); trivial; [apply incl_tl, incl_refl | now left].
      * rewrite (counted _ _ Hc), Hstack. reflexivity.
      * pose proof (stack_seen _ _ Hc) as H. now rewrite Hstack in H.
      * pose proof (seen_somewhere _ _ Hc) as H. now rewrite Hstack in H.
      * exact (popped_full _ _ Hc).
      * exact (popped_closed _ _ Hc).
      * right. exact (initial_seen _ _ Hc).
    + cbn. exists a. split; [| trivial]. apply Hsound. now left.
  - split; cbn [seen stack counter popped].
    + apply (take_keeps s a rest x below t c); trivial. apply incl_refl.
    + rewrite (counted _ _ Hc), Hstack. reflexivity.
    + pose proof (stack_seen _ _ Hc) as H. now rewrite Hstack in H.
    + pose proof (seen_somewhere _ _ Hc) as H. now rewrite Hstack in H.
    + exact (popped_full _ _ Hc).
    + exact (popped_closed _ _ Hc).
    + exact (initial_seen _ _ Hc).
  - (* s leaves the stack: a pending successor has been seen since, and is popped by now *)
    pose proof (stack_sound _ _ Hc) as Hsound. rewrite Hstack in Hsound.
    destruct Hsound as (Hcount & Hfull & Hclosed & Hlink & Htodo & Hbelow). cbn [frame_state todo expanded] in *.
    assert (Hreaches : reaches_full s).
    { destruct Hfull as [| (a & t & Ha & Ht & Hneq & Hnew & [[] | Hseen])]; [trivial |].
      cbn [frame_state] in *. apply (step_reaches_full s t); [now exists a |].
      destruct (seen_somewhere _ _ Hc t Hseen) as [Hon | Hpopped]; [exfalso | now apply (popped_full _ _ Hc)].
      rewrite Hstack in Hon. destruct Hon as [<- | Hon]; auto. }
    split; cbn [seen stack counter popped].
    + trivial.
    + rewrite (counted _ _ Hc), Hstack. cbn. now destruct (is_full s).
    + intros t Ht. apply (stack_seen _ _ Hc). rewrite Hstack. now right.
    + intros t Ht. destruct (seen_somewhere _ _ Hc t Ht) as [Hon | Hpopped]; [| right; now right].
      rewrite Hstack in Hon. destruct Hon as [<- | Hon]; [right; now left | now left].
    + intros t [<- | Ht]; [trivial | now apply (popped_full _ _ Hc)].
    + intros t a u [<- | Ht] Ha Hu; [| now apply (popped_closed _ _ Hc t a u)].
      now destruct (Hclosed a u Ha Hu).
    + exact (initial_seen _ _ Hc).
Qed.

Lemma invariant_holds c : search_reaches_e c -> invariant c.
Proof.
  induction 1 as [c Hallowed | c c' _ IH Hstep]; [| now apply (step_keeps c)].
  apply push_keeps; [| trivial | exact I].
  split; cbn [seen stack counter popped]; try easy; now left.
Qed.

Theorem popped_reaches_full c s : search_reaches_e c -> In s (popped c) -> reaches_full s.
Proof. intros Hc. apply (popped_full _ _ (invariant_holds c Hc)). Qed.

(** When the search has ended, the states of the reduced graph have been popped. *)
Lemma reachable_is_popped c s : search_reaches_e c -> stack c = [] -> reduced_path initial s -> In s (popped c).
Proof.
  intros Hc Hend Hs. pose proof (invariant_holds c Hc) as Hinv.
  assert (Hseen : forall t, In t (seen c) -> In t (popped c)).
  { intros t Ht. destruct (seen_somewhere _ _ Hinv t Ht) as [Hon | Hpopped]; [| trivial].
    now rewrite Hend in Hon. }
  assert (Hgoes : forall t, reduced_path t s -> In t (popped c) -> In s (popped c)).
  { clear Hs. induction 1 as [t | t u v (a & Ha & Hu) _ IH]; [trivial |]. intros Ht. apply IH, Hseen.
    now apply (popped_closed _ _ Hinv t a u). }
  apply (Hgoes initial Hs), Hseen, (initial_seen _ _ Hinv).
Qed.

(** Definition 4, enabledness; and C1 for runs of one action. *)
Variable independent : action -> action -> bool.
Hypothesis independent_enabled : forall s t a b, independent a b = true ->
  In a (enabled s) -> In b (enabled s) -> after s b = Some t -> In a (enabled t).
Hypothesis satisfies_c1 : forall s a b, In a (enabled s) -> ~ In a (explored s) -> In b (explored s) ->
  independent a b = true.

Lemma enabled_until_explored s t a : reduced_path s t -> In a (enabled s) -> is_full t = true ->
  exists u, reduced_path s u /\ In a (explored u).
Proof.
  induction 1 as [s | s t u (b & Hb & Ht) _ IH]; intros Ha Hfull.
  - exists s. split; [constructor | now apply is_full_iff].
  - destruct (in_dec action_dec a (explored s)) as [Hin | Hignored].
    + exists s. split; [constructor | trivial].
    + destruct IH as (v & Hv & Hav); [| trivial |].
      * apply (independent_enabled s t a b); trivial; [now apply satisfies_c1 with s | now apply explored_enabled].
      * exists v. split; [| trivial]. apply path_step with t; [now exists b | trivial].
Qed.

(** Lemma 1. *)
Theorem expanded_safety_is_safe c : search_reaches_e c -> stack c = [] ->
  forall s a, reduced_path initial s -> In a (enabled s) -> exists t, reduced_path s t /\ In a (explored t).
Proof.
  intros Hc Hend s a Hs Ha. pose proof (reachable_is_popped c s Hc Hend Hs) as Hpopped.
  destruct (popped_reaches_full c s Hc Hpopped) as (t & Ht & Hfull).
  now apply (enabled_until_explored s t a).
Qed.

Lemma stricter_search c : search_reaches stack_safety c -> search_reaches_e c.
Proof.
  assert (Hstricter : forall s c', choice_is_allowed stack_safety s c' -> choice_is_allowed expanded_safety s c').
  { intros s c' [Hfull | (a & t & Ha & Ht & H)]; [now left | right]. exists a, t. repeat split; trivial. tauto. }
  induction 1 as [c0 Hallowed | c0 c' _ IH Hstep]; [apply search_start; auto |].
  apply search_more with c0; [trivial |].
  destruct Hstep; [eapply visit | eapply skip | eapply pop]; eauto.
Qed.

Corollary stack_safety_is_safe c : search_reaches stack_safety c -> stack c = [] ->
  forall s a, reduced_path initial s -> In a (enabled s) -> exists t, reduced_path s t /\ In a (explored t).
Proof. intros Hc. now apply expanded_safety_is_safe, stricter_search. Qed.

End ExpandedSafety.
