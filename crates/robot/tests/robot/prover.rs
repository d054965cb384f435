//! A prover of certificates that is independent of the crate.

use nalgebra::{Isometry3, Vector3};
use photofinish_robot::{PairCertificate, PathCertificate};

use crate::spec::{Kind, Spec, Which};

/// Checks that a vector separates two bodies throughout a span, with a bound of first order only. The prover has its
/// own kinematics and finds support points by a search of all vertices. Its bound of the speed is the sum of the speeds
/// that joints give to points at their lever arms. It halves spans for which this bound does not suffice.
struct Prover<'s> {
    spec: &'s Spec,
    pair: (Which, Which),
    /// The link in whose frame the vectors are given, or none for the world frame.
    base: Option<usize>,
    /// The start and the end of the segment.
    times: (f64, f64),
    /// An upper bound of how fast the supporting distance changes, per unit of share.
    speed: f64,
}

impl<'s> Prover<'s> {
    fn new(spec: &'s Spec, pair: (Which, Which), segment: usize) -> Self {
        let (of_a, of_b) = (spec.movers_of(pair.0), spec.movers_of(pair.1));
        let common = of_a.iter().zip(&of_b).take_while(|(a, b)| a == b).count();
        let times = (spec.times()[segment], spec.times()[segment + 1]);
        let rates = rates(spec, times);
        Self {
            spec,
            pair,
            base: common.checked_sub(1).map(|last| of_a[last] + 1),
            times,
            speed: point_speed(spec, pair.0, &of_a[common..], &rates)
                + point_speed(spec, pair.1, &of_b[common..], &rates),
        }
    }

    fn supporting_distance(&self, share: f64, s: &Vector3<f64>) -> f64 {
        let time = self.times.0 + share * (self.times.1 - self.times.0);
        let poses = self.spec.poses(&self.spec.configuration(time));
        let base = self.base.map_or(Isometry3::identity(), |link| poses[link]);
        let farthest = |which, s: Vector3<f64>| {
            let core = &self.spec.piece(which).core;
            let pose = base.inverse() * self.spec.placed(which, &poses);
            let point = pose
                * nalgebra::Point3::from(core.solid.support_point(&(pose.rotation.inverse() * s)));
            s.dot(&point.coords) + core.radius
        };
        -farthest(self.pair.1, -s) - farthest(self.pair.0, *s)
    }

    /// Returns the least supporting distance in samples of a span.
    fn sampled(&self, s: &Vector3<f64>, (start, end): (f64, f64)) -> f64 {
        let shares = (0..=8).map(|step| start + (end - start) * f64::from(step) / 8.0);
        let seen = shares.map(|share| self.supporting_distance(share, s));
        seen.fold(f64::INFINITY, f64::min)
    }

    fn separates(&self, s: &Vector3<f64>, span: (f64, f64), clearance: f64, depth: u32) -> bool {
        let (from, to) = span;
        let middle = 0.5 * (from + to);
        let fall = self.speed * 0.5 * (to - from);
        if self.supporting_distance(middle, s) - fall > clearance {
            return true;
        }
        depth > 0
            && self.separates(s, (from, middle), clearance, depth - 1)
            && self.separates(s, (middle, to), clearance, depth - 1)
    }
}

/// Returns for each joint its largest speed, per unit of share, and the largest size of its value. The speeds are
/// computed from differences. Both numbers have room to spare.
fn rates(spec: &Spec, (start, end): (f64, f64)) -> Vec<(f64, f64)> {
    const STEPS: u32 = 400;
    let values = |step: u32| {
        let time = start + (end - start) * f64::from(step) / f64::from(STEPS);
        spec.values(&spec.configuration(time))
    };
    let mut rates = vec![(0.0f64, 0.0f64); spec.joints.len()];
    let mut before = values(0);
    for step in 1..=STEPS {
        let here = values(step);
        for (rate, (here, before)) in rates.iter_mut().zip(here.iter().zip(&before)) {
            rate.0 = rate.0.max((here - before).abs() * f64::from(STEPS));
            rate.1 = rate.1.max(here.abs()).max(before.abs());
        }
        before = here;
    }
    rates
        .iter()
        .map(|(rate, size)| (rate * 1.05 + 1e-9, size * 1.05 + 1e-9))
        .collect()
}

/// Returns an upper bound of the speed of any point of a body that these joints move.
fn point_speed(spec: &Spec, which: Which, movers: &[usize], rates: &[(f64, f64)]) -> f64 {
    let Which::Link(mut at, _) = which else {
        return 0.0;
    };
    let piece = spec.piece(which);
    let mut speed = 0.0;
    // The loop goes from the link to the root. The arm is how far the points may be from the current link's frame.
    let mut arm = piece.radius() + piece.pose.translation.vector.norm();
    while at > 0 {
        let joint = &spec.joints[at - 1];
        let (rate, size) = rates[at - 1];
        if movers.contains(&(at - 1)) {
            let arm = if joint.kind == Kind::Turns { arm } else { 1.0 };
            speed += rate * arm;
        }
        if joint.kind == Kind::Slides {
            arm += size;
        }
        arm += joint.origin.translation.vector.norm();
        at = joint.parent;
    }
    speed
}

fn bodies(certificate: &PairCertificate) -> (Which, Which) {
    let [first, second] = certificate.pieces;
    let between = &certificate.between;
    let number = |name: &str| {
        let (_, number) = name.split_once(' ').expect("a name of the random robots");
        number.parse().expect("a number")
    };
    let other = number(&between.other);
    let other = if between.is_object {
        Which::Object(other, second)
    } else {
        Which::Link(other, second)
    };
    (Which::Link(number(&between.link), first), other)
}

/// Checks that the certificate covers all pairs and times, that every vector separates its pair, and that no distance is
/// less than it says. Returns the number of proven intervals, or what is wrong.
pub fn prove(spec: &Spec, certificate: &PathCertificate) -> Result<usize, String> {
    let covered: Vec<_> = certificate.pairs.iter().map(bodies).collect();
    if let Some(pair) = spec.pairs().iter().find(|pair| !covered.contains(pair)) {
        return Err(format!("{pair:?} is not certified"));
    }
    let (mut proven, mut least) = (0, f64::INFINITY);
    for (pair, proof) in covered.iter().zip(&certificate.pairs) {
        for segment in 0..=certificate.until.0 {
            let (last, share) = certificate.until;
            let until = if segment < last { 1.0 } else { share };
            let prover = Prover::new(spec, *pair, segment);
            let mut reached = 0.0;
            for interval in &proof.segments[segment] {
                let (vector, span) = (&interval.direction, (interval.start, interval.end));
                let seen = prover.sampled(vector, span);
                let is_so = interval.start == reached
                    && (vector.norm() - 1.0).abs() < 1e-14
                    && seen >= interval.distance() - 1e-12
                    && prover.separates(vector, span, proof.target_distance, 40);
                if !is_so {
                    return Err(format!("{pair:?}, segment {segment}: {interval:?}"));
                }
                if proof.moves {
                    least = least.min(seen);
                }
                reached = interval.end;
                proven += 1;
            }
            if reached < until {
                return Err(format!("{pair:?}, segment {segment}: {reached}"));
            }
        }
    }
    match certificate.least_distance {
        Some(claimed) if claimed > least + 1e-12 => Err(format!("{claimed}, but {least}")),
        _ => Ok(proven),
    }
}
