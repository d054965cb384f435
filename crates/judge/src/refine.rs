//! Searches: for the least value of a function over a span, for the highest place, for the plainest input.

use std::ops::ControlFlow::{self, Break, Continue};

/// How often steps are halved until they no longer matter.
pub const HALVINGS: i32 = 30;
/// How often all changes are tried that make an input plainer.
const ROUNDS: usize = 4;

/// Returns the least value at these shares of a span and around the least of them, and its share. `step` is the first
/// step to either side, and it is halved so many times.
pub fn lowest<V: Copy + PartialOrd>(
    shares: impl IntoIterator<Item = f64>,
    (step, halvings): (f64, i32),
    at: impl Fn(f64) -> V,
) -> (V, f64) {
    let less = |one: (V, f64), other: (V, f64)| if other.0 < one.0 { other } else { one };
    let look = |share: f64| (at(share.clamp(0.0, 1.0)), share.clamp(0.0, 1.0));
    let looks = shares.into_iter().map(look);
    let mut least = looks.reduce(less).expect("there are shares");
    for halved in 0..halvings {
        let step = step * 0.5f64.powi(halved);
        for share in [least.1 - step, least.1 + step] {
            least = less(least, look(share));
        }
    }
    least
}

/// Returns evenly spread shares of a span, with both ends.
pub fn even(count: usize) -> impl Iterator<Item = f64> + Clone {
    (0..=count).map(move |look| look as f64 / count as f64)
}

/// Climbs from a place of some height, in so many steps, until so many in a row lead no higher. A step tries a change,
/// which may be none: it leads to a place, or to what is looked for.
pub fn climb<X, F>(
    (mut best, mut highest): (X, f64),
    (steps, patience): (u32, u32),
    mut step: impl FnMut(&X) -> ControlFlow<F, Option<(X, f64)>>,
) -> Option<F> {
    let mut in_vain = 0;
    for _ in 0..steps {
        in_vain += 1;
        match step(&best) {
            Break(found) => return Some(found),
            Continue(Some((place, height))) if height >= highest => {
                if height > highest {
                    in_vain = 0;
                }
                (best, highest) = (place, height);
            }
            Continue(_) => {}
        }
        if in_vain > patience {
            break;
        }
    }
    None
}

/// Returns the plainest input found that is still wrong, and what is wrong with it. All that is plainer than an input must
/// differ from it.
pub fn shrunk<X, W>(
    mut best: (X, W),
    plainer: impl Fn(&X) -> Vec<X>,
    wrong: impl Fn(&X) -> Option<W>,
) -> (X, W) {
    for _ in 0..ROUNDS {
        let mut index = 0;
        while let Some(next) = plainer(&best.0).into_iter().nth(index) {
            match wrong(&next) {
                Some(still) => best = (next, still),
                None => index += 1,
            }
        }
    }
    best
}
