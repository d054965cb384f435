//! One-sided surfaces in a pass: bodies that come through a wall from behind and stop there.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::body::AnyForm;
use photofinish::engine::{Body3, Pass, Response, Then};
use photofinish::pieces::{AnyPieces, TriMesh};
use photofinish::shape::{AnyShape, Capsule};

const ALLOWED: f64 = 0.005;
const STEP: f64 = 1.0 / 60.0;

/// A flat ground, and a wall at x = 0 that looks towards -x. Both have the points at its foot in common.
fn wall_on_ground() -> AnyPieces<f64, 3> {
    let points = [-9.0, 0.0, 9.0]
        .into_iter()
        .flat_map(|x| [-9.0, 9.0].map(|z| vector![x, 0.0, z]))
        .chain([-9.0, 9.0].map(|z| vector![0.0, 4.0, z]));
    let ground = [[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4]];
    let triangles = ground.into_iter().chain([[2, 3, 7], [2, 7, 6]]);
    let mesh = TriMesh::new(points.collect(), triangles.collect()).expect("six triangles");
    mesh.one_sided().into()
}

/// Somebody who is half way in a wall does not sink into the ground on which the wall stands, as deep as he may be in
/// the wall.
#[test]
fn one_who_stops_half_way_in_a_wall_stays_on_the_ground() {
    let level = wall_on_ground();
    let capsule: AnyShape<f64, 3> = Capsule::new(0.5, 0.4).expect("a capsule").into();
    for place in [0.313_f64, 0.1137, -0.113, -0.3] {
        let mut pose = Isometry3::translation(2.0, 1.1, 0.3);
        let (mut fall, mut lowest) = (0.0_f64, f64::MAX);
        for _ in 0..200 {
            fall -= 9.81 * STEP;
            let walk = (place - pose.translation.x).max(-3.0 * STEP);
            let mut end = pose;
            end.translation.vector += vector![walk, fall * STEP, 0.0];
            let mut bodies = [
                Body3::fixed_of(AnyForm::Pieces(&level), Isometry3::identity()),
                Body3::of(AnyForm::Shape(&capsule), pose, end),
            ];
            let pass = Pass::new().allowed_overlap(ALLOWED);
            let report = pass.run(&mut bodies, [[0, 1]], |event| {
                let normal = event.kind.contact().expect("a place").normal;
                assert!(normal.y > 0.999, "the wall is in the way: {normal}");
                fall = 0.0;
                let mut end = event.poses[1];
                end.translation.vector += Vector3::x() * walk * (1.0 - event.time);
                Response {
                    a: Then::Stop,
                    b: Then::MoveTo(end),
                }
            });
            assert!(report.is_ok(), "{report:?}");
            pose = *bodies[1].pose();
            lowest = lowest.min(pose.translation.y);
        }
        // the deepest is a sixteenth more than is allowed
        assert!(lowest > 0.9 - ALLOWED * 1.07, "at {place}: {lowest}");
        assert!((pose.translation.x - place).abs() < 1e-9);
        assert!(pose.translation.y < 0.9, "at {place}: {pose}");
    }
}
