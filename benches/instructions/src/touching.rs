//! Queries that look past the contact in which the bodies start. The interval is from 0 to 1.

use std::hint::black_box;

use photofinish::shape::Cuboid;
use photofinish::{Extrusion, InitialContact, Outcome, Query, Solution};

use crate::bodies::{Body, cuboid, placed, shapes};
use crate::queries::Ask;

/// Returns the query for all pairs of six kinds of shapes, which are pulled apart. All pairs but one overlap at the
/// start.
pub fn leave() -> Ask {
    let first = shapes().into_iter().map(|shape| {
        placed(shape, [-0.2, 0.05, 0.0], [0.3, 0.5, -0.2])
            .moving([-4.0, 0.2, -0.1], [0.2, -0.1, 0.25])
    });
    let second = shapes().into_iter().map(|shape| {
        placed(shape, [0.2, 0.1, 0.1], [-0.6, 0.2, 0.4]).moving([-1.0, 0.0, 0.1], [-0.1, 0.3, 0.1])
    });
    let second: Vec<_> = second.collect();
    let pairs = first.flat_map(|a| second.iter().map(move |b| (a.clone(), b.clone())));
    let asked = pairs.map(|(a, b)| ask(looking_past_contact(), a, b, is_apart));
    let asked: Vec<Ask> = asked.collect();
    Box::new(move || asked.iter().filter(|ask| !ask()).count() == 0)
}

/// Returns the query for a cuboid that slides and turns on another. They overlap by a thousandth.
pub fn slide() -> Ask {
    let [a, b] = stacked(0.899, [-0.2, 0.0, 0.1], [0.0, 8.0, 0.0]);
    ask(looking_past_contact(), a, b, |solution| {
        matches!(solution.outcome, Outcome::Stays(_))
    })
}

/// Returns the query for a turning cuboid that is thrown up from another. At the start they are a hundredth apart, and
/// the tolerance makes this a contact.
pub fn lift_off() -> Ask {
    let [a, b] = stacked(0.91, [0.0, 7.0, 0.0], [0.0, 0.0, 6.0]);
    ask(looking_past_contact().tolerance(0.02), a, b, |solution| {
        is_apart(solution) && solution.initial_contact.is_some()
    })
}

/// Returns a cuboid, and another whose centre is at this height above. The faces between them are level.
fn stacked(height: f64, velocity: [f64; 3], spin: [f64; 3]) -> [Body<Cuboid<f64, 3>, f64>; 2] {
    let below = cuboid([1.0, 0.5, 0.8], [0.0, 0.0, 0.0], [0.0, 0.1, 0.0]);
    let above = cuboid([0.7, 0.4, 0.9], [0.2, height, -0.1], [0.0, 0.5, 0.0]);
    [
        below.moving([0.01, 0.0, 0.005], [0.0; 3]),
        above.moving(velocity, spin),
    ]
}

fn looking_past_contact() -> Query<f64> {
    Query::new().initial_contact(InitialContact::IgnoreSeparating)
}

fn is_apart(solution: &Solution<f64, 3>) -> bool {
    matches!(solution.outcome, Outcome::Separated(_))
}

fn ask<A, B>(query: Query<f64>, a: A, b: B, is_expected: fn(&Solution<f64, 3>) -> bool) -> Ask
where
    A: Extrusion<f64, 3> + 'static,
    B: Extrusion<f64, 3> + 'static,
{
    Box::new(move || {
        let interval = black_box(0.0)..=black_box(1.0);
        let found = query.time_of_impact(black_box(&a), black_box(&b), interval);
        black_box(found).is_ok_and(|solution| is_expected(&solution))
    })
}
