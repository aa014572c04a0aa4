"""Hints: the choices that a bot would think best, and by how much; at once, or with more thought."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from caylus import RuleFault

from caylus_tools.bots.mcts import Prospect, compare_moves
from caylus_tools.bots.opinions import LearnedOpinion
from caylus_tools.bots.trained import Trained, find
from caylus_tools.common.english import count_things, render_interval
from caylus_tools.common.errors import UsageError
from caylus_tools.screen.scene import Outcomes, load_words

from .reasons import find_terms, render_reasons

if TYPE_CHECKING:
    from caylus import Decision, Game, Option

_MOST = 3
_SECONDS = 5.0
"""How long bots play on from the best choices, about."""
_LOOKS = 12
"""Games that the seat could be in, each with other draws to come: what is worth something in one of them only counts little."""
_NOTHING = 1.0
"""A difference in points that says nothing."""
_LONGEST = 200
"""Letters of what a thing does that a hint tells, unless its first sentence is longer."""
_SENTENCE = re.compile(r".+?(?:[.:] |$)")


class Hint(NamedTuple):
    """A choice that is among the best, what comes of it and what it names does, and how many points it is behind the best one.

    `reasons` names what counts for it and against it, in points by which it differs from the average choice.
    """

    option: Option
    text: str
    effect: str
    behind: float
    reasons: str

    @property
    def compared(self) -> str:
        """By how much the choice is worse than the best, in words."""
        if not self.behind:
            return ""
        return f"about {count_things(round(self.behind), 'point')} worse" if self.behind >= _NOTHING else "about as good"


def find_hints(game: Game, decision: Decision) -> list[Hint]:
    """The best choices in hand, by what bots have learned, the best first; it looks at what the seat may know only.

    Raises `UsageError` where there is no hint.
    """
    learned = find(game.rules, len(game.players))
    if learned is None:
        raise UsageError(_UNTAUGHT)
    try:
        worths = _judge(game, learned)
    except RuleFault as fault:
        raise UsageError(f"there is no hint: {fault}") from fault
    order = _best(worths)
    terms = find_terms(game, learned)
    effects = _Effects(game, decision)
    found = []
    for index in order:
        behind = learned.scale.points(worths[order[0]] - worths[index])
        reasons = render_reasons(terms[index], game.rules)
        found.append(Hint(decision.options[index], effects.name(index), effects.describe(index), behind, reasons))
    return found


class _Effects:
    """What comes of the options of a decision now, and what the things that they name do."""

    def __init__(self, game: Game, decision: Decision) -> None:
        self._words, self._view, self._options = load_words(game.rules), game.view(decision.player), decision.options
        self._texts = self._words.texts(decision)
        self._outcomes = Outcomes(game, decision, self._view)

    def name(self, index: int) -> str:
        """The option with its price."""
        price = self._words.price(self._options[index].data["pays"])
        return f"{self._texts[index]} for {price}" if price else self._texts[index]

    def describe(self, index: int) -> str:
        now = self._outcomes.describe(index)
        told = [f"Now: {now}."] if now else []
        option = self._options[index]
        if not self._outcomes.moves_marker(index, option):
            things = (str(thing) for thing in option.data["choices"].values())
            told += [_shorten(self._words.does(thing, self._view, option.text)) for thing in things]
        return " ".join(filter(None, told))


def _shorten(text: str) -> str:
    """The first sentences of a text that is long."""
    sentences = _SENTENCE.findall(text)
    kept = [one for at, one in enumerate(sentences) if not at or len("".join(sentences[: at + 1])) <= _LONGEST]
    return "".join(kept).strip()


def describe_certainty(hints: Sequence[Hint]) -> str:
    """Describe how sure the first of some hints is."""
    if len(hints) < 2:
        return ""
    is_sure = hints[1].behind >= _NOTHING
    verdict = "It is fairly sure of the first" if is_sure else "It is not sure: the first two are about as good"
    numbers = " Numbers are points more or less than with the average choice." if any(hint.reasons for hint in hints) else ""
    return f"{verdict}. It looks one move ahead, and sees no plans.{numbers}"


def give_hints(game: Game, decision: Decision) -> Iterator[str]:
    """The hints as lines of text."""
    try:
        hints = find_hints(game, decision)
    except UsageError as error:
        yield str(error)
        return
    yield "a bot that looks one move ahead would choose:"
    for place, hint in enumerate(hints, 1):
        yield f"  {place}. {hint.text}{f' ({hint.compared})' if hint.compared else ''}"
        if hint.effect:
            yield f"     {hint.effect}"
        if hint.reasons:
            yield f"     {hint.reasons}"
    if certainty := describe_certainty(hints):
        yield f"{certainty} `analyse` plays on from each."


def analyse_choices(game: Game, decision: Decision) -> Iterator[str]:
    """The same after some seconds of thought: how much worse than the best, with how sure that is, and what is to come then."""
    learned = find(game.rules, len(game.players))
    if learned is None:
        yield _UNTAUGHT
        return
    try:
        found = compare_moves(game, learned, _best(_judge(game, learned)), game.rounds, _SECONDS)
    except RuleFault as fault:
        yield f"there is no hint: {fault}"
        return
    texts = load_words(game.rules).texts(decision)
    yield "bots that play on from the best choices to the end of the next round find:"
    for place, prospect in enumerate(found, 1):
        yield f"  {place}. {texts[prospect.move]}{_compared(prospect) if place > 1 else ''}"
        if prospect.expected:
            yield f"     expected then: {'; '.join(f'{label}: {text}' for label, text in prospect.expected)}"


_UNTAUGHT = "bots have learned nothing of these rules, so there is no hint; `caylus train` teaches them"


def _judge(game: Game, learned: Trained) -> list[float]:
    """The worth of each move, one move ahead."""
    return LearnedOpinion(learned, game.rules, len(game.players)).mean_worths(game, Random(game.rounds), _LOOKS)


def _best(worths: Sequence[float]) -> list[int]:
    """The indexes of the best moves, the best first."""
    return sorted(range(len(worths)), key=lambda index: -worths[index])[:_MOST]


def _compared(prospect: Prospect) -> str:
    """The distance of a choice from the best one, give or take."""
    if prospect.behind <= prospect.margin:
        return " (about as good)"
    return f": {render_interval(prospect.behind, prospect.margin, 'worse')}"
