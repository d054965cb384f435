(** The end of a part of a span: src/proof/free.rs, `after`. The sum of two times is rounded down. *)

Require Import Reals Psatz ZArith.
Require Import Flocq.Core.Core Flocq.Pff.Pff2Flocq.
Require Import Rounding.
Local Open Scope R_scope.

(** A number of double precision, or zero. *)
Definition format := generic_format radix2 (FLT_exp (-1074) 53).

(** Ties go to even numbers on both sides of zero. *)
Lemma even_is_symmetric : forall n, negb (Z.even n) = negb (negb (Z.even (- (n + 1)))).
Proof. intros n. rewrite Z.even_opp, Z.even_add. now destruct (Z.even n). Qed.

(** rust src/proof/free.rs: let until = from + x;
    | let added = until - from;
    | let lost = (from - (until - added)) + (x - added);
    | if lost < 0.0 { until.next_down() } else { until } *)
Theorem after_is_not_later : forall from x, format from -> format x ->
  let until := double (from + x) in let added := double (until - from) in
  let lost := double (double (from - double (until - added)) + double (x - added)) in
  (if Rlt_dec lost 0 then pred radix2 (FLT_exp (-1074) 53) until else until) <= from + x.
Proof.
  intros from x F X until added lost.
  assert (sum : until + lost = from + x).
  { apply (TwoSum_correct (-1074) 53 (fun n => negb (Z.even n)) ltac:(reflexivity) ltac:(discriminate) even_is_symmetric from x F X). }
  destruct (Rlt_dec lost 0); [| lra].
  assert (V : Valid_exp (FLT_exp (-1074) 53)) by (apply FLT_exp_valid; reflexivity).
  destruct (round_DN_or_UP radix2 (FLT_exp (-1074) 53) ZnearestE (from + x)) as [E | E]; fold (double (from + x)) in E; fold until in E; rewrite E.
  - apply Rle_trans with (1 := pred_le_id _ _ _). apply round_DN_pt. exact V.
  - apply Rle_trans with (1 := pred_UP_le_DN radix2 (FLT_exp (-1074) 53) (from + x)). apply round_DN_pt. exact V.
Qed.
