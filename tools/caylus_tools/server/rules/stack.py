"""The stack of rules that somebody wants to play, the places of its parts, and the catalogue of what is offered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import caylus
from caylus import RulesetError
from caylus.cache import Shelf, compute_digest
from caylus.diagnostics.render import is_line, sort_diagnostics
from caylus.documents import read_text, read_yaml
from caylus.limits import DEEPEST_LAYERS, MOST_BYTES_IN_RULES
from caylus.loading import library
from caylus.loading.library import Found, Source, Texts

from caylus_tools.bots import USUAL
from caylus_tools.common.files import TOOLS
from caylus_tools.server import Refused

MANIFEST = "ruleset.yaml"
NAME = "own-rules"
UNTITLED = "A game of one's own"
_GAME = re.compile(r'^game "(?P<title>[^"\n]{1,80})" for (?:(?P<fewest>\d{1,2}) to )?(?P<most>\d{1,2}) players?\b', re.MULTILINE)
_SCENARIOS = re.compile(r"scenarios/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,100}\.yaml")
_MOST_SEATS = 16
_MOST_NAMED = 8
"""Variants that a manifest may say it stands on."""


def is_scenarios(name: str) -> bool:
    """Return whether a file of a ruleset, by its name in the folder, holds scenarios."""
    return _SCENARIOS.fullmatch(name) is not None


def with_manifest(files: Mapping[str, str], base: str | None, variants: Sequence[str]) -> dict[str, str]:
    """The files, with a manifest where there is none: of house rules that stand on a base and variants, or else of a game."""
    if MANIFEST in files:
        return dict(files)
    about = _on_top(base, variants) if base is not None else _game("\n".join(files.values()))
    manifest = {"name": NAME, "version": "1.0.0", "language": 1, "rules": sorted(files), **about}
    return {MANIFEST: "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in manifest.items()), **files}


def _on_top(base: str, variants: Sequence[str]) -> dict[str, Any]:
    on = {"requires": [*variants][:_MOST_NAMED]} if variants else {}
    return {"title": "House rules", "extends": {"name": base}, **on}


def _game(text: str) -> dict[str, Any]:
    """A manifest for pasted rules: the title of the game, and a seat for everybody who may play it."""
    game = _GAME.search(text)
    seats = min(int(game["most"]), _MOST_SEATS) if game else 2
    title = game["title"].strip() if game else ""
    return {
        "title": title if title and is_line(title) else UNTITLED,
        "seats": [f"Player {number}" for number in range(1, max(seats, 1) + 1)],
    }


class Stack(NamedTuple):
    """A ruleset with variants, by their names, and rules of one's own on top of them, as texts by the names of their files.

    Without `base` the rules of one's own are a game.
    """

    base: str | None
    variants: tuple[str, ...] = ()
    own: Mapping[str, str] | None = None


class Places:
    """The places of the rulesets that a server offers: those that come along, and those in a folder of its operator's."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.shipped = {entry.name: entry for entry in library.list_rulesets()}
        self.others = {
            entry.name: entry for entry in (library.list_rulesets(folder) if folder else ()) if entry.name not in self.shipped
        }

    def has(self, name: str) -> bool:
        return name in self.shipped or name in self.others

    def source(self, name: str) -> Source:
        """Raises Refused for a name that nothing has."""
        entry = self._find(name)
        return name if name in self.shipped else entry.path

    def has_texts(self, name: str, texts: Mapping[str, str]) -> bool:
        """Return whether a ruleset of a name lies here with these texts, called `name/file` as in the layers of a `Ruleset`."""
        if not self.has(name):
            return False
        folder = self._find(name).path
        files = {f"{name}/{file.relative_to(folder).as_posix()}": file for file in folder.rglob("*.rules")}
        try:
            return all(key in files and read_text(files[key], key, MOST_BYTES_IN_RULES) == text for key, text in texts.items())
        except RulesetError:
            return False

    def _find(self, name: str | None) -> Found:
        entry = self.shipped.get(name or "") or self.others.get(name or "")
        if entry is None:
            raise Refused("no_ruleset", f"There is no ruleset or variant “{(name or '')[:80]}” here.")
        return entry

    def sources(self, stack: Stack) -> tuple[Source, list[Source]]:
        """The ruleset to load, and the variants on it. Raises Refused."""
        variants = [self.source(name) for name in stack.variants]
        if stack.own is None:
            return self.source(stack.base or ""), variants
        own = Texts(with_manifest(stack.own, stack.base, stack.variants), self.folder)
        if stack.base is None:
            return own, variants
        return self.source(stack.base), [*variants, own]

    def identify(self, stack: Stack) -> tuple[Stack, str]:
        """The stack with the base that the manifest of rules of one's own names, where nobody has, and what people call it."""
        if stack.own is None:
            return stack, self._find(stack.base).title
        texts = with_manifest(stack.own, stack.base, stack.variants)
        try:
            manifest = read_yaml(texts[MANIFEST], MANIFEST, "manifest").value
        except RulesetError:  # which the check tells
            return stack, UNTITLED
        root = self.find_root(manifest.get("extends", {}).get("name"))
        return stack._replace(base=stack.base or (root and root.name)), manifest["title"]

    def find_root(self, name: str | None) -> Found | None:
        """The ruleset that a variant is based on in the end; None where that is not here, or they are based on each other."""
        for _ in range(DEEPEST_LAYERS):
            entry = self.shipped.get(name or "") or self.others.get(name or "")
            if entry is None or entry.extends is None:
                return entry
            name = entry.extends
        return None

    def hide_places(self, text: str) -> str:
        """A text without what it tells of where things lie on this machine."""
        return text.replace(f"{self.folder.as_posix()}/", "") if self.folder else text


places = lru_cache(maxsize=1)(Places)
"""Those of a server, found once."""


def make_stack(base: str | None, variants: Sequence[str], own: Mapping[str, str] | None) -> Stack:
    """The same stack in whatever order the variants are named. Scenarios among the files are no rules, and left out."""
    rules = {name: text for name, text in (own or {}).items() if not is_scenarios(name)}
    return Stack(base, tuple(sorted(set(variants))), rules or None)


_USUAL = 3
"""Players of a first game, where a manifest names no number."""
POLICIES = (
    ("easy", "Easy", "plays at once, and makes mistakes"),
    ("normal", "Normal", "thinks to the end of the round, by what bots have learned"),
    ("hard", "Hard", "thinks for about a second at each choice"),
    ("hardest", "Hardest", "thinks for about three seconds at each choice"),
)
"""Bots that a page offers: what they are called by the server, and by people."""


class Catalogue(NamedTuple):
    """The rulesets `offered`, as JSON data for pages, and those `faulty` among an operator's own: the first fault, by folder."""

    offered: dict[str, Any]
    faulty: dict[str, str]


_OFFERS: Shelf[dict[str, Any]] = Shelf("catalogue", lambda offer: json.dumps(offer).encode(), json.loads, made_by=(TOOLS,))


def catalogue(folder: Path | None) -> Catalogue:
    """It takes seconds, and is remembered for each ruleset until a file of it or of its variants changes."""
    places = Places(folder)
    faults = dict(faulty(folder, places)) if folder else {}
    entries = [*places.shipped.values(), *(entry for entry in places.others.values() if entry.name not in faults)]
    roots = sorted((entry for entry in entries if entry.extends is None), key=lambda entry: entry.title)
    variants = [entry for entry in entries if entry.extends is not None]
    rulesets = [_ruleset(places, root, [one for one in variants if places.find_root(one.name) is root]) for root in roots]
    policies = [{"name": name, "title": title, "about": about, "strength": name == USUAL} for name, title, about in POLICIES]
    return Catalogue({"rulesets": rulesets, "policies": policies}, faults)


def faulty(folder: Path, places: Places) -> Iterator[tuple[str, str]]:
    """The rulesets in a folder that cannot be offered, each with its first fault."""
    for manifest in sorted(folder.glob(f"*/{MANIFEST}")):
        name = manifest.parent.name
        if name in places.shipped:
            yield name, "there is one of that name already that comes along: call the folder otherwise"
            continue
        try:
            caylus.load(manifest.parent)
        except RulesetError as error:
            first = next(fault for fault in sort_diagnostics(error.diagnostics) if fault.is_error)
            yield name, str(RulesetError((first,)))


def first_game(entry: Found) -> dict[str, Any]:
    """How many people, bots among them, play a first game of a ruleset, and with which variants, by its manifest alone."""
    manifest = read_yaml(read_text(entry.path / MANIFEST, MANIFEST, MOST_BYTES_IN_RULES), MANIFEST, "manifest").value
    settings = manifest.get("first_game", {})
    players = settings.get("players", min(max(_USUAL, entry.fewest_players), entry.most_players))
    return {"variants": settings.get("with", []), "people": players - len(entry.automata)}


def _ruleset(places: Places, root: Found, variants: list[Found]) -> dict[str, Any]:
    files = [file for one in (root, *variants) for file in (one.path / MANIFEST, *sorted(one.path.glob("**/*.rules")))]
    made_from = (*map(str, files), *map(compute_digest, files))
    offer = _OFFERS.get(*made_from)
    if offer is None:
        offer = _make_offer(places, root, variants)
        _OFFERS.keep(offer, *made_from)
    return offer


def _make_offer(places: Places, root: Found, variants: list[Found]) -> dict[str, Any]:
    rules = caylus.load(places.source(root.name))
    clashes = library.clashes(places.source(root.name), [places.source(entry.name) for entry in variants])
    reasons: dict[str, dict[str, str]] = {entry.name: {} for entry in variants}
    for (one, other), fault in clashes.items():
        reasons[one][other] = reasons[other][one] = places.hide_places(fault.message)
    return {
        "name": root.name,
        "title": root.title,
        "version": root.version,
        "about": root.about,
        "counts": [*range(rules.fewest_players, rules.most_players + 1)],
        "seats": [*rules.seats],
        "automata": [*root.automata],
        "variants": [
            {
                "name": entry.name,
                "title": entry.title,
                "about": entry.about,
                "counts": [*range(entry.fewest_players, entry.most_players + 1)],
                "automata": [*entry.automata],
                "conflicts": sorted(reasons[entry.name]),
                "reasons": reasons[entry.name],
                "needs": [*entry.requires],
            }
            for entry in variants
        ],
    }
