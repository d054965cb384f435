// the example is for `rapier3d` in single precision, and tested there
#![cfg_attr(
    any(not(doctest), all(feature = "dim3", not(feature = "f64"))),
    doc = include_str!("../README.md")
)]

#[cfg(feature = "dim2")]
extern crate rapier2d as rapier;
#[cfg(feature = "dim3")]
extern crate rapier3d as rapier;

mod actor;
mod ccd;
mod characters;
mod convex;
mod depth;
mod dispatcher;
mod error;
mod filter;
mod gauge;
pub mod math;
mod movers;
mod near;
mod pace;
mod pressed;
mod report;
mod scene;
mod shapes;
mod solid;
mod starts;
mod sweep;

pub use ccd::{Ccd, Parts, Scope};
pub use convex::to_parry;
pub use dispatcher::ProvenCasts;
pub use error::ConversionError;
pub use report::{Cause, Followed, Impact, Report};
pub use solid::Solid;

pub use photofinish;
pub use photofinish::engine::PassError;
