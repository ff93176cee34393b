"""Choose witness indices and witness cells: the array cells that a transformed program keeps.

A witness index stands for one arbitrary index of its arrays. A proof may choose it as any function of the violating
run; it is chosen as an index that the violated assertion reads. The choice does not affect soundness.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.ctree import elements_of, fresh, plus, reads_cell, statements, walk
from veriabs.core.expressions import Element, Expr, Var
from veriabs.core.loop_model import LoopFacts, LoopModel
from veriabs.core.program import Array
from veriabs.core.statements import Assign
from veriabs.core.types import LLONG
from veriabs.loops.affine import affine
from veriabs.loops.build import task_body

MOST_WITNESSES = 3
"""The number of witness indices in one transformed program."""

Indices = tuple[Expr, ...]


class Witness(Struct, frozen=True):
    """One witness index with a component for each dimension; `chosen` is its value where the assertion fails, None if
    arbitrary."""

    components: tuple[Var, ...]
    chosen: Indices | None


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


def plan_of(model: LoopModel) -> Plan:
    """The witness indices and cells; arrays with the same number of dimensions share their indices."""
    used = dict.fromkeys(e.array for part in task_body(model) for e in elements_of(part))
    arrays = [model.program.arrays[name] for name in used]
    chosen = list(dict.fromkeys(_candidate_indices(model)))[:MOST_WITNESSES]
    taken = {*model.scalars, *model.program.arrays}
    witnesses: list[Witness] = []
    cells: list[Cell] = []
    for size in sorted({len(array.sizes) for array in arrays}):
        group = [array for array in arrays if len(array.sizes) == size]
        fitting: list[Indices | None] = [one for one in chosen if len(one) == size]
        for indices in fitting or [None]:
            names = [f"i_{group[0].name}" + (f"_{d + 1}" if size > 1 else "") for d in range(size)]
            witness = Witness(tuple(Var(fresh(name, taken), LLONG) for name in names), indices)
            witnesses.append(witness)
            cells += [Cell(a, witness, Var(fresh(f"x_{a.name}", taken), a.type)) for a in group]
    return Plan(model, tuple(witnesses), tuple(cells))


def _candidate_indices(model: LoopModel) -> Iterator[Indices]:
    """The indices that the assertion reads, or those near it and of writes outside of loops; then indices beside them.

    An access such as `a[i + 1]` may reach the cell whose value the asserted one has.
    """
    wanted = [part.indices for part in walk(model.assertion.test) if isinstance(part, Element)]
    if not wanted:
        near = [e.indices for part in task_body(model)[-3:] for e in elements_of(part)]
        wanted = [*near, *(cell.indices for cell in _sentinels(model))]
        wanted = [indices for indices in wanted if not any(map(reads_cell, indices))]
    yield from wanted
    forms = (affine(e.indices[-1], {}) for facts in model.loops for e in elements_of((facts.loop,)))
    offsets = sorted({form.constant for form in forms if form is not None and form.terms and form.constant}, key=abs)
    yield from ((plus(indices[0], offset),) for indices in wanted if len(indices) == 1 for offset in offsets)


def _sentinels(model: LoopModel) -> Iterator[Element]:
    """The cells that code outside of loops writes, the last ones first."""
    for segment in reversed(model.segments):
        if not isinstance(segment, LoopFacts):
            writes = [stmt.target for stmt in statements(segment) if isinstance(stmt, Assign)]
            yield from (target for target in reversed(writes) if isinstance(target, Element))
