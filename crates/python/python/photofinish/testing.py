"""A helper for tests of robots, which pytest finds by itself: ``assert_clear(robot, scene, path)``."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from ._answers import PathResult
    from ._robots import Robot, Scene

__tracebackhide__ = True


def assert_clear(
    robot: Robot, scene: Scene | None, path: ArrayLike, times: ArrayLike | None = None, **settings: Any
) -> PathResult:
    """Assert that a path is proven clear.

    Parameters
    ----------
    robot, scene
        What a `Checker` is made of.
    path : array_like, shape (W, J)
        The waypoints, in radians and metres.
    times : array_like, shape (W,), optional
        Their times.
    **settings
        Settings of the `Checker`, such as `joints` and `distance`.

    Returns
    -------
    PathResult
        The answer, with the clearance that is kept.

    Raises
    ------
    AssertionError
        If the path is not proven clear. It says when and where, and names a picture of the clearance over time, if
        matplotlib is there. The picture is in the folder that ``PHOTOFINISH_PICTURES`` names, or in that of temporary
        files.
    """
    __tracebackhide__ = True
    from ._checker import Checker

    result = Checker(robot, scene, **settings).check(path, times)
    if result.clear:
        return result
    drawn = _picture(result)
    picture = f"\nthe clearance over time: {drawn}" if drawn else ""
    raise AssertionError(f"the path is not proven clear: {result}{picture}")


def _picture(result: PathResult) -> Path | None:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        return None
    figure = Figure(figsize=(7, 4), layout="constrained")
    FigureCanvasAgg(figure)
    axes: Any = figure.add_subplot()
    result.plot(axes)
    folder = os.environ.get("PHOTOFINISH_PICTURES") or tempfile.mkdtemp(prefix="photofinish-")
    path = Path(folder) / "clearance.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)  # pyright: ignore[reportUnknownMemberType]
    return path
