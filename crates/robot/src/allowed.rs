//! Which links of a robot can touch each other within the limits of its joints, by proof.
//!
//! Two links are seen from the last frame that both hang on. Only the joints after it move them relative to each other.
//! `relative` holds these joints, and places the links. `reach` bounds how far the links move while the joint values stay
//! in a box. `seek` looks for a posture in which they touch, and `search` halves boxes until each is decided.

mod reach;
mod relative;
mod search;
mod seek;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use super::kinematics::Kinematics;
use super::{Robot, RobotError};
use relative::Relative;

/// Two links of a robot, and if they can touch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LinkPair {
    /// The names of the links, in the order of the robot.
    pub links: [String; 2],
    /// If they can touch.
    #[serde(flatten)]
    pub verdict: PairVerdict,
    /// How often two convex pieces were compared.
    pub tests: u64,
}

/// If two links can touch within the limits of the joints. A configuration has the values of all joints; those that do
/// not move the two links relative to each other are at rest.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
#[non_exhaustive]
pub enum PairVerdict {
    /// A joint connects the links. They are not compared.
    Adjacent,
    /// It is proven that they never touch.
    Never {
        /// They are at least so far apart.
        clearance: f64,
    },
    /// It is proven that they overlap in all postures.
    Always,
    /// They overlap in this posture.
    May {
        /// A configuration within the limits in which they overlap.
        touching: Vec<f64>,
        /// How deep they overlap there at least.
        depth: f64,
        /// Iff a posture was found in which they are apart. Else they overlap in all postures that were looked at.
        apart_elsewhere: bool,
    },
    /// Neither is known: no posture was found in which they overlap, and the budget was not enough for a proof.
    Undecided {
        /// The configuration, of those that were looked at, in which they are nearest.
        nearest: Vec<f64>,
        /// Their distance there.
        distance: f64,
        /// The share of all postures for which it is proven that they are apart, from 0 to 1.
        proven: f64,
    },
}

/// How much work the search for each pair of links may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairSearch {
    tests: u64,
    samples: usize,
}

impl Default for PairSearch {
    fn default() -> Self {
        Self::new()
    }
}

impl PairSearch {
    /// Returns the default budget: 300,000 comparisons of two convex pieces, which take about half a second.
    pub fn new() -> Self {
        Self {
            tests: 300_000,
            samples: 300,
        }
    }

    /// Sets how often two convex pieces may be compared for each pair of links.
    #[must_use]
    pub fn tests(mut self, most: u64) -> Self {
        self.tests = most;
        self
    }
}

impl Robot {
    /// Returns for each two links that have pieces if they can touch while all joints are within their limits.
    ///
    /// *Never* and *always* are proven, rounding included. They hold up to 1e-6 outside of the limits, as
    /// [`outside_limits`](super::Checker::outside_limits) does. Joints that turn without limits may have any value. What
    /// the robot allows to touch makes no difference, but pairs that a joint connects are not looked at. Whenever a pair
    /// is done, `progress` is called with the number of pairs done so far, from any thread. Once it breaks, no other pair is
    /// begun, and those that were not done are left out.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use nalgebra::{Isometry3, Vector3};
    /// use photofinish::shape::Ball;
    /// use photofinish_robot::{Joint, Link, PairSearch, PairVerdict, Robot};
    ///
    /// // two balls of radius 0.4 swing about the same post, at the height 0 and, 0.9 above, at 0.9
    /// let ball = |name: &str| Ok(Link::new(name).with(Ball::new(0.4)?, Isometry3::translation(1.0, 0.0, 0.0)));
    /// let ball = |name: &str| ball(name).map_err(|error: photofinish::ShapeError| error);
    /// let swings = |name: &str, child: &str| Joint::fixed(name, "post", child).turning(Vector3::z_axis());
    /// let robot = Robot::new(
    ///     "carousel",
    ///     vec![Link::new("post"), ball("low")?, ball("high")?],
    ///     vec![swings("one", "low"), swings("other", "high").at(Isometry3::translation(0.0, 0.0, 0.9))],
    /// )?;
    /// let [pair] = &robot.allowed_pairs(&PairSearch::new(), |_| ControlFlow::Continue(()))?[..] else { panic!("the post has no pieces") };
    /// assert!(matches!(pair.verdict, PairVerdict::Never { clearance } if clearance > 0.0 && clearance < 0.1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// None at present: a robot has been checked when it was made.
    pub fn allowed_pairs(
        &self,
        search: &PairSearch,
        progress: impl Fn(usize) -> ControlFlow<()> + Sync,
    ) -> Result<Vec<LinkPair>, RobotError> {
        // without the pairs that may touch, but for those that joints connect
        let plain = self.rebuilt_plain()?;
        let kinematics = Kinematics::new(&plain);
        let with_pieces = |&link: &usize| !plain.links()[link].pieces().is_empty();
        let links: Vec<_> = (0..plain.links().len()).filter(with_pieces).collect();
        let seconds = links.iter().enumerate();
        let pairs: Vec<_> = seconds
            .flat_map(|(index, &second)| links[..index].iter().map(move |&first| [first, second]))
            .collect();
        let (done, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let answer = |&[first, second]: &[usize; 2]| {
            if is_over.load(Ordering::Relaxed) {
                return None;
            }
            let (verdict, tests) = match plain.pair(first, second) {
                Some(_) => (PairVerdict::Adjacent, 0),
                None => {
                    let relative = Relative::new(&plain, &kinematics, [first, second]);
                    search::decide(&relative, search)
                }
            };
            if progress(done.fetch_add(1, Ordering::Relaxed) + 1).is_break() {
                is_over.store(true, Ordering::Relaxed);
            }
            Some(LinkPair {
                links: [first, second].map(|link| plain.links()[link].name().to_owned()),
                verdict,
                tests,
            })
        };
        Ok(pairs.par_iter().filter_map(answer).collect())
    }

    /// Returns the robot as it was made, where only links may touch that a joint connects.
    fn rebuilt_plain(&self) -> Result<Self, RobotError> {
        let mut plain = Self::new(self.name(), self.links().to_vec(), self.joints().to_vec())?;
        for (joint, &value) in self.coordinates().zip(self.rest()) {
            plain.set_rest(joint, value)?;
        }
        Ok(plain)
    }
}
