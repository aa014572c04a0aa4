"""Tables opened for tests of pages, by whoever sits before one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page, expect

PERSON = {"kind": "person", "label": "", "policy": None, "mine": True}
BOT = {"kind": "bot", "label": "", "policy": "greedy", "mine": False}


def open_table(page: Page, base: str, seats: Sequence[dict[str, Any]], **order: object) -> dict[str, Any]:
    """Open a table; returns its id, and links by seat. The page's visitor owns it, and need not have loaded a page before."""
    asked = {"base": base, "variants": [], "seats": list(seats), "public": True, "spectators": True, **order}
    return post(page, "/api/tables", asked)


def visit_table(page: Page, table: str) -> None:
    """Goes to a table that is played and waits until it is drawn."""
    page.goto(f"/table/{table}")
    expect(page.locator(".players tbody th, .curtain button").first).to_be_attached()


def sat_down(page: Page, link: str, label: str) -> str:
    """Takes the seat of a link. The answer is the seat's name."""
    table, token = link.rpartition("#")[2].split(".", 1)
    invited = post(page, f"/api/tables/{table}/invitation", {"token": token})
    claimed = post(page, f"/api/tables/{table}/seats/{quote(invited['seat'])}/claim", {"token": token, "label": label})
    return str(claimed["seat"])


def choices_made(page: Page, table: str) -> int:
    """Return how many choices stand."""
    return len(_answer(page.request.get(f"/api/tables/{table}/history"))["steps"]) - 1


def post(page: Page, path: str, body: object) -> Any:
    origin = page.request.get("/").url.removesuffix("/")  # and whoever had no cookie has one now
    return _answer(page.request.post(path, data=body, timeout=60_000, headers={"X-Caylus": "1", "Origin": origin}))


def _answer(response: Any) -> Any:
    assert response.ok, f"{response.url}: {response.status} {response.text()}"
    return response.json()
