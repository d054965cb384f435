(** The rates of a law as they are computed: src/motion/law.rs, `rates`. Units are RATE_ERROR.

    A rate is widened by RATE_ERROR and by the angular error of the law, the speed by which its angle may be off. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Rounding Vectors Bends Constants RoundedAngle.
Local Open Scope R_scope.

(** The rate of a steady turn. In space it is twice that of the arc: halving and doubling round nothing. In the plane it is
    the number of the motion as it is, by RoundedPlane.v, [plane_axis]. *)
Definition steady_rate_needs := 4.7.

Theorem steady_rate_off : forall largest square square' root speed, 0 <= square -> off 5.1 square square' -> rounds (sqrt square') root ->
  rounds (root * largest) speed -> off steady_rate_needs (sqrt square * largest) (speed / 2 * 2).
Proof.
  intros largest square square' root speed pos S R1 R2. replace (speed / 2 * 2) with speed by field.
  pose proof (off_then _ _ _ _ (off_root _ _ _ S ltac:(lra) pos) R1 ltac:(lra)) as O1.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O1 (exact largest) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O2.
  apply off_more with (1 := O2). unfold steady_rate_needs. lra.
Qed.

Section Widened.
(** The exact rate of the law's numbers, and what is computed of it; the rate of the body itself. *)
Variables w w' rate angular_error scaled_up fastest scaled_down less slowest : R.
(** How many units the rate has lost, and by how many it is widened. *)
Variables lost error : R.
Hypothesis w_nonneg : 0 <= w.
Hypothesis w_off : off lost w w'.
Hypothesis enough : 0 <= lost /\ lost + 4 <= error /\ error <= 100.
(** The angular error has room for two units of itself. *)
Hypothesis rate_near : Rabs (rate - w) <= angular_error * (1 - 2 * u) /\ 0 <= rate.
Hypothesis error_nonneg : 0 <= angular_error.
(** Turning.v and Bends.v quote the lines. The sums 1 + error and 1 - error are exact for a steady turn. *)
Hypothesis up : rounds (w' * (1 + error * u)) scaled_up.
Hypothesis up_sum : rounds (scaled_up + angular_error) fastest.
Hypothesis down : rounds (w' * (1 - error * u)) scaled_down.
Hypothesis down_sum : rounds (scaled_down - angular_error) less.
Hypothesis larger_of : slowest = Rmax less 0.

Theorem rate_between : 0 <= slowest <= rate /\ rate <= fastest.
Proof.
  destruct w_off as (d & Hd & ->). destruct up as (e1 & H1 & ->). destruct up_sum as (e2 & H2 & ->). destruct down as (e3 & H3 & ->). destruct down_sum as (e4 & H4 & ->).
  destruct rate_near as [N P]. apply Rabs_le_inv in N. apply Rabs_le_inv in Hd. apply Rabs_le_inv in H1. apply Rabs_le_inv in H2. apply Rabs_le_inv in H3. apply Rabs_le_inv in H4.
  assert (L : 0 <= lost * u) by (apply Rmult_le_pos; unfold u; lra). assert (E : error * u <= 100 * u) by (apply Rmult_le_compat_r; unfold u; lra).
  assert (LE : lost * u + 4 * u <= error * u) by (replace (lost * u + 4 * u) with ((lost + 4) * u) by ring; apply Rmult_le_compat_r; unfold u; lra).
  set (p := lost * u) in *. set (q := error * u) in *. clearbody p q.
  split; [split |].
  - rewrite larger_of. apply Rmax_r.
  - rewrite larger_of. apply Rmax_lub; [| exact P].
    assert (F : (1 + d) * (1 - q) * (1 + e3) <= 1 - 2.9 * u).
    { apply Rle_trans with ((1 + p) * (1 - q) * (1 + u)).
      - repeat apply Rmult_le_compat; try (apply Rmult_le_pos); unfold u in *; lra.
      - apply Rle_trans with ((1 + p) * (1 - (p + 4 * u)) * (1 + u)).
        + apply Rmult_le_compat_r; [unfold u; lra |]. apply Rmult_le_compat_l; unfold u in *; lra.
        + assert (0 <= p * p) by (apply Rle_0_sqr). assert (0 <= p * u) by (apply Rmult_le_pos; unfold u in *; lra).
          replace ((1 + p) * (1 - (p + 4 * u)) * (1 + u)) with ((1 - 4 * u - p * p - 4 * (p * u)) * (1 + u)) by ring.
          apply Rle_trans with ((1 - 4 * u) * (1 + u)); [apply Rmult_le_compat_r; unfold u in *; lra | unfold u; lra]. }
    set (x := (1 + d) * (1 - q) * (1 + e3)) in *.
    assert (X : w * x <= w * (1 - 2.9 * u)) by (apply Rmult_le_compat_l; lra).
    replace (w * (1 + d) * (1 - q) * (1 + e3)) with (w * x) by (unfold x; ring).
    assert (ae : 0 <= angular_error * u) by (apply Rmult_le_pos; unfold u; lra).
    assert (X0 : 0 <= x) by (unfold x; repeat apply Rmult_le_pos; unfold u in *; lra). assert (wx : 0 <= w * x) by (now apply Rmult_le_pos).
    apply Rle_trans with (w * (1 - 2.9 * u) * (1 + u) - angular_error * (1 - u)).
    + replace ((w * x - angular_error) * (1 + e4)) with (w * x * (1 + e4) - angular_error * (1 + e4)) by ring.
      assert (w * x * (1 + e4) <= w * (1 - 2.9 * u) * (1 + u)) by (apply Rmult_le_compat; unfold u in *; lra).
      assert (angular_error * (1 - u) <= angular_error * (1 + e4)) by (apply Rmult_le_compat_l; lra). lra.
    + assert (0 <= w * u) by (apply Rmult_le_pos; unfold u; lra). unfold u in *. lra.
  - assert (F : 1 + 1.9 * u <= (1 + d) * (1 + q) * (1 + e1)).
    { apply Rle_trans with ((1 - p) * (1 + q) * (1 - u)); [| repeat apply Rmult_le_compat; try (apply Rmult_le_pos); unfold u in *; lra].
      apply Rle_trans with ((1 - p) * (1 + (p + 4 * u)) * (1 - u)); [| apply Rmult_le_compat_r; [unfold u; lra |]; apply Rmult_le_compat_l; unfold u in *; lra].
      assert (p * p <= 100 * u * (100 * u)) by (apply Rmult_le_compat; lra). assert (0 <= p * u <= 100 * u * u) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; unfold u in *; lra).
      replace ((1 - p) * (1 + (p + 4 * u)) * (1 - u)) with ((1 + 4 * u - p * p - 4 * (p * u)) * (1 - u)) by ring.
      apply Rle_trans with ((1 + 3.9 * u) * (1 - u)); [unfold u; lra | apply Rmult_le_compat_r; unfold u in *; lra]. }
    set (x := (1 + d) * (1 + q) * (1 + e1)) in *.
    replace (w * (1 + d) * (1 + q) * (1 + e1)) with (w * x) by (unfold x; ring).
    assert (X : w * (1 + 1.9 * u) <= w * x) by (apply Rmult_le_compat_l; lra).
    apply Rle_trans with ((w * (1 + 1.9 * u) + angular_error) * (1 - u)).
    + assert (0 <= w * u) by (apply Rmult_le_pos; unfold u; lra). assert (0 <= angular_error * u) by (apply Rmult_le_pos; unfold u; lra). unfold u in *. lra.
    + apply Rmult_le_compat; unfold u in *; lra.
Qed.
End Widened.

(** Of a steady turn in space and in the plane. *)
Theorem rate_error_is_enough : 0 <= steady_rate_needs /\ steady_rate_needs + 4 <= RATE_ERROR /\ RATE_ERROR <= 100.
Proof. unfold steady_rate_needs, RATE_ERROR. lra. Qed.

(** The acceleration of a point at distance 1 from the axis: Bends.v, [root_at_most], as it is computed. *)
Theorem computed_bend : forall fastest change centripetal sum product least bend, 0 <= fastest -> 0 <= change -> 0 <= least ->
  rounds (fastest * fastest) centripetal -> rounds (Rmax centripetal change + Rmin centripetal change / 2) sum ->
  rounds (sum * (1 + RATE_ERROR * u)) product -> rounds (product + least) bend -> 6 <= RATE_ERROR <= 100 ->
  sqrt (fastest * fastest * (fastest * fastest) + change * change) <= bend.
Proof.
  intros fastest change centripetal sum product least bend Hf Hc Hl R1 R2 R3 R4 enough.
  set (f := fastest * fastest) in *. assert (f_pos : 0 <= f) by (unfold f; now apply Rmult_le_pos).
  destruct (off_le _ _ _ f_pos (rounds_off _ _ R1)) as [C _]. assert (C0 : 0 <= centripetal) by (apply Rle_trans with (2 := C); apply Rmult_le_pos; unfold u; lra).
  (* the root of the exact square is that of the computed one, or a share of it *)
  assert (A : sqrt (f * f + change * change) <= (Rmax centripetal change + Rmin centripetal change / 2) * (1 + 1.1 * u)).
  { assert (B : sqrt (centripetal * centripetal + change * change) <= Rmax centripetal change + Rmin centripetal change / 2).
    { destruct (Rle_dec centripetal change) as [L | L].
      - rewrite Rmax_right, Rmin_left by exact L. rewrite Rplus_comm. apply root_at_most. lra.
      - rewrite Rmax_left, Rmin_right by lra. apply root_at_most. lra. }
    apply Rle_trans with (sqrt (centripetal * centripetal + change * change) * (1 + 1.1 * u)); [| apply Rmult_le_compat_r; [unfold u; lra | exact B]].
    rewrite <- (sqrt_square (1 + 1.1 * u)) by (unfold u; lra). rewrite <- sqrt_mult_alt by (pose proof (Rle_0_sqr centripetal) as Z1; pose proof (Rle_0_sqr change) as Z2; unfold Rsqr in *; lra).
    apply sqrt_le_1_alt. assert (f <= centripetal * (1 + 1.1 * u)).
    { assert (f * (1 - 1 * u) * (1 + 1.1 * u) <= centripetal * (1 + 1.1 * u)) by (apply Rmult_le_compat_r; [unfold u; lra | exact C]). unfold u in *. lra. }
    assert (f * f <= centripetal * (1 + 1.1 * u) * (centripetal * (1 + 1.1 * u))) by (apply Rmult_le_compat; assumption).
    assert (0 <= change * change) by (apply Rle_0_sqr). unfold u in *. lra. }
  set (m := Rmax centripetal change + Rmin centripetal change / 2) in *.
  assert (m_pos : 0 <= m). { unfold m. pose proof (Rmax_r centripetal change). pose proof (Rmin_glb centripetal change 0 C0 Hc). lra. }
  clearbody m. apply Rle_trans with (1 := A).
  destruct (off_le _ _ _ m_pos (rounds_off _ _ R2)) as [S _]. assert (S0 : 0 <= sum) by (apply Rle_trans with (2 := S); apply Rmult_le_pos; unfold u; lra).
  assert (P0 : 0 <= sum * (1 + RATE_ERROR * u)) by (apply Rmult_le_pos; [exact S0 | unfold u; lra]).
  destruct (off_le _ _ _ P0 (rounds_off _ _ R3)) as [P _].
  assert (K : sum * (1 + 6 * u) <= sum * (1 + RATE_ERROR * u)) by (apply Rmult_le_compat_l; unfold u; lra).
  assert (p_low : m * (1 + 3.9 * u) <= product) by (unfold u in *; lra).
  assert (Q0 : 0 <= product + least) by (assert (0 <= m * (1 + 3.9 * u)) by (apply Rmult_le_pos; unfold u; lra); lra).
  destruct (off_le _ _ _ Q0 (rounds_off _ _ R4)) as [Q _]. unfold u in *. lra.
Qed.
