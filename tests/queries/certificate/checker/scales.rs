//! Proofs of bodies of all sizes, far from the origin, late, and over long times: the checker accepts all of them.

use super::frames::{Numbers, pair};
use super::*;

/// By what lengths and times are multiplied, how far away all happens and how late, and how many units of time it takes.
struct Scale {
    length: f64,
    time: f64,
    away: f64,
    late: f64,
    long: f64,
}

const USUAL: Scale = Scale {
    length: 1.0,
    time: 1.0,
    away: 0.0,
    late: 0.0,
    long: 1.0,
};

/// Those of the last two are cut where rounding would hide the gaps.
const SCALES: [Scale; 8] = [
    Scale {
        length: 1e-30,
        ..USUAL
    },
    Scale {
        length: 1e30,
        time: 1e-10,
        ..USUAL
    },
    Scale {
        time: 1e20,
        ..USUAL
    },
    Scale { away: 1e5, ..USUAL },
    Scale { late: 1e4, ..USUAL },
    Scale {
        long: 30.0,
        ..USUAL
    },
    Scale {
        late: -1e9,
        long: 1e9,
        ..USUAL
    },
    Scale {
        long: 1e11,
        ..USUAL
    },
];

/// Returns a proof about two boxes at a scale. The motions begin at time 0.
fn at_scale<R: SerialRotor<f64, D>, const D: usize>(
    dice: &mut StdRng,
    scale: &Scale,
) -> Option<Proof<R, D>> {
    let away: SVector<f64, D> = vector(dice, scale.away);
    // after so long a time the angle of a turn is rounding alone
    let turning = if scale.long > 100.0 {
        0.0
    } else {
        1.0 / scale.time
    };
    let bodies = pair(dice).map(|numbers| {
        let numbers = Numbers {
            half: numbers.half * scale.length,
            place: numbers.place * scale.length + away,
            linear: numbers.linear * (scale.length / scale.time),
            center: numbers.center * scale.length,
            turn: numbers.turn * turning,
        };
        ProofBody::new(numbers.shape(), numbers.motion::<f64, R>())
    });
    let start = scale.late * scale.time;
    proven(bodies, 0.0, start..=start + scale.long * scale.time)
}

/// Returns whether two intervals, one after the other, have the same vector.
fn has_cuts<R: SerialRotor<f64, D>, const D: usize>(proof: &Proof<R, D>) -> bool {
    let pairs = &mut proof.certificate.intervals.windows(2);
    pairs.any(|pair| (pair[0].frame, pair[0].direction) == (pair[1].frame, pair[1].direction))
}

fn check_scales<R: SerialRotor<f64, D>, const D: usize>(name: &str, seed: u64) {
    let mut dice = StdRng::seed_from_u64(seed);
    let mut proofs = Vec::new();
    for (index, scale) in SCALES.iter().enumerate() {
        let before = proofs.len();
        proofs.extend((0..6).filter_map(|_| at_scale::<R, D>(&mut dice, scale)));
        assert!(proofs.len() >= before + 3, "scale {index}");
        let lasting = proofs[before..]
            .iter()
            .filter(|proof| proof.end - proof.start > 1e6 * scale.time);
        let cut: Vec<_> = lasting.map(has_cuts).collect();
        assert!(
            cut.iter().all(|has_cuts| *has_cuts),
            "scale {index}: {cut:?}"
        );
        let is_cut = index + 2 >= SCALES.len();
        assert!(
            cut.is_empty() != is_cut && (!is_cut || cut.len() >= 3),
            "scale {index}: {cut:?}"
        );
    }
    let (_, said) = check(name, &written(&proofs));
    for (proof, (verdict, line)) in proofs.iter().zip(&said) {
        let kept = proof.verify().expect("it holds");
        assert_eq!(*verdict, Verdict::Holds, "{line}");
        assert!(beyond(line) >= kept, "{kept}, {line}");
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
    let during = |(start, end): (f64, f64)| {
        let interval = CertifiedInterval {
            start,
            end,
            direction: vector![1.0, 0.0],
            frame: Frame::World,
            kept_distance: 0.0,
            margin: 0.0,
            order: Order::Second,
        };
        let mut proof = Proof2 {
            a: rod.clone(),
            b: post.clone(),
            distance: 0.0,
            start,
            end,
            certificate: Certificate {
                origin: Vector2::zeros(),
                intervals: vec![interval],
            },
        };
        // all that the library proves
        proof.certificate.intervals[0].margin = proof.verify().expect("it holds");
        proof
    };
    let proofs = [(0.0, 0.3), (0.1, 0.9), (0.7, 1.0)].map(during);
    let (status, said) = check("half_a_turn", &written(&proofs));
    assert_eq!(status, 0, "{said:?}");
}
