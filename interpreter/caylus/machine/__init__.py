"""Program -> machine code: whole games played without Python, by WebAssembly in a box of its own.

It takes a program (`caylus.codegen`), reads its generated module and the functions that this calls, and makes WebAssembly of
them. `translator` turns functions into text, `module` puts them together and says what lies where in memory (`memory.wat` has
the primitives), `instance` has the text compiled, keeps that, calls it and moves games between it and Python,
`inside` are the functions that play there. Whoever uses it relies on this: a game goes on from any state exactly as in Python,
or `Unfit` says why it cannot. Before a choice that breaks a rule it stops: Python makes that, and tells the fault. Where
what seats know of hidden cards has no room, moves are judged, and no games are played.

**The subset of Python** in which functions are written that generated modules call. There is one of each: CPython runs it, and
it is translated. A function that is not in the subset is refused with its file and line.

- Values are whole numbers of 64 bits, texts that are only compared, and tuples and lists of such values. Flags are numbers.
  `None` stands where a number may be missing. A number annotated `Bits` has no sign: `>>`, `%` and comparisons of two of them
  mind that. What may have more bits in Python (`payments.BITS`) takes its size from a constant that `Module.overrides` replaces.
- Parameters and results are annotated. So is a variable whose first value does not tell what it holds (`found: list[Bits] = []`).
  Named tuples are records with fields; they have no methods. The state `s`, the machine `m` and the `stack` are always at hand.
- Statements: assignments, also to several names, to items and to slices of `s` that keep their length; `if`, `while`, `for` with
  `break` and `continue`, `return`, `raise`, `del list[i]`, `yield` in a generator, which a `for` writes in place.
- Loops go over lists, `range` (with a step above 0), `reversed`, `enumerate`, `zip`, generators and the stack.
- Expressions: `+ - * // % & | ^ ~ << >>`, comparisons with at most three parts, `and or not` as conditions, `in`, `is None`,
  `x if c else y`, items, slices without a step but `[::-1]`, displays with `*`, list comprehensions, and calls of such functions.
- Built in: `len min max abs int bool tuple list range reversed sorted any all sum`, `dict.fromkeys` for each value once,
  `list.append`, `remove`, `index`, `count`, `int.bit_length`. A list that grows has one name. `sorted` goes by the first item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .outcomes import (
    GREEDY as GREEDY,
    LEARNED as LEARNED,
    LIKING_BITS as LIKING_BITS,
    RANDOM as RANDOM,
    UNIT as UNIT,
    UNIT_BITS as UNIT_BITS,
    WIDTH as WIDTH,
    Contest as Contest,
    Judge as Judge,
    Liking as Liking,
    Part as Part,
    Stream as Stream,
    Unfit as Unfit,
    add_likings as add_likings,
    add_parts as add_parts,
    contest_parts as contest_parts,
    find_lender as find_lender,
    list_lenders as list_lenders,
    name_things as name_things,
)

if TYPE_CHECKING:
    from caylus.runtime.ruleset import Ruleset

    from .instance import Instance


def find(rules: Ruleset, players: int) -> Instance:
    """The machine code of rules for a number of players, for this thread. Raises `Unfit` where there can be none."""
    try:
        from .instance import find as find_compiled
    except ModuleNotFoundError:
        raise Unfit("the package `wasmtime` is not installed: `pip install wasmtime`") from None
    except (ImportError, OSError, RuntimeError) as error:  # of another system, or without the memory it takes
        raise Unfit(f"the package `wasmtime` cannot be loaded: {error}") from None
    return find_compiled(rules, players)
