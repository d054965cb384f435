(** The parabola as it is computed: src/proof/parabola.rs in double precision.

    Names are those of the code; a prime marks what is computed of an exact number. Each step is one rounding. Limits: the
    aim is not negative, nothing overflows, and each result is zero or a normal number. So products with 2, 4 and
    1/2 are exact. The code asks for sizes between 1e-135 and 1e135 so that the products keep their digits. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Parabola Rounding Constants.
Local Open Scope R_scope.

(** [off] as two inequalities. *)
Lemma off_between : forall k x y, off k x y -> - (k * u * Rabs x) <= y - x <= k * u * Rabs x.
Proof. intros k x y H. apply Rabs_le_inv, off_by, H. Qed.

Section Lasts.
Variables f g m h aim : R.
Hypothesis aim_nonneg : 0 <= aim.
Hypothesis h_pos : 0 < h.

(** rust src/proof/free.rs: let h = to - from; *)
Variable h' : R.
Hypothesis h_rounds : rounds h h'.
(** rust src/proof/parabola.rs: let bow = 0.5 * m * h * h; *)
Variables half_m_h bow' : R.
Hypothesis half_m_h_rounds : rounds (/ 2 * m * h') half_m_h.
Hypothesis bow_rounds : rounds (half_m_h * h') bow'.
(** rust src/proof/parabola.rs: let slope = (g - f) - bow; *)
Variables difference slope' : R.
Hypothesis difference_rounds : rounds (g - f) difference.
Hypothesis slope_rounds : rounds (difference - bow') slope'.
(** rust src/proof/parabola.rs: let size = f.abs() + g.abs() + bow.abs(); *)
Variables ends size : R.
Hypothesis ends_rounds : rounds (Rabs f + Rabs g) ends.
Hypothesis size_rounds : rounds (ends + Rabs bow') size.
Let K := bow m h.
Let S := slope f g m h.

Lemma bow_off : off 4.1 K bow'.
Proof.
  assert (E : K = / 2 * m * h * h) by (unfold K, bow, Rsqr; field). rewrite E.
  pose proof (off_mult _ _ _ _ _ _ (exact (/ 2 * m)) (rounds_off _ _ h_rounds) ltac:(lra) ltac:(lra)) as O1.
  pose proof (off_then _ _ _ _ O1 half_m_h_rounds ltac:(lra)) as O2.
  pose proof (off_mult _ _ _ _ _ _ O2 (rounds_off _ _ h_rounds) ltac:(lra) ltac:(lra)) as O3.
  pose proof (off_then _ _ _ _ O3 bow_rounds ltac:(lra)) as O4.
  apply off_more with (1 := O4). lra.
Qed.

(** How far the coefficients of the computed parabola are off, in terms of the size. *)
Lemma computed_parts : let F := Rabs f in let G := Rabs g in
  Rabs (slope' - S) <= u * (2.1 * (F + G) + 5.3 * Rabs K) /\ Rabs (bow' - K) <= 4.1 * u * Rabs K /\
  Rabs bow' <= Rabs K * (1 + 4.1 * u) /\ (F + G + Rabs K) * (1 - 10 * u) <= size.
Proof.
  intros F G. subst F G.
  pose proof (off_by _ _ _ bow_off) as B0. pose proof (off_between _ _ _ bow_off) as B.
  pose proof (off_between _ _ _ (rounds_off _ _ difference_rounds)) as D.
  pose proof (off_between _ _ _ (rounds_off _ _ slope_rounds)) as SL.
  destruct ends_rounds as (e1 & He1 & E1). destruct size_rounds as (e2 & He2 & E2).
  apply Rabs_le_inv in He1. apply Rabs_le_inv in He2.
  set (F := Rabs f) in *. set (G := Rabs g) in *.
  pose proof (Rabs_pos f : 0 <= F). pose proof (Rabs_pos g : 0 <= G). pose proof (Rabs_pos K). pose proof (Rabs_pos bow').
  assert (HB : Rabs bow' <= Rabs K * (1 + 4.1 * u) /\ Rabs K * (1 - 4.1 * u) <= Rabs bow').
  { destruct bow_off as (e & He & E). apply Rabs_le_inv in He. rewrite E, Rabs_mult, (Rabs_pos_eq (1 + e)) by (unfold u in *; lra).
    split; apply Rmult_le_compat_l; lra. }
  assert (HD : Rabs (g - f) <= F + G) by (unfold F, G, Rminus; eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_Ropp; lra).
  assert (HS : Rabs (difference - bow') <= (F + G) * (1 + u) + Rabs bow').
  { unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    assert (Rabs difference <= (F + G) * (1 + u)); [| lra].
    destruct difference_rounds as (e & He & E). apply Rabs_le_inv in He. rewrite E, Rabs_mult, (Rabs_pos_eq (1 + e)) by (unfold u in *; lra).
    apply Rmult_le_compat; try apply Rabs_pos; unfold u in *; lra. }
  assert (ends_ge : (F + G) * (1 - u) <= ends) by (rewrite E1; apply Rmult_le_compat_l; lra).
  assert (size_ge : (ends + Rabs bow') * (1 - u) <= size) by (rewrite E2; apply Rmult_le_compat_l; [unfold u in *; lra | lra]).
  repeat split; try lra.
  - apply Rabs_le. unfold S, slope. fold K. unfold u in *; lra.
  - unfold u in *; lra.
Qed.

(** On the span the computed parabola is near the exact one. *)
Lemma parabolas_near : forall v, 0 <= v <= 1 ->
  Rabs ((slope' * v + bow' * v²) - (S * v + K * v²)) <= u * (2.1 * (Rabs f + Rabs g) + 9.4 * Rabs K).
Proof.
  intros v Hv. destruct computed_parts as (P1 & P2 & _ & _).
  replace ((slope' * v + bow' * v²) - (S * v + K * v²)) with ((slope' - S) * v + (bow' - K) * v²) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult, (Rabs_pos_eq v), (Rabs_pos_eq (v²)) by (try apply Rle_0_sqr; lra).
  assert (Hv2 : v² <= 1) by (clear - Hv; unfold Rsqr; nra).
  pose proof (Rabs_pos (slope' - S)). pose proof (Rabs_pos (bow' - K)).
  assert (Rabs (slope' - S) * v <= Rabs (slope' - S) * 1) by (apply Rmult_le_compat_l; lra).
  assert (Rabs (bow' - K) * v² <= Rabs (bow' - K) * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** What the constant has to be, and may be at most. *)
Definition parabola_needs := 14.
Hypothesis enough : parabola_needs <= PARABOLA_ERROR <= 1000.

(** rust src/proof/parabola.rs: let lost = (f.abs() + g.abs() + bow.abs()) * PARABOLA_ERROR; *)
Variable lost : R.
Hypothesis lost_rounds : rounds (size * (PARABOLA_ERROR * u)) lost.

Lemma lost_covers : 13.9 * u * (Rabs f + Rabs g + Rabs K) <= lost /\ lost <= 1001 * u * size /\ 0 <= size.
Proof.
  unfold parabola_needs in enough. destruct computed_parts as (_ & _ & _ & P). destruct lost_rounds as (e & He & E). apply Rabs_le_inv in He.
  pose proof (Rabs_pos f). pose proof (Rabs_pos g). pose proof (Rabs_pos K).
  assert (pos : 0 <= size) by (unfold u in *; lra). rewrite E.
  assert (L : size * (14 * u) * (1 - u) <= size * (PARABOLA_ERROR * u) * (1 + e)).
  { rewrite !Rmult_assoc. apply Rmult_le_compat_l; [exact pos |]. rewrite <- !Rmult_assoc. apply Rmult_le_compat; unfold u in *; lra. }
  assert (U : size * (PARABOLA_ERROR * u) * (1 + e) <= size * (1000 * u) * (1 + u)).
  { rewrite !Rmult_assoc. apply Rmult_le_compat_l; [exact pos |]. rewrite <- !Rmult_assoc. apply Rmult_le_compat; unfold u in *; lra. }
  unfold u in *; lra.
Qed.

(** rust src/proof/parabola.rs: let c = f - aim - size * PARABOLA_ERROR; *)
Variables beyond c : R.
Hypothesis beyond_rounds : rounds (f - aim) beyond.
Hypothesis c_rounds : rounds (beyond - lost) c.
(** rust src/proof/parabola.rs: const LEAST_SIZE: f64 = 1e-135;
    | const MOST_SIZE: f64 = 1e135;
    rust src/proof/parabola.rs: if !(c > 0.0 && size > LEAST_SIZE && size < MOST_SIZE) { *)
Hypothesis c_pos : 0 < c.

(** With c, up to 4 units, for the exact distance beyond the aim, the computed parabola is nowhere above the exact one. *)
Lemma parabola_covered : forall c' v, c' <= c * (1 + 4 * u) -> 0 <= v <= 1 -> c' + slope' * v + bow' * v² <= (f - aim) + S * v + K * v².
Proof.
  intros c' v Hc Hv. pose proof (parabolas_near v Hv) as N. apply Rabs_le_inv in N. destruct lost_covers as (L & _ & _).
  destruct beyond_rounds as (e3 & He3 & E3). destruct c_rounds as (e5 & He5 & E5).
  apply Rabs_le_inv in He3. apply Rabs_le_inv in He5.
  pose proof (Rabs_pos f). pose proof (Rabs_pos g). pose proof (Rabs_pos K).
  assert (left_pos : 0 < beyond - lost).
  { rewrite E5 in c_pos. apply Rnot_le_lt. intro N'. assert ((beyond - lost) * (1 + e5) <= 0 * (1 + e5)) by (apply Rmult_le_compat_r; unfold u in *; lra). lra. }
  assert (f_above : 0 < f - aim).
  { assert (0 < beyond) by (unfold u in *; lra). rewrite E3 in *. apply Rnot_le_lt. intro N'.
    assert ((f - aim) * (1 + e3) <= 0 * (1 + e3)) by (apply Rmult_le_compat_r; unfold u in *; lra). lra. }
  assert (f_size : f - aim <= Rabs f) by (pose proof (Rle_abs f); lra).
  assert (beyond_le : beyond <= (f - aim) * (1 + u)) by (rewrite E3; apply Rmult_le_compat_l; lra).
  assert (c_le : c <= (beyond - lost) * (1 + u)) by (rewrite E5; apply Rmult_le_compat_l; lra).
  unfold u in *; lra.
Qed.

(** rust src/proof/parabola.rs: let square = slope * slope - 4.0 * bow * c; *)
Variables slope_square four_bow_c square : R.
Hypothesis slope_square_rounds : rounds (slope' * slope') slope_square.
Hypothesis four_bow_c_rounds : rounds (4 * bow' * c) four_bow_c.
Hypothesis square_rounds : rounds (slope_square - four_bow_c) square.

(** The computed discriminant is that of a parabola whose constant is off by 3 units, up to a factor. *)
Lemma discriminant : exists c' k, c * (1 - 3 * u) <= c' <= c * (1 + 3 * u) /\ 0 < c' /\ off 3 1 k /\ 0 < k /\ square = k * (slope'² - 4 * bow' * c').
Proof.
  destruct slope_square_rounds as (e1 & H1 & E1). destruct four_bow_c_rounds as (e3 & H3 & E3). destruct square_rounds as (e4 & H4 & E4).
  assert (O1 : off 1 1 (1 + e1)) by (exists e1; split; lra).
  assert (O3 : off 1 1 (1 + e3)) by (exists e3; split; lra).
  assert (O4 : off 1 1 (1 + e4)) by (exists e4; split; lra).
  assert (Q : off 3 1 ((1 + e3) / (1 + e1))).
  { pose proof (off_div _ _ _ _ _ _ O3 O1 R1_neq_R0 ltac:(lra) ltac:(lra)) as N.
    replace (1 / 1) with 1 in N by field. apply off_more with (1 := N). lra. }
  assert (N1 : 1 + e1 <> 0) by (apply Rabs_le_inv in H1; unfold u in *; lra).
  assert (P : off 3 1 ((1 + e1) * (1 + e4))).
  { pose proof (off_mult _ _ _ _ _ _ O1 O4 ltac:(lra) ltac:(lra)) as M. rewrite Rmult_1_l in M. apply off_more with (1 := M). lra. }
  exists (c * ((1 + e3) / (1 + e1))), ((1 + e1) * (1 + e4)).
  assert (0 < (1 + e3) / (1 + e1)) by (apply (off_pos _ 1 _ Q ltac:(lra)); lra).
  assert (0 < (1 + e1) * (1 + e4)) by (apply (off_pos _ 1 _ P ltac:(lra)); lra).
  pose proof (off_le _ _ _ Rle_0_1 Q) as B.
  split; [split; apply Rmult_le_compat_l; lra |]. split; [now apply Rmult_lt_0_compat |]. split; [exact P |]. split; [assumption |].
  rewrite E4, E3, E1. unfold Rsqr. field. exact N1.
Qed.

(** Both forms of the root, rounded step by step.
    rust src/proof/parabola.rs: (slope + square.sqrt()) / (-2.0 * bow)
    rust src/proof/parabola.rs: 2.0 * c / (square.sqrt() - slope)
    rust src/proof/parabola.rs: let u = u * (1.0 - 16.0 * UNIT);
    *)
Definition risen root' := exists r sum quotient,
  rounds (sqrt square) r /\ rounds (slope' + r) sum /\ rounds (sum / (-2 * bow')) quotient /\
  rounds (quotient * (1 - 16 * u)) root'.
Definition fallen root' := exists r sum quotient,
  rounds (sqrt square) r /\ rounds (r - slope') sum /\ rounds (2 * c / sum) quotient /\
  rounds (quotient * (1 - 16 * u)) root'.

(** What [lasts] returns as a share of the span: all of it, or a part v of it up to the computed root.
    rust src/proof/parabola.rs: if bow >= 0.0 && (slope >= 0.0 || square < 0.0) {
    rust src/proof/parabola.rs: let u = if slope > 0.0 {
    rust src/proof/parabola.rs: if u < 1.0 { u * h } else { h }
    *)
Definition returned v :=
  (0 <= bow' /\ (0 <= slope' \/ square < 0)) \/
  exists root', ((0 < slope' /\ risen root') \/ (slope' <= 0 /\ 0 <= square /\ fallen root')) /\
    ~ (0 <= bow' /\ (0 <= slope' \/ square < 0)) /\
    (1 <= root' \/ exists x, rounds (root' * h') x /\ v * h <= x).

Lemma part_of_root : forall root' v exact, 0 < root' -> root' <= exact * (1 - 3 * u) -> 0 < exact -> 0 <= v <= 1 ->
  (1 <= root' \/ exists x, rounds (root' * h') x /\ v * h <= x) -> v <= exact.
Proof.
  intros root' v exact pos below exact_pos Hv [whole | (x & Hx & part)].
  - assert (exact * (1 - 3 * u) <= exact * 1) by (apply Rmult_le_compat_l; unfold u; lra). lra.
  - destruct (rounds_off _ _ h_rounds) as (e & He & E). destruct Hx as (e' & He' & E').
    assert (O : off 3 1 ((1 + e) * (1 + e'))).
    { pose proof (off_mult 1 1 1 1 (1 + e) (1 + e')) as M. rewrite Rmult_1_l in M.
      apply off_more with (1 + 1 + / 100); [| lra]. apply M; [exists e | exists e' | |]; try split; lra. }
    destruct O as (o & Ho & Eo). apply Rabs_le_inv in Ho.
    assert (x_is : x = root' * (1 * (1 + o)) * h) by (rewrite <- Eo, E', E; ring).
    apply Rmult_le_reg_r with h; [exact h_pos |]. apply Rle_trans with (1 := part). rewrite x_is.
    apply Rmult_le_compat_r; [lra |].
    apply Rle_trans with (exact * (1 - 3 * u) * (1 * (1 + 3 * u))); [apply Rmult_le_compat; unfold u in *; lra |].
    replace (exact * (1 - 3 * u) * (1 * (1 + 3 * u))) with (exact * (1 - 9 * u * u)) by ring.
    rewrite <- (Rmult_1_r exact) at 2. apply Rmult_le_compat_l; unfold u; lra.
Qed.

Lemma root_reduced : forall k x q root', 0 <= k <= 11 -> 0 < x -> off k x q -> rounds (q * (1 - 16 * u)) root' ->
  0 < root' /\ root' <= x * (1 - 3 * u).
Proof.
  intros k x q root' Hk Hx O Hr. destruct (off_then _ _ _ _ (off_mult _ _ _ _ _ _ O (exact (1 - 16 * u)) ltac:(lra) ltac:(lra)) Hr ltac:(lra)) as (e & He & E).
  apply Rabs_le_inv in He. rewrite E. replace (x * (1 - 16 * u) * (1 + e)) with (x * ((1 - 16 * u) * (1 + e))) by ring.
  assert (0 < (1 - 16 * u) * (1 + e)) by (apply Rmult_lt_0_compat; unfold u in *; lra).
  split; [now apply Rmult_lt_0_compat |]. apply Rmult_le_compat_l; [lra |].
  apply Rle_trans with ((1 - 16 * u) * (1 + (k + 0 + / 100 + 1 + / 100) * u)); [apply Rmult_le_compat_l; unfold u in *; lra |].
  clear - Hk. unfold u in *; lra.
Qed.

(** The gap stays at the aim or above for all of what [lasts] returns. *)
Theorem computed_lasts : forall v, 0 <= v <= 1 -> returned v -> aim <= parabola f g m h v.
Proof.
  intros v Hv R.
  destruct discriminant as (c' & k & Hc & c'_pos & k_off & k_pos & E).
  assert (value : 0 <= c' + slope' * v + bow' * v²).
  2: { pose proof (parabola_covered c' v ltac:(unfold u in *; lra) Hv). unfold parabola. fold K S. lra. }
  set (D := slope'² - 4 * bow' * c') in *.
  assert (root_off : 0 <= D -> off 3 (sqrt D) (sqrt square)).
  { intros HD. apply off_sqrt; [| lra | exact HD]. rewrite E, Rmult_comm. destruct k_off as (e & He & ->). exists e. split; [exact He | ring]. }
  destruct R as [whole | (root' & cases & not_whole & part)].
  - apply lasts_to_is_above with (c := c') (u := v); [exact c'_pos | | lra]. left. destruct whole as [Hb [Hs | Hq]].
    + split; [exact Hb | now left].
    + split; [exact Hb | right]. fold D. rewrite E in Hq. apply Rnot_le_lt. intro. assert (0 <= k * D) by (apply Rmult_le_pos; lra). lra.
  - destruct cases as [[Hs (r & sum & q & H1 & H2 & H4 & H5)] | [Hs [Hq (r & sum & q & H1 & H2 & H4 & H5)]]].
    + assert (Hb : bow' < 0) by (apply Rnot_le_lt; intro; apply not_whole; split; [assumption | left; lra]).
      assert (HD : 0 <= D).
      { unfold D. assert (0 <= - bow' * c') by (apply Rmult_le_pos; lra). pose proof (Rle_0_sqr slope'). lra. }
      pose proof (off_then _ _ _ _ (root_off HD) H1 ltac:(lra)) as O1. pose proof (sqrt_pos D).
      pose proof (off_then _ _ _ _ (off_add (3 + 1 + / 100) _ _ _ _ (off_more 0 (3 + 1 + / 100) _ _ (exact slope') ltac:(lra)) O1 ltac:(lra) ltac:(lra)) H2 ltac:(lra)) as O2.
      pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ O2 (exact (-2 * bow')) ltac:(lra) ltac:(lra) ltac:(lra)) H4 ltac:(lra)) as O3.
      assert (exact_pos : 0 < (slope' + sqrt D) / (-2 * bow')) by (apply Rdiv_lt_0_compat; lra).
      destruct (root_reduced 11 _ q root' ltac:(lra) exact_pos (off_more _ 11 _ _ O3 ltac:(lra)) H5) as [P1 P2].
      apply rises_then_falls_to_root; try assumption. fold D. split; [lra |].
      now apply part_of_root with root'.
    + assert (HD : 0 <= D).
      { apply Rnot_lt_le. intro N. rewrite E in Hq. assert (0 < k * - D) by (apply Rmult_lt_0_compat; lra). lra. }
      assert (sum_pos : 0 < sqrt D - slope').
      { pose proof (sqrt_pos D). destruct (Rlt_dec slope' 0); [lra |]. assert (slope' = 0) by lra.
        assert (Hb : bow' < 0) by (apply Rnot_le_lt; intro; apply not_whole; split; [assumption | left; lra]).
        assert (0 < D).
        { unfold D. replace (slope'²) with 0 by (unfold Rsqr; nra). assert (0 < - bow' * c') by (apply Rmult_lt_0_compat; lra). lra. }
        pose proof (sqrt_lt_R0 D). lra. }
      pose proof (off_then _ _ _ _ (root_off HD) H1 ltac:(lra)) as O1. pose proof (sqrt_pos D).
      pose proof (off_then _ _ _ _ (off_add (3 + 1 + / 100) _ _ _ _ O1 (off_more 0 (3 + 1 + / 100) _ _ (exact (- slope')) ltac:(lra)) ltac:(lra) ltac:(lra)) H2 ltac:(lra)) as O2.
      assert (OC : off 4 c' c).
      { exists (c / c' - 1). split; [| field; lra].
        assert (Z : (c / c' - 1) * c' = c - c') by (field; lra).
        apply Rabs_le. split; apply Rmult_le_reg_r with c'; try lra; rewrite Z; unfold u in *; lra. }
      pose proof (off_mult _ _ _ _ _ _ (exact 2) OC ltac:(lra) ltac:(lra)) as OC2.
      pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ OC2 O2 (Rgt_not_eq _ _ sum_pos) ltac:(lra) ltac:(lra)) H4 ltac:(lra)) as O3.
      assert (exact_pos : 0 < 2 * c' / (sqrt D - slope')) by (apply Rdiv_lt_0_compat; lra).
      destruct (root_reduced 11 _ q root' ltac:(lra) exact_pos (off_more _ 11 _ _ O3 ltac:(lra)) H5) as [P1 P2].
      apply falls_to_root; try assumption. fold D. split; [lra |].
      now apply part_of_root with root'.
Qed.
End Lasts.

(** * The least value *)

Section Least.
Variables f g m h h' half_m_h bow' difference slope' ends size lost : R.
Hypothesis h_rounds : rounds h h'.
Hypothesis half_m_h_rounds : rounds (/ 2 * m * h') half_m_h.
Hypothesis bow_rounds : rounds (half_m_h * h') bow'.
Hypothesis difference_rounds : rounds (g - f) difference.
Hypothesis slope_rounds : rounds (difference - bow') slope'.
Hypothesis ends_rounds : rounds (Rabs f + Rabs g) ends.
Hypothesis size_rounds : rounds (ends + Rabs bow') size.
Hypothesis enough : parabola_needs <= PARABOLA_ERROR <= 1000.
Hypothesis lost_rounds : rounds (size * (PARABOLA_ERROR * u)) lost.

(** rust src/proof/parabola.rs: let bow = 0.5 * m * h * h;
    rust src/proof/parabola.rs: let slope = (g - f) - bow;
    rust src/proof/parabola.rs: if slope >= lost || bow <= 0.0 {
    rust src/proof/parabola.rs: let least = if slope < 0.0 && slope + 2.0 * bow > 0.0 {
    rust src/proof/parabola.rs: f - slope * slope / (4.0 * bow)
    rust src/proof/parabola.rs: least - lost *)
Definition least_returned result :=
  ((lost <= slope' \/ bow' <= 0) /\ result = Rmin f g) \/
  (slope' < lost /\ 0 < bow' /\ exists least, rounds (least - lost) result /\
    ((slope' < 0 /\ 0 < slope' + 2 * bow' /\ exists square dip, rounds (slope' * slope') square /\ rounds (square / (4 * bow')) dip /\ rounds (f - dip) least) \/
     (~ (slope' < 0 /\ 0 < slope' + 2 * bow') /\ least = Rmin f g))).

(** The gap is nowhere below what [least] returns. *)
Theorem computed_least : forall result v, 0 <= v <= 1 -> least_returned result -> result <= parabola f g m h v.
Proof.
  intros result v Hv R.
  pose proof (computed_parts f g m h h' h_rounds half_m_h bow' half_m_h_rounds bow_rounds difference slope' difference_rounds slope_rounds ends size ends_rounds size_rounds) as (P1 & P2 & P3 & P4).
  pose proof (lost_covers f g m h h' h_rounds half_m_h bow' half_m_h_rounds bow_rounds difference slope' difference_rounds slope_rounds ends size ends_rounds size_rounds enough lost lost_rounds) as (L & _ & _).
  pose proof (parabolas_near f g m h h' h_rounds half_m_h bow' half_m_h_rounds bow_rounds difference slope' difference_rounds slope_rounds ends size ends_rounds size_rounds v Hv) as N.
  set (K := bow m h) in *. set (S := slope f g m h) in *. set (F := Rabs f) in *. set (G := Rabs g) in *.
  pose proof (Rabs_pos f : 0 <= F). pose proof (Rabs_pos g : 0 <= G). pose proof (Rabs_pos K).
  apply Rabs_le_inv in N. pose proof P1 as P1'. pose proof P2 as P2'. apply Rabs_le_inv in P1'. apply Rabs_le_inv in P2'.
  pose proof (least_value f g m h v Hv) as V. cbv zeta in V. fold K S in V. unfold parabola in *. fold K S in V |- *.
  pose proof (Rmin_l f g). pose proof (Rmin_r f g). 
  assert (Hf : - F <= f <= F) by (apply Rabs_le_inv, Rle_refl). assert (Hg : - G <= g <= G) by (apply Rabs_le_inv, Rle_refl).
  assert (sign : bow' <= 0 -> K <= 0).
  { intros Hb. apply Rnot_lt_le. intro HK. rewrite (Rabs_pos_eq K) in * by lra. unfold u in *. lra. }
  destruct R as [[[rises | down] ->] | (Hs & Hb & least & Hr & cases)].
  - destruct (Rlt_dec 0 K); [| exact V]. destruct (Rlt_dec S 0); [| exact V]. unfold u in *. lra.
  - specialize (sign down). destruct (Rlt_dec 0 K); [lra | exact V].
  - assert (K_pos : 0 < K).
    { apply Rnot_le_lt. intro HK. rewrite (Rabs_left1 K) in * by lra. unfold u in *. lra. }
    rewrite (Rabs_pos_eq K) in * by lra.
    destruct Hr as (e & He & Er). apply Rabs_le_inv in He.
    destruct cases as [(Hs0 & Hs2 & square & dip & R1 & R2 & R3) | (not_inside & ->)].
    + (* the computed parabola is nowhere below its lowest point *)
      assert (O : off 2.1 (slope' * slope' / (4 * bow')) dip).
      { pose proof (off_then _ _ _ _ (off_div _ _ _ _ _ _ (rounds_off _ _ R1) (exact (4 * bow')) ltac:(lra) ltac:(lra) ltac:(lra)) R2 ltac:(lra)) as O.
        apply off_more with (1 := O). lra. }
      assert (Q : 0 <= slope' * slope' / (4 * bow') <= bow').
      { split; [apply Rmult_le_pos; [apply Rle_0_sqr | left; apply Rinv_0_lt_compat; lra] |].
        apply Rmult_le_reg_r with (4 * bow'); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r. clear - Hs0 Hs2. nra. }
      set (exact_dip := slope' * slope' / (4 * bow')) in *.
      pose proof (off_le _ _ _ (proj1 Q) O) as D.
      assert (low : f - exact_dip <= f + slope' * v + bow' * v²).
      { assert (E : 4 * bow' * (slope' * v + bow' * v² + exact_dip) = (2 * bow' * v + slope') * (2 * bow' * v + slope')) by (unfold exact_dip, Rsqr; field; lra).
        pose proof (Rle_0_sqr (2 * bow' * v + slope')) as Z. unfold Rsqr in Z at 1. rewrite <- E in Z.
        assert (0 <= slope' * v + bow' * v² + exact_dip); [| lra]. apply Rmult_le_reg_l with (4 * bow'); lra. }
      destruct R3 as (e3 & He3 & E3). apply Rabs_le_inv in He3.
      assert (dip_round : - (u * (F + 1.001 * bow')) <= (f - dip) * e3 <= u * (F + 1.001 * bow')).
      { apply Rabs_le_inv. rewrite Rabs_mult, (Rmult_comm u). apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; unfold u in *; lra | apply Rabs_le; lra]. }
      assert (E3' : least = f - dip + (f - dip) * e3) by (rewrite E3; ring).
      assert (least_size : Rabs (least - lost) <= F + 1.01 * bow' + u * F + lost) by (apply Rabs_le; unfold u in *; lra).
      assert (last : (least - lost) * e <= (F + 1.01 * bow' + u * F + lost) * u).
      { eapply Rle_trans; [apply Rle_abs |]. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [exact least_size | apply Rabs_le; lra]. }
      assert (Er' : result = least - lost + (least - lost) * e) by (rewrite Er; ring).
      assert (bow_K : bow' <= K * (1 + 4.1 * u)) by (rewrite (Rabs_pos_eq bow') in P3 by lra; exact P3). unfold u in *. lra.
    + assert (min_size : Rabs (Rmin f g - lost) <= F + G + lost) by (apply Rabs_le; unfold Rmin; destruct (Rle_dec f g); unfold u in *; lra).
      assert (last : (Rmin f g - lost) * e <= (F + G + lost) * u).
      { eapply Rle_trans; [apply Rle_abs |]. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [exact min_size | apply Rabs_le; lra]. }
      assert (Er' : result = Rmin f g - lost + (Rmin f g - lost) * e) by (rewrite Er; ring).
      assert (goal : Rmin f g - u * (2.1 * (F + G) + 13.5 * K) <= f + S * v + K * v²).
      { assert (end_value : f + S + K = g) by (unfold S, K, slope; ring). unfold Rsqr.
        destruct (Rle_dec 0 slope') as [up | falls].
        - assert (- (u * (2.1 * (F + G) + 5.3 * K)) <= S * v).
          { apply Rle_trans with (- (u * (2.1 * (F + G) + 5.3 * K)) * v); [| apply Rmult_le_compat_r; lra].
            rewrite <- (Rmult_1_r (- _)) at 1. assert (0 <= u * (2.1 * (F + G) + 5.3 * K)) by (apply Rmult_le_pos; unfold u in *; lra).
            assert (u * (2.1 * (F + G) + 5.3 * K) * v <= u * (2.1 * (F + G) + 5.3 * K) * 1) by (apply Rmult_le_compat_l; lra). lra. }
          assert (0 <= K * (v * v)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]). unfold u in *. lra.
        - assert (down : slope' + 2 * bow' <= 0) by (apply Rnot_lt_le; intro; apply not_inside; lra).
          assert (both : S + 2 * K <= u * (2.1 * (F + G) + 13.5 * K)) by (unfold u in *; lra).
          assert (0 <= u * (2.1 * (F + G) + 13.5 * K)) by (apply Rmult_le_pos; unfold u in *; lra).
          assert ((1 - v) * (S + 2 * K) <= (1 - v) * (u * (2.1 * (F + G) + 13.5 * K))) by (apply Rmult_le_compat_l; lra).
          assert (0 <= v * (u * (2.1 * (F + G) + 13.5 * K))) by (apply Rmult_le_pos; lra).
          assert (0 <= K * ((1 - v) * (1 - v))) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]). lra. }
      unfold u in *. lra.
Qed.
End Least.
