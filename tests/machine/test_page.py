"""The module of a ruleset plays in a page, without any Python, the game that Python plays."""

from __future__ import annotations

import base64

import caylus
import pytest
from caylus.machine import RANDOM, find
from caylus.machine.module import Module
from caylus.machine.translator import ALL_BITS
from support.browsing import chromium

from .test_machine import play_in_python

wasmtime = pytest.importorskip("wasmtime")

PLAY = """
async ([code, words, from, size]) => {
  const bytes = Uint8Array.from(atob(code), letter => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, { python: { weigh: () => 0n, outcome: () => 0n } });
  const memory = new BigUint64Array(instance.exports.memory.buffer);
  words.forEach(([place, word]) => { memory[place] = BigInt(word) });
  const decisions = instance.exports.play(500n, -1n);
  return [decisions, ...memory.slice(from, from + size)].map(String);
}
"""


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_a_module_plays_a_random_game_in_a_page(name: str) -> None:
    rules = caylus.load(name)
    game, instance, program = rules.new_game(2, seed=7), find(rules, 2), rules.program(2)
    instance.write(game._machine)
    instance._seat([RANDOM] * 2, [0] * 2, [5])
    first, state = instance.places.seats // 8, instance.places.state // 8
    words = enumerate(instance._read(8 * first, instance.places.options // 8 - first), first)
    code = bytes(wasmtime.wat2wasm(Module(program, program.sprint).text()))
    with chromium() as browser:
        given = [(place, str(word & ALL_BITS)) for place, word in words if word], state, len(program.initial)
        decisions, *numbers = browser.new_page().evaluate(PLAY, [base64.b64encode(code).decode(), *given])
    assert play_in_python(game, "random", 5, 500)[0] == int(decisions)
    assert [n & ALL_BITS for n in game._machine.s] == list(map(int, numbers))
