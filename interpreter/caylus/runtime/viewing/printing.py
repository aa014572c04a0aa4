"""Games and decisions for people at a prompt or in a notebook: plain tables, as the manifest says, in text or in HTML.

Clients draw their own tables from views; these are for looking into things.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.panels import ListPanel, ObjectsPanel, Panel, PlayersPanel, RowPanel, read_panel

if TYPE_CHECKING:
    from ..names import Names


class Table(NamedTuple):
    """The titles of the columns, and the rows; the first column says what a row is about."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables(view: Mapping[str, Any], panels: Sequence[Panel], names: Names) -> Iterator[Table]:
    """The tables of a view for the panels of a manifest; of everything, for a manifest that has none."""
    single = {**view["table"], **view["lists"]}
    for panel in panels or _all(view):
        match panel:
            case RowPanel(row=row, show=show, markers=markers):
                own = [row, *(f"{p['name']} {row}" for p in view["players"])]
                yield from (_row(view, name, show, markers) for name in own if name in _rows(view))
            case ListPanel(names=listed):
                yield Table(["list", "members"], [[name, _text(single[name])] for name in listed if name in single])
            case ObjectsPanel(kind=kind, show=show) if kind in names.components.kinds:
                states = {n: s for objects in view["objects"].values() for n, s in objects.items()}
                members = {o.name: states[o.name] for o in names.components.kinds[kind].objects if o.name in states}
                held = list(dict.fromkeys(key for holds in members.values() for key in holds))
                yield _table(kind, held if show is None else show, members)
            case PlayersPanel(columns=columns):
                holders = {_player_label(p): {**p["resources"], **p["state"], **p["lists"]} for p in view["players"]}
                shown = [name for name in columns if any(name in holds for holds in holders.values())]
                yield _table("players", shown, holders)
            case _:
                pass


def _rows(view: Mapping[str, Any]) -> dict[str, Any]:
    """The rows of the table by name, then those of each player by the player's and theirs."""
    of_players = {f"{player['name']} {name}": row for player in view["players"] for name, row in player["rows"].items()}
    return {**view["rows"], **of_players}


def _all(view: Mapping[str, Any]) -> Iterator[Panel]:
    yield from (read_panel({"row": name}) for name in _rows(view))
    if view["lists"]:
        yield ListPanel(tuple(view["lists"]))
    yield PlayersPanel((*view["players"][0]["resources"], *view["players"][0]["state"]))


def _row(view: Mapping[str, Any], name: str, wanted: Sequence[str] | None, markers: Collection[str]) -> Table:
    """A row, and which markers of the table stand where, by name or by number. Members with nothing on them are left out."""
    shown = {}
    members = _rows(view)[name]
    show = [key for key in (wanted if wanted is not None else members[0] if members else ()) if key != "name"]
    for number, member in enumerate(members, 1):
        here = [m for m in markers if view["table"].get(m) in (number, member["name"])]
        states = {**{key: member.get(key) for key in show}, **({"markers": here} if markers else {})}
        if any(value not in (None, False, 0, []) for value in states.values()):
            shown[member["name"]] = states
    return _table(name, [*show, *(["markers"] if markers else [])], shown)


def _table(title: str, keys: Sequence[str], things: Mapping[str, Mapping[str, Any]]) -> Table:
    return Table([title, *keys], [[name, *(_text(states.get(key)) for key in keys)] for name, states in things.items()])


def _player_label(player: Mapping[str, Any]) -> str:
    """A label with the seat, by which the other tables speak of the player."""
    name, label = player["name"], player["label"]
    return name if name == label else f"{label} ({name})"


def _text(value: Any) -> str:
    if value is None or value == []:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        if any(map(_is_row, value.values())):  # of a map only what lies somewhere
            rows = {key: {other: item for other, item in row.items() if item} for key, row in value.items()}
            return ", ".join(f"{key} ({_text(row)})" for key, row in rows.items() if row) or "-"
        return ", ".join(f"{key} {_text(item)}" for key, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _is_row(value: Any) -> bool:
    """Return whether it is what a state that is kept for several things holds for one of the first."""
    return isinstance(value, Mapping) and value != {"there": True}


def render_text(shown: Iterable[Table]) -> str:
    return "\n\n".join("\n".join(_lines([table.columns, *table.rows])) for table in shown)


def _lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def render_html(shown: Iterable[Table]) -> str:
    return "".join(_html(table) for table in shown)


def _html(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
