//! Random rounded boxes over half-spaces at rest, sliding and turning, against the oracle.

use nalgebra::{Isometry2, Isometry3, Matrix3, UnitComplex, UnitQuaternion, Vector3, vector};
use photofinish::motion::{Ballistic, ConstantVelocity};
use photofinish::shape::Cuboid;
use photofinish::support::Rounded;
use photofinish::{
    Extrusion, Floor, HalfSpace, InitialContact, Moving, MovingHalfSpace, Outcome, Query,
    QueryError, Real, Solution,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::oracle::{Path, Scene};

const SEED: u64 = 0x1a1f_59ac;
const CASES: u64 = 800;

/// How often each answer was given.
#[derive(Debug, Default)]
struct Tally {
    separated: u32,
    impact: u32,
    stays: u32,
    drives_in: u32,
    overlapping: u32,
    undecided: u32,
}

/// A number that both scalars have.
fn number(dice: &mut StdRng, size: f64) -> f64 {
    f64::from((dice.random_range(-1.0..1.0) * size) as f32)
}

fn arrow(dice: &mut StdRng, size: f64, is_plane: bool) -> Vector3<f64> {
    let z = number(dice, size);
    vector![
        number(dice, size),
        number(dice, size),
        if is_plane { 0.0 } else { z }
    ]
}

fn spin(dice: &mut StdRng, size: f64, is_plane: bool) -> Vector3<f64> {
    if dice.random_bool(0.2) {
        return Vector3::zeros();
    }
    let spin = arrow(dice, size, false);
    if is_plane {
        vector![0.0, 0.0, spin.z]
    } else {
        spin
    }
}

/// A scene whose heights at the start and at the end are near zero in many cases, and its target distance.
fn scene(dice: &mut StdRng, is_plane: bool) -> (Scene, f64) {
    let still = |position| Path {
        rotation: Matrix3::identity(),
        position,
        velocity: Vector3::zeros(),
        spin: Vector3::zeros(),
        acceleration: Vector3::zeros(),
    };
    let far = if dice.random_bool(0.2) { 1e3 } else { 1.0 };
    let thin = if dice.random_bool(0.2) { 1e-3 } else { 1.0 };
    let half = arrow(dice, 1.0, is_plane).abs();
    let normal = match dice.random_range(0..3) {
        0 => Vector3::y(),
        1 => vector![3.0, 4.0, 0.0],
        _ => arrow(dice, 1.0, is_plane) + Vector3::y() * 0.5,
    };
    let mut scene = Scene {
        half_extents: vector![half.x, half.y * thin, half.z],
        radius: if dice.random_bool(0.5) {
            0.0
        } else {
            number(dice, 0.2).abs()
        },
        body: still(Vector3::zeros()),
        normal: normal.normalize(),
        point: arrow(dice, far, is_plane),
        floor: still(Vector3::zeros()),
    };
    if dice.random_bool(0.5) {
        scene.floor.velocity = arrow(dice, 1.0, is_plane);
        scene.floor.spin = spin(dice, 1.0, is_plane);
        scene.floor.position = arrow(dice, 1.0, is_plane);
    }
    scene.body.velocity = arrow(dice, 4.0, is_plane);
    scene.body.spin = spin(dice, 8.0, is_plane);
    if dice.random_bool(0.6) {
        scene.body.acceleration = arrow(dice, 10.0, is_plane);
    }
    scene.body.position = scene.point + arrow(dice, 2.0, is_plane);
    // move the body so that it begins at a given height, or has it as its lowest
    let lowest = if dice.random_bool(0.5) {
        scene.height(0.0)
    } else {
        scene.lowest(0.0, 1.0, 50)
    };
    let wanted = match dice.random_range(0..8) {
        0 => 0.0,
        1 => -0.05,
        2 => number(dice, 1e-6),
        3 => number(dice, 1e-3),
        _ => number(dice, 1.0),
    };
    scene.body.position += scene.normal * (wanted - lowest);
    scene.body.position = scene.body.position.map(|x| f64::from(x as f32));
    let target = [0.0, 0.0, 0.015625, -0.0625][dice.random_range(0..4)];
    (scene, target)
}

fn query<T: Real>(target: f64) -> Query<T> {
    Query::new()
        .target_distance(T::of(target))
        .initial_contact(InitialContact::IgnoreSeparating)
}

/// Asks the query and checks its certificate for all that the answer claims.
fn ask<T: Real, const D: usize>(
    floor: &impl Floor<T, D>,
    body: &impl Extrusion<T, D>,
    target: f64,
) -> Result<Solution<T, D>, QueryError> {
    let (zero, target) = (T::zero(), T::of(target));
    let asked = query(target.as_f64()).certify_on(floor, body, zero..=T::one());
    let (solution, certificate) = asked.map_err(|error| error.error)?;
    let stays_free = matches!(solution.outcome, Outcome::Separated(_));
    let touches = query(target.as_f64()).touches_on(floor, body, zero..=T::one())?;
    assert_eq!(touches, solution.initial_contact.is_some() || !stays_free);
    let verify = |distance, span| floor.verify(&certificate, body, distance, span).is_ok();
    if let Some(report) = solution.initial_contact {
        let until = report.kept_until;
        assert!(until == zero || verify(report.kept_distance, zero..=until));
    }
    let start = solution
        .initial_contact
        .map_or(Some(zero), |report| report.resumed_at);
    let end = match &solution.outcome {
        Outcome::Separated(_) => Some(T::one()),
        Outcome::Impact(impact) => Some(impact.time),
        _ => None,
    };
    if let (Some(start), Some(end)) = (start, end) {
        assert!(start == end || verify(target, start..=end));
    }
    Ok(solution)
}

/// Asserts what the answer claims against the oracle.
fn judge<T: Real, const D: usize>(
    scene: &Scene,
    target: f64,
    solution: &Solution<T, D>,
    tally: &mut Tally,
) {
    let slack = scene.size() * 1e-14;
    let mut from = 0.0;
    if let Some(report) = solution.initial_contact {
        let (kept, until) = (report.kept_distance.as_f64(), report.kept_until.as_f64());
        let lowest = scene.lowest(0.0, until, 100);
        assert!(lowest > kept - slack, "{lowest} {kept}");
        from = report.resumed_at.map_or(from, T::as_f64);
    }
    let keeps = |until: f64| {
        let lowest = scene.lowest(from, until, 200);
        assert!(
            lowest > target - slack,
            "{lowest} {target} until {until} of {solution:?}"
        );
    };
    match &solution.outcome {
        Outcome::Separated(free) => {
            tally.separated += 1;
            keeps(1.0);
            let lowest = scene.lowest(from, 1.0, 200);
            assert!(lowest - target > free.clearance.as_f64() - slack);
        }
        Outcome::Impact(impact) => {
            tally.impact += 1;
            let time = impact.time.as_f64();
            if time > 0.0 {
                keeps(time);
            }
            let height = scene.height(time);
            assert!(height <= target + impact.tolerance.as_f64() + slack);
        }
        Outcome::Stays(report) => {
            tally.stays += 1;
            assert_eq!(report.kept_until, T::one());
        }
        Outcome::DrivesIn(report) => {
            tally.drives_in += 1;
            let kept = report.kept_distance.as_f64();
            let lower = scene.height(report.kept_until.as_f64()) - kept;
            assert!(lower < report.distance.as_f64() - kept + slack);
        }
        Outcome::Overlapping(_) => tally.overlapping += 1,
    }
}

fn count<T: Real, const D: usize>(
    scene: &Scene,
    target: f64,
    asked: Result<Solution<T, D>, QueryError>,
    tally: &mut Tally,
) {
    match asked {
        Ok(solution) => judge(scene, target, &solution, tally),
        Err(QueryError::Undecided { clear_until, .. }) => {
            tally.undecided += 1;
            assert!(clear_until == 0.0 || scene.lowest(0.0, clear_until, 100) > target - 1e-9);
        }
        Err(error) => panic!("{error}"),
    }
}

/// Checks that there are enough of each answer, and hardly any pairs are undecided.
fn check(tally: &Tally) {
    let all = CASES as u32;
    assert!(
        tally.impact > all / 8 && tally.separated > all / 8,
        "{tally:?}"
    );
    assert!(tally.drives_in > all / 50, "{tally:?}");
    assert!(tally.undecided <= all / 500, "{tally:?}");
    assert_eq!(tally.overlapping, 0, "{tally:?}");
}

fn matrix_in_space<T: Real>(rotation: &UnitQuaternion<T>) -> Matrix3<f64> {
    let wide = rotation.coords.map(T::as_f64).normalize();
    let rotation = UnitQuaternion::from_quaternion(wide.into());
    *rotation.to_rotation_matrix().matrix()
}

fn matrix_in_plane<T: Real>(rotation: &UnitComplex<T>) -> Matrix3<f64> {
    let (x, y) = (rotation.re.as_f64(), rotation.im.as_f64());
    let (x, y) = (x / x.hypot(y), y / x.hypot(y));
    Matrix3::new(x, -y, 0.0, y, x, 0.0, 0.0, 0.0, 1.0)
}

/// Makes a test with the scalar, the types of poses and rotations, how a vector and a spin are made of three numbers,
/// and the matrix of a rotation.
macro_rules! random_boxes {
    ($name:ident, $t:ty, $pose:ident, $rotation:ty, $vector:expr, $spin:expr, $matrix:expr) => {
        #[test]
        fn $name() {
            let mut dice = StdRng::seed_from_u64(SEED);
            let mut tally = Tally::default();
            let narrow = |v: &Vector3<f64>| v.map(|x| x as $t);
            for _ in 0..CASES {
                let is_plane = stringify!($pose) == "Isometry2";
                let (mut scene, target) = scene(&mut dice, is_plane);
                let turned = narrow(&arrow(&mut dice, 3.0, false));
                let rotation = <$rotation>::new($spin(turned));
                let flight = |path: &Path, rotation| {
                    let place = $vector(narrow(&path.position));
                    let pose = $pose::from_parts(place.into(), rotation);
                    let (velocity, spin) = (narrow(&path.velocity), narrow(&path.spin));
                    ConstantVelocity::new(pose, $vector(velocity), $spin(spin)).expect("finite")
                };
                let extents = $vector(narrow(&scene.half_extents));
                let inner = Cuboid::new(extents).expect("not negative");
                let shape = Rounded::new(inner, scene.radius as $t).expect("not negative");
                let acceleration = $vector(narrow(&scene.body.acceleration));
                let motion = Ballistic::new(flight(&scene.body, rotation), acceleration);
                let body = Moving::new(shape, motion.expect("finite"));
                let (normal, point) = (narrow(&scene.normal), narrow(&scene.point));
                let floor = HalfSpace::new($vector(normal), $vector(point)).expect("a normal");
                let moves = scene.floor.velocity != Vector3::zeros();
                let asked = if moves {
                    let motion = flight(&scene.floor, <$rotation>::identity());
                    ask(&MovingHalfSpace::new(floor, motion), &body, target)
                } else {
                    ask(&floor, &body, target)
                };
                as_made(&mut scene, floor.normal().as_slice(), $matrix(&rotation));
                count(&scene, target, asked, &mut tally);
            }
            check(&tally);
        }
    };
}

/// Takes over what became of the scene's numbers as they were rounded.
fn as_made<T: Real>(scene: &mut Scene, normal: &[T], rotation: Matrix3<f64>) {
    let rounded = |x: f64| T::of(x).as_f64();
    scene.body.rotation = rotation;
    scene.half_extents = scene.half_extents.map(rounded);
    scene.normal = Vector3::from_fn(|i, _| normal.get(i).map_or(0.0, |x| x.as_f64())).normalize();
}

random_boxes!(
    boxes_in_space_in_double_precision,
    f64,
    Isometry3,
    UnitQuaternion<f64>,
    std::convert::identity,
    std::convert::identity,
    matrix_in_space
);
random_boxes!(
    boxes_in_space_in_single_precision,
    f32,
    Isometry3,
    UnitQuaternion<f32>,
    std::convert::identity,
    std::convert::identity,
    matrix_in_space
);
random_boxes!(
    boxes_in_the_plane_in_double_precision,
    f64,
    Isometry2,
    UnitComplex<f64>,
    |v: Vector3<f64>| v.xy(),
    |v: Vector3<f64>| v.z,
    matrix_in_plane
);
random_boxes!(
    boxes_in_the_plane_in_single_precision,
    f32,
    Isometry2,
    UnitComplex<f32>,
    |v: Vector3<f32>| v.xy(),
    |v: Vector3<f32>| v.z,
    matrix_in_plane
);
