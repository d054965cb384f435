(** The constants of the code against what is needed, and the bounds of src/proof/course.rs as they are computed. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Vectors Counts Constants RoundedParabola RoundedSpeeds RoundedWindow RoundedGap RoundedAngle RoundedTwist.
Local Open Scope R_scope.

(** * The constants of the code against what is needed *)

(** REACH_ERROR covers the sums and products of a gap for both reaches, and the length of the vector, and two
    last roundings. Three units are left for errors of angles and centres that have no room of their own. *)
Theorem reach_error_is_enough : reach_needs + along_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 5.22 <= REACH_ERROR.
Proof. unfold reach_needs, along_needs, UNIT_ERROR, REACH_ERROR. lra. Qed.

(** VECTOR_ERROR covers a vector that is kept in a frame, and its length. Each angle may be off at both moments. It is
    taken for the end of the span that is farther from the epoch.
    rust src/motion/law.rs: larger((start - self.epoch).abs(), (end - self.epoch).abs())
    rust src/proof/kernel.rs: let angle = |law: &Law<D>| law.angle_error(law.longest_from_epoch(start, end));
    | let angles = [angle(law[0]), angle(law[1])];
    | let tilt = |angle: f64| 2.0 * angle + VECTOR_ERROR;
    | let tilt_error = [tilt(angles[0]), tilt(angles[1])]; *)
Theorem vector_error_is_enough : kept_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 1 <= VECTOR_ERROR.
Proof. unfold kept_needs, UNIT_ERROR, VECTOR_ERROR. lra. Qed.

(** PATH_ERROR and VECTOR_ERROR are both subtracted for the path: they cover its numbers, its part of the products, and
    the length of the vector. *)
Theorem path_error_is_enough : path_needs + place_needs + along_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 5 <= PATH_ERROR + VECTOR_ERROR.
Proof. unfold path_needs, place_needs, along_needs, UNIT_ERROR, PATH_ERROR, VECTOR_ERROR. lra. Qed.

(** For the window of balls PATH_ERROR covers the numbers of the path alone. *)
Theorem path_numbers_are_enough : path_needs + / 10 <= PATH_ERROR.
Proof. unfold path_needs, PATH_ERROR. lra. Qed.

Theorem window_error_is_enough : window_needs <= WINDOW_ERROR <= 1000.
Proof. unfold window_needs, WINDOW_ERROR. lra. Qed.

(** ACROSS_ERROR also has room for the axis of a steady turn, which is off itself; and for what cancels in a twist. *)
Theorem across_error_is_enough : across_needs + axis_needs + / 100 <= ACROSS_ERROR <= 1000 /\ 16 <= ACROSS_ERROR.
Proof. unfold across_needs, axis_needs, ACROSS_ERROR. lra. Qed.

(** PLACE_ERROR covers that where motions are asked for their placements: two sums for each place.
    rust src/proof/moment.rs: self.error + a.error + b.error
    rust src/proof/movement.rs: error: PLACE_ERROR * (sizes + law.sizes_at(time)) + law.center_error((time - law.epoch).abs()),
    rust src/proof/movement.rs: let error = sum(errors) + angle_error * (reach + sum(arm)) + PLACE_ERROR * (sum(translation) + 2.0 * sum(arm)); *)
Theorem place_error_is_enough : 3 + place_needs + along_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 1 <= PLACE_ERROR.
Proof. unfold place_needs, along_needs, UNIT_ERROR, PLACE_ERROR. lra. Qed.

(** Radii and the target count with the length of the vector and the roundings of four sums. *)
Theorem sizes_are_enough : along_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 5 <= 2 * VECTOR_ERROR.
Proof. unfold along_needs, UNIT_ERROR, VECTOR_ERROR. lra. Qed.

(** What shapes state counts with the length of the vector too; and the limits that RoundedClaim.v asks for. *)
Theorem gap_constants : along_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 26 <= VECTOR_ERROR /\
  0 <= UNIT_ERROR <= 50 /\ 0 <= REACH_ERROR <= 1000 /\ 0 <= VECTOR_ERROR <= 1000 /\ 0 <= PATH_ERROR <= 1000.
Proof. unfold along_needs, UNIT_ERROR, REACH_ERROR, VECTOR_ERROR, PATH_ERROR. lra. Qed.

Theorem parabola_error_is_enough : parabola_needs <= PARABOLA_ERROR <= 1000 /\ speeds_need <= PARABOLA_ERROR.
Proof. unfold parabola_needs, speeds_need, PARABOLA_ERROR. lra. Qed.

(** * Bounds of how gaps bend: src/proof/course.rs

    All terms are positive, but for the path's. So a count is a share of the bound. *)
Section Bends.
Variable fl : R -> R.
Variables across_a across_b bend_a bend_b reach_a reach_b : R.

Definition world_turns := Plus
  (Times (Leaf 0 across_a across_a) (Times (Leaf 0 bend_a bend_a) (Leaf 0 reach_a reach_a)))
  (Times (Leaf 0 across_b across_b) (Times (Leaf 0 bend_b bend_b) (Leaf 0 reach_b reach_b))).

Variables across tilt rate change far speed falls twist other : R.
Definition frame_bend := Plus
  (Plus (Times (Plus (Leaf 0 across across) (Leaf 0 tilt tilt))
      (Plus (Times (Plus (Times (Leaf 0 rate rate) (Leaf 0 rate rate)) (Leaf 0 change change)) (Leaf 0 far far))
        (Times (Leaf 0 (2 * rate) (2 * rate)) (Leaf 0 speed speed))))
    (Leaf 0 falls falls))
  (Times (Leaf 0 twist twist) (Leaf 0 other other)).

Definition bend_needs := 9.

(** With one more rounding for the product with BEND_ERROR. *)
Theorem bend_counts : INR (count world_turns) + 1 <= bend_needs /\ INR (count frame_bend) + 1 <= bend_needs.
Proof. simpl. unfold bend_needs. lra. Qed.

(** What is widened by BEND_ERROR is no less than the exact bound, also if the vector is longer than a unit by as much as is
    checked, and parts of the bound are off by some units. *)
Theorem widened : forall parts e bend result, fits fl e -> 0 <= value e -> sizes e = value e -> (count e <= 8)%nat ->
  rounds (computed fl e * (1 + BEND_ERROR * u)) result -> 0 <= parts -> (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + parts + 10 <= BEND_ERROR -> BEND_ERROR <= 1000 -> 0 <= UNIT_ERROR ->
  bend <= value e * (1 + ((UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + parts) * u) -> bend <= result.
Proof.
  intros parts e bend result F pos same few (r & Hr & ->) parts_pos enough most checked below.
  pose proof (units_of fl e F ltac:(lia)) as E. rewrite same in E. apply Rabs_le_inv in E. apply Rabs_le_inv in Hr.
  assert (n : INR (count e) <= 8) by (replace 8 with (INR 8) by (simpl; lra); now apply le_INR).
  set (x := value e) in *. set (y := computed fl e) in *. set (k := (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + parts) in *. set (w := BEND_ERROR) in *.
  assert (w_pos : 0 <= w <= 1000) by (unfold k in enough; lra). clearbody x y k w.
  assert (low : x * (1 - 8.01 * u) <= y).
  { assert ((INR (count e) + / 100) * u * x <= 8.01 * u * x) by (apply Rmult_le_compat_r; [exact pos | unfold u; lra]). lra. }
  apply Rle_trans with (1 := below).
  assert (kx : x * (1 + k * u) <= x * (1 + (w - 10) * u)) by (apply Rmult_le_compat_l; [exact pos | unfold u; lra]).
  apply Rle_trans with (1 := kx).
  apply Rle_trans with (x * (1 - 8.01 * u) * (1 + w * u) * (1 - u)).
  - rewrite !Rmult_assoc. apply Rmult_le_compat_l; [exact pos |]. clear - w_pos. unfold u. nra.
  - apply Rmult_le_compat; [| unfold u; lra | | lra].
    + repeat apply Rmult_le_pos; try exact pos; unfold u; lra.
    + apply Rmult_le_compat_r; [unfold u; lra | exact low].
Qed.
End Bends.

(** ** The part of the path

    [half] is half the acceleration of the path as it is computed: what its numbers are off by is part of the path's error.
    rust src/proof/course.rs: let along = s.dot(self.half_acceleration) * 2.0;
    | along + self.acceleration * (BEND_ERROR - 1.0) + LEAST_NUMBERS
    rust src/proof.rs: const LEAST_LENGTH: f64 = 1e-140;
    rust src/proof/kernel.rs: let length = x.length();
    | if length > LEAST_LENGTH { length } else { x.sum_of_sizes() }
    rust src/proof/kernel.rs: let acceleration = length_of(path.half_acceleration) * (2.0 * BEND_ERROR);
    | let fastest = length_of(path.velocity) + acceleration * (end - start);
    rust src/proof/kernel.rs: speed: fastest * BEND_ERROR + LEAST_LENGTH, *)
Section PathBend.
Variables half s : vector.
Variables along acceleration widening sum least result : R.
Let most := 2 * length half.
Hypothesis checked : Rabs (length s - 1) <= (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) * u.
Hypothesis along_near : Rabs (along - (s '. half)) <= 3.02 * u * (length s * length half).
Hypothesis acceleration_off : off 5 (most * (1 + BEND_ERROR * u)) acceleration.
Hypothesis widening_rounds : rounds (acceleration * (BEND_ERROR * u)) widening.
Hypothesis sum_rounds : rounds (2 * along + widening) sum.
Hypothesis least_nonneg : 0 <= least.
Hypothesis result_rounds : rounds (sum + least) result.
Hypothesis enough : (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 10 <= BEND_ERROR <= 1000 /\ 0 <= UNIT_ERROR.

Theorem path_bend : 2 * (s '. half) / length s <= result.
Proof.
  destruct enough as ((E1 & E2) & E3). set (k := (UNIT_ERROR + 3.1) / 2 * (1 + / 1000)) in *. assert (0 <= k) by (unfold k; lra).
  set (w := BEND_ERROR) in *. pose proof (dot_abs s half) as X. pose proof (length_nonneg half) as P. pose proof (length_nonneg s) as L.
  set (l := length s) in *. set (x := s '. half) in *. set (h := length half) in *. unfold most in *. clearbody k w l x h.
  apply Rabs_le_inv in checked. assert (l_near : 0.999 <= l <= 1.001) by (unfold u in *; lra).
  assert (X' : Rabs x <= 1.001 * h) by (assert (l * h <= 1.001 * h) by (apply Rmult_le_compat_r; lra); lra).
  (* the length of the vector *)
  assert (A : 2 * x / l <= 2 * x + 2.005 * (k * u) * h).
  { apply Rmult_le_reg_r with l; [lra |]. replace (2 * x / l * l) with (2 * x) by (field; lra).
    assert (B : Rabs (x * (1 - l)) <= 1.001 * h * (k * u)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; [exact X' | apply Rabs_le; lra]).
    apply Rabs_le_inv in B. assert (0 <= k * u * h) by (repeat apply Rmult_le_pos; unfold u; lra).
    assert (2.005 * (k * u * h) * 0.999 <= 2.005 * (k * u * h) * l) by (apply Rmult_le_compat_l; lra). lra. }
  assert (A2 : Rabs (along - x) <= 3.03 * u * h).
  { apply Rle_trans with (1 := along_near). assert (l * h <= 1.001 * h) by (apply Rmult_le_compat_r; lra). unfold u in *. lra. }
  apply Rabs_le_inv in A2. apply Rabs_le_inv in X'.
  assert (whole : 0 <= 2 * h * (1 + w * u)) by (apply Rmult_le_pos; [lra | unfold u; lra]).
  pose proof (off_le _ _ _ whole acceleration_off) as [C1 C2].
  assert (D1 : 2 * h * (1 - 5 * u) <= acceleration).
  { apply Rle_trans with (2 := C1). apply Rmult_le_compat_r; [unfold u; lra |]. assert (0 <= h * (w * u)) by (repeat apply Rmult_le_pos; unfold u; lra). lra. }
  assert (D2 : acceleration <= 2.01 * h).
  { apply Rle_trans with (1 := C2). assert (h * (w * u) <= h * (1000 * u)) by (apply Rmult_le_compat_l; unfold u; lra). unfold u in *. lra. }
  assert (acc_pos : 0 <= acceleration) by (unfold u in *; lra).
  assert (V : 0 <= acceleration * (w * u)) by (apply Rmult_le_pos; [exact acc_pos | unfold u; lra]).
  pose proof (off_le _ _ _ V (rounds_off _ _ widening_rounds)) as [F1 F2].
  assert (G1 : 2 * h * (1 - 5 * u) * (w * u) <= acceleration * (w * u)) by (apply Rmult_le_compat_r; [unfold u; lra | exact D1]).
  assert (G2 : acceleration * (w * u) <= 2.01 * h * (1000 * u)) by (apply Rmult_le_compat; unfold u in *; lra).
  assert (wh : 0 <= h * (w * u) <= h * (1000 * u)) by (split; [repeat apply Rmult_le_pos; unfold u; lra | apply Rmult_le_compat_l; unfold u; lra]).
  assert (kh : h * (k * u) + 10 * u * h <= h * (w * u)) by (replace (h * (k * u) + 10 * u * h) with (h * ((k + 10) * u)) by ring; apply Rmult_le_compat_l; [lra |]; apply Rmult_le_compat_r; unfold u; lra).
  destruct sum_rounds as (e & He & Es). destruct result_rounds as (e' & He' & Er). apply Rabs_le_inv in He'.
  assert (S1 : Rabs ((2 * along + widening) * e) <= 2.1 * h * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; unfold u in *; lra | exact He]).
  apply Rabs_le_inv in S1. assert (Es' : sum = 2 * along + widening + (2 * along + widening) * e) by (rewrite Es; ring).
  assert (S2 : Rabs (sum * e') <= 2.2 * h * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; unfold u in *; lra).
  apply Rabs_le_inv in S2. assert (S3 : 0 <= least * (1 + e')) by (apply Rmult_le_pos; unfold u in *; lra).
  assert (Er' : result = sum + sum * e' + least * (1 + e')) by (rewrite Er; ring). unfold u in *. lra.
Qed.
End PathBend.

(** The twist of both bodies is the part that is off most; what both units make of each other is less than one. *)
Theorem bend_error_is_enough : (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + (twist_needs + 1) + 10 <= BEND_ERROR <= 1000 /\ 0 <= UNIT_ERROR.
Proof. unfold UNIT_ERROR, twist_needs, BEND_ERROR. lra. Qed.
