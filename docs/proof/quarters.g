# What is left of a larger angle after whole quarters: up to a million of them, their number times the first part of one is
# exact, as is the difference. The angle is a multiple of 2^-53, as all are that are larger than 1/2.
# rust src/number/angle.rs: const MOST_QUARTERS: f64 = 1e6;
# rust src/number/angle.rs: let whole = angle * std::f64::consts::FRAC_2_PI + Pair::same(TO_WHOLE);
# | let quarters = whole - Pair::same(TO_WHOLE);
# rust src/number/angle.rs: const TO_WHOLE: f64 = 1.5 / f64::EPSILON;
# rust src/number/angle.rs: let left = (angle - quarters * QUARTER[0]) - quarters * QUARTER[1];
@double = float<ieee_64, ne>;

large = double(any_large);
first double= quarters * @QUARTER_0@;
between double= large - first;
second double= quarters * @QUARTER_1@;
left double= between - second;

# in units of 2^-53 the bound is 131/256, which is 0.512
{ @FIX(large, -53) /\ @FIX(quarters, 0) /\ |quarters| <= 1000000 /\ |large - quarters * @QUARTER_0@| <= 0.7865 ->
  first - quarters * @QUARTER_0@ in [0, 0] /\ between - (large - first) in [0, 0] /\
  |left - ((large - quarters * @QUARTER_0@) - quarters * @QUARTER_1@)| <= 131b-61 }
