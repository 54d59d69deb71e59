(** PIFS and closures, computed from local runs.

    [HLPW] Listing 3, Definition 36, section 9.1.  Python: pifs.py, closure_sets.py, local_runs.py.

    Where processes have finitely many local states, what Definitions 33 and 36 ask for can be decided: local runs
    are sought by walking the automaton of one process; P, A and Cl are saturated.  Proved here:

      - [can_reach_iff]: s_p –v b→ for some v with letters of a kind;
      - [pifs_test_iff]: PIFS in the form of processes, Listing 3;
      - [action_pifs_test_iff]: PIFS in the form of actions;
      - [closure_test_iff]: membership in Cl(s, a). *)

Require Import List Bool Arith Lia.
Import ListNotations.
From Mazurka Require Import traces systems client_server pifs closure_sets saturation.

Definition is_some {X : Type} (o : option X) : bool := if o then true else false.

Lemma is_some_true {X : Type} (o : option X) : is_some o = true <-> exists x, o = Some x.
Proof. destruct o as [x |]; cbn; split; [now exists x | trivial | easy | now intros (y & H)]. Qed.

Section LocalRuns.
Variable C : client_server.
Local Notation S := (client_server_system C).
Variable local_dec : forall x y : local_state C, {x = y} + {x <> y}.
Variable locals : list (local_state C).
Hypothesis locals_complete : forall x, In x locals.
Implicit Types (a b c d : S) (s : state S) (v : word S) (B : list S) (p q r : nat) (x y : local_state C).

Local Notation every := (@actions S).

Lemma exists_action (f : S -> bool) : existsb f every = true <-> exists a, f a = true.
Proof.
  rewrite existsb_exists. split; [intros (a & _ & Ha); now exists a |].
  intros (a & Ha). exists a. split; [apply (@actions_complete S) | trivial].
Qed.

Lemma can_step_iff s p a : is_some (local_step s p a) = true <-> can_step s p a.
Proof. apply is_some_true. Qed.

(** The local states of p reached from x by letters of a kind. *)
Definition local_reach (kind : S -> bool) p x : list (local_state C) :=
  saturate local_dec locals
    (fun l y => existsb (fun z => existsb (fun d => kind d &&
       match step p z d with Some y' => if local_dec y' y then true else false | None => false end) every) l)
    [x].

Lemma local_reach_iff kind p x y :
  In y (local_reach kind p x) <-> exists v, (forall d, In d v -> kind d = true) /\ local_after C p x v = Some y.
Proof.
  split.
  - apply (saturate_least _ _ _ _
      (fun z => exists v, (forall d, In d v -> kind d = true) /\ local_after C p x v = Some z)).
    + intros z [<- | []]. exists []. split; [intros d [] | trivial].
    + intros k z Hk _ Hadds. apply existsb_exists in Hadds as (z' & Hz' & Hadds).
      apply exists_action in Hadds as (d & Hd). apply andb_true_iff in Hd as [Hkind Hstep].
      destruct (step p z' d) as [y' |] eqn:Hy'; [| easy].
      destruct (local_dec y' z) as [-> |]; [| easy].
      destruct (Hk z' Hz') as (v & Hv & Hrun). exists (v ++ [d]). split.
      * intros e He. apply in_app_or in He as [He | [<- | []]]; auto.
      * rewrite local_after_app, Hrun. cbn. now rewrite Hy'.
  - intros (v & Hv & Hrun). revert y Hrun. induction v as [| d v IH] using rev_ind; intros y Hrun.
    + injection Hrun as <-. apply saturate_starts. now left.
    + rewrite local_after_app in Hrun. destruct (local_after C p x v) as [z |] eqn:Hz; [| easy].
      cbn in Hrun. destruct (step p z d) as [y' |] eqn:Hy'; [| easy]. injection Hrun as ->.
      apply saturate_closed; [apply locals_complete |]. apply existsb_exists. exists z. split.
      * apply IH; [| trivial]. intros e He. apply Hv, in_or_app. now left.
      * apply exists_action. exists d. rewrite Hv by (apply in_or_app; right; now left).
        rewrite Hy'. now destruct (local_dec y y).
Qed.

(** x –v b→ with the letters of v of a kind. *)
Definition can_reach (kind : S -> bool) p x b : bool :=
  existsb (fun y => is_some (step p y b)) (local_reach kind p x).

Theorem can_reach_iff kind p x b : can_reach kind p x b = true <->
  exists v y, (forall d, In d v -> kind d = true) /\ local_after C p x (v ++ [b]) = Some y.
Proof.
  unfold can_reach. rewrite existsb_exists. split.
  - intros (y & Hy & Hb). apply local_reach_iff in Hy as (v & Hv & Hrun).
    apply is_some_true in Hb as (z & Hz). exists v, z. split; [trivial |].
    rewrite local_after_app, Hrun. cbn. now rewrite Hz.
  - intros (v & z & Hv & Hrun). rewrite local_after_app in Hrun.
    destruct (local_after C p x v) as [y |] eqn:Hy; [| easy]. cbn in Hrun.
    exists y. split; [apply local_reach_iff; now exists v |]. now destruct (step p y b).
Qed.

(** s_p –c v b→ with c accepted and the letters of v of a kind. *)
Definition has_run (accepted kind : S -> bool) s p b : bool :=
  match nth_error s p with
  | Some x => existsb (fun c => accepted c &&
                match step p x c with Some y => can_reach kind p y b | None => false end) every
  | None => false
  end.

Lemma has_run_iff accepted kind s p b : has_run accepted kind s p b = true <->
  exists c v, accepted c = true /\ (forall d, In d v -> kind d = true) /\ is_local_run s p (c :: v ++ [b]).
Proof.
  unfold has_run, is_local_run. destruct (nth_error s p) as [x |].
  2: { split; [easy | intros (c & v & _ & _ & x & y & Hx & _); discriminate]. }
  rewrite exists_action. split.
  - intros (c & Hc). apply andb_true_iff in Hc as [Hc Hrun].
    destruct (step p x c) as [y |] eqn:Hy; [| easy].
    apply can_reach_iff in Hrun as (v & z & Hv & Hz). exists c, v. repeat split; trivial.
    exists x, z. split; [trivial |]. cbn. now rewrite Hy.
  - intros (c & v & Hc & Hv & x' & z & [= <-] & Hz). exists c. rewrite Hc. cbn in *.
    destruct (step p x c) as [y |]; [| easy]. apply can_reach_iff. now exists v, z.
Qed.

(** Listing 3. *)

Definition within (P : list nat) a : bool := forallb (fun p => mem Nat.eq_dec p P) (domain a).

Lemma within_true P a : within P a = true <-> forall p, In p (domain a) -> In p P.
Proof.
  unfold within. rewrite forallb_forall. split; intros H p Hp; specialize (H p Hp).
  - now apply mem_true in H.
  - now apply mem_true.
Qed.

(** The pairs (p, q) with dom(b) = {p, q}. *)
Definition pairs_of b : list (nat * nat) := [(client b, server b); (server b, client b)].

Lemma in_pairs_of b p q : In (p, q) (pairs_of b) <-> In p (domain b) /\ In q (domain b) /\ p <> q.
Proof.
  pose proof (client_is_not_server C b b) as Hneq. split.
  - intros [[= <- <-] | [[= <- <-] | []]]; cbn; auto.
  - intros ([<- | [<- | []]] & [<- | [<- | []]] & H); cbn; auto; contradiction.
Qed.

Definition some_pair (f : S -> nat -> nat -> bool) : bool :=
  existsb (fun b => existsb (fun pq => f b (fst pq) (snd pq)) (pairs_of b)) every.

Lemma some_pair_true f : some_pair f = true <->
  exists b p q, In p (domain b) /\ In q (domain b) /\ p <> q /\ f b p q = true.
Proof.
  unfold some_pair. rewrite exists_action. split.
  - intros (b & Hb). apply existsb_exists in Hb as ([p q] & Hpq & Hf).
    apply in_pairs_of in Hpq as (Hp & Hq & Hneq). exists b, p, q. auto.
  - intros (b & p & q & Hp & Hq & Hneq & Hf). exists b. apply existsb_exists. exists (p, q).
    split; [now apply in_pairs_of | trivial].
Qed.

Definition all_processes : list nat := flat_map domain every.

Lemma in_all_processes b p : In p (domain b) -> In p all_processes.
Proof. intros Hp. apply in_flat_map. exists b. split; [apply (@actions_complete S) | trivial]. Qed.

Definition pifs_set s B : list nat :=
  saturate Nat.eq_dec all_processes
    (fun P q => some_pair (fun b p q' => Nat.eqb q' q && mem Nat.eq_dec p P && is_some (local_step s q b) &&
                                         has_run (within P) (within P) s p b))
    (processes_of B).

Definition wraps_test s (P : list nat) B : bool :=
  forallb (fun a => mem action_dec a B || existsb (fun p => mem Nat.eq_dec p P) (domain a)) (enabled s).

Definition pifs_test s B : bool := wraps_test s (pifs_set s B) B.

Lemma wraps_test_iff s P B : wraps_test s P B = true <-> wraps s (fun p => In p P) B.
Proof.
  unfold wraps_test, wraps. rewrite forallb_forall. split; intros H a Ha.
  - apply in_enabled, H in Ha. apply orb_true_iff in Ha as [Ha | Ha]; [left; now apply mem_true in Ha | right].
    apply existsb_exists in Ha as (p & Hp & HpP). exists p. split; [trivial |]. now apply mem_true in HpP.
  - apply in_enabled, H in Ha as [Ha | (p & Hp & HpP)]; apply orb_true_iff; [left | right].
    + now apply mem_true.
    + apply existsb_exists. exists p. split; [trivial |]. now apply mem_true.
Qed.

Lemma wraps_same s (P Q : nat -> Prop) B : (forall p, P p <-> Q p) -> wraps s P B <-> wraps s Q B.
Proof. intros H. split; apply wraps_more; intros p; apply H. Qed.

Lemma pifs_set_iff s B p : In p (pifs_set s B) <-> pifs_processes C s B p.
Proof.
  split.
  - apply (saturate_least _ _ _ _ (pifs_processes C s B)).
    + intros r Hr. apply in_processes_of in Hr as (a & Ha & Hr). now apply pifs_base with a.
    + intros P q HP _ Hadds. apply some_pair_true in Hadds as (b & r & q' & Hr & Hq & Hneq & Hadds).
      rewrite !andb_true_iff in Hadds. destruct Hadds as [[[Heq HrP] Hstep] Hrun].
      apply Nat.eqb_eq in Heq as ->. apply mem_true in HrP. apply can_step_iff in Hstep.
      apply has_run_iff in Hrun as (c & v & Hc & Hv & Hrun).
      apply pifs_grow with (b := b) (p := r) (v := c :: v); auto; [easy |].
      intros t Ht. apply HP. apply in_processes_of in Ht as (d & [<- | Hd] & Ht).
      * now apply (proj1 (within_true P c) Hc).
      * now apply (proj1 (within_true P d) (Hv d Hd)).
  - induction 1 as [a p Ha Hp | b p q v Hp Hq Hneq _ IHp Hstep Hv Hrun _ IH].
    + apply saturate_starts, in_processes_of. now exists a.
    + apply saturate_closed; [now apply in_all_processes with b |].
      apply some_pair_true. exists b, p, q. repeat split; trivial.
      fold (pifs_set s B). destruct v as [| c v]; [easy |].
      rewrite Nat.eqb_refl, (proj2 (mem_true _ _ _) IHp), (proj2 (can_step_iff s q b) Hstep). cbn [andb].
      assert (Hinside : forall d, In d (c :: v) -> within (pifs_set s B) d = true).
      { intros d Hd. apply within_true. intros r Hr. apply IH, in_processes_of. now exists d. }
      apply has_run_iff. exists c, v. repeat split; trivial.
      * apply Hinside. now left.
      * intros d Hd. apply Hinside. now right.
Qed.

Theorem pifs_test_iff s B : pifs_test s B = true <-> pifs s B.
Proof.
  unfold pifs_test. rewrite wraps_test_iff. apply wraps_same. intros p. apply pifs_set_iff.
Qed.

(** The form of actions. *)

Definition pifs_action_set s B : list S :=
  saturate action_dec every
    (fun A b => existsb (fun pq => is_some (local_step s (snd pq) b) &&
                   has_run (fun c => mem action_dec c A) (within (processes_of A)) s (fst pq) b) (pairs_of b))
    B.

Definition action_pifs_test s B : bool := wraps_test s (processes_of (pifs_action_set s B)) B.

Lemma pifs_action_set_iff s B :
  (forall a, In a (pifs_action_set s B) <-> pifs_actions C s B a) /\
  (forall p, In p (processes_of (pifs_action_set s B)) <-> pifs_action_processes C s B p).
Proof.
  assert (Hwithin : forall a, In a (pifs_action_set s B) -> pifs_actions C s B a).
  { apply (saturate_least _ _ _ _ (pifs_actions C s B)); [apply action_base |].
    intros A b HA _ Hadds. apply existsb_exists in Hadds as ([p q] & Hpq & Hadds).
    apply in_pairs_of in Hpq as (Hp & Hq & Hneq). cbn [fst snd] in Hadds.
    apply andb_true_iff in Hadds as [Hstep Hrun]. apply can_step_iff in Hstep.
    apply has_run_iff in Hrun as (c & v & Hc & Hv & Hrun). apply mem_true in Hc.
    apply action_grow with p q c v; auto.
    intros r Hr. apply in_processes_of in Hr as (d & Hd & Hr).
    apply (proj1 (within_true _ d) (Hv d Hd)) in Hr. apply in_processes_of in Hr as (e & He & Hr).
    apply action_process with e; auto. }
  assert (Haction : forall a, pifs_actions C s B a -> In a (pifs_action_set s B)).
  { apply (pifs_actions_mutual C s B (fun a _ => In a (pifs_action_set s B))
      (fun p _ => In p (processes_of (pifs_action_set s B)))).
    - intros a Ha. now apply saturate_starts.
    - intros b p q c v Hp Hq Hneq Hstep _ IHc Hrun _ IHv.
      apply saturate_closed; [apply (@actions_complete S) |]. fold (pifs_action_set s B).
      apply existsb_exists. exists (p, q). split; [now apply in_pairs_of | cbn [fst snd]].
      rewrite (proj2 (can_step_iff s q b) Hstep). cbn [andb].
      apply has_run_iff. exists c, v. repeat split; trivial; [now apply mem_true |].
      intros d Hd. apply within_true. intros r Hr. apply IHv, in_processes_of. now exists d.
    - intros a p _ IH Hp. apply in_processes_of. now exists a. }
  split; intros z; split; auto.
  - intros Hz. apply in_processes_of in Hz as (a & Ha & Hz). apply action_process with a; auto.
  - intros [a p Ha Hp]. apply in_processes_of. exists a. auto.
Qed.

Theorem action_pifs_test_iff s B : action_pifs_test s B = true <-> action_pifs s B.
Proof.
  unfold action_pifs_test. rewrite wraps_test_iff. apply wraps_same. apply pifs_action_set_iff.
Qed.

(** Cl(s, a). *)

Definition rivals s a : list S :=
  filter (fun b => existsb (fun p => mem Nat.eq_dec p (domain b) && is_some (local_step s p b)) (domain a)) every.

Definition avoids_process p d : bool := negb (mem Nat.eq_dec p (domain d)).

Lemma avoids_process_true p d : avoids_process p d = true <-> ~ In p (domain d).
Proof. unfold avoids_process. rewrite negb_true_iff. apply mem_false. Qed.

Definition closure_set s a : list S :=
  saturate action_dec every
    (fun l c => existsb (fun b => existsb (fun pq => is_some (local_step s (fst pq) b) &&
       has_run (fun c' => (if action_dec c' c then true else false) && avoids_process (fst pq) c')
               (avoids_process (fst pq)) s (snd pq) b) (pairs_of b)) l)
    (a :: rivals s a).

Theorem closure_test_iff s a b : In b (closure_set s a) <-> closure s a b.
Proof.
  split.
  - apply (saturate_least _ _ _ _ (closure s a)).
    + intros c [<- | Hc]; [apply closure_self |]. apply filter_In in Hc as [_ Hc].
      apply existsb_exists in Hc as (p & Hp & Hc). apply andb_true_iff in Hc as [Hpc Hstep].
      apply mem_true in Hpc. apply can_step_iff in Hstep. now apply closure_rival with p.
    + intros l c Hl _ Hadds. apply existsb_exists in Hadds as (d & Hd & Hadds).
      apply existsb_exists in Hadds as ([p q] & Hpq & Hadds).
      apply in_pairs_of in Hpq as (Hp & Hq & Hneq). cbn [fst snd] in Hadds.
      apply andb_true_iff in Hadds as [Hstep Hrun]. apply can_step_iff in Hstep.
      apply has_run_iff in Hrun as (c' & v & Hc & Hv & Hrun). apply andb_true_iff in Hc as [Hc Havoid].
      destruct (action_dec c' c) as [-> |]; [| easy]. apply avoids_process_true in Havoid.
      apply closure_head with (b := d) (p := p) (q := q) (v := v); auto.
      intros Hin. apply in_processes_of in Hin as (e & [<- | He] & Hin); [contradiction |].
      now apply (proj1 (avoids_process_true p e) (Hv e He)).
  - induction 1 as [| b p Ha Hb Hstep | b p q c v _ IH Hp Hq Hneq Hstep Hrun Havoid].
    + apply saturate_starts. now left.
    + apply saturate_starts. right. apply filter_In. split; [apply (@actions_complete S) |].
      apply existsb_exists. exists p. split; [trivial |]. apply andb_true_iff. split; [now apply mem_true |].
      now apply can_step_iff.
    + apply saturate_closed; [apply (@actions_complete S) |]. fold (closure_set s a).
      apply existsb_exists. exists b. split; [trivial |]. apply existsb_exists. exists (p, q).
      split; [now apply in_pairs_of | cbn [fst snd]].
      rewrite (proj2 (can_step_iff s p b) Hstep). cbn [andb].
      assert (Hoff : forall d, In d (c :: v) -> avoids_process p d = true).
      { intros d Hd. apply avoids_process_true. intros Hin. apply Havoid, in_processes_of. now exists d. }
      apply has_run_iff. exists c, v. repeat split; trivial.
      * rewrite (Hoff c) by now left. now destruct (action_dec c c).
      * intros d Hd. apply Hoff. now right.
Qed.

End LocalRuns.
