"""Classify the scalars that a sweep writes: accelerable, temporary or replayable (docs/theory.md 3.2, R3 and R4).

Replayable scalars form groups that one iteration determines, the last-value assignment. A `dependent` group reads
itself, which only its own guards and values may do; CBMC checks V0, SC1 and SC3 of its update. Other groups, such as
flags or temporaries used after the loop, are assigned independently of their old values. If the loop's test reads a
group (`stops`), its assignment has to end the loop, so that the loop's last iteration determines it.
"""

from __future__ import annotations

from msgspec import Struct, field

from veriabs.core.ctree import conjuncts, expressions, has, names, statements
from veriabs.core.expressions import Expr, Var
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Stmt
from veriabs.core.types import FloatType
from veriabs.strategies.pruning.sweeps import Part, Straight, Sweep, refusal, written_scalars


class Scalars(Struct, frozen=True):
    """Scalars with one last-value assignment in a sweep.

    - `dependent`: the group reads its own old values. `live`: later code may read one of them.
    - `asserted`: an assertion in the loop reads one. `stops`: the loop's test reads one.
    """

    members: frozenset[str]
    dependent: bool
    live: bool
    asserted: bool
    stops: bool = False

    @property
    def centres(self) -> int:
        """The number of iterations to replay for the group: its last assignment."""
        return 1 if (self.live or self.asserted) and not self.stops else 0


def groups_of(parts: tuple[Part, ...], position: int) -> tuple[Scalars, ...] | Reason:
    """The groups of the sweep at this position of the task; a Reason if a scalar is of no kind."""
    sweep = parts[position]
    assert isinstance(sweep, Sweep)
    carried = _loop_carried(sweep)
    stops = carried & names(sweep.facts.loop.test)
    for part in stop_tests(sweep, stops):
        if names(part) & sweep.facts.written - stops:
            text = f"the test of the loop at line {sweep.line} reads what its iterations compute (R4)"
            return refusal(text, sweep.facts)
    carried -= stops
    merged = _Merge(sweep, carried)
    obstacle = merged.run()
    if obstacle is not None:
        return obstacle
    live = {name for name in written_scalars(sweep) if live_after(parts, position, name)}
    return tuple(
        Scalars(
            members=members,
            dependent=bool(members & carried),
            live=bool(members & live),
            asserted=bool(members & carried & merged.asserted),
            stops=bool(members & stops),
        )
        for members in merged.groups()
    )


def _loop_carried(sweep: Sweep) -> frozenset[str]:
    """Scalars that an iteration may read before it writes them, except counters."""
    return written_scalars(sweep) - sweep.counters - sweep.facts.private


def stop_tests(sweep: Sweep, stops: frozenset[str]) -> tuple[Expr, ...]:
    """The conjuncts of the loop's test that read one of these scalars."""
    return tuple(part for part in conjuncts(sweep.facts.loop.test) if names(part) & stops)


class _Merge(Struct):
    """Joins scalars whose guards or values read a carried scalar, and checks who reads them."""

    sweep: Sweep
    carried: frozenset[str]
    parent: dict[str, str] = field(default_factory=dict)
    asserted: set[str] = field(default_factory=set)
    places: dict[str, set[int]] = field(default_factory=dict)
    blocks: int = 0

    def run(self) -> Reason | None:
        for name in written_scalars(self.sweep) - self.sweep.counters:
            self.parent[name] = name
        obstacle = self._body(self.sweep.statements, frozenset())
        if obstacle is not None:
            return obstacle
        self._join_alike()
        return self._readers()

    def groups(self) -> list[frozenset[str]]:
        found: dict[str, set[str]] = {}
        for name in sorted(self.parent):
            found.setdefault(self._root(name), set()).add(name)
        return [frozenset(members) for members in found.values()]

    def _root(self, name: str) -> str:
        while self.parent[name] != name:
            name = self.parent[name]
        return name

    def _join(self, members: frozenset[str]) -> None:
        roots = sorted({self._root(name) for name in members})
        for root in roots[1:]:
            self.parent[root] = roots[0]

    def _body(self, body: Straight, guard: frozenset[str]) -> Reason | None:
        """Visit a body; `guard` are the carried scalars in the conditions around it."""
        self.blocks += 1
        block = self.blocks
        for stmt in body:
            obstacle = self._stmt(stmt, guard, block)
            if obstacle is not None:
                return obstacle
        return None

    def _stmt(self, stmt: Stmt, guard: frozenset[str], block: int) -> Reason | None:
        read = frozenset(name for expr in expressions(stmt) for name in names(expr)) & self.carried
        match stmt:
            case If(then=then, orelse=orelse):
                return self._body(then, guard | read) or self._body(orelse, guard | read)
            case Assert():
                self.asserted |= read | guard
                return None
            case Assign(target=Var(name=name)) | Havoc(target=Var(name=name)) if name in self.parent:
                self.places.setdefault(name, set()).add(block)
                self._join(frozenset((name,)) | read | guard)
                return None
            case Assign(target=Var()) if not read and not guard:
                return None
            case Assign() | Havoc() | Break() | Continue() | Halt() if not read and not guard:
                return None
            case _:
                carried = ", ".join(sorted(read | guard))
                text = f"line {stmt.where.line} depends on {carried}, which the loop carries along (R3, R4)"
                return refusal(text, self.sweep.facts)

    def _join_alike(self) -> None:
        """Join scalars that are written in the same places, and so in the same last iteration.

        They stay separate if an iteration can end between two of these places.
        """
        if has(self.sweep.statements, Break, Continue):
            return
        by_places: dict[frozenset[int], str] = {}
        for name in sorted(self.places):
            other = by_places.setdefault(frozenset(self.places[name]), name)
            if not self._dependent(name) and not self._dependent(other):
                self._join(frozenset((name, other)))

    def _dependent(self, name: str) -> bool:
        return any(self._root(other) == self._root(name) for other in self.carried)

    def _readers(self) -> Reason | None:
        """A member of a dependent group is read only by its own guards and values, and by assertions.

        Equal floating-point numbers may differ (0.0 and -0.0), so none may be computed from the group.
        """
        for members in self.groups():
            if not members & self.carried:
                continue
            loose = members - self.carried
            for stmt in statements(self.sweep.statements):
                read = frozenset(name for expr in expressions(stmt) for name in names(expr))
                if read & members and _float_of(stmt, members):
                    text = f"line {stmt.where.line} computes a floating-point number from itself (R3)"
                    return refusal(text, self.sweep.facts)
                if read & loose:
                    text = f"line {stmt.where.line} reads {', '.join(sorted(read & loose))}, which other scalars decide"
                    return refusal(f"{text} (R3)", self.sweep.facts)
        return None


def _float_of(stmt: Stmt, members: frozenset[str]) -> bool:
    """Does the statement assign a floating-point scalar of the group?"""
    target = stmt.target if isinstance(stmt, Assign) else None
    return isinstance(target, Var) and target.name in members and isinstance(target.type, FloatType)


def live_after(parts: tuple[Part, ...], position: int, name: str) -> bool:
    """May code after the part read the value that the scalar has there? Loops may make no iteration."""
    for part in parts[position + 1 :]:
        if isinstance(part, Sweep):
            if name in names(part.facts.loop.test) or (name in part.facts.read and name not in part.facts.private):
                return True
            continue
        for stmt in part:
            if any(name in names(e) for inner in statements((stmt,)) for e in expressions(inner)):
                return True
            if isinstance(stmt, Assign | Havoc) and stmt.target == Var(name, stmt.target.type):
                return False
    return False
