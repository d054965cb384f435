//! Damage that the check of a certificate refuses, kind by kind.

use photofinish::{Certificate, CertificateError, CertifiedInterval, Frame, Order, QueryError};

use super::*;

type Tamper = fn(&mut CertifiedInterval<f64, 3>);
type Expected = fn(&CertificateError) -> bool;

/// The check finds and names tampering with any part of a certificate.
#[test]
fn a_certificate_holds_for_its_bodies_and_for_no_other() {
    use CertificateError::{ClaimNotFinite, Gap, NotAUnitVector, NotProven, Overstated, Uncovered};
    let [a, b] = tumbling::<f64>(Vector3::zeros());
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    let claimed = 0.0..=impact(solution).time;
    assert_eq!(certificate.covers(), Some(claimed.clone()));
    assert!(certificate.verify(&a, &b, 0.0, claimed.clone()).is_ok());
    let swapped = certificate.verify(&b, &a, 0.0, claimed.clone());
    let message = swapped.expect_err("no proof").to_string();
    let question = "are these the bodies and motions of the certificate, in its order?";
    assert!(message.ends_with(question), "{message}");
    let refused = |forged: &Certificate<f64, 3>, expected: Expected| {
        let error = forged
            .verify(&a, &b, 0.0, claimed.clone())
            .expect_err("forged");
        assert!(expected(&error), "{error}");
    };
    let tampers: [(Tamper, Expected); 9] = [
        (|i| i.start = f64::NAN, |e| matches!(e, Uncovered { .. })),
        (|i| i.start = -0.5, |e| !matches!(e, Uncovered { .. })),
        (
            |i| i.direction *= 1.0 + 1e-12,
            |e| matches!(e, NotAUnitVector { .. }),
        ),
        (
            |i| i.direction = -i.direction,
            |e| matches!(e, NotProven { .. }),
        ),
        (
            |i| i.direction.x = f64::NAN,
            |e| matches!(e, NotAUnitVector { .. }),
        ),
        (|i| i.margin += 0.05, |e| matches!(e, Overstated { .. })),
        (|i| i.margin = 1e9, |e| matches!(e, Overstated { .. })),
        (|i| i.margin = f64::NAN, |e| matches!(e, Overstated { .. })),
        (
            |i| i.kept_distance = f64::NAN,
            |e| matches!(e, ClaimNotFinite { .. }),
        ),
    ];
    for (tamper, expected) in tampers {
        let mut forged = certificate.clone();
        tamper(&mut forged.intervals[0]);
        refused(&forged, expected);
    }
    let mut forged = certificate.clone();
    forged.intervals.remove(1);
    refused(&forged, |e| matches!(e, Gap { .. }));
    forged.intervals.clear();
    refused(&forged, |e| matches!(e, Uncovered { .. }));
}

/// The caller of the check states the claim. A longer span, a larger distance, or a NaN or infinite one is not proven.
#[test]
fn a_check_proves_what_its_caller_claims() {
    let [a, b] = tumbling::<f64>(Vector3::zeros());
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
        let is_named = matches!(refused, Err(CertificateError::PassesThrough { .. }));
        assert!(is_named, "{through}: {refused:?}");
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
    let spin = vector![0.0, 0.0, 50.0];
    let spin = ConstantVelocity3::new(Isometry3::identity(), Vector3::zeros(), spin);
    let bar = moving(cuboid([2.0, 0.01, 0.01]), spin.expect("a motion"));
    let post = moving(ball(0.15), rest3([2.2, 0.0, 0.0]));
    let found = Query::new().budget(100).certify(&bar, &post, 0.0..=1.0);
    let error = found.expect_err("the budget is too small");
    let QueryError::Undecided { clear_until, .. } = error.error else {
        panic!("{error}");
    };
    let covered = error.certificate.covers().expect("some of it is proven");
    assert!(*covered.end() == clear_until && clear_until > 0.0);
    let proven = error.certificate.verify(&bar, &post, 0.0, covered);
    proven.expect("it holds");
}

/// The products of huge speeds were once infinite, and then no certificate held.
#[test]
fn certificates_of_huge_speeds_hold() {
    let above = moving(ball::<f32>(1.0), rest3([0.0, 3.0, 0.0]));
    for speed in [1e3, 1e9, 9e14] {
        let bullet = moving(ball::<f32>(0.5), flight3([0.0; 3], [speed, 0.0, 0.0]));
        let found = Query::new().certify(&bullet, &above, 0.0..=0.5);
        let (solution, certificate) = found.expect("an answer");
        assert!(matches!(solution.outcome, Outcome::Separated(_)));
        let proven = certificate.verify(&bullet, &above, 0.0, 0.0..=0.5);
        proven.expect("it holds");
    }
}

/// A ball goes into a post and back, and is clear of it at both ends. No bound holds across the corner of its path.
#[test]
fn an_interval_with_a_knot_inside_is_refused() {
    let line =
        |start, end| ConstantVelocity3::between(start, end, Vector3::zeros()).expect("a motion");
    let (home, there) = (Isometry3::identity(), Isometry3::translation(4.0, 0.0, 0.0));
    let (out, back) = (
        line((0.0, home), (1.0, there)),
        line((1.0, there), (2.0, home)),
    );
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], vec![out, back]).expect("a motion");
    let (moving, resting) = (
        Moving::new(ball(0.5), path),
        Moving::new(ball(0.5), rest3([0.0; 3])),
    );
    let post = Moving::new(ball(0.5), rest3([4.0, 0.0, 0.0]));
    let forged = |direction| Certificate {
        origin: Vector3::zeros(),
        intervals: vec![CertifiedInterval {
            start: 0.0,
            end: 2.0,
            direction,
            frame: Frame::World,
            kept_distance: 0.0,
            margin: 0.0,
            order: Order::Second,
        }],
    };
    let (ahead, behind) = (forged(Vector3::x()), forged(-Vector3::x()));
    assert!(ahead.verify(&resting, &post, 0.0, 0.0..=2.0).is_ok());
    for refused in [
        ahead.verify(&moving, &post, 0.0, 0.0..=2.0),
        behind.verify(&post, &moving, 0.0, 0.0..=2.0),
    ] {
        let (index, knot) = (0, 1.0);
        assert_eq!(refused, Err(CertificateError::KnotInside { index, knot }));
    }
}
