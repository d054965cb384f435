//! Tales for the kernel: a pair, a question, and proposals that may be good, mean or broken. Each claim that comes out
//! is kept, and the oracle says how far it is from being false.
//!
//! [`liar`](super::liar) draws its proposals anew each time. A tale is a value, so that it can be changed a little and
//! told again, as [`climb`] does, and printed.

pub mod claims;
pub mod climb;
mod draw;
pub mod moves;
mod teller;
pub mod truth;

use nalgebra::SVector;
use photofinish::proof::{Frame, Outcome, Question, Subject, prove};
use photofinish::{HalfSpace, MovingHalfSpace, Real};

use super::climb::Trial;
use super::convert::{FromOracle, motion, try_given};
use super::excess::Excess;
use super::plain::Stating;
use claims::{CLOSE, Claim, FEW, Kind, MORE, Says};
use photofinish_oracle::advance::Pair;
use teller::Teller;
use truth::{Height, Truth};

/// A vector that is measured. Times are shares of the question, and those below 0 or above 1 are none of it.
#[derive(Clone, Debug)]
pub struct Look<const D: usize> {
    pub time: f64,
    /// In the world, of any length.
    pub along: SVector<f64, D>,
    /// What the inverse of its length is multiplied by before it is told. An honest one is 1.
    pub stretch: f64,
}

/// A span that is asked for along the vector of a look.
#[derive(Clone, Debug)]
pub struct Step {
    /// Which look's gap is told.
    pub look: usize,
    /// Which look's moment is told as that of the gap. It is the same one if the step is honest.
    pub at: usize,
    pub frame: Frame,
    /// The time up to which the bend is bounded, and the time of the other end.
    pub to: f64,
    pub other: f64,
}

/// The points whose average is told as a contact: those of the first looks, as many as a simplex has corners.
#[derive(Clone, Debug, Default)]
pub struct Contact {
    pub time: f64,
    /// A weight for each of them.
    pub weights: Vec<f64>,
    /// Whether the weights are those that bring the average nearest to zero, in place of the given ones.
    pub is_solved: bool,
    /// Which look's gap and point are told as the depth.
    pub deep: usize,
}

/// A half-space, in the frame of body A, whose place it takes. Lengths are those of the bodies.
#[derive(Clone, Debug)]
pub struct Ground<const D: usize> {
    pub normal: SVector<f64, D>,
    pub point: SVector<f64, D>,
    /// Whether it does not follow the motion of body A.
    pub is_at_rest: bool,
}

/// A pair, a question about it, and what is proposed.
#[derive(Clone, Debug)]
pub struct Tale<const D: usize> {
    /// The bodies, the target distance, the tolerance and the end.
    pub trial: Trial<D>,
    pub ground: Option<Ground<D>>,
    /// When the question begins, as a share of its end.
    pub start: f64,
    pub in_single: bool,
    pub by_vectors: bool,
    /// Whether bodies that do not say that they are rigid state speeds alone.
    pub is_of_first_order: bool,
    pub looks: Vec<Look<D>>,
    pub steps: Vec<Step>,
    pub contact: Contact,
}

/// Answers a question, and may list claims that are not of the answer alone.
pub type Answer<'x, const D: usize> =
    dyn FnMut(&Question<'_, D>, &mut Vec<Claim<D>>) -> Outcome<D> + 'x;

/// What came of a tale.
pub struct Told<const D: usize> {
    pub truth: Truth<D>,
    pub claims: Vec<Claim<D>>,
}

impl<const D: usize> Tale<D> {
    /// Returns a pair and a question about it, without proposals.
    pub fn of(trial: Trial<D>) -> Self {
        let is_of_first_order = trial.asked.tolerance.is_some();
        Self {
            trial,
            ground: None,
            start: 0.0,
            in_single: false,
            by_vectors: false,
            is_of_first_order,
            looks: Vec::new(),
            steps: Vec::new(),
            contact: Contact::default(),
        }
    }

    /// Tells the tale about bodies in scalar `T`. The result is `None` if the crate refuses a body.
    pub fn tell<T: Real, R: FromOracle<T, D>>(&self) -> Option<Told<D>> {
        self.ask::<T, R>(&mut |question, claims| {
            prove(question, |kernel, free| {
                let mut teller = Teller {
                    tale: self,
                    target: question.target,
                    kernel,
                    free,
                    claims,
                };
                teller.tell()
            })
        })
    }

    /// Asks the question about bodies in scalar `T`, and lets something else answer it.
    pub fn ask<T: Real, R: FromOracle<T, D>>(&self, answer: &mut Answer<'_, D>) -> Option<Told<D>> {
        let case = &self.trial.case;
        let (a, exact_a) = try_given::<T, R, D>(&case.a)?;
        let (b, exact_b) = try_given::<T, R, D>(&case.b)?;
        let [stating_a, stating_b] =
            [&a, &b].map(|body| Stating::new(body, self.is_of_first_order));
        let asked = &self.trial.asked;
        let subject_b = stating_b.subject(asked.states(1));
        let Some(ground) = &self.ground else {
            let truth = Truth::Pair(Box::new(Pair::new(&exact_a, &exact_b)));
            let subject_a = stating_a.subject(asked.states(0));
            return Some(self.ask_of([&*subject_a, &*subject_b], truth, answer));
        };
        let [normal, point] = [ground.normal, ground.point].map(|v| v.map(T::of));
        let floor = HalfSpace::new(normal, point).ok()?;
        let moving = MovingHalfSpace::new(floor, motion::<T, R, D>(&case.a.motion).ok()?);
        let at_rest = ground.is_at_rest;
        let under: &dyn Subject<D> = if at_rest { &floor } else { &moving };
        let plane = [floor.normal(), floor.point()].map(|v| v.map(T::as_f64));
        let motion = (!at_rest).then_some(&exact_a.motion);
        let truth = Truth::Ground(Box::new(Height::new(plane, motion, &exact_b)));
        Some(self.ask_of([under, &*subject_b], truth, answer))
    }

    fn ask_of(
        &self,
        [a, b]: [&dyn Subject<D>; 2],
        truth: Truth<D>,
        answer: &mut Answer<'_, D>,
    ) -> Told<D> {
        let asked = &self.trial.asked;
        let question = Question {
            a,
            b,
            start: self.start(),
            end: asked.until,
            target: asked.target * truth.size(),
            tolerance: asked.tolerance.map(|share| share * truth.size()),
            in_single: self.in_single,
            by_vectors: self.by_vectors,
            may_pass: false,
        };
        let mut claims = Vec::new();
        let outcome = answer(&question, &mut claims);
        claims.extend(claimed(&question, &outcome));
        Told { truth, claims }
    }

    /// When the question begins.
    pub fn start(&self) -> f64 {
        self.trial.asked.until * self.start
    }

    /// The time at a share of the question. That of 1 is its end.
    pub fn time(&self, share: f64) -> f64 {
        let (start, end) = (self.start(), self.trial.asked.until);
        if share == 1.0 {
            end
        } else {
            start + (end - start) * share
        }
    }
}

impl<const D: usize> Told<D> {
    /// Compares all claims with the truth; closely those of the kind that matters, or all if none does.
    pub fn judged(&self, matters: Option<Kind>) -> impl Iterator<Item = Excess<Kind>> {
        self.claims.iter().map(move |claim| {
            let closely = matters.is_none_or(|kind| claim.kind == kind);
            claim.judged(&self.truth, if closely { MORE } else { FEW })
        })
    }

    /// Returns the kind of a false claim, if one is found.
    pub fn refuted(&self) -> Option<Kind> {
        let is_true = |claim: &Claim<D>| {
            let seems = |looks| !claim.judged(&self.truth, looks).is_wrong();
            seems(FEW) && (claim.followed(&self.truth)).unwrap_or_else(|| seems(CLOSE))
        };
        let mut claims = self.claims.iter();
        claims.find(|claim| !is_true(claim)).map(|claim| claim.kind)
    }
}

/// Returns what an answer claims.
pub fn claimed<const D: usize>(question: &Question<'_, D>, outcome: &Outcome<D>) -> Vec<Claim<D>> {
    let Question {
        start, end, target, ..
    } = *question;
    let free = |until: f64, clearance: f64| {
        let says = Says::AtLeast(target + clearance);
        Claim::new(Kind::Free, [start, until], says)
    };
    match outcome {
        Outcome::Separated(separated) => vec![free(end, separated.clearance())],
        Outcome::Impact(impact) => {
            let says = Says::AtMost(target + impact.tolerance());
            let near = Claim::new(Kind::Touch, [impact.time(); 2], says);
            let free = impact.is_free().then(|| free(impact.time(), 0.0));
            [near].into_iter().chain(free).collect()
        }
        Outcome::Undecided(undecided) if undecided.clear_until() > start => {
            vec![free(undecided.clear_until(), 0.0)]
        }
        Outcome::Undecided(_) => Vec::new(),
    }
}
