"""A game from its transcript: step by step, why something happened in it, and where it differs under other rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import caylus
from caylus import UnknownThing
from caylus.codegen import Probe
from caylus.diagnostics import split_lines
from caylus.english import English
from caylus.records import Record

from caylus_tools.common.errors import UsageError
from caylus_tools.verbalize.names import english
from caylus_tools.verbalize.source_text import cases_by_span


class Step(Record):
    """A choice of a transcript, counted from 1, and the events from it to the next; step 0 is what comes before the first.

    `first` is the number of the first of these events among all of the game, from 1. `game` stands at the end of the step.
    """

    number: int
    player: str
    choice: str
    first: int
    events: tuple[caylus.Event, ...]
    game: caylus.Game


def replay_steps(transcript: Mapping[str, Any], rules: caylus.Ruleset) -> Iterator[Step]:
    """The steps of a transcript under `rules`.

    Raises `caylus.RulesetError` (E0703) where the game cannot begin, `caylus.IllegalChoice` or `caylus.RuleFault` at a choice
    that cannot be made.
    """
    game = rules.replay(transcript, 0)
    step = Step(0, "", "", 1, tuple(game.events), game)
    yield step
    for number, entry in enumerate(transcript["choices"], 1):
        game = game.copy(events=True)  # whose events are those from here on
        game.choose(entry["choice"], entry["player"])
        step = Step(number, entry["player"], entry["choice"], step.first + len(step.events), tuple(game.events), game)
        yield step


class Divergence(Record):
    """The first step of a game that other rules change.

    `step` counts the choices of the transcript from 1, 0 being what comes before them. `player` makes the `choice` there,
    or has made it; both are empty before the first and after the last. `what` says in a word or two how it differs:
    cannot begin, over, other decider, not offered, other outcome, other scores, other result; `details` are the lines that
    tell more.
    """

    step: int
    player: str
    choice: str
    what: str
    details: tuple[str, ...]


def divergence(transcript: Mapping[str, Any], own: caylus.Ruleset, other: caylus.Ruleset) -> Divergence | None:
    """The first step where a transcript that fits its own rules goes otherwise under the others; None if it nowhere does.

    Raises `caylus.RulesetError` (E0703) for a transcript that does not fit its own rules.
    """
    whole = caylus.replay(transcript, rules=own)
    old = own.replay(transcript, 0)
    try:
        new = other.replay(transcript, 0)
    except caylus.RulesetError as error:
        return Divergence(0, "", "", "cannot begin", (str(error),))
    outcome = _other_outcome(old, new)
    if outcome:
        return Divergence(0, "", "", "other outcome", outcome)
    for step, entry in enumerate(transcript["choices"], 1):
        player, choice = entry["player"], entry["choice"]
        refusal = _refusal(new, player, choice)
        if refusal is not None:
            return Divergence(step, player, choice, *refusal)
        old, new = old.copy(events=True), new.copy(events=True)  # so that their events are those of this step
        old.choose(choice, player)
        try:
            new.choose(choice, player)
        except caylus.RuleFault as error:
            return Divergence(step, player, choice, "other outcome", (str(error),))
        outcome = _other_outcome(old, new)
        if outcome:
            return Divergence(step, player, choice, "other outcome", outcome)
    if whole.over and new.scores != whole.scores:
        score_changes = [
            f"{name}: {score} -> {new.scores[name]}" for name, score in whole.scores.items() if new.scores[name] != score
        ]
        return Divergence(len(transcript["choices"]), "", "", "other scores", tuple(score_changes))
    if whole.over and new.result != whole.result:
        result_change = (f"{whole.result.render(whole.labels)} -> {new.result.render(new.labels)}",)
        return Divergence(len(transcript["choices"]), "", "", "other result", result_change)
    return None


def _refusal(game: caylus.Game, player: str, choice: str) -> tuple[str, tuple[str, ...]] | None:
    """The reason why a player cannot make a choice now, if that is so."""
    if game.over:
        return "over", ("the game is over here",)
    decision = next((candidate for candidate in game.decisions if candidate.player == player), None)
    if decision is None:
        return "other decider", tuple(map(_describe_decision, game.decisions))
    if choice in (option.id for option in decision.options):
        return None
    try:
        reasons = [f"{reason.text}   ({reason.file}:{reason.line})" for reason in decision.why_not(choice)]
    except UnknownThing:
        reasons = ["there is no such option here any more"]
    option_text = ", ".join(option.id for option in decision.options)
    return "not offered", (*reasons, f"{_describe_decision(decision)}: {option_text}")


def _describe_decision(decision: caylus.Decision) -> str:
    return f"{decision.player} decides here: {decision.prompt}   ({decision.file}:{decision.line})"


def _other_outcome(old: caylus.Game, new: caylus.Game) -> tuple[str, ...]:
    """The first thing that happened otherwise in this step, or in one of the games only."""
    for before, after in zip_longest(old.events, new.events):
        if before is None or after is None or not _is_same(before, after):
            return f"was: {_description(before, old.decision)}", f"now: {_description(after, new.decision)}"
    return ()


def _is_same(before: caylus.Event, after: caylus.Event) -> bool:
    """Return whether the same happened; what a choice was forced by does not matter."""
    if before.kind == after.kind == "choice":
        return (before.player, before.data["offer"]) == (after.player, after.data["offer"])
    return before.text == after.text


def _description(event: caylus.Event | None, decision: caylus.Decision | None) -> str:
    """Describe what happened next, or what came instead of anything: a decision, or the end."""
    if event is not None:
        return f"{event.text}   ({event.title}, {event.file}:{event.line})" if event.rule else event.text
    return _describe_decision(decision) if decision is not None else "the game is over"


def story(steps: Iterable[Step], rules: caylus.Ruleset) -> Iterator[str]:
    """Every event under its number, below the choice that it came of."""
    words = english(rules)
    for step in steps:
        if step.number:
            yield f"{step.number}. {step.player}: {step.choice}"
        yield from (f"   {number:5}  {_text(event, words)}" for number, event in enumerate(step.events, step.first))


def why_event(transcript: Mapping[str, Any], rules: caylus.Ruleset, number: int) -> Iterator[str]:
    """The rule and the line behind an event, the layers that made them so, what held on the way, and the choice before.

    Raises `UsageError` for an event that there is not.
    """
    steps = list(replay_steps(transcript, rules))
    step = next((step for step in steps if 0 <= number - step.first < len(step.events)), None)
    if step is None:
        last = steps[-1]
        raise UsageError(f"there is no event {number}; they are numbered from 1 to {last.first + len(last.events) - 1}")
    event = step.events[number - step.first]
    yield f"{number}. {_text(event, english(rules))}"
    if event.rule:
        yield from _rule(event, rules)
        yield from _grounds(transcript, rules, step, number - step.first)
    else:
        yield "  by chance: the order in which a draw came out"
    if step.number:
        yield f"  after choice {step.number}, `{step.choice}` by {step.player}"
    else:
        yield "  before the first choice"


def _text(event: caylus.Event, words: English) -> str:
    return words.render(words.event(event.kind, event.player, event.title, event.data))


def _rule(event: caylus.Event, rules: caylus.Ruleset) -> Iterator[str]:
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


def _grounds(transcript: Mapping[str, Any], rules: caylus.Ruleset, step: Step, index: int) -> Iterator[str]:
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


def _line(rules: caylus.Ruleset, file: str, line: int) -> str:
    return split_lines(rules.sources[file])[line - 1].strip()


def why_not(steps: Sequence[Step], number: int, choice: str) -> Iterator[str]:
    """Explain why a choice was not offered at a step of the transcript, or that it was. Raises UsageError."""
    if not 0 < number < len(steps):
        raise UsageError(f"there is no choice {number}; they are numbered from 1 to {len(steps) - 1}")
    decision = next(candidate for candidate in steps[number - 1].game.decisions if candidate.player == steps[number].player)
    actual_choice = steps[number].choice
    yield f"Choice {number}: {decision.player}, {decision.prompt}   ({decision.file}:{decision.line})"
    option_ids = [option.id for option in decision.options]
    if choice in option_ids:
        yield f"  `{choice}` was offered{', and taken' if choice == actual_choice else f'; `{actual_choice}` was taken'}"
        return
    try:
        reasons = decision.why_not(choice)
    except UnknownThing as error:
        raise UsageError(f"{error}; at choice {number} were offered {', '.join(option_ids)}") from error
    yield f"  `{choice}` was not offered; `{actual_choice}` was taken"
    for reason in reasons:
        yield f"  because {reason.text}{f', see {reason.see}' if reason.see else ''}   ({reason.file}:{reason.line})"
