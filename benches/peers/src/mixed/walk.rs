//! Walks along a stream and takes the time of every query.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::moving::case::Case;
use crate::moving::contender::{Answer, Contender, Pair, Role};
use crate::table::median;

/// How often a pair is asked in a row where queries shall find their data in the caches.
const IN_A_ROW: u32 = 16;

/// The name and the query of a contender.
#[derive(Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub role: Role,
    pub epsilon: f64,
}

/// A contender with its pairs and results. All lists are in the order of the cases.
pub struct Walker {
    pub column: Column,
    /// A pair is `None` if the contender does not take it, or panics.
    pairs: Vec<Option<Box<dyn Pair>>>,
    pub answers: Vec<Answer>,
    cold: Rounds,
    hot: Rounds,
}

/// The times of one kind in nanoseconds per query, round by round. They are NaN without a pair.
type Rounds = Vec<Vec<f64>>;

impl Walker {
    /// Builds the pairs, and asks about each of them once.
    pub fn new(contender: &dyn Contender, cases: &[Case]) -> Self {
        let mut pairs: Vec<_> = cases.iter().map(|case| contender.build(case)).collect();
        let answers = pairs.iter_mut().map(answer).collect();
        Self {
            column: Column {
                name: contender.name(),
                role: contender.role(),
                epsilon: contender.epsilon(),
            },
            pairs,
            answers,
            cold: Vec::new(),
            hot: Vec::new(),
        }
    }

    /// Returns the time of each query in a stream, in nanoseconds: the median over the rounds.
    pub fn cold(&self) -> Vec<f64> {
        medians(&self.cold)
    }

    /// Returns the time of each query if it is asked several times in a row, in nanoseconds: the median over the rounds.
    pub fn hot(&self) -> Vec<f64> {
        medians(&self.hot)
    }

    fn walk(&self, order: &[usize], in_a_row: u32, clock: f64) -> Vec<f64> {
        let taken = |&index: &usize| Some((index, self.pairs[index].as_deref()?));
        let taken: Vec<_> = order.iter().filter_map(taken).collect();
        let mut nanoseconds = vec![f64::NAN; self.pairs.len()];
        let mut last = Instant::now();
        for (index, pair) in taken {
            for _ in 0..in_a_row {
                black_box(black_box(pair).ask());
            }
            // one reading ends a query and begins the next
            let now = Instant::now();
            let passed = (now - last).as_nanos() as f64;
            nanoseconds[index] = (passed - clock) / f64::from(in_a_row);
            last = now;
        }
        nanoseconds
    }
}

/// Returns the answer about a pair. A pair that makes the contender panic is taken away.
fn answer(pair: &mut Option<Box<dyn Pair>>) -> Answer {
    let Some(asked) = pair else {
        return Answer::NotOffered;
    };
    catch_unwind(AssertUnwindSafe(|| asked.ask())).unwrap_or_else(|_| {
        *pair = None;
        Answer::Nothing
    })
}

fn medians(rounds: &Rounds) -> Vec<f64> {
    let count = rounds.first().map_or(0, Vec::len);
    let of_rounds = |index: usize| rounds.iter().map(|round| round[index]).collect::<Vec<_>>();
    (0..count).map(|index| median(&of_rounds(index))).collect()
}

/// Lets all contenders walk along the stream. In each round the order of the pairs is drawn anew, another contender
/// comes first, and the pairs of the others have displaced those of a contender from the caches.
pub fn rounds(walkers: &mut [Walker], count: usize, clock: f64) {
    let cases = walkers.first().map_or(0, |walker| walker.pairs.len());
    let mut order: Vec<_> = (0..cases).collect();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(cases as u64);
    for round in 0..count {
        order.shuffle(&mut dice);
        for place in 0..walkers.len() {
            let next = (place + round) % walkers.len();
            let walker = &mut walkers[next];
            walker.cold.push(walker.walk(&order, 1, clock));
            walker.hot.push(walker.walk(&order, IN_A_ROW, clock));
        }
    }
}

/// Returns how long it takes to read the clock, in nanoseconds.
pub fn clock() -> f64 {
    let readings: Vec<_> = (0..10_001).map(|_| Instant::now()).collect();
    let passed = |pair: &[Instant]| (pair[1] - pair[0]).as_nanos() as f64;
    median(&readings.windows(2).map(passed).collect::<Vec<_>>())
}
