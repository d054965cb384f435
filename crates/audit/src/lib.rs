#![doc = include_str!("../README.md")]
// the samples are the same on every machine
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

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
mod tuning;

pub use axis_fault::AxisFault;
pub use extrusion::{ExtrusionFault, audit_extrusion};
pub use frame_fault::FrameFault;
pub use motion::{BrokenBound, MotionFault, audit_motion};
pub use pieces::{PiecesFault, audit_pieces};
pub use support_fault::SupportFault;
pub use support_map::audit_support_map;
