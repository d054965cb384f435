//! What follows where no span can be proven, asked of a search that stands there.

use nalgebra::{Isometry2, UnitComplex, vector};

use super::*;
use crate::Moving;
use crate::motion::AtRest;
use crate::shape::Cuboid;
use crate::support::Feature;
use crate::toi::Query;

type Block = Moving<Cuboid<f64, 2>, AtRest<f64, UnitComplex<f64>, 2>, f64, 2>;

/// Two blocks side by side whose faces are this far apart.
fn blocks(apart: f64) -> [Block; 2] {
    let cube = Cuboid::new(vector![0.5, 0.5]).expect("a block");
    [0.0, 1.0 + apart].map(|x| {
        let at_rest = AtRest::new(Isometry2::translation(x, 0.0)).expect("a pose");
        Moving::new(cube, at_rest)
    })
}

fn report() -> InitialReport<f64, 2> {
    let contact = Contact {
        normal: vector![1.0, 0.0],
        witness_a: vector![0.5, 0.0],
        witness_b: vector![0.5, 0.0],
        feature_a: Feature::Curved,
        feature_b: Feature::Curved,
    };
    InitialReport {
        distance: 0.0,
        contact,
        kept_distance: -1e-8,
        kept_until: 0.0,
        resumed_at: None,
        bottom: -1e-8,
        level: 0.0,
    }
}

/// Asks what follows at a time, in a phase, where the bounds failed to prove a gap up to a later time, or none was
/// found. Returns the outcome too, if the search ends with one.
fn stuck_at(
    query: &Query<f64>,
    (time, phase): (f64, Phase<f64, 2>),
    failed: Option<(f64, f64)>,
) -> Result<(Then<f64>, Option<Outcome<f64, 2>>), QueryError> {
    let [a, b] = blocks(0.0);
    let mut driver = Driver::new(query, (&a, &b), Span::known(0.0, 1.0), None);
    driver.memory.axis = vector![1.0, 0.0];
    driver.goal.phase = phase;
    let now = driver.instant(time);
    let then = driver.stuck(&now, failed)?;
    Ok((then, driver.log.outcome))
}

#[test]
fn bodies_in_contact_that_rounding_hides_are_driven_in() {
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    for failed in [None, Some((1e-18, 0.6))] {
        let Ok((Then::Answer, Some(Outcome::DrivesIn(found)))) =
            stuck_at(&query, (0.5, Phase::InContact(report())), failed)
        else {
            panic!("they have come down to the kept distance");
        };
        assert_eq!(found.kept_until, 0.5);
        assert_eq!(found.kept_distance, -1e-8);
    }
}

#[test]
fn a_clear_gap_that_no_bound_proves_is_undecided_in_contact_too() {
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let found = stuck_at(&query, (0.5, Phase::InContact(report())), Some((0.1, 0.6)));
    let Err(QueryError::Undecided { reason, .. }) = found else {
        panic!("rounding hides nothing");
    };
    assert!(matches!(reason, UndecidedReason::Span { .. }));
}

#[test]
fn bodies_that_rounding_hides_at_the_start_are_in_contact_for_policies_that_look_past_it() {
    for (policy, follows) in [
        (InitialContact::Stop, false),
        (InitialContact::IgnoreSeparating, true),
    ] {
        let query = Query::new().initial_contact(policy);
        let found = stuck_at(&query, (0.0, Phase::Free(None)), None);
        assert_eq!(
            matches!(found, Ok((Then::Afresh(time), None)) if time == 0.0),
            follows,
            "{policy:?}"
        );
        assert_eq!(found.is_err(), !follows);
        // later they were apart before
        assert!(stuck_at(&query, (0.5, Phase::Free(None)), None).is_err());
    }
}
