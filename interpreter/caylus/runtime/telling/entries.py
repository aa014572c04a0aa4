"""Describe one entry of a log as data, for a reader who may not see everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.model.components import DECLINE

from .move_text import Wording

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.english import Ground, Offer

    from ..names import Names
    from ..running.call_stack import Bound
    from ..running.machine import Errand, Move
    from ..viewing.visibility import Sight


class Told(NamedTuple):
    """`player` is whom it befell, by number; `bound` are the variables of which it tells besides those of the rules in flight."""

    player: int | None
    data: dict[str, Any]
    bound: Sequence[Bound] = ()


def is_told(sight: Sight, kind: str, data: Sequence[Any]) -> bool:
    """Return whether the reader is told that it has happened at all."""
    match kind:
        case "gain" | "pay" | "lose":
            return sight.visible_amount(data[0], data[1]) != 0
        case "short":
            return sight.open_amount(data[1]) != 0
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
            return Told(data[0], {"amounts": sight.names.amounts(sight.visible_amount(*data))})
        case "short":
            return Told(data[0], {"amounts": sight.names.amounts(sight.open_amount(data[1]))})
        case "choice" | "ready" | "lapse":
            return _choice_event(sight, kind, stack[-1], *data)
        case "unable":
            return _unable(sight, stack[-1], *data)
        case "draw":
            return Told(None, {"order": [sight.names.name_drawn(data[0], i) for i in data[1]]})
        case "set":
            return _set(sight, *data)
        case "list":
            return _list_event(sight, data[0], data[1], _sees(sight, data[0]))
        case "put":
            return _put(sight, *data)
        case "reveal":
            return _reveal_event(sight, *data)
    return Told(None, {"words": data[0]} if data[0] else {})


def _sees(sight: Sight, slot: int) -> bool:
    """Return whether what lies in a slot of the state is shown to the reader."""
    thing, of, _ = sight.names.layout.things_by_slot[slot]
    return sight.sees(thing, of)


def _comes_or_goes(names: Names, slot: int, new: int, old: int) -> bool:
    """Return whether there is an object where there was none, or the other way round."""
    thing, _, _ = names.layout.things_by_slot[slot]
    return thing.holds is not None and (new < 0) != (old < 0)


# ---- who chose what


def _choice_event(
    sight: Sight, kind: str, frame: Sequence[Any], player: int, id_: str, offer: Offer, move: Move, *grounds: Ground | Errand
) -> Told:
    said = Wording(sight.names.program, sight.names, sight.s, frame, player)
    tells = sight.choices(player, said.at, move) if kind != "ready" or sight.beforehand(player) else None
    if tells is None:
        return Told(player, {"option": None})
    option, picked, _ = said.parts(move)
    variables = option.variables if option is not None else ()
    known = [(variable, i) for variable, i, is_known in zip(variables, picked, tells, strict=True) if is_known]
    name = option.name if option is not None else DECLINE
    data: dict[str, Any] = {"option": id_ if sight.whole(player, said.at, move) else name, "name": name, "offer": offer}
    if not (all(tells) and sight.options(player, said.at)):
        data["offer"], grounds = said.partial_offer(move, tells), ()  # reasons may speak of what is hidden
    reasons = [reason for one in grounds for reason in (one()["reasons"] if callable(one) else [one])]
    told = [reason for reason in reasons if reason["kind"] != "absent" and _may_know_lack(sight, player, reason)]
    if kind == "lapse" or told:
        data["reasons"] = told
    return Told(player, data, known)


def _unable(sight: Sight, frame: Sequence[Any], player: int, find_errand: Errand) -> Told:
    asked = sight.names.program.decisions[frame[0]]
    if not (sight.question(player, asked) and sight.options(player, asked)):
        return Told(player, {})
    errand = find_errand()
    return Told(player, {**errand, "reasons": [reason for reason in errand["reasons"] if _may_know_lack(sight, player, reason)]})


def _may_know_lack(sight: Sight, player: int, reason: Ground) -> bool:
    """Return whether the reader may know how much the player holds of what is lacking, if the reason tells that."""
    by_name = sight.names.resources
    return all(sight.sees(by_name[name], player) for name in reason.get("held", ()))


# ---- what things have become, where they went, what was turned over


def _set(sight: Sight, slot: int, new: int, old: int) -> Told:
    """The new value of a state or an amount; of a sum that is kept hidden, the change."""
    names, (thing, _, _) = sight.names, sight.names.layout.things_by_slot[slot]
    if _sees(sight, slot):
        return _value(names, slot, new)
    player, data = _place(names, slot)
    if sight.counts(thing):
        return Told(player, {**data, "change": new - old})
    there = {"there": True, "kind": _kind(names, slot).name}
    return Told(player, {**data, "value": there if new >= 0 else None})


def _value(names: Names, slot: int, value: int) -> Told:
    player, data = _place(names, slot)
    return Told(player, {**data, "value": names.encode(names.layout.things_by_slot[slot][0], value)})


def _list_event(sight: Sight, slot: int, members: Sequence[int], is_seen: bool) -> Told:
    player, data = _place(sight.names, slot)
    return Told(player, {**data, **_members(sight.names, slot, members, is_seen)})


def _put(sight: Sight, source: int, target: int, moved: Sequence[int]) -> Told:
    is_seen = _sees(sight, source) or _sees(sight, target)
    places = {"from": _place(sight.names, source)[1], "into": _place(sight.names, target)[1]}
    return Told(None, {**places, **_members(sight.names, source, moved, is_seen)})


def _reveal_event(sight: Sight, slot: int, value: int | tuple[int, ...], to: int) -> Told:
    names = sight.names
    is_seen = to < 0 or sight.seat in (None, to) or _sees(sight, slot)
    if isinstance(value, tuple):
        told = _list_event(sight, slot, value, is_seen)
    elif is_seen:
        told = _value(names, slot, value)
    else:
        told = Told(*_place(names, slot))
    return told if to < 0 else told._replace(data={**told.data, "to": names.players[to]})


def _place(names: Names, slot: int) -> tuple[int | None, dict[str, Any]]:
    """The player whose thing lies at a slot of the state, and the thing as data."""
    from caylus.model import ListState, Resource

    thing, of, keys = names.layout.things_by_slot[slot]
    if isinstance(thing, Resource):
        return of, {"state": thing.name}
    player = of if thing.owner is not None and thing.owner.is_player else None
    object_ = names.name(thing.owner, of) if thing.owner is not None else None
    if isinstance(thing, ListState):
        return player, {"object": object_, "list": thing.name}
    indices = [names.name(index, key) for index, key in zip(thing.indices, keys, strict=True)]
    return player, {
        "object": object_,
        "state": thing.name,
        "index": indices if len(indices) > 1 else indices[0] if indices else None,
    }


def _kind(names: Names, slot: int) -> m.Kind:
    """The kind of what lies in a place."""
    kind = names.layout.things_by_slot[slot][0].holds
    assert kind is not None
    return kind


def _members(names: Names, slot: int, members: Sequence[int], is_seen: bool) -> dict[str, Any]:
    """The things that are or were in a place; of those that are not seen, how many of which kind."""
    kind = _kind(names, slot)
    return {"members": [names.name(kind, i) for i in members]} if is_seen else {"size": len(members), "kind": kind.name}
