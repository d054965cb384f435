//! Measures the cost of the distance of two polytopes against their number of vertices, as in the experiments of [3],
//! section 4.4.
//!
//! `cargo run --release -p photofinish-examples --example tracking`
//!
//! The polytopes have their vertices on unit spheres that are 35 apart. At every step one of them moves by 1 and turns
//! by 10 degrees. For each size the table has the number of support points of both bodies, and the nanoseconds, that a
//! distance takes:
//!
//! - *scan, scratch* compares all vertices for every support point, and remembers nothing of the step before. This is
//!   the original algorithm of tables 2 and 3 in [3].
//! - *hull, scratch* has a [`ConvexHull`], which knows for each cell of directions the vertices that may be farthest.
//! - *hull, tracked* also keeps a [`Tracker`]: "the enhanced version" of table 3.
//!
//! The last column confirms [3]: with adjacency and tracking the cost hardly depends on the number of vertices. The
//! crate docs name [3].

use std::cell::Cell;
use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::Instant;

use clap::Parser;
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use photofinish::shape::{ConvexHull, PointSet};
use photofinish::support::{Feature, Posed, Vertex};
use photofinish::{SupportMap, Tracker};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The numbers of vertices: those of [3], and larger ones.
const SIZES: [[usize; 2]; 12] = [
    [8, 8],
    [10, 20],
    [20, 30],
    [30, 40],
    [40, 50],
    [50, 60],
    [100, 120],
    [150, 180],
    [200, 240],
    [250, 300],
    [1000, 1000],
    [3000, 3000],
];

/// The number of timings, of which the median counts.
const REPEATS: usize = 9;

#[derive(Parser)]
#[command(about = "Support evaluations and time of a distance, against the number of vertices")]
struct Args {
    /// The number of pairs of polytopes of each size.
    #[arg(long, default_value_t = 20)]
    pairs: u64,
    /// The number of steps of each path.
    #[arg(long, default_value_t = 100)]
    steps: usize,
    /// The seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A body whose support points are counted.
struct Counted<'a, S> {
    body: S,
    count: &'a Cell<u64>,
}

impl<S: SupportMap<f64, 3>> SupportMap<f64, 3> for Counted<'_, S> {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        self.body.support_point(direction)
    }

    fn core_support_vertex(&self, direction: &Vector3<f64>, near: Option<u32>) -> Vertex<f64, 3> {
        self.count.set(self.count.get() + 1);
        self.body.core_support_vertex(direction, near)
    }

    fn core_vertex(&self, index: u32) -> Option<Vector3<f64>> {
        self.body.core_vertex(index)
    }

    fn core_feature(&self, vertices: &[u32], direction: &Vector3<f64>) -> Feature {
        self.body.core_feature(vertices, direction)
    }

    fn location(&self) -> Vector3<f64> {
        self.body.location()
    }

    fn interior_point(&self) -> Vector3<f64> {
        self.body.interior_point()
    }

    fn rounding(&self) -> Vector3<f64> {
        self.body.rounding()
    }
}

/// Two polytopes, and the poses that they take one after the other.
struct Path {
    points: [PointSet<f64, 3>; 2],
    hulls: [ConvexHull<f64, 3>; 2],
    poses: Vec<[Isometry3<f64>; 2]>,
}

impl Path {
    fn new(random: &mut StdRng, sizes: [usize; 2], steps: usize) -> Self {
        let points = sizes.map(|size| (0..size).map(|_| direction(random)).collect::<Vec<_>>());
        let still = Isometry3::from_parts(Vector3::zeros().into(), turn(random, TAU));
        let mut moving =
            Isometry3::from_parts((direction(random) * 35.0).into(), turn(random, TAU));
        let mut step = |_| {
            moving.translation.vector += direction(random);
            moving.rotation = turn(random, 10f64.to_radians()) * moving.rotation;
            [still, moving]
        };
        let poses = (0..steps).map(&mut step).collect();
        Self {
            hulls: [0, 1].map(|i| ConvexHull::new(&points[i]).expect("finite points")),
            points: points.map(|points| PointSet::new(points).expect("finite points")),
            poses,
        }
    }

    fn costs(&self) -> [Cost; 3] {
        [
            cost(&self.points, &self.poses, false),
            cost(&self.hulls, &self.poses, false),
            cost(&self.hulls, &self.poses, true),
        ]
    }
}

/// The mean cost of a distance.
#[derive(Clone, Copy, Default)]
struct Cost {
    support_points: f64,
    nanoseconds: f64,
}

fn cost<S>(bodies: &[S; 2], poses: &[[Isometry3<f64>; 2]], tracked: bool) -> Cost
where
    S: SupportMap<f64, 3>,
{
    let placed: Vec<_> = poses
        .iter()
        .map(|pair| [0, 1].map(|i| Posed::new(&bodies[i], &pair[i]).expect("a pose")))
        .collect();
    let count = Cell::new(0);
    let counted: Vec<_> = placed
        .iter()
        .map(|pair| {
            pair.map(|body| Counted {
                body,
                count: &count,
            })
        })
        .collect();
    follow(&counted, tracked);
    let mut times: Vec<_> = (0..REPEATS)
        .map(|_| {
            let start = Instant::now();
            follow(black_box(&placed), tracked);
            start.elapsed().as_nanos() as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    Cost {
        support_points: count.get() as f64 / poses.len() as f64,
        nanoseconds: times[REPEATS / 2] / poses.len() as f64,
    }
}

/// Computes the distances of all pairs, one after the other.
fn follow<P: SupportMap<f64, 3>>(placed: &[[P; 2]], tracked: bool) {
    let mut tracker = Tracker::new();
    for [a, b] in placed {
        if !tracked {
            tracker = Tracker::new();
        }
        black_box(tracker.distance(a, b));
    }
}

/// Returns a random unit vector.
fn direction(random: &mut StdRng) -> Vector3<f64> {
    loop {
        let v = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.1..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

/// Returns a rotation by this angle about a random axis.
fn turn(random: &mut StdRng, angle: f64) -> UnitQuaternion<f64> {
    UnitQuaternion::from_scaled_axis(direction(random) * angle)
}

fn main() {
    let args = Args::parse();
    println!(
        "support points and nanoseconds per distance, means over {} pairs with {} distances each",
        args.pairs, args.steps
    );
    println!(
        "{:>11} | {:^17} | {:^17} | {:^17}",
        "vertices", "scan, scratch", "hull, scratch", "hull, tracked"
    );
    for sizes in SIZES {
        let mut random = StdRng::seed_from_u64(args.seed);
        let mut total = [Cost::default(); 3];
        for _ in 0..args.pairs {
            let costs = Path::new(&mut random, sizes, args.steps).costs();
            for (total, cost) in total.iter_mut().zip(costs) {
                total.support_points += cost.support_points / args.pairs as f64;
                total.nanoseconds += cost.nanoseconds / args.pairs as f64;
            }
        }
        print!("{:>11}", format!("{}/{}", sizes[0], sizes[1]));
        for cost in total {
            print!(
                " | {:>6.2} {:>7.0} ns",
                cost.support_points, cost.nanoseconds
            );
        }
        println!();
    }
}
