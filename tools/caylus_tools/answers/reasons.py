"""Reasons of a hint: the terms of a bot's judgement by which a choice differs most from the average of all choices.

What bots have learned is a sum of terms, so the parts of a difference are known exactly: they are what the bot counts, and no
more. A term joins the features that speak of one thing, such as all that are about one resource of a seat.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from caylus.diagnostics import as_words

from caylus_tools.bots.common import imagine_game
from caylus_tools.bots.opinions import futures
from caylus_tools.bots.trained import ALWAYS, OUTLOOK, features, part_over
from caylus_tools.common.english import join_words
from caylus_tools.screen.scene import load_words
from caylus_tools.verbalize.names import titles

if TYPE_CHECKING:
    from caylus import Game, Ruleset

    from caylus_tools.bots.trained import Trained

_MOST = 3
_LEAST = 0.2
"""Points below which a term is no reason."""
_LOOKS = 4
_RIVALS = re.compile(r" of (?:the best rival|rivals)$")
_DETAIL = re.compile(r"(?:: (?:[0-9]+|place [0-9]+|more than any rival|less than a rival)|, .*)$")
_HELD = re.compile(r"(?P<whose>my|another's) [^:]+(?:: .+)?")
_ASKED = re.compile(r"(?:another )?asked: .*")
_KEPT = re.compile(r"(?P<state>[^:.\[]+)\[(?P<thing>[^\]]+)\]")
"""What a player has for a thing, such as a number for each stall."""
_PART = re.compile(r"[^:.]+\.[^:.]+")
"""A state of a thing that lies on the table."""
_SIZE = "size of "

_OUTLOOK_OF_RIVALS = f"{OUTLOOK} of rivals"
_TERMS = {
    OUTLOOK: ("what it may bring you later", "what you give up for later"),
    _OUTLOOK_OF_RIVALS: ("it hinders the others", "it helps the others"),
}
"""How terms of the rules' own estimate are told: where they speak for a choice, and where against it."""
_ASKS = "asked"
_UNTOLD = {_ASKS, ALWAYS}
"""Terms that tell a player nothing: who decides next, and how much of the game is over; sizes of lists neither."""

Terms = Mapping[str, float]
"""By how many points each term of a choice is above the average of all choices."""


def find_terms(game: Game, learned: Trained) -> list[Terms]:
    """The terms of each move in hand; it looks at what the seat may know only."""
    draw = Random(game.rounds)
    looks = [_look(game, learned, draw) for _ in range(_LOOKS)]
    sums = [_add(parts) for parts in zip(*looks, strict=True)]
    average = {name: part / len(sums) for name, part in _add(sums).items()}
    return [
        {name: learned.scale.points(terms.get(name, 0.0) - part) / _LOOKS for name, part in average.items()} for terms in sums
    ]


def _look(game: Game, learned: Trained, draw: Random) -> list[Terms]:
    world = imagine_game(game, draw)
    return [_terms(seen, learned, world.seat) for _, seen in futures(world, draw)]


def _terms(game: Game, learned: Trained, seat: int) -> Terms:
    known = [(name, value, learned.weights[name]) for name, value in features(game, seat) if name in learned.weights]
    part = part_over(sum(value * weight.elapsed for _, value, weight in known))
    found: defaultdict[str, float] = defaultdict(float)
    for name, value, weight in known:
        found[_term(name)] += value * (weight.early + part * weight.change)
    return found


def _add(many: tuple[Terms, ...] | list[Terms]) -> Terms:
    added: defaultdict[str, float] = defaultdict(float)
    for terms in many:
        for name, value in terms.items():
            added[name] += value
    return added


def _term(feature: str) -> str:
    """The term that a feature belongs to."""
    if _ASKED.fullmatch(feature):
        return _ASKS
    if feature.startswith(OUTLOOK):
        return feature if feature == OUTLOOK else _OUTLOOK_OF_RIVALS
    term = _DETAIL.sub("", _RIVALS.sub("", feature))
    if held := _HELD.fullmatch(term):  # what is somebody's on the table may bring them something later
        return OUTLOOK if held["whose"] == "my" else _OUTLOOK_OF_RIVALS
    return OUTLOOK if _PART.fullmatch(term) else term


def render_reasons(terms: Terms, rules: Ruleset) -> str:
    """The terms that make most of the difference, as a sentence without its full stop; empty if none makes any."""
    told = [item for item in terms.items() if abs(item[1]) >= _LEAST and not _is_untold(item[0])]
    ranked = sorted(told, key=lambda item: -abs(item[1]))[:_MOST]
    sides = {
        "for it": [item for item in ranked if item[1] > 0],
        "against it": [item for item in ranked if item[1] < 0],
    }
    return "; ".join(f"{side}: {join_words([_render(*item, rules) for item in some])}" for side, some in sides.items() if some)


def _is_untold(term: str) -> bool:
    return term in _UNTOLD or term.startswith(_SIZE)


def _render(term: str, points: float, rules: Ruleset) -> str:
    sign = "+" if points > 0 else "\u2212"
    told = _TERMS[term][points < 0] if term in _TERMS else _render_term(term, rules)
    return f"{told} ({sign}{abs(points):.1f})"


def _render_term(term: str, rules: Ruleset) -> str:
    words, model, things = load_words(rules), rules.model, titles(rules)
    if kept := _KEPT.fullmatch(term):
        return f"your {words.title(kept['state'])} ({_title(kept['thing'], things)})"
    if term in model.lists:
        return f"your place in {words.title(term)}"
    if resource := next((one for one in model.resources if one.name == term), None):
        return f"your {resource.plural or resource.title}"
    state, _, thing = term.partition(": ")
    told = f"your {words.title(state)}" if state in model.kinds["player"].states else words.title(state)
    return f"{told} ({_title(thing, things)})" if thing else told


def _title(thing: str, things: Mapping[str, str]) -> str:
    return things.get(thing, as_words(thing))
