//! Bodies that start in contact: what is said of their start, of all times and of their end, and whether the same bodies,
//! swapped or asked about at another time, have an answer of the same kind.

mod draw;
mod judge;
mod kept;

use std::ops::Range;

use photofinish::{InitialContact, Real};

use super::convert::FromOracle;
use crate::findings::Findings;
use photofinish_oracle::advance::Moving;

/// Two bodies that touch or overlap at time 0, or nearly so, and what is asked about them.
#[derive(Clone, Debug)]
pub struct Start<const D: usize> {
    pub a: Moving<D>,
    pub b: Moving<D>,
    pub policy: InitialContact,
    pub target: f64,
    /// The tolerance, unless it is the default one.
    pub tolerance: Option<f64>,
    /// The end of the interval, which begins at 0.
    pub until: f64,
    /// The time at which the same motions begin when the question is asked again.
    pub later: f64,
}

/// The kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Separated,
    Impact,
    Overlapping,
    Stays,
    DrivesIn,
    /// Bodies so thin that they could pass through each other by what is allowed.
    Refused,
    Undecided,
}

/// What may be wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Bodies that are said to overlap do so by less than is allowed, and not only by rounding.
    Shallow,
    /// Bodies that are said to stay in contact have left it at the end.
    Gone,
    /// The certificate does not prove a span that the answer claims to be free, or not deeper than something.
    Unproven,
    /// Bodies come nearer than the answer claims.
    Nearer,
    /// A move by the depth does not free bodies that overlap.
    Stuck,
    /// The swapped bodies have an answer of another kind, and it is not open which kind is right.
    Swapped,
    /// At another time there is an answer of another kind, and it is not open which kind is right.
    Shifted,
}

/// An answer, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub kind: Kind,
    pub faults: Vec<Fault>,
    /// Whether the swapped bodies, and the same bodies at another time, have an answer of another kind, be it right.
    pub differs: Vec<Fault>,
}

/// What was seen of a start: the kind of the answer, and how the kind of another answer came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    Answer(Kind),
    Otherwise(Fault),
}

/// Judges the starts of these seeds in scalar `T`.
pub fn run<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<Seen>,
    seeds: Range<u64>,
) {
    let bits = size_of::<T>() * 8;
    for seed in seeds {
        let judged = Start::<D>::random(seed).judge::<T, R>();
        let kind = judged.kind;
        found.cases += 1;
        found.count(Seen::Answer(kind));
        for fault in judged.differs {
            found.count(Seen::Otherwise(fault));
        }
        let note = |fault| format!("{fault:?}: {D}D f{bits} seed {seed}: {kind:?}");
        found.wrong.extend(judged.faults.iter().map(note));
    }
}
