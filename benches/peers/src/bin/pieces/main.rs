//! Compares queries about bodies of many pieces with parry's: two compounds, a convex body above a height field, rays
//! and shapes cast at it, the same surface ever finer, and a slow motion with a front that is kept. With the feature
//! `fcl`, two moving meshes are asked about by FCL too.

mod bodies;
mod casts;
mod coherence;
mod compounds;
#[cfg(has_fcl)]
mod fcl;
mod field;
mod growth;
#[cfg(has_fcl)]
mod meshes;

use std::path::PathBuf;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use photofinish::pieces::ContactStatistics;

/// Asks photofinish and parry about the same bodies, in double precision, each alone on one core.
#[derive(Parser)]
struct Arguments {
    /// Which comparison; all but FCL's by default.
    #[arg(value_enum)]
    which: Option<Which>,
    /// How many queries of each kind.
    #[arg(long, default_value_t = 40)]
    cases: usize,
    /// Asks photofinish alone, for counts of its work.
    #[arg(long)]
    alone: bool,
    /// The finest surface, in cells along a side.
    #[arg(long, default_value_t = 708)]
    finest: usize,
    /// Draws the growth as a plot, to this SVG file.
    #[arg(long)]
    plot: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Which {
    Compounds,
    Field,
    Casts,
    Growth,
    Coherence,
    /// Needs the feature `fcl`.
    Fcl,
}

fn main() {
    let arguments = Arguments::parse();
    let asked = |which| arguments.which.is_none_or(|only| only == which);
    if asked(Which::Compounds) {
        compounds::compare(arguments.cases, arguments.alone);
    }
    if asked(Which::Field) {
        field::compare(223, arguments.cases * 25, arguments.alone);
    }
    if asked(Which::Casts) && !arguments.alone {
        casts::compare(223, arguments.cases * 25);
    }
    if asked(Which::Growth) {
        let sides = [7, 22, 71, 224, 708]
            .into_iter()
            .filter(|side| *side <= arguments.finest);
        let grown: Vec<_> = sides
            .map(|side| field::grow(side, arguments.cases * 10))
            .collect();
        if let Some(path) = &arguments.plot {
            growth::draw(path, &grown).expect("the plot can be written");
        }
    }
    if asked(Which::Coherence) {
        coherence::follow(1000);
    }
    if arguments.which == Some(Which::Fcl) {
        #[cfg(has_fcl)]
        fcl::compare(arguments.cases);
        #[cfg(not(has_fcl))]
        println!("built without FCL: install libfcl-dev, and build with the feature `fcl`");
    }
}

/// Counts of the work of photofinish.
#[derive(Default)]
struct Work {
    queries: u64,
    box_pairs: u64,
    piece_queries: u64,
}

impl Work {
    fn add(&mut self, statistics: &ContactStatistics) {
        self.queries += 1;
        self.box_pairs += statistics.box_pairs;
        self.piece_queries += statistics.piece_queries;
    }

    /// Pairs of boxes, and queries about pieces, for one query.
    fn summary(&self) -> String {
        let each = |count: u64| count as f64 / self.queries as f64;
        format!(
            "{:.1} / {:.1}",
            each(self.box_pairs),
            each(self.piece_queries)
        )
    }
}

/// How often each query is asked. The fastest one counts, as other programs take their share of the machine.
const REPEATS: u32 = 3;

/// Microseconds that queries took.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn of<R>(&mut self, mut ask: impl FnMut() -> R) -> R {
        let mut timed = || {
            let start = Instant::now();
            let answer = ask();
            (start.elapsed().as_secs_f64() * 1e6, answer)
        };
        let (mut fastest, mut answer) = timed();
        for _ in 1..REPEATS {
            let time;
            (time, answer) = timed();
            fastest = fastest.min(time);
        }
        self.0.push(fastest);
        answer
    }

    fn median(&mut self) -> f64 {
        self.0.sort_by(f64::total_cmp);
        self.0[self.0.len() / 2]
    }

    /// The median of the ratios of these times to the others, each to that of the same case.
    fn median_ratio(&self, others: &Self) -> f64 {
        let ratios = self
            .0
            .iter()
            .zip(&others.0)
            .map(|(time, other)| time / other);
        Self(ratios.collect()).median()
    }

    /// The median and the mean.
    fn summary(&mut self) -> String {
        self.0.sort_by(f64::total_cmp);
        let (count, sum) = (self.0.len(), self.0.iter().sum::<f64>());
        match count {
            0 => "-".to_owned(),
            _ => format!("{:.1} / {:.1}", self.0[count / 2], sum / count as f64),
        }
    }
}
