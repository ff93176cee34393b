"""What closed forms say of every loop, nested ones included, over the state in which it is entered.

Nothing here is believed: the checker proves what is found, or it is left out of the certificate.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import ceil, floor

from msgspec import Struct, field

from veriabs.annotate.folds import Fold, folds_of
from veriabs.annotate.speech import Names
from veriabs.core.ctree import statements
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.runs import Overflow
from veriabs.core.statements import Loop, LoopId
from veriabs.core.types import INT, IntType
from veriabs.loops.build import told_apart
from veriabs.proofcheck.terms import ITERATION, number
from veriabs.proofcheck.terms import Term as Said
from veriabs.strategies.closed_forms.execute import Executor, added
from veriabs.strategies.closed_forms.iteration import counter_name
from veriabs.strategies.closed_forms.loops import Rule, solved, summarise
from veriabs.strategies.closed_forms.state import State, UnsolvedError, forgotten
from veriabs.terms.binders import branches, walk
from veriabs.terms.conditions import disjunction, eq, le
from veriabs.terms.entail import Entailment, SpentError
from veriabs.terms.intervals import Interval, interval
from veriabs.terms.rebuild import Substitution
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Atom, Condition, Function, Kind, Term, call, const, index_name, slope_in, symbol

SECONDS = 5.0
"""Of the processor, for all loops of a program."""


class Solved(Struct, frozen=True):
    """At the head of the iteration with the number `counter` (from 0): the values of what the loop writes, what every
    iteration in front of it went through, of which the number is `counter` as well, and what holds there.

    `names` are those that certificates have for the symbols in this; `folds` are scalars that have no closed form.
    """

    counter: str
    values: Mapping[str, Term | Function]
    passed: tuple[Condition, ...]
    holds: tuple[Condition, ...]
    names: Names
    folds: Mapping[str, Fold] = field(default_factory=dict)


Found = Mapping[LoopId, tuple[Solved, ...]]
"""By loop, what is found of it."""


class Solving(Struct):
    """The loops of a program, solved once for each reading of overflows, by the first who asks."""

    program: Program
    found: dict[Overflow, Found] = field(default_factory=dict)

    def of(self, overflow: Overflow, seconds: float) -> Found:
        if overflow not in self.found:
            self.found[overflow] = solved_loops(self.program, overflow, seconds)
        return self.found[overflow]


def solved_loops(program: Program, overflow: Overflow, seconds: float = SECONDS) -> Found:
    """The loops of which something is found, over what held where they are entered and over all that led there.

    All of it takes at most so many seconds of the processor.
    """
    variables: list[Scalar | Array] = [*program.scalars.values(), *program.arrays.values()]
    if not all(isinstance(variable.type, IntType) for variable in variables):
        return {}
    program = told_apart(program)
    seconds = min(seconds, SECONDS)
    entailment = Entailment(seconds, time.thread_time() + seconds)
    seen = _Seen(overflow)
    executor = Executor(seen, program, frozenset(), overflow, Simplifier(entailment))
    with suppress(SpentError):
        state = executor.initial()
        for stmt in program.body:
            try:
                after = executor.run((stmt,), [state])
            except UnsolvedError:
                after = []
            state = _readable(program, _common(after, forgotten(stmt, state)), f"behind line {stmt.where.line}")
        for loop in (stmt for stmt in statements(program.body) if isinstance(stmt, Loop)):
            seen.alone(executor, loop, executor.initial())
    return {loop: tuple(found.values()) for loop, found in seen.found.items()}


def _common(states: Sequence[State], unknown: State) -> State:
    """What several states have in common, as of a loop that ends in one way or another; nothing else is known."""
    if not states:
        return unknown
    first, *others = states

    def scalar(name: str, value: Term) -> Term:
        return value if all(one.scalars.get(name) == value for one in others) else unknown.scalars.get(name, value)

    def array(name: str, value: Function) -> Function:
        return value if all(one.arrays.get(name) == value for one in others) else unknown.arrays.get(name, value)

    scalars = {name: scalar(name, value) for name, value in first.scalars.items()}
    arrays = {name: array(name, value) for name, value in first.arrays.items()}
    return State(scalars, arrays, tuple(fact for fact in first.facts if all(fact in one.facts for one in others)))


class _Seen(Struct):
    """The rule for loops, which keeps what it finds: of each loop by itself, and of it behind all that led there."""

    overflow: Overflow
    found: dict[LoopId, dict[str, Solved]] = field(default_factory=dict)

    def __call__(self, executor: Executor, loop: Loop, state: State) -> list[State]:
        self.alone(executor, loop, state)
        if "around" in self.found[loop.id]:
            return summarise(executor, loop, state)
        rule = solved(executor, loop, state)
        self.found[loop.id]["around"] = _told(rule)
        return rule.exits()

    def alone(self, executor: Executor, loop: Loop, state: State) -> None:
        """Solves the loop in a state of which little is known, once."""
        if loop.id in self.found:
            return
        self.found[loop.id] = {}
        apart = Executor(summarise, executor.program, frozenset(), self.overflow, executor.simplifier)
        rule = Rule(apart, loop, _entered(executor.program, state), apart.number_of(loop), frozenset())
        try:
            rule.run()
        except UnsolvedError:
            if not hasattr(rule, "equations"):
                return
        self.found[loop.id]["alone"] = _told(rule)


def _told(rule: Rule) -> Solved:
    change, values = rule.equations.substitution(), dict(rule.equations.solved)
    passed = tuple(change.condition(fact) for fact in added(rule.iteration.ends.facts, rule.iteration.facts))
    holds = tuple(_counted(rule)) if rule.iteration.count is not None else ()
    counter = counter_name(rule.number)
    drawn = tuple(_drawn(values, rule.t))
    return Solved(counter, values, (*passed, *drawn), holds, _names(rule.state, counter, values), folds_of(rule))


def _drawn(values: Mapping[str, Term | Function], t: Term) -> Iterator[Condition]:
    """The ranges of what each iteration writes to a cell of what it takes as input, where they say something."""
    for name, value in values.items():
        if not isinstance(value, Function) or value.dimensions != 1:
            continue
        for held in _held(value.body):
            (low, high), read = interval(held), list(_read(held, 1))
            if read and low is not None and high is not None and high - low < (1 << INT.bits) - 1:
                cell = read[0].name if held.atom == read[0] else f"${name}"
                drawn = call(cell, (t,), ceil(low), floor(high))
                yield le(const(ceil(low)), drawn)
                yield le(drawn, const(floor(high)))


def _held(value: Term) -> Iterator[Term]:
    """What a value is in one case or another."""
    atom = value.atom
    if atom is None or atom.kind is not Kind.ITE:
        yield value
        return
    for part in branches(atom)[1:]:
        yield from _held(part)


def _read(value: Term, dimensions: int) -> Iterator[Atom]:
    """What a cell's value speaks of that has the cell's own indices: inputs, and cells of other arrays."""
    own = _indices(dimensions)
    yield from (atom for atom in walk(value) if atom.kind is Kind.CALL and atom.args == own)


def _indices(dimensions: int) -> tuple[Term, ...]:
    return tuple(symbol(index_name(d)) for d in range(dimensions))


def _kept(function: Function) -> Iterator[Atom]:
    """What went into cells as it was, so that it can be read there."""
    own = _indices(function.dimensions)
    for held in _held(function.body):
        if (atom := held.atom) is not None and atom.kind is Kind.CALL and atom.args == own:
            yield atom


def _readable(program: Program, state: State, behind: str) -> State:
    """The state with content of its own for each array whose cells hold what was made of inputs that none keeps."""
    kept = {atom.name for function in state.arrays.values() for atom in _kept(function)}
    for name, function in state.arrays.items():
        if any(atom.name not in kept for atom in _read(function.body, function.dimensions)):
            content = _content(program.arrays[name], f"{name} {behind}", interval(function.body))
            state = state.with_array(name, content)
    return state


def _counted(rule: Rule) -> Iterator[Condition]:
    """How many iterations there are at most."""
    assert rule.iteration.count is not None
    yield disjunction((eq(rule.t, 0), le(rule.t, rule.iteration.count)))


# ---------------------------------------------------------------------------------------------------------------- names


def _names(state: State, counter: str, values: Mapping[str, Term | Function]) -> Names:
    """What symbols and cells are by the state at the entry; an input that went into a cell is taken to be there, and
    of several such cells to be in one that the loop leaves alone."""
    symbols: dict[str, Said] = {counter: ("-", ITERATION, "1")}
    arrays: dict[str, tuple[Said, int]] = {}
    for name, value in state.scalars.items():
        for atom in value.atoms():
            split = slope_in(value, atom.name) if atom.kind is Kind.SYMBOL else None
            if split is not None and abs(split[0]) == 1 and isinstance(offset := split[1].value, int):
                moved: Said = ("-", f"entry${name}", number(offset)) if offset else f"entry${name}"
                symbols.setdefault(atom.name, moved if split[0] == 1 else ("-", moved))
    contents = {f"${name}": value for name, value in values.items() if isinstance(value, Function)}
    entered = sorted(state.arrays.items(), key=lambda one: one[0] in values)
    for said, function in [*((f"entry${n}", f) for n, f in entered), *contents.items()]:
        for atom in _kept(function):
            arrays.setdefault(atom.name, (said, function.dimensions))
    arrays |= {said: (said, function.dimensions) for said, function in contents.items()}
    return Names(symbols, arrays)


def _entered(program: Program, state: State) -> State:
    """The state with a symbol for everything that is no constant, and of the facts those that symbols say."""
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
    return State(scalars, arrays, tuple(map(Substitution(known).condition, facts)))


def _content(array: Array, name: str, known: Interval = (None, None)) -> Function:
    """Unknown cells, whose values are in the type and in what is known of them."""
    assert isinstance(array.type, IntType)
    low, high = known
    least = array.type.lowest if low is None else max(array.type.lowest, ceil(low))
    most = array.type.highest if high is None else min(array.type.highest, floor(high))
    return Function(len(array.sizes), call(name, _indices(len(array.sizes)), least, most))
