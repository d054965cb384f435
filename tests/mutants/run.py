#!/usr/bin/env python3
"""Makes the mistakes of table.toml in a copy of the project, and reports which of them the tests notice."""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib

import switch

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# what a copy needs to build and to run its tests
PARTS = ["Cargo.toml", "Cargo.lock", "README.md", "src", "crates", "tests", "examples", "docs", "benches/subalgorithms"]
# the packages with mistakes, and their folders
PACKAGES = {"photofinish": ".", "photofinish-robot": "crates/robot"}
# the packages with tests that notice them
TESTED = PACKAGES | {
    "photofinish-audit": "crates/audit",
    "photofinish-judge": "crates/judge",
    "photofinish-tests": "tests",
}
FIELDS = {"number": int, "file": str, "title": str, "search": str, "replacement": str}


def table():
    """Returns the rows of the table. Stops the program if a row lacks a field."""
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


def mistake(row):
    """Returns the mistake of a row, or None, and the reason why it does not apply, or None."""
    path = ROOT / row["file"]
    if not path.is_file():
        return None, f"there is no file {row['file']}"
    text = path.read_text()
    count = text.count(row["search"])
    if count != 1:
        return None, f"its search text stands {count} times in {row['file']}"
    if row["search"] == row["replacement"]:
        return None, "it changes nothing"
    start = text.index(row["search"])
    made = switch.Mistake(row["number"], row["file"], start, start + len(row["search"]), row["replacement"])
    return made, None if switch.enclosing(text, made) else "it stands in no function, or in a const one"


def check(rows):
    """Prints the rows that do not apply to the present project. Returns whether all rows apply."""
    reasons = [(row, mistake(row)[1]) for row in rows]
    wrong = [(row, reason) for row, reason in reasons if reason]
    for row, reason in wrong:
        print(f"{row['number']:3}  {row['title']}: {reason}")
    print(f"{len(rows) - len(wrong)} of {len(rows)} mutants apply")
    return not wrong


def target(test):
    """Returns the arguments of `cargo test` that name what is built: a package, and its library or a test."""
    return re.match(r"(-p \S+ )?(--lib|--test \S+)", test)[0]


def package(test):
    """Returns the package that a test belongs to."""
    named = re.match(r"-p (\S+)", test)
    if named:
        return named[1]
    return "photofinish" if test.startswith("--lib") else "photofinish-tests"


def kill(process):
    """Ends a test and the processes that it started, which are one group."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Copy:
    """A copy of the project in its own folder, with mistakes that can be switched on, and its own build results."""

    def __init__(self, folder, jobs, mistakes):
        self.root = folder / "project"
        self.jobs = jobs
        # what proptest finds with one mistake must not fail without it, or with another one
        self.environment = os.environ | {
            "CARGO_TARGET_DIR": str(folder / "target"),
            "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "1",
        }
        self.mistakes = mistakes
        self.binaries = {}
        self.refused = {}
        self.alone = {made.number for made in mistakes if not switch.enclosing((ROOT / made.file).read_text(), made)}

    def texts(self):
        """Returns the contents of all files of the copy, without the mistakes that the compiler refused."""
        files = [file for name in PARTS for file in [ROOT / name, *(ROOT / name).rglob("*")] if file.is_file()]
        texts = {str(file.relative_to(ROOT)): file.read_bytes() for file in files}
        for name in {made.file for made in self.mistakes}:
            here = [made for made in self.mistakes if made.file == name and made.number not in self.refused]
            texts[name] = switch.switched(texts[name].decode(), here).encode()
        for folder in PACKAGES.values():
            texts[str(pathlib.Path(folder, "src/lib.rs"))] += switch.ASKED.encode()
        # the other members of the workspace are not in the copy
        manifest = texts["Cargo.toml"].decode()
        texts["Cargo.toml"] = re.sub(r"(?m)^members = .*", 'members = ["crates/*", "examples", "examples/falling_stack", "tests"]', manifest).encode()
        return texts

    def write(self):
        """Brings the copy up to date. Writes only files that differ, as cargo rebuilds files newer than its results."""
        texts = self.texts()
        for file in [file for file in self.root.rglob("*") if file.is_file()]:
            if str(file.relative_to(self.root)) not in texts:
                file.unlink()
        for name, text in texts.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            if not file.is_file() or file.read_bytes() != text:
                file.write_bytes(text)

    def build(self, tests):
        """Builds what the tests need. Leaves out mistakes that do not compile; `refused` holds the messages."""
        while True:
            self.write()
            wanted = sorted({re.search(r"--lib|--test \S+", target(test))[0] for test in tests})
            command = ["cargo", "test", "--no-run", "--message-format", "json", "--jobs", str(self.jobs)]
            command += [word for name in TESTED for word in ["-p", name]] + " ".join(wanted).split()
            command += ["--features", "photofinish-judge/pieces"]
            done = subprocess.run(command, cwd=self.root, env=self.environment, stdout=subprocess.PIPE, text=True)
            said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
            if done.returncode == 0:
                break
            self.refuse([line["message"] for line in said if line.get("message", {}).get("level") == "error"])
        for line in said:
            if line.get("executable") and line["profile"]["test"]:
                name = "--lib" if "lib" in line["target"]["kind"] else f"--test {line['target']['name']}"
                folder = pathlib.Path(line["manifest_path"]).parent.relative_to(self.root.resolve())
                owner = next(name for name, path in TESTED.items() if pathlib.Path(path) == folder)
                self.binaries[owner, name] = line["executable"]

    def refuse(self, errors):
        """Notes the mistakes in which the compiler found errors, such as one whose type is not that of the original."""
        before = len(self.refused)
        for error in errors:
            # the primary place of the error comes first, then related places
            for span in sorted(error["spans"], key=lambda span: not span["is_primary"]):
                text = (self.root / span["file_name"]).read_text()
                number = switch.at_line(text, span["line_start"])
                if number is not None:
                    self.refused.setdefault(number, error["message"])
                    break
        if len(self.refused) == before:
            sys.exit("the copy does not build:\n" + "\n".join(error["rendered"] for error in errors))

    def run(self, test, number=None, limit=None):
        """Runs a test, with a mistake up to its first failure.

        Returns its exit status, or None after `limit` seconds, and its output.
        """
        rest = [word for word in test.removeprefix(target(test)).split() if word != "--"]
        binary = self.binaries[package(test), re.search(r"--lib|--test \S+", target(test))[0]]
        command = [binary, *rest, "--test-threads", str(self.jobs)]
        folder = self.root / TESTED[package(test)]
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=self.environment | {"MUTANT": str(number), "CARGO_MANIFEST_DIR": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        late = threading.Event()

        def stop():
            late.set()
            kill(process)

        timer = threading.Timer(limit or threading.TIMEOUT_MAX, stop)
        timer.start()
        lines = []
        try:
            for line in process.stdout:
                lines.append(line)
                if number is not None and re.match(r"test .*\bFAILED$", line):
                    # one is enough
                    return 1, "".join(lines)
            process.wait()
            return None if late.is_set() else process.returncode, "".join(lines)
        finally:
            timer.cancel()
            kill(process)

    def unchanged_passes(self, tests):
        """Returns whether the tests run and pass without a mistake."""
        for test in tests:
            begin = time.monotonic()
            status, output = self.run(test)
            ran = sum(int(count) for count in re.findall(r"running (\d+) tests?", output))
            if status != 0 or ran == 0:
                print(output)
                print(f"without any mutant, cargo test {test}: {'no test runs' if status == 0 else 'fails'}")
                return False
            print(f"without any mutant, cargo test {test}: {ran} pass ({time.monotonic() - begin:.1f} s)", flush=True)
        return True

    def verdict(self, number, tests, limit):
        """Runs the tests one after another until one fails. Returns what they found, in words."""
        if number in self.alone:
            return "cannot be switched: it stands in no function, or in a const one"
        if "have incompatible types" in self.refused.get(number, ""):
            return "cannot be switched: its function returns `impl` of something"
        if number in self.refused:
            return f"does not compile: {self.refused[number]}"
        for test in tests:
            status, output = self.run(test, number, limit)
            if status is None:
                return f"killed by {test}, still running after {limit:g} s"
            if status != 0:
                failed = sorted(set(re.findall(r"^test (\S+) .*\.\.\. FAILED", output, re.MULTILINE)))
                return f"killed by {test}: " + (", ".join(failed) or "a crash")
        return "SURVIVED"


def options(description):
    """Returns a parser of the options that run.py and sample.py share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--jobs", type=int, default=1, help="number of compilers, or of tests, at a time (default 1)")
    parser.add_argument("--limit", type=float, default=300, help="seconds after which a test counts as failed (300)")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the copy, so that its build results are reused")
    return parser


def main():
    parser = options(__doc__)
    parser.add_argument("numbers", nargs="*", type=int, help="the mutants to run; all if none is given")
    parser.add_argument("--check", action="store_true", help="only check that every row applies")
    parser.add_argument("--test", help="a test command for all rows, in place of their own")
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
        copy = Copy(folder, arguments.jobs, [mistake(row)[0] for row in rows])
        tests = sorted({row["test"] for row in chosen})
        copy.build(tests)
        if not copy.unchanged_passes(tests):
            return 1
        missed = 0
        for row in chosen:
            begin = time.monotonic()
            found = copy.verdict(row["number"], [row["test"]], arguments.limit)
            missed += not found.startswith("killed")
            took = time.monotonic() - begin
            print(f"{row['number']:3}  {row['title']}: {found} ({took:.0f} s)", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} killed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
