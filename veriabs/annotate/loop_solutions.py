"""Solve every loop for closed forms over the state at its entry, nested loops included.

The results are candidates: the checker proves them, or the certificate omits them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import ceil, floor

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import integer, statements, writes
from veriabs.core.expressions import Binary, Cast, Expr, Var
from veriabs.core.loop_model import ITERATION, at_entry, entry_of
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.runs import Overflow
from veriabs.core.statements import Loop, LoopId
from veriabs.core.types import INT, LLONG, IntType
from veriabs.loops.build import with_distinct_ids
from veriabs.strategies.closed_forms.execute import Executor, new_facts
from veriabs.strategies.closed_forms.iteration import counter_name
from veriabs.strategies.closed_forms.loops import Rule, solve_loop, summarise
from veriabs.strategies.closed_forms.state import SymbolicState, UnsolvedError, forget
from veriabs.terms.binders import branches, walk
from veriabs.terms.conditions import disjunction, eq, le
from veriabs.terms.entail import Entailment, SpentError
from veriabs.terms.intervals import Interval, interval
from veriabs.terms.rebuild import Substitution
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Atom, Condition, Function, Kind, Term, call, const, index_name, slope_in, symbol

SECONDS = 5.0
"""Seconds of processor time for all loops of a program."""


class UnsolvedUpdate(Struct, frozen=True):
    """The update of a scalar without a closed form by one iteration, such as `h = 31 * h + a[i]`.

    - `update`: a term over the previous value `before`, the iteration number, the values of `others`, and values at the
      loop's entry. `initial`: the value at the entry.
    - `type`: its range contains all values; if it is unsigned, they wrap.
    """

    before: str
    initial: Term
    update: Term
    type: IntType
    others: tuple[UnsolvedUpdate, ...] = ()

    def names(self, counter: str) -> frozenset[str]:
        """The symbols of the updates that stand for values at the entry, those of `others` included."""
        free = self.update.names - {self.before, counter, *(one.before for one in self.others)}
        return free.union(*(one.initial.names | one.names(counter) for one in self.others))


class LoopSolution(Struct, frozen=True):
    """Closed forms at the head of iteration `counter` of one loop, counted from 0.

    - `values`: those of the variables that the loop writes. `folds`: scalars without a closed form.
    - `passed`: facts about every earlier iteration, in which `counter` is its number. `holds`: facts about this one.
    - `known`: an expression of the program for each symbol. `cells`: the array for each function of an index.
    """

    counter: str
    values: Mapping[str, Term | Function]
    passed: tuple[Condition, ...]
    holds: tuple[Condition, ...]
    known: Mapping[str, Expr]
    cells: Mapping[str, Array]
    folds: Mapping[str, UnsolvedUpdate] = field(default_factory=dict)


Found = Mapping[LoopId, tuple[LoopSolution, ...]]
"""The solutions of each loop."""


class LoopSolver(Struct):
    """Solves the loops of a program once for each overflow semantics."""

    program: Program
    found: dict[Overflow, Found] = field(default_factory=dict)

    def of(self, overflow: Overflow, seconds: float) -> Found:
        if overflow not in self.found:
            self.found[overflow] = solved_loops(self.program, overflow, seconds)
        return self.found[overflow]


def solved_loops(program: Program, overflow: Overflow, seconds: float = SECONDS) -> Found:
    """The loops with closed forms, over the state at their entry and over the state at the program's start.

    `seconds` limits the processor time for the whole program.
    """
    variables: list[Scalar | Array] = [*program.scalars.values(), *program.arrays.values()]
    if not all(isinstance(variable.type, IntType) for variable in variables):
        return {}
    program = with_distinct_ids(program)
    seconds = min(seconds, SECONDS)
    entailment = Entailment(seconds, time.thread_time() + seconds)
    seen = _RecordingRule(overflow)
    executor = Executor(seen, program, frozenset(), overflow, Simplifier(entailment))
    with suppress(SpentError):
        state = executor.initial()
        for stmt in program.body:
            try:
                after = executor.run((stmt,), [state])
            except UnsolvedError:
                after = []
            state = _readable(program, _common(after, forget(stmt, state)), f"behind line {stmt.where.line}")
        for loop in (stmt for stmt in statements(program.body) if isinstance(stmt, Loop)):
            seen.solve_in_isolation(executor, loop, executor.initial())
    return {loop: tuple(found.values()) for loop, found in seen.found.items()}


def _common(states: Sequence[SymbolicState], unknown: SymbolicState) -> SymbolicState:
    """The values and facts that all exit states of a loop share; other values are unknown."""
    if not states:
        return unknown
    first, *others = states

    def scalar(name: str, value: Term) -> Term:
        return value if all(one.scalars.get(name) == value for one in others) else unknown.scalars.get(name, value)

    def array(name: str, value: Function) -> Function:
        return value if all(one.arrays.get(name) == value for one in others) else unknown.arrays.get(name, value)

    scalars = {name: scalar(name, value) for name, value in first.scalars.items()}
    arrays = {name: array(name, value) for name, value in first.arrays.items()}
    return SymbolicState(
        scalars, arrays, tuple(fact for fact in first.facts if all(fact in one.facts for one in others))
    )


class _RecordingRule(Struct):
    """The loop rule of the executor; it records the solution of each loop in isolation and in its context."""

    overflow: Overflow
    found: dict[LoopId, dict[str, LoopSolution]] = field(default_factory=dict)

    def __call__(self, executor: Executor, loop: Loop, state: SymbolicState) -> list[SymbolicState]:
        self.solve_in_isolation(executor, loop, state)
        if "around" in self.found[loop.id]:
            return summarise(executor, loop, state)
        rule = solve_loop(executor, loop, state)
        self.found[loop.id]["around"] = _solution_from_rule(rule)
        return rule.exits()

    def solve_in_isolation(self, executor: Executor, loop: Loop, state: SymbolicState) -> None:
        """Solve the loop once in a state with little knowledge."""
        if loop.id in self.found:
            return
        self.found[loop.id] = {}
        apart = Executor(summarise, executor.program, frozenset(), self.overflow, executor.simplifier)
        rule = Rule(apart, loop, _symbolic_entry_state(executor.program, state), apart.number_of(loop), frozenset())
        try:
            rule.run()
        except UnsolvedError:
            if not hasattr(rule, "equations"):
                return
        self.found[loop.id]["alone"] = _solution_from_rule(rule)


def _solution_from_rule(rule: Rule) -> LoopSolution:
    change, fronts = rule.equations.substitution(), rule.equations.fronts
    values = {name: value for name, value in rule.equations.solved.items() if name not in fronts}
    passed = tuple(change.condition(fact) for fact in new_facts(rule.iteration.ends.facts, rule.iteration.facts))
    holds = tuple(_iteration_bound(rule)) if rule.iteration.count is not None else ()
    counter = counter_name(rule.number)
    ranges = tuple(_input_ranges(values, rule.t))
    return LoopSolution(counter, values, (*passed, *ranges), holds, *_names(rule, counter, values), _scalar_folds(rule))


def _scalar_folds(rule: Rule) -> dict[str, UnsolvedUpdate]:
    """The scalars without a closed form whose new value depends on old values of such scalars."""
    equations, scalars = rule.equations, rule.executor.program.scalars
    pending = {name: one for name, one in equations.unknowns.items() if name not in equations.solved}
    types = {name: scalars[name].type for name in pending.keys() & scalars.keys()}
    held = {name: ctype for name, ctype in types.items() if isinstance(ctype, IntType)}
    entries = {name: pending[name].entry for name in held}
    kept = Substitution({entries[name]: symbol(entries[name], t.lowest, t.highest) for name, t in held.items()})
    waiting, found = {one.entry for one in pending.values()}, dict[str, UnsolvedUpdate]()
    for _ in pending:
        known = {fold.before: fold for fold in found.values()}
        for name, one in pending.items():
            read = one.update.names & waiting - {one.entry}
            if name in held and name not in found and read <= known.keys() and isinstance(one.initial, Term):
                update = rule.executor.simplifier.term(kept(one.update), rule.iteration.facts)
                others = tuple(known[entry] for entry in sorted(read & update.names))
                found[name] = UnsolvedUpdate(one.entry, one.initial, update, held[name], others)
    return found


def _input_ranges(values: Mapping[str, Term | Function], t: Term) -> Iterator[Condition]:
    """The value ranges of the inputs that iterations write into cells, where these say something."""
    for name, value in values.items():
        if not isinstance(value, Function) or value.dimensions != 1:
            continue
        for held in _case_values(value.body):
            (low, high), read = interval(held), list(_read_inputs(held, 1))
            if read and low is not None and high is not None and high - low < (1 << INT.bits) - 1:
                cell = read[0].name if held.atom == read[0] else f"${name}"
                ranges = call(cell, (t,), ceil(low), floor(high))
                yield le(const(ceil(low)), ranges)
                yield le(ranges, const(floor(high)))


def _case_values(value: Term) -> Iterator[Term]:
    """The values of a term in its different cases."""
    atom = value.atom
    if atom is None or atom.kind is not Kind.ITE:
        yield value
        return
    for part in branches(atom)[1:]:
        yield from _case_values(part)


def _read_inputs(value: Term, dimensions: int) -> Iterator[Atom]:
    """The inputs and cells of other arrays, at the same indices, in the value of a cell."""
    own = _indices(dimensions)
    yield from (atom for atom in walk(value) if atom.kind is Kind.CALL and atom.args == own)


def _indices(dimensions: int) -> tuple[Term, ...]:
    return tuple(symbol(index_name(d)) for d in range(dimensions))


def _unchanged_atoms(function: Function) -> Iterator[Atom]:
    """The atoms that cells hold unchanged, so that they can be read there."""
    own = _indices(function.dimensions)
    for held in _case_values(function.body):
        if (atom := held.atom) is not None and atom.kind is Kind.CALL and atom.args == own:
            yield atom


def _readable(program: Program, state: SymbolicState, behind: str) -> SymbolicState:
    """The state with new contents for each array with cells computed from inputs that no array keeps."""
    kept = {atom.name for function in state.arrays.values() for atom in _unchanged_atoms(function)}
    for name, function in state.arrays.items():
        if any(atom.name not in kept for atom in _read_inputs(function.body, function.dimensions)):
            content = _content(program.arrays[name], f"{name} {behind}", interval(function.body))
            state = state.with_array(name, content)
    return state


def _iteration_bound(rule: Rule) -> Iterator[Condition]:
    """The bound on the number of iterations."""
    assert rule.iteration.count is not None
    yield disjunction((eq(rule.t, 0), le(rule.t, rule.iteration.count)))


# ---------------------------------------------------------------------------------------------------------------- names


def _names(rule: Rule, counter: str, values: Mapping[str, Term | Function]) -> tuple[dict[str, Expr], dict[str, Array]]:
    """The expressions of symbols and the arrays of cells, by the state at the entry.

    An input that was stored in a cell is read from that cell, preferably from an array that the loop does not write.
    """
    program, state, written = rule.executor.program, rule.state, writes((*rule.loop.body, *rule.loop.update))
    known: dict[str, Expr] = {counter: Binary("-", Cast(LLONG, ITERATION), integer(1, LLONG))}
    cells: dict[str, Array] = {}
    for name, value in state.scalars.items():
        own = Var(name, program.scalars[name].type)
        entry = Cast(LLONG, entry_of(own) if name in written else own)
        for atom in value.atoms():
            split = slope_in(value, atom.name) if atom.kind is Kind.SYMBOL else None
            if split is not None and abs(split[0]) == 1 and isinstance(offset := split[1].value, int):
                moved = Binary("-", entry, integer(offset, LLONG)) if offset else entry
                known.setdefault(atom.name, moved if split[0] == 1 else Binary("-", integer(0, LLONG), moved))
    now = {name: value for name, value in values.items() if isinstance(value, Function)}
    for name, function in sorted(state.arrays.items(), key=lambda one: one[0] in values):
        array = program.arrays[name]
        for atom in _unchanged_atoms(function):
            cells.setdefault(atom.name, replace(array, name=at_entry(name)) if name in written else array)
    for name, function in now.items():
        for atom in _unchanged_atoms(function):
            cells.setdefault(atom.name, program.arrays[name])
    return known, cells | {f"${name}": program.arrays[name] for name in now}


def _symbolic_entry_state(program: Program, state: SymbolicState) -> SymbolicState:
    """The state with a symbol for each value that is not constant, and the facts that symbols express."""
    scalars, known = dict[str, Term](), dict[str, Term]()
    for name, value in state.scalars.items():
        ctype = program.scalars[name].type
        assert isinstance(ctype, IntType)
        own = symbol(f"entry${name}", ctype.lowest, ctype.highest)
        scalars[name] = value if value.value is not None else own
        if (atom := value.atom) is not None and atom.kind is Kind.SYMBOL:
            known.setdefault(atom.name, own)
    arrays = {name: _content(program.arrays[name], f"entry${name}") for name in state.arrays}
    facts = [fact for fact in state.facts if fact.names <= known.keys()]
    return SymbolicState(scalars, arrays, tuple(map(Substitution(known).condition, facts)))


def _content(array: Array, name: str, known: Interval = (None, None)) -> Function:
    """Unknown cells with values in their type's range and in the known interval."""
    assert isinstance(array.type, IntType)
    low, high = known
    least = array.type.lowest if low is None else max(array.type.lowest, ceil(low))
    most = array.type.highest if high is None else min(array.type.highest, floor(high))
    return Function(len(array.sizes), call(name, _indices(len(array.sizes)), least, most))
