"""What Python adds: one edge, and a batch of 10,000, beside the same questions in Rust, in time of the processor.

python overhead.py    in crates/python of a checkout, with cargo, on Linux
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import photofinish as pf

HERE = Path(__file__).parents[1]
ARM = HERE.parents[1] / "examples" / "six_joint_arm"


def median(ask: Callable[[], object], rounds: int = 7) -> float:
    """Return the median time that a call has the processor, in seconds."""
    times: list[float] = []
    for _ in range(rounds):
        begun = time.process_time()
        ask()
        times.append(time.process_time() - begun)
    return float(np.median(times))


def main(count: int = 10_000) -> None:
    robot = pf.Robot.from_urdf(ARM / "arm.urdf", ARM / "arm.srdf")
    checker = pf.Checker(
        robot, pf.Scene.from_yaml(ARM / "shelf.yaml"), joints=[f"joint_{index}" for index in range(1, 7)], accuracy=0.1
    )
    dice = np.random.default_rng(0)
    start = dice.uniform(-1.5, 1.5, (count, 6))
    end = start + dice.uniform(-0.3, 0.3, (count, 6))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "edges"
        file.write_bytes(np.concatenate([start, end], axis=1).tobytes())
        command = ["cargo", "run", "--quiet", "--release", "--example", "overhead", "--", str(ARM), str(file)]
        told = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=True).stdout
    rust, share = (float(word) for word in told.split())
    clear = checker.check_edges(start, end, limits="ignore").clear.mean()
    assert abs(float(clear) - share) < 1e-9, "not the same questions"
    batch = 1e6 * median(lambda: checker.check_edges(start, end, limits="ignore")) / count
    pairs = list(zip(start.tolist(), end.tolist()))
    single = 1e6 * median(lambda: [checker.edge(one, other) for one, other in pairs], 3) / count
    path = 1e6 * median(lambda: [checker.check(pair, limits="ignore") for pair in zip(start, end)], 1) / count
    print(f"{count} edges, {100 * share:.0f} % clear; microseconds an edge:")
    print(f"Rust {rust:.2f}, a batch {batch:.2f} ({100 * (batch / rust - 1):+.1f} %), `edge` {single:.2f}, `check` {path:.2f}")


if __name__ == "__main__":
    main()
