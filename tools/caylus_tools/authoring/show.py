"""The resolved ruleset as text: every definition, what layers above have made of it, what is attached to it elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.analysis.conservation import Invariant, find_invariants
from caylus.diagnostics import as_words, nearest, split_lines

from caylus_tools.common.english import join_words, player_range
from caylus_tools.common.errors import UsageError
from caylus_tools.verbalize.objects import Objects

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.codegen import Program
    from caylus.diagnostics import Span
    from caylus.layers.parts import Step

_DONE = {
    "add": "added",
    "change": "changed",
    "replace": "replaced",
    "remove": "removed",
    "insert": "inserted into",
    "swap": "changed",
    "seal": "sealed",
}
_TABLE = re.compile(r"[A-Z]\w+(?= = )")
"""The name of a table of the program, at the start of its line."""
_LISTER = re.compile(r"def (options_\d+\()")
"""The first line of a function that lists the options of a block."""


class ResolvedText:
    """Texts about one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._model = rules.model
        self._objects = Objects(rules)
        self._lines = {path: split_lines(text) for path, text in rules.sources.items()}

    def whole(self) -> str:
        """Every definition, in the order of the text."""
        rules = self._rules
        title = " with ".join([rules.title, *rules.variants])
        players = player_range(rules.fewest_players, rules.most_players, rules.automata.values())
        head = f"{title} ({rules.name} {rules.version}), {players}"
        order = {path: number for number, path in enumerate(rules.sources)}
        player = self._model.kinds["player"]
        places: dict[Span, list[str]] = {player.span: ["player"]} if player.span.file else {}  # there without being defined
        for name in rules.history:
            if "." not in name:
                places.setdefault(rules.history[name][0].span, []).append(name)
        spans = sorted(places, key=lambda span: (order[span.file], span.line, span.column))
        return "\n\n".join([head, *(self._definition(span, places[span]) for span in spans)])

    def one(self, name: str) -> str:
        """The text of a name's definition, below what it tells people. Raises `UsageError` with the nearest name where there is
        none of that name.
        """
        texts = (self._definition(span, [found]) for found, span in self._find(name))
        return "\n\n".join([*self._paragraphs(name), *texts])

    def _paragraphs(self, name: str) -> Iterator[str]:
        """The paragraphs of a name as they are written: the last that tells all, and those that add to it or change it."""
        of_name = [paragraph for file in self._rules.files for paragraph in file.paragraphs if paragraph.subject.text == name]
        last = max((place for place, paragraph in enumerate(of_name) if paragraph.is_whole), default=0)
        for paragraph in of_name[last:]:
            yield "\n".join([f"-- {_place(paragraph.span)}", *self._text(paragraph.span)])

    def compiled(self, name: str, players: int) -> list[str]:
        """The functions of the program that carry out lines of a definition, below what the slots that they use hold."""
        spans = [span for _, span in self._find(name)]
        spans += [step.span for part, steps in self._rules.history.items() if part.split(".")[0] == name for step in steps]
        program = self._rules.program(players)
        lines = program.text.split("\n")
        starts = [number for number, line in enumerate(lines) if line and not line[0].isspace()]
        chunks = {lines[start]: "\n".join(lines[start:end]).rstrip() for start, end in pairwise([*starts, len(lines)])}
        functions = []
        for start, end in pairwise([*starts, len(lines)]):
            places = [place for place in program.metadata.spans[start:end] if place is not None]
            if any(place.file == span.file and span.line <= place.line <= span.end_line for place in places for span in spans):
                functions.append(chunks[lines[start]])
        if not functions:
            raise UsageError(f"no function of the program is of `{name}` alone; without a name, all are printed")
        text = "\n\n\n".join(functions)
        listers = [chunk for head, chunk in chunks.items() if (called := _LISTER.match(head)) and f" = {called[1]}" in text]
        text = "\n\n\n".join([*listers, text])
        tables = [head for head in chunks if (table := _TABLE.match(head)) and re.search(rf"\b{table[0]}\b", text)]
        return [*self._legend(text, program), "", *tables, *text.split("\n")]

    def _legend(self, text: str, program: Program) -> Iterator[str]:
        """Comments that say what each slot of the state is that a text names by its number."""
        layout = program.layout
        things = {slot: thing for table in (layout.resources, layout.states, layout.lists) for thing, slot in table.items()}
        yield "# s[N] is a slot of the state. What has one for each member of a kind begins at N."
        for slot in sorted({int(number) for number in re.findall(r"\bs\[(\d+)", text)}):
            first = max((begin for begin in things if begin <= slot), default=None)
            if first is not None:
                yield f"# s[{slot}]: {things[first].name}" + (f", and {slot - first} further" if slot > first else "")

    def _find(self, name: str) -> list[tuple[str, Span]]:
        """A name, and where it is defined. Raises `UsageError` with the nearest name where there is none of that name."""
        kinds = {called: kind for kind in self._model.kinds.values() for called in (kind.plural, kind.name)}
        if name in kinds:
            name, span = kinds[name].name, kinds[name].span
            if kinds[name].is_builtin:
                if not span.file:
                    raise UsageError(f"{self._rules.title} does not say anything of `{name}`, which every game has")
                return [(name, span)]
        if name in self._rules.history:
            return [(name, self._rules.history[name][0].span)]
        spans = [kind.states[name].span for kind in self._model.kinds.values() if name in kind.states]
        spans += [kind.properties[name].span for kind in self._model.kinds.values() if name in kind.properties]
        if not spans:
            raise UsageError(f"nothing is called `{name}` in {self._rules.title}{self.suggest_name(name)}")
        return [(name, span) for span in spans]

    def suggest_name(self, name: str) -> str:
        """The name that is nearest to one that there is not, as a question; nothing if none is near."""
        kinds = self._model.kinds.values()
        near = nearest(
            name,
            [*self._rules.history, *(candidate for kind in kinds for candidate in (kind.plural, *kind.states, *kind.properties))],
        )
        return f"; did you mean `{near}`?" if near else ""

    def _definition(self, span: Span, names: list[str]) -> str:
        """The text at `span`, or the text that a layer has put in its place."""
        steps = self._rules.history.get(names[0], [])
        if steps and steps[-1].verb == "remove":
            return f"-- {_place(span)}\n-- {self._note(names[0], steps[-1])}"
        replacements = [step.span for step in steps if step.verb == "replace"]
        notes = [note for name in names for note in (*self._layers(name), *self._summary(name), *self._attachments_to(name))]
        source_span = replacements[-1] if replacements else span
        return "\n".join([f"-- {_place(source_span)}", *self._text(source_span), *(f"-- {note}" for note in notes)])

    def _layers(self, name: str) -> Iterator[str]:
        """The changes of the layers above the first to a definition and its parts."""
        for part, steps in self._rules.history.items():
            if part == name:
                yield from (self._note(part, step) for step in steps[1:])
            elif part.startswith(f"{name}."):
                yield from (self._note(part, step) for step in steps)

    def _note(self, part: str, step: Step) -> str:
        action = _DONE.get(step.verb, step.verb)
        return f"{part} {action} by {step.layer}: {self._text(step.span)[0].strip()}   ({_place(step.span)})"

    def _summary(self, name: str) -> Iterator[str]:
        summary = self._objects.summary(name)
        if summary:
            yield summary

    def _attachments_to(self, name: str) -> Iterator[str]:
        """The attachments to a value, a condition, an action or a gain, in the order in which they apply."""
        model = self._model
        if name in model.values:
            sites = [modifier.site for modifier in model.values[name].modifiers]
        elif name in model.conditions:
            sites = [require.site for require in model.conditions[name].requires if require.site.rule != name]
        elif name in model.actions:
            sites = model.actions[name].attached
        else:
            sites = [t.action.site for t in model.triggers if any(resource.name == name for resource in t.resources)]
        for place, (title, span) in enumerate(dict.fromkeys((site.title, site.span) for site in sites), 1):
            yield f"{place}. {title}: {self._text(span)[0].strip()}   ({_place(span)})"

    def _text(self, span: Span) -> list[str]:
        return self._lines[span.file][span.line - 1 : span.end_line]


def list_invariants(rules: Ruleset) -> list[str]:
    """Lines that say what the rules conserve: the places of pieces, and how many pieces of each they always hold."""
    return [_invariant(rules.model, invariant) for invariant in find_invariants(rules.model)] or ["nothing is conserved"]


def _invariant(model: m.Model, invariant: Invariant) -> str:
    places = []
    for place in invariant.places:
        owner = place.owner if isinstance(place, (m.State, m.ListState)) else None
        places.append(place.title if owner is None or owner.is_player else f"{place.title} of each {as_words(owner.name)}")
        places += [resource.title for resource in model.resources if resource.supply is place]
    count = invariant.members.bit_count()
    whom = "player" if invariant.kind.is_player else f"of {count} {as_words(invariant.kind.root.plural)}"
    number = "as many" if invariant.amount is None else str(invariant.amount)
    return f"{join_words(places)}: always {number} for each {whom}"


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"
