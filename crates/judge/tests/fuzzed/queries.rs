//! Target of queries of any bodies. They must end within the budget and without a panic, and the oracle must not refute
//! what they claim.

use nalgebra::{SVector, Vector3};
use photofinish::{InitialContact, Outcome, Query, Real, proximity};

use super::bytes::Bytes;
use photofinish_judge::in_every_space;
use photofinish_judge::soundness::climb::{Trial, excesses};
use photofinish_judge::soundness::convert::{posed, try_given};
use photofinish_judge::soundness::{Asked, FromOracle};
use photofinish_oracle::advance::Moving;
use photofinish_oracle::generate::{Case, Family};
use photofinish_oracle::motion::{Ballistic, Motion, Orientation, Sweep};
use photofinish_oracle::planted::plant;
use photofinish_oracle::shape::{Body, Shape};

/// The budget of a query: the number of pairs of support points that it may compute.
const BUDGET: u64 = 2_000;

/// Asks the query that the bytes encode. They also choose the dimension and the scalar.
pub fn query(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    in_every_space!(ask)[bytes.pick(4)](&mut bytes);
}

fn ask<T: Real, R: FromOracle<T, D>, const D: usize>(bytes: &mut Bytes) {
    let trial = trial::<D>(bytes);
    if bytes.tame {
        for excess in excesses::<T, R, D>(&trial) {
            assert!(!excess.is_wrong(), "{excess}\n{trial:?}");
        }
    } else {
        end_somehow::<T, R, D>(&trial, bytes);
    }
}

/// Returns a pair. In most tame pairs a contact or a near miss is planted.
pub fn trial<const D: usize>(bytes: &mut Bytes) -> Trial<D> {
    let (a, mut b) = (moving::<D>(bytes), moving::<D>(bytes));
    let asked = Asked {
        target: if bytes.pick(3) == 0 {
            bytes.share() * 0.3
        } else {
            0.0
        },
        tolerance: (bytes.pick(3) == 0).then(|| 1e-4 + bytes.share() * 0.1),
        until: bytes.share().max(1e-3),
        ..Asked::default()
    };
    let (normal, gap) = (vector::<D>(bytes), bytes.number());
    if bytes.tame && normal.norm() > 0.0 {
        plant(&a, &mut b, asked.until * bytes.share(), &normal, gap * 0.1);
    }
    let family = Family::Degenerate;
    Trial {
        case: Case { family, a, b },
        asked,
    }
}

/// Checks that queries of hostile numbers end. The oracle is not exact enough to check such answers.
fn end_somehow<T: Real, R: FromOracle<T, D>, const D: usize>(trial: &Trial<D>, bytes: &mut Bytes) {
    let Case { a, b, .. } = &trial.case;
    if let (Some(a), Some(b)) = (posed::<T, R, D>(a), posed::<T, R, D>(b)) {
        let near = proximity(&a, &b);
        assert!(!near.signed_distance().as_f64().is_nan(), "{trial:?}");
    }
    let (Some((a, _)), Some((b, _))) = (try_given::<T, R, D>(a), try_given::<T, R, D>(b)) else {
        return;
    };
    let policies = [InitialContact::Stop, InitialContact::IgnoreSeparating];
    let mut query = Query::new()
        .initial_contact(policies[bytes.pick(2)])
        .budget(BUDGET);
    if bytes.pick(2) == 0 {
        query = query
            .tolerance(T::of(bytes.number()))
            .target_distance(T::of(bytes.number()));
    }
    let [start, end] = [bytes.number(), bytes.number()].map(T::of);
    let Ok(answer) = query.time_of_impact(&a, &b, start..=end) else {
        return;
    };
    let spent = answer.statistics.support_evaluations;
    assert!(spent <= BUDGET + 1_000, "{spent} evaluations: {trial:?}");
    match answer.outcome {
        Outcome::Impact(impact) => assert!(start <= impact.time && impact.time <= end),
        Outcome::Separated(free) => assert!(free.clearance > T::zero()),
        Outcome::Stays(report) | Outcome::DrivesIn(report) => {
            assert!(start <= report.kept_until && report.kept_until <= end);
        }
        Outcome::Overlapping(_) => {}
    }
}

pub fn vector<const D: usize>(bytes: &mut Bytes) -> SVector<f64, D> {
    let x = bytes.numbers::<3>();
    SVector::from_fn(|axis, _| x[axis])
}

pub fn body<const D: usize>(bytes: &mut Bytes) -> Body<D> {
    let points = |bytes: &mut Bytes, count: usize| (0..count).map(|_| vector(bytes)).collect();
    let shape = match bytes.pick(8) {
        0 => Shape::Ball {
            radius: bytes.length(),
        },
        1 => {
            let half = [(); 3].map(|()| bytes.length());
            Shape::Cuboid {
                half: SVector::from_fn(|axis, _| half[axis]),
            }
        }
        2 => Shape::Capsule {
            half_height: bytes.length(),
            radius: bytes.length(),
        },
        3 => Shape::Cylinder {
            half_height: bytes.length(),
            radius: bytes.length(),
        },
        4 => Shape::Cone {
            half_height: bytes.length(),
            radius: bytes.length(),
        },
        5 => Shape::Segment([(); 2].map(|()| vector(bytes))),
        6 => Shape::Triangle([(); 3].map(|()| vector(bytes))),
        _ => {
            let count = 1 + bytes.pick(12);
            Shape::Points(points(bytes, count))
        }
    };
    let round = if bytes.pick(4) == 0 {
        bytes.length()
    } else {
        0.0
    };
    Body { shape, round }
}

fn moving<const D: usize>(bytes: &mut Bytes) -> Moving<D> {
    let body = body(bytes);
    let motion = if bytes.pick(4) == 0 {
        sweep(bytes)
    } else {
        ballistic(bytes)
    };
    Moving { body, motion }
}

pub fn orientation<const D: usize>(bytes: &mut Bytes) -> Orientation {
    if D == 2 {
        return Orientation::Angle(bytes.number());
    }
    let parts = bytes.numbers::<4>();
    let norm = parts.iter().map(|x| x * x).sum::<f64>().sqrt();
    let usable = norm > 1e-3 && norm < 1e9;
    Orientation::Quaternion(if usable {
        parts.map(|x| x / norm)
    } else {
        [0.0, 0.0, 0.0, 1.0]
    })
}

pub fn ballistic<const D: usize>(bytes: &mut Bytes) -> Motion<D> {
    let or_zero = |bytes: &mut Bytes| {
        if bytes.pick(2) == 0 {
            vector(bytes)
        } else {
            SVector::zeros()
        }
    };
    let spin = Vector3::from(bytes.numbers::<3>());
    Motion::Ballistic(Ballistic {
        center: or_zero(bytes),
        position: vector(bytes),
        orientation: orientation::<D>(bytes),
        linvel: vector(bytes),
        acc: or_zero(bytes),
        angvel: if D == 2 { Vector3::z() * spin.z } else { spin },
    })
}

pub fn sweep<const D: usize>(bytes: &mut Bytes) -> Motion<D> {
    Motion::Sweep(Sweep {
        center: vector(bytes),
        positions: [(); 2].map(|()| vector(bytes)),
        orientations: [(); 2].map(|()| orientation::<D>(bytes)),
    })
}
