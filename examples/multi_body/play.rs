//! Records the simulation.

use std::error::Error;

use nalgebra::{Isometry3, vector};
use photofinish::shape::{AnyShape, Cuboid};
use photofinish::support::Posed;
use photofinish_experiments::multi_body::{Race, Setting, ours};
use photofinish_playback::{Color, Contact, Mesh, Recording};

/// Frames in a second of the page.
const RATE: u32 = 30;

/// Simulates, and records where the bodies are and where they collide.
pub fn record(setting: &Setting, seconds: u32) -> Result<Recording, Box<dyn Error>> {
    let mut race = Race::new(setting, ours)?;
    let mut recording = Recording::new("Polytopes in a cube").caption(&format!(
        "{} polytopes of {} vertices fill {} % of a cube. Those that begin to touch exchange their velocities.",
        setting.bodies,
        setting.vertices,
        100.0 * setting.density
    ));
    let half = 0.5 * race.world().side() + 1.0;
    let cube: AnyShape<f64, 3> = Cuboid::new(vector![half, half, half])?.into();
    let cube = recording.body(&Mesh::of_shape(&cube)?.edged(), Color::GROUND.opacity(0.12))?;
    recording.pose(cube, 0.0, &Isometry3::<f64>::identity())?;
    let mut bodies = Vec::new();
    for (index, shape) in race.world().shapes().iter().enumerate() {
        bodies.push(recording.body(&Mesh::of_hull(shape), Color::of_index(index))?);
    }
    for frame in 0..=seconds * RATE {
        let time = f64::from(frame) / f64::from(RATE);
        for (body, pose) in bodies.iter().zip(race.world().poses()) {
            recording.pose(*body, time, pose)?;
        }
        let later = f64::from(frame + 1) / f64::from(RATE);
        for [a, b] in race.frame() {
            if frame == seconds * RATE {
                break;
            }
            let world = race.world();
            let placed = |body: usize| Posed::new(&world.shapes()[body], &world.poses()[body]);
            let found = photofinish::proximity(&placed(a)?, &placed(b)?);
            let contact = found.contact();
            let middle = (contact.witness_a + contact.witness_b) * 0.5;
            recording.contact(&Contact::new(later, middle, contact.normal))?;
        }
    }
    Ok(recording)
}
