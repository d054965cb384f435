//! Shapes, both as the crate has them and as they are defined.

use std::sync::Arc;

use nalgebra::{Isometry, Matrix3, SVector, Translation, UnitComplex, UnitQuaternion, Vector3};
use photofinish::Real;
use photofinish::shape::AnyShape;
use photofinish::support::{Posed, Rounded};

use super::dice::Dice;
use super::facets::Facets;
use crate::soundness::{FromOracle, shape};
use photofinish_oracle::motion::Orientation;
use photofinish_oracle::shape::{Body, Core, Shape, Solid};
use photofinish_oracle::{lift, lower};

/// A rotation whose matrix can be computed in double precision from the stored numbers.
pub trait Turn<T: Real, const D: usize>: FromOracle<T, D> {
    fn exact_matrix(&self) -> Matrix3<f64>;
}

impl<T: Real> Turn<T, 2> for UnitComplex<T> {
    fn exact_matrix(&self) -> Matrix3<f64> {
        let (re, im) = (self.re.as_f64(), self.im.as_f64());
        Matrix3::new(re, -im, 0.0, im, re, 0.0, 0.0, 0.0, 1.0)
    }
}

impl<T: Real> Turn<T, 3> for UnitQuaternion<T> {
    fn exact_matrix(&self) -> Matrix3<f64> {
        let parts = self.as_vector().map(T::as_f64);
        let rotation = UnitQuaternion::new_unchecked(nalgebra::Quaternion::from(parts));
        rotation.to_rotation_matrix().into_inner()
    }
}

/// A shape in its own frame.
pub struct Model<T, const D: usize> {
    pub body: Body<D>,
    /// The definition of the shape: a solid and a radius.
    pub core: Core,
    /// The faces and edges of the solid, if it is a polytope.
    pub facets: Option<Facets>,
    /// The shape as the crate has it.
    pub shape: Rounded<AnyShape<T, D>, T>,
    /// No point of the shape is farther than this from its middle.
    pub size: f64,
}

impl<T: Real, const D: usize> Model<T, D> {
    pub fn new(body: Body<D>) -> Arc<Self> {
        let core = body.core();
        Arc::new(Self {
            shape: shape(&body).expect("the generators make good shapes"),
            facets: match &core.solid {
                Solid::Polytope(hull) => Some(Facets::new(hull, D)),
                _ => None,
            },
            size: core.extent(),
            core,
            body,
        })
    }

    pub fn is_smooth(&self) -> bool {
        self.facets.is_none()
    }
}

/// A model in the world.
#[derive(Clone)]
pub struct Placed<T: Real, R, const D: usize> {
    pub model: Arc<Model<T, D>>,
    pub pose: Isometry<T, R, D>,
    pub matrix: Matrix3<f64>,
}

impl<T: Real, R: Turn<T, D>, const D: usize> Placed<T, R, D> {
    pub fn new(model: Arc<Model<T, D>>, orientation: &Orientation) -> Self {
        let rotation = R::rotation(orientation);
        Self {
            model,
            matrix: rotation.exact_matrix(),
            pose: Isometry::from_parts(Translation::from(SVector::zeros()), rotation),
        }
    }

    pub fn posed(&self) -> Posed<&Rounded<AnyShape<T, D>, T>, T, D> {
        Posed::new(&self.model.shape, &self.pose).expect("a pose")
    }

    /// Returns where the origin of the shape is.
    pub fn location(&self) -> Vector3<f64> {
        lift(&self.pose.translation.vector.map(T::as_f64))
    }

    pub fn move_to(&mut self, location: &Vector3<f64>) {
        self.pose.translation.vector = lower::<D>(location).map(T::of);
    }

    /// Returns the point farthest along a unit vector, measured from the location.
    pub fn support_point(&self, s: &Vector3<f64>) -> Vector3<f64> {
        let core = &self.model.core;
        self.matrix * core.solid.support_point(&self.matrix.tr_mul(s)) + s * core.radius
    }

    /// Returns the numbers from which the body can be built again.
    pub fn literal(&self) -> String {
        let Body { shape, round } = &self.model.body;
        format!(
            "{shape:?} rounded by {round:?} at {:?} turned by {:?}",
            self.pose.translation.vector, self.pose.rotation
        )
    }
}

/// Moves B along a unit vector n from A to B. Afterwards the support point of B along -n is `gap` beyond that of A
/// along n.
pub fn plant<T: Real, R: Turn<T, D>, const D: usize>(
    a: &Placed<T, R, D>,
    b: &mut Placed<T, R, D>,
    n: &Vector3<f64>,
    gap: f64,
) {
    let to = a.location() + (a.support_point(n) - b.support_point(&-n)) + n * gap;
    b.move_to(&to);
}

/// The kinds of shapes in random pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Ball,
    Cuboid,
    Capsule,
    Cylinder,
    Cone,
    Segment,
    Triangle,
    Hull,
    RoundCuboid,
    RoundCone,
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::Ball,
        Kind::Cuboid,
        Kind::Capsule,
        Kind::Cylinder,
        Kind::Cone,
        Kind::Segment,
        Kind::Triangle,
        Kind::Hull,
        Kind::RoundCuboid,
        Kind::RoundCone,
    ];

    /// Returns a random body of this kind and about this size. A hull is made of at most `points` points.
    pub fn body<const D: usize>(self, dice: &mut Dice, size: f64, points: usize) -> Body<D> {
        let mut length = || {
            let share = dice.scale(0.1, 1.0);
            dice.round(size * share)
        };
        let (half_height, radius) = (length(), length());
        let point = |dice: &mut Dice| dice.in_ball::<D>() * size;
        let mut points_of = |count: usize| -> Vec<SVector<f64, D>> {
            let drawn: Vec<_> = (0..count).map(|_| point(dice)).collect();
            drawn.iter().map(|v| dice.rounded(v)).collect()
        };
        let shape = match self {
            Kind::Ball => Shape::Ball { radius },
            Kind::Capsule => Shape::Capsule {
                half_height,
                radius,
            },
            Kind::Cylinder => Shape::Cylinder {
                half_height,
                radius,
            },
            Kind::Cone | Kind::RoundCone => Shape::Cone {
                half_height,
                radius,
            },
            Kind::Segment => Shape::Segment([points_of(1)[0], points_of(1)[0]]),
            Kind::Triangle => Shape::Triangle([points_of(1)[0], points_of(1)[0], points_of(1)[0]]),
            Kind::Cuboid | Kind::RoundCuboid => Shape::Cuboid {
                half: SVector::from_fn(|_, _| {
                    let share = dice.scale(0.1, 1.0);
                    dice.round(size * share)
                }),
            },
            Kind::Hull => return hull(dice, size, points),
        };
        let round = match self {
            Kind::RoundCuboid | Kind::RoundCone => {
                let share = dice.scale(0.01, 0.5);
                dice.round(size * share)
            }
            _ => 0.0,
        };
        Body { shape, round }
    }
}

/// Returns the hull of 4 or more points in an ellipsoid or on its surface.
fn hull<const D: usize>(dice: &mut Dice, size: f64, points: usize) -> Body<D> {
    let axes = Vector3::from_fn(|_, _| dice.scale(0.1, 1.0) * size);
    let on_surface = dice.chance(0.7);
    let count = 4 + dice.pick(points - 3);
    let point = |dice: &mut Dice| {
        let within = dice.in_ball::<D>();
        let unit = if on_surface {
            within.normalize()
        } else {
            within
        };
        dice.rounded(&unit.component_mul(&axes))
    };
    Body::sharp(Shape::Points((0..count).map(|_| point(dice)).collect()))
}
