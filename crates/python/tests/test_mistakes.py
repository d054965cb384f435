"""Mistakes that users make: they are told, and none of them is `clear`."""

import numpy as np
import photofinish as pf
import pytest

BALL = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'


def slider() -> pf.Robot:
    return pf.Robot.from_urdf(
        f"""<robot name="slider"><link name="base"/><link name="car">{BALL}</link>
        <joint name="rail" type="prismatic"><parent link="base"/><child link="car"/><axis xyz="1 0 0"/>
        <limit lower="-1" upper="2" effort="1" velocity="1"/></joint></robot>"""
    )


def posted() -> pf.Scene:
    scene = pf.Scene()
    scene.add("post", pf.Shape.ball(0.1), pf.pose([0.5, 0, 0]))
    return scene


PATH = np.array([[0.0], [0.2], [0.9], [1.0]])


@pytest.fixture
def rail() -> pf.Checker:
    return pf.Checker(slider(), posted())


def test_one_path_is_not_many(rail: pf.Checker, checker: pf.Checker) -> None:
    from photofinish.ray import PathChecker

    assert rail.check(PATH).status == 0
    assert rail.check_paths([PATH]).status.tolist() == [0]
    whole = np.zeros((4, 6))
    calls = [
        lambda: rail.check_paths(PATH),
        lambda: rail.check_paths(PATH.tolist()),
        lambda: checker.check_paths(whole),
        lambda: checker.check_paths(list(whole)),
        lambda: checker.check_paths(np.empty((0, 6))),
        lambda: rail.check(PATH[0]),
        lambda: rail.certify(PATH[0]),
        lambda: rail.contacts(PATH[0]),
        lambda: PathChecker(rail)({"path": PATH}),
    ]
    for call in calls:
        with pytest.raises(pf.InvalidInput):
            call()
    assert rail.postures(PATH[0]).tolist() == [True] and len(rail.check_paths(np.empty((0, 2, 1)))) == 0


@pytest.mark.parametrize("offsets", [[[0, 4]], 0, [], [0], [1], [0, 1.9, 4], ["0", "4"], [0, 3], [False, True], [1, 4]])
def test_offsets_that_drop_rows(rail: pf.Checker, offsets) -> None:
    with pytest.raises(pf.InvalidInput, match="offsets"):
        rail.check_paths(PATH, offsets)


def test_offsets_that_do_not(rail: pf.Checker) -> None:
    assert rail.check_paths(PATH, np.array([0, 1, 4], dtype=np.uint32)).status.tolist() == [1, 0]
    assert len(rail.check_paths(np.empty((0, 1)), [0])) == 0
