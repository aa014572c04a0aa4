"""For those who run the server: whether it works, and how it fares. Neither waits for games or for the database."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response

from .addresses import is_this_machine
from .metrics import TYPE
from .problems import Problem, json_response
from .services import Services

WRONG = {
    "full": "The disk is full: nothing can be stored.",
    "unavailable": "The database cannot be used.",
    "silent": "The database has stored nothing for ten seconds.",
}


async def health(request: Request) -> Response:
    """200 where the database stores what it is given, as the last write of the server has shown; else 503 and a word."""
    services: Services = request.app.state.services
    state = services.store.health.state
    if state != "well":
        raise Problem(503, state, WRONG[state], retry_after=2)
    return json_response({"healthy": True, "server": services.assets.version})


async def metrics(request: Request) -> Response:
    """The metrics, for this machine itself and for whoever brings the token."""
    services: Services = request.app.state.services
    token = services.settings.metrics_token
    brought = request.headers.get("authorization", "").removeprefix("Bearer ")
    has_token = bool(token) and secrets.compare_digest(brought.encode(), token.encode())
    if not has_token and not is_this_machine(request.scope, services.settings):
        raise Problem(403, "not_yours", "These figures are for who runs this server.")
    return Response(services.metrics.text(), media_type=TYPE)
