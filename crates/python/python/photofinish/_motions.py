"""Motions of bodies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import _photofinish as native
from ._arrays import floats, one_pose, poses, triple
from ._errors import InvalidInput


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
        start, turn = triple(linear), triple(angular)
        return cls(native.Motion.twist(one_pose(pose), start, turn, triple(about), triple(acceleration)))

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
        return Motion._read, (self.native.state(), self.times)

    @classmethod
    def _read(cls, state: bytes, times: tuple[float, float] | None) -> Motion:
        return cls(native.Motion.from_state(state), times)

    def check_times(self, asked: tuple[float, float], name: str) -> None:
        """Raise if the motion is not known at all times of an interval."""
        if self.times is not None and not self.times[0] <= asked[0] <= asked[1] <= self.times[1]:
            raise InvalidInput(
                f"{name} is known from time {self.times[0]:.17g} to {self.times[1]:.17g}, "
                f"but is asked about {asked[0]:.17g} to {asked[1]:.17g}"
            )


def span(interval: tuple[float, float]) -> tuple[float, float]:
    """Return an interval of time."""
    asked = floats(interval, "interval")
    if asked.shape != (2,):
        raise InvalidInput(f"an interval has 2 times, but this has the shape {asked.shape}")
    start, end = asked.tolist()
    return start, end
