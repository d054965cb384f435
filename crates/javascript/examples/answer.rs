//! Answers questions natively, one a line, to compare with the answers of WebAssembly.

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lines() {
        let answer = photofinish_javascript::answer(line?.as_bytes()).map_err(io::Error::other)?;
        out.write_all(&answer)?;
        writeln!(out)?;
    }
    out.flush()
}
