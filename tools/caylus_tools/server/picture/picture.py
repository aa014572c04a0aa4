"""The whole picture of a ruleset, for a number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import caylus
from caylus import model as m

from caylus_tools.screen.layout import layout
from caylus_tools.screen.words import load_words
from caylus_tools.verbalize.amounts import groups

from .panels import Panels
from .parts import Parts
from .seats import seats
from .things import things

if TYPE_CHECKING:
    from caylus import Ruleset

_SEED = 1
"""Any will do: what is asked of the game is what no lot decides."""


def make_picture(rules: Ruleset, players: int) -> dict[str, Any]:
    """Data for a page, as JSON has it.

    Raises ValueError for a number of players that the rules do not admit, and `caylus.RuleFault` where no game can begin.
    """
    game = rules.new_game(players=players, seed=_SEED)
    view = game.view(caylus.SPECTATOR)
    words = load_words(rules)
    parts = Parts(rules, words.objects)
    panels = Panels(rules, layout(rules, view), view, parts, words)
    return {
        "title": rules.title,
        "phases": view["phases"],
        "seats": seats({name: game.labels.get(name, name) for name in game.players}),
        "resources": [_group_title(resource, parts) for resource in rules.model.resources],
        "groups": [
            {**_group_title(group, parts), "members": [one.name for one in group.members]} for group in groups(rules.model)
        ],
        "icons": parts.icons,
        "things": things(rules, parts, words.objects),
        "words": words.titles,
        **panels.to_json(),
    }


def _group_title(of: m.Resource | m.Group, parts: Parts) -> dict[str, Any]:
    return {"name": of.name, "title": of.title, "plural": of.plural, "icon": next(iter(parts.icons.get(of.name, ())), None)}
