//! A body of a scene, with its filters, and what the scene keeps of a pair.

use std::collections::BTreeSet;

use crate::body::{AnyBody, PairMemory, Stretch};
use crate::motion::Motion;
use crate::pieces::Pieces;
use crate::swept::SweptError;
use crate::{Real, Span, SupportMap};

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
    /// The groups that it is a member of, a bit for each.
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
    /// The body, as it moves from some time on to the end.
    pub(super) stretch: Stretch<S, P, M, T, D>,
    pub(super) groups: Groups,
    /// Bodies that it does not meet, by their places.
    pub(super) passes: BTreeSet<usize>,
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
        Ok(Self {
            stretch: Stretch::new(body, during)?,
            groups,
            passes: BTreeSet::new(),
        })
    }
}

/// What the scene keeps of a pair, whatever becomes known of it.
#[derive(Clone, Debug)]
pub(super) struct Kept<T: Real, const D: usize> {
    /// What the last question has left.
    pub(super) memory: PairMemory<T, D>,
    /// Whether that question ended with the pair free, so that the next one may too.
    pub(super) was_free: bool,
}

impl<T: Real, const D: usize> Default for Kept<T, D> {
    fn default() -> Self {
        Self {
            memory: PairMemory::new(),
            was_free: false,
        }
    }
}
