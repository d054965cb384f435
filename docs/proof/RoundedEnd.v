(** The end of the window of two balls, and how far apart they stay, as it is computed: src/proof/window.rs in double
    precision. Letters are those of RoundedWindow.v. The balls may overlap at the start: c may have either sign. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Counts Constants RoundedWindow.
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
    rust src/proof/window.rs: let root = larger(discriminant, 0.0).sqrt();
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

(** * How far apart balls stay that never meet

    The distance is taken at the time t. At any other time that the question is about, the middles are hardly nearer: t is the
    begin and they move apart or do not move, or t is where they are nearest, up to rounding, or they come nearer up to t,
    where time ends. *)
Section Distance.
Variable fl : R -> R.
Variables lx lv xv r t other xx' xv' vv' size lost square root distance result : R.
Hypothesis lengths : 0 <= lx /\ 0 <= lv /\ 0 <= r /\ Rabs xv <= lx * lv.
Let xx := lx * lx.
Let vv := lv * lv.
Hypothesis times : 0 <= t /\ 0 <= other.
Hypothesis xx_off : off 3.1 xx xx'.
Hypothesis vv_off : off 3.1 vv vv'.
Hypothesis xv_off : Rabs (xv' - xv) <= 3.1 * u * (lx * lv).
Hypothesis nearest : (t = 0 /\ 0 <= xv') \/ rounds (- xv' / vv') t \/ (other <= t /\ t * vv' <= - xv' * (1 + u)).
(** The square of the distance, and its two terms that are squares themselves. The third term is no larger than their sum. *)
Let q := vv * (t * t) + 2 * xv * t + xx.
Let all := xx + vv * (t * t).
(** The square as it is computed, and what is taken from it for its roundings.
    rust src/proof/window.rs: let t = if xv < 0.0 { -xv / vv } else { 0.0 };
    | return Err(least_distance((xx, xv, vv), t, end, squares) - radius);
    rust src/proof/window.rs: return Err(least_distance((xx, xv, vv), end, end, squares) - radius);
    rust src/proof/window.rs: let t = if t < end { t } else { end };
    | let size = squares + (xv.abs() * 2.0 + vv * t) * t;
    | let square = xx + (2.0 * xv + vv * t) * t - size * WINDOW_ERROR;
    | larger(square, 0.0).sqrt() * (1.0 - UNIT) *)
Hypothesis size_covers : all * (1 - 10 * u) <= size.
Definition squared := Plus (Leaf 0 xx' xx') (Times (Plus (Leaf 0 (2 * xv') (2 * xv')) (Times (Leaf 0 vv' vv') (Leaf 0 t t))) (Leaf 0 t t)).
Hypothesis squared_so : fits fl squared.
Hypothesis lost_rounds : rounds (size * (WINDOW_ERROR * u)) lost.
Hypothesis square_rounds : rounds (computed fl squared - lost) square.
Hypothesis square_pos : 0 < square.
Hypothesis root_rounds : rounds (sqrt square) root.
Hypothesis distance_rounds : rounds (root * (1 - u)) distance.
Hypothesis result_rounds : rounds (distance - r) result.
Hypothesis enough : window_needs <= WINDOW_ERROR.

Lemma square_near : square <= q + 18 * u * all - size * (WINDOW_ERROR * u) * (1 - 2 * u).
Proof.
  destruct lengths as (L1 & L2 & L3 & L4). destruct times as [T1 T2]. pose proof xv_off as N. apply Rabs_le_inv in N. apply Rabs_le_inv in L4. unfold window_needs in enough.
  assert (X : 0 <= xx) by (unfold xx; now apply Rmult_le_pos). assert (vv_pos : 0 <= vv) by (unfold vv; now apply Rmult_le_pos).
  assert (V : 0 <= vv * (t * t)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
  pose proof (off_le _ _ _ X xx_off) as X'. destruct vv_off as (e & He & Ev). apply Rabs_le_inv in He.
  assert (V' : Rabs (vv' * (t * t) - vv * (t * t)) <= 3.1 * u * (vv * (t * t))).
  { replace (vv' * (t * t) - vv * (t * t)) with (e * (vv * (t * t))) by (rewrite Ev; ring). rewrite Rabs_mult, (Rabs_pos_eq (vv * (t * t))) by exact V. apply Rmult_le_compat_r; [exact V | apply Rabs_le; lra]. }
  apply Rabs_le_inv in V'. assert (m_pos : 0 <= lx * lv * t) by (repeat apply Rmult_le_pos; lra).
  assert (cross : 2 * (lx * lv * t) <= all) by (unfold all, xx, vv; pose proof (Rle_0_sqr (lx - lv * t)) as Y; unfold Rsqr in Y; lra).
  assert (M : Rabs (xv' * t - xv * t) <= 3.1 * u * (lx * lv * t)).
  { replace (xv' * t - xv * t) with ((xv' - xv) * t) by ring. rewrite Rabs_mult, (Rabs_pos_eq t) by lra. replace (3.1 * u * (lx * lv * t)) with (3.1 * u * (lx * lv) * t) by ring. apply Rmult_le_compat_r; [lra | exact xv_off]. }
  apply Rabs_le_inv in M.
  assert (xt : Rabs (xv * t) <= lx * lv * t) by (rewrite Rabs_mult, (Rabs_pos_eq t) by lra; apply Rmult_le_compat_r; [lra | apply Rabs_le; lra]).
  apply Rabs_le_inv in xt.
  pose proof (units_of fl squared squared_so ltac:(simpl; lia)) as E. replace (INR (count squared)) with 4 in E by (simpl; lra).
  assert (S : sizes squared <= 2.02 * all).
  { simpl. assert (vv'_pos : 0 <= vv') by (rewrite Ev; apply Rmult_le_pos; unfold u in *; lra).
    rewrite (Rabs_pos_eq t), (Rabs_pos_eq vv'), (Rabs_pos_eq xx') by (unfold u in *; lra).
    assert (A : Rabs (2 * xv') * t <= 2.01 * (lx * lv * t)).
    { replace (2.01 * (lx * lv * t)) with (2.01 * (lx * lv) * t) by ring. apply Rmult_le_compat_r; [lra |]. assert (0 <= lx * lv) by (apply Rmult_le_pos; lra). apply Rabs_le. unfold u in *; lra. }
    unfold all in *. unfold u in *. lra. }
  assert (all_pos : 0 <= all) by (unfold all; lra).
  assert (E' : Rabs (computed fl squared - value squared) <= 8.2 * u * all).
  { apply Rle_trans with (1 := E). assert ((4 + / 100) * u * sizes squared <= (4 + / 100) * u * (2.02 * all)) by (apply Rmult_le_compat_l; [unfold u; lra | exact S]). unfold u in *. lra. }
  apply Rabs_le_inv in E'. set (c := computed fl squared) in *. simpl in E'.
  assert (C : c <= q + 14.5 * u * all) by (unfold q, all in *; unfold u in *; lra).
  assert (small : c <= 2.1 * all) by (unfold q, all in *; unfold u in *; lra).
  assert (W : 0 <= size * (WINDOW_ERROR * u)) by (apply Rmult_le_pos; unfold u in *; lra).
  pose proof (off_le _ _ _ W (rounds_off _ _ lost_rounds)) as [F _]. destruct square_rounds as (d & Hd & Ed). apply Rabs_le_inv in Hd.
  assert (P : 0 <= c - lost).
  { apply Rnot_lt_le. intro B. assert (0 < - (c - lost) * (1 + d)) by (apply Rmult_lt_0_compat; unfold u in *; lra). rewrite Ed in square_pos. lra. }
  assert (square <= (c - lost) * (1 + u)) by (rewrite Ed; apply Rmult_le_compat_l; lra).
  assert (lost_pos : 0 <= lost) by (unfold u in *; lra).
  assert ((c - lost) * u <= 2.1 * all * u) by (apply Rmult_le_compat_r; [unfold u; lra | lra]). unfold u in *. lra.
Qed.

Lemma hardly_nearer : q <= vv * (other * other) + 2 * xv * other + xx + u * all.
Proof.
  destruct lengths as (L1 & L2' & L3 & L4). destruct times as [T1 T2]. pose proof xv_off as N. apply Rabs_le_inv in N. apply Rabs_le_inv in L4.
  destruct (Rle_lt_or_eq_dec 0 lv L2') as [L2 | rest].
  2: { rewrite <- rest, Rmult_0_r in L4. unfold q, all, vv, xx. rewrite <- rest. assert (xv = 0) as -> by lra.
    assert (0 <= u * (lx * lx)) by (repeat apply Rmult_le_pos; unfold u; lra). lra. }
  assert (m_pos : 0 <= lx * lv) by (apply Rmult_le_pos; lra). assert (vv_pos : 0 < vv) by (unfold vv; now apply Rmult_lt_0_compat).
  pose proof (off_le _ _ _ (Rlt_le _ _ vv_pos) vv_off) as V. assert (vt : 0 <= vv * t) by (apply Rmult_le_pos; lra).
  assert (V1 : vv * t * (1 - 3.1 * u) <= t * vv' <= vv * t * (1 + 3.1 * u)) by (split; [replace (vv * t * (1 - 3.1 * u)) with (t * (vv * (1 - 3.1 * u))) by ring | replace (vv * t * (1 + 3.1 * u)) with (t * (vv * (1 + 3.1 * u))) by ring]; apply Rmult_le_compat_l; lra).
  set (g := vv * t + xv). set (d := other - t). set (small := 9 * u * (lx * lv + vv * t)).
  assert (small_pos : 0 <= small) by (unfold small; apply Rmult_le_pos; [unfold u; lra | lra]).
  assert (side : - (Rabs d * small) <= d * g).
  { destruct nearest as [[Z A] | [(e & He & E) | [A B]]].
    - assert (- small <= g) by (unfold g, small; rewrite Z in *; unfold u in *; lra). assert (0 <= d) by (unfold d; lra). rewrite Rabs_pos_eq by assumption.
      assert (d * - small <= d * g) by (apply Rmult_le_compat_l; lra). lra.
    - assert (vv'_pos : 0 < vv') by (unfold u in *; lra). assert (F : t * vv' = - xv' * (1 + e)) by (rewrite E; field; lra). apply Rabs_le_inv in He.
      assert (X : Rabs (xv' * e) <= 1.01 * (lx * lv) * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; unfold u in *; lra).
      apply Rabs_le_inv in X. assert (G : Rabs g <= small) by (apply Rabs_le; unfold g, small, u in *; lra).
      assert (H : Rabs (d * g) <= Rabs d * small) by (rewrite Rabs_mult; apply Rmult_le_compat_l; [apply Rabs_pos | exact G]). apply Rabs_le_inv in H. lra.
    - assert (g <= small) by (unfold g, small, u in *; lra). assert (d <= 0) by (unfold d; lra). rewrite (Rabs_left1 d) by assumption.
      assert (- d * g <= - d * small) by (apply Rmult_le_compat_l; lra). lra. }
  (* what is nearer by a wrong sign is a square of small numbers *)
  assert (E : vv * (other * other) + 2 * xv * other + xx = q + (vv * (d * d) + 2 * (d * g))) by (unfold q, d, g; ring).
  rewrite E. apply Rplus_le_reg_l with (- q). assert (Z : 0 <= (lv * (Rabs d * lv) - small) * (lv * (Rabs d * lv) - small)) by apply Rle_0_sqr.
  assert (dd : Rabs d * Rabs d = d * d) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  assert (W : - (small * small) <= vv * (vv * (d * d) + 2 * (d * g))).
  { assert (vv * - (Rabs d * small) <= vv * (d * g)) by (apply Rmult_le_compat_l; lra).
    replace ((lv * (Rabs d * lv) - small) * (lv * (Rabs d * lv) - small)) with (vv * vv * (Rabs d * Rabs d) - 2 * (vv * (Rabs d * small)) + small * small) in Z by (unfold vv; ring).
    rewrite dd in Z. lra. }
  assert (S : small * small <= vv * (u * all)).
  { unfold small. replace (9 * u * (lx * lv + vv * t) * (9 * u * (lx * lv + vv * t))) with (81 * u * u * (vv * ((lx + lv * t) * (lx + lv * t)))) by (unfold vv; ring).
    assert (P : (lx + lv * t) * (lx + lv * t) <= 2 * all) by (unfold all, xx, vv; pose proof (Rle_0_sqr (lx - lv * t)) as Y; unfold Rsqr in Y; lra).
    assert (0 <= all) by (pose proof (Rle_0_sqr (lx + lv * t)) as Y; unfold Rsqr in Y; lra).
    replace (vv * (u * all)) with (vv * all * u) by ring. assert (vv * ((lx + lv * t) * (lx + lv * t)) <= vv * (2 * all)) by (apply Rmult_le_compat_l; lra).
    assert (0 <= vv * all) by (apply Rmult_le_pos; lra). unfold u in *. lra. }
  assert (0 <= vv * (vv * (d * d) + 2 * (d * g) + u * all)) by lra.
  assert (0 <= vv * (d * d) + 2 * (d * g) + u * all) by (apply Rmult_le_reg_l with vv; lra). lra.
Qed.

(** So what is stated is no more than the balls are apart at any of the times. Where less than nothing is stated, nothing is to
    be proven: it is known that they do not meet. *)
Theorem computed_distance : 0 <= result -> result <= sqrt (vv * (other * other) + 2 * xv * other + xx) - r.
Proof.
  intros stated. destruct lengths as (L1 & L2 & L3 & L4). destruct times as [T1 T2]. pose proof hardly_nearer as H. pose proof square_near as near_q. unfold window_needs in enough. apply Rabs_le_inv in L4.
  assert (X : 0 <= xx) by (unfold xx; now apply Rmult_le_pos). assert (V : 0 <= vv * (t * t)) by (apply Rmult_le_pos; [unfold vv; apply Rmult_le_pos; lra | apply Rle_0_sqr]).
  assert (pos : 0 <= all) by (unfold all; lra). set (y := vv * (other * other) + 2 * xv * other + xx) in *.
  assert (W : all * (1 - 10 * u) * (32 * u) * (1 - 2 * u) <= size * (WINDOW_ERROR * u) * (1 - 2 * u)).
  { apply Rmult_le_compat_r; [unfold u; lra |]. apply Rmult_le_compat; [apply Rmult_le_pos; unfold u; lra | unfold u; lra | exact size_covers | unfold u in *; lra]. }
  assert (less : square <= y - 12.5 * u * all) by (unfold u in *; lra).
  assert (Q : q <= 2 * all).
  { unfold q, all. assert (xv * t <= lx * lv * t) by (apply Rmult_le_compat_r; lra). pose proof (Rle_0_sqr (lx - lv * t)) as Y. unfold Rsqr in Y. unfold xx, vv in *. lra. }
  assert (square_le : square <= 2 * all) by (unfold u in *; lra).
  assert (share : square * (1 + 6.1 * u) <= y) by (unfold u in *; lra).
  set (w := sqrt square). assert (w_pos : 0 < w) by (now apply sqrt_lt_R0). assert (ww : w * w = square) by (apply sqrt_sqrt; lra).
  assert (y_pos : 0 <= y) by (unfold u in *; lra).
  assert (below : w * (1 + 3 * u) <= sqrt y).
  { rewrite <- (sqrt_square (w * (1 + 3 * u))) by (apply Rmult_le_pos; unfold u; lra). apply sqrt_le_1_alt.
    replace (w * (1 + 3 * u) * (w * (1 + 3 * u))) with (square * ((1 + 3 * u) * (1 + 3 * u))) by (rewrite <- ww; ring). unfold u in *. lra. }
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ (rounds_off _ _ root_rounds) (exact (1 - u)) ltac:(lra) ltac:(lra)) distance_rounds ltac:(lra)) as O. fold w in O.
  assert (P : 0 <= w * (1 - u)) by (apply Rmult_le_pos; unfold u; lra). pose proof (off_le _ _ _ P O) as [O1 O2].
  assert (D : distance <= w * (1 + 1.1 * u)) by (apply Rle_trans with (1 := O2); rewrite Rmult_assoc; apply Rmult_le_compat_l; unfold u; lra).
  destruct result_rounds as (e & He & E). apply Rabs_le_inv in He.
  assert (apart : 0 <= distance - r).
  { apply Rnot_lt_le. intro N. assert (0 < - (distance - r) * (1 + e)) by (apply Rmult_lt_0_compat; unfold u in *; lra). rewrite E in stated. lra. }
  assert (result <= (distance - r) * (1 + u)) by (rewrite E; apply Rmult_le_compat_l; lra).
  assert (0 <= r * u) by (apply Rmult_le_pos; unfold u; lra). unfold u in *. lra.
Qed.
End Distance.
