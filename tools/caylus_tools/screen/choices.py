"""The options of a decision with the keys that choose them: a space's where the board is the menu, else a number or a letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import TYPE_CHECKING

from caylus_tools.common.games import collect_rows

from .layout import Row, View, layout
from .names import Names

if TYPE_CHECKING:
    from caylus import Decision, Game, Option

COMMANDS = frozenset("fhilqstuw")
"""Letters that are commands where they are typed alone, and so the keys of no choice."""

_FEW = 6
"""So many spaces are told in the menu as well."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option: what is typed for it, its number among the options, what it says, its price, and the space that it is about."""

    key: str
    option: Option
    number: int
    text: str
    price: str
    cell: str = ""
    is_listed: bool = True


def space_keys(rows: Sequence[Row], view: View, player: str | None, signs: Mapping[str, str]) -> dict[str, str]:
    """The key of each space on the board by the name of the space."""
    keys = {}
    for row in rows:
        spaces = collect_rows(view)[row.name]
        whose = "" if row.of in (None, player) else signs[row.of].lower()
        for number, space in enumerate(spaces, 1):
            keys[space["name"]] = row.key + whose + (str(number) if len(spaces) > 1 or not row.key else "")
    return {name: key for name, key in keys.items() if list(keys.values()).count(key) == 1}


def space_of_key(typed: str, game: Game, view: View, player: str) -> str:
    """The space that a key of the board means to a player; the same words where they are none."""
    names = Names(game)
    keys = space_keys(layout(game.rules, view).rows, view, player, names.signs)
    return next((space for space, key in keys.items() if key == typed.casefold()), typed)


def choices(decision: Decision, texts: Sequence[str], prices: Sequence[str], keys: Mapping[str, str]) -> tuple[Choice, ...]:
    """In the order of the options, those on the board first."""
    cells = _cells(decision.options, keys)
    taken = {keys[cell] for cell in cells.values()}
    others = [number for number in range(len(decision.options)) if number not in cells]
    are_numbers = any(key.isdecimal() for key in taken)
    lettered = [number for number in others if are_numbers or decision.options[number].data["option"] == "decline"]
    options = [decision.options[number] for number in lettered]
    letters = dict(zip(lettered, _letters(options, [texts[number] for number in lettered], taken), strict=False))
    if len(letters) < len(lettered):
        return choices(decision, texts, prices, {})
    found = [
        Choice(keys[cell], decision.options[n], n, texts[n], prices[n], cell, len(cells) <= _FEW) for n, cell in cells.items()
    ]
    count = 0
    for number in others:
        key = letters.get(number)
        if key is None:
            count += 1
            key = str(count)
        found.append(Choice(key, decision.options[number], number, texts[number], prices[number]))
    return tuple(found)


def _cells(options: Sequence[Option], keys: Mapping[str, str]) -> dict[int, str]:
    """The space that an option is about, by the number of the option: where it chooses nothing else, and no other option does."""
    found = {}
    for number, option in enumerate(options):
        chosen = [str(choice) for choice in option.data["choices"].values()]
        if len(chosen) == 1 and (cell := next((name for name in (*chosen, *option.cells) if name in keys), None)):
            found[number] = cell
    often = Counter(found.values())
    return {number: cell for number, cell in found.items() if often[cell] == 1}


def _letters(options: Sequence[Option], texts: Sequence[str], taken: set[str]) -> Iterator[str]:
    """A letter for each, as far as there are any: of its words if it can be, `p` for passing on."""
    used = {*taken, *COMMANDS}
    for option, text in zip(options, texts, strict=True):
        words = "p" if option.data["option"] == "decline" else "".join(word[0] for word in text.lower().split()) + text.lower()
        letter = next((letter for letter in words + ascii_lowercase if letter in ascii_lowercase and letter not in used), None)
        if letter is None:
            return
        used.add(letter)
        yield letter
