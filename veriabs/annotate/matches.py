"""What a scalar that tells of a first or last match says of the cells that were come past: that none of them matches.

`ended || text[k] != 0` for every k below i takes no function, where `ended` is that some cell so far was 0. Nothing
here is believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from veriabs.annotate.phrases import Phrases, UnsaidError
from veriabs.core.ctree import conjunction, integer, negate
from veriabs.core.expressions import Binary, Cast, Expr, Var
from veriabs.core.loop_model import CELL
from veriabs.core.types import LLONG
from veriabs.invariants.quantified.ranges import implied
from veriabs.terms.binders import branches, reopen
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, of_atom

_INDEX = f"#{(1 << 16) - 2}"
"""An opened index that no term has of itself."""


def none_matches(own: Var, value: Term, words: Phrases) -> Iterator[Expr]:
    """That no cell matches of those that a scalar of this value excludes: all, or those behind or in front of it."""
    wide, atom = Cast(LLONG, own), value.atom
    found = None if atom is None else _match(atom)
    if found is None:
        return
    match, value_of_some, value_of_none = found
    order = (wide, CELL) if match.kind is Kind.LAST else (CELL, wide)
    with suppress(UnsaidError):
        yield _none(match, Binary("==", wide, words.term(value_of_none)), words)
        if value_of_some == of_atom(match):
            yield _none(match, Binary("<", *order), words)


def _match(case: Atom) -> tuple[Atom, Term, Term] | None:
    """The match on which a case depends, and its values where there is one and where there is none."""
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


def _none(match: Atom, premise: Expr, words: Phrases) -> Expr:
    """That cells do not match up to where it is looked for, under a premise."""
    test, steps = reopen(match.args[0], _INDEX), match.args[-1]
    assert isinstance(test, Condition) and isinstance(steps, Term)
    inside = Binary("<=", integer(0, LLONG), CELL), Binary("<", CELL, words.term(steps))
    return implied(conjunction((*inside, premise)), negate(words.knowing({_INDEX: CELL}).condition(test)))
