"""Bases for classes of data, so that each need not say again what kind of dataclass it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """Data that never changes. Records with equal fields are equal."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class Entity:
    """Data that is filled in bit by bit. An entity is equal to nothing but itself."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)
