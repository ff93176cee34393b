"""Make facts about an arbitrary cell `CELL`, or about two, from the assertion, the writes, and the conditions on cells.

    assert(a[k] >= 0)            gives  a[cell] >= 0
    if (a[i] > m) m = a[i];      gives  a[cell] <= m      (the negated condition, for the cells that were passed)

A fact says nothing about where it holds: `ranges` gives the cells, and `candidates` combines both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from veriabs.core.components import component, no_facts, nothing
from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjunction,
    conjuncts,
    disjunction,
    integer,
    map_parts,
    names,
    negate,
    reads_cell,
    statements,
    substitute,
    uncast,
    walk,
    writes,
)
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import CELL, OTHER
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, Break, Halt, If, Loop, LoopId, Stmt
from veriabs.core.types import LLONG, IntType
from veriabs.invariants.bounds import BoundsGoal
from veriabs.invariants.instances import multiple_of
from veriabs.invariants.quantified.forward_substitution import substituted_paths
from veriabs.invariants.quantified.path_conditions import Path, indices, path_of, paths
from veriabs.invariants.quantified.spans import written_limits
from veriabs.loops.facts import facts_of

MOST_KNOWN = 16
"""The number of candidates of one loop about its entry."""


@component("cell_facts", nothing)
def facts_about(program: Program, goal: BoundsGoal, *, asserted: bool = False) -> Iterator[Expr]:
    """Facts over `CELL`, scalars and arrays; with `asserted` only those that are asserted or assumed."""
    every = [*paths(program.body), *substituted_paths(program)]
    assertions = [(path, path.stmt) for path in every if isinstance(path.stmt, Assert)]
    for home, stmt in sorted(assertions, key=lambda one: one[1].number != goal.assertion.number):
        facts = dict.fromkeys(guarded(guards, stmt.test) for guards in (home.guards, _stable_guards(home)))
        if not home.loops:
            yield from facts
        for index in indices((stmt.test, *home.guards)):
            yield from (one for fact in facts for one in generalise(index, fact))
            yield from (one for empty in _empty(index, stmt.test) for one in generalise(index, empty))
        yield from _loaded_cell_fact(home, stmt)
    assumed: dict[LoopId, list[Expr]] = {}
    for path in every:
        if isinstance(path.stmt, If) and path.loops and ends_run(path.stmt.then):
            assumed.setdefault(path.loops[-1].id, []).extend(conjuncts(negate(path.stmt.test)))
        if path.loops or isinstance(path.stmt, Loop):
            yield from (fact for fact in _statement_facts(path) if not asserted or _is_plain(fact, program))
            yield from _passed_cell_facts(path.stmt) if asserted else ()
        if isinstance(path.stmt, Assign) and path.loops:
            stored = _stored_value_facts(path.stmt, (*path.guards, *assumed.get(path.loops[-1].id, ())))
            yield from (fact for fact in stored if not (asserted and _has_nested_cell(fact)))
        yield from _repair_facts(path.stmt)
    yield from written_limits(program)


def _loaded_cell_fact(home: Path, stmt: Assert) -> Iterator[Expr]:
    """`x = a[i]; assert(x > 0);` as the fact `a[cell] > 0`."""
    for one in statements(home.loops[-1].body) if home.loops else ():
        match one:
            case Assign(target=Var(name=name), value=Element(indices=(_,)) as cell) if name in names(stmt.test):
                yield substitute(stmt.test, {name: replace(cell, indices=(CELL,))})
            case _:
                pass


def _stable_guards(path: Path) -> tuple[Expr, ...]:
    """The conditions around a statement, without those that each iteration decides anew."""
    private = facts_of(0, path.loops[-1]).private if path.loops and path.guards else frozenset[str]()
    return tuple(guard for guard in path.guards if private.isdisjoint(names(guard)))


def _empty(index: Expr, test: Expr) -> Iterator[Expr]:
    """Facts that the compared part of a cell is still 0, for cells that several indices share, as in bitmaps."""
    if multiple_of(index) is not None:
        for part in walk(test):
            if isinstance(part, Binary) and part.op in ("==", "!=") and index in walk(part.left):
                yield Binary("==", part.left, integer(0))


@component("entry_facts", no_facts)
def entry_facts(program: Program) -> dict[LoopId, tuple[Expr, ...]]:
    """Facts that may hold at a loop's entry and stay true, by loop.

    They are the conditions around it, the exit conditions of earlier loops, earlier assertions, and constants stored in
    cells that loops may change.
    """
    found: dict[LoopId, tuple[Expr, ...]] = {}
    known: list[list[Expr]] = []
    changing = writes(stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    exit_conditions: dict[LoopId, list[Expr]] = {}
    for path in substituted_paths(program):
        match path.stmt:
            case Loop(test=test, id=number):
                around = [part for guard in path.guards for part in conjuncts(guard)]
                before = [part for one in reversed(known) for part in (disjunction(one), *one)]
                found[number] = tuple(dict.fromkeys([*before, *around]))[:MOST_KNOWN]
                exit_conditions[number] = [] if isinstance(test, Const) else [negate(part) for part in conjuncts(test)]
                known.append(exit_conditions[number])
            case If(test=test, then=(*_, Break())) if path.loops:
                exit_conditions[path.loops[-1].id].append(conjunction((*path.guards, test)))
            case Assign(target=Element(array=name, indices=index) as cell, value=Const() as value) if not path.loops:
                if name in changing and all(isinstance(i, Const) for i in index):
                    known.append([Binary("==", cell, value)])
            case Assert(test=test) if not path.loops:
                known.append([test])
            case _:
                pass
    return found


@component("pair_facts", nothing)
def pair_facts(program: Program, goal: BoundsGoal) -> Iterator[Expr]:
    """Facts over `CELL` and `OTHER`: from the assertion, from assumptions, and from conditional writes."""
    home = path_of(program, goal.assertion)
    if home is not None and goal.index is not None and goal.second is not None:
        yield from _pair_facts(guarded(home.guards, goal.assertion.test), goal.index, goal.second)
    for path in paths(program.body):
        match path.stmt:
            case If(test=test, then=then) if path.loops and (ends_run(then) or program.arrays.keys() & writes(then)):
                two = two_indices((test,))
                yield from _pair_facts(negate(test), *two) if two is not None else ()
            case _:
                pass


def ends_run(body: tuple[Stmt, ...]) -> bool:
    """Whether these statements end the run, so that their condition is false afterwards."""
    return bool(body) and isinstance(body[-1], Halt)


def two_indices(exprs: Iterable[Expr]) -> tuple[Expr, Expr] | None:
    """The first two indices that read no cell and are not constant; None if there are fewer."""
    terms = [t for t in indices(exprs) if not isinstance(t, Const) and not reads_cell(t)]
    return (terms[0], terms[1]) if len(terms) > 1 else None


def _pair_facts(about: Expr, first: Expr, second: Expr) -> Iterator[Expr]:
    """A fact about two cells as a fact about `CELL` and `OTHER`, and with both exchanged."""
    moving = names(first) | names(second)
    for one, two in ((CELL, OTHER), (OTHER, CELL)):
        fact = at_indices(about, {first: one, second: two})
        if not names(fact) & moving:
            yield fact


def at_indices(expr: Expr, new: Mapping[Expr, Expr]) -> Expr:
    """The expression with cells at other indices."""

    def change(part: Expr) -> Expr:
        if isinstance(part, Element):
            return replace(part, indices=tuple(new.get(index, index) for index in part.indices))
        return part

    return map_parts(expr, change)


def _statement_facts(path: Path) -> Iterator[Expr]:
    match path.stmt:
        case Assign(target=Element(indices=(index,)) as target, value=value):
            if target not in walk(value):
                for same in (value, *_at_written_index(value, index)):
                    for guards in dict.fromkeys((path.guards, _stable_guards(path))):
                        yield from generalise(index, guarded(guards, Binary("==", target, same)))
            for limit in prefix_sum_facts(target, uncast(value)):
                yield from generalise(index, limit)
        case If(test=test, then=then):
            for index in indices((test,)):
                yield from generalise(index, negate(test))
                yield from generalise(index, test)
                for flag in flag_equations(then):
                    yield from generalise(index, Binary("||", flag, negate(test)))
        case Loop(test=test):
            for part in conjuncts(test):
                for index in indices((part,)):
                    yield from generalise(index, part)
        case _:
            pass


def _passed_cell_facts(stmt: Stmt) -> Iterator[Expr]:
    """The negated exit condition of a search, for each cell that it has passed."""
    match stmt:
        case If(test=test, then=(*_, Break())):
            for index in indices((test,)):
                yield from generalise(index, negate(test))
        case _:
            pass


def prefix_sum_facts(target: Element, value: Expr) -> Iterator[Expr]:
    """Facts about prefix sums: each cell is at most its index times the largest summand of its type."""
    match value, target.type:
        case Binary(op="+", left=left, right=right), IntType(bits=bits):
            sides = ((left, uncast(right)), (right, uncast(left)))
            added = (one for rest, one in sides if target.array in names(rest) and isinstance(one, Var | Element))
            for kind in (one.type for one in added):
                if isinstance(kind, IntType) and kind.bits < bits:
                    # powers of two are cheap for solvers
                    for op, limit in (("<", kind.highest + 1), (">=", kind.lowest)):
                        so_far = Binary("*", integer(limit, LLONG), Binary("+", CELL, integer(1, LLONG)))
                        yield Binary(op, Cast(LLONG, target), so_far if limit else integer(0, LLONG))
        case _:
            pass


def _repair_facts(stmt: Stmt) -> Iterator[Expr]:
    """`if (a[i] < 0) a[i] = 0;` gives the fact `!(a[cell] < 0)`."""
    match stmt:
        case If(test=test, then=(Assign(target=Element(indices=(index,)) as target),), orelse=()):
            if target in walk(test):
                yield from generalise(index, negate(test))
        case _:
            pass


def _stored_value_facts(stmt: Assign, known: Iterable[Expr]) -> Iterator[Expr]:
    """The facts about a value that was assumed earlier, for the cell in which it is stored."""
    match stmt:
        case Assign(target=Element(indices=(index,)) as target, value=value) if isinstance(uncast(value), Var):
            for part in (part for one in known for part in conjuncts(one) if uncast(value) in walk(part)):
                yield from generalise(index, _replace_part(part, uncast(value), target))
        case _:
            pass


def _is_plain(fact: Expr, program: Program) -> bool:
    """Whether it compares the cell with constants only. Such facts cost a solver least."""
    cells = {part for part in walk(fact) if isinstance(part, Element)}
    return len(cells) == 1 and names(fact) <= {CELL.name, *program.arrays}


def _has_nested_cell(fact: Expr) -> bool:
    """Whether it reads a cell at an index that another cell holds, `a[b[i]]`. Such facts cost a solver most."""
    return any(reads_cell(index) for part in walk(fact) if isinstance(part, Element) for index in part.indices)


def _at_written_index(value: Expr, index: Expr) -> Iterator[Expr]:
    """The value with its cells at the written index, since both positions may move together."""
    others = {i for e in walk(value) if isinstance(e, Element) for i in e.indices if isinstance(i, Var) and i != index}
    if isinstance(index, Var) and others:
        yield at_indices(value, dict.fromkeys(others, index))


def flag_equations(body: tuple[Stmt, ...]) -> list[Expr]:
    """`found == 1` for every constant that the body assigns to a scalar."""
    assigned = (s for s in body if isinstance(s, Assign) and isinstance(s.target, Var) and isinstance(s.value, Const))
    return [Binary("==", s.target, s.value) for s in assigned]


def guarded(guards: tuple[Expr, ...], fact: Expr) -> Expr:
    """The fact under conditions: `!(g1 && g2) || fact`."""
    return Binary("||", negate(conjunction(guards)), fact) if guards else fact


def generalise(index: Expr, fact: Expr) -> Iterator[Expr]:
    """The fact about the cell at an index as a fact about `CELL`: for `v + c` the variable becomes `CELL - c`."""
    original, fact = fact, _replace_part(fact, index, CELL)
    match index:
        case Var():
            yield fact
        case Cast(operand=inner):
            yield from generalise(inner, fact)
        case Binary(op="+" | "-" as op, left=Var() as variable, right=Const(value=int(value))):
            yield substitute(fact, {variable.name: Binary("-" if op == "+" else "+", CELL, integer(value, LLONG))})
        case Binary(op="-", left=base, right=Var() as variable) if variable not in walk(base):
            yield substitute(fact, {variable.name: Binary("-", base, CELL)})
        case _ if (counter := multiple_of(index)) is not None:
            at_counter = {counter.name: CELL}
            yield from dict.fromkeys((substitute(original, at_counter), substitute(fact, at_counter)))
        case _:
            return


def wp(loop: Loop, fact: Expr) -> Iterator[Expr]:
    """The weakest precondition of a write with respect to a fact about the written cell."""
    read = [node for node in walk(fact) if isinstance(node, Element) and node.indices == (CELL,)]
    for path in paths((*loop.body, *loop.update)):
        match path.stmt:
            case Assign(target=Element(array=array, indices=(index,)), value=value):
                for cell in (one for one in read if one.array == array):
                    written = substitute(_replace_part(fact, cell, value), {CELL.name: Cast(LLONG, index)})
                    yield guarded(path.guards, written)
            case _:
                pass


def _replace_part(expr: Expr, old: Expr, new: Expr) -> Expr:
    """The expression with one of its parts replaced."""
    return map_parts(expr, lambda part: new if part == old else part)
