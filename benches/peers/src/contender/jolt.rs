//! Asks Jolt through `shim/jolt.cpp`. Jolt is built with its defaults: single precision, one metre per unit.

use super::foreign::{Library, shim};
use super::{Question, Slack};

/// `cDefaultCollisionTolerance`. Cores that are nearer than this count as touching.
const COLLISION_TOLERANCE: f64 = 1e-4;
/// `cDefaultPenetrationTolerance`. EPA ends when the square of the depth changes by less than this share.
const PENETRATION_TOLERANCE: f64 = 1e-4;

pub static JOLT: Library = Library {
    name: "Jolt",
    epsilon: f32::EPSILON as f64,
    slack,
    shim: shim!(
        photofinish_jolt_body,
        photofinish_jolt_free,
        photofinish_jolt_distance,
        photofinish_jolt_intersects,
        photofinish_jolt_signed
    ),
};

fn slack(question: Question) -> Slack {
    let share = match question {
        Question::Signed => PENETRATION_TOLERANCE / 2.0,
        _ => 0.0,
    };
    Slack {
        length: COLLISION_TOLERANCE,
        share,
    }
}
