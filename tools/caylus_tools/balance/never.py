"""Options that the rules know and nobody took."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from caylus import Ruleset
from caylus.model import DECLINE
from caylus.spaces import ActionSpace, Unbounded

from caylus_tools.common.choices import Choice, Chooser
from caylus_tools.common.english import join_words

from .names import Names
from .sample import Sample

_SHOWN = 4
_LEFT_OUT = (DECLINE, "gain")
"""What is no option of the rules: to decline one, and to choose in which way something is gained."""


def never_chosen(sample: Sample, base: Sample | None = None) -> list[Choice]:
    """Of what may be chosen under the rules of a sample, and not under those of a `base`, what nobody chose in any game.

    What lies on a space is known in play only, so that options which name spaces are left out.
    """
    known = _options(sample.rules, sample.players)
    below = set(_options(base.rules, base.players)) if base else set()
    return [choice for choice in known if choice not in below and not sample.chosen[choice].any()]


def join_first_names(choices: Sequence[Choice], names: Names) -> str:
    """The first of them, and how many more there are."""
    shown = [f"“{names.choice(choice)}”" for choice in choices[:_SHOWN]]
    more = len(choices) - len(shown)
    return join_words(
        [*shown, f"{more} others"] if more > 1 else [*shown, *(f"“{names.choice(c)}”" for c in choices[_SHOWN:])], "or"
    )


@lru_cache(maxsize=8)
def _options(rules: Ruleset, players: int) -> tuple[Choice, ...]:
    """In the order of the rules; () where there are more than can be counted."""
    try:
        space = ActionSpace(rules, players, largest=1)  # numbers tell no choices apart
    except Unbounded:
        return ()
    asking = dict(zip(space.names, (site.rule for site in space.decisions), strict=True))
    chooser = Chooser(rules.model)
    texts = (space.text(number).split(": ", 1) for number in range(len(space)))
    choices = dict.fromkeys(chooser.choice(asking[place], option) for place, option in texts)
    return tuple(choice for choice in choices if choice.option not in _LEFT_OUT and choice.thing not in chooser.places)
