//! The pairs of a pass.

use super::PassError;
use crate::Real;

/// Pairs of bodies, in the order of their numbers, each once.
pub(super) struct Pairs<T> {
    pairs: Vec<Pair<T>>,
    /// The pairs of all bodies, one body after the other, each in the order of the pairs.
    of_bodies: Vec<usize>,
    /// Where those of each body begin, and in the end where those of the last one end.
    starts: Vec<usize>,
}

struct Pair<T> {
    bodies: [usize; 2],
    /// How many questions were asked about it.
    questions: u32,
    /// Whether the engine lets the bodies go through each other.
    passes: bool,
    /// How deep the bodies may overlap, if the engine has allowed more than the pass.
    allowed: Option<T>,
    /// A bound of how far the bodies move relative to each other in the step, from when they came near.
    travel: T,
}

impl<T: Real> Pairs<T> {
    /// # Errors
    /// [`PassError::NoSuchBody`].
    pub(super) fn new(
        bodies: usize,
        pairs: impl IntoIterator<Item = [usize; 2]>,
    ) -> Result<Self, PassError> {
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
        let (of_bodies, starts) = by_body(bodies, &sorted);
        let pairs = sorted.into_iter().map(|bodies| Pair {
            bodies,
            questions: 0,
            passes: false,
            allowed: None,
            travel: T::zero(),
        });
        Ok(Self {
            pairs: pairs.collect(),
            of_bodies,
            starts,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    pub(super) fn bodies(&self, pair: usize) -> [usize; 2] {
        self.pairs[pair].bodies
    }

    pub(super) fn of_body(&self, body: usize) -> &[usize] {
        &self.of_bodies[self.starts[body]..self.starts[body + 1]]
    }

    /// Returns the number of the pair of these bodies, which must be one.
    pub(super) fn find(&self, bodies: [usize; 2]) -> usize {
        let found = self.pairs.binary_search_by_key(&bodies, |pair| pair.bodies);
        found.expect("every event is about a pair")
    }

    /// Starts a new question about a pair, and returns its number.
    pub(super) fn renew(&mut self, pair: usize) -> u32 {
        self.pairs[pair].questions += 1;
        self.pairs[pair].questions
    }

    /// Returns the number of the last question about a pair.
    pub(super) fn question(&self, pair: usize) -> u32 {
        self.pairs[pair].questions
    }

    pub(super) fn let_pass(&mut self, pair: usize) {
        self.pairs[pair].passes = true;
    }

    pub(super) fn passes(&self, pair: usize) -> bool {
        self.pairs[pair].passes
    }

    pub(super) fn allow(&mut self, pair: usize, overlap: T) {
        self.pairs[pair].allowed = Some(overlap);
    }

    pub(super) fn allowed(&self, pair: usize) -> Option<T> {
        self.pairs[pair].allowed
    }

    pub(super) fn set_travel(&mut self, pair: usize, travel: T) {
        self.pairs[pair].travel = travel;
    }

    pub(super) fn travel(&self, pair: usize) -> T {
        self.pairs[pair].travel
    }
}

/// Returns pairs in the order of the numbers of one of their sides. Where these are equal, their order stays.
fn in_order(bodies: usize, pairs: Vec<[usize; 2]>, side: usize) -> Vec<[usize; 2]> {
    let mut next = places(bodies, pairs.iter().map(|pair| pair[side]));
    let mut ordered = vec![[0; 2]; pairs.len()];
    for pair in pairs {
        ordered[next[pair[side]]] = pair;
        next[pair[side]] += 1;
    }
    ordered
}

/// Returns the numbers of the pairs of each body, one body after the other, and where those of each body begin.
fn by_body(bodies: usize, pairs: &[[usize; 2]]) -> (Vec<usize>, Vec<usize>) {
    let starts = places(bodies, pairs.iter().flatten().copied());
    let mut next = starts.clone();
    let mut of_bodies = vec![0; 2 * pairs.len()];
    for (number, pair) in pairs.iter().enumerate() {
        for &body in pair {
            of_bodies[next[body]] = number;
            next[body] += 1;
        }
    }
    (of_bodies, starts)
}

/// Returns where each number begins in a list of such numbers in order, and in the end the length of the list.
fn places(numbers: usize, list: impl Iterator<Item = usize>) -> Vec<usize> {
    // counted one place to the right, and summed up, they are where each number begins
    let mut starts = vec![0; numbers + 1];
    for number in list {
        starts[number + 1] += 1;
    }
    for number in 0..numbers {
        starts[number + 1] += starts[number];
    }
    starts
}
