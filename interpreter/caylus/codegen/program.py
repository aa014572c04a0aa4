"""A generated module brought to life, and kept by what it was made from (see `cache`), for whoever plays by the same rules.

A program just made and one that was kept are read in the same way, so neither can do what the other cannot.
"""

from __future__ import annotations

import marshal
import re
import warnings
from bisect import insort
from collections.abc import Callable
from threading import Lock
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import arithmetic, payments
from caylus.cache import Shelf
from caylus.knowledge import cards
from caylus.limits import FUEL

from . import support
from .metadata import Outline
from .module_text import EXPLANATIONS, PROGRAM, SHARED, Probe
from .state_layout import Layout

if TYPE_CHECKING:
    from .metadata import DecisionInfo, Entry, Metadata
    from .module import Source


for file in (PROGRAM, EXPLANATIONS):  # nobody can do anything about what Python thinks of generated code
    warnings.filterwarnings("ignore", category=SyntaxWarning, module=re.escape(file))

Block = Callable[[Any, list[int], list[Any]], bool]


class Parts(NamedTuple):
    """A module ready to be carried out, as plain data and code. `told` is what people need, still packed."""

    outline: tuple[Any, ...]
    text: str
    code: CodeType
    told: bytes


def pack(source: Source) -> Parts:
    from .metadata import encode

    code = compile(source.text, PROGRAM, "exec")
    return Parts(tuple(source.outline), source.text, code, encode(source.metadata, source.explanations))


def execute_module(code: CodeType, probe: Probe | None = None) -> dict[str, Any]:
    """The names that a module defines, beside those it is given."""
    names = {
        name: getattr(module, name) for module in (arithmetic, payments, cards, support) for name in module.FOR_GENERATED_CODE
    }
    namespace: dict[str, Any] = {**names, "insort": insort}
    if probe is not None:
        namespace |= {"probe_ran": probe.ran, "probe_held": probe.record_condition}
    exec(code, namespace)  # noqa: S102 (see `module`: made of templates, nothing an author wrote)
    return namespace


class AtOnce(NamedTuple):
    """A block that asks several players at once.

    `seats(f)` are those whom it asks, in their order, `bind(m, s, f, i)` puts into the frame what the question of the i-th of
    them speaks of; the place `choices` of the frame holds the move of each, or (). Who has fewer options than `fewest` is not
    asked.
    """

    seats: Callable[[list[Any]], list[int]]
    bind: Callable[[Any, list[int], list[Any], int], None]
    choices: int
    fewest: int


class Program:
    """Rules that run. `blocks[0]` is the end of the game; `heaviest` is the most steps that one takes, `sprint` blocks never
    take more than `FUEL` steps, whichever they are.

    `options[b](machine, s, f)` lists the legal options at decision `b` as tuples of numbers, `take[b](machine, s, f, option)`
    carries one out; `taken[b](machine, s, seat, options)` picks one at a seat that rules play, as are those behind the seats of
    so many `people`; `at_once` are the decisions of several players; `incremental[i](s)` is the i-th list that a machine keeps
    up to date. `probe` is told what is carried out, if somebody watches. What people are told
    is unpacked when somebody first asks. Any number of threads may use it.
    """

    def __init__(self, parts: Parts, probe: Probe | None = None) -> None:
        outline = Outline(*parts.outline)
        namespace = execute_module(parts.code, probe)
        self.probe = probe
        self.text = parts.text
        self.traced = outline.traced
        self.initial = outline.initial
        self.begin = outline.begin
        self.steps = outline.steps
        self.heaviest = max(outline.steps)
        self.sprint = FUEL // self.heaviest
        self.hides = outline.hides
        self.shape = outline.shape
        self.blocks: list[Block] = [namespace[f"block_{i}"] for i in outline.runs]
        self.options: dict[int, Callable[..., list[tuple[int, ...]]]] = {b: namespace[f"options_{b}"] for b in outline.decisions}
        self.take: dict[int, Callable[..., bool]] = {b: namespace[f"take_{b}"] for b in outline.decisions}
        self.people = outline.people
        self.at_once = {
            b: AtOnce(namespace[f"seats_{b}"], namespace[f"bind_{b}"], *arguments) for b, arguments in outline.at_once.items()
        }
        self.taken: dict[int, Callable[..., tuple[int, ...]]] = {
            b: namespace[f"taken_{b}"] for b in outline.decisions if f"taken_{b}" in namespace
        }
        self.values: dict[str, Callable[..., int]] = {name: namespace[function] for name, function in outline.values.items()}
        self.incremental: list[Callable[[list[int]], list[int]]] = [
            namespace[f"incremental_{i}"] for i in range(outline.incremental)
        ]
        self.namespace = namespace
        self._told = parts.told
        self._metadata: Metadata | None = None
        self._explanations: dict[str, str] = {}
        self._lock = Lock()

    @property
    def metadata(self) -> Metadata:
        """The meaning of the program's numbers."""
        return self.unpack()

    def unpack(self) -> Metadata:
        """Learns what people are told: once, so that things which are equal to themselves alone stay equal."""
        if self._metadata is None:
            with self._lock:
                if self._metadata is None:
                    from .metadata import decode

                    metadata, self._explanations = decode(self._told)
                    self._define(SHARED)
                    self._metadata = metadata
        return self._metadata

    @property
    def layout(self) -> Layout:
        return self.metadata.layout

    @property
    def decisions(self) -> dict[int, DecisionInfo]:
        return self.metadata.decisions

    @property
    def entries(self) -> dict[str, Entry]:
        return self.metadata.entries

    def explanation(self, what: str, *which: int | str) -> Callable[..., Any]:
        """The function called `what_which…` of those that only people need (see `options.explain`)."""
        name = "_".join(map(str, (what, *which)))
        if name not in self.namespace:
            self.unpack()
            self._define(name)
        return self.namespace[name]  # type: ignore[no-any-return]

    def _define(self, name: str) -> None:
        exec(compile(self._explanations[name], EXPLANATIONS, "exec"), self.namespace)  # noqa: S102 (as above)


PROGRAMS: Shelf[Parts] = Shelf(
    "program",
    lambda parts: marshal.dumps(tuple(parts)),
    lambda data: Parts(*marshal.loads(data)),  # noqa: S302 (from the user's own folder, see `cache`)
)


def fetch(rules: str, players: int, is_traced: bool, write: Callable[[], Source]) -> Program:
    """The program of rules, of which `rules` is all that tells them from others, for a number of players."""
    made_from = (rules, str(players), str(is_traced))
    parts_made = PROGRAMS.get(*made_from)
    if parts_made is None:
        parts_made = pack(write())
        PROGRAMS.keep(parts_made, *made_from)
    return Program(parts_made)


def is_kept(rules: str, players: int, is_traced: bool) -> bool:
    """Return whether `fetch` would find a program rather than make it."""
    return PROGRAMS.has(rules, str(players), str(is_traced))
