"""Predicates of a program in contracts: the clause means what the call would return, or stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser import c_ast

from veriabs.core.source import Task, Where
from veriabs.frontend.contract.annotations import Clause
from veriabs.frontend.contract.syntax import Notation
from veriabs.frontend.parse import parse
from veriabs.frontend.predicate_functions import expand

PROGRAM = """
int most;
_Bool filled(const char *b, unsigned long n) { return (0U < n) & (__CPROVER_is_fresh(b, n)); }
_Bool placed(const char *b, unsigned long n, unsigned long *at) {
  return filled(b, n) & __CPROVER_is_fresh(at, sizeof(*at));
}
int below(char c) { return c < 44; }
_Bool flags(int x) { return x & 4; }
int kept(int x) { _Bool right = x > 0; return right; }
_Bool named(int x) { _Bool right = x > 0; return right; }
int number(int x) { return x + 1; }
_Bool small(int x) { return x < most; }
_Bool itself(int x) { return x < 0 || itself(x - 1); }
_Bool effect(int x) { most = x; return x > 0; }
void f(char *buf, unsigned long max, unsigned long *start, int i, int most) { }
void g(int i) { }
"""


def expanded(text: str, function: str = "f", notation: Notation = Notation.CPROVER) -> str:
    tree = parse(PROGRAM, Task(Path("a.c")))
    functions = {one.decl.name: one for one in tree.ext if isinstance(one, c_ast.FuncDef)}
    names = tuple(one.name for one in functions[function].decl.type.args.params)
    clause = Clause("requires", text, Where("a.c", 1), notation, parameters=names)
    return expand(clause, functions, functions[function]).text


def test_predicates_of_predicates_are_expanded_with_their_arguments() -> None:
    fresh = "(0U < ((max))) && __CPROVER_is_fresh(((buf)), ((max)))"
    text = f"(({fresh}) && __CPROVER_is_fresh((start), sizeof(*(start)))) && i > 0"
    assert expanded("placed(buf, max, start) && i > 0") == text


@pytest.mark.parametrize(
    "written, meant",
    [
        ("below(i)", "(((char)(i)) < 44)"),  # the parameter has a byte only
        ("flags(i)", "(((i) & 4) != 0)"),  # a truth value is 0 or 1
        ("named(i) == 1", "((i) > 0) == 1"),
        ("named(i + 1)", "(((int)(i + 1)) > 0)"),
        ("itself(i)", "(((i) < 0) || itself((i) - 1))"),  # which no parser accepts
    ],
)
def test_values_are_those_of_the_call(written: str, meant: str) -> None:
    assert expanded(written, "g") == meant


@pytest.mark.parametrize(
    "written",
    [
        "number(i)",  # no truth value
        "kept(i)",  # the variable has another type
        "effect(i)",
        "small(i)",  # `most` is a parameter in f, and a variable of the file in the predicate
        "filled(start, max)",  # another pointer
        "filled(buf)",
        "unknown(i)",
        "__CPROVER_forall { int i; !(0 <= i && i < 3) || named(i) }",
    ],
)
def test_other_calls_stay(written: str) -> None:
    assert expanded(written) == written


def test_names_of_the_file_are_read_where_nothing_hides_them() -> None:
    assert expanded("small(i)", "g") == "((i) < most)"


def test_clauses_of_acsl_stay() -> None:
    assert expanded("named(i)", "g", Notation.ACSL) == "named(i)"
