"""What the answers are made with, opened and closed with the application."""

from __future__ import annotations

from dataclasses import dataclass, field

from caylus_tools.server.settings import Settings

from .assets import Assets
from .loop import Heart
from .metrics import Metrics
from .work import Work


@dataclass(frozen=True)
class Services:
    settings: Settings
    assets: Assets
    metrics: Metrics
    work: Work
    """For what people wait for at a table."""
    long_work: Work
    """For what may take seconds: rules that are checked, games that are told anew."""
    heart: Heart = field(default_factory=Heart)


_THREADS, _LONG_THREADS = 16, 2


def services(settings: Settings) -> Services:
    waiting = settings.limits.waiting
    return Services(settings, Assets(), Metrics(), Work(_THREADS, waiting), Work(_LONG_THREADS, waiting // 4))
