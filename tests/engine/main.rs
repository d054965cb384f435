//! The pass of an engine over one time step.

mod bad_input;
mod balls;
mod carried;
mod floors;
mod ground;
mod long_run;
mod near_the_allowed_depth;
mod never_deeper;
mod parts;
mod pieces;
mod responses;
mod slides;

use nalgebra::{Isometry2, Isometry3, UnitComplex, UnitQuaternion, Vector2, Vector3, vector};
use photofinish::engine::{Body, Event, Kind, Pass, Report, Response, Then, candidates};
use photofinish::motion::{Motion, Rotor, Sweep};
use photofinish::pieces::Pieces;
use photofinish::shape::{AnyShape, Ball, Cuboid};
use photofinish::{HalfSpace, Real, SupportMap};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

type Body2<'s> = Body<&'s AnyShape<f64, 2>, f64, UnitComplex<f64>, 2>;
type Report2 = Report<f64, UnitComplex<f64>, 2>;
type Response2 = Response<f64, UnitComplex<f64>, 2>;

fn at(x: f64, y: f64) -> Isometry2<f64> {
    Isometry2::translation(x, y)
}

fn ball(radius: f64) -> AnyShape<f64, 2> {
    Ball::new(radius).expect("a ball").into()
}

fn cuboid(x: f64, y: f64) -> AnyShape<f64, 2> {
    Cuboid::new([x, y].into()).expect("a box").into()
}

fn level() -> HalfSpace<f64, 2> {
    HalfSpace::new(Vector2::y(), Vector2::zeros()).expect("a normal")
}

/// Runs a step over all pairs.
fn step<S, P, T: Real, R, const D: usize>(
    pass: &Pass<T>,
    bodies: &mut [Body<S, T, R, D, P>],
    respond: impl FnMut(&Event<T, R, D>) -> Response<T, R, D>,
) -> Report<T, R, D>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    R: Rotor<T, D>,
{
    let report = pass.run(bodies, all_pairs(bodies.len()), respond);
    report.expect("a step")
}

/// Runs a step over all pairs with the usual response.
fn usual<S, P, T: Real, R, const D: usize>(
    pass: &Pass<T>,
    bodies: &mut [Body<S, T, R, D, P>],
) -> Report<T, R, D>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    R: Rotor<T, D>,
{
    step(pass, bodies, |event| event.usual_response())
}

fn all_pairs(bodies: usize) -> Vec<[usize; 2]> {
    let pairs = (0..bodies).flat_map(|b| (0..b).map(move |a| [a, b]));
    pairs.collect()
}

/// Returns the pairs of events in their order.
fn pairs(report: &Report2) -> Vec<[usize; 2]> {
    report.events.iter().map(|event| event.pair).collect()
}
