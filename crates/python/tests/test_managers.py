"""Many bodies: managers agree with questions about single pairs, and with python-fcl where it is installed."""

import pickle

import numpy as np
import photofinish as pf
import pytest

SHAPES = [
    pf.Shape.ball(0.4),
    pf.Shape.box([0.6, 0.9, 0.4]),
    pf.Shape.capsule(0.2, 0.7),
    pf.Shape.cone(0.3, 0.8),
    pf.Shape.compound([(pf.Shape.ball(0.2), pf.pose()), (pf.Shape.box([1, 0.1, 0.1]), pf.pose([0.3, 0, 0]))]),
    pf.Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2], [0, 1, 3]], form="surface"),
]


def random_pose(dice: np.random.Generator, size: float) -> np.ndarray:
    turn = dice.normal(size=4)
    return pf.pose(dice.uniform(-size, size, 3), wxyz=turn / np.linalg.norm(turn))


def managers(seed: int, count: int, size: float = 1.3) -> tuple[pf.CollisionManager, dict[str, tuple]]:
    dice = np.random.default_rng(seed)
    bodies = {f"{seed}.{index}": (SHAPES[index % 6], random_pose(dice, size)) for index in range(count)}
    return pf.CollisionManager(bodies), bodies


def by_pairs(one: dict, other: dict | None = None) -> dict[tuple[str, str], float]:
    """Return the distances of all pairs, asked one after the other."""
    names = list(one)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]] if other is None else None
    both = one | (other or {})
    found = {}
    for a, b in pairs if pairs is not None else [(a, b) for a in one for b in other or {}]:
        found[a, b] = pf.distance(both[a][0], both[b][0], both[a][1], both[b][1])["distance"][0]
    return found


@pytest.mark.parametrize("seed", range(4))
def test_managers_agree_with_pairs(seed: int) -> None:
    one, bodies = managers(seed, 24)
    other, others = managers(seed + 100, 12)
    for found, expected in (
        (lambda **kind: (one.collisions(**kind), one.nearest()), by_pairs(bodies)),
        (lambda **kind: (one.collisions(other, **kind), one.nearest(other)), by_pairs(bodies, others)),
    ):
        for margin in (0.0, 0.3):
            near, nearest = found(margin=margin, threads=0)
            wanted = {pair for pair, distance in expected.items() if distance <= margin}
            assert set(near.pairs) == wanted and 3 < len(near) < len(expected) / 2
            assert near.clear is False
            for pair, row in near:
                assert row["distance"] == expected[pair]
        least = min(expected.values())
        assert nearest.table["distance"].tolist() == [least] and expected[nearest.pairs[0]] == least


def test_nearest_pairs_are_found_far_apart() -> None:
    """Small bodies, and gaps that are thousands of their sizes; the box of the longest one reaches all others."""
    ball, dice = pf.Shape.ball(1e-3), np.random.default_rng(5)
    bodies = {f"{index}": (ball, pf.pose(dice.uniform(-50, 50, 3))) for index in range(40)}
    bodies["rod"] = (pf.Shape.box([300, 1e-3, 1e-3]), pf.pose(wxyz=[0.8, 0.0, 0.36, 0.48]))
    expected = by_pairs(bodies)
    nearest = pf.CollisionManager(bodies).nearest()
    assert nearest.table["distance"][0] == min(expected.values()) == expected[nearest.pairs[0]]


def test_bodies_come_and_go() -> None:
    manager, box = pf.CollisionManager(), pf.Shape.box([1, 1, 1])
    assert manager.min_distance() == np.inf and manager.first_contact().clear and len(manager) == 0
    manager.add("a", box)
    manager.add("b", ([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]))
    assert manager.in_collision() and manager.names == ("a", "b") and "a" in manager
    copied: pf.CollisionManager = pickle.loads(pickle.dumps(manager))
    assert copied.nearest().table.tobytes() == manager.nearest().table.tobytes()
    manager.move("b", pf.pose([0, 0, 1.5]))
    assert not manager.in_collision() and manager.min_distance() == 1.0
    gripper = pf.CollisionManager({"finger": (box, pf.pose([0, 0, 2]))})
    assert manager.collisions(gripper).pairs == (("b", "finger"),)
    manager.remove("b")
    assert not manager.in_collision(gripper) and manager.collisions(pf.CollisionManager()).clear
    assert not pf.CollisionManager().in_collision(gripper)
    for call in (
        lambda: manager.remove("b"),
        lambda: manager.move("b", pf.pose()),
        lambda: manager.add("a", box),
        lambda: manager.add("c", 3),
        lambda: manager.in_collision(manager),
        lambda: manager.in_collision(box),  # pyright: ignore[reportArgumentType]
        lambda: manager.collisions(margin=float("nan")),
        lambda: manager.collisions(time=float("nan")),
        lambda: manager.meetings((1.0, 0.0)),
        lambda: manager.meetings(tolerance=0.0),
        lambda: manager.meetings(target_distance=float("nan")),
    ):
        with pytest.raises(pf.InvalidInput):
            call()
    with pytest.raises(TypeError, match="clear"):
        bool(manager.collisions())


@pytest.mark.parametrize("seed", range(3))
def test_meetings_agree_with_pairs(seed: int) -> None:
    dice = np.random.default_rng(seed)
    bodies = {}
    for index in range(18):
        start, end = random_pose(dice, 2.5), random_pose(dice, 2.5)
        bodies[f"{index}"] = (SHAPES[index % 6], pf.Motion.between(start, end, (0.0, 2.0)))
    manager, names = pf.CollisionManager(bodies), list(bodies)
    expected = {}
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            row = pf.first_contact(bodies[a][0], bodies[b][0], bodies[a][1], bodies[b][1], (0.0, 2.0))
            if not row["clear"]:
                expected[a, b] = row["time"]
    found = manager.meetings((0.0, 2.0), threads=0)
    assert 5 < len(found) < 100 and dict(zip(found.pairs, found.table["time"])) == expected
    assert (np.diff(found.table["time"]) >= 0).all()
    first = manager.first_contact((0.0, 2.0))
    assert not first.clear and first.pairs == found.pairs[:1] and (first.table == found.table[:1]).all()
    halves = [pf.CollisionManager({name: bodies[name] for name in names[part::2]}) for part in (0, 1)]
    between = halves[0].meetings((0.0, 2.0), halves[1])
    assert {frozenset(pair) for pair in between.pairs} == {
        frozenset(pair) for pair in expected if int(pair[0]) % 2 != int(pair[1]) % 2
    }
    # those that overlap at a moment have met before
    overlapping = manager.collisions(time=1.0).pairs
    assert overlapping and all(expected[pair] <= 1.0 for pair in overlapping)
    with pytest.raises(pf.InvalidInput, match="known from time 0 to 2"):
        manager.first_contact((0.0, 3.0))


def test_fcl_says_the_same() -> None:
    fcl = pytest.importorskip("fcl")
    dice = np.random.default_rng(7)
    ours, theirs = pf.CollisionManager(), fcl.DynamicAABBTreeCollisionManager()
    names, bodies = {}, []
    for index in range(60):
        sides, pose = dice.uniform(0.2, 1.0, 3), random_pose(dice, 2.5)
        ours.add(f"{index}", pf.Shape.box(sides), pose)
        box = fcl.Box(*sides)
        names[id(box)] = f"{index}"
        bodies.append(fcl.CollisionObject(box, fcl.Transform(pose[:3, :3], pose[:3, 3])))
    theirs.registerObjects(bodies)
    theirs.setup()
    asked = fcl.CollisionData(request=fcl.CollisionRequest(num_max_contacts=100_000, enable_contact=True))
    theirs.collide(asked, fcl.defaultCollisionCallback)
    pairs = {frozenset((names[id(contact.o1)], names[id(contact.o2)])) for contact in asked.result.contacts}
    assert {frozenset(pair) for pair in ours.collisions().pairs} == pairs and len(pairs) > 20


def test_points_of_contact() -> None:
    floor, crate = pf.Shape.box([9, 9, 1]), pf.Shape.box([1, 2, 1])
    sunk = [
        pf.pose([0, 0, 1.2]),
        pf.pose([2, 1, 0.999]),
        pf.pose([0, 0, 0.9995], rotation=np.eye(3)[[1, 0, 2]] * [1, -1, 1]),
    ]
    found = pf.contacts(floor, crate, pf.pose(), sunk)
    assert found["row"].tolist() == [1] * 4 + [2] * 4
    assert np.allclose(found["separation"], [-1e-3] * 4 + [-5e-4] * 4) and np.allclose(found["normal"], [0, 0, 1])
    assert np.allclose(np.sort(found["point_b"][:4, 0]), [1.5, 1.5, 2.5, 2.5])
    assert np.allclose(found["point_b"] - found["point_a"], found["separation"][:, None] * found["normal"])
    stand = pf.Shape.compound([(pf.Shape.box([0.1, 0.1, 0.5]), pf.pose([side, 0, 0.25])) for side in (0, 1)])
    two = pf.contacts(stand, floor, pf.pose([0, 0, 0.5]), pf.pose(), margin=1e-2)
    assert sorted(set(two["piece_a"])) == [0, 1] and np.allclose(two["normal"], [0, 0, -1])
    assert len(pf.contacts(floor, crate, pf.pose(), sunk[0], margin=0.3)) == 4
    with pytest.raises(pf.InvalidInput, match="margin"):
        pf.contacts(floor, crate, pf.pose(), pf.pose(), margin=-1.0)
