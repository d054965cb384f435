//! Measures a planner's questions about edges in Rust, for `overhead.py`: the folder of the arm, and a file of edges, each of
//! 12 numbers. It prints microseconds of the processor an edge, and the share of clear edges.

use std::path::Path;

use photofinish_robot::Checker;
use photofinish_robot_files as files;

/// Returns the time that this program had a processor, in seconds. Other programs take none of it.
fn processor() -> Result<f64, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: f64 = text.split_whitespace().next().unwrap_or_default().parse()?;
    Ok(1e-9 * nanoseconds)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<_> = std::env::args().collect();
    let arm = Path::new(&arguments[1]);
    let mut robot = files::urdf(arm.join("arm.urdf"), &files::UrdfOptions::new())?;
    files::srdf(arm.join("arm.srdf"), &mut robot)?;
    let scene = files::scene(arm.join("shelf.yaml"), &robot)?;
    let checker = Checker::new(&robot, &scene)?;
    let bytes = std::fs::read(&arguments[2])?;
    let numbers = bytes
        .chunks_exact(8)
        .map(|eight| f64::from_le_bytes(eight.try_into().unwrap_or_default()));
    let numbers: Vec<f64> = numbers.collect();
    let joints: Vec<_> = (1..=6).map(|index| format!("joint_{index}")).collect();
    let mut times = Vec::new();
    let mut clear = 0;
    for _ in 0..7 {
        let begun = processor()?;
        let mut planner = checker.planner(&joints)?;
        clear = 0;
        for edge in numbers.chunks_exact(12) {
            clear += usize::from(planner.edge(&edge[..6], &edge[6..])?.is_clear());
        }
        times.push(processor()? - begun);
    }
    times.sort_by(f64::total_cmp);
    let edges = numbers.len() / 12;
    println!(
        "{} {}",
        1e6 * times[times.len() / 2] / edges as f64,
        clear as f64 / edges as f64
    );
    Ok(())
}
