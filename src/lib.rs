//! Certified continuous collision detection: for two moving convex bodies it proves that they never touch over a time
//! interval, or says exactly when and where they first do.

mod brent;
#[cfg(feature = "serde")]
pub mod cases;
mod certificate;
mod error;
pub mod extrusion;
pub mod gjk;
pub mod motion;
mod scalar;
mod separation;
#[cfg(feature = "serde")]
mod serial;
pub mod shape;
mod simplex;
pub mod support;
mod toi;

pub use certificate::{Certificate, CertificateError, CertifiedInterval};
pub use error::{MotionError, NotFinite, QueryError, ShapeError, UndecidedReason};
pub use extrusion::{Extrusion, Moving, MovingPoints};
pub use scalar::{Real, Span};
pub use separation::{Order, SeparatingVector, supporting_distance};
#[cfg(feature = "serde")]
pub use serial::Scalar;
pub use support::SupportMap;
pub use toi::{
    Impact, InitialContact, InitialReport, Observer, Outcome, Query, Separated, Solution,
    Statistics, WarmStart, time_of_impact,
};
