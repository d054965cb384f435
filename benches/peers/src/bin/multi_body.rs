//! The multi-body simulation of [1], appendix B: photofinish's tests and parry's boolean test, of the same pairs.

use std::error::Error;

use clap::Parser;
use photofinish_experiments::multi_body::{Setting, measure};

/// Tests the same pairs of polytopes in a cube with photofinish and parry.
#[derive(Parser)]
struct Arguments {
    /// The number of frames of each setting.
    #[arg(long, default_value_t = 20_000)]
    frames: u32,
    /// The number of times that each setting is run. Of each frame's times, the least counts.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// The numbers of vertices.
    #[arg(long, value_delimiter = ',', default_values_t = [20, 100, 500])]
    vertices: Vec<usize>,
    /// The share of the cube that the bodies fill.
    #[arg(long, default_value_t = 0.05)]
    density: f64,
    /// The seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    for &vertices in &arguments.vertices {
        let setting = Setting {
            vertices,
            density: arguments.density,
            seed: arguments.seed,
            ..Setting::default()
        };
        let tally = measure(
            &setting,
            peers::multi_body::all,
            arguments.frames,
            arguments.rounds,
        )?;
        println!(
            "\n20 bodies of {vertices} vertices, {} tests, {:.1} % of them touching, {:.1} % of the free pairs at the cached axis",
            tally.tests,
            100.0 * tally.touching as f64 / tally.tests.max(1) as f64,
            100.0 * tally.share_at_axis()
        );
        println!(
            "test                        ns per test  times the first  other answers  contacts missed"
        );
        for (index, (name, _)) in tally.times.iter().enumerate() {
            println!(
                "{name:27} {:11.0} {:16.2} {:14} {:16}",
                tally.nanos_per_test(index),
                tally.nanos_per_test(index) / tally.nanos_per_test(0),
                tally.differ[index],
                tally.missed[index]
            );
        }
    }
    Ok(())
}
