"""Find invariants worth writing down: the few that prove the assertions, and those about counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar

from msgspec import Struct

from veriabs.annotate.copies import of_copies
from veriabs.annotate.counters import counter_candidates, step_candidates
from veriabs.annotate.expressible import Expressible, everything, only_expressible
from veriabs.annotate.judge import Judged, judging, unjudged
from veriabs.annotate.string_candidates import text_candidates
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
from veriabs.invariants.candidates import independent, joined, proved_but_bounds, surviving
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
"""The share of the time for an assertion with candidates from itself alone."""

_TOGETHER = 0.5
"""The share of the remaining time for proving several assertions together, before each is tried alone."""

_ALONE = 0.4
"""The share of the remaining time for CBMC on each assertion alone, before other solvers get the rest."""

_NUMBERS = 0.6
"""The share of the remaining time for the integer solvers before CBMC starts."""

_PROPOSED = 0.25
"""The share of the remaining time for an assertion with proposed candidates."""

_SHARE, _LAST = 0.5, 0.85
"""Shares of the remaining time for minimising the invariants of one assertion: in general, and if no other is open."""

_SOLVING, _JUDGING = 0.1, 0.15
"""Shares of the time for solving recurrences (processor time), and for judging the user's invariants."""

T = TypeVar("T")
V = TypeVar("V", Scalar, Array)


class Found(Struct, frozen=True):
    """Proved invariants by loop, those about counters first.

    `open` are unproved assertions with reasons, `judged` results for the user's invariants; `theory` defines functions.
    """

    invariants: Invariants
    open: tuple[tuple[Assert, Reason], ...] = ()
    judged: tuple[Judged, ...] = ()
    theory: Theory = NO_THEORY


Further = Callable[[Session, Program, Invariants, Expressible], Found | None]
"""Finds facts that, with the known ones, prove every assertion of a program, preferably writable ones; None if it
fails.
"""


Counting = Callable[[Session, Program, Invariants], Invariants | None]
"""Proves candidates about counters without CBMC; None if the solvers cannot tell."""


Reducing = Callable[[Session, Program, Invariants, Expressible], Invariants | None]
"""Minimises a set of facts that prove all assertions of a program, without CBMC; None if it cannot."""


Proposing = Callable[[Session], Invariants]
"""Candidates besides those made from the assertion."""


def _as_ever(session: Session, program: Program, tried: Invariants) -> Invariants | None:
    return None


def _not_reduced(session: Session, program: Program, shown_by: Invariants, expressible: Expressible) -> None:
    return None


def _nothing_further(session: Session, program: Program, known: Invariants, expressible: Expressible) -> None:
    return None


def find(
    session: Session,
    program: Program,
    further: Further = _nothing_further,
    expressible: Expressible = everything,
    counting: Counting = _as_ever,
    proposing: Proposing | None = None,
    on_progress: Callable[[Found], None] = lambda found: None,
    patiently: Further = _nothing_further,
    reducing: Reducing = _not_reduced,
    *,
    numbers: bool = False,
) -> Found:
    """Find the invariants of a program; facts that are not found in time are omitted.

    `counting` proves candidates about counters first. `proposing` gives candidates for an assertion that is not
    inductive. `further` tries the remaining assertions together, then one by one; `patiently` tries those that still
    remain. `reducing` minimises CBMC's proofs. `on_progress` gets each intermediate result. With `numbers`, `further`
    comes before CBMC.
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
        on_progress(_so_far(program, found, coming))
        hasty = replace(session, deadline=Deadline(session.left() * _NUMBERS))
        coming, theory = _at_once(hasty, program, coming, found, theory, expressible, further)
    while coming:
        on_progress(_so_far(program, found, (*waiting, *coming), theory))
        model = coming.pop(0).model
        fewer = _Fewer(program, expressible, reducing, _SHARE if coming or waiting else _LAST)
        kept = _by_itself(session, model, proposing, fewer)
        if isinstance(kept, Reason) or not _is_expressible(kept, expressible):
            waiting.append(_Waiting(model, kept))
        else:
            found.append(kept)
    if not numbers:
        waiting, theory = _at_once(session, program, waiting, found, theory, expressible, further)
    alone = 1.0 if patiently is _nothing_further else _ALONE
    for number, (model, kept) in enumerate(waiting):
        on_progress(_so_far(program, found, waiting, theory))
        share = alone if isinstance(kept, Reason) else _ITSELF
        fewer = _Fewer(program, expressible, reducing, _SHARE)
        waiting[number] = _Waiting(model, _gained(session, kept, partial(shown, model), share, fewer))
    if any(isinstance(one.kept, Reason) for one in waiting):
        waiting, theory = _at_once(session, program, waiting, found, theory, expressible, patiently)
    left = _so_far(program, found, waiting, theory)
    on_progress(left)
    known = _without_functions(left.invariants)
    counters = _counters_beside(session, program, found[0], known, counting)
    needed = _without_functions(joined(*found[1:], *_inexpressible_proofs(waiting)))
    judged = ran(whole, judging(program, found[0] or counters, needed, session.options.overflow), whole.left())
    return replace(left, invariants=joined(counters, left.invariants), judged=judged or left.judged)


def _by_itself(session: Session, model: LoopModel, proposing: Proposing | None, fewer: _Fewer) -> Invariants | Reason:
    """The invariants that prove an assertion: from the assertion itself, else from the proposals."""
    kept = _shown_by(session, shown_by_itself(model), session.left() * _ITSELF, fewer)
    if proposing is None:
        return kept
    return _gained(session, kept, partial(_with_proposed, session, model, proposing), _PROPOSED, fewer)


class _Waiting(NamedTuple):
    """An assertion without a proof that can be written down: the unwritable proof, or the reason for having none."""

    model: LoopModel
    kept: Invariants | Reason


def _so_far(
    program: Program, found: Sequence[Invariants], waiting: Sequence[_Waiting], theory: Theory = NO_THEORY
) -> Found:
    """The result if the search stopped now."""
    still_open = tuple((model.assertion, kept) for model, kept in waiting if isinstance(kept, Reason))
    return Found(joined(*found, *_inexpressible_proofs(waiting)), still_open, unjudged(program), theory)


def _inexpressible_proofs(waiting: Sequence[_Waiting]) -> Iterator[Invariants]:
    """The proofs with facts that cannot be written."""
    yield from (kept for _, kept in waiting if not isinstance(kept, Reason))


def _at_once(
    session: Session,
    program: Program,
    waiting: list[_Waiting],
    found: list[Invariants],
    theory: Theory,
    expressible: Expressible,
    further: Further,
) -> tuple[list[_Waiting], Theory]:
    """Prove waiting assertions together; return those that still wait, and the theory with the new functions."""
    for some, share in _groups(tuple(waiting)):
        part = only(program, partial(_is_one_of, some))
        hasty = replace(session, deadline=Deadline(session.left() * share))
        at_once = further(hasty, part, joined(*found), expressible) if all(one in waiting for one in some) else None
        both = None if at_once is None else theory.and_also(at_once.theory)
        if at_once is not None and both is not None and _is_gain(some, at_once, expressible):
            found.append(at_once.invariants)
            theory, waiting = both, [one for one in waiting if one not in some]
    return waiting, theory


def _groups(waiting: Sequence[_Waiting]) -> Iterator[tuple[Sequence[_Waiting], float]]:
    """All assertions together, then each alone, with the share of the remaining time for each group."""
    if len(waiting) > 1:
        yield waiting, _TOGETHER
    yield from (((one,), 1 / (len(waiting) - place)) for place, one in enumerate(waiting))


def _is_one_of(waiting: Sequence[_Waiting], asserted: Assert) -> bool:
    return any(one.model.assertion.number == asserted.number for one in waiting)


def _is_gain(some: Sequence[_Waiting], at_once: Found, expressible: Expressible) -> bool:
    """Does the joint proof prove a new assertion, or give a writable proof of one?"""
    return any(isinstance(one.kept, Reason) for one in some) or _is_expressible(at_once.invariants, expressible)


def fewer_and_all(program: Program, facts: Invariants) -> list[Invariants]:
    """Subsets of the facts: none about cells, about written cells, about written variables, and all."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    written = {loop.id: writes((*loop.body, *loop.update)) for loop in loops}
    is_relevant = of_what_changes(program)
    changing = {at: tuple(e for e in exprs if names(e) & written.get(at, names(e))) for at, exprs in facts.items()}
    own = {at: tuple(fact for fact in exprs if is_relevant(at, fact)) for at, exprs in changing.items()}
    several = (of_scalars(own), own, changing, facts)
    return [one for place, one in enumerate(several) if one not in several[:place]]


def of_what_changes(program: Program) -> Callable[[LoopId, Expr], bool]:
    """Does a fact concern cells that its loop writes? Facts about other cells are known before the loop."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    written = {loop.id: writes((*loop.body, *loop.update)) & program.arrays.keys() for loop in loops}

    def is_relevant(loop: LoopId, fact: Expr) -> bool:
        about = names(fact) & program.arrays.keys()
        return not about or bool(about & written.get(loop, about))

    return is_relevant


class _Fewer(Struct, frozen=True):
    """Minimises the facts that prove an assertion, within a share of the remaining time."""

    program: Program
    expressible: Expressible
    reducing: Reducing
    share: float

    def of(self, session: Session, proof: Shown) -> Invariants:
        session = replace(session, deadline=Deadline(session.left() * self.share))
        part = only(self.program, lambda one: one.number == proof.goal.assertion.number)
        few = self.reducing(session, part, proof.invariants, self.expressible)
        if few is not None:
            return few
        fewest = [without_implied(proof.invariants)]
        kept = ran(session, _fewest(proof, fewest.append, self.expressible), session.left())
        return fewest[-1] if kept is None else kept


def _shown_by(session: Session, steps: Steps[Shown], seconds: float, fewer: _Fewer) -> Invariants | Reason:
    """Few facts that prove an assertion, preferably writable ones; or the reason for having no proof."""
    proof = ran(session, steps, seconds)
    if proof is None:
        return session.over()
    return proof.found if isinstance(proof.found, Reason) else fewer.of(session, proof)


def _gained(
    session: Session, kept: Invariants | Reason, steps: Callable[[], Steps[Shown]], share: float, fewer: _Fewer
) -> Invariants | Reason:
    """The given proof, or a new one if that can be written or there was none."""
    if not isinstance(kept, Reason) and _is_expressible(kept, fewer.expressible):
        return kept
    more = _shown_by(session, steps(), session.left() * share, fewer)
    is_writable = not isinstance(more, Reason) and _is_expressible(more, fewer.expressible)
    return more if is_writable or isinstance(kept, Reason) else kept


def _with_proposed(session: Session, model: LoopModel, proposing: Proposing) -> Steps[Shown]:
    return shown_by_itself(model, proposing(session))


def _is_expressible(kept: Invariants, expressible: Expressible) -> bool:
    return kept == only_expressible(kept, expressible)


def _fewest(proof: Shown, on_progress: Callable[[Invariants], None], expressible: Expressible) -> Steps[Invariants]:
    """The facts that the proof needs, if possible without the zero initialisation of static objects.

    A loop's text does not show that initialisation, and CBMC's contracts do not know it. Scalar facts are preferred.
    """
    is_relevant, facts = of_what_changes(proof.program), without_implied(proof.invariants)
    plain = without_implied(only_expressible(proof.invariants, expressible))
    for program, known in product(
        (unset(proof.program), proof.program), (plain, facts) if plain != facts else (facts,)
    ):
        cut = partial(_cut_program, program, proof.goal)
        for tried in fewer_and_all(proof.program, known):
            piece, left = yield from houdini(tried, cut, surviving)
            if piece is not None and holds(piece):
                on_progress(left)
                return (yield from minimal(left, cut, is_relevant=is_relevant, on_progress=on_progress))
    return (yield from minimal(proof.invariants, cut, is_relevant=is_relevant, on_progress=on_progress))


def _without_functions(facts: Invariants) -> Invariants:
    """The facts that CBMC can evaluate: no functions over integers and arrays, no cells from before a loop."""
    return {loop: tuple(e for e in exprs if not any(map(_is_unknown, walk(e)))) for loop, exprs in facts.items()}


def _is_unknown(part: Expr) -> bool:
    return isinstance(part, Apply) or (isinstance(part, Element) and bool(was_at_entry(part.array)))


def of_scalars(facts: Invariants) -> Invariants:
    return {loop: tuple(fact for fact in exprs if CELL not in walk(fact)) for loop, exprs in facts.items()}


def unset(program: Program) -> Program:
    """The program with static objects that start with arbitrary values."""

    def forgotten(variables: Mapping[str, V]) -> dict[str, V]:
        return {name: replace(one, initial=Initial.NONDET) for name, one in variables.items()}

    return replace(program, scalars=forgotten(program.scalars), arrays=forgotten(program.arrays))


def _cut_program(program: Program, goal: Goal, invariants: Invariants) -> Query:
    return bounds_program(program, invariants, goal)


def _counters(session: Session, program: Program, known: Invariants, counting: Counting) -> Invariants:
    """The proved facts about counters and about scalars with closed forms, given the known facts."""
    forms = equations(program, forms_of(program, session.left() * _SOLVING))
    tried = joined(counter_candidates(program), text_candidates(program), forms, known)
    shown_so = counting(session, program, tried)
    return ran(session, _counted(program, tried), session.left()) or {} if shown_so is None else shown_so


def _counters_beside(
    session: Session, program: Program, first: Invariants, known: Invariants, counting: Counting
) -> Invariants:
    """Facts about counters that need the known facts, as trip counts do, and facts transferred between copies."""
    more = _step_facts(session, program, known, counting) if first else _counters(session, program, known, counting)
    known = joined(more, known)
    return joined(more, _shown_of(of_copies(program, known), session, program, known, counting))


def _step_facts(session: Session, program: Program, known: Invariants, counting: Counting) -> Invariants:
    """Facts about counter steps and directions that need the newly known facts, since these exclude wrapping."""
    tried = step_candidates(program)
    new = {loop: tuple(one for one in exprs if one not in known.get(loop, ())) for loop, exprs in tried.items()}
    return _shown_of(new, session, program, known, counting)


def _shown_of(
    new: Invariants, session: Session, program: Program, known: Invariants, counting: Counting
) -> Invariants:
    """The candidates that are proved, given the known facts."""
    shown_so = (counting(session, program, joined(known, new)) or {}) if any(new.values()) else {}
    return {loop: tuple(one for one in shown_so.get(loop, ()) if one in exprs) for loop, exprs in new.items()}


def _counted(program: Program, tried: Invariants) -> Steps[Invariants]:
    rounds = houdini(tried, partial(bounds_program, program), surviving, hopeless=independent)
    piece, left = yield from rounds
    return left if piece is not None and proved_but_bounds(piece) else {}


def ran(session: Session, steps: Steps[T], seconds: float) -> T | None:
    """Run the requests of the steps one after the other and return the result; None if the time is over."""
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
