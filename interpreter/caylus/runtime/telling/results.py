"""The result of a game: the winners, and how the others have come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.english import plain

if TYPE_CHECKING:
    from caylus.english import Span, Thing


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a player or a team, of which `score` and `tie_break` are the sums over its members.

    `place` counts from 1, and equals share one. Whoever cannot win stands behind all who can.
    """

    place: int
    players: tuple[str, ...]
    score: int
    tie_break: int
    may_win: bool

    @property
    def has_won(self) -> bool:
        return self.may_win and self.place == 1


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: the best first, equals by seat. `reason` is what the rules said on ending it, if anything."""

    standings: tuple[Standing, ...]
    reason: str | None = None

    @property
    def winning(self) -> tuple[Standing, ...]:
        """The winners; several where they share it, nobody where all have lost."""
        return tuple(standing for standing in self.standings if standing.has_won)

    @property
    def winners(self) -> frozenset[str]:
        """The players who have won, members of teams each for themselves."""
        return frozenset(name for standing in self.winning for name in standing.players)

    @property
    def is_lost(self) -> bool:
        """Return whether everybody has lost."""
        return not self.winning

    def data(self, labels: Mapping[str, str]) -> dict[str, Any]:
        """As JSON data (schemas/view)."""
        found = [
            {**asdict(standing), "players": list(standing.players), "has_won": standing.has_won} for standing in self.standings
        ]
        return {"standings": found, "lost": self.is_lost, "reason": self.reason, "text": self.render(labels)}

    def render(self, labels: Mapping[str, str]) -> str:
        """The sentence for people, whom `labels` call by what they are called."""
        return plain(self.spans(labels))

    def spans(self, labels: Mapping[str, str]) -> list[Span]:
        """The same as words and players."""
        outcome = self._outcome({name: {"name": name, "title": label} for name, label in labels.items()})
        return [*outcome, f": {self.reason}"] if self.reason else outcome

    def _outcome(self, called: Mapping[str, Thing]) -> list[Span]:
        if self.is_lost:
            players = [name for standing in self.standings for name in standing.players]
            return [called[players[0]] if len(players) == 1 else "Everybody", " has lost"]
        best, *shares = self.winning
        winners = [called[name] for standing in self.winning for name in standing.players]
        between = ["", *[", "] * (len(winners) - 2), " and "][: len(winners)]
        names: list[Span] = [span for pair in zip(between, winners, strict=True) for span in pair]
        if shares:
            return [*names, f" share the win with {best.score}"]
        wins = " wins" if len(best.players) == 1 else " win together"
        others = [standing for standing in self.standings if not standing.has_won]
        by = ", by the tie-break" if any(other.may_win and other.score == best.score for other in others) else ""
        if len(others) == 1:
            return [*names, f"{wins}, {best.score} to {others[0].score}{by}"]
        return [*names, f"{wins} with {best.score}{by}"]


class Merits(NamedTuple):
    """The merits that decide the order of players, the weightiest first."""

    may_win: bool
    score: int
    tie_break: int


def standings(values: Mapping[str, Callable[..., int]], s: list[int], players: Sequence[str]) -> tuple[Standing, ...]:
    """The standings in a state, the best first. `values` are the rules' own functions of a state and a seat.

    Who is of no team, `none` or a number below 0, plays alone.
    """
    score, tie_break, team, may_win = map(values.get, ("score", "tie_break", "team", "may_win"))
    assert score is not None
    teams: dict[tuple[str, int], list[int]] = {}
    for seat in range(len(players)):
        number = team(s, seat) if team is not None else -1
        teams.setdefault(("team", number) if number >= 0 else ("alone", seat), []).append(seat)
    merits = {
        tuple(players[seat] for seat in seats): Merits(
            all(may_win is None or may_win(s, seat) for seat in seats),
            sum(score(s, seat) for seat in seats),
            sum(tie_break(s, seat) for seat in seats) if tie_break is not None else 0,
        )
        for seats in teams.values()
    }
    return rank(merits)


def rank(merits: Mapping[tuple[str, ...], Merits]) -> tuple[Standing, ...]:
    """The standings of players or teams by their merits, the best first; equals in the order of the mapping."""
    ranked = sorted(merits.values(), reverse=True)
    found = [Standing(1 + ranked.index(own), side, own.score, own.tie_break, own.may_win) for side, own in merits.items()]
    return tuple(sorted(found, key=lambda standing: standing.place))
