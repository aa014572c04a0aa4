"""The components of a game: resources, pieces of the players, markers and things, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import caylus
from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.common.english import join_words
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.names import find_title
from caylus_tools.verbalize.objects import kind_chain, notable

from .board import SEED
from .outline import Component

if TYPE_CHECKING:
    from caylus import Ruleset


def components(rules: Ruleset, definitions: Definitions) -> Iterator[Component]:
    """All that a box would hold, in the order of the rules."""
    yield from _resources(rules)
    yield from _pieces(rules, definitions)
    for kind in rules.model.kinds.values():
        yield from _things(kind, rules.manifest.get("rulebook", {}).get("copies", ""))


def _resources(rules: Ruleset) -> Iterator[Component]:
    """The resources: those of the largest groups together, the others one by one.

    A resource that lies before no player is none of its own, and one that another comes from is the same pieces.
    """
    model = rules.model
    before = {name for panel in rules.manifest.get("table", ()) for name in panel.get("players", ())}
    within = {member.name for name in before & model.groups.keys() for member in model.groups[name].members}
    supplies = {resource.supply for resource in model.resources}
    groups = sorted(model.groups.values(), key=lambda group: -len(group.members))
    shown: set[m.Resource] = set()
    for group in groups:
        if len(group.members) > 1 and shown.isdisjoint(group.members):
            shown.update(group.members)
            yield Component(group.plural, "", join_words([r.title for r in group.members]), group.members, None)
    for resource in model.resources:
        is_piece = resource not in supplies and (not before or resource.name in before | within)
        if is_piece and resource not in shown and resource.object.kind.is_builtin:
            yield Component(resource.plural, _count(resource, rules), "", (resource,), None)


def _count(resource: m.Resource, rules: Ruleset) -> str:
    """The amount of a resource that each player starts with, with those that it still comes from."""
    if resource.supply is None:
        return ""
    try:
        players = rules.new_game(players=rules.most_players, seed=SEED).view(caylus.SPECTATOR)["players"]
    except caylus.RuleFault:
        return ""
    held = {sum(player["resources"].get(of.name) or 0 for of in (resource, resource.supply)) for player in players}
    return f"{held.pop()} each" if len(held) == 1 and max(held) else ""


def _pieces(rules: Ruleset, definitions: Definitions) -> Iterator[Component]:
    """The pieces that each player starts with, and the markers of the table."""
    model, icons = rules.model, rules.manifest.get("icons", {})
    for state in model.kinds["player"].states.values():
        number = state.initial[0] if state.type == m.NUMBER and len(set(state.initial)) == 1 else 0
        if number or f"player.{state.name}" in model.paragraphs:
            count = f"{number} each" if number else ""
            yield Component(
                _heading(f"player.{state.name}", find_title(state), model), count, "", _pictures(icons.get(state.name, ())), None
            )
    markers = [name for panel in rules.manifest.get("table", ()) for name in panel.get("markers", ())]
    for name in dict.fromkeys(markers):
        if name in model.states:
            yield Component(definitions.title(name).removeprefix("the "), "1", "", _pictures(icons.get(name, ())), None)


def _things(kind: m.Kind, copies: str) -> Iterator[Component]:
    """The objects of a kind, those of kinds below it left out; `copies` is the property that says how many of each there are."""
    things = [thing for thing in kind.objects if thing.is_named and thing.kind is kind]
    if things and not kind.is_builtin and not kind.is_of_resources:
        fixed: Any = next((above.properties[copies] for above in kind_chain(things[0]) if copies in above.properties), None)
        each = [(thing, fixed.values[thing.id] if fixed is not None else thing.copies) for thing in things]
        number = sum(count for _, count in each)
        several = [f"{count} of {thing.title}" for thing, count in each if count > 1]
        others = ["1 of each other"] if several and len(several) < len(each) else []
        best = max(things, key=lambda thing: len(list(notable(thing))))
        if list(notable(best)) or any(above.actions for above in kind_chain(best)):
            is_one = number == 1
            count, title = ("", best.title) if is_one else (str(number), as_words(kind.plural))
            yield Component(title, count, join_words([*several, *others]), (), best)


def _heading(name: str, title: str, model: m.Model) -> str:
    paragraph = model.paragraphs.get(name)
    return (paragraph.heading.lower() if paragraph is not None else "") or title


def _pictures(named: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (named,) if isinstance(named, str) else tuple(named)
