"""All that a page of the workshop asks for, each with the bounds of the process that it runs in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from caylus_tools.authoring.new_files import game_skeleton
from caylus_tools.authoring.words import ASKING, DEFINING, DOING, NAMING
from caylus_tools.common.process_pool import Bounds
from caylus_tools.server import Refused
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.rules.drafts import check_files
from caylus_tools.server.rules.rulesets import MEMORY
from caylus_tools.server.rules.stack import Stack, is_scenarios, make_stack
from caylus_tools.server.shapes import Data, Files, Object, Range, Text, Texts as ListOfTexts

from . import examples, making, positions
from .positions import Position, PositionField

T = TypeVar("T")

QUICK = Bounds(seconds=120, busy=6, memory=MEMORY)
"""For what is asked while somebody types. The clock only ends what waits for something: the machine may be busy."""
SLOW = Bounds(seconds=120, busy=10, memory=MEMORY)
"""For games and scenarios."""
LONGEST_NAME = 160
MOST_NUMBER = 9999


class Texts(NamedTuple):
    """All that somebody has written: texts by the names of their files, on a base and variants. Without a base it is a game,
    or its manifest names one.
    """

    base: str | None
    variants: Sequence[str]
    files: Mapping[str, str]

    @property
    def stack(self) -> Stack:
        return make_stack(self.base, self.variants, self.files)

    @property
    def scenarios(self) -> dict[str, str]:
        return {name: text for name, text in self.files.items() if is_scenarios(name)}


Variants = Annotated[Sequence[str], ListOfTexts(16)]
_Line = Annotated[int, Range(1, 100_000)]


def read_texts(
    base: str | None, variants: Variants = (), files: Annotated[dict[str, str], Files(64, positions.LETTERS)] | None = None
) -> Texts:
    return Texts(base, variants, files or {})


TextsField = Annotated[Texts, Object(read_texts, inline=True)]


class Workshop:
    """Methods wait for another process, so call them in a thread. All raise Refused, as those of `Rulesets` do."""

    def __init__(self, rulesets: Rulesets) -> None:
        self._rulesets = rulesets

    # ---- what is written

    def check(self, texts: TextsField) -> dict[str, Any]:
        """The faults of texts."""
        return self._run(partial(making.check_texts, files=texts.scenarios), texts)

    def make(self, *, players: positions.Players = 0, texts: TextsField) -> dict[str, Any]:
        """What sound texts make: pictures of all things, who can play, differences to the base."""
        return self._run(partial(making.draw_table, players=players), texts)

    def test(self, texts: TextsField) -> dict[str, Any]:
        """The results of the scenarios among texts, and of those of the base that come out otherwise."""
        return self._run(partial(examples.run_scenarios, files=texts.scenarios), texts, SLOW)

    def accept(self, names: Annotated[Sequence[str], ListOfTexts(256)], texts: TextsField) -> dict[str, Any]:
        """The manifest that lists scenarios of the base as changed on purpose."""
        return self._run(partial(examples.accept_changes, names=names), texts)

    def record(self, file: str, name: Annotated[str, Text(LONGEST_NAME)], texts: TextsField) -> dict[str, Any]:
        """A file of scenarios in which one expects what comes of it."""
        return self._run(partial(examples.write_result, files=texts.scenarios, file=file, name=name), texts, SLOW)

    def tell(self, name: str, texts: TextsField) -> dict[str, Any]:
        """What the rulebook of texts says of a name."""
        return self._run(partial(making.tell_paragraph, name=name), texts, SLOW)

    def ask(self, what: making.Question, file: str, line: _Line, column: _Line, texts: TextsField) -> dict[str, Any]:
        """What stands, or may stand, at a place in a file."""
        job = partial(making.ask_place, files=texts.scenarios, what=what, file=file, line=line, column=column)
        return self._run(job, texts)

    def guard(self, *, start: Annotated[int, Range(0, 100_000)] = 0, texts: TextsField) -> dict[str, Any]:
        """Some more small changes of texts, from that of a number on, and whether a scenario notices each."""
        return self._run(partial(making.find_unnoticed, files=texts.scenarios, start=start), texts, SLOW)

    # ---- positions and games

    def show(self, position: PositionField, texts: TextsField) -> dict[str, Any]:
        """The table in a position, and the choices in it."""
        return self._run(partial(positions.show_position, position=position), texts, SLOW)

    def save(self, position: Position, texts: Texts) -> dict[str, Any]:
        """A save that goes on from a position."""
        return self._run(partial(positions.save_position, position=position), texts, SLOW)

    def write(self, name: Annotated[str, Text(LONGEST_NAME)], position: PositionField, texts: TextsField) -> dict[str, Any]:
        """A position with its choices as a scenario."""
        return self._run(partial(positions.write_situation, position=position, name=name), texts, SLOW)

    def compare(
        self,
        *,
        players: positions.Players = 0,
        rows: Annotated[Any, Data(list)],
        uses: Annotated[Any, Data(dict)],
        texts: TextsField,
    ) -> dict[str, Any]:
        """More pairs of games, after those that `rows` and `uses` tell of."""
        known, counted = positions.check_rows(rows), positions.check_uses(uses)
        return self._run(partial(positions.play_pairs, players=players, rows=known, uses=counted), texts, SLOW)

    # ---- to begin with

    def words(self) -> dict[str, dict[str, str]]:
        """Every word of the language with what it says, by its sort."""
        return {"define": DEFINING, "do": DOING, "ask": ASKING, "name": NAMING}

    def list_starts(self, base: str) -> dict[str, Any]:
        """What can be begun on a base, and a use of each verb that fits it."""
        return self._run(making.list_starts, Texts(base, (), {}))

    def begin(
        self,
        *,
        base: str | None,
        kind: Literal["nothing", "thing", "change", "phase", "copy", "game"],
        name: str = "",
        title: Annotated[str, Text(60)] = "",
        numbers: Annotated[Any, Data(list)] = (),
    ) -> dict[str, Any]:
        """The files to begin with; `name` is what is changed, or what a new thing is written like, a phase or a variant."""
        title = title.strip()
        if not all(type(number) is int and 0 <= number <= MOST_NUMBER for number in numbers):
            raise Refused("bad", f"A number is a whole one, from 0 to {MOST_NUMBER}.")
        if kind == "game" or base is None:
            return {"base": None, "files": game_skeleton("my-game", title or "My game")}
        name_of_rules = title or making.TITLE
        jobs: dict[str, Callable[[Path | None, Stack], dict[str, str]]] = {
            "thing": partial(making.begin_thing, name=name, title=title, numbers=numbers),
            "change": partial(making.begin_change, name=name, title=title, numbers=numbers),
            "phase": partial(making.begin_phase, before=name, title=name_of_rules),
            "copy": partial(making.copy_variant, name=name),
            "nothing": partial(making.begin_nothing, title=name_of_rules),
        }
        return {"base": base, "files": self._run(jobs[kind], Texts(base, (), {}))}

    def _run(self, job: Callable[[Path | None, Stack], T], texts: Texts, bounds: Bounds = QUICK) -> T:
        if texts.files:
            check_files(texts.files)
        return self._rulesets.run_bounded(job, bounds, texts.stack, slow=bounds is SLOW)
