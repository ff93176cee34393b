"""The cases of a value that closed forms give for a cell, with conditions as plain as they can be said.

Nothing here has to be right: what comes out are candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations

from veriabs.terms.binders import branches
from veriabs.terms.conditions import disjunction, le, lt, negate
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, const, constant_part, of_atom, symbol, with_atoms

MOST_CASES = 6
"""Of what a cell may hold."""

Case = tuple[tuple[Condition, ...], Term]
"""What holds, and the value then."""


def cases(value: Term, sizes: Mapping[str, int | None]) -> list[Case]:
    """The cases of a value of cells at these indices, cases within cases too; not more than so many.

    Of indices that are below a number, only what is not said by that is said.

    Those of one value are one where they only differ in what is opposite; and where some of what holds compares an
    index with a number alone, there is one without that too: a first row is as the others are.
    """
    own = frozenset(sizes)
    inside = [lt(symbol(index), size) for index, size in sizes.items() if size is not None]
    found = [(_without_weaker(under, own, inside), held) for under, held in _apart((), value)]
    plain = _joined([(under, held) for under, held in found if under is not None])
    others = _joined([(_about_others(under, own), held) for under, held in plain])
    return list(dict.fromkeys((*others, *plain)))


def _apart(under: tuple[Condition, ...], value: Term) -> list[Case]:
    atom = next((atom for atom in value.atoms() if atom.kind is Kind.ITE), None)
    if atom is None:
        return [(under, value)]
    test, *held = branches(atom)
    found: list[Case] = []
    for holds, part in zip((test, negate(test)), held, strict=True):
        if negate(holds) not in under:
            found += _apart(tuple(dict.fromkeys((*under, holds))), with_atoms(value, {atom: part}))
    return found[:MOST_CASES]


def _without_weaker(
    under: Iterable[Condition], own: frozenset[str], inside: list[Condition]
) -> tuple[Condition, ...] | None:
    """What holds without what follows from the rest, or of indices that are not negative; None if nothing can."""
    parts = [one for condition in under for one in _conjuncts(_multiplied(_reduced(condition)))]
    parts = list(dict.fromkeys(one for one in parts if one.kind is not Is.TRUE))
    if any(one.kind is Is.FALSE or _follows(negate(one), (*parts, *inside)) for one in parts):
        return None
    parts = [one for one in parts if not (one.kind is Is.LE and _is_natural(one.term, own))]
    certain = [one for one in parts if one.kind is not Is.OR]
    known = (*certain, *inside)
    rest = [*certain, *(disjunction(_possible(one.parts, known)) for one in parts if one not in certain)]
    return tuple(one for one in rest if not _follows(one, (*inside, *(other for other in rest if other != one))))


def _possible(sides: Iterable[Condition], certain: Iterable[Condition]) -> list[Condition]:
    """What may hold of several sides where something is certain."""
    return [one for one in sides if not _follows(negate(one), certain)]


def _conjuncts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if condition.kind is Is.AND else (condition,)


def _follows(one: Condition, others: Iterable[Condition]) -> bool:
    """Is it one of these, or the same comparison with a weaker number, or does a side of it follow?"""
    others = tuple(others)
    if one.kind is Is.OR:
        return any(_follows(side, others) for side in one.parts)
    return any(
        one == other
        or (one.kind is other.kind is Is.LE and (gap := (other.term - one.term).value) is not None and gap >= 0)
        for other in others
    )


def _is_natural(term: Term, own: frozenset[str]) -> bool:
    """Is it at most 0 whatever indices these are?"""
    return constant_part(term) <= 0 and all(
        c < 0 and len(mono) == 1 and mono[0][0].name in own for mono, c in term.items if mono
    )


def _multiplied(condition: Condition) -> Condition:
    """A comparison with a quotient as one with what is divided: `x / 8 < i` is `x < 8 * i`, unless x is negative."""
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
    """A comparison with the quotient of a sum as one without the multiple of the divisor in it: `x / 8 + 1`."""
    new = {}
    for atom in condition.term.atoms() if condition.kind is Is.LE else ():
        if (parts := _quotient(atom)) is not None:
            divided, divisor = parts
            if whole := int(constant_part(divided)) // divisor:
                new[atom] = of_atom(Atom(Kind.DIV, "", (divided - whole * divisor, const(divisor)))) + whole
    return le(with_atoms(condition.term, new), 0) if new else condition


def _quotient(atom: Atom) -> tuple[Term, int] | None:
    """What is divided by which number above 0, if that is what the atom does."""
    match atom.args if atom.kind is Kind.DIV else ():
        case (Term() as divided, Term() as by) if isinstance(divisor := by.value, int) and divisor > 0:
            return divided, divisor
        case _:
            return None


def _joined(found: list[Case]) -> list[Case]:
    """With one case for two of the same value that hold side by side."""
    for (one, value), (other, same) in permutations(found, 2):
        if value == same and (both := _both(one, other)) is not None:
            return _joined([(both, value), *(case for case in found if case not in ((one, value), (other, same)))])
    return found


def _both(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> tuple[Condition, ...] | None:
    """What holds in one or in the other, if that is in one where there is `A`, in the other not `A` and what `A` has
    follow."""
    ours = [part for part in one if part not in other]
    if len(ours) != 1:
        return None if ours else one
    opposite = negate(ours[0])
    more = [part for part in other if part not in one and part != opposite]
    fits = opposite in other and all(_follows(part, ours) for part in more)
    return tuple(part for part in other if part != opposite) if fits else None


def _about_others(under: tuple[Condition, ...], own: frozenset[str]) -> tuple[Condition, ...]:
    """Without what compares indices with numbers alone."""
    return tuple(one for one in under if one.kind is not Is.LE or not one.names <= own)
