"""The input line and the page of the full screen, as widgets of Textual: their keys, completion, and what a click chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from caylus_tools.answers.matching import alike
from caylus_tools.screen.marked import Line, line_width

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.screen.scene import Choice


_ABOUT_THINGS = ("i", "info", "w", "why")


def complete_line(typed: str, choices: Sequence[Choice], rules: Ruleset) -> tuple[str, list[str]]:
    """The line as far as it can only go on in one way, and the ways from there where there are several.

    It names a choice; or, behind a command that tells of things, a thing by its title.
    """
    word, blank, rest = typed.partition(" ")
    if blank and word in _ABOUT_THINGS:
        titles = (thing.title for kind in rules.model.kinds.values() for thing in kind.objects if thing.is_named)
        found = [f"{word} {title}" for title in dict.fromkeys(titles) if title.casefold().startswith(rest.casefold())]
    else:
        found = [choice.text for choice in alike(typed, choices, rules)]
    if len(found) < 2:
        return (found or [typed])[0], []
    least, most = min(found), max(found)
    shared = next((least[:at] for at, letter in enumerate(least) if most[at : at + 1] != letter), least)
    return shared if shared.casefold().startswith(typed.casefold()) else typed, found


class _Place(NamedTuple):
    """The cells that a choice takes: from `start` up to `end` of a line."""

    key: str
    line: int
    start: int
    end: int


def find_key(column: int, line: int, lines: Sequence[Line]) -> str:
    """The key of the choice that stands there; none if none does."""
    found = (place.key for place in _places(lines) if place.line == line and place.start <= column < place.end)
    return next(found, "")


def find_neighbour(key: str, direction: str, lines: Sequence[Line]) -> str:
    """The key of the choice that is next in a direction (`up`, `down`, `left`, `right`), from the first one or round about."""
    first: dict[str, _Place] = {}
    for place in _places(lines):
        first.setdefault(place.key, place)
    if key not in first:
        keys = [*first]
        return key if not keys else keys[-1] if direction in ("up", "left") else keys[0]
    here = first[key]
    forward = direction in ("down", "right")
    if direction in ("up", "down"):
        others = [place for place in first.values() if place.line != here.line and (place.line > here.line) == forward]
        return min(others, key=lambda place: (abs(place.line - here.line), abs(place.start - here.start)), default=here).key
    keys = [place.key for place in sorted(first.values(), key=lambda place: (place.line, place.start))]
    return keys[(keys.index(key) + (1 if forward else -1)) % len(keys)]


def _places(lines: Sequence[Line]) -> Iterator[_Place]:
    for number, line in enumerate(lines):
        column = 0
        for span in line:
            end = column + line_width(span.text)
            if span.key:
                yield _Place(span.key, number, column, end)
            column = end


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
