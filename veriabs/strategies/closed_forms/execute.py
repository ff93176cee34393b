"""Execute programs symbolically: straight-line code exactly, loops by a given rule (see `loops.summarise`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import unexpected_construct
from veriabs.core.expressions import Element, LValue
from veriabs.core.program import Array, Initial, Program
from veriabs.core.runs import Overflow
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, LoopId, Stmt
from veriabs.core.types import IntType
from veriabs.strategies.closed_forms.state import BodyResult, Obligation, SymbolicState, UnsolvedError, merge
from veriabs.strategies.closed_forms.values import Evaluator
from veriabs.terms.binders import ite, walk
from veriabs.terms.conditions import conjunction, disjunction, eq, negate
from veriabs.terms.entail import Facts
from veriabs.terms.rebuild import replace_atoms
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Condition, Function, Is, Kind, Term, call, const, index_name, symbol

MOST_STATES = 12
"""The number of separate paths outside of loops."""


LoopRule = Callable[["Executor", Loop, SymbolicState], list[SymbolicState]]
"""Maps the state before a loop to the states after it; inner obligations go to the executor's frame."""


class Executor(Struct):
    """Runs statements on symbolic states.

    - `loop`: the rule for loops. `asserted`: the numbers of the assertions to prove.
    - `numbers`: a number for each loop. `counters`: the iteration numbers of the enclosing loops, as symbols.
    - `frame`: collects the obligations and the states at jumps.
    """

    loop: LoopRule
    program: Program
    asserted: frozenset[int]
    overflow: Overflow
    simplifier: Simplifier
    numbers: dict[LoopId, int] = field(default_factory=dict)
    counters: tuple[Term, ...] = ()
    frame: BodyResult = field(default_factory=BodyResult)

    def initial(self) -> SymbolicState:
        """The state before the first statement."""
        scalars = {
            s.name: const(0) if s.initial is Initial.ZERO else unknown(s.name, (), s.type)
            for s in self.program.scalars.values()
            if isinstance(s.type, IntType)
        }
        arrays = {a.name: _content(a) for a in self.program.arrays.values() if isinstance(a.type, IntType)}
        return SymbolicState(scalars, arrays)

    def number_of(self, loop: Loop) -> int:
        """The number of a loop, in order of first execution."""
        return self.numbers.setdefault(loop.id, len(self.numbers) + 1)

    def evaluator(self, where: Where, *, hopeful: bool = False) -> Evaluator:
        demand = self.frame.obligations.append
        return Evaluator(self.program, self.overflow, self.simplifier, demand, where, hopeful)

    def run(self, body: Iterable[Stmt], states: list[SymbolicState]) -> list[SymbolicState]:
        """The states after the body; none if it always jumps or ends."""
        for stmt in body:
            states = [after for state in states for after in self._step(stmt, state)]
            if len(states) > MOST_STATES:
                raise UnsolvedError(f"too many paths at line {stmt.where.line}")
        return states

    def _step(self, stmt: Stmt, state: SymbolicState) -> list[SymbolicState]:
        match stmt:
            case Assign(target=target, value=value):
                evaluator = self.evaluator(stmt.where)
                new = self._simplify(evaluator.assigned(value, target.type, state), state)
                return [self._write(target, new, state, stmt.where)]
            case Havoc(target=target):
                if not isinstance(target.type, IntType):
                    raise UnsolvedError(f"the variable written at line {stmt.where.line} is a floating-point number")
                input_value = unknown(f"~input{stmt.site}", self.counters, target.type)
                return [self._write(target, input_value, state, stmt.where)]
            case If():
                return self._branch(stmt, state)
            case Loop():
                return self.loop(self, stmt, state)
            case Break():
                self.frame.breaks.append(state)
                return []
            case Continue():
                self.frame.continues.append(state)
                return []
            case Halt():
                return []
            case Assert():
                return self._assertion(stmt, state)
            case _:
                raise unexpected_construct(stmt)

    def _simplify(self, term: Term, state: SymbolicState) -> Term:
        return self.simplifier.term(term, state.facts)

    def _write(self, target: LValue, value: Term, state: SymbolicState, where: Where) -> SymbolicState:
        if not isinstance(target, Element):
            return state.with_scalar(target.name, value)
        function = state.arrays.get(target.array)
        if function is None:
            raise UnsolvedError(f"the cells of {target.array} have no term")
        indices = self.evaluator(where).indices(target, state)
        cell = [symbol(index_name(d)) for d in range(len(indices))]
        here = conjunction(eq(mine, index) for mine, index in zip(cell, indices, strict=True))
        value = at_cell(value, function.body.names, tuple(indices), tuple(cell))
        return state.with_array(target.array, Function(function.dimensions, ite(here, value, function.body)))

    def _assertion(self, stmt: Assert, state: SymbolicState) -> list[SymbolicState]:
        if stmt.number not in self.asserted:
            return [state]
        evaluator = self.evaluator(stmt.where)
        goal = evaluator.condition(stmt.test, state)
        text = f"assertion at line {stmt.where.line}"
        self.frame.obligations.append(Obligation(state.facts, goal, text, stmt.where, stmt.number))
        return [state]

    def _branch(self, stmt: If, state: SymbolicState) -> list[SymbolicState]:
        test = self.evaluator(stmt.where).condition(stmt.test, state)
        test = self.simplifier.condition(test, state.facts)
        if test.kind in (Is.TRUE, Is.FALSE):
            return self.run(stmt.then if test.kind is Is.TRUE else stmt.orelse, [state])
        then = self.run(stmt.then, [_assume_branch(state, test)])
        other = self.run(stmt.orelse, [_assume_branch(state, negate(test))])
        if len(then) == 1 and len(other) == 1:
            return [merge(test, then[0], other[0], state)]
        return [replace(after, path=state.path) for after in (*then, *other)] if not self.counters else self.joined(
            [*then, *other], state
        )  # fmt: skip

    def joined(self, states: list[SymbolicState], base: SymbolicState) -> list[SymbolicState]:
        """Merge states into one by their paths; earlier paths take precedence."""
        if not states:
            return []
        result = states[-1]
        for state in reversed(states[:-1]):
            test = conjunction(fact for fact in state.path if fact not in base.path)
            result = merge(test, state, result, base)
        paths = [conjunction(fact for fact in state.path if fact not in base.path) for state in states]
        return [replace(result.assuming(disjunction(paths)), path=base.path)]

    def inside(self, counter: Term) -> Executor:
        """An executor for the body of a loop with that iteration number."""
        return replace(self, counters=(*self.counters, counter), frame=BodyResult())


def _assume_branch(state: SymbolicState, test: Condition) -> SymbolicState:
    after = state.assuming(*test.conjuncts)
    return replace(after, path=(*after.path, test))


def unknown(name: str, args: Iterable[Term], ctype: IntType) -> Term:
    """An arbitrary value of the type, equal for equal arguments."""
    args = tuple(args)
    return call(name, args, ctype.lowest, ctype.highest) if args else symbol(name, ctype.lowest, ctype.highest)


def at_cell(value: Term, own: frozenset[str], indices: tuple[Term, ...], cell: tuple[Term, ...]) -> Term:
    """The value with `own` cells read at `cell` instead of at these indices, which are equal there."""
    found = {
        atom: call(atom.name, cell, atom.low, atom.high)
        for atom in walk(value)
        if atom.kind is Kind.CALL and atom.name in own and atom.args == indices and not atom.dangling
    }
    return replace_atoms(value, found) if found else value


def _content(array: Array) -> Function:
    assert isinstance(array.type, IntType)
    dimensions = len(array.sizes)
    if array.initial is Initial.ZERO:
        return Function(dimensions, const(0))
    indices = tuple(symbol(index_name(d)) for d in range(dimensions))
    return Function(dimensions, unknown(array.name, indices, array.type))


def new_facts(facts: Facts, base: Facts) -> Facts:
    """The facts that are not in the base."""
    return tuple(fact for fact in facts if fact not in base)
