//! Checks answers about bodies of pieces against the oracle, which shares nothing with the search.
//!
//! Until the contact, or the end, every pair of pieces must stay farther apart than the target distance. The oracle
//! follows each from proof to proof, and looks closely where it cannot prove.

use photofinish::pieces::PieceContact;
use photofinish::{InitialContact, Outcome, Real};
use photofinish_oracle::advance::{Moving, Pair};
use photofinish_oracle::shape::Solid;

use super::Found;
use super::build::{Surfaces, body, exact};
use super::spec::Case;
use crate::refine::HALVINGS;
use crate::soundness::tale::claims::{Claim, Kind, Looks, Says};
use crate::soundness::tale::truth::Truth;

/// How closely pairs are looked at that the oracle cannot decide.
const DENSE: Looks = (300, HALVINGS);

/// Checks the first contact of a case.
pub fn check<T: Real, R: Surfaces<T, D>, const D: usize>(case: &Case<D>) -> Found {
    let mut found = Found::default();
    let build = |i: usize| body::<T, R, D>(&case.parts[i], &case.flights[i]);
    let (Some(a), Some(b)) = (build(0), build(1)) else {
        found.count("refused bodies");
        return found;
    };
    let [start, end] = case.asked.interval.map(T::of);
    let query = case.asked.query::<T>();
    let answer = match query.first_contact(&a, &b, start..=end) {
        Ok(answer) => answer,
        Err(_) => {
            found.count("refused");
            return found;
        }
    };
    if answer
        .looked_past
        .iter()
        .any(|looked| left_at(looked).is_none())
    {
        found.count("stays in contact");
        return found;
    }
    let until = answer.contact.as_ref().map_or(end, |contact| contact.time);
    let exact = [0, 1].map(|i: usize| exact::<T, R, D>(&case.parts[i], &case.flights[i]));
    let span = [case.asked.interval[0], until.as_f64()];
    let mut judge = Judge {
        case,
        exact: &exact,
        span,
        epsilon: T::EPSILON.as_f64(),
        found: &mut found,
    };
    match &answer.contact {
        None => judge.found.count("free"),
        Some(contact) if contact.time == start => judge.found.count("contact at the start"),
        Some(_) => judge.found.count("contact"),
    }
    if let Some(contact) = &answer.contact {
        judge.contact(contact);
    }
    if until <= start {
        return found;
    }
    for of_a in 0..exact[0].len() {
        for of_b in 0..exact[1].len() {
            judge.found.count("pairs");
            let pieces = (of_a as u32, of_b as u32);
            if let Some(first) = &answer.contact
                && first.pieces == pieces
                && let Some(kept) = driven_in(first)
            {
                let pair = judge.both(pieces);
                judge.keep(pair, pieces, (span, kept.as_f64()));
                continue;
            }
            // the pieces that meet may have been looked past before
            let all = answer.looked_past.iter().chain(&answer.contact);
            let looked = all.into_iter().find(|looked| looked.pieces == pieces);
            let from = looked.and_then(left_at).map_or(span[0], T::as_f64);
            judge.pair(pieces, from);
        }
    }
    found
}

/// Returns whether the oracle knows the depth of two pieces. Of rounded and curved ones it has a lower bound.
fn depth_is_known<const D: usize>(judge: &Judge<'_, D>, pieces: (u32, u32)) -> bool {
    let [a, b] = judge.exact;
    [&a[pieces.0 as usize], &b[pieces.1 as usize]]
        .iter()
        .all(|piece| {
            piece.body.round == 0.0 && matches!(piece.body.core().solid, Solid::Polytope(_))
        })
}

/// Returns when pieces that started in contact had left it.
fn left_at<T: Real, const D: usize>(contact: &PieceContact<T, D>) -> Option<T> {
    let solution = contact.answer.ok()?;
    match solution.outcome {
        Outcome::Stays(_) | Outcome::DrivesIn(_) => None,
        _ => solution.initial_contact?.resumed_at,
    }
}

/// Returns the distance that pieces keep which are driven into each other.
fn driven_in<T: Real, const D: usize>(contact: &PieceContact<T, D>) -> Option<T> {
    match contact.answer.ok()?.outcome {
        Outcome::DrivesIn(report) => Some(report.kept_distance),
        _ => None,
    }
}

struct Judge<'x, const D: usize> {
    case: &'x Case<D>,
    exact: &'x [Vec<Moving<D>>; 2],
    span: [f64; 2],
    epsilon: f64,
    found: &'x mut Found,
}

impl<const D: usize> Judge<'_, D> {
    fn both(&self, (of_a, of_b): (u32, u32)) -> Pair<D> {
        Pair::new(&self.exact[0][of_a as usize], &self.exact[1][of_b as usize])
    }

    /// Checks that the pieces of a contact are where it says.
    fn contact<T: Real>(&mut self, contact: &PieceContact<T, D>) {
        let Ok(solution) = &contact.answer else {
            self.found.count("undecided");
            return;
        };
        let pair = self.both(contact.pieces);
        let target = self.case.asked.target;
        let time = contact.time.as_f64();
        let rounding = pair.rounding_until(time);
        let then = pair.distance_at(time);
        let depth = pair.penetration_at(time);
        let too_deep = match &solution.outcome {
            Outcome::Impact(impact) => {
                let allowed = target + impact.tolerance.as_f64() + rounding;
                let early = if target < 0.0 {
                    depth_is_known(self, contact.pieces) && -depth > allowed
                } else {
                    then.lower > allowed
                };
                if early {
                    let lower = then.lower;
                    let what = format!("too early: {lower} apart, {depth} deep, of {contact:?}");
                    self.found.blame(what);
                }
                // pieces that start nearer than a positive target distance are not driven apart
                depth > (-target).max(0.0) + rounding
            }
            _ => {
                // it is in contact as far as rounding tells
                let size = pair.size() + pair.rounding_until(self.span[1]) / self.epsilon;
                let near = self.case.asked.tolerance.unwrap_or(0.0)
                    + target.max(0.0)
                    + size * self.epsilon.sqrt();
                if then.lower > near {
                    let what = format!("false contact: {} apart, of {contact:?}", then.lower);
                    self.found.blame(what);
                }
                false
            }
        };
        if too_deep {
            self.found
                .blame(format!("{depth} deep at the impact {contact:?}"));
        }
    }

    /// Checks that two pieces keep the target distance.
    fn pair(&mut self, pieces: (u32, u32), from: f64) {
        let pair = self.both(pieces);
        let until = self.span[1];
        if from >= until {
            self.found.count("in contact at the start");
            return;
        }
        let target = self.case.asked.target;
        let rounding = pair.rounding_until(until);
        let at_start = pair.distance_at(self.span[0]);
        let in_contact = at_start.upper <= target.max(0.0) + rounding;
        let looks_past = self.case.asked.policy != InitialContact::Stop;
        if from == self.span[0] && in_contact && looks_past {
            // it may meet again after the first contact
            self.found.count("in contact at the start");
            return;
        }
        self.keep(pair, pieces, ([from, until], target));
    }

    /// Checks that two pieces keep a distance.
    fn keep(&mut self, pair: Pair<D>, pieces: (u32, u32), (during, distance): ([f64; 2], f64)) {
        let truth = Truth::Pair(Box::new(pair));
        let claim = Claim::new(Kind::Free, during, Says::AtLeast(distance));
        let followed = claim.followed(&truth);
        if followed == Some(true) {
            return self.found.count("pair proven");
        }
        self.found.count("pair sampled");
        let excess = claim.judged(&truth, DENSE);
        if followed == Some(false) || excess.is_wrong() {
            let what = format!("{pieces:?} do not keep {distance} in {during:?}: {excess}");
            self.found.blame(what);
        }
    }
}
