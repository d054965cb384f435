"""Values outside of the limits of joints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ._arrays import Floats
from ._errors import InvalidInput

Limits = Literal["warn", "ignore", "raise"]

# what rounding may add to a limit
SLACK = 1e-6
# angles of more than a turn that are outside of their limits are taken for degrees
TURN = 2 * np.pi
# joints without limits may turn on and on, and larger angles of theirs are only asked about
MANY_TURNS = 4 * TURN


def known(limits: str) -> None:
    """Raise unless it is a word for what to do with such values."""
    if limits not in ("warn", "ignore", "raise"):
        raise InvalidInput(f'limits must be "warn", "ignore" or "raise", but is {limits!r}')


def outside(
    array: Floats, joints: Sequence[str], limits: Floats, angles: NDArray[np.bool_], in_scene: bool = False
) -> str | None:
    """Return which value is outside of its limits, if any. Raise if one looks like degrees."""
    least, largest = limits.T
    size: Floats = np.abs(array)
    beyond = (array < least - SLACK) | (array > largest + SLACK)
    turns = (size > MANY_TURNS) & (angles & ~np.isfinite(limits).all(axis=1))
    if not (beyond | turns).any():
        return None
    degrees = beyond & angles & (size > TURN)
    worst = next(kind for kind in (degrees, beyond, turns) if kind.any())
    row, column = (int(index) for index in np.argwhere(worst)[0])
    text = f"joint {joints[column]!r} is at {array[row, column]:.6g} in {'the scene' if in_scene else f'row {row}'}"
    if worst is turns:
        return f"{text}, {size[row, column] / TURN:.3g} turns: is it in degrees? Angles are in radians"
    text += f", outside of {least[column]:.6g} to {largest[column]:.6g}"
    if worst is degrees:
        otherwise = "" if in_scene else '; limits="ignore" takes it as it is'
        raise InvalidInput(f"{text}: is it in degrees? Angles are in radians{otherwise}")
    return text
