(** The error of the angle of a steady turn: src/motion/law.rs, `angle_error`. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Vectors Turning Counts RoundedGap RoundedTurns.
Local Open Scope R_scope.

(** * A steady turn *)

(** A root loses half of what its number is off by. *)
Lemma off_root : forall k x y, off k x y -> 0 <= k <= 100 -> 0 <= x -> off (k / 2 + / 100) (sqrt x) (sqrt y).
Proof.
  intros k x y (d & Hd & ->) Hk Hx.
  assert (small : Rabs d <= / 1000000) by (apply Rle_trans with (1 := Hd); unfold u; lra).
  assert (root : sqrt (1 + d) * sqrt (1 + d) = 1 + d) by (apply sqrt_sqrt; apply Rabs_le_inv in small; lra).
  pose proof (sqrt_pos (1 + d)) as pos. set (w := sqrt (1 + d)) in *.
  assert (near : 0.999 <= w) by (apply Rsqr_incr_0_var; [unfold Rsqr; apply Rabs_le_inv in small; lra | exact pos]).
  assert (E : Rabs (w - 1) * (w + 1) = Rabs d).
  { rewrite <- (Rabs_pos_eq (w + 1)) by lra. rewrite <- Rabs_mult. f_equal. lra. }
  pose proof (Rabs_pos (w - 1)).
  assert (coarse : Rabs (w - 1) <= Rabs d) by (assert (Rabs (w - 1) * 1 <= Rabs (w - 1) * (w + 1)) by (apply Rmult_le_compat_l; lra); lra).
  assert (nearer : 2 - / 1000000 <= w + 1) by (assert (Rabs (w - 1) <= / 1000000) as A by lra; apply Rabs_le_inv in A; lra).
  assert (Rabs (w - 1) * (2 - / 1000000) <= Rabs (w - 1) * (w + 1)) by (apply Rmult_le_compat_l; lra).
  exists (w - 1). split; [unfold u in *; lra |]. unfold w. rewrite sqrt_mult by (apply Rabs_le_inv in small; lra). fold w. ring.
Qed.

(** The arc, as the rate of a law and the time give it. The square of the scaled velocity has lost 5 units.
    rust src/motion/law.rs: let v = v.map(|x| x / largest);
    | let length = v.map(|x| x * x).iter().sum::<f64>().sqrt();
    | (v.map(|x| x / length), length * largest)
    rust src/motion/law.rs: law.rate = speed / R::ANGLE_PER_ARC;
    rust src/motion/rotor.rs: const ANGLE_PER_ARC: f64 = 2.0;
    rust src/proof/turns.rs: let u = (Pair::same(time) - self.epoch) * self.rate; *)
Theorem arc_off : forall largest square square' root speed e e' a', 0 <= square -> off 5.1 square square' -> rounds (sqrt square') root ->
  rounds (root * largest) speed -> rounds e e' -> rounds (e' * (speed / 2)) a' -> off 6.7 (e * (sqrt square * largest / 2)) a'.
Proof.
  intros largest square square' root speed e e' a' pos S R1 R2 R3 R4.
  pose proof (off_then _ _ _ _ (off_root _ _ _ S ltac:(lra) pos) R1 ltac:(lra)) as O1.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O1 (exact largest) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O2.
  assert (O3 : off (5.1 / 2 + / 100 + 1 + / 100 + 0 + / 100 + 1 + / 100) (sqrt square * largest / 2) (speed / 2)) by (destruct O2 as (d & Hd & ->); exists d; split; [exact Hd | field]).
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ (rounds_off _ _ R3) O3 ltac:(lra) ltac:(lra)) R4 ltac:(lra)) as O4.
  apply off_more with (1 := O4). lra.
Qed.

(** Identities of quaternions. *)
Lemma product_square : forall w f n, qdot (- (n '. f)) (w * n + cross n f)%v (- (n '. f)) (w * n + cross n f)%v = (n '. n) * qdot w f w f.
Proof. unfold qdot. vector_ring. Qed.

Lemma product_across : forall w f n, qdot w f (- (n '. f)) (w * n + cross n f)%v = 0.
Proof. unfold qdot. vector_ring. Qed.

Lemma square_of_both : forall p q w f w' f', qdot (p * w + q * w') (p * f + q * f')%v (p * w + q * w') (p * f + q * f')%v
  = p * p * qdot w f w f + 2 * p * q * qdot w f w' f' + q * q * qdot w' f' w' f'.
Proof. unfold qdot. vector_ring. Qed.

Lemma in_three : forall (c s x y : R) (f t f' t' v : vector), (v - (c * f + s * t))%v
  = ((v - (x * f' + y * t')) + ((x * (f' - f) + y * (t' - t)) + ((x - c) * f + (y - s) * t)))%v.
Proof. vector_ring. Qed.

Lemma add_sub : forall x y : vector, (x + (y - x))%v = y.
Proof. vector_ring. Qed.

Lemma by_two : forall x y z w : vector, (x - w)%v = ((x - y) + ((y - z) + (z - w)))%v.
Proof. vector_ring. Qed.

Lemma in_two : forall x y z : vector, (x - z)%v = ((x - y) + (y - z))%v.
Proof. vector_ring. Qed.

Lemma square_scaled : forall k n, (k * n)%v '. (k * n)%v = k * k * (n '. n).
Proof. vector_ring. Qed.

Lemma product_number : forall c s w f n, c * w + s * - (n '. f) = c * w - ((s * n)%v '. f).
Proof. vector_ring. Qed.

Lemma product_vector : forall c s w f n, (c * f + s * (w * n + cross n f))%v = (c * f + w * (s * n) + cross (s * n) f)%v.
Proof. vector_ring. Qed.

(** ** The numbers of a law *)

Lemma qlength_off : forall k w v w' v', 0 <= k -> off k w w' -> off k (x_of v) (x_of v') -> off k (y_of v) (y_of v') -> off k (z_of v) (z_of v') ->
  qlength (w' - w) (v' - v)%v <= k * u * qlength w v.
Proof.
  intros k w v w' v' pos Hw Hx Hy Hz. pose proof (qlength_nonneg w v). assert (0 <= k * u) by (apply Rmult_le_pos; unfold u; lra).
  apply qlength_at_most; [now apply Rmult_le_pos |].
  replace (k * u * qlength w v * (k * u * qlength w v)) with (k * u * (k * u) * (qlength w v * qlength w v)) by ring. rewrite qlength_square.
  assert (S : forall x y, off k x y -> (y - x) * (y - x) <= k * u * (k * u) * (x * x)).
  { intros x y O. apply off_by in O. rewrite <- (Rabs_pos_eq ((y - x) * (y - x))), Rabs_mult by apply Rle_0_sqr.
    replace (k * u * (k * u) * (x * x)) with (k * u * Rabs x * (k * u * Rabs x)).
    - apply Rmult_le_compat; try apply Rabs_pos; exact O.
    - replace (x * x) with (Rabs x * Rabs x) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr). ring. }
  pose proof (S _ _ Hw). pose proof (S _ _ Hx). pose proof (S _ _ Hy). pose proof (S _ _ Hz). unfold qdot, dot, sub. cbn [x_of y_of z_of]. lra.
Qed.

(** A number of a pose, scaled to unit length. Its square has lost four roundings.
    rust src/motion/law.rs: let length = q.map(|x| x * x).iter().sum::<f64>().sqrt();
    | q.map(|x| x / length) *)
Theorem from_off : forall x square square' root x', 0 < square -> off 4.1 square square' -> rounds (sqrt square') root -> rounds (x / root) x' ->
  off 4.2 (x / sqrt square) x'.
Proof.
  intros x square square' root x' pos S R1 R2. pose proof (sqrt_lt_R0 square pos).
  pose proof (off_then _ _ _ _ (off_root _ _ _ S ltac:(lra) ltac:(lra)) R1 ltac:(lra)) as O1.
  pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ (exact x) O1 ltac:(lra) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O2. apply off_more with (1 := O2). lra.
Qed.

(** The axis is scaled twice. *)
Definition axis_needs := 5.7.

Theorem axis_off : forall x largest scaled square square' root x', 0 < square -> rounds (x / largest) scaled -> off 5.1 square square' ->
  rounds (sqrt square') root -> rounds (scaled / root) x' -> off axis_needs (x / largest / sqrt square) x'.
Proof.
  intros x largest scaled square square' root x' pos Rx S R1 R2. pose proof (sqrt_lt_R0 square pos).
  pose proof (off_then _ _ _ _ (off_root _ _ _ S ltac:(lra) ltac:(lra)) R1 ltac:(lra)) as O1.
  pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ (rounds_off _ _ Rx) O1 ltac:(lra) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O2. apply off_more with (1 := O2). unfold axis_needs. lra.
Qed.

Lemma product_length : forall w g m, qlength (- (m '. g)) (w * m + cross m g)%v = length m * qlength w g.
Proof. intros. unfold qlength at 1. rewrite product_square. unfold length, qlength. apply sqrt_mult; [apply square_nonneg | apply qdot_nonneg]. Qed.

Lemma product_differs : forall w g m w' g' m', - (m' '. g') - - (m '. g) = - ((m' - m)%v '. g') + - (m '. (g' - g)%v)
  /\ ((w' * m' + cross m' g') - (w * m + cross m g))%v = ((w' * (m' - m) + cross (m' - m) g') + ((w' - w) * m + cross m (g' - g)))%v.
Proof. intros. split; [vector_ring | vector_ring]. Qed.

(** The product of the axis with the number.
    rust src/motion/law.rs: if D == 2 { return [-z * qy, z * qx, 0.0, 0.0]; }
    rust src/motion/law.rs: x * qw + y * qz - z * qy,
    | y * qw + z * qx - x * qz,
    | z * qw + x * qy - y * qx,
    | -x * qx - y * qy - z * qz,
    rust src/motion/law.rs: law.to = quarter::<D>(axis, from); *)
Section Product.
Variable fl : R -> R.
Variables (fw fw' : R) (f n f' n' : vector).
Hypothesis unit_f : qdot fw f fw f = 1.
Hypothesis unit_n : n '. n = 1.
Hypothesis from_near : qlength (fw' - fw) (f' - f)%v <= 4.2 * u.
Hypothesis axis_near : length (n' - n)%v <= axis_needs * u.
Definition three a b c d e g := Minus (Plus (Times (Leaf 0 a a) (Leaf 0 b b)) (Times (Leaf 0 c c) (Leaf 0 d d))) (Times (Leaf 0 e e) (Leaf 0 g g)).
Definition tx := three (x_of n') fw' (y_of n') (z_of f') (z_of n') (y_of f').
Definition ty := three (y_of n') fw' (z_of n') (x_of f') (x_of n') (z_of f').
Definition tz := three (z_of n') fw' (x_of n') (y_of f') (y_of n') (x_of f').
Definition tw := Minus (Minus (Times (Leaf 0 (- x_of n') (- x_of n')) (Leaf 0 (x_of f') (x_of f'))) (Times (Leaf 0 (y_of n') (y_of n')) (Leaf 0 (y_of f') (y_of f'))))
  (Times (Leaf 0 (z_of n') (z_of n')) (Leaf 0 (z_of f') (z_of f'))).
Hypothesis computed_so : fits fl tw /\ fits fl tx /\ fits fl ty /\ fits fl tz.

Theorem to_off : qlength (computed fl tw - - (n '. f)) (V (computed fl tx) (computed fl ty) (computed fl tz) - (fw * n + cross n f))%v <= 17 * u.
Proof.
  set (g := V (computed fl tx) (computed fl ty) (computed fl tz)). set (gw := computed fl tw).
  destruct (product_differs fw f n fw' f' n') as [Dw Dv].
  (* sizes of what was rounded *)
  assert (n_size : length n' <= 1 + / 1000).
  { pose proof (length_add n (n' - n)%v) as A. rewrite add_sub in A. unfold length at 2 in A. rewrite unit_n, sqrt_1 in A. unfold axis_needs, u in *. lra. }
  assert (f_size : qlength fw' f' <= 1 + / 1000).
  { pose proof (qlength_add fw f (fw' - fw) (f' - f)%v) as A. replace (fw + (fw' - fw)) with fw' in A by ring. rewrite add_sub in A. unfold qlength at 2 in A. rewrite unit_f, sqrt_1 in A. unfold u in *. lra. }
  (* the roundings *)
  assert (B1 : qlength (gw - - (n' '. f')) (g - (fw' * n' + cross n' f'))%v <= 6.1 * u).
  { assert (P : forall e, count e = 3%nat -> fits fl e -> sizes e <= 1.003 -> (computed fl e - value e) * (computed fl e - value e) <= 9.3 * (u * u)).
    { intros e three_of F S. pose proof (units_of fl e F ltac:(lia)) as E. rewrite three_of in E. replace (INR 3) with 3 in E by (simpl; lra).
      set (d := computed fl e - value e) in *. pose proof (sizes_nonneg e).
      assert (E' : Rabs d <= 3.03 * u) by (apply Rle_trans with (1 := E); assert ((3 + / 100) * u * sizes e <= (3 + / 100) * u * 1.003) by (apply Rmult_le_compat_l; [unfold u; lra | exact S]); unfold u in *; lra).
      assert (D : Rabs d * Rabs d <= (3.03 * u) * (3.03 * u)) by (apply Rmult_le_compat; try apply Rabs_pos; exact E').
      rewrite <- Rabs_mult, Rabs_pos_eq in D by apply Rle_0_sqr. unfold u in *. lra. }
    destruct computed_so as (F0 & F1 & F2 & F3).
    (* each row is a product of the axis with three of the four numbers *)
    assert (size : forall a b c, a * a + b * b + c * c <= qdot fw' f' fw' f' -> length (V a b c) <= 1 + / 1000).
    { intros a b c H. apply Rle_trans with (2 := f_size). apply at_most_length; [apply qlength_nonneg |]. rewrite qlength_square. exact H. }
    assert (row : forall a b c p q r, p * p + q * q + r * r = n' '. n' -> a * a + b * b + c * c <= qdot fw' f' fw' f' -> Rabs p * Rabs a + Rabs q * Rabs b + Rabs r * Rabs c <= 1.003).
    { intros a b c p q r Hm H. pose proof (dot_le (sizes_of (V p q r)) (sizes_of (V a b c))) as D. rewrite !length_sizes in D.
      assert (L : length (V p q r) = length n') by (unfold length; f_equal; exact Hm). rewrite L in D.
      pose proof (size a b c H). pose proof (length_nonneg n'). pose proof (length_nonneg (V a b c)).
      apply Rle_trans with (1 := D). apply Rle_trans with ((1 + / 1000) * (1 + / 1000)); [apply Rmult_le_compat; assumption | lra]. }
    unfold qdot, dot in row.
    pose proof (Rle_0_sqr fw') as W. pose proof (Rle_0_sqr (x_of f')) as X. pose proof (Rle_0_sqr (y_of f')) as Y. pose proof (Rle_0_sqr (z_of f')) as Z. unfold Rsqr in W, X, Y, Z.
    pose proof (P tw eq_refl F0 ltac:(simpl; rewrite Rabs_Ropp; apply row; lra)) as Q0.
    pose proof (P tx eq_refl F1 ltac:(simpl; apply row; lra)) as Q1.
    pose proof (P ty eq_refl F2 ltac:(simpl; apply row; lra)) as Q2.
    pose proof (P tz eq_refl F3 ltac:(simpl; apply row; lra)) as Q3.
    apply qlength_at_most; [unfold u; lra |].
    unfold gw, g, qdot, dot, sub, add, scale, cross. cbn [x_of y_of z_of].
    cbn [value tw tx ty tz three] in Q0, Q1, Q2, Q3.
    set (c0 := computed fl tw) in *. set (c1 := computed fl tx) in *. set (c2 := computed fl ty) in *. set (c3 := computed fl tz) in *. clearbody c0 c1 c2 c3.
    unfold u in *. lra. }
  replace (gw - - (n '. f)) with ((gw - - (n' '. f')) + (- (n' '. f') - - (n '. f))) by ring.
  replace (g - (fw * n + cross n f))%v with ((g - (fw' * n' + cross n' f')) + ((fw' * n' + cross n' f') - (fw * n + cross n f)))%v by (symmetry; apply in_two).
  eapply Rle_trans; [apply qlength_add |]. rewrite Dw, Dv. eapply Rle_trans; [apply Rplus_le_compat_l, qlength_add |]. rewrite !product_length.
  assert (length (n' - n)%v * qlength fw' f' <= axis_needs * u * (1 + / 1000)) by (apply Rmult_le_compat; [apply length_nonneg | apply qlength_nonneg | assumption | assumption]).
  unfold length at 2. rewrite unit_n, sqrt_1. unfold axis_needs, u in *. lra.
Qed.
End Product.

Section Steady.
Variable fl : R -> R.
(** The exact number at the begin, and the axis of the turn. *)
Variables (fw : R) (f n r : vector).
Hypothesis unit_f : qdot fw f fw f = 1.
Hypothesis unit_n : n '. n = 1.
(** Its product with the axis: the number half a turn later. *)
Let tw := - (n '. f).
Let t := (fw * n + cross n f)%v.
(** What is computed of both, of the arc, and of its cosine and sine. *)
Variables (fw' tw' a a' X Y : R) (f' t' : vector).
Hypothesis from_off : qlength (fw' - fw) (f' - f)%v <= 6 * u.
Hypothesis to_off : qlength (tw' - tw) (t' - t)%v <= 17 * u.
Hypothesis arc_near : Rabs (a' - a) <= 6.7 * u * Rabs a.
Hypothesis cosine_near : Rabs (X - cos a') <= 1.5 * u.
Hypothesis sine_near : Rabs (Y - sin a') <= 1.5 * u.
(** rust src/proof/turns.rs: [false, false] => steady(u),
    rust src/proof/turns.rs: let (sine, cosine) = sines_and_cosines(u);
    | (cosine, sine)
    rust src/proof/turns.rs: Rotations::of_numbers(std::array::from_fn(|i| x * self.from[i] + y * self.to[i])) *)
Definition number p q := Plus (Times (Leaf 0 X X) (Leaf 0 p p)) (Times (Leaf 0 Y Y) (Leaf 0 q q)).
Definition nw := number fw' tw'.
Definition nx := number (x_of f') (x_of t').
Definition ny := number (y_of f') (y_of t').
Definition nz := number (z_of f') (z_of t').
Hypothesis computed_so : fits fl nw /\ fits fl nx /\ fits fl ny /\ fits fl nz.
Let w' := computed fl nw.
Let v' := V (computed fl nx) (computed fl ny) (computed fl nz).
Let w0 := cos a' * fw + sin a' * tw.
Let v0 := (cos a' * f + sin a' * t)%v.

Lemma unit_t : qdot tw t tw t = 1.
Proof. unfold tw, t. rewrite product_square, unit_n, unit_f. ring. Qed.

Lemma square_t : qdot fw f tw t = 0.
Proof. apply product_across. Qed.

Lemma qlength_both : forall p q, qlength (p * fw + q * tw) (p * f + q * t)%v = sqrt (p * p + q * q).
Proof.
  intros. unfold qlength. f_equal. rewrite square_of_both, unit_f, unit_t, square_t. ring.
Qed.

Lemma unit_0 : qdot w0 v0 w0 v0 = 1.
Proof.
  pose proof (qlength_both (cos a') (sin a')) as H. fold w0 v0 in H. rewrite <- qlength_square, H. pose proof (sin2_cos2 a') as E. unfold Rsqr in E.
  replace (cos a' * cos a' + sin a' * sin a') with 1 by lra. rewrite sqrt_1. ring.
Qed.

Lemma number_near : qlength (w' - w0) (v' - v0)%v <= 23.1 * u.
Proof.
  pose proof (sin2_cos2 a') as one. unfold Rsqr in one. pose proof cosine_near as CX. pose proof sine_near as SY. apply Rabs_le_inv in CX. apply Rabs_le_inv in SY.
  pose proof (COS_bound a') as cb. pose proof (SIN_bound a') as sb.
  set (c := cos a') in *. set (s := sin a') in *.
  assert (XY : X * X + Y * Y <= 1 + 10 * u).
  { replace (X * X + Y * Y) with (c * c + s * s + ((X - c) * (X + c) + (Y - s) * (Y + s))) by ring.
    assert (A : forall p q, Rabs p <= 1.5 * u -> Rabs q <= 2.01 -> p * q <= 3.1 * u).
    { intros p q Hp Hq. apply Rle_trans with (Rabs (p * q)); [apply Rle_abs |]. rewrite Rabs_mult. apply Rle_trans with (1.5 * u * 2.01); [apply Rmult_le_compat; try apply Rabs_pos; assumption | unfold u; lra]. }
    pose proof (A (X - c) (X + c) cosine_near ltac:(apply Rabs_le; unfold u in *; lra)). pose proof (A (Y - s) (Y + s) sine_near ltac:(apply Rabs_le; unfold u in *; lra)). lra. }
  (* the products and sums; what both numbers are off; sine and cosine *)
  set (q1 := (w' - (X * fw' + Y * tw'))). set (p1 := (v' - (X * f' + Y * t'))%v).
  set (q2 := X * (fw' - fw) + Y * (tw' - tw)). set (p2 := (X * (f' - f) + Y * (t' - t))%v).
  set (q3 := (X - c) * fw + (Y - s) * tw). set (p3 := ((X - c) * f + (Y - s) * t)%v).
  replace (w' - w0) with (q1 + (q2 + q3)) by (unfold q1, q2, q3, w0; ring).
  replace (v' - v0)%v with (p1 + (p2 + p3))%v by (symmetry; apply in_three).
  eapply Rle_trans; [apply qlength_add |]. eapply Rle_trans; [apply Rplus_le_compat_l, qlength_add |].
  assert (from_size : qdot fw' f' fw' f' <= 1.001).
  { pose proof (qlength_add fw f (fw' - fw) (f' - f)%v) as A. replace (fw + (fw' - fw)) with fw' in A by ring. rewrite add_sub in A.
    unfold qlength at 2 in A. rewrite unit_f, sqrt_1 in A. rewrite <- qlength_square. pose proof (qlength_nonneg fw' f').
    apply Rle_trans with ((1 + 6 * u) * (1 + 6 * u)); [apply Rmult_le_compat; lra | unfold u; lra]. }
  assert (to_size : qdot tw' t' tw' t' <= 1.001).
  { pose proof (qlength_add tw t (tw' - tw) (t' - t)%v) as A. replace (tw + (tw' - tw)) with tw' in A by ring. rewrite add_sub in A.
    unfold qlength at 2 in A. rewrite unit_t, sqrt_1 in A. rewrite <- qlength_square. pose proof (qlength_nonneg tw' t').
    apply Rle_trans with ((1 + 17 * u) * (1 + 17 * u)); [apply Rmult_le_compat; lra | unfold u; lra]. }
  assert (B1 : qlength q1 p1 <= 2.86 * u).
  { assert (one_coordinate : forall p q, fits fl (number p q) -> (computed fl (number p q) - (X * p + Y * q)) * (computed fl (number p q) - (X * p + Y * q))
      <= (2.01 * u * (2.01 * u)) * (2 * (X * X * (p * p) + Y * Y * (q * q)))).
    { intros p q F. pose proof (units_of fl _ F ltac:(simpl; lia)) as E. replace (INR (count (number p q))) with 2 in E by (simpl; lra).
      replace (2 + / 100) with 2.01 in E by lra. cbn [sizes number value] in E. rewrite <- !Rabs_mult in E.
      set (d := computed fl (number p q) - (X * p + Y * q)) in *. set (m := X * p) in *. set (k := Y * q) in *.
      assert (D : Rabs d * Rabs d <= (2.01 * u * (Rabs m + Rabs k)) * (2.01 * u * (Rabs m + Rabs k))) by (apply Rmult_le_compat; try apply Rabs_pos; exact E).
      rewrite <- Rabs_mult, Rabs_pos_eq in D by apply Rle_0_sqr. apply Rle_trans with (1 := D).
      replace (2.01 * u * (Rabs m + Rabs k) * (2.01 * u * (Rabs m + Rabs k))) with ((2.01 * u * (2.01 * u)) * ((Rabs m + Rabs k) * (Rabs m + Rabs k))) by ring.
      apply Rmult_le_compat_l; [unfold u; lra |]. pose proof (Rle_0_sqr (Rabs m - Rabs k)) as Z. unfold Rsqr in Z.
      assert (S : forall x, Rabs x * Rabs x = x * x) by (intros; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr). pose proof (S m). pose proof (S k).
      replace (X * X * (p * p)) with (m * m) by (unfold m; ring). replace (Y * Y * (q * q)) with (k * k) by (unfold k; ring). lra. }
    destruct computed_so as (F0 & F1 & F2 & F3).
    pose proof (one_coordinate _ _ F0) as A0. pose proof (one_coordinate _ _ F1) as A1. pose proof (one_coordinate _ _ F2) as A2. pose proof (one_coordinate _ _ F3) as A3.
    apply qlength_at_most; [unfold u; lra |].
    apply Rle_trans with ((2.01 * u * (2.01 * u)) * (2 * (X * X * qdot fw' f' fw' f' + Y * Y * qdot tw' t' tw' t'))).
    - unfold q1, p1, qdot, w', v', nw, nx, ny, nz, sub, add, scale, dot in *. cbn [x_of y_of z_of] in *. lra.
    - assert (X * X * qdot fw' f' fw' f' <= X * X * 1.001) by (apply Rmult_le_compat_l; [apply Rle_0_sqr | exact from_size]).
      assert (Y * Y * qdot tw' t' tw' t' <= Y * Y * 1.001) by (apply Rmult_le_compat_l; [apply Rle_0_sqr | exact to_size]).
      apply Rle_trans with ((2.01 * u * (2.01 * u)) * 2.003); [apply Rmult_le_compat_l; unfold u in *; lra | unfold u; lra]. }
  assert (B2 : qlength q2 p2 <= 18.05 * u).
  { unfold q2, p2. eapply Rle_trans; [apply qlength_add |]. rewrite !qlength_scale. pose proof (Rabs_pos X). pose proof (Rabs_pos Y).
    assert (Rabs X * qlength (fw' - fw) (f' - f)%v <= Rabs X * (6 * u)) by (apply Rmult_le_compat_l; assumption).
    assert (Rabs Y * qlength (tw' - tw) (t' - t)%v <= Rabs Y * (17 * u)) by (apply Rmult_le_compat_l; assumption).
    assert (S : forall x, Rabs x * Rabs x = x * x) by (intros; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr). pose proof (S X). pose proof (S Y).
    assert (6 * Rabs X + 17 * Rabs Y <= 18.05).
    { apply Rsqr_incr_0_var; [unfold Rsqr | lra]. pose proof (Rle_0_sqr (17 * Rabs X - 6 * Rabs Y)) as Z. unfold Rsqr in Z. unfold u in *. lra. }
    unfold u in *. lra. }
  assert (B3 : qlength q3 p3 <= 2.13 * u).
  { unfold q3, p3. rewrite qlength_both. rewrite <- (sqrt_square (2.13 * u)) by (unfold u; lra). apply sqrt_le_1_alt.
    assert (A : forall p, Rabs p <= 1.5 * u -> p * p <= 1.5 * u * (1.5 * u)).
    { intros p Hp. rewrite <- (Rabs_pos_eq (p * p)), Rabs_mult by apply Rle_0_sqr. apply Rmult_le_compat; try apply Rabs_pos; exact Hp. }
    pose proof (A _ cosine_near). pose proof (A _ sine_near). unfold u in *. lra. }
  unfold u in *. lra.
Qed.

(** What the computed matrix M makes of r, against [angle], what [angle_error] states for a steady turn in space without an
    [angular_error]. It is computed too, for an arc that is no shorter than a: so it may be short of that by 20 units of
    itself. It has room for a hundred more, which RoundedClaim.v asks for. The arc a is half the angle of the turn.
    The figures of bodies that do not turn are in RoundedPlane.v, with turns in the plane, those of blends in
    RoundedBlendAngle.v.
    rust src/motion/law.rs: Turn::Still if self.from == Self::REST.from => return 0.0,
    | Turn::Still => 12.0,
    | Turn::Steady => 23.0 + 5.0 * self.rate * elapsed,
    | Turn::Blend { middle, .. } => 24.0 / (middle * middle) * (1.0 + self.rate * elapsed),
    | };
    | (4.5 * of_number + 16.0) * UNIT + self.angular_error * elapsed *)
Theorem steady_angle_error : forall (M : vector) angle, length (M - rotate w' v' r)%v <= matrix_needs * u * length r ->
  (4.5 * (23 + 5 * Rabs a) + 16) * u * (1 - 20 * u) <= angle ->
  length (M - turned n (2 * a) (rotate fw f r))%v <= angle * (1 - 100 * u) * length r.
Proof.
  intros M angle near stated. pose proof (length_nonneg r) as r_pos.
  pose proof (number_off w0 v0 (w' - w0) (v' - v0)%v r unit_0) as N. replace (w0 + (w' - w0)) with w' in N by ring.
  rewrite add_sub in N.
  pose proof number_near as E. pose proof (qlength_nonneg (w' - w0) (v' - v0)%v) as E0. set (e := qlength (w' - w0) (v' - v0)%v) in *.
  assert (same : rotate w0 v0 r = turned n (2 * a') (rotate fw f r)).
  { rewrite <- quaternion_turns by exact unit_n. rewrite <- quaternions_multiply.
    - unfold w0, v0, tw, t. rewrite product_number, product_vector. reflexivity.
    - rewrite square_scaled, unit_n. pose proof (sin2_cos2 a') as S. unfold Rsqr in S. lra.
    - exact unit_f. }
  pose proof (angle_off n (rotate fw f r) (2 * a') (2 * a) unit_n) as A. rewrite (rotate_length fw f r unit_f) in A.
  replace (2 * a' - 2 * a) with (2 * (a' - a)) in A by ring. rewrite Rabs_mult, (Rabs_pos_eq 2) in A by lra. rewrite <- same in A.
  set (R0 := rotate w0 v0 r) in *. set (R1 := rotate w' v' r) in *. set (R2 := turned n (2 * a) (rotate fw f r)) in *.
  rewrite (by_two M R1 R0 R2).
  eapply Rle_trans; [apply length_add |]. eapply Rle_trans; [apply Rplus_le_compat_l, length_add |].
  assert (N' : length (R1 - R0)%v <= 103.4 * u * length r).
  { apply Rle_trans with (1 := N). apply Rmult_le_compat_r; [exact r_pos |].
    assert (e * e <= 23.1 * u * (23.1 * u)) by (apply Rmult_le_compat; assumption). unfold u in *. lra. }
  assert (A' : length (R0 - R2)%v <= 13.4 * u * Rabs a * length r).
  { apply Rle_trans with (1 := A). apply Rmult_le_compat_r; [exact r_pos | lra]. }
  pose proof (Rabs_pos a). assert (0 <= Rabs a * length r) by (apply Rmult_le_pos; assumption).
  assert (whole : (4.5 * (23 + 5 * Rabs a) + 16) * u * (1 - 20 * u) * (1 - 100 * u) * length r <= angle * (1 - 100 * u) * length r).
  { apply Rmult_le_compat_r; [exact r_pos |]. apply Rmult_le_compat_r; [unfold u; lra | exact stated]. }
  apply Rle_trans with (2 := whole). unfold matrix_needs, u in *. lra.
Qed.
End Steady.
