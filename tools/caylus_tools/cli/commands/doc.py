"""`caylus doc`: the rulebook of a ruleset, as a page or as Markdown."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from caylus_tools.common.errors import CLEAN

from .. import arguments

DESCRIPTION = (
    "Writes the rulebook as one page, in the order in which one learns a game: aim, components, words, board, "
    "setup, the phases with examples, all pieces, what variants change, questions and answers, and a summary to print."
)


def add_arguments(parser: ArgumentParser) -> None:
    arguments.add_ruleset(parser)
    parser.add_argument("--format", choices=("html", "markdown"), default="html", help="html by default")
    arguments.add_out(parser, "the file to write, or - for standard output; RULESET.html or .md without it")
    parser.add_argument("--code", action="store_true", help="add every rule as it is written, all numbers, and an index")


def run(args: Namespace) -> int:
    from caylus_tools.common.files import check_overwriting, write_text
    from caylus_tools.common.output import tell
    from caylus_tools.doc.markdown import markdown
    from caylus_tools.doc.outline import SIGNED
    from caylus_tools.doc.page import html
    from caylus_tools.doc.reference import reference

    rules = arguments.load(args)
    document = reference(rules, _folders(args), with_code=args.code)
    text = html(document) if args.format == "html" else markdown(document)
    if str(args.out) == "-":
        sys.stdout.buffer.write(text.encode("utf-8"))
        return CLEAN
    name = "-".join((rules.name, *rules.variants)) + (".html" if args.format == "html" else ".md")
    file = args.out or Path(name)
    check_overwriting(file, SIGNED)
    write_text(file, text)
    tell(f"{document.title}: written to {file.resolve()}")
    return CLEAN


def _folders(args: Namespace) -> dict[str, Path]:
    """The folders in which the scenarios of the layers lie, by name: shipped ones, and those that were named by a path."""
    from caylus.loading import library

    ruleset_paths = {entry.name: entry.path for entry in library.list_rulesets()}
    named_paths = [Path(name) for name in (args.ruleset, *args.variants) if name not in ruleset_paths]
    paths = [path if path.is_dir() else path.parent for path in named_paths]
    beside = (manifest.parent for path in paths for manifest in path.absolute().parent.glob("*/ruleset.yaml"))
    return ruleset_paths | {path.name: path for path in sorted(beside)}
