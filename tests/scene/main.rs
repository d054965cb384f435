//! Scenes: against all pairs of bodies one by one, and against closed forms. Runs of timewarp on them.

mod bad_input;
mod changes;
mod closed_forms;
mod threads;
mod timewarp;
mod world;

use nalgebra::{
    Isometry2, Isometry3, SVector, UnitComplex, UnitQuaternion, Vector2, Vector3, vector,
};
use photofinish::body::{AnyBody, AnyForm};
use photofinish::motion::{Ballistic, ConstantVelocity, Motion};
use photofinish::pieces::{AnyPieces, Compound};
use photofinish::scene::Groups;
use photofinish::shape::{AnyShape, Ball, Cuboid};
use photofinish::{
    HalfSpace, InitialContact, Moving, MovingHalfSpace, Query, QueryError, Real, Span,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
