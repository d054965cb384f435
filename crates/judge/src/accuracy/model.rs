//! Bodies at rest, both as the crate has them and as they are defined.

use nalgebra::{Isometry, Matrix3, SVector, Translation, UnitComplex, UnitQuaternion, Vector3};
use photofinish::Real;
use photofinish::shape::AnyShape;
use photofinish::support::{Posed, Rounded};

use super::facets::Facets;
use crate::soundness::{FromOracle, shape};
use photofinish_oracle::motion::Orientation;
use photofinish_oracle::planted::Dice;
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

/// A body in the world, as it is defined.
#[derive(Clone)]
pub struct Model<const D: usize> {
    pub body: Body<D>,
    /// The definition of the shape: a solid and a radius.
    pub core: Core,
    /// The faces and edges of the solid, if it is a polytope.
    pub facets: Option<Facets>,
    /// No point of the shape is farther than this from its middle.
    pub size: f64,
    pub orientation: Orientation,
    pub matrix: Matrix3<f64>,
    /// Where the origin of the shape is.
    pub location: Vector3<f64>,
}

impl<const D: usize> Model<D> {
    /// Returns a body at the origin.
    pub fn new(body: Body<D>, orientation: Orientation) -> Self {
        let core = body.core();
        Self {
            facets: match &core.solid {
                Solid::Polytope(hull) => Some(Facets::new(hull, D)),
                _ => None,
            },
            size: core.extent(),
            core,
            body,
            matrix: orientation.matrix(),
            orientation,
            location: Vector3::zeros(),
        }
    }

    pub fn is_smooth(&self) -> bool {
        self.facets.is_none()
    }

    /// Returns how far the body reaches along a vector, as a point that is measured from the location.
    pub fn support_point(&self, s: &Vector3<f64>) -> Vector3<f64> {
        self.matrix * self.core.solid.support_point(&self.matrix.tr_mul(s)) + s * self.core.radius
    }
}

/// Moves B along a unit vector n from A to B. Afterwards the support point of B along -n is `gap` beyond that of A
/// along n.
pub fn plant<const D: usize>(a: &Model<D>, b: &mut Model<D>, n: &Vector3<f64>, gap: f64) {
    b.location = a.location + (a.support_point(n) - b.support_point(&-n)) + n * gap;
}

/// A body as the crate has it, and exactly that body as it is defined.
pub struct Placed<T: Real, R, const D: usize> {
    pub model: Model<D>,
    shape: Rounded<AnyShape<T, D>, T>,
    pose: Isometry<T, R, D>,
}

impl<T: Real, R: Turn<T, D>, const D: usize> Placed<T, R, D> {
    pub fn new(mut model: Model<D>) -> Self {
        let rotation = R::rotation(&model.orientation);
        let place: SVector<T, D> = lower::<D>(&model.location).map(T::of);
        model.matrix = rotation.exact_matrix();
        model.location = lift(&place.map(T::as_f64));
        Self {
            shape: shape(&model.body).expect("the generators make good shapes"),
            pose: Isometry::from_parts(Translation::from(place), rotation),
            model,
        }
    }

    pub fn posed(&self) -> Posed<&Rounded<AnyShape<T, D>, T>, T, D> {
        Posed::new(&self.shape, &self.pose).expect("a pose")
    }

    /// Returns the numbers from which the body can be built again.
    pub fn literal(&self) -> String {
        let Body { shape, round } = &self.model.body;
        let Isometry {
            translation,
            rotation,
        } = &self.pose;
        let place = &translation.vector;
        format!("{shape:?} rounded by {round:?} at {place:?} turned by {rotation:?}")
    }
}

/// The kinds of shapes in random pairs. The first ones are in the order of those of the oracle.
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
        let kind = match self {
            Kind::Hull => return hull(dice, size, points),
            Kind::RoundCuboid => Kind::Cuboid,
            Kind::RoundCone => Kind::Cone,
            kind => kind,
        };
        let mut body = Body::sharp(dice.shape(kind as usize, size));
        if kind != self {
            body.round = dice.part(size, 0.01, 0.5);
        }
        body
    }
}

/// Returns the hull of 4 or more points in an ellipsoid or on its surface.
fn hull<const D: usize>(dice: &mut Dice, size: f64, points: usize) -> Body<D> {
    let axes: SVector<f64, D> = SVector::from_fn(|_, _| dice.scale(0.1, 1.0) * size);
    let on_surface = dice.chance(0.7);
    let count = 4 + dice.pick(points - 3);
    let mut point = || {
        let within = dice.in_ball::<D>();
        let length = if on_surface { within.norm() } else { 1.0 };
        (within / length)
            .component_mul(&axes)
            .map(|x| dice.round(x))
    };
    Body::sharp(Shape::Points((0..count).map(|_| point()).collect()))
}

/// Returns a point of the unit ball or disc, but not one near its middle.
pub fn in_ball<const D: usize>(dice: &mut Dice) -> Vector3<f64> {
    lift(&dice.in_ball::<D>())
}

/// Returns a unit vector in double precision.
pub fn direction<const D: usize>(dice: &mut Dice) -> Vector3<f64> {
    in_ball::<D>(dice).normalize()
}

/// Returns the first `D` coordinates of a vector in space, rounded.
pub fn rounded<const D: usize>(dice: &Dice, v: &Vector3<f64>) -> SVector<f64, D> {
    lower::<D>(v).map(|x| dice.round(x))
}
