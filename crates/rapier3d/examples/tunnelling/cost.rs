//! What the detection costs in a pile of 500, beside rapier's own and beside the whole step.

use std::time::Instant;

use rand::rngs::StdRng;

use crate::measure::{Mode, Run, Tally};

use crate::scenes::{Scene, Stage, pile};

/// Builds a world from random numbers.
type Build = fn(&mut StdRng) -> Stage;

/// The piles: a slow one, a fast one, and one that has come to rest.
const PILES: [(&str, Build); 3] = [
    ("thrown down at 5 m/s", |rng| pile(rng, 500, 5.0)),
    ("thrown down at 60 m/s", |rng| pile(rng, 500, 60.0)),
    ("at rest", |rng| settled(pile(rng, 500, 0.0))),
];

/// Lets a pile fall and come to rest before it is measured.
fn settled(mut stage: Stage) -> Stage {
    for _ in 0..300 {
        stage.world.step();
    }
    stage
}

/// The ways of detection: rapier's own, enabled for all bodies and for none, ours for the pairs that it looks at, and ours
/// for all.
const MODES: [Mode; 4] = [Mode::Rapier, Mode::RapierDefault, Mode::Tiered, Mode::Ours];

/// Prints the median and the mean time per step of all ways of detection, alternated, and of the rest of the step.
pub fn print(rounds: u64) {
    println!(
        "us per step, median / mean {:>24} {:>26} {:>26} {:>26} {:>12}",
        "rapier, all enabled", "rapier, default", "ours, same pairs", "ours", "the rest"
    );
    for (name, stage) in PILES {
        let scene = Scene {
            name,
            stage,
            is_crowd: true,
        };
        let mut times: [Vec<f64>; 4] = Default::default();
        let mut steps = Vec::new();
        for round in 0..rounds {
            for (mode, times) in MODES.into_iter().zip(&mut times) {
                let mut run = Run::new(&scene, round, mode);
                let mut tally = Tally::default();
                for _ in 0..run.stage.steps {
                    let start = Instant::now();
                    let time = 1e6 * run.step(&mut tally).as_secs_f64();
                    times.push(time);
                    steps.push(1e6 * start.elapsed().as_secs_f64() - time);
                }
            }
        }
        print!("{name:24}");
        for (median, mean) in times.map(middle) {
            print!(" {median:12.1} / {mean:11.1}");
        }
        println!(" {:12.1}", middle(steps).0);
    }
}

/// Returns the median and the mean.
fn middle(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (
        times[times.len() / 2],
        times.iter().sum::<f64>() / times.len() as f64,
    )
}
