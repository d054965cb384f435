//! Asks this library: the certified query with its default settings and, for comparison, the test of bodies at rest.

use std::marker::PhantomData;

use nalgebra::{Isometry3, SVector};
use photofinish::motion::Motion;
use photofinish::support::Posed;
use photofinish::{Moving, Outcome, Query, Real, SupportMap, gjk};

use super::{Answer, Contender, Pair, Role};
use crate::concrete::{Visitor, is_reversed, visit};
use crate::contender::photofinish::{pose, shape};
use crate::moving::case::{Body, Case, Family};
use crate::moving::truth::{sweep, velocity};

struct Photofinish<T> {
    role: Role,
    name: &'static str,
    scalar: PhantomData<fn() -> T>,
}

pub fn contender<T: Real>(role: Role, name: &'static str) -> Box<dyn Contender> {
    Box::new(Photofinish::<T> {
        role,
        name,
        scalar: PhantomData,
    })
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
        // only these families compare with a test of bodies at rest: their bodies should cost little more than that
        let measured = matches!(case.family, Family::Far | Family::Stack);
        if self.role.is_static() && !measured {
            return None;
        }
        let made = |body: &Body| shape::<T>(&body.solid.shape).ok();
        let (mut bodies, mut shapes) = ([&case.a, &case.b], [made(&case.a)?, made(&case.b)?]);
        if is_reversed(&shapes[0], &shapes[1]) {
            bodies.reverse();
            shapes.reverse();
        }
        let [a, b] = shapes;
        Some(match self.role {
            Role::Ours => visit(InMotion(bodies.map(velocity::<T>)), a, b),
            Role::OurSweep => visit(InMotion(bodies.map(sweep::<T>)), a, b),
            Role::PlacedTest => visit(Placed(bodies.map(velocity::<T>)), a, b),
            _ => visit(AtRest(bodies.map(|body| pose::<T>(&body.solid))), a, b),
        })
    }
}

/// Builds moving bodies from shapes.
struct InMotion<M>([M; 2]);

/// Two moving bodies, and the settings of the query about them.
pub(crate) struct MovingPair<A, B, M, T> {
    pub a: Moving<A, M, T, 3>,
    pub b: Moving<B, M, T, 3>,
    pub query: Query<T>,
}

impl<T: Real, M: Motion<T, 3> + 'static> Visitor<T> for InMotion<M> {
    type Output = Box<dyn Pair>;

    fn visit<A, B>(self, a: A, b: B) -> Box<dyn Pair>
    where
        A: SupportMap<T, 3> + 'static,
        B: SupportMap<T, 3> + 'static,
    {
        let [motion_a, motion_b] = self.0;
        Box::new(MovingPair {
            a: Moving::new(a, motion_a),
            b: Moving::new(b, motion_b),
            query: Query::new(),
        })
    }
}

impl<T: Real, M: Motion<T, 3>, A: SupportMap<T, 3>, B: SupportMap<T, 3>> Pair
    for MovingPair<A, B, M, T>
{
    fn ask(&self) -> Answer {
        let found = self
            .query
            .time_of_impact(&self.a, &self.b, T::zero()..=T::one());
        match found.map(|solution| solution.outcome) {
            Ok(Outcome::Separated(_)) => Answer::Free,
            Ok(Outcome::Impact(impact)) => Answer::Hit {
                time: impact.time.as_f64(),
                within: impact.tolerance.as_f64(),
            },
            Ok(Outcome::Overlapping(_) | Outcome::Stays(_) | Outcome::DrivesIn(_)) => {
                Answer::hit(0.0)
            }
            Err(_) => Answer::Nothing,
        }
    }
}

/// Builds bodies that each query places at the start of their motions.
struct Placed<M>([M; 2]);

struct PlacedPair<A, B, M> {
    shapes: (A, B),
    motions: [M; 2],
}

impl<T: Real, M: Motion<T, 3> + 'static> Visitor<T> for Placed<M> {
    type Output = Box<dyn Pair>;

    fn visit<A, B>(self, a: A, b: B) -> Box<dyn Pair>
    where
        A: SupportMap<T, 3> + 'static,
        B: SupportMap<T, 3> + 'static,
    {
        Box::new(Typed {
            pair: PlacedPair {
                shapes: (a, b),
                motions: self.0,
            },
            scalar: PhantomData::<fn() -> T>,
        })
    }
}

/// A pair with its scalar, which the type of the pair does not name.
struct Typed<P, T> {
    pair: P,
    scalar: PhantomData<fn() -> T>,
}

impl<T: Real, M: Motion<T, 3>, A: SupportMap<T, 3>, B: SupportMap<T, 3>> Pair
    for Typed<PlacedPair<A, B, M>, T>
{
    fn ask(&self) -> Answer {
        let PlacedPair { shapes, motions } = &self.pair;
        let [pose_a, pose_b] = [&motions[0], &motions[1]].map(|motion| motion.pose(T::zero()));
        let a = Posed::new(&shapes.0, &pose_a).expect("a pose");
        let b = Posed::new(&shapes.1, &pose_b).expect("a pose");
        test(&a, &b)
    }
}

/// Builds bodies at rest from shapes.
struct AtRest<T: Real>([Isometry3<T>; 2]);

struct PosedPair<A, B, T> {
    a: Posed<A, T, 3>,
    b: Posed<B, T, 3>,
}

impl<T: Real> Visitor<T> for AtRest<T> {
    type Output = Box<dyn Pair>;

    fn visit<A, B>(self, a: A, b: B) -> Box<dyn Pair>
    where
        A: SupportMap<T, 3> + 'static,
        B: SupportMap<T, 3> + 'static,
    {
        Box::new(PosedPair {
            a: Posed::new(a, &self.0[0]).expect("a pose"),
            b: Posed::new(b, &self.0[1]).expect("a pose"),
        })
    }
}

impl<T: Real, A: SupportMap<T, 3>, B: SupportMap<T, 3>> Pair for PosedPair<A, B, T> {
    fn ask(&self) -> Answer {
        test(&self.a, &self.b)
    }
}

fn test<T: Real, A: SupportMap<T, 3>, B: SupportMap<T, 3>>(a: &A, b: &B) -> Answer {
    if gjk::intersects(a, b, &mut SVector::zeros()) {
        Answer::hit(0.0)
    } else {
        Answer::Free
    }
}
