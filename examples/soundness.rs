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
//! With `--starts` it asks about bodies that start in contact. What is said of their start and of their end is compared
//! with the oracle, and each question is asked again with the bodies swapped and at another time:
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

use std::ops::Range;
use std::process::ExitCode;
use std::thread;

use clap::Parser;
use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish_judge::soundness::{Climbs, Lies, Starts, Tales, Tally, Verdict};
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
    /// Climb from the first seed only, to reproduce what a search found there.
    #[arg(long)]
    alone: bool,
    /// The number of threads. By default, there is one for each processor.
    #[arg(long)]
    threads: Option<u64>,
    /// The first seed.
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
}

/// A run of one dimension and scalar over a range of seeds.
type Run = fn(&mut Tally, Range<u64>);

/// A climb of one dimension and scalar, from a seed, through a number of cases.
type Climb = fn(&mut Climbs, u64, u64);

fn main() -> ExitCode {
    let args = Args::parse();
    let available = || thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let threads = args.threads.unwrap_or_else(available).max(1);
    match args.climb {
        _ if args.alone => climb_alone(args.seed),
        Some(count) => climb(count, args.seed, threads),
        None => match (args.starts, args.lies, args.climb_lies) {
            (Some(count), ..) => starts((count, args.seed, threads)),
            (_, Some(count), _) => lies((count, args.seed, threads)),
            (.., Some(count)) => climb_lies((count, args.seed, threads)),
            (None, None, None) => judge(&args, threads),
        },
    }
}

fn climb(count: u64, seed: u64, threads: u64) -> ExitCode {
    let runs: [Climb; 4] = [
        Climbs::run::<f64, UnitComplex<f64>, 2>,
        Climbs::run::<f32, UnitComplex<f32>, 2>,
        Climbs::run::<f64, UnitQuaternion<f64>, 3>,
        Climbs::run::<f32, UnitQuaternion<f32>, 3>,
    ];
    let each = count.div_ceil(runs.len() as u64 * threads);
    let mut climbs = Climbs::default();
    thread::scope(|scope| {
        let work = |k: u64| {
            let mut part = Climbs::default();
            for run in runs {
                run(&mut part, seed + k * 1_000_000_000, each);
            }
            part
        };
        let parts: Vec<_> = (0..threads).map(|k| scope.spawn(move || work(k))).collect();
        for part in parts {
            climbs.merge(part.join().expect("a climb does not panic"));
        }
    });
    println!("{climbs}");
    exit_code(climbs.wrong.len())
}

/// Shares a range of seeds out among threads, each of which runs all of these, and merges what they found.
fn shared_out<X: Default + Send>(
    runs: [fn(&mut X, Range<u64>); 4],
    (count, seed, threads): (u64, u64, u64),
    merge: fn(&mut X, X),
) -> X {
    let each = count.div_ceil(runs.len() as u64);
    let share = |k: u64| seed + each * k / threads;
    let mut found = X::default();
    thread::scope(|scope| {
        let work = |k: u64| {
            let mut part = X::default();
            for run in runs {
                run(&mut part, share(k)..share(k + 1));
            }
            part
        };
        let parts: Vec<_> = (0..threads).map(|k| scope.spawn(move || work(k))).collect();
        for part in parts {
            merge(&mut found, part.join().expect("a judge does not panic"));
        }
    });
    found
}

/// The runs of a judge: in the plane and in space, in both scalars.
macro_rules! in_every_space {
    ($judge:ident) => {{
        let runs: [fn(&mut $judge, Range<u64>); 4] = [
            $judge::run::<f64, UnitComplex<f64>, 2>,
            $judge::run::<f32, UnitComplex<f32>, 2>,
            $judge::run::<f64, UnitQuaternion<f64>, 3>,
            $judge::run::<f32, UnitQuaternion<f32>, 3>,
        ];
        runs
    }};
}

fn starts(seeds: (u64, u64, u64)) -> ExitCode {
    let found = shared_out(in_every_space!(Starts), seeds, Starts::merge);
    println!("{found}");
    exit_code(found.faults.len())
}

fn lies(seeds: (u64, u64, u64)) -> ExitCode {
    let found = shared_out(in_every_space!(Lies), seeds, Lies::merge);
    println!("{found}");
    exit_code(found.wrong.len())
}

fn climb_lies(seeds: (u64, u64, u64)) -> ExitCode {
    let found = shared_out(in_every_space!(Tales), seeds, Tales::merge);
    println!("{found}");
    exit_code(found.wrong.len())
}

fn climb_alone(seed: u64) -> ExitCode {
    let runs: [Climb; 4] = [
        Climbs::run_alone::<f64, UnitComplex<f64>, 2>,
        Climbs::run_alone::<f32, UnitComplex<f32>, 2>,
        Climbs::run_alone::<f64, UnitQuaternion<f64>, 3>,
        Climbs::run_alone::<f32, UnitQuaternion<f32>, 3>,
    ];
    let mut climbs = Climbs::default();
    for run in runs {
        run(&mut climbs, seed, 0);
    }
    println!("{climbs}");
    exit_code(climbs.wrong.len())
}

fn exit_code(wrong: usize) -> ExitCode {
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn judge(args: &Args, threads: u64) -> ExitCode {
    let runs: [Run; 4] = if args.kernel {
        [
            Tally::judge_kernel::<f64, UnitComplex<f64>, 2>,
            Tally::judge_kernel::<f32, UnitComplex<f32>, 2>,
            Tally::judge_kernel::<f64, UnitQuaternion<f64>, 3>,
            Tally::judge_kernel::<f32, UnitQuaternion<f32>, 3>,
        ]
    } else {
        [
            Tally::judge_families::<f64, UnitComplex<f64>, 2>,
            Tally::judge_families::<f32, UnitComplex<f32>, 2>,
            Tally::judge_families::<f64, UnitQuaternion<f64>, 3>,
            Tally::judge_families::<f32, UnitQuaternion<f32>, 3>,
        ]
    };
    let per_family = args.cases.div_ceil((runs.len() * Family::ALL.len()) as u64);
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
    exit_code(wrong)
}
