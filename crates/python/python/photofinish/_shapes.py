"""Shapes of bodies."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _photofinish as native
from ._arrays import Floats, integers, of_kind, one_pose, points, triple
from ._errors import InvalidInput, MeshWarning

Form = Literal["hull", "pieces", "surface"]


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
        return cls(native.Shape.box(triple(size)))

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
        at, corners = triangles(mesh, faces)
        if form == "pieces" and (count := _open_edges(at, corners)):
            text = f'the mesh is open at {count} edges, so its pieces have no inside: close it, or take form="hull"'
            warnings.warn(text, MeshWarning, stacklevel=2)
        return cls(native.Shape.mesh(at, corners, form))

    @classmethod
    def compound(cls, parts: Sequence[tuple[Shape, ArrayLike]]) -> Shape:
        """Return the union of shapes at poses (4, 4). Surfaces cannot be part of one."""
        placed = [shape_and_place(part, "a part") for part in parts]
        return cls(
            native.Shape.compound([(of_kind(Shape, part, "a part").native, one_pose(at)) for part, at in placed])
        )

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
        return Shape._read, (self.native.state(),)

    @classmethod
    def _read(cls, state: bytes) -> Shape:
        return cls(native.Shape.from_state(state))


def triangles(mesh: Any, faces: ArrayLike | None) -> tuple[Floats, NDArray[np.uint32]]:
    """Return the vertices and the triangles of a mesh with both, or of vertices and faces."""
    vertices = mesh if faces is not None else getattr(mesh, "vertices", None)
    given = faces if faces is not None else getattr(mesh, "faces", None)
    if vertices is None or given is None:
        raise InvalidInput("a mesh is an object with vertices and faces, as of trimesh, or both as arrays")
    corners, at = integers(given, "faces"), points(vertices, "vertices")
    if corners.ndim != 2 or corners.shape[1] != 3:
        raise InvalidInput(f"faces must have the shape (M, 3), but have {corners.shape}")
    if corners.size and not 0 <= corners.min() <= corners.max() < len(at):
        raise InvalidInput(f"faces must be numbers of vertices, from 0 to {len(at) - 1}")
    return at, corners.astype(np.uint32)


def _open_edges(vertices: Floats, faces: NDArray[np.uint32]) -> int:
    """Return at how many edges a mesh is open: those of an odd number of triangles. Equal vertices are one."""
    same = np.unique(vertices, axis=0, return_inverse=True)[1].reshape(-1)
    corners = same[faces]
    edges = np.sort(corners[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    # an edge of a triangle without area
    edges = edges[edges[:, 0] != edges[:, 1]]
    return int((np.unique(edges, axis=0, return_counts=True)[1] % 2).sum())


def shape_and_place(value: Any, what: str) -> tuple[Any, Any]:
    """Return both parts of a shape with its place."""
    if type(value) not in (tuple, list) or len(value) != 2:
        raise InvalidInput(f"{what} must be a shape and its place, (shape, pose), but is a {type(value).__name__}")
    shape, place = value
    return shape, place


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
