//! Verifies the whole-path answers: every certificate is verified, and every answer is compared with sampling.

use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use photofinish_robot::{Checker, Path, PathCertificate, PathCertifyError, PathError};

use crate::contender::{Answer, Contender};
use crate::data::Data;
use crate::sampling::Sampling;
use crate::{gjk, ours};

/// The numbers of paths by answer.
#[derive(Default)]
struct Counts {
    clear: usize,
    /// Contacts where dense sampling found one too (`known`), and where it found none (`new`). It may have missed
    /// these.
    known: usize,
    new: usize,
    open: usize,
    /// Proven clear where dense sampling found a collision.
    missed: usize,
    /// Collisions that sampling every `step` found: all of them (`sampled`), and those before the contact (`late`).
    sampled: usize,
    late: usize,
    refuted: usize,
    intervals: usize,
    certifying: Duration,
    verifying: Duration,
}

/// Certifies all paths, verifies the certificates, and prints the results.
///
/// # Errors
/// If an answer or a certificate is wrong.
pub fn run(data: &Rc<Data>, step: f64) -> Result<()> {
    let checkers = ours::checkers(data, &ours::rules(data, false))?;
    let mut sampling = Sampling::new("GJK, sampling", data, gjk::tests(data)?, step);
    let mut counts = Counts::default();
    for case in &data.cases {
        let checker = &checkers[case.scene];
        let start = Instant::now();
        let (answer, certificate) = certify(checker, &case.path)?;
        let certified = Instant::now();
        let holds = certificate.verify(checker, &case.path);
        counts.certifying += certified - start;
        counts.verifying += certified.elapsed();
        counts.intervals += certificate.intervals();
        if let Err(error) = holds {
            println!("{}: {error}", case.name);
            counts.refuted += 1;
        }
        counts.add(
            answer,
            case.collides,
            sampling.check(case.scene, &case.path),
        );
    }
    counts.print(data.cases.len(), step);
    ensure!(
        counts.missed + counts.late + counts.refuted == 0,
        "something that is not so was proven"
    );
    Ok(())
}

/// Returns the answer for a path and its certificate, which an undecided path has too.
fn certify(checker: &Checker, path: &Path) -> Result<(Answer, PathCertificate)> {
    match checker.certify(path) {
        Ok((solution, certificate)) => Ok((ours::answer(&solution.outcome), certificate)),
        Err(PathCertifyError {
            error: PathError::Undecided(_),
            certificate: Some(certificate),
            ..
        }) => Ok((Answer::Open, *certificate)),
        Err(failed) => Err(failed.into()),
    }
}

impl Counts {
    /// Counts the answer for a path. `collides` is the result of dense sampling, and `sampled` that of sampling every
    /// `step`.
    fn add(&mut self, answer: Answer, collides: bool, sampled: Answer) {
        let until = match answer {
            Answer::Clear => f64::INFINITY,
            Answer::Collides(place) => place,
            Answer::Open => f64::NEG_INFINITY,
        };
        match (answer, collides) {
            (Answer::Clear, false) => self.clear += 1,
            (Answer::Clear, true) => self.missed += 1,
            (Answer::Collides(_), true) => self.known += 1,
            (Answer::Collides(_), false) => self.new += 1,
            (Answer::Open, _) => self.open += 1,
        }
        if let Answer::Collides(place) = sampled {
            self.sampled += 1;
            self.late += usize::from(place < until);
        }
    }

    fn print(&self, paths: usize, step: f64) {
        let every = format!("found by sampling every {step} rad");
        let rows = [
            ("paths", paths),
            ("clear, and dense sampling found nothing", self.clear),
            ("clear, but dense sampling found a collision", self.missed),
            ("contact, and dense sampling found one", self.known),
            ("contact, but dense sampling found none", self.new),
            ("undecided", self.open),
            (&every, self.sampled),
            ("  before where the path is proven clear until", self.late),
            ("certificates that hold", paths - self.refuted),
            ("  that do not", self.refuted),
            ("  their intervals", self.intervals),
        ];
        for (what, count) in rows {
            println!("{what:<46} {count:>7}");
        }
        println!(
            "certified in {:.2} s, verified in {:.2} s",
            self.certifying.as_secs_f64(),
            self.verifying.as_secs_f64()
        );
    }
}
