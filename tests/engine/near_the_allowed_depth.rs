//! Bodies that begin a step almost exactly as deep as allowed, where rounding hides whether they are deeper, and
//! how deep events say that bodies are.

use super::*;
use nalgebra::{Quaternion, Translation3};
use photofinish::proximity;
use photofinish::shape::Capsule;
use photofinish::support::Posed;

/// Two cubes at the start and at the end: the place and the rotation, of which the last number is the scalar.
#[rustfmt::skip]
const TWISTS: [[f64; 7]; 4] = [
    [-0.00025913717149057374, 4.649771046973533, 0.8014962294283743, 0.07177848589008697, 0.4654317023668568, 0.05657799810766537, 0.8803522644517622],
    [-0.00024791730946018475, 4.6439416486241285, 0.801429281328037, 0.07202348627605484, 0.4655398681272183, 0.05536998054602065, 0.8803518693471769],
    [7.17529763621076e-5, 5.236503806132436, 0.9564090840370607, 0.0711522379171467, 0.5973576589237777, 0.05637479813686729, 0.796820599946759],
    [6.053311433171859e-5, 5.2287082044818405, 0.956476032137398, 0.07088705198050219, 0.5972629398350805, 0.05758286740761768, 0.7968288523529927],
];

/// Two cubes cross at their edges, as deep as allowed within a hundred-millionth, and twist slowly while they part. They are
/// followed in a few hundred evaluations, whether they begin just above the allowed overlap or just beneath it.
#[test]
fn cubes_that_twist_at_the_allowed_overlap_stay_within_a_budget() {
    let cube = AnyShape::from(Cuboid::new(vector![0.3, 0.3, 0.3]).unwrap());
    let [a, b, c, d] = TWISTS.map(|[x, y, z, i, j, k, w]| {
        let rotation = UnitQuaternion::new_normalize(Quaternion::new(w, i, j, k));
        Isometry3::from_parts(Translation3::new(x, y, z), rotation)
    });
    for allowed in [0.00499, 0.005, 0.005 + 1e-8, 0.005 + 1e-6, 0.00505] {
        let mut bodies = [Body::new(&cube, a, b), Body::new(&cube, c, d)];
        let pass = Pass::new().allowed_overlap(allowed).budget(2000);
        let events = usual(&pass, &mut bodies).events;
        assert!(events.is_empty(), "{allowed}: {events:?}");
    }
}

/// A point has neither a size nor a tolerance. It is pressed onto a floor and onto a block, and stays there.
#[test]
fn a_point_stays_on_what_it_touches() {
    let point = AnyShape::from(Ball::new(0.0).unwrap());
    let block = AnyShape::from(Cuboid::new(vector![1.0, 1.0, 1.0]).unwrap());
    let floor = HalfSpace::new(vector![0.0, 1.0, 0.0], vector![0.0, 1.0, 0.0]).unwrap();
    let at = |y: f64| Isometry3::translation(0.3, y, 0.0);
    for ground in [
        Body::fixed_floor(floor, Isometry3::identity()),
        Body::fixed(&block, Isometry3::identity()),
    ] {
        let mut bodies = [ground, Body::new(&point, at(1.0), at(0.5))];
        usual(&Pass::new().slide_up_to(1.0), &mut bodies);
        let height = bodies[1].pose().translation.y;
        assert!((height - 1.0).abs() < 1e-6, "{height}");
    }
}

/// Boxes fall onto capsules from about where their depth counts as in contact. In single precision what the query proves
/// and what a depth is measured as differ there.
#[test]
fn a_box_just_above_the_allowed_overlap_is_decided() {
    let mut rng = StdRng::seed_from_u64(1);
    for case in 0..8 {
        let mut any = |from: f32, to: f32| rng.random_range(from..to);
        let capsule = AnyShape::from(Capsule::new(any(0.03, 0.1), any(0.05, 0.1)).unwrap());
        let block = Cuboid::new(vector![any(0.05, 0.1), any(0.05, 0.1), any(0.05, 0.1)]);
        let block = AnyShape::from(block.unwrap());
        let mut turned =
            || UnitQuaternion::from_euler_angles(any(-2.0, 2.0), any(-2.0, 2.0), any(-2.0, 2.0));
        let lies = Isometry3::from_parts(Translation3::identity(), turned());
        let tilted = turned();
        let at = |y: f32| Isometry3::from_parts(Translation3::new(0.02, y, 0.01), tilted);
        let depth = |y: f32| {
            let below = Posed::new(&capsule, &lies).unwrap();
            -proximity(&below, &Posed::new(&block, &at(y)).unwrap()).signed_distance()
        };
        let allowed = 0.002;
        let (mut above, mut below) = (0.4, 0.0);
        while above - below > 1e-6 {
            let middle = 0.5 * (above + below);
            if depth(middle) < allowed {
                above = middle;
            } else {
                below = middle;
            }
        }
        for number in 0..200 {
            let y = below + number as f32 * 5e-7;
            let mut bodies = [
                Body::fixed(&capsule, lies),
                Body::new(&block, at(y), at(y - 0.03)),
            ];
            let pass = Pass::new().allowed_overlap(allowed).slide_up_to(0.05);
            step(&pass, &mut bodies, |event| {
                let is_decided = matches!(event.kind, Kind::Touch(_) | Kind::DrivenIn(_));
                assert!(is_decided, "{case} {number}: {:?}", event.kind);
                event.usual_response()
            });
        }
    }
}

/// Crossed capsules turn slowly into each other from the allowed depth.
fn crossed_capsules_are_decided<T: Real>(seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let capsule = Capsule::new(T::of(1.0), T::of(0.25)).expect("a capsule");
    let (allowed, mut met) = (0.005, 0);
    for _ in 0..160 {
        let mut number = |size: f64| rng.random_range(-size..size);
        let spin = vector![number(1e-3), number(1e-3), number(1e-3)];
        let crossed = UnitQuaternion::from_scaled_axis(Vector3::z() * number(3.0));
        // they cross above the origin or beside it
        let place = vector![number(0.4), number(0.4), 0.5 - allowed];
        let pose = |turn| Isometry3::from_parts(place.into(), turn).cast();
        let end = UnitQuaternion::from_scaled_axis(spin) * crossed;
        let mut bodies = [
            Body::fixed(capsule, Isometry3::identity()),
            Body::new(capsule, pose(crossed), pose(end)),
        ];
        for event in usual(&Pass::new().allowed_overlap(T::of(allowed)), &mut bodies).events {
            assert!(!matches!(event.kind, Kind::Undecided(_)), "{event:?}");
            met += 1;
        }
    }
    assert!(met > 3, "{met}");
}

#[test]
fn bodies_that_start_at_the_allowed_depth_are_not_undecided() {
    crossed_capsules_are_decided::<f64>(1);
    crossed_capsules_are_decided::<f32>(2);
}

/// Bodies that meet are as deep as is allowed, and those that start in contact as deep as they are.
#[test]
fn events_say_how_deep_bodies_are() {
    let (shape, allowed) = (ball(0.5), 0.01);
    for (start, end, depth) in [
        (3.0, 0.5, allowed),
        (0.97, 0.9, 0.03),
        (0.3, 0.2, 0.7),
        (0.2, 0.1, 0.8),
    ] {
        let mut bodies = [
            Body2::fixed(&shape, at(0.0, 0.0)),
            Body2::new(&shape, at(start, 0.0), at(end, 0.0)),
        ];
        let pass = Pass::new().allowed_overlap(allowed);
        let events = step(&pass, &mut bodies, |_| Response::stop()).events;
        let found = events[0].kind.depth().expect("they touch");
        assert!((found - depth).abs() < 1e-5, "{start}: {found} {depth}");
    }
}

/// A block on one corner, as deep as allowed, tips onto the next one. It stops about where it lies flat, and not before.
#[test]
fn a_block_that_tips_over_lies_flat() {
    let (slab, block) = (cuboid(9.0, 0.5), cuboid(0.3, 0.2));
    let (allowed, corner) = (0.005, vector![-0.3, -0.2]);
    // the corner stays where it is
    let tilted = |angle: f64| {
        let place = vector![0.0, 0.5 - allowed] - UnitComplex::new(angle) * corner;
        Isometry2::new(place, angle)
    };
    for tilt in [0.002, 0.005] {
        let slab = Body2::fixed(&slab, at(0.0, 0.0));
        let mut bodies = [slab, Body2::new(&block, tilted(tilt), tilted(-tilt))];
        let pass = Pass::new().allowed_overlap(allowed);
        step(&pass, &mut bodies, |_| Response::stop());
        let angle = bodies[1].pose().rotation.angle();
        assert!(angle.abs() < 4e-4, "{tilt}: {angle}");
    }
}
