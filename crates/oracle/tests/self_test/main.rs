//! Tests of the oracle itself against closed forms. `random.rs` tests it on random bodies, `fastest.rs` tests the
//! fastest points.

mod distances;
mod fastest;
mod random;
mod thin;
mod times;

use nalgebra::Vector3;
use photofinish_oracle::advance::{Advance, Moving, Pair, Search};
use photofinish_oracle::distance::Bounds;
use photofinish_oracle::motion::{Ballistic, Motion, Orientation};
use photofinish_oracle::planted::Dice;
use photofinish_oracle::shape::{Body, Shape};

const UPRIGHT: Orientation = Orientation::Quaternion([0.0, 0.0, 0.0, 1.0]);

fn at(x: f64, y: f64, z: f64) -> Ballistic<3> {
    Ballistic::at_rest(Vector3::new(x, y, z), UPRIGHT)
}

fn pair(a: (Shape<3>, Ballistic<3>), b: (Shape<3>, Ballistic<3>)) -> Pair<3> {
    let moving = |(shape, motion)| Moving {
        body: Body::sharp(shape),
        motion: Motion::Ballistic(motion),
    };
    Pair::new(&moving(a), &moving(b))
}

/// Returns bodies at rest, the second one at this place.
fn beside(a: Shape<3>, b: Shape<3>, [x, y, z]: [f64; 3]) -> Pair<3> {
    pair((a, at(0.0, 0.0, 0.0)), (b, at(x, y, z)))
}

fn ball(radius: f64) -> Shape<3> {
    Shape::Ball { radius }
}

fn cube(half: f64) -> Shape<3> {
    Shape::Cuboid {
        half: Vector3::repeat(half),
    }
}

fn turned(axis: Vector3<f64>, angle: f64) -> Orientation {
    let v = axis.normalize() * (angle / 2.0).sin();
    Orientation::Quaternion([v.x, v.y, v.z, (angle / 2.0).cos()])
}

/// Returns a sweep in even rounds, and a flight that spins at up to this rate in odd ones.
fn moving(dice: &mut Dice, round: u32, turn: f64, spin: f64) -> Motion<3> {
    if round.is_multiple_of(2) {
        return Motion::Sweep(dice.sweep(turn, 2.0));
    }
    Motion::Ballistic(Ballistic {
        center: dice.in_ball(),
        linvel: dice.in_ball(),
        acc: dice.in_ball(),
        angvel: dice.in_ball::<3>() * spin,
        ..dice.resting()
    })
}

#[track_caller]
fn assert_distance(pair: &Pair<3>, expected: f64) {
    let bounds = pair.distance_at(0.0);
    let Bounds { lower, upper, .. } = bounds;
    assert!(
        lower <= expected + 1e-14 && upper >= expected - 1e-14,
        "{expected} is not in {bounds:?}"
    );
    assert!(upper - lower < 1e-11, "{bounds:?}");
}

#[track_caller]
fn hit_time<const D: usize>(pair: &Pair<D>, end: f64) -> f64 {
    match pair.advance(0.0, end, &Search::contact(1e-10)) {
        Advance::Hit { time, .. } => time,
        other => panic!("expected a hit: {other:?}"),
    }
}
