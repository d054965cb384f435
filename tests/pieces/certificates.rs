//! Certificates of bodies of pieces, and what is refused.

use nalgebra::{Isometry2, Isometry3, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity};
use photofinish::pieces::{
    Compound, ContactError, Convex, MovingPieces, Pieces, PiecesCertificate,
    PiecesCertificateError, ProofStep, Tree, nearest_pieces,
};
use photofinish::shape::Cuboid;
use photofinish::support::Posed;
use photofinish::{CertifiedInterval, InitialContact, Query, SupportMap};

use crate::bodies::{Boxes, Flight, flight, random, slide, spin, star};

type MovingStar<'x> = MovingPieces<&'x Boxes<f64>, Flight<f64>, f64, 3>;

/// A certificate holds up to the contact and no further, for the target distance and the clearance beyond it.
#[test]
fn certificates_hold_up_to_the_contact() {
    let mut random = random(31);
    let (mut hits, mut free) = (0, 0);
    for case in 0..18 {
        let (a, b) = (star::<f64>(&mut random, 8), star::<f64>(&mut random, 5));
        let turns = [0.0, 0.4, 2.0][case % 3];
        let a = MovingPieces::new(&a, flight(&mut random, turns));
        let b = MovingPieces::new(&b, spin(&mut random, turns));
        let target = [0.0, 0.03, -0.02][case % 3];
        let query = Query::new().target_distance(target);
        let (answer, certificate) = query.certify_first_contact(&a, &b, 0.0..=1.0).unwrap();
        let end = match answer.contact {
            None => 1.0,
            Some(contact) if contact.time > 0.0 => contact.time,
            Some(_) => continue,
        };
        *(if end < 1.0 { &mut hits } else { &mut free }) += 1;
        let verify = |span| certificate.verify(&a, &b, target, span);
        assert!(end == 1.0 || verify(0.0..=(end + 1e-3).min(1.0)).is_err());
        assert_eq!(certificate.claims(target), Some(0.0..=end));
        let clearance = verify(0.0..=end).unwrap();
        clearance_is_kept(&certificate, (&a, &b), (target, clearance), end);
        verify(0.5 * end..=0.5 * end).unwrap();
    }
    assert!(hits > 3 && free > 3, "{hits} {free}");
}

/// The clearance is a distance that the bodies keep beyond the target, and it can be claimed itself.
fn clearance_is_kept(
    certificate: &PiecesCertificate<f64, 3>,
    (a, b): (&MovingStar<'_>, &MovingStar<'_>),
    (target, clearance): (f64, f64),
    end: f64,
) {
    let claimed = certificate.claimed_distance().unwrap();
    // what is claimed is proven, and sharper bounds may prove somewhat more
    assert!(clearance >= 0.0 && target + clearance >= claimed - 1e-9);
    for step in 0..=20 {
        let time = end * f64::from(step) / 20.0;
        let distance = nearest_pieces(a, b, time)
            .unwrap()
            .proximity
            .signed_distance();
        assert!(
            distance >= target + clearance - 1e-9,
            "{distance} {target} {clearance}"
        );
    }
    if clearance > 1e-6 {
        certificate
            .verify(a, b, target + 0.999 * clearance, 0.0..=end)
            .unwrap();
        assert!(
            certificate
                .verify(a, b, target + 1.001 * clearance, 0.0..=end)
                .is_err()
        );
    }
}

/// Two pieces that start in contact are looked past: the certificate tells from when on it keeps the target distance.
#[test]
fn certificates_tell_from_when_they_keep_the_target_distance() {
    let cube = Convex::new(Cuboid::new(vector![0.5, 0.5, 0.5]).unwrap()).unwrap();
    let away = |height: f64, speed: f64| {
        let start = Isometry3::translation(0.0, height, 0.0);
        let motion = ConstantVelocity::new(start, vector![0.0, speed, 0.0], Vector3::zeros());
        MovingPieces::new(&cube, motion.unwrap())
    };
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let (answer, certificate) = query
        .certify_first_contact(&away(1.0, 2.0), &away(0.0, 0.0), 0.0..=1.0)
        .unwrap();
    assert!(answer.contact.is_none());
    let report = answer.looked_past[0]
        .answer
        .unwrap()
        .initial_contact
        .unwrap();
    let resumed = report.resumed_at.unwrap();
    let claims = certificate.claims(0.0).unwrap();
    assert!(*claims.start() > 0.0 && *claims.start() <= resumed && *claims.end() == 1.0);
    certificate
        .verify(&away(1.0, 2.0), &away(0.0, 0.0), 0.0, claims)
        .unwrap();
    // they are never 3 apart
    assert_eq!(certificate.claims(3.0), None);
    assert_eq!(certificate.covers(), Some(0.0..=1.0));

    // of two pieces alone
    let (_, alone) = query
        .certify(
            &away(1.0, 2.0).piece(0).unwrap(),
            &away(0.0, 0.0).piece(0).unwrap(),
            0.0..=1.0,
        )
        .unwrap();
    let of_alone = alone.claims(0.0).unwrap();
    assert!(*of_alone.start() > 0.0 && *of_alone.start() <= resumed);
    assert_eq!(alone.claims(3.0), None);
}

/// A search that fails in the middle of a walk leaves no half of a chapter.
#[test]
fn searches_that_fail_in_a_walk_leave_whole_chapters() {
    /// Two balls, of which the second has lost its coordinates.
    struct Lost(Tree<f64, 3>);

    /// A ball at a place.
    struct At(f64);

    impl SupportMap<f64, 3> for At {
        fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
            Vector3::x() * self.0 + direction.normalize() * 0.2
        }

        fn extents(&self) -> Vector3<f64> {
            vector![self.0.abs() + 0.2, 0.2, 0.2]
        }
    }

    impl Pieces<f64, 3> for Lost {
        type Piece<'a> = At;

        fn tree(&self) -> &Tree<f64, 3> {
            &self.0
        }

        fn piece(&self, index: u32) -> At {
            At([0.0, f64::NAN][index as usize])
        }
    }

    let balls = Lost(Tree::around([At(0.0), At(1.0)]).unwrap());
    let flight = |x: f64, speed: f64| {
        let start = Isometry3::translation(x, 0.0, 0.0);
        ConstantVelocity::new(start, vector![speed, 0.0, 0.0], Vector3::zeros()).unwrap()
    };
    let balls = MovingPieces::new(&balls, flight(0.0, 0.0));
    let cube = Convex::new(Cuboid::new(vector![0.5, 0.5, 0.5]).unwrap()).unwrap();
    let cube = MovingPieces::new(&cube, flight(4.0, -3.0));
    let failed = Query::new()
        .certify_first_contact(&cube, &balls, 0.0..=1.0)
        .unwrap_err();
    assert!(matches!(
        failed.error,
        ContactError::Pieces { pieces: (0, 1), .. }
    ));
    // the boxes around both meet at 2.3 / 3
    let covers = failed.certificate.covers().unwrap();
    assert!((*covers.end() - 2.3 / 3.0).abs() < 1e-6, "{covers:?}");
    failed
        .certificate
        .verify(&cube, &balls, 0.0, covers)
        .unwrap();
    // a question that cannot be asked leaves nothing
    let failed = Query::new().certify_first_contact(&cube, &balls, 1.0..=0.0);
    let left = failed.unwrap_err().certificate;
    assert_eq!((left.covers(), left.claimed_distance()), (None, None));
}

type Squares = Compound<Posed<Cuboid<f64, 2>, f64, 2>, f64, 2>;

fn rectangles(of: &[([f64; 2], [f64; 2])]) -> Squares {
    let posed = |&(half, at): &([f64; 2], [f64; 2])| {
        Posed::new(
            Cuboid::new(half.into()).unwrap(),
            &Isometry2::translation(at[0], at[1]),
        )
        .unwrap()
    };
    Compound::new(of.iter().map(posed).collect()).unwrap()
}

/// Thick pieces may overlap, whatever thin pieces the bodies have elsewhere.
#[test]
fn thin_pieces_elsewhere_do_not_forbid_a_penetration() {
    let square = [0.5, 0.5];
    let a = rectangles(&[(square, [0.0, 0.0]), ([0.0, 0.0], [0.0, 5.0])]);
    let b = rectangles(&[(square, [0.0, -0.9]), ([0.0, 0.0], [9.0, 0.0])]);
    let a = MovingPieces::new(&a, AtRest::new(Isometry2::identity()).unwrap());
    let b = MovingPieces::new(&b, slide([0.0, 0.0], [0.01, 0.0], 0.0));
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let (answer, certificate) = query.certify_first_contact(&a, &b, 0.0..=1.0).unwrap();
    assert_eq!((answer.contact, answer.clear_from), (None, None));
    assert!(answer.kept_distance < -0.1 && answer.kept_distance > -0.100_001);
    certificate
        .verify(&a, &b, answer.kept_distance, 0.0..=1.0)
        .unwrap();
    // less is not proven
    assert!(certificate.verify(&a, &b, -0.099, 0.0..=1.0).is_err());
}

/// Pieces that overlap by half of their thickness or more may pass through each other: such a claim is refused, though
/// each interval proves its depth.
#[test]
fn thin_pieces_that_overlap_are_refused() {
    let rest = || AtRest::<f64, nalgebra::UnitComplex<f64>, 2>::new(Isometry2::identity()).unwrap();
    let glide = || slide([0.0, 0.0], [0.01, 0.0], 0.0);
    let pair = |half: f64| {
        let below = rectangles(&[([0.5, half], [0.0, 0.01 - half])]);
        let above = rectangles(&[([0.5, half], [0.0, half - 0.01])]);
        (below, above)
    };
    let (a, b) = pair(0.5);
    let (a, b) = (
        MovingPieces::new(&a, rest()),
        MovingPieces::new(&b, glide()),
    );
    let query = Query::new().target_distance(-0.03);
    let (answer, certificate) = query.certify_first_contact(&a, &b, 0.0..=1.0).unwrap();
    assert_eq!(answer.contact, None);
    let verify = |half: f64| {
        let (a, b) = pair(half);
        let (a, b) = (
            MovingPieces::new(&a, rest()),
            MovingPieces::new(&b, glide()),
        );
        certificate.verify(&a, &b, -0.03, 0.0..=1.0)
    };
    assert!(verify(0.016).is_ok());
    let error = verify(0.014).unwrap_err();
    assert!(matches!(error, PiecesCertificateError::Step { .. }));
}

/// A certificate of a free pair with a walk of splits, vectors and pieces that were asked about, damaged in every way that
/// is no random one of the judge's.
#[test]
fn damaged_certificates_are_refused() {
    type Certificate = PiecesCertificate<f64, 3>;
    let mut random = random(77);
    let (a, b, certificate, walk, separated, asked) = loop {
        let (a, b) = (star::<f64>(&mut random, 8), star::<f64>(&mut random, 8));
        let a = MovingPieces::new(a, flight(&mut random, 0.3));
        let b = MovingPieces::new(b, spin(&mut random, 0.3));
        let asked = Query::new().certify_first_contact(&a, &b, 0.0..=1.0);
        let (answer, certificate) = asked.unwrap();
        let chapters = &certificate.chapters;
        let walk = chapters.iter().position(|chapter| chapter.steps.len() > 1);
        let find =
            |kind: fn(&ProofStep<f64, 3>) -> bool| chapters[walk?].steps.iter().position(kind);
        let separated = find(|step| matches!(step, ProofStep::Separated(_)));
        let asked = find(|step| matches!(step, ProofStep::Pieces(_)));
        if let (None, Some(walk), Some(separated), Some(asked)) =
            (answer.contact, walk, separated, asked)
        {
            break (a, b, certificate, walk, separated, asked);
        }
    };
    let check = |certificate: &Certificate| certificate.verify(&a, &b, 0.0, 0.0..=1.0);
    check(&certificate).unwrap();
    let after = |damage: &dyn Fn(&mut Certificate)| {
        let mut damaged = certificate.clone();
        damage(&mut damaged);
        check(&damaged).unwrap_err()
    };
    for step in 0..certificate.chapters[walk].steps.len() {
        after(&|it| {
            it.chapters[walk].steps.remove(step);
        });
    }
    use PiecesCertificateError::{Incomplete, OtherPieces, OtherTrees, Step, Uncovered};
    assert!(matches!(
        after(&|it| drop(it.chapters.remove(walk))),
        Uncovered { .. }
    ));
    assert!(matches!(
        after(&|it| drop(it.chapters.pop())),
        Uncovered { .. }
    ));
    let longer = after(&|it| it.chapters[walk].steps.push(ProofStep::SplitA));
    assert_eq!(longer, Incomplete { chapter: walk });
    let damages: [fn(&mut CertifiedInterval<f64, 3>); 4] = [
        |interval| interval.direction *= 2.0,
        |interval| interval.end -= 1e-3,
        |interval| interval.margin += 1.0,
        |interval| interval.kept_distance = f64::NAN,
    ];
    for damage in damages {
        let refused = after(&|it| match &mut it.chapters[walk].steps[separated] {
            ProofStep::Separated(interval) => damage(interval),
            _ => unreachable!("it was looked for"),
        });
        assert!(matches!(refused, Step { .. }), "{refused}");
    }
    let with = |number: usize, step| after(&|it| it.chapters[walk].steps[number] = step);
    assert!(matches!(with(asked, ProofStep::SplitA), OtherTrees { .. }));
    assert!(matches!(with(0, ProofStep::Pieces(0)), OtherTrees { .. }));
    assert!(matches!(
        with(asked, ProofStep::Pieces(9999)),
        OtherPieces { .. }
    ));
    let renamed = after(&|it| it.pieces.iter_mut().for_each(|(pieces, _)| pieces.0 += 1));
    assert!(matches!(renamed, OtherPieces { .. }), "{renamed}");
    // nothing is kept that no step refers to
    let steps = || {
        certificate
            .chapters
            .iter()
            .flat_map(|chapter| &chapter.steps)
    };
    let refers = |number: usize| {
        steps().any(|step| matches!(step, ProofStep::Pieces(other) if *other as usize == number))
    };
    assert!((0..certificate.pieces.len()).all(refers));
    for (distance, span) in [
        (f64::NAN, 0.0..=1.0),
        (0.0, 1.0..=0.0),
        (0.0, f64::NAN..=1.0),
    ] {
        assert!(certificate.verify(&a, &b, distance, span).is_err());
    }

    let written = serde_json::to_string(&certificate).unwrap();
    check(&serde_json::from_str(&written).unwrap()).unwrap();
    for (old, new, message) in [
        (
            "photofinish pieces certificate",
            "photofinish certificate",
            "the format is",
        ),
        (r#""version":2"#, r#""version":3"#, "version 3"),
        (
            r#""version":2"#,
            r#""version":1"#,
            "make the certificate anew",
        ),
        (r#""dimension":3"#, r#""dimension":2"#, "2 dimensions"),
        (r#""steps""#, r#""step""#, "step"),
    ] {
        let other = written.replacen(old, new, 1);
        let error = serde_json::from_str::<Certificate>(&other).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}
