"""Prove closed forms by induction over the iterations (docs/theory.md 9.3): base, step, and the loop's end.

The step substitutes the closed forms of iteration t into the symbolic iteration and compares with those of t + 1. The
trusted parts are this comparison, the execution of loop-free code, substitution, and the solver.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from veriabs.core.statements import Loop
from veriabs.core.types import IntType
from veriabs.strategies.closed_forms.execute import Executor
from veriabs.strategies.closed_forms.iteration import Iteration
from veriabs.strategies.closed_forms.solve import Equations, Unknown
from veriabs.strategies.closed_forms.state import SymbolicState, UnsolvedError
from veriabs.terms.binders import branches, walk
from veriabs.terms.conditions import between, eq, le, negate
from veriabs.terms.entail import Facts
from veriabs.terms.printing import show
from veriabs.terms.rebuild import Substitution
from veriabs.terms.terms import Condition, Function, Is, Kind, Term, const, slope_in, symbol


@dataclass
class LoopCertificate:
    """The checks for one loop; `check` raises if one is not proved.

    - `executor`, `loop`, `state`: the loop, and the symbolic state before it. `iteration`: one symbolic iteration.
    - `unknowns`, `equations`: the recurrences and their solutions. `counter`: the symbol of the iteration number.
    """

    executor: Executor
    loop: Loop
    state: SymbolicState
    iteration: Iteration
    unknowns: dict[str, Unknown]
    equations: Equations
    counter: str = field(init=False)

    def __post_init__(self) -> None:
        self.counter = self.equations.counter

    def check(self) -> None:
        """Check base and step of every closed form, and that the loop ends in the expected iteration."""
        change = self.equations.substitution()
        facts = self._facts(change)
        for name, unknown in self.unknowns.items():
            here = self._closed(name)
            shown = self.executor.program.shown(name)
            initial = unknown.initial.body if isinstance(unknown.initial, Function) else unknown.initial
            if name in self.equations.fronts:
                beyond = self._at_condition(self.equations.fronts[name], symbol(self.counter, 0) + 1)
                text = f"the value of {shown} beyond its front from one iteration to the next"
                self._equal(initial, change(self._update(name)), (*facts, beyond), text)
                continue
            self._equal(self._at(here, const(0)), initial, self._entry_facts(), f"the value of {shown} before the loop")
            update = self._update(name)
            after = self._at(here, symbol(self.counter, 0) + 1)
            self._equal(after, change(update), facts, f"the value of {shown} from one iteration to the next")
        if self.iteration.count is not None:
            self._check_last_iteration(self.iteration.count, change)

    def _update(self, name: str) -> Term:
        ends = self.iteration.ends
        return ends.arrays[name].body if name in ends.arrays else ends.scalars[name]

    def _closed(self, name: str) -> Term:
        """The closed form, with which the state at the start of an iteration has to agree."""
        solution = self.equations.solved[name]
        return solution.body if isinstance(solution, Function) else solution

    def _at(self, term: Term, t: Term) -> Term:
        return Substitution({self.counter: t})(term)

    def _at_condition(self, condition: Condition, t: Term) -> Condition:
        return Substitution({self.counter: t}).condition(condition)

    def _entry_facts(self) -> Facts:
        count = self.iteration.count
        return self.state.facts if count is None else (*self.state.facts, le(const(0), count))

    def _facts(self, change: Substitution) -> Facts:
        """The facts of an iteration that is followed by another one."""
        return tuple(dict.fromkeys(change.condition(fact) for fact in self.iteration.ends.facts))

    def _equal(self, left: Term, right: Term, facts: Facts, what: str) -> None:
        simplifier = self.executor.simplifier
        if left == right:
            return
        difference = simplifier.term(left - right, facts)
        if not difference.items or simplifier.entailment.follows(facts, eq(difference)):
            return
        if self._is_zero_by_iteration(difference, facts) or simplifier.entailment.proves(facts, eq(difference)):
            return
        raise UnsolvedError(f"{what} is not proved")

    def _is_zero_by_iteration(self, difference: Term, facts: Facts) -> bool:
        """Is it 0 in the iteration that an equation in it determines, and in all others?"""
        tests = dict.fromkeys(branches(atom)[0] for atom in walk(difference) if atom.kind is Kind.ITE)
        for test in (test for test in tests if test.kind is Is.EQ and not test.dangling):
            slope = slope_in(test.term, self.counter)
            if slope is not None and abs(slope[0]) == 1:
                there = Substitution({self.counter: slope[1] * -slope[0]})
                here = tuple(there.condition(fact) for fact in facts)
                other = (*facts, negate(test))
                return self._is_zero(there(difference), here) and self._is_zero(difference, other)
        return False

    def _is_zero(self, term: Term, facts: Facts) -> bool:
        simplifier = self.executor.simplifier
        rest = simplifier.term(term, facts)
        return not rest.items or simplifier.entailment.follows(facts, eq(rest))

    def _check_last_iteration(self, count: Term, change: Substitution) -> None:
        """The test fails after the last iteration, and at once if there is none."""
        at_end = self.iteration.entry.substituted(change).substituted(Substitution({self.counter: count}))
        least = le(const(0), count)
        for state, facts in ((at_end, (least,)), (self.state, (le(count),))):
            under = SymbolicState(state.scalars, state.arrays, (*self.state.facts, *facts))
            test = self._test(under)
            if not self.executor.simplifier.entailment.proves(under.facts, negate(test)):
                raise UnsolvedError(f"the trip count {show(count)} is not proved")

    def _test(self, state: SymbolicState) -> Condition:
        test = self.executor.evaluator(self.loop.where).condition(self.loop.test, state)
        return self.executor.simplifier.condition(test, state.facts)

    def outside(self, assumed: frozenset[str]) -> frozenset[str]:
        """Variables that were assumed to be in their type's range without proof."""
        change = self.equations.substitution()
        facts = tuple(dict.fromkeys(change.condition(fact) for fact in self.iteration.facts))
        found = set()
        for name in sorted(assumed & self.unknowns.keys()):
            ctype = self._type(name)
            here = self.executor.simplifier.term(self._closed(name), facts)
            within = between(ctype.lowest, here, ctype.highest + 1)
            if not self.executor.simplifier.entailment.proves(facts, within):
                found.add(name)
        return frozenset(found)

    def _type(self, name: str) -> IntType:
        variable = self.executor.program.scalars.get(name) or self.executor.program.arrays[name]
        assert isinstance(variable.type, IntType)
        return variable.type
