"""Board-game rules written as text, checked, and played.

`load` a ruleset, start a `new_game`, ask it for its `decision`, `choose` an option; see `Ruleset` and `Game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

_NAMES = {
    "diagnostics.diagnostic": ("Diagnostic", "Note", "RulesetError", "Severity"),
    "loading.library": ("load", "replay", "resume"),
    "machine.outcomes": ("Stream",),
    "runtime.decisions": ("Decision", "IllegalChoice", "Option", "Reason"),
    "runtime.events": ("Event", "Fact"),
    "runtime.game": ("Game",),
    "runtime.machine": ("Limits", "RuleFault"),
    "runtime.match": ("Match", "MatchTerms"),
    "runtime.ruleset": ("Ruleset",),
    "runtime.seats": ("SPECTATOR", "Spectator"),
    "runtime.state_codec": ("UnknownThing",),
    "runtime.worlds": ("KeptWorlds", "NoWorld", "Worlds"),
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names}
"""Where each name lives. It is fetched when it is first asked for: what only looks something up loads no interpreter."""

__all__ = sorted(_MODULES)

if TYPE_CHECKING:
    from .diagnostics.diagnostic import Diagnostic as Diagnostic, Note as Note, RulesetError as RulesetError, Severity as Severity
    from .loading.library import load as load, replay as replay, resume as resume
    from .machine.outcomes import Stream as Stream
    from .runtime.decisions import Decision as Decision, IllegalChoice as IllegalChoice, Option as Option, Reason as Reason
    from .runtime.events import Event as Event, Fact as Fact
    from .runtime.game import Game as Game
    from .runtime.machine import Limits as Limits, RuleFault as RuleFault
    from .runtime.match import Match as Match, MatchTerms as MatchTerms
    from .runtime.ruleset import Ruleset as Ruleset
    from .runtime.seats import SPECTATOR as SPECTATOR, Spectator as Spectator
    from .runtime.state_codec import UnknownThing as UnknownThing
    from .runtime.worlds import KeptWorlds as KeptWorlds, NoWorld as NoWorld, Worlds as Worlds

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
