//! Closed forms, contacts at the start, and input that is refused.

use std::f64::consts::{FRAC_PI_4, PI};

use nalgebra::{Isometry2, Isometry3, Vector2, Vector3, vector};
use photofinish::motion::{AtRest, Ballistic, ConstantVelocity, FromFn, Motion};
use photofinish::separation::SeparatingVector;
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{
    CertificateError, CertifiedInterval, Floor, HalfSpace, InitialContact, Moving, MovingHalfSpace,
    Observer, Outcome, Proximity, Query, QueryError, ShapeError, ToF64, UndecidedReason,
};

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

fn floor() -> HalfSpace<f64, 3> {
    HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a normal")
}

fn ball(height: f64, velocity: f64) -> Moving<Ball<f64>, Ballistic3, f64, 3> {
    let start = Isometry3::translation(0.0, height, 0.0);
    let throw = ConstantVelocity::new(start, vector![1.0, velocity, 0.0], Vector3::z());
    let motion = Ballistic::new(throw.expect("finite"), Vector3::zeros());
    Moving::new(Ball::new(0.5).expect("a radius"), motion.expect("finite"))
}

type Ballistic3 = photofinish::motion::Ballistic<f64, nalgebra::UnitQuaternion<f64>, 3>;

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
fn a_box_that_rests_on_a_turning_floor_stays() -> Result {
    // both turn about the origin together
    let spin = ConstantVelocity::new(Isometry2::identity(), Vector2::zeros(), 2.0)?;
    let wheel = MovingHalfSpace::new(HalfSpace::new(Vector2::y(), vector![0.0, 1.0])?, spin);
    let turning = ConstantVelocity::new(Isometry2::translation(0.5, 1.25), Vector2::zeros(), 2.0)?;
    let turning = turning.about(vector![-0.5, -1.25])?;
    let block = Moving::new(Cuboid::new(vector![0.5, 0.25])?, turning);
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
        assert!(
            matches!(leaves.outcome, Outcome::Separated(_)),
            "{leaves:?}"
        );
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
        let Outcome::Overlapping(overlap) = stop.outcome else {
            panic!("it starts in contact");
        };
        assert!((overlap.depth - depth).abs() < 1e-12f64);
    }
    Ok(())
}

#[test]
fn a_query_that_continues_finds_the_body_that_comes_out_again() -> Result {
    let start = ConstantVelocity::new(
        Isometry3::translation(0.0, 0.5, 0.0),
        -Vector3::y(),
        Vector3::zeros(),
    )?;
    let bounce = Moving::new(
        Ball::new(0.5)?,
        Ballistic::new(start, vector![0.0, 8.0, 0.0])?,
    );
    let query = Query::new().initial_contact(InitialContact::Continue);
    let solution = query.time_of_impact_on(&floor(), &bounce, 0.0..=1.0)?;
    assert!(matches!(solution.outcome, Outcome::Separated(_)));
    let resumed = solution
        .initial_contact
        .and_then(|report| report.resumed_at);
    // -t + 4 t^2 = 0
    assert!(resumed.is_some_and(|time| time > 0.25 && time < 0.51));
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
fn a_certificate_with_another_vector_is_refused() -> Result {
    let free = ball(2.0, 0.0);
    let (_, mut certificate) = Query::new().certify_on(&floor(), &free, 0.0..=1.0)?;
    floor().verify(&certificate, &free, 0.0, 0.0..=1.0)?;
    // this vector separates the body from the point that stands for the half-space
    certificate.intervals[0].direction = vector![0.6, 0.8, 0.0];
    let verified = floor().verify(&certificate, &free, 0.0, 0.0..=1.0);
    assert_eq!(verified, Err(CertificateError::NotTheNormal { index: 0 }));
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

/// A block that tumbles past an edge, or into it, touches the half-space iff it touches a huge box in its place.
#[test]
fn a_body_touches_a_half_space_iff_it_touches_a_huge_box() -> Result {
    let slab = Cuboid::new(vector![40.0, 40.0, 40.0])?;
    let (mut touched, mut dipped) = (0, 0);
    for k in 0..60 {
        let k = f64::from(k);
        // it falls and rises again; its lowest corner is the nearest at different times
        let start = Isometry3::new(vector![0.0, 1.8 - k * 0.013, 0.0], vector![k, 1.0, 0.3]);
        let throw = ConstantVelocity::new(start, vector![2.0, -3.0, 0.0], vector![2.0, 1.0, k])?;
        let up = Ballistic::new(throw, vector![0.0, 6.0, 0.0])?;
        let block = Moving::new(Cuboid::new(vector![0.5, 0.3, 0.2])?, up);
        for lifts in [false, true] {
            let rise = if lifts {
                Vector3::y() * 0.2
            } else {
                Vector3::zeros()
            };
            let flight = |y| {
                let start = Isometry3::translation(0.0, y, 0.0);
                ConstantVelocity::new(start, rise, vector![0.0, 0.5, 0.0])
            };
            let moving = MovingHalfSpace::new(floor(), flight(0.0)?);
            let huge = Moving::new(&slab, flight(-40.0)?);
            let asked = Query::new().touches_on(&moving, &block, 0.0..=1.0)?;
            assert_eq!(asked, Query::new().touches(&huge, &block, 0.0..=1.0)?);
            if !lifts {
                assert_eq!(asked, Query::new().touches_on(&floor(), &block, 0.0..=1.0)?);
            }
            let at_end = Query::new().touches_on(&moving, &block, 1.0..=1.0)?;
            touched += i32::from(asked);
            dipped += i32::from(asked && !at_end);
        }
    }
    assert!(
        touched > 30 && touched < 90 && dipped > 10,
        "{touched} {dipped}"
    );
    Ok(())
}

#[test]
fn a_contact_at_the_start_counts_as_touching_whatever_the_policy() -> Result {
    for policy in [
        InitialContact::Stop,
        InitialContact::IgnoreSeparating,
        InitialContact::Continue,
    ] {
        let query = Query::new().initial_contact(policy);
        assert!(query.touches_on(&floor(), &ball(0.4, 3.0), 0.0..=1.0)?);
        assert!(!query.touches_on(&floor(), &ball(0.6, 3.0), 0.0..=1.0)?);
        // it may be as deep as this, but not deeper
        let allowing = query.target_distance(-0.2);
        assert!(!allowing.touches_on(&floor(), &ball(0.4, 3.0), 0.0..=1.0)?);
        assert!(allowing.touches_on(&floor(), &ball(0.4, -3.0), 0.0..=1.0)?);
    }
    let reversed = Query::new().touches_on(&floor(), &ball(2.0, 0.0), 1.0..=0.0);
    assert!(matches!(reversed, Err(QueryError::ReversedInterval { .. })));
    let asked = Query::new().tolerance(f64::NAN);
    let bad = asked.touches_on(&floor(), &ball(2.0, 0.0), 0.0..=1.0);
    assert!(matches!(bad, Err(QueryError::InvalidTolerance { .. })));
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

#[test]
fn bad_numbers_are_refused() {
    let zero = Vector3::<f64>::zeros();
    assert_eq!(HalfSpace::new(zero, zero), Err(ShapeError::ZeroNormal));
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let bad = vector![0.0, bad, 0.0];
        assert!(matches!(
            HalfSpace::new(bad, zero),
            Err(ShapeError::NotFinite(_))
        ));
        assert!(matches!(
            HalfSpace::new(Vector3::y(), bad),
            Err(ShapeError::NotFinite(_))
        ));
    }
    let tiny = HalfSpace::new(vector![0.0, 1e-300, 0.0], zero).expect("it has a direction");
    assert_eq!(*tiny.normal(), Vector3::y());
    let falling = ball(2.0, -1.0);
    let ask = |query: Query<f64>, end| query.time_of_impact_on(&floor(), &falling, 0.0..=end);
    assert!(matches!(
        ask(Query::new(), -1.0),
        Err(QueryError::ReversedInterval { .. })
    ));
    assert!(matches!(
        ask(Query::new(), f64::NAN),
        Err(QueryError::TimeNotFinite { .. })
    ));
    let tolerance = ask(Query::new().tolerance(0.0), 3.0);
    assert!(matches!(
        tolerance,
        Err(QueryError::InvalidTolerance { .. })
    ));
    let small = ask(Query::new().tolerance(1e-18), 3.0);
    assert!(
        matches!(small, Err(QueryError::ToleranceTooSmall { .. })),
        "{small:?}"
    );
    let Err(QueryError::Undecided {
        clear_until,
        reason,
    }) = ask(Query::new().budget(1), 3.0)
    else {
        panic!("one evaluation is not enough");
    };
    assert!(clear_until < 1.5 && matches!(reason, UndecidedReason::Budget { budget: 1 }));
}

#[test]
fn motions_without_bounds_or_axes_are_told() -> Result {
    let free = FromFn::new(|time: f64| Isometry2::new(vector![0.0, 2.0 - time], PI * time));
    let body = Moving::new(Ball::new(0.5)?, free);
    let line = HalfSpace::new(Vector2::y(), Vector2::zeros())?;
    let solution = Query::new().time_of_impact_on(&line, &body, 0.0..=3.0)?;
    let Outcome::Impact(impact) = solution.outcome else {
        panic!("{solution:?}");
    };
    assert!(!solution.certified && (impact.time - 1.5).abs() < 1e-6f64);
    let moving = MovingHalfSpace::new(line, AtRest::new(Isometry2::identity())?);
    let asked = Query::new().time_of_impact_on(&moving, &body, 0.0..=3.0);
    assert!(matches!(asked, Err(QueryError::NoFixedAxis { .. })));
    Ok(())
}

#[test]
fn a_half_space_is_written_and_read_with_all_its_bits() -> Result {
    let slope = HalfSpace::new(vector![1.0, 2.0, -3.0], vector![0.1, 0.2, 0.3])?;
    let written = serde_json::to_string(&slope)?;
    assert_eq!(serde_json::from_str::<HalfSpace<f64, 3>>(&written)?, slope);
    let no_normal = r#"{"normal":[0.0,0.0,0.0],"point":[0.0,0.0,0.0]}"#;
    assert!(serde_json::from_str::<HalfSpace<f64, 3>>(no_normal).is_err());
    // in double precision the normal has the same direction, and unit length to more digits
    let narrow = HalfSpace::new(vector![1.0f32, 2.0, -3.0], vector![0.1, 0.2, 0.3])?;
    let wide = narrow.to_f64();
    let across = narrow.normal().map(f64::from).cross(wide.normal());
    assert!(across.norm() < 1e-15 && (wide.normal().norm() - 1.0).abs() < 1e-15);
    Ok(())
}
