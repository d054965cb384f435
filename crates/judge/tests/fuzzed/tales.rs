//! Target of the kernel: bodies, a question and proposals of any bytes. The kernel must end without a panic, and the
//! oracle must not refute what it claims.

use photofinish::Real;

use super::hostile::spoil;
use photofinish_judge::in_every_space;
use photofinish_judge::soundness::FromOracle;
use photofinish_judge::soundness::convert::numbers;
use photofinish_judge::soundness::tale::claims::Kind;
use photofinish_judge::soundness::tale::{Tale, moves};
use photofinish_oracle::planted::Dice;

/// Tells the tales that the bytes encode. They also choose the dimension and the scalar.
pub fn tale(bytes: &[u8]) {
    told(bytes);
}

/// Tells the tales that the bytes encode, and returns how many claims come of them.
pub fn told(bytes: &[u8]) -> usize {
    let mut dice = Dice::of_bytes(bytes);
    let space = dice.pick(4);
    in_every_space!(judged)[space](&mut dice)
}

/// Tells a tale and what becomes of it by some changes, of which the last ones may be hostile.
fn judged<T: Real, R: FromOracle<T, D>, const D: usize>(dice: &mut Dice) -> usize {
    let (changes, hostility) = (dice.pick(8), dice.pick(8));
    let kind = Kind::ALL[dice.pick(Kind::ALL.len())];
    let mut tale = Tale::<D>::random(dice.pick(256) as u64, kind, dice);
    let mut count = 0;
    for change in 0..=changes {
        let Some(told) = tale.tell::<T, R>() else {
            break;
        };
        for excess in told.judged(None) {
            assert!(!excess.is_wrong(), "{excess}\n{tale:?}");
        }
        count += told.claims.len();
        if change + 1 == changes && hostility < 4 {
            spoil(proposals(&mut tale), dice);
        } else if let Some(next) = moves::changed::<T, D>(&tale, &told.truth, dice) {
            tale = next;
        }
    }
    if hostility == 7 {
        // of hostile bodies the oracle knows too little
        let all = numbers(&mut tale.trial.case.b).into_iter().map(|(x, _)| x);
        spoil(all.collect(), dice);
        let _ = tale.tell::<T, R>();
    }
    count
}

/// Returns all numbers of what is proposed.
fn proposals<const D: usize>(tale: &mut Tale<D>) -> Vec<&mut f64> {
    let looks = tale.looks.iter_mut().flat_map(|look| {
        let numbers = look.along.iter_mut();
        numbers.chain([&mut look.time, &mut look.stretch])
    });
    let steps = tale.steps.iter_mut();
    let steps = steps.flat_map(|step| [&mut step.to, &mut step.other]);
    let contact = &mut tale.contact;
    let contact = contact.weights.iter_mut().chain([&mut contact.time]);
    looks.chain(steps).chain(contact).collect()
}
