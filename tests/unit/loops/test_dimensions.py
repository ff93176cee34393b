"""Arrays with a small dimension that only constants index, as one array for each constant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.loops.dimensions import MOST_PARTS, split

Make = Callable[[str], Program]


def parts(program: Program, *taken: str) -> tuple[set[str], str]:
    """The names of the arrays, and the text of the body."""
    body, arrays = split(program.body, dict(program.arrays), taken)
    assert all(array.name == name for name, array in arrays.items())
    return set(arrays), "\n".join(Printer().lines(body, 0))


FIELDS = """int m[100][3]; int main(void) { int i;
for (i = 0; i < 100; i++) { m[i][0] = i; m[i][2] = m[i][0]; }
__VERIFIER_assert(m[5][2] == 5); }"""


def test_each_constant_gets_an_array(program: Make) -> None:
    names, text = parts(program(FIELDS))
    assert names == {"m_0", "m_1", "m_2"}
    assert "m_0[i] = i;" in text and "m_2[i] = m_0[i];" in text
    assert "m[" not in text


def test_a_part_is_called_by_its_place_in_the_source(program: Make) -> None:
    made = program("int m[99][3], t[3][99]; int main(void) { m[1][2] = t[1][7] = 0; __VERIFIER_assert(m[1][2] == 0); }")
    _, arrays = split(made.body, dict(made.arrays), ())
    assert arrays["m_2"].source == "m[][2]" and arrays["t_1"].source == "t[1][]"


def test_names_that_are_taken_are_avoided(program: Make) -> None:
    names, _ = parts(program(FIELDS), "m_2")
    assert len(names) == 3
    assert {"m_0", "m_1"} < names and "m_2" not in names


def test_two_dimensions_of_constants_are_split_one_after_the_other(program: Make) -> None:
    text = "int m[2][2][9]; int main(void) { int i; for (i = 0; i < 9; i++) m[1][0][i] = 1; __VERIFIER_assert(i); }"
    assert parts(program(text))[0] == {"m_0_0", "m_0_1", "m_1_0", "m_1_1"}


@pytest.mark.parametrize("text", [
    "int m[100][3]; int main(void) { int i; for (i = 0; i < 3; i++) m[5][i] = i; __VERIFIER_assert(m[i][1]); }",
    f"int m[9][{MOST_PARTS + 1}], i; int main(void) {{ for (i = 0; i < 9; i++) m[i][0] = i; __VERIFIER_assert(1); }}",
    "int m[3]; int main(void) { m[1] = 2; __VERIFIER_assert(m[1] == 2); }",
    "int m[100][3]; int main(void) { int i; for (i = 0; i < 9; i++) m[i][3] = i; __VERIFIER_assert(1); }",
])  # fmt: skip
def test_other_arrays_are_unchanged(program: Make, text: str) -> None:
    """Indexed by a variable, too large, one-dimensional, or beyond the dimension."""
    assert parts(program(text))[0] == {"m"}


def test_arrays_are_split_repeatedly(program: Make) -> None:
    text = """int m[2][2][9], n[9][2]; int main(void) { int i;
    for (i = 0; i < 9; i++) { m[1][0][i] = 1; n[i][1] = m[1][0][i]; } __VERIFIER_assert(i); }"""
    names, lines = parts(program(text))
    assert names == {"m_0_0", "m_0_1", "m_1_0", "m_1_1", "n_0", "n_1"}
    assert "n_1[i] = m_1_0[i];" in lines
