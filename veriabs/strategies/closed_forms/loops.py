"""The rule for loops: run one iteration on unknowns, solve and certify the recurrences, and compute the exit states.

    state before: i = 0, s = 0      loop: while (i < n) { s += 2; i++; }      state after: i = n, s = 2*n  (if n >= 0)

Iterations are numbered t = 0, 1, ...; the program's counter is a recurrence like any other, so steps and directions
need no special rules. The test determines the number of iterations.
"""

from __future__ import annotations

from dataclasses import dataclass

from veriabs.core.copying import replace
from veriabs.core.ctree import conjuncts, names, reads_cell, statements, target_name, walk, writes
from veriabs.core.expressions import Binary, Cast, Conditional, Element, Expr
from veriabs.core.loop_exits import continues
from veriabs.core.operators import COMPARISONS
from veriabs.core.statements import Assign, If, Loop, Stmt
from veriabs.core.types import IntType
from veriabs.strategies.closed_forms.certify import LoopCertificate
from veriabs.strategies.closed_forms.execute import Executor, new_facts
from veriabs.strategies.closed_forms.iteration import Iteration, counter_name
from veriabs.strategies.closed_forms.solve import Equations, Unknown
from veriabs.strategies.closed_forms.state import SymbolicState, UnsolvedError, merge
from veriabs.strategies.closed_forms.values import wraps
from veriabs.terms.conditions import between, conjunction, eq, le, lt, negate, truth
from veriabs.terms.division import divide
from veriabs.terms.rebuild import Substitution, quantified
from veriabs.terms.terms import Condition, Function, Is, Term, call, const, index_name, slope_in, symbol


def summarise(executor: Executor, loop: Loop, state: SymbolicState) -> list[SymbolicState]:
    """The states after a loop; obligations inside it go to the enclosing frame."""
    try:
        return solve_loop(executor, loop, state).exits()
    except UnsolvedError as error:
        if error.loop is None:
            raise UnsolvedError(error.reason, loop.where) from error
        raise


def solve_loop(executor: Executor, loop: Loop, state: SymbolicState) -> Rule:
    """The rule for a loop with its recurrences solved; raises UnsolvedError if they are not."""
    assumed = _exactly_used(executor, loop)
    while True:
        rule = Rule(executor, loop, state, executor.number_of(loop), assumed)
        outside = rule.run()
        if not outside:
            return rule
        assumed -= outside


def _exactly_used(executor: Executor, loop: Loop) -> frozenset[str]:
    """Variables of wrapping types whose values, not only their residues, matter to the loop."""
    used: set[str] = set(names(loop.test))
    for stmt in statements((*loop.body, *loop.update)):
        if isinstance(stmt, If | Loop):
            used |= names(stmt.test)
        if isinstance(stmt, Assign):
            for part in _exact_parts(stmt.value):
                used |= names(part)
            if isinstance(stmt.target, Element):
                used |= {name for index in stmt.target.indices for name in names(index)}
    changed = writes((*loop.body, *loop.update))
    return frozenset(name for name in used & changed if _wraps(executor, name))


def _exact_parts(expr: Expr) -> list[Expr]:
    """The parts of an expression whose exact value matters."""
    found: list[Expr] = []
    for node in walk(expr):
        if isinstance(node, Element):
            found += node.indices
        elif isinstance(node, Conditional):
            found.append(node.test)
        elif isinstance(node, Cast) or (isinstance(node, Binary) and (node.op in COMPARISONS or node.op in ("/", "%"))):
            found.append(node)
    return found


def _wraps(executor: Executor, name: str) -> bool:
    ctype = _type(executor, name)
    return ctype is not None and wraps(ctype, executor.overflow)


def _type(executor: Executor, name: str) -> IntType | None:
    variable = executor.program.scalars.get(name) or executor.program.arrays.get(name)
    ctype = variable.type if variable is not None else None
    return ctype if isinstance(ctype, IntType) else None


@dataclass
class Rule:
    """The rule applied to one loop in one state; the ranges of `assumed` variables are taken for granted."""

    executor: Executor
    loop: Loop
    state: SymbolicState
    number: int
    assumed: frozenset[str]

    @property
    def t(self) -> Term:
        return symbol(counter_name(self.number), 0)

    def run(self) -> frozenset[str]:
        """Solve and certify; return the assumed ranges that were not proved."""
        self.written = writes((*self.loop.body, *self.loop.update))
        self.iteration = self._iterate()
        unknowns = self._unknowns(self.iteration)
        counter, facts = counter_name(self.number), self.iteration.facts
        self.equations = Equations(unknowns, counter, facts, self.executor.simplifier, self.executor.counters)
        for name, unknown in unknowns.items():
            given = self.iteration.entry.scalars.get(name)
            if given is not None and unknown.entry not in given.names:
                self.equations.solved[name] = given
        self.equations.solve()
        self.change = self.equations.substitution()
        self.certificate = LoopCertificate(
            self.executor, self.loop, self.state, self.iteration, unknowns, self.equations
        )
        self.certificate.check()
        return self.certificate.outside(self.assumed)

    # ------------------------------------------------------------------------------------------------- one iteration

    def _iterate(self) -> Iteration:
        entry = self._entry()
        count = self._count(entry)
        facts = self.state.facts
        if count is not None:
            enter = le(const(1), count)
            inside = between(0, self.t, count)
            more = (enter, *inside.conjuncts)
            facts = tuple(dict.fromkeys((*facts, *(f for f in more if f.kind is not Is.TRUE))))
        inner = self.executor.inside(self.t)
        begin = replace(entry, facts=facts, path=())
        test = inner.evaluator(self.loop.where).condition(self.loop.test, begin)
        test = self.executor.simplifier.condition(test, facts)
        if test.kind is not Is.TRUE:
            inner.frame.breaks.append(replace(begin.assuming(negate(test)), path=(negate(test),)))
        starts = [begin.assuming(*test.conjuncts)]
        ends = inner.run(self.loop.body, starts if test.kind is not Is.FALSE else [])
        middle = inner.joined([*inner.frame.continues, *ends], begin)
        after = inner.joined(inner.run(self.loop.update, middle), begin)
        after = [self._if_continued(inner, end) for end in after]
        if not after:
            raise UnsolvedError("no iteration is followed by another one")
        return Iteration(self.number, entry, count, facts, after[0], tuple(inner.frame.breaks), inner)

    def _if_continued(self, inner: Executor, end: SymbolicState) -> SymbolicState:
        """The end of an iteration after which the test holds, as far as scalars without a constant step decide that.

        With `while (i < n && !found)`, an iteration that sets `found` leaves the loop at its end.
        """
        flags = {name for name in self.written & self.state.scalars.keys() if self._step(name) is None}
        evaluator = replace(inner.evaluator(self.loop.where), demand=None)  # the next test demands what it needs
        parts = [part for part in conjuncts(self.loop.test) if names(part) & flags and not reads_cell(part)]
        tests = [evaluator.condition(part, end) for part in parts]
        holds = self.executor.simplifier.condition(conjunction(tests), end.facts)
        if holds.kind in (Is.TRUE, Is.FALSE):
            return end
        inner.frame.breaks.append(replace(end.assuming(negate(holds)), path=(*end.path, negate(holds))))
        on = end.assuming(*holds.conjuncts)
        changed = self.written & end.scalars.keys()
        simple = {name: self.executor.simplifier.term(end.scalars[name], on.facts) for name in changed}
        return replace(on, scalars={**on.scalars, **simple})

    def _entry(self) -> SymbolicState:
        """Unknowns for the variables that the loop changes; a counter is its start plus its steps."""
        scalars, arrays = dict(self.state.scalars), dict(self.state.arrays)
        for name in sorted(self.written):
            ctype = _type(self.executor, name)
            low, high = (ctype.lowest, ctype.highest) if ctype and name in self.assumed else (None, None)
            if name in arrays:
                cell = [symbol(index_name(d)) for d in range(arrays[name].dimensions)]
                arrays[name] = Function(len(cell), call(f"{name}@{self.number}", cell, low, high))
            elif name in scalars:
                step = self._step(name)
                unknown = symbol(f"{name}@{self.number}", low, high)
                scalars[name] = unknown if step is None else scalars[name] + step * self.t
        return SymbolicState(scalars, arrays, self.state.facts)

    def _step(self, name: str) -> Term | None:
        """The constant that each iteration adds to a variable, if one unconditional assignment changes it; else None.
        """
        everywhere = [s for s in statements(self._all()) if isinstance(s, Assign) and target_name(s.target) == name]
        plain = [s for s in self.loop.update if s in everywhere]
        if not continues(self.loop.body):
            plain += [s for s in self.loop.body if s in everywhere]
        changes = [s for s in statements(self._all()) if name in writes((s,))]
        if len(everywhere) != 1 or len(plain) != 1 or any(not isinstance(s, Assign) for s in changes):
            return None
        value = everywhere[0].value
        if (names(value) - {name}) & self.written:
            return None
        before = symbol(f"{name}@{self.number}")
        evaluator = self.executor.evaluator(everywhere[0].where, hopeful=True)
        after = evaluator.assigned(value, everywhere[0].target.type, self.state.with_scalar(name, before))
        step = after - before
        return step if before.atom is not None and not step.names & before.names else None

    def _all(self) -> tuple[Stmt, ...]:
        return (*self.loop.body, *self.loop.update)

    def _count(self, entry: SymbolicState) -> Term | None:
        """The number of iterations that the test allows, from its first conjunct that determines it."""
        evaluator = self.executor.evaluator(self.loop.where, hopeful=True)
        test = evaluator.condition(self.loop.test, entry)
        if test.kind is Is.FALSE:
            return const(0)
        unknown = {f"{name}@{self.number}" for name in self.written}
        for part in test.conjuncts:
            if part.kind in (Is.LE, Is.NE) and not part.names & unknown:
                count = self._bound(part)
                if count is not None:
                    return self.executor.simplifier.term(count, self.state.facts)
        return None

    def _bound(self, part: Condition) -> Term | None:
        slope = slope_in(part.term, counter_name(self.number))
        if slope is None or not slope[0]:
            return None
        factor, rest = slope
        if part.kind is Is.LE:
            return divide(const(factor) - rest, const(factor)) if factor > 0 else None
        count = rest * -factor
        reached = self.executor.simplifier.entailment.follows(self.state.facts, le(const(0), count))
        return count if abs(factor) == 1 and reached else None

    def _unknowns(self, iteration: Iteration) -> dict[str, Unknown]:
        found = {}
        for name in sorted(self.written):
            entry = f"{name}@{self.number}"
            if name in self.state.scalars:
                update = iteration.ends.scalars[name]
                found[name] = Unknown(name, entry, self.state.scalars[name], update)
            elif name in self.state.arrays:
                found[name] = Unknown(name, entry, self.state.arrays[name], iteration.ends.arrays[name].body)
        return found

    # ----------------------------------------------------------------------------------------------------------- exits

    def past(self, until: Term) -> tuple[Condition, ...]:
        """The facts of all iterations before `until`."""
        own = conjunction(self.change.condition(f) for f in new_facts(self.iteration.ends.facts, self.iteration.facts))
        if own.kind is Is.TRUE:
            return ()
        name = f"#{max(own.opened, until.opened)}"
        body = Substitution({counter_name(self.number): symbol(name)}).condition(own)
        return (quantified(Is.FORALL, name, body, until),)

    def exits(self) -> list[SymbolicState]:
        """The states after the loop; the enclosing frame gets the obligations of every iteration."""
        past = self.past(self.t)
        for obligation in self.iteration.inner.frame.obligations:
            self.executor.frame.obligations.append(obligation.substituted(self.change, past))
        count, follows = self.iteration.count, self.executor.simplifier.entailment.follows
        if count is None:
            return [self._state_after_break(None)]
        if follows(self.state.facts, le(count)) and not follows(self.state.facts, le(const(0), count)):
            return [self.state.assuming(le(count))]
        enters = follows(self.state.facts, le(const(0), count))
        run = self._full(count) if enters else self._full(count).assuming(le(const(1), count))
        exits = [] if enters else [self.state.assuming(le(count))]
        if self.iteration.leaves:
            left = self._state_after_break(count)
            run = merge(lt(self.exit, count), left, run, self.state) if self.executor.counters else run
            exits += [] if self.executor.counters else [left]
        if self.executor.counters and exits:
            return [merge(le(const(1), count), run, exits[0], self.state)]
        return [run, *exits]

    @property
    def exit(self) -> Term:
        """The number of the iteration that leaves the loop."""
        name, around = f"~exit{self.number}", self.executor.counters
        return call(name, around, 0) if around else symbol(name, 0)

    def _full(self, count: Term) -> SymbolicState:
        """The state after all iterations."""
        after = self._at(self.iteration.entry, count)
        facts = (*self.state.facts, *self.past(count))
        if self.iteration.leaves and self.executor.counters:
            facts = (*facts, eq(self.exit, count))
        return replace(after, facts=facts, path=self.state.path)

    def _at(self, state: SymbolicState, t: Term) -> SymbolicState:
        """A state of iteration t, simplified."""
        there = state.substituted(self.change).substituted(Substitution({counter_name(self.number): t}))
        simplifier, facts = self.executor.simplifier, self.state.facts
        scalars = {n: simplifier.term(v, facts) if n in self.written else v for n, v in there.scalars.items()}
        arrays = {
            n: Function(f.dimensions, simplifier.term(f.body, facts)) if n in self.written else f
            for n, f in there.arrays.items()
        }
        return replace(there, scalars=scalars, arrays=arrays)

    def _state_after_break(self, count: Term | None) -> SymbolicState:
        """The state after a break in iteration `exit`."""
        leaves = [self._at(leave, self.exit) for leave in self.iteration.leaves]
        base = replace(self.state, path=())
        inside = truth(True) if count is None else conjunction((lt(self.exit, count), le(const(1), count)))
        facts = (*self.state.facts, *self.past(self.exit))
        if not leaves:
            raise UnsolvedError("it never ends")
        joined = self.executor.joined(leaves, base)[0]
        result = replace(joined, facts=tuple(dict.fromkeys((*facts, *joined.facts))), path=self.state.path)
        return result.assuming(*inside.conjuncts)
