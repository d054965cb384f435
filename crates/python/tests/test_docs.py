"""The examples in the docs of the package that is installed."""

import contextlib
import doctest
import importlib
import io
import re
import shutil
from pathlib import Path
from typing import Any

import photofinish
import pytest
from conftest import ARM


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in Path(photofinish.__file__).parent.glob("_*.py") if path.stem != "__init__")
)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"photofinish.{name}")
    found = doctest.testmod(module)
    assert found.failed == 0
    assert found.attempted > 0 or name in ("_answers", "_errors", "_limits")


def test_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code runs as it stands there, and prints what stands below."""
    shutil.copytree(ARM, tmp_path / "arm")
    monkeypatch.chdir(tmp_path / "arm")
    text = (Path(__file__).parents[1] / "README.md").read_text()
    names: dict[str, Any] = {}
    told = io.StringIO()
    code = "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    with contextlib.redirect_stdout(told):
        exec(code, names)
    assert told.getvalue().splitlines() == re.findall(r"^# (.*)$", code, re.MULTILINE)
    assert names["batch"].status.tolist() == [1, 0] and names["free"].tolist() == [True] * 3
    assert names["slow"] is None
    assert names["found"]["clear"].tolist() == [False, True] and names["near"]["clear"].all()
