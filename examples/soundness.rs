//! The long form of the soundness test: it checks every answer about random pairs of all shapes and motions against an
//! independent oracle.
//!
//! `cargo run --release -p photofinish-examples --example soundness -- --cases 100000`
//!
//! The cases are shared out evenly among the families, the plane and space, single and double precision. With `--climb`
//! it searches for wrong claims instead, by hill climbing on "claimed minus true", over queries, static queries and the
//! bounds of motions:
//!
//! `cargo run --release -p photofinish-examples --example soundness -- --climb 100000`
//!
//! With `--starts` it asks about bodies that start in contact. What is said of them, from the start to the end, is
//! compared with the oracle, and each question is asked again with the bodies swapped and at another time:
//!
//! `cargo run --release -p photofinish-examples --example soundness -- --starts 240000`
//!
//! With `--lies` it proposes nonsense to the kernel, which alone can make claims, and judges what it claims:
//!
//! `cargo run --release -p photofinish-examples --example soundness -- --lies 1000000`
//!
//! With `--climb-lies` it climbs from this many pairs towards a false claim of the kernel: it changes the bodies, the
//! question and what is proposed in small steps. What a seed finds does not depend on other seeds:
//!
//! `cargo run --release -p photofinish-examples --example soundness -- --climb-lies 40000`
//!
//! The exit status is 1 if any answer is wrong. A wrong claim is printed with the smallest input that shows it.

use std::fmt::Debug;
use std::ops::Range;
use std::process::ExitCode;

use clap::Parser;
use photofinish_judge::findings::{Findings, shared_out, threads};
use photofinish_judge::in_every_space;
use photofinish_judge::soundness::climb::{self, Claim};
use photofinish_judge::soundness::families::{self, Verdicts};
use photofinish_judge::soundness::{Verdict, liar, starts, tale};
use photofinish_oracle::generate::Family;

/// Checks every answer about random pairs of moving bodies against an independent oracle.
#[derive(Parser)]
struct Args {
    /// The approximate number of cases.
    #[arg(long, default_value_t = 10_000)]
    cases: u64,
    /// Search by hill climbing instead, through about this many cases.
    #[arg(long)]
    climb: Option<u64>,
    /// Ask about this many pairs that start in contact instead.
    #[arg(long)]
    starts: Option<u64>,
    /// Lie to the kernel about this many pairs instead.
    #[arg(long)]
    lies: Option<u64>,
    /// Lie to the kernel about this many pairs instead, and climb towards a false claim.
    #[arg(long)]
    climb_lies: Option<u64>,
    /// Judge the answers of the kernel.
    #[arg(long)]
    kernel: bool,
    /// The number of threads. By default, there is one for each processor.
    #[arg(long)]
    threads: Option<u64>,
    /// The first seed.
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
}

/// The runs of a judge over ranges of seeds: in the plane and in space, in both scalars.
type Runs<X> = [fn(&mut X, Range<u64>); 4];

fn main() -> ExitCode {
    let args = Args::parse();
    let wrong = if let Some(count) = args.climb {
        shown("climbs", &climb(&args, count))
    } else if let Some(count) = args.starts {
        shown("", &in_all(in_every_space!(starts::run), &args, count))
    } else if let Some(count) = args.lies {
        shown("", &in_all(in_every_space!(liar::run), &args, count))
    } else if let Some(count) = args.climb_lies {
        let runs = in_every_space!(tale::climb::run);
        shown("climbs", &in_all(runs, &args, count))
    } else {
        judge(&args)
    };
    ExitCode::from(u8::from(wrong > 0))
}

/// Shares about this many seeds out evenly among the runs, and among threads.
fn in_all<K: Ord + Send>(runs: Runs<Findings<K>>, args: &Args, count: u64) -> Findings<K> {
    let seeds = args.seed..args.seed + count.div_ceil(runs.len() as u64);
    let judge = |seeds: Range<u64>| {
        let mut found = Findings::default();
        for run in runs {
            run(&mut found, seeds.clone());
        }
        found
    };
    shared_out(seeds, threads(args.threads), judge, Findings::merge)
}

fn climb(args: &Args, count: u64) -> Findings<Claim> {
    let (runs, threads) = (in_every_space!(climb::run), threads(args.threads));
    let each = count.div_ceil(runs.len() as u64 * threads);
    let work = |thread: Range<u64>| {
        let mut found = Findings::default();
        for run in runs {
            run(&mut found, args.seed + thread.start * 1_000_000_000, each);
        }
        found
    };
    shared_out(0..threads, threads, work, Findings::merge)
}

fn judge(args: &Args) -> usize {
    let runs: Runs<Verdicts> = if args.kernel {
        in_every_space!(families::kernel)
    } else {
        in_every_space!(families::queries)
    };
    let found = in_all(runs, args, args.cases.div_ceil(Family::ALL.len() as u64));
    println!("{}\n\n{}", found.rows(), found.open.join("\n"));
    let impacts = found.total(&Verdict::RightImpact);
    println!("{}", found.wrong.join("\n"));
    println!(
        "{} cases, {impacts} impacts, {} wrong",
        found.cases,
        found.wrong.len()
    );
    found.wrong.len()
}

/// Prints what was found, and returns how much of it is wrong.
fn shown<K: Debug>(what: &str, found: &Findings<K>) -> usize {
    println!("{}", found.wrong.join("\n"));
    for (kind, count) in &found.counts {
        println!("{kind:?}: {count} {what}");
    }
    println!("{} cases, {} wrong", found.cases, found.wrong.len());
    found.wrong.len()
}
