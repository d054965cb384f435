//! Bodies in contact at the start, and allowed penetration: all claims about the time in contact and afterwards are
//! true.

use nalgebra::{SVector, Vector3};
use photofinish::{InitialContact, InitialReport, Outcome, Query, Real};
use proptest::prelude::*;

use crate::properties::input::{direction, hair, in_every_space, moving, planted, some_of};
use photofinish_judge::soundness::{FromOracle, given};
use photofinish_oracle::advance::Pair;
use photofinish_oracle::generate::Case;
use photofinish_oracle::motion::Motion;

/// The number of times at which every claimed span is checked.
const LOOKS: u32 = 12;

/// Two bodies that touch or overlap at the start, and the settings of the query.
#[derive(Clone, Debug)]
pub struct Start<const D: usize> {
    case: Case<D>,
    policy: InitialContact,
    tolerance: Option<f64>,
    target: f64,
}

fn start<const D: usize>() -> impl Strategy<Value = Start<D>> {
    let gap = prop_oneof![2 => Just(0.0), 2 => hair(-8..-2), 2 => -0.2..0.01f64];
    let policy = prop_oneof![
        4 => Just(InitialContact::IgnoreSeparating),
        1 => Just(InitialContact::Stop),
    ];
    let tolerance = prop_oneof![2 => Just(None), 1 => (1e-5..1e-2f64).prop_map(Some)];
    let target = prop_oneof![3 => Just(0.0), 1 => 0.0..0.02f64, 2 => -0.1..0.0f64];
    let bodies = ((moving::<D>(), moving::<D>()), (direction::<D>(), gap));
    let rest = prop_oneof![1 => Just(true), 2 => Just(false)];
    (bodies, rest, policy, tolerance, target).prop_map(
        |((mut bodies, plant), rest, policy, tolerance, target)| {
            for moving in [&mut bodies.0, &mut bodies.1] {
                if let Motion::Ballistic(flight) = &mut moving.motion
                    && rest
                {
                    (flight.linvel, flight.acc) = (SVector::zeros(), SVector::zeros());
                    flight.angvel = Vector3::zeros();
                }
            }
            Start {
                case: planted(bodies, 0.0, plant),
                policy,
                tolerance,
                target,
            }
        },
    )
}

impl<const D: usize> Start<D> {
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
}

/// Checks that the bodies come no nearer than `kept` between two times.
fn keeps<const D: usize>(
    pair: &Pair<D>,
    (from, to): (f64, f64),
    kept: f64,
) -> Result<(), TestCaseError> {
    for look in 0..=LOOKS {
        let time = from + (to - from) * f64::from(look) / f64::from(LOOKS);
        let rounding = pair.rounding_until(time);
        let deep = pair.penetration_at(time);
        prop_assert!(
            deep <= rounding - kept.min(0.0),
            "{deep:e} deep at {time}, kept {kept:e}"
        );
        let apart = pair.distance_at(time).upper;
        prop_assert!(
            apart >= kept - rounding,
            "{apart:e} apart at {time}, kept {kept:e}"
        );
    }
    Ok(())
}

fn check<T: Real, R: FromOracle<T, D>, const D: usize>(
    start: &Start<D>,
) -> Result<(), TestCaseError> {
    let ((a, exact_a), (b, exact_b)) = (
        given::<T, R, D>(&start.case.a),
        given::<T, R, D>(&start.case.b),
    );
    let pair = Pair::new(&exact_a, &exact_b);
    let query = start.query::<T>();
    let Ok((solution, certificate)) = query.certify(&a, &b, T::zero()..=T::one()) else {
        return Ok(());
    };
    let verified = |kept: T, from: T, to: T| {
        let holds = certificate.verify(&a, &b, kept, from..=to);
        prop_assert!(holds.is_ok() || from == to, "{holds:?} of {solution:?}");
        Ok(())
    };
    let contact = |report: &InitialReport<T, D>| {
        verified(report.kept_distance, T::zero(), report.kept_until)?;
        let span = (0.0, report.kept_until.as_f64());
        keeps(&pair, span, report.kept_distance.as_f64())
    };
    if let Some(report) = &solution.initial_contact {
        contact(report)?;
    }
    let resumed = solution
        .initial_contact
        .map_or(Some(T::zero()), |report| report.resumed_at);
    let free_until = |end: T| {
        let from = resumed.expect("bodies that are free have left the contact");
        verified(T::of(start.target), from, end)?;
        keeps(&pair, (from.as_f64(), end.as_f64()), start.target)
    };
    match &solution.outcome {
        Outcome::Separated(_) => free_until(T::one())?,
        Outcome::Impact(impact) if impact.time > resumed.unwrap_or(T::zero()) => {
            free_until(impact.time)?;
        }
        Outcome::Stays(report) => {
            prop_assert!(report.kept_until == T::one() && report.resumed_at.is_none());
        }
        Outcome::DrivesIn(report) => prop_assert!(report.resumed_at.is_none()),
        Outcome::Impact(_) | Outcome::Overlapping(_) => {}
    }
    Ok(())
}

in_every_space!(at_the_start, start, check, 300);

/// Checks that all kinds of answers occur, so that the property above tests something.
#[test]
fn bodies_leave_stay_and_drive_in() {
    type Turn = nalgebra::UnitQuaternion<f64>;
    let (mut left, mut stayed, mut drove_in) = (0, 0, 0);
    for start in some_of(200, &start::<3>()) {
        let [a, b] = [&start.case.a, &start.case.b].map(|body| given::<f64, Turn, 3>(body).0);
        let Ok(solution) = start.query().time_of_impact(&a, &b, 0.0..=1.0) else {
            continue;
        };
        match solution.outcome {
            Outcome::Stays(_) => stayed += 1,
            Outcome::DrivesIn(_) => drove_in += 1,
            _ => left += u32::from(solution.initial_contact.is_some()),
        }
    }
    assert!(
        left > 10 && stayed > 5 && drove_in > 10,
        "{left} {stayed} {drove_in}"
    );
}
