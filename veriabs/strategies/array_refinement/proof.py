"""Refinement of what is tracked, until nothing fails in the abstract program."""

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
from veriabs.strategies.array_refinement.lead import lead_program
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
from veriabs.strategies.array_refinement.subject import BITS, EXACT, Subject, prepared
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
    spelled,
    total,
)

Steps = Generator[tuple[Request, ...], tuple[CheckedQuery, ...], "Reason | None"]
"""A part of the dialogue; it returns why the refinement cannot go on, or None."""

SHALLOW = 2
"""Short runs are looked for first: their traces are cheap, and most of what has to be tracked shows in them."""

MOST_ROUNDS = 30
SHORT = 200
"""Paths up to so many statements are asked about variable by variable."""

FEW, MANY, MOST_ITERATIONS = 64, 900, 50_000
"""Iterations, in all loops together, up to which the abstract program is unwound at once, even where a small size says
that the assertion fails, and at all."""

SIZES = (1, 2)
"""Seeds of the small sizes at which what has to be tracked is looked for."""

SMALL = 64
"""CBMC takes arrays up to so many cells apart, into variables."""


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Refines until nothing fails in the abstract program, or a path turns out to be one of the program."""
    subject = prepared(model)
    if isinstance(subject, Reason):
        return subject
    if subject.cost > FEW and has(subject.exact.body, Loop):
        found = yield from _inductive(model, subject)
        if not isinstance(found, Reason) or subject.cost > MOST_ITERATIONS or _is_doubtful(found, subject):
            return found
    state = _Refinement(subject, _first_reading(subject))
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
    """The proof of an abstract program by induction; what it tracks is found at small sizes."""
    found: Reason | tuple[CheckedQuery, ...] = Reason(ReasonKind.NOT_APPLICABLE, "no small size", model.assertion.where)
    seen: set[tuple[str, Tracking]] = set()
    for seed in SIZES:
        small = scaled(subject, seed)
        if small is None:
            return found
        state = _Refinement(small, _first_reading(subject), cells=True)
        state.track_constants()
        reason = yield from state.runs(state.subject.limit)
        if reason is not None:
            return reason
        if (state.reading, state.tracking) not in seen:
            seen.add((state.reading, state.tracking))
            found = yield from replace(state, subject=subject).inductive(model)
        if not isinstance(found, Reason):
            break
    return found


def _is_doubtful(reason: Reason, subject: Subject) -> bool:
    """Is there a run at a small size, of a program that takes long to be unwound?"""
    return reason.kind is ReasonKind.NOT_CONFIRMED and subject.cost > MANY


def _first_reading(subject: Subject) -> str:
    return BITS if subject.bits is not None else EXACT


class _Refinement(Struct):
    """What is tracked so far; with `cells`, only variables and single elements of arrays can be."""

    subject: Subject
    reading: str
    tracking: Tracking = field(default_factory=frozenset)
    round: int = 1
    cells: bool = False

    def _purpose(self, what: str) -> str:
        tracked = f"{elements(self.subject, self.tracking)} of {total(self.subject)} elements tracked"
        return f"{what}, round {self.round}: {tracked}"

    def abstract(self) -> Query:
        return abstract_program(self.subject, self.reading, self.tracking, self._purpose("abstract program"))

    def traced(self, depth: int) -> Query:
        purpose = self._purpose("abstract trace")
        return traced_program(self.subject, self.reading, self.tracking, purpose, depth)

    def inductive(self, model: LoopModel) -> Dialogue:
        """The proof of the abstract program by induction over its loops, however many iterations they make."""
        task, number = model.program.task, model.assertion.number
        program = scalar_program(self.subject, self.reading, self.tracking, task, number)
        if program is None:
            return Reason(ReasonKind.NOT_APPLICABLE, "an array is tracked as a whole", model.assertion.where)
        abstract = subject_of_body(program, number)
        return (yield from proved(abstract, suggested(abstract, self.subject.fixed)))

    def track_constants(self) -> None:
        """Tracks the counters whose values are constants once the loops are unwound."""
        view = self.subject.exact
        self.tracking |= {scalar(name) for name in constant_scalars(view.body, view.scalars)}

    def short_runs(self) -> Steps:
        """Refines until no short run fails."""
        return (yield from self.runs(SHALLOW))

    def runs(self, depth: int) -> Steps:
        """Refines until no run of at most so many iterations of a loop fails."""
        while self.round <= MOST_ROUNDS:
            (traced,) = yield (self.traced(depth),)
            if traced.run.outcome is Outcome.SUCCESS:
                return None
            reason = yield from self.refine(traced, depth)
            if reason is not None:
                return reason
        return None

    def refine(self, traced: CheckedQuery, depth: int) -> Steps:
        """Tracks what excludes the traced run; says why if there is nothing that does."""
        if traced.run.outcome is not Outcome.FAILURE:
            return reason_of(traced.request, traced.run)
        outcomes = decisions(traced.run.raw)
        path = events(self.subject.view(self.reading), outcomes, depth)
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
            return (yield from self._real(outcomes, depth))
        chosen = sets[answers.index(True)]
        if len(path) <= SHORT:
            chosen = yield from self._smaller(path, chosen)
        self.tracking = merged(self.tracking.union(chosen))
        return None

    def _without_cells_of_small_arrays(self, items: Iterable[Item]) -> list[Item]:
        """Once the loops are unwound, cells at symbolic indices cost more than a small array as a whole."""
        arrays = self.subject.exact.arrays
        small = {name for name, array in arrays.items() if 0 < capacity(self.subject, array) <= SMALL}
        return [item for item in items if item.kind is not Kind.CELL or item.name not in small]

    def _real(self, outcomes: Sequence[bool], depth: int) -> Steps:
        """The path is one of the program, or data has to be tracked exactly."""
        if self.reading == EXACT:
            return (yield from self._lead(outcomes, depth))
        self.reading = EXACT
        path = events(self.subject.exact, outcomes, depth)
        wanted = items_of(self.subject, read_on(path))
        answers = yield from self._ask("exact path", path, [wanted])
        if isinstance(answers, Reason) or answers[0]:
            return answers if isinstance(answers, Reason) else None
        return (yield from self._lead(outcomes, depth))

    def _lead(self, outcomes: Sequence[bool], depth: int) -> Steps:
        """Asks for a run along the path over everything that there is: the search for a counterexample starts there."""
        path = events(self.subject.exact, outcomes, depth)
        program = lead_program(self.subject, path, self._purpose("path of the program"))
        if program is not None:
            yield (program,)
        return Reason(ReasonKind.NOT_CONFIRMED, "a path of the abstract program may be one of the program")

    def _ask(
        self, what: str, path: tuple[Event, ...], sets: Iterable[Sequence[Item]]
    ) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], Reason | tuple[bool, ...]]:
        """Which of these additions to the tracking exclude the path?"""
        asked = [Excluding(self.reading, path, merged(self.tracking.union(items))) for items in sets]
        if not asked:
            return ()
        (piece,) = yield (path_program(self.subject, asked, self._purpose(what)),)
        answers = excluded(piece.run)
        return reason_of(piece.request, piece.run) if answers is None or len(answers) != len(asked) else answers

    def _smaller(
        self, path: tuple[Event, ...], chosen: list[Item]
    ) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], list[Item]]:
        """The chosen items without those that are not needed (deletion); the last one is."""
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
    """Where the kind of the items changes, each whole array on its own."""
    ends = [n for n, item in enumerate(items, 1) if item.kind is Kind.WHOLE or items[n : n + 1] == []]
    ends += [n for n in range(1, len(items)) if items[n - 1].kind is not items[n].kind]
    return sorted(set(ends))


def report(subject: Subject, tracking: Tracking) -> str:
    """What is tracked, for people."""
    return ", ".join(sorted(spelled(subject, item) for item in tracking))
