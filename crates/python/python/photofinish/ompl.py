"""Validity checks for OMPL 2 (``pip install ompl``).

>>> from ompl import base as ob                                               # doctest: +SKIP
>>> information.setStateValidityChecker(StateValidityChecker(information, checker))  # doctest: +SKIP
>>> information.setMotionValidator(MotionValidator(information, checker))     # doctest: +SKIP

The values of a state are those of the checker's joints, in their order. Other spaces give `values`, a function from a
state to these values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ompl import base

from ._checker import Checker
from ._errors import InvalidInput

Values = Callable[[Any], Sequence[float]]


def _values(information: Any, checker: Checker, values: Values | None) -> Values:
    """Return the function that reads a state, after a look at whether the space fits the joints."""
    if values is not None:
        return values
    count = len(checker.joints)
    space: Any = information.getStateSpace()
    if not isinstance(space, base.RealVectorStateSpace) or space.getDimension() != count:
        raise InvalidInput(
            f"the checker has the joints {', '.join(checker.joints)}: the state space must be a RealVectorStateSpace "
            f"of {count} dimensions, in this order, or say by values=... which values of a state they are"
        )
    return lambda state: [state[index] for index in range(count)]


class StateValidityChecker(base.StateValidityChecker):
    """Whether a state is proven clear, and within its bounds."""

    def __init__(self, information: Any, checker: Checker, values: Values | None = None) -> None:
        super().__init__(information)
        self._values = _values(information, checker, values)
        self._within = information.satisfiesBounds
        self._edge = checker.edge
        self._clearance = checker.clearance

    def isValid(self, state: Any) -> bool:  # noqa: N802
        """Return whether the state is proven clear."""
        at = self._values(state)
        return self._within(state) and self._edge(at, at)

    def clearance(self, state: Any) -> float:
        """Return the least distance of bodies, beyond that to keep, in metres."""
        return float(self._clearance([self._values(state)], limits="ignore").table["clearance"][0])


class MotionValidator(base.MotionValidator):
    """Whether the straight line between two states is proven clear. It needs no check of states in between.

    OMPL's Python cannot pass on ``lastValid`` (ompl#1442): `last_valid` returns it.
    """

    def __init__(self, information: Any, checker: Checker, values: Values | None = None) -> None:
        super().__init__(information)
        self._values = _values(information, checker, values)
        self._within = information.satisfiesBounds
        self._space = information.getStateSpace()
        self._edge = checker.edge
        self._until = checker.clear_until

    def checkMotion(self, first: Any, second: Any) -> bool:  # noqa: N802
        """Return whether the motion is proven clear."""
        return self._within(second) and self._edge(self._values(first), self._values(second))

    def last_valid(self, first: Any, second: Any, state: Any = None) -> float:
        """Return the share of the motion, from 0 to 1, that is proven clear, and set `state` to its end."""
        share = self._until(self._values(first), self._values(second))
        if state is not None:
            self._space.interpolate(first, second, share, state)
        return share
