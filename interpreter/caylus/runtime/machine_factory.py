"""Machines of the kind a program goes with: compiled programs bring one of their own (see `compile.native`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .machine import Machine

if TYPE_CHECKING:
    from caylus.codegen import Program


def machine_for(program: Program, s: list[int], stack: list[list[Any]]) -> Machine:
    kind: type[Machine] = program.machine or Machine
    return kind(program, s, stack)


def new_machine(program: Program) -> Machine:
    """One that is about to begin a game."""
    return machine_for(program, program.initial[:], [[0], program.begin[:]])


def moved(machine: Machine, program: Program) -> Machine:
    """An equal machine that goes on with another program of the same rules, and shares nothing that changes."""
    twin = machine_for(program, machine.s[:], [frame[:] for frame in machine.stack])
    twin.options = machine.options
    twin.player = machine.player
    twin.limits = machine.limits
    return twin
