//! Times of impact against closed forms, and what the settings promise.

mod allowance;
mod answers;
mod contact;
mod kept_contact;
mod moving;
mod once_wrong;

use nalgebra::{
    Isometry2, Isometry3, SVector, Translation3, UnitQuaternion, Vector2, Vector3, vector,
};
use photofinish::motion::{
    AtRest, Ballistic3, ConstantVelocity, ConstantVelocity2, ConstantVelocity3, FromFn,
    MotionBounds, Piecewise, Sweep3,
};
use photofinish::shape::{Capsule, Cuboid, Segment, Triangle};
use photofinish::support::Rounded;
use photofinish::{
    Extrusion, InitialContact, Moving, MovingPoints, Order, Outcome, Query, Real, Solution, Span,
    WarmStart, time_of_impact,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::build::{
    at, ball, cuboid, flight3, gliding, impact, is_separated, moving, rest3, tumbling, turning,
};
