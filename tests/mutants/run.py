#!/usr/bin/env python3
"""Applies the mutants of table.toml, one at a time, to a copy of the project, and says which of them tests notice."""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# what a copy needs to build and to be tested
PARTS = ["Cargo.toml", "Cargo.lock", "README.md", "src", "tests", "examples", "benches/subalgorithms"]
FIELDS = {"number": int, "file": str, "title": str, "search": str, "replacement": str}


def table():
    """The rows of the table, each with all that it must have."""
    rows = tomllib.loads((HERE / "table.toml").read_text())["mutant"]
    numbers = set()
    for row in rows:
        for field, kind in FIELDS.items():
            if not isinstance(row.get(field), kind):
                sys.exit(f"mutant {row.get('number')}: no {field}")
        if ("test" in row) == ("equivalent" in row):
            sys.exit(f"mutant {row['number']}: give a test, or say why it is equivalent")
        if row["number"] in numbers:
            sys.exit(f"mutant {row['number']} stands in the table twice")
        numbers.add(row["number"])
    return rows


def mutated(root, row):
    """The text of the row's file with the mistake in it, and the reason why there is none."""
    path = root / row["file"]
    if not path.is_file():
        return None, f"there is no file {row['file']}"
    text = path.read_text()
    count = text.count(row["search"])
    if count != 1:
        return None, f"its search text stands {count} times in {row['file']}"
    if row["search"] == row["replacement"]:
        return None, "it changes nothing"
    return text.replace(row["search"], row["replacement"]), None


def check(rows):
    """Prints the rows that do not apply to the project as it is; whether there are none."""
    reasons = [(row, mutated(ROOT, row)[1]) for row in rows]
    wrong = [(row, reason) for row, reason in reasons if reason]
    for row, reason in wrong:
        print(f"{row['number']:3}  {row['title']}: {reason}")
    print(f"{len(rows) - len(wrong)} of {len(rows)} mutants apply")
    return not wrong


class Copy:
    """A copy of the project in a folder of its own, with build results of its own."""

    def __init__(self, folder, jobs):
        shutil.rmtree(folder / "project", ignore_errors=True)
        self.root = folder / "project"
        self.jobs = jobs
        self.environment = os.environ | {"CARGO_TARGET_DIR": str(folder / "target"), "CARGO_TERM_COLOR": "never"}
        for part in PARTS:
            source, target = ROOT / part, self.root / part
            target.parent.mkdir(parents=True, exist_ok=True)
            # as new files: cargo takes what is older than its results for built, among them those of a former mutant
            if source.is_dir():
                shutil.copytree(source, target, copy_function=shutil.copy)
            else:
                shutil.copy(source, target)

    def run(self, arguments, limit=None):
        """Runs `cargo test`: its exit status, None if it was stopped after `limit` seconds, and what it printed."""
        command = ["cargo", "test", "--all-features", "--jobs", str(self.jobs), *arguments.split()]
        process = subprocess.Popen(
            command,
            cwd=self.root,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=limit)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            if process.poll() is None:
                # cargo and what it started: a group of their own
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def unchanged_passes(copy, tests):
    """Builds the tests, and sees that they run and pass without a mistake."""
    for test in sorted(tests):
        status, output = copy.run(test)
        ran = sum(int(count) for count in re.findall(r"running (\d+) tests?", output))
        if status != 0 or ran == 0:
            print(output)
            print(f"without any mutant, cargo test {test}: {'no test runs' if status == 0 else 'fails'}")
            return False
    return True


def verdict(copy, file, text, test, limit):
    """What a test says when `file` has this text."""
    path = copy.root / file
    before = path.read_text()
    path.write_text(text)
    try:
        # the build has no limit
        status, output = copy.run(f"--no-run {test}")
        if status != 0:
            errors = [line for line in output.splitlines() if line.startswith("error")]
            return "does not compile: " + "; ".join(errors[:2])
        status, output = copy.run(test, limit)
    finally:
        path.write_text(before)
    if status == 0:
        return "SURVIVED"
    if status is None:
        return f"killed, still running after {limit:g} s"
    failed = sorted(set(re.findall(r"^test (\S+) \.\.\. FAILED", output, re.MULTILINE)))
    return "killed by " + (", ".join(failed) or "a crash")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, help="the mutants to run; all if none is given")
    parser.add_argument("--check", action="store_true", help="only see that every row applies")
    parser.add_argument("--jobs", type=int, default=1, help="how many compilers at a time (default 1)")
    parser.add_argument("--limit", type=float, default=300, help="seconds after which a test counts as failed (300)")
    parser.add_argument("--test", help="a test command for all, in place of each row's own")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the copy, whose build results are used again")
    arguments = parser.parse_args()

    rows = table()
    unknown = set(arguments.numbers) - {row["number"] for row in rows}
    if unknown:
        sys.exit(f"no such mutants: {sorted(unknown)}")
    if not check(rows):
        return 1
    if arguments.check:
        return 0
    chosen = [row for row in rows if "test" in row and (not arguments.numbers or row["number"] in arguments.numbers)]
    if arguments.test:
        chosen = [row | {"test": arguments.test} for row in chosen]

    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        folder = arguments.keep or pathlib.Path(temporary)
        copy = Copy(folder, arguments.jobs)
        if not unchanged_passes(copy, {row["test"] for row in chosen}):
            return 1
        missed = 0
        for row in chosen:
            begin = time.monotonic()
            text, _ = mutated(copy.root, row)
            found = verdict(copy, row["file"], text, row["test"], arguments.limit)
            missed += not found.startswith("killed")
            took = time.monotonic() - begin
            print(f"{row['number']:3}  {row['title']}: {found} ({took:.0f} s)", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} killed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
