"""Rulesets as environments for learning: `env`, or `raw_env` without wrappers, of any ruleset. README.md here tells it all."""

from caylus_tools.common.errors import need_extra

need_extra("learn", "numpy", "pettingzoo")

from .environment import env, raw_env  # noqa: E402

__all__ = ["env", "raw_env"]
