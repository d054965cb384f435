//! Bodies that are not rigid.

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion, Vector2, vector};

use super::question;
use crate::motion::{AtRest, Rotor};
use crate::number::Vector;
use crate::proof::{Extruded, Frame, Kernel, Moment, Outcome, Point, Question, Subject, prove};
use crate::search::time_of_impact;
use crate::shape::Ball;
use crate::support::Posed;
use crate::{Extrusion, HalfSpace, Moving, MovingPoints, Real, Span};

fn ask<T: Real, const D: usize>(
    a: &impl Extrusion<T, D>,
    b: &impl Extrusion<T, D>,
    end: f64,
) -> Outcome<D> {
    time_of_impact(&Question {
        end,
        in_single: T::IS_SINGLE,
        ..question(&Extruded::of(a), &Extruded::of(b))
    })
}

/// Asks both ways round, and expects an impact no later than `time`.
#[track_caller]
fn assert_impact<T: Real, const D: usize>(
    a: &impl Extrusion<T, D>,
    b: &impl Extrusion<T, D>,
    time: f64,
    within: f64,
) {
    for outcome in [ask(a, b, 2.0), ask(b, a, 2.0)] {
        let Outcome::Impact(impact) = outcome else {
            panic!("{outcome:?}");
        };
        let early = time - impact.time();
        assert!((0.0..=within).contains(&early), "{early} before {time}");
        assert_eq!(impact.time(), T::of(impact.time()).as_f64());
        let [p, q] = impact.points().map(SVector::from);
        assert!((q - p).norm() <= impact.tolerance() * 2.0, "{p} {q}");
    }
    let before = T::of(time - within).as_f64();
    for outcome in [ask(a, b, before), ask(b, a, before)] {
        assert!(matches!(outcome, Outcome::Separated(_)), "{outcome:?}");
    }
}

fn vector<T: Real, const D: usize>(x: [f64; D]) -> SVector<T, D> {
    SVector::from_fn(|k, _| T::of(x[k]))
}

fn points<T: Real, const D: usize>(at: &[([f64; D], [f64; D])]) -> MovingPoints<T, D> {
    let (points, velocities) = at.iter().map(|(p, v)| (vector(*p), vector(*v))).unzip();
    MovingPoints::new(points, velocities, T::of(0.0)).unwrap()
}

fn ball<T: Real, R: Rotor<T, D>, const D: usize>(
    radius: f64,
    place: [f64; D],
) -> Moving<Ball<T>, AtRest<T, R, D>, T, D> {
    let pose = Isometry::from_parts(vector(place).into(), R::identity());
    Moving::new(
        Ball::new(T::of(radius)).unwrap(),
        AtRest::new(pose).unwrap(),
    )
}

/// The points of a contact are where the bodies are in the world, on their surfaces.
#[test]
fn contacts_of_slices_are_in_the_world() {
    let blade = points::<f64, 2>(&[([0.0, 8.0], [0.0, 0.0]), ([2.0, 8.0], [0.0, 0.0])]);
    let ball = ball::<f64, UnitComplex<f64>, 2>(0.25, [1.0, 8.25 + 1e-9]);
    let growing = Growing::<f64>::new(0.5, 7.0);
    for (outcome, place) in [
        (ask(&blade, &ball, 1.0), vector![1.0, 8.0]),
        (ask(&blade, &growing, 2.0), vector![0.0, 8.0]),
    ] {
        let Outcome::Impact(impact) = outcome else {
            panic!("{outcome:?}");
        };
        for point in impact.points() {
            assert!((SVector::from(point) - place).norm() < 1e-6, "{point:?}");
        }
    }
}

/// A body in single precision is asked for times in single precision, whatever the question says.
#[test]
fn slices_in_single_precision_have_its_times() {
    let (growing, far) = (
        Growing::<f32>::new(0.5, 0.7),
        ball::<f32, UnitComplex<f32>, 2>(0.5, [1.9, 0.3]),
    );
    let outcome = time_of_impact(&Question {
        end: 2.0,
        tolerance: Some(1e-3),
        ..question(&Extruded::of(&growing), &Extruded::of(&far))
    });
    let Outcome::Impact(impact) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(impact.time(), f64::from(impact.time() as f32));
}

/// A ball that grows, at rest in the plane: a body of a user, with the bounds that a test gives it.
struct Growing<T> {
    radius: T,
    rate: T,
    along: Option<fn(T) -> T>,
    bend: Option<T>,
    knot: Option<T>,
    broken: T,
    size: T,
}

impl<T: Real> Growing<T> {
    fn new(radius: f64, rate: f64) -> Self {
        Self {
            radius: T::of(radius),
            rate: T::of(rate),
            along: Some(|rate| rate),
            bend: None,
            knot: None,
            broken: T::zero(),
            size: T::of(radius),
        }
    }
}

impl<T: Real> Extrusion<T, 2> for Growing<T> {
    type Slice<'a>
        = Posed<Ball<T>, T, 2>
    where
        T: 'a;

    fn slice(&self, time: T, origin: &Vector2<T>) -> Self::Slice<'_> {
        let ball = Ball::new(self.radius + self.rate * time).unwrap();
        let pose = Isometry::from_parts((-origin).into(), UnitComplex::identity());
        let mut placement = crate::motion::Placement::of_pose(&pose, &Vector2::zeros());
        placement.translation.x += self.broken;
        Posed::placed(ball, T::zero(), placement)
    }

    fn reference(&self, _time: T) -> Vector2<T> {
        Vector2::zeros()
    }

    fn size(&self) -> T {
        self.size
    }

    fn acceleration_bound(&self, _along: &Vector2<T>, _during: Span<T>) -> Option<T> {
        self.bend
    }

    fn speed_bound(&self, _along: &Vector2<T>, _during: Span<T>) -> Option<T> {
        self.along.map(|along| along(self.rate))
    }

    fn next_knot(&self, _after: T) -> Option<T> {
        self.knot
    }
}

/// Its radius at each time counts, in gaps and in contacts, and so do the points of its surface.
#[test]
fn a_ball_that_grows_meets_another_one() {
    assert_impact(
        &Growing::<f64>::new(0.5, 1.0),
        &ball::<f64, UnitComplex<f64>, 2>(0.5, [2.0, 0.0]),
        1.0,
        1e-7,
    );
    assert_impact(
        &Growing::<f32>::new(0.5, 1.0),
        &ball::<f32, UnitComplex<f32>, 2>(0.5, [2.0, 0.0]),
        1.0,
        2e-3,
    );
    let of_order_two = Growing {
        bend: Some(0.0),
        ..Growing::<f64>::new(0.5, 1.0)
    };
    assert_impact(
        &of_order_two,
        &ball::<f64, UnitComplex<f64>, 2>(0.5, [2.0, 0.0]),
        1.0,
        1e-7,
    );
}

/// Of a body that states what cannot be, or is no number, nothing is proven, though the others never come near.
#[test]
fn bounds_and_slices_that_make_no_sense_prove_nothing() {
    let good = || Growing::<f64>::new(0.5, 0.25);
    let far = ball::<f64, UnitComplex<f64>, 2>(0.5, [2.0, 0.0]);
    let is_proven = |body: &Growing<f64>| matches!(ask(body, &far, 1.0), Outcome::Separated(_));
    assert!(is_proven(&good()));
    let bounds: [fn(f64) -> f64; 4] = [
        |_| f64::NAN,
        |_| f64::INFINITY,
        |_| -1.0,
        |_| f64::NEG_INFINITY,
    ];
    for along in bounds.map(Some).into_iter().chain([None]) {
        assert!(!is_proven(&Growing { along, ..good() }), "{along:?}");
    }
    for bend in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let body = Growing {
            bend: Some(bend),
            along: None,
            ..good()
        };
        assert!(!is_proven(&body), "{bend}");
    }
    for broken in [f64::NAN, f64::INFINITY, 1e200] {
        assert!(!is_proven(&Growing { broken, ..good() }), "{broken}");
    }
    // a size is no claim: one below zero hides no overlap
    let size = -1e30;
    let over = ball::<f64, UnitComplex<f64>, 2>(1.75, [2.0, 0.0]);
    let outcome = ask(&Growing { size, ..good() }, &over, 1.0);
    assert!(!matches!(outcome, Outcome::Separated(_)), "{outcome:?}");
    // knots that do not advance; one at the end is none
    for knot in [0.0, -1.0, f64::NAN] {
        let knot = Some(knot);
        assert!(!is_proven(&Growing { knot, ..good() }), "{knot:?}");
    }
    let knot = Some(1.0);
    assert!(is_proven(&Growing { knot, ..good() }));
}

/// Nobody is asked for a slice at a time that is none, which may panic.
#[test]
fn no_slice_is_asked_for_at_no_time() {
    let level = HalfSpace::new(vector![0.0, 1.0], vector![0.0, -2.0]).unwrap();
    let (growing, far) = (
        Growing::<f64>::new(0.5, 0.25),
        ball::<f64, UnitComplex<f64>, 2>(0.5, [2.0, 0.0]),
    );
    let far = Extruded::of(&far);
    for a in [&level as &dyn Subject<2>, &far] {
        prove(&question(a, &Extruded::of(&growing)), |kernel, free| {
            let (mut moment, mut point) = (Moment::never(), Point::none());
            for _ in 0..2 {
                let gap = kernel.gap(&moment, Vector::unit(0), 1.0, &mut point);
                assert!(!(gap.value() > f64::NEG_INFINITY));
                let gap = kernel.above(&moment, &mut point);
                assert!(!(gap.value() > f64::NEG_INFINITY));
                let one = [1.0];
                assert!(
                    kernel
                        .touch(&moment, &[point], &one, Vector::unit(0))
                        .is_none()
                );
                assert!(kernel.landing(&moment).is_none());
                kernel.place(f64::NAN, &mut moment);
            }
            free.verdict(kernel, None)
        });
    }
}

/// What one body states against the other one's slack.
#[test]
fn bounds_of_one_body_cannot_contradict_each_other() {
    let wrong = Growing {
        along: Some(|_| -1.0),
        ..Growing::<f64>::new(0.5, 1.0)
    };
    // it grows over a ball that moves too fast to be bounded well
    let fast = Growing {
        along: Some(|_| 1.0),
        ..Growing::<f64>::new(0.25, 0.0)
    };
    let away = Away(fast);
    assert!(!matches!(ask(&wrong, &away, 1.0), Outcome::Separated(_)));
    assert!(!matches!(ask(&away, &wrong, 1.0), Outcome::Separated(_)));
}

/// The same body at (1, 0).
struct Away(Growing<f64>);

impl Extrusion<f64, 2> for Away {
    type Slice<'a> = Posed<Ball<f64>, f64, 2>;

    fn slice(&self, time: f64, origin: &Vector2<f64>) -> Self::Slice<'_> {
        self.0.slice(time, &(origin - vector![1.0, 0.0]))
    }

    fn reference(&self, _time: f64) -> Vector2<f64> {
        vector![1.0, 0.0]
    }

    fn size(&self) -> f64 {
        self.0.size()
    }

    fn acceleration_bound(&self, along: &Vector2<f64>, during: Span<f64>) -> Option<f64> {
        self.0.acceleration_bound(along, during)
    }

    fn speed_bound(&self, along: &Vector2<f64>, during: Span<f64>) -> Option<f64> {
        self.0.speed_bound(along, during)
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        self.0.next_knot(after)
    }
}

/// Shows the kernel of a point that sinks on a ball at rest, 1 apart at first, to a function.
fn with_kernel(check: impl for<'id> Fn(&mut Kernel<'id, 3>, &Moment<'id, 3>, &Moment<'id, 3>)) {
    let sinking = points::<f64, 3>(&[([0.0, 2.0, 0.0], [0.0, -1.0, 0.0])]);
    let ball = ball::<f64, UnitQuaternion<f64>, 3>(1.0, [0.0; 3]);
    let bodies = (Extruded::of(&ball), Extruded::of(&sinking));
    let question = Question {
        tolerance: Some(1e-3),
        ..question(&bodies.0, &bodies.1)
    };
    prove(&question, |kernel, free| {
        let (mut now, mut then) = (Moment::never(), Moment::never());
        kernel.place(0.0, &mut now);
        kernel.place(0.9999, &mut then);
        check(kernel, &now, &then);
        free.verdict(kernel, None)
    });
}

/// A point of a slice is no point of the body at another time.
#[test]
fn points_of_another_moment_touch_nothing() {
    with_kernel(|kernel, now, then| {
        let (up, mut point) = (Vector::new([0.0, 1.0, 0.0]), Point::none());
        kernel.gap(then, up, 1.0, &mut point);
        assert!(kernel.touch(then, &[point], &[1.0], up).is_some());
        assert!(kernel.touch(now, &[point], &[1.0], up).is_none());
        let mut never = Point::none();
        kernel.gap(&Moment::never(), up, 1.0, &mut never);
        assert!(kernel.touch(then, &[never], &[1.0], up).is_none());
    });
}

/// Only vectors of the world have a bound.
#[test]
fn vectors_that_turn_with_a_body_prove_nothing_of_slices() {
    with_kernel(|kernel, now, then| {
        let up = Vector::new([0.0, 1.0, 0.0]);
        let gap = kernel.gap(now, up, 1.0, &mut Point::none());
        assert!((gap.value() - 1.0).abs() < 1e-9);
        for (frame, until) in [
            (Frame::World, then.time()),
            (Frame::A, now.time()),
            (Frame::B, now.time()),
        ] {
            let course = kernel.course(&gap, now, frame, then.time());
            let span = kernel.span(&course, then, &mut Point::none());
            assert_eq!(span.until() > now.time(), until > now.time(), "{frame:?}");
        }
    });
}
