"""Texts for people as data, and the one renderer that makes English of them.

A text is a list of pieces: the words of whoever wrote the rules, and between them what these speak of. Whoever needs to know
what a text says looks at its pieces; nothing takes rendered text apart. All of it is JSON data (schemas/event).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Required, TypedDict, Union, cast

from caylus.diagnostics.render import as_words, join_words, with_article

if TYPE_CHECKING:
    from caylus import model as m


NUMBER_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip

ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip

WRITTEN_NUMBER = re.compile(r"(?<![0-9])(?!0(?: to |–|-))[0-9]+")
"""A number in a text; a range begins with 0 whatever the rules are."""


class Thing(TypedDict):
    """A thing or a player: its name, and what it was called when it was spoken of."""

    name: str | None
    title: str


class Payment(TypedDict):
    """Ways to pay, each an amount by the names of the resources; without a way, none that anybody could choose among."""

    ways: list[dict[str, int]]


Piece = Union[str, int, bool, Thing, Payment, "list[Any]"]
"""Words, a number, a flag, a thing, an amount, or a list of such."""

Text = list[Piece]

Span = Union[str, Thing]
"""Words, or a thing, of a text in a language."""


class Effect(TypedDict):
    """The effect of an option: `verb` is gain, pay or lose, `amount` says what."""

    verb: str
    amount: Text


class Offer(TypedDict):
    """An option: the `words` of its author; without such its `effects`. `pays` is its price; `apart` tells it from others."""

    words: Text
    effects: list[Effect]
    pays: dict[str, int]
    apart: list[Thing]


class Ground(TypedDict, total=False):
    """A ground on which something cannot be chosen, by its `kind`.

    Condition: the `words` of the rule that it fails. Price: the `ways` to pay it, none if nobody could choose among them.
    Lack: the amounts `held` of what it costs, not enough. Absent: there is nothing to choose from. Obligation: there is no
    declining. Unoffered: it is not among what there is to gain. Sealed: only the `player` may know.
    """

    kind: Required[str]
    words: Text
    ways: list[dict[str, int]]
    held: dict[str, int]
    player: str


DID = ": "
"""Stands between a player and what the player has done."""

CANNOT, CAN = " cannot ", " can "
"""Stand between a player and what that player is not able to do; between nobody and what nobody is able to do."""

TO_GAIN = "choose what to gain"
"""Asks where somebody picks what to gain, and no words of the rules do."""

PLUS = " + "
"""Stands between the amounts of an effect that are paid or gained together."""


def sum_amounts(text: Text) -> dict[str, int] | None:
    """The amount that the text of an effect speaks of; None where it speaks of more than amounts put together."""
    totals: Counter[str] = Counter()
    for piece in text:
        match piece:
            case {"ways": [dict() as amounts]}:
                totals.update(amounts)
            case _ if piece != PLUS:
                return None
    return dict(totals)


def names_price(offer: Offer) -> bool:
    """Return whether the words of an option say what it costs."""
    paid = [sum_amounts(effect["amount"]) for effect in offer["effects"] if effect["verb"] == "pay"]
    return offer["pays"] in ({}, *paid, *(sum_amounts([piece]) for piece in offer["words"]))


def deed_effects(offer: Offer) -> list[Effect]:
    """The effects that are told of an option that was chosen: what is gained for a price is told when it has been."""
    pays = any(effect["verb"] == "pay" for effect in offer["effects"])
    return [effect for effect in offer["effects"] if not pays or effect["verb"] != "gain"]


def split_at_colon(text: Text, is_last: bool = False) -> tuple[Text, Text]:
    """The parts before and after the first or the `last` colon that an author wrote: a situation, and what is said of it."""
    places = [at for at, piece in enumerate(text) if isinstance(piece, str) and ": " in piece]
    if not places:
        return [], text
    at = places[-1 if is_last else 0]
    words = str(text[at])
    before, _, behind = words.rpartition(": ") if is_last else words.partition(": ")
    return [*text[:at], before], [*filter(None, [behind]), *text[at + 1 :]]


def join_texts(texts: Sequence[Text], between: str, last: str = "") -> Text:
    """Texts put together, `last` before the last of them if it is given."""
    joined_text: Text = []
    for at, text in enumerate(texts):
        joined_text += [(last if at == len(texts) - 1 else "") or between, *text] if at else text
    return joined_text


_A = " a "
_VOWELS = ("a", "e", "i", "o", "u")


def plain(spans: Iterable[Span]) -> str:
    """The words alone."""
    return "".join(span if isinstance(span, str) else span["title"] for span in spans)


class English:
    """Texts in English, about the things of a ruleset.

    Things are called by their `titles`, those without one by their names. States and lists are called as the rules call them
    (`Ann.hand`), or, with `is_for_players`, in words (`Ann's hand`).
    """

    def __init__(self, of: m.Components | m.Model, titles: Mapping[str, str], is_for_players: bool = False) -> None:
        self._resources = {resource.name: resource for resource in of.resources}
        self._kinds = of.kinds
        self._titles = titles
        self._is_for_players = is_for_players

    # ---- pieces

    def render(self, text: Text) -> str:
        return plain(self.spans(text))

    def spans(self, text: Text) -> Iterator[Span]:
        """A text as words and things alone; `a` before a title that begins with a vowel is `an`."""
        before: Span = ""
        for span in self._spans(text):
            title = span if isinstance(span, str) else span["title"]
            if isinstance(before, str) and before.endswith(_A) and title[:1].lower() in _VOWELS:
                before = f"{before[:-1]}n "
            if before:
                yield before
            before = span
        if before:
            yield before

    def _spans(self, text: Text) -> Iterator[Span]:
        for piece in text:
            match piece:
                case bool():
                    yield "yes" if piece else "no"
                case list():
                    yield from self._spans(join_texts([[one] for one in piece], ", ", " and ") or ["nothing"])
                case {"ways": [*ways]}:
                    yield " or ".join(map(self.amounts, ways))
                case {"title": _}:
                    yield cast("Thing", piece)
                case _:
                    yield str(piece)

    def amount(self, name: str, number: int) -> str:
        """Such as `2 coins`."""
        resource = self._resources[name]
        return f"{number} {resource.title if number == 1 else resource.plural}"

    def amounts(self, amounts: Mapping[str, int], between: str = " + ", last: str = " + ") -> str:
        """Such as `2 coins + 1 nut`."""
        *others, final = [self.amount(name, n) for name, n in amounts.items()] or ["nothing"]
        return last.join(filter(None, (between.join(others), final)))

    # ---- options

    def option(self, offer: Offer) -> Text:
        """An option as it is offered; with its price, unless its words say it."""
        return self.bare_option(offer) if names_price(offer) else [*self.bare_option(offer), ": pay ", {"ways": [offer["pays"]]}]

    def bare_option(self, offer: Offer) -> Text:
        """An option without its price, unless its words say it."""
        apart: Text = [" (", *_commas(offer["apart"]), ")"] if offer["apart"] else []
        return [*self._words(offer["words"], offer["effects"]), *apart]

    def deed(self, offer: Offer) -> Text:
        """An option that was chosen (see `deed_effects`), with what was paid."""
        effects: list[Effect] = [{**effect, "amount": self._paid(effect, offer["pays"])} for effect in deed_effects(offer)]
        text = self._words(offer["words"], effects)
        if names_price(offer) or any(effect["verb"] == "pay" for effect in effects):
            return text
        return [*text, f" for {self.amounts(offer['pays'], ', ', ' and ')}"]

    def _paid(self, effect: Effect, pays: Mapping[str, int]) -> Text:
        """The amount of an effect; of what is paid the amount itself, if that is known."""
        amounts = sum_amounts(effect["amount"])
        if effect["verb"] != "pay" or (amounts is None and not pays):
            return effect["amount"]
        return [self.amounts(amounts if amounts and pays in ({}, amounts) else pays, ", ", " and ")]

    def _words(self, words: Text, effects: Sequence[Effect]) -> Text:
        text, before = [*words], ""
        for effect in effects:
            between = " to " if (before, effect["verb"]) == ("pay", "gain") else ", " if text else ""
            text += [f"{between}{effect['verb']} ", *effect["amount"]]
            before = effect["verb"]
        return text

    # ---- events

    def event(self, kind: str, player: str | None, title: str, data: Mapping[str, Any]) -> Text:
        """What happened, by whom (a seat), by the rule of a title."""
        who = [self._thing(player)] if player is not None else []
        match kind, data:
            case "gain" | "pay" | "lose", {"amounts": amounts}:
                return [*who, f" {kind}s ", {"ways": [amounts]}]
            case "short", {"amounts": amounts}:
                return [*who, " would lose ", {"ways": [amounts]}, ", and has none to lose"]
            case "choice", {"option": "decline"} if self._is_for_players:
                return [*who, *self.action(kind, title, data), f" ({title})"]
            case "choice" | "ready" | "lapse" | "unable", _:
                return [*who, *self.action(kind, title, data)]
            case "draw", {"order": order}:
                return ["drawn: ", *_commas(map(self._thing, order))]
            case "put", {"from": source, "into": target}:
                return [*self._members(data), ": from ", *self._place(source), " into ", *self._place(target)]
            case "end", {"words": words}:
                return ["the game is over: ", *words]
            case "end", _:
                return ["the game is over"]
            case "say", {"words": words}:
                return [*words]
            case "reveal", {"to": seat}:
                return [*self._state(player, data), " (shown to ", self._thing(seat), ")"]
            case "reveal", _:
                return [*self._state(player, data), " (revealed)"]
        return self._state(player, data)

    def action(self, kind: str, title: str, data: Mapping[str, Any], is_deed: bool = False) -> Text:
        """What somebody chose or could not do, to follow on a name; of a deed what was paid, and not what is gained for it."""
        tell = self.deed if is_deed else self.option
        match kind, data:
            case "unable", _:
                offers = join_texts([tell(offer) for offer in data.get("offers", ())], " or ")
                return [*self._unable(title, data.get("words") or offers), *self._because(data.get("reasons", ()))]
            case "ready", {"offer": offer}:
                return [" has chosen: ", *tell(offer)]
            case "ready", _:
                return [" has chosen"]
            case "lapse", {"offer": offer, "reasons": reasons}:
                grounds_text = self._grounds(reasons)
                return [DID, *tell(offer), " comes to nothing", f" ({grounds_text})" if grounds_text else ""]
            case "lapse", _:
                return [" has chosen in secret what comes to nothing"]
            case "choice", {"offer": offer, "reasons": reasons}:
                return [DID, *tell(offer), f" (no other choice: {self._grounds(reasons)})"]
            case "choice", {"offer": offer}:
                return [DID, *tell(offer)]
        return [" chooses in secret"]

    def _grounds(self, reasons: Sequence[Ground]) -> str:
        return "; ".join(self.render(self.reason(reason)) for reason in reasons)

    def _unable(self, title: str, words: Text) -> Text:
        """Words for what could have been done; a question and a title that stands for one are set apart."""
        if not words or str(words[-1]).endswith("?"):
            return [" can choose nothing (", *(words or [title]), ")"]
        first, *rest = words
        return [CANNOT, first[:1].lower() + first[1:] if isinstance(first, str) else first, *rest]

    def _because(self, reasons: Sequence[Ground]) -> Text:
        reasons_text = join_texts([self.reason(reason) for reason in reasons], "; ")
        return [": ", *reasons_text] if reasons_text else []

    def _state(self, player: str | None, data: Mapping[str, Any]) -> Text:
        """The new value of a state, a list or an amount."""
        between = ": "
        if "object" not in data:
            place: Text = [self._thing(player), f"'s {self._resources[data['state']].title}"]
        elif self._is_for_players and "list" not in data and data["object"] is not None:
            place, between = [self._thing(data["object"]), ": ", *self._place({**data, "object": None})], " "
        else:
            place = self._place(data)
        value = self._value(data)
        return [*place, between, *value] if value else place

    def _place(self, data: Mapping[str, Any]) -> Text:
        """A state or a list, and whose it is."""
        owner, name, index = data["object"], data.get("list") or data["state"], data.get("index")
        kept_for = [*map(self._thing, index if isinstance(index, list) else [] if index is None else [index])]
        whose: Text = [] if owner is None else [self._thing(owner), "'s " if self._is_for_players else "."]
        if self._is_for_players:
            return [*whose, as_words(name), *([" for ", *_commas(kept_for, " and ")] if kept_for else [])]
        return [*whose, name, *(["[", *_commas(kept_for), "]"] if kept_for else [])]

    def _value(self, data: Mapping[str, Any]) -> Text:
        match data:
            case {"change": change}:
                return [f"{change:+}"]
            case {"value": {"there": True, "kind": kind}}:
                return [self._count(1, kind)]
            case {"value": value}:
                return [self._thing(value)]
        return self._members(data)

    def _members(self, data: Mapping[str, Any]) -> Text:
        """The things in a list, or how many there are."""
        match data:
            case {"members": members}:
                return _commas(map(self._thing, members)) or ["empty"]
            case {"size": size, "kind": kind}:
                return [self._count(size, kind)]
        return []

    def _count(self, number: int, kind: str) -> str:
        """Such as `a card`, `4 cards`."""
        return with_article(as_words(kind)) if number == 1 else f"{number} {as_words(self._kinds[kind].plural)}"

    def _thing(self, value: str | int | bool | None) -> Piece:
        """A thing by its name, or another value."""
        if value is None:
            return {"name": None, "title": "none"}
        return {"name": value, "title": self._titles.get(value, value)} if isinstance(value, str) else value

    # ---- refusals

    def reason(self, reason: Ground) -> Text:
        """The reason why something cannot be chosen."""
        match reason:
            case {"kind": "condition", "words": words}:
                return words
            case {"kind": "price", "ways": ways}:
                return ["that costs ", {"ways": ways}] if ways else ["that cannot be paid"]
            case {"kind": "lack", "held": amounts}:
                return [self._lack(amounts)]
            case {"kind": "sealed", "player": player}:
                return ["only ", self._thing(player), " knows what there is to choose from"]
        return [_REASONS[reason["kind"]]]

    def _lack(self, amounts: Mapping[str, int]) -> str:
        """Such as `no nuts and only 1 coin`."""
        missing = [self._resources[name].plural for name, number in amounts.items() if number == 0]
        few = [self.amount(name, number) for name, number in amounts.items() if number != 0]
        phrases = [f"no {join_words(missing, 'or')}"] if missing else []
        return " and ".join(phrases + ([f"only {join_words(few)}"] if few else []))


UNOFFERED = "that is not among the choices"
"""Refuses what an option cannot be made from."""

_REASONS = {
    "obligation": "one of the options has to be chosen",
    "unoffered": UNOFFERED,
    "absent": "there is nothing to choose from",
}


def _commas(pieces: Iterable[Piece], between: str = ", ") -> Text:
    return join_texts([[piece] for piece in pieces], between)
