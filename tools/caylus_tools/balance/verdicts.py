"""What the numbers say about a ruleset and each of its variants, in the fewest sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from caylus_tools.common.english import listed

from . import estimates as e
from .groups import FALSE_ALARMS, SHARE, Group, Row
from .names import Names
from .standouts import Standout, leading, points_by_name, standouts
from .study import Study
from .wording import capital, estimate, instead, margin, per_cent


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` says what a variant changes: winner, game or nothing; for the base it is base."""

    title: str
    kind: str
    sentences: tuple[str, ...]


def verdicts(study: Study, groups: Mapping[str, Group], names: Names) -> Iterator[Verdict]:
    """That on the base, then those on the variants."""
    yield Verdict(study.base.title, "base", tuple(_on_the_base(study, groups, names)))
    for variant, sample in enumerate(study.variants):
        kind, sentences = _on_a_variant(study, groups, names, variant)
        yield Verdict(sample.title, kind, tuple(sentences))


def _on_the_base(study: Study, groups: Mapping[str, Group], names: Names) -> Iterator[str]:
    if study.players > 1:
        yield _fairness(study, groups)
    clauses = [
        f"{row.says} {estimate(row.estimates[0], row.unit)}" for row in _first_rows(groups) if row.estimates[0] is not None
    ]
    yield f"{capital('; '.join(clauses))}."
    ahead = [f"“{row.label}” ({estimate(wins, row.unit)})" for row, wins in leading(groups, study.base, 0)]
    if ahead:
        yield f"Whoever chooses {listed(ahead[:3], 'or')} wins far more than the fair share of {_fair(study)}."
    elif study.players > 1:
        yield f"No choice goes with far more wins than the fair share of {_fair(study)}."
    shares = sorted(points_by_name(study.base).items(), key=lambda item: -item[1])[:3]
    if shares:
        yield f"Most points come from {listed([f'{names.rule(name)} ({per_cent(share)})' for name, share in shares])}."


def _first_rows(groups: Mapping[str, Group]) -> list[Row]:
    return [groups["scores"].rows[0], groups["length"].rows[0]]


def _fairness(study: Study, groups: Mapping[str, Group]) -> str:
    """Whether it matters where one sits, or who is the first to decide."""
    rows = [row for row in groups["winners"].rows if row.key[0] in ("seat", "order")]
    wins = np.hstack([study.base.wins, study.base.wins_in_order])
    off = [e.rate_off(study.base.fair, (column, np.ones_like(column))) for column in wins.T]
    stands = e.holm([one.p for one in off], FALSE_ALARMS)
    unfair = [(abs(one.value), row) for one, row, is_sure in zip(off, rows, stands, strict=True) if is_sure]
    if not unfair:
        return f"Every seat wins its fair share of {_fair(study)}, as far as {study.games:,} games show."
    _, row = max(unfair, key=lambda pair: pair[0])
    assert row.estimates[0] is not None
    what = "Where one sits" if row.key[0] == "seat" else "Turn order"
    return f"{what} matters: {row.says} {estimate(row.estimates[0], row.unit)}; {_fair(study)} would be fair."


def _on_a_variant(study: Study, groups: Mapping[str, Group], names: Names, variant: int) -> tuple[str, list[str]]:
    changed = {name: [row for row in group.rows if row.stands[variant]] for name, group in groups.items()}
    if not any(changed.values()):
        return "nothing", list(_nothing_found(study, groups, variant))
    found = standouts(study, groups, names, variant)
    winners = [row for row in changed["winners"] if row.key[0] != "shared"]
    scores, length = changed["scores"], changed["length"]
    rest = [*scores[:1], *length[:1], *scores[1:], *length[1:]]
    sentences = [_blame(study, one) for one in found[:3]]
    sentences += [instead(row, variant) for row in (*winners[:2], *rest[:3])]
    sentences += _others(groups, changed)
    if winners or any(one.wins for one in found):
        return "winner", ["This variant changes who wins.", *sentences]
    if study.players == 1:
        return "game", ["This variant changes the game.", *sentences]
    open_ = f"shares could be off by up to ±{_open(groups, variant)} percentage points"
    return "game", [f"This variant changes the game; no evidence that it changes who wins ({open_}).", *sentences]


def _nothing_found(study: Study, groups: Mapping[str, Group], variant: int) -> Iterator[str]:
    games = f"{study.games:,}"
    if study.is_alike(variant):
        most = e.rate(np.zeros(study.games), np.ones(study.games)).high
        yield f"No effect found: all {games} games go exactly as without it, so it bears on {per_cent(most)} of games at most."
        return
    score = groups["scores"].rows[0].changes[variant]
    assert score is not None
    wins = f", and any in a share of wins larger than {_open(groups, variant)} percentage points" if study.players > 1 else ""
    yield (
        f"No effect found: with {games} games any change in the mean score larger than {margin(score.furthest)} points would "
        f"have shown{wins}."
    )
    if study.alike[variant]:
        yield f"{study.alike[variant]:,} of the games go exactly as without it."


def _open(groups: Mapping[str, Group], variant: int) -> str:
    """How far any share of wins could be off for all that is known."""
    found = [change for row in groups["winners"].rows if (change := row.changes[variant]) is not None]
    return margin(100 * max(change.furthest for change in found))


def _blame(study: Study, one: Standout) -> str:
    parts = []
    if one.choice:
        parts.append(f"“{one.choice}” is chosen in {per_cent(one.games)} of the games")
    if one.wins is not None:
        parts.append(f"whoever chooses it wins {estimate(one.wins, SHARE)} (fair share {_fair(study)})")
    if one.points >= 0.005:
        now, before = per_cent(one.points), per_cent(one.points_before)
        instead = "" if one.is_new or now == before else f" instead of {before}"
        parts.append(f"it gives {now} of all points{instead}")
    return f"{one.name}{', new with it,' if one.is_new else ''} stands out: {listed(parts)}."


def _others(groups: Mapping[str, Group], changed: Mapping[str, list[Row]]) -> Iterator[str]:
    clauses = {"choices": "chosen more or less often: {} options", "points": "giving more or less: {} sources of points"}
    counts = [
        words.format(f"{len(changed[name])} of {len(groups[name].rows)}") for name, words in clauses.items() if changed[name]
    ]
    if counts:
        yield f"{capital('; '.join(counts))}."


def _fair(study: Study) -> str:
    return per_cent(study.base.fair)
