"""Checks of paths, edges and postures."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _photofinish as native
from ._answers import ANSWER, Batch, Certificate, Contact, PairClearance, PathResult, RateExceeded
from ._arrays import Floats, floats, integers, names, of_kind, one_pose, pair_of, rows, whole
from ._errors import FileWarning, InvalidInput, LimitWarning, PhotofinishWarning
from ._limits import Limits, known, outside
from ._robots import Robot, Scene, with_word


class Checker:
    """A robot in a scene, ready to have paths checked. It is immutable, can be pickled, and serves many threads.

    Parameters
    ----------
    robot : Robot
        The robot.
    scene : Scene, optional
        What is around it; later changes of the scene change nothing here.
    joints : sequence of str, optional
        The joints that columns of waypoints belong to, in their order. Other joints stay as they are at rest, or in the
        scene. By default all joints of the robot, in its order.
    distance : float
        The distance in metres that bodies must keep.
    link_distance, object_distance : float, optional
        The same, between links, and between links and objects.
    pair_distances : mapping of (str, str) to float, optional
        The same, for two bodies.
    tolerance : float, optional
        How near to that distance bodies count as touching. The default scales with the bodies.
    accuracy : float
        How far `clearance` may be below the true one, as a share of it. 1 is the fastest, and proves paths clear all
        the same.
    budget : int, optional
        The work after which a path is undecided, 1 or more. It bounds the time of a check: a path that goes round and
        round takes long without it. Ctrl-C ends checks, but for `edge` and `clear_until`.
    self_collision : bool
        Whether links must not touch each other.
    exclude : sequence of str
        Links that may touch anything.
    allow_nothing_to_check : bool
        Whether there may be nothing that moves and may not touch something else. Without it that is refused: most
        likely the shapes of the robot were not read.

    Raises
    ------
    InvalidInput
        If the scene or the rules name what there is not, or nothing can touch anything.

    Warns
    -----
    LimitWarning
        If `Scene.set_joint` took a joint out of its limits.

    Examples
    --------
    >>> import photofinish as pf
    >>> ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    >>> robot = pf.Robot.from_urdf(f'''<robot name="slider"><link name="base"/><link name="car">{ball}</link>
    ...     <joint name="rail" type="prismatic"><parent link="base"/><child link="car"/><axis xyz="1 0 0"/>
    ...     <limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>''')
    >>> scene = pf.Scene()
    >>> scene.add("post", pf.Shape.ball(0.1), pf.pose([0.5, 0, 0]))
    >>> checker = pf.Checker(robot, scene)
    >>> print(checker.check([[0.0], [1.0]]))
    car and post touch at time 0.3, 30 % of segment 0, at (0.4000, 0.0000, 0.0000); clear before
    >>> checker.check_edges([0.0], [[0.2], [1.0]]).clear
    array([ True, False])
    >>> checker.certify([[0.0], [0.2]]).verify(checker).whole
    True
    """

    def __init__(
        self,
        robot: Robot,
        scene: Scene | None = None,
        *,
        joints: Sequence[str] | None = None,
        distance: float = 0.0,
        link_distance: float | None = None,
        object_distance: float | None = None,
        pair_distances: Mapping[tuple[str, str], float] | None = None,
        tolerance: float | None = None,
        accuracy: float = 1.0,
        budget: int | None = None,
        self_collision: bool = True,
        exclude: Sequence[str] = (),
        allow_nothing_to_check: bool = False,
    ) -> None:
        robot = of_kind(Robot, robot, "robot")
        budget = None if budget is None else whole(budget, "budget", 1)
        self._robot = robot
        self._scene = around = Scene() if scene is None else of_kind(Scene, scene, "scene").copy()
        self._joints = robot.joint_names if joints is None else names(joints, "joints")
        self._limits = robot.limits(self.joints)
        pairs = {pair_of(pair): length for pair, length in (pair_distances or {}).items()}
        exclude = names(exclude, "exclude")
        self._rules: dict[str, Any] = {
            "distance": distance,
            "link_distance": link_distance,
            "object_distance": object_distance,
            "pair_distances": pairs,
            "tolerance": tolerance,
            "accuracy": accuracy,
            "budget": budget,
            "self_collision": self_collision,
            "exclude": exclude,
            "allow_nothing_to_check": allow_nothing_to_check,
        }
        of_pairs = [(a, b, length) for (a, b), length in pairs.items()]
        self.native, warned = native.Checker.make(
            robot.native,
            list(self.joints),
            around.text,
            [(name, shape.native, pose) for name, (shape, pose) in around.objects.items()],
            [(name, *cloud) for name, cloud in around.clouds.items()],
            [(link, (name, shape.native, pose), list(may)) for link, name, shape, pose, may in around.held],
            [(name, link, pose, list(may)) for name, link, pose, may in around.moved],
            around.pairs,
            list(around.values.items()),
            (distance, link_distance, object_distance, of_pairs, tolerance, accuracy, budget),
            (self_collision, allow_nothing_to_check),
            list(exclude),
        )
        for warning in warned:
            warnings.warn(warning, FileWarning, stacklevel=2)
        self._bodies = tuple(self.native.bodies)
        angles = {name: is_angle for name, _, _, is_angle in robot.native.joints}
        self._angles = np.array([angles[name] for name in self.joints], dtype=np.bool_)
        # values of joints that paths do not name
        others = [name for name in around.values if name in angles and name not in self.joints]
        values = np.array([[around.values[name] for name in others]], dtype=np.float64)
        are_angles = np.array([angles[name] for name in others], dtype=np.bool_)
        self._set_outside = outside(values, others, robot.limits(others), are_angles, in_scene=True)
        if self._set_outside:
            warnings.warn(self._set_outside, LimitWarning, stacklevel=2)

    @property
    def robot(self) -> Robot:
        """The robot."""
        return self._robot

    @property
    def scene(self) -> Scene:
        """A copy of what is around it."""
        return self._scene.copy()

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints that columns of waypoints belong to."""
        return self._joints

    @property
    def bodies(self) -> tuple[str, ...]:
        """The names of the links, and then of the objects."""
        return self._bodies

    def __reduce__(self) -> tuple[Callable[..., Checker], tuple[Any, ...]]:
        return _make, (self.robot, self._scene, self.joints, self._rules)

    def __repr__(self) -> str:
        return f"<Checker of {self.robot.name!r}, {len(self.joints)} joints, among {len(self.bodies)} bodies>"

    def attaching(self, name: str, *, link: str, pose: ArrayLike, touching: Iterable[str] = ()) -> Checker:
        """Return the checker with an object of the scene fixed to a link, as a gripper does.

        Parameters
        ----------
        name : str
            The object, which keeps its name. Clouds and surfaces cannot be attached.
        link : str
            The link. The object may touch it.
        pose : array_like, shape (4, 4)
            The pose of the object in the frame of the link.
        touching : iterable of str
            Other links that it may touch.

        Examples
        --------
        >>> import photofinish as pf
        >>> ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
        >>> robot = pf.Robot.from_urdf(f'''<robot name="slider"><link name="base"/><link name="car">{ball}</link>
        ...     <joint name="rail" type="prismatic"><parent link="base"/><child link="car"/><axis xyz="1 0 0"/>
        ...     <limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>''')
        >>> scene = pf.Scene()
        >>> scene.add("load", pf.Shape.ball(0.1), pf.pose([0.2, 0, 0]))
        >>> scene.add("post", pf.Shape.ball(0.1), pf.pose([1, 0, 0]))
        >>> holding = pf.Checker(robot, scene).attaching("load", link="car", pose=pf.pose([0.2, 0, 0]))
        >>> print(holding.check([[0.0], [1.0]]))
        load and post touch at time 0.6, 60 % of segment 0, at (0.9000, 0.0000, 0.0000); clear before
        >>> holding.detaching("load", pf.pose([0, 5, 0])).check([[0.0], [0.7]]).clear
        True
        """
        scene = self.scene
        scene.moved.append((name, link, one_pose(pose), names(touching, "touching")))
        return self._among(scene)

    def detaching(self, name: str, pose: ArrayLike) -> Checker:
        """Return the checker with an object that a link held, and that stays at a pose (4, 4) in the world."""
        scene = self.scene
        scene.moved.append((name, None, one_pose(pose), ()))
        return self._among(scene)

    def allowing(self, *pairs: tuple[str, str]) -> Checker:
        """Return the checker with pairs of links, or of a link and an object, that may touch."""
        scene = self.scene
        scene.pairs += with_word(pairs, True)
        return self._among(scene)

    def forbidding(self, *pairs: tuple[str, str]) -> Checker:
        """Return the checker with pairs of links, or of a link and an object, that must not touch."""
        scene = self.scene
        scene.pairs += with_word(pairs, False)
        return self._among(scene)

    def _among(self, scene: Scene) -> Checker:
        """Return the checker in another scene. What is attached or allowed may leave nothing to check."""
        return _make(self.robot, scene, self.joints, self._rules | {"allow_nothing_to_check": True})

    def check(self, waypoints: ArrayLike, times: ArrayLike | None = None, *, limits: Limits = "warn") -> PathResult:
        """Prove that a path is clear, or find its first contact.

        Parameters
        ----------
        waypoints : array_like, shape (W, J)
            The values of `joints`, in radians and metres. Straight lines in joint space join them.
        times : array_like, shape (W,), optional
            The times of the waypoints, which increase. By default waypoint i has time i.
        limits : {"warn", "ignore", "raise"}
            What to do with paths that take a joint out of its limits. Angles of more than a turn outside of them are
            refused unless they are ignored: they look like degrees.

        Raises
        ------
        InvalidInput
            If the waypoints have the wrong shape, are not finite, or look like degrees.

        Warns
        -----
        LimitWarning
            If a joint leaves its limits.
        """
        values = self._rows(waypoints, limits)
        when = _times(times)
        row, touch, reason = self.native.check(values, None if when is None else when.tolist())
        status, until, segment, share, clearance, a, b = row
        pair = None if a < 0 else (self.bodies[a], self.bodies[b])
        if touch is None:
            contact = (None, float("nan"), None, None, None)
        else:
            at, distance, normal, point_a, point_b = touch
            contact = (np.array(at), distance, np.array(normal), np.array(point_a), np.array(point_b))
        return PathResult(status, until, segment, share, clearance, pair, *contact, reason, self, values, when)

    def first_contact(
        self, waypoints: ArrayLike, times: ArrayLike | None = None, *, limits: Limits = "warn"
    ) -> PathResult | None:
        """Return the first contact of a path; None if the path is proven clear. Undecided paths are returned, too."""
        result = self.check(waypoints, times, limits=limits)
        return None if result.clear else result

    def check_paths(
        self,
        paths: Sequence[ArrayLike] | ArrayLike,
        offsets: ArrayLike | None = None,
        *,
        threads: int = 1,
        limits: Limits = "warn",
    ) -> Batch:
        """Check many paths of any lengths. Waypoint i of a path has time i.

        Parameters
        ----------
        paths : sequence of array_like (W_i, J), or array_like (W, J)
            The paths; or all of their waypoints, one after the other, if `offsets` are given.
        offsets : array_like of int, shape (N + 1,), optional
            Path i are the rows from ``offsets[i]`` to ``offsets[i + 1]``.
        threads : int
            How many threads answer; 0 stands for all cores. Answers do not depend on it.
        limits : {"warn", "ignore", "raise"}
            What to do with waypoints outside of the limits of a joint.
        """
        given: Any = paths
        if offsets is None:
            shape = getattr(given, "shape", (0, 0, 0))
            if len(shape) != 3 and getattr(given, "dtype", None) != np.dtype(object):
                raise InvalidInput(f"paths are a list of arrays (W, J), or an array (N, W, J), but this has {shape}")
            parts = [rows(path, self.joints) for path in given]
            offsets = np.cumsum([0, *map(len, parts)])
            given = np.concatenate(parts) if parts else np.empty((0, len(self.joints)))
        values = self._rows(given, limits)
        places = integers(offsets, "offsets")
        if places.ndim != 1 or len(places) == 0:
            raise InvalidInput(f"offsets must have the shape (N + 1,), but have {places.shape}")
        if len(places) == 1:
            if places[0] != 0 or len(values) != 0:
                raise InvalidInput("offsets must begin with 0, increase, and end with the number of waypoints")
            return Batch(np.empty(0, ANSWER), self.bodies)
        return self._batch(self.native.check_paths(values, places, whole(threads, "threads")))

    def check_edges(
        self, start: ArrayLike, end: ArrayLike, *, threads: int = 1, first: bool = False, limits: Limits = "warn"
    ) -> Batch:
        """Check many straight lines in joint space.

        Parameters
        ----------
        start : array_like, shape (J,) or (N, J)
            Where they begin: one start for all, or a start for each.
        end : array_like, shape (N, J)
            Where they end.
        threads : int
            How many threads answer; 0 stands for all cores.
        first : bool
            Whether to find the first contact, and with it `clear_until` and `clearance`. By default any contact will
            do, which is faster. Which one it is may then differ between batches; `status` does not.
        limits : {"warn", "ignore", "raise"}
            What to do with values outside of the limits of a joint.
        """
        starts, ends = self._rows(start, limits, single=True), self._rows(end, limits, single=True)
        if len(starts) not in (1, len(ends)):
            raise InvalidInput(f"there must be one start, or one for each of {len(ends)} ends, but not {len(starts)}")
        if first:
            both = np.stack(np.broadcast_arrays(starts, ends), axis=1).reshape(-1, len(self.joints))
            return self.check_paths(both, np.arange(0, len(both) + 1, 2), threads=threads, limits="ignore")
        return self._batch(self.native.check_edges(starts, ends, whole(threads, "threads")))

    def edge(self, start: Sequence[float], end: Sequence[float]) -> bool:
        """Return whether one straight line is proven clear. For planners: values are taken as they are."""
        return self.native.edge(start, end) == 1

    def clear_until(self, start: Sequence[float], end: Sequence[float]) -> float:
        """Return the share of a straight line, from 0 to 1, that is proven clear. It ends at the first contact."""
        return self.native.clear_until(start, end)

    def postures(self, postures: ArrayLike, *, threads: int = 1, limits: Limits = "warn") -> NDArray[np.bool_]:
        """Return whether each posture (N, J) is proven clear. One posture may be (J,)."""
        return self.native.postures(self._rows(postures, limits, single=True), whole(threads, "threads")) == 1

    def clearance(self, postures: ArrayLike, *, threads: int = 1, limits: Limits = "warn") -> Batch:
        """Return the least distance of bodies at postures (N, J), beyond that to keep; negative where they overlap."""
        at = self._rows(postures, limits, single=True)
        least, a, b = self.native.clearance(at, whole(threads, "threads"))
        table = np.zeros(len(least), ANSWER)
        table["clearance"], table["body_a"], table["body_b"] = least, a, b
        table["status"] = table["clear"] = least > 0.0
        return Batch(table, self.bodies)

    def contacts(
        self, waypoints: ArrayLike, times: ArrayLike | None = None, *, limits: Limits = "warn"
    ) -> list[Contact]:
        """Return all contacts of a path: when any two bodies begin and cease to touch.

        Raises
        ------
        InvalidInput
            If a part of the path is undecided.
        """
        when = _times(times)
        found, undecided = self.native.contacts(self._rows(waypoints, limits), None if when is None else when.tolist())
        if undecided:
            raise InvalidInput(f"the path is undecided from time {undecided[0]}: try a larger tolerance or budget")
        return [Contact(start, end, (a, b)) for start, end, a, b in found]

    def exceeded_rates(self, waypoints: ArrayLike, times: ArrayLike, *, limits: Limits = "warn") -> RateExceeded | None:
        """Return where a joint first moves faster than it may, or changes its velocity faster; None if none does.

        Of several joints in one segment it is the one that exceeds its limit most. Limits of velocities are those of the
        URDF, and accelerations have limits only where the `joint_limits` of `Robot.from_urdf` have them. A rate may be
        above its limit by a thousandth of it. The velocity jumps at waypoints: the acceleration at one is the jump over
        the time between the middles of the segments before and after it. What is before the first and after the last
        waypoint is no acceleration.
        """
        found = self.native.exceeded_rates(self._rows(waypoints, limits), _row_of_times(times).tolist())
        return None if found is None else RateExceeded(*found)

    def clearances(
        self, waypoints: ArrayLike, times: ArrayLike | None = None, *, limits: Limits = "warn"
    ) -> list[PairClearance]:
        """Return how near each two bodies come along a path, for those that may not touch and move past each other.

        Each pair is a check of its own. Set the checker's `accuracy` below 1 to have clearances near to the true ones.
        """
        when = _times(times)
        found = self.native.clearances(self._rows(waypoints, limits), None if when is None else when.tolist())
        return [
            PairClearance((a, b), distance, status, until, clearance)
            for a, b, distance, status, until, clearance in found
        ]

    def certify(self, waypoints: ArrayLike, times: ArrayLike | None = None, *, limits: Limits = "warn") -> Certificate:
        """Return the proof that a path is clear, up to its end, its first contact, or where it is undecided.

        That of a path that begins in contact is of no time: `Certificate.interval` is None, and `verify` raises.
        """
        when = _times(times)
        return Certificate(self.native.certify(self._rows(waypoints, limits), None if when is None else when.tolist()))

    def _batch(self, columns: native.Columns) -> Batch:
        status, until, segment, share, clearance, a, b = columns
        table = np.empty(len(status), ANSWER)
        table["status"], table["clear"] = status, status == 1
        table["clear_until"], table["segment"], table["share"] = until, segment, share
        table["clearance"], table["body_a"], table["body_b"] = clearance, a, b
        return Batch(table, self.bodies)

    def _rows(self, values: ArrayLike, limits: Limits, *, single: bool = False) -> Floats:
        """Return values (N, J), and look whether they are within the limits of their joints."""
        known(limits)
        array = rows(values, self.joints, single=single)
        if limits == "ignore":
            return array
        told = outside(array, self.joints, self._limits, self._angles)
        if limits == "raise" and (told or self._set_outside):
            raise InvalidInput(told or self._set_outside)
        if told:
            warnings.warn(told, LimitWarning, stacklevel=3)
        return array


def _times(times: ArrayLike | None) -> Floats | None:
    return None if times is None else _row_of_times(times)


def _row_of_times(times: ArrayLike) -> Floats:
    array = floats(times, "times")
    if array.ndim != 1:
        raise InvalidInput(f"times must have the shape (W,), but have {array.shape}")
    return array


def _make(robot: Robot, scene: Scene, joints: Sequence[str], rules: dict[str, Any]) -> Checker:
    with warnings.catch_warnings():
        # they were told when the checker was made
        warnings.simplefilter("ignore", PhotofinishWarning)
        return Checker(robot, scene, joints=joints, **rules)
