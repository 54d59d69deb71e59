(** A finite graph without cycles has a height that every step lowers.

    [HLPW] Definition 1 (clients are acyclic), Remark 4.  Python: _check_acyclic of
    src/mazurka/systems/client_server.py, longest_runs of merged_nodes.py, require_acyclic of explorer.py.

    Systems and clients are given a height in [systems.v] and [client_server.v].  Proved here, that this is no more
    than finiteness and the absence of cycles:

      - [acyclic_has_height]: the length of the longest path is such a height;
      - [clients_without_cycles_have_heights], [systems_without_cycles_have_heights]: the same for automata with
        labelled steps. *)

Require Import List Bool Arith Lia.
Import ListNotations.

Section Acyclic.
Variable X : Type.
Variable universe : list X.
Hypothesis universe_complete : forall x, In x universe.
Variable next : X -> list X.

(** The states met after x, in order. *)
Fixpoint is_path (x : X) (w : list X) : Prop :=
  match w with
  | [] => True
  | y :: v => In y (next x) /\ is_path y v
  end.

Hypothesis no_cycle : forall x w, is_path x (w ++ [x]) -> False.

Lemma path_prefix x v w : is_path x (v ++ w) -> is_path x v.
Proof. revert x. induction v as [| y v IH]; intros x; [easy |]. intros [Hy H]. split; [trivial | now apply IH]. Qed.

Lemma path_is_nodup x w : is_path x w -> NoDup (x :: w).
Proof.
  revert x. induction w as [| y w IH]; intros x Hw; [constructor; [easy | constructor] |].
  constructor; [| apply IH, Hw]. intros Hin. apply in_split in Hin as (v & z & Hsplit).
  apply (no_cycle x v). rewrite Hsplit in Hw. clear -Hw. change (x :: z) with ([x] ++ z) in Hw.
  rewrite app_assoc in Hw. now apply path_prefix in Hw.
Qed.

Lemma path_is_short x w : is_path x w -> length w < length universe.
Proof.
  intros Hw. apply path_is_nodup in Hw.
  assert (H : length (x :: w) <= length universe); [| exact H].
  apply NoDup_incl_length; [trivial | intros y _; apply universe_complete].
Qed.

(** The length of the longest path of at most n steps. *)
Fixpoint depth (n : nat) (x : X) : nat :=
  match n with
  | 0 => 0
  | S n => list_max (map (fun y => S (depth n y)) (next x))
  end.

Lemma depth_is_reached n x : exists w, is_path x w /\ length w = depth n x.
Proof.
  revert x. induction n as [| n IH]; intros x; [now exists [] |]. cbn [depth].
  assert (H : next x = [] \/ exists y, In y (next x) /\
              list_max (map (fun y => S (depth n y)) (next x)) = S (depth n y)).
  { induction (next x) as [| z l IHl]; [now left | right]. cbn [map list_max fold_right].
    change (fold_right Nat.max 0 (map (fun y => S (depth n y)) l))
      with (list_max (map (fun y => S (depth n y)) l)).
    destruct IHl as [-> | (y & Hy & Hmax)].
    - exists z. split; [now left | apply Nat.max_0_r].
    - destruct (Nat.max_spec (S (depth n z)) (list_max (map (fun y => S (depth n y)) l))) as [[_ H] | [_ H]];
        rewrite H; [exists y; split; [now right | trivial] | exists z; split; [now left | trivial]]. }
  destruct H as [-> | (y & Hy & ->)]; [now exists [] |].
  destruct (IH y) as (w & Hw & Hlength). exists (y :: w). split; [now split | cbn; now rewrite Hlength].
Qed.

Lemma depth_covers n x w : is_path x w -> length w <= n -> length w <= depth n x.
Proof.
  revert x w. induction n as [| n IH]; intros x [| y w] Hw Hlength; cbn in *; try lia.
  destruct Hw as [Hy Hw].
  assert (H : S (depth n y) <= list_max (map (fun y => S (depth n y)) (next x))).
  { pose proof (proj1 (list_max_le (map (fun y => S (depth n y)) (next x)) _) (le_n _)) as Hall.
    rewrite Forall_forall in Hall. apply Hall, in_map_iff. now exists y. }
  specialize (IH y w Hw). lia.
Qed.

Definition longest (x : X) : nat := depth (length universe) x.

Theorem acyclic_has_height x y : In y (next x) -> longest y < longest x.
Proof.
  intros Hy. destruct (depth_is_reached (length universe) y) as (w & Hw & Hlength).
  pose proof (path_is_short y w Hw) as Hshort. unfold longest. rewrite <- Hlength.
  apply (depth_covers (length universe) x (y :: w)); [now split | cbn; lia].
Qed.

End Acyclic.

Section Automata.
Variables X label : Type.
Variable universe : list X.
Hypothesis universe_complete : forall x, In x universe.
Variable labels : list label.
Hypothesis labels_complete : forall a, In a labels.

Fixpoint reaches (step : X -> label -> option X) (x : X) (w : list label) : option X :=
  match w with
  | [] => Some x
  | a :: v => match step x a with Some y => reaches step y v | None => None end
  end.

Definition has_no_cycle (step : X -> label -> option X) := forall x a w, reaches step x (a :: w) <> Some x.

Definition successors (step : X -> label -> option X) x : list X :=
  flat_map (fun a => match step x a with Some y => [y] | None => [] end) labels.

Lemma in_successors step x y : In y (successors step x) <-> exists a, step x a = Some y.
Proof.
  unfold successors. rewrite in_flat_map. split.
  - intros (a & _ & Hy). exists a. destruct (step x a) as [z |]; [| easy]. now destruct Hy as [-> | []].
  - intros (a & Ha). exists a. split; [apply labels_complete |]. rewrite Ha. now left.
Qed.

Lemma path_is_word step x w y : is_path X (successors step) x (w ++ [y]) ->
  exists a v, reaches step x (a :: v) = Some y.
Proof.
  revert x. induction w as [| z w IH]; intros x; cbn [app is_path].
  - intros [Hy _]. apply in_successors in Hy as (a & Ha). exists a, []. cbn. now rewrite Ha.
  - intros [Hz Hw]. apply in_successors in Hz as (a & Ha). destruct (IH z Hw) as (b & v & Hv).
    exists a, (b :: v). cbn [reaches]. now rewrite Ha.
Qed.

Theorem systems_without_cycles_have_heights step : has_no_cycle step ->
  exists height : X -> nat, forall x a y, step x a = Some y -> height y < height x.
Proof.
  intros Hno. exists (longest X universe (successors step)). intros x a y Ha.
  apply acyclic_has_height; trivial.
  - intros z w Hz. apply path_is_word in Hz as (b & v & Hv). now apply (Hno z b v).
  - apply in_successors. now exists a.
Qed.

Theorem clients_without_cycles_have_heights clients (step : nat -> X -> label -> option X) :
  (forall p, p < clients -> has_no_cycle (step p)) ->
  exists height : nat -> X -> nat, forall p x a y, p < clients -> step p x a = Some y -> height p y < height p x.
Proof.
  intros Hno. exists (fun p => longest X universe (successors (step p))). intros p x a y Hp Ha.
  apply acyclic_has_height; trivial.
  - intros z w Hz. apply path_is_word in Hz as (b & v & Hv). now apply (Hno p Hp z b v).
  - apply in_successors. now exists a.
Qed.

End Automata.
