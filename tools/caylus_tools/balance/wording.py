"""Numbers with how sure they are, in words: `31 % ± 2`, `no evidence that … changes it`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from caylus_tools.common.english import join_words

from .estimates import Difference, Estimate
from .rows import Row, Unit

_NO_BREAK = "\u00a0"


def number(value: float, spread: float) -> str:
    """To the place that the margin allows; without one, as exact as need be, up to two places."""
    decimals = _decimals(spread) if spread else next((places for places in (0, 1) if _is_whole(value * 10**places)), 2)
    return f"{_near_zero(value, decimals):,.{decimals}f}".replace("-", "−")


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
    shown = number(value, spread)
    sign = "+" if value > 0 and shown.strip("0.") else ""
    return f"{sign}{shown}{f' ± {margin(spread)}' if spread else ''}{unit.change}"


def per_cent(share: float) -> str:
    """A share without a margin: whole per cents, or one digit where that would hide it."""
    return f"{100 * share:.0f} %" if not share or share >= 0.0095 else f"{100 * share:.1f} %"


def sentence(row: Row, variants: Sequence[str], alike: Sequence[str]) -> str:
    """A sentence about a row: the base's number, and the variants' changes; every game of those `alike` is the base's."""
    base = row.estimates[0]
    assert base is not None
    clauses = [f"{row.says} {estimate(base, row.unit)}"]
    same, open_, furthest = [], [], 0.0
    for title, found, now, stands in zip(variants, row.changes, row.estimates[1:], row.stands, strict=True):
        assert found is not None
        assert now is not None
        if stands:
            clauses.append(f"{title} changes it by {change(found, row.unit)}, to {estimate(now, row.unit)}")
        elif found.furthest and title not in alike:
            open_.append(title)
            furthest = max(furthest, found.furthest)
        else:
            same.append(title)
    if open_:
        who = "any variant" if len(open_) == len(variants) > 1 else join_words(open_, "or")
        reach = f"±{margin(furthest * row.unit.times)}{row.unit.change}"
        clauses.append(f"no evidence that {who} changes it (a change could be as large as {reach})")
    if same:
        clauses.append(f"the same in every game with {join_words(same)}")
    return capital("; ".join(clauses)) + "."


def instead(row: Row, variant: int) -> str:
    """The change of a row by a variant: `the winner has 96 ± 2 instead of 85.9 ± 1.7 points (+10 ± 3)`."""
    before, now, found = row.estimates[0], row.estimates[variant + 1], row.changes[variant]
    assert before is not None
    assert now is not None
    assert found is not None
    bare = row.unit._replace(words="", change="")
    return f"{row.says} {estimate(now, bare)} instead of {estimate(before, row.unit)} ({change(found, bare)})"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def unbroken(text: str) -> str:
    """The same with its numbers kept on one line."""
    return text.replace(" %", f"{_NO_BREAK}%").replace(" ± ", f"{_NO_BREAK}±{_NO_BREAK}")


def _decimals(spread: float) -> int:
    if not spread or not math.isfinite(spread):
        return 0
    place = math.floor(math.log10(spread))
    digits = 2 if spread / 10**place < 1.95 else 1
    return min(4, max(0, digits - 1 - place))


def _near_zero(value: float, decimals: int) -> float:
    """No `-0.0`."""
    return round(value, decimals) + 0.0


def _is_whole(value: float) -> bool:
    return math.isclose(value, round(value), abs_tol=1e-9)
