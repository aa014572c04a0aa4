"""People in browsers open tables, come by links, choose, and are told of it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.reminders import Turn
from caylus_tools.server.storage import schema
from caylus_tools.server.storage.schema import DeadlineRow

from .site import Browser, Site

pytestmark = pytest.mark.slow


@pytest.fixture
def pair(site: Site) -> tuple[Browser, Browser, str, str, str]:
    ann, ben = site.browser(), site.browser()
    table, one, link = ann.open()
    return ann, ben, table, one, ben.sit(link, "Ben")


Pair = tuple[Browser, Browser, str, str, str]


def test_what_one_chooses_the_other_is_told(pair: Pair) -> None:
    ann, ben, table, one, two = pair
    with ann.live(table, one) as hers, ben.live(table, two) as his:
        state = hers.state(0)
        assert state["yours"] == [one]
        assert his.state(0)["options"] == []
        option = state["options"][0]["id"]
        for again in (False, True):
            answer = ann.do(f"/api/tables/{table}/choose", seat=one, revision=0, option=option, key="a1")
            assert answer.json() == {"revision": 1, "again": again, "asked": False}
        assert hers.state(1)["options"] == []
        assert his.state(1)["options"]


def test_who_answers_for_a_seat_whose_clock_runs_is_told_that_nobody_asks(pair: Pair) -> None:
    ann, ben, table, one, _ = pair
    for browser, wait, status in ((ben, True, 422), (ann, True, 403), (ben, "yes", 400)):
        assert browser.do(f"/api/tables/{table}/seats/{one}/late", wait=wait).status_code == status


@pytest.mark.parametrize("fault", [KeyError("fault"), Refused("stale", "Somebody was faster.")], ids=["fault", "refused"])
def test_where_a_clock_has_run_out_a_bot_plays_on_whatever_is_wrong_at_another_table(
    site: Site, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    tables, store = site.services.tables, site.services.store
    ask, due = tables.ask, store.due

    def ask_or_fail(table: str, *arguments: Any, **named: Any) -> Any:
        if table == "wrong":
            raise fault.with_traceback(None)
        return ask(table, *arguments, **named)

    monkeypatch.setattr(tables, "ask", ask_or_fail)
    monkeypatch.setattr(store, "due", lambda now: [DeadlineRow("wrong", 0, 0.0), *due(now)])
    ann, ben = site.browser(), site.browser()
    table, one, link = ann.open(clock={"seconds": 10, "increment": 0, "runs_out": "bot"})
    ben.sit(link)
    with ann.live(table, one) as line:
        store.delay([table], -11.0)
        while not line.next("state")["seats"][0]["absent"]:
            pass


def test_the_owner_cannot_take_a_seat_from_who_looks_on_and_asks_for_it(pair: Pair) -> None:
    ann, ben, table, _, two = pair
    seat = f"/api/tables/{table}/seats/{two}"
    for what in ("leave", "link"):
        refused = ann.do(f"{seat}/{what}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "not_now")
    for browser, what, fields, status in (
        (ben, "ask", {}, 403),
        (ben, "answer", {"gives": True}, 422),
        (ann, "ask", {}, 200),
        (ann, "answer", {"gives": True}, 403),
        (ben, "answer", {"gives": "yes"}, 400),
        (ben, "answer", {"gives": True}, 200),
        (ann, "link", {}, 200),
    ):
        assert browser.do(f"{seat}/{what}", **fields).status_code == status, what


def test_who_has_a_page_of_the_table_open_is_not_away(site: Site, pair: Pair) -> None:
    ann, ben, table, _, two = pair
    store = site.services.store

    def visible_text() -> float:
        return next(row.seen or 0.0 for row in store.seats(table) if row.name == two)

    def go_away() -> None:
        with store._database.writing() as connection:
            connection.execute(schema.seat.update().values(seen=0.0))

    go_away()
    with ben.live(table, two) as line:
        line.state(0)
        end = time.monotonic() + 10
        while visible_text() == 0.0 and time.monotonic() < end:
            time.sleep(0.1)
        assert ann.do(f"/api/tables/{table}/seats/{two}/leave").status_code == 422
    go_away()
    assert ann.do(f"/api/tables/{table}/seats/{two}/leave").status_code == 200


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"revision": 7}, 409, "stale"),
        ({"option": "huge"}, 422, "illegal"),
        ({"seat": "nobody"}, 404, "no_seat"),
        ({"seat": "Ben's"}, 403, "not_yours"),
        ({"option": 5}, 400, "malformed"),
        ({"revision": True}, 400, "malformed"),
        ({"key": "with space"}, 400, "malformed"),
        ({"more": 1}, 400, "malformed"),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_a_sentence(pair: Pair, changed: dict[str, object], status: int, code: str) -> None:
    ann, _, table, one, two = pair
    submit = {"seat": one, "revision": 0, "option": "small", "key": "k", **changed}
    submit["seat"] = two if submit["seat"] == "Ben's" else submit["seat"]
    answer = ann.do(f"/api/tables/{table}/choose", **submit)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (status, code)
    assert error["text"][:1].isupper() or error["text"].startswith("“")
    assert error["text"].endswith(".")


def test_who_loses_a_seat_is_told_so_and_let_go(site: Site) -> None:
    ann, ben, cem = site.browser(), site.browser(), site.browser()
    table, _, link = ann.open()
    seat = ben.sit(link)
    with ben.live(table, seat) as his:
        his.state(0)
        new = ben.do(f"/api/tables/{table}/seats/{seat}/link").json()["url"]
        cem.do(f"/api/tables/{table}/seats/{seat}/claim", token=new.rpartition(".")[2], label="Cem")
        assert his.next("gone")["why"]
        assert his.code() == 4403


def test_who_has_the_link_for_spectators_looks_on_until_there_is_another(site: Site) -> None:
    ann, ben = site.browser(), site.browser()
    order = {"base": "tiny", "seats": [{"mine": True}, {"mine": True}], "public": False, "spectators": True}
    opened = ann.do("/api/tables", **order).json()
    table, token = opened["table"], opened["watch"].rpartition(".")[2]
    assert ben.get(f"/api/tables/{table}/log").status_code == 403
    claimed = ben.do(f"/api/tables/{table}/watch", token=token)
    kept = claimed.headers["set-cookie"]
    assert f"Path=/api/tables/{table}" in kept
    assert "HttpOnly" in kept
    assert "SameSite=Strict" in kept
    assert ben.get(f"/api/tables/{table}/log").status_code == 200
    ann.do(f"/api/tables/{table}/watch-link")
    assert ben.get(f"/api/tables/{table}/log").status_code == 403
    closed = ann.do("/api/tables", **order | {"spectators": False}).json()
    assert "without spectators" in ann.do(f"/api/tables/{closed['table']}/watch-link").json()["error"]["text"]


def test_what_is_said_is_heard(pair: Pair) -> None:
    ann, ben, table, one, two = pair
    with ben.live(table, two) as his:
        his.state(0)
        assert ann.do(f"/api/tables/{table}/chat", text="<b>Good luck!</b>", seat=one).status_code == 200
        while not (chat := his.next("state")["chat"]):
            pass
        assert chat[0]["text"] == "<b>Good luck!</b>"


@pytest.mark.parametrize(
    "path",
    ["log", "history", "at/0", "save", "transcript", "why?option=small", "outcome?option=small", "moves"],
)
def test_what_a_seat_may_look_at_is_told_to_it_alone(pair: Pair, path: str) -> None:
    ann, ben, table, one, _ = pair
    path = f"/api/tables/{table}/{path}{'&' if '?' in path else '?'}seat={one}"
    assert (ann.get(path).status_code, ben.get(path).status_code) == (200, 403)


def test_a_table_goes_on_elsewhere_from_any_moment(pair: Pair) -> None:
    ann, _, table, one, _ = pair
    ann.do(f"/api/tables/{table}/choose", seat=one, revision=0, option="small", key="a1")
    forked = ann.do(f"/api/tables/{table}/fork", to=1, seat=one)
    assert forked.status_code == 200, forked.text
    assert forked.json()["table"] != table


def test_a_saved_game_is_brought_back(pair: Pair) -> None:
    ann, _, table, one, _ = pair
    saved = ann.get(f"/api/tables/{table}/save", params={"seat": one})
    brought = ann.post("/api/import", content=saved.content, headers={"Content-Type": "application/json"})
    assert brought.status_code == 200, brought.text
    for wrong in (b"{}", b"[1]", b"\xff", saved.content.replace(b'"checksum":"', b'"checksum":"0')):
        answer = ann.post("/api/import", content=wrong, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422, answer.text


def test_the_catalogue_and_pictures_are_there(pair: Pair) -> None:
    ann, _, table, _, _ = pair
    assert "tiny" in [ruleset["name"] for ruleset in ann.get("/api/rulesets").json()["rulesets"]]
    rules = ann.get(f"/api/tables/{table}").json()["rules"]
    picture = ann.get(f"/api/pictures/{rules['hash']}", params={"players": 2})
    assert picture.json()["title"] == "Tiny"
    assert "immutable" in picture.headers["cache-control"]
    assert ann.get(f"/api/pictures/{rules['hash']}", params={"players": 99}).status_code == 422
    assert ann.get("/api/pictures/none", params={"players": 2}).status_code == 404


def test_a_seat_with_a_webhook_is_told_of_its_turn_with_a_link_to_the_table(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, Turn]] = []
    monkeypatch.setattr(site.services.hooks, "tell", lambda url, turn: told.append((url, turn)))
    ann, ben = site.browser(), site.browser()
    table, one, link = ann.open()
    two = ben.sit(link)
    refused = ben.do(f"/api/tables/{table}/hook", seat=two, url="http://127.0.0.1/")
    assert refused.status_code == 422
    assert ben.do(f"/api/tables/{table}/hook", seat=two, url="https://hooks.example.org/1").status_code == 200
    ann.do(f"/api/tables/{table}/choose", seat=one, revision=0, option="small", key="a1")
    assert [(url, turn.seat, turn.link) for url, turn in told] == [
        ("https://hooks.example.org/1", two, f"{site.address}/table/{table}")
    ]
