//! Bodies that are not rigid: extrusions, asked for their slices.

use std::marker::PhantomData;

use nalgebra::SVector;

use super::body::{LEAST_NUMBERS, feature, numbers, until_knot};
use super::kernel::VECTOR_ERROR;
use super::movement::stated;
use super::{Asked, Body, Facts, Movement, Subject};
use crate::number::Vector;
use crate::support::Feature;
use crate::{Extrusion, Real, SupportMap};

/// An extrusion as a body that questions are asked about, without its types.
pub struct Extruded<'e, E: ?Sized, T>(&'e E, PhantomData<T>);

impl<'e, E: ?Sized, T> Extruded<'e, E, T> {
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

impl<E: Extrusion<T, D> + ?Sized, T: Real, const D: usize> Subject<D> for Extruded<'_, E, T> {
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
fn sliced<'b, E: Extrusion<T, D> + ?Sized, T: Real, const D: usize>(
    extruded: &'b Extruded<'_, E, T>,
    from: f64,
    end: f64,
) -> (Body<'b, D>, f64) {
    let extrusion = extruded.0;
    let size = extrusion.size().as_f64();
    let (_, until) = until_knot(from, end, |after| extrusion.next_knot(after));
    let body = Body {
        shape: Asked::Sliced(extruded),
        facts: Facts::of_any(Slices::<D>::is_single(extruded)),
        movement: Movement::Sliced(extruded),
        pivot: [0.0; D],
        // no claim rests on it, as every slice is measured; but below zero it would hide errors of the other body
        reach: if size > 0.0 { size } else { 0.0 },
        outward: None,
    };
    (body, until)
}

/// What a query needs of a slice.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The radius by which its core is rounded.
    pub(super) radius: f64,
    /// No less than the distance of any of its points from the origin.
    pub(super) size: f64,
    /// How far rounding may take a gap from the truth.
    pub(super) error: f64,
}

/// An [`Extrusion`] without its types: it is asked in its own scalar.
#[allow(missing_docs)]
pub trait Slices<const D: usize> {
    fn is_single(&self) -> bool;
    fn farthest(
        &self,
        time: f64,
        origin: &[f64; D],
        direction: Vector<D>,
        hint: &mut u32,
    ) -> [f64; D];
    fn feature(
        &self,
        time: f64,
        origin: &[f64; D],
        points: &[([f64; D], u32)],
        direction: Vector<D>,
    ) -> Feature;
    fn measured(&self, time: f64, origin: &[f64; D]) -> Measured;
    fn inner_diameter(&self) -> f64;
    fn acceleration(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64>;
    fn speed(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64>;
}

/// A share of the size that a gap may lose. In units of 2^-53: the sum with the location and the difference of both bodies
/// lose 2, the dot product 5, and the vector is off unit length by 64. The sum over the axes of |s| |x| is no more than
/// the size, as that is a sum over the axes.
const SLICE_ERROR: f64 = 2.0 * VECTOR_ERROR;

impl<E: Extrusion<T, D> + ?Sized, T: Real, const D: usize> Slices<D> for Extruded<'_, E, T> {
    fn is_single(&self) -> bool {
        size_of::<T>() == size_of::<f32>()
    }

    fn farthest(
        &self,
        time: f64,
        origin: &[f64; D],
        direction: Vector<D>,
        hint: &mut u32,
    ) -> [f64; D] {
        let slice = self.0.slice(T::of(time), &in_scalar(origin));
        let (location, point) = (slice.location(), slice.core_farthest(direction, hint));
        std::array::from_fn(|k| location[k].as_f64() + point[k])
    }

    fn feature(
        &self,
        time: f64,
        origin: &[f64; D],
        points: &[([f64; D], u32)],
        direction: Vector<D>,
    ) -> Feature {
        let slice = self.0.slice(T::of(time), &in_scalar(origin));
        let location = slice.location();
        let from_location = |(point, name): &([f64; D], u32)| {
            let point = std::array::from_fn(|k| point[k] - location[k].as_f64());
            (point, *name)
        };
        let points: Vec<_> = points.iter().map(from_location).collect();
        feature(&slice, &points, direction)
    }

    /// A point of a slice may be off by what the slice states, which is in its scalar and counts along each axis. A
    /// direction is rounded to the scalar too, to half an ulp of each term for either of two points that it compares. So
    /// is a radius that is a sum.
    fn measured(&self, time: f64, origin: &[f64; D]) -> Measured {
        let slice = self.0.slice(T::of(time), &in_scalar(origin));
        let sum = |v: SVector<T, D>| v.iter().map(|x| x.as_f64().abs()).sum::<f64>();
        let size = sum(slice.extents()) + sum(slice.location());
        let radius = slice.radius().as_f64();
        let stated = slice.core_error() * (1.0 + VECTOR_ERROR);
        let error = stated
            + T::EPSILON.as_f64() * (size + radius)
            + SLICE_ERROR * (size + radius)
            + LEAST_NUMBERS * T::MIN_POSITIVE.as_f64();
        Measured {
            radius,
            size,
            error,
        }
    }

    fn inner_diameter(&self) -> f64 {
        self.0.inner_diameter().as_f64()
    }

    fn acceleration(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64> {
        stated(along, during, 0.0, |s, during, _| {
            self.0.acceleration_bound(s, during)
        })
    }

    fn speed(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64> {
        stated(along, during, 0.0, |s, during, _| {
            self.0.speed_bound(s, during)
        })
    }
}

fn in_scalar<T: Real, const D: usize>(v: &[f64; D]) -> SVector<T, D> {
    SVector::from_fn(|k, _| T::of(v[k]))
}
