//! Bounds of short chains of joints, from both sides, against closed forms.

use nalgebra::{Isometry3, Unit, Vector3};
use num_rational::BigRational;

use super::*;
use crate::course::segments;
use crate::kinematics::{FrameId, ViewId, WORLD};
use crate::pose::RoundedPose;
use crate::{Joint, Link, Path, Robot};

fn joint(index: usize) -> Joint {
    let [parent, child] = [index, index + 1].map(|link| format!("link {link}"));
    Joint::fixed(format!("joint {index}"), parent, child)
}

/// Returns a robot of these joints in a row, all with frames at each other's origin.
fn chain(joints: Vec<Joint>) -> Robot {
    let links = (0..=joints.len()).map(|index| Link::new(format!("link {index}")));
    Robot::new("chain", links.collect(), joints).expect("a chain")
}

/// A frame of a chain along the first segment of a path.
struct Along {
    kinematics: Kinematics,
    following: Following,
    view: Option<ViewId>,
}

impl Along {
    fn new(robot: &Robot, path: &Path, frame: usize) -> Self {
        let mut kinematics = Kinematics::new(robot);
        let view = kinematics.view(WORLD, FrameId(frame));
        let segment = &segments(robot, robot.rest(), path).expect("a path")[0];
        Self {
            following: Following::new(&kinematics, segment),
            kinematics,
            view,
        }
    }

    fn limits(&self) -> Limits {
        *self.following.limits(self.view)
    }

    fn moves(&self, u: f64) -> Moves {
        self.following.moves(&self.kinematics, self.view, u)
    }
}

/// Returns the last frame of a chain whose joints turn or slide along these axes, along a segment of unit time. The joints
/// have these values, velocities and accelerations at its ends.
fn along(joints: &[(bool, Vector3<f64>)], ends: &[[[f64; 3]; 2]]) -> Along {
    let moved = |(index, &(turns, axis)): (usize, &(bool, _))| {
        let axis = Unit::new_normalize(axis);
        match turns {
            true => joint(index).turning(axis),
            false => joint(index).sliding(axis),
        }
    };
    let robot = chain(joints.iter().enumerate().map(moved).collect());
    let rows = |n: usize| [0, 1].map(|end| ends.iter().map(|joint| joint[end][n]).collect());
    let path = Path::new(rows(0).to_vec())
        .times(vec![0.0, 1.0])
        .velocities(rows(1).to_vec())
        .accelerations(rows(2).to_vec());
    Along::new(&robot, &path, joints.len())
}

/// Returns a joint value q(u) = c0 + c1 u + c2 u^2 by its ends.
fn quadratic([c0, c1, c2]: [f64; 3]) -> [[f64; 3]; 2] {
    let sum = c0 + c1 + c2;
    [[c0, c1, 2.0 * c2], [sum, c1 + 2.0 * c2, 2.0 * c2]]
}

fn still(value: f64) -> [[f64; 3]; 2] {
    quadratic([value, 0.0, 0.0])
}

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("a number")
}

/// A quaternion of exact numbers, x y z w.
type Quaternion = [BigRational; 4];

fn exactly(turn: &Isometry3<f64>) -> Quaternion {
    [0, 1, 2, 3].map(|i| exact(turn.rotation.coords[i]))
}

fn product([x, y, z, w]: &Quaternion, [a, b, c, d]: &Quaternion) -> Quaternion {
    [
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    ]
}

/// Turns a vector by a quaternion of any length: q v q* over |q|^2.
fn turned(q: &Quaternion, [x, y, z]: [BigRational; 3]) -> [BigRational; 3] {
    let back = [-&q[0], -&q[1], -&q[2], q[3].clone()];
    let norm = q.iter().map(|part| part * part).sum::<BigRational>();
    let [x, y, z, _] = product(&product(q, &[x, y, z, exact(0.0)]), &back);
    [x / &norm, y / &norm, z / &norm]
}

/// Returns the square of the distance of a point from where it should be.
fn off(found: Vector3<f64>, expected: &[BigRational; 3]) -> BigRational {
    let off = (0..3).map(|i| exact(found[i]) - &expected[i]);
    off.map(|off| &off * &off).sum()
}

const Z: Vector3<f64> = Vector3::new(0.0, 0.0, 1.0);
const X: Vector3<f64> = Vector3::new(1.0, 0.0, 0.0);

/// Bounds of points are at least the size of the derivatives, and at most the sum of the parts of these.
#[test]
fn bounds_of_points_are_near_closed_forms() {
    let w = 0.5f64;
    let turn = vec![quadratic([0.0, 0.0, 0.5])];
    let inward = vec![quadratic([0.0, w, 0.0]), quadratic([-1.0, 1.0, 0.0])];
    let arm = vec![quadratic([0.0, 3.0, 0.0]), quadratic([2.0, 0.0, 0.0])];
    for (ends, reach, derivatives) in [
        // exp(i q) with q = u^2/2: i q', -q'^2 + i q'' and -3 q' q'' - i q'^3 at u = 1
        (turn, 1.0, [[1.0, 0.0], [1.0, 1.0], [3.0, 1.0]]),
        // a slide to the axis of a turn, (u - 1) exp(i w u), at u = 0
        (
            inward,
            0.0,
            [[1.0, w], [2.0 * w, w * w], [3.0 * w * w, w.powi(3)]],
        ),
        // a slide that stands still at 2 is an arm of that length
        (arm, 0.0, [[6.0, 0.0], [18.0, 0.0], [54.0, 0.0]]),
    ] {
        let joints = &[(true, Z), (false, X)][..ends.len()];
        let bounds = along(joints, &ends).limits().of_points(reach);
        for (bound, [one, other]) in bounds.into_iter().zip(derivatives) {
            let range = one.hypot(other)..=(one + other) * (1.0 + 1e-9);
            assert!(range.contains(&bound), "{ends:?}: {bound} {range:?}");
        }
    }
}

/// In polar coordinates the acceleration is (r'' - r q'^2) along the arm and 2 r' q' + r q'' across.
#[test]
fn the_acceleration_of_a_slide_on_a_turn_is_that_in_polar_coordinates() {
    let (q, r) = ([0.3, 0.7, -0.2], [0.4, -0.9, 0.6]);
    let along = along(&[(true, Z), (false, X)], &[quadratic(q), quadratic(r)]);
    let at = |[c0, c1, c2]: [f64; 3], u: f64| {
        let value = c0 + c1 * u + c2 * u * u;
        [value, c1 + 2.0 * c2 * u, 2.0 * c2]
    };
    for u in [0.0, 0.25, 0.8, 1.0] {
        let ([angle, turn, turn2], [arm, slide, slide2]) = (at(q, u), at(r, u));
        let (sin, cos) = angle.sin_cos();
        let out = Vector3::new(cos, sin, 0.0);
        let across = Vector3::new(-sin, cos, 0.0);
        let expected =
            out * (slide2 - arm * turn * turn) + across * (2.0 * slide * turn + arm * turn2);
        let found = along.moves(u).acceleration;
        assert!((found - expected).norm() < 1e-13, "{u}: {found} {expected}");
    }
}

/// The first axis of a cardan joint carries the second one round: the turn is accelerated though both turn evenly.
#[test]
fn a_turn_on_a_turn_is_accelerated_angularly() {
    let ends = [quadratic([0.4, 2.0, 0.0]), quadratic([-0.1, 3.0, 0.0])];
    let along = along(&[(true, Z), (true, X)], &ends);
    let u = 0.3f64;
    let (sin, cos) = (0.4 + 2.0 * u).sin_cos();
    let moves = along.moves(u);
    let carried = Vector3::new(cos, sin, 0.0);
    assert!((moves.omega - (Z * 2.0 + carried * 3.0)).norm() < 1e-14);
    assert!((moves.alpha - Vector3::new(-sin, cos, 0.0) * 6.0).norm() < 1e-13);
}

/// The errors of joint values turn and move frames: an angle of 1e9 is known to 1e-7. That of the turn below an arm moves
/// the arm, and each of many arms is added to a position that is rounded again.
#[test]
fn the_rounding_of_joint_values_of_arms_and_of_their_sum_counts() {
    let (far, of_value) = (quadratic([1e9, 1.0, 0.0]), 1e9 * f64::EPSILON / 4.0);
    let turned = along(&[(true, Z)], &[far]).limits().angle_error;
    assert!((of_value..16.0 * of_value).contains(&turned), "{turned}");
    let near = along(&[(true, Z)], &[still(1.0)]).limits().angle_error;
    assert!(near < 100.0 * f64::EPSILON, "{near}");
    let many = [vec![(false, X); 101], vec![(true, Z)]].concat();
    let ends = [vec![still(1e8)], vec![still(1e-3); 101]].concat();
    let of_sum = 100.0 * 1e8 * f64::EPSILON / 2.0;
    for (joints, ends, least) in [
        (&[(false, Z)][..], &[far][..], of_value),
        (&[(true, Z), (false, X)], &[far, still(1e3)], 1e3 * of_value),
        (&many, &ends, of_sum),
    ] {
        let found = along(joints, ends).limits().translation_error;
        assert!(found >= least, "{found} {least}");
    }
}

/// Along a slide on a slow turn the acceleration is 2 r' q' for the most part. The errors of both rates and of both
/// second derivatives count.
#[test]
fn the_rounding_of_both_rates_of_a_slide_on_a_turn_counts() {
    let (rate, slides) = (1.0 / 64.0, 1e3);
    let slide = quadratic([-0.5 * slides, slides, 0.0]);
    let ends = [quadratic([0.0, rate, 0.0]), slide];
    let along = along(&[(true, Z), (false, X)], &ends);
    let [turn, slide] = [0, 1].map(|frame| along.following.values[frame].largest());
    let of_rates = slide.errors[1] * rate + slides * turn.errors[1];
    let of_second = slide.errors[2] + 0.5 * slides * turn.errors[2];
    let found = along.limits().errors_of_points(0.0, 0.0)[1];
    let least = 2.0 * of_rates + of_second;
    assert!(found >= least, "{found} {least}");
}

/// A slide follows another joint. Its value is almost nothing, and its error the rounding times its factor: a turn
/// below it carries that error round.
#[test]
fn the_rounding_of_a_short_arm_on_a_turn_counts() {
    let value = 0.7;
    let slide = joint(1).sliding(Vector3::x_axis());
    let robot = chain(vec![
        joint(0).turning(Vector3::z_axis()),
        slide.mimicking("joint 2", 1e9, -value * 1e9),
        joint(2).turning(Vector3::z_axis()),
    ]);
    let path = Path::new(vec![vec![0.0, value], vec![3.0, value]]).times(vec![0.0, 1.0]);
    let limits = Along::new(&robot, &path, 2).limits();
    let of_value = value * 1e9 * f64::EPSILON / 4.0;
    let found = limits.errors_of_points(0.0, 0.0)[0];
    assert!(found >= 3.0 * of_value, "{found} {of_value}");
}

/// The value of a joint that follows a chain of others is right against exact arithmetic, where factors and offsets
/// nearly cancel, and where there are no offsets.
#[test]
fn values_that_follow_others_hold_their_error() {
    let hinge = |index| joint(index).turning(Vector3::z_axis());
    let mut is_idle = true;
    for step in 0..400 {
        let value = 0.1 + 0.013 * f64::from(step);
        let (factors, offsets) = if step % 2 == 0 {
            ([1e8 / 3.0, -0.7], [-value * 1e8 / 3.0, 0.1])
        } else {
            ([10.1 + value, 30.3], [0.0, 0.0])
        };
        let robot = chain(vec![
            hinge(0),
            hinge(1).mimicking("joint 0", factors[0], offsets[0]),
            hinge(2).mimicking("joint 1", factors[1], offsets[1]),
        ]);
        let drive = robot.drives()[2].expect("it turns");
        let constant = Polynomial::linear(value, value);
        let driven = constant.scaled(drive.multiplier, drive.offset);
        let leader = exact(value) * exact(factors[0]) + exact(offsets[0]);
        let truth = leader * exact(factors[1]) + exact(offsets[1]);
        let off = exact(driven.value(0.5)) - truth;
        let off = &off * &off;
        let allowed = exact(driven.largest().errors[0]);
        let allowed = &allowed * &allowed;
        assert!(off <= allowed, "{step}: the square of the error is {off}");
        is_idle &= off * exact(1e4) < allowed;
    }
    assert!(!is_idle, "the bound is a hundred times too large");
}

/// The errors of many rotations in a row count by the length of a far arm. The exact rotation is the product of the
/// quaternions as they are given.
#[test]
fn the_angle_errors_of_many_poses_count_at_the_end_of_an_arm() {
    let turn = Isometry3::rotation(Vector3::new(0.31, -0.77, 0.23));
    let given = exactly(&turn);
    let (mut pose, mut whole) = (RoundedPose::from(&turn), given.clone());
    for _ in 0..60 {
        pose = pose.then(&RoundedPose::from(&turn));
        whole = product(&whole, &given);
    }
    let arm = Vector3::new(1e8, 2e8, -3e7);
    let found = pose.then(&RoundedPose::from(&Isometry3::from(arm)));
    let truth = turned(&whole, [0, 1, 2].map(|i| exact(arm[i])));
    let off = off(found.pose.translation, &truth);
    let error = found.error.length;
    assert!(off <= exact(error * error), "{off} {error}");
    // without the angles only the sum at the end counts
    let of_arm = 10.0 * f64::EPSILON * arm.norm();
    assert!(off > exact(of_arm * of_arm), "{off} {of_arm}");
}

/// Poses in poses that lead far away and back are right against exact arithmetic.
#[test]
fn poses_in_poses_hold_their_error() {
    let mut is_idle = true;
    for step in 0..50 {
        let turn = |k: f64| Vector3::new(0.3 + k, 0.7 - 0.01 * f64::from(step), 0.11 * k);
        let there = Vector3::new(1e8, 2e8 + f64::from(step), -3e7);
        let outer = Isometry3::new(there, turn(0.2));
        let inner = Isometry3::new(outer.rotation.inverse() * -there, turn(-1.3));
        let found = RoundedPose::from(&outer).then(&RoundedPose::from(&inner));
        let turns = [exactly(&outer), exactly(&inner)];
        let exactly = |v: Vector3<f64>| [0, 1, 2].map(|i| exact(v[i]));
        let mut place = turned(&turns[0], exactly(inner.translation.vector));
        for (place, there) in place.iter_mut().zip(exactly(there)) {
            *place += there;
        }
        let off_place = off(found.pose.translation, &place);
        let both = product(&turns[0], &turns[1]);
        let columns = [0, 1, 2].map(|k| {
            let column = found.pose.rotation.column(k).into_owned();
            off(column, &turned(&both, exactly(Vector3::ith(k, 1.0))))
        });
        let off_turn = columns.into_iter().sum::<BigRational>();
        let allowed = [found.error.length, found.error.angle].map(|error| exact(error * error));
        assert!(off_place <= allowed[0], "{step}: {:?}", found.error);
        assert!(off_turn <= allowed[1], "{step}: {:?}", found.error);
        is_idle &= off_place * exact(1e5) < allowed[0];
    }
    assert!(!is_idle, "the bound is three hundred times too large");
}
