"""Map events of the compiled program to events of the lowered one by the user's places.

Only events that both programs can report are compared. The lowered program has no event for a call that it replaced,
the compiled one none for code that the lowering added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from veriabs.core.check_flags import ALIVE_SUFFIX, SET_SUFFIX
from veriabs.core.counterexample import Site, SiteKind
from veriabs.core.ctree import statements, target_name
from veriabs.core.expressions import Const, Expr
from veriabs.core.graphs import reachable
from veriabs.core.program import Array, Initial, Program, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop
from veriabs.frontend.instrument.observe import ObservedProgram, PointKind, ReportingPlace
from veriabs.frontend.survey import ASSERT_FUNCTIONS
from veriabs.replay.build import needs
from veriabs.replay.search import literals
from veriabs.validation.initial_content import ContentSlice, joins_objects, part_of, root, unindexed
from veriabs.validation.program import PrefixedProgram, context, is_constant, text, variables


class ReportPoint(Struct, frozen=True):
    """A number that both programs report, and its description."""

    number: int
    text: str
    where: Where

    def __str__(self) -> str:
        return f"{self.text} at {self.where}"


class Places:
    """The numbers of all events: inputs, then assertions, then points of the observed program."""

    names = ("read", "compiled")

    def __init__(self, observed: ObservedProgram) -> None:
        self.observed, self.subject, self.program = observed, observed.subject, observed.program
        self.first_error = len(self.subject.sites)
        self.first_point = self.first_error + len(self.subject.errors)
        self.count = self.first_point + len(observed.points)
        self.user = {name: _is_declared(variable, observed) for name, variable in _named(observed.program)}
        self.calls = {site.where: site for site in self.subject.sites if site.kind is SiteKind.CALL}
        held = [site for site in self.subject.sites if site.kind is not SiteKind.CALL]
        memory = [site for site in held if site.kind is SiteKind.MEMORY]
        self.contents = {(one.where, ""): one for one in memory if (one.where, one.name) not in observed.declared}
        # One place may allocate two objects: those of the parameters of the entry function.
        self.contents |= {(site.where, unindexed(site.name)): site for site in held}
        self.points = _by_place(observed.points)
        self.errors = {error.where: error for error in self.subject.errors}
        self.hidden = self._functions_with_skipped_calls()
        self.confused = self._ambiguous_places()

    def _functions_with_skipped_calls(self) -> frozenset[str]:
        """Functions with a call that the lowered program replaces by an assertion; their bodies have no events."""
        there = (stmt.where for stmt in statements(self.program.body) if isinstance(stmt, Assert))
        called = {name for where in there if (name := self.observed.named.get(where)) in self.observed.called}
        return frozenset(name for one in called if one for name in self._called_functions(one))

    def _ambiguous_places(self) -> frozenset[tuple[Where, str]]:
        """Places that set several variables of one name, or an allocated object as well, which nobody reports.

        An example is `int c = f(0);` where f has a parameter c, or `*p = 0;` where p is `&c` or what malloc gave.
        """
        declared = defaultdict[tuple[Where, str], set[Where]](set)
        unreported = set[Where]()
        for stmt in statements(self.program.body):
            if isinstance(stmt, Assign) and self.user[name := target_name(stmt.target)]:
                variable = self.variable(name)
                declared[stmt.where, root(variable.source)].add(variable.where)
            elif isinstance(stmt, Assign) and self.variable(name).where != stmt.where:  # no temporary
                unreported.add(stmt.where)
        return frozenset(one for one, places in declared.items() if len(places) > 1 or one[0] in unreported)

    # ----------------------------------------------------------------------------------------------------- events

    def event_of_store(self, stmt: Assign) -> int | None:
        """The event of an assignment; None if the lowering added it or its place is ambiguous.

        An assignment to a part of a number has none, since it would report another value.
        """
        name = target_name(stmt.target)
        points = self.points.get((PointKind.STORE, stmt.where), [])
        if not points or not self.user[name] or stmt.part:
            return None
        source = root(self.variable(name).source)
        if (stmt.where, source) in self.confused:
            return None
        named = [point for point in points if point.name == source]
        chosen = named or [point for point in points if point.name is None]
        return self.first_point + chosen[0].number if len(chosen) == 1 else None

    def event_of_iteration(self, loop: Loop) -> int | None:
        if any(isinstance(stmt, If) and stmt.where == loop.where for stmt in loop.body[:-1]):
            return None  # its test is in its body, so it counts iterations differently than C
        points = self.points.get((PointKind.ITERATION, loop.where), [])
        return self.first_point + points[0].number if len(points) == 1 else None

    def event_of_test(self, stmt: If | Loop) -> int | None:
        """The event of a conditional that ends the run, like an assumption."""
        points = self.points.get((PointKind.ASSUMPTION, stmt.where), [])
        ends = isinstance(stmt, If) and len(stmt.then) == 1 and isinstance(stmt.then[0], Halt) and not stmt.orelse
        return self.first_point + points[0].number if ends and len(points) == 1 else None

    def decision(self, stmt: If | Loop) -> int | None:
        return None

    def decision_value(self, stmt: If | Loop) -> Expr | None:
        return None

    def foreign_value(self, stmt: Havoc) -> str:
        return f"(veriabs_note({self.count}, 0), 0)"

    def event_of_check(self, stmt: Assert) -> int | None:
        error = self.errors.get(stmt.where)
        if error is None or self.observed.around.get(stmt.where) in self.hidden:
            return None
        points = self.points.get((PointKind.TEST, stmt.where), [])
        asserts = stmt.where not in self.observed.hopeless and (error.asserts or error.text in ASSERT_FUNCTIONS)
        if not points and asserts:
            return self.first_error + error.number
        if isinstance(stmt.test, Const):
            return None
        return self.first_point + points[0].number if len(points) == 1 else None

    def check_values(self, stmt: Assert) -> tuple[Expr, ...]:
        """No values: the event after a test shows whether its condition held."""
        return ()

    def reports_every_evaluation(self, stmt: Assert) -> bool:
        return True

    def input_site(self, stmt: Havoc) -> Site | None:
        """The site of an input; None if the compiled program has none at its place."""
        if stmt.call is not None:
            site = self.calls.get(stmt.where)
            return site if site is not None and site.type == stmt.target.type else None
        variable = self.variable(target_name(stmt.target))
        return self.contents.get((stmt.where, unindexed(variable.source)))

    def first_value_site(self, variable: Scalar | Array) -> Site | None:
        """The site of a variable's first value."""
        if variable.initial is Initial.ZERO:
            return None
        known = unindexed(variable.source), root(variable.source), ""  # an object, all members of one, a place
        return next((site for name in known if (site := self.contents.get((variable.where, name))) is not None), None)

    def first_value_part(self, variable: Scalar | Array, site: Site) -> ContentSlice | None:
        """The part of the site's object that the variable represents."""
        return part_of(site, variable)

    def _sites_without_variable(self) -> list[Site]:
        """The sites whose objects are cells of an array for several objects, or are not in the lowered program."""
        found = {self.first_value_site(one) for one in variables(self.program)}
        return [site for site in self.subject.sites if site.kind is not SiteKind.CALL and site not in found]

    def starts_as_zero(self, variable: Scalar | Array) -> bool:
        """Whether the compiled program clears the object of a variable without a site, or all objects that it joins."""
        return joins_objects(variable) or (variable.where, root(variable.source)) in self.subject.cleared

    def variable(self, name: str) -> Scalar | Array:
        program = self.observed.program
        return program.scalars.get(name) or program.arrays[name]

    # ---------------------------------------------------------------------------------------------------- the C text

    def text(self) -> str:
        """Both programs in one C text."""
        return text(self.values())

    def values(self) -> dict[str, object]:
        """The template context of both programs."""
        common, elsewhere = self.common(), self._sites_without_variable()
        stores = {self.first_point + one.number for one in self.observed.points if one.kind is not PointKind.ITERATION}
        return {
            **context(self.program.task.data_model, self.subject.sites, literals(self.subject), self.count),
            "program": self.subject.text,
            "exact": True,
            "first_error": self.first_error,
            "first_point": self.first_point,
            "common": [int(number in common) for number in range(self.count)],
            "iterated": [int(number in common - stores) for number in range(self.count)],
            "constant": [int(site in elsewhere or is_constant(site, (self,))) for site in self.subject.sites],
            "parameters": self.subject.parameters,
            "needs": needs(self.subject),
            "sides": [PrefixedProgram(self, "veriabs_r_").context()],
        }

    def common(self) -> frozenset[int]:
        """The events that both programs report."""
        found: set[int | None] = set()
        for stmt in statements(self.observed.program.body):
            match stmt:
                case Assign():
                    found.add(self.event_of_store(stmt))
                case Loop():
                    found.add(self.event_of_iteration(stmt))
                case If():
                    found.add(self.event_of_test(stmt))
                case Assert():
                    found.add(self.event_of_check(stmt))
                case Havoc(call=str()) if (site := self.input_site(stmt)) is not None:
                    found.add(site.number)
                case _:
                    pass
        return frozenset(number for number in found if number is not None) | self._missing()

    def _missing(self) -> frozenset[int]:
        """Assertions of the user's program without counterpart in the lowered one."""
        there = {stmt.where for stmt in statements(self.program.body) if isinstance(stmt, Assert)}
        inner = {self.observed.around.get(where) for where in there | self.program.settled}
        found = set()
        for where, error in self.errors.items():
            opened = error.asserts and not inner.isdisjoint(self._called_functions(error.function))
            builtin = error.text in ASSERT_FUNCTIONS and (PointKind.TEST, where) not in self.points
            if (error.asserts or builtin) and not opened and not self._is_there(where, there):
                found.add(self.first_error + error.number)
        tests = (point for point in self.observed.points if point.kind is PointKind.TEST)
        return frozenset(found | {self.first_point + p.number for p in tests if not self._is_there(p.where, there)})

    def _is_there(self, where: Where, there: set[Where]) -> bool:
        return where in there or where in self.program.settled or self.observed.around.get(where) in self.hidden

    def _called_functions(self, function: str) -> set[str]:
        """The function and all functions that it calls."""
        return set(reachable((function,), self.observed.called))

    def event(self, number: int) -> ReportPoint:
        """The description of an event; after the last one come an input that only one program has, and the end."""
        if number >= self.count:
            text = "an input that the compiler does not see" if number == self.count else "the run ends"
            return ReportPoint(number, text, Where(str(self.program.task.path), 1))
        if number < self.first_error:
            site = self.subject.sites[number]
            return ReportPoint(number, f"{site.name}() gives a value", site.where)
        if number < self.first_point:
            error = self.subject.errors[number - self.first_error]
            return ReportPoint(number, f"{error.text} is evaluated", error.where)
        point = self.observed.points[number - self.first_point]
        text = f"{point.name} is set" if point.name else point.kind.value
        return ReportPoint(number, text, point.where)


def _named(program: Program) -> Iterator[tuple[str, Scalar | Array]]:
    return ((variable.name, variable) for variable in variables(program))


def _is_declared(variable: Scalar | Array, observed: ObservedProgram) -> bool:
    """Whether it is a variable or allocation of the user's, as opposed to one that the lowering added."""
    if isinstance(variable, Array) or (variable.where, root(variable.source)) in observed.declared:
        return True
    # A member of an allocated struct, or an allocated number.
    is_flag = variable.source.endswith((SET_SUFFIX, ALIVE_SUFFIX))
    allocated = {(site.where, site.name) for site in observed.subject.sites if site.kind is SiteKind.MEMORY}
    return not is_flag and ("." in variable.source or (variable.where, variable.source) in allocated)


def _by_place(points: Iterable[ReportingPlace]) -> dict[tuple[PointKind, Where], list[ReportingPlace]]:
    found: dict[tuple[PointKind, Where], list[ReportingPlace]] = {}
    for point in points:
        found.setdefault((point.kind, point.where), []).append(point)
    return found
