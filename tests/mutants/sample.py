#!/usr/bin/env python3
"""Makes a random sample of the mistakes that cargo-mutants knows, the same for the same seed, and says which of them the
tests of .cargo/mutants.toml notice."""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import tomllib

import run


def known():
    """All mutants of the files in .cargo/mutants.toml, in order."""
    command = ["cargo", "mutants", "--list", "--json"]
    listed = subprocess.run(command, cwd=run.ROOT, check=True, capture_output=True, text=True)
    return sorted(json.loads(listed.stdout), key=lambda mutant: mutant["name"])


def mutated(text, mutant):
    """The text of a file with the mutant's span replaced; lines and columns count from 1."""
    lines = text.splitlines(keepends=True)

    def offset(place):
        return sum(map(len, lines[: place["line"] - 1])) + place["column"] - 1

    start, end = (offset(mutant["span"][end]) for end in ("start", "end"))
    return text[:start] + mutant["replacement"] + text[end:]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    parser.add_argument("--count", type=int, default=300, help="mutants in the sample (default 300)")
    parser.add_argument("--list", action="store_true", help="only print the sample")
    parser.add_argument("--jobs", type=int, default=1, help="how many compilers at a time (default 1)")
    parser.add_argument("--limit", type=float, default=120, help="seconds after which tests count as failed (120)")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the copy, whose build results are used again")
    arguments = parser.parse_args()

    mutants = known()
    sample = random.Random(arguments.seed).sample(mutants, min(arguments.count, len(mutants)))
    print(f"{len(sample)} of {len(mutants)} mutants, seed {arguments.seed}", flush=True)
    if arguments.list:
        print("\n".join(mutant["name"] for mutant in sample))
        return 0
    settings = tomllib.loads((run.ROOT / ".cargo/mutants.toml").read_text())
    test = " ".join(settings["additional_cargo_test_args"])
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        copy = run.Copy(arguments.keep or pathlib.Path(temporary), arguments.jobs)
        if not run.unchanged_passes(copy, {test}):
            return 1
        counts = {"killed": 0, "SURVIVED": 0, "does": 0}
        for mutant in sample:
            text = mutated((copy.root / mutant["file"]).read_text(), mutant)
            found = run.verdict(copy, mutant["file"], text, test, arguments.limit)
            counts[found.split()[0].rstrip(",")] += 1
            print(f"{mutant['name']}: {found}", flush=True)
    killed, survived, broken = counts.values()
    print(f"{killed} killed, {survived} survived, {broken} do not compile")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
