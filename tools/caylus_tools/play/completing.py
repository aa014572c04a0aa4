"""Complete a line that somebody has begun to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caylus_tools.answers.matching import alike

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.screen.choices import Choice

_ABOUT_THINGS = ("i", "info", "w", "why")


def complete_line(typed: str, choices: Sequence[Choice], rules: Ruleset) -> tuple[str, list[str]]:
    """The line as far as it can only go on in one way, and the ways from there where there are several.

    It names a choice; or, behind a command that tells of things, a thing by its title.
    """
    word, blank, rest = typed.partition(" ")
    if blank and word in _ABOUT_THINGS:
        titles = (thing.title for kind in rules.model.kinds.values() for thing in kind.objects if thing.is_named)
        found = [f"{word} {title}" for title in dict.fromkeys(titles) if title.casefold().startswith(rest.casefold())]
    else:
        found = [choice.text for choice in alike(typed, choices, rules)]
    if len(found) < 2:
        return (found or [typed])[0], []
    least, most = min(found), max(found)
    shared = next((least[:at] for at, letter in enumerate(least) if most[at : at + 1] != letter), least)
    return shared if shared.casefold().startswith(typed.casefold()) else typed, found
