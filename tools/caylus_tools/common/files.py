"""Reading and writing the files a person names."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import caylus

from .errors import UsageError

STANDARD_INPUT = "<standard input>"
MOST_RULES = 512 * 1024
MOST_GAME = 8 * 1024 * 1024


def read(name: str, most: int) -> tuple[str, str]:
    """The text of a file of at most `most` bytes, `-` being standard input, and what to call it.

    Raises `caylus.RulesetError`, and `UsageError` where standard input is closed.
    """
    import caylus
    from caylus.documents import decode_utf8, read_text

    if name != "-":
        return read_text(Path(name), name, most), name
    if sys.stdin is None:
        raise UsageError("standard input is closed")
    data = sys.stdin.buffer.read(most + 1)
    if len(data) > most:
        fault = caylus.Diagnostic("E0603", f"{STANDARD_INPUT} is larger than {most // 1024} KB, the most it may have", None)
        raise caylus.RulesetError((fault,))
    return decode_utf8(data, STANDARD_INPUT), STANDARD_INPUT


def read_saved_game(name: str) -> dict[str, Any]:
    """The data of a saved game, for `caylus.resume`. Raises `caylus.RulesetError`."""
    return _read_json(*read(name, MOST_GAME), "save")


def read_played_game(name: str) -> tuple[str, dict[str, Any]]:
    """`transcript` or `save`, whichever the file holds, and its data. Raises `caylus.RulesetError`."""
    text, file_name = read(name, MOST_GAME)
    schema = "save" if '"checksum"' in text else "transcript"  # only saves have one
    return schema, _read_json(text, file_name, schema)


def replay_game(name: str) -> caylus.Game:
    """The game of a transcript or of a saved game, played from its start. Raises `caylus.RulesetError`, and `UsageError` for
    a saved one that began in the middle."""
    import caylus

    sort, data = read_played_game(name)
    if sort == "transcript":
        return caylus.replay(data)
    saved_game = caylus.resume(data)
    if saved_game.seed is None:
        raise UsageError(f"the game in {name} began in the middle; what came before is not known")
    return caylus.replay(saved_game.transcript(), rules=saved_game.rules)


def _read_json(text: str, file_name: str, schema: str) -> dict[str, Any]:
    from caylus.documents import read_json

    data: dict[str, Any] = read_json(text, file_name, schema).value
    return data


def write_json(path: Path, document: Mapping[str, Any]) -> None:
    """Replaces a file, see `write_text`."""
    write_text(path, json.dumps(document, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Replaces a file, whole or not at all (see `caylus.atomic`). Raises `UsageError` where it cannot be written."""
    from caylus.atomic import replace

    try:
        replace(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise unwritable(path, error) from None


def check_overwriting(path: Path, mark: str) -> None:
    """Raises `UsageError` for a file that a command would destroy: one in whose beginning its own `mark` does not stand."""
    try:
        if not path.is_file() or not path.stat().st_size:
            return
        with path.open("rb") as stream:
            if mark.encode() in stream.read(1000):
                return
    except OSError as error:
        raise unwritable(path, error) from None
    raise UsageError(f"{path} was not written by this command, and would be lost: name another file, or delete it first")


def unwritable(path: Path, error: OSError) -> UsageError:
    """The error to raise where something cannot be written."""
    return UsageError(f"{path} cannot be written: {error.strerror or error}")


TOOLS = Path(__file__).parents[1]


def data_folder() -> Path:
    """The folder for data of this program that is kept. Raises RuntimeError where the user has no home."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home())
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return folder / "caylus"
