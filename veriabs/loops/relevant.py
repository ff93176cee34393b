"""What can influence an assertion: everything else of its task is dropped."""

from __future__ import annotations

from collections.abc import Sequence, Set

from msgspec import Struct

from veriabs.core.ctree import asserts, has, names, reads, statements, target_name, transform, writes
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt


def relevant(body: tuple[Stmt, ...], number: int) -> tuple[Stmt, ...]:
    """Drop what cannot influence the assertion: assignments that nothing relevant reads, loops that then do nothing,
    and runs ended under conditions that are not about relevant variables. Every run that violates the assertion stays,
    because everything that the kept statements read is kept as well (trap a01).
    """
    return relevant_to(body, {name for assertion in asserts(body, number) for name in names(assertion.test)})


def relevant_to(body: tuple[Stmt, ...], names_of: Set[str]) -> tuple[Stmt, ...]:
    """Drop what cannot influence the scalars and arrays of these names, as for an assertion about them."""
    wanted, size = set(names_of), -1
    while size < len(wanted):
        size = len(wanted)
        wanted |= _read_by_kept(body, wanted).reads
    return _keep(body, wanted)


class _Kept(Struct, frozen=True):
    """What `_keep` leaves of a body: if anything but halts, if anything that acts, and what that reads."""

    other: bool = False
    halts: bool = False
    acts: bool = False
    reads: frozenset[str] = frozenset()


def _read_by_kept(body: Sequence[Stmt], wanted: set[str]) -> _Kept:
    """What `_keep` leaves of the body; goes backward, and what an assignment reads is wanted from there on, so that
    a chain of assignments takes one pass."""
    other = halts = acts = False
    read: set[str] = set()
    for stmt in reversed(body):
        kept = _kept(stmt, wanted)
        other, halts, acts = other or kept.other, halts or kept.halts, acts or kept.acts
        read |= kept.reads
    return _Kept(other, halts, acts, frozenset(read))


def _kept(stmt: Stmt, wanted: set[str]) -> _Kept:
    match stmt:
        case Assign(target=target) | Havoc(target=target):
            if target_name(target) not in wanted:
                return _Kept()
            wanted |= reads((stmt,))
            return _Kept(other=True, acts=True)
        case If(test=test, then=then, orelse=orelse):
            inner = _read_by_kept((*then, *orelse), wanted)
            read = names(test)
            if not inner.other and (not inner.halts or (read and not read & wanted)):
                return _Kept()
            return _Kept(True, False, inner.acts or inner.halts, inner.reads | read)
        case Loop(test=test, body=inside, update=update):
            inner = _read_by_kept((*inside, *update), wanted)
            return _Kept(True, False, True, inner.reads | names(test)) if inner.acts or inner.halts else _Kept()
        case Halt():
            return _Kept(halts=True)
        case _:
            return _Kept(other=True, acts=isinstance(stmt, Assert), reads=reads((stmt,)))


def _keep(body: tuple[Stmt, ...], wanted: Set[str]) -> tuple[Stmt, ...]:
    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Assign() | Havoc():
                return (stmt,) if target_name(stmt.target) in wanted else ()
            case If(test=test, then=then, orelse=orelse):
                if not then and not orelse:
                    return ()
                only_block = not (names(test) & wanted) and names(test)
                if only_block and all(isinstance(s, Halt) for s in statements((*then, *orelse))):
                    return ()
                return (stmt,)
            case Loop(body=inner, update=update):
                acts = has((*inner, *update), Assert, Halt) or bool(writes((*inner, *update)))
                return (stmt,) if acts else ()
            case _:
                return (stmt,)

    return transform(body, change)
