//! Asks this library: `gjk::distance` and `gjk::intersects`, and the functions of these names of a `Tracker`.

use std::marker::PhantomData;

use nalgebra::{Isometry3, SVector};
use photofinish::support::Posed;
use photofinish::{Real, SupportMap, Tracker, gjk};

use super::{Contender, Memory, Walk};
use crate::concrete::{Visitor, is_reversed, visit};
use crate::contender::photofinish::shape;
use crate::tracking::path::{Path, Question};

struct Photofinish<T> {
    memory: Memory,
    name: &'static str,
    scalar: PhantomData<fn() -> T>,
}

pub fn contender<T: Real>(memory: Memory, name: &'static str) -> Box<dyn Contender> {
    Box::new(Photofinish::<T> {
        memory,
        name,
        scalar: PhantomData,
    })
}

impl<T: Real> Contender for Photofinish<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_ours(&self) -> bool {
        true
    }

    fn memory(&self) -> Memory {
        self.memory
    }

    fn epsilon(&self) -> f64 {
        T::EPSILON.as_f64()
    }

    fn build(&self, path: &Path) -> Option<Box<dyn Walk>> {
        let made = |body| shape::<T>(body).ok();
        let mut shapes = [made(&path.a.shape)?, made(&path.b.shape)?];
        let mut poses = path.poses.clone();
        if is_reversed(&shapes[0], &shapes[1]) {
            shapes.reverse();
            poses.iter_mut().for_each(|pair| pair.reverse());
        }
        let [a, b] = shapes;
        let maker = Maker {
            poses: poses.into_iter().map(|pair| pair.map(scalar)).collect(),
            tracker: (self.memory == Memory::Tracked).then(Tracker::new),
            question: path.question,
        };
        Some(visit(maker, a, b))
    }
}

fn scalar<T: Real>(pose: Isometry3<f64>) -> Isometry3<T> {
    let q = pose.rotation.coords.map(T::of);
    let rotation = nalgebra::UnitQuaternion::new_normalize(nalgebra::Quaternion::from(q));
    Isometry3::from_parts(pose.translation.vector.map(T::of).into(), rotation)
}

/// Builds bodies that follow a path.
struct Maker<T: Real> {
    poses: Vec<[Isometry3<T>; 2]>,
    tracker: Option<Tracker<T, 3>>,
    question: Question,
}

struct Bodies<A, B, T: Real> {
    shapes: (A, B),
    path: Maker<T>,
}

impl<T: Real> Visitor<T> for Maker<T> {
    type Output = Box<dyn Walk>;

    fn visit<A, B>(self, a: A, b: B) -> Box<dyn Walk>
    where
        A: SupportMap<T, 3> + 'static,
        B: SupportMap<T, 3> + 'static,
    {
        Box::new(Bodies {
            shapes: (a, b),
            path: self,
        })
    }
}

impl<T: Real, A: SupportMap<T, 3>, B: SupportMap<T, 3>> Walk for Bodies<A, B, T> {
    fn restart(&mut self) {
        if let Some(tracker) = &mut self.path.tracker {
            *tracker = Tracker::new();
        }
    }

    fn step(&mut self, step: usize) -> f64 {
        let Maker {
            poses,
            tracker,
            question,
        } = &mut self.path;
        let [pose_a, pose_b] = &poses[step];
        let a = Posed::new(&self.shapes.0, pose_a).expect("a pose");
        let b = Posed::new(&self.shapes.1, pose_b).expect("a pose");
        match (question, tracker) {
            (Question::Distance, Some(tracker)) => distance(tracker.distance(&a, &b)),
            (Question::Distance, None) => distance(gjk::distance(&a, &b)),
            (Question::Intersects, Some(tracker)) => apart(tracker.intersects(&a, &b)),
            (Question::Intersects, None) => apart(gjk::intersects(&a, &b, &mut SVector::zeros())),
        }
    }
}

fn distance<T: Real>(closest: Option<gjk::Closest<T, 3>>) -> f64 {
    closest.map_or(0.0, |closest| closest.distance.as_f64())
}

fn apart(touching: bool) -> f64 {
    if touching { 0.0 } else { 1.0 }
}
