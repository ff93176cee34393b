"""Test the flags that tell whether a local variable is set (`--check uninitialised`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.check_flags import without_flags
from veriabs.core.ctree import statements
from veriabs.core.goals import GoalKind
from veriabs.core.source import Task
from veriabs.core.statements import Assert
from veriabs.frontend.program import load_program
from veriabs.loops.flatten import keep_only

HEAD = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);\n"


def uses(folder: Path, body: str) -> list[int]:
    """The lines that use possibly unset variables."""
    path = folder / "u.c"
    path.write_text(f"{HEAD}int main(void) {{ int c = __VERIFIER_nondet_int();\n{body}\n}}", encoding="utf-8")
    program = load_program(Task(path, checks=("uninitialised",)))
    found = [one for one in statements(program.body) if isinstance(one, Assert)]
    return [one.where.line for one in found if one.kind is GoalKind.UNINITIALISED]


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("int x; x = 1; return x;", []),
        ("int x;\nif (c) x = 1;\nreturn x;", [5]),
        ("int x;\nif (c) x = 1; else x = 2;\nreturn x;", []),
        ("int x;\nwhile (c--) x = 1;\nreturn x;", [5]),
        ("int i, s = 0;\nfor (i = 0; i < 9; i++) s += i;\nreturn s;", []),
        ("int x;\nreturn sizeof x;", []),
        ("int x, y;\ny = x;\nreturn y;", [4]),
        ("int x;\nx++;\nreturn 0;", [4]),
        ("int a[9];\na[3] = 1;\nreturn a[c & 7];", [5]),
        ("int a[9];\na[3] = 1;\nreturn a[3];", []),
        ("int a[9];\na[3] = 1;\nreturn a[3] + a[2];", [5, 5]),
        ("int a[2];\na[0] = 1;\na[1] = 2;\nreturn a[c & 1];", []),
        ("int a[2];\na[0] = 1;\na[5] = 2;\nreturn a[c & 1];", [6]),
        ("int a[2];\na[0] = 1;\na[c & 1] = 2;\nreturn a[1];", [6]),
        ("int a[2][2];\na[0][1] = 1;\nreturn a[0][1];", []),
        ("int a[2][2];\na[0][1] = 1;\nreturn a[1][0];", [5]),
        ("int a[2];\nif (c) a[1] = 1; else a[0] = 1;\nreturn a[1];", [5]),
        ("int a[2];\nif (c) a[1] = 1; else a[1] = 2;\nreturn a[1];", []),
        ("int a[2];\nwhile (c--) a[1] = 1;\nreturn a[1];", [5]),
        ("int a[2];\na[a[1] = 0] = 1;\nreturn a[0];", []),
        ("int a[2];\na[a[1]] = 1;\nreturn 0;", [4]),
        ("int a[2], s = 0, *p = a;\np[1] = 1;\nfor (; c > 0; c--) s += p[1];\nreturn s;", []),
        ("static int x;\nreturn x;", []),
        ("struct { int m; } s;\nreturn s.m;", []),
    ],
)
def test_uses_of_possibly_unset_variables_are_checked(tmp_path: Path, body: str, lines: list[int]) -> None:
    assert uses(tmp_path, body) == lines


def test_a_block_that_is_run_again_has_its_variables_anew(tmp_path: Path) -> None:
    body = "int s = 0;\nfor (int i = 0; i < 9; i++) {\nint x;\nif (i) x = 1;\ns += x; }\nreturn s;"
    assert uses(tmp_path, body) == [7]


def test_a_block_that_is_run_again_has_its_arrays_anew(tmp_path: Path) -> None:
    body = "int s = 0;\nfor (int i = 0; i < 9; i++) {\nint a[2];\nif (i) a[1] = 1;\ns += a[1]; }\nreturn s;"
    assert uses(tmp_path, body) == [7]
    assert uses(tmp_path, body.replace("if (i) ", "")) == []


def test_the_program_without_flags_is_the_one_without_the_check(tmp_path: Path) -> None:
    path = tmp_path / "w.c"
    path.write_text(f"{HEAD}int main(void) {{ int x, a[9]; if (a[2]) x = 1; __VERIFIER_assert(x); }}", encoding="utf-8")
    program = load_program(Task(path, checks=("uninitialised",)))
    bare = load_program(Task(path))
    assert without_flags(program) == program  # there are assertions that ask for them
    alone = without_flags(keep_only(program, lambda one: one.kind is GoalKind.ASSERTION))
    assert len(alone.body) == len(bare.body)


def test_a_cell_is_in_bounds_before_it_is_asked_whether_it_is_set(tmp_path: Path) -> None:
    """The flag of a cell is a cell itself: behind the other check it is one that there is."""
    path = tmp_path / "u.c"
    path.write_text(f"{HEAD}int main(void) {{ int c = __VERIFIER_nondet_int(), a[9];\na[3] = 1;\nreturn a[c]; }}")
    program = load_program(Task(path, checks=("uninitialised", "bounds")))
    kinds = [one.kind for one in statements(program.body) if isinstance(one, Assert) and one.where.line == 4]
    assert kinds == [GoalKind.BOUNDS, GoalKind.UNINITIALISED]


@pytest.mark.parametrize(
    ("body", "owners"),
    [
        ("struct s v;\nv.a = 1;\nreturn v.b;", ["v"]),
        ("struct s v, w;\nw = v;\nreturn w.b;", ["v"]),
        ("struct s v;\nv.a = 1;\nv.b = 2;\nreturn v.b;", []),
        ("struct s v = {1};\nreturn v.b;", []),
        ("struct s v[3];\nv[1].a = 1;\nreturn v[c & 1].a;", ["v"]),
        ("union { int i; short c[2]; } u;\nreturn u.i;", ["u"]),
        ("static struct s v;\nreturn v.b;", []),
    ],
)
def test_members_that_may_be_unset_are_a_condition(tmp_path: Path, body: str, owners: list[str]) -> None:
    path = tmp_path / "m.c"
    path.write_text(f"struct s {{ int a, b; }}; int main(int c, char **v_) {{\n{body}\n}}", encoding="utf-8")
    found = load_program(Task(path, checks=("uninitialised",))).conditions
    assert [str(one) for one in found] == [
        f"the members of {owner}, declared at line 2, are set before use" for owner in owners
    ]


@pytest.mark.parametrize(
    ("body", "is_condition"),
    [
        ("int *p = malloc(4 * sizeof *p);\np[0] = 1;\nreturn p[0];", False),
        ("int *p = malloc(4 * sizeof *p);\np[0] = 1;\nreturn p[1];", True),
        ("int *p = malloc(c * sizeof *p);\nreturn p[0];", True),
        ("int *p = malloc(c * sizeof *p);\nreturn p != 0;", False),
        ("struct s *p = malloc(sizeof *p);\np->a = 1;\nreturn p->b;", True),
        ("int *p = calloc(4, sizeof *p);\nreturn p[0];", False),
        ("int *p = __builtin_alloca(c * sizeof *p);\nreturn p[0];", True),
    ],
)
def test_allocated_memory_that_may_be_unset_is_a_condition(tmp_path: Path, body: str, is_condition: bool) -> None:
    path = tmp_path / "m.c"
    head = "#include <stdlib.h>\nstruct s { int a, b; }; int main(int c, char **v) {"
    path.write_text(f"{head}\n{body}\n}}", encoding="utf-8")
    found = load_program(Task(path, checks=("uninitialised",))).conditions
    assert [str(one) for one in found] == ["the memory allocated at line 3 is set before use"] * is_condition
