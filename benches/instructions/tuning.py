#!/usr/bin/env python3
"""Measures how the tuning values change the instruction counts.

    benches/instructions/tuning.py                         every number of src/tuning: halved and doubled
    benches/instructions/tuning.py STALLS CAUTION          only these
    benches/instructions/tuning.py ENOUGH_OF_GAP=0.5,0.9   these values instead
    benches/instructions/tuning.py --robots                every number of crates/robot/src/tuning.rs
    benches/instructions/tuning.py --robots SAMPLES CLEAR  these, of the library or of robots

For each value, its file is changed in a copy of the workspace. Then the queries of this benchmark are counted, or with
--robots the checks of paths that ROBOTS lists. The table shows by how many per cent the counts change: their sum, their
mean over the queries, and the count of every query that changes. A value takes about a minute, because the library is
rebuilt. Like the benchmark, this needs valgrind.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Path("src/tuning")
ROBOT = Path("crates/robot/src/tuning.rs")
CONSTANT = r"^pub(?:\(\w+\))? const ({}): (\w+|\[\w+; \d+\]) = ([^;]+);$"
LINE = re.compile(r"^(.+?) +(\d+) +(?:\d+|none)(?: +[+-][\d.]+ %)? *$", re.MULTILINE)
COLLECTED = re.compile(r"Collected : (\d+)")
TALLY = re.compile(r"\d+ paths: (.+) in [\d.]+ s")
CARGO = ["--quiet", "--profile", "instructions"]
COPY = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]

ARM = "examples/six_joint_arm"
VALIDATE = f"photofinish validate --threads 1 --robot {ARM}/arm.urdf --scene {ARM}/shelf.yaml {ARM}/paths.jsonl"
# what is asked, the program that asks it, and the method of the checker that is counted
ROBOTS = [
    ("clear or not", f"{VALIDATE} --accuracy 1", "check"),
    ("clearance to a tenth", VALIDATE, "check"),
    ("clearance to a thousandth", f"{VALIDATE} --accuracy 0.001", "check"),
    ("two centimetres apart", f"{VALIDATE} --target-distance 0.02", "check"),
    ("all contacts", f"{VALIDATE} --all", "contacts"),
    ("redundant arm", "examples/redundant_arm", "certify"),
    ("redundant arm, all contacts", "examples/redundant_arm", "contacts"),
]


def main():
    arguments = parsed()
    library = sorted(file.relative_to(ROOT) for file in (ROOT / LIBRARY).glob("*.rs"))
    constants = {constant[0]: (file, *constant[1:]) for file in (*library, ROBOT) for constant in read(file)}
    files = [ROBOT] if arguments.robots else library
    numbers = [name for name, (at, kind, _) in constants.items() if at in files and not kind.startswith("[")]
    jobs = [job for wish in arguments.constants or numbers for job in values(wish, constants)]
    count = counts_of_checks if arguments.robots else counts_of_queries
    with tempfile.TemporaryDirectory(prefix="photofinish-tuning-") as folder:
        copy = copied(Path(folder) / "workspace")
        target = Path(arguments.target or Path(folder) / "target").resolve()
        base = count(copy, target)
        if base is None:
            sys.exit("nothing can be counted as it is: try `cargo run --profile instructions -p photofinish-instructions`")
        print(f"{'constant':<28}{'value':>12}{'sum':>10}{'mean':>10}  queries", flush=True)
        for name, value in jobs:
            with changed(copy / constants[name][0], name, value):
                found = count(copy, target)
            print(f"{name:<28}{value:>12}{changes(base, found)}", flush=True)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("constants", nargs="*", metavar="NAME[=VALUE,...]")
    parser.add_argument("--robots", action="store_true", help="count checks of robots' paths")
    parser.add_argument("--target", help="a target folder to keep, so that the next run rebuilds no dependencies")
    return parser.parse_args()


def read(file):
    """Returns the constants of a file: name, type and value."""
    return re.findall(CONSTANT.format(r"\w+"), (ROOT / file).read_text(), re.MULTILINE)


def values(wish, constants):
    """Returns the values to try, as (name, text): those asked for, or half and twice the present one."""
    name, _, wanted = wish.partition("=")
    if name not in constants:
        sys.exit(f"{name}: there is no such tuning value. There are: {', '.join(constants)}")
    _, kind, text = constants[name]
    if wanted:
        return [(name, value) for value in wanted.split(",")]
    if kind.startswith("["):
        sys.exit(f"{name}: not a number, so say which values to try, like {name}='[1.0; 9]'")
    # each value is a number or a quotient, and may contain underscores or name another constant
    try:
        quotient = [float(part.replace("_", "")) for part in text.split("/")]
    except ValueError:
        return [(name, f"{text} * {by}") for by in (0.5, 2.0)]
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


@contextmanager
def changed(file, name, value):
    """Gives one constant of a file another value for a while."""
    before = file.read_text()
    found = re.search(CONSTANT.format(name), before, re.MULTILINE)
    try:
        file.write_text(before[: found.start(3)] + value + before[found.end(3) :])
        yield
    finally:
        file.write_text(before)


def counts_of_queries(workspace, target):
    """Returns the instruction counts by query. Returns None if nothing compiles or a query has another answer."""
    done = run(["cargo", "run", *CARGO, "-p", "photofinish-instructions"], workspace, target)
    found = {name: int(count) for name, count in LINE.findall(done.stdout.decode())}
    # counts may differ from their figures here, but every query must have a count
    expected = sum(1 for line in figures(workspace) if line.strip() and line.lstrip()[0].isdigit())
    return found if len(found) == expected else None


def counts_of_checks(workspace, target):
    """Returns the instruction counts by what is asked. Returns None if nothing compiles or a count is missing."""
    build = ["cargo", "build", *CARGO, "-p", "photofinish-cli", "-p", "photofinish-examples"]
    if run([*build, "--bin", "photofinish", "--example", "redundant_arm"], workspace, target).returncode != 0:
        return None
    found = {}
    for name, command, method in ROBOTS:
        program, *arguments = command.split()
        counter = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        counter += [f"--toggle-collect=*Checker*::{method}", str(target / "instructions" / program)]
        said = run([*counter, *arguments], workspace, target).stderr.decode()
        collected, tally = COLLECTED.search(said), TALLY.search(said)
        if collected is None:
            return None
        # the tally goes with the name, so that an answer of another kind does not go unseen
        found[f"{name} ({tally[1]})" if tally else name] = int(collected[1])
    return found


def run(command, workspace, target):
    (workspace / "target").mkdir(exist_ok=True)
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target)}
    return subprocess.run(command, cwd=workspace, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def figures(workspace):
    return (workspace / "benches" / "instructions" / "figures.txt").read_text().splitlines()


def changes(base, found):
    if found is None or found.keys() != base.keys():
        return "  does not compile, or a query has another answer"
    by = {name: (found[name] / count - 1.0) * 100.0 for name, count in base.items()}
    total = (sum(found.values()) / sum(base.values()) - 1.0) * 100.0
    mean = sum(by.values()) / len(by)
    changed = [(name.partition(" (")[0], percent) for name, percent in by.items() if abs(percent) >= 0.05]
    queries = ", ".join(f"{name} {percent:+.1f}" for name, percent in changed)
    return f"{total:>+8.2f} %{mean:>+8.2f} %  {queries or 'no query'}"


if __name__ == "__main__":
    main()
