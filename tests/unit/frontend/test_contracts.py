"""Contracts of functions."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.contracts import Contracts, Invariant, conjuncts, contracts
from veriabs.frontend.parse import parse
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
    assert found.of("f").requires() == [f'# 2 "{tmp_path / "f.c"}"\nif (!(x > (1))) abort();']


def test_what_stands_in_a_literal_is_no_clause_and_no_function(tmp_path: Path) -> None:
    text = 'char s[] = "__CPROVER_requires(main(1))"; int main(void) { return 0; }'
    found = read(tmp_path, text)
    assert found.text.endswith(text) and not found.found
    assert found.renamed("other").endswith(text.replace("int main(", "int other("))


def test_a_size_is_told_by_a_fresh_object(tmp_path: Path) -> None:
    found = read(
        tmp_path, "int f(int *p, int n) __CPROVER_requires(n > 0 && __CPROVER_is_fresh(p, n * sizeof(int))) {}"
    )
    assert found.of("f").size("p") == "(n * sizeof(int)) / sizeof(*p)"
    assert found.of("f").size("n") is None
    assert len(found.of("f").requires()) == 1


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("ensures \\result >= 0;", "__VERIFIER_assert(returned_value >= 0);"),
        ("ensures 0 <= \\result < n;", "__VERIFIER_assert(0 <= returned_value && returned_value < n);"),
        ("ensures n > 0 ==> \\result == 1;", "__VERIFIER_assert((!(n > 0) || (returned_value == 1)));"),
        (
            "ensures \\forall integer i; 0 <= i < n ==> a[i] == 1;",
            "for (long long i = 0; i < n; i++) __VERIFIER_assert(a[i] == 1);",
        ),
    ],
)
def test_acsl_is_spelled_as_c(tmp_path: Path, clause: str, said: str) -> None:
    found = read(tmp_path, f"/*@ {clause} */\nint f(int *a, int n) {{ return n; }}")
    (ensured,) = found.of("f").ensures()
    assert " ".join(ensured.split("\n")[1].split()) == said


def test_old_values_are_kept(tmp_path: Path) -> None:
    found = read(tmp_path, "/*@ ensures *p == \\old(*p) + 1; */\nvoid f(long *p) { ++*p; }").of("f")
    assert found.ensures()[0].endswith("__VERIFIER_assert(*p == old_p + 1);")
    assert found.snapshots({}) == ["long long old_p = *p;"]


@pytest.mark.parametrize("clause", ["\\separated(a, b)", "\\forall integer i; a[i] == 1", "\\exists integer i; a[i]"])
def test_what_is_not_understood_is_refused_with_its_line(tmp_path: Path, clause: str) -> None:
    found = read(tmp_path, f"\n/*@ ensures {clause}; */\nvoid f(int *a) {{ }}").of("f")
    with pytest.raises(UnsupportedError, match=r"f\.c:2: "):
        found.ensures()


def test_parts_are_those_of_the_outermost_level() -> None:
    assert conjuncts("a && (b && c) && d[e && f]") == ["a", "(b && c)", "d[e && f]"]


def invariants(found: Contracts) -> list[Invariant]:
    lines = [line.removeprefix("#pragma ") for line in found.text.split("\n") if line.startswith("#pragma")]
    return [Invariant.read(line) for line in lines]


def test_invariants_stand_in_front_of_the_body_that_keeps_its_place(tmp_path: Path) -> None:
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
        ("0 <= i && i <= n", 2),
        ("(!((n >= 0)) || ((n > -1)))", 4),
        ("n > -2", 5),
    ]
    tree = parse(found.text, Task(tmp_path / "f.c"))
    decrements = [node.coord for node in walk(tree) if isinstance(node, c_ast.UnaryOp) and node.op == "p--"]
    columns = [text.split("\n")[line - 1].index("n--") + 1 for line in (3, 4, 5)]
    assert [(place.line, place.column) for place in decrements] == list(zip((3, 4, 5), columns, strict=True))
    assert found.found == {}


@pytest.mark.parametrize(
    ("clause", "expression", "bound"),
    [
        ("0 <= i <= n", "0 <= i && i <= n", ()),
        ("\\forall integer k; 0 <= k < i ==> a[k] == 0", "(!(0 <= k && k < i) || (a[k] == 0))", ("k",)),
        ("\\forall integer k, m; k < m ==> a[k] <= a[m]", "(!(k < m) || (a[k] <= a[m]))", ("k", "m")),
        ("n <= \\at(n, LoopEntry)", "n <= __CPROVER_loop_entry(n)", ()),
        ("0 <= i < n <= m", "0 <= i && i < n && n <= m", ()),
        ("m > (n + 1) >= 0", "m > (n + 1) && (n + 1) >= 0", ()),
        ("n < LAST", "n < ((8 - 1))", ()),
        ("0 <= n <= MOST", "0 <= n && n <= 8", ()),
    ],
)
def test_invariants_in_comments(tmp_path: Path, clause: str, expression: str, bound: tuple[str, ...]) -> None:
    macros = "#define MOST 8\n#define LAST (MOST - 1)\n"
    for said in (f"/*@ loop invariant {clause};\n      loop assigns n; */", f"//@ loop invariant {clause};\n"):
        text = f"{macros}void f(int *a, int n) {{\n  {said}\n  while (n) n--;\n}}\n"
        (found,) = invariants(read(tmp_path, text))
        assert (found.text, found.expression, found.bound, found.where.line) == (clause, expression, bound, 4)


def test_an_annotation_is_that_of_the_loop_behind_it(tmp_path: Path) -> None:
    other = "  /*@ loop invariant n > 1; */\n  n--; while (n) n--;\n"
    own = "  /*@ loop invariant n > 2; */\n  {loop}\n"
    for loop in ("while (n) n--;", "do n--; while (n);", "do {\n  n--;\n  } while (n);"):
        text = f"void f(int n) {{\n{other}{own.replace('{loop}', loop)}}}\n"
        (found,) = invariants(read(tmp_path, text))
        assert found.text == "n > 2"


def test_clauses_behind_a_do_loop_are_read_over(tmp_path: Path) -> None:
    text = "void f(int n) { do { n--; } while (n) __CPROVER_loop_invariant(n > 0); }\n"
    found = read(tmp_path, text)
    assert invariants(found) == []
    assert "__CPROVER" not in found.text
