//! Bounds of points that sweep from pose to pose.

use super::*;

/// A sweep between two random poses, over a unit of time, of a body that is a point.
fn sweeping(dice: &mut StdRng) -> Moving<PointSet<f64, 3>, Sweep3<f64>, f64, 3> {
    let mut vector = |size: f64| Vector3::from_fn(|_, _| dice.random_range(-size..size));
    let ends = [0.0, 1.0].map(|time| (time, Isometry3::new(vector(2.0), vector(1.2))));
    let sweep = Sweep3::new(ends[0], ends[1], vector(1.0)).expect("a motion");
    Moving::new(PointSet::new(vec![vector(2.0)]).expect("a point"), sweep)
}

/// The second derivative of a function of time, from its values `step` before and after.
fn curvature(of: impl Fn(f64) -> f64, time: f64, step: f64) -> f64 {
    (of(time - step) + of(time + step) - 2.0 * of(time)) / (step * step)
}

/// Sweeps turn at a rate that changes. None of the bounds may be below the acceleration of a point, along a vector of
/// the world or one that turns.
#[test]
fn no_point_of_a_sweep_is_accelerated_beyond_its_bounds() {
    let mut dice = StdRng::seed_from_u64(0x7377_6565);
    let origin = Vector3::zeros();
    for round in 0..1500 {
        let [a, b] = [0, 1].map(|_| sweeping(&mut dice));
        let place = |body: &Moving<PointSet<f64, 3>, Sweep3<f64>, f64, 3>, time: f64| {
            let slice = body.slice(time, &origin);
            slice.location() + slice.core_vertex(0).expect("a point")
        };
        let start = dice.random_range(0.01..0.9);
        let span = [start, dice.random_range(start..0.99)];
        let during = Span::known(span[0], span[1]);
        let s = unit_vector(&mut dice);
        let setting = Setting {
            a: &a,
            b: &b,
            origin,
        };
        let slices = span.map(|time| a.slice(time, &origin));
        let ends = BodyEnd::new(&a, [&slices[0], &slices[1]], during, &origin);
        let bound = acceleration_by_support(&ends, &s).expect("a bound");
        let turning = [Frame::A, Frame::B].map(|frame| {
            let vector = turning_vector(frame, &s, &setting, start).expect("it is rigid");
            let bound = along_turning(&vector, &setting, during);
            (vector, bound.expect("its axis is fixed"))
        });
        for look in 0..=8 {
            let time = start + during.length() * f64::from(look) / 8.0;
            let found = curvature(|time| s.dot(&place(&a, time)), time, 1e-3);
            assert!(found <= bound + 1e-2, "{round}: {found} > {bound}");
            for (vector, bound) in &turning {
                let apart = |time: f64| {
                    let (s, _) = vector.at(&setting, time).expect("it is rigid");
                    s.dot(&(place(&b, time) - place(&a, time)))
                };
                let found = curvature(apart, time, 1e-3);
                assert!(found <= bound + 1e-2, "{round}: {found} > {bound}");
            }
        }
    }
}

/// In the plane a sweep by almost half a turn is many times faster half way than at its ends.
#[test]
fn no_point_beside_a_fast_sweep_is_accelerated_beyond_its_bound() {
    let mut dice = StdRng::seed_from_u64(0x6661_7374);
    let origin = Vector2::zeros();
    for round in 0..4000 {
        let angle = dice.random_range(2.0..3.0);
        let ends = [0.0, angle].map(|angle| Isometry2::new(Vector2::zeros(), angle));
        let sweep = Sweep2::new((0.0, ends[0]), (1.0, ends[1]), Vector2::zeros());
        let point = || PointSet::new(vec![Vector2::zeros()]).expect("a point");
        let a = Moving::new(point(), sweep.expect("a motion"));
        let at = Vector2::from_fn(|_, _| dice.random_range(-2.0..2.0));
        let rest = AtRest2::new(Isometry2::new(at, 0.0)).expect("a motion");
        let b = Moving::new(point(), rest);
        let setting = Setting {
            a: &a,
            b: &b,
            origin,
        };
        let start = dice.random_range(0.2..0.7);
        let during = Span::known(start, start + dice.random_range(0.001..0.1));
        let turn = dice.random_range(0.0..std::f64::consts::TAU);
        let direction = Vector2::new(turn.cos(), turn.sin());
        let vector = turning_vector(Frame::A, &direction, &setting, start).expect("it is rigid");
        let bound = along_turning(&vector, &setting, during).expect("an axis");
        let apart = |time: f64| vector.at(&setting, time).expect("it is rigid").0.dot(&at);
        for look in 0..=8 {
            let time = start + during.length() * f64::from(look) / 8.0;
            let found = curvature(apart, time, 1e-5);
            assert!(
                found <= bound + 1e-3 * bound.abs().max(1.0),
                "{round}: {found} {bound}"
            );
        }
    }
}
