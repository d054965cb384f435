//! Bodies that each make one false claim about themselves.

use nalgebra::{Isometry3, Vector2, Vector3, vector};
use photofinish::SupportMap;
use photofinish::audit::{SupportFault, audit_support_map};
use photofinish::shape::{Capsule, Cone, Cylinder};
use photofinish::support::{CurvePoint, Posed, Touching, Vertex};

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

/// An equilateral triangle that is 1.5 high. It contains a ball of diameter 1, and no larger one.
struct Rigged {
    inner_diameter: f64,
}

impl SupportMap<f64, 2> for Rigged {
    fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        let corners = [0.0, 2.0, 4.0].map(|turn: f64| {
            let (sin, cos) = (turn * std::f64::consts::FRAC_PI_3).sin_cos();
            vector![cos, sin]
        });
        let farther = |a: Vector2<f64>, b: Vector2<f64>| {
            if b.dot(direction) > a.dot(direction) {
                b
            } else {
                a
            }
        };
        corners.into_iter().reduce(farther).expect("three corners")
    }

    fn extents(&self) -> Vector2<f64> {
        vector![1.0, 1.0]
    }

    fn inner_diameter(&self) -> f64 {
        self.inner_diameter
    }
}

/// Every way across the triangle is at least 1.5 long, but no ball of that diameter fits.
#[test]
fn a_ball_must_fit_between_more_than_two_sides() {
    let audited = |inner_diameter| audit_support_map(&Rigged { inner_diameter });
    assert_eq!(audited(1.0), Ok(()));
    assert!(matches!(
        audited(1.2),
        Err(SupportFault::TooThick { room, .. }) if room < 1.2
    ));
}

/// The slide of a rim's point has no bound where the direction is along the axis.
#[test]
fn directions_nearly_along_an_axis_have_slides_of_finite_length() {
    let cone = Cone::new(1.0f32, 1.0).expect("a cone");
    let cylinder = Cylinder::new(1.0, 1.0).expect("a cylinder");
    for turn in [1e-25f32, 1e-30, 1e-36] {
        let pose = Isometry3::rotation(Vector3::z() * turn);
        assert_eq!(
            audit_support_map(&Posed::new(cone, &pose).expect("a pose")),
            Ok(())
        );
    }
    let pose = Isometry3::rotation(Vector3::z() * 1e-210);
    assert_eq!(
        audit_support_map(&Posed::new(cylinder, &pose).expect("a pose")),
        Ok(())
    );
}

/// A capsule that makes a false claim about what it touches planes with, or none.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Toucher {
    Right,
    Nothing,
    TooShort,
    TooLong,
    NoNumber,
}

impl SupportMap<f64, 3> for Toucher {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        capsule().support_point(direction)
    }

    fn core_support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        capsule().core_support_point(direction)
    }

    fn radius(&self) -> f64 {
        1.0
    }

    fn core_touching(&self, _: &Vector3<f64>, _: f64, touching: &mut Touching<f64, 3>) {
        let height = match self {
            Self::Right => 2.0,
            Self::Nothing => return,
            Self::TooShort => 1.5,
            Self::TooLong => 2.01,
            Self::NoNumber => f64::NAN,
        };
        touching.add_edge(
            [0, 1],
            [vector![0.0, -height, 0.0], vector![0.0, height, 0.0]],
        );
    }
}

#[test]
fn false_claims_about_what_touches_are_found() {
    let of = |body: Toucher| audit_support_map(&body);
    assert_eq!(of(Toucher::Right), Ok(()));
    for short in [Toucher::Nothing, Toucher::TooShort] {
        assert!(matches!(
            of(short),
            Err(SupportFault::TouchesNothing { .. })
        ));
    }
    assert!(matches!(
        of(Toucher::TooLong),
        Err(SupportFault::TouchesOutside { .. })
    ));
    assert!(matches!(
        of(Toucher::NoNumber),
        Err(SupportFault::NotFinite { .. })
    ));
}
