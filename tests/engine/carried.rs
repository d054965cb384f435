//! Kinematic bodies: what they run into is carried by them or slides off, and is never left in their way.

use super::*;
use nalgebra::{Isometry3, UnitQuaternion, Vector2, Vector3, vector};
use photofinish::engine::{Body3, Kind, Pass, PassError, Response, Then, candidates};
use photofinish::motion::{Motion, Sweep};

const SLOP: f64 = 0.005;
const SLIDE: f64 = 0.05;

fn pass() -> Pass<f64> {
    Pass::new().allowed_overlap(SLOP).slide_up_to(SLIDE)
}

fn turned(angle: f64) -> Isometry2<f64> {
    Isometry2::new(Vector2::zeros(), angle)
}

/// Runs a step over all pairs with the usual response.
fn usual(pass: &Pass<f64>, bodies: &mut [Body2<'_>]) -> Report2 {
    let pairs = (0..bodies.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
    let pairs: Vec<_> = pairs.collect();
    let report = pass.run(bodies, pairs, |event| event.usual_response());
    report.expect("a step")
}

/// Returns where a body is as seen from another one.
fn seen(from: &Isometry2<f64>, pose: &Isometry2<f64>) -> Isometry2<f64> {
    from.inv_mul(pose)
}

/// A post that lets the ball pass tells where it is on its way: on the arc of the bar, and not on the chord of it.
#[test]
fn a_carried_body_is_on_the_arc_at_all_times() {
    let (bar, shape, post) = (cuboid(2.0, 0.1), ball(0.2), ball(0.01));
    let hangs = at(1.5, 0.6);
    let (start, end) = (turned(0.0), turned(2.0));
    let sweep = Sweep::new((0.0, start), (1.0, end), Vector2::zeros()).expect("a sweep");
    let bodies = |place| {
        [
            Body2::new(&bar, start, end).kinematic(),
            Body2::new(&shape, hangs, hangs),
            Body2::fixed(&post, place),
        ]
    };
    let mut alone = bodies(at(9.0, 9.0));
    usual(&pass(), &mut alone);
    let beside = seen(alone[0].pose(), alone[1].pose());
    for time in [0.5, 0.7, 0.9] {
        let mut bodies = bodies(sweep.pose(time) * beside);
        let report = pass().run(&mut bodies, [[0, 1], [1, 2]], |event| match event.pair {
            [1, 2] => Response::pass(),
            _ => event.usual_response(),
        });
        let report = report.expect("a step");
        let met = report.events.iter().find(|event| event.pair == [1, 2]);
        let met = met.expect("the post is on the arc");
        assert!(met.time < time && time < met.time + 0.15, "{}", met.time);
        let there = seen(&sweep.pose(met.time), &met.poses[0]);
        assert!((there.to_matrix() - beside.to_matrix()).amax() < 1e-9);
    }
}

/// The same in space and in single precision, where the bar's centre is not the origin of its frame.
#[test]
fn a_body_goes_with_what_turns_about_another_centre() {
    let bar = Cuboid::new(Vector3::new(2.0f32, 0.1, 0.5)).expect("a box");
    let (bar, shape) = (
        AnyShape::from(bar),
        AnyShape::from(Ball::new(0.2f32).expect("a ball")),
    );
    let center = Vector3::new(-2.0, 0.0, 0.0);
    let start = Isometry3::translation(5.0, 0.0, 0.0);
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.1, 0.2, 0.7));
    let pivot = start * center;
    let end = Isometry3::from_parts((pivot - turn * center).into(), turn);
    let hangs = Isometry3::translation(6.0, 0.7, 0.1);
    let mut bodies = [
        Body3::new(&bar, start, end).about(center).kinematic(),
        Body3::new(&shape, hangs, hangs),
    ];
    let pass = Pass::new().allowed_overlap(0.005f32).slide_up_to(0.05);
    let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
    let report = report.expect("a step");
    assert_eq!(report.events.len(), 1);
    let [a, b] = report.events[0].poses;
    let (met, after) = (a.inv_mul(&b), bodies[0].pose().inv_mul(bodies[1].pose()));
    assert!((met.to_matrix() - after.to_matrix()).amax() < 1e-5);
}

/// A lift carries a tower of two: the upper block goes with the lower one, and so with the lift.
#[test]
fn what_is_carried_carries_others() {
    let (lift, block) = (cuboid(2.0, 0.1), cuboid(0.5, 0.5));
    let still = |y| Body2::new(&block, at(0.0, y), at(0.0, y));
    let mut bodies = [
        Body2::new(&lift, at(0.0, 0.0), at(0.3, 4.0)).kinematic(),
        still(1.0),
        still(2.5),
    ];
    let report = usual(&pass(), &mut bodies);
    assert_eq!(pairs(&report), [[0, 1], [1, 2]]);
    assert_eq!(report.events[1].drives, [true, false]);
    let [low, high] = [1, 2].map(|body| bodies[body].pose().translation.vector);
    assert!((low.y - (4.0 + 0.6 - SLOP)).abs() < 1e-6, "{low}");
    assert!((high.y - low.y - (1.0 - SLOP)).abs() < 1e-6, "{high}");
    assert!(report.no_longer_proven.is_empty() && report.out_of_moves.is_empty());
}

/// A press squeezes a block against a wall. No answer helps: the pair is named, and the wall holds.
#[test]
fn a_body_that_a_press_squeezes_is_named() {
    let (press, block, wall) = (cuboid(0.5, 2.0), cuboid(0.5, 0.5), cuboid(0.1, 5.0));
    let hangs = at(1.5, 0.0);
    let mut bodies = [
        Body2::new(&press, at(0.0, 0.0), at(3.0, 0.0)).kinematic(),
        Body2::new(&block, hangs, hangs),
        Body2::fixed(&wall, at(3.0, 0.0)),
    ];
    let pairs = [[0, 1], [1, 2]];
    let report = pass().run(&mut bodies, pairs, |event| event.usual_response());
    let report = report.expect("a step");
    assert_eq!(report.no_longer_proven, [[0, 1]]);
    assert_eq!(report.out_of_moves, [1]);
    let depth = bodies[1].pose().translation.x + 0.5 - 2.9;
    assert!(depth < SLOP * 17.0 / 16.0 + 1e-6, "{depth}");
}

/// Where both contacts were there before, the engine knew of them, and its pose is the best that there is.
#[test]
fn a_body_that_was_squeezed_before_goes_where_the_engine_has_sent_it() {
    let (press, block, wall) = (cuboid(0.5, 2.0), cuboid(0.5, 0.5), cuboid(0.1, 5.0));
    // as deep as is allowed, or so little that there is no event at the start
    for depth in [SLOP, 0.5 * SLOP] {
        // it leaves upwards, between both
        let (start, end) = (at(1.0 - depth, 0.0), at(1.02, 0.4));
        let mut bodies = [
            Body2::new(&press, at(0.0, 0.0), at(0.2, 0.0)).kinematic(),
            Body2::new(&block, start, end),
            Body2::fixed(&wall, at(1.6 - 2.0 * depth, 0.0)),
        ];
        let report = usual(&pass(), &mut bodies);
        assert!(report.no_longer_proven.contains(&[0, 1]), "{report:?}");
        let place = bodies[1].pose().translation.vector;
        assert!((place.y - 0.4).abs() < 0.1, "{place}");
        // the wall still holds
        assert!(place.x < 1.0 - depth + 0.01, "{place}");
    }
}

/// A cart takes a ball along, and goes on faster from half way. So both are asked about again, and the ball goes faster
/// too.
#[test]
fn a_body_whose_carrier_goes_another_way_is_asked_about_again() {
    let (cart, shape, post) = (cuboid(0.5, 3.0), ball(0.5), cuboid(0.5, 0.5));
    let mut bodies = [
        Body2::new(&cart, at(0.0, 0.0), at(4.0, 0.0)),
        Body2::new(&shape, at(2.0, 2.0), at(2.0, 2.0)),
        Body2::fixed(&post, at(3.0, -2.0)),
    ];
    let faster = Response {
        a: Then::MoveTo(at(9.0, 0.0)),
        b: Then::Stop,
    };
    let carried = Response {
        a: Then::Continue,
        b: Then::Carried,
    };
    let mut posts = 0;
    let report = Pass::new().run(&mut bodies, [[0, 1], [0, 2]], |event| match event.pair {
        [0, 1] => carried,
        _ => {
            posts += 1;
            if posts == 1 { faster } else { Response::pass() }
        }
    });
    let report = report.expect("a step");
    let all = pairs(&report);
    assert_eq!(all[..2], [[0, 1], [0, 2]]);
    assert!(all[2..].contains(&[0, 1]), "{all:?}");
    let [cart, ball] = [0, 1].map(|body| bodies[body].pose().translation.x);
    assert!(
        (cart - 9.0).abs() < 1e-9 && (ball - 10.0).abs() < 1e-6,
        "{cart} {ball}"
    );
}

#[test]
fn bodies_that_leave_their_margin_are_named() {
    let (lift, block) = (cuboid(2.0, 0.1), cuboid(0.5, 0.5));
    for (margin, leaves) in [(None, true), (Some(1.0), true), (Some(3.7), false)] {
        let mut hangs = Body2::new(&block, at(0.0, 1.0), at(0.0, 1.0));
        if let Some(margin) = margin {
            hangs = hangs.margin(margin);
        }
        let mut bodies = [
            Body2::new(&lift, at(0.0, 0.0), at(0.0, 4.0)).kinematic(),
            hangs,
            Body2::fixed(&lift, at(0.0, 4.0)),
        ];
        let near = candidates(&bodies, 0.0).expect("boxes");
        assert_eq!(near.contains(&[1, 2]), !leaves, "{margin:?}");
        let report = usual(&pass(), &mut bodies[..2]);
        let named: &[usize] = if leaves { &[1] } else { &[] };
        assert_eq!(report.left_margin, named);
    }
    for margin in [-1.0, f64::NAN, f64::INFINITY] {
        let none: [Body2; 0] = [];
        let found = candidates(&none, margin);
        assert!(matches!(found, Err(PassError::InvalidMargin { .. })));
        let body = || Body2::new(&block, at(0.0, 1.0), at(0.0, 1.0)).margin(margin);
        let found = candidates(&[body()], 0.0);
        assert!(matches!(found, Err(PassError::InvalidMargin { .. })));
        let report = pass().run(&mut [body()], [], |event| event.usual_response());
        assert!(matches!(report, Err(PassError::InvalidMargin { .. })));
    }
}

/// A block is carried by one plate, and then slides off another one: each is within the margin, and both are not.
#[test]
fn slides_count_after_a_body_was_carried() {
    let (plate, block) = (cuboid(0.1, 0.1), cuboid(0.5, 0.5));
    for (way, leaves) in [(0.11, true), (0.06, false)] {
        let mut bodies = [
            Body2::new(&plate, at(-0.3, -0.605), at(-0.3, -0.555)).kinematic(),
            Body2::new(&block, at(0.0, 0.0), at(0.0, 0.0)),
            Body2::new(&plate, at(0.3, -0.62), at(0.3, way - 0.62)).kinematic(),
        ];
        let report = Pass::new()
            .slide_up_to(SLIDE)
            .run(&mut bodies, [[0, 1], [1, 2]], |event| {
                let mut response = event.usual_response();
                if event.pair == [1, 2] {
                    response.a = Then::Slide;
                }
                response
            });
        let report = report.expect("a step");
        assert_eq!(report.events.len(), 1 + usize::from(leaves));
        let height = bodies[1].pose().translation.y;
        assert_eq!(height > SLIDE, leaves, "{height}");
        let named: &[usize] = if leaves { &[1] } else { &[] };
        assert_eq!(report.left_margin, named);
    }
}

/// A small ball falls fast at a thick floor. The engine must push it out again where it came in.
#[test]
fn small_bodies_do_not_sink_into_thick_ones() {
    let (floor, shape) = (cuboid(50.0, 5.0), ball(0.04));
    let mut bodies = [
        Body2::fixed(&floor, at(0.0, -5.0)),
        Body2::new(&shape, at(0.0, 0.5), at(0.0, -0.5)),
    ];
    let pass = Pass::new().allowed_overlap(SLOP).leave_slow(0.5);
    let report = usual(&pass, &mut bodies);
    assert!(matches!(report.events[0].kind, Kind::Touch(_)));
    let found = height_of(&bodies);
    assert!((found + SLOP).abs() < 1e-6, "{found}");
    // one that is hardly larger than the allowed overlap may use a quarter of its thickness
    let tiny = ball(0.004);
    let mut bodies = [
        Body2::fixed(&floor, at(0.0, -5.0)),
        Body2::new(&tiny, at(0.0, 0.5), at(0.0, -0.5)),
    ];
    usual(&pass, &mut bodies);
    let found = height_of(&bodies);
    assert!((found + 0.002).abs() < 1e-6, "{found}");
}

/// Returns how far the ball is from the floor whose top is at 0.
fn height_of(bodies: &[Body2<'_>]) -> f64 {
    let shape = bodies[1].shape().expect("a ball");
    let lowest = photofinish::SupportMap::support_point(*shape, &vector![0.0, -1.0]);
    bodies[1].pose().translation.y + lowest.y
}
