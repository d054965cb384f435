"""Published paths of a Panda: which collide by samples of coal, and which by proofs?

Paths that planners accepted are sampled by coal (package ``pin`` of PyPI), on the hulls of the links: at the eight
positions of an edge that VAMP's Python validator looks at, and every 0.005 radians. The same paths are then checked
between their samples.

python published_paths.py ROBOTS    a folder with panda/, problems/ and plans.jsonl
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

JOINTS = [f"panda_joint{index}" for index in range(1, 8)]


class Sampler:
    """The links of a robot among the objects of a scene, as pinocchio and coal see them: links against objects."""

    def __init__(self, folder: Path, scene: dict[str, Any]) -> None:
        pin, coal = import_module("pinocchio"), import_module("coal")
        urdf = str(folder / "panda/panda.urdf")
        self.pin: Any = pin
        self.model: Any = pin.buildModelFromUrdf(urdf)
        self.data: Any = self.model.createData()
        self.geometry: Any = pin.buildGeomFromUrdf(
            self.model, urdf, pin.GeometryType.COLLISION, package_dirs=[str(folder / "panda")]
        )
        links = len(self.geometry.geometryObjects)
        for link in self.geometry.geometryObjects:
            if hasattr(link.geometry, "buildConvexHull"):
                link.geometry.buildConvexHull(True, "Qt")
                link.geometry = link.geometry.convex
        for name, kind, size, pose in objects(scene):
            # a cylinder has its height first
            make: Any = {"box": coal.Box, "cylinder": coal.Cylinder, "sphere": coal.Sphere}[kind]
            placed = pin.GeometryObject(name, 0, 0, pin.SE3(pose), make(*(size[::-1] if kind == "cylinder" else size)))
            added = self.geometry.addGeometryObject(placed)
            for link in range(links):
                if self.geometry.geometryObjects[link].parentJoint:
                    self.geometry.addCollisionPair(pin.CollisionPair(link, added))
        self.of_geometry: Any = self.geometry.createData()

    def collides(self, samples: np.ndarray) -> bool:
        """Return whether any sample collides."""
        collides = self.pin.computeCollisions
        whole = np.zeros(self.model.nq)
        for sample in samples:
            whole[:7] = sample
            if collides(self.model, self.data, self.geometry, self.of_geometry, whole, True):
                return True
        return False


def objects(scene: dict[str, Any]) -> list[tuple[str, str, list[float], np.ndarray]]:
    """Return the objects of a planning scene: name, kind, sizes and pose."""
    found: list[tuple[str, str, list[float], np.ndarray]] = []
    for item in scene["world"]["collision_objects"]:
        for index, shape in enumerate(item["primitives"]):
            at = item["primitive_poses"][index]
            pose = pf.pose(at["position"], xyzw=at["orientation"])
            found.append((f"{item['id']}/{index}", shape["type"], shape["dimensions"], pose))
    return found


def samples(path: np.ndarray, step: float | None) -> np.ndarray:
    """Return samples of all edges of a path, no farther apart than a step; without one, eight for an edge."""
    parts: list[np.ndarray] = []
    for a, b in zip(path[:-1], path[1:]):
        count = 8 if step is None else max(1, int(np.ceil(float(np.linalg.norm(b - a)) / step)))
        parts.append(a + np.linspace(0, 1, count + 1)[:, None] * (b - a))
    return np.concatenate(parts)


def main(folder: Path) -> None:
    yaml: Any = import_module("yaml")
    robot = pf.Robot.from_urdf(folder / "panda/panda.urdf", folder / "panda/panda.srdf")
    ways = {"positions of VAMP's validator": None, "coal at 0.005": 0.005}
    colliding, seconds = {name: 0 for name in ways}, {name: 0.0 for name in ways}
    proven, undecided, ours, paths, hits = 0, 0, 0.0, 0, 0
    known: dict[str, tuple[Sampler, pf.Checker]] = {}
    for line in (folder / "plans.jsonl").read_text().splitlines():
        plan = json.loads(line)
        if plan["scene"] not in known:
            file = folder / "problems" / plan["scene"]
            loaded = yaml.safe_load(file.read_text())
            # as the samples: links against objects, without the base
            checker = pf.Checker(
                robot, pf.Scene.from_yaml(file), joints=JOINTS, self_collision=False, exclude=["panda_link0"]
            )
            known[plan["scene"]] = (Sampler(folder, loaded), checker)
        sampler, checker = known[plan["scene"]]
        path = np.array(plan["waypoints"])
        paths += 1
        found: list[bool] = []
        for name, step in ways.items():
            begun = time.perf_counter()
            found.append(sampler.collides(samples(path, step)))
            seconds[name] += time.perf_counter() - begun
            colliding[name] += found[-1]
        begun = time.perf_counter()
        result = checker.check(path, limits="ignore")
        ours += time.perf_counter() - begun
        proven += result.clear
        undecided += result.status < 0
        hits += result.status == 0
        assert not (result.clear and any(found)), f"{plan['scene']}: proven clear, but a sample collides"
    for name in ways:
        print(f"{name:32} {colliding[name]:4} of {paths} collide, {1e3 * seconds[name] / paths:8.3f} ms a path")
    print(f"{'photofinish':32} {hits:4} of {paths} collide, {1e3 * ours / paths:8.3f} ms a path", end="")
    print(f"; {proven} proven clear, {undecided} undecided")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
