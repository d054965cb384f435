//! Bodies that start in contact and are pressed into each other: they go on along each other, and get no deeper.

use super::*;
use nalgebra::{Point2, Vector2, vector};
use photofinish::HalfSpace;
use photofinish::engine::{Pass, Response, Then, candidates};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const SLOP: f64 = 0.005;
const SLIDE: f64 = 0.05;

fn moved(pose: &Isometry2<f64>, way: Vector2<f64>, turn: f64) -> Isometry2<f64> {
    Isometry2::new(pose.translation.vector + way, pose.rotation.angle() + turn)
}

/// A tower falls through the air while its engine presses the blocks together. It falls as far as it would, on the
/// mean. With stops alone it hangs in the air.
#[test]
fn bodies_that_are_pressed_together_fall() {
    let block = cuboid(0.5, 0.2);
    let fall = |slide: f64, response: Response<f64, UnitComplex<f64>, 2>| {
        let mut poses: Vec<_> = (0..6)
            .map(|k| at(0.0, f64::from(k) * (0.4 - SLOP)))
            .collect();
        for _ in 0..50 {
            let mut bodies: Vec<_> = (poses.iter().zip(0..))
                .map(|(pose, k)| {
                    // the higher, the faster
                    let way = vector![0.01, -0.1 - 1e-3 * f64::from(k)];
                    Body2::new(&block, *pose, moved(pose, way, 0.0))
                })
                .collect();
            let pairs = candidates(&bodies, slide).expect("boxes");
            let pass = Pass::new().allowed_overlap(SLOP).slide_up_to(slide);
            let report = pass.run(&mut bodies, pairs, |_| response);
            assert!(report.expect("a step").no_longer_proven.is_empty());
            poses = bodies.iter().map(|body| *body.pose()).collect();
            for two in poses.windows(2) {
                let [low, high] = [&two[0], &two[1]].map(|pose| pose.translation.y);
                let depth = 0.4 - (high - low);
                assert!(depth <= SLOP * 17.0 / 16.0 + 1e-6, "{depth}");
            }
        }
        let places = poses.iter().map(|pose| pose.translation.vector);
        let mean = places.sum::<Vector2<f64>>() / 6.0;
        mean - vector![0.0, 2.5 * (0.4 - SLOP)]
    };
    let far = fall(SLIDE, Response::slide());
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
    let report = Pass::new().allowed_overlap(SLOP).slide_up_to(9.0).run(
        &mut bodies,
        [[0, 2], [1, 2]],
        |event| {
            assert!(event.pair[1] == 2);
            Response {
                a: Then::Stop,
                b: Then::Slide,
            }
        },
    );
    let report = report.expect("a step");
    assert!(report.events.len() < 40, "{}", report.events.len());
    assert_eq!(report.wedged, [2]);
    let way = bodies[2].pose().translation.y;
    assert!(way < 0.69, "{way}");
    let walls = [0, 1].map(|wall| bodies[wall].pose().translation.x);
    let block = bodies[2].pose().translation.x;
    for (wall, side) in walls.into_iter().zip([-1.0, 1.0]) {
        let depth = 1.0 - (wall - block) * side;
        assert!(depth <= SLOP * 17.0 / 16.0 + 1e-6, "{depth}");
    }
}

/// A depth that people write is on no level of held bodies, on which a body could not move along the contact.
#[test]
fn a_block_that_starts_at_a_round_depth_slides_on() {
    let (ground, block) = (cuboid(9.0, 0.5), cuboid(0.5, 0.5));
    for depth in [0.006, 0.0075, 0.01, 0.0125, 0.015, 0.02, 0.025, 0.05, 0.1] {
        let start = at(0.0, 1.0 - depth);
        let mut bodies = [
            Body2::fixed(&ground, at(0.0, 0.0)),
            Body2::new(&block, start, moved(&start, vector![1.0, 0.0], 0.0)),
        ];
        let pass = Pass::new().allowed_overlap(SLOP);
        let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
        assert!(report.expect("a step").events.is_empty(), "{depth}");
        assert!(bodies[1].pose().translation.x > 0.999, "{depth}");
    }
}

/// Tips of a rod, and points of a ball that turns fast, stay as near to where they were to be as the pass says. A new sweep
/// turns at other rates than the old one, which is all that moves the points of a ball.
#[test]
fn bodies_that_turn_fast_stay_within_what_they_may_leave_their_way_by() {
    let tips = [vector![1.0, 0.05], vector![-1.0, 0.05]];
    stay_near_their_ways("rod", &cuboid(1.0, 0.05), tips, 0.5..1.6);
    let sides = [vector![0.5, 0.0], vector![0.0, 0.5]];
    stay_near_their_ways("ball", &ball(0.5), sides, 0.99..1.1);
}

fn stay_near_their_ways(
    name: &str,
    body: &AnyShape<f64, 2>,
    points: [Vector2<f64>; 2],
    heights: std::ops::Range<f64>,
) {
    use photofinish::motion::{Motion, Sweep};
    let ground = cuboid(9.0, 0.5);
    let mut rng = StdRng::seed_from_u64(7);
    let (mut slid, mut stopped) = (0, 0);
    let mut farthest = 0.0_f64;
    for _ in 0..2000 {
        let turn = rng.random_range(-3.1..3.1);
        let start = Isometry2::new(
            vector![0.0, rng.random_range(heights.clone())],
            rng.random_range(-1.5..1.5),
        );
        let end = moved(&start, vector![0.5, rng.random_range(-0.2..0.1)], turn);
        let most = rng.random_range(0.0..0.6);
        let mut way = Sweep::new((0.0, start), (1.0, end), Vector2::zeros()).expect("a sweep");
        let was_to_be = way;
        let mut since = 0.0;
        let mut bodies = [
            Body2::fixed(&ground, at(0.0, 0.0)),
            Body2::new(body, start, end),
        ];
        let pass = Pass::new().allowed_overlap(SLOP).slide_up_to(most);
        let report = pass.run(&mut bodies, [[0, 1]], |_| Response::slide());
        let report = report.expect("a step");
        // the last way ends where the body does
        if let Some(event) = report.events.last() {
            let ends = ((event.time, event.poses[1]), (1.0, *bodies[1].pose()));
            since = event.time;
            way = Sweep::new(ends.0, ends.1, Vector2::zeros()).unwrap_or(way);
        }
        if !report.wedged.is_empty() {
            stopped += 1;
            continue;
        }
        slid += usize::from(!report.events.is_empty());
        for k in 0..=50 {
            let time = since + (1.0 - since) * f64::from(k) / 50.0;
            for point in points {
                let [now, then] =
                    [&way, &was_to_be].map(|way| way.pose(time) * Point2::from(point));
                let off = (now - then).norm();
                farthest = farthest.max(off / most);
                assert!(
                    off <= most + 1e-9,
                    "{name}: {off} of {most}, turning by {turn}"
                );
            }
        }
    }
    assert!(
        slid > 100 && stopped > 100,
        "{name}: {slid} slid, {stopped} stopped"
    );
    assert!(farthest > 0.5, "{name}: {farthest}");
}

/// Along a plane the gap of a body that slides on never falls below what it was. So a body that turns, bulges and is
/// pressed slides on once, and meets the plane no more.
#[test]
fn bodies_slide_along_a_plane_in_one_go() {
    let (ground, block) = (cuboid(9.0, 0.5), cuboid(0.5, 0.3));
    let floor = HalfSpace::new(Vector2::y(), vector![0.0, 0.5]).expect("a floor");
    let grounds = [
        Body2::fixed(&ground, at(0.0, 0.0)),
        Body2::fixed_floor(floor, at(0.0, 0.0)),
    ];
    let mut rng = StdRng::seed_from_u64(11);
    let mut slid = 0;
    for case in 0..1000 {
        let turn = rng.random_range(-1.5..1.5);
        let angle = rng.random_range(-1.5..1.5_f64);
        // from above the ground to a little less deep than is allowed
        let standing = 0.5 + 0.5 * angle.sin().abs() + 0.3 * angle.cos();
        let start = at(0.0, standing + rng.random_range(-SLOP..0.1));
        let start = moved(&start, Vector2::zeros(), angle);
        let way = vector![rng.random_range(-1.0..1.0), rng.random_range(-0.3..0.0)];
        let mut bodies = [
            grounds[case % 2],
            Body2::new(&block, start, moved(&start, way, turn)),
        ];
        let pass = Pass::new().allowed_overlap(SLOP).slide_up_to(9.0);
        let report = pass.run(&mut bodies, [[0, 1]], |_| Response::slide());
        let report = report.expect("a step");
        assert!(report.wedged.is_empty(), "{case}");
        assert!(report.events.len() <= 1, "{case}: {}", report.events.len());
        slid += report.events.len();
        let pose = bodies[1].pose();
        let reach = |x: f64| {
            (pose.rotation * vector![x, 0.3])
                .y
                .min((pose.rotation * vector![x, -0.3]).y)
        };
        let lowest = pose.translation.y + reach(0.5).min(reach(-0.5));
        assert!(
            lowest - 0.5 > -SLOP * 17.0 / 16.0 - 1e-9,
            "{case}: {lowest}"
        );
    }
    assert!(slid > 500, "{slid}");
}

/// A floor that rises, or turns under a block that stands on one side of it, pushes the block as far as the floor moves
/// where the block stands.
#[test]
fn floors_that_move_push_what_stands_on_them() {
    let block = cuboid(0.5, 0.5);
    let floor = HalfSpace::new(Vector2::y(), Vector2::zeros()).expect("a floor");
    for (lift, turn) in [(0.1, 0.0), (0.0, 0.01), (0.05, -0.01)] {
        let start = at(3.0, 0.5);
        let ends = moved(&at(0.0, 0.0), vector![0.0, lift], turn);
        let mut bodies = [
            Body2::floor(floor, at(0.0, 0.0), ends),
            Body2::new(&block, start, start),
        ];
        let pass = Pass::new().allowed_overlap(SLOP).slide_up_to(0.2);
        let report = pass.run(&mut bodies, [[0, 1]], |_| Response {
            a: Then::Continue,
            b: Then::Slide,
        });
        let report = report.expect("a step");
        assert!(
            report.wedged.is_empty() && report.events.len() <= 3,
            "{report:?}"
        );
        // the floor rises at the nearest lower corner of the block by as much
        let rises: f64 = lift + if turn > 0.0 { 3.5 * turn } else { 2.5 * turn };
        let risen = bodies[1].pose().translation.y - 0.5;
        let expected = (rises - SLOP).max(0.0);
        assert!(
            (risen - expected).abs() < SLOP,
            "{lift} {turn}: {risen}, not {expected}"
        );
    }
}
