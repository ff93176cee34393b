"""Reads through pointers with unknown target: any value."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, lower_file

from veriabs.core import ctree
from veriabs.core.errors import UnsupportedError
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.source import Task
from veriabs.core.statements import Assert, Havoc
from veriabs.frontend.program import load_program

HEAD = DECLARATIONS + "struct s { int i; double d; } s, t; int a[9], *get(void); char text[8]; float f;\n"


def lowered(tmp_path: Path, text: str) -> Program:
    return lower_file(tmp_path / "v.c", f"{HEAD}int main(int argc, char **argv) {{ {text} }}")


def unknowns(program: Program) -> set[str]:
    """The variables that are given any value."""
    havocs = (stmt for stmt in ctree.statements(program.body) if isinstance(stmt, Havoc) and stmt.unknown)
    return {ctree.target_name(stmt.target) for stmt in havocs}


def test_read_through_another_type_is_nondeterministic(tmp_path: Path) -> None:
    program = lowered(tmp_path, "unsigned *p = (unsigned *)&f; __VERIFIER_assert(*p == 0);")
    assert unknowns(program) == {"seen"} and program.assumptions == ()


def test_write_through_another_type_changes_only_its_object(tmp_path: Path) -> None:
    program = lowered(tmp_path, "char *p = (char *)&s; p[9] = 1; __VERIFIER_assert(s.i + t.i > s.d);")
    assert {"s_i", "s_d"} <= unknowns(program) and "t_i" not in unknowns(program)
    (told,) = program.assumptions
    assert "stay within the object" in told


def test_back_to_its_own_type_a_pointer_is_exact(tmp_path: Path) -> None:
    program = lowered(tmp_path, "struct s *p = (struct s *)(void *)(char *)&s; p->i = 1; __VERIFIER_assert(p->i);")
    assert unknowns(program) == set()


def test_a_pointer_that_moves_is_vague_wherever_it_is_used(tmp_path: Path) -> None:
    text = "short *p = (short *)a; for (int i = 0; i < 9; i++) { *p = 1; p++; } __VERIFIER_assert(a[0]);"
    assert "a" in unknowns(lowered(tmp_path, text))


def test_pointers_from_numbers_reach_escaped_objects_only(tmp_path: Path) -> None:
    numbers = "int x = 1, y = 1; long n = (long)&x; *(int *)n = 2; *(char *)16 = 3;"
    program = lowered(tmp_path, f"{numbers} __VERIFIER_assert(x + y + a[0] + text[0]);")
    assert {"x", "a", "text"} <= unknowns(program) and "y" not in unknowns(program)
    assert any(told.startswith("a pointer from a number") for told in program.assumptions)


def test_arguments_of_main_are_known_outside(tmp_path: Path) -> None:
    program = lowered(tmp_path, "char *p = argv[1]; if (p && p[0] == 'x') p[1] = 0; __VERIFIER_assert(text[0] == 0);")
    assert "text" in unknowns(program)


def checked(tmp_path: Path, text: str, *checks: str) -> list[GoalKind]:
    """The kinds of the assertions of a program that calls `get`, which has no body."""
    path = tmp_path / "c.c"
    path.write_text(f"struct s {{ int i; }}; struct s *get(void);\nint main(void) {{ {text} }}", encoding="utf-8")
    program = load_program(Task(path, checks=checks))
    assert not any(gap.must_not_run for gap in program.gaps)
    return [stmt.kind for stmt in ctree.statements(program.body) if isinstance(stmt, Assert)]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("struct s *p = get(); if (p) p->i = 1;", [GoalKind.POINTER]),
        ("struct s *p = get(); if (p) p[1].i = 1;", [GoalKind.POINTER, GoalKind.BOUNDS]),
        ("struct s *p = get(); for (int k = 0; k < 3 && p; p++, k++) p->i = 1;", [GoalKind.POINTER, GoalKind.BOUNDS]),
        ("struct s x, *p = get(); for (int k = 0; k < 3 && p; k++) { p->i = 1; p = &x; }",
         [GoalKind.POINTER, GoalKind.POINTER, GoalKind.BOUNDS]),
    ],
)  # fmt: skip
def test_access_to_an_unknown_object_is_checked(text: str, kinds: list[GoalKind], tmp_path: Path) -> None:
    """A pointer from outside may be null; beside that it points to one object of its type."""
    assert checked(tmp_path, text, "pointer", "bounds") == kinds


def test_pointer_that_may_be_unset_is_checked(tmp_path: Path) -> None:
    text = "struct s *p; for (int k = 0; k < 2; k++) { if (k) p = get(); p->i = 1; }"
    assert checked(tmp_path, text, "pointer") == [GoalKind.POINTER] * 2


@pytest.mark.parametrize(
    "text",
    [
        "struct s *p = (struct s *)text; __VERIFIER_assert(p->i);",
        "struct { int x[3]; } *p = (void *)&f; __VERIFIER_assert(p->x[2]);",
        "struct h { int *p; } h = {a}; char *p = (char *)&h; *p = 1; __VERIFIER_assert(*h.p);",
        "struct h { int *p; } h = {a}; long n = *(long *)&h; *(int *)n = 1; __VERIFIER_assert(a[0]);",
        "struct h { int *p; } *h = (struct h *)get(); h->p = a; __VERIFIER_assert(a[0]);",
        "int n = (int)(long)a; int *p = (int *)n; *p = 1; __VERIFIER_assert(a[0]);",
    ],
)
def test_unsupported_writes_through_another_type_are_refused(text: str, tmp_path: Path) -> None:
    try:
        program = lowered(tmp_path, text)
    except UnsupportedError:
        return
    assert any(gap.must_not_run for gap in program.gaps)


@pytest.mark.parametrize(
    "chosen",
    [
        "int *p = argc > 1 ? a : &x;",
        "int *p = a; if (argc > 1) p = &x;",
        "int *p; if (argc) p = (int *)text; else p = a;",
    ],
)
def test_a_pointer_to_several_objects_reaches_each_of_known_address(chosen: str, tmp_path: Path) -> None:
    program = lowered(tmp_path, f"int x = 1, y = 1; {chosen} *p = 2; __VERIFIER_assert(x + y + a[0] == 2);")
    assert {"x" if "&x" in chosen else "text", "a"} <= unknowns(program) and "y" not in unknowns(program)


def test_a_pointer_without_value_is_any_pointer_if_it_is_set_later(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int *p; if (argc > 1) p = a; __VERIFIER_assert(p != 0);")
    assert [told.partition(",")[0] for told in program.assumptions if "is set before its use" in told] == ["p"]
    program = lowered(tmp_path, "struct { int *p; } u; int *q = u.p; __VERIFIER_assert(q == 0 || argc > 1);")
    assert any("is set before its use" in told for told in program.assumptions)


def test_a_copy_of_bytes_of_another_type_makes_its_target_arbitrary(tmp_path: Path) -> None:
    program = lowered(tmp_path, "__builtin_memcpy(&s.i, &f, sizeof f); __VERIFIER_assert(s.i + t.i == 0);")
    assert "s_i" in unknowns(program) and "t_i" not in unknowns(program)
