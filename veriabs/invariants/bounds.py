"""The bounds program: no access is out of bounds, and candidate invariants hold (docs/theory.md 1 and 6.2).

Abstractions give every array as many cells as they like, so an access out of bounds would go unnoticed; this run proves
that the original makes none. Every loop is cut: from an arbitrary state at the start of an arbitrary iteration j (the
closed forms and invariants of j hold there) one iteration is run. All that it assumes about iteration j it proves: at
the entry and from j to j+1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from veriabs.core.ctree import (
    Printer,
    closure,
    elements_of,
    expressions,
    integer,
    names,
    nondet,
    reads_cell,
    statements,
    substitute,
    target_name,
    walk,
)
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.queries import CheckId, CheckKind, Query
from veriabs.core.runs import Claim
from veriabs.core.source import Where
from veriabs.core.statements import NO_LOOP, Assert, Assign, Havoc, If, Loop, LoopId, Stmt
from veriabs.core.types import INT, LLONG, ULLONG, CType
from veriabs.encode.spell import FAR, at, declare, flat_index
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import peel
from veriabs.loops.trips import counted_test, sentinel_cells

IN_BOUNDS = "is within bounds"

CELL = Var("cell", LLONG)
"""An arbitrary index, the same throughout: what is proved of it holds of every one."""

OTHER = Var("other", LLONG)
"""A second one: what is proved of both holds of every pair."""

Invariants = Mapping[LoopId, tuple[Expr, ...]]
"""Candidate or proven invariants by their loop, over the program's scalars, starts and the iteration j.

One that mentions `CELL` is about every index, and may read arrays; one that mentions `OTHER` too is about every pair.
"""


def by_loop(found: Iterable[tuple[Loop, tuple[Expr, ...]]]) -> dict[LoopId, tuple[Expr, ...]]:
    """The candidates by their loop; loops without any, and those that a transformation made, are left out."""
    return {loop.id: exprs for loop, exprs in found if exprs and loop.id != NO_LOOP}


@dataclass(frozen=True, slots=True)
class Goal:
    """An assertion that the cut program is to show, where `index` (if any) is `CELL`, and `second` is `OTHER`."""

    assertion: Assert
    index: Expr | None = None
    second: Expr | None = None


def bounds_program(program: Program, invariants: Invariants | None = None, goal: Goal | None = None) -> Query:
    """The run that proves every access in bounds, under invariants that it proves as well; and the goal, if any.

    An assertion that is not the goal is assumed: the first one that a run violates is the goal of its own program.
    """
    program = replace(program, body=peel(program.body, [0], program.task.data_model))
    cut = _Cut(program, invariants or {}, goal)
    body = cut.body(program.body, 1, "", "")
    used = _used(program)
    scalars = [s for s in program.scalars.values() if s.name in used]
    arrays = [a for a in program.arrays.values() if a.name in cut.relevant]
    about_cells = any(CELL in walk(expr) for exprs in cut.invariants.values() for expr in exprs) or goal is not None
    context: dict[str, object] = {
        "file": program.task.path.name,
        "goal": None if goal is None else goal.assertion.where.line,
        "about_cells": about_cells,
        "about_pairs": cut.pairs,
        "invariants": bool(invariants),
        "nondets": sorted({(t.name, nondet(t)) for t in cut.types | {s.type for s in scalars} | {INT, LLONG, ULLONG}}),
        "scalars": [declare(s.type, s.name) for s in scalars],
        "arrays": [declare(a.type, a.name) for a in arrays],
        "lines": sorted(cut.lines.items()),
        "arbitrary": [a.name for a in arrays if a.initial is Initial.NONDET],
        "initial": [(s.name, nondet(s.type)) for s in scalars if s.initial is Initial.NONDET],
        "body": body,
    }
    ids = {**dict.fromkeys(cut.lines.values(), CheckId(CheckKind.ACCESS)), **cut.asked}
    if goal is None:
        return Query("bounds", "invariants/bounds", context, tuple(ids), unwind=2, ids=ids)
    return Query(
        "cut", "cell_invariants/program", context, tuple(ids), unwind=2, claim=Claim.OVER, accesses=True, ids=ids
    )  # fmt: skip


def _used(program: Program) -> frozenset[str]:
    sizes = [names(size) for array in program.arrays.values() for size in array.sizes]
    parts = [names(e) for s in statements(program.body) for e in expressions(s)]
    targets = {target_name(s.target) for s in statements(program.body) if isinstance(s, Assign | Havoc)}
    return frozenset(targets).union(*sizes, *parts)


def _relevant(program: Program, about: frozenset[str]) -> frozenset[str]:
    """What indices, sizes, conditions and invariants depend on; cells of other arrays may hold anything (trap a09)."""
    wanted = set(about)
    for array in program.arrays.values():
        wanted |= {n for size in array.sizes for n in names(size)}
    for stmt in statements(program.body):
        if isinstance(stmt, If | Loop):
            wanted |= names(stmt.test)
        exprs = [*expressions(stmt), *([stmt.target] if isinstance(stmt, Assign | Havoc) else [])]
        for element in (n for e in exprs for n in walk(e) if isinstance(n, Element)):
            wanted |= {n for index in element.indices for n in names(index)}
    assigns = [s for s in statements(program.body) if isinstance(s, Assign)]
    return closure(wanted, lambda found: (n for s in assigns if target_name(s.target) in found for n in names(s.value)))


@dataclass
class _Cut:
    """Prints the program with every loop cut; collects what has to be declared and asked for.

    `pairs` says that there is something about two indices.
    """

    program: Program
    invariants: Invariants
    goal: Goal | None = None
    relevant: frozenset[str] = frozenset()
    lines: dict[int, str] = field(default_factory=dict)
    asked: dict[str, CheckId] = field(default_factory=dict)
    types: set[CType] = field(default_factory=set)
    loops: int = 0
    copies: Counter[Where] = field(default_factory=Counter)
    pairs: bool = False

    def __post_init__(self) -> None:
        self.sentinels = sentinel_cells(self.program.body)
        about = frozenset(name for exprs in self.invariants.values() for expr in exprs for name in names(expr))
        if self.goal is not None:
            about |= names(self.goal.assertion.test)
        self.relevant = _relevant(self.program, about)
        self.pairs = OTHER.name in about or (self.goal is not None and self.goal.second is not None)

    def body(self, body: tuple[Stmt, ...], depth: int, leave: str, proceed: str) -> list[str]:
        return [line for stmt in body for line in self._stmt(stmt, depth, leave, proceed)]

    def _printer(self, where: Where, leave: str = "", proceed: str = "") -> Printer:
        def element(cell: Element, indices: tuple[str, ...]) -> str:
            array = self.program.arrays[cell.array]
            self.lines[where.line] = f"array index at line {where.line} {IN_BOUNDS}"
            sizes = tuple(Printer().expr(size) for size in array.sizes)
            checked = tuple(f"within_{where.line}({i}, {n})" for i, n in zip(indices, sizes, strict=True))
            index = flat_index(checked, sizes)
            if cell.array in self.relevant:
                return f"{cell.array}[{index}]"
            self.types.add(cell.type)
            return f"any_{nondet(cell.type)}({index})"

        def havoc(stmt: Havoc, target: str) -> str:
            self.types.add(stmt.target.type)
            return f"{target} = {nondet(stmt.target.type)}();"

        return Printer(element=element, havoc=havoc, leave=leave, proceed=proceed, block="__CPROVER_assume(0);")

    def _stmt(self, stmt: Stmt, depth: int, leave: str, proceed: str) -> list[str]:
        pad = "  " * depth
        printer = self._printer(stmt.where, leave, proceed)
        match stmt:
            case Loop():
                return [pad + line for line in self._loop(stmt)]
            case If(test=test, then=then, orelse=orelse):
                lines = [f"{pad}if ({printer.expr(test)}) {{", *self.body(then, depth + 1, leave, proceed)]
                if orelse:
                    lines += [pad + "} else {", *self.body(orelse, depth + 1, leave, proceed)]
                return [*lines, pad + "}"]
            case Assert(number=number) if self.goal is not None and number == self.goal.assertion.number:
                return [pad + line for line in self._goal(stmt, printer)]
            case Assert(test=test):
                return [f"{pad}if (!({printer.expr(test)})) __CPROVER_assume(0);"]
            case Assign(target=Element(array=name) as target, value=value) if name not in self.relevant:
                return [f"{pad}(void)({printer.expr(value)});", f"{pad}(void)({printer.expr(target)});"]
            case Havoc(target=Element(array=name) as target) if name not in self.relevant:
                return [f"{pad}(void)({printer.expr(target)});"]
            case _:
                return printer.lines((stmt,), depth)

    def _goal(self, stmt: Assert, printer: Printer) -> list[str]:
        """The assertion is shown for the index that is `CELL`: any violation has its index, and that may be chosen."""
        assert self.goal is not None
        test = printer.expr(stmt.test)
        pairs = ((self.goal.index, CELL), (self.goal.second, OTHER))
        equal = (f"{printer.expr(index)} == {cell.name}" for index, cell in pairs if index is not None)
        chosen = " && ".join(equal) or "1"
        text = self._ask(f"assertion at line {stmt.where.line}", CheckId(CheckKind.GOAL))
        return [
            f'if ({chosen}) __CPROVER_assert({test}, "{text}");',
            f"__CPROVER_assume({test});",
        ]

    def _loop(self, loop: Loop) -> list[str]:
        self.loops += 1
        self.copies[loop.where] += 1
        copy = self.copies[loop.where]
        facts = facts_of(self.loops, loop, self.sentinels)
        number, line = facts.number, loop.where.line
        plain, inside = Printer(), self._printer(loop.where)
        jumps = (f"goto leave_{number};", f"goto next_{number};")
        itno = f"itno_{number}"
        lines = [f"/* the loop at line {line} */", "{"]
        lines += [f"  const {declare(a.start.type, a.start.name)} = {a.variable.name};" for a in facts.accelerable]
        lines += [f"  const {declare(s.type, f'entry_{s.name}')} = {s.name};" for s in self._snapshots(loop, facts)]
        lines += self._entry(facts)
        lines += [f"  {text}" for text in self._assert_invariants(loop, copy, "1", CheckKind.ENTRY)]
        lines += self._havoc(facts)
        lines.append(f"  const iteration {itno} = nondet_unsigned_long_long();")
        highest = f"{FAR}ULL" if facts.trips is None else f"trips_{number} + 1"
        lines.append(f"  __CPROVER_assume(1 <= {itno} && {itno} <= {highest});")
        lines += [f"  {a.variable.name} = {plain.expr(at(a.form, itno))};" for a in facts.accelerable]
        lines += [f"  __CPROVER_assume({plain.expr(at(i, itno))});" for i in self._instances(loop)]
        lines.append(f"  if (!({inside.expr(loop.test)})) {jumps[0]}")
        lines += self.body(loop.body, 1, *jumps)
        if any(jumps[1] in text for text in lines):
            lines.append(f"  next_{number}:;")
        lines += self.body(loop.update, 1, *jumps)
        for a in facts.accelerable:
            name = f"closed form of {a.variable.name} in loop {number} at line {line}"
            text = self._ask(name, CheckId(CheckKind.FORM))
            lines.append(f'  __CPROVER_assert({a.variable.name} == {plain.expr(at(a.form, f"{itno} + 1"))}, "{text}");')
        lines += [f"  {text}" for text in self._assert_invariants(loop, copy, f"{itno} + 1", CheckKind.STEP)]
        return [*lines, "  __CPROVER_assume(0);", f"  leave_{number}:;", "}"]

    def _snapshots(self, loop: Loop, facts: LoopFacts) -> list[Scalar]:
        wanted = {name for expr in self._invariants_of(loop) for name in names(expr)}
        scalars = (self.program.scalars.get(name) for name in sorted(facts.written))
        return [s for s in scalars if s is not None and entry_of(Var(s.name, s.type)).name in wanted]

    def _entry(self, facts: LoopFacts) -> list[str]:
        if facts.trips is None:
            return []
        plain, number = Printer(), facts.number
        counted = counted_test(facts)
        beyond = {a.variable.name: at(a.form, f"trips_{number} + 1") for a in facts.accelerable}
        end = " && ".join(f"({plain.expr(substitute(part, beyond))})" for part in counted)
        text = self._ask(f"trip count of loop {number} at line {facts.loop.where.line}", CheckId(CheckKind.TRIPS))
        return [
            f"  const iteration trips_{number} = {plain.expr(facts.trips)};",
            f'  __CPROVER_assert(!({end}) && trips_{number} <= {FAR}ULL, "{text}");',
        ]

    def _havoc(self, facts: LoopFacts) -> list[str]:
        lines = []
        for name in sorted(facts.written):
            scalar = self.program.scalars.get(name)
            if scalar is not None:
                self.types.add(scalar.type)
                lines.append(f"  {name} = {nondet(scalar.type)}();")
            elif name in self.relevant:
                lines.append(f"  __CPROVER_havoc_object({name});")
        return lines

    def _invariants_of(self, loop: Loop) -> tuple[Expr, ...]:
        # What is proved without a goal serves strategies that know the loop with its first iteration.
        return () if loop.peeled and self.goal is None else self.invariants.get(loop.id, ())

    def _instances(self, loop: Loop) -> tuple[Expr, ...]:
        """The invariants; those about every index also at the indices where the loop reads what they speak of.

        Those about every pair with one of these indices in place of either; where there are such, those about one index
        are taken of both.
        """
        found = self._invariants_of(loop)
        about_cells = [(expr, names(expr)) for expr in found if CELL in walk(expr)]
        if not about_cells:
            return found
        read = [(e.array, e.indices[0]) for e in (*elements_of((loop,)), *self._fixed) if len(e.indices) == 1]
        # What holds of the cell in front of the counter's takes a chain of neighbours one further.
        near = [(a, Binary("-", t, integer(1))) for a, t in read if isinstance(t, Var)]
        more: list[Expr] = []
        for expr, about in about_cells:
            paired = OTHER in walk(expr)
            places = dict.fromkeys(read if paired else (*read, *near))
            terms: list[Expr] = [Cast(LLONG, t) for a, t in places if a in about and not reads_cell(t)]
            more += [substitute(expr, new) for new in (self._of_pair(terms) if paired else self._of_one(terms))]
        return (*found, *dict.fromkeys(more))

    @cached_property
    def _fixed(self) -> list[Element]:
        """The accesses of the program at constant indices."""
        return [e for e in elements_of(self.program.body) if isinstance(e.indices[0], Const)]

    def _of_one(self, terms: list[Expr]) -> Iterator[dict[str, Expr]]:
        """What is put in for the arbitrary index."""
        yield from ({CELL.name: term} for term in ((OTHER, *terms) if self.pairs else terms))

    def _of_pair(self, terms: list[Expr]) -> Iterator[dict[str, Expr]]:
        yield {CELL.name: OTHER, OTHER.name: CELL}
        for term in terms:
            yield {OTHER.name: term}
            yield {CELL.name: term}

    def _assert_invariants(self, loop: Loop, copy: int, iteration: str, kind: CheckKind) -> list[str]:
        lines = []
        for n, expr in enumerate(self._invariants_of(loop)):
            text = self._ask(_invariant_name(loop.where, copy, n, kind), CheckId(kind, loop.id, n))
            lines.append(f'__CPROVER_assert({Printer().expr(at(expr, iteration))}, "{text}");')
        return lines

    def _ask(self, text: str, about: CheckId) -> str:
        self.asked[text] = about
        return text


def entry_of(variable: Var) -> Var:
    """The snapshot of a scalar at the entry of the loop that an invariant is about."""
    return Var(f"entry_{variable.name}", variable.type)


def _invariant_name(where: Where, copy: int, number: int, kind: CheckKind) -> str:
    place = f"line {where.line}, column {where.column}" + (f", inlined copy {copy}" if copy > 1 else "")
    return f"invariant {number} of the loop at {place}: {kind.name.lower()}"
