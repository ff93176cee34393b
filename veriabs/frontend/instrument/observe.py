"""Instrument a program to report its events: stored values, iterations, tested assertions.

    x = y + 1;          x = report(place, y + 1);

The tree is changed before the usual instrumentation. Each place gets a call that reports and has no other effect; the
templates of `veriabs.validation` define these calls.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.counterexample import InstrumentedProgram
from veriabs.core.program import Program
from veriabs.core.source import Task, Where
from veriabs.frontend import known_functions, survey
from veriabs.frontend.instrument.instrument import instrument
from veriabs.frontend.instrument.listing import bounds, sizes
from veriabs.frontend.lower.lower import lower
from veriabs.frontend.nodes import call, each_child, number, parameters_of, place_of, whole_number
from veriabs.frontend.parse import parse
from veriabs.frontend.typed.tree import TypedTree, typed

_NEAR = 2


class PointKind(Enum):
    """The event that a point of the program reports."""

    STORE = "an object is set"
    ITERATION = "an iteration begins"
    TEST = "an assertion is evaluated"
    ASSUMPTION = "an assumption is evaluated"


class ReportingPlace(Struct, frozen=True):
    """A place of the user's file that reports; `name` is the variable that is set there, if one is named.

    `function` is the function around it.
    """

    number: int
    kind: PointKind
    where: Where
    name: str | None
    function: str


class ObservedProgram(Struct, frozen=True):
    """The reporting program, the lowered program, and the data for comparing their events.

    - `points`: the places that report. `declared`: places and names of variables.
    - `around`: the function around each call. `named`: the function that it calls. `called`: all callees of a function.
    - `hopeless`: assertions that always fail where they are reached.
    """

    program: Program
    subject: InstrumentedProgram
    points: tuple[ReportingPlace, ...]
    declared: frozenset[tuple[Where, str]]
    around: dict[Where, str]
    named: dict[Where, str]
    called: dict[str, frozenset[str]]
    hopeless: frozenset[Where] = frozenset()


def observe(program: Program, smaller: int | None = None) -> ObservedProgram:
    """The program with its reports.

    With `smaller` both are made anew, from a file whose arrays have about that size and whose long loops about as many
    iterations.
    """
    tree = parse(program.preprocessed, program.task)
    if smaller is not None:
        _reduce(tree, smaller)
        program = lower(tree, program.task, program.preprocessed)
    types = typed(tree, program.task.data_model)
    work = _Observer(program.task, types)
    for node in tree.ext:
        if isinstance(node, c_ast.FuncDef):
            work.function(node)
        elif isinstance(node, c_ast.Decl):
            work.declare(node)
    return ObservedProgram(
        program=program,
        subject=instrument(tree, program.task, types),
        points=tuple(work.points),
        declared=frozenset(work.declared),
        around=work.around,
        named=work.named,
        called=work.called,
        hopeless=frozenset(work.hopeless),
    )


def reducible(program: Program, most: int, *, loops: bool = True) -> bool:
    """Whether the file has an array of more than `most` elements in one dimension, or (`loops`) a longer loop."""
    return any(size > most for size in _reduced(parse(program.preprocessed, program.task), loops))


def _reduced(tree: c_ast.FileAST, loops: bool = True) -> list[int]:
    return sorted({*sizes(tree), *(bounds(tree) if loops else ())})


def _reduce(tree: c_ast.FileAST, size: int) -> None:
    """Replace sizes by smaller ones in the same order, the smallest by `size`, and numbers next to a size with it."""
    smaller: dict[int, int] = {}
    last = target = 0
    for position, large in enumerate(_reduced(tree)):
        target = min(size, large) if position == 0 else target + min(large - last, size)
        last = large
        for distance in range(-_NEAR, _NEAR + 1):
            smaller.setdefault(large + distance, max(0, target + distance))
        smaller[large] = target
    for node in survey.walk(tree):
        value = whole_number(node)
        if value is not None and value in smaller:
            suffix = node.value[len(node.value.rstrip("uUlL")) :]
            node.value = f"{smaller[value]}{suffix}"


# -------------------------------------------------------------------------------------------------------------- points


class _Observer(Struct):
    """Rewrites the functions of one file so that they report their stores; see `ObservedProgram`.

    `inside` is the function that is rewritten now.
    """

    task: Task
    types: TypedTree
    points: list[ReportingPlace] = field(default_factory=list)
    declared: set[tuple[Where, str]] = field(default_factory=set)
    around: dict[Where, str] = field(default_factory=dict)
    named: dict[Where, str] = field(default_factory=dict)
    called: dict[str, frozenset[str]] = field(default_factory=dict)
    hopeless: set[Where] = field(default_factory=set)
    inside: str = ""

    def where(self, node: c_ast.Node) -> Where:
        return place_of(node, self.task)

    def function(self, node: c_ast.FuncDef) -> None:
        self.inside = node.decl.name
        self.called[self.inside] = frozenset(survey.called_names(node.body))
        for inner in survey.walk(node):
            if isinstance(inner, c_ast.FuncCall):
                self.around[self.where(inner)] = self.inside
                self.named[self.where(inner)] = _name(inner.name) or ""
                if survey.error_call(inner) is inner:
                    self.hopeless.add(self.where(inner))
        for parameter in parameters_of(node):
            if isinstance(parameter, c_ast.Decl):
                self.declare(parameter)
        if self.inside not in survey.ERROR_FUNCTIONS | known_functions.ASSUMPTIONS:
            node.body = self.visit(node.body)

    def declare(self, node: c_ast.Decl) -> None:
        if node.name is not None:
            self.declared.add((self.where(node), node.name))

    def _point(self, kind: PointKind, node: c_ast.Node, name: str | None = None) -> c_ast.Constant:
        self.points.append(ReportingPlace(len(self.points), kind, self.where(node), name, self.inside))
        return number(len(self.points) - 1)

    def visit(self, node: c_ast.Node) -> c_ast.Node:
        """The replacement of a node, with reports."""
        match node:
            case c_ast.Decl():
                return self._declaration(node)
            case c_ast.UnaryOp(op="sizeof" | "_Alignof") | c_ast.Typename() | c_ast.Typedef():
                return node
            case c_ast.Assignment():
                point = self._point(PointKind.STORE, node, _name(node.lvalue))
                each_child(node, self.visit)
                return call(known_functions.STORED, point, node)
            case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--" as op):
                point = self._point(PointKind.STORE, node, _name(node.expr))
                each_child(node, self.visit)
                macro = {"p++": known_functions.INCREMENTED, "p--": known_functions.DECREMENTED}.get(
                    op, known_functions.STORED
                )
                return call(macro, point, node)
            case c_ast.If():
                failing = survey.error_call(node.iftrue) or survey.error_call(node.iffalse)
                settled = not any(isinstance(inner, c_ast.ID | c_ast.FuncCall) for inner in survey.walk(node.cond))
                point = None if failing is None or settled else self._point(PointKind.TEST, failing)
                each_child(node, self.visit)
                if point is not None:
                    node.cond = call(known_functions.TESTED, point, node.cond)
                return node
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                return self._loop(node)
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=[first, *rest])):
                given = [self.visit(argument) for argument in (first, *rest)]
                if name in known_functions.ASSUMPTIONS:
                    given[0] = call(known_functions.TESTED, self._point(PointKind.ASSUMPTION, node), given[0])
                node.args = c_ast.ExprList(given, node.args.coord)
                return node
            case _:
                each_child(node, self.visit)
                return node

    def _declaration(self, node: c_ast.Decl) -> c_ast.Decl:
        self.declare(node)
        if node.init is None or {"static", "extern"} & set(node.storage):
            return node
        listed = isinstance(node.init, c_ast.InitList)
        if listed or self.types.number(node) is None:
            node.init = self.visit(node.init)
            return node
        point = self._point(PointKind.STORE, node.init, node.name)
        node.init = call(known_functions.INITIALISED, point, c_ast.ID(node.name), self.visit(node.init))
        return node

    def _loop(self, node: c_ast.For | c_ast.While | c_ast.DoWhile) -> c_ast.Node:
        """A loop that reports its iterations; if its test may come in the middle of one, they are only counted."""
        begins = isinstance(node, c_ast.DoWhile) or node.cond is None or not survey.has_effect(node.cond)
        point = self._point(PointKind.ITERATION, node) if begins else number(0)
        each_child(node, self.visit)
        reported = call(known_functions.ITERATED if begins else known_functions.REPEATED, point)
        node.stmt = c_ast.Compound([reported, node.stmt], node.coord)
        return node


def _name(target: c_ast.Node) -> str | None:
    return target.name if isinstance(target, c_ast.ID) else None

