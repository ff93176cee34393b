"""Assemble the template context with all fragments of one fusion plan (a group of loops that run as one)."""

from __future__ import annotations

from pathlib import PurePath

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer, nondet
from veriabs.core.ctree import expressions, integer, names, statements, substitute, target_name, walk
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import ITERATION, Accelerable, FusedMember, LoopFacts, Pairing, Quantifier, entry_of
from veriabs.core.program import Initial
from veriabs.core.queries import TraceRole, TraceVariable
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Assume, Break, Define, Havoc, If, Stmt
from veriabs.core.types import INT, LLONG, IntType
from veriabs.encode.spell import declare, flat_index, trips_of
from veriabs.loops.accelerate import at, normalised
from veriabs.loops.fuse import accesses
from veriabs.loops.propagation import Values, estimated_forms
from veriabs.strategies.shrinking.columns import (
    clause_in,
    column_of_slot,
    has_clause,
    iteration_in,
    last_columns,
    numerator_of,
)
from veriabs.strategies.shrinking.prefix import entries, invariant_lines, known_texts, prefix_texts
from veriabs.strategies.shrinking.shape import FusionPlan
from veriabs.strategies.shrinking.spell import CNames, is_unknown_product, oracle_of, uninterpreted


def fragments(shape: FusionPlan) -> dict[str, object]:
    """The context of the shrinking templates, as C text."""
    speller = CNames(shape)
    state = [s for s in shape.scalars if s.name in shape.changed]
    return {
        "inputs": [declare(s.type, s.name) for s in shape.scalars if s.name not in shape.changed],
        "starts": [declare(a.start.type, a.start.name) for a in _all_counters(shape)],
        "trips": [trips_of(f).name for f in _all_facts(shape) if f.trips is not None],
        "state": [(declare(s.type, s.name), s.name, nondet(s.type)) for s in state],
        "havocked": [(s.name, nondet(s.type)) for s in state if s.name in shape.written_by_step],
        "initial": [(speller.scalar(s.name), nondet(s.type)) for s in shape.scalars if s.initial is Initial.NONDET],
        **_array_fragments(shape),
        "oracles": _oracles(shape),
        "records": False,
        "recorded": [_recording(shape, *one) for one in enumerate(_recorded(shape))],
        "nondets": _nondets(shape),
        "functions": _functions(shape),
        "known": known_texts(shape, speller),
        "prefix": prefix_texts(shape, speller),
        "members": [member_text(shape, speller, m) for m in shape.group.members],
        "after": after_lines(shape, speller),
        "clauses": clause_texts(shape, speller),
        "single": shape.model.goal.quantifier is Quantifier.SINGLE,
        "exists": shape.model.goal.quantifier is Quantifier.EXISTS,
        "guard": guard_text(shape, speller),
        "last": [speller.printer().expr(column) for column in last_columns(shape)],
        "must_leave": not shape.group.exact,
        "entries": [declare(v.type, entry_of(v).name) for m in shape.group.members for v in entries(shape, m)],
        "invariants": invariant_lines(shape),
        "file": PurePath(shape.model.assertion.where.file).name,
        "assert_line": shape.model.assertion.where.line,
        "lines": [m.facts.loop.where.line for m in shape.group.members],
    }


def _all_facts(shape: FusionPlan) -> list[LoopFacts]:
    before = [s for s in shape.group.before if isinstance(s, LoopFacts)]
    return before + [m.facts for m in shape.group.members]


def _all_counters(shape: FusionPlan) -> list[Accelerable]:
    return [a for f in _all_facts(shape) for a in f.accelerable]


def _array_fragments(shape: FusionPlan) -> dict[str, object]:
    unbounded = [a for a in shape.arrays if a.name not in shape.cells]
    cells = [a for a in shape.arrays if a.name in shape.cells]
    summarised = frozenset(n for s in shape.group.before if isinstance(s, LoopFacts) for n in s.written)
    return {
        "arrays": [declare(a.type, a.name) for a in unbounded],
        "arbitrary": [a.name for a in unbounded if a.initial is Initial.NONDET],
        "changed_arrays": [(a.type.name, a.name) for a in unbounded if a.name in shape.changed],
        "havocked_arrays": [a.name for a in unbounded if a.name in shape.written_by_step],
        "cell_inputs": [declare(a.type, a.name) for a in cells if a.name not in shape.changed],
        "cell_state": [(declare(a.type, a.name), a.name, nondet(a.type)) for a in cells if a.name in shape.changed],
        "arbitrary_cells": [
            (f"s.{a.name}" if a.name in shape.changed else a.name, nondet(a.type))
            for a in cells
            if a.initial is Initial.NONDET or a.name in summarised
        ],
    }


def _recorded(shape: FusionPlan) -> list[Element]:
    """The cells of unbounded arrays that iterations and clauses access, over the slot l; a trace shows their first
    contents."""
    column = column_of_slot(Var("l", INT))
    numbers = [(m.facts, m.local, iteration_in(shape, m, column)) for m in shape.group.members]
    if shape.facts is not None:
        numbers += [(shape.facts, clause_locals(shape.facts), clause_in(pairing, column)) for pairing in shape.pairings]
    starts = estimated_forms((shape.group.after,))
    found: list[Element] = []
    for facts, local, number in numbers:
        closed = {}
        for a in facts.accelerable:
            start = starts.get(a.variable.name) if facts is shape.facts else None
            first = {a.start.name: integer(start.constant, a.variable.type)} if start and start.is_constant else {}
            closed[a.variable.name] = at(substitute(a.form, first), number)
        varying = shape.changed | local
        for cell in accesses(facts):
            indices = tuple(substitute(index, closed) for index in cell.indices)
            if cell.array not in shape.cells and not varying & frozenset[str]().union(*map(names, indices)):
                found.append(replace(cell, indices=indices))
    return list(dict.fromkeys(found))


def _recording(shape: FusionPlan, number: int, cell: Element) -> tuple[str, str, str, str]:
    """The declaration and name of a cell's recorded content, its row-major index, and the cell."""
    printer = CNames(shape).printer(slot="l")
    index = flat_index(cell.indices, shape.model.program.arrays[cell.array].sizes)
    return declare(cell.type, name := f"content_{number}"), name, printer.expr(index), printer.expr(cell)


def _oracles(shape: FusionPlan) -> list[tuple[str, str, str, bool]]:
    """Oracle variables: declaration, name, nondet function, and whether there is one for each iteration (theory 1)."""
    return [
        (declare(stmt.target.type, oracle_of(stmt)), oracle_of(stmt), nondet(stmt.target.type), each)
        for stmt, each in _inputs(shape)
    ]


def _inputs(shape: FusionPlan) -> list[tuple[Havoc, bool]]:
    """The inputs of the steps and of the code after them, and whether there is one for each iteration."""
    facts = [m.facts for m in shape.group.members] + ([shape.facts] if shape.facts else [])
    parts = [((*f.loop.body, *f.loop.update), True) for f in facts] + [(shape.group.after, False)]
    return [(stmt, each) for body, each in parts for stmt in statements(body) if isinstance(stmt, Havoc)]


def sequence(shape: FusionPlan, k: int) -> dict[str, TraceVariable]:
    """The trace variables of a harness, if each column is the iteration of that number."""
    numbered = all(member.shift == 0 and member.facts.nest is None for member in shape.group.members)
    slots = range(k + 1 if numbered and shape.group.rate == 1 else 0)
    return {f"T[{slot}]": TraceVariable(TraceRole.COLUMN, slot=slot) for slot in slots}


def traced(shape: FusionPlan, k: int) -> dict[str, TraceVariable]:
    """The meaning of a residual program's variables in the trace of a failed run."""
    speller, slots = CNames(shape), range(k + 2)
    found = {f"T[{slot}]": TraceVariable(TraceRole.COLUMN, slot=slot) for slot in range(k)}
    found |= {speller.scalar(s.name): TraceVariable(TraceRole.SCALAR, s.name) for s in shape.scalars}
    for stmt, each in _inputs(shape):
        for slot, place in ((slot, f"[{slot}]") for slot in slots) if each else ((0, ""),):
            found[oracle_of(stmt) + place] = TraceVariable(TraceRole.INPUT, number=stmt.site, slot=slot)
    for number, cell in enumerate(_recorded(shape)):
        found |= {f"index_{number}[{slot}]": TraceVariable(TraceRole.INDEX, "", number, slot) for slot in range(k)}
        found |= {
            f"content_{number}[{slot}]": TraceVariable(TraceRole.INDEXED, cell.array, number, slot) for slot in range(k)
        }
    for array in sorted(shape.cells):
        name = f"X0.{array}" if array in shape.changed else array
        found |= {f"{name}[{slot}]": TraceVariable(TraceRole.CONTENT, array, slot=slot) for slot in slots}
    return found


def _nondets(shape: FusionPlan) -> list[tuple[str, str]]:
    types = {s.type for s in shape.scalars} | {a.type for a in shape.arrays} | {INT, LLONG, ITERATION.type}
    for segment in (*shape.group.before, *shape.group.between):
        body = (*segment.loop.body, *segment.loop.update) if isinstance(segment, LoopFacts) else segment
        types |= {s.target.type for s in statements(body) if isinstance(s, Havoc)}
    types |= {stmt.target.type for stmt, _ in _inputs(shape)}
    return sorted({(t.name, nondet(t)) for t in types})


def has_unknown_products(shape: FusionPlan) -> bool:
    """Whether the plan has products, quotients or remainders of two unknown numbers."""
    return bool(_unknown_products(shape))


def _unknown_products(shape: FusionPlan) -> list[Binary]:
    bodies = [(*m.facts.loop.body, *m.facts.loop.update) for m in shape.group.members]
    bodies += [(*shape.facts.loop.body, *shape.facts.loop.update)] if shape.facts else []
    group = shape.group
    parts = [s for s in (*group.before, *group.between, group.after) if not isinstance(s, LoopFacts)]
    exprs = [e for body in (*bodies, *parts) for s in statements(body) for e in (*expressions(s), *_target(s))]
    exprs += [form for a in _all_counters(shape) for form in (a.form, a.after)]
    exprs += [m.facts.loop.test for m in shape.group.members] + [lemma.fact for lemma in shape.lemmas]
    return [node for e in exprs for node in walk(e) if isinstance(node, Binary) and is_unknown_product(node)]


def _target(stmt: Stmt) -> tuple[Expr, ...]:
    return (stmt.target,) if isinstance(stmt, Assign | Havoc) else ()


def _functions(shape: FusionPlan) -> list[tuple[str, str]]:
    if not shape.uninterpreted:
        return []
    data_model = shape.model.program.task.data_model
    return sorted({uninterpreted(product, data_model) for product in _unknown_products(shape)})


class ClauseText(Struct, frozen=True):
    """The property loop as C text for the template `shrinking/parts`: clause t in the final state (docs/theory.md 2.7).

        for (x = 0; x < n; x++) assert(a[x] >= m);          _Bool clause(t) { x = t - 1; return a[x] >= m; }

    - `line`: the loop's line. `exists`: one clause has to hold, instead of all.
    - `counts`: the condition that a column counts. `numerator` / `divisor` is the clause's number t in a column.
    - `trips`: the loop's trip count. `locals`: declarations. `accelerate`: the counters' values in iteration t.
    - `test`: the loop's test. `held`: assumptions about it. `body`: the statements with the assertion.
    """

    line: int
    exists: bool
    counts: str
    numerator: str
    divisor: int
    trips: str
    locals: list[str]
    accelerate: list[str]
    test: str
    held: list[str]
    body: list[str]


def clause_locals(facts: LoopFacts) -> frozenset[str]:
    """Variables that each clause has for itself: counters and private scalars."""
    return frozenset(a.variable.name for a in facts.accelerable) | facts.private


def clause_texts(shape: FusionPlan, speller: CNames) -> list[ClauseText]:
    """The property loop as clauses, one for each pairing with columns."""
    facts = shape.facts
    return [] if facts is None else [_clause_text(shape, speller, facts, one) for one in shape.pairings]


def _clause_text(shape: FusionPlan, speller: CNames, facts: LoopFacts, pairing: Pairing) -> ClauseText:
    prop = shape.model.goal
    exists = prop.quantifier is Quantifier.EXISTS
    outer, inner = speller.printer(), _clause_printer(pairing, speller, facts, exists)
    body, update = normalised(facts)
    if exists:
        body, update = _flag_returns(body, prop.flag), _flag_returns(update, prop.flag)
    counters = [a.variable.name for a in facts.accelerable]
    privates = [s for s in shape.scalars if s.name in facts.private and s.name not in counters and s.name != prop.flag]
    held = _assumed_test(shape, speller, facts)
    return ClauseText(
        line=facts.loop.where.line,
        exists=exists,
        counts=outer.expr(has_clause(shape, pairing, column_of_slot(Var("l", INT)))) if pairing.members else "",
        numerator=outer.expr(numerator_of(pairing, column_of_slot(Var("l", INT)))),
        divisor=pairing.divisor,
        trips=outer.expr(_clause_trips(facts)),
        locals=[declare(s.type, s.name) for s in privates],
        accelerate=outer.lines(stmt for a in facts.accelerable for stmt in _clause_counter(a, facts.loop.where)),
        test="" if facts.exact or held else inner.expr(facts.loop.test),
        held=held,
        body=inner.lines((*body, *update), 1),
    )


def _assumed_test(shape: FusionPlan, speller: CNames, facts: LoopFacts) -> list[str]:
    """C text that assumes the property loop's test in iteration tno, if the test reads only unchanging data.

    The loop asserts in its first `held` iterations only, and its test holds in all of them. `held` is an input, so the
    clauses are "t <= held implies ..."; facts about the test are instantiated at the chosen iterations.
    """
    counters = {a.variable.name for a in facts.accelerable}
    behind = Values({}, shape.model.program.task.data_model)
    behind.pass_by(shape.group.after)
    starts = behind.constants
    if facts.exact or not counters <= starts.keys() or (names(facts.loop.test) - counters) & shape.changed:
        return []
    lines: list[Stmt] = []
    for a in facts.accelerable:
        assert isinstance(a.variable.type, IntType)
        first = integer(starts[a.variable.name], a.variable.type)
        form = substitute(a.form, {a.start.name: first, ITERATION.name: Var("tno", ITERATION.type)})
        lines.append(Define(a.variable, form, facts.loop.where))
    lines.append(Assume(facts.loop.test, facts.loop.where))
    return speller.printer(frozenset(counters), slot="l").lines(lines)


def _clause_printer(pairing: Pairing, speller: CNames, facts: LoopFacts, exists: bool) -> Printer:
    number = clause_in(pairing, column_of_slot(Var("l", INT)))
    counters = {a.variable.name: at(substitute(a.form, {a.start.name: _first(a)}), number) for a in facts.accelerable}
    done = "return 0;" if exists else "return 1;"
    return speller.printer(
        clause_locals(facts), slot="l", leave="return 1;", proceed=done, block=done,
        violate="if (!({test})) return 0;", counters=counters,
    )  # fmt: skip


def _flag_returns(body: tuple[Stmt, ...], flag: str) -> tuple[Stmt, ...]:
    """Replace setting the flag, which satisfies the clause, by the jump that leaves with 1."""
    result: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, If):
            stmt = If(stmt.test, _flag_returns(stmt.then, flag), _flag_returns(stmt.orelse, flag), stmt.where)
        sets = isinstance(stmt, Assign) and target_name(stmt.target) == flag
        result.append(Break(stmt.where) if sets else stmt)
    return tuple(result)


def _clause_trips(facts: LoopFacts) -> Expr:
    """The property loop's trip count over the counters' values in the final state."""
    assert facts.trips is not None
    return substitute(facts.trips, {a.start.name: a.variable for a in facts.accelerable})


def _clause_counter(counter: Accelerable, where: Where) -> tuple[Stmt, ...]:
    """The counter in clause t; its start is copied, because the definition must not read the variable that it defines.
    """
    start = _first(counter)
    form = substitute(counter.form, {counter.start.name: start, ITERATION.name: Var("tno", ITERATION.type)})
    return Define(start, counter.variable, where), Define(counter.variable, form, where)


def _first(counter: Accelerable) -> Var:
    """The value of a counter when the property loop begins."""
    return Var(f"first_{counter.variable.name}", counter.start.type)


def guard_text(shape: FusionPlan, speller: CNames) -> str:
    """The condition under which the property has to hold, as C; empty if it always has to."""
    guard = shape.model.goal.guard
    return "" if guard is None or isinstance(guard, Const) else speller.printer().expr(guard)


class MemberText(Struct, frozen=True):
    """One loop of the group as C text for the template `shrinking/parts`.

    - `number`, `line`: the loop. `shift`, `rate`: its iteration j runs in column shift + rate*(j-1) + 1.
    - `exact`: only its counted test ends it. `iteration`: the iteration's number. `trips`: the trip count, if known.
    - `locals`: declarations. `accelerate`: the counters' values. `test`, `body`, `update`: one iteration.
    - `continues`: the body contains a `continue`.
    """

    number: int
    line: int
    shift: int
    rate: int
    exact: bool
    iteration: str
    trips: str | None
    locals: list[str]
    accelerate: list[str]
    test: str
    body: list[str]
    update: list[str]
    continues: bool


def member_text(shape: FusionPlan, speller: CNames, member: FusedMember) -> MemberText:
    """One iteration of a loop of the group as C text."""
    facts = member.facts
    skip = f"goto next_{facts.number};"
    number = iteration_in(shape, member, column_of_slot(Var("l", INT)))
    closed_forms = {a.variable.name: at(a.form, number) for a in facts.accelerable} if facts.exact else {}
    printer = speller.printer(
        member.local, slot="l", leave="return LEAVE;", proceed=skip, block="return BLOCKED;",
        violate="if (!({test})) {{ s.bad = 1; return LEAVE; }}", counters=closed_forms,
    )  # fmt: skip
    body, update = normalised(facts) if facts.exact else (facts.loop.body, facts.loop.update)
    counters = {a.variable.name for a in facts.accelerable} & member.local
    others = [s for s in shape.scalars if s.name in member.local and s.name not in counters and s.name in facts.written]
    return MemberText(
        number=facts.number,
        line=facts.loop.where.line,
        shift=member.shift,
        rate=shape.group.rate,
        exact=facts.exact,
        iteration=printer.expr(number),
        trips=None if facts.trips is None else trips_of(facts).name,
        locals=[declare(s.type, s.name) for s in others],
        accelerate=[
            f"{declare(a.variable.type, a.variable.name) if a.variable.name in counters else printer.expr(a.variable)}"
            f" = {printer.expr(a.form)};"
            for a in facts.accelerable
        ],
        test=printer.expr(facts.loop.test),
        body=printer.lines(body, 1),
        update=printer.lines(update, 1),
        continues=continues(body),
    )


def after_lines(shape: FusionPlan, speller: CNames) -> list[str]:
    """The code after the last loop of the group."""
    printer = speller.printer(block="return BLOCKED;", violate="if (!({test})) {{ s.bad = 1; return LEAVE; }}")
    return printer.lines(shape.group.after)
