"""Print one iteration of each loop of the group as a C function, and the code after the last loop. The property loop
becomes a function that evaluates clause t in the final state (docs/theory.md 2.7).

    for (x = 0; x < n; x++) assert(a[x] >= m);          _Bool clause(t) { x = t - 1; return a[x] >= m; }
"""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, names, substitute, target_name
from veriabs.core.expressions import Const, Expr, Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import ITERATION, Accelerable, FusedMember, LoopFacts, Pairing, Quantifier
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Assume, Break, Define, If, Stmt
from veriabs.core.types import INT, IntType
from veriabs.encode.spell import declare, trips_of
from veriabs.loops.accelerate import at, normalised
from veriabs.loops.propagation import Values
from veriabs.strategies.shrinking.columns import column_of_slot, divide, has_clause, iteration_in, numerator_of
from veriabs.strategies.shrinking.shape import FusionPlan
from veriabs.strategies.shrinking.spell import CNames


class ClauseText(Struct, frozen=True):
    """The property loop as C text for the template `shrinking/parts`.

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
    number = divide(numerator_of(pairing, column_of_slot(Var("l", INT))), pairing.divisor)
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
