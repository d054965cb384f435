#!/usr/bin/env python3
"""Holds the proofs against the code.

    sources.py OUT

Writes OUT/Constants.v with the constants of the Rust sources, those of errors in units of 2^-53, and copies the proofs
there. Fails if a constant is not found, or if a line does not stand in the source as often as proofs quote it, or lines
that follow each other:

    rust src/proof/parabola.rs: let slope = (g - f) - bow;
    | let size = f.abs() + g.abs() + bow.abs();

They are compared without spaces and comments, so a quote may join lines, or divide them. It is of whole lines, and of all
lines of an expression: otherwise one could be made longer, and still have what is quoted. Only Python's standard library
is needed.
"""

import difflib
import doctest
import re
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
UNIT = Fraction(1, 2**53)

# in the order in which they use each other
CONSTANTS = [
    ("src/proof/kernel.rs", "REACH_ERROR"),
    ("src/proof/kernel.rs", "VECTOR_ERROR"),
    ("src/proof/kernel.rs", "BEND_ERROR"),
    ("src/proof/kernel.rs", "UNIT_ERROR"),
    ("src/proof/path.rs", "PATH_ERROR"),
    ("src/proof/movement.rs", "PLACE_ERROR"),
    ("src/proof/turns.rs", "ACROSS_ERROR"),
    ("src/proof/parabola.rs", "PARABOLA_ERROR"),
    ("src/proof/window.rs", "WINDOW_ERROR"),
    ("src/motion/law.rs", "RATE_ERROR"),
]


# in ulps of any scalar
ULPS = [("src/support/posed.rs", "REACH_ULPS")]

# lists of numbers of double precision
TABLES = [
    ("src/number/angle.rs", "SINE"),
    ("src/number/angle.rs", "COSINE"),
    ("src/number/angle.rs", "QUARTER"),
]


def fail(message):
    sys.exit(f"docs/proof/sources.py: {message}")


def source(file):
    path = ROOT / file
    if not path.is_file():
        fail(f"there is no {file}")
    return path.read_text()


def code(file):
    """The lines of a source without comments: what is commented out is no code."""
    text = re.sub(r"//[^\n]*", "", source(file))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return [line.strip() for line in text.splitlines() if line.strip()]


def constant(file, name, known):
    """The value of a constant."""
    found = re.findall(rf"\bconst {name}: f64 = ([^;]*);", "\n".join(code(file)))
    if len(found) != 1:
        fail(f"{file} has {len(found)} constants {name}: the proofs need one")
    if not re.fullmatch(r"[\w\s.:*+()-]+", found[0]):
        fail(f"{file}: {name} = {found[0]} is more than sums and products")
    names = {"UNIT": UNIT, **known}
    text = re.sub(r"crate::number::", "", found[0])
    text = re.sub(r"\b\d[\d_]*\.\d+\b", lambda number: f"Fraction('{number[0]}')", text)
    try:
        value = eval(text, {"__builtins__": {}, "Fraction": Fraction}, names)
    except NameError as error:
        fail(f"{file}: {name} = {found[0]}: {error}")
    known[name] = value
    return value


def units(file, name, known):
    """The value of a constant, in units of 2^-53; of 1 + x that of x."""
    value = constant(file, name, known)
    return (value - 1 if value > Fraction(1, 2) else value) / UNIT


def numbers(file, name):
    """The numbers of a table, as double precision has them."""
    found = re.findall(rf"\bconst {name}: \[f64; (\d+)\] = \[([^\]]*)\];", "\n".join(code(file)))
    if len(found) != 1:
        fail(f"{file} has {len(found)} tables {name}: the proofs need one")
    values = [Fraction(float(number)) for number in re.findall(r"[-+.e\d_]+", found[0][1])]
    if len(values) != int(found[0][0]):
        fail(f"{file}: {name} has {len(values)} numbers of {found[0][0]}")
    return values


def quoted(proof):
    """The lines of code that a proof quotes: a file, a text, and where the proof does so. A line that begins with | goes on."""
    found, goes_on = [], False
    for number, line in enumerate(proof.read_text().splitlines(), 1):
        begin = re.search(r"\brust ([\w/.]+): (.*)", line)
        if begin:
            found.append([begin[1], "", f"{proof.name}:{number}"])
        quote = begin or (goes_on and re.match(r"\W*\| (.*)", line))
        if quote:
            found[-1][1] += quote[quote.lastindex].rstrip().removesuffix("*)").rstrip() + "\n"
        goes_on = quote and not line.rstrip().endswith("*)")
    return [tuple(quote) for quote in found]


def closed(text):
    """A text without spaces."""
    return re.sub(r"\s", "", text)


def times_in(lines, text):
    """How often a text stands in lines of code, as whole lines and as all lines of an expression.

    >>> times_in(["let x = a", "* b;", "x + 1", "}"], "let x = a * b;"), times_in(["x + 1", "}"], "x+1")
    (1, 1)
    >>> times_in(["x + 1 - y", "}"], "x + 1"), times_in(["2 * x + 1"], "x + 1"), times_in(["x + 1", "- y"], "x + 1")
    (0, 0, 0)
    """
    whole, edges = "", {0}
    for line in lines:
        whole += closed(line)
        edges.add(len(whole))
    text, times = closed(text), 0
    for found in re.finditer(rf"(?={re.escape(text)})", whole):
        at, end = found.start(), found.start() + len(text)
        longer = text[-1] not in ";{}," and re.match(r"[-+*/%.?&|^<>=]", whole[end:])
        times += at in edges and end in edges and not longer
    return times


def nearest(lines, text):
    """What of the code is nearest to a text that does not stand there: for each of its lines that is missing."""
    wanted = [line for line in text.splitlines() if not times_in(lines, line)]
    near = [match for line in wanted for match in difflib.get_close_matches(line, lines, 1)]
    return "The nearest lines there are:\n" + "\n".join(near) if near else "No line there is like it."


def quotes(proofs):
    """Checks that what proofs quote stands in the code as often as they quote it, and returns the quotes."""
    found = [quote for proof in proofs for quote in quoted(proof)]
    for (file, text), times in Counter((file, text) for file, text, _ in found).items():
        lines = code(file)
        stands = times_in(lines, text)
        if stands != times:
            where = ", ".join(place for *same, place in found if same == [file, text])
            hint = nearest(lines, text) if stands == 0 else ""
            fail(f"{where}: {file} has this {stands} times, as whole lines that do not go on, and proofs quote it {times} times:\n"
                + text + hint)
    return found


def limits(found):
    """Checks that proofs quote the constants that their quotes name, or take them from the code."""
    taken = {"UNIT", *(name for _, name in CONSTANTS + ULPS + TABLES)}
    every = "".join(text for _, text, _ in found)
    for file, text, place in found:
        for name in re.findall(r"(?<![:\w])[A-Z][A-Z_]+\b", text):
            if name not in taken and not re.search(rf"\bconst {name}\b", every):
                fail(f"{place} quotes a line of {file} with {name}: quote that constant too, or take it into CONSTANTS")


def named():
    """Checks that the theorems which the README names exist, in the files that it names with them."""
    over_reals, in_floats = (HERE / "README.md").read_text().split("## In floating point")
    cells = re.findall(r"^\| (`.*?) \|", over_reals, re.MULTILINE) + re.findall(r"\| ([^|]*) \|$", in_floats, re.MULTILINE)
    for names, file in re.findall(r"((?:`\w+`(?:, )?)+) in (\w+\.v)", " ".join(cells)):
        for name in re.findall(r"\w+", names):
            if not re.search(rf"\b(?:Theorem|Lemma) {name}\b", (HERE / file).read_text()):
                fail(f"README.md names a theorem that {file} does not have: {name}")


def stated(value_of):
    """Checks the values that the README states of constants: in rows that begin with one alone."""
    for name, stands in re.findall(r"^\| `(\w+)`(?! and) ?[^|]*\| (\d+) \|", (HERE / "README.md").read_text(), re.MULTILINE):
        if name in value_of and int(stands) != value_of[name]:
            fail(f"README.md says that {name} is {stands} in the code, which has {value_of[name]}")


def main():
    if doctest.testmod().failed:
        fail("the examples of its functions fail")
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    known, value_of, lines = {}, {}, ["Require Import Reals.", "Local Open Scope R_scope."]
    if "pub const UNIT: f64 = 0.5 * f64::EPSILON;" not in code("src/number.rs"):
        fail("src/number.rs: UNIT is not half the distance from 1 to the next larger number")
    for file, name in CONSTANTS:
        value = units(file, name, known)
        if value.denominator != 1:
            fail(f"{file}: {name} is no whole number of units")
        value_of[name] = value
        lines.append(f"Definition {name} := {value.numerator}. (** {file} *)")
    for file, name in ULPS:
        lines.append(f"Definition {name} := {constant(file, name, {})}. (** {file} *)")
    in_gappa = {}
    for file, name in TABLES:
        for index, value in enumerate(numbers(file, name)):
            lines.append(f"Definition {name}_{index} := {value.numerator} / {value.denominator}. (** {file} *)")
            in_gappa[f"@{name}_{index}@"] = f"{value.numerator}b-{value.denominator.bit_length() - 1}"
    (out / "Constants.v").write_text("\n".join(lines) + "\n")
    named()
    stated(value_of)
    proofs = sorted(HERE.glob("*.v")) + sorted(HERE.glob("*.g"))
    found = quotes(proofs)
    limits(found)
    count = sum(text.count("\n") for _, text, _ in found)
    for proof in proofs:
        text = proof.read_text()
        for name, value in in_gappa.items():
            text = text.replace(name, value)
        (out / proof.name).write_text(text)
    print(f"{len(CONSTANTS) + len(ULPS) + len(TABLES)} constants and {count} quoted lines are those of the code")


if __name__ == "__main__":
    main()
