//! Proofs of bodies of all sizes, far from the origin, late, and over long times: the checker accepts all of them.

use super::*;

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

fn check_scales<R: SerialRotor<f64, D>, const D: usize>(name: &str, seed: u64) {
    let mut dice = StdRng::seed_from_u64(seed);
    let mut proofs = Vec::new();
    for (index, scale) in SCALES.iter().enumerate() {
        let before = proofs.len();
        let (start, lasts) = (scale.late * scale.time, scale.long * scale.time);
        let bodies = (0..6).map(|_| carried(&mut dice, scale, 0.02));
        proofs.extend(bodies.filter_map(|pair| proven::<R, D>(pair, 0.0, start..=start + lasts)));
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
