//! The long form of the soundness test: random pairs of all shapes and motions, every answer held against the
//! independent oracle.
//!
//! `cargo run --release --example soundness -- --cases 100000`
//!
//! The cases are shared out evenly among the families, the plane and space, single and double precision. Exit status 1
//! if any answer is wrong.

#[path = "../tests/soundness/mod.rs"]
mod soundness;

use std::process::ExitCode;
use std::thread;

use clap::Parser;
use nalgebra::{UnitComplex, UnitQuaternion};
use soundness::oracle::generate::Family;
use soundness::{Tally, Verdict};

/// Random pairs of moving bodies, every answer held against an independent oracle.
#[derive(Parser)]
struct Args {
    /// How many cases, about.
    #[arg(long, default_value_t = 10_000)]
    cases: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
}

/// A run of one dimension and scalar over a range of seeds.
type Run = fn(&mut Tally, std::ops::Range<u64>);

fn main() -> ExitCode {
    let args = Args::parse();
    let runs: [Run; 4] = [
        Tally::judge_families::<f64, UnitComplex<f64>, 2>,
        Tally::judge_families::<f32, UnitComplex<f32>, 2>,
        Tally::judge_families::<f64, UnitQuaternion<f64>, 3>,
        Tally::judge_families::<f32, UnitQuaternion<f32>, 3>,
    ];
    let per_family = args.cases.div_ceil((runs.len() * Family::ALL.len()) as u64);
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let mut tally = Tally::default();
    for run in runs {
        thread::scope(|scope| {
            let share = |k: u64| args.seed + per_family * k / threads;
            let work = move |k| {
                let mut part = Tally::default();
                run(&mut part, share(k)..share(k + 1));
                part
            };
            let parts: Vec<_> = (0..threads).map(|k| scope.spawn(move || work(k))).collect();
            for part in parts {
                tally.merge(part.join().expect("a judge does not panic"));
            }
        });
    }
    println!("{tally}");
    for (family, seed, verdict) in tally
        .not_right
        .iter()
        .filter(|(_, _, v)| *v != Verdict::TouchingAtStart)
    {
        println!("{family} seed {seed}: {verdict:?}");
    }
    let wrong = tally.unsound().len();
    println!(
        "{} cases, {} impacts, {wrong} wrong",
        tally.total(),
        tally.count(Verdict::RightImpact)
    );
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
