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

use clap::{Parser, ValueEnum};
use photofinish_judge::findings::{shared_out, threads};
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

fn main() -> ExitCode {
    let args = Args::parse();
    let judge = |seeds| match args.against {
        Judges::Pairs => campaign(seeds, Against::Pairs),
        Judges::Oracle => campaign(seeds, Against::Oracle),
        Judges::Ground => sliding::campaign(seeds),
    };
    let seeds = args.seed..args.seed + args.cases;
    let tally = shared_out(seeds, threads(args.threads), judge, Tally::merge);
    println!("{}\n\n{}\n", tally.wrong.join("\n\n"), tally.rows());
    let [pairs, damaged] = ["pairs", "damaged"].map(|what| tally.total(&what));
    let (cases, wrong) = (tally.cases, tally.wrong.len());
    println!(
        "{cases} cases, {pairs} pairs of pieces, {damaged} damaged certificates, {wrong} wrong"
    );
    ExitCode::from(u8::from(wrong > 0))
}
