"""Test the lowering of allocations: rows of equal length, pointers on the heap, untyped memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, body_text, lower_file

from veriabs.core.check_flags import ALIVE_SUFFIX
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Var
from veriabs.core.program import Program
from veriabs.core.source import Task
from veriabs.frontend.program import load_program

HEAD = DECLARATIONS + (
    "void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);\n"
    "void free(void *), *memset(void *, int, unsigned long);\n"
)
LENGTHS = "allocation in a loop of arrays of different sizes, or too large"
LOOP = "for (int i = 0; i < n; i++)"


def lowered(tmp_path: Path, text: str) -> Program:
    return lower_file(tmp_path / "a.c", f"{HEAD}int main() {{ int n = __VERIFIER_nondet_int(), m = n & 7; {text} }}")


def forbidden_gaps(program: Program) -> list[str]:
    return [gap.what for gap in program.gaps if gap.must_not_run]


def test_rows_of_a_constant_length_are_one_array(tmp_path: Path) -> None:
    program = lowered(tmp_path, f"int *r = 0; {LOOP} {{ r = malloc(12); r[2] = i; }} __VERIFIER_assert(r[2] == n - 1);")
    (rows,) = program.arrays.values()
    assert [size.value for size in rows.sizes if isinstance(size, Const)] == [1 << 20, 3] and not forbidden_gaps(
        program
    )


def test_variable_row_length_is_fixed_before_the_loops(tmp_path: Path) -> None:
    text = f"int *r = 0; {LOOP} {LOOP} {{ r = malloc(m * sizeof *r); r[i] = i; }} __VERIFIER_assert(r[0] == 0);"
    program = lowered(tmp_path, text)
    (rows,) = program.arrays.values()
    length = rows.sizes[1]
    lines = body_text(program).splitlines()
    set_at = [number for number, line in enumerate(lines) if isinstance(length, Var) and f"{length.name} = " in line]
    assert forbidden_gaps(program) == [LENGTHS] and len(set_at) == 1
    assert set_at[0] < min(number for number, line in enumerate(lines) if "for (" in line)


@pytest.mark.parametrize("size", ["(i + 1) * 4", "(m - i) * 4", "(m + n) * sizeof(int)"])
def test_equal_length_of_all_rows_is_checked(size: str, tmp_path: Path) -> None:
    text = f"int *r[9]; {LOOP} {{ r[i] = malloc({size}); r[i][0] = 1; }} __VERIFIER_assert(r[0][0]);"
    assert LENGTHS in forbidden_gaps(lowered(tmp_path, text))


@pytest.mark.parametrize("size", ["4 * (9 / m)", "sizeof(int) * a[i]", "4UL << m"])
def test_lengths_that_are_no_variable_are_refused(size: str, tmp_path: Path) -> None:
    text = f"int a[9], *p = a; {LOOP} {{ int *q = malloc({size}); q[0] = 1; }} __VERIFIER_assert(*p);"
    assert any("depends on the loop" in what for what in forbidden_gaps(lowered(tmp_path, text)))


def test_pointers_on_the_heap_are_an_array_of_offsets(tmp_path: Path) -> None:
    text = f"int x[9], **p = calloc(n, sizeof *p); {LOOP} p[i] = x + m; __VERIFIER_assert(*p[0] == x[m]);"
    program = lowered(tmp_path, text)
    assert {"p_offset", "p_there"} <= set(program.arrays) and not forbidden_gaps(program)


WRAPPER = (
    "struct s { int k; struct s *next; }; void abort(void); "
    "void *get(unsigned long n) { void *p = malloc(n); if (!p) abort(); return p; }\n"
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("int *a = get(40); a[n] = 1; __VERIFIER_assert(a[n]);", {"p"}),
        ("struct s *h = 0; while (n--) { h = get(sizeof *h); h->k = n; } __VERIFIER_assert(h->k);", {"p_k"}),
        ("int x, **a = (int **)get(8 * sizeof a); a[2] = &x; __VERIFIER_assert(a[n] == &x);", {"p_offset", "p_there"}),
        ("char *a = get(n); a[0] = 1; __VERIFIER_assert(a[0]);", {"p"}),
    ],
)  # fmt: skip
def test_untyped_allocation_takes_the_type_of_its_pointers(text: str, names: set[str], tmp_path: Path) -> None:
    body = f"{HEAD}{WRAPPER}int main() {{ int n = __VERIFIER_nondet_int(); {text} }}"
    program = lower_file(tmp_path / "a.c", body)
    assert set(program.arrays) == names and not program.gaps


def test_allocation_read_as_a_second_type_is_nondeterministic(tmp_path: Path) -> None:
    text = "int *a = get(40); double *b = (double *)a; a[0] = 1; __VERIFIER_assert(b[0] == 1);"
    program = lower_file(tmp_path / "a.c", f"{HEAD}{WRAPPER}int main() {{ {text} }}")
    assert [gap.what for gap in program.gaps] == ["access through a pointer to an unknown object"]


def test_freed_row_holds_arbitrary_values(tmp_path: Path) -> None:
    text = f"int *r = 0; {LOOP} {{ r = malloc(12); r[2] = i; free(r); }} __VERIFIER_assert(n);"
    assert "nondet_int" in body_text(lowered(tmp_path, text)).split("r_made + 1")[1]


def test_each_row_has_a_flag_where_single_ones_are_freed(tmp_path: Path) -> None:
    """Programs without a check of `free` need no flags."""
    path = tmp_path / "c.c"
    body = f"int n = 9, *r = 0; {LOOP} {{ r = malloc(12); r[1] = 2; %s }} __VERIFIER_assert(n);"
    text = f"{HEAD}int main() {{ {body} }}"
    for checks, freed, flags in ((("pointer",), "", 0), (("pointer",), "free(r);", 1), ((), "free(r);", 0)):
        path.write_text(text % freed, encoding="utf-8")
        program = load_program(Task(path, checks=checks))
        assert not forbidden_gaps(program)
        assert sum(one.source.endswith(ALIVE_SUFFIX) for one in program.arrays.values()) == flags


def test_the_start_of_an_object_is_freed(tmp_path: Path) -> None:
    """A pointer into an object may or may not point to its start."""
    path = tmp_path / "c.c"
    made = "int *p = malloc(8); p[0] = 1;"
    for grown, free, refused in (("", "p", False), ("", "q", True), ("p = realloc(p, 16);", "q", True)):
        text = f"{made} {grown} short *q = (short *)p; q = q + 1; free({free});"
        path.write_text(f"{HEAD}int main() {{ {text} }}", encoding="utf-8")
        assert bool(gaps_or_refusal(path)) == refused


@pytest.mark.parametrize("use", ["free(q - 1);", "free(p); *q = 3;"])
def test_pointer_to_an_unknown_object_cannot_be_freed_or_used(use: str, tmp_path: Path) -> None:
    path = tmp_path / "c.c"
    made = "struct s *p = malloc(sizeof *p); p->k = 1; short *q = (short *)p; q = q + 1;"
    text = f"{HEAD}struct s {{ int k; short t[2]; }}; int main() {{ for (int i = 0; i < 9; i++) {{ {made} {use} }} }}"
    path.write_text(text, encoding="utf-8")
    assert gaps_or_refusal(path)


def gaps_or_refusal(path: Path) -> list[str]:
    try:
        return list(forbidden_gaps(load_program(Task(path, checks=("pointer",)))))
    except UnsupportedError as error:
        return [str(error)]


TEXT = "struct text { short length; char kind; char cells[]; } *t; struct list { int length; int cells[]; } *l;"


@pytest.mark.parametrize(
    ("made", "size"),
    [
        ("l = malloc(sizeof *l + m * sizeof(int)); l->cells[m] = 1;", "m"),
        ("l = malloc(sizeof *l + 5 * sizeof(int)); l->cells[m] = 1;", "5"),
        ("l = malloc(30); l->cells[m] = 1;", "6"),  # what is no whole element is none
        ("t = malloc(sizeof *t + 3); t->cells[m] = 1;", "4"),  # one of them is where the struct is filled up
    ],
)
def test_a_flexible_array_member_has_the_rest_of_the_bytes(made: str, size: str, tmp_path: Path) -> None:
    program = lowered(tmp_path, f"{TEXT} {made} __VERIFIER_assert(m);")
    (found,) = (array.sizes for name, array in program.arrays.items() if "cells" in name)
    (only,) = found
    assert (str(only.value) if isinstance(only, Const) else "m" if isinstance(only, Var) else "") == size


@pytest.mark.parametrize(
    "size", ["sizeof *l + (unsigned) n", "sizeof *l + n", "sizeof *l + (int) (unsigned) n", "sizeof *l * n", "3",
             "(unsigned) sizeof *l + (unsigned) n", "sizeof *l + 4UL * n", "sizeof *l + (unsigned long) n"],
)  # fmt: skip
def test_a_sum_with_the_size_of_a_struct_must_not_wrap(size: str, tmp_path: Path) -> None:
    program = lowered(tmp_path, f"{TEXT} l = malloc({size}); l->length = n; __VERIFIER_assert(l->length == n);")
    wraps = size != "sizeof *l + (unsigned) n"
    assert forbidden_gaps(program) == (["allocation that is smaller than its struct"] if wraps else [])


@pytest.mark.parametrize(
    "text",
    [
        f"{LOOP} l = malloc(sizeof *l + 4);",
        "struct list whole; whole.length = n;",
        "l = malloc(sizeof *l + 4); l = realloc(l, sizeof *l + 8);",
        "struct list *k = malloc(sizeof *l + 4); l = malloc(sizeof *l + 4); *l = *k;",
        "t = malloc(sizeof *t + 4); memset(t, 0, sizeof *t);",
    ],
)
def test_other_structs_with_such_a_member_are_refused(text: str, tmp_path: Path) -> None:
    try:
        program = lowered(tmp_path, f"{TEXT} {text} __VERIFIER_assert(n);")
    except UnsupportedError:
        return
    assert forbidden_gaps(program)  # that the run does not come there
