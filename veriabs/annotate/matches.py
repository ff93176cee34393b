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
    """That no cell matches of those that a scalar of this value excludes."""
    for atom in value.atoms():
        with suppress(UnsaidError):
            if value == of_atom(atom):
                yield from _excluded(own, atom, words)


def _excluded(own: Var, atom: Atom, words: Phrases) -> Iterator[Expr]:
    wide = Cast(LLONG, own)
    match atom.kind:
        case Kind.LAST:
            yield _none(atom, (Binary("<", wide, CELL),), words)
        case Kind.FIRST:
            yield _none(atom, (Binary("<", CELL, wide),), words)
        case Kind.ITE:
            test, _, other = branches(atom)
            if (last := _is_some(test)) is not None:
                yield _none(last, (Binary("==", wide, words.term(other)),), words)
        case _:
            pass


def _is_some(test: Condition) -> Atom | None:
    """The last match of which a condition says that there is one."""
    atoms = list(test.term.atoms()) if test.kind is Is.LE else []
    match atoms:
        case [Atom(kind=Kind.LAST) as last] if test.term == of_atom(last) * -1:
            return last
        case _:
            return None


def _none(match: Atom, premises: tuple[Expr, ...], words: Phrases) -> Expr:
    """That cells do not match up to where it is looked for, under premises."""
    test, last = reopen(match.args[0], _INDEX), match.args[-1]
    assert isinstance(test, Condition) and isinstance(last, Term)
    inside = Binary("<=", integer(0, LLONG), CELL), Binary("<", CELL, words.term(last))
    return implied(conjunction((*inside, *premises)), negate(words.knowing({_INDEX: CELL}).condition(test)))
