(** The search of the colour proviso for liveness, and what holds all along.

    [EP] section 5, Figure 3, Propositions 1 and 2; condition C2L′.  Python: colour_proviso.py, provisos.py.

    Figure 3 with one repair: a state that is expanded again (lines 16 to 18) is counted as fully expanded from then on
    ([recount] is 1; with 0 it is as printed, see colour_as_printed.v).
    [search_step] is that depth-first search, one push or pop at a time.  A state is green when it is fully expanded,
    or left the stack when all its successors were green; orange when it is on the stack otherwise; red when it left
    the stack otherwise.  A partial choice must not lead to a red state, nor to an orange one with the same number of
    fully expanded states below it; one that meets a red state later is expanded again, in full.
    Proved here: [holds], what is true of the colours, the numbers and the branches at every moment.  That every
    cycle has a fully expanded state follows in colour_cycles.v. *)

Require Import List Bool Arith Lia.
Require Import Permutation.
Import ListNotations.

Inductive colour := white | green | orange | red.

Section ColourProviso.
Variables state action : Type.
Variable state_dec : forall s t : state, {s = t} + {s <> t}.
Variable after : state -> action -> option state.
Variables enabled chosen : state -> list action.
Variable initial : state.

(** What an expansion in full that comes late adds to the counter: 1, or 0 as printed. *)
Variable recount : nat.
Implicit Types (s t u : state) (a : action).

Definition update {X : Type} (m : state -> X) s (x : X) : state -> X := fun t => if state_dec t s then x else m t.

Record config := Config {
  seen : list state;
  stack : list (state * list action);
  counter : nat;
  popped : list state;
  colour_of : state -> colour;
  number : state -> nat;
  full : state -> bool;
  branch : state -> list state;
  pop_number : state -> nat }.

Implicit Types c : config.

Definition states_of (frames : list (state * list action)) : list state := map fst frames.

Definition explored c s : list action := if full c s then enabled s else chosen s.

(** C2L_c, lines 4 to 7; white states are not in H. *)
Definition is_dangerous c s t := colour_of c t = red \/ (colour_of c t = orange /\ number c t = number c s).

Definition is_accepted c s := forall a t, In a (chosen s) -> after s a = Some t -> ~ is_dangerous c s t.

Definition push t (in_full : bool) c : config :=
  Config (t :: seen c) ((t, if in_full then enabled t else chosen t) :: stack c)
         (if in_full then S (counter c) else counter c) (popped c)
         (update (colour_of c) t (if in_full then green else orange)) (update (number c) t (counter c))
         (update (full c) t in_full) (update (branch c) t (t :: states_of (stack c))) (pop_number c).

Definition with_stack frames c : config :=
  Config (seen c) frames (counter c) (popped c) (colour_of c) (number c) (full c) (branch c) (pop_number c).

(** DFS, lines 16 to 18. *)
Definition expand_again s below c : config :=
  Config (seen c) ((s, enabled s) :: below) (recount + counter c) (popped c) (update (colour_of c) s green) (number c)
         (update (full c) s true) (branch c) (pop_number c).

Definition is_green (x : colour) : bool := match x with green => true | _ => false end.

Definition leads_to_green c s : bool :=
  forallb (fun a => match after s a with Some t => is_green (colour_of c t) | None => true end) (chosen s).

Definition leave s below c : config :=
  Config (seen c) below (if full c s then pred (counter c) else counter c) (s :: popped c)
         (update (colour_of c) s (match colour_of c s with
                                  | orange => if leads_to_green c s then green else red
                                  | x => x end))
         (number c) (full c) (branch c) (update (pop_number c) s (length (popped c))).

Definition may_push t (in_full : bool) c := in_full = true \/ is_accepted (push t false c) t.

Inductive search_step : config -> config -> Prop :=
| visit s a rest below t in_full c :
    stack c = (s, a :: rest) :: below -> after s a = Some t -> ~ In t (seen c) ->
    may_push t in_full (with_stack ((s, rest) :: below) c) ->
    search_step c (push t in_full (with_stack ((s, rest) :: below) c))
| skip s a rest below t c :
    stack c = (s, a :: rest) :: below -> after s a = Some t -> In t (seen c) ->
    (colour_of c s = orange -> colour_of c t <> red) ->
    search_step c (with_stack ((s, rest) :: below) c)
| again s a rest below t c :
    stack c = (s, a :: rest) :: below -> after s a = Some t -> In t (seen c) ->
    colour_of c s = orange -> colour_of c t = red ->
    search_step c (expand_again s below c)
| pop s below c :
    stack c = (s, []) :: below -> search_step c (leave s below c).

Definition empty : config :=
  Config [] [] 0 [] (fun _ => white) (fun _ => 0) (fun _ => false) (fun _ => []) (fun _ => 0).

Inductive search_reaches : config -> Prop :=
| search_start in_full : may_push initial in_full empty -> search_reaches (push initial in_full empty)
| search_more c c' : search_reaches c -> search_step c c' -> search_reaches c'.

(** What holds all along. *)

Fixpoint full_in c (frames : list (state * list action)) : nat :=
  match frames with
  | [] => 0
  | f :: below => (if full c (fst f) then 1 else 0) + full_in c below
  end.

Fixpoint frames_agree c (frames : list (state * list action)) : Prop :=
  match frames with
  | [] => True
  | f :: below => number c (fst f) = full_in c below /\ branch c (fst f) = states_of (f :: below) /\
                  frames_agree c below
  end.

(** Back along the branch of s to t, past a fully expanded state. *)
Definition goes_back c s t := exists b1, branch c s = b1 ++ branch c t /\ exists u, In u b1 /\ full c u = true.

Definition is_settled c s t :=
  In t (seen c) /\ (branch c t = t :: branch c s \/ colour_of c t = green \/ goes_back c s t).

Definition is_to_do c s a := exists todo, In (s, todo) (stack c) /\ In a todo.

(** [missing]: steps that are being taken. *)
Record holds_but (missing : state -> action -> Prop) c : Prop := {
  seen_parts : forall s, In s (seen c) <-> In s (states_of (stack c)) \/ In s (popped c);
  seen_once : NoDup (states_of (stack c) ++ popped c);
  on_stack : forall s, In s (states_of (stack c)) ->
    (full c s = true /\ colour_of c s = green) \/ (full c s = false /\ colour_of c s = orange);
  off_stack : forall s, In s (popped c) -> colour_of c s = green \/ (colour_of c s = red /\ full c s = false);
  unseen : forall s, ~ In s (seen c) -> colour_of c s = white /\ full c s = false;
  counted : counter c = full_in c (stack c);
  agreed : frames_agree c (stack c);
  branched : forall s, In s (seen c) -> NoDup (branch c s) /\
    forall t, In t (branch c s) -> In t (seen c) /\ exists b1, branch c s = b1 ++ branch c t;
  settled : forall s a t, In s (seen c) -> full c s = false -> In a (chosen s) -> after s a = Some t ->
    is_to_do c s a \/ is_settled c s t \/ missing s a;
  back_is_safe : forall s a t, In s (states_of (stack c)) -> full c s = false ->
    In a (chosen s) -> after s a = Some t -> In t (branch c s) -> colour_of c t = green \/ goes_back c s t;
  green_before : forall s a t, In s (popped c) -> full c s = false -> colour_of c s = green ->
    In a (chosen s) -> after s a = Some t ->
    colour_of c t = green /\ (full c t = true \/ (In t (popped c) /\ pop_number c t < pop_number c s));
  pop_bounded : forall s, In s (popped c) -> pop_number c s < length (popped c);
  closed : forall s a t, In s (seen c) -> In a (explored c s) -> after s a = Some t ->
    is_to_do c s a \/ In t (seen c) \/ missing s a }.

Definition nothing (s : state) (a : action) := False.

Lemma update_same {X : Type} (m : state -> X) s x : update m s x s = x.
Proof. unfold update. now destruct (state_dec s s). Qed.

Lemma update_other {X : Type} (m : state -> X) s x t : t <> s -> update m s x t = m t.
Proof. intros H. unfold update. now destruct (state_dec t s). Qed.

(** Later configurations. *)
Definition is_later c c' := forall s, In s (seen c) -> In s (seen c') /\ branch c' s = branch c s /\
  (colour_of c s = green -> colour_of c' s = green) /\ (full c s = true -> full c' s = true).

Lemma goes_back_later m c c' s t : is_later c c' -> holds_but m c -> In s (seen c) -> In t (seen c) ->
  goes_back c s t -> goes_back c' s t.
Proof.
  intros Hlater Hc Hs Ht (b1 & Hb1 & u & Hu & Hfull).
  destruct (Hlater s Hs) as (_ & Hbs & _), (Hlater t Ht) as (_ & Hbt & _).
  exists b1. rewrite Hbs, Hbt. split; [trivial |]. exists u. split; [trivial |].
  apply Hlater; [| trivial]. apply (branched _ _ Hc s Hs). rewrite Hb1. apply in_or_app. now left.
Qed.

Lemma settled_later m c c' s t : is_later c c' -> holds_but m c -> In s (seen c) ->
  is_settled c s t -> is_settled c' s t.
Proof.
  intros Hlater Hc Hs [Ht H]. destruct (Hlater s Hs) as (_ & Hbs & _), (Hlater t Ht) as (Ht' & Hbt & Hgreen & _).
  split; [trivial |]. destruct H as [H | [H | H]].
  - left. now rewrite Hbs, Hbt.
  - right. left. auto.
  - right. right. now apply (goes_back_later m c).
Qed.

Lemma frames_same c c' frames : (forall s, In s (states_of frames) -> full c' s = full c s /\
  number c' s = number c s /\ branch c' s = branch c s) ->
  full_in c' frames = full_in c frames /\ (frames_agree c frames -> frames_agree c' frames).
Proof.
  induction frames as [| f below IH]; intros Hsame; [now split |].
  destruct (Hsame (fst f)) as (Hf & Hn & Hb); [now left |].
  destruct IH as [IH1 IH2]; [intros s Hs; apply Hsame; now right |].
  cbn. rewrite Hf, Hn, Hb, IH1. split; [trivial |]. intros (H1 & H2 & H3). auto.
Qed.

(** The branch of a state on the stack is the stack from it down. *)
Lemma branch_of_frame c above f below : frames_agree c (above ++ f :: below) ->
  branch c (fst f) = states_of (f :: below) /\ number c (fst f) = full_in c below.
Proof. induction above as [| g above IH]; cbn [app frames_agree]; [tauto | intros (_ & _ & H); auto]. Qed.

Lemma full_in_app c above below : full_in c (above ++ below) = full_in c above + full_in c below.
Proof. induction above as [| f above IH]; cbn; [trivial | rewrite IH; lia]. Qed.

Lemma some_is_full c frames : 0 < full_in c frames -> exists u, In u (states_of frames) /\ full c u = true.
Proof.
  induction frames as [| f below IH]; cbn; [lia |]. destruct (full c (fst f)) eqn:Hf.
  - intros _. exists (fst f). auto.
  - intros H. destruct (IH H) as (u & Hu & Hfull). exists u. auto.
Qed.

Lemma once_in_the_first (l2 l1 : list state) : NoDup (l1 ++ l2) -> NoDup l1.
Proof.
  induction l1 as [| x l1 IH]; [constructor |]. cbn. intros H. apply NoDup_cons_iff in H as [Hx H].
  constructor; [intros Hin; apply Hx, in_or_app; now left | auto].
Qed.

(** A new state: the steps missing are those that lead to it from the top. *)
Lemma push_keeps missing t in_full c : holds_but missing c -> ~ In t (seen c) -> may_push t in_full c ->
  (forall s a u, missing s a -> after s a = Some u ->
     u = t /\ exists todo below, stack c = (s, todo) :: below) ->
  holds_but nothing (push t in_full c).
Proof.
  intros Hc Ht Hmay Hmissing. set (c' := push t in_full c).
  assert (Hneq : forall s, In s (seen c) -> s <> t) by (intros s Hs ->; contradiction).
  assert (Hstack : forall s, In s (states_of (stack c)) -> In s (seen c)).
  { intros s Hs. apply (seen_parts _ _ Hc). now left. }
  assert (Hpopped : forall s, In s (popped c) -> In s (seen c)).
  { intros s Hs. apply (seen_parts _ _ Hc). now right. }
  assert (Hcolour : forall s, In s (seen c) -> colour_of c' s = colour_of c s).
  { intros s Hs. apply update_other. auto. }
  assert (Hfull : forall s, In s (seen c) -> full c' s = full c s).
  { intros s Hs. apply update_other. auto. }
  assert (Hbranch : forall s, In s (seen c) -> branch c' s = branch c s).
  { intros s Hs. apply update_other. auto. }
  assert (Hbt : branch c' t = t :: states_of (stack c)) by apply update_same.
  assert (Hlater : is_later c c').
  { intros s Hs. split; [now right |]. rewrite Hbranch, Hcolour, Hfull by trivial. auto. }
  assert (Hfull_t : full c' t = in_full) by apply update_same.
  destruct (frames_same c c' (stack c)) as [Hcount Hagree].
  { intros s Hs. split; [auto | split; [| auto]]. apply update_other. auto. }
  assert (Htodo : forall s a, is_to_do c s a -> is_to_do c' s a).
  { intros s a (todo & H1 & H2). exists todo. split; [now right | trivial]. }
  split.
  - intros s. cbn. rewrite (seen_parts _ _ Hc). tauto.
  - cbn. constructor; [| apply (seen_once _ _ Hc)]. intros Hin. apply Ht, (seen_parts _ _ Hc).
    now apply in_app_or in Hin.
  - cbn [stack push c' states_of map fst]. intros s [<- | Hs].
    + rewrite Hfull_t. unfold c'. cbn [colour_of push]. rewrite update_same. destruct in_full; auto.
    + rewrite Hfull, Hcolour by auto. now apply (on_stack _ _ Hc).
  - intros s Hs. rewrite Hfull, Hcolour by auto. now apply (off_stack _ _ Hc).
  - intros s Hs. assert (Hst : s <> t) by (intros ->; apply Hs; now left).
    assert (Hs' : ~ In s (seen c)) by (intros H; apply Hs; now right).
    unfold c'. cbn [colour_of full push]. rewrite !update_other by trivial. now apply (unseen _ _ Hc).
  - cbn [stack push c' full_in fst counter]. fold c'. rewrite Hcount, Hfull_t, <- (counted _ _ Hc).
    now destruct in_full.
  - cbn [stack push c' frames_agree fst]. fold c'. split; [| split; [exact Hbt | now apply Hagree, (agreed _ _ Hc)]].
    rewrite Hcount, <- (counted _ _ Hc). apply update_same.
  - intros s [<- | Hs].
    + rewrite Hbt. split.
      * constructor; [intros Hin; now apply Ht, Hstack | apply (once_in_the_first (popped c)), (seen_once _ _ Hc)].
      * intros u [<- | Hu]; [split; [now left | exists []; now rewrite Hbt] |].
        split; [right; auto |]. rewrite Hbranch by auto. unfold states_of in Hu.
        apply in_map_iff in Hu as (f & <- & Hf). apply in_split in Hf as (above & below & Hsplit).
        pose proof (agreed _ _ Hc) as Hag. rewrite Hsplit in Hag. apply branch_of_frame in Hag as [-> _].
        exists (t :: states_of above). rewrite Hsplit. unfold states_of. now rewrite map_app.
    + rewrite Hbranch by trivial. destruct (branched _ _ Hc s Hs) as [Honce Hsuffix]. split; [trivial |].
      intros u Hu. destruct (Hsuffix u Hu) as [Hseen Hsuf]. split; [now right |]. now rewrite Hbranch.
  - intros s a u Hs Hno Ha Hu. destruct Hs as [<- | Hs].
    + left. rewrite Hfull_t in Hno. exists (if in_full then enabled t else chosen t).
      split; [now left | now rewrite Hno].
    + rewrite Hfull in Hno by trivial.
      destruct (settled _ _ Hc s a u Hs Hno Ha Hu) as [H | [H | H]]; [left; auto | right; left |].
      * now apply (settled_later missing c).
      * right. left. destruct (Hmissing s a u H Hu) as (-> & todo & below & Htop). split; [now left | left].
        rewrite Hbt, Hbranch by trivial. pose proof (agreed _ _ Hc) as Hag. rewrite Htop in Hag.
        destruct Hag as (_ & Hbs & _). cbn [fst] in Hbs. now rewrite Hbs, Htop.
  - cbn [stack push c' states_of map fst]. fold c'. intros s a u [<- | Hs] Hno Ha Hu Hin.
    + (* the choice was accepted: back on the stack there is a green state, or a smaller number *)
      rewrite Hfull_t in Hno. destruct Hmay as [Hyes | Haccepted]; [congruence |].
      assert (Hpartial : push t false c = c') by (unfold c'; now rewrite Hno).
      rewrite Hpartial in Haccepted. specialize (Haccepted a u Ha Hu). rewrite Hbt in Hin.
      assert (Hnt : number c' t = counter c) by apply update_same.
      destruct Hin as [<- | Hin].
      { exfalso. apply Haccepted. right. split; [| trivial].
        rewrite <- Hpartial. cbn. apply update_same. }
      rewrite Hcolour by auto. destruct (on_stack _ _ Hc u Hin) as [[_ Hgreen] | [Hnf Horange]]; [now left | right].
      unfold states_of in Hin. apply in_map_iff in Hin as (f & <- & Hf). apply in_split in Hf as (above & below & Hsplit).
      pose proof (agreed _ _ Hc) as Hag. rewrite Hsplit in Hag. apply branch_of_frame in Hag as [Hbf Hnf'].
      assert (Hfseen : In (fst f) (seen c)).
      { apply Hstack. rewrite Hsplit. unfold states_of. rewrite map_app. apply in_or_app. right. now left. }
      destruct (Nat.eq_dec (number c (fst f)) (counter c)) as [Heq | Hdiff].
      { exfalso. apply Haccepted. right. rewrite Hcolour by trivial. split; [trivial |]. rewrite Hnt, <- Heq.
        apply update_other. auto. }
      assert (Hmore : 0 < full_in c above).
      { rewrite (counted _ _ Hc), Hsplit, full_in_app in Hdiff. cbn in Hdiff. rewrite Hnf in Hdiff. lia. }
      destruct (some_is_full c above Hmore) as (x & Hx & Hxfull).
      exists (t :: states_of above). rewrite Hbt, Hbranch, Hbf, Hsplit by trivial. split.
      * unfold states_of. now rewrite map_app.
      * exists x. split; [now right |]. rewrite Hfull; [trivial |]. apply Hstack. rewrite Hsplit.
        unfold states_of in *. rewrite map_app. apply in_or_app. now left.
    + rewrite Hfull in Hno by auto. rewrite Hbranch in Hin by auto.
      destruct (branched _ _ Hc s (Hstack s Hs)) as [_ Hsuffix]. destruct (Hsuffix u Hin) as [Huseen _].
      rewrite Hcolour by trivial. destruct (back_is_safe _ _ Hc s a u Hs Hno Ha Hu Hin) as [H | H]; [now left | right].
      apply (goes_back_later missing c); auto.
  - cbn [popped push c']. intros s a u Hs Hno Hgreen Ha Hu. rewrite Hfull in Hno by auto.
    rewrite Hcolour in Hgreen by auto.
    destruct (green_before _ _ Hc s a u Hs Hno Hgreen Ha Hu) as [Hg Hwhen].
    assert (Huseen : In u (seen c)).
    { destruct (in_dec state_dec u (seen c)) as [| Hn]; [trivial |].
      apply (unseen _ _ Hc) in Hn as [Hw _]. congruence. }
    rewrite Hcolour, Hfull by trivial. split; trivial.
  - exact (pop_bounded _ _ Hc).
  - intros s a u [<- | Hs] Ha Hu.
    + left. unfold explored in Ha. rewrite Hfull_t in Ha. exists (if in_full then enabled t else chosen t).
      split; [now left | trivial].
    + unfold explored in Ha. rewrite Hfull in Ha by trivial.
      destruct (closed _ _ Hc s a u Hs Ha Hu) as [H | [H | H]]; [left; auto | right; left; now right |].
      right. left. destruct (Hmissing s a u H Hu) as (-> & _). now left.
Qed.

(** A step is taken off the top. *)
Lemma take_keeps s a rest below c : holds_but nothing c -> stack c = (s, a :: rest) :: below ->
  holds_but (fun s' a' => s' = s /\ a' = a) (with_stack ((s, rest) :: below) c).
Proof.
  intros Hc Hstack. set (c' := with_stack ((s, rest) :: below) c).
  assert (Hstates : states_of (stack c') = states_of (stack c)) by (rewrite Hstack; reflexivity).
  assert (Htodo : forall s' a', is_to_do c s' a' -> is_to_do c' s' a' \/ (s' = s /\ a' = a)).
  { intros s' a' (todo & H1 & H2). rewrite Hstack in H1. destruct H1 as [[= <- <-] | H1].
    - destruct H2 as [<- | H2]; [now right | left]. exists rest. split; [now left | trivial].
    - left. exists todo. split; [now right | trivial]. }
  destruct (frames_same c c' below) as [Hcount Hagree]; [now intros u _ |].
  split; rewrite ?Hstates; try apply Hc.
  - pose proof (counted _ _ Hc) as H. rewrite Hstack in H. cbn. fold c'. now rewrite Hcount.
  - pose proof (agreed _ _ Hc) as H. rewrite Hstack in H. destruct H as (H1 & H2 & H3). cbn. fold c'.
    rewrite Hcount. auto.
  - intros s' a' t Hs Hno Ha Ht. destruct (settled _ _ Hc s' a' t Hs Hno Ha Ht) as [H | [H | []]].
    + destruct (Htodo s' a' H); [now left | now right; right].
    + right. now left.
  - intros s' a' t Hs Ha Ht. destruct (closed _ _ Hc s' a' t Hs Ha Ht) as [H | [H | []]].
    + destruct (Htodo s' a' H); [now left | now right; right].
    + right. now left.
Qed.

Lemma complete_keeps missing c : holds_but missing c ->
  (forall s a t, missing s a -> after s a = Some t ->
     In t (seen c) /\ (full c s = false -> In a (chosen s) -> is_settled c s t)) ->
  holds_but nothing c.
Proof.
  intros Hc Hmissing. split; try apply Hc.
  - intros s a t Hs Hno Ha Ht. destruct (settled _ _ Hc s a t Hs Hno Ha Ht) as [H | [H | H]]; auto.
    right. left. now apply (proj2 (Hmissing s a t H Ht)).
  - intros s a t Hs Ha Ht. destruct (closed _ _ Hc s a t Hs Ha Ht) as [H | [H | H]]; auto.
    right. left. exact (proj1 (Hmissing s a t H Ht)).
Qed.

Lemma skip_keeps s a rest below t c : holds_but nothing c -> stack c = (s, a :: rest) :: below ->
  after s a = Some t -> In t (seen c) -> (colour_of c s = orange -> colour_of c t <> red) ->
  holds_but nothing (with_stack ((s, rest) :: below) c).
Proof.
  intros Hc Hstack Ht Hseen Hred. apply (complete_keeps _ _ (take_keeps s a rest below c Hc Hstack)).
  intros s' a' u [-> ->] Hu. assert (u = t) as -> by congruence. cbn [seen with_stack full].
  split; [trivial |]. intros Hno Ha. split; [trivial |]. cbn [branch colour_of with_stack].
  assert (Hs : In s (states_of (stack c))) by (rewrite Hstack; now left).
  pose proof (agreed _ _ Hc) as Hag. rewrite Hstack in Hag. destruct Hag as (_ & Hbranch & _). cbn [fst] in Hbranch.
  destruct (on_stack _ _ Hc s Hs) as [[Hyes _] | [_ Horange]]; [congruence |]. specialize (Hred Horange).
  apply (seen_parts _ _ Hc) in Hseen as [Hon | Hoff].
  - assert (Hin : In t (branch c s)) by (rewrite Hbranch; rewrite Hstack in Hon; exact Hon).
    destruct (back_is_safe _ _ Hc s a t Hs Hno Ha Ht Hin) as [H | H]; right; [now left | right; exact H].
  - destruct (off_stack _ _ Hc t Hoff) as [H | [H _]]; [right; now left | contradiction].
Qed.

(** The repair. *)
Hypothesis mended : recount = 1.

Lemma again_keeps s a rest below c : holds_but nothing c -> stack c = (s, a :: rest) :: below ->
  colour_of c s = orange -> holds_but nothing (expand_again s below c).
Proof.
  intros Hc Hstack Horange. set (c' := expand_again s below c).
  assert (Hs : In s (states_of (stack c))) by (rewrite Hstack; now left).
  assert (Hsseen : In s (seen c)) by (apply (seen_parts _ _ Hc); now left).
  assert (Hno : full c s = false).
  { destruct (on_stack _ _ Hc s Hs) as [[_ H] | [H _]]; [congruence | trivial]. }
  pose proof (seen_once _ _ Hc) as Honce. rewrite Hstack in Honce. cbn in Honce.
  apply NoDup_cons_iff in Honce as [Hnot _].
  assert (Hbelow : forall u, In u (states_of below) -> u <> s).
  { intros u Hu ->. apply Hnot, in_or_app. now left. }
  assert (Hpopped : forall u, In u (popped c) -> u <> s).
  { intros u Hu ->. apply Hnot, in_or_app. now right. }
  assert (Hlater : is_later c c').
  { intros u Hu. split; [trivial | split; [trivial |]]. unfold c'. cbn [colour_of full expand_again].
    unfold update. now destruct (state_dec u s). }
  assert (Hcolour : forall u, u <> s -> colour_of c' u = colour_of c u) by (intros u Hu; now apply update_other).
  assert (Hfull : forall u, u <> s -> full c' u = full c u) by (intros u Hu; now apply update_other).
  assert (Hfs : full c' s = true) by apply update_same.
  assert (Hgs : colour_of c' s = green) by apply update_same.
  assert (Htodo : forall u b, u <> s -> is_to_do c u b -> is_to_do c' u b).
  { intros u b Hu (todo & H1 & H2). rewrite Hstack in H1. destruct H1 as [[= <- <-] | H1]; [contradiction |].
    exists todo. split; [now right | trivial]. }
  destruct (frames_same c c' below) as [Hcount Hagree].
  { intros u Hu. split; [apply Hfull; auto | now split]. }
  pose proof (agreed _ _ Hc) as Hag. rewrite Hstack in Hag. destruct Hag as (Hnumber & Hbranch & Hag).
  split; cbn [seen popped c' expand_again]; fold c'.
  - intros u. rewrite (seen_parts _ _ Hc), Hstack. reflexivity.
  - pose proof (seen_once _ _ Hc) as H. rewrite Hstack in H. exact H.
  - intros u [<- | Hu]; [left; now split |]. cbn [fst] in *. rewrite Hfull, Hcolour by auto.
    apply (on_stack _ _ Hc). rewrite Hstack. now right.
  - intros u Hu. rewrite Hfull, Hcolour by auto. now apply (off_stack _ _ Hc).
  - intros u Hu. assert (u <> s) by (intros ->; contradiction). rewrite Hfull, Hcolour by trivial.
    now apply (unseen _ _ Hc).
  - cbn [stack c' expand_again full_in fst]. fold c'. rewrite Hfs, Hcount.
    pose proof (counted _ _ Hc) as H. rewrite Hstack in H. cbn in H. rewrite Hno in H. cbn. now rewrite H, mended.
  - cbn [stack c' expand_again frames_agree fst]. fold c'. rewrite Hcount.
    split; [exact Hnumber | split; [exact Hbranch | now apply Hagree]].
  - exact (branched _ _ Hc).
  - intros u b t Hu Hnf Hb Ht. assert (Hus : u <> s) by (intros ->; congruence). rewrite Hfull in Hnf by trivial.
    destruct (settled _ _ Hc u b t Hu Hnf Hb Ht) as [H | [H | []]]; [left; auto | right; left].
    now apply (settled_later nothing c).
  - intros u b t Hu Hnf Hb Ht Hin. assert (Hus : u <> s) by (intros ->; congruence). rewrite Hfull in Hnf by trivial.
    assert (Hu' : In u (states_of (stack c))) by (rewrite Hstack; exact Hu).
    assert (Huseen : In u (seen c)) by (apply (seen_parts _ _ Hc); now left).
    destruct (branched _ _ Hc u Huseen) as [_ Hsuffix]. destruct (Hsuffix t Hin) as [Htseen _].
    destruct (back_is_safe _ _ Hc u b t Hu' Hnf Hb Ht Hin) as [H | H].
    + left. now apply Hlater.
    + right. now apply (goes_back_later nothing c).
  - intros u b t Hu Hnf Hg Hb Ht. rewrite Hfull in Hnf by auto. rewrite Hcolour in Hg by auto.
    destruct (green_before _ _ Hc u b t Hu Hnf Hg Hb Ht) as [Hgt Hwhen].
    destruct (state_dec t s) as [-> | Hts]; [split; [trivial | now left] |].
    rewrite Hcolour, Hfull by trivial. now split.
  - exact (pop_bounded _ _ Hc).
  - intros u b t Hu Hb Ht. unfold explored in Hb. destruct (state_dec u s) as [-> | Hus].
    + rewrite Hfs in Hb. left. exists (enabled s). split; [now left | trivial].
    + rewrite Hfull in Hb by trivial. destruct (closed _ _ Hc u b t Hu Hb Ht) as [H | [H | []]]; auto.
Qed.

Lemma leave_keeps s below c : holds_but nothing c -> stack c = (s, []) :: below -> holds_but nothing (leave s below c).
Proof.
  intros Hc Hstack. set (c' := leave s below c).
  assert (Hs : In s (states_of (stack c))) by (rewrite Hstack; now left).
  assert (Hsseen : In s (seen c)) by (apply (seen_parts _ _ Hc); now left).
  pose proof (seen_once _ _ Hc) as Honce. rewrite Hstack in Honce. cbn in Honce.
  pose proof Honce as Honce'. apply NoDup_cons_iff in Honce as [Hnot _].
  assert (Hbelow : forall u, In u (states_of below) -> u <> s).
  { intros u Hu ->. apply Hnot, in_or_app. now left. }
  assert (Hpopped : forall u, In u (popped c) -> u <> s).
  { intros u Hu ->. apply Hnot, in_or_app. now right. }
  assert (Hcolour : forall u, u <> s -> colour_of c' u = colour_of c u) by (intros u Hu; now apply update_other).
  assert (Hcs : colour_of c' s = match colour_of c s with
                                 | orange => if leads_to_green c s then green else red | x => x end)
    by apply update_same.
  assert (Hfull : full c' = full c) by reflexivity.
  assert (Hlater : is_later c c').
  { intros u Hu. split; [trivial | split; [trivial | split; [| trivial]]]. intros Hg.
    destruct (state_dec u s) as [-> | Hus]; [now rewrite Hcs, Hg | now rewrite Hcolour]. }
  assert (Htodo : forall u b, is_to_do c u b -> is_to_do c' u b).
  { intros u b (todo & H1 & H2). rewrite Hstack in H1. destruct H1 as [[= <- <-] | H1]; [easy |].
    now exists todo. }
  pose proof (agreed _ _ Hc) as Hag. rewrite Hstack in Hag. destruct Hag as (Hnumber & Hbranch & Hag).
  destruct (frames_same c c' below) as [Hcount Hagree]; [now intros u _ |].
  split; cbn [seen stack popped c' leave]; fold c'.
  - intros u. rewrite (seen_parts _ _ Hc), Hstack. cbn. tauto.
  - apply (Permutation_NoDup (Permutation_middle _ _ _)). exact Honce'.
  - intros u Hu. rewrite Hcolour by auto. rewrite Hfull. apply (on_stack _ _ Hc). rewrite Hstack. now right.
  - intros u [<- | Hu].
    + rewrite Hcs, Hfull. destruct (on_stack _ _ Hc s Hs) as [[_ ->] | [Hno ->]]; [now left |].
      destruct (leads_to_green c s); auto.
    + rewrite Hcolour by auto. now apply (off_stack _ _ Hc).
  - intros u Hu. assert (u <> s) by (intros ->; contradiction). rewrite Hcolour by trivial.
    now apply (unseen _ _ Hc).
  - rewrite Hcount. pose proof (counted _ _ Hc) as H. rewrite Hstack in H. cbn in H. cbn [counter c' leave].
    rewrite H. destruct (full c s); reflexivity.
  - now apply Hagree.
  - exact (branched _ _ Hc).
  - intros u b t Hu Hnf Hb Ht. destruct (settled _ _ Hc u b t Hu Hnf Hb Ht) as [H | [H | []]]; [left; auto | right; left].
    now apply (settled_later nothing c).
  - intros u b t Hu Hnf Hb Ht Hin.
    assert (Hu' : In u (states_of (stack c))) by (rewrite Hstack; now right).
    assert (Huseen : In u (seen c)) by (apply (seen_parts _ _ Hc); now left).
    destruct (branched _ _ Hc u Huseen) as [_ Hsuffix]. destruct (Hsuffix t Hin) as [Htseen _].
    destruct (back_is_safe _ _ Hc u b t Hu' Hnf Hb Ht Hin) as [H | H].
    + left. now apply Hlater.
    + right. now apply (goes_back_later nothing c).
  - intros u b t [<- | Hu] Hnf Hg Hb Ht.
    + (* s leaves in green: all its successors are green, on the stack fully expanded *)
      assert (Horange : colour_of c s = orange).
      { destruct (on_stack _ _ Hc s Hs) as [[H _] | [_ H]]; [rewrite Hfull in Hnf; congruence | trivial]. }
      rewrite Hcs, Horange in Hg. destruct (leads_to_green c s) eqn:Hleads; [| discriminate].
      unfold leads_to_green in Hleads. rewrite forallb_forall in Hleads. specialize (Hleads b Hb).
      rewrite Ht in Hleads. destruct (colour_of c t) eqn:Hct; try discriminate.
      assert (Hts : t <> s) by (intros ->; congruence). rewrite Hcolour by trivial. split; [trivial |].
      destruct (in_dec state_dec t (seen c)) as [Htseen | Hn];
        [| apply (unseen _ _ Hc) in Hn as [Hw _]; congruence].
      apply (seen_parts _ _ Hc) in Htseen as [Hon | Hoff].
      * left. destruct (on_stack _ _ Hc t Hon) as [[H _] | [_ H]]; [trivial | congruence].
      * right. split; [now right |]. unfold c'. cbn [pop_number leave]. rewrite update_same, update_other by trivial.
        now apply (pop_bounded _ _ Hc).
    + assert (Hus : u <> s) by auto. rewrite Hcolour in Hg by trivial.
      destruct (green_before _ _ Hc u b t Hu Hnf Hg Hb Ht) as [Hgt Hwhen].
      assert (Htseen : In t (seen c)).
      { destruct (in_dec state_dec t (seen c)) as [| Hn]; [trivial |].
        apply (unseen _ _ Hc) in Hn as [Hw _]. congruence. }
      split; [now apply Hlater |]. destruct Hwhen as [H | [Hoff Hless]]; [now left | right].
      split; [now right |]. unfold c'. cbn [pop_number leave]. rewrite !update_other by auto. trivial.
  - intros u [<- | Hu]; unfold c'; cbn [pop_number leave length].
    + rewrite update_same. lia.
    + rewrite update_other by auto. pose proof (pop_bounded _ _ Hc u Hu). lia.
  - intros u b t Hu Hb Ht. destruct (closed _ _ Hc u b t Hu Hb Ht) as [H | [H | []]]; auto.
Qed.

Lemma step_keeps c c' : holds_but nothing c -> search_step c c' -> holds_but nothing c'.
Proof.
  intros Hc Hstep. destruct Hstep as [s a rest below t in_full c Hstack Ht Hnew Hmay
    | s a rest below t c Hstack Ht Hseen Hred | s a rest below t c Hstack Ht Hseen Horange Hred | s below c Hstack].
  - apply (push_keeps _ _ _ _ (take_keeps s a rest below c Hc Hstack)); trivial.
    intros s' a' u [-> ->] Hu. split; [congruence |]. now exists rest, below.
  - now apply (skip_keeps s a rest below t c).
  - now apply (again_keeps s a rest below c).
  - now apply leave_keeps.
Qed.

Lemma holds c : search_reaches c -> holds_but nothing c.
Proof.
  induction 1 as [in_full Hmay | c c' _ IH Hstep]; [| now apply (step_keeps c)].
  apply (push_keeps nothing); [| now intros [] | trivial | now intros s a u []].
  split; try easy; [intros s; cbn; tauto | constructor].
Qed.

Lemma initial_seen c : search_reaches c -> In initial (seen c).
Proof.
  induction 1 as [in_full Hmay | c c' _ IH Hstep]; [now left |]. destruct Hstep; cbn; auto.
Qed.

End ColourProviso.

Arguments seen {_ _} _.
Arguments stack {_ _} _.
Arguments popped {_ _} _.
Arguments colour_of {_ _} _ _.
Arguments full {_ _} _ _.
Arguments branch {_ _} _ _.
Arguments pop_number {_ _} _ _.
Arguments explored {_ _} _ _ _ _.
Arguments goes_back {_ _} _ _ _.
Arguments is_to_do {_ _} _ _ _.
Arguments seen_parts {_ _ _ _ _} _ _ _ _.
Arguments off_stack {_ _ _ _ _} _ _ _ _ _.
Arguments branched {_ _ _ _ _} _ _ _ _ _.
Arguments settled {_ _ _ _ _} _ _ _ _ _ _ _ _ _ _.
Arguments green_before {_ _ _ _ _} _ _ _ _ _ _ _ _ _ _ _.
Arguments closed {_ _ _ _ _} _ _ _ _ _ _ _ _ _.
