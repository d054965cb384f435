"""Robots and scenes that the tests share."""

from pathlib import Path

import numpy as np
import photofinish as pf
import pytest

ARM = Path(__file__).parents[3] / "examples" / "six_joint_arm"


@pytest.fixture(scope="session")
def robot() -> pf.Robot:
    return pf.Robot.from_urdf(ARM / "arm.urdf", ARM / "arm.srdf")


@pytest.fixture(scope="session")
def scene() -> pf.Scene:
    return pf.Scene.from_yaml(ARM / "shelf.yaml")


@pytest.fixture(scope="session")
def checker(robot: pf.Robot, scene: pf.Scene) -> pf.Checker:
    return pf.Checker(robot, scene, joints=[f"joint_{index}" for index in range(1, 7)])


@pytest.fixture(scope="session")
def edges(checker: pf.Checker) -> tuple[np.ndarray, np.ndarray]:
    """Edges around a clear posture, of which some touch."""
    dice = np.random.default_rng(1)
    start = np.array([0.0, -0.5, 1.2, 0.0, 0.9, 0.0]) + dice.uniform(-1.5, 1.5, (400, 6))
    return start, start + dice.uniform(-1.5, 1.5, (400, 6))


def slider() -> pf.Robot:
    """A ball of radius 0.1 on a rail along x, from -1 to 2."""
    ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    return pf.Robot.from_urdf(
        f"""<robot name="slider"><link name="base"/><link name="car">{ball}</link>
        <joint name="rail" type="prismatic"><parent link="base"/><child link="car"/><axis xyz="1 0 0"/>
        <limit lower="-1" upper="2" effort="1" velocity="1"/></joint></robot>"""
    )
