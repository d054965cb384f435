"""Mistakes that users make: they are told, and none of them is `clear`."""

import pickle
import threading
import time

import numpy as np
import photofinish as pf
import pytest
from conftest import slider

BALL = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'


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


def test_arrays_are_copied() -> None:
    at, cloud = pf.pose([0.5, 0, 0]), np.array([[0.0, 5.0, 0.0]])
    scene = pf.Scene()
    scene.add("near", pf.Shape.ball(0.1), at)
    at[0, 3] = 9.0
    scene.add("far", pf.Shape.ball(0.1), at)
    scene.add_points("cloud", cloud, radius=0.1)
    checker = pf.Checker(slider(), scene)
    cloud[:] = 0.5
    path, times = PATH.copy(), np.arange(4.0)
    result = checker.check(path, times)
    path[:], times[:] = 7.0, 7.0
    assert result.pair == ("car", "near") and (result.waypoints == PATH).all()
    assert result.times is not None and result.times[-1] == 3.0
    copied: pf.Checker = pickle.loads(pickle.dumps(checker))
    assert copied.check(PATH).clear_until == checker.check(PATH).clear_until
    with pytest.raises(ValueError, match="read-only"):
        scene.objects["near"][1][0, 3] = 9.0


def test_a_checker_does_not_change(rail: pf.Checker) -> None:
    before = pickle.dumps(rail)
    rail.scene.add("late", pf.Shape.ball(0.1))
    assert pickle.dumps(rail) == before
    for name in ("joints", "scene", "robot", "bodies"):
        with pytest.raises(AttributeError):
            setattr(rail, name, ("zzz",))


BALL_SHAPE = pf.Shape.ball(0.1)
TWO = np.stack([pf.pose([9, 0, 0]), pf.pose([0.5, 0, 0])])


@pytest.mark.parametrize("poses", [TWO, TWO[:1], TWO[:0], [*TWO]])
@pytest.mark.parametrize(
    "call",
    [
        lambda poses: pf.Scene().add("a", BALL_SHAPE, poses),
        lambda poses: pf.Scene().attach("a", BALL_SHAPE, link="car", pose=poses),
        lambda poses: slider().at(poses),
        lambda poses: pf.Shape.compound([(BALL_SHAPE, poses)]),
        lambda poses: pf.Motion.still(poses),
        lambda poses: pf.Motion.twist(poses),
        lambda poses: pf.Motion.between(poses, poses),
        lambda poses: pf.Motion.sampled(lambda _: poses, [0.0, 1.0]),
    ],
)
def test_one_pose_is_not_many(call, poses) -> None:
    with pytest.raises(pf.InvalidInput, match="one pose"):
        call(poses)


CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda rail: rail.check(np.ma.masked_array(PATH, mask=PATH > 0.9)), "masked"),
        (lambda rail: rail.check([["0"], ["1"]]), "real numbers"),
        (lambda rail: rail.check(PATH + 0j), "real numbers"),
        (lambda rail: rail.check([[0.0], [0.0, 1.0]]), "array of numbers"),
        (lambda rail: rail.check([[None], [0.0]]), "real numbers"),
        (lambda rail: pf.Shape.mesh(CORNERS, FACES + 0.9), "whole"),
        (lambda rail: pf.Shape.mesh(CORNERS, FACES + 2**32), "from 0 to 3"),
        (lambda rail: pf.Shape.mesh(CORNERS, FACES - 1), "from 0 to 3"),
        (lambda rail: pf.Scene().add_surface("a", CORNERS, FACES + 1), "from 0 to 3"),
        (lambda rail: pf.Scene().add_surface("a", CORNERS), "vertices and faces"),
        (lambda rail: posted().add_surface("post", CORNERS, FACES), "two objects"),
        (lambda rail: pf.Scene().add("a", (CORNERS, FACES), form="surface"), "add_surface"),
        (lambda rail: pf.Scene().attach("a", (CORNERS, FACES), link="car", pose=pf.pose(), form="surface"), "surface"),
        (lambda rail: pf.Checker(rail.robot, rail.scene, joints="rail"), "joints must be names"),
        (lambda rail: pf.Checker(rail.robot, rail.scene, exclude="car"), "exclude must be names"),
        (lambda rail: pf.Checker(rail.robot, rail.scene, pair_distances={"car": 0.1}), "a pair must be names"),
        (lambda rail: rail.robot.limits("rail"), "joints must be names"),
        (lambda rail: rail.robot.allowing("car", "base"), "a pair must be names"),
        (lambda rail: rail.allowing(("car", "base", "post")), "two names, but this has 3"),
        (lambda rail: rail.allowing((1, 2)), "a pair must be names"),
        (lambda rail: rail.attaching("post", link="car", pose=pf.pose(), touching="base"), "touching must be names"),
        (lambda rail: pf.Scene().attach("a", BALL_SHAPE, link="car", pose=pf.pose(), touching="base"), "touching must"),
        (lambda rail: pf.Robot.from_urdf("<robot/>", drawn_only="car"), "drawn_only must be names"),
        (lambda rail: pf.Robot.from_urdf("<robot/>", package_roots="/tmp"), "package_roots must be folders"),
        (lambda rail: pf.Scene().add(3, BALL_SHAPE), "a name must be a str"),
        (lambda rail: pf.Scene().add_points(None, CORNERS, radius=0.1), "a name must be a str"),
        (lambda rail: pf.Scene().attach(3, BALL_SHAPE, link="car", pose=pf.pose()), "a name must be a str"),
        (lambda rail: pf.CollisionManager({1: (BALL_SHAPE, pf.pose())}), "a name must be a str"),
        (lambda rail: pf.Shape.compound([BALL_SHAPE]), "a part must be a shape and its place.*is a Shape"),
        (lambda rail: pf.CollisionManager({"a": BALL_SHAPE}), "body 'a' must be a shape and its place"),
        (lambda rail: pf.pose(5), "shape"),
        (lambda rail: pf.pose(rotation=1), "shape"),
        (lambda rail: pf.Shape.box("123"), "real numbers"),
        (lambda rail: pf.Shape.box(5), "3 numbers"),
        (lambda rail: pf.Checker(rail.robot, rail.scene, budget=0), "budget"),
        (lambda rail: pf.Checker(rail.robot, rail.scene, budget=-1), "budget"),
        (lambda rail: rail.postures(PATH, threads=-1), "threads"),
        (lambda rail: rail.check_paths([PATH], threads=1.5), "threads"),
        (lambda rail: rail.check(PATH, 3.0), "times"),
        (lambda rail: rail.check(PATH, [[0.0], [1.0]]), "times"),
        (lambda rail: rail.certify(PATH, [[0.0], [1.0]]), "times"),
        (lambda rail: pf.Motion.sampled(lambda _: pf.pose(), []), "times"),
        (lambda rail: pf.Checker(rail.robot, rail.robot), "Scene"),
        (lambda rail: pf.Checker(rail.scene), "Robot"),
    ],
)
def test_what_is_refused(rail: pf.Checker, call, words: str) -> None:
    with pytest.raises(pf.InvalidInput, match=words):
        call(rail)


def test_numbers_of_all_kinds_are_taken(rail: pf.Checker) -> None:
    expected = rail.check(PATH).clear_until
    for path in (PATH.astype(np.float32).astype(object), PATH.tolist(), np.asfortranarray(PATH), np.ma.array(PATH)):
        assert abs(rail.check(path).clear_until - expected) < 1e-6
    assert pf.Shape.mesh(CORNERS.tolist(), FACES.astype(np.uint8)).is_surface is False


def test_answers_are_not_true_by_mistake(rail: pf.Checker) -> None:
    batch = rail.check_paths([PATH])
    part = rail.certify(PATH).verify(rail)
    assert not rail.check(PATH) and rail.check(PATH[:2]) and not part.whole
    motion = pf.Motion.still(pf.pose())
    rows = [pf.first_contact(BALL_SHAPE, BALL_SHAPE, motion, motion), pf.distance(BALL_SHAPE, BALL_SHAPE, TWO, TWO)[0]]
    assert not any(row["clear"] for row in rows)
    for answer in (batch, part, batch.table[0], *rows):
        with pytest.raises(TypeError, match="neither true nor false|whole"):
            bool(answer)
    table = np.concatenate([batch.table, batch.table])
    copied = pickle.loads(pickle.dumps(table))
    assert (copied == table).all() and copied.dtype == pf.ANSWER and copied[["clear", "status"]].shape == (2,)
    assert pickle.loads(pickle.dumps(rows[0]))["clear"] == rows[0]["clear"]


def test_motions_have_ends() -> None:
    """A body that stops at time 1 does not drive on: what follows is not known."""
    far = pf.Motion.through([0, 1], [pf.pose(), pf.pose([5, 0, 0])])
    other = pf.Motion.between(pf.pose([20, 0, 0]), pf.pose([5, 0, 0]), (0.0, 3.0))
    copied = pickle.loads(pickle.dumps(far))
    for motion in (far, copied):
        for interval in ((0.0, 3.0), (-0.5, 1.0), (0.5, 0.2), (0.0, float("nan"))):
            with pytest.raises(pf.InvalidInput, match="motion_a is known from time 0 to 1"):
                pf.first_contact(BALL_SHAPE, BALL_SHAPE, motion, other, interval)
            with pytest.raises(pf.InvalidInput, match="motion_a is known from time 0 to 1"):
                pf.certify(BALL_SHAPE, BALL_SHAPE, motion, other, interval)
        assert pf.first_contact(BALL_SHAPE, BALL_SHAPE, motion, other, (0.25, 1.0))["clear"]


@pytest.mark.parametrize("interval", [(0.0, float("nan")), (float("nan"), 1.0), (1.0, 0.0), (0.0, float("inf"))])
def test_intervals_are_intervals(interval: tuple[float, float]) -> None:
    for ask in (pf.certify, pf.first_contact):
        with pytest.raises(pf.InvalidInput):
            ask(BALL_SHAPE, BALL_SHAPE, STILL, pf.Motion.still(pf.pose([3, 0, 0])), interval)


STILL = pf.Motion.still(pf.pose())


@pytest.mark.parametrize(
    "call",
    [
        lambda: pf.first_contact(slider(), BALL_SHAPE, STILL, STILL),
        lambda: pf.first_contact(BALL_SHAPE, BALL_SHAPE, STILL, pf.pose()),
        lambda: pf.first_contact(BALL_SHAPE, BALL_SHAPE, STILL, STILL, 3.0),
        lambda: pf.certify(BALL_SHAPE, "ball", STILL, STILL),
        lambda: pf.distance(BALL_SHAPE, (CORNERS, FACES), pf.pose(), pf.pose()),
        lambda: pf.distance(BALL_SHAPE, BALL_SHAPE, pf.pose(), pf.pose(), threads=-1),
        lambda: pf.time_of_impact(None, BALL_SHAPE, TWO, TWO, TWO, TWO),
        lambda: pf.Shape.compound([("ball", pf.pose())]),
        lambda: pf.Scene().add("a", 3),
    ],
)
def test_other_things_are_refused(call) -> None:
    with pytest.raises(pf.InvalidInput):
        call()


def test_ends_need_starts(rail: pf.Checker) -> None:
    for first in (False, True):
        for ends in (PATH[:2], PATH[:1]):
            with pytest.raises(pf.InvalidInput, match="start"):
                rail.check_edges(PATH[:3], ends, first=first)
        assert len(rail.check_edges(PATH[0], PATH, first=first)) == 4


def test_files_that_are_none(tmp_path) -> None:
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\xfe\x00\x81")
    calls = [
        lambda: pf.Scene.from_yaml(binary),
        lambda: pf.Robot.from_urdf("/nope", folder=tmp_path),
        lambda: pf.Robot.from_urdf(binary, folder=tmp_path),
        lambda: pf.Robot.from_urdf(binary),
        lambda: pf.Certificate.load(tmp_path / "nope"),
        lambda: pf.Proof.load(tmp_path / "nope"),
        lambda: pf.Proof.load(binary),
    ]
    for call in calls:
        with pytest.raises(pf.FileError):
            call()


def test_a_path_that_begins_in_overlap_proves_nothing() -> None:
    scene = pf.Scene()
    scene.add("here", pf.Shape.ball(0.1))
    scene.add("there", pf.Shape.ball(0.1), pf.pose([3, 0, 0]))
    checker = pf.Checker(slider(), scene)
    for path, times in ((PATH, None), (PATH, [5.0, 6.0, 7.0, 8.0])):
        assert checker.check(path, times).status == 0
        nothing = checker.certify(path, times)
        assert nothing.interval is None and "of no time" in repr(nothing)
        with pytest.raises(pf.ProofError, match="at its start"):
            nothing.verify(checker)
    whole = checker.certify(PATH + 1.0)
    assert whole.interval == (0.0, 3.0) and "from time 0 to 3" in repr(whole)
    part = whole.verify(checker)
    assert part.whole and pf.Checker(slider(), posted()).certify(PATH).verify(pf.Checker(slider(), posted())).end > 0.0


def test_arrays_that_change_meanwhile(checker: pf.Checker, edges: tuple[np.ndarray, np.ndarray]) -> None:
    """Another thread writes to the arrays while a batch runs. The native call is asked, which gets no copies."""
    start, end = (np.tile(part, (40, 1)) for part in edges)
    expected = checker.native.check_edges(start, end, 1)[0]

    def spoil() -> None:
        time.sleep(0.02)
        start[15000:] = np.nan

    thread = threading.Thread(target=spoil)
    thread.start()
    found = checker.native.check_edges(start, end, 1)[0]
    thread.join()
    assert (found == expected).all()


def gripper() -> pf.Robot:
    """A wrist with limits, one without, and a finger."""
    joint = '<joint name="{0}" type="{1}"><parent link="{2}"/><child link="{0}_link"/><axis xyz="0 0 1"/>{3}</joint>'
    limit = '<limit lower="{}" upper="{}" effort="1" velocity="1"/>'
    joints = [
        joint.format("wrist", "revolute", "base", limit.format(-3, 3)),
        joint.format("wheel", "continuous", "wrist_link", ""),
        joint.format("finger", "prismatic", "wheel_link", limit.format(0, 0.045)),
    ]
    links = "".join(f'<link name="{name}_link">{BALL}</link>' for name in ("wrist", "wheel", "finger"))
    return pf.Robot.from_urdf(f'<robot name="gripper"><link name="base"/>{links}{"".join(joints)}</robot>')


def test_degrees_are_seen() -> None:
    from photofinish.ray import EdgeChecker, PathChecker

    checker = pf.Checker(gripper(), posted(), joints=["finger", "wrist", "wheel"], self_collision=False)
    for row in ([0.1, 90.0, 0.0], [0.0, 90.0, 720.0], [0.0, 4000.0, 0.0], [0.0, 10.0, 400.0]):
        path = [[0.0, 0.0, 0.0], row]
        calls = [
            lambda: checker.check(path),
            lambda: checker.check(path, limits="raise"),
            lambda: checker.clearance(path),
            lambda: checker.postures(path),
            lambda: EdgeChecker(checker)({"start": np.array(path[:1]), "end": np.array(path[1:])}),
            lambda: PathChecker(checker)({"path": np.array([path])}),
        ]
        for call in calls:
            with pytest.raises(pf.InvalidInput, match="wrist.*in degrees"):
                call()
    turning = [[0.0, 0.0, 0.0], [0.0, 0.0, 90.0]]
    with pytest.warns(pf.LimitWarning, match="wheel.*14.3 turns: is it in degrees"):
        checker.check(turning)
    with pytest.raises(pf.InvalidInput, match="wheel"):
        checker.check(turning, limits="raise")
    checker.check([[0.0, 0.0, 0.0], [0.0, 0.0, 20.0]])
    checker.check(turning, limits="ignore")
    for ask in (checker.certify, checker.contacts, checker.first_contact):
        ask([[0.0, 3.5, 0.0], [0.0, 3.6, 0.0]], limits="ignore")
        with pytest.raises(pf.InvalidInput, match="wrist"):
            ask([[0.0, 3.5, 0.0], [0.0, 3.6, 0.0]], limits="raise")
    with pytest.raises(pf.InvalidInput, match="limits must be"):
        checker.check(turning[:1], limits="rasie")  # pyright: ignore[reportArgumentType]


def test_joints_of_scenes_have_limits() -> None:
    scene = posted()
    scene.set_joint("finger", 30)
    with pytest.warns(pf.LimitWarning, match="finger"):
        checker = pf.Checker(gripper(), scene, joints=["wrist"], self_collision=False)
    checker.check([[0.0], [1.0]])
    with pytest.raises(pf.InvalidInput, match="finger"):
        checker.check([[0.0], [1.0]], limits="raise")
    pickle.loads(pickle.dumps(checker))
    # the paths name it: the value of the scene counts for nothing
    pf.Checker(gripper(), scene, self_collision=False)
    scene.set_joint("wheel", 0.5)
    scene.set_joint("finger", 0.02)
    scene.set_joint("wrist", 90)
    with pytest.raises(pf.InvalidInput, match="wrist.*in the scene.*degrees.*radians$"):
        pf.Checker(gripper(), scene, joints=["finger"], self_collision=False)


def test_open_meshes_are_told() -> None:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    faces = np.array([[q[0], *q[at : at + 2]] for q in quads for at in (1, 2)])
    soup = corners[faces.reshape(-1)]
    each = np.arange(len(soup)).reshape(-1, 3)
    # the lid is away
    with pytest.warns(pf.MeshWarning, match="open at 4 edges"):
        hollow = pf.Shape.mesh(corners, faces[:-2], form="pieces")
    with pytest.warns(pf.MeshWarning, match="open at 4 edges"):
        pf.Scene().add("cup", (soup, each[:-2]), form="pieces")
    for shape in (pf.Shape.mesh(corners, faces, form="pieces"), pf.Shape.mesh(soup, each, form="pieces")):
        assert not pf.distance(shape, BALL_SHAPE, pf.pose(), pf.pose())["clear"][0]
    assert pf.distance(hollow, BALL_SHAPE, pf.pose(), pf.pose())["clear"][0]
    pf.Shape.mesh(corners, faces[:-2], form="hull")
