//! The clearance of each two bodies along a path.

use std::collections::BTreeMap;

use serde::Serialize;

use super::bodies::Owner;
use super::first::First;
use super::outcome::{BodyPair, PathOutcome};
use super::questions::WhileTrue;
use super::{Checker, Path, PathError, RobotError};

/// What is proven of two bodies along a path, whatever the others do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PairClearance {
    /// The two bodies.
    pub between: BodyPair,
    /// The distance that they must keep.
    pub target_distance: f64,
    /// What is proven.
    #[serde(flatten)]
    pub outcome: PairOutcome,
}

/// What is proven of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
#[non_exhaustive]
pub enum PairOutcome {
    /// They are never nearer than their target distance plus this length.
    Separated {
        /// The length. It may be underestimated by what [`Rules::accuracy`](super::Rules::accuracy) allows.
        clearance: f64,
    },
    /// They come into contact.
    Impact {
        /// The first time at which they do.
        time: f64,
    },
    /// They are proven apart up to a time only.
    Undecided {
        /// This time.
        clear_until: f64,
    },
}

impl Checker {
    /// Returns for each two bodies that may not touch, and that move relative to each other, how near they come along a
    /// path, in the order of their names.
    ///
    /// Each pair is a check of its own. For 272 paths of a Panda in its scenes all of them took four times as long as
    /// [`check`](Self::check).
    ///
    /// ```
    /// # use nalgebra::{Isometry3, Vector3};
    /// # use photofinish_robot::{Checker, Joint, Link, PairOutcome, Path, Robot, Scene};
    /// # use photofinish::shape::Ball;
    /// # let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
    /// # let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
    /// # let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
    /// let mut scene = Scene::new();
    /// // the car, a ball of radius 0.1, goes from x = 0 to 1
    /// scene.add("far", Ball::new(0.1)?, Isometry3::translation(0.5, 2.0, 0.0))?;
    /// scene.add("near", Ball::new(0.1)?, Isometry3::translation(1.5, 0.0, 0.0))?;
    /// let checker = Checker::new(&robot, &scene)?;
    /// let pairs = checker.clearances(&Path::new(vec![vec![0.0], vec![1.0]]))?;
    /// let outcomes = pairs.iter().map(|pair| (pair.between.other.as_str(), pair.outcome));
    /// for ((other, outcome), (expected, distance)) in outcomes.zip([("far", 1.8), ("near", 0.3)]) {
    ///     let PairOutcome::Separated { clearance } = outcome else { panic!("{other} is out of reach") };
    ///     assert!(other == expected && clearance > 0.9 * distance && clearance <= distance);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RobotError`] if the path is invalid for this robot.
    pub fn clearances(&self, path: &Path) -> Result<Vec<PairClearance>, RobotError> {
        self.while_true(&|| true).clearances(path)
    }
}

impl WhileTrue<'_> {
    /// Returns the answer of [`Checker::clearances`]. Pairs that are given up are undecided.
    ///
    /// # Errors
    /// Those of [`Checker::clearances`].
    pub fn clearances(&self, path: &Path) -> Result<Vec<PairClearance>, RobotError> {
        let segments = self.checker.segments(path)?;
        let checker = self.checker.in_pieces();
        let mut pairs: BTreeMap<BodyPair, ([Owner; 2], f64)> = BTreeMap::new();
        for pair in checker.bodies.pair_ids() {
            if checker.bodies[pair].moves {
                let owners = checker.bodies.owners_of(pair);
                let known = (owners, checker.bodies[pair].target_distance);
                pairs.insert(checker.between(pair), known);
            }
        }
        let found = pairs
            .into_iter()
            .map(|(between, (owners, target_distance))| {
                let solution = First::new(checker, None, self.go_on)
                    .only(owners)
                    .path(&segments);
                let outcome = match solution {
                    Ok(solution) => match solution.outcome {
                        PathOutcome::Separated(separated) => PairOutcome::Separated {
                            clearance: separated.clearance,
                        },
                        PathOutcome::Impact(impact) => PairOutcome::Impact { time: impact.time },
                    },
                    Err(PathError::Undecided(undecided)) => PairOutcome::Undecided {
                        clear_until: undecided.clear_until,
                    },
                    Err(PathError::Invalid(error)) => return Err(error),
                };
                Ok(PairClearance {
                    between,
                    target_distance,
                    outcome,
                })
            });
        found.collect()
    }
}
