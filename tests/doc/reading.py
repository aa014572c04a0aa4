"""Reading a page as a browser and a strict reader would: its elements, ids, links and text."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from itertools import dropwhile, takewhile

import caylus
from caylus_tools.doc.markdown import markdown
from caylus_tools.doc.page import html
from caylus_tools.doc.reference import reference

_EMPTY = frozenset({"meta", "link", "br", "hr", "img", "input"})
_DRAWN_EMPTY = frozenset({"path", "circle", "ellipse", "rect", "polygon", "use"})
_IN_PARAGRAPHS = frozenset({"a", "b", "code", "em", "i", "q", "span", "strong", "svg", "use", "br"})

Attributes = dict[str, str | None]


@dataclass
class Element:
    tag: str
    attributes: Attributes
    parent: Element | None
    text: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        return " ".join("".join(self.text).split())

    def has_class(self, name: str) -> bool:
        return name in (self.attributes.get("class") or "").split()


class Page(HTMLParser):
    """Every element in order, and what is wrong with how they are nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.faults: list[str] = []
        self._open: list[Element] = []
        self.feed(text)
        self.close()
        self.faults += [f"<{element.tag}> is never closed" for element in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.faults.append(f"<{tag}> has an attribute twice")
        parent = self._open[-1] if self._open else None
        if parent is not None and any(element.tag == "p" for element in self._open) and tag not in _IN_PARAGRAPHS:
            self.faults.append(f"<{tag}> in a <p>")
        if parent is not None and parent.tag in ("ul", "ol") and tag != "li":
            self.faults.append(f"<{tag}> in a <{parent.tag}>")
        element = Element(tag, dict(attrs), parent)
        self.elements.append(element)
        if tag not in _EMPTY:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _EMPTY | _DRAWN_EMPTY:
            self.faults.append(f"<{tag}/> closes itself")
        self.elements.append(Element(tag, dict(attrs), self._open[-1]))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1].tag != tag:
            self.faults.append(f"</{tag}> where <{self._open[-1].tag if self._open else 'nothing'}> is open")
            return
        self._open.pop()
        if tag not in _IN_PARAGRAPHS:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text.append(data)

    # ---- what is on it

    def all(self, tag: str, class_: str = "") -> list[Element]:
        return [e for e in self.elements if e.tag == tag and (not class_ or e.has_class(class_))]

    @property
    def ids(self) -> list[str]:
        return [str(e.attributes["id"]) for e in self.elements if "id" in e.attributes]

    @property
    def links(self) -> set[str]:
        """The targets of links and uses of symbols."""
        return {str(e.attributes["href"]) for e in self.elements if "href" in e.attributes}

    def place_at(self, anchor: str) -> Element:
        return next(e for e in self.elements if e.attributes.get("id") == anchor)

    def inside_element(self, outer: Element) -> list[Element]:
        """All that is inside of an element, which follows it."""
        behind = dropwhile(lambda element: element is not outer, self.elements)
        next(behind)
        return list(takewhile(lambda element: _is_inside(element, outer), behind))


def _is_inside(element: Element, outer: Element) -> bool:
    above = element.parent
    while above is not None and above is not outer:
        above = above.parent
    return above is outer


@cache
def load_rules(name: str, *variants: str) -> caylus.Ruleset:
    return caylus.load(name, variants=variants)


@cache
def load_page(name: str, *variants: str, with_code: bool = True) -> Page:
    """The page of a shipped ruleset."""
    return render_page(load_rules(name, *variants), with_code=with_code)


def render_page(rules: caylus.Ruleset, *, with_code: bool = True) -> Page:
    return Page(html(reference(rules, with_code=with_code)))


def render_markdown(rules: caylus.Ruleset, *, with_code: bool = True) -> str:
    return markdown(reference(rules, with_code=with_code))
