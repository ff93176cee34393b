"""Candidates for all who look for facts about one program, each kind made once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from msgspec import Struct, field

from veriabs.annotate.closed import closed_candidates, passed_candidates
from veriabs.annotate.find import of_scalars
from veriabs.annotate.guessed import asserted, guessed
from veriabs.annotate.solved import Solving
from veriabs.annotate.speech import Speech
from veriabs.annotate.written import written_candidates
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
"""Parts of the time left: that for guesses; and what each reading may take, of the processor, to solve loops."""


class Tried(Enum):
    """What is tried: of cells what is asserted, what iterations have written, all that closed forms say, or that and
    guesses."""

    ASSERTED = 1
    WRITTEN = 2
    CLOSED = 3
    GUESSED = 4


_GUESSES: Mapping[Tried, Callable[[Session, Program], Invariants]] = {Tried.ASSERTED: asserted, Tried.GUESSED: guessed}


class Proposals(Struct):
    """Candidates for the loops of a program; with `before` they may speak of cells as they were in front of a loop."""

    solving: Solving
    before: bool = False
    speeches: dict[Overflow, Speech] = field(default_factory=dict)
    made: dict[tuple[object, ...], Invariants] = field(default_factory=dict)

    @classmethod
    def of(cls, program: Program, *, before: bool = False) -> Proposals:
        return cls(Solving(peeled(as_written(program, kept=False))), before)

    def tried(
        self, session: Session, part: Program, which: Tried, overflow: Overflow, *, defined: bool = False
    ) -> Invariants:
        """What is tried for the assertions of a part; if `defined`, with functions that are defined for it."""
        told = self.closed(session, overflow, defined=defined)
        if which not in (Tried.CLOSED, Tried.GUESSED):
            told = joined(of_scalars(told), self._passed(session, overflow))
        others = joined(told, self._seen(), self.written(session, overflow))
        return joined(self._guesses(session, part, which), others) if which in _GUESSES else others

    def theory(self, session: Session, overflow: Overflow) -> Theory:
        """The functions that candidates speak of."""
        self.closed(session, overflow, defined=True)
        speech = self.speeches.get(overflow)
        return NO_THEORY if speech is None else speech.aggregates.theory

    def closed(self, session: Session, overflow: Overflow, *, defined: bool = False) -> Invariants:
        """What closed forms say."""

        def make() -> Invariants:
            found = self.solving.of(overflow, session.left() * _SOLVING)
            speech = self.speeches.setdefault(overflow, Speech()) if defined else None
            return closed_candidates(self.solving.program, found, speech, before=self.before)

        return self._once((overflow, defined), make)

    def _passed(self, session: Session, overflow: Overflow) -> Invariants:
        """What iterations have come past."""

        def make() -> Invariants:
            found = self.solving.of(overflow, session.left() * _SOLVING)
            return passed_candidates(self.solving.program, found, before=self.before)

        return self._once(("passed", overflow), make)

    def written(self, session: Session, overflow: Overflow) -> Invariants:
        """What iterations have written."""

        def make() -> Invariants:
            return written_candidates(self.solving.program, self.solving.of(overflow, session.left() * _SOLVING))

        return self._once((overflow,), make)

    def _seen(self) -> Invariants:
        return self._once((), lambda: more_candidates(self.solving.program))

    def _guesses(self, session: Session, part: Program, which: Tried) -> Invariants:
        hasty = replace(session, deadline=Deadline(session.left() * _GUESSING))
        goals = frozenset(one.number for one in assertions(part))
        return self._once((which, goals), lambda: _GUESSES[which](hasty, part))

    def _once(self, key: tuple[object, ...], make: Callable[[], Invariants]) -> Invariants:
        """What is made; it is made again where there was nothing, as that may have been for want of time."""
        if not self.made.get(key):
            self.made[key] = make()
        return self.made[key]


def proposed(session: Session, proposals: Proposals) -> Invariants:
    """What may hold of scalars, and what iterations may have written, for solvers that know words of bits."""
    return joined(of_scalars(proposals.closed(session, Overflow.WRAP)), proposals.written(session, Overflow.WRAP))
