"""Turns told to people at all their tables: by a push to a browser, a webhook of their own, or a mail."""

from __future__ import annotations

import base64
import json
import logging
import smtplib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from email.message import EmailMessage
from functools import cached_property, partial
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from caylus_tools.server import Refused
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.rows import ReminderRow, digest, fresh
from caylus_tools.server.webhooks import Turn, Webhooks

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

    from caylus_tools.server.storage.store import Store

MOST = 8
"""Addresses that one person may have."""
_VALID = 12 * 3600
"""Seconds for which a proof of who pushes is good."""
_KEPT = 24 * 3600
"""Seconds for which a service keeps a push for a browser that is not there."""
_SECONDS = 20.0
"""For one mail."""

_log = logging.getLogger(__name__)


class Vapid:
    """The proof to services of browsers that a push comes from this server (RFC 8292). `contact` is whom they may ask."""

    def __init__(self, store: Store, contact: str) -> None:
        self._store = store
        self._contact = contact if contact.startswith("https:") else "mailto:nobody@example.org"

    @cached_property
    def _key(self) -> EllipticCurvePrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key, generate_private_key

        made = self._store.key("vapid", lambda: str(generate_private_key(SECP256R1()).private_numbers().private_value))
        return derive_private_key(int(made), SECP256R1())

    @cached_property
    def public(self) -> str:
        """The public key, as browsers want it."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return _base64(self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def head(self, endpoint: SplitResult) -> dict[str, str]:
        """The headers of a push without a body."""
        from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        claims = {"aud": f"{endpoint.scheme}://{endpoint.netloc}", "exp": int(time.time()) + _VALID, "sub": self._contact}
        signed = ".".join(_base64(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ECDSA(SHA256())))
        token = f"{signed}.{_base64(r.to_bytes(32) + s.to_bytes(32))}"
        return {"Authorization": f"vapid t={token}, k={self.public}", "TTL": str(_KEPT), "Content-Length": "0"}


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Mailer:
    """Sends mail by the server of a URL: `smtp://USER:PASSWORD@HOST:587?from=games@example.org`, or `smtps://`.

    Raises ValueError for another one.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.sender = parse_qs(parts.query).get("from", [""])[0]
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in self.sender:
            raise ValueError("a mail server is written smtp://USER:PASSWORD@HOST:587?from=games@example.org")
        self._is_tls = parts.scheme == "smtps"
        self._host, self._port = parts.hostname, parts.port or (465 if self._is_tls else 587)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")

    def send(self, to: str, subject: str, text: str) -> str | None:
        """Sends one mail; returns the error, if any."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message.set_content(text)
        connect = smtplib.SMTP_SSL if self._is_tls else smtplib.SMTP
        try:
            with connect(self._host, self._port, timeout=_SECONDS) as server:
                if not self._is_tls and server.has_extn("starttls"):
                    server.starttls()
                if self._user:
                    server.login(self._user, self._password)
                server.send_message(message)
        except (OSError, smtplib.SMTPException) as error:
            _log.warning("a mail was not sent: %s", type(error).__name__)
            return "The mail server did not take it."
        return None


class Reminders:
    """The addresses of people. `home` is what links to pages begin with; without a `mailer` nobody is sent mail."""

    def __init__(self, store: Store, hooks: Webhooks, home: str, mailer: Mailer | None = None) -> None:
        self._store = store
        self._hooks = hooks
        self._home = home
        self._mailer = mailer
        self._mails = ThreadPoolExecutor(1, "mails")
        self.vapid = Vapid(store, home)

    def close(self) -> None:
        self._mails.shutdown(wait=False, cancel_futures=True)

    @property
    def sends_mail(self) -> bool:
        return self._mailer is not None

    def add(self, visitor: str, kind: str, address: str) -> None:
        """Adds an address. A mail address waits until somebody follows the link that is sent there. Raises Refused."""
        known = self._store.reminders(visitor)
        if len(known) >= MOST and all(one.address != address for one in known):
            raise Refused("bad", f"You have {MOST} addresses already: remove one first.")
        if kind == "mail":
            self._add_mail(visitor, address)
        elif kind in ("push", "hook"):
            self._hooks.check(address)
            self._store.put_reminder(ReminderRow(visitor, address, kind))  # type: ignore[arg-type] # one of these two
        else:
            raise Refused("bad", "People are told by a push, a webhook or a mail.")

    def _add_mail(self, visitor: str, address: str) -> None:
        name, _, host = address.partition("@")
        if self._mailer is None:
            raise Refused("bad", "This server sends no mail.")
        if not (name and "." in host and address.isascii() and address.isprintable() and not set(address) & set(' ,;<>"')):
            raise Refused("bad", "That is no address for mail.")
        token = fresh()
        self._store.put_reminder(ReminderRow(visitor, address, "mail", unconfirmed=digest(token)))
        text = f"Somebody wants to be told here when it is their turn at a table of {self._home}. If that is you, open\n\n"
        text += f"{self._home}/settings#confirm.{token}\n\nIf not, do nothing: no more will come.\n"
        self._mail(ReminderRow(visitor, address, "mail", digest(token)), "Your turns by mail?", text)

    def tell(self, visitor: str, turn: Turn) -> None:
        """Tells somebody of a turn, at all addresses. Returns at once."""
        for reminder in self._store.reminders(visitor):
            told = partial(self._keep_error, reminder)
            if reminder.kind == "push":
                self._hooks.tell(reminder.address, turn, head=self.vapid.head, told=told)
            elif reminder.kind == "hook":
                self._hooks.tell(reminder.address, turn, told=told)
            elif reminder.unconfirmed is None:
                text = f"{turn.seat} has to decide: {turn.link}\n\nTo be told no more: {self._home}/settings\n"
                self._mail(reminder, f"Your turn: {turn.title}", text)

    def _mail(self, reminder: ReminderRow, subject: str, text: str) -> None:
        if self._mailer is not None:
            send: Callable[[], str | None] = partial(self._mailer.send, reminder.address, subject, text)
            self._mails.submit(lambda: self._keep_error(reminder, send()))

    def _keep_error(self, reminder: ReminderRow, error: str | None) -> None:
        """Keep the last error for whoever looks; a browser that is gone is told no more."""
        try:
            if reminder.kind == "push" and error in ("The answer was 404.", "The answer was 410."):
                self._store.drop_reminder(reminder.visitor, reminder.address)
            elif error != reminder.last_error:
                self._store.put_reminder(replace(reminder, last_error=error))
        except StorageError:
            _log.warning("what became of a reminder could not be kept")
