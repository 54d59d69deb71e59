(** Weak prefixes of a run as sets of positions, as the code has them.

    [KR] section 3.1.  Python: ideals.py, [is_ideal], [closed], [down], [letters].

    A set of positions of w is a list of booleans.  Proved here, for runs of entity systems:

      - [prefix_has_positions]: every weak prefix takes an ideal of positions, one closed under influence;
      - [ideal_splits]: for ideals C ⊆ M the letters of M are ≃ those of C and then the others: so ideals are
        weak prefixes;
      - [close_is_union]: the least ideal with the positions of P and Q is the union of those with P and with Q:
        so it is a union of down sets;
      - [own_cause_is_closure]: a prefix that is its own prime cause takes the least ideal with some positions
        whose letters influence the action; and with the last position, where it is a prefix only because of
        that ([own_cause_with_last]). *)

From Mazurka Require Import entity_words probe_words ideals.
From Mazurka Require traces.

Section Positions.
Variable S : entity_system.
Notation A := (related S).
Notation word := (list A).
Implicit Types (a b c e : A) (v w u : word) (x m : bool) (q : Entities) (M C P Q : list bool).

(** The letters at some positions. *)
Fixpoint select M w : word :=
  match M, w with
  | m :: M, c :: w => if m then c :: select M w else select M w
  | _, _ => []
  end.

(** With a position every earlier one whose letter influences its letter. *)
Fixpoint is_ideal M w : bool :=
  match M, w with
  | m :: M, c :: w => is_ideal M w && (m || negb (existsb (touches S c) (select M w)))
  | _, _ => true
  end.

(** The least ideal with the positions of P. *)
Fixpoint close P w : list bool :=
  match P, w with
  | x :: P, c :: w => let C := close P w in (x || existsb (touches S c) (select C w)) :: C
  | _, _ => []
  end.

Fixpoint both (f : bool -> bool -> bool) P Q : list bool :=
  match P, Q with
  | x :: P, y :: Q => f x y :: both f P Q
  | _, _ => []
  end.

Fixpoint included C M : bool :=
  match C, M with
  | x :: C, m :: M => (negb x || m) && included C M
  | _, _ => true
  end.

Notation union := (both orb).
Notation minus := (both (fun m x => m && negb x)).

(** * Every weak prefix has its positions *)

Theorem prefix_has_positions w : forall v, weak_prefix v w ->
  exists M, length M = length w /\ is_ideal M w = true /\ v ≃ select M w.
Proof.
  induction w as [| c w IH]; intros v [u Hu].
  - exists []. apply sim_length in Hu. rewrite app_length in Hu. destruct v; [| discriminate Hu].
    repeat split. apply sim_refl.
  - assert (Hc : In c (first (v ++ u))) by (apply in_first; now exists w).
    apply (traces.in_first_app (letters S)) in Hc as [Hc | [Hcv Hc]].
    + apply in_first in Hc as [v1 Hv1].
      destruct (IH v1) as (M & Hlen & Hideal & Hv).
      { exists u. apply (sim_cancel S [c]). apply sim_trans with (v ++ u); [| trivial].
        apply sim_sym. exact (sim_app_r S u _ _ Hv1). }
      exists (true :: M). split; [cbn; now rewrite Hlen | split; [cbn; now rewrite Hideal |]].
      apply sim_trans with (1 := Hv1). exact (sim_app_l S [c] _ _ Hv).
    + apply in_first in Hc as [u1 Hu1].
      destruct (IH v) as (M & Hlen & Hideal & Hv).
      { exists u1. apply (sim_cancel S [c]). apply sim_trans with (v ++ u); [| trivial]. apply sim_sym.
        apply sim_trans with (v ++ c :: u1); [now apply sim_app_l | now apply sim_pass]. }
      exists (false :: M). split; [cbn; now rewrite Hlen | split; [| trivial]]. cbn. rewrite Hideal. cbn.
      apply negb_true_iff, independent_is_harmless. intros x Hx. apply Hcv.
      apply sim_permutation, Permutation_sym in Hv. exact (Permutation_in x Hv Hx).
Qed.

(** * Ideals are weak prefixes *)

Theorem ideal_splits w : forall q M C, length M = length w -> length C = length w -> included C M = true ->
  is_ideal C w = true -> takes q (select M w) -> select M w ≃ select C w ++ select (minus M C) w.
Proof.
  induction w as [| b w IH]; intros q [| m M] [| z C] HM HC Hin Hideal Hrun; try discriminate HM; try discriminate HC.
  - apply sim_refl.
  - injection HM as HM. injection HC as HC. cbn in Hin, Hideal, Hrun |- *.
    apply andb_true_iff in Hin as [Hcm Hin]. apply andb_true_iff in Hideal as [Hideal Hhead].
    destruct m; cbn.
    + destruct (takes_tail S q b _ Hrun) as (t & Ht & _). pose proof (IH t M C HM HC Hin Hideal Ht) as Hrest.
      destruct z; cbn.
      * exact (sim_app_l S [b] _ _ Hrest).
      * cbn in Hhead. apply negb_true_iff in Hhead.
        assert (Hmoved : b :: select M w ≃ b :: select C w ++ select (minus M C) w) by exact (sim_app_l S [b] _ _
          Hrest).
        assert (Hi : independent_of b (select C w)).
        { apply (harmless_is_independent S q b (select C w) (select (minus M C) w)); [| trivial].
          now apply (takes_eq S q (b :: select M w)). }
        apply sim_trans with (1 := Hmoved). apply sim_sym. now apply sim_pass.
    + destruct z; [discriminate Hcm |]. cbn. now apply (IH q).
Qed.

(** * The least ideal with some positions *)

Lemma close_length P w : length P = length w -> length (close P w) = length w.
Proof. revert P. induction w as [| c w IH]; intros [| x P] H; try discriminate H; [reflexivity |]. cbn. f_equal.
apply IH. now injection H. Qed.

Lemma close_is_ideal P w : is_ideal (close P w) w = true.
Proof.
  revert P. induction w as [| c w IH]; intros [| x P]; try reflexivity. cbn [close is_ideal]. rewrite IH.
  destruct x; [reflexivity |]. apply orb_negb_r.
Qed.

Lemma select_included C M w : length C = length w -> length M = length w -> included C M = true ->
  forall c, In c (select C w) -> In c (select M w).
Proof.
  revert C M. induction w as [| b w IH]; intros [| x C] [| m M] HC HM Hin c Hc; try discriminate HC;
    try discriminate HM; try easy.
  injection HC as HC. injection HM as HM. cbn in Hin, Hc |- *. apply andb_true_iff in Hin as [Hx Hin].
  destruct x, m; try discriminate Hx; cbn in *.
  - destruct Hc as [Hc | Hc]; [now left | right; now apply (IH C M)].
  - right. now apply (IH C M).
  - now apply (IH C M).
Qed.

Lemma close_is_least P M w : length P = length w -> length M = length w -> included P M = true ->
  is_ideal M w = true ->
  included (close P w) M = true.
Proof.
  revert P M. induction w as [| b w IH]; intros [| x P] [| m M] HP HM Hin Hideal; try discriminate HP;
    try discriminate HM; try reflexivity.
  injection HP as HP. injection HM as HM. cbn in Hin, Hideal |- *.
  apply andb_true_iff in Hin as [Hx Hin]. apply andb_true_iff in Hideal as [Hideal Hhead].
  rewrite (IH P M HP HM Hin Hideal), andb_true_r. destruct m; [now rewrite orb_true_r |]. rewrite orb_false_r.
  destruct x; [discriminate Hx |]. cbn in *. apply negb_true_iff in Hhead. apply negb_true_iff.
  apply not_true_iff_false.
  intros H. apply existsb_exists in H as (c & Hc & Ht). apply not_true_iff_false in Hhead.
  apply Hhead, existsb_exists.
  exists c. split; [| trivial]. revert Hc. apply select_included; trivial; [now apply close_length | now apply IH].
Qed.

Lemma touched_in_union P Q w c : length P = length w -> length Q = length w ->
  existsb (touches S c) (select (union P Q) w) = existsb (touches S c) (select P w) || existsb (touches S c)
    (select Q w).
Proof.
  revert P Q. induction w as [| b w IH]; intros [| x P] [| y Q] HP HQ; try discriminate HP; try discriminate HQ;
    [reflexivity |].
  injection HP as HP. injection HQ as HQ. specialize (IH P Q HP HQ). cbn [both select].
  destruct x, y; cbn [orb existsb]; rewrite ?IH; destruct (touches S c b), (existsb (touches S c) (select P w));
    reflexivity.
Qed.

Theorem close_is_union P Q w : length P = length w -> length Q = length w ->
  close (union P Q) w = union (close P w) (close Q w).
Proof.
  revert P Q. induction w as [| b w IH]; intros [| x P] [| y Q] HP HQ; try discriminate HP; try discriminate HQ;
    [reflexivity |].
  injection HP as HP. injection HQ as HQ. cbn [both close]. rewrite (IH P Q HP HQ). f_equal.
  rewrite touched_in_union by now apply close_length.
  destruct x, y; cbn [orb]; rewrite ?orb_true_r; reflexivity.
Qed.

(** * A prefix that is its own prime cause *)

(** The positions of M whose letters influence e. *)
Fixpoint influencing M w e : list bool :=
  match M, w with
  | m :: M, c :: w => (m && touches S c e) :: influencing M w e
  | _, _ => []
  end.

Lemma influencing_length M w e : length M = length w -> length (influencing M w e) = length w.
Proof. revert M. induction w as [| c w IH]; intros [| m M] H; try discriminate H; [reflexivity |]. cbn. f_equal.
apply IH. now injection H. Qed.

Lemma influencing_included M w e : included (influencing M w e) M = true.
Proof. revert M. induction w as [| c w IH]; intros [| m M]; try reflexivity. cbn. rewrite IH.
now destruct m, (touches S c e). Qed.

Lemma others_are_quiet M w e : length M = length w ->
  touch S (select (minus M (close (influencing M w e) w)) w) e = false.
Proof.
  revert M. induction w as [| c w IH]; intros [| m M] HM; try discriminate HM; [reflexivity |].
  injection HM as HM. specialize (IH M HM).
  cbn [influencing close both select]. destruct m; cbn [andb]; [| exact IH].
  destruct (touches S c e) eqn:Ht; cbn [orb negb]; [exact IH |].
  destruct (negb (existsb (touches S c) (select (close (influencing M w e) w) w))); [| exact IH].
  now rewrite touch_cons, Ht, IH.
Qed.

Theorem own_cause_is_closure q w v e : takes q w -> weak_prefix v w -> prime_cause S v e v ->
  exists M, length M = length w /\ is_ideal M w = true /\ v ≃ select M w /\
    v ≃ select (close (influencing M w e) w) w.
Proof.
  intros Hrun Hv Hprime. destruct (prefix_has_positions w v Hv) as (M & HM & Hideal & HvM). exists M.
  split; [trivial | split; [trivial | split; [trivial |]]]. set (P := influencing M w e). set (C := close P w).
  assert (HP : length P = length w) by now apply influencing_length.
  assert (HC : length C = length w) by now apply close_length.
  assert (Hin : included C M = true) by (apply close_is_least; trivial; apply influencing_included).
  assert (HrunM : takes q (select M w)).
  { apply (takes_eq S q v); [trivial |]. destruct Hv as [u Hu]. apply (takes_prefix S q v u).
    now apply (takes_eq S q w); [apply sim_sym |]. }
  pose proof (ideal_splits w q M C HM HC Hin (close_is_ideal P w) HrunM) as Hsplit.
  assert (Hcandidate : select C w ++ select (minus M C) w ≃ v) by (apply sim_sym;
    now apply sim_trans with (select M w)).
  destruct Hprime as [_ Hleast]. pose proof (Hleast _ _ Hcandidate (others_are_quiet M w e HM)) as Hle.
  destruct Hle as [x Hx]. pose proof (sim_length S _ _ Hx) as H1. pose proof (sim_length S _ _ Hcandidate) as H2.
  rewrite app_length in H1, H2. destruct x as [| b x]; [now rewrite app_nil_r in Hx |].
  change (length (b :: x)) with (Datatypes.S (length x)) in H1. lia.
Qed.

(** * The last position *)

Lemma select_all w : select (repeat true (length w)) w = w.
Proof. induction w as [| c w IH]; [reflexivity |]. cbn [length repeat select]. now rewrite IH. Qed.

Lemma included_in_all M n : included M (repeat true n) = true.
Proof. revert n. induction M as [| x M IH]; intros [| n]; try reflexivity. cbn. now rewrite orb_true_r, IH. Qed.

Theorem ideal_is_prefix q M w : takes q w -> length M = length w -> is_ideal M w = true -> weak_prefix (select M w) w.
Proof.
  intros Hrun HM Hideal. exists (select (minus (repeat true (length w)) M) w). apply sim_sym.
  pose proof (ideal_splits w q (repeat true (length w)) M (repeat_length _ _) HM (included_in_all M _) Hideal) as H.
  rewrite select_all in H. now apply H.
Qed.

Lemma last_left_out M w b : length M = length w -> select (M ++ [false]) (w ++ [b]) = select M w /\
  (is_ideal (M ++ [false]) (w ++ [b]) = true -> is_ideal M w = true).
Proof.
  revert M. induction w as [| c w IH]; intros [| x M] HM; try discriminate HM; [now split |]. injection HM as HM.
  destruct (IH M HM) as [Hsel Hideal]. cbn [app select is_ideal]. rewrite Hsel. split; [reflexivity |].
  intros H. apply andb_true_iff in H as [H1 H2]. now rewrite (Hideal H1), H2.
Qed.

Lemma influencing_last M w b e x : length M = length w ->
  influencing (M ++ [x]) (w ++ [b]) e = influencing M w e ++ [x && touches S b e].
Proof.
  revert M. induction w as [| c w IH]; intros [| y M] HM; try discriminate HM; [reflexivity |]. injection HM as HM.
  cbn [app influencing]. now rewrite (IH M HM).
Qed.

Lemma influencing_influence M w e c : In c (select (influencing M w e) w) -> touches S c e = true.
Proof.
  revert M. induction w as [| b w IH]; intros [| m M]; try easy. cbn [influencing select].
  destruct m; cbn [andb]; [| apply IH]. destruct (touches S b e) eqn:Hb; [| apply IH].
  intros [<- | H]; [trivial | now apply (IH M)].
Qed.

(** v = ↓_e v, v ≾ w·b and not v ≾ w: it is down(b), and down sets of earlier letters that influence e. *)
Theorem own_cause_with_last q w b v e : takes q (w ++ [b]) -> weak_prefix v (w ++ [b]) -> ~ weak_prefix v w ->
  prime_cause S v e v -> touches S b e = true ->
  exists P, length P = length w /\ (forall c, In c (select P w) -> touches S c e = true) /\
    v ≃ select (close (P ++ [true]) (w ++ [b])) (w ++ [b]).
Proof.
  intros Hrun Hv Hnot Hprime Hb.
  destruct (own_cause_is_closure q (w ++ [b]) v e Hrun Hv Hprime) as (M & HM & Hideal & HvM & Hclose).
  rewrite app_length in HM. destruct (exists_last (l := M)) as (M1 & x & ->).
  { intros ->. change (length [b]) with 1%nat in HM. change (@length bool []) with 0%nat in HM. lia. }
  rewrite app_length in HM. change (length [b]) with 1%nat in HM. change (length [x]) with 1%nat in HM.
  assert (HM1 : length M1 = length w) by lia. exists (influencing M1 w e).
  destruct x.
  - rewrite influencing_last, Hb in Hclose by trivial. split; [now apply influencing_length |].
    split; [apply influencing_influence | exact Hclose].
  - exfalso. destruct (last_left_out M1 w b HM1) as [Hsel Hlast]. rewrite Hsel in HvM. apply Hnot.
    destruct (ideal_is_prefix q M1 w (takes_prefix S q w [b] Hrun) HM1 (Hlast Hideal)) as [u Hu].
    exists u. apply sim_trans with (select M1 w ++ u); [now apply sim_app_r | trivial].
Qed.

End Positions.
