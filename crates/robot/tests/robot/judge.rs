//! Judges planners and checks by dense samples of an independent oracle: random robots, with objects, points, cubes,
//! triangles and other robots around them.

use nalgebra::{Isometry3, Vector3};
use photofinish_oracle::shape::Shape;
use photofinish_robot::{MovingObject, Path, Planner, Rules, Scene, Verdict};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::build::checker;
use crate::generate::{direction, judged};
use crate::random::assert_apart;
use crate::spec::{PieceSpec, Spec, Which};

/// Samples of an edge, and more on both sides of the nearest of them, for each pair that comes near.
const SAMPLES: u32 = 120;
const FINER: u32 = 24;
/// A pair that comes no nearer than this in a sample is not looked at more finely.
const NEAR: f64 = 0.03;
/// How far off a contact may be: in length, and as a share of its edge.
const TOLERANCE: f64 = 1e-7;
const SHARE: f64 = 1e-6;

/// What was judged.
#[derive(Debug, Default)]
struct Counts {
    clear: u64,
    contacts: u64,
    undecided: u64,
    samples: u64,
    /// Edges of which whole-path checking knows nothing.
    unchecked: u64,
}

/// An edge of a robot, as the oracle sees it.
struct Edge<'s> {
    spec: &'s Spec,
    pairs: &'s [(Which, Which)],
    ends: [&'s [f64]; 2],
    target: f64,
}

impl Edge<'_> {
    fn posture(&self, share: f64) -> Vec<f64> {
        let [from, to] = self.ends;
        let ends = from.iter().zip(to);
        ends.map(|(from, to)| from + share * (to - from)).collect()
    }

    /// Returns how far a pair is apart, 0 if it overlaps; none if its bounding balls are far apart.
    fn apart(&self, pair: (Which, Which), poses: &[Isometry3<f64>]) -> Option<f64> {
        let (a, b) = (self.spec.piece(pair.0), self.spec.piece(pair.1));
        let [at_a, at_b] = [pair.0, pair.1].map(|which| self.spec.placed(which, poses));
        let centres = (at_a.translation.vector - at_b.translation.vector).norm();
        if centres > a.radius() + b.radius() + self.target + NEAR {
            return None;
        }
        Some(self.spec.apart(pair, poses))
    }

    /// Returns whether a pair this far apart touches.
    fn touches(&self, apart: f64) -> bool {
        apart < self.target || apart == 0.0
    }

    /// Returns the first of dense samples before a share at which some pair touches.
    fn first_touch(&self, until: f64, counts: &mut Counts) -> Option<(f64, (Which, Which))> {
        let step = until / f64::from(SAMPLES);
        let mut nearest = vec![(f64::INFINITY, 0.0); self.pairs.len()];
        for sample in 0..=SAMPLES {
            let share = step * f64::from(sample);
            let poses = self.spec.poses(&self.posture(share));
            counts.samples += 1;
            for (&pair, nearest) in self.pairs.iter().zip(&mut nearest) {
                let Some(apart) = self.apart(pair, &poses) else {
                    continue;
                };
                if self.touches(apart) && share < until {
                    return Some((share, pair));
                }
                if apart < nearest.0 {
                    *nearest = (apart, share);
                }
            }
        }
        for (&pair, &(apart, around)) in self.pairs.iter().zip(&nearest) {
            if apart > self.target + NEAR {
                continue;
            }
            for finer in 0..=2 * FINER {
                let share = around + step * (f64::from(finer) / f64::from(FINER) - 1.0);
                let poses = self.spec.poses(&self.posture(share));
                counts.samples += 1;
                let is_before = (0.0..until).contains(&share);
                if is_before && self.apart(pair, &poses).is_some_and(|d| self.touches(d)) {
                    return Some((share, pair));
                }
            }
        }
        None
    }

    /// Returns the least distance of all pairs at a share; infinite if all are far apart.
    fn least(&self, share: f64) -> f64 {
        let poses = self.spec.poses(&self.posture(share));
        let near = self
            .pairs
            .iter()
            .filter_map(|&pair| self.apart(pair, &poses));
        near.fold(f64::INFINITY, f64::min)
    }
}

/// Adds an object of many pieces to a robot's scene: triangles, points or cubes.
fn with_pieces(spec: &mut Spec, rng: &mut StdRng, kind: u64, count: u32, radius: f64) -> Scene {
    let half = Vector3::repeat(radius);
    let (mut pieces, mut numbers) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let middle = direction(rng).into_inner() * rng.random_range(0.4..1.5);
        let corners = [0; 3].map(|_| 2.0 * radius * direction(rng).into_inner());
        let (shape, points) = match kind {
            0 => (Shape::Triangle(corners), &corners[..]),
            1 => (Shape::Ball { radius }, &[Vector3::zeros()][..]),
            _ => (Shape::Cuboid { half }, &[Vector3::zeros()][..]),
        };
        for point in points {
            numbers.extend_from_slice((middle + point).as_slice());
        }
        pieces.push(PieceSpec::new(shape, Isometry3::from(middle)));
    }
    let triangles: Vec<_> = (0..count).map(|i| [0, 1, 2].map(|k| 3 * i + k)).collect();
    let mut scene = spec.scene();
    let name = format!("object {}", spec.objects.len());
    let added = match kind {
        0 => scene.add_surface(name, &numbers, &triangles),
        1 => scene.add_points(name, &numbers, radius),
        _ => scene.add_voxels(name, &numbers, 2.0 * radius),
    };
    added.expect("pieces");
    spec.objects.push(pieces);
    scene
}

/// Judges the answers about one edge.
fn judge(edge: &Edge<'_>, planner: &mut Planner<'_>, counts: &mut Counts) -> Result<(), String> {
    let [from, to] = edge.ends;
    let verdict = planner.edge(from, to).expect("an edge");
    let until = planner.clear_until(from, to).expect("an edge");
    if let Some((share, pair)) = edge.first_touch(until, counts) {
        return Err(format!(
            "late: {pair:?} touch at {share}, {verdict:?}, until {until}"
        ));
    }
    match verdict {
        Verdict::Clear if until == 1.0 => counts.clear += 1,
        Verdict::Contact(meeting) => {
            counts.contacts += 1;
            for share in [meeting.share, until] {
                let least = edge.least(share);
                if !(least <= edge.target + TOLERANCE) {
                    return Err(format!("no contact at {share}: {least} apart"));
                }
            }
            if meeting.share < until - SHARE {
                return Err(format!("{meeting:?} before {until}"));
            }
            let between = planner.between(&meeting).expect("a pair");
            let named = edge.spec.pairs_of(&between);
            let apart = edge.spec.nearest(&named, &edge.posture(meeting.share));
            if !(apart <= edge.target + TOLERANCE) {
                return Err(format!("{between} are {apart} apart"));
            }
        }
        Verdict::Undecided(_) => counts.undecided += 1,
        other => return Err(format!("{other:?}, but clear until {until}")),
    }
    for (end, share) in [(from, 0.0), (to, 1.0)] {
        let verdict = planner.posture(end).expect("a posture");
        let least = edge.least(share);
        let is_close = (least - edge.target).abs() < TOLERANCE && least > 0.0;
        if !is_close && verdict.is_contact() != edge.touches(least) {
            return Err(format!("{verdict:?} of a posture, {least} apart"));
        }
        if verdict.is_clear() && edge.touches(least) {
            return Err(format!("a posture is clear, {least} apart"));
        }
    }
    Ok(())
}

/// Judges the edges of a random robot.
fn robot(seed: u64, is_among_many: bool, counts: &mut Counts) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut spec = Spec::random(seed);
    let few = rng.random_range(1..80);
    let scene = match seed % 3 {
        kind if is_among_many => with_pieces(&mut spec, &mut rng, kind, 100, 0.05),
        0 => spec.scene(),
        kind => with_pieces(&mut spec, &mut rng, kind, few, 0.015),
    };
    let target = [0.0, 0.0, 0.0, 0.02][seed as usize % 4];
    let rules = Rules::new().target_distance(target);
    let checker = checker(&spec.robot(), &scene, &rules.allow_nothing_to_check());
    let joints: Vec<_> = checker.robot().coordinates().map(str::to_owned).collect();
    let mut planner = checker.planner(&joints).expect("joints");
    let pairs = spec.pairs();
    for ends in spec.path.positions.windows(2) {
        // most edges of a planner are short, and some turn by much
        let length = [1.0, 0.3, 0.1, 4.0][rng.random_range(0..4)];
        let toward = ends[0].iter().zip(&ends[1]);
        let to: Vec<_> = toward
            .map(|(from, to)| from + length * (to - from))
            .collect();
        let edge = Edge {
            spec: &spec,
            pairs: &pairs,
            ends: [&ends[0], &to],
            target,
        };
        if let Err(wrong) = judge(&edge, &mut planner, counts) {
            panic!("seed {seed}, {:?}: {wrong}", edge.ends);
        }
        let path = Path::new(vec![ends[0].clone(), to.clone()]);
        let Ok(checked) = checker.check(&path) else {
            counts.unchecked += 1;
            continue;
        };
        let until = checked.impact().map_or(1.0, |impact| impact.share);
        let late = edge.first_touch(until, counts);
        assert!(late.is_none(), "seed {seed}, a check: {late:?} of {until}");
        let touches = edge.least(until) <= target + TOLERANCE;
        assert!(checked.is_clear() || touches, "seed {seed}: {checked:?}");
    }
}

/// Of every robot all edges are looked at in dense samples: none touches before the planner or a check says so, and where
/// the planner says so it does.
#[test]
fn planners_are_right() {
    for is_among_many in [false, true] {
        let mut counts = Counts::default();
        let robots = judged(60);
        (0..robots).for_each(|seed| robot(seed, is_among_many, &mut counts));
        println!("{robots} robots: {counts:?}");
        let decided = counts.clear + counts.contacts;
        assert!(counts.clear > decided / 5 && counts.contacts > decided / 5);
        assert!(counts.undecided * 1000 <= decided, "{counts:?}");
        assert!(counts.unchecked * 1000 <= decided, "{counts:?}");
    }
}

/// Two robots in one cell, both on their paths.
#[test]
fn two_robots_meet_where_samples_say_so() {
    let (mut clear, mut contacts) = (0, 0);
    for seed in 0..judged(60) {
        let (one, mut other) = (Spec::random(seed), Spec::random(seed + 1000));
        let place = Isometry3::translation(0.3, 0.2 * (seed % 4) as f64, 0.0);
        other.base = place * other.base;
        let target = [0.0, 0.02][seed as usize % 2];
        let rules = Rules::new().target_distance(target);
        let rules = rules.allow_nothing_to_check();
        let checker = checker(&one.robot(), &Scene::new(), &rules);
        let others = MovingObject::links(&other.robot(), &other.path).expect("a path");
        let impact = checker.first_among(&one.path, &others);
        let impact = impact.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let ((start, end), (first, last)) = (one.span(), other.span());
        let apart = |time: f64| {
            let others = other.configuration(time.clamp(first, last));
            one.distance_to(&other, [&one.configuration(time), &others])
        };
        match impact {
            None => {
                clear += 1;
                assert_apart(seed, (start, end), target, apart);
            }
            Some(impact) => {
                contacts += 1;
                assert_apart(seed, (start, impact.time), target, apart);
                let nearest = apart(impact.time);
                let is_so = nearest <= target + TOLERANCE;
                assert!(is_so, "seed {seed}: {impact:?} {nearest}");
            }
        }
    }
    assert!(clear > 15 && contacts > 15, "{clear}, {contacts}");
}
