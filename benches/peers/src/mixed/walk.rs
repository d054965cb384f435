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

/// The results of a contender. All lists are in the order of the cases.
pub struct Record {
    pub column: Column,
    pub answers: Vec<Answer>,
    /// The times of the queries in a stream.
    pub cold: Rounds,
    /// The times of the queries that are asked several times in a row.
    pub hot: Rounds,
}

/// Times in nanoseconds per query, round by round. They are NaN without a pair.
pub type Rounds = Vec<Vec<f64>>;

/// A contender on its way along a stream.
pub struct Walker {
    record: Record,
    /// A pair is `None` if the contender does not take it, or panics.
    pairs: Vec<Option<Box<dyn Pair>>>,
}

impl Walker {
    /// Builds the pairs, and asks about each of them once.
    pub fn new(contender: &dyn Contender, cases: &[Case]) -> Self {
        let mut pairs: Vec<_> = cases.iter().map(|case| contender.build(case)).collect();
        let record = Record {
            column: Column {
                name: contender.name(),
                role: contender.role(),
                epsilon: contender.epsilon(),
            },
            answers: pairs.iter_mut().map(answer).collect(),
            cold: Vec::new(),
            hot: Vec::new(),
        };
        Self { record, pairs }
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

/// Lets all contenders walk along the stream, and returns their results. In each round the order of the pairs is drawn
/// anew, and another contender comes first. Before a contender comes again, the pairs of the others have displaced its
/// own from the caches.
pub fn rounds(mut walkers: Vec<Walker>, count: usize, clock: f64) -> Vec<Record> {
    let cases = walkers.first().map_or(0, |walker| walker.pairs.len());
    let mut order: Vec<_> = (0..cases).collect();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(cases as u64);
    for round in 0..count {
        order.shuffle(&mut dice);
        let contenders = walkers.len();
        let turns = (0..contenders).map(|place| (place + round) % contenders);
        // walks that are compared follow each other closely, as the speed of a machine changes from second to second
        for turn in turns.clone() {
            let times = walkers[turn].walk(&order, 1, clock);
            walkers[turn].record.cold.push(times);
        }
        for turn in turns {
            let times = walkers[turn].walk(&order, IN_A_ROW, clock);
            walkers[turn].record.hot.push(times);
        }
    }
    walkers.into_iter().map(|walker| walker.record).collect()
}

/// Returns how long it takes to read the clock, in nanoseconds.
pub fn clock() -> f64 {
    let readings: Vec<_> = (0..10_001).map(|_| Instant::now()).collect();
    let passed = |pair: &[Instant]| (pair[1] - pair[0]).as_nanos() as f64;
    median(&readings.windows(2).map(passed).collect::<Vec<_>>())
}
