"""Checks of large data sets with Ray Data (``pip install "ray[data]"``).

>>> dataset.map_batches(EdgeChecker, fn_constructor_args=[checker], concurrency=4)  # doctest: +SKIP

An actor keeps its checker. An answer does not depend on how the data are divided: it is the one of a single process, to
the last bit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._answers import Batch
from ._checker import Checker
from ._limits import Limits

Columns = dict[str, NDArray[np.generic]]


class EdgeChecker:
    """Adds to each edge whether it is proven clear: `status`, `clear` and `clear_until`, and the bodies that touch.

    Parameters
    ----------
    checker : Checker
        The checker.
    start, end : str
        The columns of joint values, (J,) each.
    limits : {"warn", "ignore", "raise"}
        What to do with values outside of the limits of a joint.
    """

    def __init__(self, checker: Checker, start: str = "start", end: str = "end", *, limits: Limits = "warn") -> None:
        self.checker, self.start, self.end = checker, start, end
        self.limits: Limits = limits

    def __call__(self, batch: Columns) -> Columns:
        starts, ends = (np.stack(list(batch[name])).astype(np.float64) for name in (self.start, self.end))
        found = self.checker.check_edges(starts, ends, first=True, limits=self.limits)
        return _with(batch, found)


class PathChecker:
    """Adds to each path whether it is proven clear: `status`, `clear` and `clear_until`, and the bodies that touch.

    Parameters
    ----------
    checker : Checker
        The checker.
    path : str
        The column of waypoints, (W, J) each.
    limits : {"warn", "ignore", "raise"}
        What to do with waypoints outside of the limits of a joint.
    """

    def __init__(self, checker: Checker, path: str = "path", *, limits: Limits = "warn") -> None:
        self.checker, self.path = checker, path
        self.limits: Limits = limits

    def __call__(self, batch: Columns) -> Columns:
        paths = [np.stack([np.asarray(row, dtype=np.float64) for row in path]) for path in batch[self.path]]
        found = self.checker.check_paths(paths, limits=self.limits)
        return _with(batch, found)


def _with(batch: Columns, found: Batch) -> Columns:
    """Return a batch with the columns of its answers."""
    names = np.array([*found.bodies, ""])
    bodies = {name: names[found.table[name]] for name in ("body_a", "body_b")}
    return batch | {name: found.table[name] for name in ("status", "clear", "clear_until")} | bodies
