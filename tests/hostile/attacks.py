"""Attacks by name: the files that bring one, the command that meets it, and the code that it has to end in.

They are those that work on libraries like ours, those that each bound of ours is for, and those on the folder around a
ruleset. What other tests have tried on a reader alone is tried here on the whole command.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from caylus.limits import MOST_BYTES_IN_RULES
from caylus.runtime.saves import checksum
from check.test_hostile_texts import HOSTILE as CHECKED
from parser.test_hostile_text import HOSTILE as READ
from support.coins import MANIFEST, RULES

from .originals import save, transcript

SCENARIO = "players: [North, South]\nscenarios:\n  - name: One\n"


@dataclass(frozen=True)
class Attack:
    """`links` are symbolic links by their paths, with what they lead to; `code` stands in what the command tells."""

    command: tuple[str, ...]
    code: str
    files: dict[str, bytes]
    links: dict[str, str]


def attacks() -> dict[str, Attack]:
    """Every attack by its name."""
    found = dict(_on_yaml())
    found |= _on_json()
    found |= {f"rules: {name}": _ruleset(_find_reader_limit(text) or code, rules=text) for name, (code, text) in READ.items()}
    found |= {f"rules: {name}": _ruleset(min(codes), rules=RULES + text) for name, (text, codes) in CHECKED.items()}
    return found | _on_folders()


def _find_reader_limit(text: str) -> str | None:
    """What stops the text of rules before anybody looks into it."""
    data = text.encode("utf-8", "surrogatepass")
    return "E0603" if len(data) > MOST_BYTES_IN_RULES else "E0602" if b"\xed\xb2\x80" in data else None


# ---- YAML


def _on_yaml() -> Iterator[tuple[str, Attack]]:
    for name, (code, text) in YAML.items():
        yield f"manifest: {name}", _ruleset(code, manifest=text)
    for name, (code, old, new) in MANIFESTS.items():
        yield f"manifest: {name}", _ruleset(code, manifest=MANIFEST.replace(old, new))
    for name, (code, text) in SCENARIOS.items():
        yield f"scenarios: {name}", _ruleset(code, command=("test", "coins"), scenarios=text)


def _bomb(levels: int) -> str:
    return "\n".join(["l0: &l0 [x]", *(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]" for i in range(1, levels))])


def _merges(levels: int, times: int) -> str:
    links = (f"m{i}: &m{i}\n  <<: [{', '.join([f'*m{i - 1}'] * times)}]" for i in range(1, levels))
    return "\n".join(["m0: &m0 {a: 1}", *links])


YAML = {
    "50,000 open brackets": ("E0605", "[" * 50_000),
    "1,000 open brackets": ("E0605", "[" * 1_000),
    "5,000 open mappings": ("E0605", "{a: " * 5_000),
    "2,000 complex keys": ("E0608", "? " * 2_000),
    "2,000 lists in one line": ("E0605", "- " * 2_000),
    "a list bomb of 8 levels": ("E0606", _bomb(8)),
    "a merge bomb of 8 levels": ("E0606", _merges(8, 9)),
    "a merge chain of 2,000 links": ("E0606", _merges(2_000, 1)),
    "a value that holds itself": ("E0606", "a: &a [*a]"),
    "a tag that names a function": ("E0606", "a: !!python/object/apply:os.system ['touch hit']"),
    "a tag that names a module": ("E0606", "a: !!python/module:antigravity"),
    "many documents": ("E0606", "a: 1\n---\n" * 1_000),
    "keys that stand twice": ("E0607", "a: 1\n" * 10_000),
    "30,000 values": ("E0605", "[" + "x," * 30_000 + "]"),
    "a text of backslashes": ("E060", 'a: "' + "\\\\" * 100_000),
    "a file of ten megabytes": ("E0603", "a" * 10_000_000),
    "the other half of a letter": ("E0604", 'a: "\\ud800"'),
    "a zero byte": ("E0614", "a: \x00"),
    "nothing but a number": ("E0612", "9" * 60_000),
}
MANIFESTS = {
    "words that YAML takes for other things": ("E0612", "[North, South]", "[no, off, 1:30, 010, 2024-01-01, ~]"),
    "a name for a pattern to despair of": ("E0613", "name: coins", "name: " + "a" * 64 + "!" * 60_000),
    "3,000 seats": ("E0613", "[North, South]", "[" + ", ".join(f"{{a: {i}}}" for i in range(3_000)) + "]"),
    "a schema of its own": ("E0610", "seats:", "$schema: http://127.0.0.1:9/a.json\n$ref: file:///etc/passwd\nseats:"),
    "201 files of rules": ("E0613", "[coins.rules]", "[" + ", ".join(f"r{i}.rules" for i in range(201)) + "]"),
    "nine variants required": ("E0613", "seats:", f"requires: [{', '.join(f'v{i}' for i in range(9))}]\nseats:"),
    "rules outside its folder": ("E0621", "coins.rules", "../../../../etc/passwd.rules"),
    "a base outside its folder": ("E0613", "seats:", "extends: {name: ../../../etc}\nseats:"),
    "a base that is the ruleset itself": ("E0516", "seats:", "extends: {name: coins}\nseats:"),
    "a language of another time": ("E0613", "language: 1", f"language: {'9' * 30}"),
    "a name with a line end": ("E0613", "name: coins", 'name: "coins\\n"'),
    "a name of a file with a line end": ("E0613", "[coins.rules]", '["coins.rules\\n"]'),
    "a title that clears the screen": ("E0614", "title: Coins", 'title: "\\x1b[2J"'),
    "a description that gives an order": ("E0614", "seats:", 'about: "x\\u2028::error::x"\nseats:'),
    "a seat that nobody can see": ("E0614", "[North, South]", '[North, "\\u200b"]'),
    "a comment that turns the line around": ("E0614", "seats:", "# \u202e\nseats:"),
    "a title that turns the line around": ("E0614", "title: Coins", 'title: "a\\u202eb"'),
}
SCENARIOS = {
    "501 situations": ("E0613", SCENARIO.replace("  - name: One\n", "  - {name: A}\n" * 501)),
    "players without end": ("E0613", SCENARIO.replace("[North, South]", f"[{', '.join(f'P{i}' for i in range(9_000))}]")),
    "a name that gives an order": ("E0613", SCENARIO.replace("name: One", 'name: "One\\n::error::x"')),
    "a name that moves the cursor": ("E0614", SCENARIO.replace("name: One", 'name: "One\\x1b[2J"')),
    "a key that nobody can see": ("E0614", SCENARIO + '    given: {"Nor\\u061cth": {coin: 1}}\n'),
    "a player who separates lines": ("E0614", SCENARIO.replace("North,", '"Nor\\u2029th",')),
    "amounts beyond all bounds": ("North", SCENARIO + "    given: {North: {coin: " + "9" * 39 + "}}\n"),
    "states that are not there": ("nowhere", SCENARIO + "    given: {nowhere: {coin: 1}}\n"),
    "draws of what is not drawn": ("nobody", SCENARIO + "    draws: [[nobody]]\n"),
    "an action that is none": ("__class__", SCENARIO + "    begin: __class__\n"),
}


# ---- saves and transcripts


def _on_json() -> dict[str, Attack]:
    saved, told = json.loads(save(0)), json.loads(transcript(0))
    pickled = (
        b"\x80\x04\x95\x1c\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94."
    )
    return {
        "a game that is a pickle": _game("E0602", pickled),
        "a game of 100,000 open brackets": _game("E0605", b"[" * 100_000),
        "a game of 100,000 open objects": _game("E0605", b'{"a":' * 100_000),
        "a game of nine megabytes": _game("E0603", b" " * 9_000_000),
        "a game with half a letter": _game("E0614", b'["\\ud800"]'),
        "a save with a long number": _game(
            "E0612", json.dumps({**saved, "seed": 0}).replace('"seed": 0', '"seed": ' + "9" * 5_000)
        ),
        "a save of variants alone": _game("E0701", json.dumps(_attack_variants(saved))),
        "a save of one layer twice": _game("E0701", json.dumps(_attack_layer(saved))),
        "a save of a player who moves the cursor": _game("E0614", json.dumps(_sign_data({**saved, "players": ["\x1b[2J", "B"]}))),
        "a save whose checksum is of another": _game("E0702", json.dumps({**saved, "seed": 12345})),
        "a transcript of rules outside": _game(
            "E0613", json.dumps({**told, "ruleset": {"name": "../../etc", "version": "1.0.0", "variants": []}})
        ),
        "a transcript with choices without end": _game("E0703", json.dumps({**told, "choices": told["choices"] * 90})),
    }


def _attack_variants(saved: dict[str, Any]) -> dict[str, Any]:
    names = [layer["manifest"]["name"] for layer in saved["ruleset"]["layers"]]
    return _sign_data({**saved, "ruleset": {**saved["ruleset"], "variants": names}})


def _attack_layer(saved: dict[str, Any]) -> dict[str, Any]:
    layers = saved["ruleset"]["layers"]
    return _sign_data({**saved, "ruleset": {**saved["ruleset"], "layers": [*layers, layers[-1]]}})


def _sign_data(saved: dict[str, Any]) -> dict[str, Any]:
    return {**saved, "checksum": checksum(saved)}


# ---- folders


def _on_folders() -> dict[str, Attack]:
    deep = {f"v{i}/ruleset.yaml": _variant(f"v{i}", f"v{i + 1}") for i in range(6)} | _sound()
    circle = {f"v{i}/ruleset.yaml": _variant(f"v{i}", f"v{(i + 1) % 2}") for i in range(2)}
    rules = {f"v{i}/all.rules": b"constant x%d = 1\n" % i for i in range(6)}
    long_rules = b"-- a comment\n" * 19_000
    names = [f"r{i}.rules" for i in range(4)]
    many = {f"coins/{name}": long_rules for name in names}
    listed = MANIFEST.replace("coins.rules", ", ".join(names)).encode()
    return {
        "a folder of six layers": Attack(("check", "v0"), "E0515", {**deep, **rules}, {}),
        "a folder of layers in a circle": Attack(("check", "v0"), "E0510", {**circle, **rules}, {}),
        "a folder with more rules than one may have": Attack(
            ("check", "coins"), "E0622", {**many, "coins/ruleset.yaml": listed}, {}
        ),
        "a folder with a link out of it": _ruleset("E0621", links={"coins/coins.rules": "/etc/passwd"}),
        "a folder whose manifest is a link out of it": _ruleset("E0621", links={"coins/ruleset.yaml": "/etc/passwd"}),
        "a folder whose scenarios are a link out of it": _ruleset(
            "E0621", command=("test", "coins"), scenarios=SCENARIO, links={"coins/scenarios/a.yaml": "/etc/passwd"}
        ),
        "a folder with a folder that leads out of it": Attack(
            ("check", "coins"),
            "E0621",
            {
                "coins/ruleset.yaml": MANIFEST.replace("coins.rules", "deeper/coins.rules").encode(),
                "elsewhere/coins.rules": RULES.encode(),
            },
            {"coins/deeper": "../elsewhere"},
        ),
        "a folder with a link to itself": _ruleset("E0601", links={"coins/coins.rules": "coins.rules"}),
        "a folder with a device": _ruleset("E06", links={"coins/coins.rules": "/dev/zero"}),
        "a folder that is a manifest": Attack(("check", "coins"), "E0601", {"coins/ruleset.yaml/x": b""}, {}),
        "a folder of bytes": Attack(("check", "coins"), "E0602", {**_sound(), "coins/coins.rules": bytes(range(256)) * 100}, {}),
    }


def _variant(name: str, base: str) -> bytes:
    return (
        f"name: {name}\ntitle: {name}\nversion: 1.0.0\nlanguage: 1\nabout: A layer.\n"
        f"extends: {{name: {base}}}\nrules: [all.rules]\n"
    ).encode()


def _sound() -> dict[str, bytes]:
    return {"coins/ruleset.yaml": MANIFEST.encode(), "coins/coins.rules": RULES.encode()}


def _ruleset(
    code: str,
    *,
    command: tuple[str, ...] = ("check", "coins"),
    manifest: str = MANIFEST,
    rules: str = RULES,
    scenarios: str = "",
    links: dict[str, str] | None = None,
) -> Attack:
    files = {"ruleset.yaml": manifest, "coins.rules": rules, **({"scenarios/a.yaml": scenarios} if scenarios else {})}
    as_bytes = {f"coins/{name}": text.encode("utf-8", "surrogatepass") for name, text in files.items()}
    return Attack(command, code, {path: data for path, data in as_bytes.items() if path not in (links or {})}, links or {})


def _game(code: str, text: str | bytes) -> Attack:
    return Attack(("replay", "game.json"), code, {"game.json": text if isinstance(text, bytes) else text.encode()}, {})
