"""The examples in the docs of the package that is installed."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["_answers", "_arrays", "_checker", "_robots", "_shapes", "testing"])
def test_examples(name: str) -> None:
    module = importlib.import_module(f"photofinish.{name}")
    found = doctest.testmod(module)
    assert found.failed == 0
    assert found.attempted > 0 or name in ("_answers", "testing")
