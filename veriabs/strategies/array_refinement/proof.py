"""Refine the tracking (the set of known variables and elements) until no check fails in the abstract program."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from random import Random

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import map_expressions, map_parts, statements, writes
from veriabs.core.expressions import Const, Expr
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Outcome
from veriabs.core.statements import Loop
from veriabs.core.strategy import Dialogue, Facts
from veriabs.core.verdict import holds, reason_of
from veriabs.invariants.scalar.induct import proved
from veriabs.invariants.scalar.sizes import LARGE, shrunk
from veriabs.invariants.scalar.subject import subject_of_body
from veriabs.loops.accelerate import accelerable_variables
from veriabs.strategies.array_refinement.abstract import unwound_program
from veriabs.strategies.array_refinement.goal import candidates
from veriabs.strategies.array_refinement.path import Event, decisions, events, excluded, path_program, read_on
from veriabs.strategies.array_refinement.subject import RefinementTask, TaskView, limit_of, prepare, sizes_of
from veriabs.strategies.array_refinement.tracking import TrackedItem, Tracking, items_of, scalar_program

MOST_ROUNDS = 30
"""The number of refinements of one abstraction."""

MOST_ITERATIONS = 900
"""The iterations of all loops up to which they are unwound."""

SIZES = (1, 2)
"""Seeds of the small sizes with which the tracking for a proof by induction is chosen."""


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove by induction with a tracking found at small sizes, or with all loops unwound if they are short."""
    subject = prepare(model)
    found: Reason | tuple[CheckedQuery, ...] = Reason(
        ReasonKind.NOT_APPLICABLE, "the array sizes cannot be scaled down", model.assertion.where
    )
    seen: set[Tracking] = set()
    for seed in SIZES:
        if (small := scale(subject, seed)) is None:
            break
        state = _Refinement(small)
        reason = yield from state.refined()
        if reason is not None:
            found = reason
            break
        if state.tracking not in seen:
            seen.add(state.tracking)
            found = yield from _inductive(model, subject, state.tracking)
        if not isinstance(found, Reason):
            return found
    if subject.cost > MOST_ITERATIONS:
        return found
    state = _Refinement(subject)
    reason = yield from state.refined()
    if reason is not None:
        return reason
    (piece,) = yield (state.unwound(traced=False),)
    return (piece,) if holds(piece) else reason_of(piece.request, piece.run)


def _inductive(model: LoopModel, subject: RefinementTask, tracking: Tracking) -> Dialogue:
    """Prove the abstract program by induction over its loops, for any number of iterations."""
    number = model.assertion.number
    program = scalar_program(subject, tracking, model.program.task, number)
    abstract = subject_of_body(program, number)
    return (yield from proved(abstract, candidates(abstract, subject.fixed)))


class _Refinement(Struct):
    """The current tracking; at first the counters of all loops, without which a loop could end anywhere."""

    subject: RefinementTask
    tracking: Tracking = field(default_factory=frozenset)
    round: int = 1

    def __post_init__(self) -> None:
        loops = [stmt for stmt in statements(self.subject.view.body) if isinstance(stmt, Loop)]
        found = (accelerable_variables(0, loop, writes((*loop.body, *loop.update))) for loop in loops)
        self.tracking |= {TrackedItem(counter.variable.name) for counters in found for counter in counters}

    def _purpose(self, what: str) -> str:
        return f"{what}, round {self.round}: {sum(item.key is not None for item in self.tracking)} elements tracked"

    def unwound(self, *, traced: bool) -> Query:
        purpose = self._purpose("abstract trace" if traced else "abstract program")
        return unwound_program(self.subject, self.tracking, purpose, traced=traced)

    def refined(self) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], Reason | None]:
        """Refine until no run fails; a Reason if one cannot be excluded."""
        while self.round <= MOST_ROUNDS:
            (traced,) = yield (self.unwound(traced=True),)
            if traced.run.outcome is Outcome.SUCCESS:
                return None
            if traced.run.outcome is not Outcome.FAILURE:
                return reason_of(traced.request, traced.run)
            path = events(self.subject.view, decisions(traced.run.raw), self.subject.limit)
            wanted = [item for item in items_of(self.subject, read_on(path)) if item not in self.tracking]
            sets = [wanted[:end] for end in range(1, len(wanted) + 1)]
            answers = yield from self._ask("path", path, sets)
            if isinstance(answers, Reason):
                return answers
            self.round += 1
            if True not in answers:
                return Reason(ReasonKind.NOT_CONFIRMED, "possible violation in the abstraction, not confirmed")
            self.tracking = self.tracking.union((yield from self._minimise(path, sets[answers.index(True)])))
        return Reason(ReasonKind.NOT_APPLICABLE, f"not decided within {MOST_ROUNDS} refinements")

    def _ask(
        self, what: str, path: tuple[Event, ...], sets: Sequence[Sequence[TrackedItem]]
    ) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], Reason | tuple[bool, ...]]:
        """Check which of these additions to the tracking exclude the path."""
        if not sets:
            return ()
        trackings = [self.tracking.union(items) for items in sets]
        (piece,) = yield (path_program(self.subject, path, trackings, self._purpose(what)),)
        answers = excluded(piece.run, len(sets))
        return reason_of(piece.request, piece.run) if answers is None else answers

    def _minimise(
        self, path: tuple[Event, ...], chosen: list[TrackedItem]
    ) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], list[TrackedItem]]:
        """Remove as many unneeded items as possible; the last chosen item is needed."""
        *spare, last = chosen
        answers = yield from self._ask("smaller tracking", path, [[i for i in chosen if i != gone] for gone in spare])
        free = [] if isinstance(answers, Reason) else [i for i, ok in zip(spare, answers, strict=True) if ok]
        sets = [[i for i in chosen if i not in free[: count + 1]] for count in range(len(free))]
        answers = yield from self._ask("smaller tracking", path, sets)
        return (
            chosen
            if isinstance(answers, Reason) or True not in answers
            else sets[max(n for n, ok in enumerate(answers) if ok)]
        )


def scale(subject: RefinementTask, seed: int) -> RefinementTask | None:
    """The subject with the same variables, arrays and tracked indices, and small sizes that depend on the seed.

    The data that has to be tracked shows at small sizes, where paths are short; the choice does not affect soundness.
    None if it is small already.
    """
    view = subject.view
    small = shrunk(sorted(size for size in sizes_of(view.body, view.arrays) if abs(size) >= LARGE), Random(seed))
    if not small:
        return None

    def change(part: Expr) -> Expr:
        if not isinstance(part, Const) or not isinstance(part.value, int):
            return part
        return replace(part, value=small.get(part.value, part.value))

    def changed(exprs: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return tuple(map_parts(expr, change) for expr in exprs)

    arrays = {name: replace(array, sizes=changed(array.sizes)) for name, array in view.arrays.items()}
    body = map_expressions(view.body, change)
    keys = {name: changed(found) for name, found in subject.keys.items()}
    return replace(subject, view=TaskView(body, view.scalars, arrays), keys=keys, limit=limit_of(body, arrays))
