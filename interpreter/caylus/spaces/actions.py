"""Every choice that a game under some rules may ever offer, numbered: a fixed space of actions, for programs that learn.

An action is a place of the rules where somebody decides (`choose`, `may`, or a `gain` in several ways), an option of it, what
is chosen with the option, and a way of paying or gaining where there are several. Actions are numbered from 0 by the place
in the text, then by option, by each of its choices, objects in the order of the rules, and last by the way. So the numbers
depend on nothing but the rules and how many play. There are more actions than any game comes to; which are legal now,
`ActionSpace.legal` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.codegen.explanations import price
from caylus.limits import MOST_ACTIONS
from caylus.model.access import several_ways
from caylus.model.components import DECLINE
from caylus.model.walk import substitute
from caylus.runtime.names import Names
from caylus.runtime.seats import admit

from .domains import Ask, Domains, Unbounded

if TYPE_CHECKING:
    from caylus.diagnostics.diagnostic import Span
    from caylus.runtime.game import Game
    from caylus.runtime.machine import Move
    from caylus.runtime.ruleset import Ruleset


class ActionSpace:
    """The actions of a ruleset for a number of players; `len` is how many there are.

    `decisions` are the places of the rules where somebody decides, and `names` what they are called: the rule, with a number
    where it has several. A number that the rules leave open, as in `bid(amount in 1 to player.coin)`, goes up to `largest` and
    down to its negative. Raises `Unbounded` for such a number without `largest`, and for more than `MOST_ACTIONS` actions,
    ValueError for players that the rules do not admit.
    """

    def __init__(self, rules: Ruleset, players: int, largest: int | None = None) -> None:
        admit(rules, players)
        self._names = Names(rules.program(players, traced=False), rules.seating(players))
        self._domains = Domains(rules.model, players, largest)
        files = list(rules.sources)
        places: dict[Span, list[Ask]] = {}  # what is attached in several places asks the same in each
        for ask in sorted(self._domains.reached.asks, key=lambda ask: _place(ask.site.span, files)):
            if isinstance(ask, m.Choose) or several_ways(ask.payment):
                places.setdefault(ask.site.span, []).append(ask)
        self.decisions = tuple(asks[0].site for asks in places.values())
        self.names = tuple(_number_names([site.rule for site in self.decisions]))
        self._places = {span: number for number, span in enumerate(places)}
        self._numbers: dict[Span, dict[Move, int]] = {}
        self._actions: list[tuple[Ask, Move]] = []
        for span, asks in places.items():
            moves = sorted({move for ask in asks for move in islice(self._moves(ask), MOST_ACTIONS + 1)})
            self._numbers[span] = {move: number for number, move in enumerate(moves, len(self._actions))}
            self._actions += ((asks[0], move) for move in moves)
            if len(self._actions) > MOST_ACTIONS:
                raise Unbounded(f"this game has more than {MOST_ACTIONS:,} different choices")

    def __len__(self) -> int:
        return len(self._actions)

    def legal(self, game: Game) -> list[int]:
        """The number of each of `game.moves`, in their order. Raises `Unbounded` for one beyond the `largest` number."""
        if game.over:
            return []
        numbers = self._numbers[_site(game).span]
        try:
            return [numbers[move] for move in game.moves]
        except KeyError:
            raise Unbounded(
                f"{_site_text(_site(game))}: a number may be chosen that is beyond the largest provided for"
            ) from None

    def decision(self, game: Game) -> int:
        """The number among `decisions` of the one the game waits for; -1 when it is over."""
        return -1 if game.over else self._places[_site(game).span]

    def text(self, number: int) -> str:
        """The text of an action, in the names of the rules: `market: build mill 1 coin + 1 nut`."""
        ask, (k, *picked) = self._actions[number]
        place = self.names[self._places[ask.site.span]]
        if isinstance(ask, m.Transfer):
            return f"{place}: gain {self._names.amounts_by_name(picked[0])}"
        if k == len(ask.options):
            return f"{place}: {DECLINE}"
        option = ask.options[k]
        words = [option.name]
        for variable, value in zip(option.variables, picked, strict=False):
            kind = variable.type.kind
            words.append(str(value) if kind is None else self._names.name(kind, value) or "none")
        ways = picked[len(option.variables) :] or self._price(option)
        words += [self._names.english.amounts(self._names.amounts(way)) for way in ways]
        return f"{place}: {' '.join(words)}"

    def _price(self, option: m.Option) -> Sequence[int]:
        """The price that tells options apart that are called `pay` and nothing else, unless only play settles it."""
        cost = price(option)
        if option.name != "pay" or option.variables or cost is None or not isinstance(cost.payment, m.ConstPayment):
            return ()
        return self._domains.ways(cost.payment)

    # ---- what may be chosen

    def _moves(self, ask: Ask) -> Iterator[Move]:
        if isinstance(ask, m.Choose) and ask.may:
            yield (len(ask.options),)
        try:
            if isinstance(ask, m.Transfer):
                yield from ((0, way) for way in self._domains.ways(ask.payment))
            else:
                for k, option in enumerate(ask.options):
                    yield from ((k, *choices) for choices in self._choices(option, ()))
        except (Unbounded, OverflowError) as error:
            raise Unbounded(f"{_site_text(ask.site)}: {error}") from error

    def _choices(self, option: m.Option, picked: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every way to fill in an option whose first choices are settled."""
        known = {v: m.Const(value, v.type) for v, value in zip(option.variables, picked, strict=False)}
        cost = price(option)
        if len(picked) < len(option.variables):
            for value in self._domains.members(substitute(option.sources[len(picked)], known)):
                yield from self._choices(option, (*picked, value))
        elif cost is not None and cost.ways:
            yield from ((*picked, way) for way in self._domains.ways(substitute(cost.payment, known)))
        else:
            yield picked


def asking_rule(game: Game) -> str:
    """The name of the rule that asks now; empty when the game is over."""
    return "" if game.over else _site(game).rule


def _site(game: Game) -> m.Site:
    machine = game._machine
    return machine.program.decisions[machine.stack[-1][0]].site


def _number_names(names: list[str]) -> list[str]:
    """Each with a number behind it where it stands several times."""
    return [f"{name} {names[: n + 1].count(name)}" if names.count(name) > 1 else name for n, name in enumerate(names)]


def _place(span: Span, files: list[str]) -> tuple[int, int, int]:
    return files.index(span.file), span.line, span.column


def _site_text(site: m.Site) -> str:
    return f"`{site.rule}` ({site.span.file}:{site.span.line})"
