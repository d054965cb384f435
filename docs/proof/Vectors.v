(** Vectors of space. Those of the plane are the ones whose third coordinate is zero, and axes of the plane the ones
    whose first two are. *)

Require Import Reals Psatz.
Local Open Scope R_scope.

Record vector := V { x_of : R; y_of : R; z_of : R }.

Definition add a b := V (x_of a + x_of b) (y_of a + y_of b) (z_of a + z_of b).
Definition sub a b := V (x_of a - x_of b) (y_of a - y_of b) (z_of a - z_of b).
Definition scale k a := V (k * x_of a) (k * y_of a) (k * z_of a).
Definition dot a b := x_of a * x_of b + y_of a * y_of b + z_of a * z_of b.
Definition cross a b :=
  V (y_of a * z_of b - z_of a * y_of b) (z_of a * x_of b - x_of a * z_of b) (x_of a * y_of b - y_of a * x_of b).
Definition length a := sqrt (dot a a).
(** The length of the part of s across a unit axis n. *)
Definition across n s := length (cross n s).

Declare Scope vector_scope.
Delimit Scope vector_scope with v.
Bind Scope vector_scope with vector.
Infix "+" := add : vector_scope.
Infix "-" := sub : vector_scope.
Infix "*" := scale : vector_scope.
Infix "'x" := cross (at level 40, left associativity) : vector_scope.
Infix "'." := dot (at level 50, no associativity).

Ltac by_numbers := intros;
  repeat match goal with v : vector |- _ => destruct v end;
  unfold dot, add, sub, scale, cross in *; cbn [x_of y_of z_of] in *.
Ltac vector_ring := by_numbers; solve [ring | f_equal; ring].

Lemma square_nonneg : forall a, 0 <= a '. a.
Proof. by_numbers. nra. Qed.

Lemma length_nonneg : forall a, 0 <= length a.
Proof. intros. apply sqrt_pos. Qed.

Lemma length_square : forall a, length a * length a = a '. a.
Proof. intros. apply sqrt_sqrt, square_nonneg. Qed.

Lemma at_most_length : forall a k, 0 <= k -> a '. a <= k * k -> length a <= k.
Proof. intros a k Hk H. unfold length. rewrite <- (sqrt_square k Hk). now apply sqrt_le_1_alt. Qed.

Lemma lagrange : forall a b, cross a b '. cross a b = (a '. a) * (b '. b) - (a '. b) * (a '. b).
Proof. vector_ring. Qed.

Lemma square_le : forall a b, 0 <= b -> a * a <= b * b -> a <= b.
Proof. intros a b Hb H. apply Rnot_lt_le. intro. nra. Qed.

Theorem dot_le : forall a b, a '. b <= length a * length b.
Proof.
  intros. pose proof (length_nonneg a). pose proof (length_nonneg b).
  apply square_le; [now apply Rmult_le_pos |].
  replace (length a * length b * (length a * length b)) with ((length a * length a) * (length b * length b)) by ring.
  rewrite !length_square. pose proof (square_nonneg (cross a b)) as H'. rewrite lagrange in H'. lra.
Qed.

Lemma length_scale : forall k a, length (scale k a) = Rabs k * length a.
Proof.
  intros. unfold length. replace (dot (scale k a) (scale k a)) with ((k * k) * (a '. a)) by vector_ring.
  rewrite sqrt_mult_alt by apply Rle_0_sqr. f_equal. apply sqrt_Rsqr_abs.
Qed.

Lemma length_opp : forall a, length (scale (-1) a) = length a.
Proof. intros. rewrite length_scale. unfold Rabs. destruct (Rcase_abs (-1)); lra. Qed.

Theorem dot_abs : forall a b, Rabs (a '. b) <= length a * length b.
Proof.
  intros. apply Rabs_le. split; [| apply dot_le].
  pose proof (dot_le (scale (-1) a) b) as H. rewrite length_opp in H.
  replace (scale (-1) a '. b) with (- (a '. b)) in H by vector_ring. lra.
Qed.

Theorem length_cross : forall a b, length (cross a b) <= length a * length b.
Proof.
  intros. pose proof (length_nonneg a). pose proof (length_nonneg b).
  apply at_most_length; [now apply Rmult_le_pos |]. rewrite lagrange.
  replace (length a * length b * (length a * length b)) with ((length a * length a) * (length b * length b)) by ring.
  rewrite !length_square. pose proof (Rle_0_sqr (a '. b)) as H'. unfold Rsqr in H'. lra.
Qed.

Theorem length_add : forall a b, length (a + b)%v <= length a + length b.
Proof.
  intros. pose proof (length_nonneg a). pose proof (length_nonneg b).
  apply at_most_length; [lra |].
  replace (dot (a + b)%v (a + b)%v) with ((a '. a) + 2 * (a '. b) + (b '. b)) by vector_ring.
  rewrite <- !length_square. pose proof (dot_le a b). lra.
Qed.

Lemma length_sub : forall a b, length (a - b)%v <= length a + length b.
Proof.
  intros. replace (a - b)%v with (a + scale (-1) b)%v by vector_ring.
  rewrite <- (length_opp b). apply length_add.
Qed.

Lemma length_sub_ge : forall a b, length a - length b <= length (a - b)%v.
Proof. intros. pose proof (length_add (a - b)%v b) as H. replace (a - b + b)%v with a in H by vector_ring. lra. Qed.
