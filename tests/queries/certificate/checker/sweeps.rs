//! Sweeps that are almost half a turn.

use super::*;

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
