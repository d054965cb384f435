//! Distance subalgorithms of GJK, compared for accuracy and speed on the same inputs.
//!
//! `cargo bench --bench subalgorithms` takes well under a minute; `cargo bench --bench subalgorithms -- 10` takes ten
//! times as many inputs.
//!
//! | name | what |
//! |---|---|
//! | ours | the crate's own, `src/simplex.rs`: facets by signs of volumes with bounds of their rounding, orthogonal projection; in double precision for bodies of single precision too |
//! | johnson | \[1\] 2 and 4: cached dot products and cofactors, weights from the cofactors, no backup procedure |
//! | geometric | \[3\]: the separating edge or face chosen, the signs of lambda tell the region |
//! | volumes | signed volumes (Montanari, Petrinic, Barbieri 2017) |
//! | cofactors | the subset as in \[1\] 2, then an orthonormal frame and a backup procedure; in double precision, too |
//! | ours + momentum | ours in a loop with an accelerated direction (Montaut and others 2022); part B only |
//!
//! \[1\] is that of the crate docs. \[3\] is the article that reads GJK geometrically: it discards a point and adds one.
//!
//! # Part A, simplices
//! Random simplices of 1 to D + 1 points, added in the order in which GJK would come by them. Truth is by rational
//! arithmetic. "|v|/size" and "|v|/distance" are the error of |v| relative to the largest |y| and to the true distance,
//! "angle" is that of v in radians. "wrong inside" counts simplices that were said to contain the origin and are farther
//! than eight ulps of their size from it, "missed inside" those that contain it and were said to be farther than that.
//!
//! # Part B, queries
//! One loop (`search.rs`) with each subalgorithm. The reference is the best pair of bounds that any of them found: the
//! largest supporting distance less rounding, the least distance of witness points. "distance" is how far |v| is outside
//! of the reference, "bound" how much worse the proven lower bound is, both relative to the distance. "endless" took more
//! than 128 iterations; "false overlap" said so of bodies proven apart; "missed overlap" settled on a distance for bodies
//! that no one proved apart. The loop has no safeguards of its own, so as to show what the subalgorithms do.

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

/// The simplex of the crate is not public: its source is part of this program too.
#[path = "../../src"]
#[allow(dead_code, unused_imports)] // its unit tests run with the crate
mod sources {
    mod powers;
    pub mod simplex;
}

use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish::Real;

use contender::{Contender, Double, Kept, Ours};

/// What is done with every contender.
pub(crate) trait Contenders<T: Real, const D: usize> {
    fn contender<C: Contender<T, D>>(&mut self, index: usize, name: &'static str);
}

/// How many there are.
pub(crate) const CONTENDERS: usize = 5;

/// Every contender in turn, ours first.
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
