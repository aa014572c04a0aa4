"""`caylus new`: the folder of a variant, or of a game, to begin with."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

import caylus

from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import command, tell

from .. import arguments

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_DEVICE = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9]")

DESCRIPTION = (
    "Writes a folder to begin with: a variant that changes nothing yet, or a small game of its own. Each has a scenario."
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="what it and its folder are called: lower-case letters, digits, -")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--of", metavar="BASE", help="a variant of this ruleset, a shipped name or a path")
    kind.add_argument("--game", action="store_true", help="a new game, which stands on nothing")
    experts = arguments.add_experts(parser)
    experts.add_argument("--title", metavar="TITLE", help="what people call it")
    experts.add_argument(
        "--in", dest="folder", metavar="DIR", help="where its folder goes; by default here, or next to a base that is a path"
    )


def run(args: Namespace) -> int:
    from caylus.loading import library

    bases_by_name = {entry.name: entry.extends for entry in library.list_rulesets()}
    if not _NAME.fullmatch(args.name):
        near = re.sub(r"[^a-z0-9_]+", "-", args.name.lower()).strip("-_")[:64]
        instead = f"; `{near}` would do" if near else ""
        raise UsageError(f"it is called in lower-case letters, digits, `-` and `_`, not `{args.name}`{instead}")
    if _DEVICE.fullmatch(args.name):
        raise UsageError(f"Windows has no folder `{args.name}`, which names a device there; give yours another name")
    if args.name in bases_by_name:
        raise UsageError(f"`{args.name}` is shipped already; give yours another name")
    title = args.title or args.name.replace("-", " ").capitalize()
    if not title.isprintable() or not 0 < len(title) <= 80:
        raise UsageError("a title is one line of at most 80 characters")
    if args.game:
        return _game(args, title)
    if args.of is None:
        bases = " or ".join(f"--of {name}" for name, extends in bases_by_name.items() if extends is None)
        raise UsageError(f"say what it changes: {bases}, or a variant; or begin a new game with --game")
    return _variant(args, title, args.of in bases_by_name)


def _game(args: Namespace, title: str) -> int:
    from caylus_tools.authoring.new_files import game_skeleton

    folder = Path(args.folder or ".") / args.name
    _write(folder, game_skeleton(args.name, title))
    tell(f"{folder} is a game for two to four. Write its rules in {folder / f'{args.name}.rules'}. Then:")
    tell(*(f"  {command()} {word} {folder}" for word in ("check", "test", "play")))
    return CLEAN


def _variant(args: Namespace, title: str, of_shipped: bool) -> int:
    from caylus_tools.authoring.new_files import variant_skeleton

    base = caylus.load(args.of)
    folder = _parent(args, base.name, of_shipped) / args.name
    _write(folder, variant_skeleton(args.name, title, base))
    tell(f"{folder} is a variant of {base.title}. Write its rules in {folder / f'{args.name}.rules'}. Then:")
    tell(*(f"  {command()} {words} {folder}" for words in ("check", "test", f"diff {args.of}", "play")))
    return CLEAN


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """All the files, by their paths in the folder, or none of them."""
    from caylus.atomic import new_folder

    from caylus_tools.common.files import unwritable

    if os.path.lexists(folder):
        raise UsageError(f"{folder} is there already, and stays as it is; give yours another name")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with new_folder(folder) as root:
            for path, text in files.items():
                (root / path).parent.mkdir(exist_ok=True)
                (root / path).write_bytes(text.encode())
    except OSError as error:
        raise unwritable(folder, error) from None


def _parent(args: Namespace, base: str, is_shipped: bool) -> Path:
    """The folder to write in. A variant finds a base that is not shipped next to itself, in a folder of the base's name."""
    if is_shipped:
        return Path(args.folder or ".")
    path = Path(args.of)
    there = path if path.is_dir() else path.parent
    if there.resolve().name != base:
        raise UsageError(f"the folder {there} has to be called `{base}`, as its manifest says, for variants to find it")
    beside = there.parent if there.name else there.resolve().parent
    if args.folder is not None and Path(args.folder).resolve() != beside.resolve():
        raise UsageError(f"a variant of {there} has to lie next to it, in {beside}")
    return beside
