"""Warn of amounts never above 0 or below it, divisions that are 0, scales that end too soon, and members added twice."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import inf

from caylus import model as m, syntax as s
from caylus.analysis.counts import Counts
from caylus.analysis.facts import Facts, Observer
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note, Span, warning
from caylus.model.access import rule_parts
from caylus.model.transfer import NO, SIGNS, YES, Known, Range, compare_ranges, join, single
from caylus.model.walk import free_variables, parts, put, remade, statements, substitute


class Meter(Observer):
    """Looks at every formula of what can be reached. What constants or scales decide is open, where that is not what is asked."""

    def __init__(self, symbols: Symbols, facts: Facts) -> None:
        self._symbols = symbols
        self._facts = facts
        self._found: dict[tuple[str, s.Span], Diagnostic | None] = {}
        self._most: dict[m.Variable, float] = {}
        self._numbers: dict[m.Variable, tuple[int, int]] = {}
        self._firsts: dict[m.Variable, m.Query] = {}
        self._paid: set[m.Value] | None = None
        self._copied = {x.site.span for action in facts.model.unnamed for x in statements(action.body)}
        self.divisions()
        self.alternatives()

    def report(self) -> tuple[Diagnostic, ...]:
        """The warnings of all that was seen, and of values."""
        for value in tuple(self._facts.results):  # looking at one may find the results of others
            for part in parts(rule_parts(value)):
                self.formula(part, Known(), value.site)
            self.bounds(value)
            for modifier in value.modifiers:
                self.modifier(modifier)
        return tuple(d for d in self._found.values() if d is not None)

    def statement(self, statement: m.Statement, facts: Known) -> None:
        if statement.site.span in self._copied:
            return
        if isinstance(statement, m.Transfer):
            self._payment(statement.payment, facts, statement.site)
        elif isinstance(statement, m.ForEach):
            if statement.where is None:
                self._rounds(statement.variables, statement.sources, facts)
            self._warn_of_repeated_count(statement)
        elif isinstance(statement, m.Do):
            self._note_arguments(statement.action.params, statement.arguments)
        elif isinstance(statement, m.Let) and (most := self._highest_number(statement.value)) is not None:
            self._most[statement.variable] = most
        elif isinstance(statement, m.Let) and isinstance(statement.value, m.Random):
            self._note_numbers(statement.variable, statement.value.list, facts)
        elif isinstance(statement, m.Let) and isinstance(statement.value, m.Query):
            self._firsts[statement.variable] = statement.value
        elif isinstance(statement, m.Repeat):
            limit = statement.limit
            if limit is not None and self._facts.number_range(limit, facts).high <= 0:
                message, help = "this is repeated no time", "leave it out, or let the limit be above 0"
                self._note("W1030", limit, message, "never above 0", help, site=statement.site)
        elif isinstance(statement, m.Rearrange) and isinstance(statement.by, m.Rotated):
            self._rotation(statement, statement.by.member)
        match statement:
            case m.Adjust(amount=m.Const(value=0) as amount) if not self._is_open(amount):
                self._note("W1031", amount, "this changes nothing", "by 0", "leave it out")
            case m.Assign(target=target, value=value) if target == value:
                self._note("W1031", value, "this changes nothing", "it is that already", "leave it out")
            case m.Assign(target=target, value=value) if not self._is_open(value):
                now, new = single(facts.terms.get(target)), single(self._facts.evaluate(value, facts))
                is_same = (now is not None and now == new) or facts.signs.get((target, value)) == SIGNS["=="]
                if is_same and not any(isinstance(x, m.Random) for x in parts(value)):
                    self._note("W1031", value, "this changes nothing", "it is that already", "leave it out", site=statement.site)
                else:
                    self._drop("W1031", value)
        if not isinstance(statement, m.Block):
            for part in parts(statement):
                self.formula(part, facts, statement.site)

    def _warn_of_repeated_count(self, loop: m.ForEach) -> None:
        """Warns of a loop that gives for each of its members what counts all of them."""
        (variable, *others), source = loop.variables, loop.sources[0]
        transfers = [x for x in loop.body if isinstance(x, m.Transfer)]
        if others or isinstance(source, m.Numbers) or any(x == m.Local(variable) for x in parts(*loop.body)):
            return
        for count in (x for transfer in transfers for x in parts(transfer.payment)):
            match count:
                case m.SizeOf(list=counted) if counted == source and loop.where is None:
                    pass
                case m.Query(kind="count", variable=own, source=counted, where=where) if counted == source:
                    where = put(where, m.Local(own), m.Local(variable)) if where is not None else None
                    if where != loop.where:
                        continue
                case _:
                    continue
            message, label = "this is done for each of those that it counts: 3 of them count 9", "counts all each time"
            help = f"leave the loop through `{variable.name}` out, or the count inside it"
            self._note("W1065", count, message, label, help, (Note("once for each", loop.site.span),), site=loop.site)

    def condition(self, condition: m.Expr, facts: Known, site: m.Site) -> None:
        for part in parts(condition):
            self.formula(part, facts, site)

    def _rotation(self, statement: m.Rearrange, member: m.Expr) -> None:
        """Looks at a list that is to begin with its first member."""
        list_ = statement.target
        is_first = isinstance(member, m.ListItem) and isinstance(member.index, m.Const) and member.index.value == 1
        if isinstance(member, m.ListItem) and is_first and (member.list, member.object) == (list_.list, list_.object):
            help = f"the second is `{list_.list.name}[2]`"
            self._note("W1031", member, "this changes nothing", "it begins with that already", help, site=statement.site)

    def _warn_of_idle_bounds(self, value: m.Value) -> None:
        """Warns of bounds that a value never comes to where they are due, with constants as they are now."""
        self._facts.is_exact = True
        for bound in value.modifiers:
            here = Known() if bound.where is None else self._facts.assume(bound.where, Known())
            if bound.change not in ("at most", "at least") or not isinstance(bound.value, m.Const) or here is None:
                continue
            others = [x for x in value.modifiers if x.change not in ("at most", bound.change)]  # bounds apply last
            alone = self._facts.set_of_cases(value, here)
            before = join(alone, self._facts.apply_modifiers(others, alone, here))
            if isinstance(before, Range):
                is_most, number = bound.change == "at most", bound.value.value
                if before.high <= number if is_most else before.low >= number:
                    end = f"most {before.high:.0f}" if is_most else f"least {before.low:.0f}"
                    message = f"this bound of `{value.name}` is never felt: it is at {end} without it"
                    self._add("W1064", bound.site.span, message, "without effect", "change the bound, or leave it out")
        self._facts.is_exact = False

    def bounds(self, value: m.Value) -> None:
        """Looks at bounds of a value that another one hides, and at a value that is made less than 0."""
        always = [x for x in value.modifiers if x.where is None and isinstance(x.value, m.Const) and not self._is_open(x.value)]
        self._warn_of_idle_bounds(value)
        least = [x for x in always if x.change == "at least"]
        for most in (x for x in always if x.change == "at most"):
            hidden = next((x for x in least if _number(x.value) > _number(most.value)), None)
            if hidden is not None:
                message = f"this hides the other bound: the value is always {_number(most.value)}"
                notes = (Note("this has no effect", hidden.site.span),)
                self._note(
                    "W1049", most.value, message, f"less than {_number(hidden.value)}", "change or drop one of them", notes
                )
        if least or not self._facts.results or not self._is_paid(value):
            return
        lowest = [_number(case) for _, case in value.cases if isinstance(case, m.Const) and not self._is_open(case)]
        for less in (x for x in always if x.change == "minus"):
            if lowest and min(lowest) < _number(less.value):
                by = min(lowest) - _number(less.value)
                message, label = f"this can be less than 0, down to {by}", f"`{value.name}` is {min(lowest)} at times"
                help = f"if it is meant so, say it: `{value.name}(…) is never less than 0`"
                self._note("W1032", less.value, message, label, help, (Note("it is a value here", value.site.span),))

    def alternatives(self) -> None:
        """Warns of an alternative of a payment that is another one and more besides."""
        constants = ((entry.meaning, node.value) for entry, node in self._symbols.definitions_of(s.Constant))
        for expr, node in (*self._symbols.written.values(), *constants):
            if isinstance(expr, m.ConstPayment) and len(expr.alternatives) > 1 and isinstance(node, s.Chain):
                ways = [dict(way) for way in expr.alternatives]
                if any(one != other and all(other.get(i, 0) >= n for i, n in one.items()) for one in ways for other in ways):
                    message = "one alternative has all of another one, and more"
                    help = "join what goes together by `+`, or leave it out"
                    self._add("W1071", node.span, message, "nobody would choose it", help)

    def _is_paid(self, value: m.Value) -> bool:
        """Return whether a value is an amount that somebody gains, pays or loses."""
        if self._paid is None:
            actions = (parts(action.body) for action in self._facts.reached)
            amounts = (part.amount for action_parts in actions for part in action_parts if isinstance(part, m.Quantity))
            self._paid = {amount.value for amount in amounts if isinstance(amount, m.CallValue)}
        return value in self._paid

    def _is_open(self, e: m.Expr) -> bool:
        return id(e) in self._symbols.open_constants

    def _note_arguments(
        self, params: tuple[m.Variable, ...], arguments: tuple[m.Expr, ...], told_apart: Collection[m.Variable] = ()
    ) -> None:
        """Notes how far a number goes that is handed on; not of one that modifiers are for certain numbers of."""
        for param, argument in zip(params, arguments, strict=False):
            most = self._highest_number(argument)
            if most is not None and param not in told_apart:
                self._most[param] = max(most, self._most.get(param, most))

    def modifier(self, modifier: m.Modifier) -> None:
        """Looks at a change of a value by 0."""
        match modifier:
            case m.Modifier(change="plus" | "minus", value=m.Const(value=0) as by) if not self._is_open(by):
                self._note("W1031", by, "this changes nothing", "by 0", "leave it out")

    # ---- amounts

    def _payment(self, payment: m.Expr, facts: Known, site: m.Site) -> None:
        _, node = self._symbols.written.get(id(payment), (None, None))
        is_nothing = isinstance(payment, m.ConstPayment) and payment.alternatives == ((),)
        if is_nothing and isinstance(node, s.Quantity) and not self._is_open(payment):
            self._note("W1030", payment, "this amount is never above 0", "always 0", "nothing comes of it: leave it out")
        for part in parts(payment):
            if not isinstance(part, m.Quantity):
                continue
            high = self._facts.number_range(part.amount, facts).high
            if high <= 0:
                label = "always 0" if high == 0 else "always less than 0"
                is_difference = isinstance(part.amount, m.Arithmetic) and part.amount.op == "-"
                help = "nothing comes of it: " + ("turn the subtraction, or leave it out" if is_difference else "leave it out")
                self._note("W1030", part.amount, "this amount is never above 0", label, help, site=site)
            else:
                self._drop("W1030", part.amount)
                self._negative(part.amount, facts)

    def _negative(self, amount: m.Expr, facts: Known) -> None:
        """Warns of a number minus what is surely more at times."""
        if not isinstance(amount, m.Arithmetic) or amount.op != "-" or not isinstance(amount.left, m.Const):
            return
        if self._is_open(amount.left) or amount.right in facts.terms:
            return
        most = self._highest_number(amount.right)
        if most is not None and amount.left.value < most:
            source = self._source(amount.right)
            self._note(
                "W1032",
                amount,
                f"this can be less than 0, down to {amount.left.value - most:.0f}",
                f"`{source}` is up to {most:.0f}; nothing comes of an amount below 0",
                f"if it is meant so, say it: `max(0, {self._source(amount)})`",
            )

    def _highest_number(self, e: m.Expr) -> float | None:
        """The highest number that a formula surely comes to at times; None where that is not known."""
        facts = self._facts
        match e:
            case m.Const(value=value) if not self._is_open(e):
                return value
            case m.Local(variable=variable) if variable in self._most:
                return self._most[variable]
            case m.Random(list=m.Numbers(high=high)):
                return self._highest_number(high)
            case m.SizeOf(list=m.ListMembers(list=list_)) if list_.kind.is_player:
                return facts.counts.high if facts.lists.get(list_, 0) == facts.all_of(list_.kind) else None
            case m.SizeOf(list=m.AllOf(kind=kind)) if kind.is_player:
                return facts.counts.high
            case m.PlaceInRow(object=m.Local(variable=variable)) if (
                variable.type.kind is not None and variable.type.kind.is_player
            ):
                every = facts.all_of(variable.type.kind)
                now = facts.variables.get(variable)
                return facts.counts.high if isinstance(now, int) and now & every == every else None
        return None

    def _rounds(self, variables: tuple[m.Variable, ...], sources: tuple[m.ListExpr, ...], facts: Known) -> None:
        """Notes how far the numbers of a loop surely go, where nothing ends it before."""
        for variable, source in zip(variables, sources, strict=True):
            if len(sources) == 1:
                self._note_numbers(variable, source, facts)
            if isinstance(source, m.Numbers) and (most := self._highest_number(source.high)) is not None:
                others = [self._highest_number(m.SizeOf(other)) for other in sources if other is not source]
                if None not in others:
                    self._most[variable] = min([most, *(n for n in others if n is not None)])

    def _note_numbers(self, variable: m.Variable, source: m.ListExpr, facts: Known) -> None:
        """Notes between which numbers a name lies, with constants as they are now."""
        if isinstance(source, m.Numbers):
            self._facts.is_exact = True
            ends = [self._facts.number_range(end, facts) for end in (source.low, source.high)]
            self._facts.is_exact = False
            if all(end.low == end.high for end in ends):
                self._numbers[variable] = int(ends[0].low), int(ends[1].low)

    # ---- divisions, scales

    def divisions(self) -> None:
        """Warns of divisions of two written numbers that are 0, or by 0."""
        for node in self._symbols.nodes:
            match node:
                case s.Chain(operands=(s.Number() as one, other, *_), operators=("/", *_)) if (
                    by := constant_number(self._symbols, other.amount if isinstance(other, s.Quantity) else other)
                ) is not None and (by == 0 or 0 < one.value < by):
                    label, help = _explain_zero("/", by == 0)
                    self._add("W1033", one.span.to(other.span), "this division is always 0", label, help)
                case s.Chain(operands=(s.Number(value=one), s.Number(value=other), *_), operators=("/", "*", *_)) if other:
                    if one % other and one > other:
                        place = node.operands[0].span.to(node.operands[1].span)
                        help = f"multiply before you divide: `{one} * … / {other}`; or, for every {other}, `… / {other} * {one}`"
                        self._add(
                            "W1033", place, f"this is {one // other}: the rest is lost before it is multiplied", "cut off", help
                        )

    def formula(self, e: object, facts: Known, site: m.Site) -> None:
        """Looks at one formula by itself."""
        match e:
            case m.CallValue(value=value, arguments=arguments):
                told_apart = {x.variable for by in value.modifiers for x in parts(by.where) if isinstance(x, m.Local)}
                self._note_arguments(value.params, arguments, told_apart)
            case m.Arithmetic(op="/" | "%" as op, left=left, right=right):
                by = self._facts.number_range(right, facts)
                now = self._facts.number_range(left, facts)
                is_zero = by == Range(0, 0)
                is_small = op == "/" and now.low >= 0 and 0 < now.high < by.low
                if is_zero or is_small or (op == "%" and by == Range(1, 1)):
                    label, help = _explain_zero(op, is_zero)
                    message = "this division is always 0" if op == "/" else "this remainder is always 0"
                    self._note("W1033", e, message, label, help, site=site)
                else:
                    self._drop("W1033", e)
            case m.ListItem(list=list_, index=index):
                most = self._facts.copies(list_.kind, self._facts.lists.get(list_, 0))
                if 0 < most < self._facts.number_range(index, facts).low:
                    message, help = "this is always none", "leave it out, or ask for a member that can be there"
                    self._note("W1046", e, message, f"`{list_.name}` has at most {most}", help, site=site)
                else:
                    self._drop("W1046", e)
            case m.RowItem(row=row, index=index):
                number = self._facts.number_range(index, facts)
                if number.low > row.size or number.high < 1:
                    help = f"`{row.name}[1]` is the first, and `{row.name}[{row.size}]` the last"
                    self._note("W1046", e, "this is always none", f"`{row.name}` has {row.size}", help, site=site)
                else:
                    self._drop("W1046", e)
                    if isinstance(index, m.Local) and self._numbers.get(index.variable) == (0, row.size - 1):
                        message = f"this goes from 0 to {row.size - 1}, and `{row.name}` from 1 to {row.size}"
                        help = f"write `1 to size of {row.name}`"
                        self._note("W1034", e, message, f"`{row.name}[0]` is none, the last is never read", help, site=site)
                    self._end_of_row(e, number, site)
                    self._warn_of_guard(e, facts, site)
            case m.Arithmetic(op="+", left=left, right=right) if not isinstance(right, m.Const) and right in summands(left):
                message, help = f"this sum counts `{self._source(right)}` twice", "multiply by 2 if it is meant so"
                self._note("W1065", e, message, "counted before", help, site=site)
            case m.Arithmetic(op="min" | "max", left=left, right=m.Const() as bound):
                self._idle_end(e, left, bound, facts, site)
            case m.Query(kind="some"):
                self._warn_of_asker(e, e, True, site)
            case m.Compare(op=op, left=m.Query(kind="count") as query, right=m.Const(value=number)):
                signs = compare_ranges(Range(1, inf), Range(number, number))
                if not signs & SIGNS[op] or not signs & ~SIGNS[op]:
                    self._warn_of_asker(e, query, bool(signs & SIGNS[op]), site)
            case m.Compare(op="==" | "!=" as op, left=m.Query() | m.Local() as left, right=m.Const(value=-1)):
                first = self._firsts.get(left.variable) if isinstance(left, m.Local) else left
                if first is not None and first.kind == "first":
                    self._warn_of_asker(first, first, op == "!=", site)
            case m.Arithmetic(op="+", left=left, right=m.Holding(resources=resources) as holding):
                holdings = [one for one in summands(left) if isinstance(one, m.Holding) and one.player == holding.player]
                twice = [
                    r.name for one in holdings if one.which is holding.which is None for r in one.resources if r in resources
                ]
                if twice:
                    message, help = f"this sum counts `{twice[0]}` twice", "leave one of them out"
                    self._note("W1065", e, message, "counted before", help, site=site)
            case m.ScaleItem(scale=m.ConstScale() as scale, index=index):
                self._scale(e, scale, index, site)
                if isinstance(index, m.Local) and index.variable in self._numbers:
                    self._warn_of_shifted_scale(e, scale, *self._numbers[index.variable], site)

    def _warn_of_asker(self, e: m.Expr, query: m.Query, holds: bool, site: m.Site) -> None:
        """Warns of a question about all players that whoever asks it answers, being as good as themselves."""
        other = _oneself(query.variable, query.where)
        if other is not None and self._facts.has_all_players(query.source):
            name, who = query.variable.name, other.name
            message = f"this {'always' if holds else 'never'} holds: `{name}` may be `{who}`"
            help = f"leave `{who}` out: `where {name} is not {who} and …`, or ask for more than `{who}` has"
            self._note("W1005" if holds else "W1004", e, message, f"`{who}` is as good as themselves", help, site=site)

    def _idle_end(self, e: m.Arithmetic, formula: m.Expr, bound: m.Const, facts: Known, site: m.Site) -> None:
        """Warns of the least or the most of a formula and a constant that the formula never goes beyond."""
        low, high = self._facts.number_range(formula, facts)
        if high <= bound.value if e.op == "min" else low >= bound.value:
            end = f"most {high:.0f}" if e.op == "min" else f"least {low:.0f}"
            message = f"this bound is never felt: `{self._source(formula)}` is at {end}"
            self._note("W1064", e, message, "without effect", "change the bound, or leave it out", site=site)
        else:
            self._drop("W1064", e)

    def _warn_of_guard(self, e: m.RowItem, facts: Known, site: m.Site) -> None:
        """Warns of an index that a condition keeps from being none but for one number, with constants as they are now."""
        match e.index:
            case m.Arithmetic(op="+" | "-", left=place, right=m.Const()) if place in facts.terms:
                self._facts.is_exact = True
                low, high = self._facts.number_range(e.index, facts)
                free_low, free_high = self._facts.number_range(e.index, Known())
                self._facts.is_exact = False
                beyond = 0 if low == 0 > free_low else e.row.size + 1 if high == e.row.size + 1 < free_high else None
                if beyond is not None:
                    message, help = f"this may be none: `{e.row.name}[{beyond}]`", "move the bound of the condition by one"
                    self._note("W1060", e, message, f"`{e.row.name}` has {e.row.size}", help, site=site)

    def _end_of_row(self, e: m.RowItem, number: Range, site: m.Site) -> None:
        """Warns of an index with `max` that is never below the last, and of one with `min` that is never above the first."""
        is_last, is_first = number.low == e.row.size, number.high == 1
        is_bound = any(isinstance(x, m.Arithmetic) and x.op in ("min", "max") for x in parts(e.index))
        if e.row.size > 1 and is_bound and (is_last or is_first):
            end, other = ("last", "min") if is_last else ("first", "max")
            help = f"`{other}` keeps a number within bounds from this side"
            message, label = f"this is never another one than the {end}", f"`{e.row.name}` has {e.row.size}"
            self._note("W1070", e, message, label, help, site=site)

    def _scale(self, e: m.ScaleItem, scale: m.ConstScale, index: m.Expr, site: m.Site) -> None:
        """Warns of a scale that is asked for every number of players and has not so many."""
        last = scale.start + len(scale.numbers) - 1
        bounds = index.state.bounds if isinstance(index, m.Read) else []
        if bounds and len({*bounds}) == 1 and self._warn_of_shifted_scale(e, scale, *bounds[0], site):
            return
        highest = self._highest_number(index)
        if highest is None or highest <= last or len(scale.numbers) < 2:
            return
        is_count = isinstance(index, m.SizeOf) and isinstance(index.list, m.AllOf)
        counts = self._facts.counts
        if is_count and self._warn_of_shifted_scale(e, scale, int(counts.low), int(counts.high), site):
            return
        numbers = range(int(max(last + 1, self._facts.counts.low if is_count else 1)), int(highest) + 1)
        first_beyond = " and ".join(str(n) for n in ((numbers[0], numbers[-1]) if len(numbers) > 1 else (numbers[0],)))
        whom = f"{first_beyond} players ask for more" if is_count else f"`{self._source(index)}` is up to {highest:.0f}"
        definition = next((x for x in self._symbols.entries.values() if x.meaning is scale), None)
        notes = (Note("it ends here", definition.span),) if definition is not None else ()
        self._note(
            "W1034", e, f"this scale ends at {last}", whom, "give it a number for each; beyond its end the last one counts", notes
        )

    def _warn_of_shifted_scale(self, e: m.ScaleItem, scale: m.ConstScale, low: int, high: int, site: m.Site) -> bool:
        """Warns of a scale that is read one place beside all of its numbers; whether it is."""
        first, last = scale.start, scale.start + len(scale.numbers) - 1
        for by in (-1, 1):
            if last - first > 1 and (low, high) == (first + by, last + by) and len({*scale.numbers}) > 1:
                missed_number, twice = (last, "first") if by < 0 else (first, "last")
                message = f"this goes from {low} to {high}, and the scale from {first} to {last}"
                help = f"let the scale begin with {first + by}: `from {first + by}`; or add {-by} here"
                self._note("W1034", e, message, f"number {missed_number} is never read, the {twice} one twice", help, site=site)
                return True
        return False

    # ---- reporting

    def _source(self, e: m.Expr) -> str:
        place = self._symbols.place_of(e)
        return self._symbols.source(place) if place is not None else "it"

    def _note(
        self,
        code: str,
        e: m.Expr,
        message: str,
        label: str,
        help: str,
        notes: tuple[Note, ...] = (),
        site: m.Site | None = None,
    ) -> None:
        """Warns of a formula; of one that is written in pieces, at the place of the rule around it."""
        place = self._symbols.place_of(e) or (site.span if site is not None else None)
        if place is not None:
            self._add(code, place, message, label, help, notes)

    def _add(self, code: str, span: s.Span, message: str, label: str, help: str = "", notes: tuple[Note, ...] = ()) -> None:
        self._found.setdefault((code, span), warning(code, span, message, label, notes=notes, help=help))

    def _drop(self, code: str, e: m.Expr) -> None:
        """Takes back what another place that asks the same shows not to be so."""
        place = self._symbols.place_of(e)
        if place is not None:
            self._found[code, place] = None


def constant_number(symbols: Symbols, e: s.Expr | None) -> int | None:
    """The number of a formula that is a number, or the name of a constant."""
    entry = symbols.entries.get(e.name) if isinstance(e, s.Reference) else None
    value = entry.meaning if entry is not None else None
    return e.value if isinstance(e, s.Number) else value.value if isinstance(value, m.Const) else None


def summands(e: m.Expr) -> Iterator[m.Expr]:
    """The formulas that a sum adds up."""
    if isinstance(e, m.Arithmetic) and e.op == "+":
        yield from summands(e.left)
        yield from summands(e.right)
    else:
        yield e


def _oneself(variable: m.Variable, where: m.Expr | None) -> m.Variable | None:
    """The player whom a question compares with all players, this one too, where everybody is at least as good as themselves."""
    kind = variable.type.kind
    if kind is None or not kind.is_player or where is None:
        return None
    others = [x for x in free_variables(where) if x is not variable and x.type == variable.type]
    return next((x for x in others if _holds_of_oneself(substitute(where, {variable: m.Local(x)}))), None)


def _holds_of_oneself(condition: m.Expr) -> bool:
    """Return whether a condition compares what is the same on both sides, and asks for nothing else."""
    match condition:
        case m.Compare(op=">=" | "<=" | "==", left=left, right=right):
            return _rename_variables(left, right) == right
        case m.Logic(op="and", operands=operands):
            return all(map(_holds_of_oneself, operands))
        case m.Logic(op="or", operands=operands):
            return any(map(_holds_of_oneself, operands))
    return False


def _rename_variables(e: m.Expr, other: m.Expr) -> m.Expr:
    """The formula with the variables of its own questions replaced by those of another one's."""
    own, others = ([x.variable for x in parts(one) if isinstance(x, m.Query)] for one in (e, other))
    names = dict(zip(own, others, strict=False))
    return remade(e, lambda part: names.get(part, part) if isinstance(part, m.Variable) else part)


def _explain_zero(op: str, is_by_zero: bool) -> tuple[str, str]:
    """The reason why a division or a remainder is always 0, and what to write instead."""
    if is_by_zero:
        return "what is divided by 0 gives 0", "divide by another number, or leave it out"
    if op == "/":
        return "less than 1, and results are rounded down", "multiply before you divide, as in `2 * x / 3`, or leave it out"
    return "divided by 1, nothing is left", "divide by 2 or more, or leave it out"


def _number(e: m.Expr) -> int:
    return e.value if isinstance(e, m.Const) else 0


class Additions(Observer):
    """Looks at each addition, and whether what is added is always in the list already, or comes there again."""

    def __init__(self, facts: Facts, counts: Counts) -> None:
        self._facts = facts
        self._counts = counts
        self._found: dict[Span, tuple[m.ListState, bool]] = {}
        self._open: dict[Span, m.AddTo] = {}
        """Additions of what may be in the list."""

    def statement(self, statement: m.Statement, facts: Known) -> None:
        if isinstance(statement, m.AddTo) and not statement.moves:
            list_, place = statement.target.list, statement.site.span
            has_copies = any(thing.copies > 1 for thing in list_.kind.objects)
            answer = self._facts.evaluate(m.Contains(statement.target, statement.member), facts)
            is_in = not has_copies and answer == YES
            self._found[place] = list_, is_in and self._found.get(place, (list_, True))[1]
            if answer != NO:
                self._open[place] = statement

    def report(self) -> Iterator[Diagnostic]:
        for place, (list_, is_in) in self._found.items():
            if is_in:
                message = f"the game stops here: this is in `{list_.name}` already"
                help = f"leave it out, or ask first: `if … is not in {list_.name}`"
                yield warning("W1061", place, message, "added before", help=help)
            elif place in self._open and self._comes_again(self._open[place]):
                message = f"the game stops here the second time: nothing takes anybody out of `{list_.name}`"
                help = f"`clear {list_.name}` before the next round, or ask first: `if … is not in {list_.name}`"
                yield warning("W1061", place, message, "added in each round", help=help)

    def _comes_again(self, addition: m.AddTo) -> bool:
        """Return whether one and the same player is added several times, as nothing tells who was added before."""
        list_, member = addition.target.list, addition.member
        if not list_.kind.is_player or list_ in self._facts.lists_taken_from or not isinstance(member, m.Local):
            return False
        beside = statements(self._counts.find_action(addition).body)
        is_marked = any(isinstance(x, m.Assign | m.RemoveFrom | m.Put | m.Adjust) for x in beside)
        return not is_marked and self._counts.count_times(addition, member.variable) > 1
