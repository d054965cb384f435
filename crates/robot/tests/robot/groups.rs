//! Links of many hulls, which are tested as a whole before their pieces. `random` and `certificates` have more of them.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::shape::ConvexHull;
use photofinish_robot::{Link, PairOutcome, Path, PathOutcome, Rules};

use crate::build::{at, ball, checker, hinge, impact, path, scene};

/// Returns the hull of a box.
fn block(center: Vector3<f64>, half: Vector3<f64>) -> ConvexHull<f64, 3> {
    let sign = |k: i32, bit: i32| if k & bit == 0 { -1.0 } else { 1.0 };
    let corner = |k| center + half.component_mul(&vector![sign(k, 1), sign(k, 2), sign(k, 4)]);
    ConvexHull::new(&(0..8).map(corner).collect::<Vec<_>>()).expect("a box")
}

/// A ball between the walls of a cup, and off its axis, is proven clear while the cup turns about it, though the hull of
/// the cup has it inside all the time. The clearance is the gap at the nearest angle, to a tenth.
#[test]
fn a_ball_between_the_walls_is_clear_and_inside_a_wall_is_not() {
    // twice two walls and a floor, a U that opens along y, with 1 between its walls
    let cup = [
        block(vector![-0.75, 0.0, 0.0], vector![0.25, 1.0, 0.5]),
        block(vector![0.75, 0.0, 0.0], vector![0.25, 1.0, 0.5]),
        block(vector![0.0, -0.75, 0.0], vector![0.5, 0.25, 0.5]),
    ];
    let pieces = cup.iter().chain(&cup).cloned();
    let robot = hinge(pieces.fold(Link::new("cup"), |cup, piece| {
        cup.with(piece, Isometry3::identity())
    }));
    let with = |radius, place| checker(&robot, &scene("pea", ball(radius), place), &Rules::new());
    let path: Path = path(&[0.0, 0.5]);
    let between = with(0.1, at(0.1, 0.0, 0.0));
    let (solution, certificate) = between.certify(&path).expect("decided");
    let check = between.check(&path).expect("decided");
    let clearances = [&solution.outcome, &check.outcome].map(|outcome| match outcome {
        PathOutcome::Separated(separated) => separated.clearance,
        impact @ PathOutcome::Impact(_) => panic!("{impact:?}"),
    });
    let PairOutcome::Separated { clearance } =
        between.clearances(&path).expect("a path")[0].outcome
    else {
        panic!("the pair is clear");
    };
    for clearance in clearances.into_iter().chain([clearance]) {
        // a wall is 0.5 from the axis, the ball at most 0.1 + 0.1
        assert!((0.27..=0.3).contains(&clearance), "{clearance}");
    }
    let verified = certificate.verify_outcome(&between, &path, &solution.outcome);
    assert!(verified.expect("a proof").is_whole);
    for inside in [at(0.7, 0.2, 0.1), at(0.0, -0.7, 0.3)] {
        let impact = impact(&with(1e-6, inside), &path);
        assert_eq!(impact.expect("an object inside").time, 0.0);
    }
}
