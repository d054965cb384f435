(** The first order as it is computed: src/proof/parabola.rs in double precision. Limits are those of RoundedParabola.v. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Parabola Rounding Counts Constants.
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
    rust src/proof/parabola.rs: if !(c > 0.0 && size > LEAST_SIZE && size < MOST_SIZE && falling + rising >= 0.0) { return 0.0; }
    | let is_whole = if falling > 0.0 && rising > 0.0 {
    | let (v, w) = (falling * h, rising * h);
    | let is_in_range = v > LEAST_SIZE && w > LEAST_SIZE && v < MOST_SIZE && w < MOST_SIZE;
    | is_in_range && d > 0.0 && w * c + v * d > v * w
    | } else { d > 0.0 || falling <= 0.0 };
    | if is_whole { return h; }
    | let x = c / falling * (1.0 - 4.0 * UNIT);
    | if x < h { x } else { h } *)
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

(** Its first part. *)
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

(** * The least height of the lines

    Where both speeds are positive; else an end is the least one.
    rust src/proof/parabola.rs: let ends = if g < f { g } else { f };
    | let (v, w) = (falling * h, rising * h);
    | let least = if v > 0.0 && w > 0.0 {
    | let meet = (w * f + v * g - v * w) / (v + w);
    | if meet < ends { meet } else { ends }
    | } else { ends };
    | least - (f.abs() + g.abs() + v.abs() + w.abs()) * PARABOLA_ERROR *)
Section Least.
Variable fl : R -> R.
Variables f g falling rising h v w sum meet least size lost result : R.
Hypothesis positive : 0 < falling /\ 0 < rising /\ 0 < h.
Definition meeting := Minus (Plus (Times (Leaf 2 (rising * h) w) (Leaf 0 f f)) (Times (Leaf 2 (falling * h) v) (Leaf 0 g g)))
  (Times (Leaf 2 (falling * h) v) (Leaf 2 (rising * h) w)).
Hypothesis computed_so : fits fl meeting.
Hypothesis sum_off : off 3.1 (falling * h + rising * h) sum.
Hypothesis meet_rounds : rounds (computed fl meeting / sum) meet.
Hypothesis least_is : least = Rmin meet (Rmin f g).
Hypothesis size_off : off 5.1 (Rabs f + Rabs g + falling * h + rising * h) size.
Hypothesis lost_rounds : rounds (size * (PARABOLA_ERROR * u)) lost.
Hypothesis result_rounds : rounds (least - lost) result.
Hypothesis enough : speeds_need <= PARABOLA_ERROR <= 1000.

Theorem computed_least_at_speed : result <= (rising * f + falling * g - falling * rising * h) / (falling + rising).
Proof.
  destruct positive as (HV & HW & Hh). pose proof (units_of fl meeting computed_so ltac:(simpl; lia)) as E.
  replace (INR (count meeting)) with 6 in E by (simpl; lra). set (n := computed fl meeting) in *. clearbody n.
  set (V := falling * h) in *. set (W := rising * h) in *.
  assert (V_pos : 0 < V) by (now apply Rmult_lt_0_compat). assert (W_pos : 0 < W) by (now apply Rmult_lt_0_compat).
  set (m := (rising * f + falling * g - falling * rising * h) / (falling + rising)).
  assert (N : value meeting = m * (V + W)) by (unfold m; simpl; fold V W; unfold V, W; field; lra).
  set (s := Rabs f + Rabs g + V + W) in *. pose proof (Rabs_pos f). pose proof (Rabs_pos g).
  assert (s_pos : 0 < s) by (unfold s; lra).
  (* all terms over the sum *)
  assert (S : sizes meeting <= s * (V + W)).
  { simpl. fold V W. rewrite (Rabs_pos_eq V), (Rabs_pos_eq W) by lra. unfold s.
    assert (0 <= V * Rabs f /\ 0 <= W * Rabs g /\ 0 <= V * V /\ 0 <= V * W /\ 0 <= W * W) by (repeat split; apply Rmult_le_pos; lra). lra. }
  assert (M : Rabs m <= s).
  { apply Rmult_le_reg_r with (V + W); [lra |]. rewrite <- (Rabs_pos_eq (V + W)) at 1 by lra. rewrite <- Rabs_mult, <- N.
    apply Rle_trans with (1 := value_size meeting). exact S. }
  assert (E' : Rabs (n / (V + W) - m) <= 6.01 * u * s).
  { replace (n / (V + W) - m) with ((n - value meeting) * / (V + W)) by (rewrite N; field; lra). rewrite Rabs_mult, (Rabs_pos_eq (/ (V + W))) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (V + W); [lra |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (1 := E). replace (6.01 * u * s * (V + W)) with ((6 + / 100) * u * (s * (V + W))) by lra. apply Rmult_le_compat_l; [unfold u; lra | exact S]. }
  pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ (exact n) sum_off ltac:(lra) ltac:(lra) ltac:(lra)) meet_rounds ltac:(lra)) as O.
  apply off_by in O. set (y := n / (V + W)) in *. clearbody y.
  assert (near : Rabs (meet - m) <= 10.3 * u * s).
  { assert (Rabs y <= (1 + 6.01 * u) * s) by (replace y with (m + (y - m)) by ring; pose proof (Rabs_triang m (y - m)); lra).
    replace (meet - m) with ((meet - y) + (y - m)) by ring. pose proof (Rabs_triang (meet - y) (y - m)).
    assert ((0 + 3.1 + / 50 + 1 + / 100) * u * Rabs y <= (0 + 3.1 + / 50 + 1 + / 100) * u * ((1 + 6.01 * u) * s)) by (apply Rmult_le_compat_l; [unfold u; lra | assumption]).
    unfold u in *. lra. }
  apply Rabs_le_inv in near. apply Rabs_le_inv in M.
  pose proof (Rmin_l meet (Rmin f g)) as L1. rewrite <- least_is in L1.
  assert (L2 : Rabs least <= 1.01 * s).
  { rewrite least_is. assert (Rabs meet <= 1.01 * s) by (apply Rabs_le; unfold u in *; lra).
    assert (Rabs f <= s /\ Rabs g <= s) by (unfold s; lra). unfold Rmin. repeat destruct Rle_dec; lra. }
  unfold speeds_need in enough. apply off_le in size_off; [| lra].
  destruct lost_rounds as (e & He & El). destruct result_rounds as (e' & He' & Er). apply Rabs_le_inv in He.
  assert (Z : s * (12 * u) * (1 - 7 * u) <= lost).
  { rewrite El. apply Rle_trans with (s * (1 - 5.1 * u) * (12 * u) * (1 - u)); [clear - s_pos; unfold u; nra |].
    apply Rmult_le_compat; [| unfold u; lra | | lra].
    - repeat apply Rmult_le_pos; unfold u; lra.
    - apply Rmult_le_compat; [apply Rmult_le_pos; unfold u; lra | unfold u; lra | lra | unfold u; lra]. }
  assert (Z2 : lost <= s / 1000).
  { rewrite El. apply Rle_trans with (s * (1 + 5.1 * u) * (1000 * u) * (1 + u)); [| clear - s_pos; unfold u; nra].
    apply Rmult_le_compat; [| unfold u in *; lra | | lra].
    - apply Rmult_le_pos; [| unfold u; lra]. unfold u in *; lra.
    - apply Rmult_le_compat; [unfold u in *; lra | unfold u; lra | lra | unfold u; lra]. }
  assert (Q : Rabs ((least - lost) * e') <= 1.02 * s * u).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [| exact He']. apply Rabs_le_inv in L2. apply Rabs_le. unfold u in *; lra. }
  apply Rabs_le_inv in Q. rewrite Er. replace ((least - lost) * (1 + e')) with (least - lost + (least - lost) * e') by ring. unfold u in *. lra.
Qed.

(** Where a speed is not positive, the least end is what counts. *)
Theorem computed_least_end : forall ends, Rabs ends <= Rabs f + Rabs g -> forall lost result, 2 * u * (Rabs f + Rabs g) <= lost ->
  rounds (ends - lost) result -> result <= ends.
Proof.
  intros ends H lost' result' Hl (e & He & ->). pose proof (Rabs_pos f). pose proof (Rabs_pos g). apply Rabs_le_inv in He. apply Rabs_le_inv in H.
  set (s := Rabs f + Rabs g) in *. destruct (Rle_dec (ends - lost') 0) as [neg | pos].
  - assert ((ends - lost') * (1 + e) <= (ends - lost') * (1 - u)) by (apply Rmult_le_compat_neg_l; lra).
    assert (0 <= u * lost') by (apply Rmult_le_pos; unfold u in *; lra). unfold u in *. lra.
  - assert ((ends - lost') * (1 + e) <= (ends - lost') * (1 + u)) by (apply Rmult_le_compat_l; lra). unfold u in *. lra.
Qed.
End Least.
