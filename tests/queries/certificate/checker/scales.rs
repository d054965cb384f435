//! Proofs of bodies of all sizes, far from the origin, late, and over long times: the checker accepts all of them.

use super::*;

/// By what lengths and times are multiplied, how far away all happens and how late, and how many units of time it takes.
struct Scale {
    length: f64,
    time: f64,
    away: f64,
    late: f64,
    long: f64,
}

const fn scale([length, time]: [f64; 2], away: f64, [late, long]: [f64; 2]) -> Scale {
    Scale {
        length,
        time,
        away,
        late,
        long,
    }
}

const SCALES: [Scale; 8] = [
    scale([1e-30, 1.0], 0.0, [0.0, 1.0]),
    scale([1e30, 1e-10], 0.0, [0.0, 1.0]),
    scale([1.0, 1e20], 0.0, [0.0, 1.0]),
    scale([1.0, 1.0], 1e5, [0.0, 1.0]),
    scale([1.0, 1.0], 0.0, [1e4, 1.0]),
    scale([1.0, 1.0], 0.0, [0.0, 30.0]),
    // these two are cut where rounding would hide the gaps
    scale([1.0, 1.0], 0.0, [-1e9, 1e9]),
    scale([1.0, 1.0], 0.0, [0.0, 1e11]),
];

/// Returns a proof about a table and a box that it nearly carries, if it has one. The motions begin at time 0.
fn at_scale<R: SerialRotor<f64, D>, const D: usize>(
    dice: &mut StdRng,
    scale: &Scale,
) -> Option<Proof<R, D>> {
    let away: SVector<f64, D> = vector(dice, scale.away);
    // after so long a time the angle of a turn is rounding alone
    let turning = if scale.long > 100.0 { 0.0 } else { 4.0 };
    let turn: Vector3<f64> = vector(dice, turning / scale.time);
    let slip = vector::<D>(dice, 0.01) * scale.length / scale.time;
    let boxed = |half: [f64; 3], place: [f64; 3], linear| {
        let [half, place] =
            [half, place].map(|v| SVector::<f64, D>::from_fn(|row, _| v[row] * scale.length));
        let pose = Isometry::from_parts((place + away).into(), R::identity());
        let motion = ConstantVelocity::new(pose, linear, R::velocity_of(turn));
        let motion = motion.and_then(|motion| motion.about(-place));
        ProofBody::new(Cuboid::new(half).expect("a box"), motion.expect("a motion"))
    };
    let table = boxed([2.0, 0.5, 2.0], [0.0; 3], SVector::zeros());
    let block = boxed([0.2; 3], [1.0, 0.72, 0.0], slip);
    let start = scale.late * scale.time;
    proven([table, block], 0.0, start..=start + scale.long * scale.time)
}

fn check_scales<R: SerialRotor<f64, D>, const D: usize>(name: &str, seed: u64) {
    let mut dice = StdRng::seed_from_u64(seed);
    let mut proofs = Vec::new();
    for (index, scale) in SCALES.iter().enumerate() {
        let before = proofs.len();
        proofs.extend((0..6).filter_map(|_| at_scale::<R, D>(&mut dice, scale)));
        assert!(proofs.len() >= before + 3, "scale {index}");
    }
    for (proof, (verdict, line)) in proofs.iter().zip(check(name, &written(&proofs))) {
        let kept = proof.verify().expect("it holds");
        assert_eq!(verdict, Verdict::Holds, "{line}");
        assert!(beyond(&line) >= kept, "{kept}, {line}");
    }
}

#[test]
fn proofs_of_all_scales_hold() {
    check_scales::<UnitQuaternion<f64>, 3>("scales_in_space", 31);
    check_scales::<UnitComplex<f64>, 2>("scales_in_the_plane", 32);
}

/// Around the middle of such a sweep a body is very fast: bounds for the whole of it prove nothing.
#[test]
fn a_sweep_by_almost_half_a_turn_is_checked_in_parts() {
    let turned = |time: f64, angle: f64| (time, Isometry2::new(Vector2::zeros(), angle));
    let sweep = Sweep::new(turned(0.0, 0.0), turned(1.0, 2.9), Vector2::zeros());
    let rod = Cuboid::new(vector![0.05, 0.02]).expect("a shape");
    let rod = ProofBody::new(rod, sweep.expect("a motion"));
    let post = AtRest::new(Isometry2::translation(1.0, 0.0)).expect("a motion");
    let post = ProofBody::new(Ball::new(0.1).expect("a shape"), post);
    let proofs = [[0.0, 0.3], [0.1, 0.9], [0.7, 1.0]].map(|during| {
        let ahead = along(Vector2::x(), Frame::World, 0.0, during);
        let mut proof = claim([rod.clone(), post.clone()], 0.0, during, ahead);
        // all that the library proves
        proof.certificate.intervals[0].margin = proof.verify().expect("it holds");
        proof
    });
    let said = check("half_a_turn", &written(&proofs));
    let holds = |(verdict, _): &(Verdict, _)| *verdict == Verdict::Holds;
    assert!(said.iter().all(holds), "{said:?}");
}
