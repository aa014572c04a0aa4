"""Files from outside, read with suspicion: regular files of UTF-8 text that are not too large, and nothing else."""

from __future__ import annotations

from os.path import realpath
from pathlib import Path

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.diagnostics.lines import end_span
from caylus.diagnostics.span import Span


def read_text(file: Path, shown: str, limit: int) -> str:
    """The text of `file`, of at most `limit` bytes. `shown` is what diagnostics call it.

    Raises `RulesetError`: E0601 no such file or not readable, E0602 not UTF-8, E0603 too large.
    """
    try:
        if not file.is_file():
            raise _make_error("E0601", f"`{shown}` is not a file" if file.exists() else f"there is no file `{shown}`")
        with file.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as fault:
        raise _make_error("E0601", f"`{shown}` cannot be read: {fault.strerror}") from None
    if len(data) > limit:
        raise _too_large(shown, limit)
    return decode_utf8(data, shown)


def check_text_size(text: str, shown: str, limit: int) -> str:
    """A text that came without a file. Raises `RulesetError` where the file would be too large (E0603) or no UTF-8 (E0602)."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        raise _make_error("E0602", f"`{shown}` is not UTF-8 text") from None
    if len(data) > limit:
        raise _too_large(shown, limit)
    return text.removeprefix("\ufeff")


def read_inside_folder(folder: Path, file: Path, shown: str, limit: int) -> str:
    """The same for a file of a folder that has to bring all it needs: a link out of it would show what lies elsewhere.

    Raises E0621 besides.
    """
    if not Path(realpath(file)).is_relative_to(realpath(folder)):
        raise _make_error("E0621", f"`{shown}` lies outside the ruleset's folder")
    return read_text(file, shown, limit)


def decode_utf8(data: bytes, shown: str) -> str:
    """The text that `data` holds, without a byte order mark. Raises `RulesetError` (E0602) where it is not UTF-8."""
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        place = end_span(data[: fault.start].decode("utf-8"), shown)
        raise _make_error("E0602", f"`{shown}` is not UTF-8 text", place) from None


_HELP = {"E0602": "save the file as UTF-8", "E0621": "copy it into the folder: a ruleset brings all it needs"}


def _too_large(shown: str, limit: int) -> RulesetError:
    return _make_error("E0603", f"`{shown}` is larger than {limit // 1024} KB, the most such a file may have")


def _make_error(code: str, message: str, span: Span | None = None) -> RulesetError:
    return RulesetError((Diagnostic(code, message, span, help=_HELP.get(code, "")),))
