"""Run one compiled function on chosen numbers, object sizes and contents, and report how each run ended.

In: a task with an entry function. Out: a `Measurement`, whose `run` maps trials to outcomes. Preconditions are inferred
from these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.counterexample import Candidate, ErrorSite, InstrumentedProgram, Site, SiteKind, VisitRange
from veriabs.core.deadline import Deadline
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.precondition import Precondition
from veriabs.core.source import Task
from veriabs.core.types import IntType
from veriabs.frontend.entry import ParsedSource
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.frontend.program import entered_text
from veriabs.replay.search import CandidateResult, InputSearch
from veriabs.verify.limits import OPTIONAL
from veriabs.verify.precondition_grammar import MOST_CELLS, Vector

_EACH_SECONDS = 0.05
"""The time limit of one run, enough for a million iterations of a loop."""

_SHARE = 0.2
"""The part of the time in which a precondition is inferred, which leaves time to prove that it is enough."""

NEEDING = (
    *(GoalKind.BOUNDS, GoalKind.POINTER, GoalKind.OVERFLOW, GoalKind.UNSIGNED_OVERFLOW, GoalKind.DIV_BY_ZERO),
    *(GoalKind.SHIFT, GoalKind.CONVERSION),
)
"""The checks that a precondition can satisfy."""

_ALWAYS = (GoalKind.BOUNDS.value, GoalKind.POINTER.value)

IN_FRONT = -1
"""In place of a number of elements: the run accessed memory before the object."""

_CHARACTER, _IN_FRONT = 8, (1 << 32) - 1
"""Bits of a character, and the extent that the compiled program reports for an access before the object."""


Content = int | Mapping[str, tuple[VisitRange, ...]]
"""The value of every cell and of every other input, or the values of a counterexample by the names of its inputs."""


class PointerSites(Struct, frozen=True):
    """A pointer parameter: the input sites (see `Site`) of its object's number of elements and of its cells."""

    count: Site
    cells: Site | None

    @property
    def is_text(self) -> bool:
        """May it be a string?"""
        return self.cells is not None and isinstance(self.cells.type, IntType) and self.cells.type.bits == _CHARACTER


class RunArguments(Struct, frozen=True):
    """The arguments of one run.

    - `numbers`: the values of the parameters that are numbers. `sizes`: the number of elements of each object.
    - `content`: the value of the cells. `texts`: the lengths of the objects that are strings.
    - `null`: the pointer that is null, or empty.
    """

    numbers: Vector
    sizes: Mapping[str, int]
    content: Content = 0
    texts: Mapping[str, int] = {}
    null: str = ""


class Measurement(Struct):
    """One function, compiled for measurements.

    - `search`: the compiled program that runs many inputs.
    - `whole`: the time limit of the verification; `deadline`: the end of the measurements of one precondition.
    - `numbers`, `pointers`: the parameters by name. `null`: the inputs that decide whether a pointer is null.
    - `admitted`: the numbers of good runs that the precondition allows.
    - `stated`: the numbers of the assertions about parameters alone. `has_contract`: the user wrote clauses about it.
    """

    search: InputSearch
    whole: Deadline
    numbers: dict[str, Site]
    pointers: dict[str, PointerSites]
    stated: frozenset[int]
    has_contract: bool
    null: dict[str, Site]
    deadline: Deadline
    admitted: list[Vector] = field(default_factory=list)

    @classmethod
    def of(cls, task: Task, source: ParsedSource | None, folder: Path, deadline: Deadline) -> Measurement | None:
        """The entry of a task, compiled for measurements; None if it takes nothing, or cannot be compiled."""
        checks = tuple(one.value for one in NEEDING if one.value in (*task.checks, *_ALWAYS))
        entry = replace(task.entry, measured=True, needs=Precondition())
        task = replace(task, entry=entry, checks=checks)
        entered = entered_text(task, deadline.left(), source=source)
        assert entered.measured is not None
        subject = load_instrumented(task, entered.text, deadline.left())
        subject = subject.looking_for(Goal(kind, where, text) for kind, where, text in subject.fallible)
        variables = {one.name: one for one in subject.sites if one.kind is SiteKind.VARIABLE}
        cells = {one.name: one for one in subject.sites if one.kind is SiteKind.MEMORY}
        given = {name: variables.get(variable) for name, variable in entered.measured.numbers.items()}
        numbers = {name: one for name, one in given.items() if one is not None and isinstance(one.type, IntType)}
        objects = entered.measured.objects.items()
        pointers = {name: PointerSites(variables[count], cells.get(pointer)) for name, (pointer, count) in objects}
        places, called = entered.measured.stated, entered.measured.called
        asserted = [one for one in subject.errors if one.kind is GoalKind.ASSERTION]
        required = {one.number for one in asserted if (one.where.file, one.where.line) in called}
        stated = frozenset({one.number for one in asserted if not one.asserts and one.where in places} | required)
        null = {name: variables[flag] for name, flag in entered.measured.null.items() if flag in variables}
        search, has_contract = InputSearch(subject, folder, None, measures=True), bool(entered.contract)
        found = cls(search, deadline, numbers, pointers, stated, has_contract, null, deadline)
        return found if (numbers or pointers) and found.search.build(deadline.left()) else None

    @property
    def subject(self) -> InstrumentedProgram:
        return self.search.subject

    def limit(self) -> None:
        """Begin the measurements of one precondition, which have a part of the time that is left."""
        self.deadline = self.whole.part(_SHARE * self.whole.left())

    def ignore(self, violations: Sequence[ErrorSite]) -> None:
        """Stop reporting these violations: a run continues after one that does not end it, and ends at others."""
        known = frozenset(one.number for one in violations)
        self.search.subject = replace(self.subject, known=known)

    def run(self, trials: Sequence[RunArguments]) -> list[tuple[RunArguments, CandidateResult]]:
        """The outcomes of these runs, as far as there is time."""
        candidates = [Candidate("measured", self._values(one)) for one in trials]
        if not candidates:
            return []
        outcomes = self.search.outcomes(candidates, max(0.0, min(OPTIONAL, self.deadline.left())), _EACH_SECONDS)
        return list(zip(trials, outcomes, strict=False))

    def elements(self, outcome: CandidateResult, pointer: str, trial: RunArguments) -> int:
        """The number of elements up to the last accessed one; `IN_FRONT` after an access before the object."""
        cells = self.pointers[pointer].cells
        end, size = outcome.reached.get(cells.number, (0, 0)) if cells is not None else (0, 0)
        if end == _IN_FRONT:
            return IN_FRONT
        count = trial.sizes[pointer]
        unit = max(1, size // count) if count else 1
        return -(-end // unit)

    def _values(self, trial: RunArguments) -> dict[int, tuple[VisitRange, ...]]:
        values: dict[int, tuple[VisitRange, ...]]
        match trial.content:
            case int() as content:
                values = {site.number: (VisitRange(0, MOST_CELLS, content),) for site in self.subject.sites if content}
            case given:
                values = {site.number: given[site.name] for site in self.subject.sites if site.name in given}
        values |= {site.number: (VisitRange(0, 1, trial.numbers[name]),) for name, site in self.numbers.items()}
        values |= {site.number: (VisitRange(0, 1, int(name == trial.null)),) for name, site in self.null.items()}
        for name, pointer in self.pointers.items():
            values[pointer.count.number] = (VisitRange(0, 1, trial.sizes[name]),)
            if name in trial.texts and pointer.cells is not None:
                values[pointer.cells.number] = (VisitRange(0, trial.texts[name], _character(trial)),)
        return values


def _character(trial: RunArguments) -> int:
    """The character of which strings consist."""
    return trial.content if isinstance(trial.content, int) and trial.content else 1
