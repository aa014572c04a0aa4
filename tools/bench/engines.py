"""The ways in which a ruleset can be carried out, each a column of the table."""

from __future__ import annotations

import os

import caylus

Engines = dict[str, caylus.Ruleset]

PYTHON, COMPILED = "Python", "compiled"

CACHE = os.environ.get("CAYLUS_CACHE")
"""Where the one who calls keeps what has been compiled."""


def engines(name: str, compiled: bool) -> Engines:
    """The ruleset in Python, and if asked for `compiled`, which takes some minutes where it is not kept already."""
    os.environ["CAYLUS_CACHE"] = ""  # nothing is found here that has been worked out before
    found = {PYTHON: caylus.load(name)}
    counts = range(found[PYTHON].fewest_players, found[PYTHON].most_players + 1)
    for players in counts:
        found[PYTHON].program(players, traced=False)
    if compiled:
        del os.environ["CAYLUS_CACHE"]
        os.environ |= {} if CACHE is None else {"CAYLUS_CACHE": CACHE}
        found[COMPILED] = caylus.load(name)
        for players in counts:
            found[COMPILED].compile(players)
            found[COMPILED].program(players, traced=False)
        os.environ["CAYLUS_CACHE"] = ""
    return found
