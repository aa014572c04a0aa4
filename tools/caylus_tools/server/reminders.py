"""Tell people of their turns: by hooks, pushes and mail."""

from __future__ import annotations

import base64
import http.client
import json
import logging
import smtplib
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from email.message import EmailMessage
from functools import cached_property, partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Event, Timer
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from caylus_tools.server import Refused
from caylus_tools.server.queues import Asker, FairQueue
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.schema import ReminderRow, digest, fresh

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

    from caylus_tools.server.storage.store import Store


LONGEST_URL = 500
SECONDS = 5.0
"""For one request, from the first byte to the answer."""

PAUSES = (0.0, 1.0, 5.0)
"""Seconds before each try."""

MOST_WAITING = 256
AT_ONCE = 4

_log = logging.getLogger(__name__)

Address = IPv4Address | IPv6Address
Head = Callable[[SplitResult], dict[str, str]]
"""The headers of a request to an address."""
Told = Callable[["str | None"], object]
"""Hears what went wrong; None: nothing."""
Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a host. Raises OSError."""


class Turn(NamedTuple):
    """A message: the table and the seat, by names of the server, the title of the table, and its address."""

    table: str
    seat: str
    title: str
    link: str


class _Failed(Exception):
    """A request did not arrive; `is_final` where it would not the next time."""

    def __init__(self, text: str, is_final: bool = False) -> None:
        super().__init__(text)
        self.is_final = is_final


def _resolve_host(host: str, port: int) -> list[str]:
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class Webhooks:
    """`told` is called with table, seat and what went wrong (None: nothing) after each turn that was told, in a thread.

    With `private`, for a server at home, plain `http` and any address will do.
    """

    def __init__(
        self,
        callback: Callable[[str, str, str | None], object],
        private: bool = False,
        resolve: Resolve = _resolve_host,
        context: ssl.SSLContext | None = None,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._told = callback
        self._private = private
        self._resolve = resolve
        self._context = context or ssl.create_default_context()
        self._pauses = pauses
        self._queue = FairQueue(AT_ONCE, MOST_WAITING)
        self._closed = Event()

    def check(self, url: str) -> None:
        """Raises Refused where nothing would ever be sent to such an address. What its name leads to is looked at when it is."""
        self._split(url)

    def tell(self, url: str, turn: Turn, *, head: Head | None = None, callback: Told | None = None) -> None:
        """Returns at once. With a `head` nothing else is sent: a push, which tells a service of browsers nothing of the game.

        `callback` is called with what went wrong in place of the one for all.
        """
        callback = callback or partial(self._told, turn.table, turn.seat)
        try:
            self._queue.submit(Asker("", turn.table), partial(self._deliver, url, turn, head, callback))
        except Refused:
            callback("Too much was to be told at once.")

    def close(self) -> None:
        """Stop: messages that have not been sent by now are dropped."""
        self._closed.set()
        self._queue.close()

    def _deliver(self, url: str, turn: Turn, head: Head | None, callback: Told) -> None:
        try:
            callback(self._try_post(url, turn, head))
        except Exception:
            _log.exception("what became of a webhook of table %s could not be kept", turn.table)

    def _try_post(self, url: str, turn: Turn, head: Head | None) -> str | None:
        """Post once; returns the error, if any."""
        wrong = "It was not tried."
        for pause in self._pauses:
            if self._closed.wait(pause):
                break
            try:
                self._send(url, turn, head)
                return None
            except Refused as refusal:
                return refusal.text
            except _Failed as failure:
                wrong = str(failure)
                if failure.is_final:
                    break
        return wrong

    def _send(self, url: str, turn: Turn, head: Head | None) -> None:
        parts = self._split(url)
        host, port = parts.hostname or "", _port(parts)
        text = f"{turn.title}: {turn.seat} has to decide. {turn.link}"
        body = json.dumps({"text": text, "content": text, "table": turn.title, "seat": turn.seat, "link": turn.link})
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json"} if head is None else head(parts)
        headers |= {"User-Agent": "caylus", "Connection": "close"}
        with self._connect(parts.scheme, host, port) as connection:
            try:
                connection.request("POST", path, body.encode() if head is None else b"", headers)
                status = connection.getresponse().status
            except (OSError, http.client.HTTPException):
                raise _Failed(f"There was no answer within {SECONDS:g} seconds, or none that makes sense.") from None
        if not 200 <= status < 300:
            redirect_note = ", which leads elsewhere and is not followed" if 300 <= status < 400 else ""
            raise _Failed(f"The answer was {status}{redirect_note}.", is_final=status < 500)

    @contextmanager
    def _connect(self, scheme: str, host: str, port: int) -> Iterator[http.client.HTTPConnection]:
        """A connection to the very address that was looked at, cut off when its time is over."""
        address = self._address(host, port)
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        try:
            plain = socket.create_connection((str(address), port), timeout=SECONDS)
        except OSError:
            raise _Failed("Nobody is there.") from None
        cut = Timer(SECONDS, _cut, (plain,))
        cut.daemon = True
        cut.start()
        try:
            connection.sock = self._context.wrap_socket(plain, server_hostname=host) if scheme == "https" else plain
            cut.args = (connection.sock,)
            yield connection
        except ssl.SSLError:
            raise _Failed("It does not prove by its certificate that it is what it is called.") from None
        except OSError:
            raise _Failed("The connection was lost.") from None
        finally:
            cut.cancel()
            plain.close()
            connection.close()

    def _address(self, host: str, port: int) -> Address:
        """Raises Refused where any of a host's addresses is not everybody's."""
        try:
            addresses = [ip_address(text.partition("%")[0]) for text in self._resolve(host, port)]
        except (OSError, UnicodeError, ValueError):
            raise _Failed("Nobody is called that.") from None
        if not addresses:
            raise _Failed("Nobody is called that.")
        if not self._private and not all(map(is_public, addresses)):
            raise Refused("bad", "That address is not open to everybody.")
        return addresses[0]

    def _split(self, url: str) -> SplitResult:
        wrong = f"A webhook is an address of at most {LONGEST_URL} letters, like `https://example.org/…`."
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", _port(parts)
        except ValueError:
            raise Refused("bad", wrong) from None
        schemes = ("https", "http") if self._private else ("https",)
        is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST_URL
        if not (is_plain and parts.scheme in schemes and host and port and "@" not in parts.netloc and not parts.fragment):
            raise Refused("bad", wrong)
        with suppress(ValueError):
            if not self._private and not is_public(ip_address(host)):
                raise Refused("bad", "That address is not open to everybody.")
        return parts


def is_public(address: Address) -> bool:
    """Return whether an address is one that the whole net knows, also where it only wraps one of the older kind."""
    if isinstance(address, IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1]) or _embedded_address(address)
        if inside:
            return is_public(inside)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _embedded_address(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address in one of a translator between the two kinds (64:ff9b::/96)."""
    value = int(address)
    return IPv4Address(value & 0xFFFFFFFF) if value >> 32 == 0x64FF9B << 64 else None


def _port(parts: SplitResult) -> int:
    """Raises ValueError."""
    return parts.port if parts.port is not None else {"https": 443, "http": 80}.get(parts.scheme, 0)


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


MOST = 8
"""Addresses that one person may have."""
_VALID = 12 * 3600
"""Seconds for which a proof of who pushes is good."""
_KEPT = 24 * 3600
"""Seconds for which a service keeps a push for a browser that is not there."""
_SECONDS = 20.0
"""For one mail."""


class Vapid:
    """The proof to services of browsers that a push comes from this server (RFC 8292). `contact` is whom they may ask."""

    def __init__(self, store: Store, contact: str) -> None:
        self._store = store
        self._contact = contact if contact.startswith("https:") else "mailto:nobody@example.org"

    @cached_property
    def _key(self) -> EllipticCurvePrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key, generate_private_key

        secret = self._store.key("vapid", lambda: str(generate_private_key(SECP256R1()).private_numbers().private_value))
        return derive_private_key(int(secret), SECP256R1())

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
        signing_input = ".".join(_base64(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signing_input.encode(), ECDSA(SHA256())))
        token = f"{signing_input}.{_base64(r.to_bytes(32) + s.to_bytes(32))}"
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
        self._mails = FairQueue(1, MOST_WAITING)
        self.vapid = Vapid(store, home)

    def close(self) -> None:
        self._mails.close()

    @property
    def sends_mail(self) -> bool:
        return self._mailer is not None

    def add(self, visitor: str, kind: str, address: str) -> None:
        """Adds an address. A mail address waits until somebody follows the link that is sent there. Raises Refused."""
        reminders = self._store.reminders(visitor)
        if len(reminders) >= MOST and all(one.address != address for one in reminders):
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
            on_error = partial(self._keep_error, reminder)
            if reminder.kind == "push":
                self._hooks.tell(reminder.address, turn, head=self.vapid.head, callback=on_error)
            elif reminder.kind == "hook":
                self._hooks.tell(reminder.address, turn, callback=on_error)
            elif reminder.unconfirmed is None:
                text = f"{turn.seat} has to decide: {turn.link}\n\nTo be told no more: {self._home}/settings\n"
                self._mail(reminder, f"Your turn: {turn.title}", text)

    def _mail(self, reminder: ReminderRow, subject: str, text: str) -> None:
        if self._mailer is not None:
            send: Callable[[], str | None] = partial(self._mailer.send, reminder.address, subject, text)
            with suppress(Refused):  # too many wait
                self._mails.submit(Asker("", reminder.visitor), lambda: self._keep_error(reminder, send()))

    def _keep_error(self, reminder: ReminderRow, error: str | None) -> None:
        """Keep the last error for whoever looks; a browser that is gone is told no more."""
        try:
            if reminder.kind == "push" and error in ("The answer was 404.", "The answer was 410."):
                self._store.drop_reminder(reminder.visitor, reminder.address)
            elif error != reminder.last_error:
                self._store.put_reminder(replace(reminder, last_error=error))
        except StorageError:
            _log.warning("what became of a reminder could not be kept")
