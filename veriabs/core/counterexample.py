"""The instrumented program, candidate inputs for it, and confirmed counterexamples, as data.

The front end makes `InstrumentedProgram`, strategies make `Candidate`s, and `replay` makes `Counterexample`s of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum

from msgspec import Struct, structs

from veriabs.core.goals import Goal, GoalKind
from veriabs.core.source import Task, Where
from veriabs.core.types import LLONG, CType


class SiteKind(Enum):
    """How a nondeterministic value enters the user's program."""

    CALL = "call"
    VARIABLE = "uninitialised variable"
    MEMORY = "allocated memory"


NONDET_PREFIX = "__VERIFIER_nondet_of_"
"""Prefix of the generated functions that supply the results of functions of the C library."""
_READERS = frozenset(("getchar", "fgetc", "getc", "fgets", "scanf"))
"""Functions of the C library that return data from standard input."""
COUNT = "count_"
"""Marks a generated function that returns -1, or a number between two bounds; the bounds follow in its name."""


class ScalarMember(Struct, frozen=True):
    """A scalar in the elements of an object: `path` leads to it (`.head`), `offset` is in bytes."""

    path: str
    offset: int
    type: CType


class Site(Struct, frozen=True):
    """A place in the user's file where nondeterministic values enter: a nondet call, or the initial content of an
    object.

    - `number`: the argument of `veriabs_input` there. `type`: the type of one value.
    - `name`: the called function or the variable; `a[].x` stands for the member x of every cell of a.
    - `shown`: the name in reports, if it differs.
    - `members`: the scalars in one element of the object, which has `element` bytes.
    """

    number: int
    kind: SiteKind
    name: str
    type: CType
    where: Where
    shown: str = ""
    members: tuple[ScalarMember, ...] = ()
    element: int = 0

    @property
    def library(self) -> str | None:
        """The C library function whose results enter here, or None for other inputs."""
        return self.name.removeprefix(NONDET_PREFIX).partition("_")[0] if self.name.startswith(NONDET_PREFIX) else None


class ErrorSite(Struct, frozen=True):
    """A call that is a violation, or (`asserts`) a call of a function such as `__VERIFIER_assert` that contains one.

    `function` is the function around a violation, or the called function. If `kind` is not an assertion, a sanitizer
    reports the violation at a line, and `text` is the condition that must hold there. A `refuted_only` site belongs to
    an operation that the front end does not support: it can be refuted but not proved.
    """

    number: int
    text: str
    asserts: bool
    where: Where
    function: str = ""
    kind: GoalKind = GoalKind.ASSERTION
    refuted_only: bool = False


class OperandSite(Struct, frozen=True):
    """An operand of an assertion, whose value the instrumented program reports under `number`.

    `text` is its C text, `indices` are the numbers of the operands in its subscripts, `error` is that of the assertion.
    """

    number: int
    text: str
    indices: tuple[int, ...]
    error: int
    type: CType


class MemoryWrapper(Struct, frozen=True):
    """A wrapper for a C library function that first accesses all memory that the function will use.

    A sanitizer then reports invalid memory at the user's call. For `memset(a, b, c)`, `takes` is the text of the
    parameters with their types, `given` the text `a, b, c`, and `reaches` maps `a` to the number of bytes, `c`.
    """

    name: str
    returns: str
    takes: str
    given: str
    reaches: Mapping[str, str]


SORTING = frozenset(("qsort", "bsearch"))
"""Library functions that call back a comparison function of the program; the runtime defines its own versions."""


class InstrumentedProgram(Struct, frozen=True):
    """The user's program as C text that takes its nondeterministic values from `veriabs_input(site)`.

    Its `main` is renamed to `program_main` and takes `parameters` arguments; a violation calls
    `veriabs_violation(site)`.

    - `text` also reports the operands of assertions; `plain` is the version for readers.
    - `literals` are the integer and character constants of the program, `sizes` the constants that are array sizes;
      `reduced` returns the text with some of them replaced.
    - `library`: the library functions that it calls; `pointed_to`: the functions whose addresses it takes.
    - `known`: violations that were already found; a run that reaches one ends there.
    - `computed`: the kinds of checks that `text` makes itself. `marks` returns the lines of `text` that contain a
      failing operation of a given place, `marked` the place of such a line.
    - `reaching`: library functions that are wrapped in `text` to access their memory first.
    - `only_subscripts`: the program has no pointers and accesses memory by name and index only.
    - `cleared`: places and names of the local structs and unions that start as zeros but for the values of sites.
    - `fallible`: operations that can fail: kind of the check, place, and the condition that must hold.
    - `unsized`: it has an array of a size that only another file has, with an assumed one.
    """

    task: Task
    text: str
    plain: str
    sites: tuple[Site, ...]
    errors: tuple[ErrorSite, ...]
    seen: tuple[OperandSite, ...]
    literals: tuple[int, ...]
    sizes: tuple[int, ...]
    parameters: int
    library: frozenset[str]
    pointed_to: tuple[str, ...]
    reduced: Callable[[dict[int, int]], str]
    known: frozenset[int] = frozenset()
    computed: frozenset[GoalKind] = frozenset()
    marks: Callable[[Mapping[Where, int]], Iterable[tuple[int, int]]] = lambda wanted: ()
    marked: Callable[[int], Where] = lambda line: Where("", line)
    reaching: tuple[MemoryWrapper, ...] = ()
    only_subscripts: bool = False
    cleared: frozenset[tuple[Where, str]] = frozenset()
    fallible: tuple[tuple[GoalKind, Where, str], ...] = ()
    unsized: bool = False

    def goal(self, error: int, at: int) -> ErrorSite:
        """The violation that is reported to the user: the call of a function like `__VERIFIER_assert`, or the violation
        itself.

        `at` is the last such call before the violation. A call that starts at the entry function is not reported.
        """
        target, called = self.errors[error], self.errors[at]
        inside = called.asserts and called.function == target.function != self.task.entry.function
        return called if inside else target

    def goals(self) -> tuple[ErrorSite, ...]:
        """All violations in the user's terms."""
        inside = {error.function for error in self.errors if error.asserts}
        return tuple(error for error in self.errors if error.asserts or error.function not in inside)

    def looking_for(self, goals: Iterable[Goal], beside: Iterable[Goal] = ()) -> InstrumentedProgram:
        """Return the program with the checks among the goals as violations, and its assertions if the task asks for
        them.

        The goals `beside` belong to unsupported operations; they can be refuted but not proved.
        """
        count = len(self.errors)
        asked = [goal for goal in goals if goal.kind is not GoalKind.ASSERTION]
        known = frozenset[int]() if self.task.assertions else frozenset(range(count))
        sites = (
            ErrorSite(count + n, goal.text, False, goal.where, "", goal.kind, refuted_only=n >= len(asked))
            for n, goal in enumerate((*asked, *beside))
        )
        return structs.replace(self, errors=(*self.errors, *sites), known=known)

    @property
    def checks(self) -> tuple[ErrorSite, ...]:
        """The violations that sanitizers detect."""
        return tuple(error for error in self.errors if error.kind is not GoalKind.ASSERTION)

    def lines(self) -> Iterator[tuple[int, GoalKind, int]]:
        """Yield the lines of `text` that contain a possible failure: line, kind of check, number of the violation."""
        for kind in GoalKind:
            wanted = {one.where: one.number for one in self.checks if one.kind is kind}
            yield from ((line, kind, number) for line, number in self.marks(wanted))

    def places(self, target: ErrorSite) -> list[tuple[int, int]]:
        """Lines and columns of the operations whose failure is this violation."""
        marked = (self.marked(line) for line, _, number in self.lines() if number == target.number)
        return sorted({(where.line, where.column) for where in marked})

    @property
    def reads(self) -> bool:
        """Whether the program reads standard input."""
        return any(site.library in _READERS for site in self.sites)

    @property
    def follows_members(self) -> bool:
        """Whether `text` records the places where pointers to parts of objects are made (see
        `frontend.instrument.members`)."""
        return "__veriabs_into(" in self.text or "__veriabs_one(" in self.text

    def leaks(self) -> Iterator[tuple[int, ErrorSite]]:
        """Yield the site number of each allocation that must be freed, with its violation."""
        wanted = {one.where: one for one in self.checks if one.kind is GoalKind.MEMORY_LEAK}
        yield from ((site.number, wanted[site.where]) for site in self.sites if site.where in wanted)

    def ends_only(self) -> list[str]:
        """Conditions in C under which a violation is already known: the run ends there without a new report."""
        known = [self.errors[number] for number in sorted(self.known)]
        tests = [f"error == {one.number}" for one in known if not one.asserts]
        pairs = [(one, other) for one in known if one.asserts for other in self.errors if not other.asserts]
        same = ((one, other) for one, other in pairs if one.function == other.function)
        return [*tests, *(f"(error == {other.number} && veriabs_at == {one.number})" for one, other in same)]


class LoopSites(Struct, frozen=True):
    """The reported operands in one loop: those numbered `first` to `last - 1`.

    `heads` are the numbers of the operands in its test and in the third part of its `for`; `lines` are the lines of its
    statements, in the file of `where`.
    """

    number: int
    where: Where
    first: int
    last: int
    heads: tuple[int, ...]
    lines: frozenset[int]

    def has(self, where: Where) -> bool:
        return where.file == self.where.file and where.line in self.lines


class RecordingProgram(Struct, frozen=True):
    """A program that records the last iterations of its loops, which are listed in the textual order of their ends."""

    subject: InstrumentedProgram
    loops: tuple[LoopSites, ...]


class VisitRange(Struct, frozen=True):
    """Visits `first` to `first + count - 1` of a site take `start`, `start + step`, ... as 64-bit patterns."""

    first: int
    count: int
    start: int
    step: int = 0


Values = dict[int, tuple[VisitRange, ...]]
"""The values of each site, by site number; a visit without a span takes 0."""


class Candidate(Struct, frozen=True):
    """Input values that may violate the property; `origin` says how they were found."""

    origin: str
    values: Values


class Input(Struct, frozen=True):
    """The values that one site supplied on the path to the error."""

    site: Site
    spans: tuple[VisitRange, ...]


class Operand(Struct, frozen=True):
    """The 64-bit value of an operand of the failing assertion: `text` `a[i]`, `cell` `a[99999]`, `value` 7."""

    text: str
    cell: str
    value: int
    type: CType = LLONG


class IterationValues(Struct, frozen=True):
    """The values of operands in one iteration, counted from 1 at the loop's entry; None: not computed there."""

    iteration: int
    values: tuple[Operand | None, ...]


class Iterations(Struct, frozen=True):
    """A table of some iterations of the loop at `loop`: a column for each operand, a row for each iteration.

    They are the last iterations before the error if the error is in or after the loop. Otherwise they are the
    iterations that set the cell `about`, which the assertion read.
    """

    loop: Where
    columns: tuple[str, ...]
    rows: tuple[IterationValues, ...]
    about: str = ""


class BodilessFunction(Struct, frozen=True):
    """A function without a body and its return values in call order, or None if there are too many."""

    name: str
    type: CType
    spans: tuple[VisitRange, ...] | None


class Rerun(Struct, frozen=True):
    """Data beside the inputs that is needed to run the user's own file again along the counterexample.

    `calls` are the functions without a body that supply inputs. `entry` is the text of a generated `main` that calls
    the entry function, with its inputs as in `InstrumentedProgram`; `parameters` is the number of parameters of `main`.
    """

    calls: tuple[BodilessFunction, ...] = ()
    entry: str = ""
    parameters: int = 0


class Counterexample(Struct, frozen=True):
    """A run that was observed to reach the error.

    - `strategy`: the strategy that found it.
    - `inputs`: all values that entered. `order`: (site number, value) in the order of the run, for calls and for each
      value of each object, up to a limit.
    - `target`: the violating call; `assertion`: the assertion as the user wrote it.
    - `program`: the self-contained C text that the `commands` compile and run.
    - `overflow`: the run relies on signed arithmetic that wraps. `detail`: the report of a sanitizer.
    - `history`: iterations around the error, if a reader asked for them.
    """

    strategy: str
    inputs: tuple[Input, ...]
    order: tuple[tuple[int, int], ...]
    target: ErrorSite
    assertion: ErrorSite
    operands: tuple[Operand, ...]
    program: str
    commands: tuple[tuple[str, ...], ...]
    overflow: bool = False
    detail: str = ""
    rerun: Rerun = Rerun()
    history: tuple[Iterations, ...] = ()

    def changes(self) -> list[tuple[int, int, int]]:
        """`order` as runs of equal values: (site, value, number of consecutive times that the site returns it)."""
        found: list[list[int]] = []
        last: dict[int, list[int]] = {}
        for number, value in self.order:
            if number in last and last[number][1] == value:
                last[number][2] += 1
            else:
                last[number] = [number, value, 1]
                found.append(last[number])
        return [(number, value, count) for number, value, count in found]


class Replay(Enum):
    """The result of running a compiled candidate."""

    REACHED = "reached the error"
    MISSED = "did not reach the error"
    OUT_OF_BOUNDS = "accessed memory out of bounds before the error"
    UNDEFINED = "did something undefined before the error"
    OVERFLOW = "overflowed a signed integer before the error"
    FAILED = "could not be compiled or run"
