"""What a task looks like to whoever chooses a strategy: a few named features of its loops, cheap to see.

None is a name, a text or a size: programs that differ in those alone look the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from veriabs.core.ctree import (
    breaks,
    elements_of,
    expressions,
    names,
    reads_cell,
    statements,
    target_name,
    walk,
    writes,
)
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts, LoopModel, Quantifier
from veriabs.core.program import Program
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import FloatType
from veriabs.loops.accelerate import constant_step
from veriabs.loops.fuse import group_of
from veriabs.loops.private import private_scalars

FEATURES: dict[str, Callable[[LoopModel], bool]] = {
    "a loop in a loop": lambda model: any(one.obstacle is not None for one in model.loops),
    "more than one loop": lambda model: len(_all(model)) > 1,
    "more than two loops": lambda model: len(_all(model)) > 2,
    "the loops fuse": lambda model: _fuse(model),
    "a loop that can end early": lambda model: any(not one.exact for one in model.loops),
    "an assertion for each iteration": lambda model: model.goal.quantifier is Quantifier.FORALL,
    "an assertion that something exists": lambda model: model.goal.quantifier is Quantifier.EXISTS,
    "an assertion behind the loops": lambda model: model.goal.facts is None and not elements_of((model.assertion,)),
    "inputs in a loop": lambda model: any(isinstance(stmt, Havoc) for stmt in _inside(model)),
    "a scalar carried along": lambda model: any(map(_carried, model.loops)),
    "a scalar added up": lambda model: any(_added(one, stmt) for one in model.loops for stmt in one.loop.body),
    "a scalar changed in some iterations": lambda model: any(map(_sometimes, model.loops)),
    "a scalar carried along as index": lambda model: any(_index(one) for one in model.loops),
    "cells placed in some iterations": lambda model: places_some(model.program),
    "a cell computed from itself": lambda model: any(map(_from_itself, _inside(model))),
    "an array both read and written": lambda model: any(_both(model, one) for one in model.loops),
    "two dimensions": lambda model: any(len(cell.indices) > 1 for cell in elements_of(_inside(model))),
    "steps other than one": lambda model: any(map(_strides, _all(model))),
    "remainders or bits": lambda model: any(_of_bits(part) for part in _parts(model)),
    "products": lambda model: any(_product(part) for part in _parts(model)),
    "floating point": lambda model: any(isinstance(part, Var | Element) and _floats(part) for part in _parts(model)),
}
"""The features by their names."""

FEW_LOOPS = 3


def features_of(model: LoopModel) -> frozenset[str]:
    """The features that a task has."""
    return frozenset(name for name, has_it in FEATURES.items() if has_it(model))


def few_loops(program: Program) -> bool:
    """Are there so few loops that a strategy which proves something mostly does so soon?"""
    return sum(isinstance(stmt, Loop) for stmt in statements(program.body)) <= FEW_LOOPS


def places_some(program: Program) -> bool:
    """Are there cells written at a scalar that their loop moves in some iterations only, as what gathers cells does?"""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return any(_places_some(loop) for loop in loops)


def _places_some(loop: Loop) -> bool:
    moved = {name for stmt in _branches(loop.body) if (name := _moved(stmt))}
    targets = (stmt.target for stmt in statements(loop.body) if isinstance(stmt, Assign | Havoc))
    return any(moved & names(index) for cell in targets if isinstance(cell, Element) for index in cell.indices)


def merges(program: Program) -> bool:
    """Does a loop store what stands at one of several scalars, of which it moves some in some iterations only?"""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return any(len(_taken_at(loop)) > 1 for loop in loops if not program.arrays.keys().isdisjoint(writes((loop,))))


def _taken_at(loop: Loop) -> set[str]:
    """Scalars at which cells are read, and that are moved on a condition."""
    values = (stmt.value for stmt in statements(loop.body) if isinstance(stmt, Assign))
    read = (part for value in values for part in walk(value) if isinstance(part, Element))
    places = {name for cell in read for index in cell.indices for name in names(index)}
    return places & {name for stmt in _branches(loop.body) if (name := _moved(stmt))}


def _moved(stmt: Stmt) -> str:
    """The scalar that is set from what it was, if the statement does that."""
    if isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name in names(stmt.value):
        return stmt.target.name
    return ""


def compares_counts(model: LoopModel) -> bool:
    """Is the assertion behind the loops, about scalars that count cells for which something holds?"""
    if model.goal.facts is not None or elements_of((model.assertion,)):
        return False
    return not names(model.assertion.test).isdisjoint(name for one in model.loops if one.exact for name in _counts(one))


def _counts(facts: LoopFacts) -> Iterator[str]:
    """Scalars that are moved where a cell says so, whatever they are themselves."""
    for branch in (stmt for stmt in statements(facts.loop.body) if isinstance(stmt, If)):
        if any(isinstance(part, Element) for part in walk(branch.test)):
            yield from set(map(_moved, branch.then)) - names(branch.test)


def rearranges(program: Program) -> bool:
    """Do loops in a loop move cells about in an array where its own cells say so, as what sorts it does?"""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    nests = (loop for loop in loops if any(isinstance(stmt, Loop) for stmt in statements(loop.body)))
    return any(not _moved_within(nest.body).isdisjoint(_asked(nest.body)) for nest in nests)


def remakes(program: Program) -> bool:
    """Do several loops end where cells say so that they change themselves, as ciphers of texts do, there and back?

    What a second one makes of the cells of the first, and where it ends, are closed forms in closed forms.
    """
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    changed = [name for one in loops for name in names(one.test) & program.arrays.keys() & writes((one,))]
    return len(changed) > len(set(changed))


def mixes(program: Program) -> bool:
    """Does a loop shift what it carries and add bits to it, as codes and hashes do? Nothing else says what comes out.

    A shift alone takes a number apart.
    """
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    return any(_mixed(stmt) - private_scalars(loop) for loop in loops for stmt in statements((loop,)))


def _mixed(stmt: Stmt) -> frozenset[str]:
    """The scalar that a statement shifts and adds bits to."""
    match stmt:
        case Assign(target=Var(name=name) as target, value=value):
            parts = [part for part in walk(value) if isinstance(part, Binary)]
            shifted = any(part.op in ("<<", ">>") and target in walk(part.left) for part in parts)
            return frozenset({name} if shifted and any(part.op == "^" for part in parts) else ())
        case _:
            return frozenset()


def _moved_within(body: Iterable[Stmt]) -> frozenset[str]:
    """Arrays that get cells of their own, by way of scalars as well."""
    assigns = [stmt for stmt in statements(body) if isinstance(stmt, Assign)]
    sources = {stmt.target.name: names(stmt.value) for stmt in assigns if isinstance(stmt.target, Var)}
    stores = ((stmt.target.array, names(stmt.value)) for stmt in assigns if isinstance(stmt.target, Element))
    return frozenset(a for a, given in stores if a in given or any(a in sources.get(one, ()) for one in given))


def _asked(body: Iterable[Stmt]) -> frozenset[str]:
    """Everything that conditions read."""
    tests = (stmt.test for stmt in statements(body) if isinstance(stmt, If | Loop))
    return frozenset(name for test in tests for name in names(test))


def _all(model: LoopModel) -> tuple[LoopFacts, ...]:
    """The loops of a task, the one that asserts included."""
    return model.loops if model.goal.facts is None else (*model.loops, model.goal.facts)


def _fuse(model: LoopModel) -> bool:
    places = tuple(place for place, one in enumerate(model.segments) if isinstance(one, LoopFacts))
    return len(places) > 1 and not isinstance(group_of(model, places), Reason)


def _inside(model: LoopModel) -> list[Stmt]:
    return [stmt for one in _all(model) for stmt in statements((*one.loop.body, *one.loop.update))]


def _parts(model: LoopModel) -> Iterator[Expr]:
    """Everything that loops and the assertion compute."""
    for stmt in (*_inside(model), model.assertion):
        for expr in expressions(stmt):
            yield from walk(expr)


def _carried(facts: LoopFacts) -> frozenset[str]:
    """Scalars that an iteration takes from the one before, counters aside."""
    arrays = {cell.array for cell in elements_of((facts.loop,))}
    counters = {a.variable.name for a in facts.accelerable}
    return frozenset((facts.written & facts.read) - facts.private - counters - arrays)


def _added(facts: LoopFacts, stmt: Stmt) -> bool:
    """`s = s + e`, whatever the iteration."""
    if not isinstance(stmt, Assign) or target_name(stmt.target) not in _carried(facts):
        return False
    return any(isinstance(part, Binary) and part.op in "+-" for part in walk(stmt.value))


def _sometimes(facts: LoopFacts) -> bool:
    return bool(_targets(_branches(facts.loop.body)) & _carried(facts))


def _branches(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """What is done on a condition."""
    for branch in (stmt for stmt in statements(body) if isinstance(stmt, If)):
        yield from statements((*branch.then, *branch.orelse))


def _targets(body: Iterable[Stmt]) -> frozenset[str]:
    return frozenset(target_name(stmt.target) for stmt in body if isinstance(stmt, Assign | Havoc))


def _index(facts: LoopFacts) -> bool:
    carried = _carried(facts)
    return any(names(index) & carried for cell in elements_of((facts.loop,)) for index in cell.indices)


def _from_itself(stmt: Stmt) -> bool:
    return isinstance(stmt, Assign) and isinstance(stmt.target, Element) and stmt.target.array in names(stmt.value)


def _both(model: LoopModel, facts: LoopFacts) -> bool:
    return bool(facts.written & facts.read & model.program.arrays.keys())


def _strides(facts: LoopFacts) -> bool:
    return any(constant_step(counter) not in (1, -1) for counter in facts.accelerable)


def _of_bits(part: Expr) -> bool:
    return isinstance(part, Binary) and part.op in ("%", "/", "&", "|", "^", "<<", ">>")


def _product(part: Expr) -> bool:
    return (
        isinstance(part, Binary)
        and part.op == "*"
        and not (isinstance(part.left, Const) or isinstance(part.right, Const))
    )


def _floats(part: Var | Element) -> bool:
    return isinstance(part.type, FloatType)


def searches(program: Program) -> bool:
    """Is there a loop that is left where cells say so?"""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return any(reads_cell(loop.test) or (breaks(loop.body) and elements_of(loop.body)) for loop in loops)
