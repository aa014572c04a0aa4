"""A browser is known by one cookie, of which only the hash is ever kept or passed on."""

from __future__ import annotations

import hashlib
import re
import secrets

COOKIE = "caylus"
_YEAR = 365 * 24 * 3600
_FORM = re.compile(r"[\w-]{32}", re.ASCII)


def parse_visitor(token: str | None) -> str | None:
    """The visitor of a cookie, None where it is none of ours in its form."""
    return hashlib.sha256(token.encode()).hexdigest() if token and _FORM.fullmatch(token) else None


def new_token() -> str:
    return secrets.token_urlsafe(24)


def set_cookie(token: str, *, secure: bool) -> str:
    """The header that gives a browser its cookie."""
    return cookie(COOKIE, token, "/", secure=secure)


def watching(table: str) -> str:
    """The name of the cookie in which the link of a table's spectators is kept."""
    return f"{COOKIE}-watch-{table}"


def cookie(name: str, value: str, path: str, *, secure: bool) -> str:
    return f"{name}={value}; Path={path}; Max-Age={_YEAR}; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}"
