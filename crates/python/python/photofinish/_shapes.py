"""Shapes, motions, and questions about two bodies."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _photofinish as native
from ._arrays import Floats, Row, floats, integers, one_pose, points, poses, text_of, whole
from ._errors import InvalidInput, MeshWarning

Form = Literal["hull", "pieces", "surface"]

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


class Shape:
    """A body in its own frame: a convex shape, a compound of them, or a surface of triangles.

    Sizes are full sizes in metres, as in URDF. Capsules, cylinders and cones stand along z, with their middle at the
    origin.

    Examples
    --------
    >>> import photofinish as pf
    >>> hammer = pf.Shape.compound([
    ...     (pf.Shape.cylinder(radius=0.02, length=0.3), pf.pose()),
    ...     (pf.Shape.ball(0.05), pf.pose([0, 0, 0.15])),
    ... ])
    >>> len(hammer)
    2
    """

    __slots__ = ("native",)

    def __init__(self, native: native.Shape) -> None:
        self.native = native

    @classmethod
    def ball(cls, radius: float) -> Shape:
        """Return a ball."""
        return cls(native.Shape.ball(radius))

    @classmethod
    def box(cls, size: Sequence[float]) -> Shape:
        """Return a box of these lengths along x, y and z."""
        return cls(native.Shape.box(_triple(size)))

    @classmethod
    def capsule(cls, radius: float, length: float) -> Shape:
        """Return a capsule along z. `length` is without the caps."""
        return cls(native.Shape.capsule(radius, length))

    @classmethod
    def cylinder(cls, radius: float, length: float) -> Shape:
        """Return a cylinder along z."""
        return cls(native.Shape.cylinder(radius, length))

    @classmethod
    def cone(cls, radius: float, length: float) -> Shape:
        """Return a cone along z, with its tip up."""
        return cls(native.Shape.cone(radius, length))

    @classmethod
    def hull(cls, corners: ArrayLike) -> Shape:
        """Return the convex hull of points (N, 3)."""
        return cls(native.Shape.hull(points(corners, "points")))

    @classmethod
    def mesh(cls, mesh: Any, faces: ArrayLike | None = None, *, form: Form = "hull") -> Shape:
        """Return a mesh as its convex hull, as convex pieces, or as its surface.

        Parameters
        ----------
        mesh : trimesh.Trimesh or array_like, shape (N, 3)
            A mesh with `vertices` and `faces`, or vertices in metres.
        faces : array_like of int, shape (M, 3), optional
            The triangles, if `mesh` are vertices.
        form : {"hull", "pieces", "surface"}
            "pieces" are those of a convex decomposition. They cover the surface, and take seconds. A surface has no
            inside, and neither have the pieces of an open mesh.

        Warns
        -----
        MeshWarning
            If a mesh of which the pieces are asked is open.
        """
        vertices = mesh if faces is not None else getattr(mesh, "vertices", None)
        triangles = faces if faces is not None else getattr(mesh, "faces", None)
        if vertices is None or triangles is None:
            raise InvalidInput("a mesh is an object with vertices and faces, as of trimesh, or both as arrays")
        corners, at = integers(triangles, "faces"), points(vertices, "vertices")
        if corners.ndim != 2 or corners.shape[1] != 3:
            raise InvalidInput(f"faces must have the shape (M, 3), but have {corners.shape}")
        if corners.size and not 0 <= corners.min() <= corners.max() < len(at):
            raise InvalidInput(f"faces must be numbers of vertices, from 0 to {len(at) - 1}")
        if form == "pieces" and (count := _open_edges(at, corners)):
            text = f'the mesh is open at {count} edges, so its pieces have no inside: close it, or take form="hull"'
            warnings.warn(text, MeshWarning, stacklevel=2)
        return cls(native.Shape.mesh(at, corners.astype(np.uint32), form))

    @classmethod
    def compound(cls, parts: Sequence[tuple[Shape, ArrayLike]]) -> Shape:
        """Return the union of shapes at poses (4, 4). Surfaces cannot be part of one."""
        return cls(native.Shape.compound([(_a(Shape, part, "a part").native, one_pose(at)) for part, at in parts]))

    @property
    def is_surface(self) -> bool:
        """Whether it is a surface of triangles, which has no inside."""
        return self.native.is_surface

    def __len__(self) -> int:
        return len(self.native)

    def __repr__(self) -> str:
        kind = "triangles" if self.is_surface else "convex pieces"
        return f"<Shape of {len(self)} {kind}>"

    def __reduce__(self) -> tuple[Callable[[bytes], Shape], tuple[bytes]]:
        return _read_shape, (self.native.state(),)


def _read_shape(state: bytes) -> Shape:
    return Shape(native.Shape.from_state(state))


def _open_edges(vertices: Floats, faces: NDArray[np.int64]) -> int:
    """Return at how many edges a mesh is open: those of an odd number of triangles. Equal vertices are one."""
    same = np.unique(vertices, axis=0, return_inverse=True)[1].reshape(-1)
    corners = same[faces]
    edges = np.sort(corners[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    # an edge of a triangle without area
    edges = edges[edges[:, 0] != edges[:, 1]]
    return int((np.unique(edges, axis=0, return_counts=True)[1] % 2).sum())


def as_shape(shape: Any, form: Form = "hull") -> Shape:
    """Return a shape, also of a mesh, or of its vertices and faces."""
    if isinstance(shape, Shape):
        return shape
    if hasattr(shape, "faces"):
        return Shape.mesh(shape, form=form)
    if type(shape) not in (tuple, list) or len(shape) != 2:
        raise InvalidInput(f"a shape is a Shape, a mesh, or (vertices, faces), but not a {type(shape).__name__}")
    vertices, faces = shape
    return Shape.mesh(vertices, faces, form=form)


class Motion:
    """Where a body's frame is. Angles are in radians, and the unit of time is yours.

    Motions from poses to poses have a first and a last time: questions about other times are refused. `still` and
    `twist` are for all times.

    Examples
    --------
    A bar of length 4 turns about z at 50 radians per second, and hits a ball.

    >>> import photofinish as pf
    >>> bar = pf.Shape.compound([(pf.Shape.capsule(0.05, 4.0), pf.pose(wxyz=[0.5**0.5, 0.5**0.5, 0, 0]))])
    >>> spin = pf.Motion.twist(pf.pose(), angular=[0, 0, 50])
    >>> rest = pf.Motion.still(pf.pose([1.5, 0, 0]))
    >>> hit = pf.first_contact(bar, pf.Shape.ball(0.2), spin, rest)
    >>> bool(hit["clear"]), round(float(hit["time"]), 6)
    (False, 0.028067)
    """

    __slots__ = ("native", "times")

    def __init__(self, native: native.Motion, times: tuple[float, float] | None = None) -> None:
        self.native, self.times = native, times

    @classmethod
    def still(cls, pose: ArrayLike) -> Motion:
        """Return rest at a pose (4, 4)."""
        return cls(native.Motion.still(one_pose(pose)))

    @classmethod
    def twist(
        cls,
        pose: ArrayLike,
        *,
        linear: Sequence[float] = (0.0, 0.0, 0.0),
        angular: Sequence[float] = (0.0, 0.0, 0.0),
        about: Sequence[float] = (0.0, 0.0, 0.0),
        acceleration: Sequence[float] = (0.0, 0.0, 0.0),
    ) -> Motion:
        """Return constant velocities from a pose at time 0.

        Parameters
        ----------
        pose : array_like, shape (4, 4)
            The pose at time 0.
        linear, angular : sequence of 3 floats
            The velocity of the point `about`, and the angular velocity in radians per time, in the world's frame.
        about : sequence of 3 floats
            The centre of the turn, in the body's frame.
        acceleration : sequence of 3 floats
            The acceleration of that point, as of gravity, in the world's frame.
        """
        start, turn = _triple(linear), _triple(angular)
        return cls(native.Motion.twist(one_pose(pose), start, turn, _triple(about), _triple(acceleration)))

    @classmethod
    def between(cls, start: ArrayLike, end: ArrayLike, times: tuple[float, float] = (0.0, 1.0)) -> Motion:
        """Return the motion from a pose to another one: a straight line of the origin, and the shorter turn (slerp)."""
        return cls.through(times, np.stack([one_pose(start), one_pose(end)]))

    @classmethod
    def through(cls, times: Sequence[float], through: ArrayLike) -> Motion:
        """Return the motion through poses (N, 4, 4) at these times, as `between` from each to the next."""
        when = floats(times, "times")
        if when.ndim != 1 or len(when) < 2:
            raise InvalidInput(f"times must be two or more, (N,), but have the shape {when.shape}")
        made = native.Motion.through(when.tolist(), poses(through, "poses"))
        return cls(made, (float(when[0]), float(when[-1])))

    @classmethod
    def sampled(cls, function: Callable[[float], ArrayLike], times: Sequence[float]) -> Motion:
        """Return the motion through the poses of a function at these times.

        Answers are about this motion. Of what the function does between these times they know nothing.
        """
        return cls.through(times, [one_pose(function(float(time))) for time in times])

    def __reduce__(self) -> tuple[Callable[..., Motion], tuple[bytes, tuple[float, float] | None]]:
        return _read_motion, (self.native.state(), self.times)


def _read_motion(state: bytes, times: tuple[float, float] | None) -> Motion:
    return Motion(native.Motion.from_state(state), times)


def _pair(
    a: Shape, b: Shape, motion_a: Motion, motion_b: Motion, interval: tuple[float, float]
) -> tuple[native.Shape, native.Shape, native.Motion, native.Motion, tuple[float, float]]:
    """Return two bodies, their motions, and an interval within the times of both."""
    asked = floats(interval, "interval")
    if asked.shape != (2,):
        raise InvalidInput(f"an interval has 2 times, but this has the shape {asked.shape}")
    start, end = asked.tolist()
    for name, motion in (("motion_a", motion_a), ("motion_b", motion_b)):
        known = _a(Motion, motion, name).times
        if known is not None and not known[0] <= start <= end <= known[1]:
            raise InvalidInput(
                f"{name} is known from time {known[0]:.17g} to {known[1]:.17g}, "
                f"but is asked about {start:.17g} to {end:.17g}"
            )
    return _a(Shape, a, "a").native, _a(Shape, b, "b").native, motion_a.native, motion_b.native, (start, end)


Thing = TypeVar("Thing", Shape, Motion)


def _a(kind: type[Thing], thing: Any, name: str) -> Thing:
    """Return a thing of a kind, or raise what it is."""
    if not isinstance(thing, kind):
        raise InvalidInput(f"{name} must be a {kind.__name__}, but is a {type(thing).__name__}")
    return thing


def _triple(values: Sequence[float]) -> tuple[float, float, float]:
    array = floats(values, "vector")
    if array.shape != (3,):
        raise InvalidInput(f"a vector has 3 numbers, but this has the shape {array.shape}")
    x, y, z = array.tolist()
    return x, y, z


def _table(columns: native.MeetingColumns) -> NDArray[np.void]:
    status, time, distance, normal, point_a, point_b, piece_a, piece_b = columns
    table = np.empty(len(status), MEETING)
    table["status"], table["clear"] = status, status == 1
    table["time"], table["distance"], table["normal"] = time, distance, normal
    table["point_a"], table["point_b"] = point_a, point_b
    table["piece_a"], table["piece_b"] = piece_a, piece_b
    return table


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
    bodies = _a(Shape, a, "a").native, _a(Shape, b, "b").native
    found = native.time_of_impact(*bodies, ends, target_distance, tolerance, whole(threads, "threads"))
    return _table(found)


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
    row = native.first_contact(*_pair(a, b, motion_a, motion_b, interval), target_distance, tolerance)
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
    bodies = _a(Shape, a, "a").native, _a(Shape, b, "b").native
    return _table(native.distance(*bodies, [poses(at_a), poses(at_b)], whole(threads, "threads")))


class Proof:
    """A proof that two convex bodies keep a distance, with all that a check of it needs."""

    __slots__ = ("native",)

    def __init__(self, native: native.Proof) -> None:
        self.native = native

    @property
    def interval(self) -> tuple[float, float]:
        """The times that it covers."""
        return self.native.interval

    @property
    def distance(self) -> float:
        """The distance in metres that it proves."""
        return self.native.distance

    def verify(self) -> float:
        """Check it without a search. Return how much farther apart than `distance` the bodies stay.

        Raises
        ------
        ProofError
            If it does not hold.
        """
        return self.native.verify()

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        Path(path).write_text(self.native.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Proof:
        """Read it from a file, which is trusted only once it is verified."""
        return cls(native.Proof.from_json(text_of(path)))


def certify(
    a: Shape,
    b: Shape,
    motion_a: Motion,
    motion_b: Motion,
    interval: tuple[float, float] = (0.0, 1.0),
    *,
    target_distance: float = 0.0,
) -> Proof:
    """Return the proof that two convex bodies keep a distance until their first contact, or the end of the interval.

    Raises
    ------
    ProofError
        If they are in contact at the start.

    Examples
    --------
    >>> import photofinish as pf
    >>> fall = pf.Motion.twist(pf.pose([0, 0, 9]), acceleration=[0, 0, -9.81])
    >>> floor = pf.Motion.still(pf.pose())
    >>> proof = pf.certify(pf.Shape.ball(0.5), pf.Shape.box([9, 9, 1]), fall, floor, (0.0, 1.0))
    >>> proof.interval, proof.verify() > 0
    ((0.0, 1.0), True)
    """
    return Proof(native.certify(*_pair(a, b, motion_a, motion_b, interval), target_distance))
