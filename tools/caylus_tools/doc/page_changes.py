"""The part of a page that lists what variants change; it comes first."""

from __future__ import annotations

from html import escape

from .changes import Change
from .faces import Faces
from .markup import Markup
from .outline import Reference


def changes(reference: Reference, markup: Markup, faces: Faces) -> str:
    items = "\n".join(_change(change, reference, markup, faces) for change in reference.changes)
    base = escape(reference.about[0][0])
    return f'<p>Compared with {base}, in the order in which the variants say it.</p><ol class="changes">{items}</ol>'


def _change(change: Change, reference: Reference, markup: Markup, faces: Faces) -> str:
    is_gone = change.is_first and change.what.name not in reference.present
    anchor = f' id="{change.what.name}"' if is_gone else ""
    what = escape(change.what.text) if is_gone else markup.link(change.what.name, change.what.text)
    part = f" · {escape(change.part)}" if change.part else ""
    head = (
        f'<p><span class="mark {change.done}">{change.done}</span> {escape(change.word)} <strong>{what}</strong>{part}'
        f' <span class="place">{escape(_place(change, with_code=reference.with_code))}</span></p>'
    )
    thing = reference.definitions.things.get(change.what.name)
    if change.done == "added" and thing is not None:
        told = markup.sentences(reference.definitions.objects.sentences(thing))
        return f'<li{anchor}>{head}<div class="new">{faces.draw(thing)}{told}</div></li>'
    old = f'<del class="was">{markup.steps(change.old)}</del>' if change.old else ""
    new = f'<ins class="now">{markup.steps(change.new)}</ins>' if change.new else ""
    return f'<li{anchor}>{head}<div class="sides">{old}{new}</div></li>'


def _place(change: Change, *, with_code: bool) -> str:
    return f"{change.place} · {change.layer}" if with_code else change.layer
