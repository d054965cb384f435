//! How far bodies and their shapes went in a step.

#[cfg(feature = "dim3")]
use photofinish::SupportMap;
use photofinish::body::AnyForm;
use rapier::math::{Pose, Real, Rotation, Vector};

use crate::Solid;
use crate::convex::Convex;
#[cfg(feature = "dim3")]
use crate::math::{to_vector, vector};
use crate::shapes::Known;

/// How far a body went in a step: a line for its centre of mass, and a turn about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    center: Vector,
    /// How far the centre of mass went.
    shift: Real,
    turn: Turn,
}

/// Sums and products below are of at most sixteen numbers, each off by half an ulp.
const GAUGE_ULPS: Real = 16.0;

impl Course {
    /// Returns the course of a body with this centre of mass, in its own frame.
    pub fn new(center: Vector, start: &Pose, end: &Pose) -> Self {
        let mut way = end.translation - start.translation;
        if center != Vector::ZERO {
            way += end.rotation * center - start.rotation * center;
        }
        // both turned centres are off by a few ulps of their coordinates
        let rounding = GAUGE_ULPS * Real::EPSILON * center.length();
        Self {
            center,
            shift: way.length() + rounding,
            turn: Turn::between(start.rotation, end.rotation),
        }
    }

    /// Returns how far the centre of mass went.
    pub fn shift(&self) -> Real {
        self.shift
    }

    /// Returns how far a point at a distance of 1 from the axis was turned.
    pub fn chord(&self) -> Real {
        self.turn.chord
    }

    /// Returns how far a shape of the body went at most: at all times of the step each of its points is within this
    /// length of where a point of it was at the start.
    ///
    /// A sweep moves the centre on a line, and turns about it by less than half a turn. So a point of the core is never
    /// farther from where it was than the lengths of both ways together. The radius around the core does not turn.
    pub fn travel(&self, known: &Known) -> Real {
        let reach = known.core_reach_from(self.center);
        self.shifted_by(self.turn.chord * reach + self.rounding_of(reach))
    }

    /// Returns a closer bound than [`travel`](Self::travel), for somewhat more work: points of the core on the axis of
    /// the turn do not move.
    ///
    /// So a capsule that rolls goes no farther than its centre.
    pub fn closer_travel(&self, known: &Known) -> Real {
        let reach = known.core_reach_from(self.center);
        match known.solid.as_deref() {
            Ok(Solid::Form(AnyForm::Shape(shape))) => {
                let turned = self.turn.of_core(shape, self.center);
                let turned = turned.min(self.turn.chord * reach);
                self.shifted_by(turned + self.rounding_of(reach))
            }
            _ => self.travel(known),
        }
    }

    fn shifted_by(&self, turned: Real) -> Real {
        (self.shift + turned) * (1.0 + GAUGE_ULPS * Real::EPSILON)
    }

    /// Returns by how much the way of a turned point within `reach` of the centre may be off: the rotations are off by
    /// a few ulps of 1.
    fn rounding_of(&self, reach: Real) -> Real {
        reach * (GAUGE_ULPS * Real::EPSILON)
    }
}

/// Returns how far a turn from one rotation to the other moves a point at a distance of 1 from its axis.
pub(crate) fn chord(from: Rotation, to: Rotation) -> Real {
    Turn::between(from, to).chord
}

/// A turn by at most half a turn.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// How far it moves a point at a distance of 1 from its axis.
    ///
    /// On its way the point is never farther from where it was than the chord of such a turn.
    chord: Real,
    /// The axis in the frame of the body, of any length, or zero without a turn.
    #[cfg(feature = "dim3")]
    axis: Vector,
}

#[cfg(feature = "dim2")]
impl Turn {
    fn between(from: Rotation, to: Rotation) -> Self {
        let (re, im) = (to.re - from.re, to.im - from.im);
        Self {
            chord: (re * re + im * im).sqrt(),
        }
    }

    /// Returns how far it moves a point of the core at most, when the body turns about `center`.
    fn of_core(&self, _shape: &Convex, _center: Vector) -> Real {
        Real::MAX
    }
}

#[cfg(feature = "dim3")]
impl Turn {
    /// The vector of the quaternion that leads from one rotation to the other is along the axis, and as long as the
    /// sine of half the angle: half the chord.
    fn between(from: Rotation, to: Rotation) -> Self {
        let turn = from.inverse() * to;
        let axis = Vector::new(turn.x, turn.y, turn.z);
        Self {
            chord: 2.0 * axis.length(),
            axis,
        }
    }

    /// Returns how far it moves a point of the core at most, when the body turns about `center`.
    ///
    /// A point is as far from the axis as its part square to it is long.
    fn of_core(&self, shape: &Convex, center: Vector) -> Real {
        let Some(axis) = self.axis.try_normalize() else {
            return Real::MAX;
        };
        let across: [Vector; 2] = axis.any_orthonormal_pair().into();
        let from_center = to_vector(&shape.location()) - center;
        let [one, other] = across.map(|along| {
            let reach =
                |along: Vector| shape.core_support_value(&vector(along)) + along.dot(from_center);
            reach(along).max(reach(-along))
        });
        self.chord * (one * one + other * other).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use rapier::geometry::{ColliderBuilder, ColliderHandle};

    #[cfg(feature = "dim2")]
    use photofinish::SupportMap;

    use super::*;
    #[cfg(feature = "dim2")]
    use crate::math::{to_vector, vector};
    use crate::shapes::Shapes;

    #[cfg(feature = "dim2")]
    fn vector_of(rng: &mut StdRng, most: Real) -> Vector {
        let mut number = || rng.random_range(-most..most);
        Vector::new(number(), number())
    }

    #[cfg(feature = "dim3")]
    fn vector_of(rng: &mut StdRng, most: Real) -> Vector {
        let mut number = || rng.random_range(-most..most);
        Vector::new(number(), number(), number())
    }

    #[cfg(feature = "dim2")]
    fn turned_by(angle: Real, _axis: Vector) -> Rotation {
        Rotation::new(angle)
    }

    #[cfg(feature = "dim3")]
    fn turned_by(angle: Real, axis: Vector) -> Rotation {
        Rotation::from_axis_angle(axis.normalize(), angle)
    }

    #[cfg(feature = "dim2")]
    fn shapes() -> Vec<ColliderBuilder> {
        vec![
            ColliderBuilder::ball(0.5),
            ColliderBuilder::cuboid(0.2, 0.4),
            ColliderBuilder::capsule_y(0.6, 0.1),
            ColliderBuilder::round_cuboid(0.3, 0.1, 0.05),
        ]
    }

    #[cfg(feature = "dim3")]
    fn shapes() -> Vec<ColliderBuilder> {
        vec![
            ColliderBuilder::ball(0.5),
            ColliderBuilder::cuboid(0.2, 0.3, 0.4),
            ColliderBuilder::capsule_y(0.6, 0.1),
            ColliderBuilder::cylinder(0.5, 0.2),
            ColliderBuilder::round_cuboid(0.3, 0.1, 0.2, 0.05),
        ]
    }

    /// Returns what is known of a shape, in its own place on a body.
    fn known_of(shapes: &mut Shapes, number: u32, shape: ColliderBuilder, place: Pose) -> &Known {
        let handle = ColliderHandle::from_raw_parts(number, 0);
        shapes.of(handle, &shape.build(), &place)
    }

    #[test]
    fn no_point_of_a_core_goes_farther_than_the_bounds_say() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut known_shapes = Shapes::default();
        let mut closest = [Real::MAX; 2];
        for case in 0..1000u32 {
            let axis = vector_of(&mut rng, 1.0);
            let place = Pose::from_parts(vector_of(&mut rng, 0.3), turned_by(case as Real, axis));
            let shape = shapes().swap_remove(case as usize % shapes().len());
            let known = known_of(&mut known_shapes, case, shape, place);
            let center = vector_of(&mut rng, 0.3);
            let start = Pose::from_parts(vector_of(&mut rng, 9.0), turned_by(case as Real, axis));
            // half of the turns are small, and half of the ways too
            let most = if case % 2 == 0 { 3.0 } else { 0.1 };
            let turn = turned_by(rng.random_range(-most..most), vector_of(&mut rng, 1.0));
            let rotation = turn * start.rotation;
            let way = vector_of(&mut rng, if case % 4 < 2 { 1.0 } else { 0.01 });
            let translation = start.transform_point(center) + way - rotation * center;
            let end = Pose::from_parts(translation, rotation);

            let Ok(Solid::Form(AnyForm::Shape(convex))) = known.solid.as_deref() else {
                panic!("all of them are convex");
            };
            let direction = vector_of(&mut rng, 1.0);
            let point = convex.location() + convex.core_support_point(&vector(direction));
            let point = to_vector(&point);
            let off = (end.transform_point(point) - start.transform_point(point)).length();
            let course = Course::new(center, &start, &end);
            let bounds = [course.travel(known), course.closer_travel(known)];
            // points here are rounded where they are, and so are their difference and its length
            let rounding = 16.0 * Real::EPSILON * (start.translation.length() + off + 2.0);
            for (bound, closest) in bounds.into_iter().zip(&mut closest) {
                assert!(off <= bound + rounding, "case {case}: {off} {bound}");
                *closest = closest.min((bound - off) / (off + rounding));
            }
            assert!(bounds[1] <= bounds[0]);
        }
        // neither is needlessly large where a point has all of both ways
        assert!(closest[0] < 0.1 && closest[1] < 0.1, "{closest:?}");
    }
}
