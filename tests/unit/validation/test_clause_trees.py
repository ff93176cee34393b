"""Trees of clauses: operators group by the precedences of ACSL's manual, and of C with CBMC's implications."""

from __future__ import annotations

import pytest

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Where
from veriabs.validation.clause_trees import COMPARISONS, ClauseLanguage, TreeNode, is_zero, number, parsed

GROUPS = (
    ("a ==> b ==> c", "(a ==> (b ==> c))"),
    ("a <==> b ==> c", "(a <==> (b ==> c))"),
    ("a && b ==> c || d", "((a && b) ==> (c || d))"),
    ("a || b ^^ c && d", "(a || (b ^^ (c && d)))"),
    ("a ==> b ? c : d", "((a ==> b) ?: c d)"),
    ("a ? b : c ? d : e", "(a ?: b (c ?: d e))"),
    ("a < b <= c", "((a < b) && (b <= c))"),
    ("a == b == c", "((a == b) && (b == c))"),
    ("a > b == c", "((a > b) && (b == c))"),
    ("a & b == c", "(a & (b == c))"),
    ("a --> b --> c <--> d", "((a --> (b --> c)) <--> d)"),
    ("a | b ^ c & d", "(a | (b ^ (c & d)))"),
    ("a << b + c * d", "(a << (b + (c * d)))"),
    ("a - b - c", "((a - b) - c)"),
    ("!a == b", "((! a) == b)"),
    ("-a * b", "((negated a) * b)"),
    ("*a.b + &c[d]", "((deref (. a)) + (address (index c d)))"),
    ("(T)a + (unsigned char)b", "((cast a) + (cast b))"),
    ("(a) - b", "(a - b)"),
    (r"a && \forall integer i; b ==> c", "(a && (forall integer (b ==> c)))"),
    (r"!\exists integer i; a && b", "(! (exists integer (a && b)))"),
    (r"\let k = a; k > 0 && b", "(let a ((bound > number) && b))"),
    ("lbl: a && b", "(a && b)"),
    ("a\n  @ && b /* c */ // d", "(a && b)"),
)
C_GROUPS = (
    ("a < b <= c", "((a < b) <= c)"),
    ("a == b < c", "(a == (b < c))"),
    ("a && b ==> c ==> d", "((a && b) ==> (c ==> d))"),
    ("a ==> b ? c : d", "((a ==> b) ?: c d)"),
    ("__CPROVER_forall { int i; a ==> b } && c", "((forall int (a ==> b)) && c)"),
)


def parenthesised(node: TreeNode) -> str:
    """The tree with parentheses around each operation."""
    if not node.args:
        return node.text if node.op == "name" else node.op
    parts = [parenthesised(one) for one in node.args]
    binary = len(parts) == 2 and node.op not in ("index", "let", "forall", "exists")
    return (
        f"({parts[0]} {' '.join([node.op, *parts[1:]])})"
        if binary or node.op == "?:"
        else f"({' '.join([node.op, *parts])})"
    )


@pytest.mark.parametrize(("text", "expected"), GROUPS)
def test_acsl_precedences_follow_the_manual(text: str, expected: str) -> None:
    assert parenthesised(parsed(text, ClauseLanguage.ACSL, Where("f.c", 1))) == expected


@pytest.mark.parametrize(("text", "expected"), C_GROUPS)
def test_cbmc_precedences_follow_c(text: str, expected: str) -> None:
    assert parenthesised(parsed(text, ClauseLanguage.CPROVER, Where("f.c", 1))) == expected


@pytest.mark.parametrize("text", ["a < b > c", "a != b != c", "a b", "a +", "f(", r"\old(a", "#", "a ? b"])
def test_other_texts_have_no_tree(text: str) -> None:
    with pytest.raises(UnsupportedError, match=r"^f\.c:1: the clause is not evaluated: "):
        parsed(text, ClauseLanguage.ACSL, Where("f.c", 1))


def test_literals_are_those_of_c() -> None:
    assert [number(text) for text in ("010", "0x1Fu", "12ul", "0")] == [8, 31, 12, 0]
    assert is_zero(parsed("0u", ClauseLanguage.ACSL, Where("f.c", 1))) and "==" in COMPARISONS
