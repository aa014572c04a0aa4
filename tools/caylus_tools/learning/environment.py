"""Any ruleset as a PettingZoo environment in which each agent acts when its seat decides (AEC).

Agents are called `player_0`, `player_1` … by seat; a seat that rules play counts as a player and has none. They observe a
dictionary of two arrays: `observation`, what the seat sees (see `Observations`), and `action_mask`, 1 for each action that is
legal now, all 0 for a seat that does not decide. Actions are the numbers of a `caylus.spaces.ActionSpace`. A decision that
leaves no choice is not asked for, so an agent may act several times in a row, or not for long.

Nothing is rewarded before the end of the game:

- `rewards="win"`: 1 divided among those who win, -1 among those who do not; 0 where all tie. In a game that can be lost, -1 for
  each where everybody has lost, and 1 where everybody has won.
- `rewards="margin"`: the score less the mean score of the others, for a team that of the other teams. Who has no rivals gets the
  score.

At the end `infos` tell the scores, and who has won. A game of more than `caylus.limits.MOST_DECISIONS` is truncated, without
rewards: rules may let agents go round in a circle for ever. `reset(seed=S)` begins the game that `Ruleset.new_game` begins with
that seed, and settles which games later resets without a seed begin.

`features` and `worths` are what the bots of this project judge by: for learners that look one move ahead.

In this order:

1. the seat that decides, -1 at the end of the game;
2. for each place of the rules where somebody decides (`ActionSpace.decisions`), 1 if the game waits there, else 0;
3. the cells of the table (`caylus.spaces`): the round, what each player holds of each resource, the states of the
   table, of players and of objects, and the lists;
4. for each cell that the rules hide from anybody, 1 if the seat sees it, else 0. That nothing lies there is seen by all, and
   how many things there are in a list, for which a list that is hidden has a cell of its own.

An object is its number in the order of the rules, and none is -1; so is a place of a list that nothing stands in, and whatever
the seat does not see. What a seat sees is what `Game.view` shows it.

Seen `relative`ly, players are counted from the seat that looks on: its own numbers come first, and where a number tells a
player, 0 is itself and 1 the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from operator import index
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, ClassVar

import caylus
import numpy as np
from caylus.limits import MOST_DECISIONS
from caylus.spaces import ActionSpace, Cell, cells, numbers
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from caylus_tools.bots.common import imagine_game, sample_world
from caylus_tools.bots.opinions import futures
from caylus_tools.bots.trained import Judgement, Weight, features
from caylus_tools.common.errors import UsageError
from caylus_tools.common.extras import need_extra

Numbers = NDArray[np.int64]

_FIXED = (0, 1, -1)
"""Numbers put behind those of a state, to be read where there is no cell to read."""
_NO, _YES, _NOBODY = -3, -2, -1
"""Where they are."""


class Observations:
    """The observations of a ruleset for a number of players.

    Of each number, `space` says how far it goes, `names` what it is, and `objects` what those objects are called, from 0 on,
    of which it tells one; () where it tells no object.
    """

    def __init__(self, rules: caylus.Ruleset, players: int, actions: ActionSpace, relative: bool) -> None:
        table = cells(rules, players)
        hidden = [cell for cell in table if cell.watchers is not None]
        places = len(actions.decisions)
        start = 1 + places
        self.names = (
            "who decides",
            *(f"at {name}" for name in actions.names),
            *map(_name, table),
            *(f"{_name(cell)} is seen" for cell in hidden),
        )
        seats = tuple(f"player {player}" for player in range(players))
        self.objects = (seats, *[()] * places, *(cell.objects for cell in table), *[()] * len(hidden))
        lows = [min(-1, cell.low) if cell.watchers is not None or cell.length else cell.low for cell in table]
        highs = [cell.high for cell in table]
        self.space = Box(
            np.array([-1, *[0] * places, *lows, *[0] * len(hidden)]),
            np.array([players - 1, *[1] * places, *highs, *[1] * len(hidden)]),
            dtype=np.int64,
        )
        self._actions = actions
        self._players = players
        self._seats = [_Seat(table, players, start, seat, seat if relative else 0) for seat in range(players)]
        of_players = [i for i, cell in enumerate(table) if cell.kind is not None and cell.kind.is_player]
        self._player_columns = np.array([0, *(start + i for i in of_players)])

    def observe(self, game: caylus.Game, seat: int) -> Numbers:
        """The observation of a seat now."""
        own = self._seats[seat]
        state = np.array([*numbers(game)[1:], *_FIXED], np.int64)  # slot 0 is the random stream
        observation: Numbers = state[own.slots]
        observation[0] = game.seat
        if not game.over:
            observation[1 + self._actions.decision(game)] = 1
        observation[own.members] = np.where(state[own.lengths] >= own.places, observation[own.members], -1)
        if own.watched.size and not game.over:
            own.cover(observation, state)
        if own.first:
            seats = observation[self._player_columns]
            observation[self._player_columns] = np.where(seats < 0, seats, (seats - own.first) % self._players)
        return observation


class _Seat:
    """The places where a seat that takes `first` for player 0 finds what it sees: the cells from `start` on, then whether it sees
    them.
    """

    def __init__(self, table: list[Cell], players: int, start: int, seat: int, first: int) -> None:
        self.first = first
        self._seat = seat
        same = {(cell.name, cell.players): cell for cell in table}
        cells = [same[cell.name, tuple((player + first) % players for player in cell.players)] for cell in table]
        list_columns = [(start + i, cell) for i, cell in enumerate(cells) if cell.length]
        self.members = np.array([column for column, _ in list_columns], np.intp)
        self.lengths = np.array([cell.length - 1 for _, cell in list_columns], np.intp)
        self.places = np.array([cell.place for _, cell in list_columns])
        watched_columns = [(start + i, cell, cell.watchers) for i, cell in enumerate(cells) if cell.watchers is not None]
        self.slots = np.array([*[_NO] * start, *(cell.slot - 1 for cell in cells), *[_YES] * len(watched_columns)])
        self.watched = np.array([column for column, _, _ in watched_columns], np.intp)
        self._is_own = np.array([who.owner == seat for _, _, who in watched_columns], np.bool_)
        self._tells_objects = np.array([cell.kind is not None for _, cell, _ in watched_columns], np.bool_)
        holders = [[slot - 1 for slot in who.holders] or [_NOBODY] for _, _, who in watched_columns]
        self._holders = [np.array([of[i % len(of)] for of in holders], np.intp) for i in range(max(map(len, holders), default=0))]
        self._face_up = np.array([_NO if who.face_up is None else who.face_up - 1 for _, _, who in watched_columns], np.intp)

    def cover(self, observation: Numbers, state: Numbers) -> None:
        """Takes away what lies where the seat may not see it, and notes that it does not."""
        values = observation[self.watched]
        held_mask = np.logical_and.reduce([state[slots] == self._seat for slots in self._holders])
        visible_mask = self._is_own | held_mask | (state[self._face_up] != 0) | (self._tells_objects & (values < 0))
        observation[self.watched] = np.where(visible_mask, values, -1)
        observation[len(observation) - len(visible_mask) :] = visible_mask


def _name(cell: Cell) -> str:
    return " of ".join((cell.name, *(f"player {player}" for player in cell.players)))


_WIDTH = 100


_SEEDS = 2**63


def read_number(name: str, value: object) -> int:
    """The whole number that an argument is. Raises ValueError for anything else."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"`{name}` has to be a whole number, such as 2, and is {value!r}") from None


class _Order(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """The outermost wrapper: a copy of it is an environment of its own."""

    def __copy__(self) -> _Order:
        return deepcopy(self)


def env(*args: Any, **options: Any) -> AECEnv:
    """A `raw_env`, made of the same arguments, in PettingZoo's usual wrappers.

    An illegal action ends the game: -1 for who took it, 0 for the others. Calls out of order are told of.
    """
    legal = wrappers.TerminateIllegalWrapper(raw_env(*args, **options), illegal_reward=-1)
    return _Order(wrappers.AssertOutOfBoundsWrapper(legal))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """A game of a ruleset, loaded already or named as for `caylus.load`, with variants.

    `rewards` are "win" or "margin". Seen `relative`ly, every seat is player 0 to itself (see `Observations`). `largest` is how
    far numbers go that the rules leave open (see `ActionSpace`). `render_mode` is "human" (printed after each step) or "ansi"
    (returned by `render`). `actions` and `observations` tell what numbers mean. An action that is not legal raises ValueError.
    A copy, by `copy` or `pickle`, is an environment of its own in the same position, with the same chance to come.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 1, "is_parallelizable": False}

    def __init__(
        self,
        ruleset: caylus.Ruleset | str | Path,
        variants: Sequence[str] = (),
        players: int = 4,
        rewards: str = "win",
        relative: bool = False,
        largest: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        players = read_number("players", players)
        if isinstance(ruleset, caylus.Ruleset):
            if variants:
                raise UsageError("a ruleset that is loaded already takes no more variants; load it with them")
            rules = ruleset
        else:
            rules = caylus.load(ruleset, variants=variants)
        if rewards not in _REWARDS:
            raise UsageError(f"there are no rewards `{rewards}`; there are {', '.join(_REWARDS)}")
        if render_mode is not None:
            if render_mode not in (modes := self.metadata["render_modes"]):
                raise UsageError(f"there is no render_mode `{render_mode}`; there are {', '.join(modes)}")
            need_extra("play")
        EzPickle.__init__(self, rules, (), players, rewards, relative, largest, render_mode)
        self.metadata = {**self.metadata, "name": rules.name}  # type: ignore[misc]
        self.render_mode = render_mode
        self.rules = rules
        self.actions = ActionSpace(rules, players, largest)
        self.observations = Observations(rules, players, self.actions, relative)
        self.possible_agents = [f"player_{seat}" for seat in range(players - len(rules.automata))]
        self._players = players
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._reward = _REWARDS[rewards]
        self._seeds = np_random()[0]
        self._judgements: dict[int, tuple[Mapping[str, float], Judgement]] = {}
        mask = Box(0, 1, (len(self.actions),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": deepcopy(self.observations.space), "action_mask": deepcopy(mask)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}

    # ---- copies

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _REMADE}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)  # makes an environment of the same arguments
        self.__dict__.update(state)

    def __deepcopy__(self, memo: dict[int, Any]) -> raw_env:
        memo |= {id(part): part for part in (self.rules, self.actions, self.observations)}  # they never change
        if "game" in vars(self):
            memo[id(self.game)] = self.game.branch()
        twin = object.__new__(type(self))
        twin.__dict__.update(deepcopy({**vars(self), "_judgements": {}}, memo))
        return twin

    def __copy__(self) -> raw_env:
        return deepcopy(self)

    # ---- spaces

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    # ---- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            seed = read_number("seed", seed)
            self._seeds = np_random(seed)[0]
        number = int(self._seeds.integers(_SEEDS)) if seed is None else seed
        self.game = self.rules.new_game(self._players, number)
        self._draw = Random(number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self._legal:
            raise ValueError(f"action {action} is not legal now")
        self._cumulative_rewards[agent] = 0
        self.game.play(self._legal.index(action))
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """To whoever acts next, with what the game has come to."""
        game = self.game
        self._legal = self.actions.legal(game)
        self.agent_selection = self.possible_agents[max(game.seat, 0)]
        if game.over:
            self.rewards = dict(zip(self.agents, self._reward(game), strict=False))
            self.terminations = dict.fromkeys(self.agents, True)
            seats = zip(self.agents, game.scores.items(), strict=False)
            self.infos = {agent: {"score": score, "won": name in game.winners} for agent, (name, score) in seats}
            self._accumulate_rewards()
        elif len(game.chosen) >= MOST_DECISIONS:
            self.truncations = dict.fromkeys(self.agents, True)

    # ---- looking

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        mask = np.zeros(len(self.actions), np.int8)
        if agent == self.agent_selection:
            mask[self._legal] = 1
        return {"observation": self.observations.observe(self.game, self._seat[agent]), "action_mask": mask}

    def features(self, agent: str) -> dict[str, float]:
        """The features by which bots judge a position, each by its name, of a game that the agent could be in.

        Those that are 0 are left out.
        """
        seat = self._seat[agent]
        values: dict[str, float] = {}
        for name, number in features(sample_world(self.game, self.game.players[seat], self._draw.getrandbits(64)), seat):
            values[name] = values.get(name, 0.0) + number
        return values

    def worths(self, weights: Mapping[str, float]) -> dict[int, float]:
        """The worth of each legal action to whoever acts: the weighted sum of the features of the position after it.

        Of what is hidden or drawn the position shows one of the cases that the agent could meet. Weights must not change later.
        """
        world = imagine_game(self.game, self._draw)
        old_weights, judgement = self._judgements.get(world.seat, (None, None))
        if judgement is None or old_weights is not weights:
            throughout = {name: Weight(weight, 0.0, 0.0) for name, weight in weights.items()}
            judgement = Judgement(throughout, self.rules, self._players, world.seat)
            self._judgements[world.seat] = weights, judgement
        judgement.rebase(world)
        worths = [judgement.worth(future) for _, future in futures(world, self._draw)]
        return dict(zip(self._legal, worths, strict=True))

    def render(self) -> str | None:
        if self.render_mode is None:
            logger.warn("this environment was made without a render_mode, so there is nothing to render")
            return None

        # as `caylus play` composes it for somebody who sees everything, and what is asked
        from caylus_tools.screen.compose import compose  # needs rich, which learning has no other use for
        from caylus_tools.screen.marked import plain
        from caylus_tools.screen.scene import Scene

        lines = [plain(line).rstrip() for line in compose(Scene(self.game, None), _WIDTH).lines]
        decision = self.game.decision
        prompt = f"{decision.player}: {decision.prompt}" if decision else f"over: {self.game.result.render(self.game.labels)}"
        text = "\n".join([*lines, prompt, ""])
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Holds nothing that has to be released; PettingZoo asks for it."""


def _win(game: caylus.Game) -> list[float]:
    winners = game.winners
    others = len(game.players) - len(winners)
    if not winners:
        return [-1.0] * others
    if not others:
        return [1.0 if game.rules.model.may_win is not None else 0.0] * len(winners)
    return [1 / len(winners) if name in winners else -1 / others for name in game.players]


def _margin(game: caylus.Game) -> list[float]:
    standings = game.result.standings
    scores = [standing.score for standing in standings]
    ahead = {
        name: score - fmean([*scores[:at], *scores[at + 1 :]] or [0])
        for at, (standing, score) in enumerate(zip(standings, scores, strict=True))
        for name in standing.players
    }
    return [ahead[name] for name in game.players]


_REMADE = frozenset({"rules", "actions", "observations", "_judgements"})
"""What the arguments of an environment make again, so that no pickle holds it."""
_REWARDS = {"win": _win, "margin": _margin}
