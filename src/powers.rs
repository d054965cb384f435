//! Powers of two, exact on every machine.

/// Returns two to the power `exponent`, exactly. Exponents outside those of normal numbers, -1022 to 1023, count as the
/// nearest of them.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    const BIAS: i32 = 1023;
    // from 1 to 2046
    let biased = (exponent.clamp(1 - BIAS, BIAS) + BIAS).unsigned_abs();
    f64::from_bits(u64::from(biased) << 52)
}

/// Returns the exponent of the largest power of two that does not exceed the size of a normal number.
pub(crate) fn exponent_of(normal: f64) -> i32 {
    ((normal.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_exact() {
        for exponent in -1022..=1023 {
            let power = power_of_two(exponent);
            assert_eq!(exponent_of(power), exponent);
            assert_eq!(exponent_of(-1.75 * power), exponent);
            assert_eq!(
                power,
                2f64.powi(exponent.max(-1021)) * if exponent < -1021 { 0.5 } else { 1.0 }
            );
        }
    }
}
