//! The answers about pairs of pieces alone.

use std::collections::BTreeMap;

use photofinish::{Outcome, Query, QueryError, Real, Solution};

use crate::pieces::build::{AnyMoving, Surfaces};

pub(super) type Answer<T, const D: usize> = Result<Solution<T, D>, QueryError>;

/// The answers about every pair of pieces, each asked about alone.
pub(super) struct Alone<T: Real, const D: usize> {
    pub(super) answers: BTreeMap<(u32, u32), (Answer<T, D>, Option<T>)>,
    pub(super) start: T,
    pub(super) end: T,
}

impl<T: Real, const D: usize> Alone<T, D> {
    pub(super) fn ask<R: Surfaces<T, D>>(
        query: &Query<T>,
        [a, b]: [&AnyMoving<T, R, D>; 2],
        [start, end]: [T; 2],
    ) -> Self {
        let mut answers = BTreeMap::new();
        for of_a in 0.. {
            let Some(piece_a) = a.piece(of_a) else { break };
            for of_b in 0.. {
                let Some(piece_b) = b.piece(of_b) else { break };
                let answer = query.time_of_impact(&piece_a, &piece_b, start..=end);
                let time = time_of(&answer, start);
                answers.insert((of_a, of_b), (answer, time));
            }
        }
        Self {
            answers,
            start,
            end,
        }
    }

    /// Returns the earliest contact: when, and which pieces.
    pub(super) fn first(&self) -> Option<(T, (u32, u32))> {
        let contacts = self.answers.iter();
        let contacts = contacts.filter_map(|(&pieces, (_, time))| Some(((*time)?, pieces)));
        contacts.reduce(|one, other| if is_before(other, one) { other } else { one })
    }
}

pub(super) fn is_before<T: Real>(one: (T, (u32, u32)), other: (T, (u32, u32))) -> bool {
    one.0 < other.0 || one.0 == other.0 && one.1 < other.1
}

/// Returns when pieces come into contact.
pub(super) fn time_of<T: Real, const D: usize>(answer: &Answer<T, D>, start: T) -> Option<T> {
    match answer {
        Ok(solution) => match &solution.outcome {
            Outcome::Impact(impact) => Some(impact.time),
            Outcome::Overlapping(_) => Some(start),
            Outcome::DrivesIn(report) => Some(report.kept_until),
            _ => None,
        },
        Err(
            QueryError::Undecided { clear_until, .. }
            | QueryError::ToleranceTooSmall { clear_until, .. },
        ) => Some(T::of(*clear_until)),
        Err(_) => None,
    }
}
