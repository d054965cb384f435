//! Bodies of any form, against the queries for each two forms.

use nalgebra::{Isometry2, vector};
use photofinish::body::{AnyBody2, PairMemory};
use photofinish::motion::{Sweep, Sweep2};
use photofinish::pieces::{
    AnyPieces, Compound, ContactError, Convex, MovingPieces, PieceContact, Polyline,
};
use photofinish::shape::{AnyShape, Ball, Cuboid, PosedShape};
use photofinish::{HalfSpace, InitialContact, Moving, MovingHalfSpace, Outcome, Query, Span};

type Body = AnyBody2<Sweep2<f64>>;

fn sweep(from: [f64; 3], to: [f64; 3]) -> Sweep2<f64> {
    let [from, to] = [from, to].map(|[x, y, turn]| Isometry2::new(vector![x, y], turn));
    Sweep::new((0.0, from), (1.0, to), vector![0.0, 0.0]).expect("a motion")
}

fn ball() -> Moving<AnyShape<f64, 2>, Sweep2<f64>, f64, 2> {
    let way = sweep([-3.0, 0.1, 0.0], [4.0, -0.3, 2.0]);
    Moving::new(Ball::new(0.5).expect("a ball").into(), way)
}

fn hammer() -> MovingPieces<AnyPieces<f64, 2>, Sweep2<f64>, f64, 2> {
    let handle = Cuboid::new(vector![0.5, 0.05]).expect("a box");
    let head = PosedShape::new(
        Ball::new(0.2).expect("a ball"),
        &Isometry2::translation(0.5, 0.0),
    );
    let head = head.expect("a pose");
    let pieces = Compound::new(vec![handle.into(), head.into()]).expect("two pieces");
    MovingPieces::new(pieces.into(), sweep([3.0, 0.5, 0.0], [1.0, -3.0, 3.0]))
}

fn comb() -> MovingPieces<AnyPieces<f64, 2>, Sweep2<f64>, f64, 2> {
    let comb: Polyline<f64> = super::bodies::comb(4);
    MovingPieces::new(comb.into(), sweep([0.0, -0.4, 0.0], [0.2, -0.2, 0.4]))
}

fn floor() -> HalfSpace<f64, 2> {
    HalfSpace::new(vector![0.2, 1.0], vector![0.0, -1.5]).expect("a normal")
}

fn lift() -> MovingHalfSpace<Sweep2<f64>, f64, 2> {
    MovingHalfSpace::new(floor(), sweep([0.0, -1.0, 0.0], [0.0, 1.0, 0.5]))
}

fn meet(query: &Query<f64>, a: &Body, b: &Body) -> Option<PieceContact<f64, 2>> {
    let answer = query.first_meeting(a, b, 0.0..=1.0).expect("an answer");
    let mirrored = query.first_meeting(b, a, 0.0..=1.0).expect("an answer");
    match (&answer.contact, &mirrored.contact) {
        (Some(one), Some(other)) => {
            assert_eq!(one.pieces, (other.pieces.1, other.pieces.0));
            assert!((one.time - other.time).abs() < 1e-7);
            let [one, other] = [one, other].map(|met| met.place().expect("a place").normal);
            assert!((one + other).norm() < 1e-5);
        }
        (one, other) => assert!(one.is_none() && other.is_none()),
    }
    answer.contact
}

#[test]
fn bodies_of_any_form_meet_as_in_the_queries_for_their_forms() {
    let (query, during) = (Query::new(), || 0.0..=1.0);
    let way = sweep([3.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
    let other = Moving::new(ball().shape().clone(), way);
    let expected = query.time_of_impact(&ball(), &other, during());
    let met = meet(&query, &ball().into(), &other.into()).expect("they meet");
    assert_eq!(met.answer, expected);

    let one = Convex::new(ball().shape().clone()).expect("a piece");
    let one = MovingPieces::new(one, *ball().motion());
    let pairs: [([Body; 2], _); 4] = [
        (
            [hammer().into(), comb().into()],
            query.first_contact(&hammer(), &comb(), during()),
        ),
        (
            [ball().into(), comb().into()],
            query.first_contact(&one, &comb(), during()),
        ),
        (
            [floor().into(), hammer().into()],
            query.first_contact_on(&floor(), &hammer(), during()),
        ),
        (
            [lift().into(), hammer().into()],
            query.first_contact_on(&lift(), &hammer(), during()),
        ),
    ];
    for ([a, b], expected) in pairs {
        let expected = expected.expect("an answer").contact;
        assert!(expected.is_some());
        assert_eq!(meet(&query, &a, &b), expected);
    }
    let floors: [(Body, _); 2] = [
        (
            floor().into(),
            query.time_of_impact_on(&floor(), &ball(), during()),
        ),
        (
            lift().into(),
            query.time_of_impact_on(&lift(), &ball(), during()),
        ),
    ];
    for (floor, expected) in floors {
        let met = meet(&query, &floor, &ball().into()).map(|met| met.answer);
        let is_free = matches!(&expected, Ok(it) if matches!(it.outcome, Outcome::Separated(_)));
        assert_eq!(met, (!is_free).then_some(expected));
    }
}

#[test]
fn two_half_spaces_are_no_pair() {
    for (a, b) in [
        (Body::from(floor()), Body::from(lift())),
        (floor().into(), floor().into()),
    ] {
        let answer = Query::new().first_meeting(&a, &b, 0.0..=1.0);
        assert_eq!(answer, Err(ContactError::TwoHalfSpaces));
        assert_eq!(a.swept_box(Span::new(0.0, 1.0).expect("a span")), Ok(None));
    }
}

/// A memory of other bodies, whatever their forms, changes no answer.
#[test]
fn a_memory_of_other_bodies_changes_no_answer() {
    let bodies: [Body; 5] = [
        ball().into(),
        hammer().into(),
        comb().into(),
        floor().into(),
        lift().into(),
    ];
    let query = Query::new();
    let mut memory = PairMemory::new();
    let mut contacts = 0;
    for _ in 0..2 {
        for (i, a) in bodies.iter().enumerate() {
            for (j, b) in bodies.iter().enumerate() {
                if i == j || (a.is_floor() && b.is_floor()) {
                    continue;
                }
                let fresh = query
                    .first_meeting(a, b, 0.0..=1.0)
                    .expect("an answer")
                    .contact;
                let kept = query.first_meeting_from(a, b, 0.0..=1.0, &mut memory);
                assert_eq!(kept.expect("an answer").contact, fresh, "{i} and {j}");
                contacts += usize::from(fresh.is_some());
            }
        }
    }
    assert!(contacts > 10, "{contacts}");
}

#[test]
fn the_box_of_a_body_contains_it() {
    let bodies: [Body; 3] = [ball().into(), hammer().into(), comb().into()];
    let step = Span::new(0.0, 1.0).expect("a span");
    for body in &bodies {
        let swept = body
            .swept_box(step)
            .expect("a motion with bounds")
            .expect("no floor");
        for side in 0..4 {
            // a wall in each side of the box is not touched, but one a little further in is
            let axis = side / 2;
            let sign = if side % 2 == 0 { 1.0 } else { -1.0 };
            let corner = if sign > 0.0 { swept.max } else { swept.min };
            let mut normal = vector![0.0, 0.0];
            normal[axis] = -sign;
            let wall = |inward: f64| {
                Body::from(HalfSpace::new(normal, corner + normal * inward).expect("a normal"))
            };
            assert!(meet(&Query::new(), &wall(-1e-6), body).is_none());
            assert!(meet(&Query::new(), &wall(0.9), body).is_some());
        }
    }
}

#[test]
fn what_is_kept_is_that_of_the_contact_at_the_start() {
    let ball = |x: f64, to: f64| -> Body {
        let way = sweep([x, 0.0, 0.0], [to, 0.0, 0.0]);
        Moving::new(Ball::new(0.5).expect("a ball").into(), way).into()
    };
    let wall: Body = HalfSpace::new(vector![1.0, 0.0], vector![-0.4, 0.0])
        .expect("a normal")
        .into();
    // 0.1 deep in the other one, and it leaves
    let leaves = ball(0.0, 3.0);
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    for other in [ball(-0.9, -2.0), wall] {
        let answer = query
            .first_meeting(&other, &leaves, 0.0..=1.0)
            .expect("an answer");
        assert!(answer.contact.is_none(), "{answer:?}");
        assert_eq!(answer.looked_past.len(), 1);
        assert!(
            (answer.kept_distance + 0.1).abs() < 1e-6,
            "{}",
            answer.kept_distance
        );
        assert!(
            answer
                .clear_from
                .is_some_and(|time| time > 0.0 && time < 0.1),
            "{answer:?}"
        );
    }
}
