//! Asks Box3D's `b3ShapeDistance`, with an empty cache or with the cache of the last step.

use boxddd_sys::ffi::*;
use nalgebra::Isometry3;

use super::{Contender, Memory, Walk};
use crate::contender::box3d::body::Body;
use crate::contender::box3d::{OVERLAP_SLOP, relative};
use crate::tracking::path::{Path, Question};

struct Box3d {
    memory: Memory,
    name: &'static str,
}

pub fn contender(memory: Memory, name: &'static str) -> Box<dyn Contender> {
    Box::new(Box3d { memory, name })
}

impl Contender for Box3d {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_ours(&self) -> bool {
        false
    }

    fn memory(&self) -> Memory {
        self.memory
    }

    fn epsilon(&self) -> f64 {
        f64::from(f32::EPSILON)
    }

    fn build(&self, path: &Path) -> Option<Box<dyn Walk>> {
        Some(Box::new(Bodies {
            bodies: [Body::new(&path.a).ok()?, Body::new(&path.b).ok()?],
            poses: path
                .poses
                .iter()
                .map(|pair| pair.map(|p| p.cast()))
                .collect(),
            question: path.question,
            memory: self.memory,
            cache: EMPTY,
        }))
    }
}

const EMPTY: b3SimplexCache = b3SimplexCache {
    metric: 0.0,
    count: 0,
    indexA: [0; 4],
    indexB: [0; 4],
};

struct Bodies {
    bodies: [Body; 2],
    poses: Vec<[Isometry3<f32>; 2]>,
    question: Question,
    memory: Memory,
    cache: b3SimplexCache,
}

impl Walk for Bodies {
    fn restart(&mut self) {
        self.cache = EMPTY;
    }

    fn step(&mut self, step: usize) -> f64 {
        if self.memory == Memory::Cold {
            self.cache = EMPTY;
        }
        let [pose_a, pose_b] = &self.poses[step];
        let input = b3DistanceInput {
            proxyA: self.bodies[0].proxy(),
            proxyB: self.bodies[1].proxy(),
            transform: relative(pose_a, pose_b),
            useRadii: true,
        };
        // SAFETY: the proxies point into vectors that this owns; no simplexes are asked for.
        let found = unsafe { b3ShapeDistance(&input, &mut self.cache, std::ptr::null_mut(), 0) };
        let distance = f64::from(found.distance);
        match self.question {
            Question::Distance => distance,
            Question::Intersects => f64::from(u8::from(distance >= OVERLAP_SLOP)),
        }
    }
}
