//! The long form of the accuracy test: it checks every distance and depth of random and degenerate pairs against the
//! definitions of the shapes.
//!
//! `cargo run --release -p photofinish-examples --example accuracy -- --pairs 10000`
//!
//! It prints the median and the worst errors for each pair of shapes and each kind of degeneracy. The exit status is 1
//! if any answer is wrong.

use std::process::ExitCode;

use clap::Parser;
use photofinish_judge::accuracy::campaign;
use photofinish_judge::accuracy::pairs::Group;
use photofinish_judge::accuracy::tally::Tally;
use photofinish_judge::findings::{shared_out, threads};
use photofinish_judge::in_every_space;

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

fn main() -> ExitCode {
    let args = Args::parse();
    let mut groups = Group::all();
    if let Some(only) = &args.only {
        groups.retain(|group| group.to_string().contains(only));
    }
    let mut wrong = 0;
    let names = [(2, "f64"), (2, "f32"), (3, "f64"), (3, "f32")];
    for ((dimension, scalar), campaign) in names.into_iter().zip(in_every_space!(campaign)) {
        if args.dimension.is_some_and(|only| only != dimension)
            || args.scalar.as_ref().is_some_and(|only| only != scalar)
        {
            continue;
        }
        let judge = |pairs| campaign(&groups, args.seed, pairs);
        let tally = shared_out(0..args.pairs, threads(None), judge, Tally::merge);
        println!("{dimension}D {scalar}\n{tally}");
        for wrong in tally.wrong() {
            println!("{dimension}D {scalar} {wrong}");
        }
        wrong += tally.wrong().count();
    }
    ExitCode::from(u8::from(wrong > 0))
}
