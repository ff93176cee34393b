"""The language of certificates: accepted and rejected formulas; printing and reading are inverse."""

from __future__ import annotations

import pytest

from veriabs.proofcheck.terms import BOOL, INT, MOST_DEEP, Sort, TermError, parse, replace_all, show, sort_of

KNOWN: dict[str, Sort] = {"$x": INT, "$a": ("Int", 1), "$m": ("Int", 2), "iteration": INT}


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("(<= 0 $x)", BOOL),
        ("(forall ((k Int)) (=> (and (<= 0 k) (< k $x)) (= (select $a k) (u8 (+ k 1)))))", BOOL),
        ("(select (select $m 1) $x)", INT),
        ("(select $m 1)", ("Int", 1)),
        ("(ite (= $x 0) (- 1) (quotient $x 2))", INT),
        ("(exists ((k Int) (m Int)) (distinct k m iteration))", None),
        ("(and.s32 $x 7)", INT),
    ],
)
def test_sorts(text: str, sort: Sort | None) -> None:
    term = parse(text)
    assert parse(show(term)) == term
    if sort is None:
        with pytest.raises(TermError):
            sort_of(term, KNOWN, {})
    else:
        assert sort_of(term, KNOWN, {}) == sort


@pytest.mark.parametrize(
    "text",
    [
        "",
        ")",
        "((",
        "()",
        "1 2",
        "$y",
        "01",
        "-1",
        "#b1",
        "|$x|",
        '"x"',
        "(assert false)",
        "(check-sat)",
        "(exit)",
        "(+ $x $a)",
        "(+ $x)",
        "(store $a 0 1)",
        "(= $x true)",
        "(let ((y 1)) y)",
        "(forall ((k Real)) true)",
        "(forall ((iteration Int)) true)",
        "(forall (($x Int)) true)",
        "(forall ((x.1 Int)) true)",
        "(forall ((k Int)) (forall ((k Int)) true))",
        "(forall ((div Int)) true)",
        "(forall ((k Int)) k)",
        "(forall () )",
        "(! true :named hidden)",
        "(ite true 1 false)",
        "((as const Int) 0)",
        "(" * (MOST_DEEP + 1) + ")" * (MOST_DEEP + 1),
    ],
)
def test_an_invalid_formula_is_rejected(text: str) -> None:
    with pytest.raises(TermError):
        if sort_of(parse(text), KNOWN, {}) != BOOL:
            raise TermError("not a truth value")


def test_values_are_put_in_for_names() -> None:
    assert show(
        replace_all(parse("(= (select $a k) $x)"), {"$x": ("-", "1"), "$a": "a.1"})
    ) == "(= (select a.1 k) (- 1))"
