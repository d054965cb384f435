//! The answers of a scene, and why there may be none.

use thiserror::Error;

use super::BodyId;
use crate::pieces::{ContactError, PieceContact};
use crate::swept::SweptError;
use crate::{QueryError, Real};

/// Two bodies of a scene that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Meeting<T, const D: usize> {
    /// The bodies, A and B. A has the smaller id.
    pub bodies: [BodyId; 2],
    /// Which of their pieces meet, when, and where. The body of a single shape and a half-space count as piece 0.
    pub contact: PieceContact<T, D>,
}

impl<T: Real, const D: usize> Meeting<T, D> {
    /// Returns when they meet: the time of the impact, the start if they overlap there, or the time at which bodies in
    /// contact are driven into each other. For a query that ended undecided it is the time up to which it proves them
    /// free.
    pub fn time(&self) -> T {
        self.contact.time
    }

    /// Returns whether the query ended undecided. Nothing is known of later times then.
    pub fn is_undecided(&self) -> bool {
        self.contact.answer.is_err()
    }
}

/// The reason why a scene cannot do what was asked.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SceneError {
    /// The interval, or a setting of the query, makes no sense.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A body was removed, or belongs to another scene. An id of another scene is only noticed if this one has no such
    /// body: keep ids with their scene.
    #[error("there is no body {body}: it was removed, or belongs to another scene")]
    NoSuchBody {
        /// The id.
        body: BodyId,
    },
    /// The scene has as many bodies as can be numbered.
    #[error("a scene cannot have more than {most} bodies")]
    TooManyBodies {
        /// The largest number.
        most: u64,
    },
    /// A time is not in the interval of the scene.
    #[error("the time must be from {start:?} to {end:?}, but is {time:?}")]
    NotInInterval {
        /// The time.
        time: f64,
        /// When the interval of the scene starts.
        start: f64,
        /// When it ends.
        end: f64,
    },
    /// A body has coordinates or a motion that make no sense.
    #[error("{} cannot be enclosed: {error}", body.map_or("the body".into(), |body| format!("body {body}")))]
    Bounds {
        /// The body, or `None` if it was to be added.
        body: Option<BodyId>,
        /// Why.
        error: SweptError,
    },
    /// The query about two bodies failed, for example because a shape is too large for the scalar. It fails again
    /// until one of them is changed or removed, or they are [let pass](super::Scene::let_pass).
    #[error("the query about the bodies {} and {} failed: {error}", bodies[0], bodies[1])]
    Pair {
        /// The bodies.
        bodies: [BodyId; 2],
        /// Why.
        error: ContactError,
    },
}

/// Returns what becomes of an error about the bounds of a body, which has no id yet if it is to be added.
pub(super) fn cannot_enclose(
    body: impl Into<Option<BodyId>>,
) -> impl FnOnce(SweptError) -> SceneError {
    let body = body.into();
    move |error| SceneError::Bounds { body, error }
}

/// What a scene has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SceneStatistics {
    /// Pairs of boxes that were compared, those around several bodies included, and floors with boxes.
    pub box_tests: u64,
    /// Questions about pairs, over the whole time that both bodies have in common.
    pub queries: u64,
    /// Questions that were answered by what was kept from the last one.
    pub kept: u64,
    /// Questions that were put off, as the pair is free until another one meets.
    pub put_off: u64,
}
