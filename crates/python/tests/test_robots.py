"""Robots, scenes, and checks of paths."""

import json
import pickle
import signal
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import photofinish as pf
import pytest
from conftest import ARM, slider
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

POSTURES = arrays(np.float64, (2, 6), elements=st.floats(-1.2, 1.2))


def test_the_arm_is_read(robot: pf.Robot) -> None:
    assert robot.joint_names[:6] == tuple(f"joint_{index}" for index in range(1, 7))
    assert robot.limits(["joint_1"]).shape == (1, 2)
    assert set(robot.poses(np.zeros(len(robot.joint_names)))) == set(robot.links)
    with pytest.raises(pf.InvalidInput, match="joint_9"):
        robot.limits(["joint_9"])


def test_published_answers(checker: pf.Checker) -> None:
    """The five paths of the arm: three are clear, and two name their contacts."""
    lines = [json.loads(line) for line in (ARM / "paths.jsonl").read_text().splitlines() if line.strip()]
    clear = 0
    for line in lines:
        joints = line.get("joints", checker.joints)
        order = [joints.index(name) for name in checker.joints]
        path = np.array(line["waypoints"])[:, order]
        result = checker.check(path, line.get("times"))
        clear += result.clear
        assert result.status in (0, 1) and result.pair is not None
        assert "touch" in str(result) or "clear" in str(result)
        if result.clear:
            assert result.clearance > 0.0 and result.time is None
        else:
            assert result.normal is not None and abs(np.linalg.norm(result.normal) - 1.0) < 1e-9
            touching = checker.first_contact(path, line.get("times"))
            assert touching is not None and touching.time == result.clear_until
    assert (len(lines), clear) == (5, 3)


def test_batches_agree_with_single_checks(checker: pf.Checker, edges: tuple[np.ndarray, np.ndarray]) -> None:
    start, end = edges
    any_contact = checker.check_edges(start, end, limits="ignore")
    first = checker.check_edges(start, end, first=True, threads=0, limits="ignore")
    paths = checker.check_paths(np.stack([start, end], axis=1), limits="ignore")
    assert 40 < any_contact.clear.sum() < 360, "the edges tell little"
    assert (any_contact.status == first.status).all()
    assert first.table.tobytes() == paths.table.tobytes()
    for index in range(0, 400, 40):
        single = checker.check([start[index], end[index]], limits="ignore")
        row = first.table[index]
        assert (single.status, single.clear_until) == (row["status"], row["clear_until"])
        assert single.pair == first.pairs[index]
        assert checker.edge(start[index].tolist(), end[index].tolist()) == single.clear
        assert abs(checker.clear_until(start[index].tolist(), end[index].tolist()) - single.clear_until) < 1e-6
    assert np.isnan(any_contact.clear_until[~any_contact.clear]).all()


def test_ragged_paths_and_one_start(checker: pf.Checker, edges: tuple[np.ndarray, np.ndarray]) -> None:
    start, end = edges
    paths = [np.stack([start[0], end[0]]), np.stack([start[1], end[1], end[2]]), start[3:4]]
    ragged = checker.check_paths(paths, limits="ignore")
    joined = checker.check_paths(np.concatenate(paths), [0, 2, 5, 6], limits="ignore")
    assert ragged.table.tobytes() == joined.table.tobytes() and len(ragged) == 3
    shared = checker.check_edges(start[0], end, limits="ignore").status
    assert (shared == checker.check_edges(np.tile(start[0], (400, 1)), end, limits="ignore").status).all()
    assert len(checker.check_paths([])) == 0
    with pytest.raises(pf.InvalidInput, match="offsets"):
        checker.check_paths(start[:4], [0, 2, 2, 4], limits="ignore")


def test_clear_edges_are_clear_at_all_samples(checker: pf.Checker, edges: tuple[np.ndarray, np.ndarray]) -> None:
    start, end = edges
    found = checker.check_edges(start, end, first=True, limits="ignore")
    shares = np.linspace(0.0, 1.0, 200)[:, np.newaxis]
    for index in range(0, 400, 10):
        until = found.clear_until[index]
        samples = start[index] + shares * until * (end[index] - start[index])
        least = checker.clearance(samples, limits="ignore").table["clearance"].min()
        assert until == 0.0 or least > -1e-9
        if found.status[index] == 0:
            touching = start[index] + until * (end[index] - start[index])
            assert checker.clearance(touching, limits="ignore").table["clearance"][0] < 1e-6


@settings(max_examples=60, deadline=None)
@given(POSTURES)
def test_laws_of_edges(checker: pf.Checker, ends: np.ndarray) -> None:
    """Reversed, split and permuted edges have the same answer, up to tolerances."""
    one, other = ends
    middle = (one + other) / 2
    forward, back, first, second = checker.check_edges([one, other, one, middle], [other, one, middle, other]).status
    if -1 not in (forward, back, first, second):
        near = abs(checker.clearance([one, other, middle]).table["clearance"]).min() < 1e-6
        assert near or forward == back == min(first, second)
    order = [3, 1, 5, 0, 2, 4]
    permuted = pf.Checker(checker.robot, checker.scene, joints=[checker.joints[index] for index in order])
    assert permuted.check(ends[:, order]).clear_until == checker.check(ends).clear_until
    assert checker.postures(ends).tolist() == checker.clearance(ends).clear.tolist()


def test_threads_share_a_checker(checker: pf.Checker, edges: tuple[np.ndarray, np.ndarray]) -> None:
    start, end = edges
    expected = checker.check_edges(start, end, first=True, limits="ignore").table.tobytes()
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(checker.check_edges, start, end, first=True, limits="ignore") for _ in range(4)]
        assert all(found.result().table.tobytes() == expected for found in asked)


def test_a_batch_lets_other_threads_run(checker: pf.Checker, edges: tuple[np.ndarray, np.ndarray]) -> None:
    start, end = (np.tile(part, (40, 1)) for part in edges)
    turns, done = 0, threading.Event()

    def ask() -> None:
        checker.check_edges(start, end, limits="ignore")
        done.set()

    thread = threading.Thread(target=ask)
    thread.start()
    while not done.wait(0.001):
        turns += 1
    thread.join()
    assert turns > 10


def test_pickled_checkers_have_the_same_bits(checker: pf.Checker, edges: tuple[np.ndarray, np.ndarray]) -> None:
    start, end = edges
    scene = checker.scene.copy()
    scene.add("box", pf.Shape.box([0.1, 0.2, 0.3]), pf.pose([0.4, 0.4, 0.9], wxyz=[0.8, 0.6, 0, 0]))
    scene.add_points("cloud", start[:20, :3], radius=0.02)
    scene.attach("rod", pf.Shape.capsule(0.01, 0.2), link=checker.robot.links[-1], pose=pf.pose([0, 0, 0.1]))
    asked = pf.Checker(
        checker.robot, scene, joints=checker.joints[::-1], distance=0.02, exclude=checker.robot.links[:2]
    )
    copied: pf.Checker = pickle.loads(pickle.dumps(asked))
    both = [one.check_edges(start, end, first=True, limits="ignore").table.tobytes() for one in (asked, copied)]
    assert both[0] == both[1]
    assert copied.robot.states == asked.robot.states and copied.bodies == asked.bodies
    assert both[0] != checker.check_edges(start, end, first=True, limits="ignore").table.tobytes()


def test_certificates_go_through_files(checker: pf.Checker, tmp_path, robot: pf.Robot) -> None:
    path = [[0.0, -0.5, 1.2, 0.0, 0.9, 0.0], [0.6, -0.2, 1.0, 0.0, 0.9, 0.5]]
    assert checker.check(path).clear
    checker.certify(path).save(tmp_path / "proof.json")
    read = pf.Certificate.load(tmp_path / "proof.json")
    proven = read.verify(checker)
    assert proven.whole and proven.clearance is not None and proven.clearance > 0.0
    assert read.joints == checker.joints and (read.waypoints == path).all()
    with pytest.raises(pf.ProofError):
        read.verify(pf.Checker(robot, None, joints=checker.joints))
    text = (tmp_path / "proof.json").read_text()
    (tmp_path / "forged.json").write_text(text.replace('"waypoints":[[0.0', '"waypoints":[[2.0', 1))
    with pytest.raises(pf.ProofError):
        pf.Certificate.load(tmp_path / "forged.json").verify(checker)


def test_contacts_have_an_end(checker: pf.Checker) -> None:
    robot = slider()
    scene = pf.Scene()
    scene.add("post", pf.Shape.ball(0.1), pf.pose([0.5, 0, 0]))
    [contact] = pf.Checker(robot, scene).contacts([[0.0], [1.0]], [0.0, 10.0])
    assert contact.pair == ("car", "post") and contact.end is not None
    assert abs(contact.start - 3.0) < 1e-5 and abs(contact.end - 7.0) < 1e-5


def test_rates_have_limits(tmp_path: Path) -> None:
    (tmp_path / "joint_limits.yaml").write_text(
        "joint_limits: {joint_1: {has_velocity_limits: true, max_velocity: 2.0, has_acceleration_limits: true, "
        "max_acceleration: 3.0, has_position_limits: true, min_position: -1.5, max_position: 1.5}}"
    )
    robot = pf.Robot.from_urdf(ARM / "arm.urdf", ARM / "arm.srdf", joint_limits=tmp_path / "joint_limits.yaml")
    assert robot.limits(["joint_1"]).tolist() == [[-1.5, 1.5]]
    checker = pf.Checker(robot, joints=["joint_1"])
    path = [[0.0], [1.0], [0.0]]
    assert checker.exceeded_rates(path, [0.0, 1.0, 2.0]) is None
    slow = pf.Checker(pf.Robot.from_urdf(ARM / "arm.urdf", ARM / "arm.srdf"), joints=["joint_1"])
    assert slow.exceeded_rates(path, [0.0, 1.0, 1.6]) is None
    found = checker.exceeded_rates(path, [0.0, 1.0, 1.6])
    assert found is not None and (found.quantity, found.waypoint, found.time) == ("acceleration", 1, 1.0)
    assert abs(found.value + (1 + 1 / 0.6) / 0.8) < 1e-9 and found.limit == 3.0
    fast = checker.exceeded_rates(path, [0.0, 0.4, 9.0])
    assert fast is not None and (fast.joint, fast.quantity, fast.waypoint) == ("joint_1", "velocity", 0)
    assert "'joint_1' has the velocity 2.5 at time 0," in str(fast)
    for times in (None, [0.0, 1.0], [0.0, 1.0, 0.5], [[0.0, 1.0, 2.0]]):
        with pytest.raises(pf.InvalidInput, match="times|time"):
            checker.exceeded_rates(path, times)  # pyright: ignore[reportArgumentType]
    with pytest.raises(pf.FileError, match="nowhere"):
        pf.Robot.from_urdf(ARM / "arm.urdf", joint_limits=tmp_path / "nowhere.yaml")


def test_each_pair_has_a_clearance() -> None:
    scene = pf.Scene()
    for name, place in {"far": [0.5, 2, 0], "here": [0.5, 0, 0], "near": [1.5, 0, 0]}.items():
        scene.add(name, pf.Shape.ball(0.1), pf.pose(place))
    checker = pf.Checker(slider(), scene, accuracy=0.01, pair_distances={("car", "near"): 0.1})
    far, here, near = checker.clearances([[0.0], [1.0]], [0.0, 10.0])
    assert [pair.pair for pair in (far, here, near)] == [("car", name) for name in ("far", "here", "near")]
    assert [pair.status for pair in (far, here, near)] == [1, 0, 1] and far.clear and not here.clear
    assert 1.78 < far.clearance <= 1.8 and 0.19 < near.clearance <= 0.2 and near.target_distance == 0.1
    assert far.clear_until == 10.0 and abs(here.clear_until - 3.0) < 1e-5 and here.clearance == 0.0
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(far)


def test_scenes_of_all_forms() -> None:
    """Each object is met where its side is."""
    trimesh = pytest.importorskip("trimesh")
    cube = trimesh.creation.box([0.2, 0.2, 0.2])
    forms = {
        "hull": lambda scene: scene.add("it", cube, pf.pose([1, 0, 0])),
        "arrays": lambda scene: scene.add("it", (cube.vertices, cube.faces), pf.pose([1, 0, 0])),
        "pieces": lambda scene: scene.add("it", cube, pf.pose([1, 0, 0]), form="pieces"),
        "voxels": lambda scene: scene.add_voxels("it", [[1, 0, 0], [1.5, 0, 0]], size=0.2),
        "points": lambda scene: scene.add_points("it", [[1, 0, 0], [1, 0.05, 0]], radius=0.1),
        "surface": lambda scene: scene.add_surface("it", cube.apply_translation([1, 0, 0])),
        "cylinder": lambda scene: scene.add("it", pf.Shape.cylinder(0.1, 1.0), pf.pose([1, 0, 0])),
        "yaml": None,
    }
    for name, add in forms.items():
        scene = pf.Scene()
        if add is None:
            scene = pf.Scene.from_yaml(
                "world:\n  collision_objects:\n    - id: it\n"
                "      primitives: [{type: box, dimensions: [0.2, 0.2, 0.2]}]\n"
                "      primitive_poses: [{position: [1, 0, 0]}]\n"
            )
        else:
            add(scene)
        result = pf.Checker(slider(), scene).check([[0.0], [1.0]])
        assert result.time is not None and abs(result.time - 0.8) < 1e-6, name
        assert result.pair == ("car", "it")


def test_nothing_is_inside_of_a_surface() -> None:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) + [0.5, 0, 0]
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    scene = pf.Scene()
    scene.add_surface("room", corners, [[q[0], *q[at : at + 2]] for q in quads for at in (1, 2)])
    corners[:] = 0.0
    checker = pf.Checker(slider(), scene)
    assert checker.check([[0.0], [1.3]]).clear
    assert abs(checker.check([[0.0], [2.0]]).clear_until - 1.4 / 2.0) < 1e-6
    assert abs(checker.clearance([1.0]).table["clearance"][0] - 0.4) < 1e-9
    copied: pf.Checker = pickle.loads(pickle.dumps(checker))
    assert copied.certify([[0.0], [1.3]]).verify(checker).whole
    (points, triangles), places = checker.native.drawing()[-1]
    assert len(points) == 8 and len(triangles) == 12 and not places


def test_clouds_without_points_are_not_drawn() -> None:
    scene = pf.Scene()
    scene.add("post", pf.Shape.ball(0.1), pf.pose([0.5, 0, 0]))
    scene.add_points("cloud", np.empty((0, 3)), radius=0.1)
    assert pf.Checker(slider(), scene).native.drawing()[-1] == (([], []), [])


def test_what_a_link_holds_is_in_the_way() -> None:
    scene = pf.Scene()
    scene.add("wall", pf.Shape.box([0.2, 2, 2]), pf.pose([1.5, 0, 0]))
    scene.attach("rod", pf.Shape.box([1.0, 0.02, 0.02]), link="car", pose=pf.pose([0.5, 0, 0]))
    checker = pf.Checker(slider(), scene)
    result = checker.check([[0.0], [1.0]])
    assert result.time is not None and abs(result.time - 0.4) < 1e-6 and result.pair == ("rod", "wall")
    scene.allow("rod", "wall")
    assert pf.Checker(slider(), scene).check([[0.0], [1.0]]).clear
    scene.add_points("late", [[0.0, 0.0, 0.0]], radius=0.1)
    copied: pf.Checker = pickle.loads(pickle.dumps(checker))
    for same in (checker, copied):
        assert not same.check([[0.0], [1.0]]).clear and "late" not in same.bodies, "a checker does not change"


def test_objects_are_taken_and_left() -> None:
    """Also by what the checker of another process makes of it, and from a text."""
    scene = pf.Scene()
    scene.add("load", pf.Shape.ball(0.1), pf.pose([0.2, 0, 0]))
    scene.add("post", pf.Shape.ball(0.1), pf.pose([1.0, 0, 0]))
    free = pf.Checker(slider(), scene, distance=0.05)
    path = [[0.0], [1.0]]
    holding = free.attaching("load", link="car", pose=pf.pose([0.2, 0, 0]))
    copied: pf.Checker = pickle.loads(pickle.dumps(holding))
    for checker in (holding, copied):
        result = checker.check(path)
        assert result.pair == ("load", "post") and abs(result.clear_until - 0.55) < 1e-6, "the distance is kept, too"
    assert free.check(path).pair == ("car", "load"), "a checker does not change"
    left = holding.detaching("load", pf.pose([0, 5, 0]))
    assert abs(left.check(path).clear_until - 0.75) < 1e-6
    again = left.attaching("load", link="car", pose=pf.pose([0.3, 0, 0]))
    assert abs(again.check(path).clear_until - 0.45) < 1e-6
    text = (
        "world:\n  collision_objects:\n"
        "    - {id: it, primitives: [{type: sphere, dimensions: [0.1]}], primitive_poses: [{position: [0, 9, 0]}]}\n"
    )
    alone = pf.Checker(slider(), pf.Scene.from_yaml(text)).attaching("it", link="car", pose=pf.pose())
    assert alone.check(path).clear and alone.bodies == ("base", "car", "it"), "nothing is left to check"
    assert str(alone.check(path)) == "clear: no two bodies that may not touch move past each other"
    for call, words in (
        (lambda: free.attaching("laod", link="car", pose=pf.pose()), "load"),
        (lambda: free.attaching("load", link="cart", pose=pf.pose()), "car"),
        (lambda: free.attaching("load", link="car", pose=np.full((4, 4), np.nan)), "pose"),
        (lambda: free.attaching("load", link="car", pose=pf.pose(), touching=["cart"]), "car"),
        (lambda: free.detaching("load", pf.pose()), "load"),
        (lambda: holding.attaching("load", link="car", pose=pf.pose()), "load"),
    ):
        with pytest.raises(pf.InvalidInput, match=words):
            call()


def test_pairs_are_allowed_and_forbidden() -> None:
    scene = pf.Scene()
    scene.add("post", pf.Shape.ball(0.1), pf.pose([0.5, 0, 0]))
    checker = pf.Checker(slider(), scene)
    let = checker.allowing(("car", "post"))
    assert let.check([[0.0], [1.0]]).clear and not checker.check([[0.0], [1.0]]).clear
    assert not let.forbidding(("post", "car")).check([[0.0], [1.0]]).clear
    for wrong in (checker.allowing, checker.forbidding, slider().allowing, slider().forbidding):
        for pairs in (("car", "post"), (("car",),), (("car", "pots"),)):
            with pytest.raises(pf.InvalidInput):
                wrong(*pairs)  # pyright: ignore[reportArgumentType]


def test_distances_to_keep() -> None:
    scene = pf.Scene()
    scene.add("post", pf.Shape.ball(0.1), pf.pose([1.0, 0, 0]))
    assert pf.Checker(slider(), scene).check([[0.0], [0.7]]).clear
    for rules in ({"distance": 0.2}, {"object_distance": 0.2}, {"pair_distances": {("car", "post"): 0.2}}):
        result = pf.Checker(slider(), scene, **rules).check([[0.0], [0.7]])
        assert abs(result.clear_until - 0.6 / 0.7) < 1e-6


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (np.zeros((3, 5)), "joint_6"),
        (np.zeros((6, 9)), "pinocchio"),
        (np.full((2, 6), np.nan), "finite|NaN|nan"),
        (np.array([[0.0] * 6, [0.0, 0.0, 90.0, 0.0, 0.0, 45.0]]), "degrees"),
        (np.zeros((2, 2, 6)), "shape"),
    ],
)
def test_refusals_help(checker: pf.Checker, values: np.ndarray, words: str) -> None:
    with pytest.raises(pf.InvalidInput, match=words):
        checker.check(values)
    assert issubclass(pf.InvalidInput, ValueError)


def test_limits_warn(checker: pf.Checker) -> None:
    least, largest = checker.robot.limits(["joint_2"])[0]
    outside = np.zeros((2, 6))
    outside[1, 1] = largest + 0.1
    with pytest.warns(pf.LimitWarning, match="joint_2"):
        checker.check(outside)
    with pytest.raises(pf.InvalidInput, match="joint_2"):
        checker.check(outside, limits="raise")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check(outside, limits="ignore")


def test_files_that_cannot_be_read(tmp_path) -> None:
    with pytest.raises(pf.FileError, match="nowhere"):
        pf.Robot.from_urdf(tmp_path / "nowhere.urdf")
    with pytest.raises(pf.FileError):
        pf.Scene.from_yaml(tmp_path / "nowhere.yaml")
    with pytest.raises(pf.InvalidInput, match="yourdfpy"):
        pf.Robot.from_urdf(3)
    with pytest.raises(pf.FileError):
        pf.Checker(slider(), pf.Scene.from_yaml("world:\n  collision_objects: 3\n"))
    drawn = '<link name="drawn"><visual><geometry><sphere radius="1"/></geometry></visual></link>'
    with pytest.warns(pf.FileWarning, match="drawn"):
        pf.Robot.from_urdf(
            f"""<robot name="two"><link name="ball"><collision><geometry><sphere radius="1"/></geometry></collision></link>
            {drawn}<joint name="hinge" type="fixed"><parent link="ball"/><child link="drawn"/></joint></robot>"""
        )


def test_yourdfpy_robots_are_taken(robot: pf.Robot) -> None:
    yourdfpy = pytest.importorskip("yourdfpy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = yourdfpy.URDF.load(str(ARM / "arm.urdf"), load_meshes=False)
        read = pf.Robot.from_urdf(loaded, ARM / "arm.srdf")
    assert read.joint_names == robot.joint_names and read.links == robot.links


def test_assert_clear_tells_where(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    from photofinish.testing import assert_clear

    monkeypatch.setenv("PHOTOFINISH_PICTURES", str(tmp_path))
    scene = pf.Scene()
    scene.add("post", pf.Shape.ball(0.1), pf.pose([0.5, 0, 0]))
    assert assert_clear(slider(), scene, [[0.0], [0.2]]).clearance > 0.0
    with pytest.raises(AssertionError, match="car and post touch at time 0.3") as failure:
        assert_clear(slider(), scene, [[0.0], [1.0]])
    pytest.importorskip("matplotlib")
    assert str(tmp_path / "clearance.svg") in str(failure.value)
    assert "car and post touch" in (tmp_path / "clearance.svg").read_text() or (tmp_path / "clearance.svg").is_file()


def test_arrow_tables_have_names(checker: pf.Checker, edges: tuple[np.ndarray, np.ndarray]) -> None:
    pytest.importorskip("pyarrow")
    batch = checker.check_edges(*edges, limits="ignore")
    table = batch.to_arrow()
    assert table.column("clear").to_pylist() == batch.clear.tolist()
    assert list(zip(table.column("body_a").to_pylist(), table.column("body_b").to_pylist())) == [
        pair or (None, None) for pair in batch.pairs
    ]


def test_pairs_of_links_are_decided(robot: pf.Robot, tmp_path: Path) -> None:
    """What is proven holds in random postures, an SRDF of it can be read, and paths have the same answers with it."""
    pairs = pf.allowed_pairs(robot, tests=20_000)
    assert {"never", "may", "adjacent"} <= {pair.verdict for pair in pairs}
    assert pairs.of(*pairs[0].links[::-1]) is pairs[0]
    with pytest.raises(pf.InvalidInput, match="no pair.*'wrsit'"):
        pairs.of("wrist", "wrsit")
    plain = robot.forbidding(*(pair.links for pair in pairs if pair.verdict != "adjacent"))
    least, largest = np.clip(robot.limits().T, -np.pi, np.pi)
    postures = np.random.default_rng(1).uniform(least, largest, (300, len(least)))
    for name in ("never", "may"):
        pair = next(pair for pair in pairs if pair.verdict == name)
        assert pair.distance is not None and (pair.distance > 0) == (name == "never") != pair.needs_check
        # all other pairs are let touch
        others = [other.links for other in pairs if other is not pair]
        alone = pf.Checker(plain.allowing(*others))
        if name == "never":
            assert alone.clearance(postures).table["clearance"].min() >= pair.distance
        else:
            assert pair.configuration is not None
            assert alone.clearance(pair.configuration, limits="ignore").table["clearance"][0] <= pair.distance
    pairs.to_srdf(tmp_path / "proven.srdf")
    read = pf.Robot.from_urdf(ARM / "arm.urdf", tmp_path / "proven.srdf")
    for same in (read, pf.Robot.from_urdf(ARM / "arm.urdf").allowing(*pairs.unchecked)):
        assert (pf.Checker(same).postures(postures) == pf.Checker(plain).postures(postures)).all()
    assert pf.allowed_pairs(robot, tests=20_000, threads=1).srdf == pairs.srdf


def turning() -> pf.Checker:
    """A box that turns beside a post, and takes a hundred thousandth of a second for each turn."""
    robot = pf.Robot.from_urdf(
        """<robot name="crane"><link name="base"/><link name="arm"><collision><origin xyz="1 0 0"/><geometry>
        <box size="0.2 0.2 0.2"/></geometry></collision></link><joint name="hinge" type="continuous">
        <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>"""
    )
    scene = pf.Scene()
    scene.add("post", pf.Shape.box([0.2, 0.2, 0.2]), pf.pose([1.3, 0, 0]))
    return pf.Checker(robot, scene, budget=10**15)


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Lets SIGINT raise KeyboardInterrupt, also where the tests run in the background of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize(
    "ask",
    [
        lambda checker, path: checker.check(path, limits="ignore"),
        lambda checker, path: checker.certify(path, limits="ignore"),
        lambda checker, path: checker.contacts(path, limits="ignore"),
        lambda checker, path: checker.clearances(path, limits="ignore"),
        lambda checker, path: checker.check_paths([path] * 2, limits="ignore"),
        lambda checker, path: checker.check_paths([path] * 200, threads=2, limits="ignore"),
    ],
)
def test_signals_stop_questions(ask) -> None:
    """As Ctrl-C does. The path takes minutes."""
    checker, path = turning(), [[0.0], [3e7]]
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        ask(checker, path)


@pytest.mark.usefixtures("interrupts")
def test_signals_stop_the_search_for_pairs() -> None:
    """As Ctrl-C does. All 45,000 pairs of balls that turn about one axis take minutes."""
    ball = '<collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision>'
    links = "".join(f'<link name="{index}">{ball}</link>' for index in range(300))
    joints = "".join(
        f"""<joint name="to_{index}" type="continuous"><parent link="base"/><child link="{index}"/>
        <origin xyz="0 0 {0.195 * index}"/><axis xyz="0 0 1"/></joint>"""
        for index in range(300)
    )
    robot = pf.Robot.from_urdf(f'<robot name="carousel"><link name="base"/>{links}{joints}</robot>')
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        pf.allowed_pairs(robot, threads=1)


def test_paths_that_begin_in_contact_say_what_to_do() -> None:
    ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    cars = "".join(f'<link name="{name}">{ball}</link>' for name in ("one", "other"))
    rails = "".join(
        f"""<joint name="to_{name}" type="prismatic"><parent link="base"/><child link="{name}"/><axis xyz="1 0 0"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>"""
        for name in ("one", "other")
    )
    robot = pf.Robot.from_urdf(f'<robot name="rails"><link name="base"/>{cars}{rails}</robot>')
    told = str(pf.Checker(robot).check([[0.0, 0.1], [0.0, 0.2]]))
    assert "one and other touch at the start, time 0" in told and "allowing" in told and "before" not in told
    scene = pf.Scene()
    scene.add("post", pf.Shape.ball(0.1))
    told = str(pf.Checker(slider(), scene).check([[0.0], [1.0]]))
    assert "car and post touch at the start" in told and "allowing" not in told
