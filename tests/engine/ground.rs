//! Single bodies over flat and rough parts of a surface: they stop as deep in a piece of it as is allowed, and not before.

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::Real;
use photofinish::body::AnyForm;
use photofinish::engine::{Body, Kind, Pass};
use photofinish::motion::{Motion, Rotor, Sweep};
use photofinish::pieces::{AnyPieces, Pieces, TriMesh};
use photofinish::proximity;
use photofinish::shape::{AnyShape, Ball, Capsule, Cuboid, PosedShape};
use photofinish::support::Posed;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const ALLOWED: f64 = 0.005;

fn made<T: Real>(numbers: Vector3<f64>) -> Vector3<T> {
    numbers.map(T::of)
}

fn arrow(rng: &mut StdRng, most: f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| rng.random_range(-most..most))
}

/// A field of 6 by 6 squares of 1.5 in the middle of its frame: level, tilted, or with steps and pits.
fn field<T: Real>(rng: &mut StdRng) -> AnyPieces<T, 3> {
    let kind = rng.random_range(0..3);
    let slope = arrow(rng, 0.5);
    let heights: Vec<T> = (0..49)
        .map(|index| {
            let (x, z) = (f64::from(index % 7), f64::from(index / 7));
            let is_off = rng.random_range(0..8) == 0;
            T::of(match kind {
                0 => 0.7,
                1 => slope.x * x + slope.z * z,
                _ if is_off => slope.y,
                _ => 0.0,
            })
        })
        .collect();
    let field = TriMesh::height_field(&heights, 7, [T::of(1.5), T::of(1.5)]).expect("a field");
    let middle = made::<T>(vector![4.5, 0.0, 4.5]);
    let points = field.points().iter().map(|point| point - middle).collect();
    let field = TriMesh::new(points, field.triangles().to_vec());
    field.expect("the same, elsewhere").into()
}

fn shape<T: Real>(rng: &mut StdRng) -> AnyShape<T, 3> {
    let [x, y, z] = std::array::from_fn(|_| rng.random_range(0.05..0.4));
    let shape: AnyShape<T, 3> = match rng.random_range(0..3) {
        0 => Ball::new(T::of(x)).expect("a ball").into(),
        1 => Capsule::new(T::of(y), T::of(0.5 * x))
            .expect("a capsule")
            .into(),
        _ => Cuboid::new(made(vector![x, y, z])).expect("a box").into(),
    };
    if rng.random_range(0..3) > 0 {
        return shape;
    }
    let off = made::<T>(arrow(rng, 0.3));
    let off = Isometry3::from_parts(off.into(), UnitQuaternion::<T>::identity());
    AnyShape::from(PosedShape::new(shape, &off).expect("a pose"))
}

/// Drops random bodies on random fields. Says how many had an event, and how many had none though they came near.
fn drop_on_fields<T>(spin: impl Fn(Vector3<f64>) -> UnitQuaternion<T>, tolerance: f64) -> [usize; 2]
where
    T: Real,
    UnitQuaternion<T>: Rotor<T, 3>,
{
    let mut rng = StdRng::seed_from_u64(17);
    let (mut touches, mut near_passes) = (0, 0);
    for case in 0..400 {
        let (ground, shape) = (field::<T>(&mut rng), shape::<T>(&mut rng));
        // in the world's frame, beside it, and turned in it
        let stands: Isometry3<T> = match case % 3 {
            0 => Isometry3::identity(),
            1 => Isometry3::from_parts(made(arrow(&mut rng, 9.0)).into(), spin(Vector3::zeros())),
            _ => {
                let turn = spin(arrow(&mut rng, 2.0));
                Isometry3::from_parts(made(arrow(&mut rng, 9.0)).into(), turn)
            }
        };
        let height = rng.random_range(1.3..2.5);
        let start =
            arrow(&mut rng, 4.5).component_mul(&vector![1.0, 0.0, 1.0]) + Vector3::y() * height;
        let way = arrow(&mut rng, 1.0) - Vector3::y() * rng.random_range(0.0..2.0);
        let turns = [
            arrow(&mut rng, 3.0),
            arrow(&mut rng, if case % 2 == 0 { 1.0 } else { 0.01 }),
        ];
        let [first, more] = turns.map(&spin);
        let pose =
            |place: Vector3<f64>, turn| stands * Isometry3::from_parts(made(place).into(), turn);
        let (start, end) = (pose(start, first), pose(start + way, more * first));
        let center = made(arrow(&mut rng, 0.2));
        let bodies = [
            Body::fixed_of(AnyForm::Pieces(&ground), stands),
            Body::of(AnyForm::Shape(&shape), start, end).about(center),
        ];
        let is_first = rng.random_range(0..2) == 0;
        let mut ordered = match is_first {
            true => bodies,
            false => [bodies[1], bodies[0]],
        };
        let (this, other) = (usize::from(!is_first), usize::from(is_first));
        let pass = Pass::new().allowed_overlap(T::of(ALLOWED));
        let report = pass.run(&mut ordered, [[0, 1]], |event| event.usual_response());
        let report = report.expect("a step");
        let sweep = Sweep::new((T::zero(), start), (T::one(), end), center).expect("a sweep");
        let depth = |piece: u32, time: T| {
            let pose = sweep.pose(time);
            let body = Posed::new(&shape, &pose).expect("a pose");
            let piece = Posed::new(ground.piece(piece).into_owned(), &stands).expect("a pose");
            -proximity(&piece, &body).signed_distance().as_f64()
        };
        let all = 0..ground.tree().pieces() as u32;
        if all.clone().any(|piece| depth(piece, T::zero()) > -0.02) {
            continue;
        }
        let until = report.events.first().map_or(T::one(), |event| event.time);
        let mut deepest = f64::MIN;
        for part in 0..=8 {
            let time = until * T::of(f64::from(part) / 8.0);
            for piece in all.clone() {
                deepest = deepest.max(depth(piece, time));
            }
        }
        assert!(deepest <= ALLOWED + tolerance, "case {case}: {deepest}");
        near_passes += usize::from(report.events.is_empty() && deepest > -0.1);
        let Some(event) = report.events.first() else {
            continue;
        };
        let Kind::Touch(impact) = &event.kind else {
            panic!("case {case}: all of them start apart, but {event:?}");
        };
        touches += 1;
        assert_eq!(event.pieces[other], 0);
        // the piece that is named is as deep as is allowed, and the answer says so
        let found = depth(event.pieces[this], event.time);
        let off = (found - ALLOWED)
            .abs()
            .max((found + impact.distance.as_f64()).abs());
        assert!(
            off <= 2.0 * impact.tolerance.as_f64() + tolerance,
            "case {case}: {found} {impact:?}"
        );
    }
    [touches, near_passes]
}

#[test]
fn bodies_over_a_surface_stop_as_deep_in_it_as_is_allowed() {
    let [touches, near] = drop_on_fields::<f64>(UnitQuaternion::from_scaled_axis, 1e-6);
    assert!(touches > 80 && near > 8, "{touches} {near}");
}

#[test]
fn bodies_over_a_surface_stop_there_in_single_precision_too() {
    let spin = |axis: Vector3<f64>| UnitQuaternion::from_scaled_axis(axis).cast::<f32>();
    let [touches, near] = drop_on_fields::<f32>(spin, 2e-4);
    assert!(touches > 80 && near > 8, "{touches} {near}");
}
