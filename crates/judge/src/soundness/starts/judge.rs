//! Judges the answers about one start.

use photofinish::motion::Ballistic;
use photofinish::shape::AnyShape;
use photofinish::support::Rounded;
use photofinish::{Extrusion, Moving, Outcome, Query, QueryError, Real, Solution};

use super::{Fault, Judgement, Kind, Start};
use crate::refine::{HALVINGS, lowest};
use crate::soundness::convert::{FromOracle, exact, flight, shape};
use photofinish_oracle::advance::{Moving as OracleMoving, Pair};
use photofinish_oracle::motion::Motion;
use photofinish_oracle::shape::Solid;

/// The number of spans at whose ends bodies are looked at.
const LOOKS: u32 = 200;
/// The rounding of a distance between bodies that touch, in ulps of their sizes.
const ULPS: f64 = 128.0;

pub(super) type Body<T, R, const D: usize> =
    Moving<Rounded<AnyShape<T, D>, T>, Ballistic<T, R, D>, T, D>;
type Answer<T, const D: usize> = Result<Solution<T, D>, QueryError>;

/// The bodies as the oracle sees them, and lengths that claims are compared with.
pub(super) struct Truth<const D: usize> {
    pub pair: Pair<D>,
    target: f64,
    /// The tolerance; if it is the default, an upper bound.
    tolerance: f64,
    rounding: f64,
    until: f64,
}

impl<const D: usize> Start<D> {
    /// Asks about the bodies in scalar `T`, also swapped and at another time, and judges the answers.
    pub fn judge<T: Real, R: FromOracle<T, D>>(&self) -> Judgement {
        let query = self.query::<T>();
        let bodies = |epoch| [&self.a, &self.b].map(|of| body::<T, R, D>(of, epoch));
        let [a, b] = bodies(0.0);
        let [first, until] = [T::of(self.later), T::of(self.until)];
        let truth = self.truth::<T, R>(a.size().min(b.size()).as_f64());
        let certified = query.certify(&a, &b, T::zero()..=until);
        let claims = certified.as_ref().ok().and_then(|(solution, certificate)| {
            let unkept = self.unkept([&a, &b], (solution, certificate), &truth);
            unkept.or_else(|| self.stuck([&a, &b], solution, &truth))
        });
        let answer = certified.map_or_else(|failed| Err(failed.error), |(answer, _)| Ok(answer));
        let mut found = Judgement {
            kind: kind(&answer),
            faults: claims.into_iter().collect(),
            differs: Vec::new(),
        };
        found.faults.extend(self.wrong(&answer, &truth));
        let swapped = query.time_of_impact(&b, &a, T::zero()..=until);
        let [a, b] = bodies(self.later);
        let shifted = query.time_of_impact(&a, &b, first..=first + until);
        for (fault, other) in [(Fault::Swapped, swapped), (Fault::Shifted, shifted)] {
            if kind(&other) == found.kind {
                continue;
            }
            found.differs.push(fault);
            if !self.is_open([&answer, &other], &truth) {
                found.faults.push(fault);
            }
        }
        found
    }

    fn query<T: Real>(&self) -> Query<T> {
        let query = Query::new()
            .initial_contact(self.policy)
            .target_distance(T::of(self.target))
            .budget(20_000);
        match self.tolerance {
            Some(tolerance) => query.tolerance(T::of(tolerance)),
            None => query,
        }
    }

    fn truth<T: Real, R: FromOracle<T, D>>(&self, size: f64) -> Truth<D> {
        let [a, b] = [&self.a, &self.b].map(exact::<T, R, D>);
        let pair = Pair::new(&a, &b);
        let rounding = T::EPSILON.as_f64() * ULPS * pair.size() + pair.rounding_until(self.until);
        let default = T::SQRT_EPSILON.as_f64() * size + 2.0 * rounding;
        Truth {
            target: T::of(self.target).as_f64(),
            tolerance: self.tolerance.unwrap_or(default),
            rounding,
            until: T::of(self.until).as_f64(),
            pair,
        }
    }

    /// Returns what is wrong with what an answer says of the start or of the end.
    fn wrong<T: Real>(&self, answer: &Answer<T, D>, truth: &Truth<D>) -> Option<Fault> {
        let (fault, time, most) = match answer.as_ref().ok()?.outcome {
            Outcome::Overlapping(_) => (Fault::Shallow, 0.0, truth.target.min(0.0)),
            Outcome::Stays(_) => {
                let most = truth.target + 2.0 * truth.tolerance;
                (Fault::Gone, truth.until, most)
            }
            _ => return None,
        };
        let distance = self.distance(&truth.pair, time)?;
        (distance > most + truth.rounding).then_some(fault)
    }

    /// Returns whether two kinds of an answer are both right, as far as the oracle knows.
    fn is_open<T: Real>(&self, answers: [&Answer<T, D>; 2], truth: &Truth<D>) -> bool {
        let kinds = answers.map(kind);
        if kinds.contains(&Kind::Undecided) {
            return true;
        }
        let Some(seen) = self.distances(truth) else {
            return true;
        };
        let reports = answers.map(|answer| answer.as_ref().ok()?.initial_contact);
        let kept = || reports.iter().flatten().map(|r| r.kept_distance.as_f64());
        let (tolerance, rounding) = (truth.tolerance, truth.rounding);
        let grazes = |distance: f64, least: f64, tolerances: f64| {
            (-rounding..=tolerance * tolerances + rounding).contains(&(distance - least))
        };
        let last = seen.len() - 1;
        let is_turn =
            |&k: &usize| k == 0 || k == last || (seen[k] <= seen[k - 1] && seen[k] <= seen[k + 1]);
        let mut turns = (0..=last).filter(is_turn).map(|k| seen[k]);
        let may_graze = turns.any(|distance| {
            grazes(distance, truth.target, 2.0) || kept().any(|kept| grazes(distance, kept, 1.0))
        });
        // nor need it be seen that bodies leave a contact for a while
        let is_clear = |distance: &f64| *distance > truth.target + 2.0 * tolerance - rounding;
        let mut after_parting = seen.iter().skip_while(|distance| !is_clear(distance));
        may_graze || (reports.iter().any(Option::is_some) && after_parting.any(|d| !is_clear(d)))
    }

    /// Returns the distances at times from the start to the end. Where a distance is the least for a while, it is
    /// refined. `None` if the oracle does not know a distance.
    fn distances(&self, truth: &Truth<D>) -> Option<Vec<f64>> {
        let step = truth.until / f64::from(LOOKS);
        let at = |look: f64| self.distance(&truth.pair, step * look);
        let seen: Option<Vec<f64>> = (0..=LOOKS).map(|look| at(f64::from(look))).collect();
        let mut seen = seen?;
        for k in 1..LOOKS as usize {
            if seen[k] <= seen[k - 1] && seen[k] <= seen[k + 1] {
                let span = |share: f64| (k - 1) as f64 + 2.0 * share;
                // none is less than all distances
                let least = lowest([0.5], (0.25, HALVINGS), |share| at(span(share))).0;
                seen[k] = seen[k].min(least?);
            }
        }
        Some(seen)
    }

    /// Returns the signed distance at a time, or a lower bound of it; `None` if the oracle knows none.
    pub(super) fn distance(&self, pair: &Pair<D>, time: f64) -> Option<f64> {
        let bounds = pair.distance_at(time);
        if !bounds.overlap {
            return Some(bounds.lower);
        }
        let is_exact = [&self.a, &self.b].iter().all(|moving| {
            let core = moving.body.core();
            matches!(core.solid, Solid::Polytope(_))
        });
        is_exact.then(|| -pair.penetration_at(time))
    }
}

/// Returns a body whose motion begins at a time.
fn body<T: Real, R: FromOracle<T, D>, const D: usize>(
    moving: &OracleMoving<D>,
    epoch: f64,
) -> Body<T, R, D> {
    let Motion::Ballistic(of_oracle) = &moving.motion else {
        panic!("the bodies fly");
    };
    let motion = flight::<T, R, D>(of_oracle).and_then(|flight| {
        let start = (*flight.start()).starting_at(T::of(epoch))?;
        Ballistic::new(start, *flight.acceleration())
    });
    let shape = shape(&moving.body).expect("the generators make good bodies");
    Moving::new(shape, motion.expect("the generators make good bodies"))
}

fn kind<T, const D: usize>(answer: &Answer<T, D>) -> Kind {
    match answer.as_ref().map(|solution| &solution.outcome) {
        Ok(Outcome::Separated(_)) => Kind::Separated,
        Ok(Outcome::Impact(_)) => Kind::Impact,
        Ok(Outcome::Overlapping(_)) => Kind::Overlapping,
        Ok(Outcome::Stays(_)) => Kind::Stays,
        Ok(Outcome::DrivesIn(_)) => Kind::DrivesIn,
        Err(QueryError::AllowanceTooLarge { .. }) => Kind::Refused,
        Err(_) => Kind::Undecided,
    }
}
