(** What is false in print about probe sets, each as a closed theorem about a system of three actions.

    [KR] Proposition 6, Definition 17, Theorem 16, Proposition 19, section 4.2.  Python: missed_actions.py,
    potentially_missed.py, ageing.py; the systems are those of src/mazurka/models/probe_witnesses.py.

      - [theorem_16_refuted]: a fair probing, with the missed actions exactly as in Definition 13, whose targets
        lack a reachable deadlock; both if what was taken along the word counts as missed, and if not;
      - [proposition_19_1_refuted], [proposition_19_2_refuted]: in a word that is reversing free the prime cause
        need not be the only prefix that enables an action, nor give what is missed;
      - [definition_17_refuted]: a fresh missed action that is not potentially missed;
      - [proposition_6_refuted]: with ≃ as printed, a weak prefix of a run need not be a run;
      - [ages_can_be_stuck]: Algorithm 2 reaches a vector at which no probe set satisfies the ages. *)

From Coq Require Import Arith NArith Bool List Lia.
Import ListNotations.
From Mazurka Require Import entities feasibility entity_systems probe_sets probing.

Inductive three := a | b | c.

Definition three_dec : forall x y : three, {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition three_actions (sa sb sc : action) (x : three) : action :=
  match x with a => sa | b => sb | c => sc end.

Definition system_of_three sa sb sc (q : Entities)
  (H : forallb well_formed [sa; sb; sc] = true) : entity_system.
Proof.
  refine (EntitySystem three three_dec (three_actions sa sb sc) _ q).
  cbn in H. rewrite !andb_true_iff in H. intros []; apply H.
Defined.

Definition names : list three := [a; b; c].
Lemma all_names : forall x : three, In x names.
Proof. intros []; cbn; auto. Qed.

(** A set of entities, from a list. *)
Definition set_of (l : list N) : Entities := fold_right (fun e s => N.setbit s e) 0 l.

Definition act_of reads forbids deletes creates :=
  Action (set_of reads) (set_of forbids) (set_of deletes) (set_of creates).

(** * Theorem 16 *)

(** At {1, 2} let a create 0, b read 1 and delete 2, c read 0 and delete 1. *)
Definition asymmetric : entity_system :=
  system_of_three (act_of [] [] [] [0]) (act_of [1] [] [2] []) (act_of [0] [] [1] []) (set_of [1; 2]) eq_refl.

(** First b, then a, then c, which lets go of its cause b·a; the other vectors are for what Definition 13, to the
    letter, calls missed: what was taken. *)
Definition asymmetric_probing : table asymmetric :=
  [ (set_of [1; 2], [], [(b, [])]);
    (set_of [1; 2], [b], [(a, [])]);
    (set_of [1; 2], [b; a], [(c, [b; a])]);
    (set_of [0; 1], [c], []);
    (set_of [1], [], [(a, [])]);
    (set_of [1], [a], [(c, [a])]);
    (set_of [0; 1; 2], [b], [(c, [b])]);
    (set_of [0; 1], [], [(c, [])]);
    (set_of [0], [], []) ].

(** How many steps until an enabled action is probed: a waits for b. *)
Definition asymmetric_numbers (q : Entities) (w : list three) (x : three) : nat :=
  match w, x with [], a => 1 | _, _ => 0 end.

Theorem theorem_16_refuted : forall strict, exists S : entity_system, ~ theorem_16 S strict.
Proof.
  intros strict. exists asymmetric.
  apply (refutation asymmetric names all_names asymmetric_probing asymmetric_numbers strict [a; c] (set_of [0; 2]));
    destruct strict; vm_compute; reflexivity.
Qed.

(** The deadlock {0, 2} is reached by a·c, and by nothing else. *)
Theorem asymmetric_deadlock :
  after_word (related asymmetric) Entities after (start asymmetric) [a; c] = Some (set_of [0; 2]) /\
  (forall x : three, enabled (set_of [0; 2]) (sets (e := asymmetric) x) = false).
Proof. split; [reflexivity | intros []; reflexivity]. Qed.

(** * Proposition 19 *)

(** At {0, 1, 2} let a delete 0 and 3, b delete 2 and create 3, c delete 0 and 1. *)
Definition hidden : entity_system :=
  system_of_three (act_of [] [] [0; 3] []) (act_of [] [] [2] [3]) (act_of [] [] [0; 1] []) (set_of [0; 1; 2]) eq_refl.

Notation takes_hidden := (takes (related hidden) Entities after).

Lemma hidden_is_reversing_free : reversing_free hidden [c; b].
Proof. intros x y Hx Hy. destruct Hx as [<- | [<- | []]], Hy as [<- | [<- | []]]; reflexivity. Qed.

Lemma not_by_computation : forall x, x = false -> x <> true.
Proof. intros x -> H. discriminate H. Qed.

Theorem proposition_19_1_refuted : exists (S : entity_system) q w v x,
  takes (related S) Entities after q w /\ reversing_free S w /\
  weak_prefix v w /\ prime_cause S v x v /\ takes (related S) Entities after q (v ++ [x]) /\ ~ prime_cause S w x v.
Proof.
  exists hidden, (start hidden), [c; b], [b], a. repeat split.
  - now apply takes_iff.
  - apply hidden_is_reversing_free.
  - now apply weak_prefix_iff.
  - apply prime_cause_iff. vm_compute. reflexivity.
  - intros v' u' Hv Hu. revert v' u' Hv Hu. apply (prime_cause_iff hidden). vm_compute. reflexivity.
  - now apply takes_iff.
  - rewrite prime_cause_iff. apply not_by_computation. vm_compute. reflexivity.
Qed.

Lemma hidden_fresh strict : fresh hidden strict (start hidden) [c; b] a [b].
Proof.
  exists [c], b. split; [reflexivity | split].
  - exists [b]. split; [apply missed_iff | apply prime_cause_iff]; destruct strict; vm_compute; reflexivity.
  - intros v Hv. assert (H : exists v, missed hidden strict (start hidden) [c] a v) by now exists v.
    apply missed_at_all_iff in H. destruct strict; vm_compute in H; discriminate H.
Qed.

(** fma(q, w) = \{(↓_a w, a) : a potentially missed, q ⊢ ↓_a w · a\} fails: b·a is fresh, and b is not ↓_a (c·b). *)
Theorem proposition_19_2_refuted : forall strict, exists (S : entity_system) q w y x v,
  reversing_free S (w ++ [y]) /\ fresh S strict q (w ++ [y]) x v /\ ~ prime_cause S (w ++ [y]) x v.
Proof.
  intros strict. exists hidden, (start hidden), [c], b, a, [b]. split; [| split].
  - apply hidden_is_reversing_free.
  - apply hidden_fresh.
  - rewrite prime_cause_iff. apply not_by_computation. vm_compute. reflexivity.
Qed.

(** What is fresh should be potentially missed; but 3 is created by the last letter. *)
Theorem definition_17_refuted : forall strict, exists (S : entity_system) q w y x v,
  fresh S strict q (w ++ [y]) x v /\ ~ potentially_missed S q w y x.
Proof.
  intros strict. exists hidden, (start hidden), [c], b, a, [b]. split; [apply hidden_fresh |].
  intros [H | (H & _)]; vm_compute in H; discriminate H.
Qed.

(** * Proposition 6, for ≃ as printed *)

(** b creates 0, a reads it.  Reading does not influence creating, so that a·b ≃ b·a as printed, and a ≾ b·a. *)
Definition reader : entity_system :=
  system_of_three (act_of [0] [] [] []) (act_of [] [] [] [0]) (act_of [9] [] [] []) (set_of []) eq_refl.

Theorem proposition_6_refuted : exists (S : entity_system) q (v w u : list (related S)),
  takes (related S) Entities after q w /\ rearranged (v ++ u) w /\ ~ takes (related S) Entities after q v.
Proof.
  exists reader, (start reader), [a], [b; a], [b]. split; [| split].
  - now apply takes_iff.
  - now apply (rearranged_swap (related reader) [] a b []).
  - intros H. apply takes_iff in H. discriminate H.
Qed.

(** * Ageing, section 4.2 *)

Definition ages := list (three * nat).

Fixpoint age (l : ages) x : option nat :=
  match l with [] => None | (y, n) :: l => if three_dec x y then Some n else age l x end.
Definition grown (l : ages) (e : list three) : ages :=
  map (fun p => (fst p, S (snd p))) l ++
  map (fun x => (x, 0%nat)) (filter (fun x => match age l x with None => true | _ => false end) e).
Definition reduced (l : ages) (d : list three) : ages :=
  filter (fun p => if in_dec three_dec (fst p) d then false else true) l.
Definition oldest (l : ages) x := exists n, age l x = Some n /\ forall y m, age l y = Some m -> (m <= n)%nat.
Definition satisfies (d : list three) (l : ages) := l = [] \/ exists x, In x d /\ oldest l x.

(** At {0} let a do nothing, b read 0, c delete 0. *)
Definition readers_last : entity_system :=
  system_of_three (act_of [] [] [] []) (act_of [0] [] [] []) (act_of [] [] [0] []) (set_of [0]) eq_refl.

Definition enabled_names q : list three := filter (fun x => enabled q (sets (e := readers_last) x)) names.

(** {c} and then {a} are probe sets that satisfy the ages; afterwards b is the oldest, and disabled, and no set of
    enabled actions satisfies them. *)
Theorem ages_can_be_stuck :
  let q := start readers_last in
  let after_c := entities.after q (sets (e := readers_last) c) in
  let first := reduced (grown [] (enabled_names q)) [c] in
  let second := reduced (grown first (enabled_names after_c)) [a] in
  (forall x, In x (enabled_names q) -> disables (r := related readers_last) x c = true -> x = c) /\
  (forall x, In x (enabled_names after_c) -> disables (r := related readers_last) x a = true -> x = a) /\
  satisfies [c] [] /\ satisfies [a] first /\
  enabled_names (entities.after after_c (sets (e := readers_last) a)) <> [] /\
  forall d, incl d (enabled_names (entities.after after_c (sets (e := readers_last) a))) -> ~ satisfies d second.
Proof.
  intros q after_c first second. repeat split.
  - intros [] _ H; vm_compute in H; try discriminate H; reflexivity.
  - intros [] _ H; vm_compute in H; try discriminate H; reflexivity.
  - now left.
  - right. exists a. split; [now left |]. exists 0%nat. split; [reflexivity |].
    intros [] m H; vm_compute in H; inversion H; lia.
  - vm_compute. discriminate.
  - intros d Hd [H | (x & Hx & n & Hn & _)]; [vm_compute in H; discriminate H |].
    apply Hd in Hx. vm_compute in Hx. destruct Hx as [<- | []]. vm_compute in Hn. discriminate Hn.
Qed.
