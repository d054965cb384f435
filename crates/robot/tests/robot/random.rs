//! Tests of random robots on random paths: clear paths are clear, and an impact is the first contact.

use photofinish_robot::{BodyPair, PairOutcome, PathOutcome, Rules};

use crate::build::checker;
use crate::spec::{Spec, Which};

const CASES: u64 = 40;
const SAMPLES: u32 = 60;

impl Spec {
    /// Returns the pairs of pieces that belong to a pair of bodies.
    pub fn pairs_of(&self, between: &BodyPair) -> Vec<(Which, Which)> {
        let mut pairs = self.pairs();
        pairs.retain(|(a, b)| a.name() == between.link && b.name() == between.other);
        pairs
    }

    /// Returns the least distance of some pairs, and 0 if some overlap.
    pub fn nearest(&self, pairs: &[(Which, Which)], configuration: &[f64]) -> f64 {
        let poses = self.poses(configuration);
        let distances = pairs.iter().map(|&pair| self.apart(pair, &poses));
        distances.fold(f64::INFINITY, f64::min)
    }

    /// Returns the least distance of some pairs in samples, and in finer ones around the least of them.
    fn least(&self, pairs: &[(Which, Which)]) -> f64 {
        let (start, end) = self.span();
        let at = |step: f64| {
            let time = start + (end - start) * (step / 60.0).clamp(0.0, 1.0);
            self.nearest(pairs, &self.configuration(time))
        };
        let steps = (0..=60).map(f64::from).map(|step| (at(step), step));
        let (_, around) = steps.min_by(|a, b| a.0.total_cmp(&b.0)).expect("steps");
        let fine = (-20..=20).map(|i| at(around + f64::from(i) / 20.0));
        fine.fold(f64::INFINITY, f64::min)
    }
}

/// Asserts that samples before the end of a span, or before a contact, keep the target distance.
pub fn assert_apart(seed: u64, span: (f64, f64), target: f64, nearest: impl Fn(f64) -> f64) {
    let (start, until) = span;
    for step in 0..SAMPLES {
        let time = start + (until - start) * f64::from(step) / f64::from(SAMPLES);
        if time < until {
            let nearest = nearest(time);
            let is_so = nearest > 0.0 && nearest >= target;
            assert!(is_so, "seed {seed}: {nearest} at {time}");
        }
    }
}

#[test]
fn answers_are_right() {
    let mut impacts = 0;
    for seed in 0..CASES {
        let spec = Spec::random_or_of_hulls(seed);
        let (start, end) = spec.span();
        let target = [0.0, 0.02][seed as usize % 2];
        let accuracy = [0.1, 0.5, 0.05][seed as usize % 3];
        let rules = Rules::new().target_distance(target).accuracy(accuracy);
        let rules = rules.allow_nothing_to_check();
        let checker = checker(&spec.robot(), &spec.scene(), &rules);
        let solution = checker.check(&spec.path);
        let solution = solution.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let until = solution.impact().map_or(end, |impact| impact.time);
        assert_apart(seed, (start, until), target, |time| {
            spec.nearest(&spec.pairs(), &spec.configuration(time))
        });
        let before = spec.configuration(start + 0.7 * (until - start));
        for near in checker.distances(&before).expect("a configuration") {
            let mut pairs = spec.pairs_of(&near.between);
            pairs.retain(|(a, b)| [a.piece(), b.piece()] == near.pieces);
            let off = near.distance.max(0.0) - spec.nearest(&pairs, &before);
            assert!(off.abs() < 1e-7, "seed {seed}: {near:?} by {off}");
        }
        // a clearance falls short of the least distance by the fraction `accuracy` at most. A sampled distance may be a
        // little above the least one
        let share = 1.0 - accuracy;
        let is_near = |clearance: f64, least: f64| {
            0.0 < clearance && clearance <= least && clearance >= share * least * 0.98 - 1e-8
        };
        let (mut first, mut leasts) = (f64::INFINITY, Vec::new());
        for pair in checker.clearances(&spec.path).expect("a path") {
            let least = spec.least(&spec.pairs_of(&pair.between)) - target;
            match pair.outcome {
                PairOutcome::Separated { clearance } => {
                    assert!(is_near(clearance, least), "seed {seed}: {pair:?} {least}");
                }
                PairOutcome::Impact { time } => first = first.min(time),
                _ => panic!("seed {seed}: {pair:?}"),
            }
            leasts.push((pair.between, least));
        }
        assert!(leasts.is_sorted_by(|one, other| one.0 < other.0));
        match &solution.outcome {
            PathOutcome::Separated(separated) => {
                let Some(between) = &separated.between else {
                    assert!(leasts.is_empty());
                    continue;
                };
                let all = leasts.iter().map(|(_, least)| *least);
                let least = all.fold(first, f64::min);
                let is_so = is_near(separated.clearance, least);
                assert!(is_so, "seed {seed}: {separated:?} {least}");
                // the pair that is named is the nearest one, but for that
                let named = leasts.iter().find(|(pair, _)| pair == between);
                let named = named.expect("a pair that moves").1;
                let is_so = named * share <= least + 1e-4;
                assert!(is_so, "seed {seed}: {separated:?} {named}");
            }
            PathOutcome::Impact(impact) => {
                impacts += 1;
                assert!((first - impact.time).abs() < 1e-6, "{impact}: {first}");
                let nearest = spec.nearest(&spec.pairs_of(&impact.between), &impact.configuration);
                assert!(nearest <= target + 1e-7, "{impact}: {nearest} apart");
                let apart = (impact.contact.witness_b - impact.contact.witness_a).norm();
                let off = apart - impact.distance.abs();
                assert!(off.abs() < 1e-7, "{impact}: {apart}");
                let expected = spec.configuration(impact.time);
                for (found, expected) in impact.configuration.iter().zip(expected) {
                    assert!((found - expected).abs() < 1e-12);
                }
            }
        }
    }
    let share = f64::from(impacts) / CASES as f64;
    assert!((0.3..0.7).contains(&share), "{share} of the paths touch");
}
