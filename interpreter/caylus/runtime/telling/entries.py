"""Describe one entry of a log, in words and as data, for a reader who may not see everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.diagnostics.words import as_words, with_article
from caylus.model.components import DECLINE
from caylus.payments import unpack

from .move_text import Wording

if TYPE_CHECKING:
    from caylus import model as m

    from ..names import Names
    from ..running.call_stack import Bound
    from ..running.machine import Move
    from ..viewing.visibility import Sight

_VERBS = {"gain": "gains", "pay": "pays", "lose": "loses"}


class Told(NamedTuple):
    """`player` is whom it befell, by number; `bound` are the variables of which it tells besides those of the rules in flight."""

    text: str
    player: int | None
    data: dict[str, Any]
    bound: Sequence[Bound] = ()


def is_told(sight: Sight, kind: str, data: Sequence[Any]) -> bool:
    """Return whether the reader is told that it has happened at all."""
    match kind:
        case "gain" | "pay" | "lose":
            return sight.visible_amount(data[0], data[1]) != 0
        case "set":
            return (
                _sees(sight, data[0])
                or sight.counts(sight.names.layout.things_by_slot[data[0]][0])
                or _comes_or_goes(sight.names, *data)
            )
        case "list":
            return _sees(sight, data[0]) or len(data[1]) != len(data[2])
        case "draw":
            return sight.hears_draws()
    return True


def tell(sight: Sight, kind: str, stack: Sequence[Any], data: Sequence[Any]) -> Told:
    """Describe an entry. `stack` are the frames in flight."""
    match kind:
        case "gain" | "pay" | "lose":
            return _transfer_event(sight, _VERBS[kind], *data)
        case "choice" | "ready" | "lapse":
            return _choice_event(sight, kind, stack[-1], *data)
        case "unable":
            return _unable(sight, stack[-1], *data)
        case "draw":
            return _draw_event(sight.names, *data)
        case "set":
            return _set(sight, *data)
        case "list":
            return _list_event(sight, data[0], data[1], _sees(sight, data[0]))
        case "put":
            return _put(sight, *data)
        case "reveal":
            return _reveal_event(sight, *data)
        case "end":
            return Told(f"the game is over: {data[0]}" if data[0] else "the game is over", None, {})
    return Told(data[0], None, {})


def _sees(sight: Sight, slot: int) -> bool:
    """Return whether what lies in a slot of the state is shown to the reader."""
    thing, of, _ = sight.names.layout.things_by_slot[slot]
    return sight.sees(thing, of)


def _comes_or_goes(names: Names, slot: int, new: int, old: int) -> bool:
    """Return whether there is an object where there was none, or the other way round."""
    thing, _, _ = names.layout.things_by_slot[slot]
    return thing.holds is not None and (new < 0) != (old < 0)


# ---- who chose, drew and gained what


def _transfer_event(sight: Sight, verb: str, player: int, way: int) -> Told:
    names, seen = sight.names, sight.visible_amount(player, way)
    amounts = {names.components.resources[i].name: n for i, n in unpack(seen)}
    return Told(f"{names.labels[player]} {verb} {names.amounts(seen)}", player, {"amounts": amounts})


def _choice_event(
    sight: Sight, kind: str, frame: Sequence[Any], player: int, id_: str, text: str, move: Move, *reasons: str
) -> Told:
    label = sight.names.labels[player]
    if kind == "ready":
        label = f"{label} has chosen"
        if not sight.beforehand(player):
            return Told(label, player, {"option": None})
    said = Wording(sight.names.program, sight.names, sight.s, frame, player)
    tells = sight.choices(player, said.at, move)
    if tells is None:
        told = "has chosen in secret what comes to nothing" if kind == "lapse" else "chooses in secret"
        return Told(f"{label} {told}", player, {"option": None})
    option, picked, _ = said.parts(move)
    variables = option.variables if option is not None else ()
    known = [(variable, i) for variable, i, is_known in zip(variables, picked, tells, strict=True) if is_known]
    name = option.name if option is not None else DECLINE
    data: dict[str, Any] = {"option": id_ if sight.whole(player, said.at, move) else name}
    if not (all(tells) and sight.options(player, said.at)):
        text, reasons = said.partial_text(move, tells), ()  # reasons may speak of what is hidden
    if kind == "lapse":
        text += f" comes to nothing ({'; '.join(reasons)})" if reasons else " comes to nothing"
        data["reasons"] = [*reasons]
    return Told(f"{label}: {text}", player, data, known)


def _unable(sight: Sight, frame: Sequence[Any], player: int, errand: str) -> Told:
    asked = sight.names.program.decisions[frame[0]]
    told = errand if sight.question(player, asked) and sight.options(player, asked) else asked.site.title
    is_done = told != asked.site.title and not told.endswith("?")  # a title names something, and a question asks
    words = f"cannot {told[:1].lower()}{told[1:]}" if is_done else f"has nothing to choose: {told}"
    return Told(f"{sight.names.labels[player]} {words}", player, {"errand": told})


def _draw_event(names: Names, kind: str, drawn: Sequence[int]) -> Told:
    called = [names.label_or_name(names.components.kinds[kind], i) if kind else i for i in drawn]
    return Told(f"drawn: {', '.join(map(str, called))}", None, {"order": [names.name_drawn(kind, i) for i in drawn]})


# ---- what things have become, where they went, what was turned over


def _set(sight: Sight, slot: int, new: int, old: int) -> Told:
    """The new value of a state or an amount; of a sum that is kept hidden, the change."""
    names, (thing, _, _) = sight.names, sight.names.layout.things_by_slot[slot]
    name, player, data = _place(names, slot)
    if _sees(sight, slot):
        return _value(names, slot, new)
    if sight.counts(thing):
        return Told(f"{name}: {new - old:+}", player, {**data, "change": new - old})
    there = _so_many(names, slot, 1) if new >= 0 else "none"
    return Told(f"{name}: {there}", player, {**data, "value": {"there": True} if new >= 0 else None})


def _value(names: Names, slot: int, value: int) -> Told:
    name, player, data = _place(names, slot)
    thing = names.layout.things_by_slot[slot][0]
    held = names.label_or_name(thing.holds, value) if thing.holds is not None else names.encode(thing, value)
    return Told(f"{name}: {_plain(held)}", player, {**data, "value": names.encode(thing, value)})


def _list_event(sight: Sight, slot: int, members: Sequence[int], is_seen: bool) -> Told:
    names = sight.names
    name, player, data = _place(names, slot)
    if is_seen:
        called = ", ".join(_labels_at(names, slot, members))
        return Told(f"{name}: {called or 'empty'}", player, {**data, "members": _names_at(names, slot, members)})
    return Told(f"{name}: {_so_many(names, slot, len(members))}", player, {**data, "size": len(members)})


def _put(sight: Sight, source: int, target: int, moved: Sequence[int]) -> Told:
    names = sight.names
    data: dict[str, Any] = {"from": _place(names, source)[0], "into": _place(names, target)[0]}
    if _sees(sight, source) or _sees(sight, target):
        what = ", ".join(_labels_at(names, source, moved))
        data["members"] = _names_at(names, source, moved)
    else:
        what = _so_many(names, source, len(moved))
        data["size"] = len(moved)
    return Told(f"{what}: from {data['from']} into {data['into']}", None, data)


def _reveal_event(sight: Sight, slot: int, value: int | tuple[int, ...], to: int) -> Told:
    names = sight.names
    is_seen = to < 0 or sight.seat in (None, to) or _sees(sight, slot)
    if isinstance(value, tuple):
        told = _list_event(sight, slot, value, is_seen)
    elif is_seen:
        told = _value(names, slot, value)
    else:
        name, player, data = _place(names, slot)
        told = Told(name, player, data)
    if to < 0:
        return told._replace(text=f"{told.text} (revealed)")
    return told._replace(text=f"{told.text} (shown to {names.labels[to]})", data={**told.data, "to": names.players[to]})


def _place(names: Names, slot: int) -> tuple[str, int | None, dict[str, Any]]:
    """The title of a thing, the player whose it is, and the same as data."""
    from caylus.model import ListState, Resource

    thing, of, keys = names.layout.things_by_slot[slot]
    if isinstance(thing, Resource):
        return f"{names.labels[of]}'s {thing.title}", of, {"state": thing.name}
    player = of if thing.owner is not None and thing.owner.is_player else None
    owner = names.label_or_name(thing.owner, of) if thing.owner is not None else None
    if isinstance(thing, ListState):
        name = ".".join(filter(None, (owner, thing.name)))
        return name, player, {"list": name}
    called = ", ".join(names.label_or_name(index, key) or "" for index, key in zip(thing.indices, keys, strict=True))
    indices = [names.name(index, key) for index, key in zip(thing.indices, keys, strict=True)]
    object_ = names.name(thing.owner, of) if thing.owner is not None else None
    data = {"object": object_, "state": thing.name, "index": indices if len(indices) > 1 else indices[0] if indices else None}
    return ".".join(filter(None, (owner, thing.name))) + (f"[{called}]" if called else ""), player, data


def _kind(names: Names, slot: int) -> m.Kind:
    """The kind of what lies in a place."""
    kind = names.layout.things_by_slot[slot][0].holds
    assert kind is not None
    return kind


def _labels_at(names: Names, slot: int, members: Sequence[int]) -> list[str]:
    """The labels of the things in a place."""
    kind = _kind(names, slot)
    return [names.label_or_name(kind, i) or "none" for i in members]


def _names_at(names: Names, slot: int, members: Sequence[int]) -> list[str | None]:
    kind = _kind(names, slot)
    return [names.name(kind, i) for i in members]


def _so_many(names: Names, slot: int, count: int) -> str:
    """Return how many things of their kind: `a card`, `4 cards`."""
    kind = _kind(names, slot)
    return with_article(as_words(kind.name)) if count == 1 else f"{count} {as_words(kind.plural)}"


def _plain(value: object) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
