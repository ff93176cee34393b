"""Cut a loop: iterations from an arbitrary state stand for all iterations (docs/theory.md 1 and 12).

    while (i < n) { a[i] = 0; i++; }
    assert(I); havoc(i, a); assume(I); if (i < n) { a[i] = 0; i++; assert(I); stop; }

The invariant I, which is assumed at the start of an iteration, is checked at the loop's entry and after the last
iteration. A run of CBMC in which every check passes proves I by induction over the iterations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from msgspec import Struct

from veriabs.core.ctree import FALSE, integer, names, walk
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.loop_exits import continues, redirect
from veriabs.core.loop_model import Accelerable, LoopFacts, entry_of
from veriabs.core.program import Scalar
from veriabs.core.source import Where
from veriabs.core.statements import (
    Assign,
    Assume,
    Block,
    CheckKind,
    Define,
    Goto,
    If,
    Label,
    Loop,
    Stmt,
)
from veriabs.core.types import ULLONG, IntType

FIRST = integer(1, ULLONG)
"""The number of the first iteration."""

Inside = Callable[[tuple[Stmt, ...], bool], tuple[Stmt, ...]]
"""Rewrites the body of a loop; the flag says whether its assertions are checked, or assumed."""


class CutCode(Struct, frozen=True):
    """The code before and between the iterations of a cut loop; `shown` and `known` take the number of the iteration
    that begins.

    - `entry`: code before the loop. `havoc`: makes everything that the loop writes arbitrary.
    - `shown`: checks at the first iteration and after the last one. `known`: assumptions at an arbitrary iteration.
    - `most`: the largest iteration number.
    """

    entry: tuple[Stmt, ...]
    shown: Callable[[Expr, CheckKind], tuple[Stmt, ...]]
    havoc: tuple[Stmt, ...]
    most: Expr
    known: Callable[[Expr], tuple[Stmt, ...]]


def cut(
    loop: Loop, number: int, labels: Iterator[int], code: CutCode, inside: Inside, *, k: int = 1, checked: bool = True
) -> Block:
    """The first k-1 iterations, then k iterations in a row from an arbitrary state, of which the last one is checked.

    The k-1 iterations before the last are not checked, since the run has passed them already. A run that leaves the
    loop in one of them is covered by another choice of the arbitrary iteration.
    """
    where, itno = loop.where, Var(f"itno_{number}", ULLONG)
    stop, leave = Assume(FALSE, where), Goto(f"leave_{next(labels)}", where)
    front: list[Stmt] = []
    for passed in range(1, k):
        first = iteration(loop, f"next_{next(labels)}", leave, lambda body: inside(body, True))
        front.append(Block(f"iteration {passed}", first, where))
        front += code.shown(integer(passed + 1, ULLONG), CheckKind.STEP)
    row: list[Stmt] = []
    for passed in range(1, k):
        row += iteration(loop, f"next_{next(labels)}", stop, lambda body: inside(body, False))
        row += code.known(_plus_iterations(itno, passed))
    arbitrary = (
        Define(itno, None, where),
        Assume(within(itno, code.most), where),
        *code.known(itno),
        *row,
        *iteration(loop, f"next_{next(labels)}", leave, lambda body: inside(body, checked)),
        *code.shown(_plus_iterations(itno, k), CheckKind.STEP),
        stop,
    )
    body = (
        *code.entry,
        *code.shown(FIRST, CheckKind.ENTRY),
        *front,
        *code.havoc,
        Block("an arbitrary iteration", arbitrary, where),
        Label(leave.label, where),
    )
    return Block(f"the loop at line {where.line}", body, where)


def equality_assignments(exprs: Iterable[Expr], written: Set[str], where: Where) -> tuple[Stmt, ...]:
    """Assignments `v = e` to put before assumptions `v == e`; they exclude no state that the assumptions allow.

    A solver then knows both as one value, which it would otherwise have to derive. Only for variables in `written`; the
    equation must determine every bit, so floating-point values and narrower types do not qualify.
    """
    found = list[Stmt]()
    for expr in exprs:
        equation, when = _optional_equation(expr)
        match equation:
            case Binary(op="==", left=left, right=value) if all(_is_integer_operation(part) for part in walk(value)):
                v = _full_scalar(left)
                if v is not None and v.name in written:
                    found.append(Assign(v, value if when is None else Conditional(when, value, v), where))
            case _:
                pass
    return tuple(found)


def _optional_equation(expr: Expr) -> tuple[Expr, Expr | None]:
    """The equation, and the variable that says whether it takes part, in `v == e || !fact_1`."""
    match expr:
        case Binary(op="||", left=Binary(op="==") as equation, right=Unary(op="!", operand=Var() as when)):
            return equation, when
        case _:
            return expr, None


def _full_scalar(expr: Expr) -> Var | None:
    """The scalar in `v` or `(T)v`, if T has all of its bits."""
    match expr:
        case Var(type=IntType()):
            return expr
        case Cast(type=IntType(bits=bits), operand=Var(type=IntType(bits=own)) as v) if bits >= own:
            return v
        case _:
            return None


def _is_integer_operation(part: Expr) -> bool:
    return not isinstance(part, Var | Const | Element | Cast | Apply) or isinstance(part.type, IntType)


def within(itno: Expr, most: Expr) -> Expr:
    """The condition that an iteration number is from 1 to `most`."""
    return Binary("&&", Binary("<=", integer(1), itno), Binary("<=", itno, most))


def _plus_iterations(itno: Expr, iterations: int) -> Expr:
    return Binary("+", itno, integer(iterations))


def iteration(
    loop: Loop,
    label: str,
    leave: Stmt,
    inside: Callable[[tuple[Stmt, ...]], tuple[Stmt, ...]] = tuple,
    *,
    tested: bool = True,
) -> tuple[Stmt, ...]:
    """One iteration of a loop; `leave` replaces a `break`, `label` is the target of a `continue`.

    Without `tested`, the loop's test is known to hold. `inside` rewrites the body.
    """
    proceed = Goto(label, loop.where)
    test = (If(Unary("!", loop.test), (leave,), (), loop.where),) if tested else ()
    body = inside(redirect(loop.body, (leave,), (proceed,)))
    behind = (Label(label, loop.where),) if continues(loop.body) else ()
    return (*test, *body, *behind, *inside(redirect(loop.update, (leave,), ())))


def entries(exprs: Iterable[Expr], scalars: Mapping[str, Scalar], where: Where) -> tuple[Stmt, ...]:
    """The snapshots of the scalars whose values at a loop's entry occur in the invariants."""
    wanted = {name for expr in exprs for name in names(expr)}
    variables = (Var(s.name, s.type) for s in scalars.values())
    return tuple(Define(entry_of(v), v, where) for v in variables if entry_of(v).name in wanted)


def counter_at_start(facts: LoopFacts, counter: Accelerable) -> Var:
    """The value of a counter at the start of an iteration."""
    return Var(f"at_{facts.number}_{counter.variable.name}", counter.variable.type)
