//! Certificates of bodies of pieces that were damaged, and their written form.

use photofinish::pieces::{MovingPieces, PiecesCertificate, PiecesCertificateError, ProofStep};
use photofinish::{CertifiedInterval, Query};

use crate::bodies::{flight, random, spin, star};

type Check = Box<dyn Fn(&PiecesCertificate<f64, 3>) -> Result<f64, PiecesCertificateError>>;

/// A certificate of a free pair whose proof has a walk with splits, and pieces that were asked about.
struct Free {
    check: Check,
    certificate: PiecesCertificate<f64, 3>,
    /// A chapter that is a walk of several steps.
    walk: usize,
    /// Steps of that walk: boxes that a vector separates, and pieces that were asked about.
    separated: usize,
    asked: usize,
}

impl Free {
    fn new() -> Self {
        let mut random = random(77);
        loop {
            let (a, b) = (star::<f64>(&mut random, 8), star::<f64>(&mut random, 8));
            let motions = (flight(&mut random, 0.3), spin(&mut random, 0.3));
            let (answer, certificate) = Query::new()
                .certify_first_contact(
                    &MovingPieces::new(&a, &motions.0),
                    &MovingPieces::new(&b, &motions.1),
                    0.0..=1.0,
                )
                .unwrap();
            let chapters = &certificate.chapters;
            let walk = chapters.iter().position(|chapter| chapter.steps.len() > 1);
            let find =
                |kind: fn(&ProofStep<f64, 3>) -> bool| chapters[walk?].steps.iter().position(kind);
            let separated = find(|step| matches!(step, ProofStep::Separated(_)));
            let asked = find(|step| matches!(step, ProofStep::Pieces(_)));
            let (None, Some(walk), Some(separated), Some(asked)) =
                (answer.contact, walk, separated, asked)
            else {
                continue;
            };
            let check = Box::new(move |certificate: &PiecesCertificate<f64, 3>| {
                let a = MovingPieces::new(&a, &motions.0);
                let b = MovingPieces::new(&b, &motions.1);
                certificate.verify(&a, &b, 0.0, 0.0..=1.0)
            });
            return Self {
                check,
                certificate,
                walk,
                separated,
                asked,
            };
        }
    }

    /// Returns why the certificate does not hold any more after this damage.
    fn after(&self, damage: impl Fn(&mut PiecesCertificate<f64, 3>)) -> PiecesCertificateError {
        let mut certificate = self.certificate.clone();
        damage(&mut certificate);
        (self.check)(&certificate).unwrap_err()
    }

    /// Returns why it does not hold any more after a step of the walk was replaced.
    fn with_step(&self, number: usize, step: ProofStep<f64, 3>) -> PiecesCertificateError {
        self.after(|certificate| certificate.chapters[self.walk].steps[number] = step)
    }
}

#[test]
fn missing_chapters_are_noticed() {
    let free = Free::new();
    (free.check)(&free.certificate).unwrap();
    for error in [
        free.after(|certificate| drop(certificate.chapters.remove(free.walk))),
        free.after(|certificate| drop(certificate.chapters.pop())),
    ] {
        assert!(
            matches!(error, PiecesCertificateError::Uncovered { .. }),
            "{error}"
        );
    }
    if free.certificate.chapters.len() > 1 {
        free.after(|certificate| certificate.chapters.reverse());
    }
}

/// Each step of a walk is needed, and none may follow its last one.
#[test]
fn walks_are_complete() {
    let free = Free::new();
    for step in 0..free.certificate.chapters[free.walk].steps.len() {
        free.after(|certificate| {
            certificate.chapters[free.walk].steps.remove(step);
        });
    }
    let error = free.after(|certificate| {
        let steps = &mut certificate.chapters[free.walk].steps;
        steps.push(steps[free.separated]);
    });
    assert_eq!(
        error,
        PiecesCertificateError::Incomplete { chapter: free.walk }
    );
}

/// A vector that does not separate, one without unit length, one for another span, and false claims about it.
#[test]
fn damaged_vectors_are_refused() {
    let free = Free::new();
    let damages: [fn(&mut CertifiedInterval<f64, 3>); 5] = [
        |interval| interval.direction = -interval.direction,
        |interval| interval.direction *= 2.0,
        |interval| interval.end -= 1e-3,
        |interval| interval.margin += 1.0,
        |interval| interval.kept_distance = f64::NAN,
    ];
    for damage in damages {
        let error = free.after(|certificate| {
            let ProofStep::Separated(interval) =
                &mut certificate.chapters[free.walk].steps[free.separated]
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
}

/// A single piece that is split, a reference to no certificate or to that of other pieces, and one piece in place of
/// all boxes of A.
#[test]
fn steps_about_other_pieces_are_refused() {
    let free = Free::new();
    for error in [
        free.with_step(free.asked, ProofStep::SplitA),
        free.with_step(0, ProofStep::Pieces(0)),
    ] {
        assert!(
            matches!(error, PiecesCertificateError::OtherTrees { .. }),
            "{error}"
        );
    }
    let renamed = free.after(|certificate| {
        for (pieces, _) in &mut certificate.pieces {
            pieces.0 += 1;
        }
    });
    for error in [free.with_step(free.asked, ProofStep::Pieces(9999)), renamed] {
        assert!(
            matches!(error, PiecesCertificateError::OtherPieces { .. }),
            "{error}"
        );
    }
}

/// Nothing is kept that no step refers to.
#[test]
fn certificates_of_pieces_are_all_used() {
    let PiecesCertificate {
        chapters, pieces, ..
    } = Free::new().certificate;
    let refers = |number: usize| {
        let mut steps = chapters.iter().flat_map(|chapter| &chapter.steps);
        steps.any(|step| matches!(step, ProofStep::Pieces(other) if *other as usize == number))
    };
    assert!((0..pieces.len()).all(refers));
}

#[test]
fn claims_that_say_nothing_are_refused() {
    let certificate = Free::new().certificate;
    let mut random = random(77);
    let star = star::<f64>(&mut random, 8);
    let body = MovingPieces::new(&star, spin(&mut random, 0.3));
    let verify = |distance, span| certificate.verify(&body, &body, distance, span);
    assert!(verify(f64::NAN, 0.0..=1.0).is_err());
    assert!(verify(0.0, 1.0..=0.0).is_err());
    assert!(verify(0.0, f64::NAN..=1.0).is_err());
}

#[test]
fn certificates_are_written_and_read_back() {
    let Free {
        check, certificate, ..
    } = Free::new();
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
