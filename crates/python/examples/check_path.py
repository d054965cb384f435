"""Check the planned paths of an arm, keep the proof of one, and plot where another one touches.

python check_path.py [FOLDER FOR THE PROOF AND THE PICTURE]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import photofinish as pf

ARM = Path(__file__).parents[3] / "examples" / "six_joint_arm"


def draw(result: pf.PathResult, into: Path) -> None:
    try:
        figure: Any = result.plot().figure
    except ImportError:
        print("   no picture: matplotlib is not installed")
        return
    figure.savefig(into)


def main(into: Path) -> None:
    robot = pf.Robot.from_urdf(ARM / "arm.urdf", ARM / "arm.srdf")
    scene = pf.Scene.from_yaml(ARM / "shelf.yaml")
    print(robot)
    for line in (ARM / "paths.jsonl").read_text().splitlines():
        planned = json.loads(line)
        checker = pf.Checker(robot, scene, joints=planned.get("joints"), accuracy=0.1)
        result = checker.check(planned["waypoints"], planned.get("times"))
        print(planned.get("id", "path"), "->", result)
        if result.clear:
            checker.certify(planned["waypoints"], planned.get("times")).save(into / "proof.json")
            print("   verified:", pf.Certificate.load(into / "proof.json").verify(checker))
        else:
            draw(result, into / "contact.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
