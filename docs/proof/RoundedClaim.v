(** What a gap claims: src/proof/gap.rs. All that it loses, by the other files, against what is subtracted from it.

    s is d times [inverse], the vector that was measured; [along] is the vector of the gap, which is s up to a rounding, and
    [unit] that of unit length along it. X leads from the pivot of A to that of B; P
    and Q are any points of both cores, from their pivots, turned as the bodies are. A prime marks what is computed, and
    [near_p] and [near_q] are the points that were found, turned by the computed matrices. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Rounding Vectors Constants RoundedGap Counts.
Local Open Scope R_scope.

Lemma points_apart : forall s X X' P P' Q Q' : vector, (s '. ((X' + Q') - P')%v) = (s '. ((X + Q) - P)%v) + (s '. (X' - X)%v) + (s '. (Q' - Q)%v) - (s '. (P' - P)%v).
Proof. vector_ring. Qed.

Lemma apart_by_parts : forall s X P Q : vector, (s '. ((X + Q) - P)%v) = (s '. X) + (s '. Q) - (s '. P).
Proof. vector_ring. Qed.

Lemma from_unit : forall (unit along s : vector) l, along = scale l unit -> (s - unit)%v = ((l - 1) * unit - (along - s))%v.
Proof. intros unit along s l ->. revert unit s l. vector_ring. Qed.

Lemma dot_from : forall s n x : vector, (s '. x) = (n '. x) + ((s - n)%v '. x).
Proof. vector_ring. Qed.

Section Claim.
Variables unit along s X X' P P' Q Q' near_p near_q : vector.
Variables reach_a reach_b angle_a angle_b error_a error_b size laws radii margin margin' reach error difference value l longer_a longer_b : R.
Hypothesis signs : 0 <= reach_a /\ 0 <= reach_b /\ 0 <= angle_a /\ 0 <= angle_b /\ 0 <= error_a /\ 0 <= error_b /\ 0 <= size /\ 0 <= laws /\ 0 <= radii.
Hypothesis unit_length : length unit = 1.
Hypothesis along_unit : along = scale l unit.
(** RoundedGap.v, [along_near] *)
Hypothesis along_rounded : length (along - s)%v <= along_needs * u.
(** RoundedGap.v, [checked_length] *)
Hypothesis checked : Rabs (l - 1) <= (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) * u.
(** RoundedGap.v, [chosen_point], times [inverse]. There, what a shape states counts with the length of the vector that it is
    asked for, which is s turned back by the computed matrix. Rounding may stretch that: [longer_is_small] below. *)
Hypothesis chosen_p : s '. P' <= (s '. near_p) + (10.5 * u * reach_a + (error_a + longer_a)) * length s.
Hypothesis chosen_q : s '. near_q <= (s '. Q') + (10.5 * u * reach_b + (error_b + longer_b)) * length s.
Hypothesis longer : 0 <= longer_a <= (10 * error_a + reach_a / 10) * u /\ 0 <= longer_b <= (10 * error_b + reach_b / 10) * u.
(** RoundedGap.v, [reach_error] *)
Hypothesis measured : Rabs (reach - (s '. ((X' + near_q) - near_p)%v)) <= (reach_needs - 10.5) * u * (reach_a + reach_b) + place_needs * u * (1.001 * size).
(** Errors of angles have room for a hundred units of themselves. For turns in space that is RoundedAngle.v,
    [steady_angle_error], and RoundedBlendAngle.v; for those in the plane, and for bodies that do not turn, RoundedPlane.v. What
    has no such room is small beside the bodies: [little_room] below. The units of [path_needs] are Counts.v. *)
Hypothesis turned_p : length (P' - P)%v <= (angle_a * (1 - 100 * u) + 1.5 * u) * reach_a.
Hypothesis turned_q : length (Q' - Q)%v <= (angle_b * (1 - 100 * u) + 1.5 * u) * reach_b.
Hypothesis path_near : length (X' - X)%v <= laws * (1 - 100 * u) + (path_needs + / 10) * u * size + 1.5 * u * (reach_a + reach_b + size).
Hypothesis sizes : length P <= reach_a /\ length Q <= reach_b /\ length X <= 1.001 * size + laws.
Hypothesis found : length near_p <= 1.001 * reach_a /\ length near_q <= 1.001 * reach_b /\ length X' <= 1.001 * size.
(** A sum of positive terms.
    rust src/proof/kernel.rs: let sizes = a.facts.radius + b.facts.radius + target.abs();
    | a.reach * (angles[0] + REACH_ERROR) + b.reach * (angles[1] + REACH_ERROR)
    | + (a.facts.error + b.facts.error) * (1.0 + VECTOR_ERROR)
    | + sizes * (2.0 * VECTOR_ERROR) + path.size * VECTOR_ERROR + path.error }
    rust src/proof/kernel.rs: let error = gap_error((a, b), angles, path, target); *)
Hypothesis error_off : off 10 (reach_a * (angle_a + REACH_ERROR * u) + reach_b * (angle_b + REACH_ERROR * u) + (error_a + error_b) * (1 + VECTOR_ERROR * u)
  + radii * (2 * VECTOR_ERROR * u) + size * (VECTOR_ERROR * u) + (laws + size * (PATH_ERROR * u))) error.
(** The radii and the target: two sums. [radii] is the sum of their sizes.
    rust src/proof/kernel.rs: margin: a.facts.radius + b.facts.radius + target,
    A moment has the kernel's margin and error. Motions that are asked for their placements add their own radii to the
    margin, which this theorem does not count; and the error counts only if the time is one of the span.
    rust src/proof/moment.rs: to.between = self.between(time);
    | to.time = self.known(time);
    | to.margin = self.margin;
    | to.error = if to.time.is_nan() { f64::INFINITY } else { self.error };
    rust src/proof/moment.rs: if time >= self.start && time <= self.end { time } else { f64::NAN }
    rust src/proof/moment.rs: to.margin = self.margin + a.radius + b.radius;
    | to.error = if time.is_nan() { f64::INFINITY } else { *)
Hypothesis margin_near : Rabs (margin' - margin) <= 2.01 * u * radii /\ Rabs margin <= radii.
(** Allowances.v *)
Hypothesis few : 0 <= UNIT_ERROR <= 50 /\ 0 <= REACH_ERROR <= 1000 /\ 0 <= VECTOR_ERROR <= 1000 /\ 0 <= PATH_ERROR <= 1000.
Hypothesis reach_enough : reach_needs + along_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 5.22 <= REACH_ERROR.
Hypothesis path_enough : path_needs + place_needs + along_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 5 <= PATH_ERROR + VECTOR_ERROR.
Hypothesis vector_enough : along_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 26 <= VECTOR_ERROR.
Hypothesis difference_rounds : rounds (reach - margin') difference.
Hypothesis value_rounds : rounds (difference - error) value.

(** rust src/proof/gap.rs: reach - at.margin - at.error
    | } else { f64::NEG_INFINITY };
    | Gap { along, reach, value, time: at.time,

    The value of the gap is no more than what the unit vector leaves beyond the target, for any two points of the cores. *)
Theorem gap_claim : value <= (unit '. ((X + Q) - P)%v) - margin.
Proof.
  destruct signs as (S1 & S2 & S3 & S4 & S5 & S6 & S7 & S8 & S9). destruct sizes as (Z1 & Z2 & Z3). destruct found as (W1 & W2 & W3). destruct few as (C1 & C2 & C3 & C4). destruct margin_near as [M1 M2].
  (* s is off the unit vector by k units, and is no longer than m *)
  set (k := along_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000)) in *. assert (k_pos : 0 <= k <= 28) by (unfold k, along_needs; lra).
  assert (off_unit : length (s - unit)%v <= k * u).
  { rewrite (from_unit _ _ _ _ along_unit). eapply Rle_trans; [apply length_sub |]. rewrite length_scale, unit_length. unfold k. lra. }
  assert (reach_enough' : reach_needs + k + 5.22 <= REACH_ERROR) by (unfold k; lra).
  assert (path_enough' : path_needs + place_needs + k + 5 <= PATH_ERROR + VECTOR_ERROR) by (unfold k; lra).
  set (wr := REACH_ERROR) in *. set (wv := VECTOR_ERROR) in *. set (wp := PATH_ERROR) in *. clear along_unit along_rounded checked reach_enough path_enough. clearbody k wr wv wp.
  set (m := 1 + k * u) in *. assert (m_is : m - 1 = k * u) by (unfold m; ring). clearbody m. assert (m_near : 1 <= m <= 1.001) by (unfold u in *; lra).
  assert (s_length : length s <= m).
  { pose proof (length_add (s - unit)%v unit) as H. rewrite sub_add, unit_length in H. lra. }
  assert (part : forall x y, length x <= y -> Rabs (s '. x) <= m * y).
  { intros x y H. apply Rle_trans with (1 := dot_abs s x). apply Rmult_le_compat; try apply length_nonneg; assumption. }
  (* the exact gap along s and along the unit vector *)
  pose proof (points_apart s X X' P P' Q Q') as E1. pose proof (part _ _ path_near) as A1. pose proof (part _ _ turned_p) as A2. pose proof (part _ _ turned_q) as A3.
  pose proof (apart_by_parts s X' P' Q') as E2. pose proof (apart_by_parts s X' near_p near_q) as E3.
  pose proof (length_sub (X + Q)%v P) as N1. pose proof (length_add X Q) as N2. pose proof (dot_abs unit ((X + Q) - P)%v) as K. rewrite unit_length in K.
  set (y := unit '. ((X + Q) - P)%v) in *. pose proof (dot_from s unit ((X + Q) - P)%v) as E0. fold y in E0.
  assert (y_size : Rabs y <= 1.001 * size + laws + reach_a + reach_b) by lra.
  set (all := 1.001 * size + laws + reach_a + reach_b) in *. assert (all_pos : 0 <= all) by (unfold all; lra).
  assert (ly : s '. ((X + Q) - P)%v <= y + k * u * all).
  { assert (B : (s - unit)%v '. ((X + Q) - P)%v <= k * u * all).
    { eapply Rle_trans; [apply dot_le |]. apply Rmult_le_compat; try apply length_nonneg; [exact off_unit | unfold all; lra]. }
    lra. }
  (* what was measured *)
  pose proof (part _ _ W1) as F1. pose proof (part _ _ W2) as F2. pose proof (part _ _ W3) as F3.
  apply Rabs_le_inv in A1. apply Rabs_le_inv in A2. apply Rabs_le_inv in A3. apply Rabs_le_inv in F1. apply Rabs_le_inv in F2. apply Rabs_le_inv in F3.
  pose proof measured as G. apply Rabs_le_inv in G. apply Rabs_le_inv in M1. apply Rabs_le_inv in M2.
  (* products with m *)
  assert (by_length : forall x, 0 <= x -> m * x <= x + k * u * x /\ m * x <= 1.001 * x).
  { intros x Hx. split; [replace (x + k * u * x) with ((1 + k * u) * x) by ring |]; apply Rmult_le_compat_r; lra. }
  assert (kx : forall x, 0 <= x -> 0 <= k * x <= 28 * x) by (intros x Hx; split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (turns : forall x, 0 <= x -> m * ((1 - 100 * u) * x) <= (1 - 70 * u) * x).
  { intros x Hx. assert (H : 0 <= (1 - 100 * u) * x) by (apply Rmult_le_pos; unfold u; lra). destruct (by_length _ H) as [H1 _]. pose proof (kx x Hx).
    assert (k * ((1 - 100 * u) * x) <= 28 * x) by (apply Rle_trans with (28 * ((1 - 100 * u) * x)); [apply Rmult_le_compat_r; lra | unfold u in *; lra]). unfold u in *. lra. }
  set (ta := angle_a * reach_a) in *. set (tb := angle_b * reach_b) in *.
  assert (ta_pos : 0 <= ta) by (apply Rmult_le_pos; lra). assert (tb_pos : 0 <= tb) by (apply Rmult_le_pos; lra).
  assert (rest : forall x, 0 <= x -> 0 <= 1.5 * u * x /\ m * (1.5 * u * x) <= 1.5016 * u * x).
  { intros x Hx. assert (H : 0 <= 1.5 * u * x) by (apply Rmult_le_pos; unfold u; lra). destruct (by_length _ H) as [_ H']. unfold u in *. lra. }
  assert (B1 : - ((1 - 70 * u) * ta + 1.5016 * u * reach_a) <= s '. (P' - P)%v).
  { pose proof (turns ta ta_pos). destruct (rest _ S1). replace ((angle_a * (1 - 100 * u) + 1.5 * u) * reach_a) with ((1 - 100 * u) * ta + 1.5 * u * reach_a) in A2 by (unfold ta; ring). lra. }
  assert (B2 : s '. (Q' - Q)%v <= (1 - 70 * u) * tb + 1.5016 * u * reach_b).
  { pose proof (turns tb tb_pos). destruct (rest _ S2). replace ((angle_b * (1 - 100 * u) + 1.5 * u) * reach_b) with ((1 - 100 * u) * tb + 1.5 * u * reach_b) in A3 by (unfold tb; ring). lra. }
  assert (us : 0 <= (path_needs + / 10) * u * size) by (unfold path_needs; repeat apply Rmult_le_pos; unfold u; lra).
  assert (B3 : s '. (X' - X)%v <= (1 - 70 * u) * laws + 1.001 * ((path_needs + / 10) * u * size) + 1.5016 * u * (reach_a + reach_b + size)).
  { pose proof (turns laws S8). destruct (rest (reach_a + reach_b + size) ltac:(lra)). destruct (by_length _ us) as [_ Hs]. replace (laws * (1 - 100 * u)) with ((1 - 100 * u) * laws) in A1 by ring. lra. }
  destruct longer as [G1 G2].
  assert (C5 : (10.5 * u * reach_a + (error_a + longer_a)) * length s <= (10.5 * u * reach_a + (error_a + longer_a)) * m /\ (10.5 * u * reach_b + (error_b + longer_b)) * length s <= (10.5 * u * reach_b + (error_b + longer_b)) * m).
  { split; apply Rmult_le_compat_l; try exact s_length; unfold u; lra. }
  destruct (by_length longer_a (proj1 G1)) as [_ G3]. destruct (by_length longer_b (proj1 G2)) as [_ G4].
  destruct C5 as [C5 C6]. destruct (by_length error_a S5) as [B4 _]. destruct (by_length error_b S6) as [B5 _].
  assert (ua : 0 <= 10.5 * u * reach_a /\ 0 <= 10.5 * u * reach_b) by (split; apply Rmult_le_pos; unfold u; lra). destruct ua as [ua ub].
  destruct (by_length _ ua) as [_ B6]. destruct (by_length _ ub) as [_ B7].
  pose proof (kx reach_a S1) as K1. pose proof (kx reach_b S2) as K2. pose proof (kx error_a S5) as K3. pose proof (kx error_b S6) as K4. pose proof (kx size S7) as K5. pose proof (kx laws S8) as K6.
  assert (R1 : reach <= y + k * u * all + ((1 - 70 * u) * laws + 1.001 * ((path_needs + / 10) * u * size) + 1.5016 * u * (reach_a + reach_b + size)) + (1 - 70 * u) * (ta + tb) + 1.5016 * u * (reach_a + reach_b)
    + 1.001 * ((10 * (error_a + error_b) + (reach_a + reach_b) / 10) * u) + 1.001 * (10.5 * u * (reach_a + reach_b)) + (error_a + error_b) + k * u * (error_a + error_b) + (reach_needs - 10.5) * u * (reach_a + reach_b) + place_needs * u * (1.001 * size)) by lra.
  assert (found_in : forall x, 0 <= x -> m * (1.001 * x) <= 1.003 * x) by (intros x Hx; destruct (by_length (1.001 * x) ltac:(lra)) as [_ H]; lra).
  pose proof (found_in _ S1). pose proof (found_in _ S2). pose proof (found_in _ S7).
  assert (R2 : Rabs reach <= 1.01 * (reach_a + reach_b + size)).
  { apply Rabs_le. unfold reach_needs, place_needs, u in *. lra. }
  clear - R1 R2 M1 M2 S1 S2 S5 S6 S7 S8 S9 ta_pos tb_pos K1 K2 K3 K4 K5 K6 error_off difference_rounds value_rounds k_pos C2 C3 C4 reach_enough' path_enough' vector_enough all.
  replace (reach_a * (angle_a + wr * u) + reach_b * (angle_b + wr * u)) with (ta + tb + wr * u * (reach_a + reach_b)) in error_off by (unfold ta, tb; ring).
  clearbody ta tb. unfold all in *.
  assert (wide : forall c x, 0 <= x -> 0 <= c <= 1000 -> 0 <= c * x <= 1000 * x) by (intros c x Hx Hc; split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (ab : 0 <= reach_a + reach_b) by lra. assert (ee : 0 <= error_a + error_b) by lra.
  pose proof (wide wr _ ab C2). pose proof (wide wv _ ee C3). pose proof (wide wv _ S9 C3). pose proof (wide wv _ S7 C3). pose proof (wide wp _ S7 C4).
  assert (enough1 : (k + 33.22) * (reach_a + reach_b) <= wr * (reach_a + reach_b)) by (apply Rmult_le_compat_r; [lra | unfold reach_needs in reach_enough'; lra]).
  assert (enough2 : (k + 23.1) * size <= (wp + wv) * size) by (apply Rmult_le_compat_r; [lra | unfold path_needs, place_needs in path_enough'; lra]).
  assert (enough3 : (k + 26) * (error_a + error_b) <= wv * (error_a + error_b)) by (apply Rmult_le_compat_r; lra).
  assert (enough4 : 15 * radii <= wv * radii) by (apply Rmult_le_compat_r; lra).
  set (e := ta + tb + wr * u * (reach_a + reach_b) + (error_a + error_b) * (1 + wv * u) + radii * (2 * wv * u) + size * (wv * u) + (laws + size * (wp * u))) in *.
  assert (e_high : 0 <= e <= 1.001 * (ta + tb + error_a + error_b + laws) + (reach_a + reach_b + radii + size) / 1000) by (unfold e, u; lra).
  pose proof (off_le _ _ _ (proj1 e_high) error_off) as [V1 V2].
  destruct difference_rounds as (d1 & Hd1 & D1). destruct value_rounds as (d2 & Hd2 & D2).
  apply Rabs_le_inv in R2.
  assert (Q1 : Rabs ((reach - margin') * d1) <= 1.011 * (reach_a + reach_b + size + radii) * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; unfold u in *; lra | exact Hd1]).
  apply Rabs_le_inv in Q1. assert (D1' : difference = reach - margin' + (reach - margin') * d1) by (rewrite D1; ring).
  assert (Q2 : Rabs ((difference - error) * d2) <= (1.013 * (reach_a + reach_b + size + radii) + 1.002 * (ta + tb + error_a + error_b + laws)) * u).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; unfold u in *; lra | exact Hd2]. }
  apply Rabs_le_inv in Q2. assert (D2' : value = difference - error + (difference - error) * d2) by (rewrite D2; ring).
  unfold e, path_needs, reach_needs, place_needs, u in *. lra.
Qed.
End Claim.

(** What has no room of its own: an [angular_error] times the time, and the errors of centres. They are computed with some
    twenty roundings, and a ninetieth of the body, or of what else a gap is measured on, at most. *)
Lemma little_room : forall x laws size, 0 <= laws <= size / 90 -> x <= laws * (1 + 20 * u) -> x <= laws * (1 - 100 * u) + 1.5 * u * size.
Proof. intros x laws size H K. unfold u in *. lra. Qed.

Lemma little_angle : forall x angle reach, 0 <= reach -> 0 <= angle <= / 90 -> x <= angle * (1 + 20 * u) * reach -> x <= (angle * (1 - 100 * u) + 1.5 * u) * reach.
Proof. intros x angle reach Hr Ha H. apply Rle_trans with (1 := H). apply Rmult_le_compat_r; [exact Hr | unfold u in *; lra]. Qed.

(** What a shape states counts with the length of the vector that it is asked for, [direction_length] of RoundedGap.v: nothing is
    missing if the product of that error and of the angle's is a tenth of a unit of the reach at most. *)
Lemma longer_is_small : forall error angle reach, 0 <= error -> 0 <= reach -> 0 <= angle -> angle * error <= (4 * error + reach / 10) * u ->
  0 <= error * (angle + 5.3 * u) <= (10 * error + reach / 10) * u.
Proof. intros error angle reach He Hr Ha H. split; [apply Rmult_le_pos; unfold u; lra |]. assert (0 <= error * u) by (apply Rmult_le_pos; unfold u; lra). unfold u in *. lra. Qed.
