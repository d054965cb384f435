//! Sines and cosines of two angles at once, the same bits on every machine.

use super::Pair;

/// Up to a little more than this angle, a quarter of pi, the polynomials hold.
const NEAR: f64 = 0.785;
/// Up to so many quarters of a turn, their number has 20 binary digits.
const MOST_QUARTERS: f64 = 1e6;
/// The first 33 binary digits of half of pi, and the rest of it, which is off by less than its last one.
const QUARTER: [f64; 2] = [1.570_796_326_734_125_6, 6.077_100_506_506_192e-11];
/// Adding this rounds to a whole number, which is then in the last digits of the sum.
const TO_WHOLE: f64 = 1.5 / f64::EPSILON;

/// Returns the sines and the cosines of two angles in radians, each within 1.5 times 2^-53.
///
/// For small angles both come from the polynomials of FreeBSD's msun. Their errors are less than 2^-57 and 2^-59, so that
/// the roundings of the last operations are what counts: those of the square, of its half and of both differences are 1.09
/// times 2^-53 in all, where the cosine is smallest. Others are those of what is left after whole quarters of a turn, which
/// is off by up to half of 2^-53, and turns one into the other by at most 0.71 of that. `libm` computes far ones. The
/// figures are proven in `docs/proof`.
#[inline(always)]
pub fn sines_and_cosines(angle: Pair) -> (Pair, Pair) {
    if angle.a().abs() < NEAR && angle.b().abs() < NEAR {
        of_small(angle)
    } else {
        of_any(angle)
    }
}

/// Both for angles up to a little more than a quarter of pi.
#[inline(always)]
fn of_small(angle: Pair) -> (Pair, Pair) {
    let z = angle * angle;
    let sine = polynomial(&SINE, z);
    let cosine = polynomial(&COSINE, z);
    let half = Pair::same(0.5) * z;
    (
        angle + angle * z * sine,
        Pair::same(1.0) - (half - z * z * cosine),
    )
}

/// Takes whole quarters off first. Their number times the first part of one is exact, and so is the difference, as the
/// angle is between half of that and twice as much. The other product is off by less than 2^-65, and the last difference
/// by half of 2^-53.
#[inline(never)]
fn of_any(angle: Pair) -> (Pair, Pair) {
    let whole = angle * std::f64::consts::FRAC_2_PI + Pair::same(TO_WHOLE);
    let quarters = whole - Pair::same(TO_WHOLE);
    let most = quarters.abs();
    // written so that what is no number is far
    if !(most.a() <= MOST_QUARTERS && most.b() <= MOST_QUARTERS) {
        let (a, b) = (libm::sincos(angle.a()), libm::sincos(angle.b()));
        return (Pair::new(a.0, b.0), Pair::new(a.1, b.1));
    }
    let left = (angle - quarters * QUARTER[0]) - quarters * QUARTER[1];
    let (sine, cosine) = of_small(left);
    let a = turned_by(whole.a(), (sine.a(), cosine.a()));
    let b = turned_by(whole.b(), (sine.b(), cosine.b()));
    (Pair::new(a.0, b.0), Pair::new(a.1, b.1))
}

/// The sine and the cosine of an angle that is larger by as many quarters of a turn as the last digits of `whole` say.
/// A processor cannot guess how many there are, so there are no branches.
#[inline(always)]
fn turned_by(whole: f64, (sine, cosine): (f64, f64)) -> (f64, f64) {
    let quarters = whole.to_bits();
    let (sine, cosine) = (sine.to_bits(), cosine.to_bits());
    let swapped = (sine ^ cosine) & (quarters & 1).wrapping_neg();
    let sign = |quarters: u64| (quarters & 2) << 62;
    (
        f64::from_bits(sine ^ swapped ^ sign(quarters)),
        f64::from_bits(cosine ^ swapped ^ sign(quarters + 1)),
    )
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
    let c = |k: usize| Pair::same(coefficients[k]);
    c(0) + z * (c(1) + z * (c(2) + z * (c(3) + z * (c(4) + z * c(5)))))
}
