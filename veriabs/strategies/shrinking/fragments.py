"""Assemble the template context with all fragments of one fusion plan (a group of loops that run as one)."""

from __future__ import annotations

from pathlib import PurePath

from veriabs.core.ctext import nondet
from veriabs.core.ctree import expressions, statements, walk
from veriabs.core.expressions import Binary, Expr
from veriabs.core.loop_model import ITERATION, Accelerable, LoopFacts, Quantifier, entry_of
from veriabs.core.program import Initial
from veriabs.core.queries import TraceRole, TraceVariable
from veriabs.core.statements import Assign, Havoc, Stmt
from veriabs.core.types import INT, LLONG
from veriabs.encode.spell import declare, trips_of
from veriabs.strategies.shrinking.clauses import after_lines, clause_texts, guard_text, member_text
from veriabs.strategies.shrinking.columns import last_columns
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
