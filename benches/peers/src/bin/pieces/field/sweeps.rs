//! A cube that is swept from pose to pose over a mesh: what engines ask about fast bodies and their levels.

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use parry3d_f64::math::Vector;
use parry3d_f64::shape::{Cuboid as TheirCuboid, TriMesh as TheirMesh};
use photofinish::Query;
use photofinish::motion::{AtRest, Sweep};
use photofinish::pieces::{Convex, MovingPieces, TriMesh};
use photofinish::shape::Cuboid;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::{box3d, flight, parry};
use crate::{Times, Work};

/// Half the side of the cube.
pub const HALF: f64 = 0.5;

/// The slop that parry's documentation calls typical, which is that of Box3D, and one that is nearly as fine as the
/// tolerance of photofinish.
const SLOPS: [f64; 2] = [0.005, 1e-6];

/// The share of a flight by which a hit may be later: the larger slop, for a cube that comes nearer by a quarter only.
const LATE: f64 = 0.02;

/// The answers of a peer that are wrong.
#[derive(Default)]
struct Wrong {
    missed: u32,
    late: u32,
}

impl Wrong {
    fn judge(&mut self, truth: Option<f64>, theirs: Option<f64>) {
        match (truth, theirs) {
            (Some(_), None) => self.missed += 1,
            (Some(first), Some(found)) => self.late += u32::from(found > first + LATE),
            (None, _) => {}
        }
    }
}

pub fn compare(mesh: &TriMesh<f64>, (theirs, of_box3d): (&TheirMesh, &box3d::Field), cases: usize) {
    println!("the same cube, swept from pose to pose");
    println!(
        "turns | photofinish | its pairs of boxes / queries about pieces | parry sweep, slop {} | {} | Box3D sweep | hits | missed and late of the sweeps",
        SLOPS[0], SLOPS[1]
    );
    let cube = Convex::new(Cuboid::new(Vector3::repeat(HALF)).expect("a size")).expect("a body");
    let their_cube = TheirCuboid::new(Vector::splat(HALF));
    let field = MovingPieces::new(mesh, AtRest::new(Isometry3::identity()).expect("a pose"));
    for turns in [0.0, 0.05, 0.3] {
        let mut random = StdRng::seed_from_u64(3);
        let mut times: [Times; 4] = Default::default();
        let (mut hits, mut work) = (0, Work::default());
        let mut wrong: [Wrong; 3] = Default::default();
        for case in 0..cases {
            let (start, velocity, spin) = flight(&mut random, turns);
            let turned = UnitQuaternion::from_scaled_axis(spin) * start.rotation;
            let end = Isometry3::from_parts((start.translation.vector + velocity).into(), turned);
            let poses = [start, end];
            let motion = Sweep::new((0.0, start), (1.0, end), Vector3::zeros()).expect("two poses");
            let ours = |time: &mut Times| {
                let answer = time.of(|| {
                    let cube = MovingPieces::new(&cube, motion);
                    Query::new().first_contact(&cube, &field, 0.0..=1.0)
                });
                answer.expect("a valid query")
            };
            let sweeps = |times: &mut [Times; 4]| {
                let mut of_parry = |slop: usize| {
                    times[1 + slop]
                        .of(|| parry::first_hit(theirs, &their_cube, &poses, SLOPS[slop]))
                };
                let of_parry = [of_parry(0), of_parry(1)];
                let of_box3d = times[3].of(|| of_box3d.first_hit(&poses)).map(f64::from);
                [of_parry[0], of_parry[1], of_box3d]
            };
            // another one is first in every other case
            let before = (case % 2 == 1).then(|| sweeps(&mut times));
            let answer = ours(&mut times[0]);
            let found = before.unwrap_or_else(|| sweeps(&mut times));
            work.add(&answer.statistics);
            // sweeps leave out what overlaps at the start
            let truth = answer.contact.map(|contact| contact.time);
            hits += u32::from(truth.is_some());
            if truth != Some(0.0) {
                for (wrong, found) in wrong.iter_mut().zip(found) {
                    wrong.judge(truth, found);
                }
            }
        }
        let [ours, loose, fine, box3d] = times.each_mut().map(Times::summary);
        let wrong = wrong.map(|wrong| format!("{} and {}", wrong.missed, wrong.late));
        println!(
            "{turns:5} | {ours} | {} | {loose} | {fine} | {box3d} | {hits} of {cases} | {}",
            work.summary(),
            wrong.join(", ")
        );
    }
}

/// The box around a cube at two poses.
pub fn box_around(poses: &[Isometry3<f64>; 2]) -> (Vector3<f64>, Vector3<f64>) {
    let reach = |pose: &Isometry3<f64>| {
        let turn = pose.rotation.to_rotation_matrix();
        turn.matrix().abs() * Vector3::repeat(HALF)
    };
    let middle = |pose: &Isometry3<f64>| pose.translation.vector;
    let [lower, upper] = [-1.0, 1.0].map(|side| {
        let [start, end] = poses
            .each_ref()
            .map(|pose| middle(pose) + reach(pose) * side);
        if side < 0.0 {
            start.inf(&end)
        } else {
            start.sup(&end)
        }
    });
    (lower, upper)
}
