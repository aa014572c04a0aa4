"""Match a line that somebody types: a choice, by its key or by words of it; a thing, by its name or its title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Decision, Ruleset
    from caylus import model as m

    from caylus_tools.screen.scene import Choice


_WORD = re.compile(r"\w+")


def exact(typed: str, choices: Sequence[Choice]) -> Choice | None:
    """The choice of this key, or of this id."""
    keyed = {choice.key: choice for choice in choices}
    return keyed.get(typed) or next((choice for choice in choices if choice.option.id == typed), None)


def alike(typed: str, choices: Sequence[Choice], rules: Ruleset) -> list[Choice]:
    """The choices that may be meant: the one about the thing of this name or title, or all with these words, or with words
    that begin so, each of which is typed once and in any order."""
    named = {thing.name for thing in things(typed, rules)}
    about = [choice for choice in choices if named & {str(chosen) for chosen in choice.option.data["choices"].values()}]
    if len(about) == 1 or len(typed) < 2:
        return about
    said = _words(typed)
    if not said:
        return []
    whole = [choice for choice in choices if any(_contains_words(said, words) for words in _texts(choice))]
    return whole or [choice for choice in choices if any(_begin(said, words) for words in _texts(choice))]


def _texts(choice: Choice) -> list[list[str]]:
    """The words of a choice, as the screen has them and as the rules do."""
    return [_words(choice.text), _words(choice.option.text)]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _contains_words(said: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether these words stand after each other among the others."""
    return any(words[start : start + len(said)] == said for start in range(len(words) - len(said) + 1))


def _begin(said: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each of these is the beginning of another word; a number only of itself."""
    left = list(words)
    for one in sorted(said, key=len, reverse=True):
        meant = next((word for word in left if word == one or (word.startswith(one) and not one.isdecimal())), None)
        if meant is None:
            return False
        left.remove(meant)
    return True


def things(typed: str, rules: Ruleset) -> list[m.Object]:
    """The things of this name or title; no spaces, which are called as they are numbered."""
    everything = {thing.name: thing for kind in rules.model.kinds.values() for thing in kind.objects if thing.is_named}
    return [thing for thing in everything.values() if typed == thing.name or typed.casefold() == thing.title.casefold()]


def ids(typed: str, decision: Decision, rules: Ruleset) -> list[str]:
    """The ids of a choice that is not offered now: as was typed, or a choice of the sorts on offer of the thing typed."""
    sorts = dict.fromkeys(option.data["option"] for option in decision.options)
    named = dict.fromkeys([typed, *(thing.name for thing in things(typed, rules))])
    return [typed, *(f"{sort} {name}" for sort in sorts for name in named)]
