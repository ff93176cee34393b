"""Encode a task as constrained Horn clauses over the integers, and let z3's Spacer find invariants.

Each loop head is a relation over all integer scalars. Array cells, floating-point values and nonlinear terms are
arbitrary. Arithmetic has two readings: integers that never wrap, and machine words, in which sums wrap around. The
results are candidates.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import has, unexpected_construct
from veriabs.core.expressions import Expr, Var
from veriabs.core.program import Initial
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import IntType
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.scalar.answers import conjuncts_of
from veriabs.invariants.scalar.integers import SumSemantics, Term, Translator, Truth
from veriabs.invariants.scalar.subject import AssertionTask, used

MOST_RELATED = 16
"""Spacer is not run for more scalars."""

LEVELS = 2
"""The number of levels whose lemmas are used if the search did not end."""


def spacer_invariants(subject: AssertionTask, reading: SumSemantics, steps: int) -> Invariants:
    """The invariants that Spacer finds within `steps`."""
    scalars = [Var(s.name, s.type) for s in used(subject) if isinstance(s.type, IntType)]
    if not subject.loops or len(scalars) > MOST_RELATED:
        return {}
    return _Clauses(subject, scalars, reading, steps).solved()


class _Thread(Struct, frozen=True):
    """One path from a loop head or the program's start: its conditions and the current values."""

    head: Truth | None
    conditions: tuple[Truth, ...]
    state: dict[str, Term]


class _Outcome(Struct):
    """The threads after a statement, by the way in which it ended."""

    normal: list[_Thread]
    left: list[_Thread] = field(default_factory=list)
    next: list[_Thread] = field(default_factory=list)


class _Clauses:
    """Writes the clauses of a task and runs Spacer."""

    def __init__(self, subject: AssertionTask, scalars: list[Var], reading: SumSemantics, steps: int) -> None:
        z3: Any = import_module("z3")
        self.z3, self.subject, self.scalars = z3, subject, scalars
        self.translator = Translator(reading, subject.program.task.data_model)
        self.engine = z3.Fixedpoint()
        self.engine.set(engine="spacer", rlimit=steps)
        if reading is SumSemantics.NEVER:
            # Spacer generalises lemmas that follow a pattern, so that it does not unwind a counter with a large bound.
            # With the disjunctions of machine words, z3 5.4 fails an internal assertion in this mode.
            self.engine.set("spacer.global", True)
        sorts = [z3.IntSort()] * len(scalars) + [z3.BoolSort()]
        self.relations = {loop.id: z3.Function(f"head_{loop.id}", *sorts) for loop in subject.loops}
        self.error = z3.Function("error", z3.BoolSort())
        for relation in (*self.relations.values(), self.error):
            self.engine.register_relation(relation)
        self.rules: list[tuple[Truth, _Thread, tuple[Truth, ...]]] = []

    def solved(self) -> Invariants:
        """The invariants that Spacer found when it ended or used up its steps."""
        self._body(self.subject.program.body, [self._start()])
        self.engine.declare_var(*self.translator.variables)
        for head, thread, more in self.rules:
            body = [*((thread.head,) if thread.head is not None else ()), *thread.conditions, *more]
            self.engine.rule(head, body)
        try:
            answer = self.engine.query(self.error())
        except self.z3.Z3Exception:
            answer = self.z3.unknown
        found = {n: self._lemmas(relation, answer) for n, relation in self.relations.items()}
        return {loop: exprs for loop, exprs in found.items() if exprs}

    def _lemmas(self, relation: Any, answer: Any) -> tuple[Expr, ...]:
        covers = [self.engine.get_cover_delta(-1, relation)]
        if answer != self.z3.unsat:
            top = self.engine.get_num_levels(relation)
            covers += [self.engine.get_cover_delta(n, relation) for n in range(max(0, top - LEVELS), top)]
        lemmas = (lemma for cover in covers for lemma in conjuncts_of(cover, self.scalars))
        return tuple(dict.fromkeys(lemmas))

    # ------------------------------------------------------------------------------------------------------ statements

    def _start(self) -> _Thread:
        thread = _Thread(None, (), {})
        for variable in self.scalars:
            if self.subject.program.scalars[variable.name].initial is Initial.ZERO:
                thread.state[variable.name] = self.z3.IntVal(0)
            else:
                thread = self._assigned(thread, variable.name, self.translator.arbitrary(variable.type))
        return self._with_value_ranges(thread)

    def _assigned(self, thread: _Thread, name: str, value: Term) -> _Thread:
        return self._with_value_ranges(replace(thread, state={**thread.state, name: value}))

    def _with_value_ranges(self, thread: _Thread) -> _Thread:
        """The thread with the ranges of its new arbitrary values."""
        return replace(thread, conditions=(*thread.conditions, *self.translator.taken()))

    def _body(self, body: Iterable[Stmt], threads: list[_Thread]) -> _Outcome:
        out = _Outcome(threads)
        for stmt in body:
            parts = [self._stmt(stmt, thread) for thread in out.normal]
            out = _Outcome(
                [t for part in parts for t in part.normal],
                [*out.left, *(t for part in parts for t in part.left)],
                [*out.next, *(t for part in parts for t in part.next)],
            )
        return out

    def _stmt(self, stmt: Stmt, thread: _Thread) -> _Outcome:
        match stmt:
            case Assign(target=Var(name=name, type=IntType() as ctype), value=value):
                return _Outcome([self._assigned(thread, name, self.translator.converted(value, ctype, thread.state))])
            case Havoc(target=Var(name=name, type=IntType() as ctype)):
                return _Outcome([self._assigned(thread, name, self.translator.arbitrary(ctype))])
            case Assign() | Havoc():
                return _Outcome([thread])
            case If():
                return self._if(stmt, thread)
            case Loop():
                return self._loop(stmt, thread)
            case Assert(test=test, number=number):
                return self._assert(test, number, thread)
            case Break():
                return _Outcome([], [thread])
            case Continue():
                return _Outcome([], [], [thread])
            case Halt():
                return _Outcome([])
            case _:
                raise unexpected_construct(stmt)

    def _assert(self, test: Expr, number: int, thread: _Thread) -> _Outcome:
        if number != self.subject.number:
            return _Outcome([thread])
        thread, holds = self._assume(thread, test)
        self.rules.append((self.error(), thread, (self.z3.Not(holds),)))
        return _Outcome([replace(thread, conditions=(*thread.conditions, holds))])

    def _assume(self, thread: _Thread, test: Expr) -> tuple[_Thread, Truth]:
        truth = self.translator.truth(test, thread.state)
        return self._with_value_ranges(thread), truth

    def _if(self, stmt: If, thread: _Thread) -> _Outcome:
        thread, truth = self._assume(thread, stmt.test)
        then = self._body(stmt.then, [replace(thread, conditions=(*thread.conditions, truth))])
        no = self.z3.Not(truth)
        other = self._body(stmt.orelse, [replace(thread, conditions=(*thread.conditions, no))])
        normal = [*then.normal, *other.normal]
        if len(normal) == 2 and not has((stmt,), Loop):
            normal = [self._merged(thread, truth, then.normal[0], other.normal[0])]
        return _Outcome(normal, [*then.left, *other.left], [*then.next, *other.next])

    def _merged(self, before: _Thread, truth: Truth, one: _Thread, two: _Thread) -> _Thread:
        z3, common = self.z3, len(before.conditions)
        either = z3.Or(z3.And(*one.conditions[common:]), z3.And(*two.conditions[common:]))
        pairs = ((name, value, two.state[name]) for name, value in one.state.items())
        state = {name: yes if yes is no else z3.If(truth, yes, no) for name, yes, no in pairs}
        return _Thread(before.head, (*before.conditions, either), state)

    def _loop(self, loop: Loop, thread: _Thread) -> _Outcome:
        relation = self.relations[loop.id]
        self.rules.append((relation(*self._values(thread)), thread, ()))
        fresh = {v.name: self.translator.variable() for v in self.scalars}
        head = _Thread(relation(*(fresh[v.name] for v in self.scalars)), (), fresh)
        head, truth = self._assume(head, loop.test)
        inside = self._body(loop.body, [replace(head, conditions=(*head.conditions, truth))])
        after = self._body(loop.update, [*inside.normal, *inside.next])
        for end in after.normal:
            self.rules.append((relation(*self._values(end)), end, ()))
        leaving = replace(head, conditions=(*head.conditions, self.z3.Not(truth)))
        return _Outcome([leaving, *inside.left, *after.left])

    def _values(self, thread: _Thread) -> list[Term]:
        return [thread.state[v.name] for v in self.scalars]
