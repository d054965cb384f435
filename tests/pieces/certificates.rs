//! Certificates of bodies of pieces, and what is refused.

use photofinish::pieces::{MovingPieces, PiecesCertificate, PiecesCertificateError, ProofStep};
use photofinish::{CertifiedInterval, Query};

use crate::bodies::{flight, random, spin, star};

/// Every certificate is verified, up to the contact if there is one, and no further.
#[test]
fn certificates_hold_up_to_the_contact() {
    let mut random = random(31);
    let (mut hits, mut free, mut walks) = (0, 0, 0);
    for case in 0..40 {
        let (a, b) = (star::<f64>(&mut random, 8), star::<f64>(&mut random, 5));
        let turns = [0.0, 0.4, 2.0][case % 3];
        let a = MovingPieces::new(&a, flight(&mut random, turns));
        let b = MovingPieces::new(&b, spin(&mut random, turns));
        let target = [0.0, 0.03, -0.02][case % 3];
        let query = Query::new().target_distance(target);
        let (answer, certificate) = query.certify_first_contact(&a, &b, 0.0..=1.0).unwrap();
        assert_eq!(
            answer.contact,
            query.first_contact(&a, &b, 0.0..=1.0).unwrap().contact
        );
        walks += certificate
            .chapters
            .iter()
            .filter(|chapter| chapter.steps.len() > 1)
            .count();
        let end = match answer.contact {
            None => {
                free += 1;
                1.0
            }
            Some(contact) if contact.time > 0.0 => {
                hits += 1;
                // the certificate cannot prove more than the truth
                let beyond = (contact.time + 1e-3).min(1.0);
                assert!(certificate.verify(&a, &b, target, 0.0..=beyond).is_err());
                contact.time
            }
            Some(_) => continue,
        };
        assert_eq!(certificate.covers(), Some(0.0..=end));
        certificate.verify(&a, &b, target, 0.0..=end).unwrap();
        certificate
            .verify(&a, &b, target, 0.25 * end..=0.5 * end)
            .unwrap();
        certificate
            .verify(&a, &b, target, 0.5 * end..=0.5 * end)
            .unwrap();
        assert!(certificate.verify(&a, &b, target + 3.0, 0.0..=end).is_err());
    }
    assert!(hits > 8 && free > 8 && walks > 8, "{hits} {free} {walks}");
}

/// A free pair whose proof has a walk with splits, and pieces that were asked about.
fn free_pair() -> (
    impl Fn(&PiecesCertificate<f64, 3>) -> Result<(), PiecesCertificateError>,
    PiecesCertificate<f64, 3>,
) {
    let mut random = random(77);
    loop {
        let (a, b) = (star::<f64>(&mut random, 8), star::<f64>(&mut random, 8));
        let motions = (flight(&mut random, 0.3), spin(&mut random, 0.3));
        let moving = (
            MovingPieces::new(&a, motions.0),
            MovingPieces::new(&b, motions.1),
        );
        let (answer, certificate) = Query::new()
            .certify_first_contact(&moving.0, &moving.1, 0.0..=1.0)
            .unwrap();
        let asks = |step: &ProofStep<f64, 3>| matches!(step, ProofStep::Pieces(_));
        let walks = certificate
            .chapters
            .iter()
            .any(|chapter| chapter.steps.iter().any(asks));
        if answer.contact.is_none() && walks {
            let check = move |certificate: &PiecesCertificate<f64, 3>| {
                let a = MovingPieces::new(&a, motions.0);
                let b = MovingPieces::new(&b, motions.1);
                certificate.verify(&a, &b, 0.0, 0.0..=1.0)
            };
            return (check, certificate);
        }
    }
}

#[test]
fn damaged_certificates_are_refused() {
    let (check, certificate) = free_pair();
    check(&certificate).unwrap();
    let number = certificate
        .chapters
        .iter()
        .position(|chapter| chapter.steps.len() > 1)
        .unwrap();
    let steps = &certificate.chapters[number].steps;
    let find = |kind: fn(&ProofStep<f64, 3>) -> bool| steps.iter().position(kind).unwrap();
    let separated = find(|step| matches!(step, ProofStep::Separated(_)));
    let asked = steps
        .iter()
        .position(|step| matches!(step, ProofStep::Pieces(_)));
    let damaged = |damage: &dyn Fn(&mut PiecesCertificate<f64, 3>)| {
        let mut certificate = certificate.clone();
        damage(&mut certificate);
        check(&certificate).unwrap_err()
    };

    // a chapter is missing, or they are in another order
    let error = damaged(&|certificate| drop(certificate.chapters.remove(number)));
    assert!(
        matches!(error, PiecesCertificateError::Uncovered { .. }),
        "{error}"
    );
    let error = damaged(&|certificate| drop(certificate.chapters.pop()));
    assert!(
        matches!(error, PiecesCertificateError::Uncovered { .. }),
        "{error}"
    );
    if certificate.chapters.len() > 1 {
        damaged(&|certificate| certificate.chapters.reverse());
    }
    // something is left out of a walk, or said beyond its end
    for step in 0..steps.len() {
        damaged(&|certificate| {
            certificate.chapters[number].steps.remove(step);
        });
    }
    let error = damaged(&|certificate| {
        let steps = &mut certificate.chapters[number].steps;
        steps.push(steps[separated]);
    });
    assert_eq!(
        error,
        PiecesCertificateError::Incomplete { chapter: number }
    );
    // a vector that does not separate, one without unit length, one for another span
    let damages: [fn(&mut CertifiedInterval<f64, 3>); 5] = [
        |interval| interval.direction = -interval.direction,
        |interval| interval.direction *= 2.0,
        |interval| interval.end -= 1e-3,
        |interval| interval.margin += 1.0,
        |interval| interval.kept_distance = f64::NAN,
    ];
    for damage in damages {
        let error = damaged(&|certificate| {
            let ProofStep::Separated(interval) = &mut certificate.chapters[number].steps[separated]
            else {
                unreachable!("it was looked for");
            };
            damage(interval);
        });
        assert!(
            matches!(error, PiecesCertificateError::Step { .. }),
            "{error}"
        );
    }
    // nothing is kept that no step refers to
    let refers = |number: usize| {
        let mut steps = certificate
            .chapters
            .iter()
            .flat_map(|chapter| &chapter.steps);
        steps.any(|step| matches!(step, ProofStep::Pieces(other) if *other as usize == number))
    };
    assert!((0..certificate.pieces.len()).all(refers));
    // a single piece that is split, and a reference to no certificate, or to that of other pieces
    let step = asked.unwrap_or_else(|| {
        panic!("the first walk asks about pieces: {steps:?}");
    });
    let error =
        damaged(&|certificate| certificate.chapters[number].steps[step] = ProofStep::SplitA);
    assert!(
        matches!(error, PiecesCertificateError::OtherTrees { .. }),
        "{error}"
    );
    let error =
        damaged(&|certificate| certificate.chapters[number].steps[step] = ProofStep::Pieces(9999));
    assert!(
        matches!(error, PiecesCertificateError::OtherPieces { .. }),
        "{error}"
    );
    let error = damaged(&|certificate| {
        for (pieces, _) in &mut certificate.pieces {
            pieces.0 += 1;
        }
    });
    assert!(
        matches!(error, PiecesCertificateError::OtherPieces { .. }),
        "{error}"
    );
    // one in place of all boxes of A
    let error =
        damaged(&|certificate| certificate.chapters[number].steps[0] = ProofStep::Pieces(0));
    assert!(
        matches!(error, PiecesCertificateError::OtherTrees { .. }),
        "{error}"
    );
}

#[test]
fn claims_that_say_nothing_are_refused() {
    let (_, certificate) = free_pair();
    let mut random = random(77);
    let star = star::<f64>(&mut random, 8);
    let body = MovingPieces::new(&star, spin(&mut random, 0.3));
    let verify = |distance, span| certificate.verify(&body, &body, distance, span);
    assert!(verify(f64::NAN, 0.0..=1.0).is_err());
    assert!(verify(0.0, 1.0..=0.0).is_err());
    assert!(verify(0.0, f64::NAN..=1.0).is_err());
    // the thinnest boxes are 0.12 thick, so that two could pass through each other when 0.13 deep
    let error = verify(-0.13, 0.0..=1.0).unwrap_err();
    assert!(matches!(error, PiecesCertificateError::Claim(_)), "{error}");
}

#[test]
fn certificates_are_written_and_read_back() {
    let (check, certificate) = free_pair();
    let written = serde_json::to_string(&certificate).unwrap();
    let read: PiecesCertificate<f64, 3> = serde_json::from_str(&written).unwrap();
    assert_eq!(read.chapters.len(), certificate.chapters.len());
    check(&read).unwrap();
    for (old, new, message) in [
        (
            "photofinish pieces certificate",
            "photofinish certificate",
            "the format is",
        ),
        (r#""version":1"#, r#""version":2"#, "version 2"),
        (r#""dimension":3"#, r#""dimension":2"#, "2 dimensions"),
        (r#""chapters""#, r#""chapter""#, "chapter"),
        (r#""steps""#, r#""step""#, "step"),
    ] {
        let other = written.replacen(old, new, 1);
        let error = serde_json::from_str::<PiecesCertificate<f64, 3>>(&other).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}
