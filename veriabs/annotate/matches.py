"""Make candidates from scalars that record a first or last match: none of the earlier cells matches.

`ended || text[k] != 0` for every k below i needs no function, where `ended` records a 0 among the earlier cells. The
results are candidates.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from veriabs.annotate.term_to_expr import TermToExpr
from veriabs.core.ctree import conjunction, integer, negate
from veriabs.core.expressions import Binary, Cast, Expr, Var
from veriabs.core.loop_model import CELL
from veriabs.core.types import LLONG
from veriabs.invariants.quantified.ranges import implied
from veriabs.strategies.closed_forms.expressions import UntranslatableError
from veriabs.terms.binders import branches, reopen
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, of_atom

_INDEX = f"#{(1 << 16) - 2}"
"""An index for an opened binder that no other term uses."""


def none_matches(own: Var, value: Term, words: TermToExpr) -> Iterator[Expr]:
    """No cell matches in the range that the scalar's value excludes: all cells, or those before or after the match."""
    wide, atom = Cast(LLONG, own), value.atom
    found = None if atom is None else _match(atom)
    if found is None:
        return
    match, value_of_some, value_of_none = found
    order = (wide, CELL) if match.kind is Kind.LAST else (CELL, wide)
    with suppress(UntranslatableError):
        yield _none(match, Binary("==", wide, words.term(value_of_none)), words)
        if value_of_some == of_atom(match):
            yield _none(match, Binary("<", *order), words)


def _match(case: Atom) -> tuple[Atom, Term, Term] | None:
    """The match on which a case depends, with the values if there is a match and if there is none."""
    if case.kind is not Kind.ITE:
        return None
    test, then, other = branches(case)
    matches = (one for one in test.term.atoms() if one.kind in (Kind.LAST, Kind.FIRST)) if test.kind is Is.LE else ()
    for match in matches:
        place, steps = of_atom(match), match.args[-1]
        assert isinstance(steps, Term)
        some, none = (place * -1, place + 1) if match.kind is Kind.LAST else (place - steps + 1, steps - place)
        if test.term in (some, none):
            return (match, then, other) if test.term == some else (match, other, then)
    return None


def _none(match: Atom, premise: Expr, words: TermToExpr) -> Expr:
    """No cell in the search range matches, if the premise holds."""
    test, steps = reopen(match.args[0], _INDEX), match.args[-1]
    assert isinstance(test, Condition) and isinstance(steps, Term)
    inside = Binary("<=", integer(0, LLONG), CELL), Binary("<", CELL, words.term(steps))
    return implied(conjunction((*inside, premise)), negate(words.knowing({_INDEX: CELL}).condition(test)))
