//! Examines scenes natively, to compare with WebAssembly. Scenes and answers are numbers of 64 bits, with the least byte
//! first, and how many they are stands before. For each scene come what is examined, and the gaps of its focus.

use std::io::{self, BufWriter, Read, Write};

use photofinish_playground::{bytes_of, examine, gaps, numbers_of};

/// Where the focus is among the numbers of a scene. What is examined begins with it.
const FOCUS: usize = 3;

fn main() -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let numbers = numbers_of(&bytes).map_err(io::Error::other)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut rest = &numbers[..];
    while let [count, more @ ..] = rest {
        let (scene, after) = more.split_at(*count as usize);
        let examined = examine(scene).map_err(io::Error::other)?;
        let mut focused = scene.to_vec();
        focused[FOCUS..FOCUS + 2].copy_from_slice(&examined[..2]);
        for answer in [examined, gaps(&focused).map_err(io::Error::other)?] {
            out.write_all(&bytes_of(&[answer.len() as f64]))?;
            out.write_all(&bytes_of(&answer))?;
        }
        rest = after;
    }
    out.flush()
}
