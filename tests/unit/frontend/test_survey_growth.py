"""Programs that are refused because they would be too large with their calls inlined."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pycparser import c_ast
from pycparser.c_parser import CParser

from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program
from veriabs.frontend import survey


def refuse(text: str) -> None:
    tree = CParser().parse(text, "t.c")
    survey.refuse_growth({node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)})


def doubling(levels: int, last: str = "int x; x = 1;") -> str:
    """Functions each of which calls the one before it twice."""
    calls = "".join(f"\nvoid f{n}(void) {{ f{n - 1}(); f{n - 1}(); }}" for n in range(1, levels))
    return f"void f0(void) {{ {last} }}{calls}\nint main(void) {{ f{levels - 1}(); return 0; }}"


def test_calls_that_double_are_refused_at_the_first_function_that_is_too_large() -> None:
    refuse(doubling(14))
    with pytest.raises(UnsupportedError, match=r"t\.c:16: f15 would have 131,070 statements with all calls inlined"):
        refuse(doubling(40))


def test_long_function_is_refused_only_for_inlined_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "MOST_STATEMENTS", 20)
    refuse("int main(void) { " + "int x; " * 30 + "return 0; }")
    refuse("void f(void) { } int main(void) { " + "f(); " * 15 + "return 0; }")
    with pytest.raises(UnsupportedError, match="main would have 31 statements"):
        refuse("void f(void) { int x; } int main(void) { " + "f(); " * 15 + "return 0; }")


def test_uncalled_functions_and_recursive_calls_are_not_counted() -> None:
    refuse(doubling(40).replace("int main(void) { f39();", "int main(void) {"))
    refuse("int r(int p) { return p ? r(p - 1) + r(p - 2) : 0; } int main(void) { return r(5); }")


def test_endless_recursion_ends_in_a_place_that_must_not_be_reached(program: Callable[[str], Program]) -> None:
    text = "int g; void f(void) { f(); f(); } int main(void) { f(); __VERIFIER_assert(g > 0); }"
    assert {(gap.what, gap.must_not_run) for gap in program(text).gaps} == {("recursive call of f", True)}


def test_error_functions_are_not_inlined() -> None:
    error = "void reach_error(void) { " + "int x; " * 40 + "}\n"
    refuse(error + doubling(13, "reach_error();"))
    with pytest.raises(UnsupportedError, match="statements with all calls inlined"):
        refuse(error.replace("reach_error", "other") + doubling(13, "other();"))


def test_fewer_recursive_calls_of_large_functions_are_inlined() -> None:
    assert survey.most_recursions({"main": 9000, "f": 20}, []) == survey.MOST_RECURSIONS
    assert survey.most_recursions({"main": 9000, "f": 20}, ["f"]) == survey.MOST_RECURSIONS
    assert survey.most_recursions({"f": 500, "g": 100}, ["f", "g"]) == survey.RECURSIVE_STATEMENTS // 500
    assert survey.most_recursions({"f": 90_000}, ["f"]) == survey.LEAST_RECURSIONS
