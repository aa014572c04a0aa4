"""The text of a ruleset's generated module for a number of players, and what is known about it.

The text is made from the checked model by the closed set of templates in this package; nothing an author wrote reaches it
but names, which the grammar limits to letters, digits and underscores.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import partial

from caylus import model as m
from caylus.diagnostics.span import Span
from caylus.model.walk import actions_of, statements_of

from .coroutines import Coroutines
from .expressions import Expressions
from .frames import Frame
from .incremental_lists import IncrementalLists
from .legal_options import OptionLister
from .linker import Decision, Entry, Linker
from .module_text import HEAD
from .nonnull import sure_variables
from .plain_functions import write_function
from .probes import Probe
from .state_layout import Layout, lay_out
from .statements import StatementWriter

BLOCK = 50
"""How many steps it takes to come to a block and to leave it."""


@dataclass(slots=True)
class Source:
    """A generated module. `spans[i]` is the line of a ruleset behind its line i + 1.

    `starts[b]` is the line on which block `b` begins, `frames[b]` what its frame holds behind its number (see `Frame`),
    `efforts[b]` how many steps it takes at most. `entries` are the ways into actions by name, `start` the one into the
    game; `decisions` the blocks that ask, `values` the functions of what bots and scores go by; `kept` how many
    lists are kept (see `kept`).
    """

    text: str
    spans: list[Span | None]
    starts: list[int]
    layout: Layout
    traced: bool
    decisions: dict[int, Decision]
    sites: list[m.Site]
    start: Entry
    entries: dict[str, Entry]
    frames: list[list[m.Type | tuple[m.Type, ...]]]
    efforts: list[int]
    values: dict[str, str]
    kept: int
    expressions: Expressions

    def place(self, line: int) -> Span | None:
        """The line of a ruleset behind a line of the text."""
        return self.spans[line - 1] if 0 < line <= len(self.spans) else None

    def place_of_block(self, block: int) -> Span | None:
        """The first line of a ruleset that a block carries out."""
        return next((span for span in self.spans[self.starts[block] - 1 :] if span is not None), None)

    def shape(self) -> str:
        """SHA-256 of what the numbers of a state and of frames mean: where everything lies, and where each block begins."""
        layout = self.layout
        slots = [[thing.name, slot] for table in (layout.resources, layout.states, layout.lists) for thing, slot in table.items()]
        places = [self.place_of_block(block) for block in range(len(self.starts))]
        blocks = [
            [place and [place.file, place.line], len(frame), block in self.decisions]
            for block, (place, frame) in enumerate(zip(places, self.frames, strict=True))
        ]
        return hashlib.sha256(json.dumps([slots, blocks]).encode()).hexdigest()


def write_source(model: m.Model, players: int, traced: bool, probe: Probe | None = None) -> Source:
    """The module of a model; a traced one tells its machine's log everything it does, a probed one its `probe`."""
    layout = lay_out(model, players)
    expressions = Expressions(layout, probe)
    sites: list[m.Site] = []
    sure = sure_variables(model)
    kept = IncrementalLists(expressions)
    lister = OptionLister(expressions, kept)
    for statement in statements_of(actions_of(model)):
        if isinstance(statement, m.Choose):
            lister.keep(statement)  # so that what writes a state knows which lists it may change
    effects = StatementWriter(expressions, kept, sites, traced, sure)
    coroutines = Coroutines(model.start, effects, lister)
    linker = Linker(expressions, coroutines.write, partial(write_function, effects))
    _, end = linker.block("the end", Frame())
    start = linker.entry(model.start)
    entries = {name: linker.entry(action) for name, action in model.actions.items()}
    values = {"score": expressions.value(model.score)}
    expressions.probe = None  # what bots go by, and what people are told, are not the rules at work
    if model.outlook is not None:
        values["outlook"] = expressions.value(model.outlook)
    end("m.options = ()")
    end("m.player = -1")
    end("return True")
    text, spans, starts = _text(expressions, kept, linker)
    return Source(
        text=text,
        spans=spans,
        starts=starts,
        layout=layout,
        traced=traced,
        decisions=linker.decisions,
        sites=sites,
        start=start,
        entries=entries,
        frames=linker.frames(),
        efforts=[BLOCK + w.effort for w in linker.blocks],
        values=values,
        kept=len(kept),
        expressions=expressions,
    )


def _text(expressions: Expressions, kept: IncrementalLists, linker: Linker) -> tuple[str, list[Span | None], list[int]]:
    lines = [HEAD]
    spans: list[Span | None] = [None]
    starts: list[int] = []

    def put(text: str) -> None:
        new = text.split("\n")
        lines.extend(new)
        spans.extend([None] * len(new))

    layout = expressions.layout
    resources = layout.model.resources
    put(f"SLOTS: Final[tuple[int, ...]] = {tuple(layout.resources[r] for r in resources)!r}")
    put(f"SUPPLIES: Final[tuple[int, ...]] = {tuple(layout.resources[r.supply] if r.supply else -1 for r in resources)!r}")
    for definition in [*expressions.definitions, *kept.definitions]:
        put(definition)
    put("def nothing(m: Machine, s: list[int], *_: int) -> None:\n    pass\n")
    for writer in [*linker.functions, *linker.blocks]:
        if writer.block is not None:
            starts.append(len(lines) + 1)
        written, places = writer.finished()
        lines.extend(written)
        spans.extend(places)
        put("")
    for table in linker.tables:
        put(table)
    return "\n".join(lines) + "\n", spans, starts
