//! Checks answers about random bodies of many pieces: compounds, meshes, polylines and height fields.
//!
//! `cargo run --release -p photofinish-examples --example pieces -- --cases 100000`
//!
//! By default the answers are compared with those about every pair of pieces alone. With `--against oracle` they are
//! compared with an oracle that shares nothing with the search. With `--against ground` bodies slide, roll and tumble
//! over surfaces. Every case has its seed: `--cases 1 --seed S` repeats
//! it.
//!
//! The exit status is 1 if anything is wrong.

use std::process::ExitCode;
use std::thread;

use clap::{Parser, ValueEnum};
use photofinish_judge::pieces::{Against, Tally, campaign, sliding};

/// Checks answers about random bodies of many pieces.
#[derive(Parser)]
struct Args {
    /// The number of cases.
    #[arg(long, default_value_t = 10_000)]
    cases: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
    /// What the answers are compared with.
    #[arg(long, value_enum, default_value_t = Judges::Pairs)]
    against: Judges,
    /// The number of threads. By default, there is one for each processor.
    #[arg(long)]
    threads: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Judges {
    /// Every pair of pieces alone.
    Pairs,
    /// An independent oracle.
    Oracle,
    /// The ground that bodies slide over, roll over and tumble over.
    Ground,
}

/// How many cases a thread takes at once.
const SHARE: u64 = 100;

fn main() -> ExitCode {
    let args = Args::parse();
    let available = || thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let threads = args.threads.unwrap_or_else(available).max(1);
    let judged = |seeds| match args.against {
        Judges::Pairs => campaign(seeds, Against::Pairs),
        Judges::Oracle => campaign(seeds, Against::Oracle),
        Judges::Ground => sliding::campaign(seeds),
    };
    let end = args.seed + args.cases;
    let work = |thread: u64| {
        let mut tally = Tally::default();
        let mut from = args.seed + thread * SHARE;
        while from < end {
            let part = judged(from..end.min(from + SHARE));
            for (seed, what) in &part.wrong {
                println!("seed {seed}: {what}\n");
            }
            tally.merge(part);
            from += threads * SHARE;
        }
        tally
    };
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> = (0..threads).map(|k| scope.spawn(move || work(k))).collect();
        for part in parts {
            tally.merge(part.join().expect("a panic in a case is caught"));
        }
    });
    println!("{tally}");
    let wrong: Vec<u64> = tally.wrong.iter().map(|(seed, _)| *seed).collect();
    println!(
        "{} cases, {} pairs of pieces, {} damaged certificates, {} wrong: {wrong:?}",
        tally.cases(),
        tally.pairs(),
        tally.damaged(),
        wrong.len(),
    );
    if wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
