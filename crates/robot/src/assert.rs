//! Checks of paths in tests.

use std::fmt;

use super::{Checker, Clear, Path, Robot, RobotError, Rules, Scene, Verdict};

/// Panics unless a path is proven clear. The message names the first contact.
///
/// Write `assert_clear!(&robot, &scene, &path)`, or `assert_clear!(&robot, &scene, &path, &rules)`. The value is the
/// [`Clear`] verdict.
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
/// let clear = assert_clear!(&robot, &scene, &Path::new(vec![vec![0.0], vec![1.2]]));
/// assert!(clear.least_distance > 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! assert_clear {
    ($robot:expr, $scene:expr, $path:expr $(,)?) => {
        $crate::assert_clear!($robot, $scene, $path, &$crate::Rules::new())
    };
    ($robot:expr, $scene:expr, $path:expr, $rules:expr $(,)?) => {
        match $crate::expect_clear($robot, $scene, $path, $rules) {
            Ok(clear) => clear,
            Err(reason) => panic!("{reason}"),
        }
    };
}

/// Why a path could not be proven clear.
#[derive(Debug)]
pub enum NotClear {
    /// The path has a contact, or is undecided.
    Verdict(Box<Verdict>),
    /// The robot, scene, path or rules are invalid.
    Invalid(RobotError),
}

impl fmt::Display for NotClear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => write!(f, "the path cannot be checked: {error}"),
            Self::Verdict(verdict) => match verdict.as_ref() {
                Verdict::Contact(contact) => write!(f, "the path is not clear: {contact}"),
                Verdict::Undecided(at) => write!(f, "the path is not proven clear: {at}"),
                Verdict::Clear(_) => write!(f, "the path is clear"),
            },
        }
    }
}

impl std::error::Error for NotClear {}

/// Returns the [`Clear`] verdict if a path is proven clear. [`assert_clear!`](crate::assert_clear) calls this.
///
/// # Errors
/// [`NotClear`] with the first contact, the place that could not be decided, or the error in the arguments.
pub fn expect_clear(
    robot: &Robot,
    scene: &Scene,
    path: &Path,
    rules: &Rules,
) -> Result<Clear, NotClear> {
    let checker = Checker::with_rules(robot, scene, rules).map_err(NotClear::Invalid)?;
    let report = checker.check(path).map_err(NotClear::Invalid)?;
    match report.verdict {
        Verdict::Clear(clear) => Ok(clear),
        verdict => Err(NotClear::Verdict(Box::new(verdict))),
    }
}
