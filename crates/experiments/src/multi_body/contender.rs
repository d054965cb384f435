//! Tests that tell whether the bodies of a pair touch.

use nalgebra::{Isometry3, Vector3};
use photofinish::motion::ConstantVelocity3;
use photofinish::shape::ConvexHull;
use photofinish::support::Posed;
use photofinish::{Moving, Query, Tracker, gjk};

use super::world::placed;
use super::{Frame, World};

/// A test of all pairs of a frame.
pub trait Contender {
    /// Returns what the test is called in tables.
    fn name(&self) -> &str;

    /// Converts the frame to the test's own types. This is not timed.
    fn prepare(&mut self, frame: &Frame) {
        let _ = frame;
    }

    /// Returns for each pair whether its bodies touch. This is timed.
    fn test(&mut self, frame: &Frame, touching: &mut Vec<bool>);

    /// Returns whether the test is about the end of the frame. The other kind is about the whole frame.
    fn is_discrete(&self) -> bool {
        true
    }
}

/// Returns the tests of this library, the one that drives the simulation first.
pub fn ours(world: &World) -> Vec<Box<dyn Contender>> {
    let shapes = || world.shapes().to_vec();
    vec![
        Box::new(Cached {
            shapes: shapes(),
            axes: Kept::new(world.shapes().len()),
        }),
        Box::new(Scratch { shapes: shapes() }),
        Box::new(TrackedDistance {
            shapes: shapes(),
            trackers: Kept::new(world.shapes().len()),
        }),
        Box::new(Distance { shapes: shapes() }),
        Box::new(Continuous { shapes: shapes() }),
    ]
}

type Shapes = Vec<ConvexHull<f64, 3>>;
type Placed<'s> = Posed<&'s ConvexHull<f64, 3>, f64, 3>;

/// What a test keeps of each pair.
pub struct Kept<K> {
    bodies: usize,
    of: Vec<K>,
}

impl<K: Clone + Default> Kept<K> {
    /// Returns room for all pairs of this many bodies.
    pub fn new(bodies: usize) -> Self {
        Self {
            bodies,
            of: vec![K::default(); bodies * bodies],
        }
    }

    /// Returns what is kept of a pair.
    pub fn of(&mut self, [a, b]: [usize; 2]) -> &mut K {
        &mut self.of[a * self.bodies + b]
    }
}

/// Places the bodies of each pair of a frame, and asks about them.
fn each(
    shapes: &Shapes,
    frame: &Frame,
    touching: &mut Vec<bool>,
    mut touch: impl FnMut(&Placed, &Placed, [usize; 2]) -> bool,
) {
    for &pair in &frame.pairs {
        let [a, b] = pair.map(|body| placed(&shapes[body], &frame.after[body]));
        touching.push(touch(&a, &b, pair));
    }
}

/// ISA-GJK (\[1\] 4): the separating-axis form, which starts along the axis of the last frame.
struct Cached {
    shapes: Shapes,
    /// The last separating axis of each pair; zero before the first test.
    axes: Kept<Vector3<f64>>,
}

impl Contender for Cached {
    fn name(&self) -> &str {
        "boolean, cached axis"
    }

    fn test(&mut self, frame: &Frame, touching: &mut Vec<bool>) {
        let axes = &mut self.axes;
        each(&self.shapes, frame, touching, |a, b, pair| {
            gjk::intersects(a, b, axes.of(pair))
        });
    }
}

/// The separating-axis form from scratch.
struct Scratch {
    shapes: Shapes,
}

impl Contender for Scratch {
    fn name(&self) -> &str {
        "boolean, from scratch"
    }

    fn test(&mut self, frame: &Frame, touching: &mut Vec<bool>) {
        each(&self.shapes, frame, touching, |a, b, _| {
            gjk::intersects(a, b, &mut Vector3::zeros())
        });
    }
}

/// The distance, with the axis and the simplex of the last frame.
struct TrackedDistance {
    shapes: Shapes,
    trackers: Kept<Tracker<f64, 3>>,
}

impl Contender for TrackedDistance {
    fn name(&self) -> &str {
        "distance, tracked"
    }

    fn test(&mut self, frame: &Frame, touching: &mut Vec<bool>) {
        let trackers = &mut self.trackers;
        each(&self.shapes, frame, touching, |a, b, pair| {
            trackers.of(pair).distance(a, b).is_none()
        });
    }
}

/// The distance from scratch.
struct Distance {
    shapes: Shapes,
}

impl Contender for Distance {
    fn name(&self) -> &str {
        "distance, from scratch"
    }

    fn test(&mut self, frame: &Frame, touching: &mut Vec<bool>) {
        each(&self.shapes, frame, touching, |a, b, _| {
            gjk::distance(a, b).is_none()
        });
    }
}

/// The certified query about the whole frame.
struct Continuous {
    shapes: Shapes,
}

impl Contender for Continuous {
    fn name(&self) -> &str {
        "continuous, certified"
    }

    fn test(&mut self, frame: &Frame, touching: &mut Vec<bool>) {
        let motion = |body: usize| {
            let start: Isometry3<f64> = frame.before[body];
            ConstantVelocity3::new(start, frame.velocities[body], frame.spins[body])
                .expect("motions are finite")
        };
        let query = Query::new();
        for &[a, b] in &frame.pairs {
            let (a, b) = (
                Moving::new(&self.shapes[a], motion(a)),
                Moving::new(&self.shapes[b], motion(b)),
            );
            // a pair that is not proven free counts as touching
            touching.push(query.touches(&a, &b, 0.0..=1.0).unwrap_or(true));
        }
    }

    fn is_discrete(&self) -> bool {
        false
    }
}
