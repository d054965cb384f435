(** What [gap_claim] of RoundedClaim.v supposes of the points and of what is measured, from the results of RoundedGap.v. *)

Require Import Reals Psatz Flocq.Core.Raux.
Require Import Rounding Vectors Counts Constants RoundedGap RoundedClaim.
Local Open Scope R_scope.

Lemma turned_back_is : forall m1 m2 m3 d x : vector, V (m1 '. d) (m2 '. d) (m3 '. d) '. x = (d '. (x_of x * m1 + (y_of x * m2 + z_of x * m3))%v).
Proof. vector_ring. Qed.

(** For B that is [chosen_q]. The matrix of A has a minus sign, and so have its points: then it is [chosen_p]. *)
Theorem chosen_in_gap : forall fl m1 m2 m3 d s inverse x chosen reach error angle, length m1 <= almost /\ length m2 <= almost /\ length m3 <= almost ->
  fits fl (product d m1) /\ fits fl (product d m2) /\ fits fl (product d m3) -> 0 < inverse -> s = scale inverse d -> length (x - chosen)%v <= 2 * reach ->
  0 <= error -> 0 <= angle -> (forall y, length (turned_by m1 m2 m3 y) <= (1 + angle) * length y) ->
  let direction := V (computed fl (product d m1)) (computed fl (product d m2)) (computed fl (product d m3)) in
  direction '. chosen <= (direction '. x) + error * length direction ->
  s '. turned_by m1 m2 m3 chosen <= (s '. turned_by m1 m2 m3 x) + (10.5 * u * reach + (error + error * (angle + 5.3 * u))) * length s.
Proof.
  intros fl m1 m2 m3 d s inverse x chosen reach error angle columns so pos -> near He Ha stretches direction nearest.
  pose proof (chosen_point fl m1 m2 m3 d columns so x chosen reach error near nearest) as C. unfold turned_back in C. rewrite !turned_back_is in C.
  pose proof (direction_length fl m1 m2 m3 d columns so angle Ha stretches) as L. fold direction in C, L.
  assert (E : error * length direction <= error * ((1 + (angle + 5.3 * u)) * length d)) by (apply Rmult_le_compat_l; assumption).
  assert (K : (d '. turned_by m1 m2 m3 chosen) <= (d '. turned_by m1 m2 m3 x) + (10.5 * u * reach + (error + error * (angle + 5.3 * u))) * length d) by (unfold turned_by; lra).
  apply (Rmult_le_compat_l inverse) in K; [| lra]. rewrite length_scale, (Rabs_pos_eq inverse) by lra.
  assert (times : forall y, (scale inverse d '. y) = inverse * (d '. y)) by (intros; unfold dot, scale; simpl; ring). rewrite !times. lra.
Qed.

(** What is measured, with the points that were chosen. *)
Theorem measured_in_gap : forall fl a1 a2 a3 b1 b2 b3 p q p' q' X d s inverse reach_a reach_b size, 0 < inverse ->
  length a1 <= almost /\ length a2 <= almost /\ length a3 <= almost /\ length b1 <= almost /\ length b2 <= almost /\ length b3 <= almost -> length s <= 1 + / 1000000 ->
  fits fl (reach_of a1 a2 a3 b1 b2 b3 p q p' q' X d s inverse) -> length p <= reach_a -> length q <= reach_b -> length X <= 1.00099 * size ->
  let near_p := scale (-1) (V (a1 '. p) (a2 '. p) (a3 '. p)) in let near_q := V (b1 '. q) (b2 '. q) (b3 '. q) in
  Rabs (computed fl (reach_of a1 a2 a3 b1 b2 b3 p q p' q' X d s inverse) - (s '. ((X + near_q) - near_p)%v)) <= (reach_needs - 10.5) * u * (reach_a + reach_b) + place_needs * u * (1.001 * size).
Proof.
  intros fl a1 a2 a3 b1 b2 b3 p q p' q' X d s inverse reach_a reach_b size pos rows unit so Hp Hq HX near_p near_q.
  pose proof (reach_error fl a1 a2 a3 b1 b2 b3 p q p' q' X d s inverse pos rows unit so) as E.
  assert (same : (s '. ((X + near_q) - near_p)%v) = (s '. exact_y a1 a2 a3 b1 b2 b3 p q X)) by (unfold exact_y, near_p, near_q, dot, add, sub, scale; simpl; ring). rewrite same.
  apply Rle_trans with (1 := E). apply Rplus_le_compat; [apply Rmult_le_compat_l; [unfold reach_needs, u; lra | lra] |]. apply Rmult_le_compat_l; [unfold place_needs, u; lra |].
  change (sizes_of s '. sizes_of X <= 1.001 * size). eapply Rle_trans; [apply dot_le |]. rewrite !length_sizes. pose proof (length_nonneg X). pose proof (length_nonneg s).
  apply Rle_trans with ((1 + / 1000000) * (1.00099 * size)); [apply Rmult_le_compat; assumption |]. assert (0 <= size) by lra. lra.
Qed.
