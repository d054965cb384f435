//! Bodies of many pieces: compounds, meshes, polylines and height fields.

mod any_body;
mod bad_input;
mod bodies;
mod cast_normals;
mod casts;
mod certificates;
mod closed_forms;
mod floors;
mod fronts;
mod gaps;
mod observers;
mod one_way;
mod ray_faces;
mod ray_starts;
mod rims;
mod sides;
mod sliding;
mod tips;

use bodies::*;
use nalgebra::{Isometry2, Isometry3, SVector, Vector2, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity, Motion};
use photofinish::pieces::{Compound, MovingPieces, Pieces, Polyline, TriMesh};
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{InitialContact, Outcome, Query, Real};
use rand::RngExt;
use rand::rngs::StdRng;
