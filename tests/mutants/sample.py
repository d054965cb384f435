#!/usr/bin/env python3
"""Makes a random sample of the mistakes that cargo-mutants knows, and reports which of them the tests notice.

The sample depends only on the seed.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

import run
import switch

# The tests that should notice the mistakes, the quickest and those that notice most first. From 1 s to 45 s each; tests
# that take minutes are left out.
TESTS = [
    "-p photofinish-judge --test soundness random_pairs::",
    "-p photofinish-robot --lib",
    "--test queries motions::",
    "-p photofinish-robot --test robot -- --skip random --skip published",
    "--test queries swept::",
    "--test queries rounding::",
    "--lib -- --skip scalar::",
    "--test queries",
    "--test geometry hull::",
    "--test geometry -- --skip hull::",
    "-p photofinish-audit --test audit",
]


def known():
    """Returns all mutants of the files in .cargo/mutants.toml, sorted by name."""
    command = ["cargo", "mutants", "--list", "--json"]
    listed = subprocess.run(command, cwd=run.ROOT, check=True, capture_output=True, text=True)
    return sorted(json.loads(listed.stdout), key=lambda mutant: mutant["name"])


def mistake(number, mutant):
    """Returns a mutant as a mistake. The mutant's lines and columns count from 1."""
    lines = (run.ROOT / mutant["file"]).read_text().splitlines(keepends=True)
    start, end = (
        sum(map(len, lines[: place["line"] - 1])) + place["column"] - 1
        for place in (mutant["span"][end] for end in ("start", "end"))
    )
    return switch.Mistake(number, mutant["file"], start, end, mutant["replacement"])


def tests_of(mutant):
    """Returns the tests that may notice a mistake. Those of the library know no robots."""
    about_robots = mutant["file"].startswith("crates/robot/")
    return [test for test in TESTS if not about_robots or test.startswith("-p photofinish-robot ")]


def main():
    parser = run.options(__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the seed of the sample (default 1)")
    parser.add_argument("--count", type=int, default=300, help="the number of mutants in the sample (default 300)")
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first number whose tests run (default 1)")
    parser.add_argument("--list", action="store_true", help="only print the sample")
    arguments = parser.parse_args()

    mutants = known()
    sample = random.Random(arguments.seed).sample(mutants, min(arguments.count, len(mutants)))
    print(f"{len(sample)} of {len(mutants)} mutants, seed {arguments.seed}", flush=True)
    if arguments.list:
        print("\n".join(mutant["name"] for mutant in sample))
        return 0
    counts = {"killed": 0, "SURVIVED": 0, "does": 0, "cannot": 0}
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        mistakes = [mistake(number, mutant) for number, mutant in enumerate(sample, 1)]
        copy = run.Copy(arguments.keep or pathlib.Path(temporary), arguments.jobs, mistakes)
        copy.build(TESTS)
        if not copy.unchanged_passes(TESTS):
            return 1
        for number, mutant in list(enumerate(sample, 1))[arguments.first - 1 :]:
            found = copy.verdict(number, tests_of(mutant), arguments.limit)
            counts[found.split()[0]] += 1
            print(f"{number:3}  {mutant['name']}: {found}", flush=True)
    killed, survived, broken, alone = counts.values()
    print(f"{killed} killed, {survived} survived, {broken} do not compile, {alone} cannot be switched")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
