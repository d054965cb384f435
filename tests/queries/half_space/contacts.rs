//! Contacts at the start, and whether a body touches a half-space at all.

use super::{Result, ball, floor};
use crate::build::*;

#[test]
fn a_box_that_rests_on_a_turning_floor_stays() -> Result {
    // both turn about the origin together
    let spin = steady(Isometry2::identity(), Vector2::zeros(), 2.0);
    let wheel = MovingHalfSpace::new(HalfSpace::new(Vector2::y(), vector![0.0, 1.0])?, spin);
    let turning = steady(Isometry2::translation(0.5, 1.25), Vector2::zeros(), 2.0);
    let block = moving(cuboid([0.5, 0.25]), turning.about(vector![-0.5, -1.25])?);
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let (solution, certificate) = query.certify_on(&wheel, &block, 0.0..=1.0)?;
    let Outcome::Stays(report) = solution.outcome else {
        panic!("{solution:?}");
    };
    let (distance, kept): (f64, f64) = (report.distance, report.kept_distance);
    assert!(distance.abs() < 1e-12 && kept > -1e-6);
    assert!(certificate.intervals.len() < 5);
    wheel.verify(&certificate, &block, report.kept_distance, 0.0..=1.0)?;
    Ok(())
}

#[test]
fn contacts_at_the_start_leave_stay_or_drive_in() -> Result {
    let past = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    // at any depth: in contact, a little deep, and far below the floor
    for height in [0.5, 0.25, -20.0] {
        let ask = |velocity| past.time_of_impact_on(&floor(), &ball(height, velocity), 0.0..=10.0);
        let depth = 0.5 - height;
        let leaves = ask(3.0)?;
        let is_free = matches!(leaves.outcome, Outcome::Separated(_));
        assert!(is_free, "{leaves:?}");
        let report = leaves.initial_contact.expect("it starts in contact");
        assert!((report.distance + depth).abs() < 1e-12f64);
        let resumed = report.resumed_at.expect("it leaves");
        assert!(resumed >= depth / 3.0 && resumed < depth / 3.0 + 0.02);
        assert!(matches!(ask(0.0)?.outcome, Outcome::Stays(_)));
        let Outcome::DrivesIn(report) = ask(-3.0)?.outcome else {
            panic!("it is driven in");
        };
        assert!(report.kept_until < 1e-5 && report.kept_distance <= -depth);
        let stop = Query::new().time_of_impact_on(&floor(), &ball(height, 3.0), 0.0..=10.0)?;
        assert!((overlap(stop).depth - depth).abs() < 1e-12f64);
    }
    Ok(())
}

#[test]
fn a_contact_at_the_start_counts_as_touching_whatever_the_policy() -> Result {
    for policy in [InitialContact::Stop, InitialContact::IgnoreSeparating] {
        let query = Query::new().initial_contact(policy);
        assert!(query.touches_on(&floor(), &ball(0.4, 3.0), 0.0..=1.0)?);
        assert!(!query.touches_on(&floor(), &ball(0.6, 3.0), 0.0..=1.0)?);
        // it may be as deep as this, but not deeper
        let allowing = query.target_distance(-0.2);
        assert!(!allowing.touches_on(&floor(), &ball(0.4, 3.0), 0.0..=1.0)?);
        assert!(allowing.touches_on(&floor(), &ball(0.4, -3.0), 0.0..=1.0)?);
        let allowing = query.target_distance(-0.05);
        assert!(allowing.touches_on(&floor(), &ball(0.4, 3.0), 0.0..=1.0)?);
    }
    Ok(())
}
