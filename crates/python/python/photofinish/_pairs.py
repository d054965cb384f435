"""Questions about two bodies."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _photofinish as native
from ._arrays import Row, of_kind, poses, whole
from ._motions import Motion, span
from ._shapes import Shape

MEETING: np.dtype[np.void] = np.dtype(
    (
        Row,
        [
            ("status", np.int8),
            ("clear", np.bool_),
            ("time", np.float64),
            ("distance", np.float64),
            ("normal", np.float64, (3,)),
            ("point_a", np.float64, (3,)),
            ("point_b", np.float64, (3,)),
            ("piece_a", np.int32),
            ("piece_b", np.int32),
        ],
    )
)
"""The fields of answers about two bodies: see `time_of_impact` and `distance`. A row is neither true nor false."""

CONTACT: np.dtype[np.void] = np.dtype(
    (
        Row,
        [
            ("row", np.int64),
            ("separation", np.float64),
            ("normal", np.float64, (3,)),
            ("point_a", np.float64, (3,)),
            ("point_b", np.float64, (3,)),
            ("piece_a", np.int32),
            ("piece_b", np.int32),
        ],
    )
)
"""The fields of points of contact: see `contacts`."""


def of_pair(
    body_a: Shape, body_b: Shape, motion_a: Motion, motion_b: Motion, interval: tuple[float, float]
) -> tuple[native.Shape, native.Shape, native.Motion, native.Motion, tuple[float, float]]:
    """Return two bodies, their motions, and an interval within the times of both."""
    asked = span(interval)
    motions = of_kind(Motion, motion_a, "motion_a"), of_kind(Motion, motion_b, "motion_b")
    for name, motion in zip(("motion_a", "motion_b"), motions):
        motion.check_times(asked, name)
    shapes = of_kind(Shape, body_a, "a").native, of_kind(Shape, body_b, "b").native
    return *shapes, motions[0].native, motions[1].native, asked


def _shapes(body_a: Shape, body_b: Shape) -> tuple[native.Shape, native.Shape]:
    return of_kind(Shape, body_a, "a").native, of_kind(Shape, body_b, "b").native


def table(columns: native.MeetingColumns) -> NDArray[np.void]:
    status, time, distance, normal, point_a, point_b, piece_a, piece_b = columns
    rows = np.empty(len(status), MEETING)
    rows["status"], rows["clear"] = status, status == 1
    rows["time"], rows["distance"], rows["normal"] = time, distance, normal
    rows["point_a"], rows["point_b"] = point_a, point_b
    rows["piece_a"], rows["piece_b"] = piece_a, piece_b
    return rows


def time_of_impact(
    a: Shape,
    b: Shape,
    start_a: ArrayLike,
    end_a: ArrayLike,
    start_b: ArrayLike,
    end_b: ArrayLike,
    *,
    target_distance: float = 0.0,
    tolerance: float | None = None,
    threads: int = 1,
) -> NDArray[np.void]:
    """Return when two bodies first touch, for many pairs of motions.

    Each body goes from its first pose to its second one in time 0 to 1, as `Motion.between`.

    Parameters
    ----------
    a, b : Shape
        The bodies.
    start_a, end_a, start_b, end_b : array_like, shape (4, 4) or (N, 4, 4)
        The poses at both ends.
    target_distance : float
        The distance in metres at which bodies count as touching.
    tolerance : float, optional
        How much farther apart than that they may be at an impact. The default scales with the bodies.
    threads : int
        How many threads answer; 0 stands for all cores. Answers do not depend on it.

    Returns
    -------
    numpy.ndarray of `MEETING`, shape (N,)
        `clear` iff it is proven that they do not touch. `status` is 1 for clear, 0 for a contact, -1 for undecided.
        `time` is that of the contact, or up to when they are proven clear; `normal` points from A to B.

    Raises
    ------
    InvalidInput
        If the numbers of poses differ, or a pose is no rotation and translation.

    Examples
    --------
    >>> import photofinish as pf
    >>> ball, rest = pf.Shape.ball(0.5), pf.pose()
    >>> ends = [pf.pose([-4, 0, 0]), pf.pose([4, 4, 0])]
    >>> found = pf.time_of_impact(ball, ball, pf.pose([4, 0, 0]), ends, rest, rest)
    >>> found["clear"], found["time"].round(6)
    (array([False,  True]), array([0.375, 1.   ]))
    """
    ends = [poses(end) for end in (start_a, end_a, start_b, end_b)]
    bodies = _shapes(a, b)
    found = native.time_of_impact(*bodies, ends, target_distance, tolerance, whole(threads, "threads"))
    return table(found)


def first_contact(
    a: Shape,
    b: Shape,
    motion_a: Motion,
    motion_b: Motion,
    interval: tuple[float, float] = (0.0, 1.0),
    *,
    target_distance: float = 0.0,
    tolerance: float | None = None,
) -> np.void:
    """Return when two bodies in any motion first touch during an interval: a row as of `time_of_impact`.

    The interval is within the times of both motions, if they have any.
    """
    row = native.first_contact(of_pair(a, b, motion_a, motion_b, interval), target_distance, tolerance)
    status, *rest = row
    return np.array([(status, status == 1, *rest)], MEETING)[0]


def distance(a: Shape, b: Shape, at_a: ArrayLike, at_b: ArrayLike, *, threads: int = 1) -> NDArray[np.void]:
    """Return how far apart two bodies are at rest, or how deep they overlap, at many poses.

    Parameters
    ----------
    a, b : Shape
        The bodies.
    at_a, at_b : array_like, shape (4, 4) or (N, 4, 4)
        Their poses.
    threads : int
        How many threads answer; 0 stands for all cores.

    Returns
    -------
    numpy.ndarray of `MEETING`, shape (N,)
        `distance` is negative where they overlap: minus the depth. `clear` iff they are apart. `point_a` and `point_b`
        are the nearest points, in the world. For compounds the depth is that of their deepest pieces.

    Examples
    --------
    >>> import photofinish as pf
    >>> box, ball = pf.Shape.box([1, 1, 1]), pf.Shape.ball(0.5)
    >>> pf.distance(box, ball, pf.pose(), [pf.pose([2, 0, 0]), pf.pose([0.75, 0, 0])])["distance"]
    array([ 1.  , -0.25])
    """
    bodies = _shapes(a, b)
    return table(native.distance(*bodies, [poses(at_a), poses(at_b)], whole(threads, "threads")))


def contacts(
    a: Shape, b: Shape, at_a: ArrayLike, at_b: ArrayLike, *, margin: float = 1e-3, threads: int = 1
) -> NDArray[np.void]:
    """Return all points in which two bodies at rest touch or nearly touch, at many poses.

    A box that stands on a floor has four. There are at most four for each normal.

    Parameters
    ----------
    a, b : Shape
        The bodies.
    at_a, at_b : array_like, shape (4, 4) or (N, 4, 4)
        Their poses.
    margin : float
        How far apart bodies may be at a point, in metres.
    threads : int
        How many threads answer; 0 stands for all cores.

    Returns
    -------
    numpy.ndarray of `CONTACT`, shape (K,)
        `row` is the index of the poses, and rows are in its order. `separation` is the way from `point_a` to `point_b`
        along `normal`, which points from `a` to `b`: negative where they overlap. All are in the world.

    Examples
    --------
    >>> import photofinish as pf
    >>> floor, crate = pf.Shape.box([9, 9, 1]), pf.Shape.box([1, 1, 1])
    >>> pf.contacts(floor, crate, pf.pose(), [pf.pose([0, 0, 1]), pf.pose([0, 0, 2])])["row"]
    array([0, 0, 0, 0])
    """
    at = [poses(at_a), poses(at_b)]
    row, separation, *vectors, piece_a, piece_b = native.contacts(*_shapes(a, b), at, margin, whole(threads, "threads"))
    points = np.empty(len(row), CONTACT)
    points["row"], points["separation"] = row, separation
    points["normal"], points["point_a"], points["point_b"] = vectors
    points["piece_a"], points["piece_b"] = piece_a, piece_b
    return points
