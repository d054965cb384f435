//! Target of damaged certificates: the oracle must not refute one that verifies.

use photofinish::{Certificate, Query, Real};

use super::bytes::Bytes;
use super::queries::trial;
use photofinish_judge::in_every_space;
use photofinish_judge::soundness::FromOracle;
use photofinish_judge::soundness::convert::try_given;
use photofinish_judge::soundness::proof::{claimed, refuted, verify};
use photofinish_oracle::advance::Pair;

/// Takes a query from the bytes, damages its certificate as the bytes say, and checks that it is refused or true.
pub fn certificate(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    bytes.tame = true;
    in_every_space!(check)[bytes.pick(4)](&mut bytes);
}

fn check<T: Real, R: FromOracle<T, D>, const D: usize>(bytes: &mut Bytes) {
    let trial = trial::<D>(bytes);
    let case = &trial.case;
    let (Some(a), Some(b)) = (try_given::<T, R, D>(&case.a), try_given::<T, R, D>(&case.b)) else {
        return;
    };
    let Ok((_, mut certificate)) = Query::new().certify(&a.0, &b.0, T::zero()..=T::one()) else {
        return;
    };
    for _ in 0..1 + bytes.pick(3) {
        damage(&mut certificate, bytes);
    }
    let claim = claimed(&certificate);
    if !verify(&certificate, (&a.0, &b.0), claim.0, claim.1.clone()) {
        return;
    }
    let wrong = refuted(&certificate, &Pair::new(&a.1, &b.1), &claim);
    assert!(
        wrong.is_none(),
        "wrong at {wrong:?}: {certificate:?}\n{trial:?}"
    );
}

fn damage<T: Real, const D: usize>(certificate: &mut Certificate<T, D>, bytes: &mut Bytes) {
    bytes.tame = bytes.pick(3) > 0;
    let number = T::of(bytes.number());
    bytes.tame = true;
    let count = certificate.intervals.len();
    if count == 0 {
        return;
    }
    let index = bytes.pick(count);
    let interval = &mut certificate.intervals[index];
    if bytes.pick(6) == 0 {
        interval.kept_distance = number;
        return;
    }
    match bytes.pick(8) {
        // The damaged vector keeps unit length. Otherwise `verify` would only ever refuse its length.
        0 | 1 => {
            interval.direction[usize::from(number > T::one())] += number;
            interval.direction = interval.direction.normalize();
        }
        2 => interval.direction[0] = number,
        // The end stays from 0 to 1, where sweeps are defined.
        3 => interval.end = T::of(bytes.share()),
        4 => interval.end = T::one(),
        5 => interval.start = number,
        6 => {
            let end = T::of(bytes.share());
            interval.end = end;
            if let Some(next) = certificate.intervals.get_mut(index + 1) {
                next.start = end;
            }
        }
        _ => drop(certificate.intervals.remove(index)),
    }
}
