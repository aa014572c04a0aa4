"""The parts of a full screen besides the table: the line where one types, and the page to be read. Knows Textual, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static


class Table(Protocol):
    """The table at which a line is typed."""

    @property
    def marked_key(self) -> str:
        """The key of the choice that Enter takes on an empty line; none if none is marked."""
        ...

    def mark(self, key: str) -> None: ...

    def point(self, direction: str) -> None:
        """Marks the choice next to the marked one."""
        ...

    def preview_line(self, line: str) -> None:
        """A line has been typed, but not sent."""
        ...

    def complete_line(self, line: str) -> str:
        """The line as far as it can only go on in one way."""
        ...

    def handle_key(self, character: str) -> bool:
        """Return whether a character that begins a line stands for something else; does that."""
        ...

    def answer(self, line: str) -> None:
        """A line has been sent."""
        ...

    def takes(self, event: events.Key | events.Paste) -> bool:
        """Return whether a key may reach the line: not one that was typed for something else."""
        ...

    @property
    def reader(self) -> Page:
        """The page, which keys close before they do anything else."""
        ...

    def close_page(self) -> str:
        """Shows the table again; the letter that opened the page, which may begin a word."""
        ...


class Typed(Input):
    """The input line. While it is empty, arrows go from choice to choice, Enter takes the marked one, letters open pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point('up')"),
        Binding("down", "point('down')"),
        Binding("pageup", "scroll('pageup')"),
        Binding("pagedown", "scroll('pagedown')"),
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

    def action_scroll(self, key: str) -> None:
        if self._table.reader.is_shown:
            self._table.reader.scroll_with_key(key)

    def action_point(self, direction: str) -> None:
        if self._table.reader.is_shown:
            self._table.reader.scroll_with_key(direction)
            return
        self.value = ""
        self._table.point(direction)

    def action_cursor_left(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_left(select)
        else:
            self.action_point("left")

    def action_cursor_right(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_right(select)
        else:
            self.action_point("right")

    def action_complete(self) -> None:
        self.begin(self._table.complete_line(self.value))

    def action_empty(self) -> None:
        self._table.close_page()
        self.value = ""
        self._table.mark("")

    async def action_submit(self) -> None:
        if self._table.reader.is_shown and not self.value:
            self._table.close_page()
            return
        line, self.value = self.value or self._table.marked_key, ""
        self._table.answer(line)

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key | events.Paste) or self._table.takes(event):
            await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        if self._table.reader.is_shown and event.is_printable:
            event.prevent_default()
            self._read_on(event.character or "")
        elif not self.value and event.character and self._table.handle_key(event.character):
            event.prevent_default()

    def _read_on(self, character: str) -> None:
        """Does what a character means while a page is open: a space reads on, q closes, others close and are typed."""
        if character == " ":
            self._table.reader.scroll_with_key("pagedown")
            return
        letter = self._table.close_page()
        if character != "q" and not self._table.handle_key(character):
            self.begin((letter if character.isalpha() else "") + character)

    def on_paste(self) -> None:
        self._table.close_page()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._table.preview_line(event.value)


class Page(VerticalScroll):
    """Lines to be read and scrolled in the place of the table. The line below keeps the keyboard, so no key can be lost."""

    DEFAULT_CSS = """
    Page { height: 1fr; display: none; }
    """
    can_focus = False

    def compose(self) -> ComposeResult:
        yield Static()

    def open(self, text: Text) -> None:
        self.query_one(Static).update(text)
        self.scroll_home(animate=False)
        self.display = True

    def close(self) -> None:
        self.display = False

    @property
    def is_shown(self) -> bool:
        return self.display

    def scroll_with_key(self, key: str) -> None:
        """Scrolls as an arrow or a key for pages says."""
        scrolls: dict[str, Callable[..., None]] = {
            "up": self.scroll_up, "down": self.scroll_down, "pageup": self.scroll_page_up, "pagedown": self.scroll_page_down,
        }  # fmt: skip
        if key in scrolls:
            scrolls[key](animate=False)
