(** The rates of a blend as they are computed: src/motion/law.rs, `rates`. Turning.v has the rates themselves, RoundedSweep.v
    the motion that they are of.

    The angle between both numbers is twice a half, whose cosine is [middle] in the code. Of one unit of u, [k] pass in a unit
    of time, and at y = 1 - 2 u the square of L is cos^2 + sin^2 y^2. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Rounding Constants Turning RoundedAngle.
Local Open Scope R_scope.

(** * How far a time is from the middle *)

Section Times.
Variables k k' : R.
Hypothesis k_pos : 0 < k.
Hypothesis k_off : off 2.1 k k'.

(** rust src/motion/law.rs: law.rate = 1.0 / duration; *)
Theorem rate_off : forall d d' r, d <> 0 -> rounds d d' -> rounds (1 / d') r -> off 2.1 (1 / d) r.
Proof.
  intros d d' r nz R1 R2. pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ (exact 1) (rounds_off _ _ R1) nz ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O.
  apply off_more with (1 := O). lra.
Qed.

(** Four roundings of 2 u, and one of the difference. *)
Lemma y_near : forall e e' p y', rounds e e' -> rounds (2 * k' * e') p -> rounds (1 - p) y' -> Rabs (y' - (1 - 2 * k * e)) <= (4.3 + 5.4 * Rabs y') * u.
Proof.
  intros e e' p y' R1 R2 (d & Hd & E).
  assert (two : off 2.1 (2 * k) (2 * k')) by (destruct k_off as (c & Hc & ->); exists c; split; [exact Hc | ring]).
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ two (rounds_off _ _ R1) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O.
  pose proof (off_by _ _ _ O) as B. set (x := 2 * k * e) in *. clearbody x. clear - B E Hd.
  pose proof (Rabs_triang (1 - y') (y' - 1 + x)) as T1. replace (1 - y' + (y' - 1 + x)) with x in T1 by ring.
  pose proof (Rabs_triang 1 (- y')) as T2. rewrite Rabs_R1, Rabs_Ropp in T2. replace (1 + - y') with (1 - y') in T2 by ring.
  assert (H : y' - (1 - x) = (1 - p) * d - (p - x)) by (rewrite E; ring).
  pose proof (Rabs_triang ((1 - p) * d) (- (p - x))) as T3. replace ((1 - p) * d + - (p - x)) with (y' - (1 - x)) in T3 by lra. rewrite Rabs_Ropp, Rabs_mult in T3.
  assert (S : (1 - p) * (1 + d) = y') by lra.
  assert (P : Rabs (1 - p) <= 1.01 * Rabs y').
  { assert (Rabs y' = Rabs (1 - p) * (1 + d)) by (rewrite <- S, Rabs_mult, (Rabs_pos_eq (1 + d)); [reflexivity | apply Rabs_le_inv in Hd; unfold u in *; lra]).
    pose proof (Rabs_pos (1 - p)). apply Rabs_le_inv in Hd. assert (Rabs (1 - p) * (1 - u) <= Rabs (1 - p) * (1 + d)) by (apply Rmult_le_compat_l; lra). unfold u in *. lra. }
  assert (Rabs (1 - p) * Rabs d <= 1.01 * Rabs y' * u) by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
  replace (y' - 1 + x) with (y' - (1 - x)) in T1 by ring. pose proof (Rabs_pos y'). pose proof (Rabs_pos x). unfold u in *. lra.
Qed.
End Times.

(** Both ends, and any time between them. The farther end, and the nearer one if the middle is not between them, are moved
    apart.
    rust src/motion/law.rs: let y = |t: f64| 1.0 - 2.0 * self.rate * (t - self.epoch);
    | let (first, last) = (y(from), y(until));
    | let farthest = larger(first.abs(), last.abs());
    | let off = 16.0 * UNIT * (2.0 + farthest);
    | let nearest = if first * last > 0.0 { let smaller = first.abs() + last.abs() - farthest;
    | larger(smaller - off, 0.0) } else { 0.0 };
    | let farthest = farthest + off; *)
Section Ends.
Variables first last first' last' y more room far sum smaller less near : R.
Hypothesis first_near : Rabs (first' - first) <= (4.3 + 5.4 * Rabs first') * u.
Hypothesis last_near : Rabs (last' - last) <= (4.3 + 5.4 * Rabs last') * u.
Hypothesis between : first <= y <= last \/ last <= y <= first.
Let most := Rmax (Rabs first') (Rabs last').
Hypothesis more_rounds : rounds (2 + most) more.
Hypothesis room_rounds : rounds (16 * u * more) room.
Hypothesis far_rounds : rounds (most + room) far.
Hypothesis sum_rounds : rounds (Rabs first' + Rabs last') sum.
Hypothesis smaller_rounds : rounds (sum - most) smaller.
Hypothesis less_rounds : rounds (smaller - room) less.
Hypothesis near_is : near = 0 \/ (0 < first' * last' /\ near = Rmax less 0).

Lemma room_is : 15.9 * u * (2 + most) <= room <= 16.1 * u * (2 + most).
Proof.
  destruct more_rounds as (a & Ha & E). destruct room_rounds as (b & Hb & F). apply Rabs_le_inv in Ha. apply Rabs_le_inv in Hb.
  assert (0 <= most) by (unfold most; eapply Rle_trans; [apply Rabs_pos | apply Rmax_l]).
  assert (X : (1 - 3 * u) <= (1 + a) * (1 + b) <= 1 + 3 * u).
  { split; [apply Rle_trans with ((1 - u) * (1 - u)) | apply Rle_trans with ((1 + u) * (1 + u))]; try (apply Rmult_le_compat; unfold u in *; lra); unfold u; lra. }
  replace room with (16 * u * (2 + most) * ((1 + a) * (1 + b))) by (rewrite F, E; ring).
  assert (P : 0 <= 16 * u * (2 + most)) by (apply Rmult_le_pos; unfold u; lra).
  pose proof (Rmult_le_compat_l _ _ _ P (proj1 X)). pose proof (Rmult_le_compat_l _ _ _ P (proj2 X)). unfold u in *. lra.
Qed.

Theorem ends_cover : Rabs y <= far /\ 0 <= near <= Rabs y.
Proof.
  pose proof room_is as room_bounds. pose proof (Rmax_l (Rabs first') (Rabs last')) as M1. pose proof (Rmax_r (Rabs first') (Rabs last')) as M2. fold most in M1, M2.
  pose proof (Rabs_pos first'). pose proof (Rabs_pos last').
  assert (B1 : Rabs (first' - first) <= 5.4 * u * (2 + most)) by (unfold u in *; lra).
  assert (B2 : Rabs (last' - last) <= 5.4 * u * (2 + most)) by (unfold u in *; lra).
  clear first_near last_near. split.
  - destruct far_rounds as (d & Hd & ->). apply Rabs_le_inv in Hd. apply Rle_trans with ((most + room) * (1 - u)); [| apply Rmult_le_compat_l; unfold u in *; lra].
    apply Rabs_le_inv in B1. apply Rabs_le_inv in B2. pose proof (Rle_abs first'). pose proof (Rle_abs (- first')). pose proof (Rle_abs last'). pose proof (Rle_abs (- last')).
    rewrite Rabs_Ropp in *. apply Rabs_le. destruct between; unfold u in *; lra.
  - destruct near_is as [-> | [same ->]]; [split; [lra | apply Rabs_pos] |]. split; [apply Rmax_r |].
    apply Rmax_lub; [| apply Rabs_pos].
    destruct sum_rounds as (a & Ha & E1). destruct smaller_rounds as (b & Hb & E2). destruct less_rounds as (c & Hc & E3).
    apply Rabs_le_inv in Ha. apply Rabs_le_inv in Hb. apply Rabs_le_inv in Hc.
    set (m := Rmin (Rabs first') (Rabs last')). assert (m_pos : 0 <= m) by (unfold m; apply Rmin_glb; assumption).
    assert (S : Rabs first' + Rabs last' = most + m) by (unfold most, m, Rmax, Rmin; destruct (Rle_dec (Rabs first') (Rabs last')); ring).
    assert (m_most : m <= most) by (unfold m, most, Rmax, Rmin; destruct (Rle_dec (Rabs first') (Rabs last')); lra).
    (* the roundings take less than the room *)
    assert (Q1 : Rabs ((most + m) * a) <= 2 * most * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; lra).
    apply Rabs_le_inv in Q1. assert (E2' : smaller = (m + (most + m) * a) + (m + (most + m) * a) * b) by (rewrite E2, E1, S; ring).
    assert (Q2 : Rabs ((m + (most + m) * a) * b) <= 1.1 * most * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; unfold u in *; lra).
    apply Rabs_le_inv in Q2. assert (E3' : less = (smaller - room) + (smaller - room) * c) by (rewrite E3; ring).
    assert (Q3 : Rabs ((smaller - room) * c) <= 1.1 * (2 + most) * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; unfold u in *; lra).
    apply Rabs_le_inv in Q3. assert (L : less <= m - 10 * u * (2 + most)) by (unfold u in *; lra).
    apply Rle_trans with (1 := L). apply Rabs_le_inv in B1. apply Rabs_le_inv in B2.
    pose proof (Rmin_l (Rabs first') (Rabs last')) as N1. pose proof (Rmin_r (Rabs first') (Rabs last')) as N2. fold m in N1, N2.
    destruct (Rle_dec 0 first') as [p | n].
    + assert (0 <= last') by (apply Rnot_lt_le; intro; nra). rewrite (Rabs_pos_eq first') in N1 by assumption. rewrite (Rabs_pos_eq last') in N2 by assumption.
      eapply Rle_trans; [| apply Rle_abs]. destruct between; unfold u in *; lra.
    + assert (last' <= 0) by (apply Rnot_lt_le; intro; nra). rewrite (Rabs_left1 first') in N1 by lra. rewrite (Rabs_left1 last') in N2 by lra.
      rewrite <- Rabs_Ropp. eapply Rle_trans; [| apply Rle_abs]. destruct between; unfold u in *; lra.
Qed.
End Ends.

(** * The rates *)

Section Rates.
Variables half k y : R.
Let C := cos half.
Let S := sin half.
Let L2 := C * C + S * S * (y * y).
(** Two numbers that are nearly opposite are refused. *)
Hypothesis half_in : / 1000000000 <= C /\ 0 <= S.
Hypothesis k_pos : 0 < k.
(** 2 in space, and 1 in the plane *)
Variable per_arc : R.
Hypothesis per_arc_is : per_arc = 1 \/ per_arc = 2.

Variables versine middle rate far near : R.
Hypothesis versine_off : off 15 (2 * (S * S)) versine.
Hypothesis middle_off : off 8.6 C middle.
Hypothesis rate_is_off : off 2.1 k rate.
Hypothesis far_near : Rabs y <= far /\ 0 <= near <= Rabs y.
(** The units of the code, and what a product of one with them is. *)
Hypothesis enough : 20 <= RATE_ERROR <= 100.

Lemma circle : C * C + S * S = 1.
Proof. unfold C, S. pose proof (sin2_cos2 half) as E. unfold Rsqr in E. lra. Qed.

Lemma C_most : C <= 1.
Proof. unfold C. pose proof (COS_bound half). lra. Qed.

Lemma L2_pos : 0 < L2.
Proof. unfold L2. assert (0 < C * C) by (apply Rmult_lt_0_compat; lra). assert (0 <= S * S * (y * y)) by (apply Rmult_le_pos; apply Rle_0_sqr). lra. Qed.

(** rust src/motion/law.rs: let sine = 2.0 * middle * (0.5 * versine).sqrt(); *)
Variables root sine : R.
Hypothesis root_rounds : rounds (sqrt (versine / 2)) root.
Hypothesis sine_rounds : rounds (2 * middle * root) sine.

Lemma sine_off : off 18.3 (2 * C * S) sine.
Proof.
  assert (O1 : off 15 (S * S) (versine / 2)) by (destruct versine_off as (d & Hd & ->); exists d; split; [exact Hd | field]).
  pose proof (off_then _ _ _ _ (off_root _ _ _ O1 ltac:(lra) (Rle_0_sqr S)) root_rounds ltac:(lra)) as O2. rewrite sqrt_square in O2 by lra.
  assert (O3 : off 8.6 (2 * C) (2 * middle)) by (destruct middle_off as (d & Hd & ->); exists d; split; [exact Hd | ring]).
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O3 O2 ltac:(lra) ltac:(lra)) sine_rounds ltac:(lra)) as O4. apply off_more with (1 := O4). lra.
Qed.

(** The least and the largest square of L.
    rust src/motion/law.rs: let of = |y: f64| 0.5 * versine * y * y;
    | let [least, most] = [middle - 16.0 * UNIT, middle + 16.0 * UNIT];
    | let (least, most) = ( least * least + of(nearest) * (1.0 - RATE_ERROR), most * most + of(farthest) * (1.0 + RATE_ERROR), ); *)
Variables n1 n2 f1 f2 low low2 less high high2 more part_low part_high least most : R.
Hypothesis n1_rounds : rounds (versine / 2 * near) n1.
Hypothesis n2_rounds : rounds (n1 * near) n2.
Hypothesis f1_rounds : rounds (versine / 2 * far) f1.
Hypothesis f2_rounds : rounds (f1 * far) f2.
Hypothesis low_rounds : rounds (middle - 16 * u) low.
Hypothesis low2_rounds : rounds (low * low) low2.
Hypothesis less_rounds : rounds (1 - RATE_ERROR * u) less.
Hypothesis part_low_rounds : rounds (n2 * less) part_low.
Hypothesis least_rounds : rounds (low2 + part_low) least.
Hypothesis high_rounds : rounds (middle + 16 * u) high.
Hypothesis high2_rounds : rounds (high * high) high2.
Hypothesis more_rounds : rounds (1 + RATE_ERROR * u) more.
Hypothesis part_high_rounds : rounds (f2 * more) part_high.
Hypothesis most_rounds : rounds (high2 + part_high) most.

Lemma of_off : forall z a b, 0 <= z -> rounds (versine / 2 * z) a -> rounds (a * z) b -> off 17.1 (S * S * (z * z)) b.
Proof.
  intros z a b Hz R1 R2. assert (O1 : off 15 (S * S) (versine / 2)) by (destruct versine_off as (d & Hd & ->); exists d; split; [exact Hd | field]).
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O1 (exact z) ltac:(lra) ltac:(lra)) R1 ltac:(lra)) as O2.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O2 (exact z) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O3.
  replace (S * S * (z * z)) with (S * S * z * z) by ring. apply off_more with (1 := O3). lra.
Qed.

Lemma squares : near * near <= y * y <= far * far.
Proof.
  destruct far_near as (F & N0 & N). assert (Y : Rabs y * Rabs y = y * y) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr). rewrite <- Y.
  pose proof (Rabs_pos y). split; apply Rmult_le_compat; lra.
Qed.

Lemma least_is : 0 < least /\ least <= L2 * (1 + 2.1 * u).
Proof.
  destruct half_in as [H H0]. pose proof C_most as H1. destruct squares as [Q _]. destruct far_near as (_ & N0 & _).
  assert (C0 : 0 <= C) by lra. pose proof (off_le _ _ _ C0 middle_off) as [M1 M2].
  (* the middle is reduced to less than the cosine *)
  destruct low_rounds as (a & Ha & E). apply Rabs_le_inv in Ha.
  assert (low_is : 0 < low <= C).
  { assert (0 < middle - 16 * u) by (unfold u in *; lra). rewrite E. split; [apply Rmult_lt_0_compat; unfold u in *; lra |].
    apply Rle_trans with ((middle - 16 * u) * (1 + u)); [apply Rmult_le_compat_l; lra | unfold u in *; lra]. }
  assert (l2 : 0 < low * low <= C * C) by (split; [apply Rmult_lt_0_compat; lra | apply Rmult_le_compat; lra]).
  pose proof (off_le _ _ _ (Rlt_le _ _ (proj1 l2)) (rounds_off _ _ low2_rounds)) as [L1 L1'].
  pose proof (of_off near _ _ N0 n1_rounds n2_rounds) as O. set (p := S * S * (near * near)) in *.
  assert (p_pos : 0 <= p) by (unfold p; apply Rmult_le_pos; apply Rle_0_sqr).
  assert (P : p <= S * S * (y * y)) by (unfold p; apply Rmult_le_compat_l; [apply Rle_0_sqr | exact Q]).
  pose proof (off_le _ _ _ p_pos O) as [P1 P2].
  destruct less_rounds as (b & Hb & Eb). apply Rabs_le_inv in Hb.
  assert (less_is : 0 <= less <= 1 - 18.9 * u).
  { rewrite Eb. assert (0 <= RATE_ERROR * u <= 100 * u /\ 20 * u <= RATE_ERROR * u) by (repeat split; [apply Rmult_le_pos | apply Rmult_le_compat_r | apply Rmult_le_compat_r]; unfold u; lra).
    split; [apply Rmult_le_pos; unfold u in *; lra |]. apply Rle_trans with ((1 - 20 * u) * (1 + u)); [apply Rmult_le_compat; unfold u in *; lra | unfold u; lra]. }
  assert (R0 : 0 <= n2) by (apply Rle_trans with (2 := P1); apply Rmult_le_pos; unfold u; lra).
  assert (R1 : 0 <= n2 * less) by (apply Rmult_le_pos; lra).
  assert (R2 : n2 * less <= p * (1 + 17.1 * u) * (1 - 18.9 * u)) by (apply Rmult_le_compat; lra).
  assert (R3 : n2 * less <= p * (1 - u)) by (apply Rle_trans with (1 := R2); rewrite Rmult_assoc; apply Rmult_le_compat_l; [exact p_pos | unfold u; lra]).
  pose proof (off_le _ _ _ R1 (rounds_off _ _ part_low_rounds)) as [W1 W2].
  assert (part_is : 0 <= part_low <= p) by (split; [apply Rle_trans with (2 := W1); apply Rmult_le_pos; unfold u in *; lra | unfold u in *; lra]).
  assert (sum0 : 0 < low2) by (apply Rlt_le_trans with (2 := L1); apply Rmult_lt_0_compat; [exact (proj1 l2) | unfold u; lra]).
  assert (sum1 : 0 <= low2 + part_low) by lra.
  pose proof (off_le _ _ _ sum1 (rounds_off _ _ least_rounds)) as [Z1 Z2]. unfold L2.
  split; [apply Rlt_le_trans with (2 := Z1); apply Rmult_lt_0_compat; unfold u in *; lra |].
  assert (0 <= S * S * (y * y)) by (apply Rmult_le_pos; apply Rle_0_sqr). unfold u in *. lra.
Qed.

Lemma most_is : L2 * (1 - 2.1 * u) <= most.
Proof.
  destruct half_in as [H H0]. pose proof C_most as H1. destruct squares as [_ Q]. destruct far_near as (F & _). pose proof (Rabs_pos y).
  assert (C0 : 0 <= C) by lra. pose proof (off_le _ _ _ C0 middle_off) as [M1 M2].
  destruct high_rounds as (a & Ha & E). apply Rabs_le_inv in Ha.
  assert (high_is : C <= high).
  { rewrite E. apply Rle_trans with ((middle + 16 * u) * (1 - u)); [unfold u in *; lra | apply Rmult_le_compat_l; unfold u in *; lra]. }
  assert (h2 : C * C <= high * high) by (apply Rmult_le_compat; lra). assert (c2 : 0 <= C * C) by apply Rle_0_sqr.
  pose proof (off_le _ _ _ (Rle_trans _ _ _ c2 h2) (rounds_off _ _ high2_rounds)) as [L1 _].
  pose proof (of_off far _ _ ltac:(lra) f1_rounds f2_rounds) as O. set (p := S * S * (far * far)) in *.
  assert (p_pos : 0 <= p) by (unfold p; apply Rmult_le_pos; apply Rle_0_sqr).
  assert (P : S * S * (y * y) <= p) by (unfold p; apply Rmult_le_compat_l; [apply Rle_0_sqr | exact Q]).
  pose proof (off_le _ _ _ p_pos O) as [P1 _].
  destruct more_rounds as (b & Hb & Eb). apply Rabs_le_inv in Hb.
  assert (more_is : 1 + 18.9 * u <= more).
  { rewrite Eb. apply Rle_trans with ((1 + 20 * u) * (1 - u)); [unfold u; lra |]. assert (20 * u <= RATE_ERROR * u) by (apply Rmult_le_compat_r; unfold u; lra). apply Rmult_le_compat; unfold u in *; lra. }
  assert (R2 : p * (1 - 17.1 * u) * (1 + 18.9 * u) <= f2 * more) by (apply Rmult_le_compat; [apply Rmult_le_pos; unfold u; lra | unfold u; lra | exact P1 | exact more_is]).
  assert (R3 : p * (1 + u) <= f2 * more) by (apply Rle_trans with (2 := R2); rewrite Rmult_assoc; apply Rmult_le_compat_l; [exact p_pos | unfold u; lra]).
  assert (w0 : 0 <= f2 * more) by (unfold u in *; lra). pose proof (off_le _ _ _ w0 (rounds_off _ _ part_high_rounds)) as [W1 _].
  assert (part_is : p * (1 - u) <= part_high) by (unfold u in *; lra).
  assert (z0 : 0 <= high2 + part_high) by (unfold u in *; lra). pose proof (off_le _ _ _ z0 (rounds_off _ _ most_rounds)) as [Z1 _].
  unfold L2. assert (0 <= S * S * (y * y)) by (apply Rmult_le_pos; apply Rle_0_sqr). unfold u in *. lra.
Qed.

(** The rate at y, and how fast it changes: Turning.v, [blend_rate] and [blend_change], where sin alpha is 2 C S and the
    versine 2 S^2. *)
Definition exact_rate := per_arc * k * (2 * C * S) / L2.
Definition exact_change := 2 * exact_rate * k * (2 * (S * S)) * Rabs y / L2.

(** rust src/motion/law.rs: let fastest = per_arc * self.rate * sine / least;
    | let change = 2.0 * fastest * self.rate * versine * farthest / least;
    | (per_arc * self.rate * sine / most, fastest, change) *)
Variables speed fastest slowest c1 c2 c3 change : R.
Hypothesis speed_rounds : rounds (per_arc * rate * sine) speed.
Hypothesis fastest_rounds : rounds (speed / least) fastest.
Hypothesis slowest_rounds : rounds (speed / most) slowest.
Hypothesis c1_rounds : rounds (2 * fastest * rate) c1.
Hypothesis c2_rounds : rounds (c1 * versine) c2.
Hypothesis c3_rounds : rounds (c2 * far) c3.
Hypothesis change_rounds : rounds (c3 / least) change.

Lemma speed_off : off 21.5 (per_arc * k * (2 * C * S)) speed.
Proof.
  assert (O1 : off 2.1 (per_arc * k) (per_arc * rate)) by (destruct rate_is_off as (d & Hd & ->); exists d; split; [exact Hd | ring]).
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O1 sine_off ltac:(lra) ltac:(lra)) speed_rounds ltac:(lra)) as O2. apply off_more with (1 := O2). lra.
Qed.

Lemma rate_nonneg : 0 <= per_arc * k * (2 * C * S).
Proof. destruct half_in. repeat apply Rmult_le_pos; lra. Qed.

Definition blend_rate_needs := 24.7.
Definition blend_change_needs := 48.5.

Theorem blend_rates : 0 <= exact_rate /\ 0 <= slowest /\ slowest * (1 - blend_rate_needs * u) <= exact_rate /\ exact_rate * (1 - blend_rate_needs * u) <= fastest /\
  exact_change * (1 - blend_change_needs * u) <= change.
Proof.
  pose proof L2_pos as Lp. destruct least_is as [l0 l1]. pose proof most_is as m1. pose proof rate_nonneg as w0. destruct far_near as (F & _). pose proof (Rabs_pos y) as Y.
  pose proof (off_le _ _ _ w0 speed_off) as [S1 S2]. set (w := per_arc * k * (2 * C * S)) in *.
  assert (R0 : 0 <= exact_rate) by (unfold exact_rate, Rdiv; apply Rmult_le_pos; [exact w0 | left; now apply Rinv_0_lt_compat]).
  assert (s0 : 0 <= speed) by (apply Rle_trans with (2 := S1); apply Rmult_le_pos; unfold u; lra).
  assert (m0 : 0 < most) by (apply Rlt_le_trans with (2 := m1); apply Rmult_lt_0_compat; unfold u; lra).
  (* over a product with L2 *)
  assert (E : exact_rate * L2 = w) by (unfold exact_rate; fold w; field; lra).
  assert (inverse : (1 - 2.1 * u) / L2 <= / least).
  { apply Rmult_le_reg_r with (least * L2); [now apply Rmult_lt_0_compat |]. replace (/ least * (least * L2)) with L2 by (field; lra). replace ((1 - 2.1 * u) / L2 * (least * L2)) with ((1 - 2.1 * u) * least) by (field; lra).
    apply Rle_trans with ((1 - 2.1 * u) * (L2 * (1 + 2.1 * u))); [apply Rmult_le_compat_l; unfold u in *; lra |]. unfold u in *. lra. }
  assert (inverse2 : / most <= (1 + 2.2 * u) / L2).
  { apply Rmult_le_reg_r with (most * L2); [now apply Rmult_lt_0_compat |]. replace (/ most * (most * L2)) with L2 by (field; lra). replace ((1 + 2.2 * u) / L2 * (most * L2)) with ((1 + 2.2 * u) * most) by (field; lra).
    apply Rle_trans with ((1 + 2.2 * u) * (L2 * (1 - 2.1 * u))); [unfold u in *; lra | apply Rmult_le_compat_l; unfold u in *; lra]. }
  assert (il0 : 0 < / least) by (now apply Rinv_0_lt_compat). assert (im0 : 0 < / most) by (now apply Rinv_0_lt_compat). assert (iL : 0 < / L2) by (now apply Rinv_0_lt_compat).
  assert (fast0 : 0 <= speed / least) by (unfold Rdiv; apply Rmult_le_pos; lra). assert (slow0 : 0 <= speed / most) by (unfold Rdiv; apply Rmult_le_pos; lra).
  pose proof (off_le _ _ _ fast0 (rounds_off _ _ fastest_rounds)) as [V1 _]. pose proof (off_le _ _ _ slow0 (rounds_off _ _ slowest_rounds)) as [U1 U2].
  assert (f_low : exact_rate * (1 - blend_rate_needs * u) <= fastest).
  { apply Rle_trans with (w * (1 - 21.5 * u) * ((1 - 2.1 * u) / L2) * (1 - 1 * u)).
    - replace (w * (1 - 21.5 * u) * ((1 - 2.1 * u) / L2) * (1 - 1 * u)) with (exact_rate * ((1 - 21.5 * u) * (1 - 2.1 * u) * (1 - 1 * u))) by (unfold exact_rate; fold w; field; lra).
      apply Rmult_le_compat_l; [exact R0 | unfold blend_rate_needs, u; lra].
    - apply Rle_trans with (2 := V1). apply Rmult_le_compat_r; [unfold u; lra |]. apply Rmult_le_compat; try assumption; [apply Rmult_le_pos; unfold u in *; lra | unfold Rdiv; apply Rmult_le_pos; unfold u in *; lra]. }
  assert (f0 : 0 <= fastest) by (apply Rle_trans with (2 := V1); apply Rmult_le_pos; unfold u; lra).
  split; [exact R0 |]. split; [apply Rle_trans with (2 := U1); apply Rmult_le_pos; unfold u; lra |]. split; [| split; [exact f_low |]].
  - apply Rle_trans with (w * (1 + 21.5 * u) * ((1 + 2.2 * u) / L2) * (1 + 1 * u) * (1 - blend_rate_needs * u)).
    + apply Rmult_le_compat_r; [unfold blend_rate_needs, u; lra |]. apply Rle_trans with (1 := U2). apply Rmult_le_compat_r; [unfold u; lra |]. apply Rmult_le_compat; lra.
    + replace (w * (1 + 21.5 * u) * ((1 + 2.2 * u) / L2) * (1 + 1 * u) * (1 - blend_rate_needs * u)) with (exact_rate * ((1 + 21.5 * u) * (1 + 2.2 * u) * (1 + 1 * u) * (1 - blend_rate_needs * u))) by (unfold exact_rate; fold w; field; lra).
      rewrite <- (Rmult_1_r exact_rate) at 2. apply Rmult_le_compat_l; [exact R0 | unfold blend_rate_needs, u; lra].
  - (* the change *)
    assert (O1 : off 2.1 (2 * fastest * k) (2 * fastest * rate)) by (destruct rate_is_off as (d & Hd & ->); exists d; split; [exact Hd | ring]).
    pose proof (off_then _ _ _ _ O1 c1_rounds ltac:(lra)) as O2.
    pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O2 versine_off ltac:(lra) ltac:(lra)) c2_rounds ltac:(lra)) as O3.
    pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O3 (exact far) ltac:(lra) ltac:(lra)) c3_rounds ltac:(lra)) as O4.
    assert (SS : 0 <= S * S) by apply Rle_0_sqr.
    assert (x0 : 0 <= 2 * fastest * k * (2 * (S * S)) * far) by (repeat apply Rmult_le_pos; lra).
    pose proof (off_le _ _ _ x0 (off_more _ 20.3 _ _ O4 ltac:(lra))) as [X1 _].
    assert (c0 : 0 <= c3) by (apply Rle_trans with (2 := X1); apply Rmult_le_pos; unfold u; lra).
    assert (q0 : 0 <= c3 / least) by (unfold Rdiv; apply Rmult_le_pos; lra).
    pose proof (off_le _ _ _ q0 (rounds_off _ _ change_rounds)) as [X2 _].
    assert (A : 2 * (exact_rate * (1 - blend_rate_needs * u)) * k * (2 * (S * S)) * Rabs y <= 2 * fastest * k * (2 * (S * S)) * far).
    { assert (0 <= exact_rate * (1 - blend_rate_needs * u)) by (apply Rmult_le_pos; unfold blend_rate_needs, u; lra).
      assert (K : 0 <= k * (2 * (S * S))) by (apply Rmult_le_pos; lra). rewrite !(Rmult_assoc _ k).
      apply Rmult_le_compat; [apply Rmult_le_pos; lra | exact Y | apply Rmult_le_compat_r; lra | exact F]. }
    assert (B : exact_change * L2 = 2 * exact_rate * k * (2 * (S * S)) * Rabs y) by (unfold exact_change; field; lra).
    assert (G0 : 0 <= exact_change) by (unfold exact_change, Rdiv; repeat apply Rmult_le_pos; lra).
    apply Rle_trans with (exact_change * L2 * (1 - blend_rate_needs * u) * (1 - 20.3 * u) * ((1 - 2.1 * u) / L2) * (1 - 1 * u)).
    + replace (exact_change * L2 * (1 - blend_rate_needs * u) * (1 - 20.3 * u) * ((1 - 2.1 * u) / L2) * (1 - 1 * u)) with (exact_change * ((1 - blend_rate_needs * u) * (1 - 20.3 * u) * (1 - 2.1 * u) * (1 - 1 * u))) by (field; lra).
      apply Rmult_le_compat_l; [exact G0 | unfold blend_change_needs, blend_rate_needs, u; lra].
    + apply Rle_trans with (2 := X2). apply Rmult_le_compat_r; [unfold u; lra |]. unfold Rdiv at 2. apply Rmult_le_compat; try assumption.
      * repeat apply Rmult_le_pos; unfold blend_rate_needs, u in *; lra.
      * unfold Rdiv; apply Rmult_le_pos; unfold u in *; lra.
      * apply Rle_trans with (2 := X1). apply Rmult_le_compat_r; [unfold u; lra |]. rewrite B. lra.
Qed.
End Rates.

(** * The rates as they are widened

    rust src/motion/law.rs: const RATE_ERROR: f64 = 64.0 * UNIT;
    rust src/motion/law.rs: Turn::Blend { middle, .. } => RATE_ERROR * (1.0 + 2.0 / middle),
    | _ => RATE_ERROR,
    rust src/motion/law.rs: slowest: larger(slowest * (1.0 - error) - self.angular_error, 0.0),
    | fastest,
    | change,

    Bends.v quotes how the others are widened. A blend has no [angular_error]. *)
Section Widened.
Variables middle quotient sum error up down : R.
Hypothesis middle_in : 0 < middle <= 1 + 10 * u.
Hypothesis quotient_rounds : rounds (2 / middle) quotient.
Hypothesis sum_rounds : rounds (1 + quotient) sum.
Hypothesis error_rounds : rounds (RATE_ERROR * u * sum) error.
Hypothesis up_rounds : rounds (1 + error) up.
Hypothesis down_rounds : rounds (1 - error) down.
Hypothesis enough : 20 <= RATE_ERROR <= 100.

Lemma widened_by : 1 + 55 * u <= up /\ down <= 1 - 55 * u.
Proof.
  destruct middle_in as [M0 M1].
  assert (Q : 2 - 30 * u <= 2 / middle).
  { apply Rmult_le_reg_r with middle; [exact M0 |]. replace (2 / middle * middle) with 2 by (field; lra).
    apply Rle_trans with ((2 - 30 * u) * (1 + 10 * u)); [apply Rmult_le_compat_l; unfold u in *; lra | unfold u; lra]. }
  destruct quotient_rounds as (a & Ha & ->). destruct sum_rounds as (b & Hb & ->). destruct error_rounds as (c & Hc & E). destruct up_rounds as (d & Hd & ->). destruct down_rounds as (g & Hg & ->).
  apply Rabs_le_inv in Ha. apply Rabs_le_inv in Hb. apply Rabs_le_inv in Hc. apply Rabs_le_inv in Hd. apply Rabs_le_inv in Hg.
  assert (Q1 : 2 - 33 * u <= 2 / middle * (1 + a)) by (apply Rle_trans with ((2 - 30 * u) * (1 - u)); [unfold u; lra | apply Rmult_le_compat; unfold u in *; lra]).
  assert (Q2 : 3 - 40 * u <= (1 + 2 / middle * (1 + a)) * (1 + b)) by (apply Rle_trans with ((3 - 33 * u) * (1 - u)); [unfold u; lra | apply Rmult_le_compat; unfold u in *; lra]).
  assert (R : 20 * u <= RATE_ERROR * u) by (apply Rmult_le_compat_r; unfold u; lra).
  assert (E1 : 59 * u <= error).
  { rewrite E. apply Rle_trans with (20 * u * (3 - 40 * u) * (1 - u)); [unfold u; lra |].
    apply Rmult_le_compat; [apply Rmult_le_pos; unfold u; lra | unfold u; lra | apply Rmult_le_compat; unfold u in *; lra | lra]. }
  split; [apply Rle_trans with ((1 + 59 * u) * (1 - u)); [unfold u; lra | apply Rmult_le_compat; unfold u in *; lra] |].
  destruct (Rle_dec 0 (1 - error)) as [p | n].
  - apply Rle_trans with ((1 - 59 * u) * (1 + u)); [apply Rmult_le_compat; unfold u in *; lra | unfold u; lra].
  - apply Rle_trans with 0; [| unfold u; lra]. apply Rnot_le_lt in n. assert (0 <= - (1 - error) * (1 + g)) by (apply Rmult_le_pos; unfold u in *; lra). lra.
Qed.

(** What [blend_rates] leaves to be covered. *)
Variables exact_r exact_c fast slow change fast1 fastest slow1 slow2 slowest changed : R.
Hypothesis covered : 0 <= exact_r /\ 0 <= exact_c /\ 0 <= slow /\ slow * (1 - blend_rate_needs * u) <= exact_r /\ exact_r * (1 - blend_rate_needs * u) <= fast /\ exact_c * (1 - blend_change_needs * u) <= change.
Hypothesis fast1_rounds : rounds (fast * up) fast1.
Hypothesis fastest_rounds : rounds (fast1 + 0) fastest.
Hypothesis slow1_rounds : rounds (slow * down) slow1.
Hypothesis slow2_rounds : rounds (slow1 - 0) slow2.
Hypothesis slowest_is : slowest = Rmax slow2 0.
Hypothesis changed_rounds : rounds (change * up) changed.

Theorem blend_rates_between : 0 <= slowest <= exact_r /\ exact_r <= fastest /\ exact_c <= changed.
Proof.
  destruct widened_by as [W1 W2]. destruct covered as (R0 & C0 & S0 & S1 & F1 & C1). unfold blend_rate_needs, blend_change_needs in *.
  assert (G : forall x y z k, 0 <= x -> 0 <= k <= 50 -> x * (1 - k * u) <= y -> rounds (y * up) z -> x * (1 + 2 * u) <= z).
  { intros x y z k Hx Hk H (d & Hd & ->). apply Rabs_le_inv in Hd. assert (0 <= x * (1 - k * u)) by (apply Rmult_le_pos; unfold u in *; lra).
    apply Rle_trans with (x * (1 - k * u) * (1 + 55 * u) * (1 - u)).
    - rewrite !Rmult_assoc. apply Rmult_le_compat_l; [exact Hx |]. apply Rle_trans with ((1 - 50 * u) * ((1 + 55 * u) * (1 - u))); [unfold u; lra |].
      apply Rmult_le_compat_r; [unfold u; lra |]. assert (k * u <= 50 * u) by (apply Rmult_le_compat_r; unfold u; lra). lra.
    - apply Rmult_le_compat; [apply Rmult_le_pos; unfold u in *; lra | unfold u; lra | apply Rmult_le_compat; unfold u in *; lra | lra]. }
  split; [split |]; [rewrite slowest_is; apply Rmax_r | | split].
  - rewrite slowest_is. apply Rmax_lub; [| exact R0]. destruct slow1_rounds as (d & Hd & E1). destruct slow2_rounds as (e & He & E2). apply Rabs_le_inv in Hd. apply Rabs_le_inv in He.
    assert (A : slow * down <= slow * (1 - 55 * u)) by (apply Rmult_le_compat_l; assumption).
    apply Rle_trans with (slow * (1 - 55 * u) * (1 + d) * (1 + e)).
    + rewrite E2, E1, Rminus_0_r. repeat (apply Rmult_le_compat_r; [unfold u in *; lra |]). exact A.
    + apply Rle_trans with (2 := S1). rewrite !Rmult_assoc. apply Rmult_le_compat_l; [exact S0 |].
      apply Rle_trans with ((1 - 55 * u) * ((1 + u) * (1 + u))); [apply Rmult_le_compat_l; [unfold u; lra |]; apply Rmult_le_compat; unfold u in *; lra | unfold u; lra].
  - pose proof (G _ _ _ 24.7 R0 ltac:(lra) F1 fast1_rounds) as B. destruct fastest_rounds as (e & He & ->). apply Rabs_le_inv in He. rewrite Rplus_0_r.
    apply Rle_trans with (exact_r * (1 + 2 * u) * (1 - u)); [rewrite Rmult_assoc; rewrite <- (Rmult_1_r exact_r) at 1; apply Rmult_le_compat_l; [exact R0 | unfold u; lra] |].
    apply Rmult_le_compat; [apply Rmult_le_pos; unfold u; lra | unfold u; lra | exact B | lra].
  - pose proof (G _ _ _ 48.5 C0 ltac:(lra) C1 changed_rounds) as B. apply Rle_trans with (2 := B). assert (0 <= exact_c * u) by (apply Rmult_le_pos; unfold u; lra). lra.
Qed.
End Widened.

Definition blend_error_needs := 20.

Theorem blend_rate_error_is_enough : blend_error_needs <= RATE_ERROR <= 100.
Proof. unfold blend_error_needs, RATE_ERROR. lra. Qed.
