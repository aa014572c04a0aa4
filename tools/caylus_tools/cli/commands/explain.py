"""`caylus explain`: what a diagnostic code means, with an example that has the fault and one that has not."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from caylus.diagnostics import split_lines

from caylus_tools.common.english import did_you_mean
from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import command, json_text

from .. import arguments
from ..arguments import codes, set_completion

DESCRIPTION = "Says what a diagnostic code means."


def add_arguments(parser: ArgumentParser) -> None:
    code = parser.add_argument("code", metavar="CODE", nargs="?", help="such as E0101; all codes are listed without it")
    set_completion(codes, code)
    arguments.add_json(parser)


def run(args: Namespace) -> int:
    from caylus.diagnostics.render import codes, page

    pages = [found for code in ([args.code] if args.code else codes()) if (found := page(code))]
    if not pages:
        others = did_you_mean(args.code, codes(), f"`{command()} explain` lists the codes there are")
        raise UsageError(f"there is no page on `{args.code}`{others}")
    if args.json:
        print(json_text({"format": 1, "codes": [{"code": p.code, "summary": p.summary, "text": p.text} for p in pages]}))
    elif args.code:
        print(*_readable(pages[0].text), sep="\n")
    else:
        print(*(f"{page.code}  {page.summary}" for page in pages), sep="\n")
    return CLEAN


def _readable(markdown: str) -> Iterator[str]:
    """The lines of a page without the marks of Markdown, examples indented."""
    is_example = False
    for line in split_lines(markdown.rstrip()):
        if line.startswith("```"):
            is_example = not is_example
        else:
            yield f"    {line}".rstrip() if is_example else line.lstrip("# ")
