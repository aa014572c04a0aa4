"""Layers upon the garden, case by case: `stacks/*.txt` have their texts, and what comes of them.

A case begins with `== ` and a sentence; what stands before the first one behind `%%` belongs to all that follow. Its lines:

    a: change constant prize = 7     the rules of a layer; lines below it that are set in go on with them
    b after a: …                     as its manifest says; `before`, `requires` likewise, and anything as `b {conflicts: [a]}: …`
    base: 1 coin => 2 coin           what stands otherwise in the garden
    base+: seal score "so it is"     what stands below it
    E0501 there is no `prise` …      what is told, in this order, in these words if there are any
      at: the line // another        where, all lines or the first
      help: did you mean `prize`?    how to mend it, or how that begins
      still: E0522                   what is told if that is done
    players 2                        how many play, else one
    > rest | take meadow             options that are taken one after the other
    ? rest | take meadow             the options there are then
    ~ take meadow: why not           why an option is none
    = coin: 8; .rows.path.size: 3    what the first player holds, what is read, what the rules have

Where nothing is told, there is nothing wrong; where something is done, nothing but what may be doubtful. Two layers without an order are given in both orders, which have to be
one game, and an order that is advised has to mend what is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import caylus
import pytest
import yaml

from .garden import BASE, Found, Variant, check, check_again, ids, list_holdings, load_again, write

STACKS = Path(__file__).with_name("stacks")
LAYER = re.compile(r"([a-d])(?: (after|before|requires) ([a-d]))?(?: (\{.*\}))?:(?: (.*))?")
ADVICE = re.compile(r"to let `\w` decide, write `(after|before): \[(\w)\]`")
OWNER = re.compile(r"into the manifest of `(\w)`")
TOLD = re.compile(r"([EW]\d{4})(?: (.*))?")


class Told(NamedTuple):
    """A fault as a case has it."""

    code: str
    message: str
    lines: tuple[str, ...] = ()
    help: str = ""
    still: str = ""


class Case(NamedTuple):
    """The garden, its layers, what is told of them, and what is done and seen then."""

    base: str
    layers: dict[str, Variant]
    players: int
    told: list[Told]
    steps: list[tuple[str, str]]


def read_cases() -> Iterator[tuple[str, list[str]]]:
    for path in sorted(STACKS.glob("*.txt")):
        for part in path.read_text("utf-8").split("\n%%\n")[1:]:
            shared, *cases = f"\n{part}".split("\n== ")
            for case in cases:
                name, *lines = case.splitlines()
                yield f"{path.stem}: {name}", [*shared.splitlines(), *lines]


CASES = dict(read_cases())
assert len(CASES) == len([*read_cases()]), "two cases have one name"


def read_case(lines: list[str]) -> Case:
    case = Case(BASE, {}, 1, [], [])
    layer = ""
    for line in lines:
        word, _, rest = line.partition(" ")
        if not line or line.startswith("--"):
            continue
        if line.startswith("  at: "):
            case.told[-1] = case.told[-1]._replace(lines=tuple(line[6:].split(" // ")))
        elif line.startswith(("  help: ", "  still: ")):
            what, _, rest = line.strip().partition(": ")
            case.told[-1] = case.told[-1]._replace(**{what: rest})
        elif line.startswith("  "):
            case.layers[layer] = Variant(f"{case.layers[layer].rules}\n{line[2:]}".strip("\n"), case.layers[layer].manifest)
        elif word == "base:":
            old, new = re.split(" => ?", rest.replace("\\n", "\n"))
            assert old in case.base, old
            case = case._replace(base=case.base.replace(old, new))
        elif word == "base+:":
            case = case._replace(base=f"{case.base}{rest}\n")
        elif word == "players":
            case = case._replace(players=int(rest))
        elif found := LAYER.fullmatch(line):
            layer = found[1]
            manifest = {found[2]: [found[3]]} if found[2] else yaml.safe_load(found[4] or "{}")
            case.layers[layer] = Variant(found[5] or "", manifest)
        elif found := TOLD.fullmatch(line):
            case.told.append(Told(found[1], found[2] or ""))
        else:
            assert word in (">", "?", "~", "="), line
            case.steps.append((word, rest))
    return case


def check_told(told: list[Told], found: list[Found]) -> None:
    assert [one.code for one in found] == [one.code for one in told], found
    for wanted, one in zip(told, found, strict=True):
        assert one.message == wanted.message or not wanted.message, one.message
        assert one.lines[: len(wanted.lines)] == wanted.lines, one.lines
        assert one.help.startswith(wanted.help), one.help


def _case(number: int, name: str) -> object:
    """Of the cases that are played in both orders, two thirds wait for the night."""
    marks = () if not name.startswith("together") else pytest.mark.nightly if number % 3 else pytest.mark.slow
    return pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", [_case(number, name) for number, name in enumerate(CASES)])
def test_layers_make_of_the_garden_what_they_say(name: str, tmp_path: Path) -> None:
    case = read_case(CASES[name])
    write(tmp_path, base=case.base, **case.layers)
    is_played_alone = case.steps and not case.told and len(case.layers) < 2  # who plays it finds the errors
    found = [] if is_played_alone else check_again(tmp_path, list(case.layers))
    check_told(case.told, found if case.told or not case.steps else [one for one in found if one.code.startswith("E")])
    orders = [list(case.layers), list(case.layers)[::-1]]
    if len(case.layers) > 1 and not any(layer.manifest for layer in case.layers.values()):
        assert check_again(tmp_path, orders[1]) == found
        assert case.told or len({play_to_end(load_again(tmp_path, order)) for order in orders}) == 1
    for key, other in ADVICE.findall(advice := found[0].help if found else ""):
        (owner,) = OWNER.findall(advice)
        ordered = case.layers | {owner: Variant(case.layers[owner].rules, {key: [other]})}
        mended = check(tmp_path / key, base=case.base, **ordered)
        assert [one.code for one in mended if one.code.startswith("E")] == [one.still for one in case.told if one.still], mended
    if not case.steps:
        return
    rules = load_again(tmp_path, list(case.layers))
    game = rules.new_game(case.players)
    for sign, text in case.steps:
        if sign == ">":
            for option in text.split(" | "):
                game.choose(option)
        elif sign == "?":
            assert (offered := " | ".join(ids(game))) == text, offered
        elif sign == "~":
            id_, _, reasons = text.partition(": ")
            assert game.decision is not None
            assert (told := " | ".join(reason.text for reason in game.decision.why_not(id_))) == reasons, told
        else:
            for part in text.split("; "):
                what, _, value = part.partition(": ")
                assert (read := render_value(read_value(game, what))) == value, f"{what} is {read}"


def play_to_end(rules: caylus.Ruleset) -> str:
    """What lies on the table when two have always taken the last option."""
    game = rules.new_game(2, seed=3)
    while game.moves:
        game.play(len(game.moves) - 1)
    return game.digest()


def read_value(game: Any, name: str) -> Any:
    if name == "prompt":
        return game.decision.prompt
    if name in {resource.name for resource in game.rules.model.resources}:
        return list_holdings(game).get(name, 0)
    if not name.startswith("."):
        return game.read(name)
    value = game.rules.model
    for part in name[1:].split("."):
        if isinstance(value, dict):
            value = value[part]
        elif isinstance(value, list | tuple):
            value = next(one for one in value if one.name == part)
        else:
            value = getattr(value, part)
    return value


def render_value(value: Any) -> str:
    if isinstance(value, list | tuple | dict):
        return ", ".join(map(render_value, value))
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    return str(getattr(value, "name", value))
