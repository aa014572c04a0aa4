"""A game played to its end, or until a person leaves it: asks people, lets bots move, and does what people type."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from caylus import Decision, Game, Option, RuleFault, RulesetError
from caylus.limits import MOST_DECISIONS
from caylus.records import Record

from caylus_tools.answers.current_state import Info
from caylus_tools.answers.hints import analyse_choices, give_hints
from caylus_tools.answers.matching import Wishes, alike, exact, refusals, why_not
from caylus_tools.answers.rulebook import GAME, Lesson, Lessons, Rulebook, load_lessons
from caylus_tools.bots import Bot
from caylus_tools.common.english import count_things
from caylus_tools.common.errors import UsageError
from caylus_tools.common.games import endless
from caylus_tools.review import look_back
from caylus_tools.screen.scene import Choice, Outcomes, space_of_key
from caylus_tools.verbalize.log import describe_terms, render_number, render_standings

from .steps import Ask, Door, Front, Handover, SaveFile, Steps, Think


class Tutor:
    """Tells each lesson once to each player, and warns once of each choice of a decision. The `file` keeps the lessons told."""

    def __init__(self, lessons: Lessons, file: SaveFile) -> None:
        self._lessons = lessons
        self._file = file
        self._told = {} if file.lessons is None else file.lessons
        self._warned: set[tuple[int, str]] = set()

    @property
    def teaches(self) -> bool:
        return self._file.lessons is not None

    def toggle(self) -> str:
        self._file.lessons = None if self.teaches else self._told
        return "lessons and warnings come up from now on" if self.teaches else "no more lessons and warnings"

    def teach(self, decision: Decision, is_first: bool) -> Iterator[str]:
        """The next lesson on what is asked or on the game, which comes first if a player `is_first` asked; then how to choose."""
        due = sorted(self._due(decision), key=lambda lesson: lesson.rule == GAME and not is_first)
        if due:
            self._told[decision.player].append(due[0].name)
            yield from _lesson_lines(due[0])
        if len(due) > 1:
            yield f"{count_things(len(due) - 1, 'more lesson')}: Enter on the empty line shows the next."
        elif due and is_first:
            yield "To choose, type the key beside it and press Enter; C shows all choices in words."
            yield "So do words: `hint` says what a bot would choose, `lesson` tells this once more, `learn` ends lessons."

    def following(self, decision: Decision) -> str:
        """The text that an empty line shows other than the table once more."""
        return "the next lesson" if self._due(decision) else ""

    def _due(self, decision: Decision) -> list[Lesson]:
        return self._lessons.due(decision, self._told.setdefault(decision.player, [])) if self.teaches else []

    def prepare(self, game: Game, move: int, people: Collection[str]) -> Iterator[list[str]]:
        """The lessons on phases that a move begins and that do not ask, for people who have not been told them."""
        for player in people if self.teaches else ():
            told_names = self._told.setdefault(player, [])
            for lesson in self._lessons.before(game, move, player, told_names):
                told_names.append(lesson.name)
                yield _lesson_lines(lesson)

    def repeat(self, decision: Decision) -> list[str]:
        lessons = self._lessons.due(decision, (), with_game=False) or self._lessons.due(decision, ())
        return [line for lesson in lessons for line in _lesson_lines(lesson)] or ["these rules have no lessons"]

    def warn(self, game: Game, decision: Decision, option: Option, is_watched: bool) -> list[str]:
        """The warnings of an option; nothing where it was warned of before.

        Whoever `is_watched` at a terminal is always warned of the loss of what was placed: a slip of a key may be one.
        """
        key = len(game.chosen), option.id
        if key in self._warned or not (self.teaches or is_watched):
            return []
        self._warned.add(key)
        outcomes, number = Outcomes(game, decision), decision.options.index(option)
        warnings = [warning.text for warning in self._lessons.warnings(game, option)] if self.teaches else []
        unpaid = outcomes.describe_unpaid(number) if self.teaches and not warnings else ""
        return [f"Careful: {text}" for text in (outcomes.losses().get(number), unpaid, *warnings) if text]


def _lesson_lines(lesson: Lesson) -> list[str]:
    return [f"LESSON · {lesson.title}", *(f"  {line}" for line in lesson.lines)]


class Mark(Record):
    """A decision that a person has made: whose, how many choices came before it, and how much they had been told by then.

    That is None where it was made before the game was resumed, and nobody has asked yet.
    """

    player: str
    number: int
    seen: int | None = None


class Past:
    """`people` are the players for whom persons decide."""

    def __init__(self, game: Game, people: Collection[str]) -> None:
        self._game = game
        self._marks: list[Mark] = []
        if self._transcript is not None:
            choices = enumerate(self._transcript["choices"])
            self._marks = [Mark(choice["player"], number) for number, choice in choices if choice["player"] in people]

    @cached_property
    def _transcript(self) -> Mapping[str, Any] | None:
        """The choices before the game was resumed; None where nothing was chosen, or it is not known."""
        if not self._game.chosen:
            return None
        try:
            return self._game.transcript()
        except (ValueError, RulesetError):
            return None

    def note(self, player: str) -> None:
        """A person is about to decide, who has seen everything that is to be seen."""
        self._marks.append(Mark(player, len(self._game.chosen), len(self._game.events_for(player))))

    def last_seen_event(self, player: str) -> int:
        """The number of the last event that a player had been told of when they last decided; 0 before they first do."""
        own = [at for at, mark in enumerate(self._marks) if mark.player == player]
        return self._last_seen_at(own[-1]) if own else 0

    @property
    def last(self) -> str:
        """The player for whom a person decided last; nobody before the first has."""
        return self._marks[-1].player if self._marks else ""

    def back(self, player: str) -> int | None:
        """The number of the last choice that a person has made for a player; None if there is none."""
        return next((mark.number for mark in reversed(self._marks) if mark.player == player), None)

    def others_since(self, number: int, player: str) -> list[str]:
        """The other players for whom persons have decided from a choice on."""
        return [*dict.fromkeys(mark.player for mark in self._marks if mark.number >= number and mark.player != player)]

    def forget(self, number: int) -> None:
        """The choices from that one on have been taken back."""
        self._marks = [mark for mark in self._marks if mark.number < number]

    def _last_seen_at(self, at: int) -> int:
        mark = self._marks[at]
        if mark.seen is None:
            assert self._transcript is not None
            then = self._game.rules.replay(self._transcript, upto=mark.number)
            self._marks[at] = mark = replace(mark, seen=len(then.events_for(mark.player)))
        return mark.seen or 0


_HELP = """\
  a key that is shown, or words that only one choice has, and Enter: choose it
  u, undo          go back to your last decision, unless something was learnt
  w, why NAME      why a thing, a space (by its key) or a choice is missing
  i, info NAME     what it is and does: the key of a choice, a thing, a player
  r, rules [WORD]  what the rulebook says of it; without WORD its chapters
  hint             what a bot would choose, and by how much it is better
  a, analyse       the same after some seconds of thought, and what follows
  lesson           what this part of the game is about
  learn            lessons and warnings as they come up, or none any more
  l, log [N]       everything that has happened, or the last N lines of it
  wish [N]         what is done for you unasked; with its number, yes or no
  s, save NAME     save the game; without NAME where it was saved before
  q, quit          leave the game
  ?, h, help       this
  Ctrl+P           on a whole screen: all of this by name; light and dark
  capital letters  open the pages of the last line; only --plain needs Enter
  an empty line    shows the table again"""

_COMMANDS = ("undo", "help", "hint", "analyse", "why", "info", "rules", "log", "save", "quit", "wish", "lesson", "learn")


class Session:
    """`seats` holds the bot of each player, None for a person. The game is saved after each choice.

    Where the file has lessons, people are told more as these come up, and are warned once of a choice. `match` is the match
    that the file tells of, and after the game that with its result.
    """

    def __init__(self, game: Game, seats: Mapping[str, Bot | None], front: Front, file: SaveFile) -> None:
        self._game = game
        self._seats = seats
        self._front = front
        self._door = Door(game, front, file)
        people = [player for player, bot in seats.items() if bot is None]
        self._past = Past(game, people)
        self._handover = Handover(game, people, front, self._door)
        self._about = Info(game.rules)
        self._rulebook = Rulebook(game.rules)
        self._tutor = Tutor(load_lessons(game.rules), file)
        self._wishes = Wishes(game.rules)
        self._wished = {player: {wish.name for wish in self._wishes.offered if wish.holds} for player in people}
        self._unasked = 0  # decisions since a person last decided
        self.match = file.match
        self._greeting = self._introduce_game()

    def play(self) -> Steps[None]:
        """Ends with the game. Raises `Left` when a person leaves it, and `caylus.RuleFault` when rules that break let nobody go
        on, or bots go on among themselves without end."""
        while self._game.decision is not None and self._game.broken is None:
            decision = self._game.decision_for(self._game.decision.player)
            assert decision is not None
            bot, view = self._seats[decision.player], partial(self._game.view, decision.player)
            if bot is not None:
                yield from self._bot_decides(decision, bot)
            elif option := self._wishes.find_option(decision, view, self._wished[decision.player]):
                self._nobody_decides()
                yield from self._prepare(decision.options.index(option))
                if self._attempt(partial(self._game.choose, option)) and not self._game.broken:
                    yield from self._person_decides(decision)
            else:
                yield from self._person_decides(decision)
        if self._game.broken is not None:
            yield from self._handle_fault(self._game.broken)  # until somebody leaves
        last = self._past.last or None
        self._front.result(last, self._past.last_seen_event(last) if last else len(self._game.events))
        state = "the game is over; a looks back on it,"
        if self.match is not None:
            self.match = self.match.add(self._game)
            self._front.say(render_standings(self.match, self._game.labels))
            if not self.match.is_over:
                state = f"the game is over; n begins {render_number(self.match).lower()}, a looks back on this one,"
        if self._door.save_as(""):
            self._front.say(self._door.where)
        while self._front.is_watched and not (yield from self._review_game(state)):
            pass

    def _introduce_game(self) -> str:
        """The sentences above the first question: whether lessons go on, the match and its standings, and how to get help."""
        sentences = ["Lessons and warnings go on; `learn` ends them."] if self._tutor.teaches and self._past.last else []
        if self.match is not None:
            terms = [] if self.match.played else describe_terms(self.match.terms)
            sentences += [f"{render_number(self.match)}.", *terms, render_standings(self.match, self._game.labels)]
        if not self._past.last:
            sentences.append(f"? tells what can be typed{self._door.kept_phrase}")
        return " ".join(filter(None, sentences))

    def save(self) -> None:
        self._door.save()

    def _handle_fault(self, fault: RuleFault) -> Steps[None]:
        """Lets people look, save and take back where rules that break let nobody go on. Raises the fault where none watch."""
        if not self._front.is_watched:
            raise fault
        why = "a rule broke in a game with secrets" if self._game.broken else "a rule breaks whatever is chosen"
        while not (yield from self._review_game(f"{why}: nobody can go on; u takes back,")):
            pass

    def _review_game(self, state: str) -> Steps[bool]:
        """Let people look back when nobody decides; returns whether something was taken back, or the next game of a match is to
        begin. Raises `Left`.
        """
        line = yield from self._door.ask_or_leave(Ask(f"{state} s NAME saves it, l tells what has happened, q leaves> ", ()))
        word, _, rest = line.partition(" ")
        match _command(word):
            case "" if word in ("n", "next") and self._game.over and self.match is not None and not self.match.is_over:
                return True
            case "" if self._front.page(line):
                pass
            case "log" | "save" | "help" | "rules" as command:
                self._look_or_save(command, rest.strip())
            case "info":
                self._info(rest.strip(), self._past.last or None, ())
            case "analyse" if self._game.over:
                yield from self._think_aloud(self._game.rules.title, look_back)
            case "quit":
                yield from self._door.leave()
            case "undo" if self._past.last and not self._game.over and not self._game.broken:
                return (yield from self._undo(self._past.last))
            case _ if line:
                self._front.say(f"`{line}` is nothing that can be done now")
        return False

    def _bot_decides(self, decision: Decision, bot: Bot) -> Steps[None]:
        self._nobody_decides()
        moves = [*range(len(self._game.moves))]
        try:
            move = yield from self._door.ask_or_leave(Think(decision.label, bot))
        except RuleFault as fault:  # in a game that the bot has imagined
            self._front.say(f"{decision.label} cannot think this through: {_with_place(fault)}")
        else:
            moves.remove(move)
            moves.insert(0, move)
            yield from self._prepare(move)
        if rules_fault := self._make_first(moves):
            yield from self._handle_fault(rules_fault)

    def _prepare(self, move: int) -> Steps[None]:
        """Tells people of the phases that a move begins, before it is made."""
        people = [player for player, bot in self._seats.items() if bot is None]
        mover = self._game.players[self._game.seat]
        for lines in self._tutor.prepare(self._game, move, [mover] if mover in people else people):
            self._front.say("\n".join(lines))
            if self._front.is_watched:
                yield from self._door.ask_or_leave(Ask("Enter: go on> "))

    def _make_first(self, moves: Sequence[int]) -> RuleFault | None:
        """Makes a bot's choice, or another one where a rule breaks. The fault where one breaks at each of them."""
        fault = None
        for move in moves:
            fault = self._attempt(partial(self._game.play, move))
            if fault is None or self._game.broken:
                return None
        return fault

    def _nobody_decides(self) -> None:
        """A decision is about to be made without a person, which cannot go on for ever."""
        if self._unasked == MOST_DECISIONS:
            raise endless(self._game, lambda game: bot(game) if (bot := self._seats[game.players[game.seat]]) else 0)
        self._unasked += 1

    # ---- a person's decision

    def _person_decides(self, decision: Decision) -> Steps[None]:
        yield from self._handover.to(decision.player)
        choices = self._front.decision(decision, self._past.last_seen_event(decision.player))
        if self._greeting:
            self._front.say(self._greeting)
            self._greeting = ""
        for line in self._tutor.teach(decision, is_first=self._past.back(decision.player) is None):
            self._front.say(line)
        while not (yield from self._ask_decision(decision, choices)):
            pass

    def _ask_decision(self, decision: Decision, choices: Sequence[Choice]) -> Steps[bool]:
        """Has a line typed and does what it says; whether the decision is made, taken back, or to be shown again."""
        line = yield from self._door.ask_or_leave(Ask(f"{decision.label}> ", choices, self._tutor.following(decision)))
        word, _, rest = line.partition(" ")
        if not line:
            return True
        if choice := exact(line, choices):
            return (yield from self._choose(choice, decision))
        match _command(word):
            case "undo":
                return (yield from self._undo(decision.player))
            case "quit":
                self._handover.end()
                yield from self._door.leave()
                return True
            case "analyse":
                yield from self._think_aloud(decision.label, lambda game: analyse_choices(game, decision))
                return False
            case "" if self._front.page(line):
                return False
            case "":
                return (yield from self._ask_guess(line, decision, choices))
            case command:
                self._tell(command, rest.strip(), decision, choices)
                return False

    def _ask_guess(self, line: str, decision: Decision, choices: Sequence[Choice]) -> Steps[bool]:
        matches = alike(line, choices, self._game.rules)
        if len(matches) == 1:
            return (yield from self._choose(matches[0], decision))
        if matches:
            self._front.say(f"`{line}` may be {', '.join(choice.key for choice in matches)}: more words, or the key?")
        else:
            is_space = space_of_key(line, self._game, self._game.view(decision.player), decision.player) != line
            reasons = () if is_space else refusals(line, decision, self._game.rules)
            refusal = self._explain(line, decision, choices) if is_space else "\n".join(reasons)
            self._front.say(refusal or f"`{line}` is no choice here and no command; ? tells what there is")
        return False

    def _explain(self, words: str, decision: Decision, choices: Sequence[Choice]) -> str:
        """The reasons why what somebody has typed is not offered."""
        view = self._game.view(decision.player)
        target = words if exact(words, choices) else space_of_key(words, self._game, view, decision.player)
        return "\n".join(why_not(target, decision, choices, self._game.rules, view)).replace(f"`{target}`", f"`{words}`")

    def _choose(self, choice: Choice, decision: Decision) -> Steps[bool]:
        """Return whether the decision is behind us: the choice has been made, or has stopped the game."""
        if warnings := self._tutor.warn(self._game, decision, choice.option, self._front.is_watched):
            self._front.warn("\n".join([*warnings, "The same once more, and it is done; or choose something else."]))
            return False
        yield from self._prepare(choice.number)
        self._past.note(choice.option.player)
        if self._attempt(partial(self._game.choose, choice.option)) is None:
            self._unasked = 0
            return True
        self._past.forget(len(self._game.chosen))
        return self._game.broken is not None

    def _attempt(self, choose: Callable[[], None]) -> RuleFault | None:
        """Makes a choice and saves the game; if a rule breaks, says and returns the fault, and nothing else has changed."""
        try:
            choose()
        except RuleFault as fault:
            self._front.say(f"{_with_place(fault)}; so this cannot be chosen")
            if self._game.broken is not None:
                self._door.save()  # so that nobody tries something else from there
            return fault
        self._door.save()
        return None

    # ---- commands

    def _tell(self, command: str, rest: str, decision: Decision, choices: Sequence[Choice]) -> None:
        """Answers a command that changes nothing of the game."""
        match command:
            case "why":
                self._front.say(self._explain(rest, decision, choices))
            case "lesson":
                self._front.say("\n".join(self._tutor.repeat(decision)))
            case "learn":
                self._front.say(self._tutor.toggle())
            case "hint":
                self._front.say("\n".join(give_hints(self._game, decision)))
            case "wish":
                self._wish(decision.player, rest)
            case "info":
                self._info(rest, decision.player, choices)
            case _:
                self._look_or_save(command, rest)

    def _think_aloud(self, who: str, tell: Callable[[Game], Iterable[str]]) -> Steps[None]:
        """Says lines that take some seconds to find."""
        lines: list[str] = []

        def think(game: Game) -> int:
            lines.extend(tell(game))
            return 0

        yield from self._door.ask_or_leave(Think(who, think))
        self._front.say("\n".join(lines))

    def _look_or_save(self, command: str, rest: str) -> None:
        """Answers one that asks nothing of the decision."""
        match command:
            case "help":
                self._front.say("\n".join([_HELP, *self._front.signs()]))
            case "rules":
                self._front.say("\n".join(self._rulebook.tell(rest)))
            case "log" if rest and not (rest.isascii() and rest.isdigit()):
                self._front.say(f"`{rest}` is not a number of lines")
            case "log":
                self._front.page("L", int(rest[:9]) if rest else None)
            case "save" if self._door.save_as(rest):
                self._front.say(self._door.where)
            case "save" if not rest:
                self._front.say("save where? `save NAME.json`")

    def _wish(self, player: str, number: str) -> None:
        """Turns the wish of that number round, and tells of all of them."""
        wishes_by_number = {str(number): wish for number, wish in enumerate(self._wishes.offered, 1)}
        if wish := wishes_by_number.get(number):
            self._wished[player] ^= {wish.name}
        for key, wish in wishes_by_number.items():
            self._front.say(f"{key}  {'yes' if wish.name in self._wished[player] else 'no '}  {wish.title}")
        self._front.say("Where it says yes, this is done for you unasked; `wish` with a number changes that.")

    def _info(self, name: str, player: str | None, choices: Sequence[Choice]) -> None:
        choice, view = exact(name, choices), self._game.view(player)
        target = name if choice else space_of_key(name, self._game, view, player)
        try:
            for line in self._about.tell(target, choice.option if choice else None, view):
                self._front.say(line)
        except UsageError as error:
            self._front.say(str(error))

    def _undo(self, player: str) -> Steps[bool]:
        """Takes back all since the player's last decision; what other people have decided since only if they say so."""
        number = self._past.back(player)
        if number is None:
            self._front.say("there is no decision of yours to go back to")
            return False
        bots = [name for name, bot in self._seats.items() if bot is not None]
        others = self._past.others_since(number, player)
        if not self._game.can_undo_to(number, player, willing=[*bots, *others]):
            self._front.say("there is no going back: something has been drawn or has come to light since")
            return False
        labels = self._game.labels
        for other in others:
            question = f"{labels[other]}, may {labels[player]} take back what both of you have decided?"
            if not (yield from self._door.ask_yes_no(question)):
                self._front.say(f"{labels[other]} would rather not")
                return False
        self._past.forget(number)
        self._game.undo_to(number)
        self._door.save()
        return True


def _with_place(fault: RuleFault) -> str:
    return f"{fault} ({fault.span.file}:{fault.span.line})" if fault.span is not None else str(fault)


def _command(word: str) -> str:
    """The command that a word means, whole or by its first letter; none if it means none."""
    return "help" if word == "?" else next((name for name in _COMMANDS if word in (name, name[0])), "")
