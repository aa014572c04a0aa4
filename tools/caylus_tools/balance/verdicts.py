"""Verdicts on a ruleset and each of its variants from games of one kind of bots, in the fewest claims, and what breaks a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

import numpy as np
from caylus import Ruleset
from caylus.model import DECLINE
from caylus.records import Record
from caylus.spaces import ActionSpace, Unbounded

from caylus_tools.common.english import capitalize, join_words
from caylus_tools.common.games import Choice, Chooser

from . import estimates as e
from .estimates import Estimate, compare_rate, holm, share_difference
from .rows import SHARE, Group, Names, Row, change, estimate, hits, instead, margin, per_cent, share_of_games
from .sample import Sample, Study, main_sources, points_by_name, points_by_source, trials

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
