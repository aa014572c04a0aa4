"""Hints: the choices that a bot would think best, and by how much; at once, or with more thought.

What bots have learned is a sum of terms, so the parts of a difference are known exactly: they are what the bot counts, and no
more. A term joins the features that speak of one thing, such as all that are about one resource of a seat.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

import caylus
from caylus import RuleFault
from caylus.diagnostics import as_words

from caylus_tools.bots.common import imagine_game
from caylus_tools.bots.in_machine import mean_worths
from caylus_tools.bots.mcts import Prospect, compare_moves
from caylus_tools.bots.opinions import find_learned_opinion, futures
from caylus_tools.bots.trained import ALWAYS, OUTLOOK, Trained, features, find, part_over
from caylus_tools.common.english import count_things, join_words, render_interval
from caylus_tools.common.errors import UsageError
from caylus_tools.screen.scene import Outcomes, load_words
from caylus_tools.verbalize.names import titles

_MOST = 3
_LEAST = 0.5
"""Points below which a term is no reason."""
_REASON_LOOKS = 4
_RIVALS = re.compile(r" of (?:the best rival|rivals)$")
_DETAIL = re.compile(r"(?:: (?:[0-9]+|place [0-9]+|more than any rival|less than a rival)|, .*)$")
_HELD = re.compile(r"(?P<whose>my|another's) [^:]+(?:: .+)?")
_ASKED = re.compile(r"(?:another )?asked: .*")
_KEPT = re.compile(r"(?P<state>[^:.\[]+)\[(?P<thing>[^\]]+)\]")
"""What a player has for a thing, such as a number for each stall."""
_PART = re.compile(r"[^:.]+\.[^:.]+")
"""A state of a thing that lies on the table."""
_SIZE = "size of "

_OUTLOOK_OF_RIVALS = f"{OUTLOOK} of rivals"
_TERMS = {
    OUTLOOK: ("what it may bring you later", "what you give up for later"),
    _OUTLOOK_OF_RIVALS: ("it hinders the others", "it helps the others"),
}
"""How terms of the rules' own estimate are told: where they speak for a choice, and where against it."""
_ASKS = "asked"
_UNTOLD = {_ASKS, ALWAYS}
"""Terms that tell a player nothing: who decides next, and how much of the game is over; sizes of lists neither."""

Terms = Mapping[str, float]
"""By how many points each term of a choice is above the average of all choices."""


def find_terms(game: caylus.Game, value_model: Trained) -> list[Terms]:
    """The terms of each move in hand; it looks at what the seat may know only."""
    draw = Random(game.rounds)
    looks = [_look(game, value_model, draw) for _ in range(_REASON_LOOKS)]
    sums = [_add(parts) for parts in zip(*looks, strict=True)]
    average = {name: part / len(sums) for name, part in _add(sums).items()}
    return [{name: (terms.get(name, 0.0) - part) / _REASON_LOOKS for name, part in average.items()} for terms in sums]


def compare_terms(ends: Sequence[caylus.Game], others: Sequence[caylus.Game], value_model: Trained, seat: int) -> Terms:
    """By how many points each term of a seat is greater in some positions than in others, in the mean."""
    sums, other_sums = (_add([_terms(end, value_model, seat) for end in positions]) for positions in (ends, others))
    return {name: sums.get(name, 0.0) / len(ends) - other_sums.get(name, 0.0) / len(others) for name in {**sums, **other_sums}}


def _look(game: caylus.Game, value_model: Trained, draw: Random) -> list[Terms]:
    world = imagine_game(game, draw)
    return [_terms(future, value_model, world.seat) for _, future in futures(world, draw)]


def _terms(game: caylus.Game, value_model: Trained, seat: int) -> Terms:
    """The terms of a position, in points."""
    weighted_features = [
        (name, value, value_model.weights[name]) for name, value in features(game, seat) if name in value_model.weights
    ]
    part = part_over(sum(value * weight.elapsed for _, value, weight in weighted_features))
    terms: defaultdict[str, float] = defaultdict(float)
    for name, value, weight in weighted_features:
        terms[_term(name)] += value_model.points(value * (weight.early + part * weight.change), part)
    return terms


def _add(many: tuple[Terms, ...] | list[Terms]) -> Terms:
    sums: defaultdict[str, float] = defaultdict(float)
    for terms in many:
        for name, value in terms.items():
            sums[name] += value
    return sums


def _term(feature: str) -> str:
    """The term that a feature belongs to."""
    if _ASKED.fullmatch(feature):
        return _ASKS
    if feature.startswith(OUTLOOK):
        return feature if feature == OUTLOOK else _OUTLOOK_OF_RIVALS
    term = _DETAIL.sub("", _RIVALS.sub("", feature))
    if match := _HELD.fullmatch(term):  # what is somebody's on the table may bring them something later
        return OUTLOOK if match["whose"] == "my" else _OUTLOOK_OF_RIVALS
    return OUTLOOK if _PART.fullmatch(term) else term


def render_reasons(terms: Terms, rules: caylus.Ruleset) -> str:
    """The terms that make most of the difference, as a sentence without its full stop; empty if none makes any."""
    relevant_terms = [item for item in terms.items() if abs(item[1]) >= _LEAST and not _is_untold(item[0])]
    top_terms = sorted(relevant_terms, key=lambda item: -abs(item[1]))[:_MOST]
    sides = {"gains": [item for item in top_terms if item[1] > 0], "costs": [item for item in top_terms if item[1] < 0]}
    return "; ".join(f"{side}: {join_words([_render(*item, rules) for item in some])}" for side, some in sides.items() if some)


def _is_untold(term: str) -> bool:
    return term in _UNTOLD or term.startswith(_SIZE)


def _render(term: str, points: float, rules: caylus.Ruleset) -> str:
    sign = "+" if points > 0 else "\u2212"
    phrase = _TERMS[term][points < 0] if term in _TERMS else _render_term(term, rules)
    return f"{phrase} ({sign}{abs(points):.1f} points)"


def _render_term(term: str, rules: caylus.Ruleset) -> str:
    words, model, things = load_words(rules), rules.model, titles(rules)
    if match := _KEPT.fullmatch(term):
        return f"your {words.title(match['state'])} ({_title(match['thing'], things)})"
    if term in model.lists:
        return f"your place in {words.title(term)}"
    if resource := next((one for one in model.resources if one.name == term), None):
        return f"your {resource.plural or resource.title}"
    state, _, thing = term.partition(": ")
    phrase = f"your {words.title(state)}" if state in model.kinds["player"].states else words.title(state)
    if not thing:
        return phrase
    return f"{_title(thing, things)} among {phrase}" if state in model.lists else f"{phrase}: {_title(thing, things)}"


def _title(thing: str, things: Mapping[str, str]) -> str:
    return things.get(thing, as_words(thing))


_SECONDS = 5.0
"""How long bots play on from the best choices, about."""
_LOOKS = 12
"""Games that the seat could be in, each with other draws to come: what is worth something in one of them only counts little."""
_NOTHING = 1.0
"""A difference in points that says nothing."""


class Hint(NamedTuple):
    """A choice that is among the best, what comes of it and what it names does, and how many points it is behind the best one.

    `reasons` names what it gains and costs, in points by which it differs from the average choice.
    """

    option: caylus.Option
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


def find_hints(game: caylus.Game, decision: caylus.Decision) -> list[Hint]:
    """The best choices in hand, by what bots have learned, the best first; it looks at what the seat may know only.

    Raises `UsageError` where there is no hint.
    """
    value_model = find(game.rules, len(game.players))
    if value_model is None:
        raise UsageError(_UNTAUGHT)
    try:
        worths = _judge(game, value_model)
    except RuleFault as fault:
        raise UsageError(f"there is no hint: {fault}") from fault
    order = _best(worths)
    terms = find_terms(game, value_model)
    _, part = find_learned_opinion(value_model, game).judgements[game.seat].look(game)
    effects = _Effects(game, decision)
    hints = []
    for index in order:
        behind = value_model.points(worths[order[0]] - worths[index], part)
        reasons = render_reasons(terms[index], game.rules)
        hints.append(Hint(decision.options[index], effects.name(index), effects.describe(index), behind, reasons))
    return hints


class _Effects:
    """What comes of the options of a decision now, and what the things that they name do."""

    def __init__(self, game: caylus.Game, decision: caylus.Decision) -> None:
        self._words, self._view, self._options = load_words(game.rules), game.view(decision.player), decision.options
        self._texts = self._words.texts(decision)
        self._outcomes = Outcomes(game, decision)

    def name(self, index: int) -> str:
        """The option with its price."""
        price = self._words.price(self._options[index].data["pays"])
        return f"{self._texts[index]} for {price}" if price else self._texts[index]

    def describe(self, index: int) -> str:
        now = self._outcomes.describe(index)
        sentences = [f"Now: {now}."] if now else []
        option = self._options[index]
        if not self._outcomes.moves_marker(index, option):
            things = (str(thing) for thing in option.data["choices"].values())
            sentences += [self._words.does(thing, self._view, option.text) for thing in things]
        return " ".join(filter(None, sentences))


def describe_certainty(hints: Sequence[Hint]) -> str:
    """Describe how sure the first of some hints is."""
    if len(hints) < 2:
        return ""
    is_sure = hints[1].behind >= _NOTHING
    verdict = "It is fairly sure of the first" if is_sure else "It is not sure: the first two are about as good"
    numbers = " Gains and costs are those beyond the average choice." if any(hint.reasons for hint in hints) else ""
    return f"{verdict}. It looks one move ahead, and sees no plans.{numbers}"


def give_hints(game: caylus.Game, decision: caylus.Decision) -> Iterator[str]:
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


def analyse_choices(game: caylus.Game, decision: caylus.Decision) -> Iterator[str]:
    """The same after some seconds of thought: how much worse than the best, with how sure that is, and what is to come then."""
    value_model = find(game.rules, len(game.players))
    if value_model is None:
        yield _UNTAUGHT
        return
    try:
        prospects = compare_moves(game, value_model, _best(_judge(game, value_model)), game.rounds, _SECONDS, until_clear=True)
    except RuleFault as fault:
        yield f"there is no hint: {fault}"
        return
    texts = load_words(game.rules).texts(decision)
    yield "bots that play on from the best choices for three rounds more find:"
    for place, prospect in enumerate(prospects, 1):
        yield f"  {place}. {texts[prospect.move]}{_compared(prospect) if place > 1 else ''}"
        if prospect.expected:
            yield f"     expected then: {'; '.join(f'{label}: {text}' for label, text in prospect.expected)}"


_UNTAUGHT = "bots have learned nothing of these rules, so there is no hint; `caylus train` teaches them"


def _judge(game: caylus.Game, value_model: Trained) -> list[float]:
    """The worth of each move, one move ahead."""
    return mean_worths(game, value_model, Random(game.rounds), _LOOKS)


def _best(worths: Sequence[float]) -> list[int]:
    """The indexes of the best moves, the best first."""
    return sorted(range(len(worths)), key=lambda index: -worths[index])[:_MOST]


def _compared(prospect: Prospect) -> str:
    """The distance of a choice from the best one, give or take."""
    if prospect.behind <= prospect.margin:
        return " (about as good)"
    return f": {render_interval(prospect.behind, prospect.margin, 'worse')}"
