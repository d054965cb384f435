//! Certificates of bodies of pieces, and what is refused.

use super::*;
use photofinish::pieces::{PiecesCertificate, Tree};

type Certificate = PiecesCertificate<f64, 3>;

fn cube() -> Cuboid<f64, 3> {
    Cuboid::new(vector![0.5, 0.5, 0.5]).unwrap()
}

/// A certificate holds up to the contact and no further. Its clearance is a distance that the bodies keep beyond the
/// target, and it can be claimed itself.
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
        let verify = |distance, span| certificate.verify(&a, &b, distance, span);
        assert!(end == 1.0 || verify(target, 0.0..=(end + 1e-3).min(1.0)).is_err());
        assert_eq!(certificate.claims(target), Some(0.0..=end));
        let clearance = verify(target, 0.0..=end).unwrap();
        let claimed = certificate.claimed_distance().unwrap();
        // what is claimed is proven, and sharper bounds may prove somewhat more
        assert!(clearance >= 0.0 && target + clearance >= claimed - 1e-9);
        for time in (0..=20).map(|step| end * f64::from(step) / 20.0) {
            let nearest = nearest_pieces(&a, &b, time).unwrap().proximity;
            let beyond = nearest.signed_distance() - target;
            assert!(beyond >= clearance - 1e-9, "{beyond} {target} {clearance}");
        }
        if clearance > 1e-6 {
            let beyond = |share| verify(target + share * clearance, 0.0..=end);
            assert!(beyond(0.999).is_ok() && beyond(1.001).is_err());
        }
        verify(target, 0.5 * end..=0.5 * end).unwrap();
    }
    assert!(hits > 3 && free > 3, "{hits} {free}");
}

/// Two pieces that start in contact are looked past: the certificate tells from when on it keeps the target distance.
#[test]
fn certificates_tell_from_when_they_keep_the_target_distance() {
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let leaves = moving(cube(), fly([0.0, 1.0, 0.0], [0.0, 2.0, 0.0]));
    let rests = moving(cube(), fly([0.0; 3], [0.0; 3]));
    let (answer, certificate) = query
        .certify_first_contact(&leaves, &rests, 0.0..=1.0)
        .unwrap();
    assert!(answer.contact.is_none());
    let report = answer.looked_past[0].answer.unwrap().initial_contact;
    let resumed = report.unwrap().resumed_at.unwrap();
    let claims = certificate.claims(0.0).unwrap();
    assert!(*claims.start() > 0.0 && *claims.start() <= resumed && *claims.end() == 1.0);
    certificate.verify(&leaves, &rests, 0.0, claims).unwrap();
    // they are never 3 apart
    assert_eq!(certificate.claims(3.0), None);
    assert_eq!(certificate.covers(), Some(0.0..=1.0));
    // of two pieces alone
    let [one, other] = [leaves.piece(0).unwrap(), rests.piece(0).unwrap()];
    let (_, alone) = query.certify(&one, &other, 0.0..=1.0).unwrap();
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
    let balls = MovingPieces::new(&balls, fly([0.0; 3], [0.0; 3]));
    let cube = moving(cube(), fly([4.0, 0.0, 0.0], [-3.0, 0.0, 0.0]));
    let failed = Query::new().certify_first_contact(&cube, &balls, 0.0..=1.0);
    let failed = failed.unwrap_err();
    let ContactError::Pieces { pieces, .. } = failed.error else {
        panic!("{:?}", failed.error);
    };
    assert_eq!(pieces, (0, 1));
    // the boxes around both meet at 2.3 / 3
    let covers = failed.certificate.covers().unwrap();
    assert!((*covers.end() - 2.3 / 3.0).abs() < 1e-6, "{covers:?}");
    let verified = failed.certificate.verify(&cube, &balls, 0.0, covers);
    verified.unwrap();
    // a question that cannot be asked leaves nothing
    let failed = Query::new().certify_first_contact(&cube, &balls, 1.0..=0.0);
    let left = failed.unwrap_err().certificate;
    assert_eq!((left.covers(), left.claimed_distance()), (None, None));
}

type Rectangles = Compound<Posed<Cuboid<f64, 2>, f64, 2>, f64, 2>;

/// Returns rectangles with these half sides at these places.
fn rectangles(of: &[([f64; 2], [f64; 2])]) -> Rectangles {
    let posed = |&(half, [x, y]): &([f64; 2], [f64; 2])| {
        let rectangle = Cuboid::new(half.into()).unwrap();
        Posed::new(rectangle, &Isometry2::translation(x, y)).unwrap()
    };
    Compound::new(of.iter().map(posed).collect()).unwrap()
}

/// Thick pieces may overlap, whatever thin pieces the bodies have elsewhere.
#[test]
fn thin_pieces_elsewhere_do_not_forbid_a_penetration() {
    let square = [0.5, 0.5];
    let a = still2(rectangles(&[(square, [0.0, 0.0]), ([0.0; 2], [0.0, 5.0])]));
    let b = rectangles(&[(square, [0.0, -0.9]), ([0.0; 2], [9.0, 0.0])]);
    let b = MovingPieces::new(b, slide([0.0, 0.0], [0.01, 0.0], 0.0));
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let (answer, certificate) = query.certify_first_contact(&a, &b, 0.0..=1.0).unwrap();
    assert_eq!((answer.contact, answer.clear_from), (None, None));
    assert!(answer.kept_distance < -0.1 && answer.kept_distance > -0.100_001);
    let verify = |distance| certificate.verify(&a, &b, distance, 0.0..=1.0);
    verify(answer.kept_distance).unwrap();
    // less is not proven
    assert!(verify(-0.099).is_err());
}

/// Pieces that overlap by half of their thickness or more may pass through each other: such a claim is refused, though
/// each interval proves its depth.
#[test]
fn thin_pieces_that_overlap_are_refused() {
    let pair = |half: f64| {
        let at = |y: f64| rectangles(&[([0.5, half], [0.0, y])]);
        let glides = slide([0.0, 0.0], [0.01, 0.0], 0.0);
        (
            still2(at(0.01 - half)),
            MovingPieces::new(at(half - 0.01), glides),
        )
    };
    let (a, b) = pair(0.5);
    let query = Query::new().target_distance(-0.03);
    let (answer, certificate) = query.certify_first_contact(&a, &b, 0.0..=1.0).unwrap();
    assert_eq!(answer.contact, None);
    let verify = |half: f64| {
        let (a, b) = pair(half);
        certificate.verify(&a, &b, -0.03, 0.0..=1.0)
    };
    assert!(verify(0.016).is_ok());
    let error = verify(0.014).unwrap_err();
    assert!(matches!(error, PiecesCertificateError::Step { .. }));
}

type Star = MovingPieces<Boxes<f64>, Flight<f64>, f64, 3>;

/// Returns a free pair, its certificate, and the numbers of a walk, of a vector in it, and of pieces that it asked about.
fn proven() -> (Star, Star, Certificate, [usize; 3]) {
    let mut random = random(77);
    loop {
        let (a, b) = (star(&mut random, 8), star(&mut random, 8));
        let a = MovingPieces::new(a, flight(&mut random, 0.3));
        let b = MovingPieces::new(b, spin(&mut random, 0.3));
        let asked = Query::new().certify_first_contact(&a, &b, 0.0..=1.0);
        let (answer, certificate) = asked.unwrap();
        let chapters = &certificate.chapters;
        let walk = chapters.iter().position(|it| it.steps.len() > 1);
        let find = |kind: fn(&_) -> bool| chapters[walk?].steps.iter().position(kind);
        let separated = find(|step| matches!(step, ProofStep::Separated(_)));
        let asked = find(|step| matches!(step, ProofStep::Pieces(_)));
        if let (None, Some(separated), Some(asked)) = (answer.contact, separated, asked) {
            return (a, b, certificate, [walk.unwrap(), separated, asked]);
        }
    }
}

/// The judge makes random damages, and these are all others.
#[test]
fn damaged_certificates_are_refused() {
    use PiecesCertificateError::{Incomplete, OtherPieces, OtherTrees, Step, Uncovered};
    let (a, b, certificate, [walk, separated, asked]) = proven();
    let after = |damage: &dyn Fn(&mut Certificate)| {
        let mut damaged = certificate.clone();
        damage(&mut damaged);
        damaged.verify(&a, &b, 0.0, 0.0..=1.0).unwrap_err()
    };
    let in_walk = |damage: &dyn Fn(&mut Vec<ProofStep<f64, 3>>)| {
        after(&|it| damage(&mut it.chapters[walk].steps))
    };
    for step in 0..certificate.chapters[walk].steps.len() {
        in_walk(&|steps| _ = steps.remove(step));
    }
    let longer = in_walk(&|steps| steps.push(ProofStep::SplitA));
    assert_eq!(longer, Incomplete { chapter: walk });
    let shorter = [
        after(&|it| drop(it.chapters.remove(walk))),
        after(&|it| drop(it.chapters.pop())),
    ];
    assert!(matches!(shorter, [Uncovered { .. }, Uncovered { .. }]));
    let damages: [fn(&mut CertifiedInterval<f64, 3>); 4] = [
        |interval| interval.direction *= 2.0,
        |interval| interval.end -= 1e-3,
        |interval| interval.margin += 1.0,
        |interval| interval.kept_distance = f64::NAN,
    ];
    for damage in damages {
        let refused = in_walk(&|steps| match &mut steps[separated] {
            ProofStep::Separated(interval) => damage(interval),
            _ => unreachable!("it was looked for"),
        });
        assert!(matches!(refused, Step { .. }), "{refused}");
    }
    let of_others = [
        in_walk(&|steps| steps[asked] = ProofStep::SplitA),
        in_walk(&|steps| steps[0] = ProofStep::Pieces(0)),
    ];
    assert!(matches!(of_others, [OtherTrees { .. }, OtherTrees { .. }]));
    let of_others = [
        in_walk(&|steps| steps[asked] = ProofStep::Pieces(9999)),
        after(&|it| it.pieces.iter_mut().for_each(|(pieces, _)| pieces.0 += 1)),
    ];
    assert!(matches!(
        of_others,
        [OtherPieces { .. }, OtherPieces { .. }]
    ));
    let nan = f64::NAN;
    for (distance, span) in [(nan, 0.0..=1.0), (0.0, 1.0..=0.0), (0.0, nan..=1.0)] {
        assert!(certificate.verify(&a, &b, distance, span).is_err());
    }
}

/// Nothing is kept that no step refers to. What is written and read again is as good as before.
#[test]
fn certificates_are_written_and_read() {
    let (a, b, certificate, _) = proven();
    for number in 0..certificate.pieces.len() {
        let mut steps = certificate.chapters.iter().flat_map(|it| &it.steps);
        assert!(steps.any(|step| matches!(step, ProofStep::Pieces(it) if *it as usize == number)));
    }
    let written = serde_json::to_string(&certificate).unwrap();
    let read: Certificate = serde_json::from_str(&written).unwrap();
    read.verify(&a, &b, 0.0, 0.0..=1.0).unwrap();
    let version = r#""version":2"#;
    for (old, new, message) in [
        ("photofinish pieces", "photofinish", "the format is"),
        (version, r#""version":3"#, "version 3"),
        (version, r#""version":1"#, "make the certificate anew"),
        (r#""dimension":3"#, r#""dimension":2"#, "2 dimensions"),
        (r#""steps""#, r#""step""#, "step"),
    ] {
        let other = written.replacen(old, new, 1);
        let error = serde_json::from_str::<Certificate>(&other).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}
