"""For those who run the server: whether it works, and how it fares."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response

from caylus_tools.server.storage.errors import StorageError

from .addresses import is_this_machine
from .metrics import TYPE
from .problems import Problem, json_response
from .services import Services


async def health(request: Request) -> Response:
    """200 where tables can be played: the database answers, and somebody is free to ask it."""
    services: Services = request.app.state.services
    try:
        await services.work.run(services.store.public_tables, 1)
    except StorageError:
        raise Problem(503, "unavailable", "The database does not answer.", retry_after=2) from None
    return json_response({"healthy": True, "server": services.assets.version})


async def metrics(request: Request) -> Response:
    """What is counted, for this machine itself and for whoever brings the token."""
    services: Services = request.app.state.services
    token = services.settings.metrics_token
    brought = request.headers.get("authorization", "").removeprefix("Bearer ")
    has_token = bool(token) and secrets.compare_digest(brought.encode(), token.encode())
    if not has_token and not is_this_machine(request.scope, services.settings):
        raise Problem(403, "not_yours", "These figures are for who runs this server.")
    return Response(services.metrics.text(), media_type=TYPE)
