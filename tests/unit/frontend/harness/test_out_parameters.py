"""Test parameters `T **p`: which pointer `*p` is, and whether the function sets it before reading it."""

from __future__ import annotations

import pytest
from pycparser import c_ast
from pycparser.c_generator import CGenerator
from pycparser.c_parser import CParser

from veriabs.frontend.harness.out_parameters import out_parameter

TEXT = """
typedef unsigned long size_t; void *malloc(size_t); long strtol(const char *, char **, int);
int cursor(const char **s) { while (**s == ' ') (*s)++; return **s; }
int made(int **out) { if (!out) return 0; *out = malloc(4 * sizeof **out); (*out)[0] = 1; return out != 0; }
int first(int **p) { return p[0][1]; }
int moved_on(char **s) { *s = *s + 1; return 0; }
int hands(const char **s) { return cursor(s) + **s; }
int hands_out(int **out) { made(out); return **out; }
int known(char *s, char **end) { strtol(s, end, 10); return **end; }
int deep(char **s) { return hands((const char **)s); }
int unused(char **s) { return s != 0; }
int always(int **out, int c, int *a) { if (c) *out = a; else *out = 0; return *out != 0; }
int one_way(int **out, int c, int *a) { if (c) *out = a; return *out != 0; }
int in_a_loop(int **out, int n, int *a) { while (n--) *out = a; return *out != 0; }
int by_a_jump(int **out, int n, int *a) { if (n) goto end; *out = a; end: return *out != 0; }
void sets(int **out, int *a) { *out = a; }
int hands_on(int **out, int *a) { sets(out, a); return *out != 0; }
void elsewhere(int **out); int not_known(int **out) { elsewhere(out); return 0; }
int several(char **s) { return s[1][0]; }
int by_index(char **s, int i) { return s[i][0]; }
int next(char **s) { return **++s; }
int far(char **s) { return **(s + 1); }
int kept(char **s) { char **t = s; return **t; }
int set(char **s, char **t) { s = t; return **s; }
char **back(char **s) { return s; }
"""
TREE = CParser().parse(TEXT)
FUNCTIONS = {node.decl.name: node for node in TREE.ext if isinstance(node, c_ast.FuncDef)}


def out_parameter_of(name: str) -> tuple[str, bool] | None:
    """How the pointer is declared, and whether it may be set before it is read."""
    function = FUNCTIONS[name]
    *_, last = (one for one in function.decl.type.args.params if isinstance(one.type.type, c_ast.PtrDecl))
    found = out_parameter(last, last.type.type, function, FUNCTIONS)
    return None if found is None else (CGenerator().visit(found.pointer), found.is_set)


@pytest.mark.parametrize(
    ("name", "is_set"),
    [
        ("cursor", False),
        ("made", True),
        ("first", False),
        ("moved_on", False),
        ("hands", False),
        ("hands_out", False),
        ("always", True),
        ("one_way", False),
        ("in_a_loop", False),
        ("by_a_jump", False),
        ("hands_on", True),
        ("not_known", False),
        ("known", True),
        ("unused", True),
    ],
)
def test_pointer_parameter_is_classified_as_set_or_read_first(name: str, is_set: bool) -> None:  # noqa: FBT001
    found = out_parameter_of(name)
    assert found is not None and found[1] is is_set


def test_pointed_to_object_has_a_name_and_the_pointed_to_type() -> None:
    assert out_parameter_of("cursor") == ("const char *what_s_points_to", False)
    assert out_parameter_of("made") == ("int *what_out_points_to", True)


def test_function_uses_the_new_name_and_is_otherwise_unchanged() -> None:
    function = FUNCTIONS["first"]
    parameter = function.decl.type.args.params[0]
    found = out_parameter(parameter, parameter.type.type, function, FUNCTIONS)
    assert found is not None
    assert "return what_p_points_to[1];" in CGenerator().visit(found.function)
    assert "return p[0][1];" in CGenerator().visit(function)


@pytest.mark.parametrize("name", ["several", "by_index", "next", "far", "kept", "set", "back", "deep"])
def test_pointer_into_several_objects_is_no_out_parameter(name: str) -> None:
    assert out_parameter_of(name) is None
