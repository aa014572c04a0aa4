"""Problems with a request, as an answer: a code, a sentence, and where it helps the reasons."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

STATUS = {
    "malformed": 400,
    "no_table": 404,
    "no_seat": 404,
    "no_rules": 404,
    "no_ruleset": 404,
    "no_draft": 404,
    "not_found": 404,
    "not_yours": 403,
    "stale": 409,
    "too_many": 429,
    "busy": 503,
    "unavailable": 503,
}
"""The HTTP status of refusals that come from elsewhere; 422, what cannot be done as asked, of all others."""


class Problem(Exception):
    """Ends a request with an error. `retry_after` is in seconds, where the same may be asked again later."""

    def __init__(
        self,
        status: int,
        code: str,
        text: str,
        reasons: Sequence[Mapping[str, Any]] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text
        self.reasons = tuple(reasons)
        self.retry_after = retry_after

    @classmethod
    def from_refusal(cls, code: str, text: str, reasons: Sequence[Mapping[str, Any]] = ()) -> Problem:
        """Of a refusal that comes from a table or from rules."""
        status = STATUS.get(code, 422)
        return cls(status, code, text, reasons, 1 if status in (429, 503) else None)

    def answer(self) -> Response:
        error = {"code": self.code, "text": self.text, "reasons": list(self.reasons)}
        headers = {} if self.retry_after is None else {"Retry-After": str(max(1, round(self.retry_after)))}
        return json_response({"error": error}, self.status, headers)


def json_bytes(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")


def json_response(document: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer in JSON; bytes are JSON already."""
    data = document if isinstance(document, bytes) else json_bytes(document)
    return Response(data, status, headers, media_type="application/json")
