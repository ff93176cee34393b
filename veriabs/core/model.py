"""Every dataclass and enum that flows through the pipeline.

    Task -> Program -> LoopModel -> Query | Harness -> C text -> Run -> Verdict -> Report

A `Program` is written in a core language: expressions are pure (no side effect, no call), every variable has a unique
name, structs are split into fields, pointers are resolved to the array they stand for, and calls are inlined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NewType

# ---------------------------------------------------------------------------------------------------------------- types


class DataModel(Enum):
    """Sizes of the C types, named as in SV-COMP task definitions."""

    ILP32 = "ILP32"
    LP64 = "LP64"


@dataclass(frozen=True, slots=True)
class IntType:
    """An integer type as C spells it; `_Bool` has one bit."""

    name: str
    bits: int
    signed: bool

    @property
    def lowest(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def highest(self) -> int:
        return (1 << (self.bits - (1 if self.signed else 0))) - 1


@dataclass(frozen=True, slots=True)
class FloatType:
    """`float`, `double` or `long double`."""

    name: str
    bits: int


CType = IntType | FloatType

BOOL = IntType("_Bool", 1, False)
INT = IntType("int", 32, True)
UNSIGNED = IntType("unsigned int", 32, False)
LLONG = IntType("long long", 64, True)
ULLONG = IntType("unsigned long long", 64, False)


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """A place in the user's own source file (1-based)."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


# ---------------------------------------------------------------------------------------------------- core: expressions


@dataclass(frozen=True, slots=True)
class Const:
    """A literal; `value` is exact for integers."""

    value: int | float
    type: CType


@dataclass(frozen=True, slots=True)
class Var:
    """A scalar variable."""

    name: str
    type: CType


@dataclass(frozen=True, slots=True)
class Element:
    """One cell of an array; one index a dimension, outermost first."""

    array: str
    indices: tuple[Expr, ...]
    type: CType


@dataclass(frozen=True, slots=True)
class Unary:
    """`- ~ !` applied to one operand."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary:
    """Any binary C operator without side effect, `&&` and `||` included (they short-circuit as in C)."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Conditional:
    """`test ? then : other`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Cast:
    """A conversion to an arithmetic type."""

    type: CType
    operand: Expr


Expr = Const | Var | Element | Unary | Binary | Conditional | Cast
LValue = Var | Element

# ----------------------------------------------------------------------------------------------------- core: statements

LoopId = NewType("LoopId", int)
"""A loop of a program, numbered from 1 when it is lowered; transformations keep it."""

NO_LOOP = LoopId(0)
"""A loop that a transformation made or copied: nothing is proved of it by name."""


@dataclass(frozen=True, slots=True)
class Assign:
    """`target = value;` with the conversion that C makes."""

    target: LValue
    value: Expr
    where: Where


@dataclass(frozen=True, slots=True)
class Havoc:
    """`target` gets an arbitrary value: a `__VERIFIER_nondet_*` call, or an uninitialised local of a loop body.

    `site` is unique for each occurrence after inlining; `call` is the nondet function, or None for a variable that was
    never initialised.
    """

    target: LValue
    site: int
    call: str | None
    where: Where


@dataclass(frozen=True, slots=True)
class If:
    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Loop:
    """`while (test) { body update }`; `continue` in the body jumps to `update` (the third part of a C `for`).

    `id` tells it from every other loop of the program, also where a function that has it is inlined twice.

    `rotated`: a peeled loop, made from `do ... while`, with the first iteration in front of it where that cannot be
    part of it.
    """

    test: Expr
    body: tuple[Stmt, ...]
    update: tuple[Stmt, ...]
    where: Where
    peeled: bool = False
    id: LoopId = NO_LOOP


@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the innermost loop."""

    where: Where


@dataclass(frozen=True, slots=True)
class Continue:
    """Goes on with the `update` of the innermost loop."""

    where: Where


@dataclass(frozen=True, slots=True)
class Halt:
    """The run ends here without a violation: abort, exit, a failed assumption, return from main."""

    where: Where


@dataclass(frozen=True, slots=True)
class Assert:
    """The run violates the property when `test` is false here."""

    test: Expr
    number: int
    where: Where


Stmt = Assign | Havoc | If | Loop | Break | Continue | Halt | Assert

# -------------------------------------------------------------------------------------------------------------- program


class Initial(Enum):
    """What a variable holds before the first statement."""

    ZERO = "zero"
    NONDET = "nondet"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar variable of the program; `source` is the name in the user's file (with a field path, if any)."""

    name: str
    type: CType
    initial: Initial
    source: str
    where: Where


@dataclass(frozen=True, slots=True)
class Array:
    """An array of the program; `sizes` are element counts, outermost dimension first, over constants and variables
    that are never changed once set."""

    name: str
    type: CType
    sizes: tuple[Expr, ...]
    initial: Initial
    source: str
    where: Where


@dataclass(frozen=True, slots=True)
class Task:
    """One verification task: what the user asked for."""

    path: Path
    data_model: DataModel = DataModel.LP64
    defines: tuple[str, ...] = ()
    includes: tuple[Path, ...] = ()
    property_file: Path | None = None
    expected: bool | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """A program after preprocessing, parsing, inlining and lowering to the core language.

    `claims` is a C text whose static assertions say what the front end took each expression for.
    """

    task: Task
    scalars: dict[str, Scalar]
    arrays: dict[str, Array]
    body: tuple[Stmt, ...]
    preprocessed: str = field(repr=False, default="")
    claims: str = field(repr=False, default="", compare=False)


# ------------------------------------------------------------------------------------------------------------ CBMC runs


class Outcome(Enum):
    """What one run of CBMC said."""

    SUCCESS = "success"
    FAILURE = "failure"
    TIMEOUT = "timeout"
    MEMORY = "out of memory"
    CRASH = "crash"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One property that CBMC decided; `status` is CBMC's word (SUCCESS, FAILURE, UNKNOWN, ERROR)."""

    name: str
    description: str
    status: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """One run of CBMC on one generated program; `seconds` is wall time, `peak_mb` the peak of the process tree."""

    purpose: str
    outcome: Outcome
    checks: tuple[Check, ...] = ()
    seconds: float = 0.0
    peak_mb: float = 0.0
    command: tuple[str, ...] = ()
    solver: str = "built-in"
    detail: str = ""
    raw: str = field(repr=False, default="")

    def failed(self) -> tuple[str, ...]:
        """Descriptions of the checks that did not pass."""
        return tuple(check.description for check in self.checks if check.status != "SUCCESS")


class Overflow(Enum):
    """What a signed overflow means: nothing is promised after it (the C standard), or it wraps."""

    UNDEFINED = "undefined"
    WRAP = "wrap"


class Claim(Enum):
    """How the errors of a generated program relate to those of the user's program."""

    OVER = "over"
    UNDER = "under"
    EXACT = "exact"


# ----------------------------------------------------------------------------------------------------------- loop model

ITERATION = Var("itno", ULLONG)
"""The iteration number in closed forms and trip counts; the first iteration is 1."""


@dataclass(frozen=True, slots=True)
class Accelerable:
    """An accelerable variable (P-shrink): its value at the start of iteration j is the closed form `form`.

    `start` is the snapshot of the variable before the loop; `updates` are the statements of one iteration that change
    it, and `after` its value behind the iteration over the values in front of it: CBMC proves form(j+1) from that.
    """

    variable: Var
    start: Var
    form: Expr
    updates: tuple[Assign, ...]
    after: Expr
    text: str


@dataclass(frozen=True, slots=True)
class LoopFacts:
    """What is known of one loop of a task; `number` counts from 1 in textual order.

    `trips` is the iteration count that the counted part of the test allows (unsigned long long, over values that the
    loop does not change), None if there is none. `exact` says that nothing else ends the loop, so that `trips` is its
    trip count. `private` are scalars that every iteration writes before it reads them. `obstacle` is why no strategy
    can turn the loop into one step, or None. `planted`: the trip count is bounded by a sentinel, a cell
    written in front of the loop, such as the 0 behind a string; there the whole test fails, whatever the scalars hold.
    """

    number: int
    loop: Loop
    accelerable: tuple[Accelerable, ...]
    trips: Expr | None
    exact: bool
    private: frozenset[str]
    written: frozenset[str]
    read: frozenset[str]
    obstacle: Reason | None = None
    sentinels: bool = False


class ReasonKind(Enum):
    """The closed list of reasons for an UNKNOWN."""

    UNSUPPORTED = "unsupported construct"
    NO_SMALL_K = "no small k"
    TIMEOUT = "CBMC timeout"
    MEMORY = "CBMC out of memory"
    CRASH = "CBMC failed"
    BUDGET = "time budget used up"
    SIDE_CONDITION = "side condition not proved"
    OUT_OF_BOUNDS = "array access not proved in bounds"
    NOT_CONFIRMED = "counterexample not confirmed"
    NOT_APPLICABLE = "no strategy applies"
    MISREAD = "program read differently"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something does not apply or was not decided, in one line, with the place if there is one."""

    kind: ReasonKind
    text: str
    where: Where | None = None
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.text} at {self.where}" if self.where else self.text


@dataclass(frozen=True, slots=True)
class Lemma:
    """For every iteration of loop `number` of the task: `fact` holds when the loop is over.

    The fact is over the counters' values at the start of the iteration, arrays, and scalars that the loop keeps.
    """

    number: int
    fact: Expr


class Quantifier(Enum):
    """How the clauses of a residual property are joined (theory 2.1)."""

    FORALL = "forall"
    EXISTS = "exists"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Property:
    """The assertion of a task as a family of clauses.

    FORALL and EXISTS: clause t is iteration t of the property loop `facts`. EXISTS: the clause holds when the iteration
    sets `flag` (to `value`). SINGLE: the assertion stands in a computing loop or in straight-line code, a violation
    raises the flag `bad`.
    """

    quantifier: Quantifier
    assertion: Assert
    facts: LoopFacts | None = None
    flag: str = ""
    guard: Expr | None = None


@dataclass(frozen=True, slots=True)
class LoopModel:
    """One assertion's task: straight-line segments and loops side by side, and the property.

    `segments` alternate: straight-line code, loop, straight-line code, ...; the property loop, if any, is not among
    them. `scalars` are all scalars of the task, guards and snapshots included.
    """

    program: Program
    assertion: Assert
    segments: tuple[tuple[Stmt, ...] | LoopFacts, ...]
    scalars: dict[str, Scalar]
    goal: Property

    @property
    def loops(self) -> tuple[LoopFacts, ...]:
        return tuple(segment for segment in self.segments if isinstance(segment, LoopFacts))


@dataclass(frozen=True, slots=True)
class Member:
    """One loop of a fused group. Column c runs its iteration j when c = shift + rate*(j-1) + 1.

    `local` are scalars that need no place in the state: the counters of an exact loop, and private scalars whose value
    nothing reads afterwards.
    """

    facts: LoopFacts
    local: frozenset[str]
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbouring loops run as one loop over columns (theory 2.8), with the code around them.

    `before` is what runs first: straight-line code, and loops that are replaced by an over-approximation of their
    effect. `between[m]` is the code in front of member m, moved before the first column. `after` is the code Q behind
    the last member. `commuting` are the pairs of members whose bodies still have to be proved to commute.
    """

    members: tuple[Member, ...]
    before: tuple[tuple[Stmt, ...] | LoopFacts, ...]
    between: tuple[tuple[Stmt, ...], ...]
    after: tuple[Stmt, ...]
    rate: int = 1

    @property
    def exact(self) -> bool:
        return all(member.facts.exact for member in self.members)


# --------------------------------------------------------------------------------------------------- generated programs


class CheckKind(Enum):
    """What a check of a generated program is about."""

    ACCESS = "an access is in bounds"
    ENTRY = "a candidate invariant holds where its loop is entered"
    STEP = "a candidate invariant is kept by an iteration"
    FORM = "a closed form"
    TRIPS = "a trip count"
    GOAL = "the assertion"

    @property
    def of_candidate(self) -> bool:
        """Is it about a candidate invariant, and not about what the program needs?"""
        return self in (CheckKind.ENTRY, CheckKind.STEP)


@dataclass(frozen=True, slots=True)
class CheckId:
    """What one check is about; a candidate is named by its loop and its number there."""

    kind: CheckKind
    loop: LoopId = NO_LOOP
    number: int = 0


@dataclass(frozen=True, slots=True)
class Query:
    """One generated program and what its run has to say.

    `needed` is the outcome that the strategy's proof rests on; `asked` are the checks that must be among the results.
    `claim` relates the errors of the generated program to the user's, None for a side condition. `arrays` says whether
    it uses unbounded arrays that are written, which the built-in solver is slow with; `memory` asks CBMC to check every
    access and division as well; `accesses` says that its own checks prove every access of the user's program in bounds.
    `ids` says of each check, by its description, what it is about, where somebody wants to know.
    `trace` names one check (`main.assertion.1`) to be decided alone, so that `Run.raw` has its trace.
    """

    purpose: str
    template: str
    context: dict[str, object]
    asked: tuple[str, ...]
    unwind: int
    needed: Outcome = Outcome.SUCCESS
    claim: Claim | None = None
    arrays: bool = False
    k: int | None = None
    memory: bool = False
    accesses: bool = False
    trace: str = ""
    ids: Mapping[str, CheckId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Calculation:
    """One computation in Python, made in a process of its own, and what it has to say.

    `module` is run with `payload` (see `veriabs.solvers.calculation`); the other fields are as in `Query`. `relies`
    says that what it proves holds up to the first signed overflow only.
    """

    purpose: str
    module: str
    payload: object
    asked: tuple[str, ...]
    needed: Outcome = Outcome.SUCCESS
    claim: Claim | None = None
    memory: bool = False
    relies: bool = False


Request = Query | Calculation


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """One request and the run that decided it."""

    harness: Request
    run: Run

    def needs_that_failed(self) -> tuple[str, ...]:
        """Descriptions of the checks that did not pass, but for those of candidate invariants."""
        ids = self.harness.ids if isinstance(self.harness, Query) else {}
        return tuple(text for text in self.run.failed() if text not in ids or not ids[text].kind.of_candidate)


@dataclass(frozen=True, slots=True)
class ProvedFacts:
    """What is proved of a program already.

    `invariants` are by their loop, over the program's scalars, starts (`entry_x`) and the iteration
    `itno`; `proofs` are the pieces that prove them and `lemmas`, and part of each proof that uses them.
    """

    invariants: Mapping[LoopId, tuple[Expr, ...]] = field(default_factory=dict)
    proofs: tuple[CheckedQuery, ...] = ()
    lemmas: tuple[Lemma, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A smaller program that has every violation of one assertion of the user's program, and the name for it.

    `bits` are the variables of which it has one bit.
    """

    name: str
    program: Program
    bits: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which property iteration t belongs to column c: t = (scale*c + offset) / divisor, where that is whole.

    `offset` is a sum of scalars that no loop changes and a constant.
    """

    scale: int = 1
    offset: tuple[tuple[str, int], ...] = ()
    constant: int = 0
    divisor: int = 1


# ------------------------------------------------------------------------------------------------------ counterexamples


class SiteKind(Enum):
    """How an arbitrary value enters the user's program."""

    CALL = "call"
    VARIABLE = "uninitialised variable"
    MEMORY = "allocated memory"


@dataclass(frozen=True, slots=True)
class Site:
    """A place of the user's file where arbitrary values enter: a nondet call, or the initial content of an object.

    `name` is the called function or the variable (`a[].x`: the field of every cell); `type` is that of one value.
    """

    number: int
    kind: SiteKind
    name: str
    type: CType
    where: Where


@dataclass(frozen=True, slots=True)
class ErrorSite:
    """A call that is the violation, or one (`asserts`) of a function of the user's that may make such a call.

    `function` is the function around a violation, or the one that is called.
    """

    number: int
    text: str
    asserts: bool
    where: Where
    function: str = ""


@dataclass(frozen=True, slots=True)
class SeenSite:
    """An operand of an assertion: `text` as it is written, `index` the numbers of the sites of its subscripts."""

    number: int
    text: str
    indices: tuple[int, ...]
    error: int


@dataclass(frozen=True, slots=True)
class Instrumented:
    """The user's program as C text whose arbitrary values come from `veriabs_input(site)`.

    Its main is called `program_main` and takes `parameters` arguments; a violation calls `veriabs_violation(site)`.
    `text` also reports the operands of assertions; `plain` is for reading. `literals` are the whole numbers in the
    program and `sizes` those that stand where an array gets its size; `reduced` is the text with some of them replaced.
    `library` are the library functions that it calls, `pointed_to` the functions whose addresses it takes, as they are
    called in the text.
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


@dataclass(frozen=True, slots=True)
class Span:
    """Visits `first` to `first + count - 1` of a site take `start`, `start + step`, ... (patterns of 64 bits)."""

    first: int
    count: int
    start: int
    step: int = 0


Values = dict[int, tuple[Span, ...]]
"""What each site gives, by its number; a visit without a span takes 0."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Values that may violate the property, and where they come from."""

    origin: str
    values: Values


@dataclass(frozen=True, slots=True)
class Input:
    """The values that one site gave on the way to the error."""

    site: Site
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Operand:
    """What an operand of the failing assertion held: `a[i]` is the cell `a[99999]` with value 7."""

    text: str
    cell: str
    value: int


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A run that was seen to reach the error.

    `strategy` found it. `inputs` are all values that entered; `order` are those of calls, and the first of each object,
    in the order of the run (site number, value), up to some number. `target` is the call that is the violation,
    `assertion` the assertion in the user's terms. `program` is the self-contained C text that was compiled with the
    `commands` and run; `overflow` says that the run relies on signed arithmetic that wraps.
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


class Replay(Enum):
    """What a compiled candidate did."""

    REACHED = "reached the error"
    MISSED = "did not reach the error"
    OUT_OF_BOUNDS = "accessed memory out of bounds before the error"
    UNDEFINED = "did something undefined before the error"
    OVERFLOW = "overflowed a signed integer before the error"
    FAILED = "could not be compiled or run"


class Translation(Enum):
    """What came of running what veriabs read beside what the compiler made of the same file."""

    SAME = "did the same"
    DIFFERENT = "did not do the same"
    NOT_COMPARED = "were not compared"


@dataclass(frozen=True, slots=True)
class Validation:
    """The translation of a program; `detail` is the place of the difference, or why nothing was compared."""

    translation: Translation
    detail: str = ""


# -------------------------------------------------------------------------------------------------------------- reports


class Verdict(Enum):
    """The three verdicts."""

    TRUE = "TRUE"
    FALSE = "FALSE"
    UNKNOWN = "UNKNOWN"


class Shrinkable(Enum):
    """What is known of one k: of the harness, or that the residual program failed so that no harness was run."""

    YES = "shrinkable"
    NO = "not shrinkable"
    RESIDUAL_FAILED = "residual failed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class TriedK:
    """The runs for one k; `harness` or `residual` is None where it was not needed."""

    k: int
    outcome: Shrinkable
    harness: Run | None = None
    residual: Run | None = None


@dataclass(frozen=True, slots=True)
class ShrinkFactor:
    """One loop (or the loops that were fused into one) with every k tried.

    `k` is the shrink factor, None if none was found; `reason` says why there is none, or no proof with it. The loops at
    the lines `front` are over-approximated, since fusing them as well meets the `obstacle` (or did not help); the loop
    at line `asserting` has become the property's clauses.
    """

    assertion: Where
    lines: tuple[int, ...]
    clauses: str
    accelerable: tuple[str, ...]
    tried: tuple[TriedK, ...]
    k: int | None
    reason: Reason | None = None
    front: tuple[int, ...] = ()
    obstacle: Reason | None = None
    asserting: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What one strategy said of one assertion, or of the whole program where `assertion` is None.

    `how` names the program that a proof rests on.
    """

    strategy: str
    assertion: Where | None
    word: Verdict
    reason: Reason | None = None
    how: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """Everything one verification found out; `seconds` is wall time of the whole, `peak_mb` the largest CBMC.

    `answers` are those of the single strategies. `relies` says that the verdict holds up to the first signed overflow.
    `invariants` are C expressions that were proved to hold whenever the test of the loop at their place is evaluated;
    `note` says why no counterexample was looked for, if that could not be done.
    """

    task: Task
    word: Verdict
    strategy: str
    reason: Reason | None
    loops: tuple[ShrinkFactor, ...]
    runs: tuple[Run, ...]
    seconds: float
    peak_mb: float
    cbmc_version: str
    counterexample: Counterexample | None = None
    invariants: tuple[tuple[Where, str], ...] = ()
    note: str = ""
    answers: tuple[Answer, ...] = ()
    relies: bool = False


# ---------------------------------------------------------------------------------------------------------------- batch


class Rating(Enum):
    """What an answer is worth; UNRATED is one that nothing was expected of."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    ERROR = "error"
    UNRATED = "unrated"


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a batch: one task under one configuration, decided by one tool.

    `key` stands for everything that the answer depends on: preprocessed text, options, version of CBMC, own version.
    `tool` is `veriabs`, `shrink`, `cbmc` or `cbmc-z3`. `verdict` is the word of the verdict, FACTORS where only shrink
    factors were looked for, or ERROR with `reason` when there is none (a bad task, a crash). `seconds` is wall time,
    `cpu_seconds` that of the processor with all children, `peak_mb` the largest process tree. `size` is the largest
    trip count known, None if there is none. `report` is the document of `docs/report-schema.json` (empty for the other
    tools); `finished` is ISO 8601 with time zone.
    """

    key: str
    task: str
    tool: str
    expected: bool | None
    verdict: str
    strategy: str = ""
    reason_kind: str = ""
    reason: str = ""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_mb: float = 0.0
    size: int | None = None
    report: dict[str, object] = field(default_factory=dict, repr=False)
    finished: str = ""

    @property
    def rating(self) -> Rating:
        """The answer against what was expected."""
        match self.verdict, self.expected:
            case (("TRUE" | "FALSE"), None):
                return Rating.UNRATED
            case ("TRUE" | "FALSE") as verdict, expected:
                return Rating.RIGHT if (verdict == "TRUE") is expected else Rating.WRONG
            case "UNKNOWN", _:
                return Rating.UNKNOWN
            case "FACTORS", _:
                return Rating.UNRATED
            case _:
                return Rating.ERROR
