//! Damage that the check of a certificate refuses, kind by kind.

use super::*;
use photofinish::motion::{AtRest3, Piecewise};
use photofinish::shape::Ball;
use photofinish::{Certificate, CertificateError, CertifiedInterval, Frame, Order, QueryError};

type Tamper = fn(&mut Certificate<f64, 3>);
type Expected = fn(&CertificateError) -> bool;

/// The check finds and names tampering with any part of a certificate.
#[test]
fn a_certificate_holds_for_its_bodies_and_for_no_other() {
    let [a, b] = tumbling();
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    let Outcome::Impact(impact) = solution.outcome else {
        panic!("they touch");
    };
    let claimed = 0.0..=impact.time;
    assert_eq!(certificate.covers(), Some(claimed.clone()));
    assert!(certificate.verify(&a, &b, 0.0, claimed.clone()).is_ok());
    let swapped = certificate
        .verify(&b, &a, 0.0, claimed.clone())
        .expect_err("no proof");
    let message = swapped.to_string();
    assert!(
        message.ends_with("are these the bodies and motions of the certificate, in its order?"),
        "{message}"
    );
    let tampers: [(Tamper, Expected); 10] = [
        (
            |c| c.intervals.clear(),
            |e| matches!(e, CertificateError::Uncovered { .. }),
        ),
        (
            |c| c.intervals[0].start = f64::NAN,
            |e| matches!(e, CertificateError::Uncovered { .. }),
        ),
        (
            |c| c.intervals[0].start = -0.5,
            |e| !matches!(e, CertificateError::Uncovered { .. }),
        ),
        (
            |c| c.intervals[0].direction *= 1.0 + 1e-12,
            |e| matches!(e, CertificateError::NotAUnitVector { .. }),
        ),
        (
            |c| c.intervals[0].direction = -c.intervals[0].direction,
            |e| matches!(e, CertificateError::NotProven { .. }),
        ),
        (
            |c| c.intervals[0].direction.x = f64::NAN,
            |e| matches!(e, CertificateError::NotAUnitVector { .. }),
        ),
        (
            |c| c.intervals[0].margin = 1e9,
            |e| matches!(e, CertificateError::Overstated { .. }),
        ),
        (
            |c| c.intervals[0].margin = f64::NAN,
            |e| matches!(e, CertificateError::Overstated { .. }),
        ),
        (
            |c| c.intervals[0].kept_distance = f64::NAN,
            |e| matches!(e, CertificateError::ClaimNotFinite { .. }),
        ),
        (
            |c| {
                c.intervals.remove(1);
            },
            |e| matches!(e, CertificateError::Gap { .. }),
        ),
    ];
    for (index, (tamper, expected)) in tampers.into_iter().enumerate() {
        let mut forged = certificate.clone();
        tamper(&mut forged);
        let error = forged
            .verify(&a, &b, 0.0, claimed.clone())
            .expect_err("forged");
        assert!(expected(&error), "{index}: {error}");
    }
}

/// The caller of the check states the claim. A longer span, a larger distance, or a NaN or infinite one is not proven.
#[test]
fn a_check_proves_what_its_caller_claims() {
    let [a, b] = tumbling();
    let query = Query::new().target_distance(0.1);
    let (_, certificate) = query.certify(&a, &b, 0.0..=0.3).expect("an answer");
    let verify = |distance, span| certificate.verify(&a, &b, distance, span);
    let clearance = verify(0.1, 0.0..=0.3).expect("it holds");
    let least = certificate.claimed_distance().expect("it has intervals");
    assert!((0.1 + clearance - least).abs() < 1e-12);
    // a smaller distance is proven too, with a clearance that is larger by the difference
    assert!((verify(0.0, 0.1..=0.2).expect("it holds") - 0.1) >= clearance);
    assert!(verify(-0.2, 0.0..=0.3).is_ok());
    // both bodies together are 1 thick: at half that depth they could pass through each other
    assert!(verify(-0.499, 0.0..=0.3).is_ok());
    for through in [-0.5, -3.0] {
        let refused = verify(through, 0.0..=0.3);
        assert!(
            matches!(refused, Err(CertificateError::PassesThrough { .. })),
            "{through}: {refused:?}"
        );
    }
    for (distance, span) in [
        (least + 1e-9, 0.0..=0.3),
        (0.1, 0.0..=0.300_001),
        (0.1, -1e-9..=0.3),
        (f64::NAN, 0.0..=0.3),
        (f64::INFINITY, 0.0..=0.3),
        (0.1, f64::NAN..=0.3),
        (0.1, 0.0..=f64::INFINITY),
    ] {
        assert!(
            verify(distance, span.clone()).is_err(),
            "{distance} {span:?}"
        );
    }
}

/// A search that ended without an answer once did not return what it had proven.
#[test]
fn what_was_proven_is_returned_even_without_an_answer() {
    let spin = ConstantVelocity3::new(
        Isometry3::identity(),
        Vector3::zeros(),
        vector![0.0, 0.0, 50.0],
    );
    let bar = Moving::new(
        Cuboid::new(vector![2.0, 0.01, 0.01]).expect("a box"),
        spin.expect("a motion"),
    );
    let post = AtRest3::new(Isometry3::translation(2.2, 0.0, 0.0)).expect("a motion");
    let post = Moving::new(Ball::new(0.15).expect("a ball"), post);
    let error = Query::new()
        .budget(100)
        .certify(&bar, &post, 0.0..=1.0)
        .expect_err("too small");
    let QueryError::Undecided { clear_until, .. } = error.error else {
        panic!("{error}");
    };
    let covered = error.certificate.covers().expect("some of it is proven");
    assert_eq!(*covered.end(), clear_until);
    assert!(clear_until > 0.0);
    error
        .certificate
        .verify(&bar, &post, 0.0, covered)
        .expect("it holds");
}

/// The products of huge speeds were once infinite, and then no certificate held.
#[test]
fn certificates_of_huge_speeds_hold() {
    let above = Moving::new(
        Ball::new(1.0_f32).expect("a ball"),
        AtRest3::new(Isometry3::translation(0.0_f32, 3.0, 0.0)).expect("a motion"),
    );
    for speed in [1e3_f32, 1e9, 9e14] {
        let flight = ConstantVelocity3::new(
            Isometry3::identity(),
            vector![speed, 0.0, 0.0],
            Vector3::zeros(),
        );
        let bullet = Moving::new(
            Ball::new(0.5_f32).expect("a ball"),
            flight.expect("a motion"),
        );
        let (solution, certificate) = Query::new()
            .certify(&bullet, &above, 0.0..=0.5)
            .expect("an answer");
        assert!(matches!(solution.outcome, Outcome::Separated(_)));
        certificate
            .verify(&bullet, &above, 0.0, 0.0..=0.5)
            .expect("it holds");
    }
}

/// A ball goes into a post and back, and is clear of it at both ends. No bound holds across the corner of its path.
#[test]
fn an_interval_with_a_knot_inside_is_refused() {
    let ball = || Ball::new(0.5).expect("a ball");
    let line =
        |start, end| ConstantVelocity3::between(start, end, Vector3::zeros()).expect("a motion");
    let (home, there) = (Isometry3::identity(), Isometry3::translation(4.0, 0.0, 0.0));
    let pieces = vec![
        line((0.0, home), (1.0, there)),
        line((1.0, there), (2.0, home)),
    ];
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], pieces).expect("a motion");
    let post = Moving::new(ball(), AtRest3::new(there).expect("a motion"));
    let (moving, resting) = (Moving::new(ball(), path), AtRest3::new(home));
    let resting = Moving::new(ball(), resting.expect("a motion"));
    let forged = Certificate {
        origin: Vector3::zeros(),
        intervals: vec![CertifiedInterval {
            start: 0.0,
            end: 2.0,
            direction: Vector3::x(),
            frame: Frame::World,
            kept_distance: 0.0,
            margin: 0.0,
            order: Order::Second,
        }],
    };
    assert!(forged.verify(&resting, &post, 0.0, 0.0..=2.0).is_ok());
    let refused = forged.verify(&moving, &post, 0.0, 0.0..=2.0);
    assert!(
        matches!(refused, Err(CertificateError::KnotInside { knot, .. }) if knot == 1.0),
        "{refused:?}"
    );
    // the bodies exchanged
    let back = Certificate {
        intervals: vec![CertifiedInterval {
            direction: -Vector3::x(),
            ..forged.intervals[0]
        }],
        ..forged
    };
    let refused = back.verify(&post, &moving, 0.0, 0.0..=2.0);
    assert!(matches!(refused, Err(CertificateError::KnotInside { .. })));
}

/// No bound holds over a span with a knot inside. So two intervals that meet at a knot may not be merged into one.
#[test]
fn an_interval_with_a_knot_inside_proves_nothing() {
    let line =
        |start, end| ConstantVelocity3::between(start, end, Vector3::zeros()).expect("a motion");
    let [far, near] = [3.0, 2.0].map(|x| Isometry3::translation(x, 0.0, 0.0));
    let pieces = vec![line((0.0, far), (1.0, near)), line((1.0, near), (2.0, far))];
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], pieces).expect("they fit");
    let bouncing = Moving::new(Ball::new(0.5).expect("a ball"), path);
    let rest = AtRest3::new(Isometry3::identity()).expect("a motion");
    let wall = Moving::new(Ball::new(1.0).expect("a ball"), rest);
    let check = |first: bool| {
        let certified = if first {
            Query::new().certify(&bouncing, &wall, 0.0..=2.0)
        } else {
            Query::new().certify(&wall, &bouncing, 0.0..=2.0)
        };
        let (_, mut certificate) = certified.expect("an answer");
        let verify = |certificate: &Certificate<f64, 3>| {
            if first {
                certificate.verify(&bouncing, &wall, 0.0, 0.0..=2.0)
            } else {
                certificate.verify(&wall, &bouncing, 0.0, 0.0..=2.0)
            }
        };
        assert!(verify(&certificate).is_ok());
        let last = certificate.intervals.pop().expect("one for each piece");
        assert_eq!(last.start, 1.0);
        certificate.intervals[0].end = last.end;
        certificate.intervals.truncate(1);
        certificate.intervals[0].start = 0.0;
        let knot_inside = CertificateError::KnotInside {
            index: 0,
            knot: 1.0,
        };
        assert_eq!(verify(&certificate), Err(knot_inside));
    };
    check(true);
    check(false);
}
