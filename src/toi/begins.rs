//! How queries about pairs of pieces begin.

use nalgebra::SVector;

use super::WarmStart;

/// Contacts that the query looks past because another pair of bodies explains them: up to a time, whenever they begin.
///
/// The other pair was looked past itself. The bodies keep what that pair keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explained<T> {
    /// Contacts that begin later than this are answers again.
    pub(crate) until: T,
    /// The signed distance of the other pair when its contact began.
    pub(crate) distance: T,
    /// What the other pair keeps.
    pub(crate) kept_distance: T,
}

/// How a query about a pair begins that bodies of pieces ask.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Begins<T, const D: usize> {
    /// As any other.
    Afresh,
    /// It looks past contacts that other pairs explain.
    Past(Explained<T>),
    /// It tests this direction first, a unit vector from A to B.
    Along(SVector<T, D>),
}

impl<T: Copy, const D: usize> Begins<T, D> {
    /// What the search begins with.
    pub(super) fn warm(&self) -> WarmStart<T, D> {
        let axis = match self {
            Self::Along(axis) => Some(*axis),
            Self::Afresh | Self::Past(_) => None,
        };
        WarmStart { axis }
    }

    /// The contacts that it looks past.
    pub(crate) fn explained(&self) -> Option<Explained<T>> {
        match self {
            Self::Past(explained) => Some(*explained),
            Self::Afresh | Self::Along(_) => None,
        }
    }
}
