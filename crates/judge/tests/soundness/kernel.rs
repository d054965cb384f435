//! Answers of the kernel about random pairs, and claims that lies bring out of it.

use nalgebra::{Quaternion, SVector, UnitQuaternion};
use photofinish::motion::Motion as _;
use photofinish_judge::findings::Findings;
use photofinish_judge::in_every_space;
use photofinish_judge::soundness::tale::claims::Kind;
use photofinish_judge::soundness::{families, given, liar, tale};
use photofinish_oracle::advance::Moving;
use photofinish_oracle::motion::{Ballistic, Motion, Orientation};
use photofinish_oracle::shape::{Body, Shape};

use crate::assert_right;

#[test]
fn answers_are_right() {
    assert_right(in_every_space!(families::kernel), 100, 0.002);
}

#[test]
fn answers_about_slices_are_right() {
    assert_right(in_every_space!(families::slices), 100, 0.01);
}

/// Whatever is proposed, no claim is false. Claims of all kinds come out.
#[test]
fn no_lie_becomes_a_claim() {
    let mut lies = Findings::default();
    for (run, seeds) in in_every_space!(liar::run)
        .iter()
        .zip([1500, 500, 1500, 500])
    {
        run(&mut lies, 0..seeds);
    }
    assert!(lies.wrong.is_empty(), "{lies:?}");
    let counts = [Kind::Free, Kind::Touch].map(|kind| lies.of(&kind));
    assert!(counts.iter().all(|count| *count > 150), "{lies:?}");
}

/// No climb towards a false claim gets there. There are climbs on claims of all kinds.
#[test]
fn no_climb_of_lies_leads_to_a_false_claim() {
    let mut tales = Findings::default();
    for run in in_every_space!(tale::climb::run) {
        run(&mut tales, 0..60);
    }
    assert!(tales.wrong.is_empty(), "{tales:?}");
    assert!(
        Kind::ALL.iter().all(|kind| tales.of(kind) >= 3),
        "{tales:?}"
    );
}

/// A motion scales a quaternion anew that is off unit length by more than its rounding. The oracle is given that one:
/// otherwise it would be off by 2e-8 of the distance from the pivot.
#[test]
fn the_oracle_turns_bodies_as_their_motions_do() {
    let numbers = [
        -0.05448267122393629,
        0.21461285650730133,
        0.33113235235214233,
        0.9173529744148254,
    ];
    let ball = Moving {
        body: Body::sharp(Shape::Ball { radius: 1.0 }),
        motion: Motion::Ballistic(Ballistic::<3>::at_rest(
            SVector::zeros(),
            Orientation::Quaternion(numbers),
        )),
    };
    let (body, exact) = given::<f32, UnitQuaternion<f32>, 3>(&ball);
    let kept = body.motion().pose(0.0).rotation.coords.map(f64::from);
    let kept = UnitQuaternion::new_normalize(Quaternion::from(kept));
    let off = exact.motion.pose(0.0).rotation - kept.to_rotation_matrix().into_inner();
    assert!(off.amax() < 1e-15, "{off}");
}
