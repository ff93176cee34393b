"""ACSL annotations state a law for each conversion in the text, once each, and none for pointers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from veriabs.annotate.laws import conversions
from veriabs.annotate.notations import NOTATIONS
from veriabs.core.program import Program

Make = Callable[[str], Program]


def of_program(program: Make, test: str) -> Program:
    return program(
        f"""int main(void) {{
      signed char c = __VERIFIER_nondet_char(); unsigned u = __VERIFIER_nondet_uint();
      if ({test}) u = 1;
      __VERIFIER_assert(u == 1);
    }}"""
    )


def test_each_conversion_law_is_stated_once_per_type_width(program: Make) -> None:
    lines = ["s == (unsigned int)sum(i, (unsigned int *)a)", "c == (unsigned char)(s + 1)", "(unsigned int)s"]
    said = conversions(of_program(program, "u < 3u"), lines)
    assert [line.partition("; ")[2] for line in said if "_taken_off" in line] == [
        "(unsigned char)x == x - 256 * times_unsigned_char(x);",
        "(unsigned int)x == x - 4294967296 * times_unsigned_int(x);",
    ]


@pytest.mark.parametrize("line", ["s == sum(i, (unsigned int *)a)", "s == t + (x)", "sizeof(unsigned int) == 4", ""])
def test_no_law_without_a_conversion(program: Make, line: str) -> None:
    assert conversions(of_program(program, "u < 3u"), [line]) == []


@pytest.mark.parametrize(
    ("test", "is_said"),
    [("(unsigned)c - '0' < 10", True), ("c < 10", False), ("(unsigned)c < 10", False), ("u - 48 < 10", False)],
)
def test_conversion_laws_are_written_for_unsigned_comparisons(
    program: Make, test: str, is_said: bool
) -> None:
    said = "".join(conversions(of_program(program, test), []))
    assert ("(unsigned int)x == x - 4294967296 * times_unsigned_int(x)" in said) == is_said


@pytest.mark.parametrize(("name", "bits"), [("char", 8), ("short", 16), ("int", 32), ("long long", 64)])
def test_stated_laws_hold_for_unsigned_numbers(program: Make, name: str, bits: int) -> None:
    text = "".join(conversions(of_program(program, "u < 3u"), [f"(unsigned {name})x"]))
    values = re.search(r"== x - (\d+) \* times", text)
    assert values is not None and int(values[1]) == 1 << bits
    for x in (-1, 0, (1 << bits) - 1, 1 << bits, -3 << bits):
        assert (x - (x % (1 << bits))) % int(values[1]) == 0


def test_other_notations_need_no_such_laws(program: Make) -> None:
    read = program("int main(void) { __VERIFIER_assert(1); return 0; }")
    assert all(not one.laws(read, ["(unsigned int)x"]) for name, one in NOTATIONS.items() if name != "acsl")
