//! Part B: runs whole distance queries, with each subalgorithm in the same loop.

use std::hint::black_box;
use std::time::Instant;

use photofinish::Real;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::contender::{Contender, Ours};
use crate::pairs::{self, Body, Family, Turn};
use crate::search::{Answer, End, Pair, search};
use crate::table::{Batches, Table, count, median, short};
use crate::{CONTENDERS, Contenders, with_contenders};

const SEED: u64 = 0x9a_125;
/// The number of times that a batch is timed.
const REPEATS: usize = 9;
/// The number of pairs in a batch: so few that a batch is rarely interrupted.
const BATCH: usize = 25;

type Pairs<T, const D: usize> = [Pair<Body<T, D>, Body<T, D>>];

struct Row<T> {
    name: &'static str,
    answers: Vec<Answer<T>>,
    times: Batches,
}

struct Visit<'a, T, const D: usize> {
    pairs: &'a Pairs<T, D>,
    batch: usize,
    rows: Vec<Row<T>>,
}

impl<T: Real, const D: usize> Visit<'_, T, D> {
    fn measure<C: Contender<T, D>>(&mut self, index: usize, name: &'static str, momentum: bool) {
        if self.rows.len() == index {
            let answers = self.pairs.iter();
            let answers = answers.map(|pair| search::<T, C, _, _, D>(pair, momentum));
            self.rows.push(Row {
                name,
                answers: answers.collect(),
                times: Batches::default(),
            });
        }
        let start = Instant::now();
        for pair in self.pairs.chunks(BATCH).nth(self.batch).unwrap_or_default() {
            black_box(search::<T, C, _, _, D>(black_box(pair), momentum));
        }
        self.rows[index].times.add(self.batch, start.elapsed());
    }
}

impl<T: Real, const D: usize> Contenders<T, D> for Visit<'_, T, D> {
    fn contender<C: Contender<T, D>>(&mut self, index: usize, name: &'static str) {
        self.measure::<C>(index, name, false);
    }
}

/// The best bounds of the distance that any subalgorithm found.
struct Reference {
    lower: f64,
    upper: f64,
}

fn references<T: Real>(rows: &[Row<T>]) -> Vec<Reference> {
    (0..rows[0].answers.len())
        .map(|index| {
            let answers = rows.iter().map(|row| &row.answers[index]);
            let (lower, upper) =
                answers.fold((f64::NEG_INFINITY, f64::INFINITY), |best, answer| {
                    (
                        best.0.max(answer.proven.as_f64()),
                        best.1.min(answer.witnesses.as_f64()),
                    )
                });
            // rounding affects witness points too, so the upper bound may be too low
            let upper = upper.max(lower);
            Reference { lower, upper }
        })
        .collect()
}

fn cells<T: Real>(answers: &[Answer<T>], references: &[Reference]) -> Vec<String> {
    let (mut errors, mut gaps) = (Vec::new(), Vec::new());
    let (mut endless, mut false_overlaps, mut missed) = (0, 0, 0);
    for (answer, reference) in answers.iter().zip(references) {
        let apart = reference.lower > 0.0;
        endless += usize::from(answer.end == End::OutOfIterations);
        false_overlaps += usize::from(apart && answer.end == End::Overlap);
        missed += usize::from(!apart && answer.end != End::Overlap);
        if apart && answer.end != End::Overlap {
            let above = answer.upper.as_f64() - reference.upper;
            let below = reference.lower - answer.upper.as_f64();
            errors.push(above.max(below).max(0.0) / reference.upper);
            gaps.push((reference.lower - answer.proven.as_f64()).max(0.0) / reference.upper);
        }
    }
    let iterations: u32 = answers.iter().map(|answer| answer.iterations).sum();
    let largest = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    let mut cells = vec![format!(
        "{:.2}",
        f64::from(iterations) / answers.len() as f64
    )];
    for values in [errors, gaps] {
        let worst = largest(&values);
        cells.extend([short(median(values)), short(worst)]);
    }
    cells.extend([endless, false_overlaps, missed].map(count));
    cells
}

/// Prints the tables of one scalar and dimension.
pub fn run<T: Real, R: Turn<T, D>, const D: usize>(title: &str, pairs_per_family: usize) {
    let head = [
        "family, subalgorithm",
        "iterations",
        "distance median",
        "worst",
        "bound median",
        "worst",
        "endless",
        "false overlap",
        "missed overlap",
        "ns per query",
        "of ours",
    ];
    let mut table = Table::new(&head);
    let mut totals: Vec<(&'static str, f64)> = Vec::new();
    for family in pairs::ALL {
        let mut rng = StdRng::seed_from_u64(SEED + family as u64);
        let pairs: Vec<_> = (0..pairs_per_family)
            .map(|_| Family::pair::<T, R, D>(family, &mut rng))
            .collect();
        let mut visit = Visit {
            pairs: &pairs,
            batch: 0,
            rows: Vec::new(),
        };
        for round in 0..REPEATS * pairs.len().div_ceil(BATCH) {
            visit.batch = round / REPEATS;
            with_contenders::<T, D>(&mut visit);
            visit.measure::<Ours<D>>(CONTENDERS, "ours + momentum", true);
        }
        let references = references(&visit.rows);
        let times: Vec<f64> = visit
            .rows
            .iter()
            .map(|row| row.times.nanoseconds() / pairs.len() as f64)
            .collect();
        for (index, Row { name, answers, .. }) in visit.rows.iter().enumerate() {
            let ratio = times[index] / times[0];
            let mut row = vec![format!("{family:?} {name}")];
            row.extend(cells(answers, &references));
            row.extend([format!("{:.0}", times[index]), format!("{ratio:.2}")]);
            table.row(row);
            if totals.len() <= index {
                totals.push((name, 0.0));
            }
            totals[index].1 += ratio.ln();
        }
    }
    table.print(title);
    println!("\ntime of a query relative to ours, geometric mean over the families:");
    for (name, logarithms) in totals {
        println!(
            "  {name:<16} {:.2}",
            (logarithms / pairs::ALL.len() as f64).exp()
        );
    }
}
