(** How far the polynomials of src/number/angle.rs are from sine and cosine. Gappa has the rest: polynomials.g bounds [S] and
    [C] below, sines.g and quarters.g the roundings. *)

Require Import Reals Psatz.
Require Import Constants.
Local Open Scope R_scope.

Definition sine a := let z := a * a in
  a + a * z * (SINE_0 + z * (SINE_1 + z * (SINE_2 + z * (SINE_3 + z * (SINE_4 + z * SINE_5))))).
Definition cosine a := let z := a * a in
  1 - (/ 2 * z - z * z * (COSINE_0 + z * (COSINE_1 + z * (COSINE_2 + z * (COSINE_3 + z * (COSINE_4 + z * COSINE_5)))))).

(** The differences of the coefficients from those of the series. *)
Definition S z := (SINE_0 + 1/6) + z * ((SINE_1 - 1/120) + z * ((SINE_2 + 1/5040) + z * ((SINE_3 - 1/362880)
  + z * ((SINE_4 + 1/39916800) + z * ((SINE_5 - 1/6227020800) + z * (1/1307674368000 - z * (1/355687428096000))))))).
Definition C z := (COSINE_0 - 1/24) + z * ((COSINE_1 + 1/720) + z * ((COSINE_2 - 1/40320) + z * ((COSINE_3 + 1/3628800)
  + z * ((COSINE_4 - 1/479001600) + z * ((COSINE_5 + 1/87178291200) - z * (1/20922789888000 - z * (1/6402373705728000))))))).

(** Powers over factorials, without the factorials as natural numbers. *)
Fixpoint over_factorial (a : R) n := match n with O => 1 | Datatypes.S m => over_factorial a m * a / INR n end.

Lemma over_factorial_is : forall a n, a ^ n / INR (fact n) = over_factorial a n.
Proof.
  intros a. induction n as [| n IH]; [simpl; field |].
  cbn [over_factorial]. rewrite <- IH. change (fact (Datatypes.S n)) with (Datatypes.S n * fact n)%nat. rewrite mult_INR.
  cbn [pow]. field. split; [apply INR_fact_neq_0 | now apply not_0_INR].
Qed.

Ltac series := cbn [Nat.mul Nat.add]; unfold sin_approx, cos_approx, sin_term, cos_term; cbn [sum_f_R0]; rewrite !over_factorial_is;
  cbn [Nat.mul Nat.add over_factorial pow]; simpl INR.

Lemma power_small : forall a n, 0 <= a <= 0.787 -> 0 <= a ^ n <= 0.787 ^ n.
Proof. intros a n H. split; [apply pow_le; lra | apply pow_incr; lra]. Qed.

(** For angles between 0 and 0.787; both functions are odd, or even. *)
Theorem sine_by_series : forall a, 0 <= a <= 0.787 -> Rabs (sine a - sin a - a * ((a * a) * S (a * a))) <= / 2 ^ 60.
Proof.
  intros a H. destruct (pre_sin_bound a 4 ltac:(lra) ltac:(lra)) as [lower upper].
  pose proof (power_small a 19 H) as P19. pose proof (power_small a 21 H) as P21.
  assert (low : sin_approx a (2 * 4 + 1) = sine a - a * ((a * a) * S (a * a)) - a ^ 19 / 121645100408832000).
  { series. unfold sine, S. field. }
  assert (high : sin_approx a (2 * (4 + 1)) = sine a - a * ((a * a) * S (a * a)) - a ^ 19 / 121645100408832000 + a ^ 21 / 51090942171709440000).
  { series. unfold sine, S. field. }
  rewrite low in lower. rewrite high in upper. apply Rabs_le. lra.
Qed.

Theorem cosine_by_series : forall a, 0 <= a <= 0.787 -> Rabs (cosine a - cos a - (a * a) * (a * a) * C (a * a)) <= / 2 ^ 64.
Proof.
  intros a H. destruct (pre_cos_bound a 4 ltac:(lra) ltac:(lra)) as [lower upper].
  pose proof (power_small a 20 H) as P20.
  assert (low : cos_approx a (2 * 4 + 1) = cosine a - (a * a) * (a * a) * C (a * a)).
  { series. unfold cosine, C. field. }
  assert (high : cos_approx a (2 * (4 + 1)) = cosine a - (a * a) * (a * a) * C (a * a) + a ^ 20 / 2432902008176640000).
  { series. unfold cosine, C. field. }
  rewrite low in lower. rewrite high in upper. apply Rabs_le. lra.
Qed.

(** In units of 2^-53, with the bounds of Gappa: a sine is off by 3/4 for the roundings of its polynomial, and by 1/16 and
    1/128 for the polynomial; a cosine by 277/256, 1/64 and 1/2048. What is left of a larger angle is off by 131/256, and
    turns that into at most 0.708 of it in a cosine. So both are within 3/2. *)
Theorem sines_and_cosines :
  3 / 4 + / 16 + / 128 + (131 / 256 + / 4096) <= 3 / 2 /\ 277 / 256 + / 64 + / 2048 + (131 / 256 + / 4096) * 0.708 <= 3 / 2.
Proof. split; lra. Qed.

(** The sine of the largest angle that is left. *)
Theorem largest_slope : forall a, 0 <= a <= 0.786 -> sin a <= 0.708.
Proof.
  intros a H. pose proof PI2_3_2.
  apply Rle_trans with (sin 0.786); [apply sin_incr_1; lra |].
  destruct (pre_sin_bound 0.786 1 ltac:(lra) ltac:(lra)) as [_ upper]. apply Rle_trans with (1 := upper). series. lra.
Qed.
