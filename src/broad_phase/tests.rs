//! The broad phase against all pairs of boxes.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::{SVector, vector};
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
    for round in 0..60 {
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
    assert!(found > 100, "only {found} pairs were to be found");
}

#[test]
fn updates_find_the_pairs_of_what_changed() {
    for seed in 0..10 {
        changes_at_random::<f64, 3>(seed);
        changes_at_random::<f32, 3>(seed);
        changes_at_random::<f64, 2>(seed);
        changes_at_random::<f32, 2>(seed);
    }
}

/// So many boxes that threads share the work: no node is left out or found twice where their parts meet.
#[test]
fn many_boxes_have_the_pairs_that_all_comparisons_find() {
    let mut rng = StdRng::seed_from_u64(3);
    let many: BTreeMap<_, _> = (0..2500)
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
    assert!(pairs.len() > 1000);
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
    for number in 0..40 {
        let x = number as f64 * 10.0;
        phase.set(
            number,
            SweptBox {
                min: vector![x, 0.0],
                max: vector![x + 1.0, 1.0],
            },
        );
    }
    let everywhere = SweptBox {
        min: vector![f64::NEG_INFINITY, f64::NEG_INFINITY],
        max: vector![f64::INFINITY, f64::INFINITY],
    };
    phase.set(40, everywhere);
    // nothing is known along the first axis, so only the second one counts
    phase.set(
        41,
        SweptBox {
            min: vector![f64::NAN, 5.0],
            max: vector![f64::NAN, 6.0],
        },
    );
    phase.set(
        42,
        SweptBox {
            min: vector![f64::NAN, 0.5],
            max: vector![f64::NAN, 0.6],
        },
    );
    let pairs = phase.update::<InTurn>();
    let of = |number| pairs.iter().filter(|pair| pair.contains(&number)).count();
    assert_eq!([of(40), of(41), of(42), of(7)], [42, 1, 41, 2]);
}

#[test]
fn unchanged_boxes_cost_nothing() {
    let mut rng = StdRng::seed_from_u64(7);
    let mut phase = BroadPhase::<f64, 3>::new();
    for number in 0..10_000 {
        let at = SVector::<f64, 3>::from_fn(|_, _| rng.random_range(0.0..20.0));
        phase.set(
            number,
            SweptBox {
                min: at,
                max: at.add_scalar(0.5),
            },
        );
    }
    phase.update::<InTurn>();
    let all = phase.tests();
    for number in 0..10 {
        phase.set(
            number,
            SweptBox {
                min: vector![1.0, 2.0, 3.0],
                max: vector![1.5, 2.5, 3.5],
            },
        );
        phase.update::<InTurn>();
    }
    let few = phase.tests() - all;
    assert!(
        few * 100 < all,
        "{few} tests for ten boxes, {all} for ten thousand"
    );
}

#[test]
fn boxes_that_are_set_again_take_no_room() {
    let mut phase = BroadPhase::<f64, 2>::new();
    let at = |x: f64| SweptBox {
        min: vector![x, 0.0],
        max: vector![x + 1.0, 1.0],
    };
    for round in 0..1000 {
        for number in 0..3 {
            phase.set(number, at(2.0 * number as f64 + f64::from(round)));
        }
        phase.remove(round as usize % 2);
    }
    assert!(phase.fresh.len() <= 3, "{} boxes", phase.fresh.len());
    phase.set(0, at(0.0));
    phase.set(1, at(0.5));
    phase.set(2, at(8.0));
    assert_eq!(phase.update::<InTurn>(), [[0, 1]]);
}
