"""Classify choices by what matters: the option, and the thing it names."""

from __future__ import annotations

from typing import NamedTuple

from caylus import model as m


class Choice(NamedTuple):
    """An option by its name and the thing it names first; where it names none, by its name and the rule that offers it."""

    option: str
    thing: str
    rule: str


class Chooser:
    """Knows what the options of a ruleset name."""

    def __init__(self, model: m.Model) -> None:
        objects = [thing for kind in model.kinds.values() for thing in kind.objects]
        self.places = {thing.name for thing in objects if thing.row is not None}
        self.things = {thing.name for thing in objects} - self.places

    def choice(self, rule: str, option: str) -> Choice:
        """The choice of an option that a rule offers, by its id."""
        name, *words = option.split(" ")
        thing = self._find_thing(words)
        return Choice(name, thing, "" if thing else rule)

    def _find_thing(self, words: list[str]) -> str:
        """The first thing an option's id names. A number ends the search, unless it is the place of a row: a price may follow."""
        for at, word in enumerate(words):
            if word in self.things:
                return word
            if (place := " ".join(words[at : at + 2])) in self.places:
                return place
            if word.isdigit():
                break
        return ""
