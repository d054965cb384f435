//! The questions that a checker answers.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::checker::Checker;
use super::contacts::All;
use super::first::First;
use super::following::Following;
use super::outcome::{Contacts, PairDistance, PathSolution};
use super::proof::PathCertificate;
use super::{Path, PathCertifyError, PathError, RobotError};

impl Checker {
    /// Returns that the path is clear as a whole, or its first impact.
    ///
    /// # Errors
    /// - [`PathError::Invalid`] if the path is invalid for this robot;
    /// - [`PathError::Undecided`] if the search ran out of work or digits. It says up to when the path is proven clear.
    pub fn check(&self, path: &Path) -> Result<PathSolution, PathError> {
        self.while_true(&|| true).check(path)
    }

    /// Returns the answer of [`check`](Self::check) with its proof: that the path is clear up to its end, or up to its
    /// first impact.
    ///
    /// # Errors
    /// As for [`check`](Self::check). If the path is undecided, the error has the proof of what is clear before.
    pub fn certify(
        &self,
        path: &Path,
    ) -> Result<(PathSolution, PathCertificate), PathCertifyError> {
        self.while_true(&|| true).certify(path)
    }

    /// Returns all contacts of the path: when any two bodies, a link and another link or object, begin and cease to
    /// touch.
    ///
    /// Outside of these intervals the bodies are proven apart. Within an interval they touch at its beginning and at
    /// its end. In between they are sampled after every small motion ([`Rules::resolution`](super::Rules::resolution)),
    /// and touch in all samples.
    ///
    /// ```
    /// # use nalgebra::{Isometry3, Vector3};
    /// # use photofinish_robot::{Checker, Joint, Link, Path, Robot, Scene};
    /// # use photofinish::shape::Ball;
    /// # let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
    /// # let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
    /// # let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
    /// # let mut scene = Scene::new();
    /// // the car, a ball of radius 0.1, moves along x through a ball of radius 0.1 at x = 0.5
    /// scene.add("post", Ball::new(0.1)?, Isometry3::translation(0.5, 0.0, 0.0))?;
    /// let checker = Checker::new(&robot, &scene)?;
    /// let contacts = checker.contacts(&Path::new(vec![vec![0.0], vec![1.0]]))?;
    /// let [contact] = &contacts.intervals[..] else { panic!("the car meets the post once") };
    /// let last = contact.last.as_ref().expect("the car leaves the post");
    /// assert!((contact.first.time - 0.3).abs() < 1e-6 && (last.time - 0.7).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RobotError`] if the path is invalid for this robot. Stretches that are undecided are part of the answer.
    pub fn contacts(&self, path: &Path) -> Result<Contacts, RobotError> {
        self.while_true(&|| true).contacts(path)
    }

    /// Returns the distances at a configuration of all pairs of convex pieces that may not touch, in no particular
    /// order.
    ///
    /// # Errors
    /// [`RobotError::ValueCount`] and [`RobotError::BadWaypoint`] if the configuration is invalid.
    pub fn distances(&self, configuration: &[f64]) -> Result<Vec<PairDistance>, RobotError> {
        let path = Path::new(vec![configuration.to_vec()]);
        let segment = &self.segments(&path)?[0];
        let checker = self.in_pieces();
        let following = Following::new(&checker.kinematics, segment);
        let distance = |pair| {
            let near = checker.proximity(pair, &following, 0.0);
            PairDistance {
                between: checker.between(pair),
                pieces: checker.pieces(pair).map(|body| body.piece),
                moves: checker.bodies[pair].moves,
                target_distance: checker.bodies[pair].target_distance,
                distance: near.distance,
                contact: checker.in_world(pair, &following, 0.0, &near.contact),
            }
        };
        Ok(checker.bodies.pair_ids().map(distance).collect())
    }

    /// Checks many paths on all cores. Whenever a path is done, `progress` is called with the number of paths done so
    /// far, from any thread.
    ///
    /// ```
    /// # use nalgebra::{Isometry3, Vector3};
    /// # use photofinish_robot::{Checker, Joint, Link, Path, Robot, Scene};
    /// # use photofinish::shape::Ball;
    /// # let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
    /// # let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
    /// # let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
    /// # let mut scene = Scene::new();
    /// # scene.add("post", Ball::new(0.1)?, Isometry3::translation(0.0, 1.0, 0.0))?;
    /// let checker = Checker::new(&robot, &scene)?;
    /// let paths = vec![Path::new(vec![vec![0.0], vec![1.0]]); 100];
    /// let solutions = checker.check_all(&paths, |done| eprint!("\r{done} of 100"));
    /// assert!(solutions.iter().all(|solution| solution.as_ref().is_ok_and(|solution| solution.is_clear())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_all(
        &self,
        paths: &[Path],
        progress: impl Fn(usize) + Sync,
    ) -> Vec<Result<PathSolution, PathError>> {
        let done = AtomicUsize::new(0);
        paths
            .par_iter()
            .map(|path| {
                let found = self.check(path);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                found
            })
            .collect()
    }

    /// Returns questions about paths that are given up once `go_on` returns false, as if their
    /// [budget](super::Rules::budget) were spent: the path is undecided from there on. It is asked after every few tests,
    /// and looks at a clock, or at the key that stops the program.
    ///
    /// ```
    /// # use nalgebra::{Isometry3, Vector3};
    /// # use photofinish_robot::{Checker, Joint, Link, Path, PathError, Robot, Scene};
    /// # use photofinish::shape::Ball;
    /// # let arm = Link::new("arm").with(Ball::new(0.1)?, Isometry3::translation(1.0, 0.0, 0.0));
    /// # let hinge = Joint::fixed("hinge", "base", "arm").turning(Vector3::z_axis());
    /// # let robot = Robot::new("crane", vec![Link::new("base"), arm], vec![hinge])?;
    /// # let mut scene = Scene::new();
    /// # scene.add("post", Ball::new(0.1)?, Isometry3::translation(1.3, 0.0, 0.0))?;
    /// use std::cell::Cell;
    ///
    /// let checker = Checker::new(&robot, &scene)?;
    /// let path = Path::new(vec![vec![0.0], vec![1e3]]);
    /// assert!(checker.check(&path)?.is_clear());
    /// let asked = Cell::new(0);
    /// let go_on = || asked.replace(asked.get() + 1) < 100;
    /// assert!(matches!(checker.while_true(&go_on).check(&path), Err(PathError::Undecided(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn while_true<'c>(&'c self, go_on: &'c dyn Fn() -> bool) -> WhileTrue<'c> {
        WhileTrue {
            checker: self,
            go_on,
        }
    }
}

/// The questions of a checker, which are given up once they shall not go on: [`Checker::while_true`].
#[derive(Clone, Copy)]
pub struct WhileTrue<'c> {
    pub(super) checker: &'c Checker,
    pub(super) go_on: &'c dyn Fn() -> bool,
}

impl WhileTrue<'_> {
    /// Returns the answer of [`Checker::check`].
    ///
    /// # Errors
    /// Those of [`Checker::check`].
    pub fn check(&self, path: &Path) -> Result<PathSolution, PathError> {
        let checker = self.checker;
        First::new(checker.in_pieces(), None, self.go_on).path(&checker.segments(path)?)
    }

    /// Returns the answer of [`Checker::certify`].
    ///
    /// # Errors
    /// Those of [`Checker::certify`].
    pub fn certify(
        &self,
        path: &Path,
    ) -> Result<(PathSolution, PathCertificate), PathCertifyError> {
        let segments = self.checker.segments(path)?;
        let checker = self.checker.in_pieces();
        let mut certificate = PathCertificate::new(checker, &segments);
        match First::new(checker, Some(&mut certificate), self.go_on).path(&segments) {
            Ok(solution) => Ok((solution, certificate)),
            Err(error) => Err(PathCertifyError {
                error,
                certificate: Some(Box::new(certificate)),
            }),
        }
    }

    /// Returns the answer of [`Checker::contacts`].
    ///
    /// # Errors
    /// Those of [`Checker::contacts`].
    pub fn contacts(&self, path: &Path) -> Result<Contacts, RobotError> {
        let checker = self.checker;
        Ok(All::new(checker.in_pieces(), self.go_on).path(&checker.segments(path)?))
    }
}
