"""Verdicts on a ruleset and its variants from games of one kind of bots, what breaks a game, and the rows of a report."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import compress
from typing import NamedTuple

import numpy as np
from caylus import Ruleset
from caylus.diagnostics import as_words
from caylus.english import ORDINALS
from caylus.model import DECLINE
from caylus.model.walk import list_actions
from caylus.records import Record
from caylus.spaces import ActionSpace, Unbounded

from caylus_tools.common.english import capitalize, join_words
from caylus_tools.common.games import Choice, Chooser
from caylus_tools.verbalize.names import make_distinct

from . import estimates as e
from .estimates import Difference, Estimate, compare_rate, holm, share_difference
from .sample import Sample, Source, Study, Table, main_sources, points_by_name, points_by_source, trials

_SHOWN = 4
_LEFT_OUT = (DECLINE, "gain")
"""What is no option of the rules: to decline one, and to choose in which way something is gained."""


def never_chosen(sample: Sample, base: Sample | None = None) -> list[Choice]:
    """Of what may be chosen under the rules of a sample, and not under those of a `base`, what nobody chose in any game.

    What lies on a space is known in play only, so that options which name spaces are left out.
    """
    choices = _options(sample.rules, sample.players)
    below = set(_options(base.rules, base.players)) if base else set()
    return [choice for choice in choices if choice not in below and not sample.chosen[choice].any()]


def join_first_names(choices: Sequence[Choice], names: Names) -> str:
    """The first of them, and how many more there are."""
    titles = [f"“{names.choice(choice)}”" for choice in choices[:_SHOWN]]
    more = len(choices) - len(titles)
    return join_words(
        [*titles, f"{more} others"] if more > 1 else [*titles, *(f"“{names.choice(c)}”" for c in choices[_SHOWN:])], "or"
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


class Standout(Record):
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
    outliers = _find_standouts(study, groups, names, variant)
    return sorted(outliers, key=lambda one: -max(one.wins.low if one.wins else 0.0, one.points))


def leading(study: Study, groups: Mapping[str, Group], at: int) -> list[tuple[Row, Estimate]]:
    """The choices that winners make far more than their fair share in a sample, the `at`th of the study, the clearest first."""
    sample = study.samples[at]
    fair = sample.fair
    far = FAR * fair / (1 + (FAR - 1) * fair)
    pairs = [
        (row, wins)
        for row, wins in unfair(study, groups, at)
        if wins.low > far and (wins.value - fair) * share_of_games(sample, Choice(*row.key)) >= SWAY
    ]
    return sorted(pairs, key=lambda pair: -pair[1].low)


def unfair(study: Study, groups: Mapping[str, Group], at: int) -> list[tuple[Row, Estimate]]:
    """The choices with which one surely wins more or less often than is fair, in the `at`th sample."""
    sample = study.samples[at]
    wins = sample.wins
    pairs = [(row, estimate) for row in groups["winning"].rows if (estimate := row.estimates[at]) is not None]
    off = [compare_rate(sample.fair, of) for row, _ in pairs if (of := hits(Choice(*row.key), sample, wins)) is not None]
    return list(compress(pairs, holm([one.p for one in off], study.chance)))


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
    object_names = {thing.name for kind in base.rules.model.kinds.values() for thing in kind.objects}
    for name, (best_choice, wins_of) in best.items():
        yield Standout(
            names.rule(name),
            name in names.things and name not in object_names,
            names.choice(best_choice) if best_choice else "",
            share_of_games(other, best_choice) if best_choice else 0.0,
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


class Claim(NamedTuple):
    """One thing said, beginning small and without a full stop.

    `side` is 1 or -1 where it says that something is more or less than it would be by chance; those who say it of the same
    `key` agree or contradict each other. It is 0 for what is only described, or not known; a `topic` is what both may be
    about. `briefly` is what is said of others that agree.
    """

    topic: str
    key: tuple[str, ...]
    side: int
    text: str
    briefly: str


class Verdict(Record):
    """`kind` says what a variant changes: winner, game or nothing; for the base it is base."""

    title: str
    kind: str
    claims: tuple[Claim, ...]


def verdicts(study: Study, groups: Mapping[str, Group], names: Names) -> Iterator[Verdict]:
    """The verdict on the base, then those on the variants."""
    yield Verdict(study.base.title, "base", tuple(_on_the_base(study, groups, names)))
    for variant, sample in enumerate(study.variants):
        kind, claims = _on_a_variant(study, groups, names, variant)
        yield Verdict(sample.title, kind, tuple(claims))


def _neutral_claim(topic: str, text: str, briefly: str = "") -> Claim:
    """A claim that takes no side."""
    return Claim(topic, (), 0, text, briefly or text)


def _on_the_base(study: Study, groups: Mapping[str, Group], names: Names) -> Iterator[Claim]:
    if study.players > 1:
        yield from _fairness(study, groups)
    for row in (groups["scores"].rows[0], groups["length"].rows[0]):
        assert row.estimates[0] is not None
        number = estimate(row.estimates[0], row.unit)
        yield _neutral_claim(row.key[0], f"{row.says} {number}", number)
    ahead = leading(study, groups, 0)
    for row, wins in ahead:
        yield Claim(
            "leading", row.key, 1, f"{row.says} far more than the fair share ({_render_share(wins)})", estimate(wins, SHARE)
        )
    if study.players > 1 and not ahead:
        yield _neutral_claim(
            "leading", f"no evidence that any choice goes with far more wins than the fair share of {_fair(study)}"
        )
    if sources := main_sources(study.base, study.chance):
        shares = join_words([f"{names.rule(name)} ({_render_share(share)})" for name, share in sources])
        yield _neutral_claim("points", f"points come above all from {shares}", shares)
    if never := never_chosen(study.base):
        yield _neutral_claim(
            "never", f"in {study.games:,} games nobody chose {join_first_names(never, names)}", join_first_names(never, names)
        )


def _fairness(study: Study, groups: Mapping[str, Group]) -> Iterator[Claim]:
    """Return whether it matters where one sits, or who is the first to decide."""
    rows = [row for row in groups["winners"].rows if row.key[0] in ("seat", "order")]
    wins = np.hstack([study.base.wins, study.base.wins_in_order])
    off = [e.compare_rate(study.base.fair, (column, np.ones_like(column))) for column in wins.T]
    stands = e.holm([one.p for one in off], study.chance)
    unfair = [(one, row) for one, row, is_sure in zip(off, rows, stands, strict=True) if is_sure]
    for one, row in sorted(unfair, key=lambda pair: -abs(pair[0].value)):
        assert row.estimates[0] is not None
        side, word = (1, "more") if one.value > 0 else (-1, "less")
        number = estimate(row.estimates[0], row.unit)
        yield Claim("fair", row.key, side, f"{row.says} {word} often than the fair share of {_fair(study)} ({number})", number)
    if not unfair:
        furthest = margin(100 * max(one.furthest for one in off))
        far = f"a share of wins could be up to {furthest} percentage points from {_fair(study)}"
        yield _neutral_claim("fair", f"no evidence that it matters where one sits, or who decides first ({far})", far)


def _on_a_variant(study: Study, groups: Mapping[str, Group], names: Names, variant: int) -> tuple[str, list[Claim]]:
    never = never_chosen(study.variants[variant], study.base)
    words = f"of what it adds nobody chose, in {study.games:,} games, {join_first_names(never, names)}"
    rest = [_neutral_claim("never", words, join_first_names(never, names))] if never else []
    changed_rows = {name: [row for row in group.rows if row.stands[variant]] for name, group in groups.items()}
    if not any(changed_rows.values()):
        return "nothing", [_nothing_found(study, groups, variant), *rest]
    outliers = standouts(study, groups, names, variant)
    winners = [row for row in changed_rows["winners"] if row.key[0] != "shared"]
    scores, length = changed_rows["scores"], changed_rows["length"]
    rows = (*winners[:2], *[*scores[:1], *length[:1], *scores[1:], *length[1:]][:3])
    claims = [_blame(study, one) for one in outliers[:3]]
    claims += [_change_claim(row, variant) for row in rows]
    claims += _others(groups, changed_rows)
    if winners or any(one.wins for one in outliers):
        text = "this variant changes who wins"
        return "winner", [Claim("kind", ("winner",), 1, text, text), *claims, *rest]
    text = "this variant changes the game"
    if study.players > 1:
        open_ = f"shares could be off by up to ±{_open(groups, variant)} percentage points"
        text = f"{text}, but there is no evidence that it changes who wins ({open_})"
    return "game", [Claim("kind", ("game",), 1, text, text), *claims, *rest]


def _change_claim(row: Row, variant: int) -> Claim:
    difference = row.changes[variant]
    assert difference is not None
    return Claim("numbers", row.key, 1 if difference.value > 0 else -1, instead(row, variant), change(difference, row.unit))


def _nothing_found(study: Study, groups: Mapping[str, Group], variant: int) -> Claim:
    games = f"{study.games:,}"
    if study.is_alike(variant):
        most = e.rate(np.zeros(study.games), np.ones(study.games)).high
        words = f"all {games} games go exactly as without it, so it bears on {per_cent(most)} of games at most"
        return _neutral_claim("kind", f"no effect found: {words}")
    score = groups["scores"].rows[0].changes[variant]
    assert score is not None
    wins = f", and any in a share of wins larger than {_open(groups, variant)} percentage points" if study.players > 1 else ""
    alike = f"; {study.alike[variant]:,} of them go exactly as without it" if study.alike[variant] else ""
    words = f"with {games} games any change in the mean score larger than {margin(score.furthest)} points would have shown"
    return _neutral_claim("kind", f"no effect found: {words}{wins}{alike}")


def _open(groups: Mapping[str, Group], variant: int) -> str:
    """Return how far any share of wins could be off for all that is known."""
    differences = [change for row in groups["winners"].rows if (change := row.changes[variant]) is not None]
    return margin(100 * max(change.furthest for change in differences))


def _blame(study: Study, one: Standout) -> Claim:
    parts = []
    if one.choice:
        parts.append(f"“{one.choice}” is chosen in {per_cent(one.games)} of the games")
    if one.wins is not None:
        parts.append(f"whoever chooses it wins {_render_share(one.wins)} (fair share {_fair(study)})")
    if one.points >= 0.005:
        now, before = per_cent(one.points), per_cent(one.points_before)
        instead = "" if one.is_new or now == before else f" instead of {before}"
        parts.append(f"it gives {now} of all points{instead}")
    new = ", new with it," if one.is_new else ""
    return Claim("standouts", (one.name,), 1, f"{one.name}{new} stands out: {join_words(parts)}", f"{one.name} stands out")


def _others(groups: Mapping[str, Group], changed_rows: Mapping[str, list[Row]]) -> Iterator[Claim]:
    clauses = {"choices": "chosen more or less often: {} options", "points": "giving more or less: {} sources of points"}
    counts = [
        words.format(f"{len(changed_rows[name])} of {len(groups[name].rows)}")
        for name, words in clauses.items()
        if changed_rows[name]
    ]
    if counts:
        yield _neutral_claim("counts", "; ".join(counts))


def _render_share(share: e.Estimate) -> str:
    return estimate(share, SHARE)


def _fair(study: Study) -> str:
    return per_cent(study.base.fair)


_MOST = 3
"""Claims of one topic: what is told first is what most agree on, and what each holds for the clearest."""

Told = tuple[str, Claim]
"""A claim, and the bots between which it holds."""


class Joint(Record):
    """A verdict of all bots on a ruleset; its `kind` is theirs, or `mixed`."""

    title: str
    kind: str
    sentences: tuple[str, ...]


def joint(bots: Sequence[str], verdicts: Sequence[Verdict]) -> Joint:
    """Of verdicts on one ruleset, one for each sort of bots, which are called such as `greedy bots`."""
    claims = [(who, claim) for who, verdict in zip(bots, verdicts, strict=True) for claim in verdict.claims]
    topics = dict.fromkeys(claim.topic for _, claim in claims)
    kinds = {verdict.kind for verdict in verdicts}
    sentences = [f"{capitalize(text)}." for topic in topics for text in _on(topic, bots, claims)]
    return Joint(verdicts[0].title, kinds.pop() if len(kinds) == 1 else "mixed", tuple(sentences))


def _on(topic: str, bots: Sequence[str], claims: Sequence[Told]) -> list[str]:
    """The claims on a topic; that nothing is known of it is told only where nobody knows anything."""
    about = [entry for entry in claims if entry[1].topic == topic]
    keys = dict.fromkeys(claim.key for _, claim in about if claim.side)
    if not keys:
        return [_describe_disagreement(bots, about)]
    by_key = [[entry for entry in about if entry[1].key == key] for key in keys]
    by_key.sort(key=len, reverse=True)
    return [_describe_agreement(bots, same) for same in by_key[:_MOST]]


def _describe_disagreement(bots: Sequence[str], about: Sequence[Told]) -> str:
    (who, first), *others = about
    if len(bots) == 1:
        return first.text
    if len(about) == len(bots) and all(claim.text == first.text for _, claim in others):
        return f"{first.text}, among {join_words(bots)}"
    return "; ".join([f"{first.text} among {who}", *(f"{claim.briefly} among {other}" for other, claim in others)])


def _describe_agreement(bots: Sequence[str], same: Sequence[Told]) -> str:
    (who, first), *others = same
    if len(bots) == 1:
        return first.text
    rest = "; ".join(_add_to_claim(first, other, claim) for other, claim in others)
    if any(claim.side != first.side for _, claim in others):
        return f"{join_words([who for who, _ in same])} contradict each other: {first.text} among {who}; {rest}"
    if len(same) < len(bots):
        return f"among {join_words([who for who, _ in same])} only: {first.text}{'; ' if rest else ''}{rest}"
    return f"{join_words(bots)} agree: {first.text}{'; ' if rest else ''}{rest}"


def _add_to_claim(first: Claim, who: str, claim: Claim) -> str:
    """Add another claim of the same key to the first."""
    if claim.side != first.side:
        return f"{claim.text} among {who}"
    return "" if claim.briefly == first.briefly else f"{claim.briefly} among {who}"


_NOBODY = "the score's own formula"
"""What gives points that no rule gives."""


class Names:
    """Titles in the rulesets of samples; where they differ, that of the first holds.

    Rules of one title are told apart where both ask, or both give points.
    """

    def __init__(self, samples: Iterable[Sample]) -> None:
        things: dict[str, str] = {}
        rules: dict[str, str] = {}
        self._resources: dict[str, str] = {}
        asking: set[str] = set()
        giving: set[str] = set()
        for sample in samples:
            model = sample.rules.model
            for kind in model.kinds.values():
                for thing in kind.objects:
                    things.setdefault(thing.name, thing.title)
            for action in list_actions(model):
                for site in (action.site, *action.attached):
                    rules.setdefault(site.rule, model.rules.get(site.rule, site).title)
            for resource in model.resources:
                self._resources.setdefault(resource.name, resource.title)
            asking |= {choice.rule for choice in sample.chosen}
            giving |= {source.rule for source in sample.points}
        self.things = frozenset(things)
        self._things = make_distinct(things)
        self._asking, self._giving = (
            make_distinct({name: title for name, title in rules.items() if name in rule_names - self.things})
            for rule_names in (asking, giving)
        )

    def thing(self, name: str) -> str:
        return self._things[name]

    def rule(self, name: str) -> str:
        """Of what gives points, or asks; a thing counts as its rule."""
        return self._things.get(name) or self._giving.get(name) or self._asking.get(name) or as_words(name) or _NOBODY

    def resource(self, name: str) -> str:
        return self._resources[name]

    def choice(self, choice: Choice) -> str:
        """Such as `build Mill`, or `Market: decline` for one that names nothing."""
        option = as_words(choice.option)
        if choice.thing:
            return f"{option} {self.thing(choice.thing)}"
        return f"{self._asking.get(choice.rule) or self.rule(choice.rule)}: {option}"

    def source(self, source: Source) -> str:
        """Such as `Market`, or `Trading: Mill` for what a rule gives for a thing."""
        rule = self.rule(source.rule)
        thing = self.thing(source.thing) if source.thing else rule
        return rule if rule == thing else f"{rule}: {thing}"


FEW = 30
"""Fewer games say nothing."""
SELDOM = 0.01
"""What happens in a smaller share of the games is left out."""


class Unit(NamedTuple):
    """The way to show numbers: `times` so much, with the words that follow a number and a change; `decimals` in tables."""

    name: str
    words: str = ""
    change: str = ""
    times: float = 1
    decimals: int = 2


POINTS = Unit("points", " points", " points")
GAINED = Unit("points a player and game", " points", " points")
POINTS_APART = Unit("points", " points apart", " points")
ROUNDS = Unit("rounds", " rounds", " rounds")
DECISIONS = Unit("decisions", " decisions", " decisions")
TIMES = Unit("times a game", " times a game", " times a game")
AMOUNT = Unit("a player and game")
SHARE = Unit("%", " %", " percentage points", 100, 1)


class Row(Record):
    """One thing looked at; `says` begins the sentence that its number ends.

    `estimates` are the base's and each variant's, None where there is too little to go by, `changes` the differences of the
    variants from the base, and `stands` whether those are more than an accident among all of the group.
    """

    key: tuple[str, ...]
    label: str
    says: str
    unit: Unit
    estimates: tuple[e.Estimate | None, ...]
    changes: tuple[e.Difference | None, ...]
    stands: tuple[bool, ...] = ()


class Group(Record):
    """Rows that are looked at together."""

    name: str
    title: str
    rows: tuple[Row, ...]


def groups(samples: Sequence[Sample], names: Names, chance: float) -> dict[str, Group]:
    """All there is to look at, by name; the first sample is the base. Who plays alone wins nothing, but may lose.

    `chance` is that of any false alarm in each group.
    """
    alone = samples[0].players == 1
    titled_rows = {
        "scores": ("Scores", _scores(samples)),
        "winners": ("Who wins", (*(() if alone else _winners(samples)), *_points_lost(samples))),
        "length": ("How long a game is", _length(samples)),
        "choices": ("What is chosen", _choices(samples, names)),
        "winning": ("What winners choose", () if alone else _winning(samples, names)),
        "points": ("Where points come from", _points(samples, names)),
        "resources": ("What is gained and spent", _resources(samples, names)),
    }
    return {
        name: Group(name, title, _correct_for_multiple_tests(tuple(rows), chance)) for name, (title, rows) in titled_rows.items()
    }


def _correct_for_multiple_tests(rows: tuple[Row, ...], chance: float) -> tuple[Row, ...]:
    """The same, with what is more than an accident among all of them, variant by variant."""
    stands = [
        e.holm([1.0 if change is None else change.p for change in changes], chance)
        for changes in zip(*(row.changes for row in rows), strict=True)
    ]
    return tuple(replace(row, stands=tuple(of[at] for of in stands)) for at, row in enumerate(rows))


def _scores(samples: Sequence[Sample]) -> Iterator[Row]:
    yield _means(("mean",), "mean score", "the mean score is", POINTS, samples, lambda sample: sample.scores.mean(axis=1))
    if samples[0].players > 1:
        fewest = min(len(scores) for sample in samples for scores in sample.ranked_scores)
        yield _means(("winner",), "winner's score", "the winner has", POINTS, samples, _first)
        if fewest > 1:
            yield _means(("lead",), "winner's lead", "the winner leads by", POINTS, samples, lambda s: _first(s) - _side(s, 1))
        if fewest > 2:
            apart = "first and last are"
            yield _means(("range",), "first to last", apart, POINTS_APART, samples, lambda s: _first(s) - _side(s, -1))


def _first(sample: Sample) -> e.Numbers:
    return _side(sample, 0)


def _side(sample: Sample, at: int) -> e.Numbers:
    """The points of the side at a place, in each game."""
    return np.array([scores[at] for scores in sample.ranked_scores], dtype=float)


def _winners(samples: Sequence[Sample]) -> Iterator[Row]:
    base = samples[0]
    wins = [sample.wins for sample in samples]
    ordered = [sample.wins_in_order for sample in samples]
    for seat in range(base.players):
        label = f"seat {seat + 1} ({base.rules.seating(base.players)[seat]})"
        yield _rates(("seat", str(seat + 1)), label, f"{label} wins", [table[:, seat] for table in wins])
    for place in range(base.players):
        label = f"decides {ORDINALS[place + 1] if place + 1 < len(ORDINALS) else f'as number {place + 1}'}"
        yield _rates(("order", str(place + 1)), label, f"whoever {label} wins", [table[:, place] for table in ordered])
    shared = [((table.max(axis=1) > 0) & (table.max(axis=1) < 1)).astype(float) for table in wins]
    yield _rates(("shared",), "shared wins", "the share of games with a shared win is", shared)


def _points_lost(samples: Sequence[Sample]) -> Iterator[Row]:
    if any(sample.rules.model.may_win is not None for sample in samples):
        losses = [(sample.wins.max(axis=1) == 0).astype(float) for sample in samples]
        yield _rates(("lost",), "lost games", "the share of games that everybody loses is", losses)


def _length(samples: Sequence[Sample]) -> Iterator[Row]:
    yield _means(("rounds",), "rounds", "a game lasts", ROUNDS, samples, lambda sample: sample.rounds)
    yield _means(("decisions",), "decisions", "a game asks for", DECISIONS, samples, lambda sample: sample.decisions)


def _choices(samples: Sequence[Sample], names: Names) -> Iterator[Row]:
    for choice in frequent(samples):
        label = names.choice(choice)
        yield _means(choice, label, f"“{label}” is chosen", TIMES, samples, partial(_times, choice))


def _winning(samples: Sequence[Sample], names: Names) -> Iterator[Row]:
    """Return how often whoever chooses something wins; what nobody chooses in the base is compared with the fair share."""
    wins = [sample.wins for sample in samples]
    for choice in frequent(samples):
        base, *others = (hits(choice, sample, won) for sample, won in zip(samples, wins, strict=True))
        if base is not None:
            change = partial(e.share_difference, base)
        elif samples[0].chosen[choice].any():
            change = None
        else:
            change = partial(e.compare_rate, samples[0].fair)
        yield Row(
            choice,
            label := names.choice(choice),
            f"whoever chooses “{label}” wins",
            SHARE,
            tuple(e.rate(*one) if one is not None else None for one in (base, *others)),
            tuple(change(one) if one is not None and change else None for one in others),
        )


def hits(choice: Choice, sample: Sample, wins: Table) -> e.Trials | None:
    """Return how often something is chosen in each game, and how often by who wins; None where that is too seldom to go by."""
    times = sample.chosen[choice]
    enough = np.count_nonzero(times.any(axis=1)) >= FEW
    return ((times * wins).sum(axis=1), times.sum(axis=1)) if enough else None


def _points(samples: Sequence[Sample], names: Names) -> Iterator[Row]:
    sources = {source: None for sample in samples for source in sample.points}
    for source in sorted(sources, key=lambda source: -max(float(sample.points[source].mean()) for sample in samples)):
        if max(_presence(sample.points[source]) for sample in samples) >= SELDOM:
            label = names.source(source)
            yield _means(source, label, f"“{label}” gives", GAINED, samples, partial(_gains, source))


def _resources(samples: Sequence[Sample], names: Names) -> Iterator[Row]:
    resources = {resource.name: None for sample in samples for resource in sample.rules.model.resources}
    for resource in resources:
        for came, word in ((True, "gained"), (False, "spent")):
            if any((resource, came) in list(sample.moved) for sample in samples):
                label = f"{names.resource(resource)} {word}"
                of = partial(_amounts, (resource, came))
                yield _means((resource, word), label, f"{label}:", AMOUNT, samples, of)


def _times(choice: Choice, sample: Sample) -> e.Numbers:
    """For all players, in each game."""
    return np.asarray(sample.chosen[choice].sum(axis=1))


def _gains(source: Source, sample: Sample) -> e.Numbers:
    """For a player on average, in each game."""
    return np.asarray(sample.points[source].mean(axis=1))


def _amounts(key: tuple[str, bool], sample: Sample) -> e.Numbers:
    """For a player on average, in each game."""
    return np.asarray(sample.moved[key][:, 0] / sample.players)


def frequent(samples: Sequence[Sample]) -> list[Choice]:
    """The choices made in more than a few games of any sample, the most frequent first."""
    choices = {choice: None for sample in samples for choice in sample.chosen}
    often = {choice: max(share_of_games(sample, choice) for sample in samples) for choice in choices}
    return sorted((choice for choice in choices if often[choice] >= SELDOM), key=lambda choice: (-often[choice], choice))


def share_of_games(sample: Sample, choice: Choice) -> float:
    """In which something is chosen at all."""
    return _presence(sample.chosen[choice])


def _presence(table: Table) -> float:
    """In which share of the games there is anything."""
    return float(table.any(axis=1).mean())


def _means(
    key: tuple[str, ...], label: str, says: str, unit: Unit, samples: Sequence[Sample], of: Callable[[Sample], e.Numbers]
) -> Row:
    base, *others = (of(sample) for sample in samples)
    estimates = tuple(map(e.mean, (base, *others)))
    return Row(key, label, says, unit, estimates, tuple(e.mean_difference(base, other) for other in others))


def _rates(key: tuple[str, ...], label: str, says: str, columns: Sequence[e.Numbers]) -> Row:
    base, *others = columns
    estimates = tuple(e.rate(column, np.ones_like(column)) for column in columns)
    return Row(key, label, says, SHARE, estimates, tuple(e.rate_difference(base, other) for other in others))


_NO_BREAK = "\u00a0"


def number(value: float, spread: float) -> str:
    """To the place that the margin allows; without one, as exact as need be, up to two places."""
    decimals = _decimals(spread) if spread else next((places for places in (0, 1) if _is_whole(value * 10**places)), 2)
    return f"{(round(value, decimals) + 0.0):,.{decimals}f}".replace("-", "−")


def margin(of: float) -> str:
    """To one digit, or to two where the first is a 1."""
    return f"{of:,.{_decimals(of)}f}" if math.isfinite(of) else "∞"


def estimate(of: Estimate, unit: Unit) -> str:
    """Such as `31 % ± 2` or `60.6 ± 0.9 points`; `18 rounds` where it never was anything else."""
    value, spread = of.value * unit.times, of.margin * unit.times
    per_cent, around = " %" * (unit.times == 100), f" ± {margin(spread)}" if spread else ""
    return f"{number(value, spread)}{per_cent}{around}{'' if per_cent else unit.words}"


def change(of: Difference, unit: Unit) -> str:
    """Such as `+6 ± 2 percentage points`."""
    value, spread = of.value * unit.times, of.margin * unit.times
    figure = number(value, spread)
    sign = "+" if value > 0 and figure.strip("0.") else ""
    return f"{sign}{figure}{f' ± {margin(spread)}' if spread else ''}{unit.change}"


def per_cent(share: float) -> str:
    """A share without a margin: whole per cents, or one digit where that would hide it."""
    return f"{100 * share:.0f} %" if not share or share >= 0.0095 else f"{100 * share:.1f} %"


def sentence(row: Row, variants: Sequence[str], alike: Sequence[str]) -> str:
    """A sentence about a row: the base's number, and the variants' changes; every game of those `alike` is the base's."""
    base = row.estimates[0]
    assert base is not None
    clauses = [f"{row.says} {estimate(base, row.unit)}"]
    same, open_, furthest = [], [], 0.0
    for title, difference, now, stands in zip(variants, row.changes, row.estimates[1:], row.stands, strict=True):
        assert difference is not None
        assert now is not None
        if stands:
            clauses.append(f"{title} changes it by {change(difference, row.unit)}, to {estimate(now, row.unit)}")
        elif difference.furthest and title not in alike:
            open_.append(title)
            furthest = max(furthest, difference.furthest)
        else:
            same.append(title)
    if open_:
        who = "any variant" if len(open_) == len(variants) > 1 else join_words(open_, "or")
        reach = f"±{margin(furthest * row.unit.times)}{row.unit.change}"
        clauses.append(f"no evidence that {who} changes it (a change could be as large as {reach})")
    if same:
        clauses.append(f"the same in every game with {join_words(same)}")
    return capitalize("; ".join(clauses)) + "."


def instead(row: Row, variant: int) -> str:
    """The change of a row by a variant: `the winner has 96 ± 2 instead of 85.9 ± 1.7 points (+10 ± 3)`."""
    before, now, difference = row.estimates[0], row.estimates[variant + 1], row.changes[variant]
    assert before is not None
    assert now is not None
    assert difference is not None
    bare = row.unit._replace(words="", change="")
    return f"{row.says} {estimate(now, bare)} instead of {estimate(before, row.unit)} ({change(difference, bare)})"


def unbroken(text: str) -> str:
    """The same with its numbers kept on one line."""
    return text.replace(" %", f"{_NO_BREAK}%").replace(" ± ", f"{_NO_BREAK}±{_NO_BREAK}")


def _decimals(spread: float) -> int:
    if not spread or not math.isfinite(spread):
        return 0
    place = math.floor(math.log10(spread))
    digits = 2 if spread / 10**place < 1.95 else 1
    return min(4, max(0, digits - 1 - place))


def _is_whole(value: float) -> bool:
    return math.isclose(value, round(value), abs_tol=1e-9)
