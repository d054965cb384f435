//! Checks paths by sampling, at configurations so close that a collision between them is unlikely.

use std::rc::Rc;

use photofinish_robot::Path;

use crate::contender::{Answer, Contender};
use crate::data::Data;
use crate::kinematics::{Placement, Poses};

/// A test of the robot's bodies at rest against the objects of a scene.
pub trait StaticTest {
    /// Forgets the memory of the previous path.
    fn forget(&mut self);

    /// Returns whether any of the bodies touches an object.
    fn collides(&mut self, bodies: &[Placement]) -> bool;
}

/// A contender that runs a static test at one configuration after the other, and stops at the first that collides.
pub struct Sampling<S> {
    name: String,
    data: Rc<Data>,
    /// The test of each scene.
    tests: Vec<S>,
    /// The largest distance between two configurations, in radians.
    step: f64,
    poses: Poses,
    values: Vec<f64>,
}

impl<S: StaticTest> Sampling<S> {
    /// Returns a contender that samples with steps of at most `step` in joint space.
    pub fn new(name: &str, data: &Rc<Data>, tests: Vec<S>, step: f64) -> Self {
        Self {
            name: name.to_owned(),
            data: data.clone(),
            tests,
            step,
            poses: Poses::default(),
            values: Vec::new(),
        }
    }
}

impl<S: StaticTest> Contender for Sampling<S> {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&mut self, scene: usize, path: &Path) -> Answer {
        let waypoints = &path.positions;
        let test = &mut self.tests[scene];
        test.forget();
        let mut collides = |values: &[f64]| {
            self.data.chain.place(values, &mut self.poses);
            test.collides(&self.poses.bodies)
        };
        if collides(&waypoints[0]) {
            return Answer::Collides(0.0);
        }
        for (segment, ends) in waypoints.windows(2).enumerate() {
            let steps = steps(&ends[0], &ends[1], self.step);
            for index in 1..=steps {
                let share = index as f64 / steps as f64;
                let between = ends[0]
                    .iter()
                    .zip(&ends[1])
                    .map(|(a, b)| a + (b - a) * share);
                self.values.clear();
                self.values.extend(between);
                if collides(&self.values) {
                    return Answer::Collides(segment as f64 + share);
                }
            }
        }
        Answer::Clear
    }
}

/// Returns the number of steps from one waypoint to the next, so that each is at most `step` long.
fn steps(from: &[f64], to: &[f64], step: f64) -> usize {
    let squares = from.iter().zip(to).map(|(a, b)| (b - a) * (b - a));
    (squares.sum::<f64>().sqrt() / step).ceil() as usize
}
