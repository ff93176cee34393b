"""Make candidates from closed forms: the values of scalars and cells at the head of each loop, nested loops included.

C has no expression for sums, extremes and powers, nor for cells as they were before the loop. Such facts are omitted
unless the notation can define functions and refer to earlier states. The results are candidates, not yet proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from math import lcm, nan
from types import MappingProxyType

from msgspec import Struct

from veriabs.annotate.aggregates import Aggregates
from veriabs.annotate.cases import cases
from veriabs.annotate.loop_solutions import Found, LoopSolution, UnsolvedUpdate
from veriabs.annotate.term_to_expr import TermToExpr, UntranslatableError
from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjuncts,
    disjunction,
    integer,
    names,
    negate,
    statements,
    substitute,
    walk,
)
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import CELL, ITERATION, OTHER, was_at_entry
from veriabs.core.program import Array, Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Loop, LoopId
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import fold_constants
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.quantified.facts import guarded
from veriabs.strategies.closed_forms.iteration import loop_number
from veriabs.terms.intervals import interval
from veriabs.terms.rebuild import Substitution
from veriabs.terms.terms import (
    Condition,
    Function,
    Is,
    Kind,
    Term,
    index_name,
    slope_in,
    symbol,
)


def closed_candidates(
    program: Program, found: Found, aggregates: Aggregates | None = None, *, before: bool = False
) -> Invariants:
    """The closed forms of a program's loops as C expressions, or with functions of `aggregates`.

    With `before`, facts may refer to cells as they were at the loop's entry.
    """
    return _candidates_of_facts(program, found, aggregates, before, _ClosedFormFacts.facts)


def certificate_candidates(program: Program, found: Found, aggregates: Aggregates) -> Invariants:
    """As `closed_candidates`, with facts about iterations that only certificates need."""
    return _candidates_of_facts(program, found, aggregates, True, _ClosedFormFacts.certified, nested=False)


def passed_candidates(program: Program, found: Found, *, before: bool = False) -> Invariants:
    """The facts about cells that earlier iterations read, as C expressions."""
    return _candidates_of_facts(program, found, None, before, _ClosedFormFacts.earlier_iterations)


def _candidates_of_facts(
    program: Program,
    found: Found,
    aggregates: Aggregates | None,
    before: bool,
    facts_of: Callable[[_ClosedFormFacts], Iterable[Expr]],
    *,
    nested: bool = True,
) -> Invariants:
    """The facts of each loop; with `nested`, facts of enclosing loops are stated at the inner loops as well."""
    loops = {stmt.id: stmt for stmt in statements(program.body) if isinstance(stmt, Loop)}
    around = {at: several[-1] for at, several in found.items() if at in loops and len(several) > 1}
    counters = {name: expr for one in around.values() for name, expr in _iteration_numbers(program, one).items()}
    solutions = [(loops[at], one) for at, several in found.items() if at in loops for one in several]
    solutions += [(loops[at], _with_enclosing_facts(one, around.values())) for at, one in around.items() if nested]
    solutions = [(loop, _over_counter(program, solved)) for loop, solved in solutions]
    facts: dict[LoopId, dict[Expr, None]] = {at: {} for at in loops}
    for loop, solved in solutions:
        words = translator_of(program, solved, counters, aggregates, before=before)
        for fact in facts_of(_ClosedFormFacts(program, solved, words, loop.test)):
            for inside in (loop, *(one for one in statements(loop.body) if isinstance(one, Loop) and nested)):
                facts[inside.id][fact] = None
    return by_loop((loops[at], tuple(exprs)) for at, exprs in facts.items())


def _with_enclosing_facts(solved: LoopSolution, others: Iterable[LoopSolution]) -> LoopSolution:
    """Add the facts at the heads of the enclosing loops, for their current iterations."""
    symbols, functions = dict[str, Term](), dict[str, Function]()
    for other in others:
        for name, value in other.values.items() if other is not solved else ():
            entered = f"{name}@{loop_number(other.counter)}"
            if isinstance(value, Function):
                functions[entered] = value
            else:
                symbols[entered] = value
    change = Substitution(symbols, functions)
    return replace(solved, values={name: _substituted(value, change) for name, value in solved.values.items()})


def _substituted(value: Term | Function, change: Substitution) -> Term | Function:
    return Function(value.dimensions, change(value.body)) if isinstance(value, Function) else change(value)


def _over_counter(program: Program, solved: LoopSolution) -> LoopSolution:
    """Rewrite facts over the iteration number to facts over a counter with an unknown start."""
    for name, value in solved.values.items():
        split = slope_in(value, solved.counter) if isinstance(value, Term) else None
        if split is not None and split[0] == 1 and (start := split[1].atom) is not None and start.kind is Kind.SYMBOL:
            own = f"${name}"
            change = Substitution({solved.counter: symbol(own) - split[1]})
            moved = {at: _substituted(one, change) for at, one in solved.values.items() if at != name}
            now = Cast(LLONG, Var(name, program.scalars[name].type))
            return replace(solved, values={**solved.values, **moved}, known={**solved.known, own: now})
    return solved


def translator_of(
    program: Program,
    solved: LoopSolution,
    counters: Mapping[str, Expr] = MappingProxyType({}),
    aggregates: Aggregates | None = None,
    *,
    before: bool = False,
) -> TermToExpr:
    """The translation of a loop's closed forms into expressions, with the counters of the enclosing loops."""
    known = {**counters, **solved.known, **_iteration_numbers(program, solved)}
    cells = {name: one for name, one in solved.cells.items() if before or not was_at_entry(one.name)}
    return TermToExpr(known, cells, aggregates)


class _ClosedFormFacts(Struct, frozen=True):
    """Translates the closed forms of one loop into candidates.

    `solved` are the closed forms, `words` translates their terms into expressions of C, and `test` is the condition of
    the loop.
    """

    program: Program
    solved: LoopSolution
    words: TermToExpr
    test: Expr

    def facts(self) -> Iterator[Expr]:
        """Candidates about the values of scalars and cells, and about all earlier iterations."""
        for name, value in self.solved.values.items():
            if isinstance(value, Function):
                yield from self._cells(self.program.arrays[name], value)
            else:
                equations = [one for one in self._scalar(name, value) if name not in names(one.right)]
                yield from (*equations, *self._facts_if_not_last(value, equations))
        for name, fold in self.solved.folds.items():
            yield from self._fold_equation(name, fold)
        yield from self.earlier_iterations()

    def certified(self) -> Iterator[Expr]:
        """The facts, the bound on the number of iterations, and conditions of the previous iteration."""
        yield from self.facts()
        first = Binary("==", ITERATION, integer(1, ITERATION.type))
        previous = {self.solved.counter: Binary("-", Cast(LLONG, ITERATION), integer(2, LLONG))}
        for fact in self.solved.holds:
            with suppress(UntranslatableError):
                yield self.words.condition(fact)
        for fact in self.solved.passed:
            with suppress(UntranslatableError):
                yield Binary("||", first, self.words.knowing(previous).condition(fact))

    def earlier_iterations(self) -> Iterator[Expr]:
        """Candidates about all earlier iterations."""
        for fact in self.solved.passed:
            yield from self._for_earlier_iterations(fact)

    def _facts_if_not_last(self, value: Term, equations: Iterable[Expr]) -> Iterator[Expr]:
        """Weaken facts about a value with cases to loop states from which another iteration follows."""
        if any(atom.kind is Kind.ITE for atom in value.atoms()):
            yield from (disjunction((negate(self.test), one)) for one in equations)

    def _fold_equation(self, name: str, fold: UnsolvedUpdate) -> Iterator[Binary]:
        """The value of a scalar as a function of the number of iterations."""
        own = Var(name, self.program.scalars[name].type)
        if not (isinstance(own.type, IntType) and own.type.highest <= LLONG.highest):
            return
        with suppress(UntranslatableError):
            yield Binary("==", Cast(LLONG, own), self.words.fold(fold, self.solved.counter))

    def _scalar(self, name: str, value: Term) -> Iterator[Binary]:
        """The value over integers, and reduced to the type of the scalar."""
        own = Var(name, self.program.scalars[name].type)
        assert isinstance(own.type, IntType)
        with suppress(UntranslatableError):
            yield from _equation_and_reduction(_equal(own, value, self.words), value)

    def _cells(self, array: Array, value: Function) -> Iterator[Expr]:
        """Candidates for the value of a cell, one for each case that can be expressed."""
        indices = (CELL, OTHER)[: value.dimensions]
        if len(indices) < value.dimensions:
            return
        own = {index_name(place): index for place, index in enumerate(indices)}
        words, cell = self.words.knowing(own), Element(array.name, indices, array.type)
        inside = [part for index, size in zip(indices, array.sizes, strict=True) for part in _index_range(index, size)]
        limits = dict(zip(own, map(_limit, array.sizes), strict=True))
        for conditions, held in cases(value.body, limits):
            try:
                tests = [words.condition(one) for one in conditions]
                fact = _equal(cell, held, words)
            except UntranslatableError:
                continue
            span = _join_bounds(inside, tests)
            if fact.left != fact.right and not _is_empty(span):
                for one in _equation_and_reduction(fact, held):
                    yield from _guarded_by_range(span, one, inside)

    def _for_earlier_iterations(self, fact: Condition) -> Iterator[Expr]:
        """A condition on the iteration number, stated for all earlier iterations."""
        if self.solved.counter in fact.names and not self._is_implied_by_types(fact):
            passed = _index_range(CELL, Binary("-", Cast(LLONG, ITERATION), integer(1, LLONG)))
            with suppress(UntranslatableError):
                yield guarded(passed, self.words.knowing({self.solved.counter: CELL}).condition(fact))

    def _is_implied_by_types(self, fact: Condition) -> bool:
        """Does the types' value range of the cells imply the condition?"""
        if fact.kind is not Is.LE:
            return False
        held = {
            name: Function(len(array.sizes), symbol(name, array.type.lowest, array.type.highest))
            for name, array in self.words.cells.items()
            if isinstance(array.type, IntType)
        }
        most = interval(Substitution(functions=held)(fact.term))[1]
        return most is not None and most <= 0


def _iteration_numbers(program: Program, solved: LoopSolution) -> dict[str, Expr]:
    """The iteration number as an expression over a counter with a constant start, so that inner loops can use it."""
    for name, value in solved.values.items():
        split = slope_in(value, solved.counter) if isinstance(value, Term) else None
        if split is not None and abs(split[0]) == 1 and isinstance(start := split[1].value, int):
            own: Expr = Cast(LLONG, Var(name, program.scalars[name].type))
            first = integer(start, LLONG)
            up = own if not start else Binary("-", own, first)
            return {solved.counter: up if split[0] == 1 else Binary("-", first, own)}
    return {}


def _index_range(index: Var, limit: Expr) -> tuple[Expr, Expr]:
    wide = limit if isinstance(limit, Binary) else fold_constants(Cast(LLONG, limit), DataModel.LP64)
    return Binary("<=", integer(0, LLONG), index), Binary("<", index, wide)


def _limit(size: Expr) -> int | None:
    """The number of cells if it is a constant, else None."""
    wide = fold_constants(Cast(LLONG, size), DataModel.LP64)
    return wide.value if isinstance(wide, Const) and isinstance(wide.value, int) else None


def _join_bounds(inside: list[Expr], tests: list[Expr]) -> tuple[Expr, ...]:
    """Join the bounds of the array with the tests; bounds that the tests give replace those of the array."""
    parts = tuple(dict.fromkeys(part for test in tests for part in conjuncts(_possible(test, inside))))
    bounded = {part.left for part in parts if isinstance(part, Binary) and part.op == "<"}
    kept = [part for part in inside if not (isinstance(part, Binary) and part.op == "<" and part.left in bounded)]
    return tuple(dict.fromkeys((*kept, *parts)))


def _is_empty(span: tuple[Expr, ...]) -> bool:
    """Is there no index between the lower and the upper bound?"""
    parts = [part for part in span if isinstance(part, Binary)]
    low = {(part.right, part.left) for part in parts if part.op == "<="}
    high = {(part.left, part.right) for part in parts if part.op == "<"}
    return any(
        index == other and (least == limit or _number(limit) <= _number(least))
        for index, least in low
        for other, limit in high
    )


def _number(expr: Expr) -> float:
    """The value of a constant; NaN for anything else, which compares with nothing."""
    return expr.value if isinstance(expr, Const) else nan


def _guarded_by_range(span: tuple[Expr, ...], fact: Expr, inside: list[Expr]) -> Iterator[Expr]:
    """The fact under its span; if the span is a single index, the fact at that index."""
    found = next(((part, *place) for part in span for place in _fixed_indices(part)), None)
    if found is None:
        yield guarded(span, fact)
        return
    equation, index, place = found
    moved = {OTHER.name: CELL} if index == CELL else {}

    def there(expr: Expr) -> Expr:
        return substitute(substitute(expr, {index.name: place}), moved)

    rest = [there(part) for part in span if part != equation and not (part in inside and index in walk(part))]
    decided = {part: _constant_truth(part) for part in rest}
    if False not in decided.values():
        yield guarded(tuple(part for part in rest if decided[part] is None), there(fact))


def _constant_truth(part: Expr) -> bool | None:
    """The truth value of an expression that holds or fails for all variables; else None."""
    match fold_constants(part, DataModel.LP64):
        case Const(value=value):
            return bool(value)
        case Binary(op="||" | "&&" as op, left=left, right=right):
            sides = {_constant_truth(left), _constant_truth(right)}
            decisive = op == "||"
            return decisive if decisive in sides else None if None in sides else not decisive
        case Binary(op="<" | "!=" | "<=" | "==" as op, left=left, right=right) if left == right:
            return op in ("<=", "==")
        case _:
            return None


def _fixed_indices(part: Expr) -> Iterator[tuple[Var, Expr]]:
    """The index that an equation fixes, with the expression that it is equal to."""
    match part:
        case Binary(op="==", left=left, right=right):
            for index, place in ((left, right), (right, left)):
                if index in (CELL, OTHER) and not {CELL, OTHER} & set(walk(place)):
                    yield index, place
        case _:
            pass


def _possible(test: Expr, inside: list[Expr]) -> Expr:
    """Drop the sides of a disjunction that the lower bounds exclude."""
    match test:
        case Binary(op="||", left=left, right=right):
            sides = [_possible(side, inside) for side in (left, right)]
            kept = [side for side in sides if not _is_below(side, inside)]
            return disjunction(kept) if kept else test
        case _:
            return test


def _is_below(test: Expr, inside: list[Expr]) -> bool:
    return isinstance(test, Binary) and test.op == "<" and Binary("<=", test.right, test.left) in inside


def _equal(left: Expr, value: Term, words: TermToExpr) -> Binary:
    """An equation of the left side with the value, multiplied by the common denominator."""
    scale = lcm(*(c.denominator for _, c in value.items))
    wide: Expr = Cast(LLONG, left)
    return Binary("==", wide if scale == 1 else Binary("*", integer(scale, LLONG), wide), words.term(value * scale))


def _equation_and_reduction(equation: Binary, value: Term) -> Iterator[Binary]:
    """The equation, and its reduction to the unsigned type of the left side where the value may not fit."""
    yield equation
    match equation.left:
        case Cast(operand=Var(type=IntType() as own) | Element(type=IntType() as own) as held) if not own.signed:
            low, high = interval(value)
            if low is None or high is None or low < own.lowest or own.highest < high:
                yield Binary("==", held, Cast(own, equation.right))
        case _:
            pass
