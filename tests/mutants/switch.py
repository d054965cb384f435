"""Puts many mistakes into one text, each switched on by its number.

The text then has one copy of a function for each of the function's mistakes.
"""

import dataclasses
import re

# This function is added to the crate. It returns whether the mistake with a number is on.
ASKED = """
/// Whether a mistake is on.
#[must_use]
pub fn mutant_is_on(number: u32) -> bool {
    static ON: std::sync::LazyLock<Option<u32>> =
        std::sync::LazyLock::new(|| std::env::var("MUTANT").ok()?.parse().ok());
    *ON == Some(number)
}
"""
# Text in which braces do not count: comments, strings (raw ones too) and characters (but not lifetimes).
NO_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|\bb?r(?P<hashes>\#*)".*?"(?P=hashes)|"(?:\\.|[^"\\])*"|'(?:\\[^\n]{1,9}?|[^'\\\n])'""",
    re.DOTALL,
)
FUNCTION = re.compile(r"(?P<constant>\bconst\s+)?(?:unsafe\s+)?\bfn\s+\w+")


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A piece of a file's text, from `start` to `end`, and the text that replaces it."""

    number: int
    file: str
    start: int
    end: int
    replacement: str


@dataclasses.dataclass(frozen=True)
class Body:
    """The text between the braces of a function. `constant` says that the function is const and may hold no switch."""

    start: int
    end: int
    constant: bool


def closing(code, at):
    """Returns where the brace that opens at `at` is closed."""
    depth = 0
    for place in range(at, len(code)):
        depth += {"{": 1, "}": -1}.get(code[place], 0)
        if depth == 0:
            return place
    raise ValueError("a brace is never closed")


def opening(code, at):
    """Returns where the body of the function whose name ends at `at` begins, or None if it has no body."""
    depth = 0
    for place in range(at, len(code)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[place], 0)
        if depth == 0 and code[place] in "{;":
            return place if code[place] == "{" else None
    return None


def bodies(text):
    """Yields all functions of a text, outer ones before those inside them."""
    code = NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for found in FUNCTION.finditer(code):
        begin = opening(code, found.end())
        if begin is not None:
            yield Body(begin + 1, closing(code, begin), found["constant"] is not None)


def enclosing(text, mistake):
    """Returns the innermost function around a mistake, or None if there is none or it may hold no switch."""
    around = [body for body in bodies(text) if body.start - 1 <= mistake.start and mistake.end <= body.end + 1]
    body = min(around, key=lambda body: body.end - body.start, default=None)
    return None if body is None or body.constant else body


def mutated(text, body, mistake):
    """Returns the body with the mistake in it, without its braces."""
    start, end = max(mistake.start, body.start), min(mistake.end, body.end)
    replacement = mistake.replacement
    if mistake.start < body.start:
        replacement = replacement.strip().removeprefix("{").removesuffix("}")
    return text[body.start : start] + replacement + text[end : body.end]


def switched(text, mistakes):
    """Returns the text with all these mistakes, except those that cannot be switched."""
    inside = {}
    for mistake in mistakes:
        body = enclosing(text, mistake)
        if body is not None:
            inside.setdefault(body, []).append(mistake)

    def rendered(start, end):
        out, at = "", start
        for body in sorted(inside, key=lambda body: body.start):
            if body.start < at or body.end > end or (body.start, body.end) == (start, end):
                continue
            out += text[at : body.start]
            for mistake in inside[body]:
                number = mistake.number
                out += f" if crate::mutant_is_on({number}) {{ // begin {number}\n{mutated(text, body, mistake)}\n"
                out += f"// end {number}\n}} else"
            out += f" {{{rendered(body.start, body.end)}}}"
            at = body.end
        return out + text[at:end]

    return rendered(0, len(text))


def at_line(text, line):
    """Returns the number of the mistake in this line of a switched text, or None if there is none."""
    number = None
    for content in text.splitlines()[:line]:
        if found := re.search(r"// begin (\d+)$", content):
            number = int(found[1])
        elif number is not None and content == f"// end {number}":
            number = None
    return number
