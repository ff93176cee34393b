"""The candidates for one program, each kind made once and shared by all searches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from msgspec import Struct, field

from veriabs.annotate.closed_form_candidates import closed_candidates, passed_candidates
from veriabs.annotate.find import of_scalars
from veriabs.annotate.loop_solutions import Solving
from veriabs.annotate.sampled_candidates import asserted, sampled
from veriabs.annotate.term_to_smt import TermToSmt
from veriabs.annotate.write_candidates import written_candidates
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import joined
from veriabs.invariants.quantified import peeled
from veriabs.invariants.scalar.search import more_candidates
from veriabs.loops.flatten import assertions
from veriabs.loops.rotate import as_written
from veriabs.proofcheck.definitions import NO_THEORY, Theory
from veriabs.verify.session import Session

_GUESSING, _SOLVING = 0.5, 0.1
"""Shares of the remaining time: for sampled candidates, and (processor time) for solving loops."""


class Tried(Enum):
    """The kinds of candidates: asserted facts about cells, writes, closed forms, or these and sampled ones."""

    ASSERTED = 1
    WRITTEN = 2
    CLOSED = 3
    SAMPLED = 4


_CANDIDATES_OF: Mapping[Tried, Callable[[Session, Program], Invariants]] = {
    Tried.ASSERTED: asserted,
    Tried.SAMPLED: sampled,
}


class Proposals(Struct):
    """The candidates of a program's loops; with `before`, they may refer to cells as they were before a loop."""

    solving: Solving
    before: bool = False
    speeches: dict[Overflow, TermToSmt] = field(default_factory=dict)
    made: dict[tuple[object, ...], Invariants] = field(default_factory=dict)

    @classmethod
    def of(cls, program: Program, *, before: bool = False) -> Proposals:
        return cls(Solving(peeled(as_written(program, kept=False))), before)

    def tried(
        self, session: Session, part: Program, which: Tried, overflow: Overflow, *, defined: bool = False
    ) -> Invariants:
        """The candidates of a kind for the assertions of `part`; `defined` allows functions."""
        candidates = self.closed(session, overflow, defined=defined)
        if which not in (Tried.CLOSED, Tried.SAMPLED):
            candidates = joined(of_scalars(candidates), self._passed(session, overflow))
        others = joined(candidates, self._sampled(), self.written(session, overflow))
        return joined(self._sampled_candidates(session, part, which), others) if which in _CANDIDATES_OF else others

    def theory(self, session: Session, overflow: Overflow) -> Theory:
        """The functions that the candidates use."""
        self.closed(session, overflow, defined=True)
        smt = self.speeches.get(overflow)
        return NO_THEORY if smt is None else smt.aggregates.theory

    def closed(self, session: Session, overflow: Overflow, *, defined: bool = False) -> Invariants:
        """The candidates from closed forms."""

        def make() -> Invariants:
            found = self.solving.of(overflow, session.left() * _SOLVING)
            smt = self.speeches.setdefault(overflow, TermToSmt()) if defined else None
            return closed_candidates(self.solving.program, found, smt, before=self.before)

        return self._once((overflow, defined), make)

    def _passed(self, session: Session, overflow: Overflow) -> Invariants:
        """The candidates about cells that earlier iterations read."""

        def make() -> Invariants:
            found = self.solving.of(overflow, session.left() * _SOLVING)
            return passed_candidates(self.solving.program, found, before=self.before)

        return self._once(("passed", overflow), make)

    def written(self, session: Session, overflow: Overflow) -> Invariants:
        """The candidates about cells that earlier iterations wrote."""

        def make() -> Invariants:
            return written_candidates(self.solving.program, self.solving.of(overflow, session.left() * _SOLVING))

        return self._once((overflow,), make)

    def _sampled(self) -> Invariants:
        return self._once((), lambda: more_candidates(self.solving.program))

    def _sampled_candidates(self, session: Session, part: Program, which: Tried) -> Invariants:
        hasty = replace(session, deadline=Deadline(session.left() * _GUESSING))
        goals = frozenset(one.number for one in assertions(part))
        return self._once((which, goals), lambda: _CANDIDATES_OF[which](hasty, part))

    def _once(self, key: tuple[object, ...], make: Callable[[], Invariants]) -> Invariants:
        """The cached result; an empty one is made again, since the time may have been too short."""
        if not self.made.get(key):
            self.made[key] = make()
        return self.made[key]


def proposed(session: Session, proposals: Proposals) -> Invariants:
    """Candidates for bit-vector solvers: closed forms of scalars, and writes of earlier iterations."""
    return joined(of_scalars(proposals.closed(session, Overflow.WRAP)), proposals.written(session, Overflow.WRAP))
