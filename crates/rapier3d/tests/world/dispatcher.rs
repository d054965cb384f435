//! Nonlinear casts through parry's interface.

use photofinish_rapier::ProvenCasts;

use crate::dimension::{about_z, cuboid, v};
use crate::rapier::parry::query::{
    DefaultQueryDispatcher, NonlinearRigidMotion, QueryDispatcher, ShapeCastStatus,
};
use crate::rapier::prelude::*;

fn still(at: Vector) -> NonlinearRigidMotion {
    NonlinearRigidMotion::new(
        Pose::from_translation(at),
        Vector::ZERO,
        Vector::ZERO,
        about_z(0.0),
    )
}

#[test]
fn a_bar_that_turns_many_times_meets_the_post_in_its_first_turn() {
    let bar = cuboid(1.0, 0.01, 0.1).shape;
    let post = SharedShape::ball(0.05);
    // eight turns; a quarter of one to the post, less the angle of its radius and of half the bar's width
    let spin = 8.0 * Real::to_radians(360.0);
    let turning =
        NonlinearRigidMotion::new(Pose::IDENTITY, Vector::ZERO, Vector::ZERO, about_z(spin));
    let casts = ProvenCasts.chain(DefaultQueryDispatcher);
    let hit = casts.cast_shapes_nonlinear(
        &turning,
        &*bar,
        &still(v(0.0, 0.5, 0.0)),
        &*post,
        0.0,
        1.0,
        true,
    );
    let hit = hit
        .expect("both shapes are known")
        .expect("the bar meets the post");
    let half_widths: Real = 0.05 + 0.01;
    let expected = (spin / 32.0 - (half_widths / 0.5).asin()) / spin;
    assert!(
        (hit.time_of_impact - expected).abs() < 1e-5,
        "{hit:?} {expected}"
    );
    assert_eq!(hit.status, ShapeCastStatus::Converged);
    // in the frames of both shapes
    assert!(
        hit.normal1.y > 0.99 && (hit.witness1.y - 0.01).abs() < 1e-4,
        "{hit:?}"
    );
    assert!((hit.witness2.length() - 0.05).abs() < 1e-4);
    let missed = casts.cast_shapes_nonlinear(
        &turning,
        &*bar,
        &still(v(0.0, 1.5, 0.0)),
        &*post,
        0.0,
        1.0,
        true,
    );
    assert!(missed.expect("both shapes are known").is_none());
}

#[test]
fn bodies_that_start_in_contact_follow_the_flag() {
    let ball = SharedShape::ball(0.5);
    let leaves = |velocity: Real| {
        NonlinearRigidMotion::new(
            Pose::from_translation(v(0.9, 0.0, 0.0)),
            Vector::ZERO,
            v(velocity, 0.0, 0.0),
            about_z(0.0),
        )
    };
    for (velocity, stop, is_hit) in [(3.0, true, true), (3.0, false, false), (-3.0, false, true)] {
        let hit = ProvenCasts.cast_shapes_nonlinear(
            &still(Vector::ZERO),
            &*ball,
            &leaves(velocity),
            &*ball,
            0.0,
            1.0,
            stop,
        );
        let hit = hit.expect("both shapes are known");
        assert_eq!(hit.is_some(), is_hit, "{velocity} {stop}");
        if let Some(hit) = hit {
            assert!(
                hit.time_of_impact < 1e-3
                    && hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist,
                "{hit:?}"
            );
        }
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
