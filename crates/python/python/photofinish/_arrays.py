"""Checks of the arrays that users give."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import InvalidInput

Floats = NDArray[np.float64]


def rows(values: ArrayLike, joints: Sequence[str], what: str = "waypoints", *, single: bool = False) -> Floats:
    """Return values as an array (N, J), or raise what may be wrong with them. `single` lets (J,) be one row."""
    array = np.ascontiguousarray(values, dtype=np.float64)
    if single and array.ndim == 1:
        array = array[np.newaxis]
    if array.ndim == 2 and array.shape[1] == len(joints):
        return array
    found = " x ".join(map(str, array.shape)) or "a number"
    text = f"{what} must have the shape (N, {len(joints)}), a column for each of {', '.join(joints)}, but are {found}"
    if array.ndim == 2 and array.shape[0] == len(joints):
        text += ": are the configurations columns, (nq, N), as in pinocchio? Pass the transposed array"
    if array.ndim == 1 and len(array) == len(joints):
        text += ": a single row is [row]; and many paths are a list of arrays (W, J), also if it is one path"
    raise InvalidInput(text)


def poses(values: ArrayLike, what: str = "pose") -> Floats:
    """Return poses as an array (N, 4, 4), or raise what may be wrong with them."""
    array = np.ascontiguousarray(values, dtype=np.float64)
    if array.shape[-2:] == (4, 4) and array.ndim in (2, 3):
        return array.reshape(-1, 4, 4)
    text = f"{what} must have the shape (4, 4) or (N, 4, 4), but has {array.shape}"
    if array.shape[-1:] == (7,):
        text += (
            ": seven numbers do not say whether w comes first in the quaternion; "
            "use photofinish.pose(position, wxyz=...) or photofinish.pose(position, xyzw=...)"
        )
    raise InvalidInput(text)


def points(values: ArrayLike, what: str) -> Floats:
    """Return points as an array (N, 3)."""
    array = np.ascontiguousarray(values, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise InvalidInput(f"{what} must have the shape (N, 3), but have {array.shape}")
    return array


def pose(
    position: ArrayLike = (0.0, 0.0, 0.0),
    *,
    wxyz: ArrayLike | None = None,
    xyzw: ArrayLike | None = None,
    rotation: ArrayLike | None = None,
) -> Floats:
    """Return a pose as a matrix.

    Parameters
    ----------
    position : array_like, shape (3,)
        The position, in metres.
    wxyz, xyzw : array_like, shape (4,), optional
        The rotation as a quaternion, with its real part first or last. It is scaled to unit length.
    rotation : array_like, shape (3, 3), optional
        The rotation as a matrix.

    Returns
    -------
    numpy.ndarray, shape (4, 4)
        The pose, which maps points of the body's frame to the world.

    Raises
    ------
    InvalidInput
        If more than one rotation is given, or a quaternion is not within 1e-3 of unit length.

    Examples
    --------
    >>> import photofinish as pf
    >>> pf.pose([1, 0, 0], wxyz=[0, 0, 0, 1])[:2]
    array([[-1.,  0.,  0.,  1.],
           [ 0., -1.,  0.,  0.]])
    """
    given = [value for value in (wxyz, xyzw, rotation) if value is not None]
    if len(given) > 1:
        raise InvalidInput("give one of wxyz, xyzw and rotation")
    matrix = np.eye(4)
    matrix[:3, 3] = np.asarray(position, dtype=np.float64)
    if rotation is not None:
        matrix[:3, :3] = np.asarray(rotation, dtype=np.float64)
    elif given:
        number = np.asarray(given[0], dtype=np.float64)
        if number.shape != (4,):
            raise InvalidInput(f"a quaternion has 4 numbers, but this has the shape {number.shape}")
        norm = float(np.linalg.norm(number))
        if not abs(norm - 1.0) <= 1e-3:
            raise InvalidInput(f"a quaternion must have unit length, but this has {norm}")
        w, x, y, z = (number if wxyz is not None else np.roll(number, 1)) / norm
        matrix[:3, :3] = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    return matrix
