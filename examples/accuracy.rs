//! The long form of the accuracy test: it checks every distance and depth of random and degenerate pairs against the
//! definitions of the shapes.
//!
//! `cargo run --release -p photofinish-examples --example accuracy -- --pairs 10000`
//!
//! It prints the median and the worst errors for each pair of shapes and each kind of degeneracy. The exit status is 1
//! if any answer is wrong.

use std::ops::Range;
use std::process::ExitCode;
use std::thread;

use clap::Parser;
use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish_judge::accuracy::campaign;
use photofinish_judge::accuracy::pairs::Group;
use photofinish_judge::accuracy::tally::Tally;

/// Checks every distance and depth of random and degenerate pairs of bodies against the definitions of the shapes.
#[derive(Parser)]
struct Args {
    /// The number of pairs for every two kinds of shapes, and for every kind of degeneracy.
    #[arg(long, default_value_t = 1000)]
    pairs: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Check only this scalar, f32 or f64.
    #[arg(long)]
    scalar: Option<String>,
    /// Check only this dimension, 2 or 3.
    #[arg(long)]
    dimension: Option<u32>,
    /// Check only groups with this in their name.
    #[arg(long)]
    only: Option<String>,
}

type Campaign = fn(&[Group], u64, Range<u64>) -> Tally;

fn main() -> ExitCode {
    let args = Args::parse();
    let campaigns: [(u32, &str, Campaign); 4] = [
        (2, "f64", campaign::<f64, UnitComplex<f64>, 2>),
        (2, "f32", campaign::<f32, UnitComplex<f32>, 2>),
        (3, "f64", campaign::<f64, UnitQuaternion<f64>, 3>),
        (3, "f32", campaign::<f32, UnitQuaternion<f32>, 3>),
    ];
    let mut groups = Group::all();
    if let Some(only) = &args.only {
        groups.retain(|group| group.to_string().contains(only));
    }
    let mut wrong = 0;
    for (dimension, scalar, campaign) in campaigns {
        if args.dimension.is_some_and(|only| only != dimension)
            || args.scalar.as_ref().is_some_and(|only| only != scalar)
        {
            continue;
        }
        let tally = in_parallel(&args, &groups, campaign);
        println!("{dimension}D {scalar}\n{tally}");
        for (group, wrong) in tally.wrong() {
            let (faults, input) = (&wrong.faults, &wrong.input);
            println!(
                "{dimension}D {scalar} {group}: times what is allowed {faults:?}, pair {input}"
            );
        }
        wrong += tally.wrong().count();
    }
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs a campaign, with the pairs shared out among the processors.
fn in_parallel(args: &Args, groups: &[Group], campaign: Campaign) -> Tally {
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let share = |k: u64| args.pairs * k / threads;
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let work = |k| scope.spawn(move || campaign(groups, args.seed, share(k)..share(k + 1)));
        for part in (0..threads).map(work).collect::<Vec<_>>() {
            tally.merge(part.join().expect("a judge does not panic"));
        }
    });
    tally
}
