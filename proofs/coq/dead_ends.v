(** What is false in print about client/server systems, shown by systems that are searched here.

    [HLPW] Definitions 5, 33 and 36, Lemmas 34 and 37, Theorem 42.  Python: client_server_search.py,
    closure_sets.py, pifs.py.

    One system with two clients, two servers and six actions:

      - [full_sleep_has_a_dead_end], [printed_listing_6_has_a_dead_end]: Theorem 42, with soundness as Definition 5
        has it, is false.  A path of the reduced graph may end where the system can go on, as PIFS says yes too
        often: after f, with a asleep, b seems to lead to c, on which a depends; but d, which must come in between,
        is no longer possible.  What holds is [closure_search_is_sound_and_complete]: paths are runs, and every
        full run has an equivalent path.
      - [printed_closure_does_not_cover]: Lemma 37 is false for Definition 36 as printed, without the actions
        that depend on a. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems source_sets covering sleep_sets.
From Mazurka Require Import client_server pifs closure_sets local_runs closure_search.

(** Local states by number, and actions. *)
Inductive place := x0 | x1 | x2 | x3 | x4 | x5.
Inductive letter := a | b | c | d | f | h.

Definition number x : nat := match x with x0 => 0 | x1 => 1 | x2 => 2 | x3 => 3 | x4 => 4 | x5 => 5 end.

Lemma place_dec (x y : place) : {x = y} + {x <> y}.
Proof. decide equality. Defined.

Lemma letter_dec (x y : letter) : {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition places := [x0; x1; x2; x3; x4; x5].

Lemma places_complete x : In x places.
Proof. destruct x; cbn; tauto. Qed.

Definition letters := [a; b; c; d; f; h].

Lemma letters_complete x : In x letters.
Proof. destruct x; cbn; tauto. Qed.

(** Clients 0: a, and 1: f b d c or h.  Servers 2: a h or c, and 3: f b or d.  After f b the server of d is gone. *)

Definition client_of x : nat := match x with a => 0 | _ => 1 end.
Definition server_of x : nat := match x with a | c | h => 2 | _ => 3 end.

Definition steps (p : nat) (x : place) (e : letter) : option place :=
  match p, x, e with
  | 0, x0, a => Some x1
  | 1, x0, f => Some x1 | 1, x1, b => Some x2 | 1, x2, d => Some x3 | 1, x3, c => Some x4 | 1, x0, h => Some x5
  | 2, x0, a => Some x1 | 2, x0, c => Some x2 | 2, x1, h => Some x3
  | 3, x0, f => Some x1 | 3, x1, b => Some x2 | 3, x0, d => Some x3
  | _, _, _ => None
  end.

Lemma client_of_client e : client_of e < 2.
Proof. destruct e; cbn; lia. Qed.

Lemma server_of_server e : 2 <= server_of e.
Proof. destruct e; cbn; lia. Qed.

Lemma steps_of_domain p x e y : steps p x e = Some y -> p = client_of e \/ p = server_of e.
Proof. destruct p as [| [| [| [| p]]]], x, e; cbn; intros H; try discriminate; auto. Qed.

Lemma steps_go_down p x e y : p < 2 -> steps p x e = Some y -> 5 - number y < 5 - number x.
Proof.
  intros Hp. destruct p as [| [| p]]; [| | lia]; destruct x, e; cbn; intros [= <-]; cbn; lia.
Qed.

Definition going_on : client_server := {|
  label := letter; label_dec := letter_dec; labels := letters; labels_complete := letters_complete;
  local_state := place; clients := 2; client := client_of; server := server_of;
  client_is_client := client_of_client; server_is_server := server_of_server;
  step := steps; step_of_domain := steps_of_domain;
  local_height := fun _ x => 5 - number x; clients_are_acyclic := steps_go_down;
  local_initial := [x0; x0; x0; x0] |}.

(** full+sleep: min closure, PIFS, ChooseAction, sleep sets, a stack. *)
Definition full_sleep : parts := Parts closure_min test_pifs true true true false.

(** The run w leads to a node without edges whose state enables e. *)
Definition ends_early (g : graph (client_server_system going_on)) (w : word (client_server_system going_on)) e : bool :=
  match walk g (root g) w with
  | Some n => forallb (fun e' => negb (is_some (edge g n e'))) letters && is_some (after (state_of g n) e)
  | None => false
  end.

Lemma ends_early_is_a_dead_end g w e : ends_early g w e = true -> exists n, is_reachable g n /\
  (forall e', edge g n e' = None) /\ ~ is_deadlock (state_of g n).
Proof.
  unfold ends_early. destruct (walk g (root g) w) as [n |] eqn:Hn; [| easy].
  intros H. apply andb_true_iff in H as [Hedges Hafter]. exists n. split; [now exists w | split].
  - intros e'. rewrite forallb_forall in Hedges. specialize (Hedges e' (letters_complete e')).
    now destruct (edge g n e').
  - intros Hdead. specialize (Hdead e). now rewrite Hdead in Hafter.
Qed.

Theorem full_sleep_has_a_dead_end : exists n, let g := closure_search going_on place_dec places full_sleep in
  is_reachable g n /\ (forall e, edge g n e = None) /\ ~ is_deadlock (state_of g n).
Proof. apply (ends_early_is_a_dead_end _ [f : client_server_system going_on] b). vm_compute. reflexivity. Qed.

Theorem printed_listing_6_has_a_dead_end : exists n,
  let g := printed_search going_on place_dec places a full_sleep in
  is_reachable g n /\ (forall e, edge g n e = None) /\ ~ is_deadlock (state_of g n).
Proof. apply (ends_early_is_a_dead_end _ [f : client_server_system going_on; b] a). vm_compute. reflexivity. Qed.

(** Definition 36 as printed. *)
Section PrintedClosure.
Variable C : client_server.
Local Notation S := (client_server_system C).

Inductive printed_closure (s : state S) (e : S) : S -> Prop :=
| printed_self : printed_closure s e e
| printed_head (e' : S) p q (e1 : S) (v : word S) : printed_closure s e e' ->
    In p (domain e') -> In q (domain e') -> p <> q -> can_step s p e' ->
    is_local_run s q (e1 :: v ++ [e']) -> ~ In p (processes_of (e1 :: v)) -> printed_closure s e e1.

End PrintedClosure.

(** From a place without steps nothing can be reached. *)
Lemma no_run_from (p : nat) x (v : word (client_server_system going_on)) e y : (forall e', steps p x e' = None) ->
  local_after going_on p x (v ++ [e]) = Some y -> False.
Proof.
  intros Hstuck. destruct v as [| e' v]; cbn [app local_after step going_on]; now rewrite Hstuck.
Qed.

Lemma printed_closure_of_f e : printed_closure going_on (local_initial going_on) f e -> e = f.
Proof.
  induction 1 as [| e' p q e1 v _ -> Hp Hq Hpq Hstep (x & y & Hx & Hy) Havoid]; [trivial |].
  destruct Hp as [<- | [<- | []]], Hq as [<- | [<- | []]]; try contradiction; injection Hx as <-.
  - (* server 3 may begin with f, or with d, after which it stops *)
    destruct e1; try discriminate Hy; trivial. exfalso. now apply (no_run_from 3 x3 v f y) in Hy; [| intros []].
  - (* client 1 may begin with f, or with h, after which it stops *)
    destruct e1; try discriminate Hy; trivial. exfalso. now apply (no_run_from 1 x5 v f y) in Hy; [| intros []].
Qed.

(** Of f alone one would think that it covers at the beginning; but a h is a full run that cannot begin with f. *)
Theorem printed_closure_does_not_cover : exists (s : state (client_server_system going_on)) e,
  is_enabled s e /\ ~ is_covering s (fun e' => is_enabled s e' /\ printed_closure going_on s e e').
Proof.
  exists (local_initial going_on), f. split; [exists [x0; x1; x0; x1]; reflexivity |].
  intros Hcover. destruct (Hcover [a : client_server_system going_on; h]) as (e & He & _ & Hclosure).
  - exists [x1; x5; x3; x0]. split; [reflexivity |]. intros []; reflexivity.
  - discriminate.
  - apply printed_closure_of_f in Hclosure as ->. destruct He as [He | []]. discriminate.
Qed.
