//! Measures how the cost of a scene grows with the number of its bodies, and what a second thread gains.

mod crowd;
mod draw;

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use cpu_time::ProcessTime;
use crowd::Crowd;
use peers::table::median;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Sends all bodies of a scene on their ways, and asks when each pair of them meets first.
#[derive(Parser)]
struct Arguments {
    /// How many bodies.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "100,300,1000,3000,10000,30000,100000"
    )]
    counts: Vec<usize>,
    /// How many frames each kind of call makes, in turn.
    #[arg(long, default_value_t = 9)]
    frames: usize,
    /// Where the picture goes.
    #[arg(long, default_value = "target/scene.svg")]
    svg: PathBuf,
}

/// What a frame took.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// On the clock on the wall, in seconds.
    wall: f64,
    /// Of all processors, in seconds.
    busy: f64,
}

/// What frames of so many bodies take.
pub struct Point {
    pub count: usize,
    /// Seconds of all processors without rayon, and with one and two threads of it. A busy machine hardly changes them.
    pub times: [f64; 3],
    /// Of boxes, and of pairs of bodies, in a frame.
    pub tests: [f64; 2],
}

/// Keeps all threads of a pool busy for a while. A scheduler may leave threads that sleep between their frames on one
/// processor, and moves them apart only if both have work for some milliseconds.
fn wake(pool: &ThreadPool) {
    pool.broadcast(|_| {
        let start = Instant::now();
        while start.elapsed() < AWAKE {
            std::hint::spin_loop();
        }
    });
}

/// How long threads are kept busy before a frame.
const AWAKE: Duration = Duration::from_millis(20);

/// The kinds of calls.
const KINDS: [&str; 3] = ["one by one", "pool of 1", "pool of 2"];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let pools: Result<Vec<ThreadPool>, _> = [1, 2]
        .map(|threads| ThreadPoolBuilder::new().num_threads(threads).build())
        .into_iter()
        .collect();
    let pools = pools?;
    let mut points = Vec::new();
    println!(
        "  bodies  box tests  questions  meetings   one by one  pool of 1  pool of 2  ratio  busy"
    );
    for &count in &arguments.counts {
        let mut scenes = [(); 3].map(|()| Crowd::new(count));
        let mut costs = [(); 3].map(|()| Vec::new());
        let mut counted = [0.0; 3];
        for frame in 0..=arguments.frames {
            for (kind, crowd) in scenes.iter_mut().enumerate() {
                // what the benchmark itself does is not timed
                crowd.plan();
                pools.iter().for_each(wake);
                let before = crowd.statistics();
                let (wall, busy) = (Instant::now(), ProcessTime::now());
                let meetings = match kind {
                    0 => crowd.meetings(false)?,
                    _ => pools[kind - 1].install(|| crowd.meetings(true))?,
                };
                let cost = Cost {
                    busy: busy.elapsed().as_secs_f64(),
                    wall: wall.elapsed().as_secs_f64(),
                };
                // the first frame makes what later ones keep
                if frame > 0 {
                    costs[kind].push(cost);
                    if kind == 0 {
                        let after = crowd.statistics();
                        counted[0] += (after.box_tests - before.box_tests) as f64;
                        counted[1] +=
                            (after.queries + after.kept - before.queries - before.kept) as f64;
                        counted[2] += meetings as f64;
                    }
                }
            }
        }
        let of_frame = |sum: f64| sum / arguments.frames as f64;
        let spent =
            |kind: usize| median(&costs[kind].iter().map(|cost| cost.busy).collect::<Vec<_>>());
        let ratios: Vec<_> = (0..arguments.frames)
            .map(|frame| costs[1][frame].wall / costs[2][frame].wall)
            .collect();
        let busy: Vec<_> = costs[2].iter().map(|cost| cost.busy / cost.wall).collect();
        let point = Point {
            count,
            times: [0, 1, 2].map(spent),
            tests: [of_frame(counted[0]), of_frame(counted[1])],
        };
        println!(
            "{count:8} {:10.0} {:10.0} {:9.0} {:9.3} ms {:7.3} ms {:7.3} ms {:6.2} {:5.2}",
            point.tests[0],
            point.tests[1],
            of_frame(counted[2]),
            point.times[0] * 1e3,
            point.times[1] * 1e3,
            point.times[2] * 1e3,
            median(&ratios),
            median(&busy)
        );
        points.push(point);
    }
    draw::draw(&arguments.svg, &points)?;
    println!("\nThe picture is in {}.", arguments.svg.display());
    Ok(())
}
