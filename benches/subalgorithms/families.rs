//! Families of random simplices.

use nalgebra::SVector;
use photofinish::Real;
use rand::RngExt;
use rand::rngs::StdRng;

/// The kind of a random simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    /// Points anywhere in a box beside the origin.
    WellShaped,
    /// D + 1 points in random directions at distance 1 from the origin.
    Around,
    /// One side is 1e-3 to 1e-12 of the others.
    Sliver,
    /// Two points are 1e-3 to 1e-12 apart.
    NearDuplicate,
    /// A facet is 1e-12 to 1e-1 away from the origin, which lies below the inside of the facet.
    NearFacet,
    /// A facet is 1e-12 to 1e-1 away from the origin, and 1e-3 to 1e-9 wide.
    NearThinFacet,
    /// The simplex is 10 to 1000 sizes away from the origin.
    Far,
    /// The origin is exactly on a facet or an edge.
    OnBoundary,
    /// Points are on a coarse grid. This gives ties, right angles and flat simplices.
    Grid,
}

pub const ALL: [Family; 9] = [
    Family::WellShaped,
    Family::Around,
    Family::Sliver,
    Family::NearDuplicate,
    Family::NearFacet,
    Family::NearThinFacet,
    Family::Far,
    Family::OnBoundary,
    Family::Grid,
];

fn anywhere<const D: usize>(rng: &mut StdRng) -> SVector<f64, D> {
    SVector::from_fn(|_, _| rng.random_range(-1.0..1.0))
}

fn direction<const D: usize>(rng: &mut StdRng) -> SVector<f64, D> {
    loop {
        let v = anywhere::<D>(rng);
        if v.norm() > 0.1 && v.norm() < 1.0 {
            return v.normalize();
        }
    }
}

/// Returns a random number whose logarithm is uniform between those of the ends.
fn scale(rng: &mut StdRng, low: f64, high: f64) -> f64 {
    rng.random_range(low.ln()..high.ln()).exp()
}

impl Family {
    /// Returns a simplex of 1 to D + 1 points, mostly D + 1, with sizes near 1. It needs no more digits than the scalar
    /// has.
    pub fn simplex<T: Real, const D: usize>(self, rng: &mut StdRng) -> Vec<SVector<T, D>> {
        let ulps = (T::EPSILON.as_f64() / f64::EPSILON).sqrt();
        let single = if ulps > 1.0 { 0.5 } else { 1.0 };
        // in single precision the smallest ratios are the square roots of those in double precision
        let mut small = |low: f64, high: f64| scale(rng, low.powf(single), high);
        let (thin, gap) = (small(1e-12, 1e-3), small(1e-12, 1e-1));
        let width = small(1e-9, 1e-3);
        let count = if rng.random_range(0.0..1.0) < 0.6 {
            D + 1
        } else {
            rng.random_range(1..=D + 1)
        };
        let mut points: Vec<SVector<f64, D>> = (0..count).map(|_| anywhere(rng)).collect();
        let aside = direction::<D>(rng) * rng.random_range(0.3..2.0);
        match self {
            Self::WellShaped => points.iter_mut().for_each(|point| *point += aside),
            Self::Around => {
                points = (0..D + 1).map(|_| direction(rng)).collect();
            }
            Self::Sliver => {
                let axis = direction::<D>(rng);
                let aside = aside * rng.random_range(0.0..0.5);
                for point in &mut points {
                    *point += axis * (axis.dot(point) * (thin - 1.0)) + aside;
                }
            }
            Self::NearDuplicate => {
                points.iter_mut().for_each(|point| *point += aside * 0.7);
                let last = points.len() - 1;
                points[last] = points[0] + anywhere::<D>(rng) * thin;
            }
            Self::NearFacet => points = near_facet(rng, gap, 1.0),
            Self::NearThinFacet => points = near_facet(rng, gap, width),
            Self::Far => {
                let aside = direction::<D>(rng) * scale(rng, 10.0, 1000.0);
                points.iter_mut().for_each(|point| *point += aside);
            }
            Self::OnBoundary => return on_boundary(rng, count),
            Self::Grid => {
                for point in &mut points {
                    *point = point.map(|x| (x * 3.5).floor());
                }
            }
        }
        points.iter().map(|point| point.map(T::of)).collect()
    }
}

/// Returns a facet orthogonal to a random axis, `gap` away from the origin, and mostly a point behind it, as seen from
/// the origin.
fn near_facet<const D: usize>(rng: &mut StdRng, gap: f64, width: f64) -> Vec<SVector<f64, D>> {
    let axis = direction::<D>(rng);
    let across = direction::<D>(rng);
    let across = (across - axis * axis.dot(&across)).normalize();
    let mut points: Vec<SVector<f64, D>> = (0..D).map(|_| anywhere(rng)).collect();
    let middle = points.iter().sum::<SVector<f64, D>>() / D as f64;
    for point in &mut points {
        *point -= middle;
        *point -= axis * axis.dot(point);
        if D == 3 {
            *point += across * (across.dot(point) * (width - 1.0));
        }
        *point += axis * gap;
    }
    if rng.random_range(0.0..1.0) < 0.7 {
        points.insert(
            0,
            anywhere::<D>(rng) * 0.5 + axis * rng.random_range(0.6..2.0),
        );
    }
    points
}

/// Returns points with whole coordinates. One point is minus the sum of others, so that the origin is inside their
/// hull.
fn on_boundary<T: Real, const D: usize>(rng: &mut StdRng, count: usize) -> Vec<SVector<T, D>> {
    let whole = |rng: &mut StdRng| anywhere::<D>(rng).map(|x| (x * 1000.0).round());
    let mut points: Vec<SVector<f64, D>> = (0..count.max(2)).map(|_| whole(rng)).collect();
    let used = rng.random_range(1..points.len().min(D).max(2));
    let sum = points[..used].iter().sum::<SVector<f64, D>>();
    points[used] = -sum;
    points.reverse();
    points.iter().map(|point| point.map(T::of)).collect()
}
