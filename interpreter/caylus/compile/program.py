"""The generated module of a ruleset for a number of players, and what is known about it.

The source is made from the checked model by the closed set of templates in this package; no text of an author reaches
it but names, which the grammar limits to letters, digits and underscores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType
from typing import Any

from caylus.check import model as m
from caylus.lang.syntax import Span
from caylus.runtime import payments, support
from caylus.runtime.purse import Purse

from .actions import Actions, Decision, Entry
from .blocks import Frame
from .effects import Effects
from .expressions import Expressions
from .layout import Layout, lay_out
from .nonnull import sure_variables
from .options import Explanations, Price, Test, explained, price
from .watch import Watch
from .writer import Writer

PROGRAM = "<rules>"
"""The file name of generated code in tracebacks."""

BLOCK = 50
"""How many steps it takes to come to a block and to leave it."""

Block = Callable[[Any, list[int], list[Any]], bool | None]


@dataclass(slots=True)
class Program:
    """Rules that run. `blocks[0]` is the end of the game; `start` is the frame a game begins with.

    `options[b](s, f)` lists the legal options at decision `b` as tuples of numbers, `take[b](machine, s, f, option)`
    carries one out. `entries` are the ways into actions by name, for games that begin elsewhere. `frames[b]` says what the
    frame of block `b` holds behind its number (see `Frame`), `efforts[b]` how many steps it takes at most.
    """

    layout: Layout
    traced: bool
    source: str
    spans: list[Span | None]
    blocks: list[Block]
    options: dict[int, Callable[[list[int], list[Any]], list[tuple[int, ...]]]]
    take: dict[int, Callable[..., None]]
    decisions: dict[int, Decision]
    sites: list[m.Site]
    start: Entry
    entries: dict[str, Entry]
    frames: list[list[m.Type | tuple[m.Type, ...]]]
    efforts: list[int]
    values: dict[str, Callable[..., Any]]
    purse: Purse
    namespace: dict[str, Any]
    expressions: Expressions

    def conditions(self, block: int, option: int) -> tuple[list[Test], Price | None]:
        """What an option of a decision asks for: the tests, and the price."""
        choose = self.decisions[block].choose
        assert choose is not None
        return explained(choose.options[option]), price(choose.options[option])

    def reasons(self, block: int, option: int) -> Callable[..., list[int]]:
        """The function `(s, f, *choices)` that lists which of an option's conditions fail, by position, the price last."""
        return self._late("why", block, option)

    def price(self, block: int, option: int) -> Callable[..., payments.Ways]:
        """The function `(s, f, *choices)` of the ways in which an option can be paid."""
        return self._late("price", block, option)

    def words(self, block: int, option: int) -> Callable[..., tuple[str | tuple[str, int], ...]]:
        """The function `(s, f, *choices)` of an option's text: words, and (root kind, value) pairs."""
        return self._late("words", block, option)

    def _late(self, what: str, block: int, option: int) -> Callable[..., Any]:
        """A function that only people need, written when it is first asked for."""
        name = f"{what}_{block}_{option}"
        if name not in self.namespace:
            decision = self.decisions[block]
            assert decision.choose is not None
            known = len(self.expressions.definitions)
            source = Explanations(self.expressions).write(what, name, decision.choose.options[option], decision.names)
            code = compile("\n".join([*self.expressions.definitions[known:], source]), PROGRAM, "exec")
            exec(code, self.namespace)  # noqa: S102 (see the module's docstring)
        return self.namespace[name]  # type: ignore[no-any-return]

    def place(self, line: int) -> Span | None:
        """The line of a ruleset behind a line of the generated source."""
        return self.spans[line - 1] if 0 < line <= len(self.spans) else None

    def place_of_block(self, block: int) -> Span | None:
        """The first line of a ruleset that a block carries out."""
        start = self.blocks[block].__code__.co_firstlineno
        return next((span for span in self.spans[start - 1 :] if span is not None), None)


def compile_model(model: m.Model, players: int, traced: bool, watch: Watch | None = None) -> Program:
    """The program of a model; a traced one tells its machine's log everything it does, a watched one its `watch`."""
    layout = lay_out(model, players)
    expressions = Expressions(layout, watch)
    sites: list[m.Site] = []
    sure = sure_variables(model)
    effects = Effects(expressions, sites, traced, sure)
    actions = Actions(expressions, effects, sure)
    _, end = actions.block("the end", Frame())
    start = actions.start(model.start)
    entries = {name: actions.entry(action) for name, action in model.actions.items()}
    values = {"score": expressions.value(model.score)}
    expressions.watch = None  # what bots go by, and what people are told, are not the rules at work
    if model.outlook is not None:
        values["outlook"] = expressions.value(model.outlook)
    end("m.options = ()")
    end("m.player = -1")
    end("return True")

    source, spans = _module(expressions, actions)
    code: CodeType = compile(source, PROGRAM, "exec")
    purse = Purse(layout)
    namespace: dict[str, Any] = {
        name: getattr(module, name)
        for module, names in (
            (payments, ("mix", "both", "either", "less", "amount_in")),
            (support, support.FOR_GENERATED_CODE),
            (purse, ("can_pay", "any_way", "gain_way", "pay_way", "lose_way")),
        )
        for name in names
    }
    if watch is not None:
        namespace |= {"ran": watch.ran, "held": watch.held}
    exec(code, namespace)  # noqa: S102 (see the module's docstring)
    return Program(
        layout=layout,
        traced=traced,
        source=source,
        spans=spans,
        blocks=[namespace[f"block_{i}"] for i in range(len(actions.blocks))],
        options={b: namespace[f"options_{b}"] for b in actions.decisions},
        take={b: namespace[f"take_{b}"] for b in actions.decisions},
        decisions=actions.decisions,
        sites=sites,
        start=start,
        entries=entries,
        frames=actions.frames(),
        efforts=[BLOCK + w.effort for w in actions.blocks],
        values={name: namespace[function] for name, function in values.items()},
        purse=purse,
        namespace=namespace,
        expressions=expressions,
    )


def _module(expressions: Expressions, actions: Actions) -> tuple[str, list[Span | None]]:
    lines: list[str] = []
    spans: list[Span | None] = []

    def put(text: str) -> None:
        new = text.split("\n")
        lines.extend(new)
        spans.extend([None] * len(new))

    def put_writer(writer: Writer) -> None:
        lines.extend(writer.lines)
        spans.extend(writer.spans)
        put("")

    for definition in expressions.definitions:
        put(definition)
    put("def nothing(m, s, *_):\n    pass\n")
    for writer in [*actions.functions, *actions.blocks]:
        put_writer(writer)
    for table in actions.tables:
        put(table)
    return "\n".join(lines) + "\n", spans
