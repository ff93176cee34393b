"""Express scalars as functions of a loop's counter and of variables that the loop does not change.

    for (i = 0; i < n; i++) s += 3;          at the head of the loop: s == s0 + 3 * i

The results are candidates that CBMC proves on machine words (see `invariants.explicit`). `python -m` on this module
reads the pickled program and seconds from standard input, and writes the candidates.
"""

from __future__ import annotations

import json
import pickle
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress

from veriabs.core.copying import replace
from veriabs.core.ctree import writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.queries import Calculation
from veriabs.core.runs import Overflow
from veriabs.core.statements import Loop, LoopId, Stmt
from veriabs.core.types import LLONG, FloatType
from veriabs.invariants.closed_form_substitution import equations
from veriabs.invariants.scalar.serialize import to_json
from veriabs.loops.build import with_distinct_ids
from veriabs.strategies.closed_forms.execute import Executor
from veriabs.strategies.closed_forms.expressions import TermToExpr, UntranslatableError
from veriabs.strategies.closed_forms.loops import Rule, summarise
from veriabs.strategies.closed_forms.state import SymbolicState, UnsolvedError, forget
from veriabs.terms.entail import Entailment, SpentError
from veriabs.terms.rebuild import Substitution
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Atom, Kind, Monomial, Term, slope_in, symbol

MOST_BITS, LARGEST = 32, 1 << 10
"""Limits on variables' widths and on coefficients, so that forms stay within `long long`."""

SECONDS = 5.0
"""Processor seconds for all loops of a program."""

FOUND = "equations were looked for"

Forms = Mapping[LoopId, Mapping[str, Expr]]
"""The value of scalars at the head of each loop, as expressions over other variables."""


def forms_of(program: Program, seconds: float = SECONDS) -> Forms:
    """Candidates for the outermost loops, found within `seconds` of processor time."""
    variables: list[Scalar | Array] = [*program.scalars.values(), *program.arrays.values()]
    if any(isinstance(variable.type, FloatType) for variable in variables):
        return {}
    program = with_distinct_ids(program)
    seconds = min(seconds, SECONDS)
    entailment = Entailment(seconds, time.thread_time() + seconds)
    executor = Executor(summarise, program, frozenset(), Overflow.UNDEFINED, Simplifier(entailment))
    state, found = executor.initial(), dict[LoopId, Mapping[str, Expr]]()
    with suppress(SpentError):
        for stmt in program.body:
            if isinstance(stmt, Loop) and (forms := dict(_solved_of_loop(executor, stmt, state))):
                found[stmt.id] = forms
            state = _state_after(executor, stmt, state)
    return found


def calculation(program: Program, seconds: float) -> Calculation:
    """The search as a separate process that can be stopped; `serialize.from_json` reads its result."""
    payload = replace(program, preprocessed=""), seconds
    return Calculation("scalars in closed form", "veriabs.strategies.closed_forms.scalar_solutions", payload, (FOUND,))


def main() -> None:
    program, seconds = pickle.load(sys.stdin.buffer)
    sys.setrecursionlimit(20_000)
    signal.setitimer(signal.ITIMER_PROF, 2 * seconds)  # ends the process if terms grow without bound
    answer = {"checks": {FOUND: "SUCCESS"}, "detail": to_json(equations(program, forms_of(program, seconds)))}
    sys.stdout.write(json.dumps(answer) + "\n")


def _state_after(executor: Executor, stmt: Stmt, state: SymbolicState) -> SymbolicState:
    """The main path after a statement; its writes are arbitrary if it has no term."""
    try:
        after = summarise(executor, stmt, state) if isinstance(stmt, Loop) else executor.run((stmt,), [state])
    except UnsolvedError:
        after = []
    return after[0] if after else forget(stmt, state)


def _solved_of_loop(executor: Executor, loop: Loop, state: SymbolicState) -> Iterator[tuple[str, Expr]]:
    rule = Rule(executor, loop, state, executor.number_of(loop), frozenset())
    try:
        rule.run()
    except UnsolvedError:
        if not hasattr(rule, "equations"):
            return
    changed = writes((loop,))
    solved = {name: term for name, term in rule.equations.solved.items() if isinstance(term, Term)}
    known = {
        atom.name: Cast(LLONG, Var(name, scalar.type))
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
        words = _Simple({**known, now: Cast(LLONG, Var(counter, executor.program.scalars[counter].type))})
        for name, value in solved.items():
            value = executor.simplifier.term(value, state.facts)
            with suppress(UntranslatableError):
                if name != counter:
                    yield name, words.term(iteration(value))
        return


class _Simple(TermToExpr, frozen=True):
    """Expressions that CBMC proves again within a minute: no products of variables, no large coefficients."""

    def _monomial(self, mono: Monomial, factor: int) -> Expr:
        if len(mono) > 1 or (mono and (mono[0][1] > 1 or abs(factor) > LARGEST)):
            raise UntranslatableError
        return super()._monomial(mono, factor)

    def _atom(self, atom: Atom) -> Expr:
        found = super()._atom(atom)
        if atom.kind in (Kind.DIV, Kind.MOD) and not _is_positive(found):
            raise UntranslatableError
        return found


def _is_positive(quotient: Expr) -> bool:
    """Is the divisor a positive constant?"""
    return isinstance(quotient, Binary) and isinstance(quotient.right, Const) and quotient.right.value > 0


if __name__ == "__main__":
    main()
