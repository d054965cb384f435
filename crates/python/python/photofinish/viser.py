"""A view of a robot, its scene and a path in a browser (``pip install viser``).

>>> view = photofinish.viser.show(checker, waypoints)              # doctest: +SKIP

The page is at the address that viser prints. A slider moves the robot along the path.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import viser
from numpy.typing import ArrayLike, NDArray
from viser import transforms

from ._answers import PathResult
from ._arrays import Floats
from ._checker import Checker

LINK, OBJECT, TOUCHES = (np.array(color, np.uint8) for color in ((150, 160, 175), (205, 170, 110), (215, 60, 50)))


class View:
    """A robot in a browser. `server` is the `viser.ViserServer`, to which you may add more.

    Attributes
    ----------
    server : viser.ViserServer
        The server of the page. ``server.stop()`` ends it.
    result : PathResult
        The answer about the path. The bodies that touch are red, from the first contact on.
    """

    def __init__(self, result: PathResult, server: Any | None = None) -> None:
        self.result = result
        self.server: Any = viser.ViserServer() if server is None else server
        waypoints = result.waypoints
        self._times: Floats = np.arange(len(waypoints), dtype=np.float64) if result.times is None else result.times
        self._links: dict[str, Any] = {}
        self._touching: list[tuple[Any, str, NDArray[np.uint8]]] = []
        self._contact: Any = None
        self._draw()
        first, last = float(self._times[0]), float(self._times[-1])
        shown = first if result.time is None else result.time
        if last > first:
            step = (last - first) / 1000.0
            slider: Any = self.server.gui.add_slider("time", min=first, max=last, step=step, initial_value=shown)

            @slider.on_update
            def _(event: Any) -> None:
                self.at(event.target.value)

        self.at(shown)

    def at(self, time: float) -> None:
        """Show the robot as it is at a time of the path."""
        waypoints = self.result.waypoints
        row = [float(np.interp(time, self._times, waypoints[:, joint])) for joint in range(waypoints.shape[1])]
        checker = self.result.checker
        for name, pose in zip(checker.bodies, checker.native.poses(row)):
            if name in self._links:
                matrix = np.array(pose)
                self._links[name].wxyz = transforms.SO3.from_matrix(matrix[:3, :3]).wxyz
                self._links[name].position = matrix[:3, 3]
        touches = self.result.time is not None and time >= self.result.time
        for handle, colors, color in self._touching:
            setattr(handle, colors, TOUCHES if touches else color)
        if self._contact is not None:
            self._contact.visible = touches

    def _draw(self) -> None:
        """Add all bodies, and the point of the contact."""
        checker, add = self.result.checker, self.server.scene
        count = len(checker.native.poses(self.result.waypoints[0].tolist()))
        pair = self.result.pair if self.result.status == 0 else None
        for index, (name, ((points, triangles), places)) in enumerate(zip(checker.bodies, checker.native.drawing())):
            if not triangles:
                continue
            vertices, faces = np.array(points, np.float32), np.array(triangles, np.uint32)
            color, where = (LINK, f"/robot/{name}") if index < count else (OBJECT, f"/scene/{name}")
            if places:
                turns = np.tile([1.0, 0.0, 0.0, 0.0], (len(places), 1))
                at = np.array(places, np.float32)
                handle = add.add_batched_meshes_simple(where, vertices, faces, turns, at, batched_colors=color)
            else:
                handle = add.add_mesh_simple(where, vertices, faces, color=color)
            if index < count:
                self._links[name] = handle
            if pair is not None and name in pair:
                self._touching.append((handle, "batched_colors" if places else "color", color))
        if pair is not None and self.result.point_b is not None:
            self._contact = add.add_icosphere("/contact", radius=0.01, color=TOUCHES, position=self.result.point_b)


def show(
    checker: Checker,
    waypoints: ArrayLike,
    result: PathResult | None = None,
    times: ArrayLike | None = None,
    *,
    server: Any | None = None,
) -> View:
    """Show a robot, its scene and a path in a browser.

    Parameters
    ----------
    checker : Checker
        The robot and its scene. Meshes are shown as the convex pieces that are checked.
    waypoints : array_like, shape (W, J)
        The path, in radians and metres.
    result : PathResult, optional
        The answer about the path, if it is known already.
    times : array_like, shape (W,), optional
        The times of the waypoints.
    server : viser.ViserServer, optional
        Where to show it; a new server by default.

    Returns
    -------
    View
        Keep it as long as the page shall work.
    """
    return View(checker.check(waypoints, times) if result is None else result, server)
