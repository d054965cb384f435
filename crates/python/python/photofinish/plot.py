"""Plots with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._answers import PathResult


def clearance(result: PathResult, axes: Axes | None = None, samples: int = 300) -> Axes:
    """Plot the clearance of a path over time: what is sampled, what is proven, and the first contact.

    Parameters
    ----------
    result : PathResult
        The answer about the path.
    axes : matplotlib.axes.Axes, optional
        Where to plot; new ones by default.
    samples : int
        How many times the distance is measured.
    """
    if axes is None:
        import matplotlib.pyplot as plt

        axes = plt.subplots()[1]
    into: Any = axes
    waypoints = result.waypoints
    times = np.arange(len(waypoints), dtype=np.float64) if result.times is None else result.times
    at: Floats = np.linspace(float(times[0]), float(times[-1]), samples)
    columns: list[Floats] = [np.asarray(np.interp(at, times, column), np.float64) for column in waypoints.T]
    postures: Floats = np.stack(columns, axis=1)
    measured = result.checker.clearance(postures, limits="ignore").table["clearance"]
    into.plot(at, measured, label="measured")
    into.axhline(0.0, color="black", linewidth=0.8)
    into.axvspan(times[0], result.clear_until, color="tab:green", alpha=0.15, label="proven clear")
    if result.clear:
        into.axhline(result.clearance, color="tab:green", linestyle="--", label="proven clearance")
    else:
        pair = "" if result.pair is None else " and ".join(result.pair)
        label = f"{pair} touch" if result.status == 0 else f"{pair} undecided"
        into.axvline(result.clear_until, color="tab:red", label=label)
    into.set_xlabel("time")
    into.set_ylabel("clearance (m)")
    into.legend()
    return axes
