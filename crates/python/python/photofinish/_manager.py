"""Many bodies by their names: which of them touch, how near they are, and when they meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _photofinish as native
from ._arrays import of_kind, whole
from ._errors import InvalidInput
from ._motions import Motion, span
from ._pairs import table
from ._shapes import Form, Shape, as_shape, shape_and_place


@dataclass(frozen=True)
class Meetings:
    """Pairs of bodies that touch or meet. It is neither true nor false: ask `clear`, or whether its length is 0.

    Attributes
    ----------
    pairs : tuple of (str, str)
        The names of the bodies.
    table : ndarray of `MEETING`, shape (N,)
        A row for each pair.
    """

    pairs: tuple[tuple[str, str], ...]
    table: NDArray[np.void]

    @property
    def clear(self) -> bool:
        """Whether no pair touches, meets or is undecided: all of them are proven apart."""
        return not self.pairs

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[tuple[tuple[str, str], np.void]]:
        return iter(zip(self.pairs, self.table))

    def __bool__(self) -> bool:
        raise TypeError("meetings are neither true nor false: ask meetings.clear, or whether len(meetings) is 0")

    def __repr__(self) -> str:
        return f"<Meetings of {', '.join(map(' and '.join, self.pairs)) or 'no bodies'}>"


class CollisionManager:
    """Bodies by their names, at rest or in motion, as those of trimesh and python-fcl.

    A question is about all pairs of its bodies, or, with `other`, about all pairs of one body here and one there.

    Parameters
    ----------
    bodies : mapping of str to (shape, place), optional
        Bodies to begin with, as `add` takes them.

    Examples
    --------
    >>> import photofinish as pf
    >>> box = pf.Shape.box([1, 1, 1])
    >>> manager = pf.CollisionManager({"left": (box, pf.pose()), "right": (box, pf.pose([1.5, 0, 0]))})
    >>> manager.add("ball", pf.Shape.ball(0.5), pf.Motion.twist(pf.pose([0.75, 0, 9]), linear=[0, 0, -1]))
    >>> manager.in_collision(), manager.min_distance()
    (False, 0.5)
    >>> for pair, row in manager.first_contact((0.0, 10.0)):
    ...     print(*pair, row["time"].round(6))
    left ball 8.066987
    """

    def __init__(self, bodies: Mapping[str, tuple[Any, ArrayLike | Motion]] | None = None) -> None:
        self._bodies: dict[str, tuple[Shape, Motion]] = {}
        for name, body in (bodies or {}).items():
            self.add(name, *shape_and_place(body, f"body {name!r}"))

    def add(self, name: str, shape: Any, place: ArrayLike | Motion | None = None, *, form: Form = "hull") -> None:
        """Add a body.

        Parameters
        ----------
        name : str
            Its name.
        shape : Shape, trimesh.Trimesh, or (vertices, faces)
            A mesh is added in a form.
        place : array_like, shape (4, 4), or Motion, optional
            Its pose in the world, or its motion. The origin by default.
        form : {"hull", "pieces", "surface"}
            What a mesh becomes.
        """
        if of_kind(str, name, "a name") in self._bodies:
            raise InvalidInput(f"there are two bodies named {name!r}")
        self._bodies[name] = as_shape(shape, form), _motion(np.eye(4) if place is None else place)

    def remove(self, name: str) -> None:
        """Remove a body."""
        self._known(name)
        del self._bodies[name]

    def move(self, name: str, place: ArrayLike | Motion) -> None:
        """Give a body another pose (4, 4) or motion."""
        self._known(name)
        self._bodies[name] = self._bodies[name][0], _motion(place)

    def _known(self, name: str) -> None:
        if name not in self._bodies:
            raise InvalidInput(f"there is no body named {name!r}: there are {', '.join(self._bodies) or 'none'}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bodies."""
        return tuple(self._bodies)

    def __contains__(self, name: str) -> bool:
        return name in self._bodies

    def __len__(self) -> int:
        return len(self._bodies)

    def in_collision(self, other: CollisionManager | None = None, *, time: float = 0.0, threads: int = 1) -> bool:
        """Return whether any bodies touch or overlap at a time."""
        return not self.collisions(other, time=time, threads=threads).clear

    def collisions(
        self, other: CollisionManager | None = None, *, margin: float = 0.0, time: float = 0.0, threads: int = 1
    ) -> Meetings:
        """Return all pairs that are no farther apart than a margin at a time.

        Parameters
        ----------
        other : CollisionManager, optional
            Other bodies, if pairs of one of each are asked about.
        margin : float
            The distance in metres.
        time : float
            The time at which bodies in motion are looked at.
        threads : int
            How many threads answer; 0 stands for all cores.

        Returns
        -------
        Meetings
            With rows as of `distance`.
        """
        if not 0.0 <= margin < np.inf:
            raise InvalidInput(f"margin must be finite and not negative, but is {margin}")
        return self._near(other, time, float(margin), threads)

    def nearest(self, other: CollisionManager | None = None, *, time: float = 0.0) -> Meetings:
        """Return the nearest pair at a time, or the deepest one, with a row as of `distance`. There may be no pair."""
        return self._near(other, time, None, 1)

    def min_distance(self, other: CollisionManager | None = None, *, time: float = 0.0) -> float:
        """Return the least distance of any pair at a time: negative if bodies overlap, infinite if there is no pair."""
        return float(min(self.nearest(other, time=time).table["distance"], default=np.inf))

    def meetings(
        self,
        interval: tuple[float, float] = (0.0, 1.0),
        other: CollisionManager | None = None,
        *,
        target_distance: float = 0.0,
        tolerance: float | None = None,
        threads: int = 1,
    ) -> Meetings:
        """Return when pairs first meet during an interval, each for itself, in the order of time.

        Pairs that are not there are proven apart for all of the interval. One that is undecided is there, with status
        -1, at the time up to which it is proven apart.

        Parameters
        ----------
        interval : tuple of 2 floats
            The first and the last time: within the times of all motions, if they have any.
        other : CollisionManager, optional
            Other bodies, if pairs of one of each are asked about.
        target_distance, tolerance : float
            As of `time_of_impact`.
        threads : int
            How many threads answer; 0 stands for all cores. Answers do not depend on it.

        Returns
        -------
        Meetings
            With rows as of `time_of_impact`.
        """
        if not np.isfinite(target_distance) or not (tolerance is None or 0.0 < tolerance < np.inf):
            raise InvalidInput("target_distance must be finite, and tolerance finite and positive")
        asked = span(interval)
        bodies = self._with(other, asked)
        count = whole(threads, "threads")
        found = native.meeting_pairs(bodies, len(self), asked, target_distance, tolerance, count)
        return self._meetings(other, found)

    def first_contact(
        self,
        interval: tuple[float, float] = (0.0, 1.0),
        other: CollisionManager | None = None,
        *,
        target_distance: float = 0.0,
        tolerance: float | None = None,
        threads: int = 1,
    ) -> Meetings:
        """Return the first of `meetings`; if all bodies are proven apart for all of the interval, it is `clear`."""
        found = self.meetings(interval, other, target_distance=target_distance, tolerance=tolerance, threads=threads)
        return Meetings(found.pairs[:1], found.table[:1])

    def _near(self, other: CollisionManager | None, time: float, margin: float | None, threads: int) -> Meetings:
        if not np.isfinite(time):
            raise InvalidInput(f"time must be finite, but is {time}")
        bodies = self._with(other, (time, time))
        return self._meetings(other, native.near_pairs(bodies, len(self), time, margin, whole(threads, "threads")))

    def _with(
        self, other: CollisionManager | None, asked: tuple[float, float]
    ) -> list[tuple[native.Shape, native.Motion]]:
        """Return the bodies of both, after a look at whether their motions are known at these times."""
        if other is self:
            raise InvalidInput("other must be another manager: without it, pairs of this one's bodies are asked about")
        groups = [self] if other is None else [self, of_kind(CollisionManager, other, "other")]
        bodies = [item for group in groups for item in group._bodies.items()]
        for name, (_, motion) in bodies:
            motion.check_times(asked, f"the motion of {name!r}")
        if other is not None and not (len(self) and len(other)):
            return []
        return [(shape.native, motion.native) for _, (shape, motion) in bodies]

    def _meetings(self, other: CollisionManager | None, found: native.PairTable) -> Meetings:
        a, b, columns = found
        names = self.names if other is None else self.names + other.names
        ends: list[list[int]] = np.stack([a, b], axis=1).tolist()
        return Meetings(tuple((names[one], names[two]) for one, two in ends), table(columns))

    def __repr__(self) -> str:
        return f"<CollisionManager of {len(self)} bodies>"


def _motion(place: ArrayLike | Motion) -> Motion:
    return place if isinstance(place, Motion) else Motion.still(place)
