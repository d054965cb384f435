//! Bodies that state no more to the kernel than those of a user must.

use nalgebra::{Isometry, SVector};
use photofinish::motion::{Motion, Placement};
use photofinish::proof::{Extruded, Subject};
use photofinish::shape::AnyShape;
use photofinish::support::Rounded;
use photofinish::{Extrusion, Moving, Real, Span};

use super::convert::{AnyBody, AnyMotion, FromOracle};

/// What a body states to the kernel.
#[derive(Clone, Copy, Debug)]
pub enum States {
    /// The law of its motion.
    Law,
    /// Placements and bounds.
    Bounds,
    /// Slices and bounds: it does not say that it is rigid.
    Slices,
}

type Lawless<'b, T, R, const D: usize> =
    Moving<&'b Rounded<AnyShape<T, D>, T>, Plain<&'b AnyMotion<T, R, D>>, T, D>;

/// A body that can state any of these to the kernel.
pub struct Stating<'b, T: Real, R: FromOracle<T, D>, const D: usize> {
    body: &'b AnyBody<T, R, D>,
    plain: Lawless<'b, T, R, D>,
    loose: Loose<&'b AnyBody<T, R, D>>,
}

impl<'b, T: Real, R: FromOracle<T, D>, const D: usize> Stating<'b, T, R, D> {
    pub fn new(body: &'b AnyBody<T, R, D>, is_of_first_order: bool) -> Self {
        Self {
            body,
            plain: Moving::new(body.shape(), Plain(body.motion())),
            loose: Loose {
                body,
                is_of_first_order,
            },
        }
    }

    pub fn subject(&self, states: States) -> Box<dyn Subject<D> + '_> {
        match states {
            States::Law => Box::new(Extruded::of(self.body)),
            States::Bounds => Box::new(Extruded::of(&self.plain)),
            States::Slices => Box::new(Extruded::of(&self.loose)),
        }
    }
}

/// A motion without its law.
struct Plain<M>(M);

impl<T: Real, const D: usize, M: Motion<T, D>> Motion<T, D> for Plain<M> {
    type Rotation = M::Rotation;

    fn pose(&self, time: T) -> Isometry<T, M::Rotation, D> {
        self.0.pose(time)
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        self.0.placement(time, origin)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.0.reference(time)
    }

    fn center(&self) -> SVector<T, D> {
        self.0.center()
    }

    fn next_knot(&self, after: T) -> Option<T> {
        self.0.next_knot(after)
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        self.0.acceleration_bound(along, during, reach)
    }
}

/// A body that does not say that it is rigid.
struct Loose<E> {
    body: E,
    /// Whether it states speeds alone.
    is_of_first_order: bool,
}

impl<T: Real, const D: usize, E: Extrusion<T, D>> Extrusion<T, D> for Loose<E> {
    type Slice<'a>
        = E::Slice<'a>
    where
        Self: 'a;

    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        self.body.slice(time, origin)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.body.reference(time)
    }

    fn size(&self) -> T {
        self.body.size()
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        let bound = self.body.acceleration_bound(along, during);
        bound.filter(|_| !self.is_of_first_order)
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        self.body.speed_bound(along, during)
    }

    fn next_knot(&self, after: T) -> Option<T> {
        self.body.next_knot(after)
    }
}
