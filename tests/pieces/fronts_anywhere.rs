//! A front from anywhere never changes a bit of an answer, least of all where bodies touch at the start or graze.

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity};
use photofinish::pieces::{Compound, Convex, FirstContact, Front, MovingPieces, Pieces, TriMesh};
use photofinish::shape::Cuboid;
use photofinish::support::Posed;
use photofinish::{InitialContact, Query, Real};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::bodies::{random, star};

type Flight<T> = ConstantVelocity<T, UnitQuaternion<T>, 3>;

/// How a body moves over a plane: its height above it, as a share of the tolerance that is the default there, and
/// the velocities along the plane and across it.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// Where its middle is, along the plane.
    place: [f64; 2],
    /// How far its lowest points are above the target distance.
    height: f64,
    along: [f64; 2],
    across: f64,
    /// Around the normal of the plane.
    spin: f64,
}

fn ways() -> impl Strategy<Value = Way> {
    let tilt = prop_oneof![Just(0.0), -1e-6..1e-6f64, -1e-9..1e-9f64, -0.5..0.5f64];
    // proofs by boxes end where the rounding of f32 or f64 begins
    let height = prop_oneof![
        2 => Just(0.0),
        4 => 0.0..2e-5f64,
        2 => 0.0..4e-14f64,
        2 => -1e-3..1e-3f64,
        1 => 0.0..0.5f64,
    ];
    let spin = prop_oneof![Just(0.0), -3.0..3.0f64];
    let place = [-0.5..0.5f64, -0.5..0.5f64];
    (place, height, [-4.0..4.0f64, -4.0..4.0], tilt, spin).prop_map(
        |(place, height, along, across, spin)| Way {
            place,
            height,
            along,
            across,
            spin,
        },
    )
}

fn queries() -> impl Strategy<Value = (f64, InitialContact)> {
    use InitialContact::{IgnoreSeparating, Stop};
    let targets = prop_oneof![Just(0.0), Just(-0.004), Just(0.01)];
    let policies = prop_oneof![Just(Stop), Just(IgnoreSeparating)];
    (targets, policies)
}

/// How many points a plane has along each side.
const COLUMNS: usize = 8;

/// A plane of triangles through the origin, with slopes, and the rotation that lays bodies on it.
fn plane<T: Real>(slopes: [f64; 2], columns: usize) -> (TriMesh<T>, UnitQuaternion<f64>) {
    let middle = (columns - 1) as f64 / 2.0;
    let height = |index: usize| {
        let [x, z] = [index % columns, index / columns].map(|at| (at as f64 - middle) * 0.5);
        slopes[0] * x + slopes[1] * z
    };
    let heights: Vec<T> = (0..columns * columns)
        .map(|index| T::of(height(index)))
        .collect();
    let field = TriMesh::height_field(&heights, columns, [T::of(0.5); 2]).unwrap();
    let up = vector![-slopes[0], 1.0, -slopes[1]];
    (
        field,
        UnitQuaternion::rotation_between(&Vector3::y(), &up).unwrap(),
    )
}

fn flight<T: Real>(way: &Way, lie: &Isometry3<f64>, half: f64, target: f64) -> Flight<T> {
    let place = vector![way.place[0], half + target + way.height, way.place[1]];
    let velocity = vector![way.along[0], way.across, way.along[1]];
    let pose = lie * Isometry3::from(place);
    let spin = lie * (Vector3::y() * way.spin);
    let [velocity, spin] = [lie * velocity, spin].map(|v| v.map(T::of));
    ConstantVelocity::new(pose.cast(), velocity, spin).unwrap()
}

fn ask<T: Real, P: Pieces<T, 3>, Q: Pieces<T, 3>>(
    (target, policy): (f64, InitialContact),
    a: &MovingPieces<P, Flight<T>, T, 3>,
    b: &MovingPieces<Q, AtRest<T, UnitQuaternion<T>, 3>, T, 3>,
    front: &mut Front,
) -> Option<FirstContact<T, 3>> {
    let query = Query::new()
        .target_distance(T::of(target))
        .initial_contact(policy);
    query
        .first_contact_from(a, b, T::zero()..=T::one(), front)
        .ok()
}

fn same<T: Real>(one: &Option<FirstContact<T, 3>>, other: &Option<FirstContact<T, 3>>) -> bool {
    let known = |it: &Option<FirstContact<T, 3>>| {
        let it = it.clone()?;
        Some((it.contact, it.looked_past, it.kept_distance, it.clear_from))
    };
    known(one) == known(other)
}

/// Asks about a body on a plane with fronts of the earlier ways, and without. The plane lies in a frame of its own.
fn over_a_plane<T: Real>(
    (slopes, turn): ([f64; 2], [f64; 3]),
    ways: &[(Way, (f64, InitialContact))],
    body: &impl Pieces<T, 3>,
    half: f64,
) -> Result<(), TestCaseError> {
    let (field, lie) = plane::<T>(slopes, COLUMNS);
    let corner = 0.5 * (COLUMNS - 1) as f64 / 2.0;
    let world = Isometry3::rotation(turn.into());
    let rest = world * Isometry3::translation(-corner, 0.0, -corner);
    let field = MovingPieces::new(&field, AtRest::new(rest.cast()).unwrap());
    let lie = world * lie;
    let mut front = Front::new();
    for (way, query) in ways {
        let flight = flight::<T>(way, &lie, half, query.0);
        let moving = MovingPieces::new(body, flight);
        let kept = ask(*query, &moving, &field, &mut front);
        let fresh = ask(*query, &moving, &field, &mut Front::new());
        prop_assert!(
            same(&kept, &fresh),
            "{:?} with a front, {:?} without",
            kept,
            fresh
        );
    }
    Ok(())
}

fn cubes<T: Real>() -> Compound<Posed<Cuboid<T, 3>, T, 3>, T, 3> {
    let cube = Cuboid::new(Vector3::repeat(T::of(0.25))).unwrap();
    let at = |x: f64, z: f64| Isometry3::translation(T::of(x), T::zero(), T::of(z));
    let places = [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)];
    let cubes = places.map(|(x, z)| Posed::new(cube, &at(x, z)).unwrap());
    Compound::new(cubes.to_vec()).unwrap()
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 12,
        rng_seed: RngSeed::Fixed(15),
        failure_persistence: None,
        max_shrink_iters: 20,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    /// A box, and a body of boxes, on a plane: at exactly the allowed depth, within the tolerance of it, and above it.
    #[test]
    fn a_front_changes_nothing_on_a_plane(
        slopes in prop_oneof![Just([0.0, 0.0]), [-0.6..0.6f64, -0.6..0.6f64]],
        turn in prop_oneof![Just([0.0; 3]), [-3.0..3.0f64, -3.0..3.0, -3.0..3.0]],
        ways in prop::collection::vec((ways(), queries()), 2..5),
    ) {
        let cube = |half: f64| Cuboid::new(vector![half, half, half]).unwrap();
        over_a_plane((slopes, turn), &ways, &Convex::new(cube(0.5)).unwrap(), 0.5)?;
        over_a_plane((slopes, turn), &ways, &cubes::<f64>(), 0.25)?;
        over_a_plane((slopes, turn), &ways, &cubes::<f32>(), 0.25)?;
    }

    /// Stars of boxes that start in contact, or graze.
    #[test]
    fn a_front_changes_nothing_between_stars(
        seed in 0..1000u64,
        ways in prop::collection::vec((ways(), queries()), 2..5),
    ) {
        let mut random = random(seed);
        let star = star::<f64>(&mut random, 9);
        over_a_plane(([0.2, 0.1], [0.3, 2.0, 1.0]), &ways, &star, 0.6)?;
    }
}
