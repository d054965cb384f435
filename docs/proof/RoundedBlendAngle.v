(** The error of the angle of a blend: src/motion/law.rs, `angle_error`.

    Between both poses, and unless both numbers are opposite to each other up to an angle of 2e-6. The motions are those of
    RoundedSweep.v. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Vectors Turning Counts RoundedGap RoundedTurns RoundedAngle RoundedPlane RoundedSweep.
Local Open Scope R_scope.

(** * The number of a blend as it is computed, and the room for it *)

(** Four times what both sides lose between the poses: S and C are the sine and the cosine of half the angle, and p is the
    share of the way. *)
Lemma enough_room : forall S C p, 0 <= S -> 0 <= C -> S * S + C * C = 1 -> 0 <= p <= 1 ->
  14.2 * (C * C) + 4.49 * ((1.005 * (6.24 * (1 - p) + (5.23 + 8.41 * S) * p) + 2.04) * C + 2.6 * (C * C)
    + 0.502 * (S * S * (16.9 * (p * p) + 53.7 * (p * (1 - p))) + 34 * (S * (p * (1 - p))) + / 100)) + 4.001 * ((8.4 * (1 - p) + 35.5 * p) * C)
  <= (108 * (1 + p) + 16 * (C * C)) * (1 - / 10000).
Proof.
  intros S C p HS HC one [p0 p1].
  assert (S1 : S <= 1) by (apply square_le; [lra |]; pose proof (Rle_0_sqr C) as Z; unfold Rsqr in Z; lra).
  assert (C1 : C <= 1) by (apply square_le; [lra |]; pose proof (Rle_0_sqr S) as Z; unfold Rsqr in Z; lra).
  assert (CC : C * C <= C) by (pose proof (Rmult_le_compat_l C _ _ HC C1); lra). assert (SS : S * S <= S) by (pose proof (Rmult_le_compat_l S _ _ HS S1); lra).
  assert (SC : S * C <= / 2) by (pose proof (Rle_0_sqr (S - C)) as Z; unfold Rsqr in Z; lra).
  assert (line : forall a b k, 0 <= k -> a * a + b * b <= k * k -> a * C + b * S <= k).
  { intros a b k Hk H. apply square_le; [exact Hk |]. pose proof (Rle_0_sqr (b * C - a * S)) as Z. unfold Rsqr in Z.
    replace ((a * C + b * S) * (a * C + b * S)) with ((a * a + b * b) * (S * S + C * C) - (b * C - a * S) * (b * C - a * S)) by ring. rewrite one. lra. }
  pose proof (line 71.5 61.3 94.3 ltac:(lra) ltac:(lra)) as L0. pose proof (line 175 61.3 185.5 ltac:(lra) ltac:(lra)) as L1.
  (* parts with S *)
  assert (pq : 0 <= p * (1 - p)) by (apply Rmult_le_pos; lra). assert (pp : 0 <= p * p) by (apply Rle_0_sqr).
  assert (A : S * S * (16.9 * (p * p) + 53.7 * (p * (1 - p))) <= S * (16.9 * (p * p) + 53.7 * (p * (1 - p)))) by (apply Rmult_le_compat_r; lra).
  assert (B : S * (16.9 * (p * p) + 87.7 * (p * (1 - p))) <= 27.2 * S).
  { assert (16.9 * (p * p) + 87.7 * (p * (1 - p)) <= 27.2) by (pose proof (Rle_0_sqr (p - 0.6194)) as Z; unfold Rsqr in Z; lra). rewrite (Rmult_comm 27.2). apply Rmult_le_compat_l; assumption. }
  assert (E : p * (S * C) <= p * / 2) by (apply Rmult_le_compat_l; assumption).
  pose proof (Rmult_le_compat_l p _ _ p0 L1) as M1. assert (q0 : 0 <= 1 - p) by lra. pose proof (Rmult_le_compat_l (1 - p) _ _ q0 L0) as M0.
  assert (pC : 0 <= p * C <= p) by (split; [apply Rmult_le_pos; assumption |]; pose proof (Rmult_le_compat_l p _ _ p0 C1); lra).
  assert (pS : 0 <= p * S) by (apply Rmult_le_pos; assumption). lra.
Qed.

(** The inverse of L. *)
Lemma inverse_near : forall p p' left m1 m2 m3 root inverse v v' S C L, 0 <= p <= 1 -> off 4.2 p p' -> rounds (1 - p') left -> rounds (p' * left) m1 ->
  rounds (m1 * (v' + v')) m2 -> rounds (1 - m2) m3 -> rounds (sqrt m3) root -> rounds (1 / root) inverse -> 0 <= S <= 1 -> v = 2 * (S * S) ->
  Rabs (v' - v) <= (17 * S + 12.4 * (S * S) + / 1000) * u -> 0 < L -> L * L = 1 - 2 * (p * (1 - p)) * v -> / 1000000 <= C <= L ->
  Rabs (inverse * L - 1) <= (2.6 * (C * C) + 0.502 * (S * S * (16.9 * (p * p) + 53.7 * (p * (1 - p))) + 34 * (S * (p * (1 - p))) + / 100)) * u / (C * C)
  /\ Rabs (inverse * L - 1) <= / 250 /\ Rabs (left - (1 - p)) <= (4.21 * p + (1 - p)) * u.
Proof.
  intros p p' left m1 m2 m3 root inverse v v' S C L Hp Op Rl R1 R2 R3 R4 R5 HS Hv Hv' Lp LL HC.
  pose proof (off_by _ _ _ Op) as B. rewrite (Rabs_pos_eq p) in B by lra.
  set (q := 1 - p) in *. assert (q_in : 0 <= q <= 1) by (unfold q; lra). assert (pq : 0 <= p * q <= / 4) by (split; [apply Rmult_le_pos; lra |]; unfold q; pose proof (Rle_0_sqr (p - / 2)) as Z; unfold Rsqr in Z; lra).
  assert (pp : 0 <= p * p <= 1) by (split; [apply Rle_0_sqr | replace 1 with (1 * 1) by ring; apply Rmult_le_compat; lra]).
  assert (times : forall a b m n, Rabs a <= m -> Rabs b <= n -> Rabs (a * b) <= m * n) by (intros; rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
  destruct Rl as (d0 & H0 & E0). destruct R1 as (d1 & H1 & E1). destruct R2 as (d2 & H2 & E2).
  assert (lq : Rabs (left - q) <= (4.21 * p + q) * u).
  { replace (left - q) with (- (p' - p) + (1 - p') * d0) by (rewrite E0; unfold q; ring). eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    assert (Rabs (1 - p') <= q + 4.2 * u * p) by (replace (1 - p') with (q - (p' - p)) by (unfold q; ring); eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_Ropp, (Rabs_pos_eq q) by lra; lra).
    pose proof (times _ _ _ _ H H0). unfold u in *. lra. }
  assert (l_size : Rabs left <= q + 5.3 * u) by (replace left with (q + (left - q)) by ring; eapply Rle_trans; [apply Rabs_triang |]; rewrite (Rabs_pos_eq q) by lra; unfold u in *; lra).
  assert (p_size : Rabs p' <= p * (1 + 4.2 * u)) by (replace p' with (p + (p' - p)) by ring; eapply Rle_trans; [apply Rabs_triang |]; rewrite (Rabs_pos_eq p) by lra; lra).
  assert (m1_near : Rabs (m1 - p * q) <= (4.21 * (p * p) + 6.2 * (p * q) + / 100000) * u).
  { replace (m1 - p * q) with ((p' - p) * left + p * (left - q) + p' * left * d1) by (rewrite E1; ring). eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
    pose proof (times _ _ _ _ B l_size) as X1. assert (P : Rabs p <= p) by (rewrite Rabs_pos_eq; lra). pose proof (times _ _ _ _ P lq) as X2. pose proof (times _ _ _ _ (times _ _ _ _ p_size l_size) H1) as X3.
    eapply Rle_trans; [apply Rplus_le_compat; [apply Rplus_le_compat; [exact X1 | exact X2] | exact X3] |]. unfold u in *. lra. }
  assert (m1_size : Rabs m1 <= p * q + 12 * u) by (replace m1 with (p * q + (m1 - p * q)) by ring; eapply Rle_trans; [apply Rabs_triang |]; rewrite (Rabs_pos_eq (p * q)) by lra; unfold u in *; lra).
  assert (SS : 0 <= S * S <= 1) by (split; [apply Rle_0_sqr | replace 1 with (1 * 1) by ring; apply Rmult_le_compat; lra]).
  set (mu := S * S * (16.9 * (p * p) + 53.7 * (p * q)) + 34 * (S * (p * q)) + / 100).
  assert (m2_near : Rabs (m2 - 2 * (p * q) * v) <= mu * u).
  { replace (m2 - 2 * (p * q) * v) with (2 * v * (m1 - p * q) + m1 * (2 * (v' - v)) + m1 * (v' + v') * d2) by (rewrite E2; ring). eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
    assert (V : Rabs (2 * v) <= 4 * (S * S)) by (rewrite Hv, Rabs_pos_eq; lra). pose proof (times _ _ _ _ V m1_near) as X1.
    assert (V2 : Rabs (2 * (v' - v)) <= 2 * ((17 * S + 12.4 * (S * S) + / 1000) * u)) by (rewrite Rabs_mult, (Rabs_pos_eq 2) by lra; lra). pose proof (times _ _ _ _ m1_size V2) as X2.
    assert (V3 : Rabs (v' + v') <= 4 * (S * S) + 60 * u).
    { replace (v' + v') with (2 * v + 2 * (v' - v)) by ring. eapply Rle_trans; [apply Rabs_triang |]. apply Rle_trans with (1 := Rplus_le_compat _ _ _ _ V V2). unfold u in *. lra. }
    pose proof (times _ _ _ _ (times _ _ _ _ m1_size V3) H2) as X3. eapply Rle_trans; [apply Rplus_le_compat; [apply Rplus_le_compat; [exact X1 | exact X2] | exact X3] |].
    assert (0 <= S * S * (p * p) <= 1 /\ 0 <= S * S * (p * q) <= 1 /\ 0 <= S * (p * q)) as (Y1 & Y2 & Y3) by (repeat split; try (apply Rmult_le_pos; lra); replace 1 with (1 * 1) by ring; apply Rmult_le_compat; lra).
    unfold mu, u in *. lra. }
  assert (mu_in : 0 <= mu <= 40).
  { assert (0 <= S * S * (16.9 * (p * p) + 53.7 * (p * q)) <= 1 * (16.9 + 53.7 / 4)) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat; lra]).
    assert (0 <= S * (p * q) <= 1 * / 4) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat; lra]). unfold mu. lra. }
  assert (CC : / 1000000 * / 1000000 <= C * C) by (apply Rmult_le_compat; lra). assert (CL : C * C <= L * L) by (apply Rmult_le_compat; lra).
  assert (LL0 : 0 < L * L) by lra. set (x := (1 - m2) / (L * L) - 1).
  assert (x_is : 1 - m2 = L * L * (1 + x)) by (unfold x; field; lra).
  assert (x_near : Rabs x <= mu * u / (C * C)).
  { apply Rmult_le_reg_r with (L * L); [lra |]. rewrite <- (Rabs_pos_eq (L * L)) at 1 by lra. rewrite <- Rabs_mult. replace (x * (L * L)) with (- (m2 - 2 * (p * q) * v)) by (transitivity (1 - m2 - L * L); [rewrite LL; ring | rewrite x_is; ring]). rewrite Rabs_Ropp.
    apply Rle_trans with (1 := m2_near). replace (mu * u / (C * C) * (L * L)) with (mu * u * (L * L / (C * C))) by (field; lra). rewrite <- (Rmult_1_r (mu * u)) at 1. apply Rmult_le_compat_l; [apply Rmult_le_pos; unfold u; lra |].
    apply Rmult_le_reg_r with (C * C); [lra |]. replace (L * L / (C * C) * (C * C)) with (L * L) by (field; lra). lra. }
  assert (x_small : Rabs x <= 0.0045).
  { apply Rle_trans with (1 := x_near). apply Rmult_le_reg_r with (C * C); [lra |]. replace (mu * u / (C * C) * (C * C)) with (mu * u) by (field; lra). unfold u. lra. }
  pose proof (Rabs_le_inv _ _ x_small) as xs. rewrite x_is in R3.
  assert (p1 : 0 <= L * L * (1 + x)) by (apply Rmult_le_pos; lra).
  pose proof (off_then _ _ _ _ (off_root _ _ _ (rounds_off _ _ R3) ltac:(lra) p1) R4 ltac:(lra)) as O4.
  rewrite sqrt_mult, sqrt_square in O4 by lra. set (w := sqrt (1 + x)) in *.
  assert (ww : w * w = 1 + x) by (apply sqrt_sqrt; lra). assert (w0 : 0 <= w) by apply sqrt_pos. assert (w_in : 0.9976 <= w <= 1.01) by (split; apply square_le; lra).
  assert (nz : L * w <> 0) by (apply Rgt_not_eq, Rmult_lt_0_compat; lra).
  pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ (exact 1) O4 nz ltac:(lra) ltac:(lra)) R5 ltac:(lra)) as O5.
  destruct O5 as (e & He & E5).
  assert (K : Rabs (inverse * L - 1) <= 0.502 * Rabs x + 2.6 * u).
  { replace (inverse * L - 1) with ((1 - w) / w + / w * e) by (rewrite E5; field; lra). eapply Rle_trans; [apply Rabs_triang |].
    assert (iw : 0 < / w <= 1.003) by (split; [apply Rinv_0_lt_compat; lra | apply Rmult_le_reg_r with w; [lra |]; rewrite Rinv_l; lra]).
    assert (W1 : Rabs ((1 - w) / w) <= 0.502 * Rabs x).
    { assert (xx : x = (w - 1) * (w + 1)) by (replace ((w - 1) * (w + 1)) with (w * w - 1) by ring; lra). rewrite xx. unfold Rdiv. rewrite !Rabs_mult, (Rabs_pos_eq (/ w)), (Rabs_pos_eq (w + 1)), (Rabs_minus_sym 1 w) by lra.
      rewrite (Rmult_comm (Rabs (w - 1)) (w + 1)), <- Rmult_assoc, (Rmult_comm (Rabs (w - 1))). apply Rmult_le_compat_r; [apply Rabs_pos |].
      apply Rmult_le_reg_r with w; [lra |]. rewrite Rinv_l by lra. replace (0.502 * (w + 1) * w) with (0.502 * (w * w + w)) by ring. rewrite ww. lra. }
    assert (W2 : Rabs (/ w * e) <= 1.003 * (2.58 * u)) by (apply times; [rewrite Rabs_pos_eq; lra | unfold u in *; lra]). unfold u in *. lra. }
  split; [| split; [unfold u in *; lra | exact lq]].
  apply Rle_trans with (1 := K). replace ((2.6 * (C * C) + 0.502 * mu) * u / (C * C)) with (0.502 * (mu * u / (C * C)) + 2.6 * u) by (field; lra). lra.
Qed.

Lemma qlength_by_sizes : forall k rw (rv : vector) aw av bw bv, 0 <= k -> Rabs rw <= k * (Rabs aw + Rabs bw) -> Rabs (x_of rv) <= k * (Rabs (x_of av) + Rabs (x_of bv)) ->
  Rabs (y_of rv) <= k * (Rabs (y_of av) + Rabs (y_of bv)) -> Rabs (z_of rv) <= k * (Rabs (z_of av) + Rabs (z_of bv)) -> qlength rw rv <= k * (qlength aw av + qlength bw bv).
Proof.
  intros k rw rv aw av bw bv Hk Hw Hx Hy Hz.
  assert (S : forall x, Rabs x * Rabs x = x * x) by (intros; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  assert (sizes_length : forall w v, qlength (Rabs w) (sizes_of v) = qlength w v) by (intros w [x y z]; unfold qlength; f_equal; unfold qdot, dot, sizes_of; simpl; rewrite !S; reflexivity).
  pose proof (qlength_add (Rabs aw) (sizes_of av) (Rabs bw) (sizes_of bv)) as A. rewrite !sizes_length in A.
  apply Rle_trans with (k * qlength (Rabs aw + Rabs bw) (sizes_of av + sizes_of bv)%v); [| apply Rmult_le_compat_l; assumption].
  rewrite <- (Rabs_pos_eq k) by exact Hk. rewrite <- qlength_scale. apply qlength_at_most; [apply qlength_nonneg |]. rewrite qlength_square.
  assert (Q : forall x y, Rabs x <= y -> x * x <= y * y) by (intros x y H; rewrite <- S; apply Rmult_le_compat; try apply Rabs_pos; exact H).
  pose proof (Q _ _ Hw). pose proof (Q _ _ Hx). pose proof (Q _ _ Hy). pose proof (Q _ _ Hz). unfold qdot, dot, scale, add, sizes_of. cbn [x_of y_of z_of]. lra.
Qed.

(** Two directions, from what lies on both of them. *)
Lemma directions : forall aw av bw bv l m k least, qdot aw av aw av = 1 -> qdot bw bv bw bv = 1 -> 0 < least -> least <= l -> least <= m ->
  qlength (l * aw - m * bw) (l * av - m * bv)%v <= k -> qlength (aw - bw) (av - bv)%v <= k / least.
Proof.
  intros aw av bw bv l m k least ua ub pos Hl Hm H. pose proof (qlength_nonneg (l * aw - m * bw) (l * av - m * bv)%v) as k0.
  assert (E : qdot (l * aw - m * bw) (l * av - m * bv)%v (l * aw - m * bw) (l * av - m * bv)%v
    = l * l * qdot aw av aw av - 2 * l * m * qdot aw av bw bv + m * m * qdot bw bv bw bv) by (unfold qdot; vector_ring).
  pose proof (qdot_difference aw av bw bv) as D. rewrite ua, ub in *. apply qlength_at_most; [unfold Rdiv; apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
  rewrite D. apply Rmult_le_reg_r with (least * least); [now apply Rmult_lt_0_compat |]. replace (k / least * (k / least) * (least * least)) with (k * k) by (field; lra).
  assert (kk : qdot (l * aw - m * bw) (l * av - m * bv)%v (l * aw - m * bw) (l * av - m * bv)%v <= k * k) by (rewrite <- qlength_square; apply Rmult_le_compat; assumption).
  assert (lm : least * least <= l * m) by (apply Rmult_le_compat; lra). pose proof (qdot_nonneg (aw - bw) (av - bv)%v) as d0. rewrite D in d0.
  pose proof (Rle_0_sqr (l - m)) as Z. unfold Rsqr in Z. assert ((1 - 2 * qdot aw av bw bv + 1) * (least * least) <= (1 - 2 * qdot aw av bw bv + 1) * (l * m)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma blend_split : forall (k e1 e2 d p : R) (f t f' t' : vector), ((1 + k) * ((1 - p) - d + e1) * f' + (1 + k) * (p + d + e2) * t' - ((1 - p) * f + p * t))%v
  = ((1 + k) * (e1 * f' + (e2 * t' + (d * (t' - f') + ((1 - p) * (f' - f) + p * (t' - t))))) + k * ((1 - p) * f + p * t))%v.
Proof. vector_ring. Qed.

Lemma scaled_difference : forall (k : R) (a b : vector), scale k (a - b) = (k * a - k * b)%v.
Proof. vector_ring. Qed.

Lemma mix_difference : forall p (f t a b : vector), (((1 - p) * f + p * t) - ((1 - p) * a + p * b))%v = ((1 - p) * (f - a) + p * (t - b))%v.
Proof. vector_ring. Qed.

Lemma mix_square : forall p fw f tw t, qdot ((1 - p) * fw + p * tw) ((1 - p) * f + p * t)%v ((1 - p) * fw + p * tw) ((1 - p) * f + p * t)%v
  = (1 - p) * (1 - p) * qdot fw f fw f + 2 * (1 - p) * p * qdot fw f tw t + p * p * qdot tw t tw t.
Proof. unfold qdot. vector_ring. Qed.

Lemma difference_moves : forall f t f' t' : vector, ((t - f) + ((t' - t) - (f' - f)))%v = (t' - f')%v.
Proof. vector_ring. Qed.

Lemma add_opposite : forall a b : vector, (a + -1 * b)%v = (a - b)%v.
Proof. vector_ring. Qed.

Lemma qdot_sym : forall w v w' v', qdot w v w' v' = qdot w' v' w v.
Proof. unfold qdot. vector_ring. Qed.

Lemma scaled_rest : forall L x y (c f t m : vector), (L * (c - (x * f + y * t)) + ((L * x) * f + (L * y) * t - m))%v = (L * c - m)%v.
Proof. vector_ring. Qed.

Section Angle.
(** The exact numbers, those that are computed, and those of the second motion, by [second_near]. *)
Variables fw tw fw' tw' fwe twe : R.
Variables f t f' t' fe te : vector.
Hypothesis unit_f : qdot fw f fw f = 1.
Hypothesis unit_t : qdot tw t tw t = 1.
Hypothesis unit_e : qdot fwe fe fwe fe = 1 /\ qdot twe te twe te = 1.
Hypothesis from_near : qlength (fw' - fw) (f' - f)%v <= 4.2 * u /\ qlength (fw' - fwe) (f' - fe)%v <= 4.2 * u.
Hypothesis to_near : qlength (tw' - tw) (t' - t)%v <= 4.2 * u /\ qlength (tw' - twe) (t' - te)%v <= second_needs * u.
(** The sine and the cosine of half the angle, and the share of the way: between both poses. *)
Variables S C p : R.
Hypothesis half_square : S * S = (1 - qdot fw f tw t) / 2 /\ C * C = (1 + qdot fw f tw t) / 2.
Hypothesis half_in : 0 <= S /\ / 1000000 <= C.
Hypothesis p_in : 0 <= p <= 1.
Let L := sqrt (1 - 2 * (p * (1 - p)) * (2 * (S * S))).
Let M := qlength ((1 - p) * fwe + p * twe) ((1 - p) * fe + p * te)%v.
(** The two motions. *)
Let aw := / L * ((1 - p) * fw + p * tw).
Let av := (/ L * ((1 - p) * f + p * t))%v.
Let bw := / M * ((1 - p) * fwe + p * twe).
Let bv := (/ M * ((1 - p) * fe + p * te))%v.

Lemma L_is : L * L = 1 - 2 * (p * (1 - p)) * (2 * (S * S)) /\ C <= L /\ S * S + C * C = 1 /\ qlength ((1 - p) * fw + p * tw) ((1 - p) * f + p * t)%v = L.
Proof.
  destruct half_square as [hs hc]. destruct half_in as [s0 c0]. assert (one : S * S + C * C = 1) by (rewrite hs, hc; field).
  assert (pq : 0 <= p * (1 - p) <= / 4) by (split; [apply Rmult_le_pos; lra |]; pose proof (Rle_0_sqr (p - / 2)) as Z; unfold Rsqr in Z; lra).
  assert (SS : 0 <= S * S) by apply Rle_0_sqr. assert (CC : 0 <= C * C) by apply Rle_0_sqr.
  assert (H : C * C <= 1 - 2 * (p * (1 - p)) * (2 * (S * S))) by (assert (p * (1 - p) * (S * S) <= / 4 * (S * S)) by (apply Rmult_le_compat_r; lra); lra).
  assert (LL : L * L = 1 - 2 * (p * (1 - p)) * (2 * (S * S))) by (apply sqrt_sqrt; lra). split; [exact LL |]. split; [apply square_le; [apply sqrt_pos | lra] |]. split; [exact one |].
  unfold qlength, L. f_equal. rewrite mix_square, unit_f, unit_t, hs. field.
Qed.

Lemma units : qdot aw av aw av = 1 /\ qdot bw bv bw bv = 1 /\ qlength (aw - bw) (av - bv)%v <= 1.0001 * ((8.4 * (1 - p) + 35.5 * p) * u / C).
Proof.
  destruct L_is as (LL & CL & one & lL). destruct half_in as [s0 c0]. destruct from_near as [F1 F2]. destruct to_near as [T1 T2]. unfold second_needs in T2.
  assert (apart : forall w v w' v' a b x y, qlength (x - w) (y - v)%v <= a * u -> qlength (x - w') (y - v')%v <= b * u -> qlength (w - w') (v - v')%v <= (a + b) * u).
  { clear. intros w v w' v' a b x y H1 H2. pose proof (qlength_add (-1 * (x - w)) (-1 * (y - v))%v (x - w') (y - v')%v) as A. rewrite qlength_scale, (Rabs_left (-1)) in A by lra.
    replace (-1 * (x - w) + (x - w')) with (w - w') in A by ring. replace (-1 * (y - v) + (y - v'))%v with (v - v')%v in A by (clear; revert v v' y; vector_ring). lra. }
  pose proof (apart _ _ _ _ _ _ _ _ F1 F2) as F. pose proof (apart _ _ _ _ _ _ _ _ T1 T2) as T. clear apart.
  assert (D : qlength (((1 - p) * fw + p * tw) - ((1 - p) * fwe + p * twe)) (((1 - p) * f + p * t) - ((1 - p) * fe + p * te))%v <= (8.4 * (1 - p) + 35.5 * p) * u).
  { rewrite mix_difference. replace ((1 - p) * fw + p * tw - ((1 - p) * fwe + p * twe)) with ((1 - p) * (fw - fwe) + p * (tw - twe)) by ring.
    eapply Rle_trans; [apply qlength_add |]. rewrite !qlength_scale, (Rabs_pos_eq (1 - p)), (Rabs_pos_eq p) by lra.
    pose proof (Rmult_le_compat_l (1 - p) _ _ ltac:(lra) F). pose proof (Rmult_le_compat_l p _ _ ltac:(lra) T). unfold u in *. lra. }
  assert (ML : C * (1 - / 1000000) <= M).
  { pose proof (qlength_add (((1 - p) * fw + p * tw) - ((1 - p) * fwe + p * twe)) (((1 - p) * f + p * t) - ((1 - p) * fe + p * te))%v ((1 - p) * fwe + p * twe) ((1 - p) * fe + p * te)%v) as A.
    rewrite sub_add in A. replace (((1 - p) * fw + p * tw) - ((1 - p) * fwe + p * twe) + ((1 - p) * fwe + p * twe)) with ((1 - p) * fw + p * tw) in A by ring. rewrite lL in A. fold M in A. unfold u in *. lra. }
  assert (M0 : 0 < M) by lra. assert (L0 : 0 < L) by lra.
  assert (ua : qdot aw av aw av = 1) by (unfold aw, av; rewrite qdot_scaled, <- qlength_square, lL; field; lra).
  assert (ub : qdot bw bv bw bv = 1) by (unfold bw, bv; rewrite qdot_scaled, <- qlength_square; fold M; field; lra).
  split; [exact ua |]. split; [exact ub |].
  apply Rle_trans with ((8.4 * (1 - p) + 35.5 * p) * u / (C * (1 - / 1000000))).
  - apply (directions aw av bw bv L M); try assumption; try lra.
    unfold aw, av, bw, bv. rewrite !scale_scale. replace (L * (/ L * ((1 - p) * fw + p * tw))) with ((1 - p) * fw + p * tw) by (field; lra). replace (M * (/ M * ((1 - p) * fwe + p * twe))) with ((1 - p) * fwe + p * twe) by (field; lra).
    replace (L * / L) with 1 by (field; lra). replace (M * / M) with 1 by (field; lra). rewrite !scale_one. exact D.
  - replace ((8.4 * (1 - p) + 35.5 * p) * u / (C * (1 - / 1000000))) with ((8.4 * (1 - p) + 35.5 * p) * u / C * / (1 - / 1000000)) by (field; lra). rewrite (Rmult_comm 1.0001).
    apply Rmult_le_compat_l; [unfold Rdiv; repeat apply Rmult_le_pos; try (left; apply Rinv_0_lt_compat); unfold u; lra | lra].
Qed.

(** What is computed.
    rust src/proof/turns.rs: let left = one - u;
    | let inverse = one / (one - (u * left) * (versine + versine)).root();
    | (left * inverse, u * inverse)
    rust src/proof/turns.rs: [true, true] => blend(u, self.versine), *)
Variables p' left m1 m2 m3 root inverse versine x y cw : R.
Variable cv : vector.
Hypothesis p_off : off 4.2 p p'.
Hypothesis versine_near : Rabs (versine - 2 * (S * S)) <= (17 * S + 12.4 * (S * S) + / 1000) * u.
Hypothesis left_rounds : rounds (1 - p') left.
Hypothesis m1_rounds : rounds (p' * left) m1.
Hypothesis m2_rounds : rounds (m1 * (versine + versine)) m2.
Hypothesis m3_rounds : rounds (1 - m2) m3.
Hypothesis root_rounds : rounds (sqrt m3) root.
Hypothesis inverse_rounds : rounds (1 / root) inverse.
Hypothesis x_rounds : rounds (left * inverse) x.
Hypothesis y_rounds : rounds (p' * inverse) y.
(** Two roundings of each coordinate: in the plane some of them are zero. *)
Hypothesis coordinates : Rabs (cw - (x * fw' + y * tw')) <= 2.01 * u * (Rabs (x * fw') + Rabs (y * tw')) /\
  Rabs (x_of cv - (x * x_of f' + y * x_of t')) <= 2.01 * u * (Rabs (x * x_of f') + Rabs (y * x_of t')) /\
  Rabs (y_of cv - (x * y_of f' + y * y_of t')) <= 2.01 * u * (Rabs (x * y_of f') + Rabs (y * y_of t')) /\
  Rabs (z_of cv - (x * z_of f' + y * z_of t')) <= 2.01 * u * (Rabs (x * z_of f') + Rabs (y * z_of t')).

(** The units that the number loses, times C^2. *)
Definition blend_number_needs := (1.005 * (6.24 * (1 - p) + (5.23 + 8.41 * S) * p) + 2.04) * C + 2.6 * (C * C)
  + 0.502 * (S * S * (16.9 * (p * p) + 53.7 * (p * (1 - p))) + 34 * (S * (p * (1 - p))) + / 100).

Lemma blend_number_near : qlength (cw - aw) (cv - av)%v <= blend_number_needs * (u / (C * C)) /\ qlength (cw - aw) (cv - av)%v <= 0.0042.
Proof.
  destruct L_is as (LL & CL & one & lL). destruct half_in as [s0 c0]. destruct from_near as [F1 _]. destruct to_near as [T1 _]. assert (L0 : 0 < L) by lra.
  assert (S1 : S <= 1) by (apply square_le; [lra |]; pose proof (Rle_0_sqr C) as Z; unfold Rsqr in Z; lra).
  destruct (inverse_near p p' left m1 m2 m3 root inverse (2 * (S * S)) versine S C L p_in p_off left_rounds m1_rounds m2_rounds m3_rounds root_rounds inverse_rounds (conj s0 S1) eq_refl versine_near L0 LL (conj c0 CL)) as (K & K1 & lq).
  set (k := inverse * L - 1) in *. pose proof (off_by _ _ _ p_off) as B. rewrite (Rabs_pos_eq p) in B by lra. set (d := p' - p) in *.
  destruct left_rounds as (d0 & H0 & E0). destruct x_rounds as (d1 & H1 & E1). destruct y_rounds as (d2 & H2 & E2).
  assert (times : forall a b m n, Rabs a <= m -> Rabs b <= n -> Rabs (a * b) <= m * n) by (intros; rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
  assert (l_size : Rabs left <= (1 - p) + 5.3 * u) by (replace left with ((1 - p) + (left - (1 - p))) by ring; eapply Rle_trans; [apply Rabs_triang |]; rewrite (Rabs_pos_eq (1 - p)) by lra; unfold u in *; lra).
  assert (p_size : Rabs p' <= p * (1 + 4.2 * u)) by (replace p' with (p + d) by (unfold d; ring); eapply Rle_trans; [apply Rabs_triang |]; rewrite (Rabs_pos_eq p) by lra; lra).
  set (e1 := left * (1 + d1) - ((1 - p) - d)). set (e2 := p' * d2).
  assert (A1 : Rabs e1 <= (2.01 * (1 - p) + / 10000) * u).
  { replace e1 with (((1 - p) - d) * d0 + left * d1) by (unfold e1; rewrite E0; unfold d; ring). eapply Rle_trans; [apply Rabs_triang |].
    assert (Q : Rabs ((1 - p) - d) <= (1 - p) + 4.2 * u) by (unfold Rminus at 1; eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_Ropp, (Rabs_pos_eq (1 - p)) by lra; unfold u in *; lra).
    pose proof (times _ _ _ _ Q H0). pose proof (times _ _ _ _ l_size H1). unfold u in *. lra. }
  assert (A2 : Rabs e2 <= 1.001 * p * u) by (pose proof (times _ _ _ _ p_size H2); unfold e2, u in *; lra).
  assert (X : L * x = (1 + k) * ((1 - p) - d + e1)) by (rewrite E1; unfold e1, k; ring).
  assert (Y : L * y = (1 + k) * (p + d + e2)) by (rewrite E2; unfold e2, k, d; ring).
  assert (near1 : forall w v w' v', qdot w v w v = 1 -> qlength (w' - w) (v' - v)%v <= 4.2 * u -> qlength w' v' <= 1.0001).
  { intros w v w' v' U H. pose proof (qlength_near_one w v w' v' 4.2 U H) as Q. apply Rabs_le_inv in Q. unfold u in *. lra. }
  pose proof (near1 _ _ _ _ unit_f F1) as Fs. pose proof (near1 _ _ _ _ unit_t T1) as Ts. pose proof (qlength_nonneg fw' f'). pose proof (qlength_nonneg tw' t').
  (* the roundings of the coordinates *)
  set (rw := cw - (x * fw' + y * tw')). set (rv := (cv - (x * f' + y * t'))%v).
  assert (xs : Rabs (L * x) <= 1.005 * (1 - p) + / 1000) by (rewrite X; apply Rle_trans with (1.004 * ((1 - p) + / 100000)); [apply times; [eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_R1; lra |] | lra];
    replace (1 - p - d + e1) with (left * (1 + d1)) by (unfold e1; ring); apply Rle_trans with (((1 - p) + 5.3 * u) * (1 + u)); [apply times; [exact l_size | eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_R1; lra] | unfold u; lra]).
  assert (ys : Rabs (L * y) <= 1.005 * p + / 1000) by (rewrite Y; apply Rle_trans with (1.004 * (p + / 100000)); [apply times; [eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_R1; lra |] | lra];
    replace (p + d + e2) with (p' * (1 + d2)) by (unfold e2, d; ring); apply Rle_trans with ((p * (1 + 4.2 * u)) * (1 + u)); [apply times; [exact p_size | eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_R1; lra] | unfold u; lra]).
  assert (R : L * qlength rw rv <= 2.03 * u).
  { destruct coordinates as (K0 & Kx & Ky & Kz).
    pose proof (qlength_by_sizes (2.01 * u) rw rv (x * fw') (x * f')%v (y * tw') (y * t')%v ltac:(unfold u; lra) K0 Kx Ky Kz) as Q. rewrite !qlength_scale in Q.
    apply (Rmult_le_compat_l L) in Q; [| lra]. rewrite Rabs_mult, (Rabs_pos_eq L) in xs, ys by lra.
    assert (L * Rabs x * qlength fw' f' <= (1.005 * (1 - p) + / 1000) * 1.0001) by (apply Rmult_le_compat; [apply Rmult_le_pos; [lra | apply Rabs_pos] | apply qlength_nonneg | assumption | assumption]).
    assert (L * Rabs y * qlength tw' t' <= (1.005 * p + / 1000) * 1.0001) by (apply Rmult_le_compat; [apply Rmult_le_pos; [lra | apply Rabs_pos] | apply qlength_nonneg | assumption | assumption]).
    replace (L * (2.01 * u * (Rabs x * qlength fw' f' + Rabs y * qlength tw' t'))) with (2.01 * u * (L * Rabs x * qlength fw' f' + L * Rabs y * qlength tw' t')) in Q by ring. unfold u in *. lra. }
  (* the difference of both unit numbers *)
  assert (TF : qlength (tw' - fw') (t' - f')%v <= 2 * S + 8.5 * u).
  { pose proof (qlength_add (tw - fw) (t - f)%v ((tw' - tw) - (fw' - fw)) ((t' - t) - (f' - f))%v) as A. replace (tw - fw + (tw' - tw - (fw' - fw))) with (tw' - fw') in A by ring.
    rewrite difference_moves in A.
    assert (B1 : qlength (tw - fw) (t - f)%v <= 2 * S) by (apply qlength_at_most; [lra |]; rewrite qdot_difference, unit_f, unit_t; destruct half_square as [hs _]; replace (2 * S * (2 * S)) with (4 * (S * S)) by ring; rewrite hs; rewrite (qdot_sym tw t fw f); lra).
    pose proof (qlength_add (tw' - tw) (t' - t)%v (-1 * (fw' - fw)) (-1 * (f' - f))%v) as B2. rewrite qlength_scale, (Rabs_left (-1)) in B2 by lra.
    replace (tw' - tw + -1 * (fw' - fw)) with (tw' - tw - (fw' - fw)) in B2 by ring. rewrite add_opposite in B2. unfold u in *. lra. }
  (* all together, times L *)
  set (gw := e1 * fw' + (e2 * tw' + (d * (tw' - fw') + ((1 - p) * (fw' - fw) + p * (tw' - tw))))). set (gv := (e1 * f' + (e2 * t' + (d * (t' - f') + ((1 - p) * (f' - f) + p * (t' - t)))))%v).
  assert (Gd : qlength gw gv <= (6.24 * (1 - p) + (5.23 + 8.41 * S) * p) * u + / 500 * u).
  { unfold gw, gv. eapply Rle_trans; [apply qlength_add |]. eapply Rle_trans; [apply Rplus_le_compat_l, qlength_add |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rplus_le_compat_l, qlength_add |].
    eapply Rle_trans; [apply Rplus_le_compat_l, Rplus_le_compat_l, Rplus_le_compat_l, qlength_add |]. rewrite !qlength_scale, (Rabs_pos_eq (1 - p)), (Rabs_pos_eq p) by lra.
    assert (Rabs e1 * qlength fw' f' <= (2.01 * (1 - p) + / 10000) * u * 1.0001) by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
    assert (Rabs e2 * qlength tw' t' <= 1.001 * p * u * 1.0001) by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
    assert (Rabs d * qlength (tw' - fw') (t' - f')%v <= 4.2 * u * p * (2 * S + 8.5 * u)) by (apply Rmult_le_compat; try apply Rabs_pos; try apply qlength_nonneg; assumption).
    assert (0 <= p * S) by (apply Rmult_le_pos; lra).
    pose proof (Rmult_le_compat_l (1 - p) _ _ ltac:(lra) F1). pose proof (Rmult_le_compat_l p _ _ ltac:(lra) T1). unfold u in *. lra. }
  assert (all : L * qlength (cw - aw) (cv - av)%v <= 2.03 * u + ((1 + Rabs k) * qlength gw gv + Rabs k * L)).
  { rewrite <- (Rabs_pos_eq L) at 1 by lra. rewrite <- qlength_scale.
    replace (L * (cw - aw)) with (L * rw + ((1 + k) * gw + k * ((1 - p) * fw + p * tw))).
    2: { unfold rw, gw, aw. transitivity (L * cw - (L * x * fw' + L * y * tw') + ((1 + k) * ((1 - p) - d + e1) * fw' + (1 + k) * (p + d + e2) * tw' - ((1 - p) * fw + p * tw))); [ring |]. rewrite X, Y. field. lra. }
    replace (scale L (cv - av))%v with (L * rv + ((1 + k) * gv + k * ((1 - p) * f + p * t)))%v.
    2: { unfold gv. rewrite <- blend_split, <- X, <- Y. unfold av. rewrite (scaled_difference L cv), scale_scale. replace (L * / L) with 1 by (field; lra). rewrite scale_one. unfold rv. apply scaled_rest. }
    eapply Rle_trans; [apply qlength_add |]. eapply Rle_trans; [apply Rplus_le_compat_l, qlength_add |]. rewrite !qlength_scale, lL, (Rabs_pos_eq L) by lra.
    pose proof (Rabs_triang 1 k) as T. rewrite Rabs_R1 in T. pose proof (Rmult_le_compat_r _ _ _ (qlength_nonneg gw gv) T). lra. }
  set (e := qlength (cw - aw) (cv - av)%v) in *. set (g := qlength gw gv) in *. set (G := 6.24 * (1 - p) + (5.23 + 8.41 * S) * p) in *. pose proof (Rabs_pos k). assert (g0 : 0 <= g) by apply qlength_nonneg.
  assert (G_in : 0 <= G <= 14).
  { assert (0 <= p * S <= p) by (split; [apply Rmult_le_pos; lra |]; pose proof (Rmult_le_compat_l p _ _ (proj1 p_in) S1); lra). unfold G. lra. }
  assert (all2 : L * e <= (1.005 * G + 2.04) * u + Rabs k * L).
  { assert ((1 + Rabs k) * g <= (1 + / 250) * (G * u + / 500 * u)) by (apply Rmult_le_compat; lra). assert (0 <= G * u) by (apply Rmult_le_pos; unfold u; lra). unfold u in *. lra. }
  assert (all3 : e <= (1.005 * G + 2.04) * u / C + Rabs k).
  { apply Rmult_le_reg_l with L; [exact L0 |]. apply Rle_trans with (1 := all2). rewrite Rmult_plus_distr_l, (Rmult_comm (Rabs k)). apply Rplus_le_compat_r.
    replace (L * ((1.005 * G + 2.04) * u / C)) with ((1.005 * G + 2.04) * u * (L / C)) by (field; lra). rewrite <- (Rmult_1_r ((1.005 * G + 2.04) * u)) at 1.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; unfold u; lra |]. apply Rmult_le_reg_r with C; [lra |]. replace (L / C * C) with L by (field; lra). lra. }
  split.
  - apply Rle_trans with (1 := all3). apply Rle_trans with (1 := Rplus_le_compat_l _ _ _ K). unfold blend_number_needs. fold G. right. field. lra.
  - apply Rle_trans with (1 := all3). assert ((1.005 * G + 2.04) * u / C <= / 100000); [| lra]. apply Rmult_le_reg_r with C; [lra |]. replace ((1.005 * G + 2.04) * u / C * C) with ((1.005 * G + 2.04) * u) by (field; lra). unfold u in *. lra.
Qed.

(** What is computed of a point r, against the second motion, and the second motion against the first: `angle_error` covers
    both. In a gap the point P of RoundedClaim.v may so be moved along the vector by as much as the motions are apart, and
    [near_gap_above] of Parabola.v brings the claim from the second motion to the first. *)
Theorem blend_angle_error : forall (Q r : vector) angle, length (Q - rotate cw cv r)%v <= matrix_needs * u * length r ->
  (4.5 * (24 / (C * C) * (1 + p)) + 16) * u * (1 - / 100000) <= angle ->
  length (Q - rotate bw bv r)%v + length (rotate bw bv r - rotate aw av r)%v <= angle * (1 - 100 * u) * length r.
Proof.
  intros Q r angle near stated. pose proof (length_nonneg r) as r_pos. destruct units as (ua & ub & E2). destruct blend_number_near as [E1 E1']. destruct L_is as (_ & _ & one & _). destruct half_in as [s0 c0].
  pose proof (number_off aw av (cw - aw) (cv - av)%v r ua) as N1. replace (aw + (cw - aw)) with cw in N1 by ring. rewrite add_sub in N1.
  pose proof (units_off bw bv aw av r ub ua) as N2. pose proof (units_off aw av bw bv r ua ub) as N3.
  set (e := qlength (cw - aw) (cv - av)%v) in *. set (d := qlength (aw - bw) (av - bv)%v) in *.
  assert (same : qlength (bw - aw) (bv - av)%v = d) by (unfold d; rewrite (opposite_difference av bv); replace (bw - aw) with (-1 * (aw - bw)) by ring; rewrite qlength_scale, (Rabs_left (-1)) by lra; ring).
  cbv zeta in N2, N3. fold d in N2. rewrite same in N3.
  assert (e0 : 0 <= e) by apply qlength_nonneg. assert (d0 : 0 <= d) by apply qlength_nonneg.
  set (R0 := rotate aw av r) in *. set (R1 := rotate bw bv r) in *. set (R2 := rotate cw cv r) in *.
  assert (cc : 0 < u / (C * C)). { unfold Rdiv. apply Rmult_lt_0_compat; [unfold u; lra | apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra]. }
  assert (E2' : d <= 1.0001 * ((8.4 * (1 - p) + 35.5 * p) * C) * (u / (C * C))) by (apply Rle_trans with (1 := E2); right; field; lra).
  assert (d_small : d <= / 100000).
  { apply Rle_trans with (1 := E2). assert ((8.4 * (1 - p) + 35.5 * p) * u / C <= / 1000000); [| lra]. apply Rmult_le_reg_r with C; [lra |]. replace ((8.4 * (1 - p) + 35.5 * p) * u / C * C) with ((8.4 * (1 - p) + 35.5 * p) * u) by (field; lra). unfold u. lra. }
  assert (A1 : length (R2 - R0)%v <= 4.49 * e * length r).
  { apply Rle_trans with (1 := N1). apply Rmult_le_compat_r; [exact r_pos |]. pose proof (Rmult_le_compat_l e _ _ e0 E1'). lra. }
  assert (dd : 2 * d + 6 * (d * d) <= 2.0001 * d) by (pose proof (Rmult_le_compat_l d _ _ d0 d_small); lra).
  assert (A2 : length (R0 - R1)%v <= 2.0001 * d * length r) by (apply Rle_trans with (1 := N2); apply Rmult_le_compat_r; assumption).
  assert (A3 : length (R1 - R0)%v <= 2.0001 * d * length r) by (apply Rle_trans with (1 := N3); apply Rmult_le_compat_r; assumption).
  assert (far : length (Q - R1)%v <= length (Q - R2)%v + (length (R2 - R0)%v + length (R0 - R1)%v)).
  { rewrite (by_two Q R2 R0 R1). eapply Rle_trans; [apply length_add |]. apply Rplus_le_compat_l, length_add. }
  pose proof (enough_room S C p s0 ltac:(lra) one p_in) as room. pose proof (proj1 p_in) as p0.
  set (X := blend_number_needs) in *. set (Y := (8.4 * (1 - p) + 35.5 * p) * C) in *.
  assert (Y0 : 0 <= Y) by (unfold Y; apply Rmult_le_pos; lra). assert (CC : 0 <= C * C) by apply Rle_0_sqr.
  assert (whole : 14.2 * u + 4.49 * e + 4.0002 * d <= angle * (1 - 100 * u)).
  { apply Rle_trans with ((14.2 * (C * C) + 4.49 * X + 4.001 * Y) * (u / (C * C))).
    - replace (14.2 * u) with (14.2 * (C * C) * (u / (C * C))) by (replace 4.5 with (9 / 2) by lra; field; lra).
      assert (0 <= Y * (u / (C * C))) by (apply Rmult_le_pos; lra).
      replace ((14.2 * (C * C) + 4.49 * X + 4.001 * Y) * (u / (C * C))) with (14.2 * (C * C) * (u / (C * C)) + 4.49 * (X * (u / (C * C))) + 4.001 * (Y * (u / (C * C)))) by ring. lra.
    - apply Rle_trans with ((108 * (1 + p) + 16 * (C * C)) * (1 - / 10000) * (u / (C * C))); [apply Rmult_le_compat_r; [lra | exact room] |].
      apply Rle_trans with ((4.5 * (24 / (C * C) * (1 + p)) + 16) * u * (1 - / 100000) * (1 - 100 * u)); [| apply Rmult_le_compat_r; [unfold u; lra | exact stated]].
      replace ((4.5 * (24 / (C * C) * (1 + p)) + 16) * u * (1 - / 100000) * (1 - 100 * u)) with ((108 * (1 + p) + 16 * (C * C)) * ((1 - / 100000) * (1 - 100 * u)) * (u / (C * C))) by (replace 4.5 with (9 / 2) by lra; field; lra).
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [lra | unfold u; lra]. }
  apply (Rmult_le_compat_r (length r)) in whole; [| exact r_pos]. unfold matrix_needs in near. lra.
Qed.

(** In the plane a rotation is as far off as its number. *)
Theorem blend_plane_angle_error : forall (r : vector) angle x0 y0 x1 y1, aw = x0 -> av = V 0 0 y0 -> bw = x1 -> bv = V 0 0 y1 -> cv = V 0 0 (z_of cv) ->
  (4.5 * (24 / (C * C) * (1 + p)) + 16) * u * (1 - / 100000) <= angle ->
  length (spin cw (z_of cv) r - spin x1 y1 r)%v + length (spin x1 y1 r - spin x0 y0 r)%v <= angle * (1 - 100 * u) * length r.
Proof.
  intros r angle x0 y0 x1 y1 Ax Ay Bx By Cz stated. pose proof (length_nonneg r) as r_pos. destruct units as (_ & _ & E2). destruct blend_number_near as [E1 _]. destruct L_is as (_ & _ & one & _). destruct half_in as [s0 c0].
  rewrite Ax, Ay in *. rewrite Bx, By in *. rewrite Cz in E1.
  assert (same : forall a b c d, qlength (a - c) (V 0 0 b - V 0 0 d)%v = length (V (a - c) (b - d) 0)) by (intros; unfold qlength, length; f_equal; unfold qdot, dot, sub; simpl; ring).
  rewrite same in E1, E2. cbn [z_of] in E1.
  pose proof (spin_length (cw - x0) (z_of cv - y0) r) as N1. pose proof (spin_length (x0 - x1) (y0 - y1) r) as N2. pose proof (spin_length (x1 - x0) (y1 - y0) r) as N3. rewrite <- !spin_differs in *.
  set (e := length (V (cw - x0) (z_of cv - y0) 0)) in *. set (d := length (V (x0 - x1) (y0 - y1) 0)) in *.
  assert (d_same : length (V (x1 - x0) (y1 - y0) 0) = d) by (unfold d, length; f_equal; unfold dot; simpl; ring). rewrite d_same in N3.
  assert (e0 : 0 <= e) by apply length_nonneg. assert (d0 : 0 <= d) by apply length_nonneg.
  assert (cc : 0 < u / (C * C)). { unfold Rdiv. apply Rmult_lt_0_compat; [unfold u; lra | apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra]. }
  assert (E2' : d <= 1.0001 * ((8.4 * (1 - p) + 35.5 * p) * C) * (u / (C * C))) by (apply Rle_trans with (1 := E2); right; field; lra).
  set (R0 := spin x0 y0 r) in *. set (R1 := spin x1 y1 r) in *. set (R2 := spin cw (z_of cv) r) in *.
  assert (far : length (R2 - R1)%v <= length (R2 - R0)%v + length (R0 - R1)%v) by (rewrite (in_two R2 R0 R1); apply length_add).
  pose proof (enough_room S C p s0 ltac:(lra) one p_in) as room. pose proof (proj1 p_in) as p0.
  set (X := blend_number_needs) in *. set (Y := (8.4 * (1 - p) + 35.5 * p) * C) in *.
  assert (Y0 : 0 <= Y) by (unfold Y; apply Rmult_le_pos; lra). assert (CC : 0 <= C * C) by apply Rle_0_sqr.
  assert (whole : e + 2 * d <= angle * (1 - 100 * u)).
  { apply Rle_trans with ((14.2 * (C * C) + 4.49 * X + 4.001 * Y) * (u / (C * C))).
    - assert (0 <= Y * (u / (C * C))) by (apply Rmult_le_pos; lra). assert (0 <= C * C * (u / (C * C))) by (apply Rmult_le_pos; lra).
      replace ((14.2 * (C * C) + 4.49 * X + 4.001 * Y) * (u / (C * C))) with (14.2 * (C * C * (u / (C * C))) + 4.49 * (X * (u / (C * C))) + 4.001 * (Y * (u / (C * C)))) by ring. lra.
    - apply Rle_trans with ((108 * (1 + p) + 16 * (C * C)) * (1 - / 10000) * (u / (C * C))); [apply Rmult_le_compat_r; [lra | exact room] |].
      apply Rle_trans with ((4.5 * (24 / (C * C) * (1 + p)) + 16) * u * (1 - / 100000) * (1 - 100 * u)); [| apply Rmult_le_compat_r; [unfold u; lra | exact stated]].
      replace ((4.5 * (24 / (C * C) * (1 + p)) + 16) * u * (1 - / 100000) * (1 - 100 * u)) with ((108 * (1 + p) + 16 * (C * C)) * ((1 - / 100000) * (1 - 100 * u)) * (u / (C * C))) by (replace 4.5 with (9 / 2) by lra; field; lra).
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [lra | unfold u; lra]. }
  apply (Rmult_le_compat_r (length r)) in whole; [| exact r_pos]. lra.
Qed.
End Angle.

(** For the error of an angle: the versine against that of the exact numbers, and what is stated with the middle. *)
Theorem first_versine : forall S m minus', 0 <= S <= 1 -> 0 <= m -> Rabs (m - 2 * S) <= 8.4 * u -> off 6.2 (m * m) minus' ->
  Rabs (minus' / 2 - 2 * (S * S)) <= (17 * S + 12.4 * (S * S) + / 1000) * u.
Proof.
  intros S m minus' HS Hm near O. apply off_by in O. rewrite (Rabs_pos_eq (m * m)) in O by (now apply Rmult_le_pos).
  assert (D : Rabs (m * m - 4 * (S * S)) <= 8.4 * u * (4 * S + 8.4 * u)).
  { replace (m * m - 4 * (S * S)) with ((m - 2 * S) * (m + 2 * S)) by ring. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [exact near |]. apply Rabs_le_inv in near. rewrite Rabs_pos_eq by lra. lra. }
  assert (SS : 0 <= S * S <= S) by (split; [apply Rle_0_sqr | pose proof (Rmult_le_compat_l S _ _ (proj1 HS) (proj2 HS)); lra]).
  replace (minus' / 2 - 2 * (S * S)) with ((minus' - m * m) / 2 + (m * m - 4 * (S * S)) / 2) by field.
  apply Rabs_le_inv in O. apply Rabs_le_inv in D. apply Rabs_le. unfold u in *. lra.
Qed.

Theorem stated_angle : forall C middle p q stated, / 1000000 <= C -> 0 < middle <= C + 10 * u -> 0 <= p -> p * (1 - 10 * u) <= q ->
  off 20 ((4.5 * (24 / (middle * middle) * (1 + q)) + 16) * u) stated -> (4.5 * (24 / (C * C) * (1 + p)) + 16) * u * (1 - / 100000) <= stated.
Proof.
  intros C middle p q stated HC [m0 m1] Hp Hq O.
  assert (q0 : 0 <= q) by (apply Rle_trans with (2 := Hq); apply Rmult_le_pos; unfold u; lra).
  assert (mm : 0 < middle * middle) by (now apply Rmult_lt_0_compat). assert (cc : 0 < C * C) by (apply Rmult_lt_0_compat; lra).
  assert (near : middle <= C * (1 + / 1000000)) by (unfold u in *; lra).
  assert (sq : middle * middle <= C * C * (1 + 3 / 1000000)).
  { apply Rle_trans with (C * (1 + / 1000000) * (C * (1 + / 1000000))); [apply Rmult_le_compat; lra |]. replace (C * (1 + / 1000000) * (C * (1 + / 1000000))) with (C * C * ((1 + / 1000000) * (1 + / 1000000))) by ring. apply Rmult_le_compat_l; lra. }
  assert (inv : / (C * C) * (1 - 3 / 1000000) <= / (middle * middle)).
  { apply Rmult_le_reg_r with (middle * middle * (C * C)); [now apply Rmult_lt_0_compat |]. replace (/ (middle * middle) * (middle * middle * (C * C))) with (C * C) by (field; lra).
    replace (/ (C * C) * (1 - 3 / 1000000) * (middle * middle * (C * C))) with ((1 - 3 / 1000000) * (middle * middle)) by (field; lra).
    apply Rle_trans with ((1 - 3 / 1000000) * (C * C * (1 + 3 / 1000000))); [apply Rmult_le_compat_l; lra | lra]. }
  assert (ic : 0 < / (C * C)) by (now apply Rinv_0_lt_compat). assert (im : 0 < / (middle * middle)) by (now apply Rinv_0_lt_compat).
  assert (prod : / (C * C) * (1 + p) * (1 - 4 / 1000000) <= / (middle * middle) * (1 + q)).
  { apply Rle_trans with (/ (C * C) * (1 - 3 / 1000000) * ((1 + p) * (1 - 10 * u))).
    - replace (/ (C * C) * (1 - 3 / 1000000) * ((1 + p) * (1 - 10 * u))) with (/ (C * C) * (1 + p) * ((1 - 3 / 1000000) * (1 - 10 * u))) by ring. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | unfold u; lra].
    - apply Rmult_le_compat; [apply Rmult_le_pos; lra | apply Rmult_le_pos; unfold u; lra | exact inv | unfold u in *; lra]. }
  unfold Rdiv in *. set (X := / (C * C) * (1 + p)) in *. set (Y := / (middle * middle) * (1 + q)) in *.
  assert (X0 : 0 <= X) by (unfold X; apply Rmult_le_pos; lra).
  replace (4.5 * (24 * / (middle * middle) * (1 + q))) with (108 * Y) in O by (unfold Y; lra). replace (4.5 * (24 * / (C * C) * (1 + p))) with (108 * X) by (unfold X; lra).
  assert (Y0 : 0 <= (108 * Y + 16) * u) by (apply Rmult_le_pos; [| unfold u]; lra).
  pose proof (off_le _ _ _ Y0 O) as [L _]. apply Rle_trans with (2 := L). unfold u in *. lra.
Qed.
