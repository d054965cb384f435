//! A body over a span of time, with a box around its way.

use super::AnyBody;
use crate::motion::Motion;
use crate::pieces::Pieces;
use crate::swept::{SweptBox, SweptError};
use crate::{Extrusion, Real, Span, SupportMap};

/// A body that moves in one way during a span.
#[derive(Clone, Debug)]
pub(crate) struct Stretch<S, P, M, T: Real, const D: usize> {
    pub(crate) body: AnyBody<S, P, M, T, D>,
    pub(crate) during: Span<T>,
    /// The box around it, or `None` for a floor.
    pub(crate) swept: Option<SweptBox<T, D>>,
    pub(crate) measures: Option<Measures<T>>,
}

/// A box around a body on its way, or `None` for a floor, and what a bound of a tolerance needs of it.
pub(crate) type Bounds<T, const D: usize> = (Option<SweptBox<T, D>>, Option<Measures<T>>);

/// What scenes need to know of a body to bound a tolerance, and to tell whether a query may refuse it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures<T> {
    pub(crate) size: T,
    /// The diameter of the largest ball that fits into the body, or into its thinnest piece.
    pub(crate) thickness: T,
    /// The sum over the axes of the largest coordinate.
    pub(crate) coordinates: T,
}

impl<S, P, M, T, const D: usize> Stretch<S, P, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    pub(crate) fn new(body: AnyBody<S, P, M, T, D>, during: Span<T>) -> Result<Self, SweptError> {
        let (swept, measures) = bounds(&body, during)?;
        Ok(Self {
            body,
            during,
            swept,
            measures,
        })
    }

    /// Returns the bounds of the body if it goes another way, during another span.
    pub(crate) fn bounds_on(
        &self,
        motion: &M,
        during: Span<T>,
    ) -> Result<Bounds<T, D>, SweptError> {
        bounds(&self.body.on(motion), during)
    }

    /// Returns the bounds of the body on its own way, during another span.
    pub(crate) fn bounds_during(&self, during: Span<T>) -> Result<Bounds<T, D>, SweptError> {
        bounds(&self.body, during)
    }

    /// Says that the body is on its way during another span, with its bounds there.
    pub(crate) fn set_during(&mut self, during: Span<T>, bounds: Bounds<T, D>) {
        self.during = during;
        (self.swept, self.measures) = bounds;
    }

    /// Sends the body another way, during another span, with its bounds there.
    pub(crate) fn redirect(&mut self, motion: M, during: Span<T>, bounds: Bounds<T, D>) {
        self.body.replace_motion(motion);
        self.set_during(during, bounds);
    }

    /// Returns the box in which the body keeps half of a distance: two bodies whose boxes have no point in common keep
    /// it. `None` for a floor.
    pub(crate) fn around(&self, distance: T) -> Option<SweptBox<T, D>> {
        grown_by_half(self.swept.as_ref(), distance)
    }

    /// Returns whether a floor comes within a distance of another body's box, while it is there. Two floors do not.
    pub(crate) fn reaches(&self, other: &Self, distance: T) -> bool {
        let distance = distance.max(T::zero());
        let swept = other.swept.as_ref();
        swept.is_some_and(|swept| self.body.reaches(swept, distance, self.during))
    }
}

/// Returns a box, if there is one, in which what keeps to it keeps half of a distance.
pub(crate) fn grown_by_half<T: Real, const D: usize>(
    swept: Option<&SweptBox<T, D>>,
    distance: T,
) -> Option<SweptBox<T, D>> {
    let half = distance.max(T::zero()) * T::of(0.5);
    swept.map(|swept| swept.grown(half))
}

/// Returns the bounds of a body. One that may get anywhere has a box without an end.
fn bounds<S, P, M, T, const D: usize>(
    body: &AnyBody<S, P, M, T, D>,
    during: Span<T>,
) -> Result<Bounds<T, D>, SweptError>
where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    let swept = match body.swept_box(during) {
        Err(
            SweptError::NoBounds { .. }
            | SweptError::BoundNotFinite { .. }
            | SweptError::TooFar { .. },
        ) => Some(SweptBox::everywhere()),
        swept => swept?,
    };
    let sizes = match body {
        AnyBody::Shape(body) => Some((body.size(), body.inner_diameter())),
        AnyBody::Pieces(body) => {
            let tree = body.pieces().tree();
            Some((tree.size_of_pieces(), tree.thinnest()))
        }
        AnyBody::Floor(_) | AnyBody::MovingFloor(_) => None,
    };
    let measures = sizes.zip(swept).map(|((size, thickness), swept)| {
        let larger = |min: T, max: T| min.abs().max(max.abs());
        Measures {
            size,
            thickness,
            coordinates: swept.min.zip_map(&swept.max, larger).sum(),
        }
    });
    Ok((swept, measures))
}
