"""Rewrite lists of core statements: simplify blocks, move assertions out of conditionals, structure returns.

    if (x < 0) return; A;          if (!(x < 0)) { A; }
    if (c) assert(0);              assert(!c);

The same statements run in the same order with the same values, so every verdict stays (docs/theory.md 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from veriabs.core import ctree
from veriabs.core.components import component, unchanged
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Const, Expr, Unary, Var
from veriabs.core.operators import OPPOSITE
from veriabs.core.source import DataModel, Where
from veriabs.core.statements import Assert, Assign, Break, CallPath, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import IntType
from veriabs.core.typing_rules import convert, fold_binary, fold_unary, type_of

_SUBSTITUTION_LIMIT = 60


def opposite(test: Expr, data_model: DataModel) -> Expr:
    """A condition with the opposite truth value of `test`."""
    match test:
        case Const():
            return fold_unary("!", test, data_model)
        case Unary(op="!", operand=operand):
            return operand
        case Binary(op=op, left=left, right=right) if op in OPPOSITE:
            ordered = all(isinstance(type_of(side, data_model), IntType) for side in (left, right))
            return Binary(OPPOSITE[op], left, right) if ordered or op in ("==", "!=") else Unary("!", test)
        case _:
            return Unary("!", test)


def branch(
    test: Expr,
    then: Sequence[Stmt],
    other: Sequence[Stmt],
    where: Where,
    data_model: DataModel,
    path: CallPath = (),
) -> list[Stmt]:
    """`if (test) then else other`; a branch that only fails becomes an assertion."""
    if isinstance(test, Const):
        return list(then if test.value else other)
    match tuple(then), tuple(other):
        case (), ():
            return []
        case (Assert(test=Const(value=0)) as failure,), rest:
            return [replace(failure, test=opposite(test, data_model)), *rest]
        case rest, (Assert(test=Const(value=0)) as failure,):
            return [replace(failure, test=test), *rest]
        case (), rest:
            return [If(opposite(test, data_model), rest, (), where, path, negated=True)]
        case some, rest:
            return [If(test, some, rest, where, path)]


def normalise(body: Sequence[Stmt], data_model: DataModel) -> list[Stmt]:
    """Normalise conditionals: only the second branch may be empty."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case If(test=test, then=(), orelse=orelse, where=where):
                return tuple(branch(test, (), orelse, where, data_model))
            case _:
                return (stmt,)

    return list(ctree.transform(body, change))


# ----------------------------------------------------------------------------------------------------------- tidy lists


def tidy(body: Sequence[Stmt]) -> list[Stmt]:
    """Remove unreachable code, and arbitrary values that are overwritten at once."""
    result: list[Stmt] = []
    for stmt in body:
        result.append(stmt)
        if never_passes(stmt):
            break
    return _drop_overwritten_havocs(result)


def never_passes(stmt: Stmt) -> bool:
    """Whether control never passes the statement."""
    match stmt:
        case Halt() | Break() | Continue() | Assert(test=Const(value=0)):
            return True
        case If(then=then, orelse=orelse):
            return bool(then) and bool(orelse) and never_passes(then[-1]) and never_passes(orelse[-1])
        case _:
            return False


def _drop_overwritten_havocs(body: list[Stmt]) -> list[Stmt]:
    """Remove arbitrary values of uninitialised variables that are assigned before any read."""
    if not any(map(_is_uninitialised, body)):
        return body
    assigned: set[str] = set()
    kept: list[Stmt] = []
    for stmt in reversed(body):
        if not (_is_uninitialised(stmt) and ctree.writes((stmt,)) <= assigned):
            kept.append(stmt)
        if isinstance(stmt, Assign | Havoc | Assert):
            assigned |= ctree.writes((stmt,))
            assigned -= ctree.reads((stmt,))
        else:
            assigned.clear()
    kept.reverse()
    return kept


def _is_uninitialised(stmt: Stmt) -> bool:
    return isinstance(stmt, Havoc) and stmt.call is None and isinstance(stmt.target, Var)


# --------------------------------------------------------------------------------------------------------- substitution


def propagate(body: list[Stmt], name: str, data_model: DataModel) -> list[Stmt] | None:
    """Replace a variable by the only value that it ever gets in the list; None if that would be wrong."""
    places = [index for index, stmt in enumerate(body) if name in ctree.writes((stmt,))]
    if len(places) != 1:
        return None
    assign = body[places[0]]
    if not isinstance(assign, Assign) or name in ctree.reads(body[: places[0] + 1]):
        return None
    changed = replace_value(body[places[0] + 1 :], assign, data_model)
    return None if changed is None else [*body[: places[0]], *changed]


def replace_value(rest: list[Stmt], assign: Assign, data_model: DataModel) -> list[Stmt] | None:
    """Replace a variable by its assigned value in the code after it; None if either changes or the text explodes."""
    assert isinstance(assign.target, Var)
    name = assign.target.name
    written = ctree.writes(rest)
    if name in written or ctree.names(assign.value) & written:
        return None
    value = convert(assign.value, assign.target.type, data_model)
    size = sum(1 for _ in ctree.walk(value))
    if size > 1 and size * _uses(rest, name) > _SUBSTITUTION_LIMIT:
        return None
    return _rename_in_views(list(ctree.substitute_reads(rest, {name: value})), assign.target, assign.value)


def substitute_carriers(body: Sequence[Stmt], names: Set[str], data_model: DataModel) -> list[Stmt]:
    """Replace variables that are set once by their value, if the value stays the same until the last use.

    The checks of the value come before the assignment.
    """
    every = [*ctree.statements(body)]
    set_at = Counter(ctree.target_name(stmt.target) for stmt in every if isinstance(stmt, Assign | Havoc))
    read = _reads(every, names)
    return _substitute(body, {name: read[name] for name in names if set_at[name] == 1}, data_model)


def _substitute(body: Sequence[Stmt], reads: dict[str, int], data_model: DataModel) -> list[Stmt]:
    """Replace those variables that only the list reads; `reads` counts all reads, and is kept up to date."""
    found, place = list(body), 0
    while place < len(found):
        stmt = found[place]
        match stmt:
            case Assign(target=Var(name=name)) if name in reads:
                last, left = place, reads[name]
                while left > 0 and last + 1 < len(found):
                    last += 1
                    left -= _uses((found[last],), name)
                replaced = replace_value(found[place + 1 : last + 1], stmt, data_model) if not left else None
                if replaced is not None:
                    found[place : last + 1] = replaced
                    for copied, count in _reads((stmt,), reads.keys()).items():
                        reads[copied] += count * (reads[name] - 1)
                    continue
            case If(then=then, orelse=orelse):
                found[place] = _rebuild(stmt, *(_substitute(part, reads, data_model) for part in (then, orelse)))
            case Loop(body=inner, update=update):
                parts = (tuple(_substitute(part, reads, data_model)) for part in (inner, update))
                found[place] = replace(stmt, **dict(zip(("body", "update"), parts, strict=True)))
            case _:
                pass
        place += 1
    return found


@component("offset_propagation", unchanged)
def substitute_constants(body: Sequence[Stmt], names: Set[str], data_model: DataModel) -> list[Stmt]:
    """Replace variables that are only ever assigned one constant."""
    given: dict[str, set[Expr]] = {}
    for stmt in ctree.statements(body):
        if isinstance(stmt, Assign | Havoc) and isinstance(stmt.target, Var) and stmt.target.name in names:
            value = convert(stmt.value, stmt.target.type, data_model) if isinstance(stmt, Assign) else stmt.target
            given.setdefault(stmt.target.name, set()).add(value)
    known = {name: value for name, (value, *more) in given.items() if isinstance(value, Const) and not more}

    def put_in(part: Expr) -> Expr:
        match part:
            case Var(name=name):
                return known.get(name, part)
            case Binary(op="+", left=Const(value=0), right=right) if _have_same_type(part, right, data_model):
                return right
            case Binary(op="&&", left=left, right=Const(value=1)) if ctree.is_truth_value(left):
                return left
            case Binary(op=op, left=Const() as left, right=Const() as right):
                return fold_binary(op, left, right, data_model)
            case _:
                return part

    def is_set(stmt: Stmt) -> bool:
        return isinstance(stmt, Assign) and ctree.target_name(stmt.target) in known

    if not known:
        return list(body)
    kept = normalise(ctree.rewrite(body, lambda stmt: () if is_set(stmt) else None), data_model)
    return list(ctree.map_expressions(kept, put_in, given=True))


def _have_same_type(whole: Expr, part: Expr, data_model: DataModel) -> bool:
    return type_of(whole, data_model) == type_of(part, data_model)


def _rename_in_views(rest: list[Stmt], replaced: Var, value: Expr) -> list[Stmt]:
    """Rename a replaced variable in the views of loops."""
    if not isinstance(value, Var) or value.type != replaced.type:
        return rest

    def change(stmt: Stmt) -> tuple[Stmt, ...] | None:
        if replaced.name not in ctree.used(stmt).shown:
            return (stmt,)
        if not isinstance(stmt, Loop):
            return None
        known = tuple((value.name if name == replaced.name else name, text) for name, text in stmt.views)
        body, update = (ctree.rewrite(part, change) for part in (stmt.body, stmt.update))
        return (replace(stmt, body=body, update=update, views=known),)

    return list(ctree.rewrite(rest, change))


def _uses(body: Sequence[Stmt], name: str) -> int:
    reading = [stmt for stmt in body if name in ctree.used(stmt).read]
    return _reads(ctree.statements(reading), {name})[name] if reading else 0


def _reads(every: Iterable[Stmt], names: Set[str]) -> Counter[str]:
    """How often the statements themselves read each variable."""
    found = (node for stmt in every for expr in ctree.expressions(stmt) for node in ctree.walk(expr))
    return Counter(node.name for node in found if isinstance(node, Var) and node.name in names)


# -------------------------------------------------------------------------------------------------------------- returns


def structure_returns(body: Sequence[Stmt], flag: Var) -> list[Stmt]:
    """Replace returns by structured code: a return sets `flag`, and the code after it is guarded.

    Code after a conditional return moves into the other branch. If that is impossible, and in loops, the flag stays: a
    `break` leaves the loop, and the code after it is guarded.
    """
    structured = _replace_returns(list(body), flag)
    structured, _ = _drop_unread_writes(structured, flag, live=False)
    if flag.name in ctree.reads(structured):
        return [Assign(flag, ctree.integer(0, flag.type), body[0].where), *structured]
    return structured


def _is_return(stmt: Stmt, flag: Var) -> bool:
    return isinstance(stmt, Assign) and stmt.target == flag


def _contains_return(stmt: Stmt, flag: Var) -> bool:
    return flag.name in ctree.writes((stmt,))


def always_returns(body: Sequence[Stmt], flag: Var) -> bool:
    """Whether every path through the statements returns or ends the run."""
    for stmt in body:
        if _is_return(stmt, flag):
            return True
        match stmt:
            case Halt() | Assert(test=Const(value=0)):
                return True
            case If(then=then, orelse=orelse) if always_returns(then, flag) and always_returns(orelse, flag):
                return True
            case _:
                pass
    return False


def _replace_returns(body: list[Stmt], flag: Var) -> list[Stmt]:
    for index, stmt in enumerate(body):
        if not _contains_return(stmt, flag):
            continue
        before, rest = body[:index], body[index + 1 :]
        match stmt:
            case If():
                return before + _return_in_branch(stmt, rest, flag)
            case Loop():
                after = _replace_returns(rest, flag)
                guarded: list[Stmt] = [If(Unary("!", flag), tuple(after), (), stmt.where)] if after else []
                return [*before, _return_in_loop(stmt, flag), *guarded]
            case _:
                return [*before, stmt]
    return body


def _return_in_branch(stmt: If, rest: list[Stmt], flag: Var) -> list[Stmt]:
    then, other = list(stmt.then), list(stmt.orelse)
    if always_returns(then, flag):
        return [_rebuild(stmt, _replace_returns(then, flag), _replace_returns(other + rest, flag))]
    if always_returns(other, flag):
        return [_rebuild(stmt, _replace_returns(then + rest, flag), _replace_returns(other, flag))]
    shaped = _rebuild(stmt, _replace_returns(then, flag), _replace_returns(other, flag))
    after = _replace_returns(rest, flag)
    return [shaped, If(Unary("!", flag), tuple(after), (), stmt.where)] if after else [shaped]


def _rebuild(stmt: If, then: list[Stmt], other: list[Stmt]) -> If:
    return replace(stmt, then=tuple(then), orelse=tuple(other))


def _return_in_loop(loop: Loop, flag: Var) -> Loop:
    """Follow every return in the loop, and in nested loops, by a `break`."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Assign() if _is_return(stmt, flag):
                return (stmt, Break(stmt.where))
            case If(then=then, orelse=orelse) if _contains_return(stmt, flag):
                return (replace(stmt, then=leave(then), orelse=leave(orelse)),)
            case Loop() if _contains_return(stmt, flag):
                return (_return_in_loop(stmt, flag), If(flag, (Break(stmt.where),), (), stmt.where))
            case _:
                return (stmt,)

    def leave(body: Sequence[Stmt]) -> tuple[Stmt, ...]:
        return tuple(tidy([new for stmt in body for new in change(stmt)]))

    return replace(loop, body=leave(loop.body), update=leave(loop.update))


def _drop_unread_writes(body: Sequence[Stmt], flag: Var, *, live: bool) -> tuple[list[Stmt], bool]:
    """Remove writes to the flag that no code reads; `live` says whether later code reads it.

    The second value tells whether the statements or later code read it.
    """
    result: list[Stmt] = []
    for stmt in reversed(body):
        used = ctree.used(stmt)
        match stmt:
            case If(then=(), orelse=()):
                live = live or flag.name in used.read
            case _ if flag.name not in used.read and flag.name not in used.written:
                result.append(stmt)
            case Assign() if _is_return(stmt, flag):
                if live:
                    result.append(stmt)
            case If(then=then, orelse=orelse):
                first, second = (_drop_unread_writes(part, flag, live=live) for part in (then, orelse))
                if first[0] or second[0]:
                    result.append(_rebuild(stmt, first[0], second[0]))
                live = first[1] or second[1] or flag.name in ctree.names(stmt.test)
            case Loop(body=inner, update=update):
                live = live or flag.name in ctree.reads((stmt,))
                kept = (_drop_unread_writes(part, flag, live=live) for part in (inner, update))
                inner, update = (tuple(part) for part, _ in kept)
                result.append(replace(stmt, body=inner, update=update))
            case _:
                result.append(stmt)
                live = live or flag.name in ctree.reads((stmt,))
    result.reverse()
    return result, live
