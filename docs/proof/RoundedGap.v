(** A gap as it is computed: src/proof/gap.rs, and the part of a vector across an axis: src/proof/turns.rs.

    M is a matrix as it is computed, with columns and rows of at most unit length, up to a thousandth: what it differs from
    the exact rotation counts elsewhere, as the error of an angle. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Vectors Counts Constants.
Local Open Scope R_scope.

Definition almost := 1 + / 1000.

Definition sizes_of a := V (Rabs (x_of a)) (Rabs (y_of a)) (Rabs (z_of a)).

Lemma length_sizes : forall a, length (sizes_of a) = length a.
Proof. intros [x y z]. unfold length, dot, sizes_of. simpl. f_equal. rewrite <- !Rabs_mult, !Rabs_pos_eq by apply Rle_0_sqr. ring. Qed.

(** The sizes of three numbers add up to root 3 times their length. *)
Lemma sum_of_sizes : forall a, Rabs (x_of a) + Rabs (y_of a) + Rabs (z_of a) <= sqrt 3 * length a.
Proof.
  intros a. pose proof (dot_le (V 1 1 1) (sizes_of a)) as H. rewrite length_sizes in H.
  replace (length (V 1 1 1)) with (sqrt 3) in H by (unfold length, dot; simpl; f_equal; ring).
  replace (dot (V 1 1 1) (sizes_of a)) with (Rabs (x_of a) + Rabs (y_of a) + Rabs (z_of a)) in H by (unfold dot, sizes_of; simpl; ring). exact H.
Qed.

Lemma root_3 : sqrt 3 <= 1.7321.
Proof. rewrite <- (sqrt_square 1.7321) by lra. apply sqrt_le_1_alt. lra. Qed.

Lemma product_of_differences : forall a b x c, (a - b)%v '. (x - c)%v = ((a '. x) - (a '. c)) - ((b '. x) - (b '. c)).
Proof. vector_ring. Qed.

Lemma turned_back_square : forall m1 m2 m3 d : vector, (V (m1 '. d) (m2 '. d) (m3 '. d) '. V (m1 '. d) (m2 '. d) (m3 '. d)) = (d '. ((m1 '. d) * m1 + ((m2 '. d) * m2 + (m3 '. d) * m3))%v).
Proof. vector_ring. Qed.

Lemma sub_add : forall x y : vector, ((x - y) + y)%v = x.
Proof. vector_ring. Qed.

Section Gap.
Variable fl : R -> R.

(** ** The point that is asked for is nearest along the rounded direction *)

Section Direction.
(** The columns of M, the direction d, and what is computed of their products.
    rust src/proof/gap.rs: let d = -at.turned.transposed_times(d);
    rust src/number/vector.rs: let sum = x[0] * y[0] + x[1] * y[1];
    | if D == 2 { sum } else { sum + x[2] * y[2] } *)
Variables (m1 m2 m3 d : vector).
Definition product m := Plus (Plus (Times (Leaf 0 (x_of m) (x_of m)) (Leaf 0 (x_of d) (x_of d))) (Times (Leaf 0 (y_of m) (y_of m)) (Leaf 0 (y_of d) (y_of d))))
  (Times (Leaf 0 (z_of m) (z_of m)) (Leaf 0 (z_of d) (z_of d))).
Hypothesis columns : length m1 <= almost /\ length m2 <= almost /\ length m3 <= almost.
Hypothesis computed_so : fits fl (product m1) /\ fits fl (product m2) /\ fits fl (product m3).
Let direction := V (computed fl (product m1)) (computed fl (product m2)) (computed fl (product m3)).
Definition turned_back x := V (m1 '. x) (m2 '. x) (m3 '. x).

Lemma product_error : forall m, fits fl (product m) -> length m <= almost -> Rabs (computed fl (product m) - (m '. d)) <= 3.02 * u * length d.
Proof.
  intros m F H. pose proof (units_of fl (product m) F ltac:(simpl; lia)) as E.
  change (value (product m)) with (m '. d) in E.
  replace (INR (count (product m))) with 3 in E by (simpl; lra).
  assert (S : sizes (product m) <= almost * length d).
  { change (sizes (product m)) with (sizes_of m '. sizes_of d). eapply Rle_trans; [apply dot_le |]. rewrite !length_sizes.
    apply Rmult_le_compat_r; [apply length_nonneg | exact H]. }
  eapply Rle_trans; [exact E |]. pose proof (length_nonneg d).
  apply Rle_trans with ((3 + / 100) * u * (almost * length d)); [apply Rmult_le_compat_l; [unfold u; lra | exact S] |].
  unfold almost, u. lra.
Qed.

(** All three together. *)
Lemma products_error : length (direction - V (m1 '. d) (m2 '. d) (m3 '. d))%v <= 5.24 * u * length d.
Proof.
  destruct columns as (C1 & C2 & C3). destruct computed_so as (F1 & F2 & F3).
  pose proof (product_error m1 F1 C1) as E1. pose proof (product_error m2 F2 C2) as E2. pose proof (product_error m3 F3 C3) as E3.
  pose proof (length_nonneg d). set (k := 3.02 * u * length d) in *. assert (0 <= k) by (apply Rmult_le_pos; unfold u; lra).
  apply at_most_length; [unfold k, u in *; lra |].
  apply Rle_trans with (3 * (k * k)).
  2: { pose proof (Rle_0_sqr (u * length d)) as Z. unfold Rsqr in Z. unfold k. lra. }
  assert (Q : forall z, Rabs z <= k -> z * z <= k * k).
  { intros z Hz. rewrite <- (Rabs_pos_eq (z * z)), Rabs_mult by apply Rle_0_sqr. apply Rmult_le_compat; try apply Rabs_pos; exact Hz. }
  pose proof (Q _ E1). pose proof (Q _ E2). pose proof (Q _ E3). unfold direction, sub, dot in *. simpl in *. lra.
Qed.

(** Of two points that are at most 2 reach apart, the one that is chosen is less near along the exact direction by no more
    than 10.5 units of the reach, and than what the shape states of its support points for unit vectors. *)
Theorem chosen_point : forall x chosen reach error, length (x - chosen)%v <= 2 * reach -> direction '. chosen <= (direction '. x) + error * length direction ->
  turned_back d '. chosen - 10.5 * u * reach * length d - error * length direction <= turned_back d '. x.
Proof.
  intros x chosen reach error near nearest. pose proof products_error as He. fold (turned_back d) in He.
  set (e := (direction - turned_back d)%v) in *.
  pose proof (dot_abs (direction - turned_back d)%v (x - chosen)%v) as K. fold e in K. apply Rabs_le_inv in K.
  unfold e in K at 2 3. rewrite !product_of_differences in K.
  pose proof (length_nonneg d). pose proof (length_nonneg (x - chosen)%v). pose proof (length_nonneg e).
  assert (B : length e * length (x - chosen)%v <= 5.24 * u * length d * (2 * reach)) by (apply Rmult_le_compat; assumption).
  assert (0 <= reach) by lra.
  assert (0 <= length d * reach) by (apply Rmult_le_pos; assumption). unfold u in *. lra.
Qed.

(** The direction is hardly longer than the vector, as the matrix stretches nothing by more than its angle is off. *)
Definition turned_by x : vector := (x_of x * m1 + (y_of x * m2 + z_of x * m3))%v.

Theorem direction_length : forall angle, 0 <= angle -> (forall x, length (turned_by x) <= (1 + angle) * length x) -> length direction <= (1 + (angle + 5.3 * u)) * length d.
Proof.
  intros angle pos stretches. pose proof products_error as E. fold (turned_back d) in E. set (b := turned_back d) in *.
  assert (S : b '. b = d '. turned_by b) by (unfold turned_by, b, turned_back; apply turned_back_square).
  pose proof (length_nonneg b) as b0. pose proof (length_nonneg d) as d0. pose proof (dot_le d (turned_by b)) as K. rewrite <- S, <- length_square in K. pose proof (stretches b) as T.
  assert (B : length b <= (1 + angle) * length d).
  { destruct (Req_dec (length b) 0) as [-> | nz]; [apply Rmult_le_pos; lra |]. apply Rmult_le_reg_r with (length b); [lra |]. apply Rle_trans with (1 := K).
    replace ((1 + angle) * length d * length b) with (length d * ((1 + angle) * length b)) by ring. apply Rmult_le_compat_l; assumption. }
  pose proof (length_add (direction - b)%v b) as A. rewrite sub_add in A. unfold u in *. lra.
Qed.
End Direction.

(** ** A vector that is kept in a body's frame

    The rows of the other moment's matrix, and what is computed of the vector there: two such products.
    rust src/proof/moment.rs: Frame::World => s,
    | Frame::A => to.turned.times(self.turned.transposed_times(s)).a(),
    | Frame::B => to.turned.times(self.turned.transposed_times(s)).b(), *)
Lemma turned_twice : forall w t1 t2 t3 x y : vector, (w - V (t1 '. y) (t2 '. y) (t3 '. y))%v
  = ((w - V (t1 '. x) (t2 '. x) (t3 '. x)) + V (t1 '. (x - y)%v) (t2 '. (x - y)%v) (t3 '. (x - y)%v))%v.
Proof. vector_ring. Qed.

Section Kept.
Variables m1 m2 m3 t1 t2 t3 s : vector.
Hypothesis sizes_m : length m1 <= almost /\ length m2 <= almost /\ length m3 <= almost.
Hypothesis sizes_t : length t1 <= almost /\ length t2 <= almost /\ length t3 <= almost.
(** A turn by the other matrix makes nothing longer, up to what it is off. *)
Hypothesis turns : forall v : vector, length (V (t1 '. v) (t2 '. v) (t3 '. v)) <= almost * length v.
Let of_products a b c d := V (computed fl (product d a)) (computed fl (product d b)) (computed fl (product d c)).
Let local := of_products m1 m2 m3 s.
Hypothesis local_so : fits fl (product s m1) /\ fits fl (product s m2) /\ fits fl (product s m3).
Hypothesis kept_so : fits fl (product local t1) /\ fits fl (product local t2) /\ fits fl (product local t3).

Definition kept_needs := 10.6.

Theorem kept_vector : length s <= almost -> let exact := V (m1 '. s) (m2 '. s) (m3 '. s) in length exact <= almost * length s ->
  length (of_products t1 t2 t3 local - V (t1 '. exact) (t2 '. exact) (t3 '. exact))%v <= kept_needs * u.
Proof.
  intros Hs exact He. pose proof (products_error m1 m2 m3 s sizes_m local_so) as E1. pose proof (products_error t1 t2 t3 local sizes_t kept_so) as E2.
  cbv zeta in *. fold (of_products m1 m2 m3 s) local exact in E1. fold (of_products t1 t2 t3 local) in E2.
  pose proof (turns (local - exact)%v) as E3. pose proof (length_nonneg s).
  rewrite (turned_twice _ t1 t2 t3 local exact).
  pose proof (length_add (of_products t1 t2 t3 local - V (t1 '. local) (t2 '. local) (t3 '. local))%v
    (V (t1 '. (local - exact)%v) (t2 '. (local - exact)%v) (t3 '. (local - exact)%v))) as T.
  assert (L : length local <= 1.003).
  { pose proof (length_add (local - exact)%v exact) as A. rewrite sub_add in A.
    clear - A E1 He Hs H. unfold almost, u in *. lra. }
  clear - E1 E2 E3 T L Hs H. unfold kept_needs, almost, u in *. lra.
Qed.
End Kept.

(** ** The product of the vector with the difference of both points *)

Section Reach.
(** The rows of both matrices, that of A with a minus sign; the points from the pivots, as they are rounded; the computed
    vector between the pivots; and d with the factor that makes it s. *)
Variables (a1 a2 a3 b1 b2 b3 p q p' q' X d s : vector) (inverse : R).

(** rust src/number/matrix.rs: let sum = self.0[0].scaled(v.at(0)) + self.0[1].scaled(v.at(1));
    | if D == 2 { sum } else { sum + self.0[2].scaled(v.at(2)) }
    rust src/proof/gap.rs: point.local = local - self.pivots; *)
Definition moved (m r r' : vector) := Plus (Plus (Times (Leaf 0 (x_of m) (x_of m)) (Leaf 1 (x_of r) (x_of r'))) (Times (Leaf 0 (y_of m) (y_of m)) (Leaf 1 (y_of r) (y_of r'))))
  (Times (Leaf 0 (z_of m) (z_of m)) (Leaf 1 (z_of r) (z_of r'))).
(** rust src/proof/gap.rs: point.y = at.between + at.turned.times(point.local).sum(); *)
Definition y_at (X : R) (a b : vector) := Plus (Leaf 0 X X) (Plus (moved a p p') (moved b q q')).
(** s is d times [inverse], without a rounding: what the vector of the gap loses by it counts with its length,
    [along_near].
    rust src/proof/gap.rs: let reach = d.dot(point.y) * inverse; *)
Definition reach_of := Times
  (Plus (Plus (Times (Leaf 0 (x_of s / inverse) (x_of d)) (y_at (x_of X) a1 b1)) (Times (Leaf 0 (y_of s / inverse) (y_of d)) (y_at (y_of X) a2 b2)))
    (Times (Leaf 0 (z_of s / inverse) (z_of d)) (y_at (z_of X) a3 b3)))
  (Leaf 0 inverse inverse).

Definition reach_count := 10.

Lemma reach_counted : INR (count reach_of) = reach_count.
Proof. simpl. unfold reach_count. lra. Qed.

Definition exact_y := V (x_of X + ((a1 '. p) + (b1 '. q))) (y_of X + ((a2 '. p) + (b2 '. q))) (z_of X + ((a3 '. p) + (b3 '. q))).

Hypothesis inverse_pos : 0 < inverse.
Hypothesis rows : length a1 <= almost /\ length a2 <= almost /\ length a3 <= almost /\ length b1 <= almost /\ length b2 <= almost /\ length b3 <= almost.

Lemma reach_value : value reach_of = s '. exact_y.
Proof. unfold exact_y, dot. simpl. field. lra. Qed.

Lemma reach_sizes : sizes reach_of <=
  (Rabs (x_of s) * Rabs (x_of X) + Rabs (y_of s) * Rabs (y_of X) + Rabs (z_of s) * Rabs (z_of X)) + sqrt 3 * length s * (almost * (length p + length q)).
Proof.
  destruct rows as (A1 & A2 & A3 & B1 & B2 & B3).
  assert (row : forall m r, length m <= almost -> Rabs (x_of m) * Rabs (x_of r) + Rabs (y_of m) * Rabs (y_of r) + Rabs (z_of m) * Rabs (z_of r) <= almost * length r).
  { intros m r H. change (sizes_of m '. sizes_of r <= almost * length r). eapply Rle_trans; [apply dot_le |]. rewrite !length_sizes.
    apply Rmult_le_compat_r; [apply length_nonneg | exact H]. }
  assert (over : forall x, Rabs (x / inverse) = Rabs x / inverse).
  { intros. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ inverse)) by (left; now apply Rinv_0_lt_compat). reflexivity. }
  cbn [sizes reach_of y_at moved]. rewrite !over, (Rabs_pos_eq inverse) by lra.
  pose proof (row a1 p A1). pose proof (row a2 p A2). pose proof (row a3 p A3). pose proof (row b1 q B1). pose proof (row b2 q B2). pose proof (row b3 q B3).
  set (k := almost * (length p + length q)).
  assert (part : forall z c m n, m <= almost * length p -> n <= almost * length q -> Rabs z * (c + (m + n)) <= Rabs z * c + Rabs z * k).
  { intros. rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [apply Rabs_pos | unfold k; lra]. }
  match goal with |- (?a / inverse * ?x + ?b / inverse * ?y + ?c / inverse * ?z) * inverse <= _ =>
    replace ((a / inverse * x + b / inverse * y + c / inverse * z) * inverse) with (a * x + b * y + c * z) by (field; lra) end.
  pose proof (sum_of_sizes s). pose proof (length_nonneg p). pose proof (length_nonneg q).
  assert (0 <= k) by (unfold k; apply Rmult_le_pos; unfold almost; lra).
  assert ((Rabs (x_of s) + Rabs (y_of s) + Rabs (z_of s)) * k <= sqrt 3 * length s * k) by (apply Rmult_le_compat_r; assumption).
  eapply Rle_trans; [apply Rplus_le_compat; [apply Rplus_le_compat |]; apply part; eassumption |]. lra.
Qed.

(** A vector is a unit up to a millionth here: its length counts where it is checked. *)
Hypothesis s_unit : length s <= 1 + / 1000000.
Hypothesis computed_so : fits fl reach_of.

Definition reach_needs := 28.
Definition place_needs := 10.1.

(** With the 10.5 units for the choice of the points, this is what a gap loses beside what its parts are off by: at most
    28 units of the reaches, and 10.1 of the vector between the pivots. *)
Theorem reach_error : Rabs (computed fl reach_of - (s '. exact_y)) <= (reach_needs - 10.5) * u * (length p + length q)
  + place_needs * u * (Rabs (x_of s) * Rabs (x_of X) + Rabs (y_of s) * Rabs (y_of X) + Rabs (z_of s) * Rabs (z_of X)).
Proof.
  pose proof (units_of fl reach_of computed_so ltac:(simpl; lia)) as E. rewrite reach_counted, reach_value in E.
  eapply Rle_trans; [exact E |]. pose proof reach_sizes as S. pose proof (length_nonneg p). pose proof (length_nonneg q). pose proof (length_nonneg s).
  set (x := Rabs (x_of s) * Rabs (x_of X) + Rabs (y_of s) * Rabs (y_of X) + Rabs (z_of s) * Rabs (z_of X)) in *.
  assert (0 <= x) by (unfold x; repeat apply Rplus_le_le_0_compat; apply Rmult_le_pos; apply Rabs_pos).
  pose proof root_3. pose proof (sqrt_pos 3).
  assert (sqrt 3 * length s <= 1.7321 * (1 + / 1000000)) by (apply Rmult_le_compat; assumption).
  assert (sqrt 3 * length s * (almost * (length p + length q)) <= 1.7321 * (1 + / 1000000) * (almost * (length p + length q))).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; unfold almost; lra | assumption]. }
  apply Rle_trans with ((reach_count + / 100) * u * (x + 1.7321 * (1 + / 1000000) * (almost * (length p + length q)))).
  - apply Rmult_le_compat_l; [unfold reach_count, u; lra | lra].
  - unfold reach_count, reach_needs, place_needs, almost, u. lra.
Qed.
End Reach.
End Gap.

(** * The part of a unit vector across an axis: src/proof/turns.rs

    The axis n is taken as it was computed, and may be off unit length. *)
Section Across.
Variable fl : R -> R.
Variables n s : vector.
Hypothesis lengths : length n <= almost /\ length s <= almost.

(** In the plane all of the vector is across the axis.
    rust src/proof/turns.rs: let one = Pair::same(1.0);
    | if D == 2 { return one + Pair::same(ACROSS_ERROR); }
    | let [x, y, z] = self.axis;
    | let (x, y, z) = ( y * s.at(2) - z * s.at(1), z * s.at(0) - x * s.at(2), x * s.at(1) - y * s.at(0), );
    | (x * x + y * y + z * z).root() + Pair::same(ACROSS_ERROR) *)
Definition part a b c d := Minus (Times (Leaf 0 a a) (Leaf 0 b b)) (Times (Leaf 0 c c) (Leaf 0 d d)).
Definition cx := part (y_of n) (z_of s) (z_of n) (y_of s).
Definition cy := part (z_of n) (x_of s) (x_of n) (z_of s).
Definition cz := part (x_of n) (y_of s) (y_of n) (x_of s).
Hypothesis computed_so : fits fl cx /\ fits fl cy /\ fits fl cz.
Let c := V (computed fl cx) (computed fl cy) (computed fl cz).

Lemma cross_is_near : length (cross n s) - 3 * u <= length c.
Proof.
  destruct computed_so as (Fx & Fy & Fz). destruct lengths as [Hn Hs].
  pose proof (units_of fl cx Fx ltac:(simpl; lia)) as Ex. pose proof (units_of fl cy Fy ltac:(simpl; lia)) as Ey. pose proof (units_of fl cz Fz ltac:(simpl; lia)) as Ez.
  replace (INR (count cx)) with 2 in Ex by (simpl; lra). replace (INR (count cy)) with 2 in Ey by (simpl; lra). replace (INR (count cz)) with 2 in Ez by (simpl; lra).
  set (e := (cross n s - c)%v).
  assert (E : length e <= 3 * u).
  { apply at_most_length; [unfold u; lra |].
    set (ex := computed fl cx - value cx) in *. set (ey := computed fl cy - value cy) in *. set (ez := computed fl cz - value cz) in *.
    replace (e '. e) with (ex * ex + ey * ey + ez * ez).
    2: { unfold ex, ey, ez, e, c, cross, sub, dot. cbn [x_of y_of z_of value cx cy cz part]. ring. }
    set (wx := sizes cx) in *. set (wy := sizes cy) in *. set (wz := sizes cz) in *.
    assert (Q : forall z w, Rabs z <= (2 + / 100) * u * w -> z * z <= (2.01 * u * 2.01 * u) * (w * w)).
    { intros z w Hz. rewrite <- (Rabs_pos_eq (z * z)), Rabs_mult by apply Rle_0_sqr.
      replace (2.01 * u * 2.01 * u * (w * w)) with ((2.01 * u * w) * (2.01 * u * w)) by ring.
      apply Rmult_le_compat; try apply Rabs_pos; unfold u in *; lra. }
    pose proof (Q _ _ Ex). pose proof (Q _ _ Ey). pose proof (Q _ _ Ez).
    assert (W : wx * wx + wy * wy + wz * wz <= 2.01).
    { unfold wx, wy, wz. cbn [sizes cx cy cz part].
      set (n1 := Rabs (x_of n)) in *. set (n2 := Rabs (y_of n)) in *. set (n3 := Rabs (z_of n)) in *.
      set (s1 := Rabs (x_of s)) in *. set (s2 := Rabs (y_of s)) in *. set (s3 := Rabs (z_of s)) in *.
      assert (N : n1 * n1 + n2 * n2 + n3 * n3 <= almost * almost).
      { change (sizes_of n '. sizes_of n <= almost * almost). rewrite <- length_square, length_sizes.
        pose proof (length_nonneg n). apply Rmult_le_compat; assumption. }
      assert (T : s1 * s1 + s2 * s2 + s3 * s3 <= almost * almost).
      { change (sizes_of s '. sizes_of s <= almost * almost). rewrite <- length_square, length_sizes.
        pose proof (length_nonneg s). apply Rmult_le_compat; assumption. }
      assert (P : (n1 * n1 + n2 * n2 + n3 * n3) * (s1 * s1 + s2 * s2 + s3 * s3) <= almost * almost * (almost * almost)).
      { assert (forall a b d, 0 <= a * a + b * b + d * d) by (intros; nra). apply Rmult_le_compat; auto. }
      (* twice the product of the squares less what is left of squares *)
      assert (I : 2 * ((n1 * n1 + n2 * n2 + n3 * n3) * (s1 * s1 + s2 * s2 + s3 * s3))
        - ((n2 * s3 + n3 * s2) * (n2 * s3 + n3 * s2) + (n3 * s1 + n1 * s3) * (n3 * s1 + n1 * s3) + (n1 * s2 + n2 * s1) * (n1 * s2 + n2 * s1))
        = (n2 * s3 - n3 * s2) * (n2 * s3 - n3 * s2) + (n3 * s1 - n1 * s3) * (n3 * s1 - n1 * s3) + (n1 * s2 - n2 * s1) * (n1 * s2 - n2 * s1)
          + 2 * (n1 * s1 * (n1 * s1) + n2 * s2 * (n2 * s2) + n3 * s3 * (n3 * s3))) by ring.
      pose proof (Rle_0_sqr (n2 * s3 - n3 * s2)) as Q1. pose proof (Rle_0_sqr (n3 * s1 - n1 * s3)) as Q2. pose proof (Rle_0_sqr (n1 * s2 - n2 * s1)) as Q3.
      pose proof (Rle_0_sqr (n1 * s1)) as Q4. pose proof (Rle_0_sqr (n2 * s2)) as Q5. pose proof (Rle_0_sqr (n3 * s3)) as Q6. unfold Rsqr in *.
      unfold almost in P. lra. }
    unfold u in *. lra. }
  pose proof (length_sub_ge (cross n s) c) as A. fold e in A. lra.
Qed.

(** The square and the root, and the sum with ACROSS_ERROR. *)
Definition across_needs := 9.

Theorem across_is_enough : forall square root result, off 3.01 (c '. c) square -> rounds (sqrt square) root -> across_needs <= ACROSS_ERROR <= 1000 ->
  rounds (root + ACROSS_ERROR * u) result -> length (cross n s) <= result.
Proof.
  intros square root result Hq Hr enough (r & Hres & ->). unfold across_needs in enough.
  pose proof cross_is_near as N. destruct lengths as [Hn Hs].
  pose proof (off_then _ _ _ _ (off_sqrt _ _ _ Hq ltac:(lra) (square_nonneg c)) Hr ltac:(lra)) as O.
  fold (length c) in O. pose proof (off_le _ _ _ (length_nonneg c) O) as [L _].
  pose proof (length_cross n s) as C. pose proof (length_nonneg n). pose proof (length_nonneg s). pose proof (length_nonneg (cross n s)).
  assert (M : length n * length s <= almost * almost) by (apply Rmult_le_compat; assumption).
  apply Rabs_le_inv in Hres. pose proof (length_nonneg c).
  set (x := length (cross n s)) in *. set (y := length c) in *. clearbody x y.
  assert (S : x <= 1.01) by (unfold almost in M; lra).
  assert (below : (x - 3 * u) * (1 - (3.01 + 1 + / 100) * u) <= y * (1 - (3.01 + 1 + / 100) * u)) by (apply Rmult_le_compat_r; unfold u in *; lra).
  assert (low : x - 7.2 * u <= root) by (unfold u in *; lra).
  apply Rle_trans with ((x + 1.8 * u) * (1 - u)); [unfold u in *; lra |].
  apply Rmult_le_compat; unfold u in *; lra.
Qed.
End Across.

(** The vector of a gap is d times [inverse], and each coordinate loses a rounding.
    rust src/proof/gap.rs: let along = d * inverse; *)
Definition along_needs := 1.1.

Lemma along_near : forall s along : vector, rounds (x_of s) (x_of along) -> rounds (y_of s) (y_of along) -> rounds (z_of s) (z_of along) ->
  length s <= almost -> length (along - s)%v <= along_needs * u.
Proof.
  intros s along (e1 & H1 & E1) (e2 & H2 & E2) (e3 & H3 & E3) Hs. pose proof (length_nonneg s) as P. apply at_most_length; [unfold along_needs, u; lra |].
  assert (Q : forall x e, Rabs e <= u -> (x * (1 + e) - x) * (x * (1 + e) - x) <= u * u * (x * x)).
  { intros x e He. replace ((x * (1 + e) - x) * (x * (1 + e) - x)) with (e * e * (x * x)) by ring. apply Rmult_le_compat_r; [apply Rle_0_sqr |].
    rewrite <- (Rabs_pos_eq (e * e)), Rabs_mult by apply Rle_0_sqr. apply Rmult_le_compat; try apply Rabs_pos; exact He. }
  pose proof (Q (x_of s) e1 H1) as Q1. pose proof (Q (y_of s) e2 H2) as Q2. pose proof (Q (z_of s) e3 H3) as Q3. rewrite <- E1 in Q1. rewrite <- E2 in Q2. rewrite <- E3 in Q3.
  assert (S : length s * length s <= almost * almost) by (apply Rmult_le_compat; assumption). rewrite length_square in S.
  apply Rle_trans with (u * u * (s '. s)); [unfold sub, dot in *; cbn [x_of y_of z_of] in *; lra |].
  apply Rle_trans with (u * u * (almost * almost)); [apply Rmult_le_compat_l; [unfold u; lra | exact S] |]. unfold almost, along_needs, u. lra.
Qed.

(** What is checked of a vector: its computed square is off by UNIT_ERROR, and has lost three roundings. So its length is
    off by half of both together.
    rust src/proof.rs: const LEAST_VECTOR: f64 = 1e-120;
    | const LONGEST_VECTOR: f64 = 1e140;
    rust src/proof/gap.rs: let is_unit = inverse > 1.0 / LONGEST_VECTOR
    | && inverse < 1.0 / LEAST_VECTOR
    | && (along.square() - 1.0).abs() <= UNIT_ERROR;
    | let value = if is_unit { *)
Theorem checked_length : forall (s : vector) computed, Rabs (computed - (s '. s)) <= 3.01 * u * (s '. s) -> Rabs (computed - 1) <= UNIT_ERROR * u ->
  UNIT_ERROR <= 1000 -> Rabs (length s - 1) <= (UNIT_ERROR + 3.1) / 2 * (1 + / 1000) * u.
Proof.
  intros s computed H K small. apply Rabs_le_inv in H. apply Rabs_le_inv in K. rewrite <- length_square in H.
  pose proof (length_nonneg s) as P. set (l := length s) in *. set (e := UNIT_ERROR) in *. clearbody l e.
  assert (e_pos : 0 <= e * u) by lra. assert (l2 : l * l <= 1.01) by (unfold u in *; lra).
  assert (near : Rabs (l * l - 1) <= (e + 3.1) * u) by (apply Rabs_le; unfold u in *; lra).
  assert (lower : 0.9 <= l) by (apply Rnot_lt_le; intro; assert (l * l <= 0.9 * 0.9) by (apply Rmult_le_compat; lra); unfold u in *; lra).
  assert (E : l * l - 1 = (l - 1) * (l + 1)) by ring. rewrite E, Rabs_mult, (Rabs_pos_eq (l + 1)) in near by lra.
  pose proof (Rabs_pos (l - 1)).
  assert (far : Rabs (l - 1) <= / 1000000).
  { assert (Rabs (l - 1) * 1 <= Rabs (l - 1) * (l + 1)) by (apply Rmult_le_compat_l; lra). unfold u in *; lra. }
  apply Rabs_le_inv in far.
  assert (Rabs (l - 1) * (2 - / 1000000) <= Rabs (l - 1) * (l + 1)) by (apply Rmult_le_compat_l; lra). unfold u in *; lra.
Qed.
