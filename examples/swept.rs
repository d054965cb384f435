//! The long form of the test of swept bounds: it compares boxes, heights and travels of random moving bodies with an
//! independent oracle, and then measures how much wider than necessary boxes are.
//!
//! `cargo run --release -p photofinish-examples --example swept -- --cases 1000000`
//!
//! The cases are shared out evenly among the plane and space, single and double precision. The exit status is 1 if any
//! bound does not hold.

use std::ops::Range;
use std::process::ExitCode;

use clap::Parser;
use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish_judge::findings::{Findings, shared_out, threads};
use photofinish_judge::swept::excess;
use photofinish_judge::{in_every_space, swept};

/// Compares bounds of random moving bodies over a span with an independent oracle.
#[derive(Parser)]
struct Args {
    /// The approximate number of cases.
    #[arg(long, default_value_t = 20_000)]
    cases: u64,
    /// The number of bodies for each row of the table of excesses.
    #[arg(long, default_value_t = 2_000)]
    measured: u64,
    /// The number of threads. By default, there is one for each processor.
    #[arg(long)]
    threads: Option<u64>,
    /// The first seed.
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let judge = |seeds: Range<u64>| {
        let mut found = Findings::default();
        for run in in_every_space!(swept::run) {
            run(&mut found, seeds.clone());
        }
        found
    };
    let seeds = args.seed..args.seed + args.cases.div_ceil(4);
    let found = shared_out(seeds, threads(args.threads), judge, Findings::merge);
    let (cases, claims, wrong) = (found.cases, found.of(&"claims"), found.wrong.len());
    println!("{cases} cases, {claims} claims, {wrong} violated");
    for violation in found.wrong.iter().take(20) {
        println!("{violation}");
    }
    table(args.measured);
    ExitCode::from(u8::from(wrong > 0))
}

/// Prints how much longer than necessary the sides of boxes are, in per cent.
fn table(cases: u64) {
    println!("bodies of size 1 | angle |   mean % |  worst %");
    for (way, name) in [(0.0, "turn in place"), (2.0, "and move by up to 2")] {
        for degrees in [5.0, 30.0, 90.0, 180.0] {
            let angle = f64::to_radians(degrees);
            let of_dimensions = [
                ("2D", excess::<UnitComplex<f64>, 2>(angle, way, cases)),
                ("3D", excess::<UnitQuaternion<f64>, 3>(angle, way, cases)),
            ];
            for (dimension, found) in of_dimensions {
                let (mean, worst) = (100.0 * found.mean, 100.0 * found.worst);
                println!("{name:20} {dimension} {degrees:5} {mean:9.3} {worst:9.2}");
            }
        }
    }
}
