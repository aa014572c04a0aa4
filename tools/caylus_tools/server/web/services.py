"""The services that answers are made with, opened and closed with the application."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar

from caylus.records import Record

from caylus_tools.server import Refused
from caylus_tools.server.bots import Bots
from caylus_tools.server.operations import QueueName
from caylus_tools.server.queues import Asker, FairQueue, InFlight
from caylus_tools.server.reminders import Mailer, Reminders, Turn, Webhooks
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.rules.rulesets import CHECKS
from caylus_tools.server.settings import Limits, Settings
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.schema import HookRow
from caylus_tools.server.storage.store import Store
from caylus_tools.server.tables import LiveTable
from caylus_tools.server.workers import TableDirectory
from caylus_tools.server.workshop import Workshop

from .assets import Assets, Pictures
from .guard import Connections, Rate
from .hub import Hub
from .monitoring import Heart, Metrics

THREADS: Mapping[QueueName, int] = {
    "pages": 16, "states": 4, "joins": 4, "foreign": 4, "rules": 8, "checks": CHECKS, "games": 1, "answers": 2,
}  # fmt: skip
"""Of each queue. They wait for workers, for the database and for processes that work on rules, and compute little. When a server
begins again, all pages come back at once: no choice waits behind what they are told."""
P = ParamSpec("P")
T = TypeVar("T")
_HOUR, _MINUTE = 3600, 60


class Rates:
    """The requests that an address may make in an hour."""

    def __init__(self, limits: Limits) -> None:
        self.tables = Rate(limits.tables_per_hour, _HOUR)
        self.public_tables = Rate(limits.public_tables_per_hour, _HOUR)
        self.seats = Rate(limits.seats_per_hour, _HOUR)
        self.uploads = Rate(limits.uploads_per_hour, _HOUR)
        self.deletions = Rate(1, _HOUR)
        self.workshop = Rate(limits.workshop_per_minute, _MINUTE)


class Services(Record):
    settings: Settings
    store: Store
    rules: Rulesets
    workshop: Workshop
    tables: TableDirectory
    hooks: Webhooks
    reminders: Reminders
    hub: Hub
    pictures: Pictures
    assets: Assets
    metrics: Metrics
    connections: Connections
    rates: Rates
    heart: Heart
    queues: Mapping[QueueName, FairQueue]

    async def run(
        self, queue: QueueName, table: str, who: Asker, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs
    ) -> T:
        """The result of a function, in its turn in a queue; what is asked of a table under rules that are not the server's own
        waits for its like. Raises Refused (busy, too_many), and what the function raises."""
        limits = self.settings.limits
        if table and queue in ("pages", "states", "joins", "rules"):
            if self.tables.is_foreign(table) is None:
                finding = self.queues["joins" if queue == "joins" else "rules"]
                with suppress(Refused, StorageError):  # which whoever answers is told again
                    await finding.run(who, limits.long_wait_seconds, self.tables.find, table)
            queue = "foreign" if self.tables.is_foreign(table) else queue
        seconds = limits.wait_seconds if queue in ("pages", "foreign") else limits.long_wait_seconds
        return await self.queues[queue].run(who, seconds, function, *arguments, **keywords)

    def delete_finished(self) -> None:
        """Deletes, once an hour, finished tables that are older than they may be."""
        days = self.settings.limits.keep_days
        if days and not self.rates.deletions.wait(""):
            self.store.delete_finished(time.time() - days * 24 * _HOUR)

    def end(self) -> None:
        """Ends all other processes, whatever they are at, so that nobody waits for them any more."""
        for queue in self.queues.values():
            queue.close()
        self.tables.close()
        self.rules.close()


@contextmanager
def open_services(settings: Settings, home: str = "") -> Iterator[Services]:
    """Everything, as long as the application runs; `home` is what links to its pages begin with.

    Raises StorageError where the database cannot be used.
    """
    with ExitStack() as closing:
        store = Store(settings.database)
        closing.callback(store.close)
        store.downtime(time.time())  # while no server ran, time stood still at the tables
        rules = Rulesets(settings.rulesets, store.rules, store)
        closing.callback(rules.close)
        rules.begin()
        tables = TableDirectory(store, rules)
        closing.callback(tables.close)
        tables.begin()
        assets = Assets(settings.path)
        assets.begin()
        hooks = Webhooks(partial(_keep_error, store), private=bool(settings.limits.private_hooks))
        closing.callback(hooks.close)
        bots = Bots(
            lambda job, chosen: tables.ask(
                job.table, LiveTable.choose_for, job.seat, job.revision, chosen.option, "bot", chosen.note
            )
        )
        closing.callback(bots.close)
        mailer = Mailer(settings.mail) if settings.mail else None
        reminders = Reminders(store, hooks, home, mailer)
        closing.callback(reminders.close)
        metrics, limits = Metrics(), settings.limits
        in_flight = InFlight(limits.in_flight_per_address, limits.in_flight_per_visitor)
        queues = {
            name: FairQueue(threads, limits.waiting, min(limits.share_per_address, max(1, threads // 2)), in_flight)
            for name, threads in THREADS.items()
        }
        services = Services(
            settings=settings,
            store=store,
            rules=rules,
            workshop=Workshop(rules),
            tables=tables,
            hooks=hooks,
            reminders=reminders,
            hub=Hub(tables, lambda *ask: services.run("states", *ask), metrics),
            pictures=Pictures(rules.rules),
            assets=assets,
            metrics=metrics,
            connections=Connections(settings),
            rates=Rates(settings.limits),
            heart=Heart(),
            queues=queues,
        )
        tables.use(bots.ask, lambda hook, title: _remind(services, hook, title, home))
        _count(services)
        yield services


def _remind(services: Services, hook: HookRow, title: str, home: str) -> None:
    """Tell a seat of its turn: its own address at any time, those of its person only while nobody looks on from there."""
    turn = Turn(hook.table, hook.seat, title or "A game", f"{home}/table/{hook.table}")
    if hook.url:
        services.hooks.tell(hook.url, turn)
        return
    if services.hub.is_here(hook.table, hook.seat):
        return
    with suppress(StorageError):
        visitor = services.store.holder(hook.table, hook.seat)
        if visitor is not None:
            services.reminders.tell(visitor, turn)


def _keep_error(store: Store, table: str, seat: str, error: str | None) -> None:
    """Keep the error of telling a seat of its turn, for whoever sits there; None where there was none."""
    for hook in store.hooks(table):
        if hook.seat == seat and hook.last_error != error:
            store.put_hook(replace(hook, last_error=error))


def _count(services: Services) -> None:
    health, heart = services.store.health, services.heart
    gauges: dict[str, tuple[str, Callable[[], float]]] = {
        "tables": ("Tables that are in memory.", lambda: len(services.tables)),
        "sockets": ("Pages that look at a table.", lambda: services.hub.listeners),
        "connections": ("Connections that are open.", lambda: len(services.connections)),
        "connections_refused": ("Connections that were one too many.", lambda: services.connections.refused),
        "waiting": ("Requests that wait for their turn.", lambda: sum(queue.waiting for queue in services.queues.values())),
        "storage_well": ("1 while the database stores what it is given, 0 while it does not.", lambda: health.state == "well"),
        "storage_full": ("1 while the disk of the database is full.", lambda: health.state == "full"),
        "storage_faults": ("How often the database could not do what it was asked.", lambda: health.faults),
        "loop_delay_seconds": ("By how much the event loop was late just now.", lambda: heart.latest),
        "loop_delay_longest_seconds": ("By how much it was late at most.", lambda: heart.longest),
        "process_cpu_seconds": ("Time of processors that the server has used.", time.process_time),
    }
    for name, (about, read) in gauges.items():
        services.metrics.gauge(name, about, read)
