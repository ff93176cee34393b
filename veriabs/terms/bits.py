"""Normal form of bit operations on values of one machine type: `x & x` is x, `x ^ y` equals `y ^ x`, `6 & 3` is 2.

Apart from that, bit operations are uninterpreted functions here; `bit_vectors` decides facts about their values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import and_, or_, xor

from veriabs.terms.conditions import between, conjunction, eq, implies, le
from veriabs.terms.terms import BITS, Atom, Condition, Kind, Term, call, const, of_atom

OPERATIONS = {"^": xor, "&": and_, "|": or_}


def bitwise(name: str, left: Term, right: Term, low: int, high: int) -> Term:
    """`left op right` for values from `low` to `high`; the name is `bits`, the operator, and the type.

    Equal operands of `^` cancel, those of `&` and `|` merge. Results that are the same for every value (`x & 0`) become
    constants, and neutral operands (`x | 0`) disappear.
    """
    op = name[len(BITS)]
    many = Counter(operand for side in (left, right) for operand in _operands(name, side))
    known = [c for operand, times in many.items() if (c := operand.value) is not None for _ in range(times)]
    neutral = (-1 if low < 0 else high) if op == "&" else 0
    constant = reduce(OPERATIONS[op], map(int, known), neutral)
    kept = sorted((one for one, times in many.items() if one.value is None and (times % 2 or op != "^")), key=_order)
    if op != "^" and constant == (0 if op == "&" else -1 if low < 0 else high):
        return const(constant)
    if constant != neutral or not kept:
        kept.append(const(constant))
    return reduce(lambda one, two: call(name, (one, two), low, high), kept)


def is_bitwise(atom: Atom) -> bool:
    """Whether the atom is a bit operation."""
    return atom.kind is Kind.CALL and atom.name.startswith(BITS) and atom.name[len(BITS) :][:1] in OPERATIONS


def bounds_of(atom: Atom) -> Iterator[Condition]:
    """Commutativity, and bounds of the result of two operands that are not negative."""
    value, (left, right) = of_atom(atom), atom.terms
    yield eq(value, of_atom(Atom(atom.kind, atom.name, (right, left), atom.low, atom.high)))
    neither = (le(const(0), left), le(const(0), right))
    match atom.name[len(BITS)]:
        case "&":
            inside = conjunction((between(0, value, left + 1), le(value, right)))
        case "|":
            inside = conjunction((between(left, value, left + right + 1), le(right, value)))
        case _:
            inside = between(0, value, left + right + 1)
    yield implies(conjunction(neither), inside)


def _operands(name: str, term: Term) -> Iterator[Term]:
    atom = term.atom
    if atom is None or atom.kind is not Kind.CALL or atom.name != name:
        yield term
        return
    for arg in atom.terms:
        yield from _operands(name, arg)


def _order(term: Term) -> bytes:
    return term.digest
