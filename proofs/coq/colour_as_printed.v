(** The colour proviso as it is printed lets a cycle of partially expanded states close.

    [EP] Figure 3, Proposition 1.  Python: [ColourAsPrinted] of colour_proviso.py; the reducer broken/colour-as-printed.

    A state that is expanded again (lines 16 to 18) does not add to the counter, and takes one off when it leaves the
    stack (lines 19 and 20).  From then on two states on the stack may have different numbers though nothing
    between them is fully expanded.  The witness has six states:

      5 –a→ 0;  0 –a→ 1, 0 –b→ 4, 0 –c→ 0;  1 –a→ 2;  2 –a→ 3, 2 –b→ 3, 2 –c→ 2;
      3 –a→ 0, 3 –b→ 3;  4 –a→ 0, 4 –b→ 4.

    At 0 and 2 the choice is {a, b}, at 3 and 4 it is {a}.  2 meets 3, which is red by then, and is expanded again;
    when 0 goes on to 4, the counter is one too small, and 4 is allowed to lead back to 0.  Proved here:

      - [printed_colour_proviso_lets_a_cycle_close]: Proposition 1, and with it C2L′, is false as printed:
        0 –b→ 4 –a→ 0 is a cycle of red states, none of them fully expanded. *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import colour_proviso colour_cycles.

Inductive letter := a | b | c.

Definition after (s : nat) (e : letter) : option nat :=
  match s, e with
  | 5, a => Some 0
  | 0, a => Some 1 | 0, b => Some 4 | 0, c => Some 0
  | 1, a => Some 2
  | 2, a => Some 3 | 2, b => Some 3 | 2, c => Some 2
  | 3, a => Some 0 | 3, b => Some 3
  | 4, a => Some 0 | 4, b => Some 4
  | _, _ => None
  end.

Definition enabled (s : nat) : list letter :=
  match s with 0 | 2 => [a; b; c] | 1 | 5 => [a] | 3 | 4 => [a; b] | _ => [] end.

Definition chosen (s : nat) : list letter :=
  match s with 0 | 2 => [a; b] | 1 | 3 | 4 | 5 => [a] | _ => [] end.

Lemma enabled_is_right s e : In e (enabled s) <-> exists t, after s e = Some t.
Proof.
  split.
  - do 6 (destruct s as [| s]; [destruct e; cbn; intuition (discriminate || eauto) |]). easy.
  - intros (t & Ht). do 6 (destruct s as [| s]; [destruct e; cbn in *; try discriminate; auto |]). discriminate.
Qed.

Local Notation config := (config nat letter).
Local Notation push := (push nat letter Nat.eq_dec enabled chosen).
Local Notation with_stack := (with_stack nat letter).
Local Notation reaches := (search_reaches nat letter Nat.eq_dec after enabled chosen 5 0).

Definition dangerous (k : config) (s t : nat) : bool :=
  match colour_of k t with red => true | orange => number _ _ k t =? number _ _ k s | _ => false end.

Definition accepted (k : config) (s : nat) : bool :=
  forallb (fun e => match after s e with Some t => negb (dangerous k s t) | None => true end) (chosen s).

(** All that is enabled, where the choice is that or is not accepted. *)
Definition push_as_chosen (t : nat) (k : config) : config :=
  push t (if accepted (push t false k) t then length (chosen t) =? length (enabled t) else true) k.

Definition next (k : config) : config :=
  match stack k with
  | (s, e :: rest) :: below =>
      match after s e with
      | Some t =>
          if in_dec Nat.eq_dec t (seen k) then
            match colour_of k s, colour_of k t with
            | orange, red => expand_again nat letter Nat.eq_dec enabled 0 s below k
            | _, _ => with_stack ((s, rest) :: below) k
            end
          else push_as_chosen t (with_stack ((s, rest) :: below) k)
      | None => k
      end
  | (s, []) :: below => leave nat letter Nat.eq_dec after chosen s below k
  | [] => k
  end.

Lemma accepted_is_accepted k s : accepted k s = true -> is_accepted nat letter after chosen k s.
Proof.
  unfold accepted. rewrite forallb_forall. intros H e t He Ht [Hred | [Horange Hsame]]; specialize (H e He);
    rewrite Ht in H; unfold dangerous in H.
  - now rewrite Hred in H.
  - now rewrite Horange, (proj2 (Nat.eqb_eq _ _) Hsame) in H.
Qed.

Lemma push_is_allowed t k : exists in_full, push_as_chosen t k = push t in_full k /\
  may_push nat letter Nat.eq_dec after enabled chosen t in_full k.
Proof.
  unfold push_as_chosen. destruct (accepted (push t false k) t) eqn:H.
  - eexists. split; [reflexivity | right]. now apply accepted_is_accepted.
  - exists true. split; [reflexivity | now left].
Qed.

Lemma next_reaches k : reaches k -> reaches (next k).
Proof.
  intros Hk. unfold next. destruct (stack k) as [| [s [| e rest]] below] eqn:Hstack; [trivial | |].
  - apply search_more with k; [trivial | now apply pop].
  - destruct (after s e) as [t |] eqn:Ht; [| trivial]. destruct (in_dec Nat.eq_dec t (seen k)) as [Hseen | Hnew].
    + assert (Hskip : (colour_of k s = orange -> colour_of k t <> red) -> reaches (with_stack ((s, rest) :: below) k)).
      { intros H. apply search_more with k; [trivial | now apply skip with e t]. }
      destruct (colour_of k s) eqn:Hs, (colour_of k t) eqn:Hct; try (apply Hskip; congruence).
      apply search_more with k; [trivial | now apply again with e rest t].
    + destruct (push_is_allowed t (with_stack ((s, rest) :: below) k)) as (in_full & -> & Hmay).
      apply search_more with k; [trivial | now apply visit with e].
Qed.

Definition ended : config := Nat.iter 40 next (push_as_chosen 5 (empty nat letter)).

Lemma ended_is_reached : reaches ended.
Proof.
  unfold ended. assert (H : forall n, reaches (Nat.iter n next (push_as_chosen 5 (empty nat letter)))); [| apply H].
  induction n as [| n IH]; [| now apply next_reaches].
  cbn [Nat.iter nat_rect]. destruct (push_is_allowed 5 (empty nat letter)) as (in_full & -> & Hmay).
  now apply search_start.
Qed.

Theorem printed_colour_proviso_lets_a_cycle_close :
  stack ended = [] /\ reduced_path nat letter after enabled chosen ended 5 0 /\
  partial_path nat letter after enabled chosen ended 0 0 /\ colour_of ended 0 = red /\ colour_of ended 4 = red.
Proof.
  split; [vm_compute; reflexivity | split; [| split; [| vm_compute; now split]]].
  - apply path_more with 0; [| constructor]. exists a. split; [vm_compute; auto | reflexivity].
  - apply partial_more with 4; [exists b; split; [vm_compute; auto | reflexivity] | vm_compute; reflexivity |].
    apply partial_one; [exists a; split; [vm_compute; auto | reflexivity] | vm_compute; reflexivity ..].
Qed.
