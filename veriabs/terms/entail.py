"""Entailment: decide whether facts imply a goal, by a cheap check, z3 over integers, then z3 over bit-vectors.

A monomial of degree two or more is an opaque variable, unless `nonlinear` is set. Only a proof gives "yes"; a time-out
gives "no". Every formula that is added to a query follows from the definition of its atoms (see `terms.Kind`).
"""

from __future__ import annotations

import math
import time
from importlib import import_module
from typing import Any

from msgspec import Struct, field

from veriabs.core.errors import VeriabsError
from veriabs.terms import bit_vectors
from veriabs.terms.axioms import axioms, instances, is_fraction, quotient
from veriabs.terms.binders import branches, walk
from veriabs.terms.conditions import negate
from veriabs.terms.intervals import interval
from veriabs.terms.rebuild import Substitution
from veriabs.terms.terms import (
    BINDERS,
    Atom,
    Condition,
    Is,
    Kind,
    Monomial,
    Term,
    monomial,
    multiply,
    of_atom,
    power,
    symbol,
)

Facts = tuple[Condition, ...]


class Effort(Struct, frozen=True):
    """Limits of one query: solver steps, and milliseconds for a machine under load."""

    steps: int
    milliseconds: int


CHEAP = Effort(500_000, 2000)
"""Effort during simplification."""

LINEAR = Effort(5_000_000, 6000)
"""Effort for a proof obligation with products as opaque variables."""

PRODUCTS = Effort(8_000_000, 6000)
"""Effort for a proof obligation with real products; nearly all provable ones need no more than `CHEAP`."""

BITS = Effort(8_000_000, 4000)
"""Effort for a proof obligation about bits."""

MOST_MODELS = 12
"""Most models of earlier queries that are tried first on a new query."""

MOST_INSTANCES = 80
"""The number of instances of quantifiers and definitions in one query."""

ROUNDS = 3
"""The number of times that binders are instantiated, each time with the cells of the instances before."""

MOST_PARAMETERS = 4
"""Most symbols in a binder that become arguments of the function that stands for it."""


class SpentError(VeriabsError):
    """The time limit of closed forms is used up."""

    def __init__(self) -> None:
        super().__init__("the time for closed forms is used up")


class Entailment(Struct):
    """Answers each query once; `seconds` is the total processor time of the solver.

    Raises SpentError after `until`, a time of this thread's processor clock. `products` is the effort for obligations
    with real products.
    """

    seconds: float = 60.0
    until: float = math.inf
    products: Effort = PRODUCTS
    memo: dict[tuple[Facts, Condition, Effort | None], bool] = field(default_factory=dict)
    spent: float = 0.0
    _linear: Z3Translation | None = None

    def follows(self, facts: Facts, goal: Condition) -> bool:
        """Whether the facts imply the goal; cheap, for use during simplification."""
        return self._answer(facts, goal, thorough=False)

    def proves(self, facts: Facts, goal: Condition) -> bool:
        """Like `follows`, with all definitions of sums and aggregates and more time."""
        return self._answer(facts, goal, thorough=False) or self._answer(facts, goal, thorough=True)

    def _answer(self, facts: Facts, goal: Condition, *, thorough: bool) -> bool:
        if time.thread_time() > self.until:
            raise SpentError
        if goal.kind is Is.TRUE or goal in facts:
            return True
        if goal.kind is Is.AND:
            return all(self._answer(facts, part, thorough=thorough) for part in goal.parts)
        if goal.kind is Is.LE and (high := interval(goal.term)[1]) is not None and high <= 0:
            return True
        key = (facts, goal, self.products if thorough else None)
        if key not in self.memo:
            self.memo[key] = self._ask(facts, goal, thorough)
        return self.memo[key]

    def _ask(self, facts: Facts, goal: Condition, thorough: bool) -> bool:
        if self._linear is None:
            self._linear = Z3Translation()
        negated = negate(goal)
        formulas = (*facts, negated)
        if not thorough:
            return self._refute(self._linear, formulas, CHEAP, rounds=1)
        if self._refute(self._linear, formulas, LINEAR, rounds=ROUNDS, definitions=True):
            return True
        if self._refute_by_bits(facts, negated):
            return True
        if not any(_nonlinear(formula) for formula in formulas):
            return False
        return self._refute(Z3Translation(nonlinear=True), formulas, self.products, rounds=ROUNDS, definitions=True)

    def _refute(
        self, to: Z3Translation, formulas: Facts, effort: Effort, rounds: int, definitions: bool = False
    ) -> bool:
        if self.spent > self.seconds:
            return False
        begin = time.process_time()
        until = begin + self.seconds - self.spent
        added = instances(formulas, rounds, MOST_INSTANCES, definitions=definitions, until=until)
        result = to.refuted((*formulas, *added), effort, until)
        self.spent += time.process_time() - begin
        return result

    def _refute_by_bits(self, facts: Facts, negated: Condition) -> bool:
        left, begin = self.seconds - self.spent, time.process_time()
        if left <= 0:
            return False
        result = bit_vectors.refute(facts, negated, BITS.steps, int(min(BITS.milliseconds, 1000 * max(0.001, left))))
        self.spent += time.process_time() - begin
        return result


def _nonlinear(formula: Condition) -> bool:
    return any(sum(e for _, e in mono) > 1 for term in _terms(formula) for mono, _ in term.items)


def _terms(node: Condition | Term) -> list[Term]:
    found = [node] if isinstance(node, Term) else []
    args = node.args if isinstance(node, Condition) else [arg for atom in node.atoms() for arg in atom.args]
    return found + [term for arg in args for term in _terms(arg)]


class Model(Struct):
    """Values of a failed query's model; `known` caches whether formulas hold in it."""

    values: Any
    known: dict[Condition, bool]


class Z3Translation(Struct):
    """Translates terms and conditions to z3 once each, with the axioms of their atoms.

    The `models` that were useful last come first. Most queries fail, and most of these fail in a model of an earlier
    query, which is much cheaper to check.
    """

    nonlinear: bool = False
    memo: dict[Any, Any] = field(default_factory=dict)
    products: dict[Monomial, Any] = field(default_factory=dict)
    known: dict[Condition, Facts] = field(default_factory=dict)
    models: list[Model] = field(default_factory=list)
    z3: Any = field(default_factory=lambda: import_module("z3"))

    def refuted(self, formulas: Facts, effort: Effort, until: float = math.inf) -> bool:
        """Whether the formulas are proved to be contradictory before that time of the processor clock."""
        whole = self._with_axioms(formulas, until)
        if not whole or self._has_model(whole):
            return False
        solver = self.z3.SimpleSolver()
        for formula in whole:  # faster than `solver.add`
            self.z3.Z3_solver_assert(solver.ctx.ref(), solver.solver, self.condition(formula).as_ast())
        left = 1000 * max(0.001, until - time.process_time())
        # With ctrl_c, z3 would replace the signal handler, and a signal would no longer end a wait.
        solver.set(rlimit=effort.steps, timeout=int(min(effort.milliseconds, left)), ctrl_c=False)
        answer = solver.check()
        if answer == self.z3.sat:
            self.models = [Model(solver.model(), dict.fromkeys(whole, True)), *self.models[: MOST_MODELS - 1]]
        return bool(answer == self.z3.unsat)

    def _with_axioms(self, formulas: Facts, until: float) -> Facts:
        """The formulas with all axioms of their atoms, or nothing if the time is over."""
        done: dict[Condition, None] = {}
        todo = list(formulas)
        while todo:
            if time.process_time() > until:
                return ()
            formula = todo.pop()
            if formula not in done:
                done[formula] = None
                todo += self._axioms(formula)
        return tuple(done)

    def _has_model(self, formulas: Facts) -> bool:
        found = next((one for one in self.models if all(self._holds(one, each) for each in formulas)), None)
        if found is not None:
            self.models = [found, *(one for one in self.models if one is not found)]
        return found is not None

    def _holds(self, model: Model, formula: Condition) -> bool:
        if formula not in model.known:
            value = model.values.eval(self.condition(formula), model_completion=True)
            model.known[formula] = bool(self.z3.is_true(value))
        return model.known[formula]

    def _axioms(self, formula: Condition) -> Facts:
        """Axioms of the atoms of a formula that are not below a binder."""
        if formula not in self.known:
            atoms = dict.fromkeys(atom for atom in walk(formula) if not atom.dangling)
            fractions = dict.fromkeys(term for term in _terms(formula) if is_fraction(term) and not term.dangling)
            whole = tuple(quotient(term)[1] for term in fractions)
            self.known[formula] = (*whole, *(axiom for atom in atoms for axiom in axioms(atom)))
        return self.known[formula]

    def condition(self, condition: Condition) -> Any:
        if condition not in self.memo:
            self.memo[condition] = self._condition(condition)
        return self.memo[condition]

    def _condition(self, condition: Condition) -> Any:
        match condition.kind:
            case Is.TRUE | Is.FALSE:
                return self.z3.BoolVal(condition.kind is Is.TRUE)
            case Is.LE:
                return self.term(condition.term) <= 0
            case Is.EQ:
                return self.term(condition.term) == 0
            case Is.NE:
                return self.term(condition.term) != 0
            case Is.AND:
                return self.z3.And(*map(self.condition, condition.parts))
            case Is.OR:
                return self.z3.Or(*map(self.condition, condition.parts))
            case Is.FORALL:
                return self.z3.Bool(f"q{condition.digest.hex()}")
            case Is.EXISTS:
                return self.z3.Not(self.condition(negate(condition)))

    def term(self, term: Term) -> Any:
        if term not in self.memo:
            self.memo[term] = self._sum(term)
        return self.memo[term]

    def _sum(self, term: Term) -> Any:
        if is_fraction(term):
            return self.term(quotient(term)[0])
        parts = [self._product(mono) * int(c) if mono else self.z3.IntVal(int(c)) for mono, c in term.items]
        return self.z3.Sum(*parts) if len(parts) > 1 else parts[0] if parts else self.z3.IntVal(0)

    def _product(self, mono: Monomial) -> Any:
        if mono not in self.products:
            case = next((atom for atom, _ in mono if atom.kind is Kind.ITE), None) if len(mono) > 1 else None
            if case is not None:
                return self._case_times(case, mono)
            factors = [self._atom(atom) for atom, e in mono for _ in range(e)]
            if len(factors) == 1:
                product = factors[0]
            elif self.nonlinear:
                product = self.z3.Product(*factors)
            else:
                product = self.z3.Int("m" + "*".join(f"{atom.digest.hex()}^{e}" for atom, e in mono))
            self.products[mono] = product
        return self.products[mono]

    def _case_times(self, case: Atom, mono: Monomial) -> Any:
        """Distribute a product over a case."""
        test, then, other = branches(case)
        rest = monomial(tuple((atom, e) for atom, e in mono if atom != case))
        e = dict(mono)[case]
        sides = (self.term(multiply(rest, power(side, e))) for side in (then, other))
        self.products[mono] = self.z3.If(self.condition(test), *sides)
        return self.products[mono]

    def _atom(self, atom: Atom) -> Any:
        if atom.kind is Kind.ITE:
            test, then, other = branches(atom)
            return self.z3.If(self.condition(test), self.term(then), self.term(other))
        name, args = _function(atom)
        if not args:
            return self.z3.Int(name)
        function = self.z3.Function(name, *([self.z3.IntSort()] * (len(args) + 1)))
        return function(*map(self.term, args))


def _parametric(atom: Atom) -> tuple[Term | Condition, tuple[Term, ...]]:
    """The body of a binder with parameters for its symbols, and these symbols; its value depends on nothing else."""
    body = atom.args[0]
    free = tuple(dict.fromkeys(one for one in walk(body) if one.kind is Kind.SYMBOL))[:MOST_PARAMETERS]
    named = Substitution({one.name: symbol(f"~p{place}") for place, one in enumerate(free)})(of_atom(atom)).atom
    if named is None or named.kind is not atom.kind:
        return body, ()
    return named.args[0], tuple(map(of_atom, free))


def _function(atom: Atom) -> tuple[str, list[Term]]:
    """The uninterpreted function that stands for an atom, and its arguments; equal arguments give equal values."""
    terms = atom.terms
    if atom.kind is Kind.CALL:
        return f"f{atom.name}", terms
    if atom.kind in BINDERS:
        body, free = _parametric(atom)
        rest = (arg for arg in atom.args[1:] if isinstance(arg, Term))
        return f"{atom.kind.value}{body.digest.hex()}", [*free, *rest]
    if atom.kind in (Kind.DIV, Kind.MOD, Kind.WRAP, Kind.POWER):
        return f"{atom.kind.value}{atom.name}{atom.low},{atom.high}", terms
    return f"x{atom.digest.hex()}", []
