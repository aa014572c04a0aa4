"""`--json` of the commands that answer questions about rulesets, codes and games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus.diagnostics.render import codes
from caylus.loading import library
from support.running import Caylus
from support.village import write_variant


def answer(caylus_: Caylus, *words: str | Path) -> dict[str, Any]:
    done = caylus_(*words, "--json")
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    assert found["format"] == 1
    return found


def test_list_tells_of_all_that_are_shipped_and_of_one(caylus_: Caylus) -> None:
    rulesets = answer(caylus_, "list")["rulesets"]
    assert [found["name"] for found in rulesets] == [found.name for found in library.list_rulesets()]
    (salt,) = answer(caylus_, "list", "salt")["rulesets"]
    assert salt in rulesets
    assert (salt["extends"], salt["fewest_players"], salt["most_players"]) == ("classic", 2, 5)


def test_list_tells_of_a_folder_too(caylus_: Caylus, village: Path) -> None:
    twist = write_variant(village.parent, "change constant wage = 5")
    (found,) = answer(caylus_, "list", twist)["rulesets"]
    assert (found["name"], found["extends"], found["path"]) == ("twist", "village", str(twist))
    assert caylus_("list", twist).out.startswith("twist: Twist ")


def test_explain_tells_of_all_codes_and_of_one(caylus_: Caylus) -> None:
    assert [page["code"] for page in answer(caylus_, "explain")["codes"]] == [*codes()]
    (page,) = answer(caylus_, "explain", "e0204")["codes"]
    assert page["code"] == "E0204"
    assert page["text"].startswith(f"# E0204 {page['summary']}\n")


def test_show_has_the_lines_that_people_read(caylus_: Caylus, village: Path) -> None:
    found = answer(caylus_, "show", village, "mill")
    assert (found["ruleset"], found["name"]) == ("village", "mill")
    assert found["lines"] == caylus_("show", village, "mill").out.splitlines()


@pytest.mark.slow
def test_why_has_the_lines_that_people_read(caylus_: Caylus, rules: caylus.Ruleset, tmp_path: Path) -> None:
    game = rules.new_game(2, 1)
    game.play(0)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.transcript()), encoding="utf-8")
    assert answer(caylus_, "why", file, "1")["lines"] == caylus_("why", file, "1").out.splitlines()
