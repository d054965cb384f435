//! Proofs that nobody has searched for: one vector over one span, with positive gaps at both ends. The checker accepts
//! none that another search refutes, and just those that the library accepts.

use super::*;

/// Returns a proof of one interval, with gaps at both ends. Nothing is known of the time in between.
fn forged<R: SerialRotor<f64, D>, const D: usize>(dice: &mut StdRng) -> Proof<R, D> {
    let [a, b] = flying(dice, true);
    let origin = SVector::zeros();
    let start = dice.random_range(0.0..0.6);
    let end = start + dice.random_range(0.02..0.4);
    let frame = [Frame::World, Frame::A, Frame::B][dice.random_range(0..3)];
    let (moving_a, moving_b) = (a.moving(), b.moving());
    let turned = |time: f64| match frame {
        Frame::World => None,
        Frame::A => moving_a.frame(time, &origin),
        Frame::B => moving_b.frame(time, &origin),
    };
    let between: SVector<f64, D> = moving_b.motion().pose(start).translation.vector
        - moving_a.motion().pose(start).translation.vector;
    let toward = (between.normalize() + vector(dice, 0.5)).normalize();
    let direction =
        turned(start).map_or(toward, |frame| frame.rotation.tr_mul(&toward).normalize());
    let apart = [start, end].map(|time| {
        let s = turned(time).map_or(direction, |frame| frame.rotation * direction);
        let (a, b) = (moving_a.slice(time, &origin), moving_b.slice(time, &origin));
        supporting_distance(&a, &b, &s)
    });
    let distance = apart[0].min(apart[1]) - dice.random_range(0.0..0.1);
    let certificate = along(direction, frame, distance, [start, end]);
    claim([a, b], distance, [start, end], certificate)
}

/// Returns whether another search finds what a proof claims to be true.
fn is_true<R: SerialRotor<f64, D>, const D: usize>(proof: &Proof<R, D>) -> bool {
    let query = Query::new().target_distance(proof.distance);
    let (a, b) = (proof.a.moving(), proof.b.moving());
    query.touches(&a, &b, proof.start..=proof.end) == Ok(false)
}

fn check_forged<R: SerialRotor<f64, D>, const D: usize>(name: &str, seed: u64) {
    let mut dice = StdRng::seed_from_u64(seed);
    let proofs: Vec<Proof<R, D>> = (0..200).map(|_| forged(&mut dice)).collect();
    let files = written(&proofs);
    let (mut accepted, mut compared) = ([[0; 2]; 3], 0);
    for ((proof, file), (verdict, line)) in proofs.iter().zip(&files).zip(check(name, &files)) {
        let holds = verdict == Verdict::Holds;
        assert!(!holds || is_true(proof), "{line}: {file}");
        // the checker is sharper on paths, as each motion turns about its own centre
        let accepts = library_accepts(file);
        assert!(
            holds == accepts || holds && has_path(file),
            "{line}: {file}"
        );
        if accepts && !has_path(file) {
            let (proven, kept) = (beyond(&line), proof.verify().expect("it holds"));
            assert!(
                (kept..kept + 1e-9).contains(&proven),
                "{kept}, {line}: {file}"
            );
            let states = |margin: f64| {
                let mut stated = proof.clone();
                stated.certificate.intervals[0].margin = margin;
                stated.verify().is_ok()
            };
            assert!(states(kept) && !states(kept + 1e-11), "{file}");
            compared += 1;
        }
        let frame = proof.certificate.intervals[0].frame as usize;
        accepted[frame][usize::from(holds)] += 1;
    }
    assert!(compared >= 30, "{compared}");
    for counts in accepted {
        assert!(counts[0] > 8 && counts[1] > 8, "{accepted:?}");
    }
}

#[test]
fn forged_proofs_hold_only_if_true() {
    check_forged::<UnitQuaternion<f64>, 3>("forged_in_space", 11);
    check_forged::<UnitComplex<f64>, 2>("forged_in_the_plane", 12);
}
