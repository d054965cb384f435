//! Certificates: each interval keeps what it claims, and no damage makes one prove what is false.

use nalgebra::SVector;
use photofinish::{Certificate, Query, Real};
use proptest::prelude::*;

use crate::properties::input::{direction, in_every_space, pair, some_of};
use photofinish_judge::soundness::proof::{SHARES, claimed, refuted, verify};
use photofinish_judge::soundness::{FromOracle, given};
use photofinish_oracle::advance::Pair;
use photofinish_oracle::generate::Case;

/// Damage to a certificate.
#[derive(Clone, Copy, Debug)]
enum Damage<const D: usize> {
    /// No damage.
    Whole,
    /// The last interval ends at 1.
    Stretched,
    /// The first interval begins at -1.
    Early,
    /// An interval is missing.
    Dropped(usize),
    /// The time at which two intervals meet has moved into one of them, by a share of that interval's length.
    Shifted(usize, f64),
    /// The vector of an interval has been replaced.
    Turned(usize, SVector<f64, D>),
    /// One coordinate of the vector of an interval has been changed.
    Bent(usize, usize, f64),
    /// The kept distance of all intervals is this share of the distance at the start.
    Raised(f64),
}

fn damage<const D: usize>() -> impl Strategy<Value = Damage<D>> {
    let index = || 0usize..6;
    prop_oneof![
        Just(Damage::Whole),
        Just(Damage::Stretched),
        Just(Damage::Early),
        index().prop_map(Damage::Dropped),
        (index(), -1.0..1.0f64).prop_map(|(i, share)| Damage::Shifted(i, share)),
        (index(), direction()).prop_map(|(i, s)| Damage::Turned(i, s)),
        (index(), 0..D, -1e-3..1e-3f64).prop_map(|(i, axis, by)| Damage::Bent(i, axis, by)),
        (0.0..3.0f64).prop_map(Damage::Raised),
    ]
}

/// Returns the certificate after the damage. The bodies are `distance` apart at the start.
fn damaged<T: Real, const D: usize>(
    mut certificate: Certificate<T, D>,
    damage: Damage<D>,
    distance: f64,
) -> Certificate<T, D> {
    let count = certificate.intervals.len();
    match damage {
        Damage::Whole => {}
        Damage::Stretched if count > 0 => certificate.intervals[count - 1].end = T::one(),
        Damage::Early if count > 0 => certificate.intervals[0].start = -T::one(),
        Damage::Dropped(i) if i < count => {
            certificate.intervals.remove(i);
        }
        Damage::Shifted(i, share) if i + 1 < count => {
            let [first, second] = [i, i + 1].map(|i| certificate.intervals[i]);
            let length = if share < 0.0 { first } else { second };
            let end = first.end + (length.end - length.start) * T::of(share);
            certificate.intervals[i].end = end;
            certificate.intervals[i + 1].start = end;
        }
        Damage::Turned(i, s) if i < count => certificate.intervals[i].direction = s.map(T::of),
        Damage::Bent(i, axis, by) if i < count => {
            let vector = &mut certificate.intervals[i].direction;
            vector[axis] += T::of(by);
            *vector = vector.normalize();
        }
        Damage::Raised(share) => {
            for interval in &mut certificate.intervals {
                interval.kept_distance = T::of(share * distance);
            }
        }
        _ => {}
    }
    certificate
}

fn damaged_pair<const D: usize>() -> impl Strategy<Value = (Case<D>, Damage<D>)> {
    (pair::<D>(), damage::<D>())
}

fn check<T: Real, R: FromOracle<T, D>, const D: usize>(
    (case, damage): &(Case<D>, Damage<D>),
) -> Result<(), TestCaseError> {
    let ((a, exact_a), (b, exact_b)) = (given::<T, R, D>(&case.a), given::<T, R, D>(&case.b));
    let pair = Pair::new(&exact_a, &exact_b);
    let Ok((_, certificate)) = Query::new().certify(&a, &b, T::zero()..=T::one()) else {
        return Ok(());
    };
    for interval in &certificate.intervals {
        for share in SHARES {
            let [start, end] = [interval.start, interval.end].map(T::as_f64);
            let time = start + (end - start) * share;
            let nearest = pair.distance_at_most(time);
            let margin = interval.margin.as_f64();
            prop_assert!(
                margin <= nearest,
                "claimed {margin:e} at {time}, {nearest:e} apart"
            );
        }
    }
    let distance = pair.distance_at(0.0).upper;
    let damaged = damaged(certificate, *damage, distance);
    let claim = claimed(&damaged);
    if verify(&damaged, (&a, &b), claim.0, claim.1.clone()) {
        let wrong = refuted(&damaged, &pair, &claim);
        prop_assert!(
            wrong.is_none(),
            "accepted, but wrong at {wrong:?}: {damaged:?}"
        );
    } else {
        prop_assert!(!matches!(damage, Damage::Whole), "refused undamaged");
    }
    Ok(())
}

in_every_space!(of_moving_bodies, damaged_pair, check, 150);

/// Checks that enough damage makes a certificate wrong or incomplete, so that the property above tests something.
#[test]
fn a_good_share_of_damaged_certificates_is_refused() {
    type Turn = nalgebra::UnitQuaternion<f64>;
    let inputs = some_of(100, &damaged_pair::<3>());
    let refused = inputs.iter().filter(|(case, damage)| {
        let [a, b] = [&case.a, &case.b].map(|body| given::<f64, Turn, 3>(body).0);
        let Ok((_, certificate)) = Query::new().certify(&a, &b, 0.0..=1.0) else {
            return false;
        };
        let damaged = damaged(certificate, *damage, case.pair().distance_at(0.0).upper);
        let (kept, interval) = claimed(&damaged);
        !verify(&damaged, (&a, &b), kept, interval)
    });
    assert!(refused.count() > 15);
}
