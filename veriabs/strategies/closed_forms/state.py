"""The state of symbolic execution: values of variables, path facts, and obligations."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import writes
from veriabs.core.errors import VeriabsError
from veriabs.core.source import Where
from veriabs.core.statements import Stmt
from veriabs.terms.binders import ite
from veriabs.terms.conditions import disjunction, negate
from veriabs.terms.entail import Facts
from veriabs.terms.rebuild import Substitution
from veriabs.terms.terms import Condition, Function, Is, Term, call, index_name, symbol


class UnsolvedError(VeriabsError):
    """No closed form was found; it names the obstructing term and its innermost loop."""

    def __init__(self, reason: str, loop: Where | None = None) -> None:
        super().__init__(reason if loop is None else f"loop at line {loop.line}: {reason}")
        self.reason, self.loop = reason, loop


class SymbolicState(Struct, frozen=True):
    """One symbolic state: `facts` hold on the path; `path` are the branch conditions since the current body began."""

    scalars: Mapping[str, Term]
    arrays: Mapping[str, Function]
    facts: Facts = ()
    path: Facts = ()

    def with_scalar(self, name: str, value: Term) -> SymbolicState:
        return replace(self, scalars={**self.scalars, name: value})

    def with_array(self, name: str, value: Function) -> SymbolicState:
        return replace(self, arrays={**self.arrays, name: value})

    def assuming(self, *conditions: Condition) -> SymbolicState:
        """The state with further facts."""
        new = tuple(c for c in conditions if c.kind is not Is.TRUE and c not in self.facts)
        return replace(self, facts=(*self.facts, *new)) if new else self

    def substituted(self, change: Substitution) -> SymbolicState:
        """The state with symbols replaced everywhere."""
        return SymbolicState(
            {name: change(value) for name, value in self.scalars.items()},
            {name: Function(f.dimensions, change(f.body)) for name, f in self.arrays.items()},
            tuple(change.condition(fact) for fact in self.facts),
            tuple(change.condition(fact) for fact in self.path),
        )


def merge(test: Condition, then: SymbolicState, other: SymbolicState, base: SymbolicState) -> SymbolicState:
    """`then` if the test holds, else `other`; `base` is the state before the branch."""
    scalars = {name: ite(test, then.scalars[name], other.scalars[name]) for name in base.scalars}
    arrays = {
        name: Function(function.dimensions, ite(test, then.arrays[name].body, other.arrays[name].body))
        for name, function in base.arrays.items()
    }
    common = [fact for fact in then.facts if fact in other.facts]
    facts = dict.fromkeys(common)
    for branch, guard in ((then, negate(test)), (other, test)):
        own = [fact for fact in branch.facts if fact not in facts and fact != negate(guard)]
        facts.update(dict.fromkeys(disjunction((guard, fact)) for fact in own))
    return SymbolicState(scalars, arrays, tuple(f for f in facts if f.kind is not Is.TRUE), base.path)


def forget(stmt: Stmt, state: SymbolicState) -> SymbolicState:
    """The state with arbitrary values for everything that the statement writes."""
    for name in writes((stmt,)):
        unknown = f"{name} behind line {stmt.where.line}"
        if name in state.scalars:
            state = state.with_scalar(name, symbol(unknown))
        elif name in state.arrays:
            dimensions = state.arrays[name].dimensions
            cell = [symbol(index_name(d)) for d in range(dimensions)]
            state = state.with_array(name, Function(dimensions, call(unknown, cell)))
    return state


class Obligation(Struct, frozen=True):
    """A `goal` that has to follow from the `facts` for all values of the symbols.

    `text` and `where` describe it; `number` is that of the assertion, if it is one.
    """

    facts: Facts
    goal: Condition
    text: str
    where: Where
    number: int | None = None

    def substituted(self, change: Substitution, more: Facts) -> Obligation:
        """The obligation with symbols replaced and more facts."""
        facts = (*more, *(change.condition(fact) for fact in self.facts))
        return replace(self, facts=tuple(dict.fromkeys(facts)), goal=change.condition(self.goal))


class BodyResult(Struct):
    """The obligations of the innermost loop body, and the states at its jumps."""

    obligations: list[Obligation] = field(default_factory=list)
    breaks: list[SymbolicState] = field(default_factory=list)
    continues: list[SymbolicState] = field(default_factory=list)
