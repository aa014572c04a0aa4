"""A generated module brought to life."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from functools import cached_property
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.limits import FUEL

from . import rt_payments, rt_support, rt_transfers
from .module_text import HEAD, PROGRAM

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.diagnostics.span import Span

    from .linker import Decision, Entry
    from .module import Source
    from .options import Price, Test
    from .probes import Probe
    from .state_layout import Layout


Block = Callable[[Any, list[int], list[Any]], bool]


class Outline(NamedTuple):
    """What running a module takes besides the module: plain data.

    `initial` is the state before anything has happened, `begin` the frame a game begins with; `decisions` are the blocks
    that ask, `values` the functions of the score and of what bots go by; `efforts[b]` is how many steps block `b` takes
    at most; `kept` how many lists are kept; `hidden` where player 0's share of each hidden resource lies; `shape` tells
    what the numbers of a state and of frames mean: where it is another one, so do they.
    """

    traced: bool
    initial: list[int]
    begin: list[int]
    efforts: list[int]
    decisions: list[int]
    values: dict[str, str]
    kept: int
    hidden: list[int]
    shape: str


def outline(source: Source) -> Outline:
    return Outline(
        traced=source.traced,
        initial=source.layout.initial,
        begin=[source.start.block, *[0] * source.start.zeros],
        efforts=source.efforts,
        decisions=list(source.decisions),
        values=source.values,
        kept=source.kept,
        hidden=[slot for resource, slot in source.layout.resources.items() if resource.hidden],
        shape=source.shape(),
    )


def compiled(source: Source) -> CodeType:
    return compile(source.text, PROGRAM, "exec")


def carried_out(code: CodeType, probe: Probe | None = None) -> dict[str, Any]:
    """The names that a module defines, beside those it is given."""
    given = {
        name: getattr(module, name) for module in (rt_payments, rt_support, rt_transfers) for name in module.FOR_GENERATED_CODE
    }
    namespace: dict[str, Any] = {**given, "insort": insort}
    if probe is not None:
        namespace |= {"ran": probe.ran, "held": probe.held}
    exec(code, namespace)  # noqa: S102 (see `source`: made of templates, nothing an author wrote)
    return namespace


class Program:
    """Rules that run. `blocks[0]` is the end of the game; `sprint` blocks never take more than `FUEL` steps, whichever they are.

    `options[b](machine, s, f)` lists the legal options at decision `b` as tuples of numbers, `take[b](machine, s, f,
    option)` carries one out; `kept[i](s)` is the i-th list that a machine keeps. A program that runs on machines of its own
    kind has it as `machine`. How the module is written is found out when people first want to know.
    """

    def __init__(self, outline: Outline, namespace: Mapping[str, Any], write: Callable[[], Source]) -> None:
        self.traced = outline.traced
        self.initial = outline.initial
        self.begin = outline.begin
        self.efforts = outline.efforts
        self.sprint = FUEL // max(outline.efforts)
        self.hidden = outline.hidden
        self.shape = outline.shape
        self.blocks: list[Block] = [namespace[f"block_{i}"] for i in range(len(outline.efforts))]
        self.options: dict[int, Callable[..., list[tuple[int, ...]]]] = {b: namespace[f"options_{b}"] for b in outline.decisions}
        self.take: dict[int, Callable[..., bool]] = {b: namespace[f"take_{b}"] for b in outline.decisions}
        self.machine: type | None = namespace.get("Machine")
        self.values: dict[str, Callable[..., int]] = {name: namespace[function] for name, function in outline.values.items()}
        self.kept: list[Callable[[list[int]], list[int]]] = [namespace[f"kept_{i}"] for i in range(outline.kept)]
        self.namespace = dict(namespace)
        self._write = write
        self._conditions: dict[tuple[int, int], tuple[list[Test], Price | None]] = {}

    @cached_property
    def source(self) -> Source:
        return self._write()

    @property
    def layout(self) -> Layout:
        return self.source.layout

    @property
    def decisions(self) -> dict[int, Decision]:
        return self.source.decisions

    @property
    def sites(self) -> list[m.Site]:
        return self.source.sites

    @property
    def entries(self) -> dict[str, Entry]:
        return self.source.entries

    def conditions(self, block: int, option: int) -> tuple[list[Test], Price | None]:
        """What an option of a decision asks for: the tests, and the price."""
        if (block, option) not in self._conditions:
            from .options import explained, price

            choose = self.decisions[block].choose
            assert choose is not None
            self._conditions[block, option] = explained(choose.options[option]), price(choose.options[option])
        return self._conditions[block, option]

    def reasons(self, block: int, option: int) -> Callable[..., list[int]]:
        """The function `(s, f, *choices)` that lists which of an option's conditions fail, by position, the price last."""
        return self._late("why", block, option)

    def price(self, block: int, option: int) -> Callable[..., rt_payments.Ways]:
        """The function `(s, f, *choices)` of the ways in which an option can be paid."""
        return self._late("price", block, option)

    def words(self, block: int, option: int) -> Callable[..., tuple[str | tuple[str, int], ...]]:
        """The function `(s, f, *choices)` of an option's text: words, and (root kind, value) pairs."""
        return self._late("words", block, option)

    def _late(self, what: str, block: int, option: int) -> Callable[..., Any]:
        """A function that only people need, written when it is first asked for."""
        name = f"{what}_{block}_{option}"
        if name not in self.namespace:
            from .explanations import Explanations

            decision = self.decisions[block]
            assert decision.choose is not None
            expressions = self.source.expressions
            known = len(expressions.definitions)
            text = Explanations(expressions).write(what, name, decision.choose.options[option], decision.names)
            code = compile("\n".join([HEAD, *expressions.definitions[known:], text]), PROGRAM, "exec")
            exec(code, self.namespace)  # noqa: S102 (as above)
        return self.namespace[name]  # type: ignore[no-any-return]

    def place(self, line: int) -> Span | None:
        """The line of a ruleset behind a line of the module."""
        return self.source.place(line)


def program_of(source: Source, probe: Probe | None = None) -> Program:
    return Program(outline(source), carried_out(compiled(source), probe), lambda: source)
