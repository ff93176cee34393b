"""V0, SC1, SC3 and STOP of every replayable scalar as one program for CBMC (docs/theory.md 3.2, R3).

An iteration becomes a function of the group and of everything else that it reads (`entry`): does it assign the group,
and what? Cells are inputs of their own, for distinct offsets are distinct cells of one iteration.
"""

from __future__ import annotations

from dataclasses import dataclass

from veriabs.core.ctext import nondet
from veriabs.core.ctree import conjunction, continues, statements, transform
from veriabs.core.expressions import Const, Element, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query
from veriabs.core.statements import Assert, Assign, Havoc, Stmt
from veriabs.core.types import BOOL, CType
from veriabs.encode.spell import declare
from veriabs.loops.accelerate import normalised
from veriabs.strategies.pruning.scalars import Scalars, stop_tests
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, written_scalars
from veriabs.strategies.pruning.texts import Texts, printer

ASSIGNED = Var("kept_assigned", BOOL)
_RULES = {
    "V0": "the new value does not depend on the old one",
    "SC1": "without an earlier update a later one is still made",
    "SC3": "an update too many does not stop the last one",
}
_STOP = {"STOP": "an update ends the loop"}


@dataclass(frozen=True, slots=True)
class UpdateText:
    """One group of one sweep as C text, for the template."""

    number: str
    line: int
    members: list[tuple[str, str]]
    inputs: list[tuple[str, str]]
    test: str
    body: list[str]
    update: list[str]
    continues: bool
    checks: dict[str, str]
    goes_on: str


def updates(model: LoopModel, parts: tuple[Part, ...], groups: dict[int, tuple[Scalars, ...]]) -> Query | None:
    """The program that asks for every group that reads itself and matters; None if there is none."""
    pieces = []
    for part in parts:
        if isinstance(part, ArrayTraversal):
            wanted = [g for g in groups[part.number] if g.stops or (g.dependent and g.centres)]
            pieces += [_Update(model, part, group, n).text() for n, group in enumerate(wanted, 1)]
    if not pieces:
        return None
    texts = Texts(model, parts)
    initial = [(s.name, nondet(s.type)) for s in texts.scalars]  # what no iteration changes may be anything
    return Query(
        purpose="replayable scalars",
        template="pruning/scalars",
        context={**texts.context(drawn=(s.type for s in texts.scalars)), "initial": initial, "updates": pieces},
        asked=tuple(text for piece in pieces for text in piece.checks.values()),
        unwind=2,
    )


@dataclass(frozen=True, slots=True)
class _Update:
    model: LoopModel
    sweep: ArrayTraversal
    group: Scalars
    count: int

    def text(self) -> UpdateText:
        body, update = (self._marked(code) for code in normalised(self.sweep.facts))
        number = f"{self.sweep.number}_{self.count}"
        inner = printer(
            element=self._cell, violate=";", leave=f"goto leave_{number};", proceed=f"goto next_{number};",
            block=f"goto leave_{number};",
        )  # fmt: skip
        names = ", ".join(sorted(self.group.members))
        stops = stop_tests(self.sweep, self.group.members) if self.group.stops else ()
        return UpdateText(
            number=number,
            line=self.sweep.line,
            members=[(declare(self._type(n), n), n) for n in sorted(self.group.members)],
            inputs=[(declare(ctype, name), name) for name, ctype in self._inputs()],
            test=inner.expr(self.sweep.facts.loop.test),
            body=inner.lines(body, 1),
            update=inner.lines(update, 1),
            continues=continues(body),
            checks={
                rule: f"{rule} of {names} in loop {self.sweep.number} at line {self.sweep.line}: {text}"
                for rule, text in (_STOP if stops else _RULES).items()
            },
            goes_on=inner.expr(conjunction(stops)) if stops else "",
        )

    def _type(self, name: str) -> CType:
        return self.model.scalars[name].type

    def _marked(self, code: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """The code without assertions, with a mark behind each assignment to the group; calls are inputs."""

        def change(stmt: Stmt) -> tuple[Stmt, ...]:
            match stmt:
                case Assert():
                    return ()
                case Havoc(target=target):
                    stmt = Assign(target, Var(f"known_{stmt.site}", target.type), stmt.where)
            match stmt:
                case Assign(target=Var(name=name)) if name in self.group.members:
                    return (stmt, Assign(ASSIGNED, Const(1, BOOL), stmt.where))
                case _:
                    return (stmt,)

        return transform(code, change)

    def _cell(self, cell: Element, indices: tuple[str, ...]) -> str:
        return self._cell_name(cell.array, self._offset(cell))

    def _offset(self, cell: Element) -> int:
        return next(access.offset for access in self.sweep.accesses if access.element == cell)

    def _cell_name(self, array: str, offset: int) -> str:
        cells = sorted({(a.array, a.offset) for a in self.sweep.accesses})
        return f"at_{array}_{cells.index((array, offset)) + 1}"

    def _inputs(self) -> list[tuple[str, CType]]:
        """Everything of one iteration beside the group; what no iteration changes is shared by all of them."""
        written = sorted(written_scalars(self.sweep) - self.group.members)
        cells = {self._cell_name(a.array, a.offset): a.element.type for a in self.sweep.accesses}
        calls = {f"known_{s.site}": s.target.type for s in statements(self.sweep.statements) if isinstance(s, Havoc)}
        return [*((name, self._type(name)) for name in written), *sorted(cells.items()), *calls.items()]


