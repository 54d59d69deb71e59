(** Least sets, computed: as long as something of a finite universe is to be added, add it.

    Python: the loops of pifs.py, closure_sets.py and local_runs.py.

    [adds l x] says that x is to be added to l.  Proved here, of what [saturate] returns:

      - [saturate_starts]: it contains what it began with;
      - [saturate_closed]: nothing is to be added to it;
      - [saturate_least]: it lies within every set that contains the beginning and that no step leaves. *)

Require Import List Bool Arith Lia.
Import ListNotations.

Section Saturation.
Variable X : Type.
Variable dec : forall x y : X, {x = y} + {x <> y}.

Definition mem (x : X) (l : list X) : bool := if in_dec dec x l then true else false.

Lemma mem_true x l : mem x l = true <-> In x l.
Proof. unfold mem. destruct (in_dec dec x l); intuition discriminate. Qed.

Lemma mem_false x l : mem x l = false <-> ~ In x l.
Proof. unfold mem. destruct (in_dec dec x l); intuition discriminate. Qed.

Variable universe : list X.
Variable adds : list X -> X -> bool.

Fixpoint saturate_within (fuel : nat) (l : list X) : list X :=
  match fuel with
  | 0 => l
  | S fuel =>
      match find (fun x => negb (mem x l) && adds l x) universe with
      | Some x => saturate_within fuel (x :: l)
      | None => l
      end
  end.

Definition saturate (l : list X) : list X := saturate_within (length universe) l.

Definition missing (l : list X) : nat := length (filter (fun x => negb (mem x l)) universe).

Lemma filter_less (f g : X -> bool) l x : (forall y, g y = true -> f y = true) ->
  In x l -> f x = true -> g x = false -> length (filter g l) < length (filter f l).
Proof.
  intros Hgf. assert (Hle : forall k, length (filter g k) <= length (filter f k)).
  { induction k as [| y k IH]; cbn; [lia |]. destruct (g y) eqn:Hg.
    - rewrite (Hgf y Hg). cbn. lia.
    - destruct (f y); cbn; lia. }
  induction l as [| y l IH]; [easy |]. intros [-> | Hin] Hf Hg; cbn.
  - rewrite Hf, Hg. specialize (Hle l). cbn. lia.
  - specialize (IH Hin Hf Hg). destruct (g y) eqn:Hgy.
    + rewrite (Hgf y Hgy). cbn. lia.
    + destruct (f y); cbn; lia.
Qed.

Lemma missing_less l x : In x universe -> ~ In x l -> missing (x :: l) < missing l.
Proof.
  intros Hx Hnot. apply filter_less with x; trivial.
  - intros y. rewrite !negb_true_iff, !mem_false. intros H Hy. apply H. now right.
  - now apply negb_true_iff, mem_false.
  - apply negb_false_iff, mem_true. now left.
Qed.

Lemma filter_shorter (f : X -> bool) l : length (filter f l) <= length l.
Proof. induction l as [| x l IH]; cbn; [lia |]. destruct (f x); cbn; lia. Qed.

Lemma saturate_within_closed fuel l : missing l <= fuel ->
  forall x, In x universe -> adds (saturate_within fuel l) x = true -> In x (saturate_within fuel l).
Proof.
  revert l. induction fuel as [| fuel IH]; intros l Hfuel x Hx Hadds; cbn [saturate_within] in *.
  - destruct (in_dec dec x l) as [| Hnot]; [trivial | exfalso].
    pose proof (missing_less l x Hx Hnot). lia.
  - destruct (find _ universe) as [y |] eqn:Hfind.
    + apply find_some in Hfind as [Hy Hyl]. apply andb_true_iff in Hyl as [Hyl _].
      apply negb_true_iff, mem_false in Hyl. apply IH; trivial.
      pose proof (missing_less l y Hy Hyl). lia.
    + pose proof (find_none _ _ Hfind x Hx) as Hno. apply andb_false_iff in Hno as [Hno | Hno]; [| congruence].
      now apply negb_false_iff, mem_true in Hno.
Qed.

Theorem saturate_closed l x : In x universe -> adds (saturate l) x = true -> In x (saturate l).
Proof. apply saturate_within_closed, filter_shorter. Qed.

Theorem saturate_starts l : incl l (saturate l).
Proof.
  unfold saturate. generalize (length universe) as fuel. intros fuel. revert l.
  induction fuel as [| fuel IH]; intros l x Hx; cbn; [trivial |].
  destruct (find _ universe) as [y |]; [apply IH; now right | trivial].
Qed.

Theorem saturate_least (Q : X -> Prop) l : (forall x, In x l -> Q x) ->
  (forall k x, (forall y, In y k -> Q y) -> In x universe -> adds k x = true -> Q x) ->
  forall x, In x (saturate l) -> Q x.
Proof.
  intros Hl Hstep. unfold saturate. generalize (length universe) as fuel. intros fuel. revert l Hl.
  induction fuel as [| fuel IH]; intros l Hl x Hx; cbn in Hx; [auto |].
  destruct (find _ universe) as [y |] eqn:Hfind; [| auto]. apply (IH (y :: l)); [| trivial].
  apply find_some in Hfind as [Hy Hadds]. apply andb_true_iff in Hadds as [_ Hadds].
  intros z [<- | Hz]; [now apply (Hstep l) | auto].
Qed.

End Saturation.

Arguments mem {X} _ _ _.
Arguments mem_true {X} _ _ _.
Arguments mem_false {X} _ _ _.
Arguments saturate {X} _ _ _ _.
