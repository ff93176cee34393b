"""Scalars of loops as functions of what a program can read at a loop's head: its counter and what the loop keeps.

Nothing here is believed: what is found are candidates that CBMC proves on machine words (see `invariants.explicit`).
`python -m` this module writes those for the pickled program and seconds on standard input.
"""

from __future__ import annotations

import json
import pickle
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import lcm

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import writes
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Var
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.queries import Calculation
from veriabs.core.runs import Overflow
from veriabs.core.statements import Loop, LoopId, Stmt
from veriabs.core.types import LLONG, FloatType
from veriabs.invariants.explicit import equations
from veriabs.invariants.scalar.serialize import written
from veriabs.loops.build import told_apart
from veriabs.strategies.closed_forms.execute import Executor
from veriabs.strategies.closed_forms.loops import Rule, summarise
from veriabs.strategies.closed_forms.state import State, UnsolvedError, forgotten
from veriabs.terms.binders import branches
from veriabs.terms.entail import Entailment, SpentError
from veriabs.terms.rebuild import Substitution
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Atom, Condition, Is, Kind, Monomial, Term, slope_in, symbol

MOST_BITS, LARGEST = 32, 1 << 10
"""Of variables, and of coefficients: so nothing in a form leaves `long long`."""

SECONDS = 5.0
"""Of the processor, for all loops of a program."""

FOUND = "equations were looked for"

Forms = Mapping[LoopId, Mapping[str, Expr]]
"""By the place of a loop, scalars with their value at its head, as an expression over others."""


def forms_of(program: Program, seconds: float = SECONDS) -> Forms:
    """Candidates for the loops that stand in no other one, found in so many seconds of the processor."""
    variables: list[Scalar | Array] = [*program.scalars.values(), *program.arrays.values()]
    if any(isinstance(variable.type, FloatType) for variable in variables):
        return {}
    program = told_apart(program)
    seconds = min(seconds, SECONDS)
    entailment = Entailment(seconds, time.thread_time() + seconds)
    executor = Executor(summarise, program, frozenset(), Overflow.UNDEFINED, Simplifier(entailment))
    state, found = executor.initial(), dict[LoopId, Mapping[str, Expr]]()
    with suppress(SpentError):
        for stmt in program.body:
            if isinstance(stmt, Loop) and (forms := dict(_of_loop(executor, stmt, state))):
                found[stmt.id] = forms
            state = _behind(executor, stmt, state)
    return found


def calculation(program: Program, seconds: float) -> Calculation:
    """The search as a computation of its own, that can be stopped; its detail is read with `serialize.parsed`."""
    payload = replace(program, preprocessed=""), seconds
    return Calculation("scalars in closed form", "veriabs.strategies.closed_forms.solved", payload, (FOUND,))


def main() -> None:
    program, seconds = pickle.load(sys.stdin.buffer)
    sys.setrecursionlimit(20_000)
    signal.setitimer(signal.ITIMER_PROF, 2 * seconds)  # terms that grow beyond all bounds end the process
    said = {"checks": {FOUND: "SUCCESS"}, "detail": written(equations(program, forms_of(program, seconds)))}
    sys.stdout.write(json.dumps(said) + "\n")


def _behind(executor: Executor, stmt: Stmt, state: State) -> State:
    """The main path behind a statement; what it writes is arbitrary if that has no term."""
    try:
        after = summarise(executor, stmt, state) if isinstance(stmt, Loop) else executor.run((stmt,), [state])
    except UnsolvedError:
        after = []
    return after[0] if after else forgotten(stmt, state)


def _of_loop(executor: Executor, loop: Loop, state: State) -> Iterator[tuple[str, Expr]]:
    rule = Rule(executor, loop, state, executor.number_of(loop), frozenset())
    try:
        rule.run()
    except UnsolvedError:
        if not hasattr(rule, "equations"):
            return
    changed = writes((loop,))
    solved = {name: term for name, term in rule.equations.solved.items() if isinstance(term, Term)}
    known = {
        atom.name: Var(name, scalar.type)
        for name, scalar in executor.program.scalars.items()
        if name in state.scalars and name not in changed and scalar.type.bits <= MOST_BITS
        if (atom := state.scalars[name].atom) is not None and atom.kind is Kind.SYMBOL
    }
    entry = rule.iteration.entry.scalars
    for counter in (name for name in solved if f"{name}@{rule.number}" not in entry[name].names):
        slope = slope_in(solved[counter], rule.equations.counter)
        if slope is None or abs(slope[0]) != 1 or executor.program.scalars[counter].type.bits > MOST_BITS:
            continue
        now = f"{counter} now"
        iteration = Substitution({rule.equations.counter: (symbol(now) - slope[1]) * slope[0]})
        speller = CNames({**known, now: Var(counter, executor.program.scalars[counter].type)})
        for name, value in solved.items():
            value = executor.simplifier.term(value, state.facts)
            spelled = None if name == counter else speller.term(iteration(value))
            if spelled is not None:
                yield name, spelled
        return


class CNames(Struct, frozen=True):
    """Terms as expressions in `long long`, by the names of symbols; None for what has no plain expression."""

    names: Mapping[str, Var]

    def term(self, term: Term) -> Expr | None:
        scale = lcm(*(c.denominator for _, c in term.items))
        total: Expr | None = None
        for mono, c in term.items:
            part = self._monomial(mono, int(c * scale))
            if part is None:
                return None
            total = part if total is None else Binary("+", total, part)
        total = _whole(0) if total is None else total
        return total if scale == 1 else Binary("/", total, _whole(scale))

    def _monomial(self, mono: Monomial, coefficient: int) -> Expr | None:
        """Products of variables are left out: CBMC re-proves none within a minute."""
        if not mono:
            return _whole(coefficient)
        if len(mono) > 1 or mono[0][1] > 1 or abs(coefficient) > LARGEST:
            return None
        atom = self._atom(mono[0][0])
        return atom if atom is None or coefficient == 1 else Binary("*", _whole(coefficient), atom)

    def _atom(self, atom: Atom) -> Expr | None:
        match atom.kind:
            case Kind.SYMBOL if atom.name in self.names:
                return Cast(LLONG, self.names[atom.name])
            case Kind.ITE:
                test, then, other = branches(atom)
                parts = (self.condition(test), self.term(then), self.term(other))
                return None if None in parts else Conditional(*(part for part in parts if part is not None))
            case Kind.DIV | Kind.MOD:
                left, right = (self.term(arg) for arg in atom.args if isinstance(arg, Term))
                if left is None or not isinstance(right, Const) or right.value <= 0:
                    return None
                return Binary("/" if atom.kind is Kind.DIV else "%", left, right)
            case _:
                return None

    def condition(self, condition: Condition) -> Expr | None:
        match condition.kind:
            case Is.LE | Is.EQ | Is.NE:
                term = self.term(condition.term)
                operator = {Is.LE: "<=", Is.EQ: "==", Is.NE: "!="}[condition.kind]
                return None if term is None else Binary(operator, term, _whole(0))
            case Is.AND | Is.OR:
                parts = [self.condition(part) for part in condition.parts]
                if any(part is None for part in parts):
                    return None
                whole: Expr | None = None
                for part in (part for part in parts if part is not None):
                    whole = part if whole is None else Binary("&&" if condition.kind is Is.AND else "||", whole, part)
                return whole
            case _:
                return None


def _whole(value: int) -> Const:
    return Const(value, LLONG)


if __name__ == "__main__":
    main()
