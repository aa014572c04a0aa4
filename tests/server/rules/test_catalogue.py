"""What a server offers to play."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.bots import check_policy
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.rules.stack import Places, faulty

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def known(rulesets: Rulesets) -> dict[str, Any]:
    return {ruleset["name"]: ruleset for ruleset in rulesets.catalogue()["rulesets"]}


@pytest.mark.nightly
def test_what_comes_along_and_what_lies_in_the_folder_is_listed(known: dict[str, Any]) -> None:
    assert {"classic", "1303", "coins"} <= set(known)
    assert "broken" not in known
    assert [variant["name"] for variant in known["coins"]["variants"]] == ["rich"]
    assert (known["coins"]["counts"], known["coins"]["seats"]) == ([2], ["North", "South"])


def test_of_what_cannot_be_offered_the_first_fault_is_told(folder: Path, tmp_path: Path) -> None:
    for name, (old, new) in {"unread": ("name: coins", "name: ["), "1303": ("", ""), "coins": ("copper", "tin")}.items():
        shutil.copytree(folder / "coins", tmp_path / name)
        for file in (tmp_path / name).iterdir():
            file.write_text(file.read_text().replace(old, new, 1))
    shutil.copytree(folder / "rich", tmp_path / "rich")
    (tmp_path / "closed" / "ruleset.yaml").mkdir(parents=True)
    found = {name: fault.replace(f"{tmp_path.as_posix()}/", "") for name, fault in faulty(tmp_path, Places(tmp_path))}
    assert found == {
        "1303": "there is one of that name already that comes along: call the folder otherwise",
        "coins": "coins/coins.rules:23:34: `copper` is nothing in this ruleset [E0204]",
        "closed": "`closed/ruleset.yaml` is not a file [E0601]",
        "rich": "coins/coins.rules:23:34: `copper` is nothing in this ruleset [E0204]",
        "unread": "unread/ruleset.yaml:3:8: this is not YAML [E0604]",
    }


def test_variants_tell_who_can_play_and_what_they_need(known: dict[str, Any]) -> None:
    variants = {variant["name"]: variant for variant in known["classic"]["variants"]}
    assert variants["six-players"]["counts"] == [2, 3, 4, 5, 6]
    assert variants["automaton"]["automata"]
    assert all(variant["title"] and variant["about"] for variant in variants.values())


def test_variants_that_cannot_be_together_tell_why(known: dict[str, Any]) -> None:
    variants = {variant["name"]: variant for variant in known["classic"]["variants"]}
    assert "short-castle" in variants["long-castle"]["conflicts"]
    assert variants["long-castle"]["reasons"]["short-castle"] == "`long-castle` and `short-castle` cannot be played together"
    assert variants["short-castle"]["reasons"]["long-castle"] == variants["long-castle"]["reasons"]["short-castle"]
    assert variants["salt"]["conflicts"] == []


def test_every_bot_that_is_offered_is_one(rulesets: Rulesets) -> None:
    for policy in rulesets.catalogue()["policies"]:
        assert check_policy(policy["name"]) == policy["name"]
        if policy["strength"]:
            assert all(check_policy(f"{policy['name']}:{number}") for number in (1, 40, 100))
    with pytest.raises(Refused):
        check_policy("mcts:never")


def test_the_titles_before_anything_is_checked_are_those_of_the_catalogue(rulesets: Rulesets, known: dict[str, Any]) -> None:
    for game in rulesets.titles():
        variants = [{key: variant[key] for key in ("name", "title", "about")} for variant in known[game["name"]]["variants"]]
        assert (game["title"], game["variants"]) == (known[game["name"]]["title"], variants)


def test_a_code_is_explained(rulesets: Rulesets) -> None:
    assert rulesets.code("E0204")["text"].startswith("# E0204")
    with pytest.raises(Refused):
        rulesets.code("../E0204")
