"""What the README says a learner can write works as it stands there."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import caylus_tools.learning
import pytest

pytestmark = pytest.mark.slow

README = (Path(caylus_tools.learning.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_examples_run_one_after_the_other_and_print_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    exec("\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL)), {})
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed[:3]] == ["player_0", "player_1", "player_2"]
    assert f"# {printed[3]}\n" in README
    assert "road 1.tile guild_for_four" in printed


def test_every_argument_is_explained() -> None:
    rows = "".join(re.findall(r"^\| (`.*?) \|", README, re.MULTILINE))
    assert re.findall(r"`(\w+)`", rows) == [*inspect.signature(caylus_tools.learning.raw_env).parameters]
