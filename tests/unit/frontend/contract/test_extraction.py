"""Test the extraction of ACSL and CBMC contracts from a program's text."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser import c_ast

from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.contract.extraction import Contracts, contracts
from veriabs.frontend.dialect import Invariant
from veriabs.frontend.parse import parse
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.survey import walk


def read(tmp_path: Path, text: str) -> Contracts:
    path = tmp_path / "f.c"
    path.write_text(text, encoding="utf-8")
    return contracts(f'# 1 "{path}"\n{text}', Task(path))


def test_clauses_leave_the_text_and_keep_its_lines(tmp_path: Path) -> None:
    text = "int f(int x)\n__CPROVER_requires(x > (1))\n__CPROVER_assigns(x)\n{ return x; }\n"
    found = read(tmp_path, text)
    assert found.text.split() == ["#", "1", f'"{tmp_path / "f.c"}"', *["int", "f(int", "x)", "{", "return", "x;", "}"]]
    assert found.text.count("\n") == text.count("\n") + 1
    assert [(one.kind, one.text, one.where.line) for one in found.of("f")] == [
        ("requires", "x > (1)", 2),
        ("assigns", "x", 3),
    ]


def test_string_literals_contain_no_clause_and_no_function(tmp_path: Path) -> None:
    text = 'char s[] = "__CPROVER_requires(main(1))"; int main(void) { return 0; }'
    found = read(tmp_path, text)
    assert found.text.endswith(text) and not found.found
    assert found.renamed("other").endswith(text.replace("int main(", "int other("))


def invariants(found: Contracts) -> list[Invariant]:
    lines = [line.removeprefix("#pragma ") for line in found.text.split("\n") if line.startswith("#pragma")]
    return [Invariant.read(line) for line in lines]


def test_invariants_precede_the_body_which_keeps_its_line(tmp_path: Path) -> None:
    text = """\
void f(int n) {
  for (int i = 0; i < n; i++) __CPROVER_loop_invariant(0 <= i && i <= n)
    __CPROVER_decreases(n - i) { n--; }
  while (n) __CPROVER_assigns(n) __CPROVER_loop_invariant((n >= 0) ==> (n > -1)) n--;
  do __CPROVER_assigns(n) __CPROVER_loop_invariant(n > -2) { n--; } while (n);
}
"""
    found = read(tmp_path, text)
    assert [(one.expression, one.where.line) for one in invariants(found)] == [
        ("((0 <= i) && (i <= n))", 2),
        ("(!(n >= 0) || (n > (-1)))", 4),
        ("(n > (-2))", 5),
    ]
    tree = parse(found.text, Task(tmp_path / "f.c"))
    decrements = [node.coord for node in walk(tree) if isinstance(node, c_ast.UnaryOp) and node.op == "p--"]
    columns = [text.split("\n")[line - 1].index("n--") + 1 for line in (3, 4, 5)]
    assert [(place.line, place.column) for place in decrements] == list(zip((3, 4, 5), columns, strict=True))
    assert found.found == {}


@pytest.mark.parametrize(
    ("clause", "expression", "bound"),
    [
        ("0 <= i <= n", "((0 <= i) && (i <= n))", ()),
        ("\\forall integer k; 0 <= k < i ==> a[k] == 0", "(!((0 <= k) && (k < i)) || (a[k] == 0))", ("k",)),
        ("\\forall integer k, m; k < m ==> a[k] <= a[m]", "(!(k < m) || (a[k] <= a[m]))", ("k", "m")),
        ("n <= \\at(n, LoopEntry)", "(n <= __CPROVER_loop_entry(n))", ()),
        ("0 <= i < n <= m", "((0 <= i) && (i < n) && (n <= m))", ()),
        ("m > (n + 1) >= 0", "((m > (n + 1)) && ((n + 1) >= 0))", ()),
        ("n < LAST", "(n < (8 - 1))", ()),
        ("0 <= n <= MOST", "((0 <= n) && (n <= 8))", ()),
    ],
)
def test_invariants_in_comments(tmp_path: Path, clause: str, expression: str, bound: tuple[str, ...]) -> None:
    macros = "#define MOST 8\n#define LAST (MOST - 1)\n"
    for said in (f"/*@ loop invariant {clause};\n      loop assigns n; */", f"//@ loop invariant {clause};\n"):
        text = f"{macros}void f(int *a, int n) {{\n  {said}\n  while (n) n--;\n}}\n"
        (found,) = invariants(read(tmp_path, text))
        assert (found.text, found.expression, found.bound, found.where.line) == (clause, expression, bound, 4)


def test_annotation_belongs_to_the_following_loop(tmp_path: Path) -> None:
    other = "  /*@ loop invariant n > 1; */\n  n--; while (n) n--;\n"
    own = "  /*@ loop invariant n > 2; */\n  {loop}\n"
    for loop in ("while (n) n--;", "do n--; while (n);", "do {\n  n--;\n  } while (n);"):
        text = f"void f(int n) {{\n{other}{own.replace('{loop}', loop)}}}\n"
        (found,) = invariants(read(tmp_path, text))
        assert found.text == "n > 2"


def test_clauses_after_a_do_loop_are_ignored(tmp_path: Path) -> None:
    text = "void f(int n) { do { n--; } while (n) __CPROVER_loop_invariant(n > 0); }\n"
    found = read(tmp_path, text)
    assert invariants(found) == []
    assert "__CPROVER" not in found.text


def test_clause_belongs_to_the_function_declared_after_it(tmp_path: Path) -> None:
    text = "/*@ requires x > 0; */\nint f(int x);\n//@ requires y > 1;\n//@ ensures 1;\nint g(int y) { return y; }\n"
    found = read(tmp_path, text)
    assert {name: [(one.text, one.where.line) for one in said] for name, said in found.found.items()} == {
        "f": [("x > 0", 1)],
        "g": [("y > 1", 3), ("1", 4)],
    }


def test_an_annotation_of_a_statement_is_refused_where_it_is_reached(tmp_path: Path) -> None:
    found = read(tmp_path, "int f(int x) {\n  /*@ assert x > 0; */\n  return x; }")
    found.refuse_inner({"g"})
    with pytest.raises(UnsupportedError, match=r"f\.c:2: an annotation of a statement \(assert\) is not supported"):
        found.refuse_inner({"f"})


def test_a_header_has_contracts_too(tmp_path: Path) -> None:
    (tmp_path / "f.h").write_text("/*@ requires x == LEAST; */\nint f(int x);\n", encoding="utf-8")
    path = tmp_path / "f.c"
    path.write_text('#define LEAST (3)\n#include "f.h"\n#undef LEAST\n#define LEAST 4\nint f(int x) { return x; }')
    task = Task(path)
    (clause,) = contracts(preprocess(task), task).of("f")
    assert (clause.text, clause.where.file, clause.where.line) == ("x == ((3))", str(tmp_path / "f.h"), 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("/*@ requires x > 0; */ int x;", "precedes a declaration that is not a function"),
        ("int f(/*@ requires x > 0; */ int x);", "inside a declaration"),
        ("/*@ require x > 0; */ int f(int x);", "unknown annotation 'require'"),
        ("/*@ requires x > 0 */ int f(int x);", "does not end with ;"),
        ("/*@ global invariant i: x > 0; */ int f(int x);", "begins with 'global' is not supported"),
        ("#define P(x) x\n/*@ requires P(1); */ int f(int x);", "macro with parameters"),
        ("/*@ behavior : requires x > 0; */ int f(int x);", "this behavior has no name"),
        *(
            (f"{comment} requires x > 0; */ int f(int x);", "that ends with a backslash")
            for comment in ("/\\\n*@", "/*\\ \n@", "/*@ requires x\\\n< 9;", "/??/\n*@", "/\\\n/@")
        ),
    ],
)
def test_unsupported_annotation_is_an_error_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=rf"f\.c:\d+: .*{message}"):
        read(tmp_path, text)


@pytest.mark.parametrize("comment", ["/*@null@*/", "//@{", "/*@ see below */"])
def test_comments_of_other_tools_are_not_acsl(tmp_path: Path, comment: str) -> None:
    assert read(tmp_path, f"{comment}\nint f(int x);\nint y;").found == {}
