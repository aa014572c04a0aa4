"""The place of a cursor in a manifest or a scenario, by indentation and by brackets, in texts that are not finished either."""

from __future__ import annotations

import pytest
from caylus_tools.workspace.complete import YamlPlace, find_place

CURSOR = "¦"


@pytest.mark.parametrize(
    ("text", "way", "sort", "typed"),
    [
        ("ti¦", (), "key", "ti"),
        ("title: ¦", ("title",), "value", ""),
        ("title: Co¦", ("title",), "value", "Co"),
        ("extends:\n  ¦", ("extends",), "key", ""),
        ("extends:\n  name: ¦", ("extends", "name"), "value", ""),
        ("extends:\n  name: x\nta¦", (), "key", "ta"),
        ("rules:\n  - one.rules\n  - ¦", ("rules", 1), "both", ""),
        ("rules:\n- one.rules\n- two.rules\nti¦", (), "key", "ti"),
        ("table:\n  - row: road\n    show: ¦", ("table", 0, "show"), "value", ""),
        ("table:\n  - row: road\n  - list: ¦", ("table", 1, "list"), "value", ""),
        ("table:\n  - row: road\n    ¦", ("table", 0), "key", ""),
        ("# no: key\n\ntitle: ¦", ("title",), "value", ""),
        ("path: { thr¦", ("path",), "key", "thr"),
        ("path: { through: ¦", ("path", "through"), "value", ""),
        ("path: { through: [road, vil¦", ("path", "through", 1), "value", "vil"),
        ("path: { through: [road], col¦", ("path",), "key", "col"),
        ("path: { through: [road,\n  village, ¦", ("path", "through", 2), "value", ""),
        ("Red: {'road 1': {ow¦", ("Red", "road 1"), "key", "ow"),
        ("path: { through: [road] }\nti¦", (), "key", "ti"),
    ],
)
def test_the_way_to_a_cursor_and_what_may_stand_there(text: str, way: tuple[str | int, ...], sort: str, typed: str) -> None:
    before = text[: text.index(CURSOR)].split("\n")
    place = find_place(text.replace(CURSOR, "").split("\n"), len(before), len(before[-1]) + 1)
    assert place == YamlPlace(way, sort in ("key", "both"), sort in ("value", "both"), typed)
