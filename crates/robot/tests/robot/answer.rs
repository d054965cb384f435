//! Answers for paths, decided or undecided, and the certificates that must prove them.

use photofinish_robot::{
    Checker, Path, PathCertificate, PathCertificateError, PathError, PathOutcome, PathSolution,
    PathUndecided, Proven,
};

/// The answer for a valid path.
pub type Answer = Result<PathOutcome, PathUndecided>;

/// Returns whether a path is proven clear. Panics if the path is invalid.
pub fn is_clear(found: &Result<PathSolution, PathError>) -> bool {
    match found {
        Ok(solution) => solution.is_clear(),
        Err(PathError::Undecided(_)) => false,
        Err(error) => panic!("{error}"),
    }
}

/// Returns the answer for a path and its certificate.
pub fn certify(checker: &Checker, path: &Path) -> (Answer, PathCertificate) {
    let failed = match checker.certify(path) {
        Ok((solution, certificate)) => return (Ok(solution.outcome), certificate),
        Err(failed) => failed,
    };
    let certificate = failed.certificate.expect("the path is valid");
    match failed.error {
        PathError::Undecided(undecided) => (Err(*undecided), *certificate),
        error => panic!("{error}"),
    }
}

/// Verifies that a certificate proves an answer.
pub fn verify(
    certificate: &PathCertificate,
    checker: &Checker,
    path: &Path,
    answer: &Answer,
) -> Result<Proven, PathCertificateError> {
    match answer {
        Ok(outcome) => certificate.verify_outcome(checker, path, outcome),
        Err(undecided) => certificate.verify_undecided(checker, path, undecided),
    }
}
