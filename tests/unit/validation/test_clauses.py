"""Clauses as GNU C: gcc evaluates them, in place and after changes that require old values."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Where
from veriabs.validation.clauses import RESULT, ClauseExpression, ClauseLanguage, translate_clause

STATE = f"""
struct S {{ int m; unsigned b : 3; int arr[2]; }} s = {{7, 5}}, *q = &s;
int x = 5, y = 3, z = -2, a[4] = {{1, 2, 3, 4}}, *p = a, *n = 0, {RESULT} = 5;
unsigned u = 4000000000u, w = 4000000000u;
unsigned char c = 200;
unsigned long ul = 18446744073709551615ul;
double d = 0.5, e = 0.1;
"""
CHANGES = "x = 6; a[2] = 9; s.m = 8; p = a + 1; d = 0.25; c = 1; u = 7;"
NOW = (
    ("x > 0 ==> x < 10 && y == 1", 0),
    ("u + w == 8000000000", 1),
    ("u + w > 4294967295", 1),
    ("ul * ul > 0", -1),
    ("ul * 2 > ul", 1),
    ("c + c == 400", 1),
    ("(unsigned char)(c + c) == 144", 1),
    ("0 <= z + 2 <= y <= x", 1),
    ("x == y == z", 0),
    ("!x == 0", 1),
    ("~x == -6", 1),
    ("~u == -4000000001", 1),
    ("d == 0.5", 1),
    ("d * 2 == 1", 1),
    ("e + d == 0.5", 0),
    ("e * e * e > 0", -1),
    ("d > x || x > d", 1),
    ("p == a", 1),
    (r"n == \null", 1),
    ("n == 0", 1),
    ("*(p + 1) == 2 && p[x - 3] == a[2]", 1),
    ("s.m == 7 && q->b == 5 && s.b + 1 == 6", 1),
    (r"\forall integer i; 0 <= i < 4 ==> a[i] == i + 1", 1),
    (r"\forall integer i, j; 0 <= i < 4 && i < j < 4 ==> a[i] < a[j]", 1),
    (r"\exists integer i; 0 <= i <= 3 && a[i] == 4", 1),
    (r"\exists integer i; 0 <= i < 3 && a[i] == 4", 0),
    (r"\forall unsigned char k; k < 256", 1),
    (r"\let k = x + y; k * k == 64", 1),
    (r"x > 0 ? y > 3 : \true", 0),
    (r"\true ^^ x > 0 || y == 0", 0),
    (r"(x > 0 ? x : d) == 5 && (x < 0 ? x : d) == 0.5 && (n == \null ? p : n) == a", 1),
    ("(x > 0 ? ul * (ul / 4) : d) > 0", -1),
    ("x << 3 == 40 && x >> 1 == 2 && -5 >> 1 == -3 && -5 / 2 == -2 && -5 % 2 == -1", 1),
    ("x / (y - 3) == 1", -1),
    ("y != 3 && x / (y - 3) == 1", 0),
    (r"\result == x", 1),
    (r"\valid(p + (0 .. 3)) && x == 5", 1),
    ("lbl: x == 5 && (foo: y == 3)", 1),
    ("(int)3000000000 == -1294967296", 1),
    ("sizeof(int) == 4 && sizeof x == 4 && sizeof(struct S) == 16", 1),
    ("(int)d == 0", 1),
    ("(double)x == 5", 1),
    ("'a' == 97 && 010 == 8 && 0x1F == 31", 1),
    ("x > y <==> y > z", 1),
    (r"x > y ==> y > x ==> \false", 1),
    ("(x --> y) == -5 || (x & y) == 1", 1),
    ("x & 1 == 1", 1),
    (r"\abs(z) == 2 && \max(x, y) == 5", 1),
    ("x", 1),
    ("n", 0),
    ("!n && p", 1),
    ("(x > 0) == (y > 0)", 1),
    ("p + 2 - p == 2", 1),
    ("1 - 2 + 3 == 2 && 100 / 10 / 5 == 2", 1),
    (r"\at(x, Pre) == \old(x)", 1),
)

LATER = (
    (r"x == \old(x) + 1", 1),
    (r"\old(x + y) == 8", 1),
    (r"\old(u + w) == 8000000000", 1),
    (r"\old(c) == 200", 1),
    (r"\old(d) == 0.5 && d == 0.25", 1),
    (r"\old(*p) == 1 && *p == 2 && *\old(p) == 1", 1),
    (r"\old(p)[2] == 9 && \old(p[2]) == 3", -1),
    (r"\old(a)[2] == 3", -1),
    (r"*\old(a) == 1", -1),
    (r"\old(s.arr)[0] == 0", -1),
    (r"\old(s).m == 7", 1),
    (r"\old(s.m) == 7 && s.m == 8", 1),
    (r"\old(s.b) == 5", 1),
    (r"\forall integer i; 0 <= i < 4 && i != 2 ==> a[i] == \old(a[i])", 1),
    (r"\forall integer i; 0 <= i < 4 ==> a[i] == \old(a[i])", 0),
    (r"\exists integer i; 0 <= i < 4 && a[i] != \old(a[i])", 1),
    (r"\forall integer i; 0 <= i < x - 2 ==> a[i] == \old(a[i])", 0),
    (r"\forall integer i; 3 <= i < x - 1 ==> \old(a[i]) == 4", -1),
    (r"n != \null ==> \old(*n) == 1", 1),
    (r"x == 6 && \old(*p) == 1", -1),
    (r"y == 3 && \old(*p) == 1", 1),
    (r"y == 4 && \old(100 / (y - 3)) == 33", 0),
    (r"\forall integer i, j; 0 <= i < 4 && 0 <= j < 4 ==> \old(a[i]) == a[j]", 0),
    (r"\forall integer i; 0 <= i < 2 ==> \exists integer j; i <= j < 4 && a[j] == \old(a[i])", 1),
    (r"\let o = \old(x); o == 5", 1),
    (r"\old(\old(x)) == 5", 1),
    (r"\at(x, Post) == 6 && \at(x, Here) == 6 && \at(x, Old) == 5", 1),
    (r"\forall integer i; y == 3 && 0 <= i < 4 && a[i] > 100 ==> \false", 1),
    (r"\exists integer i; \old(y) <= i < 4 && a[i] == 4", 1),
)

CBMC = (
    ("__CPROVER_return_value == 5 && x == __CPROVER_old(x) + 1", 1),
    ("u + w > 4294967295u", 0),
    ("-1 < u", 0),
    ("x == 6 == 1", 1),
    ("3 > 2 > 1", 0),
    ("0 ==> 0 ==> 0", 1),
    ("1 || 0 ==> 0", 0),
    ("0 ==> 0 ? 0 : 1", 0),
    ("__CPROVER_forall { int i; (0 <= i && i < 4) ==> a[i] > 0 }", 1),
    ("__CPROVER_forall { unsigned i; i < 4 ==> a[i] > 1 }", 0),
    ("__CPROVER_exists { int i; 0 <= i && i < ul && a[i] == 9 }", 1),
    ("__CPROVER_exists { int i; i < 4u && a[i] == 9 }", -1),
    ("__CPROVER_forall { int i; 0 <= i && i < 4 ==> i == 2 || a[i] == __CPROVER_old(a[i]) }", 1),
    ("__CPROVER_forall { int i; (0 <= i && i < 4) ==> a[i] == __CPROVER_old(a[i]) }", 0),
    ("__CPROVER_is_fresh(p, sizeof(*p) * 4) && x == 6", 1),
    ("__CPROVER_old(c) + __CPROVER_old(c) == 400", 1),
    ("__CPROVER_old(*p) == 1", 1),
    ("__CPROVER_old(s.m) == 7", 1),
    ("__CPROVER_forall { unsigned char k; k < 256 }", 1),
    ("(unsigned char)300 == 44 && sizeof(x) == sizeof(int)", 1),
    ("__CPROVER_exists { signed char k; k == -3 }", 1),
    ("(__CPROVER_bool)2 == 1", 1),
    ("d * 3 == 0.75", 1),
    ("~0u == 4294967295u && -x == -6 && !x == 0 && +c == 1", 1),
    ("x & 1 == 1", 0),
    ("x == 6 ? y : z", 1),
)

REFUSED = (
    (r"\forall integer i; 0 <= i < 4 ==> \exists integer j; i <= j < 4 && \old(a[j]) == 1", "several bound"),
    ("e < 0.1", "cannot be represented as a double"),
    ("x < y > z", "do not chain"),
    ("x == ", "the end"),
    ("x = 5", "not expected"),
    ("(x", "is expected"),
    (r"\at(x, L1) == 3", "label"),
    (r"\old(\result) == 1", "before the call"),
    (r"\let o = x; \old(o) == 5", "bound variables"),
    (r"\forall integer i; 0 <= i ==> a[i] > 0", "no range"),
    (r"\forall real r; 0 <= r <= 1 ==> r < 2", "type real"),
    (r"\forall integer i, j; 0 <= i < 4 && 0 <= j < 4 ==> \old(a[i + j]) == a[j]", "several bound"),
    (r"\sum(0, 3, \lambda integer i; a[i]) == 10", "not supported"),
    ("f(x) == 1", "not supported"),
    ("x == 18446744073709551616", "64 bits"),
)


def evaluate(text: str, notation: ClauseLanguage = ClauseLanguage.ACSL) -> ClauseExpression:
    return translate_clause(text, notation, Where("f.c", 3))


def holds(cases: list[ClauseExpression], changes: str, folder: Path) -> list[int]:
    """The values of the expressions, with the changes between the declarations and them."""
    source = folder / "clauses.c"
    blocks = [f'{{ {STATE}{" ".join(one.before)} {changes} printf("%d\\n", {one.expression}); }}' for one in cases]
    source.write_text("#include <stdio.h>\nint main(void) {\n" + "\n".join(blocks) + "\nreturn 0; }\n")
    subprocess.run(["gcc", "-w", "-O1", source, "-o", folder / "clauses"], check=True)
    ran = subprocess.run([folder / "clauses"], capture_output=True, text=True, check=True)
    return [int(line) for line in ran.stdout.split()]


@pytest.mark.parametrize(
    ("cases", "notation", "changes"),
    [(NOW, ClauseLanguage.ACSL, ""), (LATER, ClauseLanguage.ACSL, CHANGES), (CBMC, ClauseLanguage.CPROVER, CHANGES)],
    ids=["acsl", "old values", "cbmc"],
)
def test_gcc_evaluates_clauses(
    cases: tuple[tuple[str, int], ...], notation: ClauseLanguage, changes: str, tmp_path: Path
) -> None:
    found = holds([evaluate(text, notation) for text, _ in cases], changes, tmp_path)
    wrong = [(text, value, expected) for (text, expected), value in zip(cases, found, strict=True) if value != expected]
    assert wrong == []


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_uncomputable_clauses_are_refused(text: str, reason: str) -> None:
    with pytest.raises(UnsupportedError, match=f"^f.c:3: .*{reason}"):
        evaluate(text)


@pytest.mark.parametrize("text", ["x++ == 5", "x = 5", "x, y", "__CPROVER_loop_entry(x) == 1"])
def test_side_effects_and_unknown_cbmc_predicates_are_refused(text: str) -> None:
    with pytest.raises(UnsupportedError):
        evaluate(text, ClauseLanguage.CPROVER)


def test_validity_is_taken_as_given_unless_it_counts_against_the_clause() -> None:
    for text in (r"\valid(p + (0 .. 3)) && x > 0", r"n == \null || \valid(n)", r"x > 0 ==> \separated(p, q)"):
        assert evaluate(text).unknown is None
    for text in (r"!\valid(p)", r"\valid(p) ==> x > 0", r"x > 0 <==> \valid(p)", r"!(x > 0 ==> \valid{Here}(p))"):
        assert evaluate(text).unknown == "it depends on a pointer that is not valid"
    assert evaluate("!__CPROVER_r_ok(p, 4)", ClauseLanguage.CPROVER).unknown is not None


def test_names_of_a_user_are_no_names_of_the_expression() -> None:
    """A macro may have the name of a bound variable: the generated code does not contain that name."""
    one = evaluate(r"\forall integer i; 0 <= i < 4 ==> a[i] == \old(a[i])")
    words = " ".join((one.expression, *one.before)).replace("__veriabs_1_i", "")
    assert " i " not in words and "[i]" not in words
    assert evaluate("x > \\old(y)").before != evaluate("x > \\old(y) ").before
