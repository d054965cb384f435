//! Bodies that each make one false claim about themselves.

use nalgebra::{Vector2, Vector3, vector};
use photofinish::SupportMap;
use photofinish::audit::{SupportFault, audit_support_map};
use photofinish::shape::{Capsule, Cylinder};
use photofinish::support::{CurvePoint, Vertex};

/// A capsule in space that makes one false claim about itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Untrue {
    Nothing,
    NoNumber,
    Extents,
    Nearer,
    NoRadius,
    Value,
    Reach,
    Inside,
    Rounding,
}

impl SupportMap<f64, 3> for Untrue {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Self::NoNumber if direction.x > 0.5 => Vector3::repeat(f64::NAN),
            // a point inside the capsule, for directions near the z axis
            Self::Nearer if direction.z > 0.9 => vector![0.0, 0.0, 0.5],
            _ => SupportMap::<f64, 3>::support_point(&capsule(), direction),
        }
    }

    fn core_support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        SupportMap::<f64, 3>::core_support_point(&capsule(), direction)
    }

    fn core_support_value(&self, direction: &Vector3<f64>) -> f64 {
        let share = if *self == Self::Value { 0.9 } else { 1.0 };
        SupportMap::<f64, 3>::core_support_value(&capsule(), direction) * share
    }

    fn radius(&self) -> f64 {
        if *self == Self::NoRadius { 0.0 } else { 1.0 }
    }

    fn extents(&self) -> Vector3<f64> {
        let share = if *self == Self::Extents { 0.99 } else { 1.0 };
        vector![1.0, 3.0, 1.0] * share
    }

    fn reach(&self, center: &Vector3<f64>) -> f64 {
        if *self == Self::Reach {
            2.5
        } else {
            center.norm() + 3.0
        }
    }

    fn interior_point(&self) -> Vector3<f64> {
        vector![0.0, 0.0, if *self == Self::Inside { 0.1 } else { 0.0 }]
    }

    fn rounding(&self) -> Vector3<f64> {
        Vector3::repeat(if *self == Self::Rounding {
            -1e-15
        } else {
            1e-15
        })
    }
}

fn capsule() -> Capsule<f64> {
    Capsule::new(2.0, 1.0).expect("sizes")
}

#[test]
fn false_claims_of_bodies_are_found() {
    let of = |body: Untrue| audit_support_map(&body);
    assert_eq!(of(Untrue::Nothing), Ok(()));
    assert!(matches!(
        of(Untrue::NoNumber),
        Err(SupportFault::NotFinite { .. })
    ));
    assert!(matches!(
        of(Untrue::Extents),
        Err(SupportFault::OutsideExtents { .. })
    ));
    assert!(matches!(
        of(Untrue::NoRadius),
        Err(SupportFault::Core { .. })
    ));
    assert!(matches!(of(Untrue::Nearer), Err(SupportFault::Core { .. })));
    assert!(matches!(of(Untrue::Value), Err(SupportFault::Value { .. })));
    assert!(matches!(
        of(Untrue::Reach),
        Err(SupportFault::OutsideReach { .. })
    ));
    assert!(matches!(
        of(Untrue::Inside),
        Err(SupportFault::InteriorOutside { .. })
    ));
    assert!(matches!(
        of(Untrue::Rounding),
        Err(SupportFault::Negative { .. })
    ));
}

/// A cylinder that makes a false claim about its rims, or none.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rim {
    Right,
    Missing,
    Inside,
    TooFar,
    Aside,
    NoNumber,
}

impl SupportMap<f64, 3> for Rim {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        round().support_point(direction)
    }

    fn core_support_vertex(&self, direction: &Vector3<f64>, near: Option<u32>) -> Vertex<f64, 3> {
        round().core_support_vertex(direction, near)
    }

    fn core_curve(&self, index: u32, direction: &Vector3<f64>) -> Option<CurvePoint<f64, 3>> {
        let mut at = round().core_curve(index, direction)?;
        match self {
            Self::Right => {}
            Self::Missing => return None,
            Self::Inside => at.point *= 0.99,
            Self::TooFar => at.slide *= 1.2,
            Self::Aside => at.slide.y = at.slide.x,
            Self::NoNumber => at.slide.x = f64::NAN,
        }
        Some(at)
    }
}

fn round() -> Cylinder<f64> {
    Cylinder::new(2.0, 1.0).expect("sizes")
}

#[test]
fn false_claims_about_rims_are_found() {
    let of = |rim: Rim| audit_support_map(&rim);
    assert_eq!(of(Rim::Right), Ok(()));
    assert!(matches!(
        of(Rim::Missing),
        Err(SupportFault::UnknownName { .. })
    ));
    assert!(matches!(of(Rim::Inside), Err(SupportFault::Value { .. })));
    assert!(matches!(of(Rim::TooFar), Err(SupportFault::Slide { .. })));
    assert!(matches!(of(Rim::Aside), Err(SupportFault::Slide { .. })));
    assert!(matches!(
        of(Rim::NoNumber),
        Err(SupportFault::NotFinite { .. })
    ));
}

/// A square that answers directions near one diagonal with a point that is not the farthest.
struct Dented;

impl SupportMap<f64, 2> for Dented {
    fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        let along_diagonal =
            direction.x > 0.0 && (direction.x - direction.y).abs() < 0.5 * direction.x;
        vector![
            1f64.copysign(direction.x),
            if along_diagonal {
                0.0
            } else {
                1f64.copysign(direction.y)
            }
        ]
    }
}

#[test]
fn a_support_point_that_is_not_the_farthest_is_found() {
    let fault = audit_support_map(&Dented);
    assert!(
        matches!(fault, Err(SupportFault::NotFarthest { .. })),
        "{fault:?}"
    );
}
