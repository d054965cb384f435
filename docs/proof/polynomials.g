# How far the polynomials of sines.g are from the first terms of the series of sine and cosine, for z = angle^2: the
# differences of their coefficients, as Sines.v has them: S and C there. Nothing is rounded. The sine's is times an angle below 1.
difference_of_sines = (@SINE_0@ + 1/6) + z * ((@SINE_1@ - 1/120) + z * ((@SINE_2@ + 1/5040) + z * ((@SINE_3@ - 1/362880)
  + z * ((@SINE_4@ + 1/39916800) + z * ((@SINE_5@ - 1/6227020800) + z * (1/1307674368000 - z * (1/355687428096000)))))));
difference_of_cosines = (@COSINE_0@ - 1/24) + z * ((@COSINE_1@ + 1/720) + z * ((@COSINE_2@ - 1/40320) + z * ((@COSINE_3@ + 1/3628800)
  + z * ((@COSINE_4@ - 1/479001600) + z * ((@COSINE_5@ + 1/87178291200) - z * (1/20922789888000 - z * (1/6402373705728000)))))));

{ z in [0, 0.62] -> |z * difference_of_sines| <= 1b-57 /\ |z * z * difference_of_cosines| <= 1b-59 }

$ z in 700;
