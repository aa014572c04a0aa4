"""Secrets that stand for a person or a seat. The database keeps digests alone: who reads it can sit down nowhere."""

from __future__ import annotations

import hashlib
import secrets


def fresh() -> str:
    """A new token that nobody can guess, fit for addresses and cookies."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """The digest of a token that is stored: SHA-256 as 64 hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()
