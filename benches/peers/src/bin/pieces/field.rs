//! A cube that tumbles over a field of hills, and a field that grows ever finer.

mod box3d;
mod parry;
mod sweeps;

use nalgebra::{Isometry3, Vector3, vector};
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::{
    NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear,
};
use parry3d_f64::shape::{Cuboid as TheirCuboid, TriMesh as TheirMesh};
use photofinish::Query;
use photofinish::motion::AtRest;
use photofinish::pieces::{Convex, MovingPieces, Pieces, TriMesh};
use photofinish::shape::Cuboid;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bodies::{motion, pose, vector};
use crate::growth::Grown;
use crate::{Times, Work};

/// How fast the cube falls on the field that grows ever finer.
const FALL: f64 = -14.0;

/// The length of a side of the field.
const SIDE: f64 = 100.0;

/// Hills about 4 high over a square grid with this many cells along a side.
pub fn hills(cells: usize) -> TriMesh<f64> {
    let columns = cells + 1;
    let place = |number: usize| number as f64 / cells as f64 * SIDE;
    let height = |index: usize| {
        let (x, z) = (place(index % columns), place(index / columns));
        (0.3 * x).sin() * 2.0 + (0.23 * z).cos() * 2.0 + (1.7 * x + z).sin() * 0.2
    };
    let heights: Vec<f64> = (0..columns * columns).map(height).collect();
    TriMesh::height_field(&heights, columns, [SIDE / cells as f64; 2]).expect("a grid")
}

pub fn compare(cells: usize, cases: usize, alone: bool) {
    let mesh = hills(cells);
    let points: Vec<Vector> = mesh.points().iter().map(vector).collect();
    let theirs = TheirMesh::new(points, mesh.triangles().to_vec()).expect("a mesh");
    let of_box3d = box3d::Field::new(mesh.points(), mesh.triangles());
    println!(
        "a cube over a field of {} triangles; microseconds as median / mean",
        mesh.tree().pieces()
    );
    println!(
        "turns | photofinish | its pairs of boxes / queries about pieces | parry nonlinear | parry linear | Box3D | hits | missed by nonlinear, linear, Box3D"
    );
    println!("parry's linear cast and Box3D's do not turn the cube");
    let cube = Convex::new(Cuboid::new(Vector3::repeat(0.5)).expect("a size")).expect("a body");
    let their_cube = TheirCuboid::new(Vector::splat(0.5));
    let field = MovingPieces::new(&mesh, AtRest::new(Isometry3::identity()).expect("a pose"));
    for turns in [0.0, 0.05, 0.5] {
        let mut random = StdRng::seed_from_u64(3);
        let mut times: [Times; 4] = Default::default();
        let (mut hits, mut missed, mut work) = (0, [0; 3], Work::default());
        for case in 0..cases {
            let (start, velocity, spin) = flight(&mut random, turns);
            let moving = motion(start, velocity, spin);
            let ours = |time: &mut Times| {
                let answer = time.of(|| {
                    let cube = MovingPieces::new(&cube, moving.0);
                    Query::new().first_contact(&cube, &field, 0.0..=1.0)
                });
                answer.expect("a valid query")
            };
            // another one is first in every other case
            let before = (!alone && case % 2 == 1).then(|| {
                let casts = (&theirs, &their_cube, &of_box3d);
                straight(casts, (&start, &velocity), &mut times)
            });
            let answer = ours(&mut times[0]);
            work.add(&answer.statistics);
            let found = answer.contact;
            hits += u32::from(found.is_some());
            if alone {
                continue;
            }
            let straight = before.unwrap_or_else(|| {
                let casts = (&theirs, &their_cube, &of_box3d);
                straight(casts, (&start, &velocity), &mut times)
            });
            // casts leave out what overlaps at the start
            if turns == 0.0 && found.is_some_and(|found| found.time > 0.0) {
                missed[1] += u32::from(!straight[0]);
                missed[2] += u32::from(!straight[1]);
            }
            // parry's nonlinear cast takes long
            if case % 10 == 0 {
                let rest = NonlinearRigidMotion::constant_position(Pose::IDENTITY);
                let hit = times[1].of(|| {
                    cast_shapes_nonlinear(&moving.1, &their_cube, &rest, &theirs, 0.0, 1.0, true)
                });
                missed[0] += u32::from(found.is_some() && hit.is_ok_and(|hit| hit.is_none()));
            }
        }
        let [ours, nonlinear, linear, box3d] = times.each_mut().map(Times::summary);
        println!(
            "{turns:5} | {ours} | {} | {nonlinear} | {linear} | {box3d} | {hits} of {cases} | {missed:?}",
            work.summary(),
        );
    }
    if !alone {
        sweeps::compare(&mesh, (&theirs, &of_box3d), cases);
    }
}

/// Asks parry's linear cast and Box3D's if the cube meets the field.
fn straight(
    (mesh, cube, of_box3d): (&TheirMesh, &TheirCuboid, &box3d::Field),
    (start, velocity): (&Isometry3<f64>, &Vector3<f64>),
    times: &mut [Times; 4],
) -> [bool; 2] {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let (from, along) = (pose(start), vector(velocity));
    let hit = times[2].of(|| {
        cast_shapes(
            &from,
            along,
            cube,
            &Pose::IDENTITY,
            Vector::ZERO,
            mesh,
            options,
        )
    });
    let of_parry = hit.is_ok_and(|hit| hit.is_some());
    let place = start.translation.vector;
    [of_parry, times[3].of(|| of_box3d.is_hit(&place, velocity))]
}

fn flight(random: &mut StdRng, turns: f64) -> (Isometry3<f64>, Vector3<f64>, Vector3<f64>) {
    let mut any = |from: f64, to: f64| random.random_range(from..to);
    let start = Isometry3::translation(any(5.0, 95.0), any(1.0, 7.0), any(5.0, 95.0));
    let velocity = vector![any(-4.0, 4.0), any(-3.0, 1.0), any(-4.0, 4.0)];
    let spin = crate::bodies::direction(random) * (std::f64::consts::TAU * turns);
    (start, velocity, spin)
}

/// The cost of a fall on a field of this fineness, of one that ends above it, and what its tree costs.
pub fn grow(cells: usize, cases: usize) -> Grown {
    let mut built = Times::default();
    let mesh = built.of(|| hills(cells));
    let field = MovingPieces::new(&mesh, AtRest::new(Isometry3::identity()).expect("a pose"));
    let cube = Convex::new(Cuboid::new(Vector3::repeat(0.5)).expect("a size")).expect("a body");
    let mut random = StdRng::seed_from_u64(5);
    let (mut pass, mut hit) = (Times::default(), Times::default());
    let (mut at_pass, mut at_hit) = (Work::default(), Work::default());
    for _ in 0..cases {
        let (start, velocity, spin) = flight(&mut random, 0.05);
        let above = Isometry3::translation(start.translation.x, 8.0, start.translation.z);
        let fall = motion(above, vector![velocity.x, FALL, velocity.z], spin).0;
        let cube = MovingPieces::new(&cube, fall);
        let answer = hit.of(|| Query::new().first_contact(&cube, &field, 0.0..=1.0));
        let answer = answer.expect("a valid query");
        at_hit.add(&answer.statistics);
        let contact = answer.contact.expect("there is ground everywhere");
        // the same fall, stopped 1.4 higher
        let end = contact.time + 1.4 / FALL;
        let answer = pass.of(|| Query::new().first_contact(&cube, &field, 0.0..=end));
        let answer = answer.expect("a valid query");
        at_pass.add(&answer.statistics);
        assert!(answer.contact.is_none(), "the first contact is later");
    }
    println!(
        "{} triangles: near pass {} us, work {}; hit {} us, work {}; {} bytes per triangle, built in {:.0} ms",
        mesh.tree().pieces(),
        pass.summary(),
        at_pass.summary(),
        hit.summary(),
        at_hit.summary(),
        mesh.tree().bytes() / mesh.tree().pieces(),
        built.0[0] / 1e3
    );
    Grown {
        triangles: mesh.tree().pieces(),
        pass: pass.median(),
        hit: hit.median(),
    }
}
