"""Bit operations in normal form, compared with Python's results for the same values."""

from __future__ import annotations

from functools import reduce
from itertools import product

import pytest
from meaning import Assignment

from veriabs.terms.bits import OPERATIONS, bitwise, bounds_of, is_bitwise
from veriabs.terms.conditions import eq
from veriabs.terms.entail import Entailment
from veriabs.terms.rebuild import Substitution
from veriabs.terms.terms import BITS, Term, call, const, symbol

X, Y = symbol("x"), symbol("y")
RANGES = {"unsigned": (0, 7), "signed": (-4, 3)}


def op(name: str, left: Term, right: Term, low: int = 0, high: int = 7) -> Term:
    return bitwise(f"{BITS}{name}8", left, right, low, high)


def value(term: Term, x: int, y: int) -> int:
    def computed(name: str, args: tuple[int, ...]) -> int:
        return reduce(OPERATIONS[name[len(BITS)]], args)

    return Assignment({"x": x, "y": y}, computed).term(term)  # type: ignore[return-value]


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("kind", RANGES)
def test_the_normal_form_has_the_value_of_the_operation(name: str, kind: str) -> None:
    low, high = RANGES[kind]
    parts = [X, Y, const(0), const(high), const(low), const(2)]
    for one, two, three in product(parts, repeat=3):
        term = op(name, op(name, one, two, low, high), op(name, three, one, low, high), low, high)
        for x, y in product((low, -1 if low else 5, 1, 2, high), repeat=2):
            values = [value(part, x, y) for part in (one, two, three, one)]
            assert value(term, x, y) == reduce(OPERATIONS[name], values)


def test_repeated_operand_cancels_in_exclusive_or_only() -> None:
    once = op("^", X, Y)
    assert op("^", once, Y) == X
    assert op("^", op("^", Y, once), X) == const(0)
    assert op("^", op("^", once, Y), Y) == once
    assert op("|", op("|", X, Y), Y) == op("|", Y, X) != X


def test_terms_with_zero_exclusive_or_are_equal() -> None:
    assert eq(op("^", X, Y)) == eq(const(0), op("^", Y, X)) == eq(X, Y)
    assert eq(op("^", op("^", X, Y), const(3))) == eq(op("^", X, Y), 3)
    assert eq(op("^", X, Y), 1) != eq(X, Y)
    assert eq(op("&", X, Y)) != eq(X, Y)


def test_operands_of_another_type_are_opaque() -> None:
    inner = bitwise(f"{BITS}^16", X, Y, 0, 7)
    assert op("^", inner, Y) != X


def test_substitution_cancels_equal_operands() -> None:
    assert Substitution({"y": X})(op("^", X, Y)) == const(0)
    assert Substitution({"y": const(0)})(op("&", X, Y)) == const(0)


def test_user_function_is_no_bit_operation() -> None:
    atoms = [call(name, (X, Y)).atom for name in ("bits", "bits@2", "bitset")]
    assert not any(atom is not None and is_bitwise(atom) for atom in atoms)


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("kind", RANGES)
def test_axioms_of_bit_operations_are_true(name: str, kind: str) -> None:
    low, high = RANGES[kind]
    atom = op(name, X, Y, low, high).atom
    assert atom is not None

    def computed(called: str, args: tuple[int, ...]) -> int:
        return OPERATIONS[called[len(BITS)]](*args)

    for x, y in product(range(low, high + 1), repeat=2):
        assert all(Assignment({"x": x, "y": y}, computed).condition(axiom) for axiom in bounds_of(atom))


def test_operands_may_be_exchanged_and_not_replaced() -> None:
    left = call(f"{BITS}^8", (call("a", [X]), call("a", [Y])), 0, 7)
    right = call(f"{BITS}^8", (call("a", [symbol("z")]), call("a", [X])), 0, 7)
    entailment = Entailment(5.0)
    assert entailment.proves((eq(Y, symbol("z")),), eq(left, right))
    assert not entailment.proves((), eq(left, right))
