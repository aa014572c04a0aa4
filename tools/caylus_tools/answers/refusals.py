"""Answers to `why`: what keeps something from being chosen now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from caylus import UnknownThing

from caylus_tools.common.english import join_words
from caylus_tools.common.games import collect_rows
from caylus_tools.verbalize.names import Glossary, Term, Ways
from caylus_tools.verbalize.prose import Ref

from .matching import exact, ids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caylus import Decision, Reason, Ruleset

    from caylus_tools.screen.scene import Choice


_FEW = 8
"""So many keys are named."""


def why_not(text: str, decision: Decision, choices: Sequence[Choice], rules: Ruleset, view: Mapping[str, Any]) -> Iterator[str]:
    """Says of any words why nothing that they may mean is offered, or that it is."""
    example = decision.options[-1].id
    keys = [choice.key for choice in choices]
    if not text:
        yield f"why is what not offered? as in `why {example}`"
    elif exact(text, choices) or any(option.id in ids(text, decision, rules) for option in decision.options):
        yield f"`{text}` is offered"
    else:
        told = [*refusals(text, decision, rules)] or [*other_places(text, rules, view)]
        few = f"`{text}` is no choice here; the keys are {join_words(keys)}" if 0 < len(keys) <= _FEW else ""
        yield from told or [few or f"nothing called `{text}` could be offered here; choices are called like `{example}`"]


def refusals(text: str, decision: Decision, rules: Ruleset) -> Iterator[str]:
    """The reasons why a choice of these words is not offered; nothing if it never could be."""
    refused: dict[str, tuple[Reason, ...]] = {}
    for id_ in ids(text, decision, rules):
        with suppress(UnknownThing):
            refused[id_] = decision.why_not(id_)
    told: list[tuple[str, ...]] = []
    for id_, reasons in refused.items():
        texts = tuple(reason.text for reason in reasons)
        if texts in told:  # a space, and the choice that names it
            continue
        told.append(texts)
        yield f"`{id_}` is not offered:"
        yield from dict.fromkeys(f"  {reason.text}   ({reason.see or f'{reason.file}:{reason.line}'})" for reason in reasons)


def other_places(text: str, rules: Ruleset, view: Mapping[str, Any]) -> Iterator[str]:
    """The other places in the game where something is chosen or done, if it is no matter of this decision."""
    ways = Ways(rules.model)
    for term in Glossary(rules).find_terms(text):
        if term.sort == "phase":
            now = f"; this is {view['phase']['title']}" if view["phase"] else ""
            yield f"{term.title} is another phase{f' ({term.see})' if term.see else ''}{now}"
            continue
        through = _ways_to_term(term, ways, rules)
        if through:
            yield f"{term.title[:1].upper()}{term.title[1:]} is not decided about here; it comes about through"
            yield from (f"  {ref.text}{_whereabouts(ref, rules, view)}" for ref in through)


def _ways_to_term(term: Term, ways: Ways, rules: Ruleset) -> list[Ref]:
    thing = next((x for kind in rules.model.kinds.values() for x in kind.root.objects if x.name == term.name), None)
    if thing is not None:
        return ways.ways_to(thing)
    action = rules.model.actions.get(term.name)
    return ways.to_action(action) if action is not None else []


def _whereabouts(ref: Ref, rules: Ruleset, view: Mapping[str, Any]) -> str:
    """The place of a thing that leads to something, if it lies on spaces: perhaps nowhere yet."""
    thing = next((x for kind in rules.model.kinds.values() for x in kind.root.objects if x.name == ref.name), None)
    places = [(space["name"], value) for row in collect_rows(view).values() for space in row for value in space.values()]
    if thing is None or not any(_is_like(value, thing.kind.root.name, view) for _, value in places):
        return ""
    there = [place for place, value in places if value == ref.name]
    return f": on {', '.join(there)}" if there else ": none is on the table"


def _is_like(value: object, kind: str, view: Mapping[str, Any]) -> bool:
    return value in view["objects"].get(kind, ()) if isinstance(value, str) else False
