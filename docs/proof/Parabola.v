(** The inequality for one pair of points: how low a gap can be between two times, if it bends by no more than M.

    The letters are those of src/lib.rs and src/proof/parabola.rs. A gap is a function g of time on a span from a to b, of
    length h = b - a. At the ends it is at least fa and fb, which are f and g in the code. *)

Require Import Reals Psatz Coquelicot.Coquelicot.
Local Open Scope R_scope.

(** g'' <= M, without derivatives: g(t) - M t^2 / 2 is concave between a and b. *)
Definition bends_at_most (M a b : R) (g : R -> R) : Prop :=
  forall x y u, a <= x <= b -> a <= y <= b -> 0 <= u <= 1 ->
    let reduced t := g t - M / 2 * t² in
    (1 - u) * reduced x + u * reduced y <= reduced ((1 - u) * x + u * y).

(** The parabola through both ends with the second derivative M: f + slope u + bow u^2. *)
Definition bow M h := M * h² / 2.
Definition slope fa fb M h := fb - fa - bow M h.
Definition parabola fa fb M h u := fa + slope fa fb M h * u + bow M h * u².

(** * From derivatives to concavity *)

Section Derivatives.
Variables (M a b : R) (g g1 g2 : R -> R).
Hypothesis continuous_at_ends : forall t, a <= t <= b -> continuity_pt g t.
Hypothesis first : forall t, a < t < b -> is_derive g t (g1 t).
Hypothesis second : forall t, a < t < b -> is_derive g1 t (g2 t).
Hypothesis bound : forall t, a < t < b -> g2 t <= M.

Let reduced t := g t - M / 2 * t².

Lemma mean_value : forall x y, a <= x -> x < y -> y <= b ->
  exists c, x < c < y /\ reduced y - reduced x = (g1 c - M * c) * (y - x).
Proof.
  intros x y ax xy yb.
  assert (derivative : forall c, x < c < y -> derivable_pt_lim reduced c (g1 c - M * c)).
  { intros c Hc. apply is_derive_Reals. unfold reduced, Rsqr.
    assert (H : is_derive g c (g1 c)) by (apply first; lra).
    auto_derive; [now exists (g1 c) |].
    rewrite (is_derive_unique (fun t : R => g t) c (g1 c) H). field. }
  assert (derivable : forall c, x < c < y -> derivable_pt reduced c).
  { intros c Hc. exists (g1 c - M * c). now apply derivative. }
  assert (identity : forall c, x < c < y -> derivable_pt id c) by (intros; apply derivable_pt_id).
  destruct (MVT reduced id x y derivable identity xy) as (c & Hc & E).
  - intros t Ht. unfold reduced. apply continuity_pt_minus.
    + apply continuous_at_ends; lra.
    + apply derivable_continuous_pt. apply derivable_pt_scal, derivable_pt_Rsqr.
  - intros t Ht. apply derivable_continuous_pt, derivable_pt_id.
  - exists c. split; [exact Hc |].
    rewrite (derive_pt_eq_0 _ _ _ (derivable c Hc) (derivative c Hc)) in E.
    rewrite (derive_pt_eq_0 _ _ _ (identity c Hc) (derivable_pt_lim_id c)) in E.
    unfold id in E. lra.
Qed.

Lemma reduced_rate_falls : forall x y, a < x -> x < y -> y < b -> g1 y - M * y <= g1 x - M * x.
Proof.
  intros x y ax xy yb.
  destruct (MVT_cor2 g1 g2 x y xy) as (c & E & Hc).
  - intros c Hc. apply is_derive_Reals, second. lra.
  - assert (g2 c <= M) by (apply bound; lra). nra.
Qed.

Lemma concave_in_order : forall x y u, a <= x -> x < y -> y <= b -> 0 < u < 1 ->
  (1 - u) * reduced x + u * reduced y <= reduced ((1 - u) * x + u * y).
Proof.
  intros x y u ax xy yb Hu.
  set (z := (1 - u) * x + u * y).
  assert (x < z < y) by (unfold z; nra).
  destruct (mean_value x z) as (c & Hc & Ec); try lra.
  destruct (mean_value z y) as (d & Hd & Ed); try lra.
  assert (g1 d - M * d <= g1 c - M * c) by (apply reduced_rate_falls; lra).
  replace (z - x) with (u * (y - x)) in Ec by (unfold z; ring).
  replace (y - z) with ((1 - u) * (y - x)) in Ed by (unfold z; ring).
  assert (0 <= u * (1 - u) * (y - x)) by (apply Rmult_le_pos; [apply Rmult_le_pos |]; lra).
  nra.
Qed.

(** A gap that has two derivatives inside the span, the second of which is at most M, bends by at most M. At the ends,
    where motions may have knots, it need only be continuous. *)
Theorem second_derivative_bends : bends_at_most M a b g.
Proof.
  intros x y u Hx Hy Hu. simpl.
  change ((1 - u) * reduced x + u * reduced y <= reduced ((1 - u) * x + u * y)).
  destruct (Req_dec u 0) as [-> |]. { replace ((1 - 0) * x + 0 * y) with x by ring. lra. }
  destruct (Req_dec u 1) as [-> |]. { replace ((1 - 1) * x + 1 * y) with y by ring. lra. }
  destruct (Rtotal_order x y) as [xy | [<- | yx]].
  - apply concave_in_order; lra.
  - replace ((1 - u) * x + u * x) with x by ring. lra.
  - pose proof (concave_in_order y x (1 - u)) as H'.
    replace ((1 - (1 - u)) * y + (1 - u) * x) with ((1 - u) * x + u * y) in H' by ring. lra.
Qed.
End Derivatives.

(** * The chord less the bow *)

Section Ends.
Variables (M a b fa fb : R) (g : R -> R).
Hypothesis order : a < b.
Hypothesis bends : bends_at_most M a b g.
Hypothesis at_a : fa <= g a.
Hypothesis at_b : fb <= g b.
Let h := b - a.

(** Between the ends the gap is nowhere lower than its chord less M (t - a) (b - t) / 2. *)
Theorem above_chord : forall t, a <= t <= b ->
  g a + (g b - g a) * ((t - a) / h) - M * (t - a) * (b - t) / 2 <= g t.
Proof.
  intros t Ht.
  assert (Hu : 0 <= (t - a) / h <= 1).
  { split; [apply Rdiv_le_0_compat | apply Rle_div_l]; unfold h; lra. }
  pose proof (bends a b ((t - a) / h) ltac:(lra) ltac:(lra) Hu) as H. simpl in H.
  replace ((1 - (t - a) / h) * a + (t - a) / h * b) with t in H by (unfold h; field; lra).
  unfold Rsqr in H.
  assert (E : (t - a) / h * h = t - a) by (field; unfold h; lra).
  set (u := (t - a) / h) in *.
  replace b with (a + h) in * by (unfold h; ring). nra.
Qed.

(** With both ends known from below, that is the parabola of the code. *)
Theorem above_parabola : forall u, 0 <= u <= 1 -> parabola fa fb M h u <= g (a + u * h).
Proof.
  intros u Hu.
  assert (Ht : a <= a + u * h <= b) by (unfold h; nra).
  pose proof (above_chord _ Ht) as H.
  replace ((a + u * h - a) / h) with u in H by (field; unfold h; lra).
  unfold parabola, slope, bow, Rsqr.
  replace (b - (a + u * h)) with ((1 - u) * h) in H by (unfold h; ring).
  replace (a + u * h - a) with (u * h) in H by ring.
  apply Rle_trans with (2 := H).
  assert (0 <= (1 - u) * (g a - fa)) by (apply Rmult_le_pos; lra).
  assert (0 <= u * (g b - fb)) by (apply Rmult_le_pos; lra). nra.
Qed.
End Ends.

(** What is never farther than d from such a gap is above the parabola too, if the gap is d more at both ends. *)
Theorem near_gap_above : forall M a b fa fb d (g near : R -> R), a < b -> bends_at_most M a b g -> fa + d <= g a -> fb + d <= g b ->
  (forall t, a <= t <= b -> g t - d <= near t) -> forall u, 0 <= u <= 1 -> parabola fa fb M (b - a) u <= near (a + u * (b - a)).
Proof.
  intros M a b fa fb d g near order bends at_a at_b H u Hu. pose proof (above_parabola M a b _ _ g order bends at_a at_b u Hu) as P.
  assert (Ht : a <= a + u * (b - a) <= b) by nra. pose proof (H _ Ht) as K.
  assert (E : parabola (fa + d) (fb + d) M (b - a) u = parabola fa fb M (b - a) u + d) by (unfold parabola, slope, bow; ring). lra.
Qed.

(** * The hyperspace test, the least value, and how long a gap lasts *)

(** The quadratic in Bernstein form of the crate docs. *)
Lemma bernstein : forall fa fb M h u,
  parabola fa fb M h u = fa * (1 - u)² + (fa + fb - bow M h) * u * (1 - u) + fb * u².
Proof. intros. unfold parabola, slope, Rsqr. ring. Qed.

(** The test of section "How it works" in src/lib.rs. *)
Theorem hyperspace_test : forall fa fb M h u, 0 <= h -> 0 < fa -> 0 < fb -> 0 <= u <= 1 ->
  M <= 0 \/ h * sqrt (M / 2) < sqrt fa + sqrt fb -> 0 < parabola fa fb M h u.
Proof.
  intros fa fb M h u Hh Ha Hb Hu test. rewrite bernstein. unfold bow, Rsqr.
  destruct (Rle_dec M 0) as [negative | positive].
  - assert (0 <= - M * (h * h)) by (apply Rmult_le_pos; nra).
    assert (0 <= u * (1 - u)) by nra.
    assert (0 < fa * (1 - u) + fb * u).
    { destruct (Rlt_dec u 1); [| replace u with 1 by lra; lra].
      assert (0 < fa * (1 - u)) by (apply Rmult_lt_0_compat; lra). nra. }
    nra.
  - destruct test as [|test]; [lra |].
    assert (0 <= sqrt (M / 2)) by apply sqrt_pos.
    assert (M_root : sqrt (M / 2) * sqrt (M / 2) = M / 2) by (apply sqrt_sqrt; lra).
    assert (a_root : sqrt fa * sqrt fa = fa) by (apply sqrt_sqrt; lra).
    assert (b_root : sqrt fb * sqrt fb = fb) by (apply sqrt_sqrt; lra).
    assert (0 < sqrt fa) by (apply sqrt_lt_R0; lra).
    assert (0 < sqrt fb) by (apply sqrt_lt_R0; lra).
    set (p := sqrt fa) in *. set (q := sqrt fb) in *. set (r := sqrt (M / 2)) in *.
    assert (bow_is : M * (h * h) / 2 = (h * r) * (h * r)) by (replace M with (2 * (M / 2)) by lra; rewrite <- M_root; field).
    rewrite bow_is, <- a_root, <- b_root.
    assert (square : (h * r) * (h * r) < (p + q) * (p + q)) by (apply Rmult_le_0_lt_compat; nra).
    destruct (Req_dec u 0) as [-> |]; [nra |]. destruct (Req_dec u 1) as [-> |]; [nra |].
    assert (0 < u * (1 - u)) by nra.
    assert (0 <= (p * (1 - u) - q * u) * (p * (1 - u) - q * u)) by apply Rle_0_sqr. nra.
Qed.

(** The least value of the parabola: f - slope^2 / (4 bow) where the parabola falls at first and rises at last, else the
    smaller end.
    rust src/proof/parabola.rs: let bow = 0.5 * m * h * h;
    | let slope = (g - f) - bow;
    | let ends = if g < f { g } else { f };
    | let lost = (f.abs() + g.abs() + bow.abs()) * PARABOLA_ERROR;
    | if slope >= lost || bow <= 0.0 { return ends; }
    | let least = if slope < 0.0 && slope + 2.0 * bow > 0.0 { f - slope * slope / (4.0 * bow) } else { ends };
    | least - lost *)
Theorem least_value : forall fa fb M h u, 0 <= u <= 1 ->
  let k := bow M h in let s := slope fa fb M h in
  (if Rlt_dec 0 k then
     if Rlt_dec s 0 then if Rlt_dec 0 (s + 2 * k) then fa - s² / (4 * k) else Rmin fa fb else Rmin fa fb
   else Rmin fa fb) <= parabola fa fb M h u.
Proof.
  intros fa fb M h u Hu k s. unfold parabola. fold k s.
  assert (end_value : fa + s + k = fb) by (unfold s, k, slope; ring).
  pose proof (Rmin_l fa fb). pose proof (Rmin_r fa fb). unfold Rsqr.
  assert (0 <= u * (1 - u)) by nra.
  destruct (Rlt_dec 0 k) as [positive |]; [destruct (Rlt_dec s 0); [destruct (Rlt_dec 0 (s + 2 * k)) |] |].
  - assert (E : 4 * k * (fa + s * u + k * (u * u) - (fa - s * s / (4 * k))) = (2 * k * u + s) * (2 * k * u + s)) by (field; lra).
    pose proof (Rle_0_sqr (2 * k * u + s)) as Q. unfold Rsqr in Q. nra.
  - assert (0 <= (1 - u) * (- s - 2 * k)) by (apply Rmult_le_pos; lra).
    assert (0 <= k * ((1 - u) * (1 - u))) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]). nra.
  - assert (0 <= u * s) by (apply Rmult_le_pos; lra). nra.
  - assert (0 <= - k * (u * (1 - u))) by (apply Rmult_le_pos; lra). nra.
Qed.

(** The margin of src/lib.rs is the same value, in other letters. *)
Theorem margin : forall fa fb M h u, 0 <= u <= 1 -> let K := bow M h in let D := fb - fa in
  0 < K -> Rabs D < K -> fa - (K - D)² / (4 * K) <= parabola fa fb M h u.
Proof.
  intros fa fb M h u Hu K D Hk Hd. apply Rabs_def2 in Hd.
  pose proof (least_value fa fb M h u Hu) as H. simpl in H. fold K in H.
  assert (E : slope fa fb M h = D - K) by (unfold slope, D, K; ring). rewrite E in H.
  destruct (Rlt_dec 0 K); [| lra]. destruct (Rlt_dec (D - K) 0); [| lra].
  destruct (Rlt_dec 0 (D - K + 2 * K)); [| lra].
  replace ((K - D)²) with ((D - K)²) by (unfold Rsqr; ring). exact H.
Qed.

(** * How long a parabola stays above an aim: all cases of src/proof/parabola.rs, lasts *)

Section Root.
(** c + s u + k u^2 is the parabola less the aim. The far end may lie below the aim: it does not occur here. *)
Variables c s k : R.
Hypothesis above : 0 < c.
Let D := s² - 4 * k * c.
Let value u := c + s * u + k * u².

Theorem rises : 0 <= k -> 0 <= s -> forall u, 0 <= u -> 0 < value u.
Proof. intros Hk Hs u Hu. unfold value, Rsqr. assert (0 <= s * u) by nra. assert (0 <= k * (u * u)) by (apply Rmult_le_pos; nra). lra. Qed.

Theorem has_no_root : 0 <= k -> D < 0 -> forall u, 0 < value u.
Proof.
  intros Hk Hd u. unfold value, D, Rsqr in *.
  destruct (Req_dec k 0) as [-> | Hk0]. { nra. }
  assert (0 <= (2 * k * u + s) * (2 * k * u + s)) by apply Rle_0_sqr.
  assert (0 < 4 * k * (c + s * u + k * (u * u))) by nra.
  apply Rmult_lt_reg_l with (4 * k); lra.
Qed.

(** One that falls at first, or does not rise, is above until 2 c / (sqrt D - s). *)
Theorem falls_to_root : 0 <= D -> s <= 0 -> 0 < sqrt D - s ->
  forall u, 0 <= u <= 2 * c / (sqrt D - s) -> 0 <= value u.
Proof.
  intros Hd Hs Hden u Hu. unfold value.
  assert (root : sqrt D * sqrt D = D) by now apply sqrt_sqrt.
  pose proof (sqrt_pos D) as R0. set (r := sqrt D) in *.
  assert (H1 : u * (r - s) <= 2 * c). { apply Rle_div_r in Hu; [exact Hu | lra] || (destruct Hu as [_ Hu]; apply Rle_div_r in Hu; lra). }
  unfold D, Rsqr in root. unfold Rsqr.
  (* 4 c value(u) = (2 c + s u)^2 - r^2 u^2 *)
  assert (E : 4 * c * (c + s * u + k * (u * u)) = (2 * c + s * u - r * u) * (2 * c + s * u + r * u)) by nra.
  assert (0 <= 2 * c + s * u - r * u) by lra.
  assert (0 <= r * u) by (apply Rmult_le_pos; lra).
  assert (0 <= (2 * c + s * u - r * u) * (2 * c + s * u + r * u)) by (apply Rmult_le_pos; lra).
  apply Rmult_le_reg_l with (4 * c); lra.
Qed.

(** One that bends down and rises at first is above until (s + sqrt D) / (-2 k). *)
Theorem rises_then_falls_to_root : k < 0 -> 0 < s ->
  forall u, 0 <= u <= (s + sqrt D) / (-2 * k) -> 0 <= value u.
Proof.
  intros Hk Hs u Hu. unfold value.
  assert (0 <= D) by (unfold D, Rsqr; nra).
  assert (root : sqrt D * sqrt D = D) by now apply sqrt_sqrt.
  pose proof (sqrt_pos D) as R0. set (r := sqrt D) in *.
  assert (H1 : u * (-2 * k) <= s + r) by (destruct Hu as [_ Hu]; apply Rle_div_r in Hu; lra).
  unfold D, Rsqr in root. unfold Rsqr.
  assert (E : -4 * k * (c + s * u + k * (u * u)) = (r - (2 * k * u + s)) * (r + (2 * k * u + s))) by nra.
  assert (s <= r). { apply Rsqr_incr_0_var; unfold Rsqr; nra. }
  assert (0 <= r - (2 * k * u + s)) by nra.
  assert (0 <= (r - (2 * k * u + s)) * (r + (2 * k * u + s))) by (apply Rmult_le_pos; lra).
  apply Rmult_le_reg_l with (-4 * k); lra.
Qed.
End Root.

(** The cases together. *)
Definition lasts_to (c s k u : R) : Prop :=
  let D := s² - 4 * k * c in
  (0 <= k /\ (0 <= s \/ D < 0)) \/
  (0 < s /\ k < 0 /\ u <= (s + sqrt D) / (-2 * k)) \/
  (s <= 0 /\ 0 <= D /\ 0 < sqrt D - s /\ u <= 2 * c / (sqrt D - s)).

Theorem lasts_to_is_above : forall c s k u, 0 < c -> lasts_to c s k u -> forall v, 0 <= v <= u -> 0 <= c + s * v + k * v².
Proof.
  intros c s k u Hc [[Hk [Hs | Hd]] | [[Hs [Hk Hu]] | [Hs [Hd [Hp Hu]]]]] v Hv.
  - apply Rlt_le, rises; lra.
  - now apply Rlt_le, has_no_root.
  - apply rises_then_falls_to_root; lra.
  - apply falls_to_root; lra.
Qed.

(** For a gap: it stays at the aim or above as long as its parabola does, also if the far gap fb is not positive.
    rust src/proof/parabola.rs: let bow = 0.5 * m * h * h;
    | let slope = (g - f) - bow;
    | let size = f.abs() + g.abs() + bow.abs();
    | let c = f - aim - size * PARABOLA_ERROR;
    | if !(c > 0.0 && size > LEAST_SIZE && size < MOST_SIZE) { return 0.0; }
    | let square = slope * slope - 4.0 * bow * c;
    | if bow >= 0.0 && (slope >= 0.0 || square < 0.0) { return h; }
    | let u = if slope > 0.0 { (slope + square.sqrt()) / (-2.0 * bow) } else { 2.0 * c / (square.sqrt() - slope) };
    | let u = u * (1.0 - 16.0 * UNIT);
    | if u < 1.0 { u * h } else { h } *)
Theorem gap_lasts : forall M a b fa fb aim g u, a < b -> bends_at_most M a b g -> fa <= g a -> fb <= g b -> aim < fa ->
  0 <= u <= 1 -> lasts_to (fa - aim) (slope fa fb M (b - a)) (bow M (b - a)) u ->
  forall t, a <= t <= a + u * (b - a) -> aim <= g t.
Proof.
  intros M a b fa fb aim g u order bends at_a at_b above Hu lasts t Ht.
  set (v := (t - a) / (b - a)).
  assert (E : v * (b - a) = t - a) by (unfold v; field; lra).
  assert (Hv : 0 <= v <= u) by (split; apply Rmult_le_reg_r with (b - a); nra).
  pose proof (lasts_to_is_above (fa - aim) _ _ u ltac:(lra) lasts v Hv) as H.
  pose proof (above_parabola M a b fa fb g order bends at_a at_b v ltac:(lra)) as P.
  unfold parabola in P. replace (a + v * (b - a)) with t in P by lra. lra.
Qed.

(** * The first order *)

Section Speeds.
(** The gap falls no faster than V and rises no faster than W. *)
Variables (V W a b fa fb : R) (g : R -> R).
Hypothesis falling : forall x y, a <= x <= y -> y <= b -> g x - V * (y - x) <= g y.
Hypothesis rising : forall x y, a <= x <= y -> y <= b -> g y <= g x + W * (y - x).
Hypothesis at_a : fa <= g a.
Hypothesis at_b : fb <= g b.
Let h := b - a.

(** It is nowhere below the lines that fall from both ends. *)
Theorem above_lines : forall t, a <= t <= b -> Rmax (fa - V * (t - a)) (fb - W * (b - t)) <= g t.
Proof.
  intros t Ht. apply Rmax_lub.
  - pose proof (falling a t). lra.
  - pose proof (rising t b). lra.
Qed.

Theorem lasts_at_speed : forall aim t, a <= t <= b -> V * (t - a) <= fa - aim -> aim <= g t.
Proof. intros aim t Ht H. pose proof (above_lines t Ht). pose proof (Rmax_l (fa - V * (t - a)) (fb - W * (b - t))). lra. Qed.

(** The lines meet above the aim iff W f + V g > V W h, for gaps beyond the aim. *)
Theorem lines_meet_above : forall aim, 0 < V -> 0 < W -> V * W * h < W * (fa - aim) + V * (fb - aim) ->
  forall t, a <= t <= b -> aim < g t.
Proof.
  intros aim HV HW test t Ht.
  pose proof (above_lines t Ht) as H.
  pose proof (Rmax_l (fa - V * (t - a)) (fb - W * (b - t))). pose proof (Rmax_r (fa - V * (t - a)) (fb - W * (b - t))).
  apply Rnot_le_lt. intro low. unfold h in test.
  assert (W * (fa - V * (t - a)) <= W * aim) by (apply Rmult_le_compat_l; lra).
  assert (V * (fb - W * (b - t)) <= V * aim) by (apply Rmult_le_compat_l; lra). nra.
Qed.

Theorem least_at_speed : 0 < V -> 0 < W -> forall t, a <= t <= b -> (W * fa + V * fb - V * W * h) / (V + W) <= g t.
Proof.
  intros HV HW t Ht. pose proof (above_lines t Ht) as H.
  pose proof (Rmax_l (fa - V * (t - a)) (fb - W * (b - t))). pose proof (Rmax_r (fa - V * (t - a)) (fb - W * (b - t))).
  apply Rle_div_l; [lra |]. unfold h.
  assert (W * (fa - V * (t - a)) <= W * g t) by (apply Rmult_le_compat_l; lra).
  assert (V * (fb - W * (b - t)) <= V * g t) by (apply Rmult_le_compat_l; lra). nra.
Qed.

(** Where a speed is not positive, one end bounds the gap. *)
Theorem never_falls : V <= 0 -> forall t, a <= t <= b -> fa <= g t.
Proof.
  intros HV t Ht. pose proof (falling a t ltac:(lra) ltac:(lra)).
  assert (0 <= - V * (t - a)) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem never_rises : W <= 0 -> forall t, a <= t <= b -> fb <= g t.
Proof.
  intros HW t Ht. pose proof (rising t b ltac:(lra) ltac:(lra)).
  assert (0 <= - W * (b - t)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Bounds that contradict each other hold for no motion. *)
Theorem speeds_agree : a < b -> 0 <= V + W.
Proof.
  intros order. pose proof (falling a b). pose proof (rising a b).
  apply Rmult_le_reg_r with (b - a); lra.
Qed.
End Speeds.
