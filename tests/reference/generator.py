"""Random rulesets as texts, well-typed, with every sort of statement and formula: the same for the same number.

What they define is always the same; the values, the rules and the attachments are drawn from `productions.txt`. A few are refused by
the check, for reasons that no grammar knows (an amount below 0, a secret): such a number has no ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import caylus
from caylus.loading import library
from support.texts import read_rules

PRODUCTIONS = Path(__file__).with_name("productions.txt")
MANIFEST = """\
name: made
title: Made
version: 1.0.0
language: 1
seats: [Ann, Ben, Cem, Dot]
rules: [made.rules]
"""

DEFINITIONS = read_rules(__file__, "generator")

SAMPLE = {"number": "set sampled to (sampled * 3 + {}) % 997", "flag": "if {} {{ set sampled to (sampled + 1) % 997 }}"}
SAMPLED = 6
"""Formulas of each sort that `sample` works out."""
TILES = ("inn", "barn", "mill", "shop", "hut")
ACTIONS: Sequence[tuple[str, ...]] = (("player",), ("tile", "number"), ("player", "site"))
"""The parameters of the actions, by number. An action does only those after it."""
VALUES: Sequence[tuple[str, tuple[str, ...]]] = (
    ("number", ("player",)),
    ("flag", ("player", "tile")),
    ("payment", ("tile",)),
    ("player", ("number",)),
    ("tiles", ("player",)),
    ("number", ("player", "site")),
    ("flag", ("site",)),
    ("payment", ("player", "payment")),
    ("site", ()),
    ("number", ("players",)),
    ("number", ("number",)),
)
"""The results and the parameters of the values, by number; the flags are conditions. A value uses only those before it."""

_TAG = re.compile(r"@(\w+) |\+ ")
_KINDS_OF = {"tile": ("tile", "lodge"), "resource": ("resource", "spice")}


class Production(NamedTuple):
    """A way to write something: what there has to be, whether it needs room inside, and the text."""

    needs: frozenset[str]
    is_deep: bool
    text: str


@cache
def read_productions() -> Mapping[str, Sequence[Production]]:
    """The productions by the sort of what they write."""
    found: dict[str, list[Production]] = {}
    for section in re.split(r"^== ", PRODUCTIONS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        sort, text = section.removesuffix("\n\n").split("\n", 1)
        lines = [line for line in text.removesuffix("\n").split("\n") if not line.startswith("--")]
        for line in lines:
            tags = re.match(r"(?:@\w+ |\+ )*", line)
            assert tags is not None
            needs = frozenset(re.findall(r"@(\w+)", tags[0]))
            found.setdefault(sort, []).append(Production(needs, "+" in tags[0], line[tags.end() :]))
    return found


class Unavailable(Exception):
    """There is no variable, value or action of the sort that a production needs."""


class Writer:
    """Writes one ruleset. `scope` holds the variables by sort, `there` what productions may need.

    `level` is how many statements may still be inside one another; `values` and `actions` are how many values may be used, and the
    first action that may be done.
    """

    def __init__(self, seed: int) -> None:
        self.draw = Random(seed)
        self.scope: dict[str, list[str]] = {}
        self.there = {"gain", "do"}
        self.there |= {"big"} if self.draw.random() < 0.08 else set()
        self.there |= {"seat"} if self.draw.random() < 0.3 else set()
        self.variables = 0
        self.level = 0
        self.values = 0
        self.actions = 0
        self.options: list[str] = []
        self.used_options: set[str] = set()
        self.created: list[tuple[str, str]] = []

    # ---- making things up

    def make(self, sort: str, depth: int = 2) -> str:
        """A thing of a sort, with things inside it at most so deep."""
        known = [name for kind in _KINDS_OF.get(sort, (sort,)) for name in self.scope.get(kind.removeprefix("atom "), ())]
        if known and self.draw.random() < 0.4:
            return self.draw.choice(known)
        there = self.there | ({"player"} if "player" in self.scope.get("player", ()) else set())
        fitting = [one for one in read_productions()[sort] if one.needs <= there and not (one.is_deep and depth <= 0)]
        deep = [one for one in fitting if one.is_deep]
        if sort == "statement" and deep and self.draw.random() < 0.6:  # else most statements would have none inside
            fitting = deep
        while fitting:
            production = self.draw.choice(fitting)
            created: list[tuple[str, str]] = []
            try:
                with self.inside():
                    written = self.fill(production.text, depth, created)
                self.created = created
                return written
            except Unavailable:
                fitting = [one for one in fitting if one.text != production.text]
        raise Unavailable

    @contextmanager
    def inside(self) -> Iterator[None]:
        """What is bound inside can be used only there."""
        before = {sort: list(names) for sort, names in self.scope.items()}
        try:
            yield
        finally:
            self.scope = before

    def bind(self, variables: Sequence[tuple[str, str]]) -> None:
        for sort, name in variables:
            self.scope.setdefault(sort, []).append(name)

    def fill(self, text: str, depth: int, created: list[tuple[str, str]]) -> str:
        """A text with its holes filled, `late` ones last; `created` collects its variables."""
        pending: list[tuple[str, str]] = []
        unbound = {sort: list(names) for sort, names in self.scope.items()}
        parts = []
        for at, part in enumerate(split_holes(text)):
            if at % 2 and part == "end":
                self.scope = unbound
            else:
                parts.append(part if at % 2 == 0 else self.hole(part, depth, pending, created))
        return "".join(self.make(part[1:], depth - 1) if part.startswith("\0") else part for part in parts)

    def hole(self, name: str, depth: int, pending: list[tuple[str, str]], created: list[tuple[str, str]]) -> str:
        if "|" in name:
            return self.fill(self.draw.choice(split_words(name)), depth, created)
        what, _, sort = name.partition(" ")
        match what:
            case "late":
                return f"\0{sort}"
            case "new":
                self.variables += 1
                pending.append((sort, f"v{self.variables}"))
                created.append(pending[-1])
                return pending[-1][1]
            case "bind":
                self.bind(pending)
                pending.clear()
                return ""
            case "own":
                self.bind([("player", "player")])
                return ""
            case "call":
                return self.call(sort, depth - 1)
            case "do":
                return self.do()
            case "body":
                return self.body()
            case "again" | "turn":
                return self.loop_body(what)
            case "options":
                outer, self.options = self.options, []
                try:
                    return self.make("options", depth)
                finally:
                    self.options = outer
            case "choice" | "price":
                written = self.choice() if what == "choice" else self.make(what, depth)
                pending += self.created
                return written
        if sort == "variable":
            if not self.scope.get(what):
                raise Unavailable
            return self.draw.choice(self.scope[what])
        return self.make(name, self.level if name in ("statement", "choose", "option") else depth - 1)

    def choice(self) -> str:
        """An option's name and choices; a decision has no two of one name."""
        names = [production.text for production in read_productions()["choice"]]
        free = [text for text in names if re.split(r"\W", text)[0] not in self.options]
        text = self.draw.choice(free)
        self.options.append(re.split(r"\W", text)[0])
        self.used_options.add(self.options[-1])
        created: list[tuple[str, str]] = []
        with self.inside():
            written = self.fill(text, 2, created)
        self.created = created
        return written

    def body(self, most: int = 2) -> str:
        self.level -= 1
        try:
            with self.inside():
                statements = []
                for _ in range(self.draw.randint(1, most)):
                    statements.append(self.make("statement", self.level + 1))
                    if statements[-1].startswith("let "):
                        self.bind(self.created)
        finally:
            self.level += 1
        return "{ " + "\n".join(statements) + " }"

    def loop_body(self, what: str) -> str:
        """The body of a `repeat`, which can be stopped, or of a loop `at once`, inside which no other can."""
        before = self.there
        self.there = self.there | {"repeat"} if what == "again" else self.there - {"repeat"}
        try:
            return self.body() if what == "again" else self.make("turn", self.level)
        finally:
            self.there = before

    def call(self, sort: str, depth: int) -> str:
        fitting = [number for number, (result, _) in enumerate(VALUES[: self.values]) if result == sort]
        if not fitting:
            raise Unavailable
        number = self.draw.choice(fitting)
        arguments = [self.make(param, depth) for param in VALUES[number][1]]
        if VALUES[number][1] == ("player", "payment"):
            arguments = self.draw.choice((arguments[:1], [arguments[0], f"less {arguments[1]}"]))
        return f"f{number}({', '.join(arguments)})"

    def do(self) -> str:
        if self.actions >= len(ACTIONS):
            raise Unavailable
        number = self.draw.randrange(self.actions, len(ACTIONS))
        return f"do a{number}({', '.join(self.make(param, 1) for param in ACTIONS[number])})"

    # ---- the whole

    def write(self) -> str:
        parts = [DEFINITIONS, *self.define_values()]
        self.level = 2
        parts += [*self.define_actions(), self.define_sample()]
        parts += ["rule attached {", *self.attach_to_values(), *self.attach_to_actions(), *self.attach_to_gains(), "}"]
        parts += [*self.define_tiles(), *self.define_game()]
        if "seat" in self.there:
            parts += self.define_seat()
        return "\n".join(parts).replace("«", "{").replace("»", "}") + "\n"

    @contextmanager
    def definition(self, params: Sequence[str], *lacking: str) -> Iterator[list[str]]:
        """The names of the parameters of something that stands by itself, in which there is no `lacking`."""
        before, there = self.scope, self.there
        names = [param if at == 0 and param == "player" else f"p{at}_{self.variables}" for at, param in enumerate(params)]
        self.scope, self.there = {}, there - {*lacking}
        self.bind([*zip(params, names, strict=True)])
        yield names
        self.scope, self.there = before, there

    def define_values(self) -> Iterator[str]:
        for number, (result, params) in enumerate(VALUES):
            self.values = number
            with self.definition(params) as names:
                head = f"f{number}({write_parameters(params, names)})"
                if result == "flag":
                    requires = "\n".join(f"require {self.make('flag')}" for _ in range(self.draw.randint(1, 3)))
                    yield f"condition {head} {{ {requires} }}"
                else:
                    sort = "atom tiles" if result == "tiles" else result
                    cases = [f"{self.make(sort, 1)} if {self.make('flag', 1)}" for _ in range(self.draw.randrange(3))]
                    yield "\n".join([f"value {head} {{", *cases, f"{self.make(sort)} otherwise", "}"])
        self.values = len(VALUES)

    def define_actions(self) -> Iterator[str]:
        for number, params in enumerate(ACTIONS):
            self.actions = number + 1
            with self.definition(params) as names:
                yield f"action a{number}({write_parameters(params, names)}) {self.body(3)}"

    def define_sample(self) -> str:
        """An action for each turn that works out many formulas: the other rules come to few of theirs."""
        lines = []
        with self.definition(("player",)):
            for sort, line in SAMPLE.items():
                deep = [one for one in read_productions()[sort] if one.is_deep and one.needs <= {"player"}]
                for production in self.draw.choices(deep, k=SAMPLED):
                    with suppress(Unavailable), self.inside():
                        lines.append(line.format(self.fill(production.text, 1, [])))
        return "\n".join(["action sample(player) {", *lines, "}"])

    def attach_to_values(self) -> Iterator[str]:
        """What changes a value uses only those before it."""
        yield f"toll is {self.make('fee')} where heat > 6"
        for number in self.draw.sample(range(len(VALUES)), 4):
            self.values = number
            result, params = VALUES[number]
            with self.definition(params) as names:
                target = f"f{number}({', '.join(names)})"
                if result == "flag":
                    yield f'forbid {target} where {self.make("flag")} "no"'
                elif result == "number":
                    yield f"{target} {self.make('change')} {self.make('number', 1)}{self.make('where')}"
                elif params and result != "tiles":
                    yield f"{target} is {self.make(result, 1)}{self.make('where')}"
        self.values = len(VALUES)

    def attach_to_actions(self) -> Iterator[str]:
        for number in self.draw.choices(range(len(ACTIONS)), k=2):
            self.actions = number + 1
            with self.definition(ACTIONS[number]) as names:
                verb = self.make("attachment")
                before = self.draw.choice(("", "\ndo as before\n")) if verb == "instead of" else ""
                yield f"{verb} a{number}({', '.join(names)}) where {self.make('flag')} {{ {self.make('statement', 2)}{before} }}"
        with self.definition((), "do"):
            yield f"{self.draw.choice(('before', 'after'))} each of day {{ {self.make('statement', 1)} }}"

    def attach_to_gains(self) -> Iterator[str]:
        for resource in self.draw.sample(("coin", "fruit", "basket", "mint"), self.draw.randrange(3)):
            with self.definition(("player", "payment"), "do", "gain") as (player, found):
                where = self.make("where")
                yield f"after {player} gains {resource} as {found}{where} {{ {self.make('statement', 1)} }}"

    def define_tiles(self) -> Iterator[str]:
        self.actions = len(ACTIONS)
        for name in TILES:
            with self.definition(("player",), "do"):
                serve = f"serve {{ {self.make('statement', 2)}{self.draw.choice(('', chr(10) + self.make('deep')))} }}"
            with self.definition(("player",), "do"):
                self.bind([("number", "often")])
                greet = self.draw.choice(("", f"greet {{ {self.make('statement', 1)} }}"))
            own = [f"fee {self.make('fee')}", f"tax {self.make('tax')}", f"worth {self.draw.randrange(4)}"]
            own += [f"wages [{self.draw.randrange(3)}, 2, 1]", f"opening {self.draw.choice(('yes', 'no'))}", serve, greet]
            yield "\n".join([f"{'lodge' if name == 'hut' else 'tile'} {name} {{", *filter(None, own), "}"])
        with self.definition(("player",), "do"):
            rows = [" | ".join((name, *(self.make("statement", 0) for _ in range(3)))) for name in TILES]
        yield "\n".join(["table rank(player) by tile, column {", *(row.replace("\n", ", ") for row in rows), "}"])

    def define_game(self) -> Iterator[str]:
        self.actions = 0
        with self.definition(()):
            yield from (f"phase step{at} {self.body(3)}" for at in range(2))
        yield "sequence day = step0, step1"
        turns = self.draw.choice(("repeat until turn is 3 at most 3 times", "repeat 3 times"))
        acts = "do sample(player), do a0(player), do a1(player.pet, turn), do a2(player, street[turn]), do hide(player)"
        each = f"raise turn by 1, do day(), for each player in order {{ {acts} }}, do peek()"
        yield f'game "Made" for 2 to 4 players {{ do deal(), {turns} {{ {each} }} }}'
        if self.draw.random() < 0.3:
            yield "value may_win(player) = player.coin < 9\nvalue team(player) = player.mood\nvalue tie_break(player) = player.nut"

    def define_seat(self) -> Iterator[str]:
        yield 'seat robot "Robot" {'
        for production in read_productions()["choice"]:
            name = re.split(r"\W", production.text)[0]
            sorts = re.findall(r"{new (\w+)}", production.text)
            if name in self.used_options and self.draw.random() < 0.7:
                with self.definition(("player", *sorts)) as (_, *names):
                    choices = f"({', '.join(names)})" if names else ""
                    yield f"takes {name}{choices}{self.make('where', 1)}{self.make('rank', 1)}"
        yield "takes decline\n}"


def write_parameters(params: Sequence[str], names: Sequence[str]) -> str:
    written = [
        name if name == param else f"{name}: {f'list of {param[:-1]}' if param.endswith('s') else param}"
        for param, name in zip(params, names, strict=True)
    ]
    return ", less ".join(written) if tuple(params) == ("player", "payment") else ", ".join(written)


@cache
def split_holes(text: str) -> Sequence[str]:
    """The parts of a production, texts and holes by turns. A brace with a space at its inner side makes no hole."""
    parts, depth = [""], 0
    for at, letter in enumerate(text):
        opens = letter == "{" and text[at + 1 : at + 2] != " "
        closes = letter == "}" and text[at - 1] != " "
        depth += opens - closes
        if (opens and depth == 1) or (closes and depth == 0):
            parts.append("")
        else:
            parts[-1] += letter
    return parts


@cache
def split_words(text: str) -> Sequence[str]:
    """The words of a hole between `|`, those inside other holes aside."""
    words, depth = [""], 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if letter == "|" and depth == 0:
            words.append("")
        else:
            words[-1] += letter
    return words


def write_text(seed: int) -> str:
    return Writer(seed).write()


def load_text(text: str) -> caylus.Ruleset:
    """Raises RulesetError for a text that the check refuses."""
    return caylus.load(library.Texts({"ruleset.yaml": MANIFEST, "made.rules": text}))
