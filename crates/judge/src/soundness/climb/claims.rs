//! The claims of answers, minus the truth. The difference is positive where a claim is wrong.

use nalgebra::SVector;
use photofinish::{Certificate, CertifiedInterval, Extrusion, Outcome, Proximity, Real, proximity};

use super::Trial;
use super::motions::of_motion;
use crate::refine::lowest;
use crate::soundness::convert::{AnyBody, FromOracle, posed, try_given};
use crate::soundness::excess::Excess;
use crate::soundness::proof::at;
use crate::soundness::resolution;
use photofinish_oracle::advance::{Moving, Pair};

/// A kind of claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// In each interval, the bodies are farther apart than the target distance plus the margin.
    Clearance,
    /// In each interval before an impact, the bodies are farther apart than the target distance plus the margin.
    FreeBefore,
    /// The bodies do not overlap at the time of the impact.
    NoOverlap,
    /// The bodies are within the tolerance at the time of the impact.
    Tolerance,
    /// The bodies overlap at the start, or nearly so.
    Contact,
    /// The distance is at least its lower bound.
    LowerBound,
    /// The distance is not too small.
    Distance,
    /// No move shorter than the lower bound of the depth frees the bodies.
    LeastDepth,
    /// A move by the depth frees the bodies.
    Depth,
    /// No point of a body accelerates more than its bound.
    Acceleration,
    /// No point of a body is faster than its bound.
    Speed,
}

/// Returns what makes excesses of bodies of which the oracle's own rounding is known.
fn within<T: Real>(rounding: f64) -> impl Fn(Claim, f64, f64) -> Excess<Claim> {
    let unit = T::EPSILON.as_f64() / f64::EPSILON * rounding / 32.0;
    move |claim, over, allowed| Excess {
        claim,
        over,
        allowed,
        unit,
        share: f64::NAN,
    }
}

/// The times within an interval of a certificate that are checked, as shares of the interval.
const SHARES: [f64; 4] = [0.0, 0.3, 0.6, 1.0];
/// How often the steps around the worst of them are halved.
const HALVINGS: i32 = 7;
/// The largest number of intervals that are checked: the last ones, where the bodies are near.
const INTERVALS: usize = 6;

/// Returns the excess of every claim that the crate makes about a trial, as judged by the oracle.
pub fn excesses<T: Real, R: FromOracle<T, D>, const D: usize>(
    trial: &Trial<D>,
) -> Vec<Excess<Claim>> {
    let case = &trial.case;
    let (Some(a), Some(b)) = (try_given::<T, R, D>(&case.a), try_given::<T, R, D>(&case.b)) else {
        return Vec::new();
    };
    let pair = Pair::new(&a.1, &b.1);
    let mut found = of_rest::<T, R, D>((&a.1, &b.1), &pair);
    found.extend(of_query(trial, (&a.0, &b.0), &pair));
    for moving in [&a, &b] {
        found.extend(of_motion::<T, R, D>(
            &moving.0,
            &moving.1.motion,
            trial.asked.until,
        ));
    }
    found
}

/// Returns the excesses of the claims of a query.
fn of_query<T: Real, R: FromOracle<T, D>, const D: usize>(
    trial: &Trial<D>,
    (a, b): (&AnyBody<T, R, D>, &AnyBody<T, R, D>),
    pair: &Pair<D>,
) -> Vec<Excess<Claim>> {
    let (query, target) = trial.asked.query::<T>(pair.size());
    let Ok((solution, certificate)) = query.certify(a, b, T::zero()..=T::of(trial.asked.until))
    else {
        return Vec::new();
    };
    let rounding = pair.rounding_until(trial.asked.until);
    let excess = within::<T>(rounding);
    let before = |claim| excess(claim, nearest_to_claim(&certificate, pair, target), 0.0);
    match solution.outcome {
        Outcome::Separated(_) => vec![before(Claim::Clearance)],
        Outcome::Impact(impact) => {
            let time = impact.time.as_f64();
            let deep = pair.penetration_at(time);
            let beyond = pair.distance_at(time).lower - target - impact.tolerance.as_f64();
            vec![
                before(Claim::FreeBefore),
                excess(Claim::NoOverlap, deep, rounding),
                excess(Claim::Tolerance, beyond, rounding),
            ]
        }
        // the policy of these queries is to stop
        Outcome::Overlapping(_) | Outcome::Stays(_) | Outcome::DrivesIn(_) => {
            let apart = pair.distance_at(0.0).lower;
            let touching = 0.1 * T::SQRT_EPSILON.as_f64() * pair.size();
            // bodies may count as touching where the scalar cannot tell them apart, and the oracle may not see that they do
            let origin = SVector::zeros();
            let [a, b] = [a.slice(T::zero(), &origin), b.slice(T::zero(), &origin)];
            let unseen = resolution(&a, &b).as_f64();
            vec![excess(
                Claim::Contact,
                apart,
                touching + unseen + pair.rounding_until(0.0),
            )]
        }
    }
}

/// Returns the most by which an interval claims more than the distance at a time in it.
fn nearest_to_claim<T: Real, const D: usize>(
    certificate: &Certificate<T, D>,
    pair: &Pair<D>,
    target: f64,
) -> f64 {
    let skipped = certificate.intervals.len().saturating_sub(INTERVALS);
    let room = |interval: &CertifiedInterval<T, D>, halvings| {
        let span = [interval.start, interval.end].map(T::as_f64);
        let claimed = target + interval.margin.as_f64();
        let at = |share| pair.distance_at_most(at(span, share)) - claimed;
        lowest(SHARES, (0.15, halvings), at).0
    };
    let intervals = certificate.intervals[skipped..].iter();
    let worst = intervals.min_by(|one, other| room(one, 0).total_cmp(&room(other, 0)));
    worst.map_or(f64::NEG_INFINITY, |interval| -room(interval, HALVINGS))
}

/// Returns the excesses of the claims about the bodies at rest at their poses at time 0.
fn of_rest<T: Real, R: FromOracle<T, D>, const D: usize>(
    (a, b): (&Moving<D>, &Moving<D>),
    pair: &Pair<D>,
) -> Vec<Excess<Claim>> {
    let (Some(at_a), Some(at_b)) = (posed::<T, R, D>(a), posed::<T, R, D>(b)) else {
        return Vec::new();
    };
    let truth = pair.distance_at(0.0);
    let rounding = pair.rounding_until(0.0);
    let excess = within::<T>(rounding);
    let resolved = resolution(&at_a, &at_b).as_f64();
    match proximity(&at_a, &at_b) {
        Proximity::Disjoint(closest) => {
            let [lower, upper] = [closest.lower_bound, closest.distance].map(T::as_f64);
            vec![
                excess(Claim::LowerBound, lower - pair.distance_at_most(0.0), 0.0),
                excess(Claim::Distance, truth.lower - upper, rounding + resolved),
            ]
        }
        Proximity::Overlapping(found) => {
            let normal = found.contact.normal.map(T::as_f64);
            let moved = |by: f64| pair.clone().with_b_moved(&(normal * by));
            let [lower, depth] = [found.lower_bound, found.depth].map(T::as_f64);
            // a lower bound of zero claims nothing, as the bodies may only touch
            let free = if lower > 0.0 {
                moved(lower).distance_at(0.0).lower
            } else {
                -pair.size()
            };
            let still = moved(depth).penetration_at(0.0);
            vec![
                excess(Claim::LeastDepth, free, rounding),
                excess(Claim::Depth, still, rounding + 2.0 * resolved),
            ]
        }
    }
}
