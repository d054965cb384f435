//! Checks of paths in tests.

use std::fmt;

use super::{
    Checker, Path, PathError, PathImpact, PathOutcome, PathSeparated, Robot, Rules, Scene,
};

/// Panics unless a path is proven clear. The message names the first contact.
///
/// Write `assert_clear!(&robot, &scene, &path)`, or `assert_clear!(&robot, &scene, &path, &rules)`. The value is
/// the [`PathSeparated`] outcome.
///
/// ```
/// use nalgebra::{Isometry3, Vector3};
/// use photofinish_robot::assert_clear;
/// use photofinish_robot::{Joint, Link, Path, Robot, Scene};
/// use photofinish::shape::{Ball, Capsule};
///
/// let bar = Link::new("bar").with(Capsule::new(0.5, 0.05)?, Isometry3::translation(0.0, 0.5, 0.0));
/// let hinge = Joint::fixed("hinge", "base", "bar").turning(Vector3::z_axis());
/// let robot = Robot::new("barrier", vec![Link::new("base"), bar], vec![hinge])?;
/// let mut scene = Scene::new();
/// scene.add("ball", Ball::new(0.1)?, Isometry3::translation(-0.8, 0.0, 0.0))?;
///
/// let separated = assert_clear!(&robot, &scene, &Path::new(vec![vec![0.0], vec![1.2]]));
/// assert!(separated.clearance > 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! assert_clear {
    ($robot:expr, $scene:expr, $path:expr $(,)?) => {
        $crate::assert_clear!($robot, $scene, $path, &$crate::Rules::new())
    };
    ($robot:expr, $scene:expr, $path:expr, $rules:expr $(,)?) => {
        match $crate::expect_clear($robot, $scene, $path, $rules) {
            Ok(separated) => separated,
            Err(reason) => panic!("{reason}"),
        }
    };
}

/// Why a path could not be proven clear.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotClear {
    /// Two bodies touch.
    Impact(Box<PathImpact>),
    /// The path is undecided, or the robot, scene, path or rules are invalid.
    Error(PathError),
}

impl fmt::Display for NotClear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impact(impact) => write!(f, "the path is not clear: {impact}"),
            Self::Error(PathError::Undecided(at)) => {
                write!(f, "the path is not proven clear: {at}")
            }
            Self::Error(PathError::Invalid(error)) => {
                write!(f, "the path cannot be checked: {error}")
            }
        }
    }
}

impl std::error::Error for NotClear {}

/// Returns the [`PathSeparated`] outcome if a path is proven clear. [`assert_clear!`](crate::assert_clear) calls this.
///
/// # Errors
/// [`NotClear`] with the first impact, the place that could not be decided, or the error in the arguments.
pub fn expect_clear(
    robot: &Robot,
    scene: &Scene,
    path: &Path,
    rules: &Rules,
) -> Result<PathSeparated, NotClear> {
    let checker = Checker::with_rules(robot, scene, rules);
    let checker = checker.map_err(|error| NotClear::Error(error.into()))?;
    match checker.check(path).map_err(NotClear::Error)?.outcome {
        PathOutcome::Separated(separated) => Ok(separated),
        PathOutcome::Impact(impact) => Err(NotClear::Impact(Box::new(impact))),
    }
}
