"""Choose witness indices and witness cells: the array cells that a transformed program keeps.

A witness index stands for one arbitrary index of its arrays. A proof may choose it as any function of the violating
run; it is chosen as the index that the violated assertion reads. The choice does not affect soundness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from veriabs.core.ctree import asserts, elements_of, expressions, fresh, reads_cell, statements, walk
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts, LoopModel
from veriabs.core.program import Array
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import LLONG
from veriabs.loops.accelerate import normalised
from veriabs.loops.affine import Affine, affine
from veriabs.loops.build import task_body

MOST_WITNESSES = 3
"""The number of witness indices in one transformed program."""


class Witness(Struct, frozen=True):
    """One witness index with a component for each dimension; `chosen` is its value where the assertion fails, None if
    arbitrary.
    """

    components: tuple[Var, ...]
    chosen: tuple[Expr, ...] | None


class Cell(Struct, frozen=True):
    """The cell of an array at a witness index; `value` is the witness variable."""

    array: Array
    witness: Witness
    value: Var


class Plan(Struct, frozen=True):
    """The array cells that are kept for one assertion's task, each as a variable."""

    model: LoopModel
    witnesses: tuple[Witness, ...]
    cells: tuple[Cell, ...]

    def of(self, array: str) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell.array.name == array)


Chosen = dict[tuple[Expr, ...], frozenset[str] | None]
"""Indices in order, each with the arrays that are kept there; None means all."""


def plans(model: LoopModel) -> Iterator[Plan]:
    """Choices of the witness indices, the likeliest first."""
    seen: list[Chosen] = []
    for wanted in (_asserted(model), _indices_near_assertion(model), _planted(model)):
        chosen = _with_sources(model, wanted)
        if chosen in seen or (seen and not chosen):
            continue
        seen.append(chosen)
        yield _plan(model, chosen)


def _plan(model: LoopModel, chosen: Chosen) -> Plan:
    arrays = _arrays(model)
    taken = {*model.scalars, *model.program.arrays}
    witnesses: list[Witness] = []
    cells: list[Cell] = []
    for size in sorted({len(array.sizes) for array in arrays}):
        group = [array for array in arrays if len(array.sizes) == size]
        fitting: list[tuple[Expr, ...] | None] = [indices for indices in chosen if len(indices) == size]
        for indices in fitting or [None]:
            witness = Witness(_components(group[0].name, size, taken), indices)
            witnesses.append(witness)
            kept = chosen.get(indices) if indices is not None else None
            those = [a for a in group if kept is None or a.name in kept]
            cells += [Cell(a, witness, Var(fresh(f"x_{a.name}", taken), a.type)) for a in those]
    return Plan(model, tuple(witnesses), tuple(cells))


def _arrays(model: LoopModel) -> list[Array]:
    used = dict.fromkeys(e.array for part in task_body(model) for e in elements_of(part))
    return [model.program.arrays[name] for name in used]


def _components(array: str, size: int, taken: set[str]) -> tuple[Var, ...]:
    base = f"i_{array}"
    if size == 1:
        return (Var(fresh(base, taken), LLONG),)
    return tuple(Var(fresh(f"{base}_{d + 1}", taken), LLONG) for d in range(size))


def _asserted(model: LoopModel) -> list[tuple[Expr, ...]]:
    """The indices that the assertion itself reads."""
    return _distinct(node for node in walk(model.assertion.test) if isinstance(node, Element))


def _indices_near_assertion(model: LoopModel) -> list[tuple[Expr, ...]]:
    """The indices that are read near the assertion, over the iteration's variables."""
    return _distinct(e for e in elements_of(_home(model)) if not any(reads_cell(index) for index in e.indices))


def _home(model: LoopModel) -> tuple[Stmt, ...]:
    parts = task_body(model)
    found = next(part for part in reversed(parts) if asserts(part, model.assertion.number))
    return found if len(parts) == 1 or elements_of(found) else tuple(stmt for part in parts[-3:] for stmt in part)


def _planted(model: LoopModel) -> list[tuple[Expr, ...]]:
    """The indices at which straight-line code writes."""
    found = [
        stmt.target
        for segment in model.segments
        if not isinstance(segment, LoopFacts)
        for stmt in statements(segment)
        if isinstance(stmt, Assign) and isinstance(stmt.target, Element)
    ]
    return _distinct(reversed(found))


def _distinct(elements: Iterable[Element]) -> list[tuple[Expr, ...]]:
    return list(dict.fromkeys(element.indices for element in elements))


def _with_sources(model: LoopModel, wanted: list[tuple[Expr, ...]]) -> Chosen:
    """The wanted indices, then the indices from which their values come: `a[i] = b[i + 1]` adds one."""
    found: Chosen = dict.fromkeys(wanted)
    for indices in wanted:
        for index, arrays in _sources(model, indices[0]).items() if len(indices) == 1 else ():
            found.setdefault((index,), arrays)
    return dict(list(found.items())[:MOST_WITNESSES])


def _sources(model: LoopModel, index: Expr) -> dict[Expr, frozenset[str]]:
    """The indices that loops read when they write at `index`, as expressions over it, with their arrays."""
    at = affine(index, {})
    if at is None:
        return {}
    found: dict[Affine, frozenset[str]] = {}
    for facts in reversed(model.loops):
        for target, source in _flows(facts):
            moved = _source_index(at, target, source, facts)
            if moved is not None and moved != at:
                found[moved] = found.get(moved, frozenset()) | {source.array}
    return {_spelled(form, model): arrays for form, arrays in found.items()}


def _flows(facts: LoopFacts) -> list[tuple[Expr, Element]]:
    """The indices of a loop's writes to one-dimensional arrays, each with a read in the written value."""
    body = tuple(stmt for part in normalised(facts) for stmt in part)
    assigns = [stmt for stmt in statements(body) if isinstance(stmt, Assign)]
    return [
        (stmt.target.indices[0], source)
        for stmt in assigns
        if isinstance(stmt.target, Element) and len(stmt.target.indices) == 1
        for expr in expressions(stmt)
        for source in walk(expr)
        if isinstance(source, Element)
    ]


def _source_index(at: Affine, target: Expr, source: Element, facts: LoopFacts) -> Affine | None:
    """The index of the source in the iteration in which the target's is `at`."""
    if len(source.indices) != 1:
        return None
    counters = {a.variable.name for a in facts.accelerable}
    one, two = affine(target, {}), affine(source.indices[0], {})
    if one is None or two is None:
        return None
    slopes = [(dict(one.terms).get(name, 0), dict(two.terms).get(name, 0), name) for name in counters]
    moving = [slope for slope in slopes if slope[0] or slope[1]]
    if len(moving) != 1 or abs(moving[0][0]) != 1:
        return None
    first, second, _ = moving[0]
    # target = first*c + r1 = at, so c = first*(at - r1), and source = second*c + r2.
    counter = Affine(((moving[0][2], 1),))
    r1, r2 = one.plus(counter, -first), two.plus(counter, -second)
    return r2.plus(at.plus(r1, -1), second * first)


def _spelled(form: Affine, model: LoopModel) -> Expr:
    result: Expr | None = None
    for name, factor in form.terms:
        scalar = model.scalars.get(name)
        variable: Expr = Var(name, scalar.type if scalar is not None else LLONG)
        term = variable if factor == 1 else Binary("*", Const(factor, LLONG), variable)
        result = term if result is None else Binary("+", result, term)
    constant = Const(form.constant, LLONG)
    if result is None:
        return constant
    return Binary("+", result, constant) if form.constant else result
