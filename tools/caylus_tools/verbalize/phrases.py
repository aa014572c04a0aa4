"""Describe what rules do, as a rulebook says it: `gain 3 coins`, `you may pay 1 fruit to gain 2 coins, or 2 to gain 5`.

It is told to whoever acts. Names for the rules' own use are left out, and so is bookkeeping: what an object notes of itself, and
what a body that does more than that notes anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.model.walk import can_stop, parts, walk_same_repeat
from caylus.records import Record

from .expressions import Expressions, split_logic
from .names import ref
from .prose import Prose, Unit, Var, elide, join_list, line, plain, render_words
from .source_text import acting_player
from .statements import UNNAMED, Statements, drop_bookkeeping, errand, times


class Deed(Record):
    """Something that is done, in words that stand behind `you may` if it is `offered`; a clause of its own if it `is_whole`."""

    prose: Prose
    offered: bool = False
    is_whole: bool = False

    def render(self) -> Prose:
        return line("you may ", self.prose) if self.offered else self.prose


class Phrases:
    """Tells what is done, in the words of its `expressions`."""

    def __init__(self, expressions: Expressions, chooser: m.Expr | None = None) -> None:
        """`chooser` is another than those spoken to: whoever may do what is told."""
        self.expressions = expressions
        self._chooser = chooser
        self._statements = Statements(expressions)

    def describe_body(self, body: m.Body) -> Prose:
        """All that a body does; empty for mere bookkeeping."""
        return join_deeds(self.deeds(body))

    def deeds(self, body: m.Body) -> list[Deed]:
        """The deeds of a body without bookkeeping; what it only notes, if it does nothing else."""
        body = tuple(drop_bookkeeping(body))
        all_deeds = list(dict.fromkeys(self._deeds(body)))
        return all_deeds or list(dict.fromkeys(self._notes(body)))

    def _deeds(self, body: m.Body) -> Iterator[Deed]:
        x = self.expressions
        for statement in body:
            match statement:
                case m.Transfer():
                    yield self._transfer(statement)
                case m.Choose():
                    yield from self._choose(statement)
                case m.Do(as_before=True):
                    yield Deed(("this goes as usual",), is_whole=True)
                case m.Do(action=action, arguments=arguments):
                    yield self.errand(action, arguments)
                case m.DoMember(action=action, object=m.Const() as of) if x.is_this(of):
                    own = action.bodies[of.value]
                    yield from self._deeds(own.body if own else ())
                case m.DoMember(action=action, object=of):
                    yield Deed(line("carry out ", x.describe_property(of, ref(action))))
                case m.AddTo(target=target, member=member):
                    end = ("front" if statement.front else "end") if statement.moves else ""
                    yield self._describe_addition(target, member, end)
                case m.Put():
                    yield Deed(self._statements.put(statement))
                case m.If():
                    yield from self._if(statement)
                case m.ForEach():
                    yield from self._for_each(statement)
                case m.Repeat():
                    yield from self._repeat(statement)
                case m.Effect() | m.Jump() | m.Let():
                    pass
                case _:
                    assert_never(statement)

    def _notes(self, body: m.Body) -> Iterator[Deed]:
        """The notes of a body, but for what an object notes of itself."""
        for statement in body:
            match statement:
                case m.Adjust(target=target) | m.Assign(target=target) if not self._is_own(target):
                    yield Deed(self._statements.step(statement).prose)
                case m.RemoveFrom() | m.Rearrange():
                    yield Deed(self._statements.step(statement).prose)
                case m.Effect() | m.Block() | m.Call() | m.Jump() | m.Let():
                    pass
                case _:
                    assert_never(statement)

    def _is_own(self, target: m.Read | m.Holding) -> bool:
        return isinstance(target, m.Read) and isinstance(target.object, m.Const) and self.expressions.is_this(target.object)

    # ---- single statements

    def _transfer(self, transfer: m.Transfer) -> Deed:
        amount = self.expressions.noun(transfer.payment)
        is_yours = self.expressions.is_you(transfer.player)
        if transfer.player == self._chooser or (is_yours and self._chooser is None):
            return Deed(line(f"{transfer.verb} ", amount))
        if is_yours:
            return Deed(line(f"you {transfer.verb} ", amount), is_whole=True)
        return Deed(line(self.expressions.noun(transfer.player), f" {transfer.verb}s ", amount), is_whole=True)

    def _describe_addition(self, target: m.ListMembers, member: m.Expr, end: str) -> Deed:
        where = self.expressions.noun(target)
        if self.expressions.is_you(member):
            return Deed(line(f"go to the {end} of " if end else "join ", where))
        return Deed(line("put ", self.expressions.noun(member), f" at the {end} of " if end else " into ", where))

    def _if(self, conditional: m.If) -> Iterator[Deed]:
        if (acting := acting_player(conditional)) is not None:
            _, left, body = acting
            if does := self.describe_body(body):
                yield Deed(line(self.expressions.noun(left), ": ", does), is_whole=True)
            return
        then, otherwise = self.describe_body(conditional.then), self.describe_body(conditional.otherwise)
        holds = self.expressions.holds(conditional.condition, yes=bool(then))
        if then or otherwise:
            both = line("; otherwise, ", otherwise) if then and otherwise else ()
            yield Deed(line("if ", holds, ", ", then or otherwise, both), is_whole=True)

    def _for_each(self, loop: m.ForEach) -> Iterator[Deed]:
        x = self.expressions
        others = {m.Local(variable) for variable in loop.variables}
        within = Phrases(Expressions(x.model, x.this, lambda e: e not in others and x.is_you(e)))
        if body := within.describe_body(loop.body):
            each = join_list(map(x.each, loop.variables, loop.sources), " and each ")
            where = line(" where ", within.expressions.holds(loop.where)) if loop.where is not None else ()
            yield Deed(line("for each ", each, where, ", ", body), is_whole=True)

    def _repeat(self, loop: m.Repeat) -> Iterator[Deed]:
        body = self.describe_body(loop.body)
        if not body:
            return
        x = self.expressions
        if loop.condition is None and loop.limit is not None and not can_stop(loop.body):
            first = self._statements.put_first(loop)
            yield Deed(first) if first else Deed(line(times(loop.limit, x), ": ", body), is_whole=True)
            return
        if any(can_stop(option.body) for part in walk_same_repeat(loop.body) for option in _options(part)):
            body = line(body, ", as often as you like")
        elif loop.condition is None and loop.limit is None:
            body = line(body, ", again and again")
        if loop.limit is not None:
            body = line(body, ", at most ", times(loop.limit, x))
        match loop.condition:
            case None:
                yield Deed(body, is_whole=True)
            case m.Not(operand=end_condition):
                yield Deed(line("until ", x.holds(end_condition), ", ", body), is_whole=True)
            case condition:
                yield Deed(line("as long as ", x.holds(condition), ", ", body), is_whole=True)

    def _choose(self, choose: m.Choose) -> Iterator[Deed]:
        x = self.expressions
        is_yours = x.is_you(choose.player) or choose.player == self._chooser
        within = self if is_yours else Phrases(x, choose.player)
        offers = list(dict.fromkeys(within.offer(option) for option in choose.options if not _only_leaves(option)))
        if offers and not is_yours:
            yield Deed(line(x.noun(choose.player), " may " if choose.may else " chooses: ", alternatives(offers)), is_whole=True)
        elif offers:
            yield Deed(alternatives(offers), offered=choose.may)

    # ---- options

    def offer(self, option: m.Option) -> Prose:
        """The payment and the effect of an option; what there is to choose from is in the place of what is chosen."""
        x = self.expressions
        pays = [p.payment for p in option.head if isinstance(p, m.Transfer)]
        price = join_list(map(x.noun, pays), " and ")
        if option.name in UNNAMED and not option.choices:
            deeds = sorted(self.deeds(option.body), key=lambda deed: deed.is_whole and self._chooser is not None)
            does = join_deeds(deeds)
            if pays and deeds and self._chooser is not None and deeds[0].is_whole:
                return line("pay ", price, "; then ", does)
            if not does:
                return line("pay ", price) if pays else ("do nothing",)
        else:
            last = option.text[-1:]
            sources, conditions = _narrow_ranges(option)
            condition_variables = {part.variable for part in parts(*conditions) if isinstance(part, m.Local)}
            pairs = zip(option.variables, sources, strict=True)
            among = {
                v: _describe_source(v, source, x, is_last=(m.Local(v),) == last, is_named=v in condition_variables)
                for v, source in pairs
            }
            does = _drop_articles(render_words(option.text, lambda e: _describe_choice(e, among, x)))
            if conditions:
                does = line(does, " where ", join_list(map(x.holds, conditions), ", ", " and "))
        is_fixed = all(isinstance(payment, m.ConstPayment) for payment in pays)
        return line("pay ", price, " to ", does) if pays and is_fixed and "pay " not in plain(does) else does

    # ---- actions

    def errand(self, action: m.Action, arguments: Sequence[m.Expr], is_priced: bool = True) -> Deed:
        """The words for an action: what it says of itself, or its title."""
        phrase = errand(action, arguments, self.expressions, is_priced)
        prose = line("pay ", phrase.price, " to ", phrase.prose) if phrase.price else phrase.prose
        return Deed(prose, offered=phrase.offered and phrase.has_about, is_whole=not phrase.has_about)


def _describe_choice(expr: m.Expr, among: Mapping[m.Variable, Prose], x: Expressions) -> Prose:
    """The words for something in the text of an option: what there is to choose from, or an amount of it."""
    match expr:
        case m.Local(variable=variable) if variable in among:
            return among[variable]
        case m.Quantity(amount=m.Const(value=amount), which=m.Local(variable=variable)) if variable in among:
            unit = among[variable][-1]
            return line(f"{amount} ", Unit(unit.of, amount)) if isinstance(unit, Unit) else line(f"{amount} of ", among[variable])
    return x.noun(expr)


def _describe_source(variable: m.Variable, source: m.ListExpr, x: Expressions, *, is_last: bool, is_named: bool) -> Prose:
    """The words for what there is to choose from; a number that play decides has no long name before what it is a number of."""
    name = as_words(variable.name)
    if isinstance(source, m.Numbers):
        note: Prose = (" (", Var(name), ")") if is_named else ()
        if not is_last and not isinstance(source.high, m.Const):
            return line("some", note)
        return line(x.noun(source.low), " to ", x.noun(source.high), note)
    of = as_words(str(variable.type))
    note = (f" (the {name})",) if is_named and name != of else ()
    if isinstance(source, m.Gathered) and (group := x.model.groups.get(source.name)) is not None:
        return line("any ", Unit(group), note)
    among = source.list if isinstance(source, m.Faces) else source
    where = line(" in ", x.noun(among)) if isinstance(among, m.ListMembers) and not among.list.is_internal else ()
    return line(f"any {of}", note, where)


def _narrow_ranges(option: m.Option) -> tuple[list[m.ListExpr], list[m.Expr]]:
    """The sources of an option's choices, ranges narrowed to what its condition lets through; and the conditions left."""
    sources, conditions = dict(zip(option.variables, option.sources, strict=True)), list[m.Expr]()
    for condition in split_logic("and", (option.where,) if option.where is not None else ()):
        match condition:
            case m.Compare(op="<" | "<=" as op, left=m.Local(variable), right=m.Const(value=bound)):
                match sources.get(variable):
                    case m.Numbers(low=low, high=m.Const(value=high, type=of), type=numbers):
                        most = m.Const(min(high, bound - (op == "<")), of)
                        sources[variable] = m.Numbers(low, most, numbers)
                        continue
            case m.Compare(op=">" | ">=" as op, left=m.Local(variable), right=m.Const(value=bound)):
                match sources.get(variable):
                    case m.Numbers(low=m.Const(value=least, type=of), high=end, type=numbers):
                        sources[variable] = m.Numbers(m.Const(max(least, bound + (op == ">")), of), end, numbers)
                        continue
        conditions.append(condition)
    return list(sources.values()), conditions


_ARTICLE = re.compile(r"\b(?:the|an?) (?=any )")


def _drop_articles(prose: Prose) -> Prose:
    """The prose without articles before `any`."""
    return tuple(_ARTICLE.sub("", piece) if isinstance(piece, str) else piece for piece in prose)


def exchange(option: m.Option) -> tuple[list[m.Alternatives], list[m.Alternatives]]:
    """The constant amounts that an option pays and those that it brings, if it does nothing else."""
    pays: list[m.Alternatives] = []
    gains: list[m.Alternatives] = []
    for transfer in (*option.head, *option.body):
        if not isinstance(transfer, m.Transfer) or not isinstance(transfer.payment, m.ConstPayment):
            return [], []
        (gains if transfer.is_gain else pays).append(transfer.payment.alternatives)
    return pays, gains


def _options(statement: m.Statement) -> tuple[m.Option, ...]:
    """The options of a choice; none of another statement."""
    return statement.options if isinstance(statement, m.Choose) else ()


def _only_leaves(option: m.Option) -> bool:
    """Return whether an option does no more than to go on behind what is repeated."""
    return all(isinstance(statement, m.Stop) for statement in (*option.head, *option.body)) and bool(option.body)


def join_deeds(deeds: Sequence[Deed]) -> Prose:
    """Deeds one after the other, in one sentence."""
    prose: Prose = ()
    for number, deed in enumerate(deeds):
        before = deeds[number - 1] if number else deed
        is_like = not deed.is_whole and not before.is_whole and deed.offered == before.offered
        between = "" if not number else " and " if is_like else "; then "
        prose = line(prose, between, deed.prose if number and is_like else deed.render())
    return prose


def alternatives(offers: Sequence[Prose]) -> Prose:
    """Offers as one, what several begin with said once."""
    first, *rest = offers
    between = ", or " if any("," in plain(offer) or " to " in plain(offer) for offer in offers) else " or "
    return join_list([first, *(elide(offer, first) for offer in rest)], between)
