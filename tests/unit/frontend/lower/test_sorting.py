"""Facts about an array sorted by qsort, and about an element found by bsearch."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, lower_file

from veriabs.core import ctree
from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Halt, Havoc

HEAD = f"#include <stdlib.h>\n{DECLARATIONS}int a[9], keys[9];\n"
BY = "int by(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }"
SORT = "qsort(a, 9, sizeof *a, by);"
SEARCH = "int k = 1, *p = bsearch(&k, a, 9, sizeof *a, by); if (p) *p = 1;"


def lowered(tmp_path: Path, text: str, by: str = BY) -> Program:
    return lower_file(tmp_path / "f.c", f"{HEAD}{by}\nint main() {{ {text} __VERIFIER_assert(a[0] == 0); }}")


def count(program: Program, kind: type) -> int:
    return sum(isinstance(stmt, kind) for stmt in ctree.statements(program.body))


def any_values(program: Program) -> set[str]:
    """The arrays of the program that get any values."""
    given = (stmt.target for stmt in ctree.statements(program.body) if isinstance(stmt, Havoc) and stmt.unknown)
    return {ctree.target_name(one) for one in given} & program.arrays.keys()


def test_qsort_yields_any_sorted_values_for_an_order(tmp_path: Path) -> None:
    program = lowered(tmp_path, SORT)
    assert any_values(program) == {"a"}
    assert [gap.what for gap in program.gaps if gap.must_not_run] == [
        "qsort with a comparison that may not be an order of the sorted elements"
    ]
    assert count(program, Assert) == 2 and count(program, Halt) == 1


def test_bsearch_result_compares_as_equal(tmp_path: Path) -> None:
    program = lowered(tmp_path, SEARCH)
    assert not any_values(program) and not any(gap.must_not_run for gap in program.gaps)
    assert count(program, Halt) == 1


@pytest.mark.parametrize(
    "body",
    [
        "return __VERIFIER_nondet_int();",
        "int n = 0; for (int i = 0; i < *(const int *)p; i++) n++; return n;",
        "int n; if (*(const int *)p) n = 1; return n;",
        "return keys[*(const int *)p] - keys[*(const int *)q];",
    ],
)
@pytest.mark.parametrize("call", [SORT, SEARCH])
def test_comparison_beyond_the_two_elements_yields_no_facts(call: str, body: str, tmp_path: Path) -> None:
    program = lowered(tmp_path, call, f"int by(const void *p, const void *q) {{ {body} }}")
    assert count(program, Halt) == 0 and not any(gap.must_not_run for gap in program.gaps)


def test_assertions_of_the_comparison_are_checked(tmp_path: Path) -> None:
    by = "int by(const void *p, const void *q) { __VERIFIER_assert(*(const int *)p < 3); return 0; }"
    program = lowered(tmp_path, SORT, by)
    assert sum(isinstance(stmt, Assert) for stmt in ctree.statements(program.body)) == 3  # and that it is an order


@pytest.mark.parametrize(
    "by",
    [
        "int n; int by(const void *p, const void *q) { n++; return 0; }",
        "int by(const void *p, const void *q) { static int n; return n++; }",
        "const int *last; int by(const void *p, const void *q) { last = p; return 0; }",
        "int by(const void *p, const void *q) { __VERIFIER_assert(a[0] == 3); return 0; }",
    ],
)
def test_a_comparison_that_keeps_something_or_looks_elsewhere_is_refused(by: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="comparison function that has side effects"):
        lowered(tmp_path, SORT, by)
