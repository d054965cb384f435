//! Moving bodies without their types.

use nalgebra::SVector;

use super::Extrusion;
use crate::proof::{Extruded, Subject};
use crate::{Real, SupportMap};

/// A moving body without its type: what is measured of it at one time is compiled once for all types.
pub(crate) trait Stated<T: Real, const D: usize>: Extrusion<T, D> {
    /// Shows the body as it is at a time, measured from an origin.
    fn look(&self, time: T, origin: &SVector<T, D>, see: &mut dyn FnMut(&dyn SupportMap<T, D>));
}

impl<E: Extrusion<T, D>, T: Real, const D: usize> Stated<T, D> for E {
    fn look(&self, time: T, origin: &SVector<T, D>, see: &mut dyn FnMut(&dyn SupportMap<T, D>)) {
        see(&self.slice(time, origin));
    }
}

/// One of the two bodies of a question, without its type. A function that takes it is compiled once for all bodies.
#[derive(Clone, Copy)]
pub(crate) struct Side<'b, T: Real, const D: usize> {
    /// As it is measured.
    pub(crate) body: &'b dyn Stated<T, D>,
    /// As the kernel asks it.
    pub(crate) subject: &'b dyn Subject<D>,
}

impl<'b, T: Real, const D: usize> Side<'b, T, D> {
    /// Returns what a function says of a body without its type.
    #[inline]
    pub(crate) fn of<E: Extrusion<T, D>, X>(body: &E, see: impl FnOnce(Side<'_, T, D>) -> X) -> X {
        let subject = Extruded::of(body);
        see(Side {
            body,
            subject: &subject,
        })
    }

    /// Returns what a function says of two bodies without their types.
    #[inline]
    pub(crate) fn both<A, B, X>(a: &A, b: &B, see: impl FnOnce([Side<'_, T, D>; 2]) -> X) -> X
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        Side::of(a, |a| Side::of(b, |b| see([a, b])))
    }
}

/// Returns what a function says of both bodies as they are at a time, measured from an origin.
pub(crate) fn slices<T: Real, const D: usize, X>(
    [a, b]: [&dyn Stated<T, D>; 2],
    (time, origin): (T, &SVector<T, D>),
    of: impl FnOnce([&dyn SupportMap<T, D>; 2]) -> X,
) -> X {
    let (mut of, mut found) = (Some(of), None);
    a.look(time, origin, &mut |a| {
        b.look(time, origin, &mut |b| {
            found = of.take().map(|of| of([a, b]));
        });
    });
    found.expect("a body shows itself once")
}
