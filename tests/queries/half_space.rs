//! Half-spaces: closed forms, bad input, contacts at the start and manifolds. The judge asks about random bodies.

use std::f64::consts::PI;

use photofinish::Manifold;
use photofinish::swept::cannot_sink_into;

use crate::build::*;

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

fn floor() -> HalfSpace<f64, 3> {
    HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a normal")
}

/// A ball of radius 1/2 that slides over the floor as it rises or falls.
fn sliding(height: f64, velocity: f64) -> AnyMoving<f64, UnitQuaternion<f64>, 3> {
    let start = Isometry3::translation(0.0, height, 0.0);
    let throw = steady(start, vector![1.0, velocity, 0.0], Vector3::z());
    let motion = Ballistic::new(throw, Vector3::zeros()).expect("finite");
    moving(ball(0.5), motion)
}

#[test]
fn proximity_is_exact_and_tells_features() -> Result {
    let above = Isometry3::translation(0.0, 5.0, 0.0);
    let block = Posed::new(cuboid([1.0, 2.0, 3.0]), &above)?;
    let found = floor().proximity(&block);
    assert!(matches!(found, Proximity::Disjoint(_)));
    assert_eq!(found.signed_distance(), 3.0);
    let below = Isometry3::translation(0.0, -5.0, 0.0);
    let found = floor().proximity(&Posed::new(ball(1.0), &below)?);
    assert_eq!(found.signed_distance(), -6.0);
    assert_eq!(found.contact().witness_b, vector![0.0, -6.0, 0.0]);
    assert_eq!(found.contact().witness_a, vector![0.0, 0.0, 0.0]);
    Ok(())
}

#[test]
fn an_observer_sees_the_certificate() -> Result {
    for velocity in [-1.0, 1.0] {
        let (query, body) = (Query::new(), sliding(1.5, velocity));
        let mut seen: Vec<CertifiedInterval<f64, 3>> = Vec::new();
        let solution = query.observed_on(&floor(), &body, 0.0..=3.0, &mut seen)?;
        let (same, certificate) = query.certify_on(&floor(), &body, 0.0..=3.0)?;
        assert_eq!((solution, seen), (same, certificate.intervals));
    }
    Ok(())
}

#[test]
fn a_half_space_is_placed_where_its_motion_says() -> Result {
    let start = Isometry3::translation(1.0, 2.0, 3.0);
    let turn = steady(start, Vector3::x(), Vector3::z());
    let slope = HalfSpace::new(Vector3::y(), vector![0.0, 5.0, 0.0])?;
    let moving = MovingHalfSpace::new(slope, turn);
    let (sin, cos) = 0.7f64.sin_cos();
    let placed = moving.placed(0.7)?;
    assert!((placed.normal() - vector![-sin, cos, 0.0]).norm() < 1e-15);
    assert!((placed.point() - vector![1.7 - 5.0 * sin, 2.0 + 5.0 * cos, 3.0]).norm() < 1e-14);
    // the distance there is that of the query
    let still = sliding(20.0, 0.0);
    let asked = Query::new().time_of_impact_on(&moving, &still, 0.7..=0.7)?;
    let ball = Posed::new(still.shape(), &still.motion().pose(0.7))?;
    let Outcome::Separated(free) = asked.outcome else {
        panic!("{asked:?}");
    };
    let apart: f64 = placed.proximity(&ball).signed_distance();
    assert!((free.clearance - apart).abs() < 1e-12);
    assert_refused(&moving.placed(f64::NAN), "NotFinite");
    Ok(())
}

/// Points that rise were said to touch at the start, with a tolerance of what rounding hides in the end. So was a body
/// whose path leads to infinity.
#[test]
fn what_rounding_hides_in_the_end_is_not_hidden_at_the_start() -> Result {
    let level = HalfSpace::new(vector![0.0f32, 1.0], vector![0.0, 0.0])?;
    for end in [1.0, 100.0] {
        let up = MovingPoints::new(vec![vector![0.0f32, 0.01]], vec![vector![0.0, 50.0]], 0.0)?;
        assert!(!Query::new().touches_on(&level, &up, 0.0..=end)?);
    }
    let level = HalfSpace::new(Vector2::y(), Vector2::zeros())?;
    for far in [f64::INFINITY, 1e200, 1e130] {
        let path = FromFn::new(
            move |t: f64| Isometry2::translation(0.0, if t > 0.5 { far } else { 2.0 }),
            |_: &Vector2<f64>, _, _| bounds(Some(0.0), None),
        );
        let ball = Moving::new(ball(0.5), path);
        let found = Query::new().time_of_impact_on(&level, &ball, 0.0..=1.0);
        assert_refused(&found, "CoordinateNotFinite");
    }
    Ok(())
}

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
        let ask =
            |velocity| past.time_of_impact_on(&floor(), &sliding(height, velocity), 0.0..=10.0);
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
        let stop = Query::new().time_of_impact_on(&floor(), &sliding(height, 3.0), 0.0..=10.0)?;
        assert!((overlap(stop).depth - depth).abs() < 1e-12f64);
    }
    Ok(())
}

#[test]
fn a_contact_at_the_start_counts_as_touching_whatever_the_policy() -> Result {
    for policy in [InitialContact::Stop, InitialContact::IgnoreSeparating] {
        let query = Query::new().initial_contact(policy);
        assert!(query.touches_on(&floor(), &sliding(0.4, 3.0), 0.0..=1.0)?);
        assert!(!query.touches_on(&floor(), &sliding(0.6, 3.0), 0.0..=1.0)?);
        // it may be as deep as this, but not deeper
        let allowing = query.target_distance(-0.2);
        assert!(!allowing.touches_on(&floor(), &sliding(0.4, 3.0), 0.0..=1.0)?);
        assert!(allowing.touches_on(&floor(), &sliding(0.4, -3.0), 0.0..=1.0)?);
        let allowing = query.target_distance(-0.05);
        assert!(allowing.touches_on(&floor(), &sliding(0.4, 3.0), 0.0..=1.0)?);
    }
    Ok(())
}

#[test]
fn a_certificate_with_another_vector_is_refused() -> Result {
    let free = sliding(2.0, 0.0);
    let (_, mut certificate) = Query::new().certify_on(&floor(), &free, 0.0..=1.0)?;
    floor().verify(&certificate, &free, 0.0, 0.0..=1.0)?;
    // this vector separates the body from the point that stands for the half-space
    certificate.intervals[0].direction = vector![0.6, 0.8, 0.0];
    let verified = floor().verify(&certificate, &free, 0.0, 0.0..=1.0);
    assert_eq!(verified, Err(CertificateError::NotTheNormal { index: 0 }));
    Ok(())
}

#[test]
fn bad_numbers_are_refused() {
    let zero = Vector3::<f64>::zeros();
    assert_eq!(HalfSpace::new(zero, zero), Err(ShapeError::ZeroNormal));
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let bad = vector![0.0, bad, 0.0];
        for refused in [HalfSpace::new(bad, zero), HalfSpace::new(Vector3::y(), bad)] {
            assert_refused(&refused, "NotFinite");
        }
    }
    let tiny = HalfSpace::new(vector![0.0, 1e-300, 0.0], zero).expect("it has a direction");
    assert_eq!(*tiny.normal(), Vector3::y());
    let falling = sliding(2.0, -1.0);
    let ask = |query: Query<f64>| query.time_of_impact_on(&floor(), &falling, 0.0..=3.0);
    assert_refused(&ask(Query::new().tolerance(1e-18)), "ToleranceTooSmall");
    let spent = ask(Query::new().budget(1));
    let Err(QueryError::Undecided { clear_until, .. }) = spent else {
        panic!("one evaluation is not enough");
    };
    assert!(clear_until < 1.5, "{clear_until}");
}

#[test]
fn motions_without_bounds_or_axes_are_told() -> Result {
    let pose = |time: f64| Isometry2::new(vector![0.0, 2.0 - time], PI * time);
    let of_speed = |speed: Option<f64>| {
        let bounds =
            move |_: &Vector2<f64>, _, reach| bounds(None, speed.map(|speed| speed + PI * reach));
        Moving::new(ball(0.5), FromFn::new(pose, bounds))
    };
    let line = HalfSpace::new(Vector2::y(), Vector2::zeros())?;
    let unknown = Query::new().time_of_impact_on(&line, &of_speed(None), 0.0..=3.0);
    let words = "Undecided { clear_until: 0.0, reason: NoBounds { end: 3.0 } }";
    assert_refused(&unknown, words);
    let body = of_speed(Some(1.0));
    let solution = Query::new().time_of_impact_on(&line, &body, 0.0..=3.0)?;
    let impact = impact(solution);
    assert!((impact.time - 1.5).abs() < 1e-6f64);
    // one that could turn, and does not, is asked as if it were at rest
    let still = MovingHalfSpace::new(line, at(0.0, 0.0));
    let asked = Query::new().time_of_impact_on(&still, &body, 0.0..=3.0)?;
    assert_eq!(asked.outcome, solution.outcome);
    let turning = MovingHalfSpace::new(line, turning([0.0, 0.0], 0.02));
    let asked = Query::new().time_of_impact_on(&turning, &body, 0.0..=3.0);
    assert_refused(&asked, "NoFixedAxis");
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

#[test]
fn manifolds_in_the_plane_and_of_round_bodies() {
    let floor = HalfSpace::new(vector![0.0, 1.0], vector![1e3, 2.0]).unwrap();
    let mut manifold = Manifold::new();
    let mut count = |body: &dyn SupportMap<f64, 2>| {
        let contact = *floor.proximity(&body).contact();
        let points = manifold.update_on(&floor, &body, &contact).unwrap();
        for point in points {
            assert!((point.witness_a.y - 2.0).abs() < 1e-9);
            assert_eq!(point.id.feature_a, Feature::Face(0));
        }
        points.len()
    };
    let at = |y: f64| Isometry2::translation(-5.0, y);
    assert_eq!(count(&Posed::new(cuboid([1.0, 0.5]), &at(2.5)).unwrap()), 2);
    assert_eq!(count(&Posed::new(ball(0.5), &at(2.4)).unwrap()), 1);
    let lying = Capsule::between(vector![3.0, 2.5], vector![4.0, 2.5], 0.5);
    assert_eq!(count(&lying.unwrap()), 2);
    let standing = Segment::new([vector![3.0, 1.9], vector![3.0, 4.0]]);
    assert_eq!(count(&standing.unwrap()), 1);
}

/// The manifold at an impact far from the origin, and the same one in the body's own place.
#[test]
fn a_block_lands_on_its_face() {
    let floor = HalfSpace::new(vector![0.0, 1.0, 0.0], vector![1e6, 0.0, 0.0]).unwrap();
    let fall = flight3([1e6, 3.0, 0.0], [0.0, -1.0, 0.0]);
    let block = moving(cuboid([0.5; 3]), fall);
    let solution = Query::new().time_of_impact_on(&floor, &block, 0.0..=9.0);
    let impact = impact(solution.unwrap());
    let mut manifold = Manifold::new();
    let points = manifold.update_on_at(&floor, &block, impact.time, &impact.contact);
    let points = points.unwrap();
    assert_eq!(points.len(), 4);
    for point in points {
        assert_eq!(f64::abs(point.witness_b.x - 1e6), 0.5);
        assert!(f64::abs(point.witness_b.y) < 1e-6);
        assert!((0.0..1e-6).contains(&point.separation));
    }
}

#[test]
fn the_gate_lets_bodies_go_no_deeper_than_to_their_middle() {
    let floor = HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0]).unwrap();
    let falls = |speed: f64| moving(ball(0.25), gliding([0.0, 0.25], [0.0, -speed]));
    let gate = |speed, slop| cannot_sink_into(&floor, &falls(speed), span(0.0, 1.0), slop);
    for (speed, slop, is_slow) in [
        (0.24, 0.0, true),
        (0.26, 0.0, false),
        (0.2, 0.04, true),
        (0.2, 0.06, false),
    ] {
        assert_eq!(gate(speed, slop), Ok(is_slow), "{speed} {slop}");
    }
    assert_refused(&gate(0.1, -1.0), "InvalidLength");
}
