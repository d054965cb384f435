(** The end of the window of two balls, as it is computed: src/proof/window.rs in double precision. Letters are those of
    RoundedWindow.v. The balls may overlap at the start: c may have either sign. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Rounding Constants RoundedWindow.
Local Open Scope R_scope.

Section End.
Variables lx lv xv r : R.
Hypothesis lengths : 0 <= lx /\ 0 <= lv /\ 0 <= r /\ Rabs xv <= lx * lv.
Let xx := lx * lx.
Let vv := lv * lv.
Variables xx' xv' vv' rr squares apart lost c xv2 vvc discriminant : R.
Hypothesis xx_off : off 3.1 xx xx'.
Hypothesis vv_off : off 3.1 vv vv'.
Hypothesis xv_off : Rabs (xv' - xv) <= 3.1 * u * (lx * lv).
Hypothesis rr_rounds : rounds (r * r) rr.
Hypothesis squares_rounds : rounds (xx' + rr) squares.
Hypothesis apart_rounds : rounds (xx' - rr) apart.
Hypothesis lost_rounds : rounds (squares * (WINDOW_ERROR * u)) lost.
Hypothesis c_rounds : rounds (apart - lost) c.
Hypothesis xv2_rounds : rounds (xv' * xv') xv2.
Hypothesis vvc_rounds : rounds (vv' * c) vvc.
Hypothesis discriminant_rounds : rounds (xv2 - vvc) discriminant.
Hypothesis enough : window_needs <= WINDOW_ERROR <= 1000.
(** Both squares. *)
Let q := xx + r * r.

Lemma squares_pos : 0 <= xx /\ 0 <= r * r /\ 0 <= vv /\ 0 <= q.
Proof.
  destruct lengths as (L1 & L2 & L3 & _). assert (0 <= xx) by (unfold xx; now apply Rmult_le_pos).
  assert (0 <= r * r) by now apply Rmult_le_pos. assert (0 <= vv) by (unfold vv; now apply Rmult_le_pos). unfold q. lra.
Qed.

(** With what is left of it, c has room for 25 units of both squares. *)
Lemma end_constant : c + 25 * u * q <= xx - r * r /\ - 1.01 * q <= c.
Proof.
  unfold window_needs in enough. destruct squares_pos as (X & Q & _ & _).
  pose proof (off_le _ _ _ X xx_off) as Ox. pose proof (off_le _ _ _ Q (rounds_off _ _ rr_rounds)) as Or.
  unfold q. set (rr0 := r * r) in *. clearbody xx rr0.
  assert (S0 : 0 <= xx' + rr) by (unfold u in *; lra). pose proof (off_le _ _ _ S0 (rounds_off _ _ squares_rounds)) as Os.
  assert (S1 : 0 <= squares) by (unfold u in *; lra).
  assert (P : 0 <= squares * (WINDOW_ERROR * u)) by (apply Rmult_le_pos; [exact S1 | unfold u; lra]).
  pose proof (off_le _ _ _ P (rounds_off _ _ lost_rounds)) as Ol.
  assert (low : squares * (32 * u) <= squares * (WINDOW_ERROR * u)) by (apply Rmult_le_compat_l; [exact S1 | unfold u; lra]).
  assert (high : squares * (WINDOW_ERROR * u) <= squares * (1000 * u)) by (apply Rmult_le_compat_l; [exact S1 | unfold u; lra]).
  destruct apart_rounds as (e & He & Ea). destruct c_rounds as (e' & He' & Ec).
  assert (near : Rabs ((xx' - rr) * e) <= (1.01 * (xx + rr0)) * u).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; unfold u in *; lra | exact He]. }
  apply Rabs_le_inv in near. assert (Ea' : apart = xx' - rr + (xx' - rr) * e) by (rewrite Ea; ring).
  assert (near' : Rabs ((apart - lost) * e') <= (1.01 * (xx + rr0)) * u).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; unfold u in *; lra | exact He']. }
  apply Rabs_le_inv in near'. assert (Ec' : c = apart - lost + (apart - lost) * e') by (rewrite Ec; ring).
  unfold u in *. lra.
Qed.

Let m := lx * lv.

(** After the end of the window the balls are apart.
    rust src/proof/window.rs: let root = if discriminant > 0.0 { discriminant.sqrt() } else { 0.0 };
    | let begin = if c > 0.0 { c / (root - xv) * (1.0 - WINDOW_ERROR) } else { 0.0 };
    | let last = (root - xv) / vv * (1.0 + WINDOW_ERROR);
    rust src/proof/window.rs: Ok((begin, if vv > 0.0 && last < end { last } else { end })) *)
Theorem computed_end : forall root sum quotient last t, 0 < lv -> rounds (sqrt (Rmax discriminant 0)) root ->
  rounds (root - xv') sum -> rounds (sum / vv') quotient -> rounds (quotient * (1 + WINDOW_ERROR * u)) last ->
  0 <= t -> last < t -> r * r < vv * (t * t) + 2 * xv * t + xx.
Proof.
  intros root sum quotient last t Hv R1 R2 R3 R4 Ht after. apply Rnot_le_lt. intro meets.
  destruct lengths as (L1 & L2 & L3 & L4). destruct squares_pos as (X & Q & _ & q_pos). destruct end_constant as [C C'].
  assert (vv_pos : 0 < vv) by (unfold vv; now apply Rmult_lt_0_compat).
  assert (vv'_pos : 0 < vv') by (apply (off_pos _ vv vv' vv_off ltac:(lra)); exact vv_pos).
  apply Rabs_le_inv in L4. pose proof xv_off as N. apply Rabs_le_inv in N.
  (* balls that meet have not gone farther than both lengths *)
  set (s := t * lv). assert (s_pos : 0 <= s) by (unfold s; apply Rmult_le_pos; lra).
  assert (short : s <= lx + r).
  { apply Rmult_le_reg_r with lv; [exact Hv |].
    assert (H : (t * vv + xv) * (t * vv + xv) <= (r * lv) * (r * lv)).
    { assert (A : vv * (vv * (t * t) + 2 * xv * t + xx) <= vv * (r * r)) by (apply Rmult_le_compat_l; lra).
      assert (B : xv * xv <= m * m) by (fold m in L4; clear - L4; nra).
      assert (D : m * m = xx * vv) by (unfold m, xx, vv; ring).
      replace (r * lv * (r * lv)) with (vv * (r * r)) by (unfold vv; ring). nra. }
    assert (K : t * vv + xv <= r * lv) by (apply Rsqr_incr_0_var; [exact H | apply Rmult_le_pos; lra]).
    unfold s. replace (t * lv * lv) with (t * vv) by (unfold vv; ring). lra. }
  assert (ss : s * s <= 2 * q).
  { apply Rle_trans with ((lx + r) * (lx + r)); [apply Rmult_le_compat; lra |]. unfold q, xx. pose proof (Rle_0_sqr (lx - r)) as Z. unfold Rsqr in Z. lra. }
  assert (sx : s * lx <= 1.21 * q).
  { apply Rle_trans with ((lx + r) * lx); [apply Rmult_le_compat_r; lra |]. unfold q, xx. pose proof (Rle_0_sqr (r - 0.45 * lx)) as Z. unfold Rsqr in Z. nra. }
  (* the quadratic of what is computed *)
  destruct vv_off as (e & He & Ev). apply Rabs_le_inv in He.
  assert (V : vv' * (t * t) <= vv * (t * t) + 6.2 * u * q).
  { replace (vv' * (t * t)) with (vv * (t * t) + s * s * e) by (rewrite Ev; unfold vv, s; ring).
    assert (s * s * e <= s * s * (3.1 * u)) by (apply Rmult_le_compat_l; [apply Rle_0_sqr | lra]).
    assert (s * s * (3.1 * u) <= 2 * q * (3.1 * u)) by (apply Rmult_le_compat_r; [unfold u; lra | exact ss]). lra. }
  assert (T : 2 * xv' * t <= 2 * xv * t + 7.6 * u * q).
  { assert ((xv' - xv) * t <= 3.1 * u * (s * lx)) by (replace (3.1 * u * (s * lx)) with (3.1 * u * (lx * lv) * t) by (unfold s; ring); apply Rmult_le_compat_r; lra).
    assert (3.1 * u * (s * lx) <= 3.1 * u * (1.21 * q)) by (apply Rmult_le_compat_l; [unfold u; lra | exact sx]). unfold u in *. lra. }
  assert (low : vv' * (t * t) + 2 * xv' * t + c <= - (11 * u * q)) by (unfold u in *; lra).
  (* its discriminant, as computed *)
  assert (vq : 0 <= vv * q) by (apply Rmult_le_pos; lra).
  assert (k : vv' * q <= 1.001 * (vv * q)).
  { rewrite Ev. assert (0 <= vv * q) by (apply Rmult_le_pos; lra). replace (vv * (1 + e) * q) with (vv * q * (1 + e)) by ring. unfold u in *; nra. }
  assert (m_q : m * m <= vv * q).
  { replace (vv * q) with (m * m + vv * (r * r)) by (unfold m, q, xx, vv; ring). assert (0 <= vv * (r * r)) by (apply Rmult_le_pos; lra). lra. }
  assert (x2 : xv' * xv' <= 1.001 * (vv * q)).
  { assert (Rabs xv' <= 1.0001 * m) by (apply Rabs_le; unfold m in *; unfold u in *; assert (0 <= lx * lv) by (apply Rmult_le_pos; lra); lra).
    rewrite <- (Rabs_pos_eq (xv' * xv')), Rabs_mult by apply Rle_0_sqr.
    assert (Rabs xv' * Rabs xv' <= (1.0001 * m) * (1.0001 * m)) by (apply Rmult_le_compat; try apply Rabs_pos; assumption). assert (0 <= m * m) by apply Rle_0_sqr. lra. }
  assert (vc : Rabs (vv' * c) <= 1.02 * (vv * q)).
  { rewrite Rabs_mult, (Rabs_pos_eq vv') by lra. assert (Rabs c <= 1.01 * q) by (apply Rabs_le; split; [lra | assert (xx - r * r <= q) by (unfold q; lra); assert (0 <= u * q) by (apply Rmult_le_pos; unfold u; lra); lra]).
    assert (vv' * Rabs c <= vv' * (1.01 * q)) by (apply Rmult_le_compat_l; lra). lra. }
  destruct xv2_rounds as (e1 & H1 & E1). destruct vvc_rounds as (e2 & H2 & E2). destruct discriminant_rounds as (e3 & H3 & E3).
  set (b := vv * q) in *. assert (b_pos : 0 <= b) by (unfold b; apply Rmult_le_pos; lra).
  assert (D : xv' * xv' - vv' * c - 4.1 * u * b <= discriminant).
  { assert (A1 : Rabs (xv' * xv' * e1) <= 1.001 * b * u) by (rewrite Rabs_mult, (Rabs_pos_eq (xv' * xv')) by apply Rle_0_sqr; apply Rmult_le_compat; try apply Rabs_pos; try apply Rle_0_sqr; assumption).
    assert (A2 : Rabs (vv' * c * e2) <= 1.02 * b * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
    assert (A3 : Rabs ((xv2 - vvc) * e3) <= 2.03 * b * u).
    { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [| exact H3]. apply Rabs_le_inv in A1. apply Rabs_le_inv in A2. apply Rabs_le_inv in vc.
      assert (0 <= xv' * xv') by apply Rle_0_sqr. rewrite E1, E2. apply Rabs_le. unfold u in *; lra. }
    apply Rabs_le_inv in A1. apply Rabs_le_inv in A2. apply Rabs_le_inv in A3.
    replace discriminant with (xv2 - vvc + (xv2 - vvc) * e3) by (rewrite E3; ring).
    replace xv2 with (xv' * xv' + xv' * xv' * e1) at 1 by (rewrite E1; ring). replace vvc with (vv' * c + vv' * c * e2) at 1 by (rewrite E2; ring). unfold u in *; lra. }
  assert (D' : discriminant <= 2.04 * b).
  { assert (0 <= xv' * xv') by apply Rle_0_sqr. apply Rabs_le_inv in vc. apply Rabs_le_inv in H1. apply Rabs_le_inv in H2. apply Rabs_le_inv in H3.
    assert (xv2 <= 1.0011 * b) by (rewrite E1; clear - H1 x2 H b_pos; unfold u in *; nra).
    assert (Rabs (vv' * c * e2) <= 1.02 * b * u) as A2 by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; lra).
    apply Rabs_le_inv in A2. assert (- 1.021 * b <= vvc) by (replace vvc with (vv' * c + vv' * c * e2) by (rewrite E2; ring); unfold u in *; lra).
    rewrite E3. destruct (Rle_dec 0 (xv2 - vvc)) as [p | n].
    - assert ((xv2 - vvc) * (1 + e3) <= (2.0221 * b) * (1 + u)) by (apply Rmult_le_compat; unfold u in *; lra). unfold u in *; lra.
    - assert ((xv2 - vvc) * (1 + e3) <= 0 * (1 + e3)) by (apply Rmult_le_compat_r; unfold u in *; lra). lra. }
  set (d := Rmax discriminant 0) in *. assert (d_ge : discriminant <= d /\ 0 <= d) by (split; [apply Rmax_l | apply Rmax_r]).
  assert (d_le : d <= 2.04 * b) by (unfold d, Rmax; destruct Rle_dec; lra).
  destruct R1 as (e4 & H4 & E4). apply Rabs_le_inv in H4.
  assert (root_sq : sqrt d * sqrt d = d) by (apply sqrt_sqrt; lra). pose proof (sqrt_pos d) as w_pos. set (w := sqrt d) in *.
  assert (root_pos : 0 <= root) by (rewrite E4; apply Rmult_le_pos; unfold u in *; lra).
  assert (root2 : d - 4.1 * u * b <= root * root).
  { rewrite E4. replace (w * (1 + e4) * (w * (1 + e4))) with (d * ((1 + e4) * (1 + e4))) by (rewrite <- root_sq; ring).
    assert (1 - 2 * u <= (1 + e4) * (1 + e4)) by nra. assert (d * (1 - 2 * u) <= d * ((1 + e4) * (1 + e4))) by (apply Rmult_le_compat_l; lra).
    assert (d * (2 * u) <= 2.04 * b * (2 * u)) by (apply Rmult_le_compat_r; unfold u; lra). unfold u in *; lra. }
  assert (far : vv' * t + xv' <= root).
  { apply Rsqr_incr_0_var; [unfold Rsqr | exact root_pos]. apply Rle_trans with (2 := root2).
    assert (A : vv' * (vv' * (t * t) + 2 * xv' * t + c) <= vv' * - (11 * u * q)) by (apply Rmult_le_compat_l; lra).
    assert (B : 0.999 * b <= vv' * q).
    { unfold b. rewrite Ev. replace (vv * (1 + e) * q) with (vv * q * (1 + e)) by ring. fold b. clear - b_pos He. unfold u in *; nra. }
    assert (0 <= u * b) by (apply Rmult_le_pos; unfold u; lra). unfold u in *. nra. }
  (* so t is not later than the end *)
  assert (reach : t <= (root - xv') / vv') by (apply Rmult_le_reg_r with vv'; [exact vv'_pos |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
  assert (sum_pos : 0 <= root - xv') by (assert (0 <= vv' * t) by (apply Rmult_le_pos; lra); lra).
  pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ (rounds_off _ _ R2) (exact vv') ltac:(lra) ltac:(lra) ltac:(lra)) R3 ltac:(lra)) as O1.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O1 (exact (1 + WINDOW_ERROR * u)) ltac:(lra) ltac:(lra)) R4 ltac:(lra)) as O2.
  unfold window_needs in enough. set (z := (root - xv') / vv') in *.
  assert (z_pos : 0 <= z) by (unfold z, Rdiv; apply Rmult_le_pos; [exact sum_pos | left; now apply Rinv_0_lt_compat]).
  assert (wide : 0 <= z * (1 + WINDOW_ERROR * u)) by (apply Rmult_le_pos; unfold u in *; lra).
  pose proof (off_le _ _ _ wide O2) as [U _].
  assert (z * (1 + 32 * u) <= z * (1 + WINDOW_ERROR * u)) by (apply Rmult_le_compat_l; unfold u in *; lra).
  assert (z <= z * (1 + 32 * u) * (1 - 4 * u)) by (clear - z_pos; unfold u; nra).
  assert (z * (1 + 32 * u) * (1 - 4 * u) <= z * (1 + WINDOW_ERROR * u) * (1 - (1 + 0 + / 50 + 1 + / 100 + 0 + / 100 + 1 + / 100) * u)).
  { apply Rmult_le_compat; unfold u in *; try lra. }
  lra.
Qed.
End End.
