//! Tests of certificates. The crate verifies them, and a prover that is independent of the crate does too.

use nalgebra::{Isometry3, Vector3};
use photofinish_robot::{
    Checker, PairCertificate, PathCertificate, PathCertificateError, PathInterval, Rules,
};

use crate::spec::{Kind, Spec, Which};

/// Checks that a vector separates two bodies throughout a span, with a bound of first order only. The prover has its
/// own kinematics and finds support points by a search of all vertices. Its bound of the speed is the sum of the speeds
/// that joints give to points at their lever arms. It halves spans for which this bound does not suffice.
pub struct Prover<'s> {
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
    pub fn new(spec: &'s Spec, pair: (Which, Which), segment: usize) -> Self {
        let movers = |which| match which {
            Which::Link(link, _) => spec.movers(link),
            Which::Object(..) => Vec::new(),
        };
        let (of_a, of_b) = (movers(pair.0), movers(pair.1));
        let common = of_a.iter().zip(&of_b).take_while(|(a, b)| a == b).count();
        let times = spec.path.times.as_ref().expect("random paths are timed");
        let times = (times[segment], times[segment + 1]);
        let rates = rates(spec, times);
        let speed = |which, movers: &[usize]| match which {
            Which::Link(link, _) => point_speed(spec, which, link, &movers[common..], &rates),
            Which::Object(..) => 0.0,
        };
        Self {
            spec,
            pair,
            base: common.checked_sub(1).map(|last| of_a[last] + 1),
            times,
            speed: speed(pair.0, &of_a) + speed(pair.1, &of_b),
        }
    }

    pub fn supporting_distance(&self, share: f64, s: &Vector3<f64>) -> f64 {
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

    fn separates(
        &self,
        s: &Vector3<f64>,
        (from, to): (f64, f64),
        clearance: f64,
        depth: u32,
    ) -> bool {
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
    let free = spec.free();
    let values = |step: u32| {
        let time = start + (end - start) * f64::from(step) / f64::from(STEPS);
        let configuration = spec.configuration(time);
        let own = |joint: usize| {
            let (mut joint, mut factor, mut offset) = (joint, 1.0, 0.0);
            while let Some((leader, f, o)) = spec.joints[joint].mimic {
                (joint, offset, factor) = (leader, offset + factor * o, factor * f);
            }
            let place = free.iter().position(|&f| f == joint);
            place.map_or(0.0, |place| factor * configuration[place] + offset)
        };
        (0..spec.joints.len()).map(own).collect::<Vec<_>>()
    };
    let mut rates = vec![(0.0f64, 0.0f64); spec.joints.len()];
    let mut before = values(0);
    for step in 1..=STEPS {
        let here = values(step);
        for (joint, rate) in rates.iter_mut().enumerate() {
            rate.0 = rate
                .0
                .max((here[joint] - before[joint]).abs() * f64::from(STEPS));
            rate.1 = rate.1.max(here[joint].abs()).max(before[joint].abs());
        }
        before = here;
    }
    rates
        .iter()
        .map(|(rate, size)| (rate * 1.05 + 1e-9, size * 1.05 + 1e-9))
        .collect()
}

/// Returns an upper bound of the speed of any point of a body that these joints move.
fn point_speed(
    spec: &Spec,
    which: Which,
    link: usize,
    movers: &[usize],
    rates: &[(f64, f64)],
) -> f64 {
    let piece = spec.piece(which);
    let own = piece.core.solid.reach(&Vector3::zeros())
        + piece.core.radius
        + piece.pose.translation.vector.norm();
    let mut speed = 0.0;
    // The loop goes from the link to the root. The arm is how far the points may be from the current link's frame.
    let mut arm = own;
    let mut at = link;
    while at > 0 {
        let joint = &spec.joints[at - 1];
        let (rate, size) = rates[at - 1];
        if movers.contains(&(at - 1)) {
            speed += if joint.kind == Kind::Turns {
                rate * arm
            } else {
                rate
            };
        }
        if joint.kind == Kind::Slides {
            arm += size;
        }
        arm += joint.origin.translation.vector.norm();
        at = joint.parent;
    }
    speed
}

pub fn bodies(spec: &Spec, certificate: &PairCertificate) -> (Which, Which) {
    let [first, second] = certificate.pieces;
    let between = &certificate.between;
    let place = |names: &[String], name: &str| {
        let place = names.iter().position(|known| known == name);
        place.expect("a name of the robot or its scene")
    };
    let other = if between.is_object {
        Which::Object(place(&spec.object_names, &between.other), second)
    } else {
        Which::Link(place(&spec.link_names, &between.other), second)
    };
    (
        Which::Link(place(&spec.link_names, &between.link), first),
        other,
    )
}

/// Checks that the certificate covers all pairs and times, and that every vector separates its pair. Returns the number
/// of proven intervals.
pub fn prove(spec: &Spec, certificate: &PathCertificate, clearance: f64) -> usize {
    let mut proven = 0;
    let covered: Vec<_> = certificate
        .pairs
        .iter()
        .map(|pair| bodies(spec, pair))
        .collect();
    for pair in spec.pairs() {
        assert!(covered.contains(&pair), "{pair:?} is not certified");
    }
    for (pair, proof) in covered.iter().zip(&certificate.pairs) {
        for segment in 0..=certificate.until.0 {
            let until = if segment < certificate.until.0 {
                1.0
            } else {
                certificate.until.1
            };
            let prover = Prover::new(spec, *pair, segment);
            let mut reached = 0.0;
            for PathInterval {
                start,
                end,
                direction,
                ..
            } in &proof.segments[segment]
            {
                assert_eq!(*start, reached);
                assert!((direction.norm() - 1.0).abs() < 1e-14);
                assert!(
                    prover.separates(direction, (*start, *end), clearance, 40),
                    "{pair:?}, segment {segment}, {start} to {end}"
                );
                reached = *end;
                proven += 1;
            }
            assert!(
                reached >= until,
                "{pair:?}, segment {segment}: {reached} of {until}"
            );
        }
    }
    proven
}

#[test]
fn certificates_hold_by_independent_means() {
    let mut proven = 0;
    for seed in 0..40 {
        let spec = Spec::random(seed);
        for clearance in [0.0, 0.01] {
            let rules = Rules::new().target_distance(clearance);
            let checker =
                Checker::with_rules(&spec.robot(), &spec.scene(), &rules).expect("a robot");
            let (solution, certificate) = checker.certify(&spec.path).expect("a path");
            assert_eq!(checker.check(&spec.path).expect("a path"), solution);
            let shown = certificate
                .verify_outcome(&checker, &spec.path, &solution.outcome)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(
                (shown.pairs, solution.pairs),
                (spec.pairs().len(), shown.pairs)
            );
            proven += prove(&spec, &certificate, clearance);
        }
    }
    assert!(proven > 3_000, "{proven}");
}

#[test]
fn a_certificate_that_was_changed_does_not_hold() {
    let clear = (0..).map(Spec::random).find(|spec| {
        let checker = Checker::new(&spec.robot(), &spec.scene()).expect("a robot");
        let solution = checker.check(&spec.path).expect("a path");
        solution.is_clear() && !spec.pairs().is_empty()
    });
    let spec = clear.expect("some path is clear");
    let checker = Checker::new(&spec.robot(), &spec.scene()).expect("a robot");
    let (_, certificate) = checker.certify(&spec.path).expect("a path");
    let verify = |change: &dyn Fn(&mut PathCertificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        changed.verify(&checker, &spec.path)
    };
    assert!(verify(&|_| {}).is_ok());
    assert!(matches!(
        verify(&|c| c.pairs[0].segments[0][0].direction *= -1.0),
        Err(PathCertificateError::Wrong { segment: 0, .. })
    ));
    assert!(matches!(
        verify(&|c| {
            c.pairs[0].segments[0].pop();
        }),
        Err(PathCertificateError::Incomplete { segment: 0, .. })
    ));
    assert!(matches!(
        verify(&|c| {
            c.pairs.pop();
        }),
        Err(PathCertificateError::OtherBodies { .. })
    ));
    assert!(matches!(
        verify(&|c| c.until = (usize::MAX, 1.0)),
        Err(PathCertificateError::OtherPath { .. })
    ));
    assert!(matches!(
        verify(&|c| c.pairs[0].target_distance = 0.5),
        Err(PathCertificateError::OtherTargetDistance { .. })
    ));
    assert!(matches!(
        verify(&|c| {
            c.pairs[0].segments.clear();
        }),
        Err(PathCertificateError::SegmentCount { found: 0, .. })
    ));
}
