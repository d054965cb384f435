//! Tests of links of many hulls, which are tested as a whole before their pieces.
//!
//! The same pieces on links of their own, fixed to each other, are never tested as a whole: both robots must give the
//! same answers.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::shape::{Ball, ConvexHull};
use photofinish_robot::{Checker, Joint, Link, Path, PathOutcome, Robot, Rules, Scene};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Returns the hull of a box.
fn block(center: Vector3<f64>, half: Vector3<f64>) -> ConvexHull<f64, 3> {
    let corners: Vec<_> = (0..8)
        .map(|k| {
            let sign = |bit: i32| if k & bit == 0 { -1.0 } else { 1.0 };
            center + half.component_mul(&vector![sign(1), sign(2), sign(4)])
        })
        .collect();
    ConvexHull::new(&corners).expect("a box")
}

/// Returns two walls and a floor, a U that opens along y, with 1 between its walls.
fn cup() -> Vec<ConvexHull<f64, 3>> {
    vec![
        block(vector![-0.75, 0.0, 0.0], vector![0.25, 1.0, 0.5]),
        block(vector![0.75, 0.0, 0.0], vector![0.25, 1.0, 0.5]),
        block(vector![0.0, -0.75, 0.0], vector![0.5, 0.25, 0.5]),
    ]
}

/// Returns an arm of two links that turn about z and then about x, whose pieces are on one link each, or apart on links
/// of their own.
fn arm(pieces: [&[ConvexHull<f64, 3>]; 2], apart: bool) -> Robot {
    let mut links = vec![Link::new("base"), Link::new("mid"), Link::new("tip")];
    let mut joints = vec![
        Joint::fixed("turn", "base", "mid").turning(Vector3::z_axis()),
        Joint::fixed("bend", "mid", "tip")
            .at(Isometry3::translation(0.0, 2.5, 0.0))
            .turning(Vector3::x_axis()),
    ];
    for (index, pieces) in pieces.into_iter().enumerate() {
        let owner = links[index + 1].name().to_owned();
        for (number, piece) in pieces.iter().enumerate() {
            if apart {
                let name = format!("{owner}{number}");
                joints.push(Joint::fixed(name.clone(), owner.clone(), name.clone()));
                links.push(Link::new(name).with(piece.clone(), Isometry3::identity()));
            } else {
                let link = links[index + 1].clone();
                links[index + 1] = link.with(piece.clone(), Isometry3::identity());
            }
        }
    }
    Robot::new("arm", links, joints).expect("an arm")
}

fn peas(places: &[Vector3<f64>], radius: f64) -> Scene {
    let mut scene = Scene::new();
    for (index, place) in places.iter().enumerate() {
        let pose = Isometry3::from_parts((*place).into(), Default::default());
        scene
            .add(
                format!("pea{index}"),
                Ball::new(radius).expect("a ball"),
                pose,
            )
            .expect("new");
    }
    scene
}

/// A ball between the walls of the cup, and off its axis, is proven clear while the cup turns about it, though the hull
/// of the cup has it inside all the time. The clearance is the gap at the nearest angle, to a tenth.
#[test]
fn a_ball_between_the_walls_is_clear_and_inside_a_wall_is_not() {
    let cup: Vec<_> = [cup(), cup()].concat();
    let robot = arm([&cup, &[]], false);
    let scene = peas(&[vector![0.1, 0.0, 0.0]], 0.1);
    let checker = Checker::new(&robot, &scene).expect("a checker");
    let path = Path::new(vec![vec![0.0, 0.0], vec![0.5, 0.0]]);
    let (solution, certificate) = checker.certify(&path).expect("decided");
    let check = checker.check(&path).expect("decided");
    for outcome in [&solution.outcome, &check.outcome] {
        let PathOutcome::Separated(separated) = outcome else {
            panic!("{outcome:?}");
        };
        // a wall is 0.5 from the axis, the ball at most 0.1 + 0.1
        assert!((0.27..=0.3).contains(&separated.clearance), "{separated:?}");
    }
    let verified = certificate.verify_outcome(&checker, &path, &solution.outcome);
    assert!(verified.expect("a proof").is_whole);
    for inside in [vector![0.7, 0.2, 0.1], vector![0.0, -0.7, 0.3]] {
        let checker = Checker::new(&robot, &peas(&[inside], 1e-6)).expect("a checker");
        let impact = checker.check(&path).expect("decided");
        assert_eq!(impact.impact().expect("an object inside").time, 0.0);
    }
}

#[test]
fn pieces_on_one_link_give_the_answers_of_pieces_on_links_of_their_own() {
    let mut rng = StdRng::seed_from_u64(1515);
    let mut random = |size: f64| Vector3::from_fn(|_, _| rng.random_range(-size..=size));
    let (mut clear, mut grouped, mut alone) = (0, 0, 0);
    for round in 0..60 {
        let pieces: [Vec<_>; 2] = std::array::from_fn(|_| {
            let block = |_| block(random(0.8), random(0.2).abs() + Vector3::repeat(0.05));
            (0..5).map(block).collect()
        });
        let [mid, tip] = &pieces;
        let peas = peas(&[random(2.5), random(2.5), random(2.5)], 0.3);
        let path = Path::new(vec![
            random(3.0).xy().as_slice().to_vec(),
            random(3.0).xy().as_slice().to_vec(),
        ]);
        let rules = Rules::new().ignore_self();
        let answer = |apart: bool| {
            let robot = arm([mid, tip], apart);
            let checker = Checker::with_rules(&robot, &peas, &rules).expect("a checker");
            let checked = checker.check(&path).expect("decided");
            let (certified, certificate) = checker.certify(&path).expect("decided");
            let verified = certificate.verify_outcome(&checker, &path, &certified.outcome);
            verified.unwrap_or_else(|error| panic!("{round}: {error}"));
            (checked, certified)
        };
        let ((one, proven), (own, _)) = (answer(false), answer(true));
        assert_eq!(one.pairs, own.pairs);
        grouped += one.statistics.tests;
        alone += own.statistics.tests;
        match (&one.outcome, &proven.outcome, &own.outcome) {
            (
                PathOutcome::Separated(one),
                PathOutcome::Separated(proven),
                PathOutcome::Separated(own),
            ) => {
                // each is the true clearance, or up to a tenth less
                let least = one.clearance.min(own.clearance).min(proven.clearance);
                let most = one.clearance.max(own.clearance).max(proven.clearance);
                assert!(
                    least > 0.0 && least >= most * 0.9 - 1e-7,
                    "{round}: {least} {most}"
                );
                clear += 1;
            }
            (PathOutcome::Impact(one), PathOutcome::Impact(proven), PathOutcome::Impact(own)) => {
                assert!((one.time - own.time).abs() < 1e-5, "{round}: {one} {own}");
                assert!(
                    (proven.time - own.time).abs() < 1e-5,
                    "{round}: {proven} {own}"
                );
            }
            others => panic!("{round}: {others:?}"),
        }
    }
    assert!((15..=45).contains(&clear), "{clear} of 60 paths are clear");
    assert!(grouped * 4 < alone * 3, "{grouped} tests against {alone}");
}
