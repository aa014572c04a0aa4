"""`caylus list`: the rulesets there are."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from ..outcome import CLEAN


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser("list", help="list the rulesets", description="Lists the rulesets found, and where they are.")
    parser.set_defaults(run=run)


def run(_: Namespace) -> int:
    from caylus import library

    rows = [
        (found.name, f"{found.title} {found.version}", f"{found.fewest_players} to {found.most_players} players", str(found.path))
        for found in library.found()
    ]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return CLEAN
