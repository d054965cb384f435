//! What must hold of every ray cast, given the signed distance of the body.

use crate::build::*;

/// The signed distance of a body in the world, and how far rounding may move what is computed of it.
pub struct Truth<'a, const D: usize> {
    pub distance: &'a dyn Fn(&SVector<f64, D>) -> f64,
    /// The radius of the ball that is cast, or zero for a ray.
    pub radius: f64,
    pub slack: f64,
    /// By how much the normal may be off: that of a rim is known to [`TILT`].
    pub tilt: f64,
}

/// The answer of a cast in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found<const D: usize> {
    Inside,
    Miss,
    Hit {
        distance: f64,
        /// The point of the body at rest.
        point: SVector<f64, D>,
        /// The outward normal of the body at rest.
        normal: SVector<f64, D>,
        tolerance: f64,
    },
}

impl<T: Real, const D: usize> From<RayCast<T, D>> for Found<D> {
    fn from(cast: RayCast<T, D>) -> Self {
        match cast {
            RayCast::Inside => Self::Inside,
            RayCast::Miss => Self::Miss,
            RayCast::Hit(hit) => Self::Hit {
                distance: hit.distance.as_f64(),
                point: hit.point.map(T::as_f64),
                normal: hit.normal.map(T::as_f64),
                tolerance: hit.tolerance.as_f64(),
            },
        }
    }
}

impl<T: Real, const D: usize> From<ShapeCast<T, D>> for Found<D> {
    fn from(cast: ShapeCast<T, D>) -> Self {
        match cast {
            ShapeCast::Overlapping(_) => Self::Inside,
            ShapeCast::Miss => Self::Miss,
            ShapeCast::Hit(hit) => Self::Hit {
                distance: hit.distance.as_f64(),
                point: hit.contact.witness_b.map(T::as_f64),
                normal: -hit.contact.normal.map(T::as_f64),
                tolerance: hit.tolerance.as_f64(),
            },
        }
    }
}

/// Of a rim, the search takes a direction for the normal if it differs by no more than this from a vector that
/// separates: it is `SAME_DIRECTION` of `src/search/straight.rs`.
///
/// Such a vector s has all points p of the body behind it: s . (x - p) >= r for the middle x of the ball that is cast.
/// The contact q is within r and the tolerance of x, so that s . (q - p) >= -tolerance. A normal n that is e off s then
/// has |q + n - p|^2 >= 1 - 2 tolerance + |q - p|^2 - 2 e |q - p|, which is least where |q - p| is e. So a point at 1
/// along the normal is above the body by 1, less the tolerance and e^2 / 2. Nor is it above it by more than 1 and what
/// the contact itself is off.
pub const TILT: f64 = 1e-3;

/// Returns the least signed distance along a stretch of the ray. The distance is convex, so golden sections find it.
fn least<const D: usize>(truth: &Truth<D>, at: &dyn Fn(f64) -> SVector<f64, D>, end: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    let value = |t: f64| (truth.distance)(&at(t)) - truth.radius;
    let (mut from, mut to) = (0.0, end);
    for _ in 0..120 {
        let (left, right) = (to - GOLDEN * (to - from), from + GOLDEN * (to - from));
        if value(left) <= value(right) {
            to = right;
        } else {
            from = left;
        }
    }
    let values = [0.0, from, to, end].map(value);
    values.into_iter().fold(f64::INFINITY, f64::min)
}

/// Panics unless the answer is right: never late, no hit left out, and the place and the normal those of the body.
pub fn judge<T: Real, const D: usize>(
    ray: &Ray<T, D>,
    max_distance: f64,
    found: &Found<D>,
    truth: &Truth<D>,
) {
    let wide = |v: &SVector<T, D>| v.map(T::as_f64);
    let (origin, direction) = (wide(ray.origin()), wide(ray.direction()));
    let at = |t: f64| origin + direction * t;
    let (slack, radius) = (truth.slack, truth.radius);
    match *found {
        Found::Inside => {
            let start = (truth.distance)(&origin) - radius;
            assert!(start <= slack, "starts {start:e} outside: {ray:?}");
        }
        Found::Miss => {
            let least = least(truth, &at, max_distance);
            assert!(least >= -slack, "goes {least:e} deep unseen: {ray:?}");
        }
        Found::Hit {
            distance,
            point,
            normal,
            tolerance,
        } => {
            assert!((0.0..=max_distance).contains(&distance), "{found:?}");
            let before = least(truth, &at, distance);
            assert!(before >= -slack, "late, {before:e} deep: {ray:?} {found:?}");
            let left = (truth.distance)(&at(distance)) - radius;
            let most = tolerance + slack;
            assert!(left <= most, "early, {left:e}: {ray:?} {found:?}");
            // on curves the point and the normal are known as well as the distance
            let off = (truth.distance)(&point).abs();
            assert!(off <= most, "{off:e} off the surface: {ray:?} {found:?}");
            let lost = 1.0 - (truth.distance)(&(point + normal));
            let is_normal = -most <= lost && lost <= most + 0.5 * truth.tilt * truth.tilt;
            assert!(is_normal, "not a normal, {lost:e}: {ray:?} {found:?}");
        }
    }
}
