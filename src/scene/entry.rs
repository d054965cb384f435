//! A body of a scene, with its filters and bounds.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::SVector;

use crate::body::AnyBody;
use crate::motion::Motion;
use crate::pieces::Pieces;
use crate::swept::{SweptBox, SweptError};
use crate::{Extrusion, Real, Span, SupportMap};

/// Which groups of bodies a body belongs to, and which it meets: two bodies are a pair if each meets a group of the
/// other. By default it belongs to all groups and meets all.
///
/// ```
/// use photofinish::scene::Groups;
///
/// let (player, debris, level) = (1 << 0, 1 << 1, 1 << 2);
/// let debris = Groups { member: debris, meets: level };
/// assert!(debris.meet(&Groups { member: level, ..Groups::ALL }));
/// assert!(!debris.meet(&Groups { member: player, ..Groups::ALL }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Groups {
    /// The groups that it belongs to, a bit for each.
    pub member: u32,
    /// The groups that it meets, a bit for each.
    pub meets: u32,
}

impl Groups {
    /// The groups of a body that meets all others.
    pub const ALL: Self = Self {
        member: u32::MAX,
        meets: u32::MAX,
    };

    /// Returns whether bodies of these groups meet each other.
    pub fn meet(&self, other: &Self) -> bool {
        self.member & other.meets != 0 && other.member & self.meets != 0
    }
}

impl Default for Groups {
    fn default() -> Self {
        Self::ALL
    }
}

/// A body, and what the scene keeps of it.
#[derive(Clone, Debug)]
pub(super) struct Entry<S, P, M, T: Real, const D: usize> {
    pub(super) body: AnyBody<S, P, M, T, D>,
    /// From when on the body moves as it does now.
    pub(super) since: T,
    pub(super) groups: Groups,
    /// The box around it, or `None` for a floor.
    pub(super) swept: Option<SweptBox<T, D>>,
    pub(super) measures: Option<Measures<T>>,
    /// The bodies that it is a pair with, and the numbers of these pairs.
    pub(super) pairs: BTreeMap<usize, usize>,
    /// Bodies that it does not meet, by their places.
    pub(super) passes: BTreeSet<usize>,
}

/// What a bound of a tolerance needs of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures<T> {
    pub(super) size: T,
    /// The sum over the axes of the largest coordinate.
    pub(super) coordinates: T,
}

impl<S, P, M, T, const D: usize> Entry<S, P, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    pub(super) fn new(
        body: AnyBody<S, P, M, T, D>,
        groups: Groups,
        during: Span<T>,
    ) -> Result<Self, SweptError> {
        let swept = box_of(&body, during)?;
        Ok(Self {
            measures: measures(&body, &swept),
            body,
            since: during.start(),
            groups,
            swept,
            pairs: BTreeMap::new(),
            passes: BTreeSet::new(),
        })
    }

    /// Sends the body another way from a time on.
    pub(super) fn redirect(&mut self, motion: M, during: Span<T>) -> Result<(), SweptError> {
        let old = self.body.replace_motion(motion);
        match box_of(&self.body, during) {
            Ok(swept) => {
                self.measures = measures(&self.body, &swept);
                (self.swept, self.since) = (swept, during.start());
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

    /// Replaces the body from a time on.
    pub(super) fn replace(
        &mut self,
        body: AnyBody<S, P, M, T, D>,
        during: Span<T>,
    ) -> Result<(), SweptError> {
        self.swept = box_of(&body, during)?;
        self.measures = measures(&body, &self.swept);
        (self.body, self.since) = (body, during.start());
        Ok(())
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
