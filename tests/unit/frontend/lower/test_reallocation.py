"""Test the lowering of objects that `realloc` resizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, body_text, lower_file

from veriabs.core.ctree import statements, walk
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Element
from veriabs.core.goals import GoalKind
from veriabs.core.program import ENDLESS, Program
from veriabs.core.source import Task
from veriabs.core.statements import Assert, Assign, Havoc
from veriabs.frontend.program import load_program

HEAD = DECLARATIONS + (
    "void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);"
    "void free(void *); struct v { int *d; unsigned long n; } v; struct e { int i; int *p; };\n"
)
MOVED, AGAIN, RESIZED = "has released", "for a second time", "realloc of released memory"


def lowered(tmp_path: Path, text: str) -> Program:
    return lower_file(tmp_path / "r.c", f"{HEAD}int main() {{ int n = __VERIFIER_nondet_int(); {text} }}")


def conditions_of(program: Program) -> set[str]:
    """The conditions under which the program is supported."""
    return {word for gap in program.gaps for word in (MOVED, AGAIN, RESIZED) if gap.must_not_run and word in gap.what}


SEEN = "__VERIFIER_assert(v.d[0]);"
GROWS = "for (int i = 0; i < n; i++) { p = realloc(p, (i + 1) * sizeof *p); p[i] = i; } __VERIFIER_assert(p[0] == 0);"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"int *p = 0; {GROWS}", {MOVED, RESIZED}),
        (f"int *p = malloc(4); {GROWS}", {MOVED, AGAIN, RESIZED}),
        ("int *p = malloc(8); if (n) p = realloc(p, 80); __VERIFIER_assert(p[0]);", {MOVED, AGAIN, RESIZED}),
        (f"while (n--) if (v.d) v.d = realloc(v.d, 9); else v.d = malloc(8); {SEEN}", {MOVED, AGAIN, RESIZED}),
        ("int *p = calloc(n, 4), *q = realloc(p, 80); __VERIFIER_assert(q[0]);", {MOVED, AGAIN, RESIZED}),
    ],
)  # fmt: skip
def test_reallocated_object_stays_one_array(text: str, what: set[str], tmp_path: Path) -> None:
    program = lowered(tmp_path, text)
    (array,) = program.arrays.values()
    assert array.sizes == (ENDLESS,) and conditions_of(program) == what


def test_each_access_checks_that_its_pointer_is_current(tmp_path: Path) -> None:
    text = "int *p = malloc(8), *o = p; p = realloc(p, 80); p[n] = 1; __VERIFIER_assert(!n || o[0]);"
    program = lowered(tmp_path, text)
    lines = [line for line in body_text(program).splitlines() if "_index == resized_address" in line]
    assert len(lines) == 3 and "wanted_size" not in lines[2] and "p_index" in lines[1]
    assert "o_index" in lines[2] and lines[2].index("n") < lines[2].index("o_index")


def test_an_address_is_any_number_after_each_realloc(tmp_path: Path) -> None:
    program = lowered(tmp_path, f"int *p = 0; {GROWS} free(p);")
    drawn = [stmt for stmt in statements(program.body) if isinstance(stmt, Havoc) and "address" in str(stmt.target)]
    assert len(drawn) == 2


def test_cells_are_named_without_the_address(tmp_path: Path) -> None:
    program = lowered(tmp_path, f"int *p = 0; {GROWS}")
    cells = [stmt.target for stmt in statements(program.body) if isinstance(stmt, Assign)]
    exprs = [stmt.test for stmt in statements(program.body) if isinstance(stmt, Assert)]
    found = [part for expr in (*cells, *exprs) for part in walk(expr) if isinstance(part, Element)]
    assert found and {len(part.indices) for part in found} == {1}


def test_pointers_in_elements_are_kept(tmp_path: Path) -> None:
    text = "struct e *p = malloc(24); p->p = v.d; if (n) p = realloc(p, 48); __VERIFIER_assert(p->i);"
    names = {one.name for one in lowered(tmp_path, text.replace("v.d", "&n")).arrays.values()}
    assert any("there" in name for name in names)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("int a[3], *p = a; p = realloc(p, 80); __VERIFIER_assert(p[0]);", "object other than"),
        ("int a[4], *q = malloc(16), *p = n ? q : a; p = realloc(p, 32); __VERIFIER_assert(p[0]);", "another type"),
        ("int *p = malloc(8); p = realloc(&p[0] + n, 80); __VERIFIER_assert(p[0]);", None),
    ],
)
def test_unsupported_arguments_of_realloc_are_refused(text: str, why: str | None, tmp_path: Path) -> None:
    if why is None:
        assert RESIZED in conditions_of(lowered(tmp_path, text))
        return
    with pytest.raises(UnsupportedError, match=why):
        lowered(tmp_path, text)


def test_resized_objects_have_checks_beside_their_pointer_condition(tmp_path: Path) -> None:
    path = tmp_path / "c.c"
    path.write_text(
        f"{HEAD}int main() {{ int *p = malloc(8); p = realloc(p, 80);\np[0] = 1;\nfree(p); }}", encoding="utf-8"
    )
    program = load_program(Task(path, checks=("bounds", "pointer", "memory-leak")))
    asked = {(one.where.line, one.kind) for one in statements(program.body) if isinstance(one, Assert)}
    access, freed = (access_line(path, text) for text in ("p[0]", "free(p)"))
    assert {(access, GoalKind.BOUNDS), (access, GoalKind.ASSERTION)} <= asked
    assert {(freed, GoalKind.POINTER), (freed, GoalKind.ASSERTION)} <= asked
    assert any(kind is GoalKind.MEMORY_LEAK for _, kind in asked)


def access_line(path: Path, text: str) -> int:
    """The line of a file that has the text."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)
