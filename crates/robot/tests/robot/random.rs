//! Tests of random robots on random paths: clear paths are clear, and an impact is the first contact.

use photofinish_robot::{BodyPair, Checker, PathImpact, PathOutcome, Rules};

use crate::spec::{Spec, Which};

const CASES: u64 = 150;
const SAMPLES: u32 = 60;

/// Returns the pairs of pieces that belong to a pair of bodies.
fn meant<'p>(pairs: &'p [(Which, Which)], between: &BodyPair) -> Vec<&'p (Which, Which)> {
    let name = |which: Which| match which {
        Which::Link(link, _) => format!("link {link}"),
        Which::Object(object, _) => format!("object {object}"),
    };
    pairs
        .iter()
        .filter(|(a, b)| name(*a) == between.link && name(*b) == between.other)
        .collect()
}

fn judge_impact(spec: &Spec, pairs: &[(Which, Which)], impact: &PathImpact, target: f64) {
    let seen = meant(pairs, &impact.between).into_iter().map(|&pair| {
        let bounds = spec.distance(pair, &impact.configuration);
        if bounds.overlap { 0.0 } else { bounds.lower }
    });
    let nearest = seen.fold(f64::INFINITY, f64::min);
    assert!(
        nearest <= target + 1e-7,
        "{impact}: they are {nearest} apart"
    );
    let apart = (impact.contact.witness_b - impact.contact.witness_a).norm();
    assert!(
        (apart - impact.distance.abs()).abs() < 1e-7,
        "{impact}: {apart}"
    );
    let expected = spec.configuration(impact.time);
    for (found, expected) in impact.configuration.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12);
    }
}

fn check(target: f64) {
    let mut impacts = 0;
    for seed in 0..CASES {
        let spec = Spec::random(seed);
        let pairs = spec.pairs();
        let times = spec.path.times.clone().expect("random paths are timed");
        let (start, end) = (times[0], times[times.len() - 1]);
        let rules = Rules::new()
            .target_distance(target)
            .allow_nothing_to_check();
        let checker = Checker::with_rules(&spec.robot(), &spec.scene(), &rules).expect("a robot");
        let solution = checker
            .check(&spec.path)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let until = solution.impact().map_or(end, |impact| impact.time);
        let mut nearest = f64::INFINITY;
        for step in 0..=SAMPLES {
            let time = start + (until - start) * f64::from(step) / f64::from(SAMPLES);
            // `judge_impact` checks the time of the impact itself.
            if time >= until && !solution.is_clear() {
                break;
            }
            let configuration = spec.configuration(time);
            for &pair in &pairs {
                let bounds = spec.distance(pair, &configuration);
                assert!(
                    !bounds.overlap && bounds.upper >= target,
                    "seed {seed}: {pair:?} are {bounds:?} apart at {time}, before {until}"
                );
                if spec.moves(pair) {
                    nearest = nearest.min(bounds.upper);
                }
            }
        }
        match &solution.outcome {
            PathOutcome::Separated(separated) => {
                let clearance = separated.clearance;
                assert!(
                    clearance > 0.0 && target + clearance <= nearest,
                    "seed {seed}"
                );
            }
            PathOutcome::Impact(impact) => {
                impacts += 1;
                judge_impact(&spec, &pairs, impact, target);
            }
        }
    }
    let share = f64::from(impacts) / CASES as f64;
    assert!((0.3..0.7).contains(&share), "{share} of the paths touch");
}

#[test]
fn answers_are_right() {
    check(0.0);
}

#[test]
fn answers_with_a_clearance_are_right() {
    check(0.02);
}

/// The clearance of a clear path is as accurate as asked for: it falls short of the least sampled distance by at most
/// the fraction `accuracy`.
#[test]
fn the_clearance_is_as_accurate_as_asked_for() {
    for seed in 0..60 {
        let spec = Spec::random(seed);
        let mut pairs = spec.pairs();
        pairs.retain(|&pair| spec.moves(pair));
        let times = spec.path.times.clone().expect("random paths are timed");
        let (start, end) = (times[0], times[times.len() - 1]);
        let (robot, scene) = (spec.robot(), spec.scene());
        let at = |time: f64| {
            let configuration = spec.configuration(time);
            let distances = pairs
                .iter()
                .map(|&pair| spec.distance(pair, &configuration).upper);
            distances.fold(f64::INFINITY, f64::min)
        };
        for accuracy in [0.5, 0.05] {
            let rules = Rules::new().accuracy(accuracy).allow_nothing_to_check();
            let checker = Checker::with_rules(&robot, &scene, &rules).expect("a robot");
            let solution = checker.check(&spec.path).expect("a path");
            let PathOutcome::Separated(separated) = solution.outcome else {
                continue;
            };
            let time = |step: f64| start + (end - start) * step / 100.0;
            let steps = (0..=100).map(f64::from);
            let least = steps.min_by(|a, b| at(time(*a)).total_cmp(&at(time(*b))));
            let around = least.expect("there are steps");
            // Sample more finely around the least distance.
            let fine = (-50..=50).map(|i| (around + f64::from(i) / 50.0).clamp(0.0, 100.0));
            let least = fine
                .map(|step| at(time(step)))
                .fold(f64::INFINITY, f64::min);
            assert!(separated.clearance <= least, "seed {seed}");
            let share = 1.0 - accuracy;
            // The sampled distance may be a little above the least one.
            assert!(
                separated.clearance >= share * least * 0.98 - 1e-8,
                "seed {seed}: {separated:?} {least}"
            );
        }
    }
}

/// The pair that an answer names is the nearest one. Where others are as near but for the accuracy, it may be one of them.
#[test]
fn the_pair_named_is_the_nearest() {
    let (mut clear, mut exact) = (0, 0);
    for seed in 0..150 {
        let spec = Spec::random(seed);
        let rules = Rules::new().allow_nothing_to_check();
        let checker = Checker::with_rules(&spec.robot(), &spec.scene(), &rules).expect("a robot");
        let PathOutcome::Separated(separated) = checker.check(&spec.path).expect("a path").outcome
        else {
            continue;
        };
        let times = spec.path.times.clone().expect("random paths are timed");
        let (start, end) = (times[0], times[times.len() - 1]);
        let mut least: Vec<(BodyPair, f64)> = Vec::new();
        for step in 0..=400 {
            let time = start + (end - start) * f64::from(step) / 400.0;
            let near = checker
                .distances(&spec.configuration(time))
                .expect("distances");
            for pair in near.into_iter().filter(|pair| pair.moves) {
                match least
                    .iter_mut()
                    .find(|(between, _)| *between == pair.between)
                {
                    Some((_, least)) => *least = pair.distance.min(*least),
                    None => least.push((pair.between, pair.distance)),
                }
            }
        }
        let Some(nearest) = least.iter().min_by(|one, other| one.1.total_cmp(&other.1)) else {
            continue;
        };
        let named = separated.between.expect("a pair");
        let (_, distance) = least
            .iter()
            .find(|(between, _)| *between == named)
            .expect("it moves");
        clear += 1;
        exact += usize::from(named == nearest.0);
        assert!(
            *distance * 0.9 <= nearest.1 + 1e-4,
            "seed {seed}: {named} are {distance} apart, but {} are {}",
            nearest.0,
            nearest.1
        );
    }
    assert!(
        clear > 40 && exact * 100 >= clear * 95,
        "{exact} of {clear}"
    );
}
