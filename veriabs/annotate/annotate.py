"""`veriabs annotate`: the user's file with its proved loop invariants."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import partial

from msgspec import Struct

from veriabs.annotate.counters import drop_weaker
from veriabs.annotate.definitions import UndefinedError
from veriabs.annotate.expressible import expressible_in
from veriabs.annotate.find import MOST, PART, Found, find
from veriabs.annotate.formulas import (
    Formula,
    bounded,
    drop_widening,
    drop_zero_bound,
    formula_maker,
    is_empty,
    join_ranges,
    mathematical,
    natural_ones,
    swap_sides,
)
from veriabs.annotate.joint_proof import Solvers
from veriabs.annotate.judge import JudgedInvariant
from veriabs.annotate.notations import NOTATIONS, AnnotationFormat, Assigned, MovingPointer, Notes
from veriabs.annotate.numbers import macro_numbers, refuse_macros
from veriabs.annotate.proposals import Proposals
from veriabs.annotate.spelling import HiddenError, Speller
from veriabs.annotate.starts import entry_constants, known_scalars
from veriabs.annotate.text import EditedText
from veriabs.annotate.warm_solver import WarmSolver, ready
from veriabs.core.conditions import VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.ctree import integer, map_parts, names, statements, substitute, writes
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError
from veriabs.core.expressions import Binary, Cast, Const, Expr
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.reasons import Reason
from veriabs.core.source import DataModel, Task, Where
from veriabs.core.statements import Assert, Loop, LoopId
from veriabs.core.types import IntType
from veriabs.frontend.scopes import Scope, scopes_in
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.implied_facts import without_implied
from veriabs.invariants.quantified.candidates import is_trivial
from veriabs.loops.flatten import UNROLL_LIMIT, without_other_goals, without_small_loops
from veriabs.loops.full_unrolling import unroll_short_loops
from veriabs.loops.rotate import as_written
from veriabs.report.places import SourceText, read
from veriabs.verify.api import installed
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options
from veriabs.verify.session import Session

_BYTE = 8


class AnnotatedFile(Struct, frozen=True):
    """The annotated text and what is missing in it.

    - `open`: the unproved assertions. `silent`: the loops without any annotation.
    - `judged`: the results for invariants that the user had written.
    - `unrolled`: small loops that the annotations assume to be unrolled.
    - `unwritten`: loops that come from `goto` or recursion, so that no loop statement could carry an annotation.
    - `conditions`: the assumptions of all proofs, which no annotation states.
    """

    text: str
    open: tuple[tuple[Assert, Reason], ...]
    silent: tuple[Where, ...]
    judged: tuple[JudgedInvariant, ...] = ()
    unrolled: tuple[Where, ...] = ()
    unwritten: tuple[Where, ...] = ()
    conditions: tuple[VerdictCondition, ...] = ()


def annotate(
    task: Task,
    program: Program,
    notation: str,
    options: Options,
    deadline: Deadline,
    on_progress: Callable[[AnnotatedFile], None] = lambda found: None,
) -> AnnotatedFile:
    """Write the invariants that are proved for the task's loops into its file, in the given notation.

    `on_progress` is called with each intermediate result, because not every search respects the deadline.
    """
    source, written = read(task.path), NOTATIONS[notation]
    if source is None:
        raise InputError(f"{task.path}: the file cannot be read")
    deadline.begin("looking for invariants")
    deadline.shorten(deadline.left() * MOST, deadline.reason())
    loops = [stmt.where for stmt in statements(program.body) if isinstance(stmt, Loop)]
    write = partial(_annotate, source, written, loops)

    def partly(found: Found, program: Program) -> None:
        with suppress(UndefinedError):
            on_progress(write(found, program))

    with open_session(task, installed(), options, deadline) as session, ready() as solver:
        search = partial(_searched, notation=written, solver=solver)
        program = as_written(without_other_goals(program))  # invariants are stated at the loop heads of the source
        if written.define is not None:
            with suppress(UndefinedError):
                return write(*_search_twice(session, program, partly, partial(search, defines=True)))
        return write(*_search_twice(session, program, partly, partial(search, defines=False)))


def _annotate(
    source: SourceText, notation: AnnotationFormat, loops: Sequence[Where], found: Found, program: Program
) -> AnnotatedFile:
    """The text with the invariants found; the program may have fewer loops than the text."""
    text = EditedText(source)
    scopes = scopes_in(program)
    unrolled = scopes.keys() & set(loops) - {stmt.where for stmt in statements(program.body) if isinstance(stmt, Loop)}
    for where in unrolled if notation.unrolled else ():
        text.add(where, "above", [notation.unrolled])
    facts_found = [fact for facts in found.invariants.values() for fact in facts]
    defined = [] if notation.define is None else notation.define(found.theory, facts_found, program.arrays)
    silent, unwritten, annotations = list[Where](), list[Where](), list(defined)
    contract = {(clause.where.file, clause.where.line) for clause in program.contract}
    for where, notes, speller in loop_notes(program, scopes, found.invariants, notation, source):
        if where not in scopes:
            unwritten.append(where)
            continue
        lines = notation.lines(notes, speller)
        annotations += lines
        # a quantifier of a contract is a loop of the program, but not of the text
        if not (lines and text.add(where, notation.place, lines)) and (where.file, where.line) not in contract:
            silent.append(where)
    front = [*notation.laws(program, annotations), *defined]
    if notation.compiled:
        refuse_macros([*annotations, *front], source, program.task)
    text.front(front)
    text.begin(notation.header)
    small, goto = tuple(sorted(unrolled, key=str)), tuple(unwritten)
    return AnnotatedFile(text.written(), found.open, tuple(silent), found.judged, small, goto, program.conditions)


Partly = Callable[[Found, Program], None]
"""Receives the intermediate results for the loops of a program."""


Search = Callable[[Session, Program, Partly], Found]


def _search_twice(session: Session, program: Program, partly: Partly, search: Search) -> tuple[Found, Program]:
    """Search the program, then the program with small inner loops unrolled, and return the search that leaves fewer
    goals open together with its program."""
    plain = unroll_short_loops(without_small_loops(program), UNROLL_LIMIT)
    if plain.body == program.body:
        return search(session, program, partly), program
    hasty = replace(session, deadline=session.deadline.part(session.left() * PART))
    found = search(hasty, program, partly)
    if not found.open:
        return found, program
    more = search(session, plain, partly)
    return (more, plain) if len(more.open) < len(found.open) else (found, program)


def _searched(
    session: Session, program: Program, partly: Partly, *, notation: AnnotationFormat, solver: WarmSolver, defines: bool
) -> Found:
    """Search one program; all searches share the same candidates."""
    proposals, numbers = Proposals.of(program, before=defines), notation.define is not None
    expressible = expressible_in(program, notation)
    helper = Solvers(expressible, numbers, solver, proposals, defines, session.deadline)
    return find(session, program, helper, lambda found: partly(found, program))


def loop_notes(
    program: Program,
    scopes: Mapping[Where, Scope],
    invariants: Invariants,
    notation: AnnotationFormat,
    source: SourceText,
) -> Iterator[tuple[Where, Notes, Speller]]:
    """The notes for each loop of the text, over the variables in scope there.

    A function that is called twice has two copies of a loop; its note contains the facts that hold in both.
    """
    starts, sizes, formula_at = entry_constants(program), known_scalars(program), formula_maker(program)
    numbers = macro_numbers(source, program.task)
    needed = without_implied(invariants)
    copies = _loops_by_place(program)
    formulas: dict[LoopId, list[Formula]] = {}
    for loop in (one for loops in copies.values() for one in loops):
        stated = map(partial(formula_at, loop), drop_weaker(needed.get(loop.id, ())))
        formulas[loop.id] = _strongest(loop, [one for one in stated if one])
    small = _bounded_variables(program, formulas)
    for where, loops in copies.items():
        scope = scopes.get(where, Scope({}))
        spellers = [
            replace(one, numbers=numbers, small=small[loop.id])
            for loop in loops
            for one in [notation.speller(program, loop, scope, starts.get(loop.id, {}), several=len(loops) > 1)]
        ]
        writable = [_writable(formulas[loop.id], one, notation) for loop, one in zip(loops, spellers, strict=True)]
        shared = tuple(one for text, one in writable[0].items() if all(text in others for others in writable[1:]))
        assigned = _assigned(loops[0], spellers[0], source, sizes)
        moving = _moving_pointers(loops[0], spellers[0])
        yield where, Notes(join_ranges(shared), assigned, moving), spellers[0]


def _loops_by_place(program: Program) -> dict[Where, list[Loop]]:
    """The loops by their position in the text; each call of a function contributes a copy of its loops."""
    copies: dict[Where, list[Loop]] = defaultdict(list)
    for stmt in statements(program.body):
        if isinstance(stmt, Loop):
            copies[stmt.where].append(stmt)
    return copies


def _bounded_variables(
    program: Program, formulas: Mapping[LoopId, Sequence[Formula]]
) -> Mapping[LoopId, frozenset[Expr]]:
    """The variables with a constant upper bound at each loop: bounds of enclosing loops count if these do not assign
    them."""
    small = {loop: bounded(own) for loop, own in formulas.items()}
    for around in (stmt for stmt in statements(program.body) if isinstance(stmt, Loop)):
        kept = frozenset(one for one in bounded(formulas[around.id]) if names(one).isdisjoint(writes(around.body)))
        for inner in statements(around.body):
            if isinstance(inner, Loop):
                small[inner.id] |= kept
    return small


def _strongest(loop: Loop, formulas: Sequence[Formula]) -> list[Formula]:
    """Drop formulas that another one implies through the initial values of counters: `0 <= i` beside `1 <= i`."""
    plain = without_implied({loop.id: tuple(one.fact for one in formulas if not one.bound)})[loop.id]
    return [one for one in formulas if one.bound or one.fact in plain]


def _writable(formulas: Sequence[Formula], speller: Speller, notation: AnnotationFormat) -> dict[str, Formula]:
    """The formulas of a loop that can be written with the names in scope, by their text."""
    found, data_model = dict[str, Formula](), speller.program.task.data_model
    natural = natural_ones(formulas, speller.small)
    for one in (drop_zero_bound(drop_widening(one, speller.small), natural) for one in formulas):
        if is_trivial(mathematical(one, data_model).fact) or is_empty(one.span):
            continue
        with suppress(HiddenError):
            if notation.spell(swap_sides(one), speller) not in found:
                found[notation.spell(one, speller)] = one
    return _drop_implied(found, data_model)


def _drop_implied(found: dict[str, Formula], data_model: DataModel) -> dict[str, Formula]:
    """Drop disjunctions of which one side is stated already, and unsigned versions of an equation over integers."""
    meant = {text: mathematical(one, data_model) for text, one in found.items()}
    certain = {one.fact for one in meant.values() if not one.bound}

    def is_implied(fact: Expr) -> bool:
        if isinstance(fact, Binary) and fact.op == "||":
            return not certain.isdisjoint((fact.left, fact.right))
        whole = map_parts(fact, _signed_operand)
        return isinstance(fact, Binary) and fact.op == "==" and whole != fact and whole in certain

    return {text: one for text, one in found.items() if meant[text].bound or not is_implied(meant[text].fact)}


def _signed_operand(part: Expr) -> Expr:
    """The operand of a conversion to an unsigned type."""
    return part.operand if isinstance(part, Cast) and isinstance(part.type, IntType) and not part.type.signed else part


def _assigned(
    loop: Loop, speller: Speller, source: SourceText, sizes: Mapping[str, Expr]
) -> tuple[Assigned, ...] | None:
    """The variables that the loop assigns, without its own locals; None if one of them has no name in scope."""
    callers = {source.function(place) for place in loop.path[:-1]}
    found = []
    for name in sorted(writes((*loop.body, *loop.update))):
        variable = speller.program.scalars.get(name) or speller.program.arrays[name]
        pointer = speller.declared_at(variable.where) if isinstance(variable, Scalar) else None
        moving = speller.moving_pointer(variable)
        try:
            found.append((moving[0], ()) if moving else _assigned_location(variable, speller, sizes))
        except HiddenError:
            if pointer is not None:
                found.append((pointer, ()))
                continue
            function = source.function(variable.where)
            # a function's result has no name in C
            is_result = not re.search(rf"\b{re.escape(variable.source)}\b", source.code)
            if isinstance(variable, Array) or not function or (function in callers and not is_result):
                return None
    return tuple(sorted(set(found)))


def _moving_pointers(loop: Loop, speller: Speller) -> tuple[MovingPointer, ...]:
    """The pointers that the loop moves, with the arrays along which they move."""
    scalars, written = speller.program.scalars, writes((*loop.body, *loop.update))
    moving = (speller.moving_pointer(scalars[name]) for name in sorted(written & scalars.keys()))
    return tuple(
        MovingPointer(pointer, array, tuple(_members(array, speller, written)), _is_wide(array, speller))
        for pointer, array in filter(None, moving)
    )


def _is_wide(array: str, speller: Speller) -> bool:
    """Do the cells have more than one byte, so that a pointer could point between two cells?"""
    for one in speller.program.arrays.values():
        with suppress(HiddenError):
            if _unconverted_name(speller.seen(one)) == _unconverted_name(array) and len(one.sizes) == 1:
                return one.type.bits > _BYTE
    return True


def _unconverted_name(pointer: str) -> str:
    """The name in `((char *)to)`."""
    return pointer.rstrip(")").rpartition(")")[2]


def _members(array: str, speller: Speller, written: Set[str]) -> Iterator[str]:
    """The text behind the index in each member of an array of structures; the empty text for an array of numbers."""
    for one in speller.program.arrays.values():
        with suppress(HiddenError):
            name, _, member = speller.seen(one).partition("[]")
            if name == array and len(one.sizes) == 1 and one.name not in written:
                yield member


def _assigned_location(variable: Scalar | Array, speller: Speller, sizes: Mapping[str, Expr]) -> Assigned:
    """The assigned variable by name and index ranges; an array of structures counts as a whole."""
    name, *behind = speller.seen(variable).split("[]")
    if isinstance(variable, Scalar):
        return name, ()
    behind += [""] * (len(variable.sizes) - len(behind))
    cells = [speller.text(_unconverted(substitute(size, sizes))) for size in variable.sizes]
    if any(member.startswith(".") for member in behind):
        return name, ((cells[0], ""),)
    return name, tuple(zip(cells, behind, strict=False))


def _unconverted(size: Expr) -> Expr:
    """The number of cells without its conversion to size_t: allocated sizes are not negative."""
    match size:
        case Cast(operand=operand):
            return _unconverted(operand)
        case Const(value=int(value)):
            return integer(value)
        case _:
            return size
