"""What only people need of decisions: functions that say why an option is not legal, what it costs and what it says.

Each is written along with the module, and compiled within it when somebody first asks.
"""

from __future__ import annotations

from collections.abc import Mapping

from caylus import model as m

from .expressions import Expressions, local
from .linker import Question
from .metadata import DecisionInfo, OptionInfo, Requirement
from .module_text import HEAD, SHARED
from .options import Price, Test, explained, price
from .writer import with_places


def explain(expressions: Expressions, questions: Mapping[int, Question]) -> tuple[dict[str, str], dict[int, DecisionInfo]]:
    """The texts of these functions by name, and what is known of each decision.

    Option `k` of block `b` has three functions of the state, the frame and the choices: `why_b_k` lists which of its
    requirements fail, by position, the price last; `price_b_k` the ways in which it can be paid; `words_b_k` gives its
    text: words, and (root kind, value) pairs. What they lean on besides the module is called `SHARED`.
    """
    known = len(expressions.definitions)
    functions: dict[str, str] = {}
    decisions = {}
    for block, question in questions.items():
        asks = question.asks
        if isinstance(asks, m.Transfer):
            decisions[block] = DecisionInfo(asks.site, None, ())
            continue
        options = []
        for k, option in enumerate(asks.options):
            picked = [local(v, i) for i, v in enumerate(option.variables)]
            names = {**question.names, **dict(zip(option.variables, picked, strict=True))}
            tests, cost = explained(option), price(option)
            bodies = {
                "why": _why(expressions, tests, cost, names),
                "price": [f"return {expressions.write(cost.payment, names)}" if cost is not None else "return (0,)"],
                "words": _words(expressions, option, names),
            }
            for what, body in bodies.items():
                name = f"{what}_{block}_{k}"
                head = f"def {name}({', '.join(['s', 'f', *picked])}):"
                functions[name] = "\n".join([HEAD, head, *with_places([f"    {line}" for line in body])])
            requires = tuple(Requirement(test.reason, test.site) for test in tests)
            paid = (cost.site, cost.ways) if cost is not None else (None, False)
            options.append(OptionInfo(option.name, option.variables, requires, *paid))
        decisions[block] = DecisionInfo(asks.site, asks.prompt, tuple(options))
    functions[SHARED] = "\n".join([HEAD, *expressions.definitions[known:]])
    return functions, decisions


def _why(expressions: Expressions, tests: list[Test], cost: Price | None, names: Mapping[m.Variable, str]) -> list[str]:
    lines = ["failed = []"]
    for i, test in enumerate(tests):
        lines += [f"if not ({expressions.write(test.condition, names)}):", f"    failed.append({i})"]
    if cost is not None:
        payable = f"any_way(s, SLOTS, {expressions.write(cost.player, names)}, {expressions.write(cost.payment, names)})"
        lines += ["try:", f"    payable = {payable}", "except OverflowError:", "    payable = False"]
        lines += ["if not payable:", f"    failed.append({len(tests)})"]
    return [*lines, "return failed"]


def _words(expressions: Expressions, option: m.Option, names: Mapping[m.Variable, str]) -> list[str]:
    parts = [repr(p) if isinstance(p, str) else expressions.said(p, names) for p in option.text]
    return [f"return ({''.join(p + ', ' for p in parts)})"]
