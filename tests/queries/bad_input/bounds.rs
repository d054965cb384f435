//! Bounds of motions that cannot be right, or that leave a query no time to split.

use super::*;

/// A flight towards the origin at this speed, with the same bounds along every direction.
fn flying(speed: f64, acceleration: Option<f64>, along: Option<f64>) -> impl Motion<f64, 3> {
    let pose = move |time: f64| Isometry3::translation(4.0 - speed * time, 0.0, 0.0);
    FromFn::new(pose, move |_: &Vector3<f64>, _: Span<f64>, _: f64| {
        bounds(acceleration, along)
    })
}

/// A bound of minus infinity was believed. The others ended in a gap that was said to be below the resolution.
#[test]
fn bounds_that_are_not_finite_are_named() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let given = Some(bad);
        for (acceleration, speed, named) in [
            (given, None, "acceleration"),
            (None, given, "speed"),
            (given, given, "acceleration"),
        ] {
            let words =
                format!("BoundNotFinite {{ quantity: {named:?}, value: {bad:?}, start: 0.0");
            for answer in answers(flying(1.0, acceleration, speed)) {
                assert_refused(&answer, &words);
            }
        }
        // one right bound is enough
        for (acceleration, speed) in [(given, Some(3.0)), (Some(0.0), given)] {
            for answer in answers(flying(3.0, acceleration, speed)) {
                let time = impact(answer.expect("an answer")).time;
                assert!(time <= 1.0 && time > 1.0 - 1e-6);
            }
        }
    }
}

/// A span is proven by the accelerations of both bodies, or by the speeds of both.
#[test]
fn bounds_of_different_kinds_prove_nothing() {
    let a = Moving::new(ball(0.5), flying(0.5, Some(0.0), None));
    let away = |time: f64| Isometry3::translation(8.0 + 0.5 * time, 0.0, 0.0);
    let by_speed = |_: &Vector3<f64>, _, _| bounds(None, Some(0.5));
    let b = Moving::new(ball(0.5), FromFn::new(away, by_speed));
    let answer = time_of_impact(&a, &b, 0.0..=2.0);
    let Err(QueryError::Undecided { reason, .. }) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(reason, UndecidedReason::NoBounds { end: 2.0 });
    let message = reason.to_string();
    assert!(message.contains("no bound of the same kind before 2.0"));
}

/// The speed along a direction and the speed against it add up to zero, so bounds of both never have a negative sum.
#[test]
fn speed_bounds_that_contradict_each_other_are_refused() {
    for (forward, backward) in [(-1.0, 0.5), (-1e-9, 0.0), (-3.0, -3.0)] {
        let pose = |time: f64| Isometry3::translation(4.0 - 3.0 * time, 0.0, 0.0);
        let bounds = move |s: &Vector3<f64>, _: Span<f64>, _: f64| {
            bounds(None, Some(if s.x > 0.0 { forward } else { backward }))
        };
        for answer in answers(FromFn::new(pose, bounds)) {
            let Err(QueryError::SpeedBoundsContradict { along, against, .. }) = answer else {
                panic!("{answer:?}");
            };
            let named = (along.min(against), along.max(against));
            assert_eq!(named, (forward, backward));
        }
    }
}

/// A bar that spins this fast passes a gap of a tenth in less time than separates 1 from the next number. The gap was
/// said to be below the resolution. Numbers near 0 are closer together, and the first impact is found there.
#[test]
fn a_bar_may_spin_as_fast_as_times_can_tell() {
    let ask = |start: f64, spin, query: Query<f64>| {
        let turn = steady(Isometry3::identity(), Vector3::zeros(), Vector3::z() * spin);
        let turn = turn.starting_at(start).expect("a motion");
        let bar = moving(Capsule::new(2.0, 0.05).expect("a bar"), turn);
        let ball = moving(ball(0.2), rest3([1.9, 0.0, 0.0]));
        query.time_of_impact(&bar, &ball, start..=start + 1.0)
    };
    let plain = Query::new();
    let coarse = plain.tolerance(1e-3);
    for (spin, query) in [(1e17, plain), (1e17, coarse), (1e100, coarse)] {
        let answer = ask(1.0, spin, query);
        let Err(QueryError::Undecided {
            clear_until: 1.0,
            reason: UndecidedReason::Span { span },
        }) = answer
        else {
            panic!("{spin}: {answer:?}");
        };
        assert!(span > 0.0 && span <= 2.0 * f64::EPSILON);
    }
    let angle = |spin| impact(ask(0.0, spin, plain).expect("an impact")).time * spin;
    // rounding hides more of an angle that many turns have gone by, and the tolerance grows with it
    for (spin, most) in [(1e3, 1e-7), (1e9, 1e-4), (1e15, 1e-7)] {
        let off = (angle(spin) - angle(2.0)).abs();
        assert!(off < most, "{spin}: {off}");
    }
}
