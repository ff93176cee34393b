"""Refine the tracking until no check fails in the abstract program."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import has
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Outcome
from veriabs.core.statements import Loop
from veriabs.core.strategy import Dialogue, Facts
from veriabs.core.verdict import holds, reason_of
from veriabs.invariants.scalar.induct import proved
from veriabs.invariants.scalar.subject import subject_of_body
from veriabs.strategies.array_refinement.abstract import abstract_program, traced_program
from veriabs.strategies.array_refinement.constants import constant_scalars
from veriabs.strategies.array_refinement.goal import suggested
from veriabs.strategies.array_refinement.path import (
    Event,
    Excluding,
    decisions,
    events,
    excluded,
    path_program,
    read_on,
)
from veriabs.strategies.array_refinement.scale import scaled
from veriabs.strategies.array_refinement.subject import Subject, prepared
from veriabs.strategies.array_refinement.tracked import scalar_program
from veriabs.strategies.array_refinement.tracking import (
    Item,
    Kind,
    Tracking,
    capacity,
    elements,
    items_of,
    merged,
    scalar,
    total,
)

Steps = Generator[tuple[Request, ...], tuple[CheckedQuery, ...], "Reason | None"]
"""A part of the dialogue; it returns the reason why the refinement cannot continue, or None."""

SHALLOW = 2
"""The depth of the first runs, whose traces are cheap and show most of the data to be tracked."""

MOST_ROUNDS = 30
SHORT = 200
"""The number of statements up to which paths are checked variable by variable."""

FEW, MANY, MOST_ITERATIONS = 64, 900, 50_000
"""Limits on the iterations of all loops: for unwinding at once, after a failing run with a small size, and at all."""

SIZES = (1, 2)
"""Seeds of the small sizes with which the tracking is chosen."""

SMALL = 64
"""The array size up to which CBMC represents each cell as a variable."""


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Refine until no check fails in the abstract program, or until a path turns out to be feasible."""
    subject = prepared(model)
    if isinstance(subject, Reason):
        return subject
    if subject.cost > FEW and has(subject.view.body, Loop):
        found = yield from _inductive(model, subject)
        if not isinstance(found, Reason) or subject.cost > MOST_ITERATIONS or _is_doubtful(found, subject):
            return found
    state = _Refinement(subject)
    if subject.limit > SHALLOW:
        reason = yield from state.short_runs()
        if reason is not None:
            return reason
    state.track_constants()
    while state.round <= MOST_ROUNDS:
        (piece,) = yield (state.abstract(),)
        if holds(piece):
            return (piece,)
        if piece.run.outcome is not Outcome.FAILURE:
            return reason_of(piece.request, piece.run)
        (traced,) = yield (state.traced(subject.limit),)
        reason = yield from state.refine(traced, subject.limit)
        if reason is not None:
            return reason
    return Reason(ReasonKind.NOT_APPLICABLE, f"not decided within {MOST_ROUNDS} refinements", model.assertion.where)


def _inductive(model: LoopModel, subject: Subject) -> Dialogue:
    """Prove an abstract program by induction; small sizes determine its tracking."""
    found: Reason | tuple[CheckedQuery, ...] = Reason(
        ReasonKind.NOT_APPLICABLE, "the array sizes cannot be scaled down", model.assertion.where
    )
    seen: set[Tracking] = set()
    for seed in SIZES:
        small = scaled(subject, seed)
        if small is None:
            return found
        state = _Refinement(small, cells=True)
        state.track_constants()
        reason = yield from state.runs(state.subject.limit)
        if reason is not None:
            return reason
        if state.tracking not in seen:
            seen.add(state.tracking)
            found = yield from replace(state, subject=subject).inductive(model)
        if not isinstance(found, Reason):
            break
    return found


def _is_doubtful(reason: Reason, subject: Subject) -> bool:
    """Has a program that takes long to unwind a failing run with a small size?"""
    return reason.kind is ReasonKind.NOT_CONFIRMED and subject.cost > MANY


class _Refinement(Struct):
    """The current tracking; with `cells`, only variables and single elements may be tracked."""

    subject: Subject
    tracking: Tracking = field(default_factory=frozenset)
    round: int = 1
    cells: bool = False

    def _purpose(self, what: str) -> str:
        tracked = f"{elements(self.subject, self.tracking)} of {total(self.subject)} elements tracked"
        return f"{what}, round {self.round}: {tracked}"

    def abstract(self) -> Query:
        return abstract_program(self.subject, self.tracking, self._purpose("abstract program"))

    def traced(self, depth: int) -> Query:
        purpose = self._purpose("abstract trace")
        return traced_program(self.subject, self.tracking, purpose, depth)

    def inductive(self, model: LoopModel) -> Dialogue:
        """Prove the abstract program by induction over its loops, for any number of iterations."""
        task, number = model.program.task, model.assertion.number
        program = scalar_program(self.subject, self.tracking, task, number)
        if program is None:
            return Reason(ReasonKind.NOT_APPLICABLE, "an array is tracked as a whole", model.assertion.where)
        abstract = subject_of_body(program, number)
        return (yield from proved(abstract, suggested(abstract, self.subject.fixed)))

    def track_constants(self) -> None:
        """Track the counters that are constant in the unwound program."""
        view = self.subject.view
        self.tracking |= {scalar(name) for name in constant_scalars(view.body, view.scalars)}

    def short_runs(self) -> Steps:
        """Refine until no short run fails."""
        return (yield from self.runs(SHALLOW))

    def runs(self, depth: int) -> Steps:
        """Refine until no run fails with at most `depth` iterations of a loop."""
        while self.round <= MOST_ROUNDS:
            (traced,) = yield (self.traced(depth),)
            if traced.run.outcome is Outcome.SUCCESS:
                return None
            reason = yield from self.refine(traced, depth)
            if reason is not None:
                return reason
        return None

    def refine(self, traced: CheckedQuery, depth: int) -> Steps:
        """Extend the tracking so that it excludes the traced run; return a Reason if nothing does."""
        if traced.run.outcome is not Outcome.FAILURE:
            return reason_of(traced.request, traced.run)
        path = events(self.subject.view, decisions(traced.run.raw), depth)
        wanted = [i for i in items_of(self.subject, read_on(path)) if i not in self.tracking]
        if self.cells:
            wanted = [item for item in wanted if item.kind is not Kind.WHOLE]
        elif depth == self.subject.limit:
            wanted = self._without_cells_of_small_arrays(wanted)
        ends = range(1, len(wanted) + 1) if len(path) <= SHORT else _kinds(wanted)
        sets = [wanted[:end] for end in ends]
        answers = yield from self._ask("path", path, sets)
        if isinstance(answers, Reason):
            return answers
        self.round += 1
        if True not in answers:
            return Reason(ReasonKind.NOT_CONFIRMED, "possible violation in the abstraction, not confirmed")
        chosen = sets[answers.index(True)]
        if len(path) <= SHORT:
            chosen = yield from self._smaller(path, chosen)
        self.tracking = merged(self.tracking.union(chosen))
        return None

    def _without_cells_of_small_arrays(self, items: Iterable[Item]) -> list[Item]:
        """After unwinding, cells at symbolic indices cost more than a small array as a whole."""
        arrays = self.subject.view.arrays
        small = {name for name, array in arrays.items() if 0 < capacity(self.subject, array) <= SMALL}
        return [item for item in items if item.kind is not Kind.CELL or item.name not in small]

    def _ask(
        self, what: str, path: tuple[Event, ...], sets: Iterable[Sequence[Item]]
    ) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], Reason | tuple[bool, ...]]:
        """Check which of these additions to the tracking exclude the path."""
        asked = [Excluding(path, merged(self.tracking.union(items))) for items in sets]
        if not asked:
            return ()
        (piece,) = yield (path_program(self.subject, asked, self._purpose(what)),)
        answers = excluded(piece.run)
        return reason_of(piece.request, piece.run) if answers is None or len(answers) != len(asked) else answers

    def _smaller(
        self, path: tuple[Event, ...], chosen: list[Item]
    ) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], list[Item]]:
        """Remove unneeded items one by one; the last chosen item is needed."""
        *spare, last = chosen
        if not spare:
            return chosen
        answers = yield from self._ask("smaller tracking", path, [[i for i in chosen if i != gone] for gone in spare])
        free = [] if isinstance(answers, Reason) else [i for i, ok in zip(spare, answers, strict=True) if ok]
        if len(free) > 1:
            sets = [[i for i in chosen if i not in free[: count + 1]] for count in range(len(free))]
            answers = yield from self._ask("smaller tracking", path, sets)
            count = 1 if isinstance(answers, Reason) else 1 + max(n for n, ok in enumerate(answers) if ok)
            free = free[:count]
        return [i for i in chosen if i not in free]


def _kinds(items: Sequence[Item]) -> list[int]:
    """The positions where the kind of the items changes, each whole array separately."""
    ends = [n for n, item in enumerate(items, 1) if item.kind is Kind.WHOLE or items[n : n + 1] == []]
    ends += [n for n in range(1, len(items)) if items[n - 1].kind is not items[n].kind]
    return sorted(set(ends))
