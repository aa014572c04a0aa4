"""What rules do, case by case: `plays/*.txt` have rules, what players choose, and how the table is then.

Every case is played by all engines at once, and at each decision the game is saved and copied. A case begins with `== ` and a sentence; what stands before the first one behind `%%` belongs to all that follow. Its lines:

    players 3                 how many play, else two
    each: gain 1 coin         what the game does for each player; `main: ` what it does once; other lines are rules as they stand
    > up | Ben: down          options that are taken, one after the other, by whoever is asked first or by the one named
    >> on                     the same option, or the one of a number, until the game is over
    ? up | decline            the options there are
    ~ down: it is dark        why an option is none
    = n: 5; Ann: 1 coin       what is read, or held
    ! hello | good bye        all that has been said
    x it is a flag            the check refuses the rules with these words
    * it is too much          the rules break at once, in these words
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import caylus
import pytest
from caylus.codegen.support import queue_triggers
from caylus.limits import MOST_WAITING
from caylus.runtime.saves import checksum
from reference.engines import ENGINES, Broken
from support import tiny

PLAYS = Path(__file__).with_name("plays")
SIGNS = {">": "take", ">>": "repeat", "?": "options", "~": "refusal", "=": "read", "!": "said", "x": "refused", "*": "broken"}


class Case(NamedTuple):
    """The rules, how many play, and the lines of what is done and seen then."""

    rules: str
    players: int
    steps: list[tuple[str, str]]


def read_cases() -> Iterator[tuple[str, Case]]:
    for path in sorted(PLAYS.glob("*.txt")):
        shared: list[str] = []
        for part in path.read_text("utf-8").split("\n%%\n")[1:]:
            before, *cases = f"\n{part}".split("\n== ")
            shared = [line for line in before.splitlines() if line and not line.startswith("--")]
            for case in cases:
                name, *lines = [line for line in case.splitlines() if line and not line.startswith("--")]
                yield f"{path.stem}: {name}", read_case(shared, lines)


def read_case(shared: list[str], lines: list[str]) -> Case:
    players, steps = 2, []
    own = [line.partition(":")[0] for line in lines if line.startswith(("main:", "each:"))]
    rules = [line for line in shared if not (own and line.startswith(("main:", "each:")))]
    for line in lines:
        sign, _, rest = line.partition(" ")
        if sign in SIGNS:
            steps.append((SIGNS[sign], rest))
        elif sign == "players":
            players = int(rest)
        else:
            rules.append(line)
    return Case("\n".join(map(write_main, rules)), players, steps)


def write_main(line: str) -> str:
    word, _, body = line.partition(": ")
    loop = f"for each player in players {{ {body} }}"
    return f"action main() {{ {body if word == 'main' else loop} }}" if word in ("main", "each") else line


CASES = dict(read_cases())
assert len(CASES) == len([*read_cases()]), "two cases have one name"


class Playing:
    """A game in play twice, with what can be said of it."""

    def __init__(self, case: Case) -> None:
        self.rules = tiny.rules(case.rules)
        self.plays = [engine(self.rules, case.players, 0) for engine in ENGINES.values()]
        self.game = self.plays[0].game
        self.compare()

    def compare(self) -> None:
        own, *others = [(play.contents(), [(seat, [*ids]) for seat, ids in play.asked()]) for play in self.plays]
        assert [own] * len(others) == others
        assert caylus.resume(self.game.save()) == self.game == self.game.copy()

    def take(self, options: str) -> None:
        for option in options.split(" | "):
            seat, _, id_ = option.rpartition(": ")
            self.choose(seat or self.game.waiting[0], id_)

    def choose(self, seat: str, id_: str) -> None:
        ids = dict(self.plays[0].asked())[seat]
        for play in self.plays:
            play.choose(seat, int(id_) if id_.isdecimal() else ids.index(id_))
        self.compare()

    def repeat(self, option: str) -> None:
        while self.game.waiting:
            self.choose(self.game.waiting[0], option)

    def options(self, ids: str) -> None:
        assert (offered := " | ".join(tiny.ids(self.game))) == ids, offered

    def refusal(self, text: str) -> None:
        id_, _, reasons = text.partition(": ")
        assert self.game.decision is not None
        assert " | ".join(reason.text for reason in self.game.decision.why_not(id_)) == reasons

    def read(self, text: str) -> None:
        for part in text.split("; "):
            name, _, value = part.partition(": ")
            assert (read := self.render(name)) == value, f"{name} is {read}"

    def render(self, name: str) -> str:
        if name in self.game.players:
            amounts = tiny.list_holdings(self.game, self.game.players.index(name))
            return " + ".join(f"{number} {resource}" for resource, number in amounts.items()) or "nothing"
        result = self.game.result if self.game.over else None
        if name == "result":
            return result.render(self.game.labels)
        if name == "standings":
            return ", ".join(f"{one.place} {'+'.join(one.players)} {one.score}" for one in result.standings)
        if name == "winners":
            return ", ".join(self.game.winners) or "nobody"
        return render_value(self.game.read(name))

    def said(self, texts: str) -> None:
        assert (" | ".join(event.text for event in self.game.events if event.kind == "say") or "nothing") == texts


def render_value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(render_value, value)) or "nothing"
    return (
        {True: "yes", False: "no", None: "none"}.get(value, str(value))
        if value is None or value is True or value is False
        else str(value)
    )


@pytest.mark.parametrize("name", CASES)
def test_rules_do_what_they_say(name: str) -> None:
    case = CASES[name]
    if case.steps[0][0] == "refused":
        with pytest.raises(caylus.RulesetError) as failed:
            tiny.rules(case.rules)
        assert case.steps[0][1] in [fault.message for fault in failed.value.diagnostics if fault.is_error]
        return
    if case.steps[0][0] == "broken":
        for engine in ENGINES.values():
            with pytest.raises(Broken, match=re.escape(case.steps[0][1])):
                engine(tiny.rules(case.rules), case.players, 0)
        return
    playing = Playing(case)
    for step, text in case.steps:
        getattr(playing, step)(text)
    assert playing.game.over or case.steps[-1][0] in ("options", "refusal"), "the game goes on"
    assert len({json.dumps(play.outcome()) for play in playing.plays}) == 1
    assert playing.rules.replay(playing.game.transcript()) == playing.game


def test_so_many_may_wait_and_no_more() -> None:
    stack: list[list[Any]] = [[0], [7, ((0, 0, (1,)),) * (MOST_WAITING - 1)]]
    queue_triggers(stack, 7, (1,), 0, 1)
    assert len(stack[1][1]) == MOST_WAITING
    with pytest.raises(OverflowError, match="wait for their turns"):
        queue_triggers(stack, 7, (1,), 0, 1)


def test_a_save_in_which_something_waits_that_there_is_not_is_refused() -> None:
    text = """
resource gem, coin
rule bend { after player gains gem { may gain 1 coin }, after player gains gem { may gain 2 coin } }
action main() { for each player in players { gain 1 gem } }
"""
    save = tiny.game(text, 2).save()
    queue = next(frame for frame in save["stack"] if isinstance(frame[-1], list) and frame[-1] and isinstance(frame[-1][0], list))
    assert queue[-1] == [[1, 0, [1]]]
    for forged in ([2, 0, [1]], [1, 2, [1]], [-2, 0, [1]], [1, 0, 1], [1, 0, [1 << 70]], [1, 0]):
        queue[-1] = [forged]
        with pytest.raises(caylus.RulesetError, match="E0702"):
            caylus.resume({**save, "checksum": checksum(save)})
