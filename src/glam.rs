//! The types of glam 0.33, which convert to those of nalgebra and back by `From` and `Into`.
//!
//! The feature `glam` turns these conversions on in nalgebra. They exist in `f32` and `f64`:
//!
//! | glam | nalgebra |
//! |---|---|
//! | `Vec2`, `Vec3`, `DVec2`, `DVec3` | `SVector` and `Point` |
//! | `Quat`, `DQuat` | `UnitQuaternion` |
//! | a position and a quaternion: `(Vec3, Quat)`, `(DVec3, DQuat)` | `Isometry3` |
//! | a position and an angle: `(Vec2, f32)`, `(DVec2, f64)` | `Isometry2` |
//! | `Mat3`, `Mat4`, `DMat3`, `DMat4` | `Isometry2`, `Isometry3`, by `TryFrom` from glam |
//!
//! ```
//! use nalgebra::Isometry3;
//! use photofinish::glam::{DQuat, DVec3};
//! use photofinish::motion::{AtRest, ConstantVelocity};
//! use photofinish::shape::{Ball, Cuboid};
//! use photofinish::{Moving, Outcome, time_of_impact};
//!
//! let start = (DVec3::new(-2.0, 0.0, 0.0), DQuat::from_rotation_z(0.5));
//! let (velocity, spin) = (DVec3::new(4.0, 0.0, 0.0), DVec3::ZERO);
//! let flight = ConstantVelocity::new(start.into(), velocity.into(), spin.into())?;
//! let ball = Moving::new(Ball::new(0.5)?, flight);
//! let wall = Moving::new(Cuboid::new(DVec3::new(0.5, 5.0, 5.0).into())?, AtRest::new(Isometry3::identity())?);
//!
//! let Outcome::Impact(impact) = time_of_impact(&ball, &wall, 0.0..=1.0)?.outcome else {
//!     panic!("the ball flies at the wall");
//! };
//! let witness = DVec3::from(impact.contact.witness_b);
//! assert!((witness - DVec3::new(-0.5, 0.0, 0.0)).length() < 1e-7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the plane, a pose is a position and an angle:
//!
//! ```
//! use nalgebra::Isometry2;
//! use photofinish::cast::{Ray, cast_ray};
//! use photofinish::glam::Vec2;
//! use photofinish::shape::Cuboid;
//! use photofinish::support::Posed;
//!
//! let tilted = Isometry2::from((Vec2::new(4.0, 0.0), std::f32::consts::FRAC_PI_4));
//! let square = Posed::new(Cuboid::new(Vec2::ONE.into())?, &tilted)?;
//! let ray = Ray::new(Vec2::ZERO.into(), Vec2::X.into())?;
//! let cast = cast_ray(&ray, &square, f32::INFINITY)?;
//! let hit = cast.hit().expect("the square is in front");
//! assert!((hit.distance - (4.0 - 2f32.sqrt())).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is not a pose
//! A quaternion is scaled to unit length when it is converted. One that is zero or NaN becomes a rotation of NaN, which
//! every motion refuses. A position that is NaN or infinite stays one in an isometry, also if it comes from a matrix:
//! nalgebra does not look at it, and every motion refuses it. A matrix that scales, shears or mirrors has no isometry:
//!
//! ```
//! use nalgebra::Isometry3;
//! use photofinish::glam::{DMat4, DQuat, DVec3, Quat, Vec3};
//! use photofinish::motion::AtRest;
//!
//! let place = DMat4::from_rotation_translation(DQuat::from_rotation_y(1.0), DVec3::X);
//! let pose = Isometry3::try_from(place).expect("a rotation and a translation");
//! assert!((DVec3::from(pose.translation.vector) - DVec3::X).length() < 1e-15);
//! assert!(Isometry3::try_from(place * DMat4::from_scale(DVec3::splat(2.0))).is_err());
//!
//! let turned = Isometry3::from((Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)));
//! assert!(AtRest::new(turned).is_err());
//!
//! let nowhere = DMat4::from_translation(DVec3::new(f64::NAN, 0.0, 0.0));
//! let nowhere = Isometry3::try_from(nowhere).expect("its rotation is one");
//! assert!(AtRest::new(nowhere).is_err());
//! ```

pub use ::glam::*;
