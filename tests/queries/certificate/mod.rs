//! Certificates: what they state, what their check refuses, how they are written, and what an independent checker
//! says of them.

mod checker;
mod damage;
mod file;

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::motion::{ConstantVelocity3, Piecewise};
use photofinish::shape::Cuboid;
use photofinish::{InitialContact, Moving, Outcome, Query};

use crate::build::{ball, cuboid, flight3, impact, moving, rest3, tumbling};
