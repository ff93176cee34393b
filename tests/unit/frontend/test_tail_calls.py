"""Test that tail recursion becomes a loop, and that other recursion stays."""

from __future__ import annotations

import pytest
from pycparser import c_ast
from pycparser.c_generator import CGenerator
from pycparser.c_parser import CParser

from veriabs.core.source import DataModel
from veriabs.frontend.tail_calls import tail_calls_to_loops
from veriabs.frontend.typed.tree import typed

HEAD = """typedef unsigned long word; typedef int row[4];
typedef struct node { int value; struct node *next; double half; } node;
int g, next(int n); double half; int *kept; enum { LIMIT = 5 };
"""


def before_and_after(text: str) -> tuple[c_ast.FuncDef, c_ast.FuncDef]:
    """The last function of a text as it was read, and as it is now."""
    tree = CParser().parse(HEAD + text, "t.c")
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    before = CGenerator().visit(tree)
    found = tail_calls_to_loops(functions, tree, typed(tree, DataModel.LP64))
    assert CGenerator().visit(tree) == before
    assert found.keys() == functions.keys()
    last = tree.ext[-1]
    return last, found[last.decl.name]


def spelled(text: str) -> str:
    """The body of the function that was made of the last one, on one line."""
    before, after = before_and_after(text)
    assert after is not before
    return " ".join(CGenerator().visit(after.body).split())


LOOPS = {
    "int f(int n) { if (n < 1) return n; return f(n - 1); }": (
        "{ f_again: { if (n < 1) return n; { n = n - 1; goto f_again; } } }"
    ),
    "int f(int a, int b) { return b ? f(b, a % b) : a; }": (
        "{ f_again: { if (b) { int new_b = a % b; a = b; b = new_b; goto f_again; } else return a; } }"
    ),
    "int f(int *p, int n, int k) { return n ? f(p + 1, n - 1, k + *p) : k; }": (
        "{ f_again: { if (n) { n = n - 1; k = k + (*p); p = p + 1; goto f_again; } else return k; } }"
    ),
    "void f(int t[], int i, int n) { if (i < n) { t[i] = 7; f(t, i + 1, n); } }": (
        "{ f_again: { if (i < n) { t[i] = 7; { i = i + 1; goto f_again; } } } }"
    ),
    "void f(int n) { for (;;) { if (n) { f(n - 1); return; } g++; } }": (
        "{ f_again: { for (;;) { if (n) { { n = n - 1; goto f_again; } return; } g++; } } }"
    ),
    "int f(int n) { switch (n) { case 1: return f(g); default: return 0; } }": (
        "{ f_again: { switch (n) { case 1: { n = g; goto f_again; } default: return 0; } } }"
    ),
    "int f(int n) { f_again: if (n > 9) goto f_again; return n ? f(next(n)) : n; }": (
        "{ f_again_: { f_again: if (n > 9) goto f_again; "
        "if (n) { int new_n = next(n); n = new_n; goto f_again_; } else return n; } }"
    ),
    "_Bool f(int n) { return n < 2 || (n % 2 && f(n / 2)); }": (
        "{ f_again: { if (n < 2) return 1; else if (n % 2) { n = n / 2; goto f_again; } else return 0; } }"
    ),
    "int f(word n) { static int calls; calls++; if (n) return f(n - 1); return calls; }": (
        "{ f_again: { static int calls; calls++; if (n) { n = n - 1; goto f_again; } return calls; } }"
    ),
    "int f(int n) { int t[LIMIT]; t[0] = n; return t[0] ? f(t[0] - 1) : 0; }": (
        "{ f_again: { int t[LIMIT]; t[0] = n; if (t[0]) { n = t[0] - 1; goto f_again; } else return 0; } }"
    ),
    "int f(node *p, int n) { return p ? f(p->next, n + p->value) : n; }": (
        "{ f_again: { if (p) { n = n + p->value; p = p->next; goto f_again; } else return n; } }"
    ),
    "double f(int n, double x) { return n ? f(n - 1, x * half) : x; }": (
        "{ f_again: { if (n) { n = n - 1; x = x * half; goto f_again; } else return x; } }"
    ),
    "node *f(node *p) { return p ? f(p->next) : 0; }": (
        "{ f_again: { if (p) { p = p->next; goto f_again; } else return 0; } }"
    ),
}


@pytest.mark.parametrize("text", LOOPS)
def test_function_becomes_a_loop(text: str) -> None:
    assert spelled(text) == LOOPS[text]


def test_unchanged_parts_keep_their_nodes() -> None:
    """A static variable is one object for all calls: it is known by its node."""
    before, after = before_and_after("int f(int n) { static int calls; return n ? f(n - 1) : calls; }")
    (label,) = after.body.block_items
    assert label.stmt.block_items[0] is before.body.block_items[0]


LEFT = {
    "something is left to do": "int f(int n) { return n ? f(n - 1) + 1 : 0; }",
    "a statement follows": "void f(int n) { if (n) f(n - 1); g++; }",
    "the value is not used": "int f(int n) { if (n) f(n - 1); return 0; }",
    "in a test": "int f(int n) { if (f(n - 1)) return 1; return f(n - 2); }",
    "in an argument": "int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }",
    "one of two": "void f(int n) { if (n) { f(n - 1); f(n - 2); } }",
    "at the end of a loop": "void f(int n) { while (n--) f(n); }",
    "address of a parameter": "int f(int n) { if (n > 9) kept = &n; return n ? f(n - 1) : *kept; }",
    "address of a local": "int f(int n, int *p) { int own = n; return n ? f(n - 1, &own) : *p; }",
    "array": "int f(int n, int *p) { int own[2]; return n ? f(n - 1, own) : *p; }",
    "array by its type's name": "int f(int n, int *p) { row own; return n ? f(n - 1, own) : *p; }",
    "element": "int f(int n, int *p) { int own[2]; return n ? f(n - 1, &own[1]) : *p; }",
    "row": "int f(int n, int *p) { int own[2][2]; return n ? f(n - 1, own[1]) : *p; }",
    "struct": "int f(int n, node s) { return n ? f(n - 1, s) : s.value; }",
    "literal": "int f(int n, int *p) { return n ? f(n - 1, (int[]){n}) : *p; }",
    "hidden parameter": "int f(int n) { { int n = 1; return f(n - 1); } return n; }",
    "hidden function": "int f(int n) { int (*f)(int) = next; return f(n - 1); }",
    "parameter of its name": "int f(int (*f)(int), int n) { return f(next, n); }",
    "size that varies": "int f(int n, int t[][n]) { return n ? f(n - 1, t) : 0; }",
    "variably many arguments": "int f(int n, ...) { return n ? f(n - 1) : 0; }",
    "old style": "int f(n) int n; { return n ? f(n - 1) : 0; }",
    "order of effects": "int f(int n, int k) { return n ? f(next(n), g++) : k; }",
    "too few arguments": "int f(int n, int k) { return n ? f(n - 1) : k; }",
    "floating point comes between": "long f(int n) { return n ? f(n - 1) : half; }",
    "floating member": "long f(int n, node *p) { return n ? f(n - 1, p) : p->half; }",
    "floating cast": "long f(int n) { return n ? f(n - 1) : (double)n; }",
    "floating constant": "long f(int n) { return n ? f(n - 1) : 0.5; }",
    "value that nobody knows": "long f(int n) { return n ? f(n - 1) : __builtin_inf(); }",
    "truth of a number": "int f(int n) { if (n < 3) return n; return n % 2 && f(n - 1); }",
    "in an expression": "int f(int n) { return n ? (next(n), f(n - 1)) : 0; }",
    "main": "int main(int argc, char **argv) { return argc ? main(argc - 1, argv) : 0; }",
    "through another one": "int h(int n); int f(int n) { return n ? h(n - 1) : 0; }",
}


@pytest.mark.parametrize("what", LEFT)
def test_unsupported_function_is_unchanged(what: str) -> None:
    before, after = before_and_after(LEFT[what])
    assert after is before
