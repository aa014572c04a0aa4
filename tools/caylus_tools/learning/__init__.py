"""Rulesets as environments for learning: `env` (`raw_env` without wrappers) for all seats, `SeatEnv` for one. See README.md."""

from caylus_tools.common.extras import need_extra

need_extra("learn")

from .environment import env, raw_env  # noqa: E402
from .seat import SeatEnv  # noqa: E402

__all__ = ["SeatEnv", "env", "raw_env"]
