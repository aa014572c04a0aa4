"""`caylus list`: the rulesets there are, and what each of them is."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from caylus_tools.common.english import did_you_mean, player_range
from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import command, tell

from ..completing import rulesets, set_completion

if TYPE_CHECKING:
    from caylus.loading.listing import Found

_WIDTH = 80
_LINES = 2
"""What is said of a ruleset among others; the rest of it is told where that one is asked for."""


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "list", help="list rulesets and variants", description="Lists the shipped rulesets and their variants, or tells of one."
    )
    name = parser.add_argument("name", metavar="NAME", nargs="?", help="tell all of this one, and where it is")
    set_completion(rulesets, name)
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from caylus.loading.listing import list_rulesets as list_rulesets

    shipped = {found.name: found for found in list_rulesets()}
    if chosen.name is None:
        tell(*_all(list(shipped.values())))
        return CLEAN
    found = shipped.get(chosen.name)
    if found is None:
        others = did_you_mean(chosen.name, shipped, f"`{command()} list` shows what there is")
        raise UsageError(f"there is no shipped ruleset or variant `{chosen.name}`{others}")
    tell(*_one(found))
    return CLEAN


def _all(shipped: Sequence[Found]) -> Iterator[str]:
    """The games, then what stands on each; variants say for how many they are only where that is their doing."""
    start = command()
    yield from _wrap_text(f"Games, to play with `{start} play NAME`; `{start} list NAME` tells more", "")
    for game in shipped:
        if game.extends is None:
            yield from (
                *_wrap_text(f"{game.name}: {game.title}, for {_players(game)}", ""),
                *_wrap_text(game.about, lines=_LINES),
            )
    for base in shipped:
        variants = [found for found in shipped if found.extends == base.name]
        if variants:
            yield from ("", *_wrap_text(f"Variants of {base.title}, to play with `{start} play {base.name} --with NAME`", ""))
        for found in variants:
            players = "" if _players(found) == _players(base) else f", for {_players(found)}"
            yield from (*_wrap_text(f"{found.name}: {found.title}{players}", ""), *_wrap_text(found.about, lines=_LINES))


def _one(found: Found) -> Iterator[str]:
    base = f", a variant of {found.extends}" if found.extends else ""
    yield from _wrap_text(f"{found.name}: {found.title} {found.version}{base}, for {_players(found)}", "")
    yield from _wrap_text(found.about)
    yield f"  It lies in {found.path}."


def _wrap_text(text: str, indent: str = "  ", lines: int | None = None) -> list[str]:
    fitted = textwrap.TextWrapper(_WIDTH, indent, "  ", max_lines=lines, placeholder=" …", break_on_hyphens=False)
    return fitted.wrap(text)


def _players(found: Found) -> str:
    return player_range(found.fewest_players, found.most_players, found.automata)
