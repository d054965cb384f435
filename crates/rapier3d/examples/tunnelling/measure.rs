//! Runs scenes, and counts.

use std::time::{Duration, Instant};

use photofinish_rapier::{Ccd, Impact, Parts, Scope};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::overlap;
use crate::rapier::prelude::*;
use crate::scenes::{Scene, Stage};

/// How bodies are kept from passing through each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Off,
    /// Rapier's own, enabled for all bodies.
    Rapier,
    /// Rapier's own as it is without that: fast bodies are stopped at fixed ones.
    RapierDefault,
    Ours,
    /// Ours, for the pairs that rapier looks at.
    Tiered,
}

impl Mode {
    pub const ALL: [Self; 3] = [Self::Off, Self::Rapier, Self::Ours];
}

/// What happened in all variations of a scene.
#[derive(Default)]
pub struct Tally {
    /// Variations in which something passed through; in a crowd, bodies that did.
    pub passed: usize,
    pub deepest: Real,
    pub unproven: usize,
    pub unprotected: usize,
    pub failed: usize,
    steps: u32,
    time: Duration,
}

/// A scene that runs with one way of detection.
pub struct Run {
    pub stage: Stage,
    mode: Mode,
    ccd: Ccd,
    /// What the pass has found in the last step.
    pub impacts: Vec<Impact>,
}

impl Run {
    pub fn new(scene: &Scene, variation: u64, mode: Mode) -> Self {
        let mut stage = (scene.stage)(&mut StdRng::seed_from_u64(variation));
        let world = &mut stage.world;
        match mode {
            Mode::Rapier => {
                let bodies = world.bodies.iter_mut();
                bodies.for_each(|(_, body)| body.enable_ccd(true));
            }
            Mode::RapierDefault => {}
            Mode::Off | Mode::Ours | Mode::Tiered => {
                world.integration_parameters.max_ccd_substeps = 0;
            }
        }
        let scope = if mode == Mode::Tiered {
            Scope::Tiered
        } else {
            Scope::All
        };
        let mut ccd = Ccd::new().scope(scope);
        if let Some((character, _)) = &stage.guided {
            ccd.add_character(*character);
        }
        Self {
            stage,
            mode,
            ccd,
            impacts: Vec::new(),
        }
    }

    /// Makes a step, and returns how long the detection took.
    pub fn step(&mut self, tally: &mut Tally) -> Duration {
        let world = &mut self.stage.world;
        if let Some((_, guide)) = &mut self.stage.guided {
            guide(world);
        }
        if let Some(driver) = &mut self.stage.driver {
            driver(world);
        }
        if matches!(self.mode, Mode::Off | Mode::Rapier | Mode::RapierDefault) {
            world.step();
            let counted = world
                .physics_pipeline
                .counters
                .ccd
                .toi_computation_time
                .time_ms();
            return Duration::from_secs_f64(match self.mode {
                Mode::Off => 0.0,
                _ => counted / 1000.0,
            });
        }
        let before = Instant::now();
        self.ccd.before_step(&world.bodies);
        let before = before.elapsed();
        world.step();
        let after = Instant::now();
        let report = self.ccd.after_step(&mut Parts::of(world), &(), &());
        let after = after.elapsed();
        match report {
            Ok(report) => {
                tally.unproven += report.unproven.len();
                tally.unprotected += report.unprotected.len();
                self.impacts = report.impacts;
            }
            Err(_) => tally.failed += 1,
        }
        before + after
    }
}

impl Tally {
    pub fn add(&mut self, scene: &Scene, variation: u64, mode: Mode) {
        let mut run = Run::new(scene, variation, mode);
        let mut passed = 0;
        for _ in 0..run.stage.steps {
            let time = run.step(self);
            self.time += time;
            self.steps += 1;
            self.deepest = self.deepest.max(deepest(&run.stage.world));
            passed = (run.stage.passed)(&run.stage.world);
        }
        self.passed += if scene.is_crowd {
            passed
        } else {
            passed.min(1)
        };
    }

    pub fn time_per_step(&self) -> f64 {
        self.time.as_secs_f64() / f64::from(self.steps)
    }
}

/// Returns how deep two bodies are in each other at most.
fn deepest(world: &PhysicsWorld) -> Real {
    let pairs = world.narrow_phase.contact_pairs();
    pairs
        .map(|pair| overlap::depth(world, pair))
        .fold(0.0, Real::max)
}
