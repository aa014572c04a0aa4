"""Rules of people's own, kept for a month where every server of a database finds them."""

from __future__ import annotations

import hashlib
import json
import re
import stat
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

import caylus
from caylus.documents import decode_utf8
from caylus.limits import MOST_BYTES_IN_MANIFEST, MOST_BYTES_IN_RULES

from caylus_tools.server import Refused
from caylus_tools.server.storage.schema import DraftRow

from .stack import MANIFEST, is_scenarios

if TYPE_CHECKING:
    from caylus_tools.server.storage.store import Store

MOST_FILES = 500
"""In an archive, what is not read among them."""

MOST_BYTES = MOST_BYTES_IN_MANIFEST + MOST_BYTES_IN_RULES
"""Of all that is read, unpacked."""

_IS_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def unpack_archive(data: bytes) -> dict[str, str]:
    """The manifest, if there is one, the rules and the scenarios of the one ruleset in an archive, by their names in its folder.

    All other files are passed over, such as pictures. Raises Refused.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _read(archive, _select_entries(archive.infolist()))
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError, ValueError, OSError, RuntimeError):
        raise _make_refusal("This is no zip archive that can be read.") from None


def _select_entries(entries: Sequence[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """The entries to read, by the names within the folder of the manifest."""
    if len(entries) > MOST_FILES:
        raise _make_refusal(
            f"The archive holds more than {MOST_FILES} files; a ruleset is a `{MANIFEST}` and a few files of rules."
        )
    paths: dict[PurePosixPath, zipfile.ZipInfo] = {}
    for path, entry in _files(entries):
        if path in paths:
            raise _make_refusal(f"Two files in the archive are called “{_printable_path(path)}”.")
        paths[path] = entry
    folder = _folder([path for path in paths if path.name == MANIFEST] or [path for path in paths if path.suffix == ".rules"])
    inside = {path.relative_to(folder): entry for path, entry in paths.items() if path.is_relative_to(folder)}
    return {path.as_posix(): entry for path, entry in inside.items() if _is_read(path)}


def _is_read(path: PurePosixPath) -> bool:
    return path.as_posix() == MANIFEST or path.suffix == ".rules" or is_scenarios(path.as_posix())


def _folder(paths: Sequence[PurePosixPath]) -> PurePosixPath:
    """The one folder that has such files and lies above all others that have."""
    highest = min((len(path.parts) for path in paths), default=0)
    folders = {path.parent for path in paths if len(path.parts) == highest}
    if not folders:
        raise _make_refusal("There are no rules in the archive: zip the folder that they lie in.")
    if len(folders) > 1:
        raise _make_refusal(f"There are {len(folders)} rulesets in the archive: zip the folder of one of them.")
    return folders.pop()


def _files(entries: Sequence[zipfile.ZipInfo]) -> Iterator[tuple[PurePosixPath, zipfile.ZipInfo]]:
    for entry in entries:
        name = entry.filename
        path = PurePosixPath(name)
        if "__MACOSX" in path.parts or path.name.startswith("._") or path.name == "Icon\r":  # what a Mac adds by itself
            continue
        if not name.isprintable() or "\\" in name or ":" in name or path.is_absolute() or ".." in path.parts or not path.parts:
            raise _make_refusal(f"The archive has a file with a name that leads elsewhere: “{_printable_path(path)}”.")
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise _make_refusal(f"“{_printable_path(path)}” in the archive is a link: put the file itself there.")
        if entry.flag_bits & _IS_ENCRYPTED:
            raise _make_refusal("The archive is locked with a password: zip the folder without one.")
        if not entry.is_dir():
            yield path, entry


def _read(archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo]) -> dict[str, str]:
    """The texts. What an archive says of sizes is not believed: no more is unpacked than may be."""
    texts = {}
    room = MOST_BYTES
    for name, entry in entries.items():
        if entry.compress_type not in _METHODS:
            raise _make_refusal(f"“{name[:80]}” is packed in a way that is not read here: make an ordinary zip archive.")
        with archive.open(entry) as stream:
            data = stream.read(room + 1)
        room -= len(data)
        if room < 0:
            raise _make_refusal(f"The rules in the archive are larger than {MOST_BYTES // 1024} KB, the most they may be.")
        try:
            texts[name] = decode_utf8(data, name)
        except caylus.RulesetError:
            raise _make_refusal(f"“{name[:80]}” is not UTF-8 text: save it as UTF-8.") from None
    return texts


def _printable_path(path: PurePosixPath) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in str(path)[:80])


def _make_refusal(text: str) -> Refused:
    return Refused("archive", text)


ROOM, ROOM_OF_ALL = 4 * 1024 * 1024, 512 * 1024 * 1024
"""Letters, of all drafts of a visitor, and of all together."""

LONGEST = 30 * 24 * 3600
"""Seconds that a draft is kept after it was last checked."""

_MOST_DRAFT_FILES = 200
_ID = re.compile(r"[0-9a-f]{32}")
_NAME = re.compile(r"[A-Za-z0-9_./-]{1,200}\.rules")


class Draft(NamedTuple):
    """The rules that somebody wrote, by the names of their files, and their base (None: themselves, or as the manifest says)."""

    base: str | None
    files: Mapping[str, str]


def keep_draft(store: Store, draft: Draft, who: str) -> str:
    """The id by which a draft is asked for, which is the same for the same draft. Raises Refused where there is no room.

    What its owner has longest not checked goes first, and nothing for what others bring.
    """
    id_ = hashlib.sha256(json.dumps(draft, sort_keys=True).encode()).hexdigest()[:32]
    size, now = sum(len(text) for text in draft.files.values()), time.time()
    if not store.put_draft(DraftRow(id_, draft.base, draft.files, size, now, who), ROOM, ROOM_OF_ALL, now - LONGEST):
        raise Refused("busy", "There is no room for more rules on this server: try again tomorrow, or bring fewer.")
    return id_


def find_draft(store: Store, id_: str) -> Draft:
    """Raises Refused for one that is not kept, or not any more."""
    row = store.draft(id_) if _ID.fullmatch(id_) else None
    if row is None:
        raise Refused("no_draft", "These rules are not kept here any more: check them once again.")
    return Draft(row.base, row.files)


def check_files(files: Mapping[str, str]) -> dict[str, str]:
    """Files as a page sends them, each a text by its name. Raises Refused for what is no such thing."""
    if not files or len(files) > _MOST_DRAFT_FILES:
        raise Refused("bad", f"Rules stand in 1 to {_MOST_DRAFT_FILES} files.")
    for name in files:
        if name != MANIFEST and not _NAME.fullmatch(name) and not is_scenarios(name):
            raise Refused(
                "bad",
                "A file of rules has a name of letters, digits and `-` that ends in `.rules`, one of scenarios lies in "
                f"`scenarios/` and ends in `.yaml`; “{name[:80]}” does neither.",
            )
    if sum(len(text) for text in files.values()) > MOST_BYTES:
        raise Refused("bad", f"These rules are longer than {MOST_BYTES // 1024} KB, the most they may be.")
    return dict(files)
