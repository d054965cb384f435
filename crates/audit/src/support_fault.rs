//! What an audit may find wrong with a support mapping.

use thiserror::Error;

/// A claim of a support mapping that does not hold.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SupportFault {
    /// A number is NaN or infinite.
    #[error("{what} must be finite, but is {value:?} along {along:?}")]
    NotFinite {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The direction asked for; empty if there was none.
        along: Vec<f64>,
    },
    /// A length is negative.
    #[error("{what} must not be negative, but is {value:?}")]
    Negative {
        /// Which length.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The support point of a direction is not the farthest: that of another direction is farther along it.
    #[error(
        "along {along:?} the support point {point:?} reaches {value:?}, but {other:?} reaches {other_value:?}"
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
    /// The body is thinner than the ball that it claims to contain.
    #[error(
        "the inner diameter must be at most {room:?}, as no larger ball fits between the planes that touch the body \
         along {along:?} and against their sum, but it is {stated:?}"
    )]
    TooThick {
        /// The directions.
        along: Vec<Vec<f64>>,
        /// The diameter of the largest ball between the planes.
        room: f64,
        /// The inner diameter that it states.
        stated: f64,
    },
    /// Location, core and radius together reach another height than the support point.
    #[error(
        "along {along:?} the core and its radius reach {of_core:?}, but the support point reaches {value:?}"
    )]
    Core {
        /// The direction.
        along: Vec<f64>,
        /// How far location, core and radius reach together.
        of_core: f64,
        /// How far the support point reaches.
        value: f64,
    },
    /// The core's support value, support vertex, or the vertex with its index disagrees with the core's
    /// support point.
    #[error(
        "along {along:?} the core reaches {value:?} by its {what}, but {of_point:?} by its support point"
    )]
    Value {
        /// What disagrees.
        what: &'static str,
        /// The direction.
        along: Vec<f64>,
        /// How far the core reaches according to it.
        value: f64,
        /// How far the core reaches according to its support point.
        of_point: f64,
    },
    /// A support vertex has an index that the body does not know.
    #[error(
        "along {along:?} the support vertex has the index {index}, but there is no such vertex"
    )]
    UnknownVertex {
        /// The index.
        index: u32,
        /// The direction.
        along: Vec<f64>,
    },
    /// A corner of a part with which the core touches a plane is outside the core. Contact points would be off the
    /// body.
    #[error(
        "a part that touches has the point {point:?}, which along {along:?} reaches {reached:?}, but the core only \
         reaches {value:?}"
    )]
    TouchesOutside {
        /// The direction.
        along: Vec<f64>,
        /// The point.
        point: Vec<f64>,
        /// How far it reaches.
        reached: f64,
        /// How far the core reaches.
        value: f64,
    },
    /// No part with which the core touches a plane is within the depth of its support value. Contact points would be
    /// missing.
    #[error(
        "along {along:?} the parts that touch within {depth:?} must reach {least:?}, but reach {reached:?}"
    )]
    TouchesNothing {
        /// The direction.
        along: Vec<f64>,
        /// The depth that was asked for.
        depth: f64,
        /// How far they reach; minus infinity if there are none.
        reached: f64,
        /// How far at least one must reach.
        least: f64,
    },
    /// A support point is outside the extents.
    #[error("the point {point:?} is outside the extents {extents:?}")]
    OutsideExtents {
        /// The point.
        point: Vec<f64>,
        /// The extents.
        extents: Vec<f64>,
    },
    /// A support point is farther from a centre than the reach.
    #[error("the point {point:?} is {distance:?} from {center:?}, beyond the reach {reach:?}")]
    OutsideReach {
        /// The point.
        point: Vec<f64>,
        /// The point from which the reach is measured.
        center: Vec<f64>,
        /// The distance of the support point from there.
        distance: f64,
        /// The reach.
        reach: f64,
    },
    /// The interior point is outside the core.
    #[error(
        "along {along:?} the core reaches {value:?}, but its interior point is at {interior:?}"
    )]
    InteriorOutside {
        /// The direction.
        along: Vec<f64>,
        /// How far the core reaches.
        value: f64,
        /// How far the interior point is along the direction.
        interior: f64,
    },
}
