//! The pass of an engine over one time step.

mod at_the_allowed_depth;
mod bad_input;
mod balls;
mod carried;
mod floors;
mod ground;
mod long_run;
mod near_the_allowed_depth;
mod never_deeper;
mod order;
mod parts;
mod pieces;
mod responses;
mod slides;

use nalgebra::{Isometry2, UnitComplex};
use photofinish::engine::{Body, Event, Report};
use photofinish::shape::{AnyShape, Ball, Cuboid};

type Body2<'s> = Body<&'s AnyShape<f64, 2>, f64, UnitComplex<f64>, 2>;
type Event2 = Event<f64, UnitComplex<f64>, 2>;
type Report2 = Report<f64, UnitComplex<f64>, 2>;

fn at(x: f64, y: f64) -> Isometry2<f64> {
    Isometry2::translation(x, y)
}

fn ball(radius: f64) -> AnyShape<f64, 2> {
    Ball::new(radius).expect("a ball").into()
}

fn cuboid(x: f64, y: f64) -> AnyShape<f64, 2> {
    Cuboid::new([x, y].into()).expect("a box").into()
}

/// Returns the pairs of events in their order.
fn pairs(report: &Report2) -> Vec<[usize; 2]> {
    report.events.iter().map(|event| event.pair).collect()
}
