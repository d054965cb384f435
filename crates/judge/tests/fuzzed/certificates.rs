//! Target of damaged certificates: the oracle must not refute one that verifies.

use photofinish::{Certificate, Query, Real};

use super::hostile::number;
use super::queries::trial;
use photofinish_judge::in_every_space;
use photofinish_judge::soundness::FromOracle;
use photofinish_judge::soundness::convert::try_given;
use photofinish_judge::soundness::tale::Told;
use photofinish_judge::soundness::tale::claims::{Claim, Kind, Says};
use photofinish_judge::soundness::tale::truth::Truth;
use photofinish_oracle::advance::Pair;
use photofinish_oracle::planted::Dice;

/// Takes a query from the bytes, damages its certificate as the bytes say, and checks that it is refused or true.
pub fn certificate(bytes: &[u8]) {
    let mut dice = Dice::of_bytes(bytes);
    let space = dice.pick(4);
    in_every_space!(check)[space](&mut dice);
}

fn check<T: Real, R: FromOracle<T, D>, const D: usize>(dice: &mut Dice) {
    let trial = trial::<T, D>(dice);
    let case = &trial.case;
    let (Some(a), Some(b)) = (try_given::<T, R, D>(&case.a), try_given::<T, R, D>(&case.b)) else {
        return;
    };
    let Ok((_, mut certificate)) = Query::new().certify(&a.0, &b.0, T::zero()..=T::one()) else {
        return;
    };
    for _ in 0..1 + dice.pick(3) {
        damage(&mut certificate, dice);
    }
    let (Some(first), Some(during)) = (certificate.intervals.first(), certificate.covers()) else {
        return;
    };
    let (kept, span) = (first.kept_distance, [during.start(), during.end()]);
    let span = span.map(|time| time.as_f64());
    if certificate.verify(&a.0, &b.0, kept, during).is_err() {
        return;
    }
    let told = Told {
        truth: Truth::Pair(Box::new(Pair::new(&a.1, &b.1))),
        claims: vec![Claim::new(Kind::Free, span, Says::AtLeast(kept.as_f64()))],
    };
    let wrong = told.refuted();
    assert!(wrong.is_none(), "{certificate:?}\n{trial:?}");
}

fn damage<T: Real, const D: usize>(certificate: &mut Certificate<T, D>, dice: &mut Dice) {
    let number = T::of(number(dice));
    let count = certificate.intervals.len();
    if count == 0 {
        return;
    }
    let index = dice.pick(count);
    let interval = &mut certificate.intervals[index];
    if dice.pick(6) == 0 {
        interval.kept_distance = number;
        return;
    }
    match dice.pick(8) {
        // The damaged vector keeps unit length. Otherwise `verify` would only ever refuse its length.
        0 | 1 => {
            interval.direction[usize::from(number > T::one())] += number;
            interval.direction = interval.direction.normalize();
        }
        2 => interval.direction[0] = number,
        // The end stays from 0 to 1, where sweeps are defined.
        3 => interval.end = T::of(dice.between(0.0, 1.0)),
        4 => interval.end = T::one(),
        5 => interval.start = number,
        6 => {
            let end = T::of(dice.between(0.0, 1.0));
            interval.end = end;
            if let Some(next) = certificate.intervals.get_mut(index + 1) {
                next.start = end;
            }
        }
        _ => drop(certificate.intervals.remove(index)),
    }
}
