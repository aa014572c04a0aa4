"""Hostile rulesets as they are uploaded, by number: those that the command line meets, packed, and what only a packed file can be."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from collections.abc import Mapping
from functools import cache
from random import Random

from support.coins import MANIFEST, RULES

from .attacks import attacks
from .inputs import hostile

Upload = tuple[str, str, bytes]
"""What it is called, the path it is sent to, and its bytes: a zip for /api/rules, JSON for /api/import."""

NEVER_DONE = RULES.replace("set marker to stair[1]", "set marker to stair[1]\n  do endless(1)") + (
    "\naction endless(n number) {\n  for each a in 1 to 1000, b in 1 to 1000, c in 1 to 1000 { gain 0 coin }\n}\n"
)
MANY_OPTIONS = RULES.replace(
    "  for each player in players {",
    '  for each player in players {\n    choose "Which" { option which(a in 1 to 1000, b in 1 to 1000, c in 1 to 1000) "{a} {b} {c}" { gain 1 coin } }',
    1,
)


def upload(number: int) -> Upload:
    """The upload of that number: first every packed file that is an attack itself, then attacks and spoilt rulesets in turn."""
    packed = archives()
    if number < len(packed):
        name = list(packed)[number]
        return name, "/api/rules", packed[name]
    number -= len(packed)
    named = list(attacks().items())
    if number % 2 and number // 2 < len(named):
        name, attack = named[number // 2]
        return _pack_files(f"attack: {name}", attack.files, attack.links)
    one = hostile(number)
    return _pack_files(f"input {number}", one.files, one.links)


def _pack_files(name: str, files: Mapping[str, bytes], links: Mapping[str, str]) -> Upload:
    game = files.get("game.json")
    return (name, "/api/import", game) if game is not None else (name, "/api/rules", zip_files(files, links))


def zip_files(files: Mapping[str, bytes], links: Mapping[str, str] | None = None) -> bytes:
    """Files and links as a zip."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
        for path, leads_to in (links or {}).items():
            link = zipfile.ZipInfo(path)
            link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
            archive.writestr(link, leads_to)
    return held.getvalue()


@cache
def archives() -> dict[str, bytes]:
    """Packed files that are attacks, whatever the rules in them say, and rules that are sound but never come to an end."""
    sound = {"coins/ruleset.yaml": MANIFEST.encode(), "coins/coins.rules": RULES.encode()}
    good = zip_files(sound)
    random = Random(14)
    return {
        "a file that unpacks to 100 MB": zip_files({**sound, "coins/large.rules": bytes(100_000_000)}),
        "a file that says it is smaller than it is": _lying(good),
        "20,000 files": zip_files({**sound, **{f"coins/{i}.txt": b"" for i in range(20_000)}}),
        "a path out of its folder": zip_files({**sound, "coins/../../../../hit.rules": RULES.encode()}),
        "a path from the root": zip_files({**sound, "/hit.rules": RULES.encode()}),
        "a path of another system": zip_files({**sound, "C:\\coins\\..\\hit.rules": RULES.encode()}),
        "a path with a zero byte": zip_files(
            {"coins/ruleset.yaml": MANIFEST.encode(), "coins/coins.rules\0.txt": RULES.encode()}
        ),
        "a link out of it": zip_files({"coins/ruleset.yaml": MANIFEST.encode()}, {"coins/coins.rules": "/etc/passwd"}),
        "a path of 200 folders": zip_files({**sound, "a/" * 200 + "x.rules": b""}),
        "the same file twice": _twice(sound),
        "a file in a file": zip_files({"coins.zip": good}),
        "half a file": good[: len(good) // 2],
        "no file at all": b"",
        "a file of noise": random.randbytes(100_000),
        "a file whose bytes have gone wrong": bytes(b ^ (random.random() < 0.02) for b in good),
        "a method that nobody knows": good.replace(b"\x08\x00", b"\x63\x00", 2),
        "a file that is locked": _lock_archive(good),
        "a pickle": b"\x80\x04\x95\x1c\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94.",
        "a save": json.dumps({"ruleset": {"layers": []}}).encode(),
        "rules that never come to a decision": zip_files({**sound, "coins/coins.rules": NEVER_DONE.encode()}),
        "rules with a thousand million options": zip_files({**sound, "coins/coins.rules": MANY_OPTIONS.encode()}),
    }


def _twice(files: Mapping[str, bytes]) -> bytes:
    """With two files of one name: readers differ in which they take."""
    first = zip_files({**files, "coins/coinx.rules": b"broken {"})
    return first.replace(b"coins/coinx.rules", b"coins/coins.rules")


def _lying(archive: bytes) -> bytes:
    """With sizes that are too small, in the directory at its end."""
    at = archive.index(b"PK\x01\x02")
    return archive[: at + 24] + b"\x01\0\0\0" + archive[at + 28 :]


def _lock_archive(archive: bytes) -> bytes:
    """Said to be encrypted."""
    at, end = archive.index(b"PK\x03\x04"), archive.index(b"PK\x01\x02")
    return archive[: at + 6] + b"\x01\0" + archive[at + 8 : end + 8] + b"\x01\0" + archive[end + 10 :]
