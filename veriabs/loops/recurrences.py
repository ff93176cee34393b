"""Closed forms beyond linear ones: `v = v + e` with e a polynomial in the counters (docs/theory.md 1).

sympy sums the polynomial over the integers. Only sums with integer coefficients are taken, computed in the unsigned
type of the variable's size, where wrapping is a ring homomorphism; base and step are re-proved by CBMC on machine words
like those of every closed form. Sums with a denominator, such as j*(j-1)/2, are left: neither solver of CBMC re-proves
one within a minute.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

from veriabs.core.ctree import integer
from veriabs.core.expressions import Binary, Cast, Const, Expr, Unary, Var
from veriabs.core.loop_model import ITERATION, Accelerable
from veriabs.core.types import ULLONG, UNSIGNED, IntType

_ALONE = Lock()
"""Strategies run side by side, and sympy deduces facts about symbols that it keeps for all threads."""


def polynomial_form(variable: Var, start: Var, addend: Expr, counters: Mapping[str, Accelerable]) -> Expr | None:
    """The closed form of a variable to which every iteration adds `addend`, over values at the iteration's start."""
    with _ALONE:
        return _polynomial_form(variable, start, addend, counters)


def _polynomial_form(variable: Var, start: Var, addend: Expr, counters: Mapping[str, Accelerable]) -> Expr | None:
    import sympy  # takes a third of a second, and most programs need no more than linear forms

    j, t = sympy.symbols("j t", integer=True)
    atoms: dict[Any, Var] = {}
    polynomial = _polynomial(addend, counters, t, atoms, sympy)
    if polynomial is None or not isinstance(variable.type, IntType):
        return None
    total = sympy.Poly(sympy.expand(sympy.summation(polynomial, (t, 1, j - 1))), j, *atoms)
    if not all(coefficient.is_Integer for coefficient in total.coeffs()):
        return None
    word = ULLONG if variable.type.bits > 32 else UNSIGNED
    names = [Cast(word, ITERATION), *(Cast(word, atom) for atom in atoms.values())]
    terms = [_term(int(c), powers, names, word) for powers, c in total.terms()]
    form: Expr = Cast(word, start)
    for term in terms:
        form = Binary("+", form, term)
    return Cast(variable.type, form)


def _term(coefficient: int, powers: tuple[int, ...], names: list[Cast], word: IntType) -> Expr:
    term: Expr = integer(coefficient % (1 << word.bits), word)
    for name, power in zip(names, powers, strict=True):
        for _ in range(power):
            term = Binary("*", term, name)
    return term


def _polynomial(expr: Expr, counters: Mapping[str, Accelerable], t: Any, atoms: dict[Any, Var], sympy: Any) -> Any:
    """The expression in iteration t as a sympy polynomial, or None; `atoms` collects the symbols of invariants."""
    match expr:
        case Const(value=int() as value):
            return sympy.Integer(value)
        case Var(name=name):
            if name in counters:
                return _polynomial(counters[name].form, {}, t, atoms, sympy)
            if name == ITERATION.name:
                return t
            symbol = sympy.Symbol(f"v_{name}", integer=True)
            atoms[symbol] = expr
            return symbol
        case Cast(type=IntType(bits=bits), operand=operand) if bits >= 32:
            return _polynomial(operand, counters, t, atoms, sympy)
        case Unary(op="-", operand=operand):
            inner = _polynomial(operand, counters, t, atoms, sympy)
            return None if inner is None else -inner
        case Binary(op="+" | "-" | "*" as op, left=left, right=right):
            one = _polynomial(left, counters, t, atoms, sympy)
            two = _polynomial(right, counters, t, atoms, sympy)
            if one is None or two is None:
                return None
            return one + two if op == "+" else one - two if op == "-" else one * two
        case _:
            return None
