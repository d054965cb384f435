(** Bounds that motions state, and lengths that may underflow: src/proof/movement.rs, `stated`, and src/proof/kernel.rs,
    `length_of`. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Rounding Vectors RoundedRadius.
Local Open Scope R_scope.

(** * A bound along a vector that has more digits than the motion's scalar *)

(** The bound along the rounded vector, and what the rest of each coordinate adds to it. What is stated is trusted: that the
    exact bound is no more than b and the three parts is what a motion promises for these vectors.
    rust src/proof/movement.rs: let mut size = bound.abs();
    rust src/proof/movement.rs: let rest = along[k] - rounded[k].as_f64();
    rust src/proof/movement.rs: let added = if most <= 0.0 { 0.0 } else { most * rest.abs() };
    | bound += added;
    | size += added;
    rust src/proof/movement.rs: Some(bound + 8.0 * UNIT * size) *)
Section Stated.
Variables b p1 p2 p3 q1 q2 q3 s1 s2 s3 z1 z2 z3 product result : R.
Hypothesis parts : 0 <= p1 /\ 0 <= p2 /\ 0 <= p3.
Hypothesis q1_rounds : rounds p1 q1.
Hypothesis q2_rounds : rounds p2 q2.
Hypothesis q3_rounds : rounds p3 q3.
Hypothesis s1_rounds : rounds (b + q1) s1.
Hypothesis s2_rounds : rounds (s1 + q2) s2.
Hypothesis s3_rounds : rounds (s2 + q3) s3.
Hypothesis z1_rounds : rounds (Rabs b + q1) z1.
Hypothesis z2_rounds : rounds (z1 + q2) z2.
Hypothesis z3_rounds : rounds (z2 + q3) z3.
Hypothesis product_rounds : rounds (8 * u * z3) product.
Hypothesis result_rounds : rounds (s3 + product) result.

Lemma lost : forall x k s, Rabs x <= k -> rounds x s -> Rabs (s - x) <= u * k.
Proof.
  intros x k s Hx (d & Hd & ->). replace (x * (1 + d) - x) with (d * x) by ring. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption.
Qed.

Theorem stated_is_enough : b + p1 + p2 + p3 <= result.
Proof.
  destruct parts as (P1 & P2 & P3). pose proof (Rabs_pos b) as B. pose proof (Rle_abs b) as B1. pose proof (Rle_abs (- b)) as B2. rewrite Rabs_Ropp in B2.
  destruct (down _ _ P1 q1_rounds) as [Q1 Q1']. destruct (down _ _ P2 q2_rounds) as [Q2 Q2']. destruct (down _ _ P3 q3_rounds) as [Q3 Q3'].
  set (all := Rabs b + p1 + p2 + p3). assert (a0 : 0 <= all) by (unfold all; lra).
  (* each part is at most all of them *)
  assert (part : forall x y k, - (k * all) <= x <= k * all -> rounds x y -> x - k * u * all <= y <= x + k * u * all).
  { intros x y k Hx R. pose proof (lost x (k * all) y ltac:(apply Rabs_le; exact Hx) R) as L. apply Rabs_le_inv in L. lra. }
  destruct (part p1 q1 1 ltac:(unfold all; lra) q1_rounds). destruct (part p2 q2 1 ltac:(unfold all; lra) q2_rounds). destruct (part p3 q3 1 ltac:(unfold all; lra) q3_rounds).
  assert (z1p : 0 <= Rabs b + q1) by lra. destruct (down _ _ z1p z1_rounds) as [Z1 Z1']. assert (z2p : 0 <= z1 + q2) by lra. destruct (down _ _ z2p z2_rounds) as [Z2 Z2']. assert (z3p : 0 <= z2 + q3) by lra. destruct (down _ _ z3p z3_rounds) as [Z3 Z3'].
  assert (Z : all * (1 - 5 * u) <= z3) by (unfold all, u in *; lra).
  destruct (part (b + q1) s1 1.01 ltac:(unfold all, u in *; lra) s1_rounds). destruct (part (s1 + q2) s2 1.01 ltac:(unfold all, u in *; lra) s2_rounds). destruct (part (s2 + q3) s3 1.01 ltac:(unfold all, u in *; lra) s3_rounds).
  destruct (part (Rabs b + q1) z1 1.01 ltac:(unfold all, u in *; lra) z1_rounds). destruct (part (z1 + q2) z2 1.01 ltac:(unfold all, u in *; lra) z2_rounds). destruct (part (z2 + q3) z3 1.01 ltac:(unfold all, u in *; lra) z3_rounds).
  assert (p0 : 0 <= 8 * u * z3) by (apply Rmult_le_pos; unfold u; lra). destruct (down _ _ p0 product_rounds) as [D1 D0].
  destruct (part (8 * u * z3) product 0.01 ltac:(unfold all, u in *; lra) product_rounds). destruct (part (s3 + product) result 1.05 ltac:(unfold all, u in *; lra) result_rounds). unfold all, u in *. lra.
Qed.
End Stated.

(** * A length *)

(** It is the root of the square, or the sum of the sizes where that is so small that squares underflow: that is no less.
    rust src/number/vector.rs: self.abs().dot(Self([Pair::same(1.0); D])) *)
Theorem sum_of_sizes_is_length : forall (x : vector) s1 s2, rounds (Rabs (x_of x) + Rabs (y_of x)) s1 -> rounds (s1 + Rabs (z_of x)) s2 -> length x * (1 - 2.1 * u) <= s2.
Proof.
  intros x s1 s2 R1 R2. pose proof (Rabs_pos (x_of x)) as X. pose proof (Rabs_pos (y_of x)) as Y. pose proof (Rabs_pos (z_of x)) as Z.
  assert (p1 : 0 <= Rabs (x_of x) + Rabs (y_of x)) by lra. destruct (down _ _ p1 R1) as [S1 S1']. assert (p2 : 0 <= s1 + Rabs (z_of x)) by lra. destruct (down _ _ p2 R2) as [S2 _].
  assert (L : length x <= Rabs (x_of x) + Rabs (y_of x) + Rabs (z_of x)).
  { apply at_most_length; [lra |]. unfold dot.
    assert (S : forall v, v * v = Rabs v * Rabs v) by (intros; rewrite <- Rabs_mult; symmetry; apply Rabs_pos_eq, Rle_0_sqr). rewrite (S (x_of x)), (S (y_of x)), (S (z_of x)).
    assert (0 <= Rabs (x_of x) * Rabs (y_of x)) by (now apply Rmult_le_pos). assert (0 <= Rabs (x_of x) * Rabs (z_of x)) by (now apply Rmult_le_pos). assert (0 <= Rabs (y_of x) * Rabs (z_of x)) by (now apply Rmult_le_pos). lra. }
  pose proof (length_nonneg x). unfold u in *. lra.
Qed.
