"""The choices of a decision, numbered, each with its price and what it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any

from rich.table import Table

from caylus_tools.screen.outcomes import Outcomes
from caylus_tools.verbalize.objects import Objects

from .labels import Labels
from .wrapping import Clipped

if TYPE_CHECKING:
    from caylus import Decision, Game, Option

_MANY = 4
_MOST_LINES = 2


def menu(game: Game, decision: Decision, view: Mapping[str, Any], labels: Labels, objects: Objects) -> Table:
    """What many choices in a row begin with is said once, above them."""
    table = Table.grid(padding=(0, 1, 0, 0), expand=True)
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column()
    table.add_column(style="dim", ratio=1)
    number = 0
    outcomes = Outcomes(game, decision, view, labels.titles)
    for beginning, options in _groups(decision.options, view, objects):
        if beginning:
            table.add_row("", beginning + "…")
        for option in options:
            text = labels.line("  " * bool(beginning) + option.text[len(beginning) :])
            about = _chosen_things(option, view, objects) or outcomes.of(number)
            number += 1
            table.add_row(str(number), text, Clipped(about, _MOST_LINES))
    return table


def _groups(options: Sequence[Option], view: Mapping[str, Any], objects: Objects) -> Iterator[tuple[str, list[Option]]]:
    """Runs of choices of one sort, with the words that all of a long run begin with."""
    for _, run in groupby(options, lambda option: option.data["option"]):
        same = list(run)
        yield _shared_words([_lead(option, view, objects) for option in same]) if len(same) >= _MANY else "", same


def _lead(option: Option, view: Mapping[str, Any], objects: Objects) -> str:
    """The words of a choice up to the first thing that it names, and a word of that."""
    things = [objects.get(objects.stands_on(str(choice), view)) for choice in option.data["choices"].values()]
    places = [place for thing in things if thing and (place := option.text.find(thing.title)) >= 0]
    return f"{option.text[: min(places)]}…" if places else option.text


def _shared_words(texts: Sequence[str]) -> str:
    """The words, with the blank after them, that all texts begin with.

    None of them is a number, nor followed by one: it would be torn from its word, or look like the number of a choice.
    """
    split = [text.split(" ") for text in texts]
    shared = [
        words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*(text[:-1] for text in split), strict=False))
    ]
    while shared and any(_is_number(word) for text in split for word in text[len(shared) - 1 : len(shared) + 1]):
        shared.pop()
    return "".join(f"{word} " for word in shared)


def _is_number(word: str) -> bool:
    return word.strip("-:").isdecimal()


def _chosen_things(option: Option, view: Mapping[str, Any], objects: Objects) -> str:
    """What the rules say of the things that an option names, but for what it says itself."""
    chosen = (objects.hint(str(choice), view, but=option.text) for choice in option.data["choices"].values())
    return "; ".join(filter(None, chosen))
