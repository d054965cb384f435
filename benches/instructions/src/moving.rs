//! Queries for the time of impact. The interval is from 0 to 1.

use std::hint::black_box;

use nalgebra::Isometry2;
use photofinish::motion::{ConstantVelocity, ConstantVelocity2};
use photofinish::shape::{Ball, Capsule, Cuboid};
use photofinish::{Extrusion, Moving, Outcome, Query, Real, Solution, SupportMap, WarmStart};

use crate::bodies::{Body, Placed, cuboid, hull, placed, shapes, vector};
use crate::queries::Ask;

/// The answer that a query must get to measure its kind of work.
#[derive(Clone, Copy)]
enum Expected {
    /// The first direction that GJK finds separates the bodies over the whole interval.
    FirstAxis,
    /// The bodies stay apart, and the proof takes several spans.
    PhotoFinish,
    /// The bodies touch.
    Impact,
    /// The bodies overlap at the start.
    Overlap,
}

impl Expected {
    fn is<T: Real, const D: usize>(self, solution: &Solution<T, D>) -> bool {
        let separated = matches!(solution.outcome, Outcome::Separated(_));
        match self {
            Self::FirstAxis => separated && !solution.statistics.photo_finish,
            Self::PhotoFinish => separated && solution.statistics.photo_finish,
            Self::Impact => matches!(solution.outcome, Outcome::Impact(_)),
            Self::Overlap => matches!(solution.outcome, Outcome::Overlapping(_)),
        }
    }
}

/// Returns the query for two cuboids that are far apart, and both move and turn.
pub fn first_axis<T: Real>() -> Ask {
    let a = cuboid::<T>([0.5, 0.3, 0.4], [-4.0, 0.5, 0.2], [0.3, -0.2, 0.5]);
    let b = cuboid::<T>([0.4, 0.6, 0.2], [4.0, -1.0, 0.7], [-0.4, 0.1, 0.9]);
    let a = a.moving([1.0, 0.2, -0.1], [0.3, 0.2, -0.1]);
    let b = b.moving([-0.5, 0.3, 0.1], [-0.2, 0.1, 0.4]);
    ask(a, b, Expected::FirstAxis)
}

/// Returns two cuboids that move slowly, one a hundredth above the other.
fn stacked<T: Real>() -> [Body<Cuboid<T, 3>, T>; 2] {
    let a = cuboid([1.0, 0.5, 0.8], [0.0, 0.0, 0.0], [0.0, 0.1, 0.0]);
    let b = cuboid([0.7, 0.4, 0.9], [0.2, 0.91, -0.1], [0.0, 0.5, 0.0]);
    [
        a.moving([0.01, 0.0, 0.005], [0.0; 3]),
        b.moving([-0.02, -0.004, 0.01], [0.0; 3]),
    ]
}

/// Returns the query for stacked bodies that come nearer to each other without touching.
pub fn stack<T: Real>() -> Ask {
    let [a, b] = stacked::<T>();
    ask(a, b, Expected::FirstAxis)
}

/// Returns the query of [`stack`], with the warm start that an earlier run of it left behind.
pub fn warm_stack<T: Real>() -> Ask {
    let [a, b] = stacked::<T>();
    let mut kept = WarmStart::new();
    Query::new()
        .warm_started(&a, &b, T::zero()..=T::one(), &mut kept)
        .expect("the stack is decided");
    Box::new(move || {
        let interval = black_box(T::zero())..=black_box(T::one());
        let mut warm = black_box(kept);
        let found = Query::new().warm_started(black_box(&a), black_box(&b), interval, &mut warm);
        black_box(warm);
        black_box(found).is_ok_and(|solution| Expected::FirstAxis.is(&solution))
    })
}

/// Returns the query for two turning cuboids, one of which passes a corner of the other without touching it.
pub fn graze<T: Real>() -> Ask {
    let a = cuboid::<T>([0.5, 0.4, 0.3], [-2.0, 0.92, 0.1], [0.1, 0.2, 0.0]);
    let b = cuboid::<T>([0.6, 0.4, 0.5], [0.0, 0.0, 0.0], [0.2, 0.0, 0.1]);
    let a = a.moving([4.0, 0.1, 0.0], [0.2, -0.1, 0.3]);
    let b = b.moving([0.0, 0.0, 0.0], [0.1, 0.2, -0.1]);
    ask(a, b, Expected::PhotoFinish)
}

/// Returns the query for two cuboids that hit each other without turning.
pub fn translate_hit<T: Real>() -> Ask {
    let a = cuboid::<T>([0.5, 0.4, 0.3], [-2.0, 0.1, 0.0], [0.3, 0.5, -0.2]);
    let b = cuboid::<T>([0.3, 0.6, 0.4], [1.0, 0.3, 0.2], [-0.6, 0.2, 0.4]);
    let a = a.moving([3.0, 0.2, -0.1], [0.0; 3]);
    let b = b.moving([-1.0, 0.0, 0.1], [0.0; 3]);
    ask(a, b, Expected::Impact)
}

/// Returns the query for two cuboids that hit each other while both turn by a third of a radian.
pub fn tumble_hit<T: Real>() -> Ask {
    let a = cuboid::<T>([0.5, 0.4, 0.3], [-2.0, 0.1, 0.0], [0.3, 0.5, -0.2]);
    let b = cuboid::<T>([0.3, 0.6, 0.4], [1.0, 0.3, 0.2], [-0.6, 0.2, 0.4]);
    tumbling(a, b)
}

/// Returns the query of [`tumble_hit`] for two hulls of `POINTS` points.
pub fn tumble_hit_of_hulls<const POINTS: usize>() -> Ask {
    let a = placed::<_, f64>(hull(POINTS), [-2.0, 0.1, 0.0], [0.3, 0.5, -0.2]);
    let b = placed(hull(POINTS), [1.0, 0.3, 0.2], [-0.6, 0.2, 0.4]);
    tumbling(a, b)
}

fn tumbling<S, T: Real>(a: Placed<S, T>, b: Placed<S, T>) -> Ask
where
    S: SupportMap<T, 3> + 'static,
{
    let a = a.moving([3.0, 0.2, -0.1], [0.2, -0.1, 0.25]);
    let b = b.moving([-1.0, 0.0, 0.1], [-0.1, 0.3, 0.1]);
    ask(a, b, Expected::Impact)
}

/// Returns the query for two rectangles that hit each other while both turn by a third of a radian.
pub fn tumble_hit_in_the_plane<T: Real>() -> Ask {
    let body = |half, position, angle, velocity, spin| {
        let pose = Isometry2::new(vector::<T, 2>(position), T::of(angle));
        let motion: ConstantVelocity2<T> =
            ConstantVelocity::new(pose, vector(velocity), T::of(spin)).expect("finite");
        Moving::new(Cuboid::new(vector::<T, 2>(half)).expect("positive"), motion)
    };
    let a = body([0.5, 0.3], [-2.0, 0.1], 0.4, [3.0, 0.2], 0.33);
    let b = body([0.4, 0.6], [1.0, 0.3], -0.7, [-1.0, 0.0], -0.33);
    ask(a, b, Expected::Impact)
}

/// Returns the query for a long thin bar that turns by 12 radians, and hits a small cuboid that comes nearer.
pub fn spin_hit<T: Real>() -> Ask {
    let bar = Capsule::new(T::of(2.0), T::of(0.05)).expect("positive");
    let bar = placed::<_, T>(bar, [0.0; 3], [0.0, 0.0, 0.2]);
    let b = cuboid::<T>([0.1, 0.08, 0.12], [3.2, 0.3, 0.0], [0.1, 0.4, 0.2]);
    let bar = bar.moving([0.0; 3], [0.0, 0.0, 12.0]);
    let b = b.moving([-2.0, 0.0, 0.0], [0.0, 0.0, 0.5]);
    ask(bar, b, Expected::Impact)
}

/// Returns the query for a fast ball that hits a thin plate. If nothing stopped the ball, it would cross the plate in a
/// thousandth of the interval.
pub fn bullet<T: Real>() -> Ask {
    let ball = Ball::new(T::of(0.02)).expect("positive");
    let ball = placed::<_, T>(ball, [0.3, 0.2, 30.0], [0.0; 3]);
    let plate = cuboid::<T>([2.0, 2.0, 0.01], [0.0, 0.0, 0.0], [0.2, 0.1, 0.0]);
    let ball = ball.moving([0.5, -0.3, -60.0], [0.0; 3]);
    let plate = plate.moving([0.1, 0.0, 0.2], [0.1, 0.0, 0.2]);
    ask(ball, plate, Expected::Impact)
}

/// Returns the query of [`tumble_hit`] for all pairs of six kinds of shapes, one after another, as an engine asks.
pub fn mixed_tumble_hit<T: Real>() -> Ask {
    let [a, b] = [[-2.0, 0.1, 0.0], [1.0, 0.3, 0.2]];
    ask_mixed::<T>((Query::new(), 1.0), [a, b], 3.0, Expected::Impact)
}

/// Returns the query for the same pairs, which now do not turn.
pub fn mixed_translate_hit<T: Real>() -> Ask {
    let [a, b] = [[-2.0, 0.1, 0.0], [1.0, 0.3, 0.2]];
    ask_mixed::<T>((Query::new(), 0.0), [a, b], 3.0, Expected::Impact)
}

/// Returns the query for the same pairs, which now miss each other.
pub fn mixed_miss<T: Real>() -> Ask {
    let [a, b] = [[-2.0, 0.1, 0.0], [1.0, 0.3, 0.2]];
    ask_mixed::<T>((Query::new(), 1.0), [a, b], 0.5, Expected::FirstAxis)
}

/// Returns the query for the same pairs, which now overlap at the start.
pub fn mixed_contact<T: Real>() -> Ask {
    ask_mixed::<T>((Query::new(), 1.0), OVERLAPPING, 3.0, Expected::Overlap)
}

/// Returns the query of [`mixed_contact`] that asks for the exact depth.
pub fn mixed_contact_with_depth<T: Real>() -> Ask {
    ask_mixed::<T>(
        (Query::new().exact_depth(), 1.0),
        OVERLAPPING,
        3.0,
        Expected::Overlap,
    )
}

/// Where any two of the shapes overlap.
const OVERLAPPING: [[f64; 3]; 2] = [[-0.1, 0.1, 0.0], [0.1, 0.2, 0.1]];

/// The bodies turn as in [`tumble_hit`], times a factor.
fn ask_mixed<T: Real>(
    (query, turn): (Query<T>, f64),
    [at, other]: [[f64; 3]; 2],
    speed: f64,
    expected: Expected,
) -> Ask {
    let first = shapes::<T>().into_iter().map(|shape| {
        placed(shape, at, [0.3, 0.5, -0.2])
            .moving([speed, 0.2, -0.1], [0.2, -0.1, 0.25].map(|w| w * turn))
    });
    let second = shapes::<T>().into_iter().map(|shape| {
        placed(shape, other, [-0.6, 0.2, 0.4])
            .moving([-1.0, 0.0, 0.1], [-0.1, 0.3, 0.1].map(|w| w * turn))
    });
    let (first, second): (Vec<_>, Vec<_>) = (first.collect(), second.collect());
    Box::new(move || {
        let interval = black_box(T::zero())..=black_box(T::one());
        let pairs = first
            .iter()
            .flat_map(|a| second.iter().map(move |b| (a, b)));
        let wrong = pairs.filter(|(a, b)| {
            let found = query.time_of_impact(black_box(*a), black_box(*b), interval.clone());
            !black_box(found).is_ok_and(|solution| expected.is(&solution))
        });
        wrong.count() == 0
    })
}

fn ask<T, const D: usize, A, B>(a: A, b: B, expected: Expected) -> Ask
where
    T: Real,
    A: Extrusion<T, D> + 'static,
    B: Extrusion<T, D> + 'static,
{
    Box::new(move || {
        let interval = black_box(T::zero())..=black_box(T::one());
        let found = Query::new().time_of_impact(black_box(&a), black_box(&b), interval);
        black_box(found).is_ok_and(|solution| expected.is(&solution))
    })
}
