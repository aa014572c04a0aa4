"""Make the rows of a new table from an order."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from caylus import RuleFault, RulesetError

from caylus_tools.bots import USUAL
from caylus_tools.play.start import HUMAN
from caylus_tools.server import Refused
from caylus_tools.server.bots import check_policy
from caylus_tools.server.clocks import Clock
from caylus_tools.server.storage.rows import SeatRow, TableRow, digest, fresh

from .matches import first_start, read_match
from .requests import SeatOrder, TableOrder
from .seats import LONGEST_LABEL, check_label
from .state import Beginning, load_wishes, make_labels

if TYPE_CHECKING:
    from caylus import Ruleset


@dataclass(frozen=True, slots=True)
class NewTable:
    """The rows of a table, and what no row tells: its seed, and the tokens of its links."""

    row: TableRow
    seats: list[SeatRow]
    seed: int
    links: dict[str, str]
    watch: str | None


def make_table(order: TableOrder, owner: str, now: float) -> NewTable:
    """A table as it is ordered. Raises Refused (bad) for what no game can be made of."""
    rules, id_ = order.rules, fresh()[:16]
    full = _full_clock(order.clock)
    links: dict[str, str] = {}
    seats = []
    for number, (name, ordered) in enumerate(zip(_names(order), order.seats, strict=True)):
        seat = SeatRow(id_, number, name, check_label(ordered.label), wishes=usual_wishes(rules), left_ms=full)
        if ordered.kind == "bot":
            seat = replace(seat, kind="bot", policy=check_policy(ordered.policy or USUAL))
        elif ordered.mine:
            seat = replace(seat, holder=owner, seen=now)
        else:
            links[name] = fresh()
            seat = replace(seat, link=digest(links[name]))
        seats.append(seat)
    start = _start(order)
    watch = fresh() if order.spectators else None
    row = TableRow(
        id=id_,
        rules=rules.identity,
        title=order.title or rules.title,
        public=order.public,
        spectators=order.spectators,
        owner=owner,
        made=now,
        touched=now,
        options={"players": len(seats) + len(rules.automata), "undo": order.undo, "clock": order.clock},
        start=start,
        watch_link=digest(watch) if watch else None,
    )
    seed = new_seed()
    try:
        read_match(start)
        game = Beginning(rules, seed, start).game(make_labels(rules, seats))
    except (RulesetError, RuleFault, ValueError) as error:
        raise Refused("bad", f"No game can be begun like that: {error}") from error
    return NewTable(replace(row, status="over") if game.over else row, seats, seed, links, watch)


def _start(order: TableOrder) -> Mapping[str, Any] | None:
    """The save that a table begins with: the one of the order, or that of the first game of its match."""
    if order.start is not None:
        return {key: value for key, value in order.start.items() if key != "ruleset"}
    if order.match is None:
        return None
    try:
        return first_start(order.match, order.rules, _names(order), new_seed())
    except (RuleFault, ValueError) as error:
        raise Refused("bad", f"No game can be begun like that: {error}") from error


def table_like(
    row: TableRow, seats: Sequence[SeatRow], rules: Ruleset, id_: str, now: float, start: Mapping[str, Any] | None
) -> NewTable:
    """A table of the same rules and people, whose links go over, for a game from the start; in a match they sit as in `start`."""
    options = {name: value for name, value in row.options.items() if name not in ("rematch", "broken")}
    made = replace(row, id=id_, options=options, made=now, touched=now)
    made = replace(made, status="open", revision=0, changes=0, start=start, asked=None, deadline=None)
    names = rules.seating(row.options["players"]) if start is None else start["players"]
    full = _full_clock(row.options["clock"])
    kept = [replace(seat, table=id_, left_ms=full, seen=now, wanted=False, **_back(seat)) for seat in seats]
    if start is not None:
        kept.sort(key=lambda seat: names.index(seat.name))
    again = [replace(seat, number=number, name=name) for number, (seat, name) in enumerate(zip(kept, names, strict=False))]
    return NewTable(made, again, new_seed(), {}, None)


def _full_clock(options: Mapping[str, Any] | None) -> int | None:
    pace = Clock.from_options(options)
    return pace.full() if pace is not None else None


def _back(seat: SeatRow) -> dict[str, Any]:
    """A seat that a bot has kept for somebody is theirs again."""
    return {"absent": False, "policy": None} if seat.absent else {}


def seats_from_save(save: Mapping[str, Any], rules: Ruleset) -> list[SeatOrder]:
    """Those who played a saved game: whoever opens it takes the first seat that was a person's."""
    names = save["players"][: len(save["players"]) - len(rules.automata)]
    labels = save.get("labels", save["players"])
    policies = save.get("policies", [HUMAN] * len(names))
    orders: list[SeatOrder] = []
    for name, label, policy in zip(names, labels, policies, strict=False):
        called = label[:LONGEST_LABEL] if label != name else ""
        if policy == HUMAN:
            orders.append(SeatOrder("person", called, mine=not any(order.mine for order in orders)))
        else:
            orders.append(SeatOrder("bot", called, policy))
    return orders


def new_seed() -> int:
    """A seed for a game that nobody can foretell."""
    return secrets.randbits(62)


def usual_wishes(rules: Ruleset) -> list[str]:
    return [wish.name for wish in load_wishes(rules).offered if wish.holds]


def _names(order: TableOrder) -> Sequence[str]:
    """The names of people's seats."""
    rules, count = order.rules, len(order.seats) + len(order.rules.automata)
    if not rules.fewest_players <= count <= rules.most_players:
        raise Refused("bad", f"{rules.title} is for {rules.fewest_players} to {rules.most_players} players, not {count}.")
    names = rules.seating(count) if order.start is None else order.start.get("players", ())
    if len(names) != count:
        raise Refused("bad", f"The saved game is one of {len(names)} players, not of {count}.")
    return names[: len(order.seats)]
