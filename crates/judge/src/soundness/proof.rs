//! Checks of certificates, for several tests.

use std::ops::RangeInclusive;

use photofinish::{Certificate, Extrusion, Real};

use photofinish_oracle::advance::Pair;

/// About the largest number of intervals of a certificate that are checked. Some certificates have thousands.
const INTERVALS: usize = 50;

/// The times within each interval at which the distance is checked, as shares of the interval.
pub const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

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

/// Returns what a certificate claims: the kept distance of its first interval, over all the time that it covers. A
/// certificate without intervals claims nothing.
pub fn claimed<T: Real, const D: usize>(certificate: &Certificate<T, D>) -> (T, RangeInclusive<T>) {
    let kept = certificate.intervals.first().map(|i| i.kept_distance);
    let nothing = T::zero()..=T::zero();
    (
        kept.unwrap_or(T::zero()),
        certificate.covers().unwrap_or(nothing),
    )
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

/// Returns a time of the claimed span at which the bodies are nearer than claimed, if any is found.
pub fn refuted<T: Real, const D: usize>(
    certificate: &Certificate<T, D>,
    pair: &Pair<D>,
    (kept, claimed): &(T, RangeInclusive<T>),
) -> Option<f64> {
    let kept = kept.as_f64();
    let stride = 1 + certificate.intervals.len() / INTERVALS;
    let spans = certificate.intervals.iter().step_by(stride);
    let inside = |time: T| time.max(*claimed.start()).min(*claimed.end()).as_f64();
    let spans = spans.map(|i| [inside(i.start), inside(i.end)]);
    let mut times = spans.flat_map(|span| SHARES.map(|share| at(span, share)));
    times.find(|&time| {
        let nearest = pair.distance_at_most(time);
        let deepest = pair.rounding_until(time) - kept.min(0.0);
        (kept >= 0.0 && nearest <= kept) || pair.penetration_at(time) > deepest
    })
}
