//! Tries first in a separate process whether a hull can be built. For some points Box3D's hull builder crashes or never
//! returns, and the process that calls it cannot recover from that.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio, exit};
use std::thread::sleep;
use std::time::{Duration, Instant};

use boxddd_sys::ffi::{b3CreateHull, b3SetLogFcn, b3Vec3};

use crate::contender::Answer;

/// The argument that makes the program call [`make`] and nothing else.
pub const ARGUMENT: &str = "--make-hull";

const LIMIT: Duration = Duration::from_secs(2);
/// The exit status of the process if the library refuses to build the hull.
const REFUSED: i32 = 9;

/// Checks that a hull of the points can be built safely.
pub fn try_out(points: &[b3Vec3]) -> Result<(), Answer> {
    let mut child = start(points).expect("the program can start itself");
    let status = wait(&mut child);
    match status {
        Some(status) if status.success() => Ok(()),
        Some(status) if status.code() == Some(REFUSED) => Err(Answer::NotBuilt),
        Some(_) => Err(Answer::Crashed),
        None => Err(Answer::Hung),
    }
}

fn start(points: &[b3Vec3]) -> std::io::Result<Child> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg(ARGUMENT)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let numbers = points.iter().flat_map(|p| [p.x, p.y, p.z]);
    let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
    if let Some(mut input) = child.stdin.take() {
        input.write_all(&bytes)?;
    }
    Ok(child)
}

/// Returns how the process ended, or `None` if it had to be killed.
fn wait(child: &mut Child) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        sleep(Duration::from_micros(200));
    }
    // this fails if the process has just ended by itself
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// Builds a hull of the points from the standard input and ends the process.
pub fn make() -> ! {
    let mut bytes = Vec::new();
    if std::io::stdin().read_to_end(&mut bytes).is_err() {
        exit(REFUSED);
    }
    let number = |chunk: &[u8]| f32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
    let numbers: Vec<f32> = bytes.chunks_exact(4).map(number).collect();
    let point = |p: &[f32]| b3Vec3 {
        x: p[0],
        y: p[1],
        z: p[2],
    };
    let points: Vec<b3Vec3> = numbers.chunks_exact(3).map(point).collect();
    let count = points.len() as i32;
    // SAFETY: the pointer and the count are those of one vector.
    let hull = unsafe {
        b3SetLogFcn(Some(super::silent));
        b3CreateHull(points.as_ptr(), count, count)
    };
    exit(if hull.is_null() { REFUSED } else { 0 })
}
