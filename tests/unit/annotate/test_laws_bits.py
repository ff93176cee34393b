"""Laws of bit operators: stated only for the masks and shifts of the program, and true for numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest

from veriabs.annotate.laws import bit_laws
from veriabs.core.program import Program

Make = Callable[[str], Program]

NUMBERS = sorted({(1 << bits) + more for bits in range(41) for more in (-1, 0, 1, 5)} | {0, 0xDEADBEEF, 0x55555555})


def laws(program: Make, value: str) -> str:
    text = f"int main(void) {{ unsigned x = __VERIFIER_nondet_uint(), y = {value}; __VERIFIER_assert(y < 9u); }}"
    return "\n".join(bit_laws(program(text)))


@pytest.mark.parametrize(
    ("value", "law"),
    [
        ("x & 255", "0 <= x ==> (x & 255) == x % 256;"),
        ("x & 0xff00u", "0 <= x ==> (x & 65280) == x % 65536 - x % 256;"),
        ("x >> 16", "0 <= x ==> (x & 4294901760) == x % 4294967296 - x % 65536;"),
        ("(x << 8) | (x & 15)", "0 <= x && x % 256 == 0 && 0 <= y < 256 ==> (x | y) == x + y;"),
    ],
)
def test_masks_shifts_and_unions_have_laws(program: Make, value: str, law: str) -> None:
    assert law in laws(program, value)


@pytest.mark.parametrize("value", ["x", "x + 1", "x & 5", "x ^ 3", "x << 3", "x & x"])
def test_other_operators_have_no_laws(program: Make, value: str) -> None:
    assert laws(program, value) == ""


@pytest.mark.parametrize(
    "value", ["x & 1", "x & 0xf0", "x >> 3", "(x << 3) | (x & 127)", "x << 9 | 3"]
)
def test_stated_laws_hold_for_signed_numbers(program: Make, value: str) -> None:
    told = re.findall(r"axiom \w+: .*?; (.*) ==> (.*);", laws(program, value))
    assert told
    for known, said in told:
        test = known.replace("&&", "and")
        assert all(eval(said, {"x": x, "y": y}) for x, y in product(NUMBERS, NUMBERS) if eval(test, {"x": x, "y": y}))
