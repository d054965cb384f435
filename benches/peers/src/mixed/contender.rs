//! Defines the contenders of a stream.

use std::marker::PhantomData;

use photofinish::motion::Motion;
use photofinish::shape::AnyShape;
use photofinish::{InitialContact, Moving, Query, Real, SupportMap};

use super::stream::Stream;
use crate::contender::photofinish::shape;
use crate::moving::case::{Body, Case, Family};
use crate::moving::contender::parry::{self, Slop};
use crate::moving::contender::photofinish::MovingPair;
use crate::moving::contender::{Answer, Contender, Pair, Role, box3d};
use crate::moving::truth::{sweep, velocity};

/// How deep an engine lets bodies overlap, in parry's loose slops, and in the sum of their inner diameters where they
/// are thin.
const DEPTH_IN_SLOPS: f64 = 1.2;
const DEPTH_IN_THICKNESS: f64 = 0.125;
/// The tolerance of an engine in double precision, in that depth.
const TOLERANCE_IN_DEPTH: f64 = 1.0 / 12.0;

/// Returns the contenders of a stream, in the order of the tables.
pub fn all(stream: Stream) -> Vec<Box<dyn Contender>> {
    let asked = match stream {
        Stream::Overlapping => Asked::WhetherAtAll,
        Stream::Depth => Asked::ExactDepth,
        _ => Asked::Default,
    };
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Photofinish::<f64>::boxed("photofinish f64", Role::Ours, asked),
        Photofinish::<f64>::boxed("photofinish f64 sweep", Role::OurSweep, asked),
        Photofinish::<f64>::boxed("photofinish f64 engine", Role::OurSweep, Asked::Engine),
        Photofinish::<f32>::boxed("photofinish f32", Role::Ours, asked),
        Photofinish::<f32>::boxed("photofinish f32 sweep", Role::OurSweep, asked),
        Photofinish::<f32>::boxed("photofinish f32 engine", Role::OurSweep, Asked::Engine),
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
    if stream == Stream::Depth {
        contenders.push(Box::new(parry::f32::Depth));
        contenders.push(Box::new(parry::f64::Depth));
    }
    if stream == Stream::Of(Family::Spin) {
        contenders.push(Box::new(parry::f32::Nonlinear));
        contenders.push(Box::new(parry::f64::Nonlinear));
    }
    contenders
}

/// The settings of a query.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Default,
    /// The bodies are asked whether they touch: the sweeps of the peers say no more of bodies that overlap.
    WhetherAtAll,
    ExactDepth,
    /// Those that the crate's docs give to engines with a contact solver: bodies may overlap by a little more than the
    /// slop, and are followed where they start deeper.
    Engine,
}

impl Asked {
    /// Returns the query about two bodies with this sum of their inner diameters.
    fn query<T: Real>(self, thickness: T) -> Query<T> {
        match self {
            Self::Default | Self::WhetherAtAll => Query::new(),
            Self::ExactDepth => Query::new().exact_depth(),
            Self::Engine => {
                let allowed = T::of(DEPTH_IN_SLOPS * Slop::LOOSE.length(0.0))
                    .min(thickness * T::of(DEPTH_IN_THICKNESS));
                let query = Query::new()
                    .target_distance(-allowed)
                    .initial_contact(InitialContact::IgnoreSeparating)
                    .budget(10_000);
                if T::EPSILON.as_f64() == f64::EPSILON {
                    query.tolerance(allowed * T::of(TOLERANCE_IN_DEPTH))
                } else {
                    query
                }
            }
        }
    }
}

/// photofinish, with one type for all shapes.
struct Photofinish<T> {
    name: &'static str,
    role: Role,
    asked: Asked,
    scalar: PhantomData<fn() -> T>,
}

impl<T: Real> Photofinish<T> {
    fn boxed(name: &'static str, role: Role, asked: Asked) -> Box<dyn Contender> {
        Box::new(Self {
            name,
            role,
            asked,
            scalar: PhantomData,
        })
    }

    fn pair<M: Motion<T, 3> + 'static>(
        &self,
        [a, b]: [AnyShape<T, 3>; 2],
        [motion_a, motion_b]: [M; 2],
    ) -> Box<dyn Pair> {
        let thickness = a.inner_diameter() + b.inner_diameter();
        let pair = MovingPair {
            a: Moving::new(a, motion_a),
            b: Moving::new(b, motion_b),
            query: self.asked.query(thickness),
        };
        if self.asked == Asked::WhetherAtAll {
            Box::new(Touching(pair))
        } else {
            Box::new(pair)
        }
    }
}

/// Two moving bodies that are asked whether they touch.
struct Touching<P>(P);

impl<T, M, A, B> Pair for Touching<MovingPair<A, B, M, T>>
where
    T: Real,
    M: Motion<T, 3>,
    A: SupportMap<T, 3>,
    B: SupportMap<T, 3>,
{
    fn ask(&self) -> Answer {
        let MovingPair { a, b, query } = &self.0;
        match query.touches(a, b, T::zero()..=T::one()) {
            Ok(true) => Answer::Overlapping,
            Ok(false) => Answer::Free,
            Err(_) => Answer::Nothing,
        }
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
