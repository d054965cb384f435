//! Answers of the kernel about random pairs, and claims that lies bring out of it. The example `soundness` runs many more.

use nalgebra::{Quaternion, SVector, UnitComplex, UnitQuaternion};
use photofinish::motion::Motion as _;
use photofinish_judge::soundness::tale::claims::Kind;
use photofinish_judge::soundness::{Lies, Tales, Tally, Verdict, given};
use photofinish_oracle::advance::Moving;
use photofinish_oracle::motion::{Ballistic, Motion, Orientation};
use photofinish_oracle::shape::{Body, Shape};

#[test]
fn answers_are_right() {
    let mut tally = Tally::default();
    tally.judge_kernel::<f64, UnitComplex<f64>, 2>(0..100);
    tally.judge_kernel::<f32, UnitComplex<f32>, 2>(0..100);
    tally.judge_kernel::<f64, UnitQuaternion<f64>, 3>(0..100);
    tally.judge_kernel::<f32, UnitQuaternion<f32>, 3>(0..100);
    assert!(tally.unsound().is_empty(), "{:?}\n{tally}", tally.unsound());
    let share = |verdict| f64::from(tally.count(verdict)) / f64::from(tally.total());
    let hits = share(Verdict::RightImpact);
    assert!((0.3..0.8).contains(&hits), "{hits} are hits\n{tally}");
    let open = share(Verdict::Undecided) + share(Verdict::OracleUndecided);
    assert!(open < 0.001, "{:?}", tally.not_right);
}

#[test]
fn answers_about_slices_are_right() {
    let mut tally = Tally::default();
    tally.judge_slices::<f64, UnitComplex<f64>, 2>(0..100);
    tally.judge_slices::<f32, UnitComplex<f32>, 2>(0..100);
    tally.judge_slices::<f64, UnitQuaternion<f64>, 3>(0..100);
    tally.judge_slices::<f32, UnitQuaternion<f32>, 3>(0..100);
    assert!(tally.unsound().is_empty(), "{:?}\n{tally}", tally.unsound());
    let share = |verdict| f64::from(tally.count(verdict)) / f64::from(tally.total());
    let hits = share(Verdict::RightImpact);
    assert!((0.3..0.8).contains(&hits), "{hits} are hits\n{tally}");
    let open = share(Verdict::Undecided) + share(Verdict::OracleUndecided);
    assert!(open < 0.01, "{:?}", tally.not_right);
}

/// Whatever is proposed, no claim is false. Claims of all kinds come out.
#[test]
fn no_lie_becomes_a_claim() {
    let mut lies = Lies::default();
    lies.run::<f64, UnitComplex<f64>, 2>(0..1500);
    lies.run::<f32, UnitComplex<f32>, 2>(0..500);
    lies.run::<f64, UnitQuaternion<f64>, 3>(0..1500);
    lies.run::<f32, UnitQuaternion<f32>, 3>(0..500);
    assert!(lies.wrong.is_empty(), "{lies}");
    let least = ["separated", "impact", "free for a while"].map(|kind| lies.answers[kind]);
    assert!(least.iter().all(|count| *count > 50), "{lies}");
}

/// No climb towards a false claim gets there. There are climbs on claims of all kinds.
#[test]
fn no_climb_of_lies_leads_to_a_false_claim() {
    let mut tales = Tales::default();
    tales.run::<f64, UnitComplex<f64>, 2>(0..60);
    tales.run::<f32, UnitComplex<f32>, 2>(0..60);
    tales.run::<f64, UnitQuaternion<f64>, 3>(0..60);
    tales.run::<f32, UnitQuaternion<f32>, 3>(0..60);
    assert!(tales.wrong.is_empty(), "{tales}");
    let climbs = |kind: &Kind| tales.climbed.get(kind).copied().unwrap_or(0);
    assert!(Kind::ALL.iter().all(|kind| climbs(kind) >= 3), "{tales}");
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
