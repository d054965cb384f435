//! Streams of pairs of moving bodies.

use std::fmt;

use crate::moving::case::{Case, Family};
use crate::oracle::planted::Dice;
use crate::scenes::placing::overlapping;

/// The kind of the pairs in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The pairs of a family.
    Of(Family),
    /// The pairs of `tumble`, but B is moved so that the bodies overlap at the start.
    Overlapping,
    /// The pairs of `Overlapping`, of which photofinish and parry are asked for the exact depth.
    Depth,
    /// The pairs of all families but `spin`, in turn: what a processor has learnt of one kind of pairs helps little with
    /// the next one.
    Shuffled,
}

/// The families of `Shuffled`.
const SWEPT: [Family; 11] = [
    Family::Translate,
    Family::Tumble,
    Family::Bullet,
    Family::Meshy,
    Family::Graze,
    Family::Slide,
    Family::Stack,
    Family::Far,
    Family::Hulls32,
    Family::Hulls256,
    Family::Hulls2048,
];

impl Stream {
    pub const ALL: [Stream; 15] = [
        Stream::Of(Family::Translate),
        Stream::Of(Family::Tumble),
        Stream::Of(Family::Bullet),
        Stream::Of(Family::Meshy),
        Stream::Of(Family::Graze),
        Stream::Of(Family::Slide),
        Stream::Of(Family::Stack),
        Stream::Of(Family::Far),
        Stream::Of(Family::Hulls32),
        Stream::Of(Family::Hulls256),
        Stream::Of(Family::Hulls2048),
        Stream::Overlapping,
        Stream::Depth,
        Stream::Of(Family::Spin),
        Stream::Shuffled,
    ];

    /// Returns the number of pairs where others have `cases`. With its copies for all contenders, a pair of hulls of
    /// 2048 vertices takes six megabytes.
    pub fn count(self, cases: u64) -> u64 {
        match self {
            Stream::Of(Family::Hulls2048) => cases.div_ceil(4),
            _ => cases,
        }
    }

    /// Returns the pair of a seed. The same seed gives the same pair.
    pub fn case(self, seed: u64) -> Case {
        match self {
            Stream::Of(family) => Case::random(family, seed),
            Stream::Shuffled => {
                let families = SWEPT.len() as u64;
                Case::random(SWEPT[(seed % families) as usize], seed / families)
            }
            Stream::Overlapping | Stream::Depth => {
                let mut case = Case::random(Family::Tumble, seed);
                let pair = (case.a.solid, case.b.solid);
                (case.a.solid, case.b.solid) = overlapping(&mut Dice::new(seed), pair);
                case
            }
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Stream::Of(family) => family.fmt(f),
            Stream::Overlapping => f.pad("overlapping"),
            Stream::Depth => f.pad("depth"),
            Stream::Shuffled => f.pad("shuffled"),
        }
    }
}
