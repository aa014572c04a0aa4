"""`caylus list`: the rulesets there are, and what each of them is."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import caylus

from caylus_tools.common.english import player_range
from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import command, json_text, tell

from .. import arguments
from ..arguments import rulesets, set_completion

if TYPE_CHECKING:
    from caylus.loading.listing import Found

_WIDTH = 80
_LINES = 2
"""What is said of a ruleset among others; the rest of it is told where that one is asked for."""

DESCRIPTION = "Lists the shipped rulesets and their variants, or tells of one."


def add_arguments(parser: ArgumentParser) -> None:
    name = parser.add_argument("name", metavar="NAME", nargs="?", help="tell all of this one, and where it is")
    set_completion(rulesets, name)
    arguments.add_json(parser)


def run(args: Namespace) -> int:
    from caylus.loading.listing import list_rulesets as list_rulesets

    entries = {entry.name: entry for entry in list_rulesets()}
    rulesets = [entries.get(args.name) or _find_by_path(args.name)] if args.name else [*entries.values()]
    if args.json:
        print(json_text({"format": 1, "rulesets": [*map(_to_object, rulesets)]}))
    else:
        tell(*(_one(rulesets[0]) if args.name else _all(rulesets)))
    return CLEAN


def _find_by_path(name: str) -> Found:
    """The ruleset of a folder. Raises `caylus.RulesetError` if there is none, or if it cannot be read."""
    from caylus.loading.listing import list_rulesets

    folder = Path(name).resolve()
    beside = {found.path: found for found in list_rulesets(folder.parent)}
    if folder not in beside:
        caylus.load(name)
        raise UsageError(f"{name} is no folder of a ruleset; name the folder")
    return beside[folder]


def _to_object(found: Found) -> dict[str, object]:
    names = ("name", "title", "version", "about", "extends", "requires", "fewest_players", "most_players", "automata")
    return {**{name: getattr(found, name) for name in names}, "path": str(found.path)}


def _all(entries: Sequence[Found]) -> Iterator[str]:
    """The games, then what stands on each; variants say for how many they are only where that is their doing."""
    start = command()
    yield from _wrap_text(f"Games, to play with `{start} play NAME`; `{start} list NAME` tells more", "")
    for game in entries:
        if game.extends is None:
            yield from (
                *_wrap_text(f"{game.name}: {game.title}, for {_players(game)}", ""),
                *_wrap_text(game.about, lines=_LINES),
            )
    for base in entries:
        variants = [variant for variant in entries if variant.extends == base.name]
        if variants:
            yield from ("", *_wrap_text(f"Variants of {base.title}, to play with `{start} play {base.name} --with NAME`", ""))
        for variant in variants:
            players = "" if _players(variant) == _players(base) else f", for {_players(variant)}"
            yield from (*_wrap_text(f"{variant.name}: {variant.title}{players}", ""), *_wrap_text(variant.about, lines=_LINES))


def _one(entry: Found) -> Iterator[str]:
    base = f", a variant of {entry.extends}" if entry.extends else ""
    yield from _wrap_text(f"{entry.name}: {entry.title} {entry.version}{base}, for {_players(entry)}", "")
    yield from _wrap_text(entry.about)
    yield f"  It lies in {entry.path}."


def _wrap_text(text: str, indent: str = "  ", lines: int | None = None) -> list[str]:
    wrapper = textwrap.TextWrapper(_WIDTH, indent, "  ", max_lines=lines, placeholder=" …", break_on_hyphens=False)
    return wrapper.wrap(text)


def _players(entry: Found) -> str:
    return player_range(entry.fewest_players, entry.most_players, entry.automata)
