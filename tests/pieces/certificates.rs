//! Certificates of bodies of pieces, and what is refused.

use nalgebra::{Isometry2, Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity, Motion, Placement};
use photofinish::pieces::{
    Compound, ContactError, Convex, MovingPieces, Pieces, PiecesCertificate,
    PiecesCertificateError, Tree, nearest_pieces,
};
use photofinish::shape::Cuboid;
use photofinish::support::Posed;
use photofinish::{InitialContact, Query, QueryError, Span, SupportMap};

use crate::bodies::{Boxes, Flight, flight, random, slide, spin, star};

type MovingStar<'x> = MovingPieces<&'x Boxes<f64>, Flight<f64>, f64, 3>;

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
        assert_eq!(certificate.claims(target), Some(0.0..=end));
        let clearance = certificate.verify(&a, &b, target, 0.0..=end).unwrap();
        clearance_is_kept(&certificate, (&a, &b), (target, clearance), end);
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

/// A search that fails leaves the proof of what came before.
#[test]
fn failed_searches_leave_what_was_proven() {
    /// A flight that always names the same knot, also after it.
    struct Stuck(Flight<f64>);

    impl Motion<f64, 3> for Stuck {
        type Rotation = UnitQuaternion<f64>;

        fn placement(&self, time: f64, origin: &Vector3<f64>) -> Placement<f64, 3> {
            self.0.placement(time, origin)
        }

        fn center(&self) -> Vector3<f64> {
            self.0.center()
        }

        fn pose(&self, time: f64) -> Isometry3<f64> {
            self.0.pose(time)
        }

        fn acceleration_bound(
            &self,
            along: &Vector3<f64>,
            span: Span<f64>,
            reach: f64,
        ) -> Option<f64> {
            self.0.acceleration_bound(along, span, reach)
        }

        fn next_knot(&self, time: f64) -> Option<f64> {
            let _ = time;
            Some(0.25)
        }
    }

    let bar = |y: f64| {
        let shape = Cuboid::new(vector![1.0, 0.1, 0.1]).unwrap();
        Posed::new(shape, &Isometry3::translation(0.0, y, 0.0)).unwrap()
    };
    let fork = Compound::new(vec![bar(-0.5), bar(0.5)]).unwrap();
    let post = Compound::new(vec![Cuboid::new(vector![0.1, 0.1, 1.0]).unwrap()]).unwrap();
    let turn = ConstantVelocity::new(
        Isometry3::identity(),
        Vector3::zeros(),
        vector![0.0, 0.0, 3.0],
    )
    .unwrap();
    let fork = MovingPieces::new(&fork, Stuck(turn));
    let post = MovingPieces::new(&post, AtRest::new(Isometry3::identity()).unwrap());
    let failed = Query::new()
        .certify_first_contact(&fork, &post, 0.0..=1.0)
        .unwrap_err();
    assert!(
        matches!(
            failed.error,
            ContactError::Query(QueryError::KnotNotLater { .. })
        ),
        "{failed}"
    );
    assert_eq!(failed.certificate.covers(), Some(0.0..=0.25));
    assert!(
        failed
            .certificate
            .verify(&fork, &post, 0.0, 0.0..=0.25)
            .is_ok()
    );
    // a question that cannot be asked leaves nothing
    let failed = Query::new()
        .certify_first_contact(&fork, &post, 1.0..=0.0)
        .unwrap_err();
    assert_eq!(failed.certificate.covers(), None);
    assert_eq!(failed.certificate.claimed_distance(), None);
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
    assert!(
        matches!(failed.error, ContactError::Pieces { pieces: (0, 1), .. }),
        "{failed}"
    );
    // the boxes around both meet at 2.3 / 3
    let covers = failed.certificate.covers().unwrap();
    assert!((*covers.end() - 2.3 / 3.0).abs() < 1e-6, "{covers:?}");
    assert!(
        failed
            .certificate
            .verify(&cube, &balls, 0.0, covers)
            .is_ok()
    );
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
    assert!(
        matches!(error, PiecesCertificateError::Step { .. }),
        "{error}"
    );
}
