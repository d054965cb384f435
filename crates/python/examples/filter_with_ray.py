"""Filter a data set of edges with Ray Data: keep those that are proven clear.

python filter_with_ray.py [NUMBER OF EDGES] [NUMBER OF ACTORS]
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import photofinish as pf
import ray
from photofinish.ray import EdgeChecker

ARM = Path(__file__).parents[3] / "examples" / "six_joint_arm"


def main(count: int, actors: int) -> None:
    robot = pf.Robot.from_urdf(ARM / "arm.urdf", ARM / "arm.srdf")
    checker = pf.Checker(
        robot, pf.Scene.from_yaml(ARM / "shelf.yaml"), joints=[f"joint_{index}" for index in range(1, 7)]
    )
    dice = np.random.default_rng(0)
    start = dice.uniform(-1.5, 1.5, (count, 6))
    end = start + dice.uniform(-0.5, 0.5, (count, 6))

    # actors keep a core each, and the other steps need one, too
    cluster: Any = ray
    cluster.init(num_cpus=max(actors + 2, os.cpu_count() or 1), include_dashboard=False)
    data: Any = cluster.data
    edges = pandas.DataFrame({"index": np.arange(count), "start": list(start), "end": list(end)})
    dataset = data.from_pandas(edges).repartition(4 * actors)
    settings: Any = {"fn_constructor_args": [checker], "fn_constructor_kwargs": {"limits": "ignore"}}
    checked = dataset.map_batches(EdgeChecker, **settings, concurrency=actors, batch_size=5000)
    checked = checked.materialize()
    print(f"{checked.filter(expr='clear').count()} of {count} edges are proven clear")

    # the answers are those of a single process, bit for bit
    rows = checked.to_pandas().sort_values("index")
    alone = checker.check_edges(start, end, first=True, threads=0, limits="ignore")
    for name in ("status", "clear_until"):
        assert rows[name].to_numpy().tobytes() == alone.table[name].tobytes(), name
    print("the same bits as in a single process")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(*(numbers + [100_000, 2][len(numbers) :]))
