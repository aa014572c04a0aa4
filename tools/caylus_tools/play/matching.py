"""What people mean by a line they type: a choice, by its number or by words of it; a thing, by its name or its title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Decision, Option, Ruleset
    from caylus import model as m


def exact(typed: str, options: Sequence[Option]) -> Option | None:
    """The choice of this number, or of this id."""
    numbered = {str(number): option for number, option in enumerate(options, 1)}
    return numbered.get(typed) or next((option for option in options if option.id == typed), None)


def alike(typed: str, decision: Decision, rules: Ruleset) -> dict[int, Option]:
    """The choices that may be meant, by their numbers: the one about the thing of this name or title, or all with these words."""
    numbered = dict(enumerate(decision.options, 1))
    called = ids(typed, decision, rules)
    named = {number: option for number, option in numbered.items() if option.id in called}
    if len(named) == 1 or len(typed) < 2:
        return named
    words = re.compile(rf"(?<!\w){re.escape(typed)}(?!\w)", re.IGNORECASE)
    return {number: option for number, option in numbered.items() if words.search(option.text)}


def things(typed: str, rules: Ruleset) -> list[m.Object]:
    """The things of this name or title; no spaces, which are called as they are numbered."""
    everything = {thing.name: thing for kind in rules.model.kinds.values() for thing in kind.objects if thing.is_named}
    return [thing for thing in everything.values() if typed == thing.name or typed.casefold() == thing.title.casefold()]


def ids(typed: str, decision: Decision, rules: Ruleset) -> list[str]:
    """What a choice may be called that is not offered now: as was typed, or a choice of the sorts on offer of the thing typed."""
    sorts = dict.fromkeys(option.data["option"] for option in decision.options)
    named = dict.fromkeys([typed, *(thing.name for thing in things(typed, rules))])
    return [typed, *(f"{sort} {name}" for sort in sorts for name in named)]
