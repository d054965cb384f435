//! Compares the times of photofinish, parry and Box3D in a mixed stream of queries: when do moving bodies first touch?

use clap::Parser;
use peers::mixed::contender;
use peers::mixed::stream::Stream;
use peers::mixed::tables::{self, Results};
use peers::mixed::walk::{self, Walker};
use peers::moving::case::Case;

/// Asks photofinish, parry and Box3D for the time of impact of the same moving bodies, with a new pair at every query.
#[derive(Parser)]
struct Arguments {
    /// Pairs per family. There are a quarter as many hulls of 2048 vertices.
    #[arg(long, default_value_t = 400)]
    cases: u64,
    /// The seed of the first pair of each family. Further pairs have the next seeds.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often each contender walks along a stream.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Run only this family.
    #[arg(long)]
    family: Option<String>,
    /// Run only the contenders with this in their names, and photofinish.
    #[arg(long)]
    contender: Option<String>,
}

fn main() {
    let arguments = Arguments::parse();
    peers::assert_that_peers_are_optimised();
    // a contender that panics has no answer, so the message of the panic is not needed
    std::panic::set_hook(Box::new(|_| {}));
    if let Some(name) = &arguments.family {
        let names: Vec<_> = Stream::ALL.iter().map(ToString::to_string).collect();
        if !names.contains(name) {
            eprintln!("{name}: no such family; there are {}", names.join(", "));
            std::process::exit(2);
        }
    }
    let clock = walk::clock();
    println!(
        "A reading of the clock takes {clock:.0} ns. There is one for each query, which is subtracted.\n"
    );
    tables::print_head();
    let mut all = Vec::new();
    for stream in Stream::ALL {
        let wanted = arguments.family.as_ref();
        if wanted.is_none_or(|name| *name == stream.to_string()) {
            let results = run(stream, &arguments, clock);
            results.print();
            all.push(results);
        }
    }
    tables::print_ratios(&all);
}

fn run(stream: Stream, arguments: &Arguments, clock: f64) -> Results {
    let seeds = arguments.seed..arguments.seed + stream.count(arguments.cases);
    let cases: Vec<Case> = seeds.map(|seed| stream.case(seed)).collect();
    let part = arguments.contender.as_deref().unwrap_or_default();
    let walkers: Vec<_> = contender::all(stream)
        .iter()
        .filter(|contender| {
            contender.name().starts_with("photofinish") || contender.name().contains(part)
        })
        .map(|contender| Walker::new(&**contender, &cases))
        .collect();
    Results {
        stream,
        contenders: walk::rounds(walkers, arguments.rounds, clock),
    }
}
