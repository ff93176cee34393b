"""Test predicates on syntax-tree nodes, for nodes given as C text."""

from __future__ import annotations

import pytest
from pycparser import c_ast
from pycparser.c_generator import CGenerator
from pycparser.c_parser import CParser

from veriabs.core.types import INT, ULLONG
from veriabs.frontend import nodes


def tree(text: str) -> c_ast.FileAST:
    return CParser().parse(text, "t.c")


def function(text: str, name: str = "f") -> c_ast.FuncDef:
    return next(node for node in tree(text).ext if isinstance(node, c_ast.FuncDef) and node.decl.name == name)


def statements(text: str) -> list[c_ast.Node]:
    return list(function(f"void f(void) {{ {text} }}").body.block_items)


def expression(text: str) -> c_ast.Node:
    (found,) = statements(f"{text};")
    return found


def text(node: c_ast.Node) -> str:
    return " ".join(str(CGenerator().visit(node)).split())


@pytest.mark.parametrize(("following", "first"), [
    ("i = 0; g(i);", True), ("g(1); i = 2;", True), ("for (i = 0; i < 9; i++) g(i);", True), ("g(1);", True),
    ("i = i + 1;", False), ("i++;", False), ("i += 1;", False), ("if (c) i = 0;", False), ("a[i] = 0;", False),
    ("for (; i < 9; i++) g(i);", False), ("while (i) i = 0;", False),
])  # fmt: skip
def test_variables_that_are_set_before_they_are_read(following: str, first: bool) -> None:
    assert nodes.assigned_first("i", statements(following)) == first


def test_makers() -> None:
    assert text(nodes.number(7)) == "7"
    assert text(nodes.call("g", nodes.number(1), c_ast.ID("x"))) == "g(1, x)"
    assert [text(nodes.type_name(ctype)) for ctype in (INT, ULLONG)] == ["int", "unsigned long long"]


def test_members_of_a_record_stay_with_its_first_declarator() -> None:
    made = tree("struct { int x; } a, b; struct s { int y; } c, d; enum { P, Q } e, f;")
    nodes.define_records_once(made)
    printed = text(made)
    assert printed.count("int x;") == printed.count("int y;") == 1
    assert printed.count("P,") == 1
    CParser().parse(CGenerator().visit(made), "again.c")


@pytest.mark.parametrize(("given", "found"), [
    ("x < y", True), ("!x", True), ("x && y", True), ("x + y", False), ("-x", False), ("x", False), ("x & 1", False),
])  # fmt: skip
def test_truth_values_by_their_form(given: str, found: bool) -> None:
    assert nodes.is_truth_value(expression(given)) == found


@pytest.mark.parametrize(("body", "used"), [
    ("g();", False), ("if (x) g(); else { g(); }", False), ("L: g();", False), ("for (g(); x; g()) g();", False),
    ("x = g();", True), ("if (g()) x = 1;", True), ("while (g()) x = 1;", True), ("do x = 1; while (g());", True),
    ("for (; g();) x = 1;", True), ("switch (g()) { }", True), ("return g();", True), ("g() + 1;", True),
    ("p = g;", True),
])  # fmt: skip
def test_functions_whose_value_is_taken(body: str, used: bool) -> None:
    made = tree(f"int g(void); int x; int (*p)(void); int f(void) {{ {body} }}")
    assert ("g" in nodes.used_functions(made)) == used


@pytest.mark.parametrize(("given", "ends"), [
    ("int main(void) { g(); }", ["return 0;"]), ("int main(void) { return 1; }", []), ("void f(void) { g(); }", []),
    ("int f(void) { g(); }", ["VERIABS_UNRETURNED()"]), ("int g(void) { ; }", []),
])  # fmt: skip
def test_end_of_a_body_acts_as_a_return(given: str, ends: list[str]) -> None:
    name = given.split("(")[0].split()[-1]
    assert [text(node) for node in nodes.implicit_return(function(given, name), frozenset({"f"}))] == ends


@pytest.mark.parametrize(("body", "found"), [
    ("if (!c) { LOOP: goto LOOP; }", True), ("if (!c) { LOOP: goto LOOP; } return;", True),
    ("if (!c) LOOP: goto LOOP;", True), ("if (c) { LOOP: goto LOOP; }", False), ("if (!d) { LOOP: goto LOOP; }", False),
    ("if (!c) { LOOP: goto OTHER; } OTHER: ;", False), ("if (!c) { LOOP: goto LOOP; } else g();", False),
    ("if (!c) { LOOP: goto LOOP; } g();", False),
])  # fmt: skip
def test_an_assumption_that_spins(body: str, found: bool) -> None:
    assert nodes.diverges(function(f"void f(int c) {{ {body} }}")) == found


def test_every_child_is_replaced() -> None:
    (made,) = statements("x = y + f(y, 2);")

    def change(node: c_ast.Node) -> c_ast.Node:
        if isinstance(node, c_ast.ID) and node.name == "y":
            return nodes.number(9)
        nodes.each_child(node, change)
        return node

    assert text(change(made)) == "x = 9 + f(9, 2)"
