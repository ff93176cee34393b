"""Scalars without a closed form whose value is a function of the number of iterations: checksums, hashes, rotations.

Nothing here is believed: what is said of them has to be shown by whoever reads it.
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
    """What an iteration makes of a scalar that has no closed form: `update`, over its value in front of it, which is
    called `before`, the number of the iteration, the values of `others` there, and what is known at the entry.

    It is `initial` at the entry; all values are in the span, in which they wrap if it begins at 0.
    """

    before: str
    initial: Term
    update: Term
    span: tuple[int, int]
    others: tuple[Fold, ...] = ()

    def names(self, counter: str) -> frozenset[str]:
        """What updates speak of that is known at the entry; others begin with something that is known there, too."""
        spoken = self.update.names - {self.before, counter, *(one.before for one in self.others)}
        return spoken.union(*(one.initial.names | one.names(counter) for one in self.others))

    def updates(self) -> Iterator[Term]:
        """What iterations make of it, and of the others."""
        yield self.update
        for one in self.others:
            yield from one.updates()


def folds_of(rule: Rule) -> dict[str, Fold]:
    """The scalars that are not solved and change by what they and others of this kind were."""
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
