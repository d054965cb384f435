//! A liar that climbs: it changes a tale in small steps, and keeps what brings a claim nearer to being false.

use std::marker::PhantomData;
use std::ops::Range;

use photofinish::Real;

use super::claims::{Kind, Over};
use super::truth::Truth;
use super::{Tale, moves};
use crate::findings::Findings;
use crate::soundness::climb::Trial;
use crate::soundness::climb::shrink::shrunk;
use crate::soundness::convert::FromOracle;
use photofinish_oracle::planted::Dice;

/// The number of changes tried in one climb.
const STEPS: u32 = 120;
/// A climb is given up after this many changes in a row without progress.
const PATIENCE: u32 = 40;
/// How many tales are drawn for a climb before it is given up.
const DRAWS: u32 = 10;

/// Climbs once from each of these seeds, with bodies in scalar `T`. No climb depends on other seeds. Counts the tales,
/// and the climbs on each kind of claim.
pub fn run<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<Kind>,
    seeds: Range<u64>,
) {
    for seed in seeds {
        let mut climb = Climb::<T, R, D>::new(seed);
        if let Some((tale, over)) = climb.run(found) {
            let bits = size_of::<T>() * 8;
            let (tale, over) = plainest::<T, R, D>(&tale, over);
            let note = format!("{D}D f{bits} seed {seed}: {over}\n{tale:?}");
            found.wrong.push(note);
        }
        found.cases += climb.told;
    }
}

/// Returns the tale with the plainest bodies found of which a claim of this kind is still false, and that claim.
fn plainest<T: Real, R: FromOracle<T, D>, const D: usize>(
    tale: &Tale<D>,
    over: Over,
) -> (Tale<D>, Over) {
    let of = |trial: &Trial<D>| Tale {
        trial: trial.clone(),
        ..tale.clone()
    };
    let (trial, over) = shrunk(&tale.trial, over, |trial| {
        false_claim::<T, R, D>(&of(trial), over.kind)
    });
    (of(&trial), over)
}

/// A climb from one seed.
struct Climb<T, R, const D: usize> {
    seed: u64,
    dice: Dice,
    kind: Kind,
    /// Whether the part of its room that a claim uses is climbed on, in place of its excess.
    by_share: bool,
    told: u64,
    bodies: PhantomData<(T, R)>,
}

/// A tale of which no false claim came, the truth, and how near to false the claims of the wanted kind are.
struct Place<const D: usize> {
    tale: Tale<D>,
    truth: Truth<D>,
    height: f64,
}

/// What came of a tale.
enum Came<const D: usize> {
    /// A false claim.
    False(Tale<D>, Over),
    /// Claims of the wanted kind.
    Wanted(Place<D>),
    /// Neither.
    Nothing,
}

impl<T: Real, R: FromOracle<T, D>, const D: usize> Climb<T, R, D> {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed ^ 0x5bd1_e995);
        // spans have most of the formulas
        let kind = match dice.pick(12) {
            0..=4 => Kind::Span,
            5 => Kind::Touch,
            which => Kind::ALL[which - 6],
        };
        Self {
            seed,
            by_share: kind == Kind::Span && dice.chance(0.7),
            dice,
            kind,
            told: 0,
            bodies: PhantomData,
        }
    }

    /// Returns the first tale of which a false claim comes, and the claim. Counts the climb if it has begun.
    fn run(&mut self, found: &mut Findings<Kind>) -> Option<(Tale<D>, Over)> {
        let mut draws = 0..DRAWS;
        let mut best = loop {
            draws.next()?;
            let tale = Tale::random(self.seed, self.kind, &mut self.dice);
            match self.tell(tale) {
                Came::False(tale, over) => return Some((tale, over)),
                Came::Wanted(place) => break place,
                Came::Nothing => {}
            }
        };
        found.count(self.kind);
        let (mut steps, mut in_vain) = (0..STEPS, 0);
        while in_vain <= PATIENCE {
            steps.next()?;
            in_vain += 1;
            let next = moves::changed::<T, D>(&best.tale, &best.truth, &mut self.dice);
            let Some(tale) = next else { continue };
            match self.tell(tale) {
                Came::False(tale, over) => return Some((tale, over)),
                Came::Wanted(place) if place.height >= best.height => {
                    if place.height > best.height {
                        in_vain = 0;
                    }
                    best = place;
                }
                Came::Wanted(_) | Came::Nothing => {}
            }
        }
        None
    }

    fn tell(&mut self, tale: Tale<D>) -> Came<D> {
        let Some(told) = tale.tell::<T, R>() else {
            return Came::Nothing;
        };
        self.told += 1;
        let overs: Vec<_> = told.judged(Some(self.kind)).collect();
        if let Some(over) = overs.iter().find(|over| over.is_false()) {
            return Came::False(tale, *over);
        }
        let wanted = overs.iter().filter(|over| over.kind == self.kind);
        let heights = wanted.map(|over| over.height(self.by_share));
        match heights.reduce(f64::max) {
            Some(height) => Came::Wanted(Place {
                tale,
                truth: told.truth,
                height,
            }),
            None => Came::Nothing,
        }
    }
}

/// Returns a false claim of this kind that comes of a tale.
fn false_claim<T: Real, R: FromOracle<T, D>, const D: usize>(
    tale: &Tale<D>,
    kind: Kind,
) -> Option<Over> {
    let told = tale.tell::<T, R>()?;
    let mut overs = told.judged(Some(kind));
    overs.find(|over| over.kind == kind && over.is_false())
}
