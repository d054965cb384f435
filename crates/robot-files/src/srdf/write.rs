//! SRDF from proven pairs of links.

use std::fmt::Write;

use photofinish_robot::{LinkPair, PairVerdict, Robot};

/// Returns an SRDF that lets those pairs of links touch of which nothing is to be checked: `Adjacent`, which a joint
/// connects, and those that are proven to touch `Never` or `Always`. Pairs that may touch, or are undecided, stay to be
/// checked.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use photofinish_robot::PairSearch;
/// use photofinish_robot_files::{UrdfOptions, srdf_of_pairs, srdf_str, urdf};
///
/// let mut robot = urdf("../../examples/six_joint_arm/arm.urdf", &UrdfOptions::new())?;
/// let pairs = robot.allowed_pairs(&PairSearch::new().tests(1000), |_| ControlFlow::Continue(()))?;
/// let semantics = srdf_str(&srdf_of_pairs(&robot, &pairs), &mut robot)?;
/// assert!(semantics.disabled_pairs().iter().any(|pair| pair.reason == "Never"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn srdf_of_pairs(robot: &Robot, pairs: &[LinkPair]) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n",
        escaped(robot.name())
    );
    for pair in pairs {
        let reason = match pair.verdict {
            PairVerdict::Adjacent => "Adjacent",
            PairVerdict::Never { .. } => "Never",
            PairVerdict::Always => "Always",
            _ => continue,
        };
        let [first, second] = pair.links.each_ref().map(|link| escaped(link));
        let written = writeln!(
            text,
            "  <disable_collisions link1=\"{first}\" link2=\"{second}\" reason=\"{reason}\"/>"
        );
        written.expect("a text takes all that is written");
    }
    text + "</robot>\n"
}

/// Returns a text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
