"""Generate what tells people of options: what they cost and surely bring, and why one is not legal.

Both the function that lists the legal options (see `legal_options`) and those that say why another is not (see `explanations`)
come from here.

A gain counts where nothing stands in its way: it is the decider's, no condition that only the future settles decides
about it, and its amount is known when the options are listed. What depends on the state counts only as long as the
option has not changed the state, and nothing counts that somebody may not know: options are told before they are chosen. So
less may be told than is gained, never more.

Each is written along with the module, and compiled within it when somebody first asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import assert_never

from caylus import model as m
from caylus.analysis.secrets.flow import Flow
from caylus.english import UNOFFERED
from caylus.knowledge.variable_sources import Origins
from caylus.model.access import access, several_ways
from caylus.model.walk import free_variables, parts, remade, statements, substitute
from caylus.records import Record

from .expressions import Expressions, Names, local
from .linker import Question, with_places
from .metadata import DecisionInfo, OptionInfo
from .module_text import SHARED
from .triggers import Triggers

_AMONG: m.Words = (UNOFFERED,)


class Price(Record):
    """The payment of the decider: `ways` if there may be several, of which the player picks one as the option's last argument."""

    player: m.Expr
    payment: m.Expr
    ways: bool
    site: m.Site


def tests(option: m.Option, apart: bool, most: int) -> list[m.Require]:
    """Everything an option's legality rests on but its price, in the order of the text.

    A named condition is taken apart where that repeats no work: where it is called with plain variables, or always if
    `apart`, so that each of its requirements speaks for itself; but not into more than `most` all told.
    """
    among = _operands(m.Require(option.where, _AMONG, option.site)) if option.where is not None else []
    required = [part for part in option.head if isinstance(part, m.Require)]
    tests_found = [each for test in required for each in _operands(test)]
    while True:
        closer = list(islice(chain.from_iterable(_requirements(test, apart) for test in tests_found), most + 1))
        if len(closer) > most or closer == tests_found:
            return among + tests_found
        tests_found = closer


def explain_tests(option: m.Option, most: int) -> list[m.Require]:
    """The tests of an option for people: that each choice is among those it is made from, then its tests."""
    among = [
        m.Require(m.Contains(source, m.Local(variable)), _AMONG, option.site)
        for variable, source in zip(option.variables, option.sources, strict=True)
    ]
    return among + tests(option, True, most)


def _requirements(test: m.Require, apart: bool) -> list[m.Require]:
    """The requirements of a named condition, in place of the condition."""
    match test.condition:
        case m.CallCondition(condition=condition, arguments=arguments) if apart or _plain(arguments):
            mapping = dict(zip(condition.params, arguments, strict=True))
            inner = [remade(r, lambda e: mapping.get(e.variable, e) if isinstance(e, m.Local) else e) for r in condition.requires]
            return [each for requirement in inner for each in _operands(requirement)]
    return [test]


def _operands(test: m.Require) -> list[m.Require]:
    """The conditions joined by `and`, each by itself."""
    match test.condition:
        case m.Logic(op="and", operands=operands):
            return [each for operand in operands for each in _operands(replace(test, condition=operand))]
    return [test]


def _plain(arguments: Sequence[m.Expr]) -> bool:
    return all(isinstance(a, (m.Local, m.Const)) for a in arguments)


def price(option: m.Option) -> Price | None:
    for part in option.head:
        if isinstance(part, m.Transfer):
            return Price(part.player, part.payment, several_ways(part.payment), part.site)
    return None


Bindings = Mapping[m.Variable, m.Expr]
"""What the parameters of the actions done, and what `let` names, stand for in the words of the decision."""


class SureGains:
    """Writes the body of a function that returns a packed amount."""

    def __init__(self, expressions: Expressions, triggers: Triggers, origins: Origins) -> None:
        self.x = expressions
        self.origins = origins
        self.triggers = triggers
        self.supplied = any(r.supply for r in expressions.layout.components.resources)

    def write(self, decider: m.Expr, option: m.Option, names: Names, later: bool) -> list[str]:
        """For an option that is carried out `later`, others may have changed the state before."""
        self.lines = ["total = 0"]
        self.decider = decider
        self.names = names
        self.untouched = price(option) is None and not later
        """Whether the state is still the one that the option was listed in."""
        self._body(option.body, {}, "", ())
        return [*self.lines, "return total"]

    def _body(self, body: m.Body, bindings: Bindings, indent: str, within: tuple[m.Action, ...]) -> None:
        bindings = dict(bindings)
        for statement in body:
            match statement:
                case m.Say():
                    continue
                case m.Let(variable=variable, value=value):
                    bindings[variable] = substitute(value, bindings)
                    continue
                case m.Transfer(verb="gain", player=player, payment=payment):
                    self._gain(substitute(player, bindings), substitute(payment, bindings), indent)
                    if self.triggers.may_follow(statement):
                        self.lines.append(f"{indent}return total")
                        return
                case m.If(condition=condition, then=then, otherwise=otherwise) if self._is_known(substitute(condition, bindings)):
                    self._if(substitute(condition, bindings), (then, otherwise), bindings, indent, within)
                    continue
                case m.Do(action=action, arguments=arguments) if action not in within:
                    values = (substitute(argument, bindings) for argument in arguments)
                    bound = dict(zip(action.params, values, strict=True))
                    self._body(action.body, bound, indent, (*within, action))
                case m.Effect() | m.Block() | m.Call() | m.Jump():
                    if self._may_end(statement):
                        self.lines.append(f"{indent}return total")
                        return
                case _:
                    assert_never(statement)
            self.untouched = False

    def _if(
        self, condition: m.Expr, bodies: tuple[m.Body, m.Body], bindings: Bindings, indent: str, within: tuple[m.Action, ...]
    ) -> None:
        is_untouched, left = self.untouched, []
        for head, body in zip((f"if {self.x.write(condition, self.names)}:", "else:"), bodies, strict=True):
            self.untouched = is_untouched
            self.lines.append(indent + head)
            self._body(body, bindings, f"{indent}    ", within)
            self.lines.append(f"{indent}    pass")
            left.append(self.untouched)
        self.untouched = all(left)

    def _gain(self, player: m.Expr, payment: m.Expr, indent: str) -> None:
        if not (self._is_known(player) and self._is_known(payment) and self._is_known(self.decider)):
            if several_ways(payment):
                self.lines.append(f"{indent}return total")
            return
        ways = self.x.write(payment, self.names)
        who, decider = self.x.write(player, self.names), self.x.write(self.decider, self.names)
        self.lines += [
            f"{indent}ways = {ways}",
            f"{indent}if len(ways) != 1:",
            f"{indent}    return total",
            f"{indent}if {who} == {decider}:",
            f"{indent}    total += ways[0]",
        ]

    def _may_end(self, statement: m.Statement) -> bool:
        """Return whether what follows a statement may not happen, not at once, or find less in a supply."""
        inner = list(statements((statement,)))
        if self.triggers.waits(statement) or any(access(s).stops for s in inner):
            return True
        return self.supplied and not all(map(_takes_nothing, inner))

    def _is_known(self, expr: m.Expr) -> bool:
        """Return whether an expression can be worked out when options are listed, comes to the same later and is everybody's to
        know.
        """
        is_settled = self.untouched or all(isinstance(part, _FIXED) for part in parts(expr))
        return is_settled and self.origins.is_public(expr) and all(v in self.names for v in free_variables(expr))


_FIXED = (
    m.Const, m.ConstPayment, m.ConstScale, m.Local, m.Fixed, m.PlaceInRow, m.ScaleItem, m.RowItem, m.Arithmetic, m.Absolute,
    m.Compare, m.Contains, m.Logic, m.Not, m.Quantity, m.AmountIn, m.CombinePayments, m.Choice, m.AllOf, m.RowMembers, m.Numbers,
)  # fmt: skip
"""What does not look at the state."""


def _takes_nothing(statement: m.Statement) -> bool:
    """Return whether a statement leaves what players hold as it is, and does nothing that has a name."""
    does = access(statement)
    return not does.calls and not any(write.payment or isinstance(write.place, m.Holding) for write in does.writes)


def explain(
    expressions: Expressions,
    triggers: Triggers,
    origins: Origins,
    questions: Mapping[int, Question],
    values: Iterable[m.Value],
    apart: int,
    flow: Flow,
) -> tuple[dict[str, str], dict[int, DecisionInfo]]:
    """The texts of these functions by name, and what is known of each decision.

    Of the state and the frame, `prompt_b` gives the words with which block `b` asks. Option `k` of it has functions of the
    choices as well: `why_b_k` says which of its requirements fail, by position, with the reasons, the price last;
    `price_b_k` the ways in which it can be paid; `gains_b_k` what it surely gains; `words_b_k` gives its
    text, and so with the next number what declining says, where that has words. `touching_b_k(s, f, at, id)` goes through its
    combinations of choices, legal or not, of which the choice number `at` is `id`; with `at` -1 through all that it is made from.
    `shown_v(s, …)` is the named value `v` of the objects it takes. What all lean on besides the module is called `SHARED`.
    Conditions are taken apart into `apart` requirements at most (see `tests`). `flow` knows what is told to whom; what not
    everybody may know of a choice is asked only where all before it holds, which may say that one may.
    """
    gains = SureGains(expressions, triggers, origins)
    definition_count = len(expressions.definitions)
    functions: dict[str, str] = {}
    decisions = {}
    for block, question in questions.items():
        asks = question.asks
        if isinstance(asks, m.Transfer):
            decisions[block] = DecisionInfo(asks.site, True, (), flow.is_open(asks), flow.is_secret(asks), True)
            continue
        prompt = expressions.emit_text(asks.prompt, question.names)
        functions |= _function(f"prompt_{block}", ["s", "f"], [f"return {prompt}"])
        if asks.declined:
            decline_text = expressions.emit_text(asks.declined, question.names)
            functions |= _function(f"words_{block}_{len(asks.options)}", ["s", "f"], [f"return {decline_text}"])
        options = []
        for k, option in enumerate(asks.options):
            choice_names = [local(v, i) for i, v in enumerate(option.variables)]
            names = {**question.names, **dict(zip(option.variables, choice_names, strict=True))}
            tests, cost = explain_tests(option, apart), price(option)
            choices = ["s", "f", *choice_names]
            functions |= _function(f"why_{block}_{k}", choices, _why(expressions, tests, cost, names, flow))
            due = expressions.write(cost.payment, names) if cost is not None else "(0,)"
            functions |= _function(f"price_{block}_{k}", choices, [f"return {due}"])
            functions |= _function(f"gains_{block}_{k}", choices, gains.write(asks.player, option, names, question.at_once))
            functions |= _function(f"words_{block}_{k}", choices, [f"return {expressions.emit_text(option.text, names)}"])
            functions |= _function(f"touching_{block}_{k}", ["s", "f", "at", "id"], _touching(expressions, option, names))
            paid, ways = (cost.site, cost.ways) if cost is not None else (None, False)
            requires, in_source = tuple(test.site for test in tests), tuple(test.in_source for test in tests)
            tells = flow.tells(option)
            options.append(OptionInfo(option.name, option.variables, tells, requires, in_source, paid, ways, option.effects))
        openness = flow.is_open(asks), flow.is_secret(asks), flow.is_asked_openly(asks)
        decisions[block] = DecisionInfo(asks.site, False, tuple(options), *openness, bool(asks.declined), asks.is_gift)
    for value in values:
        names = {param: local(param, i) for i, param in enumerate(value.params)}
        call = m.CallValue(value, tuple(map(m.Local, value.params)))
        functions |= _function(f"shown_{value.name}", ["s", *names.values()], [f"return {expressions.write(call, names)}"])
    functions[SHARED] = "\n".join(expressions.definitions[definition_count:])
    return functions, decisions


def _function(name: str, parameters: list[str], body: list[str]) -> dict[str, str]:
    """The text of a function by its name."""
    head = f"def {name}({', '.join(parameters)}):"
    return {name: "\n".join([head, *with_places([f"    {line}" for line in body])])}


def _why(
    expressions: Expressions, tests: list[m.Require], cost: Price | None, names: Mapping[m.Variable, str], flow: Flow
) -> list[str]:
    lines = ["failed = {}"]
    for i, test in enumerate(tests):
        holds, reason = expressions.write(test.condition, names), expressions.emit_text(test.reason, names)
        lines += _emit_check(i, holds, reason, flow.is_kept(test.condition, *test.reason))
    if cost is not None:
        paid = f"{expressions.write(cost.player, names)}, {expressions.write(cost.payment, names)}"
        payable = f"{expressions.payable('any_way')}, {paid})"
        lines += _emit_check(len(tests), payable, "()", flow.is_kept(cost.player, cost.payment))
    return [*lines, "return failed"]


def _emit_check(place: int, holds: str, reason: str, is_kept: bool) -> list[str]:
    """Notes the reason if something does not hold; what is kept from somebody is asked only if nothing has failed."""
    lines = ["try:", f"    holds = {holds}", "except OverflowError:", "    holds = False"]
    lines += ["if not holds:", f"    failed[{place}] = {reason}"]
    return ["if not failed:", *(f"    {line}" for line in lines)] if is_kept else lines


def _touching(expressions: Expressions, option: m.Option, names: Mapping[m.Variable, str]) -> list[str]:
    """Objects are all of the root kind, or with `at` below 0 those that the choice is made from, as numbers always are."""
    lines = []
    for at, (variable, source) in enumerate(zip(option.variables, option.sources, strict=True)):
        kind = variable.type.kind
        every = expressions.list(source, names)
        if kind is not None:
            every = f"range({expressions.layout.size(kind.root)}) if at >= 0 else {every}"
        lines.append(f"{'    ' * at}for {names[variable]} in (id,) if at == {at} else {every}:")
    choices = "".join(f"{names[v]}, " for v in option.variables)
    return [*lines, f"{'    ' * len(lines)}yield ({choices})"]
