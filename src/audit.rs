//! Checks for motions and bodies that you write yourself.
//!
//! A proof is as good as the bounds and support mappings that it rests on. These functions sample a motion, a body or
//! an extrusion, and report the first of its claims that does not hold. They find mistakes that are larger than
//! rounding errors. If they find none, that proves nothing.
//!
//! ```
//! use nalgebra::Isometry2;
//! use photofinish::Span;
//! use photofinish::audit::{MotionFault, audit_motion};
//! use photofinish::motion::{FromFn, MotionBounds};
//!
//! let swing = |t: f64| Isometry2::translation((3.0 * t).sin(), 0.0);
//! let bounded_by = |acceleration: f64| {
//!     FromFn::new(swing, move |along, _, _reach| MotionBounds {
//!         acceleration: Some(acceleration * along.x.abs()),
//!         speed: Some(3.0 * along.x.abs()),
//!     })
//! };
//! let (minute, reach) = (Span::new(0.0, 60.0)?, 1.0);
//!
//! // x'' = -9 sin 3t
//! audit_motion(&bounded_by(9.0), minute, reach)?;
//! let fault = audit_motion(&bounded_by(3.0), minute, reach);
//! assert!(matches!(fault, Err(MotionFault::Acceleration { .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The samples are the same on every run. There are a few hundred, of some microseconds each: an audit belongs in a
//! test, or behind `debug_assert!`.

mod axis_fault;
mod extrusion;
mod fixed_axis;
mod frame;
mod frame_fault;
mod motion;
mod numbers;
mod pieces;
mod placement;
mod sample;
mod support_fault;
mod support_map;
mod thickness;
mod touching;

pub use axis_fault::AxisFault;
pub use extrusion::{ExtrusionFault, audit_extrusion};
pub use frame_fault::FrameFault;
pub use motion::{BrokenBound, MotionFault, audit_motion};
pub use pieces::{PiecesFault, audit_pieces};
pub use support_fault::SupportFault;
pub use support_map::audit_support_map;
