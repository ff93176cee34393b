"""Translate one task to straight-line code over witness cells; a given function translates loops (`loops.loop_code`).

    a[i] = 0; y = a[k];      // witness index w, witness variable x_a
    if (i == w) x_a = 0;  y = k == w ? x_a : any;
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from veriabs.core.ctree import FALSE, fresh, map_expressions, map_parts, rewrite
from veriabs.core.expressions import Apply, Binary, Element, Expr, Var
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Assume, Check, CheckId, CheckKind, Evaluate, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL
from veriabs.encode.emit import arbitrary
from veriabs.loops.build import task_body
from veriabs.strategies.witness_index.cells import Plan

LoopCode = Callable[["WitnessWriter", Loop, bool], Stmt]
"""The straight-line code for a loop; the flag tells whether the assertion is checked there."""


@dataclass
class WitnessWriter:
    """Rewrites one task, and collects declarations.

    - `loop_code`: translates a loop. `plan`: the cells that are kept. `loops`: the number of loops so far.
    - `real` code checks the assertion; other code is an iteration that was passed.
    - `flags`: the variables that tell whether a witness variable was written. `added`: new variables.
    """

    loop_code: LoopCode
    plan: Plan
    flags: dict[str, str] = field(default_factory=dict)
    added: list[Var] = field(default_factory=list)
    loops: int = 0

    def __post_init__(self) -> None:
        model = self.plan.model
        self.taken = {*model.scalars, *model.program.arrays}
        self.taken |= {component.name for witness in self.plan.witnesses for component in witness.components}
        self.taken |= {cell.value.name for cell in self.plan.cells}
        arrays = dict.fromkeys(cell.array.name for cell in self.plan.cells)
        self.readers = {name: fresh(f"read_{name}", self.taken) for name in arrays}
        self.writers = {name: fresh(f"write_{name}", self.taken) for name in arrays}

    def task(self) -> tuple[Stmt, ...]:
        """The statements of the whole task."""
        return tuple(stmt for part in task_body(self.plan.model) for stmt in self.body(part, True))

    def body(self, body: Iterable[Stmt], real: bool) -> tuple[Stmt, ...]:
        return rewrite(body, lambda stmt: self._stmt(stmt, real))

    def read(self, expr: Expr) -> Expr:
        """The expression with every array access replaced."""
        return map_parts(expr, self._access)

    def written(self, name: str) -> Var:
        """The flag that tells whether a witness variable was written since it was cleared."""
        if name not in self.flags:
            self.flags[name] = fresh(f"{name}_written", self.taken)
        return Var(self.flags[name], BOOL)

    def _access(self, part: Expr) -> Expr:
        if not isinstance(part, Element):
            return part
        reader = self.readers.get(part.array)
        return arbitrary(part.type) if reader is None else Apply(reader, part.indices, part.type)

    def _stmt(self, stmt: Stmt, real: bool) -> tuple[Stmt, ...]:
        where = stmt.where
        match stmt:
            case Loop():
                return (self.loop_code(self, stmt, real),)
            case If(test=test, then=then, orelse=orelse):
                return (If(self.read(test), self.body(then, real), self.body(orelse, real), where),)
            case Assert(number=number) if number != self.plan.model.assertion.number:
                return ()
            case Assert(test=test):
                return self._assertion(stmt) if real else (Assume(self.read(test), where),)
            case Assign(target=Element() as target, value=value):
                return self._write(target, self.read(value), where)
            case Havoc(target=Element() as target):
                return self._write(target, arbitrary(target.type), where)
            case _:
                return map_expressions((stmt,), self._access)

    def _write(self, target: Element, value: Expr, where: Where) -> tuple[Stmt, ...]:
        if target.array not in self.writers:
            return ()
        indices = map(self.read, target.indices)
        return (Evaluate(Apply(self.writers[target.array], (*indices, value), target.type), where),)

    def _assertion(self, stmt: Assert) -> tuple[Stmt, ...]:
        """The assertion may fail here, only with the chosen witness indices."""
        chosen = [
            Assume(Binary("==", component, self.read(value)), stmt.where)
            for witness in self.plan.witnesses
            for component, value in zip(witness.components, witness.chosen or (), strict=False)
        ]
        asked = Check(self.read(stmt.test), "", CheckId(CheckKind.GOAL), stmt.where)
        return (If(arbitrary(BOOL), (*chosen, asked, Assume(FALSE, stmt.where)), (), stmt.where),)
