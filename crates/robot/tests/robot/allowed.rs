//! Pairs of links that never, always or may touch, against closed forms, and random robots against dense samples.

use std::ops::ControlFlow;

use nalgebra::Vector3;
use photofinish_robot::{Joint, Link, LinkPair, PairSearch, PairVerdict, Robot};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::build::{self, at, ball};
use crate::generate::judged;
use crate::spec::{Spec, Which};

/// Robots that are judged, unless another number is named.
const ROBOTS: u64 = 40;
/// Postures of each pair that the oracle looks at, a third of them at the limits.
const SAMPLES: usize = 400;
const BUDGET: u64 = 20_000;

fn pairs(robot: &Robot, tests: u64) -> Vec<LinkPair> {
    let search = PairSearch::new().tests(tests);
    robot
        .allowed_pairs(&search, |_| ControlFlow::Continue(()))
        .expect("an answer")
}

/// Two balls of radius 0.1 at distance 1 from the same axis, one at rest and one that turns from `least` to `largest`
/// away from it.
fn carousel(limits: Option<(f64, f64)>) -> PairVerdict {
    let ball = |name: &str| Link::new(name).with(ball(0.1), at(1.0, 0.0, 0.0));
    let turns = Joint::fixed("turns", "post", "moved").turning(Vector3::z_axis());
    let turns = match limits {
        Some((least, largest)) => turns.limited(least, largest),
        None => turns,
    };
    let rest = Joint::fixed("rest", "post", "rest");
    let links = [Link::new("post"), ball("rest"), ball("moved")];
    let robot = build::robot(links, [rest, turns]).expect("a robot");
    let [pair] = &pairs(&robot, 100_000)[..] else {
        panic!("the post has no pieces");
    };
    pair.verdict.clone()
}

/// The balls touch at the angle 2 asin(0.1), and never between there and a turn less that.
#[test]
fn limits_decide_whether_balls_touch_up_to_a_thousandth_of_the_angle() {
    let touches = 2.0 * 0.1f64.asin();
    let PairVerdict::Never { clearance } = carousel(Some((touches + 1e-3, 6.0))) else {
        panic!("they are apart");
    };
    let least = 2.0 * (0.5 * (touches + 1e-3)).sin() - 0.2;
    assert!(clearance > 0.0 && clearance < least, "{clearance} {least}");
    let always = carousel(Some((-0.9 * touches, 0.9 * touches)));
    assert_eq!(always, PairVerdict::Always);
    for (limits, from, to) in [
        (Some((touches - 1e-3, 6.0)), touches - 1e-3, touches),
        // apart in a two-thousandth of the range alone
        (Some((-0.9 * touches, 1.001 * touches)), -touches, touches),
        (None, -touches, touches),
    ] {
        let verdict = carousel(limits);
        let is_so = matches!(&verdict, PairVerdict::May { touching, apart_elsewhere: true, .. }
            if (from..=to).contains(&touching[0]));
        assert!(is_so, "{verdict:?}");
    }
}

/// A search that is stopped leaves out the pairs that were not done.
#[test]
fn a_search_for_pairs_can_be_stopped() {
    let names: Vec<_> = (0..12).map(|number| format!("ball {number}")).collect();
    let turns = |name: &String| Joint::fixed(name, "post", name).turning(Vector3::z_axis());
    let balls = names
        .iter()
        .map(|name| Link::new(name).with(ball(0.1), at(1.0, 0.0, 0.0)));
    let links = [Link::new("post")].into_iter().chain(balls);
    let robot = build::robot(links, names.iter().map(turns)).expect("a robot");
    let stops = |done: usize| match done < 3 {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let search = PairSearch::new().tests(10);
    let found = one
        .expect("a thread")
        .install(|| robot.allowed_pairs(&search, stops));
    let counts = (found.expect("an answer").len(), pairs(&robot, 10).len());
    assert_eq!(counts, (3, 66));
}

/// A claim holds where a path may be: up to 1e-6 outside of the limits.
#[test]
fn a_contact_just_outside_of_the_limits_is_no_never() {
    let touches = 2.0 * 0.1f64.asin();
    let verdict = carousel(Some((touches + 5e-7, 6.0)));
    let is_so = matches!(verdict, PairVerdict::Undecided { distance, .. } if distance > 0.0 && distance < 1e-6);
    assert!(is_so, "{verdict:?}");
}

/// A rail without an end leads anywhere, so that nothing is proven of it.
#[test]
fn joints_that_slide_without_limits_leave_pairs_undecided() {
    let ball = |name: &str, x| Link::new(name).with(ball(0.1), at(x, 0.0, 0.0));
    let slides = Joint::fixed("slides", "post", "moved").sliding(Vector3::x_axis());
    let rest = Joint::fixed("rest", "post", "rest");
    let links = [Link::new("post"), ball("rest", 50.0), ball("moved", 0.0)];
    let robot = build::robot(links, [rest, slides]).expect("a robot");
    let verdict = &pairs(&robot, 1000)[0].verdict;
    let is_so = matches!(verdict, PairVerdict::Undecided { proven: 0.0, .. });
    assert!(is_so, "{verdict:?}");
}

/// Returns a random robot whose joints have limits, but for some that turn freely, and the ranges of its values.
fn limited(spec: &Spec, is_tight: bool, rng: &mut StdRng) -> (Robot, Vec<[f64; 2]>) {
    let plain = spec.robot();
    let mut ranges = Vec::new();
    let is_led = |index: usize| {
        let mut mimics = spec.joints.iter().filter_map(|joint| joint.mimic);
        mimics.any(|(leader, ..)| leader == index)
    };
    let joints = plain.joints().iter().enumerate().map(|(index, joint)| {
        if !joint.is_free() {
            return joint.clone();
        }
        let turns = matches!(joint.kind(), photofinish_robot::JointKind::Revolute(_));
        if turns && !is_led(index) && rng.random_bool(0.15) {
            ranges.push([-std::f64::consts::PI, std::f64::consts::PI]);
            return joint.clone();
        }
        let middle = rng.random_range(-1.0..1.0);
        let most = if turns { 1.5 } else { 0.5 };
        let half = rng.random_range(0.02..1.0) * if is_tight { 0.1 } else { most };
        ranges.push([middle - half, middle + half]);
        joint.clone().limited(middle - half, middle + half)
    });
    let joints = joints.collect();
    let robot = Robot::new("limited", plain.links().to_vec(), joints).expect("a robot");
    (robot, ranges)
}

fn posture(ranges: &[[f64; 2]], rng: &mut StdRng) -> Vec<f64> {
    let value = |&[least, largest]: &[f64; 2]| match rng.random_range(0..6) {
        0 => least,
        1 => largest,
        _ => rng.random_range(least..=largest),
    };
    ranges.iter().map(value).collect()
}

/// Returns bounds of the distance of two links by the oracle, and whether they overlap for certain.
fn truth(spec: &Spec, links: [usize; 2], posture: &[f64]) -> (f64, bool) {
    let [a, b] = links;
    let (mut distance, mut overlap) = (f64::INFINITY, false);
    let poses = spec.poses(posture);
    for i in 0..spec.links[a].len() {
        for j in 0..spec.links[b].len() {
            let bounds = spec.distance((Which::Link(a, i), Which::Link(b, j)), &poses);
            distance = distance.min(bounds.upper);
            overlap |= bounds.overlap;
        }
    }
    (distance, overlap)
}

/// No sample contradicts a verdict: neither a *never*, with its clearance, nor an *always*, and what *may* touch does in
/// the posture that is shown.
#[test]
fn random_robots_do_what_is_claimed_of_them() {
    let robots = judged(ROBOTS);
    let [mut never, mut always, mut may, mut undecided] = [0; 4];
    // in 1138 a pair of pieces is nearest that is proven apart long before the others are
    for seed in (0..robots).chain([1138]) {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut spec = Spec::random(seed);
        // links that are often near each other, and in a quarter of the robots always
        let is_tight = rng.random_bool(0.25);
        let nearer = match is_tight {
            true => 0.05,
            false => rng.random_range(0.1..1.0),
        };
        for joint in &mut spec.joints {
            joint.origin.translation.vector *= nearer;
        }
        let (robot, ranges) = limited(&spec, is_tight, &mut rng);
        for pair in pairs(&robot, BUDGET) {
            let index = |name: &String| name["link ".len()..].parse().expect("an index");
            let links = pair.links.each_ref().map(index);
            let mut samples = |holds: &dyn Fn(f64, bool) -> bool| {
                for _ in 0..SAMPLES {
                    let posture = posture(&ranges, &mut rng);
                    let (distance, overlap) = truth(&spec, links, &posture);
                    let is_so = holds(distance, overlap);
                    assert!(
                        is_so,
                        "seed {seed}: {pair:?}, but {distance} at {posture:?}"
                    );
                }
            };
            match &pair.verdict {
                PairVerdict::Never { clearance } => {
                    samples(&|distance, overlap| !overlap && distance >= *clearance);
                    never += 1;
                }
                PairVerdict::Always => {
                    samples(&|_, overlap| overlap);
                    always += 1;
                }
                PairVerdict::May { touching, .. } => {
                    let mut values = ranges.iter().zip(touching);
                    assert!(values.all(|([least, most], value)| (least..=most).contains(&value)));
                    assert!(truth(&spec, links, touching).1, "seed {seed}: {pair:?}");
                    may += 1;
                }
                PairVerdict::Undecided { .. } => undecided += 1,
                _ => {}
            }
        }
    }
    eprintln!("never {never}, always {always}, may {may}, undecided {undecided}");
    assert!(never > robots / 4 && may > robots / 2 && always > robots / 20);
    assert!(undecided < (never + always + may) / 10);
}
