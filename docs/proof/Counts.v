(** Sums and products of the kernel as they are computed, and how much of their terms they lose.

    An expression has an exact value, and one that is computed step by step, each step with one rounding. The error is at
    most (1 + u)^n - 1 of the sum of the sizes of all its terms, where n counts the roundings on the longest way through
    the expression. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding.
Local Open Scope R_scope.

(** The share that n roundings may lose. *)
Definition share n := (1 + u) ^ n - 1.

Lemma share_step : forall n, (1 + share n) * (1 + u) = 1 + share (S n).
Proof. intros. unfold share. simpl. ring. Qed.

Lemma share_nonneg : forall n, 0 <= share n.
Proof. intros. unfold share. pose proof (pow_R1_Rle (1 + u) n) as H. assert (1 <= 1 + u) by (unfold u; lra). specialize (H H0). lra. Qed.

Lemma share_grows : forall m n, (m <= n)%nat -> share m <= share n.
Proof. intros m n H. unfold share. pose proof (Rle_pow (1 + u) m n) as K. assert (1 <= 1 + u) by (unfold u; lra). specialize (K H0 H). lra. Qed.

Lemma share_sum : forall m n, (1 + share m) * (1 + share n) = 1 + share (m + n).
Proof. intros. unfold share. rewrite pow_add. ring. Qed.

(** For few roundings that is hardly more than n units. *)
Lemma share_units : forall n, (n <= 100)%nat -> share n <= (INR n + / 100) * u.
Proof.
  assert (H : forall n, (n <= 100)%nat -> share n <= INR n * u * (1 + INR n * u)).
  { induction n as [| n IH]; intros Hn; [unfold share; simpl; lra |].
    pose proof (share_step n) as St. assert (IH' := IH ltac:(lia)). rewrite S_INR. pose proof (pos_INR n).
    replace (share (S n)) with ((1 + share n) * (1 + u) - 1) by lra.
    assert (INR n <= 100) by (replace 100 with (INR 100) by (simpl; lra); apply le_INR; lia).
    assert ((1 + share n) * (1 + u) <= (1 + INR n * u * (1 + INR n * u)) * (1 + u)) by (apply Rmult_le_compat_r; unfold u in *; lra).
    set (x := INR n) in *. assert (0 <= x * x <= 10000) by nra. unfold u in *; nra. }
  intros n Hn. apply Rle_trans with (1 := H n Hn). pose proof (pos_INR n).
  assert (INR n <= 100) by (replace 100 with (INR 100) by (simpl; lra); apply le_INR; lia).
  set (x := INR n) in *. assert (0 <= x * x <= 10000) by nra. unfold u; nra.
Qed.

(** A leaf is a number that is known up to some roundings. *)
Inductive expression := Leaf (roundings : nat) (exact computed : R) | Plus (a b : expression) | Minus (a b : expression) | Times (a b : expression).

Fixpoint value e := match e with
  | Leaf _ x _ => x | Plus a b => value a + value b | Minus a b => value a - value b | Times a b => value a * value b end.
Fixpoint sizes e := match e with
  | Leaf _ x _ => Rabs x | Plus a b | Minus a b => sizes a + sizes b | Times a b => sizes a * sizes b end.
Fixpoint count e := match e with
  | Leaf n _ _ => n | Plus a b | Minus a b => S (Nat.max (count a) (count b)) | Times a b => S (count a + count b) end.

Section Computed.
(** What is computed of each exact result. *)
Variable fl : R -> R.
Fixpoint computed e := match e with
  | Leaf _ _ x => x | Plus a b => fl (computed a + computed b) | Minus a b => fl (computed a - computed b)
  | Times a b => fl (computed a * computed b) end.
(** The leaves are as good as they say, and each step is a rounding. *)
Fixpoint fits e := match e with
  | Leaf n x x' => Rabs (x' - x) <= share n * Rabs x
  | Plus a b => fits a /\ fits b /\ rounds (computed a + computed b) (computed e)
  | Minus a b => fits a /\ fits b /\ rounds (computed a - computed b) (computed e)
  | Times a b => fits a /\ fits b /\ rounds (computed a * computed b) (computed e) end.

Lemma value_size : forall e, Rabs (value e) <= sizes e.
Proof.
  induction e; simpl; try lra.
  - eapply Rle_trans; [apply Rabs_triang | lra].
  - unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
  - rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption.
Qed.

Lemma sizes_nonneg : forall e, 0 <= sizes e.
Proof. intros. eapply Rle_trans; [apply Rabs_pos | apply value_size]. Qed.

(** One more rounding. *)
Lemma rounded_once : forall n x x' y size, Rabs (x' - x) <= share n * size -> Rabs x <= size -> rounds x' y -> Rabs (y - x) <= share (S n) * size.
Proof.
  intros n x x' y size H Hx (d & Hd & ->).
  replace (x' * (1 + d) - x) with ((x' - x) * (1 + d) + d * x) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
  assert (Rabs (1 + d) <= 1 + u) by (eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_R1; lra).
  pose proof (share_step n) as St. pose proof (Rabs_pos (x' - x)). pose proof (Rabs_pos x).
  assert (Rabs (x' - x) * Rabs (1 + d) <= share n * size * (1 + u)) by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
  assert (Rabs d * Rabs x <= u * size) by (apply Rmult_le_compat; try apply Rabs_pos; assumption). nra.
Qed.

Theorem error_of : forall e, fits e -> Rabs (computed e - value e) <= share (count e) * sizes e.
Proof.
  assert (more : forall m n x, 0 <= x -> (m <= n)%nat -> share m * x <= share n * x).
  { intros m n x Hx H. apply Rmult_le_compat_r; [exact Hx | now apply share_grows]. }
  assert (sum : forall x x' y y' m n sx sy, 0 <= sx -> 0 <= sy -> Rabs (x' - x) <= share m * sx -> Rabs (y' - y) <= share n * sy ->
    Rabs (x' - x) + Rabs (y' - y) <= share (Nat.max m n) * (sx + sy)).
  { intros x x' y y' m n sx sy Hx Hy H K. pose proof (more m (Nat.max m n) sx Hx ltac:(lia)). pose proof (more n (Nat.max m n) sy Hy ltac:(lia)). lra. }
  induction e as [n x x' | a IHa b IHb | a IHa b IHb | a IHa b IHb]; intros F; [exact F | | |];
    simpl in F; destruct F as (Fa & Fb & F); specialize (IHa Fa); specialize (IHb Fb);
    pose proof (sizes_nonneg a); pose proof (sizes_nonneg b); pose proof (value_size a); pose proof (value_size b).
  - apply rounded_once with (2 := value_size (Plus a b)) (3 := F). cbn [value sizes].
    replace (computed a + computed b - (value a + value b)) with ((computed a - value a) + (computed b - value b)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. now apply sum.
  - apply rounded_once with (2 := value_size (Minus a b)) (3 := F). cbn [value sizes].
    replace (computed a - computed b - (value a - value b)) with ((computed a - value a) + - (computed b - value b)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. now apply sum.
  - apply rounded_once with (2 := value_size (Times a b)) (3 := F). cbn [value sizes].
    replace (computed a * computed b - value a * value b)
      with ((computed a - value a) * (computed b - value b) + ((computed a - value a) * value b + value a * (computed b - value b))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |]. rewrite !Rabs_mult.
    pose proof (share_sum (count a) (count b)) as E. pose proof (share_nonneg (count a)). pose proof (share_nonneg (count b)).
    assert (Rabs (computed a - value a) * Rabs (computed b - value b) <= share (count a) * sizes a * (share (count b) * sizes b))
      by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
    assert (Rabs (computed a - value a) * Rabs (value b) <= share (count a) * sizes a * sizes b)
      by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
    assert (Rabs (value a) * Rabs (computed b - value b) <= sizes a * (share (count b) * sizes b))
      by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
    assert (E' : share (count a + count b) = share (count a) + share (count b) + share (count a) * share (count b)) by lra.
    match goal with |- _ <= share ?n * _ => change n with (count a + count b)%nat end. rewrite E'. lra.
Qed.

(** In units: n roundings lose no more than n and a hundredth of all terms. *)
Theorem units_of : forall e, fits e -> (count e <= 100)%nat -> Rabs (computed e - value e) <= (INR (count e) + / 100) * u * sizes e.
Proof.
  intros e F H. apply Rle_trans with (1 := error_of e F). apply Rmult_le_compat_r; [apply sizes_nonneg | now apply share_units].
Qed.

End Computed.

(** * The path of one pivot against the other: src/proof/path.rs

    One coordinate. [ca], [va], [aa] and so on are those of the laws, [ea] and [eb] how long after their epochs the
    question begins, and t how long after that. *)
Section Path.
Variables ca cb va vb aa ab ea eb t : R.
(** What is computed of differences of two numbers. *)
Variables c' v' ha' ea' eb' half_ea' half_eb' t' : R.

(** rust src/proof/path.rs: self.from = self.from + (vb + ab * (0.5 * eb)) * eb - (va + aa * (0.5 * ea)) * ea; *)
Definition from := Minus
  (Plus (Leaf 1 (cb - ca) c') (Times (Plus (Leaf 0 vb vb) (Times (Leaf 0 ab ab) (Leaf 1 (eb / 2) half_eb'))) (Leaf 1 eb eb')))
  (Times (Plus (Leaf 0 va va) (Times (Leaf 0 aa aa) (Leaf 1 (ea / 2) half_ea'))) (Leaf 1 ea ea')).
(** rust src/proof/path.rs: self.velocity = self.velocity + ab * eb - aa * ea; *)
Definition velocity := Minus (Plus (Leaf 1 (vb - va) v') (Times (Leaf 0 ab ab) (Leaf 1 eb eb'))) (Times (Leaf 0 aa aa) (Leaf 1 ea ea')).
(** rust src/proof/path.rs: self.half_acceleration = acceleration * 0.5;
    rust src/proof/kernel.rs: self.from + (self.velocity + self.half_acceleration * t) * t *)
Definition between := Plus from (Times (Plus velocity (Times (Leaf 1 ((ab - aa) / 2) ha') (Leaf 1 t t'))) (Leaf 1 t t')).

(** It is the difference of both pivots at the time. *)
Theorem between_is : value between = (cb + (eb + t) * vb + (eb + t) * (eb + t) / 2 * ab) - (ca + (ea + t) * va + (ea + t) * (ea + t) / 2 * aa).
Proof. unfold between, from, velocity. simpl. field. Qed.

Definition path_needs := 8.

Theorem between_count : INR (count between) = path_needs.
Proof. simpl. unfold path_needs. lra. Qed.

(** All its terms are among those of [size].
    rust src/proof/path.rs: (v.sum_of_sizes() + x.sum_of_sizes() * h) * h
    rust src/proof/path.rs: self.size += sizes(va, aa, ea) + sizes(vb, ab, eb);
    rust src/proof/path.rs: self.size += acceleration.sum_of_sizes() * duration * duration; *)
Definition path_size duration :=
  let of v x e := let h := Rabs e + duration in (Rabs v + Rabs x * h) * h in
  Rabs (cb - ca) + of va aa ea + of vb ab eb + Rabs (ab - aa) * duration * duration.

Theorem path_size_covers : forall duration, 0 <= t <= duration -> sizes between <= path_size duration.
Proof.
  intros duration Ht. unfold between, from, velocity, path_size. simpl.
  assert (half : forall x, Rabs (x / 2) = Rabs x / 2) by (intros; unfold Rdiv; rewrite Rabs_mult, (Rabs_pos_eq (/ 2)); lra).
  rewrite !half, (Rabs_pos_eq t) by lra.
  assert (Hv : Rabs (vb - va) <= Rabs vb + Rabs va) by (unfold Rminus; eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_Ropp; lra).
  pose proof (Rabs_pos va). pose proof (Rabs_pos vb). pose proof (Rabs_pos aa). pose proof (Rabs_pos ab). pose proof (Rabs_pos ea).
  pose proof (Rabs_pos eb). pose proof (Rabs_pos (ab - aa)).
  set (VA := Rabs va) in *. set (VB := Rabs vb) in *. set (XA := Rabs aa) in *. set (XB := Rabs ab) in *. set (EA := Rabs ea) in *. set (EB := Rabs eb) in *.
  set (XX := Rabs (ab - aa)) in *.
  assert (Rabs (vb - va) * t <= (VB + VA) * duration) by (apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (tt : t * t <= duration * duration) by (apply Rmult_le_compat; lra).
  assert (XX * (t * t) <= XX * (duration * duration)) by (apply Rmult_le_compat_l; lra).
  assert (M : forall x e, 0 <= x -> 0 <= e -> 0 <= x * (e * e) /\ x * (e * t) <= x * (e * duration) /\ 0 <= x * (duration * duration) /\ 0 <= x * (e * t)).
  { intros x e Hx He. assert (0 <= e * e) by nra. assert (0 <= duration * duration) by nra. assert (0 <= e * t) by nra.
    repeat split; try (apply Rmult_le_pos; lra). apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
  destruct (M XA EA ltac:(lra) ltac:(lra)) as (A1 & A2 & A3 & A4). destruct (M XB EB ltac:(lra) ltac:(lra)) as (B1 & B2 & B3 & B4).
  assert (0 <= XX * (t * t)) by (apply Rmult_le_pos; [lra | nra]). nra.
Qed.

(** Bodies that do not fall, and whose laws begin with the question.
    rust src/proof/path.rs: let from = Vector::new(b.center) - Vector::new(a.center);
    | let velocity = Vector::new(b.velocity) - Vector::new(a.velocity);
    | let error = |law: &Law<D>| law.center_error(law.longest_from_epoch(start, end));
    | let of_laws = error(a) + error(b);
    | let mut path = Self { from, velocity, half_acceleration: Vector::default(), falls: false,
    | error: of_laws + LEAST_LENGTH, size: from.sum_of_sizes(), };
    | let elapsed = [start - a.epoch, start - b.epoch];
    | if elapsed != [0.0; 2] || a.falls || b.falls { path.begin_at([a, b], elapsed, end - start); }
    | path.size += path.velocity.sum_of_sizes() * (end - start);
    | path.error += path.size * PATH_ERROR;

    RoundedCentre.v has how far the centre of a law is off. What underflows where bodies fall is not proven, but rests on this:
    rust src/proof/path.rs: let most = larger(ea.abs(), eb.abs()) + duration;
    | self.error += LEAST_NUMBERS * most * (most + 1.0);
    rust src/proof/path.rs: pub(super) const LEAST_NUMBERS: f64 = 64.0 * f64::MIN_POSITIVE * f64::EPSILON; *)
Definition straight := Plus (Leaf 1 (cb - ca) c') (Times (Leaf 1 (vb - va) v') (Leaf 1 t t')).

Theorem straight_path : value straight = (cb + t * vb) - (ca + t * va) /\ INR (count straight) <= path_needs /\
  forall duration, 0 <= t <= duration -> sizes straight <= Rabs (cb - ca) + Rabs (vb - va) * duration.
Proof.
  split; [simpl; ring |]. split; [simpl; unfold path_needs; lra |]. intros duration Ht. simpl. rewrite (Rabs_pos_eq t) by lra.
  apply Rplus_le_compat_l, Rmult_le_compat_l; [apply Rabs_pos | lra].
Qed.
End Path.
