"""Apply the fixes that `caylus check` finds to the files, or show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from caylus_tools.common.files import write_text


def write(target: str | Path, variants: Sequence[str]) -> list[str]:
    """Mends the files of a ruleset and of these variants, and returns their names. Raises `UsageError`."""
    from caylus.loading import library

    changes = library.mend_path(target, variants)
    for path, (_, new) in changes.items():
        write_text(path, new)
    return [path.as_posix() for path in changes]


def difference(target: str | Path, variants: Sequence[str]) -> Iterator[str]:
    """The changes to the files, as lines of a difference; nothing is written."""
    from difflib import unified_diff

    from caylus.loading import library

    for path, (old, new) in library.mend_path(target, variants).items():
        file_name = path.as_posix()
        yield from unified_diff(old.split("\n"), new.split("\n"), file_name, f"{file_name} as it should be", lineterm="")
