"""Compare the table that a scenario describes with a view of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from caylus_tools.common.games import collect_rows


def differences(wanted: Mapping[str, Any], view: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each part of `wanted` that the view has otherwise: the keys that lead to it, and what differs. The view may hold more."""
    yield from _compare(wanted, values_by_name(view), ())


def values_by_name(view: Mapping[str, Any]) -> dict[str, Any]:
    """All that a scenario can name: players, states and lists of the table, members of rows, objects."""
    found: dict[str, Any] = {**view["table"], **view["lists"]}
    found.update({player["name"]: {**player["resources"], **player["state"], **player["lists"]} for player in view["players"]})
    for members in collect_rows(view).values():
        found.update({member["name"]: member for member in members})
    for objects in view["objects"].values():
        found.update(objects)
    return found


def _compare(wanted: Any, found: Any, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for key, value in wanted.items():
            if key in found:
                yield from _compare(value, found[key], (*keys, key))
            else:
                yield (*keys, key), f"there is no {', '.join((*keys, key))}"
    elif wanted != found or isinstance(wanted, bool) is not isinstance(found, bool):
        yield keys, f"{', '.join(keys)} is {_printable(found)}, expected {_printable(wanted)}"


def _printable(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_printable(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_printable, value)) + "]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
