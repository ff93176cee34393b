"""Build the program that checks V0, SC1, SC3 and STOP for every replayable scalar (docs/theory.md 3.2, R3).

An iteration runs from two states m and n of the group, with two choices y and z of its other inputs (`entry`); the
checks compare whether it assigns the group, and the values. Cells are separate inputs, because distinct offsets are
distinct cells within one iteration.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    FALSE,
    TRUE,
    conjunction,
    disjunction,
    map_expressions,
    map_parts,
    negate,
    statements,
    substitute,
    transform,
)
from veriabs.core.expressions import Binary, Element, Expr, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Initial, Scalar
from veriabs.core.queries import Query
from veriabs.core.statements import (
    Assert,
    Assign,
    Block,
    Check,
    CheckId,
    CheckKind,
    Define,
    Goto,
    Halt,
    Havoc,
    Label,
    Loop,
    Stmt,
)
from veriabs.core.types import BOOL
from veriabs.encode.cut import iteration
from veriabs.encode.emit import checks, frame
from veriabs.loops.accelerate import normalised
from veriabs.strategies.pruning.programs import TaskDeclarations
from veriabs.strategies.pruning.scalars import Scalars, stop_tests
from veriabs.strategies.pruning.sweeps import Part, Sweep, written_scalars

ASSIGNED = Var("kept_assigned", BOOL)
_RULES = {
    "V0": "the new value does not depend on the old one",
    "SC1": "without an earlier update a later one is still made",
    "SC3": "an update too many does not stop the last one",
    "STOP": "an update ends the loop",
}


def updates(model: LoopModel, parts: tuple[Part, ...], groups: dict[int, tuple[Scalars, ...]]) -> Query | None:
    """The query for every live group that reads itself; None if there is none."""
    pieces = []
    for part in parts:
        if isinstance(part, Sweep):
            wanted = [g for g in groups[part.number] if g.stops or (g.dependent and g.centres)]
            pieces += [_Update(model, part, group, f"{part.number}_{n}") for n, group in enumerate(wanted, 1)]
    if not pieces:
        return None
    body = tuple(piece.block() for piece in pieces)
    declared = TaskDeclarations(model, parts)
    # scalars that no iteration changes are arbitrary
    any_value = [replace(s, initial=Initial.NONDET) for s in declared.scalars]
    own = {v.name: v for piece in pieces for v in (ASSIGNED, *piece.inputs) if v.name not in model.scalars}
    more = [Scalar(v.name, v.type, Initial.ZERO, v.name, model.assertion.where) for v in own.values()]
    return Query(
        purpose="replayable scalars",
        template="pruning/scalars",
        context=declared.framed(frame(body, [*any_value, *more], ())),
        asked=tuple(checks(body)),
        unwind=2,
    )


class _State(Struct, frozen=True):
    """Values of the group, and whether the last iteration assigned it."""

    run: str
    prefix: str = "kept"

    @property
    def assigned(self) -> Expr:
        return Var(f"any_{self.run}", BOOL)

    def of(self, member: Var) -> Var:
        return Var(f"{self.prefix}_{self.run}_{member.name}", member.type)


_M, _N = _State("m", "initial"), _State("n", "initial")


class _Update(Struct, frozen=True):
    """The update of one group by a sweep."""

    model: LoopModel
    sweep: Sweep
    group: Scalars
    number: str

    @property
    def members(self) -> list[Var]:
        return [self._scalar(name) for name in sorted(self.group.members)]

    @property
    def inputs(self) -> list[Var]:
        """All other inputs of one iteration; variables that no iteration changes are shared by all."""
        written = sorted(written_scalars(self.sweep) - self.group.members)
        cells = {self._cell(access.element) for access in self.sweep.accesses}
        calls = [_call(stmt) for stmt in statements(self.sweep.statements) if isinstance(stmt, Havoc)]
        return [*map(self._scalar, written), *sorted(cells, key=lambda cell: cell.name), *dict.fromkeys(calls)]

    def block(self) -> Block:
        where = self.sweep.facts.loop.where
        names = ", ".join(member.name for member in self.members)
        choices = (
            *(Define(state.of(member), None, where) for state in (_M, _N) for member in self.members),
            *(Define(_entry(y, v), None, where) for y in "yz" for v in self.inputs),
        )
        asked = self._stop() if self.group.stops else self._rules()
        return Block(f"what the loop at line {self.sweep.line} does to {names}", (*choices, *asked), where)

    def _stop(self) -> Iterator[Stmt]:
        after = _State("my")
        yield from self._run(_M, "y", after)
        goes_on = self._replace_reads(conjunction(stop_tests(self.sweep, self.group.members)))
        goes_on = substitute(goes_on, {member.name: after.of(member) for member in self.members})
        yield self._check("STOP", after.assigned, negate(goes_on))

    def _rules(self) -> Iterator[Stmt]:
        my, ny, mz, nz, mzy, nzy = map(_State, ("my", "ny", "mz", "nz", "mzy", "nzy"))
        for before, entry, after in ((_M, "y", my), (_N, "y", ny), (_M, "z", mz), (_N, "z", nz)):
            yield from self._run(before, entry, after)
        yield from self._run(mz, "y", mzy)
        yield from self._run(nz, "y", nzy)
        same = conjunction(Binary("==", my.of(member), ny.of(member)) for member in self.members)
        yield self._check("V0", conjunction((my.assigned, ny.assigned)), same)
        yield self._check("SC1", conjunction((mz.assigned, mzy.assigned)), my.assigned)
        yield self._check("SC3", conjunction((nz.assigned, negate(mz.assigned), my.assigned)), nzy.assigned)

    def _check(self, rule: str, given: Expr, then: Expr) -> Check:
        names, where = ", ".join(member.name for member in self.members), self.sweep.facts.loop.where
        text = f"{rule} of {names} in loop {self.sweep.number} at line {self.sweep.line}: {_RULES[rule]}"
        return Check(disjunction((negate(given), then)), text, CheckId(CheckKind.STEP), where)

    def _run(self, before: _State, entry: str, after: _State) -> tuple[Stmt, ...]:
        """One iteration from a state of the group, and the resulting state."""
        loop, name = self.sweep.facts.loop, f"{self.number}_{after.run}"
        leave = Goto(f"leave_{name}", loop.where)
        body, update = normalised(self.sweep.facts)
        marked = transform((Loop(loop.test, body, update, loop.where),), lambda stmt: self._marked(stmt, leave))
        (read,) = map_expressions(marked, self._part)
        assert isinstance(read, Loop)
        return (
            *(Assign(member, before.of(member), loop.where) for member in self.members),
            *(Assign(v, _entry(entry, v), loop.where) for v in self.inputs),
            Assign(ASSIGNED, FALSE, loop.where),
            *iteration(read, f"next_{name}", leave),
            Label(leave.label, loop.where),
            Define(Var(f"any_{after.run}", BOOL), ASSIGNED, loop.where),
            *(Define(after.of(member), member, loop.where) for member in self.members),
        )

    def _marked(self, stmt: Stmt, leave: Goto) -> tuple[Stmt, ...]:
        """The statement without assertions, with a mark after each assignment to the group; calls are inputs."""
        match stmt:
            case Assert():
                return ()
            case Halt():
                return (leave,)
            case Havoc(target=target):
                stmt = Assign(target, _call(stmt), stmt.where)
        match stmt:
            case Assign(target=Var(name=name)) if name in self.group.members:
                return (stmt, Assign(ASSIGNED, TRUE, stmt.where))
            case _:
                return (stmt,)

    def _scalar(self, name: str) -> Var:
        return Var(name, self.model.scalars[name].type)

    def _replace_reads(self, expr: Expr) -> Expr:
        return map_parts(expr, self._part)

    def _part(self, part: Expr) -> Expr:
        return self._cell(part) if isinstance(part, Element) else part

    def _cell(self, cell: Element) -> Var:
        """The input for a cell."""
        offset = next(access.offset for access in self.sweep.accesses if access.element == cell)
        cells = sorted({(a.array, a.offset) for a in self.sweep.accesses})
        return Var(f"at_{cell.array}_{cells.index((cell.array, offset)) + 1}", cell.type)


def _entry(choice: str, variable: Var) -> Var:
    return Var(f"entry_{choice}_{variable.name}", variable.type)


def _call(stmt: Havoc) -> Var:
    return Var(f"known_{stmt.site}", stmt.target.type)
