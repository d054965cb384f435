//! Asks this library.

use std::marker::PhantomData;

use nalgebra::{Isometry3, Quaternion, SVector, Translation3, UnitQuaternion, Vector3};
use photofinish::Real;
use photofinish::gjk::{self, Closest, Termination};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Segment, Triangle,
};
use photofinish::support::Posed;
use photofinish::{Proximity, proximity};

use super::{Answer, Contender, Measure, Pair, Question, Slack};
use crate::oracle::shape::Shape;
use crate::scenes::{Case, Solid};

#[derive(Default)]
pub struct Photofinish<T>(PhantomData<T>);

impl<T: Real> Contender for Photofinish<T> {
    fn name(&self) -> &'static str {
        if size_of::<T>() == 4 {
            "photofinish f32"
        } else {
            "photofinish f64"
        }
    }

    fn epsilon(&self) -> f64 {
        T::EPSILON.as_f64()
    }

    fn slack(&self, question: Question) -> Slack {
        // the relative difference of the bounds at which a search ends for smooth bodies
        let share = match question {
            Question::Intersects => 0.0,
            _ => T::RELATIVE_TOLERANCE.as_f64(),
        };
        Slack { length: 0.0, share }
    }

    fn build(&self, case: &Case) -> Result<Box<dyn Pair>, Answer> {
        Ok(Box::new(Bodies {
            a: body::<T>(&case.a)?,
            b: body::<T>(&case.b)?,
        }))
    }
}

type Body<T> = Posed<AnyShape<T, 3>, T, 3>;

struct Bodies<T> {
    a: Body<T>,
    b: Body<T>,
}

impl<T: Real> Pair for Bodies<T> {
    fn distance(&self) -> Answer {
        match gjk::distance(&self.a, &self.b) {
            Some(closest) => disjoint(&closest),
            None => Answer::Measured(Measure {
                signed: 0.0,
                normal: None,
                points: None,
            }),
        }
    }

    fn intersects(&self) -> Answer {
        Answer::Touching(gjk::intersects(&self.a, &self.b, &mut SVector::zeros()))
    }

    fn signed(&self) -> Answer {
        match proximity(&self.a, &self.b) {
            Proximity::Disjoint(closest) => disjoint(&closest),
            // the bounds hold, but are not tight
            Proximity::Overlapping(overlap) if overlap.termination == Termination::Exhausted => {
                Answer::Nothing
            }
            Proximity::Overlapping(overlap) => Answer::Measured(Measure {
                signed: -overlap.depth.as_f64(),
                normal: Some(double(&overlap.contact.normal)),
                points: Some([
                    double(&overlap.contact.witness_a),
                    double(&overlap.contact.witness_b),
                ]),
            }),
        }
    }
}

fn disjoint<T: Real>(closest: &Closest<T, 3>) -> Answer {
    Answer::Measured(Measure {
        signed: closest.distance.as_f64(),
        normal: Some(double(&closest.contact.normal)),
        points: Some([
            double(&closest.contact.witness_a),
            double(&closest.contact.witness_b),
        ]),
    })
}

fn body<T: Real>(solid: &Solid) -> Result<Body<T>, Answer> {
    let shape = shape(&solid.shape).map_err(|_| Answer::NotBuilt)?;
    Ok(Posed::new(shape, &pose(solid)).expect("a pose"))
}

pub(crate) fn pose<T: Real>(solid: &Solid) -> Isometry3<T> {
    let [x, y, z, w] = solid.quaternion.map(T::of);
    let rotation = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
    Isometry3::from_parts(Translation3::from(solid.position.map(T::of)), rotation)
}

pub(crate) fn shape<T: Real>(shape: &Shape<3>) -> Result<AnyShape<T, 3>, photofinish::ShapeError> {
    let of = T::of;
    Ok(match shape {
        Shape::Ball { radius } => AnyShape::Ball(Ball::new(of(*radius))?),
        Shape::Cuboid { half } => AnyShape::Cuboid(Cuboid::new(half.map(of))?),
        Shape::Capsule {
            half_height,
            radius,
        } => AnyShape::Capsule(Capsule::new(of(*half_height), of(*radius))?),
        Shape::Cylinder {
            half_height,
            radius,
        } => AnyShape::Cylinder(Cylinder::new(of(*half_height), of(*radius))?),
        Shape::Cone {
            half_height,
            radius,
        } => AnyShape::Cone(Cone::new(of(*half_height), of(*radius))?),
        Shape::Points(points) => hull(points)?,
        Shape::Segment(ends) => AnyShape::Segment(Segment::new(ends.map(|end| end.map(of)))?),
        Shape::Triangle(corners) => {
            AnyShape::Triangle(Triangle::new(corners.map(|corner| corner.map(of)))?)
        }
    })
}

fn hull<T: Real>(points: &[Vector3<f64>]) -> Result<AnyShape<T, 3>, photofinish::ShapeError> {
    let points: Vec<_> = points.iter().map(|point| point.map(T::of)).collect();
    Ok(AnyShape::ConvexHull(ConvexHull::new(&points)?))
}

fn double<T: Real>(vector: &Vector3<T>) -> Vector3<f64> {
    vector.map(T::as_f64)
}
