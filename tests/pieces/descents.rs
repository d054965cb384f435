//! A convex body that moves past a body which does not turn, against every piece alone.

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::motion::{Ballistic, ConstantVelocity};
use photofinish::pieces::{Convex, FirstContact, MovingPieces, Pieces, TriMesh};
use photofinish::shape::{AnyShape, Ball, Capsule, ConvexHull, Cuboid};
use photofinish::{Outcome, Query, Real};
use rand::RngExt;
use rand::rngs::StdRng;

use crate::bodies::{Flight, direction, random, star};

type Body<'x, P, T> = MovingPieces<&'x P, Ballistic<T, UnitQuaternion<T>, 3>, T, 3>;
type Alone<'x, T> = Body<'x, Convex<AnyShape<T, 3>, T, 3>, T>;

/// The first contact of a body of one piece, by asking about every piece of the other one. Bodies that start in contact
/// have one at time 0.
fn one_by_one<T: Real, P: Pieces<T, 3>>(
    query: &Query<T>,
    alone: &Alone<T>,
    pieces: &Body<P, T>,
) -> Option<(T, u32)> {
    let asked = (0..pieces.pieces().tree().pieces() as u32).filter_map(|index| {
        let (a, b) = (alone.piece(0).unwrap(), pieces.piece(index).unwrap());
        let answer = query.time_of_impact(&a, &b, T::zero()..=T::one()).unwrap();
        match answer.outcome {
            Outcome::Separated(_) => None,
            Outcome::Impact(impact) => Some((impact.time, index)),
            _ => Some((T::zero(), index)),
        }
    });
    asked.min_by(|a, b| a.partial_cmp(b).unwrap())
}

/// A rough ground around the origin.
fn ground<T: Real>(random: &mut StdRng) -> TriMesh<T> {
    let (cells, size) = (12, 4.0);
    let at = |number: usize| (number as f64 / cells as f64 - 0.5) * size;
    let mut points = Vec::new();
    for index in 0..(cells + 1) * (cells + 1) {
        let (x, z) = (at(index % (cells + 1)), at(index / (cells + 1)));
        let height = 0.4 * x * z + random.random_range(-0.05..0.05);
        points.push(vector![x, height, z].map(T::of));
    }
    let mut triangles = Vec::new();
    for cell in 0..cells * cells {
        let near = (cell / cells * (cells + 1) + cell % cells) as u32;
        let far = near + cells as u32 + 1;
        triangles.extend([[near, far, far + 1], [near, far + 1, near + 1]]);
    }
    TriMesh::new(points, triangles).unwrap()
}

fn shape<T: Real>(random: &mut StdRng) -> AnyShape<T, 3> {
    let length = |random: &mut StdRng| T::of(random.random_range(0.02..0.5));
    match random.random_range(0..4) {
        0 => Ball::new(length(random)).unwrap().into(),
        1 => Capsule::new(length(random), length(random)).unwrap().into(),
        2 => {
            let half = Vector3::from_fn(|_, _| length(random));
            Cuboid::new(half).unwrap().into()
        }
        _ => {
            let points: Vec<_> = (0..9)
                .map(|_| direction(random).map(|x| T::of(x * 0.4)))
                .collect();
            ConvexHull::new(&points).unwrap().into()
        }
    }
}

/// A throw towards the origin, with some turns, about a centre that may lie outside of the body.
fn throw<T: Real>(random: &mut StdRng, turns: f64) -> Ballistic<T, UnitQuaternion<T>, 3> {
    let start = direction(random) * random.random_range(1.0..3.0);
    let velocity = direction(random) * random.random_range(0.0..3.0) - start * 1.5;
    let spin = direction(random) * (std::f64::consts::TAU * turns);
    let turn = UnitQuaternion::from_scaled_axis(direction(random) * 3.0);
    let pose = Isometry3::from_parts(start.into(), turn).cast();
    let flight: Flight<T> =
        ConstantVelocity::new(pose, velocity.map(T::of), spin.map(T::of)).unwrap();
    let center = direction(random) * random.random_range(0.0..0.5);
    let flight = flight.about(center.map(T::of)).unwrap();
    Ballistic::new(flight, direction(random).map(|x| T::of(3.0 * x))).unwrap()
}

/// A motion of the other body, which is tilted and does not turn.
fn glide<T: Real>(random: &mut StdRng) -> Ballistic<T, UnitQuaternion<T>, 3> {
    let turn = UnitQuaternion::from_scaled_axis(direction(random) * random.random_range(0.0..3.0));
    let pose = Isometry3::from_parts(Vector3::zeros().into(), turn).cast();
    let velocity = direction(random).map(T::of);
    let glide: Flight<T> = ConstantVelocity::new(pose, velocity, Vector3::zeros()).unwrap();
    Ballistic::new(glide, direction(random).map(T::of)).unwrap()
}

/// Counts of contacts, free bodies, and those that start in contact.
type Counts = [u32; 3];

fn agree<T: Real, P: Pieces<T, 3>>(
    (query, target): (&Query<T>, T),
    alone: &Alone<T>,
    pieces: &Body<P, T>,
    counts: &mut Counts,
) {
    let during = || T::zero()..=T::one();
    let expected = one_by_one(query, alone, pieces);
    let same = |found: &FirstContact<T, 3>, index: fn((u32, u32)) -> u32| {
        let contact = found
            .contact
            .map(|contact| (contact.time, index(contact.pieces)));
        match expected {
            // which one of several pieces at the start does not matter
            Some((time, _)) if time == T::zero() => assert_eq!(contact.map(|it| it.0), Some(time)),
            _ => assert_eq!(contact, expected),
        }
    };
    same(
        &query.first_contact(alone, pieces, during()).unwrap(),
        |pieces| pieces.1,
    );
    same(
        &query.first_contact(pieces, alone, during()).unwrap(),
        |pieces| pieces.0,
    );
    let (proven, certificate) = query
        .certify_first_contact(alone, pieces, during())
        .unwrap();
    same(&proven, |pieces| pieces.1);
    let end = expected.map_or(T::one(), |(time, _)| time);
    if end > T::zero() {
        certificate
            .verify(alone, pieces, target, T::zero()..=end)
            .unwrap();
    }
    counts[match expected {
        None => 1,
        Some((time, _)) if time == T::zero() => 2,
        Some(_) => 0,
    }] += 1;
}

fn agrees_with_every_piece<T: Real>(seed: u64, cases: usize) -> Counts {
    let mut random = random(seed);
    let mut counts = [0; 3];
    for case in 0..cases {
        let alone = Convex::new(shape(&mut random)).unwrap();
        let turns = [0.0, 0.1, 1.0, 4.0][case % 4];
        let alone = MovingPieces::new(&alone, throw::<T>(&mut random, turns));
        let target = T::of([0.0, 0.05, -0.002][case % 3]);
        let query = Query::new().target_distance(target);
        if case % 2 == 0 {
            let ground = ground(&mut random);
            agree(
                (&query, target),
                &alone,
                &MovingPieces::new(&ground, glide(&mut random)),
                &mut counts,
            );
        } else {
            let star = star(&mut random, 40);
            agree(
                (&query, target),
                &alone,
                &MovingPieces::new(&star, glide(&mut random)),
                &mut counts,
            );
        }
    }
    counts
}

#[test]
fn a_convex_body_meets_the_piece_that_it_meets_first_alone() {
    for counts in [
        agrees_with_every_piece::<f64>(71, 96),
        agrees_with_every_piece::<f32>(72, 96),
    ] {
        assert!(counts[0] > 35 && counts[1] > 15, "{counts:?}");
    }
}

/// Pieces that a body grazes within the tolerance of a query about them count as met, whatever the boxes around them
/// are.
fn grazes_what_it_grazes_alone<T: Real>(seed: u64) {
    let mut random = random(seed);
    let mut counts = [0; 3];
    let heights: Vec<T> = vec![T::zero(); 9 * 9];
    let plane = TriMesh::height_field(&heights, 9, [T::of(0.5), T::of(0.5)]).unwrap();
    for _ in 0..40 {
        let cube = Convex::new(AnyShape::from(
            Cuboid::new(vector![0.25, 0.25, 0.25].map(T::of)).unwrap(),
        ))
        .unwrap();
        // the tolerance is about this
        let tolerance = T::SQRT_EPSILON.as_f64() * 0.43;
        let height = 0.25 + tolerance * random.random_range(0.0..3.0);
        let start = Isometry3::translation(
            random.random_range(-2.0..1.0),
            height,
            random.random_range(0.0..4.0),
        );
        let velocity = vector![
            random.random_range(-4.0..4.0),
            random.random_range(-2.0..0.5) * tolerance,
            1.0
        ];
        let flight =
            ConstantVelocity::new(start.cast(), velocity.map(T::of), Vector3::zeros()).unwrap();
        let alone = MovingPieces::new(&cube, Ballistic::new(flight, Vector3::zeros()).unwrap());
        let rest = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), Vector3::zeros())
            .unwrap();
        let plane = MovingPieces::new(&plane, Ballistic::new(rest, Vector3::zeros()).unwrap());
        agree((&Query::new(), T::zero()), &alone, &plane, &mut counts);
    }
    assert!(counts[0] > 5 && counts[1] > 5, "{counts:?}");
}

#[test]
fn a_convex_body_grazes_what_it_grazes_alone() {
    grazes_what_it_grazes_alone::<f64>(73);
    grazes_what_it_grazes_alone::<f32>(74);
}
