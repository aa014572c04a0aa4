"""What is written down: one line for each event, and for a database that is away no more than that."""

from __future__ import annotations

import io
import json
import logging

import pytest
from caylus_tools.server.storage.database import StorageUnavailable
from caylus_tools.server.web import monitoring


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_a_fault_has_a_trace_and_a_database_that_is_away_a_sentence(stream: io.StringIO) -> None:
    with monitoring.write_log(stream):
        for fault in (StorageUnavailable("the database is not available: it is busy"), ValueError("odd")):
            try:
                raise fault
            except Exception:
                logging.getLogger("any").exception("a bot's choice was lost")
    logging.getLogger("any").error("the server has ended")
    assert "the server has ended" not in stream.getvalue()
    away, *odd = stream.getvalue().splitlines()
    assert "a bot's choice was lost" in away
    assert "the database is not available: it is busy" in away
    assert "Traceback" not in away
    assert "Traceback" in odd[0] if not stream.isatty() else odd[1].startswith("Traceback")
    assert stream.isatty() or json.loads(away)["why"] == "the database is not available: it is busy"
