"""Checks of the arrays that users give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Real
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import FileError, InvalidInput

Floats = NDArray[np.float64]


class Row(np.void):
    """A row of a table of answers, which is neither true nor false: its field `clear` is."""

    def __bool__(self) -> bool:
        raise TypeError('a row of answers is neither true nor false: ask row["clear"]')


def floats(values: Any, what: str) -> Floats:
    """Return numbers as an array of the package's own: what users do to theirs later changes nothing."""
    found = _numbers(values, what)
    return np.array(found, dtype=np.float64, order="C")


def integers(values: Any, what: str) -> NDArray[np.int64]:
    """Return whole numbers as an array of the package's own."""
    found = _numbers(values, what)
    if found.size and found.dtype.kind not in "iu":
        raise InvalidInput(f"{what} must be whole numbers, but are {found.dtype}")
    if found.dtype.kind == "u" and found.size and found.max() > np.iinfo(np.int64).max:
        raise InvalidInput(f"{what} have a number that is too large")
    return np.array(found, dtype=np.int64, order="C")


def _numbers(values: Any, what: str) -> NDArray[Any]:
    if np.ma.is_masked(values) or (type(values) in (list, tuple) and any(map(np.ma.is_masked, values))):
        raise InvalidInput(f"{what} are masked in part: say what stands there")
    try:
        found: NDArray[Any] = np.asarray(values)
        if found.dtype.kind == "O" and all(isinstance(value, Real) for value in found.flat):
            found = found.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{what} are not an array of numbers: {error}") from None
    if found.dtype.kind not in "iuf":
        raise InvalidInput(f"{what} must be real numbers, but are {found.dtype}")
    return found


Thing = TypeVar("Thing")


def of_kind(kind: type[Thing], thing: object, name: str) -> Thing:
    """Return a thing of a kind, or raise what it is."""
    if not isinstance(thing, kind):
        raise InvalidInput(f"{name} must be a {kind.__name__}, but is a {type(thing).__name__}")
    return thing


def triple(values: Sequence[float]) -> tuple[float, float, float]:
    """Return a vector of three numbers."""
    array = floats(values, "vector")
    if array.shape != (3,):
        raise InvalidInput(f"a vector has 3 numbers, but this has the shape {array.shape}")
    x, y, z = array.tolist()
    return x, y, z


def whole(value: Any, what: str, least: int = 0) -> int:
    """Return a whole number that is not below the least."""
    try:
        number = index(value)
    except TypeError:
        raise InvalidInput(f"{what} must be a whole number, but is {value!r}") from None
    if not least <= number < 2**63:
        raise InvalidInput(f"{what} must be {least} or more, but is {number}")
    return number


def names(values: Iterable[str], what: str) -> tuple[str, ...]:
    """Return names. One text is refused: its letters are none."""
    found = () if isinstance(values, str) else tuple(values)
    wrong = [value for value in found if not isinstance(value, str)]  # pyright: ignore[reportUnnecessaryIsInstance]
    if isinstance(values, str) or wrong:
        raise InvalidInput(f'{what} must be names, as in ["a", "b"], but are {values!r}')
    return found


def pair_of(names_of: tuple[str, str]) -> tuple[str, str]:
    """Return the names of two bodies."""
    found = names(names_of, "a pair")
    if len(found) != 2:
        raise InvalidInput(f"a pair has two names, but this has {len(found)}: {names_of!r}")
    return found[0], found[1]


def text_of(path: str | PathLike[str]) -> str:
    """Return the text of a file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{fspath(path)}: {error}") from error


def rows(values: ArrayLike, joints: Sequence[str], what: str = "waypoints", *, single: bool = False) -> Floats:
    """Return values as an array (N, J), or raise what may be wrong with them. `single` lets (J,) be one row."""
    array = floats(values, what)
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
    array = floats(values, what)
    if array.shape[-2:] == (4, 4) and array.ndim in (2, 3):
        return array.reshape(-1, 4, 4)
    raise _no_pose(array, f"{what} must have the shape (4, 4) or (N, 4, 4), but has {array.shape}")


def one_pose(value: ArrayLike, what: str = "pose") -> Floats:
    """Return one pose as an array (4, 4) that nobody writes to."""
    array = floats(value, what)
    if array.shape != (4, 4):
        raise _no_pose(array, f"{what} must be one pose, of the shape (4, 4), but has {array.shape}")
    return constant(array)


def constant(array: Floats) -> Floats:
    """Return an array that nobody writes to."""
    array.flags.writeable = False
    return array


def _no_pose(array: Floats, text: str) -> InvalidInput:
    if array.shape[-1:] == (7,):
        text += (
            ": seven numbers do not say whether w comes first in the quaternion; "
            "use photofinish.pose(position, wxyz=...) or photofinish.pose(position, xyzw=...)"
        )
    return InvalidInput(text)


def points(values: ArrayLike, what: str) -> Floats:
    """Return points as an array (N, 3)."""
    array = floats(values, what)
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
    matrix[:3, 3] = _shaped(position, "position", (3,))
    if rotation is not None:
        matrix[:3, :3] = _shaped(rotation, "rotation", (3, 3))
    elif given:
        number = floats(given[0], "quaternion")
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


def _shaped(values: ArrayLike, what: str, shape: tuple[int, ...]) -> Floats:
    array = floats(values, what)
    if array.shape != shape:
        raise InvalidInput(f"{what} must have the shape {shape}, but has {array.shape}")
    return array
