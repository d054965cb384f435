//! Passes of an engine over one step.

use std::convert::Infallible;
use std::hint::black_box;

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use photofinish::Real;
use photofinish::engine::{Body, Pass, candidates};
use photofinish::shape::{AnyShape, Cuboid};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bodies::vector;
use crate::queries::Ask;
use crate::stream::shape;

type Thing<'s, T> = Body<&'s AnyShape<T, 3>, T, UnitQuaternion<T>, 3, Infallible>;

/// How deep bodies rest in each other.
const SLOP: f64 = 0.005;

/// A shape, and where it is at the start and at the end of the step.
type Moved<T> = (AnyShape<T, 3>, [Isometry3<T>; 2]);

/// Returns the pass over a step in which stacks of boxes rest on the ground, and shapes of all kinds fall between
/// them. The first body is the ground.
pub fn step<T: Real>() -> Ask {
    let things = things::<T>();
    let pass = Pass::new()
        .allowed_overlap(T::of(1.2 * SLOP))
        .tolerance(T::of(0.25 * SLOP));
    Box::new(move || {
        let mut bodies: Vec<Thing<'_, T>> = things
            .iter()
            .map(|(shape, [start, end])| match start == end {
                true => Body::fixed(shape, *start),
                false => Body::new(shape, *start, *end),
            })
            .collect();
        let pairs = candidates(&bodies, T::zero()).expect("finite boxes");
        let respond = pass.run(black_box(&mut bodies), pairs, |event| {
            event.usual_response()
        });
        respond.is_ok_and(|report| report.queries > 90 && report.events.len() > 10)
    })
}

fn things<T: Real>() -> Vec<Moved<T>> {
    let mut random = StdRng::seed_from_u64(1);
    let still = Isometry3::translation(T::zero(), T::of(-1.0), T::zero());
    let mut things = vec![(cuboid::<T>([9.0, 1.0, 9.0]), [still; 2])];
    for column in 0..64 {
        let place = [f64::from(column % 8), f64::from(column / 8)].map(|x| 1.5 * x - 5.25);
        let rests = column % 2 == 0;
        for level in 0..4 {
            let mut up_to = |most: f64| [(); 3].map(|()| random.random_range(-most..=most));
            let (aside, turned) = (up_to(0.02), up_to(1.5));
            let (drift, spin) = (up_to(0.01), up_to(0.1));
            things.push(match rests {
                // a few are pulled deeper than they may get
                true => {
                    let height = 0.4 - SLOP + f64::from(level) * (0.8 - SLOP);
                    let at = [place[0] + aside[0], height, place[1] + aside[2]];
                    let sinks = [drift[0] * 0.1, drift[1] * 0.15, drift[2] * 0.1];
                    let level = [0.0, turned[1], 0.0];
                    (
                        cuboid([0.5, 0.4, 0.45]),
                        moved((at, level), (sinks, [0.0; 3])),
                    )
                }
                false => {
                    let at = [place[0], 0.7 + 1.5 * f64::from(level), place[1]];
                    let falls = [drift[0] * 5.0, -0.08, drift[2] * 5.0];
                    (shape(&mut random), moved((at, turned), (falls, spin)))
                }
            });
        }
    }
    things
}

fn cuboid<T: Real>(half: [f64; 3]) -> AnyShape<T, 3> {
    Cuboid::new(vector::<T, 3>(half)).expect("positive").into()
}

/// Returns both ends of a way: from a position and a turn, by so far and such a turn.
fn moved<T: Real>(
    (at, turned): ([f64; 3], [f64; 3]),
    (by, turns): ([f64; 3], [f64; 3]),
) -> [Isometry3<T>; 2] {
    let start: Isometry3<T> = Isometry3::new(vector(at), vector(turned));
    let by: Vector3<T> = vector(by);
    let turns = UnitQuaternion::from_scaled_axis(vector::<T, 3>(turns));
    let end = Translation3::from(start.translation.vector + by);
    [start, Isometry3::from_parts(end, turns * start.rotation)]
}
