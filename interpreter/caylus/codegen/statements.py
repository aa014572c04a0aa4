"""Statements that change the state, one line of Python or a few each. None of them can ask for a decision."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

from caylus import model as m
from caylus.limits import MOST_AMOUNT
from caylus.payments import BITS

from .expressions import Expressions, Names
from .incremental_lists import IncrementalLists
from .metadata import Spot
from .nonnull import is_sure
from .state_layout import ROUNDS
from .writer import Writer


class StatementWriter:
    """Writes single effects; in a traced program each also logs what it did."""

    def __init__(
        self, expressions: Expressions, lists: IncrementalLists, spots: list[Spot], traced: bool, sure: set[m.Variable]
    ) -> None:
        self.x = expressions
        self.lists = lists
        self.spots = spots
        self.traced = traced
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
            number, held = self.spot(site, names)
            w(f"m.log.append(({number}, {kind!r}, (s[{ROUNDS}], *m.stack{held}), {', '.join(data)}))")

    @contextmanager
    def doing(self, w: Writer, site: m.Site, names: Names, action: m.Action | None) -> Iterator[None]:
        """What is done inside is done by this statement: in a traced program that stands on the stack as long as it takes."""
        if self.traced:
            number, held = self.spot(site, names, action)
            w(f"m.stack.append(({-1 - number}{held},))")
        yield
        if self.traced:
            w("m.stack.pop()")

    def write(self, w: Writer, statement: m.Statement, names: Names) -> None:
        match statement:
            case m.Transfer():
                self.transfer(w, statement, names)
            case m.Assign(target=target, value=value, site=site):
                self._store(w, target, self.x.held(value, names), names, site)
            case m.Adjust(target=target, sign=sign, amount=amount, site=site):
                self._store(w, target, self.x.write(amount, names), names, site, "+" if sign > 0 else "-")
            case m.AddTo(list=list_, member=member, front=front, site=site):
                self._list(w, list_, f"add(s, {{}}, {self.x.write(member, names)}, {front})", names, site)
            case m.RemoveFrom(list=list_, member=member, site=site):
                self._list(w, list_, f"remove(s, {{}}, {self.x.write(member, names)})", names, site)
            case m.Rearrange(verb="shuffle", list=list_, site=site):
                self._list(w, list_, f"m.shuffle({{}}, {list_.kind.root.name!r})", names, site)
            case m.Rearrange(list=list_, site=site, by=m.Query() as by):
                self._list(w, list_, f"arrange(s, {{}}, {self.x.write(by, names)})", names, site)
            case m.Rearrange(verb=verb, list=list_, site=site):
                self._list(w, list_, f"{verb}(s, {{}})", names, site)
            case m.Say(text=text, site=site):
                if self.traced:
                    parts = [repr(p) if isinstance(p, str) else self.x.said(p, names) for p in text]
                    self.log(w, site, names, "say", f"m.spell(({''.join(p + ', ' for p in parts)}))")

    def source(self, source: m.Expr, names: Names) -> str:
        """What a loop runs over: a list, or one in an order drawn by lot."""
        if isinstance(source, m.Shuffled):
            kind = source.type.kind.root.name if source.type.kind else ""
            return f"m.draw({self.x.list(source.list, names)}, {kind!r})"
        return self.x.list(source, names)

    def lot(self, drawn: m.Random, names: Names) -> str:
        """One member of a list, drawn by lot."""
        kind = drawn.type.kind
        return f"m.pick({self.x.list(drawn.list, names)}, {kind.root.name if kind is not None else ''!r})"

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
            with w.indented("if p >= 0:"):
                self._transfer(w, t, "p", names)

    def _transfer(self, w: Writer, t: m.Transfer, player: str, names: Names) -> None:
        match self.x.simplify(t.payment):
            case m.ConstPayment(alternatives=(way,)) if t.verb != "lose" or len(way) == 1:
                for r, n in way:
                    self._move(w, t, player, self.x.layout.components.resources[r], str(n), names)
            case m.Quantity(amount=amount, resources=(resource,)):
                code = self.x.write(amount, names)
                w(f"n = {code}" if self.x.evaluator.range_of(amount).high <= MOST_AMOUNT else f"n = amount({code})")
                with w.indented("if n > 0:"):
                    self._move(w, t, player, resource, "n", names)
            case payment:
                self.move_way(w, t, player, f"{self.x.write(payment, names)}[0]", names)

    def move_way(self, w: Writer, t: m.Transfer, player: str, way: str, names: Names) -> None:
        """The transfer of a packed amount."""
        w(f"way = {t.verb}_way(s, SLOTS, SUPPLIES, {player}, {way})")
        self.log(w, t.site, names, t.verb, player, "way")

    def _move(self, w: Writer, t: m.Transfer, player: str, resource: m.Resource, amount: str, names: Names) -> None:
        base = self.x.layout.resources[resource]
        supply = self.x.layout.resources[resource.supply] if resource.supply else None
        slot = f"s[{base} + {player}]"
        if t.verb == "lose":
            w(f"n = max(0, min({amount}, {slot}))")
            amount = "n"
        elif t.verb == "gain" and supply is not None:
            w(f"n = max(0, min({amount}, s[{supply} + {player}]))")
            amount = "n"
        w(f"{slot} {'+=' if t.verb == 'gain' else '-='} {amount}")
        if supply is not None:
            w(f"s[{supply} + {player}] {'-=' if t.verb == 'gain' else '+='} {amount}")
        packed = str(int(amount) << BITS * resource.index) if amount.isdigit() else f"{amount} << {BITS * resource.index}"
        self.log(w, t.site, names, t.verb, player, packed)

    # ---- states and lists

    def _store(self, w: Writer, target: m.Read | m.Holding, value: str, names: Names, site: m.Site, change: str = "") -> None:
        bound = names
        mended = self.lists.of_state(target.state) if isinstance(target, m.Read) and target.index is None else []
        if (
            mended
            and isinstance(target, m.Read)
            and target.object is not None
            and not isinstance(target.object, (m.Local, m.Const))
        ):
            at = m.Variable("at", target.object.type)  # found once: the change may be to what it is found by
            names = {**names, at: "at"}
            w(f"at = {self.x.write(target.object, names)}")
            target = replace(target, object=m.Local(at))
        keys = [target.player] if isinstance(target, m.Holding) else [k for k in (target.object, target.index) if k is not None]
        doubtful = [self.x.write(k, names) for k in keys if not is_sure(k, self.sure)]
        slot = self.x.slot(target, names)
        with w.indented(f"if {' and '.join(f'{d} >= 0' for d in doubtful)}:") if doubtful else nullcontext():
            value = f"within(s[{slot}] {change} {value})" if change else value
            self._logged(w, f"s[{slot}] = {value}", f"s[{slot}]", "set", slot, bound, site)
            for one in mended:
                w(f"mend_{one.number}(m, s, {self.x.write(keys[0], names)})")

    def _list(self, w: Writer, list_: m.ListState, change: str, names: Names, site: m.Site) -> None:
        """A change of a list; the change's braces take the place of the list in the state."""
        members = f"tuple({self.x.list(m.ListMembers(list_, m.Type('list', list_.kind)), {})})"
        base = str(self.x.layout.lists[list_])
        self._logged(w, change.format(base), members, "list", base, names, site)

    def _logged(self, w: Writer, change: str, now: str, kind: str, where: str, names: Names, site: m.Site) -> None:
        """A change, and in a traced program what it came to and what was there before, unless it changed nothing."""
        if self.traced:
            w(f"old = {now}")
        w(change)
        if self.traced:
            w(f"new = {now}")
            with w.indented("if new != old:"):
                self.log(w, site, names, kind, where, "new", "old")
