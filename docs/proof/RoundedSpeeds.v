(** The first order as it is computed: src/proof/parabola.rs in double precision. Limits are those of RoundedParabola.v. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Parabola Rounding Constants.
Local Open Scope R_scope.

Section Speeds.
Variables f g falling rising h aim : R.
Hypothesis aim_nonneg : 0 <= aim.
Hypothesis h_pos : 0 < h.
Variable h' : R.
Hypothesis h_rounds : rounds h h'.
(** rust src/proof/parabola.rs: let size = f.abs() + g.abs();
    rust src/proof/parabola.rs: let rounding = size * PARABOLA_ERROR; *)
Variables size rounding : R.
Hypothesis size_rounds : rounds (Rabs f + Rabs g) size.
Hypothesis rounding_rounds : rounds (size * (PARABOLA_ERROR * u)) rounding.
Definition speeds_need := 12.
Hypothesis enough : speeds_need <= PARABOLA_ERROR.

Lemma rounding_covers : 11.9 * u * (Rabs f + Rabs g) <= rounding.
Proof.
  unfold speeds_need in enough. destruct size_rounds as (e & He & E). destruct rounding_rounds as (e' & He' & E').
  apply Rabs_le_inv in He. apply Rabs_le_inv in He'.
  pose proof (Rabs_pos f). pose proof (Rabs_pos g). set (F := Rabs f + Rabs g) in *.
  assert (size_ge : F * (1 - u) <= size) by (rewrite E; apply Rmult_le_compat_l; unfold F; lra).
  assert (pos : 0 <= size) by (unfold F, u in *; lra).
  assert (size * (12 * u) * (1 - u) <= rounding).
  { rewrite E', !Rmult_assoc. apply Rmult_le_compat_l; [exact pos |]. rewrite <- !Rmult_assoc. apply Rmult_le_compat; unfold u in *; lra. }
  unfold F, u in *. lra.
Qed.

(** What is taken of a gap beyond the aim is less than it is, also by ten more units.
    rust src/proof/parabola.rs: let (c, d) = (f - aim - rounding, g - aim - rounding); *)
Lemma beyond_covered : forall x beyond c, Rabs x <= Rabs f + Rabs g -> rounds (x - aim) beyond -> rounds (beyond - rounding) c -> 0 < c ->
  c * (1 + 9.5 * u) <= x - aim.
Proof.
  intros x beyond c Hx (e & He & E) (e' & He' & E') pos. apply Rabs_le_inv in He. apply Rabs_le_inv in He'.
  pose proof rounding_covers as L. pose proof (Rabs_pos x). pose proof (Rle_abs x).
  assert (left_pos : 0 < beyond - rounding).
  { rewrite E' in pos. apply Rnot_le_lt. intro N. assert ((beyond - rounding) * (1 + e') <= 0 * (1 + e')) by (apply Rmult_le_compat_r; unfold u in *; lra). lra. }
  assert (above : 0 < x - aim).
  { assert (0 < beyond) by (unfold u in *; lra). rewrite E in *. apply Rnot_le_lt. intro N.
    assert ((x - aim) * (1 + e) <= 0 * (1 + e)) by (apply Rmult_le_compat_r; unfold u in *; lra). lra. }
  assert (beyond <= (x - aim) * (1 + u)) by (rewrite E; apply Rmult_le_compat_l; lra).
  assert (c <= (beyond - rounding) * (1 + u)) by (rewrite E'; apply Rmult_le_compat_l; lra).
  unfold u in *. lra.
Qed.

Variables beyond_f beyond_g c d : R.
Hypothesis beyond_f_rounds : rounds (f - aim) beyond_f.
Hypothesis beyond_g_rounds : rounds (g - aim) beyond_g.
Hypothesis c_rounds : rounds (beyond_f - rounding) c.
Hypothesis d_rounds : rounds (beyond_g - rounding) d.
Hypothesis c_pos : 0 < c.

(** The whole span, where both speeds are positive.
    rust src/proof/parabola.rs: let (v, w) = (falling * h, rising * h);
    The same line of `least_at_speed`:
    rust src/proof/parabola.rs: let (v, w) = (falling * h, rising * h);
    rust src/proof/parabola.rs: is_in_range && d > 0.0 && w * c + v * d > v * w *)
Theorem computed_lines_meet_above : forall v w wc vd sum vw, 0 < falling -> 0 < rising -> 0 < d ->
  rounds (falling * h') v -> rounds (rising * h') w -> rounds (w * c) wc -> rounds (v * d) vd -> rounds (wc + vd) sum -> rounds (v * w) vw -> vw < sum ->
  falling * rising * h < rising * (f - aim) + falling * (g - aim).
Proof.
  intros v w wc vd sum vw HV HW d_pos Rv Rw Rwc Rvd Rs Rvw test.
  pose proof (Rabs_pos f). pose proof (Rabs_pos g).
  pose proof (beyond_covered f beyond_f c ltac:(lra) beyond_f_rounds c_rounds c_pos) as C.
  pose proof (beyond_covered g beyond_g d ltac:(lra) beyond_g_rounds d_rounds d_pos) as D.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ (exact falling) (rounds_off _ _ h_rounds) ltac:(lra) ltac:(lra)) Rv ltac:(lra)) as Ov.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ (exact rising) (rounds_off _ _ h_rounds) ltac:(lra) ltac:(lra)) Rw ltac:(lra)) as Ow.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ Ow (exact c) ltac:(lra) ltac:(lra)) Rwc ltac:(lra)) as Owc.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ Ov (exact d) ltac:(lra) ltac:(lra)) Rvd ltac:(lra)) as Ovd.
  assert (W_pos : 0 <= rising * h * c) by (repeat apply Rmult_le_pos; lra).
  assert (V_pos : 0 <= falling * h * d) by (repeat apply Rmult_le_pos; lra).
  pose proof (off_then _ _ _ _ (off_add _ _ _ _ _ Owc Ovd W_pos V_pos) Rs ltac:(lra)) as Os.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ Ov Ow ltac:(lra) ltac:(lra)) Rvw ltac:(lra)) as Ovw.
  pose proof (off_le _ _ _ (Rplus_le_le_0_compat _ _ W_pos V_pos) Os) as [_ S].
  assert (VW_pos : 0 <= falling * h * (rising * h)) by (repeat apply Rmult_le_pos; lra).
  pose proof (off_le _ _ _ VW_pos Ovw) as [T _].
  set (X := falling * h * (rising * h)) in *. set (Y := rising * h * c + falling * h * d) in *.
  assert (Y_pos : 0 <= Y) by (unfold Y; lra).
  assert (less : X < Y * (1 + 9.5 * u)) by (unfold u in *; lra).
  assert (P1 : rising * h * (c * (1 + 9.5 * u)) <= rising * h * (f - aim)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos |]; lra).
  assert (P2 : falling * h * (d * (1 + 9.5 * u)) <= falling * h * (g - aim)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos |]; lra).
  apply Rmult_lt_reg_l with h; [exact h_pos |]. unfold X, Y in *. lra.
Qed.

(** Its first part.
    rust src/proof/parabola.rs: let x = c / falling * (1.0 - 4.0 * UNIT); *)
Theorem computed_part : forall quotient x t, 0 < falling -> rounds (c / falling) quotient -> rounds (quotient * (1 - 4 * u)) x -> t <= x ->
  falling * t <= f - aim.
Proof.
  intros quotient x t HV Rq Rx Ht. pose proof (Rabs_pos f). pose proof (Rabs_pos g).
  pose proof (beyond_covered f beyond_f c ltac:(lra) beyond_f_rounds c_rounds c_pos) as C.
  assert (q_pos : 0 <= c / falling) by (left; now apply Rdiv_lt_0_compat).
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ (rounds_off _ _ Rq) (exact (1 - 4 * u)) ltac:(lra) ltac:(lra)) Rx ltac:(lra)) as O.
  assert (pos : 0 <= c / falling * (1 - 4 * u)) by (apply Rmult_le_pos; [exact q_pos | unfold u; lra]).
  pose proof (off_le _ _ _ pos O) as [_ U].
  assert (E : falling * (c / falling) = c) by (field; lra). set (q := c / falling) in *.
  assert (x <= q) by (unfold u in *; lra).
  assert (falling * t <= falling * q) by (apply Rmult_le_compat_l; lra). unfold u in *. lra.
Qed.

(** Where a speed is not positive, the gap at one end is above the aim. *)
Theorem computed_ends : aim < f /\ (0 < d -> aim < g).
Proof.
  pose proof (Rabs_pos f). pose proof (Rabs_pos g).
  pose proof (beyond_covered f beyond_f c ltac:(lra) beyond_f_rounds c_rounds c_pos) as C. split; [unfold u in *; lra |].
  intros d_pos. pose proof (beyond_covered g beyond_g d ltac:(lra) beyond_g_rounds d_rounds d_pos) as D. unfold u in *. lra.
Qed.
End Speeds.
