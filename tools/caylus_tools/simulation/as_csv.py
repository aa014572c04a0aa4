"""A table as CSV: UTF-8, a line of names, numbers as digits, `true` and `false`."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO

from .columns import Column, Row

_FLAGS = {"true": True, "false": False}


@contextmanager
def writing(stream: BinaryIO, columns: Sequence[Column]) -> Iterator[Callable[[Row], None]]:
    """Yields what adds a row to the new file."""
    file = TextIOWrapper(stream, encoding="utf-8", newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(column.name for column in columns)

    def write(row: Row) -> None:
        writer.writerow(str(value).lower() if isinstance(value, bool) else value for value in row)

    yield write
    file.detach()  # with all that was written to it; the stream is not ours to close


def reading(path: Path, columns: Sequence[Column]) -> Iterator[Row]:
    """The rows of a file that has these columns. Raises ValueError or KeyError for another one."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        if next(lines, None) != [column.name for column in columns]:
            raise ValueError("it has other columns")
        for line in lines:
            yield tuple(_value(text, column) for text, column in zip(line, columns, strict=True))


def _value(text: str, column: Column) -> int | str:
    return _FLAGS[text] if column.type is bool else column.type(text)
