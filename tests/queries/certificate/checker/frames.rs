//! Proofs along vectors of each frame, of bodies in single and in double precision, with hairs added to what they state.

use photofinish::Real;
use photofinish::motion::Rotor;

use super::*;

const FRAMES: [Frame; 3] = [Frame::World, Frame::A, Frame::B];
/// More than the rounding of the library, and less than any length that matters.
const HAIR: f64 = 1e-11;

/// The numbers of a box that turns steadily. They have the digits of single precision, so that it is the same in both.
pub(super) struct Numbers<const D: usize> {
    pub(super) half: SVector<f64, D>,
    pub(super) place: SVector<f64, D>,
    pub(super) linear: SVector<f64, D>,
    pub(super) center: SVector<f64, D>,
    pub(super) turn: Vector3<f64>,
}

impl<const D: usize> Numbers<D> {
    fn rounded(self) -> Self {
        let [half, place, linear, center] =
            [self.half, self.place, self.linear, self.center].map(|v| v.map(single));
        Self {
            half,
            place,
            linear,
            center,
            turn: self.turn.map(single),
        }
    }

    pub(super) fn shape<T: Real>(&self) -> Cuboid<T, D> {
        Cuboid::new(self.half.map(T::of)).expect("a box")
    }

    pub(super) fn motion<T: Real, R: Rotor<T, D>>(&self) -> ConstantVelocity<T, R, D> {
        let pose = Isometry::from_parts(self.place.map(T::of).into(), R::identity());
        let turn = R::velocity_of(self.turn.map(T::of));
        ConstantVelocity::new(pose, self.linear.map(T::of), turn)
            .and_then(|motion| motion.about(self.center.map(T::of)))
            .expect("a motion")
    }
}

fn single(x: f64) -> f64 {
    f64::from(x as f32)
}

/// Returns a table that turns and a block that it nearly carries, or two boxes that fly past each other, in any order.
pub(super) fn pair<const D: usize>(dice: &mut StdRng) -> [Numbers<D>; 2] {
    let turn: Vector3<f64> = vector(dice, 4.0);
    let table = Numbers {
        half: SVector::from_fn(|row, _| if row == 1 { 0.5 } else { 2.0 }),
        place: SVector::zeros(),
        linear: SVector::zeros(),
        center: SVector::zeros(),
        turn,
    };
    let place: SVector<f64, D> =
        SVector::from_fn(|row, _| [1.0, 0.72, 0.0][row]) + vector(dice, 0.01);
    let carried = dice.random_range(0..3) > 0;
    let block = Numbers {
        half: SVector::repeat(0.2),
        place: if carried { place } else { place * 3.0 },
        linear: vector(dice, if carried { 0.01 } else { 1.0 }),
        center: if carried { -place } else { vector(dice, 0.2) },
        turn: if carried {
            turn + vector(dice, 0.03)
        } else {
            vector(dice, 4.0)
        },
    };
    let pair = [table, block].map(Numbers::rounded);
    if dice.random_range(0..2) == 0 {
        pair
    } else {
        let [table, block] = pair;
        [block, table]
    }
}

/// Asks in a scalar, and returns a proof of each interval of the answer in double precision.
fn asked<T: Real, R: Rotor<T, D>, W: SerialRotor<f64, D>, const D: usize>(
    pair: &[Numbers<D>; 2],
) -> Vec<Proof<W, D>> {
    let [a, b] = [0, 1].map(|i| moving(pair[i].shape::<T>(), pair[i].motion::<T, R>()));
    let found = Query::new().certify(&a, &b, T::zero()..=T::one());
    let intervals = found.map_or(Vec::new(), |(_, certificate)| certificate.intervals);
    let proof = |interval: CertifiedInterval<T, D>| {
        let [a, b] = [0, 1].map(|i| ProofBody::new(pair[i].shape(), pair[i].motion::<f64, W>()));
        let interval = CertifiedInterval {
            start: interval.start.as_f64(),
            end: interval.end.as_f64(),
            // that of a short number is no unit vector in double precision
            direction: interval.direction.map(T::as_f64).normalize(),
            frame: interval.frame,
            kept_distance: interval.kept_distance.as_f64(),
            margin: interval.margin.as_f64(),
            order: interval.order,
        };
        Proof {
            a,
            b,
            distance: interval.kept_distance,
            start: interval.start,
            end: interval.end,
            certificate: Certificate {
                origin: SVector::zeros(),
                intervals: vec![interval],
            },
        }
    };
    intervals.into_iter().map(proof).collect()
}

/// Returns six proofs along vectors of each frame.
fn in_each_frame<T: Real, R: Rotor<T, D>, W: SerialRotor<f64, D>, const D: usize>(
    seed: u64,
) -> Vec<Proof<W, D>> {
    let mut dice = StdRng::seed_from_u64(seed);
    let mut proofs: [Vec<Proof<W, D>>; 3] = Default::default();
    for _ in 0..1000 {
        if proofs.iter().all(|of_frame| of_frame.len() >= 6) {
            break;
        }
        for proof in asked::<T, R, W, D>(&pair(&mut dice)) {
            let interval = &proof.certificate.intervals[0];
            if interval.start < interval.end {
                proofs[interval.frame as usize].push(proof);
            }
        }
    }
    for of_frame in &mut proofs {
        assert!(of_frame.len() >= 6, "{}", of_frame.len());
        of_frame.truncate(6);
    }
    proofs.into_iter().flatten().collect()
}

/// Returns this proof with another interval.
fn with<R: SerialRotor<f64, D>, const D: usize>(
    proof: &Proof<R, D>,
    change: impl Fn(&mut CertifiedInterval<f64, D>),
) -> Proof<R, D> {
    let mut proof = proof.clone();
    let interval = &mut proof.certificate.intervals[0];
    change(interval);
    (proof.start, proof.end) = (interval.start, interval.end);
    proof
}

/// Returns this proof with its interval cut half way, and this much time between both parts.
fn cut<R: SerialRotor<f64, D>, const D: usize>(
    proof: &Proof<R, D>,
    between: impl Fn(f64) -> f64,
) -> Proof<R, D> {
    let middle = 0.5 * (proof.start + proof.end);
    let mut proof = proof.clone();
    let intervals = &mut proof.certificate.intervals;
    intervals[0].margin = 0.0;
    let mut second = intervals[0];
    intervals[0].end = middle;
    second.start = between(middle);
    intervals.push(second);
    proof
}

/// Returns the longest time for which the library finds the vector of a proof to last, if it ends.
fn longest<R: SerialRotor<f64, D>, const D: usize>(proof: &Proof<R, D>) -> Option<f64> {
    let lasts = |time: f64| {
        let longer = with(proof, |interval| {
            interval.end = interval.start + time;
            interval.margin = 0.0;
        });
        longer.verify().is_ok()
    };
    let (mut lasting, mut failing) = (proof.end - proof.start, 50.0);
    if lasts(failing) {
        return None;
    }
    assert!(lasts(lasting));
    while failing - lasting > 1e-12 * failing {
        let middle = 0.5 * (lasting + failing);
        if lasts(middle) {
            lasting = middle;
        } else {
            failing = middle;
        }
    }
    Some(lasting)
}

/// Returns a proof and its neighbours, and whether each holds.
fn neighbours<R: SerialRotor<f64, D>, const D: usize>(
    proof: &Proof<R, D>,
) -> Vec<(&'static str, Proof<R, D>, bool)> {
    let proven = proof.verify().expect("it holds");
    let stating = |margin: f64| with(proof, |interval| interval.margin = margin);
    let long = |length: f64| with(proof, |interval| interval.direction *= length);
    let mut cases = vec![
        ("as it was found", proof.clone(), true),
        ("the margin", stating(proven), true),
        ("more margin", stating(proven + HAIR), false),
        ("two parts", cut(proof, |middle| middle), true),
        ("a gap", cut(proof, f64::next_up), false),
        ("a jump back", cut(proof, f64::next_down), false),
        ("a long vector", long(1.0 + 1e-14), false),
        ("a short vector", long(1.0 - 1e-14), false),
    ];
    if let Some(longest) = longest(proof) {
        let lasting = |time: f64| {
            with(proof, |interval| {
                interval.end = interval.start + time;
                interval.margin = 0.0;
            })
        };
        cases.push(("a long span", lasting(longest * (1.0 - 1e-9)), true));
        cases.push(("a longer span", lasting(longest + 1e-6), false));
    }
    cases
}

fn check_frames<T: Real, R: Rotor<T, D>, W: SerialRotor<f64, D>, const D: usize>(
    name: &str,
    seed: u64,
) {
    let proofs = in_each_frame::<T, R, W, D>(seed);
    let cases: Vec<_> = proofs.iter().flat_map(neighbours).collect();
    let all: Vec<_> = cases.iter().map(|(_, proof, _)| proof.clone()).collect();
    let (_, said) = check(name, &written(&all));
    let mut longer = [0; 3];
    for ((case, proof, holds), (verdict, line)) in cases.iter().zip(&said) {
        let frame = proof.certificate.intervals[0].frame;
        assert_eq!(
            *verdict == Verdict::Holds,
            *holds,
            "{frame:?} {case}: {line}"
        );
        assert_eq!(proof.verify().is_ok(), *holds, "{frame:?} {case}: {line}");
        longer[frame as usize] += usize::from(*case == "a longer span");
    }
    assert!(longer.iter().all(|count| *count >= 3), "{longer:?}");
    assert!(
        FRAMES
            .iter()
            .all(|&frame| count(&proofs, |interval| interval.frame == frame) == 6)
    );
}

#[test]
fn vectors_of_all_frames_hold_to_a_hair() {
    check_frames::<f64, UnitQuaternion<f64>, UnitQuaternion<f64>, 3>("frames_in_space", 21);
    check_frames::<f64, UnitComplex<f64>, UnitComplex<f64>, 2>("frames_in_the_plane", 22);
}

#[test]
fn vectors_found_in_single_precision_hold_to_a_hair() {
    check_frames::<f32, UnitQuaternion<f32>, UnitQuaternion<f64>, 3>("single_in_space", 23);
    check_frames::<f32, UnitComplex<f32>, UnitComplex<f64>, 2>("single_in_the_plane", 24);
}
