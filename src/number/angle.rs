//! Sines and cosines of two angles at once, the same bits on every machine.

use super::Pair;

/// Below this angle the polynomials hold: a quarter of pi, less a little.
const NEAR: f64 = 0.785;

/// Returns the sines and the cosines of two angles in radians, each within an ulp.
///
/// For small angles both come from the polynomials of FreeBSD's msun. Their errors are less than 2^-58 of the sine and
/// 2^-60 of the cosine, so that the roundings of the last operations are what counts: less than 0.6 ulps for sums whose
/// first term is the largest by far. `libm` computes the others.
#[inline(always)]
pub fn sines_and_cosines(angle: Pair) -> (Pair, Pair) {
    if !(angle.a().abs() < NEAR && angle.b().abs() < NEAR) {
        return far(angle);
    }
    let z = angle * angle;
    let sine = polynomial(&SINE, z);
    let cosine = polynomial(&COSINE, z);
    let half = Pair::same(0.5) * z;
    (
        angle + angle * z * sine,
        Pair::same(1.0) - (half - z * z * cosine),
    )
}

#[inline(never)]
fn far(angle: Pair) -> (Pair, Pair) {
    let (a, b) = (libm::sincos(angle.a()), libm::sincos(angle.b()));
    (Pair::new(a.0, b.0), Pair::new(a.1, b.1))
}

/// The coefficients of the sine: those of x^3, x^5, ...
const SINE: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

/// The coefficients of the cosine: those of x^4, x^6, ...
const COSINE: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// A polynomial by Horner's rule, from its constant on.
#[inline(always)]
fn polynomial(coefficients: &[f64; 6], z: Pair) -> Pair {
    let [c0, c1, c2, c3, c4, c5] = coefficients.map(Pair::same);
    c0 + z * (c1 + z * (c2 + z * (c3 + z * (c4 + z * c5))))
}
