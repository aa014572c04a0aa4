"""Games and decisions for people at a prompt or in a notebook: plain tables, as the manifest says, in text or in HTML.

Clients draw their own tables from views; these are for looking into things.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .names import Names


class Table(NamedTuple):
    """What the columns are called, and the rows; the first column says what a row is about."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables(view: Mapping[str, Any], panels: Sequence[Mapping[str, Any]] | None, names: Names) -> Iterator[Table]:
    """What a view shows of the panels of a manifest; of everything, for a manifest that has none."""
    single = {**view["table"], **view["lists"]}
    for panel in _all(view) if panels is None else panels:
        if "row" in panel:
            own = [panel["row"], *(f"{p['name']} {panel['row']}" for p in view["players"])]
            yield from (_row(view, {**panel, "row": name}) for name in own if name in _rows(view))
        elif "list" in panel:
            yield Table(["list", "members"], [[name, _text(single[name])] for name in panel["list"] if name in single])
        elif panel.get("objects") in names.components.kinds:
            states = {n: s for objects in view["objects"].values() for n, s in objects.items()}
            members = {o.name: states[o.name] for o in names.components.kinds[panel["objects"]].objects if o.name in states}
            held = list(dict.fromkeys(key for holds in members.values() for key in holds))
            yield _table(panel["objects"], panel.get("show", held), members)
        elif "players" in panel:
            holders = {_called(p): {**p["resources"], **p["state"], **p["lists"]} for p in view["players"]}
            yield _table(
                "players", [name for name in panel["players"] if any(name in holds for holds in holders.values())], holders
            )


def _rows(view: Mapping[str, Any]) -> dict[str, Any]:
    """The rows of the table by name, then those of each player by the player's and theirs."""
    of_players = {f"{player['name']} {name}": row for player in view["players"] for name, row in player["rows"].items()}
    return {**view["rows"], **of_players}


def _all(view: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, members in _rows(view).items():
        yield {"row": name, "show": [key for key in members[0] if key != "name"]}
    if view["lists"]:
        yield {"list": list(view["lists"])}
    yield {"players": [*view["players"][0]["resources"], *view["players"][0]["state"]]}


def _row(view: Mapping[str, Any], panel: Mapping[str, Any]) -> Table:
    """A row, and which markers of the table stand where, by name or by number. Members with nothing on them are left out."""
    shown = {}
    members = _rows(view)[panel["row"]]
    show = [key for key in panel.get("show", members[0] if members else ()) if key != "name"]
    for number, member in enumerate(members, 1):
        here = [m for m in panel.get("markers", ()) if view["table"].get(m) in (number, member["name"])]
        states = {**{key: member.get(key) for key in show}, **({"markers": here} if "markers" in panel else {})}
        if any(value not in (None, False, 0, []) for value in states.values()):
            shown[member["name"]] = states
    return _table(panel["row"], [*show, *(["markers"] if "markers" in panel else [])], shown)


def _table(title: str, keys: Sequence[str], things: Mapping[str, Mapping[str, Any]]) -> Table:
    return Table([title, *keys], [[name, *(_text(states.get(key)) for key in keys)] for name, states in things.items()])


def _called(player: Mapping[str, Any]) -> str:
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
    """Whether it is what a state that is kept for several things holds for one of the first."""
    return isinstance(value, Mapping) and value != {"there": True}


def in_text(shown: Iterable[Table]) -> str:
    return "\n\n".join("\n".join(_lines([table.columns, *table.rows])) for table in shown)


def _lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def in_html(shown: Iterable[Table]) -> str:
    return "".join(_html(table) for table in shown)


def _html(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
