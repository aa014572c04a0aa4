"""Explain why something happened in a game, and why something could not be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus import UnknownThing
from caylus.codegen import Probe
from caylus.diagnostics import split_lines

from caylus_tools.common.errors import UsageError
from caylus_tools.verbalize.events import wording
from caylus_tools.verbalize.names import titles
from caylus_tools.verbalize.source_text import cases_by_span

from .replay import Step, replay_steps

if TYPE_CHECKING:
    from caylus import Event, Ruleset


def story(steps: Iterable[Step], rules: Ruleset) -> Iterator[str]:
    """Every event under its number, below the choice that it came of."""
    called = titles(rules)
    for step in steps:
        if step.number:
            yield f"{step.number}. {step.player}: {step.choice}"
        yield from (f"   {number:5}  {wording(event, called)}" for number, event in enumerate(step.events, step.first))


def why_event(transcript: Mapping[str, Any], rules: Ruleset, number: int) -> Iterator[str]:
    """The rule and the line behind an event, the layers that made them so, what held on the way, and the choice before.

    Raises `UsageError` for an event that there is not.
    """
    steps = list(replay_steps(transcript, rules))
    step = next((step for step in steps if 0 <= number - step.first < len(step.events)), None)
    if step is None:
        last = steps[-1]
        raise UsageError(f"there is no event {number}; they are numbered from 1 to {last.first + len(last.events) - 1}")
    event = step.events[number - step.first]
    yield f"{number}. {wording(event, titles(rules))}"
    if event.rule:
        yield from _rule(event, rules)
        yield from _grounds(transcript, rules, step, number - step.first)
    else:
        yield "  by chance: the order in which a draw came out"
    if step.number:
        yield f"  after choice {step.number}, `{step.choice}` by {step.player}"
    else:
        yield "  before the first choice"


def _rule(event: Event, rules: Ruleset) -> Iterator[str]:
    title = event.title if event.title == event.rule else f"{event.title} ({event.rule})"
    yield f"  rule: {title}{f', see {event.see}' if event.see else ''}"
    yield f"  line: {_line(rules, event.file, event.line)}   ({event.file}:{event.line})"
    yield f"  layer: {event.file.split('/', 1)[0]}"
    for part, steps in rules.history.items():
        if part == event.rule or part.startswith(f"{event.rule}."):
            for step in steps:
                if step.verb != "add" or part != event.rule:
                    yield f"  {part}: {step.verb} by {step.layer}   ({step.span.file}:{step.span.line})"


class _Journal(Probe):
    """Keeps what held and which cases applied while events are told, with how many had been told before."""

    def __init__(self) -> None:
        super().__init__()
        self.events: int | None = None  # None while nobody listens
        self.asked: list[tuple[int, int]] = []

    def record_event(self) -> None:
        if self.events is not None:
            self.events += 1

    def ran(self, number: int) -> None:
        self.record_condition(number, True)

    def record_condition(self, number: int, holds: bool) -> bool:
        if holds and self.events is not None:
            self.asked.append((self.events, number))
        return holds


def _grounds(transcript: Mapping[str, Any], rules: Ruleset, step: Step, index: int) -> Iterator[str]:
    """The conditions that held and the cases of values that applied between the event before this one of a step and this one."""
    if step.number == 0:
        return
    journal = _Journal()
    before = {**transcript, "choices": transcript["choices"][: step.number - 1]}
    *_, last = replay_steps(before, rules.with_probe(journal))
    game = last.game.copy(events=True)
    game.choose(step.choice, step.player)
    journal.events = 0
    assert game.events
    points, cases = list(journal.points), cases_by_span(rules)
    for number in dict.fromkeys(number for events, number in journal.asked if events == index):
        point = points[number]
        if point.part and not point.is_condition:
            span = cases[point.span][point.part - 1].span
            yield f"  value: {_line(rules, span.file, span.line)}   ({span.file}:{span.line})"
        elif point.is_condition and not point.part:
            yield f"  held: {_line(rules, point.span.file, point.span.line)}   ({point.span.file}:{point.span.line})"


def _line(rules: Ruleset, file: str, line: int) -> str:
    return split_lines(rules.sources[file])[line - 1].strip()


def why_not(steps: Sequence[Step], number: int, choice: str) -> Iterator[str]:
    """Explain why a choice was not offered at a step of the transcript, or that it was. Raises UsageError."""
    if not 0 < number < len(steps):
        raise UsageError(f"there is no choice {number}; they are numbered from 1 to {len(steps) - 1}")
    decision = next(asked for asked in steps[number - 1].game.decisions if asked.player == steps[number].player)
    taken = steps[number].choice
    yield f"Choice {number}: {decision.player}, {decision.prompt}   ({decision.file}:{decision.line})"
    offered = [option.id for option in decision.options]
    if choice in offered:
        yield f"  `{choice}` was offered{', and taken' if choice == taken else f'; `{taken}` was taken'}"
        return
    try:
        reasons = decision.why_not(choice)
    except UnknownThing as error:
        raise UsageError(f"{error}; at choice {number} were offered {', '.join(offered)}") from error
    yield f"  `{choice}` was not offered; `{taken}` was taken"
    for reason in reasons:
        yield f"  because {reason.text}{f', see {reason.see}' if reason.see else ''}   ({reason.file}:{reason.line})"
