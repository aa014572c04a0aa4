"""The engine, spoilt in one place at a time: what hides something hides it no more."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import caylus
import pytest
from caylus.analysis.secrets.flow import Flow
from caylus.runtime import saves
from caylus.runtime.visibility import Sight

OTHERWISE = ("counts", "always_sees")
"""The first is the same for all seats; the second is asked of described positions, in which no pair begins."""

Spoil = Callable[[pytest.MonkeyPatch], None]


def mutants() -> Iterator[tuple[str, Spoil]]:
    """The mutations, and how to make them."""
    for name, method in inspect.getmembers(Sight, inspect.isfunction):
        if not name.startswith("_") and name not in OTHERWISE:
            yield f"Sight.{name} hides nothing", _setting(Sight, name, _from_everywhere(method))
    yield "every change is told as one that is counted", _setting(Sight, "counts", lambda self, thing: True)
    for name in ("view", "read", "events_for", "decision_for", "save", "transcript"):
        yield (
            f"Game.{name} takes everybody for one who sees all",
            _setting(caylus.Game, name, _seatless(getattr(caylus.Game, name))),
        )
    yield "one option is never asked for", _setting(Flow, "must_be_asked", lambda self, asks: False)
    yield "options are open to all", _setting(Flow, "is_open", lambda self, asks: True)
    yield "every variable is public", _setting(Flow, "is_public", lambda self, variable: True)
    yield "values rest on nothing hidden", _setting(Flow, "secret_parameters", lambda self, value: ())
    yield "undo goes behind draws and reveals", _setting(saves.History, "is_own", lambda *asked: True)


def _setting(owner: Any, name: str, value: object) -> Spoil:
    return lambda patch: patch.setattr(owner, name, value)


def _from_everywhere(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a sight, as for one who sees everything."""
    return lambda self, *asked, **more: method(Sight(self.names, self.s, None), *asked, **more)


def _seatless(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a game, as for nobody's seat."""
    parameters = list(inspect.signature(method).parameters)

    def ask(*asked: Any, **more: Any) -> Any:
        given = dict(zip(parameters, asked, strict=False)) | more
        return method(**{**given, "player": None})

    return ask
