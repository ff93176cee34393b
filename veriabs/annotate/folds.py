"""Describe scalars without a closed form as functions of the number of iterations: checksums, hashes, rotations.

The results are candidates; the reader of an annotation proves them.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.program import Scalar
from veriabs.core.types import IntType
from veriabs.strategies.closed_forms.loops import Rule
from veriabs.terms.rebuild import Substitution
from veriabs.terms.terms import Term, symbol


class Fold(Struct, frozen=True):
    """The update of a scalar without a closed form by one iteration.

    `update` is a term over the previous value `before`, the iteration number, the values of `others`, and values at the
    loop's entry. The scalar starts as `initial`. All values are in `span`; if it begins at 0, they wrap in it.
    """

    before: str
    initial: Term
    update: Term
    span: tuple[int, int]
    others: tuple[Fold, ...] = ()

    def names(self, counter: str) -> frozenset[str]:
        """The symbols of the updates that stand for values at the entry, those of `others` included."""
        free = self.update.names - {self.before, counter, *(one.before for one in self.others)}
        return free.union(*(one.initial.names | one.names(counter) for one in self.others))

    def updates(self) -> Iterator[Term]:
        """The updates of the scalar and of the others."""
        yield self.update
        for one in self.others:
            yield from one.updates()


def folds_of(rule: Rule) -> dict[str, Fold]:
    """The scalars without a closed form whose new value depends on old values of such scalars."""
    equations, scalars = rule.equations, rule.executor.program.scalars
    pending = {name: one for name, one in equations.unknowns.items() if name not in equations.solved}
    spans = {name: (ctype.lowest, ctype.highest) for name in pending if (ctype := _type(scalars.get(name))) is not None}
    kept = Substitution({pending[name].entry: symbol(pending[name].entry, *span) for name, span in spans.items()})
    waiting, found = {one.entry for one in pending.values()}, dict[str, Fold]()
    for _ in pending:
        known = {fold.before: fold for fold in found.values()}
        for name, one in pending.items():
            read = one.update.names & waiting - {one.entry}
            if name in spans and name not in found and read <= known.keys() and isinstance(one.initial, Term):
                update = rule.executor.simplifier.term(kept(one.update), rule.iteration.facts)
                others = tuple(known[entry] for entry in sorted(read & update.names))
                found[name] = Fold(one.entry, one.initial, update, spans[name], others)
    return found


def _type(variable: Scalar | None) -> IntType | None:
    return variable.type if variable is not None and isinstance(variable.type, IntType) else None
