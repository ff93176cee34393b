"""A part of a program beside the whole of it: both come to the assertions of the part with the same values.

Places of a part have lines, and columns of their own. What it draws where the whole program draws nothing is a choice
that stands for a condition; nothing is known of the run from there on. A part may go on where the whole program ends,
and evaluate more assertions: it stands for more runs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from veriabs.core.counterexample import Instrumented, Site, SiteKind
from veriabs.core.ctree import children, map_parts, statements, target_name, walk
from veriabs.core.expressions import Binary, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.program import Array, Initial, Part, Program, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop
from veriabs.core.types import CType
from veriabs.validation.places import Event
from veriabs.validation.program import Side, context, is_constant, text, variables

_Place = tuple[str, int, str, str]
"""Where values enter: file, line, what is called (nothing for a first value), and the variable that gets it."""


class PartPlaces:
    """The inputs and assertions that a part has in common with the whole program."""

    def __init__(self, whole: Program, part: Part, assertion: Where) -> None:
        """A part that has one bit only is made of the program itself, and has the columns of it."""
        self.sites = _sites(whole)
        at = _place_of if part.bits else _line_of
        of_whole, of_part = _shapes(whole, at), _shapes(part.program, at)
        self.places = sorted({at(assertion), *of_part})
        self.lost = of_part[at(assertion)].total() < of_whole[at(assertion)].total()
        self.first_place = len(self.sites)
        self.count = self.first_place + len(self.places)
        alike = {place for place in self.places if of_whole[place] == of_part[place] or part.bits}
        numbers = {place: self.first_place + number for number, place in enumerate(self.places)}
        self.readings = tuple(
            _PartReading(program, self.sites, numbers, alike, part.bits, at) for program in (part.program, whole)
        )
        self.literals = sorted(_literals(whole))
        self.subject = Instrumented(
            whole.task, "", "", tuple(self.sites.values()), (), (), (), (), 0, frozenset(), (), lambda smaller: ""
        )

    def text(self) -> str:
        """Both programs in one C text."""
        return text(self.values())

    def values(self) -> dict[str, object]:
        """What the templates need of both programs."""
        sites, prefixes = self.subject.sites, ("veriabs_r_", "veriabs_w_")
        return {
            **context(self.subject.task.data_model, sites, self.literals, self.count),
            **dict.fromkeys(("common", "iterated"), [int(number >= self.first_place) for number in range(self.count)]),
            "constant": [int(is_constant(site, self.readings)) for site in sites],
            "parameters": 0,
            "sides": [Side(*one).context() for one in zip(self.readings, prefixes, strict=True)],
        }

    def event(self, number: int) -> Event:
        """What an event says."""
        place = self.places[min(number, self.count - 1) - self.first_place]
        return Event(number, "the assertion is evaluated" if number < self.count else "the run ends", place)


@dataclass(frozen=True, slots=True)
class _PartReading:
    """One of the two programs; `alike` are the places where both have the same assertions in the same form.

    Elsewhere a condition around an assertion may have become part of it, and only a failure is an event. Of `bits` one
    bit stands for all: where all are the same, whatever is computed bit by bit does as one bit does.
    """

    program: Program
    sites: dict[_Place, Site]
    numbers: dict[Where, int]
    alike: set[Where]
    bits: frozenset[str]
    at: Callable[[Where], Where]
    strange: str = "(veriabs_undefined(), 0)"

    def stored(self, stmt: Assign) -> int | None:
        return None

    def iterated(self, loop: Loop) -> int | None:
        return None

    def assumed(self, stmt: If) -> int | None:
        return None

    def tested(self, stmt: Assert) -> int | None:
        return self.numbers.get(self.at(stmt.where))

    def shown(self, stmt: Assert) -> tuple[Expr, ...]:
        values = () if self.bits else tuple(_values(stmt.test))
        return (Unary("!", stmt.test), *values)

    def always(self, stmt: Assert) -> bool:
        return self.at(stmt.where) in self.alike

    def drawn(self, stmt: Havoc) -> Site | None:
        return self.sites.get(_place(self.program, stmt))

    def kept(self, name: str, given: str) -> str:
        return f"(0 - ({given} & 1))" if name in self.bits else given

    def content(self, variable: Scalar | Array) -> Site | None:
        return self.sites.get(_first_place(variable)) if variable.initial is Initial.NONDET else None


# -------------------------------------------------------------------------------------------------------------- inputs


def _sites(whole: Program) -> dict[_Place, Site]:
    """Where values enter the whole program; of several calls with one place each gives the same all the time."""
    found: dict[_Place, tuple[CType, set[Where]]] = {}
    for stmt in statements(whole.body):
        if isinstance(stmt, Havoc):
            found.setdefault(_place(whole, stmt), (stmt.target.type, set()))[1].add(stmt.where)
    for variable in variables(whole):
        if variable.initial is Initial.NONDET:
            found.setdefault(_first_place(variable), (variable.type, set()))
    sites = {}
    for number, (place, (ctype, wheres)) in enumerate(found.items()):
        kind = SiteKind.CALL if place[2] and len(wheres) == 1 else SiteKind.VARIABLE
        sites[place] = Site(number, kind, place[3], ctype, Where(place[0], place[1]))
    return sites


def _place(program: Program, stmt: Havoc) -> _Place:
    name = target_name(stmt.target)
    variable = program.scalars.get(name) or program.arrays[name]
    return stmt.where.file, stmt.where.line, stmt.call or "", variable.source


def _first_place(variable: Scalar | Array) -> _Place:
    return variable.where.file, variable.where.line, "", variable.source


def _literals(program: Program) -> Iterator[int]:
    """Numbers of the program, as patterns of 64 bits."""
    exprs = (stmt.test for stmt in statements(program.body) if isinstance(stmt, If | Loop | Assert))
    found = {node.value for expr in exprs for node in walk(expr) if isinstance(node, Const)}
    yield from {value & (1 << 64) - 1 for value in found if isinstance(value, int)}


# ---------------------------------------------------------------------------------------------------------- assertions


def _line_of(where: Where) -> Where:
    return Where(where.file, where.line)


def _place_of(where: Where) -> Where:
    return where


def _shapes(program: Program, at: Callable[[Where], Where]) -> dict[Where, Counter[Expr]]:
    """The assertions at each place, in the user's names."""

    def named(expr: Expr) -> Expr:
        match expr:
            case Var(name=name):
                return replace(expr, name=program.scalars[name].source)
            case Element(array=name):
                return replace(expr, array=program.arrays[name].source)
            case _:
                return expr

    found: dict[Where, Counter[Expr]] = defaultdict(Counter)
    for stmt in statements(program.body):
        if isinstance(stmt, Assert):
            found[at(stmt.where)][map_parts(stmt.test, named)] += 1
    return found


def _values(test: Expr) -> Iterator[Expr]:
    """What is read whenever the test is evaluated."""
    match test:
        case Binary(op="&&" | "||", left=first) | Conditional(test=first):
            yield from _values(first)
        case Var() | Element():
            yield test
        case _:
            for part in children(test):
                yield from _values(part)
