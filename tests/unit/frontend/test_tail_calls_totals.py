"""Test that `return n + f(n - 1);` becomes a loop that accumulates a total."""

from __future__ import annotations

import pytest
from pycparser import c_ast
from pycparser.c_generator import CGenerator
from pycparser.c_parser import CParser

from veriabs.core.source import DataModel
from veriabs.frontend.tail_calls import tail_calls_to_loops
from veriabs.frontend.typed.tree import typed

HEAD = "int g, table[9]; double half; int next(int n); int __VERIFIER_nondet_int(void);\n"


def body_with_total(text: str, *, totals: bool = True, data_model: DataModel = DataModel.LP64) -> str | None:
    """The body of the function that is made of `f`, on one line; None if it stays."""
    tree = CParser().parse(HEAD + text, "t.c")
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    found = tail_calls_to_loops(functions, tree, typed(tree, data_model), totals=totals)
    return None if found["f"] is functions["f"] else " ".join(CGenerator().visit(found["f"].body).split())


TOTALS = {
    "long f(const int *p, int n) { if (n == 0) return 0; return p[n - 1] + f(p, n - 1); }": (
        "{ unsigned long long f_total = 0; f_again: { "
        "if (n == 0) return f_total + ((unsigned long long) 0); "
        "{ f_total = f_total + ((unsigned long long) p[n - 1]); n = n - 1; goto f_again; } } }"
    ),
    "unsigned char f(int n) { return n > 1 ? f(n - 1) * n : n == 1 ? f(0) : 1; }": (
        "{ unsigned int f_total = 1; f_again: { "
        "if (n > 1) { f_total = f_total * ((unsigned int) n); n = n - 1; goto f_again; } "
        "else if (n == 1) { n = 0; goto f_again; } else return f_total * ((unsigned int) 1); } }"
    ),
    "int f(int n) { int x = __VERIFIER_nondet_int(); if (x) return x & f(n + 1); return n; }": (
        "{ unsigned int f_total = -1; f_again: { int x = __VERIFIER_nondet_int(); "
        "if (x) { f_total = f_total & ((unsigned int) x); n = n + 1; goto f_again; } "
        "return f_total & ((unsigned int) n); } }"
    ),
}


@pytest.mark.parametrize("text", TOTALS)
def test_function_becomes_a_loop_with_a_total(text: str) -> None:
    assert body_with_total(text) == TOTALS[text]
    assert body_with_total(text, totals=False) is None  # each operation is checked as it stands in the text


LEFT = {
    "order that matters": "int f(int n) { return n ? n - f(n - 1) : 0; }",
    "two operators": "int f(int n) { if (n > 9) return n + f(n - 1); return n ? n * f(n - 1) : 1; }",
    "two calls": "int f(int n) { return n > 1 ? f(n - 1) + f(n - 2) : n; }",
    "an operator behind it": "int f(int n) { return n ? (1 + f(n - 1)) / 2 : 0; }",
    "floating operand": "int f(int n) { return n ? half + f(n - 1) : 0; }",
    "floating result": "double f(int n) { return n ? n + f(n - 1) : 0; }",
    "truth value": "_Bool f(int n) { return n ? n + f(n - 1) : 0; }",
    "pointer": "int *f(int n, int *p) { return n ? n + f(n - 1, p) : p; }",
    "operand with an effect": "int f(int n) { return n ? next(n) + f(n - 1) : 0; }",
    "what a call changes": "int f(int n) { if (n < 1) return 0; g++; return g + f(n - 1); }",
    "what a call writes to": "int f(int n, int *p) { *p = n; return n ? table[n] + f(n - 1, p) : 0; }",
    "element that a call writes to": "int f(int n) { table[n] = n; return n ? table[0] + f(n - 1) : 0; }",
    "what another function may change": "int f(int n) { next(n); return n ? g + f(n - 1) : 0; }",
    "static variable": "int f(int n) { static int calls; calls++; return n ? calls + f(n - 1) : 0; }",
    "name of the file": "int f(int n) { g = n; { int g = 1; } return n ? g + f(n - 1) : 0; }",
    "address": "int f(int n, int *p) { return n ? *p + f(n - 1, &n) : 0; }",
}


@pytest.mark.parametrize("what", LEFT)
def test_unsupported_function_is_unchanged(what: str) -> None:
    assert body_with_total(LEFT[what]) is None
