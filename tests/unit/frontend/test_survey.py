"""Test properties of a syntax tree before lowering: recursion, labels, moved pointers."""

from __future__ import annotations

import cProfile
import pstats

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pycparser import c_ast
from pycparser.c_parser import CParser

from veriabs.core.graphs import reachable
from veriabs.frontend import survey


def tree(text: str) -> c_ast.FileAST:
    return CParser().parse(text, "t.c")


def functions(text: str) -> dict[str, c_ast.FuncDef]:
    return {node.decl.name: node for node in tree(text).ext if isinstance(node, c_ast.FuncDef)}


def first(text: str) -> c_ast.Node:
    """The first statement of a function with this body."""
    return functions(f"int a[9], x, y; void f(void) {{ {text} }}")["f"].body.block_items[0]


def test_nodes_come_in_textual_order_and_however_deep() -> None:
    assert [node.name for node in survey.walk(first("x = a[y] + x;")) if isinstance(node, c_ast.ID)] == list("xayx")
    deep: c_ast.Node = c_ast.ID("y")
    for _ in range(20_000):
        deep = c_ast.UnaryOp("!", deep)
    assert sum(1 for _ in survey.walk(deep)) == 20_001


def test_the_deepest_node_is_found_with_its_place() -> None:
    node, depth = survey.deepest(tree("int x;\nint f(void) { return 1; }\nint y = 1 + (2 + (3 + (4 + (5 +\n -x))));\n"))
    assert isinstance(node, c_ast.ID)
    assert (node.coord.line, depth) == (4, 8)


@pytest.mark.parametrize(("text", "found"), [
    ("reach_error();", True), ("{ reach_error(); x = 1; }", True), ("L: { reach_error(); }", True),
    ("__VERIFIER_assert(0);", True), ("assert(1 - 1);", True), ("assert(x);", False),
    ("{ x = 1; reach_error(); }", False), ("f();", False), ("x = 1;", False),
])  # fmt: skip
def test_a_branch_that_begins_with_an_error(text: str, found: bool) -> None:
    assert (survey.error_call(first(text)) is not None) == found


@pytest.mark.parametrize(("expression", "changes"), [
    ("x + a[y]", False), ("x = y", True), ("a[x++]", True), ("-x", False), ("f()", True), ("x += 1", True),
])  # fmt: skip
def test_effects(expression: str, changes: bool) -> None:
    assert survey.has_effect(first(f"{expression};")) == changes


@pytest.mark.parametrize(("call", "writes"), [
    ('printf("%d", x)', False), ('printf("%n", &x)', True), ('printf("%5ln", &x)', True),
    ('printf("%%n", x)', False), ('printf("%1$n", &x)', True),
    ("printf(y, x)", True), ("printf(y)", False), ('fprintf(y, "%hhn", &x)', True), ("puts(y, x)", False),
    ('printf("\\045n", &x)', True),
])  # fmt: skip
def test_formats_that_write(call: str, writes: bool) -> None:
    node = first(f"{call};")
    assert isinstance(node, c_ast.FuncCall)
    assert survey.writes_by_format(node) == writes


@given(st.dictionaries(st.sampled_from("abcdefg"), st.sets(st.sampled_from("abcdefg")), max_size=7))
def test_functions_that_call_themselves(calls: dict[str, set[str]]) -> None:
    bodies = (f"void {name}(void) {{ {' '.join(f'{one}();' for one in sorted(to))} }}" for name, to in calls.items())
    within = {name: to & calls.keys() for name, to in calls.items()}
    expected = {name for name, to in within.items() if name in reachable(to, within)}
    assert survey.recursive(functions(" ".join(bodies))) == expected


def chain(count: int) -> dict[str, c_ast.FuncDef]:
    """Functions each of which calls the one before it, but for the last, which also calls itself."""
    calls = "".join(f"void f{n}(void) {{ f{n - 1}(); }}\n" for n in range(1, count))
    return functions(f"void f0(void) {{ }} {calls} void last(void) {{ f{count - 1}(); last(); }}")


def test_a_chain_of_calls_is_gone_through_once() -> None:
    work = []
    for count in (200, 800):
        made, profile = chain(count), cProfile.Profile()
        assert profile.runcall(survey.recursive, made) == {"last"}
        work.append(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]
    assert work[1] < 6 * work[0]


def test_errors_are_searched_outside_error_functions() -> None:
    own = "void __VERIFIER_assert(int c) { if (!c) reach_error(); } void reach_error(void) { __assert_fail(); }"
    assert survey.calls_error(functions(own))
    assert not survey.calls_error(functions("void reach_error(void) { __assert_fail(); } int main(void) { return 0; }"))
    assert survey.calls_error(functions("int main(void) { assert(1); return 0; }"))
    assert not survey.calls_error(functions("void assert(int c) { } int main(void) { assert(1); return 0; }"))
    assert survey.has_error_label(functions("int main(void) { ERROR: return 0; }").values())
    assert not survey.has_error_label(functions("int main(void) { errors: return 0; }").values())


def test_names_that_stand_for_more_than_a_direct_call() -> None:
    assert survey.pointed_to(first("{ f(); x = g; h(k); }")) == {"x", "g", "k"}


@pytest.mark.parametrize(("text", "moving"), [
    ("int *p = a; *p = 1;", set()), ("int *p = a; p = a + 1;", {"p"}), ("int *p = a; p++;", {"p"}),
    ("int *p; p += 2;", {"p"}), ("int *p; p = a;", set()), ("int *p; if (x) p = a; else p = b;", {"p"}),
])  # fmt: skip
def test_names_that_move(text: str, moving: set[str]) -> None:
    assert survey.moving_names(functions(f"void f(void) {{ {text} }}")["f"].body) == moving


def test_an_argument_counts_as_an_assignment() -> None:
    body = functions("void f(int *p) { p = 0; }")["f"].body
    assert survey.moving_names(body) == frozenset()
    assert survey.moving_names(body, ("p",)) == {"p"}


def test_labels_lead_to_their_statements() -> None:
    found = survey.labels(functions("void f(void) { A: x = 1; { B: g(); } }")["f"])
    assert isinstance(found["A"], c_ast.Assignment) and isinstance(found["B"], c_ast.FuncCall)
