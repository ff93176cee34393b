"""Recognise the fragment R (docs/theory.md 3.2): straight-line code and sweeps, which traverse arrays.

Every access of a sweep is to a cell `position + offset` with a constant offset, and the position changes by the
constant `slope` in each iteration. CBMC proves that machine arithmetic agrees (`checks`).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import conjuncts, expressions, statements, transform, walk, writes
from veriabs.core.expressions import Cast, Conditional, Element, Var
from veriabs.core.loop_model import LoopFacts, LoopModel, Quantifier
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.statements import Assert, Assign, Havoc, If, Stmt
from veriabs.loops.accelerate import normalised
from veriabs.loops.affine import Affine, affine
from veriabs.loops.facts import facts_of
from veriabs.loops.fuse import counter_values

MOST_SLOPE = 64
"""Larger slopes are not handled."""


class Access(Struct, frozen=True):
    """The cell `position + offset` of an array; `certain` is a write that every iteration makes."""

    element: Element
    offset: int
    writes: bool
    certain: bool = False

    @property
    def array(self) -> str:
        return self.element.array


class Sweep(Struct, frozen=True):
    """A loop that moves through arrays by a constant step: iteration j is at position `base + slope*(j-1)`.

    For `for (i = 1; i < n; i += 2) b[i] = a[i + 1];` the base is 1, the slope 2, and the accesses have offsets 0 and 1.
    `base` is over variables that the loop does not change.
    """

    facts: LoopFacts
    slope: int
    base: Affine
    accesses: tuple[Access, ...]

    @property
    def number(self) -> int:
        return self.facts.number

    @property
    def line(self) -> int:
        return self.facts.loop.where.line

    @property
    def statements(self) -> tuple[Stmt, ...]:
        return (*self.facts.loop.body, *self.facts.loop.update)

    @property
    def counters(self) -> frozenset[str]:
        return frozenset(a.variable.name for a in self.facts.accelerable)

    @property
    def asserts(self) -> bool:
        return any(isinstance(stmt, Assert) for stmt in statements(self.statements))

    def read(self, array: str) -> tuple[int, ...]:
        """Offsets at which the array is read."""
        return tuple(sorted({a.offset for a in self.accesses if a.array == array and not a.writes}))

    def written(self, array: str) -> tuple[int, ...]:
        """Offsets at which the array is written."""
        return tuple(sorted({a.offset for a in self.accesses if a.array == array and a.writes}))


Straight = tuple[Stmt, ...]
Part = Straight | Sweep


def sweeps_of(parts: tuple[Part, ...]) -> list[Sweep]:
    """The sweeps among the parts."""
    return [part for part in parts if isinstance(part, Sweep)]


def refusal(text: str, sweep_or_facts: LoopFacts | None = None) -> Reason:
    """The reason for a precondition that is not met."""
    where = None if sweep_or_facts is None else sweep_or_facts.loop.where
    return Reason(ReasonKind.NOT_APPLICABLE, text, where)


def parts_of(model: LoopModel) -> tuple[Part, ...] | Reason:
    """The whole task with its property, as straight-line code and sweeps in program order."""
    segments: list[tuple[Stmt, ...] | LoopFacts] = list(model.segments)
    goal = model.goal
    if goal.facts is not None:
        segments.append(goal.facts)
    if goal.quantifier is Quantifier.EXISTS:
        assert goal.guard is not None
        segments.append((If(goal.guard, (goal.assertion,), (), goal.assertion.where),))
    parts: list[Part] = []
    for segment in segments:
        part = sweep_of(_without_self_choices(segment)) if isinstance(segment, LoopFacts) else _flatten_rows(segment)
        if isinstance(part, Reason):
            return part
        parts.append(part)
    if not sweeps_of(tuple(parts)):
        return refusal("there is no loop to prune")
    return tuple(parts)


def _flatten_rows(code: Straight) -> Straight | Reason:
    for stmt in statements(code):
        for element in (*targets((stmt,)), *read_elements((stmt,))):
            if len(element.indices) != 1:
                return Reason(ReasonKind.NOT_APPLICABLE, f"{element.array} has more than one dimension", stmt.where)
    return code


def _without_self_choices(facts: LoopFacts) -> LoopFacts:
    """The loop with `x = c ? e : x` as `if (c) x = e`, so that only some iterations assign the scalar."""
    loop = replace(
        facts.loop,
        body=transform(facts.loop.body, _as_condition),
        update=transform(facts.loop.update, _as_condition),
    )
    if loop == facts.loop:
        return facts
    fresh = facts_of(facts.number, loop)
    return replace(facts, loop=loop, private=fresh.private, read=fresh.read)


def _as_condition(stmt: Stmt) -> tuple[Stmt, ...]:
    if not isinstance(stmt, Assign) or not isinstance(stmt.target, Var):
        return (stmt,)
    value = stmt.value
    while isinstance(value, Cast) and value.type == stmt.target.type and isinstance(value.operand, Conditional):
        value = value.operand
    if not isinstance(value, Conditional):
        return (stmt,)
    if value.orelse == stmt.target:
        return (If(value.test, (replace(stmt, value=value.then),), (), stmt.where),)
    if value.then == stmt.target:
        return (If(value.test, (), (replace(stmt, value=value.orelse),), stmt.where),)
    return (stmt,)


# ----------------------------------------------------------------------------------------------------------- positions


def sweep_of(facts: LoopFacts) -> Sweep | Reason:
    """The loop as a sweep (R1, R2), or the reason why it is none."""
    line = facts.loop.where.line
    if facts.obstacle is not None:
        return facts.obstacle
    if facts.trips is None:
        return refusal(f"the loop at line {line} has no known bound", facts)
    found = _forms(facts)
    if isinstance(found, Reason):
        return found
    position = _position(facts, [form for _, form in found])
    if position is None:
        return refusal(f"the loop at line {line} has no counter", facts)
    accesses = _accesses(facts, found, position)
    if isinstance(accesses, Reason):
        return accesses
    base = position.rest.plus(Affine((), position.slope))
    sweep = Sweep(facts, position.slope, base, accesses)
    return carried_flow(sweep) or sweep


def _forms(facts: LoopFacts) -> list[tuple[Element, Affine]] | Reason:
    """The index of every access as an affine function of the iteration number."""
    values = counter_values(facts, {})
    body, update = normalised(facts)
    code = (*body, *update)
    in_test = [node for node in walk(facts.loop.test) if isinstance(node, Element)]
    found = []
    for element in dict.fromkeys((*in_test, *read_elements(code), *targets(code))):
        text = f"line {facts.loop.where.line} has an index into {element.array}"
        form = affine(element.indices[0], values) if len(element.indices) == 1 else None
        if form is None or {atom for atom, _ in form.rest.terms} & facts.written:
            return refusal(f"{text} that is not the counter and a constant (R1)", facts)
        if form.slope == 0:
            return refusal(f"{text} that is the same in every iteration (R1)", facts)
        found.append((element, form))
    return found


def _position(facts: LoopFacts, forms: list[Affine]) -> Affine | None:
    """The position as a function of the iteration number, preferably a counter that moves as the indices do."""
    counters = [form for form in counter_values(facts, {}).values() if form.slope]
    if not forms:
        return counters[0] if counters else None
    alike = (c for c in counters if forms[0].plus(c, -1).is_constant)
    return next(alike, forms[0])


def _accesses(facts: LoopFacts, found: list[tuple[Element, Affine]], position: Affine) -> tuple[Access, ...] | Reason:
    body, update = normalised(facts)
    written = set(targets((*body, *update)))
    always = {stmt.target for stmt in _certain(facts, (*body, *update)) if isinstance(stmt.target, Element)}
    in_test = [node for node in walk(facts.loop.test) if isinstance(node, Element)]
    read = {*in_test, *read_elements((*body, *update))}
    accesses = []
    for element, form in found:
        distance = form.plus(position, -1)
        if not distance.is_constant:
            text = f"line {facts.loop.where.line} has indices, one of them into {element.array},"
            return refusal(f"{text} that are not a constant apart (R1)", facts)
        if element in read:
            accesses.append(Access(element, distance.constant, writes=False))
        if element in written:
            accesses.append(Access(element, distance.constant, writes=True, certain=element in always))
    if abs(position.slope) > MOST_SLOPE:
        return refusal(f"the loop at line {facts.loop.where.line} moves too far in one iteration", facts)
    return tuple(accesses)


def _certain(facts: LoopFacts, code: Straight) -> list[Assign | Havoc]:
    """Writes that every iteration makes."""
    if not facts.exact or len(conjuncts(facts.loop.test)) != 1:  # a guard is a conjunct of its own
        return []
    certain = []
    for stmt in code:
        if isinstance(stmt, Assign | Havoc):
            certain.append(stmt)
        elif not all(isinstance(inner, Assign | Havoc | If | Assert) for inner in statements((stmt,))):
            break
    return certain


def carried_flow(sweep: Sweep) -> Reason | None:
    """Check R2: no iteration reads a cell that an earlier iteration of the same loop wrote."""
    for array in {a.array for a in sweep.accesses}:
        for read in sweep.read(array):
            for written in sweep.written(array):
                distance = (written - read) * (1 if sweep.slope > 0 else -1)
                if distance > 0 and distance % abs(sweep.slope) == 0:
                    text = f"an iteration of the loop at line {sweep.line} reads what an earlier one wrote to {array}"
                    return refusal(f"{text} (R2)", sweep.facts)
    return None


# ------------------------------------------------------------------------------------------------------------ elements


def targets(code: Straight) -> list[Element]:
    """The written cells, in textual order."""
    return [s.target for s in statements(code) if isinstance(s, Assign | Havoc) and isinstance(s.target, Element)]


def read_elements(code: Straight) -> list[Element]:
    """The read cells, in textual order."""
    return [element for stmt in statements(code) for element in elements_read(stmt)]


def elements_read(stmt: Stmt) -> Iterator[Element]:
    """The cells that a statement itself reads, without nested statements."""
    for expr in expressions(stmt):
        yield from (node for node in walk(expr) if isinstance(node, Element))


def written_scalars(sweep: Sweep) -> frozenset[str]:
    """Scalars that an iteration may write, counters included."""
    arrays = {element.array for element in targets(sweep.statements)}
    return writes(sweep.statements) - arrays
