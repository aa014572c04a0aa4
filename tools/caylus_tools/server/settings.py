"""The settings of an operator: addresses, database, and limits."""

from __future__ import annotations

from dataclasses import field, fields
from pathlib import Path
from typing import Annotated, get_args, get_type_hints
from urllib.parse import urlsplit

from caylus.records import Record

from caylus_tools.common.files import data_folder


class Limits(Record):
    """How much anybody may ask for, each with what it bounds. What an hour or a second allows may be asked for at once, and then
    as it comes back."""

    requests_per_second: Annotated[int, "requests from an address: a household, or all behind a proxy not in --proxies"] = 40
    choices_per_second: Annotated[int, "changes from a browser"] = 10
    in_flight_per_address: Annotated[int, "requests that wait or are answered at once, from an address"] = 24
    in_flight_per_visitor: Annotated[int, "the same from a browser"] = 12
    share_per_address: Annotated[int, "of these, how many each queue carries out at once"] = 2
    waiting: Annotated[int, "requests that wait in each queue; more are told that the server is busy"] = 256
    wait_seconds: Annotated[int, "seconds for which a request of a page waits for its turn"] = 3
    long_wait_seconds: Annotated[int, "the same where rules are worked on"] = 120
    tables_per_hour: Annotated[int, "tables opened from an address"] = 30
    public_tables_per_hour: Annotated[int, "those of them that stand in the list for everybody"] = 6
    seats_per_hour: Annotated[int, "seats at these tables"] = 150
    uploads_per_hour: Annotated[int, "uploads of rules and saved games from an address"] = 120
    workshop_per_minute: Annotated[int, "requests of the workshop from an address"] = 240
    sockets_per_address: Annotated[int, "pages that show a table, from an address"] = 100
    sockets: Annotated[int, "the same of all"] = 2000
    connections_per_address: Annotated[int, "open connections; proxies in --proxies may have any number"] = 256
    connections: Annotated[int, "the same of all; fewer where fewer files may be open"] = 4096
    head_seconds: Annotated[int, "seconds for the head of a request"] = 10
    body_bytes: Annotated[int, "the size of a request"] = 64 * 1024
    upload_bytes: Annotated[int, "the size of rules and saved games"] = 2 * 1024 * 1024
    keep_days: Annotated[int, "days after which finished tables are deleted; 0 keeps them"] = 0
    private_hooks: Annotated[int, "1 lets webhooks go to private addresses, for a server at home"] = 0


def describe_limits() -> list[tuple[str, int, str]]:
    """The name of each limit, its default, and what it bounds."""
    hints = get_type_hints(Limits, include_extras=True)
    return [(field.name, field.default, get_args(hints[field.name])[1]) for field in fields(Limits)]  # type: ignore[misc]


class Settings(Record):
    database: str
    """A URL of SQLAlchemy: `sqlite:///PATH` or `postgresql://…`."""
    host: str = "127.0.0.1"
    port: int = 8000
    rulesets: Path | None = None
    """A folder whose subfolders are rulesets besides those that come along."""
    address: str = ""
    """What people type to get here, `https://host[:port][/path]`, where a proxy stands before the server; else empty."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks that are believed when they say for whom they ask (X-Forwarded-For, X-Forwarded-Proto)."""
    metrics_token: str = ""
    """Who has it may read /metrics from elsewhere."""
    mail: str = ""
    """The server that sends mail, `smtp://USER:PASSWORD@HOST:587?from=games@example.org`; nobody is sent mail without."""
    limits: Limits = field(default_factory=Limits)

    @property
    def path(self) -> str:
        """The start of the path of every page, such as `/caylus`; empty where the server lies at the top."""
        return urlsplit(self.address).path

    @property
    def origin(self) -> str:
        """The address without its path."""
        return self.address.removesuffix(self.path)

    @property
    def printable_database(self) -> str:
        """The database as it may be told: without whatever stands before its host, such as a password."""
        scheme, _, rest = self.database.partition("://")
        if scheme == "sqlite":
            return rest.removeprefix("/")
        return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}" if rest else self.database


def usual_database() -> str:
    """A file in the folder that the user's system keeps data of programs in."""
    return f"sqlite:///{data_folder() / 'tables.sqlite3'}"
