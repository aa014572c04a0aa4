"""Board-game rules written as text, checked, and played.

`load` a ruleset, start a `new_game`, ask it for its `decision`, `choose` an option; see `Ruleset` and `Game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

_MODULES = {
    "Decision": "runtime.decisions",
    "Diagnostic": "diagnostics.diagnostic",
    "Event": "runtime.events",
    "Fact": "runtime.events",
    "Game": "runtime.game",
    "IllegalChoice": "runtime.decisions",
    "KeptWorlds": "runtime.worlds",
    "Limits": "runtime.machine",
    "Match": "runtime.match",
    "MatchTerms": "runtime.match",
    "NoWorld": "runtime.worlds",
    "Note": "diagnostics.diagnostic",
    "Option": "runtime.decisions",
    "Reason": "runtime.decisions",
    "RuleFault": "runtime.machine",
    "Ruleset": "runtime.ruleset",
    "RulesetError": "diagnostics.diagnostic",
    "SPECTATOR": "runtime.seats",
    "Severity": "diagnostics.diagnostic",
    "Spectator": "runtime.seats",
    "Stream": "machine.outcomes",
    "UnknownThing": "runtime.state_codec",
    "Worlds": "runtime.worlds",
    "load": "loading.library",
    "replay": "loading.library",
    "resume": "loading.library",
}
"""Where each name lives. It is fetched when it is first asked for: what only looks something up loads no interpreter."""

__all__ = list(_MODULES)

if TYPE_CHECKING:
    from .diagnostics.diagnostic import Diagnostic as Diagnostic
    from .diagnostics.diagnostic import Note as Note
    from .diagnostics.diagnostic import RulesetError as RulesetError
    from .diagnostics.diagnostic import Severity as Severity
    from .loading.library import load as load
    from .loading.library import replay as replay
    from .loading.library import resume as resume
    from .machine.outcomes import Stream as Stream
    from .runtime.decisions import Decision as Decision
    from .runtime.decisions import IllegalChoice as IllegalChoice
    from .runtime.decisions import Option as Option
    from .runtime.decisions import Reason as Reason
    from .runtime.events import Event as Event
    from .runtime.events import Fact as Fact
    from .runtime.game import Game as Game
    from .runtime.machine import Limits as Limits
    from .runtime.machine import RuleFault as RuleFault
    from .runtime.match import Match as Match
    from .runtime.match import MatchTerms as MatchTerms
    from .runtime.ruleset import Ruleset as Ruleset
    from .runtime.seats import SPECTATOR as SPECTATOR
    from .runtime.seats import Spectator as Spectator
    from .runtime.state_codec import UnknownThing as UnknownThing
    from .runtime.worlds import KeptWorlds as KeptWorlds
    from .runtime.worlds import NoWorld as NoWorld
    from .runtime.worlds import Worlds as Worlds

    __version__: str
else:

    def __getattr__(name: str) -> object:
        if name == "__version__":
            return _version()
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        globals()[name] = value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_MODULES, "__version__"})

    def _version() -> str:
        """The installed version; a source tree that nobody has installed has none."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("caylus-rules")
        except PackageNotFoundError:
            return "0+source"
