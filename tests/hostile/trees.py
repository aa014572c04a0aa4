"""Values of JSON and YAML spoilt by chance: the text stays well-formed, what it says does not."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from .spoiling import NUMBERS, ODD

Way = tuple[str | int, ...]
NUMBERS_AROUND = (-(2**70), -1000, -2, -1, 0, 1, 2, 3, 5, 12, 99, 999, 2**31, 2**32, 2**63, 2**64, 2**160, 10**300)


def spoilt_tree(random: Random, data: Any) -> Any:
    """The data with one to three values changed, left out, doubled, exchanged or wrapped in others."""
    data = copy.deepcopy(data)
    for _ in range(random.choice((1, 1, 2, 3))):
        ways = _ways(data)
        if ways:
            _accident(random, data, random.choice(ways), random.choice(ways))
    return data


def _ways(value: Any, way: Way = ()) -> list[Way]:
    """The ways to every value inside a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in inner for found in [(*way, key), *_ways(item, (*way, key))]]


def _accident(random: Random, data: Any, way: Way, other: Way) -> None:
    holder, last = _value_at(data, way[:-1]), way[-1]
    match random.randrange(8):
        case 0:
            holder[last] = random.choice(NUMBERS_AROUND)
        case 1:
            holder[last] = random.choice((None, True, False, "", [], {}, [[]], "x", "none", "yes", *NUMBERS, *ODD))
        case 2:
            del holder[last]
        case 3 if isinstance(holder, list):
            holder.insert(random.randint(0, len(holder)), copy.deepcopy(holder[last]))
        case 4 if isinstance(holder, list):
            at = random.randrange(len(holder))
            holder[last], holder[at] = holder[at], holder[last]
        case 4 | 5:
            holder[last] = copy.deepcopy(_value_at(data, other))
        case 6 if isinstance(holder, dict):
            name = random.choice([way[-1] for way in _ways(data) if isinstance(way[-1], str)])
            holder[name] = holder.pop(last)
        case 7:
            for _ in range(random.choice((1, 2, 40))):
                holder[last] = random.choice(([holder[last]], {"a": holder[last]}))
        case _:
            holder[last] = [holder[last]] * random.choice((0, 2, 1000))


def _value_at(data: Any, way: Way) -> Any:
    for key in way:
        data = data[key]
    return data
