(** Client/server systems: processes that synchronise in pairs, a client with a server.

    [HLPW] Definitions 1–3, Remark 4, Definition 10, Proposition 11.
    Python: src/mazurka/systems/client_server.py; local_runs.py.

    Processes are numbered, clients first.  Every action has a client and a server, its domain.  A global state is
    the list of the local states.  Clients are acyclic: their local states have a height that their steps lower.
    Actions are independent iff their domains are disjoint.  Proved here:

      - [client_server_system]: a client/server system is a system, that is: its independence is valid at every
        state, and its runs are bounded;
      - [local_run_of_prefix]: what a process does in a global run is a local run of it;
      - [can_step_unmoved]: a process that has not moved can take the same steps. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems.

Record client_server := ClientServer {
  label : Type;
  label_dec : forall a b : label, {a = b} + {a <> b};
  labels : list label;
  labels_complete : forall a, In a labels;
  local_state : Type;
  clients : nat;
  client : label -> nat;
  server : label -> nat;
  client_is_client : forall a, client a < clients;
  server_is_server : forall a, clients <= server a;
  step : nat -> local_state -> label -> option local_state;
  step_of_domain : forall p x a y, step p x a = Some y -> p = client a \/ p = server a;
  local_height : nat -> local_state -> nat;
  clients_are_acyclic : forall p x a y,
    p < clients -> step p x a = Some y -> local_height p y < local_height p x;
  local_initial : list local_state }.

Arguments client {_} _.
Arguments server {_} _.
Arguments step {_} _ _ _.

Section ClientServer.
Variable C : client_server.
Implicit Types (a b : label C) (s t u : list (local_state C)) (p q : nat).

Definition domain a : list nat := [client a; server a].

(** dom(w). *)
Definition processes_of (w : list (label C)) : list nat := flat_map domain w.

Definition disjoint_domains a b : bool :=
  forallb (fun p => negb (if in_dec Nat.eq_dec p (domain b) then true else false)) (domain a).

Lemma client_is_not_server a b : client a <> server b.
Proof. pose proof (client_is_client C a). pose proof (server_is_server C b). lia. Qed.

Lemma disjoint_domains_true a b :
  disjoint_domains a b = true <-> forall p, In p (domain a) -> ~ In p (domain b).
Proof.
  unfold disjoint_domains. rewrite forallb_forall. split; intros H p Hp; specialize (H p Hp).
  - now destruct (in_dec Nat.eq_dec p (domain b)).
  - now destruct (in_dec Nat.eq_dec p (domain b)).
Qed.

Lemma disjoint_domains_false a b :
  disjoint_domains a b = false <-> exists p, In p (domain a) /\ In p (domain b).
Proof.
  split.
  - intros H. destruct (in_dec Nat.eq_dec (client a) (domain b)) as [Hc | Hc].
    + exists (client a). split; [now left | trivial].
    + destruct (in_dec Nat.eq_dec (server a) (domain b)) as [Hs | Hs].
      * exists (server a). split; [now right; left | trivial].
      * rewrite (proj2 (disjoint_domains_true a b)) in H; [discriminate |].
        intros p [<- | [<- | []]]; trivial.
  - intros (p & Ha & Hb). destruct (disjoint_domains a b) eqn:H; trivial. exfalso.
    now apply (proj1 (disjoint_domains_true a b) H p).
Qed.

Lemma disjoint_domains_sym a b : disjoint_domains a b = true -> disjoint_domains b a = true.
Proof. rewrite !disjoint_domains_true. intros H p Hb Ha. now apply (H p). Qed.

Lemma disjoint_domains_irrefl a : disjoint_domains a a = false.
Proof. apply disjoint_domains_false. exists (client a). split; now left. Qed.

Definition client_server_alphabet : alphabet := {|
  action := label C;
  action_dec := label_dec C;
  independent := disjoint_domains;
  independent_sym := disjoint_domains_sym;
  independent_irrefl := disjoint_domains_irrefl |}.

(** Local states, and global ones as lists of them. *)

Definition local_step s p a : option (local_state C) :=
  match nth_error s p with Some x => step p x a | None => None end.

(** s_p –a→. *)
Definition can_step s p a := exists y, local_step s p a = Some y.

Fixpoint update s p (x : local_state C) : list (local_state C) :=
  match s, p with
  | [], _ => []
  | _ :: rest, 0 => x :: rest
  | y :: rest, Datatypes.S q => y :: update rest q x
  end.

Definition global_after s a : option (list (local_state C)) :=
  match local_step s (client a) a, local_step s (server a) a with
  | Some x, Some y => Some (update (update s (client a) x) (server a) y)
  | _, _ => None
  end.

Lemma update_same s p x y : nth_error s p = Some y -> nth_error (update s p x) p = Some x.
Proof. revert p. induction s as [| z s IH]; intros [| p]; cbn; try easy. apply IH. Qed.

Lemma update_other s p q x : p <> q -> nth_error (update s p x) q = nth_error s q.
Proof.
  revert p q. induction s as [| z s IH]; intros [| p] [| q] Hpq; cbn; trivial; [contradiction |].
  apply IH. congruence.
Qed.

Lemma states_equal s t : (forall p, nth_error s p = nth_error t p) -> s = t.
Proof.
  revert t. induction s as [| x s IH]; intros [| y t] H; trivial.
  - specialize (H 0). discriminate.
  - specialize (H 0). discriminate.
  - f_equal; [now injection (H 0) | apply IH; intros p; apply (H (Datatypes.S p))].
Qed.

Lemma local_step_defined s p a y : local_step s p a = Some y -> exists x, nth_error s p = Some x.
Proof. unfold local_step. destruct (nth_error s p) as [x |]; [now exists x | easy]. Qed.

Lemma local_step_equal s t p a : nth_error s p = nth_error t p -> local_step s p a = local_step t p a.
Proof. unfold local_step. now intros ->. Qed.

Lemma after_inside s a t p : global_after s a = Some t -> In p (domain a) ->
  exists y, local_step s p a = Some y /\ nth_error t p = Some y.
Proof.
  unfold global_after. pose proof (client_is_not_server a a) as Hneq.
  destruct (local_step s (client a) a) as [x |] eqn:Hx; [| easy].
  destruct (local_step s (server a) a) as [y |] eqn:Hy; [| easy].
  intros [= <-] [<- | [<- | []]].
  - exists x. split; [trivial |]. destruct (local_step_defined _ _ _ _ Hx) as (z & Hz).
    rewrite update_other by auto. now apply update_same with z.
  - exists y. split; [trivial |]. destruct (local_step_defined _ _ _ _ Hy) as (z & Hz).
    apply update_same with z. now rewrite update_other.
Qed.

Lemma after_outside s a t p : global_after s a = Some t -> ~ In p (domain a) -> nth_error t p = nth_error s p.
Proof.
  unfold global_after.
  destruct (local_step s (client a) a); [| easy]. destruct (local_step s (server a) a); [| easy].
  intros [= <-] Hp. rewrite !update_other; trivial; intros <-; apply Hp; cbn; auto.
Qed.

Lemma after_defined s a : (forall p, In p (domain a) -> can_step s p a) -> exists t, global_after s a = Some t.
Proof.
  intros H. destruct (H (client a)) as (x & Hx); [now left |].
  destruct (H (server a)) as (y & Hy); [now right; left |].
  unfold global_after. rewrite Hx, Hy. eauto.
Qed.

Lemma enabled_can_step s a t p : global_after s a = Some t -> In p (domain a) -> can_step s p a.
Proof. intros Ht Hp. destruct (after_inside s a t p Ht Hp) as (y & Hy & _). now exists y. Qed.

(** Independence is valid. *)

Lemma in_domain_dec p a : {In p (domain a)} + {~ In p (domain a)}.
Proof. apply in_dec, Nat.eq_dec. Qed.

Lemma global_independent_both s t t' a b : disjoint_domains a b = true ->
  global_after s a = Some t -> global_after s b = Some t' -> exists u, global_after t b = Some u.
Proof.
  intros Hab Ht Ht'. apply after_defined. intros p Hp.
  destruct (enabled_can_step s b t' p Ht' Hp) as (y & Hy). exists y. rewrite <- Hy.
  apply local_step_equal, (after_outside s a); trivial.
  intros Ha. now apply (proj1 (disjoint_domains_true a b) Hab p).
Qed.

Lemma global_independent_swap s t u a b : disjoint_domains a b = true ->
  global_after s a = Some t -> global_after t b = Some u ->
  exists t', global_after s b = Some t' /\ global_after t' a = Some u.
Proof.
  intros Hab Ht Hu. pose proof (proj1 (disjoint_domains_true a b) Hab) as Hdisjoint.
  assert (Hb : exists t', global_after s b = Some t').
  { apply after_defined. intros p Hp. destruct (enabled_can_step t b u p Hu Hp) as (y & Hy).
    exists y. rewrite <- Hy. symmetry. apply local_step_equal, (after_outside s a); trivial.
    intros Ha. now apply (Hdisjoint p). }
  destruct Hb as (t' & Ht'). exists t'. split; [trivial |].
  destruct (global_independent_both s t' t b a) as (u' & Hu'); auto using disjoint_domains_sym.
  rewrite Hu'. f_equal. apply states_equal. intros p.
  destruct (in_domain_dec p a) as [Ha | Ha], (in_domain_dec p b) as [Hb | Hb].
  - exfalso. now apply (Hdisjoint p).
  - destruct (after_inside t' a u' p Hu' Ha) as (y' & Hy' & ->).
    rewrite (after_outside t b u p Hu Hb).
    destruct (after_inside s a t p Ht Ha) as (y & Hy & ->).
    rewrite (local_step_equal t' s) in Hy' by now apply (after_outside s b). congruence.
  - rewrite (after_outside t' a u' p Hu' Ha).
    destruct (after_inside t b u p Hu Hb) as (y & Hy & ->).
    destruct (after_inside s b t' p Ht' Hb) as (y' & Hy' & ->).
    rewrite (local_step_equal t s) in Hy by now apply (after_outside s a). congruence.
  - rewrite (after_outside t' a u' p Hu' Ha), (after_outside s b t' p Ht' Hb).
    now rewrite (after_outside t b u p Hu Hb), (after_outside s a t p Ht Ha).
Qed.

(** Remark 4: all runs are bounded. *)

Definition client_height p x : nat := if p <? clients C then local_height C p x else 0.

Fixpoint heights p s : nat :=
  match s with
  | [] => 0
  | x :: rest => client_height p x + heights (Datatypes.S p) rest
  end.

Lemma heights_update p s q x y : nth_error s q = Some y ->
  heights p (update s q x) + client_height (p + q) y = heights p s + client_height (p + q) x.
Proof.
  revert p q. induction s as [| z s IH]; intros p [| q]; cbn; try easy.
  - intros [= ->]. rewrite Nat.add_0_r. lia.
  - intros Hq. specialize (IH (Datatypes.S p) q Hq).
    replace (p + Datatypes.S q) with (Datatypes.S p + q) by lia. lia.
Qed.

Lemma global_height_after s a t : global_after s a = Some t -> heights 0 t < heights 0 s.
Proof.
  unfold global_after. pose proof (client_is_client C a) as Hclient.
  pose proof (server_is_server C a) as Hserver.
  destruct (local_step s (client a) a) as [x |] eqn:Hx; [| easy].
  destruct (local_step s (server a) a) as [y |] eqn:Hy; [| easy].
  destruct (local_step_defined _ _ _ _ Hx) as (x0 & Hx0).
  destruct (local_step_defined _ _ _ _ Hy) as (y0 & Hy0).
  intros [= <-].
  assert (Hy1 : nth_error (update s (client a) x) (server a) = Some y0).
  { rewrite update_other; [trivial | apply client_is_not_server]. }
  pose proof (heights_update 0 s (client a) x x0 Hx0) as H1.
  pose proof (heights_update 0 _ (server a) y y0 Hy1) as H2.
  unfold local_step in Hx. rewrite Hx0 in Hx.
  pose proof (clients_are_acyclic C _ _ _ _ Hclient Hx) as Hlower.
  cbn [Nat.add] in *. unfold client_height in *.
  rewrite (proj2 (Nat.ltb_lt _ _) Hclient) in H1. rewrite (proj2 (Nat.ltb_ge _ _) Hserver) in H2. lia.
Qed.

(** Definition 3. *)
Definition client_server_system : system := {|
  alphabet_of := client_server_alphabet;
  state := list (local_state C);
  initial := local_initial C;
  actions := labels C;
  actions_complete := labels_complete C;
  after := global_after;
  height := heights 0;
  height_after := global_height_after;
  independent_swap := global_independent_swap;
  independent_both := global_independent_both |}.

End ClientServer.

Arguments domain {C} _.
Arguments processes_of {C} _.
Arguments can_step {C} _ _ _.
Arguments local_step {C} _ _ _.

Section LocalRuns.
Variable C : client_server.
Local Notation S := (client_server_system C).
Implicit Types (a b c : S) (s t : state S) (v w : word S) (p q : nat).

Lemma in_processes_of p w : In p (processes_of w) <-> exists a, In a w /\ In p (domain a).
Proof. unfold processes_of. rewrite in_flat_map. reflexivity. Qed.

Lemma processes_of_app v w : processes_of (v ++ w) = processes_of v ++ processes_of w.
Proof. apply flat_map_app. Qed.

Lemma processes_of_equivalent v w p : v ≃ w -> In p (processes_of v) -> In p (processes_of w).
Proof.
  intros Hvw. rewrite !in_processes_of. intros (a & Ha & Hp). exists a.
  split; [now apply (equivalent_in S a v w) | trivial].
Qed.

Lemma domain_pair a p q r : In p (domain a) -> In q (domain a) -> p <> q -> In r (domain a) -> r = p \/ r = q.
Proof. intros [<- | [<- | []]] [<- | [<- | []]] Hpq [<- | [<- | []]]; auto; contradiction. Qed.

Lemma other_process a p : In p (domain a) -> exists q, In q (domain a) /\ p <> q.
Proof.
  pose proof (client_is_not_server C a a) as H.
  intros [<- | [<- | []]]; [exists (server a) | exists (client a)]; cbn; auto.
Qed.

Lemma dependent_iff a b : independent (a : S) b = false <-> exists p, In p (domain a) /\ In p (domain b).
Proof. apply disjoint_domains_false. Qed.

Lemma independent_iff a b : independent (a : S) b = true <-> forall p, In p (domain a) -> ~ In p (domain b).
Proof. apply disjoint_domains_true. Qed.

Lemma independent_of_iff a w : independent_of (a : S) w <-> forall p, In p (domain a) -> ~ In p (processes_of w).
Proof.
  split.
  - intros H p Hp Hw. apply in_processes_of in Hw as (b & Hb & Hpb).
    apply (proj1 (independent_iff a b) (H b Hb) p Hp Hpb).
  - intros H b Hb. apply independent_iff. intros p Ha Hpb. apply (H p Ha), in_processes_of. now exists b.
Qed.

(** Local runs. *)

Fixpoint local_after p (x : local_state C) w : option (local_state C) :=
  match w with
  | [] => Some x
  | a :: v => match step p x a with Some y => local_after p y v | None => None end
  end.

(** s_p –w→. *)
Definition is_local_run s p w := exists x y, nth_error s p = Some x /\ local_after p x w = Some y.

(** What process p does in w. *)
Definition at_process p w : word S := filter (fun a => if in_domain_dec C p a then true else false) w.

Lemma in_at_process p a w : In a (at_process p w) <-> In a w /\ In p (domain a).
Proof. unfold at_process. rewrite filter_In. destruct (in_domain_dec C p a); intuition discriminate. Qed.

Lemma local_after_app p x v w : local_after p x (v ++ w) =
  match local_after p x v with Some y => local_after p y w | None => None end.
Proof.
  revert x. induction v as [| a v IH]; intros x; cbn; [trivial |].
  destruct (step p x a); auto.
Qed.

Lemma local_run_of_run s w t p x : after_word s w = Some t -> nth_error s p = Some x ->
  exists y, local_after p x (at_process p w) = Some y /\ nth_error t p = Some y.
Proof.
  revert s x. induction w as [| a w IH]; intros s x Ht Hx.
  - injection Ht as <-. now exists x.
  - apply after_word_cons in Ht as (s' & Hs' & Ht). cbn.
    destruct (in_domain_dec C p a) as [Ha | Ha].
    + destruct (after_inside C s a s' p Hs' Ha) as (y & Hy & Hs'p).
      unfold local_step in Hy. rewrite Hx in Hy. cbn. rewrite Hy. now apply (IH s').
    + apply (IH s'); [trivial |]. now rewrite (after_outside C s a s' p Hs' Ha).
Qed.

Lemma unmoved s w t p : after_word s w = Some t -> ~ In p (processes_of w) -> nth_error t p = nth_error s p.
Proof.
  revert s. induction w as [| a w IH]; intros s Ht Hp.
  - now injection Ht as <-.
  - apply after_word_cons in Ht as (s' & Hs' & Ht). change (a :: w) with ([a] ++ w) in Hp.
    rewrite processes_of_app, in_app_iff in Hp. cbn [processes_of flat_map app] in Hp.
    rewrite (IH s' Ht) by tauto. apply (after_outside C s a); [trivial |].
    intros Ha. apply Hp. left. now rewrite app_nil_r.
Qed.

Lemma can_step_unmoved s w t p b :
  after_word s w = Some t -> ~ In p (processes_of w) -> can_step t p b -> can_step s p b.
Proof.
  intros Ht Hp (y & Hy). exists y. rewrite <- Hy. symmetry. now apply local_step_equal, (unmoved s w).
Qed.

Lemma length_after s a t : after s a = Some t -> length t = length s.
Proof.
  cbn. unfold global_after. destruct (local_step s (client a) a) as [x |]; [| easy].
  destruct (local_step s (server a) a) as [y |]; [| easy]. intros [= <-].
  assert (Hupdate : forall r p z, length (update C r p z) = length r).
  { induction r as [| z' r IH]; intros [| p] z; cbn; auto. }
  now rewrite !Hupdate.
Qed.

Lemma local_state_before s w t p x : after_word s w = Some t -> nth_error t p = Some x ->
  exists y, nth_error s p = Some y.
Proof.
  intros Ht Hx. assert (Hlength : length t = length s).
  { revert s Ht. induction w as [| a w IH]; intros s Ht; [now injection Ht as -> |].
    apply after_word_cons in Ht as (s' & Hs' & Ht). rewrite (IH s' Ht). now apply length_after in Hs'. }
  destruct (nth_error s p) as [y |] eqn:Hy; [now exists y | exfalso].
  apply nth_error_None in Hy. assert (p < length t) by (apply nth_error_Some; congruence). lia.
Qed.

(** Process p does what it does in w, and then b. *)
Lemma local_run_of_prefix s w t p b : after_word s w = Some t -> can_step t p b ->
  is_local_run s p (at_process p w ++ [b]).
Proof.
  intros Ht (z & Hz). destruct (local_step_defined C t p b z Hz) as (y & Hy).
  destruct (local_state_before s w t p y Ht Hy) as (x & Hx).
  destruct (local_run_of_run s w t p x Ht Hx) as (y' & Hrun & Hy').
  exists x, z. split; [trivial |]. rewrite local_after_app, Hrun. cbn.
  unfold local_step in Hz. rewrite Hy' in Hz. now rewrite Hz.
Qed.

Lemma enabled_steps s a p : is_enabled s a -> In p (domain a) -> can_step s p a.
Proof. intros (t & Ht). now apply (enabled_can_step C s a t). Qed.

(** At the end of a maximal run every action enabled at its beginning has been touched. *)
Lemma maximal_run_touches s w a : is_maximal_run s w -> is_enabled s a ->
  exists p, In p (domain a) /\ In p (processes_of w).
Proof.
  intros Hmax Ha. destruct (maximal_run_depends S s a w Hmax Ha) as (b & Hb & Hab).
  apply dependent_iff in Hab as (p & Hpa & Hpb). exists p. split; [trivial |].
  apply in_processes_of. now exists b.
Qed.

(** The first action of p in a word in which it moves. *)
Lemma first_at_process p w : In p (processes_of w) ->
  exists (u : word S) c v, w = u ++ c :: v /\ ~ In p (processes_of u) /\ In p (domain c).
Proof.
  induction w as [| a w IH]; [easy |]. intros Hp.
  destruct (in_domain_dec C p a) as [Ha | Ha].
  - exists [], a, w. repeat split; [intros [] | trivial].
  - change (a :: w) with ([a] ++ w) in Hp. rewrite processes_of_app, in_app_iff in Hp.
    cbn [processes_of flat_map] in Hp. rewrite app_nil_r in Hp.
    destruct Hp as [Hp | Hp]; [contradiction |].
    destruct (IH Hp) as (u & c & v & -> & Hu & Hc). exists (a :: u), c, v. repeat split; trivial.
    change (a :: u) with ([a] ++ u). rewrite processes_of_app, in_app_iff.
    cbn [processes_of flat_map]. rewrite app_nil_r. tauto.
Qed.

Lemma at_process_unmoved p w : ~ In p (processes_of w) -> at_process p w = [].
Proof.
  intros Hp. destruct (at_process p w) as [| a v] eqn:Hw; [trivial | exfalso].
  assert (Ha : In a (at_process p w)) by (rewrite Hw; now left).
  apply in_at_process in Ha as [Ha Hpa]. apply Hp, in_processes_of. now exists a.
Qed.

Lemma at_process_app p v w : at_process p (v ++ w) = at_process p v ++ at_process p w.
Proof. apply filter_app. Qed.

Lemma at_process_cons p a w : In p (domain a) -> at_process p (a :: w) = a :: at_process p w.
Proof. intros Ha. cbn. now destruct (in_domain_dec C p a). Qed.

End LocalRuns.

Arguments is_local_run {C} _ _ _.
Arguments at_process {C} _ _.
