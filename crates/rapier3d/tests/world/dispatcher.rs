//! Nonlinear casts through parry's interface.

use photofinish_rapier::ProvenCasts;

use crate::dimension::{about_z, cuboid, v};
use crate::rapier::parry::query::{
    DefaultQueryDispatcher, NonlinearRigidMotion, QueryDispatcher, ShapeCastHit, ShapeCastStatus,
};
use crate::rapier::prelude::*;

/// A motion from a place, with a velocity and a turn about z.
fn motion(place: Vector, velocity: Vector, spin: Real) -> NonlinearRigidMotion {
    let pose = Pose::from_translation(place);
    NonlinearRigidMotion::new(pose, Vector::ZERO, velocity, about_z(spin))
}

/// Casts over one second.
fn cast(
    dispatcher: &impl QueryDispatcher,
    (a, shape_a): (&NonlinearRigidMotion, &SharedShape),
    (b, shape_b): (&NonlinearRigidMotion, &SharedShape),
    stop: bool,
) -> Option<ShapeCastHit> {
    let (shape_a, shape_b) = (&**shape_a, &**shape_b);
    let hit = dispatcher.cast_shapes_nonlinear(a, shape_a, b, shape_b, 0.0, 1.0, stop);
    hit.expect("both shapes are known")
}

#[test]
fn a_bar_that_turns_many_times_meets_the_post_in_its_first_turn() {
    let bar = cuboid(1.0, 0.01, 0.1).shape;
    let post = SharedShape::ball(0.05);
    // eight turns; a quarter of one to the post, less the angle of its radius and of half the bar's width
    let spin = 8.0 * Real::to_radians(360.0);
    let turning = motion(Vector::ZERO, Vector::ZERO, spin);
    let casts = ProvenCasts.chain(DefaultQueryDispatcher);
    let meets = |height: Real| {
        let still = motion(v(0.0, height, 0.0), Vector::ZERO, 0.0);
        cast(&casts, (&turning, &bar), (&still, &post), true)
    };
    let hit = meets(0.5).expect("the bar meets the post");
    let half_widths: Real = 0.05 + 0.01;
    let expected = (spin / 32.0 - (half_widths / 0.5).asin()) / spin;
    let off = hit.time_of_impact - expected;
    assert!(off.abs() < 1e-5, "{hit:?} {expected}");
    assert_eq!(hit.status, ShapeCastStatus::Converged);
    // in the frames of both shapes
    let is_so = hit.normal1.y > 0.99 && (hit.witness1.y - 0.01).abs() < 1e-4;
    assert!(is_so, "{hit:?}");
    assert!((hit.witness2.length() - 0.05).abs() < 1e-4);
    assert!(meets(1.5).is_none());
}

#[test]
fn bodies_that_start_in_contact_follow_the_flag() {
    let ball = SharedShape::ball(0.5);
    let still = motion(Vector::ZERO, Vector::ZERO, 0.0);
    for (velocity, stop, is_hit) in [(3.0, true, true), (3.0, false, false), (-3.0, false, true)] {
        let leaves = motion(v(0.9, 0.0, 0.0), v(velocity, 0.0, 0.0), 0.0);
        let hit = cast(&ProvenCasts, (&still, &ball), (&leaves, &ball), stop);
        assert_eq!(hit.is_some(), is_hit, "{velocity} {stop}");
        let penetrating = ShapeCastStatus::PenetratingOrWithinTargetDist;
        let is_so = |hit: &ShapeCastHit| hit.time_of_impact < 1e-3 && hit.status == penetrating;
        assert!(hit.as_ref().is_none_or(is_so), "{hit:?}");
    }
}

#[test]
fn other_questions_go_to_the_dispatcher_behind() {
    let ball = SharedShape::ball(0.5);
    let apart = Pose::from_translation(v(3.0, 0.0, 0.0));
    assert!(ProvenCasts.distance(&apart, &*ball, &*ball).is_err());
    let chained = ProvenCasts
        .chain(DefaultQueryDispatcher)
        .distance(&apart, &*ball, &*ball);
    assert_eq!(chained.expect("parry knows").distance, 2.0);
    // the chain serves rapier's narrow phase
    let _narrow_phase =
        NarrowPhase::with_query_dispatcher(ProvenCasts.chain(DefaultQueryDispatcher));
}
