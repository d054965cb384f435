# Sines and cosines of angles up to 0.786, as src/number/angle.rs computes them: how far the roundings take them from the
# polynomials. Sines.v has the distance from the polynomials to the functions. The coefficients come from the source.
#
# rust src/number/angle.rs: const NEAR: f64 = 0.785;
# rust src/number/angle.rs: let z = angle * angle;
# rust src/number/angle.rs: let half = Pair::same(0.5) * z;
# rust src/number/angle.rs: angle + angle * z * sine,
# rust src/number/angle.rs: Pair::same(1.0) - (half - z * z * cosine),
# rust src/number/angle.rs: c(0) + z * (c(1) + z * (c(2) + z * (c(3) + z * (c(4) + z * c(5)))))
@double = float<ieee_64, ne>;

angle = double(any);
z double= angle * angle;
s double= @SINE_0@ + z * (@SINE_1@ + z * (@SINE_2@ + z * (@SINE_3@ + z * (@SINE_4@ + z * @SINE_5@))));
c double= @COSINE_0@ + z * (@COSINE_1@ + z * (@COSINE_2@ + z * (@COSINE_3@ + z * (@COSINE_4@ + z * @COSINE_5@))));
half double= 0.5 * z;
sine double= angle + angle * z * s;
cosine double= 1 - (half - z * z * c);

# the same without rounding
Z = angle * angle;
S = @SINE_0@ + Z * (@SINE_1@ + Z * (@SINE_2@ + Z * (@SINE_3@ + Z * (@SINE_4@ + Z * @SINE_5@))));
C = @COSINE_0@ + Z * (@COSINE_1@ + Z * (@COSINE_2@ + Z * (@COSINE_3@ + Z * (@COSINE_4@ + Z * @COSINE_5@))));
exact_sine = angle + angle * Z * S;
exact_cosine = 1 - (0.5 * Z - Z * Z * C);

# in units of 2^-53 these bounds are 3/4 and 277/256, which is 1.083
{ |angle| in [1b-500, 0.786] -> |sine - exact_sine| <= 3b-55 /\ |cosine - exact_cosine| <= 277b-61 }

|cosine - exact_cosine| $ angle;
