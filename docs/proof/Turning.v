(** How fast gaps bend between bodies that turn: src/proof/course.rs, turns.rs and src/motion/law.rs.

    A body turns about a fixed unit axis n by the angle theta(t), while its pivot moves along c(t). A point at r from the
    pivot, and a vector that turns with the body, are [turned n (theta t) r]. *)

Require Import Reals Psatz Coquelicot.Coquelicot.
Require Import Parabola Vectors Bodies.
Local Open Scope R_scope.

(** * Derivatives of vectors *)

Definition derives (f : R -> vector) t (f1 : vector) :=
  is_derive (fun t => x_of (f t)) t (x_of f1) /\
  is_derive (fun t => y_of (f t)) t (y_of f1) /\
  is_derive (fun t => z_of (f t)) t (z_of f1).

Lemma derive_mult : forall (f g : R -> R) t f1 g1, is_derive f t f1 -> is_derive g t g1 ->
  is_derive (fun t => f t * g t) t (f1 * g t + f t * g1).
Proof.
  intros f g t f1 g1 Hf Hg.
  apply (is_derive_mult f g t f1 g1 Hf Hg). intros; apply Rmult_comm.
Qed.

Lemma derive_plus : forall (f g : R -> R) t f1 g1, is_derive f t f1 -> is_derive g t g1 ->
  is_derive (fun t => f t + g t) t (f1 + g1).
Proof. intros. now apply (is_derive_plus f g). Qed.

Lemma derive_minus : forall (f g : R -> R) t f1 g1, is_derive f t f1 -> is_derive g t g1 ->
  is_derive (fun t => f t - g t) t (f1 - g1).
Proof. intros. now apply (is_derive_minus f g). Qed.

Lemma derive_is : forall (f : R -> R) t a b, is_derive f t a -> a = b -> is_derive f t b.
Proof. now intros f t a b H <-. Qed.

Lemma derives_is : forall f t a b, derives f t a -> a = b -> derives f t b.
Proof. now intros f t a b H <-. Qed.

Lemma dot_derives : forall f g t f1 g1, derives f t f1 -> derives g t g1 ->
  is_derive (fun t => f t '. g t) t ((f1 '. g t) + (f t '. g1)).
Proof.
  intros f g t f1 g1 (fx & fy & fz) (gx & gy & gz). unfold dot.
  eapply derive_is; [apply derive_plus; [apply derive_plus |]; eapply derive_mult; eassumption |]. simpl. ring.
Qed.

Lemma cross_derives : forall f g t f1 g1, derives f t f1 -> derives g t g1 ->
  derives (fun t => cross (f t) (g t)) t (cross f1 (g t) + cross (f t) g1)%v.
Proof.
  intros f g t f1 g1 (fx & fy & fz) (gx & gy & gz).
  assert (area : forall a b c d a1 b1 c1 d1, is_derive a t a1 -> is_derive b t b1 -> is_derive c t c1 -> is_derive d t d1 ->
    is_derive (fun t => a t * b t - c t * d t) t (a1 * b t + a t * b1 - (c1 * d t + c t * d1))).
  { intros. apply derive_minus; now apply derive_mult. }
  pose proof (area _ _ _ _ _ _ _ _ fy gz fz gy) as Hx. pose proof (area _ _ _ _ _ _ _ _ fz gx fx gz) as Hy.
  pose proof (area _ _ _ _ _ _ _ _ fx gy fy gx) as Hz.
  split; [| split]; simpl.
  - eapply derive_is; [exact Hx |]. simpl. ring.
  - eapply derive_is; [exact Hy |]. simpl. ring.
  - eapply derive_is; [exact Hz |]. simpl. ring.
Qed.

Lemma add_derives : forall f g t f1 g1, derives f t f1 -> derives g t g1 -> derives (fun t => f t + g t)%v t (f1 + g1)%v.
Proof. intros f g t f1 g1 (fx & fy & fz) (gx & gy & gz). split; [| split]; simpl; now apply derive_plus. Qed.

Lemma sub_derives : forall f g t f1 g1, derives f t f1 -> derives g t g1 -> derives (fun t => f t - g t)%v t (f1 - g1)%v.
Proof. intros f g t f1 g1 (fx & fy & fz) (gx & gy & gz). split; [| split]; simpl; now apply derive_minus. Qed.

Lemma scale_derives : forall (k : R -> R) f t k1 f1, is_derive k t k1 -> derives f t f1 ->
  derives (fun t => k t * f t)%v t (k1 * f t + k t * f1)%v.
Proof. intros k f t k1 f1 Hk (fx & fy & fz). split; [| split]; simpl; eapply derive_mult; eassumption. Qed.

Lemma fixed_derives : forall a t, derives (fun _ => a) t (V 0 0 0).
Proof. intros. split; [| split]; simpl; apply (is_derive_const (V := R_NormedModule)). Qed.

(** * Turns *)

Definition turned n angle r : vector :=
  ((n '. r) * n + cos angle * (r - (n '. r) * n) + sin angle * cross n r)%v.

Lemma cross_axis : forall n r angle, n '. n = 1 ->
  cross n (turned n angle r) = (cos angle * cross n r + sin angle * ((n '. r) * n - r))%v.
Proof.
  intros n r angle unit. unfold turned.
  replace ((n '. r) * n - r)%v with ((n '. r) * n - (n '. n) * r)%v by (rewrite unit; vector_ring).
  vector_ring.
Qed.

(** The velocity of what turns is w x r. *)
Theorem turned_derives : forall n (theta : R -> R) rate r t, n '. n = 1 -> is_derive theta t rate ->
  derives (fun t => turned n (theta t) r) t (cross (rate * n) (turned n (theta t) r)).
Proof.
  intros n theta rate r t unit H.
  assert (Hc : is_derive (fun t => cos (theta t)) t (- sin (theta t) * rate)).
  { eapply derive_is; [apply (is_derive_comp cos theta); [apply is_derive_cos | exact H] |]. unfold scal; simpl; unfold mult; simpl; ring. }
  assert (Hs : is_derive (fun t => sin (theta t)) t (cos (theta t) * rate)).
  { eapply derive_is; [apply (is_derive_comp sin theta); [apply is_derive_sin | exact H] |]. unfold scal; simpl; unfold mult; simpl; ring. }
  replace (cross (rate * n) (turned n (theta t) r)) with (rate * cross n (turned n (theta t) r))%v by vector_ring.
  rewrite cross_axis by exact unit.
  unfold turned. eapply derives_is.
  - apply add_derives; [apply add_derives |]; [apply fixed_derives | apply scale_derives | apply scale_derives];
      [exact Hc | apply fixed_derives | exact Hs | apply fixed_derives].
  - vector_ring.
Qed.

Lemma along_axis_stays : forall n r angle, n '. n = 1 -> n '. turned n angle r = n '. r.
Proof.
  intros n r angle unit. unfold turned.
  replace (n '. ((n '. r) * n + cos angle * (r - (n '. r) * n) + sin angle * cross n r)%v)
    with ((n '. r) * (n '. n) + cos angle * ((n '. r) - (n '. r) * (n '. n))) by vector_ring.
  rewrite unit. ring.
Qed.

Lemma turned_square : forall n r angle, n '. n = 1 -> turned n angle r '. turned n angle r = r '. r.
Proof.
  intros n r angle unit. pose proof (sin2_cos2 angle) as E. unfold Rsqr in E. unfold turned.
  replace (dot _ _) with ((n '. r) * (n '. r) * (n '. n)
    + (cos angle * cos angle) * ((r '. r) - 2 * (n '. r) * (n '. r) + (n '. r) * (n '. r) * (n '. n))
    + (sin angle * sin angle) * ((n '. n) * (r '. r) - (n '. r) * (n '. r))
    + 2 * cos angle * (n '. r) * ((n '. r) - (n '. r) * (n '. n))) by vector_ring.
  rewrite unit. replace (cos angle * cos angle) with (1 - sin angle * sin angle) by lra. ring.
Qed.

Theorem turned_length : forall n r angle, n '. n = 1 -> length (turned n angle r) = length r.
Proof. intros. unfold length. now rewrite turned_square. Qed.

(** The part of a vector across the axis that it turns about stays as long as it is. *)
Theorem across_stays : forall n s angle, n '. n = 1 -> across n (turned n angle s) = across n s.
Proof. intros n s angle unit. unfold across, length. rewrite !lagrange, along_axis_stays, turned_square by exact unit. reflexivity. Qed.

(** What turns together keeps its products. *)
Theorem turned_dot : forall n angle r s, n '. n = 1 -> turned n angle r '. turned n angle s = r '. s.
Proof.
  intros n angle r s unit. pose proof (sin2_cos2 angle) as E. unfold Rsqr in E. unfold turned.
  replace (dot _ _) with ((n '. r) * (n '. s) * (n '. n)
    + (cos angle * cos angle) * ((r '. s) - 2 * (n '. r) * (n '. s) + (n '. r) * (n '. s) * (n '. n))
    + (sin angle * sin angle) * ((n '. n) * (r '. s) - (n '. r) * (n '. s))
    + cos angle * ((n '. r) * (n '. s) - (n '. r) * (n '. s) * (n '. n))
    + cos angle * ((n '. r) * (n '. s) - (n '. r) * (n '. s) * (n '. n))) by vector_ring.
  rewrite unit. replace (cos angle * cos angle) with (1 - sin angle * sin angle) by lra. ring.
Qed.

(** * The laws: src/motion/law.rs *)

(** A quaternion: a number and a vector. The kernel's matrix is that of [rotate], for unit quaternions. *)
Definition rotate w (v r : vector) : vector := (r + 2 * w * cross v r + 2 * cross v (cross v r))%v.

(** The quaternion x + y n, with x^2 + y^2 = 1, turns by the angle whose half has the cosine x and the sine y. *)
Theorem quaternion_turns : forall n r u, n '. n = 1 -> rotate (cos u) (sin u * n) r = turned n (2 * u) r.
Proof.
  intros n r u unit. unfold rotate, turned. rewrite cos_2a_sin, sin_2a.
  replace (cross (sin u * n) (cross (sin u * n) r)) with ((sin u * sin u) * ((n '. r) * n - (n '. n) * r))%v by vector_ring.
  rewrite unit. vector_ring.
Qed.

(** Products of quaternions turn by one and then by the other: the law's numbers are multiplied by [from] on the right. *)
Theorem quaternions_multiply : forall w v w' v' r, w * w + (v '. v) = 1 -> w' * w' + (v' '. v') = 1 ->
  rotate (w * w' - (v '. v')) (w * v' + w' * v + cross v v') r = rotate w v (rotate w' v' r).
Proof.
  intros w v w' v' r unit unit'.
  (* [rotate] of a unit quaternion is (w^2 - v.v) r + 2 (v.r) v + 2 w v x r, which multiplies for any *)
  assert (form : forall a b c, a * a + (b '. b) = 1 ->
    rotate a b c = ((a * a - (b '. b)) * c + 2 * (b '. c) * b + 2 * a * cross b c)%v).
  { intros a b c E. unfold rotate. replace ((a * a - (b '. b)) * c)%v with ((1 - 2 * (b '. b)) * c)%v by (f_equal; lra). vector_ring. }
  rewrite (form w v), (form w' v'), form; [vector_ring | | assumption | assumption].
  transitivity ((w * w + (v '. v)) * (w' * w' + (v' '. v'))); [vector_ring | rewrite unit, unit'; ring].
Qed.

(** The normalised blend of two unit numbers at the angle alpha. With versine = 1 - cos alpha its squared length before it
    is normalised is L2. *)
Section Blend.
Variable alpha : R.
Let versine := 1 - cos alpha.
Definition L2 u := 1 - 2 * u * (1 - u) * versine.
Let middle2 := 1 - versine / 2.

(** L^2 = middle^2 + (1 - middle^2) y^2 with y = 1 - 2u. *)
Lemma L2_by_middle : forall u, L2 u = middle2 + (1 - middle2) * ((1 - 2 * u) * (1 - 2 * u)).
Proof. intros. unfold L2, middle2. field. Qed.

Lemma middle_is_cosine : middle2 = cos (alpha / 2) * cos (alpha / 2).
Proof.
  unfold middle2, versine. replace (cos alpha) with (cos (2 * (alpha / 2))) by (f_equal; field).
  rewrite cos_2a_cos. field.
Qed.

Hypothesis not_opposite : 0 < middle2.

Lemma L2_positive : forall u, middle2 <= L2 u.
Proof.
  intros. rewrite L2_by_middle. pose proof (COS_bound alpha).
  assert (0 <= 1 - middle2) by (unfold middle2, versine; lra).
  assert (0 <= (1 - 2 * u) * (1 - 2 * u)) by apply Rle_0_sqr.
  assert (0 <= (1 - middle2) * ((1 - 2 * u) * (1 - 2 * u))) by (now apply Rmult_le_pos). lra.
Qed.

(** The blend is cos beta from + sin beta to', where to' is square to from, and beta has this cosine and sine:
    RoundedBlendAngle.v quotes the lines. *)
Definition blend_cosine u := (1 - u + u * cos alpha) / sqrt (L2 u).
Definition blend_sine u := u * sin alpha / sqrt (L2 u).

Lemma blend_is_unit : forall u, blend_cosine u * blend_cosine u + blend_sine u * blend_sine u = 1.
Proof.
  intros. pose proof (L2_positive u). unfold blend_cosine, blend_sine.
  assert (root : sqrt (L2 u) * sqrt (L2 u) = L2 u) by (apply sqrt_sqrt; lra).
  assert (0 < sqrt (L2 u)) by (apply sqrt_lt_R0; lra).
  pose proof (sin2_cos2 alpha) as E. unfold Rsqr in E.
  set (l := sqrt (L2 u)) in *.
  assert (square : (1 - u + u * cos alpha) * (1 - u + u * cos alpha) + (u * sin alpha) * (u * sin alpha) = l * l).
  { rewrite root. replace (u * sin alpha * (u * sin alpha)) with (u * u * (sin alpha * sin alpha)) by ring.
    replace (sin alpha * sin alpha) with (1 - cos alpha * cos alpha) by lra. unfold L2, versine. ring. }
  replace (_ + _) with (((1 - u + u * cos alpha) * (1 - u + u * cos alpha) + (u * sin alpha) * (u * sin alpha)) / (l * l)) by (field; lra).
  rewrite square. field. lra.
Qed.

(** beta' = x y' - y x' = sin alpha / L^2, for one unit of u.
    rust src/motion/law.rs: let per_arc = if D == 2 { 1.0 } else { 2.0 };
    rust src/motion/law.rs: Turn::Steady => (self.rate * per_arc, self.rate * per_arc, 0.0),
    RoundedBlendRates.v has those of blends as they are computed. *)
Theorem blend_rate : forall u, exists x1 y1, is_derive blend_cosine u x1 /\ is_derive blend_sine u y1 /\
  blend_cosine u * y1 - blend_sine u * x1 = sin alpha / L2 u.
Proof.
  intros. pose proof (L2_positive u).
  assert (root : sqrt (L2 u) * sqrt (L2 u) = L2 u) by (apply sqrt_sqrt; lra).
  assert (0 < sqrt (L2 u)) by (apply sqrt_lt_R0; lra).
  assert (HL : exists l1, is_derive (fun u => sqrt (L2 u)) u l1).
  { eexists. unfold L2. auto_derive; [unfold L2 in *; lra | reflexivity]. }
  destruct HL as (l1 & HL).
  set (l := sqrt (L2 u)) in *.
  exists (((-1 + cos alpha) * l - (1 - u + u * cos alpha) * l1) / (l * l)), ((sin alpha * l - u * sin alpha * l1) / (l * l)).
  split; [| split].
  - unfold blend_cosine. eapply derive_is.
    + apply (is_derive_div (fun u => 1 - u + u * cos alpha) (fun u => sqrt (L2 u)) u (-1 + cos alpha) l1); [auto_derive; [trivial | ring] | exact HL | fold l; lra].
    + fold l. simpl. unfold Rdiv, minus, mult, opp, plus; simpl. try (field; lra).
  - unfold blend_sine. eapply derive_is.
    + apply (is_derive_div (fun u => u * sin alpha) (fun u => sqrt (L2 u)) u (sin alpha) l1); [auto_derive; [trivial | ring] | exact HL | fold l; lra].
    + fold l. simpl. unfold Rdiv, minus, mult, opp, plus; simpl. try (field; lra).
  - unfold blend_cosine, blend_sine. fold l. rewrite <- root. field. lra.
Qed.

(** beta'' = 2 sin alpha versine (1 - 2u) / L^4. *)
Theorem blend_change : forall u, is_derive (fun u => sin alpha / L2 u) u (2 * sin alpha * versine * (1 - 2 * u) / (L2 u * L2 u)).
Proof.
  intros. pose proof (L2_positive u). unfold L2 in *.
  auto_derive; [lra |]. field. lra.
Qed.

(** L^2 is least where y = 1 - 2u is nearest to zero, and largest where it is farthest. *)
Theorem L2_between : forall near far u, near <= (1 - 2 * u) * (1 - 2 * u) <= far ->
  middle2 + (1 - middle2) * near <= L2 u <= middle2 + (1 - middle2) * far.
Proof.
  intros near far u H. rewrite L2_by_middle. pose proof (COS_bound alpha).
  assert (0 <= 1 - middle2) by (unfold middle2, versine; lra).
  split; apply Rplus_le_compat_l, Rmult_le_compat_l; lra.
Qed.
End Blend.

(** A body whose quaternion is x + y n, of unit length, turns at the rate 2 (x y' - y x') about n. *)
Theorem quaternion_rate : forall n r (x y : R -> R) t x1 y1, n '. n = 1 -> (forall t, x t * x t + y t * y t = 1) ->
  is_derive x t x1 -> is_derive y t y1 ->
  derives (fun t => rotate (x t) (y t * n) r) t (cross (2 * (x t * y1 - y t * x1) * n) (rotate (x t) (y t * n) r)).
Proof.
  intros n r x y t x1 y1 unit circle Hx Hy.
  assert (tangent : x t * x1 + y t * y1 = 0).
  { assert (H : is_derive (fun t => x t * x t + y t * y t) t (x1 * x t + x t * x1 + (y1 * y t + y t * y1)))
      by (apply derive_plus; apply derive_mult; assumption).
    assert (K : is_derive (fun t => x t * x t + y t * y t) t 0).
    { apply is_derive_ext with (fun _ => 1); [intros; symmetry; apply circle | apply (is_derive_const (V := R_NormedModule))]. }
    apply is_derive_unique in H. apply is_derive_unique in K. rewrite H in K. lra. }
  pose proof (circle t) as C.
  assert (form : forall a b, rotate a (b * n) r = (r + (2 * a * b) * cross n r + (2 * (b * b)) * ((n '. r) * n - r))%v).
  { intros. unfold rotate.
    replace (cross (b * n) (cross (b * n) r)) with ((b * b) * ((n '. r) * n - (n '. n) * r))%v by vector_ring. rewrite unit. vector_ring. }
  assert (D : derives (fun t => r + (2 * x t * y t) * cross n r + (2 * (y t * y t)) * ((n '. r) * n - r))%v t
    ((2 * (x1 * y t + x t * y1)) * cross n r + (4 * (y t * y1)) * ((n '. r) * n - r))%v).
  { eapply derives_is.
    - apply add_derives; [apply add_derives |]; [apply fixed_derives | apply scale_derives | apply scale_derives].
      + apply derive_mult; [apply derive_mult; [apply (is_derive_const (V := R_NormedModule)) | exact Hx] | exact Hy].
      + apply fixed_derives.
      + apply derive_mult; [apply (is_derive_const (V := R_NormedModule)) | apply derive_mult; exact Hy].
      + apply fixed_derives.
    - unfold zero; simpl. vector_ring. }
  rewrite form.
  replace (cross (2 * (x t * y1 - y t * x1) * n) (r + 2 * x t * y t * cross n r + 2 * (y t * y t) * ((n '. r) * n - r))%v)
    with ((2 * (x t * y1 - y t * x1)) * ((1 - 2 * (y t * y t)) * cross n r + (2 * x t * y t) * ((n '. r) * n - (n '. n) * r)))%v by vector_ring.
  rewrite unit. replace (1 - 2 * (y t * y t)) with (x t * x t - y t * y t) by lra.
  destruct D as (Dx & Dy & Dz).
  set (X := x t) in *. set (Y := y t) in *.
  assert (E1 : 2 * (X * y1 - Y * x1) * (X * X - Y * Y) = 2 * (x1 * Y + X * y1)).
  { transitivity (2 * (x1 * Y + X * y1) * (X * X + Y * Y) - 4 * X * Y * (X * x1 + Y * y1)); [ring | rewrite C, tangent; ring]. }
  assert (E2 : 2 * (X * y1 - Y * x1) * (2 * X * Y) = 4 * (Y * y1)).
  { transitivity (4 * (Y * y1) * (X * X + Y * Y) - 4 * Y * Y * (X * x1 + Y * y1)); [ring | rewrite C, tangent; ring]. }
  replace ((2 * (X * y1 - Y * x1)) * ((X * X - Y * Y) * cross n r + (2 * X * Y) * ((n '. r) * n - 1 * r)))%v
    with ((2 * (X * y1 - Y * x1) * (X * X - Y * Y)) * cross n r + (2 * (X * y1 - Y * x1) * (2 * X * Y)) * ((n '. r) * n - r))%v by vector_ring.
  rewrite E1, E2.
  split; [| split]; eapply is_derive_ext; try (intros; rewrite form; reflexivity); assumption.
Qed.
