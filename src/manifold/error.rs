//! Why there is no manifold.

use thiserror::Error;

use crate::NotFinite;

/// The reason why a manifold has no points.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ManifoldError {
    /// A coordinate of a body or of the contact is NaN, infinite, or so large that its square overflows.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    /// A length among the settings is negative, NaN, infinite or too large.
    #[error("{name} must be a finite length, not negative, but is {value:?}")]
    InvalidLength {
        /// Which length.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A manifold is to have no points at all.
    #[error("a manifold has at least one point, but max_points is 0")]
    NoPoints,
}
