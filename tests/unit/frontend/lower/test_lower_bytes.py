"""Test accesses to single bytes of numbers, `((char *)&x)[1]`."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, lower_file

from veriabs.core import ctree
from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program

HEAD = DECLARATIONS + "void *memset(void *, int, unsigned long); int a[9], i; unsigned long w;\n"


def lowered(tmp_path: Path, text: str) -> Program:
    return lower_file(tmp_path / "b.c", f"{HEAD}int main() {{ {text} }}")


def test_bytes_of_an_array_are_read_from_its_elements(tmp_path: Path) -> None:
    program = lowered(tmp_path, "unsigned char *p = (unsigned char *)a; __VERIFIER_assert(p[i] < 9);")
    assert set(program.arrays) == {"a"} and not program.gaps


def test_a_byte_that_is_written_writes_the_number(tmp_path: Path) -> None:
    program = lowered(tmp_path, "char *p = (char *)&w; p[3] = 1; __VERIFIER_assert(w);")
    assert "w" in ctree.writes(program.body)


def test_back_to_the_number(tmp_path: Path) -> None:
    text = "int *p = (int *)(char *)a; __VERIFIER_assert(p[1] + *a);"
    assert not lowered(tmp_path, text).gaps


@pytest.mark.parametrize(
    "text",
    [
        "char *p = (char *)&w; __VERIFIER_assert(p[8]);",
        "char *p = (char *)&w; __VERIFIER_assert(p[i]);",
        "char *p = (char *)a; p[1]++; __VERIFIER_assert(*a);",
        "char *p = (char *)a; p += 8; memset(p, 0, 4); __VERIFIER_assert(*a);",
    ],
)
def test_a_possible_non_byte_is_rejected(text: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError):
        lowered(tmp_path, text)
