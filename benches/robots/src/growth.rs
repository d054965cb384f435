//! How the cost of an edge grows with the scene: balls as objects, and points of a cloud.

use std::time::Instant;

use anyhow::Result;
use nalgebra::{Isometry3, Vector3};
use photofinish::shape::Ball;
use photofinish_robot::{Checker, Planner, Scene, Verdict};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::data::Data;
use crate::ours;
use crate::table::median;

/// The number of edges, and their length in radians of joint space.
const EDGES: usize = 400;
const LENGTH: f64 = 0.3;
/// Balls are in a cube of this half length, in metres, but not in this distance of the robot's base.
const HALF: f64 = 1.2;
const NEAREST: f64 = 0.35;

/// Prints the time to build a checker and a planner, and the median time of an edge, for more and more balls.
pub fn run(data: &Data) -> Result<()> {
    memory(data)?;
    println!(
        "kind       number  radius mm  build ms  clear  us, median  contact  us, median  open"
    );
    for number in [10, 100, 1_000, 10_000] {
        balls(data, number)?;
    }
    for number in [1_000, 10_000, 100_000] {
        points(data, number)?;
    }
    edits(data)
}

/// Returns random places around the robot.
fn places(number: usize) -> Vec<Vector3<f64>> {
    let mut rng = StdRng::seed_from_u64(number as u64);
    let mut place = || loop {
        let place = Vector3::from_fn(|_, _| rng.random_range(-HALF..HALF));
        if place.xy().norm() > NEAREST {
            return place;
        }
    };
    (0..number).map(|_| place()).collect()
}

/// Returns a scene of balls, each an object. Their radius falls with their number, so that they fill the same part of
/// space.
fn scene(number: usize) -> Result<(Scene, f64)> {
    let radius = 0.1 * (10.0 / number as f64).cbrt();
    let mut scene = Scene::new();
    for (index, place) in places(number).into_iter().enumerate() {
        scene.add(
            format!("ball {index}"),
            Ball::new(radius)?,
            Isometry3::from(place),
        )?;
    }
    Ok((scene, radius))
}

fn balls(data: &Data, number: usize) -> Result<()> {
    let (scene, radius) = scene(number)?;
    measure(data, "balls", (number, radius), &scene)
}

/// Returns a scene of points on the walls of a cell, as a depth camera sees them.
fn walls(number: usize) -> Result<Scene> {
    let mut rng = StdRng::seed_from_u64(1);
    let mut points = Vec::new();
    for index in 0..number {
        let [u, v] = [0, 1].map(|_| rng.random_range(-0.8..0.8));
        points.extend(match index % 3 {
            0 => [0.65, u, v + 0.5],
            1 => [u, 0.65, v + 0.5],
            _ => [u, -0.65, v + 0.5],
        });
    }
    let mut scene = Scene::new();
    scene.add_points("cloud", &points, 0.0025)?;
    Ok(scene)
}

fn points(data: &Data, number: usize) -> Result<()> {
    measure(data, "points", (number, 0.0025), &walls(number)?)
}

/// Prints the memory that a checker of 100,000 points takes: ten of them, as some memory was given back before.
fn memory(data: &Data) -> Result<()> {
    let scene = walls(100_000)?;
    let rules = ours::rules(data, false);
    let before = resident();
    let checkers = [(); 10].map(|()| Checker::with_rules(&data.robot, &scene, &rules));
    let grown = (resident() - before) / checkers.len() as f64;
    println!("a checker of 100000 points takes {grown:.1} MB");
    Ok(())
}

fn measure(data: &Data, kind: &str, (number, radius): (usize, f64), scene: &Scene) -> Result<()> {
    let start = Instant::now();
    let checker = Checker::with_rules(&data.robot, scene, &ours::rules(data, false))?;
    let mut planner = checker.planner(&data.joints)?;
    let build = start.elapsed().as_secs_f64();
    let [clear, contact, open] = times(data, &mut planner)?;
    println!(
        "{kind:<8} {number:>8} {:>10.1} {:>9.2} {:>6} {:>11.1} {:>8} {:>11.1} {:>5}",
        1e3 * radius,
        1e3 * build,
        clear.len(),
        median(clear),
        contact.len(),
        median(contact),
        open.len()
    );
    Ok(())
}

/// Returns the memory of this program in megabytes, as Linux counts it; NaN elsewhere.
fn resident() -> f64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<f64>().ok());
    pages.map_or(f64::NAN, |pages| pages * 4096.0 / 1e6)
}

/// Returns the times in microseconds of edges near plans from postures that are clear: of the clear edges, of those that
/// touch and of those that are undecided.
fn times(data: &Data, planner: &mut Planner<'_>) -> Result<[Vec<f64>; 3]> {
    let mut rng = StdRng::seed_from_u64(2);
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    let plans = data.cases.iter().flat_map(|case| &case.path.positions);
    let starts: Vec<_> = plans.collect();
    let mut asked = 0;
    for _ in 0..100 * EDGES {
        let start = starts[rng.random_range(0..starts.len())];
        if !planner.posture(start)?.is_clear() {
            continue;
        }
        let way: Vec<f64> = start.iter().map(|_| rng.random_range(-1.0..1.0)).collect();
        let scale = LENGTH / way.iter().map(|x| x * x).sum::<f64>().sqrt();
        let end: Vec<_> = start
            .iter()
            .zip(&way)
            .map(|(q, way)| q + scale * way)
            .collect();
        let began = Instant::now();
        let verdict = planner.edge(start, &end)?;
        let kind = match verdict {
            Verdict::Clear => 0,
            Verdict::Contact(_) => 1,
            Verdict::Undecided(_) => 2,
        };
        times[kind].push(1e6 * began.elapsed().as_secs_f64());
        asked += 1;
        if asked == EDGES {
            break;
        }
    }
    Ok(times)
}

/// Prints the time to move a ball among 10,000, and to take one.
fn edits(data: &Data) -> Result<()> {
    let number = 10_000;
    let (scene, _) = scene(number)?;
    let mut checker = Checker::with_rules(&data.robot, &scene, &ours::rules(data, false))?;
    let new = places(1000);
    let start = Instant::now();
    for (index, place) in new.iter().enumerate() {
        checker.move_object(&format!("ball {index}"), Isometry3::from(*place))?;
    }
    let each = 1e6 * start.elapsed().as_secs_f64() / new.len() as f64;
    println!("a ball of {number} is moved in {each:.1} us");
    let hand = data.chain.bodies.last().map(|body| body.link.clone());
    let hand = hand.unwrap_or_default();
    let start = Instant::now();
    checker.attach_object("ball 0", &hand, Isometry3::identity(), &[])?;
    let each = 1e3 * start.elapsed().as_secs_f64();
    println!("a ball of {number} is attached in {each:.1} ms");
    Ok(())
}
