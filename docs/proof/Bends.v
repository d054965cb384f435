(** The bounds M of src/proof/course.rs, for vectors of the world and for vectors that turn with a body. *)

Require Import Reals Psatz Coquelicot.Coquelicot.
Require Import Parabola Vectors Bodies Turning.
Local Open Scope R_scope.

(** * Helpers *)

Lemma derive_continuous : forall (f : R -> R) t l, is_derive f t l -> continuity_pt f t.
Proof. intros f t l H. apply derivable_continuous_pt. exists l. now apply is_derive_Reals. Qed.

Lemma dot_fixed_derives : forall s f t f1, derives f t f1 -> is_derive (fun t => s '. f t) t (s '. f1).
Proof.
  intros s f t f1 H. eapply derive_is; [apply dot_derives; [apply fixed_derives | exact H] |].
  simpl. generalize (f t). vector_ring.
Qed.

Lemma gap_by_pivots : forall s ca cb p q : vector, s '. ((cb + q) - (ca + p))%v = (s '. ((cb - ca) + q)%v) - (s '. p).
Proof. vector_ring. Qed.

Lemma gap_turned_round : forall n angle s x y, turned n angle s '. (x - y)%v = turned n angle (scale (-1) s) '. (y - x)%v.
Proof. intros. unfold turned. generalize (cos angle), (sin angle). vector_ring. Qed.

Lemma abs_triple : forall a b c, Rabs (a '. cross b c) <= length (cross b a) * length c.
Proof.
  intros. replace (a '. cross b c) with (scale (-1) (cross b a) '. c) by vector_ring.
  pose proof (dot_abs (scale (-1) (cross b a)) c) as H. now rewrite length_opp in H.
Qed.

Lemma cross_scale : forall k n r, length (cross (k * n)%v r) = Rabs k * length (cross n r).
Proof. intros. replace (cross (k * n)%v r) with (k * cross n r)%v by vector_ring. apply length_scale. Qed.

Lemma unit_length : forall n, n '. n = 1 -> length n = 1.
Proof. intros n H. unfold length. rewrite H. apply sqrt_1. Qed.

Lemma across_le : forall n s, n '. n = 1 -> across n s <= length s.
Proof. intros n s unit. unfold across. pose proof (length_cross n s). rewrite (unit_length n unit) in *. lra. Qed.

(** ** A point that turns *)

(** The parts of its acceleration are square to the axis and to each other: the root of rate^4 + change^2 bounds both. *)
Theorem turning_point : forall n s r rate change, n '. n = 1 ->
  Rabs (s '. (cross (change * n) r + cross (rate * n) (cross (rate * n) r))%v)
    <= across n s * sqrt (rate * rate * (rate * rate) + change * change) * length r.
Proof.
  intros n s r rate change unit.
  set (A := cross n s). set (B := cross n r).
  set (along := s '. cross n r). set (inward := A '. B).
  assert (split : s '. (cross (change * n) r + cross (rate * n) (cross (rate * n) r))%v = change * along - rate * rate * inward).
  { unfold along, inward, A, B. vector_ring. }
  assert (both : along * along + inward * inward <= (A '. A) * (B '. B)).
  { pose proof (lagrange A B) as L.
    assert (E : cross A B = (- along * n)%v).
    { unfold A, B, along. vector_ring. }
    rewrite E in L. replace ((- along * n)%v '. (- along * n)%v) with (along * along * (n '. n)) in L by vector_ring.
    rewrite unit in L. fold inward in L. lra. }
  rewrite split. set (k := sqrt (rate * rate * (rate * rate) + change * change)).
  assert (0 <= rate * rate * (rate * rate) + change * change) by (pose proof (Rle_0_sqr (rate * rate)); pose proof (Rle_0_sqr change); unfold Rsqr in *; lra).
  assert (root : k * k = rate * rate * (rate * rate) + change * change) by now apply sqrt_sqrt.
  assert (0 <= k) by apply sqrt_pos.
  pose proof (length_nonneg A). pose proof (length_nonneg B).
  assert (bound : Rabs (change * along - rate * rate * inward) <= k * (length A * length B)).
  { apply square_le; [apply Rmult_le_pos; [| apply Rmult_le_pos]; lra |].
    rewrite <- Rabs_mult, Rabs_pos_eq by apply Rle_0_sqr.
    replace (k * (length A * length B) * (k * (length A * length B))) with ((k * k) * ((length A * length A) * (length B * length B))) by ring.
    rewrite root, !length_square.
    assert (0 <= (change * inward + rate * rate * along) * (change * inward + rate * rate * along)) by apply Rle_0_sqr.
    apply Rle_trans with ((rate * rate * (rate * rate) + change * change) * (along * along + inward * inward)); [nra |].
    apply Rmult_le_compat_l; lra. }
  assert (length B <= length r) by (unfold B; apply (across_le n r unit)).
  unfold across. fold A.
  assert (k * (length A * length B) <= length A * k * length r).
  { replace (k * (length A * length B)) with (length A * k * length B) by ring. apply Rmult_le_compat_l; [apply Rmult_le_pos |]; lra. }
  lra.
Qed.

(** The root is at most the larger of both and half of the other.
    rust src/motion/law.rs: let fastest = fastest * (1.0 + error) + self.angular_error;
    | let change = change * (1.0 + error);
    | let centripetal = fastest * fastest;
    | let (most, least) = if centripetal > change { (centripetal, change) } else { (change, centripetal) };
    rust src/motion/law.rs: bend: (most + 0.5 * least) * (1.0 + RATE_ERROR) + 4.0 * f64::MIN_POSITIVE, *)
Theorem root_at_most : forall x y, 0 <= y <= x -> sqrt (x * x + y * y) <= x + y / 2.
Proof.
  intros x y H. rewrite <- (sqrt_square (x + y / 2)) by lra. apply sqrt_le_1_alt. nra.
Qed.

(** * Motions *)

(** The motion of a body: the path of its pivot and a turn about a fixed axis, each with two derivatives. *)
Record motion := Motion {
  pivot : R -> vector; velocity : R -> vector; acceleration : R -> vector;
  axis : vector; angle : R -> R; rate : R -> R; change : R -> R }.

Definition moves (m : motion) a b := axis m '. axis m = 1 /\ forall t, a <= t <= b ->
  derives (pivot m) t (velocity m t) /\ derives (velocity m) t (acceleration m t) /\
  is_derive (angle m) t (rate m t) /\ is_derive (rate m) t (change m t).

(** Where the point is that begins at r from the pivot. *)
Definition arm m r t := turned (axis m) (angle m t) r.
Definition point m r t := (pivot m t + arm m r t)%v.
(** The angular velocity. *)
Definition spin m t := (rate m t * axis m)%v.
Definition spin_change m t := (change m t * axis m)%v.

Lemma arm_derives : forall m a b r t, moves m a b -> a <= t <= b -> derives (arm m r) t (cross (spin m t) (arm m r t)).
Proof. intros m a b r t [unit H] Ht. apply (turned_derives (axis m) (angle m)); [exact unit | now apply H]. Qed.

Lemma spin_derives : forall m a b t, moves m a b -> a <= t <= b -> derives (spin m) t (spin_change m t).
Proof.
  intros m a b t [unit H] Ht. unfold spin. eapply derives_is.
  - apply scale_derives; [now apply H | apply fixed_derives].
  - unfold spin_change. vector_ring.
Qed.

Definition arm_acceleration m r t := (cross (spin_change m t) (arm m r t) + cross (spin m t) (cross (spin m t) (arm m r t)))%v.

Lemma arm_derives_twice : forall m a b r t, moves m a b -> a <= t <= b ->
  derives (fun t => cross (spin m t) (arm m r t)) t (arm_acceleration m r t).
Proof. intros. apply cross_derives; [eapply spin_derives | eapply arm_derives]; eassumption. Qed.

Definition point_velocity m r t := (velocity m t + cross (spin m t) (arm m r t))%v.
Definition point_acceleration m r t := (acceleration m t + arm_acceleration m r t)%v.

Lemma point_derives : forall m a b r t, moves m a b -> a <= t <= b -> derives (point m r) t (point_velocity m r t).
Proof. intros m a b r t H Ht. apply add_derives; [apply (proj2 H t Ht) | now apply arm_derives with a b]. Qed.

Lemma point_derives_twice : forall m a b r t, moves m a b -> a <= t <= b -> derives (point_velocity m r) t (point_acceleration m r t).
Proof. intros m a b r t H Ht. apply add_derives; [apply (proj2 H t Ht) | now apply arm_derives_twice with a b]. Qed.

Lemma arm_length : forall m a b r t, moves m a b -> length (arm m r t) = length r.
Proof. intros m a b r t [unit _]. now apply turned_length. Qed.

(** * Vectors of the world *)

(** rust src/proof/course.rs: if !self.turning { return self.bend_of_path(s); }
    | let turns = (self.turns.across(s) * (self.turns.bend * self.reach)).sum();
    | turns * BEND_ERROR + self.bend_of_path(s)
    rust src/proof/course.rs: let (bend, blur) = if gap.time != at.time || !self.has_laws { (f64::INFINITY, 0.0)
    | } else if frame == Frame::World { (self.bend(gap.along), 0.0)
    | } else { self.bend_in(frame, gap.along, at, to) };
    rust src/proof/course.rs: if course.gap.time != course.at.time { return course; }
    | if !self.has_laws { self.bound_without_law(&mut course); }
    | if self.is_floor() { self.bound_above(&mut course); }
    Bounds that motions state are widened, those of both bodies are added, and what B does counts with its sign:
    rust src/proof/course.rs: let wider = |bound: f64| bound + bound.abs() * (BEND_ERROR - 1.0);
    | let accelerations = [(self.a, &back), (self.b, &s)]
    | .map(|(body, along)| body.movement.acceleration(along, during, body.reach));
    | if let [Some(a), Some(b)] = accelerations { course.bend = wider(a) + wider(b); }
    rust src/proof/course.rs: let falls = (speed(self.a, &s), speed(self.b, &back));
    | let rises = (speed(self.a, &back), speed(self.b, &s));
    | if let ((Some(a), Some(b)), (Some(c), Some(d))) = (falls, rises) {
    | if a + c >= 0.0 && b + d >= 0.0 { course.speeds = Some([a + b, c + d]); } }
    What a kernel takes for that, and for what follows:
    rust src/proof/kernel.rs: velocity: path.velocity,
    | half_acceleration: path.half_acceleration,
    | falling: path.falls,
    | turning: law[0].turns() || law[1].turns(),
    | speed: fastest * BEND_ERROR + LEAST_LENGTH,
    | acceleration,
    | turns: Turns::new(law),
    | error,
    | tilt_error,
    rust src/proof/kernel.rs: if self.turning { self.turns.bound(law, (self.start, self.end)); }
    [bend_a] and [bend_b] bound the acceleration of points at distance 1 from the pivots, and
    [of_path] bounds s . X''. *)
Theorem world_bends : forall (A B : motion) (s : vector) (a b : R) (bend_a bend_b reach_a reach_b of_path : R),
  moves A a b -> moves B a b ->
  (forall t, a <= t <= b -> sqrt (rate A t * rate A t * (rate A t * rate A t) + change A t * change A t) <= bend_a) ->
  (forall t, a <= t <= b -> sqrt (rate B t * rate B t * (rate B t * rate B t) + change B t * change B t) <= bend_b) ->
  (forall t, a <= t <= b -> s '. (acceleration B t - acceleration A t)%v <= of_path) ->
  forall rp rq, length rp <= reach_a -> length rq <= reach_b ->
  bends_at_most (across (axis A) s * bend_a * reach_a + across (axis B) s * bend_b * reach_b + of_path) a b
    (fun t => s '. (point B rq t - point A rp t)%v).
Proof.
  intros A B s a b bend_a bend_b reach_a reach_b of_path HA HB bounds_a bounds_b path rp rq near_a near_b.
  set (first t := (point_velocity B rq t - point_velocity A rp t)%v).
  set (second t := (point_acceleration B rq t - point_acceleration A rp t)%v).
  assert (D1 : forall t, a <= t <= b -> is_derive (fun t => s '. (point B rq t - point A rp t)%v) t (s '. first t)).
  { intros. apply dot_fixed_derives, sub_derives; apply point_derives with a b; assumption. }
  assert (D2 : forall t, a <= t <= b -> is_derive (fun t => s '. first t) t (s '. second t)).
  { intros. apply dot_fixed_derives, sub_derives; apply point_derives_twice with a b; assumption. }
  apply second_derivative_bends with (g1 := fun t => s '. first t) (g2 := fun t => s '. second t).
  - intros t Ht. eapply derive_continuous, D1, Ht.
  - intros t Ht. apply D1. lra.
  - intros t Ht. apply D2. lra.
  - intros t Ht. assert (I : a <= t <= b) by lra.
    replace (s '. second t) with ((s '. (acceleration B t - acceleration A t)%v) + (s '. arm_acceleration B rq t) - (s '. arm_acceleration A rp t))
      by (unfold second, point_acceleration; generalize (acceleration A t), (acceleration B t), (arm_acceleration A rp t), (arm_acceleration B rq t); vector_ring).
    pose proof (turning_point (axis A) s (arm A rp t) (rate A t) (change A t) (proj1 HA)) as KA.
    pose proof (turning_point (axis B) s (arm B rq t) (rate B t) (change B t) (proj1 HB)) as KB.
    rewrite (arm_length A a b rp t HA) in KA. rewrite (arm_length B a b rq t HB) in KB.
    change (cross (change A t * axis A) (arm A rp t) + cross (rate A t * axis A) (cross (rate A t * axis A) (arm A rp t)))%v with (arm_acceleration A rp t) in KA.
    change (cross (change B t * axis B) (arm B rq t) + cross (rate B t * axis B) (cross (rate B t * axis B) (arm B rq t)))%v with (arm_acceleration B rq t) in KB.
    apply Rabs_le_between in KA. apply Rabs_le_between in KB.
    pose proof (bounds_a t I). pose proof (bounds_b t I). pose proof (path t I).
    assert (grows : forall n r k bend reach, 0 <= k <= bend -> 0 <= length r <= reach -> across n s * k * length r <= across n s * bend * reach).
    { intros. pose proof (length_nonneg (cross n s)). fold (across n s) in *. rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat; lra. }
    pose proof (grows (axis A) rp _ bend_a reach_a (conj (sqrt_pos _) (bounds_a t I)) (conj (length_nonneg rp) near_a)).
    pose proof (grows (axis B) rq _ bend_b reach_b (conj (sqrt_pos _) (bounds_b t I)) (conj (length_nonneg rq) near_b)). lra.
Qed.

(** Steady rotation: the rate is constant, and the bound of a body is |s_perp| w^2 |r|. *)
Theorem steady_bend : forall w, sqrt (w * w * (w * w) + 0 * 0) = w * w.
Proof. intros. replace (w * w * (w * w) + 0 * 0) with ((w * w) * (w * w)) by ring. apply sqrt_square, Rle_0_sqr. Qed.

(** * Vectors that turn with a body *)

(** The derivatives of s . y for s that turns at w: src/proof/course.rs, bend_in. *)
Lemma turning_product : forall (s w : vector) w1 y y1 y2 r wb wb1,
  let s1 := cross w s in let s2 := (cross w1 s + cross w s1)%v in
  let r1 := cross wb r in let r2 := (cross wb1 r + cross wb r1)%v in let d := (wb - w)%v in
  (s2 '. (y + r)%v) + 2 * (s1 '. (y1 + r1)%v) + (s '. (y2 + r2)%v)
  = (s '. cross w (cross w y)) - 2 * (s '. cross w y1) + (s '. y2) - (s '. cross w1 y)
    + (s '. (cross d (cross d r) + cross (cross d w) r + cross (wb1 - w1) r)%v).
Proof. cbv zeta. vector_ring. Qed.

Definition twist (w w1 wb wb1 : vector) := length (wb - w)%v * length (wb - w)%v + length (cross w wb) + length w1 + length wb1.

(** The part of r: at most twist |r| for a unit vector. *)
Lemma twist_bound : forall s r w w1 wb wb1, length s = 1 -> let d := (wb - w)%v in
  s '. (cross d (cross d r) + cross (cross d w) r + cross (wb1 - w1) r)%v <= twist w w1 wb wb1 * length r.
Proof.
  intros s r w w1 wb wb1 unit d. unfold twist. fold d.
  assert (E : length (cross d w) = length (cross w wb)).
  { replace (cross d w) with (scale (-1) (cross w wb)) by (unfold d; vector_ring). apply length_opp. }
  pose proof (dot_le s (cross d (cross d r))) as K1. pose proof (dot_le s (cross (cross d w) r)) as K2. pose proof (dot_le s (cross (wb1 - w1)%v r)) as K3.
  rewrite unit in *.
  pose proof (length_cross d (cross d r)). pose proof (length_cross d r). pose proof (length_cross (cross d w) r).
  pose proof (length_cross (wb1 - w1)%v r). pose proof (length_sub wb1 w1). pose proof (length_nonneg r). pose proof (length_nonneg d).
  rewrite E in *.
  replace (s '. (cross d (cross d r) + cross (cross d w) r + cross (wb1 - w1) r)%v)
    with ((s '. cross d (cross d r)) + (s '. cross (cross d w) r) + (s '. cross (wb1 - w1)%v r)) by vector_ring.
  assert (length d * length (cross d r) <= length d * (length d * length r)) by (apply Rmult_le_compat_l; lra).
  assert (length (wb1 - w1)%v * length r <= (length wb1 + length w1) * length r) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(** The parts of X, for an angular velocity and its change along one axis n. *)
Lemma path_bound : forall n s X X1 X2 w w1, n '. n = 1 -> length s = 1 ->
  (s '. cross (w * n) (cross (w * n) X)) - 2 * (s '. cross (w * n) X1) + (s '. X2) - (s '. cross (w1 * n) X)
  <= across n s * ((w * w + Rabs w1) * length X + 2 * Rabs w * length X1) + length X2.
Proof.
  intros n s X X1 X2 w w1 unit s_unit.
  pose proof (abs_triple s n (cross n X)) as K1. pose proof (abs_triple s n X1) as K2. pose proof (abs_triple s n X) as K3.
  pose proof (dot_le s X2) as K4. rewrite s_unit in K4. pose proof (across_le n X unit) as KX. unfold across in *.
  pose proof (length_nonneg (cross n s)). pose proof (length_nonneg X). pose proof (length_nonneg X1).
  replace (s '. cross (w * n) (cross (w * n) X)) with (w * w * (s '. cross n (cross n X))) by vector_ring.
  replace (s '. cross (w * n) X1) with (w * (s '. cross n X1)) by vector_ring.
  replace (s '. cross (w1 * n) X) with (w1 * (s '. cross n X)) by vector_ring.
  set (S := length (cross n s)) in *.
  assert (P1 : w * w * (s '. cross n (cross n X)) <= w * w * (S * length X)).
  { apply Rmult_le_compat_l; [apply Rle_0_sqr |]. apply Rabs_le_between in K1.
    assert (S * length (cross n X) <= S * length X) by (apply Rmult_le_compat_l; lra). lra. }
  assert (P : forall k x m, Rabs x <= m -> - (k * x) <= Rabs k * m).
  { intros k x m Hx. pose proof (Rle_abs (- (k * x))) as Q. rewrite Rabs_Ropp, Rabs_mult in Q.
    pose proof (Rabs_pos k). assert (Rabs k * Rabs x <= Rabs k * m) by (apply Rmult_le_compat_l; lra). lra. }
  pose proof (P w _ _ K2). pose proof (P w1 _ _ K3). lra.
Qed.

(** The bound of src/proof/course.rs, bend_in, for a vector that turns with A. X leads from the pivot of A to that of B;
    [fastest], [slowing], [far], [speed] and [falls] bound the rate of A and its change, |X|, |X'| and |X''|; [other] is the
    reach of B, and [most_twist] bounds the twist of both. The reach of A does not count. *)
Section Turning.
Variables (A B : motion) (a b : R) (s : vector) (fastest slowing far speed falls most_twist other : R).
Hypothesis moves_a : moves A a b.
Hypothesis moves_b : moves B a b.
Hypothesis unit : length s = 1.
Let X t := (pivot B t - pivot A t)%v.
Let X1 t := (velocity B t - velocity A t)%v.
Let X2 t := (acceleration B t - acceleration A t)%v.
Hypothesis rates : forall t, a <= t <= b -> Rabs (rate A t) <= fastest.
Hypothesis changes : forall t, a <= t <= b -> Rabs (change A t) <= slowing.
Hypothesis far_away : forall t, a <= t <= b -> length (X t) <= far.
Hypothesis speeds : forall t, a <= t <= b -> length (X1 t) <= speed.
Hypothesis accelerations : forall t, a <= t <= b -> length (X2 t) <= falls.
Hypothesis twists : forall t, a <= t <= b -> twist (spin A t) (spin_change A t) (spin B t) (spin_change B t) <= most_twist.

(** rust src/proof/course.rs: let of = |a: f64, b: f64| if frame == Frame::A { (a, b) } else { (b, a) };
    | let (across, _) = of(across.a(), across.b());
    | let (rate, _) = of(turns.fastest.a(), turns.fastest.b());
    | let (change, _) = of(turns.change.a(), turns.change.b());
    | let (own, other) = of(self.reach.a(), self.reach.b());
    | let (tilt, _) = of(self.tilt_error[0], self.tilt_error[1]);
    | let across = across + tilt;
    | let of_path = across * ((rate * rate + change) * far + 2.0 * rate * self.speed);
    | let bend = of_path + self.acceleration + turns.twist * other;
    | (bend * BEND_ERROR, tilt * (far + own + other) * BEND_ERROR) *)
Definition turning_bend := across (axis A) s * ((fastest * fastest + slowing) * far + 2 * fastest * speed) + falls + most_twist * other.

Theorem vector_of_a_bends : forall rp rq, length rq <= other ->
  bends_at_most turning_bend a b (fun t => arm A s t '. (point B rq t - point A rp t)%v).
Proof.
  intros rp rq near.
  (* s . (p - c_A) is constant *)
  set (own := s '. rp).
  set (y t := (X t + arm B rq t)%v).
  assert (same : forall t, arm A s t '. (point B rq t - point A rp t)%v = (arm A s t '. y t) - own).
  { intros t. unfold own. rewrite <- (turned_dot (axis A) (angle A t) s rp (proj1 moves_a)).
    apply gap_by_pivots. }
  set (y1 t := (X1 t + cross (spin B t) (arm B rq t))%v).
  set (g1 t := (cross (spin A t) (arm A s t) '. y t) + (arm A s t '. y1 t)).
  set (g2 t := (arm_acceleration A s t '. y t) + 2 * (cross (spin A t) (arm A s t) '. y1 t) + (arm A s t '. (X2 t + arm_acceleration B rq t)%v)).
  assert (Y1 : forall t, a <= t <= b -> derives y t (y1 t)).
  { intros t Ht. apply add_derives.
    - apply sub_derives; [apply (proj2 moves_b) | apply (proj2 moves_a)]; exact Ht.
    - now apply arm_derives with a b. }
  assert (Y2 : forall t, a <= t <= b -> derives y1 t (X2 t + arm_acceleration B rq t)%v).
  { intros t Ht. apply add_derives.
    - apply sub_derives; [apply (proj2 moves_b) | apply (proj2 moves_a)]; exact Ht.
    - now apply arm_derives_twice with a b. }
  assert (D1 : forall t, a <= t <= b -> is_derive (fun t => (arm A s t '. y t) - own) t (g1 t)).
  { intros t Ht. eapply derive_is.
    - apply derive_minus; [apply dot_derives; [now apply arm_derives with a b | now apply Y1] | apply (is_derive_const (V := R_NormedModule))].
    - unfold g1, zero; simpl. ring. }
  assert (D2 : forall t, a <= t <= b -> is_derive g1 t (g2 t)).
  { intros t Ht.
    pose proof (dot_derives _ y t _ _ (arm_derives_twice A a b s t moves_a Ht) (Y1 t Ht)) as P.
    pose proof (dot_derives _ y1 t _ _ (arm_derives A a b s t moves_a Ht) (Y2 t Ht)) as Q.
    apply (derive_is g1 t _ _ (derive_plus _ _ _ _ _ P Q)). unfold g2.
    match goal with |- ?x = ?y => change (@eq R x y) end. ring. }
  assert (bends : bends_at_most turning_bend a b (fun t => (arm A s t '. y t) - own)).
  { apply second_derivative_bends with (g1 := g1) (g2 := g2).
    - intros t Ht. eapply derive_continuous, D1, Ht.
    - intros t Ht. apply D1. lra.
    - intros t Ht. apply D2. lra.
    - intros t Ht. assert (I : a <= t <= b) by lra. unfold g2, y, y1, arm_acceleration.
      rewrite turning_product.
      assert (s_unit : length (arm A s t) = 1) by (rewrite (arm_length A a b s t moves_a); exact unit).
      pose proof (twist_bound (arm A s t) (arm B rq t) (spin A t) (spin_change A t) (spin B t) (spin_change B t) s_unit) as T. cbv zeta in T.
      pose proof (path_bound (axis A) (arm A s t) (X t) (X1 t) (X2 t) (rate A t) (change A t) (proj1 moves_a) s_unit) as P.
      change (rate A t * axis A)%v with (spin A t) in P. change (change A t * axis A)%v with (spin_change A t) in P.
      assert (E : across (axis A) (arm A s t) = across (axis A) s) by (apply across_stays, (proj1 moves_a)). rewrite E in P.
      rewrite (arm_length B a b rq t moves_b) in T.
      pose proof (rates t I). pose proof (changes t I). pose proof (far_away t I). pose proof (speeds t I). pose proof (accelerations t I). pose proof (twists t I).
      pose proof (Rabs_pos (rate A t)). pose proof (Rabs_pos (change A t)).
      pose proof (length_nonneg (X t)). pose proof (length_nonneg (X1 t)). pose proof (length_nonneg rq). pose proof (length_nonneg (cross (axis A) s)).
      assert (Q1 : rate A t * rate A t <= fastest * fastest) by (rewrite <- (Rabs_pos_eq (rate A t * rate A t)), Rabs_mult by apply Rle_0_sqr; apply Rmult_le_compat; lra).
      pose proof (Rle_0_sqr (rate A t)) as Q0. unfold Rsqr in Q0.
      assert (Q2 : (rate A t * rate A t + Rabs (change A t)) * length (X t) <= (fastest * fastest + slowing) * far) by (apply Rmult_le_compat; lra).
      assert (Q3 : Rabs (rate A t) * length (X1 t) <= fastest * speed) by (apply Rmult_le_compat; lra).
      assert (0 <= twist (spin A t) (spin_change A t) (spin B t) (spin_change B t)).
      { unfold twist. pose proof (Rle_0_sqr (length (spin B t - spin A t)%v)) as Z. unfold Rsqr in Z.
        pose proof (length_nonneg (cross (spin A t) (spin B t))). pose proof (length_nonneg (spin_change A t)). pose proof (length_nonneg (spin_change B t)). lra. }
      assert (Q4 : twist (spin A t) (spin_change A t) (spin B t) (spin_change B t) * length rq <= most_twist * other) by (apply Rmult_le_compat; lra).
      assert (Q5 : across (axis A) s * ((rate A t * rate A t + Rabs (change A t)) * length (X t) + 2 * Rabs (rate A t) * length (X1 t))
        <= across (axis A) s * ((fastest * fastest + slowing) * far + 2 * fastest * speed)) by (apply Rmult_le_compat_l; [exact (length_nonneg _) | lra]).
      unfold turning_bend. lra. }
  intros x y' u Hx Hy Hu. cbv zeta beta. rewrite !same. now apply bends.
Qed.
End Turning.

(** For a vector that turns with B the roles change: -s points from B to A. *)
Theorem vector_of_b_bends : forall (A B : motion) a b s fastest slowing far speed falls most_twist other,
  moves A a b -> moves B a b -> length s = 1 ->
  (forall t, a <= t <= b -> Rabs (rate B t) <= fastest) -> (forall t, a <= t <= b -> Rabs (change B t) <= slowing) ->
  (forall t, a <= t <= b -> length (pivot B t - pivot A t)%v <= far) ->
  (forall t, a <= t <= b -> length (velocity B t - velocity A t)%v <= speed) ->
  (forall t, a <= t <= b -> length (acceleration B t - acceleration A t)%v <= falls) ->
  (forall t, a <= t <= b -> twist (spin A t) (spin_change A t) (spin B t) (spin_change B t) <= most_twist) ->
  forall rp rq, length rp <= other ->
  bends_at_most (turning_bend B s fastest slowing far speed falls most_twist other) a b
    (fun t => arm B s t '. (point B rq t - point A rp t)%v).
Proof.
  intros A B a b s fastest slowing far speed falls most_twist other HA HB unit rates changes aways speeds accelerations twists rp rq near.
  assert (flip : forall x y, length (x - y)%v = length (y - x)%v).
  { intros. rewrite <- (length_opp (x - y)%v). f_equal. vector_ring. }
  assert (H : bends_at_most (turning_bend B (scale (-1) s) fastest slowing far speed falls most_twist other) a b
    (fun t => arm B (scale (-1) s) t '. (point A rp t - point B rq t)%v)).
  { apply vector_of_a_bends; auto; try (intros t Ht; rewrite flip; auto).
    - now rewrite length_opp.
    - intros t Ht. apply Rle_trans with (2 := twists t Ht). unfold twist. rewrite flip.
      replace (cross (spin B t) (spin A t)) with (scale (-1) (cross (spin A t) (spin B t))) by vector_ring. rewrite length_opp. lra. }
  replace (turning_bend B s fastest slowing far speed falls most_twist other)
    with (turning_bend B (scale (-1) s) fastest slowing far speed falls most_twist other).
  2: { unfold turning_bend, across. replace (cross (axis B) (scale (-1) s)) with (scale (-1) (cross (axis B) s)) by vector_ring. now rewrite length_opp. }
  assert (same : forall t, arm B s t '. (point B rq t - point A rp t)%v = arm B (scale (-1) s) t '. (point A rp t - point B rq t)%v).
  { intros t. apply gap_turned_round. }
  intros x y u Hx Hy Hu. cbv zeta beta. rewrite !same. now apply H.
Qed.

(** * Bounds of what the bounds are made of *)

(** Over a span |X| is largest at an end, plus |X''| h^2 / 8, for a path of constant acceleration.
    rust src/proof/course.rs: let (lengths, h) = ( (at.between.square(), self.between(to).square()), to - at.time, );
    | let farther = larger(lengths.0, lengths.1);
    | let far = farther.sqrt() + self.acceleration * (h * h * 0.125) + self.error; *)
Theorem farthest_at_an_end : forall (x v acc : vector) h t, 0 <= t <= h -> 0 < h ->
  let X t := (x + t * v + (t * t / 2) * acc)%v in
  length (X t) <= Rmax (length (X 0)) (length (X h)) + length acc * (h * h / 8).
Proof.
  intros x v acc h t Ht Hh X. set (u := t / h).
  assert (E : u * h = t) by (unfold u; field; lra).
  assert (Hu : 0 <= u <= 1) by (split; apply Rmult_le_reg_r with h; lra).
  replace (X t) with (((1 - u) * X 0 + u * X h) - (u * (1 - u) * (h * h) / 2) * acc)%v.
  2: { unfold X. rewrite <- E. clear. generalize u. by_numbers. f_equal; field. }
  pose proof (length_sub ((1 - u) * X 0 + u * X h)%v ((u * (1 - u) * (h * h) / 2) * acc)%v).
  pose proof (length_add ((1 - u) * X 0)%v (u * X h)%v).
  rewrite !length_scale, !(Rabs_pos_eq u), !(Rabs_pos_eq (1 - u)) in * by lra.
  assert (0 <= u * (1 - u)) by (apply Rmult_le_pos; lra).
  pose proof (Rle_0_sqr (1 - 2 * u)) as S1. pose proof (Rle_0_sqr h) as S2. unfold Rsqr in S1, S2.
  assert (Q : 0 <= u * (1 - u) * (h * h) / 2 <= h * h / 8) by
    (pose proof (Rmult_le_pos (u * (1 - u)) (h * h) ltac:(lra) ltac:(lra)); pose proof (Rmult_le_compat_r (h * h) (u * (1 - u)) (/ 4) ltac:(lra) ltac:(lra)); split; lra).
  rewrite (Rabs_pos_eq (u * (1 - u) * (h * h) / 2)) in * by lra. pose proof (length_nonneg acc).
  assert (u * (1 - u) * (h * h) / 2 * length acc <= h * h / 8 * length acc) by (apply Rmult_le_compat_r; lra).
  pose proof (Rmax_l (length (X 0)) (length (X h))). pose proof (Rmax_r (length (X 0)) (length (X h))).
  assert ((1 - u) * length (X 0) <= (1 - u) * Rmax (length (X 0)) (length (X h))) by (apply Rmult_le_compat_l; lra).
  assert (u * length (X h) <= u * Rmax (length (X 0)) (length (X h))) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** Each angular velocity lies within the spread of its rate from the mean one.
    rust src/proof/turns.rs: self.to = std::array::from_fn(|i| Pair::new(a.to[i], b.to[i]));
    | self.axis = std::array::from_fn(|i| Pair::new(a.axis[i], b.axis[i]));
    | let (ra, rb) = (a.rates(begin, until), b.rates(begin, until));
    | self.fastest = Pair::new(ra.fastest, rb.fastest);
    | self.change = Pair::new(ra.change, rb.change);
    | self.bend = Pair::new(ra.bend, rb.bend);
    | let (wa, wb) = ( 0.5 * (ra.slowest + ra.fastest), 0.5 * (rb.slowest + rb.fastest), );
    | let apart: [f64; 3] = std::array::from_fn(|i| wa * a.axis[i] - wb * b.axis[i]);
    | let spread = (ra.fastest - wa) + (rb.fastest - wb);
    | let length = |v: [f64; 3]| (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    | let delta = length(apart) + spread;
    | let cross = std::array::from_fn(|i| { let (j, k) = ((i + 1) % 3, (i + 2) % 3);
    | a.axis[j] * b.axis[k] - a.axis[k] * b.axis[j] });
    | let both = ra.fastest + rb.fastest;
    | self.twist = delta * delta + ra.fastest * rb.fastest * length(cross) + ra.change + rb.change + both * both * ACROSS_ERROR; *)
Theorem spread_of_rates : forall (na nb : vector) wa wb ma mb da db, length na = 1 -> length nb = 1 ->
  Rabs (wa - ma) <= da -> Rabs (wb - mb) <= db -> length (wb * nb - wa * na)%v <= length (mb * nb - ma * na)%v + da + db.
Proof.
  intros na nb wa wb ma mb da db unit_a unit_b Ha Hb.
  replace (wb * nb - wa * na)%v with ((mb * nb - ma * na) + ((wb - mb) * nb - (wa - ma) * na))%v by vector_ring.
  pose proof (length_add (mb * nb - ma * na)%v ((wb - mb) * nb - (wa - ma) * na)%v).
  pose proof (length_sub ((wb - mb) * nb)%v ((wa - ma) * na)%v). rewrite !length_scale, unit_a, unit_b in *. lra.
Qed.

(** What is computed at one end about a vector that turns may be off: if the vector is off by tilt, its gap is by no more
    than tilt (|X| + both reaches). src/proof/course.rs, Course::blur. *)
Theorem blur : forall (s s' X rp rq : vector) tilt far own other, length (s' - s)%v <= tilt -> length X <= far ->
  length rp <= own -> length rq <= other ->
  Rabs ((s' '. (X + rq - rp)%v) - (s '. (X + rq - rp)%v)) <= tilt * (far + own + other).
Proof.
  intros s s' X rp rq tilt far own other Hs HX Hp Hq.
  replace ((s' '. (X + rq - rp)%v) - (s '. (X + rq - rp)%v)) with ((s' - s)%v '. (X + rq - rp)%v) by vector_ring.
  pose proof (dot_abs (s' - s)%v (X + rq - rp)%v). pose proof (length_sub (X + rq)%v rp). pose proof (length_add X rq).
  pose proof (length_nonneg (s' - s)%v). pose proof (length_nonneg (X + rq - rp)%v).
  assert (length (s' - s)%v * length (X + rq - rp)%v <= tilt * (far + own + other)) by (apply Rmult_le_compat; lra). lra.
Qed.

(** * Rigid bodies over a span, from gaps at both ends to the claim *)

Section Rigid.
Variables (P Q : Type) (in_a : P -> vector) (in_b : Q -> vector) (A B : motion) (a b d fa fb aim u reach_a reach_b : R).
Let p i t := point A (in_a i) t.
Let q j t := point B (in_b j) t.
Hypothesis order : a < b.
Hypothesis moves_a : moves A a b.
Hypothesis moves_b : moves B a b.
Hypothesis within_a : forall i, length (in_a i) <= reach_a.
Hypothesis within_b : forall j, length (in_b j) <= reach_b.
Hypothesis above : aim < fa.
Hypothesis part : 0 <= u <= 1.

Theorem rigid_span_world : forall s bend_a bend_b of_path, length s = 1 ->
  leaves P Q p q (fun _ => s) d fa a -> leaves P Q p q (fun _ => s) d fb b ->
  (forall t, a <= t <= b -> sqrt (rate A t * rate A t * (rate A t * rate A t) + change A t * change A t) <= bend_a) ->
  (forall t, a <= t <= b -> sqrt (rate B t * rate B t * (rate B t * rate B t) + change B t * change B t) <= bend_b) ->
  (forall t, a <= t <= b -> s '. (acceleration B t - acceleration A t)%v <= of_path) ->
  let M := across (axis A) s * bend_a * reach_a + across (axis B) s * bend_b * reach_b + of_path in
  lasts_to (fa - aim) (slope fa fb M (b - a)) (bow M (b - a)) u ->
  forall t, a <= t <= a + u * (b - a) -> keeps P Q p q (d + aim) t.
Proof.
  intros s bend_a bend_b of_path unit at_a at_b bounds_a bounds_b path M lasts t Ht.
  apply span_second_order with (s := fun _ => s) (M := M) (a := a) (b := b) (fa := fa) (fb := fb) (u := u); auto.
  intros i j. apply world_bends; auto.
Qed.

Theorem rigid_span_frame : forall s fastest slowing far speed falls most_twist, length s = 1 ->
  leaves P Q p q (arm A s) d fa a -> leaves P Q p q (arm A s) d fb b ->
  (forall t, a <= t <= b -> Rabs (rate A t) <= fastest) -> (forall t, a <= t <= b -> Rabs (change A t) <= slowing) ->
  (forall t, a <= t <= b -> length (pivot B t - pivot A t)%v <= far) ->
  (forall t, a <= t <= b -> length (velocity B t - velocity A t)%v <= speed) ->
  (forall t, a <= t <= b -> length (acceleration B t - acceleration A t)%v <= falls) ->
  (forall t, a <= t <= b -> twist (spin A t) (spin_change A t) (spin B t) (spin_change B t) <= most_twist) ->
  let M := turning_bend A s fastest slowing far speed falls most_twist reach_b in
  lasts_to (fa - aim) (slope fa fb M (b - a)) (bow M (b - a)) u ->
  forall t, a <= t <= a + u * (b - a) -> keeps P Q p q (d + aim) t.
Proof.
  intros s fastest slowing far speed falls most_twist unit at_a at_b rates changes aways speeds accelerations twists M lasts t Ht.
  apply span_second_order with (s := arm A s) (M := M) (a := a) (b := b) (fa := fa) (fb := fb) (u := u); auto.
  - intros i j. now apply vector_of_a_bends.
  - intros t'. rewrite (arm_length A a b s t' moves_a). exact unit.
Qed.
End Rigid.
