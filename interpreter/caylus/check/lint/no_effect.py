"""Warn of statements, options and reveals that change nothing or help nobody, and of choices that spoil each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

from caylus import model as m, syntax as s
from caylus.analysis.effects import Spoiling
from caylus.analysis.facts import Facts
from caylus.analysis.secrets.flow import Flow
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note, first_word, warning
from caylus.diagnostics.render import join_words
from caylus.limits import MOST_OBJECTS_NAMED, MOST_TIMES_TRADED
from caylus.model.access import Gaining, access, payment_resources, rule_parts
from caylus.model.transfer import NO, Known, Range, single
from caylus.model.walk import bodies, children, every_statement, parts, put, question, rewrite, statements, substitute
from caylus.syntax.walk import walk

from .amounts import constant_number, summands


class ResourceUse(NamedTuple):
    """Resources that somebody gains, and those that are counted, compared, paid or lost."""

    gained: set[m.Thing]
    asked: set[m.Thing]


def find_resource_use(model: m.Model, actions: Iterable[m.Action]) -> ResourceUse:
    """The use that all rules make of resources; a supply is not asked for by what is taken from it."""
    resources = model.resources
    rules: list[object] = [action.body for action in actions]
    rules += map(rule_parts, model.values.values())
    rules += map(rule_parts, model.conditions.values())
    rules += [part for automaton in model.automata for takes in automaton.takes for part in (takes.where, takes.by)]
    gained_things: set[m.Thing] = set()
    read_things: set[m.Thing] = set()
    passed_by = Counter[int]()  # how often; what a constant stands for may be gained in one place and paid in another
    for part in parts(*rules):
        does = access(part)
        for write in does.writes:
            passed_by[id(write.place)] += 1
            if write.how in ("gain", "raise", "set"):
                gained_things.update(write.things(resources) if not write.supplied else ())
        if isinstance(part, m.Transfer) and part.is_gain:
            passed_by.update(id(x) for x in parts(part.payment) if x.type == m.PAYMENT)
        if passed_by[id(part)]:
            passed_by[id(part)] -= 1
            continue
        if isinstance(part, (m.Holding, m.AmountIn)):
            read_things.update(part.resources)
        elif isinstance(part, (m.ConstPayment, m.Quantity, m.Fixed)) and part.type == m.PAYMENT:
            indices = payment_resources(part) or set()
            read_things.update(resource for resource in resources if resource.index in indices)
    return ResourceUse(gained_things, read_things)


def warn_of_no_effect(
    symbols: Symbols, facts: Facts, actions: Iterable[m.Action], shown: Collection[str]
) -> Iterator[Diagnostic]:
    """Warnings only; of nothing that has one of the names `shown`."""
    for node in symbols.nodes:
        yield from _warn_of_shadowed_cases(symbols, node)
        match node:
            case s.If(then=then, otherwise=s.Block() as otherwise) if s.same(then, otherwise):
                place, notes = first_word(otherwise.span, "{"), (Note("the first", then.span),)
                message = "both branches do the same"
                yield warning("W1038", place, message, "as above", notes=notes, help="do it without asking")
            case s.Value(cases=(*_, case, last)) if s.same(case.value, last.value):
                message, notes = "this case gives what `otherwise` gives", (Note("the same here", last.span),)
                yield warning("W1038", case.span, message, "no difference", notes=notes, help="leave the case out")
            case s.Block(statements=body):
                yield from _overwritten(body)
            case s.Sequence():
                yield from _warn_of_repeated_members(node)
    yield from _unfelt_changes(symbols, facts)
    yield from _score(facts)
    yield from _needless_choices(facts)
    for action in facts.reached:
        yield from _warn_of_gaps(action.body, facts)
    yield from _needless_resources(symbols, facts, list(actions), shown)


def _warn_of_shadowed_cases(symbols: Symbols, node: s.Node) -> Iterator[Diagnostic]:
    """Warns of a comparison with a constant that is never asked where it holds: one before it holds there, too."""
    conditions: tuple[s.Expr | None, ...] = ()
    match node:
        case s.If(condition=first, name=None, otherwise=s.Block(statements=(s.If(condition=then),))):
            conditions = first, then
        case s.Value(cases=cases):
            conditions = tuple(case.condition for case in cases)
    for pair in combinations(conditions, 2):
        match pair:
            case (
                s.Comparison(operator=(">" | ">=" | "<" | "<=") as op, left=left, right=right) as before,
                s.Comparison(operator=other_op, left=other_left, right=other_right) as then,
            ) if op == other_op and s.same(left, other_left) and isinstance(other_right, s.Reference):
                one, other = (constant_number(symbols, x) for x in (right, other_right))
                if one is not None and other is not None and (one <= other if op[0] == ">" else one >= other):
                    message = f"this never holds while the constant is {other}: the case before it holds then"
                    help, notes = "ask for the narrower case first", (Note("this is asked before", before.span),)
                    yield warning("W1004", then.span, message, "never asked where it holds", notes=notes, help=help)


def _overwritten(body: tuple[s.Statement, ...]) -> Iterator[Diagnostic]:
    """Warns of a value that the next statement replaces, and of a list that it clears once more."""
    for first, then in pairwise(body):
        if isinstance(then, s.Rearrange) and then.verb == "clear" and s.same(first, then):
            message, notes = "this has no effect: the list is empty already", (Note("cleared here", first.span),)
            yield warning("W1039", then.span, message, "once more", notes=notes, help="leave it out")
        if isinstance(first, s.ForEach) and isinstance(then, s.ForEach) and s.same(replace(first, body=then.body), then):
            first, then = first.body.statements[-1], then.body.statements[0]
        if not isinstance(then, s.Assign) or not isinstance(first, (s.Assign, s.Adjust)):
            continue
        if s.same(first.target, then.target) and not any(s.same(part, then.target) for part in walk(then.value)):
            message, notes = "this has no effect: the next statement sets it again", (Note("set again here", then.span),)
            yield warning("W1039", first.span, message, "lost", notes=notes, help="leave it out")


def _warn_of_repeated_members(node: s.Sequence) -> Iterator[Diagnostic]:
    """Warns of a member of a sequence that stands in it twice."""
    first: dict[str, s.Name] = {}
    for name in node.members:
        if name.text in first:
            message = f"`{name.text}` is done twice in `{node.name.text}`"
            notes = (Note("the first time", first[name.text].span),)
            yield warning("W1062", name.span, message, "once more", notes=notes, help="leave one of them out")
        first.setdefault(name.text, name)


def _unfelt_changes(symbols: Symbols, facts: Facts) -> Iterator[Diagnostic]:
    """Warns of changes of a value that another one of the same or a lower layer always replaces or bounds more tightly."""
    for value in facts.results:
        for one, other in permutations(value.modifiers, 2):
            is_later = value.modifiers.index(one) < value.modifiers.index(other)
            if one.change == other.change == "becomes" and one.where != other.where and is_later:
                yield from _warn_of_both(value, one, other, facts)
            is_at_all_times = other.where is None or other.where == one.where
            if not is_at_all_times or symbols.level(one.site.span) < symbols.level(other.site.span):
                continue
            message = ""
            if one.change != other.change:
                numbers = [x.value.value for x in (one, other) if isinstance(x.value, m.Const)]
                is_hidden = (
                    (one.change, other.change) == ("at least", "at most") and len(numbers) == 2 and numbers[0] > numbers[1]
                )
                if is_hidden and one.where is not None:  # without conditions, see W1049
                    message = f"this bound of `{value.name}` is never felt: another one is lower, and comes after it"
            elif one.change == "becomes" and is_later:
                message = f"this change of `{value.name}` is never felt: another one always replaces it"
            elif isinstance(one.value, m.Const) and isinstance(other.value, m.Const) and one.change in ("at least", "at most"):
                tighter = other.value.value - one.value.value if one.change == "at least" else one.value.value - other.value.value
                if tighter > 0 or (tighter == 0 and not is_later and one.where is not None):
                    message = f"this bound of `{value.name}` is never felt: another one is tighter"
            if message:
                notes = (Note("this one is felt", other.site.span),)
                yield warning("W1064", one.site.span, message, "without effect", notes=notes, help="change or drop one of them")


def _warn_of_both(value: m.Value, one: m.Modifier, other: m.Modifier, facts: Facts) -> Iterator[Diagnostic]:
    """Warns of two changes within one rule that can both be due, where the later one wins."""
    if one.site.rule != other.site.rule or one.where is None or other.where is None or one.value == other.value:
        return
    first = facts.assume(one.where, Known(), True, one.site)
    if first is not None and facts.assume(other.where, first, True, other.site) is not None:
        message = f"`{value.name}` is changed twice where both conditions hold: then this change counts"
        help = "let the conditions exclude each other; or say which goes first by cases, `value … { … if …, … otherwise }`"
        notes = (Note("this one does not count then", one.site.span),)
        yield warning("W1075", other.site.span, message, "both can hold", notes=notes, help=help)


def _needless_choices(facts: Facts) -> Iterator[Diagnostic]:
    """Warns of choices of an option that nothing but its text uses, and of two that may be one thing, given and taken."""
    for action in facts.reached:
        for statement in statements(action.body):
            for option in statement.options if isinstance(statement, m.Choose) else ():
                used = {
                    x.variable for x in parts(option.where, option.head, option.body, option.sources) if isinstance(x, m.Local)
                }
                if option.variables and used.isdisjoint(option.variables) and option.body:
                    names = join_words([f"`{variable.name}`" for variable in option.variables], "and")
                    message, help = f"the choice of {names} makes no difference", "use it, or leave the choice out"
                    yield warning("W1047", option.site.span, message, "no rule asks for it", help=help)
                yield from _warn_of_like_for_like(option)
                if isinstance(statement, m.Choose):
                    yield from _warn_of_forced_trade(statement, option)
                    yield from _warn_of_double_price(statement, option)
                    yield from _warn_of_oneself(statement.player, option)
                    yield from _warn_of_one_best_number(statement.player, option, facts)


def _warn_of_gaps(body: m.Body, facts: Facts) -> Iterator[Diagnostic]:
    """Warns of the one number drawn for which nothing is done, where something is done for all below it and above it."""
    for number, statement in enumerate(body):
        for inner in bodies(statement):
            yield from _warn_of_gaps(inner, facts)
        match statement:
            case m.Let(variable=variable, value=m.Random(list=m.Numbers(low=m.Const(value=low), high=m.Const(value=high)))):
                number_read = m.Local(variable)
                uses = _find_uses(body[number + 1 :], number_read)
                numbers = range(low, min(high, low + MOST_OBJECTS_NAMED**2) + 1)
                cases = [n for n in numbers if any(_has_case(x, number_read, n, facts) for x in uses)]
                gap = [n for n in numbers if n not in cases]
                if len(gap) == 1 and len(cases) > 2 and cases[0] < gap[0] < cases[-1]:
                    message = f"nothing is done where `{variable.name}` is {gap[0]}"
                    help = "let the cases meet: where one ends, the next one begins"
                    yield warning("W1079", uses[0].site.span, message, "the cases leave it out", help=help)


def _find_uses(body: m.Body, number_read: m.Expr) -> list[m.Statement]:
    """The statements that ask for a number, in loops too."""
    uses: list[m.Statement] = []
    for statement in body:
        if isinstance(statement, m.ForEach) and number_read not in parts(statement.sources, statement.where):
            uses += _find_uses((*statement.body, *statement.otherwise), number_read)
        elif not isinstance(statement, m.Say) and number_read in parts(statement):
            uses.append(statement)
    return uses


def _has_case(statement: m.Statement, number_read: m.Expr, number: int, facts: Facts) -> bool:
    """Return whether a statement may do something where a number is drawn."""
    if not isinstance(statement, m.If):
        return True
    condition = put(statement.condition, number_read, m.Const(number, m.NUMBER))
    is_done = facts.evaluate(condition, Known()) != NO and bool(statement.then)
    return is_done or any(_has_case(x, number_read, number, facts) for x in statement.otherwise)


def _warn_of_forced_trade(choose: m.Choose, option: m.Option) -> Iterator[Diagnostic]:
    """Warns of the only option of a decision, which whoever can pay has to take, and others go without."""
    is_paid = any(isinstance(x, m.Transfer) and x.verb == "pay" and x.player == choose.player for x in option.head)
    is_bought = any(isinstance(x, m.Transfer) and x.is_gain and x.player == choose.player for x in option.body)
    is_forced = not choose.may and len(choose.options) == 1 and all(isinstance(x, m.Say) for x in choose.otherwise)
    text = "".join(x for part in (choose.prompt, option.text) for x in part or () if isinstance(x, str))
    if is_paid and is_bought and is_forced and not option.variables and not _DUTY.search(text):
        message, label = "whoever can pay this has to buy it", "the only option"
        help = "write `may choose` if players may decline; or say in the question that they must"
        yield warning("W1044", option.site.span, message, label, help=help)


def _warn_of_double_price(choose: m.Choose, option: m.Option) -> Iterator[Diagnostic]:
    """Warns of a price that is lost again in the option, or in the action that it does."""
    prices = [x for x in option.head if isinstance(x, m.Transfer) and x.player == choose.player]
    for step in option.body if prices else ():
        arguments: dict[m.Variable, m.Expr] = {}
        losses: tuple[m.Statement, ...] = (step,)
        if isinstance(step, m.Do):
            arguments, losses = dict(zip(step.action.params, step.arguments, strict=False)), step.action.body
        for loss in (x for x in losses if isinstance(x, m.Transfer) and x.verb == "lose"):
            same = (substitute(loss.player, arguments), substitute(loss.payment, arguments))
            price = next((x for x in prices if (x.player, x.payment) == same), None)
            if price is not None:
                message, notes = "this price is taken once more", (Note("the price", price.site.span),)
                yield warning("W1062", loss.site.span, message, "paid before", notes=notes, help="leave one of them out")


_DUTY = re.compile(r"\b(?:must|ha(?:s|ve) to|forced|obliged|required)\b|\Apay\b", re.IGNORECASE)
"""What words say of what players cannot decline."""


def _warn_of_one_best_number(player: m.Expr, option: m.Option, facts: Facts) -> Iterator[Diagnostic]:
    """Warns of a number to choose on which only the gain of an option depends, or only its price."""
    if {x.is_gain for x in (*option.head, *option.body) if isinstance(x, m.Transfer)} != {True, False}:
        return
    for variable, source in zip(option.variables, option.sources, strict=True):
        match source:
            case m.Numbers(low=m.Const(value=low), high=high) if low > 0 and (not isinstance(high, m.Const) or low < high.value):
                pass  # from 0 on, one may take up to some number
            case _:
                continue
        number = m.Local(variable)
        uses = [x for x in (*option.head, *option.body) if not isinstance(x, m.Say) and number in parts(x)]
        transfers = [x for x in uses if isinstance(x, m.Transfer) and x.player == player and x.given is None]
        signs = {_find_direction(x.payment, number) * (1 if x.is_gain else -1) for x in transfers}
        is_asked = len(transfers) < len(uses) or number in parts(option.where, option.sources)
        if is_asked or signs not in ({1}, {-1}):
            continue
        things = {thing for x in transfers for write in access(x).writes for thing in write.things(facts.model.resources)}
        less = [x.right for x in parts(rule_parts(facts.model.score)) if isinstance(x, m.Arithmetic) and x.op == "-"]
        things_disliked = {
            thing for x in parts(*less) for read in access(x).reads for thing in read.things(facts.model.resources)
        }
        if things & things_disliked or any(isinstance(x, m.Resource) and x.supply is not None for x in things):
            continue
        best, idle = ("most", "paid") if signs == {1} else ("least", "gained")
        message, label = f"the {best} is always best: nothing that is {idle} depends on `{variable.name}`", "one number is best"
        help = f"let both depend on it, or let nobody choose `{variable.name}`"
        yield warning("W1044", option.site.span, message, label, help=help)


def _find_direction(e: m.Expr, number: m.Expr) -> int:
    """1 where a formula grows with a number, -1 where it falls; 0 where it is the same or it is not known."""
    if e == number:
        return 1
    match e:
        case m.Arithmetic(op="+" | "-" as op, left=left, right=right) | m.CombinePayments(op="+" as op, left=left, right=right):
            sides = [(left, 1), (right, -1 if op == "-" else 1)]
            signs = {_find_direction(side, number) * sign for side, sign in sides if number in parts(side)}
            return signs.pop() if len(signs) == 1 else 0
        case m.Arithmetic(op="*", left=factor, right=m.Const(value=by)) if by > 0:
            return _find_direction(factor, number)
        case m.Arithmetic(op="*", left=m.Const(value=by), right=factor) if by > 0:
            return _find_direction(factor, number)
        case m.CombinePayments(op="*", left=factor, right=m.ConstPayment()):
            return _find_direction(factor, number)
        case m.Quantity(amount=amount, different=False, which=which) if number not in parts(which):
            return _find_direction(amount, number)
    return 0


def _warn_of_oneself(player: m.Expr, option: m.Option) -> Iterator[Diagnostic]:
    """Warns of an option that moves something from a player who may be the one who chooses."""
    moves = [x for x in (*option.head, *option.body) if isinstance(x, m.Transfer)]
    others = [x for x in option.body if not isinstance(x, m.Transfer | m.Say)]
    for variable, source in zip(option.variables, option.sources, strict=True):
        kind, other = variable.type.kind, m.Local(variable)
        is_any = isinstance(source, m.AllOf | m.ListMembers) and kind is not None and kind.is_player
        conditions = (option.where, tuple(x for x in option.head if isinstance(x, m.Require)))
        pairs = [(x, y) for x, y in combinations(moves, 2) if x.is_gain != y.is_gain and {x.player, y.player} == {player, other}]
        if (
            is_any
            and len(moves) == 2
            and not others
            and other not in parts(*conditions)
            and any(x.payment == y.payment for x, y in pairs)
        ):
            message = f"`{variable.name}` may be whoever chooses: then this changes nothing"
            help = "leave them out: `… where … is not player`"
            yield warning("W1044", option.site.span, message, "from oneself to oneself", help=help)


def _warn_of_like_for_like(option: m.Option) -> Iterator[Diagnostic]:
    """Warns of an option that may give what it takes."""
    amounts: dict[str, list[tuple[m.Variable, m.Expr]]] = {"pay": [], "gain": []}
    for part in (*option.head, *option.body):
        match part:
            case m.Transfer(verb=verb, payment=m.Quantity(amount=amount, which=m.Local(variable=variable))) if verb in amounts:
                amounts[verb].append((variable, amount))
            case _:
                return
    sources = dict(zip(option.variables, option.sources, strict=True))
    for (given_one, amount), (taken_one, other) in product(amounts["pay"], amounts["gain"]):
        is_alike = (
            given_one != taken_one and amount == other and given_one in sources and sources[given_one] == sources.get(taken_one)
        )
        together = [x for x in parts(option.where) if isinstance(x, m.Compare)]
        if is_alike and not any(
            {given_one, taken_one} <= {y.variable for y in parts(x) if isinstance(y, m.Local)} for x in together
        ):
            message = f"`{taken_one.name}` may be `{given_one.name}`: then this changes nothing"
            help = f"leave it out: `{taken_one.name} in … where {taken_one.name} is not {given_one.name}`"
            yield warning("W1044", option.site.span, message, "the same for the same", help=help)


def _score(facts: Facts) -> Iterator[Diagnostic]:
    """Warns of a score that is the same for everybody, and of a tie-break that asks what the score has asked already."""
    score, tie_break = facts.model.score, facts.model.tie_break
    value = facts.results.get(score)
    reads = any(isinstance(part, (m.Local, m.Read, m.Holding, m.SizeOf, m.Query)) for part in parts(rule_parts(score)))
    if isinstance(value, Range) and single(value) is not None and not reads:
        message, help = f"every player's score is {value.low:.0f}", "let it ask something of `player`"
        yield warning("W1040", score.site.span, message, "everybody wins", help=help)
        return
    is_shared = facts.model.most_players == 1 or facts.model.team is not None or facts.model.may_win is not None
    for one, label in ((score, "everybody wins"), (tie_break, "it never breaks a tie")):
        if one is not None and not is_shared and m.Local(one.params[0]) not in parts(rule_parts(one)):
            message = f"`{one.name}` is the same for everybody: it asks nothing of its player"
            help = "let it ask something of `player`"
            yield warning("W1040", one.site.span, message, label, help=help)
            return
    if tie_break is None or score.modifiers or tie_break.modifiers:
        return
    player = m.Local(tie_break.params[0])
    score_formula, tie_formula = (_inline(m.CallValue(x, (player,))) for x in (score, tie_break))
    rest = put(put(tie_formula, score_formula, m.Const(0, m.NUMBER)), m.CallValue(score, (player,)), m.Const(0, m.NUMBER))
    if sorted(map(repr, summands(score_formula))) == sorted(map(repr, summands(tie_formula))) or (
        rest != tie_formula and player not in parts(rest)
    ):
        message = "those who tie have the same here, too: this asks what the score has asked"
        notes, help = (Note("the score", score.site.span),), "ask for something else"
        yield warning("W1040", tie_break.site.span, message, "it never breaks a tie", notes=notes, help=help)


def _inline(e: m.Expr) -> m.Expr:
    """A formula with what values of one case come to in the place of their calls."""

    def open_call(part: m.Expr) -> m.Expr:
        match part:
            case m.CallValue(value=m.Value(cases=[(None, result)], modifiers=[]) as value, arguments=arguments):
                return _inline(substitute(result, dict(zip(value.params, arguments, strict=True))))
        return part

    return rewrite(e, open_call)


def _needless_resources(
    symbols: Symbols, facts: Facts, actions: list[m.Action], shown_names: Collection[str]
) -> Iterator[Diagnostic]:
    """Warns of resources that players gain and no rule asks for."""
    resources = facts.model.resources
    gained_things, read_things = find_resource_use(facts.model, actions)
    read_things.update(r for trigger in facts.model.triggers for r in trigger.resources)
    read_things.update(r.supply for r in resources if r.supply is not None)
    for resource in resources:
        entry = symbols.entries.get(resource.name)
        if entry is not None and resource in gained_things and resource not in read_things and resource.supply is None:
            is_shown = resource.name in shown_names
            message = f"players can see `{resource.name}`, but" if is_shown else f"`{resource.name}` is gained, but"
            help = "let something cost it, ask for it or count it in the score; or remove it"
            yield warning("W1041", resource.span, f"{message} no rule asks for it", "of no use", help=help)


_CHOSEN = -1
"""The number of the resource that players choose in an option."""


class _Trade(NamedTuple):
    """An option that only pays, gains and loses: how much of each resource, by its number; `ways` are all ways to pay."""

    option: m.Option
    ways: tuple[dict[int, int], ...]
    gains: dict[int, int]
    loses: dict[int, int]

    @property
    def pays(self) -> dict[int, int]:
        """The price where there is one way to pay."""
        return self.ways[0] if len(self.ways) == 1 else {}

    @property
    def is_exchange(self) -> bool:
        """Return whether it can be compared: it loses nothing, which players can do who have nothing, and does something."""
        return not self.loses and bool(any(self.ways) or self.gains)

    def is_no_better(self, other: _Trade, supplied_resources: Collection[int]) -> bool:
        """Return whether another option pays no more and gains no less, and as much of what a supply may lack."""
        if any(other.gains.get(i, 0) != self.gains.get(i, 0) for i in supplied_resources):
            return False
        pays = all(any(all(way.get(i, 0) >= n for i, n in less.items()) for less in other.ways) for way in self.ways)
        return pays and all(other.gains.get(i, 0) >= self.gains.get(i, 0) for i in {*self.gains, *other.gains})


def warn_of_useless_options(symbols: Symbols, model: m.Model, actions: Iterable[m.Action]) -> tuple[Diagnostic, ...]:
    """Warnings only, and none where something waits for a gain of the resources, or a constant gives an amount."""
    every = list(actions)
    lint = _Lint(symbols, model, every)
    for action in every:
        for statement in statements(action.body):
            if isinstance(statement, m.Choose):
                lint.look(statement)
            elif isinstance(statement, m.Repeat):
                for choose in (x for x in statement.body if isinstance(x, m.Choose)):
                    lint.look_again(choose, is_alone=statement.body == (choose,) and statement.limit is None)
    return lint.collector.diagnostics


class _Lint:
    def __init__(self, symbols: Symbols, model: m.Model, actions: list[m.Action]) -> None:
        self.collector = Collector()
        self._symbols = symbols
        self._model = model
        self._actions = actions
        self._resources = {r.index: r for r in model.resources}
        self._awaited = {r.index for r in Gaining(model.triggers).triggers}
        self._awaited |= {r.index for r in model.resources if r.least < 0 or not (r.audience.is_public or r.audience.counted)}
        self._supplies = {r.supply.index for r in model.resources if r.supply is not None}
        self._supplied_resources = {r.index for r in model.resources if r.supply is not None}

    @cached_property
    def _prices(self) -> set[int]:
        """The resources that somebody pays: to have more of them can only help."""
        steps = (part for part in parts(*(action.body for action in self._actions)) if isinstance(part, m.Transfer))
        return {index for part in steps if part.verb == "pay" for index in payment_resources(part.payment) or ()}

    @cached_property
    def _score_resources(self) -> set[int]:
        """The resources that are added up for the score."""
        cases = [case for _, case in self._model.score.cases]
        return {resource.index for case in cases for x in summands(case) if isinstance(x, m.Holding) for resource in x.resources}

    @cached_property
    def _asked(self) -> set[int]:
        """The resources that rules ask for, a supply not by what is taken from it."""
        read_things = find_resource_use(self._model, self._actions).asked
        return {index for index, resource in self._resources.items() if resource in read_things}

    def look(self, choose: m.Choose) -> None:
        """Compares the options of a decision."""
        trades_found = [trade for option in choose.options if (trade := self._trade(choose, option)) is not None]
        trades = [trade for trade in trades_found if trade.is_exchange]
        is_free = choose.may or any(not (trade.ways[0] or trade.gains or trade.loses) for trade in trades_found)
        for trade in trades_found:
            if self._alone(trade, is_free, choose.may) or not trade.is_exchange:
                continue
            for other in trades:
                is_same = other.ways == trade.ways and other.gains == trade.gains
                is_later = other.option.site.span.order >= trade.option.site.span.order
                if not trade.is_no_better(other, self._supplied_resources) or (is_same and is_later):
                    continue
                message = "nobody would take this option: another one is better"
                if is_same:
                    message = "this option does what another one does"
                note = Note(f"the other one: {self._in_words(other)}", other.option.site.span)
                self._add(trade, message, self._in_words(trade), (note,))
                break

    def look_again(self, choose: m.Choose, is_alone: bool) -> None:
        """Warns of two options that may be taken as often as one likes and together bring more than they cost.

        Where the question `is_alone` in a loop without a limit, warns of one after which nothing is otherwise than before, too.
        """
        for option in choose.options if is_alone else ():
            if not option.head and all(isinstance(x, m.Say) for x in option.body):
                message, label = "after this option the same question comes again, and nothing has changed", "asked again"
                self.collector.warning("W1044", option.site.span, message, label, help="end the loop with `stop`")
        trades = [trade for option in choose.options if (trade := self._trade(choose, option, is_repeated=True)) is not None]
        trades = [x for x in trades if x.is_exchange and x.pays and x.gains and not x.gains.keys() & self._supplied_resources]
        for one, other in combinations(trades, 2):
            if one.option.sources != other.option.sources:
                continue
            sides = {*one.pays, *one.gains, *other.pays, *other.gains}
            for times, again in product(range(1, MOST_TIMES_TRADED), repeat=2):
                net = [
                    times * (one.gains.get(i, 0) - one.pays.get(i, 0)) + again * (other.gains.get(i, 0) - other.pays.get(i, 0))
                    for i in sides
                ]
                if min(net) >= 0 and max(net) > 0:
                    message = "with another option this brings more each time, as often as one likes"
                    note = Note(f"the other one: {self._in_words(one)}", one.option.site.span)
                    self._add(other, message, self._in_words(other), (note,), "W1074")
                    break

    def _alone(self, trade: _Trade, is_free: bool, may: bool) -> bool:
        """Warns of an option that serves nothing by itself, or costs nothing by itself, where players can do without."""
        if not is_free or trade.gains.keys() & self._supplied_resources:
            return False
        if len(trade.ways) > 1:
            only_costs = all(trade.ways) and not (trade.gains or trade.loses)
            if only_costs:
                self._add(trade, "this option only costs", self._in_words(trade), ())
            return only_costs
        if not (trade.pays or trade.gains or trade.loses):
            if not may:
                return False
            self._add(trade, "this option does nothing, like declining", "no difference", ())
            return True
        if trade.loses:
            is_cost = not trade.gains and trade.loses.keys() <= self._prices | self._score_resources
            if is_cost:
                self._add(trade, "this option only costs", self._in_words(trade), ())
            return is_cost
        net = {i: trade.gains.get(i, 0) - trade.pays.get(i, 0) for i in {*trade.gains, *trade.pays}}
        if trade.pays and all(n <= 0 for n in net.values()):
            self._add(trade, "this option only costs", self._in_words(trade), ())
            return True
        if trade.pays and all(n >= 0 for n in net.values()) and trade.pays.keys() & trade.gains.keys():
            self._add(trade, "this option gives back more than it costs", self._in_words(trade), ())
            return True
        return False

    def _trade(self, choose: m.Choose, option: m.Option, is_repeated: bool = False) -> _Trade | None:
        """The payment and the gain of an option; None where it does more, or asks for more.

        Where it `is_repeated`, what is chosen in it counts as one resource, and constants as what they are now.
        """
        if option.where is not None or len(option.variables) > is_repeated:
            return None
        sums: dict[str, dict[int, int]] = {"gain": {}, "lose": {}}
        ways: tuple[dict[int, int], ...] = ({},)
        steps = (*option.head, *option.body)
        for part in steps:
            if isinstance(part, m.Say):
                continue
            if not isinstance(part, m.Transfer) or part.player != choose.player:
                return None
            if isinstance(part.payment, m.Quantity) and option.variables:
                match part.payment:
                    case m.Quantity(amount=m.Const(value=amount), which=m.Local(variable=variable)) if (
                        variable in option.variables
                        and all(self._is_plain(part.verb, x) for x in self._members(option.sources[0]))
                    ):
                        if part.verb == "pay":
                            ways = ({**ways[0], _CHOSEN: amount},)
                        else:
                            sums[part.verb][_CHOSEN] = sums[part.verb].get(_CHOSEN, 0) + amount
                        continue
            if not isinstance(part.payment, m.ConstPayment):
                return None
            alternatives = part.payment.alternatives
            if not all(self._is_plain(part.verb, self._resources[index]) for way in alternatives for index, _ in way):
                return None
            is_open = id(part.payment) in self._symbols.open_constants and not is_repeated
            if is_open or (len(alternatives) != 1 and part.verb != "pay"):
                return None
            if part.verb == "pay":
                ways = tuple({**ways[0], **dict(way)} for way in alternatives)
            else:
                for index, amount in alternatives[0]:
                    sums[part.verb][index] = sums[part.verb].get(index, 0) + amount
        is_said = bool(steps) and not any(sums.values()) and not any(ways)
        return None if is_said else _Trade(option, ways, sums["gain"], sums["lose"])

    def _is_plain(self, verb: str, resource: m.Resource) -> bool:
        """Return whether nothing else comes of a change: what goes back to a supply that no rule asks for is just gone."""
        if resource.index in self._awaited or resource.index in self._supplies:
            return False
        return resource.supply is None or verb == "gain" or resource.supply.index not in self._asked

    def _in_words(self, trade: _Trade) -> str:
        """Such as `2 coin for 1 plum`."""
        *costs, gains = (
            " + ".join(f"{amount} {self._name(trade, index)}" for index, amount in amounts.items()) or "nothing"
            for amounts in (*({**way, **trade.loses} for way in trade.ways), trade.gains)
        )
        return f"{' or '.join(costs)} for {gains}"

    def _name(self, trade: _Trade, index: int) -> str:
        return trade.option.variables[0].name if index == _CHOSEN else self._resources[index].name

    def _add(self, trade: _Trade, message: str, label: str, notes: tuple[Note, ...], code: str = "W1044") -> None:
        help = "change what it costs or gives, or leave it out"
        self.collector.warning(code, trade.option.site.span, message, label, notes=notes, help=help)

    def _members(self, source: m.ListExpr) -> Iterator[m.Resource]:
        """The resources of which one is chosen."""
        names = {x.value for x in source.members if isinstance(x, m.Const)} if isinstance(source, m.Gathered) else None
        return (resource for i, resource in self._resources.items() if names is None or i in names)


def warn_of_spoilt_choices(symbols: Symbols, model: m.Model) -> Iterator[Diagnostic]:
    """Warnings only."""
    considered = {node.span for node in symbols.nodes if isinstance(node, s.Choose) and node.otherwise is not None}
    spoiling = Spoiling(model)
    for loop in every_statement(model):
        if not isinstance(loop, m.ForEach) or not loop.at_once:
            continue
        _, choose, _ = question(loop)
        spoilt = spoiling.spoiled_things(loop)
        if spoilt and choose.site.span not in considered:
            message = "what one player does here may spoil what another has chosen"
            label = f"it asks for {' and '.join(f'`{held.name}`' for held in spoilt)}, and changes it"
            help = (
                "say with `else { … }` what then becomes of whoever comes later; "
                "or let all choose into a state of their own, and say behind the loop what comes of it"
            )
            place = first_word(choose.site.span, "may" if choose.may else "choose")
            yield warning("W1011", place, message, label, help=help)


def warn_of_needless_reveals(secrets: Flow, model: m.Model, actions: Iterable[m.Action]) -> Iterator[Diagnostic]:
    """Warnings only, and none where nothing is hidden."""
    if secrets.hides_anything:
        for told, site in _find_reveals(model, actions):
            if not secrets.hides(told.operand if isinstance(told, m.Revealed) else told.target):
                message = "this reveals what everybody knows"
                yield warning("W1012", site.span, message, "not hidden", help="leave `reveal` out")
        for option in secrets.options_known_by_name:
            message = f"that `{option.name}` was chosen is told, though nobody else sees what it does"
            help = "make what it does a choice within one option: `option name(n in 1 to 3) { … }`"
            yield warning("W1013", option.site.span, message, "its name tells", help=help)


def _find_reveals(model: m.Model, actions: Iterable[m.Action]) -> Iterator[tuple[m.Reveal | m.Revealed, m.Site]]:
    """Everything that is revealed, each with the closest place known."""
    for value in model.values.values():
        yield from _find_reveals_inside(rule_parts(value), value.site)
    for condition in model.conditions.values():
        yield from _find_reveals_inside(tuple(condition.requires), condition.site)
    for action in actions:
        yield from _find_reveals_inside(action.body, action.site)


def _find_reveals_inside(node: object, site: m.Site) -> Iterator[tuple[m.Reveal | m.Revealed, m.Site]]:
    site = getattr(node, "site", site)
    if isinstance(node, (m.Reveal, m.Revealed)):
        yield node, site
    for child in children(node):
        yield from _find_reveals_inside(child, site)
