//! Streams of many different pairs, one after another. A change that helps one pair and harms another shows in their
//! sum.

use std::hint::black_box;

use photofinish::shape::{AnyShape, Ball, Capsule, ConvexHull, Cuboid};
use photofinish::{InitialContact, Query, Real};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bodies::{Body, ellipsoid, placed, vector};
use crate::queries::Ask;

/// The pairs of a stream.
const PAIRS: usize = 100;

/// How the bodies of a stream move.
struct Movement {
    /// The largest distance along either axis by which one body is aimed beside the centre of the other.
    aside: f64,
    /// The largest spin about each axis, in radians per interval.
    spin: f64,
}

const TUMBLING: Movement = Movement {
    aside: 0.5,
    spin: 0.5,
};

/// Returns the query for pairs that turn by half a radian or so and mostly hit each other.
pub fn tumble<T: Real>() -> Ask {
    ask::<T>(&TUMBLING)
}

/// Returns the query for pairs that do not turn and mostly hit each other.
pub fn translate<T: Real>() -> Ask {
    ask::<T>(&Movement {
        aside: 0.5,
        spin: 0.0,
    })
}

/// Returns the query for pairs that turn by several radians and mostly hit each other.
pub fn spin<T: Real>() -> Ask {
    ask::<T>(&Movement {
        aside: 0.5,
        spin: 6.0,
    })
}

/// Returns the query for pairs that turn. Many of them pass each other closely.
pub fn graze<T: Real>() -> Ask {
    ask::<T>(&Movement {
        aside: 1.8,
        spin: 0.5,
    })
}

/// Returns the query for the pairs of [`tumble`] that asks only if they hit each other.
pub fn tumble_only_if<T: Real>() -> Ask {
    let pairs = pairs::<T>(&TUMBLING);
    Box::new(move || {
        let interval = black_box(T::zero())..=black_box(T::one());
        let hits = pairs.iter().filter(|[a, b]| {
            let found = Query::new().touches(black_box(a), black_box(b), interval.clone());
            black_box(found).is_ok_and(|touches| touches)
        });
        hits.count() > PAIRS / 2
    })
}

/// Returns the query for the pairs of [`tumble`] that an engine asks, which lets bodies overlap a little.
pub fn tumble_in_engine<T: Real>() -> Ask {
    let query = Query::new()
        .target_distance(T::of(-0.006))
        .tolerance(T::of(0.0005))
        .initial_contact(InitialContact::IgnoreSeparating)
        .budget(10_000);
    ask_all::<T>(&TUMBLING, query)
}

fn pairs<T: Real>(movement: &Movement) -> Vec<[Body<AnyShape<T, 3>, T>; 2]> {
    let mut random = StdRng::seed_from_u64(1);
    (0..PAIRS)
        .map(|_| [-2.0, 0.5].map(|x| body::<T>(&mut random, x, movement)))
        .collect()
}

fn ask<T: Real>(movement: &Movement) -> Ask {
    ask_all::<T>(movement, Query::new())
}

fn ask_all<T: Real>(movement: &Movement, query: Query<T>) -> Ask {
    let pairs = pairs::<T>(movement);
    Box::new(move || {
        let interval = black_box(T::zero())..=black_box(T::one());
        pairs.iter().all(|[a, b]| {
            let found = query.time_of_impact(black_box(a), black_box(b), interval.clone());
            black_box(found).is_ok()
        })
    })
}

/// Returns a body at `x` that flies towards the other one.
fn body<T: Real>(random: &mut StdRng, x: f64, movement: &Movement) -> Body<AnyShape<T, 3>, T> {
    let aside = movement.aside / 2.0;
    let position = [
        x,
        random.random_range(-aside..=aside),
        random.random_range(-aside..=aside),
    ];
    let speed = random.random_range(1.5..=2.5);
    let velocity = [-speed * x.signum(), random.random_range(-0.2..=0.2), 0.0];
    let turn = [(); 3].map(|()| random.random_range(-1.5..=1.5));
    let spin = [(); 3].map(|()| random.random_range(-1.0..=1.0) * movement.spin);
    placed(shape(random), position, turn).moving(velocity, spin)
}

/// Returns a ball, capsule, cuboid or hull of points.
pub fn shape<T: Real>(random: &mut StdRng) -> AnyShape<T, 3> {
    let half = [(); 3].map(|()| random.random_range(0.2..=0.7));
    match random.random_range(0..4) {
        0 => Ball::new(T::of(half[0])).expect("positive").into(),
        1 => Capsule::new(T::of(half[0]), T::of(half[1]))
            .expect("positive")
            .into(),
        2 => Cuboid::new(vector::<T, 3>(half)).expect("positive").into(),
        _ => {
            let points = ellipsoid(8 + random.random_range(0..40)).map(|point| point.map(T::of));
            let points: Vec<_> = points.collect();
            ConvexHull::new(&points).expect("finite").into()
        }
    }
}
