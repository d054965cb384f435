//! The broad phase against all pairs of boxes.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::SVector;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{BroadPhase, InTurn};
use crate::Real;
use crate::swept::SweptBox;

/// Returns a box of a size between a thousandth and a half of the scene.
fn random_box<T: Real, const D: usize>(rng: &mut StdRng) -> SweptBox<T, D> {
    let middle = SVector::<f64, D>::from_fn(|_, _| rng.random_range(0.0..1.0));
    let size = 10f64.powf(rng.random_range(-3.0..-0.3));
    let half = SVector::<f64, D>::from_fn(|_, _| size * rng.random_range(0.1..0.5));
    SweptBox {
        min: (middle - half).map(T::of),
        max: (middle + half).map(T::of),
    }
}

/// Returns all overlapping pairs, of which at least one box is among those that changed.
fn all_pairs<T: Real, const D: usize>(
    boxes: &BTreeMap<usize, SweptBox<T, D>>,
    changed: &BTreeSet<usize>,
) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for (a, box_a) in boxes {
        for (b, box_b) in boxes.range(a + 1..) {
            if (changed.contains(a) || changed.contains(b)) && box_a.overlaps(box_b) {
                pairs.push([*a, *b]);
            }
        }
    }
    pairs
}

/// Sets and removes boxes at random, and compares the pairs of every update with those of all pairs of boxes.
fn changes_at_random<T: Real, const D: usize>(seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut phase, mut boxes) = (BroadPhase::<T, D>::new(), BTreeMap::new());
    let mut found = 0;
    for round in 0..15 {
        let mut changed = BTreeSet::new();
        // mostly a few boxes, now and then many
        let changes = if round % 7 == 0 {
            150
        } else {
            rng.random_range(0..8)
        };
        for _ in 0..changes {
            let number = rng.random_range(0..200);
            if rng.random_bool(0.2) {
                phase.remove(number);
                boxes.remove(&number);
            } else {
                let swept = random_box(&mut rng);
                phase.set(number, swept);
                boxes.insert(number, swept);
                changed.insert(number);
            }
        }
        let pairs = phase.update::<InTurn>();
        assert_eq!(
            pairs,
            all_pairs(&boxes, &changed),
            "seed {seed}, round {round}"
        );
        found += pairs.len();
    }
    assert!(found > 30, "only {found} pairs were to be found");
}

#[test]
fn updates_find_the_pairs_of_what_changed() {
    changes_at_random::<f64, 3>(0);
    changes_at_random::<f32, 3>(1);
    changes_at_random::<f64, 2>(2);
    changes_at_random::<f32, 2>(3);
}

/// So many boxes that threads share the work: no node is left out or found twice where their parts meet.
#[test]
fn many_boxes_have_the_pairs_that_all_comparisons_find() {
    let mut rng = StdRng::seed_from_u64(3);
    let many: BTreeMap<_, _> = (0..800)
        .map(|number| (number, random_box::<f32, 3>(&mut rng)))
        .collect();
    let set = || {
        let mut phase = BroadPhase::new();
        many.iter()
            .for_each(|(&number, &swept)| phase.set(number, swept));
        phase
    };
    let mut one = set();
    let pairs = one.update::<InTurn>();
    let all = many.keys().copied().collect();
    assert_eq!(pairs, all_pairs(&many, &all));
    assert!(pairs.len() > 50);
    #[cfg(feature = "rayon")]
    {
        let mut other = set();
        assert_eq!(other.update::<super::AtOnce>(), pairs);
        assert_eq!(other.tests(), one.tests());
    }
}

#[test]
fn boxes_without_an_end_and_nan_overlap_what_they_must() {
    let mut phase = BroadPhase::<f64, 2>::new();
    let mut set = |number, min: [f64; 2], max: [f64; 2]| {
        let (min, max) = (min.into(), max.into());
        phase.set(number, SweptBox { min, max });
    };
    for number in 0..40 {
        let x = number as f64 * 10.0;
        set(number, [x, 0.0], [x + 1.0, 1.0]);
    }
    set(40, [f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
    // nothing is known along the first axis, so only the second one counts
    set(41, [f64::NAN, 5.0], [f64::NAN, 6.0]);
    set(42, [f64::NAN, 0.5], [f64::NAN, 0.6]);
    let pairs = phase.update::<InTurn>();
    let of = |number| pairs.iter().filter(|pair| pair.contains(&number)).count();
    assert_eq!([of(40), of(41), of(42), of(7)], [42, 1, 41, 2]);
}
