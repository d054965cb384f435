//! Segments, triangles, needles and flat sets of points that touch, cross or are near, on and off the origin: the
//! bounds of each answer must meet.
//!
//! The bounds come from different sources: the upper bound of a distance from points, the lower one from a direction,
//! and for a depth the other way round. So no second solver is needed.

use nalgebra::{SVector, vector};
use photofinish::shape::{PointSet, Segment, Triangle};
use photofinish::{Proximity, Real, SupportMap, proximity};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// How far apart the bounds may be, in ulps of the largest coordinate of both bodies. Of 4 million pairs
/// in the plane none has more than 62.
const APART_ULPS: f64 = 100.0;

/// Returns the signed distance, after a check that its bounds meet.
fn bounded<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
    name: &str,
) -> T {
    let found = proximity(a, b);
    let apart = match found {
        Proximity::Disjoint(closest) => closest.distance - closest.lower_bound,
        Proximity::Overlapping(overlap) => overlap.depth - overlap.lower_bound,
    };
    let size = (a.extents() + b.extents()).amax();
    // two points at the origin have no size
    let ulps = if apart == T::zero() {
        0.0
    } else {
        apart.as_f64() / (size * T::EPSILON).as_f64()
    };
    assert!(
        ulps < APART_ULPS,
        "{name}: {ulps} ulps between the bounds of {found:?}"
    );
    found.signed_distance()
}

/// The end of a segment was taken for its nearest point: the edge through the touching point has no direction that
/// rounding does not hide, and the simplex before it was taken instead.
#[test]
fn a_point_on_a_segment_touches_it() {
    let long = Segment::new([vector![0.0, 0.0, 0.0], vector![1e9, 0.0, 0.0]]).expect("a segment");
    let point = PointSet::new(vec![vector![5.5e8, 0.0, 0.0]]).expect("a point");
    assert!(bounded::<f64, 3>(&long, &point, "long").abs() < 1e-6);
    let ends = [
        vector![-2.0, 0.0, 0.0],
        vector![2.0, -2.0, -1.2883116067792805e-6],
    ];
    let slanted = Segment::new(ends).expect("a segment");
    let place = vector![
        -0.2707454461587889,
        -0.8646272769206056,
        -5.569546781963863e-7
    ];
    let point = PointSet::new(vec![place]).expect("a point");
    assert!(bounded::<f64, 3>(&slanted, &point, "slanted").abs() < 1e-15);
}

/// Likewise for a triangle whose vertices are on one line.
#[test]
fn a_point_on_a_triangle_without_area_touches_it() {
    let (x, z) = (4.006908736944253, 5.675200223989123);
    let ends = [
        vector![x, 449.7372154883963, z],
        vector![x, -642.8611216621454, z],
    ];
    let line = Triangle::new([ends[0], ends[0], ends[1]]).expect("a triangle");
    let place = vector![4.006908736944222, -4.059321623514256, z];
    let point = PointSet::new(vec![place]).expect("a point");
    assert!(bounded::<f64, 3>(&line, &point, "line").abs() < 1e-13);
}

/// The depth was that of the far side of a thin difference: rounding hid that the facet on the near side closes.
#[test]
fn segments_that_cross_near_an_end_overlap_by_that_end() {
    let upright = [
        vector![0.0, 1917.5900691808242],
        vector![0.0, -1917.5900691808242],
    ];
    let upright = Segment::new(upright).expect("a segment");
    let end = 3.0928892036541476e-12;
    let ends = [
        vector![end, 670.260186412626],
        vector![-4.999999999996907, 669.260186412626],
    ];
    let across = Segment::new(ends).expect("a segment");
    let distance = bounded::<f64, 2>(&upright, &across, "crossing");
    assert!((distance + end).abs() < 1e-18, "{distance:e}");
}

#[test]
fn bounds_of_random_thin_pairs_meet() {
    random::<f64, 2>();
    random::<f32, 2>();
    random::<f64, 3>();
    random::<f32, 3>();
}

fn random<T: Real, const D: usize>() {
    let mut disjoint = 0;
    const PAIRS: u64 = 4000;
    for seed in 0..PAIRS {
        let mut rng = StdRng::seed_from_u64(seed);
        let (mut a, mut b) = (thin::<D>(&mut rng), thin::<D>(&mut rng));
        let way = rng.random_range(0..3);
        let touching = mixed(&mut rng, &a) - mixed(&mut rng, &b);
        let gap = 10f64.powf(rng.random_range(-12.0..0.0));
        let past: SVector<f64, D> = SVector::from_fn(|_, _| rng.random_range(-gap..gap));
        let off = 10f64.powf(rng.random_range(-1.0..6.0));
        let off: SVector<f64, D> = SVector::from_fn(|_, _| rng.random_range(-off..off));
        for point in &mut b {
            *point += [SVector::zeros(), touching, touching + past][way];
        }
        if rng.random_bool(0.7) {
            a.iter_mut().chain(&mut b).for_each(|point| *point += off);
        }
        let [a, b] = [a, b].map(|points| points.iter().map(|point| point.map(T::of)).collect());
        let [a, b] = [a, b].map(|points| PointSet::new(points).expect("finite points"));
        let distance = bounded(&a, &b, &format!("{D}D, seed {seed}, {a:?}, {b:?}"));
        disjoint += u64::from(distance > T::zero());
    }
    assert!(
        disjoint > PAIRS / 8 && disjoint < PAIRS / 8 * 7,
        "{disjoint} of {PAIRS}"
    );
}

/// One to eight points, mostly much thinner along some axes than along others, or flat. Some are on a grid, so that
/// many lie on one line.
fn thin<const D: usize>(rng: &mut StdRng) -> Vec<SVector<f64, D>> {
    let thin = 10f64.powf(rng.random_range(-8.0..0.0));
    let (is_needle, on_grid) = (rng.random_bool(0.5), rng.random_bool(0.4));
    let size = 10f64.powf(rng.random_range(-4.0..4.0) * f64::from(u8::from(rng.random_bool(0.3))));
    let axis = rng.random_range(0..D);
    let widths: SVector<f64, D> = SVector::from_fn(|row, _| {
        let is_long = row == 0 || row == 1 && !is_needle;
        if is_long {
            size
        } else {
            [0.0, thin * size][rng.random_range(0..2)]
        }
    });
    let count = [1, 2, 3, 4, 8][rng.random_range(0..5)];
    let point = |rng: &mut StdRng| {
        let within: SVector<f64, D> = SVector::from_fn(|_, _| {
            let x: f64 = rng.random_range(-1.0..1.0);
            if on_grid { (x * 3.0).round() } else { x }
        });
        let mut point = within.component_mul(&widths);
        point.swap_rows(0, axis);
        point
    };
    (0..count).map(|_| point(rng)).collect()
}

/// A point of the hull: often on an edge or a vertex.
fn mixed<const D: usize>(rng: &mut StdRng, points: &[SVector<f64, D>]) -> SVector<f64, D> {
    let mut shares = points.iter().map(|_| {
        if rng.random_bool(0.3) {
            0.0
        } else {
            rng.random_range(0.0..1.0)
        }
    });
    let mut shares: Vec<f64> = shares.by_ref().collect();
    if shares.iter().sum::<f64>() == 0.0 {
        shares[0] = 1.0;
    }
    let total: f64 = shares.iter().sum();
    let parts = points
        .iter()
        .zip(shares)
        .map(|(point, share)| point * (share / total));
    parts.fold(SVector::zeros(), |sum, part| sum + part)
}
