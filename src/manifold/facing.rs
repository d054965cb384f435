//! How two bodies stand along the normal of their contact.

use nalgebra::SVector;

use super::meet::Candidate;
use super::outline::Lengths;
use super::{ContactId, ContactPoint, ManifoldError};
use crate::error::{finite, finite_point};
use crate::support::Difference;
use crate::vector::unit;
use crate::{Contact, Real, SupportMap};

/// Errors of a support value that a separation and the least separation may differ by: each is the difference of two
/// heights, one of either body, and a height computed here is off by less than a support value.
const SEPARATION_ERRORS: f64 = 4.0;

/// How two bodies stand along the normal of their contact.
pub(super) struct Facing<T, const D: usize> {
    pub(super) normal: SVector<T, D>,
    /// The normal, and two vectors across it, of which the second is zero in the plane.
    pub(super) axes: [SVector<f64, D>; 3],
    pub(super) lengths: Lengths,
    pub(super) within: f64,
    radii: [T; 2],
}

impl<T: Real, const D: usize> Facing<T, D> {
    /// Checks the input, and measures the bodies along the normal and across it.
    ///
    /// `asked` are the lengths that were set: within, and merging.
    pub(super) fn new<A, B>(
        a: &A,
        b: &B,
        contact: &Contact<T, D>,
        asked: [Option<T>; 2],
    ) -> Result<Self, ManifoldError>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        finite_point("the normal of the contact", contact.normal)?;
        for witness in [contact.witness_a, contact.witness_b] {
            finite_point("a witness point of the contact", witness)?;
        }
        if contact.normal == SVector::<T, D>::zeros() {
            return Err(ManifoldError::NoNormal);
        }
        let normal = unit(contact.normal);
        // of the witness points, along the normal
        let distance = normal.dot(&(contact.witness_b - contact.witness_a));
        let bodies = Difference::new(a, b);
        if let Some(value) = bodies.first_bad_coordinate(&normal) {
            finite("a body's coordinate", value)?;
        }
        let [u, v] = across(&normal.map(T::as_f64));
        let mut width = [0.0_f64; 2];
        for axis in [u, v] {
            let axis = axis.map(T::of);
            let of_a = a.core_support_value(&axis) + a.core_support_value(&-axis);
            let of_b = b.core_support_value(&axis) + b.core_support_value(&-axis);
            width = [width[0].max(of_a.as_f64()), width[1].max(of_b.as_f64())];
        }
        let radii = [a.radius(), b.radius()];
        let [of_a, of_b] = [0, 1].map(|side| width[side] + 2.0 * radii[side].as_f64());
        let error = bodies.rounding_by_axis().norm().as_f64();
        let tolerance = T::SQRT_EPSILON.as_f64() * of_a.min(of_b) + SEPARATION_ERRORS * error;
        let within = setting("within", asked[0], tolerance)?;
        // a normal that is not the best shows a lesser distance than there is
        let missed = (distance - bodies.supporting_distance(&normal)).as_f64();
        let lengths = Lengths {
            tolerance,
            merging: setting("merging", asked[1], tolerance)?,
            depth: within + missed.max(0.0) + tolerance,
            nearest: (distance + radii[0] + radii[1]).as_f64() - missed.min(0.0),
        };
        Ok(Self {
            normal,
            axes: [unit(normal.map(T::as_f64)), u, v],
            lengths,
            within,
            radii,
        })
    }

    /// The contact itself as a candidate, measured from this location of A.
    pub(super) fn candidate(&self, contact: &Contact<T, D>, location: &SVector<T, D>) -> Candidate {
        let witnesses = [contact.witness_a, contact.witness_b];
        let [a, b] = witnesses.map(|point| point.map(T::as_f64) - location.map(T::as_f64));
        let [n, u, v] = self.axes;
        let [r, s] = self.radii.map(T::as_f64);
        let at = [a, b].map(|point| [u.dot(&point), v.dot(&point)]);
        let heights = [n.dot(&a) - r, -n.dot(&b) - s];
        let id = ContactId {
            feature_a: contact.feature_a,
            feature_b: contact.feature_b,
        };
        Candidate::preferred(at, heights, id)
    }

    /// The contact point in the world, of a candidate that is measured from this location of A.
    pub(super) fn point(
        &self,
        candidate: &Candidate,
        location: &SVector<T, D>,
    ) -> ContactPoint<T, D> {
        let [n, u, v] = self.axes;
        let place = |side: usize, height: f64| {
            let [x, y] = candidate.at[side];
            location + (u * x + v * y + n * height).map(T::of)
        };
        let [r, s] = self.radii.map(T::as_f64);
        let [a, b] = [candidate.heights[0] + r, -candidate.heights[1] - s];
        ContactPoint {
            witness_a: place(0, a),
            witness_b: place(1, b),
            separation: T::of(b - a),
            id: candidate.id,
        }
    }
}

/// Returns two unit vectors across a normal and each other; in the plane the second is zero.
pub(super) fn across<const D: usize>(normal: &SVector<f64, D>) -> [SVector<f64, D>; 2] {
    if D == 2 {
        let u = SVector::from_fn(|axis, _| [-normal[1], normal[0]][axis]);
        return [u, SVector::zeros()];
    }
    // the axis that is most across the normal, less its part along the normal
    let mut u = SVector::zeros();
    u[normal.iamin()] = 1.0;
    let u = unit(u - normal * normal[normal.iamin()]);
    let term = |i: usize, j: usize| normal[i % 3] * u[j % 3] - normal[j % 3] * u[i % 3];
    [u, SVector::from_fn(|axis, _| term(axis + 1, axis + 2))]
}

fn setting<T: Real>(
    name: &'static str,
    value: Option<T>,
    otherwise: f64,
) -> Result<f64, ManifoldError> {
    let value = value.map_or(otherwise, T::as_f64);
    if (0.0..=T::LARGEST.as_f64()).contains(&value) {
        Ok(value)
    } else {
        Err(ManifoldError::InvalidLength { name, value })
    }
}
