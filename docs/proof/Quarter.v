(** Half of pi against both parts of QUARTER in src/number/angle.rs. *)

Require Import Reals Psatz Machin Ratan.
Require Import Rounding Constants.
Local Open Scope R_scope.

(** The terms of Machin's series for a quarter of pi, without natural numbers. *)
Fixpoint terms (n : nat) (z a b : R) (k : Z) := match n with
  | O => z * (2 * a + b) / IZR k
  | S m => z * (2 * a + b) / IZR k + terms m (- z) (a / 9) (b / 49) (k + 2)
  end.

Lemma terms_are : forall n i, sum_f_R0 (fun j => tg_alt PI_2_3_7_tg (i + j)) n
  = terms n ((-1) ^ i) ((/ 3) ^ (2 * i + 1)) ((/ 7) ^ (2 * i + 1)) (Z.of_nat (2 * i + 1)).
Proof.
  assert (one : forall i, tg_alt PI_2_3_7_tg i = (-1) ^ i * (2 * (/ 3) ^ (2 * i + 1) + (/ 7) ^ (2 * i + 1)) / IZR (Z.of_nat (2 * i + 1))).
  { intros. unfold tg_alt, PI_2_3_7_tg, Ratan_seq. rewrite INR_IZR_INZ. unfold Rdiv. ring. }
  induction n as [| n IH]; intros i.
  - simpl sum_f_R0. rewrite Nat.add_0_r. cbn [terms]. apply one.
  - rewrite decomp_sum by apply Nat.lt_0_succ. rewrite Nat.add_0_r. cbn [pred terms]. f_equal; [apply one |].
    rewrite (sum_eq _ (fun j => tg_alt PI_2_3_7_tg (S i + j))) by (intros; f_equal; rewrite Nat.add_succ_r; reflexivity). rewrite IH. f_equal.
    + simpl. ring.
    + replace (2 * S i + 1)%nat with (S (S (2 * i + 1))) by lia. simpl. field.
    + replace (2 * S i + 1)%nat with (S (S (2 * i + 1))) by lia. simpl. field.
    + lia.
Qed.

(** A million quarters of a turn, which is the most that are taken off an angle, are off by less than a 4096th of a unit. *)
Theorem quarter_is_near : Rabs (PI / 2 - (QUARTER_0 + QUARTER_1)) * 1000000 <= u / 4096.
Proof.
  pose proof (PI_2_3_7_ineq 13) as [low high].
  pose proof (terms_are (S (2 * 13)) 0) as L. pose proof (terms_are (2 * 13) 0) as H. simpl Nat.add in L, H.
  change (fun j : nat => tg_alt PI_2_3_7_tg j) with (tg_alt PI_2_3_7_tg) in L, H. rewrite L in low. rewrite H in high. clear L H.
  cbn [terms Nat.mul Nat.add pow Z.of_nat Z.add Pos.add Pos.succ Pos.of_succ_nat] in low, high.
  assert (Q : Rabs (PI / 2 - (QUARTER_0 + QUARTER_1)) <= u / 4096 / 1000000) by (apply Rabs_le; unfold QUARTER_0, QUARTER_1, u; lra).
  clear low high. lra.
Qed.
