"""Questions that people wish to be spared, and what is taken for them then.

The game asks all the same; whoever puts its questions before people asks here first, and says what was taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from caylus import Decision, Option, Ruleset


class Wish(NamedTuple):
    """A wish that somebody may have, in words; `holds` says whether everybody has it until they say otherwise."""

    name: str
    title: str
    holds: bool = False


_USUAL = Wish("usual", "accept every offer that costs nothing", holds=True)


class Wishes:
    """Those that there are in games of a ruleset: what costs nothing, and what the manifest names."""

    def __init__(self, rules: Ruleset) -> None:
        self._named: Mapping[str, Mapping[str, str]] = rules.manifest.get("wishes", {})
        named = (Wish(name, wish["title"]) for name, wish in self._named.items())
        self.offered = tuple({wish.name: wish for wish in (_USUAL, *named)}.values())

    def find_option(self, decision: Decision, seen: Callable[[], Mapping[str, Any]], wished: Collection[str]) -> Option | None:
        """The option that is taken for a player of such wishes; None where they have to be asked.

        `seen` gives the view of the table that they have, where a wish depends on it.
        """
        if _USUAL.name in wished and decision.usual is not None:
            return decision.usual
        asking = {rule["name"] for rule in decision.rules}
        for name, wish in self._named.items():
            if name in wished and wish["asks"] in asking and not _is_concerned(decision.player, wish, seen):
                return _only(option for option in decision.options if option.data["option"] == wish["answer"])
        return None


def _is_concerned(player: str, wish: Mapping[str, str], seen: Callable[[], Mapping[str, Any]]) -> bool:
    """Return whether the player wants to be asked after all; so they do where they may not see what that rests on."""
    return "unless" in wish and seen()["values"][wish["unless"]][player] is not False


def _only(options: Iterable[Option]) -> Option | None:
    """The one option that there is."""
    found = [*options]
    return found[0] if len(found) == 1 else None
