"""The settings of an operator: addresses, database, and limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from caylus_tools.common.files import data_folder


@dataclass(frozen=True, slots=True)
class Limits:
    """How much anybody may ask for. What an hour or a second allows may be asked for at once, and then as it comes back."""

    requests_per_second: int = 40
    """From an address: a household, or everybody behind one proxy that is not told of."""
    choices_per_second: int = 10
    """From one browser: whatever changes a table."""
    tables_per_hour: int = 30
    """Opened from an address."""
    seats_per_hour: int = 150
    """At tables that are opened from an address."""
    uploads_per_hour: int = 120
    """Rules of one's own that are checked, from an address."""
    workshop_per_minute: int = 240
    """Requests of the workshop, which checks and draws rules while they are written, from an address."""
    sockets_per_address: int = 100
    sockets: int = 2000
    """In all; each is a page that shows a table."""
    connections_per_address: int = 256
    """Open at once; more are closed unheard. Proxies that are told of may have any number."""
    connections: int = 4096
    """In all, and fewer where the system lets the server open fewer files."""
    head_seconds: int = 10
    """For a request to say what it wants: all but its body."""
    body_bytes: int = 64 * 1024
    """Of what a page sends."""
    upload_bytes: int = 2 * 1024 * 1024
    """Of rules and of saved games."""
    waiting: int = 256
    """Requests that may wait for the engine or the database; more are told that the server is busy."""
    private_hooks: int = 0
    """1 lets webhooks go to private addresses: for a server at home."""


@dataclass(frozen=True, slots=True)
class Settings:
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
