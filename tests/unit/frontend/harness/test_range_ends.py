"""Test which pointers are taken for the end of another one's object."""

from __future__ import annotations

import pytest
from pycparser import c_ast
from pycparser.c_parser import CParser

from veriabs.frontend.harness.range_ends import range_ends

HELPER = "int next(const char **at, const char *to) { if (*at >= to) return -1; return *(*at)++; } "


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("int f(const char *p, const char *end) { int n = 0; while (p < end) n += *p++; return n; }", {"end": "p"}),
        ("int f(int *b, int *e) { int *p = b; for (; p != e; ++p) *p = 0; return 0; }", {"e": "b"}),
        ("int f(const char **s, const char *end) { return end - *s < 1 ? -1 : **s; }", {"end": "*s"}),
        (HELPER + "int f(const char **s, const char *end) { return next(s, end); }", {"end": "*s"}),
        ("int f(const char *p, const char *q) { while (p < q) if (*p++ != *--q) return 0; return 1; }", {}),
        ("int f(const char *p, const char *q) { int same = p == q; return same; }", {}),
        ("int f(const char *p, const char *end) { g(end); return p < end ? *p : 0; }", {}),
        ("int f(const char *p, const char *end) { h(&end); return p < end ? *p : 0; }", {}),
        ("int f(const int *a, int n) { for (int i = 0; i < n; i++) if (a[i]) return 1; return 0; }", {}),
    ],
)
def test_end_is_compared_with_an_accessed_pointer_and_not_accessed(text: str, ends: dict[str, str]) -> None:
    functions = {one.decl.name: one for one in CParser().parse(text).ext if isinstance(one, c_ast.FuncDef)}
    assert range_ends(functions["f"], functions) == ends
