//! What a check is to find.

use super::RobotError;
use photofinish::error::finite;

/// What counts as a contact, and how hard it is looked for.
///
/// ```
/// use photofinish_robot::Rules;
///
/// let rules = Rules::new().target_distance(0.01).exclude("base_link").ignore_self();
/// # let _ = rules;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub(super) target_distance: f64,
    pub(super) tolerance: Option<f64>,
    pub(super) resolution: f64,
    pub(super) accuracy: f64,
    pub(super) budget: u64,
    pub(super) with_self: bool,
    pub(super) excluded: Vec<String>,
    pub(super) may_be_nothing: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self::new()
    }
}

impl Rules {
    /// Links may touch neither objects nor each other, apart from those that the robot allows to.
    pub fn new() -> Self {
        Self {
            target_distance: 0.0,
            tolerance: None,
            resolution: 1e-3,
            accuracy: 0.1,
            budget: 20_000_000,
            with_self: true,
            excluded: Vec::new(),
            may_be_nothing: false,
        }
    }

    /// The distance to be kept: bodies nearer than it are in contact. 0 by default.
    #[must_use]
    pub fn target_distance(mut self, distance: f64) -> Self {
        self.target_distance = distance;
        self
    }

    /// A contact is reported when two bodies touch, and may be when they are nearer than the target distance plus this
    /// length. By default it is 1.5e-8 of the smaller body, and what rounding takes.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = Some(tolerance);
        self
    }

    /// How far bodies in contact may move before they are looked at again: contacts of one pair with a shorter way
    /// between them may be reported as one. 1 mm by default, if lengths are in metres. They are not looked at more
    /// often than ten thousand times in a segment.
    #[must_use]
    pub fn resolution(mut self, resolution: f64) -> Self {
        self.resolution = resolution;
        self
    }

    /// By which share of itself the least distance of a clear path may be underestimated: at least 1e-6; at 1 no more
    /// is asked for than that the path is clear. 0.1 by default. What is meant is what exceeds the target distance; it
    /// may be underestimated by the tolerance as well.
    #[must_use]
    pub fn accuracy(mut self, accuracy: f64) -> Self {
        self.accuracy = accuracy;
        self
    }

    /// How many times both bodies of some pair may be looked at along a direction before a path is given up as
    /// undecided; 20 million by default, some seconds. A usual path takes a few thousand.
    #[must_use]
    pub fn budget(mut self, evaluations: u64) -> Self {
        self.budget = evaluations;
        self
    }

    /// Links may touch each other.
    #[must_use]
    pub fn ignore_self(mut self) -> Self {
        self.with_self = false;
        self
    }

    /// This link may touch anything.
    #[must_use]
    pub fn exclude(mut self, link: impl Into<String>) -> Self {
        self.excluded.push(link.into());
        self
    }

    /// A robot may have no two bodies that may not touch: its paths are clear, and
    /// [`Report::pairs`](super::Report::pairs) is 0. Without this it is an error, as most likely its shapes were not
    /// read.
    #[must_use]
    pub fn allow_nothing_to_check(mut self) -> Self {
        self.may_be_nothing = true;
        self
    }

    pub(super) fn check(&self) -> Result<(), RobotError> {
        let settings = [
            (
                "target distance",
                self.target_distance,
                self.target_distance >= 0.0,
            ),
            (
                "tolerance",
                self.tolerance.unwrap_or(1.0),
                self.tolerance.is_none_or(|tolerance| tolerance > 0.0),
            ),
            ("resolution", self.resolution, self.resolution > 0.0),
            (
                "accuracy",
                self.accuracy,
                self.accuracy >= 1e-6 && self.accuracy <= 1.0,
            ),
        ];
        for (name, value, is_right) in settings {
            if !is_right || finite(name, value).is_err() {
                return Err(RobotError::BadSetting {
                    name,
                    requirement: match name {
                        "target distance" => "finite and not negative",
                        "accuracy" => "from 1e-6 to 1",
                        _ => "finite and positive",
                    },
                    value,
                });
            }
        }
        Ok(())
    }
}
