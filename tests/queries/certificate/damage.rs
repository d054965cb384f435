//! Damage that the check of a certificate refuses, kind by kind.

use super::*;

type Tamper = fn(&mut CertifiedInterval<f64, 3>);
#[test]
fn a_certificate_holds_for_its_bodies_and_for_no_other() {
    let [a, b] = tumbling::<f64>(Vector3::zeros());
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    let claimed = 0.0..=impact(solution).time;
    assert_eq!(certificate.covers(), Some(claimed.clone()));
    let verify =
        |certificate: &Certificate<f64, 3>| certificate.verify(&a, &b, 0.0, claimed.clone());
    verify(&certificate).expect("it holds");
    let swapped = certificate.verify(&b, &a, 0.0, claimed.clone());
    let message = swapped.expect_err("no proof").to_string();
    let question = "are these the bodies and motions of the certificate, in its order?";
    assert!(message.ends_with(question), "{message}");
    let tampers: [(Tamper, &str); 6] = [
        (|i| i.start = f64::NAN, "Uncovered"),
        (|i| i.direction = -i.direction, "NotProven"),
        (|i| i.direction.x = f64::NAN, "NotAUnitVector"),
        (|i| i.margin += 0.05, "Overstated"),
        (|i| i.margin = f64::NAN, "Overstated"),
        (|i| i.kept_distance = f64::NAN, "ClaimNotFinite"),
    ];
    for (tamper, words) in tampers {
        let mut forged = certificate.clone();
        tamper(&mut forged.intervals[0]);
        assert_refused(&verify(&forged), words);
    }
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
    // both bodies together are 1 thick: at half that depth they could pass through each other
    for (distance, holds) in [(-0.2, true), (-0.499, true), (-0.5, false), (-3.0, false)] {
        let found = verify(distance, 0.0..=0.3);
        let passes = matches!(found, Err(CertificateError::PassesThrough { .. }));
        assert!(found.is_ok() == holds && passes != holds, "{found:?}");
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
        let found = verify(distance, span.clone());
        assert!(found.is_err(), "{distance} {span:?}");
    }
}

/// The products of huge speeds were once infinite, and then no certificate held.
#[test]
fn certificates_of_huge_speeds_hold() {
    let above = moving(ball::<f32>(1.0), rest3([0.0, 3.0, 0.0]));
    for speed in [1e3, 1e9, 9e14] {
        let bullet = moving(ball::<f32>(0.5), flight3([0.0; 3], [speed, 0.0, 0.0]));
        let found = Query::new().certify(&bullet, &above, 0.0..=0.5);
        let (solution, certificate) = found.expect("an answer");
        assert!(is_separated(&solution));
        let proven = certificate.verify(&bullet, &above, 0.0, 0.0..=0.5);
        proven.expect("it holds");
    }
}

/// A ball goes into a post and back, and is clear of it at both ends. No bound holds across the corner of its path.
#[test]
fn an_interval_with_a_knot_inside_is_refused() {
    let [home, there] = [0.0, 4.0].map(|x| Isometry3::translation(x, 0.0, 0.0));
    let line = |start, end| ConstantVelocity3::between(start, end, Vector3::zeros()).unwrap();
    let out = line((0.0, home), (1.0, there));
    let back = line((1.0, there), (2.0, home));
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], vec![out, back]).expect("a motion");
    let goes = photofinish::Moving::new(ball(0.5), path);
    let [rests, post] = [0.0, 4.0].map(|x| moving(ball(0.5), rest3([x, 0.0, 0.0])));
    let ahead = along(Vector3::x(), Frame::World, 0.0, [0.0, 2.0]);
    let behind = along(-Vector3::x(), Frame::World, 0.0, [0.0, 2.0]);
    assert!(ahead.verify(&rests, &post, 0.0, 0.0..=2.0).is_ok());
    for refused in [
        ahead.verify(&goes, &post, 0.0, 0.0..=2.0),
        behind.verify(&post, &goes, 0.0, 0.0..=2.0),
    ] {
        let (index, knot) = (0, 1.0);
        assert_eq!(refused, Err(CertificateError::KnotInside { index, knot }));
    }
}
