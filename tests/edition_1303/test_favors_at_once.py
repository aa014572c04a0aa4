"""A favor is used at once, whoever grants it: a house rule does not have to know how."""

from __future__ import annotations

from typing import Any

import caylus
import pytest

pytestmark = pytest.mark.slow

PLAYERS = ["Red", "Blue"]
MANIFEST = "name: tips\ntitle: Tips\nversion: 1.0.0\nlanguage: 1\nextends: { name: '1303', version: '1' }\nrules: [tips.rules]\n"
TIPS = """
rule tips "Tips" {
  after count_bundle(player, given) where given.gold > 0 { gain 1 favor }
}
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> caylus.Ruleset:
    folder = tmp_path_factory.mktemp("tips")
    (folder / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "tips.rules").write_text(TIPS, encoding="utf-8")
    return caylus.load("1303", [folder])


def test_a_favor_for_a_bundle_is_used_before_the_next_bundle(rules: caylus.Ruleset) -> None:
    given: dict[str, Any] = {
        "round": 1,
        "site 1": {"tile": "starting_farm"},
        "site_queue": ["Red"],
        "Red": {"food": 2, "wood": 1, "stone": 1, "fabric": 1, "gold": 1},
    }
    game = rules.position("delivery", given, PLAYERS)
    asked = []
    for choice in ("deliver 1 food + 1 wood + 1 gold", "accept", "deliver 1 food + 1 stone + 1 fabric", "accept"):
        assert game.decision is not None
        asked.append(game.decision.rule)
        game.choose(choice)
    assert asked == ["deliver", "starting_farm", "deliver", "starting_farm"]  # one tile is open: it is used unasked
    gains = [
        (event.data["amounts"], event.rule) for event in game.events if event.kind == "gain" and event.rule != "count_bundle"
    ]
    assert gains == [
        ({"favor": 1}, "tips"),
        ({"food": 1}, "starting_farm"),
        ({"favor": 1}, "reward_best_deliverer"),
        ({"food": 1}, "starting_farm"),
    ]
