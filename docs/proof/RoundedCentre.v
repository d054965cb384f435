(** Where the pivot of a law is: src/motion/law.rs, `center_of`, `turned` and `center_error`. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Vectors Turning Counts RoundedGap RoundedTurns RoundedAngle RoundedPlane RoundedSweep.
Local Open Scope R_scope.

(** * The point of a pose *)

(** A difference of two products. *)
Lemma difference_near : forall a b c d p q r, rounds (a * b) p -> rounds (c * d) q -> rounds (p - q) r ->
  Rabs (r - (a * b - c * d)) <= 1.001 * u * (Rabs (a * b) + Rabs (c * d)) + 1.001 * u * Rabs (a * b - c * d).
Proof.
  intros a b c d p q r (x & Hx & ->) (y & Hy & ->) (z & Hz & ->). set (m := a * b) in *. set (n := c * d) in *. clearbody m n.
  replace ((m * (1 + x) - n * (1 + y)) * (1 + z) - (m - n)) with ((m * x - n * y) * (1 + z) + (m - n) * z) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
  assert (Z : Rabs (1 + z) <= 1.001) by (eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_R1; unfold u in *; lra).
  assert (D : Rabs (m * x - n * y) <= u * (Rabs m + Rabs n)).
  { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult. pose proof (Rmult_le_compat_l _ _ _ (Rabs_pos m) Hx). pose proof (Rmult_le_compat_l _ _ _ (Rabs_pos n) Hy). lra. }
  pose proof (Rabs_pos m). pose proof (Rabs_pos n). pose proof (Rabs_pos (m - n)).
  assert (Rabs (m * x - n * y) * Rabs (1 + z) <= u * (Rabs m + Rabs n) * 1.001) by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
  pose proof (Rmult_le_compat_l _ _ _ (Rabs_pos (m - n)) Hz). unfold u in *. lra.
Qed.

(** The products of both sizes in a cross product. *)
Lemma cross_sizes : forall a b, length (V (Rabs (y_of a * z_of b) + Rabs (z_of a * y_of b)) (Rabs (z_of a * x_of b) + Rabs (x_of a * z_of b)) (Rabs (x_of a * y_of b) + Rabs (y_of a * x_of b)))
  <= 1.4143 * (length a * length b).
Proof.
  intros a b. pose proof (length_nonneg a). pose proof (length_nonneg b). apply at_most_length; [apply Rmult_le_pos; [lra | now apply Rmult_le_pos] |].
  replace (1.4143 * (length a * length b) * (1.4143 * (length a * length b))) with (1.4143 * 1.4143 * ((a '. a) * (b '. b))) by (rewrite <- !length_square; ring).
  assert (S : forall x, Rabs x * Rabs x = x * x) by (intros; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  destruct a as [a1 a2 a3], b as [b1 b2 b3]. unfold dot. cbn [x_of y_of z_of]. rewrite !Rabs_mult.
  rewrite <- (S a1), <- (S a2), <- (S a3), <- (S b1), <- (S b2), <- (S b3).
  set (n1 := Rabs a1). set (n2 := Rabs a2). set (n3 := Rabs a3). set (s1 := Rabs b1). set (s2 := Rabs b2). set (s3 := Rabs b3). clearbody n1 n2 n3 s1 s2 s3.
  assert (I : 2 * ((n1 * n1 + n2 * n2 + n3 * n3) * (s1 * s1 + s2 * s2 + s3 * s3))
    - ((n2 * s3 + n3 * s2) * (n2 * s3 + n3 * s2) + (n3 * s1 + n1 * s3) * (n3 * s1 + n1 * s3) + (n1 * s2 + n2 * s1) * (n1 * s2 + n2 * s1))
    = (n2 * s3 - n3 * s2) * (n2 * s3 - n3 * s2) + (n3 * s1 - n1 * s3) * (n3 * s1 - n1 * s3) + (n1 * s2 - n2 * s1) * (n1 * s2 - n2 * s1)
      + 2 * (n1 * s1 * (n1 * s1) + n2 * s2 * (n2 * s2) + n3 * s3 * (n3 * s3))) by ring.
  pose proof (Rle_0_sqr (n2 * s3 - n3 * s2)) as Q1. pose proof (Rle_0_sqr (n3 * s1 - n1 * s3)) as Q2. pose proof (Rle_0_sqr (n1 * s2 - n2 * s1)) as Q3.
  pose proof (Rle_0_sqr (n1 * s1)) as Q4. pose proof (Rle_0_sqr (n2 * s2)) as Q5. pose proof (Rle_0_sqr (n3 * s3)) as Q6. unfold Rsqr in *.
  assert (0 <= (n1 * n1 + n2 * n2 + n3 * n3) * (s1 * s1 + s2 * s2 + s3 * s3)) by (apply Rmult_le_pos; nra). lra.
Qed.

Lemma length_by_sizes : forall k r a b, 0 <= k -> Rabs (x_of r) <= k * (x_of a + Rabs (x_of b)) -> Rabs (y_of r) <= k * (y_of a + Rabs (y_of b)) -> Rabs (z_of r) <= k * (z_of a + Rabs (z_of b)) ->
  length r <= k * (length a + length b).
Proof.
  intros k r a b Hk Hx Hy Hz. rewrite <- (length_sizes b). pose proof (length_add a (sizes_of b)) as A. pose proof (length_nonneg (a + sizes_of b)%v).
  apply Rle_trans with (k * length (a + sizes_of b)%v); [| apply Rmult_le_compat_l; assumption]. apply at_most_length; [now apply Rmult_le_pos |].
  replace (k * length (a + sizes_of b)%v * (k * length (a + sizes_of b)%v)) with (k * k * ((a + sizes_of b)%v '. (a + sizes_of b)%v)) by (rewrite <- length_square; ring).
  assert (Q : forall x y, Rabs x <= y -> x * x <= y * y).
  { intros x y H0. rewrite <- (Rabs_pos_eq (x * x)), Rabs_mult by apply Rle_0_sqr. apply Rmult_le_compat; try apply Rabs_pos; exact H0. }
  pose proof (Q _ _ Hx). pose proof (Q _ _ Hy). pose proof (Q _ _ Hz). unfold dot, add, sizes_of. cbn [x_of y_of z_of]. lra.
Qed.

(** r is a cross product of a and b, as it is computed. *)
Definition crosses a b r := exists p1 q1 p2 q2 p3 q3, rounds (y_of a * z_of b) p1 /\ rounds (z_of a * y_of b) q1 /\ rounds (p1 - q1) (x_of r) /\
  rounds (z_of a * x_of b) p2 /\ rounds (x_of a * z_of b) q2 /\ rounds (p2 - q2) (y_of r) /\ rounds (x_of a * y_of b) p3 /\ rounds (y_of a * x_of b) q3 /\ rounds (p3 - q3) (z_of r).

Lemma crosses_near : forall a b r, crosses a b r -> length (r - cross a b)%v <= 2.42 * u * (length a * length b).
Proof.
  intros a b r (p1 & q1 & p2 & q2 & p3 & q3 & A1 & A2 & A3 & B1 & B2 & B3 & C1 & C2 & C3).
  pose proof (difference_near _ _ _ _ _ _ _ A1 A2 A3) as D1. pose proof (difference_near _ _ _ _ _ _ _ B1 B2 B3) as D2. pose proof (difference_near _ _ _ _ _ _ _ C1 C2 C3) as D3.
  pose proof (length_by_sizes (1.001 * u) (r - cross a b)%v (V (Rabs (y_of a * z_of b) + Rabs (z_of a * y_of b)) (Rabs (z_of a * x_of b) + Rabs (x_of a * z_of b)) (Rabs (x_of a * y_of b) + Rabs (y_of a * x_of b))) (cross a b)) as L.
  assert (E : length (r - cross a b)%v <= 1.001 * u * (1.4143 * (length a * length b) + length a * length b)).
  { eapply Rle_trans; [apply L; [unfold u; lra | | |]; unfold sub, cross; cbn [x_of y_of z_of]; lra |].
    apply Rmult_le_compat_l; [unfold u; lra |]. pose proof (cross_sizes a b). pose proof (length_cross a b). lra. }
  pose proof (length_nonneg a). pose proof (length_nonneg b). assert (0 <= length a * length b) by (now apply Rmult_le_pos). unfold u in *. lra.
Qed.

(** a is rounded in each coordinate. *)
Definition rounded_to a b := rounds (x_of a) (x_of b) /\ rounds (y_of a) (y_of b) /\ rounds (z_of a) (z_of b).

Lemma rounded_near : forall a b, rounded_to a b -> length (b - a)%v <= u * length a.
Proof.
  intros a b ((x & Hx & X) & (y & Hy & Y) & (z & Hz & Z)). pose proof (length_nonneg a). apply at_most_length; [apply Rmult_le_pos; unfold u; lra |].
  replace (u * length a * (u * length a)) with (u * u * (a '. a)) by (rewrite <- length_square; ring).
  assert (Q : forall v d, Rabs d <= u -> (v * (1 + d) - v) * (v * (1 + d) - v) <= u * u * (v * v)).
  { intros v d Hd. replace ((v * (1 + d) - v) * (v * (1 + d) - v)) with (d * d * (v * v)) by ring. apply Rmult_le_compat_r; [apply Rle_0_sqr |].
    rewrite <- (Rabs_pos_eq (d * d)), Rabs_mult by apply Rle_0_sqr. apply Rmult_le_compat; try apply Rabs_pos; exact Hd. }
  pose proof (Q (x_of a) x Hx). pose proof (Q (y_of a) y Hy). pose proof (Q (z_of a) z Hz). unfold dot, sub. cbn [x_of y_of z_of]. rewrite X, Y, Z. lra.
Qed.

Lemma rotate_square : forall w q v, rotate w q v '. rotate w q v = (v '. v) + 4 * ((w * w + (q '. q) - 1) * (cross q v '. cross q v)).
Proof. unfold rotate. vector_ring. Qed.

Lemma same_begin : forall a b c : vector, ((a + b) - (a + c))%v = (b - c)%v.
Proof. vector_ring. Qed.

Lemma scaled_rotation : forall k w q v, rotate (k * w) (k * q)%v v = (v + (k * k) * (rotate w q v - v))%v.
Proof. unfold rotate. vector_ring. Qed.

Lemma turned_split : forall (w : R) (q v inner scaled m outer arm : vector), (arm - (v + 2 * w * cross q v + 2 * cross q (cross q v)))%v
  = ((arm - (v + 2 * outer)) + 2 * ((outer - cross q m) + cross q ((m - (inner + scaled)) + ((inner - cross q v) + (scaled - w * v)))))%v.
Proof. vector_ring. Qed.

(** rust src/motion/law.rs: let inner = cross(q, v3);
    | let outer = cross(q, std::array::from_fn(|i| inner[i] + w * v3[i]));
    | std::array::from_fn(|k| v[k] + 2.0 * outer[k])
    rust src/motion/law.rs: std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]) *)
Theorem turned_near : forall w (q v inner scaled m outer arm : vector), qlength w q <= 1.0001 -> crosses q v inner -> rounded_to (w * v)%v scaled -> rounded_to (inner + scaled)%v m ->
  crosses q m outer -> rounded_to (v + 2 * outer)%v arm -> length (arm - rotate w q v)%v <= 13 * u * length v.
Proof.
  intros w q v inner scaled m outer arm size Hi Hs Hm Ho Ha. pose proof (length_nonneg v) as v0. pose proof (length_nonneg q) as q0.
  pose proof (crosses_near _ _ _ Hi) as Ei. pose proof (rounded_near _ _ Hs) as Es. pose proof (rounded_near _ _ Hm) as Em. pose proof (crosses_near _ _ _ Ho) as Eo. pose proof (rounded_near _ _ Ha) as Ea.
  pose proof (qlength_square w q) as ww. unfold qdot in ww. rewrite <- length_square in ww. pose proof (qlength_nonneg w q).
  assert (one : w * w + length q * length q <= 1.0003) by (rewrite <- ww; apply Rle_trans with (1.0001 * 1.0001); [apply Rmult_le_compat; lra | lra]).
  set (s := length q) in *. set (l := length v) in *. rewrite length_scale in Es. fold l in Es.
  assert (cc : Rabs w * Rabs w = w * w) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr). pose proof (Rabs_pos w) as c0. set (c := Rabs w) in *.
  assert (s1 : s <= 1.0002) by (apply square_le; [lra |]; pose proof (Rle_0_sqr w) as Z; unfold Rsqr in Z; lra).
  assert (c1 : c <= 1.0002) by (apply square_le; [lra |]; pose proof (Rle_0_sqr s) as Z; unfold Rsqr in Z; lra).
  assert (sl : 0 <= s * l <= 1.0002 * l) by (split; [now apply Rmult_le_pos | now apply Rmult_le_compat_r]). assert (cl : 0 <= c * l <= 1.0002 * l) by (split; [now apply Rmult_le_pos | now apply Rmult_le_compat_r]).
  (* q x v + w v is no longer than the number times v *)
  assert (M : length (cross q v + w * v)%v <= 1.0002 * l).
  { apply at_most_length; [lra |]. replace (dot (cross q v + w * v)%v (cross q v + w * v)%v) with ((q '. q) * (v '. v) - (q '. v) * (q '. v) + w * w * (v '. v)) by (clear; revert q v w; vector_ring).
    rewrite <- !length_square. fold s l. pose proof (Rle_0_sqr (q '. v)) as Z. unfold Rsqr in Z. assert (0 <= l * l) by (now apply Rmult_le_pos).
    assert ((w * w + s * s) * (l * l) <= 1.0003 * (l * l)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (E1 : length (inner - cross q v)%v <= 2.42 * u * (s * l)) by exact Ei.
  assert (IS : length (inner + scaled)%v <= 1.001 * l).
  { replace (inner + scaled)%v with ((cross q v + w * v) + ((inner - cross q v) + (scaled - w * v)))%v by (clear; revert q v w inner scaled; vector_ring).
    eapply Rle_trans; [apply length_add |]. pose proof (length_add (inner - cross q v)%v (scaled - w * v)%v). unfold u in *. lra. }
  assert (Em' : length (m - (inner + scaled))%v <= 1.001 * u * l) by (apply Rle_trans with (1 := Em); unfold u in *; lra).
  assert (D : length ((m - (inner + scaled)) + ((inner - cross q v) + (scaled - w * v)))%v <= (1.001 * l + 2.42 * (s * l) + c * l) * u).
  { eapply Rle_trans; [apply length_add |]. pose proof (length_add (inner - cross q v)%v (scaled - w * v)%v). unfold u in *. lra. }
  set (d := ((m - (inner + scaled)) + ((inner - cross q v) + (scaled - w * v)))%v) in *.
  assert (ml : length m <= 1.002 * l).
  { replace m with ((inner + scaled) + (m - (inner + scaled)))%v by (clear; revert m inner scaled; vector_ring). eapply Rle_trans; [apply length_add |]. unfold u in *. lra. }
  assert (Eo' : length (outer - cross q m)%v <= 2.43 * u * (s * l)).
  { apply Rle_trans with (1 := Eo). assert (s * length m <= s * (1.002 * l)) by (apply Rmult_le_compat_l; assumption). unfold u in *. lra. }
  pose proof (length_cross q d) as Kd. fold s in Kd. assert (Kd' : s * length d <= s * ((1.001 * l + 2.42 * (s * l) + c * l) * u)) by (apply Rmult_le_compat_l; assumption).
  assert (T : length (rotate w q v) <= 1.001 * l).
  { apply at_most_length; [lra |]. rewrite rotate_square. pose proof (length_cross q v) as X. fold s l in X. pose proof (length_nonneg (cross q v)). rewrite <- !length_square. fold s l.
    assert (XX : length (cross q v) * length (cross q v) <= 1.0002 * l * (1.0002 * l)) by (apply Rmult_le_compat; lra). assert (0 <= length (cross q v) * length (cross q v)) by (now apply Rmult_le_pos).
    assert ((w * w + s * s - 1) * (length (cross q v) * length (cross q v)) <= 0.0003 * (length (cross q v) * length (cross q v))) by (apply Rmult_le_compat_r; lra). assert (0 <= l * l) by (now apply Rmult_le_pos). lra. }
  assert (A0 : length (v + 2 * outer)%v <= 1.002 * l).
  { replace (v + 2 * outer)%v with (rotate w q v + 2 * ((outer - cross q m) + cross q d))%v by (unfold d; clear; revert w q v inner scaled m outer; unfold rotate; vector_ring).
    eapply Rle_trans; [apply length_add |]. rewrite length_scale, (Rabs_pos_eq 2) by lra. pose proof (length_add (outer - cross q m)%v (cross q d)).
    assert (s * ((1.001 * l + 2.42 * (s * l) + c * l) * u) <= 1.0002 * (5 * l * u)) by (apply Rmult_le_compat; [lra | apply Rmult_le_pos; [lra | unfold u; lra] | lra | apply Rmult_le_compat_r; [unfold u; lra | lra]]). unfold u in *. lra. }
  assert (Ea' : length (arm - (v + 2 * outer))%v <= 1.003 * u * l) by (apply Rle_trans with (1 := Ea); unfold u in *; lra).
  unfold rotate. rewrite (turned_split w q v inner scaled m outer arm). fold d. eapply Rle_trans; [apply length_add |]. rewrite length_scale, (Rabs_pos_eq 2) by lra.
  pose proof (length_add (outer - cross q m)%v (cross q d)) as F.
  assert (SC : 2 * (s * c) <= 5 * (c * c) + / 5 * (s * s)) by (pose proof (Rle_0_sqr (5 * c - s)) as Z; unfold Rsqr in Z; lra).
  assert (K : 1.003 + 2 * (2.43 * s + s * (1.001 + 2.42 * s + c)) <= 13) by (rewrite cc in SC; pose proof (Rle_0_sqr w) as Z; unfold Rsqr in Z; lra).
  apply (Rmult_le_compat_r (u * l)) in K; [| apply Rmult_le_pos; unfold u; lra]. lra.
Qed.

(** A number whose coordinates are rounded, after all of it was scaled by 1 + r. *)
Theorem scaled_number_off : forall w q w1 q1 r v, qdot w q w q = 1 -> qlength (w1 - w) (q1 - q)%v <= u -> Rabs r <= 3.1 * u ->
  length (rotate ((1 + r) * w1) ((1 + r) * q1)%v v - rotate w q v)%v <= 17 * u * length v.
Proof.
  intros w q w1 q1 r v unit near Hr. pose proof (length_nonneg v) as v0. set (l := length v) in *.
  pose proof (number_off w q (w1 - w) (q1 - q)%v v unit) as N. replace (w + (w1 - w)) with w1 in N by ring. rewrite add_sub in N. fold l in N.
  pose proof (qlength_nonneg (w1 - w) (q1 - q)%v) as e0. set (e := qlength (w1 - w) (q1 - q)%v) in *.
  assert (N' : length (rotate w1 q1 v - rotate w q v)%v <= 4.48 * u * l).
  { apply Rle_trans with (1 := N). apply Rmult_le_compat_r; [exact v0 |]. assert (e * e <= u * u) by (apply Rmult_le_compat; assumption). unfold u in *. lra. }
  pose proof (rotate_length w q v unit) as same. fold l in same.
  assert (B : length (rotate w1 q1 v - v)%v <= 2.001 * l).
  { rewrite (in_two (rotate w1 q1 v) (rotate w q v) v). eapply Rle_trans; [apply length_add |]. pose proof (length_sub (rotate w q v) v) as S. fold l in S. rewrite same in S. unfold u in *. lra. }
  rewrite scaled_rotation. rewrite (in_two _ (rotate w1 q1 v) (rotate w q v)).
  assert (E : ((v + (1 + r) * (1 + r) * (rotate w1 q1 v - v)) - rotate w1 q1 v)%v = (((1 + r) * (1 + r) - 1) * (rotate w1 q1 v - v))%v) by (clear; generalize (rotate w1 q1 v); revert r v; vector_ring).
  rewrite E. eapply Rle_trans; [apply length_add |]. rewrite length_scale.
  assert (R : Rabs ((1 + r) * (1 + r) - 1) <= 6.21 * u).
  { replace ((1 + r) * (1 + r) - 1) with (r * (2 + r)) by ring. rewrite Rabs_mult. assert (Rabs (2 + r) <= 2.001) by (eapply Rle_trans; [apply Rabs_triang |]; rewrite (Rabs_pos_eq 2) by lra; unfold u in *; lra).
    apply Rle_trans with (3.1 * u * 2.001); [apply Rmult_le_compat; try apply Rabs_pos; assumption | unfold u; lra]. }
  assert (Rabs ((1 + r) * (1 + r) - 1) * length (rotate w1 q1 v - v)%v <= 6.21 * u * (2.001 * l)) by (apply Rmult_le_compat; [apply Rabs_pos | apply length_nonneg | assumption | assumption]).
  unfold u in *. lra.
Qed.

(** What `unit` does is of that kind: the root and the sum under it scale all four numbers, and each quotient is rounded. *)
Theorem unit_scales : forall square square' root, 0 < square -> off 4.1 square square' -> rounds (sqrt square') root -> exists r, Rabs r <= 3.1 * u /\
  forall x x', rounds (x / root) x' -> exists d, Rabs d <= u /\ x' = (1 + r) * (x / sqrt square * (1 + d)).
Proof.
  intros square square' root pos S R. assert (nz : 0 < sqrt square) by (now apply sqrt_lt_R0).
  pose proof (off_then _ _ _ _ (off_root _ _ _ S ltac:(lra) ltac:(lra)) R ltac:(lra)) as O1.
  destruct (off_div 0 _ 1 _ 1 _ (exact 1) O1 ltac:(lra) ltac:(lra) ltac:(lra)) as (r & Hr & E). exists r. split; [unfold u in *; lra |].
  intros x x' (d & Hd & ->). exists d. split; [exact Hd |]. replace (x / root) with (x * (1 / root)) by (unfold Rdiv; ring). rewrite E. field. lra.
Qed.

(** All of it: the point, and how far it is stated to be off.
    rust src/motion/law.rs: return (position, 0.0);
    | }
    | let center: [f64; D] = numbers(center);
    | let arm = turned(rotation, center);
    | let sizes: f64 = (0..D)
    | .map(|k| position[k].abs() + 32.0 * center[k].abs())
    | .sum();
    | (std::array::from_fn(|k| position[k] + arm[k]), sizes * UNIT) *)
Definition centre_needs := 31.1.

Theorem centre_near : forall w q w1 q1 r (v arm position sum : vector), qdot w q w q = 1 -> qlength (w1 - w) (q1 - q)%v <= u -> Rabs r <= 3.1 * u ->
  length (arm - rotate ((1 + r) * w1) ((1 + r) * q1)%v v)%v <= 13 * u * length v -> rounded_to (position + arm)%v sum ->
  length (sum - (position + rotate w q v))%v <= u * length position + centre_needs * u * length v.
Proof.
  intros w q w1 q1 r v arm position sum unit near Hr Ha Hs. pose proof (scaled_number_off w q w1 q1 r v unit near Hr) as N. pose proof (rounded_near _ _ Hs) as S. pose proof (length_nonneg v) as v0.
  set (x := rotate ((1 + r) * w1) ((1 + r) * q1)%v v) in *. set (y := rotate w q v) in *. assert (y0 : length y = length v) by (now apply rotate_length).
  assert (A : length (arm - y)%v <= 30 * u * length v) by (rewrite (in_two arm x y); eapply Rle_trans; [apply length_add |]; unfold u in *; lra).
  assert (P : length (position + arm)%v <= length position + 1.001 * length v).
  { eapply Rle_trans; [apply length_add |]. pose proof (length_add (arm - y)%v y) as T. rewrite sub_add in T. unfold u in *. lra. }
  rewrite (in_two sum (position + arm)%v (position + y)%v). replace ((position + arm) - (position + y))%v with (arm - y)%v by (clear; revert position arm; generalize y; vector_ring).
  eapply Rle_trans; [apply length_add |]. pose proof (length_nonneg position). unfold centre_needs, u in *. lra.
Qed.

(** In the plane.
    rust src/motion/law.rs: let to = [x * v[0] - y * v[1], y * v[0] + x * v[1]];
    | return std::array::from_fn(|k| to[k]); *)
Theorem plane_centre_near : forall fl fx fy fx' fy' v0 v1 (position sum : vector), fx * fx + fy * fy = 1 -> length (V (fx' - fx) (fy' - fy) 0) <= 4.21 * u ->
  let arm := V (computed fl (part fx' v0 fy' v1)) (computed fl (Plus (Times (Leaf 0 fy' fy') (Leaf 0 v0 v0)) (Times (Leaf 0 fx' fx') (Leaf 0 v1 v1)))) 0 in
  fits fl (part fx' v0 fy' v1) -> fits fl (Plus (Times (Leaf 0 fy' fy') (Leaf 0 v0 v0)) (Times (Leaf 0 fx' fx') (Leaf 0 v1 v1))) -> rounded_to (position + arm)%v sum ->
  length (sum - (position + spin fx fy (V v0 v1 0)))%v <= u * length position + 8.2 * u * length (V v0 v1 0).
Proof.
  intros fl fx fy fx' fy' v0 v1 position sum one near arm F1 F2 Hs. pose proof (rounded_near _ _ Hs) as S. set (v := V v0 v1 0) in *. pose proof (length_nonneg v) as l0.
  pose proof (units_of fl _ F1 ltac:(simpl; lia)) as E1. pose proof (units_of fl _ F2 ltac:(simpl; lia)) as E2. cbn [value sizes part] in E1, E2.
  replace (INR (count (part fx' v0 fy' v1))) with 2 in E1 by (simpl; lra). replace (INR (count (Plus (Times (Leaf 0 fy' fy') (Leaf 0 v0 v0)) (Times (Leaf 0 fx' fx') (Leaf 0 v1 v1))))) with 2 in E2 by (simpl; lra).
  assert (N1 : length (V fx fy 0) = 1) by (unfold length, dot; cbn [x_of y_of z_of]; rewrite <- sqrt_1; f_equal; lra).
  assert (N : length (V fx' fy' 0) <= 1.0001).
  { pose proof (length_add (V (fx' - fx) (fy' - fy) 0) (V fx fy 0)) as A. replace (V (fx' - fx) (fy' - fy) 0 + V fx fy 0)%v with (V fx' fy' 0) in A by (unfold add; simpl; f_equal; ring). unfold u in *. lra. }
  (* no product of the sizes is more than that of both lengths *)
  assert (size : forall a b c d, a * a + c * c = fx' * fx' + fy' * fy' -> b * b + d * d = v0 * v0 + v1 * v1 -> Rabs a * Rabs b + Rabs c * Rabs d <= 1.0001 * length v).
  { intros a b c d Hf Hv. pose proof (dot_le (sizes_of (V a c 0)) (sizes_of (V b d 0))) as K. rewrite !length_sizes in K. unfold sizes_of, dot in K. cbn [x_of y_of z_of] in K. rewrite Rabs_R0 in K.
    assert (A : length (V a c 0) = length (V fx' fy' 0)) by (unfold length, dot; cbn [x_of y_of z_of]; f_equal; lra). assert (B : length (V b d 0) = length v) by (unfold v, length, dot; cbn [x_of y_of z_of]; f_equal; lra). rewrite A, B in K.
    pose proof (Rmult_le_compat_r _ _ _ l0 N). lra. }
  assert (arm_near : length (arm - spin fx' fy' v)%v <= 2.86 * u * length v).
  { pose proof (size fx' v0 fy' v1 ltac:(ring) ltac:(ring)) as Z1. pose proof (size fy' v0 fx' v1 ltac:(ring) ltac:(ring)) as Z2.
    assert (G : forall x y, Rabs x <= 2.011 * u * length v -> Rabs y <= 2.011 * u * length v -> length (V x y 0) <= 2.86 * u * length v).
    { intros x y Hx Hy. eapply Rle_trans; [apply (plane_length x y (2.011 * u * length v)); assumption |]. assert (0 <= u * length v) by (apply Rmult_le_pos; unfold u; lra). lra. }
    replace (arm - spin fx' fy' v)%v with (V (x_of arm - (fx' * v0 - fy' * v1)) (y_of arm - (fy' * v0 + fx' * v1)) 0) by (unfold arm, spin, v, sub; cbn [x_of y_of z_of]; f_equal; ring).
    apply G; unfold arm; cbn [x_of y_of]; [apply Rle_trans with (1 := E1) | apply Rle_trans with (1 := E2)];
      [apply Rle_trans with ((2 + / 100) * u * (1.0001 * length v)) | apply Rle_trans with ((2 + / 100) * u * (1.0001 * length v))]; try (apply Rmult_le_compat_l; [unfold u; lra | assumption]);
      assert (0 <= u * length v) by (apply Rmult_le_pos; unfold u; lra); lra. }
  pose proof (spin_length (fx' - fx) (fy' - fy) v) as T. rewrite <- spin_differs in T.
  assert (T' : length (spin fx' fy' v - spin fx fy v)%v <= 4.21 * u * length v) by (apply Rle_trans with (1 := T); apply Rmult_le_compat_r; assumption).
  pose proof (spin_length fx fy v) as Y. rewrite N1 in Y.
  assert (A : length (arm - spin fx fy v)%v <= 7.08 * u * length v) by (rewrite (in_two arm (spin fx' fy' v) (spin fx fy v)); eapply Rle_trans; [apply length_add | assert (0 <= u * length v) by (apply Rmult_le_pos; [unfold u; lra | exact l0]); lra]).
  assert (P : length (position + arm)%v <= length position + 1.001 * length v).
  { eapply Rle_trans; [apply length_add |]. pose proof (length_add (arm - spin fx fy v)%v (spin fx fy v)) as K. rewrite sub_add in K. assert (7.08 * u * length v <= 0.001 * length v) by (apply Rmult_le_compat_r; [exact l0 | unfold u; lra]). lra. }
  rewrite (in_two sum (position + arm)%v (position + spin fx fy v)%v). rewrite same_begin. eapply Rle_trans; [apply length_add |].
  assert (u * length (position + arm)%v <= u * (length position + 1.001 * length v)) by (apply Rmult_le_compat_l; [unfold u; lra | exact P]). assert (0 <= u * length v) by (apply Rmult_le_pos; [unfold u; lra | exact l0]). lra.
Qed.

(** * Over time: src/motion/law.rs, `center_error`, and the velocity of a sweep *)

(** Both poses, and the way between them, along one coordinate.
    rust src/motion/law.rs: let velocity: [f64; D] = std::array::from_fn(|k| (moved[1].0[k] - moved[0].0[k]) / duration);
    | let rounding = 4.0 * UNIT * velocity.iter().map(|x| x.abs()).sum::<f64>();
    rust src/motion/law.rs: velocity_error: (moved[0].1 + moved[1].1) / duration + rounding,
    rust src/motion/law.rs: self.center_error + self.velocity_error * elapsed *)
Theorem sweep_velocity : forall a b a' b' ea eb h h' way v t, 0 < h -> Rabs (a' - a) <= ea -> Rabs (b' - b) <= eb -> rounds h h' -> rounds (b' - a') way -> rounds (way / h') v -> 0 <= t ->
  Rabs ((a' + v * t) - (a + (b - a) / h * t)) <= ea + ((ea + eb) / h + 3.1 * u * Rabs v) * t.
Proof.
  intros a b a' b' ea eb h h' way v t Hh Ha Hb Rh Rw Rv Ht.
  pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ (rounds_off _ _ Rw) (rounds_off _ _ Rh) ltac:(lra) ltac:(lra) ltac:(lra)) Rv ltac:(lra)) as (d & Hd & E).
  assert (V : Rabs (v - (b' - a') / h) <= 3.1 * u * Rabs v).
  { set (x := (b' - a') / h) in *. replace (v - x) with (x * d) by (rewrite E; ring). rewrite Rabs_mult. assert (X : Rabs v = Rabs x * Rabs (1 + d)) by (rewrite E; apply Rabs_mult).
    assert (D : Rabs d <= 3.04 * u) by (unfold u in *; lra). apply Rabs_le_inv in D as D'. rewrite (Rabs_pos_eq (1 + d)) in X by (unfold u in *; lra). rewrite X. pose proof (Rabs_pos x).
    assert (Rabs x * Rabs d <= Rabs x * (3.04 * u)) by (now apply Rmult_le_compat_l). assert (Rabs x * (1 - 3.04 * u) <= Rabs x * (1 + d)) by (apply Rmult_le_compat_l; lra). unfold u in *. lra. }
  replace ((a' + v * t) - (a + (b - a) / h * t)) with ((a' - a) + ((v - (b' - a') / h) * t + ((b' - b) - (a' - a)) / h * t)) by (field; lra).
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
  assert (A : Rabs ((v - (b' - a') / h) * t) <= 3.1 * u * Rabs v * t) by (rewrite Rabs_mult, (Rabs_pos_eq t) by exact Ht; now apply Rmult_le_compat_r).
  assert (B : Rabs (((b' - b) - (a' - a)) / h * t) <= (ea + eb) / h * t).
  { rewrite Rabs_mult, (Rabs_pos_eq t) by exact Ht. apply Rmult_le_compat_r; [exact Ht |]. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ h)) by (left; now apply Rinv_0_lt_compat). apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
    unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  lra.
Qed.
