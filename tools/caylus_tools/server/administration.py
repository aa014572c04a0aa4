"""Commands of an operator, on the database of a server that may run meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from inspect import signature
from ipaddress import ip_address

from caylus_tools.common.errors import UsageError
from caylus_tools.server.storage.store import Store
from caylus_tools.server.web.guard import household

FORMER = "a former player"
CLOSED = "The table was closed by whoever runs this server."
HEARD = 1.0
"""Seconds after which servers have heard that a table was closed, and let go of it."""


def list_tables(store: Store) -> list[str]:
    """All tables: id, status, whether in the public list, when last touched, title."""
    return [
        f"{row.id}  {row.status:<7}  {'public' if row.public else 'private':<7}  "
        f"{time.strftime('%Y-%m-%d', time.gmtime(row.touched))}  {row.title}"
        for row in store.all_tables()
    ]


def close_table(store: Store, table: str) -> list[str]:
    """Ends the play at a table, and takes it out of the public list."""
    store.close_table(table, CLOSED)
    return [f"the table {table} is closed"]


def delete_table(store: Store, table: str) -> list[str]:
    """Deletes a table with all that was chosen and said there."""
    store.close_table(table, CLOSED)
    time.sleep(HEARD)
    store.delete_tables([table])
    return [f"the table {table} is deleted"]


def ban_address(store: Store, address: str, hours: str) -> list[str]:
    """Shuts an address out for some hours; 0 lets it in again."""
    try:
        network = household({"client": (str(ip_address(address)), 0)})
    except ValueError:
        raise UsageError(f"{address} is no address: 203.0.113.7, 2001:db8::1") from None
    if not hours.isascii() or not hours.isdigit() or len(hours) > 6:
        raise UsageError(f"{hours} is not a whole number of hours")
    store.ban(network, time.time() + 3600 * int(hours))
    return [f"{network} is shut out for {hours} h" if int(hours) else f"{network} may come in again"]


def erase_person(store: Store, table: str, seat: str) -> list[str]:
    """Forgets who holds a seat, at all their tables: name, chat, addresses, rules that they have kept."""
    visitor = store.holder(table, seat)
    if visitor is None:
        raise UsageError(f"nobody holds the seat {seat} at the table {table}")
    return [f"the table {id} has {FORMER} now" for id in store.erase(visitor, FORMER)]


COMMANDS: dict[str, Callable[..., list[str]]] = {
    "list": list_tables,
    "close": close_table,
    "delete": delete_table,
    "ban": ban_address,
    "erase": erase_person,
}


def run_command(database: str, name: str, *words: str) -> list[str]:
    """The lines that tell what a command has done. Raises UsageError, and StorageError."""
    command = COMMANDS.get(name)
    if command is None or len(_parameters(command)) != len(words):
        raise UsageError(
            "--admin takes one of these:", *(f"  {word} {' '.join(_parameters(one)).upper()}" for word, one in COMMANDS.items())
        )
    with closing(Store(database)) as store:
        try:
            return command(store, *words)
        except KeyError:
            raise UsageError(f"there is no table {words[0]}: `--admin list` lists all") from None


def _parameters(command: Callable[..., list[str]]) -> list[str]:
    return list(signature(command).parameters)[1:]
