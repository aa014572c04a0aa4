"""What warnings say for certain is tried: the warned player looks for a way out while all others decline."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import caylus
import pytest
from caylus_tools.answers.rulebook import Lessons

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

GAMES = int(os.environ.get("CAYLUS_WARNED", "6"))
"""Random games in which warnings are looked for."""
MOST_TRIED = 80
"""Positions that a search looks at."""
PASSIVE = ("decline", "pass", "enough", "home", "leave")
"""What others choose, where they may."""
OF_PLACES = ("needs_others", "out_of_reach")
OF_BATCHES = ("waits_in_vain",)


def find_warned(rules: caylus.Ruleset, seed: int) -> Iterator[tuple[caylus.Game, caylus.Option, str]]:
    """The positions of a random game in which an option is warned of, with the names of the warnings."""
    lessons, random = Lessons(rules), Random(seed)
    game = rules.new_game(2 + seed % 4, seed)
    while (decision := game.decision) is not None:
        for option in decision.options:
            for warning in lessons.warnings(game, option):
                if warning.name in (*OF_PLACES, *OF_BATCHES):
                    yield game.copy(events=True), option, warning.name
        game.play(random.randrange(len(game.moves)))


def is_refuted(game: caylus.Game, option: caylus.Option, name: str) -> bool:
    """Return whether the player comes to what the warning says they will not, by their own choices in this round."""
    assert game.decision is not None
    player, space = game.decision.player, option.data["choices"].get("space")
    begins = game.view()["round"]
    game.choose(option.id, player)
    waiting, tried = [(game, len(game.events))], 0
    while waiting and tried < MOST_TRIED:
        now, seen = waiting.pop()
        tried += 1
        events = now.events[seen:]
        if name in OF_PLACES and any(e.about.get("space") == space and e.kind == "gain" and e.player == player for e in events):
            return True
        decision = now.decision
        if decision is None or now.view()["round"] != begins:
            continue
        if name in OF_BATCHES and decision.player == player and decision.rule == "castle_work":
            return any(o.id.startswith("give") for o in decision.options)
        ids = [o.id for o in decision.options]
        own = ids if decision.player == player else [next((i for i in ids if i.split()[0] in PASSIVE), ids[0])]
        for choice in own[:12]:
            after = now.copy(events=True)
            after.choose(choice, decision.player)
            waiting.append((after, len(now.events)))
    return False


@pytest.mark.parametrize("name", ["classic", "1303"])
def test_no_way_out_is_found_of_what_a_warning_says_for_certain(name: str) -> None:
    rules = caylus.load(name)
    warned = [(found, seed) for seed in range(GAMES) for found in find_warned(rules, seed)]
    assert warned, "some random games have such positions"
    refuted = [
        (seed, option.id, which)
        for (game, option, which), seed in warned[:: max(1, len(warned) // (5 * GAMES))]
        if is_refuted(game, option, which)
    ]
    assert refuted == []
