"""Find what breaks a game: things that winners choose far more than their fair share, or that give much of all points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

from caylus import Ruleset
from caylus.model import DECLINE
from caylus.spaces import ActionSpace, Unbounded

from caylus_tools.common.english import join_words
from caylus_tools.common.games import Choice, Chooser

from .estimates import Estimate, compare_rate, holm, share_difference
from .rows import Group, Names, Row, hits, share_of_games
from .sample import Sample, Study, points_by_name, points_by_source, trials

_SHOWN = 4
_LEFT_OUT = (DECLINE, "gain")
"""What is no option of the rules: to decline one, and to choose in which way something is gained."""


def never_chosen(sample: Sample, base: Sample | None = None) -> list[Choice]:
    """Of what may be chosen under the rules of a sample, and not under those of a `base`, what nobody chose in any game.

    What lies on a space is known in play only, so that options which name spaces are left out.
    """
    known = _options(sample.rules, sample.players)
    below = set(_options(base.rules, base.players)) if base else set()
    return [choice for choice in known if choice not in below and not sample.chosen[choice].any()]


def join_first_names(choices: Sequence[Choice], names: Names) -> str:
    """The first of them, and how many more there are."""
    shown = [f"“{names.choice(choice)}”" for choice in choices[:_SHOWN]]
    more = len(choices) - len(shown)
    return join_words(
        [*shown, f"{more} others"] if more > 1 else [*shown, *(f"“{names.choice(c)}”" for c in choices[_SHOWN:])], "or"
    )


@lru_cache(maxsize=8)
def _options(rules: Ruleset, players: int) -> tuple[Choice, ...]:
    """In the order of the rules; () where there are more than can be counted."""
    try:
        space = ActionSpace(rules, players, largest=1)  # numbers tell no choices apart
    except Unbounded:
        return ()
    asking = dict(zip(space.names, (site.rule for site in space.decisions), strict=True))
    chooser = Chooser(rules.model)
    texts = (space.text(number).split(": ", 1) for number in range(len(space)))
    choices = dict.fromkeys(chooser.choice(asking[place], option) for place, option in texts)
    return tuple(choice for choice in choices if choice.option not in _LEFT_OUT and choice.thing not in chooser.places)


FAR = 2
"""Far more than their fair share wins whose odds are surely so many times those of a fair game."""
SWAY = 0.1
"""And whose wins beyond the fair share come to so many a game: what is hardly ever chosen breaks nothing."""
MUCH = 0.1
"""A rise in the share of all points that stands out."""


@dataclass(frozen=True, slots=True)
class Standout:
    """A thing, or a rule, that stands out under a variant.

    `choice` is the one that shows it, `games` the share of the games in which it is chosen, and `wins` how often who chooses
    it wins, None if that is nothing special; `points` is what it gives of all points, `points_before` in the base.
    """

    name: str
    is_new: bool
    choice: str
    games: float
    wins: Estimate | None
    points: float
    points_before: float


def standouts(study: Study, groups: Mapping[str, Group], names: Names, variant: int) -> list[Standout]:
    """The standouts under a variant that do not stand out in the base, the clearest first."""
    found = _find_standouts(study, groups, names, variant)
    return sorted(found, key=lambda one: -max(one.wins.low if one.wins else 0.0, one.points))


def leading(study: Study, groups: Mapping[str, Group], at: int) -> list[tuple[Row, Estimate]]:
    """The choices that winners make far more than their fair share in a sample, the `at`th of the study, the clearest first."""
    sample = study.samples[at]
    fair = sample.fair
    far = FAR * fair / (1 + (FAR - 1) * fair)
    found = [
        (row, wins)
        for row, wins in unfair(study, groups, at)
        if wins.low > far and (wins.value - fair) * share_of_games(sample, Choice(*row.key)) >= SWAY
    ]
    return sorted(found, key=lambda pair: -pair[1].low)


def unfair(study: Study, groups: Mapping[str, Group], at: int) -> list[tuple[Row, Estimate]]:
    """The choices with which one surely wins more or less often than is fair, in the `at`th sample."""
    sample = study.samples[at]
    wins = sample.wins
    known = [(row, found) for row in groups["winning"].rows if (found := row.estimates[at]) is not None]
    off = [compare_rate(sample.fair, of) for row, _ in known if (of := hits(Choice(*row.key), sample, wins)) is not None]
    return list(compress(known, holm([one.p for one in off], study.chance)))


def _find_standouts(study: Study, groups: Mapping[str, Group], names: Names, variant: int) -> Iterator[Standout]:
    base, other = study.base, study.variants[variant]
    more_often = {row.key for row in groups["choices"].rows if row.stands[variant] and _has_risen(row, variant)}
    best: dict[str, tuple[Choice | None, Estimate | None]] = {}
    for row, wins in leading(study, groups, variant + 1):
        choice = Choice(*row.key)
        if _has_risen(row, variant) or (row.changes[variant] is None and choice in more_often):
            best.setdefault(choice.thing or choice.rule, (choice, wins))
    before, now = points_by_name(base), points_by_name(other)
    for name in _more_points(study, variant):
        best.setdefault(name, (_most_frequent(other, name), None))
    known = {thing.name for kind in base.rules.model.kinds.values() for thing in kind.objects}
    for name, (asked, wins_of) in best.items():
        yield Standout(
            names.rule(name),
            name in names.things and name not in known,
            names.choice(asked) if asked else "",
            share_of_games(other, asked) if asked else 0.0,
            wins_of,
            now.get(name, 0.0),
            before.get(name, 0.0),
        )


def _more_points(study: Study, variant: int) -> list[str]:
    """The sources that surely give a larger share of all points than in the base, and many points."""
    base, other = study.base, study.variants[variant]
    before, now = points_by_source(base), points_by_source(other)
    names = [name for name in points_by_name(other) if name]
    rises = [share_difference(trials(base, before, name), trials(other, now, name)) for name in names]
    sure = holm([one.p for one in rises], study.chance)
    return [name for name, one, is_sure in zip(names, rises, sure, strict=True) if is_sure and one.value >= MUCH]


def _has_risen(row: Row, variant: int) -> bool:
    change = row.changes[variant]
    return change is not None and change.low > 0


def _most_frequent(sample: Sample, name: str) -> Choice | None:
    """Of the choices that have to do with a thing or a rule."""
    choices = [choice for choice in sample.chosen if name in (choice.thing, choice.rule)]
    return max(choices, key=lambda choice: share_of_games(sample, choice), default=None)
