"""Statements that ask for no decision, as structured Python: one line or a few each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import TypeVar, assert_never, cast

from caylus import model as m
from caylus.limits import MOST_AMOUNT
from caylus.model.access import Touch, access, filter_lot
from caylus.model.evaluate import Evaluator
from caylus.model.walk import action_versions, can_stop, children, every_statement, list_actions, parts, with_children
from caylus.payments import BITS

from .expressions import Expressions, Names, local, parameters
from .knowledge import KnowledgeUpdates
from .linker import Linker, Writer
from .metadata import Spot
from .options import IncrementalLists
from .state_layout import ROUNDS
from .triggers import Triggers

Place = TypeVar("Place", bound=m.Read | m.ListMembers | m.Holding)
"""Where something lies."""

Effect = m.Transfer | m.Assign | m.Adjust | m.AddTo | m.RemoveFrom | m.Rearrange | m.Put | m.Reveal | m.Say


def only_tells(statement: m.Statement, evaluator: Evaluator) -> bool:
    """Return whether a statement does nothing but say something, draws no lots, and asks nothing that could fail."""
    match statement:
        case m.Say():
            return True
        case m.If(condition=condition, then=then, otherwise=otherwise):
            return _is_harmless((condition,), evaluator) and _all_tell((*then, *otherwise), evaluator)
        case m.ForEach(at_once=False, sources=sources, where=where, body=body, otherwise=otherwise):
            return _is_harmless((*sources, where), evaluator) and _all_tell((*body, *otherwise), evaluator)
        case m.Do(action=action, arguments=arguments):
            return _is_harmless(arguments, evaluator) and _all_tell(action.body, evaluator)
        case m.Effect() | m.Block() | m.Call() | m.Jump() | m.Let():
            return False
    assert_never(statement)


def _all_tell(body: m.Body, evaluator: Evaluator) -> bool:
    """Add the variables on the way that only words need."""
    return all(_is_harmless((one.value,), evaluator) if isinstance(one, m.Let) else only_tells(one, evaluator) for one in body)


def _is_harmless(formulas: tuple[m.Expr | None, ...], evaluator: Evaluator) -> bool:
    return evaluator.is_sure(formulas) and not any(access(part).draws for part in parts(formulas))


def sure_variables(model: m.Model) -> set[m.Variable]:
    """The variables that never hold none.

    What a loop, a query or an option binds is a member of a list and never none. A parameter is sure if every call passes
    something sure; the answer is the greatest one that is consistent.
    """
    sure: set[m.Variable] = {p for a in list_actions(model) for p in a.params}
    bound: list[tuple[m.Variable, m.Expr]] = []
    for binding in (binding for s in every_statement(model) for binding in access(s).bindings()):
        sure.add(binding.variable)
        if not binding.is_member:
            bound.append((binding.variable, binding.to))
    has_changed = True
    while has_changed:
        has_changed = False
        for variable, value in bound:
            if variable in sure and not is_sure(value, sure):
                sure.discard(variable)
                has_changed = True
    return sure


def is_sure(expr: m.Expr, sure: set[m.Variable]) -> bool:
    """Return whether an expression of object type can never be none, given the sure variables."""
    match expr:
        case m.Const(value=value):
            return value >= 0
        case m.SeatOf():
            return True
        case m.Local(variable=variable):
            return variable in sure or variable.type.base != "object"
    return expr.type.base != "object"


class StatementWriter:
    """Writes single effects; in a traced program each also logs what it did."""

    def __init__(
        self,
        expressions: Expressions,
        lists: IncrementalLists,
        triggers: Triggers,
        knowledge: KnowledgeUpdates,
        spots: list[Spot],
        is_traced: bool,
        sure: set[m.Variable],
    ) -> None:
        self.x = expressions
        self.knowledge = knowledge
        self.lists = lists
        self.triggers = triggers
        self.spots = spots
        self.traced = is_traced
        self.sure = sure
        self._spot_numbers: dict[Spot, int] = {}

    def spot(self, site: m.Site, names: Names, does: m.Action | None = None) -> tuple[int, str]:
        """The number of a statement, and the code of the objects that variables hold there."""
        bound = {v: code for v, code in names.items() if v.type.base == "object"}
        spot = Spot(site, tuple(bound), does.site if does is not None and does.is_phase else None)
        if spot not in self._spot_numbers:
            self._spot_numbers[spot] = len(self.spots)
            self.spots.append(spot)
        return self._spot_numbers[spot], "".join(f", {code}" for code in bound.values())

    def log(self, w: Writer, site: m.Site, names: Names, kind: str, *data: str) -> None:
        """Logs what was done, and where: the round, the frames in flight, and what variables hold."""
        if self.traced:
            number, frame_code = self.spot(site, names)
            w(f"m.tell(({number}, {kind!r}, (s[{ROUNDS}], *m.stack{frame_code}), {', '.join(data)}))")

    @contextmanager
    def doing(self, w: Writer, site: m.Site, names: Names, action: m.Action | None) -> Iterator[None]:
        """Mark what is written inside as done by this statement: in a traced program it is on the stack meanwhile."""
        if self.traced:
            number, frame_code = self.spot(site, names, action)
            w(f"m.stack.append(({-1 - number}{frame_code},))")
        yield
        if self.traced:
            w("m.stack.pop()")

    def only_tells(self, statement: m.Statement) -> bool:
        """Return whether nothing but words comes of a statement."""
        return only_tells(statement, self.x.evaluator)

    def is_needed(self, statement: m.Statement) -> bool:
        """Return whether a program carries a statement out: without a log, one that nobody watches need not say anything."""
        return self.traced or self.x.probe is not None or not self.only_tells(statement)

    def write(self, w: Writer, statement: Effect, names: Names) -> None:
        match statement:
            case m.Transfer():
                self.transfer(w, statement, names)
            case m.Assign(target=target) | m.Adjust(target=target):
                (change,) = access(statement).writes
                self._store(w, change, target, names, statement.site)
            case m.AddTo() | m.RemoveFrom() | m.Rearrange():
                self._list(w, statement, names)
            case m.Put():
                self._put(w, statement, names)
            case m.Reveal():
                self._reveal(w, statement, names)
            case m.Say(text=text, site=site):
                self._tell(w, site, names, "say", text)
            case _:
                assert_never(statement)

    def end_game(self, w: Writer, end: m.EndGame, names: Names) -> None:
        """Tells that the game is over, and why."""
        self._tell(w, end.site, names, "end", end.text)

    def _tell(self, w: Writer, site: m.Site, names: Names, kind: str, text: m.Words) -> None:
        """Logs words for people."""
        if self.traced:
            self.log(w, site, names, kind, f"m.spell({self.x.emit_text(text, names)})")

    def source(self, source: m.Expr, names: Names) -> str:
        """The list of a loop, or that list in an order drawn by lot."""
        if isinstance(source, m.Shuffled):
            kind = source.type.kind.root.name if source.type.kind else ""
            return self.knowledge.emit_draw(f"m.draw({self.x.list(source.list, names)}, {kind!r})", source.list, names)
        return self.x.list(source, names)

    def sources(self, loop: m.ForEach, names: Names) -> str:
        """The list of a loop, or its lists side by side."""
        sources = [self.source(source, names) for source in loop.sources]
        return sources[0] if len(sources) == 1 else f"zip({', '.join(sources)})"

    def lot(self, random_item: m.Random, names: Names) -> str:
        """One member of a list, drawn by lot."""
        kind = random_item.type.kind
        pick = f"m.pick({self.x.list(random_item.list, names)}, {kind.root.name if kind is not None else ''!r})"
        return self.knowledge.emit_draw(pick, random_item.list, names)

    # ---- gains, payments, losses

    def transfer(self, w: Writer, t: m.Transfer, names: Names) -> None:
        match self.x.simplify(t.payment):
            case m.ConstPayment(alternatives=((),)) if self.x.evaluator.is_sure(t.player):
                return  # nothing
        player = self.x.write(t.player, names)
        if is_sure(t.player, self.sure):
            self._transfer(w, t, player, names)
        else:
            w(f"p = {player}")
            with w.indent("if p >= 0:"):
                self._transfer(w, t, "p", names)

    def _transfer(self, w: Writer, t: m.Transfer, player: str, names: Names) -> None:
        w.all(self.knowledge.emit_transfer(t, player, names))
        match self.x.simplify(t.payment):
            case m.ConstPayment(alternatives=(way,)) if t.verb != "lose" or len(way) == 1:
                follows = self.triggers.may_follow(t)
                for i, (r, n) in enumerate(way):
                    move_code = self._move(w, t, player, self.x.layout.components.resources[r], str(n), names)
                    if follows:
                        w(f"way {'+=' if i else '='} {move_code}")
                self._follow(w, t, player, "way")
            case m.Quantity(amount=amount, resources=(resource,), which=None):
                code = self.x.write(amount, names)
                w(f"n = {code}" if self.x.evaluator.compute_range(amount).high <= MOST_AMOUNT else f"n = amount({code})")
                with w.indent("if n > 0:"):
                    self._follow(w, t, player, self._move(w, t, player, resource, "n", names))
            case payment:
                self.move_way(w, t, player, f"{self.x.write(payment, names)}[0]", names)

    def move_way(self, w: Writer, t: m.Transfer, player: str, way: str, names: Names) -> None:
        """The transfer of a packed amount."""
        if self.traced:
            w(f"asked = {way}")
            way = "asked"
        w(f"way = {t.verb}_way(s, SLOTS, SUPPLIES, {'LEAST, ' if t.verb == 'lose' else ''}{player}, {way})")
        self.log(w, t.site, names, t.verb, player, "way")
        if t.verb == "lose":
            self._log_shortage(w, t, player, "asked - way", names)
        self._follow(w, t, player, "way")

    def _follow(self, w: Writer, t: m.Transfer, player: str, amount: str) -> None:
        """Write what a transfer of a packed amount sets off."""
        if self.triggers.may_follow(t):
            w(self.triggers.follow(player, amount))

    def _move(self, w: Writer, t: m.Transfer, player: str, resource: m.Resource, amount: str, names: Names) -> str:
        """The transfer of an amount of a resource; the result is the code of how much it was, packed."""
        base = self.x.layout.resources[resource]
        supply = self.x.layout.resources[resource.supply] if resource.supply else None
        slot = f"s[{base} + {player}]"
        if t.verb == "lose":
            room = f"{slot} + {-resource.least}" if resource.least else slot
            if self.traced:
                w(f"asked = {amount}")
            w(f"n = max(0, min({amount}, {room}))")
            amount = "n"
        elif t.is_gain and supply is not None:
            w(f"n = max(0, min({amount}, s[{supply} + {player}]))")
            amount = "n"
        w(f"{slot} {'+=' if t.is_gain else '-='} {amount}")
        if supply is not None:
            w(f"s[{supply} + {player}] {'-=' if t.is_gain else '+='} {amount}")
        amount_code = str(int(amount) << BITS * resource.index) if amount.isdigit() else f"{amount} << {BITS * resource.index}"
        self.log(w, t.site, names, t.verb, player, amount_code)
        if t.verb == "lose":
            self._log_shortage(w, t, player, f"asked - n << {BITS * resource.index}", names)
        return amount_code

    def _log_shortage(self, w: Writer, t: m.Transfer, player: str, missing: str, names: Names) -> None:
        """Logs what should have been lost and was not there, as a packed amount."""
        if self.traced:
            w(f"missing = {missing}")
            with w.indent("if missing > 0:"):
                self.log(w, t.site, names, "short", player, "missing")

    # ---- states and lists

    def _store(self, w: Writer, change: Touch, target: m.Read | m.Holding, names: Names, site: m.Site) -> None:
        """The change of a state or a holding that is set, raised or lowered."""
        bound = names
        is_mended = isinstance(target, m.Read) and not target.indices and self.lists.lists_using_state(target.state)
        if is_mended or isinstance(target, m.Holding):
            target, names = self._fix_place(w, target, "at", names)
        slot = self.x.slot(target, names)
        with self.unless_none(w, children(target), names):
            value = self._new_value(change, target, slot, names)
            self._emit_logged_change(w, f"s[{slot}] = {value}", f"s[{slot}]", "set", slot, bound, site)
            if isinstance(target, m.Read):
                self._emit_after_write(w, target, names)
            w.all(self.knowledge.emit_change(change, target, names, site))

    def _new_value(self, change: Touch, target: m.Read | m.Holding, slot: str, names: Names) -> str:
        """The new value of a state or a holding; it stops at its bounds."""
        assert change.value is not None
        if change.how == "set":
            raw_value, stored_value = self.x.write(change.value, names), self.x.emit_stored(change.value, names)
        else:
            raw_value = f"s[{slot}] {'+' if change.how == 'raise' else '-'} {self.x.write(change.value, names)}"
            stored_value = f"check_number({raw_value})"
        if (bounds := self.x.bounds(target, names)) is not None:
            return f"max(min({raw_value}, {bounds[1]}), {bounds[0]})"  # of equals the first: a number keeps its origin
        if isinstance(target, m.Holding) and self._may_lack(change, target):
            return f"max({self.x.least(target, names)}, {stored_value})"
        return stored_value

    def _may_lack(self, change: Touch, target: m.Holding) -> bool:
        """Return whether a change may ask for less than a player can hold."""
        assert change.value is not None
        low = self.x.evaluator.compute_range(change.value).low
        if change.how == "set":
            return low < max(resource.least for resource in target.resources)
        return change.how == "lower" or low < 0

    def _emit_after_write(self, w: Writer, target: m.Read, names: Names) -> None:
        """Write what follows a write of a state: it is open no more, and lists that depend on it are mended."""
        if target.state in self.x.layout.face_up:
            w(f"s[{self.x.face_up(target, names)}] = 0")
        if not target.indices:
            for one in self.lists.lists_using_state(target.state):
                assert target.object is not None
                w(f"mend_{one.number}(m, s, {self.x.write(target.object, names)})")

    def _fix_place(self, w: Writer, place: Place, label: str, names: Names) -> tuple[Place, Names]:
        """A place that is found once: what is done there may be to what it is found by."""
        names_by_variable: dict[m.Variable, str] = {}

        def once(step: m.Expr) -> m.Expr:
            if isinstance(step, (m.Local, m.Const)):
                return step
            variable = m.Variable(f"{label}_{len(names_by_variable) + 1}", step.type)
            names_by_variable[variable] = variable.name
            w(f"{variable.name} = {self.x.write(step, names)}")
            return m.Local(variable)

        return cast(Place, with_children(place, once)), {**names, **names_by_variable}

    def unless_none(self, w: Writer, steps: Iterable[m.Expr], names: Names) -> AbstractContextManager[None]:
        """Guard what is written inside: it happens only if none of those that lead to a place is none."""
        doubtful = [self.x.write(step, names) for step in steps if not is_sure(step, self.sure)]
        return w.indent(f"if {' and '.join(f'{key} >= 0' for key in doubtful)}:") if doubtful else nullcontext()

    def _list(self, w: Writer, change: m.AddTo | m.RemoveFrom | m.Rearrange, names: Names) -> None:
        target = change.target
        with self.unless_none(w, children(target), names):
            base = self.x.base(target, names)
            before, behind = self.knowledge.emit_list_change(change, names)
            w.all(before)
            now = f"tuple({self.x.list(target, names)})"
            self._emit_logged_change(w, self._list_change(change, base, names), now, "list", base, names, change.site)
            w.all(behind)

    def _list_change(self, change: m.AddTo | m.RemoveFrom | m.Rearrange, base: str, names: Names) -> str:
        match change:
            case m.AddTo(target=target, member=member, front=front, moves=moves):
                verb, end = ("shift", f", {front}") if moves else ("add", "")
                return f"{verb}(s, {base}, {self.x.write(member, names)}{end}{self.x.copies(target.list.kind)})"
            case m.RemoveFrom(member=member):
                return f"remove(s, {base}, {self.x.write(member, names)})"
            case m.Rearrange(verb=verb, target=target, by=order):
                match verb:
                    case "shuffle":
                        return f"m.shuffle({base}, {target.list.kind.root.name!r})"
                    case "sort" | "begin":
                        assert order is not None
                        return f"arrange(s, {base}, {self.x.write(order, names)})"
                    case "clear" | "reverse":
                        return f"{verb}(s, {base})"
                assert_never(verb)
        assert_never(change)

    # ---- what lies somewhere, perhaps hidden

    def _put(self, w: Writer, put: m.Put, names: Names) -> None:
        bound = names
        source, names = self._fix_place(w, put.source, "source", names)
        target, names = self._fix_place(w, put.target, "target", names)
        with self.unless_none(w, [*children(source), *children(target)], names):
            where, into = self.x.place(source, names), self.x.place(target, names)
            w.all(self.knowledge.emit_removal(source, names))
            if isinstance(source, m.Read):
                w(f"moved = (s[{where}],) if s[{where}] >= 0 else ()")
                w(f"s[{where}] = -1")
                self._emit_after_write(w, source, names)
            elif put.member is not None:
                w(f"moved = take(s, {where}, {self.x.write(put.member, names)})")
            else:
                w(f"moved = take_all(s, {where})")
            if isinstance(target, m.Read):
                with w.indent("if moved:"):
                    w(f"s[{into}] = moved[-1]")
                    self._emit_after_write(w, target, names)
            else:
                w(f"put(s, {into}, moved, {put.front}{self.x.copies(target.list.kind)})")
            w.all(self.knowledge.put(put, source, target, names))
            if self.traced:
                with w.indent("if moved:"):
                    self.log(w, put.site, bound, "put", where, into, "moved")

    def _reveal(self, w: Writer, reveal: m.Reveal, names: Names) -> None:
        target, to = reveal.target, self.x.write(reveal.to, names) if reveal.to is not None else "-1"
        with self.unless_none(w, children(target), names):
            if isinstance(target, m.Holding):
                for holding in [target] if target.which else [replace(target, resources=(one,)) for one in target.resources]:
                    slot = self.x.slot(holding, names)
                    self.log(w, reveal.site, names, "reveal", slot, f"s[{slot}]", to)
            else:
                slot = self.x.place(target, names)
                data = f"s[{slot}]" if isinstance(target, m.Read) else f"tuple({self.x.list(target, names)})"
                self.log(w, reveal.site, names, "reveal", slot, data, to)
                if isinstance(target, m.Read) and reveal.to is None:
                    w(f"s[{self.x.face_up(target, names)}] = 1")
            w.all(self.knowledge.emit_reveal(target, to if reveal.to is not None else None, names))

    def _emit_logged_change(self, w: Writer, change: str, now: str, kind: str, where: str, names: Names, site: m.Site) -> None:
        """A change, and in a traced program what it came to and what was there before, unless it changed nothing."""
        if self.traced:
            w(f"old = {now}")
        w(change)
        if self.traced:
            w(f"new = {now}")
            with w.indent("if new != old:"):
                self.log(w, site, names, kind, where, "new", "old")


def write_function(effects: StatementWriter, linker: Linker, action: m.Action, name: str) -> Writer:
    """An action as a function `(m, s, *arguments)`."""
    names = {p: local(p, i) for i, p in enumerate(action.params)}
    w = Writer(f"def {name}(m, {parameters(names)}):")
    PlainWriter(linker, effects).body(w, action.body, names)
    w("return")
    return w


class PlainWriter:
    """`leave` is written where a `stop` leaves a `repeat` that was cut into blocks; None inside plain functions."""

    def __init__(self, linker: Linker, effects: StatementWriter, leave: Sequence[str] | None = None) -> None:
        self.linker = linker
        self.x = effects.x
        self.effects = effects
        self.leave = leave
        self._loops: list[str] = []

    def body(self, w: Writer, body: m.Body, names: Names) -> None:
        scope = dict(names)
        for statement in filter(self.effects.is_needed, body):
            w.set_span(statement.site.span)
            w.all(self.x.ran(statement.site))
            w.all(self.effects.knowledge.emit_opening(statement))
            self.statement(w, statement, scope)
        if w.head_open():
            w("pass")

    def statement(self, w: Writer, statement: m.Statement, names: dict[m.Variable, str]) -> None:
        match statement:
            case m.ForEach():
                self._for_each(w, statement, names)
            case m.Repeat():
                self._repeat(w, statement, names)
            case m.Stop():
                self._stop(w)
            case m.If():
                self._if(w, statement, names)
            case m.Do(action=action, arguments=arguments):
                self._do(w, action, arguments, names, statement.site)
            case m.DoMember(object=m.Const(), arguments=arguments):
                for own in action_versions(statement):
                    self._do(w, own, arguments, names, statement.site)
            case m.DoMember(action=member, object=object_, arguments=arguments):
                if any(body is not None for body in member.bodies):
                    table = self.linker.plain_table(member)
                    argument_code = self.x.emit_arguments(arguments, names)
                    with self.effects.doing(w, statement.site, names, None):
                        w(f"{table}[{self.x.write(object_, names)}](m, s{argument_code})")
            case m.Let(variable=variable, value=value):
                names[variable] = local(variable, len(names))
                w(f"{names[variable]} = {self.let(value, {v: n for v, n in names.items() if v is not variable})}")
            case m.Effect():
                self.effects.write(w, statement, names)
            case m.Choose() | m.EndGame():
                raise TypeError(f"waits: {statement!r}")
            case _:
                assert_never(statement)

    def _do(self, w: Writer, action: m.Action, arguments: tuple[m.Expr, ...], names: Names, site: m.Site) -> None:
        with self.effects.doing(w, site, names, action):
            w(f"{self.linker.plain(action)}(m, s{self.x.emit_arguments(arguments, names)})")

    def let(self, value: m.Expr, names: Names) -> str:
        """The value that a `let` binds: a list is kept as it is."""
        if value.type.base == "list":
            return f"tuple({self.effects.source(value, names)})"
        if isinstance(value, m.Random):
            return self.effects.lot(value, names)
        return self.x.emit_stored(value, names)

    def _if(self, w: Writer, branch: m.If, names: Names) -> None:
        test, then, otherwise = self.x.simplify(branch.condition), branch.then, branch.otherwise
        if isinstance(test, m.Const):
            self.body(w, then if test.value else otherwise, names)
            return
        w.all(self.effects.knowledge.emit_branch(branch, names))
        with w.indent(f"if {self.x.emit_condition(test, names, branch.site)}:"):
            self.body(w, then, names)
        if otherwise:
            with w.indent("else:"):
                self.body(w, otherwise, names)

    def _for_each(self, w: Writer, loop: m.ForEach, names: Names) -> None:
        loop = filter_lot(loop)
        inner = dict(names)
        for variable in loop.variables:
            inner[variable] = local(variable, len(inner))
        bound = ", ".join(inner[v] for v in loop.variables)
        over = self.effects.sources(loop, names)
        done_flag = f"done_{len(self._loops)}"
        w.all(self.effects.knowledge.emit_branch(loop, names))
        if loop.otherwise:
            w(f"{done_flag} = False")
        self._loops.append("for")
        with w.indent(f"for {bound} in {over}:"):
            if loop.where is not None:
                with w.indent(f"if {self.x.unless(loop.where, inner, loop.site)}:"):
                    w("continue")
            if loop.otherwise:
                w(f"{done_flag} = True")
            self.body(w, loop.body, inner)
        self._loops.pop()
        if "repeat" in self._loops and can_stop(loop.body):
            with w.indent(f"if {self._stop_flag()}:"):
                w("break")
        if loop.otherwise:
            with w.indent(f"if not {done_flag}:"):
                self.body(w, loop.otherwise, names)

    def _repeat(self, w: Writer, loop: m.Repeat, names: Names) -> None:
        w.all(self.effects.knowledge.emit_branch(loop, names))
        self._loops.append("repeat")
        if can_stop(loop.body):
            w(f"{self._stop_flag()} = False")
        head = f"for _ in range({self.x.limit(loop.limit, names)}):" if loop.limit is not None else "while True:"
        with w.indent(head):
            if loop.condition is not None:
                with w.indent(f"if {self.x.unless(loop.condition, names, loop.site)}:"):
                    w("break")
            self.body(w, loop.body, names)
        self._loops.pop()

    def _stop(self, w: Writer) -> None:
        if "repeat" not in self._loops:
            assert self.leave is not None
            for line in self.leave:
                w(line)
            return
        if self._loops[-1] == "for":
            w(f"{self._stop_flag()} = True")
        w("break")

    def _stop_flag(self) -> str:
        """The name that tells the loops inside the innermost `repeat` that it is over."""
        return f"stopped_{self._loops.count('repeat')}"
