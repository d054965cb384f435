//! Bodies that each make one false claim about themselves.

use nalgebra::{Isometry3, Vector2, Vector3, vector};
use photofinish::shape::{Capsule, Cone};
use photofinish::support::{Posed, Touching, Vertex};
use photofinish::{Real, SupportMap};
use photofinish_audit::audit_support_map;

use super::is_found;

type Lie = fn(&mut Claims);

/// A capsule of radius 1 whose core reaches 2 up and down, and what it states. All of it is true until a field is
/// changed.
pub struct Claims {
    body: Capsule<f64>,
    point: fn(&mut Vector3<f64>, &Vector3<f64>),
    /// The share of the core's support value.
    pub value: f64,
    radius: f64,
    extents: Vector3<f64>,
    reach: Option<f64>,
    interior_point: Vector3<f64>,
    rounding: Vector3<f64>,
    turn_rounding: f64,
    inner_diameter: f64,
    vertex: fn(Vector3<f64>) -> Option<Vector3<f64>>,
    /// How far the edges up and down that touch planes reach.
    touching: Vec<f64>,
}

impl Claims {
    pub fn of_a_capsule() -> Self {
        let body = Capsule::new(2.0, 1.0).expect("sizes");
        let truth: &dyn SupportMap<f64, 3> = &body;
        Self {
            body,
            point: |_, _| (),
            value: 1.0,
            radius: truth.radius(),
            extents: truth.extents(),
            reach: None,
            interior_point: truth.interior_point(),
            rounding: truth.rounding(),
            turn_rounding: truth.turn_rounding(),
            inner_diameter: truth.inner_diameter(),
            vertex: Some,
            touching: vec![2.0],
        }
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

    fn core_touching(&self, _: &Vector3<f64>, _: f64, touching: &mut Touching<f64, 3>) {
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
    let found = |kind, lie: Lie| is_found(audited(lie), kind);
    found("NotFinite", |body| {
        body.point = |point, s| point.y *= (0.5 - s.x).sqrt()
    });
    // a point inside the capsule, for directions near the z axis
    found("Core", |body| {
        body.point = |point, s| point.z = if s.z > 0.9 { 0.5 } else { point.z };
    });
    found("Value", |body| body.value = 0.9);
    found("Core", |body| body.radius = 0.5);
    found("OutsideExtents", |body| body.extents *= 0.99);
    found("OutsideReach", |body| body.reach = Some(2.5));
    found("InteriorOutside", |body| body.interior_point.z = 0.1);
    found("Negative", |body| body.rounding.y = -1e-15);
    found("Negative", |body| body.turn_rounding = -1e-15);
    found("NotFinite", |body| body.turn_rounding = f64::NAN);
    found("Negative", |body| body.inner_diameter = -1.0);
    found("NotFinite", |body| body.inner_diameter = f64::INFINITY);
    found("UnknownVertex", |body| body.vertex = |_| None);
    found("Value", |body| body.vertex = |at| Some(at * 0.99));
    found("TouchesNothing", |body| body.touching = vec![]);
    found("TouchesNothing", |body| body.touching = vec![1.5]);
    found("TouchesOutside", |body| body.touching = vec![2.01]);
    found("NotFinite", |body| body.touching = vec![f64::NAN]);
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
    let square = Flat {
        support_point: |s| {
            let along_diagonal = s.x > 0.0 && (s.x - s.y).abs() < 0.5 * s.x;
            let y = if along_diagonal { 0.0 } else { 1.0 };
            vector![1f64.copysign(s.x), y * s.y.signum()]
        },
        inner_diameter: 0.0,
    };
    is_found(audit_support_map(&square), "NotFarthest");
}

/// An equilateral triangle is 1.5 high. Every way across is at least that long, but the ball inside has the diameter 1.
#[test]
fn a_ball_must_fit_between_more_than_two_sides() {
    let audited = |inner_diameter| {
        audit_support_map(&Flat {
            support_point: |s| {
                let is_tip = s.x > 0.5 * s.norm();
                let base = vector![-0.5, 0.75f64.sqrt().copysign(s.y)];
                if is_tip { vector![1.0, 0.0] } else { base }
            },
            inner_diameter,
        })
    };
    assert_eq!(audited(1.0), Ok(()));
    is_found(audited(1.2), "TooThick");
}

/// The slide of a rim's point has no bound where the direction is along the axis.
#[test]
fn directions_nearly_along_an_axis_have_slides_of_finite_length() {
    fn check<T: Real>(turn: f64) {
        let cone = Cone::new(T::one(), T::one()).expect("a cone");
        let posed = Posed::new(cone, &Isometry3::rotation(Vector3::z() * T::of(turn)));
        assert_eq!(audit_support_map(&posed.expect("a pose")), Ok(()));
    }
    check::<f32>(1e-25);
    check::<f32>(1e-30);
    check::<f32>(1e-36);
    check::<f64>(1e-210);
}
