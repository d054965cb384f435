//! A body at one end of a span, and how far it reaches there.

use nalgebra::SVector;

use super::SweptError;
use crate::motion::FixedAxis;
use crate::vector::least_length;
use crate::{BodyFrame, Extrusion, Real, Span, SupportMap};

/// Ulps of the coordinates that a height may lose. In ulps: a dot product three halves, the sums with the support
/// value, the radius and the error half each. The length of a unit vector may be off by 9.25, see `UNIT_VECTOR_ULPS`,
/// and with it the radius, the reach and the error of the centre along it. Together that is 12.25.
const HEIGHT_ULPS: f64 = 16.0;
/// Ulps that a height may lose when it is measured from the world's origin instead: three halves in a dot product, and
/// half in each of two sums.
const WORLD_ULPS: f64 = 4.0;

/// A body at one end of a span, measured from the origin that all ends have in common.
pub(super) struct End<S, T, const D: usize> {
    time: T,
    pub(super) slice: S,
    /// How far rounding may have moved the body, along each axis.
    rounding: SVector<T, D>,
    /// The largest coordinates that its heights are computed from.
    sizes: SVector<T, D>,
    /// The body's frame, if it is needed: where the body may turn.
    pub(super) frame: Option<BodyFrame<T, D>>,
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> End<S, T, D> {
    /// Returns how far the body reaches along the unit vector `e` at most, with one support evaluation.
    ///
    /// # Errors
    /// [`SweptError::CoordinateNotFinite`].
    pub(super) fn height(&self, e: &SVector<T, D>) -> Result<T, SweptError> {
        let of_core = self.slice.core_support_value(e) + e.dot(&self.slice.location());
        let computed = of_core + self.slice.radius();
        let error = e.abs().dot(&self.rounding) + allowance(e.abs().dot(&self.sizes));
        let height = computed + error;
        // written so that NaN is refused too
        if !(height.abs() <= T::LARGEST) {
            return Err(SweptError::CoordinateNotFinite {
                time: self.time.as_f64(),
                value: height.as_f64(),
            });
        }
        Ok(height)
    }
}

/// Returns how much a height may lose that is computed from coordinates of these sizes.
pub(super) fn allowance<T: Real>(size: T) -> T {
    size * (T::EPSILON * T::of(HEIGHT_ULPS)) + least_length::<T>()
}

/// A body, and the point from which its coordinates are measured.
pub(super) struct Path<'x, E, T, const D: usize> {
    pub(super) body: &'x E,
    pub(super) origin: SVector<T, D>,
}

impl<'x, E, T, const D: usize> Path<'x, E, T, D>
where
    T: Real,
    E: Extrusion<T, D>,
{
    pub(super) fn new(body: &'x E, during: Span<T>) -> Self {
        const { assert!(D == 2 || D == 3, "bodies are in the plane or in space") };
        Self {
            origin: body.reference(during.start()),
            body,
        }
    }

    /// Returns the body at an end of a span in which it `moves`.
    pub(super) fn end(&self, time: T, moves: Option<&FixedAxis<T, D>>) -> End<E::Slice<'x>, T, D> {
        let slice = self.body.slice(time, &self.origin);
        let may_turn = moves.is_some_and(FixedAxis::turns);
        End {
            time,
            rounding: slice.rounding(),
            sizes: slice.extents() + slice.location().abs(),
            slice,
            frame: (may_turn.then(|| self.body.frame(time, &self.origin))).flatten(),
        }
    }

    /// Returns a height along `e` measured from the world's origin, rounded up.
    ///
    /// # Errors
    /// [`SweptError::TooFar`].
    pub(super) fn in_world(
        &self,
        e: &SVector<T, D>,
        height: T,
        during: Span<T>,
    ) -> Result<T, SweptError> {
        let size = e.abs().dot(&self.origin.abs()) + height.abs();
        let rounding = size * (T::EPSILON * T::of(WORLD_ULPS)) + least_length::<T>();
        let value = height + e.dot(&self.origin) + rounding;
        if value.abs() <= T::LARGEST {
            Ok(value)
        } else {
            Err(too_far(during))
        }
    }
}

/// Returns the error for a body that may get too far away.
#[cold]
pub(super) fn too_far<T: Real>(during: Span<T>) -> SweptError {
    SweptError::TooFar {
        largest: T::LARGEST.as_f64(),
        start: during.start().as_f64(),
        end: during.end().as_f64(),
    }
}
