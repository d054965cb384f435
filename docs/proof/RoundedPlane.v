(** Turns in the plane, and bodies that have a rotation but do not turn: src/motion/law.rs, `angle_error`.

    A rotation of the plane is a complex number. Vectors of the plane are those of space whose third coordinate is zero, and
    the axis is 1 or -1 along the third one. *)

Require Import Reals Psatz Lia Flocq.Core.Core.
Require Import Rounding Vectors Turning Constants Counts RoundedGap RoundedTurns RoundedAngle.
Local Open Scope R_scope.

(** * The axis and the speed of a turn in the plane have no rounding *)

Definition is_number x := generic_format radix2 (FLT_exp (-1074) 53) x.

Lemma exact_number : forall x, is_number x -> double x = x.
Proof. intros x F. unfold double. apply round_generic; [apply valid_rnd_N | exact F]. Qed.

Lemma one_is_number : is_number 1.
Proof. unfold is_number. change 1 with (bpow radix2 0). apply generic_format_bpow. unfold FLT_exp. simpl. lia. Qed.

Lemma opposite_is_number : forall x, is_number x -> is_number (- x).
Proof. intros. now apply generic_format_opp. Qed.

Lemma axis_number : forall x, x <> 0 -> x / Rabs x = 1 \/ x / Rabs x = -1.
Proof. intros x H. unfold Rabs. destruct (Rcase_abs x); [right | left]; field; lra. Qed.

(** Squares of the other two coordinates are zero, and adding them rounds nothing.
    rust src/motion/law.rs: let angular = R::components(angular).map(T::as_f64);
    | let (axis, speed) = axis_and_length(angular.into());
    rust src/motion/rotor.rs: const ANGLE_PER_ARC: f64 = 1.0; *)
Theorem plane_axis : forall x, x <> 0 -> is_number x ->
  let scaled := double (x / Rabs x) in let root := double (sqrt (double (scaled * scaled))) in
  (scaled = 1 \/ scaled = -1) /\ double (scaled / root) = scaled /\ double (double (root * Rabs x) / 1) = Rabs x.
Proof.
  intros x nz F scaled root. pose proof one_is_number as I.
  assert (S : scaled = 1 \/ scaled = -1).
  { unfold scaled. destruct (axis_number x nz) as [-> | ->]; [left; now apply exact_number | right]. change (-1) with (- (1)). now apply exact_number, opposite_is_number. }
  assert (square : scaled * scaled = 1) by (destruct S as [-> | ->]; ring).
  assert (R1 : root = 1) by (unfold root; rewrite square, (exact_number 1 I), sqrt_1; now apply exact_number).
  assert (N : is_number scaled) by (destruct S as [-> | ->]; [exact I | change (-1) with (- (1)); now apply opposite_is_number]).
  assert (A : is_number (Rabs x)) by (now apply generic_format_abs).
  split; [exact S |]. rewrite R1. split.
  - replace (scaled / 1) with scaled by field. now apply exact_number.
  - replace (1 * Rabs x) with (Rabs x) by ring. rewrite (exact_number _ A). replace (Rabs x / 1) with (Rabs x) by field. now apply exact_number.
Qed.

(** So the number a quarter of a turn later is exact too: RoundedAngle.v quotes the line. *)
Theorem plane_quarter : forall z q, z = 1 \/ z = -1 -> is_number q -> double (z * q) = z * q /\ double (- z * q) = - z * q.
Proof.
  intros z q H F. pose proof (opposite_is_number q F) as G.
  destruct H as [-> | ->]; split.
  - replace (1 * q) with q by ring. now apply exact_number.
  - replace (- (1) * q) with (- q) by ring. now apply exact_number.
  - replace (-1 * q) with (- q) by ring. now apply exact_number.
  - replace (- -1 * q) with q by ring. now apply exact_number.
Qed.

(** The arc is the angle: the time and the product lose a rounding each. *)
Theorem plane_arc_off : forall rate e e' a', rounds e e' -> rounds (e' * rate) a' -> off 2.1 (e * rate) a'.
Proof.
  intros rate e e' a' R1 R2. pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ (rounds_off _ _ R1) (exact rate) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O.
  apply off_more with (1 := O). lra.
Qed.

(** All of a vector of the plane is across the axis, so of a unit vector that is 1: RoundedGap.v quotes the lines. *)
Theorem plane_across : forall z x y, z = 1 \/ z = -1 -> across (V 0 0 z) (V x y 0) = length (V x y 0).
Proof. intros z x y H. unfold across, length. f_equal. destruct H as [-> | ->]; unfold cross, dot; cbn [x_of y_of z_of]; ring. Qed.

Theorem plane_across_is_enough : forall z x y result, z = 1 \/ z = -1 -> length (V x y 0) = 1 -> rounds (1 + ACROSS_ERROR * u) result ->
  2 <= ACROSS_ERROR <= 1000 -> across (V 0 0 z) (V x y 0) <= result.
Proof.
  intros z x y result Hz one (e & He & ->) enough. rewrite plane_across, one by exact Hz. apply Rabs_le_inv in He.
  apply Rle_trans with ((1 + ACROSS_ERROR * u) * (1 - u)); [unfold u in *; lra | apply Rmult_le_compat_l; [unfold u; lra | lra]].
Qed.

(** * What a complex number makes of a vector *)

(** rust src/number/matrix.rs: if D == 2 { let (x, y) = (x * one, y * one);
    | to.0[0] = Both::of(by_axis(|i| [x, y][i]));
    | to.0[1] = Both::of(by_axis(|i| [-y, x][i]));
    | return to; }
    Factors of 1 and -1 and a changed sign round nothing: so the matrix has the numbers as they are. *)
Definition spin x y r := V (x * x_of r + - y * y_of r) (y * x_of r + x * y_of r) 0.

Lemma spin_length : forall x y r, length (spin x y r) <= length (V x y 0) * length r.
Proof.
  intros x y r. pose proof (length_nonneg (V x y 0)). pose proof (length_nonneg r). apply at_most_length; [now apply Rmult_le_pos |].
  replace (length (V x y 0) * length r * (length (V x y 0) * length r)) with (length (V x y 0) * length (V x y 0) * (length r * length r)) by ring.
  rewrite !length_square. unfold spin, dot. cbn [x_of y_of z_of].
  assert (0 <= (x * x + y * y) * (z_of r * z_of r)) by (apply Rmult_le_pos; nra). nra.
Qed.

Lemma plane_length : forall x y k, Rabs x <= k -> Rabs y <= k -> length (V x y 0) <= 1.42 * k.
Proof.
  intros x y k Hx Hy. pose proof (Rabs_pos x). apply at_most_length; [lra |]. unfold dot. cbn [x_of y_of z_of].
  assert (S : forall p, Rabs p <= k -> p * p <= k * k).
  { intros p Hp. rewrite <- (Rabs_pos_eq (p * p)), Rabs_mult by apply Rle_0_sqr. apply Rmult_le_compat; try apply Rabs_pos; exact Hp. }
  pose proof (S x Hx). pose proof (S y Hy). assert (0 <= k * k) by (apply Rle_0_sqr). lra.
Qed.

Lemma spin_turns : forall z a fx fy r, z = 1 \/ z = -1 ->
  turned (V 0 0 z) a (spin fx fy r) = spin (cos a * fx + sin a * (- z * fy)) (cos a * fy + sin a * (z * fx)) r.
Proof. intros z a fx fy r H. unfold turned, spin, dot, add, sub, scale, cross. cbn [x_of y_of z_of]. f_equal; ring. Qed.

Lemma spin_differs : forall x y p q r, (spin x y r - spin p q r)%v = spin (x - p) (y - q) r.
Proof. intros. unfold spin, sub. cbn [x_of y_of z_of]. f_equal; ring. Qed.

Section Plane.
Variable fl : R -> R.
(** The exact number of the pose, and the axis. *)
Variables fx fy z : R.
Hypothesis unit_f : fx * fx + fy * fy = 1.
Hypothesis unit_z : z = 1 \/ z = -1.
(** What is computed of the number, of the arc, and of its cosine and sine: `from_off` has the number. *)
Variables fx' fy' a a' X Y : R.
Hypothesis from_x : off 4.2 fx fx'.
Hypothesis from_y : off 4.2 fy fy'.
Hypothesis arc_near : off 2.1 a a'.
Hypothesis cosine_near : Rabs (X - cos a') <= 1.5 * u.
Hypothesis sine_near : Rabs (Y - sin a') <= 1.5 * u.
Definition px := number X Y fx' (- z * fy').
Definition py := number X Y fy' (z * fx').
Hypothesis computed_so : fits fl px /\ fits fl py.

(** One coordinate, from the exact ones p and q. *)
Lemma coordinate_near : forall p p' q q', p * p + q * q = 1 -> Rabs (p' - p) <= 4.2 * u * Rabs p -> Rabs (q' - q) <= 4.2 * u * Rabs q ->
  fits fl (number X Y p' q') -> Rabs (computed fl (number X Y p' q') - (cos a' * p + sin a' * q)) <= 8.4 * u.
Proof.
  intros p p' q q' one Hp Hq F. pose proof (units_of fl _ F ltac:(simpl; lia)) as E. replace (INR (count (number X Y p' q'))) with 2 in E by (simpl; lra).
  cbn [sizes value number] in E. set (d := computed fl (number X Y p' q')) in *. clearbody d.
  pose proof (sin2_cos2 a') as circle. unfold Rsqr in circle. set (c := cos a') in *. set (s := sin a') in *. clearbody c s.
  assert (S : forall x, Rabs x * Rabs x = x * x) by (intros; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  pose proof (S c). pose proof (S s). pose proof (S p). pose proof (S q).
  pose proof (Rabs_pos c). pose proof (Rabs_pos s). pose proof (Rabs_pos p). pose proof (Rabs_pos q).
  (* the products of both sizes are at most one, and both sizes together at most the root of two *)
  assert (K : Rabs c * Rabs p + Rabs s * Rabs q <= 1).
  { pose proof (Rle_0_sqr (Rabs c - Rabs p)) as Z1. pose proof (Rle_0_sqr (Rabs s - Rabs q)) as Z2. unfold Rsqr in *. lra. }
  assert (T : Rabs p + Rabs q <= 1.42).
  { apply square_le; [lra |]. pose proof (Rle_0_sqr (Rabs p - Rabs q)) as Z. unfold Rsqr in Z. lra. }
  assert (P' : Rabs p' <= Rabs p * (1 + 4.2 * u)).
  { pose proof (Rabs_triang (p' - p) p) as A. replace (p' - p + p) with p' in A by ring. lra. }
  assert (Q' : Rabs q' <= Rabs q * (1 + 4.2 * u)).
  { pose proof (Rabs_triang (q' - q) q) as A. replace (q' - q + q) with q' in A by ring. lra. }
  assert (X' : Rabs X <= Rabs c + 1.5 * u).
  { pose proof (Rabs_triang (X - c) c) as A. replace (X - c + c) with X in A by ring. lra. }
  assert (Y' : Rabs Y <= Rabs s + 1.5 * u).
  { pose proof (Rabs_triang (Y - s) s) as A. replace (Y - s + s) with Y in A by ring. lra. }
  pose proof (Rabs_pos X). pose proof (Rabs_pos Y). pose proof (Rabs_pos p'). pose proof (Rabs_pos q').
  assert (B1 : Rabs X * Rabs p' <= (Rabs c + 1.5 * u) * (Rabs p * (1 + 4.2 * u))) by (apply Rmult_le_compat; assumption).
  assert (B2 : Rabs Y * Rabs q' <= (Rabs s + 1.5 * u) * (Rabs q * (1 + 4.2 * u))) by (apply Rmult_le_compat; assumption).
  assert (B3 : Rabs (X * (p' - p)) <= (Rabs c + 1.5 * u) * (4.2 * u * Rabs p)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
  assert (B4 : Rabs (Y * (q' - q)) <= (Rabs s + 1.5 * u) * (4.2 * u * Rabs q)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
  assert (B5 : Rabs ((X - c) * p) <= 1.5 * u * Rabs p) by (rewrite Rabs_mult; apply Rmult_le_compat_r; assumption).
  assert (B6 : Rabs ((Y - s) * q) <= 1.5 * u * Rabs q) by (rewrite Rabs_mult; apply Rmult_le_compat_r; assumption).
  replace (d - (c * p + s * q)) with ((d - (X * p' + Y * q')) + ((X * (p' - p) + Y * (q' - q)) + ((X - c) * p + (Y - s) * q))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
  pose proof (Rabs_triang (X * (p' - p)) (Y * (q' - q))). pose proof (Rabs_triang ((X - c) * p) ((Y - s) * q)).
  set (cp := Rabs c * Rabs p) in *. set (sq := Rabs s * Rabs q) in *. assert (0 <= cp) by (now apply Rmult_le_pos). assert (0 <= sq) by (now apply Rmult_le_pos).
  assert (whole : Rabs X * Rabs p' + Rabs Y * Rabs q' <= 1.001) by (unfold cp, sq, u in *; lra).
  assert ((2 + / 100) * u * (Rabs X * Rabs p' + Rabs Y * Rabs q') <= (2 + / 100) * u * 1.001) by (apply Rmult_le_compat_l; [unfold u; lra | exact whole]).
  unfold cp, sq, u in *. lra.
Qed.

Definition plane_needs := 12.
Let x0 := cos a' * fx + sin a' * (- z * fy).
Let y0 := cos a' * fy + sin a' * (z * fx).

Lemma z_size : Rabs z = 1.
Proof. destruct unit_z as [-> | ->]; [apply Rabs_R1 | rewrite Rabs_left; lra]. Qed.

Lemma plane_number_near : length (V (computed fl px - x0) (computed fl py - y0) 0) <= plane_needs * u.
Proof.
  destruct computed_so as [Fx Fy]. pose proof (off_by _ _ _ from_x) as Hx. pose proof (off_by _ _ _ from_y) as Hy.
  assert (times : forall k p p', Rabs k = 1 -> Rabs (p' - p) <= 4.2 * u * Rabs p -> Rabs (k * p' - k * p) <= 4.2 * u * Rabs (k * p)).
  { intros k p p' Hk H. replace (k * p' - k * p) with (k * (p' - p)) by ring. rewrite !Rabs_mult, Hk. lra. }
  pose proof (coordinate_near fx fx' (- z * fy) (- z * fy') ltac:(destruct unit_z as [-> | ->]; lra) Hx (times (- z) fy fy' ltac:(rewrite Rabs_Ropp; apply z_size) Hy) Fx) as A.
  pose proof (coordinate_near fy fy' (z * fx) (z * fx') ltac:(destruct unit_z as [-> | ->]; lra) Hy (times z fx fx' z_size Hx) Fy) as B.
  eapply Rle_trans; [apply (plane_length _ _ (8.4 * u)); assumption | unfold plane_needs, u; lra].
Qed.

(** What the computed matrix makes of r. [angle] is what `angle_error` states, as in RoundedAngle.v. *)
Theorem plane_angle_error : forall r angle, (4.5 * (23 + 5 * Rabs a) + 16) * u * (1 - 20 * u) <= angle ->
  length (spin (computed fl px) (computed fl py) r - turned (V 0 0 z) a (spin fx fy r))%v <= angle * (1 - 100 * u) * length r.
Proof.
  intros r angle stated. pose proof (length_nonneg r) as r_pos. set (x := computed fl px) in *. set (y := computed fl py) in *.
  assert (unit_n : V 0 0 z '. V 0 0 z = 1) by (unfold dot; cbn [x_of y_of z_of]; destruct unit_z as [-> | ->]; ring).
  pose proof (angle_off (V 0 0 z) (spin fx fy r) a' a unit_n) as A. rewrite (spin_turns z a') in A by exact unit_z. fold x0 y0 in A.
  assert (F : length (spin fx fy r) <= length r).
  { pose proof (spin_length fx fy r) as S. assert (E : length (V fx fy 0) = 1) by (unfold length, dot; cbn [x_of y_of z_of]; rewrite <- sqrt_1; f_equal; lra). rewrite E in S. lra. }
  pose proof (off_by _ _ _ arc_near) as O. pose proof (Rabs_pos (a' - a)). pose proof (length_nonneg (spin fx fy r)).
  assert (A' : length (spin x0 y0 r - turned (V 0 0 z) a (spin fx fy r))%v <= 2.1 * u * Rabs a * length r) by (apply Rle_trans with (1 := A); apply Rmult_le_compat; assumption).
  pose proof (spin_length (x - x0) (y - y0) r) as N. rewrite <- spin_differs in N. pose proof plane_number_near as P. fold x y in P.
  assert (N' : length (spin x y r - spin x0 y0 r)%v <= plane_needs * u * length r) by (apply Rle_trans with (1 := N); apply Rmult_le_compat_r; assumption).
  rewrite (in_two (spin x y r) (spin x0 y0 r) (turned (V 0 0 z) a (spin fx fy r))). eapply Rle_trans; [apply length_add |].
  pose proof (Rabs_pos a). assert (0 <= Rabs a * length r) by (apply Rmult_le_pos; assumption).
  assert (whole : (4.5 * (23 + 5 * Rabs a) + 16) * u * (1 - 20 * u) * (1 - 100 * u) * length r <= angle * (1 - 100 * u) * length r).
  { apply Rmult_le_compat_r; [exact r_pos |]. apply Rmult_le_compat_r; [unfold u; lra | exact stated]. }
  apply Rle_trans with (2 := whole). unfold plane_needs, u in *. lra.
Qed.
End Plane.

(** * Bodies that have a rotation but do not turn

    Their arc is zero: so X is 1 and Y is 0, up to what sine and cosine may lose. The number [to] is of no use, but it is
    multiplied with Y. *)
Section Still.
Variable fl : R -> R.
Variables X Y : R.
Hypothesis cosine_near : Rabs (X - 1) <= 1.5 * u.
Hypothesis sine_near : Rabs Y <= 1.5 * u.

Lemma still_coordinate : forall p p' q, off 4.2 p p' -> fits fl (number X Y p' q) -> Rabs (computed fl (number X Y p' q) - p) <= 7.75 * u * Rabs p + 1.6 * u * Rabs q.
Proof.
  intros p p' q O F. apply off_by in O. pose proof (units_of fl _ F ltac:(simpl; lia)) as E. replace (INR (count (number X Y p' q))) with 2 in E by (simpl; lra).
  cbn [sizes value number] in E. set (d := computed fl (number X Y p' q)) in *. clearbody d.
  assert (P' : Rabs p' <= Rabs p * (1 + 4.2 * u)).
  { pose proof (Rabs_triang (p' - p) p) as A. replace (p' - p + p) with p' in A by ring. lra. }
  assert (X' : Rabs X <= 1 + 1.5 * u) by (apply Rabs_le_inv in cosine_near; apply Rabs_le; unfold u in *; lra).
  pose proof (Rabs_pos X). pose proof (Rabs_pos Y). pose proof (Rabs_pos p). pose proof (Rabs_pos p'). pose proof (Rabs_pos q).
  assert (B1 : Rabs X * Rabs p' <= (1 + 1.5 * u) * (Rabs p * (1 + 4.2 * u))) by (apply Rmult_le_compat; assumption).
  assert (B2 : Rabs Y * Rabs q <= 1.5 * u * Rabs q) by (apply Rmult_le_compat_r; assumption).
  assert (B3 : Rabs (X * (p' - p)) <= (1 + 1.5 * u) * (4.2 * u * Rabs p)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
  assert (B4 : Rabs ((X - 1) * p) <= 1.5 * u * Rabs p) by (rewrite Rabs_mult; apply Rmult_le_compat_r; assumption).
  pose proof (Rabs_mult Y q) as B5.
  replace (d - p) with ((d - (X * p' + Y * q)) + (X * (p' - p) + ((X - 1) * p + Y * q))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |]. pose proof (Rabs_triang ((X - 1) * p) (Y * q)).
  assert ((2 + / 100) * u * (Rabs X * Rabs p' + Rabs Y * Rabs q) <= (2 + / 100) * u * ((1 + 1.5 * u) * (Rabs p * (1 + 4.2 * u)) + 1.5 * u * Rabs q)) by (apply Rmult_le_compat_l; [unfold u; lra | lra]).
  unfold u in *. lra.
Qed.

(** ** In space *)
Variables (fw fw' tw' : R) (f f' t' : vector).
Hypothesis unit_f : qdot fw f fw f = 1.
Hypothesis from_w : off 4.2 fw fw'.
Hypothesis from_v : off 4.2 (x_of f) (x_of f') /\ off 4.2 (y_of f) (y_of f') /\ off 4.2 (z_of f) (z_of f').
Hypothesis to_size : qdot tw' t' tw' t' <= 1.001.
Definition sw := number X Y fw' tw'.
Definition sx := number X Y (x_of f') (x_of t').
Definition sy := number X Y (y_of f') (y_of t').
Definition sz := number X Y (z_of f') (z_of t').
Hypothesis computed_so : fits fl sw /\ fits fl sx /\ fits fl sy /\ fits fl sz.
Let w' := computed fl sw.
Let v' := V (computed fl sx) (computed fl sy) (computed fl sz).
Definition still_number_needs := 9.4.

Lemma still_number_near : qlength (w' - fw) (v' - f)%v <= still_number_needs * u.
Proof.
  destruct computed_so as (F0 & F1 & F2 & F3). destruct from_v as (O1 & O2 & O3).
  assert (Q : forall d p q, Rabs d <= 7.75 * u * Rabs p + 1.6 * u * Rabs q -> d * d <= u * u * (9.35 * (7.75 * (p * p) + 1.6 * (q * q)))).
  { intros d p q H. rewrite <- (Rabs_pos_eq (d * d)), Rabs_mult by apply Rle_0_sqr. pose proof (Rabs_pos d). pose proof (Rabs_pos p). pose proof (Rabs_pos q).
    assert (S : forall x, Rabs x * Rabs x = x * x) by (intros; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
    apply Rle_trans with ((7.75 * u * Rabs p + 1.6 * u * Rabs q) * (7.75 * u * Rabs p + 1.6 * u * Rabs q)); [apply Rmult_le_compat; assumption |].
    replace ((7.75 * u * Rabs p + 1.6 * u * Rabs q) * (7.75 * u * Rabs p + 1.6 * u * Rabs q)) with (u * u * ((7.75 * Rabs p + 1.6 * Rabs q) * (7.75 * Rabs p + 1.6 * Rabs q))) by ring.
    apply Rmult_le_compat_l; [unfold u; lra |]. rewrite <- (S p), <- (S q). pose proof (Rle_0_sqr (Rabs p - Rabs q)) as Z. unfold Rsqr in Z. lra. }
  pose proof (Q _ _ _ (still_coordinate _ _ _ from_w F0)) as Q0. pose proof (Q _ _ _ (still_coordinate _ _ _ O1 F1)) as Q1.
  pose proof (Q _ _ _ (still_coordinate _ _ _ O2 F2)) as Q2. pose proof (Q _ _ _ (still_coordinate _ _ _ O3 F3)) as Q3.
  apply qlength_at_most; [unfold still_number_needs, u; lra |].
  apply Rle_trans with (u * u * (9.35 * (7.75 * qdot fw f fw f + 1.6 * qdot tw' t' tw' t'))).
  - unfold w', v', sw, sx, sy, sz, qdot, sub, dot in *. cbn [x_of y_of z_of] in *. lra.
  - rewrite unit_f. unfold still_number_needs, u. lra.
Qed.

Theorem still_angle_error : forall (M r : vector) angle, length (M - rotate w' v' r)%v <= matrix_needs * u * length r ->
  (4.5 * 12 + 16) * u * (1 - 20 * u) <= angle -> length (M - rotate fw f r)%v <= angle * (1 - 100 * u) * length r.
Proof.
  intros M r angle near stated. pose proof (length_nonneg r) as r_pos.
  pose proof (number_off fw f (w' - fw) (v' - f)%v r unit_f) as N. replace (fw + (w' - fw)) with w' in N by ring. rewrite add_sub in N.
  pose proof still_number_near as E. pose proof (qlength_nonneg (w' - fw) (v' - f)%v) as E0. set (e := qlength (w' - fw) (v' - f)%v) in *.
  rewrite (in_two M (rotate w' v' r) (rotate fw f r)). eapply Rle_trans; [apply length_add |].
  assert (N' : length (rotate w' v' r - rotate fw f r)%v <= 42.1 * u * length r).
  { apply Rle_trans with (1 := N). apply Rmult_le_compat_r; [exact r_pos |]. unfold still_number_needs in E.
    assert (e * e <= 9.4 * u * (9.4 * u)) by (apply Rmult_le_compat; assumption). unfold u in *. lra. }
  assert (whole : (4.5 * 12 + 16) * u * (1 - 20 * u) * (1 - 100 * u) * length r <= angle * (1 - 100 * u) * length r).
  { apply Rmult_le_compat_r; [exact r_pos |]. apply Rmult_le_compat_r; [unfold u; lra | exact stated]. }
  apply Rle_trans with (2 := whole). unfold matrix_needs, u in *. lra.
Qed.

(** ** In the plane *)
Variables fx fy fx' fy' tx' ty' : R.
Hypothesis unit_c : fx * fx + fy * fy = 1.
Hypothesis from_x : off 4.2 fx fx'.
Hypothesis from_y : off 4.2 fy fy'.
Hypothesis to_plane : Rabs tx' <= 1.001 /\ Rabs ty' <= 1.001.
Hypothesis plane_so : fits fl (number X Y fx' tx') /\ fits fl (number X Y fy' ty').

Theorem still_plane_angle_error : forall r angle, (4.5 * 12 + 16) * u * (1 - 20 * u) <= angle ->
  length (spin (computed fl (number X Y fx' tx')) (computed fl (number X Y fy' ty')) r - spin fx fy r)%v <= angle * (1 - 100 * u) * length r.
Proof.
  intros r angle stated. destruct plane_so as [Fx Fy]. destruct to_plane as [Tx Ty]. pose proof (length_nonneg r).
  pose proof (still_coordinate _ _ _ from_x Fx) as A. pose proof (still_coordinate _ _ _ from_y Fy) as B.
  assert (one : forall p q, p * p + q * q = 1 -> Rabs p <= 1).
  { intros p q H0. apply square_le; [lra |]. rewrite <- Rabs_mult, Rabs_pos_eq by apply Rle_0_sqr. pose proof (Rle_0_sqr q) as Z. unfold Rsqr in Z. lra. }
  pose proof (one fx fy unit_c). pose proof (one fy fx ltac:(lra)). rewrite spin_differs. eapply Rle_trans; [apply spin_length |].
  apply Rmult_le_compat_r; [assumption |]. eapply Rle_trans; [apply (plane_length _ _ (9.4 * u)); unfold u in *; lra |].
  apply Rle_trans with ((4.5 * 12 + 16) * u * (1 - 20 * u) * (1 - 100 * u)); [unfold u; lra |]. apply Rmult_le_compat_r; [unfold u; lra | exact stated].
Qed.
End Still.

(** The sine of zero is zero, and its cosine one, whatever the polynomials s and c of src/number/angle.rs are there. So the
    identity stays what it is, and `angle_error` is zero for it. *)
Theorem zero_turns_nothing : forall s c,
  double (0 + double (double (0 * double (0 * 0)) * s)) = 0 /\
  double (1 - double (double (/ 2 * double (0 * 0)) - double (double (double (0 * 0) * double (0 * 0)) * c))) = 1.
Proof.
  intros. assert (Z : double 0 = 0) by (apply exact_number, generic_format_0).
  assert (Z' : forall x, x = 0 -> double x = 0) by (intros x ->; exact Z).
  split; [apply Z'; rewrite (Z' (0 * 0)), (Z' (0 * 0)), (Z' (0 * s)) by ring; ring |].
  rewrite (Z' (0 * 0)), (Z' (/ 2 * 0)), (Z' (0 * 0)), (Z' (0 * c)), (Z' (0 - 0)) by ring.
  replace (1 - 0) with 1 by ring. apply exact_number, one_is_number.
Qed.
