"""`caylus doc`: the rulebook of a ruleset, as a page or as Markdown."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from caylus_tools.common.errors import CLEAN

from . import arguments


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "doc",
        help="write the rulebook of a ruleset",
        description="Writes all that a ruleset says as one page: what the game is played for, the board, the course of the game, "
        "every rule in words and as it is written, the pieces; of variants first what they change.",
    )
    arguments.add_ruleset(parser)
    parser.add_argument("--format", choices=("html", "markdown"), default="html", help="html by default")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="the file to write, or - for standard output; RULESET.html or .md without it"
    )
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from caylus_tools.common.files import check_overwriting, write_text
    from caylus_tools.common.output import tell
    from caylus_tools.doc.markdown import markdown
    from caylus_tools.doc.outline import SIGNED
    from caylus_tools.doc.page import html
    from caylus_tools.doc.reference import reference

    rules = arguments.load(chosen)
    made = reference(rules)
    text = html(made) if chosen.format == "html" else markdown(made)
    if chosen.output == "-":
        sys.stdout.buffer.write(text.encode("utf-8"))
        return CLEAN
    name = "-".join((rules.name, *rules.variants)) + (".html" if chosen.format == "html" else ".md")
    file = Path(chosen.output or name)
    check_overwriting(file, SIGNED)
    write_text(file, text)
    tell(f"{made.title}: written to {file}")
    return CLEAN
