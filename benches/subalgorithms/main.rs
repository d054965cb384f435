//! Distance subalgorithms of GJK, compared for accuracy and speed on the same inputs.
//!
//! `cargo bench --bench subalgorithms` takes well under a minute; `cargo bench --bench subalgorithms -- 10` runs ten
//! times as many inputs.
//!
//! | name | what |
//! |---|---|
//! | ours | the crate's own, `src/simplex.rs`, as a careful search uses it: orthogonal projection on every part, and signs of volumes tell whether the origin is inside; always in double precision |
//! | johnson | as in \[1\] 2 and 4: cached dot products and cofactors, weights from these, no backup procedure |
//! | geometric | as in \[3\]: chooses the separating edge or face, then the signs of lambda tell the region |
//! | volumes | signed volumes (Montanari, Petrinic, Barbieri 2017) |
//! | cofactors | the subset as in \[1\] 2, then an orthonormal frame and a backup procedure; in double precision |
//! | ours + momentum | ours in a loop with an accelerated direction (Montaut and others 2022); part B only |
//!
//! The references are those of the crate docs. The geometric subalgorithm is that of the study named under \[3\]: it
//! discards a point and adds one.
//!
//! # Part A, simplices
//! Part A adds the points of random simplices of 1 to D + 1 points in the order in which GJK would meet them. The truth
//! comes from rational arithmetic. "|v|/size" and "|v|/distance" are the error of |v| relative to the largest |y| and
//! to the true distance, "angle" is that of v in radians. "wrong inside" counts simplices that were said to contain the
//! origin but are farther from it than eight ulps of their size. "missed inside" counts simplices that contain it but
//! were said to be farther away than that.
//!
//! # Part B, queries
//! Part B runs one loop (`search.rs`) with each subalgorithm. The reference is the best pair of bounds that any of them
//! found: the largest supporting distance less rounding, and the least distance of witness points. "distance" is how
//! far |v| is outside these bounds. "bound" is how much worse the proven lower bound is. Both are relative to the
//! distance. "endless" counts searches of more than 128 iterations. "false overlap" counts overlaps that were reported
//! for bodies proven apart. "missed overlap" counts distances that were reported for bodies that no subalgorithm proved
//! apart. The loop has no safeguards of its own, so that the behaviour of the subalgorithms shows.

mod cofactors;
mod contender;
mod exact;
mod families;
mod geometric;
mod johnson;
mod pairs;
mod queries;
mod search;
mod signed_volumes;
mod simplices;
mod table;

/// The simplex of the crate is not public, so its source is compiled into this program.
#[path = "../../src"]
#[allow(dead_code, unused_imports)] // its unit tests run with the crate
mod sources {
    pub use photofinish::number;
    mod powers;
    pub mod simplex;
}

use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish::Real;

use contender::{Contender, Double, Kept, Ours};

/// An operation on every contender.
pub(crate) trait Contenders<T: Real, const D: usize> {
    fn contender<C: Contender<T, D>>(&mut self, index: usize, name: &'static str);
}

/// The number of contenders.
pub(crate) const CONTENDERS: usize = 5;

/// Calls `visit` with every contender in turn, ours first.
pub(crate) fn with_contenders<T: Real, const D: usize>(visit: &mut impl Contenders<T, D>) {
    visit.contender::<Ours<D>>(0, "ours");
    visit.contender::<Kept<T, johnson::Johnson<T>, D>>(1, "johnson");
    visit.contender::<Kept<T, geometric::Geometric, D>>(2, "geometric");
    visit.contender::<Kept<T, signed_volumes::SignedVolumes, D>>(3, "volumes");
    visit.contender::<Double<Kept<f64, cofactors::Cofactors, D>>>(4, "cofactors");
}

fn main() {
    let factor = std::env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok());
    let factor: usize = factor.unwrap_or(1);
    let (simplices, pairs) = (200 * factor, 300 * factor);
    simplices::run::<f64, 3>("simplices in space, f64", simplices);
    simplices::run::<f64, 2>("simplices in the plane, f64", simplices);
    simplices::run::<f32, 3>("simplices in space, f32", simplices);
    simplices::run::<f32, 2>("simplices in the plane, f32", simplices);
    queries::run::<f64, UnitQuaternion<f64>, 3>("queries in space, f64", pairs);
    queries::run::<f64, UnitComplex<f64>, 2>("queries in the plane, f64", pairs);
    queries::run::<f32, UnitQuaternion<f32>, 3>("queries in space, f32", pairs);
    queries::run::<f32, UnitComplex<f32>, 2>("queries in the plane, f32", pairs);
}
