//! Compares how long broad phases take to find the overlapping pairs among many boxes, and how many boxes they compare.

mod contender;
mod draw;

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use contender::Found;
use nalgebra::SVector;
use peers::table::median;
use photofinish::Real;
use photofinish::swept::SweptBox;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Finds the overlapping pairs among boxes of very different sizes, at the same density for any number of them.
#[derive(Parser)]
struct Arguments {
    /// How many boxes.
    #[arg(long, value_delimiter = ',', default_value = "100,1000,10000,100000")]
    counts: Vec<usize>,
    /// How many times as large as the smallest boxes the largest are.
    #[arg(long, default_value_t = 100.0)]
    sizes: f64,
    /// How often each contender is asked.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Where the picture goes.
    #[arg(long, default_value = "target/broad_phase.svg")]
    svg: PathBuf,
}

/// The measurements of one contender.
pub struct Line {
    pub name: &'static str,
    /// For each number of boxes: that number, the time in seconds, and how many pairs of boxes were compared.
    pub points: Vec<(usize, f64, Option<u64>)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut lines: Vec<Line> = Vec::new();
    for &count in &arguments.counts {
        let boxes = boxes::<3>(count, arguments.sizes);
        let single: Vec<_> = boxes.iter().map(single).collect();
        let flat = self::boxes::<2>(count, arguments.sizes);
        let contenders: [(&str, &dyn Fn() -> Found); 6] = [
            ("photofinish", &|| contender::photofinish(&boxes)),
            ("photofinish f32", &|| contender::photofinish(&single)),
            ("photofinish, in the plane", &|| {
                contender::photofinish(&flat)
            }),
            ("sweep and prune", &|| contender::sweep_and_prune(&boxes)),
            ("rstar", &|| contender::rstar(&boxes)),
            ("parry f32", &|| contender::parry(&boxes)),
        ];
        measure(&mut lines, count, &contenders, arguments.rounds);
    }
    draw::draw(&arguments.svg, &lines)?;
    println!("\nThe picture is in {}.", arguments.svg.display());
    Ok(())
}

fn measure(
    lines: &mut Vec<Line>,
    count: usize,
    contenders: &[(&'static str, &dyn Fn() -> Found)],
    rounds: usize,
) {
    let mut times = vec![Vec::new(); contenders.len()];
    let mut found: Vec<_> = contenders.iter().map(|_| None).collect();
    for _ in 0..rounds {
        for (which, (_, find)) in contenders.iter().enumerate() {
            let start = Instant::now();
            let pairs = find();
            times[which].push(start.elapsed().as_secs_f64());
            found[which] = Some(pairs);
        }
    }
    let all = |which: usize| found[which].as_ref().expect("it was asked");
    assert_eq!(all(0).pairs, all(3).pairs);
    assert_eq!(all(0).pairs, all(4).pairs);
    println!("{count} boxes, {} pairs", all(0).pairs.len());
    for (which, (name, _)) in contenders.iter().enumerate() {
        let (time, tests) = (median(&times[which]), all(which).tests);
        let tests_text = tests.map_or("-".to_owned(), |tests| tests.to_string());
        println!(
            "  {name:26} {:10.3} ms {:8.0} ns a box, {tests_text:>12} tests, {} pairs",
            time * 1e3,
            time * 1e9 / count as f64,
            all(which).pairs.len()
        );
        if lines.len() <= which {
            lines.push(Line {
                name,
                points: Vec::new(),
            });
        }
        lines[which].points.push((count, time, tests));
    }
}

/// Returns boxes in a cube, or a square, whose sizes are spread evenly on a logarithmic scale. Together they would fill
/// a fifth of it.
fn boxes<const D: usize>(count: usize, sizes: f64) -> Vec<SweptBox<f64, D>> {
    let mut rng = StdRng::seed_from_u64(count as u64);
    let halves: Vec<_> = (0..count)
        .map(|_| {
            let size = sizes.powf(rng.random_range(0.0..1.0));
            SVector::<f64, D>::from_fn(|_, _| size * rng.random_range(0.25..0.5))
        })
        .collect();
    let volume: f64 = halves.iter().map(|half| (half * 2.0).product()).sum();
    let side = (volume * 5.0).powf(1.0 / D as f64);
    let place = |half: SVector<f64, D>| {
        let middle = SVector::<f64, D>::from_fn(|_, _| rng.random_range(0.0..side));
        SweptBox {
            min: middle - half,
            max: middle + half,
        }
    };
    halves.into_iter().map(place).collect()
}

fn single(swept: &SweptBox<f64, 3>) -> SweptBox<f32, 3> {
    SweptBox {
        min: swept.min.map(f32::of),
        max: swept.max.map(f32::of),
    }
}
