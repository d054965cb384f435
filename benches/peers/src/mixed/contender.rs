//! Defines the contenders of a stream.

use std::marker::PhantomData;

use photofinish::motion::Motion;
use photofinish::shape::AnyShape;
use photofinish::{Moving, Query, Real};

use super::stream::Stream;
use crate::contender::photofinish::shape;
use crate::moving::case::{Body, Case, Family};
use crate::moving::contender::parry::{self, Slop};
use crate::moving::contender::photofinish::MovingPair;
use crate::moving::contender::{Contender, Pair, Role, box3d};
use crate::moving::truth::{sweep, velocity};

/// Returns the contenders of a stream, in the order of the tables.
pub fn all(stream: Stream) -> Vec<Box<dyn Contender>> {
    let exact = stream == Stream::Depth;
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Box::new(Photofinish::<f64>::new(
            "photofinish f64",
            Role::Ours,
            exact,
        )),
        Box::new(Photofinish::<f64>::new(
            "photofinish f64 sweep",
            Role::OurSweep,
            exact,
        )),
        Box::new(Photofinish::<f32>::new(
            "photofinish f32",
            Role::Ours,
            exact,
        )),
        Box::new(Photofinish::<f32>::new(
            "photofinish f32 sweep",
            Role::OurSweep,
            exact,
        )),
        Box::new(parry::f32::Sweep {
            name: "parry f32 loose",
            slop: Slop::LOOSE,
        }),
        Box::new(parry::f64::Sweep {
            name: "parry f64 fine",
            slop: Slop::FINE,
        }),
        Box::new(box3d::Sweep),
        Box::new(parry::f32::Cast),
        Box::new(parry::f64::Cast),
        Box::new(box3d::Cast),
    ];
    if stream == Stream::Of(Family::Spin) {
        contenders.push(Box::new(parry::f32::Nonlinear));
        contenders.push(Box::new(parry::f64::Nonlinear));
    }
    contenders
}

/// photofinish, with one type for all shapes.
struct Photofinish<T> {
    name: &'static str,
    role: Role,
    exact: bool,
    scalar: PhantomData<fn() -> T>,
}

impl<T: Real> Photofinish<T> {
    fn new(name: &'static str, role: Role, exact: bool) -> Self {
        Self {
            name,
            role,
            exact,
            scalar: PhantomData,
        }
    }

    fn pair<M: Motion<T, 3> + 'static>(
        &self,
        [a, b]: [AnyShape<T, 3>; 2],
        [motion_a, motion_b]: [M; 2],
    ) -> Box<dyn Pair> {
        let query = Query::new();
        Box::new(MovingPair {
            a: Moving::new(a, motion_a),
            b: Moving::new(b, motion_b),
            query: if self.exact {
                query.exact_depth()
            } else {
                query
            },
        })
    }
}

impl<T: Real> Contender for Photofinish<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn role(&self) -> Role {
        self.role
    }

    fn epsilon(&self) -> f64 {
        T::EPSILON.as_f64()
    }

    fn build(&self, case: &Case) -> Option<Box<dyn Pair>> {
        let bodies = [&case.a, &case.b];
        let made = |body: &Body| shape::<T>(&body.solid.shape).ok();
        let shapes = [made(bodies[0])?, made(bodies[1])?];
        Some(if self.role == Role::OurSweep {
            self.pair(shapes, bodies.map(sweep::<T>))
        } else {
            self.pair(shapes, bodies.map(velocity::<T>))
        })
    }
}
