"""Random rulesets as texts, well-typed, with every sort of statement and formula: the same for the same number.

What they define is always the same; the values, the rules and the attachments are drawn. A few draws are refused by the check, for
reasons that no grammar knows (secrets, a loop of gains): such a number has no ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

import caylus
from caylus.loading import library

MANIFEST = """\
name: made
title: Made
version: 1.0.0
language: 1
seats: [Ann, Ben, Cem, Dot]
rules: [made.rules]
"""

DEFINITIONS = """
resource coin "coin", apple "apple", plum "plum", nut "nut"
resource point "point"
resource bag "basket in the bag", basket "basket" from bag
resource credit "credit" at least -3, debt "debt" at least -2
group fruit = apple, plum, nut
group soft = fruit except nut
group trust = credit, debt
kind spice plural spices is resource { price number = 1, state traded number }
spice mint "mint" { price 2 }
spice salt "salt" at least -1
spice clove "clove" from bag { price 3 }
constant dear = 2
constant vast = 1000000 * 1000000
constant fair = yes
constant toll = 1 coin or 1 nut
scale pips = [1, 2, 2, 5]
scale steps from 2 = [4, 0, 3]

kind tile plural tiles {
  fee payment = nothing
  tax payment = 1 coin
  worth number
  wages scale from 0
  round_one flag
  state uses number
  action serve(player) or "do nothing"
  action greet(player, often: number) { say "{player} greets {often} times" }
}
kind lodge plural lodges is tile
kind site plural sites called tile {
  nearby number = 1
  state tile tile
  state owner player
  state visits number
  state days number from 0 to 4 = 1
  state guests list of player
}
kind ware plural wares { weight number = 1 }
3 ware jar "Jar" { weight 2 }
2 ware pot "Pot"
ware cup "Cup" { weight 3 }
kind board plural boards called ware { state ware ware, state turned flag }
kind chest plural chests { state inside ware, state warm number from 1 to 9 = 3 }
row street of 2 * dear sites
row vaults of 2 chests
row chosen of [inn, barn]

list order of player
list home of player
list closed of tile
list cart of ware
list urn of ware hidden from all
list market of resource
state turn number
state heat number from 0 to 9 = 5
state guest player
state sought resource
state open flag = yes
state praise[tile, site] number
state bond[player, player] number from -5 to 5
state weight number from 0 to 9 hidden from all
state wanted ware

each player has {
  asked[tile] flag
  favourite site
  pet tile
  mood number from -3 to 3
  traded[spice] number
  shelf row of 2 boards
  hand list of ware
  pocket list of ware hidden
  guess number from 0 to 9 hidden
}

action deal() {
  for each player in shuffled players { add player to order }
  for each ware in shuffled wares { add ware to cart }
  put all of cart into urn
  shuffle urn
  for each ware in wares where ware is not cup { add ware to cart }
  for each player in order { set player.coin to 6, set player.bag to 3, set player.apple to 2, set player.nut to 1 }
  set guest to order[1]
  for each tile in tiles, site in street { set site.tile to tile }
  let drawn = random 0 to 9
  set weight to drawn
}
action hide(player) {
  choose "Guess" { option guess(n in 0 to 3) { set player.guess to n } }
}
action peek() {
  for each player in players at once { choose "Guess at once" { option guess(n in 0 to 3) { set player.guess to n } } }
  if reveal first_guess() is weight { raise heat by 1 }
  reveal weight
}
value first_guess() = (first player in order).guess
value score(player) = player.point + player.coin - player.mood
value outlook(player) = player.coin
"""


class Choices(NamedTuple):
    """An option with its choices: how it is written, and the variables that it binds, by type."""

    text: str
    types: tuple[str, ...]


OPTIONS = {
    "go": Choices("{0} in {sites}", ("site",)),
    "build": Choices("{0} in {tiles} where {flag}", ("tile",)),
    "bid": Choices("{0} in {low} to {high}", ("number",)),
    "meet": Choices("{0} in {players} where {flag}, {1} in 0 to 2", ("player", "number")),
    "pack": Choices("2 {0} in {wares}", ("wares",)),
    "both": Choices("2 {0} in {tiles} where {flag}", ("tiles",)),
    "trade": Choices("{0} in {resources}", ("resource",)),
    "rest": Choices("", ()),
    "draw": Choices("{0} in {wares}", ("ware",)),
}

OBJECTS = {
    "tile": ("inn", "barn", "mill", "shop", "hut"),
    "lodge": ("hut",),
    "ware": ("jar", "pot", "cup"),
    "resource": ("coin", "mint", "basket", "credit"),
    "spice": ("mint", "salt", "clove"),
    "player": (),
    "site": (),
    "board": (),
}
PLURALS = {kind: f"{kind}s" for kind in OBJECTS}


class Writer:
    """Writes one ruleset. `scope` holds the names of variables by type, where they can be used."""

    def __init__(self, seed: int) -> None:
        self.draw = Random(seed)
        self.scope: dict[str, list[str]] = {}
        self.loops: list[str] = []
        self.count = 0
        self.values = 0
        self.actions = 0
        self.gains = True
        self.is_big = self.draw.random() < 0.08
        self.has_seat = self.draw.random() < 0.3
        self.used_options: set[str] = set()

    # ---- drawing

    def pick(self, *makers: Callable[[], str]) -> str:
        return self.draw.choice(makers)()

    def chance(self, share: float) -> bool:
        return self.draw.random() < share

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    @contextmanager
    def inside(self, **names: str) -> Iterator[None]:
        """Variables by name, each of a type, that can be used inside."""
        before = {type_: list(known) for type_, known in self.scope.items()}
        self.bind(names)
        yield
        self.scope = before

    def bind(self, names: dict[str, str]) -> None:
        for name, type_ in names.items():
            self.scope.setdefault(type_, []).append(name)

    @contextmanager
    def only(self, **names: str) -> Iterator[None]:
        """Only these variables can be used inside: a definition of its own."""
        before, loops = self.scope, self.loops
        self.scope, self.loops = {}, []
        with self.inside(**names):
            yield
        self.scope, self.loops = before, loops

    # ---- numbers and flags

    def number(self, depth: int = 2) -> str:
        if depth <= 0 or self.chance(0.3):
            return self.pick(*self._plain_numbers())
        inner = lambda: self.number(depth - 1)  # noqa: E731
        return self.pick(
            lambda: f"({inner()} {self.draw.choice('+-*/%')} {inner()})",
            lambda: f"{self.draw.choice(('min', 'max'))}({inner()}, {inner()})",
            lambda: f"abs({inner()})",
            lambda: f"-{self.draw.randrange(4)}",
            lambda: f"{self.draw.choice(('pips', 'steps'))}[{inner()}]",
            lambda: f"{self.object('tile', depth - 1)}.wages[{inner()}]",
            lambda: f"(size of {self.list_atom(self.draw.choice([*PLURALS]), depth - 1)})",
            lambda: f"{self.player(depth - 1)}[{self.object('resource', depth - 1)}]",
            lambda: f"{self.player(depth - 1)}.traded[{self.object('spice', depth - 1)}]",
            lambda: f"bond[{self.player(depth - 1)}, {self.player(depth - 1)}]",
            lambda: f"praise[{self.object('tile', depth - 1)}, {self.object('site', depth - 1)}]",
            lambda: self.of_list("number", depth - 1),
            lambda: self.call("number", depth - 1),
        )

    def _plain_numbers(self) -> list[Callable[[], str]]:
        found: list[Callable[[], str]] = [
            lambda: str(self.draw.randrange(5)),
            lambda: self.draw.choice(("turn", "heat", "dear")),
            lambda: f"{self.player(0)}.{self.draw.choice(('coin', 'apple', 'credit', 'bag', 'fruit', 'spice', 'mood', 'number', 'trust'))}",
            lambda: f"{self.object('site', 0)}.{self.draw.choice(('visits', 'days', 'number', 'nearby'))}",
            lambda: f"{self.object('tile', 0)}.{self.draw.choice(('worth', 'uses'))}",
            lambda: f"{self.object('spice', 0)}.{self.draw.choice(('price', 'traded'))}",
            lambda: f"{self.object('ware', 0)}.weight",
        ]
        if self.is_big:
            found.append(lambda: "vast")
        if numbers := self.scope.get("number"):
            found += [lambda: self.draw.choice(numbers)] * 4
        if paid := self.scope.get("payment"):
            found.append(lambda: f"{self.draw.choice(paid)}.{self.draw.choice(('coin', 'fruit', 'nut'))}")
            found.append(lambda: f"{self.draw.choice(paid)}[{self.object('resource', 0)}]")
        return found

    def flag(self, depth: int = 2) -> str:
        if depth <= 0:
            return self.pick(
                lambda: f"({self.number(0)} {self.comparison()} {self.number(0)})",
                lambda: f"({self.object('player', 0)} is {self.draw.choice(('', 'not '))}{self.object('player', 0)})",
                lambda: f"{self.player(0)}.asked[{self.object('tile', 0)}]",
                lambda: self.draw.choice(("open", "fair", f"{self.object('board', 0)}.turned", f"{self.object('tile', 0)}.round_one")),
                *([lambda: self.draw.choice(self.scope["flag"])] if self.scope.get("flag") else []),
            )
        inner = lambda: self.flag(depth - 1)  # noqa: E731
        kind = self.draw.choice([*PLURALS])
        return self.pick(
            lambda: f"({self.number(depth - 1)} {self.comparison()} {self.number(depth - 1)})",
            lambda: f"({inner()} {self.draw.choice(('and', 'or'))} {inner()}{self.draw.choice(('', f' and {inner()}'))})",
            lambda: f"(not {inner()})",
            lambda: f"({self.object(kind, depth, is_named=False)} is {self.draw.choice(('', 'not '))}{self.object(kind, depth - 1)})",
            lambda: f"({self.object(kind, depth, is_named=False)} is {self.draw.choice(('', 'not '))}in {self.list_atom(kind, depth - 1)})",
            lambda: f"({self.number(0)} is in ({self.number(0)} to {self.number(0)}))" if False else inner(),
            lambda: f"({self.player(depth - 1)} can pay {self.payment(depth - 1)})",
            lambda: self.of_list("flag", depth - 1),
            lambda: self.call("flag", depth - 1),
        )

    def comparison(self) -> str:
        return self.draw.choice(("<", "<=", ">", ">=", "is", "is not"))

    # ---- objects and lists

    def player(self, depth: int) -> str:
        return self.object("player", depth)

    def object(self, kind: str, depth: int, is_named: bool = True) -> str:
        """An object, or one that the text does not name: the name of a resource alone is a payment."""
        found: list[Callable[[], str]] = []
        known = [name for type_ in _kinds_below(kind) for name in self.scope.get(type_, ())]
        if known:
            found += [lambda: self.draw.choice(known)] * 4
        if OBJECTS[kind] and is_named:
            found += [lambda: self.draw.choice(OBJECTS[kind])] * 2
        site = lambda: self.object("site", depth - 1)  # noqa: E731
        at = lambda: self.draw.choice(("1", "2", f"(turn + {self.number(depth - 1)})"))  # noqa: E731
        match kind:
            case "player":
                found += [lambda: "guest", lambda: f"order[{self.draw.choice((1, 2, 1, 9))}]"]
                found += [lambda: "robot"] if self.has_seat else []
                found += [lambda: f"{site()}.owner"] if depth > 0 else []
            case "site":
                found += [lambda: f"street[{self.draw.choice((1, 2, 4))}]"]
                found += [lambda: f"street[{at()}]", lambda: f"{self.player(depth - 1)}.favourite"] if depth > 0 else []
            case "tile":
                found += [lambda: f"{site()}.tile", lambda: f"{self.player(depth - 1)}.pet", lambda: f"chosen[{at()}]"] if depth > 0 else []
                found += [lambda: f"closed[{at()}]"] if depth > 0 else []
            case "ware":
                found += [lambda: "wanted", lambda: f"cart[{self.draw.choice((1, 2, 9))}]"]
                found += [lambda: f"{self.player(depth - 1)}.hand[{at()}]", lambda: f"{self.object('board', depth - 1)}.ware"] if depth > 0 else []
            case "resource":
                found += [lambda: "sought"]
                found += [lambda: f"market[{at()}]"] if depth > 0 else []
            case "board":
                found += [lambda: f"{self.player(depth - 1)}.shelf[{self.draw.choice((1, 2))}]"] * 3
        if depth > 0:
            found += [lambda: self.of_list(kind, depth - 1)]
            found += [lambda: self.call(kind, depth - 1)] if is_named else []
            found += [lambda: f"{self.list_atom(kind, depth - 1, is_made=True)}[{at()}]"]
        return self.pick(*found)

    def list(self, kind: str, depth: int) -> str:
        """A list as it can stand after `in`."""
        if depth > 0 and self.chance(0.35):
            x = self.name("x")
            rotate = lambda: f"{self.list_atom(kind, depth - 1)} {self.draw.choice(('from', 'after', 'before'))} {self.object(kind, depth - 1)}"  # noqa: E731
            return self.pick(rotate, lambda: self._sorted(kind, x, depth))
        return "fruit" if kind == "resource" and self.chance(0.2) else self.list_atom(kind, depth)

    def _sorted(self, kind: str, x: str, depth: int) -> str:
        source = self.list_atom(kind, depth - 1)
        with self.inside(**{x: kind}):
            where = f" where {self.flag(depth - 1)}" if self.chance(0.5) else ""
            return f"sort {x} in {source}{where} by {self.draw.choice(('most', 'fewest'))} {self.number(depth - 1)}"

    def list_atom(self, kind: str, depth: int, is_made: bool = False) -> str:
        if is_made or (depth > 0 and self.chance(0.2)):
            x = self.name("x")
            return self.pick(
                lambda: f"({self.list_atom(kind, depth - 1)} {self.draw.choice(('from', 'after', 'before'))} {self.object(kind, depth - 1)})",
                lambda: f"({self._sorted(kind, x, depth)})",
            )
        found: list[Callable[[], str]] = [lambda: PLURALS[kind]]
        match kind:
            case "player":
                found += [lambda: "order", lambda: "home", lambda: f"{self.object('site', depth - 1)}.guests"]
            case "tile":
                found += [lambda: "closed", lambda: "chosen", lambda: "lodges"]
            case "site":
                found += [lambda: "street"]
            case "ware":
                found += [lambda: "cart", lambda: f"{self.player(depth - 1)}.hand"]
            case "board":
                found += [lambda: f"{self.player(depth - 1)}.shelf"]
            case "resource":
                found += [lambda: "market", lambda: "spices"]
        if lists := self.scope.get(f"{kind}s"):
            found += [lambda: self.draw.choice(lists)] * 3
        if depth > 0:
            found.append(lambda: self.call(f"{kind}s", depth - 1))
        return self.pick(*found)

    def of_list(self, type_: str, depth: int) -> str:
        """A formula about a list."""
        x = self.name("x")
        if type_ in OBJECTS:
            source = self.list(type_, depth)
            with self.inside(**{x: type_}):
                ranked = f" with {self.draw.choice(('most', 'fewest'))} {self.number(depth)}" if self.chance(0.6) else ""
                where = f" where {self.flag(depth)}" if self.chance(0.6) else ""
                return f"(first {x} in {source}{where}{ranked})"
        kind = self.draw.choice([*PLURALS, "number"])
        source = self.range_(depth) if kind == "number" else self.list(kind, depth)
        with self.inside(**{x: kind}):
            where = f" where {self.flag(depth)}" if self.chance(0.6) else ""
            if type_ == "flag":
                return f"(some {x} in {source}{where})"
            if self.chance(0.5):
                return f"(count of {x} in {source}{where})"
            return f"(sum of {self.number(depth)} for {x} in {source}{where})"

    def range_(self, depth: int) -> str:
        if self.is_big:
            return f"{self.number(depth)} to {self.number(depth)}"
        return f"{self.draw.choice((0, 1, 1, '-1'))} to {self.draw.choice((2, 3, 'dear', 'heat', f'{self.player(0)}.number'))}"

    # ---- payments

    def resource_unit(self, depth: int) -> str:
        """A resource as it can stand after an amount."""
        known = [*self.scope.get("resource", ()), *self.scope.get("spice", ())]
        return self.draw.choice(("coin", "apple", "nut", "plum", "basket", "credit", "mint", "clove", "sought", "market[1]", *known * 2))

    def payment(self, depth: int = 2, is_single: bool = False) -> str:
        """A payment; `is_single`: of one way."""
        amount = lambda: self.draw.choice((str(self.draw.randrange(4)), f"({self.number(max(0, depth - 1))})"))  # noqa: E731
        single = [lambda: f"{amount()} {self.resource_unit(depth)}"] * 2
        single += [lambda: f"{self.object('tile', 0)}.tax"] if depth >= 0 else []
        if depth > 0:
            inner = lambda: self.payment(depth - 1, is_single)  # noqa: E731
            single += [lambda: f"({inner()} + {inner()})", lambda: f"({inner()} less {inner()})", lambda: f"{self.draw.choice((0, 2, self.number(0)))} * ({inner()})"]
            single += [lambda: "nothing"]
        if is_single:
            return self.pick(*single)
        many: list[Callable[[], str]] = [
            lambda: f"{self.draw.randrange(3)} {self.draw.choice(('fruit', 'soft', 'spice', 'trust'))}",
            lambda: f"{self.draw.choice(('1 different fruit', '2 different fruit', '3 different fruit', '2 different soft'))}",
            lambda: f"{self.object('tile', 0)}.fee",
            lambda: "toll",
        ]
        if depth > 0:
            many += [lambda: f"({self.payment(depth - 1)} or {self.payment(depth - 1)})", lambda: self.call("payment", depth - 1)]
            many += [lambda: f"min({self.number(0)}, 3) {self.draw.choice(('fruit', 'trust'))}"]
        return self.pick(*single, *many)

    # ---- values and conditions

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
    """The values, by number: their results and their parameters. A value uses only those before it. The flags are conditions."""

    def call(self, type_: str, depth: int) -> str:
        fitting = [i for i, (result, _) in enumerate(self.VALUES[: self.values]) if result == type_]
        if not fitting:
            return self.any(type_, 0)
        number = self.draw.choice(fitting)
        params = self.VALUES[number][1]
        arguments = [self.any(param, depth if param != "payment" else 0) for param in params]
        if params == ("player", "payment"):
            arguments = arguments[:1] if self.chance(0.5) else [arguments[0], f"less {arguments[1]}"]
        return f"f{number}({', '.join(arguments)})"

    def any(self, type_: str, depth: int) -> str:
        match type_:
            case "number":
                return self.number(depth)
            case "flag":
                return self.flag(depth)
            case "payment":
                return self.payment(depth)
        if type_ in OBJECTS:
            return self.object(type_, depth)
        return self.list_atom(type_[:-1], depth)

    def define_values(self) -> Iterator[str]:
        for number, (result, params) in enumerate(self.VALUES):
            names = {self.name("p"): param for param in params}
            written = ", ".join(_parameter(name, type_) for name, type_ in names.items())
            if params == ("player", "payment"):
                written = written.replace(", ", ", less ")
            with self.only(**names):
                if result == "flag":
                    requires = [f"  require {self.flag()}" for _ in range(self.draw.randint(1, 3))]
                    yield "\n".join([f"condition f{number}({written}) {{", *requires, "}"])
                elif self.chance(0.5):
                    yield f"value f{number}({written}) = {self.any(result, 2)}"
                else:
                    cases = [f"  {self.any(result, 1)} if {self.flag()}" for _ in range(self.draw.randint(1, 2))]
                    yield "\n".join([f"value f{number}({written}) {{", *cases, f"  {self.any(result, 2)} otherwise", "}"])
            self.values = number + 1

    def modify_values(self) -> Iterator[str]:
        """Attachments to values, conditions and a constant: a value uses only those before it, and so does what changes it."""
        for _ in range(self.draw.randint(2, 6)):
            number = self.draw.randrange(len(self.VALUES))
            result, params = self.VALUES[number]
            names = {self.name("p"): param for param in params}
            before, self.values = self.values, number
            with self.only(**names):
                where = f" where {self.flag()}" if self.chance(0.7) else ""
                target = f"f{number}({', '.join(names)})"
                if result == "flag":
                    yield f"  forbid {target} where {self.flag()} \"no\""
                elif result == "number":
                    change = self.draw.choice(("is", "is more by", "is less by", "is never less than", "is never more than"))
                    yield f"  {target} {change} {self.number(1)}{where}"
                elif result in ("payment", *OBJECTS) and params:
                    yield f"  {target} is {self.any(result, 1)}{where}"
            self.values = before
        yield f"  toll is {self.draw.choice(('1 coin', '1 apple + 1 nut', '2 fruit'))} where heat > 6"
        yield f"  dear is more by 1 where turn > 1" if False else "  fair is no where turn > 2"

    # ---- statements

    def body(self, depth: int, most: int = 3) -> str:
        with self.inside():
            statements = [self.statement(depth) for _ in range(self.draw.randint(1, most))]
            return "{\n" + "\n".join(statements) + "\n}"

    def statement(self, depth: int) -> str:
        choices = [self.transfer, self.transfer, self.assign, self.assign, self.adjust, self.change_list, self.change_list, self.put, self.let]
        choices += [self.say, self.do, self.reveal]
        if depth > 0:
            inner: Sequence[Callable[[int], str]] = (self.branch, self.for_each, self.for_each, self.repeat, self.choose, self.choose, self.by_player)
            choices += [lambda write=write: write(depth - 1) for write in inner]
            choices += [lambda: self.at_once(depth - 1)] if self.chance(0.5) else []
            choices += [lambda: f'if turn > 2 and heat > 7 {{ end game "{{turn}} turns" }}'] if self.chance(0.1) else []
        if self.loops and self.loops[-1] != "at once" and self.chance(0.5):
            choices.append(lambda: f"if {self.flag(1)} {{ stop }}")
        return self.draw.choice(choices)()

    def transfer(self) -> str:
        is_own = "player" in self.scope.get("player", ())
        verb = self.draw.choice(("gain", "gain", "lose"))
        payment = self.payment(2, is_single=verb == "lose")
        if verb == "gain" and not self.gains:
            payment = f"{self.draw.randrange(3)} point"
        return f"{verb} {payment}" if is_own and self.chance(0.6) else f"{self.player(1)} {verb}s {payment}"

    def assign(self) -> str:
        place, type_ = self.place()
        none = type_ in OBJECTS and self.chance(0.15)
        return f"set {place} to {'none' if none else self.any(type_, 2)}"

    def place(self, only_number: bool = False) -> tuple[str, str]:
        player, site, tile = self.player(1), self.object("site", 1), self.object("tile", 1)
        numbers = [
            "turn" if self.is_big else "heat", "heat", f"{player}.mood", f"{player}.coin", f"{player}.credit", f"{player}[{self.object('resource', 1)}]",
            f"{player}.traded[{self.object('spice', 1)}]", f"bond[{player}, {self.player(1)}]", f"praise[{tile}, {site}]", f"{site}.visits", f"{site}.days",
            f"{tile}.uses", f"{self.object('spice', 1)}.traded",
        ]  # fmt: skip
        others = [
            ("guest", "player"), ("sought", "resource"), ("open", "flag"), (f"{player}.asked[{tile}]", "flag"), (f"{player}.favourite", "site"),
            (f"{player}.pet", "tile"), (f"{site}.tile", "tile"), (f"{site}.owner", "player"), ("wanted", "ware"), (f"{self.object('board', 1)}.ware", "ware"),
            (f"{self.object('board', 1)}.turned", "flag"),
        ]  # fmt: skip
        return (self.draw.choice(numbers), "number") if only_number or self.chance(0.5) else self.draw.choice(others)

    def adjust(self) -> str:
        return f"{self.draw.choice(('raise', 'lower'))} {self.place(only_number=True)[0]} by {self.number(1)}"

    def list_place(self) -> tuple[str, str]:
        return self.draw.choice([
            ("order", "player"), ("home", "player"), ("closed", "tile"), ("cart", "ware"), ("market", "resource"),
            (f"{self.player(1)}.hand", "ware"), (f"{self.object('site', 1)}.guests", "player"),
        ])  # fmt: skip

    def change_list(self) -> str:
        list_, kind = self.list_place()
        x = self.name("x")
        one = lambda: self.object(kind, 1)  # noqa: E731
        with self.inside(**{x: kind}):
            rank = f"{self.draw.choice(('most', 'fewest'))} {self.number(1)}"
        member = one()
        add = f"if {member} is not in {list_} {{ add {member} to {list_} }}" if self.chance(0.9) else f"add {member} to {list_}"
        end = self.draw.choice(("front", "end"))
        return self.pick(
            lambda: add,
            lambda: f"put {one()} to {end} of {list_}",
            lambda: f"put {self.list_atom(kind, 1)} to {end} of {list_}" if kind != "ware" or True else "",
            lambda: f"remove {one()} from {list_}",
            lambda: f"{self.draw.choice(('clear', 'reverse', 'shuffle'))} {list_}",
            lambda: f"sort {x} in {list_} by {rank}",
            lambda: f"{list_} begins with {one()}",
        )

    def put(self) -> str:
        hand, other = f"{self.player(1)}.hand", f"{self.player(1)}.hand"
        front = self.draw.choice(("", "front of "))
        return self.pick(
            lambda: f"put {self.object('ware', 1)} from {hand} into {front}{self.draw.choice(('cart', other))}",
            lambda: f"put cart[{self.draw.randint(1, 3)}] from cart into {front}{hand}",
            lambda: f"put all of {hand} into {front}cart",
            lambda: f"put all of cart into {front}{self.draw.choice((hand, 'urn'))}",
            lambda: f"put urn[1] from urn into {front}{self.draw.choice((hand, 'cart', f'{self.player(1)}.pocket'))}",
            lambda: f"put {self.object('ware', 1)} from cart into {self.object('board', 1)}.ware",
            lambda: f"put wanted from wanted into {hand}" if False else f"put cart[1] from cart into wanted",
            lambda: f"put {self.object('board', 1)}.ware into {front}cart" if False else f"put cup from {hand} into wanted",
            lambda: "put all of urn into cart",
        )

    def let(self) -> str:
        name = self.name("v")
        kind = self.draw.choice([*PLURALS])
        value, type_ = self.draw.choice([
            lambda: (self.number(), "number"),
            lambda: (self.flag(), "flag"),
            lambda: (self.object(kind, 2), kind),
            lambda: (self.list(kind, 2), f"{kind}s"),
            lambda: (f"shuffled {self.list_atom(kind, 1)}", f"{kind}s"),
            lambda: (f"random {self.list_atom(kind, 1)}", kind),
            lambda: (f"random {self.range_(0)}", "number"),
            lambda: ("reveal weight", "number"),
            lambda: (f"reveal {self.player(0)}.guess", "number"),
        ])()  # fmt: skip
        self.bind({name: type_})
        return f"let {name} = {value}"

    def say(self) -> str:
        return self.pick(lambda: f'say "{{{self.number(0)}}} and {{{self.object("player", 0)}}}"', lambda: "nothing")

    def reveal(self) -> str:
        return self.pick(
            lambda: "reveal weight",
            lambda: f"reveal {self.player(1)}.guess{self.draw.choice(('', f' to {self.player(0)}'))}",
            lambda: f"reveal {self.player(1)}.pocket",
            lambda: f"if reveal {self.player(0)}.guess is {self.number(0)} {self.body(0, 1)}",
            lambda: f"reveal {self.player(1)}.coin" if False else "reveal urn",
        )

    def branch(self, depth: int) -> str:
        otherwise = self.draw.choice(("", f" else {self.body(depth)}", f" else if {self.flag()} {self.body(depth)}"))
        return f"if {self.flag()} {self.body(depth)}{otherwise}"

    def for_each(self, depth: int) -> str:
        kind = self.draw.choice([*PLURALS, "player", "number"])
        x = "player" if kind == "player" and self.chance(0.6) else self.name("e")
        source = self.range_(0) if kind == "number" else self.draw.choice((self.list(kind, 2), f"shuffled {self.list_atom(kind, 1)}"))
        names, second = {x: kind}, ""
        if self.chance(0.2):
            y, other = self.name("e"), self.draw.choice([*PLURALS])
            second, names[y] = f", {y} in {self.list(other, 1)}", other
        with self.inside(**names):
            where = f" where {self.flag()}" if self.chance(0.5) else ""
            body = self.body(depth, 2)
        otherwise = f" else {self.body(depth, 2)}" if self.chance(0.2) else ""
        return f"for each {x} in {source}{second}{where} {body}{otherwise}"

    def repeat(self, depth: int) -> str:
        head = self.pick(
            lambda: f"repeat {self.draw.choice((0, 1, 2, 'dear', f'min(3, {self.number(1)})'))} times",
            lambda: f"repeat at most {self.draw.choice((2, 'dear'))} times",
            lambda: f"repeat {self.draw.choice(('while', 'until'))} {self.flag()} at most {self.draw.randint(1, 3)} times",
            lambda: f"repeat {self.number(1)} times" if self.is_big else "repeat 1 times",
        )
        self.loops.append("repeat")
        body = self.body(depth, 2)
        self.loops.pop()
        return f"{head} {body}"

    def by_player(self, depth: int) -> str:
        player = self.player(1)
        with self.inside(player="player"):
            return f"{player}: {self.body(depth, 2)}"

    def do(self) -> str:
        return self.pick(self._do_named, lambda: f"do {self.object('tile', 1)}.{self.draw.choice((f'serve({self.player(1)})', f'greet({self.player(0)}, {self.number(1)})'))}" if self.actions < TOP else "nothing")

    def _do_named(self) -> str:
        later = [number for number in range(self.actions, len(ACTIONS))]
        if not later or self.actions >= TOP:
            return self.pick(lambda: f"do rank({self.player(0)}, {self.object('tile', 0)}, {self.number(0)})", lambda: "nothing") if self.actions < TOP else "nothing"
        number = self.draw.choice(later)
        return f"do a{number}({', '.join(self.any(type_, 1) for type_ in ACTIONS[number])})"

    # ---- decisions

    def choose(self, depth: int) -> str:
        is_own = "player" in self.scope.get("player", ())
        chooser = "" if is_own and self.chance(0.7) else f" by {self.player(1)}"
        if chooser == "" or self.chance(0.8):
            with self.inside(**({"player": "player"} if chooser == "" else {})):
                return self._choose(depth, chooser)
        return f"{self.player(1)}: {{ may {self.transfer_of_own()} }}" if False else self._choose(depth, chooser)

    def _choose(self, depth: int, chooser: str) -> str:
        if self.chance(0.15) and not chooser:
            gain = self.payment(1, is_single=True) if self.gains else "1 point"
            return self.pick(lambda: f"may gain {gain}", lambda: f"may pay {self.payment(1)} to gain {gain}", lambda: f'may "Offer" or "No" {{ gain {gain} }}')
        names = self.draw.sample([*OPTIONS], self.draw.randint(1, 3))
        options = [self.option(name, depth, chooser) for name in names]
        if not chooser and self.gains and self.chance(0.2):
            options.append(f"option pay {self.payment(1)} to gain {self.payment(1, is_single=True)}")
        is_may = self.chance(0.4)
        otherwise = "" if is_may else f" else {self.body(0, 2)}"
        return "\n".join([f"{'may ' if is_may else ''}choose{chooser} \"{self.name('q')}\" {{", *options, f"}}{otherwise}"])

    def option(self, name: str, depth: int, chooser: str) -> str:
        self.used_options.add(name)
        form = OPTIONS[name]
        bound = [self.name("c") for _ in form.types]
        types = dict(zip(bound, form.types, strict=True))
        sources = {plural: self.list(kind, 1) for kind, plural in PLURALS.items()}
        before = {bound[0]: form.types[0]} if bound else {}
        with self.inside(**before):
            flag = self.flag(1)
        low, high = self.draw.choice((("0", "3"), ("1", "dear"), ("-1", f"min(4, {self.number(1)})")))
        choices = form.text.format(*bound, flag=flag, low=low, high=high, **sources)
        with self.inside(**types):
            lines = [f"require {self.flag()}" for _ in range(self.draw.randrange(3))]
            if self.chance(0.5):
                is_given = self.chance(0.5)
                payer = "pay" if not chooser and "player" in self.scope.get("player", ()) else f"{self.player(1)} pays"
                given = self.name("g")
                lines.append(f"{payer} {self.payment()}{f' as {given}' if is_given else ''}")
                self.bind({given: "payment"} if is_given else {})
            lines += [self.statement(depth) for _ in range(self.draw.randint(1, 2))]
            text = f' "{name} {" ".join(f"{{{one}}}" for one in bound)}"' if self.chance(0.5) or not bound else f' "{name}"'
            head = f"option {name}({choices})" if choices else f"option {name}"
            return "\n".join([f"{head}{text} {{", *lines, "}"])

    def at_once(self, depth: int) -> str:
        source = self.draw.choice((self.list_atom("player", 0), "order", "players"))
        with self.inside(player="player"):
            where = f" where {self.flag()}" if self.chance(0.4) else ""
            self.loops.append("at once")
            let = ""
            if self.chance(0.4):
                name = self.name("v")
                let = f"let {name} = {self.number()}\n"
                self.bind({name: "number"})
            question = self._choose(depth, "")
            rest = self.statement(0) if self.chance(0.5) else ""
            self.loops.pop()
        otherwise = f" else {self.body(0, 1)}" if self.chance(0.2) else ""
        return f"for each player in {source}{where} at once {{\n{let}{question}\n{rest}\n}}{otherwise}"

    # ---- the whole

    def write(self) -> str:
        parts = [DEFINITIONS, *self.define_values()]
        parts += [*self.define_actions(), *self.define_objects(), self.define_table()]
        parts += ["rule changes {", *self.modify_values(), "}", *self.attach(), self.define_game()]
        if self.has_seat:
            parts.append(self.define_seat())
        return "\n".join(parts) + "\n"

    def define_actions(self) -> Iterator[str]:
        for number, params in enumerate(ACTIONS):
            self.actions = number + 1
            names = {("player" if type_ == "player" else self.name("p")): type_ for type_ in params}
            written = ", ".join(_parameter(name, type_) for name, type_ in names.items())
            with self.only(**names):
                yield f"action a{number}({written}) {self.body(3, 4)}"

    def define_objects(self) -> Iterator[str]:
        for name in OBJECTS["tile"]:
            kind = "lodge" if name == "hut" else "tile"
            fee = self.draw.choice(("1 coin", "nothing", "1 coin or 1 nut", "2 soft", "1 coin + 1 fruit"))
            tax = self.draw.choice(("2 coin", "1 nut + 1 apple", "nothing"))
            own = [f"fee {fee}", f"tax {tax}", f"worth {self.draw.randrange(4)}", f"wages [{self.draw.randrange(3)}, 2, 1]", f"round_one {self.draw.choice(('yes', 'no'))}"]
            self.actions = len(ACTIONS)
            with self.only(player="player"):
                deep = f"\ndo {self.object('tile', 1)}.serve({self.player(1)}) at most {self.draw.randint(1, 2)} deep" if self.chance(0.5) else ""
                self.actions = TOP
                own.append(f"serve {{\n{self.statement(2)}{deep}\n}}")
            if self.chance(0.4):
                with self.only(player="player", often="number"):
                    own.append(f"greet {{ {self.statement(1)} }}")
            yield f"{kind} {name} \"{name.title()}\" {{\n" + "\n".join(own) + "\n}"
        self.actions = TOP

    def define_table(self) -> str:
        self.actions = TOP
        with self.only(player="player"):
            rows = [f"  {name} | {self.transfer()} | {self.adjust()} | {self.assign()}" for name in OBJECTS["tile"]]
        return "\n".join(["table rank(player) by tile, column {", *rows, "}"])

    def attach(self) -> Iterator[str]:
        """Attachments to actions, to a sequence and to gains."""
        lines = []
        for _ in range(self.draw.randint(1, 4)):
            number = self.draw.randrange(len(ACTIONS))
            names = {("player" if type_ == "player" else self.name("p")): type_ for type_ in ACTIONS[number]}
            self.actions = number + 1
            with self.only(**names):
                verb = self.draw.choice(("before", "after", "instead of"))
                where = f" where {self.flag()}" if verb == "instead of" or self.chance(0.5) else ""
                before = "\ndo as before\n" if verb == "instead of" and self.chance(0.6) else ""
                lines.append(f"  {verb} a{number}({', '.join(names)}){where} {{ {self.statement(2)}{before} }}")
        self.actions = TOP
        with self.only():
            lines.append(f"  {self.draw.choice(('before', 'after'))} each of day {{ {self.statement(1)} }}")
        for resource in self.draw.sample(("coin", "fruit", "basket", "mint"), self.draw.randrange(3)):
            self.gains = False
            given = self.name("g")
            with self.only(player="player", **{given: "payment"}):
                where = f" where {self.flag()}" if self.chance(0.4) else ""
                lines.append(f"  after player gains {resource} as {given}{where} {{ {self.statement(1)} }}")
            self.gains = True
        yield "\n".join(["rule attached {", *lines, "}"])

    def define_game(self) -> str:
        self.actions = 0
        with self.only():
            steps = [f"phase step{i} {self.body(3)}" for i in range(2)]
            sequence = "sequence day = step0, step1"
            turns = "repeat until turn is 3 at most 3 times" if self.chance(0.5) else "repeat 3 times"
            body = f"do deal()\n{turns} {{\nraise turn by 1\ndo day()\nfor each player in order {{ do hide(player) }}\ndo peek()\n}}"
            more = "value may_win(player) = player.coin < 9\nvalue team(player) = player.mood\nvalue tie_break(player) = player.nut" if self.chance(0.3) else ""
            fewest = 2
            return "\n".join([*steps, sequence, f'game "Made" for {fewest} to 4 players {{\n{body}\n}}', more])

    def define_seat(self) -> str:
        takes = []
        for name in sorted(self.used_options):
            if self.chance(0.7):
                types = OPTIONS[name].types
                bound = {self.name("t"): type_ for type_ in types}
                with self.only(player="player", **bound):
                    where = f" where {self.flag(1)}" if self.chance(0.5) else ""
                    ranked = f" with {self.draw.choice(('most', 'fewest'))} {self.number(1)}" if self.chance(0.5) else ""
                    choices = f"({', '.join(bound)})" if bound else ""
                    within = f" in a{self.draw.randrange(len(ACTIONS))}" if self.chance(0.1) else ""
                    takes.append(f"  takes {name}{choices}{within}{where}{ranked}")
        takes.append("  takes decline")
        return "\n".join(['seat robot "Robot" {', *takes, "}"])


ACTIONS: Sequence[tuple[str, ...]] = (("player",), ("player", "tile"), (), ("player", "number"), ("site",))
"""The parameters of the actions, by number. An action does only those after it."""
TOP = len(ACTIONS) + 1
"""What is so far from the beginning does no action at all."""


def _kinds_below(kind: str) -> tuple[str, ...]:
    return {"tile": ("tile", "lodge"), "resource": ("resource", "spice")}.get(kind, (kind,))


def _parameter(name: str, type_: str) -> str:
    if type_ == name:
        return name
    return f"{name}: {f'set of {type_[:-1]}' if type_.endswith('s') else type_}"


def write_text(seed: int) -> str:
    return Writer(seed).write()


def check_text(text: str) -> library.Checked:
    return library.check_path(library.Texts({"ruleset.yaml": MANIFEST, "made.rules": text}))


def load_text(text: str) -> caylus.Ruleset:
    """Raises RulesetError for a text that the check refuses."""
    return caylus.load(library.Texts({"ruleset.yaml": MANIFEST, "made.rules": text}))
