"""OMPL, Ray and the examples. What is not installed is skipped; `.ci/long` installs all."""

import os
import pickle
import subprocess
import sys
import urllib.request
from pathlib import Path

import numpy as np
import photofinish as pf
import pytest
from conftest import slider

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: str) -> str:
    # what other packages warn of is theirs
    environment = os.environ | {"MPLBACKEND": "agg", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_of_a_path(tmp_path: Path) -> None:
    told = run("check_path.py", str(tmp_path))
    assert told.count("whole=True") == 3 and told.count("touch at time") == 2
    assert (tmp_path / "proof.json").is_file()
    assert (tmp_path / "contact.svg").is_file() or told.count("no picture") == 2


def test_the_example_of_ompl() -> None:
    pytest.importorskip("ompl")
    assert "whole=True" in run("ompl_arm.py")


def test_the_example_of_ray() -> None:
    pytest.importorskip("ray.data")
    assert "the same bits" in run("filter_with_ray.py", "3000", "2")


def test_motion_validators_say_how_far(checker: pf.Checker, edges: tuple[np.ndarray, np.ndarray]) -> None:
    pytest.importorskip("ompl")
    from ompl import base as ob
    from photofinish.ompl import MotionValidator, StateValidityChecker

    space = ob.RealVectorStateSpace(6)
    bounds = ob.RealVectorBounds(6)
    bounds.setLow(-4.0)
    bounds.setHigh(4.0)
    space.setBounds(bounds)
    information = ob.SpaceInformation(space)
    motions, states = MotionValidator(information, checker), StateValidityChecker(information, checker)
    one, other, last = (space.allocState() for _ in range(3))

    def put(state, values: np.ndarray) -> None:
        for index, value in enumerate(values):
            state[index] = float(value)

    found = checker.check_edges(*edges, first=True, limits="ignore")
    for index in range(0, 400, 20):
        put(one, edges[0][index])
        put(other, edges[1][index])
        assert motions.checkMotion(one, other) == found.clear[index]
        share = motions.last_valid(one, other, last)
        assert abs(share - found.clear_until[index]) < 1e-6
        between = edges[0][index] + share * (edges[1][index] - edges[0][index])
        assert np.allclose([last[joint] for joint in range(6)], between)
        clear = checker.postures(edges[0][index], limits="ignore")[0]
        assert states.isValid(one) == clear
        assert (states.clearance(one) > 0) == clear
    put(other, np.full(6, 5.0))
    assert not motions.checkMotion(one, other), "it leaves the bounds"
    with pytest.raises(pf.InvalidInput, match="RealVectorStateSpace"):
        MotionValidator(ob.SpaceInformation(ob.RealVectorStateSpace(5)), checker)


def test_views_show_the_robot(checker: pf.Checker) -> None:
    """Without a browser: the page is there, and all bodies are where the checker has them."""
    viser = pytest.importorskip("viser")
    from photofinish.viser import show

    server = viser.ViserServer(host="127.0.0.1", port=0, verbose=False)
    try:
        scene = checker.scene
        scene.add_points("cloud", [[0.5, 0.4, 0.9], [0.5, 0.5, 0.9]], radius=0.0025)
        scene.add_points("nothing", np.empty((0, 3)), radius=0.0025)
        scene.add_surface("floor", [[-1, -1, -0.2], [2, -1, -0.2], [0, 2, -0.2]], [[0, 1, 2]])
        scene.attach(
            "rod", pf.Shape.capsule(0.01, 0.2), link="wrist", pose=pf.pose([0, 0, 0.1]), touching=checker.robot.links
        )
        held = pf.Checker(checker.robot, scene, joints=checker.joints)
        path = [[0.0, -0.5, 1.2, 0.0, 0.9, 0.0], [0.6, 0.8, 1.0, 0.0, 0.9, 0.5]]
        view = show(held, path, server=server)
        handles = server.scene._handle_from_node_name
        assert view.result.pair == ("left_finger", "shelf")
        assert {"/robot/rod", "/scene/cloud", "/scene/floor"} <= set(handles) and "/scene/nothing" not in handles
        for time in (view.result.time, 0.25, 1.0):
            view.at(time)
            values = dict(zip(checker.joints, (1 - time) * np.array(path[0]) + time * np.array(path[1])))
            wrist = checker.robot.poses([values.get(name, 0.0) for name in checker.robot.joint_names])["wrist"]
            assert np.allclose(handles["/robot/wrist"].position, wrist[:3, 3])
            assert np.allclose(handles["/robot/rod"].position, (wrist @ pf.pose([0, 0, 0.1]))[:3, 3])
            touches = time >= view.result.time
            assert handles["/contact"].visible == touches
            for body in ("/robot/left_finger", "/scene/shelf"):
                assert (tuple(handles[body].color) == (215, 60, 50)) == touches
        cloudy = pf.Scene()
        cloudy.add_points("cloud", [[1.0, 0.0, 0.0], [1.0, 0.1, 0.0]], radius=0.1)
        found = show(pf.Checker(slider(), cloudy), [[0.0], [1.0]], server=server)
        assert found.result.pair == ("car", "cloud")
        assert tuple(server.scene._handle_from_node_name["/scene/cloud"].batched_colors) == (215, 60, 50)
        with urllib.request.urlopen(f"http://127.0.0.1:{server.get_port()}", timeout=20) as page:
            assert page.status == 200 and b"viser" in page.read().lower()
    finally:
        server.stop()


def test_memory_does_not_grow(checker: pf.Checker) -> None:
    """`PHOTOFINISH_CALLS` sets the number of calls: 10^6 take some minutes."""
    calls = int(os.environ.get("PHOTOFINISH_CALLS", "20000"))
    resource = pytest.importorskip("resource")
    start, near, far = [0.0, -0.5, 1.2, 0.0, 0.9, 0.0], [0.02, -0.5, 1.2, 0.0, 0.9, 0.0], [0.6, 0.8, 1, 0, 0.9, 0.5]
    box, ball, rest = pf.Shape.box([1, 1, 1]), pf.Shape.ball(0.4), pf.Motion.still(pf.pose())
    manager = pf.CollisionManager({"box": (box, pf.pose()), "ball": (ball, pf.pose([0.5, 0, 0]))})
    # what costs more than the first is asked less often
    questions = [
        (1, lambda: checker.check([start, near])),
        (20, lambda: checker.check([start, far])),
        (20, lambda: checker.check_edges([start], [near, far], first=True).pairs),
        (20, lambda: checker.certify([start, near]).verify(checker)),
        (20, lambda: pf.certify(box, ball, rest, pf.Motion.still(pf.pose([2, 0, 0]))).verify()),
        (20, lambda: (manager.collisions(), manager.first_contact(), pf.contacts(box, ball, pf.pose(), pf.pose()))),
        (100, lambda: pytest.raises(pf.InvalidInput, checker.check, [start[:5]])),
        (100, lambda: checker.check_edges(np.tile(start, (100, 1)), np.tile(near, (100, 1)), threads=2)),
        (2000, lambda: pickle.loads(pickle.dumps(checker)).check([start, near])),
    ]

    def ask(count: int) -> int:
        for index in range(count):
            for every, question in questions:
                if index % every == 0:
                    question()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = ask(2001)
    assert ask(calls) - before < 8 << 10, "the largest memory grew by 8 MiB"
