"""`caylus doc`: the reference of a ruleset, as a page or as Markdown."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from caylus_tools.common.errors import CLEAN

from . import arguments


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "doc",
        help="write the reference of a ruleset",
        description="Writes all that a ruleset says as one page: the pieces, the course of the game, every rule beside its text.",
    )
    arguments.add_ruleset(parser)
    parser.add_argument("--format", choices=("html", "markdown"), default="html", help="html by default")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of standard output")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from caylus_tools.common.files import write_text
    from caylus_tools.doc.markdown import markdown
    from caylus_tools.doc.page import html
    from caylus_tools.doc.reference import reference

    made = reference(arguments.load(chosen))
    text = html(made) if chosen.format == "html" else markdown(made)
    if chosen.output:
        write_text(Path(chosen.output), text)
    else:
        sys.stdout.buffer.write(text.encode("utf-8"))
    return CLEAN
