"""`caylus serve`: tables that people play at in their browsers."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from dataclasses import fields, replace
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from caylus_tools.common.english import did_you_mean
from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import tell

from .. import arguments

if TYPE_CHECKING:
    from caylus_tools.server.settings import Limits, Settings

EXTRAS = {"": "web", r"(--database[ =]|CAYLUS_DATABASE=)postgres": "postgres"}

DESCRIPTION = """\
Starts a server at which people play together in their browsers: on this machine, and with --host 0.0.0.0 on every other
one of the same network. It prints the address to open, goes on until Ctrl-C, and keeps its tables in a database.
"""
EPILOG = """\
CAYLUS_DATABASE stands for --database, CAYLUS_METRICS_TOKEN opens /metrics to whoever brings it, and CAYLUS_SMTP names the server
for mail, smtp://USER:PASSWORD@HOST:587?from=games@example.org: they are not for others to read in a list of processes. The manual
for operators is tools/caylus_tools/server/README.md.
"""
_COMMANDS = """\
  list                             all tables
  close TABLE                      end the play at a table
  delete TABLE                     delete a table with all that was chosen and said there
  ban ADDRESS HOURS                shut an address out; 0 hours let it in again
  erase TABLE SEAT                 forget who holds a seat, at all their tables; the games stay
"""


class _Help(RawDescriptionHelpFormatter):
    """Lists the limits behind the epilog; they are read only when help is asked for."""

    def add_text(self, text: str | None) -> None:
        if text == EPILOG:
            from caylus_tools.server.settings import describe_limits

            rows = "".join(f"  {f'{name}={value}':<32} {about}\n" for name, value, about in describe_limits())
            text = f"{EPILOG}\ncommands, for --admin:\n{_COMMANDS}\nlimits, for --limit:\n{rows}"
        super().add_text(text)


_PATH = re.compile(
    r"(?!/(?:api|health|metrics|new|rules|seat|settings|static|table|watch|workshop)(?:/|$))(?:/(?!\.+(?:/|$))[\w.-]+)+", re.ASCII
)
DATABASE, METRICS_TOKEN, SMTP = "CAYLUS_DATABASE", "CAYLUS_METRICS_TOKEN", "CAYLUS_SMTP"

FORMATTER = _Help


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="where to listen; 0.0.0.0 is the whole network")
    parser.add_argument("--port", metavar="N", type=parse_port, default=8000, help="default 8000; 0 is any that is free")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://…; a file of your own by default")
    parser.add_argument(
        "--rulesets", metavar="DIR", type=Path, help="a folder of rulesets to offer besides those that come along"
    )
    experts = arguments.add_experts(parser)
    experts.add_argument(
        "--address", metavar="URL", type=_address, help="what people open, https://…, where a proxy stands before it"
    )
    experts.add_argument(
        "--proxies",
        metavar="IP[,IP…]",
        type=_proxies,
        default=(),
        help="proxies that are believed when they say for whom they ask",
    )
    experts.add_argument("--limit", metavar="NAME=N", action="append", default=[], help="how much anybody may ask for; see below")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--check", action="store_true", help="say whether all is well with these options, and end")
    instead.add_argument("--backup", metavar="FILE", type=Path, help="write all tables into FILE, and end; a server may go on")
    instead.add_argument(
        "--admin",
        metavar="WORD",
        nargs="+",
        help="list, close, delete, ban or erase something in the database, and end; see below",
    )
    instead.add_argument("--restore", metavar="FILE", type=Path, help="bring a backup into a database without tables, and end")


def run(args: Namespace) -> int:
    from caylus_tools.server.storage.database import StorageError

    settings = _settings(args)
    try:
        if args.backup:
            return _back_up(settings, args.backup)
        if args.restore:
            return _restore(settings, args.restore)
        if args.admin:
            from caylus_tools.server.administration import run_command

            tell(*run_command(settings.database, *args.admin))
            return CLEAN
        if args.check:
            from caylus_tools.server.web.running import check

            return check(settings)
        return start_server(settings)
    except StorageError as error:
        raise UsageError(str(error)) from None


def _settings(args: Namespace) -> Settings:
    from caylus_tools.server.settings import Settings, usual_database

    if args.rulesets is not None and not args.rulesets.is_dir():
        raise UsageError(f"{args.rulesets} is no folder")
    return Settings(
        database=args.database or os.environ.get(DATABASE) or usual_database(),
        host=args.host,
        port=args.port,
        rulesets=args.rulesets,
        address=args.address or "",
        proxies=args.proxies or (),
        metrics_token=os.environ.get(METRICS_TOKEN, ""),
        mail=_mail(os.environ.get(SMTP, "")),
        limits=_limits(args.limit),
    )


def _mail(url: str) -> str:
    from caylus_tools.server.reminders import Mailer

    try:
        if url:
            Mailer(url)
    except ValueError as error:
        raise UsageError(f"{SMTP}: {error}") from None
    return url


def _limits(words: list[str]) -> Limits:
    from caylus_tools.server.settings import Limits

    names = [field.name for field in fields(Limits)]
    limits = Limits()
    for word in words:
        name, _, value = word.partition("=")
        if name not in names:
            raise UsageError(f"there is no limit {arguments.shorten(name)}{did_you_mean(name, names, 'see --help')}")
        if not value.isascii() or not value.isdigit() or len(value) > 9:
            raise UsageError(f"--limit {name}={value} is not a whole number")
        limits = replace(limits, **{name: int(value)})
    return limits


def _back_up(settings: Settings, path: Path) -> int:
    from caylus_tools.server.storage.opening import back_up

    back_up(settings.database, path)
    tell(f"all tables are in {path}; `--database {path}` starts a server on them, `--restore {path}` brings them elsewhere")
    return CLEAN


def _restore(settings: Settings, path: Path) -> int:
    from caylus_tools.server.storage.opening import restore

    restore(settings.database, path)
    tell(f"all tables of {path} are in {settings.printable_database}")
    return CLEAN


def start_server(settings: Settings, on_open: Callable[[str], None] | None = None) -> int:
    """Run a server until it is ended. `on_open` is called with the address of its pages, in place of the usual welcome."""
    from caylus_tools.common.process_pool import preload

    preload("caylus_tools.server.workers.worker", "caylus_tools.server.rules.jobs")
    from caylus_tools.server.web import monitoring
    from caylus_tools.server.web.app import application
    from caylus_tools.server.web.running import check_machine, home_address, listening, make_server, welcome
    from caylus_tools.server.web.services import open_services

    with monitoring.write_log():
        check_machine(settings)
        with listening(settings) as socket, open_services(settings, home_address(settings, socket)) as services:
            if on_open is None:
                tell(*welcome(settings, socket))
            else:
                on_open(home_address(settings, socket))
            sys.stdout.flush()
            make_server(application(services)).run(sockets=[socket])
    return CLEAN


def parse_port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) > 65535:
        raise ArgumentTypeError(f"{arguments.shorten(text)} is not a port: 0 to 65535")
    return int(text)


def _address(text: str) -> str:
    """An origin, and perhaps a path that the server lies below."""
    try:
        parts = urlsplit(text)
        is_origin = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_origin = False
    if not is_origin or parts.query or parts.fragment or parts.username:
        example = "write it with its scheme, as in https://games.example.org or https://example.org/games"
        raise ArgumentTypeError(f"{arguments.shorten(text)} is no address to open: {example}")
    path = parts.path.rstrip("/")
    if path and not _PATH.fullmatch(path):
        needs = "letters, digits, `-`, `_` and `.` between its `/`, and does not begin like a page of the server"
        raise ArgumentTypeError(f"{arguments.shorten(text)}: a path has {needs}, as in https://example.org/games")
    return f"{parts.scheme}://{parts.netloc}".lower() + path


def _proxies(text: str) -> tuple[str, ...]:
    """Addresses and networks."""
    proxies = tuple(filter(None, text.split(",")))
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise ArgumentTypeError(f"{arguments.shorten(proxy)} is no address of a proxy: 127.0.0.1, 10.0.0.0/8") from None
    return proxies
