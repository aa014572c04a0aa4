"""A game as numbers, for programs that learn: a fixed space of actions, and what each number of a state means.

Both depend on the rules and the number of players, never on a game. `Domains` gathers what the game can come to from its
start, what variables are given and how states change, and evaluates with that knowledge what a formula can be at most, so that
`ActionSpace` can number every choice that may ever be offered, and more. Where the rules leave a number open nothing is
guessed: whoever asks says how far to go, or is told `Unbounded`.

An action is a place of the rules where somebody decides (`choose`, `may`, or a `gain` in several ways), an option of it, what
is chosen with the option, and a way of paying or gaining where there are several. Actions are numbered from 0 by the place
in the text, then by option, by each of its choices, objects in the order of the rules, and last by the way. So the numbers
depend on nothing but the rules and how many play. There are more actions than any game comes to; which are legal now,
`ActionSpace.legal` tells.

Cells hold all that lies on the table and nothing of how the rules run: no random stream, no frames. An object is its number
among those of its root kind, none is -1, a flag 0 or 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from caylus import model as m, payments
from caylus.codegen.options import price
from caylus.codegen.state_layout import ROUNDS, Layout
from caylus.diagnostics.diagnostic import Span
from caylus.limits import MOST_ACTIONS, MOST_NUMBERS, NUMBER_BOUND
from caylus.model import transfer
from caylus.model.access import Call, Gaining, Touch, access, several_ways
from caylus.model.components import DECLINE
from caylus.model.evaluate import Evaluator
from caylus.model.walk import bodies, inner_list, statements, substitute
from caylus.runtime.machine import Move
from caylus.runtime.names import Names
from caylus.runtime.seats import admit
from caylus.runtime.visibility import Watchers, watchers

from .records import Record

if TYPE_CHECKING:
    from caylus.runtime.game import Game
    from caylus.runtime.ruleset import Ruleset

__all__ = ["ActionSpace", "Cell", "Unbounded", "asking_block", "asking_rule", "cells", "numbers"]


Ask = m.Choose | m.Transfer
"""Where somebody may have to decide: a choice, or something gained in several ways."""


class Change(NamedTuple):
    """A change of a state, and the condition asked right before it, if one was."""

    write: Touch
    guard: m.Expr | None


class Reached:
    """`held` says what a variable may be set to, `drawn` which lists it may be a member of; each variable is in one of them."""

    def __init__(self, model: m.Model) -> None:
        self._gaining = Gaining(model.triggers)
        self.asks: list[Ask] = []
        self.held: defaultdict[m.Variable, list[m.Expr]] = defaultdict(list)
        self.drawn: defaultdict[m.Variable, list[m.Expr]] = defaultdict(list)
        self.changes: defaultdict[m.State, list[Change]] = defaultdict(list)
        for action in self._gaining.find_reached(model.start):
            self._changes(action.body, None)
            for statement in statements(action.body):
                self._add_statement(statement)

    def _add_statement(self, statement: m.Statement) -> None:
        does = access(statement)
        if isinstance(statement, m.Choose) or (isinstance(statement, m.Transfer) and statement.is_gain):
            self.asks.append(statement)
        if isinstance(statement, m.Transfer):
            gained = (statement.player, statement.payment)
            does = does._replace(calls=tuple(Call(action, gained) for action in self._gaining.triggered_actions(statement)))
        for binding in does.bindings():
            (self.drawn if binding.is_member else self.held)[binding.variable].append(binding.to)

    def _changes(self, body: m.Body, guard: m.Expr | None) -> None:
        for statement in body:
            for write in access(statement).writes:
                if isinstance(write.place, m.Read):
                    self.changes[write.place.state].append(Change(write, guard))
            condition = getattr(statement, "condition", None)
            for inner in bodies(statement):
                self._changes(inner, condition)
                condition = None  # behind `else` it does not hold
            guard = None  # what has been done since may have made it untrue


class Unbounded(ValueError):
    """The rules do not say how far a number may go, so what may be chosen cannot be listed."""


class Domains(Evaluator):
    """For a number of players. Numbers that the rules leave open go up to `largest`; without it they raise `Unbounded`."""

    def __init__(self, model: m.Model, players: int, largest: int | None) -> None:
        super().__init__(players)
        self.reached = Reached(model)
        self._largest = largest
        self._states: dict[m.State, transfer.Range] = {}
        self._held: dict[m.Variable, transfer.Range] = {}
        self._found: dict[tuple[m.Variable, str], tuple[int, ...]] = {}

    # ---- objects and lists

    def objects(self, thing: m.Expr) -> tuple[int, ...]:
        """The objects that an expression may be; -1 is none."""
        match self.fold(thing):
            case m.Const(value=value):
                return (value,)
            case m.Local(variable=variable):
                return _union((self._any(self.objects, variable), *map(self.members, self.reached.drawn[variable])))
            case m.Random(list=list_) | m.Item(list=list_):
                return _union((self.members(list_), (-1,)))
        return (*self._ids_of(thing.type.kind), -1)

    def members(self, list_: m.Expr) -> tuple[int, ...]:
        """The objects or numbers that may be in a list."""
        match self.fold(list_):
            case m.RowMembers(row=row):
                return tuple(range(row.first, row.first + row.size))
            case m.PlayerRow(row=row, player=player):
                starts = [row.first + row.stride * p for p in self.objects(player) if p >= 0]
                return _union(tuple(range(start, start + row.size)) for start in starts)
            case m.Numbers(low=low, high=high):
                return tuple(self._clamped_range(self.compute_range(low).low, self.compute_range(high).high))
            case m.Behind(list=m.AllOf() | m.RowMembers() | m.Numbers() as inner, member=m.Const(value=before)):
                return tuple(value for value in self.members(inner) if value > before)
            case made if (whole := inner_list(made)) is not None:
                return self.members(whole)
            case m.Gathered(members=gathered_members):
                return _union(map(self._one, gathered_members))
            case m.Local(variable=variable):
                return self._any(self.members, variable)
            case m.CallValue() as call:
                cases, modifiers = self._instance(call)
                return _union(map(self.members, (*cases, *(value for _, value, _ in modifiers))))
        return self._ids_of(list_.type.kind)

    def _one(self, thing: m.Expr) -> tuple[int, ...]:
        """The objects or numbers that an expression may be, which is never none."""
        if thing.type.kind is None:
            return tuple(self._clamped_range(*self.compute_range(thing)))
        return tuple(id_ for id_ in self.objects(thing) if id_ >= 0)

    def object_set(self, e: m.Expr, known: transfer.Known) -> int:
        return transfer.objects(self.objects(e))

    def list_members(self, e: m.Expr, known: transfer.Known) -> transfer.Members:
        kind = e.type.kind
        each, size = super().list_members(e, known)
        if kind is None:
            return transfer.Members(each, transfer.Range(0, size.high))
        ids = self.members(e)
        return transfer.Members(transfer.objects(ids), transfer.Range(0, size.high if kind.has_copies else len(ids)))

    def _any(self, find: Callable[[m.Expr], tuple[int, ...]], variable: m.Variable) -> tuple[int, ...]:
        """The range of whatever a variable may be set to; what comes back to it round a circle of gains may be anything."""
        key = variable, find.__name__
        if key not in self._found:
            self._found[key] = () if variable.type == m.PAYMENT else (*self._ids_of(variable.type.kind), -1)
            self._found[key] = _union(map(find, self.reached.held[variable]))
        return self._found[key]

    def _ids_of(self, kind: m.Kind | None) -> tuple[int, ...]:
        return () if kind is None else tuple(range(kind.first, kind.first + self.size(kind)))

    def _clamped_range(self, low: float, high: float) -> range:
        if high - low >= MOST_ACTIONS:
            if self._largest is None:
                raise Unbounded("no rule says how far a number may go here; say what `largest` to provide for")
            low, high = max(low, -self._largest), min(high, self._largest)
        return range(int(low), int(high) + 1)

    # ---- numbers

    def number_range(self, e: m.Expr, known: transfer.Known) -> transfer.Range:
        return super().number_range(self.fold(e), known)

    def variable_set(self, variable: m.Variable) -> transfer.Set:
        match variable.type.base:
            case "number":
                return self.variable_range(variable)
            case "object":
                return self.object_set(m.Local(variable), transfer.NOTHING)
            case "list" if variable.type.kind is None:
                return transfer.Members(
                    transfer.hull(map(self.range_of_member, self.reached.held[variable])), transfer.Range(0, MOST_NUMBERS)
                )
        return self.anything(variable.type)

    def variable_range(self, variable: m.Variable) -> transfer.Range:
        """Anything it is set to, or any member of what it is drawn from."""
        if self.reached.drawn[variable]:
            return transfer.hull(map(self.range_of_member, self.reached.drawn[variable]))
        if variable not in self._held:
            self._held[variable] = transfer.NUMBERS
            self._held[variable] = transfer.hull(map(self.compute_range, self.reached.held[variable]))
        return self._held[variable]

    def bind(self, known: transfer.Known, variable: m.Variable, each: transfer.Set, source: m.ListExpr) -> transfer.Known:
        self.reached.drawn[variable] = [source]
        return known

    def holding_range(self, resource: m.Resource) -> transfer.Range:
        return transfer.Range(resource.least, inf)

    def value_range(self, call: m.CallValue) -> transfer.Range:
        """One of its cases, as the modifiers that may hold leave it."""
        cases, modifiers = self._instance(call)
        case_range = transfer.hull(map(self.compute_range, cases))
        for modifier, by, must in modifiers:
            case_range, _ = self.apply_modifier(case_range, modifier.change, self.compute_range(by), must)
        return case_range

    def _instance(self, call: m.CallValue) -> tuple[list[m.Expr], list[tuple[m.Modifier, m.Expr, bool]]]:
        """The range of a value for its arguments: its cases, and each modifier that may hold, by how much, and if it must."""
        bindings = dict(zip(call.value.params, call.arguments, strict=True))

        def holds(condition: m.Expr | None) -> bool | None:
            answer = self.fold(substitute(condition, bindings)) if condition is not None else m.Const(1, m.FLAG)
            return bool(answer.value) if isinstance(answer, m.Const) else None

        cases = []
        for condition, result in call.value.cases:
            answer = holds(condition)
            if answer is not False:
                cases.append(substitute(result, bindings))
            if answer:
                break
        modifier_holds = [(modifier, holds(modifier.where)) for modifier in call.value.modifiers]
        return cases, [(x, substitute(x.value, bindings), bool(answer)) for x, answer in modifier_holds if answer is not False]

    # ---- states

    def state_range(self, state: m.State) -> transfer.Range:
        """The range of a state: its start and its changes. While that is computed, what it is changed by is open."""
        if state not in self._states:
            self._states[state] = transfer.NUMBERS
            ranges = [transfer.range_of_numbers(state.initial)]
            for write, guard in self.reached.changes[state]:
                assert isinstance(write.place, m.Read)
                assert write.value is not None
                if write.how == "set":
                    ranges.append(self.compute_range(write.value))
                else:
                    low, high = self._range_if(guard, write.place)
                    sign = 1 if write.how == "raise" else -1
                    by = transfer.operate_ranges("*", transfer.Range(sign, sign), self.compute_range(write.value))
                    ranges += [transfer.Range(low + by.low, low + by.low)] if by.low < 0 else []
                    ranges += [transfer.Range(high + by.high, high + by.high)] if by.high > 0 else []
            self._states[state] = transfer.hull(ranges)
            if state.bounds:
                least, most = super().state_range(state)
                low, high = self._states[state]
                self._states[state] = transfer.Range(min(max(low, least), most), max(min(high, most), least))
        return self._states[state]

    def _range_if(self, condition: m.Expr | None, target: m.Expr) -> transfer.Range:
        """Between what numbers something lies where a condition holds."""
        match self.fold(condition) if condition is not None else None:
            case m.Logic(op="and", operands=operands):
                lows, highs = zip(*(self._range_if(operand, target) for operand in operands), strict=True)
                return transfer.Range(max(lows), min(highs))
            case m.Compare(op=op, left=left, right=right) if target in (left, right):
                if left == target:
                    return transfer.restrict(op, self.compute_range(right))
                return transfer.restrict(transfer.MIRRORED[op], self.compute_range(left))
        return transfer.NUMBERS

    # ---- payments

    def ways(self, e: m.Expr) -> payments.Ways:
        """Every way of paying that a payment may ever have, each once. Raises OverflowError if they are too many."""
        match self.fold(e):
            case m.ConstPayment(alternatives=ways):
                return tuple(map(payments.pack, ways))
            case m.Local(variable=variable):
                return self._any(self.ways, variable)
            case m.Fixed() as fixed:
                return _union(tuple(map(payments.pack, ways)) for ways in self.property_values(fixed, transfer.NOTHING))
            case m.Quantity(amount=amount, resources=resources, different=different, which=which):
                indices = tuple(r.index for r in resources)
                low, high = self.compute_range(amount)
                if which is not None:
                    numbers = self._clamped_range(max(low, 0), max(high, 0))
                    return _union(payments.so_much(n, r) for n in numbers for r in self.objects(which))
                return _union(payments.mix(n, indices, different) for n in self._clamped_range(max(low, 0), max(high, 0)))
            case m.CombinePayments(op="*", left=left, right=right):
                low, high = self.compute_range(left)
                each = [self.ways(right)] if several_ways(right) else [(way,) for way in self.ways(right)]
                numbers = self._clamped_range(max(low, 0), max(high, 0))
                return _union(payments.times(number, ways) for number in numbers for ways in each)
            case m.CombinePayments(op=op, left=left, right=right):
                lefts, rights = self.ways(left), self.ways(right)
                if op == "or":
                    return _union((lefts, rights))
                if len(lefts) * len(rights) > MOST_ACTIONS:
                    raise Unbounded(f"this can be paid in more than {MOST_ACTIONS:,} ways")
                return _union(payments.COMBINE[op]((a,), (b,)) for a in lefts for b in rights)
            case m.CallValue() as call:
                cases, modifiers = self._instance(call)
                return _union(map(self.ways, (*cases, *(value for _, value, _ in modifiers))))
        raise TypeError(f"not a payment: {e!r}")


def _union(found: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """All of them, each once, ascending."""
    return tuple(sorted({number for numbers in found for number in numbers}))


class ActionSpace:
    """The actions of a ruleset for a number of players; `len` is how many there are.

    `decisions` are the places of the rules where somebody decides, and `names` what they are called: the rule, with a number
    where it has several. A number that the rules leave open, as in `bid(amount in 1 to player.coin)`, goes up to `largest` and
    down to its negative. Raises `Unbounded` for such a number without `largest`, and for more than `MOST_ACTIONS` actions,
    ValueError for players that the rules do not admit.
    """

    def __init__(self, rules: Ruleset, players: int, largest: int | None = None) -> None:
        admit(rules, players)
        self._names = Names(rules.program(players, is_traced=False), rules.seating(players))
        self._domains = Domains(rules.model, players, largest)
        files = list(rules.sources)
        places: dict[Span, list[Ask]] = {}  # what is attached in several places asks the same in each
        for ask in sorted(self._domains.reached.asks, key=lambda ask: _place(ask.site.span, files)):
            if isinstance(ask, m.Choose) or several_ways(ask.payment):
                places.setdefault(ask.site.span, []).append(ask)
        self.decisions = tuple(asks[0].site for asks in places.values())
        self.names = tuple(_number_names([site.rule for site in self.decisions]))
        self._places = {span: number for number, span in enumerate(places)}
        self._numbers: dict[Span, dict[Move, int]] = {}
        self._actions: list[tuple[Ask, Move]] = []
        for span, asks in places.items():
            moves = sorted({move for ask in asks for move in islice(self._moves(ask), MOST_ACTIONS + 1)})
            self._numbers[span] = {move: number for number, move in enumerate(moves, len(self._actions))}
            self._actions += ((asks[0], move) for move in moves)
            if len(self._actions) > MOST_ACTIONS:
                raise Unbounded(f"this game has more than {MOST_ACTIONS:,} different choices")

    def __len__(self) -> int:
        return len(self._actions)

    def legal(self, game: Game) -> list[int]:
        """The number of each of `game.moves`, in their order. Raises `Unbounded` for one beyond the `largest` number."""
        if game.over:
            return []
        numbers = self._numbers[_site(game).span]
        try:
            return [numbers[move] for move in game.moves]
        except KeyError:
            raise Unbounded(
                f"{_site_text(_site(game))}: a number may be chosen that is beyond the largest provided for"
            ) from None

    def decision(self, game: Game) -> int:
        """The number among `decisions` of the one the game waits for; -1 when it is over."""
        return -1 if game.over else self._places[_site(game).span]

    def text(self, number: int) -> str:
        """The text of an action, in the names of the rules: `market: build mill 1 coin + 1 nut`."""
        ask, (k, *choices) = self._actions[number]
        place = self.names[self._places[ask.site.span]]
        if isinstance(ask, m.Transfer):
            return f"{place}: gain {self._names.amounts_by_name(choices[0])}"
        if k == len(ask.options):
            return f"{place}: {DECLINE}"
        option = ask.options[k]
        words = [option.name]
        for variable, value in zip(option.variables, choices, strict=False):
            kind = variable.type.kind
            words.append(str(value) if kind is None else self._names.name(kind, value) or "none")
        ways = choices[len(option.variables) :] or self._price(option)
        words += [self._names.english.amounts(self._names.amounts(way)) for way in ways]
        return f"{place}: {' '.join(words)}"

    def _price(self, option: m.Option) -> Sequence[int]:
        """The price that tells options apart that are called `pay` and nothing else, unless only play settles it."""
        cost = price(option)
        if option.name != "pay" or option.variables or cost is None or not isinstance(cost.payment, m.ConstPayment):
            return ()
        return self._domains.ways(cost.payment)

    # ---- what may be chosen

    def _moves(self, ask: Ask) -> Iterator[Move]:
        if isinstance(ask, m.Choose) and ask.may:
            yield (len(ask.options),)
        try:
            if isinstance(ask, m.Transfer):
                yield from ((0, way) for way in self._domains.ways(ask.payment))
            else:
                for k, option in enumerate(ask.options):
                    yield from ((k, *choices) for choices in self._choices(option, ()))
        except (Unbounded, OverflowError) as error:
            raise Unbounded(f"{_site_text(ask.site)}: {error}") from error

    def _choices(self, option: m.Option, choices: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every way to fill in an option whose first choices are settled."""
        constants = {v: m.Const(value, v.type) for v, value in zip(option.variables, choices, strict=False)}
        cost = price(option)
        if len(choices) < len(option.variables):
            for value in self._domains.members(substitute(option.sources[len(choices)], constants)):
                yield from self._choices(option, (*choices, value))
        elif cost is not None and cost.ways:
            yield from ((*choices, way) for way in self._domains.ways(substitute(cost.payment, constants)))
        else:
            yield choices


def asking_block(game: Game) -> int:
    """The number, among `Program.decisions`, of the place of the rules that asks."""
    block: int = game._machine.stack[-1][0]
    return block


def asking_rule(game: Game) -> str:
    """The name of the rule that asks now; empty when the game is over."""
    return "" if game.over else _site(game).rule


def _site(game: Game) -> m.Site:
    machine = game._machine
    return machine.program.decisions[machine.stack[-1][0]].site


def _number_names(names: list[str]) -> list[str]:
    """Each with a number behind it where it stands several times."""
    return [f"{name} {names[: n + 1].count(name)}" if names.count(name) > 1 else name for n, name in enumerate(names)]


def _place(span: Span, files: list[str]) -> tuple[int, int, int]:
    return files.index(span.file), span.line, span.column


def _site_text(site: m.Site) -> str:
    return f"`{site.rule}` ({site.span.file}:{site.span.line})"


class Cell(Record):
    """One number, from `low` to `high`. `players` are those it belongs to or is kept for, by seat.

    `kind` is the kind of object it tells, if any. A member of a list is there while the number at slot `length` is at least
    `place`. Until the game is over a number is seen only by its `watchers`, where it has some.
    """

    name: str
    players: tuple[int, ...]
    slot: int
    low: int
    high: int
    kind: m.Kind | None = None
    watchers: Watchers | None = None
    length: int = 0
    place: int = 0

    @property
    def objects(self) -> tuple[str, ...]:
        """The names of the objects that the cell may hold, in the order of their numbers."""
        if self.kind is None:
            return ()
        if self.kind.is_player:
            return tuple(f"player {player}" for player in range(self.high + 1))
        things = self.kind.root.objects[: self.high + 1]
        return tuple(thing.name if thing.owner < 0 else f"player {thing.owner} {thing.name}" for thing in things)


def cells(rules: Ruleset, players: int) -> list[Cell]:
    """The cells of a table: the round, what players hold, states of the table, of players and of objects, and lists.

    Within each part they stand in the order of the rules, then by object or player.
    """
    layout = rules.program(players, is_traced=False).layout
    return [Cell("the round", (), ROUNDS, 0, NUMBER_BOUND), *_resources(layout), *_states(layout), *_lists(layout)]


def numbers(game: Game) -> Sequence[int]:
    """The numbers on the table of a game, where cells have their slots. Reading it tells what is hidden."""
    return game._machine.s[: game.names.layout.notes]


def _resources(layout: Layout) -> Iterator[Cell]:
    for resource, slot in layout.resources.items():
        for player in range(layout.players):
            watching = watchers(layout, resource, player, slot + player)
            yield Cell(resource.name, (player,), slot + player, resource.least, NUMBER_BOUND, None, watching)


def _states(layout: Layout) -> Iterator[Cell]:
    for state in layout.states:
        for id_ in (0,) if state.kind is None else _ids(layout, state.kind):
            owner, owners = _owner_name(state.kind, id_)
            low, high, kind = _range(layout, state.type)
            low, high = state.find_bounds(id_) or (low, high)
            for keys, slot in layout.keyed_slots(state, id_):
                kept_for = [_owner_name(index, key) for index, key in zip(state.indices, keys, strict=True)]
                index = ", ".join(kept_name for kept_name, _ in kept_for if kept_name)
                name = f"{owner + '.' if owner else ''}{state.name}{f'[{index}]' if index else ''}"
                others = (player for _, players in kept_for for player in players)
                yield Cell(name, (*owners, *others), slot, low, high, kind, watchers(layout, state, id_, slot))


def _lists(layout: Layout) -> Iterator[Cell]:
    for base, (list_, id_) in layout.owned_lists().items():
        owner, owners = _owner_name(list_.owner, id_)
        name = f"{owner}.{list_.name}" if owner else list_.name
        watching = watchers(layout, list_, id_, base)
        if watching is not None:
            yield Cell(f"size of {name}", owners, base, 0, layout.capacity(list_))
        for place in range(1, layout.capacity(list_) + 1):
            low, high, kind = _range(layout, m.Type("object", list_.kind))
            yield Cell(f"{name}[{place}]", owners, base + place, low, high, kind, watching, base, place)


def _ids(layout: Layout, kind: m.Kind) -> range:
    return range(kind.first, kind.first + layout.size(kind))


def _owner_name(kind: m.Kind | None, id_: int) -> tuple[str, tuple[int, ...]]:
    """The name of an object, empty for a player or for nothing, and the player that it is or belongs to."""
    if kind is None:
        return "", ()
    if kind.is_player:
        return "", (id_,)
    thing = kind.root.objects[id_]
    return thing.name, (thing.owner,) if thing.owner >= 0 else ()


def _range(layout: Layout, type_: m.Type) -> tuple[int, int, m.Kind | None]:
    if type_.base == "object" and type_.kind is not None:
        return -1, max(-1, type_.kind.first + layout.size(type_.kind) - 1), type_.kind
    return (0, 1, None) if type_.base == "flag" else (-NUMBER_BOUND, NUMBER_BOUND, None)
