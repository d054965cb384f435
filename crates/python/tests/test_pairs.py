"""Bodies, motions, and questions about two of them."""

import pickle

import numpy as np
import photofinish as pf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

UNIT = st.floats(-1.0, 1.0)
AXES = st.tuples(UNIT, UNIT, UNIT, UNIT).filter(lambda four: np.linalg.norm(four) > 0.1)
POSITIONS = st.tuples(*[st.floats(-3.0, 3.0)] * 3)
POSES = st.builds(lambda at, turn: pf.pose(at, wxyz=np.array(turn) / np.linalg.norm(turn)), POSITIONS, AXES)
SHAPES = [
    pf.Shape.ball(0.5),
    pf.Shape.box([1.0, 0.4, 0.2]),
    pf.Shape.capsule(0.2, 1.0),
    pf.Shape.cylinder(0.3, 1.0),
    pf.Shape.cone(0.3, 1.0),
    pf.Shape.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    pf.Shape.compound([(pf.Shape.ball(0.3), pf.pose([0.5, 0, 0])), (pf.Shape.box([1, 0.1, 0.1]), pf.pose())]),
    pf.Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], form="surface"),
]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SHAPES), st.sampled_from(SHAPES), POSES, POSES, POSES, POSES)
def test_before_the_answer_nothing_touches(
    a: pf.Shape, b: pf.Shape, a0: np.ndarray, a1: np.ndarray, b0: np.ndarray, b1: np.ndarray
) -> None:
    [found] = pf.time_of_impact(a, b, a0, a1, b0, b1)
    # in the world and in the frame of a third body the answer is the same
    shift = pf.pose([0.5, -0.25, 1.0])
    [shifted] = pf.time_of_impact(a, b, shift @ a0, shift @ a1, shift @ b0, shift @ b1)
    [swapped] = pf.time_of_impact(b, a, b0, b1, a0, a1)
    if min(found["status"], shifted["status"], swapped["status"]) < 0:
        return
    assert abs(found["time"] - shifted["time"]) < 1e-4 and abs(found["time"] - swapped["time"]) < 1e-4
    if found["time"] == 0.0:
        return
    motions = [pf.Motion.between(a0, a1), pf.Motion.between(b0, b1)]
    single = pf.first_contact(a, b, *motions)
    assert single["time"] == found["time"]
    if found["status"] == 0:
        assert abs(np.linalg.norm(found["normal"]) - 1.0) < 1e-9
        assert 0.0 <= found["distance"] < 1e-5


def test_closed_forms() -> None:
    ball, rest = pf.Shape.ball(0.5), pf.pose()
    found = pf.time_of_impact(ball, ball, pf.pose([4, 0, 0]), [pf.pose([-4, 0, 0]), pf.pose([4, 4, 0])], rest, rest)
    assert found["clear"].tolist() == [False, True]
    assert abs(found["time"][0] - 3 / 8) < 1e-7
    assert np.allclose(found["normal"][0], [-1, 0, 0]) and np.allclose(found["point_b"][0], [0.5, 0, 0])
    upright = pf.distance(pf.Shape.capsule(0.1, 1.0), pf.Shape.ball(0.1), rest, pf.pose([0, 0, 1.0]))
    assert abs(upright["distance"][0] - 0.3) < 1e-12
    tip = pf.distance(pf.Shape.cone(0.3, 1.0), pf.Shape.ball(0.1), rest, pf.pose([0, 0, 1.0]))
    assert abs(tip["distance"][0] - 0.4) < 1e-12, "a cone has its tip up"
    fall = pf.Motion.twist(pf.pose([0, 0, 10.5]), acceleration=[0, 0, -10.0])
    hit = pf.first_contact(ball, pf.Shape.box([9, 9, 1]), fall, pf.Motion.still(pf.pose([0, 0, -0.5])), (0.0, 5.0))
    assert abs(hit["time"] - 2**0.5) < 1e-6


def test_motions_through_poses_and_functions() -> None:
    ball, rest = pf.Shape.ball(0.5), pf.Motion.still(pf.pose([0, 3.0, 0]))
    corner = pf.Motion.through([0, 1, 2], [pf.pose([-3, 0, 0]), pf.pose(), pf.pose([0, 4, 0])])
    assert abs(pf.first_contact(ball, ball, corner, rest, (0, 2))["time"] - 1.5) < 1e-7
    circle = pf.Motion.sampled(lambda t: pf.pose([3 * np.cos(t), 3 * np.sin(t), 0]), np.linspace(0, 1.5, 50))
    assert abs(pf.first_contact(ball, ball, circle, rest, (0, 1.5))["time"] - (np.pi / 2 - 2 * np.arcsin(1 / 6))) < 1e-3
    copied = pickle.loads(pickle.dumps(corner))
    assert pf.first_contact(ball, ball, copied, rest, (0, 2)) == pf.first_contact(ball, ball, corner, rest, (0, 2))
    turn = pf.Motion.between(pf.pose([-3, 0.1, 0]), pf.pose([3, 0.3, 0.7], wxyz=[0.8, 0, 0.6, 0]), (0.1, 1.7))
    asked = [(pf.Shape.box([1, 2, 3]), pf.Shape.ball(0.3), motion, rest, (0.1, 1.7)) for motion in (turn, turn)]
    asked[1] = (*asked[1][:2], pickle.loads(pickle.dumps(turn)), *asked[1][3:])
    assert pf.certify(*asked[0]).verify() == pf.certify(*asked[1]).verify()


def test_threads_and_pickles_change_no_bit() -> None:
    dice = np.random.default_rng(2)
    ends = np.tile(np.eye(4), (4, 500, 1, 1))
    ends[:, :, :3, 3] = dice.uniform(-2, 2, (4, 500, 3))
    for shape in SHAPES:
        one = pf.time_of_impact(shape, SHAPES[1], *ends)
        many = pf.time_of_impact(pickle.loads(pickle.dumps(shape)), SHAPES[1], *ends, threads=3)
        assert one.tobytes() == many.tobytes()
        apart = pf.distance(shape, SHAPES[1], ends[0], ends[2], threads=2)
        assert apart.tobytes() == pf.distance(shape, SHAPES[1], ends[0], ends[2]).tobytes()
        assert ((apart["distance"] > 0) == apart["clear"]).all()


def test_proofs_go_through_files(tmp_path) -> None:
    box, ball = pf.Shape.box([1, 1, 1]), pf.Shape.ball(0.5)
    turn = pf.Motion.twist(pf.pose(), angular=[0, 0, 20.0])
    proof = pf.certify(box, ball, turn, pf.Motion.still(pf.pose([1.5, 0, 0])), target_distance=0.1)
    proof.save(tmp_path / "proof.json")
    read = pf.Proof.load(tmp_path / "proof.json")
    assert read.interval == (0.0, 1.0) and read.distance == 0.1 and read.verify() > 0.0
    assert repr(read) == "<Proof of the distance 0.1 from time 0 to 1>"
    text = (tmp_path / "proof.json").read_text()
    forged = text.replace('"distance":0.1', '"distance":0.9')
    assert forged != text
    (tmp_path / "proof.json").write_text(forged)
    with pytest.raises(pf.ProofError):
        pf.Proof.load(tmp_path / "proof.json").verify()


BACK = [(0.0, 1.0, 0.0), (0.7, 0.8, 0.6), (-1.0, 0.6, -0.8)]


def test_proofs_of_pieces_go_through_files(tmp_path) -> None:
    """A fork turns around a post between its tines: as a compound, and as a surface."""
    tine = pf.Shape.box([2, 0.2, 0.2])
    fork = pf.Shape.compound([(tine, pf.pose([0, side, 0])) for side in (-0.5, 0.5)])
    post, rest = pf.Shape.box([0.2, 0.2, 2]), pf.Motion.still(pf.pose())
    turn = pf.Motion.twist(pf.pose(), angular=[0, 0, 20.0])
    net = pf.Shape.mesh([[9, -9, 0], [9, 9, 0], [9, 0, 9]], [[0, 1, 2]], form="surface")
    back = pf.Motion.through([0, 0.3, 1], [pf.pose([x, 0, 0], wxyz=[c, 0, 0, s]) for x, c, s in BACK])
    for body, other, motion in ((fork, post, turn), (post, fork, turn), (fork, net, turn), (fork, net, back)):
        proof = pf.certify(body, other, motion, rest)
        proof.save(tmp_path / "proof.json")
        read = pf.Proof.load(tmp_path / "proof.json")
        assert read.interval == (0.0, 1.0) and read.distance == 0.0 and read.verify() == proof.verify() > 0.0
    text = (tmp_path / "proof.json").read_text()
    for old, new in (
        ('"distance":0.0', '"distance":9.0'),
        ('"version":1', '"version":2'),
        ("of pieces", "of piece"),
        ("9.0", "0.5"),
    ):
        assert old in text
        (tmp_path / "proof.json").write_text(text.replace(old, new))
        with pytest.raises(pf.ProofError):
            pf.Proof.load(tmp_path / "proof.json").verify()
    # moved aside as it turns, the fork hits the post: what is before is proven
    aside = pf.Motion.twist(pf.pose(), angular=[0, 0, 20.0], linear=[0, 1, 0])
    part = pf.certify(fork, post, aside, rest)
    assert abs(part.interval[1] - pf.first_contact(fork, post, aside, rest)["time"]) < 1e-9 and part.verify() > 0.0
    with pytest.raises(pf.ProofError, match="at the start"):
        pf.certify(fork, fork, turn, rest)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pf.Shape.ball(-1.0), "radius"),
        (lambda: pf.Shape.mesh([[0, 0, 0]]), "faces"),
        (lambda: pf.Shape.hull([[0, 0]]), "N, 3"),
        (lambda: pf.Motion.still(np.zeros(7)), "wxyz"),
        (lambda: pf.Motion.still(2.0 * np.eye(4)), "0, 0, 0, 1"),
        (lambda: pf.Motion.still(np.diag([2.0, 1, 1, 1])), "rotation"),
        (lambda: pf.Motion.still(np.diag([-1.0, 1, 1, 1])), "rotation"),
        (lambda: pf.pose(wxyz=[1, 0, 0, 0], xyzw=[0, 0, 0, 1]), "one of"),
        (lambda: pf.pose(wxyz=[2, 0, 0, 0]), "unit length"),
        (
            lambda: pf.distance(SHAPES[0], SHAPES[0], np.tile(np.eye(4), (2, 1, 1)), np.tile(np.eye(4), (3, 1, 1))),
            "numbers",
        ),
        (lambda: pf.Scene().add("net", SHAPES[7]), "surface"),
        (lambda: pf.Motion.twist(np.eye(4), linear=[1, 2]), "3 numbers"),
    ],
)
def test_refusals_help(call, words: str) -> None:
    with pytest.raises(pf.InvalidInput, match=words):
        call()


def test_both_orders_of_quaternions() -> None:
    turn = [0.5**0.5, 0, 0, 0.5**0.5]
    assert np.allclose(pf.pose(wxyz=turn)[:3, :3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    assert np.allclose(pf.pose(xyzw=turn)[:3, :3], [[1, 0, 0], [0, 0, -1], [0, 1, 0]])
