"""RRT-Connect of OMPL with proven edges, and with edges sampled by coal: time to plan, and plans that collide.

python planners.py ROBOTS [RESOLUTION OF SAMPLES, RADIANS] [SECONDS FOR A PLAN]
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import photofinish as pf
from ompl import base as ob
from ompl import geometric as og
from ompl import util
from photofinish.ompl import MotionValidator, StateValidityChecker
from published_paths import JOINTS, Sampler


def plan(limits: np.ndarray, ends: np.ndarray, seconds: float, prepare: Any) -> tuple[float, np.ndarray | None]:
    """Return the time that RRT-Connect takes, and its plan. `prepare` sets the checks, and returns what must live on."""
    bounds: Any = ob.RealVectorBounds(7)
    for index, (least, largest) in enumerate(limits):
        bounds.setLow(index, least)
        bounds.setHigh(index, largest)
    space: Any = ob.RealVectorStateSpace(7)
    space.setBounds(bounds)
    setup: Any = og.SimpleSetup(space)
    information: Any = setup.getSpaceInformation()
    kept = prepare(setup, information)
    states = [space.allocState() for _ in ends]
    for state, values in zip(states, ends):
        for index, value in enumerate(values):
            state[index] = float(value)
    setup.setStartAndGoalStates(*states)
    planner: Any = og.RRTConnect(information)
    planner.setRange(1.0)
    setup.setPlanner(planner)
    begun = time.perf_counter()
    setup.solve(seconds)
    taken = time.perf_counter() - begun
    solved = setup.haveExactSolutionPath()
    found: list[Any] = setup.getSolutionPath().getStates() if solved else []
    del kept
    return taken, np.array([[float(state[index]) for index in range(7)] for state in found]) if solved else None


def main(folder: Path, resolution: float = 0.05, seconds: float = 10.0) -> None:
    yaml: Any = import_module("yaml")
    logs: Any = util
    logs.setLogLevel(logs.LogLevel.LOG_ERROR)
    robot = pf.Robot.from_urdf(folder / "panda/panda.urdf", folder / "panda/panda.srdf")
    first: dict[str, dict[str, Any]] = {}
    for line in (folder / "plans.jsonl").read_text().splitlines():
        first.setdefault(json.loads(line)["scene"], json.loads(line))
    times: dict[str, list[float]] = {"photofinish": [], "coal": []}
    accepted, colliding = dict.fromkeys(times, 0), dict.fromkeys(times, 0)
    for scene, known in first.items():
        file = folder / "problems" / scene
        checker = pf.Checker(
            robot, pf.Scene.from_yaml(file), joints=JOINTS, self_collision=False, exclude=["panda_link0"]
        )
        sampler = Sampler(folder, yaml.safe_load(file.read_text()))
        ends = np.array(known["waypoints"])[[0, -1]]
        if not checker.postures(ends, limits="ignore").all():
            continue

        def proven(setup: Any, information: Any, checker: pf.Checker = checker) -> Any:
            checks = (StateValidityChecker(information, checker), MotionValidator(information, checker))
            setup.setStateValidityChecker(checks[0])
            information.setMotionValidator(checks[1])
            return checks

        def sampled(setup: Any, information: Any, sampler: Sampler = sampler) -> Any:
            def is_clear(state: Any) -> bool:
                values = np.array([[state[index] for index in range(7)]])
                return bool(information.satisfiesBounds(state)) and not sampler.collides(values)

            setup.setStateValidityChecker(is_clear)
            information.setStateValidityCheckingResolution(resolution / information.getMaximumExtent())
            return is_clear

        for name, prepare in (("photofinish", proven), ("coal", sampled)):
            taken, path = plan(robot.limits(JOINTS), ends, seconds, prepare)
            times[name].append(taken)
            if path is not None:
                accepted[name] += 1
                colliding[name] += checker.check(path, limits="ignore").status == 0
    for name, taken in times.items():
        middle = 1e3 * float(np.median(taken))
        print(
            f"{name:12} {accepted[name]} of {len(taken)} planned, {colliding[name]} of these collide, "
            f"median {middle:.1f} ms, mean {1e3 * float(np.mean(taken)):.1f} ms"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), *(float(word) for word in sys.argv[2:]))
