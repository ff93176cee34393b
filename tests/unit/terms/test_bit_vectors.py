"""Entailment of facts about bits, compared with every value of the symbols."""

from __future__ import annotations

from functools import reduce
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meaning import Assignment

from veriabs.terms.binders import ite
from veriabs.terms.bit_vectors import Ranges, refute
from veriabs.terms.bits import OPERATIONS, bitwise
from veriabs.terms.conditions import conjunction, disjunction, eq, le, ne, negate
from veriabs.terms.division import divide, modulo, wrap
from veriabs.terms.entail import Entailment
from veriabs.terms.rebuild import quantified, sum_over
from veriabs.terms.terms import BITS, Condition, Is, Term, call, const, symbol

UNSIGNED, SIGNED = (0, 7), (-4, 3)
A, B = call("a", [symbol("i")], *UNSIGNED), call("b", [symbol("i")], *SIGNED)
BYTE, OTHER = (call(name, [symbol("i")], 0, 255) for name in ("byte", "other"))


def op(name: str, left: Term, right: Term, bounds: tuple[int, int] = (0, 255)) -> Term:
    return bitwise(f"{BITS}{name}{bounds[1].bit_length()}{bounds[0] < 0}", left, right, *bounds)


def proved(goal: Condition, *facts: Condition) -> bool:
    return refute(facts, negate(goal), 5_000_000, 20_000)


def value_under(a: int, b: int) -> Assignment:
    """A bit operation on an operand outside its type's range may give any value of the type."""

    def computed(name: str, args: tuple[int, ...]) -> int:
        if not name.startswith(BITS):
            return a if name == "a" else b
        low, high = SIGNED if name.endswith("True") else UNSIGNED
        inside = all(low <= arg <= high for arg in args)
        return reduce(OPERATIONS[name[len(BITS)]], args) if inside else high - sum(args) % 3

    return Assignment({"i": 1}, computed)  # type: ignore[arg-type]


@st.composite
def terms(draw: st.DrawFn, depth: int = 3) -> Term:
    kind = draw(st.integers(0, 9 if depth else 2))
    below = terms(depth - 1)
    match kind:
        case 0:
            return A
        case 1:
            return B
        case 2:
            return const(draw(st.integers(-9, 9)))
        case 3:
            return draw(below) + draw(below) * draw(st.integers(-3, 3))
        case 4:
            return draw(below) * draw(below)
        case 5:
            divided = divide if draw(st.booleans()) else modulo
            return divided(draw(below), const(draw(st.sampled_from((-8, -3, -1, 1, 2, 3, 4)))))
        case 6:
            return wrap(draw(below), *draw(st.sampled_from((UNSIGNED, SIGNED, (0, 4)))))
        case 7:
            return ite(draw(conditions(depth - 1)), draw(below), draw(below))
        case _:
            name, bounds = draw(st.sampled_from(sorted(OPERATIONS))), draw(st.sampled_from((UNSIGNED, SIGNED)))
            return op(name, draw(below), draw(below), bounds)


@st.composite
def conditions(draw: st.DrawFn, depth: int = 2) -> Condition:
    below = max(depth - 1, 0)
    match draw(st.integers(0, 4 if depth else 2)):
        case 0:
            return le(draw(terms(below)), draw(terms(below)))
        case 1:
            return eq(draw(terms(below)), draw(terms(below)))
        case 2:
            return ne(draw(terms(below)), draw(terms(below)))
        case 3:
            return conjunction((draw(conditions(below)), draw(conditions(below))))
        case _:
            return disjunction((draw(conditions(below)), draw(conditions(below))))


@settings(max_examples=300, deadline=None)
@given(conditions(), conditions(), st.sampled_from(sorted(OPERATIONS)), terms(1))
def test_satisfiable_goals_are_not_refuted(fact: Condition, goal: Condition, name: str, operand: Term) -> None:
    goal = conjunction((goal, ne(op(name, wrap(operand, *SIGNED), B, SIGNED), 9)))  # which always holds
    under = [value_under(a, b) for a, b in product(range(8), range(-4, 4))]
    satisfied = any(one.condition(fact) and one.condition(goal) for one in under)
    assert not (satisfied and refute((fact,), goal, 5_000_000, 20_000))


@settings(max_examples=300, deadline=None)
@given(terms())
def test_every_value_is_in_its_range(term: Term) -> None:
    ranges = Ranges()
    low, high = ranges.of_term(term)
    values = [value_under(a, b).term(term) for a, b in product(range(8), range(-4, 4))]
    assert low <= min(values) <= max(values) <= high and max(map(abs, values)) <= ranges.most


@settings(max_examples=100, deadline=None)
@given(terms(2))
def test_every_value_is_possible(term: Term) -> None:
    values = {value_under(a, b).term(term) for a, b in product(range(8), range(-4, 4))}
    always = ne(op("^", A, const(2), UNSIGNED), 9)
    assert not any(refute((), conjunction((always, eq(term, value))), 5_000_000, 20_000) for value in values)


@pytest.mark.parametrize(
    "goal",
    [
        eq(op("|", modulo(BYTE, const(16)), divide(BYTE, const(16)) * 16), BYTE),
        eq(divide(op("|", modulo(BYTE, const(4)) * 16, divide(OTHER, const(16))), const(16)), modulo(BYTE, const(4))),
        eq(op("^", BYTE, OTHER) + op("&", BYTE, OTHER) * 2, BYTE + OTHER),
        eq(op("|", BYTE, OTHER) + op("&", BYTE, OTHER), BYTE + OTHER),
        eq(op("&", BYTE, const(15)), modulo(BYTE, const(16))),
        le(op("|", modulo(BYTE, const(16)), const(16)), const(31)),
        eq(op("&", BYTE - 256, const(-2), (-(1 << 31), (1 << 31) - 1)), (divide(BYTE, const(2)) - 128) * 2),
        eq(wrap(op("|", BYTE * 2, const(1), (0, 65535)), 0, 255), modulo(BYTE, const(128)) * 2 + 1),
        le(modulo(op("|", B, const(-3), SIGNED) * 5, const(4)), const(0)),
    ],
)
def test_identities_of_bits_follow(goal: Condition) -> None:
    assert proved(goal) and Entailment().proves((), goal)


def test_a_fact_about_the_unknowns_of_the_goal_counts() -> None:
    low_half = eq(modulo(BYTE, const(16)), 0)
    goal = eq(op("|", BYTE, modulo(OTHER, const(16))), BYTE + modulo(OTHER, const(16)))
    assert not proved(goal) and proved(goal, low_half)
    assert not proved(goal, eq(call("else", [symbol("i")], 0, 3), 0))


@pytest.mark.parametrize(
    "goal",
    [
        eq(op("|", modulo(BYTE, const(16)), divide(BYTE, const(32)) * 32), BYTE),
        eq(op("^", BYTE, OTHER), op("|", BYTE, OTHER)),
        eq(wrap(op("|", BYTE * 2, const(1), (0, 65535)), 0, 255), BYTE * 2 + 1),
    ],
)
def test_goals_that_differ_in_a_bit_do_not_follow(goal: Condition) -> None:
    assert not proved(goal) and not Entailment().proves((), goal)


def test_an_operand_that_its_type_may_not_have_is_unknown() -> None:
    """Over the whole numbers, where an overflow has happened, an operation on bits is anything."""
    goal = eq(op("&", BYTE * 2, const(254)), BYTE * 2 - divide(BYTE, const(128)) * 256)
    assert not proved(goal)
    assert proved(eq(op("&", wrap(BYTE * 2, 0, 255), const(254)), BYTE * 2 - divide(BYTE, const(128)) * 256))


def test_wrapping_at_no_power_of_two_is_unknown() -> None:
    kept = op("&", wrap(A - 9, 0, 4), const(6), UNSIGNED)
    differ = (disjunction((ne(A, a), ne(kept, (a - 9) % 5 & 6))) for a in range(8))
    assert not any(map(proved, differ)) and proved(le(kept, const(4)))


def test_bit_operations_on_unbounded_terms_are_unknown() -> None:
    unbounded = call("free", [symbol("i")])
    goal = eq(op("^", wrap(unbounded, 0, 255), BYTE), op("^", BYTE, wrap(unbounded, 0, 255)))
    assert goal.kind is Is.TRUE
    assert not proved(eq(op("|", modulo(unbounded, const(16)), const(0)) + op("&", BYTE, OTHER), BYTE))
    every = quantified(Is.FORALL, "k", eq(call("c", [symbol("k")], 0, 9), 1), symbol("n"))
    smaller = le(op("&", BYTE, OTHER), BYTE)
    assert not proved(disjunction((every, eq(op("&", BYTE, OTHER), BYTE), eq(unbounded, 1))))
    assert proved(disjunction((every, smaller, eq(unbounded, 1)))) and proved(smaller, every, eq(unbounded, 1))


def test_a_sum_is_a_value_like_any_other() -> None:
    added = sum_over("k", call("c", [symbol("k")], 0, 9), symbol("n"))
    kept = wrap(added, 0, 255)
    assert not proved(eq(op("&", kept, const(1)), modulo(added, const(2))))


def test_goals_without_bits_are_left_to_others() -> None:
    assert not proved(le(BYTE, const(255)))
