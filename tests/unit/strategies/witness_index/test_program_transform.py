"""`veriabs transform`: the whole program without arrays and loops."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from witnessed import COPY

from veriabs.core.errors import InputError
from veriabs.core.program import Program
from veriabs.strategies.witness_index.program import transform


def test_transformed_program_has_no_array_and_no_loop(program: Callable[[str], Program]) -> None:
    written = transform(program(COPY))
    code = re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL)
    assert not re.search(r"\[|\bfor\b|\bwhile\b", code)
    assert "at_assertion(read_a(x) == read_b(x));" in code


def test_transform_of_several_assertions(program: Callable[[str], Program]) -> None:
    made = program(COPY.replace("return 0;", "__VERIFIER_assert(a[5] == b[5]); return 0;"))
    written = transform(made)
    assert written.count("int main(void)") == 2
    assert "#if ASSERTION == 2" in written
    assert written.count(transform(made, 1).strip()) == 1


def test_transform_without_that_assertion(program: Callable[[str], Program]) -> None:
    with pytest.raises(InputError, match="no assertion with number 7"):
        transform(program(COPY), 7)
