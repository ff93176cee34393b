"""Facts that show all assertions at once, by the solvers of certificates: seconds where cut programs take minutes.

They know whole numbers and arrays where CBMC knows bits. Both solvers have to show what comes out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from msgspec import Struct

from veriabs.annotate.closed import closed_candidates
from veriabs.annotate.find import of_scalars, of_what_changes, ran, unset
from veriabs.annotate.guessed import guessed
from veriabs.annotate.implied import without_implied
from veriabs.annotate.proof import EACH_SECONDS, QUICK_SECONDS, certificate_of, shown
from veriabs.annotate.sayable import Sayable, everything, only_sayable
from veriabs.annotate.saying import Saying, later
from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.deadline import Deadline
from veriabs.core.errors import OutOfTimeError, ToolError, UnsupportedError
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.statements import Loop
from veriabs.core.strategy import Steps
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import Placed, collected, joined
from veriabs.invariants.minimal import fewest
from veriabs.invariants.quantified import peeled
from veriabs.proofcheck.check import check
from veriabs.proofcheck.terms import Term, show
from veriabs.verify.session import Session

_SHARE, _GUESSING, _SHRINKING = 0.6, 0.5, 0.6
"""Parts of the time left for all of this; of that for making candidates, and for leaving out what can be."""


def shown_at_once(
    session: Session, program: Program, known: Invariants, sayable: Sayable = everything
) -> Invariants | None:
    """Few facts that show every assertion with those that are known; None if the solvers do not show all of them."""
    session = replace(session, deadline=Deadline(session.left() * _SHARE))
    hasty = replace(session, deadline=Deadline(session.left() * _GUESSING))
    readings = (Overflow.WRAP, Overflow.UNDEFINED)[: 1 if session.options.overflow is Overflow.WRAP else 2]
    try:
        closed = {overflow: closed_candidates(peeled(program), overflow) for overflow in readings}
        others: tuple[Callable[[], Invariants], ...] = (dict, partial(guessed, hasty, program))
        for more in (make() for make in others):
            for each, overflow in product((QUICK_SECONDS, EACH_SECONDS), readings):
                asked = _Asked(session, program, overflow, known, sayable)
                if (found := _fewest(asked, joined(more, closed[overflow]), each)) is not None:
                    return found
    except (UnsupportedError, ToolError, OutOfTimeError):
        pass
    return None


def _fewest(asked: _Asked, tried: Invariants, each: float) -> Invariants | None:
    """What the solvers need of the candidates, with so many seconds for each, and of the static objects to be 0."""
    shown_first = asked.kept(asked.program, tried, each)
    if shown_first is None:
        return None
    program, facts = _plainest(asked, shown_first)
    over = Deadline(asked.session.left() * _SHRINKING)

    def without(rest: list[Placed]) -> Steps[list[Placed] | None]:
        yield from ()  # the solvers are asked right here
        left = asked.kept(program, collected(rest), QUICK_SECONDS) if over.left() > 0 else None
        return None if left is None else [(loop, fact) for loop, fact in rest if fact in left.get(loop, ())]

    longest = sorted(_placed(facts), key=lambda one: len(repr(one[1])), reverse=True)
    fewer = ran(asked.session, fewest(longest, without), asked.session.left())
    several = (facts,) if fewer is None else (collected(fewer), facts)
    return next((one for one in several if asked.accepted(one)), None)


def _plainest(asked: _Asked, facts: Invariants) -> tuple[Program, Invariants]:
    """A program whose static objects hold anything, and no facts about cells, or about those that no loop writes, as
    long as the assertions can be shown."""
    telling, plain = of_what_changes(asked.program), without_implied(facts)
    own = {loop: tuple(fact for fact in exprs if telling(loop, fact)) for loop, exprs in plain.items()}
    forgetful = unset(asked.program)
    several = [(forgetful, of_scalars(own)), (forgetful, own), (forgetful, plain), (asked.program, plain)]
    said = [(program, only_sayable(fewer, asked.sayable)) for program, fewer in several]
    for program, fewer in (*said, *several) if said != several else several:
        if (left := asked.kept(program, fewer, QUICK_SECONDS)) is not None:
            return program, left
    return asked.program, facts


class _Asked(Struct, frozen=True):
    """What the solvers are asked of candidates, beside what is known."""

    session: Session
    program: Program
    overflow: Overflow
    known: Invariants
    sayable: Sayable

    def kept(self, program: Program, tried: Invariants, each: float) -> Invariants | None:
        """The candidates that prove each other, if they show every assertion; None if not."""
        if self.session.left() <= 0:
            return None
        claim = certificate_of(program, joined(self.known, tried), self.overflow, {})
        kept, missing = shown(program, claim, self.session.left, each)
        if missing:
            return None
        tested = statements(peeled(program).body)
        behind = {stmt.id for stmt in tested if isinstance(stmt, Loop) and stmt.peeled}
        saying = Saying.of(program, self.overflow)

        def text(placed: Placed) -> str:
            said: Term = saying.formula(placed[1])
            return show(later(said) if placed[0] in behind else said)

        return collected([one for one in _placed(tried) if text(one) in kept.invariants[one[0]]])

    def accepted(self, facts: Invariants) -> bool:
        """Do both solvers show all assertions of the program itself with these facts and what is known?"""
        claim = certificate_of(self.program, joined(self.known, facts), self.overflow, {})
        kept, missing = shown(self.program, claim, self.session.left)
        deadline = Deadline(self.session.left())
        return not missing and check(kept, self.program, self.session.options.overflow, deadline).is_accepted


def _placed(facts: Invariants) -> list[Placed]:
    return [(loop, fact) for loop, exprs in facts.items() for fact in exprs]
