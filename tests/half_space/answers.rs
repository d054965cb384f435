//! Closed forms, and what an observer is shown.

use std::f64::consts::FRAC_PI_4;

use nalgebra::{Isometry2, Isometry3, Vector2, Vector3, vector};
use photofinish::motion::{AtRest, Ballistic, ConstantVelocity, Motion};
use photofinish::separation::SeparatingVector;
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{
    CertifiedInterval, Floor, HalfSpace, Moving, MovingHalfSpace, Observer, Outcome, Proximity,
    Query, ShapeError,
};

use super::{Result, ball, floor};

#[test]
fn a_ball_that_falls_on_a_tilted_plane_meets_it_when_the_parabola_says() -> Result {
    let slope = HalfSpace::new(vector![-5.0, 12.0, 0.0], vector![1.0, 2.0, 3.0])?;
    let start = slope.point() + slope.normal() * 4.5;
    let throw = ConstantVelocity::new(
        Isometry3::translation(start.x, start.y, start.z),
        slope.normal() * 1.0,
        Vector3::zeros(),
    )?;
    let ball = Moving::new(
        Ball::new(0.5)?,
        Ballistic::new(throw, slope.normal() * -10.0)?,
    );
    let solution = Query::new().time_of_impact_on(&slope, &ball, 0.0..=3.0)?;
    let Outcome::Impact(impact) = solution.outcome else {
        panic!("{solution:?}");
    };
    // 4 + t - 5 t^2 = 0
    assert!(impact.time <= 1.0 && impact.time > 1.0 - 1e-8);
    assert!((impact.contact.normal - slope.normal()).norm() == 0.0);
    let witness = impact.contact.witness_a - slope.point();
    let height: f64 = witness.dot(slope.normal());
    assert!(height.abs() < 1e-8);
    assert!(solution.statistics.gjk_runs == 0 && solution.statistics.support_evaluations < 60);
    Ok(())
}

#[test]
fn a_square_that_turns_in_place_meets_the_floor_with_its_corner() -> Result {
    let line = HalfSpace::new(Vector2::y(), Vector2::zeros())?;
    let spin = ConstantVelocity::new(Isometry2::translation(0.0, 1.2), Vector2::zeros(), 1.0)?;
    let square = Moving::new(Cuboid::new(vector![1.0, 1.0])?, spin);
    let Outcome::Impact(impact) = Query::new()
        .time_of_impact_on(&line, &square, 0.0..=1.0)?
        .outcome
    else {
        panic!("the corner reaches down to the square root of 2");
    };
    let expected = FRAC_PI_4 - (1.2 / 2f64.sqrt()).acos();
    assert!(impact.time <= expected && impact.time > expected - 1e-7);
    assert!(matches!(
        impact.contact.feature_b,
        photofinish::support::Feature::Vertex(_)
    ));
    Ok(())
}

#[test]
fn a_wide_box_is_met_when_the_half_space_is_and_far_out_only_the_half_space() -> Result {
    let slab = Moving::new(
        Cuboid::new(vector![50.0, 50.0, 50.0])?,
        AtRest::new(Isometry3::translation(0.0, -50.0, 0.0))?,
    );
    for (x, is_on_the_slab) in [(0.0, true), (1e5, false)] {
        let start = Isometry3::new(vector![x, 2.0, 0.0], vector![0.3, 0.2, 0.1]);
        let fall = ConstantVelocity::new(start, vector![3.0, -2.0, 0.0], vector![1.0, 2.0, 3.0])?;
        let tumbling = Moving::new(Cuboid::new(vector![0.5, 0.25, 0.125])?, fall);
        let on = Query::new().time_of_impact_on(&floor(), &tumbling, 0.0..=1.0)?;
        let Outcome::Impact(impact) = on.outcome else {
            panic!("{on:?}");
        };
        let other = Query::new().time_of_impact(&slab, &tumbling, 0.0..=1.0)?;
        match other.outcome {
            Outcome::Impact(other) => {
                assert!(is_on_the_slab && (impact.time - other.time).abs() < 1e-7f64);
            }
            _ => assert!(!is_on_the_slab),
        }
    }
    Ok(())
}

#[test]
fn a_lift_that_turns_is_met_when_both_motions_say() -> Result {
    // the platform rises at speed 1 while it turns about its normal, under a ball at rest
    let motion =
        ConstantVelocity::new(Isometry3::identity(), Vector3::y(), vector![0.0, 9.0, 0.0])?;
    let lift = MovingHalfSpace::new(floor(), motion);
    let at_rest = AtRest::new(Isometry3::translation(1.0, 1.5, 2.0))?;
    let ball = Moving::new(Ball::new(0.5)?, at_rest);
    let solution = Query::new().time_of_impact_on(&lift, &ball, 0.0..=2.0)?;
    let Outcome::Impact(impact) = solution.outcome else {
        panic!("{solution:?}");
    };
    assert!(impact.time <= 1.0 && impact.time > 1.0 - 1e-6);
    assert_eq!(lift.half_space(), floor());
    Ok(())
}

#[test]
fn any_penetration_may_be_allowed() -> Result {
    for allowed in [0.125, 30.0] {
        let query = Query::new().target_distance(-allowed);
        let solution = query.time_of_impact_on(&floor(), &ball(1.5, -1.0), 0.0..=50.0)?;
        let Outcome::Impact(impact) = solution.outcome else {
            panic!("{solution:?}");
        };
        let expected = 1.0 + allowed;
        assert!(impact.time <= expected && impact.time > expected - 1e-6);
        // resting no deeper is free, and a claim of less is refused
        let (_, certificate) = query.certify_on(&floor(), &ball(0.5, 0.0), 0.0..=1.0)?;
        floor().verify(&certificate, &ball(0.5, 0.0), -allowed, 0.0..=1.0)?;
        let claim = floor().verify(&certificate, &ball(0.5, 0.0), 0.1, 0.0..=1.0);
        assert!(claim.is_err());
    }
    Ok(())
}

#[test]
fn a_positive_target_is_met_at_the_start() -> Result {
    let query = Query::new().target_distance(0.1);
    let solution = query.time_of_impact_on(&floor(), &ball(0.55, 1.0), 0.0..=1.0)?;
    let Outcome::Impact(impact) = solution.outcome else {
        panic!("{solution:?}");
    };
    assert!(impact.time == 0.0 && (impact.distance - 0.05).abs() < 1e-12f64);
    let at_once = Query::new().time_of_impact_on(&floor(), &ball(1.0, 1.0), 2.0..=2.0)?;
    assert!(matches!(at_once.outcome, Outcome::Separated(free) if free.clearance > 2.49));
    Ok(())
}

#[test]
fn a_body_far_from_the_given_point_loses_nothing_on_a_level_floor() -> Result {
    let fall = |x| ConstantVelocity::new(Isometry2::translation(x, 1.5), vector![5.0, -1.0], 0.5);
    let line = HalfSpace::new(Vector2::y(), Vector2::zeros())?;
    for x in [0.0, 1e7] {
        let disc = Moving::new(Ball::new(0.5)?, fall(x)?);
        let solution = Query::new().time_of_impact_on(&line, &disc, 0.0..=2.0)?;
        let Outcome::Impact(impact) = solution.outcome else {
            panic!("{solution:?}");
        };
        assert!(impact.time <= 1.0 && impact.time > 1.0 - 1e-7);
    }
    Ok(())
}

#[test]
fn proximity_is_exact_and_tells_features() -> Result {
    let block = Posed::new(
        Cuboid::new(vector![1.0, 2.0, 3.0])?,
        &Isometry3::translation(0.0, 5.0, 0.0),
    )?;
    let found = floor().proximity(&block);
    assert!(matches!(found, Proximity::Disjoint(_)));
    assert_eq!(found.signed_distance(), 3.0);
    let below = Posed::new(Ball::new(1.0)?, &Isometry3::translation(0.0, -5.0, 0.0))?;
    let found = floor().proximity(&below);
    assert_eq!(found.signed_distance(), -6.0);
    assert_eq!(found.contact().witness_b, vector![0.0, -6.0, 0.0]);
    assert_eq!(found.contact().witness_a, vector![0.0, 0.0, 0.0]);
    Ok(())
}

/// What an observer is shown.
#[derive(Default)]
struct Shown {
    intervals: Vec<CertifiedInterval<f64, 3>>,
    iterates: u32,
}

impl Observer<f64, 3> for Shown {
    fn separating_vector(&mut self, _: f64, _: f64, vector: &SeparatingVector<f64, 3>) {
        panic!("there is no other vector than the normal, but it was shown {vector:?}");
    }

    fn root_iterate(&mut self, start: f64, time: f64, margin: f64) {
        assert!(time >= start && margin.is_finite());
        self.iterates += 1;
    }

    fn certified(&mut self, interval: &CertifiedInterval<f64, 3>) {
        self.intervals.push(*interval);
    }
}

#[test]
fn an_observer_sees_the_certificate_and_every_time_that_is_tried() -> Result {
    for velocity in [-1.0, 1.0] {
        let (query, body) = (Query::new(), ball(1.5, velocity));
        let mut shown = Shown::default();
        let solution = query.observed_on(&floor(), &body, 0.0..=3.0, &mut shown)?;
        let (same, certificate) = query.certify_on(&floor(), &body, 0.0..=3.0)?;
        assert_eq!(solution, same);
        assert_eq!(shown.intervals, certificate.intervals);
        assert_eq!(shown.iterates, solution.statistics.root_iterations);
        assert_eq!(
            shown.intervals.len() as u32,
            solution.statistics.subintervals
        );
        assert_eq!(shown.iterates > 0, velocity < 0.0);
    }
    Ok(())
}

#[test]
fn a_half_space_is_placed_where_its_motion_says() -> Result {
    let turn = ConstantVelocity::new(
        Isometry3::translation(1.0, 2.0, 3.0),
        Vector3::x(),
        Vector3::z(),
    )?;
    let slope = HalfSpace::new(Vector3::y(), vector![0.0, 5.0, 0.0])?;
    let moving = MovingHalfSpace::new(slope, turn);
    let (sin, cos) = 0.7f64.sin_cos();
    let placed = moving.placed(0.7)?;
    assert!((placed.normal() - vector![-sin, cos, 0.0]).norm() < 1e-15);
    assert!((placed.point() - vector![1.7 - 5.0 * sin, 2.0 + 5.0 * cos, 3.0]).norm() < 1e-14);
    // the distance there is that of the query
    let still = ball(20.0, 0.0);
    let asked = Query::new().time_of_impact_on(&moving, &still, 0.7..=0.7)?;
    let ball = Posed::new(still.shape(), &still.motion().pose(0.7))?;
    let Outcome::Separated(free) = asked.outcome else {
        panic!("{asked:?}");
    };
    let apart: f64 = placed.proximity(&ball).signed_distance();
    assert!((free.clearance - apart).abs() < 1e-12);
    assert!(matches!(
        moving.placed(f64::NAN),
        Err(ShapeError::NotFinite(_))
    ));
    Ok(())
}
