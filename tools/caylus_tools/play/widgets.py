"""What a full screen is made of besides the table: the line where one types, and pages to be read. Knows Textual, too."""

from __future__ import annotations

from typing import ClassVar, Protocol

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static


class Table(Protocol):
    """What a line is typed at."""

    @property
    def marked(self) -> str:
        """The key of the choice that Enter takes on an empty line; none if none is marked."""
        ...

    def mark(self, key: str) -> None: ...

    def point(self, direction: str) -> None:
        """Marks the choice next to the marked one."""
        ...

    def begun(self, line: str) -> None:
        """A line has been typed, but not sent."""
        ...

    def completed(self, line: str) -> str:
        """The line as far as it can only go on in one way."""
        ...

    def pressed(self, character: str) -> bool:
        """Whether a character that begins a line stands for something else; does that."""
        ...

    def answer(self, line: str) -> None:
        """A line has been sent."""
        ...


class Typed(Input):
    """Where one types. While it is empty, arrows go from choice to choice, Enter takes the marked one, letters open pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point('up')"),
        Binding("down", "point('down')"),
        Binding("tab", "complete"),
        Binding("escape", "empty"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def begin(self, line: str) -> None:
        """Has something typed already."""
        self.value = line
        self.cursor_position = len(line)

    def action_point(self, direction: str) -> None:
        self.value = ""
        self._table.point(direction)

    def action_cursor_left(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_left(select)
        else:
            self._table.point("left")

    def action_cursor_right(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_right(select)
        else:
            self._table.point("right")

    def action_complete(self) -> None:
        self.begin(self._table.completed(self.value))

    def action_empty(self) -> None:
        self.value = ""
        self._table.mark("")

    async def action_submit(self) -> None:
        line, self.value = self.value or self._table.marked, ""
        self._table.answer(line)

    def on_key(self, event: events.Key) -> None:
        if not self.value and event.character and self._table.pressed(event.character):
            event.prevent_default()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._table.begun(event.value)


class Page(ModalScreen[str]):
    """Lines to be read and scrolled. Whatever else is typed closes it, and comes out of it if it is the key of something."""

    CSS = """
    Page { background: transparent; }
    VerticalScroll { height: 1fr; }
    """

    def __init__(self, text: Text) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._text)
        yield Static(Text("Enter: back to the table   arrows, PgUp, PgDn: further", "dim"))

    def on_key(self, event: events.Key) -> None:
        if event.character and event.key != "space":
            event.stop()
            self.dismiss(event.character if event.is_printable and event.character != "q" else "")
