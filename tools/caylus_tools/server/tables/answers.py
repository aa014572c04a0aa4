"""Answer questions about a table: moments gone by, things, the outcome of a choice; and files to keep."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from caylus import SPECTATOR, Game, IllegalChoice, RuleFault, RulesetError, UnknownThing
from caylus.limits import LONGEST_LINE
from caylus.model import DECLINE
from caylus.panels import RowPanel

from caylus_tools.answers.current_state import Info
from caylus_tools.answers.hints import describe_certainty, find_hints
from caylus_tools.answers.matching import other_places
from caylus_tools.common.english import capitalize, full_title, join_words
from caylus_tools.common.errors import UsageError
from caylus_tools.common.games import HUMAN
from caylus_tools.common.process_pool import renew
from caylus_tools.review import describe_turns
from caylus_tools.screen.scene import Outcomes, load_words
from caylus_tools.server import Refused
from caylus_tools.server.operations import OBJECT, operation
from caylus_tools.server.shapes import OptionId, TokenText
from caylus_tools.server.storage.schema import digest
from caylus_tools.testing.side_by_side import write_course
from caylus_tools.verbalize.log import Log

from . import message
from .live_game import Run, find_eye
from .seats import new_seed
from .state import next_start
from .state_messages import Telling

MOST_MOVES = 24
"""Options of one decision whose moves of a marker are looked at: each is tried in several games."""


class Answers(Telling):
    """Answers about a table. An audience is told what it may know, of moments gone by what it knew then."""

    @operation("look")
    def about_table(self, visitor: str) -> dict[str, Any]:
        """Describe the table: who sits where, and its settings; anybody may know this who knows its address."""
        with self.lock_current():
            row = self.row
            return {
                "table": row.id,
                **message.pick(row, "title", "status", "public", "spectators", "touched"),
                "owner": visitor == row.owner,
                "yours": self.seats_held_by(visitor),
                "seats": self.seat_rows(),
                "options": {name: row.options[name] for name in ("undo", "clock")},
            }

    @operation("look", "invitation", "What a link leads to", OBJECT, body=True)
    def invitation(self, token: TokenText) -> dict[str, Any]:
        """Describe what the link of a token leads to."""
        with self.lock_current():
            link, row = digest(token), self.row
            seat = next((seat.name for seat in self.seats if seat.link == link), None)
            by = next((seat.label for seat in self.seats if seat.holder == row.owner and seat.label), None)
            state = "open" if seat is not None or link == row.watch_link else "void"
            return {
                "table": self.id,
                "title": row.title,
                "rules": {"title": full_title(self.rules)},
                "seat": seat,
                "state": state,
                "by": by,
            }

    # ---- moments gone by

    @operation("look", "at/{number}", "The state after so many choices", "a state", queue="answers")
    def state_at(self, audience: message.Audience, number: int) -> bytes:
        """The `state` as it was after so many choices, with the log until then. Raises Refused for what never was."""
        with self.lock_current():
            try:
                game = self.game.replay_to(number)
            except IllegalChoice:
                game = self._replay_to(number)
            told, book = self.table_part(), self.logbook(audience.seat)
            lines = book.lines[: book.upto(number)]
        eye = find_eye(game, audience.seat)
        then = {
            "type": "state",
            **told,
            "choices": number,
            "decides": list(game.waiting),
            "ready": list(game.ready),
            "result": told["result"] if game.over else None,
            "seat": audience.seat,
            "view": message.render_view(game, eye),
            "decision": message.render_decision(game.decision_for(eye)),
            "options": [],
            "undo": None,
            "log_from": 1,
        }
        return message.merge_objects(message.as_json(then), message.fields({"log": message.array(lines)}))

    @operation("look", "history", "The choices that stand, with the scores after each", "`steps`", queue="answers")
    def history(self, audience: message.Audience) -> dict[str, Any]:
        """List the choices that are valid: whose each was, what was told of it, and the scores after it as far as known."""
        with self.lock_current():
            labels, course, over = self.labels, self.course.upto(self.course.number), self.game.over
            beginning = self.beginning
        game, earlier_choices = beginning.from_the_start(labels)
        eye = None if over else find_eye(game, audience.seat)
        log, last_number = Log(self.rules, game.labels), 0
        steps = []
        for chooser, option in [(None, ""), *earlier_choices, *((step.seat, step.option) for step in course.steps)]:
            if chooser is not None:
                renew()
                game.choose(option, chooser)
            events = game.events_for(eye, last_number)
            last_number = events[-1].number if events else last_number
            lines = [line for line in log.lines(events) if chooser and not line.is_heading]
            texts = [line.text for line in lines] or [event.text for event in events if event.kind == "ready"]
            cited_line = next((line for line in lines if line.cited), None)
            steps.append(
                {
                    "n": len(game.chosen),
                    "seat": chooser,
                    "text": "\n".join(texts),
                    "cited": {"text": cited_line.cited, **message.pick(cited_line, "rule", "file", "line")}
                    if cited_line
                    else None,
                    "round": game.rounds,
                    "scores": game.scores if over or game.lies_open else game.view(eye)["scores"],
                }
            )
        return {"steps": steps}

    @operation("look", "turning", "The turning points of a game that is over", "`turns`, sentences", queue="answers")
    def turning_points(self, audience: message.Audience) -> dict[str, Any]:
        """Describe the rounds that turned a finished game. Raises Refused while it goes on."""
        with self.lock_current():
            game = self.game.copy(events=True)
        if not game.over:
            raise Refused("not_now", "The turning points are told when the game is over.")
        return {"turns": describe_turns(game, renew)}

    @operation("look", "log", "Every line of the log", "`log`, `log_from` and `cursor`")
    def log(self, audience: message.Audience) -> bytes:
        """Every line of the log."""
        with self.lock_current():
            return self.log_part(audience.seat, "")

    # ---- what is asked about now

    @operation("look", "why", "Why something cannot be chosen", "`text`, `reasons`")
    def why(self, audience: message.Audience, option: OptionId = "", cell: str = "") -> dict[str, Any]:
        """Explain why something cannot be chosen: a cell, a thing, or an option by its id. Nothing where it can be. Raises
        Refused.
        """
        what = option or cell
        with self.lock_current():
            _check_words(what)
            own = self.decision(audience.seat) if audience.seat is not None else None
            if own is None:
                return {"text": self._whose_turn(), "reasons": []}
            try:
                return {"text": None, "reasons": message.render_refusal(own.why_not(what), self.rules)}
            except UnknownThing:
                texts = other_places(what, self.rules, self.game.view(audience.seat))
                return {"text": " ".join(texts) or "That could never be chosen here.", "reasons": []}

    def _whose_turn(self) -> str:
        if self.game.over:
            return "The game is over."
        names = [self.game.labels[seat] for seat in self.waiting]
        return f"It is for {join_words(names)} to decide now." if names else "The game has not begun yet."

    @operation("look", "about", "What a thing is and does", "`title` and `text`")
    def about(self, audience: message.Audience, name: str) -> dict[str, Any]:
        """Describe something as a rulebook does, and its state now. Raises Refused for what has no such name."""
        with self.lock_current():
            _check_words(name)
            view = self.game.view(find_eye(self.game, audience.seat))
        try:
            lines = [line.strip() for line in _info(self.rules).tell(name, None, view)]
        except UsageError as error:
            raise Refused("bad", f"{capitalize(str(error))}.") from None
        return {"title": load_words(self.rules).title(name), "text": lines}

    @operation("look", "outcome", "What an option comes to at once", "`text`")
    def outcome(self, audience: message.Audience, option: OptionId) -> dict[str, Any]:
        """Preview an option's immediate outcome, as far as its seat can know; no text where there is none.

        `places` are the spaces that it changes, with their new states.
        """
        with self.lock_current():
            own = self.decision(audience.seat) if audience.seat is not None else None
            ids = [one.id for one in own.options] if own is not None else []
            if own is None or option not in ids:
                return {"text": None, "places": {}}
            outcomes = Outcomes(self.game, own)
            try:
                return {"text": outcomes.describe(ids.index(option)) or None, "places": outcomes.places(ids.index(option))}
            except RuleFault:
                return {"text": None, "places": {}}

    @operation("look", "moves", "Where each option of a seat moves a marker, and whom it cuts off", "`moves`")
    def moves(self, audience: message.Audience) -> dict[str, Any]:
        """Where each option of a seat's decision moves a marker that closes a row, by the option; nothing where none is moved."""
        with self.lock_current():
            own = self.decision(audience.seat) if audience.seat is not None else None
            closers = {panel.closed_by for panel in self.rules.panels if isinstance(panel, RowPanel)} - {None}
            if own is None or not closers or len(own.options) > MOST_MOVES:
                return {"moves": {}}
            outcomes = Outcomes(self.game, own)
            moves_by_id: dict[str, dict[str, Any]] = {}
            for number, option in enumerate(own.options):
                try:
                    now = {state: to for state, to in outcomes.table_states(number).items() if state in closers}
                except RuleFault:
                    now = {}
                if now:
                    moves_by_id[option.id] = now
                elif option.data["option"] != DECLINE and not moves_by_id:
                    break  # this decision moves nothing
        return {"moves": moves_by_id}

    @operation("look", "hint", "What a bot would choose for a seat", "`hints` and `text`", queue="answers")
    def hint(self, audience: message.Audience) -> dict[str, Any]:
        """The choices that a bot would think best for a seat, and how sure it is; why there is none, as a sentence.

        Raises Refused where the seat has nothing to decide.
        """
        with self.lock_current():
            own = self.decision(audience.seat) if audience.seat is not None else None
            game = self.game
            if own is None or game.decision is None or game.decision.player != own.player:
                raise Refused("not_now", "There is nothing to decide for you now.")
            try:
                hints = find_hints(game, own)
            except UsageError as error:
                return {"hints": [], "text": f"{capitalize(str(error))}."}
        entries = [{"option": one.option.id, **message.pick(one, "text", "effect", "compared", "reasons")} for one in hints]
        return {"hints": entries, "text": describe_certainty(hints)}

    # ---- to keep, and to play on

    def next_start(self) -> Mapping[str, Any] | None:
        """The start of the next game of a match: of the same again where rules have stopped it. None where there is no match.

        Raises Refused where the rules cannot begin with what is kept.
        """
        with self.lock_current():
            match, game, row = self.match, self.game, self.row
        if match is None or not game.over:
            return row.start if match is not None else None
        try:
            return next_start(match, game, new_seed())
        except (RuleFault, ValueError) as error:
            raise Refused("broken_rules", f"The next game cannot begin: {error}") from error

    def order_from_moment(self, audience: message.Audience, number: int) -> message.TableOrder:
        """The order for a table that plays on from a moment, with the same people, of whoever looks.

        Raises Refused while the game goes on, if anything in it is hidden. Draws come otherwise than here then.
        """
        game = self._replay_to(number)
        with self.lock_current():
            if not (self.game.over or self.game.lies_open):
                raise Refused("not_now", "Something is hidden in this game: you can play on from here when it is over.")
            save = game.save(None if self.game.over else SPECTATOR)
            row = self.row
            seats = [
                message.SeatOrder(seat.kind, seat.label, seat.policy, mine=seat.holder == audience.visitor) for seat in self.seats
            ]
        return message.TableOrder(self.rules, seats, row.title, undo=row.options["undo"], start=save)

    def _replay_to(self, number: int) -> Game:
        """The game as it was after so many choices that stand. Raises Refused for what never was."""
        with self.lock_current():
            labels, course, beginning = self.labels, self.course.upto(number), self.beginning
            if not 0 <= number <= self.course.number:
                raise Refused("bad", f"There is no moment {number}: {self.course.number} choices have been made.")
        try:
            if number < course.base:
                return beginning.replay_to(labels, number)
            return Run(beginning.game(labels), course, ()).game
        except (IllegalChoice, RulesetError):
            raise Refused("bad", "What came before is not known here.") from None

    @operation("look", "save", "The game as a file for `caylus resume`", "a save", queue="answers")
    def save(self, audience: message.Audience) -> dict[str, Any]:
        """The game for `caylus play`: what the seat sees while it goes on, everything at the end."""
        with self.lock_current():
            policies = [HUMAN if seat.kind == "person" else seat.policy or HUMAN for seat in self.seats]
            return self.game.save(audience.seat or SPECTATOR, policies, self.match)

    @operation("look", "transcript", "The choices by name", "a transcript", queue="answers")
    def transcript(self, audience: message.Audience) -> dict[str, Any]:
        """The choices by name: as far as the seat knows them while the game goes on. Raises Refused where none can be told."""
        with self.lock_current():
            try:
                return self.game.transcript(audience.seat or SPECTATOR)
            except (ValueError, RulesetError) as error:
                raise Refused("bad", f"This game has no transcript: {error}.") from None

    @operation("look", "scenario", "A moment as a scenario", "`text`, `view`", queue="answers")
    def scenario(self, audience: message.Audience, at: int | None) -> dict[str, Any]:
        """A moment as the text of a scenario: the game from its start, with the choices and draws that the seat knows, and the
        view of the seat. Raises Refused where it cannot be told.
        """
        with self.lock_current():
            game, over = self.game, self.game.over
        eye = None if over else audience.seat or SPECTATOR
        moment = game if at is None else self._replay_to(at)
        try:
            transcript = moment.transcript(eye)
            text = write_course(self.rules, transcript, f"{self.title}, after {len(transcript['choices'])} choices")
        except (ValueError, IllegalChoice, RulesetError, RuleFault) as error:
            raise Refused("bad", f"This moment cannot be told as a scenario: {str(error).rstrip('.')}.") from None
        return {"text": text, "view": moment.view(eye)}


_info = lru_cache(maxsize=64)(Info)


def _check_words(words: str) -> None:
    if len(words) > LONGEST_LINE:
        raise Refused("bad", "That is too long to be the name of anything.")
