//! A shape with a motion.

use std::hint::black_box;

use nalgebra::SVector;

use super::{BodyFrame, Extrusion};
use crate::motion::{FixedAxis, Law, Motion};
use crate::proof::{Body, Facts, underflow};
use crate::support::{Posed, core_reach};
use crate::vector::{length_of, numbers};
use crate::{Real, Span, SupportMap, ToF64};

/// Returns a reach in double precision, with what underflow may have taken from it.
fn wide<T: Real>(reach: T) -> f64 {
    reach.as_f64() + underflow::<T>()
}

/// Ulps of its length that a turned arm may lose: three halves in each row of the product, 2.6 for all rows.
const CENTER_ULPS: f64 = 4.0;

/// A rigid body: a shape in its own frame, and the motion of that frame.
///
/// The [`motion`](crate::motion) docs say which motion to choose. Shape and motion may be references: many bodies can
/// share one shape.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::Cuboid;
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // two unit squares, one of which slides towards the other at speed 4
/// let square = Cuboid::new(vector![0.5, 0.5])?;
/// let slide = ConstantVelocity::new(Isometry2::translation(-3.0, 0.0), vector![4.0, 0.0], 0.0)?;
/// let a = Moving::new(&square, slide);
/// let b = Moving::new(&square, AtRest::new(Isometry2::identity())?);
///
/// let Outcome::Impact(impact) = time_of_impact(&a, &b, 0.0..=1.0)?.outcome else {
///     panic!("the gap of 2 closes within half a second");
/// };
/// assert!(impact.time <= 0.5 && impact.time > 0.5 - 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// What a query reads of a body takes few lines of the cache: the motions of the crate end with their laws, and the facts
// and the shape follow. The layout is no promise.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Moving<S, M, T, const D: usize> {
    motion: M,
    facts: Facts<D>,
    shape: S,
    /// The largest distance of a point of the shape's core from the motion's centre.
    ///
    /// The bounds need to hold for the core only: the radius around it stays the same however the body turns.
    reach: T,
    /// The same from the origin of the shape's frame.
    size: T,
}

/// A moving body in the plane, for types that are written out. The scalar is `f64` unless it is given.
///
/// ```
/// use photofinish::Moving2;
/// use photofinish::motion::Sweep2;
/// use photofinish::shape::Cuboid;
///
/// struct Crate {
///     body: Moving2<Cuboid<f64, 2>, Sweep2<f64>>,
///     drawn: Moving2<Cuboid<f32, 2>, Sweep2<f32>, f32>,
/// }
/// ```
pub type Moving2<S, M, T = f64> = Moving<S, M, T, 2>;

/// A moving body in space, for types that are written out. The scalar is `f64` unless it is given.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::motion::{AnyMotion3, AtRest};
/// use photofinish::shape::{AnyShape, Cuboid};
/// use photofinish::{Moving, Moving3};
///
/// // one type for all bodies of a scene
/// struct Scene {
///     bodies: Vec<Moving3<AnyShape<f64, 3>, AnyMotion3<f64>>>,
/// }
///
/// let mut scene = Scene { bodies: Vec::new() };
/// let floor = Cuboid::new(vector![10.0, 0.5, 10.0])?;
/// scene.bodies.push(Moving::new(floor.into(), AtRest::new(Isometry3::identity())?.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Moving3<S, M, T = f64> = Moving<S, M, T, 3>;

impl<T: Real, const D: usize, S: SupportMap<T, D>, M: Motion<T, D>> Moving<S, M, T, D> {
    /// Returns the body with the given shape and motion. The shape is measured now, and must not change any more. Hulls
    /// know their measures, so this is cheap, but for a motion about a centre that is not the origin of the shape's
    /// frame it looks at all vertices.
    pub fn new(shape: S, motion: M) -> Self {
        let size = core_reach(&shape, &SVector::zeros());
        let center = motion.center();
        let reach = if center == SVector::<T, D>::zeros() {
            size
        } else {
            core_reach(&shape, &center)
        };
        Self {
            facts: Facts::of(&shape, &numbers(&center), wide(reach)),
            shape,
            motion,
            reach,
            size,
        }
    }

    /// Returns this shape with another motion. If both motions have one centre, the shape is not measured again.
    pub fn with_motion<N: Motion<T, D>>(self, motion: N) -> Moving<S, N, T, D> {
        let (reach, facts) = self.measured_for(&motion);
        Moving {
            reach,
            size: self.size,
            facts,
            shape: self.shape,
            motion,
        }
    }

    /// Returns this shape, by reference, with another motion.
    pub(crate) fn on<N: Motion<T, D>>(&self, motion: N) -> Moving<&S, N, T, D> {
        let (reach, facts) = self.measured_for(&motion);
        Moving {
            reach,
            size: self.size,
            facts,
            shape: &self.shape,
            motion,
        }
    }

    /// Returns the reach from the centre of a motion, and what queries then need of the shape.
    fn measured_for(&self, motion: &impl Motion<T, D>) -> (T, Facts<D>) {
        let center = motion.center();
        if center == self.motion.center() {
            return (self.reach, self.facts);
        }
        let reach = core_reach(&self.shape, &center);
        (reach, self.facts.about(&numbers(&center), wide(reach)))
    }

    /// Replaces the motion, and returns the old one.
    pub(crate) fn replace_motion(&mut self, motion: M) -> M {
        (self.reach, self.facts) = self.measured_for(&motion);
        std::mem::replace(&mut self.motion, motion)
    }

    /// Returns the largest distance of a point of the shape's core from the motion's centre.
    pub(crate) fn reach(&self) -> T {
        self.reach
    }

    /// Returns what queries need of the shape.
    #[inline(always)]
    pub(crate) fn facts(&self) -> &Facts<D> {
        &self.facts
    }

    /// Reads a number of each line of the cache that a query may come to: a processor then waits for all of them at once,
    /// and not for one after the other. The sum is of no use. Without `black_box` the compiler would leave the readings out.
    #[inline(always)]
    pub(crate) fn read_ahead(&self, law: &Law<D>) {
        let of_law = law.axis[0] + law.from[0];
        black_box(of_law + self.facts.in_last_lines());
    }

    /// Returns the shape, in its own frame.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the motion of the shape's frame.
    pub fn motion(&self) -> &M {
        &self.motion
    }
}

impl<T, const D: usize, S, M> Extrusion<T, D> for Moving<S, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    M: Motion<T, D>,
{
    type Slice<'a>
        = Posed<&'a S, T, D>
    where
        Self: 'a;

    #[inline(always)]
    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        let placement = self.motion.placement(time, origin);
        Posed::placed(&self.shape, self.size, placement)
    }

    #[inline]
    fn reference(&self, time: T) -> SVector<T, D> {
        self.motion.reference(time)
    }

    fn size(&self) -> T {
        self.size + self.shape.radius()
    }

    #[inline]
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        self.motion.acceleration_bound(along, during, self.reach)
    }

    #[inline]
    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        self.motion.speed_bound(along, during, self.reach)
    }

    #[inline]
    fn next_knot(&self, after: T) -> Option<T> {
        self.motion.next_knot(after)
    }

    #[inline]
    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        self.motion.fixed_axis(during)
    }

    fn frame(&self, time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        let placement = self.motion.placement(time, origin);
        let arm = self.motion.center();
        let turned = placement.rotation * arm;
        // the sum of the product and the translation
        let rounding = (turned.abs() + placement.translation.abs()).sum() * T::EPSILON;
        let turned_error =
            length_of(&arm) * (placement.angle_error + T::EPSILON * T::of(CENTER_ULPS));
        Some(BodyFrame {
            rotation: placement.rotation,
            angle_error: placement.angle_error,
            center: placement.translation + turned,
            center_error: length_of(&placement.translation_error) + turned_error + rounding,
            reach: self.reach,
        })
    }

    fn inner_diameter(&self) -> T {
        self.shape.inner_diameter()
    }

    #[inline(always)]
    fn rigid(&self, from: f64, end: f64) -> Option<(Body<'_, D>, f64)> {
        Some(self.body(from, end))
    }
}

impl<S, M, const D: usize> ToF64 for Moving<S, M, f32, D>
where
    S: ToF64<F64: SupportMap<f64, D>>,
    M: ToF64<F64: Motion<f64, D>>,
{
    type F64 = Moving<S::F64, M::F64, f64, D>;

    fn to_f64(&self) -> Self::F64 {
        // its reach is measured anew: it was rounded in single precision
        Moving::new(self.shape.to_f64(), self.motion.to_f64())
    }
}
