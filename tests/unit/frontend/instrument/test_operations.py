"""Test which operations of an instrumented program check themselves for undefined behaviour."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser import c_ast, c_parser

from veriabs.core.goals import GoalKind
from veriabs.core.source import DataModel, Task
from veriabs.frontend.instrument.operations import checkable_operations, simplified_nodes
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import typed

OVERFLOW = frozenset({GoalKind.OVERFLOW})


def operations(text: str, *, kept: bool = False) -> list[str]:
    """The operators that check themselves, in a counterexample or, `kept`, in a search."""
    tree = c_parser.CParser().parse(text)
    chosen = checkable_operations(tree, typed(tree, DataModel.LP64), OVERFLOW)
    chosen = chosen if kept else chosen & simplified_nodes(tree)
    named = [node for node in walk(tree) if isinstance(node, c_ast.BinaryOp | c_ast.UnaryOp | c_ast.Assignment)]
    return sorted(node.op for node in named if id(node) in chosen)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("return a[n - 1];", ["-"]),
        ("return n - 1 > 0;", ["-"]),
        ("return n + 1 - 1;", ["+"]),
        ("if (n - 1) n = 0;", ["-"]),
        ("return n - 1;", []),
        ("int m = n * n;", []),
        ("n += 1;", []),
        ("for (n = 0; n < 5; n++) ;", []),
    ],
)
def test_counterexamples_list_only_operations_that_gcc_rewrites(statement: str, expected: list[str]) -> None:
    assert operations(f"int f(int *a, int n) {{ {statement} return 0; }}") == expected


def test_operations_with_operands_evaluated_once_are_kept() -> None:
    every = ["+", "+=", "-", "p++", "p--"]
    assert operations("int f(int *a, int n) { n += a[n++] + 2; return n-- - 1; }", kept=True) == every
    assert operations("int f(int *a, int n) { int m = n * 2; n -= m; return -n; }", kept=True) == ["*", "-", "-="]
    assert operations("int f(int *a, int n) { a[n++] += 2; return 0; }", kept=True) == ["p++"]


def test_a_value_that_acts_is_computed_once(tmp_path: Path) -> None:
    body = "char *p; int f(int n); int main(void) { int i = 0; *p++ = f(i); return f(i++); }\n"
    path = tmp_path / "o.c"
    path.write_text(f"{body}int f(int n) {{ return n; }}\n", encoding="utf-8")
    text = load_instrumented(Task(path, checks=("conversion",))).plain
    assert text.count("f(({ __auto_type veriabs_w = i;") == 1
    assert "= veriabs_w; })" in text and text.count("i++") == 1


def test_an_input_is_no_conversion_of_the_program(tmp_path: Path) -> None:
    path = tmp_path / "o.c"
    path.write_text("short __VERIFIER_nondet_short(void); int main(void) { return __VERIFIER_nondet_short() + 1; }\n")
    subject = load_instrumented(Task(path, checks=("conversion",)))
    assert "VERIABS_INTO(short" not in subject.text + subject.plain
    path.write_text("int main(void) { int n = 70000; short s = n; return s; }\n")
    assert "VERIABS_INTO(" in load_instrumented(Task(path, checks=("conversion",))).text


def test_operands_are_taken_from_the_left(tmp_path: Path) -> None:
    path = tmp_path / "o.c"
    path.write_text("int a[4], b[4]; int main(void) { int i = 9; return (a[i] + b[i]) * 2; }\n", encoding="utf-8")
    text = load_instrumented(Task(path, checks=("overflow", "bounds"))).text
    assert -1 < text.index("veriabs_a = a") < text.index("veriabs_b = b")


def test_a_returned_sequence_of_expressions_is_one_value(tmp_path: Path) -> None:
    path = tmp_path / "o.c"
    text = "int x; void g(void); char f(void) { return g(), x; }\nint main(void) { return f(); }\n"
    path.write_text(text, encoding="utf-8")
    text = load_instrumented(Task(path, checks=("conversion",))).plain
    assert "veriabs_w = (" in text and ", x);" in text
