(** Stubborn sets keep deadlocks.

    [E] section 2.4.1, Definition 3, after Valmari.  Python: stubborn_sets.py, deadlocks.py.

    For a set of actions, enabled or not, and all words w of actions outside it:

      D0   some action of the set is enabled, unless nothing is enabled at s;
      D1   if t is in the set and s –w t→ s′, then s –t w→ s′;
      D2   if t is in the set and enabled at s, and s –w→, then s –w t→      (strongly stubborn);
      D2w  some t in the set, the key, is enabled at s and stays so as in D2     (weakly stubborn; unless s is dead).

    The system may have cycles, and no independence is assumed.  Proved here:

      - [stubborn_is_weakly_stubborn];
      - [stubborn_sets_keep_deadlocks]: where the sets are weakly stubborn at the states explored, every deadlock
        reachable in the system is reachable in the reduction, by a permutation of the run;
      - [reduction_invents_no_deadlock]: where nothing is explored, nothing is enabled;
      - [enabled_part_is_stubborn], [enabled_part_is_weakly_stubborn]: so a reduction can be judged by what it explores;
      - [printed_d1_loses_a_deadlock]: with D1 as [E] prints it, for w inside the set and t arbitrary, a system of
        three actions and six states loses a deadlock. *)

Require Import List Bool Arith Lia.
Require Import Permutation.
Import ListNotations.

Section StubbornSets.
Variables state action : Type.
Variable after : state -> action -> option state.
Implicit Types (s u : state) (t a : action) (w v : list action) (chosen : action -> Prop).

Inductive run : state -> list action -> state -> Prop :=
| run_nil s : run s [] s
| run_cons s a u w d : after s a = Some u -> run u w d -> run s (a :: w) d.

Definition is_enabled s a := exists u, after s a = Some u.

Definition is_dead s := forall a, after s a = None.

Definition is_outside chosen w := forall a, In a w -> ~ chosen a.

Definition satisfies_d0 s chosen := is_dead s \/ exists t, chosen t /\ is_enabled s t.

Definition satisfies_d1 s chosen := forall t w u, chosen t -> is_outside chosen w ->
  run s (w ++ [t]) u -> run s (t :: w) u.

(** t stays enabled after every word outside the set. *)
Definition stays_enabled s chosen t := forall w u, is_outside chosen w -> run s w u -> is_enabled u t.

Definition satisfies_d2 s chosen := forall t, chosen t -> is_enabled s t -> stays_enabled s chosen t.

Definition is_stubborn s chosen := satisfies_d0 s chosen /\ satisfies_d1 s chosen /\ satisfies_d2 s chosen.

Definition is_key s chosen t := chosen t /\ is_enabled s t /\ stays_enabled s chosen t.

Definition is_weakly_stubborn s chosen := satisfies_d1 s chosen /\ (is_dead s \/ exists t, is_key s chosen t).

Theorem stubborn_is_weakly_stubborn s chosen : is_stubborn s chosen -> is_weakly_stubborn s chosen.
Proof.
  intros (H0 & H1 & H2). split; [trivial |]. destruct H0 as [Hdead | (t & Ht & Hen)]; [now left | right].
  exists t. repeat split; auto.
Qed.

(** Runs. *)

Lemma run_head s t w d : run s (t :: w) d -> exists u, after s t = Some u /\ run u w d.
Proof. inversion 1; subst. eauto. Qed.

Lemma run_app s v w d : run s (v ++ w) d <-> exists u, run s v u /\ run u w d.
Proof.
  revert s. induction v as [| a v IH]; intros s; cbn.
  - split; [intros H; exists s; split; [constructor | trivial] |]. intros (u & Hv & Hw). now inversion Hv; subst.
  - split.
    + inversion 1; subst. match goal with H : run _ (v ++ w) _ |- _ => apply IH in H as (x & Hx & Hw) end.
      exists x. split; [econstructor; eauto | trivial].
    + intros (x & Hx & Hw). inversion Hx; subst. econstructor; eauto. apply IH. now exists x.
Qed.

Lemma run_one s a u : run s [a] u <-> after s a = Some u.
Proof.
  split.
  - inversion 1; subst. match goal with H : run _ [] _ |- _ => now inversion H; subst end.
  - intros H. econstructor; [exact H | constructor].
Qed.

Lemma earliest_chosen chosen w : (forall a, {chosen a} + {~ chosen a}) ->
  is_outside chosen w \/ exists v t x, w = v ++ t :: x /\ chosen t /\ is_outside chosen v.
Proof.
  intros dec. induction w as [| a w [IH | (v & t & x & -> & Ht & Hv)]].
  - left. intros a [].
  - destruct (dec a) as [Ha | Ha].
    + right. exists [], a, w. repeat split; trivial. intros b [].
    + left. intros b [<- | Hb]; auto.
  - destruct (dec a) as [Ha | Ha].
    + right. exists [], a, (v ++ t :: x). repeat split; trivial. intros b [].
    + right. exists (a :: v), t, x. repeat split; trivial. intros b [<- | Hb]; auto.
Qed.

(** The reduction: at each state what is chosen and enabled. *)
Inductive reduced_run (chosen : state -> action -> Prop) : state -> list action -> state -> Prop :=
| reduced_nil s : reduced_run chosen s [] s
| reduced_cons s t u w d : chosen s t -> after s t = Some u -> reduced_run chosen u w d ->
    reduced_run chosen s (t :: w) d.

Theorem stubborn_sets_keep_deadlocks (chosen : state -> action -> Prop) s :
  (forall u a, {chosen u a} + {~ chosen u a}) ->
  (forall v u, reduced_run chosen s v u -> is_weakly_stubborn u (chosen u)) ->
  forall w d, run s w d -> is_dead d -> exists v, reduced_run chosen s v d /\ Permutation v w.
Proof.
  intros dec. intros Hstubborn w. remember (length w) as n eqn:Hn. revert s w Hstubborn Hn.
  induction n as [| n IH]; intros s w Hstubborn Hn d Hrun Hdead.
  - destruct w; [| easy]. inversion Hrun; subst. exists []. split; constructor.
  - destruct (Hstubborn [] s (reduced_nil chosen s)) as [H1 Hkey].
    destruct (earliest_chosen (chosen s) w (dec s)) as [Hout | (v & t & x & -> & Ht & Hv)].
    + (* a run of other actions only: it neither is empty nor can it disable the key *)
      exfalso. destruct Hkey as [Hs | (t & _ & _ & Hstays)].
      * destruct w as [| a w]; [easy |]. inversion Hrun; subst. rewrite Hs in *. discriminate.
      * destruct (Hstays w d Hout Hrun) as (u & Hu). rewrite Hdead in Hu. discriminate.
    + (* the earliest chosen action goes to the front *)
      assert (Hmoved : run s (t :: v ++ x) d).
      { apply run_app in Hrun as (u & Hu & Hx). apply run_head in Hx as (y & Ht' & Hx).
        apply (run_app s (t :: v) x d). exists y. split; [| trivial].
        apply H1; trivial. apply run_app. exists u. split; [trivial | now apply run_one]. }
      apply run_head in Hmoved as (s' & Hs' & Hmoved).
      destruct (IH s' (v ++ x)) with (d := d) as (z & Hz & Hperm); trivial.
      * intros y u Hy. apply (Hstubborn (t :: y)). now apply reduced_cons with s'.
      * rewrite app_length in *. cbn in Hn. lia.
      * exists (t :: z). split; [now apply reduced_cons with s' |].
        apply Permutation_trans with (t :: v ++ x); [now constructor | apply Permutation_middle].
Qed.

Corollary strongly_stubborn_sets_keep_deadlocks (chosen : state -> action -> Prop) s :
  (forall u a, {chosen u a} + {~ chosen u a}) ->
  (forall v u, reduced_run chosen s v u -> is_stubborn u (chosen u)) ->
  forall w d, run s w d -> is_dead d -> exists v, reduced_run chosen s v d /\ Permutation v w.
Proof.
  intros dec H. apply stubborn_sets_keep_deadlocks; trivial.
  intros v u Hv. apply stubborn_is_weakly_stubborn. now apply (H v).
Qed.

Theorem reduction_invents_no_deadlock chosen s : is_weakly_stubborn s chosen ->
  (forall t, chosen t -> ~ is_enabled s t) -> is_dead s.
Proof. intros [_ [Hdead | (t & Ht & Hen & _)]] Hnone; [trivial | exfalso; now apply (Hnone t)]. Qed.

(** Judging by what is explored. *)

Definition enabled_part s chosen a := chosen a /\ is_enabled s a.

Lemma outside_enabled_part s chosen w u : (forall a, {chosen a} + {~ chosen a}) -> satisfies_d1 s chosen ->
  is_outside (enabled_part s chosen) w -> run s w u -> is_outside chosen w.
Proof.
  intros dec H1 Hout Hrun. destruct (earliest_chosen chosen w dec) as [| (v & t & x & -> & Ht & Hv)]; [trivial |].
  exfalso. apply (Hout t); [apply in_or_app; right; now left |]. split; [trivial |].
  apply run_app in Hrun as (y & Hy & Hx). apply run_head in Hx as (z & Hz & Hx).
  assert (Hmoved : run s (t :: v) z).
  { apply H1; trivial. apply run_app. exists y. split; [trivial | now apply run_one]. }
  apply run_head in Hmoved as (s' & Hs' & _). now exists s'.
Qed.

Lemma enabled_part_keeps_d1 s chosen : (forall a, {chosen a} + {~ chosen a}) -> satisfies_d1 s chosen ->
  satisfies_d1 s (enabled_part s chosen).
Proof.
  intros dec H1 t w u [Ht _] Hout Hrun. apply H1; trivial.
  pose proof Hrun as Hrun'. apply run_app in Hrun' as (x & Hx & _). now apply (outside_enabled_part s chosen w x).
Qed.

Theorem enabled_part_is_stubborn s chosen : (forall a, {chosen a} + {~ chosen a}) ->
  is_stubborn s chosen -> is_stubborn s (enabled_part s chosen).
Proof.
  intros dec (H0 & H1 & H2). split; [| split].
  - destruct H0 as [| (t & Ht & Hen)]; [now left | right]. exists t. now repeat split.
  - now apply enabled_part_keeps_d1.
  - intros t [Ht _] Hen w u Hout Hrun. apply (H2 t Ht Hen w); [| trivial].
    now apply (outside_enabled_part s chosen w u).
Qed.

Theorem enabled_part_is_weakly_stubborn s chosen : (forall a, {chosen a} + {~ chosen a}) ->
  is_weakly_stubborn s chosen -> is_weakly_stubborn s (enabled_part s chosen).
Proof.
  intros dec (H1 & Hkey). split; [now apply enabled_part_keeps_d1 |].
  destruct Hkey as [| (t & Ht & Hen & Hstays)]; [now left | right]. exists t. repeat split; trivial.
  intros w u Hout Hrun. apply (Hstays w); [| trivial]. now apply (outside_enabled_part s chosen w u).
Qed.

(** D1 as printed. *)
Definition satisfies_printed_d1 s chosen := forall t w u, (forall a, In a w -> chosen a) ->
  run s (t :: w) u -> run s (w ++ [t]) u.

End StubbornSets.

Arguments run {state action} _ _ _ _.
Arguments is_dead {state action} _ _.
Arguments reduced_run {state action} _ _ _ _ _.
Arguments satisfies_d0 {state action} _ _ _.
Arguments satisfies_d2 {state action} _ _ _.
Arguments satisfies_printed_d1 {state action} _ _ _.

(** Six states: a and b lead from 0 to 3 in both orders; between b and a, c may come, and then a leads to 5. *)
Inductive three := a | b | c.

Definition read_in_between (s : nat) (t : three) : option nat :=
  match s, t with
  | 0, a => Some 1 | 0, b => Some 2
  | 1, b => Some 3
  | 2, a => Some 3 | 2, c => Some 4
  | 4, a => Some 5
  | _, _ => None
  end.

(** a alone at 0, and everything elsewhere. *)
Definition a_at_first (s : nat) (t : three) : Prop := match s with 0 => t = a | _ => True end.

Lemma dead s : 5 <= s -> is_dead read_in_between s.
Proof. intros Hs t. do 5 (destruct s as [| s]; [lia |]). now destruct t. Qed.

Lemma only_a w : (forall t, In t w -> a_at_first 0 t) -> w = [] \/ exists v, w = a :: v /\ forall t, In t v -> t = a.
Proof.
  destruct w as [| t w]; intros H; [now left | right]. rewrite (H t) by now left.
  exists w. split; [trivial |]. intros x Hx. apply H. now right.
Qed.

Theorem printed_d1_loses_a_deadlock :
  satisfies_d0 read_in_between 0 (a_at_first 0) /\
  satisfies_printed_d1 read_in_between 0 (a_at_first 0) /\
  satisfies_d2 read_in_between 0 (a_at_first 0) /\
  (exists w, run read_in_between 0 w 5) /\ is_dead read_in_between 5 /\
  ~ exists v, reduced_run read_in_between a_at_first 0 v 5.
Proof.
  split; [| split; [| split; [| split; [| split]]]].
  - right. exists a. split; [easy |]. now exists 1.
  - intros t w u Hw Hrun. destruct (only_a w Hw) as [-> | (v & -> & Hv)]; [trivial |].
    apply run_head in Hrun as (x & Hx & Hrun). apply run_head in Hrun as (y & Hy & Hrun).
    destruct t; cbn in Hx; try discriminate; injection Hx as <-; cbn in Hy; try discriminate.
    injection Hy as <-. destruct v as [| z v].
    + cbn. repeat econstructor. now inversion Hrun; subst.
    + rewrite (Hv z) in Hrun by now left. apply run_head in Hrun as (z' & Hz' & _). discriminate.
  - intros t Ht _ w u Hout Hrun. cbn in Ht. subst t.
    (* without a the words are ε, b and b c *)
    destruct w as [| [] w]; [inversion Hrun; subst; now exists 1 | | |].
    + exfalso. now apply (Hout a); [left |].
    + apply run_head in Hrun as (x & [= <-] & Hrun).
      destruct w as [| [] w]; [inversion Hrun; subst; now exists 3 | | |].
      * exfalso. now apply (Hout a); [right; left |].
      * apply run_head in Hrun as (x & Hx & _). discriminate.
      * apply run_head in Hrun as (x & [= <-] & Hrun).
        destruct w as [| [] w]; [inversion Hrun; subst; now exists 5 | | |].
        -- exfalso. now apply (Hout a); [right; right; left |].
        -- apply run_head in Hrun as (x & Hx & _). discriminate.
        -- apply run_head in Hrun as (x & Hx & _). discriminate.
    + apply run_head in Hrun as (x & Hx & _). discriminate.
  - exists [b; c; a]. repeat econstructor.
  - apply dead. lia.
  - assert (Hthree : forall s v u, reduced_run read_in_between a_at_first s v u -> s = 1 \/ s = 3 -> u <> 5).
    { induction 1 as [s | s t x w d Ht Hx _ IH]; [lia |]. intros [-> | ->].
      - apply IH. right. destruct t; cbn in Hx; congruence.
      - destruct t; discriminate. }
    intros (v & Hv). inversion Hv as [| s t u w d Ht Hu Hw]; subst.
    cbn in Ht. subst t. injection Hu as <-. now apply (Hthree 1 w 5 Hw); [left |].
Qed.
