"""Zip archives: the ruleset in one, and nothing but a sentence for any that means harm."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.rules.drafts import MOST_FILES, unpack_archive
from support.coins import MANIFEST, RULES

COINS = {"ruleset.yaml": MANIFEST, "coins.rules": RULES}


def archive(files: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return data.getvalue()


def put_beside(prefix: str = "") -> dict[str, str | bytes]:
    return {prefix + name: text for name, text in COINS.items()}


@pytest.mark.parametrize("prefix", ["", "coins/", "a/b/"])
def test_the_ruleset_is_found_wherever_it_lies(prefix: str) -> None:
    assert unpack_archive(archive(put_beside(prefix))) == COINS


def test_what_is_neither_rules_nor_a_scenario_is_passed_over() -> None:
    scenario: dict[str, str | bytes] = {"coins/scenarios/one.yaml": "players: [North]"}
    others: dict[str, str | bytes] = {
        "coins/picture.png": b"\x89PNG\xff",
        "__MACOSX/coins/._ruleset.yaml": b"\x00\xff",
        "coins/._own.rules": b"\x00\xff",
        "coins/Icon\r": b"",
        "README.md": "Coins",
    }
    kept = {**COINS, "scenarios/one.yaml": "players: [North]"}
    assert unpack_archive(archive({**put_beside("coins/"), **scenario, **others})) == kept


def test_rules_in_a_folder_of_the_ruleset_keep_its_name() -> None:
    files: dict[str, str | bytes] = {"a/ruleset.yaml": MANIFEST, "a/more/coins.rules": RULES}
    assert set(unpack_archive(archive(files))) == {"ruleset.yaml", "more/coins.rules"}


def test_an_archive_of_rules_alone_is_one() -> None:
    assert unpack_archive(archive({"mine/own.rules": RULES})) == {"own.rules": RULES}


def entry(name: str, mode: int = 0o644, content: str = RULES) -> bytes:
    data = io.BytesIO(archive(put_beside()))
    with zipfile.ZipFile(data, "a") as made:
        told = zipfile.ZipInfo(name)
        told.external_attr = mode << 16
        made.writestr(told, content)
    return data.getvalue()


def double_definitions() -> bytes:
    return archive({**put_beside(), "other.rules": RULES, "OTHER.RULES": RULES}).replace(b"OTHER.RULES", b"other.rules")


def lock_entry() -> bytes:
    """With the bit that says so, in both places."""
    data = bytearray(archive(put_beside()))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(mark)
        while place >= 0:
            data[place + at] |= 1
            place = data.find(mark, place + 4)
    return bytes(data)


def lying() -> bytes:
    """A megabyte that says it is a byte."""
    data = bytearray(archive({**put_beside(), "big.rules": "-" * 1_000_000}))
    real = struct.pack("<I", 1_000_000)
    return bytes(data.replace(real, struct.pack("<I", 1)))


HARM: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no archive": lambda: b"PK\x03\x04 and nothing more",
    "half an archive": lambda: archive(put_beside())[:200],
    "an archive with its middle cut out": lambda: (lambda data: data[:60] + data[90:])(archive(put_beside())),
    "an absolute name": lambda: entry("/etc/own.rules"),
    "a name that leads up": lambda: entry("../own.rules"),
    "a name that leads up on the way": lambda: entry("a/../../own.rules"),
    "a name of another system": lambda: entry("C:own.rules"),
    "a name with a backslash": lambda: archive({**put_beside(), "a_own.rules": RULES}).replace(b"a_own", b"a\\own"),
    "a name with a line end": lambda: archive({**put_beside(), "a_own.rules": RULES}).replace(b"a_own", b"a\nown"),
    "a link": lambda: entry("own.rules", stat.S_IFLNK | 0o777, "/etc/passwd"),
    "a name twice": double_definitions,
    "a password": lock_entry,
    "more files than anybody reads": lambda: archive({**put_beside(), **{f"{i}.rules": "" for i in range(MOST_FILES)}}),
    "a hundred thousand entries": lambda: archive({f"{i}": "" for i in range(20_000)}),
    "a bomb": lambda: archive({**put_beside(), "big.rules": b"\0" * 40_000_000}),
    "many files that are too large together": lambda: archive(
        {**put_beside(), **{f"{i}.rules": "-" * 60_000 for i in range(20)}}
    ),
    "a size that is a lie": lying,
    "what is not UTF-8": lambda: archive({**put_beside(), "own.rules": b"\xff\xfe"}),
    "another way of packing": lambda: archive(put_beside(), zipfile.ZIP_LZMA),
    "no rules": lambda: archive({"README.md": "Hello"}),
    "two rulesets": lambda: archive({**put_beside("a/"), **put_beside("b/")}),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", HARM)
def test_an_archive_is_refused_with_a_sentence_that_has(kind: str) -> None:
    with pytest.raises(Refused) as refused:
        unpack_archive(HARM[kind]())
    assert refused.value.code == "archive"
    assert refused.value.text.endswith(".")
    assert refused.value.text.isprintable()
    assert len(refused.value.text) < 200
