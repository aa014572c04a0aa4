"""Records and entities do what dataclasses do, though their methods are written late."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest
from caylus.records import Entity, Record


class Point(Record):
    x: int
    y: int = 2
    note: str = field(default="", compare=False, repr=False)


class Named(Point):
    name: str = field(default="here", hash=False)


class Basket(Entity):
    owner: str
    things: list[int] = field(default_factory=list)
    count: int = field(init=False)
    closed: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.count = len(self.things)


@dataclass(frozen=True)
class Model:
    x: int
    y: int = 2
    note: str = field(default="", compare=False, repr=False)


def test_a_record_is_what_a_dataclass_is() -> None:
    assert repr(Point(1, note="a")) == repr(Model(1)).replace("Model", "Point")
    assert [each.name for each in fields(Point)] == [each.name for each in fields(Model)]
    assert Point(1, note="a") == Point(1, 2, "b") != Point(1, 3)
    assert hash(Point(1)) == hash(Model(1)) == hash(Named(1, name="there"))
    assert replace(Point(1), y=5) == Point(x=1, y=5)


def test_a_record_is_equal_to_none_of_another_class() -> None:
    assert Point(1) != Named(1)
    assert Named(1) != Named(1, name="there")


def test_a_record_never_changes() -> None:
    with pytest.raises(FrozenInstanceError):
        Point(1).x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del Point(1).x


def test_a_record_of_a_process_that_made_none_before_compares() -> None:
    class_name = "Fresh"
    fresh = type(class_name, (Named,), {"__module__": __name__, "__annotations__": {"more": "int"}, "more": 0})
    one, other = (fresh.__new__(fresh) for _ in range(2))  # as pickle makes them
    one.__dict__.update(x=1, y=2, note="", name="", more=1)
    other.__dict__.update(x=1, y=2, note="", name="", more=2)
    assert one != other
    assert len({one, other}) == 2
    assert pickle.loads(pickle.dumps(Named(3))) == Named(3)


def test_an_entity_is_equal_to_itself_alone() -> None:
    assert Basket("a") != Basket("a")
    assert len({Basket("a"), Basket("a")}) == 2


def test_an_entity_has_its_own_lists_and_finishes_itself() -> None:
    basket = Basket("a")
    basket.things.append(1)
    assert not Basket("b").things
    assert (basket.count, Basket("c", [1, 2]).count, basket.closed) == (0, 2, False)


def test_a_wrong_argument_is_told() -> None:
    with pytest.raises(TypeError, match=r"__init__\(\) got an unexpected keyword argument 'z'"):
        Point(1, z=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]
