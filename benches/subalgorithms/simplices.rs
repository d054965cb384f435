//! Part A: compares the subalgorithms with rational arithmetic, on single simplices.

use std::hint::black_box;
use std::time::Instant;

use nalgebra::SVector;
use photofinish::Real;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::contender::{Contender, Step};
use crate::exact::{Truth, as_met};
use crate::families::{self, Family};
use crate::table::{Batches, Table, count, median, short};
use crate::{Contenders, with_contenders};

const SEED: u64 = 0x51_3b1e;
/// The number of times that a batch is timed.
const REPEATS: usize = 7;
/// The number of simplices in a batch: so few that a batch is rarely interrupted.
const BATCH: usize = 50;

/// A simplex: its points in the order of GJK, and the truth about it.
struct Sample<T, const D: usize> {
    points: Vec<SVector<T, D>>,
    truth: Truth<D>,
    size: f64,
}

/// The results of a contender on a family.
#[derive(Default)]
struct Score {
    /// The errors ||v| - distance| relative to the size of the simplex.
    of_size: Vec<f64>,
    /// The errors ||v| - distance| relative to the distance.
    of_distance: Vec<f64>,
    /// The angles between v and the true v.
    angle: Vec<f64>,
    wrong_inside: usize,
    missed_inside: usize,
    no_answer: usize,
}

fn solve<T: Real, C: Contender<T, D>, const D: usize>(sample: &Sample<T, D>) -> Step<T, D> {
    let mut simplex = C::new(T::of(sample.size));
    let mut last = Step::Undetermined;
    for point in &sample.points {
        let next = simplex.add(SVector::zeros(), *point);
        // an answer before the last point would end GJK too
        if let Step::ContainsOrigin = next {
            return next;
        }
        last = next;
    }
    last
}

fn score<T: Real, C: Contender<T, D>, const D: usize>(samples: &[Sample<T, D>]) -> Score {
    let mut score = Score::default();
    let rounding = 8.0 * T::EPSILON.as_f64();
    for sample in samples {
        match (solve::<T, C, D>(sample), sample.truth) {
            (Step::Undetermined, _) => score.no_answer += 1,
            (Step::ContainsOrigin, Truth::ContainsOrigin) => {}
            (Step::ContainsOrigin, Truth::Nearest { length, .. }) => {
                score.wrong_inside += usize::from(length > rounding * sample.size);
            }
            (Step::Nearest { length, .. }, Truth::ContainsOrigin) => {
                score.missed_inside += usize::from(length.as_f64() > rounding * sample.size);
            }
            (
                Step::Nearest { direction, length },
                Truth::Nearest {
                    direction: s,
                    length: truth,
                },
            ) => {
                let error = (length.as_f64() - truth).abs();
                score.of_size.push(error / sample.size);
                if truth > 0.0 {
                    score.of_distance.push(error / truth);
                    let chord = (direction.map(T::as_f64) - s).norm();
                    score.angle.push(2.0 * (chord / 2.0).min(1.0).asin());
                }
            }
        }
    }
    score
}

fn samples<T: Real, const D: usize>(family: Family, count: usize) -> Vec<Sample<T, D>> {
    let mut rng = StdRng::seed_from_u64(SEED + family as u64);
    let mut samples = Vec::new();
    while samples.len() < count {
        let (points, truth) = as_met(&family.simplex::<T, D>(&mut rng));
        let size = points.iter().map(|point| point.norm().as_f64());
        let size = size.fold(0.0, f64::max);
        if size > 0.0 {
            samples.push(Sample {
                points,
                truth,
                size,
            });
        }
    }
    samples
}

struct Visit<'a, T, const D: usize> {
    samples: &'a [Sample<T, D>],
    batch: usize,
    rows: Vec<(&'static str, Score, Batches)>,
}

impl<T: Real, const D: usize> Contenders<T, D> for Visit<'_, T, D> {
    fn contender<C: Contender<T, D>>(&mut self, index: usize, name: &'static str) {
        if self.rows.len() == index {
            let score = score::<T, C, D>(self.samples);
            self.rows.push((name, score, Batches::default()));
        }
        let start = Instant::now();
        let batch = self.samples.chunks(BATCH).nth(self.batch);
        for sample in batch.unwrap_or_default() {
            black_box(solve::<T, C, D>(black_box(sample)));
        }
        self.rows[index].2.add(self.batch, start.elapsed());
    }
}

/// Prints the tables of one scalar and dimension.
pub fn run<T: Real, const D: usize>(title: &str, samples_per_family: usize) {
    let head = [
        "family, subalgorithm",
        "|v|/size median",
        "worst",
        "|v|/distance median",
        "worst",
        "angle median",
        "worst",
        "wrong inside",
        "missed inside",
        "no answer",
        "ns per point",
    ];
    let mut table = Table::new(&head);
    for family in families::ALL {
        let samples = samples::<T, D>(family, samples_per_family);
        let added: usize = samples.iter().map(|sample| sample.points.len()).sum();
        let mut visit = Visit {
            samples: &samples,
            batch: 0,
            rows: Vec::new(),
        };
        for round in 0..REPEATS * samples.len().div_ceil(BATCH) {
            visit.batch = round / REPEATS;
            with_contenders::<T, D>(&mut visit);
        }
        for (name, score, times) in visit.rows {
            let worst = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
            let mut cells = vec![format!("{family:?} {name}")];
            for values in [score.of_size, score.of_distance, score.angle] {
                let worst = worst(&values);
                cells.extend([short(median(values)), short(worst)]);
            }
            cells.extend([score.wrong_inside, score.missed_inside, score.no_answer].map(count));
            cells.push(format!("{:.0}", times.nanoseconds() / added as f64));
            table.row(cells);
        }
    }
    table.print(title);
}
