"""The workshop: rules that somebody is writing in a browser, checked, drawn, tried and played while they are written.

`workshop` is the door. Everything else here are jobs that run in the bounded processes of `server.rules`, because the rules are
those of strangers: `making` checks and draws, answers about places in a text and lists the files to begin with, `positions` sets
up and plays a position, and plays games of bots against the base. Nothing is stored; a page sends all texts with each request.
"""

from __future__ import annotations

from .positions import Position as Position
from .workshop import Texts as Texts, Workshop as Workshop
