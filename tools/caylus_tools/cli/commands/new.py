"""`caylus new`: the folder of a variant to begin with."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import tell

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "new", help="begin a variant", description="Writes the folder of a variant that changes nothing yet, with a scenario."
    )
    parser.add_argument("name", metavar="NAME", help="what the variant and its folder are called: lower-case letters, digits, -")
    parser.add_argument("--of", metavar="BASE", help="the ruleset it changes, a shipped name or a path")
    parser.add_argument("--title", metavar="TITLE", help="what people call it")
    parser.add_argument(
        "--in", dest="folder", metavar="DIR", help="where its folder goes; by default here, or next to a base that is a path"
    )
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    import caylus
    from caylus.atomic import new_folder
    from caylus.loading import library

    from caylus_tools.authoring.new_variant import skeleton
    from caylus_tools.common.files import unwritable

    shipped = {found.name for found in library.found()}
    if not _NAME.fullmatch(chosen.name):
        near = re.sub(r"[^a-z0-9_]+", "-", chosen.name.lower()).strip("-_")[:64]
        instead = f"; `{near}` would do" if near else ""
        raise UsageError(f"a variant is called in lower-case letters, digits, `-` and `_`, not `{chosen.name}`{instead}")
    if chosen.name in shipped:
        raise UsageError(f"`{chosen.name}` is shipped already; give yours another name")
    if chosen.of is None:
        bases = [found.name for found in library.found() if found.extends is None]
        raise UsageError(f"say what it changes: {' or '.join(f'--of {base}' for base in bases)}, or a variant")
    title = chosen.title or chosen.name.replace("-", " ").capitalize()
    if not title.isprintable() or not 0 < len(title) <= 80:
        raise UsageError("a title is one line of at most 80 characters")
    base = caylus.load(chosen.of)
    folder = _parent(chosen, base.name, chosen.of in shipped) / chosen.name
    if os.path.lexists(folder):
        raise UsageError(f"{folder} is there already, and stays as it is; give yours another name")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with new_folder(folder) as made:
            for path, text in skeleton(chosen.name, title, base).items():
                (made / path).parent.mkdir(exist_ok=True)
                (made / path).write_bytes(text.encode())
    except OSError as error:
        raise unwritable(folder, error) from None
    tell(f"{folder} is a variant of {base.title}. What to do with it:")
    tell(f"  caylus check {folder}", f"  caylus test {folder}", f"  caylus diff {chosen.of} {folder}", f"  caylus play {folder}")
    return CLEAN


def _parent(chosen: Namespace, base: str, is_shipped: bool) -> Path:
    """The folder to write in. A variant finds a base that is not shipped next to itself, in a folder of the base's name."""
    if is_shipped:
        return Path(chosen.folder or ".")
    path = Path(chosen.of)
    there = path if path.is_dir() else path.parent
    if there.resolve().name != base:
        raise UsageError(f"the folder {there} has to be called `{base}`, as its manifest says, for variants to find it")
    beside = there.parent if there.name else there.resolve().parent
    if chosen.folder is not None and Path(chosen.folder).resolve() != beside.resolve():
        raise UsageError(f"a variant of {there} has to lie next to it, in {beside}")
    return beside
