"""Every request comes through one door: who may not come in is told so, and every answer says what a browser may do with it."""

from __future__ import annotations

import io
import json
import logging
import time
from collections.abc import Callable

import httpx
import pytest
from caylus_tools.server.queues import Asker
from caylus_tools.server.settings import Limits
from caylus_tools.server.web import guard, monitoring
from caylus_tools.server.web.guard import ALWAYS, parse_visitor

from .site import FREE, Browser, Site

pytestmark = pytest.mark.slow

PAGES = ["/", "/new", "/seat", "/watch", "/rules", "/table/abc", "/table/abc/rules", "/table/abc/replay"]


PROXY = "127.0.0.1"
LIMITS = Limits(requests_per_second=2, choices_per_second=1, tables_per_hour=2, seats_per_hour=4, in_flight_per_visitor=1)


@pytest.fixture(scope="module")
def strict(start: Callable[..., Site]) -> Site:
    """Behind a proxy, which says for whom it asks; each test has addresses of its own."""
    return start(limits=LIMITS, proxies=(PROXY,), metrics_token="let me see")


def forward(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def bare(site: Site) -> httpx.Client:
    """Something that is no browser, and knows nothing of the server."""
    return httpx.Client(base_url=site.address, trust_env=False, timeout=60, verify=False)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(("GET", path) for path in PAGES),
        ("GET", "/health"),
        ("GET", "/metrics"),
        ("GET", "/nowhere"),
        ("GET", "/static/old/app.js"),
        ("GET", "/api/tables/none"),
        ("GET", "/api/tables/%00%ff"),
        ("HEAD", "/"),
        ("POST", "/api/tables"),
        ("POST", "/"),
        ("PUT", "/"),
        ("DELETE", "/api/tables"),
        ("OPTIONS", "/api/tables"),
    ],
)
def test_every_answer_has_the_headers_that_keep_a_page_safe(site: Site, method: str, path: str) -> None:
    with bare(site) as client:
        answer = client.request(method, path)
    assert {name: answer.headers[name] for name in ALWAYS} == ALWAYS
    assert "cache-control" in answer.headers
    assert "server" not in answer.headers
    assert answer.status_code < 500


def test_a_page_runs_nothing_but_what_the_server_has(site: Site) -> None:
    with bare(site) as client:
        page = client.get("/")
        said = dict(part.partition(" ")[::2] for part in page.headers["content-security-policy"].split("; "))
        assert said["default-src"] == "'none'"
        assert {said[name] for name in ("script-src", "style-src", "connect-src", "img-src")} == {"'self'"}
        for path in (line.split('"')[1] for line in page.text.replace("href=", "src=").split("src=")[1:]):
            assert client.get(path).status_code == 200, path


def test_files_of_the_page_are_kept_for_ever_under_their_version(site: Site) -> None:
    version = site.services.assets.version
    with bare(site) as client:
        first = client.get(f"/static/{version}/app.js")
        assert first.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert first.headers["content-encoding"] == "br"
        assert first.headers["content-type"].startswith("text/javascript")
        assert "set-cookie" not in first.headers
        again = client.get(f"/static/{version}/app.js", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        for accepted, coding in (("identity", None), ("gzip, deflate", "gzip")):
            other = client.get(f"/static/{version}/app.js", headers={"Accept-Encoding": accepted})
            assert (other.headers.get("content-encoding"), other.text) == (coding, first.text)


@pytest.mark.parametrize("path", ["../web/app.py", "%2e%2e/web/app.py", "..%2fsettings.py", "/etc/passwd", "app.js%00"])
def test_nothing_else_can_be_fetched(site: Site, path: str) -> None:
    with bare(site) as client:
        assert code(client.get(f"/static/{site.services.assets.version}/{path}")) == (404, "not_found")


def test_who_mistypes_an_address_gets_the_page(site: Site) -> None:
    with bare(site) as client:
        answer = client.get("/tabel", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "<main" in answer.text


def test_a_browser_gets_one_cookie_that_scripts_and_other_sites_cannot_use(site: Site) -> None:
    with bare(site) as client:
        cookie = client.get("/").headers["set-cookie"]
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
        assert "Secure" not in cookie
        assert "set-cookie" not in client.get("/").headers


def test_under_https_the_cookie_and_the_browser_are_told_so(start: Callable[..., Site]) -> None:
    site = start(address="https://games.example.org")
    with bare(site) as client:
        answer = client.get("/", headers={"Host": "games.example.org"})
    assert "Secure" in answer.headers["set-cookie"].split("; ")
    assert answer.headers["strict-transport-security"]


def test_who_comes_by_a_link_from_elsewhere_keeps_the_cookie_they_have(site: Site) -> None:
    with bare(site) as client:
        page = client.get("/seat", headers={"Sec-Fetch-Site": "cross-site"})
        assert "set-cookie" not in page.headers
        asked = client.post("/api/tables", json={}, headers={"X-Caylus": "1", "Sec-Fetch-Site": "same-origin"})
        assert code(asked) == (401, "no_cookie")
        assert "set-cookie" in asked.headers
        assert code(client.post("/api/tables", json={}, headers={"X-Caylus": "1"})) == (400, "malformed")


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Caylus": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://127.0.0.1:1"},
    ],
    ids=str,
)
def test_other_sites_cannot_ask_in_the_name_of_their_visitors(site: Site, headers: dict[str, str]) -> None:
    answer = site.browser().post("/api/tables", json={}, headers=headers)
    assert code(answer) == (403, "foreign")


def test_the_page_itself_may_ask(site: Site) -> None:
    ann = site.browser(**{"Origin": site.address, "Sec-Fetch-Site": "same-origin"})
    ann.open()


STRANGE = ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[::1", "localhost.evil"]
OWN = ["localhost:8000", "127.0.0.1", "192.168.1.7:8000", "[::1]:8000", "my-pc", "my-pc.local:80"]


@pytest.mark.parametrize("host", [*STRANGE, *OWN])
def test_names_of_this_machine_are_answered_to_and_those_of_strangers_are_not(site: Site, host: str) -> None:
    with bare(site) as client:
        answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 200 if host in OWN else code(answer) == (421, "wrong_host")


@pytest.mark.parametrize(
    "type_", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/zip"]
)
def test_only_json_is_read(site: Site, type_: str) -> None:
    answer = site.browser().post("/api/import", content=b"{}", headers={"Content-Type": type_})
    assert code(answer) == (415, "wrong_type")


def test_what_is_too_large_is_refused_before_it_has_come(site: Site) -> None:
    ann = site.browser()
    most = FREE.body_bytes

    def endless() -> object:
        while True:
            yield b" " * 8192

    headers = {"Content-Type": "application/json"}
    declared = ann.post("/api/tables/t/choose", content=b" " * (most + 1), headers=headers)
    assert code(declared) == (413, "too_large")
    try:
        streamed = ann.post("/api/tables/t/choose", content=endless(), headers=headers)  # type: ignore[arg-type]
        assert code(streamed) == (413, "too_large")
    except httpx.WriteError:
        pass  # the server has hung up before it was told everything


@pytest.mark.parametrize(
    ("addresses", "other"),
    [(["203.0.113.1"] * 40, "203.0.113.2"), ([f"2001:db8:1:2::{number}" for number in range(1, 41)], "2001:db8:1:3::1")],
    ids=["one address", "one network of a customer"],
)
def test_who_asks_for_too_much_at_once_has_to_wait_and_others_do_not(strict: Site, addresses: list[str], other: str) -> None:
    with bare(strict) as client:
        answers = [client.get("/new", headers=forward(address)) for address in addresses]
        assert {answer.status_code for answer in answers[:10]} == {200}
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert int(refused.headers["retry-after"]) >= 1
        assert client.get("/new", headers=forward(other)).status_code == 200
        assert client.get("/health", headers=forward(addresses[0])).status_code == 200


def test_who_asks_for_too_much_is_told_so_late_and_keeps_nobody_else_waiting(
    strict: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "PAUSE", 3600.0)
    with bare(strict) as client, pytest.raises(httpx.ReadTimeout):
        for _ in range(12):
            client.get("/new", headers=forward("203.0.113.8"), timeout=2)
    with bare(strict) as client:
        assert client.get("/new", headers=forward("203.0.113.9")).status_code == 200


def test_what_strangers_say_of_their_address_is_not_believed(start: Callable[..., Site]) -> None:
    site = start(limits=LIMITS)
    with bare(site) as client:
        answers = [client.get("/new", headers=forward(f"203.0.113.{number}")) for number in range(24)]
    assert 429 in [answer.status_code for answer in answers]


def test_an_address_opens_so_many_tables_and_seats_and_no_more(strict: Site) -> None:
    ann = strict.browser(**forward("203.0.113.3"))
    ann.open(2)
    ann.open(2)
    answer = ann.do("/api/tables", base="tiny", seats=[{"mine": True}])
    assert code(answer) == (429, "too_many")
    assert int(answer.headers["retry-after"]) > 60


def test_an_address_that_is_shut_out_is_told_so_and_others_are_not(strict: Site) -> None:
    strict.services.store.ban("203.0.113.4", time.time() + 3600)
    strict.services.store.beat(time.time(), {})
    with bare(strict) as client:
        assert code(client.get("/api/tables", headers=forward("203.0.113.4"))) == (403, "banned")
        assert client.get("/new", headers=forward("203.0.113.5")).status_code == 200


def test_who_waits_for_too_many_answers_is_told_when_to_ask_again(strict: Site) -> None:
    ann, bob = (strict.browser(**forward("203.0.113.6")) for _ in range(2))
    in_flight = strict.services.queues["pages"]._in_flight
    assert in_flight is not None
    who = Asker("203.0.113.6", parse_visitor(ann.cookie) or "")
    in_flight.begin(who)
    answer = ann.get("/api/tables")
    assert code(answer) == (429, "too_many")
    assert answer.headers["retry-after"] == "1"
    assert bob.get("/api/tables").status_code == 200
    in_flight.end(who)
    assert ann.get("/api/tables").status_code == 200


def test_figures_are_for_this_machine_and_for_who_has_the_token(site: Site, strict: Site) -> None:
    away = forward("203.0.113.7")
    with bare(strict) as client:
        assert "_requests_total" in client.get("/metrics").text
        assert code(client.get("/metrics", headers=away)) == (403, "not_yours")
        assert client.get("/metrics", headers={**away, "Authorization": "Bearer let me see"}).status_code == 200
        assert client.get("/metrics", headers={**away, "Authorization": "Bearer other"}).status_code == 403
        assert client.get("/metrics", headers=forward(PROXY)).status_code == 403, "behind a proxy nobody is this machine"
    with bare(site) as client:
        assert client.get("/metrics", headers=away).status_code == 403, "a proxy that the server was not told of"


def test_a_fault_of_the_server_is_answered_without_what_it_was_and_written_down(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def break_rule(*_: object) -> None:
        raise ValueError("/home/secret/path.py")

    ann = site.browser()
    monkeypatch.setattr(site.services.tables, "list_tables", break_rule)
    with caplog.at_level(logging.INFO, "caylus.server"):
        answer = ann.get("/api/tables")
    assert code(answer) == (500, "crash")
    assert "secret" not in answer.text
    assert "/home/secret/path.py" in caplog.text


def test_no_log_line_has_a_secret_in_it(site: Site) -> None:
    written = io.StringIO()
    with monitoring.write_log(written):
        ann, ben = site.browser(), site.browser()
        table, seat, link = ann.open()
        ben.sit(link)
        with ann.live(table, seat) as hers:
            hers.state(0)
        ann.do(f"/api/tables/{table}/choose", seat=seat, revision=0, option="small", key="sesame")
        ann.get("/api/tables", params={"token": link})
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert {"request", "looks on"} <= {line["event"] for line in lines}
    assert table in {line["table"] for line in lines}
    for secret in (ann.cookie, ben.cookie, link.rpartition(".")[2], str(site.services.store.seed(table))):
        assert secret not in written.getvalue()


def test_a_server_without_its_database_says_so_and_is_not_well(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from caylus_tools.server.storage.database import StorageUnavailable

    def away(*_: object) -> None:
        raise StorageUnavailable("postgresql://user:password@host")

    store = site.services.store
    monkeypatch.setattr(store, "public_tables", away)
    monkeypatch.setattr(store, "beat", away)
    ann: Browser = site.browser()
    store.health.note_failure(StorageUnavailable("postgresql://user:password@host"))
    for path in ("/health", "/api/tables"):
        answer = ann.get(path)
        assert code(answer) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        assert "password" not in answer.text
