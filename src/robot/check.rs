//! The questions that a checker answers.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::checker::Checker;
use super::contacts::All;
use super::first::First;
use super::following::Following;
use super::proof::PathCertificate;
use super::report::{Contacts, PairDistance};
use super::scan::Scan;
use super::{Path, Report, RobotError};

impl Checker {
    /// Whether the path is clear as a whole, or where it first is not.
    ///
    /// # Errors
    /// What is wrong with the path; see [`RobotError`].
    pub fn check(&self, path: &Path) -> Result<Report, RobotError> {
        self.search(path, &mut First::new(self))
    }

    /// The same, with the proof that the path is clear up to its end or its first contact.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn certify(&self, path: &Path) -> Result<(Report, PathCertificate), RobotError> {
        let mut first = First::keeping(self, PathCertificate::new(self));
        let report = self.search(path, &mut first)?;
        Ok((report, first.into_certificate()))
    }

    fn search<'c>(&'c self, path: &Path, first: &mut First<'c>) -> Result<Report, RobotError> {
        let mut scan = Scan::new(&self.kinematics, &self.cast, &self.rules);
        for (index, segment) in self.segments(path)?.iter().enumerate() {
            let following = Following::new(&self.kinematics, segment);
            if let ControlFlow::Break(verdict) =
                first.segment((index, segment), &following, &mut scan)
            {
                return Ok(Report {
                    verdict,
                    statistics: scan.statistics,
                });
            }
        }
        Ok(Report {
            verdict: first.clear(),
            statistics: scan.statistics,
        })
    }

    /// All contacts of the path: of every two bodies, a link and another link or object, when they begin and when they end
    /// to touch.
    ///
    /// Outside of these intervals the bodies are proven apart. Within one, they touch where it begins and where it ends;
    /// in between they were looked at after every small motion (see [`Rules::resolution`](super::Rules::resolution)), and
    /// touched.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn contacts(&self, path: &Path) -> Result<Contacts, RobotError> {
        // what is clear need not be known any better
        let rules = self.rules.clone().accuracy(1.0);
        let mut scan = Scan::new(&self.kinematics, &self.cast, &rules);
        let mut all = All::new(self);
        for (index, segment) in self.segments(path)?.iter().enumerate() {
            let following = Following::new(&self.kinematics, segment);
            all.segment((index, segment), &following, &mut scan);
        }
        Ok(all.finish(scan.statistics))
    }

    /// How near all pairs of convex pieces that may not touch are at a configuration, in no particular order. A configuration may
    /// leave out the last joints, which then are at rest.
    ///
    /// # Errors
    /// [`RobotError::ValueCount`] and [`RobotError::BadWaypoint`] for a configuration that is none.
    pub fn distances(&self, configuration: &[f64]) -> Result<Vec<PairDistance>, RobotError> {
        let path = Path::new(vec![configuration.to_vec()]);
        let segment = &self.segments(&path)?[0];
        let following = Following::new(&self.kinematics, segment);
        let distance = |pair| {
            let near = self.proximity(pair, &following, 0.0);
            let contact = self.contact(pair, (0, segment), &following, &near);
            PairDistance {
                between: contact.between,
                pieces: self.pieces(pair).map(|body| body.piece),
                moves: self.cast.pairs[pair].moves,
                distance: contact.distance,
                normal: contact.normal,
                on_link: contact.on_link,
                on_other: contact.on_other,
            }
        };
        Ok((0..self.cast.pairs.len()).map(distance).collect())
    }

    /// Checks many paths on all cores. `progress` is told how many are done, from any thread, whenever one is.
    ///
    /// ```
    /// # use photofinish::robot::{Checker, Path, Robot, Scene, Link};
    /// # let robot = Robot::new("one link", vec![Link::new("base")], vec![])?;
    /// let checker = Checker::new(&robot, &Scene::new())?;
    /// let paths = vec![Path::new(vec![vec![], vec![]]); 100];
    /// let reports = checker.check_all(&paths, |done| eprint!("\r{done} of 100"));
    /// assert!(reports.into_iter().all(|report| report.is_ok_and(|report| report.is_clear())));
    /// # Ok::<(), photofinish::robot::RobotError>(())
    /// ```
    pub fn check_all(
        &self,
        paths: &[Path],
        progress: impl Fn(usize) + Sync,
    ) -> Vec<Result<Report, RobotError>> {
        let done = AtomicUsize::new(0);
        paths
            .par_iter()
            .map(|path| {
                let report = self.check(path);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                report
            })
            .collect()
    }
}
