"""Which links of a robot can touch each other, by proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal, overload

import numpy as np

from ._arrays import Floats, of_kind, whole
from ._errors import InvalidInput
from ._robots import Robot

Verdict = Literal["never", "always", "may", "adjacent", "undecided"]


@dataclass(frozen=True)
class LinkPair:
    """Two links, and whether they can touch within the limits of the joints.

    Attributes
    ----------
    links : tuple of two str
        Their names.
    verdict : {"never", "always", "may", "adjacent", "undecided"}
        "never" and "always" are proven. Those that "may" touch overlap in a posture that is shown. "adjacent" links
        have a joint in common, and are not compared.
    distance : float or None
        In metres: they are never nearer than this; for "may", minus the depth in the posture that is shown; for
        "undecided", the least one that was seen.
    configuration : ndarray or None
        The values of all joints in that posture.
    proven : float or None
        For "undecided": the share of all postures, from 0 to 1, in which they are proven apart.
    """

    links: tuple[str, str]
    verdict: Verdict
    distance: float | None
    configuration: Floats | None
    proven: float | None

    @property
    def needs_check(self) -> bool:
        """Whether paths have to be checked for it: it may touch, or is undecided."""
        return self.verdict in ("may", "undecided")


class AllowedPairs(Sequence[LinkPair]):
    """All pairs of links that have shapes. `Robot.allowing` takes `unchecked`, and `srdf` is for other programs."""

    def __init__(self, pairs: Sequence[LinkPair], srdf: str) -> None:
        self._pairs, self.srdf = tuple(pairs), srdf

    @property
    def unchecked(self) -> list[tuple[str, str]]:
        """The pairs that need no check: those that are proven to touch never or always, or have a joint in common."""
        return [pair.links for pair in self if not pair.needs_check]

    def of(self, first: str, second: str) -> LinkPair:
        """Return the pair of two links that have shapes."""
        for pair in self:
            if set(pair.links) == {first, second}:
                return pair
        raise InvalidInput(f"there is no pair of two links with shapes that are named {first!r} and {second!r}")

    def to_srdf(self, path: str | PathLike[str]) -> None:
        """Write an SRDF that disables the checks of the pairs that need none."""
        Path(path).write_text(self.srdf, encoding="utf-8")

    @overload
    def __getitem__(self, index: int) -> LinkPair: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[LinkPair]: ...
    def __getitem__(self, index: int | slice) -> LinkPair | Sequence[LinkPair]:
        return self._pairs[index]

    def __iter__(self) -> Iterator[LinkPair]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __repr__(self) -> str:
        counts = Counter(pair.verdict for pair in self)
        return f"<AllowedPairs of {len(self)}: {', '.join(f'{count} {word}' for word, count in counts.items())}>"


def allowed_pairs(robot: Robot, *, tests: int = 300_000, threads: int = 0) -> AllowedPairs:
    """Decide by proof which links of a robot can touch each other within the limits of its joints.

    What its SRDF allows makes no difference.

    Parameters
    ----------
    robot : Robot
        The robot.
    tests : int
        How often two convex pieces may be compared for each pair of links. The default takes about half a second.
    threads : int
        How many threads answer; 0 stands for all cores. Ctrl-C stops them, each after its pair.

    Returns
    -------
    AllowedPairs
        A `LinkPair` for each two links that have shapes.

    Examples
    --------
    >>> import photofinish as pf
    >>> ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    >>> cars = ''.join(f'<link name="{name}">{ball}</link>' for name in ("low", "high"))
    >>> rails = ''.join(f'''<joint name="to_{name}" type="prismatic"><parent link="base"/><child link="{name}"/>
    ...     <origin xyz="0 0 {z}"/><axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>'''
    ...     for name, z in (("low", 0), ("high", 0.5)))
    >>> robot = pf.Robot.from_urdf(f'<robot name="rails"><link name="base"/>{cars}{rails}</robot>')
    >>> pairs = pf.allowed_pairs(robot)
    >>> pairs
    <AllowedPairs of 1: 1 never>
    >>> pairs[0].links, pairs[0].distance > 0.2
    (('low', 'high'), True)
    """
    native = of_kind(Robot, robot, "robot").native
    found, srdf = native.allowed_pairs(whole(tests, "tests", 1), whole(threads, "threads"))
    pairs = [
        LinkPair((a, b), verdict, distance, None if at is None else np.array(at), proven)
        for (a, b), verdict, distance, at, proven in found
    ]
    return AllowedPairs(pairs, srdf)
