"""Compare a part of a program (a slice) with the whole: both must reach the part's assertions with the same values.

    whole: if (f(x)) y = 1; assert(y < 2);          part: if (nondet()) y = 1; assert(y < 2);

An input of the part that the whole program lacks, `nondet()` here, represents a condition. The whole program runs
first, and its decision determines that input. If the decision is unknown (as for a `switch` that falls through), the
comparison stops there. A part may continue after the whole program's end and evaluate more assertions, since it has
more runs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.counterexample import InstrumentedProgram, Site, SiteKind
from veriabs.core.ctree import children, map_parts, statements, target_name, walk
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Binary, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.program import Array, Initial, Program, ProgramPart, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, CallPath, Havoc, If, Loop
from veriabs.core.types import INT, ULLONG, CType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.frontend.lower.switches import subject_of
from veriabs.loops.flatten import lacks
from veriabs.validation.initial_content import ContentSlice, whole_object
from veriabs.validation.places import ReportPoint
from veriabs.validation.program import PART_STEPS, PrefixedProgram, context, is_constant, text, variables

_Place = tuple[CallPath, str, str]
"""The place of an input: call path, called function (empty for a first value), and otherwise the variable."""


class PartPlaces:
    """The inputs and assertions common to a part and the whole program, and the decisions of the whole program."""

    names = ("whole", "part")

    def __init__(self, whole: Program, part: ProgramPart, assertion: Assert) -> None:
        self.sites = _sites(whole)
        of_whole, of_part = _shapes(whole), _shapes(part.program)
        self.wheres = {s.path: s.where for s in statements(whole.body) if isinstance(s, Assert)}
        self.places = sorted({assertion.path, *of_part})
        self.lost = lacks(part.program, whole, assertion)
        self.first_place = len(self.sites)
        self.count = self.first_place + len(self.places)
        alike = {place for place in self.places if of_whole[place] == of_part[place]}
        numbers = {place: self.first_place + number for number, place in enumerate(self.places)}
        choices = _choices(whole, part.program, self.sites)
        self.decisions = {path: number for number, path in enumerate(sorted(choices))}
        values = frozenset(path for path in choices if choices[path].bits > INT.bits)
        self.programs = tuple(
            _ComparedPart(program, self.sites, numbers, alike, self.decisions, values, decides)
            for program, decides in ((whole, True), (part.program, False))
        )
        self.literals = sorted(_literals(whole))
        self.subject = InstrumentedProgram(
            whole.task, "", "", tuple(self.sites.values()), (), (), (), (), 0, frozenset(), (), lambda smaller: ""
        )

    def text(self) -> str:
        """Both programs in one C text."""
        return text(self.values())

    def values(self) -> dict[str, object]:
        """The template context of both programs."""
        sites, prefixes = self.subject.sites, ("veriabs_w_", "veriabs_r_")
        return {
            **context(self.subject.task.data_model, sites, self.literals, self.count),
            "steps": PART_STEPS,
            **dict.fromkeys(("common", "iterated"), [int(number >= self.first_place) for number in range(self.count)]),
            "decisions": len(self.decisions),
            "constant": [int(is_constant(site, self.programs)) for site in sites],
            "parameters": 0,
            "sides": [PrefixedProgram(*one).context() for one in zip(self.programs, prefixes, strict=True)],
        }

    def event(self, number: int) -> ReportPoint:
        """The description of an event."""
        path = self.places[min(number, self.count - 1) - self.first_place]
        where = self.wheres.get(path, path[-1] if path else Where(str(self.subject.task.path), 1))
        return ReportPoint(number, "the assertion is evaluated" if number < self.count else "the run ends", where)


class _ComparedPart(Struct, frozen=True):
    """One of the two programs that are compared: the whole program or the part for one assertion.

    - `sites`, `numbers`: the stores by place, and the number by which each is recorded.
    - `alike`: the places where both programs have the same assertions in the same form. Elsewhere a condition may have
      become part of an assertion, so only a failure is an event.
    - `decisions`: numbers of the branches that both runs must take alike. `decides`: this program records them (the
      whole program), the other one follows. At the paths in `values` the recorded decision is the subject of a
      `switch`.
    """

    program: Program
    sites: dict[_Place, Site]
    numbers: dict[CallPath, int]
    alike: set[CallPath]
    decisions: dict[CallPath, int]
    values: frozenset[CallPath]
    decides: bool

    def event_of_store(self, stmt: Assign) -> int | None:
        return None

    def event_of_iteration(self, loop: Loop) -> int | None:
        return None

    def event_of_test(self, stmt: If | Loop) -> int | None:
        return None

    def decision(self, stmt: If | Loop) -> int | None:
        known = stmt.path not in self.values or self.decision_value(stmt) is not None
        return self.decisions.get(stmt.path) if self.decides and known else None

    def decision_value(self, stmt: If | Loop) -> Expr | None:
        """The subject of a `switch`, unless the part's wide choice would match other labels."""
        subject = subject_of(stmt.test) if stmt.path in self.values and stmt.test is not None else None
        ctype = None if subject is None else type_of(subject, self.program.task.data_model)
        return subject if isinstance(ctype, IntType) and ctype.signed else None

    def foreign_value(self, stmt: Havoc) -> str:
        decision = self.decisions.get(stmt.path)
        return "(veriabs_undefined(), 0)" if decision is None else f"veriabs_decided({decision})"

    def event_of_check(self, stmt: Assert) -> int | None:
        return self.numbers.get(stmt.path)

    def check_values(self, stmt: Assert) -> tuple[Expr, ...]:
        return (Unary("!", stmt.test), *_values(stmt.test))

    def reports_every_evaluation(self, stmt: Assert) -> bool:
        return stmt.path in self.alike

    def input_site(self, stmt: Havoc) -> Site | None:
        return self.sites.get(_place(self.program, stmt))

    def first_value_site(self, variable: Scalar | Array) -> Site | None:
        return self.sites.get(_first_place(variable)) if variable.initial is Initial.NONDET else None

    def starts_as_zero(self, variable: Scalar | Array) -> bool:
        return False

    def first_value_part(self, variable: Scalar | Array, site: Site) -> ContentSlice | None:
        return whole_object(site, variable)


def _choices(whole: Program, part: Program, sites: dict[_Place, Site]) -> dict[CallPath, CType]:
    """The types of the part's inputs that represent conditions of the whole program, by path."""
    conditions = {s.path for s in statements(whole.body) if isinstance(s, If | Loop)} - {()}
    inputs = (s for s in statements(part.body) if isinstance(s, Havoc) and s.call and _place(part, s) not in sites)
    return {s.path: s.target.type for s in inputs if s.path in conditions}


# -------------------------------------------------------------------------------------------------------------- inputs


def _sites(whole: Program) -> dict[_Place, Site]:
    """The inputs of the whole program."""
    found: dict[_Place, CType] = {}
    for stmt in statements(whole.body):
        if isinstance(stmt, Havoc):
            found.setdefault(_place(whole, stmt), stmt.target.type)
    for variable in variables(whole):
        if variable.initial is Initial.NONDET:
            found.setdefault(_first_place(variable), variable.type)
    sites = {}
    for number, (place, ctype) in enumerate(found.items()):
        path, called, name = place
        sites[place] = Site(number, SiteKind.CALL if called else SiteKind.VARIABLE, name, ctype, path[-1])
    return sites


def _place(program: Program, stmt: Havoc) -> _Place:
    if stmt.call is not None:
        return stmt.path or (stmt.where,), stmt.call, ""
    name = target_name(stmt.target)
    variable = program.scalars.get(name) or program.arrays[name]
    return (replace(stmt.where, column=0),), "", variable.source


def _first_place(variable: Scalar | Array) -> _Place:
    return (replace(variable.where, column=0),), "", variable.source


def _literals(program: Program) -> Iterator[int]:
    """Numbers of the program as 64-bit patterns."""
    exprs = (stmt.test for stmt in statements(program.body) if isinstance(stmt, If | Loop | Assert))
    found = {node.value for expr in exprs for node in walk(expr) if isinstance(node, Const)}
    yield from {wrap(value, ULLONG) for value in found if isinstance(value, int)}


# ---------------------------------------------------------------------------------------------------------- assertions


def _shapes(program: Program) -> dict[CallPath, Counter[Expr]]:
    """The assertions at the end of each path, with the user's names."""

    def named(expr: Expr) -> Expr:
        match expr:
            case Var(name=name):
                return replace(expr, name=program.scalars[name].source)
            case Element(array=name):
                return replace(expr, array=program.arrays[name].source)
            case _:
                return expr

    found: dict[CallPath, Counter[Expr]] = defaultdict(Counter)
    for stmt in statements(program.body):
        if isinstance(stmt, Assert):
            found[stmt.path][map_parts(stmt.test, named)] += 1
    return found


def _values(test: Expr) -> Iterator[Expr]:
    """Subexpressions that every evaluation of the test reads."""
    match test:
        case Binary(op="&&" | "||", left=first) | Conditional(test=first):
            yield from _values(first)
        case Var() | Element():
            yield test
        case _:
            for part in children(test):
                yield from _values(part)
