"""Pointers to functions: numbers, and calls as conditionals over them."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, body_text, lower_file

from veriabs.core import ctree
from veriabs.core.errors import UnsupportedError
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.source import Entry, Task
from veriabs.core.statements import Assert, If
from veriabs.frontend.program import load_program

HEAD = (
    DECLARATIONS
    + "int one(int x) { return x + 1; } int two(int x) { return x + 2; } long other(long x) { return x; }\n"
)


def lowered(tmp_path: Path, text: str) -> Program:
    return lower_file(tmp_path / "f.c", HEAD + text)


def branches(program: Program) -> int:
    return sum(isinstance(stmt, If) for stmt in ctree.statements(program.body))


def test_a_function_that_is_known_is_called_as_by_its_name(tmp_path: Path) -> None:
    text = "int f(int (*g)(int), int x) { return g(x); }"
    program = lowered(tmp_path, f"{text} int main() {{ __VERIFIER_assert(f(one, 4)); }}")
    assert branches(program) == 0 and not program.gaps
    assert "4 + 1" in body_text(program)


def test_indirect_call_branches_on_its_targets_and_reaches_no_other(tmp_path: Path) -> None:
    text = "int k; int main() { int (*f)(int) = k ? one : two; long (*g)(long) = other;"
    program = lowered(tmp_path, text + " __VERIFIER_assert(f(4) + g(1)); }")
    assert branches(program) == 3
    assert [gap.must_not_run for gap in program.gaps] == [True, True]


def test_caller_of_the_entry_may_choose_a_function_of_another_file(tmp_path: Path) -> None:
    text = "int f(int (*g)(int)) { int x = 1; if (x) x = g(x); return x; }"
    path = tmp_path / "e.c"
    path.write_text(HEAD + text, encoding="utf-8")
    program = load_program(Task(path, entry=Entry("f"), checks=("pointer",)))
    assert not any(gap.must_not_run for gap in program.gaps)
    assert [one.kind for one in ctree.statements(program.body) if isinstance(one, Assert)] == [GoalKind.POINTER]
    assert any("the target of g, which has no body" in one for one in program.assumptions)


def test_a_function_of_another_type_is_not_called(tmp_path: Path) -> None:
    text = "int k; int main() { int (*f)(int) = k ? one : (int (*)(int))other; __VERIFIER_assert(f(4)); }"
    assert branches(lowered(tmp_path, text)) == 1


def test_function_pointers_cannot_be_used_as_numbers(tmp_path: Path) -> None:
    for statement in (
        "long n = (long)one;",
        "int (*f)(int) = (int (*)(int))1;",
        "int (*f)(int) = one; f++;",
        "int (*f)(int) = one; f += 1;",
        "int (*f)(int) = one; __VERIFIER_assert(f < two);",
        "int (*f)(int); f = __VERIFIER_nondet_int();",
        "void *p = one;",
    ):
        with pytest.raises(UnsupportedError):
            lowered(tmp_path, f"int main() {{ {statement} __VERIFIER_assert(1); }}")


def test_null_and_truth(tmp_path: Path) -> None:
    text = "int (*f)(int); struct s { int (*g)(int); } s; int main() { f = 0; s.g = (void *)0;"
    text += " __VERIFIER_assert(!f && s.g == 0 && one && f != s.g); }"
    assert not lowered(tmp_path, text).gaps


def test_function_passed_to_external_code_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="which has no body"):
        lowered(tmp_path, "void use(int (*)(int)); int main() { use(one); __VERIFIER_assert(1); }")


def test_a_function_that_calls_itself_through_a_pointer_is_recursive(tmp_path: Path) -> None:
    text = "void (*again)(int); int n; void down(int k) { n++; if (k) again(k - 1); }"
    program = lowered(tmp_path, text + " int main() { again = down; down(3); __VERIFIER_assert(n); }")
    assert any("recursive call of down" in gap.what for gap in program.gaps)


def test_a_name_that_hides_the_function_is_not_called(tmp_path: Path) -> None:
    text = "int (*f)(int) = one; int main() { int one = 3; f = two; __VERIFIER_assert(f(one)); }"
    assert any("hides the name" in gap.what for gap in lowered(tmp_path, text).gaps if gap.must_not_run)
