"""Warn of conditions with one answer, ranges that hold no number, and what is done to `none`: by all that can happen in play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from math import inf
from typing import assert_never

from caylus import model as m, syntax as s
from caylus.analysis.counts import Counts
from caylus.analysis.facts import Facts, Observer
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note, warning
from caylus.diagnostics.render import join_words
from caylus.limits import MOST_OBJECTS_NAMED
from caylus.model.access import access
from caylus.model.transfer import MIRRORED, NO, SIGNS, YES, Known, Range, Set, compare_ranges, ids, single
from caylus.model.walk import parts, statements


class _Answers:
    """The answers that one part of a rule gives wherever it is asked, and how to tell of them."""

    def __init__(self) -> None:
        self.found: set[bool | None] = set()
        self.told: Diagnostic | None = None

    def add(self, answer: bool | None, diagnostic: Diagnostic | None) -> None:
        self.found.add(answer)
        self.told = self.told or diagnostic


class Judge(Observer):
    """Notes what each condition comes to. What a constant decides is open: a constant is there to be changed."""

    def __init__(self, symbols: Symbols, facts: Facts, counts: Counts) -> None:
        self._symbols = symbols
        self._facts = facts
        self._answers: dict[s.Span, _Answers] = defaultdict(_Answers)
        self._hopeless: set[m.Condition | m.Value] = set()
        self._required = {node.span for node in symbols.nodes if isinstance(node, s.Require)}
        self._copied = {x.site.span for action in facts.model.unnamed for x in statements(action.body)}
        self._counts = counts
        self._losses: dict[int, int] = {}
        """Losses before a gain, by `id`: how much must be asked for before, so that the loss counts as a price."""
        self._ends: dict[s.Span, _Answers] = defaultdict(_Answers)
        self._is_in_logic = False
        self.conditions()
        self.values()

    def report(self) -> Iterator[Diagnostic]:
        """The warnings of what has one answer only; of a whole whose part is told of, nothing."""
        reported_spans: list[s.Span] = []
        for span, answers in sorted(self._answers.items(), key=lambda item: _size(item[0])):
            if (
                len(answers.found) == 1
                and None not in answers.found
                and not any(inner.is_inside(span) for inner in reported_spans)
            ):
                reported_spans.append(span)
                if answers.told is not None and answers.told.span is not None:
                    reported_spans.append(answers.told.span)
                    yield answers.told
        late = (answers.told for span, answers in self._ends.items() if answers.found == {False} and span not in reported_spans)
        yield from (diagnostic for diagnostic in late if diagnostic is not None)

    # ---- what is looked at

    def condition(self, condition: m.Expr, facts: Known, site: m.Site) -> None:
        if site.span not in self._copied:
            self._look(condition, facts, site)

    def statement(self, statement: m.Statement, facts: Known) -> None:
        if statement.site.span not in self._copied:
            for e in _own_formulas(statement):
                self._inside(e, facts, statement.site)
            if isinstance(statement, m.Transfer) and statement.verb == "pay":
                self._look_at_price(statement, facts)
            elif isinstance(statement, m.Repeat):
                self._look_at_end(statement, facts)
            elif isinstance(statement, m.Choose):
                for option in statement.options:
                    self._look_at_demand(option)
                    has_price = any(isinstance(part, m.Transfer) for part in option.head)
                    self._losses.update(
                        (id(x), 0) for x in _find_losses(option.body) if not has_price and x.player == statement.player
                    )
            elif isinstance(statement, m.If):
                self._losses.update((id(x), 1) for x in _find_losses(statement.then))
            elif id(statement) in self._losses and isinstance(statement, m.Transfer):
                self._look_at_loss(statement, facts)

    def _look_at_price(self, pay: m.Transfer, facts: Known) -> None:
        """Notes whether a price can be paid where all holds that is asked before."""
        alone, here = (self._facts.assume_paid(pay.player, pay.payment, x, pay.site) for x in (Known(), facts))
        is_possible = here is not None or alone is None  # of what nobody ever has, others tell
        label = "by what is asked for before, the player has less"
        beyond = self._find_beyond_gains(pay.payment) if is_possible else None
        if beyond is not None:
            resource, most = beyond
            is_possible, label = False, f"no player ever has more than {most:.0f} `{resource.name}`"
        help = "change the condition or the price: nobody is offered this"
        never = warning("W1004", pay.site.span, "this can never be paid", label, help=help)
        self._answers[pay.site.span].add(None if is_possible else False, None if is_possible else never)

    def _look_at_demand(self, option: m.Option) -> None:
        """Warns of a requirement that asks for less than the price, which asks again."""
        for part in option.head:
            match part:
                case m.Require(
                    condition=m.Compare(
                        op=">" | ">=" as op, left=m.Holding(resources=(resource,)) as has, right=m.Const() as least
                    )
                ):
                    prices = [x for x in option.head if isinstance(x, m.Transfer) and x.player == has.player]
                    ways = [way for x in prices if isinstance(x.payment, m.ConstPayment) for way in x.payment.alternatives]
                    constants = [least, *(x.payment for x in prices)]
                    is_open = any(id(x) in self._symbols.open_constants for x in constants)
                    price = dict(ways[0]).get(resource.index, 0) if len(ways) == 1 and not is_open else 0
                    if 0 < least.value + (op == ">") < price:
                        message, label = f"this asks for less than the price, {price}", "whoever can pay has so much"
                        help = "ask for as much as the price, or leave it out"
                        weak = warning("W1005", part.site.span, message, label, help=help)
                        self._answers[part.site.span].add(True, weak)

    def _look_at_end(self, loop: m.Repeat, facts: Known) -> None:
        """Notes whether a loop with a limit can end before, by a number that rises in it."""
        condition = loop.condition.operand if isinstance(loop.condition, m.Not) else None
        place = self._symbols.place_of(condition)
        match condition:
            case m.Compare(op="==" | ">=" | ">" as op, left=m.Read(object=None) as counter, right=m.Const(value=end)) if place:
                writes = [x for x in statements(loop.body) if counter.state in self._facts.effects.changes(x)]
                rises = [x.amount for x in writes if isinstance(x, m.Adjust) and x.target == counter and x in loop.body]
                if loop.limit is None or len(rises) < len(writes):
                    return
                self._facts.is_exact = True
                times = self._facts.number_range(loop.limit, facts).high
                each = sum(self._facts.number_range(x, Known()).high for x in rises)
                most = self._facts.number_range(counter, facts).high + (times * each if each else 0)
                self._facts.is_exact = False
                label, help = f"after {times:.0f} times, `{counter.state.name}` is {most:.0f} at most", "repeat it more often"
                never = warning("W1004", place, "this never holds", label, help=help)
                self._ends[place].add(most >= end + (op == ">"), never)

    def _look_at_loss(self, loss: m.Transfer, facts: Known) -> None:
        """Notes whether who chooses an option surely has what it takes from them."""
        ways = loss.payment.alternatives if isinstance(loss.payment, m.ConstPayment) else ()
        lacking = None
        for resource in self._facts.model.resources if len(ways) == 1 else ():
            amount, has = dict(ways[0]).get(resource.index, 0), m.Holding((resource,), loss.player)
            if amount and not resource.least and self._losses[id(loss)] <= self._facts.number_range(has, facts).low < amount:
                lacking = resource
        if lacking is None:
            self._answers[loss.site.span].add(None, None)
            return
        message = f"who has no `{lacking.name}` gets this for nothing"
        if self._losses[id(loss)]:
            message = f"who has less `{lacking.name}` than this gets it for what there is"
        label, help = "`lose` takes only what there is", "write `pay`, at the head of the option, if it is the price"
        free = warning("W1078", loss.site.span, message, label, help=help)
        self._answers[loss.site.span].add(False, free)

    def _find_beyond_gains(self, payment: m.Expr) -> tuple[m.Resource, float] | None:
        """The resource of which a written price asks for more than one player ever has, and how much that is."""
        ways = payment.alternatives if isinstance(payment, m.ConstPayment) else ()
        for index, amount in ways[0] if len(ways) == 1 else ():
            resource = next(x for x in self._facts.model.resources if x.index == index)
            most = self._counts.find_most(resource, is_price=True) - resource.least
            if 0 < most < amount:
                return resource, most
        return None

    def values(self) -> None:
        """Looks at the cases of values, each where none above it holds, and at what modifies them."""
        for entry in self._symbols.entries.values():
            value, node = entry.meaning, entry.definition
            if not isinstance(value, m.Value) or value not in self._facts.results:
                continue
            facts: Known | None = Known()
            cases = node.cases if isinstance(node, s.Value) else ()
            for (condition, result), case in zip(value.cases, cases, strict=False):
                site = replace(value.site, span=case.span)
                here = facts
                if condition is not None and facts is not None:
                    self._look(condition, facts, site)
                    here = self._facts.assume(condition, facts, True, site)
                    facts = self._facts.assume(condition, facts, False, site)
                if here is not None:
                    self._inside(result, here, site)
            for modifier in value.modifiers:
                if modifier.where is not None:
                    self._look(modifier.where, Known(), modifier.site)
                self._inside(modifier.value, Known(), modifier.site)

    def conditions(self) -> None:
        """Looks at what conditions require, each where all before it holds."""
        for entry in self._symbols.entries.values():
            condition = entry.meaning
            if isinstance(condition, m.Condition) and all(p in self._facts.variables for p in condition.params):
                facts: Known | None = Known()
                below, level = Known(), self._symbols.level(condition.site.span)
                for required in condition.requires:
                    if facts is not None:
                        if required.site.rule == condition.name or not isinstance(required.condition, m.Not):
                            self._look(required.condition, facts, required.site)
                        else:  # what `forbid` says, beyond what a layer below requires
                            inside = below if self._symbols.level(required.site.span) > level else Known()
                            self._look(required.condition.operand, inside, required.site)
                            self._note(required.condition, facts, required.site, required.site.span)
                        facts = self._facts.assume(required.condition, facts, True, required.site)
                        if facts is not None and self._symbols.level(required.site.span) == level:
                            below = facts
                if facts is None:
                    self._hopeless.add(condition)

    def _inside(self, e: m.Expr, facts: Known, site: m.Site) -> None:
        """Looks at the questions about lists that stand inside a formula, and at what things ask for there."""
        for part in parts(e):
            if isinstance(part, m.Query) and part.where is not None:
                inner = Known(facts)
                if part.variable in self._facts.variables:
                    inner.terms[m.Local(part.variable)] = self._facts.variables[part.variable]
                    assert part.where is not None
                    self._look(part.where, inner, site, is_nested=True)
            elif isinstance(part, m.Numbers):
                self._look_at_range(part, facts)
            elif isinstance(part, m.Compare) and (place := self._symbols.place_of(part)) is not None:
                beyond = self._find_beyond_reach(part, facts, place)
                if beyond is not None:
                    self._answers[place].add(False, beyond)

    def _look_at_range(self, numbers: m.Numbers, facts: Known) -> None:
        place = self._symbols.place_of(numbers)
        if place is not None:
            _, size = self._facts.list_members(numbers, facts)
            self._facts.is_exact = True
            low, high = (self._facts.number_range(end, facts) for end in (numbers.low, numbers.high))
            self._facts.is_exact = False
            is_turned = low.low > high.high >= 1  # up to a constant that is 0 may be meant
            label = "always empty" if size.high <= 0 else "empty while the constants are what they are"
            empty = warning("W1015", place, "no number lies between these", label, help="write the lower number first")
            is_empty = size.high <= 0 or is_turned
            self._answers[place].add(False if is_empty else None, empty if is_empty else None)

    def _look(self, e: m.Expr, facts: Known, site: m.Site, is_nested: bool = False) -> None:
        """Notes the answer of a condition and of its parts."""
        place = self._symbols.place_of(e)
        if not is_nested:
            self._inside(e, facts, site)
        inner = self._symbols.place_of(e.operand) if isinstance(e, m.Not) and place is None else None
        if inner is not None and isinstance(e, m.Not):  # what `until` asks
            self._note(e.operand, facts, site, inner)
            self._look_into(e.operand, facts, site)
            return
        if isinstance(e, m.Logic) and place is None and e.op == "or" and isinstance(e.operands[0], m.Not):  # a restriction
            where, required = e.operands[0].operand, e.operands[1]
            self._look(where, facts, site)
            alone = self._facts.assume(where, Known(), True, site)
            inside = self._facts.assume(where, facts, True, site)
            is_possible = self._facts.evaluate(required, Known()) != NO
            is_ban = is_possible and alone is not None and self._facts.assume(required, alone, True, site) is None
            if inside is not None and not is_ban:
                self._look(required, inside, site)
            return
        self._note(e, facts, site, place or site.span)
        self._look_into(e, facts, site)

    def _look_into(self, e: m.Expr, facts: Known, site: m.Site) -> None:
        while isinstance(e, m.Not) and isinstance(e.operand, (m.Not, m.Logic)):
            e = e.operand
        if isinstance(e, m.Logic):
            now: Known | None = facts
            is_outermost, self._is_in_logic = not self._is_in_logic, True
            for operand in e.operands:
                if now is None:
                    break
                self._look(operand, now, site, is_nested=True)
                now = self._facts.assume(operand, now, True, site) if e.op == "and" else now
            if is_outermost:
                self._is_in_logic = False
                self._look_at_idle_bounds(e, Known(), site)

    def _look_at_idle_bounds(self, e: m.Logic, around: Known, site: m.Site) -> None:
        """Notes comparisons of numbers that make no difference, since the others of the same condition decide alone."""
        for operand in e.operands:
            facts: Known | None = around
            for other in (x for x in e.operands if x is not operand):
                facts = self._facts.assume(other, facts, e.op == "and", site) if facts is not None else None
            if isinstance(operand, m.Logic) and facts is not None:
                self._look_at_idle_bounds(operand, facts, site)
            place = self._symbols.place_of(operand)
            if place is None or facts is None or not isinstance(operand, m.Compare) or operand.left.type != m.NUMBER:
                continue
            is_idle = self._facts.evaluate(operand, Known()) not in (YES, NO) and (
                self._facts.evaluate(operand, facts) in ((YES, NO) if around.terms else (YES if e.op == "and" else NO,))
            )
            message, help = "this makes no difference beside the rest of the condition", "leave it out, or change a number"
            idle = warning("W1005", place, message, "the rest decides alone", help=help)
            self._ends[place].add(False if is_idle else None, idle)

    # ---- what is found

    def _note(self, e: m.Expr, known_facts: Known, site: m.Site, span: s.Span) -> None:
        facts = self._facts
        alone = facts.evaluate(e, _locals_only(known_facts))
        if alone == YES:
            is_written = not isinstance(e, m.Compare) or id(e) in self._symbols.written  # `if … as` asks whether there is one
            self._answers[span].add(True, self._always(e, known_facts, span) if is_written else None)
            return
        conflict = () if alone == NO else (site,) if _contradicts_itself(e) else facts.find_conflict(e, known_facts)
        if conflict is None:
            never = self._with_constant(e, known_facts, span) or self._find_beyond_reach(e, known_facts, span)
            is_true = never is not None and never.code == "W1005"
            answer, diagnostic = (is_true, never) if never is not None else self._find_beyond_count(e, span)
            self._answers[span].add(answer, diagnostic)
            return
        is_known = isinstance(e, m.CallCondition) and not conflict and e.condition in self._hopeless
        if (
            alone != NO
            and site.span not in self._required
            and any(self._symbols.level(asking_site.span) > self._symbols.level(span) for asking_site in conflict)
        ):
            is_known = True  # a layer bends a rule where this held
        self._answers[span].add(False, None if is_known else self._never(e, known_facts, site, span, conflict))

    def _with_constant(self, e: m.Expr, facts: Known, span: s.Span) -> Diagnostic | None:
        """The warning of a number that never gets as far as a constant that it is compared with, as that is now."""
        if isinstance(e, m.Logic):
            return self._with_constants(e, facts, span)
        if not isinstance(e, m.Compare) or e.left.type != m.NUMBER:
            return None
        open_sides = [x for x in (e.left, e.right) if isinstance(x, m.Const) and id(x) in self._symbols.open_constants]
        if len(open_sides) != 1 or open_sides[0].value < 2 or any(_counts_players(x) for x in parts(e)):
            return None
        left, right = (m.Const(x.value, m.NUMBER) if x is open_sides[0] else x for x in (e.left, e.right))
        comparison = m.Compare(e.op, left, right)
        if self._facts.evaluate(comparison, _locals_only(facts)) != NO:
            return None
        label, notes = self._why(comparison, facts)
        message = f"this never holds while the constant is {open_sides[0].value}"
        help = "change the constant or the condition: what depends on it is never done"
        return warning("W1004", span, message, label, notes=notes, help=help)

    def _with_constants(self, e: m.Logic, facts: Known, span: s.Span) -> Diagnostic | None:
        """The warning of comparisons of one number with constants that are all true or never true together, as those are now."""
        if not all(isinstance(x, m.Compare) and x.left.type == m.NUMBER and isinstance(x.right, m.Const) for x in e.operands):
            return None
        comparisons = [x for x in e.operands if isinstance(x, m.Compare)]
        if len({x.left for x in comparisons}) > 1 or not any(id(x.right) in self._symbols.open_constants for x in comparisons):
            return None
        constant_sides = [
            m.Compare(x.op, x.left, m.Const(x.right.value, m.NUMBER)) for x in comparisons if isinstance(x.right, m.Const)
        ]
        answer = self._facts.evaluate(m.Logic(e.op, tuple(constant_sides)), _locals_only(facts))
        if answer == YES:
            label, help = "by these constants, no number is left out", "change a constant or the condition, or leave it out"
            return warning("W1005", span, "this always holds", label, help=help)
        if self._facts.assume(m.Logic(e.op, tuple(constant_sides)), Known()) is None:
            label, help = "by these constants, no number is both", "change a constant or the condition"
            return warning("W1004", span, "this never holds", label, help=help)
        return None

    def _find_beyond_count(self, e: m.Expr, span: s.Span) -> tuple[bool | None, Diagnostic | None]:
        """The answer of a comparison with a constant that a number never gets to, by how often it is raised in a game."""
        if not isinstance(e, m.Compare) or e.left.type != m.NUMBER:
            return None, None
        op, number, end = (e.op, e.left, e.right) if isinstance(e.right, m.Const) else (MIRRORED[e.op], e.right, e.left)
        thing: m.State | m.Resource | None = number.state if isinstance(number, m.Read) else None
        if isinstance(number, m.Holding) and len(number.resources) == 1 and number.which is None:
            thing = number.resources[0]
        if thing is None or not isinstance(end, m.Const) or end.value < 2 or (most := self._counts.find_most(thing)) > end.value:
            return None, None
        signs = compare_ranges(Range(-inf, most), Range(end.value, end.value))
        name = thing.name
        if not signs & SIGNS[op]:
            label, help = f"`{name}` gets no further than {most:.0f}", "change the number: what depends on it is never done"
            return False, warning("W1004", span, "this never holds", label, help=help)
        if not signs & ~SIGNS[op]:
            label, help = f"`{name}` gets no further than {most:.0f}", "change the number, or leave it out"
            return True, warning("W1005", span, "this always holds", label, help=help)
        return None, None

    def _find_beyond_reach(self, e: m.Expr, facts: Known, span: s.Span) -> Diagnostic | None:
        """The warning of things with a property that a number with bounds never comes up to, as others of their kind allow."""
        if not isinstance(e, m.Compare) or not (isinstance(e.left, m.Fixed) or isinstance(e.right, m.Fixed)):
            return None
        op, number, demand = (e.op, e.left, e.right) if isinstance(e.right, m.Fixed) else (MIRRORED[e.op], e.right, e.left)
        is_bounded = any(isinstance(x, m.PlaceInRow) or (isinstance(x, m.Read) and x.state.bounds) for x in parts(number))
        if not isinstance(demand, m.Fixed) or op not in (">=", ">", "==") or not is_bounded or demand.property.type != m.NUMBER:
            return None
        high = self._facts.number_range(number, _locals_only(facts)).high - (op == ">")
        numbers = [n for n in demand.property.values if isinstance(n, int)]
        beyond = [x for x, n in zip(demand.property.kind.root.objects, numbers, strict=False) if n > high]
        if not beyond or len(beyond) > len(numbers) // 2:
            return None
        names = join_words([f"`{x.name}`" for x in beyond], "or")
        settings = (
            setting.span
            for entry, node in self._symbols.definitions_of(s.Object)
            for setting in node.settings
            if entry.object in beyond and setting.name.text == demand.property.name
        )
        place = next((x for x in settings if self._symbols.level(x) > self._symbols.level(span)), span)
        label = f"`{demand.property.name}` of {names} is more"
        notes = (Note("this asks for it", span),) if place != span else tuple(Note("here", x.span) for x in beyond)
        message, help = f"this never holds for {names}: it is at most {high:.0f} here", "lower what is asked, or raise the bound"
        return warning("W1004", place, message, label, notes=notes, help=help)

    def _always(self, e: m.Expr, facts: Known, span: s.Span) -> Diagnostic:
        label, notes = self._why(e, facts)
        return warning("W1005", span, "this always holds", label, notes=notes, help="leave it out")

    def _never(self, e: m.Expr, facts: Known, site: m.Site, span: s.Span, conflict: tuple[m.Site, ...]) -> Diagnostic:
        """What never holds: at the higher layer, where two places rule each other out."""
        help = "change the condition, or leave out what depends on it: it is never done"
        others = [other for other in conflict if other.span != site.span]
        if not others:
            cause = self._layer_cause(e, span)
            if cause is not None:
                warning_notes = (Note("this asks for it", span),)
                return warning("W1004", cause, "this never holds", "because of this", notes=warning_notes, help=help)
            is_own = any(other.span == site.span for other in conflict)
            label, notes = ("these parts are never true together", ()) if is_own else self._why(e, facts)
            return warning("W1004", span, "this never holds", label, notes=notes, help=help)
        other = max(others, key=lambda asked: self._symbols.level(asked.span))
        here, there = (other.span, span) if self._symbols.level(other.span) > self._symbols.level(span) else (span, other.span)
        label = "not together with what else is asked for"
        notes = (Note("this is asked for as well", there),)
        return warning("W1004", here, "this never holds", label, notes=notes, help=help)

    def _layer_cause(self, e: m.Expr, span: s.Span) -> s.Span | None:
        """The place where a layer gives a value that a condition asks for below it another meaning in all cases."""
        while isinstance(e, m.Not):
            e = e.operand
        modifiers = e.value.modifiers if isinstance(e, m.CallValue) else []
        always = [x.site.span for x in modifiers if x.where is None and x.change == "becomes"]
        return next((place for place in reversed(always) if self._symbols.level(place) > self._symbols.level(span)), None)

    def _why(self, e: m.Expr, facts: Known) -> tuple[str, tuple[Note, ...]]:
        """The reason why a condition has one answer: what its sides can be."""
        while isinstance(e, (m.Not, m.Revealed)):
            e = e.operand
        if any(isinstance(x, m.SizeOf) and isinstance(x.list, m.AllOf) and x.list.kind.is_player for x in parts(e)):
            low, high = self._facts.counts
            return f"there are {low:.0f} to {high:.0f} players", ()
        sides: tuple[m.Expr, ...] = ()
        match e:
            case m.Compare(left=left, right=right):
                if left == right:
                    return "both sides are the same", ()
                sides = (left, right)
            case m.Contains(list=m.ListMembers(list=list_)) if self._facts.evaluate(e, _locals_only(facts)) == NO:
                return f"`{list_.name}` never holds any of them", ()
            case m.Contains(member=member):
                sides = (member,)
            case m.Read() | m.Local() | m.Fixed() | m.Holding():
                sides = (e,)
        sides_written = [side for side in sides if not isinstance(side, m.Const) and id(side) in self._symbols.written]
        words = [
            f"`{self._symbols.source(self._symbols.written[id(side)][1].span)}` is {text}"
            for side in sides_written
            if (text := describe(side, self._facts.evaluate(side, facts)))
        ]
        notes = tuple(self._declaration_note(side) for side in sides_written if isinstance(side, m.Read))
        return join_words(words, "and") or "it does not depend on the game", notes

    def _declaration_note(self, read: m.Read) -> Note:
        what = describe(read, self._facts.states.get(read.state)) or "this"
        return Note(f"by all that the rules set it to, `{read.state.name}` is {what}", read.state.span)


def describe(e: m.Expr, value: Set) -> str:
    """The values of a formula, in words; nothing where it can be anything."""
    kind = e.type.kind
    if isinstance(value, int) and kind is not None:
        names = [_name(kind, i) for i in ids(value)]
        if len(names) > MOST_OBJECTS_NAMED:
            return ""
        return f"{'always ' if len(names) == 1 else ''}{join_words(names, 'or')}"
    if not isinstance(value, Range):
        return ""
    if e.type == m.FLAG:
        return {YES: "always yes", NO: "always no"}.get(value, "")
    if single(value) is not None:
        return f"always {value.low:.0f}"
    if value.low == -inf:
        return f"at most {value.high:.0f}" if value.high < inf else ""
    return f"at least {value.low:.0f}" if value.high == inf else f"from {value.low:.0f} to {value.high:.0f}"


def _name(kind: m.Kind, id_: int) -> str:
    if id_ < 0:
        return "none"
    if kind.is_player:
        return f"player {id_ + 1}"
    things = kind.root.objects
    return f"`{things[id_].name}`" if id_ < len(things) else "one of a player's row"


def _own_formulas(statement: m.Statement) -> Iterator[m.Expr]:
    """The formulas of a statement that are no conditions, and not inside its bodies."""
    match statement:
        case m.Transfer(player=player, payment=payment):
            yield from (player, payment)
        case m.Assign(target=target, value=value):
            yield from (target, value)
        case m.Adjust(target=target, amount=amount):
            yield from (target, amount)
        case m.AddTo(target=place, member=member) | m.RemoveFrom(target=place, member=member):
            yield from (place, member)
        case m.ForEach(sources=sources):
            yield from sources
        case m.Choose(player=player, options=options):
            yield player
            for option in options:
                yield from option.sources
        case m.Do(arguments=arguments):
            yield from arguments
        case m.DoMember(object=object_, arguments=arguments):
            yield from (object_, *arguments)
        case m.Let(value=value):
            yield value
        case m.Repeat(limit=limit):
            if limit is not None:
                yield limit
        case m.Effect() | m.Block() | m.Jump():
            pass
        case _:
            assert_never(statement)


def _find_losses(body: m.Body) -> Iterator[m.Transfer]:
    """The losses at the head of a body that then gives something to the same player."""
    transfers = list(takewhile(lambda x: isinstance(x, m.Transfer), body))
    gains = [x.player for x in body if isinstance(x, m.Transfer) and x.is_gain]
    yield from (x for x in transfers if isinstance(x, m.Transfer) and x.verb == "lose" and x.player in gains)


def _counts_players(e: m.Expr) -> bool:
    """Return whether a formula is how many play, which a variant may change."""
    return isinstance(e, m.SizeOf) and isinstance(e.list, m.AllOf) and e.list.kind.is_player


def _contradicts_itself(e: m.Expr) -> bool:
    """Return whether parts of a condition say that two things are one, by way of others perhaps, and others that they are not."""
    if not isinstance(e, m.Logic) or e.op != "and":
        return False
    same: dict[m.Expr, m.Expr] = {}

    def first(of: m.Expr) -> m.Expr:
        while of in same:
            of = same[of]
        return of

    comparisons = [x for x in e.operands if isinstance(x, m.Compare)]
    for x in comparisons:
        if x.op == "==" and first(x.left) != first(x.right):
            same[first(x.left)] = first(x.right)
    return any(x.op == "!=" and first(x.left) == first(x.right) for x in comparisons)


def _locals_only(facts: Known) -> Known:
    """The knowledge of variables alone."""
    local_facts = Known()
    local_facts.terms = {term: value for term, value in facts.terms.items() if isinstance(term, m.Local)}
    return local_facts


def _size(span: s.Span) -> tuple[int, int, str, int, int]:
    return (
        span.end_line - span.line,
        span.end_column - span.column if span.end_line == span.line else 0,
        span.file,
        span.line,
        span.column,
    )


_DOUBTFUL = (m.Read, m.CallValue, m.Query)
"""What may be nothing: a state, the result of a value, the first that there is."""


class Finder(Observer):
    """Finds them. Parameters and members of lists are taken to be somebody: whoever gives them is asked instead."""

    def __init__(self, symbols: Symbols, facts: Facts) -> None:
        self._collector = Collector()
        self._symbols = symbols
        self._facts = facts
        self._named: set[m.Variable] = set()
        self._told: set[m.Site] = set()

    def report(self) -> tuple[Diagnostic, ...]:
        return self._collector.diagnostics

    def statement(self, statement: m.Statement, facts: Known) -> None:
        if isinstance(statement, m.Let) and isinstance(statement.value, _DOUBTFUL) and not self._is_always_there(statement.value):
            self._named.add(statement.variable)
        for subject in (touch.of for touch in access(statement).writes if touch.of is not None):
            is_doubtful = subject.variable in self._named if isinstance(subject, m.Local) else isinstance(subject, _DOUBTFUL)
            objects = set(ids(self._facts.object_set(subject, facts))) if is_doubtful and subject.type.base == "object" else set()
            if -1 in objects and objects != {-1} and statement.site not in self._told:
                self._told.add(statement.site)
                self._warn(statement, subject)

    def _is_always_there(self, value: m.Expr) -> bool:
        """Return whether it is the first of all members of a list that players are in from the start to the end."""
        is_first = isinstance(value, m.Query) and value.kind == "first" and value.where is None
        return is_first and isinstance(value, m.Query) and self._facts.has_all_players(value.source)

    def _warn(self, statement: m.Statement, subject: m.Expr) -> None:
        place = self._symbols.place_of(subject)
        source = self._symbols.source(place) if place is not None else "this"
        is_player = subject.type.kind is not None and subject.type.kind.is_player
        help = f"write `if {source} as player {{ … }}`" if is_player else f"ask first: `if {source} is not none {{ … }}`"
        message, label = f"`{source}` may be `none` here: then nothing happens", f"perhaps {'nobody' if is_player else 'nothing'}"
        self._collector.warning("W1060", place or statement.site.span, message, label, help=help)
