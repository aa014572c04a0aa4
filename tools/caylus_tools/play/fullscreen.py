"""A session on the whole of a terminal, with its widgets; with `keyboard` the only module that knows Textual.

The table is composed anew for whatever size the terminal has; below it stands what was said last, and the line where one types.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from caylus import RuleFault
from caylus.diagnostics import visible
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Input, Static

from caylus_tools.answers.matching import alike, exact
from caylus_tools.common.interrupts import Stopped, notify_signals
from caylus_tools.screen.compose import Composition, compose as composed, page, pages
from caylus_tools.screen.looks import Looks, is_dark_terminal, read_colours
from caylus_tools.screen.marked import Line, cut, line_width, spans
from caylus_tools.screen.scene import Choice, Scene
from caylus_tools.screen.signs import describe_signs

from .steps import Ask, Leaving, Think, Thought

if TYPE_CHECKING:
    from caylus import Decision, Game, Ruleset

    from .session import Session


_ABOUT_THINGS = ("i", "info", "w", "why")


def complete_line(text: str, choices: Sequence[Choice], rules: Ruleset) -> tuple[str, list[str]]:
    """The line as far as it can only go on in one way, and the ways from there where there are several.

    It names a choice; or, behind a command that tells of things, a thing by its title.
    """
    word, blank, rest = text.partition(" ")
    if blank and word in _ABOUT_THINGS:
        titles = (thing.title for kind in rules.model.kinds.values() for thing in kind.objects if thing.is_named)
        completions = [f"{word} {title}" for title in dict.fromkeys(titles) if title.casefold().startswith(rest.casefold())]
    else:
        completions = [choice.text for choice in alike(text, choices, rules)]
    if len(completions) < 2:
        return (completions or [text])[0], []
    least, most = min(completions), max(completions)
    shared = next((least[:at] for at, letter in enumerate(least) if most[at : at + 1] != letter), least)
    return shared if shared.casefold().startswith(text.casefold()) else text, completions


class _Place(NamedTuple):
    """The cells that a choice takes: from `start` up to `end` of a line."""

    key: str
    line: int
    start: int
    end: int


def find_key(column: int, line: int, lines: Sequence[Line]) -> str:
    """The key of the choice that stands there; none if none does."""
    keys = (place.key for place in _places(lines) if place.line == line and place.start <= column < place.end)
    return next(keys, "")


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

    def __init__(self, table: FullScreen) -> None:
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
            following = self._table.following
            self._table.close_page()
            if following:
                self._table.answer("")
            return
        line, self.value = self.value or self._table.marked_key, ""
        self._table.answer(line)

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key | events.Paste) or self._table.takes(event):
            await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        if self._table.reader.is_shown and event.is_printable and self.value:
            self._table.close_page()  # it came up under what is being typed
        elif self._table.reader.is_shown and event.is_printable:
            event.prevent_default()
            self._read_on(event.character or "")
        elif not self.value and event.character and self._table.handle_key(event.character):
            event.prevent_default()

    def _read_on(self, character: str) -> None:
        """Read on by a space, open another page by its key; any other key closes the page, and most begin a line as well."""
        if character == " ":
            self._table.reader.scroll_with_key("pagedown")
        elif not self._table.page(character):
            self._table.close_page()
            if character not in _CLOSING and not self._table.handle_key(character):
                self.begin(character)

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


_ASIDE, _SHORT = 6, 2
"""A message of more lines than the first number is a page of its own; of more than the second, where it would cut the table."""
_MOST_WAYS = 6
_UNREAD = 0.4
"""Seconds after a warning, or after a screen was wiped for the next person, in which keys and clicks are held to be meant for
what stood there before."""
_READ_FIRST = r"(?m)^(LESSON · |Careful: ).*$"
_READING = "Enter: back to the table   arrows, PgUp, PgDn: further "
_READING_LESSON = "Enter: {}   Esc: back to the table   PgUp, PgDn: further "
_CLOSING = "qQUS"
"""Keys that close a page and do nothing else: an order is not given from there."""
_NARROWEST = 6
"""The least room to type in."""
_LINES = {"U": "undo", "S": "save", "Q": "quit", "?": "help"}
_BEGINNINGS = {"W": "why ", "I": "info "}


_THEMES = {"caylus-dark": True, "caylus-light": False}
_PALETTE = ("Theme", "Quit", "Screenshot")
_COMMANDS = (
    ("Help", "what can be typed", "help"),
    ("Hint", "what a bot would choose", "hint"),
    ("Rulebook", "its chapters", "rules"),
    ("Lesson", "what this part of the game is about", "lesson"),
    ("Undo", "go back to your last decision", "undo"),
)


def _make_theme(name: str, is_dark: bool) -> Theme:
    """A theme in the colours of the table in a browser."""
    colours = read_colours(is_dark)
    return Theme(
        name, primary=colours["act"], accent=colours["act"], warning=colours["warn"], error=colours["bad"],
        success=colours["good"], foreground=colours["ink"], background=colours["paper"], surface=colours["surface"],
        panel=colours["sunk"], dark=is_dark,
    )  # fmt: skip


class Thinking(Message):
    """A bot has found its move."""


class Signal(Message):
    """The process is asked to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class FullScreen(App[None]):
    """Runs a session of a game, and is what people see of it (`steps.Front`)."""

    CSS = """
    #table { height: 1fr; }
    .reading #table, .reading #said { display: none; }
    #said { height: auto; }
    #bottom { height: 1; }
    #prompt, #keys { width: auto; }
    .empty { display: none; }
    Typed, Typed:focus { width: 1fr; height: 1; border: none; padding: 0; }
    """
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+d,ctrl+q", "leave", priority=True)]

    is_watched = True
    session: Session

    def __init__(self, game: Game) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)  # for Textual greys are no colours
        for name, is_dark in _THEMES.items():
            self.register_theme(_make_theme(name, is_dark))
        self.theme = next(name for name, is_dark in _THEMES.items() if is_dark is is_dark_terminal())
        self._game = game
        self._looks = Looks(game, is_dark_terminal())
        self._typed = Typed(self)
        self.reader = Page()
        self._shown_at = 0.0  # what was typed before is not meant for what is shown now
        self._is_mark_typed = False
        self._scene: Scene | None = None
        self._composition: Composition | None = None
        self._keys: Line = ()
        self._marked = ""
        self._request: Ask | Think | None = None
        self._thought: Thought | None = None
        self.failure: BaseException | None = None
        """What ended the session before the game did."""
        self.following = ""
        self.said: list[str] = []
        """What the session has said since the person last answered; at the end of it, its last words."""

    def play(self, session: Session) -> None:
        """Returns at the end of the game. Raises what `Session.play` does, and `Stopped` when a signal ends it, after saving."""
        self.session = session
        with notify_signals(self._handle_signal):
            self.run()
        if self.failure is not None:
            raise self.failure

    def get_driver_class(self) -> type[Driver]:
        if sys.platform == "win32":
            return super().get_driver_class()
        from .keyboard import Keyboard  # which asks for a terminal of Unix

        return Keyboard

    def compose(self) -> ComposeResult:
        yield Static(id="table")
        yield self.reader
        yield Static(id="said")
        with Horizontal(id="bottom"):
            yield Static(id="prompt")
            yield self._typed
            yield Static(id="keys")

    # ---- the session's steps

    def on_mount(self) -> None:
        self._looks = Looks(self._game, self.current_theme.dark)
        self.theme_changed_signal.subscribe(self, self._change_looks)
        self._circle = asyncio.get_running_loop()
        self._steps = self.session.play()
        self.call_after_refresh(self._go_on, lambda: next(self._steps))

    def _go_on(self, step: Callable[[], Ask | Think]) -> None:
        """Has the session take a step, and waits for what it asks for then."""
        try:
            self._request = request = step()
            if isinstance(request, Think):
                self._think(request)
            self._show()
        except StopIteration:
            self._end(None)
        except Exception as error:
            self._end(error)

    def _think(self, request: Think) -> None:
        """Has a bot think, unless it does already: somebody was asked in the meantime whether they leave."""
        if self._thought is None or self._thought.request is not request:
            self._thought = Thought(request, self._game, lambda: self._post(Thinking()))
        else:
            self.post_message(Thinking())

    def _handle_exception(self, error: Exception) -> None:
        """Ends the program in the terminal as it was, where Textual would print a trace and succeed."""
        self.session.save()
        self._end(error)

    def _end(self, failure: BaseException | None) -> None:
        """Keys that were typed ahead of the end find nobody who asks."""
        self.failure, self._request = failure, None
        self.exit()

    def _post(self, message: Message) -> None:
        """From another thread, or between any two instructions of this one."""
        with suppress(RuntimeError):  # nobody waits any more
            self._circle.call_soon_threadsafe(self.post_message, message)

    def on_thinking(self) -> None:
        thought = self._thought
        if thought is not None and thought.is_done and self._request is thought.request:
            self._go_on(lambda: self._take(thought))

    def _take(self, thought: Thought) -> Ask | Think:
        """Has the session go on with what a bot has found, or with the fault that it met."""
        try:
            move = thought.move()
        except RuleFault as fault:
            return self._steps.throw(fault)
        return self._steps.send(move)

    def _handle_signal(self, number: int) -> None:
        self._post(Signal(number))

    def on_signal(self, message: Signal) -> None:
        if message.number == signal.SIGINT:
            self.action_leave()
        else:
            self.session.save()
            self._end(Stopped(message.number))

    def action_leave(self) -> None:
        if self._request is not None:
            self.close_page()
            self.said.clear()
            self._go_on(lambda: self._steps.throw(Leaving()))

    def _change_looks(self, theme: Theme) -> None:
        self._looks = Looks(self._game, theme.dark)
        self._show()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The commands of the palette: those of the program, then what can be typed here."""
        yield from (command for command in super().get_system_commands(screen) if command.title in _PALETTE)
        if self.choices is None or self._scene is None:
            return
        for title, help_, line in _COMMANDS:
            yield SystemCommand(title, help_, partial(self.answer, line))
        for letter, title in pages(self._scene).items():
            yield SystemCommand(f"Page: {title}", f"key {letter}", partial(self.page, letter))

    def answer(self, line: str) -> None:
        if isinstance(self._request, Ask):
            self._marked = ""
            self.said.clear()
            self._go_on(lambda: self._steps.send(line.strip()))

    # ---- what people see

    def decision(self, decision: Decision, since: int) -> Sequence[Choice]:
        self._scene, self._marked = Scene(self._game, decision, since, self._game.seed), ""
        return self._scene.choices

    def result(self, player: str | None, since: int) -> None:
        self._scene, self._marked = Scene(self._game, None, since, self._game.seed), ""

    def say(self, text: str) -> None:
        self.said += text.split("\n")

    def warn(self, text: str) -> None:
        self.say(text)
        self._drop_typed()

    def wipe(self) -> None:
        self._scene = None
        self.close_page()
        self.said.clear()
        self._drop_typed()

    def _drop_typed(self) -> None:
        self._typed.value = ""
        self._shown_at = Message().time + _UNREAD

    def takes(self, event: events.Key | events.Paste | events.Click) -> bool:
        """Return whether it may reach the line: not one that was meant for something else."""
        return event.time >= self._shown_at

    def _open_page(self, text: Text, following: str = "") -> None:
        """Opens a page; `following` is what Enter shows after it, other than the table."""
        self.reader.open(text)
        self.following = following
        self.add_class("reading")

    def close_page(self) -> None:
        if self.reader.is_shown:
            self.reader.close()
            self.remove_class("reading")
            self.said += [f"Enter on the empty line shows {self.following}."] if self.following else []
            self.following = ""
            self._show()

    def on_resize(self) -> None:
        if self._request is not None:
            self.call_after_refresh(self._show)

    def _show(self) -> None:
        """Draws everything anew. What is said at length opens as a page."""
        width, height = self.size
        message = Text("\n".join(map(visible, self.said)))
        message.highlight_regex(_READ_FIRST, self._looks.style("warn"))
        following = self._request.empty if isinstance(self._request, Ask) else ""
        if len(self.said) > _ASIDE or (message and len(message.wrap(self.console, width)) > height // 4):
            self._open_page(message, following)
            self.said.clear()
            message = Text()
        prompt = spans("> ")
        if isinstance(self._request, Think):
            prompt = spans(f"{self._request.player} thinks … ")
        elif self._request is not None and not self.choices:
            message.append("\n" * bool(self.said) + visible(self._request.question).removesuffix("> "), "bold")
        self._composition = None
        if self._scene is not None:
            message_height = len(message.wrap(self.console, width)) if message else 0
            self._composition = composed(self._scene, width, height - message_height, self._marked)
            if message_height > _SHORT and self.choices and not self._marked and self._composition.is_cut:
                self._open_page(message, following)
                self.said.clear()
                message, self._composition = Text(), composed(self._scene, width, height, self._marked)
            if self.choices:
                prompt = cut(self._composition.prompt, width - _NARROWEST)
        if self.reader.is_shown:
            reading = _READING_LESSON.format(self.following) if self.following else _READING
            prompt = cut(spans(reading), width - _NARROWEST)
        room = width - line_width(prompt) - _NARROWEST
        is_shown = self._composition and self.choices is not None and not self.reader.is_shown
        self._keys = cut(self._composition.keys, room) if self._composition and is_shown else ()
        self._place("#table", self._looks.text(*self._composition.lines) if self._composition else Text())
        self._place("#said", message)
        self._place("#prompt", self._looks.text(prompt))
        self._place("#keys", self._looks.text(self._keys))

    def _place(self, where: str, text: Text) -> None:
        widget = self.screen_stack[0].query_one(where, Static)  # the palette may lie above it
        widget.update(text)
        if where != "#table":
            widget.set_class(not text, "empty")

    # ---- choosing by arrows and mouse, and looking things up

    @property
    def choices(self) -> Sequence[Choice] | None:
        """The choices now; None where another answer is wanted."""
        return self._request.choices if isinstance(self._request, Ask) else None

    @property
    def marked_key(self) -> str:
        """The key of the choice that Enter takes on an empty line; none if none is marked."""
        return self._marked

    def mark(self, key: str) -> None:
        self._is_mark_typed = False
        if key != self._marked:
            self._marked = key
            self._show()

    def point(self, direction: str) -> None:
        """Marks the choice next to the marked one."""
        if self._composition is not None and self.choices:
            self.mark(find_neighbour(self._marked, direction, self._composition.lines))

    def on_click(self, event: events.Click) -> None:
        """The first click marks a choice, the next one takes it."""
        widget_id = event.widget.id if event.widget is not None else ""
        if widget_id == "keys":
            self.handle_key(find_key(event.x, event.y, [self._keys]))
        elif widget_id == "table" and self._composition is not None and self.choices and self.takes(event):
            key = find_key(event.x, event.y, self._composition.lines)
            if key and key == self._marked:
                self.answer(key)
            elif key:
                self.mark(key)

    def preview_line(self, line: str) -> None:
        """Marks the only choice that the line may mean, as long as the line stands there."""
        if self.choices and line:
            choice = exact(line, self.choices)
            matches = [choice] if choice else alike(line, self.choices, self._game.rules)
            self.mark(matches[0].key if len(matches) == 1 else "")
            self._is_mark_typed = True
        elif self._is_mark_typed:
            self.mark("")

    def complete_line(self, line: str) -> str:
        """The line as far as it can only go on in one way; says the ways in which it may go on from there."""
        line, ways = complete_line(line, self.choices or (), self._game.rules)
        self.said = [f"{', '.join(ways[:_MOST_WAYS])}{', …' * (len(ways) > _MOST_WAYS)}"] if ways else []
        self._show()
        return line

    def handle_key(self, character: str) -> bool:
        """Return whether a character that begins a line stands for something else; does that."""
        if self.choices is None:
            return False
        if character in _LINES:
            self.answer(_LINES[character])
        elif character in _BEGINNINGS:
            self._typed.begin(_BEGINNINGS[character])
        else:
            return self.page(character)
        return True

    def signs(self) -> list[str]:
        return describe_signs(self._scene) if self._scene is not None else []

    def page(self, letter: str, most: int | None = None) -> bool:
        if self._scene is None or letter not in pages(self._scene):
            return False

        lines = page(self._scene, letter, self.size.width - 2)
        self._open_page(self._looks.text(*lines[-(most or 0) :]))
        if letter == "L":  # the newest line is the last
            self.call_after_refresh(self.reader.scroll_end, animate=False)
        self._show()
        return True
