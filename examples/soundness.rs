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

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Range;
use std::process::ExitCode;

use clap::Parser;
use photofinish_judge::findings::{Findings, shared_out, threads};
use photofinish_judge::in_every_space;
use photofinish_judge::soundness::{Starts, Tally, Verdict, climb, liar, tale};
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
        climb(&args, count)
    } else if let Some(count) = args.starts {
        starts(&args, count)
    } else if let Some(count) = args.lies {
        let lies = in_all(in_every_space!(liar::run), &args, count, Findings::merge);
        for (kind, count) in &lies.counts {
            println!("{kind} {count}");
        }
        print_wrong(&lies);
        println!("{} wrong", lies.wrong.len());
        lies.wrong.len()
    } else if let Some(count) = args.climb_lies {
        let runs = in_every_space!(tale::climb::run);
        let tales = in_all(runs, &args, count, Findings::merge);
        print_climbs(&tales);
        println!("{} tales told, {} wrong", tales.cases, tales.wrong.len());
        tales.wrong.len()
    } else {
        judge(&args)
    };
    ExitCode::from(u8::from(wrong > 0))
}

/// Shares about this many seeds out evenly among the runs, and among threads.
fn in_all<X: Default + Send>(runs: Runs<X>, args: &Args, count: u64, merge: fn(&mut X, X)) -> X {
    let seeds = args.seed..args.seed + count.div_ceil(runs.len() as u64);
    let judge = |seeds: Range<u64>| {
        let mut found = X::default();
        for run in runs {
            run(&mut found, seeds.clone());
        }
        found
    };
    shared_out(seeds, threads(args.threads), judge, merge)
}

fn climb(args: &Args, count: u64) -> usize {
    let (runs, threads) = (in_every_space!(climb::run), threads(args.threads));
    let each = count.div_ceil(runs.len() as u64 * threads);
    let work = |thread: Range<u64>| {
        let mut found = Findings::default();
        for run in runs {
            run(&mut found, args.seed + thread.start * 1_000_000_000, each);
        }
        found
    };
    let climbs = shared_out(0..threads, threads, work, Findings::merge);
    print_climbs(&climbs);
    let (tried, wrong) = (climbs.cases, climbs.wrong.len());
    println!("{tried} cases climbed through, {wrong} wrong\n");
    wrong
}

fn starts(args: &Args, count: u64) -> usize {
    let starts = in_all(in_every_space!(Starts::run), args, count, Starts::merge);
    println!("{:?}", starts.kinds.counts);
    let [swapped, shifted] = starts.differ;
    println!("of another kind: {swapped} if swapped, {shifted} at another time");
    print_wrong(&starts.kinds);
    println!("{} wrong", starts.kinds.wrong.len());
    starts.kinds.wrong.len()
}

fn judge(args: &Args) -> usize {
    let runs: Runs<Tally> = if args.kernel {
        in_every_space!(Tally::judge_kernel)
    } else {
        in_every_space!(Tally::judge_families)
    };
    let per_family = args.cases.div_ceil(Family::ALL.len() as u64);
    let tally = in_all(runs, args, per_family, Tally::merge);
    let mut families: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for ((family, verdict), count) in &tally.verdicts.counts {
        let of_family = families.entry(family).or_default();
        of_family.push(format!("{verdict:?} {count}"));
    }
    for (family, counts) in families {
        println!("{family:<20} {}", counts.join(", "));
    }
    println!();
    for open in &tally.open {
        println!("{open}");
    }
    print_wrong(&tally.verdicts);
    let (cases, wrong) = (tally.verdicts.cases, tally.verdicts.wrong.len());
    let impacts = tally.of(Verdict::RightImpact);
    println!("{cases} cases, {impacts} impacts, {wrong} wrong");
    wrong
}

fn print_wrong<K>(found: &Findings<K>) {
    for wrong in &found.wrong {
        println!("{wrong}");
    }
}

fn print_climbs<K: Debug>(found: &Findings<K>) {
    print_wrong(found);
    for (claim, count) in &found.counts {
        println!("{claim:?}: {count} climbs");
    }
}
