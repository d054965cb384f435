(** The rounding of double precision, and how it adds up.

    The kernel computes in double precision for bodies of either scalar: numbers of single precision are exact there. A
    sum, product, quotient or square root is the exact one, rounded to the nearest number. Where it is zero or a normal
    number, that is a share of it of at most u = 2^-53, which is UNIT in src/number.rs. Overflow is left out: it makes
    infinite numbers, which the kernel refuses. *)

Require Import Reals Psatz ZArith.
Require Import Flocq.Core.Core Flocq.Prop.Relative.
Local Open Scope R_scope.

Definition u := / 9007199254740992.

(** y is x, rounded. *)
Definition rounds x y := exists d, Rabs d <= u /\ y = x * (1 + d).

Definition double := round radix2 (FLT_exp (-1074) 53) ZnearestE.

Theorem double_rounds : forall x, x = 0 \/ bpow radix2 (-1022) <= Rabs x -> rounds x (double x).
Proof.
  intros x [-> | H].
  - exists 0. rewrite Rabs_R0. split; [unfold u; lra |]. unfold double. rewrite round_0; [ring | apply valid_rnd_N].
  - destruct (relative_error_N_FLT_ex radix2 (-1074) 53 ltac:(reflexivity) (fun n => negb (Z.even n)) x H) as (d & Hd & E).
    exists d. split; [| exact E]. apply Rle_trans with (1 := Hd). simpl. unfold u. lra.
Qed.

(** A part of a span that is shorter than its rounded length is no longer than the span itself. *)
Theorem shorter_than_rounded : forall x h, generic_format radix2 (FLT_exp (-1074) 53) x -> x < double h -> x <= h.
Proof.
  intros x h F H. apply Rnot_lt_le. intro K.
  assert (double h <= double x) by (apply round_le; [apply FLT_exp_valid; reflexivity | apply valid_rnd_N | lra]).
  unfold double in *. rewrite (round_generic radix2 (FLT_exp (-1074) 53) ZnearestE x F) in *. lra.
Qed.

(** A number that was rounded, and is then reduced by a unit of itself: the product is rounded to the next smaller number or less,
    and so is below what was rounded at first. *)
Theorem reduced_by_a_unit : forall x, bpow radix2 (-1021) <= x -> double (double x * (1 - u)) <= x.
Proof.
  intros x big. assert (V : Valid_exp (FLT_exp (-1074) 53)) by (apply FLT_exp_valid; reflexivity).
  assert (tiny : 0 < bpow radix2 (-1022)) by apply bpow_gt_0. assert (two : bpow radix2 (-1021) = 2 * bpow radix2 (-1022)) by (change (-1021)%Z with (1 + -1022)%Z; rewrite bpow_plus; reflexivity).
  set (format := generic_format radix2 (FLT_exp (-1074) 53)). set (z := double x). set (y := z * (1 - u)).
  assert (Fz : format z) by (apply generic_format_round; [exact V | apply valid_rnd_N]).
  assert (F1 : forall e, (-1074 <= e)%Z -> format (bpow radix2 e)) by (intros e He; apply generic_format_FLT_bpow; [reflexivity | exact He]).
  assert (z_big : bpow radix2 (-1021) <= z) by (unfold z; rewrite <- (round_generic radix2 (FLT_exp (-1074) 53) ZnearestE (bpow radix2 (-1021)) (F1 (-1021)%Z ltac:(lia))); apply round_le; [exact V | apply valid_rnd_N | exact big]).
  set (below := pred radix2 (FLT_exp (-1074) 53) z).
  assert (Fb : format below) by (apply generic_format_pred; [exact V | exact Fz]).
  assert (less : below < z) by (apply pred_lt_id, Rgt_not_eq; lra).
  assert (b_big : bpow radix2 (-1022) <= below) by (apply pred_ge_gt; [exact V | apply (F1 (-1022)%Z); lia | exact Fz | lra]).
  (* the distance to the next smaller number is less than two units *)
  assert (step : z - below < 2 * (u * z)).
  { pose proof (pred_plus_ulp radix2 (FLT_exp (-1074) 53) z ltac:(lra) Fz) as E. fold below in E.
    pose proof (ulp_FLT_le radix2 (-1074) 53 below ltac:(rewrite Rabs_pos_eq; [exact b_big | lra])) as U. rewrite Rabs_pos_eq in U by lra.
    assert (unit : bpow radix2 (1 - 53) = 2 * u) by (simpl; unfold u; lra). rewrite unit in U. assert (below * u < z * u) by (apply Rmult_lt_compat_r; unfold u; lra). lra. }
  assert (y_less : y < z) by (unfold y; assert (0 < z * u) by (apply Rmult_lt_0_compat; unfold u; lra); lra).
  assert (at_most : double y <= z) by (rewrite <- (round_generic radix2 (FLT_exp (-1074) 53) ZnearestE z Fz); apply round_le; [exact V | apply valid_rnd_N | lra]).
  assert (x_above : below < x).
  { apply Rnot_le_lt. intro H. assert (z <= below); [| lra]. rewrite <- (round_generic radix2 (FLT_exp (-1074) 53) ZnearestE below Fb). apply round_le; [exact V | apply valid_rnd_N | exact H]. }
  destruct (Rle_lt_or_eq_dec _ _ at_most) as [lt | eq].
  - apply Rle_trans with below; [| lra]. apply pred_ge_gt; [exact V | apply generic_format_round; [exact V | apply valid_rnd_N] | exact Fz | exact lt].
  - destruct (round_N_pt radix2 (FLT_exp (-1074) 53) (fun n => negb (Z.even n)) y) as [_ nearest]. specialize (nearest below Fb). fold (double y) in nearest. rewrite eq in nearest.
    assert (A : Rabs (z - y) = u * z) by (rewrite Rabs_pos_eq; unfold y; [ring |]; assert (0 < z * u) by (apply Rmult_lt_0_compat; unfold u; lra); lra).
    rewrite A in nearest. exfalso. apply Rle_not_lt in nearest. apply nearest. unfold y. apply Rabs_lt. assert (0 < u * z) by (apply Rmult_lt_0_compat; unfold u; lra). lra.
Qed.

(** * Numbers that are off by a share of k units *)

Definition off k x y := exists d, Rabs d <= k * u /\ y = x * (1 + d).

Lemma rounds_off : forall x y, rounds x y -> off 1 x y.
Proof. intros x y (d & Hd & E). exists d. split; [lra | exact E]. Qed.

Lemma exact : forall x, off 0 x x.
Proof. intros. exists 0. rewrite Rabs_R0. split; lra. Qed.

Lemma off_more : forall k l x y, off k x y -> k <= l -> off l x y.
Proof. intros k l x y (d & Hd & E) H. exists d. split; [| exact E]. unfold u in *. lra. Qed.

Lemma small_product : forall k l d e, 0 <= k <= 100 -> 0 <= l <= 100 -> Rabs d <= k * u -> Rabs e <= l * u -> Rabs (d * e) <= u / 100.
Proof.
  intros k l d e Hk Hl Hd He. rewrite Rabs_mult. pose proof (Rabs_pos d). pose proof (Rabs_pos e).
  apply Rle_trans with (100 * u * (100 * u)); [apply Rmult_le_compat; unfold u in *; lra | unfold u; lra].
Qed.

Ltac bounded := repeat match goal with H : Rabs _ <= _ |- _ => apply Rabs_le_inv in H end; try apply Rabs_le; unfold u in *; lra.

Lemma off_mult : forall k l x y x' y', off k x x' -> off l y y' -> 0 <= k <= 100 -> 0 <= l <= 100 -> off (k + l + / 100) (x * y) (x' * y').
Proof.
  intros k l x y x' y' (d & Hd & ->) (e & He & ->) Hk Hl. exists (d + e + d * e). split; [| ring].
  pose proof (small_product k l d e Hk Hl Hd He). bounded.
Qed.

Lemma off_then : forall k x y z, off k x y -> rounds y z -> 0 <= k <= 100 -> off (k + 1 + / 100) x z.
Proof.
  intros k x y z (d & Hd & ->) (e & He & ->) Hk. exists (d + e + d * e). split; [| ring].
  pose proof (small_product k 1 d e Hk ltac:(lra) Hd ltac:(lra)). bounded.
Qed.

Lemma off_inverse : forall l y y', off l y y' -> 0 <= l <= 100 -> y <> 0 -> off (l + / 100) (/ y) (/ y').
Proof.
  intros l y y' (e & He & ->) Hl Hy.
  assert (small : Rabs e <= / 1000) by bounded.
  assert (1 + e <> 0) by (apply Rabs_le_inv in small; lra).
  exists (/ (1 + e) - 1). split; [| field; now split].
  pose proof (small_product l l e e Hl Hl He He) as S.
  replace (/ (1 + e) - 1) with ((- e + e * e * / (1 + e))) by (field; assumption).
  assert (Q : Rabs (e * e * / (1 + e)) <= u / 100).
  { rewrite Rabs_mult. 
    assert (P : Rabs (e * e) <= 100 * u * (100 * u)).
    { rewrite Rabs_mult. pose proof (Rabs_pos e). apply Rmult_le_compat; unfold u in *; lra. }
    assert (I : Rabs (/ (1 + e)) <= 2).
    { apply Rabs_le_inv in small. rewrite Rabs_inv, Rabs_pos_eq by lra.
      apply Rmult_le_reg_r with (1 + e); [lra |]. rewrite Rinv_l by lra. lra. }
    apply Rle_trans with (100 * u * (100 * u) * 2); [apply Rmult_le_compat; try apply Rabs_pos; assumption | unfold u; lra]. }
  bounded.
Qed.

Lemma off_div : forall k l x y x' y', off k x x' -> off l y y' -> y <> 0 -> 0 <= k <= 100 -> 0 <= l <= 99 ->
  off (k + l + / 50) (x / y) (x' / y').
Proof.
  intros. apply off_more with (k + (l + / 100) + / 100); [| lra].
  apply off_mult; try lra; [assumption | apply off_inverse; auto; lra].
Qed.

Lemma off_sqrt : forall k x y, off k x y -> 0 <= k <= 100 -> 0 <= x -> off k (sqrt x) (sqrt y).
Proof.
  intros k x y (d & Hd & ->) Hk Hx.
  assert (small : -1 / 1000 <= d) by bounded.
  exists (sqrt (1 + d) - 1). split.
  - apply Rle_trans with (2 := Hd).
    assert (root : sqrt (1 + d) * sqrt (1 + d) = 1 + d) by (apply sqrt_sqrt; lra).
    pose proof (sqrt_pos (1 + d)) as pos. set (w := sqrt (1 + d)) in *. clearbody w.
    assert (E : (w - 1) * (w + 1) = d) by (transitivity (w * w - 1); [ring | lra]).
    rewrite <- E, Rabs_mult, (Rabs_pos_eq (w + 1)) by lra. pose proof (Rabs_pos (w - 1)).
    assert (Rabs (w - 1) * 1 <= Rabs (w - 1) * (w + 1)) by (apply Rmult_le_compat_l; lra). lra.
  - rewrite sqrt_mult by lra. ring.
Qed.

Lemma off_add : forall k x y x' y', off k x x' -> off k y y' -> 0 <= x -> 0 <= y -> off k (x + y) (x' + y').
Proof.
  intros k x y x' y' (d & Hd & ->) (e & He & ->) Hx Hy.
  destruct (Req_dec (x + y) 0) as [Z | NZ].
  { assert (x = 0) as -> by lra. assert (y = 0) as -> by lra. exists d. split; [exact Hd | ring]. }
  exists ((x * d + y * e) / (x + y)). split; [| field; exact NZ].
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (x + y)) by lra.
  apply Rmult_le_reg_r with (x + y); [lra |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by exact NZ.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_mult, (Rabs_pos_eq x), (Rabs_pos_eq y) by lra.
  pose proof (Rmult_le_compat_l x _ _ Hx Hd). pose proof (Rmult_le_compat_l y _ _ Hy He). lra.
Qed.

(** What is off is off by that share of its size, and keeps its sign. *)
Lemma off_by : forall k x y, off k x y -> Rabs (y - x) <= k * u * Rabs x.
Proof.
  intros k x y (d & Hd & ->). replace (x * (1 + d) - x) with (d * x) by ring. rewrite Rabs_mult.
  apply Rmult_le_compat_r; [apply Rabs_pos | exact Hd].
Qed.

Lemma off_pos : forall k x y, off k x y -> 0 <= k <= 100 -> 0 < x -> 0 < y.
Proof.
  intros k x y (d & Hd & ->) Hk Hx. apply Rmult_lt_0_compat; [exact Hx | bounded]. Qed.

Lemma off_le : forall k x y, 0 <= x -> off k x y -> x * (1 - k * u) <= y <= x * (1 + k * u).
Proof. intros k x y Hx (d & Hd & ->). apply Rabs_le_inv in Hd. split; apply Rmult_le_compat_l; lra. Qed.
