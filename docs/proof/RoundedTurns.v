(** How far rounding may turn a body that turns steadily: src/motion/law.rs, `angle_error`.

    A quaternion is a number and a vector. The law has two, [from] and [to], and the body is turned by
    cos a [from] + sin a [to]. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Vectors Turning Counts.
Local Open Scope R_scope.

Definition qdot (w : R) (v : vector) w' v' := w * w' + (v '. v').
Definition qlength w v := sqrt (qdot w v w v).

Lemma qdot_nonneg : forall w v, 0 <= qdot w v w v.
Proof. intros. unfold qdot. pose proof (Rle_0_sqr w). pose proof (square_nonneg v). unfold Rsqr in *. lra. Qed.

Lemma qlength_square : forall w v, qlength w v * qlength w v = qdot w v w v.
Proof. intros. apply sqrt_sqrt, qdot_nonneg. Qed.

Lemma qlength_nonneg : forall w v, 0 <= qlength w v.
Proof. intros. apply sqrt_pos. Qed.

Lemma qlength_at_most : forall w v k, 0 <= k -> qdot w v w v <= k * k -> qlength w v <= k.
Proof. intros w v k Hk H. unfold qlength. rewrite <- (sqrt_square k Hk). now apply sqrt_le_1_alt. Qed.

Lemma parts_at_most : forall w v, Rabs w <= qlength w v /\ length v <= qlength w v.
Proof.
  intros. pose proof (qlength_square w v) as Q. unfold qdot in Q. pose proof (qlength_nonneg w v). pose proof (square_nonneg v). pose proof (Rle_0_sqr w) as W. unfold Rsqr in W.
  split; [apply square_le | apply at_most_length]; try assumption; [rewrite <- Rabs_mult, Rabs_pos_eq by exact W |]; lra.
Qed.

Lemma qdot_abs : forall w v w' v', Rabs (qdot w v w' v') <= qlength w v * qlength w' v'.
Proof.
  intros. pose proof (qlength_square w v) as Q. pose proof (qlength_square w' v') as Q'. pose proof (qlength_nonneg w v). pose proof (qlength_nonneg w' v').
  apply square_le; [now apply Rmult_le_pos |]. rewrite <- Rabs_mult, Rabs_pos_eq by apply Rle_0_sqr.
  replace (qlength w v * qlength w' v' * (qlength w v * qlength w' v')) with (qdot w v w v * qdot w' v' w' v') by (rewrite <- Q, <- Q'; ring).
  (* what is left are squares *)
  assert (I : qdot w v w v * qdot w' v' w' v' - qdot w v w' v' * qdot w v w' v'
    = (cross v v' '. cross v v') + ((w * v' - w' * v)%v '. (w * v' - w' * v)%v)) by (unfold qdot; vector_ring).
  pose proof (square_nonneg (cross v v')). pose proof (square_nonneg (w * v' - w' * v)%v). lra.
Qed.

Lemma qlength_add : forall w v w' v', qlength (w + w') (v + v')%v <= qlength w v + qlength w' v'.
Proof.
  intros. pose proof (qlength_nonneg w v). pose proof (qlength_nonneg w' v'). apply qlength_at_most; [lra |].
  replace (qdot (w + w') (v + v')%v (w + w') (v + v')%v) with (qdot w v w v + 2 * qdot w v w' v' + qdot w' v' w' v') by (unfold qdot; vector_ring).
  pose proof (qlength_square w v). pose proof (qlength_square w' v'). pose proof (qdot_abs w v w' v') as K. apply Rabs_le_inv in K. lra.
Qed.

Lemma qlength_scale : forall k w v, qlength (k * w) (k * v)%v = Rabs k * qlength w v.
Proof.
  intros. unfold qlength. replace (qdot (k * w) (k * v)%v (k * w) (k * v)%v) with ((k * k) * qdot w v w v) by (unfold qdot; vector_ring).
  rewrite sqrt_mult_alt by apply Rle_0_sqr. f_equal. replace (k * k) with (Rsqr k) by reflexivity. apply sqrt_Rsqr_abs.
Qed.

(** * What an error of the number does to the rotation *)

Lemma rotate_length : forall w v r, qdot w v w v = 1 -> length (rotate w v r) = length r.
Proof.
  intros w v r unit. unfold length. f_equal.
  assert (form : rotate w v r = ((w * w - (v '. v)) * r + 2 * (v '. r) * v + 2 * w * cross v r)%v).
  { unfold qdot in unit. unfold rotate. replace ((w * w - (v '. v)) * r)%v with ((1 - 2 * (v '. v)) * r)%v by (f_equal; lra). vector_ring. }
  rewrite form. transitivity (qdot w v w v * qdot w v w v * (r '. r)); [unfold qdot; vector_ring | rewrite unit; ring].
Qed.

(** Four times for what stretches it, twice for what turns it. *)
Theorem number_off_parts : forall w v dw dv r, qdot w v w v = 1 -> let c := qdot w v dw dv in let e := qlength dw dv in
  exists t, 0 <= t /\ c * c + t * t = e * e /\ length (rotate (w + dw) (v + dv)%v r - rotate w v r)%v <= (4 * Rabs c + 2 * t + 4 * (e * e)) * length r.
Proof.
  intros w v dw dv r unit c e. pose proof (qlength_nonneg dw dv) as e_pos. fold e in e_pos.
  set (tw := dw - c * w). set (tv := (dv - c * v)%v).
  set (om := (w * tv - tw * v - cross tv v)%v). set (R0 := rotate w v r).
  set (L := (2 * tw * cross v r + 2 * w * cross tv r + 2 * cross tv (cross v r) + 2 * cross v (cross tv r))%v).
  set (B := (2 * dw * cross dv r + 2 * cross dv (cross dv r))%v).
  assert (square : qdot w v tw tv = 0). { unfold tw, tv. transitivity (c - c * qdot w v w v); [unfold c, qdot; vector_ring | rewrite unit; ring]. }
  assert (turns : L = (2 * cross om R0)%v).
  { assert (I : (qdot w v w v * (L + 2 * qdot w v tw tv * r))%v
      = (2 * qdot w v tw tv * (R0 - (1 - qdot w v w v) * r) + 2 * cross om (R0 - (1 - qdot w v w v) * r))%v).
    { unfold L, om, R0, rotate, qdot. clear. generalize tw tv. vector_ring. }
    rewrite unit, square in I. replace L with (1 * (L + 2 * 0 * r))%v by (clearbody L; vector_ring). rewrite I. clearbody om R0. vector_ring. }
  assert (split : (rotate (w + dw) (v + dv)%v r - R0)%v = (2 * c * (R0 - r) + L + B)%v).
  { unfold R0, L, B, tw, tv, rotate. clearbody c. vector_ring. }
  assert (om_length : length om = qlength tw tv).
  { unfold length, qlength. f_equal. unfold om. transitivity (qdot tw tv tw tv * qdot w v w v - qdot w v tw tv * qdot w v tw tv); [| rewrite unit, square; ring].
    unfold qdot. clearbody tw tv. vector_ring. }
  assert (both : c * c + qlength tw tv * qlength tw tv = e * e).
  { unfold e. rewrite !qlength_square. unfold tw, tv. transitivity (c * c + (qdot dw dv dw dv - 2 * c * c + c * c * qdot w v w v)); [unfold c, qdot; vector_ring | rewrite unit; ring]. }
  pose proof (length_nonneg r) as r_pos. pose proof (rotate_length w v r unit) as same. fold R0 in same.
  pose proof (qlength_nonneg tw tv) as t_pos. set (t := qlength tw tv) in *.
  assert (P1 : length (2 * c * (R0 - r))%v <= 4 * Rabs c * length r).
  { rewrite length_scale, Rabs_mult, (Rabs_pos_eq 2) by lra. pose proof (length_sub R0 r). rewrite same in *. pose proof (Rabs_pos c).
    assert (2 * Rabs c * length (R0 - r)%v <= 2 * Rabs c * (length r + length r)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (P2 : length L <= 2 * t * length r).
  { rewrite turns, length_scale, (Rabs_pos_eq 2) by lra. pose proof (length_cross om R0). rewrite om_length, same in *. lra. }
  assert (P3 : length B <= 4 * (e * e) * length r).
  { destruct (parts_at_most dw dv) as [Dw Dv]. fold e in Dw, Dv. unfold B. eapply Rle_trans; [apply length_add |]. rewrite !length_scale, Rabs_mult, (Rabs_pos_eq 2) by lra.
    pose proof (length_cross dv r) as C1. pose proof (length_cross dv (cross dv r)) as C2. pose proof (length_nonneg dv). pose proof (length_nonneg (cross dv r)). pose proof (Rabs_pos dw).
    assert (C3 : length (cross dv r) <= e * length r) by (apply Rle_trans with (1 := C1); apply Rmult_le_compat_r; lra).
    assert (Rabs dw * length (cross dv r) <= e * (e * length r)) by (apply Rmult_le_compat; lra).
    assert (length dv * length (cross dv r) <= e * (e * length r)) by (apply Rmult_le_compat; lra). lra. }
  exists t. split; [exact t_pos |]. split; [exact both |].
  rewrite split. eapply Rle_trans; [apply length_add |]. eapply Rle_trans; [apply Rplus_le_compat_r, length_add |]. lra.
Qed.

Theorem number_off : forall w v dw dv r, qdot w v w v = 1 ->
  length (rotate (w + dw) (v + dv)%v r - rotate w v r)%v <= (4.473 * qlength dw dv + 4 * (qlength dw dv * qlength dw dv)) * length r.
Proof.
  intros w v dw dv r unit. destruct (number_off_parts w v dw dv r unit) as (t & t_pos & both & H). apply Rle_trans with (1 := H). apply Rmult_le_compat_r; [apply length_nonneg |].
  pose proof (qlength_nonneg dw dv). set (e := qlength dw dv) in *. set (c := qdot w v dw dv) in *. apply Rplus_le_compat_r. apply Rsqr_incr_0_var; [unfold Rsqr | lra].
  assert (cc : Rabs c * Rabs c = c * c) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  pose proof (Rle_0_sqr (2 * t - Rabs c)) as Z. unfold Rsqr in Z. pose proof (Rle_0_sqr e) as Z'. unfold Rsqr in Z'. lra.
Qed.

(** Between two numbers of unit length hardly anything is stretched. *)
Theorem units_off : forall w v w' v' r, qdot w v w v = 1 -> qdot w' v' w' v' = 1 -> let e := qlength (w' - w) (v' - v)%v in
  length (rotate w' v' r - rotate w v r)%v <= (2 * e + 6 * (e * e)) * length r.
Proof.
  intros w v w' v' r unit unit' e. destruct (number_off_parts w v (w' - w) (v' - v)%v r unit) as (t & t_pos & both & H). fold e in both, H.
  replace (w + (w' - w)) with w' in H by ring. replace (v + (v' - v))%v with v' in H by (destruct v, v'; unfold add, sub; simpl; f_equal; ring).
  apply Rle_trans with (1 := H). apply Rmult_le_compat_r; [apply length_nonneg |].
  assert (C : qdot w v (w' - w) (v' - v)%v = - (e * e) / 2).
  { unfold e. rewrite qlength_square.
    assert (twice : 2 * qdot w v (w' - w) (v' - v)%v = qdot w' v' w' v' - qdot w v w v - qdot (w' - w) (v' - v)%v (w' - w) (v' - v)%v) by (unfold qdot; vector_ring).
    rewrite unit, unit' in twice. lra. }
  rewrite C in *. pose proof (qlength_nonneg (w' - w) (v' - v)%v) as e_pos. fold e in e_pos. assert (ee : 0 <= e * e) by (now apply Rmult_le_pos).
  assert (A : Rabs (- (e * e) / 2) = e * e / 2) by (rewrite Rabs_left1; lra). rewrite A.
  assert (t <= e) by (apply square_le; [exact e_pos |]; pose proof (Rle_0_sqr (- (e * e) / 2)) as Z; unfold Rsqr in Z; lra). lra.
Qed.

(** A rotation about n by an angle that is off turns no point farther than that. *)
Theorem angle_off : forall n r a b, n '. n = 1 -> length (turned n a r - turned n b r)%v <= Rabs (a - b) * length r.
Proof.
  intros n r a b unit. set (h := (a - b) / 2). set (k := (a + b) / 2).
  (* both are at the angle h from the middle of them *)
  assert (E : (turned n a r - turned n b r)%v = (2 * sin h * (cos k * cross n r + - sin k * (r - (n '. r) * n)))%v).
  { replace a with (k + h) by (unfold h, k; field). replace b with (k - h) by (unfold h, k; field). unfold turned. rewrite cos_plus, cos_minus, sin_plus, sin_minus.
    generalize (sin h) (cos h) (sin k) (cos k). vector_ring. }
  rewrite E, length_scale.
  assert (S : Rabs (2 * sin h) <= Rabs (a - b)).
  { replace (a - b) with (2 * h) by (unfold h; field). rewrite !Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos |].
    assert (P : forall x, 0 <= x -> Rabs (sin x) <= x).
    { intros x Hx. destruct (Rle_dec 1 x) as [big | small]; [pose proof (SIN_bound x); apply Rabs_le; lra |].
      destruct (Req_dec x 0) as [-> | nz]; [rewrite sin_0, Rabs_R0; lra |]. pose proof (sin_lt_x x ltac:(lra)). pose proof PI2_1. pose proof (sin_ge_0 x ltac:(lra) ltac:(lra)). apply Rabs_le. lra. }
    destruct (Rle_dec 0 h) as [p | m]; [rewrite (Rabs_pos_eq h) by exact p; now apply P |].
    rewrite (Rabs_left h) by lra. rewrite <- (Ropp_involutive h) at 1. rewrite sin_neg, Rabs_Ropp. apply P. lra. }
  assert (Q : length (cos k * cross n r + - sin k * (r - (n '. r) * n))%v <= length r).
  { apply at_most_length; [apply length_nonneg |]. rewrite length_square. pose proof (sin2_cos2 k) as T. unfold Rsqr in T.
    replace (dot _ _) with ((cos k * cos k) * ((n '. n) * (r '. r) - (n '. r) * (n '. r)) + (sin k * sin k) * ((r '. r) - (n '. r) * (n '. r) * (2 - (n '. n)))) by vector_ring.
    rewrite unit. pose proof (Rle_0_sqr (n '. r)) as Z. unfold Rsqr in Z.
    replace (cos k * cos k) with (1 - sin k * sin k) by lra. lra. }
  apply Rmult_le_compat; try apply Rabs_pos; try apply length_nonneg; assumption.
Qed.

(** * The matrix of a number, as it is computed: src/number/matrix.rs *)

Section Matrix.
Variable fl : R -> R.
Variables x y z w : R.
Hypothesis near_unit : Rabs (w * w + x * x + y * y + z * z - 1) <= / 1000.

(** rust src/number/matrix.rs: let (x2, y2, z2) = (x * two, y * two, z * two);
    | let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    | let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    | let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    | to.0[0] = Both::of(by_axis(|i| [one - (yy + zz), xy + wz, xz - wy][i]));
    | to.0[1] = Both::of(by_axis(|i| [xy - wz, one - (xx + zz), yz + wx][i]));
    | to.0[2] = Both::of(by_axis(|i| [xz + wy, yz - wx, one - (xx + yy)][i])); *)
Definition twice a b := Times (Leaf 0 a a) (Leaf 0 (2 * b) (2 * b)).
Definition diagonal a b := Minus (Leaf 0 1 1) (Plus (twice a a) (twice b b)).
Definition m11 := diagonal y z.
Definition m22 := diagonal x z.
Definition m33 := diagonal x y.
Definition m12 := Minus (twice x y) (twice w z).
Definition m21 := Plus (twice x y) (twice w z).
Definition m13 := Plus (twice x z) (twice w y).
Definition m31 := Minus (twice x z) (twice w y).
Definition m23 := Minus (twice y z) (twice w x).
Definition m32 := Plus (twice y z) (twice w x).

(** Its rows are those of [rotate]. *)
Theorem matrix_rotates : forall r, rotate w (V x y z) r = V (V (value m11) (value m12) (value m13) '. r)
  (V (value m21) (value m22) (value m23) '. r) (V (value m31) (value m32) (value m33) '. r).
Proof. intros [r1 r2 r3]. unfold rotate, cross, add, scale, dot. simpl. f_equal; ring. Qed.

Hypothesis computed_so : fits fl m11 /\ fits fl m12 /\ fits fl m13 /\ fits fl m21 /\ fits fl m22 /\ fits fl m23 /\ fits fl m31 /\ fits fl m32 /\ fits fl m33.

Definition matrix_needs := 14.2.

Lemma diagonal_off : forall a b, a * a + b * b <= 1.001 -> fits fl (diagonal a b) ->
  (computed fl (diagonal a b) - value (diagonal a b)) * (computed fl (diagonal a b) - value (diagonal a b)) <= (3.01 * u * (3.01 * u)) * (1 + 8.01 * (a * a + b * b)).
Proof.
  intros a b small F. pose proof (units_of fl _ F ltac:(simpl; lia)) as E. replace (INR (count (diagonal a b))) with 3 in E by (simpl; lra).
  pose proof (Rle_0_sqr a) as A. pose proof (Rle_0_sqr b) as B. unfold Rsqr in A, B. set (s := a * a + b * b) in *.
  assert (S : sizes (diagonal a b) = 1 + 2 * s).
  { simpl. rewrite !Rabs_mult, (Rabs_pos_eq 2), Rabs_R1 by lra. unfold s. rewrite <- (Rabs_pos_eq (a * a)), <- (Rabs_pos_eq (b * b)), !Rabs_mult by assumption. ring. }
  rewrite S in E. replace (3 + / 100) with 3.01 in E by lra. set (d := computed fl (diagonal a b) - value (diagonal a b)) in *. clearbody d.
  assert (s_pos : 0 <= s) by (unfold s; lra). clearbody s.
  assert (D : Rabs d * Rabs d <= (3.01 * u * (1 + 2 * s)) * (3.01 * u * (1 + 2 * s))) by (apply Rmult_le_compat; try apply Rabs_pos; exact E).
  rewrite <- Rabs_mult, Rabs_pos_eq in D by apply Rle_0_sqr.
  apply Rle_trans with (1 := D). assert (Q : (1 + 2 * s) * (1 + 2 * s) <= 1 + 8.01 * s) by (clear - small s_pos; nra).
  replace (3.01 * u * (1 + 2 * s) * (3.01 * u * (1 + 2 * s))) with ((3.01 * u * (3.01 * u)) * ((1 + 2 * s) * (1 + 2 * s))) by ring.
  apply Rmult_le_compat_l; [unfold u; lra | exact Q].
Qed.

(** The sizes of another entry are at most all four squares. *)
Lemma other_off : forall e, count e = 2%nat -> fits fl e -> sizes e <= 1.001 ->
  (computed fl e - value e) * (computed fl e - value e) <= 4.1 * (u * u).
Proof.
  intros e two F S. pose proof (units_of fl e F ltac:(lia)) as E. rewrite two in E. replace (INR 2) with 2 in E by (simpl; lra).
  set (d := computed fl e - value e) in *. pose proof (sizes_nonneg e).
  assert (E' : Rabs d <= 2.02 * u) by (apply Rle_trans with (1 := E); assert ((2 + / 100) * u * sizes e <= (2 + / 100) * u * 1.001) by (apply Rmult_le_compat_l; [unfold u; lra | exact S]); unfold u in *; lra).
  assert (D : Rabs d * Rabs d <= (2.02 * u) * (2.02 * u)) by (apply Rmult_le_compat; try apply Rabs_pos; exact E').
  rewrite <- Rabs_mult, Rabs_pos_eq in D by apply Rle_0_sqr. unfold u in *. lra.
Qed.

Lemma pair_size : forall a b c d, w * w + x * x + y * y + z * z = a * a + b * b + c * c + d * d -> Rabs a * (2 * Rabs b) + Rabs c * (2 * Rabs d) <= 1.001.
Proof.
  intros a b c d E. apply Rabs_le_inv in near_unit.
  assert (P : forall p q, Rabs p * (2 * Rabs q) <= p * p + q * q).
  { intros p q. pose proof (Rle_0_sqr (Rabs p - Rabs q)) as Z. unfold Rsqr in Z.
    assert (S : forall k, Rabs k * Rabs k = k * k) by (intros; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr). pose proof (S p). pose proof (S q). lra. }
  pose proof (P a b). pose proof (P c d). lra.
Qed.

Theorem matrix_off : forall r,
  length (V (V (computed fl m11) (computed fl m12) (computed fl m13) '. r) (V (computed fl m21) (computed fl m22) (computed fl m23) '. r)
    (V (computed fl m31) (computed fl m32) (computed fl m33) '. r) - rotate w (V x y z) r)%v <= matrix_needs * u * length r.
Proof.
  intros r. rewrite matrix_rotates. destruct computed_so as (F11 & F12 & F13 & F21 & F22 & F23 & F31 & F32 & F33). pose proof near_unit as N. apply Rabs_le_inv in N.
  pose proof (Rle_0_sqr x) as X. pose proof (Rle_0_sqr y) as Y. pose proof (Rle_0_sqr z) as Z. pose proof (Rle_0_sqr w) as W. unfold Rsqr in X, Y, Z, W.
  pose proof (diagonal_off y z ltac:(lra) F11) as D1. pose proof (diagonal_off x z ltac:(lra) F22) as D2. pose proof (diagonal_off x y ltac:(lra) F33) as D3.
  assert (half : forall k, Rabs (2 * k) = 2 * Rabs k) by (intros; rewrite Rabs_mult, (Rabs_pos_eq 2) by lra; reflexivity).
  assert (O : forall e a b c d, count e = 2%nat -> fits fl e -> sizes e = Rabs a * Rabs (2 * b) + Rabs c * Rabs (2 * d) ->
    w * w + x * x + y * y + z * z = a * a + b * b + c * c + d * d -> (computed fl e - value e) * (computed fl e - value e) <= 4.1 * (u * u)).
  { intros e a b c d two F S T. apply other_off; [exact two | exact F |]. rewrite S, !half. now apply pair_size. }
  pose proof (O m12 x y w z eq_refl F12 eq_refl ltac:(ring)) as O12. pose proof (O m21 x y w z eq_refl F21 eq_refl ltac:(ring)) as O21.
  pose proof (O m13 x z w y eq_refl F13 eq_refl ltac:(ring)) as O13. pose proof (O m31 x z w y eq_refl F31 eq_refl ltac:(ring)) as O31.
  pose proof (O m23 y z w x eq_refl F23 eq_refl ltac:(ring)) as O23. pose proof (O m32 y z w x eq_refl F32 eq_refl ltac:(ring)) as O32.
  change (diagonal y z) with m11 in D1. change (diagonal x z) with m22 in D2. change (diagonal x y) with m33 in D3.
  assert (rows : forall a b c d e f g h i a' b' c' d' e' f' g' h' i' : R, (V (V a b c '. r) (V d e f '. r) (V g h i '. r) - V (V a' b' c' '. r) (V d' e' f' '. r) (V g' h' i' '. r))%v
    = V (V (a - a') (b - b') (c - c') '. r) (V (d - d') (e - e') (f - f') '. r) (V (g - g') (h - h') (i - i') '. r)).
  { intros. destruct r. unfold sub, dot. simpl. f_equal; ring. }
  rewrite rows. set (r1 := V (computed fl m11 - value m11) _ _). set (r2 := V (computed fl m21 - value m21) _ _). set (r3 := V (computed fl m31 - value m31) _ _).
  assert (all : (r1 '. r1) + (r2 '. r2) + (r3 '. r3) <= (matrix_needs * u) * (matrix_needs * u)).
  { unfold r1, r2, r3, dot. cbn [x_of y_of z_of]. unfold matrix_needs, u in *. lra. }
  clearbody r1 r2 r3. pose proof (length_nonneg r). apply at_most_length; [apply Rmult_le_pos; [unfold matrix_needs, u; lra | assumption] |].
  assert (C : forall m : vector, (m '. r) * (m '. r) <= (m '. m) * (r '. r)).
  { intros m. pose proof (lagrange m r). pose proof (square_nonneg (cross m r)). lra. }
  pose proof (C r1). pose proof (C r2). pose proof (C r3).
  change (dot (V (r1 '. r) (r2 '. r) (r3 '. r)) (V (r1 '. r) (r2 '. r) (r3 '. r))) with ((r1 '. r) * (r1 '. r) + (r2 '. r) * (r2 '. r) + (r3 '. r) * (r3 '. r)).
  replace (matrix_needs * u * length r * (matrix_needs * u * length r)) with ((matrix_needs * u) * (matrix_needs * u) * (r '. r)) by (rewrite <- length_square; ring).
  pose proof (square_nonneg r). assert (((r1 '. r1) + (r2 '. r2) + (r3 '. r3)) * (r '. r) <= (matrix_needs * u) * (matrix_needs * u) * (r '. r)) by (apply Rmult_le_compat_r; assumption). lra.
Qed.
End Matrix.
