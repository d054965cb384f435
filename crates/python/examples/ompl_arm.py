"""Plan with RRT-Connect of OMPL, each edge proven, and prove the plan.

python ompl_arm.py [URDF SRDF SCENE START GOAL]    START and GOAL: joint values with commas between them
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import photofinish as pf
from ompl import base as ob
from ompl import geometric as og
from photofinish.ompl import MotionValidator, StateValidityChecker

ARM = Path(__file__).parents[3] / "examples" / "six_joint_arm"


def plan(checker: pf.Checker, start: list[float], goal: list[float], seconds: float = 10.0) -> np.ndarray | None:
    """Return the waypoints of a plan, (W, J); None if there is none in time."""
    count = len(checker.joints)
    bounds: Any = ob.RealVectorBounds(count)
    for index, (least, largest) in enumerate(checker.robot.limits(checker.joints)):
        bounds.setLow(index, max(least, -np.pi))
        bounds.setHigh(index, min(largest, np.pi))
    space: Any = ob.RealVectorStateSpace(count)
    space.setBounds(bounds)
    setup: Any = og.SimpleSetup(space)
    information: Any = setup.getSpaceInformation()
    # OMPL keeps no reference of its own to what is in Python
    checks = (StateValidityChecker(information, checker), MotionValidator(information, checker))
    setup.setStateValidityChecker(checks[0])
    information.setMotionValidator(checks[1])
    ends = []
    for values in (start, goal):
        state: Any = space.allocState()
        for index, value in enumerate(values):
            state[index] = value
        ends.append(state)
    setup.setStartAndGoalStates(*ends)
    planner: Any = og.RRTConnect(information)
    setup.setPlanner(planner)
    if not setup.solve(seconds) or not setup.haveExactSolutionPath():
        return None
    states = setup.getSolutionPath().getStates()
    return np.array([[state[index] for index in range(count)] for state in states])


def main(arguments: list[str]) -> None:
    if arguments:
        robot = pf.Robot.from_urdf(arguments[0], arguments[1])
        scene = pf.Scene.from_yaml(arguments[2])
        start, goal = ([float(value) for value in part.split(",")] for part in arguments[3:5])
        joints = robot.joint_names[: len(start)]
    else:
        robot = pf.Robot.from_urdf(ARM / "arm.urdf", ARM / "arm.srdf")
        scene = pf.Scene.from_yaml(ARM / "shelf.yaml")
        start, goal = [0.0, -0.5, 1.2, 0.0, 0.9, 0.0], [0.6, -0.2, 1.0, 0.0, 0.9, 0.5]
        joints = tuple(f"joint_{index}" for index in range(1, 7))
    checker = pf.Checker(robot, scene, joints=joints)
    waypoints = plan(checker, start, goal)
    assert waypoints is not None, "no plan in time"
    print(f"{len(waypoints)} waypoints:", checker.check(waypoints))
    print(checker.certify(waypoints).verify(checker))


if __name__ == "__main__":
    main(sys.argv[1:])
