"""A screen composed: everything at once where it fits, and folded in a fixed order until it does.

The table keeps its form from question to question: some lines below it are left for what is asked. Where a question needs more of
them, the table is folded further, then cut, and stands on a page of its own; choices are cut last of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile, zip_longest
from typing import NamedTuple

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.panels import GridPanel, PlayersPanel
from caylus.records import Record

from caylus_tools.verbalize import log
from caylus_tools.verbalize.log import render_points

from . import table
from .layout import Stock, find_last_round
from .marked import LEAST_WIDTH, Line, Span, cut, fit, join_parts, line_width, plain, rule_heading, spans, style_line, wrap_line
from .scene import Choice, Scene
from .table import WHOLE, Block, Fold

_MOST_TEXT = 34
_BETWEEN = "  "
_ALSO = " · "
_RULE = 4
_LEAST = 24
"""What comes of a choice stands below it where there are fewer columns left beside it."""
_NARROW = 70
"""In fewer columns what comes of a choice stands below it."""


def menu_heading(scene: Scene, width: int, is_whole: bool) -> list[Line]:
    """The question, and where to choose, to read the whole, and who may undo what is chosen."""
    assert scene.decision is not None
    asked = []
    if any(not choice.is_listed for choice in scene.choices):
        price, is_alike = scene.usual_price
        each = f" for {price} each" if is_alike else f", most for {price}"
        asked.append(spans(f"a space marked ›{each if price else ''}"))
    if len(scene.waiting) + len(scene.ready) > 1:
        asked.append(spans(f"{len(scene.ready)} of {len(scene.ready) + len(scene.waiting)} have chosen"))
    asked += [spans(text) for text in (scene.later_movers, "" if is_whole else "C tells all") if text]
    line = join_parts([spans(scene.decision.prompt), *asked], _ALSO)
    if line_width(line) + _RULE <= width:
        return [rule_heading(line, width)]
    below = wrap_line((Span(" "), *join_parts(asked, _ALSO)), width) if asked else []
    return [rule_heading(spans(scene.decision.prompt), width), *below]


class Menu(NamedTuple):
    """Choices stand in so many columns `across`; in one column what comes of each is told in full if it `wraps`.

    Where it is `brief`, words that all choices begin with are left out.
    """

    across: int = 1
    wraps: bool = True
    brief: bool = False


def menu_lines(scene: Scene, choices: Sequence[Choice], width: int, menu: Menu, marked: str) -> list[Line]:
    """The choices, downwards in columns; in one column each with its price and what comes of it."""
    if not choices:
        return []
    across = menu.across
    texts = [*_shorten_texts(choices)] if menu.brief else [choice.text for choice in choices]
    key = max(line_width(choice.key) for choice in choices)
    down = -(-len(choices) // across)
    column = (width - len(_BETWEEN) * (across - 1)) // across
    is_narrow = width < _NARROW
    most = width if is_narrow else width - _LEAST if menu.wraps else _MOST_TEXT
    text = min(most, max(map(line_width, texts)))
    prices = [f"for {scene.price(choice)}" if choice.price else "" for choice in choices]
    price = max(map(line_width, prices))
    drawn: list[Line] = []
    for choice, words_of_choice, words_of_price in zip(choices, texts, prices, strict=True):
        start = (Span(" "), Span(choice.key.rjust(key), "may"), Span(" "))
        text_line, price_line = scene.names.words(words_of_choice), scene.names.words(words_of_price)
        style = "marked" if choice.key == marked else ""
        if across > 1:
            words = join_parts([text_line, price_line], " ")
            drawn.append(style_line(cut((*start, *words), column), style, choice.key))
            continue
        told = scene.names.words(scene.describe(choice), "dim")
        parts = [fit(text_line, text), fit(price_line, price)] if told or choice.price else [text_line]
        head = (*start, *join_parts(parts, " "))
        indent = line_width(head) + len(_BETWEEN)
        if is_below := is_narrow or (menu.wraps and width - indent < min(_LEAST, line_width(told))):
            indent = key + 3
        below = wrap_line(told, width - indent, indent=0) if told and (is_below or menu.wraps) else [told]
        beside_it = () if is_below else below.pop(0)
        drawn.append(style_line(cut(join_parts([head, beside_it], _BETWEEN), width), style, choice.key))
        drawn += [style_line((Span(" " * indent), *part), "", choice.key) for part in below if part]
    if across == 1:
        return drawn
    rows = [drawn[number::down] for number in range(down)]
    return [join_parts([*(fit(cell, column) for cell in cells[:-1]), cells[-1]], _BETWEEN) for cells in rows]


def _shorten_texts(choices: Sequence[Choice]) -> Iterator[str]:
    """The texts of choices without the words that all choices of one option begin with."""
    for choice in choices:
        alike = [one.text.split() for one in choices if one.option.data["option"] == choice.option.data["option"]]
        shared = takewhile(lambda words: len({*words}) == 1, zip(*alike, strict=False))
        start = " ".join(words[0] for words in shared) if len(alike) > 1 else ""
        yield choice.text.removeprefix(start).strip() or choice.text


def describe_marked(scene: Scene, marked_key: str, width: int) -> list[Line]:
    """All that there is to say of the choice that is marked; first what comes of it now."""
    choice = next((choice for choice in scene.choices if choice.key == marked_key), None)
    if choice is None:
        return []
    price = f"for {scene.price(choice)}" if choice.price else ""
    description = join_parts([scene.names.words(part) for part in (price, scene.describe(choice)) if part], "; ", "")
    colon = spans(": " if description else "")
    line = (Span(f"› {choice.key} ", "marked"), *scene.names.words(choice.text), *colon, *description)
    return wrap_line(line, width, indent=len(choice.key) + 3)


PAGES = {"C": "choices", "L": "log", "P": "players", "T": "to come", "F": "tables", "B": "board"}
"""The letters of all pages there can be, and what they are called."""


def pages(scene: Scene) -> dict[str, str]:
    """Those that have something to show."""
    holds = {"C": bool(scene.choices), "T": any(_stock(scene)), "F": bool(scene.words.model.tables)}
    return {letter: title for letter, title in PAGES.items() if holds.get(letter, True)}


def page_keys(scene: Scene, hidden_count: int) -> Line:
    """The keys of the pages, with how many news only the log tells, and of what else there is."""
    titles = {**pages(scene), **({"L": f"log +{hidden_count}"} if hidden_count else {})}
    items = [Span("? keys", "", "?"), *(Span(f"{letter} {title}", "", letter) for letter, title in titles.items())]
    return join_parts([spans(span) for span in items], "  ")


def page(scene: Scene, letter: str, width: int) -> list[Line]:
    """A page of `pages`, by its letter."""
    return [cut(line, width) for line in _page(scene, letter, max(width, LEAST_WIDTH))]


def _page(scene: Scene, letter: str, width: int) -> list[Line]:
    match letter:
        case "C":
            return menu_lines(scene, scene.choices, width, Menu(), "")
        case "L":
            return [line for entry in scene.log() for line in render_log_line(scene, entry, width, is_cited=True)]
        case "P":
            return _players(scene, width)
        case "T":
            return _to_come(scene, width)
        case "F":
            return _tables(scene, width)
    return _flatten(table.table_blocks(scene, width, table.WHOLE, ()))


def render_log_line(scene: Scene, entry: log.Line, width: int, is_cited: bool = False) -> list[Line]:
    """A line of the log, on as many lines as it takes."""
    if entry.is_heading:
        return [style_line(spans(f" {entry.text} ──"), "dim")]
    citation = f"  (printed rules: {entry.cited})" if is_cited and entry.cited else ""
    line = (Span(" "), *scene.names.told(entry.spans), *spans(Span(citation, "dim")))
    is_unasked = scene.player is not None and scene.player in entry.skipped
    return wrap_line(style_line(line, "warn") if is_unasked or _is_own(scene, entry) else line, width, 3)


def _players(scene: Scene, width: int) -> list[Line]:
    panels = [panel for panel in scene.layout.panels if isinstance(panel, PlayersPanel)]
    bare = replace(table.WHOLE, grids=False)
    return [line for panel in panels or [PlayersPanel(())] for line in table.player_lines(scene, panel, width, bare)]


def _tables(scene: Scene, width: int) -> list[Line]:
    """Every table of the rules; those of the manifest as it says, with the markers in them."""
    panels_by_table = {panel.table: panel for panel in scene.layout.panels if isinstance(panel, GridPanel)}
    lines: list[Line] = []
    for name in scene.words.model.tables:
        panel = panels_by_table.get(name, GridPanel(name, None, None))
        lines += [table.grid_heading(scene, panel, width), *table.grid_lines(scene, panel, width)]
    return lines


def _stock(scene: Scene) -> Iterator[tuple[m.Kind, list[tuple[m.Object, int]]]]:
    """By kind, the things that may still come onto the table, and how many of each.

    Where the manifest does not say, those that spaces can hold and none is seen to.
    """
    model, view = scene.words.model, scene.view
    if stocks := [panel for panel in scene.layout.panels if isinstance(panel, Stock)]:
        for stock in stocks:
            yield from stock.things(view)
        return
    rows = [*view["rows"].values(), *(row for player in view["players"] for row in player["rows"].values())]
    lying = {value for row in rows for space in row for value in space.values() if isinstance(value, str)}
    heads = {row.row.kind.root.called for row in scene.layout.rows} - {None}
    held_kinds = {kind.states[head].type.kind for kind in model.kinds.values() for head in heads if head in kind.states}
    roots = {kind.root for kind in held_kinds if kind is not None}
    for kind in model.kinds.values():
        if kind.root in roots:
            things = [(thing, 1) for thing in kind.objects if thing.kind is kind and thing.name not in lying]
            if things:
                yield kind, things


def _to_come(scene: Scene, width: int) -> list[Line]:
    stock = [*_stock(scene)]
    can_pay = any(_is_affordable(scene, thing) for _, things in stock for thing, _ in things)
    lines: list[Line] = [(Span(" ✓ ", "may"), Span("you have what it costs", "dim"))] if can_pay else []
    for kind, things in stock:
        lines.append(rule_heading(spans(as_words(kind.plural)), width))
        wide = max(line_width(scene.names.titles.get(thing.name, thing.title)) for thing, _ in things)
        for thing, number in things:
            can = Span("✓" if _is_affordable(scene, thing) else " ", "may")
            title = style_line(fit(scene.names.title(thing.name), wide), scene.names.tint(thing.name))
            prefix = (Span(" "), can, Span(" "), *title, Span("  "))
            copies = spans(Span(f"{number} left. ")) if number > 1 else ()
            lines += wrap_line(
                (*prefix, *copies, *scene.names.words(scene.words.objects.summary(thing.name), "dim")), width, wide + 5
            )
    return lines


def _is_affordable(scene: Scene, thing: m.Object) -> bool:
    """Return whether the one who decides has what a thing costs, as far as it costs amounts."""
    player = scene.decision.player if scene.decision is not None else None
    purse = next((one["resources"] for one in scene.view["players"] if one["name"] == player), None)
    ways = scene.words.objects.cost(thing)
    return purse is not None and any(all((purse[name] or 0) >= number for name, number in way.items()) for way in ways)


_WIDE = 140
"""From this width on the log and the choices stand beside the table."""
_SIDE = 56
_HIGH = 32
"""Below this height tables of the rules are on a page of their own."""
_NEWS = "since your last decision"
_TYPED = 16
"""So many columns are left for what is typed, as long as the points of the player need none of them."""
_FEW_NEWS = 3
"""In so few lines the log has no heading."""


class Composition(Record):
    """The lines of a screen, and what belongs into one more below them: what is asked, and at the right the keys of the pages."""

    lines: tuple[Line, ...]
    prompt: Line
    keys: Line

    @property
    def is_cut(self) -> bool:
        """Return whether there is no room for the whole table."""
        return any(line and line[0].text.startswith(_CUT_TABLE) for line in self.lines)


_FOLDS = [Fold(*(number >= folded for number in range(7))) for folded in range(8)]
_MENUS = (Menu(), Menu(brief=True), *(Menu(across, wraps=False, brief=True) for across in (1, 2, 3)))
_SHARE = 5
"""Of so many lines one at least is left below the table for what is asked."""
_LEAST_TABLE = 8
"""So many lines are left of a table that is cut."""
_CUT_TABLE = "… "


def compose(scene: Scene, width: int, height: int | None = None, marked_key: str = "") -> Composition:
    """The screen for a person, of at most `height - 1` lines; all of it for None. `marked_key` is the key of a choice."""
    lines = _compose_screen(scene, max(width, LEAST_WIDTH), height, marked_key)
    text, log_width = "\n".join(map(plain, lines)), _SIDE if height is not None and width >= _WIDE else max(width, LEAST_WIDTH)
    hidden_count = sum(plain(render_log_line(scene, entry, log_width)[0]) not in text for entry in scene.news)
    prompt, keys = _prompt(scene, is_short=False), page_keys(scene, hidden_count)
    if line_width(prompt) + _TYPED + line_width(keys) > width:
        prompt = _prompt(scene, is_short=True)
    return Composition(tuple(cut(line, width) for line in lines), prompt, keys)


def _compose_screen(scene: Scene, width: int, height: int | None, marked_key: str) -> Sequence[Line]:
    """The table and what is asked in the first form of each that fits; the rest of the screen is for the log."""
    is_beside = height is not None and width >= _WIDE
    left, right = (width - _SIDE - 1, _SIDE) if is_beside else (width, width)
    above, places = [header(scene, width)], scene.places(marked_key)
    above += [line for text in scene.notices for line in wrap_line(spans(Span(f" {text} ", "reverse")), width)]
    if height is None:
        table_lines = _flatten(table.table_blocks(scene, left, WHOLE, places))
        return [*above, *table_lines, *_news(scene, right, None), *_render_question(scene, right, Menu(), marked_key)]
    room = max(1, height - 1) - len(above)
    folds = [fold if height > _HIGH else replace(fold, grids=False) for fold in _FOLDS]
    tables = [table.table_blocks(scene, left, fold, places) for fold in folds]
    most = room if is_beside else room - room // _SHARE
    fitting = [lines for blocks in tables if len(lines := _flatten(blocks)) <= most]
    is_free = not any(choice.cell or choice.price for choice in scene.choices)  # of the board and of the purse
    ranks = (table.NAMED, table.MOVED, table.OWN)
    *highest, least = (1 + sum(len(block.lines) for block in tables[-1] if block.rank >= rank) for rank in ranks)
    ways = [(menu, least) for menu in _MENUS]
    ways[2:2] = [(_MENUS[1], 0)] if is_free else []
    ways[:0] = [(menu, most) for most in highest if most > least for menu in _MENUS[:3]]
    own_news = [line for entry in scene.news if _is_own(scene, entry) for line in render_log_line(scene, entry, right)]
    for menu, least in ways:
        below = _render_question(scene, right, menu, marked_key)
        most = room if is_beside else room - len(below) - min(_FEW_NEWS, len(own_news))
        if len(below) > room or (menu.across > 1 and any("…" in plain(line) for line in below)):
            continue  # the columns are too narrow
        lines = next((lines for lines in fitting if len(lines) <= most), [])
        if lines or most >= least:
            lines = lines or _reduce(tables[-1], most)
            return [*above, *_join_halves(scene, lines, below, left, right, room, is_beside)]
    below = below[: max(1, room - min(_LEAST_TABLE, room // 2))]
    lines = _reduce(tables[-1], room if is_beside else room - len(below))
    return [*above, *_join_halves(scene, lines, below, left, right, room, is_beside)][: height - 1]


def _flatten(blocks: Sequence[Block]) -> list[Line]:
    return [line for block in blocks for line in block.lines]


def _reduce(blocks: Sequence[Block], room: int) -> list[Line]:
    """The lines of the blocks for which there is room, those of the highest ranks, below a notice of how many are missing."""
    lines = _flatten(blocks)
    if len(lines) <= room:
        return lines
    kept_numbers, left = set[int](), room - 1
    for number, block in sorted(enumerate(blocks), key=lambda pair: -pair[1].rank):
        group = {at for at, one in enumerate(blocks) if at == number or one.group == block.group != ""} - kept_numbers
        size = sum(len(blocks[at].lines) for at in group)
        if size <= left:
            kept_numbers |= group
            left -= size
    kept_lines = _flatten([blocks[number] for number in sorted(kept_numbers)])
    titles = dict.fromkeys(block.title for number, block in enumerate(blocks) if block.title and number not in kept_numbers)
    contents = f", with {', '.join(titles)}" if titles else ""
    notice = spans(Span(f"{_CUT_TABLE}{len(lines) - len(kept_lines)} more lines: B shows the whole table{contents}", "dim"))
    return [notice, *kept_lines][:room]


def _join_halves(
    scene: Scene, table_lines: Sequence[Line], below: Sequence[Line], left: int, right: int, room: int, is_beside: bool
) -> list[Line]:
    """The table, and below it or beside it the log and at the bottom what is asked."""
    room -= len(below) if is_beside else len(below) + len(table_lines)
    news = _news(scene, right, room)
    lower: list[Line] = [*news, *([()] * max(0, room - len(news))), *below]
    if not is_beside:
        return [*table_lines, *lower]
    rows = zip_longest(table_lines, lower, fillvalue=())
    return [(*fit(line, left), Span("│", "dim"), *line_beside) for line, line_beside in rows]


def header(scene: Scene, width: int) -> Line:
    """Title, round and phase; at the right who is in the lists above the table, and the seed, as far as there is room."""
    view = scene.view
    phase = view["phase"]
    phase_title = phase["title"] if phase else scene.decision.title if scene.decision else "the end"
    last = find_last_round(scene.rules)
    of = f" of {last}" if last is not None else ""
    text = f"{view['title']}  round {view['round']}{of} · {phase_title}" if view["round"] else f"{view['title']}  {phase_title}"
    left = spans(Span(cut(spans(text), width)[0].text, "bold"))
    seed = [spans(Span(f"seed {scene.seed}", "dim"))] if scene.seed is not None else []
    lists = [[_render_header(scene, name, is_short) for name in scene.layout.header] for is_short in (False, True)]
    whole, short = ([*filter(None, lines), *seed] for lines in lists)
    forms = [join_parts(parts, " · ") for parts in (whole, *(short[:number] for number in range(len(short), -1, -1)))]
    right = next(line for line in forms if not line or line_width(left) + 2 + line_width(line) <= width)
    return (*left, Span(" " * (width - line_width(left) - line_width(right))), *right)


def _render_header(scene: Scene, name: str, is_short: bool) -> Line:
    """A list with whose turn it is marked, a state with its value; nothing of an empty list."""
    value = scene.view["lists"].get(name, scene.view["table"].get(name))
    is_order = isinstance(value, list) and all(member in scene.names.seats for member in value)
    if value in (None, []) or (is_order and scene.decision is None):
        return ()
    title = Span(f"{scene.words.title(name)} ", "dim")
    if is_order:
        render = scene.names.player if is_short else scene.names.seat
        member_names = [render(member, "▶" if member in scene.waiting else "") for member in value]
        return (title, *join_parts(member_names, " "))
    return (title, *scene.names.value(value, short=is_short))


def _news(scene: Scene, width: int, room: int | None) -> list[Line]:
    """The lines of the log for which there is room: of the player, then of new things, then the newest."""
    entries = [render_log_line(scene, entry, width) for entry in scene.news]
    if not entries or room == 0:
        return []
    heading = [rule_heading(spans(_NEWS), width)] if room is None or room > _FEW_NEWS else []
    left = sum(map(len, entries)) if room is None else room - len(heading)
    kept_numbers: set[int] = set()
    for number in sorted(range(len(entries)), key=lambda number: (_rank_news(scene, scene.news[number]), number), reverse=True):
        if len(entries[number]) <= left:
            kept_numbers.add(number)
            left -= len(entries[number])
    return [*heading, *(line for number in sorted(kept_numbers) for line in entries[number])]


def _rank_news(scene: Scene, entry: log.Line) -> int:
    """The rank of a line of the log, higher where it matters more to the player."""
    if _is_own(scene, entry) or scene.player in entry.skipped:
        return 3
    return 0 if entry.is_heading or entry.by == scene.player else 2 if _names(entry) & scene.new_things else 1


def _is_own(scene: Scene, entry: log.Line) -> bool:
    """Return whether a line of the log tells what somebody else did to the player."""
    return scene.player in _names(entry) and entry.by not in ("", scene.player)


def _names(entry: log.Line) -> set[str | None]:
    return {part["name"] for part in entry.spans if not isinstance(part, str)}


def _render_question(scene: Scene, width: int, menu: Menu, marked_key: str) -> list[Line]:
    """The question and the choices, or how the game has come out."""
    if scene.decision is None:
        return _outcome(scene, width)
    choices = [choice for choice in scene.choices if choice.is_listed]
    made = [*menu_heading(scene, width, menu.wraps), *menu_lines(scene, choices, width, menu, marked_key)]
    is_seen = menu == Menu() and any(choice.key == marked_key for choice in choices)
    return [*made, *describe_marked(scene, marked_key, width)] if marked_key and not is_seen else made


def _outcome(scene: Scene, width: int) -> list[Line]:
    if scene.result is None:
        return []
    lines = [rule_heading(scene.names.told([*scene.result.spans(scene.names.titles), "."]), width)]
    for standing in scene.result.standings:
        for name in standing.players:
            won = "  wins" if standing.has_won else ""
            lines.append((Span(" "), *scene.names.title(name), Span(f" {scene.view['scores'][name]}{won}")))
            if points := render_points(scene.sources[name]):
                lines += [style_line(line, "dim") for line in wrap_line(spans(f"   {points}"), width, indent=3)]
    return lines


def _prompt(scene: Scene, is_short: bool) -> Line:
    """The player who decides, with their points if the game ended now."""
    if scene.player is None:
        return ()
    points = "point" if scene.projection in (1, -1) else "points"
    projection = f" ({scene.projection} {points} if it ended now)" if scene.projection is not None and not is_short else ""
    return (*scene.names.title(scene.player), *spans(Span(projection, "dim"), "> "))
