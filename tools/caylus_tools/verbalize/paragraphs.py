"""The paragraphs that a ruleset has of its rules, with the numbers, amounts and names in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from caylus import model as m

from .expressions import Expressions
from .names import title_of
from .prose import Prose, Ref, Strong, drop_article, line, lower_title, plain

_STRESS = "**"
_SPELLED = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_MASS = frozenset({"a", "an", "the"})


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text read without a break; `is_item`: an item of a list."""

    prose: Prose
    is_item: bool


class Paragraphs:
    """The paragraphs of one ruleset."""

    def __init__(self, model: m.Model, expressions: Expressions) -> None:
        self._model = model
        self._x = expressions

    def texts(self, name: str) -> tuple[Text, ...]:
        """The texts of a definition or a field; nothing where its ruleset says nothing."""
        paragraph = self._model.paragraphs.get(name)
        return self._texts(paragraph.blocks if paragraph is not None else ())

    def lesson(self, name: str) -> tuple[Text, ...]:
        """The lesson for somebody who plays for the first time; nothing where its ruleset has none of it."""
        return self._texts(self._model.lessons.get(name, ()))

    def _texts(self, blocks: Iterable[m.TextBlock]) -> tuple[Text, ...]:
        return tuple(Text(self._prose(block.parts), block.is_item) for block in blocks)

    def sentences(self, name: str) -> tuple[Prose, ...]:
        """The same without lists, for a line of text."""
        return tuple(text.prose for text in self.texts(name))

    def first_sentence(self, name: str) -> str:
        """The first sentence of a paragraph, for where there is little room."""
        texts = self.texts(name)
        return plain(texts[0].prose).split(". ")[0].removesuffix(".") if texts else ""

    @property
    def told(self) -> frozenset[str]:
        """The names that some paragraph tells."""
        found = ((name, *paragraph.covers) for name, paragraph in self._model.paragraphs.items())
        return frozenset(name for names in found for name in names)

    def _prose(self, parts: Iterable[str | m.Insertion]) -> Prose:
        """The parts as prose, what stands between two `**` stressed."""
        runs: list[list[Prose]] = [[]]
        for part in parts:
            if isinstance(part, str):
                first, *others = part.split(_STRESS)
                runs[-1].append((first,) if first else ())
                runs += ([(other,) if other else ()] for other in others)
            else:
                runs[-1].append(self._insertion(part))
        return line(*(line(*run) if number % 2 == 0 else (Strong(line(*run)),) for number, run in enumerate(runs)))

    def _insertion(self, part: m.Insertion) -> Prose:
        of = part.of
        if isinstance(of, m.Mention):
            return self._mention(of.name)
        if part.is_spelled and isinstance(of, m.Const) and of.type == m.NUMBER and 0 <= of.value < len(_SPELLED):
            return (_SPELLED[of.value],)
        if isinstance(of, m.Const) and of.type.base == "object":
            return tuple(Ref(x.name, lower_title(x.text)) if isinstance(x, Ref) else x for x in self._x.noun(of))
        return drop_article(self._x.noun(of))

    def _mention(self, name: str) -> Prose:
        title = title_of(name, self._model)
        words = title.split(" ", 1)
        text = words[1] if len(words) > 1 and words[0] in _MASS else title
        return (Ref(name, lower_title(text)),)


def join_texts(texts: Iterable[Text]) -> Iterator[str]:
    """Each text as plain words; an item begins with a dash."""
    return (f"{'- ' if text.is_item else ''}{plain(text.prose)}" for text in texts)
