"""The rulesets and variants there are, and what their manifests say of them.

Those that come along are remembered for as long as none of their files changes, so that whoever only wants to list them imports
nothing that reads rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.cache import Shelf, compute_digest
from caylus.shipped import folder as shipped_folder

if TYPE_CHECKING:
    from caylus.syntax import Definition


class Seats(NamedTuple):
    """The smallest and greatest number of players, and the titles of the seats that rules play."""

    fewest: int
    most: int
    automata: tuple[str, ...]


class Found(NamedTuple):
    """A ruleset or variant in a folder of them, not yet checked, and not read through until somebody asks who plays.

    `about` says what it is, as far as its manifest does; `path` is its folder; `extends` is what a variant stands on, and
    `requires` are the variants that it stands on besides. `seats` is who plays, where that is known already.
    """

    name: str
    title: str
    version: str
    about: str
    extends: str | None
    path: Path
    requires: tuple[str, ...] = ()
    seats: Seats | None = None

    @property
    def fewest_players(self) -> int:
        return self._seats.fewest

    @property
    def most_players(self) -> int:
        return self._seats.most

    @property
    def automata(self) -> tuple[str, ...]:
        """The titles of the seats that rules play."""
        return self._seats.automata

    @property
    def _seats(self) -> Seats:
        return self.seats or _seats(self.path)


_LISTS: Shelf[list[Found]] = Shelf(
    "list",
    lambda listed: json.dumps([one._replace(path=one.path.as_posix()) for one in listed]).encode(),  # type: ignore[arg-type]
    lambda data: [_read_back(*fields) for fields in json.loads(data)],
)


def list_rulesets(folder: Path | None = None) -> list[Found]:
    """The shipped rulesets by name, then the variants; or those that lie in another folder, as far as they can be read."""
    if folder is not None:
        return _list_folder(folder)
    made_from = tuple(_texts(shipped_folder("rulesets")))
    cached_list = _LISTS.get(*made_from)
    if cached_list is not None:
        return cached_list
    from caylus.diagnostics.diagnostic import RulesetError

    rulesets = _list_folder(None)
    with suppress(RulesetError):  # one that somebody works on stands on nothing, which a check reports
        rulesets = [one._replace(seats=_seats(one.path)) for one in rulesets]
        _LISTS.keep(rulesets, *made_from)
    return rulesets


def _read_back(*fields: Any) -> Found:
    """One of a list as JSON has it."""
    name, title, version, about, extends, path, requires, (fewest, most, automata) = fields
    return Found(name, title, version, about, extends, Path(path), tuple(requires), Seats(fewest, most, tuple(automata)))


def _texts(folder: Path) -> Iterator[str]:
    """All that tells what lies in a folder from anything else that could lie there."""
    for pattern in ("ruleset.yaml", "*.rules"):
        for file in sorted((*folder.glob(f"*/{pattern}"), *folder.glob(f"variants/*/{pattern}"))):
            yield from (str(file), compute_digest(file))


def _list_folder(folder: Path | None) -> list[Found]:
    from caylus.diagnostics.diagnostic import RulesetError

    from .manifest import manifests_in_folder, read, shipped_manifests

    rulesets = []
    for name, file in (shipped_manifests() if folder is None else manifests_in_folder(folder)).items():
        try:
            layer = read(name if folder is None else file.parent)
        except RulesetError:  # which a check reports
            continue
        manifest = layer.manifest.value
        about, requires = manifest.get("about", "").strip(), tuple(manifest.get("requires", ()))
        rulesets.append(Found(name, manifest["title"], manifest["version"], about, layer.base, file.parent, requires))
    return sorted(rulesets, key=lambda found: (found.extends is not None, found.extends, found.name))


def _seats(path: Path) -> Seats:
    return Seats(*_players(path), tuple(_automata(path).values()))


@cache
def _read_base_and_definitions(path: Path) -> tuple[Path | None, tuple[Definition, ...]]:
    """The folder of what a ruleset in a folder stands on, and what its own texts define."""
    from caylus.parser.parse import parse

    from .manifest import read, shipped_manifests

    layer = read(path)
    base = None
    if layer.base is not None:
        manifest = shipped_manifests().get(layer.base)
        base = path.with_name(layer.base) if manifest is None else manifest.parent
    return base, tuple(definition for rule, text in layer.texts.items() for definition in parse(text, rule)[0].definitions)


def _players(path: Path) -> tuple[int, int]:
    """Return how many may play a ruleset in a folder: what its own texts say, or those it stands on."""
    from caylus.syntax import ChangeGame, Game, Replace

    base, definitions = _read_base_and_definitions(path)
    for definition in definitions:
        game = definition.definition if isinstance(definition, Replace) else definition
        if isinstance(game, (Game, ChangeGame)):
            return game.fewest, game.most
    return _players(base) if base is not None else (0, 0)


def _automata(path: Path) -> dict[str, str]:
    """The titles of the seats that rules play in a ruleset in a folder, by name."""
    from caylus.diagnostics.render import as_words
    from caylus.syntax import ChangeSeat, RemoveDefinition, Replace, Seat

    base, definitions = _read_base_and_definitions(path)
    seats = _automata(base) if base is not None else {}
    for definition in definitions:
        seat = definition.definition if isinstance(definition, Replace) else definition
        if isinstance(seat, Seat) or (isinstance(seat, ChangeSeat) and seat.title is not None):
            seats[seat.name.text] = seat.title.text if seat.title is not None else as_words(seat.name.text)
        elif isinstance(seat, RemoveDefinition):
            for name in (seat.name, *seat.others):
                seats.pop(name.text, None)
    return seats
