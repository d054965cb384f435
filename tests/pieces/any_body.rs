//! Bodies of any form, against the queries for each two forms.

use super::*;
use photofinish::Moving;
use photofinish::body::AnyBody2;
use photofinish::motion::{Sweep, Sweep2};
use photofinish::pieces::AnyPieces;
use photofinish::shape::PosedShape;

type Body = AnyBody2<Sweep2<f64>>;
type BodyOfPieces = MovingPieces<AnyPieces<f64, 2>, Sweep2<f64>, f64, 2>;

fn sweep(from: [f64; 3], to: [f64; 3]) -> Sweep2<f64> {
    let [from, to] = [from, to].map(|[x, y, turn]| Isometry2::new(vector![x, y], turn));
    Sweep::new((0.0, from), (1.0, to), vector![0.0, 0.0]).expect("a motion")
}

fn round(way: Sweep2<f64>) -> Moving<AnyShape<f64, 2>, Sweep2<f64>, f64, 2> {
    Moving::new(Ball::new(0.5).expect("a ball").into(), way)
}

fn ball() -> Moving<AnyShape<f64, 2>, Sweep2<f64>, f64, 2> {
    round(sweep([-3.0, 0.1, 0.0], [4.0, -0.3, 2.0]))
}

fn hammer() -> BodyOfPieces {
    let handle = Cuboid::new(vector![0.5, 0.05]).expect("a box");
    let head = Ball::new(0.2).expect("a ball");
    let head = PosedShape::new(head, &Isometry2::translation(0.5, 0.0)).expect("a pose");
    let pieces = Compound::new(vec![handle.into(), head.into()]).expect("two pieces");
    MovingPieces::new(pieces.into(), sweep([3.0, 0.5, 0.0], [1.0, -3.0, 3.0]))
}

fn comb() -> BodyOfPieces {
    let comb = bodies::comb(4).into();
    MovingPieces::new(comb, sweep([0.0, -0.4, 0.0], [0.2, -0.2, 0.4]))
}

fn floor() -> HalfSpace<f64, 2> {
    HalfSpace::new(vector![0.2, 1.0], vector![0.0, -1.5]).expect("a normal")
}

fn lift() -> MovingHalfSpace<Sweep2<f64>, f64, 2> {
    MovingHalfSpace::new(floor(), sweep([0.0, -1.0, 0.0], [0.0, 1.0, 0.5]))
}

fn meet(a: &Body, b: &Body) -> Option<PieceContact<f64, 2>> {
    let [contact, mirrored] = [(a, b), (b, a)].map(|(a, b)| {
        let answer = Query::new().first_meeting(a, b, 0.0..=1.0);
        answer.expect("an answer").contact
    });
    assert_eq!(contact.is_some(), mirrored.is_some());
    if let (Some(one), Some(other)) = (&contact, &mirrored) {
        assert_eq!(one.pieces, (other.pieces.1, other.pieces.0));
        assert!((one.time - other.time).abs() < 1e-7);
        let [one, other] = [one, other].map(|met| met.place().expect("a place").normal);
        assert!((one + other).norm() < 1e-5);
    }
    contact
}

#[test]
fn bodies_of_any_form_meet_as_in_the_queries_for_their_forms() {
    let (query, during) = (Query::new(), || 0.0..=1.0);
    let other = round(sweep([3.0, 0.0, 0.0], [0.0, 0.0, 0.0]));
    let expected = query.time_of_impact(&ball(), &other, during());
    let met = meet(&ball().into(), &other.into()).expect("they meet");
    assert_eq!(met.answer, expected);
    let one = moving(ball().shape().clone(), *ball().motion());
    let answers = [
        query.first_contact(&hammer(), &comb(), during()),
        query.first_contact(&one, &comb(), during()),
        query.first_contact_on(&floor(), &hammer(), during()),
        query.first_contact_on(&lift(), &hammer(), during()),
    ];
    let pairs: [[Body; 2]; 4] = [
        [hammer().into(), comb().into()],
        [ball().into(), comb().into()],
        [floor().into(), hammer().into()],
        [lift().into(), hammer().into()],
    ];
    for ([a, b], expected) in pairs.iter().zip(answers) {
        let expected = expected.expect("an answer").contact;
        assert!(expected.is_some());
        assert_eq!(meet(a, b), expected);
    }
    let on_floor = query.time_of_impact_on(&floor(), &ball(), during());
    let on_lift = query.time_of_impact_on(&lift(), &ball(), during());
    for (floor, expected) in [(Body::from(floor()), on_floor), (lift().into(), on_lift)] {
        let met = meet(&floor, &ball().into()).map(|met| met.answer);
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

/// A ball is 0.1 deep in another one, or in a wall, and leaves it.
#[test]
fn what_is_kept_is_that_of_the_contact_at_the_start() {
    let ball = |x: f64, to: f64| Body::from(round(sweep([x, 0.0, 0.0], [to, 0.0, 0.0])));
    let wall = HalfSpace::new(vector![1.0, 0.0], vector![-0.4, 0.0]).expect("a normal");
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    for other in [ball(-0.9, -2.0), wall.into()] {
        let answer = query.first_meeting(&other, &ball(0.0, 3.0), 0.0..=1.0);
        let answer = answer.expect("an answer");
        assert!(answer.contact.is_none(), "{answer:?}");
        assert_eq!(answer.looked_past.len(), 1);
        assert!((answer.kept_distance + 0.1).abs() < 1e-6, "{answer:?}");
        let clear = answer.clear_from.expect("it gets clear");
        assert!(clear > 0.0 && clear < 0.1, "{clear}");
    }
}
