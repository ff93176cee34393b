"""Split the closed form of a cell into cases with conditions as simple as possible.

    a[k] == (k < i ? (k % 2 == 0 ? 1 : 2) : 0)
    k < i && k % 2 == 0: 1      k < i && k % 2 != 0: 2      k >= i: 0

The results are candidates, so no step here has to be sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations

from veriabs.terms.binders import branches
from veriabs.terms.conditions import disjunction, le, lt, negate
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, const, constant_part, of_atom, symbol, with_atoms

MOST_CASES = 6
"""The number of cases of a cell's value."""

Case = tuple[tuple[Condition, ...], Term]
"""A conjunction of conditions, and the value under them."""


def cases(value: Term, sizes: Mapping[str, int | None]) -> list[Case]:
    """The cases of the value of cells at these indices, nested cases included, up to a limit.

    `sizes` are upper bounds of the indices, which are assumed to hold. Two cases with the same value are joined if
    their conditions differ only in a negated part. A condition that compares an index with a constant gives a second
    case without it, since a first row often behaves as the others do.
    """
    own = frozenset(sizes)
    inside = [lt(symbol(index), size) for index, size in sizes.items() if size is not None]
    found = [(_strongest_conditions(under, own, inside), held) for under, held in _split_cases((), value)]
    plain = _merge_cases([(under, held) for under, held in found if under is not None])
    others = _merge_cases([(_drop_index_bounds(under, own), held) for under, held in plain])
    return list(dict.fromkeys((*others, *plain)))


def _split_cases(under: tuple[Condition, ...], value: Term) -> list[Case]:
    atom = next((atom for atom in value.atoms() if atom.kind is Kind.ITE), None)
    if atom is None:
        return [(under, value)]
    test, *held = branches(atom)
    found: list[Case] = []
    for holds, part in zip((test, negate(test)), held, strict=True):
        if negate(holds) not in under:
            found += _split_cases(tuple(dict.fromkeys((*under, holds))), with_atoms(value, {atom: part}))
    return found[:MOST_CASES]


def _strongest_conditions(
    under: Iterable[Condition], own: frozenset[str], inside: list[Condition]
) -> tuple[Condition, ...] | None:
    """Drop the conditions that follow from the others or from nonnegative indices; None if they contradict each other.
    """
    parts = [one for condition in under for one in _multiplied(_reduced(condition)).conjuncts]
    parts = list(dict.fromkeys(one for one in parts if one.kind is not Is.TRUE))
    if any(one.kind is Is.FALSE or _is_implied(negate(one), (*parts, *inside)) for one in parts):
        return None
    parts = [one for one in parts if not (one.kind is Is.LE and _is_natural(one.term, own))]
    certain = [one for one in parts if one.kind is not Is.OR]
    known = (*certain, *inside)
    rest = [*certain, *(disjunction(_possible(one.parts, known)) for one in parts if one not in certain)]
    return tuple(one for one in rest if not _is_implied(one, (*inside, *(other for other in rest if other != one))))


def _possible(sides: Iterable[Condition], certain: Iterable[Condition]) -> list[Condition]:
    """The sides of a disjunction that the known conditions do not exclude."""
    return [one for one in sides if not _is_implied(negate(one), certain)]


def _is_implied(one: Condition, others: Iterable[Condition]) -> bool:
    """Is the condition among the others, weaker than one of them, or a disjunction with a side that follows?"""
    others = tuple(others)
    if one.kind is Is.OR:
        return any(_is_implied(side, others) for side in one.parts)
    return any(
        one == other
        or (one.kind is other.kind is Is.LE and (gap := (other.term - one.term).value) is not None and gap >= 0)
        for other in others
    )


def _is_natural(term: Term, own: frozenset[str]) -> bool:
    """Is the term at most 0 for all natural indices?"""
    return constant_part(term) <= 0 and all(
        c < 0 and len(mono) == 1 and mono[0][0].name in own for mono, c in term.items if mono
    )


def _multiplied(condition: Condition) -> Condition:
    """A comparison with a quotient as one with the dividend: `x / 8 < i` becomes `x < 8 * i`, for nonnegative x."""
    if condition.kind is not Is.LE:
        return condition
    for mono, c in condition.term.items:
        parts = _quotient(mono[0][0]) if len(mono) == 1 and mono[0][1] == 1 and abs(c) == 1 else None
        if parts is not None:
            divided, divisor = parts
            rest = with_atoms(condition.term, {mono[0][0]: const(0)}) * divisor
            return _multiplied(le(divided + rest - (divisor - 1) if c == 1 else rest - divided, 0))
    return condition


def _reduced(condition: Condition) -> Condition:
    """Move a multiple of the divisor out of the quotient: `(x + 8) / 8` becomes `x / 8 + 1`."""
    new = {}
    for atom in condition.term.atoms() if condition.kind is Is.LE else ():
        if (parts := _quotient(atom)) is not None:
            divided, divisor = parts
            if whole := int(constant_part(divided)) // divisor:
                new[atom] = of_atom(Atom(Kind.DIV, "", (divided - whole * divisor, const(divisor)))) + whole
    return le(with_atoms(condition.term, new), 0) if new else condition


def _quotient(atom: Atom) -> tuple[Term, int] | None:
    """The dividend and the positive constant divisor, if the atom is such a division."""
    match atom.args if atom.kind is Kind.DIV else ():
        case (Term() as divided, Term() as by) if isinstance(divisor := by.value, int) and divisor > 0:
            return divided, divisor
        case _:
            return None


def _merge_cases(found: list[Case]) -> list[Case]:
    """Join cases of the same value with complementary conditions."""
    for (one, value), (other, same) in permutations(found, 2):
        if value == same and (both := _merged_conditions(one, other)) is not None:
            return _merge_cases([(both, value), *(case for case in found if case not in ((one, value), (other, same)))])
    return found


def _merged_conditions(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> tuple[Condition, ...] | None:
    """Join two conjunctions if one has `A` and the other has `not A` with parts that follow from `A`; else None."""
    ours = [part for part in one if part not in other]
    if len(ours) != 1:
        return None if ours else one
    opposite = negate(ours[0])
    more = [part for part in other if part not in one and part != opposite]
    fits = opposite in other and all(_is_implied(part, ours) for part in more)
    return tuple(part for part in other if part != opposite) if fits else None


def _drop_index_bounds(under: tuple[Condition, ...], own: frozenset[str]) -> tuple[Condition, ...]:
    """Drop the comparisons of an index with a constant."""
    return tuple(one for one in under if one.kind is not Is.LE or not one.names <= own)
