(** The constants of the code against what is needed, and the bounds of src/proof/course.rs as they are computed. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Counts Constants RoundedParabola RoundedSpeeds RoundedWindow RoundedGap.
Local Open Scope R_scope.

(** * The constants of the code against what is needed *)

(** REACH_ERROR covers the sums and products of a gap for both reaches, and the length of the vector.
    rust src/proof/kernel.rs: a.reach * (angles[0] + REACH_ERROR)
    rust src/proof/kernel.rs: + b.reach * (angles[1] + REACH_ERROR)
    rust src/proof/kernel.rs: + (a.facts.error + b.facts.error) * (1.0 + VECTOR_ERROR)
    rust src/proof/kernel.rs: + path.size * VECTOR_ERROR
    rust src/proof/kernel.rs: + path.error
    rust src/proof/gap.rs: reach - at.margin - at.error *)
Theorem reach_error_is_enough : reach_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 1 <= REACH_ERROR.
Proof. unfold reach_needs, UNIT_ERROR, REACH_ERROR. lra. Qed.

(** PATH_ERROR and VECTOR_ERROR are both subtracted for the path: they cover its numbers, its part of the products, and
    the length of the vector. *)
Theorem path_error_is_enough : path_needs + place_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 1 <= PATH_ERROR + VECTOR_ERROR.
Proof. unfold path_needs, place_needs, UNIT_ERROR, PATH_ERROR, VECTOR_ERROR. lra. Qed.

Theorem window_error_is_enough : window_needs <= WINDOW_ERROR <= 1000.
Proof. unfold window_needs, WINDOW_ERROR. lra. Qed.

(** ACROSS_ERROR also has room for an axis that is off by some units itself. *)
Theorem across_error_is_enough : across_needs <= ACROSS_ERROR <= 1000.
Proof. unfold across_needs, ACROSS_ERROR. lra. Qed.

(** PLACE_ERROR covers that where motions are asked for their placements: two sums for each place. *)
Theorem place_error_is_enough : 3 + place_needs + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 1 <= PLACE_ERROR.
Proof. unfold place_needs, UNIT_ERROR, PLACE_ERROR. lra. Qed.

(** Radii and the target count with the length of the vector and the roundings of four sums.
    rust src/proof/kernel.rs: + sizes * (2.0 * VECTOR_ERROR) *)
Theorem sizes_are_enough : (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 5 <= 2 * VECTOR_ERROR.
Proof. unfold UNIT_ERROR, VECTOR_ERROR. lra. Qed.

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
    checked. *)
Theorem widened : forall e bend result, fits fl e -> 0 <= value e -> sizes e = value e -> (count e <= 8)%nat ->
  rounds (computed fl e * (1 + BEND_ERROR * u)) result -> (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 10 <= BEND_ERROR -> BEND_ERROR <= 1000 -> 0 <= UNIT_ERROR ->
  bend <= value e * (1 + (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) * u) -> bend <= result.
Proof.
  intros e bend result F pos same few (r & Hr & ->) enough most checked below.
  pose proof (units_of fl e F ltac:(lia)) as E. rewrite same in E. apply Rabs_le_inv in E. apply Rabs_le_inv in Hr.
  assert (n : INR (count e) <= 8) by (replace 8 with (INR 8) by (simpl; lra); now apply le_INR).
  set (x := value e) in *. set (y := computed fl e) in *. set (k := (UNIT_ERROR + 3.1) / 2 * (1 + / 1000)) in *. set (w := BEND_ERROR) in *.
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

Theorem bend_error_is_enough : (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) + 10 <= BEND_ERROR <= 1000 /\ 0 <= UNIT_ERROR.
Proof. unfold UNIT_ERROR, BEND_ERROR. lra. Qed.
