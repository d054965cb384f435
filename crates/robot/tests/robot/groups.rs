//! Tests of links of many hulls, which are tested as a whole before their pieces.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::shape::ConvexHull;
use photofinish_robot::{Joint, Link, PairOutcome, Path, PathOutcome, Robot, Rules, Scene};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::build::{at, ball, body, checker, impact, robot, scene};

type Hulls = Vec<ConvexHull<f64, 3>>;

/// Returns the hull of a box.
fn block(center: Vector3<f64>, half: Vector3<f64>) -> ConvexHull<f64, 3> {
    let sign = |k: i32, bit: i32| if k & bit == 0 { -1.0 } else { 1.0 };
    let corner = |k| center + half.component_mul(&vector![sign(k, 1), sign(k, 2), sign(k, 4)]);
    ConvexHull::new(&(0..8).map(corner).collect::<Vec<_>>()).expect("a box")
}

/// Returns an arm of two links that turn about z and then about x, whose pieces are on one link each, or apart on links
/// of their own.
fn arm(pieces: [&Hulls; 2], apart: bool) -> Robot {
    let mut links = vec![Link::new("base"), Link::new("mid"), Link::new("tip")];
    let bend = Joint::fixed("bend", "mid", "tip").at(at(0.0, 2.5, 0.0));
    let turn = Joint::fixed("turn", "base", "mid").turning(Vector3::z_axis());
    let mut joints = vec![turn, bend.turning(Vector3::x_axis())];
    for (on, owner, pieces) in [(1, "mid", pieces[0]), (2, "tip", pieces[1])] {
        for (number, piece) in pieces.iter().enumerate() {
            let piece = piece.clone();
            if apart {
                let name = format!("{owner}{number}");
                joints.push(Joint::fixed(&name, owner, &name));
                links.push(body(&name, piece));
            } else {
                links[on] = links[on].clone().with(piece, Isometry3::identity());
            }
        }
    }
    robot(links, joints).expect("an arm")
}

/// A ball between the walls of a cup, and off its axis, is proven clear while the cup turns about it, though the hull of
/// the cup has it inside all the time. The clearance is the gap at the nearest angle, to a tenth.
#[test]
fn a_ball_between_the_walls_is_clear_and_inside_a_wall_is_not() {
    // twice two walls and a floor, a U that opens along y, with 1 between its walls
    let cup = vec![
        block(vector![-0.75, 0.0, 0.0], vector![0.25, 1.0, 0.5]),
        block(vector![0.75, 0.0, 0.0], vector![0.25, 1.0, 0.5]),
        block(vector![0.0, -0.75, 0.0], vector![0.5, 0.25, 0.5]),
    ];
    let robot = arm([&[cup.clone(), cup].concat(), &vec![]], false);
    let with = |radius, place| checker(&robot, &scene("pea", ball(radius), place), &Rules::new());
    let path = Path::new(vec![vec![0.0, 0.0], vec![0.5, 0.0]]);
    let between = with(0.1, at(0.1, 0.0, 0.0));
    let (solution, certificate) = between.certify(&path).expect("decided");
    let check = between.check(&path).expect("decided");
    for outcome in [&solution.outcome, &check.outcome] {
        let PathOutcome::Separated(separated) = outcome else {
            panic!("{outcome:?}");
        };
        // a wall is 0.5 from the axis, the ball at most 0.1 + 0.1
        assert!((0.27..=0.3).contains(&separated.clearance), "{separated:?}");
    }
    let verified = certificate.verify_outcome(&between, &path, &solution.outcome);
    assert!(verified.expect("a proof").is_whole);
    let outcome = between.clearances(&path).expect("a path")[0].outcome;
    let is_so = matches!(outcome, PairOutcome::Separated { clearance } if (0.27..=0.3).contains(&clearance));
    assert!(is_so, "{outcome:?}");
    for inside in [at(0.7, 0.2, 0.1), at(0.0, -0.7, 0.3)] {
        let impact = impact(&with(1e-6, inside), &path);
        assert_eq!(impact.expect("an object inside").time, 0.0);
    }
}

/// Pieces on links of their own, fixed to each other, are never tested as a whole.
#[test]
fn pieces_on_one_link_give_the_answers_of_pieces_on_links_of_their_own() {
    let mut rng = StdRng::seed_from_u64(1515);
    let mut random = |size: f64| Vector3::from_fn(|_, _| rng.random_range(-size..=size));
    let mut clear = 0;
    for round in 0..20 {
        let pieces: [Hulls; 2] = std::array::from_fn(|_| {
            let block = |_| block(random(0.8), random(0.2).abs() + Vector3::repeat(0.05));
            (0..5).map(block).collect()
        });
        let mut scene = Scene::new();
        for name in ["one", "two", "three"] {
            let place = random(2.5);
            let added = scene.add(name, ball(0.5), Isometry3::from(place));
            added.expect("a name");
        }
        let mut row = || random(3.0).xy().as_slice().to_vec();
        let path = Path::new(vec![row(), row()]);
        let outcomes = [false, true].map(|apart| {
            let robot = arm([&pieces[0], &pieces[1]], apart);
            let checker = checker(&robot, &scene, &Rules::new().ignore_self());
            let (certified, certificate) = checker.certify(&path).expect("decided");
            let verified = certificate.verify_outcome(&checker, &path, &certified.outcome);
            verified.unwrap_or_else(|error| panic!("{round}: {error}"));
            let checked = checker.check(&path).expect("decided");
            [checked.outcome, certified.outcome]
        });
        let outcomes = outcomes.as_flattened();
        for (one, other) in outcomes.iter().zip(&outcomes[1..]) {
            let is_so = match (one, other) {
                (PathOutcome::Impact(one), PathOutcome::Impact(other)) => {
                    (one.time - other.time).abs() < 1e-5
                }
                (PathOutcome::Separated(one), PathOutcome::Separated(other)) => {
                    // each is the true clearance, or up to a tenth less
                    let [one, other] = [one.clearance, other.clearance];
                    one.min(other) > 0.0 && one.min(other) >= one.max(other) * 0.9 - 1e-7
                }
                _ => false,
            };
            assert!(is_so, "{round}: {outcomes:?}");
        }
        clear += u32::from(matches!(outcomes[0], PathOutcome::Separated(_)));
    }
    assert!((4..=16).contains(&clear), "{clear} of 20 paths are clear");
}
