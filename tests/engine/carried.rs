//! Kinematic bodies: what they run into is carried by them or slides off, and is never left in their way.

use super::*;
use photofinish::engine::Body3;

const SLOP: f64 = 0.005;
const SLIDE: f64 = 0.05;

fn pass() -> Pass<f64> {
    Pass::new().allowed_overlap(SLOP).slide_up_to(SLIDE)
}

fn still<'s>(shape: &'s AnyShape<f64, 2>, x: f64, y: f64) -> Body2<'s> {
    Body2::new(shape, at(x, y), at(x, y))
}

/// A body that an engine moves from the origin, whatever is in its way.
fn driven<'s>(shape: &'s AnyShape<f64, 2>, end: Isometry2<f64>) -> Body2<'s> {
    Body2::new(shape, at(0.0, 0.0), end).kinematic()
}

fn place(body: &Body2<'_>) -> Vector2<f64> {
    body.pose().translation.vector
}

/// A post that lets the ball pass tells where it is on its way: on the arc of the bar, and not on the chord of it.
#[test]
fn a_carried_body_is_on_the_arc_at_all_times() {
    let (bar, shape, post) = (cuboid(2.0, 0.1), ball(0.2), ball(0.01));
    let end = Isometry2::rotation(2.0);
    let sweep = Sweep::new((0.0, at(0.0, 0.0)), (1.0, end), Vector2::zeros());
    let sweep = sweep.expect("a sweep");
    let mut alone = [driven(&bar, end), still(&shape, 1.5, 0.6)];
    usual(&pass(), &mut alone);
    let beside = alone[0].pose().inv_mul(alone[1].pose());
    for time in [0.5, 0.7, 0.9] {
        let post = Body2::fixed(&post, sweep.pose(time) * beside);
        let mut bodies = [driven(&bar, end), still(&shape, 1.5, 0.6), post];
        let pairs = [[0, 1], [1, 2]];
        let report = pass().run(&mut bodies, pairs, |event| match event.pair {
            [1, 2] => Response::pass(),
            _ => event.usual_response(),
        });
        let events = report.expect("a step").events;
        let met = events.iter().find(|event| event.pair == [1, 2]);
        let met = met.expect("the post is on the arc");
        assert!(met.time < time && time < met.time + 0.15, "{}", met.time);
        let there = sweep.pose(met.time).inv_mul(&met.poses[0]);
        assert!((there.to_matrix() - beside.to_matrix()).amax() < 1e-9);
    }
}

/// In space and in single precision, where the bar's centre is not the origin of its frame.
#[test]
fn a_body_goes_with_what_turns_about_another_centre() {
    let bar = Cuboid::new(Vector3::new(2.0f32, 0.1, 0.5)).expect("a box");
    let ball = Ball::new(0.2f32).expect("a ball");
    let (bar, shape) = (AnyShape::from(bar), AnyShape::from(ball));
    let center = Vector3::new(-2.0, 0.0, 0.0);
    let start = Isometry3::translation(5.0, 0.0, 0.0);
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.1, 0.2, 0.7));
    let end = Isometry3::from_parts((start * center - turn * center).into(), turn);
    let hangs = Isometry3::translation(6.0, 0.7, 0.1);
    let mut bodies = [
        Body3::new(&bar, start, end).about(center).kinematic(),
        Body3::new(&shape, hangs, hangs),
    ];
    let pass = Pass::new().allowed_overlap(0.005f32).slide_up_to(0.05);
    let events = usual(&pass, &mut bodies).events;
    assert_eq!(events.len(), 1);
    let [a, b] = events[0].poses;
    let (met, after) = (a.inv_mul(&b), bodies[0].pose().inv_mul(bodies[1].pose()));
    assert!((met.to_matrix() - after.to_matrix()).amax() < 1e-5);
}

/// A lift carries a tower of two: the upper block goes with the lower one, and so with the lift.
#[test]
fn what_is_carried_carries_others() {
    let (lift, block) = (cuboid(2.0, 0.1), cuboid(0.5, 0.5));
    let lift = driven(&lift, at(0.3, 4.0));
    let mut bodies = [lift, still(&block, 0.0, 1.0), still(&block, 0.0, 2.5)];
    let report = usual(&pass(), &mut bodies);
    assert_eq!(pairs(&report), [[0, 1], [1, 2]]);
    assert_eq!(report.events[1].drives, [true, false]);
    let [low, high] = [1, 2].map(|body| place(&bodies[body]).y);
    assert!((low - (4.0 + 0.6 - SLOP)).abs() < 1e-6, "{low}");
    assert!((high - low - (1.0 - SLOP)).abs() < 1e-6, "{high}");
    assert!(report.no_longer_proven.is_empty() && report.out_of_moves.is_empty());
}

/// A press squeezes a block against a wall. No answer helps: the pair is named, and the wall holds.
#[test]
fn a_body_that_a_press_squeezes_is_named() {
    let (press, block, wall) = (cuboid(0.5, 2.0), cuboid(0.5, 0.5), cuboid(0.1, 5.0));
    let wall = Body2::fixed(&wall, at(3.0, 0.0));
    let mut bodies = [driven(&press, at(2.3, 0.0)), still(&block, 1.5, 0.0), wall];
    let report = usual(&pass(), &mut bodies);
    assert_eq!(report.no_longer_proven, [[0, 1]]);
    assert_eq!(report.out_of_moves, [1]);
    let depth = place(&bodies[1]).x + 0.5 - 2.9;
    assert!(depth < SLOP * 17.0 / 16.0 + 1e-6, "{depth}");
}

/// Where both contacts were there before, the engine knew of them, and its pose is the best that there is.
#[test]
fn a_body_that_was_squeezed_before_goes_where_the_engine_has_sent_it() {
    let (press, block, wall) = (cuboid(0.5, 2.0), cuboid(0.5, 0.5), cuboid(0.1, 5.0));
    // as deep as is allowed, or so little that there is no event at the start
    for depth in [SLOP, 0.5 * SLOP] {
        let mut bodies = [
            driven(&press, at(0.2, 0.0)),
            // it leaves upwards, between both
            Body2::new(&block, at(1.0 - depth, 0.0), at(1.02, 0.4)),
            Body2::fixed(&wall, at(1.6 - 2.0 * depth, 0.0)),
        ];
        let report = usual(&pass(), &mut bodies);
        assert!(report.no_longer_proven.contains(&[0, 1]), "{report:?}");
        let end = place(&bodies[1]);
        assert!((end.y - 0.4).abs() < 0.1, "{end}");
        // the wall still holds
        assert!(end.x < 1.0 - depth + 0.01, "{end}");
    }
}

/// A cart takes a ball along, and goes on faster from half way. So both are asked about again, and the ball goes faster
/// too.
#[test]
fn a_body_whose_carrier_goes_another_way_is_asked_about_again() {
    let (cart, shape, post) = (cuboid(0.5, 3.0), ball(0.5), cuboid(0.5, 0.5));
    let mut bodies = [
        Body2::new(&cart, at(0.0, 0.0), at(4.0, 0.0)),
        still(&shape, 2.0, 2.0),
        Body2::fixed(&post, at(3.0, -2.0)),
    ];
    let mut posts = 0;
    let report = step(&Pass::new(), &mut bodies, |event| {
        let [a, b] = match event.pair {
            [0, 1] => [Then::Continue, Then::Carried],
            _ if posts > 0 => return Response::pass(),
            _ => [Then::MoveTo(at(9.0, 0.0)), Then::Stop],
        };
        posts += usize::from(event.pair == [0, 2]);
        Response { a, b }
    });
    let all = pairs(&report);
    assert_eq!(all[..2], [[0, 1], [0, 2]]);
    assert!(all[2..].contains(&[0, 1]), "{all:?}");
    let [cart, ball] = [0, 1].map(|body| place(&bodies[body]).x);
    assert!((cart - 9.0).abs() < 1e-9, "{cart}");
    assert!((ball - 10.0).abs() < 1e-6, "{ball}");
}

#[test]
fn bodies_that_leave_their_margin_are_named() {
    let (lift, block) = (cuboid(2.0, 0.1), cuboid(0.5, 0.5));
    let hangs = still(&block, 0.0, 1.0);
    for (hangs, leaves) in [
        (hangs, true),
        (hangs.margin(1.0), true),
        (hangs.margin(3.7), false),
    ] {
        let top = Body2::fixed(&lift, at(0.0, 4.0));
        let mut bodies = [driven(&lift, at(0.0, 4.0)), hangs, top];
        let near = candidates(&bodies, 0.0).expect("boxes");
        assert_eq!(near.contains(&[1, 2]), !leaves);
        let report = usual(&pass(), &mut bodies[..2]);
        assert_eq!(report.left_margin == [1], leaves);
    }
}

/// A block is carried by one plate, and then slides off another one: each is within the margin, and both are not.
#[test]
fn slides_count_after_a_body_was_carried() {
    let (plate, block) = (cuboid(0.1, 0.1), cuboid(0.5, 0.5));
    for (way, leaves) in [(0.11, true), (0.06, false)] {
        let rises = |x: f64, from: f64, to: f64| Body2::new(&plate, at(x, from), at(x, to));
        let mut bodies = [
            rises(-0.3, -0.605, -0.555).kinematic(),
            still(&block, 0.0, 0.0),
            rises(0.3, -0.62, way - 0.62).kinematic(),
        ];
        let report = step(&Pass::new().slide_up_to(SLIDE), &mut bodies, |event| {
            let mut response = event.usual_response();
            if event.pair == [1, 2] {
                response.a = Then::Slide;
            }
            response
        });
        assert_eq!(report.events.len(), 1 + usize::from(leaves));
        let height = place(&bodies[1]).y;
        assert_eq!(height > SLIDE, leaves, "{height}");
        assert_eq!(report.left_margin == [1], leaves);
    }
}

/// A small ball falls fast at a thick floor. The engine must push it out again where it came in.
#[test]
fn small_bodies_do_not_sink_into_thick_ones() {
    let floor = cuboid(50.0, 5.0);
    // one that is hardly larger than the allowed overlap may use a quarter of its thickness
    for (radius, slow, depth) in [(0.04, 0.5, SLOP), (0.004, 0.0, 0.002)] {
        let shape = ball(radius);
        let mut bodies = [
            Body2::fixed(&floor, at(0.0, -5.0)),
            Body2::new(&shape, at(0.0, 0.5), at(0.0, -0.5)),
        ];
        let pass = Pass::new().allowed_overlap(SLOP).leave_slow(slow);
        let report = usual(&pass, &mut bodies);
        assert!(matches!(report.events[0].kind, Kind::Touch(_)));
        let found = radius - place(&bodies[1]).y;
        assert!((found - depth).abs() < 1e-6, "{found}");
    }
}
