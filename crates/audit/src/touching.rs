//! The audit of what a body says it touches planes with.

use nalgebra::SVector;
use photofinish::support::Touching;
use photofinish::{Real, SupportMap};

use crate::SupportFault;
use crate::numbers::listed;
use crate::sample::along_axis;
use crate::tuning::AUDITED_DEPTH;

/// Checks that the parts with which a core touches a plane are inside the core, and that one of them touches it.
///
/// A point along a direction may be off by `rounding`, a length for each axis.
pub(crate) fn touches<T: Real, const D: usize>(
    body: &dyn SupportMap<T, D>,
    along: &SVector<T, D>,
    rounding: &SVector<f64, D>,
) -> Result<(), SupportFault> {
    let height =
        |s: &SVector<T, D>, point: &SVector<T, D>| s.map(T::as_f64).dot(&point.map(T::as_f64));
    let error = |s: &SVector<T, D>| 2.0 * s.map(T::as_f64).abs().dot(rounding);
    let farthest = |s: &SVector<T, D>| height(s, &body.core_support_point(s));
    let mut touching = Touching::new();
    for share in [0.0, AUDITED_DEPTH] {
        let depth = T::of(share) * body.extents().norm() * along.norm();
        touching.clear();
        body.core_touching(along, depth, &mut touching);
        for point in touching.points() {
            if let Some(bad) = point.iter().find(|x| !x.is_finite()) {
                return Err(SupportFault::NotFinite {
                    what: "a point of a part that touches",
                    value: bad.as_f64(),
                    along: listed(along),
                });
            }
            if let Some(s) = (0..2 * D)
                .map(along_axis)
                .chain([*along])
                .find(|s| height(s, point) > farthest(s) + error(s))
            {
                return Err(SupportFault::TouchesOutside {
                    along: listed(&s),
                    point: listed(point),
                    reached: height(&s, point),
                    value: farthest(&s),
                });
            }
        }
        let heights = touching.points().map(|point| height(along, point));
        let reached = heights.fold(f64::NEG_INFINITY, f64::max);
        let least = farthest(along) - depth.as_f64();
        if reached < least - error(along) {
            return Err(SupportFault::TouchesNothing {
                along: listed(along),
                depth: depth.as_f64(),
                reached,
                least,
            });
        }
    }
    Ok(())
}
