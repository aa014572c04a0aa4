"""Generate the functions that only people need: why an option is not legal, what it costs, and its text.

Each is written along with the module, and compiled within it when somebody first asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from caylus import model as m
from caylus.analysis.secrets.flow import Flow
from caylus.knowledge.variable_sources import Origins

from ..metadata import DecisionInfo, OptionInfo
from ..writing.definitions import local
from ..writing.expressions import Expressions
from ..writing.linker import Question
from ..writing.module_text import SHARED
from ..writing.triggers import Triggers
from ..writing.writer import with_places
from .guaranteed_gains import SureGains
from .prices import Price, Test, explain_tests, price


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
    `price_b_k` the ways in which it can be paid; `gains_b_k` what it surely gains (see `guaranteed_gains`); `words_b_k` gives its
    text, and so with the next number what declining says, where that has words. `touching_b_k(s, f, at, id)` goes through its
    combinations of choices, legal or not, of which the choice number `at` is `id`; with `at` -1 through all that it is made from.
    `shown_v(s, …)` is the named value `v` of the objects it takes. What all lean on besides the module is called `SHARED`.
    Conditions are taken apart into `apart` requirements at most (see `tests`). `flow` knows what is told to whom; what not
    everybody may know of a choice is asked only where all before it holds, which may say that one may.
    """
    gains = SureGains(expressions, triggers, origins)
    known = len(expressions.definitions)
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
            declined = expressions.emit_text(asks.declined, question.names)
            functions |= _function(f"words_{block}_{len(asks.options)}", ["s", "f"], [f"return {declined}"])
        options = []
        for k, option in enumerate(asks.options):
            picked = [local(v, i) for i, v in enumerate(option.variables)]
            names = {**question.names, **dict(zip(option.variables, picked, strict=True))}
            tests, cost = explain_tests(option, apart), price(option)
            choices = ["s", "f", *picked]
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
        told = flow.is_open(asks), flow.is_secret(asks), flow.is_asked_openly(asks)
        decisions[block] = DecisionInfo(asks.site, False, tuple(options), *told, bool(asks.declined), asks.is_gift)
    for value in values:
        names = {param: local(param, i) for i, param in enumerate(value.params)}
        asked = m.CallValue(value, tuple(map(m.Local, value.params)))
        functions |= _function(f"shown_{value.name}", ["s", *names.values()], [f"return {expressions.write(asked, names)}"])
    functions[SHARED] = "\n".join(expressions.definitions[known:])
    return functions, decisions


def _function(name: str, parameters: list[str], body: list[str]) -> dict[str, str]:
    """The text of a function by its name."""
    head = f"def {name}({', '.join(parameters)}):"
    return {name: "\n".join([head, *with_places([f"    {line}" for line in body])])}


def _why(
    expressions: Expressions, tests: list[Test], cost: Price | None, names: Mapping[m.Variable, str], flow: Flow
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
    picked = "".join(f"{names[v]}, " for v in option.variables)
    return [*lines, f"{'    ' * len(lines)}yield ({picked})"]
