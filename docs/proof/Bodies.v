(** From one pair of points to bodies, spans and chains of spans; balls, half-spaces, and depths.

    A body is a set of material points: a family of paths. Nothing is asked of its shape, but that the gap at an end of a
    span is a lower bound for all pairs of points, which is what support points are for. *)

Require Import Reals Psatz Coquelicot.Coquelicot.
Require Import Parabola Vectors.
Local Open Scope R_scope.

Section Bodies.
(** The points of A and of B, each with its path. *)
Variables A B : Type.
Variables (p : A -> R -> vector) (q : B -> R -> vector).

(** The vector s, which may turn, leaves at least d + f at a time: src/proof/gap.rs, Gap. *)
Definition leaves (s : R -> vector) (d f t : R) := forall i j, d + f <= s t '. (q j t - p i t)%v.

(** The bodies keep the distance d, of either sign, at a time: some unit vector leaves it. *)
Definition keeps (d t : R) := exists s, length s = 1 /\ forall i j, d <= s '. (q j t - p i t)%v.

(** ** What it means to keep a distance *)

Theorem keeps_distance : forall d t, keeps d t -> forall i j, d <= length (q j t - p i t)%v.
Proof.
  intros d t (s & unit & H) i j. pose proof (H i j). pose proof (dot_le s (q j t - p i t)%v).
  rewrite unit in *. lra.
Qed.

(** Of bodies that may overlap: if B moves by more than the depth -d along the vector, they have no point in common. *)
Theorem keeps_depth : forall d t, keeps d t -> exists s, length s = 1 /\
  forall e, 0 < e -> forall i j, (q j t + (e - d) * s)%v <> p i t.
Proof.
  intros d t (s & unit & H). exists s. split; [exact unit |]. intros e He i j E.
  pose proof (H i j) as K. rewrite <- E in K.
  replace (s '. (q j t - (q j t + (e - d) * s))%v) with (- (e - d) * (s '. s)) in K by vector_ring.
  rewrite <- length_square, unit in K. lra.
Qed.

(** Bodies that contain balls do not pass through each other while they keep a distance -d, if d is less than the sum of
    the radii of the balls: their middles never meet. src/proof/question.rs, is_thick. *)
Theorem never_pass_through : forall (ca cb : vector) (ra rb d t : R), 0 <= ra -> 0 <= rb ->
  (forall e, length e <= ra -> exists i, p i t = (ca + e)%v) -> (forall e, length e <= rb -> exists j, q j t = (cb + e)%v) ->
  keeps (- d) t -> d < ra + rb -> exists s, length s = 1 /\ 0 < s '. (cb - ca)%v.
Proof.
  intros ca cb ra rb d t Ha Hb ball_a ball_b (s & unit & H) Hd. exists s. split; [exact unit |].
  destruct (ball_a (scale ra s)) as (i & Ei). { rewrite length_scale, unit, Rabs_pos_eq; lra. }
  destruct (ball_b (scale (- rb) s)) as (j & Ej). { rewrite length_scale, unit, Rabs_Ropp, Rabs_pos_eq; lra. }
  pose proof (H i j) as K. rewrite Ei, Ej in K.
  replace (s '. (cb + - rb * s - (ca + ra * s))%v) with ((s '. (cb - ca)%v) - (ra + rb) * (s '. s)) in K by vector_ring.
  rewrite <- length_square, unit in K. lra.
Qed.

(** ** Spans *)

Section Span.
Variables (s : R -> vector) (M a b d fa fb : R).
Hypothesis order : a < b.
Hypothesis at_a : leaves s d fa a.
Hypothesis at_b : leaves s d fb b.

(** The gap of each pair bends by at most M. *)
Definition all_bend := forall i j, bends_at_most M a b (fun t => s t '. (q j t - p i t)%v).

Lemma pair_at_aim : forall aim u, all_bend -> aim < fa -> 0 <= u <= 1 ->
  lasts_to (fa - aim) (slope fa fb M (b - a)) (bow M (b - a)) u ->
  forall t, a <= t <= a + u * (b - a) -> leaves s d aim t.
Proof.
  intros aim u bends above Hu lasts t Ht i j.
  apply gap_lasts with (M := M) (a := a) (b := b) (fa := d + fa) (fb := d + fb) (u := u)
    (g := fun t => s t '. (q j t - p i t)%v); auto; try lra.
  unfold slope in *. replace (d + fa - (d + aim)) with (fa - aim) by ring.
  now replace (d + fb - (d + fa)) with (fb - fa) by ring.
Qed.

(** All of the part that lasts keeps the target distance d, and the aim beyond.
    rust src/proof/free.rs: const LONG_SPAN: f64 = 1e80;
    | const WIDENED: f64 = 4.0 * f64::MIN_POSITIVE;
    | const LONGEST_SPAN: f64 = 1e150;
    rust src/proof/course.rs: if self.to >= self.at.time { (self.at.time, self.to) } else { (self.to, self.at.time) }
    rust src/proof/free.rs: s.dot(scratch.y) - other.margin - other.error - course.blur
    | }; let value_known = known.value - course.blur;
    | let (f, g, from, to) = if other.time > at.time {
    | (value_known, value, at.time, other.time)
    | } else { (value, value_known, other.time, at.time) };
    | let (begin, end) = course.during();
    | let holds = from >= begin && to <= end;
    | let h = to - from;
    | let bend = if h < LONG_SPAN { course.bend } else { course.bend + WIDENED };
    | let mut x = lasts(f, g, bend, h, self.aim);
    | if let Some(speeds) = course.speeds {
    | x = larger(lasts_at_speed(f, g, speeds, h, self.aim), x); }
    | let (until, clearance) = if !(holds && x > 0.0 && h < LONGEST_SPAN) { (from, self.aim)
    | } else if x >= h {
    | let of_bend = least(f, g, bend, h);
    | let of_speeds = course.speeds.map_or(of_bend, |speeds| least_at_speed(f, g, speeds, h));
    | (to, larger(of_speeds, of_bend))
    | } else { (after(from, x), self.aim) };
    | Span { from, until, clearance: larger(clearance, self.aim), *)
Theorem span_second_order : forall aim u, all_bend -> (forall t, length (s t) = 1) -> aim < fa -> 0 <= u <= 1 ->
  lasts_to (fa - aim) (slope fa fb M (b - a)) (bow M (b - a)) u ->
  forall t, a <= t <= a + u * (b - a) -> keeps (d + aim) t.
Proof.
  intros aim u bends unit above Hu lasts t Ht. exists (s t). split; [apply unit |].
  now apply pair_at_aim with u.
Qed.

(** The whole span, as the test of the crate docs has it. *)
Theorem span_by_hyperspace_test : all_bend -> (forall t, length (s t) = 1) -> 0 < fa -> 0 < fb ->
  M <= 0 \/ (b - a) * sqrt (M / 2) < sqrt fa + sqrt fb -> forall t, a <= t <= b -> keeps d t.
Proof.
  intros bends unit Ha Hb test t Ht. exists (s t). split; [apply unit |]. intros i j.
  set (u := (t - a) / (b - a)).
  assert (E : u * (b - a) = t - a) by (unfold u; field; lra).
  assert (Hu : 0 <= u <= 1) by (split; apply Rmult_le_reg_r with (b - a); nra).
  pose proof (above_parabola M a b (d + fa) (d + fb) _ order (bends i j) (at_a i j) (at_b i j) u Hu) as P.
  cbv beta in P. replace (a + u * (b - a)) with t in P by lra.
  pose proof (hyperspace_test fa fb M (b - a) u ltac:(lra) Ha Hb Hu test) as T.
  unfold parabola, slope in *. lra.
Qed.

(** By the first order: no pair falls faster than V or rises faster than W. *)
Definition all_fall_at_most V := forall i j x y, a <= x <= y -> y <= b ->
  s x '. (q j x - p i x)%v - V * (y - x) <= s y '. (q j y - p i y)%v.
Definition all_rise_at_most W := forall i j x y, a <= x <= y -> y <= b ->
  s y '. (q j y - p i y)%v <= s x '. (q j x - p i x)%v + W * (y - x).

Theorem span_first_order_part : forall V aim, all_fall_at_most V -> (forall t, length (s t) = 1) ->
  forall t, a <= t <= b -> V * (t - a) <= fa - aim -> keeps (d + aim) t.
Proof.
  intros V aim fall unit t Ht H. exists (s t). split; [apply unit |]. intros i j.
  pose proof (fall i j a t ltac:(lra) ltac:(lra)). pose proof (at_a i j). lra.
Qed.

Theorem span_first_order : forall V W aim, all_fall_at_most V -> all_rise_at_most W -> (forall t, length (s t) = 1) ->
  0 < V -> 0 < W -> V * W * (b - a) < W * (fa - aim) + V * (fb - aim) ->
  forall t, a <= t <= b -> keeps (d + aim) t.
Proof.
  intros V W aim fall rise unit HV HW test t Ht. exists (s t). split; [apply unit |]. intros i j.
  apply Rlt_le, lines_meet_above with (V := V) (W := W) (a := a) (b := b) (fa := d + fa) (fb := d + fb)
    (g := fun t => s t '. (q j t - p i t)%v); auto; try lra.
Qed.
End Span.

(** ** A chain of spans: src/proof/free.rs, Free *)

Definition free (d start until : R) := forall t, start <= t <= until -> keeps d t.

(** A gap at one time.
    rust src/proof/free.rs: if gap.time <= self.until && gap.value > 0.0 {
    | self.is_begun = true; self.clear_by(gap.value); } *)
Theorem free_keep : forall s d f t, length (s t) = 1 -> leaves s d f t -> 0 <= f -> free d t t.
Proof.
  intros s d f t unit H Hf x Hx. replace x with t by lra. exists (s t). split; [exact unit |].
  intros i j. pose proof (H i j). lra.
Qed.

(** A span that begins where the chain ends, or before.
    rust src/proof/free.rs: if span.from <= self.until && span.until > self.until {
    | self.until = span.until; self.is_begun = true; self.clear_by(span.clearance); } *)
Theorem free_extend : forall d start until from to, free d start until -> free d from to -> from <= until -> free d start to.
Proof. intros d start until from to H K order t Ht. destruct (Rle_dec t until); [apply H | apply K]; lra. Qed.

(** The first span of a chain may begin before the question. A chain begins with what balls prove, and answers a question if
    it reaches its end.
    rust src/proof/free.rs: until: after(start, t),
    | is_begun: t > 0.0,
    | clearance,
    rust src/proof/free.rs: self.until >= time && self.is_begun *)
Theorem free_begin : forall d start from to, free d from to -> from <= start -> free d start to.
Proof. intros d start from to K order t Ht. apply K. lra. Qed.

(** Spans may keep more than is asked.
    rust src/proof/free.rs: if clearance < self.clearance { self.clearance = clearance; } *)
Theorem free_less : forall d e start until, free d start until -> e <= d -> free e start until.
Proof. intros d e start until H He t Ht. destruct (H t Ht) as (s & unit & K). exists s. split; [exact unit |]. intros i j. pose proof (K i j). lra. Qed.

(** Free::slide: along a vector of the world, pairs that move straight against each other have a gap that changes at one
    rate.
    rust src/proof/free.rs: if !(kernel.straight() && gap.time <= self.until && gap.value > kernel.aim) { return; }
    | self.is_begun = true; *)
Theorem slide : forall s d f rate from t, length s = 1 -> leaves (fun _ => s) d f from ->
  (forall i j, s '. (q j t - p i t)%v = s '. (q j from - p i from)%v + rate * (t - from)) -> 0 <= f + rate * (t - from) -> keeps d t.
Proof. intros s d f rate from t unit H straight left. exists s. split; [exact unit |]. intros i j. pose proof (H i j). rewrite straight. lra. Qed.

(** ** Cores and radii *)

(** Bodies are cores rounded by radii. A vector that leaves d + ra + rb between the cores leaves d between the bodies. *)
Theorem rounded : forall s (ra rb d : R) a b (ea eb : vector), length s = 1 -> length ea <= ra -> length eb <= rb ->
  d + ra + rb <= s '. (b - a)%v -> d <= s '. ((b + eb) - (a + ea))%v.
Proof.
  intros s ra rb d a b ea eb unit Ha Hb H.
  pose proof (dot_abs s ea) as Ka. pose proof (dot_abs s eb) as Kb. rewrite unit in *.
  apply Rabs_le_between in Ka. apply Rabs_le_between in Kb.
  replace (s '. (b + eb - (a + ea))%v) with ((s '. (b - a)%v) + (s '. eb) - (s '. ea)) by vector_ring. lra.
Qed.

(** ** The window of balls: src/proof/window.rs *)

(** Bodies in balls of radii ra and rb about ca and cb keep the distance d, of either sign, while the middles are at least
    d + ra + rb apart. *)
Theorem balls_apart : forall (ca cb : vector) (ra rb d t : R),
  (forall i, length (p i t - ca)%v <= ra) -> (forall j, length (q j t - cb)%v <= rb) ->
  0 < length (cb - ca)%v -> d + ra + rb <= length (cb - ca)%v -> keeps d t.
Proof.
  intros ca cb ra rb d t ball_a ball_b pos H. set (x := (cb - ca)%v) in *.
  exists (/ length x * x)%v.
  assert (unit : length (/ length x * x)%v = 1).
  { rewrite length_scale, Rabs_pos_eq by (left; now apply Rinv_0_lt_compat). field. lra. }
  split; [exact unit |]. intros i j.
  replace (q j t - p i t)%v with ((cb + (q j t - cb)) - (ca + (p i t - ca)))%v by vector_ring.
  apply rounded with ra rb; auto. fold x.
  replace (/ length x * x '. x) with (/ length x * (x '. x)) by vector_ring.
  rewrite <- length_square. replace (/ length x * (length x * length x)) with (length x) by (field; lra). lra.
Qed.

End Bodies.

(** Middles on a straight line, x + t v apart, are farther than r from each other at all times before the first root of
    v.v t^2 + 2 x.v t + x.x - r^2, and at all times after the last one. *)
Lemma square_of_path : forall x v t,
  (x + t * v)%v '. (x + t * v)%v = (v '. v) * t * t + 2 * (x '. v) * t + (x '. x).
Proof. vector_ring. Qed.

Section Window.
Variables (x v : vector) (r t : R).
Let xx := x '. x.
Let xv := x '. v.
Let vv := v '. v.
Let c := xx - r * r.
Let D := xv * xv - vv * c.
Let at_time := (x + t * v)%v.

Lemma square_at_time : at_time '. at_time = vv * t * t + 2 * xv * t + xx.
Proof. apply square_of_path. Qed.

Lemma farther : 0 <= r -> 0 < vv * t * t + 2 * xv * t + c -> r < length at_time.
Proof.
  intros Hr H. apply Rnot_le_lt. intro low. pose proof (length_nonneg at_time).
  assert (length at_time * length at_time <= r * r) by nra.
  rewrite length_square, square_at_time in *. unfold c in H. lra.
Qed.

Theorem balls_move_apart : 0 <= r -> 0 < c -> 0 <= xv -> 0 <= t -> r < length at_time.
Proof.
  intros Hr Hc Hx Ht. apply farther; [exact Hr |].
  assert (0 <= vv) by apply square_nonneg. assert (0 <= vv * t * t) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= xv * t) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem balls_pass : 0 <= r -> D < 0 -> r < length at_time.
Proof.
  intros Hr Hd. apply farther; [exact Hr |]. unfold D in Hd.
  assert (Hv : 0 <= vv) by apply square_nonneg.
  assert (vv <> 0).
  { intro Z. rewrite Z in Hd. pose proof (Rle_0_sqr xv) as Q. unfold Rsqr in Q. lra. }
  assert (0 <= (vv * t + xv) * (vv * t + xv)) by apply Rle_0_sqr.
  apply Rmult_lt_reg_l with vv; [lra |]. nra.
Qed.

(** rust src/proof/window.rs: const LEAST_PRODUCT: f64 = 1e-270;
    | const MOST_PRODUCT: f64 = 1e290;
    rust src/proof/window.rs: let radius = if radius < 0.0 { 0.0 } else { radius };
    | let (xx, xv, vv) = (from.square(), from.dot(velocity), velocity.square());
    | let squares = xx + radius * radius;
    | let size = squares * if vv > 0.0 { vv } else { squares };
    | if !(size > LEAST_PRODUCT && size < MOST_PRODUCT) { return Ok((0.0, end)); }
    | let c = xx - radius * radius - squares * WINDOW_ERROR;
    | let discriminant = xv * xv - vv * c;
    | if c > 0.0 && (xv >= 0.0 || discriminant < 0.0) {
    rust src/proof/window.rs: if begin > end {

    That r is no less than the radii, the target, and all that the middles are off rests on these lines:
    rust src/proof/question.rs: let path = Path::new([law_a, law_b], start, end);
    | let mut room = f64::INFINITY;
    | let (begin, last) = if path.falls || question.by_vectors || a.outward.is_some() {
    | (0.0, end - start)
    | } else {
    | let radius = a.ball() + b.ball() + question.target + path.error;
    | room = radius.abs() * room_between_balls(question.in_single);
    | let radius = radius * (1.0 + PATH_ERROR) + room;
    | match window(path.from, path.velocity, radius, end - start) {
    | Ok(window) => window,
    | Err(apart) => {
    | let clearance = larger(apart * (1.0 - PATH_ERROR), 0.0) + room;
    | return Outcome::separated(clearance);
    | } } };
    | let last = (start + last).next_up();
    | let last = if question.in_single { f64::from(f32::above(last)) } else { last };
    | let is_part = begin > 0.0 || last < end;
    | let end = if last < end { last } else { end };
    | let free = Free::after(start, begin, if is_part { room } else { f64::INFINITY });
    rust src/proof/body.rs: self.reach + self.facts.radius *)
Theorem before_window : 0 <= r -> 0 < c -> 0 <= D -> 0 < sqrt D - xv -> 0 <= t -> t < c / (sqrt D - xv) -> r < length at_time.
Proof.
  intros Hr Hc Hd Hden Ht H. apply farther; [exact Hr |].
  assert (root : sqrt D * sqrt D = D) by now apply sqrt_sqrt.
  pose proof (sqrt_pos D). set (w := sqrt D) in *. unfold D in root.
  assert (H1 : t * (w - xv) < c) by (apply Rlt_div_r in H; lra).
  destruct (Rle_dec 0 xv) as [Hx | Hx].
  { assert (0 <= vv) by apply square_nonneg. assert (0 <= vv * t * t) by (repeat apply Rmult_le_pos; lra). nra. }
  assert (E : c * (vv * t * t + 2 * xv * t + c) = (c + xv * t - w * t) * (c + xv * t + w * t)) by nra.
  assert (0 <= w * t) by (apply Rmult_le_pos; lra).
  assert (0 < (c + xv * t - w * t) * (c + xv * t + w * t)) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_lt_reg_l with c; lra.
Qed.

Theorem after_window : 0 <= r -> 0 < vv -> 0 <= D -> (sqrt D - xv) / vv < t -> r < length at_time.
Proof.
  intros Hr Hv Hd H. apply farther; [exact Hr |].
  assert (root : sqrt D * sqrt D = D) by now apply sqrt_sqrt.
  pose proof (sqrt_pos D). set (w := sqrt D) in *. unfold D in root.
  assert (H1 : w - xv < t * vv) by (apply Rlt_div_l in H; lra).
  apply Rmult_lt_reg_l with vv; [lra |]. nra.
Qed.
End Window.

(** ** Half-spaces: src/proof/floor.rs *)

(** The exact normal n is at most tilt from the vector s that was measured; y leads from a point c of the boundary to a
    nearest point of B along s, and every point of B is within 2 reach of that.
    rust src/proof/floor.rs: let tilt = 0.5 * self.tilt_error[0];
    | let distance = point.y.length() + 2.0 * self.b.reach_at(at.time, &self.origin);
    | let error = at.error * (1.0 + 2.0 * tilt) + tilt * distance; *)
Theorem normal_gap : forall (n s c y q : vector) (tilt reach : R),
  length (s - n)%v <= tilt -> length (q - (c + y))%v <= 2 * reach -> s '. y <= s '. (q - c)%v ->
  s '. y - tilt * (length y + 2 * reach) <= n '. (q - c)%v.
Proof.
  intros n s c y q tilt reach off near nearest.
  assert (0 <= tilt) by (pose proof (length_nonneg (s - n)%v); lra).
  assert (length (q - c)%v <= length y + 2 * reach).
  { replace (q - c)%v with (y + (q - (c + y)))%v by vector_ring. pose proof (length_add y (q - (c + y))%v). lra. }
  pose proof (dot_le (s - n)%v (q - c)%v) as K.
  replace ((s - n)%v '. (q - c)%v) with ((s '. (q - c)%v) - (n '. (q - c)%v)) in K by vector_ring.
  pose proof (length_nonneg (q - c)%v). pose proof (length_nonneg (s - n)%v).
  assert (length (s - n)%v * length (q - c)%v <= tilt * (length y + 2 * reach)) by (apply Rmult_le_compat; lra). lra.
Qed.

(** A bound along s holds along n if it is widened by the tilt times a bound in any direction.
    rust src/proof/floor.rs: let most = (self.turns.bend * self.reach).sum() + self.acceleration;
    | course.bend += tilt * most;
    rust src/proof/floor.rs: course.bend += tilt * (most[0] + most[1]);
    | let slip = tilt * (fastest[0] + fastest[1]); *)
Theorem bound_along_normal : forall (n s acceleration : vector) (tilt M most : R),
  length (s - n)%v <= tilt -> s '. acceleration <= M -> length acceleration <= most -> n '. acceleration <= M + tilt * most.
Proof.
  intros n s acceleration tilt M most off along any.
  pose proof (dot_abs (s - n)%v acceleration) as K. apply Rabs_le_between in K.
  replace ((s - n)%v '. acceleration) with ((s '. acceleration) - (n '. acceleration)) in K by vector_ring.
  pose proof (length_nonneg acceleration). pose proof (length_nonneg (s - n)%v).
  assert (length (s - n)%v * length acceleration <= tilt * most) by (apply Rmult_le_compat; lra). lra.
Qed.
