(** The radius of the window of balls: src/proof/question.rs and src/support/posed.rs, `core_reach`.

    What rounding takes off the sum of both balls may be more than a share of the whole, if a negative target takes away almost
    all of both. So every ball is larger than the body by REACH_ULPS. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Rounding Constants.
Local Open Scope R_scope.

Lemma down : forall x y, 0 <= x -> rounds x y -> x * (1 - u) <= y /\ 0 <= y.
Proof.
  intros x y Hx (d & Hd & ->). apply Rabs_le_inv in Hd. split; [apply Rmult_le_compat_l; lra | apply Rmult_le_pos; unfold u in *; lra].
Qed.

(** [whole] is the distance of the farthest point of a body. An ulp is two units.
    rust src/support/posed.rs: const REACH_ULPS: f64 = 8.0;
    rust src/support/posed.rs: shape.reach(center) * (T::one() + T::EPSILON * T::of(REACH_ULPS)) - shape.radius() *)
Theorem ball_is_larger : forall whole radius longer reach ball, 0 <= radius <= whole -> rounds (whole * (1 + 2 * REACH_ULPS * u)) longer -> rounds (longer - radius) reach ->
  rounds (reach + radius) ball -> 4 <= REACH_ULPS <= 100 -> whole * (1 + 4 * u) <= ball.
Proof.
  intros whole radius longer reach ball Hr R1 R2 R3 Hu.
  assert (W : 8 * u * whole <= 2 * REACH_ULPS * u * whole) by (apply Rmult_le_compat_r; [lra | apply Rmult_le_compat_r; unfold u; lra]).
  assert (p1 : 0 <= whole * (1 + 2 * REACH_ULPS * u)) by (unfold u in *; lra). destruct (down _ _ p1 R1) as [L1 L0]. assert (L : whole * (1 + 6.9 * u) <= longer) by (unfold u in *; lra).
  assert (p2 : 0 <= longer - radius) by (unfold u in *; lra). destruct (down _ _ p2 R2) as [Q1 Q0]. assert (p3 : 0 <= reach + radius) by lra. destruct (down _ _ p3 R3) as [B1 _]. unfold u in *. lra.
Qed.

(** Both balls, the target and what the centres may be off. A target so far below zero that it takes away more than both balls
    asks for nothing: bodies do not overlap deeper than that. Bodies.v quotes the
    lines. *)
Theorem radius_covers : forall ra rb ball_a ball_b target error s1 s2 s3 wider room radius, 0 <= ra -> 0 <= rb -> ra * (1 + 4 * u) <= ball_a -> rb * (1 + 4 * u) <= ball_b ->
  - (ra + rb) <= target -> 0 <= error -> rounds (ball_a + ball_b) s1 -> rounds (s1 + target) s2 -> rounds (s2 + error) s3 -> rounds (s3 * (1 + PATH_ERROR * u)) wider ->
  0 <= room -> rounds (wider + room) radius -> 5 <= PATH_ERROR <= 100 -> ra + rb + target + error <= radius.
Proof.
  intros ra rb ball_a ball_b target error s1 s2 s3 wider room radius Ha Hb A B T E R1 R2 R3 R4 Hroom R5 Hp.
  assert (s0 : 0 <= ra + rb) by lra. assert (up : (ra + rb) * (1 + 4 * u) <= ball_a + ball_b) by lra.
  assert (p1 : 0 <= ball_a + ball_b) by (unfold u in *; lra). destruct (down _ _ p1 R1) as [S1 _]. assert (S1' : ra + rb <= s1) by (unfold u in *; lra).
  assert (p2 : 0 <= s1 + target) by lra. destruct (down _ _ p2 R2) as [S2 S2']. assert (p3 : 0 <= s2 + error) by lra. destruct (down _ _ p3 R3) as [S3 S3'].
  assert (K : 5 * u * s3 <= PATH_ERROR * u * s3) by (apply Rmult_le_compat_r; [exact S3' | apply Rmult_le_compat_r; unfold u; lra]).
  assert (p4 : 0 <= s3 * (1 + PATH_ERROR * u)) by (unfold u in *; lra). destruct (down _ _ p4 R4) as [S4 S4']. assert (p5 : 0 <= wider + room) by lra. destruct (down _ _ p5 R5) as [S5 _].
  set (x := ra + rb + target) in *. assert (x0 : 0 <= x) by (unfold x; lra).
  assert (Y : (x + error) * (1 - 2.1 * u) <= s3). { assert (x * (1 - u) <= s2) by (apply Rle_trans with (2 := S2); apply Rmult_le_compat_r; unfold u, x in *; lra). assert (0 <= u * error) by (apply Rmult_le_pos; unfold u; lra). assert (0 <= u * x) by (apply Rmult_le_pos; unfold u; lra). unfold u in *. lra. }
  assert (0 <= x + error) by lra. unfold u in *. lra.
Qed.

Theorem radius_error_is_enough : 4 <= REACH_ULPS <= 100 /\ 5 <= PATH_ERROR <= 100.
Proof. unfold REACH_ULPS, PATH_ERROR. lra. Qed.
