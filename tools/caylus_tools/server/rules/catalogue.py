"""What a server offers to play: rulesets, their variants, and which of those go together."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, cast

import caylus
from caylus import cache
from caylus.loading import library
from caylus.loading.library import Found

from .pasted import MANIFEST
from .stack import Places

POLICIES = (
    ("random", "Anything", "chooses anything that is allowed"),
    ("greedy", "Quick", "chooses what looks best at once"),
    ("mcts:1s", "Thinker", "looks ahead for a second at each choice"),
    ("mcts:3s", "Deep thinker", "looks ahead for three seconds at each choice"),
)
"""Bots that a page offers: what they are called by the server, and by people."""


def catalogue(folder: Path | None) -> dict[str, Any]:
    """All of it as JSON data. It takes seconds, and is remembered until a file changes."""
    places = Places(folder)
    known = [*places.shipped.values(), *places.others.values()]
    roots = [found for found in known if found.extends is None]
    variants = [found for found in known if found.extends is not None]
    rulesets = [_ruleset(places, root, [one for one in variants if places.root_of(one.name) is root]) for root in roots]
    made = {
        "rulesets": [ruleset for ruleset in rulesets if ruleset is not None],
        "policies": [{"name": name, "title": title, "about": about} for name, title, about in POLICIES],
    }
    cache.write(_name(folder), json.dumps(made).encode())
    return made


def remembered(folder: Path | None) -> dict[str, Any] | None:
    """The same, if it was found out before."""
    data = cache.read(_name(folder))
    return None if data is None else cast(dict[str, Any], json.loads(data))


def _name(folder: Path | None) -> str:
    """By all the texts that a catalogue is made of."""
    places = Places(folder)
    found = [*places.shipped.values(), *places.others.values()]
    files = [file for one in found for file in (one.path / MANIFEST, *sorted(one.path.glob("**/*.rules")))]
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    return cache.key("catalogue 1", repr(POLICIES), *map(str, files), *digests) + ".catalogue"


def _ruleset(places: Places, root: Found, variants: list[Found]) -> dict[str, Any] | None:
    """None for one that has faults: an operator has `caylus check` to find them with."""
    try:
        rules = caylus.load(places.source(root.name))
        clashes = library.clashes(places.source(root.name), [places.source(found.name) for found in variants])
    except caylus.RulesetError:
        return None
    reasons: dict[str, dict[str, str]] = {found.name: {} for found in variants}
    for (one, other), fault in clashes.items():
        reasons[one][other] = reasons[other][one] = places.said(fault.message)
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
