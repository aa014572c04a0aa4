"""Words for people: numbers of things, lists of them, what a ruleset with variants on it is called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Ruleset

_MOST_COMPARED = 100
"""Letters of a word that are compared with those it may stand for."""


def full_title(rules: Ruleset) -> str:
    """Such as `Caylus with Salt and A richer start`."""
    manifests = [layer["manifest"] for layer in rules.layers]
    variants = [manifest["title"] for manifest in manifests if manifest["name"] in rules.variants]
    return " with ".join(filter(None, (rules.title, join_words(variants))))


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Such as `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def count_things(number: int, thing: str) -> str:
    """`1 scenario`, `2 scenarios`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def render_interval(points: float, margin: float, how: str) -> str:
    """`about 7 points better (5 to 9)`."""
    least, most = max(0, round(points - margin)), round(points + margin)
    return f"about {count_things(round(points), 'point')} {how} ({least} to {most})"


def player_range(fewest: int, most: int, automata: Iterable[str] = ()) -> str:
    """Return how many may play: `2 to 5 players`, `1 player`; and who is among them whose seats rules play, by their titles."""
    players = f"{fewest} to {most} players" if fewest < most else count_things(most, "player")
    played = join_words([*automata])
    return f"{players}, counting {played}, whom the rules play" if played else players


def shortest_beginnings(names: Sequence[str], fewest: int = 2) -> dict[str, str]:
    """The shortest beginnings, of at least `fewest` letters, by which names can be told apart; where there is none, the name."""
    shortest = {}
    for name in names:
        others = [other for other in names if other != name]
        lengths = range(fewest, len(name))
        shortest[name] = next(
            (name[:length] for length in lengths if not any(other.startswith(name[:length]) for other in others)), name
        )
    return shortest


def did_you_mean(word: str, candidates: Iterable[str], otherwise: str = "") -> str:
    """Goes behind a word that is none of the candidates: `; did you mean `list`?`, or what else helps where none is near."""
    from caylus.diagnostics import nearest

    near = nearest(word[:_MOST_COMPARED], candidates)
    return f"; did you mean `{near}`?" if near else f"; {otherwise}" if otherwise else ""
