//! A planned path, and what is proven about it.

use std::time::{Duration, Instant};

use photofinish::motion::Motion;
use photofinish_robot::{
    Checker, ContactInterval, PairDistance, Path, PathCertificate, PathOutcome, Robot, Rules, Scene,
};

use crate::Failure;
use crate::args::Options;
use crate::arm::{HAND, Posture, start};
use crate::plan::{END, Planner, prescribed};

/// The number of times at which the hand is compared with its prescribed place.
const LOOKS: u32 = 5000;
/// The share by which the clearance may be underestimated.
const ACCURACY: f64 = 0.01;

/// A path, and the answers about it.
pub struct Run {
    /// The factor of the potential's gradient.
    pub k: f64,
    pub path: Path,
    pub planning: Duration,
    /// The largest distance of the hand from its prescribed place.
    pub hand_error: f64,
    pub outcome: PathOutcome,
    /// The proof of the outcome, which was verified.
    pub certificate: PathCertificate,
    pub verifying: Duration,
    /// The outcome if the links may touch each other.
    pub with_pyramids: PathOutcome,
    pub contacts: Vec<ContactInterval>,
    /// The link and the pyramid that are nearest to each other, at each waypoint.
    pub sampled: Vec<PairDistance>,
}

impl Run {
    /// Plans the path, checks it as a whole, and computes the distances at its waypoints.
    ///
    /// # Errors
    /// If the plan fails, or the certificate does not hold.
    pub fn new(robot: &Robot, scene: &Scene, k: f64, options: &Options) -> Result<Self, Failure> {
        let started = Instant::now();
        let path = Planner::new(robot, scene, k, options.d0)?.path(options.apart)?;
        let planning = started.elapsed();
        let rules = Rules::new().accuracy(ACCURACY);
        let checker = Checker::with_rules(robot, scene, &rules)?;
        let (solution, certificate) = checker.certify(&path)?;
        let started = Instant::now();
        certificate.verify(&checker, &path)?;
        let verifying = started.elapsed();
        let contacts = checker.contacts(&path)?;
        if let Some(undecided) = contacts.undecided.first() {
            return Err(undecided.to_string().into());
        }
        let pyramids = Checker::with_rules(robot, scene, &rules.ignore_self())?;
        Ok(Self {
            k,
            planning,
            hand_error: hand_error(robot, &path)?,
            outcome: solution.outcome,
            certificate,
            verifying,
            with_pyramids: pyramids.check(&path)?.outcome,
            contacts: contacts.intervals,
            sampled: sampled(&pyramids, &path)?,
            path,
        })
    }

    /// Returns the times of the waypoints.
    pub fn times(&self) -> &[f64] {
        self.path
            .times
            .as_deref()
            .expect("it was planned with them")
    }
}

fn hand_error(robot: &Robot, path: &Path) -> Result<f64, Failure> {
    let hand = robot.motion(HAND, path)?;
    let from = Posture::new(robot, &start())?.hand();
    let times = (0..=LOOKS).map(|look| END * f64::from(look) / f64::from(LOOKS));
    let errors = times.map(|time| {
        let place = hand.pose(time).translation.vector;
        (place - prescribed(from, time)).norm()
    });
    Ok(errors.fold(0.0, f64::max))
}

fn sampled(checker: &Checker, path: &Path) -> Result<Vec<PairDistance>, Failure> {
    let mut nearest = Vec::new();
    for angles in &path.positions {
        let distances = checker.distances(angles)?.into_iter();
        let least = distances.min_by(|one, other| one.distance.total_cmp(&other.distance));
        nearest.extend(least);
    }
    Ok(nearest)
}
