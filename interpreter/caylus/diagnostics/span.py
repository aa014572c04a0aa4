"""A place in a text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a source file: 1-based lines and columns, the end exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`; of texts that variants have put together, this one alone."""
        if other.file != self.file or (other.end_line, other.end_column) < (self.line, self.column):
            return self
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def is_inside(self, other: Span) -> bool:
        """Return whether it lies in another, in the same file."""
        return (
            self.file == other.file
            and (other.line, other.column) <= (self.line, self.column)
            and (self.end_line, self.end_column) <= (other.end_line, other.end_column)
        )

    @property
    def order(self) -> tuple[str, int, int, int, int]:
        """Sorts places from the front to the back; of two that begin together the one that holds the other comes first."""
        return self.file, self.line, self.column, -self.end_line, -self.end_column

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
