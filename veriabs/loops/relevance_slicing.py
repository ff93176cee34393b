"""Drop all code that cannot influence an assertion (docs/theory.md 1).

    s = s + a[i]; log = log + 1; assert(s >= 0);      // before
    s = s + a[i]; assert(s >= 0);                     // after

It keeps all assignments to the variables that kept statements read, so every violating run remains.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from msgspec import Struct

from veriabs.core.components import component, unchanged
from veriabs.core.ctree import asserts, has, names, reads, statements, target_name, transform, writes
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt


@component("relevance_slicing", unchanged)
def slice_body(body: tuple[Stmt, ...], number: int, kept: Set[str] = frozenset()) -> tuple[Stmt, ...]:
    """Drop code that cannot influence the assertion, nor a name in `kept`.

    It drops assignments that nothing relevant reads, loops that are then empty, and ends of runs under conditions on
    irrelevant variables.
    """
    return slice_for_names(body, {name for assertion in asserts(body, number) for name in names(assertion.test)} | kept)


def slice_for_names(body: tuple[Stmt, ...], names_of: Set[str]) -> tuple[Stmt, ...]:
    """Drop code that cannot influence the scalars and arrays of these names, as for an assertion about them."""
    wanted, size = set(names_of), -1
    while size < len(wanted):
        size = len(wanted)
        wanted |= _find_relevant(body, wanted).reads
    return _keep_relevant(body, wanted)


class _Kept(Struct, frozen=True):
    """The kept part of a body: whether it has halts or other statements, and effects; the names that it reads.

    `acts`: it assigns, ends the run or asserts.
    """

    other: bool = False
    halts: bool = False
    acts: bool = False
    reads: frozenset[str] = frozenset()


def _find_relevant(body: Sequence[Stmt], wanted: set[str]) -> _Kept:
    """The part of the body that `_keep_relevant` keeps.

    It goes backward and adds the names that a kept assignment reads to `wanted`, so that a chain of assignments takes
    one pass.
    """
    other = halts = acts = False
    read: set[str] = set()
    for stmt in reversed(body):
        kept = _relevant_part(stmt, wanted)
        other, halts, acts = other or kept.other, halts or kept.halts, acts or kept.acts
        read |= kept.reads
    return _Kept(other, halts, acts, frozenset(read))


def _relevant_part(stmt: Stmt, wanted: set[str]) -> _Kept:
    match stmt:
        case Assign(target=target) | Havoc(target=target):
            if target_name(target) not in wanted:
                return _Kept()
            wanted |= reads((stmt,))
            return _Kept(other=True, acts=True)
        case If(test=test, then=then, orelse=orelse):
            inner = _find_relevant((*then, *orelse), wanted)
            read = names(test)
            if not inner.other and (not inner.halts or (read and not read & wanted)):
                return _Kept()
            return _Kept(True, False, inner.acts or inner.halts, inner.reads | read)
        case Loop(test=test, body=inside, update=update):
            inner = _find_relevant((*inside, *update), wanted)
            return _Kept(True, False, True, inner.reads | names(test)) if inner.acts or inner.halts else _Kept()
        case Halt():
            return _Kept(halts=True)
        case _:
            return _Kept(other=True, acts=isinstance(stmt, Assert), reads=reads((stmt,)))


def _keep_relevant(body: tuple[Stmt, ...], wanted: Set[str]) -> tuple[Stmt, ...]:
    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Assign() | Havoc():
                return (stmt,) if target_name(stmt.target) in wanted else ()
            case If(test=test, then=then, orelse=orelse):
                if not then and not orelse:
                    return ()
                irrelevant_test = not (names(test) & wanted) and names(test)
                if irrelevant_test and all(isinstance(s, Halt) for s in statements((*then, *orelse))):
                    return ()
                return (stmt,)
            case Loop(body=inner, update=update):
                acts = has((*inner, *update), Assert, Halt) or bool(writes((*inner, *update)))
                return (stmt,) if acts else ()
            case _:
                return (stmt,)

    return transform(body, change)
