"""The grammar of clauses: precedence as the manual of ACSL has it, and as CBMC reads C."""

from __future__ import annotations

import pytest

from veriabs.core.errors import InputError
from veriabs.core.source import Where
from veriabs.frontend.contract.reader import read_clause
from veriabs.frontend.contract.spelling import explicit
from veriabs.frontend.contract.syntax import Notation

HERE = Where("f.c", 3)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a || b && c", "(a || (b && c))"),
        ("a && b || c", "((a && b) || c)"),
        ("a ==> b ==> c", "(a ==> (b ==> c))"),
        ("a ==> b && c", "(a ==> (b && c))"),
        ("a && b ==> c", "((a && b) ==> c)"),
        ("a || b ==> c || d", "((a || b) ==> (c || d))"),
        ("a && (b ==> c)", "(a && (b ==> c))"),
        ("a <==> b ==> c", "(a <==> (b ==> c))"),
        ("a ^^ b && c", "(a ^^ (b && c))"),
        ("a || b ^^ c", "(a || (b ^^ c))"),
        ("!a && b", "((!a) && b)"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a ==> b ? c : d", "((a ==> b) ? c : d)"),
        ("0 <= i < n", "(0 <= i < n)"),
        (r"\result == x == 1", r"(\result == x == 1)"),
        ("x & 1 == 0", "(x & (1 == 0))"),
        ("a | b ^ c & d", "(a | (b ^ (c & d)))"),
        ("a << b + c * d", "(a << (b + (c * d)))"),
        ("a - b - c", "((a - b) - c)"),
        ("-a * b", "((-a) * b)"),
        ("*p.x", "(*p.x)"),
        ("&p->a[1]", "(&p->a[1])"),
        (r"\forall integer i; a ==> b && c", r"(\forall integer i; (a ==> (b && c)))"),
        (r"a && \forall integer i; b || c", r"(a && (\forall integer i; (b || c)))"),
        (r"a ==> \exists integer i, j; b ==> c", r"(a ==> (\exists integer i, integer j; (b ==> c)))"),
        (r"\old(x + 1) == \at(y, Here)", r"(\at((x + 1), Pre) == \at(y, Here))"),
        (r"\valid(a + (0 .. n-1))", r"\valid((a + (0 .. (n - 1))))"),
        (r"\valid(&a[0..2])", r"\valid((&a[(0 .. 2)]))"),
        ("name: a > 0", "(a > 0)"),
        ("(unsigned char)x + 1", "(((unsigned char)x) + 1)"),
        ("sizeof(int) * n", "(sizeof(int) * n)"),
        ("sizeof *p * n", "(sizeof((*p)) * n)"),
        ("1 .. 2 == 3", None),
        ("a < b > c", None),
        ("a != b != c", None),
        ("a ==>", None),
        ("a b", None),
        (r"\valid{Pre}(a)", None),
        (r"\fresh", None),
        ("__CPROVER_forall { int i; i > 0 }", None),
    ],
)
def test_acsl(text: str, tree: str | None) -> None:
    if tree is None:
        with pytest.raises(InputError, match=r"f\.c:3: the clause"):
            read_clause(text, Notation.ACSL, HERE)
    else:
        assert explicit(read_clause(text, Notation.ACSL, HERE)) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a < b == c < d", "((a < b) == (c < d))"),
        ("a < b < c", "((a < b) < c)"),
        ("a == b == c", "((a == b) == c)"),
        ("a && b ==> c", "((a && b) ==> c)"),
        ("__CPROVER_forall { unsigned k; k < n ==> p[k] == 7 }", r"(\forall unsigned k; ((k < n) ==> (p[k] == 7)))"),
        ("__CPROVER_return_value == __CPROVER_old(*p)", r"(\result == \at((*p), Pre))"),
        ("__CPROVER_is_fresh(p, n * sizeof(*p))", "__CPROVER_is_fresh(p, (n * sizeof((*p))))"),
        ("a ^^ b", None),
        (r"\forall int i; i > 0", None),
    ],
)
def test_clauses_of_cbmc(text: str, tree: str | None) -> None:
    if tree is None:
        with pytest.raises(InputError, match="is not part of the language CPROVER"):
            read_clause(text, Notation.CPROVER, HERE)
    else:
        assert explicit(read_clause(text, Notation.CPROVER, HERE)) == tree


def test_a_name_of_a_type_makes_a_cast() -> None:
    assert explicit(read_clause("(word)x - 1", Notation.ACSL, HERE, {"word"})) == "(((word)x) - 1)"
    assert explicit(read_clause("(word) - 1", Notation.ACSL, HERE)) == "(word - 1)"
