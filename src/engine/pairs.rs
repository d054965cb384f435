//! The pairs of a pass.

use super::PassError;
use super::event::Kind;
use crate::Real;
use crate::body::PairMemory;
use crate::pairs;

/// What is known of a pair of a pass.
pub(super) type Known<T, const D: usize> = pairs::Known<T, Box<Found<T, D>>>;

/// The pairs of bodies that a pass is asked about.
pub(super) type Pairs<T, const D: usize> = pairs::Pairs<T, Box<Found<T, D>>, Kept<T, D>>;

/// What the last query of a pair found.
#[derive(Clone, Debug)]
pub(super) struct Found<T, const D: usize> {
    pub(super) pieces: [u32; 2],
    pub(super) kind: Kind<T, D>,
}

/// What a pass keeps of a pair, whatever becomes known of it.
#[derive(Clone, Debug)]
pub(super) struct Kept<T, const D: usize> {
    /// Since when the bodies are on their ways.
    pub(super) since: T,
    /// Whether the engine lets the bodies go through each other.
    pub(super) passes: bool,
    /// How deep free bodies may overlap.
    pub(super) base: T,
    /// How deep the bodies may overlap: deeper than that, where a response says so.
    pub(super) allowed: T,
    /// A bound of how far the bodies move relative to each other in the step, from when they came near.
    pub(super) travel: T,
    /// What pairs with trees of pieces pass on to their next question.
    pub(super) memory: Option<Box<PairMemory<T, D>>>,
}

/// Returns the pairs, each once, with how deep free bodies may overlap. Those of one body with itself are skipped.
///
/// # Errors
/// [`PassError::NoSuchBody`].
pub(super) fn pairs<T: Real, const D: usize>(
    bodies: usize,
    pairs: impl IntoIterator<Item = [usize; 2]>,
    base: impl Fn([usize; 2]) -> T,
) -> Result<Pairs<T, D>, PassError> {
    let mut sorted = Vec::new();
    for [a, b] in pairs {
        if let Some(&body) = [a, b].iter().find(|&&body| body >= bodies) {
            return Err(PassError::NoSuchBody { body, bodies });
        }
        if a != b {
            sorted.push([a.min(b), a.max(b)]);
        }
    }
    let mut sorted = in_order(bodies, in_order(bodies, sorted, 1), 0);
    sorted.dedup();
    let mut all = Pairs::new();
    all.reserve(sorted.len());
    for bodies in sorted {
        let base = base(bodies);
        let kept = Kept {
            since: T::zero(),
            passes: false,
            base,
            allowed: base,
            travel: T::zero(),
            memory: None,
        };
        all.add(bodies, kept);
    }
    Ok(all)
}

/// Returns pairs in the order of the numbers of one of their sides. Where these are equal, their order stays.
fn in_order(bodies: usize, pairs: Vec<[usize; 2]>, side: usize) -> Vec<[usize; 2]> {
    // counted one place to the right, and summed up, they are where each number begins
    let mut next = vec![0; bodies + 1];
    for pair in &pairs {
        next[pair[side] + 1] += 1;
    }
    for number in 0..bodies {
        next[number + 1] += next[number];
    }
    let mut ordered = vec![[0; 2]; pairs.len()];
    for pair in pairs {
        ordered[next[pair[side]]] = pair;
        next[pair[side]] += 1;
    }
    ordered
}
