(** When balls meet, as it is computed: src/proof/window.rs in double precision. Limits are those of RoundedParabola.v.

    x leads from one middle to the other at the start, v is its rate, and r the sum of the radii. The numbers xx, xv and vv
    are their products; a prime marks what is computed. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Rounding Constants RoundedParabola.
Local Open Scope R_scope.

Section Window.
Variables lx lv xv r : R.
Hypothesis lengths : 0 <= lx /\ 0 <= lv /\ 0 <= r /\ Rabs xv <= lx * lv.
Let xx := lx * lx.
Let vv := lv * lv.
(** rust src/proof/window.rs: let (xx, xv, vv) = (from.square(), from.dot(velocity), velocity.square()); *)
Variables xx' xv' vv' : R.
Hypothesis xx_off : off 3.1 xx xx'.
Hypothesis vv_off : off 3.1 vv vv'.
Hypothesis xv_off : Rabs (xv' - xv) <= 3.1 * u * (lx * lv).
(** rust src/proof/window.rs: let squares = xx + radius * radius;
    rust src/proof/window.rs: let c = xx - radius * radius - squares * WINDOW_ERROR; *)
Variables rr squares apart lost c : R.
Hypothesis rr_rounds : rounds (r * r) rr.
Hypothesis squares_rounds : rounds (xx' + rr) squares.
Hypothesis apart_rounds : rounds (xx' - rr) apart.
Hypothesis lost_rounds : rounds (squares * (WINDOW_ERROR * u)) lost.
Hypothesis c_rounds : rounds (apart - lost) c.
Hypothesis c_pos : 0 < c.
Definition window_needs := 32.
Hypothesis enough : window_needs <= WINDOW_ERROR <= 1000.

(** What is left of the constant for the products of x and v: 20 units of both squares. *)
Lemma constant_covered : forall c', c' <= c * (1 + 3 * u) -> c' + 20 * u * (xx + r * r) <= xx - r * r.
Proof.
  intros c' Hc. unfold window_needs in enough. destruct lengths as (L1 & L2 & L3 & _).
  assert (X : 0 <= xx) by (unfold xx; apply Rmult_le_pos; lra). assert (Q : 0 <= r * r) by (apply Rmult_le_pos; lra).
  pose proof (off_le _ _ _ X xx_off) as Ox. pose proof (off_le _ _ _ Q (rounds_off _ _ rr_rounds)) as Or.
  set (rr0 := r * r) in *. clearbody xx rr0.
  assert (S0 : 0 <= xx' + rr) by (unfold u in *; lra). pose proof (off_le _ _ _ S0 (rounds_off _ _ squares_rounds)) as Os.
  assert (S1 : 0 <= squares) by (unfold u in *; lra).
  assert (P : 0 <= squares * (WINDOW_ERROR * u)) by (apply Rmult_le_pos; [exact S1 | unfold u; lra]).
  pose proof (off_le _ _ _ P (rounds_off _ _ lost_rounds)) as Ol.
  assert (low : squares * (32 * u) <= squares * (WINDOW_ERROR * u)) by (apply Rmult_le_compat_l; [exact S1 | unfold u; lra]).
  assert (lost_ge : 31.9 * u * (xx + rr0) <= lost) by (unfold u in *; lra).
  destruct apart_rounds as (e & He & Ea). destruct c_rounds as (e' & He' & Ec). apply Rabs_le_inv in He. apply Rabs_le_inv in He'.
  assert (near : Rabs ((xx' - rr) * e) <= (1.01 * (xx + rr0)) * u).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; unfold u in *; lra. }
  apply Rabs_le_inv in near. assert (Ea' : apart = xx' - rr + (xx' - rr) * e) by (rewrite Ea; ring).
  assert (left_pos : 0 < apart - lost).
  { rewrite Ec in c_pos. apply Rnot_le_lt. intro N. assert ((apart - lost) * (1 + e') <= 0 * (1 + e')) by (apply Rmult_le_compat_r; unfold u in *; lra). lra. }
  assert (c_le : c <= (apart - lost) * (1 + u)) by (rewrite Ec; apply Rmult_le_compat_l; lra).
  unfold u in *. lra.
Qed.

(** Where the computed quadratic is not negative, and t v no longer than x, the balls are apart. *)
Lemma quadratic_covered : forall c' t, c' <= c * (1 + 3 * u) -> 0 <= t -> t * lv <= 1.1 * lx -> 0 < lx ->
  0 <= vv' * (t * t) + 2 * xv' * t + c' -> r * r < vv * (t * t) + 2 * xv * t + xx.
Proof.
  intros c' t Hc Ht short Hx H. pose proof (constant_covered c' Hc) as C. destruct lengths as (L1 & L2 & L3 & _).
  destruct vv_off as (e & He & Ev). apply Rabs_le_inv in He. apply Rabs_le_inv in xv_off.
  set (s := t * lv) in *. assert (Hs : 0 <= s) by (unfold s; apply Rmult_le_pos; lra).
  assert (ss : s * s <= 1.21 * (lx * lx)) by (replace (1.21 * (lx * lx)) with ((1.1 * lx) * (1.1 * lx)) by lra; apply Rmult_le_compat; lra).
  assert (sx : s * lx <= 1.1 * (lx * lx)) by (replace (1.1 * (lx * lx)) with ((1.1 * lx) * lx) by lra; apply Rmult_le_compat_r; lra).
  assert (V : vv' * (t * t) = vv * (t * t) + s * s * e) by (rewrite Ev; unfold vv, s; ring).
  assert (Ve : s * s * e <= s * s * (3.1 * u)) by (apply Rmult_le_compat_l; [apply Rle_0_sqr | lra]).
  assert (T : (xv' - xv) * t <= 3.1 * u * (s * lx)) by (replace (3.1 * u * (s * lx)) with (3.1 * u * (lx * lv) * t) by (unfold s; ring); apply Rmult_le_compat_r; lra).
  assert (0 <= r * r) by apply Rle_0_sqr. assert (0 < lx * lx) by (apply Rmult_lt_0_compat; lra). unfold xx in *. unfold u in *. lra.
Qed.

(** rust src/proof/window.rs: let discriminant = xv * xv - vv * c; *)
Variables xv2 vvc discriminant : R.
Hypothesis xv2_rounds : rounds (xv' * xv') xv2.
Hypothesis vvc_rounds : rounds (vv' * c) vvc.
Hypothesis discriminant_rounds : rounds (xv2 - vvc) discriminant.

Lemma exact_discriminant : exists c' k, c * (1 - 3 * u) <= c' <= c * (1 + 3 * u) /\ 0 < c' /\ off 3 1 k /\ 0 < k /\ discriminant = k * (xv' * xv' - vv' * c').
Proof.
  destruct xv2_rounds as (e1 & H1 & E1). destruct vvc_rounds as (e3 & H3 & E3). destruct discriminant_rounds as (e4 & H4 & E4).
  assert (O1 : off 1 1 (1 + e1)) by (exists e1; split; lra).
  assert (O3 : off 1 1 (1 + e3)) by (exists e3; split; lra).
  assert (O4 : off 1 1 (1 + e4)) by (exists e4; split; lra).
  assert (Q : off 3 1 ((1 + e3) / (1 + e1))).
  { pose proof (off_div _ _ _ _ _ _ O3 O1 R1_neq_R0 ltac:(lra) ltac:(lra)) as N.
    replace (1 / 1) with 1 in N by field. apply off_more with (1 := N). lra. }
  assert (P : off 3 1 ((1 + e1) * (1 + e4))).
  { pose proof (off_mult _ _ _ _ _ _ O1 O4 ltac:(lra) ltac:(lra)) as M. rewrite Rmult_1_l in M. apply off_more with (1 := M). lra. }
  assert (N1 : 1 + e1 <> 0) by (apply Rabs_le_inv in H1; unfold u in *; lra).
  assert (0 < (1 + e3) / (1 + e1)) by (apply (off_pos _ 1 _ Q ltac:(lra)); lra).
  assert (0 < (1 + e1) * (1 + e4)) by (apply (off_pos _ 1 _ P ltac:(lra)); lra).
  pose proof (off_le _ _ _ Rle_0_1 Q) as B.
  exists (c * ((1 + e3) / (1 + e1))), ((1 + e1) * (1 + e4)).
  split; [split; apply Rmult_le_compat_l; lra |]. split; [now apply Rmult_lt_0_compat |]. split; [exact P |]. split; [assumption |].
  rewrite E4, E3, E1. field. exact N1.
Qed.

(** Middles that move apart, or pass each other too far away, or do not move, are apart at all later times.
    rust src/proof/window.rs: if c > 0.0 && (xv >= 0.0 || discriminant < 0.0) { *)
Theorem computed_apart : forall t, 0 < lx -> 0 <= t -> 0 <= xv' \/ discriminant < 0 -> r * r < vv * (t * t) + 2 * xv * t + xx.
Proof.
  intros t Hx Ht cases. destruct lengths as (L1 & L2 & L3 & L4). destruct (Rle_lt_or_eq_dec 0 lv L2) as [Hv | rest].
  2: { pose proof (constant_covered c ltac:(unfold u; lra)) as C. rewrite <- rest, Rmult_0_r in L4. apply Rabs_le_inv in L4.
    assert (xv = 0) as -> by lra. unfold vv. rewrite <- rest. assert (0 <= xx + r * r) by (unfold xx; pose proof (Rle_0_sqr lx) as Y; pose proof (Rle_0_sqr r) as Z; unfold Rsqr in Y, Z; lra).
    assert (0 <= u * (xx + r * r)) by (apply Rmult_le_pos; [unfold u; lra | assumption]). lra. }
  assert (vv_pos : 0 < vv) by (unfold vv; now apply Rmult_lt_0_compat). assert (xx_pos : 0 < xx) by (unfold xx; now apply Rmult_lt_0_compat).
  assert (0 <= r * r) by apply Rle_0_sqr.
  set (m := lx * lv) in *. assert (m_pos : 0 < m) by (unfold m; now apply Rmult_lt_0_compat). assert (mm : m * m = xx * vv) by (unfold m, xx, vv; ring).
  (* the square of xv is small against both others *)
  assert (small : xv <= 0 -> xv * xv <= (xx - r * r - 9 * u * xx) * vv).
  { intros neg. destruct exact_discriminant as (c' & k & Hc & c'_pos & k_off & k_pos & E).
    pose proof (constant_covered c' ltac:(lra)) as C. apply Rabs_le_inv in xv_off.
    assert (u_xx : 0 <= u * xx) by (apply Rmult_le_pos; unfold u; lra).
    assert (room : 11 * u * xx <= xx - r * r - 9 * u * xx) by (assert (0 <= u * (r * r)) by (apply Rmult_le_pos; unfold u; lra); lra).
    destruct cases as [away | passes].
    - assert (xv * xv <= (3.1 * u * m) * (3.1 * u * m)) by
        (assert (near : - (3.1 * u * m) <= xv <= 0) by lra; clear - near; nra).
      apply Rle_trans with (11 * u * xx * vv); [| apply Rmult_le_compat_r; lra].
      replace (11 * u * xx * vv) with (11 * u * (m * m)) by (rewrite mm; ring). assert (0 <= m * m) by apply Rle_0_sqr. unfold u in *. lra.
    - destruct vv_off as (e & He & Ev). apply Rabs_le_inv in He.
      assert (Dneg : xv' * xv' < vv' * c').
      { rewrite E in passes. apply Rnot_le_lt. intro N. assert (0 <= k * (xv' * xv' - vv' * c')) by (apply Rmult_le_pos; lra). lra. }
      assert (step : xv * xv <= xv' * xv' + 6.324 * u * (m * m)).
      { apply Rabs_le_inv in L4. set (d := xv' - xv) in *.
        replace (xv' * xv') with (xv * xv + (2 * xv * d + d * d)) by (unfold d; ring).
        assert (Q : Rabs (2 * xv * d + d * d) <= 6.324 * u * (m * m)).
        { replace (2 * xv * d + d * d) with ((2 * xv + d) * d) by ring. rewrite Rabs_mult.
          replace (6.324 * u * (m * m)) with ((2.04 * m) * (3.1 * u * m)) by lra.
          apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; unfold u in *; lra. }
        apply Rabs_le_inv in Q. lra. }
      assert (c'_xx : c' <= xx) by (unfold u in *; lra).
      assert (V : vv' * c' <= vv * c' + 3.1 * u * (xx * vv)).
      { rewrite Ev. replace (vv * (1 + e) * c') with (vv * c' + e * (vv * c')) by ring.
        assert (e * (vv * c') <= 3.1 * u * (vv * xx)).
        { apply Rle_trans with (3.1 * u * (vv * c')); [apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra |].
          apply Rmult_le_compat_l; [unfold u; lra |]. apply Rmult_le_compat_l; lra. }
        lra. }
      assert (CV : c' * vv <= (xx - r * r - 20 * u * xx) * vv) by (apply Rmult_le_compat_r; [lra |]; assert (0 <= u * (r * r)) by (apply Rmult_le_pos; unfold u; lra); lra).
      rewrite mm in step. assert (0 <= u * (xx * vv)) by (repeat apply Rmult_le_pos; unfold u; lra). lra. }
  destruct (Rle_dec 0 xv) as [pos | neg].
  - destruct exact_discriminant as (c' & k & Hc & c'_pos & _). pose proof (constant_covered c' ltac:(lra)) as C.
    assert (0 <= vv * (t * t)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]). assert (0 <= xv * t) by (apply Rmult_le_pos; lra).
    assert (0 <= u * (xx + r * r)) by (apply Rmult_le_pos; unfold u; lra). lra.
  - specialize (small ltac:(lra)). apply Rmult_lt_reg_l with vv; [exact vv_pos |].
    assert (S : 0 <= (vv * t + xv) * (vv * t + xv)) by apply Rle_0_sqr.
    assert (0 < u * xx * vv) by (repeat apply Rmult_lt_0_compat; unfold u; lra). lra.
Qed.

(** Before the begin of the window the balls are apart.
    rust src/proof/window.rs: c / (root - xv) * (1.0 - WINDOW_ERROR) *)
Theorem computed_begin : forall root sum quotient begin t, 0 < lv -> xv' < 0 -> 0 <= discriminant ->
  rounds (sqrt discriminant) root -> rounds (root - xv') sum -> rounds (c / sum) quotient -> rounds (quotient * (1 - WINDOW_ERROR * u)) begin ->
  0 <= t <= begin -> r * r < vv * (t * t) + 2 * xv * t + xx.
Proof.
  intros root sum q begin t Hv Hxv Hd R1 R2 R3 R4 Ht.
  destruct exact_discriminant as (c' & k & Hc & c'_pos & k_off & k_pos & E).
  set (D := xv' * xv' - vv' * c') in *.
  assert (vv_pos : 0 < vv) by (unfold vv; now apply Rmult_lt_0_compat).
  assert (vv'_pos : 0 < vv') by (apply (off_pos _ vv vv' vv_off ltac:(lra)); exact vv_pos).
  assert (HD : 0 <= D). { apply Rnot_lt_le. intro N. rewrite E in Hd. assert (0 < k * - D) by (apply Rmult_lt_0_compat; lra). lra. }
  pose proof (sqrt_pos D).
  assert (Or : off 3 (sqrt D) (sqrt discriminant)).
  { apply off_sqrt; [| lra | exact HD]. rewrite E, Rmult_comm. destruct k_off as (e & He & ->). exists e. split; [exact He | ring]. }
  pose proof (off_then _ _ _ _ Or R1 ltac:(lra)) as O1.
  pose proof (off_then _ _ _ _ (off_add (3 + 1 + / 100) _ _ _ _ O1 (off_more 0 (3 + 1 + / 100) _ _ (exact (- xv')) ltac:(lra)) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O2.
  assert (OC : off 4 c' c).
  { exists (c / c' - 1). split; [| field; lra]. assert (Z : (c / c' - 1) * c' = c - c') by (field; lra).
    apply Rabs_le. split; apply Rmult_le_reg_r with c'; try lra; rewrite Z; unfold u in *; lra. }
  assert (sum_pos : 0 < sqrt D + - xv') by lra.
  pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ OC O2 (Rgt_not_eq _ _ sum_pos) ltac:(lra) ltac:(lra)) R3 ltac:(lra)) as O3.
  set (exact_root := c' / (sqrt D + - xv')) in *.
  assert (root_pos : 0 < exact_root) by (unfold exact_root; now apply Rdiv_lt_0_compat).
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O3 (exact (1 - WINDOW_ERROR * u)) ltac:(lra) ltac:(lra)) R4 ltac:(lra)) as O4.
  unfold window_needs in enough.
  assert (shrunk : 0 <= exact_root * (1 - WINDOW_ERROR * u)) by (apply Rmult_le_pos; unfold u; lra).
  pose proof (off_le _ _ _ shrunk O4) as [_ U].
  assert (less : exact_root * (1 - WINDOW_ERROR * u) <= exact_root * (1 - 32 * u)) by (apply Rmult_le_compat_l; unfold u; lra).
  assert (below : begin <= exact_root) by (unfold u in *; lra).
  assert (value : exact_root * (sqrt D + - xv') = c') by (unfold exact_root; field; lra).
  assert (root2 : sqrt D * sqrt D = D) by now apply sqrt_sqrt.
  set (w := sqrt D) in *.
  (* the first root is no later than where the quadratic is least *)
  assert (early : exact_root * vv' <= - xv').
  { assert (W : w <= - xv'). { apply Rsqr_incr_0_var; unfold Rsqr; [| lra]. assert (0 <= vv' * c') by (apply Rmult_le_pos; lra). unfold D in root2. nra. }
    assert (V : exact_root * vv' * (w + - xv') = (- xv' - w) * (w + - xv')).
    { replace (exact_root * vv' * (w + - xv')) with (vv' * c') by (rewrite <- value; ring). unfold D in root2. lra. }
    apply Rmult_eq_reg_r in V; lra. }
  assert (lx_pos : 0 < lx).
  { destruct lengths as (L1 & _ & _ & L4). destruct (Req_dec lx 0) as [Z |]; [| lra]. rewrite Z, Rmult_0_l in *.
    apply Rabs_le_inv in L4. apply Rabs_le_inv in xv_off. lra. }
  assert (short : t * lv <= 1.1 * lx).
  { destruct lengths as (L1 & L2 & L3 & L4). destruct vv_off as (e & He & Ev). apply Rabs_le_inv in He. apply Rabs_le_inv in L4. apply Rabs_le_inv in xv_off.
    assert (P : 0 <= lx * lv) by (apply Rmult_le_pos; lra).
    assert (A : - xv' <= 1.01 * (lx * lv)) by (unfold u in *; lra).
    assert (B : t * vv' <= 1.01 * (lx * lv)) by (assert (t * vv' <= exact_root * vv') by (apply Rmult_le_compat_r; lra); lra).
    assert (F : t * vv * 0.99 <= t * vv').
    { rewrite Ev. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [lra | unfold u in *; lra]. }
    apply Rmult_le_reg_r with lv; [exact Hv |]. unfold vv in F. lra. }
  apply quadratic_covered with c'; try assumption; try lra.
  (* the computed quadratic is not negative before its first root *)
  assert (tw : t * (w + - xv') <= c') by (rewrite <- value; apply Rmult_le_compat_r; lra).
  assert (F : c' * (vv' * (t * t) + 2 * xv' * t + c') = (c' + xv' * t - w * t) * (c' + xv' * t + w * t)).
  { unfold D in root2.
    replace (c' * (vv' * (t * t) + 2 * xv' * t + c')) with (vv' * c' * (t * t) + 2 * xv' * t * c' + c' * c') by ring.
    replace (vv' * c') with (xv' * xv' - w * w) by lra. ring. }
  assert (0 <= w * t) by (apply Rmult_le_pos; lra).
  assert (0 <= (c' + xv' * t - w * t) * (c' + xv' * t + w * t)) by (apply Rmult_le_pos; lra).
  apply Rmult_le_reg_l with c'; lra.
Qed.
End Window.
