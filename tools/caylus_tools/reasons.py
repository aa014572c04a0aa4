"""Why something happened in a game, and why something could not be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .outcome import UsageError

if TYPE_CHECKING:
    from caylus import Event, Ruleset

    from .retelling import Step


def story(steps: Sequence[Step]) -> Iterator[str]:
    """Every event under its number, below the choice that it came of."""
    for step in steps:
        if step.number:
            yield f"{step.number}. {step.player}: {step.choice}"
        yield from (f"   {number:5}  {event.text}" for number, event in enumerate(step.events, step.first))


def why_event(steps: Sequence[Step], number: int, rules: Ruleset) -> Iterator[str]:
    """The rule and the line behind an event, the layers that made them so, and the choice it came of. Raises UsageError."""
    step = next((step for step in steps if 0 <= number - step.first < len(step.events)), None)
    if step is None:
        last = steps[-1]
        raise UsageError(f"there is no event {number}; they are numbered from 1 to {last.first + len(last.events) - 1}")
    event = step.events[number - step.first]
    yield f"{number}. {event.text}"
    if event.rule:
        yield from _rule(event, rules)
    else:
        yield "  by chance: the order in which a draw came out"
    if step.number:
        yield f"  after choice {step.number}, `{step.choice}` by {step.player}"
    else:
        yield "  before the first choice"


def _rule(event: Event, rules: Ruleset) -> Iterator[str]:
    title = event.title if event.title == event.rule else f"{event.title} ({event.rule})"
    yield f"  rule: {title}{f', see {event.see}' if event.see else ''}"
    line = rules.sources[event.file].splitlines()[event.line - 1].strip()
    yield f"  line: {line}   ({event.file}:{event.line})"
    yield f"  layer: {event.file.split('/', 1)[0]}"
    for part, steps in rules.history.items():
        if part == event.rule or part.startswith(f"{event.rule}."):
            for step in steps:
                if step.verb != "add" or part != event.rule:
                    yield f"  {part}: {step.verb} by {step.layer}   ({step.span.file}:{step.span.line})"


def why_not(steps: Sequence[Step], number: int, choice: str) -> Iterator[str]:
    """What kept a choice from being offered at a step of the transcript, or that it was. Raises UsageError."""
    if not 0 < number < len(steps):
        raise UsageError(f"there is no choice {number}; they are numbered from 1 to {len(steps) - 1}")
    decision = steps[number - 1].game.decision
    assert decision is not None
    taken = steps[number].choice
    yield f"Choice {number}: {decision.player}, {decision.prompt}   ({decision.file}:{decision.line})"
    offered = [option.id for option in decision.options]
    if choice in offered:
        yield f"  `{choice}` was offered{', and taken' if choice == taken else f'; `{taken}` was taken'}"
        return
    reasons = decision.why_not(choice)
    if not reasons:
        raise UsageError(f"no option of choice {number} is ever called `{choice}`; offered were {', '.join(offered)}")
    yield f"  `{choice}` was not offered; `{taken}` was taken"
    for reason in reasons:
        yield f"  because {reason.text}{f', see {reason.see}' if reason.see else ''}   ({reason.file}:{reason.line})"
