//! Boxes and intervals with known sides.

use std::f64::consts::{FRAC_PI_2, PI};

use photofinish::support::unit;
use photofinish::swept::SweptBox;

use crate::build::*;

/// Asserts that a box contains the sides given and is wider by no more than `by`.
fn assert_sides<T: Real, const D: usize>(
    found: &SweptBox<T, D>,
    min: SVector<f64, D>,
    max: SVector<f64, D>,
    by: f64,
) {
    for row in 0..D {
        let (low, high) = (found.min[row].as_f64(), found.max[row].as_f64());
        assert!(low <= min[row] && low >= min[row] - by, "{found:?} {min}");
        assert!(high >= max[row] && high <= max[row] + by, "{found:?} {max}");
    }
}

#[test]
fn a_thrown_body_reaches_the_top_of_its_parabola() {
    let start = gliding([0.0, 0.0], [1.0, 3.0]);
    let flight = Ballistic::new(start, vector![0.0, -2.0]).expect("a motion");
    let body = moving(ball(0.5), flight);
    // y = 3 t - t^2 is highest at 1.5, which is 2.25
    let found = swept_box(&body, span(0.0, 2.0)).expect("a box");
    assert_sides(&found, vector![-0.5, -0.5], vector![2.5, 2.75], 1e-13);
    // and before that it only rises
    let found = swept_box(&body, span(0.0, 1.0)).expect("a box");
    assert_sides(&found, vector![-0.5, -0.5], vector![1.5, 2.5], 1e-13);
    let (low, high) = interval_along(&body, &vector![0.0, -1.0], span(1.0, 2.0)).expect("a bound");
    assert!(low <= -2.75 && low > -2.75 - 1e-13 && (-1.5..-1.5 + 1e-13).contains(&high));
}

/// A ball of radius 1 that states no rounding, as its core is exact.
struct ExactBall;

impl SupportMap<f32, 3> for ExactBall {
    fn support_point(&self, direction: &Vector3<f32>) -> Vector3<f32> {
        unit(*direction)
    }

    fn core_support_point(&self, _: &Vector3<f32>) -> Vector3<f32> {
        Vector3::zeros()
    }

    fn radius(&self) -> f32 {
        1.0
    }

    fn extents(&self) -> Vector3<f32> {
        Vector3::repeat(1.0)
    }

    fn rounding(&self) -> Vector3<f32> {
        Vector3::zeros()
    }
}

/// The bound is about the vector as it is given, which may be some ulps too long.
#[test]
fn the_radius_counts_along_vectors_that_are_a_little_long() {
    let ball = Moving::new(ExactBall, rest3([0.0; 3]));
    let mut dice = StdRng::seed_from_u64(0x6c6f_6e67);
    let mut long = 0;
    for _ in 0..400 {
        let e = unit(Vector3::from_fn(|_, _| dice.random_range(-1.0..1.0f32)));
        let e = e * (1.0 + dice.random_range(0.0..6.0) * f32::EPSILON);
        let length = e.map(f64::from).norm();
        long += u32::from(length > 1.0 + 4.0 * f64::from(f32::EPSILON));
        let high = highest_along(&ball, &e, span(0.0, 1.0)).expect("a bound");
        assert!(f64::from(high) >= length, "{high} {length}");
    }
    assert!(long > 80, "{long}");
}

#[test]
fn bodies_that_spin_rest_or_swing_have_boxes() {
    let spin = steady(Isometry2::translation(5.0, 0.0), vector![1.0, 0.0], 100.0);
    let bar = moving(Capsule::new(1.0, 0.25).expect("a shape"), spin);
    let found = bar.swept_box(span(0.0, 10.0)).expect("a box");
    // its ends pass every direction
    assert_sides(&found, vector![3.75, -1.25], vector![16.25, 1.25], 1e-12);
    // at one time no bounds are needed
    let pose = Isometry2::new(vector![3.0, 4.0], FRAC_PI_2);
    let unbounded = |_: &Vector2<f64>, _, _| bounds(None, None);
    let motion = FromFn::new(move |_: f64| pose, unbounded);
    let found = Moving::new(cuboid([2.0, 1.0]), motion).swept_box(span(7.0, 7.0));
    let found = found.expect("a box");
    assert_sides(&found, vector![2.0, 2.0], vector![4.0, 6.0], 1e-13);
    // x = sin t from 0 to pi goes out to 1 and back: by bounds of the acceleration alone the parabola is pi^2 / 8 high,
    // and by those of the speed alone both lines meet at pi / 2
    for (by_speed, out) in [(false, PI * PI / 8.0), (true, FRAC_PI_2)] {
        let bounds = move |s: &Vector2<f64>, _, _| match by_speed {
            true => bounds(None, Some(s.x.abs())),
            false => bounds(Some(s.x.abs()), None),
        };
        let swing = |t: f64| Isometry2::translation(t.sin(), 0.0);
        let body = Moving::new(ball(0.5), FromFn::new(swing, bounds));
        let found = swept_box(&body, span(0.0, PI)).expect("a box");
        let x = 0.5 + out;
        assert_sides(&found, vector![-x, -0.5], vector![x, 0.5], 1e-12);
    }
}

#[test]
fn boxes_overlap_merge_and_grow() {
    let sides = |[x, y]: [f64; 2], [u, v]: [f64; 2]| SweptBox {
        min: vector![x, y],
        max: vector![u, v],
    };
    let unit = sides([0.0, 0.0], [1.0, 1.0]);
    let beside = sides([1.0, 0.5], [2.0, 3.0]);
    let above = sides([0.0, 1.5], [1.0, 2.0]);
    // they touch
    assert!(unit.overlaps(&beside) && beside.overlaps(&unit));
    assert!(!unit.overlaps(&above) && !above.overlaps(&unit));
    assert!(unit.grown(0.5).overlaps(&above) && !unit.grown(0.4).overlaps(&above));
    assert_eq!(unit.merged(&above), sides([0.0, 0.0], [1.0, 2.0]));
    assert!(unit.contains(&vector![1.0, 0.0]) && !unit.contains(&vector![1.1, 0.0]));
    // what is not a number proves nothing
    let unknown = sides([f64::NAN, 5.0], [f64::NAN, f64::NAN]);
    assert!(unknown.overlaps(&sides([7.0, 8.0], [7.0, 9.0])));
    assert!(unit.merged(&unknown).max.y.is_nan() && unknown.merged(&unit).max.y.is_nan());
    assert!(!unknown.contains(&vector![0.0, 6.0]));
    // rounded outward: 0.1 + 0.2 is no number
    let grown = sides([-0.1, -0.1], [0.1, 0.1]).grown(0.2);
    assert!(grown.max.x >= 0.1 + 0.2 && grown.min.x <= -0.1 - 0.2 && grown.max.x < 0.3 + 1e-15);
}
