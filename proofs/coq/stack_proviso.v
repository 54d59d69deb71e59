(** The stack proviso for liveness: every cycle of the reduced graph has a fully expanded state.

    [EP] section 2, condition C2L_s, C2L′.  Python: [Stack] of stack_provisos.py.

    A state may be expanded partially only if none of its chosen actions leads to the stack.  Such a search is one
    of those that the colour proviso allows: no state ever gets red.  Proved here:

      - [stack_search_is_colour_search];
      - [stack_proviso_expands_cycles]: when the search has ended, each cycle that can be reached in the reduced
        graph has a fully expanded state. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import colour_proviso colour_cycles.

Section StackProviso.
Variables state action : Type.
Variable state_dec : forall s t : state, {s = t} + {s <> t}.
Variable after : state -> action -> option state.
Variables enabled chosen : state -> list action.
Variable initial : state.
Implicit Types (s t u : state) (a : action).

Local Notation config := (config state action).
Local Notation push := (push state action state_dec enabled chosen).
Local Notation with_stack := (with_stack state action).
Local Notation leave := (leave state action state_dec after chosen).
Local Notation states_of := (states_of state action).
Local Notation empty := (empty state action).
Local Notation colour_reaches := (search_reaches state action state_dec after enabled chosen initial 1).
Local Notation holds := (holds state action state_dec after enabled chosen initial 1 eq_refl).
Implicit Types c : config.

(** C2L_s, asked with s on the stack. *)
Definition avoids_stack c s := forall a t, In a (chosen s) -> after s a = Some t -> ~ In t (states_of (stack c)).

Definition may_push_by_stack t (in_full : bool) c := in_full = true \/ avoids_stack (push t false c) t.

Inductive stack_step : config -> config -> Prop :=
| stack_visit s a rest below t in_full c :
    stack c = (s, a :: rest) :: below -> after s a = Some t -> ~ In t (seen c) ->
    may_push_by_stack t in_full (with_stack ((s, rest) :: below) c) ->
    stack_step c (push t in_full (with_stack ((s, rest) :: below) c))
| stack_skip s a rest below t c :
    stack c = (s, a :: rest) :: below -> after s a = Some t -> In t (seen c) ->
    stack_step c (with_stack ((s, rest) :: below) c)
| stack_pop s below c :
    stack c = (s, []) :: below -> stack_step c (leave s below c).

Inductive stack_reaches : config -> Prop :=
| stack_start in_full : may_push_by_stack initial in_full empty -> stack_reaches (push initial in_full empty)
| stack_more c c' : stack_reaches c -> stack_step c c' -> stack_reaches c'.

(** No state is red, and none that is partially expanded leads back to its branch. *)
Record is_green_search c : Prop := {
  by_colours : colour_reaches c;
  no_red : forall s, colour_of c s <> red;
  no_way_back : forall s a t, In s (states_of (stack c)) -> full c s = false -> In a (chosen s) ->
    after s a = Some t -> ~ In t (branch c s) }.

Lemma same {X : Type} (m : state -> X) s x : update state state_dec m s x s = x.
Proof. unfold update. now destruct (state_dec s s). Qed.

Lemma other {X : Type} (m : state -> X) s x t : t <> s -> update state state_dec m s x t = m t.
Proof. intros H. unfold update. now destruct (state_dec t s). Qed.

(** The new state is pushed, given that orange states are on the stack. *)
Lemma push_is_accepted t in_full c : may_push_by_stack t in_full c -> (forall s, colour_of c s <> red) ->
  (forall s, colour_of c s = orange -> In s (states_of (stack c))) ->
  may_push state action state_dec after enabled chosen t in_full c.
Proof.
  intros [Hfull | Havoids] Hred Horange; [now left | right].
  intros a u Ha Hu [Hdanger | [Hdanger _]]; cbn [colour_of push] in Hdanger.
  - destruct (state_dec u t) as [-> | Hut]; [rewrite same in Hdanger; discriminate |].
    rewrite other in Hdanger by trivial. now apply (Hred u).
  - apply (Havoids a u Ha Hu). cbn. destruct (state_dec u t) as [-> | Hut]; [now left | right].
    rewrite other in Hdanger by trivial. now apply Horange.
Qed.

Lemma push_stays_green t in_full c : may_push_by_stack t in_full c -> ~ In t (states_of (stack c)) ->
  (forall s, colour_of c s <> red) ->
  (forall s a u, In s (states_of (stack c)) -> full c s = false -> In a (chosen s) ->
     after s a = Some u -> ~ In u (branch c s)) ->
  colour_reaches (push t in_full c) -> is_green_search (push t in_full c).
Proof.
  intros Hmay Hnew Hred Hback Hreach. split; trivial.
  - intros s. cbn. destruct (state_dec s t) as [-> | Hst]; [rewrite same; now destruct in_full |].
    rewrite other by trivial. apply Hred.
  - intros s a u Hs Hno Ha Hu. cbn in Hs, Hno |- *. destruct (state_dec s t) as [-> | Hst].
    + unfold update in Hno |- *. destruct (state_dec t t) as [_ |]; [| contradiction].
      destruct Hmay as [Hyes | Havoids]; [congruence | exact (Havoids a u Ha Hu)].
    + unfold update in Hno |- *. destruct (state_dec s t) as [| _]; [contradiction |].
      destruct Hs as [<- | Hs]; [contradiction | now apply (Hback s a u)].
Qed.

Lemma orange_is_on_stack c s : colour_reaches c -> colour_of c s = orange -> In s (states_of (stack c)).
Proof.
  intros Hc Horange. pose proof (holds c Hc) as Hok.
  destruct (in_dec state_dec s (seen c)) as [Hs | Hs].
  - apply (seen_parts _ _ Hok) in Hs as [Hs | Hs]; [trivial |].
    destruct (off_stack _ _ Hok s Hs) as [H | [H _]]; congruence.
  - apply (unseen _ _ _ _ _ _ _ Hok) in Hs as [Hs _]. congruence.
Qed.

Lemma step_stays_green c c' : is_green_search c -> stack_step c c' -> is_green_search c'.
Proof.
  intros [Hreach Hred Hback] Hstep. pose proof (holds c Hreach) as Hok.
  destruct Hstep as [s a rest below t in_full c Hstack Ht Hnew Hmay | s a rest below t c Hstack Ht Hseen
    | s below c Hstack].
  - assert (Hsame : states_of (stack (with_stack ((s, rest) :: below) c)) = states_of (stack c)).
    { rewrite Hstack. reflexivity. }
    apply push_stays_green; trivial.
    + rewrite Hsame. intros Hin. apply Hnew, (seen_parts _ _ Hok). now left.
    + intros u b v Hu. rewrite Hsame in Hu. now apply Hback.
    + apply search_more with c; [trivial |]. apply visit with a; trivial. apply push_is_accepted; trivial.
      intros u Hu. rewrite Hsame. now apply orange_is_on_stack.
  - split; [| exact Hred |].
    + apply search_more with c; [trivial |]. now apply skip with a t.
    + intros u b v Hu. assert (Hu' : In u (states_of (stack c))) by (rewrite Hstack; exact Hu). now apply Hback.
  - pose proof (seen_once _ _ _ _ _ _ _ Hok) as Honce. rewrite Hstack in Honce. cbn in Honce.
    apply NoDup_cons_iff in Honce as [Hnot _].
    assert (Hs : In s (states_of (stack c))) by (rewrite Hstack; now left).
    assert (Hsseen : In s (seen c)) by (apply (seen_parts _ _ Hok); now left).
    pose proof (agreed _ _ _ _ _ _ _ Hok) as Hag. rewrite Hstack in Hag. destruct Hag as (_ & Hbranch & _).
    cbn [fst] in Hbranch. split.
    + apply search_more with c; [trivial | now apply pop].
    + intros u. cbn. destruct (state_dec u s) as [-> | Hus]; [| rewrite other by trivial; apply Hred].
      rewrite same. specialize (Hred s) as Hreds. destruct (colour_of c s) eqn:Hcs; try congruence.
      assert (Hno : full c s = false).
      { destruct (on_stack _ _ _ _ _ _ _ Hok s Hs) as [[_ H] | [H _]]; congruence. }
      assert (Hleads : leads_to_green state action after chosen c s = true); [| now rewrite Hleads].
      apply forallb_forall. intros a Ha. destruct (after s a) as [t |] eqn:Ht; [| trivial].
      assert (Htseen : In t (seen c)).
      { assert (Hexplored : In a (explored enabled chosen c s)) by (unfold explored; now rewrite Hno).
        destruct (closed _ _ Hok s a t Hsseen Hexplored Ht) as [(todo & H1 & H2) | [H | []]]; [exfalso | trivial].
        rewrite Hstack in H1. destruct H1 as [[= <-] | H1]; [easy |]. apply Hnot, in_or_app. left.
        apply in_map_iff. now exists (s, todo). }
      apply (seen_parts _ _ Hok) in Htseen as [Hon | Hoff].
      * exfalso. apply (Hback s a t Hs Hno Ha Ht). rewrite Hbranch. rewrite Hstack in Hon. exact Hon.
      * destruct (off_stack _ _ Hok t Hoff) as [-> | [H _]]; [trivial | now apply Hred in H].
    + intros u b v Hu. apply Hback. rewrite Hstack. now right.
Qed.

Theorem stack_search_is_colour_search c : stack_reaches c -> is_green_search c.
Proof.
  induction 1 as [in_full Hmay | c c' _ IH Hstep]; [| now apply (step_stays_green c)].
  apply push_stays_green; trivial; try easy.
  apply search_start. now apply push_is_accepted.
Qed.

Theorem stack_proviso_expands_cycles c : stack_reaches c -> stack c = [] ->
  forall s, reduced_path state action after enabled chosen c initial s ->
  ~ partial_path state action after enabled chosen c s s.
Proof.
  intros Hc Hend. apply (colour_proviso_expands_cycles state action state_dec after enabled chosen initial c); trivial.
  now apply by_colours, stack_search_is_colour_search.
Qed.

End StackProviso.
