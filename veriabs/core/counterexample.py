"""The instrumented program, candidates for its inputs, and a run that was seen to reach the error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum

from msgspec import Struct

from veriabs.core.goals import GoalKind
from veriabs.core.source import Task, Where
from veriabs.core.types import LLONG, CType


class SiteKind(Enum):
    """How an arbitrary value enters the user's program."""

    CALL = "call"
    VARIABLE = "uninitialised variable"
    MEMORY = "allocated memory"


DRAWN = "__VERIFIER_nondet_of_"
"""How the names of functions begin that draw what a function of the C library gives."""
_READERS = frozenset(("getchar", "fgetc", "getc", "fgets", "scanf"))
"""Functions of the C library that give what is read on standard input."""
COUNT = "count_"
"""What is in the name of one that gives -1, or a number from one to another: both stand behind this."""


class Site(Struct, frozen=True):
    """A place of the user's file where arbitrary values enter: a nondet call, or the initial content of an object.

    `name` is the called function or the variable (`a[].x`: the field of every cell); `type` is that of one value.
    """

    number: int
    kind: SiteKind
    name: str
    type: CType
    where: Where

    @property
    def library(self) -> str | None:
        """The function of the C library whose values these are; None for other inputs."""
        return self.name.removeprefix(DRAWN).partition("_")[0] if self.name.startswith(DRAWN) else None


class ErrorSite(Struct, frozen=True):
    """A call that is the violation, or one (`asserts`) of a function of the user's that may make such a call.

    `function` is the function around a violation, or the one that is called. Of another `kind` than an assertion it is
    what a sanitizer reports at a line, and `text` says what has to hold there.
    """

    number: int
    text: str
    asserts: bool
    where: Where
    function: str = ""
    kind: GoalKind = GoalKind.ASSERTION


class SeenSite(Struct, frozen=True):
    """An operand of an assertion: `text` as it is written, `indices` the numbers of the sites of its subscripts."""

    number: int
    text: str
    indices: tuple[int, ...]
    error: int
    type: CType


class Reaching(Struct, frozen=True):
    """A function of the library that a search calls by what looks at the memory first.

    `takes` are its parameters a, b, ... and `given` their names; `reaches` says how many bytes from each of these on.
    """

    name: str
    returns: str
    takes: str
    given: str
    reaches: Mapping[str, str]


SORTING = frozenset(("qsort", "bsearch"))
"""Functions of the library that call one of the program's, which compares; the runtime has its own."""


class Instrumented(Struct, frozen=True):
    """The user's program as C text whose arbitrary values come from `veriabs_input(site)`.

    Its main is called `program_main` and takes `parameters` arguments; a violation calls `veriabs_violation(site)`.
    `text` also reports the operands of assertions; `plain` is for reading. `literals` are the whole numbers and the
    characters in the program and `sizes` those that stand where an array gets its size; `reduced` is the text with some
    of them replaced.
    `library` are the library functions that it calls, `pointed_to` the functions whose addresses it takes, as they are
    called in the text. `known` are violations that were found: a run that comes to one is over. `computed` are the
    kinds of checks that the text makes itself, `marks` gives the lines of `text` on which something at a place goes
    wrong, `marked` the place of such a line. `reaching` are functions of the library whose calls look at the memory
    first in `text`. `only_subscripts` says that it has no pointers: memory is reached by names and by indices alone.
    """

    task: Task
    text: str
    plain: str
    sites: tuple[Site, ...]
    errors: tuple[ErrorSite, ...]
    seen: tuple[SeenSite, ...]
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
    reaching: tuple[Reaching, ...] = ()
    only_subscripts: bool = False

    def goal(self, error: int, at: int) -> ErrorSite:
        """The violation in the user's terms: the call of a function like `__VERIFIER_assert`, or the violation itself.

        `at` is the last call of such a function; that of the entry is none of the user's.
        """
        target, called = self.errors[error], self.errors[at]
        inside = called.asserts and called.function == target.function != self.task.entry.function
        return called if inside else target

    def goals(self) -> tuple[ErrorSite, ...]:
        """All violations in the user's terms."""
        inside = {error.function for error in self.errors if error.asserts}
        return tuple(error for error in self.errors if error.asserts or error.function not in inside)

    @property
    def checks(self) -> tuple[ErrorSite, ...]:
        """The violations that sanitizers see."""
        return tuple(error for error in self.errors if error.kind is not GoalKind.ASSERTION)

    def lines(self) -> Iterator[tuple[int, GoalKind, int]]:
        """The lines of the text, what may go wrong there, and the number of the violation that this is."""
        for kind in GoalKind:
            wanted = {one.where: one.number for one in self.checks if one.kind is kind}
            yield from ((line, kind, number) for line, number in self.marks(wanted))

    def places(self, target: ErrorSite) -> list[tuple[int, int]]:
        """Lines and columns of the operations that a violation is one of."""
        marked = (self.marked(line) for line, _, number in self.lines() if number == target.number)
        return sorted({(where.line, where.column) for where in marked})

    @property
    def reads(self) -> bool:
        """Does anything come from standard input?"""
        return any(site.library in _READERS for site in self.sites)

    @property
    def follows_members(self) -> bool:
        """Does the text note where arrays in structs become pointers (see `frontend.instrument.members`)?"""
        return "__veriabs_into(" in self.text

    def leaks(self) -> Iterator[tuple[int, ErrorSite]]:
        """The sites of allocations that have to be freed, with the violation that it is if one is not."""
        wanted = {one.where: one for one in self.checks if one.kind is GoalKind.MEMORY_LEAK}
        yield from ((site.number, wanted[site.where]) for site in self.sites if site.where in wanted)

    def ends_only(self) -> list[str]:
        """Conditions, in C, under which a violation is known already, so that the run only ends with it."""
        known = [self.errors[number] for number in sorted(self.known)]
        tests = [f"error == {one.number}" for one in known if not one.asserts]
        pairs = [(one, other) for one in known if one.asserts for other in self.errors if not other.asserts]
        same = ((one, other) for one, other in pairs if one.function == other.function)
        return [*tests, *(f"(error == {other.number} && veriabs_at == {one.number})" for one, other in same)]


class LoopSites(Struct, frozen=True):
    """The sites `first` to `last - 1` of operands in a loop, `heads` of them those that its test and step name.

    `lines` are those of the statements in it, of the file that it is in.
    """

    number: int
    where: Where
    first: int
    last: int
    heads: tuple[int, ...]
    lines: frozenset[int]

    def has(self, where: Where) -> bool:
        return where.file == self.where.file and where.line in self.lines


class Remembering(Struct, frozen=True):
    """A program whose loops remember their last iterations, with its loops, in textual order of their ends."""

    subject: Instrumented
    loops: tuple[LoopSites, ...]


class Span(Struct, frozen=True):
    """Visits `first` to `first + count - 1` of a site take `start`, `start + step`, ... (patterns of 64 bits)."""

    first: int
    count: int
    start: int
    step: int = 0


Values = dict[int, tuple[Span, ...]]
"""What each site gives, by its number; a visit without a span takes 0."""


class Candidate(Struct, frozen=True):
    """Values that may violate the property, and where they come from."""

    origin: str
    values: Values


class Input(Struct, frozen=True):
    """The values that one site gave on the way to the error."""

    site: Site
    spans: tuple[Span, ...]


class Operand(Struct, frozen=True):
    """What an operand of the failing assertion held, in 64 bits: `a[i]` is the cell `a[99999]` with value 7."""

    text: str
    cell: str
    value: int
    type: CType = LLONG


class Row(Struct, frozen=True):
    """What an iteration computed: the number of the iteration since the loop began, and the values of the columns."""

    iteration: int
    values: tuple[Operand | None, ...]


class Iterations(Struct, frozen=True):
    """Some iterations of the loop at a place: the last ones before the error if they lead to it, else one that set a
    cell that the assertion read, which is `about`."""

    loop: Where
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    about: str = ""


class Called(Struct, frozen=True):
    """A function without a body that gives inputs: all its values in the order of its calls, None if too many."""

    name: str
    type: CType
    spans: tuple[Span, ...] | None


class Rerun(Struct, frozen=True):
    """What it takes to run the user's own file once more as a counterexample did, beside its inputs.

    `calls` has the functions without a body that give inputs. `entry` is the text of the `main` that calls another
    function, with its inputs as in `Instrumented`; `parameters` is the number of those of `main`.
    """

    calls: tuple[Called, ...] = ()
    entry: str = ""
    parameters: int = 0


class Counterexample(Struct, frozen=True):
    """A run that was seen to reach the error.

    `strategy` found it. `inputs` are all values that entered; `order` are those of calls, and the first of each object,
    in the order of the run (site number, value), up to some number. `target` is the call that is the violation,
    `assertion` the assertion in the user's terms. `program` is the self-contained C text that was compiled with the
    `commands` and run; `overflow` says that the run relies on signed arithmetic that wraps, `detail` is what a
    sanitizer said. `history` has iterations around the error, where somebody is to read them.
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
        """The order without values that a site has given just before: site, value, and how often it gives that then."""
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
    """What a compiled candidate did."""

    REACHED = "reached the error"
    MISSED = "did not reach the error"
    OUT_OF_BOUNDS = "accessed memory out of bounds before the error"
    UNDEFINED = "did something undefined before the error"
    OVERFLOW = "overflowed a signed integer before the error"
    FAILED = "could not be compiled or run"
