//! Records how bodies move, and writes a page that plays the motion back in a browser.
//!
//! The page is one HTML file with everything inside: it needs no network and no server. The viewer orbits, zooms,
//! pauses, scrubs, and steps from impact to impact and from [event](Recording::event) to event, in the plane and in
//! space. Its first view holds all that is shown at any time.
//!
//! Keys: space plays and pauses, the arrows step by 1/60 s and turn with shift, N and P go to the next and the previous
//! impact, E and W to the next and the previous event, + and - zoom, H takes the first view.
//!
//! ```
//! use nalgebra::{Isometry3, vector};
//! use photofinish::shape::{AnyShape, Ball, Cuboid};
//! use photofinish_playback::{Color, Contact, Mesh, Recording};
//!
//! let mut recording = Recording::new("A ball falls onto a slab").length_unit(1e-3);
//! let slab: AnyShape<f64, 3> = Cuboid::new(vector![2.0, 0.1, 2.0])?.into();
//! let ball: AnyShape<f64, 3> = Ball::new(0.25)?.into();
//! let slab = recording.body(&Mesh::of_shape(&slab)?, Color::GROUND)?;
//! let ball = recording.body(&Mesh::of_shape(&ball)?, Color::of_index(0))?;
//! recording.pose(slab, 0.0, &Isometry3::<f64>::identity())?;
//! for frame in 0..=20 {
//!     let time = 0.025 * f64::from(frame);
//!     let height = 1.35 - 4.0 * time * time;
//!     recording.pose(ball, time, &Isometry3::translation(0.0, height, 0.0))?;
//! }
//! recording.contact(&Contact::new(0.5, vector![0.0, 0.1, 0.0], vector![0.0, 1.0, 0.0]))?;
//! let page = recording.html()?;
//! assert!(page.starts_with("<!doctype html>") && page.len() < 60_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each body has a track of its own: poses at times, between which the viewer interpolates. So a body at rest takes no
//! room, and a body that is hit between two frames may have a pose at the time of the impact. Positions are rounded to
//! a [unit of length](Recording::length_unit), times to a [unit of time](Recording::time_unit) and rotations to 1/8192.
//! Each track is written as the differences between its poses, which are mostly small numbers, and compressed (gzip).

mod color;
mod error;
mod mesh;
mod page;
mod recording;
mod track;

pub use color::Color;
pub use error::PlaybackError;
pub use mesh::Mesh;
pub use recording::{BodyId, Contact, Recording};
pub use track::Pose;
