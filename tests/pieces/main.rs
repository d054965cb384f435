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
use nalgebra::{
    Isometry2, Isometry3, Point, SVector, UnitComplex, UnitQuaternion, Vector2, Vector3, vector,
};
use photofinish::cast::{Ray, RayCast, ShapeCast};
use photofinish::motion::{AtRest, ConstantVelocity, FromFn, Motion, MotionBounds, Piecewise};
use photofinish::pieces::{
    Compound, ContactError, Front, MovingPieces, PieceContact, Pieces, PiecesCertificateError,
    Polyline, ProofStep, TriMesh, nearest_pieces, pieces_touch,
};
use photofinish::shape::{AnyShape, Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{
    CertifiedInterval, HalfSpace, InitialContact, MovingHalfSpace, Outcome, Query, QueryError,
    Real, Span, SupportMap,
};
use rand::RngExt;
use rand::rngs::StdRng;
