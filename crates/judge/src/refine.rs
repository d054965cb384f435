//! The least value of a function over a span, as far as looks at it show.

/// How often steps are halved until they no longer matter.
pub const HALVINGS: i32 = 30;

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
