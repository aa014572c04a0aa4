"""Mutation testing: single changes of the rules, and which of them no scenario notices.

Each change is checked and compiled like any ruleset; then the scenarios are played, first those that run its line, until
one of them fails. What none of them notices is played side by side with the unchanged rules: from the positions of the
scenarios, and in random and greedy games. If a difference shows, the rules are unguarded there, and the shortest game that
shows it is a scenario to keep. If none does, the change makes the same game, as far as anybody has seen.

They are made of its tokens and of its syntax tree: amounts, resources, comparisons and directions are exchanged, statements,
requirements and conditions are dropped, what two options do is swapped. Texts for people stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, get_args

import caylus
from caylus import syntax as s
from caylus.codegen import Probe
from caylus.diagnostics import Span, split_lines
from caylus.parser.lexer import scan
from caylus.records import Record
from caylus.syntax.walk import walk

from caylus_tools.common.english import count_things
from caylus_tools.simulation.executor import run as run_in_processes
from caylus_tools.verbalize.definitions import find_program_names

from . import scenarios
from .scenarios import Scenario, load_rewritten, without_cache
from .side_by_side import Pair, compare, shorten, split_scenario, starts

_SWAPS = {
    "raise": "lower", "lower": "raise", "gain": "lose", "gains": "loses", "lose": "gain", "loses": "gains", "most": "fewest",
    "fewest": "most", "before": "after", "after": "before", "while": "until", "until": "while",
    "yes": "no", "no": "yes", "and": "or", "or": "and", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "*": "+",
    "/": "*", "%": "/", "min": "max", "max": "min",
}  # fmt: skip
"""Words and signs, and what stands there instead."""

_PAIRS = {
    ("at", "least"): "at most", ("at", "most"): "at least", ("is", "not"): "is", ("front", "of"): "",
    ("more", "by"): "less by", ("less", "by"): "more by", ("more", "than"): "less than", ("less", "than"): "more than",
    ("to", "front"): "to end", ("to", "end"): "to front",
}  # fmt: skip
"""Two words together, and what stands there instead."""

_KEPT = (s.ForEach, s.Repeat, s.If, s.Choose, s.Require, s.Let, s.Say, s.Nothing)
"""Statements that are not dropped: they hold others, are named later, or only tell. A `require` is left out with its line."""
_DROPPED = tuple(one for one in get_args(s.Statement) if one not in _KEPT)


class Edit(NamedTuple):
    """Another text for the characters from `start` to `end` of a file."""

    start: int
    end: int
    text: str


class Mutant(NamedTuple):
    """A change at a line of a file, as edits from the front to the back; `old` and `new` say it in the words of the rules."""

    file: str
    line: int
    old: str
    new: str
    edits: tuple[Edit, ...]

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    def __str__(self) -> str:
        return f"`{self.old}` -> {f'`{self.new}`' if self.new else 'left out'}"

    def text(self, text: str) -> str:
        """The file's text with the change."""
        for edit in reversed(self.edits):
            text = text[: edit.start] + edit.text + text[edit.end :]
        return text


def find_mutants(rules: caylus.Ruleset) -> list[Mutant]:
    """The changes of a ruleset's own text, of a variant without that of its base; in the order of the text, none twice."""
    own = [file for file in rules.files if file.path.startswith(f"{rules.name}/")]
    resources = [resource.name for resource in rules.model.resources]
    others = _others([*resources]) | _others([*rules.model.groups])
    unused_values = find_program_names(rules.model)
    mutants: dict[tuple[str, tuple[Edit, ...]], Mutant] = {}
    for file in own:
        text = _Text(file.path, rules.sources[file.path])
        ignored_spans = [one.span for one in walk(*file.definitions) if _name_of_value(one) in unused_values]
        for mutant in sorted([*text.tokens(others), *text.nodes(file)], key=lambda one: one.edits[0]):
            if not any(span.line <= mutant.line <= span.end_line for span in ignored_spans):
                mutants.setdefault((file.path, mutant.edits), mutant)
    return list(mutants.values())


def _others(names: Sequence[str]) -> dict[str, str]:
    """Each name, and the next one in its place."""
    return dict(zip(names, [*names[1:], *names[:1]], strict=True)) if len(names) > 1 else {}


def _name_of_value(node: s.Node) -> str | None:
    """The value that a node defines or modifies."""
    if isinstance(node, s.Value):
        return node.name.text
    return node.target.name.text if isinstance(node, s.Modify) else None


class _Text:
    """The text of a file, and its tokens by their places."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text
        self._begins = [0]
        for line in split_lines(text):
            self._begins.append(self._begins[-1] + len(line) + 1)
        self._tokens = [token for token in scan(text, path).tokens if token.type != "_NL"]
        self._places = [self._at(token.line, token.column) for token in self._tokens]

    def _at(self, line: int, column: int) -> int:
        return self._begins[line - 1] + column - 1

    def _range(self, span: Span) -> tuple[int, int]:
        return self._at(span.line, span.column), self._at(span.end_line, span.end_column)

    def _edit(self, start: int, end: int, new: str, display_texts: tuple[str, str] | None = None) -> Mutant:
        line = next(number for number, begins in enumerate(self._begins, 1) if begins > start) - 1
        old, new_text = display_texts or (self._text[start:end], new)
        return Mutant(self._path, line, " ".join(old.split()), " ".join(new_text.split()), (Edit(start, end, new),))

    def tokens(self, others: Mapping[str, str]) -> Iterator[Mutant]:
        """Numbers one higher, and words and signs exchanged."""
        for number, (token, start) in enumerate(zip(self._tokens, self._places, strict=True)):
            end = start + len(token.text)
            following = self._tokens[number + 1].text if number + 1 < len(self._tokens) else ""
            if token.type == "NUMBER":
                yield self._shown(start, end, str(int(token.text) + 1))
            elif (token.text, following) in _PAIRS:
                close = self._places[number + 1] + len(following)
                yield self._shown(start, close, _PAIRS[token.text, following])
            elif token.text == "is":
                yield self._shown(start, end, "is not")
            elif (new := _SWAPS.get(token.text, others.get(token.text) if token.type == "NAME" else None)) is not None:
                yield self._shown(start, end, new)

    def _shown(self, start: int, end: int, new: str) -> Mutant:
        """A change that is shown with the words around it on its line."""
        line_start = self._text.rfind("\n", 0, start) + 1
        line_end = self._text.find("\n", end)
        before = re.search(r"(\S+\s+)?\S*$", self._text[line_start:start])
        after = re.match(r"\S*(\s+\S+)?", self._text[end : len(self._text) if line_end < 0 else line_end])
        assert before is not None
        assert after is not None
        old = self._text[start:end]
        return self._edit(start, end, new, (f"{before[0]}{old}{after[0]}", f"{before[0]}{new}{after[0]}"))

    def nodes(self, file: s.File) -> Iterator[Mutant]:
        """Statements, requirements and conditions left out, what is told of who gains, and what two options do exchanged."""
        swapped_spans = [span for span, _ in file.swapped]
        for node in walk(*file.definitions):
            if node.span.file != self._path or any(node.span.is_inside(span) for span in swapped_spans):
                continue
            if isinstance(node, _DROPPED):
                yield self._edit(*self._range(node.span), "nothing", (self._text[slice(*self._range(node.span))], ""))
            elif isinstance(node, s.Require):
                yield self._without(*self._range(node.span))
            if isinstance(node, s.Transfer) and node.subject is not None:
                start, _ = self._range(node.span)
                amount, _ = self._range(node.amount.span)
                yield self._edit(start, amount, f"{node.verb} ")
            where = getattr(node, "where", None)
            if isinstance(where, get_args(s.Expr)) and where.span.file == self._path:
                start, end = self._range(where.span)
                head = self._text.rfind("where", 0, start)
                if head >= 0 and not self._text[head + 5 : start].strip("( \n\t"):
                    yield self._without(head, end)
            if isinstance(node, s.Choose):
                for one, other in zip(node.options, node.options[1:], strict=False):
                    if one.body.span.file == other.body.span.file == self._path:
                        (a, b), (c, d) = self._range(one.body.span), self._range(other.body.span)
                        first, second = self._text[a:b], self._text[c:d]
                        if first != second:
                            edits = (Edit(a, b, second), Edit(c, d, first))
                            line = other.body.span.line
                            yield Mutant(self._path, line, "two options", "what they do exchanged", edits)

    def _without(self, start: int, end: int) -> Mutant:
        return self._edit(start, end, "", (self._text[start:end], ""))


GAMES = 2
"""Games for each number of players, and from each scenario's position, in which a difference is looked for."""

NOTICED, UNGUARDED, SAME, UNREACHED, INVALID = "noticed", "unguarded", "same game", "never reached", "no ruleset"
"""A scenario fails; a game differs and no scenario fails; no game differs; no game comes to the line; the check refuses it."""


class Verdict(NamedTuple):
    """The fate of a mutant. `reason` is the scenario that fails, or what differs; `scenario` is one that would notice it."""

    mutant: Mutant
    state: str
    reason: str = ""
    scenario: str = ""


class Mutation(Record):
    """The verdicts on the mutants that were tried, of `found` in all, in the order of the text."""

    verdicts: tuple[Verdict, ...]
    found: int

    def of(self, *states: str) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.state in states]

    @property
    def score(self) -> float:
        """Per cent of the mutants that change a game, as far as that is known, that a scenario notices; 100 of none."""
        noticed_count, unguarded_count = len(self.of(NOTICED)), len(self.of(UNGUARDED))
        return 100 * noticed_count / (noticed_count + unguarded_count) if noticed_count + unguarded_count else 100.0


class Plan(NamedTuple):
    """The folder of a ruleset, and its scenario files: all that a process needs."""

    folder: str
    files: tuple[str, ...]


class Prepared(NamedTuple):
    """Rules, the same with a probe, their mutants, and the scenarios that hold under them."""

    rules: caylus.Ruleset
    watched: caylus.Ruleset
    mutants: list[Mutant]
    scenarios: list[Scenario]
    lines: list[set[tuple[str, int]]]
    """The lines that each scenario runs."""


def count(plan: Plan, most: int | None = None) -> int:
    """The number of mutants to try: all, or `most` of them. Raises `caylus.RulesetError` for a ruleset with faults."""
    total = len(_prepare(plan).mutants)
    return total if most is None else min(most, total)


def mutate(plan: Plan, jobs: int | None, most: int | None = None, advance: Callable[[], Any] = lambda: None) -> Mutation:
    """Judges every mutant, or `most` of them, evenly spread; `advance` is told of each.

    Raises `caylus.RulesetError` for what is wrong with the ruleset or its scenarios.
    """
    total, sample_size = count(plan), count(plan, most)
    verdicts = []
    for verdict in run_in_processes(partial(judge, plan), [total * i // sample_size for i in range(sample_size)], jobs=jobs):
        verdicts.append(verdict)
        advance()
    return Mutation(tuple(verdicts), total)


@lru_cache(maxsize=2)
def _prepare(plan: Plan) -> Prepared:
    all_scenarios = (scenario for file in plan.files for scenario in scenarios.read(Path(file)))
    return prepare(caylus.load(Path(plan.folder)), all_scenarios)


def prepare(rules: caylus.Ruleset, all_scenarios: Iterable[Scenario]) -> Prepared:
    """Plays scenarios to find those that hold, and the lines that each of them runs."""
    probe = Probe()
    probed_rules = rules.with_probe(probe)
    passing, lines = [], []
    for scenario in all_scenarios:
        _forget(probe)
        if scenarios.run(probed_rules, scenario).is_passed:
            passing.append(scenario)
            lines.append(
                {
                    (point.span.file, line)
                    for point, number in probe.points.items()
                    if any(probe.counts[number])
                    for line in ((point.span.line,) if not point.part else range(point.span.line, point.span.end_line + 1))
                }
            )
    return Prepared(rules, probed_rules, find_mutants(rules), passing, lines)


def _forget(probe: Any) -> None:
    for counts in probe.counts:
        counts[:] = [0, 0]


def judge(plan: Plan, number: int) -> Verdict:
    """The verdict on the mutant of a number."""
    preparation = _prepare(plan)
    mutant = preparation.mutants[number]
    with without_cache():
        texts = {mutant.file: mutant.text(preparation.rules.sources[mutant.file])}
        mutated_rules = load_rewritten(preparation.rules, Path(plan.folder), texts)
        return Verdict(mutant, INVALID) if mutated_rules is None else _judge(preparation, mutant, mutated_rules)


def _judge(preparation: Prepared, mutant: Mutant, mutated_rules: caylus.Ruleset) -> Verdict:
    place = mutant.file, mutant.line
    noticing = first_noticing(preparation, mutant, mutated_rules)
    if noticing is not None:
        return Verdict(mutant, NOTICED, noticing.name)
    order = _nearest_first(preparation, mutant)
    probe = preparation.watched.probe
    assert probe is not None
    _forget(probe)
    for start in starts(preparation.rules, [preparation.scenarios[number] for number in order], GAMES):
        split = compare(Pair(preparation.watched, mutated_rules), start)
        if split is not None:
            shortest = shorten(Pair(preparation.rules, mutated_rules), split)
            name = f"{mutant.place} {mutant}"
            return Verdict(mutant, UNGUARDED, shortest.what, split_scenario(preparation.rules, shortest, name))
    points = [number for point, number in probe.points.items() if (point.span.file, point.span.line) == place]
    is_reached = all(probe.counts[number][1] for number in points)
    return Verdict(mutant, SAME if is_reached else UNREACHED)


def first_noticing(preparation: Prepared, mutant: Mutant, mutated_rules: caylus.Ruleset) -> Scenario | None:
    """The first scenario that fails under changed rules, those that run the line of the change before the others."""
    ordered_scenarios = (preparation.scenarios[number] for number in _nearest_first(preparation, mutant))
    return next((scenario for scenario in ordered_scenarios if not scenarios.run(mutated_rules, scenario).is_passed), None)


def _nearest_first(preparation: Prepared, mutant: Mutant) -> list[int]:
    place = mutant.file, mutant.line
    return sorted(range(len(preparation.scenarios)), key=lambda number: place not in preparation.lines[number])


def to_lines(mutation: Mutation) -> Iterator[str]:
    """The result for people: the score, then what is unguarded, line by line."""
    valid = [verdict for verdict in mutation.verdicts if verdict.state != INVALID]
    sample = f" of {mutation.found}, evenly spread" if len(mutation.verdicts) < mutation.found else ""
    noticed_count, unguarded_mutants = len(mutation.of(NOTICED)), mutation.of(UNGUARDED)
    yield (
        f"  {noticed_count} of {count_things(noticed_count + len(unguarded_mutants), 'change')} of the rules noticed "
        f"({mutation.score:.1f} %); "
        f"{len(mutation.of(SAME))} make the same game, {len(mutation.of(UNREACHED))} are never reached "
        f"({count_things(len(valid), 'change')} tried{sample})"
    )
    for verdict in unguarded_mutants:
        yield f"  no scenario notices: {verdict.mutant.place}: {verdict.mutant}   ({verdict.reason})"
    for state in (UNREACHED, SAME):
        yield from (f"  {state}: {verdict.mutant.place}: {verdict.mutant}" for verdict in mutation.of(state))


def to_object(mutation: Mutation) -> dict[str, Any]:
    """The result as `schemas/test-results.schema.json` describes it."""
    return {
        "score": round(mutation.score, 1),
        "found": mutation.found,
        "tried": len(mutation.verdicts),
        **{key: len(mutation.of(state)) for key, state in (("noticed", NOTICED), ("refused", INVALID))},
        **{
            key: [
                {
                    "file": verdict.mutant.file,
                    "line": verdict.mutant.line,
                    "old": verdict.mutant.old,
                    "new": verdict.mutant.new,
                    "differs": verdict.reason or None,
                    "scenario": verdict.scenario or None,
                }
                for verdict in mutation.of(state)
            ]
            for key, state in (("unguarded", UNGUARDED), ("same", SAME), ("unreached", UNREACHED))
        },
    }
