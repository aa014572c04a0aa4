"""JSON as it is sent: short, and in the letters that it is written in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def as_json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def merge_objects(*parts: bytes) -> bytes:
    """One object of several: what many are told is put into words once."""
    return b"{" + b",".join(part[1:-1] for part in parts if part != b"{}") + b"}"


def fields(values: Mapping[str, bytes]) -> bytes:
    """An object of values that are JSON already."""
    return b"{" + b",".join(b'"' + name.encode() + b'":' + value for name, value in values.items()) + b"}"


def array(items: list[bytes]) -> bytes:
    return b"[" + b",".join(items) + b"]"
