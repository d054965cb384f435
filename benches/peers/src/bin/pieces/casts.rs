//! Rays and shapes that go straight ahead, at a field of hills.

use nalgebra::{Isometry3, Vector3, vector};
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::{Ray as TheirRay, RayCast as _, ShapeCastOptions, cast_shapes};
use parry3d_f64::shape::{Ball as TheirBall, Cuboid as TheirCuboid, Shape, TriMesh as TheirMesh};
use photofinish::Query;
use photofinish::cast::Ray;
use photofinish::motion::AtRest;
use photofinish::pieces::{MovingPieces, Pieces, TriMesh};
use photofinish::shape::{AnyShape, Ball, Cuboid};
use photofinish::support::Posed;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::Times;
use crate::bodies::vector;
use crate::field::hills;

/// How far casts go.
const FAR: f64 = 200.0;

/// A hit that is later than the other one's by more than this is no rounding.
const LATE: f64 = 1e-5;

/// What casts of one kind found.
#[derive(Default)]
struct Tally {
    ours: Times,
    theirs: Times,
    hits: u32,
    /// Hits of the other one alone, and hits that are later than the other one's.
    our_misses: u32,
    their_misses: u32,
}

impl Tally {
    fn add(&mut self, ours: Option<f64>, theirs: Option<f64>) {
        self.hits += u32::from(ours.is_some());
        let far = |hit: Option<f64>| hit.unwrap_or(f64::INFINITY);
        self.our_misses += u32::from(far(ours) > far(theirs) + LATE);
        self.their_misses += u32::from(far(theirs) > far(ours) + LATE);
    }

    fn print(&mut self, name: &str, cases: usize) {
        let ratio = self.ours.median_ratio(&self.theirs);
        println!(
            "{name} | {} | {} | {ratio:.2} | {} of {cases} | {} | {}",
            self.ours.summary(),
            self.theirs.summary(),
            self.hits,
            self.our_misses,
            self.their_misses
        );
    }
}

/// Where a cast starts and where it leads: down on the field, along it, and from far away towards it.
fn line(random: &mut StdRng, kind: usize) -> (Vector3<f64>, Vector3<f64>) {
    let mut any = |from: f64, to: f64| random.random_range(from..to);
    let start = vector![any(5.0, 95.0), any(5.0, 12.0), any(5.0, 95.0)];
    let (x, z) = (any(-1.0, 1.0), any(-1.0, 1.0));
    match kind {
        0 => (start, vector![x, any(-3.0, -1.0), z]),
        1 => (start, vector![x, any(-0.15, 0.05), z]),
        _ => {
            let from = vector![x * 60.0 + 50.0, 60.0, z * 60.0 + 50.0];
            (from, start - vector![0.0, 8.0, 0.0] - from)
        }
    }
}

pub fn compare(cells: usize, cases: usize) {
    let mesh = hills(cells);
    let points: Vec<Vector> = mesh.points().iter().map(vector).collect();
    let theirs = TheirMesh::new(points, mesh.triangles().to_vec()).expect("a mesh");
    println!(
        "casts at a field of {} triangles; microseconds as median / mean",
        mesh.tree().pieces()
    );
    println!(
        "cast | photofinish | parry | median of ratios | hits | photofinish later or missed | parry later or missed"
    );
    for (kind, name) in ["down", "along", "from afar"].into_iter().enumerate() {
        rays((&mesh, &theirs), &format!("ray {name}"), kind, cases);
    }
    let cube = (
        Cuboid::new(Vector3::repeat(0.5)).expect("a size").into(),
        TheirCuboid::new(Vector::splat(0.5)),
    );
    let ball = (Ball::new(0.5).expect("a size").into(), TheirBall::new(0.5));
    for (kind, name) in ["down", "along"].into_iter().enumerate() {
        shapes(
            (&mesh, &theirs),
            (&cube.0, &cube.1),
            (&format!("cube {name}"), kind),
            cases,
        );
        shapes(
            (&mesh, &theirs),
            (&ball.0, &ball.1),
            (&format!("ball {name}"), kind),
            cases,
        );
    }
}

fn rays((mesh, theirs): (&TriMesh<f64>, &TheirMesh), name: &str, kind: usize, cases: usize) {
    let field = MovingPieces::new(mesh, AtRest::new(Isometry3::identity()).expect("a pose"));
    let mut random = StdRng::seed_from_u64(4);
    let mut tally = Tally::default();
    for case in 0..cases {
        let (start, along) = line(&mut random, kind);
        let ray = Ray::new(start, along).expect("a direction");
        let their_ray = TheirRay::new(vector(&start), vector(ray.direction()));
        let (mut ours, mut hit) = (None, None);
        // they take turns to begin
        for turn in [case, case + 1] {
            if turn % 2 == 0 {
                let found = tally
                    .ours
                    .of(|| Query::new().cast_ray_at_pieces(&ray, &field, 0.0, FAR));
                ours = found
                    .expect("a valid cast")
                    .cast
                    .hit()
                    .map(|hit| hit.distance);
            } else {
                hit = tally
                    .theirs
                    .of(|| theirs.cast_local_ray_and_get_normal(&their_ray, FAR, true));
            }
        }
        tally.add(ours, hit.map(|hit| hit.time_of_impact));
    }
    tally.print(name, cases);
}

fn shapes(
    (mesh, theirs): (&TriMesh<f64>, &TheirMesh),
    (shape, their_shape): (&AnyShape<f64, 3>, &dyn Shape),
    (name, kind): (&str, usize),
    cases: usize,
) {
    let field = MovingPieces::new(mesh, AtRest::new(Isometry3::identity()).expect("a pose"));
    let mut random = StdRng::seed_from_u64(6);
    let mut tally = Tally::default();
    for case in 0..cases {
        let (start, along) = line(&mut random, kind);
        let along = along.normalize();
        let pose = Isometry3::translation(start.x, start.y, start.z);
        let body = Posed::new(shape, &pose).expect("a place");
        let (mut ours, mut hit) = (None, None);
        for turn in [case, case + 1] {
            if turn % 2 == 0 {
                let found = tally
                    .ours
                    .of(|| Query::new().cast_shape_at_pieces(&body, along, &field, 0.0, FAR));
                ours = found
                    .expect("a valid cast")
                    .cast
                    .hit()
                    .map(|hit| hit.distance);
            } else {
                let from = Pose::from_translation(vector(&start));
                let options = ShapeCastOptions::with_max_time_of_impact(FAR);
                let (way, none) = (vector(&along), Vector::ZERO);
                let rest = Pose::IDENTITY;
                hit = tally
                    .theirs
                    .of(|| cast_shapes(&from, way, their_shape, &rest, none, theirs, options))
                    .expect("a supported pair");
            }
        }
        tally.add(ours, hit.map(|hit| hit.time_of_impact));
    }
    tally.print(name, cases);
}
