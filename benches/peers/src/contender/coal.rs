//! Asks coal through `shim/coal.cpp`, in double precision.

use super::Slack;
use super::foreign::{Library, shim};

/// `GJK_DEFAULT_TOLERANCE` and `EPA_DEFAULT_TOLERANCE`. Distances and depths of bodies of about a metre are to be this
/// precise.
const TOLERANCE: f64 = 1e-6;

pub static COAL: Library = Library {
    name: "coal",
    epsilon: f64::EPSILON,
    slack: |_| Slack {
        length: TOLERANCE,
        share: TOLERANCE,
    },
    shim: shim!(
        photofinish_coal_body,
        photofinish_coal_free,
        photofinish_coal_distance,
        photofinish_coal_intersects,
        photofinish_coal_signed
    ),
};
