"""Answers to `why`: what keeps something from being chosen now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from caylus import UnknownThing

from .matching import Choice, exact, ids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caylus import Decision, Reason, Ruleset


def why_not(text: str, decision: Decision, choices: Sequence[Choice], rules: Ruleset) -> Iterator[str]:
    """Says of any words why nothing that they may mean is offered, or that it is."""
    example = decision.options[-1].id
    if not text:
        yield f"why is what not offered? as in `why {example}`"
    elif exact(text, choices) or any(option.id in ids(text, decision, rules) for option in decision.options):
        yield f"`{text}` is offered"
    else:
        told = [*refusals(text, decision, rules)]
        yield from told or [f"nothing called `{text}` could be offered here; choices are called like `{example}`"]


def refusals(text: str, decision: Decision, rules: Ruleset) -> Iterator[str]:
    """Why a choice of these words is not offered; nothing if it never could be."""
    refused: dict[str, tuple[Reason, ...]] = {}
    for id_ in ids(text, decision, rules):
        with suppress(UnknownThing):
            refused[id_] = decision.why_not(id_)
    for id_, reasons in refused.items():
        yield f"`{id_}` is not offered:"
        for reason in reasons:
            yield f"  {reason.text}   ({reason.file}:{reason.line}{f', {reason.see}' if reason.see else ''})"
