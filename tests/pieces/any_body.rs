//! Bodies of any form, against the queries for each two forms.

use nalgebra::{Isometry2, vector};
use photofinish::body::{AnyBody, AnyBody2, AnyForm, AnyForm2, AnyForm3, PairMemory};
use photofinish::motion::{AtRest, Sweep, Sweep2};
use photofinish::pieces::{
    AnyPieces, Compound, ContactError, Convex, MovingPieces, PieceContact, Pieces, Polyline,
    TriMesh,
};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointSet, PosedShape,
    Segment, Triangle,
};
use photofinish::support::{AffineImage, Rounded};
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
    let query = Query::new();
    let interval = 0.0..=1.0;
    let two = query.time_of_impact(
        &ball(),
        &Moving::new(ball().shape(), sweep([3.0, 0.0, 0.0], [0.0, 0.0, 0.0])),
        interval.clone(),
    );
    let other = Moving::new(
        ball().shape().clone(),
        sweep([3.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
    );
    let met = meet(&query, &ball().into(), &other.into()).expect("they meet");
    assert_eq!(met.answer, two);
    assert!(
        matches!(two.expect("an answer").outcome, Outcome::Impact(impact) if impact.time == met.time)
    );

    let expected = query
        .first_contact(&hammer(), &comb(), interval.clone())
        .expect("an answer");
    assert_eq!(
        meet(&query, &hammer().into(), &comb().into()),
        expected.contact
    );
    assert!(expected.contact.is_some());

    let one = MovingPieces::new(
        Convex::new(ball().shape().clone()).expect("a piece"),
        *ball().motion(),
    );
    let expected = query
        .first_contact(&one, &comb(), interval.clone())
        .expect("an answer");
    assert_eq!(
        meet(&query, &ball().into(), &comb().into()),
        expected.contact
    );
    assert!(expected.contact.is_some());

    for (floor, expected) in [
        (
            Body::from(floor()),
            query.time_of_impact_on(&floor(), &ball(), interval.clone()),
        ),
        (
            Body::from(lift()),
            query.time_of_impact_on(&lift(), &ball(), interval.clone()),
        ),
    ] {
        assert_eq!(
            meet(&query, &floor, &ball().into()).map(|met| met.answer),
            met_only(expected)
        );
    }
    for (floor, expected) in [
        (
            Body::from(floor()),
            query.first_contact_on(&floor(), &hammer(), interval.clone()),
        ),
        (
            Body::from(lift()),
            query.first_contact_on(&lift(), &hammer(), interval.clone()),
        ),
    ] {
        let expected = expected.expect("an answer");
        assert_eq!(meet(&query, &floor, &hammer().into()), expected.contact);
        assert!(expected.contact.is_some());
    }
}

type Answer = Result<photofinish::Solution<f64, 2>, photofinish::QueryError>;

fn met_only(answer: Answer) -> Option<Answer> {
    let free = |solution: &photofinish::Solution<f64, 2>| {
        matches!(solution.outcome, Outcome::Separated(_))
    };
    (!answer.as_ref().is_ok_and(free)).then_some(answer)
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

/// A form of any shape is the form of that shape as an `AnyShape`.
#[test]
fn every_shape_and_body_of_pieces_converts_into_a_form() {
    fn check<const D: usize, S>(shape: S)
    where
        S: Clone + Into<AnyShape<f64, D>> + Into<AnyForm<AnyShape<f64, D>, AnyPieces<f64, D>>>,
    {
        let form: AnyForm<AnyShape<f64, D>, AnyPieces<f64, D>> = shape.clone().into();
        assert!(matches!(form, AnyForm::Shape(same) if same == shape.into()));
    }
    let ball = Ball::new(0.5).expect("a ball");
    let corners = [vector![0.0, 0.0], vector![1.0, 0.0], vector![0.0, 1.0]];
    check::<2, _>(AnyShape::<f64, 2>::from(ball));
    check::<3, _>(ball);
    check::<2, _>(Cuboid::new(vector![1.0, 2.0]).expect("a box"));
    check::<2, _>(Capsule::new(1.0, 0.5).expect("sizes"));
    check::<3, _>(Cylinder::new(1.0, 0.5).expect("sizes"));
    check::<3, _>(Cone::new(1.0, 0.5).expect("sizes"));
    check::<2, _>(Ellipsoid::new(vector![1.0, 0.5]).expect("sizes"));
    check::<2, _>(Segment::new([corners[0], corners[1]]).expect("points"));
    check::<2, _>(Triangle::new(corners).expect("points"));
    check::<2, _>(PointSet::new(corners.to_vec()).expect("points"));
    check::<2, _>(ConvexHull::new(&corners).expect("points"));
    check::<2, _>(PosedShape::new(ball, &Isometry2::identity()).expect("a pose"));
    check::<2, _>(Rounded::new(ball, 0.1).expect("a radius"));
    check::<2, _>(
        AffineImage::new(ball, nalgebra::Matrix2::identity(), corners[1]).expect("a map"),
    );
    let line = Polyline::open(corners.to_vec()).expect("a line");
    let form: AnyForm2 = line.into();
    assert!(matches!(form, AnyForm::Pieces(same) if same.tree().pieces() == 2));
    let field = TriMesh::height_field(&[0.0; 9], 3, [1.0, 1.0]).expect("a grid");
    let form: AnyForm3 = field.into();
    assert!(matches!(form, AnyForm::Pieces(same) if same.tree().pieces() == 8));
}

#[test]
fn a_shape_that_is_too_large_is_an_error() {
    let large = AnyForm::<_, AnyPieces<f64, 2>>::Shape(Huge);
    let rest = AtRest::new(Isometry2::identity()).expect("a pose");
    let comb: AnyPieces<f64, 2> = super::bodies::comb(4).into();
    let bodies = [
        AnyBody::new(large, rest),
        AnyBody::new(AnyForm::Pieces(comb), rest),
    ];
    let answer = Query::new().first_meeting(&bodies[0], &bodies[1], 0.0..=1.0);
    assert!(matches!(answer, Err(ContactError::Shape(_))), "{answer:?}");
}

/// A body without an end.
#[derive(Debug)]
struct Huge;

impl photofinish::SupportMap<f64, 2> for Huge {
    fn support_point(&self, direction: &nalgebra::Vector2<f64>) -> nalgebra::Vector2<f64> {
        direction * f64::INFINITY
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
