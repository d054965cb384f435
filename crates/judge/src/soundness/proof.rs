//! Checks of certificates.

use std::ops::RangeInclusive;

use photofinish::{Certificate, Extrusion, Real};

/// Returns whether a certificate proves that the bodies keep the distance over the whole interval. An interval that
/// ends where it begins needs no proof.
pub fn verify<T, const D: usize>(
    certificate: &Certificate<T, D>,
    (a, b): (&impl Extrusion<T, D>, &impl Extrusion<T, D>),
    target: T,
    interval: RangeInclusive<T>,
) -> bool
where
    T: Real,
{
    let nothing = interval.start() == interval.end() && certificate.intervals.is_empty();
    nothing || certificate.verify(a, b, target, interval).is_ok()
}

/// Returns the least margin of a certificate, or `f64::MAX` if it has no intervals.
pub fn least_margin<T: Real, const D: usize>(certificate: &Certificate<T, D>) -> f64 {
    let margins = certificate
        .intervals
        .iter()
        .map(|interval| interval.margin.as_f64());
    margins.fold(f64::MAX, f64::min)
}

/// Returns the time at a share of a span. The sum may round to a time after the end.
pub fn at([start, end]: [f64; 2], share: f64) -> f64 {
    (start + (end - start) * share).min(end)
}
