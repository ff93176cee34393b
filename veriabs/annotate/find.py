"""Finds invariants worth writing down: what shows the assertions, no more than it takes, and where counters are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar

from msgspec import Struct

from veriabs.annotate.copies import of_copies
from veriabs.annotate.counters import counter_candidates, step_candidates
from veriabs.annotate.judge import Judged, judging, unjudged
from veriabs.annotate.sayable import Sayable, everything, only_sayable
from veriabs.annotate.texts import text_candidates
from veriabs.core.copying import replace
from veriabs.core.ctree import names, statements, walk, writes
from veriabs.core.deadline import Deadline
from veriabs.core.expressions import Apply, Element, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import CELL, LoopModel, was_at_entry
from veriabs.core.program import Array, Initial, Program, Scalar
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assert, Loop, LoopId
from veriabs.core.strategy import Steps
from veriabs.core.verdict import holds
from veriabs.invariants.bounds import Goal, Invariants, bounds_program
from veriabs.invariants.candidates import joined, on_their_own, proved_but_bounds, surviving
from veriabs.invariants.explicit import equations
from veriabs.invariants.houdini import houdini
from veriabs.invariants.implied import without_implied
from veriabs.invariants.minimal import minimal
from veriabs.loops.build import each_model
from veriabs.loops.flatten import only
from veriabs.proofcheck.definitions import NO_THEORY, Theory
from veriabs.strategies.cell_invariants import Shown, shown, shown_by_itself
from veriabs.strategies.closed_forms.solved import forms_of
from veriabs.verify.session import Session

_ITSELF = 0.2
"""Part of the time left that an assertion is tried for with what it says itself alone, and with what can be said."""

_TOGETHER = 0.5
"""Part of the time left for what shows several assertions together, before each is tried alone."""

_ALONE = 0.4
"""Part of the time left that each assertion is tried for alone, by CBMC, before solvers are given all that is left."""

_NUMBERS = 0.6
"""Part of the time left for what is asked of whole numbers before CBMC is asked."""

_PROPOSED = 0.25
"""Part of the time left that it is tried for with what is proposed."""

_SHARE, _LAST = 0.5, 0.85
"""Part of the time left that making the invariants of one assertion fewer may take; that where nothing else is open."""

_SOLVING, _JUDGING = 0.1, 0.15
"""Part of the time that solving loops may take, of the processor; and part that is left for what the user gave."""

T = TypeVar("T")
V = TypeVar("V", Scalar, Array)


class Found(Struct, frozen=True):
    """Proven invariants by their loop, those about counters first; the assertions that they do not show, what the user
    gave, and the functions of which the invariants speak."""

    invariants: Invariants
    open: tuple[tuple[Assert, Reason], ...] = ()
    judged: tuple[Judged, ...] = ()
    theory: Theory = NO_THEORY


Further = Callable[[Session, Program, Invariants, Sayable], Found | None]
"""Facts that show every assertion of a program, with those that are known; or none. What can be said comes first."""


Counting = Callable[[Session, Program, Invariants], Invariants | None]
"""Those of candidates about counters that are shown by other means than CBMC's; None if these cannot say."""


Reducing = Callable[[Session, Program, Invariants, Sayable], Invariants | None]
"""Few of the facts that show all assertions of a program, by other means than CBMC's; None if these do not."""


Proposing = Callable[[Session], Invariants]
"""Candidates beside those that are made of the assertion."""


def _as_ever(session: Session, program: Program, tried: Invariants) -> Invariants | None:
    return None


def _not_reduced(session: Session, program: Program, shown_by: Invariants, sayable: Sayable) -> None:
    return None


def _nothing_further(session: Session, program: Program, known: Invariants, sayable: Sayable) -> None:
    return None


def find(
    session: Session,
    program: Program,
    further: Further = _nothing_further,
    sayable: Sayable = everything,
    counting: Counting = _as_ever,
    proposing: Proposing | None = None,
    tell: Callable[[Found], None] = lambda found: None,
    patiently: Further = _nothing_further,
    reducing: Reducing = _not_reduced,
    *,
    numbers: bool = False,
) -> Found:
    """The invariants of a program; what is not found in time is left out.

    `counting` is asked of counters, in front; `proposing` where an assertion does not show itself; `further` of those
    that are left, of all together and of each alone, and `patiently` of those that nothing else shows; `reducing` of
    what CBMC has shown an assertion with. `tell` is told what is found each time that there is more of it. For
    who reads `numbers`, not words of bits, what `further` finds comes before what CBMC does.
    """
    whole = session
    if any(isinstance(stmt, Loop) and stmt.given for stmt in statements(program.body)):
        session = replace(session, deadline=Deadline(session.left() * (1 - _JUDGING)))
    coming = [
        _Waiting(model, session.over())
        for model in each_model(only(program, lambda one: one.kind is GoalKind.ASSERTION))
    ]
    found: list[Invariants] = [_counters(session, program, {}, counting)]
    waiting: list[_Waiting] = []
    theory = NO_THEORY
    if numbers:
        tell(_so_far(program, found, coming))
        hasty = replace(session, deadline=Deadline(session.left() * _NUMBERS))
        coming, theory = _at_once(hasty, program, coming, found, theory, sayable, further)
    while coming:
        tell(_so_far(program, found, (*waiting, *coming), theory))
        model = coming.pop(0).model
        fewer = _Fewer(program, sayable, reducing, _SHARE if coming or waiting else _LAST)
        kept = _by_itself(session, model, proposing, fewer)
        if isinstance(kept, Reason) or not _is_said(kept, sayable):
            waiting.append(_Waiting(model, kept))
        else:
            found.append(kept)
    if not numbers:
        waiting, theory = _at_once(session, program, waiting, found, theory, sayable, further)
    alone = 1.0 if patiently is _nothing_further else _ALONE
    for number, (model, kept) in enumerate(waiting):
        tell(_so_far(program, found, waiting, theory))
        share = alone if isinstance(kept, Reason) else _ITSELF
        fewer = _Fewer(program, sayable, reducing, _SHARE)
        waiting[number] = _Waiting(model, _gained(session, kept, partial(shown, model), share, fewer))
    if any(isinstance(one.kept, Reason) for one in waiting):
        waiting, theory = _at_once(session, program, waiting, found, theory, sayable, patiently)
    left = _so_far(program, found, waiting, theory)
    tell(left)
    known = _without_functions(left.invariants)
    counters = _counters_beside(session, program, found[0], known, counting)
    needed = _without_functions(joined(*found[1:], *_kept(waiting)))
    judged = ran(whole, judging(program, found[0] or counters, needed, session.options.overflow), whole.left())
    return replace(left, invariants=joined(counters, left.invariants), judged=judged or left.judged)


def _by_itself(session: Session, model: LoopModel, proposing: Proposing | None, fewer: _Fewer) -> Invariants | Reason:
    """What shows an assertion with what it says itself, and with what is proposed."""
    kept = _shown_by(session, shown_by_itself(model), session.left() * _ITSELF, fewer)
    if proposing is None:
        return kept
    return _gained(session, kept, partial(_with_proposed, session, model, proposing), _PROPOSED, fewer)


class _Waiting(NamedTuple):
    """An assertion that nothing shows that can be said, and what shows it, or why nothing does."""

    model: LoopModel
    kept: Invariants | Reason


def _so_far(
    program: Program, found: Sequence[Invariants], waiting: Sequence[_Waiting], theory: Theory = NO_THEORY
) -> Found:
    """What is found where nothing more is looked for."""
    still_open = tuple((model.assertion, kept) for model, kept in waiting if isinstance(kept, Reason))
    return Found(joined(*found, *_kept(waiting)), still_open, unjudged(program), theory)


def _kept(waiting: Sequence[_Waiting]) -> Iterator[Invariants]:
    """What shows an assertion, though it cannot be said."""
    yield from (kept for _, kept in waiting if not isinstance(kept, Reason))


def _at_once(
    session: Session,
    program: Program,
    waiting: list[_Waiting],
    found: list[Invariants],
    theory: Theory,
    sayable: Sayable,
    further: Further,
) -> tuple[list[_Waiting], Theory]:
    """What still waits once what is shown at once has been added to what is found, and the functions that it has."""
    for some, share in _groups(tuple(waiting)):
        part = only(program, partial(_is_one_of, some))
        hasty = replace(session, deadline=Deadline(session.left() * share))
        at_once = further(hasty, part, joined(*found), sayable) if all(one in waiting for one in some) else None
        both = None if at_once is None else theory.and_also(at_once.theory)
        if at_once is not None and both is not None and _is_gain(some, at_once, sayable):
            found.append(at_once.invariants)
            theory, waiting = both, [one for one in waiting if one not in some]
    return waiting, theory


def _groups(waiting: Sequence[_Waiting]) -> Iterator[tuple[Sequence[_Waiting], float]]:
    """All together, then each alone, with the part of the time left that they have."""
    if len(waiting) > 1:
        yield waiting, _TOGETHER
    yield from (((one,), 1 / (len(waiting) - place)) for place, one in enumerate(waiting))


def _is_one_of(waiting: Sequence[_Waiting], asserted: Assert) -> bool:
    return any(one.model.assertion.number == asserted.number for one in waiting)


def _is_gain(some: Sequence[_Waiting], at_once: Found, sayable: Sayable) -> bool:
    """Was something not shown that is shown at once, or does this say it?"""
    return any(isinstance(one.kept, Reason) for one in some) or _is_said(at_once.invariants, sayable)


def fewer_and_all(program: Program, facts: Invariants) -> list[Invariants]:
    """What may be enough of some facts, the fewest first: none about cells, those about cells that the loop writes,
    those about anything that it writes, since all else is known in front of it already, and all of them."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    written = {loop.id: writes((*loop.body, *loop.update)) for loop in loops}
    telling = of_what_changes(program)
    changing = {at: tuple(e for e in exprs if names(e) & written.get(at, names(e))) for at, exprs in facts.items()}
    own = {at: tuple(fact for fact in exprs if telling(at, fact)) for at, exprs in changing.items()}
    several = (of_scalars(own), own, changing, facts)
    return [one for place, one in enumerate(several) if one not in several[:place]]


def of_what_changes(program: Program) -> Callable[[LoopId, Expr], bool]:
    """Is a fact about cells that its loop writes? What it says of others is known in front of the loop already."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    written = {loop.id: writes((*loop.body, *loop.update)) & program.arrays.keys() for loop in loops}

    def telling(loop: LoopId, fact: Expr) -> bool:
        about = names(fact) & program.arrays.keys()
        return not about or bool(about & written.get(loop, about))

    return telling


class _Fewer(Struct, frozen=True):
    """How what shows an assertion of a program is made less, and the part of the time left that this may take."""

    program: Program
    sayable: Sayable
    reducing: Reducing
    share: float

    def of(self, session: Session, said: Shown) -> Invariants:
        session = replace(session, deadline=Deadline(session.left() * self.share))
        part = only(self.program, lambda one: one.number == said.goal.assertion.number)
        few = self.reducing(session, part, said.invariants, self.sayable)
        if few is not None:
            return few
        fewest = [without_implied(said.invariants)]
        kept = ran(session, _fewest(said, fewest.append, self.sayable), session.left())
        return fewest[-1] if kept is None else kept


def _shown_by(session: Session, steps: Steps[Shown], seconds: float, fewer: _Fewer) -> Invariants | Reason:
    """Few facts that show an assertion, of those that can be said if these are enough; or why it is not shown."""
    said = ran(session, steps, seconds)
    if said is None:
        return session.over()
    return said.found if isinstance(said.found, Reason) else fewer.of(session, said)


def _gained(
    session: Session, kept: Invariants | Reason, steps: Callable[[], Steps[Shown]], share: float, fewer: _Fewer
) -> Invariants | Reason:
    """What shows an assertion; something else in its place that shows it too if that can be said, or nothing did."""
    if not isinstance(kept, Reason) and _is_said(kept, fewer.sayable):
        return kept
    more = _shown_by(session, steps(), session.left() * share, fewer)
    said = not isinstance(more, Reason) and _is_said(more, fewer.sayable)
    return more if said or isinstance(kept, Reason) else kept


def _with_proposed(session: Session, model: LoopModel, proposing: Proposing) -> Steps[Shown]:
    return shown_by_itself(model, proposing(session))


def _is_said(kept: Invariants, sayable: Sayable) -> bool:
    return kept == only_sayable(kept, sayable)


def _fewest(said: Shown, tell: Callable[[Invariants], None], sayable: Sayable) -> Steps[Invariants]:
    """What the proof needs; if it can do without, nothing that rests on static objects that begin as 0.

    Who reads the text sees no reason for that at a loop, and CBMC's contracts have forgotten it there. Where facts
    about scalars are enough, there are none about cells.
    """
    telling, facts = of_what_changes(said.program), without_implied(said.invariants)
    plain = without_implied(only_sayable(said.invariants, sayable))
    for program, known in product((unset(said.program), said.program), (plain, facts) if plain != facts else (facts,)):
        cut = partial(_cut_program, program, said.goal)
        for tried in fewer_and_all(said.program, known):
            piece, left = yield from houdini(tried, cut, surviving)
            if piece is not None and holds(piece):
                tell(left)
                return (yield from minimal(left, cut, telling=telling, tell=tell))
    return (yield from minimal(said.invariants, cut, telling=telling, tell=tell))


def _without_functions(facts: Invariants) -> Invariants:
    """What CBMC can be asked of: it knows no functions of whole numbers and arrays, and no cells of before a loop."""
    return {loop: tuple(e for e in exprs if not any(map(_is_unknown, walk(e)))) for loop, exprs in facts.items()}


def _is_unknown(part: Expr) -> bool:
    return isinstance(part, Apply) or (isinstance(part, Element) and bool(was_at_entry(part.array)))


def of_scalars(facts: Invariants) -> Invariants:
    return {loop: tuple(fact for fact in exprs if CELL not in walk(fact)) for loop, exprs in facts.items()}


def unset(program: Program) -> Program:
    """The program whose static objects begin with any values."""

    def forgotten(variables: Mapping[str, V]) -> dict[str, V]:
        return {name: replace(one, initial=Initial.NONDET) for name, one in variables.items()}

    return replace(program, scalars=forgotten(program.scalars), arrays=forgotten(program.arrays))


def _cut_program(program: Program, goal: Goal, invariants: Invariants) -> Query:
    return bounds_program(program, invariants, goal)


def _counters(session: Session, program: Program, known: Invariants, counting: Counting) -> Invariants:
    """What is proved of counters, and of what is a function of them, with what is known."""
    forms = equations(program, forms_of(program, session.left() * _SOLVING))
    tried = joined(counter_candidates(program), text_candidates(program), forms, known)
    shown_so = counting(session, program, tried)
    return ran(session, _counted(program, tried), session.left()) or {} if shown_so is None else shown_so


def _counters_beside(
    session: Session, program: Program, first: Invariants, known: Invariants, counting: Counting
) -> Invariants:
    """What is proved of counters with what is known, since trips may rest on that, and of what is known of copies."""
    more = _alike(session, program, known, counting) if first else _counters(session, program, known, counting)
    known = joined(more, known)
    return joined(more, _shown_of(of_copies(program, known), session, program, known, counting))


def _alike(session: Session, program: Program, known: Invariants, counting: Counting) -> Invariants:
    """How counters step, and on which side of where they began they are, where only what is known by now says that none
    of them wraps."""
    tried = step_candidates(program)
    new = {loop: tuple(one for one in exprs if one not in known.get(loop, ())) for loop, exprs in tried.items()}
    return _shown_of(new, session, program, known, counting)


def _shown_of(
    new: Invariants, session: Session, program: Program, known: Invariants, counting: Counting
) -> Invariants:
    """What is shown of the candidates beside what is known."""
    shown_so = (counting(session, program, joined(known, new)) or {}) if any(new.values()) else {}
    return {loop: tuple(one for one in shown_so.get(loop, ()) if one in exprs) for loop, exprs in new.items()}


def _counted(program: Program, tried: Invariants) -> Steps[Invariants]:
    rounds = houdini(tried, partial(bounds_program, program), surviving, hopeless=on_their_own)
    piece, left = yield from rounds
    return left if piece is not None and proved_but_bounds(piece) else {}


def ran(session: Session, steps: Steps[T], seconds: float) -> T | None:
    """What the steps come to, whose requests are run one after the other; None if that takes longer."""
    session = replace(session, deadline=Deadline(seconds))
    try:
        ask = next(steps)
        while session.left() > 0:
            ask = steps.send(tuple(session.submit(request).result() for request in ask))
    except StopIteration as over:
        result: T = over.value
        return result
    steps.close()
    return None
