"""Explain why nothing of a decision could be chosen: what its nearest options lack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from caylus.english import UNOFFERED, Ground
from caylus.limits import MOST_COMBINATIONS, MOST_REASONS_TOLD
from caylus.payments import unpack

from .move_text import Wording

if TYPE_CHECKING:
    from caylus.codegen.support import Words
    from caylus.payments import Ways

Refused = tuple[int, tuple[int, ...], "dict[int, Words]"]
"""An option by its number, its choices, and its requirements that fail, by position; the price last."""


def find_impediments(said: Wording) -> list[Ground]:
    """The reasons why the player can choose nothing: what can only not be paid, else the conditions that fewest options fail."""
    refused = [one for one in _refused_options(said) if (UNOFFERED,) not in one[2].values()]
    dear = [(k, picked) for k, picked, failed in refused if [*failed] == [len(said.at.options[k].requires)]]
    if dear:
        return [_lack(said, [said.ways(k, picked) for k, picked in dear])]
    if not refused:
        return [{"kind": "absent"}]
    fewest = min(len(failed) for _, _, failed in refused)
    nearest = [_reasons_in_words(said, k, failed) for k, _, failed in refused if len(failed) == fewest]
    told = Counter(chain.from_iterable(nearest))
    shared = [words for words, times in told.items() if times == len(nearest)]
    reasons = shared[:1] or [words for words, _ in told.most_common(MOST_REASONS_TOLD)]
    return [{"kind": "condition", "words": said.names.words(said.s, words)} for words in reasons]


def _reasons_in_words(said: Wording, k: int, failed: dict[int, Words]) -> list[Words]:
    """The reasons that an author has put in words."""
    in_source = said.at.options[k].in_source
    return [words for i, words in failed.items() if i < len(in_source) and not in_source[i]]


def _refused_options(said: Wording) -> Iterator[Refused]:
    for k in range(len(said.at.options)):
        reasons = said.program.reasons(said.block, k)
        for picked in islice(said.program.touching(said.block, k)(said.s, said.f, -1, 0), MOST_COMBINATIONS):
            if failed := reasons(said.s, said.f, *picked):
                yield k, picked, failed


def _lack(said: Wording, prices: list[Ways]) -> Ground:
    """The amounts held of what every way to pay lacks; without such, of all that one or another lacks."""
    resources, slots = said.names.components.resources, said.program.layout.resources
    asked = [unpack(way) for ways in prices for way in ways]
    if not asked:
        return {"kind": "price", "ways": []}
    held = {r: said.s[slots[resources[r]] + said.player] for way in asked for r, _ in way}
    lacking = [{r for r, n in way if held[r] - resources[r].least < n} for way in asked]
    told = set.intersection(*lacking) or set.union(*lacking)
    return {"kind": "lack", "held": {resources[r].name: held[r] for r in sorted(told)}}
