"""The answers of checkers."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import _photofinish as native
from ._arrays import Floats, Row, text_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._checker import Checker

ANSWER: np.dtype[np.void] = np.dtype(
    (
        Row,
        [
            ("status", np.int8),
            ("clear", np.bool_),
            ("clear_until", np.float64),
            ("segment", np.int32),
            ("share", np.float64),
            ("clearance", np.float64),
            ("body_a", np.int32),
            ("body_b", np.int32),
        ],
    )
)
"""The fields of the answers of a batch: see `Batch`."""


@dataclass(frozen=True)
class PathResult:
    """The answer about a path.

    Attributes
    ----------
    status : int
        1 for clear, 0 for a contact, -1 for undecided.
    clear_until : float
        The time up to which the path is proven clear: its end, its first contact, or where it is undecided.
    segment, share : int, float
        The same, as a segment and the share of it that has passed.
    clearance : float
        For a clear path: no two bodies that move past each other come nearer than their distance to keep plus this, in
        metres. The true clearance may be larger by what the checker's `accuracy` allows.
    pair : tuple of two str, or None
        The bodies that touch or are undecided. For a clear path, those of which least is proven: at an accuracy below
        1, the nearest ones.
    configuration : ndarray or None
        The values of all joints of the robot at the contact.
    distance : float
        The distance of the bodies at the contact. It is negative only where a path begins in an overlap.
    normal, point_a, point_b : ndarray, shape (3,), or None
        The contact in the world. The normal points from the first body of the pair to the second one.
    reason : str or None
        Why the path is undecided.
    """

    status: int
    clear_until: float
    segment: int
    share: float
    clearance: float
    pair: tuple[str, str] | None
    configuration: Floats | None
    distance: float
    normal: Floats | None
    point_a: Floats | None
    point_b: Floats | None
    reason: str | None
    checker: Checker = field(repr=False)
    waypoints: Floats = field(repr=False)
    times: Floats | None = field(repr=False)

    @property
    def clear(self) -> bool:
        """Whether the path is proven clear."""
        return self.status == 1

    @property
    def time(self) -> float | None:
        """The time of the first contact; None if there is none."""
        return self.clear_until if self.status == 0 else None

    def __bool__(self) -> bool:
        return self.clear

    def __str__(self) -> str:
        bodies = "no bodies" if self.pair is None else " and ".join(self.pair)
        if self.clear and self.pair is None:
            return "clear: no two bodies that may not touch move past each other"
        if self.clear:
            return f"clear: proven to be {self.clearance:.4g} m apart at least, as {bodies}"
        place = f"{100 * self.share:.4g} % of segment {self.segment}"
        if self.point_b is None:
            return f"undecided from time {self.clear_until:.6g}, {place}: {self.reason}"
        x, y, z = self.point_b
        where = f"at ({x:.4f}, {y:.4f}, {z:.4f})"
        if self.segment > 0 or self.share > 0.0:
            return f"{bodies} touch at time {self.clear_until:.6g}, {place}, {where}; clear before"
        text = f"{bodies} touch at the start, time {self.clear_until:.6g}, {where}"
        if self.pair is not None and set(self.pair) <= set(self.checker.robot.links):
            text += ": if these links always do, let them by Robot.allowing; allowed_pairs(robot) tells which can touch"
        return text

    def plot(self, axes: Axes | None = None) -> Axes:
        """Plot the clearance over time, and the contact. It needs matplotlib."""
        from .plot import clearance

        return clearance(self, axes)


@dataclass(frozen=True)
class Batch:
    """The answers about many paths or edges. It is neither true nor false: ask ``batch.clear.all()``.

    Attributes
    ----------
    table : ndarray of `ANSWER`, shape (N,)
        A row for each. `status` is 1 for clear, 0 for a contact, -1 for undecided, and `clear` is True only where it is
        proven. `clear_until` is the time up to which a path is proven clear, and NaN where any contact was asked for
        instead of the first. `segment` and `share` say where it touches. `body_a` and `body_b` are indices among
        `bodies`, or -1.
    bodies : tuple of str
        The names of the links, and then of the objects.
    """

    table: NDArray[np.void]
    bodies: tuple[str, ...]

    @property
    def clear(self) -> NDArray[np.bool_]:
        """Whether each is proven clear."""
        return self.table["clear"]

    @property
    def status(self) -> NDArray[np.int8]:
        """1 for clear, 0 for a contact, -1 for undecided."""
        return self.table["status"]

    @property
    def clear_until(self) -> Floats:
        """The time up to which each is proven clear."""
        return self.table["clear_until"]

    @property
    def pairs(self) -> list[tuple[str, str] | None]:
        """The names of the bodies that touch or are undecided."""
        names = self.bodies
        return [None if a < 0 else (names[a], names[b]) for a, b in zip(self.table["body_a"], self.table["body_b"])]

    def to_arrow(self) -> Any:
        """Return the table as a `pyarrow.Table`, with names of bodies. It needs pyarrow."""
        arrow: Any = import_module("pyarrow")
        names = np.array([*self.bodies, None], dtype=object)
        columns: dict[str, Any] = {name: np.ascontiguousarray(self.table[name]) for name in ANSWER.names or ()}
        columns |= {name: names[columns[name]] for name in ("body_a", "body_b")}
        return arrow.table(columns)

    def __bool__(self) -> bool:
        raise TypeError("a batch is neither true nor false: ask batch.clear.all(), or whether len(batch) is 0")

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        clear, touch, unknown = (int((self.status == status).sum()) for status in (1, 0, -1))
        return f"<Batch of {len(self)}: {clear} clear, {touch} touch, {unknown} undecided>"


@dataclass(frozen=True)
class Contact:
    """A stretch of a path in which two bodies touch; `end` is None if they touch up to the end of the path."""

    start: float
    end: float | None
    pair: tuple[str, str]


@dataclass(frozen=True)
class PairClearance:
    """What is proven of two bodies along a path, whatever the others do. It is neither true nor false: `clear` is.

    Attributes
    ----------
    pair : tuple of two str
        The bodies.
    target_distance : float
        The distance in metres that they must keep.
    status : int
        1 for clear, 0 for a contact, -1 for undecided.
    clear_until : float
        The time up to which they are proven apart: the end of the path, their first contact, or where it is undecided.
    clearance : float
        If they are clear, they never come nearer than their distance to keep plus this, in metres. The true clearance
        may be larger by what the checker's `accuracy` allows. Otherwise 0.
    """

    pair: tuple[str, str]
    target_distance: float
    status: int
    clear_until: float
    clearance: float

    @property
    def clear(self) -> bool:
        """Whether they are proven apart along the whole path."""
        return self.status == 1

    def __bool__(self) -> bool:
        raise TypeError("what is proven of a pair is neither true nor false: ask pair.clear")


@dataclass(frozen=True)
class RateExceeded:
    """A joint that moves faster along a path than its limits let it, or changes its velocity faster.

    Attributes
    ----------
    joint : str
        The joint.
    quantity : {"velocity", "acceleration"}
        What is too large.
    value : float
        The velocity or acceleration, in radians or metres, and seconds if the times are in seconds.
    limit : float
        Its largest size.
    time : float
        The time at which it has the value.
    waypoint : int
        The last waypoint that is passed by then.
    """

    joint: str
    quantity: Literal["velocity", "acceleration"]
    value: float
    limit: float
    time: float
    waypoint: int

    def __str__(self) -> str:
        return (
            f"joint {self.joint!r} has the {self.quantity} {self.value:.6g} at time {self.time:.6g}, waypoint "
            f"{self.waypoint} or after it: more than its limit {self.limit:.6g}"
        )


@dataclass(frozen=True)
class Proven:
    """What a certificate proves: the time until which a path is clear, whether that is its whole, and distances.

    It is neither true nor false: `whole` is.
    """

    end: float
    whole: bool
    clearance: float | None
    least_distance: float | None

    def __bool__(self) -> bool:
        raise TypeError("what is proven may be a part of a path: ask proven.whole")


class Certificate:
    """The proof that a path is clear, up to its end or its first contact, with the path itself.

    `verify` checks it without a search. A certificate names pairs of bodies; the robot and the scene are the checker's.
    """

    __slots__ = ("native",)

    def __init__(self, native: native.PathCertificate) -> None:
        self.native = native

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints that the waypoints name."""
        return tuple(self.native.joints)

    @property
    def waypoints(self) -> Floats:
        """The waypoints (W, J) of the path."""
        return np.array(self.native.waypoints)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The times for which it is a proof, if it is true; None if the path begins in contact or undecided."""
        return self.native.interval

    def verify(self, checker: Checker) -> Proven:
        """Check it for a robot in a scene, and return what it proves.

        Raises
        ------
        ProofError
            If it does not hold, is about other bodies, or proves nothing, as the path begins in contact or undecided.
        """
        return Proven(*self.native.verify(checker.native))

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        Path(path).write_text(self.native.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Certificate:
        """Read it from a file, which is trusted only once it is verified."""
        return cls(native.PathCertificate.from_json(text_of(path)))

    def __repr__(self) -> str:
        pairs, intervals = self.native.size
        if self.interval is None:
            return "<Certificate of no time: it proves nothing>"
        start, end = self.interval
        return f"<Certificate from time {start:.6g} to {end:.6g}: {pairs} pairs in {intervals} intervals>"
