"""`caylus serve`: tables that people play at in their browsers."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from pathlib import Path

from caylus_tools.common.errors import CLEAN
from caylus_tools.common.extras import need_extra
from caylus_tools.common.output import tell

from . import arguments

_DESCRIPTION = """\
Starts a server at which people play together in their browsers: on this machine, and with --host 0.0.0.0 on every other
one of the same network. It prints the address to open, goes on until Ctrl-C, and keeps its tables in a database.
"""


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "serve",
        help="play together in browsers",
        description=_DESCRIPTION,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--host", metavar="ADDRESS", default="127.0.0.1", help="where to listen; 0.0.0.0 lets in who is in the same network"
    )
    parser.add_argument("--port", metavar="N", type=_port, default=8000, help="default 8000")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://…; a file of your own by default")
    parser.add_argument(
        "--rulesets", metavar="DIR", type=Path, help="a folder of rulesets to offer besides those that come along"
    )
    parser.add_argument(
        "--address", metavar="URL", default="", help="what people type to get here, where a proxy stands before it"
    )
    parser.add_argument("--proxies", metavar="IP[,IP…]", default="", help="proxies to be believed, see the manual of operators")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    need_extra("web", "starlette", "uvicorn", "websockets", "sqlalchemy", "alembic")
    from caylus_tools.server.settings import Settings
    from caylus_tools.server.web import running
    from caylus_tools.server.web.app import application

    settings = Settings(
        database=chosen.database or "",
        host=chosen.host,
        port=chosen.port,
        rulesets=chosen.rulesets,
        address=chosen.address.rstrip("/"),
        proxies=tuple(filter(None, chosen.proxies.split(","))),
    )
    app = application(settings)
    with running.listening(settings) as opened:
        tell(f"Play at http://{settings.host}:{opened.getsockname()[1]}/ (Ctrl-C ends the server)")
        sys.stdout.flush()
        running.run(app, opened)
    return CLEAN


def _port(text: str) -> int:
    """A port, for argparse; 0 is any that is free."""
    if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) > 65535:
        raise ArgumentTypeError(f"{arguments.shortened(text)} is not a port: 0 to 65535")
    return int(text)
