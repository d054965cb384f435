//! Counts how many fast bodies pass through each other in a small engine, without continuous collision detection and
//! with the pass of `photofinish::engine`.
//!
//! The engine works in `f32` at 60 steps per second. Where two bodies touch it changes their velocities by one impulse
//! without friction, and nothing else. Without the pass it only sees contacts at the ends of its steps.
//!
//!     cargo run --release -p photofinish-examples --example passed_through -- --variations 10000

mod scenes;

use clap::Parser;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use photofinish::body::AnyForm;
use photofinish::engine::{Body, Kind, Pass, PassError};
use photofinish::motion::AtRest;
use photofinish::pieces::{AnyPieces, Compound, MovingPieces, nearest_pieces};
use photofinish::shape::AnyShape;
use photofinish::{Contact, Proximity};
use rand::SeedableRng;
use rand::rngs::StdRng;

use scenes::SCENES;

const STEP: f32 = 1.0 / 60.0;
const STEPS: usize = 40;
const SLOP: f32 = 0.001;
const RESTITUTION: f32 = 0.3;

#[derive(Parser)]
struct Args {
    /// How many random variations of each scene.
    #[arg(long, default_value_t = 1000)]
    variations: u64,
}

type Form = AnyForm<AnyShape<f32, 3>, AnyPieces<f32, 3>>;

type Rest = AtRest<f32, UnitQuaternion<f32>, 3>;

struct Thing {
    form: Form,
    pose: Isometry3<f32>,
    velocity: Vector3<f32>,
    spin: Vector3<f32>,
    inverse_mass: f32,
    /// About the world's axes; zero about those that it cannot turn about.
    inverse_inertia: Vector3<f32>,
}

impl Thing {
    fn fixed(form: impl Into<Form>, at: Vector3<f32>) -> Self {
        Self {
            form: form.into(),
            pose: Isometry3::from(at),
            velocity: Vector3::zeros(),
            spin: Vector3::zeros(),
            inverse_mass: 0.0,
            inverse_inertia: Vector3::zeros(),
        }
    }

    fn flying(form: impl Into<Form>, at: Vector3<f32>, velocity: Vector3<f32>) -> Self {
        Self {
            velocity,
            inverse_mass: 1.0,
            ..Self::fixed(form, at)
        }
    }

    /// Returns it where it is, as a body of pieces.
    fn placed(&self) -> Option<MovingPieces<AnyPieces<f32, 3>, Rest, f32, 3>> {
        let pieces = match &self.form {
            AnyForm::Shape(shape) => Compound::new(vec![shape.clone()]).ok()?.into(),
            AnyForm::Pieces(pieces) => pieces.clone(),
        };
        Some(MovingPieces::new(pieces, AtRest::new(self.pose).ok()?))
    }

    fn after_step(&self) -> Isometry3<f32> {
        let position = self.pose.translation.vector + self.velocity * STEP;
        let turn = UnitQuaternion::from_scaled_axis(self.spin * STEP);
        Isometry3::from_parts(Translation3::from(position), turn * self.pose.rotation)
    }

    fn arm(&self, point: &Vector3<f32>) -> Vector3<f32> {
        point - self.pose.translation.vector
    }

    fn velocity_at(&self, point: &Vector3<f32>) -> Vector3<f32> {
        self.velocity + self.spin.cross(&self.arm(point))
    }

    fn push(&mut self, point: &Vector3<f32>, impulse: Vector3<f32>) {
        self.spin += self
            .arm(point)
            .cross(&impulse)
            .component_mul(&self.inverse_inertia);
        self.velocity += impulse * self.inverse_mass;
    }

    /// Returns how much an impulse of 1 along `n` changes the velocity of the point along `n`.
    fn yielding(&self, point: &Vector3<f32>, n: &Vector3<f32>) -> f32 {
        let across = self.arm(point).cross(n);
        self.inverse_mass + across.component_mul(&across).dot(&self.inverse_inertia)
    }
}

/// Changes the velocities of two things that touch.
fn collide([a, b]: &mut [Thing; 2], contact: &Contact<f32, 3>) {
    let n = contact.normal;
    let point = (contact.witness_a + contact.witness_b) * 0.5;
    let approach = n.dot(&(b.velocity_at(&point) - a.velocity_at(&point)));
    if approach >= 0.0 {
        return;
    }
    let size = -(1.0 + RESTITUTION) * approach / (a.yielding(&point, &n) + b.yielding(&point, &n));
    a.push(&point, n * -size);
    b.push(&point, n * size);
}

/// Makes a step without continuous collision detection.
fn step_discrete(things: &mut [Thing; 2]) {
    for thing in things.iter_mut() {
        thing.pose = thing.after_step();
    }
    let [Some(a), Some(b)] = [&things[0], &things[1]].map(Thing::placed) else {
        return;
    };
    if let Ok(nearest) = nearest_pieces(&a, &b, 0.0)
        && let Proximity::Overlapping(overlap) = nearest.proximity
    {
        collide(things, &overlap.contact);
    }
}

/// Makes a step with the pass. Returns whether there was something that it could not prove.
fn step_with_pass(things: &mut [Thing; 2]) -> Result<bool, PassError> {
    let mut bodies = [&things[0], &things[1]]
        .map(|thing| Body::of(thing.form.clone(), thing.pose, thing.after_step()));
    let (mut contact, mut unproven) = (None, false);
    Pass::new()
        .allowed_overlap(SLOP)
        .run(&mut bodies, [[0, 1]], |event| {
            contact = event.kind.contact().copied();
            unproven |= matches!(event.kind, Kind::TooDeep(_) | Kind::Undecided(_));
            event.usual_response()
        })?;
    for (thing, body) in things.iter_mut().zip(&bodies) {
        thing.pose = *body.pose();
    }
    if let Some(contact) = contact {
        collide(things, &contact);
    }
    Ok(unproven)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    println!(
        "passed through, of {}                  no pass   with the pass   unproven steps",
        args.variations
    );
    for scene in &SCENES {
        let (mut passed, mut unproven) = ([0, 0], 0);
        for variation in 0..args.variations {
            for with_pass in [false, true] {
                let mut things = (scene.things)(&mut StdRng::seed_from_u64(variation))?;
                let mut before = (scene.side)(&things);
                for _ in 0..STEPS {
                    if with_pass {
                        unproven += u64::from(step_with_pass(&mut things)?);
                    } else {
                        step_discrete(&mut things);
                    }
                    let after = (scene.side)(&things);
                    if before
                        .zip(after)
                        .is_some_and(|(before, after)| before * after <= 0.0)
                    {
                        passed[usize::from(with_pass)] += 1;
                        break;
                    }
                    before = after;
                }
            }
        }
        println!(
            "{:36} {:13} {:15} {unproven:16}",
            scene.name, passed[0], passed[1]
        );
    }
    Ok(())
}
