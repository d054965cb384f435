//! A body over a span of time, with a box around its way.

use nalgebra::SVector;

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

/// What a bound of a tolerance needs of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures<T> {
    pub(crate) size: T,
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
        let swept = box_of(&body, during)?;
        Ok(Self {
            measures: measures(&body, &swept),
            body,
            during,
            swept,
        })
    }

    /// Sends the body another way, during another span.
    pub(crate) fn redirect(&mut self, motion: M, during: Span<T>) -> Result<(), SweptError> {
        let old = self.body.replace_motion(motion);
        match box_of(&self.body, during) {
            Ok(swept) => {
                self.measures = measures(&self.body, &swept);
                (self.swept, self.during) = (swept, during);
                Ok(())
            }
            Err(error) => {
                match (old, &self.body) {
                    (Some(old), _) => drop(self.body.replace_motion(old)),
                    (None, AnyBody::MovingFloor(floor)) => {
                        self.body = AnyBody::Floor(floor.half_space());
                    }
                    (None, _) => unreachable!("only a half-space at rest has no motion"),
                }
                Err(error)
            }
        }
    }

    /// Returns the box in which the body keeps half of a distance: two bodies whose boxes have no point in common keep
    /// it. `None` for a floor.
    pub(crate) fn around(&self, distance: T) -> Option<SweptBox<T, D>> {
        let half = distance.max(T::zero()) * T::of(0.5);
        self.swept.as_ref().map(|swept| swept.grown(half))
    }

    /// Returns whether a floor comes within a distance of another body's box, while it is there. Two floors do not.
    pub(crate) fn reaches(&self, other: &Self, distance: T) -> bool {
        let distance = distance.max(T::zero());
        let swept = other.swept.as_ref();
        swept.is_some_and(|swept| self.body.reaches(swept, distance, self.during))
    }
}

/// Returns a box around a body, or `None` for a floor. A body that may get anywhere has a box without an end.
fn box_of<S, P, M, T, const D: usize>(
    body: &AnyBody<S, P, M, T, D>,
    during: Span<T>,
) -> Result<Option<SweptBox<T, D>>, SweptError>
where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    let everywhere = SVector::repeat(T::of(f64::INFINITY));
    match body.swept_box(during) {
        Err(
            SweptError::NoBounds { .. }
            | SweptError::BoundNotFinite { .. }
            | SweptError::TooFar { .. },
        ) => Ok(Some(SweptBox {
            min: -everywhere,
            max: everywhere,
        })),
        swept => swept,
    }
}

fn measures<S, P, M, T, const D: usize>(
    body: &AnyBody<S, P, M, T, D>,
    swept: &Option<SweptBox<T, D>>,
) -> Option<Measures<T>>
where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    let size = match body {
        AnyBody::Shape(body) => body.size(),
        AnyBody::Pieces(body) => body.size_of_pieces(),
        AnyBody::Floor(_) | AnyBody::MovingFloor(_) => return None,
    };
    let swept = swept.as_ref()?;
    let largest = swept
        .min
        .zip_map(&swept.max, |min, max| min.abs().max(max.abs()));
    Some(Measures {
        size,
        coordinates: largest.sum(),
    })
}
