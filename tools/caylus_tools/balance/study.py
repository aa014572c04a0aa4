"""A base and its variants, played in pairs: each game of a variant has the seed and the bots of one of the base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caylus_tools.common.english import full_title
from caylus_tools.simulation.playing import Plan

from .estimates import FALSE_ALARMS
from .observation import Observed, observe
from .sample import Sample

if TYPE_CHECKING:
    from caylus import Ruleset


def observe_all(policies: Sequence[Sequence[Plan]], number: int) -> tuple[tuple[Observed, ...], ...]:
    """The same game, as far as that goes, under each ruleset, by each policy."""
    return tuple(tuple(observe(plan, number) for plan in plans) for plans in policies)


_FAMILIES = 11
"""How many sorts of findings share the chance of an accident: the seven groups of numbers, and what else is looked for among
them: seats and choices that win more or less than is fair, the main sources of points, what gives more of them than before."""


class Study:
    """The outcome of the games so far between bots of one sort; `planned` were to be played.

    `alike` counts for each variant the games that went exactly as those of the base. `studies` are made together, and share the
    chance of a false alarm.
    """

    def __init__(
        self, rulesets: Sequence[Ruleset], players: int, seed: int, policy: Sequence[str], planned: int, studies: int = 1
    ) -> None:
        titles = [full_title(rulesets[0]), *(_variant_title(rulesets[0], rules) for rules in rulesets[1:])]
        self.samples = [Sample(title, rules, players) for title, rules in zip(titles, rulesets, strict=True)]
        self.alike = [0] * (len(rulesets) - 1)
        self.players = players
        self.seed = seed
        self.policy = tuple(policy)
        self.planned = planned
        self.chance = FALSE_ALARMS / _FAMILIES / studies

    @property
    def bots(self) -> str:
        """The words for the bots that play."""
        return f"{self.policy[0]} bots" if len(set(self.policy)) == 1 else f"the bots {', '.join(self.policy)}"

    @property
    def base(self) -> Sample:
        return self.samples[0]

    @property
    def variants(self) -> list[Sample]:
        return self.samples[1:]

    @property
    def games(self) -> int:
        """Of each ruleset."""
        return len(self.base)

    def is_alike(self, variant: int) -> bool:
        """Return whether every game of a variant is that of the base."""
        return self.alike[variant] == self.games

    def add(self, games: Sequence[Observed]) -> None:
        for sample, game in zip(self.samples, games, strict=True):
            sample.add(game)
        for variant, game in enumerate(games[1:]):
            self.alike[variant] += game == games[0]


def _variant_title(base: Ruleset, rules: Ruleset) -> str:
    """The title of a variant of the base."""
    below, above = ([layer["manifest"] for layer in of.layers] for of in (base, rules))
    title: str = [manifest["title"] for manifest in above if manifest not in below][-1]
    return title
