(** The motion that a blend stands for: src/motion/law.rs, `sweep` and `turn_between`.

    A sweep is given by two rotations, whose unit numbers are [f] and [t]. The code has rounded ones, f' and t', and an axis that
    it computes from them: where both are nearly the same, or nearly opposite, that is far off. So there are two motions.
    One is the blend of the exact numbers. The other one turns about the computed axis, from f' scaled to unit length,
    by the angle whose half has the tangent |f' - t'| / |f' + t'|. Rates and axes are proven of the second,
    in RoundedBlendRates.v. It is never far from the first: RoundedBlendAngle.v has by how much, and that `angle_error` covers it. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Vectors Turning Counts RoundedGap RoundedTurns RoundedAngle RoundedPlane.
Local Open Scope R_scope.

(** * What turns one number into another *)

Definition turn_of (fw : R) (f : vector) (tw : R) (t : vector) : vector := ((fw * t - tw * f) - cross t f)%v.

Lemma turn_square : forall fw f tw t, turn_of fw f tw t '. turn_of fw f tw t = qdot fw f fw f * qdot tw t tw t - qdot fw f tw t * qdot fw f tw t.
Proof. unfold qdot, turn_of. vector_ring. Qed.

Lemma turn_takes : forall fw f tw t, qdot fw f fw f * tw = qdot fw f tw t * fw - (turn_of fw f tw t '. f) /\
  (qdot fw f fw f * t)%v = (qdot fw f tw t * f + (fw * turn_of fw f tw t + cross (turn_of fw f tw t) f))%v.
Proof. intros. split; unfold qdot, turn_of; [vector_ring |]. by_numbers. f_equal; ring. Qed.

(** rust src/motion/law.rs: if D == 2 { return [0.0, 0.0, px * y - py * x]; }
    | [ x * pw - w * px - y * pz + z * py,
    | y * pw - w * py - z * px + x * pz,
    | z * pw - w * pz - x * py + y * px, ]
    rust src/motion/law.rs: let mut turn = turn_between::<D>(&from, &to);
    rust src/motion/law.rs: to = to.map(|x| -x);
    | turn = turn.map(|x| -x);
    | }
    | let (axis, sine) = axis_and_length(turn); *)
Section Turn.
Variable fl : R -> R.
Variables fw tw : R.
Variables f t : vector.
Definition four a b c d e g h i := Plus (Minus (Minus (Times (Leaf 0 a a) (Leaf 0 b b)) (Times (Leaf 0 c c) (Leaf 0 d d))) (Times (Leaf 0 e e) (Leaf 0 g g)))
  (Times (Leaf 0 h h) (Leaf 0 i i)).
Definition ux := four (x_of t) fw tw (x_of f) (y_of t) (z_of f) (z_of t) (y_of f).
Definition uy := four (y_of t) fw tw (y_of f) (z_of t) (x_of f) (x_of t) (z_of f).
Definition uz := four (z_of t) fw tw (z_of f) (x_of t) (y_of f) (y_of t) (x_of f).
Hypothesis sizes_near : qlength fw f <= 1.0001 /\ qlength tw t <= 1.0001.

Lemma four_size : forall a b c d p q r s, a * a + b * b + c * c + d * d = qdot tw t tw t -> p * p + q * q + r * r + s * s = qdot fw f fw f ->
  Rabs a * Rabs p + Rabs b * Rabs q + Rabs c * Rabs r + Rabs d * Rabs s <= 1.0003.
Proof.
  intros a b c d p q r s Ht Hf. destruct sizes_near as [Nf Nt].
  assert (S : forall x, Rabs x * Rabs x = x * x) by (intros; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  pose proof (qdot_abs (Rabs a) (V (Rabs b) (Rabs c) (Rabs d)) (Rabs p) (V (Rabs q) (Rabs r) (Rabs s))) as K.
  assert (A : qlength (Rabs a) (V (Rabs b) (Rabs c) (Rabs d)) = qlength tw t) by (unfold qlength; f_equal; rewrite <- Ht; unfold qdot at 1, dot; simpl; rewrite !S; ring).
  assert (B : qlength (Rabs p) (V (Rabs q) (Rabs r) (Rabs s)) = qlength fw f) by (unfold qlength; f_equal; rewrite <- Hf; unfold qdot at 1, dot; simpl; rewrite !S; ring).
  rewrite A, B in K. pose proof (Rle_abs (qdot (Rabs a) (V (Rabs b) (Rabs c) (Rabs d)) (Rabs p) (V (Rabs q) (Rabs r) (Rabs s)))) as L. unfold qdot at 1, dot in L. simpl in L.
  pose proof (qlength_nonneg tw t). pose proof (qlength_nonneg fw f).
  assert (qlength tw t * qlength fw f <= 1.0001 * 1.0001) by (apply Rmult_le_compat; assumption). lra.
Qed.

Theorem turn_near : fits fl ux /\ fits fl uy /\ fits fl uz -> length (V (computed fl ux) (computed fl uy) (computed fl uz) - turn_of fw f tw t)%v <= 7 * u.
Proof.
  intros (Fx & Fy & Fz).
  assert (P : forall e, count e = 4%nat -> fits fl e -> sizes e <= 1.0003 -> (computed fl e - value e) * (computed fl e - value e) <= 16.2 * (u * u)).
  { intros e four_of F S. pose proof (units_of fl e F ltac:(lia)) as E. rewrite four_of in E. replace (INR 4) with 4 in E by (simpl; lra).
    set (d := computed fl e - value e) in *. assert (E' : Rabs d <= 4.02 * u) by (apply Rle_trans with (1 := E); assert ((4 + / 100) * u * sizes e <= (4 + / 100) * u * 1.0003) by (apply Rmult_le_compat_l; [unfold u; lra | exact S]); unfold u in *; lra).
    assert (D : Rabs d * Rabs d <= (4.02 * u) * (4.02 * u)) by (apply Rmult_le_compat; try apply Rabs_pos; exact E').
    rewrite <- Rabs_mult, Rabs_pos_eq in D by apply Rle_0_sqr. unfold u in *. lra. }
  pose proof (P ux eq_refl Fx ltac:(simpl; apply four_size; unfold qdot, dot; ring)) as Q1.
  pose proof (P uy eq_refl Fy ltac:(simpl; apply four_size; unfold qdot, dot; ring)) as Q2.
  pose proof (P uz eq_refl Fz ltac:(simpl; apply four_size; unfold qdot, dot; ring)) as Q3.
  apply at_most_length; [unfold u; lra |]. unfold turn_of, dot, sub, scale, cross. cbn [x_of y_of z_of]. cbn [value ux uy uz four] in Q1, Q2, Q3.
  set (c1 := computed fl ux) in *. set (c2 := computed fl uy) in *. set (c3 := computed fl uz) in *. clearbody c1 c2 c3. unfold u in *. lra.
Qed.
End Turn.

(** In the plane a number is x, and y about the third axis. *)
Theorem plane_turn_near : forall fl px py x y, qlength px (V 0 0 py) <= 1.0001 -> qlength x (V 0 0 y) <= 1.0001 -> let e := part px y py x in
  fits fl e -> length (V 0 0 (computed fl e) - turn_of px (V 0 0 py) x (V 0 0 y))%v <= 7 * u.
Proof.
  intros fl px py x y Hp Hx e F. pose proof (units_of fl e F ltac:(simpl; lia)) as E. replace (INR (count e)) with 2 in E by (simpl; lra).
  assert (S : sizes e <= 1.0003).
  { unfold e. simpl. pose proof (four_size x px (V 0 0 y) (V 0 0 py) (conj Hx Hp)) as K. pose proof (K px py 0 0 y x 0 0) as L. rewrite Rabs_R0 in L.
    assert (Rabs px * Rabs y + Rabs py * Rabs x + 0 * 0 + 0 * 0 <= 1.0003); [apply L; unfold qdot, dot; simpl; ring | lra]. }
  assert (E' : Rabs (computed fl e - value e) <= 2.02 * u) by (apply Rle_trans with (1 := E); assert ((2 + / 100) * u * sizes e <= (2 + / 100) * u * 1.0003) by (apply Rmult_le_compat_l; [unfold u; lra | exact S]); unfold u in *; lra).
  assert (Z : (V 0 0 (computed fl e) - turn_of px (V 0 0 py) x (V 0 0 y))%v = V 0 0 (computed fl e - value e)) by (unfold turn_of, e; unfold sub, scale, cross; simpl; f_equal; ring).
  rewrite Z. apply at_most_length; [unfold u; lra |]. unfold dot. cbn [x_of y_of z_of].
  assert (D : Rabs (computed fl e - value e) * Rabs (computed fl e - value e) <= (2.02 * u) * (2.02 * u)) by (apply Rmult_le_compat; try apply Rabs_pos; exact E').
  rewrite <- Rabs_mult, Rabs_pos_eq in D by apply Rle_0_sqr. unfold u in *. lra.
Qed.

(** * The motion that is proven *)

(** g and h are the lengths of f' and t', d is their product, m the length of what turns one into the other, and l what is
    computed of it. The second motion turns by an angle with the cosine d / G and the sine s. *)
Lemma parts_near : forall g h d m l s, let G := (g * g + h * h) / 2 in Rabs (g - 1) <= 4.2 * u -> Rabs (h - 1) <= 4.2 * u -> Rabs d <= g * h -> 0 <= m <= g * h ->
  Rabs (l - m) <= 7 * u -> 0 <= s -> s * G * (s * G) = (g * g - h * h) / 2 * ((g * g - h * h) / 2) + m * m ->
  Rabs (d / g - d / G) <= 4.3 * u /\ Rabs (l / g - s) <= 19.9 * u.
Proof.
  intros g h d m l s G Hg Hh Hd Hm Hl Hs E. apply Rabs_le_inv in Hg. apply Rabs_le_inv in Hh.
  assert (G_is : Rabs (G - g) <= 4.21 * u).
  { replace (G - g) with ((h - 1) + ((g - 1) * (g - 1) + (h - 1) * (h - 1)) / 2) by (unfold G; field).
    assert (forall x, - (4.2 * u) <= x <= 4.2 * u -> 0 <= x * x <= 4.2 * u * (4.2 * u)) as Q by (intros x Hx; split; [apply Rle_0_sqr | rewrite <- (Rabs_pos_eq (x * x)), Rabs_mult by apply Rle_0_sqr; apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; lra]).
    pose proof (Q _ Hg). pose proof (Q _ Hh). apply Rabs_le. unfold u in *. lra. }
  assert (G_near : 0.9999 <= G <= 1.0001) by (apply Rabs_le_inv in G_is; unfold u in *; lra).
  assert (E2 : (g * g - h * h) / 2 = (g - h) * (g + h) / 2) by field.
  assert (D_is : Rabs ((g * g - h * h) / 2) <= 8.41 * u).
  { rewrite E2. unfold Rdiv. rewrite !Rabs_mult, (Rabs_pos_eq (/ 2)) by lra. assert (Rabs (g - h) <= 8.4 * u) by (apply Rabs_le; lra).
    assert (Rabs (g + h) <= 2.0001) by (apply Rabs_le; unfold u in *; lra). pose proof (Rabs_pos (g - h)). pose proof (Rabs_pos (g + h)).
    assert (Rabs (g - h) * Rabs (g + h) <= 8.4 * u * 2.0001) by (apply Rmult_le_compat; assumption). unfold u in *. lra. }
  assert (share : forall x, Rabs x <= g * h -> Rabs (x / g - x / G) <= 4.3 * u).
  { intros x Hx. replace (x / g - x / G) with (x * (G - g) * / (g * G)) by (field; unfold u in *; lra). rewrite !Rabs_mult.
    assert (P : 0 < g * G) by (apply Rmult_lt_0_compat; unfold u in *; lra). rewrite (Rabs_pos_eq (/ (g * G))) by (left; now apply Rinv_0_lt_compat).
    apply Rmult_le_reg_r with (g * G); [exact P |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (g * h * (4.21 * u)); [apply Rmult_le_compat; try apply Rabs_pos; assumption |].
    replace (g * h * (4.21 * u)) with (4.21 * u * h * g) by ring. replace (4.3 * u * (g * G)) with (4.3 * u * G * g) by ring.
    apply Rmult_le_compat_r; unfold u in *; lra. }
  split; [now apply share |].
  set (x := (g * g - h * h) / 2) in *. clearbody x.
  assert (low : m <= s * G) by (apply square_le; [apply Rmult_le_pos; lra |]; pose proof (Rle_0_sqr x) as Z; unfold Rsqr in Z; lra).
  assert (high : s * G <= m + Rabs x).
  { pose proof (Rabs_pos x). apply square_le; [lra |]. rewrite E. assert (X : x * x = Rabs x * Rabs x) by (rewrite <- Rabs_mult; symmetry; apply Rabs_pos_eq, Rle_0_sqr). rewrite X. nra. }
  assert (S1 : Rabs (m / G - s) <= 8.42 * u).
  { apply Rmult_le_reg_r with G; [lra |]. rewrite <- (Rabs_pos_eq G) at 2 by lra. rewrite <- Rabs_mult. replace ((m / G - s) * G) with (m - s * G) by (field; lra).
    apply Rabs_le. assert (0 <= u) by (unfold u; lra). unfold u in *. lra. }
  assert (S2 : Rabs (l / g - m / g) <= 7.1 * u).
  { apply Rmult_le_reg_r with g; [unfold u in *; lra |]. rewrite <- (Rabs_pos_eq g) at 3 by (unfold u in *; lra). rewrite <- Rabs_mult. replace ((l / g - m / g) * g) with (l - m) by (field; unfold u in *; lra).
    apply Rle_trans with (1 := Hl). unfold u in *. lra. }
  pose proof (share m ltac:(rewrite Rabs_pos_eq; lra)) as S3.
  apply Rabs_le_inv in S1. apply Rabs_le_inv in S2. apply Rabs_le_inv in S3. apply Rabs_le. lra.
Qed.

Lemma qdot_scaled : forall k w v, qdot (k * w) (k * v)%v (k * w) (k * v)%v = k * k * qdot w v w v.
Proof. unfold qdot. vector_ring. Qed.

Lemma qdot_sum : forall w v w' v', qdot (w + w') (v + v')%v (w + w') (v + v')%v = qdot w v w v + 2 * qdot w v w' v' + qdot w' v' w' v'.
Proof. unfold qdot. vector_ring. Qed.

Lemma qdot_difference : forall w v w' v', qdot (w - w') (v - v')%v (w - w') (v - v')%v = qdot w v w v - 2 * qdot w v w' v' + qdot w' v' w' v'.
Proof. unfold qdot. vector_ring. Qed.

Lemma qdot_turned : forall c s fw f n, qdot fw f (c * fw + s * - (n '. f)) (c * f + s * (fw * n + cross n f))%v = c * qdot fw f fw f + s * qdot fw f (- (n '. f)) (fw * n + cross n f)%v.
Proof. unfold qdot. vector_ring. Qed.

(** With what turns one number into another less what the second motion has for it. *)
Lemma blend_parts : forall a c s fw f (n k m : vector), m = (k - s * n)%v ->
  (a * fw - (k '. f)) - (c * fw - s * (n '. f)) = (a - c) * fw + - (m '. f) /\
  ((a * f + (fw * k + cross k f)) - (c * f + s * (fw * n + cross n f)))%v = ((a - c) * f + (fw * m + cross m f))%v.
Proof. intros a c s fw f n k m ->. split; vector_ring. Qed.

Lemma scaled_parts : forall i d fw (f k : vector), (i * i * d * f + (fw * (i * i * k) + cross (i * i * k) f))%v = (d * i * (i * f) + (i * fw * (i * k) + cross (i * k) (i * f)))%v.
Proof. vector_ring. Qed.

Lemma scaled_dot : forall i (k f : vector), (i * k)%v '. (i * f)%v = i * i * (k '. f).
Proof. vector_ring. Qed.

Lemma scale_parts : forall i d fw (f k : vector), scale i (d * f + (fw * k + cross k f))%v = (i * d * f + (fw * (i * k) + cross (i * k) f))%v.
Proof. vector_ring. Qed.

Lemma scale_scale : forall i j (f : vector), scale i (scale j f) = scale (i * j) f.
Proof. vector_ring. Qed.

Lemma scale_one : forall f : vector, scale 1 f = f.
Proof. vector_ring. Qed.

Lemma split_turn : forall i l s (k n : vector), (i * k - s * n)%v = (- i * (l * n - k) + (l * i - s) * n)%v.
Proof. vector_ring. Qed.

Lemma opposite_difference : forall a b : vector, (b - a)%v = ((-1) * (a - b))%v.
Proof. vector_ring. Qed.

Lemma less_scaled : forall i (f : vector), (f - i * f)%v = ((1 - i) * f)%v.
Proof. vector_ring. Qed.

Lemma qlength_near_one : forall fw f fw' f' k, qdot fw f fw f = 1 -> qlength (fw' - fw) (f' - f)%v <= k * u -> Rabs (qlength fw' f' - 1) <= k * u.
Proof.
  intros fw f fw' f' k unit near. pose proof (qlength_add fw f (fw' - fw) (f' - f)%v) as A. pose proof (qlength_add fw' f' (-1 * (fw' - fw)) (-1 * (f' - f))%v) as B.
  rewrite qlength_scale, (Rabs_left (-1)) in B by lra. replace (fw + (fw' - fw)) with fw' in A by ring. rewrite add_sub in A. replace (fw' + -1 * (fw' - fw)) with fw in B by ring.
  replace (f' + -1 * (f' - f))%v with f in B by (clear; revert f f'; vector_ring). unfold qlength in A at 2. unfold qlength in B at 1. rewrite unit, sqrt_1 in A, B. apply Rabs_le. lra.
Qed.

Section Law.
Variables fw' tw' : R.
Variables f' t' : vector.
Let F := qdot fw' f' fw' f'.
Let T := qdot tw' t' tw' t'.
Let D := qdot fw' f' tw' t'.
Let G := (F + T) / 2.
Let g := sqrt F.
Hypothesis near_one : Rabs (qlength fw' f' - 1) <= 4.2 * u /\ Rabs (qlength tw' t' - 1) <= 4.2 * u.
(** What is computed of the turn is l times the exact unit vector of the axis: [axis_off] has the axis as it is rounded. *)
Variables l : R.
Variable n : vector.
Hypothesis l_nonneg : 0 <= l.
Hypothesis unit_n : n '. n = 1.
Hypothesis turn_computed : length (l * n - turn_of fw' f' tw' t')%v <= 7 * u.

(** The half of the angle. *)
Theorem half_exists : 0 < F + T -> exists half, 0 <= cos half /\ 0 <= sin half /\
  cos half * cos half * (4 * G) = F + 2 * D + T /\ sin half * sin half * (4 * G) = F - 2 * D + T.
Proof.
  intros pos. set (x := (F + 2 * D + T) / (4 * G)).
  assert (P : 0 <= F + 2 * D + T) by (pose proof (qdot_nonneg (fw' + tw') (f' + t')%v) as H; rewrite qdot_sum in H; exact H).
  assert (M : 0 <= F - 2 * D + T) by (pose proof (qdot_nonneg (fw' - tw') (f' - t')%v) as H; rewrite qdot_difference in H; exact H).
  assert (E : x * (4 * G) = F + 2 * D + T) by (unfold x, G; field; lra).
  assert (X0 : 0 <= x) by (unfold x, Rdiv; apply Rmult_le_pos; [exact P | left; apply Rinv_0_lt_compat; unfold G; lra]).
  assert (X1 : x <= 1) by (apply Rmult_le_reg_r with (4 * G); [unfold G; lra |]; rewrite E; unfold G; lra).
  pose proof (sqrt_pos x). assert (S : sqrt x * sqrt x = x) by (now apply sqrt_sqrt).
  assert (sqrt x <= 1) by (apply square_le; lra).
  exists (acos (sqrt x)). rewrite cos_acos, sin_acos by lra. split; [assumption |]. split; [apply sqrt_pos |].
  unfold Rsqr. rewrite !S. split; [exact E |]. rewrite sqrt_sqrt by lra. rewrite Rmult_minus_distr_r, E. unfold G. lra.
Qed.

Variable half : R.
Hypothesis half_is : 0 <= cos half /\ 0 <= sin half /\ cos half * cos half * (4 * G) = F + 2 * D + T /\ sin half * sin half * (4 * G) = F - 2 * D + T.
Let c := cos (2 * half).
Let s := sin (2 * half).

(** The second motion begins and ends with these. *)
Let fwe := / g * fw'.
Let fe := (/ g * f')%v.
Let twe := c * fwe - s * (n '. fe).
Let te := (c * fe + s * (fwe * n + cross n fe))%v.

Lemma F_near : 0.9999 <= g <= 1.0001 /\ g * g = F /\ 0.9999 <= G <= 1.0001.
Proof.
  destruct near_one as [A B]. apply Rabs_le_inv in A. apply Rabs_le_inv in B. fold (qlength fw' f') in *. assert (E : g = qlength fw' f') by reflexivity.
  assert (gg : g * g = F) by (unfold g; apply sqrt_sqrt, qdot_nonneg). pose proof (qlength_square tw' t') as tt. fold T in tt.
  assert (forall x, 1 - 4.2 * u <= x <= 1 + 4.2 * u -> 1 - 9 * u <= x * x <= 1 + 9 * u) as Q.
  { intros x Hx. split; [apply Rle_trans with ((1 - 4.2 * u) * (1 - 4.2 * u)) | apply Rle_trans with ((1 + 4.2 * u) * (1 + 4.2 * u))]; try (apply Rmult_le_compat; unfold u in *; lra); unfold u; lra. }
  pose proof (Q g ltac:(lra)). pose proof (Q (qlength tw' t') ltac:(lra)). rewrite gg in *. rewrite tt in *.
  split; [unfold u in *; lra |]. split; [reflexivity |]. unfold G, u in *. lra.
Qed.

Lemma unit_fe : qdot fwe fe fwe fe = 1.
Proof. destruct F_near as (H & gg & _). unfold fwe, fe. rewrite qdot_scaled. fold F. rewrite <- gg. field. lra. Qed.

Lemma unit_te : qdot twe te twe te = 1 /\ qdot fwe fe twe te = c.
Proof.
  pose proof (sin2_cos2 (2 * half)) as one. unfold Rsqr in one. fold c s in one. pose proof unit_fe as U.
  assert (T1 : qdot (- (n '. fe)) (fwe * n + cross n fe)%v (- (n '. fe)) (fwe * n + cross n fe)%v = 1) by (rewrite product_square, unit_n, U; ring).
  pose proof (product_across fwe fe n) as T2. unfold twe, te. replace (c * fwe - s * (n '. fe)) with (c * fwe + s * - (n '. fe)) by ring. split.
  - rewrite square_of_both, U, T1, T2. lra.
  - rewrite qdot_turned, U, T2. ring.
Qed.

Definition second_needs := 31.3.

Theorem second_near : qlength (tw' - twe) (t' - te)%v <= second_needs * u /\ qlength (fw' - fwe) (f' - fe)%v <= 4.2 * u.
Proof.
  destruct F_near as (g_near & gg & G_near). destruct half_is as (c0 & s0 & hc & hs). pose proof near_one as [N1 N2].
  assert (E : g = qlength fw' f') by reflexivity. set (h := qlength tw' t') in *. assert (hh : h * h = T) by apply qlength_square.
  set (k := turn_of fw' f' tw' t') in *. split.
  - (* both numbers by f' scaled to unit length *)
    destruct (turn_takes fw' f' tw' t') as [Ew Ev]. fold k F D in Ew, Ev.
    assert (ii : / g * / g * F = 1) by (rewrite <- gg; field; lra).
    assert (A : tw' = D * / g * fwe - ((/ g * k)%v '. fe)) by (unfold fwe, fe; rewrite scaled_dot; replace (k '. f') with (D * fw' - F * tw') by lra; transitivity (/ g * / g * F * tw'); [rewrite ii |]; ring).
    assert (B : t' = (D * / g * fe + (fwe * (/ g * k) + cross (/ g * k) fe))%v).
    { unfold fwe, fe. rewrite <- scaled_parts. replace (fw' * (/ g * / g * k))%v with (fw' * scale (/ g * / g) k)%v by reflexivity. rewrite <- scale_parts, <- Ev, scale_scale, ii. symmetry. apply scale_one. }
    destruct (blend_parts (D * / g) c s fwe fe n (/ g * k)%v _ eq_refl) as [Cw Cv]. rewrite <- A in Cw. rewrite <- B in Cv. fold twe te in Cw, Cv. rewrite Cw, Cv. set (m := (/ g * k - s * n)%v).
    eapply Rle_trans; [apply qlength_add |]. rewrite qlength_scale, product_length.
    assert (U : qlength fwe fe = 1) by (unfold qlength; rewrite unit_fe; apply sqrt_1). rewrite U.
    (* the numbers *)
    assert (cG : c = D / G).
    { unfold c. rewrite cos_2a. apply Rmult_eq_reg_r with (4 * G); [| lra]. rewrite Rmult_minus_distr_r, hc, hs. field. lra. }
    assert (Dg : Rabs D <= g * h) by (rewrite E; apply qdot_abs).
    pose proof (turn_square fw' f' tw' t') as kk. fold k F T D in kk. rewrite <- length_square in kk. pose proof (length_nonneg k) as k0.
    assert (kg : length k <= g * h). { apply square_le; [apply Rmult_le_pos; [lra | apply qlength_nonneg] |]. replace (g * h * (g * h)) with (F * T) by (rewrite <- gg, <- hh; ring). pose proof (Rle_0_sqr D) as Z. unfold Rsqr in Z. lra. }
    assert (ln : length (l * n)%v = l) by (rewrite length_scale, Rabs_pos_eq by exact l_nonneg; unfold length; rewrite unit_n, sqrt_1; ring).
    assert (lm : Rabs (l - length k) <= 7 * u).
    { pose proof (length_sub_ge (l * n)%v k) as L1. pose proof (length_sub_ge k (l * n)%v) as L2. rewrite (opposite_difference (l * n)%v k) in L2. rewrite length_opp in L2. rewrite ln in L1, L2. apply Rabs_le. lra. }
    assert (s_pos : 0 <= s) by (unfold s; rewrite sin_2a; apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact c0]).
    assert (sG : s * ((g * g + h * h) / 2) * (s * ((g * g + h * h) / 2)) = (g * g - h * h) / 2 * ((g * g - h * h) / 2) + length k * length k).
    { rewrite kk, gg, hh. fold G. unfold s. rewrite sin_2a. replace (2 * sin half * cos half * G * (2 * sin half * cos half * G)) with ((sin half * sin half * (4 * G)) * (cos half * cos half * (4 * G)) / 4) by field. rewrite hc, hs. field. }
    destruct (parts_near g h D (length k) l s N1 N2 Dg (conj k0 kg) lm s_pos sG) as [P1 P2]. rewrite gg, hh in P1. fold G in P1. rewrite <- cG in P1. unfold Rdiv in P1, P2.
    assert (M : length m <= 7.1 * u + 19.9 * u).
    { unfold m. rewrite (split_turn (/ g) l s k n).
      eapply Rle_trans; [apply length_add |]. rewrite !length_scale. unfold length at 2. rewrite unit_n, sqrt_1, Rabs_Ropp, (Rabs_pos_eq (/ g)) by (left; apply Rinv_0_lt_compat; lra).
      assert (/ g <= 1.001) by (apply Rmult_le_reg_r with g; [lra | rewrite Rinv_l; lra]). assert (0 <= / g) by (left; apply Rinv_0_lt_compat; lra).
      assert (/ g * length (l * n - k)%v <= 1.001 * (7 * u)) by (apply Rmult_le_compat; [assumption | apply length_nonneg | assumption | assumption]). unfold u in *. lra. }
    unfold second_needs, u in *. lra.
  - replace (fw' - fwe) with ((1 - / g) * fw') by (unfold fwe; ring). unfold fe. rewrite less_scaled.
    rewrite qlength_scale, <- E. rewrite <- (Rabs_pos_eq g) at 2 by lra. rewrite <- Rabs_mult. replace ((1 - / g) * g) with (g - 1) by (field; lra). exact N1.
Qed.
End Law.

(** * The figures of a law against these numbers *)

Lemma off_off : forall k l x y z, off k x y -> off l y z -> 0 <= k <= 100 -> 0 <= l <= 100 -> off (k + l + / 100) x z.
Proof.
  intros k l x y z (d & Hd & ->) (e & He & ->) Hk Hl. exists (d + e + d * e). split; [| ring].
  pose proof (small_product k l d e Hk Hl Hd He). bounded.
Qed.

(** A sum of four squares of sums or differences.
    rust src/motion/law.rs: let apart = |sign: f64| { (0..4) .map(|i| from[i] + sign * to[i])
    | .map(|x| x * x)
    | .sum::<f64>() };
    | let middle = apart(1.0).sqrt() * 0.5;
    | law.turn = Turn::Blend { versine: 0.5 * apart(-1.0), middle, }; *)
Theorem apart_off : forall a b c d a' b' c' d' a2 b2 c2 d2 s1 s2 s3, rounds a a' -> rounds b b' -> rounds c c' -> rounds d d' ->
  rounds (a' * a') a2 -> rounds (b' * b') b2 -> rounds (c' * c') c2 -> rounds (d' * d') d2 -> rounds (a2 + b2) s1 -> rounds (s1 + c2) s2 -> rounds (s2 + d2) s3 ->
  off 6.2 (a * a + b * b + c * c + d * d) s3.
Proof.
  intros a b c d a' b' c' d' a2 b2 c2 d2 s1 s2 s3 A B C D A2 B2 C2 D2 S1 S2 S3.
  assert (square : forall x x' y, rounds x x' -> rounds (x' * x') y -> off 3.02 (x * x) y).
  { intros x x' y R1 R2. pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ (rounds_off _ _ R1) (rounds_off _ _ R1) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O. apply off_more with (1 := O). lra. }
  assert (pos : forall x, 0 <= x * x) by (intros; apply Rle_0_sqr).
  pose proof (off_then _ _ _ _ (off_add _ _ _ _ _ (square _ _ _ A A2) (square _ _ _ B B2) (pos a) (pos b)) S1 ltac:(lra)) as O1.
  pose proof (off_then _ _ _ _ (off_add _ _ _ _ _ O1 (off_more _ (3.02 + 1 + / 100) _ _ (square _ _ _ C C2) ltac:(lra)) ltac:(pose proof (pos a); pose proof (pos b); lra) (pos c)) S2 ltac:(lra)) as O2.
  pose proof (off_then _ _ _ _ (off_add _ _ _ _ _ O2 (off_more _ (3.02 + 1 + / 100 + 1 + / 100) _ _ (square _ _ _ D D2) ltac:(lra)) ltac:(pose proof (pos a); pose proof (pos b); pose proof (pos c); lra) (pos d)) S3 ltac:(lra)) as O3.
  apply off_more with (1 := O3). lra.
Qed.

(** For RoundedBlendRates.v: the versine and the middle, against the half angle of the second motion. G is half the sum of both
    squared lengths. *)
Theorem second_figures : forall half G minus minus' plus plus' root, Rabs (G - 1) <= 8.5 * u -> 0 <= cos half -> cos half * cos half * (4 * G) = plus -> sin half * sin half * (4 * G) = minus ->
  off 6.2 minus minus' -> off 6.2 plus plus' -> rounds (sqrt plus') root -> off 15 (2 * (sin half * sin half)) (minus' / 2) /\ off 8.6 (cos half) (root / 2).
Proof.
  intros half G minus minus' plus plus' root HG c0 P M Om Op R.
  assert (OG : off 8.5 1 G) by (exists (G - 1); split; [exact HG | ring]). assert (G0 : 0 < G) by (apply Rabs_le_inv in HG; unfold u in *; lra).
  split.
  - assert (O1 : off 6.2 (2 * (sin half * sin half) * G) (minus' / 2)) by (rewrite <- M in Om; destruct Om as (d & Hd & ->); exists d; split; [exact Hd | field]).
    pose proof (off_mult _ _ _ _ _ _ (exact (2 * (sin half * sin half))) OG ltac:(lra) ltac:(lra)) as O2. rewrite Rmult_1_r in O2.
    pose proof (off_off _ _ _ _ _ O2 O1 ltac:(lra) ltac:(lra)) as O3. apply off_more with (1 := O3). lra.
  - assert (p0 : 0 <= plus) by (rewrite <- P; apply Rmult_le_pos; [apply Rle_0_sqr | lra]).
    pose proof (off_then _ _ _ _ (off_root _ _ _ Op ltac:(lra) p0) R ltac:(lra)) as O1.
    assert (E : sqrt plus = 2 * (cos half * sqrt G)).
    { rewrite <- P. replace (cos half * cos half * (4 * G)) with (cos half * cos half * (2 * 2) * G) by ring. rewrite sqrt_mult by (try (apply Rmult_le_pos; [apply Rle_0_sqr | lra]); lra).
      replace (cos half * cos half * (2 * 2)) with (2 * cos half * (2 * cos half)) by ring. rewrite sqrt_square by lra. ring. }
    assert (O2 : off (6.2 / 2 + / 100 + 1 + / 100) (cos half * sqrt G) (root / 2)) by (rewrite E in O1; destruct O1 as (d & Hd & ->); exists d; split; [exact Hd | field]).
    pose proof (off_root _ _ _ OG ltac:(lra) ltac:(lra)) as O3. rewrite sqrt_1 in O3.
    pose proof (off_mult _ _ _ _ _ _ (exact (cos half)) O3 ltac:(lra) ltac:(lra)) as O4. rewrite Rmult_1_r in O4.
    pose proof (off_off _ _ _ _ _ O4 O2 ltac:(lra) ltac:(lra)) as O5. apply off_more with (1 := O5). lra.
Qed.
