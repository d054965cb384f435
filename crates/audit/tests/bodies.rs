//! Bodies that each make one false claim about themselves.

use nalgebra::{Isometry3, Vector2, Vector3, vector};
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, Capsule, Cone, Cylinder};
use photofinish::support::{Posed, Touching, Vertex};
use photofinish_audit::audit_support_map;

use super::is_found;

type Lie = fn(&mut Claims);
type OfPoint = fn(&mut Vector3<f64>, &Vector3<f64>);
type OfVertex = fn(Vector3<f64>) -> Option<Vector3<f64>>;

/// A body, and what it states. All of it is true until a field is changed.
pub struct Claims {
    body: AnyShape<f64, 3>,
    point: OfPoint,
    /// The share of the core's support value.
    pub value: f64,
    radius: f64,
    extents: Vector3<f64>,
    reach: Option<f64>,
    interior_point: Vector3<f64>,
    rounding: Vector3<f64>,
    turn_rounding: f64,
    inner_diameter: f64,
    vertex: OfVertex,
    /// How far the edges up and down that touch planes reach.
    touching: Vec<f64>,
}

impl Claims {
    fn of(body: AnyShape<f64, 3>) -> Self {
        Self {
            point: |_, _| (),
            value: 1.0,
            radius: body.radius(),
            extents: body.extents(),
            reach: None,
            interior_point: body.interior_point(),
            rounding: body.rounding(),
            turn_rounding: body.turn_rounding(),
            inner_diameter: body.inner_diameter(),
            vertex: Some,
            touching: vec![2.0],
            body,
        }
    }

    /// Returns a capsule of radius 1 whose core reaches 2 up and down.
    pub fn of_a_capsule() -> Self {
        Self::of(Capsule::new(2.0, 1.0).expect("sizes").into())
    }
}

impl SupportMap<f64, 3> for Claims {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        let mut point = self.body.support_point(direction);
        (self.point)(&mut point, direction);
        point
    }

    fn core_support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        self.body.core_support_point(direction)
    }

    fn core_support_value(&self, direction: &Vector3<f64>) -> f64 {
        self.body.core_support_value(direction) * self.value
    }

    fn core_support_vertex(&self, direction: &Vector3<f64>, near: Option<u32>) -> Vertex<f64, 3> {
        self.body.core_support_vertex(direction, near)
    }

    fn core_vertex(&self, index: u32) -> Option<Vector3<f64>> {
        (self.vertex)(self.body.core_vertex(index)?)
    }

    fn core_touching(&self, s: &Vector3<f64>, depth: f64, touching: &mut Touching<f64, 3>) {
        if self.radius == 0.0 {
            return self.body.core_touching(s, depth, touching);
        }
        for height in &self.touching {
            touching.add_edge([0, 1], [-height, *height].map(|y| vector![0.0, y, 0.0]));
        }
    }

    fn radius(&self) -> f64 {
        self.radius
    }

    fn extents(&self) -> Vector3<f64> {
        self.extents
    }

    fn interior_point(&self) -> Vector3<f64> {
        self.interior_point
    }

    fn reach(&self, center: &Vector3<f64>) -> f64 {
        self.reach.unwrap_or_else(|| self.body.reach(center))
    }

    fn rounding(&self) -> Vector3<f64> {
        self.rounding
    }

    fn turn_rounding(&self) -> f64 {
        self.turn_rounding
    }

    fn inner_diameter(&self) -> f64 {
        self.inner_diameter
    }
}

#[test]
fn false_claims_of_a_capsule_are_found() {
    let audited = |lie: Lie| {
        let mut body = Claims::of_a_capsule();
        lie(&mut body);
        audit_support_map(&body)
    };
    assert_eq!(audited(|_| ()), Ok(()));
    let lies: [(Lie, &str); 18] = [
        (
            |body| body.point = |point, s| point.y *= (0.5 - s.x).sqrt(),
            "NotFinite",
        ),
        // a point inside the capsule, for directions near the z axis
        (
            |body| body.point = |point, s| point.z = if s.z > 0.9 { 0.5 } else { point.z },
            "Core",
        ),
        (|body| body.value = 0.9, "Value"),
        (|body| body.radius = 0.5, "Core"),
        (|body| body.extents *= 0.99, "OutsideExtents"),
        (|body| body.reach = Some(2.5), "OutsideReach"),
        (|body| body.interior_point.z = 0.1, "InteriorOutside"),
        (|body| body.rounding.y = -1e-15, "Negative"),
        (|body| body.turn_rounding = -1e-15, "Negative"),
        (|body| body.turn_rounding = f64::NAN, "NotFinite"),
        (|body| body.inner_diameter = -1.0, "Negative"),
        (|body| body.inner_diameter = f64::INFINITY, "NotFinite"),
        (|body| body.vertex = |_| None, "UnknownVertex"),
        (|body| body.vertex = |at| Some(at * 0.99), "Value"),
        (|body| body.touching = vec![], "TouchesNothing"),
        (|body| body.touching = vec![1.5], "TouchesNothing"),
        (|body| body.touching = vec![2.01], "TouchesOutside"),
        (|body| body.touching = vec![f64::NAN], "NotFinite"),
    ];
    for (lie, kind) in lies {
        is_found(audited(lie), kind);
    }
}

/// A body in the plane.
struct Flat {
    support_point: fn(&Vector2<f64>) -> Vector2<f64>,
    inner_diameter: f64,
}

impl SupportMap<f64, 2> for Flat {
    fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        (self.support_point)(direction)
    }

    fn extents(&self) -> Vector2<f64> {
        vector![1.0, 1.0]
    }

    fn inner_diameter(&self) -> f64 {
        self.inner_diameter
    }
}

/// A square answers directions near one diagonal with the middle of a side.
#[test]
fn a_support_point_that_is_not_the_farthest_is_found() {
    let support_point: fn(&Vector2<f64>) -> _ = |s| {
        let along_diagonal = s.x > 0.0 && (s.x - s.y).abs() < 0.5 * s.x;
        let y = if along_diagonal {
            0.0
        } else {
            1f64.copysign(s.y)
        };
        vector![1f64.copysign(s.x), y]
    };
    let inner_diameter = 0.0;
    is_found(
        audit_support_map(&Flat {
            support_point,
            inner_diameter,
        }),
        "NotFarthest",
    );
}

/// An equilateral triangle is 1.5 high. Every way across is at least that long, but the ball inside has the diameter 1.
#[test]
fn a_ball_must_fit_between_more_than_two_sides() {
    let support_point: fn(&Vector2<f64>) -> _ = |s| {
        let x = if s.x > 0.5 * s.norm() { 1.0 } else { -0.5 };
        vector![
            x,
            if x > 0.0 {
                0.0
            } else {
                0.75f64.sqrt().copysign(s.y)
            }
        ]
    };
    let audited = |inner_diameter| {
        audit_support_map(&Flat {
            support_point,
            inner_diameter,
        })
    };
    assert_eq!(audited(1.0), Ok(()));
    is_found(audited(1.2), "TooThick");
}

/// The slide of a rim's point has no bound where the direction is along the axis.
#[test]
fn directions_nearly_along_an_axis_have_slides_of_finite_length() {
    let cone = Cone::new(1.0f32, 1.0).expect("a cone");
    for turn in [1e-25f32, 1e-30, 1e-36] {
        let posed = Posed::new(cone, &Isometry3::rotation(Vector3::z() * turn));
        assert_eq!(audit_support_map(&posed.expect("a pose")), Ok(()));
    }
    let cylinder = Cylinder::new(1.0, 1.0).expect("a cylinder");
    let posed = Posed::new(cylinder, &Isometry3::rotation(Vector3::z() * 1e-210));
    assert_eq!(audit_support_map(&posed.expect("a pose")), Ok(()));
}
