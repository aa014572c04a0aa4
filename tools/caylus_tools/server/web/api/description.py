"""The API as OpenAPI 3.1, from one line for each address; tests compare it with the routes and with what their functions take."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import caylus


class Operation(NamedTuple):
    """What a request does, `fields` of its body or its query with their types, `?` behind those that may be left out, and the
    answer.
    """

    summary: str
    fields: str = ""
    answer: str = "an empty object"
    media: str = "application/json"


_ASKED = "an object"
_OPENED = "`table`, its id; `links`, by seat the links to those that wait for somebody; `watch`, the link for watching"
_STANDS = "`revision` at which it stands; `again`, if it did before; `asked`, if others have to agree first"

GET = {
    "/api/codes/{code}": Operation("The page of a diagnostic code", "", _ASKED),
    "/api/rulesets": Operation("The rulesets and variants that can be played, and the bots", "", _ASKED),
    "/api/rulesets/titles": Operation(
        "The games, before they are checked", "", "`rulesets`: `name`, `title`, `first_game` of each"
    ),
    "/api/rules/diff": Operation("How rules differ from their base", "base:text? with:text? draft:text?", _ASKED),
    "/api/rules/source": Operation("A file of rules", "base:text? with:text? draft:text? file:text", _ASKED),
    "/api/rules/drafts/{draft}": Operation("Rules that somebody has kept here", "", "`base` and `files`"),
    "/api/workshop/words": Operation("Every word of the language of rules, by its sort", "", _ASKED),
    "/api/workshop/starts": Operation("What can be begun on a base", "base:text", "`things`, `phases` and `numbers`"),
    "/api/pictures/{hash}": Operation("What a page draws of rules: panels, faces, words", "players:number", _ASKED),
    "/api/me": Operation("Where the visitor is told of turns", "", "`reminders`, `push_key` and `mail`"),
    "/api/tables": Operation("The visitor's tables, and public ones", "", "`mine` and `open`"),
    "/api/tables/{table}": Operation("Who sits at a table, and its rules", "", _ASKED),
    "/api/tables/{table}/at/{number}": Operation("The state after so many choices", "seat:text?", "a state"),
    "/api/tables/{table}/log": Operation("Every line of the log", "seat:text?", "`log`, `log_from` and `cursor`"),
    "/api/tables/{table}/history": Operation("The choices that stand, with the scores after each", "seat:text?", "`steps`"),
    "/api/tables/{table}/why": Operation(
        "Why something cannot be chosen", "seat:text? option:text? cell:text?", "`text`, `reasons`"
    ),
    "/api/tables/{table}/about": Operation("What a thing is and does", "seat:text? name:text", "`title` and `text`"),
    "/api/tables/{table}/outcome": Operation("What an option comes to at once", "seat:text? option:text", "`text`"),
    "/api/tables/{table}/moves": Operation(
        "Where each option of a seat moves a marker, and whom it cuts off", "seat:text?", "`moves`"
    ),
    "/api/tables/{table}/hint": Operation("What a bot would choose for a seat", "seat:text?", "`hints` and `text`"),
    "/api/tables/{table}/source": Operation("A file of the rules of a table", "file:text", _ASKED),
    "/api/tables/{table}/rules": Operation("The rules of a table as files to change", "", "`base`, `variants` and `files`"),
    "/api/tables/{table}/scenario": Operation("A moment as a scenario", "seat:text? at:number?", "`text`, `view`"),
    "/api/tables/{table}/save": Operation("The game as a file for `caylus resume`", "seat:text?", "a save"),
    "/api/tables/{table}/transcript": Operation("The choices by name", "seat:text?", "a transcript"),
    "/table/{table}/rulebook": Operation("The rulebook of the rules of a table", "", "a page", "text/html"),
}

_TEXTS = "base:text? variants:texts? files:object?"
_POSITION = f"players:number? round:number? view:object? given:object? choices:texts? {_TEXTS}"
_AT_TABLE = "title:text? public:flag? spectators:flag? clock:object? undo:text? match:object?"
_ORDER = f"base:text? variants:texts? draft:text? seats:objects {_AT_TABLE}"
POST = {
    "/api/rules": Operation("Check rules to play by", "base:text? variants:texts? text:text? files:object?", _ASKED),
    "/api/rules/mend": Operation("Mend rules that were checked", "draft:text variants:texts?", _ASKED),
    "/api/workshop/begin": Operation(
        "Files to begin a house rule with", "base:text? kind:text name:text? title:text? value:number?", "`base` and `files`"
    ),
    "/api/workshop/check": Operation("The faults of texts", _TEXTS, "`checks` and `faults`"),
    "/api/workshop/make": Operation("What texts make: pictures, differences", f"players:number? {_TEXTS}", _ASKED),
    "/api/workshop/test": Operation("The results of the scenarios among texts", _TEXTS, "`results`"),
    "/api/workshop/ask": Operation(
        "What stands or may stand at a place", f"what:text file:text line:number column:number {_TEXTS}", _ASKED
    ),
    "/api/workshop/guard": Operation(
        "What no scenario notices", f"start:number? {_TEXTS}", "`gaps`, `slips`, `next` to go on with, `found`"
    ),
    "/api/workshop/tell": Operation("What the rulebook says of a name", f"name:text {_TEXTS}", "`text` and `code`"),
    "/api/workshop/show": Operation("The table in a position", _POSITION, "`view`, `decision`, `options`, `log`"),
    "/api/workshop/write": Operation("A position as a scenario", f"name:text {_POSITION}", "`text`; whether it `holds`"),
    "/api/workshop/play": Operation("Open a table that goes on from a position, with bots", _POSITION, _OPENED),
    "/api/workshop/games": Operation(
        "Play more pairs of games of bots", f"players:number? rows:objects? uses:object? {_TEXTS}", "`rows`, `uses`, `sentences`"
    ),
    "/api/tables": Operation("Open a table", _ORDER, _OPENED),
    "/api/me/remind": Operation("Be told of turns at a push, hook or mail address", "kind:text address:text"),
    "/api/me/forget": Operation("Be told at an address no more", "address:text"),
    "/api/me/confirm": Operation("Confirm a mail address", "token:token"),
    "/api/me/link": Operation("Make a link for another browser of the same person", "", "`url`"),
    "/api/me/return": Operation("Be the person of a link in this browser", "token:token"),
    "/api/qr": Operation("Draw a text as a code for cameras", "text:text", "`size` and `path`"),
    "/api/import": Operation("Open a table that goes on with a save or a transcript, which is the body", "", _OPENED),
    "/api/tables/{table}/choose": Operation("Make a choice", "seat:text revision:number option:text key:token", _STANDS),
    "/api/tables/{table}/undo": Operation("Take choices back", "seat:text to:number revision:number key:token", _STANDS),
    "/api/tables/{table}/consent": Operation("Agree to what somebody takes back", "seat:text agree:flag"),
    "/api/tables/{table}/wish": Operation("Have a question no longer asked", "seat:text name:text on:flag"),
    "/api/tables/{table}/chat": Operation("Say something", "text:text seat:text?"),
    "/api/tables/{table}/terms": Operation("Set who may come to a table, and its clock", "public:flag clock:object?"),
    "/api/tables/{table}/start": Operation("Begin with the seats as they are"),
    "/api/tables/{table}/invitation": Operation("What a link leads to", "token:token", _ASKED),
    "/api/tables/{table}/watch": Operation("Look on, by a link", "token:token", "`table`"),
    "/api/tables/{table}/watch-link": Operation("Make a new link for watching", "", "`url`"),
    "/api/tables/{table}/hook": Operation("Set the address that is told of a seat's turns", "seat:text url:text?"),
    "/api/tables/{table}/rematch": Operation("Open a table for the same people, in a match for its next game", "", _OPENED),
    "/api/tables/{table}/fork": Operation("Open a table that goes on from a moment", "to:number seat:text?", _OPENED),
    "/api/tables/{table}/seats/{seat}/claim": Operation(
        "Take a seat, by its link", "token:token? label:text?", "`table`, `seat`"
    ),
    "/api/tables/{table}/seats/{seat}/link": Operation("Make a new link to a seat", "", "`url`"),
    "/api/tables/{table}/seats/{seat}/leave": Operation("Leave a seat"),
    "/api/tables/{table}/seats/{seat}/bot": Operation("Have a bot play for a seat, or nobody", "policy:text?"),
    "/api/tables/{table}/seats/{seat}/label": Operation("Set a person's name", "label:text?"),
    "/api/tables/{table}/seats/{seat}/late": Operation("Give a seat more time, or a bot", "wait:flag"),
    "/api/tables/{table}/seats/{seat}/ask": Operation("Ask for a seat that somebody holds"),
    "/api/tables/{table}/seats/{seat}/answer": Operation("Answer who asks for one's seat", "gives:flag"),
}

LIVE = "/api/tables/{table}/live"
CLOSED = {
    1012: "the server restarts; come again",
    1013: "not now; come again",
    4400: "what was sent up is malformed",
    4401: "no token was sent",
    4403: "the table or the seat is not yours",
    4404: "there is no such table",
    4429: "too many sockets, or too much was sent up",
}
"""The codes with which a socket closes. A sentence comes with each."""

_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "texts": {"type": "array", "items": {"type": "string"}},
    "token": {"type": "string", "pattern": r"^[\w-]{1,64}$"},
    "number": {"type": "integer", "minimum": 0},
    "flag": {"type": "boolean"},
    "object": {"type": "object"},
    "objects": {"type": "array", "items": {"type": "object"}},
}
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "text", "reasons"],
            "properties": {"code": _TYPES["text"], "text": _TYPES["text"], "reasons": _TYPES["objects"]},
        }
    },
}


def describe_api() -> dict[str, Any]:
    """The whole API."""
    paths: dict[str, dict[str, Any]] = {}
    for path, operation in GET.items():
        paths.setdefault(path, {})["get"] = _operation(path, operation, is_body=False)
    for path, operation in POST.items():
        paths.setdefault(path, {})["post"] = _operation(path, operation, is_body=True)
    closed = "".join(f"\n- {code}: {why}" for code, why in CLOSED.items())
    paths[LIVE] = {
        "get": {
            **_operation(LIVE, Operation("A WebSocket that tells the state of a table", "seat:text? since:text?"), is_body=False),
            "responses": {"101": {"description": f"Messages as the manual says. It closes with one of these codes:{closed}"}},
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "caylus serve", "version": caylus.__version__},
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "32 letters, digits, - or _ of your own"}
            },
            "schemas": {"Error": _ERROR},
        },
    }


def _operation(path: str, operation: Operation, *, is_body: bool) -> dict[str, Any]:
    fields = [field.partition(":")[::2] for field in operation.fields.split()]
    types = {name: _TYPES[type_.removesuffix("?")] for name, type_ in fields}
    needed = [name for name, type_ in fields if not type_.endswith("?")]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _TYPES["text"]} for name in re.findall(r"{(\w+)}", path)
    ]
    told: dict[str, Any] = {"summary": operation.summary}
    if is_body:
        schema = {"type": "object", "properties": types, "required": needed, "additionalProperties": not operation.fields}
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    else:
        parameters += [{"name": name, "in": "query", "required": name in needed, "schema": types[name]} for name in types]
    answer = {"type": "string" if operation.media == "text/html" else "object"}
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        **told,
        "parameters": parameters,
        "responses": {
            "200": {"description": operation.answer, "content": {operation.media: {"schema": answer}}},
            "default": {"description": "a refusal: its code, a sentence, and reasons", "content": error},
        },
    }
