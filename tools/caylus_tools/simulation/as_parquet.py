"""A table as Parquet, by pyarrow; what a column means stands with it in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import parquet

from .columns import Column, Row

_TYPES = {int: pa.int64(), str: pa.string(), bool: pa.bool_()}
_ROWS = 10_000
"""As many are written at a time."""


@contextmanager
def writing(stream: BinaryIO, columns: Sequence[Column]) -> Iterator[Callable[[Row], None]]:
    """Yields what adds a row to the new file."""
    schema = _schema(columns)
    rows: list[Row] = []
    with parquet.ParquetWriter(stream, schema) as writer:

        def flush() -> None:
            writer.write_batch(pa.record_batch([list(values) for values in zip(*rows, strict=True)], schema=schema))
            rows.clear()

        def write(row: Row) -> None:
            rows.append(row)
            if len(rows) == _ROWS:
                flush()

        yield write
        if rows:
            flush()


def reading(path: Path, columns: Sequence[Column]) -> Iterator[Row]:
    """The rows of a file that has these columns. Raises ValueError for another one."""
    with parquet.ParquetFile(path) as file:
        if not file.schema_arrow.equals(_schema(columns)):
            raise ValueError("it has other columns")
        for batch in file.iter_batches(_ROWS):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _schema(columns: Sequence[Column]) -> pa.Schema:
    return pa.schema(
        [pa.field(name, _TYPES[type_], nullable=False, metadata={"meaning": meaning}) for name, type_, meaning in columns]
    )
