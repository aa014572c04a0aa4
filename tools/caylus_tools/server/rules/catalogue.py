"""The catalogue of a server: rulesets, their variants, and which of those go together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import caylus
from caylus.cache import Shelf, compute_digest
from caylus.diagnostics.render import sort_diagnostics
from caylus.documents import read_text, read_yaml
from caylus.limits import MOST_BYTES_IN_RULES
from caylus.loading import library
from caylus.loading.library import Found

from caylus_tools.common.files import TOOLS

from .stack import MANIFEST, Places

_USUAL = 3
"""Players of a first game, where a manifest names no number."""
POLICIES = (
    ("easy", "Easy", "plays at once, and makes mistakes"),
    ("normal", "Normal", "plays at once, by what bots have learned"),
    ("hard", "Hard", "thinks for about a second at each choice"),
    ("hardest", "Hardest", "thinks for about three seconds at each choice"),
)
"""Bots that a page offers: what they are called by the server, and by people."""


class Catalogue(NamedTuple):
    """The rulesets `offered`, as JSON data for pages, and those `faulty` among an operator's own: the first fault, by folder."""

    offered: dict[str, Any]
    faulty: dict[str, str]


_CATALOGUES: Shelf[Catalogue] = Shelf(
    "catalogue",
    lambda made: json.dumps(made._asdict()).encode(),
    lambda data: Catalogue(**json.loads(data)),
    made_by=(TOOLS,),
)


def catalogue(folder: Path | None) -> Catalogue:
    """It takes seconds, and is remembered until a file changes."""
    made_from = _cache_inputs(folder)
    kept = _CATALOGUES.get(*made_from)
    if kept is not None:
        return kept
    made = _make_catalogue(folder)
    _CATALOGUES.keep(made, *made_from)
    return made


def _make_catalogue(folder: Path | None) -> Catalogue:
    places = Places(folder)
    faults = dict(faulty(folder, places)) if folder else {}
    known = [*places.shipped.values(), *(found for found in places.others.values() if found.name not in faults)]
    roots = sorted((found for found in known if found.extends is None), key=lambda found: found.title)
    variants = [found for found in known if found.extends is not None]
    rulesets = [_ruleset(places, root, [one for one in variants if places.find_root(one.name) is root]) for root in roots]
    policies = [{"name": name, "title": title, "about": about} for name, title, about in POLICIES]
    return Catalogue({"rulesets": rulesets, "policies": policies}, faults)


def _cache_inputs(folder: Path | None) -> tuple[str, ...]:
    """All the texts that a catalogue is made of."""
    folders = [*(found.path for found in Places(None).shipped.values()), *(sorted(folder.glob("*")) if folder else ())]
    files = [file for one in folders for file in (*one.glob(MANIFEST), *sorted(one.glob("**/*.rules")))]
    return (*map(str, files), *map(compute_digest, files))


def faulty(folder: Path, places: Places) -> Iterator[tuple[str, str]]:
    """The rulesets in a folder that cannot be offered, each with its first fault."""
    for manifest in sorted(folder.glob(f"*/{MANIFEST}")):
        name = manifest.parent.name
        if name in places.shipped:
            yield name, "there is one of that name already that comes along: call the folder otherwise"
            continue
        faults = [fault for fault in sort_diagnostics(library.check_path(manifest.parent).diagnostics) if fault.is_error]
        if faults:
            yield name, str(caylus.RulesetError(tuple(faults[:1])))


def first_game(found: Found) -> dict[str, Any]:
    """How many people, bots among them, play a first game of a ruleset, and with which variants, by its manifest alone."""
    told = read_yaml(read_text(found.path / MANIFEST, MANIFEST, MOST_BYTES_IN_RULES), MANIFEST, "manifest").value
    wanted = told.get("first_game", {})
    players = wanted.get("players", min(max(_USUAL, found.fewest_players), found.most_players))
    return {"variants": wanted.get("with", []), "people": players - len(found.automata)}


def _ruleset(places: Places, root: Found, variants: list[Found]) -> dict[str, Any]:
    rules = caylus.load(places.source(root.name))
    clashes = library.clashes(places.source(root.name), [places.source(found.name) for found in variants])
    reasons: dict[str, dict[str, str]] = {found.name: {} for found in variants}
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
                "name": found.name,
                "title": found.title,
                "about": found.about,
                "counts": [*range(found.fewest_players, found.most_players + 1)],
                "automata": [*found.automata],
                "conflicts": sorted(reasons[found.name]),
                "reasons": reasons[found.name],
                "needs": [*found.requires],
            }
            for found in variants
        ],
    }
