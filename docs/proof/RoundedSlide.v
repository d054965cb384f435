(** A gap that slides along a straight path, as it is computed: src/proof/free.rs, `Free::slide`. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Counts.
Local Open Scope R_scope.

Section Slide.
(** [k] is s . v for the vector that was measured, [long] the product of both lengths; what the length of the vector does to
    a gap at any time is part of the gap's error. *)
Variables k long speed dot rate : R.
Hypothesis long_covers : 0 <= long /\ Rabs k <= long.
Hypothesis speed_covers : long * (1 + 50 * u) <= speed.
(** rust src/proof/free.rs: let rate = gap.along.dot(kernel.velocity) - kernel.speed * (4.0 * UNIT);
    | let left = (kernel.end - gap.time) * (1.0 + 2.0 * UNIT);
    | let above = (gap.value - kernel.aim) * (1.0 - 4.0 * UNIT);
    | let (until, clearance) = if above + rate * left >= 0.0 {
    | let at_end = (above + rate * left) * (1.0 - 4.0 * UNIT);
    | let least = if rate < 0.0 { at_end } else { above };
    | (kernel.end, kernel.aim + least)
    | } else { let until = after(gap.time, above / -rate * (1.0 - 2.0 * UNIT)); (until, kernel.aim) };
    | if until > self.until || self.until >= kernel.end {
    | self.until = larger(until, self.until); self.clear_by(clearance * (1.0 - UNIT)); }

    Three roundings on the longest way through the product, and one in the difference. The clearance is a sum, reduced by a unit:
    [reduced_by_a_unit] of Rounding.v. *)
Hypothesis dot_near : Rabs (dot - k) <= share 3 * long.
Hypothesis rate_rounds : rounds (dot - speed * (4 * u)) rate.

(** It falls no more slowly than the gap does. *)
Theorem slide_rate : rate <= k.
Proof.
  destruct rate_rounds as (e & He & ->). destruct long_covers as [P K]. apply Rabs_le_inv in K. apply Rabs_le_inv in dot_near.
  assert (S : share 3 <= 3 * u + 4 * u * u) by (unfold share, u; simpl; lra).
  assert (S' : share 3 * long <= (3 * u + 4 * u * u) * long) by (apply Rmult_le_compat_r; assumption).
  assert (D : Rabs (dot * e) <= (1 + 4 * u) * long * u).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; unfold u in *; lra | exact He]. }
  apply Rabs_le_inv in D. apply Rabs_le_inv in He.
  assert (V : 0 <= speed) by (apply Rle_trans with (2 := speed_covers), Rmult_le_pos; unfold u in *; lra).
  assert (W : speed * (4 * u) * (1 - u) <= speed * (4 * u) * (1 + e)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; unfold u; lra | lra]).
  assert (X : long * (1 + 50 * u) * (4 * u) * (1 - u) <= speed * (4 * u) * (1 - u)) by (apply Rmult_le_compat_r; [unfold u; lra |]; apply Rmult_le_compat_r; unfold u in *; lra).
  replace ((dot - speed * (4 * u)) * (1 + e)) with (dot + dot * e - speed * (4 * u) * (1 + e)) by ring. unfold u in *. lra.
Qed.

Variables value aim h h' left beyond above : R.
Hypothesis h_nonneg : 0 <= h.
Hypothesis h_rounds : rounds h h'.
Hypothesis left_rounds : rounds (h' * (1 + 2 * u)) left.
Hypothesis above_aim : aim < value.
Hypothesis beyond_rounds : rounds (value - aim) beyond.
Hypothesis above_rounds : rounds (beyond * (1 - 4 * u)) above.

Lemma above_less : 0 < above <= (value - aim) * (1 - 1.9 * u).
Proof.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ (rounds_off _ _ beyond_rounds) (exact (1 - 4 * u)) ltac:(lra) ltac:(lra)) above_rounds ltac:(lra)) as O.
  assert (P : 0 < (value - aim) * (1 - 4 * u)) by (apply Rmult_lt_0_compat; unfold u; lra).
  split; [exact (off_pos _ _ _ O ltac:(lra) P) |]. apply off_le in O; [| lra]. destruct O as [_ O]. apply Rle_trans with (1 := O).
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra | unfold u; lra].
Qed.

Lemma left_more : h * (1 - 4 * u * u) <= left.
Proof.
  destruct h_rounds as (e & He & ->). destruct left_rounds as (e' & He' & ->). apply Rabs_le_inv in He. apply Rabs_le_inv in He'.
  rewrite !Rmult_assoc. apply Rmult_le_compat_l; [exact h_nonneg |].
  apply Rle_trans with ((1 - u) * ((1 + 2 * u) * (1 - u))); [unfold u; lra |].
  apply Rmult_le_compat; [unfold u; lra | unfold u; lra | lra |]. apply Rmult_le_compat_l; unfold u in *; lra.
Qed.

(** If the end is reached, the gap stays above the aim by what is stated for the end, or for the begin if it never falls. *)
Theorem slide_to_end : forall product sum at_end t, rounds (rate * left) product -> rounds (above + product) sum -> 0 <= sum ->
  rounds (sum * (1 - 4 * u)) at_end -> 0 <= t <= h -> (if Rlt_dec rate 0 then at_end else above) <= value - aim + k * t.
Proof.
  intros product sum at_end t Rp Rs reached Re Ht. pose proof slide_rate as K. pose proof above_less as [A1 A2].
  assert (Kt : rate * t <= k * t) by (apply Rmult_le_compat_r; lra).
  destruct (Rlt_dec rate 0) as [falls | rises].
  2: { assert (0 <= rate * t) by (apply Rmult_le_pos; lra). assert (0 <= (value - aim) * u) by (apply Rmult_le_pos; unfold u; lra). unfold u in *. lra. }
  pose proof left_more as L. set (d := - rate) in *. assert (d_pos : 0 < d) by (unfold d; lra). replace rate with (- d) in * by (unfold d; ring). clearbody d.
  assert (h_left : d * h * (1 - 4 * u * u) <= d * left) by (rewrite Rmult_assoc; apply Rmult_le_compat_l; lra).
  assert (th : d * t <= d * h) by (apply Rmult_le_compat_l; lra). assert (dh : 0 <= d * h) by (apply Rmult_le_pos; lra).
  assert (left_pos : 0 <= d * left) by (unfold u in *; lra).
  destruct Rp as (e1 & H1 & E1). destruct Rs as (e2 & H2 & E2). destruct Re as (e3 & H3 & E3). apply Rabs_le_inv in H1. apply Rabs_le_inv in H2. apply Rabs_le_inv in H3.
  assert (down : d * left * (1 - u) <= - product) by (rewrite E1; replace (- (- d * left * (1 + e1))) with (d * left * (1 + e1)) by ring; apply Rmult_le_compat_l; lra).
  set (x := above + product) in *.
  assert (x_pos : 0 <= x).
  { rewrite E2 in reached. apply Rnot_lt_le. intro N. assert (0 < - x * (1 + e2)) by (apply Rmult_lt_0_compat; unfold u in *; lra). lra. }
  assert (up : at_end <= x * (1 - 1.9 * u)).
  { rewrite E3, E2. apply Rle_trans with (x * (1 + u) * (1 - 4 * u) * (1 + u)).
    - apply Rmult_le_compat; [| unfold u in *; lra | | lra].
      + apply Rmult_le_pos; [apply Rmult_le_pos |]; unfold u in *; lra.
      + apply Rmult_le_compat_r; [unfold u; lra |]. apply Rmult_le_compat_l; lra.
    - rewrite !Rmult_assoc. apply Rmult_le_compat_l; [exact x_pos | unfold u; lra]. }
  assert (0 <= x * u) by (apply Rmult_le_pos; unfold u; lra).
  (* what is lost of the fall is less than what was taken from the gap *)
  unfold x in *. unfold u in *. lra.
Qed.

(** Else it stays above the aim for the part of the time that it takes to fall to it. *)
Theorem slide_part : forall quotient x t, rate < 0 -> rounds (above / - rate) quotient -> rounds (quotient * (1 - 2 * u)) x -> 0 <= t <= x ->
  0 <= value - aim + k * t.
Proof.
  intros quotient x t falls Rq Rx Ht. pose proof slide_rate as K. pose proof above_less as [A1 A2].
  assert (Kt : rate * t <= k * t) by (apply Rmult_le_compat_r; lra).
  set (d := - rate) in *. assert (d_pos : 0 < d) by (unfold d; lra). replace rate with (- d) in * by (unfold d; ring). clearbody d.
  set (q := above / d) in *. assert (E : d * q = above) by (unfold q; field; lra). assert (q_pos : 0 <= q) by (unfold q; left; now apply Rdiv_lt_0_compat). clearbody q.
  pose proof (off_then _ _ _ _ (off_mult _ _ _ _ _ _ (rounds_off _ _ Rq) (exact (1 - 2 * u)) ltac:(lra) ltac:(lra)) Rx ltac:(lra)) as O.
  assert (P : 0 <= q * (1 - 2 * u)) by (apply Rmult_le_pos; [exact q_pos | unfold u; lra]).
  pose proof (off_le _ _ _ P O) as [_ U].
  assert (x_le : x <= q * (1 + / 10 * u)).
  { apply Rle_trans with (1 := U). rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact q_pos | unfold u; lra]. }
  assert (T : d * t <= d * (q * (1 + / 10 * u))) by (apply Rmult_le_compat_l; lra).
  replace (d * (q * (1 + / 10 * u))) with (above * (1 + / 10 * u)) in T by (rewrite <- E; ring). unfold u in *. lra.
Qed.
End Slide.
