//! What may be wrong with a support mapping.

use thiserror::Error;

/// What a support mapping says of its body that does not hold.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SupportFault {
    /// A number is NaN or infinite.
    #[error("{what} must be finite, but is {value} along {along:?}")]
    NotFinite {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The direction asked for; empty if there was none.
        along: Vec<f64>,
    },
    /// A length is negative.
    #[error("{what} must not be negative, but is {value}")]
    Negative {
        /// Which length.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// Another support point is farther along a direction than the one found for it.
    #[error(
        "along {along:?} the support point {point:?} reaches {value}, but {other:?} reaches {other_value}"
    )]
    NotFarthest {
        /// The direction.
        along: Vec<f64>,
        /// The support point along it.
        point: Vec<f64>,
        /// How far it reaches.
        value: f64,
        /// The support point along another direction.
        other: Vec<f64>,
        /// How far that one reaches.
        other_value: f64,
    },
    /// The body does not contain a ball as large as it says.
    #[error("along {along:?} the body is {width} wide, less than its inner diameter {stated}")]
    TooThick {
        /// The direction.
        along: Vec<f64>,
        /// How far the body reaches along the direction and against it.
        width: f64,
        /// The inner diameter that it states.
        stated: f64,
    },
    /// Location, core and radius are not those of the body.
    #[error(
        "along {along:?} the core and its radius reach {of_core}, but the support point {value}"
    )]
    Core {
        /// The direction.
        along: Vec<f64>,
        /// How far location, core and radius reach together.
        of_core: f64,
        /// How far the support point reaches.
        value: f64,
    },
    /// The support value is not that of the core's support point, or a vertex not that with its index.
    #[error(
        "along {along:?} the core reaches {value} by its {what}, but {of_point} by its support point"
    )]
    Value {
        /// What disagrees.
        what: &'static str,
        /// The direction.
        along: Vec<f64>,
        /// How far the core reaches by it.
        value: f64,
        /// How far it reaches by its support point.
        of_point: f64,
    },
    /// A point is outside the extents.
    #[error("the point {point:?} is outside the extents {extents:?}")]
    OutsideExtents {
        /// The point.
        point: Vec<f64>,
        /// The extents.
        extents: Vec<f64>,
    },
    /// A point is beyond the reach.
    #[error("the point {point:?} is {distance} from {center:?}, beyond the reach {reach}")]
    OutsideReach {
        /// The point.
        point: Vec<f64>,
        /// Where the reach is measured from.
        center: Vec<f64>,
        /// How far the point is from there.
        distance: f64,
        /// The reach.
        reach: f64,
    },
    /// The interior point is outside the core.
    #[error("along {along:?} the core reaches {value}, but its interior point {interior}")]
    InteriorOutside {
        /// The direction.
        along: Vec<f64>,
        /// How far the core reaches.
        value: f64,
        /// How far the interior point is along it.
        interior: f64,
    },
}
