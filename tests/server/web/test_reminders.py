"""Turns told to people at all their tables: to a webhook, a browser's service and a mailbox, only while nobody looks on."""

from __future__ import annotations

import base64
import json
import re
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from caylus_tools.server.reminders import Mailer
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from ..test_webhooks import Listener
from .site import FREE, Site

SECONDS = 20.0


class Mailbox(socketserver.StreamRequestHandler):
    """A mail server that takes one mail a connection."""

    mails: list[str]

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                self.mails.append(b"".join(iter(self.rfile.readline, b".\r\n")).decode())
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 well\r\n")
            if word == b"QUIT":
                return


@contextmanager
def mailbox() -> Iterator[tuple[str, list[str]]]:
    mails: list[str] = []
    handler = type("Box", (Mailbox,), {"mails": mails})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"smtp://127.0.0.1:{server.server_address[1]}?from=games@example.org", mails
        server.shutdown()


def wait_for(found: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS
    while not found() and time.monotonic() < until:
        time.sleep(0.02)
    assert found()


def unpack(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def assert_signed(head: str, endpoint: str) -> None:
    """The proof of a push holds for this endpoint's server, by the key that it names."""
    token, key = re.fullmatch(r"vapid t=(.*), k=(.*)", head).groups()  # type: ignore[union-attr]
    signed, _, signature = token.rpartition(".")
    halves = unpack(signature)
    r, s = int.from_bytes(halves[:32]), int.from_bytes(halves[32:])
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), unpack(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ECDSA(SHA256()))
    assert endpoint.startswith(json.loads(unpack(signed.partition(".")[2]))["aud"])


@pytest.mark.slow
def test_a_person_is_told_everywhere_while_nobody_looks_on(start: Callable[..., Site]) -> None:
    with mailbox() as (smtp, mails), Listener() as hook, Listener(201) as push:
        site = start(limits=replace(FREE, private_hooks=1), mail=smtp)
        ann, ben = site.browser(), site.browser()
        for kind, address in (("hook", hook.url), ("push", push.url), ("mail", "ben@example.org")):
            assert ben.do("/api/me/remind", kind=kind, address=address).status_code == 200
        wait_for(lambda: len(mails) == 1)
        token = re.search(r"#confirm\.([\w-]+)", mails[0])[1]  # type: ignore[index]
        assert ben.do("/api/me/confirm", token=token).status_code == 200

        table, one, link = ann.open()
        two = ben.sit(link)
        ann.do(f"/api/tables/{table}/choose", seat=one, revision=0, option="small", key="a1")
        wait_for(lambda: len(hook.heard) == 1 and len(push.heard) == 1 and len(mails) == 2)
        assert json.loads(hook.heard[0][2])["link"] == f"{site.address}/table/{table}"
        _, head, body = push.heard[0]
        assert body == b""
        assert_signed(head["Authorization"], push.url)
        assert f"/table/{table}" in mails[1]

        with ben.live(table, two) as looking:
            looking.next("state")
            ben.do(f"/api/tables/{table}/choose", seat=two, revision=1, option="small", key="b1")
            ann.do(f"/api/tables/{table}/choose", seat=one, revision=2, option="small", key="a2")
            while looking.next("state")["revision"] < 3:
                pass
        assert (len(hook.heard), len(push.heard), len(mails)) == (1, 1, 2)
        [told] = [one for one in ben.get("/api/me").json()["reminders"] if one["kind"] == "hook"]
        assert told == {"kind": "hook", "address": hook.url, "confirmed": True, "error": None}


def test_a_link_makes_another_browser_the_same_person(site: Site) -> None:
    ann, other = site.browser(), site.browser()
    table, one, _ = ann.open()
    token = ann.do("/api/me/link").json()["url"].rpartition(".")[2]
    assert other.do("/api/me/return", token=token).status_code == 200
    assert other.get(f"/api/tables/{table}").json()["yours"] == [one]


@pytest.mark.parametrize("url", ["http://mail.example.org?from=a@b.org", "smtp://mail.example.org"])
def test_what_is_no_mail_server_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="from="):
        Mailer(url)
