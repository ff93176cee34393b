"""How many elements the accesses of a function suggest."""

from __future__ import annotations

import pytest
from pycparser import c_ast
from pycparser.c_parser import CParser

from veriabs.frontend.extents import extent_of


def extent(text: str) -> str | None:
    functions = {node.decl.name: node for node in CParser().parse(text).ext if isinstance(node, c_ast.FuncDef)}
    function = functions["f"]
    return extent_of(function.decl.type.args.params[0], function, functions)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("void f(int *p, int n) { int i; for (i = 0; i < n; i++) p[i] = 0; }", "n"),
        ("void f(int *p, int n) { int i; for (i = 0; i <= n; i++) p[i] = 0; }", "n + 1"),
        ("void f(int *p, int n) { int i = 0; while (n > i) *(p + i++) = 0; }", "n"),
        ("void f(int *p) { p[3] = p[1] + *p; }", "4"),
        ("struct s { int x; }; void f(struct s *p) { p->x = 1; }", "1"),
        ("void f(int p[7]) { }", "7"),
        (
            "void g(int *q, int m) { for (int i = 0; i < m; i++) q[i] = 0; } void f(int *p, int n) { g(p, 2 * n); }",
            "2 * n",
        ),
        (
            "void f(int *p, int n, int *q) {"
            " for (int i = 0; i < 256; i++) q[i] = 0; for (int i = 0; i < n; i++) q[p[i]]++; }",
            "n",
        ),
        ("void f(int *p, int n) { int i; for (i = 0; i < n; i++) ; p[i] = 0; }", "n"),
        ("void f(int *p) { while (*p) p++; }", None),
        ("void f(int *p, int n) { int k = n; for (int i = 0; i < k; i++) p[i] = 0; }", None),
        ("void f(int *p, int i) { p[i] = 0; }", None),
    ],
)
def test_what_the_accesses_suggest(text: str, found: str | None) -> None:
    assert extent(text) == found
