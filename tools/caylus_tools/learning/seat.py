"""Any ruleset as a Gymnasium environment: an agent has one seat, bots have the others.

Observations, rewards and actions are those of `environment.raw_env`. An action that is not legal ends the game with -1; which are
legal, the observation's `action_mask` and `action_masks` tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import caylus
import gymnasium
import numpy as np
from caylus.spaces import ActionSpace

from caylus_tools.bots import Bot, bot_named

from .environment import Observations, raw_env, read_number

Observation = dict[str, Any]
"""`observation` and `action_mask`: an array each."""
_SEEDS = 2**32


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A game of a ruleset in which bots called `against` have all seats but one.

    The agent has the seat of number `seat`, or in each game another, drawn. All other options are those of `raw_env`. Infos tell
    at the end the agent's `score`, and whether it has `won`.
    """

    metadata = raw_env.metadata

    def __init__(
        self,
        ruleset: caylus.Ruleset | str | Path,
        variants: Sequence[str] = (),
        players: int = 2,
        against: str = "normal",
        seat: int | None = None,
        relative: bool = True,
        **options: Any,
    ) -> None:
        bot_named(against, 0)  # raises for a name that nobody has, before a game is begun
        self._table = raw_env(ruleset, variants, players, relative=relative, **options)
        agents = self._table.possible_agents
        if seat is not None and not 0 <= read_number("seat", seat) < len(agents):
            raise ValueError(f"there is no seat {seat}; there are {len(agents)}, counted from 0")
        self._against, self._seat, self._agent = against, seat, agents[seat or 0]
        self._bots: dict[str, Bot] = {}
        self.observation_space = self._table.observation_space(self._agent)
        self.action_space = self._table.action_space(self._agent)
        self.metadata, self.render_mode = self._table.metadata, self._table.render_mode

    @property
    def game(self) -> caylus.Game:
        """The game that is played."""
        return self._table.game

    @property
    def actions(self) -> ActionSpace:
        """The meanings of actions."""
        return self._table.actions

    @property
    def observations(self) -> Observations:
        """The meanings of observations."""
        return self._table.observations

    def __copy__(self) -> SeatEnv:
        return deepcopy(self)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins a game. A seed settles the game, the agent's seat, the bots, and all of these in later games."""
        seed = None if seed is None else read_number("seed", seed)
        super().reset(seed=seed)
        self._table.reset(seed=seed)
        agents = self._table.possible_agents
        if self._seat is None:
            self._agent = agents[int(self.np_random.integers(len(agents)))]
        self._bots = {agent: bot_named(self._against, int(self.np_random.integers(_SEEDS))) for agent in agents}
        self._let_others_play()
        return self._table.observe(self._agent), {**self._table.infos[self._agent]}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action, and lets the bots play until the agent decides again or the game is over."""
        agent = self._agent
        if not self.action_masks()[action]:
            return self._table.observe(agent), -1.0, True, False, {}
        self._table.step(int(action))
        self._let_others_play()
        table = self._table
        reward, is_over, is_truncated = table.rewards[agent], table.terminations[agent], table.truncations[agent]
        return table.observe(agent), reward, is_over, is_truncated, {**table.infos[agent]}

    def action_masks(self) -> np.ndarray[Any, Any]:
        """For each action whether it is legal now, under the name that maskable learners ask by."""
        return np.asarray(self._table.observe(self._agent)["action_mask"], bool)

    def render(self) -> Any:
        return self._table.render()

    def _let_others_play(self) -> None:
        table = self._table
        while table.agent_selection != self._agent and not (table.terminations[self._agent] or table.truncations[self._agent]):
            legal = table.actions.legal(table.game)
            table.step(legal[self._bots[table.agent_selection](table.game)])


gymnasium.register("caylus/Seat-v0", entry_point=f"{__name__}:{SeatEnv.__name__}")
