"""`caylus list`: the rulesets there are."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from caylus_tools.common.english import player_range
from caylus_tools.common.errors import CLEAN
from caylus_tools.common.output import tell


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "list", help="list rulesets and variants", description="Lists the shipped rulesets and variants, and where they are."
    )
    parser.set_defaults(run=run)


def run(_: Namespace) -> int:
    from caylus.loading import library

    rows = []
    for found in library.found():
        players = player_range(found.fewest_players, found.most_players, found.automata)
        base = f"on {found.extends}" if found.extends else ""
        rows.append((found.name, f"{found.title} {found.version}", players, base, str(found.path)))
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        tell("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return CLEAN
