#!/usr/bin/env python3
"""Measures how the tuning values change the instruction counts.

    benches/instructions/tuning.py                         every number of src/tuning.rs: halved and doubled
    benches/instructions/tuning.py STALLS CAUTION          only these
    benches/instructions/tuning.py ENOUGH_OF_GAP=0.5,0.9   these values instead

For each value, src/tuning.rs is changed in a copy of the workspace, and the queries of this benchmark are counted. The
table shows by how many per cent the counts change: their sum, their mean over the queries, and the count of every query
that changes. A value takes about a minute, because the library is rebuilt. Like the benchmark, this needs valgrind.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONSTANT = re.compile(r"^pub(?:\(crate\))? const (\w+): (f64|u32|usize) = (.+);$", re.MULTILINE)
LINE = re.compile(r"^(.+?) +(\d+) +(?:\d+|none)(?: +[+-][\d.]+ %)? *$", re.MULTILINE)
COPY = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]


def main():
    arguments = parsed()
    constants = {name: (kind, value) for name, kind, value in CONSTANT.findall(source(ROOT).read_text())}
    jobs = [job for wish in arguments.constants or constants for job in values(wish, constants)]
    with tempfile.TemporaryDirectory(prefix="photofinish-tuning-") as folder:
        copy = copied(Path(folder) / "workspace")
        target = Path(arguments.target or Path(folder) / "target").resolve()
        base = counts(copy, target)
        if base is None:
            sys.exit("the benchmark does not run as it is: try `cargo run --profile instructions -p photofinish-instructions`")
        print(f"{'constant':<28}{'value':>12}{'sum':>10}{'mean':>10}  queries", flush=True)
        for name, value in jobs:
            print(f"{name:<28}{value:>12}{changes(base, changed(copy, target, name, value))}", flush=True)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("constants", nargs="*", metavar="NAME[=VALUE,...]")
    parser.add_argument("--target", help="a target folder to keep, so that the next run rebuilds no dependencies")
    return parser.parse_args()


def source(workspace):
    return workspace / "src" / "tuning.rs"


def values(wish, constants):
    """Returns the values to try, as (name, text): those asked for, or half and twice the present one."""
    name, _, wanted = wish.partition("=")
    if name not in constants:
        sys.exit(f"{name}: src/tuning.rs has no such number. It has: {', '.join(constants)}")
    kind, text = constants[name]
    if wanted:
        return [(name, value) for value in wanted.split(",")]
    # each value is a number or a quotient of two numbers, and may contain underscores
    quotient = [float(part.replace("_", "")) for part in text.split("/")]
    value = quotient[0] / quotient[1] if len(quotient) == 2 else quotient[0]
    if kind == "f64":
        return [(name, repr(value * by)) for by in (0.5, 2.0)]
    return [(name, str(number)) for number in sorted({int(value) // 2, int(value) * 2})]


def copied(workspace):
    """Copies all files that git tracks or would add, and returns the folder of the copy."""
    listed = subprocess.run(COPY, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, workspace / name)
    return workspace


def changed(workspace, target, name, value):
    """Returns the counts with another value of one constant."""
    path = source(workspace)
    before = path.read_text()
    pattern = re.compile(rf"^(pub(?:\(crate\))? const {name}: \w+ = ).+;$", re.MULTILINE)
    try:
        path.write_text(pattern.sub(rf"\g<1>{value};", before))
        return counts(workspace, target)
    finally:
        path.write_text(before)


def counts(workspace, target):
    """Returns the instruction counts by query. Returns None if nothing compiles or a query has another answer."""
    command = ["cargo", "run", "--quiet", "--profile", "instructions", "-p", "photofinish-instructions"]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target)}
    done = subprocess.run(command, cwd=workspace, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    found = {name: int(count) for name, count in LINE.findall(done.stdout.decode())}
    # counts may differ from their figures here, but every query must have a count
    expected = sum(1 for line in figures(workspace) if line.strip() and line.lstrip()[0].isdigit())
    return found if len(found) == expected else None


def figures(workspace):
    return (workspace / "benches" / "instructions" / "figures.txt").read_text().splitlines()


def changes(base, found):
    if found is None:
        return "  does not compile, or a query has another answer"
    by = {name: (found[name] / count - 1.0) * 100.0 for name, count in base.items()}
    total = (sum(found.values()) / sum(base.values()) - 1.0) * 100.0
    mean = sum(by.values()) / len(by)
    queries = ", ".join(f"{name} {percent:+.1f}" for name, percent in by.items() if abs(percent) >= 0.05)
    return f"{total:>+8.2f} %{mean:>+8.2f} %  {queries or 'no query'}"


if __name__ == "__main__":
    main()
