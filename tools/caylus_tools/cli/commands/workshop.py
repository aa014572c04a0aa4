"""`caylus workshop`: the page where one writes house rules, for one person at home."""

from __future__ import annotations

import os
import webbrowser
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from threading import Timer

from caylus_tools.common.errors import UsageError
from caylus_tools.common.output import tell

from .. import arguments
from . import serve

EXTRAS = {"": "web", r"(--database[ =]|CAYLUS_DATABASE=)postgres": "postgres"}

DESCRIPTION = """\
Opens the workshop in your browser: write a house rule or a game, see at once what it makes, try it against bots, and play it.
It runs on this machine alone, until Ctrl-C. With --host 0.0.0.0, friends in your network can sit down at your tables.
"""
_SOON = 0.5
"""Seconds until the browser is asked to open the page."""

FORMATTER = RawDescriptionHelpFormatter


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--port", metavar="N", type=serve.parse_port, default=0, help="where to listen; any that is free by default"
    )
    parser.add_argument(
        "--host", metavar="ADDRESS", default="127.0.0.1", help="where to listen; 0.0.0.0 lets friends in your network play along"
    )
    experts = arguments.add_experts(parser)
    experts.add_argument("--database", metavar="URL", help="where tables are kept; a file of your own by default")
    experts.add_argument(
        "--rulesets", metavar="DIR", type=Path, help="a folder of rulesets to offer besides those that come along"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address, and open nothing")


def run(args: Namespace) -> int:
    from caylus_tools.server.settings import Settings, usual_database
    from caylus_tools.server.storage.database import StorageError

    if args.rulesets is not None and not args.rulesets.is_dir():
        raise UsageError(f"{args.rulesets} is no folder")
    database = args.database or os.environ.get(serve.DATABASE) or usual_database()

    def open_page(home: str) -> None:
        page = f"{home}/workshop"
        tell(f"Write at {page}", "What you write is kept in that browser. Ctrl-C ends the workshop.")
        if not args.no_browser:
            Timer(_SOON, webbrowser.open, [page]).start()

    try:
        return serve.start_server(Settings(database=database, host=args.host, port=args.port, rulesets=args.rulesets), open_page)
    except StorageError as error:
        raise UsageError(str(error)) from None
