//! Bodies that start in contact and are pressed into each other: they go on along each other, and get no deeper.

use super::*;
use nalgebra::Point2;
use photofinish::motion::Sweep2;

const SLOP: f64 = 0.005;
/// How deep bodies may get that start in contact.
const DEEPEST: f64 = SLOP * 17.0 / 16.0;

fn moved(pose: &Isometry2<f64>, way: Vector2<f64>, turn: f64) -> Isometry2<f64> {
    Isometry2::new(pose.translation.vector + way, pose.rotation.angle() + turn)
}

fn sliding(length: f64) -> Pass<f64> {
    Pass::new().allowed_overlap(SLOP).slide_up_to(length)
}

/// A tower falls through the air while its engine presses the blocks together. It falls as far as it would, on the
/// mean. With stops alone it hangs in the air.
#[test]
fn bodies_that_are_pressed_together_fall() {
    let block = cuboid(0.5, 0.2);
    let fall = |slide: f64, response: Response2| {
        let first: [_; 6] = std::array::from_fn(|k| at(0.0, k as f64 * (0.4 - SLOP)));
        let mut poses = first;
        for _ in 0..50 {
            let mut bodies: [_; 6] = std::array::from_fn(|k| {
                // the higher, the faster
                let way = vector![0.01, -0.1 - 1e-3 * k as f64];
                Body2::new(&block, poses[k], moved(&poses[k], way, 0.0))
            });
            let pairs = candidates(&bodies, slide).expect("boxes");
            let report = sliding(slide).run(&mut bodies, pairs, |_| response);
            assert!(report.expect("a step").no_longer_proven.is_empty());
            poses = bodies.map(|body| *body.pose());
            for two in poses.windows(2) {
                let depth = 0.4 - (two[1].translation.y - two[0].translation.y);
                assert!(depth <= DEEPEST + 1e-6, "{depth}");
            }
        }
        let ways = first.iter().zip(&poses);
        let ways = ways.map(|(from, to)| to.translation.vector - from.translation.vector);
        ways.sum::<Vector2<f64>>() / 6.0
    };
    let far = fall(0.05, Response::slide());
    assert!((far.y + 50.0 * 0.1025).abs() < 0.5, "{far}");
    assert!((far.x - 0.5).abs() < 0.05, "{far}");
    let stopped = fall(0.0, Response::stop());
    assert!(stopped.norm() < 0.5 * far.norm(), "{stopped}");
}

/// A body between two walls that close in is stopped after some slides, however far it may slide.
#[test]
fn a_body_that_is_wedged_in_stops() {
    let (wall, block) = (cuboid(0.5, 9.0), cuboid(0.5, 0.5));
    let near = 1.0 - SLOP * 1.03;
    let mut bodies = [
        Body2::new(&wall, at(-near, 0.0), at(-near + 0.02, 0.0)),
        Body2::new(&wall, at(near, 0.0), at(near - 0.02, 0.0)),
        Body2::new(&block, at(0.0, 0.0), at(0.0, 0.7)),
    ];
    let (a, b) = (Then::Stop, Then::Slide);
    let pairs = [[0, 2], [1, 2]];
    let report = sliding(9.0).run(&mut bodies, pairs, |_| Response { a, b });
    let report = report.expect("a step");
    assert!(report.events.len() < 40, "{}", report.events.len());
    assert_eq!(report.wedged, [2]);
    let [left, right, block] = bodies.map(|body| body.pose().translation.vector);
    assert!(block.y < 0.69, "{block}");
    for gap in [block.x - left.x, right.x - block.x] {
        assert!(1.0 - gap <= DEEPEST + 1e-6, "{gap}");
    }
}

/// A depth that people write is on no level of held bodies, on which a body could not move along the contact.
#[test]
fn a_block_that_starts_at_a_round_depth_slides_on() {
    let (ground, block) = (cuboid(9.0, 0.5), cuboid(0.5, 0.5));
    for depth in [0.006, 0.0075, 0.01, 0.0125, 0.015, 0.02, 0.025, 0.05, 0.1] {
        let [start, end] = [0.0, 1.0].map(|x| at(x, 1.0 - depth));
        let ground = Body2::fixed(&ground, at(0.0, 0.0));
        let mut bodies = [ground, Body2::new(&block, start, end)];
        let report = usual(&Pass::new().allowed_overlap(SLOP), &mut bodies);
        assert!(report.events.is_empty(), "{depth}");
        assert_eq!(*bodies[1].pose(), end);
    }
}

/// Tips of a rod, and points of a ball that turns fast, stay as near to where they were to be as the pass says. A new sweep
/// turns at other rates than the old one, which is all that moves the points of a ball.
#[test]
fn bodies_that_turn_fast_stay_within_what_they_may_leave_their_way_by() {
    let tips = [vector![1.0, 0.05], vector![-1.0, 0.05]];
    stay_near_their_ways(&cuboid(1.0, 0.05), tips, 0.5..1.6);
    let sides = [vector![0.5, 0.0], vector![0.0, 0.5]];
    stay_near_their_ways(&ball(0.5), sides, 0.99..1.1);
}

fn stay_near_their_ways(
    body: &AnyShape<f64, 2>,
    points: [Vector2<f64>; 2],
    heights: std::ops::Range<f64>,
) {
    let ground = cuboid(9.0, 0.5);
    let mut rng = StdRng::seed_from_u64(7);
    let (mut slid, mut stopped, mut farthest) = (0, 0, 0.0_f64);
    for _ in 0..2000 {
        let turn = rng.random_range(-3.1..3.1);
        let height = rng.random_range(heights.clone());
        let start = Isometry2::new(vector![0.0, height], rng.random_range(-1.5..1.5));
        let end = moved(&start, vector![0.5, rng.random_range(-0.2..0.1)], turn);
        let most = rng.random_range(0.0..0.6);
        let ground = Body2::fixed(&ground, at(0.0, 0.0));
        let mut bodies = [ground, Body2::new(body, start, end)];
        let report = step(&sliding(most), &mut bodies, |_| Response::slide());
        if !report.wedged.is_empty() {
            stopped += 1;
            continue;
        }
        let sweep = |from, to| Sweep2::new(from, to, Vector2::zeros());
        let was_to_be = sweep((0.0, start), (1.0, end)).expect("a sweep");
        let (mut since, mut way) = (0.0, was_to_be);
        // the last way ends where the body does
        if let Some(event) = report.events.last() {
            slid += 1;
            since = event.time;
            let last = sweep((since, event.poses[1]), (1.0, *bodies[1].pose()));
            way = last.unwrap_or(way);
        }
        for k in 0..=50 {
            let time = since + (1.0 - since) * f64::from(k) / 50.0;
            for point in points.map(Point2::from) {
                let off = (way.pose(time) * point - was_to_be.pose(time) * point).norm();
                farthest = farthest.max(off / most);
                assert!(off <= most + 1e-9, "{off} of {most}, turning by {turn}");
            }
        }
    }
    assert!(slid > 100 && stopped > 100, "{slid} {stopped}");
    assert!(farthest > 0.5, "{farthest}");
}

/// Along a plane the gap of a body that slides on never falls below what it was. So a body that turns, bulges and is
/// pressed slides on once, and meets the plane no more.
#[test]
fn bodies_slide_along_a_plane_in_one_go() {
    let (ground, block) = (cuboid(9.0, 0.5), cuboid(0.5, 0.3));
    let grounds = [
        Body2::fixed(&ground, at(0.0, 0.0)),
        Body2::fixed_floor(level(), at(0.0, 0.5)),
    ];
    let standing = |angle: f64| 0.5 * angle.sin().abs() + 0.3 * angle.cos().abs();
    let mut rng = StdRng::seed_from_u64(11);
    let mut slid = 0;
    for case in 0..1000 {
        let turn = rng.random_range(-1.5..1.5);
        let angle = rng.random_range(-1.5..1.5_f64);
        // from above the ground to a little less deep than is allowed
        let height = 0.5 + standing(angle) + rng.random_range(-SLOP..0.1);
        let start = Isometry2::new(vector![0.0, height], angle);
        let way = vector![rng.random_range(-1.0..1.0), rng.random_range(-0.3..0.0)];
        let end = moved(&start, way, turn);
        let mut bodies = [grounds[case % 2], Body2::new(&block, start, end)];
        let report = step(&sliding(9.0), &mut bodies, |_| Response::slide());
        assert!(report.wedged.is_empty(), "{case}");
        assert!(report.events.len() <= 1, "{case}: {}", report.events.len());
        slid += report.events.len();
        let pose = bodies[1].pose();
        let lowest = pose.translation.y - standing(pose.rotation.angle());
        assert!(lowest - 0.5 > -DEEPEST - 1e-9, "{case}: {lowest}");
    }
    assert!(slid > 500, "{slid}");
}
