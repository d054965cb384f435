(** How far two angular velocities are apart, as it is computed: src/proof/turns.rs, `bound`. *)

Require Import Reals Psatz Lia Flocq.Core.Raux.
Require Import Rounding Vectors Bends Constants Counts RoundedGap RoundedAngle.
Local Open Scope R_scope.

Lemma back_and_forth : forall (ma mb : R) (na nb na' nb' apart : vector), (mb * nb - ma * na)%v
  = (((-1) * apart + (apart - (ma * na' - mb * nb'))) + (ma * (na' - na) - mb * (nb' - nb)))%v.
Proof. vector_ring. Qed.

Lemma cross_differs : forall a b c d : vector, cross a b = ((cross c d + (-1) * cross (c - a) d) + (-1) * cross a (d - b))%v.
Proof. vector_ring. Qed.

Lemma cross_scaled : forall k l a b, cross (scale k a) (scale l b) = scale (k * l) (cross a b).
Proof. vector_ring. Qed.

Section Twist.
(** The axes, exact and as computed; the rates, each between the slowest and the fastest one; and bounds of their changes. *)
Variables na nb na' nb' apart c : vector.
Variables wa wb slow_a slow_b fast_a fast_b ma mb sa sb distance spread delta change_a change_b twist' : R.
Hypothesis unit_a : length na = 1.
Hypothesis unit_b : length nb = 1.
Hypothesis axis_a : length (na' - na)%v <= axis_needs * u.
Hypothesis axis_b : length (nb' - nb)%v <= axis_needs * u.
Hypothesis rates_a : 0 <= slow_a <= wa /\ wa <= fast_a.
Hypothesis rates_b : 0 <= slow_b <= wb /\ wb <= fast_b.
Hypothesis changes : 0 <= change_a /\ 0 <= change_b.
Let both := fast_a + fast_b.
(** The means of the rates, and what rounding loses of the vector between both velocities. *)
Hypothesis mean_a : off 1 ((slow_a + fast_a) / 2) ma.
Hypothesis mean_b : off 1 ((slow_b + fast_b) / 2) mb.
Hypothesis apart_near : length (apart - (ma * na' - mb * nb'))%v <= 2.1 * u * both.
Hypothesis distance_off : off 4.1 (length apart) distance.
Hypothesis spread_a : rounds (fast_a - ma) sa.
Hypothesis spread_b : rounds (fast_b - mb) sb.
Hypothesis spread_rounds : rounds (sa + sb) spread.
Hypothesis delta_rounds : rounds (distance + spread) delta.

Lemma spread_covers : forall slow w fast m s, 0 <= slow <= w /\ w <= fast -> off 1 ((slow + fast) / 2) m -> rounds (fast - m) s ->
  Rabs (w - m) <= s + 3.1 * u * fast /\ Rabs s <= 1.01 * fast /\ 0 <= m <= 1.01 * fast.
Proof.
  intros slow w fast m s ((H0 & H1) & H2) M (e & He & E). apply off_le in M; [| lra]. apply Rabs_le_inv in He.
  assert (Q : Rabs ((fast - m) * e) <= fast * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; unfold u in *; lra).
  apply Rabs_le_inv in Q. assert (E' : s = fast - m + (fast - m) * e) by (rewrite E; ring).
  split; [| split]; [apply Rabs_le | apply Rabs_le |]; unfold u in *; lra.
Qed.

Definition delta_needs := 19.

(** The velocities are no farther apart than is computed, and some units of both rates. *)
Theorem delta_near : length (wb * nb - wa * na)%v <= delta + delta_needs * u * both /\ 0 <= delta + delta_needs * u * both.
Proof.
  destruct (spread_covers _ _ _ _ _ rates_a mean_a spread_a) as (A1 & A2 & A3). destruct (spread_covers _ _ _ _ _ rates_b mean_b spread_b) as (B1 & B2 & B3).
  pose proof (spread_of_rates na nb wa wb ma mb _ _ unit_a unit_b A1 B1) as S.
  rewrite (back_and_forth ma mb na nb na' nb' apart) in S.
  pose proof (length_add ((-1) * apart + (apart - (ma * na' - mb * nb')))%v (ma * (na' - na) - mb * (nb' - nb))%v) as L1.
  pose proof (length_add ((-1) * apart)%v (apart - (ma * na' - mb * nb'))%v) as L2. rewrite length_opp in L2.
  pose proof (length_sub (ma * (na' - na))%v (mb * (nb' - nb))%v) as L3. rewrite !length_scale, (Rabs_pos_eq ma), (Rabs_pos_eq mb) in L3 by lra.
  assert (F : 0 <= fast_a /\ 0 <= fast_b) by lra. destruct F as [Fa Fb]. unfold axis_needs in *.
  assert (P1 : ma * length (na' - na)%v <= 1.01 * fast_a * (5.7 * u)) by (apply Rmult_le_compat; [lra | apply length_nonneg | lra | assumption]).
  assert (P2 : mb * length (nb' - nb)%v <= 1.01 * fast_b * (5.7 * u)) by (apply Rmult_le_compat; [lra | apply length_nonneg | lra | assumption]).
  (* the vector between both is no longer than both rates *)
  assert (N : length (ma * na' - mb * nb')%v <= 1.03 * both).
  { eapply Rle_trans; [apply length_sub |]. rewrite !length_scale, (Rabs_pos_eq ma), (Rabs_pos_eq mb) by lra.
    pose proof (length_add na (na' - na)%v) as Na. pose proof (length_add nb (nb' - nb)%v) as Nb. rewrite add_sub, unit_a in Na. rewrite add_sub, unit_b in Nb.
    assert (ma * length na' <= 1.01 * fast_a * 1.01) by (apply Rmult_le_compat; [lra | apply length_nonneg | lra | unfold u in *; lra]).
    assert (mb * length nb' <= 1.01 * fast_b * 1.01) by (apply Rmult_le_compat; [lra | apply length_nonneg | lra | unfold u in *; lra]). unfold both. lra. }
  assert (M : length apart <= 1.04 * both).
  { pose proof (length_add (ma * na' - mb * nb')%v (apart - (ma * na' - mb * nb'))%v) as A. rewrite add_sub in A. unfold both in *. unfold u in *. lra. }
  pose proof (length_nonneg apart) as ap. pose proof (off_le _ _ _ ap distance_off) as D.
  destruct spread_rounds as (e1 & H1 & E1). destruct delta_rounds as (e2 & H2 & E2). apply Rabs_le_inv in A2. apply Rabs_le_inv in B2.
  assert (Q1 : Rabs ((sa + sb) * e1) <= 1.01 * both * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; unfold both; lra | exact H1]).
  apply Rabs_le_inv in Q1. assert (E1' : spread = sa + sb + (sa + sb) * e1) by (rewrite E1; ring).
  assert (Q2 : Rabs ((distance + spread) * e2) <= 2.1 * both * u) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; unfold both, u in *; lra | exact H2]).
  apply Rabs_le_inv in Q2. assert (E2' : delta = distance + spread + (distance + spread) * e2) by (rewrite E2; ring).
  assert (G : length (wb * nb - wa * na)%v <= delta + delta_needs * u * both) by (unfold delta_needs, both, u in *; lra).
  split; [exact G |]. pose proof (length_nonneg (wb * nb - wa * na)%v). lra.
Qed.

(** RoundedGap.v, [cross_is_near], of both computed axes *)
Hypothesis cross_near : length (cross na' nb') - 3 * u <= length c.
(** What is computed of the whole: a sum of positive terms.
    rust src/proof/turns.rs: self.twist = delta * delta
    | + ra.fastest * rb.fastest * length(cross)
    | + ra.change
    | + rb.change
    | + both * both * ACROSS_ERROR; *)
Hypothesis twist_off : off 12 (delta * delta + fast_a * fast_b * length c + change_a + change_b + both * both * (ACROSS_ERROR * u)) twist'.
Hypothesis enough : 16 <= ACROSS_ERROR <= 1000.

Definition twist_needs := 75.

Theorem twist_covers : forall w1 wb1 : vector, length w1 <= change_a -> length wb1 <= change_b ->
  twist (wa * na)%v w1 (wb * nb)%v wb1 <= twist' * (1 + twist_needs * u).
Proof.
  intros w1 wb1 Ha Hb. unfold twist. destruct delta_near as [D D0]. unfold delta_needs in *. destruct changes as [C1 C2].
  assert (F : 0 <= fast_a /\ 0 <= fast_b /\ 0 <= wa /\ 0 <= wb) by lra. destruct F as (Fa & Fb & Wa & Wb).
  assert (both_pos : 0 <= both) by (unfold both; lra).
  pose proof (length_nonneg (wb * nb - wa * na)%v) as L. set (x := length (wb * nb - wa * na)%v) in *.
  (* the square: the units of both rates are less than 60 of the square and some of both *)
  assert (X : x * x <= delta * delta * (1 + 60 * u) + 6.1 * u * (both * both)).
  { assert (A : x * x <= (delta + 19 * u * both) * (delta + 19 * u * both)) by (apply Rmult_le_compat; lra).
    pose proof (Rle_0_sqr (delta - 19 / 60 * both)) as Z. unfold Rsqr in Z. assert (0 <= both * both) by apply Rle_0_sqr. unfold u in *. lra. }
  (* the product of both axes *)
  assert (K : length (cross (wa * na) (wb * nb)) <= fast_a * fast_b * length c + 3.7 * u * (both * both)).
  { rewrite cross_scaled, length_scale, Rabs_pos_eq by (now apply Rmult_le_pos).
    assert (N : length (cross na nb) <= length c + 14.6 * u).
    { rewrite (cross_differs na nb na' nb'). eapply Rle_trans; [apply length_add |]. eapply Rle_trans; [apply Rplus_le_compat_r, length_add |]. rewrite !length_opp.
      pose proof (length_cross (na' - na)%v nb') as P1. pose proof (length_cross na (nb' - nb)%v) as P2. rewrite unit_a in P2.
      pose proof (length_add nb (nb' - nb)%v) as Nb. rewrite add_sub, unit_b in Nb. unfold axis_needs in *.
      assert (length (na' - na)%v * length nb' <= 5.7 * u * 1.01) by (apply Rmult_le_compat; [apply length_nonneg | apply length_nonneg | assumption | unfold u in *; lra]).
      unfold u in *. lra. }
    pose proof (length_nonneg (cross na nb)). pose proof (length_nonneg c).
    assert (W : wa * wb <= fast_a * fast_b) by (apply Rmult_le_compat; lra). assert (0 <= fast_a * fast_b) by (now apply Rmult_le_pos). assert (0 <= wa * wb) by (now apply Rmult_le_pos).
    apply Rle_trans with (fast_a * fast_b * (length c + 14.6 * u)); [apply Rmult_le_compat; assumption |].
    pose proof (Rle_0_sqr (fast_a - fast_b)) as Z. unfold Rsqr in Z. unfold both, u in *. lra. }
  set (y := fast_a * fast_b * length c) in *. assert (y_pos : 0 <= y) by (unfold y; repeat apply Rmult_le_pos; try assumption; apply length_nonneg). clearbody y.
  assert (bb : 0 <= both * both) by apply Rle_0_sqr. assert (dd : 0 <= delta * delta) by apply Rle_0_sqr.
  assert (E : 16 * (both * both) <= ACROSS_ERROR * (both * both)) by (apply Rmult_le_compat_r; lra).
  assert (pos : 0 <= delta * delta + y + change_a + change_b + both * both * (ACROSS_ERROR * u)) by (unfold u; lra).
  pose proof (off_le _ _ _ pos twist_off) as [T _]. set (all := delta * delta + y + change_a + change_b + both * both * (ACROSS_ERROR * u)) in *.
  assert (less : x * x + length (cross (wa * na) (wb * nb)) + length w1 + length wb1 <= all * (1 + 60 * u)) by (unfold all, u in *; lra).
  apply Rle_trans with (1 := less). apply Rle_trans with (all * (1 - 12 * u) * (1 + twist_needs * u)).
  - rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact pos | unfold twist_needs, u; lra].
  - apply Rmult_le_compat_r; [unfold twist_needs, u; lra | exact T].
Qed.
End Twist.
