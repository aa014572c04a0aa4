"""Words for people: numbers of things, lists of them, what a ruleset with variants on it is called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import caylus
from caylus.diagnostics.render import join_words as join_words, nearest

_MOST_COMPARED = 100
"""Letters of a word that are compared with those it may stand for."""


def full_title(rules: caylus.Ruleset) -> str:
    """Such as `Caylus with Salt and A richer start`."""
    manifests = [layer["manifest"] for layer in rules.layers]
    variants = [manifest["title"] for manifest in manifests if manifest["name"] in rules.variants]
    return " with ".join(filter(None, (rules.title, join_words(variants))))


def capitalize(text: str) -> str:
    """The text with a capital at its beginning, and its other letters as they are."""
    return text[:1].upper() + text[1:]


_VERBS = frozenset(
    re.findall(
        r"\w+",
        """
    accept add answer ask attack bid bluff bribe bring build buy call carry change choose claim clear collect come continue copy
    cover cross deal decline defend deliver demand discard do double draw drop end exchange explore fight finish follow found free
    gain get give go guess hand harvest have help hire hold hunt join jump keep lay leave let lie load lose make move name offer
    open order pass pay peek pick place plant play point predict produce promise pull push put raid raise recruit refuse remove
    rent repair replace rest return reveal roll sail save say score scout sell send set shoot show shuffle sit skip sleep spend
    split stand stay steal stop store swap switch take tell threaten throw tip trade train trap travel turn unload upgrade use
    visit vote wait wake walk want watch win work yield
    """,
    )
)
"""Verbs with which the words for what somebody does begin. Other words may be nouns, and stay as they are."""
_HISSES = ("s", "x", "z", "ch", "sh", "o")
_SECOND_VERB = re.compile(r"(?:,| and| or| then) (\w+)")


def third_person(words: str) -> str:
    """Words for what somebody does, for one who does it: `draw a card` as `draws a card`; empty where that is not sure."""
    verb, blank, others = words.partition(" ")
    if verb not in _VERBS or not _VERBS.isdisjoint(_SECOND_VERB.findall(others)):
        return ""
    if verb == "have":
        verb_form = "has"
    elif verb.endswith("y") and verb[-2:-1] not in "aeou":
        verb_form = f"{verb[:-1]}ies"
    else:
        verb_form = f"{verb}{'es' if verb.endswith(_HISSES) else 's'}"
    return f"{verb_form}{blank}{others}"


def count_things(number: int, thing: str) -> str:
    """`1 scenario`, `2 scenarios`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def render_interval(points: float, margin: float, how: str) -> str:
    """`about 7 points better (most likely 5 to 9)`; without an interval of no width."""
    least, most = max(0, round(points - margin)), round(points + margin)
    interval = f" (most likely {least} to {most})" if least < most else ""
    return f"about {count_things(round(points), 'point')} {how}{interval}"


def player_range(fewest: int, most: int, automata: Iterable[str] = ()) -> str:
    """Return how many may play: `2 to 5 players`, `1 player`; and who is among them whose seats rules play, by their titles."""
    players = f"{fewest} to {most} players" if fewest < most else count_things(most, "player")
    automata_text = join_words([*automata])
    return f"{players}, counting {automata_text}, whom the rules play" if automata_text else players


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
    near = nearest(word[:_MOST_COMPARED], candidates)
    return f"; did you mean `{near}`?" if near else f"; {otherwise}" if otherwise else ""
