//! Bodies that are not rigid: extrusions, asked for their slices.

use std::marker::PhantomData;

use nalgebra::{SMatrix, SVector};

use super::body::{LEAST_NUMBERS, feature, in_scalar, until_knot};
use super::kernel::VECTOR_ERROR;
use super::movement::{Bounded, Placed, stated};
use super::{Asked, Body, Facts, Movement, Subject};
use crate::number::Vector;
use crate::support::Feature;
use crate::vector::numbers;
use crate::{Extrusion, Real, SupportMap};

/// An extrusion as a body that questions are asked about, without its types.
pub struct Extruded<'e, E, T>(&'e E, PhantomData<T>);

impl<'e, E, T> Extruded<'e, E, T> {
    /// Takes an extrusion.
    #[inline(always)]
    pub fn of<const D: usize>(extrusion: &'e E) -> Self
    where
        T: Real,
        E: Extrusion<T, D>,
    {
        Self(extrusion, PhantomData)
    }
}

impl<E: Extrusion<T, D>, T: Real, const D: usize> Subject<D> for Extruded<'_, E, T> {
    #[inline(always)]
    fn body(&self, from: f64, end: f64) -> (Body<'_, D>, f64) {
        match self.0.rigid(from, end) {
            Some(found) => found,
            None => sliced(self, from, end),
        }
    }

    fn reference(&self, time: f64) -> [f64; D] {
        numbers(&self.0.reference(T::of(time)))
    }
}

#[inline(never)]
fn sliced<'b, E: Extrusion<T, D>, T: Real, const D: usize>(
    extruded: &'b Extruded<'_, E, T>,
    from: f64,
    end: f64,
) -> (Body<'b, D>, f64) {
    let extrusion = extruded.0;
    let size = extrusion.size().as_f64();
    let (_, until) = until_knot(from, end, |after| extrusion.next_knot(after));
    let body = Body {
        shape: Asked::Sliced(extruded),
        facts: Facts::of_any::<T>(),
        movement: Movement::Bounded(extruded),
        pivot: [0.0; D],
        // no claim rests on it, as every slice is measured; but below zero it would hide errors of the other body
        reach: if size > 0.0 { size } else { 0.0 },
        outward: None,
    };
    (body, until)
}

/// A time, and the origin from which slices are measured.
type Then<'t, const D: usize> = (f64, &'t [f64; D]);

/// An [`Extrusion`] without its types: it is asked in its own scalar.
#[allow(missing_docs)]
pub trait Slices<const D: usize>: Bounded<D> {
    fn farthest(&self, direction: Vector<D>, hint: &mut u32, then: Then<'_, D>) -> [f64; D];
    fn feature(
        &self,
        points: &[([f64; D], u32)],
        direction: Vector<D>,
        then: Then<'_, D>,
    ) -> Feature;
    fn inner_diameter(&self) -> f64;
}

/// A share of the size that a gap may lose. In units of 2^-53: the sum with the location and the difference of both bodies
/// lose 2, the dot product 5, and the vector is off unit length by 64. The sum over the axes of |s| |x| is no more than
/// the size, as that is a sum over the axes.
const SLICE_ERROR: f64 = 2.0 * VECTOR_ERROR;

impl<E: Extrusion<T, D>, T: Real, const D: usize> Slices<D> for Extruded<'_, E, T> {
    fn farthest(
        &self,
        direction: Vector<D>,
        hint: &mut u32,
        (time, origin): Then<'_, D>,
    ) -> [f64; D] {
        let slice = self.0.slice(T::of(time), &in_scalar(origin));
        let (location, point) = (slice.location(), slice.core_farthest(direction, hint));
        std::array::from_fn(|k| location[k].as_f64() + point[k])
    }

    fn feature(
        &self,
        points: &[([f64; D], u32)],
        direction: Vector<D>,
        (time, origin): Then<'_, D>,
    ) -> Feature {
        let slice = self.0.slice(T::of(time), &in_scalar(origin));
        feature(&slice, points, &numbers(&slice.location()), direction)
    }

    fn inner_diameter(&self) -> f64 {
        self.0.inner_diameter().as_f64()
    }
}

impl<E: Extrusion<T, D>, T: Real, const D: usize> Bounded<D> for Extruded<'_, E, T> {
    /// A point of a slice may be off by what the slice states, which is in its scalar and counts along each axis. A
    /// direction is rounded to the scalar too, to half an ulp of each term for either of two points that it compares. So
    /// is a radius that is a sum.
    fn placed(&self, time: f64, origin: &[f64; D]) -> Placed<D> {
        let slice = self.0.slice(T::of(time), &in_scalar(origin));
        let sum = |v: SVector<T, D>| v.iter().map(|x| x.as_f64().abs()).sum::<f64>();
        let size = sum(slice.extents()) + sum(slice.location());
        let radius = slice.radius().as_f64();
        let stated = slice.core_error() * (1.0 + VECTOR_ERROR);
        let error = stated
            + T::EPSILON.as_f64() * (size + radius)
            + SLICE_ERROR * (size + radius)
            + LEAST_NUMBERS * T::MIN_POSITIVE.as_f64();
        Placed {
            rotation: Some(SMatrix::<f64, D, D>::identity().into()),
            center: [0.0; D],
            error,
            radius,
            size,
        }
    }

    fn acceleration(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64> {
        stated(along, during, &|s, during| {
            self.0.acceleration_bound(s, during)
        })
    }

    fn speed(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64> {
        stated(along, during, &|s, during| self.0.speed_bound(s, during))
    }
}
