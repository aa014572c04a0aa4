"""The texts of the options of a decision, as people who play read them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .cells import load_cells
from .disambiguation import marks
from .names import english

if TYPE_CHECKING:
    from caylus import Decision, Ruleset
    from caylus.english import Offer


class OptionTexts:
    """Of one ruleset. Things of one title are told apart by what they do, not by what the rules call them."""

    def __init__(self, rules: Ruleset) -> None:
        self._english = english(rules)
        self._marks = marks(rules.model)
        self._cells = load_cells(rules)

    def texts(self, decision: Decision) -> list[str]:
        """The text of each option, without its price, and with what a cell of a table gives."""
        effects = self._cells.effects(decision)
        offers = (self._mark(_unpriced(option.offer)) for option in decision.options)
        told = (self._english.render(self._english.bare_option(offer)) for offer in offers)
        return [f"{text}: {effect}" if effect else text for text, effect in zip(told, effects, strict=True)]

    def _mark(self, offer: Offer) -> Offer:
        return {**offer, "apart": [{**one, "title": self._marks.get(one["name"] or "", one["title"])} for one in offer["apart"]]}


def _unpriced(offer: Offer) -> Offer:
    """An offer without the payment that is its price, where it has more to say."""
    rest = [effect for effect in offer["effects"] if effect["verb"] != "pay"]
    return {**offer, "effects": rest} if offer["pays"] and (rest or offer["words"]) else offer


@lru_cache(maxsize=64)
def load_option_texts(rules: Ruleset) -> OptionTexts:
    return OptionTexts(rules)
